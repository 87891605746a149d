"""Every palette there is: each light, plain and safe, with the keys of each game and of a game that brings none."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Callable
from functools import cache

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


Look = tuple[str, bool, str]


def _in(looks: list[Look]) -> Callable[[Callable[[Look], None]], Callable[[], None]]:
    """Has a test look at each of them: they are many, and one is looked at in less time than a test takes to begin and end."""

    def of_each(test: Callable[[Look], None]) -> Callable[[], None]:
        def in_each() -> None:
            wrong = []
            for look in looks:
                try:
                    test(look)
                except AssertionError as error:
                    wrong.append(f"{name_of(look)}: {error}")
            assert not wrong, "\n".join(wrong)

        in_each.__name__, in_each.__doc__ = test.__name__, test.__doc__
        return in_each

    return of_each


ALL = _in(WORN)
SAFE = _in([w for w in WORN if w[1]])
