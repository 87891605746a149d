"""8.0: the stacking limit, when it is checked, and what happens to excess units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.events import UnitRemoved
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.iron_tide import chits, works
from hexbench.games.iron_tide.pieces import ALLIED, ELIMINATED, LOST, SIDES

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat

LIMIT: Final = 3
"""8.1a: units of any size in a hex."""


def friends_at(s: Any, board: Any, side: str, at: str) -> tuple[str, ...]:
    """The units of ``side`` in a hex: a commando counts with the Germans alone (B36)."""
    units = s.units
    return tuple([u for u in board.units_at(at) if units[u].side == side])


def crowded(s: Any, board: Any, side: str) -> list[str]:
    """8.1c: the hexes in which ``side`` has more than three units, in the order of the map."""
    full = [
        at
        for at, units in board.at.items()
        if len(units) > LIMIT and not at.startswith("#") and len(friends_at(s, board, side, at)) > LIMIT
    ]
    return sorted(full, key=lambda at: int(board.atlas.index[at]))


def allowed(s: Any, here: tuple[str, ...], grace: bool) -> int:
    """How many of the units of one hex may stay at a check.

    Three; but after combat (``grace``) a hex overstacked by a retreat need not be corrected before the owner's next
    Movement Phase ends (8.1d, 8.2c), and only units that entered it in the phase just ended must be removed.
    """
    if not grace or not any(s.units[u].retreated for u in here):
        return LIMIT
    came: int = sum(s.units[u].moved and not s.units[u].retreated for u in here)
    return max(LIMIT, len(here) - came)


class Eliminate(Pick["ItSeat", "Overstack", "ItPlay"]):
    """The owner names a surplus unit; it is eliminated."""

    name = "eliminate"
    label = say("Eliminate")
    help = say("Remove this unit from the overstacked hex.")
    rule = "8.1d"

    def among(self, seat: ItSeat, step: Overstack) -> Sequence[str]:
        """The units of the hex."""
        return friends_at(seat.s, seat.board, step.who, step.hex)

    def unfit(self, seat: ItSeat, step: Overstack | None, ref: str) -> Iterator[Reason]:
        """Only a unit of the hex in question."""
        if step is None:
            text = say("Excess units are eliminated only at the end of a Movement Phase or a Reserve Phase.")
            yield Reason("8.1c", text)
        elif seat.s.units[ref].at != step.hex or seat.s.units[ref].side != step.who:
            text = say("The unit to be eliminated must be one of yours in {hex}.", hex=step.hex)
            yield Reason("8.1d", text, (step.hex,))

    def do(self, play: ItPlay, step: Overstack, action: Action) -> None:
        """Remove it; the step is over when the hex is within its limit."""
        eliminate(play, action.subject[0])
        if step.settled(play):
            play.pop()
        settle_marks(play, step.who, step.hex)


_ELIMINATE = Eliminate()


class Overstack(Ask, frozen=True, kw_only=True):
    """8.1d, 8.2c: the owner chooses which units of an overstacked hex are eliminated."""

    hex: str
    stay: int = LIMIT
    """How many units may stay."""
    verbs: ClassVar = (_ELIMINATE,)

    def settled(self, play: ItPlay) -> bool:
        """Whether enough units have gone."""
        return len(friends_at(play, play.board, self.who, self.hex)) <= self.stay

    def say(self, seat: ItSeat) -> Say:
        """How many too many."""
        n = len(friends_at(seat.s, seat.board, self.who, self.hex)) - self.stay
        if n == 1:
            return say("{hex} has one unit too many: choose the one to be eliminated.", hex=self.hex)
        return say("{hex} has {n} units too many: choose one to be eliminated.", hex=self.hex, n=n)

    def default(self, seat: ItSeat) -> Action | None:
        """The weakest unit; among equals the last in the order of battle."""
        roster = seat.s.roster

        def worth(uid: str) -> tuple[int, int]:
            printed, unit = roster[uid], seat.s.units[uid]
            regiment = printed.size == "regiment" and not unit.cadre
            return (10 if regiment else printed.factor or printed.cadre_factor, -seat.board.rank[uid])

        return Action("eliminate", (min(friends_at(seat.s, seat.board, self.who, self.hex), key=worth),))


def eliminate(play: ItPlay, uid: str) -> None:
    """Remove a unit from the map; isolated units go to a box of their own, since they can never be rebuilt (12.3d)."""
    chits.give_back(play, uid)
    unit = play.units[uid]
    box = LOST if unit.supply == "isolated" else ELIMINATED
    if unit.side == ALLIED:
        play.set(allied_losses=play.allied_losses + 1)
    play.put(uid, at=box, zoc=False, retreated=False)
    works.gone(play, uid)
    play.tell(UnitRemoved(uid, box))


def drop_marks(play: ItPlay) -> None:
    """B20: clear the marks of overstacks that no longer exist, anywhere on the map."""
    for at in dict.fromkeys(unit.at for unit in play.units.values() if unit.retreated):
        for side in SIDES:
            settle_marks(play, side, at)


def settle_marks(play: ItPlay, side: str, at: str) -> None:
    """B20: clear the marks of an overstack when the hex is back to three units."""
    here = friends_at(play, play.board, side, at)
    if len(here) <= LIMIT:
        for uid in here:
            if play.units[uid].retreated:
                play.put(uid, retreated=False)


def check_stacks(play: ItPlay, side: str, *, grace: bool = False) -> None:
    """8.1c: ask for every overstacked hex of the player whose phase ends; ``grace`` spares what a retreat overstacked."""
    asks = []
    for at in crowded(play, play.board, side):
        here = friends_at(play, play.board, side, at)
        stay = allowed(play, here, grace)
        if len(here) > stay:
            asks.append(Overstack(who=side, hex=at, stay=stay))
    play.push(*asks)
