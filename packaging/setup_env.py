"""Make the environment that the make targets use: `.venv` in the checkout, and nothing outside it.

    setup_env.py [--python PYTHON] [--for test|play|x11]

1. Find the newest working CPython 3.11-3.13 that can make an environment (`ensurepip`; Debian keeps it in python3-venv).
2. Say all that the system lacks, in one list with one command, before anything is fetched: root on a Debian gets it by
   apt-get, anybody else types the command. Nothing is ever run through sudo.
3. Make `.venv` and install the package at the versions of constraints.txt: for play what playing needs, for test and x11
   the tools as well. A stamp says what it was made of; while that holds, nothing is done and no network is needed.
4. Ask the loader (`ldd`) whether Qt has all its libraries after all; the list of step 2 may lag behind a new Qt.

Only the standard library, and only what Python 3.11 has. This folder must never become a package: tests run with the
checkout on their path, and there is a library of the same name.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from system_packages import PACKAGE_OF, PROGRAMS_FOR, QT_FILES_FOR, SONAMES_FOR

ROOT = Path(__file__).resolve().parent.parent
VENV = ".venv"
STAMP = "hexbench-stamp.json"
RECIPE = 2
"""Raised when this script installs differently from before: every environment is then made anew."""

OLDEST, NEWEST = (3, 11), (3, 13)
NAMES = ("python3.13", "python3.12", "python3.11", "python3", "python")
NEEDED_MODULES = ("ensurepip", "venv", "ssl", "sqlite3", "ctypes")
KEPT_APART = ("ensurepip",)
"""What Debian's python3 lacks until python3-venv is installed."""

PROBE = f"""
import importlib.util, json, os, sys
base = os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)
lacks = [name for name in {NEEDED_MODULES!r} if importlib.util.find_spec(name) is None]
print(json.dumps([base, list(sys.version_info[:2]), sys.implementation.name, lacks]))
"""


class Stop(Exception):
    """What stands in the way, in sentences for the person at the keyboard."""


@dataclass(frozen=True)
class Interpreter:
    """A Python found on this machine: real path, (major, minor), and the modules it lacks that we need."""

    path: str
    version: tuple[int, int]
    lacks: tuple[str, ...] = ()


def probe(command: str) -> Interpreter | None:
    """Ask a Python what it is; None when it does not run (a pyenv shim without a version), or is not CPython."""
    try:
        done = subprocess.run(
            [command, "-I", "-c", PROBE], capture_output=True, text=True, timeout=30, check=True
        )
        base, version, implementation, lacks = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    if implementation != "cpython":
        return None
    return Interpreter(base, (version[0], version[1]), tuple(lacks))


def find_interpreters(environ: Mapping[str, str]) -> list[Interpreter]:
    """Every Python on the path that runs, each once, in the order of the path."""
    found: dict[str, Interpreter] = {}
    for folder in environ.get("PATH", "").split(os.pathsep):
        for name in NAMES:
            command = Path(folder or ".") / name
            if command.is_file() and os.access(command, os.X_OK):
                python = probe(str(command))
                if python is not None:
                    found.setdefault(python.path, python)
    return list(found.values())


def choose(found: Iterable[Interpreter]) -> Interpreter:
    """Choose the newest Python of 3.11-3.13 that lacks nothing, else one that lacks only what Debian keeps apart.

    Raises Stop, saying what to install, when there is neither.
    """
    fitting = [python for python in found if OLDEST <= python.version <= NEWEST]
    if not fitting:
        raise Stop(
            "Hexbench needs Python 3.11, 3.12 or 3.13, and none was found on the path.\n"
            + how_to_install(["python3", "python3-venv"])
        )
    best = max(fitting, key=lambda python: (not python.lacks, python.lacks == KEPT_APART, python.version))
    if best.lacks and best.lacks != KEPT_APART:
        raise Stop(
            f"{best.path} was built without {', '.join(best.lacks)}. Install a complete Python 3.11-3.13."
        )
    return best


def named(command: str) -> Interpreter:
    """Take the Python somebody asked for by name; raises Stop when it will not do."""
    python = probe(shutil.which(command) or command)
    if python is None:
        raise Stop(f"{command} does not run, or is not CPython.")
    return choose([python])


