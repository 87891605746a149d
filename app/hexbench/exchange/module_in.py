"""A module of VASSAL, read as the draft of a map and for its counters: boards with their grids, and what the counters show.

Nothing in it is executed: neither classes nor expressions are evaluated, and pictures are only measured here, not
decoded.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

from msgspec.structs import replace

from hexbench.engine.values import Say, say
from hexbench.exchange.codec import decode, unnested, unzipped
from hexbench.hexes.grid import LARGEST, Grid, GridSpec
from hexbench.hexes.layout import Layout
from hexbench.hexes.numbering import Numbering, parse
from hexbench.store.customs import brief
from hexbench.store.strict import BadFile

MOST_SECOND = 99
"""The largest number that can come second in the label of a hex."""
LARGEST_FILE, LARGEST_PICTURE = 64 * 2**20, 256 * 2**20
"""The most bytes of a module's description and of one of its pictures, unpacked."""
_MOST_PIXELS = 250_000_000
"""The most pixels of a picture, checked before it is decoded."""
MOST_COUNTERS, DEEPEST = 20_000, 50
_NAMES = ("buildFile.xml", "buildFile")
Point = tuple[float, float]


@dataclass(frozen=True)
class BoardGrid:
    """A hex grid on a board: the sheet it becomes here, and three of its hexes with their pixels, far from each other."""

    spec: GridSpec
    pairs: tuple[tuple[Point, str], ...]
    notes: tuple[Say, ...] = ()
    zone: str = ""
    """The part of the board it covers; empty: all of it."""


@dataclass(frozen=True)
class Board:
    """One board: its picture in the archive, its size in pixels, its grids."""

    name: str
    image: str
    size: tuple[int, int]
    grids: tuple[BoardGrid, ...]
    refused: tuple[Say | str, ...] = ()
    """Why grids of it cannot be used here, a sentence each."""


@dataclass(frozen=True)
class Counter:
    """One counter of a module: its name, the tab it is in, its pictures, its marks."""

    name: str
    group: str
    images: tuple[str, ...]
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _ReadModule:
    """The contents of a module."""

    name: str
    boards: tuple[Board, ...]
    counters: tuple[Counter, ...]


def read_module(data: bytes) -> _ReadModule:
    """A module from its bytes. Raises BadFile (one sentence) for what is not one or is too large."""
    files = unzipped(data, _NAMES, LARGEST_FILE)
    text = next((files[name] for name in _NAMES if name in files), None)
    if text is None:
        raise BadFile(say("this archive is not a VASSAL module: it contains no module description."))
    root = _parsed(text)
    prototypes = {
        one.get("name", ""): (one.text or "").strip()
        for one in root.iter()
        if _short(one) == "PrototypeDefinition"
    }
    boards = tuple(_board(data, one) for one in root.iter() if _short(one) == "Board" and one.get("image"))
    return _ReadModule(
        name=brief(root.get("name", ""), 80),
        boards=boards,
        counters=tuple(_counters(root, prototypes)),
    )


def picture(data: bytes, image: str) -> bytes:
    """A picture of a module, not decoded. Raises BadFile if it is missing or too large."""
    name = f"images/{image}"
    found = unzipped(data, (name,), LARGEST_PICTURE).get(name)
    if found is None:
        raise BadFile(say('this module has no picture "{name}".', name=brief(image)))
    size_of(found)
    return found


def _parsed(text: bytes) -> ET.Element:
    """Without document types, which can do harm."""
    if b"<!doctype" in text.lower() or b"<!entity" in text.lower():
        raise BadFile(
            say(
                "the description of this module contains definitions of its own, which "
                "Hexbench does not read."
            )
        )
    try:
        return ET.fromstring(text)  # noqa: S314 - no document type gets here
    except (ET.ParseError, LookupError, ValueError):
        raise BadFile(say("the description of this module is damaged.")) from None


def _short(element: ET.Element) -> str:
    return str(element.tag).rpartition(".")[2]


