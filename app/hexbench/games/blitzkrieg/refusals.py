"""Why a unit may not be picked up, and why it may not be placed in a hex: every reason with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from hexbench.engine.values import Reason, Say, say
from hexbench.games.blitzkrieg import passage
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GERMAN, GROUND, Side

if TYPE_CHECKING:
    from hexbench.atlas.reach import Walk
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkSeat, Position

LIMIT: Final = 3
"""The stacking limit of a hex, infiltrators included (BK-MOV-08)."""
FAR: Final = 200
"""A number of half movement points that is always enough."""


def movable(seat: BkSeat, who: str) -> tuple[str, ...]:
    """Every unit on the map that its side may pick up now, in the order of battle."""
    return seat.board.lists[who, "ready"]


def why_not_collect(seat: BkSeat, who: str, uid: str) -> Iterator[Reason]:
    """Why a unit may not be picked up (BK-MOV-17)."""
    unit = seat.s.units.get(uid)
    if unit is None:
        yield Reason("BK-UI-12", say("There is no unit {unit}.", unit=uid))
        return
    name = seat.called(uid)
    if unit.side != who:
        yield Reason("BK-UI-12", say("{unit} is not yours.", unit=name), unit.spot)
    if not unit.on_map:
        yield Reason("BK-UI-12", say("{unit} is not on the map.", unit=name))
    if unit.fixed:
        yield Reason("BK-MOV-17", say("{unit} can no longer be picked up this turn.", unit=name), unit.spot)


def why_not_there(seat: BkSeat, subject: tuple[str, ...], at: str) -> Iterator[Reason]:
    """Why units may not be placed in a hex."""
    rules, s, board = seat.rules, seat.s, seat.board
    i = rules.atlas.index.get(at)
    if i is None:
        text = say("{hex} is not a hex of this map.", hex=at) if at else say("Name the hex to move to.")
        yield Reason("BK-MAP-13" if at else "BK-MOV-07", text)
        return
    units = [u for u in subject if u in s.units]
    others = [u for u in board.at.get(at, ()) if u not in units]
    if len(others) + len(units) > LIMIT:
        text = say("{hex} would be over the stacking limit of {n} units.", n=LIMIT, hex=at)
        yield Reason("BK-MOV-08", text, (at,))
    for uid in units:
        unit, printed = s.units[uid], s.roster[uid]
        if not unit.start or printed.type not in (*GROUND, "infiltrator"):
            continue
        yield from _unreached(seat, uid, at, i)


def why_not_by(seat: BkSeat, subject: tuple[str, ...], to: str, via: tuple[str, ...]) -> Iterator[Reason]:
    """Why the route given is not possible: it must lead from where the units began their turn to the hex, and
    each unit must be able to take it.
    """
    if not (via and subject and to):
        return
    starts = {seat.s.units[u].start for u in subject if u in seat.s.units}
    if len(starts) != 1 or not leads(seat, next(iter(starts)), to, via):
        text = say("That route does not lead from where the unit began the turn to {hex}.", hex=to)
        yield Reason("BK-MOV-07", text, (to,))
        return
    from hexbench.games.blitzkrieg.moving_ways import reach_now

    i = seat.rules.atlas.index[to]
    for uid in subject:
        if uid not in seat.s.units:
            continue
        barred = _breaks_off(seat, uid, via)
        if i in reach_now(seat, uid):
            yield from barred
        else:  # reported as unreachable, which names another clause if it is another route that fails
            said = {"BK-MOV-02", *(reason.rule for reason in _unreached(seat, uid, to, i))}
            yield from (reason for reason in barred if reason.rule not in said)


def _breaks_off(seat: BkSeat, uid: str, via: tuple[str, ...]) -> Iterator[Reason]:
    """What prevents a unit from taking a step of a route, or all of it (BK-MOV-02, BK-MOV-04, BK-MOV-10..12,
    BK-MOV-14).
    """
    rules, s, board = seat.rules, seat.s, seat.board
    start = s.units[uid].start
    halves = passage.points(rules, s, uid)
    found = passage.follow(rules, s, board, uid, start, via, budget=halves)
    if found.halt == "budget":
        cost = passage.follow(rules, s, board, uid, start, via, budget=FAR * len(via))
        if cost.halt is None:  # otherwise some step cannot be taken with any number of points
            text = say(
                "{unit} needs {need} by that route but has only {have}.",
                unit=rules.title(s.roster[uid]),
                have=_points(halves),
                need=_needed(-(-cost.steps[-1].cost // passage.HALF)),
            )
            yield Reason("BK-MOV-02", text, via[-1:])
            return
        found = cost
    if found.halt is not None:
        yield broken_off(seat, uid, (start, *via), found)


def broken_off(seat: BkSeat, uid: str, path: tuple[str, ...], found: Walk) -> Reason:
    """Why a unit cannot take the next step of a path, apart from the cost."""
    done = len(found.steps)
    a, b = path[done], path[done + 1]
    rules, printed = seat.rules, seat.s.roster[uid]
    if found.halt == "closed":
        return Reason("BK-MOV-10", say("An enemy unit is in {hex}.", hex=b), (b,))
    if found.halt == "mood":
        text = say("{unit} must stop next to the enemy in {hex}.", unit=rules.title(printed), hex=a)
        return Reason("BK-MOV-04", text, (a,))
    if printed.side == ALLIED and rules.terrain(b) == "siegfried":
        return Reason("BK-MOV-11", say("No Allied unit may enter the Siegfried line."), (b,))
    if printed.type == "armor":
        return Reason("BK-MOV-14", say("Armor cannot cross the river between {a} and {b}.", a=a, b=b), (a, b))
    text = say(
        "{unit} must stop at the river between {a} and {b} and cross in its next turn.",
        unit=rules.title(printed),
        a=a,
        b=b,
    )
    return Reason("BK-MOV-12", text, (a, b))


def leads(seat: BkSeat, start: str, to: str, via: tuple[str, ...]) -> bool:
    """Whether a route leads step by step from one hex to another."""
    near = seat.rules.atlas.near
    return via[-1] == to and all(b in near.get(a, ()) for a, b in pairwise((start, *via)))


def _unreached(seat: BkSeat, uid: str, at: str, i: int) -> Iterator[Reason]:
    from hexbench.games.blitzkrieg.moving_ways import reach_now

    rules, s, board = seat.rules, seat.s, seat.board
    unit, printed = s.units[uid], s.roster[uid]
    if unit.at == at and unit.on_map:
        yield Reason("BK-MOV-07", say("It is already there."), (at,))
        return
    name, reached = rules.title(printed), i in reach_now(seat, uid)
    if unit.side == ALLIED and rules.terrain(at) == "siegfried" and not reached:
        yield Reason("BK-MOV-11", say("No Allied unit may enter the Siegfried line."), (at,))
    if i in board.stand[FOE[unit.side]] and printed.type != "infiltrator":
        yield Reason("BK-MOV-10", say("An enemy unit is in {hex}.", hex=at), (at,))
    if reached:
        return
    halves = passage.points(rules, s, uid)
    if not halves:
        yield Reason("BK-SUP-17", say("{unit} is isolated and cannot move.", unit=name), unit.spot)
        return
    farther = passage.reach_of(rules, s, board, uid, unit.start, budget=FAR)
    if i in farther:
        need = -(-farther.costs[i] // passage.HALF)
        text = say(
            "{unit} needs {need} but has only {have}.",
            unit=name,
            have=_points(halves),
            need=_needed(need),
        )
        yield Reason("BK-MOV-02", text, (at,))
        return
    yield from _what_stops(seat, uid, at, i)


def _what_stops(seat: BkSeat, uid: str, at: str, i: int) -> Iterator[Reason]:
    """What no number of points overcomes: enemies that stop it, the Siegfried line, the map, or rivers."""
    rules, s = seat.rules, seat.s
    unit, printed = s.units[uid], s.roster[uid]
    name = rules.title(printed)
    from hexbench.atlas.reach import Obstacles, reach

    arcs = passage.passages(rules).arcs(unit.side, printed.type, s.blown)
    here = rules.atlas.index[unit.start]
    first = passage.first_steps(rules, s, unit.side, printed.type, here, arcs)
    nothing = Obstacles.empty(len(rules.atlas.labels))
    if i in reach(arcs, nothing, passage.FREE, here, FAR * passage.HALF, first=first):
        yield Reason(
            "BK-MOV-04", say("{unit} must stop next to an enemy on every route there.", unit=name), (at,)
        )
    elif (barred := cut_off(rules, s, uid, unit.start, at)) is not None:
        if barred.rule != "BK-MOV-11" or rules.terrain(at) != "siegfried":  # otherwise reported already
            yield barred
    elif printed.type == "armor":
        yield Reason("BK-MOV-14", say("Armor cannot cross a river without a bridge."), (at,))
    else:
        text = say("{unit} must stop at the river and cross in its next turn.", unit=name)
        yield Reason("BK-MOV-12", text, (at,))


def cut_off(rules: BkRules, s: Position, uid: str, start: str, at: str) -> Reason | None:
    """Why no route leads a unit to a hex, regardless of rivers: the Siegfried line, or the map (BK-MOV-11,
    BK-MAP-13).
    """

    def walled(side: Side) -> bool:
        afoot = passage.passages(rules).arcs(side, "infantry", s.blown, wading=True)
        return at not in passage.linked(rules, afoot, start)

    if walled(GERMAN):
        return Reason("BK-MAP-13", say("No route on this map leads to {hex}.", hex=at), (at,))
    if s.units[uid].side == ALLIED and walled(ALLIED):
        return Reason("BK-MOV-11", say("Every route there leads through the Siegfried line."), (at,))
    return None


def _needed(halves: int) -> Say:
    if halves == 2:
        return say("1 movement point")
    return say("{n} movement points", n=_points(halves))


def _points(halves: int) -> str:
    return f"{halves // 2}" if halves % 2 == 0 else f"{halves // 2} 1/2".removeprefix("0 ")
