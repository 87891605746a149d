"""Every verb of Blitzkrieg asked about in movement: refused where it is not its time, with what else is against it."""

from __future__ import annotations

from tests.games.blitzkrieg.field import ALLIED, Situation, country, inf, position, tank
from tests.games.untimely import asked, held, told

MOVING = {"quit", "move", "move_again", "collect", "deposit", "next", "join", "demolish", "bridge", "aim"}
MOVING |= {"stop_aiming", "define", "engage", "undo_engage", "resolve"}
"""What is done while units move."""

ALSO = {
    "place": ["[BK-UI-14] Only units in the raster can be placed."],
    "place_all": ["[BK-BEG-05] No unit is waiting to be placed."],
    "hold": ["[BK-UI-26] Only reinforcements in the raster can be held."],
    "support": ["[BK-ART-02] First choose one of your artillery units on the map."],
    "stop_support": ["[BK-ART-03] This artillery has no target."],
    "bomb": ["[BK-AIR-03] Choose one of your air units.", "[BK-AIR-07] No dump there supplies the enemy."],
    "fire_at": ["[BK-ART-16] Choose one of the strongest attackers in range."],
    "launch": ["[BK-V2-01] V2 rockets can be aimed only at Liège or Antwerp."],
    "fight": ["[BK-RES-03] Choose a unit of an engagement."],
    "give_up": ["[BK-RES-34] Choose one of your units in this engagement."],
    "stay": ["[BK-RES-18] Choose a unit that may advance."],
}
"""Verb -> what is against it besides the time."""

SUBJECTS = {"unit": ("a",), "hex": ("1412",), "choice": ("1",)}
OBJECTS = {"unit": "d", "hex": "1312", "side": "1412/1512", "choice": "1"}


def moving() -> Situation:
    """German movement, an enemy beside the one unit there is."""
    return position({"a": tank("1412"), "d": inf("1512", ALLIED)}, country())


def test_out_of_its_time_a_verb_is_refused_with_all_there_is_against_it() -> None:
    now = moving()
    held(now, asked(now.rules, SUBJECTS, OBJECTS), MOVING, ALSO, "BK-SEQ-01")


def test_what_is_done_in_movement_is_refused_for_what_is_wrong_with_it_alone() -> None:
    now = moving()
    actions = asked(now.rules, SUBJECTS, OBJECTS)
    assert {name: told(now, actions[name]) for name in sorted(MOVING) if told(now, actions[name])} == {
        "aim": ["[BK-ART-02] First choose one of your artillery units on the map."],
        "bridge": ["[BK-BRG-08] There is no destroyed end of a bridge in 1412."],
        "demolish": ["[BK-BRG-01] There is neither a dump nor an intact end of a bridge in 1412."],
        "deposit": ["[BK-UI-14] Only a unit in the raster can be placed."],
        "engage": ["[BK-ENG-01] No enemy unit is in 1312."],
        "join": ["[BK-JOIN-02] d is not one of your units on the map."],
        "move_again": ["[BK-MOV-07] This unit has not moved yet this turn."],
        "next": ["[BK-UI-25] The raster holds no other unit."],
        "resolve": [
            "[BK-ENG-02] a is next to an enemy but not engaged.",
            "[BK-ENG-03] The enemy in 1512 is next to your units but not engaged.",
        ],
        "stop_aiming": ["[BK-ART-03] This artillery has no target."],
        "undo_engage": ["[BK-ENG-15] Choose a unit of an engagement."],
    }
