"""The start and the end of a turn: weather, supply, communication, engaged markers, positions (TURN_START, PLAYER_END)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexbench.games.trumpets.hands import TtPlay


def begin_turn(play: TtPlay) -> None:
    """Weather, supply and communication of both sides."""


def end_player_turn(play: TtPlay) -> None:
    """Positions are finished, engaged markers of the phasing side are taken off (TT-ENG-04)."""
