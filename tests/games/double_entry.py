"""What the tables of the five games ought to say, made from the ledger's own (``ledger/*.toml``), which were entered apart.

Each function answers with a part of ``resources/games/<game>/tables.toml`` as the ledger would have it. Where the program has
another shape (a unit's sides have names, halves of points are whole numbers) the shape is translated here, never the value.
"""

from __future__ import annotations

import unicodedata
from typing import Any

Table = dict[str, Any]


# ------------------------------------------------------------------------------------------------------------ Iron Tide
def iron_tide(ledger: Table) -> Table:
    """Results, terrain, demolition, commandos, fuel, chits and the turn record."""
    crt, tec = ledger["crt"], ledger["tec"]
    fuel = ledger["fuel_shortage"]
    commando = ledger["commando_disruption"]
    said = ledger["clauses"]
    set_up = said["set_up"]
    return {
        "crt": {
            "defence_rank": crt["defence_rank"],
            "odds": {ground: crt[ground] for ground in crt["defence_rank"]},
            "results": crt["rows"],
        },
        "tec": {
            "hex": tec["hex"],
            "overlay": {key: tec["overlay"][key] for key in ("town", "city")},
            "westwall": {"allied_mechanized": tec["overlay"]["westwall"]["add_allied_mech"]},
            "road": {
                "tactical": tec["road"]["tactical"],
                "strategic": {
                    "german_foot": tec["road"]["strategic"]["german_N"],
                    "allied_foot": tec["road"]["strategic"]["allied_N"],
                    "mechanized": tec["road"]["strategic"]["mech"],
                },
            },
            "hexside": {
                "river": tec["hexside"]["river_unbridged"],
                "bridge": tec["hexside"]["river_bridged"],
                "ford": tec["hexside"]["ford"],
                "lake": {"N": "P", "MI": "P", "M": "P"},  # [tec.prohibited] names lakes
            },
            "disengage": tec["zoc"]["disengage"],
        },
        "defence": {
            "entrenchment": tec["overlay"]["entrenchment"]["defence_mult"],
            "entrenchment_behind_river": tec["overlay"]["entrenchment"]["defence_mult_all_river"],
            "westwall_german": tec["overlay"]["westwall"]["defence_mult_german"],
            "river": said["river"],
            "most": said["most"],
        },
        "demolition": {
            who: {"destroyed": row["blown"], "no_effect": row["no_effect"]}
            for who, row in ledger["demolition"].items()
        },
        "commando_disruption": {
            "die": {
                "misdirected": commando["misdirected"],
                "no_effect": commando["no_effect"],
                "discovered": commando["discovered_eliminated"],
            }
        },
        "fuel_shortage": {
            "all_depots_destroyed": fuel["modifier_all_three_depots_destroyed"],
            "leftovers_per_formation": said["leftovers"],
            "rolls": [
                {"roll": int(roll.removeprefix("<=")), "formations": count}
                for roll, count in fuel["result"].items()
            ],
        },
        "chits": ledger["chits"],
        "turn_record": ledger["turn_record"],
        **{name: {"die": _faces(parts)} for name, parts in said["dice"].items()},
        "depots": {
            "groups": [
                {
                    "die": [int(last) - 1, int(last)],
                    "places": [{"place": place, "hex": hex_id} for place, hex_id in places.items()],
                }
                for last, places in said["depots"].items()
            ]
        },
        "victory_points": {
            "places": [[clause, _plain(row[0]), *row[1:]] for clause, row in said["victory"].items()],
            "exited_regiment": said["exited"]["regiment"],
            "exited_small": said["exited"]["small"],
        },
        "victory_levels": {
            "levels": [
                {"level": level, "ten": ten, "twenty": other, "campaign": other}
                for level, ten, other in zip(
                    said["levels"], said["ten"], said["twenty_and_campaign"], strict=True
                )
            ],
            "heavy_losses": said["heavy_losses"],
        },
        "entry_roads": {
            "roads": [
                {"letter": letter, "edge": edge, ("row" if edge == "west" else "column"): at}
                for letter, (edge, at) in said["entry"].items()
            ]
        },
        "exit_roads": {
            "roads": [{"id": key, "edge": edge} for edge, keys in said["exit"].items() for key in keys]
        },
        "set_up": {
            "bridges_destroyed": [
                {"place": place, **({"hex": set_up["echternach"]} if place == "Echternach" else {})}
                for place in set_up["bridges_destroyed"]
            ],
            "allied_entrenchments": set_up["allied_entrenchments"],
            "temporary_zones": [
                f"A-28-{n}/{regiment}" for regiment in set_up["battalions"] for n in (1, 2, 3)
            ],
            "held_back": {"divisions": set_up["held_back"], "until": set_up["until"]},
        },
    }


