"""17.3 and 17.4: stacks of units that may not stand together, judged when a phase of movement ends (B45)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexbench.engine.values import Action, Say, say
from hexbench.games.iron_tide import movement, restricted
from hexbench.games.iron_tide.combatants import command
from hexbench.games.iron_tide.pieces import GERMAN
from hexbench.games.iron_tide.stacking import Overstack, friends_at

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat


class JointStack(Overstack, frozen=True, kw_only=True):
    """17.3a, 8.1d: units of two commands stand in one hex; the owner names those that are eliminated."""

    def settled(self, play: ItPlay) -> bool:
        """Until one command is left."""
        here = friends_at(play, play.board, self.who, self.hex)
        return super().settled(play) and not restricted.mixed(play.rules, play, here)

    def say(self, seat: ItSeat) -> Say:
        if seat.rules.options.army_rule:
            return say("Units of two armies stand in {hex}: choose one to be eliminated.", hex=self.hex)
        return say("British and American units stand in {hex}: choose one to be eliminated.", hex=self.hex)

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
    """Ask for every joint stack of the player whose phase ends.

    One that a retreat has made is spared as long as none of its units moves in; after a Movement Phase (``retreats``
    False) only if none of them could leave, since they have to part as soon as possible (17.3b).
    """
    if side == GERMAN and not play.rules.options.army_rule:
        return  # they have one command only
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
