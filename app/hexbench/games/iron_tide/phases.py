"""4.24 and 4.26: the Movement Phase and the Reserve Phase, and the check for units that may not stack together when
either of them ends (17.3, 17.4; B45).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from hexbench.engine.values import Action, Check, Reason, Say, say
from hexbench.games.iron_tide import checklist, movement, restricted, special
from hexbench.games.iron_tide.combatants import command
from hexbench.games.iron_tide.exits import EXIT
from hexbench.games.iron_tide.movement import END, MOVE, Phase
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import GERMAN, Printed, Unit
from hexbench.games.iron_tide.reinforcements import ENTER
from hexbench.games.iron_tide.reserves import RESERVE
from hexbench.games.iron_tide.special import LAND
from hexbench.games.iron_tide.stacking import Overstack, friends_at

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat


class Movement(Phase, frozen=True, kw_only=True):
    """The Movement Phase of one player (SEQ.P.MOVE)."""

    phase = "movement"
    verbs: ClassVar = (MOVE, ENTER, EXIT, RESERVE, LAND, END)

    def able(self, seat: ItSeat) -> list[str]:
        """The units of the phasing player that may move at all."""
        s, units = seat.s, seat.s.units
        ready = [
            uid
            for uid in seat.board.present[self.who]
            if not ((unit := units[uid]).moved or unit.frozen or unit.reserve)
        ]
        return restricted.unbarred(s, ready)

    def bars(self, seat: ItSeat, uid: str, unit: Unit, printed: Printed) -> Iterator[Reason]:
        """6.0b: why a unit may not move in this phase."""
        if unit.reserve:
            text = say("{unit} is in reserve and may not move this phase.", unit=called(printed))
            yield Reason("6.0b", text, unit.spot)

    def begin(self, play: ItPlay, start: str) -> None:
        """Units start to move from a hex; there is nothing to record here."""

    def duties(self, seat: ItSeat) -> Iterator[Reason]:
        """16.2a: the landing on 17AM."""
        if self.who == GERMAN:
            yield from special.must_land(seat)

    def unfinished(self, seat: ItSeat) -> Iterable[Check]:
        """Stacks, arrivals, movers, Reserve markers."""
        return checklist.movement_left(seat, self)

    def say(self, seat: ItSeat) -> Say:
        """Whose phase it is, and on 16AM which units may move."""
        s = seat.s
        if restricted.surprise(s.turn):
            if self.who == GERMAN:
                return say("German Movement Phase. On 16AM no German unit may move except through combat.")
            return _one_mover(seat)
        return say(
            "{side} Movement Phase. Move your units, bring in reinforcements and place "
            "Reserve markers; end the phase when you are done.",
            side=seat.rules.side_name(self.who),
        )


def _one_mover(seat: ItSeat) -> Say:
    """18.0c: who may move on 16AM; the one unit is chosen by moving it (SEQ.A.MOVE.one)."""
    s = seat.s
    if s.first_mover:
        return say(
            "Allied Movement Phase on 16AM: {unit} has been chosen to move. Apart from it, "
            "only units that were attacked this turn may move.",
            unit=called(s.roster[s.first_mover]) if s.first_mover in s.roster else s.first_mover,
        )
    return say(
        "Allied Movement Phase on 16AM: one unit of your choice may move; you choose it by "
        "moving it. Units that were attacked this turn may also move."
    )


class Reserve(Phase, frozen=True, kw_only=True):
    """The Reserve Phase of one player: the marked stacks move one after another (6.0e)."""

    phase = "reserve"
    verbs: ClassVar = (MOVE, EXIT, END)
    begun: tuple[str, ...] = ()
    """The hexes from which stacks have begun to move, in order; only the last one may still be moving."""

    def able(self, seat: ItSeat) -> list[str]:
        """The units that may move in this phase now."""
        s, units = seat.s, seat.s.units
        ready = [
            uid
            for uid in seat.board.present[self.who]
            if (unit := units[uid]).reserve
            and not unit.moved
            and not (unit.frozen and not seat.rules.options.replaced_in_reserve)
            and not any(self.bars(seat, uid, unit, s.roster[uid]))
        ]
        return restricted.unbarred(s, ready)

    def bars(self, seat: ItSeat, uid: str, unit: Unit, printed: Printed) -> Iterator[Reason]:
        """4.26a, 6.0e: only units in reserve move, and a stack that has finished does not begin again."""
        if not unit.reserve:
            yield Reason("4.26a", say("{unit} is not in reserve.", unit=called(printed)), unit.spot)
        elif unit.at in self.begun[:-1]:
            text = say(
                "The stack of {unit} has finished its move: another stack has begun to move.",
                unit=called(printed),
            )
            yield Reason("6.0e", text, unit.spot)

    def begin(self, play: ItPlay, start: str) -> None:
        """A stack begins to move: the one before it has finished."""
        if start not in self.begun:
            play.swap(begun=(*self.begun, start))

    def unfinished(self, seat: ItSeat) -> Iterable[Check]:
        """Stacks, and units in reserve."""
        return checklist.reserve_left(seat, self)

    def say(self, seat: ItSeat) -> Say:
        """How many may still move."""
        units = seat.s.units.values()
        n = len([unit for unit in units if unit.reserve and not unit.moved and unit.side == self.who])
        side = seat.rules.side_name(self.who)
        if n == 1:
            return say("{side} Reserve Phase: one unit in reserve may move.", side=side)
        return say(
            "{side} Reserve Phase: {n} units in reserve may move, one stack at a time.", side=side, n=n
        )


class JointStack(Overstack, frozen=True, kw_only=True):
    """17.3a, 8.1d: units of two commands are in one hex; the owner chooses those that are eliminated."""

    def settled(self, play: ItPlay) -> bool:
        """Until one command is left."""
        here = friends_at(play, play.board, self.who, self.hex)
        return super().settled(play) and not restricted.mixed(play.rules, play, here)

    def say(self, seat: ItSeat) -> Say:
        if seat.rules.options.army_rule:
            return say("Units of two armies are stacked in {hex}: choose one to be eliminated.", hex=self.hex)
        return say(
            "British and American units are stacked in {hex}: choose one to be eliminated.", hex=self.hex
        )

    def default(self, seat: ItSeat) -> Action | None:
        """A unit of the command that has the fewest there, the last in the order of battle."""
        here = [
            uid
            for uid in friends_at(seat.s, seat.board, self.who, self.hex)
            if not seat.s.roster[uid].commando
        ]
        army_rule = seat.rules.options.army_rule
        by: dict[str, list[str]] = {}
        for uid in here:
            by.setdefault(command(army_rule, seat.s.roster[uid]), []).append(uid)
        return Action("eliminate", (min(by.values(), key=len)[-1],))


def part(play: ItPlay, side: str, *, retreats: bool) -> None:
    """Ask about every joint stack of the player whose phase ends.

    A joint stack made by a retreat is spared as long as no unit has moved into it; after a Movement Phase (``retreats``
    False) only if none of its units could have left, since they must separate as soon as possible (17.3b).
    """
    if side == GERMAN and not play.rules.options.army_rule:
        return  # the Germans have only one command
    asks = []
    index = play.board.atlas.index
    several = (at for at, units in play.board.at.items() if len(units) > 1 and at in index)
    for at in sorted(several, key=index.__getitem__):
        here = friends_at(play, play.board, side, at)
        if len(here) < 2 or not restricted.mixed(play.rules, play, here):
            continue
        came = any(play.units[uid].moved for uid in here)
        if came or not (retreats or not any(_could_leave(play, uid) for uid in here)):
            asks.append(JointStack(who=side, hex=at, stay=len(here)))
    play.push(*asks)


def _could_leave(play: ItPlay, uid: str) -> bool:
    """Whether a unit that has not moved could have moved away in this phase."""
    unit = play.units[uid]
    s: Any = play
    if unit.frozen or any(restricted.bars(s, uid, unit, play.roster[uid])):
        return False
    return bool(movement.joint_reach(play.rules.seat_of(play), (uid,)))
