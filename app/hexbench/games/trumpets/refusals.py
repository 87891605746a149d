"""Why units may not move, and why not to a hex: every reason with its clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.values import Reason, say
from hexbench.games.trumpets import moving_ways, passage, stacking

if TYPE_CHECKING:
    from hexbench.games.trumpets.hands import TtSeat

FAR = 200
"""Halves of a movement factor that carry anybody anywhere."""


def why_not_move(seat: TtSeat, who: str, subject: tuple[str, ...]) -> Iterator[Reason]:
    """Why units may not move at all."""
    s, rules = seat.s, seat.rules
    if not subject:
        yield Reason("TT-SEQ-02", say("Name the units that move."))
    if len(set(subject)) < len(subject):
        yield Reason("TT-SEQ-02", say("A unit is named twice."))
    if len({s.units[u].at for u in subject if u in s.units}) > 1:
        yield Reason("TT-SEQ-02", say("Only units of one hex move together."))
    for uid in subject:
        unit = s.units.get(uid)
        if unit is None:
            yield rules.missing(f"unit {uid}")
            continue
        name = rules.title(s.mission.units[uid])
        if unit.side != who:
            yield Reason("TT-SEQ-02", say("{unit} is not yours.", unit=name), unit.spot)
        if not unit.on_map:
            yield Reason("TT-SEQ-02", say("{unit} is not on the map.", unit=name))
            continue
        for begun in s.building.values():
            if begun.builder == uid:
                text = say("{unit} is building and may not move; take that back first.", unit=name)
                yield Reason(f"TT-DEF-MOB-{begun.kind}", text, unit.spot)
        if unit.side == who and unit.spent >= passage.allowance(rules, s, uid).by_road:
            yield Reason("TT-REC-03", say("{unit} has no movement factor left.", unit=name), unit.spot)


def why_not_there(
    seat: TtSeat, who: str, subject: tuple[str, ...], at: str, via: tuple[str, ...]
) -> Iterator[Reason]:
    """Why units may not move to a hex."""
    s, rules = seat.s, seat.rules
    units = tuple(u for u in dict.fromkeys(subject) if u in s.units and s.units[u].on_map)
    if not at:
        yield Reason("TT-SEQ-02", say("Name the hex to move to."))
        return
    if at not in rules.atlas.index:
        yield Reason("TT-SEQ-02", say("{hex} is not a hex of this map.", hex=at))
        return
    if s.mission.area and at not in s.mission.area:
        yield Reason("TT-SEQ-02", say("{hex} lies outside the area in play.", hex=at), (at,))
        return
    if any(s.units[u].at == at for u in units):
        yield Reason("TT-SEQ-02", say("It is there already."), (at,))
        return
    here = seat.board.units_at(at)
    if here and s.units[here[0]].side != who:
        text = say("Enemies stand in {hex}: attack them, there is no overrun.", hex=at)
        yield Reason("TT-DEF-29", text, (at,))
        return
    if not stacking.room(rules, s, seat.board, units, at):
        text = say(
            "{hex} has room for {front} front line units and {others} others.",
            hex=at,
            front=rules.tables.stack_front,
            others=rules.tables.stack_other,
        )
        yield Reason("TT-REC-02", text, (at,))
    if len({s.units[u].at for u in units}) > 1:
        return
    for uid in units:
        yield from _off_route(seat, uid, at, via) if via else _unreached(seat, uid, at)


def _unreached(seat: TtSeat, uid: str, at: str) -> Iterator[Reason]:
    s, rules, board = seat.s, seat.rules, seat.board
    i = rules.atlas.index[at]
    if moving_ways.ways_of(seat, uid).cost(i) is not None:
        return
    name = rules.title(s.mission.units[uid])
    if passage.is_engaged(rules, s, board, uid):
        text = say(
            "{unit} is engaged: it may only withdraw one hex, to where no enemy is adjacent.", unit=name
        )
        yield Reason("TT-ENG-02", text, s.units[uid].spot)
        return
    stand = moving_ways.standing(seat, s.units[uid].side)
    if (
        s.units[uid].spent
        and {at, s.units[uid].at} <= stand.zones
        and at in rules.atlas.near[s.units[uid].at]
    ):
        yield _zone_to_zone(seat, uid, at)
        return
    have = passage.allowance(rules, s, uid)
    left = max(have.halves - s.units[uid].spent, 0)
    far = passage.lanes(rules, s, board, uid, stand, budget=FAR)[0].reach()
    if i in far.costs:
        text = say(
            "The way costs {cost} MF; {unit} has {left} left.",
            cost=factors(-(-far.costs[i] // passage.HALF)),
            unit=name,
            left=factors(left),
        )
        rule = "TT-REC-07" if passage.night(s) and _by_day(seat, uid, far.costs[i]) else "TT-REC-03"
        yield Reason(rule, text, (at,))
        return
    free = passage.lanes(rules, s, board, uid, stand, budget=FAR, zones=False)[0].reach()
    if i in free.costs:
        labels = rules.atlas.labels
        path = [labels[j] for j in free.path(i)]
        blocks = tuple(h for h in path if h in stand.blocked and h not in stand.zones)
        zones = tuple(h for h in path if h in stand.zones)
        if zones or not blocks:
            text = say("{unit} must stop in the first enemy zone of control it enters.", unit=name)
            yield Reason("TT-REC-05", text, zones)
        if blocks:
            yield Reason("TT-REC-16", say("{unit} must stop at the road block.", unit=name), blocks)
        return
    yield from _closed(seat, uid, at)


def _zone_to_zone(seat: TtSeat, uid: str, at: str) -> Reason:
    name = seat.rules.title(seat.s.mission.units[uid])
    text = say("{unit} goes from zone to zone only with the first hex of its move.", unit=name)
    return Reason("TT-REC-05", text, (at,))


def _by_day(seat: TtSeat, uid: str, cost: int) -> bool:
    """Whether a way would be possible but for the night."""
    return cost <= 2 * seat.rules.template(seat.s.mission.units[uid]).mf * passage.HALF


def _closed(seat: TtSeat, uid: str, at: str) -> Iterator[Reason]:
    """No movement factor would do: terrain, a river, enemies all round."""
    s, rules = seat.s, seat.rules
    name = rules.title(s.mission.units[uid])
    move = rules.template(s.mission.units[uid]).move
    dry = [n for n in rules.atlas.near[at] if n in passage.around(rules, at)]
    if not dry:
        yield Reason("TT-REC-17", say("Rivers are crossed only by a bridge."), (at,))
    elif all(passage.prohibited(rules, move, n, at) for n in dry):
        text = say("{unit} can enter {hex} only along a road.", unit=name, hex=at)
        yield Reason("TT-REC-03", text, (at,))
    elif any("river" in side.kinds for side in rules.atlas.sheet.hexsides):
        text = say("No way leads {unit} to {hex}: rivers are crossed only by a bridge.", unit=name, hex=at)
        yield Reason("TT-REC-17", text, (at,))
    else:
        yield Reason("TT-REC-03", say("No way leads {unit} to {hex}.", unit=name, hex=at), (at,))


def _off_route(seat: TtSeat, uid: str, at: str, via: tuple[str, ...]) -> Iterator[Reason]:
    """A route given by hand that cannot be followed, and where."""
    rules = seat.rules
    name = rules.title(seat.s.mission.units[uid])
    index = rules.atlas.index
    if any(h not in index for h in via) or via[-1] != at:
        yield Reason("TT-SEQ-02", say("The route must lead hex by hex to {hex}.", hex=at), (at,))
        return
    route = [index[h] for h in via]
    ways = moving_ways.ways_of(seat, uid)
    if ways.along(route) is not None:
        return
    walked = max((lane.walk(route) for lane in ways.lanes), key=lambda w: len(w.steps))
    assert walked.refused is not None  # no lane can be followed to its end
    at = rules.atlas.labels[walked.refused]
    spot = (at,)
    zones = moving_ways.standing(seat, seat.s.units[uid].side).zones
    if passage.is_engaged(rules, seat.s, seat.board, uid):
        text = say("{unit} is engaged: it may only withdraw one hex.", unit=name)
        yield Reason("TT-ENG-02", text, spot)
    elif walked.halt == "price" and not walked.steps and {seat.s.units[uid].at, at} <= zones:
        yield _zone_to_zone(seat, uid, at)
    elif walked.halt == "mood":
        last = rules.atlas.labels[walked.steps[-1].index] if walked.steps else seat.s.units[uid].at
        rule = "TT-REC-05" if last in zones else "TT-REC-16"
        yield Reason(rule, say("{unit} must stop before {hex}.", unit=name, hex=at), spot)
    elif walked.halt == "budget":
        text = say("{unit} has too few MF left for {hex}.", unit=name, hex=at)
        yield Reason("TT-REC-03", text, spot)
    else:
        yield Reason("TT-REC-03", say("{unit} cannot enter {hex} that way.", unit=name, hex=at), spot)


def factors(halves: int) -> str:
    """Halves of a movement factor as a player reads them."""
    whole, half = divmod(halves, 2)
    return f"{whole} 1/2".removeprefix("0 ") if half else str(whole)