def _faces(parts: dict[str, int]) -> dict[str, list[int]]:
    """The faces of each part of a die, from the highest of each."""
    faces, begin = {}, 1
    for part, last in parts.items():
        faces[part] = list(range(begin, last + 1))
        begin = last + 1
    return faces


def _plain(name: str) -> str:
    """A place as the tables spell it: without accents and points."""
    return "".join(
        letter for letter in unicodedata.normalize("NFD", name) if letter.isascii() and letter != "."
    )


# --------------------------------------------------------------------------------------------------------------- Tigers
SIDES = {"A": "allied", "G": "german"}
NATIONS = {"US": "us", "BR": "british", "GE": "german"}
SPELT = {
    "Fallschirmjaeger": "Fallschirmjäger",
    "Fuehrer Begleit Brigade": "Führer-Begleit-Brigade",
    "Fuehrer Grenadier Brigade": "Führer-Grenadier-Brigade",
}
"""The ledger writes without accents."""


def _spelt(name: str) -> str:
    for plain, right in SPELT.items():
        name = name.replace(plain, right)
    return name


def _tigers_unit(unit: Table) -> Table:
    told = {
        "side": SIDES[unit["side"]],
        "nation": NATIONS[unit["nat"]],
        "name": _spelt(unit["name"]),
        "factor": unit["cf"],
    }
    same = ("type", "size", "omf", "hex", "entrenched", "ss", "aa", "turn", "edge", "early_meuse")
    return told | {key: unit[key] for key in same if key in unit}


def _tigers_pool(pools: Table) -> Table:
    cc, spare = pools["us_substitute_cc"], pools["us_spare_armdiv"]
    plain = {"side": "allied", "nation": "us"}
    units: Table = {
        f"CC{number}": {
            **plain,
            "name": f"Combat Command {number}",
            "type": cc["type"],
            "size": cc["size"],
            "factor": cc["cf"],
            "omf": cc["omf"],
        }
        for number in range(1, cc["count"] + 1)
    }
    units["9ArmDiv"] = {
        **plain,
        "name": spare["name"],
        "type": spare["type"],
        "size": spare["size"],
        "factor": spare["cf"],
        "omf": spare["omf"],
    }
    return units


def tigers(ledger: Table) -> Table:
    """Results, weather, air, calendar and the whole order of battle."""
    crt, weather = ledger["crt"], ledger["weather"]
    bridges = ledger["pools"]["engineer_bridges"]
    skies: Table = {}
    for sky, row in weather["effects"].items():
        limits = {"usaaf": row["usaaf_max"], "luftwaffe": row["luftwaffe_max"]}
        skies[sky] = {who: most for who, most in limits.items() if most != "all"}
        if row["attacks_per_ground_mission"] != 1:
            skies[sky]["attacks"] = row["attacks_per_ground_mission"]
    said = ledger["clauses"]
    return {
        "movement_bonus": said["bonus"],
        "capture": said["capture"],
        "entry": said["edges"],
        "results": {"columns": crt["columns"], "severity": crt["severity"], "rows": crt["rows"]},
        "weather": {
            "automatic": weather["auto"],
            "early": weather["A_turns_3_8"],
            "late": weather["B_turns_9_12"],
            "late_from": next(turn["n"] for turn in ledger["turn"] if turn["weather"] == "B"),
            "skies": skies,
        },
        "air": ledger["air_results"],
        "markers": {"allied": bridges["US"], "german": bridges["G"]},
        "calendar": [
            {"turn": turn["n"], "date": turn["date"], "day": turn["day"]} for turn in ledger["turn"]
        ],
        "air_units": {
            name: {"side": SIDES[unit["side"]], "type": unit["type"], "from_turn": unit["from_turn"]}
            for name, unit in ledger["air"].items()
        },
        "units": {name: _tigers_unit(unit) for name, unit in ledger["units"].items()}
        | _tigers_pool(ledger["pools"]),
    }


