"""What can be wrong with a position of Ridge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.values import Problem, say
from tests.toys.ridge.kit import LIMIT
from tests.toys.ridge.pieces import ELIMINATED, SIDES

if TYPE_CHECKING:
    from tests.toys.ridge.game import RidgeRules
    from tests.toys.ridge.state import RidgeState


def problems(rules: RidgeRules, s: RidgeState) -> Iterator[Problem]:
    """Everything that is wrong."""
    yield from _places(rules, s)
    yield from _chits(rules, s)
    for side in SIDES:
        if s.support.get(side, -1) < 0:
            yield Problem("6.1", say("{side} has less than no support.", side=side))


def _places(rules: RidgeRules, s: RidgeState) -> Iterator[Problem]:
    here: dict[str, list[str]] = {}
    for uid, unit in s.units.items():
        if unit.side not in SIDES:
            yield Problem("position", say("{side} is not a side.", side=unit.side), (uid,))
        if not unit.on_map:
            if unit.at != ELIMINATED:
                yield Problem("position", say("There is no box {box}.", box=unit.at), (uid,))
        elif unit.at not in rules.atlas.index:
            yield Problem("position", say("There is no hex {hex}.", hex=unit.at), (uid,))
        else:
            here.setdefault(unit.at, []).append(uid)
        if unit.steps not in ((1, 2) if unit.on_map else (0,)):
            yield Problem("7.2", say("{unit} has {n} steps.", unit=unit.name, n=unit.steps), (uid,))
    for hex_, uids in here.items():
        if len(uids) > LIMIT:
            yield Problem("2.1", say("Too many units stand in {hex}.", hex=hex_), tuple(uids))
        if len({s.units[x].side for x in uids}) > 1:
            yield Problem("2.2", say("Units of both sides are in {hex}.", hex=hex_), tuple(uids))


def _chits(rules: RidgeRules, s: RidgeState) -> Iterator[Problem]:
    under = [u.chit for u in s.units.values() if u.chit is not None]
    if tuple(sorted((*s.cup, *under))) != rules.tables.cup:
        yield Problem("6.3", say("The chits in the cup and under the units are not those of the game."))
    for uid, unit in s.units.items():
        if unit.drawn != (unit.chit is not None):
            yield Problem("6.3", say("{unit} says otherwise about its chit.", unit=unit.name), (uid,))
