"""5.0-5.1 and 7.1-7.5: tactical movement of units and stacks, hex by hex, under enemy zones of control."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from hexbench.atlas.arcs import POINT, Arcs
from hexbench.atlas.atlas import OFF
from hexbench.atlas.reach import First, Ground, Moods, reach
from hexbench.atlas.together import Joint, Party, reach_together
from hexbench.engine.events import UnitChanged, UnitMoved
from hexbench.engine.state import Ask, Step
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.iron_tide import first_turns, refusals, terrain
from hexbench.games.iron_tide.pieces import Printed, Unit
from hexbench.games.iron_tide.stacking import LIMIT, friends_at, settle_marks

if TYPE_CHECKING:
    from hexbench.games.iron_tide.hands import ItPlay, ItSeat

TACTICAL = "tactical"


class Mover(NamedTuple):
    """How one unit moves now: everything a search needs to know of it."""

    start: int
    budget: int
    """In twelfths of a movement point."""
    arcs: Arcs
    ground: Ground
    moods: Moods
    first: tuple[First, ...]

    def party(self) -> Party:
        """As a member of a stack."""
        return Party(self.arcs, self.ground, self.moods, self.budget, self.first)


def allowance(seat: ItSeat, unit: Unit, printed: Printed) -> int:
    """Movement points now: halved, fractions up, for a mechanized unit out of supply (12.2c, B25); at least one (12.2d)."""
    factor = first_turns.movement_factor(seat.s, printed, unit.at)
    if unit.supply == "out" and printed.mobility != "N":
        factor = -(-factor // 2)
    return max(1, factor)


def mover(seat: ItSeat, uid: str, ground: Ground | None = None, budget: int | None = None) -> Mover:
    """The mover of a unit on the map. ``ground`` and ``budget`` (twelfths) replace its own, for explanations."""
    s, rules = seat.s, seat.rules
    unit, printed = s.units[uid], s.roster[uid]
    prices = rules.prices
    start = seat.board.atlas.index[unit.at]
    if budget is None:
        budget = allowance(seat, unit, printed) * POINT
    arcs = prices.tactical(unit.side, printed.mobility, s.bridges)
    if ground is None:
        ground = way_of(seat, uid)
    moods = rules.one_hex if unit.supply == "isolated" else prices.moods[printed.mobility]
    return Mover(
        start,
        budget,
        arcs,
        ground,
        moods,
        _first_steps(seat, unit, printed, start, budget, arcs, ground, moods),
    )


def way_of(seat: ItSeat, uid: str) -> Ground:
    """What stands in a unit's way: everything Allied is open to commandos (16.4b), zones to 1st SS on 17AM (16.3a)."""
    printed = seat.s.roster[uid]
    if printed.commando:
        return seat.rules.nothing
    ground = seat.board.ground(printed.side)
    if first_turns.first_ss_free(seat.s, printed):
        return without_zones(seat, ground)
    return ground


def without_zones(seat: ItSeat, ground: Ground) -> Ground:
    """The same enemies in the way, but no zones of control."""
    found = seat.memo.get("no zones")
    if found is None or found[0] is not ground:
        closed = [i for i, entry in enumerate(ground.entry) if entry < 0]
        found = seat.memo["no zones"] = (ground, Ground(bytes(len(ground.entry)), closed))
    plain: Ground = found[1]
    return plain


