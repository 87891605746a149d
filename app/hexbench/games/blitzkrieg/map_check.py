"""Whether a map is one that Blitzkrieg can be played on: every word on it must mean something in the rules (BK-MAP)."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING, Final, get_args

from hexbench.games.blitzkrieg.tables import Terrain

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet

TERRAINS: Final = get_args(Terrain)
KINDS: Final = ("river", "major_river", "bridge")
ZONES: Final = ("drop",)
FAMILIES: Final = ("german.",)
"""Zones of which there are several: where the German armies start."""


def check_map(sheet: MapSheet) -> None:
    """Raise ValueError, the path and one sentence, for a word the rules do not know."""
    if not sheet.cells:
        raise ValueError("map.cells: a map needs at least one hex.")
    for name, cell in sheet.cells.items():
        if cell.terrain not in TERRAINS:
            raise _unknown(f'map.cells["{name}"].terrain', "terrain", cell.terrain, TERRAINS)
        for feature in cell.features:
            raise _unknown(f'map.cells["{name}"].features', "feature", feature, ("none",))
    seen: dict[str, int] = {}
    roads = {road.side for road in sheet.roads}
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
        if "bridge" in side.kinds and not ("river" in side.kinds and side.side in roads):
            raise ValueError(f"{path}.kinds: a bridge is where a road crosses a river (BK-MAP-05).")
    for zone in sheet.zones:
        if zone not in ZONES and not zone.startswith(FAMILIES):
            known = (*ZONES, *(f"{family}*" for family in FAMILIES))
            raise _unknown(f"map.zones[{json.dumps(zone, ensure_ascii=False)}]", "zone", zone, known)


def _unknown(path: str, what: str, name: str, known: Collection[str]) -> ValueError:
    return ValueError(f'{path}: there is no {what} "{name}" in this game; there are {", ".join(known)}.')
