"""What can be wrong with engagements, artillery targets, bridges and dumps of a position that was set up by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.values import Problem, say
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GROUND

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.state import Blitzkrieg
    from hexbench.games.blitzkrieg.works import Engagement


def work_problems(rules: BkRules, s: Blitzkrieg) -> Iterator[Problem]:
    """Every problem with what is not a unit."""
    numbers = [e.number for e in s.engagements]
    if len(set(numbers)) != len(numbers) or any(not 0 <= n < s.next_engagement for n in numbers):
        yield Problem("BK-ENG-12", say("Two engagements have one number, or one was never given out."))
    seen: set[str] = set()
    for one in s.engagements:
        yield from _engagement(rules, s, one)
        for name in (*one.attackers, *one.hexes):
            if name in seen:
                yield Problem("BK-ENG-04", say("{name} is in two engagements.", name=name), (name,))
            seen.add(name)
    yield from _guns(rules, s)
    yield from _bridges(rules, s)
    yield from _dumps(rules, s)


def _engagement(rules: BkRules, s: Blitzkrieg, one: Engagement) -> Iterator[Problem]:
    """Its units are there, and it covers a hex and its neighbours (BK-ENG-08)."""
    index, atlas = rules.atlas.index, rules.atlas
    if one.centre not in index or any(at not in index for at in one.hexes):
        yield Problem("BK-ENG-08", say("Engagement {n} has hexes that are not on the map.", n=one.number))
        return
    for uid in one.attackers:
        unit = s.units.get(uid)
        if unit is None or not unit.on_map or unit.side != s.phasing or s.roster[uid].type not in GROUND:
            text = say("{unit} cannot attack in engagement {n}.", unit=uid, n=one.number)
            yield Problem("BK-ENG-06", text, (uid,))
            return
    if not (one.attackers and one.hexes):
        text = say("Engagement {n} lacks attackers or defenders.", n=one.number)
        yield Problem("BK-ENG-20", text)
    stands = {s.units[uid].at for uid in one.attackers}
    near = {atlas.labels[j] for j in atlas.around[index[one.centre]] if j >= 0}
    attacks = stands == {one.centre} and set(one.hexes) <= near
    defends = one.hexes == (one.centre,) and stands <= near
    if stands and one.hexes and not (attacks or defends):
        text = say("Engagement {n} is not a hex and its neighbours.", n=one.number)
        yield Problem("BK-ENG-08", text, (one.centre,))


def _guns(rules: BkRules, s: Blitzkrieg) -> Iterator[Problem]:
    """Who fires at whom (BK-ART-02), who protects whom (BK-ART-14)."""
    for rule, aimed, side, friend in (
        ("BK-ART-02", s.fire, s.phasing, False),
        ("BK-ART-14", s.support, ALLIED, True),
    ):
        for gun, other in aimed.items():
            target = side if friend else FOE[side]
            if (
                gun not in s.units
                or other not in s.units
                or s.roster[gun].type != "artillery"
                or s.units[gun].side != side
                or s.units[other].side != target
            ):
                text = say("{gun} cannot fire for or at {other}.", gun=gun, other=other)
                yield Problem(rule, text, (gun, other))


def _bridges(rules: BkRules, s: Blitzkrieg) -> Iterator[Problem]:
    for side, ends in s.blown.items():
        if side not in rules.bridges:
            yield Problem("BK-MAP-05", say("There is no bridge at {side}.", side=side), (side,))
        elif not ends or len(set(ends)) != len(ends) or not set(ends) <= set(side.split("/")):
            text = say("The bridge at {side} has no such ends.", side=side)
            yield Problem("BK-MAP-05", text, (side,))


def _dumps(rules: BkRules, s: Blitzkrieg) -> Iterator[Problem]:
    for key, dump in s.dumps.items():
        if dump.hex not in rules.atlas.index:
            text = say("The dump {name} is in {hex}, which is not on the map.", name=key, hex=dump.hex)
            yield Problem("BK-MAP-07", text, (dump.hex,))
        if dump.number < 0:
            text = say("The dump {name} has a supply number below 0.", name=key)
            yield Problem("BK-SUP-06", text, (dump.hex,))
