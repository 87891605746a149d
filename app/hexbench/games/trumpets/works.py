"""Defensive positions (TT-DEF)."""

from __future__ import annotations

from typing import Final, Literal

from hexbench.engine.values import Value

Kind = Literal["IP5", "IP6", "RB", "SP", "FT"]
KINDS: Final = ("IP5", "IP6", "RB", "SP", "FT")


class Works(Value, frozen=True, kw_only=True):
    """The positions of one hex: one of the four, and perhaps a road block (TT-DEF-21). Empty ones are not kept."""

    main: Literal["", "IP5", "IP6", "SP", "FT"] = ""
    road_block: bool = False


class Building(Value, frozen=True, kw_only=True):
    """A position being built (TT-DEF-20, TT-REC-15)."""

    kind: Kind
    builder: str
    since: int
    """The player turn in which it was begun."""
