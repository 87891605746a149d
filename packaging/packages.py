"""Make all the packages that this machine can: `make packages` puts them into `dist/`, with a bill of materials and checksums.

    packages.py [wheel] [folder] [deb] [deb-all] [bom]      all of them where none is named

- wheel: `hexbench-VERSION-py3-none-any.whl`, which plays wherever pip does.
- folder: the program with its own Python and Qt in one folder (PyInstaller), packed as `.tar.xz`.
- deb: that folder as a Debian package for this machine's architecture. It needs Debian 12 or newer.
- deb-all: a small Debian package of the modules and data alone, on Debian 13's own PySide6.
- bom: what each of them is made of, with licences (CycloneDX), and the licences' texts.

Everything is built in `build/` from a wheel in an environment of its own; the checkout's `.venv` lends its Python only. Dates
are SOURCE_DATE_EPOCH's (else the last commit's), so two builds of one commit are equal; a folder frozen by PyInstaller is
equal only where the same versions are installed.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from email.utils import formatdate
from pathlib import Path
from zipfile import ZipFile

import bill
from system_packages import PACKAGE_OF, SONAMES_FOR

ROOT = Path(__file__).resolve().parent.parent
BUILD, DIST = ROOT / "build", ROOT / "dist"
KINDS = ("wheel", "folder", "deb", "deb-all", "bom")
DEB_COMPRESSION = "xz"
"""What dpkg-deb packs with."""
MAINTAINER = "The Hexbench maintainers <maintainers@hexbench.invalid>"
SUMMARY = "workbench for hex-and-counter wargames"
DESCRIPTION = """\
 Plays, studies and edits hex-and-counter wargames of the Ardennes, December
 1944: it enforces the rules, explains every refusal with the number of the
 rule, and keeps every game move by move.
"""
RENAMED = ("libglib2.0-0",)
"""Packages that got `t64` behind their names after Debian 12."""
DEBIAN_PYTHON = (
    "python3 (>= 3.11)",
    "python3-cryptography (>= 42)",
    "python3-msgspec (>= 0.18.6)",
    "python3-numpy",
    "python3-platformdirs (>= 4.2)",
    "python3-pyside6.qtcore (>= 6.8)",
    "python3-pyside6.qtgui",
    "python3-pyside6.qtprintsupport",
    "python3-pyside6.qtsvg",
    "python3-pyside6.qtwidgets",
)
START = """\
#!/usr/bin/python3
\"""Start Hexbench.\"""

import sys

from hexbench.__main__ import main

# The processes that read what comes from outside load this file anew: they must not open a second window.
if __name__ == "__main__":
    sys.exit(main())
"""
OVERRIDES = """\
# The program brings its own Python and Qt: Debian 12 has no PySide6. Their libraries look for each other beside themselves,
# are as their makers built them, and the one of ICU that holds nothing but data needs none.
hexbench: embedded-library
hexbench: unstripped-binary-or-object
hexbench: shared-library-lacks-prerequisites
hexbench: custom-library-search-path
hexbench: library-not-linked-against-libc
hexbench: hardening-no-pie
"""


class Failed(Exception):
    """What stands in the way, in a sentence."""


def run(*command: str | Path, **more: str) -> None:
    """Run a program where nothing asks; raises Failed."""
    # What is built must not see the modules of a checkout, nor of whoever builds.
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "HEXBENCH_"))
    }
    environ = {**clean, "SOURCE_DATE_EPOCH": str(epoch()), "PIP_DISABLE_PIP_VERSION_CHECK": "1", **more}
    words = [str(word) for word in command]
    if subprocess.run(words, check=False, stdin=subprocess.DEVNULL, env=environ, cwd=ROOT).returncode:
        raise Failed(f"`{' '.join(words[:6])} ...` failed; the lines above say why.")


