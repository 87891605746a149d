"""Movement, fire and assault written a second time, slowly and from the text, to hold the game's own against.

Nothing of the game is used here. A position is a plain dict: ``units`` id -> facts (as in a position of the engine
protocol), ``works`` hex -> markers, ``cells`` hex -> (letter, level), ``roads`` a set of frozenset pairs. MP are thirds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.tide_of_iron.sight_reference import apart, cube

Field = Mapping[str, Any]

SQUAD_MP = {".": 1, "r": 2, "w": 2, "b": 2, "s": 2, "d": 3, "x": 1}
VEHICLE_MP = {".": 1, "r": 1, "w": 3, "b": 2, "s": 4, "x": 1}
COVER = {"r": 1, "w": 2, "b": 3, "x": 1}
RIFLES = {"regular": ((4, 1), (1, 1)), "elite": ((4, 2), (1, 1)), "officer": ((4, 1), (1, 1))}
GUNS: dict[str, dict[str, Any]] = {
    "american": {**RIFLES, "mg": ((5, 3), (3, 2))},
    "german": {**RIFLES, "mg": ((5, 4), (3, 2))},
}
VEHICLES: dict[str, dict[str, Any]] = {
    "gmc_cckw_353": {"mv": 4, "av": 0, "guns": ((0, 0), (0, 0))},
    "opel_blitz": {"mv": 4, "av": 0, "guns": ((0, 0), (0, 0))},
    "m3a1_halftrack": {"mv": 7, "av": 1, "guns": ((5, 4), (3, 2))},
    "sdkfz_251": {"mv": 7, "av": 1, "guns": ((5, 4), (3, 2))},
    "m4a1_sherman": {"mv": 6, "av": 4, "guns": ((5, 6), (6, 8))},
    "panzer_iv": {"mv": 6, "av": 4, "guns": ((5, 6), (8, 10))},
    "tiger_i": {"mv": 5, "av": 6, "guns": ((5, 6), (8, 13))},
}
TRUCKS, TANKS = ("gmc_cckw_353", "opel_blitz"), ("m4a1_sherman", "panzer_iv", "tiger_i")


def kind(unit: Field) -> str:
    """Squad, or the vehicle's type."""
    return str(unit.get("type", "squad"))


def is_squad(unit: Field) -> bool:
    """Whether it goes on foot."""
    return kind(unit) == "squad"


def near(field: Field, at: str) -> list[str]:
    """The hexes next to a hex."""
    return [h for h in field["cells"] if apart(cube(at), cube(h)) == 1]


def there(field: Field, at: str) -> list[str]:
    """Who stands in a hex."""
    return [uid for uid, unit in field["units"].items() if unit["at"] == at]


def marker(field: Field, at: str, what: str) -> Any:
    """A marker of a hex."""
    return field["works"].get(at, {}).get(what, 0)


# ---- movement --------------------------------------------------------------------------------------------------------
def step_cost(field: Field, unit: Field, a: str, b: str) -> int | None:
    """Thirds of an MP from a hex to the next: terrain, roads, hills, cliffs."""
    (_, low), (letter, high) = field["cells"][a], field["cells"][b]
    prices = SQUAD_MP if is_squad(unit) else VEHICLE_MP
    if letter not in prices or {low, high} == {0, 2}:
        return None
    if frozenset((a, b)) in field["roads"]:
        if letter == "b":
            return 6
        return 1 if kind(unit) in TRUCKS else 3
    return 3 * (max(2, prices[letter]) if high > low else prices[letter])


def allowance(unit: Field, action: str) -> int:
    """Thirds of an MP for an action."""
    if is_squad(unit):
        points = 4 + ("officer" in unit["figures"])
        points -= action in ("fire_move", "assault")
    else:
        points = VEHICLES[kind(unit)]["mv"] - (unit.get("damage") == "light")
        points -= 2 if action == "fire_move" else 0
    return 3 * points


def stands(field: Field, uid: str, at: str) -> bool:
    """Whether it may end its move there."""
    unit = field["units"][uid]
    others = [field["units"][x] for x in there(field, at) if x != uid]
    if any(x["side"] != unit["side"] for x in others) or len(others) > 2:
        return False
    return is_squad(unit) or sum(not is_squad(x) for x in others) < 2


