; Inno Setup: an installer of the folder that PyInstaller makes on Windows. Not run by us: nobody here has Windows.
; On Windows:   pip install . pyinstaller    then    pyinstaller packaging\hexbench.spec    then    iscc packaging\windows\hexbench.iss
; needs: packaging/hexbench.spec
; needs: LICENSE
; needs: packaging/NOTICE-Qt.txt
#define Version GetEnv("HEXBENCH_VERSION")

[Setup]
AppId={{6E2B0B8C-5B0E-4E0B-9C55-5B7B1B1E4A10}
AppName=Hexbench
AppVersion={#Version}
DefaultDirName={autopf}\Hexbench
PrivilegesRequired=lowest
LicenseFile=..\..\LICENSE
OutputBaseFilename=hexbench-{#Version}-windows
ChangesAssociations=yes
UninstallDisplayIcon={app}\hexbench.exe

[Files]
Source: "..\..\dist\hexbench\*"; DestDir: "{app}"; Flags: recursesubdirs
Source: "..\NOTICE-Qt.txt"; DestDir: "{app}"

[Icons]
Name: "{autoprograms}\Hexbench"; Filename: "{app}\hexbench.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\.hexgame"; ValueType: string; ValueData: "Hexbench.Game"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.hexdesk"; ValueType: string; ValueData: "Hexbench.Game"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.hexmail"; ValueType: string; ValueData: "Hexbench.Game"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.hexpack"; ValueType: string; ValueData: "Hexbench.Game"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Hexbench.Game"; ValueType: string; ValueData: "Hexbench game"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Hexbench.Game\shell\open\command"; ValueType: string; ValueData: """{app}\hexbench.exe"" play ""%1"""
