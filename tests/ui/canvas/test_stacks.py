from __future__ import annotations

from hexbench.ui.canvas.counters import Stacks, fan_columns
from tests.ui.canvas.stage import a_face

KNOWN = {"0101": 0, "0102": 1}


def put(stacks: Stacks, **places: str | None):
    return stacks.update({u: None if at is None else (a_face(u), at) for u, at in places.items()}, KNOWN)


def test_new_arrivals_lie_on_top_and_the_others_keep_their_order():
    stacks = Stacks()
    put(stacks, a="0101", b="0101", c="0102")
    assert stacks.on("0101") == ("a", "b")
    put(stacks, c="0101")
    assert stacks.on("0101") == ("a", "b", "c")
    put(stacks, a="0101")
    assert stacks.on("0101") == ("a", "b", "c")


def test_a_box_or_nothing_takes_a_counter_off_the_map():
    stacks = Stacks()
    put(stacks, a="0101", b="0101")
    change = put(stacks, a="#eliminated", b=None)
    assert change.gone == ["a", "b"]
    assert stacks.on("0101") == ()
    assert stacks.hexes == ()
    assert put(stacks, a="#eliminated").gone == []


def test_a_change_says_what_it_touched():
    stacks = Stacks()
    change = put(stacks, a="0101")
    assert (list(change.hexes), change.came, change.turned) == (["0101"], ["a"], ["a"])
    change = put(stacks, a="0102")
    assert (list(change.hexes), change.came, change.turned) == (["0101", "0102"], [], [])
    change = stacks.update({"a": (a_face("a", spent=True), "0102")}, KNOWN)
    assert (change.hexes, change.turned) == ({}, ["a"])


def test_going_through_a_stack_comes_round():
    stacks = Stacks()
    put(stacks, a="0101", b="0101", c="0101")
    assert stacks.turn("0101", 1) == ("c", "a", "b")
    assert stacks.turn("0101", -1) == ("a", "b", "c")
    assert stacks.raise_unit("a") == "0101"
    assert stacks.on("0101") == ("b", "c", "a")
    assert stacks.turn("0102", 1) == ()


def test_a_fan_is_never_wider_than_six():
    assert [fan_columns(n) for n in (2, 5, 6, 8, 9, 15, 16, 40)] == [2, 5, 3, 4, 5, 5, 6, 6]
