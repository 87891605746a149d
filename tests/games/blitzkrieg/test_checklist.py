"""What a step of Blitzkrieg would be ended without, each with its clause."""

from __future__ import annotations

import pytest

from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    Situation,
    country,
    dump,
    guns,
    inf,
    plane,
    position,
    tank,
)

FUEL = {"g": dump("1010", GERMAN, 8), "a": dump("2420", ALLIED, 8)}


def left(now: Situation) -> list[tuple[str, str, tuple[str, ...]]]:
    """(sentence, clause, units) of everything that bars nothing."""
    return [(str(c.say), c.rule, c.units) for c in now.seat.checklist() if not c.bars]


@pytest.mark.rule("blitzkrieg", "BK-MOV-07", "BK-ART-02")
def test_resolve_would_leave_units_standing_and_guns_silent() -> None:
    units = {"a": tank("1014"), "b": inf("1012"), "g": guns("1412"), "d": inf("1712", ALLIED)}
    now = position(units, dumps=FUEL)
    assert left(now) == [
        ("2 units have not moved.", "BK-MOV-07", ("a", "b")),
        ("g could fire but has no target.", "BK-ART-02", ("g",)),
    ]
    assert now.seat.framed is None
    now = now.act("aim", "g", "d").move("b", "1112")
    assert left(now) == [("a has not moved.", "BK-MOV-07", ("a",))]
    done = now.move("a", "1114")
    assert left(done) == []
    assert done.seat.framed is not None
    assert done.seat.framed.verb == "resolve"


@pytest.mark.rule("blitzkrieg", "BK-ENG-02")
def test_who_is_engaged_has_been_seen_to_and_who_must_be_is_a_duty() -> None:
    now = position({"a": inf("1412"), "d": inf("1512", ALLIED)}, dumps=FUEL)
    assert {c.rule for c in now.seat.checklist() if c.bars} == {"BK-ENG-02", "BK-ENG-03"}
    assert now.act("engage", "a", "1512").seat.checklist() == ()


@pytest.mark.rule("blitzkrieg", "BK-BRG-03", "BK-BRG-08")
def test_works_that_could_be_done_are_listed() -> None:
    rules = country(river="1412/1512", roads=("1312 1412 1512",))
    now = position({"a": inf("1412", ALLIED), "x": inf("2412")}, rules, phasing=ALLIED, dumps=FUEL)
    assert ("Demolish: a could still try this.", "BK-BRG-03", ("a",)) in left(now)


@pytest.mark.rule("blitzkrieg", "BK-AIR-09", "BK-V2-01", "BK-ART-14")
def test_aircraft_rockets_and_protecting_guns() -> None:
    units = {"a": inf("1012"), "d": inf("1712", ALLIED), "p": plane(), "q": plane()}
    now = position(units, phase="air", clear=True, turn=5)
    assert left(now) == [("2 air units have not attacked.", "BK-AIR-09", ("p", "q"))]
    assert left(now.act("bomb", "p", "d", numbers=[6])) == [("q has not attacked.", "BK-AIR-09", ("q",))]
    for n, text in ((1, "A rocket has not been launched."), (2, "2 rockets have not been launched.")):
        rules = country(rockets=n)
        now = position(units, rules, phase="rockets", dumps={"liege": dump("1020")})
        assert left(now) == [(text, "BK-V2-01", ())]
    guarded = {"g": guns("1712", ALLIED), "d": inf("1713", ALLIED), "a": inf("1012")}
    now = position(guarded, phase="support", phasing=ALLIED)
    assert left(now) == [("g is not protecting any unit.", "BK-ART-14", ("g",))]
    assert left(now.act("support", "g", "d")) == []


@pytest.mark.rule("blitzkrieg", "BK-RES-20")
def test_units_that_could_advance() -> None:
    units = {"a": tank("1412"), "b": tank("1412"), "d": inf("1512", ALLIED, 1)}
    now = position(units).act("engage", "a b", "1512").act("resolve").until(GERMAN, "battles")
    now = now.act("fight", "a", numbers=[1])
    while now.step != (GERMAN, "advance"):
        now = now.default()
    assert left(now) == [("2 units could advance.", "BK-RES-20", ("a", "b"))]
    assert now.seat.framed is None