# --------------------------------------------------------------------------------------------------------- Tide of Iron
def _after_hits(row: Table) -> list[str]:
    """What stands after 0, 1, 2, ... hits; the last entry holds for more."""
    return [state for _, state in sorted(row.items(), key=lambda pair: int(pair[0].rstrip("+")))]


def _tide_type(unit: Table) -> Table:
    told = {"mv": unit["mv"]}
    same = (
        "inf",
        "veh",
        "suppressive",
        "normal",
        "slots",
        "heavy_weapon",
        "av",
        "tank",
        "transport",
        "abilities",
    )
    told |= {key: unit[key] for key in same if unit.get(key)}
    if unit.get("av") == 0:
        told["av"] = 0
    if "class" in unit:
        told["weight"] = unit["class"]
    return told


def _tide_card(card: Table) -> Table:
    plain: Table = {"copies": 1, "plus": False, "persistent": False}
    told = {key: value for key, value in card.items() if key not in plain or value != plain[key]}
    told["ops"] = [op | {"where": WHERE[op["where"]]} if "where" in op else op for op in card["ops"]]
    return told


WHERE: dict[str, dict[str, bool | int]] = {
    "hex with an own squad; not stream, pond, building": {"own_squad": True, "diggable": True},
    "enemy-free hex within 2 of an own squad": {"within": 2, "enemy_free": True},
    "empty hex within 2 of an own squad and not adjacent to an enemy": {
        "within": 2,
        "empty": True,
        "not_adjacent_enemy": True,
    },
}
"""Where a marker may be laid: the ledger's sentence and the program's condition."""


def tide_of_iron(ledger: Table) -> Table:
    """Units, dice, damage, terrain, specializations, decks and operations."""
    nations: Table = {}
    for nation in ("american", "german"):
        kinds: Table = {"figures": {}, "vehicles": {}}
        for key, unit in ledger[nation].items():
            kinds[unit["kind"] + "s"][key] = _tide_type(unit)
        nations[nation] = kinds
    dice, marker, drift = ledger["dice"], ledger["marker"], ledger["drift"]["number"]
    terrain = {}
    for key, row in ledger["terrain"].items():
        terrain[key] = {"blocks": row["bt"], "cover": row["cover"]}
        terrain[key] |= {who: row[who] for who in ("squad", "vehicle") if row[who] != "-"}
        if "road_discount" in row:
            terrain[key]["road_discount"] = row["road_discount"]
    return {
        "fort_limit": marker["fortification_limit"],
        "wire_cleared_by": marker["razor_wire"]["removed_by_area_successes"],
        "success": {**dice["black_success"], "red": dice["red_success"]},
        "vehicle_damage": {
            key: _after_hits(row) for key, row in ledger["normal_vs_vehicle"].items() if isinstance(row, dict)
        },
        "suppression": {
            key: _after_hits(row)
            for key, row in ledger["suppressive_vs_squad"].items()
            if isinstance(row, dict)
        },
        "minefield": {key: ledger["minefield"][key] for key in ("dice", "hit_on")},
        "drift": {
            "no_los": drift["no_los"],
            "los": drift["los"],
            "los_and_officer": drift["los_and_officer"],
            "near": drift["in_or_adjacent"],
        },
        "terrain": terrain,
        "marker_cover": {
            "smoke": marker["smoke"]["cover"],
            "entrenchment": marker["entrenchment"]["cover"],
            "pillbox": marker["pillbox"]["cover"],
            "tank_trap": marker["tank_trap"]["cover_squad"],
        },
        "nations": nations,
        "specializations": ledger["specialization"],
        "decks": [
            {"id": deck["id"], "name": deck["name"], "cards": [_tide_card(card) for card in deck["cards"]]}
            for deck in ledger["deck"]
        ],
        "operations": ledger["operation"],
    }


