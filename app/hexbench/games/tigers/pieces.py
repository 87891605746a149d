"""The ground units of Tigers in the Ardennes: what is printed on them, their state, and the boxes they can be
in.
"""

from __future__ import annotations

from typing import Final, Literal

from hexbench.engine.state import Piece
from hexbench.engine.values import Value

GERMAN: Final = "german"
ALLIED: Final = "allied"
SIDES: Final = (GERMAN, ALLIED)
Side = Literal["german", "allied"]
FOE: Final[dict[str, Side]] = {GERMAN: ALLIED, ALLIED: GERMAN}

Type = Literal["inf", "abn", "para", "pzgren", "arm", "pz", "cav", "tiger", "skorzeny", "vdh"]
Size = Literal["div", "bde", "cc", "kg", "bn"]
Edge = Literal["", "N", "S", "W", "BR", "G"]

PEIPER: Final = "KGPeiper"
PARENT: Final = "1SSPz"
"""What is left of Peiper's division (TG-KGP-12)."""
SS_TIGERS: Final = "501SS"
SKORZENY: Final = "Skorzeny"
VDH: Final = "vdH"

ELIMINATED: Final = "#eliminated"
EXITED: Final = "#exited"
BROKEN: Final = "#broken"
"""Armored divisions that are split into combat commands (TG-STK-08)."""
SUBSTITUTES: Final = "#substitutes"
"""Substitute combat commands and divisions not in use (TG-STK-08, AMB-121)."""
TRAYS: Final = {GERMAN: "#tray/german", ALLIED: "#tray/allied"}
"""Units to be placed now: at set-up, and the arrivals of this turn."""
PLANE: Final = "#drop"
"""Where von der Heydte waits for his drop (TG-VDH-01)."""


def due(turn: int) -> str:
    """The box of the arrivals of a turn (TG-RFT-06)."""
    return f"#due/{turn}"


def due_in(box: str) -> int:
    """The turn whose arrivals wait in a box; 0 for any other box or a hex."""
    day = box.removeprefix("#due/")
    return int(day) if day != box and day.isdigit() else 0


class Printed(Value, frozen=True, kw_only=True):
    """What is printed on a counter and in its line of the order of battle; it never changes."""

    side: Side
    nation: Literal["german", "us", "british"]
    name: str
    """The designation on the counter."""
    type: Type
    """Its arm: infantry, airborne, parachute, panzer grenadier, armored, panzer, cavalry, Tigers; two units
    have a type of their own.
    """
    size: Size
    """Division, brigade, combat command, battle group or battalion."""
    factor: int
    """Combat factor."""
    omf: int
    """Operational movement factor."""
    ss: bool = False
    """Waffen-SS: elite, and affected by Ruthlessness (TG-SPC-07)."""
    aa: bool = False
    """AA-capable (TG-AIR-12)."""
    hex: str = ""
    """The hex it starts in."""
    entrenched: bool = False
    """Begins entrenched (TG-SET-02)."""
    turn: int = 0
    """Turn of arrival; 0: on the map, in the plane or a substitute."""
    edge: Edge = ""
    """Where a reinforcement enters; `BR` is the west half of the north edge, `G` the German side of the front.
    """
    early_meuse: bool = False
    """May arrive as soon as the Meuse is reached (TG-RFT-14)."""

    @property
    def foot(self) -> bool:
        """INFT in the ledger: infantry, parachute or airborne, panzer grenadier."""
        return self.type in ("inf", "abn", "para", "pzgren")

    @property
    def pure(self) -> bool:
        """A tank on the counter, Skorzeny excluded (PURE)."""
        return self.type in ("arm", "pz", "tiger")

    @property
    def mech(self) -> bool:
        """The road-rate class (MECH)."""
        return self.type in ("arm", "pz", "pzgren", "cav", "tiger", "skorzeny")

    @property
    def elite(self) -> bool:
        """German SS, German parachute, US airborne (ELITE, TG-ODD-05)."""
        return self.ss or self.type == "para" or (self.type == "abn" and self.nation == "us")


