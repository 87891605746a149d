"""The position of Blitzkrieg at the Ardennes: units, engagements, dumps, bridges, the round, and the stack of steps."""

from __future__ import annotations

from typing import Literal

from hexbench.engine.state import State
from hexbench.games.blitzkrieg.pieces import Printed, Side, Unit
from hexbench.games.blitzkrieg.sequence import AnyStep
from hexbench.games.blitzkrieg.works import Dump, Engagement


class Blitzkrieg(State, frozen=True, kw_only=True):
    """A position. Everything in it is public but the dice."""

    stack: tuple[AnyStep, ...] = ()
    units: dict[str, Unit] = {}
    roster: dict[str, Printed] = {}
    """unit id -> what it began with; the same through a whole game."""
    turn: int = 1
    """The round: 1 is 16 December AM, 2 is 16 December PM, and so on."""
    last_turn: int = 32
    phasing: Side = "german"
    clear: bool = False
    """Flying weather, for the whole day (14.4)."""
    skies: dict[str, Literal["clear", "bad"]] = {}
    """AM round -> the weather of its day that the scenario fixes."""
    raster: tuple[str, ...] = ()
    """The units of the phasing side in its raster, the last one is in hand (BK-UI-14, BK-UI-25)."""
    held: tuple[str, ...] = ()
    """Reinforcements put off to the next turn (BK-UI-26)."""
    engagements: tuple[Engagement, ...] = ()
    next_engagement: int = 0
    fire: dict[str, str] = {}
    """Artillery of the phasing side -> the unit it will fire at (BK-ART-02)."""
    support: dict[str, str] = {}
    """Allied artillery -> the friendly unit it protects (BK-ART-14)."""
    blown: dict[str, tuple[str, ...]] = {}
    """hexside with a bridge -> the hexes whose end of it is destroyed (BK-MAP-05)."""
    dumps: dict[str, Dump] = {}
    tried: tuple[str, ...] = ()
    """Hexes where demolition or building was tried in this turn (BK-BRG-04)."""
    rockets: int = 0
    """V2s launched in this turn (BK-V2-03)."""
    holding: tuple[str, ...] = ()
    """Victory cities that Germans stood in at the end of the last German turn (BK-VIC-05)."""
    goal: tuple[str, ...] = ()
    """Cities that win a short game for the Germans (BK-REC-11)."""
    level: int = 0
    """The best German level reached so far: 1 is the highest, 4 that of a short game; 0: none (BK-VIC-07)."""
    level_turn: int = 0
    """The round in which it was reached."""
    lost: dict[str, int] = {}
    """side -> strength points lost so far (BK-VIC-10)."""
    quit_by: str = ""
    """The side that gave up (BK-UI-27)."""
