"""What happens to units, told as events: steps lost, elimination, engagement. Everybody uses these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.events import FactChanged, MarkerChanged, StepLost, UnitChanged, UnitRemoved
from hexbench.engine.values import say
from hexbench.games.trumpets.mission import Works
from hexbench.games.trumpets.pieces import ELIMINATED

if TYPE_CHECKING:
    from hexbench.games.trumpets.pieces import Side
    from hexbench.games.trumpets.seat import TtPlay


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
        tidy_engaged(play)
    return left <= 0


def eliminate(play: TtPlay, uid: str) -> None:
    """A unit loses all its steps (TT-CRT-07, TT-CRT-10)."""
    while not lose_step(play, uid):
        pass


def engage(play: TtPlay, uid: str, foes: tuple[str, ...]) -> None:
    """A unit gets an Engaged marker, or its marker is put anew (TT-ENG-01). Nobody is engaged with the dead alone.

    Enemies it was engaged with before stay so (TT-ENG-03), but for those of a marker that this player turn would have ended
    (TT-AMB-42).
    """
    if not foes:
        return
    unit = play.units[uid]
    ends = unit.side == play.phasing and unit.engaged_turn < play.player_turn
    before = () if ends else tuple(foe for foe in unit.engaged if play.units[foe].on_map)
    play.put(uid, engaged=tuple(dict.fromkeys((*before, *foes))), engaged_turn=play.player_turn)
    play.tell(UnitChanged(uid, "engaged", "yes"))


def disengage(play: TtPlay, uid: str) -> None:
    """The Engaged marker of a unit is taken off (TT-ENG-04)."""
    play.put(uid, engaged=(), engaged_turn=0)
    play.tell(UnitChanged(uid, "engaged", ""))


def set_works(play: TtPlay, hex_: str, now: Works) -> None:
    """The positions of a hex from now on."""
    works = play.edit("works")
    if now.bare:
        works.pop(hex_, None)
    else:
        works[hex_] = now
    play.tell(MarkerChanged("position", hex_, now.main))
    play.tell(MarkerChanged("road_block", hex_, "yes" if now.road_block else ""))


def entered(play: TtPlay, uid: str) -> None:
    """What follows when a unit has come to a hex, however it came: to be called for every unit at the end of its way."""
    unit = play.units[uid]
    if unit.on_map:
        passed(play, unit.side, unit.at)


def passed(play: TtPlay, side: Side, at: str) -> None:
    """What follows when a side has entered a hex.

    Positions the enemy left there are gone, forts and the wreck of a road block excepted (TT-DEF-28, TT-REC-16); whoever was
    last in an objective holds it (TT-REC-19).
    """
    works = play.works.get(at)
    if works is not None and (now := works.entered(side)) != works:
        if now.main == works.main:
            play.edit("works")[at] = now
        else:
            set_works(play, at, now)
    begun = play.building.get(at)
    if begun is not None and play.units[begun.builder].side != side:
        play.edit("building").pop(at)
    goal = play.rules.goals(play.mission).get(at)
    if goal is not None and play.held.get(at) != side:
        play.edit("held")[at] = side
        text = say("{place} is now in {side} hands.", place=goal.name, side=play.rules.side_name(side))
        play.tell(FactChanged("objective", side, text))


def tidy_engaged(play: TtPlay) -> None:
    """Engaged markers come off at once where no enemy is adjacent (TT-ENG-04). To be called whenever a unit has moved or gone:
    an enemy who comes next to it later, as in an advance, puts no marker back.
    """
    near = play.rules.atlas.near
    for uid in [u for u, unit in play.units.items() if unit.engaged]:
        unit = play.units[uid]
        if not any(play.units[v].side != unit.side for at in near[unit.at] for v in play.board.units_at(at)):
            disengage(play, uid)
