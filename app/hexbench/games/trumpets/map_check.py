"""Whether a map is one that A Time for Trumpets can be played on: every word on it must mean something in the rules (TT-TER-35)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet
    from hexbench.games.trumpets.tables import Tables

BASES: Final = ("clear", "woods", "broken", "forest", "marsh")
"""TT-TER-35: a hex has exactly one of them."""
FEATURES: Final = ("village", "town", "city")
KINDS: Final = ("stream", "river", "bridge")


def check_map(sheet: MapSheet, tables: Tables) -> None:
    """Raise ValueError, the path and one sentence, for what the rules do not know or forbid."""
    if not sheet.cells:
        raise ValueError("map.cells: a map needs at least one hex.")
    for name, cell in sheet.cells.items():
        if cell.terrain not in BASES or cell.terrain not in tables.costs:
            raise _unknown(f'map.cells["{name}"].terrain', "terrain", cell.terrain, BASES)
        for feature in cell.features:
            if feature not in FEATURES:
                raise _unknown(f'map.cells["{name}"].features', "feature", feature, FEATURES)
        if len(cell.features) > 1:
            raise ValueError(
                f'map.cells["{name}"].features: a hex has a village, a town or a city, one of them.'
            )
    seen: set[str] = set()
    for i, side in enumerate(sheet.hexsides):
        path = f"map.hexsides[{i}]"
        if side.side in seen:
            raise ValueError(f"{path}.side: {side.side} is given twice.")
        seen.add(side.side)
        for kind in side.kinds:
            if kind not in KINDS:
                raise _unknown(f"{path}.kinds", "kind of hexside", kind, KINDS)
        if "stream" in side.kinds and "river" in side.kinds:
            raise ValueError(f"{path}.kinds: {side.side} is a stream or a river, not both.")
        if "bridge" in side.kinds and not {"stream", "river"} & set(side.kinds):
            raise ValueError(f'{path}.kinds: "bridge" goes with a stream or a river.')


def _unknown(path: str, what: str, name: str, known: Collection[str]) -> ValueError:
    return ValueError(f'{path}: there is no {what} "{name}" in this game; there are {", ".join(known)}.')