# ---- boards
def _board(data: bytes, element: ET.Element) -> Board:
    image, refused = element.get("image", ""), []
    try:
        size = size_of(picture(data, image))
    except BadFile as fault:
        return Board(brief(element.get("name", ""), 80), image, (0, 0), (), (fault.because,))
    grids = []
    for zone, grid in _grids(element, ""):
        try:
            grids.append(board_grid(grid, size, zone))
        except BadFile as fault:
            refused.append(fault.because)
    return Board(brief(element.get("name", ""), 80), image, size, tuple(grids), tuple(refused))


def _grids(element: ET.Element, zone: str, deep: int = 0) -> Iterator[tuple[str, ET.Element]]:
    """Every hex grid of a board, including those of its zones, with the zone's name."""
    for child in element:
        name = _short(child)
        if name == "HexGrid":
            yield zone, child
        elif name in ("ZonedGrid", "Zone") and deep < DEEPEST:
            yield from _grids(child, brief(child.get("name", ""), 80) if name == "Zone" else zone, deep + 1)


def board_grid(element: ET.Element, size: tuple[int, int], zone: str = "") -> BoardGrid:
    """The sheet that one of VASSAL's HexGrids makes on a picture. Raises BadFile if no sheet can be like that."""
    sideways = element.get("sideways") == "true"
    dy = _fraction(element.get("dy"), 64.0)
    dx = _fraction(element.get("dx"), dy * math.sqrt(3) / 2)
    x0, y0 = int(_fraction(element.get("x0"), 0.0)), int(_fraction(element.get("y0"), 32.0))
    if not (4 <= dx <= 4000 and 4 <= dy <= 4000):
        raise BadFile(say("a grid of this board has no hexes that can be drawn."))
    width, height = size
    across, along = (height, width) if sideways else (width, height)
    if across / dx * along / dy > LARGEST:
        raise BadFile(say("a grid of this board has too many hexes."))
    number = next((child for child in element if _short(child) == "HexGridNumbering"), None)
    told = number.attrib if number is not None else {}
    notes: list[Say] = []
    places: dict[tuple[int, int], Point] = {}
    rows, columns = math.floor(height / dx + 0.5), math.floor(width / dy + 0.5)
    for nx in range(math.floor(-x0 / dx) - 1, math.ceil((across - x0) / dx) + 1):
        for ny in range(math.floor(-y0 / dy) - 1, math.ceil((along - y0) / dy) + 1):
            u, v = x0 + nx * dx, y0 + ny * dy + (nx % 2) * dy / 2
            if 0 <= u <= across and 0 <= v <= along:
                h, v_ = _counted(told, nx, ny, sideways, rows, columns)
                places[(v_, h) if sideways else (h, v_)] = (v, u) if sideways else (u, v)
    if len(places) < 3:
        raise BadFile(say("a grid of this board has fewer than three hexes."))
    sound = {place: at for place, at in places.items() if min(place) >= 0}
    if 2 * len(sound) > len(places):  # the rest is on the margin of the picture, beyond the printed sheet
        places = sound
    first = tuple(min(one[k] for one in places) for k in (0, 1))
    if min(first) < 0:  # printed numbers never begin below 0
        places = {(c - min(first[0], 0), r - min(first[1], 0)): at for (c, r), at in places.items()}
        notes.append(say("Its hex numbers started below 0: they were shifted up."))
    if told.get("hDescend") == "true":
        most = max(c if not sideways else r for c, r in places)
        places = {((most - c, r) if not sideways else (c, most - r)): at for (c, r), at in places.items()}
        notes.append(say("Its columns are counted from the other side: they were renumbered."))
    if min(max(place[k] for place in places) for k in (0, 1)) > MOST_SECOND:  # only letters go further
        up = max(0, 1 - min(c for c, _ in places))  # and they begin at 1
        places = {(c + up, r): at for (c, r), at in places.items()}
    spec = _spec(places, sideways, _numbering(told, sideways, places, notes))
    names = Grid(spec).axial
    missing = tuple(
        name for name, place in ((name, _placed(spec, name)) for name in names) if place not in places
    )
    spec = replace(spec, absent=missing)
    by_name = {name: places[_placed(spec, name)] for name in Grid(spec).axial}
    return BoardGrid(spec, _far(by_name), tuple(notes), zone)


def _placed(spec: GridSpec, name: str) -> tuple[int, int]:
    return parse(spec.numbering, name)


