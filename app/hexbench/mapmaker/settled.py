"""Maps whose hexes a game has settled: rivers, roads, ground and places stand as listed, and the geography is held against them.

Such a map is compiled like any other; then what its recipe lists takes the place of what was found, and every difference
becomes a correction of the map, so that nobody mistakes a decision for a fact of the ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from hexbench.atlas.sheet import Cell, Correction, Line, Place
from hexbench.mapmaker.chains import Chain
from hexbench.mapmaker.frame import Frame
from hexbench.mapmaker.places import Spot
from hexbench.mapmaker.recipe import Settled
from hexbench.mapmaker.rivers import River
from hexbench.mapmaker.roads import Network


def side_of(frame: Frame, name: str) -> str:
    """A hexside however its two hexes are ordered. Raises ValueError when it is none of the map."""
    a, _, b = name.partition("/")
    found = next((known for known in (name, f"{b}/{a}") if known in frame.sides), None)
    if found is None:
        raise ValueError(f"The recipe settles {name}, which is no hexside of the map.")
    return found


# ---- rivers ----------------------------------------------------------------------------------------------------------
def settle_rivers(
    frame: Frame, laid: Mapping[str, River], spec: Settled, told: list[Correction]
) -> dict[str, River]:
    """Every river along its listed hexsides, source first. Raises ValueError for a list with a gap or an unknown river."""
    if set(laid) != set(spec.rivers):
        raise ValueError(f"The recipe settles other rivers than it has: {set(laid) ^ set(spec.rivers)}.")
    out: dict[str, River] = {}
    for name, river in laid.items():
        chain = chain_of(frame, name, [side_of(frame, side) for side in spec.rivers[name]])
        out[name] = river._replace(chains=(chain,))
        told += differences(f"river {name}", chain.sides, river.sides, spec.why)
    return out


def chain_of(frame: Frame, name: str, sides: Sequence[str]) -> Chain:
    """Hexsides end to end with their corners."""
    first, second = (frame.sides[side] for side in sides[:2])
    shared = set(first.ends) & set(second.ends)
    if len(shared) != 1:
        raise ValueError(f"The river {name} has a gap at {sides[1]}.")
    corners = [first.other(*shared)]
    for side in sides:
        if corners[-1] not in frame.sides[side].ends:
            raise ValueError(f"The river {name} has a gap at {side}.")
        corners.append(frame.sides[side].other(corners[-1]))
    return Chain(tuple(sides), tuple(corners))


def differences(what: str, listed: Sequence[str], found: Sequence[str], why: str) -> Iterator[Correction]:
    """One correction for hexsides that are listed and not found, and for those found and not listed."""
    add = [side for side in listed if side not in set(found)]
    drop = [side for side in found if side not in set(listed)]
    if add or drop:
        words = [f"along {', '.join(add)}"] if add else []
        words += [f"not along {', '.join(drop)}"] if drop else []
        yield Correction(f"{what}: {'; '.join(words)}", why)


# ---- roads -----------------------------------------------------------------------------------------------------------
def road_sides(frame: Frame, hexes: Sequence[str]) -> list[str]:
    """The hexsides of a chain of hexes; a hexside of the rim may end it. Raises ValueError where it leaps."""
    out = [name for name in hexes if "/" in name]
    for name in out:
        side_of(frame, name)
    for a, b in pairwise(name for name in hexes if "/" not in name):
        out.append(side_of(frame, f"{a}/{b}"))
    return out


def settle_roads(
    frame: Frame, net: Network, water: Mapping[str, object], spec: Settled, told: list[Correction]
) -> None:
    """The listed roads and no others."""
    found = dict(net.kinds)
    listed: dict[str, str] = {}
    for name, hexes in spec.roads.items():
        mine = road_sides(frame, hexes)
        listed |= dict.fromkeys(mine, spec.road_kind)
        missing = [side for side in mine if side not in found]
        if missing:
            told.append(Correction(f"road {name}: over {', '.join(missing)}", spec.why))
    gone = [side for side in sorted(found) if side not in listed]
    if gone:
        told.append(Correction(f"no road over {', '.join(gone)}", spec.why))
    for kept in (net.kinds, net.exits, net.crossings):
        kept.clear()
    net.kinds.update(listed)
    for name, hexes in spec.roads.items():
        for side in road_sides(frame, hexes):
            if len(frame.sides[side].hexes) == 1:
                net.exits[name] = (*net.exits.get(name, ()), side)
            if side in water:
                net.crossings[side] = (*net.crossings.get(side, ()), name)


# ---- ground and places -----------------------------------------------------------------------------------------------
def settle_cells(frame: Frame, cells: dict[str, Cell], spec: Settled, told: list[Correction]) -> None:
    """Terrain as listed, towns and cities where their places are."""
    ground = {at: kind for kind, hexes in spec.terrain.items() for at in hexes}
    built = {place.hex: (place.kind,) for place in spec.places if place.kind in ("city", "town")}
    apart: dict[tuple[str, str], list[str]] = {}
    for at in frame.labels:
        kind = ground.get(at, spec.otherwise)
        found = spec.names.get(cells[at].terrain, cells[at].terrain)
        if found != kind:
            apart.setdefault((kind, found), []).append(at)
        cells[at] = Cell(kind, built.get(at, ()))
    for (kind, found), hexes in sorted(apart.items()):
        told.append(Correction(f"{kind} and not {found}: {', '.join(hexes)}", spec.why))


def settle_places(
    frame: Frame, spots: Sequence[Spot], spec: Settled, told: list[Correction]
) -> tuple[Place, ...]:
    """The listed places and no others; those that truly lie elsewhere are told."""
    true = {spot.name: spot.hex for spot in spots}
    out: list[Place] = []
    for place in spec.places:
        here = true.get(place.town or place.name)
        lies = "off the map" if here is None else frame.labels[here]
        if lies != place.hex:
            told.append(Correction(f"{place.name} in {place.hex}, though it lies {_where(lies)}", spec.why))
        out.append(Place(place.name, place.kind, (place.hex,), place.rank))
    return tuple(sorted(out, key=_importance))


def _where(lies: str) -> str:
    return lies if " " in lies else f"in {lies}"


def _importance(place: Place) -> tuple[int, str]:
    return place.rank, place.name


# ---- hexsides --------------------------------------------------------------------------------------------------------
def settle_sides(frame: Frame, sides: dict[str, tuple[tuple[str, ...], str]], spec: Settled) -> None:
    """Further kinds of hexsides, as listed."""
    for kind, names in spec.sides.items():
        for name in names:
            side = side_of(frame, name)
            kinds, river = sides.get(side, ((), ""))
            sides[side] = ((*kinds, kind), river)


def lines_of(frame: Frame, spec: Settled) -> tuple[Line, ...]:
    """The lines to be drawn."""
    return tuple(
        Line(line.name, line.kind, tuple(side_of(frame, side) for side in line.sides)) for line in spec.lines
    )
