"""Every word on a map means something in the rules, or the map is refused."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import Cell, Hexside
from hexbench.games.iron_tide import GAME
from tests.games.iron_tide.field import PLAIN
from tests.games.iron_tide.shipped import TABLES

SHEET = PLAIN.atlas.sheet


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"cells": {}}, "map.cells: a map needs at least one hex."),
        (
            {"cells": {**SHEET.cells, "3444": Cell("jungle")}},
            'map.cells["3444"].terrain: there is no terrain "jungle" in this game; there are clear, rough',
        ),
        (
            {"cells": {**SHEET.cells, "3444": Cell("clear", ("castle",))}},
            'map.cells["3444"].features: there is no feature "castle" in this game; there are town, city, westwall.',
        ),
        (
            {"hexsides": (Hexside("3444/3445", ("canal",)),)},
            'map.hexsides[0].kinds: there is no kind of hexside "canal" in this game; there are river',
        ),
        (
            {"hexsides": (Hexside("3444/3445", ("bridge",)),)},
            'map.hexsides[0].kinds: "bridge" needs a river: add "river".',
        ),
        (
            {"hexsides": (Hexside("3444/3445", ("river",)), Hexside("3444/3445", ("lake",)))},
            "map.hexsides[1].side: 3444/3445 is listed twice: here and in hexsides[0].",
        ),
        (
            {"zones": {"edge_german": ("3444",)}},
            'map.zones["edge_german"]: there is no zone "edge_german" in this game; there are edge.german, edge.allied',
        ),
    ],
)
def test_a_word_without_meaning_is_refused(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as fault:
        GAME.open(Atlas(replace(SHEET, **{"hexsides": (), "zones": {}, **more})), TABLES, GAME.Options())
    assert str(fault.value).startswith(sentence)
