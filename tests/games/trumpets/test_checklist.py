"""What a step of A Time for Trumpets would be ended without, each with its clause."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.state import Ask
from hexbench.games.trumpets.advance import Advance
from hexbench.games.trumpets.combat import Counter
from hexbench.games.trumpets.mission import Building
from tests.games.trumpets.field import ALLIED, GERMAN, Situation, engineer, guns, inf, position, tank


def left(now: Situation) -> list[tuple[str, str, tuple[str, ...]]]:
    """(sentence, clause, units) of everything that bars nothing."""
    return [(str(c.say), c.rule, c.units) for c in now.seat.checklist() if not c.bars]


@pytest.mark.rule("trumpets", "TT-REC-03", "TT-REC-15")
def test_before_combat_who_stands_still_and_who_could_build() -> None:
    now = position({"a": inf("1412"), "b": tank("1212"), "x": inf("2012", ALLIED)})
    assert left(now) == [
        ("2 units have not moved.", "TT-REC-03", ("a", "b")),
        ("2 units that have not moved could build.", "TT-REC-15", ("a", "b")),
    ]
    assert now.seat.framed is None
    now = now.act("build", "a", "IP5").move("b", "1112")
    assert left(now) == []
    assert now.seat.framed is not None


@pytest.mark.rule("trumpets", "TT-REC-06", "TT-REC-10")
def test_before_the_segment_ends_attacks_and_air_points() -> None:
    units = {"a": inf("1412"), "c": inf("1412"), "d": inf("1512", ALLIED), "e": inf("1712", ALLIED)}
    building = {"1412": Building(kind="IP5", builder="c", since=1)}
    now = position(units, phase="combat", weather="Clear", air_left={"german": 1}, building=building)
    # whoever would lose its work by attacking is not sent; German points may still fly in the enemy's segment
    assert left(now) == [("a could attack.", "TT-REC-06", ("a",))]
    allied = position(units, phase="combat", phasing=ALLIED, weather="Clear", air_left={"allied": 2})
    assert left(allied) == [
        ("d could attack.", "TT-REC-06", ("d",)),
        ("2 air points have not been used this turn.", "TT-REC-10", ()),
    ]


def asked_in(units: dict[str, Any], step: Ask) -> Situation:
    """The position when this question is asked in the combat segment."""
    base = position(units, phase="combat", turn="18MO", sound=False)
    return Situation(base.rules, base.rules.resume(replace(base.state, stack=(*base.state.stack, step))))


@pytest.mark.rule("trumpets", "TT-CA-02", "TT-ADV-09")
def test_the_answers_of_a_combat() -> None:
    units = {"a": inf("1412"), "b": inf("1411"), "d": inf("1512", ALLIED)}
    struck = asked_in(units, Counter(who=ALLIED, units=("d",), origins=("1412",)))
    assert left(struck) == [("d could counterattack.", "TT-CA-02", ("d",))]
    gone = {"a": inf("1412"), "b": inf("1411"), "d": inf("2012", ALLIED)}
    goes = asked_in(gone, Advance(who=GERMAN, units=("a", "b"), row="D1", hex="1512"))
    assert left(goes) == [("2 units could advance.", "TT-ADV-09", ("a", "b"))]
    assert left(goes.act("advance", "a", "1512")) == [("b could advance.", "TT-ADV-09", ("b",))]


@pytest.mark.rule("trumpets", "TT-REC-08", "TT-REC-10")
def test_the_support_of_a_defence() -> None:
    units = {"a": inf("1412"), "d": inf("1512", ALLIED), "g": guns("1612", ALLIED), "h": guns("1712", ALLIED)}
    asked = position(units, phase="combat", turn="18MO", weather="Clear", air_left={"allied": 1})
    asked = asked.act("attack", "a", "1512").act("fight")
    assert left(asked) == [
        ("2 artillery units in range are not firing.", "TT-REC-08", ("g", "h")),
        ("An air point could be sent.", "TT-REC-10", ()),
    ]
    assert left(asked.act("support", "g").act("fly")) == [
        ("h is in range but is not firing.", "TT-REC-08", ("h",))
    ]


@pytest.mark.rule("trumpets", "TT-REC-02")
def test_reinforcements_come_in_by_themselves() -> None:
    now = position(
        {"a": engineer("1012", turn="18MO"), "x": inf("2012", ALLIED)}, phase="arrivals", turn="18MO"
    )
    assert now.step[1] == "arrivals"
    assert now.seat.checklist() == ()
    assert now.seat.framed is not None
