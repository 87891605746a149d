"""The figures that README.md and `make` give, measured: what is fetched, what lies on the disk, how large each package is.

    sizes.py [--write]      says them all and which are told otherwise; --write brings the files up to date

It installs twice what `make play` and `make test` install, each into an environment that is thrown away, and looks at what
`make packages` left in `dist/`; what is not there is left as it stands. A figure may be off by a twentieth before it is wrong.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import setup_env
from packages import DIST

ROOT = Path(__file__).resolve().parent.parent
MEGA = 1e6
LEEWAY = 0.05


class Figure(NamedTuple):
    """A number in a file. ``pattern``: what stands around it; its one group is the number, in megabytes."""

    file: str
    pattern: str
    of: str


FIGURES = (
    Figure("README.md", r"It then downloads about (\d+) MB", "play, fetched"),
    Figure("README.md", r"\((\d+) MB on disk;", "play, on the disk"),
    Figure("README.md", r"on disk; (\d+) MB with the tools that `make test` adds", "test, on the disk"),
    Figure("README.md", r"\| `hexbench-\*\.whl` \| (\d+) MB", "wheel"),
    Figure("README.md", r"\| `hexbench_\*_amd64\.deb` \| (\d+) MB", "deb"),
    Figure("README.md", r"\| `hexbench_\*_all\.deb` \| (\d+) MB", "deb-all"),
    Figure("README.md", r"\| `hexbench-\*-linux-x86_64\.tar\.xz` \| (\d+) MB", "folder, packed"),
    Figure("README.md", r"start `hexbench` \((\d+) MB\)", "folder"),
    Figure("packaging/setup_env.py", r'"about (\d+) MB to fetch, \d+ on the disk" if not', "play, fetched"),
    Figure(
        "packaging/setup_env.py", r'"about \d+ MB to fetch, (\d+) on the disk" if not', "play, on the disk"
    ),
    Figure("packaging/setup_env.py", r'else "about (\d+) MB to fetch', "test, fetched"),
    Figure("packaging/setup_env.py", r'else "about \d+ MB to fetch, (\d+) on the disk"', "test, on the disk"),
)


def packages() -> Iterator[tuple[str, int]]:
    """(name, megabytes) of each package in ``dist/``, and of the folder unpacked."""
    for name, pattern in (
        ("wheel", "*.whl"),
        ("deb", "hexbench_*_amd64.deb"),
        ("deb-all", "hexbench_*_all.deb"),
        ("folder, packed", "hexbench-*-linux-x86_64.tar.xz"),
    ):
        for file in DIST.glob(pattern):
            yield name, _mega(file.stat().st_size)
            if name == "folder, packed":
                with tarfile.open(file) as archive:
                    yield "folder", _mega(sum(row.size for row in archive if row.isreg()))


def environments() -> Iterator[tuple[str, int]]:
    """(name, megabytes) of what `make play` and `make test` fetch and leave on the disk. Raises Stop without a network."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for name, extras in (("play", ""), ("test", "dev")):
        with tempfile.TemporaryDirectory() as folder:
            venv, wheels = Path(folder) / "env", Path(folder) / "wheels"
            setup_env.run([sys.executable, "-m", "venv", str(venv)], "The environment could not be made.")
            python = setup_env.python_of(venv)
            setup_env.install(ROOT, python, extras)
            yield f"{name}, on the disk", on_the_disk(venv)
            wanted = [*project["dependencies"], *(project["optional-dependencies"][extras] if extras else ())]
            pins = ["--constraint", str(ROOT / "constraints.txt"), "--dest", str(wheels)]
            setup_env.run(
                [python, "-m", "pip", "download", "--quiet", *pins, "hatchling", *wanted], "No network?"
            )
            yield f"{name}, fetched", _mega(sum(file.stat().st_size for file in wheels.iterdir()))


def on_the_disk(folder: Path) -> int:
    """Megabytes as `du -sm` counts them, in whole blocks of the disk; a file of two names counts once."""
    done = subprocess.run(["du", "-sm", folder], capture_output=True, text=True, check=True)
    return int(done.stdout.split()[0])


def _mega(size: int) -> int:
    return round(size / MEGA)


def told(figure: Figure) -> int:
    """What a file says. Raises ValueError where it does not say it once."""
    found = re.findall(figure.pattern, (ROOT / figure.file).read_text(encoding="utf-8"))
    if len(found) != 1:
        raise ValueError(f"{figure.file} tells {figure.of!r} {len(found)} times, and not once.")
    return int(found[0])


def tell(figure: Figure, number: int) -> None:
    """Have a file say what was measured."""
    file = ROOT / figure.file
    text = file.read_text(encoding="utf-8")
    found = re.search(figure.pattern, text)
    assert found, figure.pattern
    file.write_text(f"{text[: found.start(1)]}{number}{text[found.end(1) :]}", encoding="utf-8")


def wrong(measured: Mapping[str, int]) -> Iterator[tuple[Figure, int, int]]:
    """(figure, what is told, what was measured) of each that is off by more than a twentieth."""
    for figure in FIGURES:
        number, said = measured.get(figure.of), told(figure)
        if number is not None and abs(number - said) > max(1, LEEWAY * number):
            yield figure, said, number


def main() -> int:
    """Measure; 1 where something is told otherwise and was not put right."""
    parser = argparse.ArgumentParser(description="Measure the sizes that README.md tells.")
    parser.add_argument("--write", action="store_true", help="bring the files up to date")
    write = parser.parse_args().write
    try:
        measured = dict([*packages(), *environments()])
    except setup_env.Stop as stop:
        print(f"sizes: {stop}", file=sys.stderr)
        return 1
    for name, number in sorted(measured.items()):
        print(f"{number:6} MB  {name}")
    off = list(wrong(measured))
    for figure, said, number in off:
        print(f"{figure.file}: {figure.of}: told {said} MB, measured {number}")
        if write:
            tell(figure, number)
    return int(bool(off) and not write)


if __name__ == "__main__":
    sys.exit(main())
