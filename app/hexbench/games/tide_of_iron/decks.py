"""Strategy and operations cards as data: their effects in a small language of ops (ledger A.5, A.6), and cards in play."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from hexbench.engine.values import Value

Mode = Literal["normal", "suppressive"]


class Op(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, tag_field="op"):
    """One op of an effect; subclasses are the words of the language."""


class Card(Value, frozen=True, kw_only=True):
    """A strategy card. ``ops`` run in order."""

    id: str
    title: str
    copies: int = 1
    phase: Literal["action", "command"]
    cost: int
    plus: bool = False
    persistent: bool = False
    """Paid once, stays in the play area (TI-CARD-01)."""
    uses_per_round: int = 0
    trigger: Literal["", "as_action"] = ""
    duration_rounds: int = 0
    ops: tuple[dict[str, Any], ...] = ()


class Deck(Value, frozen=True, kw_only=True):
    """A strategy deck of 12 cards."""

    id: str
    name: str
    cards: tuple[Card, ...]


class Operation(Value, frozen=True, kw_only=True):
    """An operations card: a standing rule of a scenario (TI-SET-06)."""

    id: str
    title: str
    affects: Literal["owner", "both"]
    rounds: tuple[int, ...] = ()
    ops: tuple[dict[str, Any], ...] = ()


class InPlay(Value, frozen=True, kw_only=True):
    """A card in a play area: waiting for contact, or in force."""

    card: str
    waiting: bool = False
    """Contact has not been made yet (TI-CARD-03)."""
    tried: int = 0
    """The round of the last attempt."""
    used: int = 0
    """The round in which it was last used as an action."""
    expires: int = 0
    """It leaves in the Status Phase of that round; 0: never."""
