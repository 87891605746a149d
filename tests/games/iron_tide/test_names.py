"""What units are called in sentences, and how movement points and reasons read."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.atlas.arcs import points
from hexbench.games.iron_tide.names import called, listed, terrain
from hexbench.games.iron_tide.pieces import Printed
from tests.games.iron_tide.field import ALLIED, battalion, country, foot, position, ring, tanks


def counter(name: str, division: str = "", size: str = "regiment") -> Printed:
    facts: dict[str, Any] = {**foot("3444")["printed"], "name": name, "division": division, "size": size}
    return Printed(**facts)


@pytest.mark.parametrize(
    ("name", "division", "size", "text"),
    [
        ("PG304", "2Pz", "regiment", "PG304 (2 Pz)"),
        ("981", "272VG", "regiment", "Regiment 981 (272 VG)"),
        ("395a", "99", "regiment", "Regiment 395a (99 Div)"),
        ("16", "1", "regiment", "Regiment 16 (1 Div)"),
        ("1/109", "28", "battalion", "Battalion 1/109 (28 Div)"),
        ("506 SP", "", "battalion", "506 SP"),
        ("CCB", "7A", "regiment", "CCB (7 A)"),
        ("vdHeydte", "", "regiment", "vdHeydte"),
        ("7", "", "battalion", "Battalion 7"),
    ],
)
def test_a_unit_is_called_by_what_tells_it_apart(name: str, division: str, size: str, text: str) -> None:
    assert str(called(counter(name, division, size))) == text


def test_several_units_are_listed_with_commas() -> None:
    assert (
        str(listed([counter("981", "272VG"), counter("PG2", "2Pz")])) == "Regiment 981 (272 VG), PG2 (2 Pz)"
    )


def test_a_terrain_no_word_is_known_for_is_spelled_out() -> None:
    assert str(terrain("heavy_woods")) == "heavy woods"
    assert str(terrain("salt_flat")) == "salt flat"


@pytest.mark.parametrize(
    ("twelfths", "text"), [(0, "0"), (12, "1"), (18, "1 1/2"), (2, "1/6"), (28, "2 1/3"), (5, "5/12")]
)
def test_movement_points_are_written_as_players_write_them(twelfths: int, text: str) -> None:
    assert points(twelfths) == text


def test_the_sentences_of_a_move_read_aloud() -> None:
    rules = country(heavy_woods="3645", river=ring("3448"), lake="3443/3444")
    x = foot("3444", printed={"name": "981", "division": "272VG"})
    t = tanks("3644", printed={"name": "506 SP"})
    now = position({"x": x, "t": t, "e": foot("3344", ALLIED)}, rules)

    def heard(units: str, to: str, via: str = "") -> list[str]:
        return [str(reason) for reason in now.reasons("move", units, to, via)]

    assert heard("x", "3459")[0] == "[5.0b] The route costs 17 MP; Regiment 981 (272 VG) has 4."
    assert heard("x", "3445") == []
    assert heard("x", "3443", "3443") == ["[5.1g] A lake lies between 3444 and 3443."]
    assert heard("t", "3645") == ["[5.1g] 506 SP may enter the heavy woods in 3645 only along a road."]
    assert (
        heard("t", "3448")[-1]
        == "[5.1e] 506 SP may not cross the river between 3548 and 3448 without a bridge."
    )
    assert heard("x", "3345") == [
        "[7.3a] Regiment 981 (272 VG) may not move directly from one enemy zone of control to another."
    ]
    assert heard("x", "3344") == ["[8.1b] Enemy units are in 3344."]
    assert heard("x", "3444") == ["[5.0b] 3444 is the starting hex of the move."]
    assert heard("x t", "3445")[0] == "[5.0c] Units may move together only if they start in the same hex."
    assert heard("e", "3343")[0] == "[4.1b] Regiment 1 belongs to the other player."
    assert heard("", "3445") == ["[5.0b] Choose the unit or units to move."]
    assert heard("q", "3445") == ["[4.1c] There is no unit q."]


@pytest.mark.rule("iron_tide", "4.1c")
def test_why_not_may_be_asked_out_of_time() -> None:
    now = position({"x": foot("3444"), "b": battalion("3650")}, phase="combat")
    assert now.refused("x", "3445") == ["4.1c"]
    assert now.refused("x", "3459") == ["4.1c", "5.0b"]
