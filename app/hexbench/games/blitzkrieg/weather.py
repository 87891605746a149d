"""Date, time and weather (14.4, BK-AMB-35)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkPlay


def morning(turn: int) -> bool:
    """Whether a round is an AM round."""
    return turn % 2 == 1


def day(turn: int) -> int:
    """The day of December; 32 is 1 January."""
    return 16 + (turn - 1) // 2


def name(turn: int) -> str:
    """As the calendar names a round: "16AM"."""
    number = day(turn)
    return f"{number if number <= 31 else number - 31:02d}{'AM' if morning(turn) else 'PM'}"


def roll(play: BkPlay) -> None:
    """Once a day before the AM German turn."""
