from __future__ import annotations

import pytest
from hypothesis import given
from msgspec.structs import replace

from hexbench.atlas.atlas import OFF, Atlas, by_fold, side_name
from hexbench.atlas.sheet import Cell, Hexside, Line, Place, Road
from hexbench.hexes.coords import distance, opposite
from tests.atlas import maps


@given(maps.atlases(least=1))
def test_indices_labels_and_neighbours_agree(atlas: Atlas) -> None:
    assert list(atlas.labels) == list(atlas.grid.axial)
    for i, name in enumerate(atlas.labels):
        assert atlas.index[name] == i
        assert atlas.cell(name) == atlas.cells[i] == atlas.sheet.cells[name]
        for direction, j in enumerate(atlas.around[i]):
            if j == OFF:
                continue
            assert atlas.around[j][opposite(direction)] == i
            assert atlas.direction(name, atlas.labels[j]) == direction
            assert atlas.distance(name, atlas.labels[j]) == 1
        assert atlas.near[name] == tuple(n for n in atlas.grid.neighbours(name) if n is not None)


@given(maps.atlases())
def test_what_runs_along_or_through_a_hexside_is_there_from_both_hexes(atlas: Atlas) -> None:
    sides = {s.side: s for s in atlas.sheet.hexsides}
    roads = {r.side: r.kind for r in atlas.sheet.roads}
    for i, name in enumerate(atlas.labels):
        for direction, j in enumerate(atlas.around[i]):
            side = atlas.side_of(i, direction)
            assert (i, direction) in atlas.side_keys(side)
            if j == OFF:
                assert atlas.side_keys(side) == ((i, direction),)
                continue
            other = atlas.labels[j]
            assert side == side_name(name, other) == side_name(other, name)
            assert atlas.kinds(name, other) == (sides[side].kinds if side in sides else ())
            assert atlas.road(name, other) == roads.get(side, "")
            assert atlas.side_names.get((i, direction), "") == (sides[side].name if side in sides else "")


@given(maps.atlases())
def test_the_graph_is_the_map(atlas: Atlas) -> None:
    graph = atlas.graph
    assert set(graph.nodes) == set(atlas.labels)
    for a, b, data in graph.edges(data=True):
        assert distance(atlas.grid.axial[a], atlas.grid.axial[b]) == 1
        assert data["kinds"] == atlas.kinds(a, b)
        assert data["road"] == atlas.road(a, b)
        assert data["direction"] == atlas.direction(a, b)
    assert graph.number_of_edges() == sum(j != OFF for around in atlas.around for j in around)
    assert all(graph.nodes[n]["terrain"] == atlas.cell(n).terrain for n in graph)


def test_hexes_that_are_not_adjacent() -> None:
    atlas = maps.corner()
    assert atlas.direction("0101", "0103") is None
    assert atlas.direction("0101", "9999") is None
    assert atlas.road("0101", "0103") == ""
    with pytest.raises(KeyError, match="not adjacent"):
        atlas.kinds("0101", "0103")
    with pytest.raises(KeyError):
        atlas.distance("0101", "9999")


def test_places_are_found_by_name_and_by_hex_the_most_important_first() -> None:
    sheet = maps.corner().sheet
    places = (
        Place("Ham", "village", ("0202",), 4),
        Place("Burg", "city", ("0202", "0203"), 1),
        Place("Au", "village", ("0202",), 4),
    )
    atlas = Atlas(replace(sheet, places=places))
    assert atlas.places["Ham"].hexes == ("0202",)
    assert [p.name for p in atlas.places_at["0202"]] == ["Burg", "Au", "Ham"]
    assert [p.name for p in atlas.places_at["0203"]] == ["Burg"]
    assert "0101" not in atlas.places_at


def test_hexes_may_be_missing_from_the_sheet() -> None:
    sheet = maps.corner().sheet
    cells = {name: cell for name, cell in sheet.cells.items() if name != "0202"}
    atlas = Atlas(replace(sheet, cells=cells, hexsides=(), roads=()))
    assert "0202" not in atlas.index
    assert atlas.direction("0201", "0202") is None
    assert len(atlas.side_keys("0201/E")) == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"cells": {"9901": Cell("clear")}}, "Hex 9901 is not on the grid of map test"),
        ({"places": (Place("Ham", "village", ("9901",)),)}, "Hex 9901 of place Ham is not on map test"),
        ({"zones": {"edge": ("0101", "9901")}}, "Hex 9901 of zone edge is not on map test"),
        ({"hexsides": (Hexside("0101/0103", ("river",)),)}, "'0101/0103' is not a hexside of map test"),
        ({"hexsides": (Hexside("0102/0101", ("river",)),)}, "'0102/0101' is not a hexside of map test"),
        ({"hexsides": (Hexside("0101/E", ("river",)),)}, "'0101/E' is not a hexside of map test"),
        ({"roads": (Road("0101/X"),)}, "'0101/X' is not a hexside of map test"),
        ({"roads": (Road("0101"),)}, "'0101' is not a hexside of map test"),
        (
            {"lines": (Line("front", "front", ("0101/W", "nowhere")),)},
            "'nowhere' is not a hexside of map test",
        ),
    ],
)
def test_what_is_not_on_the_map_is_refused_in_a_sentence(change: dict[str, object], sentence: str) -> None:
    sheet = replace(maps.corner().sheet, **change)
    with pytest.raises(ValueError, match=sentence):
        Atlas(sheet)


def test_a_hex_and_a_hexside_are_meant_by_other_spellings() -> None:
    atlas = maps.corner()
    first, second = atlas.labels[0], next(iter(atlas.near[atlas.labels[0]]))
    side = side_name(first, second)
    for word in (
        first,
        f" {first.lower()} ",
        first.lstrip("0"),
        f"00{first}" if first.isdecimal() else first,
    ):
        assert atlas.meant(word) == first
    assert atlas.meant(side) == atlas.meant("/".join(reversed(side.split("/")))) == side
    for word in ("", "nowhere", "nowhere/nothing", f"{first}/nowhere", "#box"):
        assert atlas.meant(word) == word


def test_a_word_that_may_mean_two_names_means_none() -> None:
    assert by_fold(["A 1", "a_1", "B2", "007"]) == {"b2": "B2", "7": "007"}