def epoch() -> int:
    """The date that goes into packages, in seconds: the last commit's where nothing else is said."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    if said.isdigit():
        return int(said)
    done = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return int(done.stdout.strip() or 1_600_000_000)


def version() -> str:
    """The version, as the program says it itself."""
    text = (ROOT / "app" / "hexbench" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "([^"]+)"', text)
    assert found
    return found[1]


def wheel() -> Path:
    """Build the wheel."""
    DIST.mkdir(exist_ok=True)
    for old in DIST.glob("*.whl"):
        old.unlink()
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", DIST, ROOT)
    (made,) = DIST.glob("*.whl")
    return made


def environment(made: Path) -> Path:
    """An environment of the wheel and PyInstaller, at the pinned versions; returns its Python."""
    place = BUILD / "packages"
    run(sys.executable, "-m", "venv", "--clear", place)
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pins = ROOT / "constraints.txt"
    run(python, "-m", "pip", "install", "-q", "-c", pins, made, "pyinstaller")
    return python


def folder(made: Path) -> Path:
    """Freeze the program into one folder."""
    python = environment(made)
    frozen = BUILD / "folder"
    shutil.rmtree(frozen, ignore_errors=True)
    spec = ROOT / "packaging" / "hexbench.spec"
    run(python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", "--distpath", frozen, "--workpath", BUILD / "work", spec,
        PYTHONHASHSEED="0")  # fmt: skip
    out = frozen / "hexbench"
    strip(out / "_internal")
    for file in out.rglob("*"):
        if file.is_file() and ".so" in file.name:
            file.chmod(0o644)
    bill.write_texts(parts(), out / "licences")
    tried(out / ("hexbench.exe" if os.name == "nt" else "hexbench"))
    return out


def tried(program: Path) -> None:
    """Have the frozen program read all its data and draw a map: where a module is missing, the first player would hear it."""
    home = BUILD / "home"
    own = {"HEXBENCH_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    shown = min((ROOT / "scenarios").glob("*/*.json"), key=lambda file: (file.stat().st_size, file))
    run(program, "--version", **own)
    run(program, "check", **own)
    run(
        program,
        "export",
        f"{shown.parent.name}/{shown.stem}",
        home / "map.png",
        "--side",
        "umpire",
        "--force",
        **own,
    )


def strip(inside: Path) -> None:
    """Take 20 MB of symbols out of Python's own libraries and those of the packages.

    Not out of numpy's, whose OpenBLAS no longer loads then, nor out of Qt's, which the notice calls unchanged.
    """
    if not shutil.which("strip"):
        return
    for library in sorted(inside.rglob("*.so*")):
        first = library.relative_to(inside).parts[0]
        if not library.is_symlink() and not first.startswith(("numpy", "PySide6", "shiboken6")):
            run("strip", "--strip-unneeded", library)


def packed(out: Path) -> Path:
    """The folder as one file."""
    DIST.mkdir(exist_ok=True)
    target = DIST / f"hexbench-{version()}-{platform.system().lower()}-{platform.machine()}.tar.xz"
    with tarfile.open(target, "w:xz", preset=6) as archive:
        for file in sorted(out.rglob("*")):
            row = archive.gettarinfo(str(file), f"hexbench-{version()}/{file.relative_to(out).as_posix()}")
            row.uid = row.gid = 0
            row.uname = row.gname = "root"
            row.mtime = epoch()
            with file.open("rb") if row.isreg() else io.BytesIO() as data:
                archive.addfile(row, data if row.isreg() else None)
    return target


# ---- Debian ----------------------------------------------------------------------------------------------------------
def desktop_files(made: Path, tree: Path) -> None:
    """What a desktop asks for, out of the wheel: menu entry, MIME types, icon, man page, completion."""
    with ZipFile(made) as archive:
        for name in archive.namelist():
            _, mark, place = name.partition(".data/data/share/")
            if mark:
                target = tree / "usr" / "share" / place
                target.parent.mkdir(parents=True, exist_ok=True)
                data = archive.read(name)
                if "/man/" in f"/{place}":
                    target = target.with_name(target.name + ".gz")
                    data = gzip.compress(data, 9, mtime=0)
                target.write_bytes(data)


def documents(tree: Path, copyright_: str) -> None:
    """Copyright and changelog where Debian wants them."""
    place = tree / "usr" / "share" / "doc" / "hexbench"
    place.mkdir(parents=True)
    (place / "copyright").write_text(copyright_, encoding="utf-8")
    changes = (
        f"hexbench ({version()}) unstable; urgency=medium\n\n  * See the file CHANGELOG.md of the project.\n\n"
        f" -- {MAINTAINER}  {_date(epoch())}\n"
    )
    (place / "changelog.gz").write_bytes(gzip.compress(changes.encode(), 9, mtime=0))


def _date(seconds: int) -> str:
    return formatdate(seconds, usegmt=False).replace("-0000", "+0000")


def copyright_text(bundled: bool) -> str:
    """Debian's machine-readable copyright. ``bundled``: the libraries are inside, with their texts."""
    mit = (ROOT / "LICENSE").read_text(encoding="utf-8").strip().splitlines()
    body = "\n".join(f" {line}" if line.strip() else " ." for line in mit[2:])
    inside = (
        "\n Qt, PySide6 and Shiboken are used under the GNU Lesser General Public License, version 3; their libraries lie"
        "\n beside the program as files of their own and may be replaced. The texts are in /usr/lib/hexbench/licences."
    )
    return (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        "Upstream-Name: Hexbench\n"
        f"Comment: The type is IBM Plex Sans Condensed, under the SIL Open Font License 1.1.{inside if bundled else ''}\n\n"
        f"Files: *\nCopyright: {mit[2].strip() if len(mit) > 2 else 'The Hexbench maintainers'}\nLicense: MIT\n\n"
        f"License: MIT\n{body}\n"
    )


