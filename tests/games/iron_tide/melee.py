"""A crowded front for random play: shipped counters scattered along it, so that combats of every kind come up at once."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from hexbench.games.iron_tide.game import GAME
from hexbench.games.iron_tide.pieces import Printed
from hexbench.games.iron_tide.rules import ItRules
from hexbench.games.iron_tide.setup import Scenario
from hexbench.games.iron_tide.state import IronTide
from tests.games.iron_tide.field import HEXES, along, country

_FILE = Path(__file__).resolve().parents[3] / "scenarios/iron_tide/order_of_battle.json"


@cache
def order_of_battle() -> dict[str, Printed]:
    """Every counter of the game."""
    raw = json.loads(_FILE.read_text(encoding="utf-8"))
    return msgspec.convert(raw["units"], dict[str, Printed], strict=True)


@cache
def front() -> ItRules:
    """Ground of every kind: woods, rough, towns, a river with a bridge and a ford, the Westwall, roads to both edges."""
    pick = random.Random(7)
    ground: dict[str, list[str]] = {k: [] for k in ("woods", "heavy_woods", "rough", "marsh", "town", "city")}
    for at in HEXES:
        roll = pick.random()
        if roll < 0.5:
            ground[pick.choices(list(ground), (4, 3, 4, 1, 2, 1))[0]].append(at)
    river = [f"{r}48/{r}49" for r in range(28, 42)]
    return country(
        **{kind: " ".join(found) for kind, found in ground.items()},
        westwall=" ".join(f"{r}50" for r in range(28, 42)),
        river=" ".join(side for i, side in enumerate(river) if i % 4),
        bridge=" ".join(river[::8]),
        ford=" ".join(river[4::8]),
        roads=(f"3440/W {along('3440', '3459')} 3459/E", f"3040/W {along('3040', '3059')} 3059/E"),
    )


def melee(seed: int, turn: str = "23AM", phase: str = "combat", phasing: str = "german") -> IronTide:
    """Some sixty units on a narrow front, in any state a unit can be in; ready to run."""
    rules, pick = front(), random.Random(seed)
    book = order_of_battle()
    hexes = [h for h in HEXES if 45 <= int(h[2:]) <= 52 and 31 <= int(h[:2]) <= 38]
    pick.shuffle(hexes)
    units: dict[str, dict[str, Any]] = {}
    entrenched: dict[str, str] = {}
    for side in ("german", "allied"):
        names = [u for u, p in book.items() if p.side == side and not p.commando]
        some = pick.sample(names, 24)
        homes = [hexes.pop() for _ in range(16)]
        places = [h for h in homes for _ in range(3)]
        for uid in some:
            printed = book[uid]
            at = places.pop(pick.randrange(len(places)))
            facts: dict[str, Any] = {"at": at}
            if printed.size == "regiment" and pick.random() < 0.1:
                facts["cadre"] = True
            facts["supply"] = pick.choices(("supplied", "out", "isolated"), (8, 2, 1))[0]
            units[uid] = facts
        entrenched.update(dict.fromkeys(pick.sample(homes, 2), side))
    air = {"german": {"ready": 2}, "allied": {"ready": 3}, "resupply": {"ready": 0}}
    return GAME.compose(
        rules,
        {
            "turn": turn,
            "phase": phase,
            "phasing": phasing,
            "units": units,
            "entrenchments": entrenched,
            "air": air,
            "seed": seed,
            "last_turn": "2PM",
        },
        Scenario(units=book),
    )
