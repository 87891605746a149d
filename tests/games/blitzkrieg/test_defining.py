"""BK-ENG-10..14, BK-ENG-20: an engagement defined by selecting unit after unit."""

from __future__ import annotations

import pytest

from hexbench.engine.events import Noted
from hexbench.games.blitzkrieg.defining import draft
from tests.games.blitzkrieg.field import ALLIED, Situation, inf, position, spy, tank

CROWD = {
    "a": tank("1412"),
    "b": inf("1412"),
    "c": inf("1511"),
    "d": inf("1512", ALLIED),
    "d2": inf("1512", ALLIED),
    "e": inf("1312", ALLIED),
}
"""a and b in 1412 between d, d2 in 1512 and e in 1312; c in 1511 next to 1512 only."""


def made(now: Situation) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Centre, attackers and hexes of every engagement."""
    return [(e.centre, e.attackers, e.hexes) for e in now.state.engagements]


@pytest.mark.rule("blitzkrieg", "BK-UI-17")
@pytest.mark.rule("blitzkrieg", "BK-ENG-10")
@pytest.mark.rule("blitzkrieg", "BK-ENG-13")
def test_the_hex_of_the_first_unit_is_the_centre_and_neighbours_follow() -> None:
    now = position(CROWD).act("define", "a")
    assert now.step == ("german", "defining")
    assert draft(now.state).centre == "1412"  # type: ignore[union-attr]
    assert set(now.offered("select")) == {"b", "d", "d2", "e"}
    now = now.act("select", "b").act("select", "d").act("select", "e").act("close_definition")
    assert made(now) == [("1412", ("a", "b"), ("1512", "1312"))]
    now = position(CROWD).act("define", "d")
    assert set(now.offered("select")) == {"a", "b", "c"}
    now = now.act("select", "c").act("select", "a").act("close_definition")
    assert made(now) == [("1512", ("a", "c"), ("1512",))]


@pytest.mark.rule("blitzkrieg", "BK-ENG-11")
def test_selected_units_show_the_border_of_the_coming_engagement() -> None:
    now = position(CROWD).act("define", "a").act("select", "d")
    rings = {uid: now.seat.face(uid).ring for uid in CROWD}  # type: ignore[union-attr]
    assert rings["a"] == rings["d"] == rings["d2"] != ""
    assert rings["b"] == rings["e"] == ""
    closed = now.act("close_definition")
    assert closed.seat.face("a").ring == rings["a"]  # type: ignore[union-attr]


@pytest.mark.rule("blitzkrieg", "BK-ENG-14")
@pytest.mark.rule("blitzkrieg", "BK-AMB-34")
@pytest.mark.parametrize("again", ["a", "b"])
def test_the_centre_again_closes_the_definition_once_a_neighbour_was_selected(again: str) -> None:
    now = position(CROWD).act("define", "a")
    assert now.refused("a", verb="select") == ["BK-ENG-13"], "no neighbour yet"
    now = now.act("select", "d").act("select", again)
    assert now.step == ("german", "movement")
    assert made(now) == [("1412", ("a",), ("1512",))], "b is not added any more"
    now = position(CROWD).act("define", "d")
    assert now.refused("d2", verb="select") == ["BK-ENG-13"], "they are one group"
    now = now.act("select", "c").act("select", "d2")
    assert made(now) == [("1512", ("c",), ("1512",))]
    assert "define" in now.verbs, "the next definition"


@pytest.mark.rule("blitzkrieg", "BK-ENG-08")
def test_only_neighbours_of_the_centre_on_the_other_side_are_selected() -> None:
    now = position({**CROWD, "f": inf("1611", ALLIED)}).act("define", "a")
    assert now.refused("c", verb="select") == ["BK-ENG-08", "BK-ENG-08"], "own, and not next to it"
    assert now.refused("f", verb="select") == ["BK-ENG-08"], "too far"
    now = position(CROWD).act("define", "d")
    assert now.refused("e", verb="select") == ["BK-ENG-08", "BK-ENG-08"]


@pytest.mark.rule("blitzkrieg", "BK-ENG-04")
@pytest.mark.rule("blitzkrieg", "BK-ENG-05")
def test_what_is_engaged_cannot_be_selected_again() -> None:
    now = position(CROWD).act("engage", "a", "1512")
    assert now.refused("a", verb="define") == ["BK-ENG-04"]
    assert now.refused("d2", verb="define") == ["BK-ENG-05"]
    now = now.act("define", "b")
    assert now.refused("d", verb="select") == ["BK-ENG-05"]
    now = now.act("close_definition").act("define", "e")
    assert now.refused("a", verb="select") == ["BK-ENG-04"]
    now = position(CROWD).act("engage", "b", "1512").act("define", "a")
    assert now.refused("b", verb="select") == ["BK-ENG-04"], "in the central hex too"


@pytest.mark.rule("blitzkrieg", "BK-ENG-18")
def test_infiltrators_are_not_selected() -> None:
    now = position({**CROWD, "s": spy("1412")})
    assert now.refused("s", verb="define") == ["BK-ENG-18"]
    assert now.act("define", "d").refused("s", verb="select") == ["BK-ENG-18"]


@pytest.mark.rule("blitzkrieg", "BK-ENG-01")
def test_a_definition_begins_with_a_unit_in_contact() -> None:
    now = position({**CROWD, "x": inf("1819")})
    assert now.refused("x", verb="define") == ["BK-ENG-01"]
    assert "x" not in now.offered("define")


@pytest.mark.rule("blitzkrieg", "BK-ENG-20")
@pytest.mark.parametrize("first", ["a", "d"])
def test_an_unfinished_definition_is_dropped(first: str) -> None:
    now = position(CROWD).act("define", first).act("close_definition")
    assert now.step == ("german", "movement")
    assert made(now) == []
    assert any(isinstance(e, Noted) and e.rule == "BK-ENG-20" for e in now.events)


@pytest.mark.rule("blitzkrieg", "BK-ENG-16")
def test_the_odds_are_shown_while_the_definition_grows_and_when_it_closes() -> None:
    now = position(CROWD).act("define", "a").act("select", "d")
    (combat,) = now.seat.panels()[0].combats  # type: ignore[union-attr]
    assert [a.total for a in combat.accounts[:3]] == ["10", "8", "1-1"]
    now = now.act("select", "e")
    (combat,) = now.seat.panels()[0].combats  # type: ignore[union-attr]
    assert [a.total for a in combat.accounts[:3]] == ["10", "12", "1-2"]
    now = now.act("close_definition")
    told = [str(e.say) for e in now.events if isinstance(e, Noted) and e.rule == "BK-ENG-16"]
    assert told == ["Odds on 1512, 1312: 1-2 (10 to 12)."]
