"""The map of Ridge: seven by seven hexes, pointy, odd rows pushed east, numbered column before row."""

from __future__ import annotations

from itertools import pairwise

from hexbench.atlas.arcs import POINT
from hexbench.atlas.atlas import Atlas, Link, side_name
from hexbench.atlas.sheet import Cell, Hexside, MapSheet, Place, Road
from hexbench.hexes.grid import GridSpec

HILL = "0404"
WOODS = ("0203", "0303", "0304", "0404", "0505", "0605")
STREAM = (("0503", "0504"), ("0503", "0604"), ("0603", "0604"), ("0603", "0704"), ("0703", "0704"))
ROAD = ("0106", "0206", "0306", "0406", "0506", "0606", "0706")


def sheet() -> MapSheet:
    """The map as data, as in a map file."""
    names = [f"{c:02d}{r:02d}" for c in range(1, 8) for r in range(1, 8)]
    return MapSheet(
        format="hexbench-map",
        version=1,
        key="ridge",
        title="The ridge",
        source="rules",
        provenance="Made up for the toy.",
        kilometres_per_hex=1.0,
        grid=GridSpec(
            orientation="pointy",
            columns=(1, 7),
            rows=(1, 7),
            rows_from="north",
            pushed="odd",
            push="east",
            numbering="CCRR",
        ),
        cells={n: Cell("wood" if n in WOODS else "clear", elevation=int(n == HILL)) for n in names},
        hexsides=tuple(Hexside(side_name(a, b), ("stream",)) for a, b in STREAM),
        roads=tuple(Road(side_name(a, b)) for a, b in pairwise(ROAD)),
        places=(Place("The hill", "landmark", (HILL,), rank=1),),
    )


def atlas() -> Atlas:
    """The map ready for play."""
    return Atlas(sheet())


def price(link: Link) -> int:
    """What a step costs, in twelfths of a movement point [3.2]."""
    if link.road:
        return POINT // 2
    return POINT * (1 + (link.enters.terrain == "wood") + ("stream" in link.kinds))
