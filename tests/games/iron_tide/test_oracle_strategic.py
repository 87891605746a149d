"""5.2 written down a second time, and held against the game on random positions."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from hexbench.games.iron_tide import GAME
from hexbench.games.iron_tide.pieces import Printed
from hexbench.games.iron_tide.restricted import HELD_BACK
from tests.games.iron_tide.field import ALLIED, GERMAN, Situation
from tests.games.iron_tide.melee import front
from tests.games.iron_tide.test_oracles import BOOK, Land

GROUND = {
    "clear": (1, 2, 2), "rough": (2, 3, 3), "woods": (2, 4, 4), "heavy_woods": (3, 6, None), "marsh": (2, 6, None),
}  # fmt: skip
CLASS = {"N": 0, "MI": 1, "M": 2}


def strategic_step(land: Land, printed: Printed, a: str, b: str) -> Fraction | None:
    """The price of one step of strategic movement; None: closed."""
    kinds, n = land.kinds(a, b), CLASS[printed.mobility]
    wet = "river" in kinds and not land.bridge(a, b)
    if "lake" in kinds or (wet and "ford" not in kinds):
        return None
    wading = (1, 2, 3)[n] if wet else 0
    if land.road(a, b):
        foot = Fraction(1, 2) if printed.side == GERMAN else Fraction(1, 6)
        return (foot if n == 0 else Fraction(1, 3)) + wading
    cell = land.atlas.cell(b)
    price = 1 if {"town", "city"} & {*cell.features} else GROUND[cell.terrain][n]
    if price is None:
        return None
    wall = "westwall" in cell.features and printed.side == ALLIED and n > 0
    return Fraction(price + wall + wading)


@pytest.mark.rule("iron_tide", "5.2a", "5.2b", "5.2c", "5.21a", "5.22a", "5.23a", "5.24a", "12.2c")
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("turn", ["20AM", "23AM", "23PM"])
def test_how_far_units_go_strategically(seed: int, turn: str) -> None:
    pick = random.Random(seed)
    rules = front()
    places = [at for at in rules.atlas.labels if int(at[2:]) < 45 or int(at[2:]) > 54]
    units: dict[str, Any] = {}
    for side, count in ((GERMAN, 5), (ALLIED, 5)):
        names = [
            u for u, p in BOOK.items() if p.side == side and not p.commando and p.division not in HELD_BACK
        ]
        for uid in pick.sample(names, count):
            at = places.pop(pick.randrange(len(places)))
            units[uid] = {"at": at, "supply": pick.choice(("supplied", "supplied", "out", "isolated"))}
    side = pick.choice((GERMAN, ALLIED))
    raw = {"turn": turn, "phase": "movement", "phasing": side, "units": units}
    now = Situation(rules, rules.resume(GAME.compose(rules, raw, GAME.Scenario(units=BOOK))))
    land = Land(rules, now.state)
    foes = [u.at for u in now.state.units.values() if u.side != side]
    for uid, unit in now.state.units.items():
        if unit.side != side:
            continue
        printed = land.p(uid)
        left = Fraction(printed.movement)
        if unit.supply == "out" and printed.mobility != "N":
            left = Fraction(-(-printed.movement // 2))
        far = {h for h in rules.atlas.labels if all(land.atlas.distance(h, foe) >= 3 for foe in foes)}
        wanted: dict[str, Fraction] = {}
        grounded = side == GERMAN and turn == "23AM"
        rim = (
            [(Fraction(0), unit.at)] if unit.at in far and unit.supply != "isolated" and not grounded else []
        )
        while rim:
            spent, here = min(rim)
            rim.remove((spent, here))
            if here in wanted:
                continue
            wanted[here] = spent
            for there in land.near(here):
                step = strategic_step(land, printed, here, there)
                if step is not None and there in far and spent + step <= left:
                    rim.append((spent + step, there))
        wanted.pop(unit.at, None)
        assert now.reach(uid, how="strategic") == wanted, (uid, unit.at)
