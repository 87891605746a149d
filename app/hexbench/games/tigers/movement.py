"""Operational movement of one pass (P_MOVE; TG-MOV): the verb, its targets and what is worth knowing beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.checklist import offers_left
from hexbench.engine.phases import END, Phase
from hexbench.engine.values import Action, Check, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.ways import Ways
from hexbench.games.tigers import cells, dump, exits, limits, march, movers, refusals, stacking, walking
from hexbench.games.tigers.movers import LIFTS, TWELFTHS, lifts_left, may_ride
from hexbench.games.tigers.paths import Party, Trip, Trips, search
from hexbench.games.tigers.pieces import ALLIED, GERMAN, VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay, TgSeat

HOWS: Final = ("", "road_mode", "lift", "lift_road_mode", exits.EXIT)
"""Ways to the same hex. Every road step before the last is at road rate (TG-MOV-11); the last one is at full rate, so that
the unit may attack, or at road rate, which leaves it disrupted (TG-MOV-13, TG-MOV-21). ``lift``: Allied infantry and
airborne divisions are carried by road (TG-MOV-14). ``exit``: off the map from that hex (AMB-84)."""
fuel_cap = movers.fuel_cap


def trips(seat: TgSeat, subject: tuple[str, ...], *, lift: bool, bonus: bool) -> Trips:
    """Everywhere units of one hex can go together; kept with the seat."""
    key = ("trips", subject, lift, bonus)
    found: Trips | None = seat.memo.get(key)
    if found is None:
        rules, s, board = seat.rules, seat.s, seat.board
        group = walking.party(rules, s, board, subject, lift=lift, bonus=bonus)
        off = exits.exit_hexes(rules) if group.side == GERMAN and not lift else frozenset()
        found = seat.memo[key] = search(rules, s, board, group, off)
    return found


def ways(seat: TgSeat, subject: tuple[str, ...], *, bonus: bool) -> dict[tuple[str, str], Mapping[str, Trip]]:
    """(hex, how) -> where the best way there is found, under its hex."""
    key = ("ways", subject, bonus)
    found: dict[tuple[str, str], Mapping[str, Trip]] | None = seat.memo.get(key)
    if found is not None:
        return found
    plain = trips(seat, subject, lift=False, bonus=bonus)
    out: dict[tuple[str, str], Mapping[str, Trip]] = {(at, ""): plain.full for at in plain.full}
    out |= {(at, "road_mode"): plain.road for at in plain.road}
    if not any(walking.lift_reasons(seat.rules, seat.s, subject)):
        carried = trips(seat, subject, lift=True, bonus=bonus)
        out |= {(at, "lift"): carried.full for at, trip in carried.full.items() if trip.used}
        out |= {(at, "lift_road_mode"): carried.road for at in carried.road}
    out |= {(at, exits.EXIT): plain.off for at in plain.off}
    seat.memo[key] = out
    return out


class Move(Verb["TgSeat", Any, "TgPlay"]):
    """Move a unit, or units of one hex together, for the whole of their operational movement."""

    name = "move"
    label = say("Move")
    help = say(
        "Drag units along a route. A last step in road mode is cheaper and leaves them disrupted; use of the bonus keeps "
        "them from attacking."
    )
    subject = "unit"
    object = "hex"
    joins = "stack"
    hows = HOWS
    plain = True
    risk = "dice"

    def able(self, seat: TgSeat, step: Any) -> Iterable[str]:
        """Every unit that may still move."""
        able: Iterable[str] = step.able(seat)
        return able

    def targets(self, seat: TgSeat, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex they can reach together, by each way of moving."""
        if any(step.bars(seat, subject)):
            return ()
        found = ways(seat, _ordered(seat, subject), bonus=step.bonus)
        return Ways(
            tuple(found), lambda key: self._target(seat, subject, key, found[key][key[0]], step.bonus)
        )

    def _target(
        self, seat: TgSeat, subject: tuple[str, ...], key: tuple[str, str], trip: Trip, bonus: bool
    ) -> Target:
        at, how = key
        subject = _ordered(seat, subject)
        told = list(consequences(seat, subject, at, how, trip, bonus=bonus))
        rules = tuple(dict.fromkeys(rule for _, rule in told))
        return Target(at, how, trip.via, max(trip.costs) * TWELFTHS, tuple(text for text, _ in told), rules)

    def reasons(self, seat: TgSeat, step: Any, action: Action) -> Iterator[Reason]:
        """Every rule that forbids this move."""
        subject = action.subject
        phasing = seat.s.phasing
        against = (
            list(step.bars(seat, subject))
            if step is not None
            else list(refusals.group_reasons(seat.rules, seat.s, phasing, subject))
        )
        yield from against
        if action.how not in HOWS:
            yield Reason("TG-MOV-11", say("Nobody moves that way: {how}.", how=action.how))
            return
        if action.object not in seat.rules.atlas.index:
            yield seat.rules.missing(f"hex {action.object or '-'}")
            return
        bonus = step.bonus if step is not None else True
        if not subject or any(u not in seat.s.units or not seat.s.units[u].on_map for u in subject):
            return
        if len({seat.s.units[u].at for u in subject}) > 1 or VDH in subject:
            return
        ordered = _ordered(seat, subject)
        if not against and not action.via and len(set(subject)) == len(subject):
            if (action.object, action.how) in ways(seat, ordered, bonus=bonus):
                return
            found = list(refusals.way_reasons(seat, ordered, action, bonus=bonus))
            yield from found or [
                Reason("TG-ZOC-36", say("No way there is open in this manner."), (action.object,))
            ]
            return
        yield from refusals.way_reasons(seat, ordered, action, bonus=bonus)

    def settle(self, seat: TgSeat, step: Any, action: Action) -> Action:
        """The cheapest route when the hand named none; units in the order of battle."""
        subject = _ordered(seat, action.subject)
        via = (
            action.via or ways(seat, subject, bonus=step.bonus)[action.object, action.how][action.object].via
        )
        return Action(self.name, subject, action.object, action.how, via)

    def do(self, play: TgPlay, step: Any, action: Action) -> None:
        """Walk."""
        march.march(play, action.subject, action.via, action.how, bonus=step.bonus)
        step.after(play)


