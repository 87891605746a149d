from __future__ import annotations

from pathlib import Path

import pytest

from hexbench.store.paths import find_places
from hexbench.store.strict import BadFile

CHECKOUT = Path(__file__).parents[2]


def test_a_checkout_finds_its_own_data() -> None:
    places = find_places({"HOME": "/h"})
    assert places.resources == CHECKOUT / "resources"
    assert places.scenarios == CHECKOUT / "scenarios"
    assert places.config == Path("/h/.config/hexbench")
    assert places.games == Path("/h/.local/share/hexbench/games")


def test_the_desktops_usual_places_are_honoured() -> None:
    places = find_places({"HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "not/absolute"})
    assert places.config == Path("/c/hexbench")
    assert places.data == Path("/h/.local/share/hexbench")


def test_one_variable_moves_the_players_folder(tmp_path: Path) -> None:
    places = find_places({"HEXBENCH_HOME": str(tmp_path)})
    assert places.config == places.data == tmp_path


def test_one_variable_moves_the_programs_data(tmp_path: Path) -> None:
    (tmp_path / "resources").mkdir()
    assert find_places({"HEXBENCH_DATA": str(tmp_path)}).resources == tmp_path / "resources"
    with pytest.raises(BadFile, match="HEXBENCH_DATA names this folder"):
        find_places({"HEXBENCH_DATA": str(tmp_path / "nowhere")})
