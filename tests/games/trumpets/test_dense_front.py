"""Crowded fronts thrown together by chance and played at random under all laws: more combats than a scenario brings."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.rules import Outcome
from hexbench.engine.state import Dice
from tests.games.trumpets.field import ALLIED, GERMAN, along, compose, country, unit
from tests.laws.case import Case
from tests.laws.catalogue import all_laws
from tests.laws.walk import play_games
from tests.sizes import sized

KINDS = (
    "inf_bn",
    "spw_bn",
    "pz_bn",
    "tank_co",
    "stug_co",
    "eng_co",
    "arm_cav_trp",
    "flak_lt",
    "fa_105",
    "nw_bn",
    "kgp_hq",
    "hq",
    "tiger_co",
    "td_sp_co",
    "recon_plt",
)
TURNS = ("17AF", "18MO", "18EV")
TURNED: dict[str, Any] = {
    "afv_combat": True,
    "blitz_a": "loss",
    "night_shift_once": False,
    "advance_stops_in_zoc": False,
}


def front(seed: int, **options: Any) -> Case:
    """Some twenty units of both sides, at most three to a hex, mixed up on 30 hexes with positions, roads and waters."""
    chance = Random(seed)
    rules = country(
        woods="1513 1612",
        village="1512",
        town="1714",
        roads=(along("1012", "2412"), along("1015", "2415")),
        stream="1412/1512 1413/1513",
        river="1714/1814",
        **options,
    )
    units: dict[str, Any] = {}
    sides: dict[str, str] = {}
    for n in range(26):
        at = f"{chance.randint(13, 18)}{chance.randint(11, 15)}"
        if sum(one["at"] == at for one in units.values()) == 3:
            continue
        side = sides.setdefault(at, chance.choice((GERMAN, ALLIED)))
        kind = chance.choice(KINDS)
        division = chance.choice(("1SS", "99ID", ""))
        units[f"u{n}"] = unit(
            kind, at, side, er=chance.randint(4, 7), tot=kind == "fa_105", division=division
        )
    works = {
        at: {
            "main": chance.choice(("IP5", "SP", "FT")),
            "road_block": rules.road_at(at) and chance.random() < 0.6,
            "owner": side,
        }
        for at, side in sides.items()
        if chance.random() < 0.4
    }
    weather, turn = chance.choice(("Clear", "Fog", "Snow", "DenseFog")), chance.choice(TURNS)
    points = {GERMAN: 2, ALLIED: 2}
    made = compose(
        units,
        turns=TURNS,
        turn=turn,
        weather=weather,
        air=dict.fromkeys(TURNS, points),
        air_left=points if weather == "Clear" and turn != "18EV" else {},
        works=works,
    )

    def begin(dice: int = 0) -> Outcome:
        return rules.resume(rules.enter(replace(made, dice=Dice(dice)), "combat"))

    return Case(f"front/{seed}", rules, begin)


GAMES = sized(1, 2)


@pytest.mark.parametrize("options", [{}, TURNED], ids=["plain", "turned"])
@pytest.mark.parametrize("seed", [6, 12, 15, 20])
def test_a_crowded_front_keeps_every_law(seed: int, options: dict[str, Any]) -> None:
    assert play_games(front(seed, **options), all_laws, GAMES, every=5).games == GAMES