def held(field: Field, unit: Field, at: str) -> bool:
    """Whether the move ends as the hex is entered."""
    if marker(field, at, "minefield") or (marker(field, at, "tank_trap") and not is_squad(unit)):
        return True
    free = kind(unit) in TANKS or unit.get("specialization") == "engineer"
    return bool(marker(field, at, "razor_wire")) and not free


def reach(field: Field, uid: str, action: str) -> dict[str, int]:
    """hex -> the least thirds of an MP to get there, for every hex the unit can end its move in.

    All ways are walked, one hex at a time; a unit that begins in a minefield takes one step.
    """
    unit = field["units"][uid]
    start = unit["at"]
    first = allowance(unit, action) - (3 if unit.get("shelter") else 0)
    seen: dict[str, int] = {}
    todo = [(start, max(first, 0), 0)] if first >= 0 else []
    while todo:
        at, left, steps = todo.pop()
        if (steps and held(field, unit, at)) or (steps and marker(field, start, "minefield")):
            continue
        for to in near(field, at):
            price = step_cost(field, unit, at, to)
            foes = [
                x
                for x in there(field, to)
                if field["units"][x]["side"] != unit["side"] and not field["units"][x].get("concealed")
            ]
            if price is None or (foes and kind(unit) not in TANKS):
                continue
            if held(field, unit, to) and not stands(field, uid, to):
                continue
            if not is_squad(unit) and marker(field, to, "tank_trap") and apart(cube(start), cube(to)) != 1:
                continue
            rest = left - price - 3 * len(foes)
            if rest >= 0 and rest > seen.get(to, -1):
                seen[to] = rest
                todo.append((to, rest, steps + 1))
    return {at: max(first, 0) - rest for at, rest in seen.items() if at != start and stands(field, uid, at)}


# ---- fire ------------------------------------------------------------------------------------------------------------
def officer_there(field: Field, uid: str) -> bool:
    """Whether an officer of the side is in the hex."""
    unit = field["units"][uid]
    mates = (field["units"][x] for x in there(field, unit["at"]))
    return any(x["side"] == unit["side"] and "officer" in x.get("figures", {}) for x in mates)


def causes(field: Field, unit: Field, *, smoke: bool = True) -> int:
    """What halves a unit where it stands."""
    at = unit["at"]
    found = bool(marker(field, at, "razor_wire")) and is_squad(unit)
    return (
        int(found)
        + bool(marker(field, at, "minefield"))
        + (bool(marker(field, at, "smoke")) and smoke)
        + (unit.get("damage") == "heavy")
    )


def half(strength: int, times: int) -> int:
    """Once halved, rounded up; twice, nothing."""
    return strength if not times else (strength + 1) // 2 if times == 1 else 0


def shock(field: Field, unit: Field, target: Field) -> int:
    """Concussive Firepower."""
    boxed = target.get("shelter") == "pillbox" or field["cells"][target["at"]][0] == "b"
    return 3 if kind(unit) in TANKS and is_squad(target) and boxed else 0


def fire(field: Field, uid: str, target_id: str, how: str, role: str) -> tuple[int, str]:
    """FPR with all figures, and the band of the one that reaches least far."""
    unit, target = field["units"][uid], field["units"][target_id]
    column = 0 if is_squad(target) else 1
    well = not unit.get("condition")
    piercing = unit.get("specialization") == "anti_tank" and column == 1 and well
    if is_squad(unit):
        guns = [(GUNS[unit["side"]][f][column], n) for f, n in unit["figures"].items()]
    else:
        guns = [(VEHICLES[kind(unit)]["guns"][column], 1)]
    guns = [(gun, n) for gun, n in guns if gun[1]]
    far = apart(cube(unit["at"]), cube(target["at"]))
    up = field["cells"][unit["at"]][1] > field["cells"][target["at"]][1]
    extra = shock(field, unit, target)
    ranges = [(3 if piercing else gun[0]) + up + extra for gun, _ in guns]
    strength = sum(gun[1] * n for gun, n in guns)
    if strength:
        strength += extra + (3 if piercing else 0)
        if unit.get("specialization") == "flamethrower" and well and far <= 1 and role == "lead":
            strength += 2
    least = min(ranges, default=0)
    band = "close" if far <= 1 else "normal" if far <= least else "long" if far <= 2 * least else "out"
    times = causes(field, unit) + (role == "support" or how in ("fire_move", "rally"))
    return half(strength, times), band


