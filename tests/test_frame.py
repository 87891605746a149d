"""The frame of the house: who may import what, what may stand in the files, and that the checks would notice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import housekeeping
from tests.housekeeping import APP, CHECKS, ROOT

HEAVY = ("networkx", "numpy", "scipy", "shapely")


def modules(*without: str) -> list[str]:
    """Every module of the package by its dotted name, but for the named rooms."""
    names = []
    for file in sorted(APP.rglob("*.py")):
        parts = file.relative_to(APP).with_suffix("").parts
        if parts[0] not in without:
            names.append(".".join(["hexbench", *(part for part in parts if part != "__init__")]))
    return names


def run_python(code: str, *arguments: str) -> None:
    """Run code in a process of its own, in the checkout; what it complains of is the failure."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr


# ------------------------------------------------------------------------------------------------------- the files


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_files_are_clean(name: str) -> None:
    assert CHECKS[name](housekeeping.project_files()) == []


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty checkout to plant faults in."""
    monkeypatch.setattr(housekeeping, "ROOT", tmp_path)
    return tmp_path


def plant(root: Path, path: str, text: str) -> list[Path]:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return [file]


@pytest.mark.parametrize(
    ("check", "path", "text"),
    [
        ("machine_paths", "docs/notes.md", "see /{}/main/x".format("work")),
        ("machine_paths", "Makefile", "cp x /{}/y".format("tmp")),
        ("machine_paths", "README.md", "kept in '/{}/somebody/games'".format("home")),
        ("machine_paths", "README.md", "kept in {}:\\Users\\somebody".format("C")),
        ("registry_hosts", "constraints.txt", "--index-url https://{}.org/simple".format("pypi")),
        ("forbidden_words", "docs/a.md", "written by an {}".format("L" + "LM")),
        ("unfinished_places", "app/hexbench/a.py", "# {}: the rest".format("TODO")),
        ("unfinished_places", "app/hexbench/a.py", "raise {}".format("NotImplemented" + "Error")),
        ("empty_tests", "tests/test_a.py", "    assert {}".format("True")),
        ("long_files", "app/hexbench/a.py", "\n" * 701),
        ("names_of_games", "app/hexbench/ui/a.py", "if key == 'iron_tide': ..."),
        ("names_of_games", "app/hexbench/engine/a.py", '"""As in a time for Trumpets."""'),
        ("names_of_games", "app/hexbench/games/tigers/a.py", "like blitzkrieg"),
        ("impure_core", "app/hexbench/engine/a.py", "def f():\n    from random import choice"),
        ("impure_core", "app/hexbench/games/x/a.py", "import os.path"),
        ("impure_core", "app/hexbench/atlas/a.py", "text = open('x')"),
        ("broken_links", "docs/a.md", "see [the other](b.md) and [this](a.md#here)"),
    ],
)
def test_a_planted_fault_is_found(planted: Path, check: str, path: str, text: str) -> None:
    found = CHECKS[check](plant(planted, path, text))
    assert len(found) == 1
    assert found[0].startswith(f"{path}:")


@pytest.mark.parametrize(
    ("check", "path", "text"),
    [
        ("machine_paths", "app/a.py", "ratio = work/tmp/root  # and https://example.org/work/x"),
        ("unfinished_places", "app/hexbench/ui/a.py", 'corps = "XXX"'),
        ("long_files", "app/hexbench/a.py", "\n" * 700),
        ("names_of_games", "app/hexbench/games/tigers/a.py", "tigers = 'Tigers in the Ardennes'"),
        ("names_of_games", "resources/maps/a.toml", "games = ['iron_tide']"),
        ("impure_core", "app/hexbench/store/a.py", "import os, sqlite3"),
        (
            "broken_links",
            "docs/a.md",
            "[self](a.md), [up](../docs/a.md), [out](https://example.org), [here](#x)",
        ),
        ("impure_core", "app/hexbench/engine/a.py", "from hexbench.engine.random import x"),
    ],
)
def test_what_is_right_is_left_alone(planted: Path, check: str, path: str, text: str) -> None:
    assert CHECKS[check](plant(planted, path, text)) == []


def test_every_file_is_seen_without_git(planted: Path) -> None:
    kept = plant(planted, "app/a.py", "") + plant(planted, ".ci/run", "")
    plant(planted, ".venv/lib/b.py", "")
    plant(planted, "app/__pycache__/a.pyc", "")
    assert housekeeping.project_files() == sorted(kept)


# ----------------------------------------------------------------------------------------------------- the imports


def test_everything_but_the_desktop_imports_without_qt() -> None:
    """The rules, the command line and what chooses between shells run where no Qt is installed."""
    code = "import sys, importlib; from tests.blocker import block; block(); [*map(importlib.import_module, sys.argv[1:])]"
    run_python(code, *modules("ui"))


def test_nothing_heavy_is_imported_by_importing_a_room() -> None:
    """Heavy libraries come when they are used: a window or a command must not wait for them."""
    heavy = (*HEAVY, "PySide6", "shiboken6")
    # what reckons with arrays in the planner is imported with the first player of a level
    run_python(LIGHT.format(heavy=heavy), *modules("ui", "mapmaker", "staff", "env"))


@pytest.mark.gui
def test_the_desktop_imports_nothing_heavy_either() -> None:
    run_python(LIGHT.format(heavy=HEAVY), "hexbench", *(name for name in modules() if ".ui" in name))


LIGHT = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
    early = [heavy for heavy in {heavy!r} if heavy in sys.modules]
    assert not early, f"importing {{name}} imports {{early}}"
"""


