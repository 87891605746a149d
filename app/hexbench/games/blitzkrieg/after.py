"""After the die: what each side gives up in an exchange, then retreats, then advances (BK-RES-17..34)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.blitzkrieg import harm
from hexbench.games.blitzkrieg.advance import PRESS, STAY, Advance, advance_reach
from hexbench.games.blitzkrieg.retreat import FALL_BACK, Retreat, retreat_ways

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkPlay, BkSeat

__all__ = [
    "FALL_BACK",
    "GIVE_UP",
    "PRESS",
    "STAY",
    "VERBS",
    "Advance",
    "Exchange",
    "Retreat",
    "advance_reach",
    "retreat_ways",
]


class Exchange(Ask, frozen=True, kw_only=True):
    """One side names the unit it loses (BK-RES-34)."""

    units: tuple[str, ...]
    auto: ClassVar[bool] = True
    open_table: ClassVar[bool] = True

    def say(self, seat: BkSeat) -> Say:
        """What is asked."""
        return say("Exchange: choose the unit you lose.")


class GiveUp(Pick["BkSeat", Exchange, "BkPlay"]):
    """Lose a unit in an exchange."""

    name = "give_up"
    label = say("Lose this unit")
    help = say("The unit is eliminated; the other side loses one too.")
    rule = "BK-RES-17"

    def among(self, seat: BkSeat, step: Exchange) -> Sequence[str]:
        """The units of the engagement."""
        return [u for u in step.units if seat.s.units[u].on_map]

    def unfit(self, seat: BkSeat, step: Exchange | None, ref: str) -> Iterator[Reason]:
        """One unit of the engagement."""
        if step is None or ref not in step.units:
            yield Reason("BK-RES-34", say("Choose one of your units in this engagement."))

    def do(self, play: BkPlay, step: Exchange, action: Action) -> None:
        """It is eliminated."""
        play.pop()
        harm.eliminate(play, action.subject[0])


GIVE_UP: Final = GiveUp()
Exchange.verbs = (GIVE_UP,)
VERBS: Final = (GIVE_UP, FALL_BACK, PRESS, STAY)
