from __future__ import annotations

import pytest
from hypothesis import given
from msgspec.structs import replace

from hexbench.hexes.coords import distance, neighbours
from hexbench.hexes.grid import Grid, GridSpec
from hexbench.hexes.numbering import label
from tests.hexes import grids


@given(grids.specs())
def test_labels_axial_and_offsets_lead_to_each_other(spec: GridSpec) -> None:
    grid = Grid(spec)
    (c0, c1), (r0, r1) = spec.columns, spec.rows
    assert len(grid.axial) == len(grid.label) == (c1 - c0 + 1) * (r1 - r0 + 1)
    for name, a in grid.axial.items():
        assert grid.label[a] == name
        assert grid.number(name) == a
        column, row = grid.offset_of(a)
        assert c0 <= column <= c1
        assert r0 <= row <= r1
        assert grid.axial_of(column, row) == a
        assert label(spec.numbering, column, row) == name


@given(grids.specs(least=3))
def test_lines_of_the_grid_are_straight_and_the_pushed_ones_lie_half_a_hex_off(spec: GridSpec) -> None:
    grid = Grid(spec)
    (c0, c1), (r0, _) = spec.columns, spec.rows
    # In half hexes: across for a pointy-top sheet, down for a flat-top one. Pixel y grows downwards.
    for column in range(c0, c1):
        q, r = grid.axial_of(column, r0)
        q2, r2 = grid.axial_of(column + 1, r0)
        if spec.orientation == "pointy":
            assert (q2 - q, r2 - r) == (1, 0)
        else:
            assert q2 - q == 1
            step = (2 * r2 + q2) - (2 * r + q)
            pushed_next = (column + 1) % 2 == (spec.pushed == "odd")
            assert step == (1 if pushed_next == (spec.push == "south") else -1)
    for row in range(spec.rows[0], spec.rows[1]):
        q, r = grid.axial_of(c0, row)
        q2, r2 = grid.axial_of(c0, row + 1)
        down = 1 if spec.rows_from == "north" else -1
        if spec.orientation == "flat":
            assert (q2 - q, r2 - r) == (0, down)
        else:
            assert r2 - r == down
            step = (2 * q2 + r2) - (2 * q + r)
            pushed_next = (row + 1) % 2 == (spec.pushed == "odd")
            assert step == (1 if pushed_next == (spec.push == "east") else -1)


@given(grids.specs())
def test_neighbours_are_the_hexes_at_distance_one(spec: GridSpec) -> None:
    grid = Grid(spec)
    for name, a in grid.axial.items():
        around = grid.neighbours(name)
        assert len(around) == 6
        assert around == tuple(grid.label.get(b) for b in neighbours(a))
        assert {n for n in around if n} == {n for n, b in grid.axial.items() if distance(a, b) == 1}


@given(grids.specs(least=2))
def test_labels_come_in_reading_order_from_the_north(spec: GridSpec) -> None:
    grid = Grid(spec)
    rows = [grid.offset_of(a)[1] for a in grid.axial.values()]
    assert rows == sorted(rows, reverse=spec.rows_from == "south")


@given(grids.specs(least=2))
def test_absent_hexes_are_not_on_the_sheet(spec: GridSpec) -> None:
    gone = next(iter(Grid(spec).axial))
    grid = Grid(replace(spec, absent=(gone,)))
    assert gone not in grid.axial
    with pytest.raises(ValueError, match="is not on this map"):
        grid.number(gone)


def test_iron_tide() -> None:
    grid = Grid(grids.IRON_TIDE)
    assert len(grid.axial) == 2700
    assert next(iter(grid.axial)) == "5001", "the north-west corner comes first"
    # Row 30 is pushed east: north-east of 3041 is 3142. Row 41 is not: north-east of 4133 is 4233.
    assert grid.directions == ("E", "NE", "NW", "W", "SW", "SE")
    assert grid.neighbours("3041") == ("3042", "3142", "3141", "3040", "2941", "2942")
    assert grid.neighbours("4133") == ("4134", "4233", "4232", "4132", "4032", "4033")
    assert grid.neighbours("0101") == ("0102", "0201", None, None, None, None)
    assert distance(grid.number("3041"), grid.number("1729")) == 19


def test_tigers() -> None:
    grid = Grid(grids.TIGERS)
    assert len(grid.axial) == 149
    assert grid.directions == ("SE", "NE", "N", "NW", "SW", "S")
    # Even columns lie half a hex north: 1204 touches 1105 and 1305.
    assert grid.neighbours("1204") == ("1304", "1305", "1205", "1105", "1104", "1203")
    assert grid.neighbours("1105") == ("1204", "1205", "1106", "1005", "1004", "1104")
    assert grid.neighbours("102") == ("201", "202", "103", None, None, None)
    column_one = [name for name in grid.axial if grid.offset_of(grid.axial[name])[0] == 1]
    assert sorted(column_one) == [f"1{r:02d}" for r in range(2, 11)]


def test_blitzkrieg() -> None:
    grid = Grid(grids.BLITZKRIEG)
    assert len(grid.axial) == 1700
    # Odd rows lie half a hex east.
    assert grid.neighbours("0503") == ("0603", "0602", "0502", "0403", "0504", "0604")
    assert grid.neighbours("0502") == ("0602", "0501", "0401", "0402", "0403", "0503")


def test_trumpets() -> None:
    grid = Grid(grids.TRUMPETS)
    assert len(grid.axial) == 494
    assert next(iter(grid.axial)) == "0000"
    assert grid.neighbours("0000") == ("0100", None, None, None, None, "0001")


def test_tide_of_iron() -> None:
    grid = Grid(grids.TIDE_OF_IRON)
    # Columns B, D, F lie half a hex south. In the ledger's counting from zero, odd columns: NE (c+1, r), SE (c+1, r+1).
    assert grid.neighbours("B2") == ("C3", "C2", "B1", "A2", "A3", "B3")
    assert grid.neighbours("C2") == ("D2", "D1", "C1", "B1", "B2", "C3")
    assert grid.neighbours("A1") == ("B1", None, None, None, None, "A2")


@pytest.mark.parametrize("push", ["north", "south"])
def test_a_pointy_sheet_is_pushed_east_or_west(push: str) -> None:
    with pytest.raises(ValueError, match=f"A pointy-top grid is pushed east or west, not {push}"):
        Grid(replace(grids.IRON_TIDE, push=push))


def test_a_grid_has_at_least_one_hex() -> None:
    with pytest.raises(ValueError, match="may not come after"):
        Grid(replace(grids.IRON_TIDE, rows=(2, 1)))


def test_a_grid_is_no_larger_than_can_be_searched() -> None:
    with pytest.raises(ValueError, match="at most 100000 hexes"):
        Grid(replace(grids.IRON_TIDE, rows=(1, 10**9)))


def test_a_label_off_the_sheet_and_a_text_that_is_no_label() -> None:
    grid = Grid(grids.IRON_TIDE)
    with pytest.raises(ValueError, match=r"^Hex 5101 is not on this map\.$"):
        grid.number("5101")
    with pytest.raises(ValueError, match="is not a hex number"):
        grid.number("somewhere")
