"""What Qt wants of a Linux system: the files to look at, and the Debian package of each library they may miss."""

from __future__ import annotations

import runpy
from pathlib import Path

QT_FILES_FOR: dict[str, tuple[str, ...]] = {
    "offscreen": (
        "QtCore.*.so",
        "QtGui.*.so",
        "QtWidgets.*.so",
        "QtSvg.*.so",
        "QtPrintSupport.*.so",
        "QtTest.*.so",
        "Qt/plugins/platforms/libqoffscreen.so",
    ),
    "xcb": ("Qt/plugins/platforms/libqxcb.so",),
    "wayland": ("Qt/plugins/platforms/libqwayland*.so",),
}
"""Windowing -> the files of PySide6 (patterns inside its folder) that must load for it."""

PROGRAMS_FOR: dict[str, dict[str, str]] = {
    "x11": {
        "Xvfb": "xvfb",
        "xauth": "xauth",
        "xdotool": "xdotool",
        "openbox": "openbox",
        "orca": "orca",
        "/usr/libexec/at-spi-bus-launcher": "at-spi2-core",
        "dbus-daemon": "dbus-daemon",
        "dbus-send": "dbus-bin",
        "pgrep": "procps",
    }
}
"""Purpose -> program it starts -> Debian package."""

NEEDS = Path(__file__).resolve().parents[1] / "app" / "hexbench" / "ui" / "shell" / "needs.py"
"""The program tells the same, of itself, when it is started without them; that file imports nothing but Python's own."""
_TOLD = runpy.run_path(str(NEEDS))
PACKAGE_OF: dict[str, str] = _TOLD["PACKAGE_OF"]
"""Soname -> Debian package."""
SONAMES_FOR: dict[str, tuple[str, ...]] = _TOLD["SONAMES_FOR"]
"""Windowing -> what Qt's files for it name as needed and do not bring along, so that all that is missing can be told before
100 MB are fetched. A test holds it against the installed Qt; `ldd` on the files themselves has the last word."""
