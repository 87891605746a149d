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
    owner: Literal["", "german", "allied"] = ""
    """Whose they are; empty: of whoever is in the hex first. A fort serves whoever holds it (TT-DEF-28)."""

    @property
    def bare(self) -> bool:
        """Whether there is nothing here."""
        return not self.main and not self.road_block

    def serving(self, side: str) -> Works:
        """What of it helps defenders of a side: all of their own, of the enemy's nothing but a fort (TT-DEF-28)."""
        if self.owner in ("", side):
            return self
        return Works(main="FT") if self.main == "FT" else Works()


class Building(Value, frozen=True, kw_only=True):
    """A position being built (TT-DEF-20, TT-REC-15)."""

    kind: Kind
    builder: str
    since: int
    """The player turn in which it was begun."""
    clears: bool = False
    """It is the enemy's road block being opened (TT-REC-16)."""
