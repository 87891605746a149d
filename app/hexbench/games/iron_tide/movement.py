"""5.0-5.1 and 7.1-7.5: movement of units and stacks under enemy zones of control.

How far they go by strategic movement is in :mod:`strategic`; a move under way is in :mod:`march`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import POINT, Arcs
from hexbench.atlas.atlas import OFF
from hexbench.atlas.reach import First, Ground, Moods
from hexbench.engine.state import Ask, Step
from hexbench.engine.values import Action, Barrier, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.ways import Lots, Ways
from hexbench.games.iron_tide import first_turns, refusals, restricted, special, strategic, terrain
from hexbench.games.iron_tide.board import PLAIN, ZONES
from hexbench.games.iron_tide.march import Moving, end_move, rested
from hexbench.games.iron_tide.movers import MODES, STRATEGIC, TACTICAL, Mover, Trip, Trips, halved, trips
from hexbench.games.iron_tide.passage import leave
from hexbench.games.iron_tide.pieces import Printed, Unit
from hexbench.games.iron_tide.stacking import LIMIT, friends_at

if TYPE_CHECKING:
    from collections.abc import Collection

    from hexbench.games.iron_tide.hands import ItPlay, ItSeat
    from hexbench.games.iron_tide.phases import Movement, Reserve


def allowance(seat: ItSeat, unit: Unit, printed: Printed) -> int:
    """Tactical movement points now: doubled on 17AM for some (16.3b), halved out of supply (12.2c)."""
    return halved(first_turns.movement_factor(seat.s, printed, unit.at), unit, printed)


def mover(
    seat: ItSeat,
    uid: str,
    ground: Ground | None = None,
    budget: int | None = None,
    *,
    shut: Collection[int] = (),
    infiltrating: bool = False,
) -> Mover:
    """How a unit moves tactically. ``ground`` and ``budget`` (twelfths) replace its own, for explanations; ``shut`` are
    hexes closed to it, and ``infiltrating`` is the 150th Panzer Brigade going on among enemy zones (16.1).
    """
    s, rules = seat.s, seat.rules
    unit, printed = s.units[uid], s.roster[uid]
    prices = rules.prices
    start = seat.board.atlas.index.get(unit.at, OFF)
    if budget is None:
        budget = allowance(seat, unit, printed) * POINT
    arcs = prices.tactical(unit.side, printed.mobility, s.bridges)
    if ground is None:
        ground = way_of(seat, uid, shut)
    moods = prices.infiltration[printed.mobility] if infiltrating else prices.moods[printed.mobility]
    if unit.supply == "isolated":
        moods = rules.one_hex
    first = () if start == OFF else first_steps(seat, unit, printed, start, budget, arcs, ground, moods)
    return Mover(start, budget, arcs, ground, moods, first)


def way_of(seat: ItSeat, uid: str, shut: Collection[int] = ()) -> Ground:
    """What stands in a unit's way: everything Allied is open to commandos (16.4b), zones to 1st SS on 17AM (16.3a)."""
    printed = seat.s.roster[uid]
    if printed.commando:
        return seat.rules.nothing
    kind = PLAIN if first_turns.first_ss_free(seat.s, printed) else ZONES
    return seat.board.ground(printed.side, kind, shut)


def without_zones(seat: ItSeat, ground: Ground) -> Ground:
    """The same enemies in the way, but no zones of control."""
    found = seat.memo.get("no zones")
    if found is None or found[0] is not ground:
        closed = [i for i, entry in enumerate(ground.entry) if entry < 0]
        found = seat.memo["no zones"] = (ground, Ground(bytes(len(ground.entry)), closed))
    plain: Ground = found[1]
    return plain


