"""The chart of defensive positions against a copy of the ledger, cell by cell (TT-DEF)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.trumpets.mission import Works
from tests.games.trumpets.field import ALLIED, inf, position
from tests.games.trumpets.shipped import TABLES

COLUMNS = ("IP5", "IP6", "RB", "SP", "FT")
CHART: dict[str, tuple[Any, ...]] = {
    "builder": ("front_line", "engineer", "engineer", "engineer", "never"),
    "where": ("any", "any", "road", "has_IP6", "at_start_only"),
    "combined_arms": (False,) * 5,
    "flank_attack": (True,) * 5,
    "stg_assault": (True,) * 5,
    "overrun": (True, True, False, False, False),
    "er": (5, 6, 0, 6, 6),
    "fa": (1, 1, 1, 2, 2),
    "nw": (1, 1, 1, 4, 4),
    "tot": (1, 1, 1, 2, 2),
    "shift": (0, 0, 0, -1, -2),
    "hit_from": ("", "", "5-1", "", ""),
    "ignores_counterattack": (False, False, False, True, True),
    "advance": ("none", "none", "stop", "basic", "basic"),
}


@pytest.mark.parametrize("row", list(CHART))
def test_every_cell_of_the_chart(row: str) -> None:
    assert tuple(TABLES.positions) == COLUMNS
    assert tuple(getattr(TABLES.positions[key], row) for key in COLUMNS) == CHART[row]


@pytest.mark.rule("trumpets", "TT-DEF-29")
@pytest.mark.rule(
    "trumpets", "TT-DEF-OVR-IP5", "TT-DEF-OVR-IP6", "TT-DEF-OVR-RB", "TT-DEF-OVR-SP", "TT-DEF-OVR-FT"
)
@pytest.mark.parametrize("key", COLUMNS)
def test_nobody_overruns_a_hex_whatever_stands_there(key: str) -> None:
    assert TABLES.positions[key].overrun == (key in ("IP5", "IP6"))
    works = {"1512": Works(main="" if key == "RB" else key, road_block=key == "RB", owner="allied")}  # type: ignore[arg-type]
    now = position({"a": inf("1412"), "d": inf("1512", ALLIED)}, works=works, sound=False)
    assert now.refused("a", "1512") == ["TT-DEF-29"]
