"""The position of Tigers in the Ardennes: units, bridges, air units, the turn, and the stack of steps."""

from __future__ import annotations

from hexbench.engine.state import State
from hexbench.games.tigers.pieces import AirUnit, Attack, Bridge, DumpState, Printed, Side, Unit
from hexbench.games.tigers.sequence import AnyStep
from hexbench.games.tigers.tables import Weather


class Tigers(State, frozen=True, kw_only=True):
    """A position. Everything in it is public except ``dump`` while hidden (TG-FUL-02)."""

    stack: tuple[AnyStep, ...] = ()
    units: dict[str, Unit] = {}
    roster: dict[str, Printed] = {}
    """unit id -> what is printed on its counter; constant throughout a game."""
    turn: int = 1
    last_turn: int = 12
    phasing: Side = "german"
    round: int = 1
    """The pass of the player turn: 1, or 2 for Blitzkrieg and Breakthrough (TG-SEQ-06, TG-SEQ-11)."""
    weather: Weather = "Snow"
    skies: dict[str, Weather] = {}
    """Turn -> weather fixed by the scenario."""
    prayed: int = 0
    """The turn of Patton's prayer; 0: not yet (TG-WEA-03)."""
    ruthless: int = 0
    """The turn of Waffen-SS Ruthlessness; 0: not yet (TG-SPC-07)."""
    bridges: dict[str, Bridge] = {}
    """hexside -> the bridge there, intact or blown."""
    markers: dict[str, int] = {}
    """side -> engineer bridge markers in hand (TG-BRG-03)."""
    returning: tuple[int, ...] = ()
    """The turns in which destroyed German bridge markers return (TG-BRG-14)."""
    tries: tuple[str, ...] = ()
    """Hexsides where bridge work was tried in this supply phase (AMB-62)."""
    refused: tuple[str, ...] = ()
    """Bridges blown by a failed capture roll in this player turn, for the record (AMB-60)."""
    air: dict[str, AirUnit] = {}
    attacks: tuple[Attack, ...] = ()
    """Ground attacks allocated and not yet resolved."""
    fought: tuple[Attack, ...] = ()
    """Ground attacks of this pass that have been resolved; what they require cannot be called off (TG-ATK-11)."""
    dump: str = ""
    """The hex of the 1st Army fuel dump; empty in a view that may not know it, and in games without a dump."""
    dump_state: DumpState = "none"
    limit: int = 6
    """The first turn of the German fuel limit (TG-FUL-01, TG-FUL-05)."""
    fueled: bool = False
    """The Germans occupied the dump when their movement of this turn began, so the limit does not apply
    (AMB-79).
    """
    airlifted: dict[str, Side] = {}
    """hex -> the side supplied by air there, until its next supply phase (AMB-51)."""
    held: dict[str, Side] = {}
    """Hexes whose last occupant is not the side of the front they lie on (AMB-86)."""
    exited: dict[str, str] = {}
    """German units that left in supply by an exit -> the hex they left by (TG-VIC-01, TG-VIC-02)."""
    meuse: bool = False
    """A German unit has reached the Meuse (TG-RFT-14, AMB-69)."""
    early_edges: bool = False
    """SS units were set up south of 1407: American reinforcements on the west and south edges arrive a turn
    early (TG-RFT-15).
    """
    split: dict[str, tuple[str, ...]] = {}
    """Split armored division -> the substitute combat commands that first replaced it (TG-STK-08)."""
