"""Victory levels and the rating (BK-VIC)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.values import Verdict

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkPlay, Position
    from hexbench.games.blitzkrieg.rules import BkRules


def test_holds(play: BkPlay) -> None:
    """At the start of a German turn: what was held for one turn (BK-VIC-05); level 1 ends the game (BK-VIC-07)."""


def note_holds(play: BkPlay) -> None:
    """At the end of a German turn: the cities Germans stand in."""


def finish(play: BkPlay) -> None:
    """The last round is over."""
    play.stack.clear()


def verdict(rules: BkRules, s: Position) -> Verdict:
    """How it stands."""
    return Verdict(not s.stack)