def _counted(
    told: Mapping[str, str], nx: int, ny: int, sideways: bool, rows: int, columns: int
) -> tuple[int, int]:
    """The numbers that VASSAL counts for a line and a place in it (HexGridNumbering.getColumn, getRow, its offsets)."""
    h, v = nx, ny
    if told.get("vDescend") == "true":
        if sideways:
            h = rows - nx
        else:
            v = rows - ny
    if told.get("hDescend") == "true" and sideways:
        v = columns - ny
    if told.get("stagger") == "true" and nx % 2:
        v += -1 if told.get("vDescend") == "true" and not sideways else 1
    letters = [told.get(kind) == "A" for kind in ("hType", "vType")]
    return h + _whole(told.get("hOff")) + letters[0], v + _whole(told.get("vOff")) + letters[1]


def _numbering(
    told: Mapping[str, str], sideways: bool, places: Mapping[tuple[int, int], Point], notes: list[Say]
) -> Numbering:
    """How the sheet is numbered here: as printed if that can be expressed."""
    lettered = told.get("vType" if sideways else "hType") == "A"
    other = told.get("hType" if sideways else "vType") == "A"
    most = max(max(place) for place in places)
    columns_first = (told.get("first", "H") == "H") != sideways
    if (
        lettered
        and columns_first
        and not other
        and max(c for c, _ in places) <= 26
        and min(c for c, _ in places) > 0
    ):
        return "A1"
    digits = {key: _whole(told.get(key), 1) for key in ("hLeading", "vLeading")}
    if lettered or other or told.get("sep", "") or set(digits.values()) != {1} or most > 99 or not told:
        notes.append(say("Its hexes are numbered in an unknown way: they were renumbered."))
    return _fitting("CCRR" if columns_first else "RRCC", places)


def _fitting(wanted: Numbering, places: Mapping[tuple[int, int], Point]) -> Numbering:
    """The numbering for a sheet of this size: the number that comes second has two digits here."""
    column, row = (max(place[k] for place in places) for k in (0, 1))
    fits: dict[Numbering, bool] = {
        "CCRR": row <= MOST_SECOND,
        "RRCC": column <= MOST_SECOND,
        "A1": True,
    }
    return next(one for one in (wanted, *fits) if fits[one])


def _spec(places: Mapping[tuple[int, int], Point], sideways: bool, numbering: Numbering) -> GridSpec:
    """The sheet of these places: which way rows run and which lines are offset is found from where they are."""
    columns = (min(c for c, _ in places), max(c for c, _ in places))
    rows = (min(r for _, r in places), max(r for _, r in places))
    best: GridSpec | None = None
    for rows_from in ("north", "south"):
        for push in ("east", "west") if sideways else ("south", "north"):
            for pushed in ("odd", "even"):
                spec = GridSpec(
                    orientation="pointy" if sideways else "flat",
                    columns=columns,
                    rows=rows,
                    rows_from=rows_from,
                    pushed=pushed,
                    push=push,
                    numbering=numbering,
                )
                if _fits(spec, places):
                    best = best or spec
    if best is None:
        raise BadFile(say("the hexes of this board are numbered in a way that Hexbench does not support."))
    try:
        Grid(best)
    except ValueError as fault:
        raise BadFile(str(fault)) from None
    return best


