"""What a scenario, a position or a saved game of Tide of Iron means where it says nothing."""

from __future__ import annotations

from hexbench.engine.state import Dice
from hexbench.games.tide_of_iron import GAME
from hexbench.games.tide_of_iron.decks import Filter
from hexbench.games.tide_of_iron.state import Victory
from tests.games.defaults import bare, empty, none, off, reached, unsaid

DOCUMENTS = reached("tide_of_iron", GAME.Options, GAME.Scenario)


def test_documents() -> None:
    assert unsaid(DOCUMENTS) == {
        "Options": {
            "concealment": "text",
            "los_graze": "pair",
            "los_low_bt": "top",
            "los_tall": "blocks",
            "assault_forts": "sum",
            "initiative_status": "new",
            "empty_pools": "pass",
            "pool_of_winner": "stays",
            "concealed_control": "counts",
            "halved_bonuses": "halved",
            "height_bonus": "doubled",
            "officers": "always",
            "fresh_again": "out",
        },
        "Scenario": empty("works", "units"),
        "Mission": {
            "victory": Victory(type="vp", elimination_vp={}, note=""),
            **bare("setup_order", "objectives", "reinforcements"),
            **empty("initiative_pool_start", "command_start", "zones", "forces"),
        },
        "Objective": {"title": "", "command": None, "control_start": None, **empty("vp_per_round")},
        "Force": {
            **none("bases", "concealed"),
            **bare("operations", "default_build"),
            **empty("pool", "specializations", "vehicles", "markers", "marker_zones", "decks"),
        },
        "Build": {"name": "", "specialization": ""},
        "Reinforcement": {**bare("squads"), **empty("vehicles")},
        "Victory": {"type": "vp", "note": "", **empty("elimination_vp")},
        "Works": {
            **off("razor_wire", "tank_trap", "minefield", "smoke"),
            **none("entrenchment", "pillbox"),
        },
        "Unit": {
            "type": "squad",
            **dict.fromkeys(("name", "specialization", "token", "condition", "damage", "shelter"), ""),
            **off("concealed"),
            **none("lost"),
            **bare("fired_at"),
            **empty("figures"),
        },
    }


def test_the_state_and_its_steps() -> None:
    kinds = [kind for kind in reached("tide_of_iron", GAME.State) if kind not in DOCUMENTS]
    way = {"start": "", "at": 0, "way": (), **off("halted", "hazard", "fired")}
    assert unsaid(kinds) == {
        "TideOfIron": {
            "dice": Dice(0, 0),
            "round": 1,
            "initiative": "american",
            **none("sight_limit"),
            **bare("stack", "effects"),
            **empty("units", "pools", "command", "vp", "control", "works", "markers_left", "pool", "decks"),
            **empty("hands", "in_play", "handles"),
        },
        "Campaign": {"next": "set_up", "heir": None},
        "SetUp": none("at"),
        "PlaceMarkers": bare("laid"),
        "ActionPhase": {"next": None, **bare("done", "declared")},
        "Turn": off("alone", "ready"),
        "CardRun": {
            "played": "action",
            **dict.fromkeys(("target", "struck", "hex"), ""),
            **off("standing"),
            **none("next", "asked", "blacks"),
            **bare("units"),
        },
        "CommandPhase": none("at"),
        "StatusPhase": none("at"),
        "DrawCard": off("second"),
        "Concentrating": off("fired"),
        "AttackDraft": {"mode": "normal", **bare("parts")},
        "Part": empty("figures"),
        "Attack": {**none("at", "successes"), **bare("hits")},
        "Fall": {"rule": "B-ATK-1", **bare("taken")},
        "Strike": {"reports": True, **none("at", "blacks"), **bare("hits")},
        "AssaultDraft": {"hex": "", **bare("supporters")},
        "Assault": {
            "to": "",
            "entered": "",
            **off("won"),
            **none("at", "attack", "defence", "rest"),
            **bare("supporters", "defenders", "fled", "eager"),
        },
        "Advance": way,
        "FireMove": {"start": "", **off("moved", "fired", "over", "ready", "halted", "hazard")},
        "Storm": way,
        "Move": {"damage": "", **off("asking", "once", "over", "hazard"), **bare("way", "todo", "shot")},
        "Window": off("fired"),
        "InPlay": {**off("waiting"), **none("tried", "used", "expires")},
        "Effect": {**none("expires"), **bare("units")},
        "Modify": {
            "set": None,
            "target_class": "",
            "filter": Filter(),
            "duration": "card",
            **none("delta", "minimum"),
        },
        "Filter": {
            "side": "own",
            **dict.fromkeys(("kind", "weight", "token", "condition", "hex", "cards", "deck"), ""),
            **off("in_cover", "not_adjacent_enemy", "in_los_of_own_nonfatigued", "in_or_adjacent_officer"),
            **off("free_slots", "same"),
            **none("count", "hex_count"),
        },
    }
