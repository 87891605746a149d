"""A ground unit has come to stand in a hex: what that changes there (AMB-86, TG-VDH-08, TG-FUL-04).

Moves, entries, retreats and advances all end here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.events import FactChanged, Noted, Revealed
from hexbench.engine.values import say
from hexbench.games.tigers import harm
from hexbench.games.tigers.pieces import ALLIED, GERMAN, VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay


def came_to(play: TgPlay, uid: str) -> None:
    """The unit has stopped in its hex: the hex is its side's now, parachutists there are gone, the fuel dump is taken.

    A German retreat or advance into the hex of the dump takes it, since a combat has let them occupy it (TG-FUL-04).
    """
    unit = play.units[uid]
    if not unit.on_map or uid == VDH:
        return
    at, side = unit.at, unit.side
    hold(play, at, side)
    if side == ALLIED:
        drop = play.units.get(VDH)
        if drop is not None and drop.at == at:
            play.tell(Noted("TG-VDH-08", say("Von der Heydte's men in {hex} are rounded up.", hex=at), (at,)))
            harm.remove(play, VDH)
    elif at == play.dump and play.dump_state in ("hidden", "found"):
        take_dump(play, at)


def hold(play: TgPlay, at: str, side: str) -> None:
    """AMB-86: a hex belongs to the last side that had a ground unit in it."""
    now = play.held.get(at, play.rules.home(at))
    if now == side:
        return
    held = play.edit("held")
    if play.rules.home(at) == side:
        held.pop(at, None)
    else:
        held[at] = side
    play.tell(FactChanged(f"held/{at}", side, say("{hex} is in {side} hands.", hex=at, side=play.rules.side_name(side))))


def take_dump(play: TgPlay, at: str) -> None:
    """TG-FUL-04: Germans occupy the fuel dump; wherever it lay hidden, everybody knows it now."""
    if play.dump_state == "hidden":
        play.tell(Revealed(at, "fuel dump"))
    play.set(dump_state="taken")
    harm.set_fact(play, "dump", "taken", say("{side} units take the fuel dump in {hex}.", side=play.rules.side_name(GERMAN), hex=at))
