"""What a scenario, a position or a saved game of Blitzkrieg means where it says nothing."""

from __future__ import annotations

from hexbench.engine.state import Dice
from hexbench.games.blitzkrieg import GAME
from tests.games.defaults import bare, empty, none, off, reached, unsaid

DOCUMENTS = reached("blitzkrieg", GAME.Options, GAME.Scenario)


def test_documents() -> None:
    assert unsaid(DOCUMENTS) == {
        "Options": {
            "german_strength": 100,
            "allied_strength": 100,
            "weather": "historical",
            "rockets": 1,
            "infiltrators": 6,
            "german_air": 2,
            "allied_air": 6,
            "dump_number": 4,
            "german_fuel": "normal",
            "last_day": 31,
            "river_stack": "multiply",
            "artillery_mode": "combined",
            "artillery_isolated_as": "motor_inf",
            "isolated_defence": "unreduced",
            "bridged_river": True,
            "bombed": "unit",
            **off("friends_negate", "rockets_duty"),
            **none("german_delay", "allied_delay"),
        },
        "Scenario": {
            "first_turn": 1,
            "order": "tables",
            **off("deployed"),
            **none("last_turn"),
            **bare("goal", "without"),
            **empty("blown", "weather", "units", "dumps"),
        },
        "Printed": {"turn": 1, "at": "", "zone": ""},
    }


def test_the_state_and_its_steps() -> None:
    kinds = [kind for kind in reached("blitzkrieg", GAME.State) if kind not in DOCUMENTS]
    assert unsaid(kinds) == {
        "Blitzkrieg": {
            "dice": Dice(0, 0),
            "turn": 1,
            "last_turn": 32,
            "phasing": "german",
            "quit_by": "",
            **off("clear"),
            **none("next_engagement", "rockets", "level", "level_turn"),
            **bare("stack", "raster", "held", "engagements", "tried", "built", "holding", "goal"),
            **empty("units", "roster", "skies", "fire", "support", "blown", "dumps", "lost"),
        },
        "Campaign": none("at"),
        "PlayerTurn": none("at"),
        "Defining": bare("attackers", "hexes"),
        "Shelling": {**none("at"), **bare("aimed")},
        "Battle": {
            "odds": "",
            "entry": "",
            **none("at", "roll", "column"),
            **bare("attackers", "defenders", "origins"),
        },
        "Engagement": bare("defenders"),
        "Advance": bare("vacated", "only"),
        "Unit": {
            "start": "",
            **off("fixed", "arrived", "used"),
            **none("strength", "base", "whole", "isolated", "within"),
        },
    }
