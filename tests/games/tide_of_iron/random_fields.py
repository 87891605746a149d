"""Random grounds and positions, for the game and for the second version of its rules alike."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from hexbench.games.tide_of_iron.pieces import OBSTACLES
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.rules_reference import TANKS, TRUCKS

COLUMNS, ROWS = "ABCDEFGH", 7
LIGHT = {"american": "m3a1_halftrack", "german": "sdkfz_251"}
TRUCK = {"american": "gmc_cckw_353", "german": "opel_blitz"}
TANK = {"american": ("m4a1_sherman",), "german": ("panzer_iv", "tiger_i")}
SIDES = ("american", "german")


def ground(chance: random.Random) -> tuple[Any, dict[str, tuple[str, int]], set[frozenset[str]]]:
    """The game on a random map, and the same map as cells and road links."""
    cells = {
        f"{c}{r}": (chance.choice("....rwwbsdfpx"), chance.choice((0, 0, 0, 1, 1, 2)))
        for r in range(1, ROWS + 1)
        for c in COLUMNS
    }
    rows = "\n".join(
        " ".join(f"{cells[c + str(r)][0]}{cells[c + str(r)][1]}" for c in COLUMNS) for r in range(1, ROWS + 1)
    )
    near = field.ground.__wrapped__(rows).atlas.near
    links = set()
    for _ in range(22):
        a = chance.choice(list(cells))
        b = chance.choice([h for h in near[a] if h in cells])
        if abs(cells[a][1] - cells[b][1]) < 2 and not {cells[a][0], cells[b][0]} & set("sdfp"):
            links.add(frozenset((a, b)))
    chains = tuple(" ".join(sorted(link)) for link in sorted(links, key=sorted))
    return field.ground.__wrapped__(rows, chains), cells, links


def works(chance: random.Random, letter: str) -> dict[str, Any]:
    """The markers of a hex."""
    out: dict[str, Any] = {what: True for what in OBSTACLES if chance.random() < 0.25}
    if letter != "b" and chance.random() < 0.25:
        out["smoke"] = True
    if letter in ".rw" and chance.random() < 0.4:
        out["entrenchment"] = chance.randint(1, 2)
    if chance.random() < 0.25:
        out["pillbox"] = 1
    return out


def squad(chance: random.Random, side: str, at: str, *, heavy: bool = True) -> dict[str, Any]:
    """A squad with at most four slots and perhaps a specialization."""
    figures: dict[str, int] = {}
    special = chance.choice(("", "", "engineer", "anti_tank", "flamethrower", "medic"))
    left = 4
    while left and (not figures or chance.random() < 0.75):
        one = chance.choice(("regular", "regular", "elite", "officer", "mg"))
        size = 2 if one == "mg" else 1
        if size <= left and not (one == "mg" and (special or not heavy)):
            figures[one] = figures.get(one, 0) + 1
            left -= size
    out: dict[str, Any] = {"at": at, "side": side, "figures": figures}
    if special:
        out["specialization"] = special
    if chance.random() < 0.3:
        out["condition"] = chance.choice(("pinned", "disrupted"))
    return out


def vehicle(chance: random.Random, side: str, at: str) -> dict[str, Any]:
    """A vehicle, perhaps damaged."""
    what = chance.choice((LIGHT[side], TRUCK[side], *TANK[side], *TANK[side]))
    hurt = chance.choice(("", "", "light", "heavy"))
    return {
        "at": at,
        "side": side,
        "type": what,
        "damage": "" if hurt == "heavy" and what in TRUCKS else hurt,
    }


def position(chance: random.Random, crowd: int = 9) -> tuple[field.Situation, dict[str, Any]]:
    """A sound random position in an American turn, and the same as the second version of the rules reads it."""
    while True:
        rules, cells, links = ground(chance)
        laid = {at: w for at in cells if chance.random() < 0.35 and (w := works(chance, cells[at][0]))}
        units: dict[str, Any] = {}
        owners: dict[str, str] = {}
        for n in range(crowd * 2):
            side = SIDES[n % 2]
            at = chance.choice([h for h in cells if owners.get(h, side) == side and cells[h][0] not in "fpd"])
            here = [u for u in units.values() if u["at"] == at]
            if len(here) > 2 or (cells[at][0] == "s" and chance.random() < 0.7):
                continue
            on_foot = chance.random() < 0.6
            if not on_foot and sum("type" in u for u in here) > 1:
                continue
            unit = (squad if on_foot else vehicle)(chance, side, at)
            for fort in ("entrenchment", "pillbox"):
                free = laid.get(at, {}).get(fort, 0) - sum(u.get("shelter") == fort for u in here)
                if on_foot and free > 0 and "shelter" not in unit and chance.random() < 0.6:
                    unit["shelter"] = fort
            owners[at] = side
            units[f"u{n}"] = unit
        if units and any(u["side"] == "american" and not u.get("condition") for u in units.values()):
            now = field.position(units, rules, works=laid, initiative="american", sound=False)
            return now, {"units": units, "works": laid, "cells": cells, "roads": links}


def enemies(world: Mapping[str, Any], uid: str) -> list[str]:
    """Everybody of the other side."""
    return [x for x, u in world["units"].items() if u["side"] != world["units"][uid]["side"]]


__all__ = ["TANKS", "enemies", "ground", "position", "squad", "vehicle"]
