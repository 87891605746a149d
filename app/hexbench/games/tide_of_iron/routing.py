"""The ways a unit can be sent: every hex with its route, why not there, and the route a hand left open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.values import Action, Reason, Target, say
from hexbench.games.tide_of_iron import passage
from hexbench.games.tide_of_iron.passage import Start
from hexbench.games.tide_of_iron.strength import scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.hands import TiSeat
    from hexbench.games.tide_of_iron.pieces import Unit


def routes(seat: TiSeat, uid: str, start: Start) -> dict[str, tuple[tuple[str, ...], int]]:
    """hex -> (route, cost) for every hex the unit may be sent to; worked out once for a position."""
    unit = seat.s.units[uid]
    key = ("routes", uid, start)
    if key not in seat.memo:
        out: dict[str, tuple[tuple[str, ...], int]] = {}
        sc = scene(seat)
        if start.left >= 0 and (unit.on_map or passage.may_stand(sc, unit, start.at)):
            out = passage.ways(sc, unit, start)
        seat.memo[key] = out
    found: dict[str, tuple[tuple[str, ...], int]] = seat.memo[key]
    return found


def way_targets(seat: TiSeat, uid: str, start: Start, extra: int) -> Iterator[Target]:
    """Every hex to go to; ``extra`` is what coming out of shelter costs first. A passenger may just get out."""
    if (
        seat.s.units[uid].inside
        and start.left >= 0
        and passage.may_stand(scene(seat), seat.s.units[uid], start.at)
    ):
        yield Target(start.at, "", (), extra)
    for at, (route, cost) in routes(seat, uid, start).items():
        yield Target(at, "", route, cost + extra)


def way_reasons(seat: TiSeat, uid: str, start: Start, action: Action, extra: int) -> Iterator[Reason]:
    """Every reason against going to ``action.object`` by ``action.via`` or, without it, by any way."""
    unit, sc, to = seat.s.units[uid], scene(seat), action.object
    unknown = [h for h in (to, *action.via) if h not in seat.rules.atlas.index]
    if unknown:
        yield seat.rules.missing(f"hex {unknown[0]}")
        return
    if start.left < 0:
        text = say("It has to come out first, which costs {n} MP.", n=passage.points(extra))
        yield Reason("TI-FORT-03" if unit.shelter else "TI-TRN-11", text, (start.at,))
    if unit.inside and not passage.may_stand(sc, unit, start.at):
        yield Reason("TI-TRN-12", say("There is no room for it beside its vehicle."), (start.at,))
    if to == start.at and not action.via:
        if not unit.inside:
            yield Reason("TI-ACT-01", say("It stands there already."), (to,))
    elif action.via:
        if action.via[-1] != to:
            yield Reason("TI-ACT-01", say("The way ends elsewhere."), (action.via[-1],))
        yield from passage.follow(sc, unit, start, action.via)
    elif start.left >= 0 and to not in routes(seat, uid, start):
        yield from _unreachable(seat, unit, start, to)


def _unreachable(seat: TiSeat, unit: Unit, start: Start, to: str) -> Iterator[Reason]:
    sc = scene(seat)
    found = list(passage.shut(sc, unit, start.first, to))
    yield from found
    near = seat.rules.atlas.near[to]
    if all(passage.price(sc, unit, at, to) is None for at in near):
        at = start.at if start.at in near else near[0]
        yield passage.impassable(sc, unit, at, to)
    elif start.at in near:
        yield from (r for r in passage.follow(sc, unit, start, (to,)) if r not in found)
    elif not found and seat.rules.atlas.index[to] in passage.reached(sc, unit, start):
        yield Reason("B-MOV-11", say("It may not stop in {hex} and cannot go on.", hex=to), (to,))
    elif not found:
        rule = "TI-FORT-24" if start.once else "TI-ACT-01"
        yield Reason(rule, say("{hex} is out of reach.", hex=to), (to,))


def with_route(seat: TiSeat, uid: str, start: Start, action: Action) -> Action:
    """The action with the cheapest route, unless it names one."""
    if action.via or action.object not in routes(seat, uid, start):
        return action
    return replace(action, via=routes(seat, uid, start)[action.object][0])