def control(tree: Path, architecture: str, depends: Sequence[str], more: str = "") -> None:
    """The control files: who, what, on what it stands, and the checksums."""
    place = tree / "DEBIAN"
    place.mkdir()
    size = sum(file.stat().st_size for file in tree.rglob("*") if file.is_file() and not file.is_symlink())
    (place / "control").write_text(
        f"Package: hexbench\nVersion: {version()}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\n"
        f"Installed-Size: {-(-size // 1024)}\nDepends: {', '.join(depends)}\n{more}Section: games\nPriority: optional\n"
        f"Description: {SUMMARY}\n{DESCRIPTION}",
        encoding="utf-8",
    )
    sums = [
        f"{hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()}  {file.relative_to(tree).as_posix()}\n"
        for file in sorted(tree.rglob("*"))
        if file.is_file() and not file.is_symlink() and place not in file.parents
    ]
    (place / "md5sums").write_text("".join(sums), encoding="utf-8")


def build_deb(tree: Path, name: str) -> Path:
    """Pack a tree."""
    for file in tree.rglob("*"):
        if file.is_dir():
            file.chmod(0o755)
        elif not file.is_symlink() and not os.access(file, os.X_OK):
            file.chmod(0o644)
    DIST.mkdir(exist_ok=True)
    target = DIST / name
    run("dpkg-deb", "--root-owner-group", f"-Z{DEB_COMPRESSION}", "--build", tree, target)
    return target


def architecture() -> str:
    """What Debian calls this machine."""
    done = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def system_depends() -> list[str]:
    """The packages that Qt's windows need of the system, with their newer names."""
    names = sorted({PACKAGE_OF[name] for name in (*SONAMES_FOR["xcb"], *SONAMES_FOR["wayland"])})
    return ["libc6 (>= 2.36)", *(f"{name} | {name}t64" if name in RENAMED else name for name in names)]


