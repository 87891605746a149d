"""Von der Heydte's parachutists after their drop: how they are rounded up. What they block is in :mod:`supply`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import Declared, Noted, UnitPlaced
from hexbench.engine.phases import END, Phase
from hexbench.engine.values import Action, Reason, Say, Target, say
from hexbench.engine.verbs.kinds import Choose
from hexbench.games.tigers import casualties, tables
from hexbench.games.tigers.pieces import ALLIED, VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import TgPlay, TgSeat


def stopped(play: TgPlay, uid: str) -> None:
    """A unit has stopped in its hex: Allied ones round up the parachutists there (TG-VDH-08)."""
    unit, men = play.units[uid], play.units.get(VDH)
    if unit.side == ALLIED and unit.on_map and men is not None and men.at == unit.at:
        play.tell(
            Noted("TG-VDH-08", say("Von der Heydte's men in {hex} are rounded up.", hex=men.at), (men.at,))
        )
        casualties.remove(play, VDH)


# The drop of von der Heydte's parachutists before the first turn (TG-VDH-01..05, AMB-81).

_ON_TARGET: Final = 2
"""The highest row that lands him where he should be (TG-VDH-02)."""
_OFF_TARGET: Final = 4
"""The highest row that lands him at all (TG-VDH-03)."""
_ONE_HEX: Final = 3
"""The highest row on which he is one hex off and not two (TG-VDH-05)."""
_CLOCKWISE: Final = (2, 1, 0, 5, 4, 3)
"""The six directions from north on."""


class DropOn(Choose["TgSeat", "Drop", "TgPlay"]):
    """Name the hex he jumps over."""

    name = "drop"
    label = say("Drop")
    help = say("One chance in three each: on target, one or two hexes off, or scattered for good.")
    object = "hex"
    barrier = "dice"
    rule = "TG-VDH-01"

    def choices(self, seat: TgSeat, step: Drop) -> Sequence[Target]:
        """Every hex on the Allied side of the front."""
        return [
            Target(at, rules=("TG-VDH-01",))
            for at in seat.rules.atlas.labels
            if seat.rules.home(at) == ALLIED
        ]

    def unfit(self, seat: TgSeat, step: Drop | None, key: str) -> Iterator[Reason]:
        if key not in seat.rules.atlas.index or seat.rules.home(key) != ALLIED:
            yield Reason("TG-VDH-01", say("The drop goes to a hex behind Allied lines."))

    def do(self, play: TgPlay, step: Drop, action: Action) -> None:
        play.pop()
        play.tell(Declared("drop", (VDH,), action.object))
        jump(play, action.object)


_DROP_ON: Final = DropOn()


def jump(play: TgPlay, target: str) -> None:
    """He lands on target, off it, or nowhere (TG-VDH-02..05)."""
    row = tables.row(play, say("Von der Heydte's drop"), "TG-VDH-02")
    at: str | None = target
    if row > _OFF_TARGET:
        at = None
    elif row > _ON_TARGET:
        direction = _CLOCKWISE[tables.pips(play, say("Direction of the drop"), "TG-VDH-04") - 1]
        near = tables.success(play, say("Distance of the drop"), "TG-VDH-05", _ONE_HEX)
        for _ in range(1 if near else 2):
            at = play.rules.atlas.grid.neighbours(at)[direction] if at is not None else None
    if at is None or at not in play.rules.atlas.index or _allies(play, at):
        play.tell(Noted("TG-VDH-03", say("Von der Heydte's men are scattered and lost."), (target,)))
        casualties.remove(play, VDH)
        return
    play.put(VDH, at=at)
    play.tell(UnitPlaced(VDH, at))


def _allies(play: TgPlay, at: str) -> bool:
    return any(play.units[u].side == ALLIED for u in play.board.units_at(at))


class Drop(Phase, frozen=True, kw_only=True):
    """VDH_DROP: a hex, or no drop."""

    verbs: ClassVar = (_DROP_ON, END)
    phase: ClassVar[str] = "setup"

    def close(self, play: TgPlay) -> None:
        """No drop: he is out of the game."""
        play.pop()
        casualties.remove(play, VDH)

    def say(self, seat: TgSeat) -> Say:
        return say("Germans: name a hex behind Allied lines for von der Heydte's drop.")
