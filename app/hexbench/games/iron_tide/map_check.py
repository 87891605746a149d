"""Whether a map is one that Iron Tide can be played on: every word on it must mean something in the rules (2.1, 5.1)."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet
    from hexbench.games.iron_tide.tables import Tables

FEATURES: Final = ("town", "city", "westwall")
KINDS: Final = ("river", "major_river", "bridge", "ford", "lake")
ZONES: Final = (
    "edge.german",
    "edge.allied",
    "east_of_westwall",
    "west_of_westwall",
    "westwall",
    "east_of_front",
    "west_of_front",
    "meuse.east",
    "meuse.west",
)
FAMILIES: Final = ("start.", "exit.", "entry.", "vp.", "bridge.")
"""Zones of which there are many: starting places, exit and entry roads, towns and bridges."""


def check_map(sheet: MapSheet, tables: Tables) -> None:
    """Raise ValueError, the path and one sentence, for a word the rules do not know."""
    if not sheet.cells:
        raise ValueError("map.cells: a map needs at least one hex.")
    for name, cell in sheet.cells.items():
        if cell.terrain not in tables.tec.hex:
            raise _unknown(f'map.cells["{name}"].terrain', "terrain", cell.terrain, tables.tec.hex)
        for feature in cell.features:
            if feature not in FEATURES:
                raise _unknown(f'map.cells["{name}"].features', "feature", feature, FEATURES)
    seen: dict[str, int] = {}
    for i, side in enumerate(sheet.hexsides):
        path = f"map.hexsides[{i}]"
        if side.side in seen:
            raise ValueError(
                f"{path}.side: {side.side} is given twice, here and in hexsides[{seen[side.side]}]."
            )
        seen[side.side] = i
        for kind in side.kinds:
            if kind not in KINDS:
                raise _unknown(f"{path}.kinds", "kind of hexside", kind, KINDS)
            if kind in ("bridge", "ford", "major_river") and "river" not in side.kinds:
                raise ValueError(f'{path}.kinds: "{kind}" goes with a river: add "river".')
    for zone in sheet.zones:
        if zone not in ZONES and not zone.startswith(FAMILIES):
            known = (*ZONES, *(f"{family}*" for family in FAMILIES))
            raise _unknown(f"map.zones[{json.dumps(zone, ensure_ascii=False)}]", "zone", zone, known)


def _unknown(path: str, what: str, name: str, known: Collection[str]) -> ValueError:
    return ValueError(f'{path}: there is no {what} "{name}" in this game; there are {", ".join(known)}.')
