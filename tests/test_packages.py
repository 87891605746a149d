"""Packages: what goes into them, without the minutes that building all of them takes (`make packages` does that)."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import pytest

import packages
from tests.test_wheel import build

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("packages"))


@pytest.fixture
def dist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(packages, "DIST", tmp_path / "dist")
    monkeypatch.setattr(packages, "BUILD", tmp_path / "build")
    return tmp_path / "dist"


def test_the_small_package_holds_the_modules_and_asks_for_debians_pyside(made: Path, dist: Path) -> None:
    package = packages.deb_all(made)
    fields = subprocess.run(
        ["dpkg-deb", "--field", str(package)], capture_output=True, text=True, check=True
    ).stdout
    assert f"Version: {packages.version()}" in fields
    assert "Architecture: all" in fields
    for name in ("python3-pyside6.qtwidgets", "python3-msgspec", "python3-platformdirs", "python3-numpy"):
        assert name in fields
    files = subprocess.run(
        ["dpkg-deb", "--contents", str(package)], capture_output=True, text=True, check=True
    ).stdout
    for place in (
        "./usr/games/hexbench",
        "./usr/lib/python3/dist-packages/hexbench/cli.py",
        "./usr/lib/python3/dist-packages/hexbench/data/resources/translations/hexbench_de.qm",
        "./usr/share/applications/hexbench.desktop",
        "./usr/share/mime/packages/hexbench.xml",
        "./usr/share/man/man6/hexbench.6.gz",
        "./usr/share/doc/hexbench/copyright",
    ):
        assert f" {place}\n" in files
    assert all(line.split()[1] == "root/root" for line in files.splitlines())


def test_two_of_them_are_equal_to_the_byte(made: Path, dist: Path) -> None:
    first = packages.deb_all(made).read_bytes()
    assert packages.deb_all(made).read_bytes() == first


def test_every_library_of_the_system_has_its_package() -> None:
    depends = packages.system_depends()
    assert "libglib2.0-0 | libglib2.0-0t64" in depends
    assert "libxcb-cursor0" in depends
    assert "libwayland-client0" in depends


def test_debians_copyright_has_the_whole_licence() -> None:
    text = packages.copyright_text(bundled=True)
    assert "License: MIT\n" in text
    assert "GNU Lesser General Public License" in text
    assert "WITHOUT WARRANTY OF ANY KIND" in text
    assert "Lesser" not in packages.copyright_text(bundled=False)


def test_the_wheel_names_its_licences(made: Path) -> None:
    with zipfile.ZipFile(made) as archive:
        texts = [name for name in archive.namelist() if ".dist-info/licenses/" in name]
    assert any(name.endswith("/LICENSE") for name in texts)
    assert any("IBMPlex" in name for name in texts)


def test_the_recipes_for_other_systems_name_files_that_are_there() -> None:
    """They cannot be run here, so at least every path in them must exist."""
    for line in (ROOT / "packaging" / "windows" / "hexbench.iss").read_text(encoding="utf-8").splitlines():
        if line.startswith("; needs: "):
            assert (ROOT / line.removeprefix("; needs: ").strip()).exists(), line
    plist = (ROOT / "packaging" / "macos" / "Info.plist").read_text(encoding="utf-8")
    for kind in ("hexgame", "hexmail", "hexdesk", "hexpack"):
        assert f"<string>{kind}</string>" in plist
