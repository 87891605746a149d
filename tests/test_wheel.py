"""The wheel: it carries all that a player needs, plays with nothing of the checkout in reach, and two builds are equal."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import command_pages
from hexbench import __version__
from hexbench.cli import make_parser

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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


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
            "--target",
            str(target),
            str(wheel),
        ],
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        check=True,
    )
    (target / "resources" / "games").mkdir(parents=True)  # a stranger's, which must not be taken
    return home


def run(installed: Path, *words: str, code: str = "") -> subprocess.CompletedProcess[str]:
    libraries = Path(next(p for p in sys.path if p.endswith("site-packages")))
    python = installed / "env" / "bin" / "python"
    # `site-packages` as a plain folder: its .pth files, which lead to the checkout, are not read.
    environ = {
        **{k: v for k, v in os.environ.items() if not k.startswith(("HEXBENCH_", "PYTHON"))},
        "PYTHONPATH": f"{installed / 'site'}{os.pathsep}{libraries}",
        "HEXBENCH_HOME": str(installed / "home"),
        "QT_QPA_PLATFORM": "offscreen",
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
        "from hexbench.ui.look.tongues import speak\n"
        "from hexbench.ui.shell.app import make_app, make_window\n"
        "app = make_app(); speak(bootstrap.catalogue().places.resources, 'de')\n"
        "window = make_window(bootstrap.catalogue()); window.lay_table(); window.show(); app.processEvents()\n"
        "print(window.isVisible(), [a.text() for a in window.menuBar().actions()])\n"
    )
    done = run(installed, code=code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("True")


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
    for command in ("play", "engine", "play-out", "verify-dice", "mail", "export"):
        assert f".SS {command}\n" in page


def test_two_builds_are_equal_to_the_byte(wheel: Path, tmp_path: Path) -> None:
    assert build(tmp_path).read_bytes() == wheel.read_bytes()


def test_the_completion_knows_every_command_and_option() -> None:
    script = command_pages.bash(make_parser())
    done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    asked = f"{script}\nCOMP_WORDS=(hexbench export --s); COMP_CWORD=2; _hexbench; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    found = subprocess.run(["bash", "-c", asked], text=True, capture_output=True, check=True).stdout.split()
    assert {"--side", "--sheet", "--scale"} <= set(found)