# ----------------------------------------------------------------------------------------------------------- Blitzkrieg
def _half_days(when: str) -> int:
    """Which turn a date is: the 16th in the morning is the first, 1 January comes after 31 December."""
    day = int(when[:2])
    return 2 * ((day if day >= 16 else day + 31) - 16) + (1 if when.endswith("AM") else 2)


def _hex(at: list[int]) -> str:
    return f"{at[0]:02}{at[1]:02}"


def _army(said: Table, formation: str, row: int) -> str:
    """In which army's part of the German side a formation begins."""
    for army, number in (("sixth", 6), ("seventh", 7)):
        if formation in said[army]:
            return f"german.{number}"
    rows = said["armies"]
    number = next(
        n for army, n in (("sixth", 6), ("fifth", 5), ("seventh", 7)) if rows[army][0] <= row <= rows[army][1]
    )
    return f"german.{number}"


def _blitzkrieg_unit(said: Table, row: list[Any]) -> tuple[str, Table]:
    side, key, formation, kind, strength, mp, arrive, at = row
    _, _, own = key.split(":")
    name = key.split(":", 1)[1].replace("/", "-")
    if formation.replace(" ", "_") == own:
        name = own.replace("v.d.", "vd")  # points part the fields of the program's own ids
    told = {
        "side": {"DE": "german", "AL": "allied"}[side],
        "formation": formation,
        "type": kind,
        "strength": strength,
        "mp": mp,
        "turn": _half_days(arrive),
        "at": _hex(at) if isinstance(at, list) else at.removeprefix("entry_").removeprefix("-"),
    }
    if side == "DE" and isinstance(at, list):
        told["zone"] = _army(said, formation, at[1])
    return name, told


def blitzkrieg(ledger: Table) -> Table:
    """Tables 1 to 9, rockets, weather, entries and the whole order of battle."""
    combat, isolation = ledger["table2_combat"], ledger["table7_isolation"]
    defence, movement, extra = (
        ledger["table8_defence"],
        ledger["table9_movement"],
        ledger["table9_reconstructed"],
    )
    said = ledger["clauses"]
    cities = dict(said["cities"])
    major = cities.pop("major")
    ways: Table = {}
    for kind, row in movement.items():
        if kind == "columns":
            continue
        priced = dict(zip(movement["columns"], row, strict=True))
        priced["plain"] = priced.pop("clear")
        priced |= {"city": extra["city"], "siegfried": extra["siegfried"]}
        ways[kind] = {ground: int(2 * points) for ground, points in priced.items()}
    ways["infiltrator"] = ways["motor_inf"]
    return {
        "bombardment": ledger["table4_bombardment"]["loss"],
        "rocket_hits": ledger["v2"]["hit_on"],
        "rocket_targets": ledger["v2"]["targets"],
        "artillery": {
            "columns": ledger["table1_artillery"]["columns"],
            "rows": ledger["table1_artillery"]["loss"],
        },
        "combat": {
            "columns": combat["columns"],
            "losses": [combat[f"loss_{die}"] for die in range(1, 7)],
            "moves": [combat[f"move_{die}"] for die in range(1, 7)],
        },
        "recognition": {
            "columns": ledger["table3_infiltrator"]["columns"],
            "rows": ledger["table3_infiltrator"]["eliminated"],
        },
        "demolition": {
            "columns": ledger["table5_demolition"]["columns"],
            "rows": ledger["table5_demolition"]["success"],
        },
        "construction": {
            "columns": ledger["table6_construction"]["columns"],
            "rows": ledger["table6_construction"]["success"],
        },
        "isolation": {
            kind: {"strength": [step[0] for step in steps], "movement": [step[1] for step in steps]}
            for kind, steps in isolation.items()
        },
        "defence": {
            kind: {"plain": 1, **dict(zip(defence["columns"], row, strict=True))}
            for kind, row in defence.items()
            if kind != "columns"
        },
        "movement": ways,
        "weather": ledger["weather"],
        "entries": {key: _hex(at) for key, at in ledger["entry"].items()},
        "units": dict(_blitzkrieg_unit(said, row) for row in ledger["units"]["rows"]),
        "gun_range": said["gun_range"],
        "divisor": said["divisor"],
        "dumps": {key: {"owner": owner, "hex": _hex(at)} for key, (owner, *at) in said["dumps"].items()},
        "cities": {key: [_hex(at) for at in hexes] for key, hexes in cities.items()}
        | {"major": {key: [_hex(at) for at in hexes] for key, hexes in major.items()}},
    }