def _ordered(seat: TgSeat, subject: tuple[str, ...]) -> tuple[str, ...]:
    rank = seat.board.rank
    return tuple(sorted(subject, key=lambda uid: rank.get(uid, -1)))


def consequences(
    seat: TgSeat, subject: tuple[str, ...], at: str, how: str, trip: Trip, *, bonus: bool
) -> Iterator[tuple[Say, str]]:
    """What is worth knowing before a move, each with its clause."""
    rules, s, board = seat.rules, seat.s, seat.board
    group = walking.party(rules, s, board, subject, lift=how.startswith("lift"), bonus=bonus)
    if any(cost > one.basic for cost, one in zip(trip.costs, group.movers, strict=True)):
        yield say("Uses the bonus: no attack in this pass."), "TG-ATK-13"
    yield from _zones_at_work(seat, group, how, trip)
    if any(trip.disrupted):
        yield say("Ends disrupted."), "TG-MOV-21" if how.endswith("road_mode") else "TG-DIS-14"
    for here, to in walking.captures(rules, s, group, trip.via):
        chances = rules.tables.capture[s.units[subject[0]].side]
        n = chances[min(s.turn, len(chances)) - 1]
        clause = "TG-BRG-08" if group.side == GERMAN else "TG-BRG-09"
        yield (
            say(
                "The bridge from {from_} to {hex} is taken by {n} in six, else blown.",
                from_=here,
                hex=to,
                n=n,
            ),
            clause,
        )
    if any(s.roster[u].type == "tiger" for u in subject) and max(trip.costs) > movers.MF:
        yield say("Tigers roll against breaking down."), "TG-TIG-01"
    if how.startswith("lift"):
        n = lifts_left(s) - sum(may_ride(s.roster[u]) and not s.units[u].lifted for u in subject)
        yield say("Carried by road; left in this turn: {n} of {all}.", n=n, all=LIFTS), "TG-MOV-14"
    if how == exits.EXIT:
        yield say("Leaves the map for good."), "AMB-84"
        return
    here_then = tuple(
        dict.fromkeys((*(u for u in board.units_at(at) if s.units[u].side == group.side), *subject))
    )
    if not limits.fits(s, here_then):
        yield say("Too many would stand here at the end of the phase."), "TG-STK-01"
    if group.side == ALLIED and VDH in board.units_at(at):
        yield say("Rounds up von der Heydte's men."), "TG-VDH-08"
    if group.side == GERMAN and dump.stands(s, board, at):
        yield say("The fuel dump is there."), "AMB-78"


def _zones_at_work(seat: TgSeat, group: Party, how: str, trip: Trip) -> Iterator[tuple[Say, str]]:
    """The cells of the zones' table that the steps of a move fall under, each once (TG-ZOC-20..33)."""
    road_end, off = how.endswith("road_mode"), how == exits.EXIT
    stages, _ = walking.follow(seat.rules, seat.s, seat.board, group, trip.via, road_end=road_end, off=off)
    for clause in dict.fromkeys(c for stage in stages for c in stage.effect.clauses if c in cells.WORDS):
        yield cells.WORDS[clause], clause


MOVE: Final = Move()


class Moving(Phase, frozen=True, kw_only=True):
    """The phasing player moves; moves that a bridge interrupted end with the phase."""

    verbs: ClassVar = (MOVE, END)
    phase: ClassVar[str] = "movement"

    @property
    def bonus(self) -> bool:
        """Units may use the operational movement bonus (TG-MOV-05)."""
        return True

    def say(self, seat: TgSeat) -> Say:
        """The question."""
        return say("Move units, then end the phase.")

    def able(self, seat: TgSeat) -> Iterable[str]:
        """Whoever may still move."""
        for uid, unit in seat.s.units.items():
            if unit.side == self.who and unit.on_map and not any(self.bars(seat, (uid,))):
                yield uid

    def bars(self, seat: TgSeat, subject: tuple[str, ...]) -> Iterator[Reason]:
        """What keeps units from moving at all."""
        return refusals.group_reasons(seat.rules, seat.s, self.who, subject)

    def unfinished(self, seat: TgSeat) -> Iterator[Check]:
        """Where too many stand first, since that costs units; then who may still move."""
        for at in stacking.tested(seat.rules, seat.s, seat.board, self.who):
            units = tuple(u for u in seat.board.units_at(at) if seat.s.units[u].side == self.who)
            text = say("Too many units in {hex}: some of them are removed when movement ends.", hex=at)
            yield Check("stack", text, "TG-STK-05", units, (at,))
        yield from offers_left(seat)

    def after(self, play: TgPlay) -> None:
        """A move has been made: the phase goes on."""

    def close(self, play: TgPlay) -> None:
        """Interrupted moves end here (AMB-60)."""
        for uid, unit in list(play.units.items()):
            if unit.mood & cells.PAUSED:
                march.settle_paused(play, uid)
        play.pop()
