"""What happens to units, told as events: steps lost, elimination, engagement. Everybody uses these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.events import MarkerChanged, StepLost, UnitChanged, UnitRemoved
from hexbench.games.trumpets.pieces import ELIMINATED
from hexbench.games.trumpets.works import Works

if TYPE_CHECKING:
    from hexbench.games.trumpets.hands import TtPlay


def lose_step(play: TtPlay, uid: str) -> bool:
    """One hit (TT-LOSS-03). Returns whether the unit is eliminated by it."""
    unit = play.units[uid]
    left = play.rules.steps(play.mission.units[uid]) - unit.lost - 1
    play.edit("steps_lost")[unit.side] = play.steps_lost.get(unit.side, 0) + 1
    play.put(uid, lost=unit.lost + 1)
    play.tell(StepLost(uid, left))
    if left <= 0:
        play.put(uid, at=ELIMINATED, engaged=())
        play.tell(UnitRemoved(uid, ELIMINATED))
    return left <= 0


def eliminate(play: TtPlay, uid: str) -> None:
    """A unit loses all its steps (TT-CRT-07, TT-CRT-10)."""
    while not lose_step(play, uid):
        pass


def set_engaged(play: TtPlay, uid: str, foes: tuple[str, ...]) -> None:
    """The Engaged marker of a unit, put on or taken off (TT-ENG-01, TT-ENG-04)."""
    if play.units[uid].engaged != foes:
        play.put(uid, engaged=foes, engaged_turn=play.player_turn if foes else 0)
        play.tell(UnitChanged(uid, "engaged", "yes" if foes else ""))


def set_works(play: TtPlay, hex_: str, now: Works) -> None:
    """The positions of a hex from now on."""
    works = play.edit("works")
    if now == Works():
        works.pop(hex_, None)
    else:
        works[hex_] = now
    play.tell(MarkerChanged("position", hex_, now.main))
    play.tell(MarkerChanged("road_block", hex_, "yes" if now.road_block else ""))