# ------------------------------------------------------------------------------------------------------------- Trumpets
def _weapon(row: Table) -> Table:
    told = {"id": row["id"], "attacker": row["att"], "defender": row["def"]}
    if row["shift"] == "er":
        return told | {"by_er": True}
    return told | {key: row[key] for key in ("shift", "drm") if row[key]}


def _position(columns: Table, place: int) -> Table:
    return {
        "builder": columns["build"][place],
        "where": columns["hex"][place],
        "combined_arms": columns["combined_arms"][place],
        "flank_attack": columns["flank_attack"][place],
        "stg_assault": columns["stg_assault"][place],
        "overrun": columns["overrun"][place],
        "er": columns["er"][place],
        **{
            key: round(1 / columns[key][place]) for key in ("fa", "nw", "tot")
        },  # what the factors are divided by
        "shift": columns["shift"][place],
        "hit_from": columns["hit_at_column"][place],
        "ignores_counterattack": columns["ignore_counterattack"][place],
        "advance": {"stop_in_hex": "stop"}.get(columns["advance"][place], columns["advance"][place]),
    }


def _template(row: Table) -> Table:
    told = {"category": row["cat"], **{name: value for name, value in row.items() if name != "cat"}}
    if "tank" in row["tags"]:  # TT-WPN-36: whose tank it is, is asked in play
        told["tags"] = [*row["tags"], "tiger_scare"]
    return told


def _halves(row: list[float]) -> dict[str, int]:
    """Prices in halves of a movement factor; what is left out goes only along a road."""
    return {
        who: int(2 * price) for who, price in zip(("foot", "wheeled", "tracked"), row, strict=True) if price
    }


def trumpets(ledger: Table) -> Table:
    """The charts of the combat segment and the types of units."""
    weapons, positions, advance = ledger["weapons"], ledger["positions"], ledger["advance"]
    crt, blitz = dict(ledger["crt"]), dict(ledger["blitz"])

    def told(row: Table) -> Table:
        return {key: value for key, value in row.items() if value}

    said = ledger["clauses"]

    return {
        "surprise": weapons["surprise"]["turn"],
        "surprise_excluded": weapons["surprise"]["excluded_division"],
        "tiger_scare": weapons["tiger_scare"],
        "superior_divisions": ledger["terrain_rules"]["superior_divisions"],
        "doubles_cancel": ledger["cancel"]["doubles"],
        "boxcars_cancel": ledger["cancel"]["boxcars"],
        "weapons": [_weapon(row) for row in weapons["rows"]],
        "positions": {key: _position(positions, place) for place, key in enumerate(positions["columns"])},
        "terrain": {
            key: {
                "day": told(row["day"]),
                "night": told(row["night"]),
                "superior_attack": told(row["sup_att"]),
                "superior_defence": told(row["sup_def"]),
                "combined_arms": row["ca"],
                "stg_assault": row["stg"],
            }
            for key, row in ledger["terrain"].items()
        },
        "crt": {"columns": crt.pop("columns"), "rows": crt},
        "blitz": {"columns": blitz.pop("columns"), "rows": blitz},
        "loss": {key: rows for key, rows in ledger["loss"].items() if not key.endswith("tiebreak")},
        "advance": {
            "recon": advance["recon_types"],
            "road": advance["road_types"],
            "never": advance["never"],
            "rows": advance["rows"],
        },
        "icons": ledger["icon"],
        "templates": {key: _template(row) for key, row in ledger["template"].items()},
        "efficiency": said["efficiency"],
        "stack_front": said["stack"][0],
        "stack_other": said["stack"][1],
        "supply_reach": said["supply"],
        "comm_day": said["communication"][0],
        "comm_night": said["communication"][1],
        "aircraft": said["aircraft"],
        "first": said["first"],
        "stream": _halves(said["stream"]),
        "costs": {ground: _halves(row) for ground, row in said["costs"].items()},
    }
