"""Engagements that are only thought of: the ranked list and the builder reckon as the battles do, from a view alone."""

from __future__ import annotations

import pytest

from hexbench.engine import what_if
from hexbench.engine.display import Combat
from hexbench.engine.values import Action
from hexbench.engine.what_if import FAR, Possible, Supposed
from tests.games.blitzkrieg.field import ALLIED, GERMAN, Situation, country, inf, position, spy, tank

WOOD = country(forest="1512", roads=("1012 1112 1212 1312 1412",))
UNITS = {
    "tank": tank("1412"),
    "foot": inf("1411"),
    "far": tank("1012", strength=12),
    "spy": spy("1413"),
    "foe": inf("1512", ALLIED),
    "next": inf("1511", ALLIED, 2),
}


def ranked(now: Situation, side: str, *, far: bool = False) -> dict[str, Possible]:
    """Every engagement of a side, by its hex."""
    seat = now.rules.seat(now.state, None)
    return {a: x for a in seat.aims(side, far=far) for x in seat.attacks_on(side, a, far=far)}


def told(now: Situation, what: Supposed) -> Combat:
    """A thought as the dock shows it."""
    found: Combat | None = now.rules.seat(now.state, None).suppose(what)
    assert found is not None
    return found


def account(one: Combat, title: str) -> list[str]:
    """The lines of an account; empty when there is none."""
    return [str(line.say) for a in one.accounts if str(a.say) == title for line in a.lines]


def choice(one: Combat, label: str) -> Action:
    """The action of a button."""
    return next(c.action for c in one.choices if str(c.say) == label)


def test_what_is_thought_of_has_the_odds_of_the_engagement_itself() -> None:
    now = position(UNITS, WOOD)
    found = ranked(now, GERMAN)
    assert set(found) == {"1512", "1511"}
    wood = found["1512"]
    assert wood.what.units == (("tank", "1412"), ("foot", "1411"))
    assert (wood.odds, wood.net, wood.now) == ("1-1", "14 : 12", True)
    assert [clause.rule for clause in wood.shifts] == ["BK-ODD-02"]
    assert found["1511"].worth > wood.worth
    done = now.act("engage", "tank foot", "1512")
    standing = next(c for p in done.seat.panels() if hasattr(p, "combats") for c in p.combats)
    assert told(now, wood.what).spreads == standing.spreads
    assert not ranked(done, GERMAN)["1512"].now, "it is engaged already"


def test_who_could_come_up_is_found_by_reach_and_room() -> None:
    now = position(UNITS, WOOD)
    assert "far" not in ranked(now, GERMAN)["1512"].what.names
    wide = ranked(now, GERMAN, far=True)["1512"]
    assert dict(wide.what.units)["far"] in WOOD.atlas.near["1512"]
    assert (wide.odds, wide.now) == ("2-1", False)
    one = told(now, wide.what)
    assert one.status == "supposed"
    assert "far" in {line.unit for a in one.accounts if str(a.say) == "Attack" for line in a.lines}


@pytest.mark.rule("blitzkrieg", "BK-INF-13", "BK-MOV-08")
def test_infiltrators_take_room_from_those_who_could_come_up() -> None:
    units = {f"t{n}": tank("1312", ALLIED) for n in range(3)}
    for with_spy, room in ((False, 3), (True, 2)):
        spies = {"spy": spy("1512")} if with_spy else {}
        now = position({**units, **spies, "foe": inf("1612")}, phasing=ALLIED)
        wide = ranked(now, ALLIED, far=True)["1612"]
        assert [at for _, at in wide.what.units].count("1512") == room


def test_a_thought_is_changed_by_its_choices_and_carried_out_by_the_game() -> None:
    now = position(UNITS, WOOD)
    seat = now.rules.seat(now.state, None)
    what = seat.begin_supposing("1512", ("foot",))
    assert what == Supposed(side=GERMAN, hexes=("1512",), units=(("foot", "1411"),))
    one = told(now, what)
    assert account(one, "Could join") == ["tank in 1412"]
    assert choice(one, "Make this engagement") == Action("engage", ("foot",), "1512")
    both = what_if.changed(what, choice(one, "Include 1511 as well"))
    assert both is not None
    assert told(now, both).hexes == ("1512", "1511")
    more = what_if.changed(what, choice(one, "Who could move up?"))
    assert more is not None
    assert more.switches == (FAR,)
    assert account(told(now, more), "Could move up and join in one turn")
    assert seat.begin_supposing("1512", ()) == ranked(now, GERMAN)["1512"].what
    assert seat.begin_supposing("1113", ()) is None


def test_what_the_rules_would_have_against_it_is_named() -> None:
    now = position(UNITS, WOOD)
    units = (("tank", "1412"), ("foot", "1311"), ("spy", "1413"))
    against = account(told(now, Supposed(side=GERMAN, hexes=("1512", "1511"), units=units)), "Not allowed")
    assert "spy cannot take part in engagements." in against
    assert "foot is not adjacent to 1512." in against
    assert any("one central hex" in line for line in against)
    assert "Make this engagement" not in [
        str(c.say)
        for c in told(now, Supposed(side=ALLIED, hexes=("1412",), units=(("foe", "1512"),))).choices
    ], "it is not their turn"