def venv_package(python: Interpreter) -> str:
    """Name the Debian package that lets this Python make environments."""
    default = Path("/usr/bin/python3")
    if default.exists() and os.path.realpath(default) == python.path:
        return "python3-venv"
    return f"python{python.version[0]}.{python.version[1]}-venv"


# ------------------------------------------------------------------------------------------------- system packages


def how_to_install(packages: Sequence[str]) -> str:
    """One sentence with the exact command."""
    if shutil.which("apt-get"):
        return f"As root: {' '.join(apt_command(packages))}"
    return f"On Debian or Ubuntu these are the packages {' '.join(packages)}; other systems name them much alike."


def apt_command(packages: Sequence[str]) -> list[str]:
    """Say how Debian installs them without a question."""
    return ["apt-get", "install", "-y", "--no-install-recommends", *packages]


def install_packages(packages: Sequence[str]) -> None:
    """Install system packages where this user may; raises Stop with the command where not."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        raise Stop(f"Missing system packages: {' '.join(packages)}.\n{how_to_install(packages)}")
    say(f"Installing system packages: {' '.join(packages)}")
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-qq"], [*apt_command(packages), "-qq"]):
        if subprocess.run(command, env=environ, check=False, stdin=subprocess.DEVNULL).returncode:
            raise Stop(f"`{' '.join(command)}` failed. {how_to_install(packages)}")


def missing_libraries(files: Sequence[Path]) -> list[str]:
    """The sonames that the loader does not find for these files, sorted; nothing where there is no `ldd`."""
    if not files or not shutil.which("ldd"):
        return []
    environ = {**os.environ, "LC_ALL": "C"}
    command = ["ldd", *map(str, files)]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    return not_found(done.stdout)


def not_found(listing: str) -> list[str]:
    """Read the missing sonames out of what `ldd` prints."""
    lines = (line.split() for line in listing.splitlines())
    return sorted({words[0] for words in lines if words[1:] == ["=>", "not", "found"]})


def packages_for(sonames: Iterable[str]) -> list[str]:
    """The Debian packages of these libraries, sorted; raises Stop when one is unknown to us."""
    names = list(sonames)
    strange = [name for name in names if name not in PACKAGE_OF]
    if strange:
        raise Stop(
            f"Qt needs {', '.join(strange)}, which this system lacks. "
            "Install the package that provides it (on Debian `apt-file search NAME` tells which), then try again."
        )
    return sorted({PACKAGE_OF[name] for name in names})


def ensure_libraries(purpose: str, site: Path, environ: Mapping[str, str]) -> None:
    """Bring in what Qt needs of the system for a purpose: test, play or x11.

    A library that was missing hides what it needs itself, so we look until nothing is missing.
    """
    programs = PROGRAMS_FOR.get(purpose, {})
    absent = [package for program, package in programs.items() if not shutil.which(program)]
    if absent:
        install_packages(absent)
    files = [
        file
        for part in ("offscreen", *platforms_for(purpose, environ))
        for pattern in QT_FILES_FOR[part]
        for file in sorted((site / "PySide6").glob(pattern))
    ]
    before: list[str] = []
    while missing := missing_libraries(files):
        if missing == before:
            raise Stop(f"Still missing after installing: {', '.join(missing)}.")
        before = missing
        install_packages(packages_for(missing))


LOAD = """
import ctypes, sys
for name in sys.argv[1:]:
    try:
        ctypes.CDLL(name)
    except OSError:
        print(name)
