"""Who has won (TG-VIC)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.values import Verdict

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import Position, TgPlay
    from hexbench.games.tigers.rules import TgRules


def checkpoint(play: TgPlay) -> bool:
    """End the game when an exit victory has been reached (TG-VIC-01); whether it did."""
    return False


def finish(play: TgPlay) -> None:
    """The verdict after the last turn (TG-VIC-06..08)."""
    play.stack.clear()


def verdict(rules: TgRules, s: Position) -> Verdict:
    """How it stands."""
    return Verdict(not s.stack)
