"""Every palette there is: each light, plain and safe, with the keys of each game and of a game that brings none."""

from __future__ import annotations

import itertools
import tomllib
from functools import cache

import pytest

from hexbench.ui.look.palette import LIGHTS, Palette
from tests.ui.canvas.stage import RESOURCES

FOLDER = RESOURCES / "palettes"
GAMES = ("", *sorted(p.parent.name for p in (RESOURCES / "games").glob("*/palette.toml")))
WORN = [(light, safe, game) for light, safe, game in itertools.product(LIGHTS, (False, True), GAMES)]


@cache
def worn(light: str, safe: bool = False, game: str = "iron_tide") -> Palette:
    """One of them."""
    path = RESOURCES / "games" / game / "palette.toml"
    keys = tomllib.loads(path.read_text(encoding="utf-8")) if game else None
    return Palette.load(FOLDER / f"{light}.toml", keys, FOLDER / "safe.toml" if safe else None)


def name_of(look: tuple[str, bool, str]) -> str:
    """A name for the report of the tests."""
    light, safe, game = look
    return "-".join(x for x in (light, "safe" if safe else "", game) if x)


ALL = pytest.mark.parametrize("look", WORN, ids=name_of)
SAFE = pytest.mark.parametrize("look", [w for w in WORN if w[1]], ids=name_of)
