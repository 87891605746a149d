"""What the command line asks for: build a map, or check whether the compiled one is still what its recipe makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from hexbench.atlas.sheet import MapSheet
from hexbench.mapmaker import charted, drawn
from hexbench.mapmaker.build import Built, build, paths_of, recipe_digest
from hexbench.mapmaker.checks import check
from hexbench.mapmaker.frame import Step, quiet
from hexbench.mapmaker.recipe import read_places
from hexbench.mapmaker.report import report


def map_keys(resources: Path) -> tuple[str, ...]:
    """The maps that have a recipe, by name: those from the geography, then those that are charted or drawn."""
    return (*_geographic(resources), *charted.keys(resources), *drawn.keys(resources))


def _geographic(resources: Path) -> tuple[str, ...]:
    """The maps that are compiled from the geography."""
    found = sorted(p.name.removesuffix(".toml") for p in (resources / "maps").glob("*.toml"))
    return tuple(key for key in found if not key.endswith((".places", ".drawn", ".chart")))


def write_map(key: str, resources: Path, write: Callable[[Path, Any], None]) -> MapSheet:
    """Compile a map of any kind and write it. Raises what :func:`build_map` raises."""
    by_hex = _by_hex(key, resources)
    if by_hex is None:
        return build_map(key, resources, write).sheet
    sheet: MapSheet = by_hex.build(key, resources)
    write(paths_of(key, resources)[2], sheet)
    return sheet


def compiled(key: str, resources: Path, step: Step = quiet) -> MapSheet:
    """A map from its recipe, of whatever kind, without writing it. Raises ValueError or msgspec.ValidationError."""
    by_hex = _by_hex(key, resources)
    if by_hex is None:
        return build(key, resources, step).sheet
    sheet: MapSheet = by_hex.build(key, resources)
    return sheet


def _by_hex(key: str, resources: Path) -> ModuleType | None:
    """The compiler of a map whose hexes are given one by one; None for one that comes from the geography."""
    return next((kind for kind in (charted, drawn) if key in kind.keys(resources)), None)


def build_map(key: str, resources: Path, write: Callable[[Path, Any], None]) -> Built:
    """Compile a map and write it with ``write(path, value)``.

    Raises ValueError if the recipe cannot be fulfilled or the result would break a rule of maps; nothing is written
    then.
    """
    built = build(key, resources)
    found = problems_of(built, key, resources)
    if found:
        raise ValueError(f"The map {key} cannot be built: {' '.join(found)}")
    write(paths_of(key, resources)[2], built.sheet)
    return built


def problems_of(built: Built, key: str, resources: Path) -> list[str]:
    """What is wrong with a map just built, each as a sentence."""
    return check(built.sheet, built.story, read_places(paths_of(key, resources)[1]))


def maps_page(resources: Path) -> str:
    """The page about all maps, with each compiled anew."""
    return report_on(resources, [build(key, resources) for key in _geographic(resources)])


def report_on(resources: Path, built: Sequence[Built]) -> str:
    """The page about maps (``docs/maps.md``) for maps just built."""
    sheets = [charted.build(key, resources) for key in charted.keys(resources)]
    return report([(b, read_places(paths_of(b.sheet.key, resources)[1])) for b in built], sheets)


def check_map(key: str, resources: Path, dumps: Callable[[Any], str]) -> list[str]:
    """Why a compiled map cannot be used, each as a sentence; nothing if it is sound and up to date.

    ``dumps`` gives the canonical text of a value: the file must contain exactly that.
    """
    path = paths_of(key, resources)[2]
    if not path.exists():
        return [f"The map {key} has not been compiled."]
    text = path.read_text(encoding="utf-8")
    try:
        stored = msgspec.json.decode(text, type=MapSheet)
    except msgspec.DecodeError as fault:
        return [f"The compiled map {path.name} cannot be read: {fault}."]
    by_hex = _by_hex(key, resources)
    digest = (recipe_digest if by_hex is None else by_hex.recipe_digest)(key, resources)
    if stored.recipe_digest != digest:
        return [f"The compiled map {path.name} is stale: its recipe or the geography has changed since."]
    found: list[str] = []
    if by_hex is not None:
        sheet: MapSheet = by_hex.build(key, resources)
    else:
        built = build(key, resources)
        found, sheet = problems_of(built, key, resources), built.sheet
    if text != dumps(sheet):
        found.append(f"The compiled map {path.name} is not what its recipe makes.")
    return found