"""


def lacking(purpose: str, python: Interpreter | None, environ: Mapping[str, str]) -> list[str]:
    """The Debian packages of all that this system lacks for a purpose, sorted, before anything is fetched.

    ``python``: what an environment is about to be made with; None when there is one already.
    """
    packages = [
        package for program, package in PROGRAMS_FOR.get(purpose, {}).items() if not shutil.which(program)
    ]
    if purpose == "play" and without_display(environ) and not shutil.which("xvfb-run"):
        packages += ["xvfb", "xauth"]
    if python and python.lacks == KEPT_APART:
        packages.append(venv_package(python))
    if sys.platform.startswith("linux"):
        wanted = {
            name for part in ("offscreen", *platforms_for(purpose, environ)) for name in SONAMES_FOR[part]
        }
        # In a process of its own: what a graphics driver does when it is loaded is no business of ours.
        done = subprocess.run(
            [sys.executable, "-I", "-c", LOAD, *sorted(wanted)], capture_output=True, text=True, check=False
        )
        packages += packages_for(done.stdout.split())
    return sorted(set(packages))


def platforms_for(purpose: str, environ: Mapping[str, str]) -> tuple[str, ...]:
    """Say which windowing plug-ins of Qt a purpose needs besides the offscreen one."""
    if purpose == "x11":
        return ("xcb",)
    if purpose == "play" and not plugin_without_display(environ):
        # Without a display it will be xvfb-run's, which is X.
        return ("wayland",) if environ.get("WAYLAND_DISPLAY") and not environ.get("DISPLAY") else ("xcb",)
    return ()


def plugin_without_display(environ: Mapping[str, str]) -> bool:
    """Whether somebody chose a Qt platform that needs no display."""
    return environ.get("QT_QPA_PLATFORM", "").split(":")[0] in {
        "offscreen",
        "minimal",
        "vnc",
        "linuxfb",
        "eglfs",
    }


def without_display(environ: Mapping[str, str]) -> bool:
    """Whether a window could not open."""
    displays = environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")
    return sys.platform.startswith("linux") and not displays and not plugin_without_display(environ)


def require_display(environ: Mapping[str, str]) -> None:
    """Raise Stop when a window could not open."""
    if without_display(environ):
        raise Stop("There is no display here. Try `xvfb-run make play`.")


# ----------------------------------------------------------------------------------------------------- environment


def key_of(root: Path, python: Interpreter) -> str:
    """Digest all that decides what `.venv` holds: our recipe, the pins, the dependencies, the Python, the place.

    Of pyproject.toml only what an installation reads: a changed lint rule needs no new environment.
    """
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    parts = {
        "recipe": RECIPE,
        "build": project.get("build-system"),
        "project": project.get("project"),
        "hatch": project.get("tool", {}).get("hatch", {}).get("build"),
        "constraints": (root / "constraints.txt").read_text(encoding="utf-8"),
        "python": [python.path, *python.version],
        "root": str(root),
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def stamped(venv: Path) -> tuple[str, str] | None:
    """Read the key the environment was made with, and the extras it holds; None when it has no stamp of ours."""
    try:
        stamp = json.loads((venv / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    key, extras = (stamp.get("key"), stamp.get("extras")) if isinstance(stamp, dict) else (None, None)
    return (key, extras) if isinstance(key, str) and isinstance(extras, str) else None


def python_of(venv: Path) -> str:
    """Say where an environment keeps its Python."""
    return str(venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def set_up(root: Path, wanted: Interpreter | None, purpose: str, environ: Mapping[str, str]) -> Interpreter:
    """Have the system's packages and an environment for a purpose; returns the Python it stands on. Raises Stop."""
    extras = extras_for(purpose)
    current = current_environment(root, wanted, extras)
    python = current or wanted or choose(find_interpreters(environ))
    missing = lacking(purpose, None if current else python, environ)
    if missing:
        install_packages(missing)
    if purpose == "play":
        require_display(environ)
    if current is None:
        python = named(python.path)  # asked again: it may have got its ensurepip just now
        make_environment(root, python, extras)
    return python


def extras_for(purpose: str) -> str:
    """What is installed beside the program: playing needs none of the tools, which are half of the whole."""
    return "" if purpose == "play" else "dev"


def current_environment(root: Path, wanted: Interpreter | None, extras: str) -> Interpreter | None:
    """The Python of an environment that has all it should; None: one has to be made or brought up to date."""
    venv = root / VENV
    current = probe(python_of(venv)) if venv.is_dir() else None
    if current is None or (wanted is not None and wanted.path != current.path):
        return None
    key = key_of(root, current)
    return current if stamped(venv) in ((key, extras), (key, "dev")) else None


