"""Forecasts are exact: they are held against every world that fits a view and every chit that can be drawn in it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.forecast import Forecast, OddsLine
from hexbench.engine.values import Action, NeedDice
from hexbench.games.iron_tide import GAME, chits
from hexbench.games.iron_tide.rules import ItRules
from hexbench.games.iron_tide.state import IronTide
from hexbench.games.iron_tide.tables import ChitKind, ChitTable
from tests.games.iron_tide.battlefield import NE, SE, SW, Combat, D, E, W, bn, combat, gun, reg
from tests.games.iron_tide.field import ALLIED, GERMAN, PLAIN
from tests.games.iron_tide.shipped import TABLES

FEW = ChitTable(
    source="reconstruction",
    provenance="A few chits, so that every way to draw them can be tried.",
    red=(
        ChitKind(2, 9, 5, 7, 4, 5, 3),
        ChitKind(1, 8, 5, 6, 3, 4, 2),
        ChitKind(1, 7, 3, 6, 3, 3, 1),
        ChitKind(2, 5, 2, 3, 0, 2, 0),
    ),
    blue=(ChitKind(2, 6, 3, 4, 2, 2, 0), ChitKind(2, 4, 2, 2, 0, 1, 0)),
)
RULES: ItRules = GAME.open(PLAIN.atlas, replace(TABLES, chits=FEW), GAME.Options())
"""The game with six red and four blue chits."""


def few(units: dict[str, Any], **facts: Any) -> Combat:
    """A position with those chits; ``chit`` is a place in their table."""
    return combat(units, RULES, **facts)


def hand(unit: dict[str, Any], chit: int) -> dict[str, Any]:
    """Put a chit under a unit."""
    return {**unit, "chit": chit}


# ---- the slow way ----------------------------------------------------------------------------------------------------
def worlds(rules: ItRules, view: IronTide) -> Iterator[tuple[Fraction, IronTide]]:
    """Every world that looks like a view, and how likely it is: chits one by one, elite regiments first."""
    hidden = [u for u in view.units if view.units[u].drawn and u not in view.chits]
    yield from _dealt(rules, view, sorted(hidden, key=lambda u: not view.roster[u].elite), Fraction(1))


def _dealt(
    rules: ItRules, s: IronTide, left: Sequence[str], weight: Fraction
) -> Iterator[tuple[Fraction, IronTide]]:
    if not left:
        yield weight, s
        return
    uid, *rest = left
    printed = s.roster[uid]
    cup = s.cups[printed.cup]
    pool = [kind for kind, n in enumerate(cup) for _ in range(n)]
    ways: dict[int, int] = {}
    if printed.elite:
        for i, j in itertools.permutations(range(len(pool)), 2):
            best = max((pool[i], pool[j]), key=lambda k: chits.order(rules.tables.chits, printed, k))
            if chits.order(rules.tables.chits, printed, pool[i]) == chits.order(
                rules.tables.chits, printed, pool[j]
            ):
                best = pool[i]
            ways[best] = ways.get(best, 0) + 1
    else:
        for kind in pool:
            ways[kind] = ways.get(kind, 0) + 1
    for kind, n in ways.items():
        if s.units[uid].reduced and chits.strength(rules.tables.chits, printed, kind, reduced=True) == 0:
            continue
        with_it = replace(
            s,
            chits={**s.chits, uid: kind},
            cups={**s.cups, printed.cup: chits.changed(cup, kind, -1)},
        )
        yield from _dealt(rules, with_it, rest, weight * n)


def outcomes(rules: ItRules, s: IronTide, action: Action) -> Iterator[tuple[Fraction, OddsLine]]:
    """Every way the draws of a combat can go in a world, played through ``apply`` up to its odds."""
    todo: list[tuple[Fraction, list[int]]] = [(Fraction(1), [])]
    while todo:
        weight, numbers = todo.pop()
        try:
            out = rules.apply(s, action, [*numbers])
        except NeedDice as more:
            if "chit" in str(more.why) or "air" in str(more.why):
                todo += [(weight / more.faces, [*numbers, n]) for n in range(1, more.faces + 1)]
                continue
            out = rules.apply(s, action, [*numbers, 6, 6])
        yield weight, Combat(rules, out).fought


def slowly(now: Combat, side: str, action: Action) -> dict[OddsLine, Fraction]:
    """line -> chance, over all worlds and all draws."""
    found: dict[OddsLine, Fraction] = {}
    total = Fraction(0)
    view = replace(now.rules.view(now.state, side), stack=now.state.stack)
    for weight, world in worlds(now.rules, view):
        total += weight
        for chance, line in outcomes(now.rules, world, action):
            found[line] = found.get(line, Fraction(0)) + weight * chance
    return {line: chance / total for line, chance in found.items()}


def quickly(found: Forecast) -> dict[OddsLine, Fraction]:
    """The same from a forecast."""
    return {line: Fraction(weight, found.total) for weight, line in found.lines}


def hold(units: dict[str, Any], attackers: str, side: str = GERMAN, **facts: Any) -> None:
    """The forecast of an attack equals what trying everything gives."""
    now = few(units, **facts).attack(attackers)
    fast = now.rules.seat(now.state, side).forecast(Action("attack", tuple(attackers.split()), D))
    assert fast is not None
    assert quickly(fast) == slowly(now, side, Action("declare"))


# ---- the cases -------------------------------------------------------------------------------------------------------
def test_when_everything_is_known_there_is_one_line() -> None:
    now = few({"a": hand(reg(E), 1), "d": bn(D, ALLIED, 3)}).attack("a")
    found = now.forecast("", D)
    assert [(w, x.attack, x.defence) for w, x in found.lines] == [(1, 6, 3)]
    hold({"a": hand(reg(E), 1), "d": bn(D, ALLIED, 3)}, "a")


def test_a_chit_still_to_be_drawn() -> None:
    hold({"a": reg(E), "d": bn(D, ALLIED, 3)}, "a")


def test_two_of_one_colour_and_one_of_the_other() -> None:
    units = {
        "a": reg(E, supply="out"),
        "b": reg(SE, letter="C"),
        "d": reg(D, ALLIED, cup="blue", supply="isolated"),
    }
    hold(units, "a b", entrenchments={D: ALLIED})


def test_an_unseen_chit_under_the_defender() -> None:
    units = {"a": reg(E), "d": hand(reg(D, ALLIED), 0), "x": hand(reg("3150"), 3)}
    hold(units, "a")
    hold(units, "a", side=ALLIED)


def test_elite_regiments_keep_the_better_of_two_in_the_order_of_the_draws() -> None:
    hold({"a": reg(E, elite=True), "d": reg(D, ALLIED)}, "a")
    hold({"a": reg(E), "b": reg(SE, elite=True), "d": reg(D, ALLIED)}, "a b")
    hold({"a": reg(E), "d": hand(reg(D, ALLIED, elite=True), 0)}, "a")


def test_reduced_regiments_cannot_have_a_chit_that_shows_nothing() -> None:
    units = {
        "a": reg(E),
        "d": hand(reg(D, ALLIED, reduced=True), 0),
        "by": hand(reg("3150", ALLIED, reduced=True, letter="C"), 1),
    }
    hold(units, "a")


def test_a_regiment_that_may_turn_out_a_cadre_takes_its_integrity_with_it() -> None:
    units = {
        "a": bn(E, factor=6),
        "d": reg(D, ALLIED, starts_reduced=True, division="99", integrity=True, cadre_factor=2),
        "p": hand(reg(W, ALLIED, division="99", integrity=True), 0),
    }
    hold(units, "a")
    now = few(units).attack("a")
    found = now.forecast("", D, side=GERMAN)
    assert {len(line.shifts) for _, line in found.lines} == {0, 1}


def test_several_defending_hexes_are_multiplied_one_by_one() -> None:
    units = {"a": reg(E), "d": reg(D, ALLIED), "e": reg(NE, ALLIED, cup="blue")}
    now = few(units, entrenchments={D: ALLIED}).attack("a").act("widen", D, NE)
    fast = now.rules.seat(now.state, GERMAN).forecast(Action("attack", (), D))
    assert fast is not None
    assert quickly(fast) == slowly(now, GERMAN, Action("declare"))


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_support_and_air_that_may_fail(side: str) -> None:
    units = {"a": reg(E), "d": hand(reg(D, ALLIED), 0), "g": gun("3448")}
    now = few(units, air=(1, 1)).attack("a").resolve().act("support", "g").act("fly").act("commit").act("fly")
    fast = now.rules.seat(now.state, side).forecast(Action("commit"))
    assert fast is not None
    assert quickly(fast) == slowly(now, side, Action("commit"))
    assert fast.total == sum(w for w, _ in fast.lines)


def test_chances_add_up_and_name_results() -> None:
    found = few({"a": reg(E), "d": hand(reg(D, ALLIED), 0)}).forecast("a", D, side=GERMAN)
    chances = dict(found.chances())
    assert abs(sum(chances.values()) - 1) < 1e-12
    assert set(chances) <= {name for row in TABLES.crt.results.values() for name in row}


def test_it_may_be_asked_out_of_turn_for_anything_that_makes_a_combat() -> None:
    now = combat({"a": reg(E), "d": reg(D, ALLIED), "far": bn("3150")})
    for side in (GERMAN, ALLIED, None):
        seat = now.rules.seat(now.state, side)
        assert seat.forecast(Action("attack", ("d",), E)) is not None
        assert seat.forecast(Action("attack", ("far",), D)) is not None
        assert seat.forecast(Action("attack", ("a",), SW)) is None
        assert seat.forecast(Action("attack", ("a", "d"), D)) is None
        assert seat.forecast(Action("attack", (), D)) is None
        assert seat.forecast(Action("attack", ("a",), "9999")) is None
        assert seat.forecast(Action("commit")) is None
        assert seat.forecast(Action("declare")) is None


def test_a_big_attack_with_the_real_cups_is_forecast() -> None:
    ring = (E, NE, SE, W, SW, "3545")
    units: dict[str, Any] = {f"r{i}": reg(at, letter="ABCABC"[i], elite=i == 0) for i, at in enumerate(ring)}
    now = combat({**units, "d": reg(D, ALLIED), "d2": reg(D, ALLIED)})
    found = now.forecast(" ".join(units), D, side=GERMAN)
    assert abs(sum(c for _, c in found.chances()) - 1) < 1e-9
