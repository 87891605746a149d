"""The units of Tide of Iron: squads made of figures, vehicles, their states, and the boxes they can be in."""

from __future__ import annotations

from typing import Final, Literal

from hexbench.engine.state import Piece
from hexbench.engine.values import Value

AMERICAN: Final = "american"
GERMAN: Final = "german"
SIDES: Final = (AMERICAN, GERMAN)
Side = Literal["american", "german"]
FOE: Final[dict[str, Side]] = {AMERICAN: GERMAN, GERMAN: AMERICAN}
Token = Literal["", "fatigued", "op_fire"]
"""The activation token on a unit; an empty string: it is fresh (TI-SEQ-06)."""
Condition = Literal["", "pinned", "disrupted"]
Damage = Literal["", "light", "heavy"]
_Shelter = Literal["", "entrenchment", "pillbox"]
"""The kind of fortification a squad is inside of (TI-FORT-01)."""

SQUAD: Final = "squad"
HANDLE: Final = "handle"
"""The type of the anonymous counter that stands for a concealed squad in the other side's view."""
FIGURES: Final = ("regular", "elite", "officer", "mg", "mortar")
"""Kinds of infantry figure, in the order in which they are listed."""
SLOTS: Final = 4
"""Room on a squad base (M-01)."""

DESTROYED: Final = "#destroyed"
LOST: Final = "#lost"
"""Reinforcements that could not be placed (TI-RIF-06) and units forfeited at set-up."""
UNSEEN: Final = "#unseen"
"""The box in which a view puts the other side's concealed squads, if the option hides them."""
TRAYS: Final = {AMERICAN: "#tray/american", GERMAN: "#tray/german"}
"""Units waiting to be placed: at set-up, or as the reinforcements of this round."""


def aboard(vehicle: str) -> str:
    """The box of the squads inside a vehicle (TI-TRN-14)."""
    return f"#aboard/{vehicle}"


def due(side: str, number: int) -> str:
    """The box of the reinforcements of a round (TI-RIF-01)."""
    return f"#due/{side}/{number}"


def due_round(box: str) -> int:
    """The round of a box that :func:`due` names."""
    return int(box.rpartition("/")[2])


class Unit(Piece, frozen=True, kw_only=True):
    """A squad or a vehicle. ``at`` is a hex or a box; squads in a vehicle are in its :func:`aboard` box."""

    side: Side
    name: str = ""
    """Its name."""
    type: str = SQUAD
    """`squad`, or the key of a vehicle in the tables of its nation."""
    figures: dict[str, int] = {}
    """Kind -> how many, in the order of FIGURES, none of them 0; vehicles have none."""
    lost: int = 0
    """Figures it has lost and not got back (TI-SPC-15)."""
    specialization: str = ""
    """Of a squad: `engineer`, `anti_tank`, `flamethrower`, `medic` (TI-SPC-01)."""
    token: Token = ""
    """The activation token on it; none: it is fresh (TI-SEQ-06)."""
    condition: Condition = ""
    """Of a squad (TI-SUP-01)."""
    damage: Damage = ""
    """Of a vehicle (TI-ATK-17)."""
    shelter: _Shelter = ""
    """The fortification a squad is inside of (TI-FORT-01)."""
    concealed: bool = False
    """A squad that is not seen from afar; with `concealment` `hidden` the other side does not know which it is (TI-CNC-01)."""
    fired_at: tuple[str, ...] = ()
    """Enemies it has fired op fire at in this Action Phase and kept its token (TI-ABL-08, B-OPF-7)."""

    @property
    def squad(self) -> bool:
        """Whether it is a squad (or stands for one)."""
        return self.type in (SQUAD, HANDLE)

    @property
    def fresh(self) -> bool:
        """Without activation token (TI-SEQ-06)."""
        return not self.token

    @property
    def inside(self) -> str:
        """The vehicle it is in, or an empty string."""
        return self.at[8:] if self.at.startswith("#aboard/") else ""

    @property
    def men(self) -> int:
        """Figures left."""
        return sum(self.figures.values())

    def has(self, kind: str) -> bool:
        """Whether a figure of that kind is on its base."""
        return kind in self.figures

    @property
    def heavy_weapon(self) -> bool:
        """Whether it holds a heavy infantry weapon (TI-ACT-14)."""
        return "mg" in self.figures or "mortar" in self.figures


def figures_of(counts: dict[str, int]) -> dict[str, int]:
    """The same figures in the standard order, without zeros."""
    return {kind: counts[kind] for kind in FIGURES if counts.get(kind)}


# Markers of a hex: fortifications, obstacles, smoke.

FORTS: Final = ("entrenchment", "pillbox")
OBSTACLES: Final = ("razor_wire", "tank_trap", "minefield")


class Works(Value, frozen=True, kw_only=True):
    """The markers of one hex; ``TideOfIron.works`` holds no empty ones."""

    entrenchment: int = 0
    pillbox: int = 0
    razor_wire: bool = False
    tank_trap: bool = False
    minefield: bool = False
    smoke: bool = False

    @property
    def forts(self) -> int:
        """Fortifications in the hex (TI-FORT-06)."""
        return self.entrenchment + self.pillbox


NONE: Final = Works()
