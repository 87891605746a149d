"""Points and levels (TT-REC-19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.values import Verdict

if TYPE_CHECKING:
    from hexbench.games.trumpets.hands import Position, TtPlay
    from hexbench.games.trumpets.rules import TtRules


def finish(play: TtPlay) -> None:
    """The verdict after the last turn."""
    play.stack.clear()


def verdict(rules: TtRules, s: Position) -> Verdict:
    """How it stands."""
    return Verdict(not s.stack)
