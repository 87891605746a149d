"""A move under way: hex after hex, with the interruptions that may fall between any two (SEQ.P.MOVE.step)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexbench.engine.events import UnitMoved, UnitPlaced
from hexbench.engine.state import Step
from hexbench.games.iron_tide import commandos, passage, special
from hexbench.games.iron_tide.movers import TACTICAL
from hexbench.games.iron_tide.stacking import settle_marks

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItPlay


class Moving(Step, frozen=True, kw_only=True):
    """Units on their way: ``path`` are the hexes still to enter, ``walked`` those behind them, the start first.

    A move that enters the map has no start. ``met``: the commandos of the hex have had their say (16.4e); ``tried`` are
    the units they have rolled for on the way.
    """

    units: tuple[str, ...]
    path: tuple[str, ...]
    walked: tuple[str, ...] = ()
    how: str = TACTICAL
    met: bool = False
    tried: tuple[str, ...] = ()

    def run(self, play: ItPlay) -> None:
        """Let commandos interrupt, enter the next hex, or end the move."""
        if not self.path or not self.units:
            play.pop()
            end_move(play, self.units, self.walked, self.how)
            return
        here = self.walked[-1] if self.walked else ""
        if here and not self.met and commandos.meet(play, self.units, here, self.tried):
            return
        at = self.path[0]
        passage.enter(play, self.units, at)
        if self.walked:
            settle_marks(play, play.units[self.units[0]].side, self.walked[-1])
        else:
            for uid in self.units:
                play.tell(UnitPlaced(uid, at))
        play.swap(path=self.path[1:], walked=(*self.walked, at), met=False)
        special.brigade_enters(play, self.units, at, len(self.path) > 1)


def end_move(play: ItPlay, units: Sequence[str], walked: tuple[str, ...], how: str = "move") -> None:
    """The units have moved for this phase."""
    for uid in units:
        play.put(uid, moved=True)
        if len(walked) > 1:
            play.tell(UnitMoved(uid, walked, "move" if how == TACTICAL else how))


def rested(play: ItPlay, side: str) -> None:
    """A new phase of movement: nobody of ``side`` has moved yet."""
    for uid in [u for u, unit in play.units.items() if unit.moved and unit.side == side]:
        play.put(uid, moved=False)
