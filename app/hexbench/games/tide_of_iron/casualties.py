"""Changes to units, reported as events: tokens, conditions, damage, lost figures, destruction. Used by all modules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hexbench.engine.events import (
    FactChanged,
    MarkerChanged,
    StepLost,
    StepRegained,
    UnitChanged,
    UnitRemoved,
)
from hexbench.engine.values import counted, say
from hexbench.games.tide_of_iron import concealment, sight
from hexbench.games.tide_of_iron.pieces import DESTROYED, FIGURES, FOE, NONE, Token, Works, figures_of

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.seat import TiPlay


def set_token(play: TiPlay, uid: str, token: Token) -> None:
    """Put an activation token on a unit, or remove it with ""; does nothing if it already has that token."""
    if play.units[uid].token != token:
        play.put(uid, token=token)
        tell_changed(play, uid, "token", token)


def fatigue(play: TiPlay, uid: str) -> None:
    """The unit gets a fatigued token, in place of op fire (TI-SEQ-07)."""
    set_token(play, uid, "fatigued")


def set_condition(play: TiPlay, uid: str, now: str, *, active: bool = False) -> None:
    """The squad is normal (""), pinned or disrupted from now on, or ``routed``, which destroys it (TI-SUP-04).

    A squad that becomes pinned or disrupted while it is ``active`` or in op fire mode is fatigued at once (TI-CON-07).
    """
    unit = play.units[uid]
    if now == "routed":
        destroy(play, uid)
        return
    if unit.condition == now:
        return
    play.put(uid, condition=now)
    tell_changed(play, uid, "condition", now)
    if now and (active or unit.token == "op_fire"):
        fatigue(play, uid)


def set_damage(play: TiPlay, uid: str, now: str) -> None:
    """The vehicle is undamaged (""), lightly or heavily damaged from now on, or ``destroyed``."""
    if now == "destroyed":
        destroy(play, uid)
    elif play.units[uid].damage != now:
        play.put(uid, damage=now)
        tell_changed(play, uid, "damage", now)


def lose_figures(play: TiPlay, uid: str, gone: Mapping[str, int]) -> None:
    """Remove figures by kind; a base without figures is destroyed (TI-STA-19)."""
    unit = play.units[uid]
    left = figures_of({kind: unit.figures.get(kind, 0) - gone.get(kind, 0) for kind in FIGURES})
    fallen = sum(gone.values())
    if not left:
        destroy(play, uid)
        return
    play.put(uid, figures=left, lost=unit.lost + fallen)
    _tell_lost(play, uid)


def add_figure(play: TiPlay, uid: str, kind: str) -> None:
    """Add a figure to a squad; it replaces one that was lost, if any (TI-SPC-15)."""
    unit = play.units[uid]
    figures = figures_of({**unit.figures, kind: unit.figures.get(kind, 0) + 1})
    now = play.put(uid, figures=figures, lost=max(0, unit.lost - 1))
    concealment.tell(play, uid, StepRegained(uid, now.men))


def destroy(play: TiPlay, uid: str) -> None:
    """Remove a unit from the game, a vehicle with its passengers (TI-TRN-10); the opponent may score for it at once."""
    for rider in play.board.passengers(uid):
        destroy(play, rider)
    concealment.lift(play, uid, "TI-CNC-07")
    unit = play.units[uid]
    play.put(uid, at=DESTROYED, token="", condition="", shelter="", concealed=False, fired_at=())
    play.tell(UnitRemoved(uid, DESTROYED))
    worth = play.mission.victory.elimination_vp.get(unit.side, {}).get(play.rules.unit_class(unit), 0)
    if worth:
        score(play, FOE[unit.side], worth)


def score(play: TiPlay, side: str, points: int) -> None:
    """Add victory points and announce the new total (TI-CMD-11)."""
    now = play.vp.get(side, 0) + points
    play.edit("vp")[side] = now
    name = play.rules.side_name(side)
    text = counted(
        now,
        say("The {side} player now has 1 victory point.", side=name),
        say("The {side} player now has {n} victory points.", side=name, n=now),
    )
    play.tell(FactChanged(f"vp.{side}", str(now), text))


def set_command(play: TiPlay, side: str, now: int) -> None:
    """Set the command tokens of a side."""
    play.edit("command")[side] = now
    text = say("The {side} player has {n} command.", side=play.rules.side_name(side), n=now)
    play.tell(FactChanged(f"command.{side}", str(now), text))


def set_works(play: TiPlay, hex_: str, now: Works) -> None:
    """Set the markers of a hex, with an event for each that changed."""
    old = play.works.get(hex_, NONE)
    works = play.edit("works")
    if now == NONE:
        works.pop(hex_, None)
    else:
        works[hex_] = now
    sight.forget(play.rules)
    for kind in ("entrenchment", "pillbox"):
        if getattr(old, kind) != getattr(now, kind):
            play.tell(MarkerChanged(kind, hex_, str(getattr(now, kind) or "")))
    for kind in ("razor_wire", "tank_trap", "minefield", "smoke"):
        if getattr(old, kind) != getattr(now, kind):
            play.tell(MarkerChanged(kind, hex_, "yes" if getattr(now, kind) else ""))


def tell_changed(play: TiPlay, uid: str, what: str, now: str) -> None:
    """Report a changed state of a unit to those who may know it."""
    concealment.tell(play, uid, UnitChanged(uid, what, now))


def _tell_lost(play: TiPlay, uid: str) -> None:
    """Report the figures left: how many, and of which kinds."""
    unit = play.units[uid]
    concealment.tell(play, uid, StepLost(uid, unit.men))
    if not unit.concealed:
        _tell_figures(play, uid)


def _tell_figures(play: TiPlay, uid: str) -> None:
    """Report the figures now on a squad's base."""
    now = ", ".join(f"{n} {kind}" for kind, n in play.units[uid].figures.items())
    concealment.tell(play, uid, UnitChanged(uid, "figures", now))
