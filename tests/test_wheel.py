"""The wheel: it carries all that a player needs, plays with nothing of the checkout in reach, and two builds are equal."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import command_pages
from hexbench import __version__
from hexbench.bootstrap import GAMES
from hexbench.cli import make_parser
from tests.once import made_once

ROOT = Path(__file__).parents[1]


def build(into: Path) -> Path:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    environ = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}
    # A copy of what is kept: the build leaves files in its tree, and two workers may build at once.
    tree = into / "tree"
    kept = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.split(b"\0")
    for name in filter(None, map(os.fsdecode, kept)):
        if not name.startswith("tests/") and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tree / name)
    subprocess.run([*command, "--wheel-dir", str(into), str(tree)], env=environ, check=True, timeout=300)
    (wheel,) = into.glob("*.whl")
    return wheel


def built_once(factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree, built once in this run of the tests."""
    (wheel,) = made_once(factory, "wheel", build).glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_once(tmp_path_factory)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that has the wheel, and sees this one's libraries but not its checkout."""
    home = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home / "env")], check=True)
    target = home / "site"
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--no-index",
            "--no-compile",  # what is run compiles itself, a third of the whole
            "--target",
            str(target),
            str(wheel),
        ],
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        check=True,
    )
    (target / "resources" / "games").mkdir(parents=True)  # a stranger's, which must not be taken
    return home


