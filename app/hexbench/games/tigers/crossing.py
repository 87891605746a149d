"""Bridging rolls of attacks over unbridged rivers (P_BRIDGE_ROLL; TG-BRG-04..06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay


def roll_bridges(play: TgPlay) -> None:
    """One roll for each hexside that mechanized attackers need bridged (AMB-59)."""