class Unit(Piece, frozen=True, kw_only=True):
    """The state of a unit. ``at`` is a hex or a box. The flags below are cleared as their clauses say."""

    side: Side
    disrupted: bool = False
    """It may not move or attack until it recovers (TG-DIS)."""
    entrenched: bool = False
    """A division on foot that has dug in (TG-TER-01)."""
    moved: bool = False
    """It has moved operationally in this game turn (TG-SEQ-14)."""
    spent: int = 0
    """Thirds of a movement factor it has spent in this game turn, including entry (AMB-67)."""
    bonus: bool = False
    """It used its operational movement bonus in this pass (TG-ATK-13)."""
    road_mode: bool = False
    """Its last operational step was at road rate (TG-MOV-21)."""
    mood: int = 0
    """The enemy zones met by a move that may continue, as bits (zoc.py); for KG Peiper also between its
    combats.
    """
    pips: int = 0
    """The breakdown roll of a Tiger battalion this turn: the movement factors it can spend (TG-TIG-01); 0: not
    rolled.
    """
    paid: int = 0
    """What it had spent when it last attacked, in thirds: Peiper needs a further factor to attack again
    (TG-KGP-05).
    """
    lifted: bool = False
    """One of the two Allied divisions that use road rate this turn (TG-MOV-14)."""
    attacks: int = 0
    """Ground attacks made in this game turn (TG-ATK-02, TG-KGP-02)."""
    acted: bool = False
    """It moved or attacked in the first pass and takes no part in the second (TG-SEQ-16, AMB-96)."""
    advanced: bool = False
    """It advanced after combat in this game turn."""
    retreated: bool = False
    """It retreated in this game turn."""
    bombed: bool = False
    """Disrupted by air attack in this pass: it does not recover (AMB-102)."""
    stumbled: bool = False
    """It found the fuel dump in this pass and has to attack it (AMB-78)."""
    skipped: bool = False
    """It was disrupted and under attack during recovery, so it may recover by surviving the attack (AMB-07)."""
    late: bool = False
    """An American reinforcement that was held back a turn and may enter by any edge (TG-RFT-10)."""


# What is not a ground unit: bridges, air units, planned attacks, the fuel dump.

DumpState = Literal["none", "hidden", "found", "taken", "destroyed"]
"""none: not placed, or no dump; hidden: only the Allies know where it is; found: both sides know; taken:
captured by the Germans (TG-FUL-04).
"""


class Bridge(Value, frozen=True, kw_only=True):
    """The state of a bridge at a river hexside; hexsides without a bridge are not in ``Tigers.bridges``."""

    owner: Side
    marker: bool = False
    """Whether it is an engineer bridge marker rather than a pre-built bridge (TG-BRG-01, TG-BRG-02)."""
    intact: bool = True
    maker: Side | None = None
    """The side whose marker it is, if the other side has captured it (TG-BRG-10)."""

    @property
    def pool(self) -> Side:
        """The side whose pool of markers it belongs to."""
        return self.maker or self.owner


class AirUnit(Value, frozen=True, kw_only=True):
    """A USAAF group or a Luftwaffe unit."""

    side: Side
    type: Literal["P-47", "P-51", "FW-190"]
    from_turn: int = 1
    flown: bool = False
    """It has flown its mission this game turn (TG-AIR-01)."""
    again: int = 0
    """Ground attacks it may still make on its current mission (TG-WEA-07)."""
    back: int = 0
    """The turn in which a group that was shot down returns (TG-AIR-13); 0: it is available."""
    lost: bool = False
    """Shot down for good (TG-AIR-23)."""


class Attack(Value, frozen=True, kw_only=True):
    """One ground attack as allocated (TG-ATK-01): which units attack which hexes."""

    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    bridged: tuple[str, ...] = ()
    """Hexsides where an engineer bridge was laid for it (TG-BRG-06)."""
    needs: tuple[str, ...] = ()
    """Other hexes that had to be attacked because of it at the time of allocation (TG-ATK-07, AMB-93)."""
