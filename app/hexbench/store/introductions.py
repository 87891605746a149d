"""What the start page says of a game: two sentences, its scale, where to begin, how long and how hard its scenarios are.

``introduction.toml`` in the folder of the game's data::

    text = "Two sentences."
    scale = "Regiments, 4 km a hex, half a day a turn"
    begin = "bastogne"
    side = "german"

    [scenario.bastogne]
    minutes = 60
    difficulty = "easy"

All of it may be left out, and so may the file: a player's own scenario has no line in it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from hexbench.store.strict import convert, parse_toml, read_text

FILE = "introduction.toml"
Difficulty = Literal["", "easy", "medium", "hard"]


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """About how long a scenario takes two players who know the rules, in minutes (0: not said), and how hard it is."""

    minutes: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    difficulty: Difficulty = ""


NOT_MEASURED = Measure()


class Introduction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``begin`` is the scenario to begin with, ``side`` the side a lone beginner plays in it; empty: not said."""

    text: str = ""
    scale: str = ""
    begin: str = ""
    side: str = ""
    scenario: dict[str, Measure] = {}

    def measure(self, name: str) -> Measure:
        """What is known of a scenario."""
        return self.scenario.get(name, NOT_MEASURED)


def read_introduction(folder: Path) -> Introduction:
    """That of a game, from the folder of its data; an empty one where there is no file. Raises BadFile."""
    path = folder / FILE
    if not path.is_file():
        return Introduction()
    found: Introduction = convert(parse_toml(read_text(path), str(path)), Introduction, str(path))
    return found
