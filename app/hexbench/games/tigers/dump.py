"""The fuel dump of the 1st Army, secret until it is found, and the German fuel limit (TG-FUL).

Its state: ``none`` (no dump, or not placed yet), ``hidden`` (only the Allies know where it is), ``found``
(both sides know, and it defends itself when no Allied unit is there), ``taken`` (captured by German units
entering its hex) and ``destroyed``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.events import FactChanged, MarkerChanged, Revealed
from hexbench.engine.values import say
from hexbench.games.tigers import ground
from hexbench.games.tigers.pieces import ALLIED, GERMAN, VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard, TgPlay
    from hexbench.games.tigers.state import Tigers

PUT_OFF: Final = 3
"""Turns by which the fuel limit is postponed (TG-FUL-05)."""
CAP: Final = 2
"""German OMF under the limit (TG-FUL-01)."""
FACTOR: Final = 1
"""The dump's own combat factor (TG-FUL-03)."""


# ---- where it is -----------------------------------------------------------------------------------------------------
def _someone(s: Position, board: TgBoard, side: str, at: str) -> bool:
    """Whether a side has a unit in a hex, not counting von der Heydte."""
    return any(s.units[u].side == side and u != VDH for u in board.units_at(at))


def stands(s: Position, board: TgBoard, at: str) -> bool:
    """Whether the dump, known to both sides, defends a hex alone: Germans may attack the hex but not enter it
    (AMB-78).
    """
    return at == s.dump and s.dump_state == "found" and not _someone(s, board, ALLIED, at)


def occupied(s: Position, board: TgBoard) -> bool:
    """Whether German units occupy an undestroyed dump (TG-FUL-05)."""
    return s.dump_state == "taken" and _someone(s, board, GERMAN, s.dump)


# ---- what happens to it ----------------------------------------------------------------------------------------------
def stumble(play: TgPlay, at: str) -> bool:
    """Whether the hidden dump is in the hex German units are about to enter; if so it is revealed and stops
    them (AMB-78).
    """
    if play.dump_state != "hidden" or play.dump != at or _someone(play, play.board, ALLIED, at):
        if play.dump_state == "hidden" and at in play.rules.zones["dump"]:
            play.saw()  # learning that it is not here is information too
        return False
    reveal(play)
    return True


def reveal(play: TgPlay) -> None:
    """Reveal the location of the dump to both sides."""
    play.set(dump_state="found")
    play.tell(Revealed(play.dump, "fuel dump"))
    play.tell(MarkerChanged("dump", play.dump, "found"))


def entered(play: TgPlay, uid: str, at: str) -> None:
    """A unit is now in a hex: German units capture a dump there, Allied units recapture it (TG-FUL-04)."""
    if uid == VDH or play.dump_state in ("none", "destroyed"):
        return
    german = play.units[uid].side == GERMAN
    if german and play.dump_state == "hidden" and at in play.rules.zones["dump"]:
        play.saw()  # learning that it is not here is information too
    if at != play.dump:
        return
    if german:
        if play.dump_state == "hidden":
            reveal(play)
        if play.dump_state != "taken":
            play.set(dump_state="taken")
            play.tell(MarkerChanged("dump", at, "taken"))
    elif play.dump_state == "taken":
        play.set(dump_state="found")
        play.tell(MarkerChanged("dump", at, "found"))


# ---- the limit -------------------------------------------------------------------------------------------------------
def note_fuel(play: TgPlay) -> None:
    """At the start of German movement, record whether they occupy the dump and so escape the limit this turn
    (AMB-79).
    """
    now = occupied(play, play.board)
    if now != play.fueled:
        play.set(fueled=now)


def put_off(play: TgPlay) -> None:
    """In the Allied supply phase, postpone the limit if German units occupy the dump (TG-FUL-05)."""
    if occupied(play, play.board):
        play.set(limit=play.limit + PUT_OFF)
        play.tell(
            FactChanged(
                "limit",
                str(play.limit),
                say("German fuel lasts until the start of turn {turn}.", turn=play.limit),
            )
        )


def limited(s: Position) -> bool:
    """Whether the fuel limit on the German OMF applies now (TG-FUL-01, AMB-79)."""
    return s.turn >= s.limit and not s.fueled


# ---- what the Germans may know ---------------------------------------------------------------------------------------
def hide(state: Tigers, side: str) -> Tigers:
    """The position as ``side`` may see it: the Germans do not see the hex of a hidden dump (TG-FUL-02)."""
    if side == GERMAN and state.dump_state == "hidden":
        return replace(state, dump="")
    return state


def imagine(rules: TgRules, view: Tigers, number: Callable[[int], int]) -> Tigers:
    """The view with the hidden dump placed in one of the hexes it may be in: those no German unit has entered
    yet.
    """
    if view.dump_state != "hidden" or view.dump:
        return view
    places = candidates(rules, view)
    return replace(view, dump=places[number(len(places)) - 1]) if places else view


def candidates(rules: TgRules, view: Tigers) -> tuple[str, ...]:
    """The hexes where the dump may be as far as the Germans know: those they have not entered yet
    (TG-FUL-02).
    """
    return tuple(at for at in rules.atlas.sheet.zones["dump"] if ground.holder(rules, view, at) == ALLIED)
