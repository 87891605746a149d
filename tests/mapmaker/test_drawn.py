"""Maps drawn hex by hex, and the ones that ship."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hexbench.mapmaker import drawn
from hexbench.mapmaker.make import check_map, map_keys, maps_page, write_map
from hexbench.store.canon import dumps, write

SHIPPED = Path(__file__).resolve().parents[2] / "resources"
RECIPE = """
title = "A corner"
source = "reconstruction"
provenance = "Drawn for a test."
kilometres_per_hex = 0.1
cliff = 2
grid = '''
.0 w2 .1
.0 .1 .0
'''
[legend]
"." = "clear"
w = "woods"
[[road]]
name = "lane"
path = ["A2", "B2", "C2"]
[[place]]
name = "Wood"
kind = "landmark"
hexes = ["B1"]
"""


@pytest.fixture
def corner(tmp_path: Path) -> Path:
    """A folder of resources with one drawn map."""
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps/corner.drawn.toml").write_text(RECIPE, encoding="utf-8")
    return tmp_path


def test_a_drawing_becomes_a_map(corner: Path) -> None:
    assert map_keys(corner) == ("corner",)
    sheet = write_map("corner", corner, write)
    assert sheet.cells["B1"].terrain == "woods"
    assert [cell.elevation for cell in sheet.cells.values()] == [0, 2, 1, 0, 1, 0]
    assert {side.side for side in sheet.hexsides} == {"A1/B1", "A2/B1", "B1/C2"}
    assert [road.side for road in sheet.roads] == ["A2/B2", "B2/C2"]
    assert sheet.places[0].hexes == ("B1",)
    assert check_map("corner", corner, dumps) == []
    assert (corner / "maps/corner.json").read_text(encoding="utf-8") == dumps(sheet)


def test_a_drawing_that_was_changed_makes_its_map_stale(corner: Path) -> None:
    assert check_map("corner", corner, dumps) == ["The map corner has not been compiled."]
    write_map("corner", corner, write)
    path = corner / "maps/corner.drawn.toml"
    path.write_text(RECIPE.replace("w2", "w1"), encoding="utf-8")
    assert "is stale" in check_map("corner", corner, dumps)[0]
    path.write_text(RECIPE, encoding="utf-8")
    compiled = corner / "maps/corner.json"
    compiled.write_text(compiled.read_text(encoding="utf-8").replace("woods", "rough"), encoding="utf-8")
    assert check_map("corner", corner, dumps) == [
        "The compiled map corner.json is not what its recipe makes."
    ]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("w2 .1", "w2", "The rows of the grid must be equally long."),
        ("w2", "q2", "Hex B1 is drawn as 'q2': give a letter of the legend and a level."),
        ("w2", "w", "Hex B1 is drawn as 'w': give a letter of the legend and a level."),
        ('"A2", "B2"', '"A1", "C2"', "The road lane goes from A1 to C2, which are not adjacent."),
    ],
)
def test_a_drawing_that_cannot_be_read_is_refused_with_one_sentence(
    corner: Path, old: str, new: str, sentence: str
) -> None:
    (corner / "maps/corner.drawn.toml").write_text(RECIPE.replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match=sentence.replace("'", ".")):
        drawn.build("corner", corner)


def test_unknown_keys_of_a_drawing_are_refused(corner: Path) -> None:
    (corner / "maps/corner.drawn.toml").write_text("colour = 1\n" + RECIPE, encoding="utf-8")
    with pytest.raises(msgspec.ValidationError, match="colour"):
        drawn.build("corner", corner)


@pytest.mark.parametrize("key", drawn.keys(SHIPPED))
def test_drawn_maps_that_ship_are_what_their_drawings_make(key: str) -> None:
    assert check_map(key, SHIPPED, dumps) == []


def test_the_page_about_maps_speaks_of_the_geography_only(corner: Path) -> None:
    assert "corner" not in maps_page(corner)