def defence(field: Field, target_id: str, mode: str, leader: str) -> int:
    """Red dice."""
    target, lead = field["units"][target_id], field["units"][leader]
    at, squad = target["at"], is_squad(target)
    cover = COVER.get(field["cells"][at][0], 0) + (2 if marker(field, at, "smoke") else 0)
    if squad:
        cover += bool(marker(field, at, "tank_trap"))
        cover += {"entrenchment": 2, "pillbox": 6}.get(target.get("shelter", ""), 0)
        if mode == "suppressive":
            cover += target["figures"].get("elite", 0) + officer_there(field, target_id)
        else:
            cover += medic_there(field, at, target["side"])
    burning = lead.get("specialization") == "flamethrower" and not lead.get("condition")
    if burning and apart(cube(lead["at"]), cube(at)) <= 1:
        cover = max(0, cover - 5)
    if squad:
        return cover
    found: int = cover + max(0, VEHICLES[kind(target)]["av"] - bool(target.get("damage")))
    return found


def medic_there(field: Field, at: str, side: str) -> int:
    """Bandage."""
    mates = [field["units"][x] for x in there(field, at)]
    return int(
        any(
            x["side"] == side and x.get("specialization") == "medic" and not x.get("condition") for x in mates
        )
    )


def outcome(target: Field, mode: str, hits: int) -> str:
    """The tables of results: what becomes of it, in a word."""
    now = target.get("condition") or target.get("damage") or ""
    if is_squad(target) and mode == "normal":
        men = sum(target["figures"].values())
        return "no effect" if not hits else "destroyed" if hits >= men else f"{hits} lost"
    if not hits or (mode == "suppressive" and not is_squad(target)):
        return "no effect"
    if is_squad(target):
        ladder = {"": ["p", "p", "d"], "pinned": ["d", "d"], "disrupted": []}[now]
        word = {"p": "pinned", "d": "disrupted"}
        return word[ladder[hits - 1]] if hits <= len(ladder) else "routed"
    ladder = {"": ["l", "l", "h"], "light": ["h", "h"], "heavy": []}[now]
    word = {"l": "light", "h": "destroyed" if kind(target) in TRUCKS else "heavy"}
    return word[ladder[hits - 1]] if hits <= len(ladder) else "destroyed"


# ---- assault ---------------------------------------------------------------------------------------------------------
def by_hand(unit: Field) -> int:
    """FPR against squads, all figures."""
    if not is_squad(unit):
        return int(VEHICLES[kind(unit)]["guns"][0][1])
    guns = GUNS[unit["side"]]
    return sum(int(guns[f][0][1]) * int(n) for f, n in unit["figures"].items() if f != "mortar")


def assault(field: Field, uid: str, helpers: list[str], at: str) -> tuple[int, int, int]:
    """Attack dice, cover dice, defence fire dice."""
    squad = field["units"][uid]
    into = bool(marker(field, at, "smoke"))
    flames = squad.get("specialization") == "flamethrower"
    attack = half(by_hand(squad) + 2 * flames, causes(field, squad, smoke=False) + into)
    for helper in helpers:
        unit = field["units"][helper]
        attack += half(by_hand(unit), causes(field, unit, smoke=False) + 1 + into)
    ours = [x for x in there(field, at) if field["units"][x]["side"] != squad["side"]]
    units = [field["units"][x] for x in ours]
    squads = [x for x in units if is_squad(x)]
    cover = COVER.get(field["cells"][at][0], 0) + 2 * into
    if squads:
        cover += bool(marker(field, at, "tank_trap")) + medic_there(field, at, squads[0]["side"])
    cover += sum({"entrenchment": 2, "pillbox": 6}.get(x.get("shelter", ""), 0) for x in units)
    if flames:
        cover = max(0, cover - 5)
    back = 0
    for defender, unit in zip(ours, units, strict=True):
        if unit.get("condition") == "disrupted":
            continue
        weak = unit.get("condition") == "pinned" and not officer_there(field, defender)
        back += half(by_hand(unit), causes(field, unit) + weak)
    return attack, cover, back
