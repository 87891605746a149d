"""The typed Play and Seat of Blitzkrieg at the Ardennes: what its verbs and stages read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from hexbench.engine.play import Play
from hexbench.games.blitzkrieg.seat import BkSeat

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.board import BkBoard
    from hexbench.games.blitzkrieg.pieces import Printed, Side, Unit
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.state import Blitzkrieg
    from hexbench.games.blitzkrieg.works import Dump, Engagement

__all__ = ["BkPlay", "BkSeat", "Position"]


class BkPlay(Play):
    """A position being changed; the fields are those of Blitzkrieg."""

    rules: BkRules
    board: BkBoard
    units: dict[str, Unit]
    roster: dict[str, Printed]
    turn: int
    last_turn: int
    phasing: Side
    clear: bool
    skies: dict[str, Literal["clear", "bad"]]
    raster: tuple[str, ...]
    held: tuple[str, ...]
    engagements: tuple[Engagement, ...]
    next_engagement: int
    fire: dict[str, str]
    support: dict[str, str]
    blown: dict[str, tuple[str, ...]]
    dumps: dict[str, Dump]
    tried: tuple[str, ...]
    rockets: int
    holding: tuple[str, ...]
    goal: tuple[str, ...]
    level: int
    level_turn: int
    lost: dict[str, int]
    quit_by: str


if TYPE_CHECKING:
    Position: TypeAlias = Blitzkrieg | BkPlay
    """A position to read from: a State, a view, or a Play. Functions that only read take this and the rules or board."""