def _first_steps(
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


def joint_reach(seat: ItSeat, subject: tuple[str, ...]) -> dict[int, Joint]:
    """Where the units of one hex can go together (5.0c, B05); for a single unit, where it can go."""
    key = ("reach", tuple(sorted(subject)))
    found: dict[int, Joint] | None = seat.memo.get(key)
    if found is None:
        movers = {_profile(seat, uid): mover(seat, uid) for uid in subject}
        if len(movers) == 1:
            one = next(iter(movers.values()))
            way = reach(one.arcs, one.ground, one.moods, one.start, one.budget, first=one.first)
            found = {i: Joint((way.costs[i],), path) for i, path in way.paths().items() if path}
        else:
            found = reach_together([m.party() for m in movers.values()], next(iter(movers.values())).start)
        seat.memo[key] = found
    return found


def _profile(seat: ItSeat, uid: str) -> tuple[object, ...]:
    """Units of one hex with the same profile move alike."""
    unit, printed = seat.s.units[uid], seat.s.roster[uid]
    return (
        printed.side,
        printed.mobility,
        allowance(seat, unit, printed),
        unit.supply == "isolated",
        printed.commando,
        first_turns.first_ss_free(seat.s, printed),
    )


class Move(Verb["ItSeat", "Movement", "ItPlay"]):
    """Move a unit, or units of one hex together, by tactical movement."""

    name = "move"
    label = say("Move")
    help = say("Drag units of one hex along a route; each pays for every hex out of its own movement factor.")
    subject = "unit"
    object = "hex"
    hows = (TACTICAL,)

    def offer(self, seat: ItSeat, step: Movement) -> Offer | None:
        """Every unit that may still move."""
        able = tuple(
            uid for uid, unit in seat.s.units.items() if unit.side == step.who and self.able(seat, uid, unit)
        )
        return Offer(self.name, able, joins="stack") if able else None

    def able(self, seat: ItSeat, uid: str, unit: Unit) -> bool:
        """Whether a unit of the phasing player may move at all."""
        if unit.moved or unit.frozen or not unit.on_map:
            return False
        return not any(first_turns.bars(seat.s, uid, unit, seat.s.roster[uid]))

    def targets(self, seat: ItSeat, step: Movement, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex within reach of all of them."""
        if any(refusals.unfit(seat, step, subject)):
            return
        labels = seat.board.atlas.labels
        for i, joint in joint_reach(seat, subject).items():
            at = labels[i]
            via = tuple(labels[k] for k in joint.path)
            crowd = len(friends_at(seat.s, seat.board, step.who, at)) + len(subject)
            if crowd <= LIMIT:
                yield Target(at, TACTICAL, via, max(joint.costs))
                continue
            warning = say("{n} units would stand here: no more than three at the end of the phase.", n=crowd)
            yield Target(at, TACTICAL, via, max(joint.costs), (warning,), ("8.1c",))

    def reasons(self, seat: ItSeat, step: Movement | None, action: Action) -> Iterator[Reason]:
        """Every rule that forbids this move."""
        return refusals.why_not(seat, step, action)

    def settle(self, seat: ItSeat, step: Movement, action: Action) -> Action:
        """Name the cheapest route when the hand named none."""
        via = action.via
        if not via:
            labels = seat.board.atlas.labels
            joint = joint_reach(seat, action.subject)[seat.board.atlas.index[action.object]]
            via = tuple(labels[k] for k in joint.path)
        order = seat.board.rank
        subject = tuple(sorted(action.subject, key=order.__getitem__))
        return Action(self.name, subject, action.object, TACTICAL, via)

    def do(self, play: ItPlay, step: Movement, action: Action) -> None:
        """Put the route on the stack; the engine walks it."""
        if first_turns.surprise(play.turn) and not play.first_mover:
            chosen = [u for u in action.subject if not play.units[u].attacked]
            if chosen and step.who == "allied":
                play.set(first_mover=chosen[0])
        start = play.units[action.subject[0]].at
        play.push(Moving(units=action.subject, path=action.via, walked=(start,)))


class Moving(Step, frozen=True, kw_only=True):
    """A move under way: the hexes still to enter lie on the stack, so that an interrupt may fall between any two."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    walked: tuple[str, ...]

    def run(self, play: ItPlay) -> None:
        """Enter the next hex, or end the move."""
        if not self.path:
            play.pop()
            end_move(play, self.units, self.walked)
            return
        left, at = self.walked[-1], self.path[0]
        for uid in self.units:
            leave(play, uid)
            play.put(uid, at=at)
        settle_marks(play, play.units[self.units[0]].side, left)
        play.swap(path=self.path[1:], walked=(*self.walked, at))


def leave(play: ItPlay, uid: str) -> None:
    """7.4c: a temporary ZOC marker is lost for good when its battalion leaves its hex, whatever the cause. Whoever
    leaves the hex he had retreated into is overstacked no longer (B20).
    """
    unit = play.units[uid]
    if unit.zoc:
        play.put(uid, zoc=False)
        play.tell(UnitChanged(uid, "zoc", ""))
    if unit.retreated:
        play.put(uid, retreated=False)


def end_move(play: ItPlay, units: Sequence[str], walked: tuple[str, ...]) -> None:
    """The units have moved for this phase."""
    for uid in units:
        play.put(uid, moved=True)
        play.tell(UnitMoved(uid, walked))


def rested(play: ItPlay, side: str) -> None:
    """A new phase of movement: nobody of ``side`` has moved yet."""
    for uid in [u for u, unit in play.units.items() if unit.moved and unit.side == side]:
        play.put(uid, moved=False)


class EndPhase(Verb["ItSeat", Step, "ItPlay"]):
    """End the phase."""

    name = "end"
    label = say("End the phase")
    help = say("End this phase and go on to the next; it may not be taken up again.")

    def targets(self, seat: ItSeat, step: Step, subject: tuple[str, ...]) -> Iterable[Target]:
        """Always possible."""
        if not subject:
            yield Target(rules=("4.1c",))

    def reasons(self, seat: ItSeat, step: Step | None, action: Action) -> Iterator[Reason]:
        """It takes no subject and no object."""
        if action.subject or action.object or action.how or action.via:
            yield Reason("4.1c", say("Ending a phase needs no unit and no target."))

    def do(self, play: ItPlay, step: Step, action: Action) -> None:
        """Take the phase off the stack."""
        play.pop()


MOVE = Move()
END = EndPhase()


class Movement(Ask, frozen=True, kw_only=True):
    """The Movement Phase of one player."""

    phase = "movement"
    verbs: ClassVar = (MOVE, END)

    def say(self, seat: ItSeat) -> Say:
        """Who moves, and on 16AM what little may."""
        s = seat.s
        if first_turns.surprise(s.turn):
            if self.who == "german":
                return say("German Movement Phase. On 16AM no German unit may move except through combat.")
            return say(
                "Allied Movement Phase. On 16AM one unit of your choice may move, and units that were attacked."
            )
        return say(
            "{side} Movement Phase. Move your units; end the phase when you have done.",
            side=seat.rules.side_name(self.who),
        )


__all__ = ["END", "MOVE", "EndPhase", "Move", "Movement", "Moving", "joint_reach", "mover", "rested"]
