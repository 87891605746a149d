"""What a scenario, a position or a saved game of Tigers means where it says nothing."""

from __future__ import annotations

from typing import get_args

from hexbench.engine.state import Dice
from hexbench.games.tigers import GAME, sequence
from hexbench.games.tigers.pieces import AirUnit, Attack, Bridge, Printed, Unit
from hexbench.games.tigers.setup import Scenario
from hexbench.games.tigers.state import Tigers
from tests.games.defaults import bare, empty, none, off, unsaid


def test_documents() -> None:
    assert unsaid((Scenario, GAME.Options, Printed)) == {
        "Scenario": {
            "first_turn": 1,
            "last_turn": 12,
            "order": "tables",
            **empty("bridges", "weather", "units", "air"),
            **bare("without"),
        },
        "Options": {
            "die_index": "A",
            "zoc_gap": "both",
            "second_test": "all",
            "peiper_first_pass": "moves",
            "early_held_back": "own_turn",
            "bridged_attacks": "shift",
            "first_turn_stand": "extra_hex",
            "no_retreat_asked": "where_it_counts",
            **off("marker_for_all", "forest_panzers_oblige"),
        },
        "Printed": {"hex": "", "edge": "", **none("turn"), **off("ss", "aa", "entrenched", "early_meuse")},
    }


def test_the_state() -> None:
    assert unsaid((Unit, AirUnit, Bridge, Attack, Tigers)) == {
        "Unit": {
            **off("disrupted", "entrenched", "moved", "bonus", "road_mode", "lifted", "acted", "advanced"),
            **off("retreated", "bombed", "stumbled", "skipped", "late"),
            **none("spent", "mood", "pips", "paid", "attacks"),
        },
        "AirUnit": {"from_turn": 1, **none("again", "back"), **off("flown", "lost")},
        "Bridge": {"marker": False, "intact": True, "maker": None},
        "Attack": bare("bridged", "needs"),
        "Tigers": {
            "dice": Dice(0, 0),
            "turn": 1,
            "last_turn": 12,
            "phasing": "german",
            "round": 1,
            "weather": "Snow",
            "dump": "",
            "dump_state": "none",
            "limit": 6,
            **none("prayed", "ruthless"),
            **off("fueled", "meuse", "early_edges"),
            **bare("stack", "returning", "tries", "refused", "attacks", "fought"),
            **empty("units", "roster", "skies", "bridges", "markers", "air", "airlifted", "held", "exited"),
            **empty("split"),
        },
    }


def test_the_steps() -> None:
    assert unsaid(get_args(sequence.AnyStep)) == {
        "Campaign": none("at"),
        "PlayerTurn": none("at"),
        "Pass": {"at": 0, "number": 1},
        "SetUp": {"at": 0, "free": False},
        "PlaceUnits": off("free"),
        "Allocate": bare("plans"),
        "Mission": {"at": 0, "first": True, **off("spare", "stopped")},
        "Battle": {
            **none("at", "row"),
            **off("alone", "no_retreat"),
            **bare("starts", "guards", "codes", "fates", "forced", "added"),
            "reckoning": None,
            "code": "-",
        },
        "Losses": bare("lost"),
        "HowFar": off("pin"),
        "Retreat": {"open": (), "forced": True},
        "Advance": {**bare("lanes", "pinned", "group"), **none("owed", "through", "contain")},
        "Continue": {"group": ("KGPeiper",), "barred": False},
    }
