"""Boards and zones of control, patched move by move."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hexbench.engine.board import Board, ZoneCounts
from tests.engine.mini import Marker
from tests.toys.ridge import ground
from tests.toys.ridge.kit import RidgeBoard
from tests.toys.ridge.pieces import ELIMINATED, Unit

ATLAS = ground.atlas()
LABELS = ATLAS.labels
PLACES = st.sampled_from((*LABELS[:12], ELIMINATED))
MOVES = st.lists(st.tuples(st.integers(0, 5), PLACES), max_size=30)


def units() -> dict[str, Any]:
    sides = ("red", "blue")
    return {f"u{i}": Unit(side=sides[i % 2], name=f"u{i}", at=LABELS[i], mf=3) for i in range(6)}


def test_a_board_lists_places_in_the_order_of_battle() -> None:
    board = Board({x: Marker(side="red", at=at) for x, at in (("c", "0101"), ("a", "0101"), ("b", "#tray"))})
    assert board.at == {"0101": ("c", "a"), "#tray": ("b",)}
    assert board.units_at("0101") == ("c", "a")
    assert board.units_at("0202") == ()


def test_coming_back_restores_the_order() -> None:
    here = {x: Marker(side="red", at="0101") for x in ("a", "b", "c")}
    board = Board(here)
    away = replace(here["b"], at="0201")
    board.patch("b", here["b"], away)
    assert board.units_at("0101") == ("a", "c")
    board.patch("b", away, here["b"])
    assert board.units_at("0101") == ("a", "b", "c")


def test_a_new_unit_comes_last() -> None:
    board = Board({"b": Marker(side="red", at="0101")})
    copy = board.copy()
    board.patch("a", None, Marker(side="red", at="0101"))
    assert board.units_at("0101") == ("b", "a")
    assert copy.units_at("0101") == ("b",)
    assert "a" not in copy.rank


@given(MOVES)
def test_a_patched_board_equals_one_built_anew(moves: list[tuple[int, str]]) -> None:
    known = units()
    board = RidgeBoard(known, ATLAS)
    for which, at in moves:
        uid = f"u{which}"
        old = known[uid]
        known[uid] = replace(old, at=at, moved=not old.moved)
        board.patch(uid, old, known[uid])
        assert board.compared() == RidgeBoard(known, ATLAS).compared()


@given(MOVES)
def test_a_copy_goes_its_own_way(moves: list[tuple[int, str]]) -> None:
    known = units()
    board = RidgeBoard(known, ATLAS)
    before = RidgeBoard(known, ATLAS).compared()
    copy = board.copy()
    for which, at in moves:
        uid = f"u{which}"
        old = known[uid]
        known[uid] = replace(old, at=at)
        copy.patch(uid, old, known[uid])
    assert board.compared() == before
    assert copy.compared() == RidgeBoard(known, ATLAS).compared()


def test_zones_count_who_exerts_them() -> None:
    i, j = ATLAS.index["0404"], ATLAS.index["0504"]
    zone = ZoneCounts(ATLAS, [i])
    assert [LABELS[k] for k, n in enumerate(zone.counts) if n] == sorted(ATLAS.near["0404"], key=LABELS.index)
    assert not zone.holds(i)
    zone.shift(j, 1)
    assert zone.holds(i)
    assert max(zone.counts) == 2
    zone.shift(i, -1)
    assert zone.counts == ZoneCounts(ATLAS, [j]).counts


def test_zones_end_where_the_map_ends() -> None:
    corner = ATLAS.index["0101"]
    zone = ZoneCounts(ATLAS, [corner])
    assert sum(zone.counts) == len(ATLAS.near["0101"])
    copy = zone.copy()
    copy.shift(corner, -1)
    assert sum(copy.counts) == 0
    assert sum(zone.counts) == len(ATLAS.near["0101"])
