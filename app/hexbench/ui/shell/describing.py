"""A hex in words, for those who hear the map: where it is, what it is, who stands in it, and what leads out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexbench.atlas.atlas import Atlas
from hexbench.engine.display import Chip, Face, Overlay
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.names import side_title
from hexbench.ui.look.language import tell, tr
from hexbench.ui.widgets.voice import Words

NAMES_AT_ONCE = 6
"""Units of a hex that are named; of more only how many there are."""


def direction_words(key: str) -> str:
    """A direction of the sheet in words; the sheet's north is where it is printed, however the map is turned."""
    words = {
        "N": tr("north"), "NE": tr("north-east"), "E": tr("east"), "SE": tr("south-east"),
        "S": tr("south"), "SW": tr("south-west"), "W": tr("west"), "NW": tr("north-west"),
    }  # fmt: skip
    return words.get(key, key)


def road_words(kind: str) -> str:
    """A kind of road in words."""
    words = {
        "main": tr("main road"), "second": tr("minor road"), "road": tr("road"), "motorway": tr("motorway"),
        "track": tr("track"), "rail": tr("railway"),
    }  # fmt: skip
    return words.get(kind) or tell(kind.replace("_", " "))


def ground(atlas: Atlas, at: str) -> list[str]:
    """The label, the place and the terrain of a hex."""
    cell = atlas.cell(at)
    kinds = dict.fromkeys((cell.terrain, *cell.features))
    words = [
        at,
        *(p.name for p in atlas.places_at.get(at, ())[:1]),
        *(tell(k.replace("_", " ")) for k in kinds),
    ]
    if cell.elevation:
        words.append(tr("height {n}", n=cell.elevation))
    return words


def ways_out(atlas: Atlas, at: str) -> list[str]:
    """Roads and what runs along the hexsides, each with its directions."""
    i = atlas.index[at]
    found: dict[str, list[str]] = {}
    for table, words in ((atlas.roads, road_words), (atlas.side_kinds, None)):
        for direction, key in enumerate(atlas.grid.directions):
            kinds = table.get((i, direction), ())
            for kind in (kinds,) if isinstance(kinds, str) else kinds:
                name = words(kind) if words is not None else tell(kind.replace("_", " "))
                found.setdefault(name, []).append(direction_words(key))
    return [f"{name} {', '.join(where)}" for name, where in found.items()]


def unit_words(face: Face, words: Words) -> str:
    """A unit: its name, or all that its counter says."""
    if words != "full":
        return tell(face.title)
    parts = [tell(face.title), "–".join(x for x in (face.left, face.right) if x)]
    if face.steps[1] > 1:
        parts.append(tr("{now} of {full} steps", now=face.steps[0], full=face.steps[1]))
    parts += [tell(mark.say).rstrip(".") for mark in face.marks]
    if face.spent:
        parts.append(tr("has acted"))
    return ", ".join(x for x in parts if x)


def unit_lines(desk: Desk, at: str, words: Words) -> list[str]:
    """Who stands in a hex, side by side."""
    sides: dict[str, list[Face]] = {}
    for unit in desk.units_at(at):
        face = desk.face(unit)
        if face is not None:
            sides.setdefault(face.side, []).append(face)
    out = []
    for side, faces in sides.items():
        name, n = side_title(side, desk.seat), len(faces)
        count = tr("1 {side} unit", side=name) if n == 1 else tr("{n} {side} units", n=n, side=name)
        named = [unit_words(face, words) for face in reversed(faces)]
        if words == "brief" or (words == "usual" and n > NAMES_AT_ONCE):
            named = named[:1] if words == "usual" else []
        out.append(f"{count}: {'; '.join(named)}" if named else count)
    return out


def overlay_words(at: str, shown: Mapping[str, Overlay]) -> list[str]:
    """What the overlays that are on say of a hex, in the words of their legends."""
    out: dict[str, None] = {}
    for overlay in shown.values():
        legend = {line.tone: tell(line.text) for line in overlay.legend}
        for shade in overlay.shades:
            if shade.hex == at:
                said = legend.get(shade.tone) or tell(overlay.title)
                out[tell(shade.tip).rstrip(".") or f"{said} {shade.text}".strip()] = None
    return list(out)


def describe_hex(
    desk: Desk,
    atlas: Atlas,
    at: str,
    words: Words,
    chips: Sequence[Chip] = (),
    shown: Mapping[str, Overlay] = {},
) -> str:
    """All of it in one sentence; ``words`` says how much."""
    if at not in atlas.index:
        return ""
    parts = [", ".join(ground(atlas, at)), *unit_lines(desk, at, words)]
    if words != "brief":
        parts += [tell(chip.say).rstrip(".") or tell(chip.key.replace("_", " ")) for chip in chips]
        parts += ways_out(atlas, at)
        parts += overlay_words(at, shown)
    return ". ".join(parts)