ROOMS = (
    *(
        "hexes",
        "atlas",
        "mapmaker",
        "engine",
        "games.red",
        "games.blue",
        "store",
        "study",
        "session",
        "exchange",
    ),
    *(
        "ui.look",
        "ui.widgets",
        "ui.bridge",
        "ui.canvas",
        "ui.tools",
        "ui.docks",
        "ui.shell",
        "bootstrap",
        "cli",
    ),
)
"""A house in small, with two games."""

ALLOWED = {
    "bootstrap": "hexbench.ui.shell, hexbench.games.red, hexbench.cli, PySide6.QtCore",
    "cli": "hexbench.bootstrap",
    "ui.shell": "hexbench.ui.docks, hexbench.session, PySide6.QtWidgets",
    "ui.docks": "hexbench.ui.tools, hexbench.ui.canvas",
    "ui.tools": "hexbench.ui.docks, shiboken6",
    "ui.bridge": "hexbench.ui.widgets, hexbench.ui.look",
    "session": "hexbench.study, hexbench.store, hexbench.engine",
    "study": "hexbench.engine, hexbench.hexes",
    "games.red": "hexbench.engine, hexbench.atlas",
    "atlas": "networkx, hexbench.hexes",
    "mapmaker": "shapely, networkx, hexbench.atlas",
}
"""Room -> what it may import."""

FORBIDDEN = {
    "storeys": {
        "hexes": "hexbench.atlas",
        "engine": "hexbench.store",
        "session": "hexbench.exchange",
        "games.red": "hexbench.study",
        "store": "hexbench.mapmaker",
        "study": "hexbench.cli",
        "attic": "hexbench.hexes",  # a room nobody planned
    },
    "desktop": {
        "ui.look": "hexbench.ui.canvas",
        "ui.canvas": "hexbench.ui.tools",
        "ui.docks": "hexbench.ui.shell",
    },
    "qt": {"session": "PySide6.QtCore", "games.blue": "shiboken6"},
    "shapely": {"atlas": "shapely.geometry"},
    "networkx": {"engine": "networkx"},
    "mapmaker": {"mapmaker": "hexbench.engine"},
    "games": {"games.red": "hexbench.games.blue"},
}
"""Contract of pyproject.toml -> room -> an import that breaks it."""


def lint_imports(root: Path, imports: dict[str, str], *contracts: str) -> subprocess.CompletedProcess[str]:
    """Build the small house with these imports and ask the project's own contracts about it."""
    for room in {*ROOMS, *imports}:
        folder = root.joinpath("hexbench", *room.split("."))
        folder.mkdir(parents=True, exist_ok=True)
        for package in (folder, folder.parent):
            (package / "__init__.py").touch()
        (folder / "__init__.py").write_text(f"import {imports[room]}\n" if room in imports else "")
    (root / "hexbench" / "__init__.py").touch()
    command = [
        sys.executable,
        "-c",
        "import sys; from importlinter.cli import lint_imports_command as c; c()",
    ]
    chosen = [word for contract in contracts for word in ("--contract", contract)]
    return subprocess.run(
        [*command, "--no-cache", "--config", str(ROOT / "pyproject.toml"), *chosen],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_the_contracts_let_the_house_stand(tmp_path: Path) -> None:
    done = lint_imports(tmp_path, ALLOWED)
    assert "0 broken" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize("contract", FORBIDDEN)
def test_a_contract_breaks(tmp_path: Path, contract: str) -> None:
    """At each of the imports that it forbids, all of them in one house: to ask about a house takes a program's start."""
    faults = FORBIDDEN[contract]
    done = lint_imports(tmp_path, faults, contract)
    assert "0 kept, 1 broken" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 1
    told = {line.strip("- ").removesuffix(" (l.1)") for line in done.stdout.splitlines() if line[:1] == "-"}
    for room, imported in faults.items():
        library = imported if imported.startswith("hexbench.") else imported.partition(".")[0]
        wanted = {
            f"hexbench.{room} -> {library}",
            f"hexbench.{room}",
        }  # the second where the room itself is one too many
        assert wanted & told, (room, done.stdout)


def test_the_blocker_blocks() -> None:
    code = """
import sys
from tests.blocker import block
block()
try:
    import PySide6.QtCore
except ModuleNotFoundError as error:
    sys.exit(0 if error.name == "PySide6" else 1)
sys.exit(1)
"""
    run_python(code)


def test_setting_up_is_no_package() -> None:
    """`packaging` is also the name of a library: a package of ours on the path would hide it."""
    assert not (ROOT / "packaging" / "__init__.py").exists()