def make_environment(root: Path, python: Interpreter, extras: str) -> None:
    """Bring `.venv` up to date.

    One that holds the tools keeps them. One of the right Python and place that lacks our stamp, or was made of other
    pins, is brought up to date in place. Any other environment is replaced; a folder that is no environment is not ours
    to touch.
    """
    venv = root / VENV
    if (
        venv.is_symlink()
    ):  # `venv --clear` would empty what it leads to, under the feet of whoever works there
        raise Stop(f"{venv} is a link to {venv.readlink()}. Remove the link; Hexbench makes its own there.")
    current = probe(python_of(venv)) if venv.is_dir() else None
    before = stamped(venv)
    if venv.exists() and not (venv / "pyvenv.cfg").is_file() and any(venv.iterdir()):
        raise Stop(f"{venv} is not a Python environment. Move it away; Hexbench makes its own there.")
    if current is None or current.path != python.path or not reusable(venv):
        before = None
        say(f"Making {VENV} with {python.path} (Python {python.version[0]}.{python.version[1]})")
        run([python.path, "-m", "venv", "--clear", str(venv)], "The environment could not be made.")
    else:
        say(f"Bringing {VENV} up to date")
        (venv / STAMP).unlink(missing_ok=True)
    extras = "dev" if before and before[1] == "dev" else extras
    install(root, python_of(venv), extras)
    stamp = {"key": key_of(root, python), "extras": extras}
    (venv / STAMP).write_text(json.dumps(stamp) + "\n", encoding="utf-8")


def reusable(venv: Path) -> bool:
    """Whether the environment was made at this very path (its scripts hold the path) and got as far as having pip."""
    scripts = venv / ("Scripts" if os.name == "nt" else "bin")
    activate = scripts / "activate"
    return (
        any(scripts.glob("pip*"))
        and activate.is_file()
        and str(venv) in activate.read_text(encoding="utf-8", errors="replace")
    )


def install(root: Path, python: str, extras: str) -> None:
    """Install the package, editable, with its extras, at the pinned versions.

    The builder comes first and from the same pins: an isolated build would fetch whatever is newest that day.
    """
    quiet = [] if sys.stdout.isatty() else ["--quiet"]
    pip = [python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input", *quiet]
    pins = ["--constraint", str(root / "constraints.txt")]
    size = (
        "about 103 MB to fetch, 350 on the disk" if not extras else "about 200 MB to fetch, 761 on the disk"
    )
    say(f"Installing what constraints.txt pins (the first time {size})")
    sorry = "The packages could not be installed; the lines above say which. Is there a network?"
    run([*pip, *pins, "hatchling"], sorry)
    what = f"{root}[{extras}]" if extras else str(root)
    run([*pip, *pins, "--no-build-isolation", "--editable", what], sorry)
    # Python 3.11 puts setuptools into every environment: 10 MB that nothing here asks for.
    run([python, "-m", "pip", "uninstall", "--quiet", "--yes", "setuptools"], sorry)


def run(command: Sequence[str], sorry: str) -> None:
    """Run a program and let it speak; raises Stop with the sentence when it fails."""
    if subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode:
        raise Stop(sorry)


def site_packages(root: Path, python: Interpreter) -> Path:
    """Say where the environment keeps its libraries."""
    major, minor = python.version
    return root / VENV / "lib" / f"python{major}.{minor}" / "site-packages"


def say(line: str) -> None:
    """Tell the person what is going on, at once."""
    print(f"setup: {line}", flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Set up; 0 when all is there, 1 after saying what stands in the way."""
    parser = argparse.ArgumentParser(description="Make .venv and look that Qt has what it needs.")
    parser.add_argument("--python", help="use this Python instead of the newest that is found")
    parser.add_argument("--for", dest="purpose", choices=("test", "play", "x11"), default="test")
    wish = parser.parse_args(argv)
    try:
        python = set_up(ROOT, named(wish.python) if wish.python else None, wish.purpose, os.environ)
        ensure_libraries(wish.purpose, site_packages(ROOT, python), os.environ)
    except Stop as stop:
        print(f"setup: {stop}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
