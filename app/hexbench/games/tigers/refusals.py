"""Why units may not move: every rule against it, whether or not it is the time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from hexbench.engine.values import Action, Reason, say
from hexbench.games.tigers import cells, exits, walking
from hexbench.games.tigers.paths import Party, Trip, search
from hexbench.games.tigers.pieces import GERMAN, VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import Position, TgSeat
    from hexbench.games.tigers.rules import TgRules

_PURSE = 999


def unit_reasons(rules: TgRules, s: Position, side: str, uid: str) -> Iterator[Reason]:
    """What keeps one unit of the moving side from moving in this pass."""
    unit, name = s.units[uid], rules.title(s.roster[uid])
    if unit.side != side:
        yield Reason("TG-SEQ-03", say("{unit} belongs to the other player.", unit=name), unit.spot)
        return
    if uid == VDH:
        yield Reason("TG-MOV-19", say("{unit} never moves.", unit=name), unit.spot)
        return
    if not unit.on_map:
        yield Reason("TG-MOV-01", say("{unit} is not on the map.", unit=name))
        return
    under_way = bool(unit.mood & cells.PAUSED)
    if unit.disrupted:
        yield Reason("TG-DIS-03", say("{unit} is disrupted and does not move.", unit=name), unit.spot)
    if unit.acted:
        text = say("{unit} moved or attacked in the first pass.", unit=name)
        yield Reason("TG-SEQ-16", text, unit.spot)
    elif unit.moved and not under_way:
        yield Reason("TG-MOV-01", say("{unit} has moved in this turn.", unit=name), unit.spot)
    elif unit.attacks:
        yield Reason("TG-SEQ-16", say("{unit} has attacked in this turn.", unit=name), unit.spot)


def group_reasons(rules: TgRules, s: Position, side: str, subject: Sequence[str]) -> Iterator[Reason]:
    """What keeps several units from moving together."""
    if not subject:
        yield Reason("TG-MOV-01", say("Name the units that move."))
        return
    for uid in subject:
        if uid not in s.units:
            yield rules.missing(f"unit {uid}")
            return
    for uid in subject:
        yield from unit_reasons(rules, s, side, uid)
    if len({s.units[u].at for u in subject}) > 1:
        yield Reason("TG-MOV-01", say("Units move together only from one hex."))
    elif len({s.units[u].mood for u in subject}) > 1:
        yield Reason("TG-MOV-01", say("Some of them have already gone a part of their way."))


def way_reasons(seat: TgSeat, subject: tuple[str, ...], action: Action, *, bonus: bool) -> Iterator[Reason]:
    """What is against a way, given or to be found; the units themselves may move."""
    rules, s, board, how = seat.rules, seat.s, seat.board, action.how
    lift, off = how.startswith("lift"), how == exits.EXIT
    start = s.units[subject[0]].at
    if off:
        yield from _exit_reasons(seat, subject, action.object)
    elif action.object == start:
        yield Reason("TG-MOV-04", say("They stand in {hex} already.", hex=start), (start,))
        return
    unlifted = list(walking.lift_reasons(rules, s, subject)) if lift else []
    yield from unlifted
    group = walking.party(rules, s, board, subject, lift=lift, bonus=bonus)
    via = action.via or _any_way(seat, group, action.object)
    if via is None:
        text = say("There is no way from {from_} to {hex}.", from_=start, hex=action.object)
        yield Reason("TG-MOV-04", text, (action.object,))
        return
    if via and via[-1] != action.object:
        text = say("The route ends in {end}, not in {hex}.", end=via[-1], hex=action.object)
        yield Reason("TG-MOV-04", text, (via[-1],))
        return
    road_end = how.endswith("road_mode")
    stages, reasons = walking.follow(rules, s, board, group, via, road_end=road_end, off=off)
    yield from reasons
    if reasons or not stages:
        return
    if road_end and not any(stages[-1].roads):
        clause = "TG-MOV-12" if stages[-1].effect.stop else "TG-MOV-11"
        text = say("The last step to {hex} is not at road rate.", hex=action.object)
        yield Reason(clause, text, (action.object,))
    elif lift and not unlifted and not _rides(group, stages):
        yield Reason("TG-MOV-14", say("Nobody is carried on that way."))


def _rides(group: Party, stages: Sequence[walking.Stage]) -> bool:
    """Whether a mover that is carried goes at road rate anywhere."""
    return any(on and group.movers[n].kind == "foot" for stage in stages for n, on in enumerate(stage.roads))


def _any_way(seat: TgSeat, group: Party, goal: str) -> tuple[str, ...] | None:
    """The cheapest way to a hex as if it could be paid and no zone were there, so that the faults of it can be told."""
    if goal == group.start:
        return ()
    open_ = group._replace(closed=group.closed - {goal}, markers=3)
    for one in (open_, open_._replace(closed=frozenset())):
        found: Mapping[str, Trip] | None = seat.memo.get(("any way", one))
        if found is None:
            found = search(seat.rules, seat.s, seat.board, one, zones=False, purse=_PURSE).full
            seat.memo["any way", one] = found
        if goal in found:
            return found[goal].via
    return None


def _exit_reasons(seat: TgSeat, subject: tuple[str, ...], at: str) -> Iterator[Reason]:
    if seat.s.units[subject[0]].side != GERMAN:
        yield Reason("TG-VIC-01", say("Only German units leave the map."))
    if at not in exits.exit_hexes(seat.rules):
        yield Reason("TG-VIC-01", say("No exit leads off the map in {hex}.", hex=at), (at,))
