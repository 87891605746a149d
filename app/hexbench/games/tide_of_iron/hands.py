"""The typed Play and Seat of Tide of Iron: what its verbs and stages read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from hexbench.engine.play import Play
from hexbench.games.tide_of_iron.seat import TiSeat

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.board import TiBoard
    from hexbench.games.tide_of_iron.decks import InPlay
    from hexbench.games.tide_of_iron.effects import Effect
    from hexbench.games.tide_of_iron.mission import Mission
    from hexbench.games.tide_of_iron.pieces import Side, Unit
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron
    from hexbench.games.tide_of_iron.works import Works

__all__ = ["Position", "TiPlay", "TiSeat"]


class TiPlay(Play):
    """A position of Tide of Iron being changed; the fields are those of TideOfIron."""

    rules: TiRules
    board: TiBoard
    units: dict[str, Unit]
    mission: Mission
    round: int
    initiative: Side
    pools: dict[str, int]
    command: dict[str, int]
    vp: dict[str, int]
    control: dict[str, Side]
    works: dict[str, Works]
    markers_left: dict[str, dict[str, int]]
    pool: dict[str, dict[str, int]]
    decks: dict[str, dict[str, int]]
    hands: dict[str, tuple[str, ...]]
    in_play: dict[str, tuple[InPlay, ...]]
    effects: tuple[Effect, ...]
    sight_limit: int
    handles: dict[str, str]


if TYPE_CHECKING:
    Position: TypeAlias = TideOfIron | TiPlay
    """A position to read from: a State, a view, or a Play. Functions that only read take this and the rules or board."""
