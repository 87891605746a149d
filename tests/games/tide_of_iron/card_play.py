"""Terse positions for the tests of the cards: a hand, command to pay with, and the phase of the card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexbench.engine.events import Declared
from hexbench.games.tide_of_iron.decks import InPlay
from hexbench.games.tide_of_iron.rules import TiRules
from tests.games.tide_of_iron import field

ENEMY = {"g1": field.squad("M12", "german")}


def holding(
    cards: str,
    units: Mapping[str, Any],
    rules: TiRules = field.PLAIN,
    *,
    phase: str = "action",
    command: int = 9,
    **state: Any,
) -> field.Situation:
    """The Americans decide and hold ``cards``; a German squad far away is added when there is none."""
    everybody = {**units, **({} if any(x[0] == "g" for x in units) else ENEMY)}
    return field.position(
        everybody,
        rules,
        phase=phase,
        hands={"american": cards.split()},
        command={"american": command, "german": 0},
        **state,
    )


def played(
    card: str,
    units: Mapping[str, Any],
    rules: TiRules = field.PLAIN,
    *,
    phase: str = "action",
    numbers: Sequence[int] = (),
    **state: Any,
) -> field.Situation:
    """The same, and the card has been played."""
    return holding(card, units, rules, phase=phase, **state).act("play_card", card, numbers=numbers)


def lying(card: str, **facts: Any) -> dict[str, Any]:
    """A card in a play area."""
    return {"american": (InPlay(card=card, **facts),)}


def turn(now: field.Situation) -> Any:
    """The innermost step: the turn, when no card is being resolved."""
    return now.state.stack[-1]


def declared(now: field.Situation) -> list[str]:
    """The hexes that were struck, in order."""
    return [event.object for event in now.told(Declared)]
