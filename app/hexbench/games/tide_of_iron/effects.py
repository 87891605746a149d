"""Temporary changes of numbers: what cards in force do to fire power, movement, cover and the rest."""

from __future__ import annotations

from typing import Literal

from hexbench.engine.values import Value

Stat = Literal[
    "fpr", "mp", "cover_vs_suppressive", "veh_base_range", "drift_number", "contact_number"
]


class Effect(Value, frozen=True, kw_only=True):
    """One change in force. ``units`` it holds for, in order; empty: whatever ``where`` describes."""

    card: str
    side: str
    stat: Stat
    delta: int = 0
    set: int | None = None
    target_class: Literal["", "inf", "veh"] = ""
    units: tuple[str, ...] = ()
    where: Literal["", "objective"] = ""
    until: Literal["round", "next_attack", "next_activation", "play"] = "round"
    expires: int = 0
    """The round in whose Status Phase it ends; 0: with its card."""
