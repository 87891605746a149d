"""Files of geography that a person brings: what they contain, and what it is to become. Quick enough for a window to call."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import msgspec

from hexbench.hexes.grid import GridSpec

Form = Literal["area", "line", "point"]
_FORMS: dict[str, Form] = {
    "Polygon": "area",
    "MultiPolygon": "area",
    "LineString": "line",
    "MultiLineString": "line",
    "Point": "point",
    "MultiPoint": "point",
}
WORDS = ("kind", "class", "type", "natural", "landuse", "waterway", "highway", "place", "fclass")
"""Properties that say what a feature is; the first one present counts."""


class Pin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point on the ground that is at the centre of a hex."""

    hex: str
    longitude: float
    latitude: float


class Found(msgspec.Struct, frozen=True):
    """One kind of feature in a file: how many there are, and some of their names."""

    file: str
    kind: str
    form: Form
    count: int
    names: tuple[str, ...] = ()


class Take(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one kind of feature becomes. ``part`` is terrain, side, road or place; ``key`` the kind on the map."""

    file: str
    kind: str
    form: Form
    part: Literal["terrain", "side", "road", "place"]
    key: str


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole import. Without pins the geography fills the grid, north upwards."""

    grid: GridSpec
    takes: tuple[Take, ...]
    pins: tuple[Pin, ...] = ()
    share: float = 0.5
    """The share of a hex from which what covers it decides its terrain."""


class Imported(msgspec.Struct, frozen=True, kw_only=True):
    """What was found, by the names of the grid. ``kilometres`` is the distance between adjacent hexes."""

    terrain: dict[str, str] = {}
    sides: tuple[tuple[str, str, str], ...] = ()
    """hexside, kind, name."""
    roads: tuple[tuple[str, str], ...] = ()
    places: tuple[tuple[str, str, str], ...] = ()
    """name, kind, hex."""
    problems: tuple[str, ...] = ()
    kilometres: float = 0.0


Read = Callable[[Path], bytes]
"""How the bytes of a file are read: the caller provides the checks for files from outside. Raises ValueError (one sentence)."""
LONGEST = 80
"""The most characters of a name."""
MOST = 200_000
"""The most features in one file."""
KINDS = 500
"""The most kinds of features in one file."""


def scan(path: Path, read: Read) -> tuple[Found, ...]:
    """What is in a file. Raises ValueError (one sentence) if it is not GeoJSON in longitude and latitude."""
    rows: dict[tuple[str, Form], list[str]] = {}
    for name, kind, form, _ in features_of(path, read):
        rows.setdefault((kind, form), []).append(name)
    return tuple(
        Found(str(path), kind, form, len(names), tuple(n for n in names if n)[:5])
        for (kind, form), names in sorted(rows.items())
    )


def features_of(path: Path, read: Read) -> list[tuple[str, str, Form, Any]]:
    """(name, kind, form, geometry) of every feature. Raises ValueError (one sentence)."""
    try:
        raw = msgspec.json.decode(read(path).removeprefix(codecs.BOM_UTF8))
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise ValueError(f"{path.name} is not JSON: {str(fault)[:80]}.") from None
    except RecursionError:
        raise ValueError(f"{path.name} is not GeoJSON: it is nested too deeply.") from None
    rows = raw.get("features") if isinstance(raw, dict) else None
    if not isinstance(rows, list):
        raise ValueError(f"{path.name} is not GeoJSON: it has no list of features.")
    if len(rows) > MOST:
        raise ValueError(f"{path.name} has {len(rows)} features; at most {MOST} can be imported at a time.")
    out: list[tuple[str, str, Form, Any]] = []
    kinds: set[str] = set()
    for row in rows:
        geometry = row.get("geometry") if isinstance(row, dict) else None
        form = _FORMS.get(_word(geometry.get("type"))) if isinstance(geometry, dict) else None
        if form is None:
            continue
        told = row.get("properties")
        told = told if isinstance(told, dict) else {}
        kind = next((found for word in WORDS if (found := _word(told.get(word)))), _word(path.stem))
        kinds.add(kind)
        if len(kinds) > KINDS:
            raise ValueError(f"{path.name} has more than {KINDS} kinds of features: too many to choose from.")
        out.append((_word(told.get("name")), kind, form, geometry))
    return out


def _word(value: Any) -> str:
    """A name or a kind in a form that may be shown; empty for what is neither text nor a number."""
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return ""
    return "".join(c for c in str(value)[:LONGEST] if c.isprintable())
