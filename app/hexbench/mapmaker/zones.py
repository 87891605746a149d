"""Named sets of hexes: friendly edges, banks, entry and exit roads, the hexes of victory places and of start places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexbench.atlas.sheet import Place
from hexbench.mapmaker.frame import Frame
from hexbench.mapmaker.lines import Divide
from hexbench.mapmaker.recipe import GamePlace, Recipe
from hexbench.mapmaker.roads import Network


def edges(frame: Frame) -> dict[str, tuple[int, ...]]:
    """The hexes of the first and last row and column: "north", "south", "west", "east"."""
    (c0, c1), (r0, r1) = frame.atlas.sheet.grid.columns, frame.atlas.sheet.grid.rows
    top, bottom = (r0, r1) if frame.atlas.sheet.grid.rows_from == "north" else (r1, r0)
    where = [frame.atlas.grid.offset_of(a) for a in frame.atlas.axial]
    return {
        "north": tuple(i for i, (_, r) in enumerate(where) if r == top),
        "south": tuple(i for i, (_, r) in enumerate(where) if r == bottom),
        "west": tuple(i for i, (c, _) in enumerate(where) if c == c0),
        "east": tuple(i for i, (c, _) in enumerate(where) if c == c1),
    }


def divided(frame: Frame, divides: Sequence[Divide]) -> dict[str, tuple[int, ...]]:
    """The parts and belts of the lines, under the names the recipe gives them."""
    return {
        name: hexes
        for d in divides
        for name, hexes in ((d.spec.east, d.east), (d.spec.west, d.west), (d.spec.belt, d.belt))
        if name
    }


def friendly_edges(frame: Frame, eastern: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """The edges of the two sides.

    The German side has the east edge and, of north and south, the hexes of ``eastern``; the Allied side has the rest.
    """
    rim = edges(frame)
    part = frozenset(eastern)
    north_south = (*rim["north"], *rim["south"])
    german = {*rim["east"], *(i for i in north_south if i in part)}
    allied = {*rim["west"], *(i for i in north_south if i not in part)}
    return {"edge.german": tuple(sorted(german)), "edge.allied": tuple(sorted(allied - german))}


def gates(recipe: Recipe, net: Network) -> dict[str, tuple[str, ...]]:
    """The hexes of the roads out of the map that rules name. Raises ValueError when a road does not leave once."""
    out: dict[str, tuple[str, ...]] = {}
    for gate in recipe.gates:
        rims = [r for r in net.exits.get(gate.road, ()) if gate.hex in ("", r.partition("/")[0])]
        if len(rims) != 1:
            raise ValueError(
                f"The road {gate.road} of {gate.zone} leaves the map {len(rims)} times, not once."
            )
        out[gate.zone] = (rims[0].partition("/")[0],)
    return out


def road_hexes(frame: Frame, roads: Mapping[str, str]) -> frozenset[int]:
    """Every hex with a road in it."""
    return frozenset(i for name in roads for i in frame.sides[name].hexes)


def victory(listed: Sequence[GamePlace], places: Sequence[Place]) -> dict[str, tuple[str, ...]]:
    """Zone "vp.<name>" -> the hexes of that place, under the name the game's tables use."""
    at = {p.name: p.hexes for p in places}
    return {f"vp.{p.name}": at[p.title] for p in listed if p.victory_hexes}


def in_order(frame: Frame, hexes: Sequence[str]) -> tuple[str, ...]:
    """Labels in reading order, each once."""
    return tuple(sorted(set(hexes), key=lambda h: frame.atlas.index[h]))
