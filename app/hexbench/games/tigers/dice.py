"""The die, read through index A or B (TG-GEN-01..03)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.events import DiceRolled
from hexbench.engine.values import Say

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay


def row(play: TgPlay, why: Say, rule: str) -> int:
    """Roll a die and read its row, 1..6, by the index the players have chosen (AMB-01)."""
    face = play.number(why, 6)
    play.tell(DiceRolled(why, (face,), rule))
    return face if play.rules.options.die_index == "A" else 7 - face


def pips(play: TgPlay, why: Say, rule: str) -> int:
    """Roll a die and read its pips, whatever the index (TG-TIG-01, AMB-81)."""
    face = play.number(why, 6)
    play.tell(DiceRolled(why, (face,), rule))
    return face


def success(play: TgPlay, why: Say, rule: str, highest: int) -> bool:
    """Roll for a chance of ``highest`` in six (TG-GEN-03)."""
    return row(play, why, rule) <= highest