def _fits(spec: GridSpec, places: Mapping[tuple[int, int], Point]) -> bool:
    """Whether adjacent hexes on the sheet are adjacent in the picture, for hexes all over it."""
    grid = Grid(spec)
    by_axial = {grid.axial_of(*place): at for place, at in places.items()}
    if len(by_axial) < len(places):
        return False
    some = list(by_axial)[:: max(1, len(by_axial) // 60)]
    layout = Layout(spec.orientation, 1.0)
    steps = ((1, 0), (0, 1), (1, -1))
    far = [
        math.dist(by_axial[a], by_axial[b])
        for a in some
        for q, r in steps
        if (b := (a[0] + q, a[1] + r)) in by_axial
    ]
    if not far or max(far) > 1.35 * min(far):
        return False
    anchor = some[0]
    ax, ay = layout.centre(anchor)
    px, py = by_axial[anchor]
    for one in some:
        x, y = layout.centre(one)
        qx, qy = by_axial[one]
        if (x - ax) * (qx - px) < -1e-6 or (y - ay) * (qy - py) < -1e-6:
            return False
    return True


def _far(by_name: Mapping[str, Point]) -> tuple[tuple[Point, str], ...]:
    """Three hexes that are as far apart as possible in the picture."""

    def corner(x: int, y: int) -> str:
        return max(by_name, key=lambda name: x * by_name[name][0] + y * by_name[name][1])

    names = list(dict.fromkeys((corner(-1, -1), corner(1, -1), corner(-1, 1), corner(1, 1))))
    if len(names) < 3:
        raise BadFile(say("all hexes in a grid of this board lie in one line."))
    return tuple((by_name[name], name) for name in names[:3])


# ---- counters
def _counters(root: ET.Element, prototypes: Mapping[str, str]) -> Iterator[Counter]:
    """The counters of the palettes, each with the tab it is in."""
    found = 0
    for window in (one for one in root.iter() if _short(one) == "PieceWindow"):
        for group, slot in _slots(window, ""):
            found += 1
            if found > MOST_COUNTERS:
                raise BadFile(say("this module has too many counters."))
            counter = _counter(slot, group, prototypes)
            if counter is not None:
                yield counter


def _slots(element: ET.Element, group: str, deep: int = 0) -> Iterator[tuple[str, ET.Element]]:
    for child in element:
        if _short(child) == "PieceSlot":
            yield group, child
        elif deep < DEEPEST:
            yield from _slots(child, brief(child.get("entryName", "") or group, 60), deep + 1)


def _counter(slot: ET.Element, group: str, prototypes: Mapping[str, str]) -> Counter | None:
    text = (slot.text or "").strip()
    if not text.startswith("+/"):
        return None
    images: list[str] = []
    marks: dict[str, str] = {}
    name = _traits(text, prototypes, images, marks, frozenset())
    return Counter(brief(name or slot.get("entryName", ""), 80), group, tuple(dict.fromkeys(images)), marks)


def _traits(
    text: str, prototypes: Mapping[str, str], images: list[str], marks: dict[str, str], above: frozenset[str]
) -> str:
    """Collect pictures and marks of a counter, with its prototypes inserted; returns its name.

    Prototypes that name each other in a cycle end where they would begin again.
    """
    parts = decode(text[2:], "/")
    if len(parts) < 3:
        return ""
    name = ""
    types, states = unnested(parts[1]), unnested(parts[2])
    for kind, state in zip(types, states, strict=False):
        head, _, rest = kind.partition(";")
        if head == "mark":
            marks.update(zip(decode(rest, ","), decode(state, ","), strict=False))
        elif head == "prototype":
            key = decode(rest, ";")[0]
            if key in prototypes and key not in above and len(above) < DEEPEST:
                _traits(prototypes[key], prototypes, images, marks, above | {key})
        elif head == "emb2":
            fields = decode(rest, ";")
            if len(fields) > 15:
                images += [one for one in decode(fields[15], ",") if one]
        elif head == "piece":
            fields = [*decode(rest, ";"), "", "", "", ""]
            name = fields[3]
            images[:0] = [fields[2]] if fields[2] else []
    return name


# ---- numbers and sizes
def _fraction(text: str | None, otherwise: float) -> float:
    try:
        value = float(text) if text else otherwise
    except ValueError:
        return otherwise
    return value if math.isfinite(value) and abs(value) < 1e6 else otherwise


def _whole(text: str | None, otherwise: int = 0) -> int:
    return int(text) if text and re.fullmatch(r"-?[0-9]{1,5}", text) else otherwise


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG, GIF or JPEG, from its header alone. Raises BadFile for other formats and for huge pictures."""
    size = (0, 0)
    if data[:4] == b"\x89PNG":
        size = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    elif data[:3] == b"GIF":
        size = int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    elif data[:2] == b"\xff\xd8":
        size = _jpeg(data)
    if not all(size):
        raise BadFile(say("a picture of this module cannot be read here (only PNG, GIF and JPEG can)."))
    if size[0] * size[1] > _MOST_PIXELS:
        raise BadFile(say("a picture of this module is too large for a map."))
    return size


def _jpeg(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        if 0xC0 <= data[at + 1] <= 0xCF and data[at + 1] not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return 0, 0
