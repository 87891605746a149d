"""Where the units of the order of battle begin: the hex of each place.

Some are nudged by hand, where the fights of the first turn or the size of a hex ask for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hexbench.hexes.layout import Point
from hexbench.mapmaker.frame import Frame
from hexbench.mapmaker.plane import Georeference
from hexbench.mapmaker.recipe import GamePlace, StartSpec


class Start(NamedTuple):
    """One start place: where it truly lies, the hex of that point, and the hex it is given."""

    place: GamePlace
    point: Point
    true_hex: str
    """Empty off the map."""
    hex: str
    why: str


def find_starts(
    frame: Frame,
    reference: Georeference,
    places: Sequence[GamePlace],
    towns: Mapping[str, Point],
    spec: StartSpec,
) -> tuple[Start, ...]:
    """Every start place, by name; one that is a town lies where the town lies. Raises ValueError for a place off the map without a nudge, or a nudge of none."""
    nudges = {n.place: n for n in spec.nudges}
    out: list[Start] = []
    for place in sorted((p for p in places if p.start), key=lambda p: p.name):
        point = towns[place.town] if place.town else reference.point(place.lon, place.lat)
        index = frame.at(point)
        true_hex = "" if index is None else frame.labels[index]
        nudge = nudges.pop(place.name, None)
        if nudge is None and not true_hex:
            raise ValueError(f"The start place {place.name} lies off the map.")
        if nudge is not None and nudge.hex not in frame.atlas.index:
            raise ValueError(
                f"The start place {place.name} is put into {nudge.hex}, which is not on the map."
            )
        out.append(
            Start(place, point, true_hex, nudge.hex if nudge else true_hex, nudge.why if nudge else "")
        )
    if nudges:
        raise ValueError(f"The recipe moves {min(nudges)}, which is no start place.")
    return tuple(out)


def start_hexes(frame: Frame, starts: Sequence[Start]) -> dict[str, str]:
    """place -> hex. A hex stands for itself, so that lists may hold units whose start hex the rules give."""
    return {**{label: label for label in frame.labels}, **{s.place.name: s.hex for s in starts}}


def sides_of(frame: Frame, at: Mapping[str, str], spec: StartSpec) -> dict[int, bool]:
    """hex -> whether it must lie east of the front: the fixed starts, Germans east."""
    west = {frame.atlas.index[at[p]]: False for p in spec.allied}
    return {**west, **{frame.atlas.index[at[p]]: True for p in spec.german}}


def wrong_contacts(frame: Frame, at: Mapping[str, str], spec: StartSpec) -> list[str]:
    """The pairs that should touch and do not, each as a sentence."""
    return [
        f"{c.german} ({at[c.german]}) and {c.allied} ({at[c.allied]}) are {far} hexes apart, not adjacent."
        for c in spec.contacts
        if (far := frame.atlas.distance(at[c.german], at[c.allied])) != 1
    ]


def wrong_sides(
    frame: Frame, at: Mapping[str, str], spec: StartSpec, east: Sequence[int], line: str
) -> list[str]:
    """Fixed starts on the wrong side of a line, each as a sentence."""
    eastern = {frame.labels[i] for i in east}
    return [
        *(f"{p} ({at[p]}) is German and lies west of {line}." for p in spec.german if at[p] not in eastern),
        *(f"{p} ({at[p]}) is Allied and lies east of {line}." for p in spec.allied if at[p] in eastern),
    ]
