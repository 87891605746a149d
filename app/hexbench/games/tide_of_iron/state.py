"""The position of Tide of Iron: units, markers, cards, tokens, the round, and the stack of steps."""

from __future__ import annotations

from hexbench.engine.state import State
from hexbench.games.tide_of_iron.decks import InPlay
from hexbench.games.tide_of_iron.effects import Effect
from hexbench.games.tide_of_iron.mission import Mission
from hexbench.games.tide_of_iron.pieces import Side, Unit, Works
from hexbench.games.tide_of_iron.sequence import AnyStep


class TideOfIron(State, frozen=True, kw_only=True):
    """A position. Everything in it is public, but squads concealed under the option that hides them."""

    stack: tuple[AnyStep, ...] = ()
    units: dict[str, Unit] = {}
    mission: Mission
    round: int = 1
    initiative: Side = "american"
    """Who holds the initiative token (TI-SEQ-02)."""
    pools: dict[str, int] = {}
    """Command on the Initiative cards (TI-CMD-19)."""
    command: dict[str, int] = {}
    vp: dict[str, int] = {}
    control: dict[str, Side] = {}
    """objective -> whose control marker lies there (TI-CMD-03)."""
    works: dict[str, Works] = {}
    """hex -> its markers; a hex without any is not in it."""
    markers_left: dict[str, dict[str, int]] = {}
    """side -> scenario markers not yet placed (set-up only)."""
    pool: dict[str, dict[str, int]] = {}
    """side -> figures and specialization tokens not yet on a base (set-up only)."""
    decks: dict[str, dict[str, int]] = {}
    """"side/deck" -> card -> copies left in it. A card is drawn by chance from what is left, which is what shuffling does."""
    hands: dict[str, tuple[str, ...]] = {}
    """side -> face-up cards (TI-SET-05)."""
    in_play: dict[str, tuple[InPlay, ...]] = {}
    """side -> its play area."""
    effects: tuple[Effect, ...] = ()
    """Changes of numbers by cards, as long as they last."""
    sight_limit: int = 0
    """The farthest anything can be seen in this round, by an operations card; 0: no limit."""
    handles: dict[str, str] = {}
    """handle -> the concealed squad it stands for; in the other side's view an empty string (option ``concealment``)."""
