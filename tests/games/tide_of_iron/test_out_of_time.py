"""Every verb of Tide of Iron asked about in a turn in which it is not its time: refused, with what else is against it."""

from __future__ import annotations

from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import squad, vehicle
from tests.games.untimely import asked, held, told

TURN = {
    "play_card",
    "retry_contact",
    "use_card",
    "advance",
    "fire",
    "bombard",
    "fire_move",
    "assault",
    "activate",
}
TURN |= {"prepare", "dig", "heal", "fatigue", "end_phase"}
"""What is done in a turn."""

UNBUILT = "[TI-SET-09] a1 is not being built."
UNMOVED = "[TI-MOV-01] Movement points can only be spent while the unit is moving as part of its action."
ALSO = {
    **{key: [UNMOVED] for key in ("go", "board", "leave", "enter_fort", "leave_fort", "clear_wire")},
    "add_to_base": [UNBUILT],
    "specialize": [UNBUILT],
    "take_from_base": [UNBUILT],
    "unspecialize": [UNBUILT],
    "clear_op_fire": ["[TI-STA-10] a1 is not one of your units in op fire mode."],
    "attack_type": ["[TI-ATK-08] An attack is either normal or suppressive."],
    "assault_hex": ["[TI-ASL-03] There is no enemy in C7.", "[TI-ASL-03] a1 is not adjacent to C7."],
    "engage": ["[TI-ACT-11] a1 would have to fire at long range."],
}
"""Verb -> what is against it besides the time."""


def turn() -> field.Situation:
    """A turn of the Americans, far from the enemy."""
    units = {"a1": squad("C5"), "a2": squad("D5"), "av1": vehicle("C6", "gmc_cckw_353", "american")}
    return field.position({**units, "g1": squad("K5", "german"), "g2": squad("K6", "german")})


SUBJECTS = {"unit": ("a1",), "hex": ("C5",), "choice": ("1",)}
OBJECTS = {"unit": "g1", "hex": "C7", "side": "C5/C6", "choice": "1"}


def test_out_of_its_time_a_verb_is_refused_with_all_there_is_against_it() -> None:
    now = turn()
    held(now, asked(now.rules, SUBJECTS, OBJECTS), TURN, ALSO, "TI-SEQ-01")


def test_what_is_done_in_a_turn_is_refused_for_what_is_wrong_with_it_alone() -> None:
    now = turn()
    actions = asked(now.rules, SUBJECTS, OBJECTS)
    assert {name: told(now, actions[name]) for name in sorted(TURN) if told(now, actions[name])} == {
        "bombard": [
            "[B-AREA-4] There is neither an enemy nor razor wire in C7.",
            "[TI-ABL-09] a1 has no mortar and cannot fire at a hex.",
        ],
        "dig": ["[TI-SPC-05] a1 is not an engineer squad."],
        "heal": ["[TI-SPC-15] a1 is not a medic squad.", "[TI-SPC-15] g1 is not one of your squads."],
        "play_card": ["[TI-SEQ-01] There is no card 1."],
        "retry_contact": ["[TI-SEQ-01] There is no card 1."],
        "use_card": ["[TI-SEQ-01] There is no card 1."],
    }
