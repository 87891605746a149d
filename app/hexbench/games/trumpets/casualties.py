"""Changes to units, recorded as events: step losses, elimination, engagement. Used by all other modules."""

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
    """Take one step from a unit (TT-LOSS-03). Returns whether that eliminates it."""
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
    """Take all steps of a unit (TT-CRT-07, TT-CRT-10)."""
    while not lose_step(play, uid):
        pass


def engage(play: TtPlay, uid: str, foes: tuple[str, ...]) -> None:
    """Give a unit an Engaged marker, or renew it (TT-ENG-01). Without surviving enemies nothing happens.

    It stays engaged with earlier enemies (TT-ENG-03), unless this player turn would have ended that marker
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
    """Remove the Engaged marker of a unit (TT-ENG-04)."""
    play.put(uid, engaged=(), engaged_turn=0)
    play.tell(UnitChanged(uid, "engaged", ""))


def set_works(play: TtPlay, hex_: str, now: Works) -> None:
    """Set the positions in a hex."""
    works = play.edit("works")
    if now.bare:
        works.pop(hex_, None)
    else:
        works[hex_] = now
    play.tell(MarkerChanged("position", hex_, now.main))
    play.tell(MarkerChanged("road_block", hex_, "yes" if now.road_block else ""))


def entered(play: TtPlay, uid: str) -> None:
    """Apply the effects of a unit entering a hex. Must be called for every unit at the end of its move."""
    unit = play.units[uid]
    if unit.on_map:
        passed(play, unit.side, unit.at)


def passed(play: TtPlay, side: Side, at: str) -> None:
    """Apply the effects of a side entering a hex.

    Positions abandoned by the enemy are removed, except forts and road blocks (TT-DEF-28, TT-REC-16); an
    objective is held by the side that was last in it (TT-REC-19).
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
    """Remove Engaged markers from units with no enemy adjacent (TT-ENG-04). Must be called whenever a unit
    has moved or been removed: an enemy that moves adjacent later, as in an advance, does not restore the
    marker.
    """
    near = play.rules.atlas.near
    for uid in [u for u, unit in play.units.items() if unit.engaged]:
        unit = play.units[uid]
        if not any(play.units[v].side != unit.side for at in near[unit.at] for v in play.board.units_at(at)):
            disengage(play, uid)