def first_steps(
    seat: ItSeat,
    unit: Unit,
    printed: Printed,
    start: int,
    budget: int,
    arcs: Arcs,
    ground: Ground,
    moods: Moods,
) -> tuple[First, ...]:
    """The steps out of the start hex: one hex may always be moved (5.1f), and only here an unbridged river crossed, for
    the whole movement factor (5.1d, B07).
    """
    atlas, prices = seat.board.atlas, seat.rules.prices
    single = unit.supply == "isolated"
    out: list[First] = []
    for direction, j in enumerate(atlas.around[start]):
        if j == OFF:
            continue
        price = arcs.cost(start, direction)
        if price is None:
            if prices.crossing(prices.link(start, direction), unit.side, printed.mobility, seat.s.bridges):
                out.append(First(j, budget, True))
            continue
        shift = moods.shift(terrain.FREE, ground.zones[start], ground.entry[j])
        extra = shift[0] if shift else 0
        out.append(First(j, budget, True) if single or price + extra > budget else First(j, price))
    return tuple(out)


def members(seat: ItSeat, subject: tuple[str, ...], how: str = TACTICAL) -> list[Mover]:
    """How the units of one hex move together."""
    shut = restricted.shut(seat.rules, seat.s, subject)
    if how == STRATEGIC:
        return [strategic.mover(seat, uid, shut=shut) for uid in subject]
    through = special.infiltrating(seat.s, subject)
    return [mover(seat, uid, shut=shut, infiltrating=through) for uid in subject]


def joint_reach(seat: ItSeat, subject: tuple[str, ...], how: str = TACTICAL) -> Trips:
    """Where the units of one hex can go together (5.0c, B05); for a single unit, where it can go."""
    key = ("reach", how, tuple(sorted(subject)))
    found: Trips | None = seat.memo.get(key)
    if found is None:
        found = seat.memo[key] = trips(seat, members(seat, subject, how))
    return found


CLOSING: Final = ("engineering",)
"""The last phase of a player turn: ending it hands over, unless nobody else has anything to decide before (4.27)."""


class Phase(Ask, frozen=True, kw_only=True):
    """A phase that its player ends when he likes, once nothing is left that he must do."""

    def duties(self, seat: ItSeat) -> Iterator[Reason]:
        """What has to be done before the phase may end."""
        return iter(())


def movable(seat: ItSeat, step: Movement | Reserve) -> tuple[str, ...]:
    """Everybody who may still move in a phase, in the order of battle."""
    found: tuple[str, ...] | None = seat.memo.get("movable")
    if found is None:
        found = seat.memo["movable"] = tuple(step.able(seat))
    return found


