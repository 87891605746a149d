"""Whether a map can be one of this game: the zones the rules name, and terrain they know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hexbench.atlas.sheet import MapSheet

ZONES: Final = (
    "german_side",
    "edge_n",
    "edge_s",
    "edge_w",
    "edge_e",
    "british_entry",
    "exit_nw",
    "exit_w_north",
    "meuse",
    "dump",
    "german_objectives",
    "allied_objectives",
)
TERRAIN: Final = ("clear", "forest", "venn")
SIDES: Final = ("river", "bridge", "siegfried", "front")


def check_map(sheet: MapSheet) -> None:
    """Raises ValueError, the path to the key and one sentence, for a map that is none of this game."""
    for name in ZONES:
        if name not in sheet.zones:
            raise ValueError(f'map.zones: this map has no zone "{name}", so it is no map of this game.')
    for at, cell in sheet.cells.items():
        if cell.terrain not in TERRAIN:
            raise ValueError(
                f"map.cells.{at}: the terrain {cell.terrain!r} is not one of {', '.join(TERRAIN)}."
            )
    for side in sheet.hexsides:
        for kind in side.kinds:
            if kind not in SIDES:
                raise ValueError(f"map.hexsides: {kind!r} at {side.side} is not one of {', '.join(SIDES)}.")
