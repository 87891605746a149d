"""What is not a unit: engagements, dumps."""

from __future__ import annotations

from hexbench.engine.values import Value
from hexbench.games.blitzkrieg.pieces import Side

COLOURS = 12
"""Border colours of engagements (BK-ENG-11)."""


class Engagement(Value, frozen=True, kw_only=True):
    """One engagement: a central hex and up to six neighbours (BK-ENG-08)."""

    number: int
    """Its identity in this turn; the colour is the number modulo :data:`COLOURS` (BK-ENG-12)."""
    centre: str
    attackers: tuple[str, ...]
    hexes: tuple[str, ...]
    """The hexes whose units defend, all of them (BK-ENG-05)."""
    defenders: tuple[str, ...] = ()
    """Who defends, once RESOLVE has fixed it: units that come into these hexes later take no part (BK-RES-31)."""


class Dump(Value, frozen=True, kw_only=True):
    """A fuel dump. ``number`` is its supply number; 0: destroyed for ever (BK-SUP-03..06, BK-SUP-23)."""

    hex: str
    owner: Side
    """Whom it supplies while nobody of the other side stands there (BK-SUP-10..12)."""
    number: int
