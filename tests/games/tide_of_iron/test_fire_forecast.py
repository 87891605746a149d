"""The odds are exact: every fall of the dice is tried, through the code that plays, and must give the forecast."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.events import Resolved
from hexbench.engine.values import Action
from hexbench.games.tide_of_iron import GAME, resolve
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import Situation
from tests.games.tide_of_iron.shipped import TABLES
from tests.games.tide_of_iron.shots import AMERICAN, GERMAN, aim, charge, duel, line, squad, storm, vehicle
from tests.laws.exact import distribution, every_fall

FEW = {"regular": 2}


def played(now: Situation, verb: str) -> dict[str, Fraction]:
    """What comes of it, in the words of the log, with its chance."""

    def falls() -> Iterator[tuple[Fraction, str]]:
        for chance, out in every_fall(partial(now.rules.apply, now.state, Action(verb))):
            yield chance, ", ".join(e.result for t in out.told if isinstance(e := t.all, Resolved))

    return distribution(falls())


def foretold(now: Situation, verb: str) -> dict[str, Fraction]:
    """The same of the forecast."""
    one = line(now, verb)
    return {name: Fraction(ways, one.ways) for name, ways in one.results}


@cache
def thinner() -> Any:
    """The game with a Tiger of armour three, so that not every fall of six dice need be tried."""
    nation = TABLES.nations[GERMAN]
    tiger = replace(nation.vehicles["tiger_i"], av=3)
    german = replace(nation, vehicles={**nation.vehicles, "tiger_i": tiger})
    tables = replace(TABLES, nations={**TABLES.nations, GERMAN: german})
    return GAME.open(field.PLAIN.atlas, tables, GAME.Options())


CASES: dict[str, Any] = {
    "rifles on a squad in woods": lambda: aim(
        duel(squad("C5", figures=FEW), squad("C7", GERMAN, FEW), rules=field.spotted({"C7": "w0"}))
    ),
    "suppressive on a pinned squad with an officer": lambda: aim(
        duel(squad("C5", figures={"elite": 1}), squad("C6", GERMAN, {"officer": 1}, condition="pinned"))
    ).act("attack_type", to="suppressive"),
    "long range at a light vehicle": lambda: aim(
        duel(squad("C5", figures={"mg": 2}), vehicle("C10", "sdkfz_251", damage="light"))
    ),
    "thick armour": lambda: aim(
        duel(squad("C5", figures=FEW), vehicle("C6", "tiger_i", damage="heavy"), rules=thinner())
    ),
    "a truck": lambda: aim(duel(squad("C5", figures={"elite": 4}), vehicle("C6", "opel_blitz"))),
}


@pytest.mark.rule("tide_of_iron", "TI-ATK-14")
@pytest.mark.parametrize("name", CASES)
def test_an_attack_on_one_unit(name: str) -> None:
    now = CASES[name]()
    assert foretold(now, "roll") == played(now, "roll")


@pytest.mark.rule("tide_of_iron", "TI-AREA-04")
def test_an_area_attack_gives_the_joint_chances_of_all_units() -> None:
    """A squad and a vehicle under one mortar: what happens to one tells of the other."""
    more = {"g3": vehicle("C5", "sdkfz_251", damage="heavy")}
    rules = field.spotted({"C5": "r0"})
    now = aim(
        duel(squad("C1", figures={"mortar": 1}), squad("C5", GERMAN, FEW), more, rules=rules), "a1", "C5"
    )
    assert foretold(now, "roll") == played(now, "roll")
    fans = {str(fan.say): fan for fan in line(now).fans}
    marginal: dict[str, Fraction] = {}
    for name, chance in foretold(now, "roll").items():
        second = name.split(", ")[1]
        marginal[second] = marginal.get(second, Fraction(0)) + chance
    one = next(
        fan for fan in fans.values() if fan.unit == "g3" and fan.results[0][0] in ("no effect", "destroyed")
    )
    assert {name: Fraction(ways, one.ways) for name, ways in one.results} == marginal


@pytest.mark.rule("tide_of_iron", "TI-ASL-22")
@pytest.mark.rule("tide_of_iron", "TI-ASL-23")
def test_an_assault() -> None:
    rules = field.spotted({"C6": "r0"})
    now = storm(duel(squad("C5", figures=FEW), squad("C6", GERMAN, {"regular": 1}), rules=rules))
    assert foretold(now, "storm") == played(now, "storm")
    for attack, defence in ((2, 0), (0, 1), (1, 1)):
        lines = [e.line for e in charge(now, attack, defence).events if isinstance(e, Resolved)]
        assert [(line.attack, line.defence) for line in lines if line is not None] == [(attack, defence)]


@pytest.mark.rule("tide_of_iron", "TI-CNC-02")
@pytest.mark.rule("tide_of_iron", "B-ASL-8")
@pytest.mark.parametrize("concealment", ["text", "hidden"])
def test_nothing_is_foretold_against_a_concealed_squad(concealment: str) -> None:
    """No token and no line of sight could make it possible, and of a hidden one not even the figures are known."""
    rules = field.spotted({"C6": "w0"}, concealment=concealment)
    handles = {"gh1": "g1"} if concealment == "hidden" else {}
    now = duel(squad("C5"), squad("C6", GERMAN, concealed=True), rules=rules, handles=handles)
    name = "gh1" if handles else "g1"
    seat = now.of(AMERICAN)
    assert seat.forecast(Action("fire", ("a1",), name)) is None
    assert seat.forecast(Action("storm", ("a1",), "C6")) is None
    joined = {"g2": squad("C6", GERMAN)}
    mixed = duel(squad("C5"), squad("C6", GERMAN, concealed=True), joined, rules=rules, handles=handles)
    assert mixed.of(AMERICAN).forecast(Action("fire", ("a1",), "g2")) is not None
    assert mixed.of(AMERICAN).forecast(Action("storm", ("a1",), "C6")) is not None


@pytest.mark.rule("tide_of_iron", "TI-SPC-15")
def test_heal() -> None:
    now = duel(squad("C5", figures={"regular": 3}, specialization="medic", lost=1), squad("K9", GERMAN))
    found = now.seat.forecast(Action("heal", ("a1",), "a1"))
    assert found is not None
    assert dict(found.chances()) == {"healed": 0.5, "no effect": 0.5}


@pytest.mark.rule("tide_of_iron", "TI-CARD-13")
def test_an_area_attack_by_card_can_be_foretold() -> None:
    now = duel(squad("C5"), squad("C7", GERMAN, FEW), rules=field.spotted({"C7": "w0"}))
    found = resolve.foretell(now.of(AMERICAN), "C7", 3, "normal", (5, 6))
    ((_, one),) = found.lines
    assert (one.attack, one.defence, one.ways) == (3, 2, 3**5)
    assert sum(n for _, n in one.results) == one.ways
    empty = resolve.foretell(now.of(AMERICAN), "K9", 3, "normal", (5, 6))
    assert dict(empty.lines[0][1].results) == {"no effect": 1}


def test_tallies_come_to_the_dice_and_every_term_names_its_clause() -> None:
    more = {"a2": squad("D5", figures={"regular": 3}), "a3": vehicle("C3", "m4a1_sherman", AMERICAN)}
    rules = field.spotted({"C7": "b0"})
    now = (
        aim(duel(squad("C5"), squad("C7", GERMAN), more, rules=rules))
        .act("support", "a2")
        .act("support", "a3")
    )
    one = line(now)
    strength, cover = one.tallies
    assert (strength.total, cover.total) == (one.pools[0].dice, one.pools[1].dice)
    assert strength.total == one.attack == 4 + 2 + 5
    assert all(term.clauses for tally in one.tallies for term in tally.terms)
    assert {term.unit for term in strength.terms} == {"a1", "a2", "a3"}
    assert one.column == "normal"
