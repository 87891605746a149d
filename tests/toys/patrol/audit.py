"""What can be wrong with a position of Patrol."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.values import Problem, say
from tests.toys.patrol.kit import LIMIT
from tests.toys.patrol.pieces import OUT, SIDES

if TYPE_CHECKING:
    from tests.toys.patrol.game import PatrolRules
    from tests.toys.patrol.state import PatrolState

COVER = ("wood", "grass")


def problems(rules: PatrolRules, s: PatrolState) -> Iterator[Problem]:
    """Everything that is wrong."""
    here: dict[str, list[str]] = {}
    for uid, unit in s.units.items():
        if not unit.on_map:
            if unit.at != OUT or unit.men:
                yield Problem("4.3", say("{squad} is in no place a squad can be.", squad=unit.name), (uid,))
            continue
        if unit.at not in rules.atlas.index:
            yield Problem("position", say("There is no hex {hex}.", hex=unit.at), (uid,))
            continue
        here.setdefault(unit.at, []).append(uid)
        if not 1 <= unit.men <= 3:
            yield Problem("4.3", say("{squad} has {n} men.", squad=unit.name, n=unit.men), (uid,))
        if unit.hidden and rules.atlas.cell(unit.at).terrain not in COVER:
            yield Problem("2.1", say("{squad} is hidden in the open.", squad=unit.name), (uid,))
    for hex_, uids in here.items():
        for side in SIDES:
            if sum(s.units[x].side == side for x in uids) > LIMIT:
                yield Problem(
                    "3.2", say("Too many squads of {side} in {hex}.", side=side, hex=hex_), tuple(uids)
                )
        if len({s.units[x].side for x in uids}) > 1:
            yield Problem("3.2", say("Units of both sides are in {hex}.", hex=hex_), tuple(uids))
        yield from _seen_in_grass(rules, s, hex_, uids, here)


def _seen_in_grass(
    rules: PatrolRules, s: PatrolState, hex_: str, uids: list[str], here: dict[str, list[str]]
) -> Iterator[Problem]:
    if rules.atlas.cell(hex_).terrain != "grass":
        return
    for uid in uids:
        unit = s.units[uid]
        beside = [x for n in rules.atlas.near[hex_] for x in here.get(n, ())]
        if unit.hidden and any(s.units[x].side != unit.side for x in beside):
            yield Problem(
                "2.3", say("{squad} cannot be hidden from those beside it.", squad=unit.name), (uid,)
            )
