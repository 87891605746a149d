#!/bin/sh
# Hexbench.app in a disk image. Not run by us: nobody here has a Mac. On one, with Python 3.11-3.13, in the checkout:
#   sh packaging/macos/build.sh
# needs: packaging/packages.py
# needs: packaging/hexbench.spec
# needs: packaging/macos/Info.plist
# needs: constraints.txt
set -eu
cd "$(dirname "$0")/../.."
python3 -m venv .venv
.venv/bin/pip install -c constraints.txt hatchling msgspec platformdirs PySide6-Essentials
.venv/bin/python packaging/packages.py wheel folder
cp -R build/folder/hexbench/licences build/folder/Hexbench.app/Contents/Resources/licences
# Signed by nobody: Apple's own service would have to know whoever passes it on. Without it a Mac asks at the first start.
codesign --force --deep --sign - build/folder/Hexbench.app
hdiutil create -volname Hexbench -srcfolder build/folder/Hexbench.app -ov -format UDZO dist/Hexbench.dmg
