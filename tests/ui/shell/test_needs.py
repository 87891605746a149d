"""Started where no window can be opened, the program says so in a sentence, and how to mend it; Qt would end it with its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hexbench.ui.shell.needs import PACKAGE_OF, SONAMES_FOR, refusal


def started(home: Path, **given: str) -> subprocess.CompletedProcess[str]:
    """The desktop, asked for as a user does."""
    environ = {
        k: v for k, v in os.environ.items() if k not in {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    }
    return subprocess.run(
        [sys.executable, "-m", "hexbench"],
        env={**environ, "HEXBENCH_HOME": str(home), **given},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_without_a_display_it_says_so_and_ends(tmp_path: Path) -> None:
    done = started(tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("hexbench: There is no display here")
    assert len(done.stderr.splitlines()) == 1


def test_with_a_display_that_does_not_answer_it_says_which(tmp_path: Path) -> None:
    done = started(tmp_path, DISPLAY=":7431")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "hexbench: " in done.stderr
    assert "The display :7431 (DISPLAY) does not answer" in done.stderr or "cannot be loaded" in done.stderr


@pytest.mark.parametrize("soname", ["libGL.so.1", "libxcb-cursor.so.0"])
def test_a_library_that_is_missing_is_named_with_its_package(soname: str) -> None:
    def load(file: str) -> object:
        if "libqxcb" in file or ("libQt6Gui" in file and soname == "libGL.so.1"):
            raise OSError(f"{soname}: cannot open shared object file: No such file or directory")
        return object()

    said = refusal({"DISPLAY": ":0"}, load)
    assert f"this system lacks {soname}." in said
    assert PACKAGE_OF[soname] in said


def test_all_that_is_missing_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare system lacks twenty: whoever installs them one by one meets twenty refusals."""
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    there = {"libz.so.1", "libgcc_s.so.1"}

    def load(file: str) -> object:
        if file in there:
            return object()
        name = "libGL.so.1" if "/" in file else file
        raise OSError(f"{name}: cannot open shared object file: No such file or directory")

    for environ, part in (
        ({"DISPLAY": ":0"}, "xcb"),
        ({}, "xcb"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "wayland"),
        ({"QT_QPA_PLATFORM": "offscreen"}, "offscreen"),
    ):
        said = refusal(environ, load)
        packages = {PACKAGE_OF[name] for name in SONAMES_FOR[part] if name not in there}
        assert said.endswith(
            f"As root: apt-get install -y --no-install-recommends {' '.join(sorted(packages))}"
        )
        assert said.count("libGL.so.1") == 1


def test_a_library_nobody_knows_is_named_all_the_same() -> None:
    def load(file: str) -> object:
        if "/" not in file:
            return object()
        raise OSError("libodd.so.3: cannot open shared object file: No such file or directory")

    assert "lacks libodd.so.3. Install the package that provides it." in refusal({"DISPLAY": ":0"}, load)


def test_where_no_display_is_needed_none_is_asked_for() -> None:
    assert refusal({"QT_QPA_PLATFORM": "offscreen"}) == ""
