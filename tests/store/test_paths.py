from __future__ import annotations

from pathlib import Path

import pytest

from hexbench.store.paths import find_places
from hexbench.store.strict import BadFile

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/h")
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HEXBENCH_HOME", "HEXBENCH_DATA"):
        monkeypatch.delenv(name, raising=False)


def test_a_checkout_finds_its_own_data() -> None:
    places = find_places()
    assert places.resources == CHECKOUT / "resources"
    assert places.scenarios == CHECKOUT / "scenarios"
    assert places.config == Path("/h/.config/hexbench")
    assert places.games == Path("/h/.local/share/hexbench/games")


def test_the_desktops_usual_places_are_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/c")
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    places = find_places()
    assert places.config == Path("/c/hexbench")
    assert places.data == Path("/h/.local/share/hexbench")


def test_an_installed_package_never_takes_a_strangers_resources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pip install --target X/lib` puts the package two folders below whatever lies in X."""
    (tmp_path / "resources" / "games").mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr("hexbench.store.paths._PACKAGE", tmp_path / "lib" / "hexbench")
    with pytest.raises(BadFile, match="reinstall Hexbench"):
        find_places()
    own = tmp_path / "lib" / "hexbench" / "data"
    (own / "resources" / "games").mkdir(parents=True)
    assert find_places().resources == own / "resources"


def test_one_variable_moves_the_players_folder(tmp_path: Path) -> None:
    places = find_places({"HEXBENCH_HOME": str(tmp_path)})
    assert places.config == places.data == tmp_path


def test_one_variable_moves_the_programs_data(tmp_path: Path) -> None:
    (tmp_path / "resources").mkdir()
    assert find_places({"HEXBENCH_DATA": str(tmp_path)}).resources == tmp_path / "resources"
    with pytest.raises(BadFile, match="HEXBENCH_DATA names this folder"):
        find_places({"HEXBENCH_DATA": str(tmp_path / "nowhere")})
