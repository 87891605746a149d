"""Ground combats for the tests: attacks allocated, brought to their resolution, and fought with dice that are given.

    now = fight(stand({"a": inf("805"), "x": inf("806", ALLIED)}), "a > 806", die=3)

Everybody is in supply (from the air) unless his hex is among the ``dry`` ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexbench.engine.events import Resolved
from hexbench.engine.values import NeedDice
from hexbench.games.tigers.odds import Reckoning, reckon
from hexbench.games.tigers.rules import TgRules
from tests.games.tigers.field import GERMAN, PLAIN, Situation, position


def stand(
    units: Mapping[str, Any], rules: TgRules = PLAIN, *, dry: str = "", phasing: str = GERMAN, **state: Any
) -> Situation:
    """A position in which attacks are allocated."""
    lifted = {}
    for uid, unit in units.items():
        at = unit if isinstance(unit, str) else unit["at"]
        side = rules.tables.units[uid].side if uid in rules.tables.units else unit["printed"]["side"]
        if at not in dry.split() and at[:1] != "#":
            lifted[at] = side
    return position(units, rules, phase="combat", phasing=phasing, airlifted=lifted, **state)


def drafted(now: Situation, *plans: str) -> Situation:
    """The same with attacks put together: "a b > 806", or "a b > 806 807" for one attack on several hexes."""
    for plan in plans:
        units, _, hexes = plan.partition(">")
        first, *more = hexes.split()
        now = now.act("attack", units.strip(), first)
        for at in more:
            now = now.act("widen", first, at)
    return now


def allocated(now: Situation, *plans: str, numbers: Any = ()) -> Situation:
    """The attacks are binding and wait to be resolved; ``numbers`` are dice for bridges. No air attacks are flown."""
    now = drafted(now, *plans).act("allocate", numbers=numbers)
    return now.end(()) if now.step[1] == "air" else now


def rolled(now: Situation, at: str, die: int, order: str = "free") -> Situation:
    """The attack on a hex, up to the first question after its die."""
    try:
        now = now.act("resolve", at, numbers=None if now_lone(now, at) else ())
    except NeedDice:  # nobody is asked: the order would change nothing (AMB-123)
        return now.act("resolve", at, numbers=[die])
    if now.step[1] == "no_retreat":
        now = now.act("order", to=order, numbers=[die])
    return now


def now_lone(now: Situation, at: str) -> bool:
    """Whether nobody is asked and the die falls at once: the fuel dump alone."""
    return at == now.s.dump and not now.board.units_at(at)


def fight(now: Situation, plan: str, die: int, order: str = "free", numbers: Any = ()) -> Situation:
    """One attack up to the first question after its die."""
    return rolled(allocated(now, plan, numbers=numbers), plan.partition(">")[2].split()[0], die, order)


def result(now: Situation) -> str:
    """The result of the last combat."""
    found: str = now.told(Resolved)[-1].result
    return found


def reckoning(now: Situation, units: str, hexes: str) -> Reckoning:
    """An attack worked out."""
    return reckon(now.rules, now.s, now.board, now.s.phasing, units.split(), hexes.split())


def shifts(now: Situation, units: str, hexes: str) -> dict[str, int]:
    """Clause -> columns of an attack, that for disrupted defenders included."""
    found = reckoning(now, units, hexes)
    all_ = found.shifts if found.softer is None else (*found.shifts, found.softer)
    return {shift.rule: shift.by for shift in all_}


def values(now: Situation, units: str, hexes: str) -> dict[str, int]:
    """Defender -> its modified factor."""
    return {guard.unit: guard.value for guard in reckoning(now, units, hexes).guards}
