"""The map of Patrol: seven by seven hexes, flat on top, numbered A1 to G7 from the south."""

from __future__ import annotations

from hexbench.atlas.arcs import POINT
from hexbench.atlas.atlas import Atlas, Link
from hexbench.atlas.sheet import Cell, MapSheet, Place
from hexbench.hexes.grid import GridSpec

CROSSROADS = "D4"
WOODS = ("B3", "C6", "D5", "E3", "F5", "G2")
GRASS = ("C4", "C5", "D2", "E5", "F3", "F6")


def sheet() -> MapSheet:
    """The map as data."""
    names = [f"{c}{r}" for c in "ABCDEFG" for r in range(1, 8)]
    return MapSheet(
        format="hexbench-map",
        version=1,
        key="patrol",
        title="The crossroads",
        source="rules",
        provenance="Made up for the toy.",
        kilometres_per_hex=0.1,
        grid=GridSpec(
            orientation="flat",
            columns=(1, 7),
            rows=(1, 7),
            rows_from="south",
            pushed="even",
            push="north",
            numbering="A1",
        ),
        cells={n: Cell("wood" if n in WOODS else "grass" if n in GRASS else "clear") for n in names},
        places=(Place("Crossroads", "crossroads", (CROSSROADS,), rank=1),),
    )


def atlas() -> Atlas:
    """The map ready for play."""
    return Atlas(sheet())


def price(link: Link) -> int:
    """What a step costs, in twelfths of a point [3.1]."""
    return POINT * (2 if link.enters.terrain == "wood" else 1)