def run(
    installed: Path, *words: str, code: str = "", beside: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    libraries = Path(next(p for p in sys.path if p.endswith("site-packages")))
    python = installed / "env" / "bin" / "python"
    # `site-packages` as a plain folder: its .pth files, which lead to the checkout, are not read.
    environ = {
        **{k: v for k, v in os.environ.items() if not k.startswith(("HEXBENCH_", "PYTHON"))},
        "PYTHONPATH": os.pathsep.join(str(p) for p in (installed / "site", beside, libraries) if p),
        "HEXBENCH_HOME": str(installed / "home"),
        "QT_QPA_PLATFORM": "offscreen",
        **more,
    }
    given = ["-c", code] if code else ["-m", "hexbench", *words]
    return subprocess.run(
        [str(python), *given], cwd="/", env=environ, capture_output=True, text=True, timeout=120, check=False
    )


def test_it_is_the_installed_one_that_runs(installed: Path) -> None:
    done = run(installed, code="import hexbench; print(hexbench.__file__)")
    assert done.stdout.startswith(str(installed / "site"))
    assert run(installed, "--version").stdout.startswith(f"Hexbench {__version__}\n")


def test_a_game_is_played_to_its_end_from_the_root_folder(installed: Path) -> None:
    done = run(installed, "play-out", "trumpets/losheim")
    assert done.returncode == 0, done.stderr
    assert "1 games, 1 ended" in done.stdout


def test_all_its_data_are_sound(installed: Path) -> None:
    done = run(installed, "check")
    assert done.returncode == 0, done.stdout + done.stderr


def test_paper_is_made_of_it(installed: Path, tmp_path: Path) -> None:
    out = tmp_path / "map.png"
    done = run(installed, "export", "trumpets/losheim", str(out), "--side", "umpire", "--scale", "25")
    assert done.returncode == 0, done.stderr
    assert out.read_bytes().startswith(b"\x89PNG")


def test_the_window_opens_with_its_icon_and_speaks_german(installed: Path) -> None:
    code = (
        "from hexbench import bootstrap\n"
        "from hexbench.ui.look.language import speak\n"
        "from hexbench.ui.shell.app import make_app, make_window\n"
        "app = make_app(); speak(bootstrap.catalogue().places.resources, 'de')\n"
        "window = make_window(bootstrap.catalogue()); window.lay_table(); window.show(); app.processEvents()\n"
        "print(window.isVisible(), [a.text() for a in window.menuBar().actions()])\n"
    )
    done = run(installed, code=code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("True")


def test_its_games_come_in_the_order_of_the_checkout_and_the_first_start_begins_with_the_first(
    installed: Path, tmp_path: Path
) -> None:
    code = (
        "from hexbench import bootstrap\n"
        "from hexbench.ui.shell.app import make_app, make_window\n"
        "app = make_app(); window = make_window(bootstrap.catalogue()); window.show(); app.processEvents()\n"
        "window.open_first(); app.processEvents()\n"
        "print(*bootstrap.catalogue().games); print(*window.start.gallery.cards)\n"
        "print(window.pages.currentWidget() is window.start, window.focusWidget().objectName())\n"
        "window.focusWidget().click(); app.processEvents()\n"
        "print(window.windowTitle()); window.close(); app.processEvents()\n"
    )
    done = run(installed, code=code, HEXBENCH_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    keys, cards, page, title = done.stdout.splitlines()
    assert keys.split() == [game.key for game in GAMES]
    assert cards == keys
    assert page == f"True card.begin.{GAMES[0].key}"
    assert title.startswith("Example of combat")


def test_it_carries_the_text_of_every_licence(installed: Path) -> None:
    code = (
        "from hexbench import bootstrap\nfrom hexbench.session.about import licences\n"
        "for part in licences(bootstrap.catalogue().places.resources): print(part.name, len(part.text) > 1000)\n"
    )
    done = run(installed, code=code)
    assert done.stdout.splitlines()[:2] == ["Hexbench True", "Qt, Qt for Python (PySide6, Shiboken6) True"]
    assert not [line for line in done.stdout.splitlines() if line.endswith("False")]


def test_what_a_desktop_asks_for_is_there(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        shared = f"hexbench-{__version__}.data/data/share/"
        for file in (
            "applications/hexbench.desktop",
            "mime/packages/hexbench.xml",
            "icons/hicolor/scalable/apps/hexbench.svg",
            "man/man6/hexbench.6",
            "bash-completion/completions/hexbench",
            "metainfo/org.hexbench.Hexbench.metainfo.xml",
        ):
            assert shared + file in names
        assert "hexbench/data/resources/translations/hexbench_de.qm" in names
        assert not [name for name in names if name.endswith(".ts")]
        page = archive.read(shared + "man/man6/hexbench.6").decode()
        kinds = archive.read(shared + "mime/packages/hexbench.xml").decode()
    assert kinds.count('<icon name="hexbench"/>') == kinds.count("<mime-type ") == 4
    for command in ("play", "engine", "play-out", "verify-dice", "mail", "export"):
        assert f".SS {command}\n" in page


def test_every_page_that_it_carries_or_that_help_names_has_what_it_leads_to(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        data = {
            Path("/", name.partition("hexbench/data/")[2]): name
            for name in archive.namelist()
            if name.startswith("hexbench/data/docs/")
        }
        texts = {page: archive.read(name).decode() for page, name in data.items() if page.suffix == ".md"}
        man = next(name for name in archive.namelist() if name.endswith("hexbench.6"))
        named = re.findall(r"docs/[a-z-]+\.md", archive.read(man).decode().replace(r"\-", "-"))
    links = [
        (page, Path(os.path.normpath(page.parent / link)))
        for page, text in texts.items()
        for link in re.findall(r"\]\(([^):#]+)(?:#[^)]*)?\)", text)
    ]
    assert len(links) > 50
    assert [(page, link) for page, link in links if link not in data] == []
    assert "docs/study.md" in named
    assert {Path("/", page) for page in named} - set(data) <= {Path("/docs/maps.md")}  # which it prints


def test_two_builds_are_equal_to_the_byte(wheel: Path, tmp_path: Path) -> None:
    assert build(tmp_path).read_bytes() == wheel.read_bytes()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (("export", "--s"), {"--side", "--sheet", "--scale"}),
        (("--language", "de", "play-"), {"play-out"}),
        (("play-out", "--games", "3", "--op"), {"--opponents"}),
        (("study", "odds", "--wo"), {"--worlds"}),
        (("--language", "de", "mail", "in"), {"invite"}),
        (("export", "study", "--pa"), {"--paper"}),
        (("", "study", "odd"), {"odds"}),
    ],
)
def test_the_completion_knows_every_command_and_option(
    typed: tuple[str, ...], offered: set[str], tmp_path: Path
) -> None:
    script = command_pages.bash(make_parser())
    done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    words = " ".join(map(shlex.quote, ("hexbench", *typed)))
    asked = f"{script}\nCOMP_WORDS=({words}); COMP_CWORD={len(typed)}; _hexbench; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    found = subprocess.run(["bash", "-c", asked], text=True, capture_output=True, check=True, cwd=tmp_path)
    assert set(found.stdout.split()) == offered


def test_the_man_page_names_every_option_with_its_value() -> None:
    page = command_pages.man(make_parser(), __version__).replace(r"\-", "-")
    for line in (
        ".B --games GAMES",
        ".B --side SIDE",
        ".B --worlds WORLDS",
        ".B --paper A4|A3|Letter|map",
        ".B --json",
        ".B FILE or GAME/SCENARIO",
    ):
        assert f"\n{line}\n" in page
    for said in re.findall(r"\n\.B --\S+.*\n(.*)\n", page):
        assert said.endswith("."), said
    assert "%(" not in page


# ---- a game of another package
@pytest.fixture(scope="module")
def foreign_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Crossroads as a package of its own, made as docs/publish-a-game.md says, and installed in a folder of its own."""
    home = tmp_path_factory.mktemp("crossroads")
    source = home / "source" / "crossroads"
    shutil.copytree(
        ROOT / "tests" / "toys" / "crossroads", source, ignore=shutil.ignore_patterns("__pycache__")
    )
    for file in source.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("tests.toys.crossroads", "crossroads"), encoding="utf-8")
        assert "tests" not in text.replace("tests.toys.crossroads", "crossroads")
    page = (ROOT / "docs" / "publish-a-game.md").read_text(encoding="utf-8")
    project = page.split("```toml\n", 1)[1].split("```", 1)[0]
    (source.parent / "pyproject.toml").write_text(project, encoding="utf-8")
    environ = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}
    pip = [sys.executable, "-m", "pip"]
    build_it = [*pip, "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(home)]
    subprocess.run([*build_it, str(source.parent)], env=environ, check=True, timeout=300)
    (made,) = home.glob("*.whl")
    install = [*pip, "install", "--quiet", "--no-deps", "--no-index", "--target", str(home / "site")]
    subprocess.run([*install, str(made)], env=environ, check=True, timeout=300)
    return home / "site"


IN_THE_WINDOW = """
from pathlib import Path
import os, sys
from hexbench import bootstrap
from hexbench.engine.values import Action
from hexbench.session.editor.starting import open_scenario
from hexbench.ui.shell.app import make_app, make_window
from hexbench.ui.shell.editing import Editing
from hexbench.ui.shell.help import about_text

app = make_app()
catalogue = bootstrap.catalogue()
print("sources", catalogue.sources["crossroads"])
print("about", "hexbench-crossroads 1.0, MIT" in about_text(catalogue), "with your rights" in about_text(catalogue))
window = make_window(catalogue)
window.lay_table(); window.show(); app.processEvents()
window.begin("crossroads", "village", {}, False); app.processEvents()
session = window.bridge.session
print("window", window.isVisible(), session.game.title, len(window.table.view.map.atlas.index) > 50)
session.do(Action("end")); app.processEvents()
print("phase", session.decider, session.seat("german").prompt.step)

editor = window.findChild(Editing).edit_file(catalogue.scenario_path("crossroads", "village"))
for _ in range(20):
    app.processEvents()
draft = editor.draft
print("counters", len(editor.desk.counters), draft.fault, draft.problems)
draft.move({"G1": "0902"})
new = draft.add("american", "0406")
draft.set_header("name", "mine")
draft.set_header("title", "Mine")
print("edited", editor.save_to(catalogue.places.data / "scenarios" / "crossroads" / "mine.json"))
editor.close(); app.processEvents()
loaded = catalogue.load_scenario("crossroads", "mine")
units = loaded.begin(1).state.units
print("kept", units["G1"].at, units[new].side, units[new].at)
print("opponent", loaded.rules.without["opponent"])
window.close(); app.processEvents()
"""


def test_a_game_of_another_package_is_played_edited_exported_and_left_out(
    installed: Path, foreign_game: Path, tmp_path: Path
) -> None:
    def go(*words: str, code: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        return run(installed, *words, code=code, beside=foreign_game, **more)

    def in_turn(*commands: list[str]) -> str:
        """What commands say one after another in a process that is started once for all of them."""
        code = f"from hexbench.cli import main\nprint(*[main(words) for words in {commands!r}])"
        done = go(code=code)
        assert done.returncode == 0, done.stderr
        said, codes, _ = done.stdout.rpartition("0 " * (len(commands) - 1) + "0\n")
        assert codes, done.stdout + done.stderr
        return said

    said = in_turn(
        *(
            ["play-out", "crossroads/village", "--opponents", players, "--check"]
            for players in ("random", "default")  # it says that nobody thinks for a side of it
        )
    )
    assert said.count("1 games, 1 ended") == 2
    assert said.count("0 breaches") == 2
    heads = {"map.png": b"\x89PNG", "study.pdf": b"%PDF", "game.vmod": b"PK\x03\x04"}
    in_turn(
        *(
            ["export", "crossroads/village", str(tmp_path / name), "--side", "umpire"]
            + (["--sheet", "study"] if name == "study.pdf" else [])
            for name in heads
        )
    )
    for name, head in heads.items():
        assert (tmp_path / name).read_bytes().startswith(head)
    done = go(code=IN_THE_WINDOW)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "sources Source(package='hexbench-crossroads', version='1.0', licence='MIT')",
        "about True True",
        "window True Crossroads True",
        "phase american movement",
        "counters 8 None ()",
        "edited True",
        "kept 0902 american 0406",
        "opponent A small game has none of it.",
    ]
    done = go("play-out", "crossroads/village", HEXBENCH_NO_ADDONS="1")
    assert done.returncode == 1
    assert 'there is no game "crossroads"' in done.stderr.casefold()
    settings = installed / "home" / "settings.json"
    settings.write_text('{"start.addons": false}', encoding="utf-8")
    try:
        assert go("play-out", "crossroads/village").returncode == 1
    finally:
        settings.unlink()