class Move(Verb["ItSeat", "Movement | Reserve", "ItPlay"]):
    """Move a unit, or units of one hex together, by tactical or by strategic movement."""

    name = "move"
    label = say("Move")
    help = say("Drag units of one hex along a route; each pays for every hex out of its own movement factor.")
    subject = "unit"
    object = "hex"
    hows = MODES

    def offer(self, seat: ItSeat, step: Movement | Reserve) -> Offer | None:
        """Every unit that may still move."""
        able = movable(seat, step)
        return Offer(self.name, able, joins="stack") if able else None

    def targets(self, seat: ItSeat, step: Movement | Reserve, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex within reach of all of them, by each mode."""
        if any(refusals.unfit(seat, step, subject)):
            return ()
        through = special.infiltrating(seat.s, subject)
        return ways(seat, subject, joint_reach, through)

    def reasons(self, seat: ItSeat, step: Movement | Reserve | None, action: Action) -> Iterator[Reason]:
        """Every rule that forbids this move."""
        return refusals.why_not(seat, step, action)

    def settle(self, seat: ItSeat, step: Movement | Reserve, action: Action) -> Action:
        """Name the mode, and the cheapest route when the hand named none."""
        how, via = action.how or TACTICAL, action.via
        if not via:
            via = joint_reach(seat, action.subject, how)[seat.board.atlas.index[action.object]].via
        order = seat.board.rank
        subject = tuple(sorted(action.subject, key=order.__getitem__))
        return Action(self.name, subject, action.object, how, via)

    def do(self, play: ItPlay, step: Movement | Reserve, action: Action) -> None:
        """Put the route on the stack; the engine walks it."""
        if first_turns.surprise(play.turn) and not play.first_mover:
            chosen = [u for u in action.subject if not play.units[u].attacked]
            if chosen and step.who == "allied":
                play.set(first_mover=chosen[0])
        start = play.units[action.subject[0]].at
        step.begin(play, start)
        play.push(Moving(units=action.subject, path=action.via, walked=(start,), how=action.how))


def target(
    seat: ItSeat, subject: tuple[str, ...], at: str, how: str, trip: Trip, through: bool = False
) -> Target:
    """One hex the units can go to, with what is worth knowing beforehand."""
    says: list[Say] = []
    rules: list[str] = []
    if at in seat.board.at:
        side = seat.s.units[subject[0]].side
        here = friends_at(seat.s, seat.board, side, at)
        crowd = len(here) + len(subject)
        if crowd > LIMIT:
            says.append(
                say("{n} units would stand here: no more than three at the end of the phase.", n=crowd)
            )
            rules.append("8.1c")
        if here and restricted.mixed(seat.rules, seat.s, (*here, *subject)):
            says.append(restricted.warning(seat.rules))
            rules.append(restricted.mixing_rule(seat.rules))
    if through and (n := special.zones_on(seat, trip.via[:-1])):
        says.append(say("{n} enemy zones of control lie on the way: a roll of 1 or 2 for each.", n=n))
        rules.append("16.1b")
    return Target(at, how, trip.via, max(trip.costs), tuple(says), tuple(rules))


def ways(
    seat: ItSeat,
    subject: tuple[str, ...],
    reach_by: Callable[[ItSeat, tuple[str, ...], str], Trips],
    through: bool = False,
) -> Lots:
    """Every hex the units can go to, by each mode they may use; ``reach_by`` says where one mode takes them."""
    return Lots([partial(by_mode, seat, subject, how, reach_by, through) for how in MODES])


def by_mode(
    seat: ItSeat,
    subject: tuple[str, ...],
    how: str,
    reach_by: Callable[[ItSeat, tuple[str, ...], str], Trips],
    through: bool = False,
) -> Sequence[Target]:
    """The same by one mode; nothing when they may not use it."""
    if how == STRATEGIC and any(strategic.bars(seat, subject)):
        return ()
    labels, found = seat.board.atlas.labels, reach_by(seat, subject, how)
    return Ways(found.hexes, lambda i: target(seat, subject, labels[i], how, found[i], through))


class EndPhase(Verb["ItSeat", Step, "ItPlay"]):
    """End the phase."""

    name = "end"
    label = say("End the phase")
    ends = True
    help = say("End this phase and go on to the next; it may not be taken up again.")

    def offer(self, seat: ItSeat, step: Step) -> Offer | None:
        """Once nothing is left that must be done."""
        return None if any(self.reasons(seat, step, Action(self.name))) else Offer(self.name)

    def targets(self, seat: ItSeat, step: Step, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing to choose."""
        if not subject and not any(self.reasons(seat, step, Action(self.name))):
            yield Target(rules=("4.1c",))

    def wall(self, seat: ItSeat, step: Step) -> tuple[Barrier, bool]:
        """The end of a player turn hands over."""
        return ("handover", False) if step.phase in CLOSING else ("", False)

    def reasons(self, seat: ItSeat, step: Step | None, action: Action) -> Iterator[Reason]:
        """It takes no subject and no object, and some phases have duties."""
        if action.subject or action.object or action.how or action.via:
            yield Reason("4.1c", say("Ending a phase needs no unit and no target."))
        if isinstance(step, Phase):
            yield from step.duties(seat)

    def do(self, play: ItPlay, step: Step, action: Action) -> None:
        """Take the phase off the stack."""
        play.pop()


MOVE = Move()
END = EndPhase()


__all__ = [
    "END",
    "MOVE",
    "TACTICAL",
    "EndPhase",
    "Move",
    "Mover",
    "Moving",
    "Phase",
    "end_move",
    "joint_reach",
    "leave",
    "mover",
    "rested",
]
