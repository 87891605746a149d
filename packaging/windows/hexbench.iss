; Inno Setup: an installer of the folder that PyInstaller makes on Windows. Not run by us: nobody here has Windows.
; On Windows, with Python 3.11-3.13 and Inno Setup 6, in the checkout:
;   py -m venv .venv
;   .venv\Scripts\pip install -c constraints.txt hatchling msgspec platformdirs PySide6-Essentials
;   .venv\Scripts\python packaging\packages.py wheel folder
;   iscc /DVersion=0.1.0 packaging\windows\hexbench.iss
; needs: packaging/hexbench.spec
; needs: packaging/packages.py
; needs: resources/icons/hexbench.svg
; needs: LICENSE
#ifndef Version
  #error Say which version it is: iscc /DVersion=...
#endif

[Setup]
AppId={{6E2B0B8C-5B0E-4E0B-9C55-5B7B1B1E4A10}
AppName=Hexbench
AppVersion={#Version}
DefaultDirName={autopf}\Hexbench
DefaultGroupName=Hexbench
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
LicenseFile=..\..\LICENSE
OutputDir=..\..\dist
OutputBaseFilename=hexbench-{#Version}-windows
ChangesAssociations=yes
UninstallDisplayIcon={app}\hexbench-desktop.exe

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[Files]
; With the licences of all that is in it, and the notice for Qt, in its folder `licences`.
Source: "..\..\build\folder\hexbench\*"; DestDir: "{app}"; Flags: recursesubdirs

[Icons]
Name: "{autoprograms}\Hexbench"; Filename: "{app}\hexbench-desktop.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\.hexgame"; ValueType: string; ValueData: "Hexbench.Game"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.hexdesk"; ValueType: string; ValueData: "Hexbench.Game"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.hexmail"; ValueType: string; ValueData: "Hexbench.Game"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.hexpack"; ValueType: string; ValueData: "Hexbench.Game"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Hexbench.Game"; ValueType: string; ValueData: "Hexbench game"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Hexbench.Game\DefaultIcon"; ValueType: string; ValueData: "{app}\hexbench-desktop.exe,0"
Root: HKA; Subkey: "Software\Classes\Hexbench.Game\shell\open\command"; ValueType: string; ValueData: """{app}\hexbench-desktop.exe"" play ""%1"""