def deb(made: Path, frozen: Path) -> Path:
    """The folder as a Debian package that needs nothing but the system's libraries of X and Wayland."""
    tree = BUILD / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    (tree / "usr" / "lib").mkdir(parents=True)
    (tree / "usr" / "games").mkdir()
    shutil.copytree(frozen, tree / "usr" / "lib" / "hexbench", symlinks=True)
    (tree / "usr" / "games" / "hexbench").symlink_to("../lib/hexbench/hexbench")
    desktop_files(made, tree)
    documents(tree, copyright_text(bundled=True))
    overrides = tree / "usr" / "share" / "lintian" / "overrides" / "hexbench"
    overrides.parent.mkdir(parents=True)
    overrides.write_text(OVERRIDES, encoding="utf-8")
    control(tree, architecture(), system_depends(), "Recommends: libcups2 | libcups2t64\n")
    return build_deb(tree, f"hexbench_{version()}_{architecture()}.deb")


def deb_all(made: Path) -> Path:
    """The modules and data alone, for a Debian that has PySide6."""
    tree = BUILD / "deb-all"
    shutil.rmtree(tree, ignore_errors=True)
    site = tree / "usr" / "lib" / "python3" / "dist-packages"
    site.mkdir(parents=True)
    with ZipFile(made) as archive:
        for name in archive.namelist():
            if not name.endswith("/") and ".data/" not in name and not name.endswith("/RECORD"):
                archive.extract(name, site)
    start = tree / "usr" / "games" / "hexbench"
    start.parent.mkdir(parents=True)
    start.write_text(START, encoding="utf-8")
    start.chmod(0o755)
    desktop_files(made, tree)
    documents(tree, copyright_text(bundled=False))
    control(tree, "all", DEBIAN_PYTHON, "Recommends: python3-networkx, python3-shapely\n")
    for name, line in (("postinst", "py3compile -p hexbench"), ("prerm", "py3clean -p hexbench")):
        script = tree / "DEBIAN" / name
        command = line.split(maxsplit=1)[0]
        script.write_text(
            f"#!/bin/sh\nset -e\nif command -v {command} >/dev/null; then\n  {line}\nfi\n", encoding="utf-8"
        )
        script.chmod(0o755)
    return build_deb(tree, f"hexbench_{version()}_all.deb")


# ---- what they are made of -------------------------------------------------------------------------------------------
def parts() -> list[bill.Part]:
    """All that others wrote in the folder that was frozen last."""
    place = BUILD / "packages"
    site = place / "Lib/site-packages" if os.name == "nt" else next(place.glob("lib/python3*/site-packages"))
    found = bill.parts_of_folder(site, BUILD / "work" / "hexbench" / "COLLECT-00.toc")
    for name in bill.without_text(found):
        print(f"packages: no licence's text was found for {name}.", file=sys.stderr)
    return found


def bill_of_materials(made: Path) -> Path:
    """Write the bill of materials of the folder."""
    target = DIST / f"hexbench-{version()}.cdx.json"
    target.write_text(bill.document(version(), made, parts(), epoch()), encoding="utf-8")
    return target


def checksums() -> None:
    """SHA256SUMS of all that lies in dist/."""
    files = sorted(file for file in DIST.iterdir() if file.is_file() and file.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def main() -> int:
    """Make what was named."""
    parser = argparse.ArgumentParser(description="Make packages into dist/.")
    parser.add_argument("kinds", nargs="*", choices=(*KINDS, []), metavar="KIND", help=", ".join(KINDS))
    kinds = parser.parse_args().kinds or list(KINDS)
    if any(kind.startswith("deb") for kind in kinds) and not shutil.which("dpkg-deb"):
        kinds = [kind for kind in kinds if not kind.startswith("deb")]
        print("packages: there is no dpkg-deb here, so no Debian package is made.")
    try:
        made = wheel()
        if {"folder", "deb", "bom"} & set(kinds):
            frozen = folder(made)
            if "folder" in kinds:
                packed(frozen)
            if "deb" in kinds:
                deb(made, frozen)
            if "bom" in kinds:
                bill_of_materials(made)
        if "deb-all" in kinds:
            deb_all(made)
        checksums()
    except Failed as fault:
        print(f"packages: {fault}", file=sys.stderr)
        return 1
    for file in sorted(DIST.iterdir()):
        print(f"{file.stat().st_size / 1e6:8.1f} MB  dist/{file.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
