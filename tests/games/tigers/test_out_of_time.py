"""Every verb asked about when it is not its time: refused with a sentence, and with what else is against it."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.values import Action
from tests.games.tigers.field import ALLIED, ARDENNES, GERMAN, Situation, position, pz

TIME = "TG-SEQ-01"

ASKED: dict[str, tuple[Action, tuple[str, ...]]] = {
    "hide_dump": (Action("hide_dump", (), "1008"), ()),
    "free": (Action("free"), ()),
    "historical": (Action("historical"), ()),
    "set_up": (
        Action("set_up", ("1SSPz",), "1507"),
        ("[TG-SET-05] Units can be set up only before the first turn.",),
    ),
    "shift": (Action("shift", (), "1108"), ()),
    "drop": (Action("drop", (), "1008"), ()),
    "pray": (Action("pray"), ("[AMB-83] The prayer must be used before the weather roll.",)),
    "roll_weather": (
        Action("roll_weather"),
        ("[TG-WEA-02] The weather roll is made at the start of a game turn.",),
    ),
    "invoke_ruthlessness": (
        Action("invoke_ruthlessness"),
        ("[AMB-32] It can be invoked only at the start of a German player turn, before reinforcements.",),
    ),
    "enter": (
        Action("enter", ("7ArmDiv",), "1010"),
        ("[TG-RFT-06] 7th Armored Division is not a reinforcement of this turn.",),
    ),
    "split": (
        Action("split", ("7ArmDiv",)),
        ("[TG-STK-08] There are not enough substitute combat commands available.",),
    ),
    "join": (
        Action("join", ("CC1",), "7ArmDiv"),
        (
            "[TG-STK-09] Forming a division takes exactly three combat commands.",
            "[TG-STK-09] Only combat commands on the map can be joined.",
            "[AMB-121] That division is neither currently split nor the spare one.",
        ),
    ),
    "remove": (Action("remove", ("1SSPz",)), ()),
    "attack": (Action("attack", ("1SSPz",), "1308"), ("[TG-ATK-01] There is no enemy to attack in 1308.",)),
    "widen": (Action("widen", ("1308",), "1307"), ()),
    "back": (Action("back", ("1SSPz",)), ()),
    "clear": (Action("clear"), ()),
    "allocate": (Action("allocate"), ()),
    "bomb": (
        Action("bomb", (), "1107", "FW-190"),
        (
            "[TG-AIR-02] Air attacks are flown only in the owner's player turn, after ground attacks have been allocated.",
        ),
    ),
    "raid": (
        Action("raid", (), "1107/1108", "FW-190"),
        (
            "[TG-AIR-02] Air attacks are flown only in the owner's player turn, after ground attacks have been allocated.",
        ),
    ),
    "burn_dump": (
        Action("burn_dump", (), "1008", "P-47"),
        (
            "[TG-AIR-02] Air attacks are flown only in the owner's player turn, after ground attacks have been allocated.",
        ),
    ),
    "call_off": (Action("call_off", ("1308",)), ("[TG-ATK-11] No such attack is waiting to be resolved.",)),
    "intercept": (
        Action("intercept", (), "FW-190"),
        ("[TG-AIR-27] There is no air mission to intercept.",),
    ),
    "resolve": (Action("resolve", ("1308",)), ()),
    "order": (Action("order", (), "free"), ()),
    "lose": (Action("lose", ("1SSPz",)), ()),
    "length": (Action("length", (), "1"), ()),
    "further": (Action("further", (), "1"), ()),
    "retreat": (Action("retreat", ("1SSPz",), "1507"), ()),
    "advance": (Action("advance", ("1SSPz",), "1307"), ()),
    "stay": (Action("stay"), ()),
    "strike": (
        Action("strike", ("KGPeiper",), "1307"),
        ("[AMB-27] KG Peiper can attack at once only after a combat of its own.",),
    ),
    "resupply": (
        Action("resupply", (), "1407", "FW-190"),
        ("[TG-AIR-24] Supplies are flown only in the owner's supply phase.",),
    ),
}
"""Verb -> an action of it in the German operational movement, and all that is against it besides the time."""

LATER = {
    "end": "movement, which it ends",
    "move": "movement",
    "build": "told by the chapter on engineers",
    "demolish": "told by the chapter on engineers",
    "entrench": "told by the chapter on digging in",
}
"""Verbs that are not asked about here."""


@pytest.fixture(scope="module")
def moving() -> Situation:
    """German operational movement."""
    units = {"1SSPz": "1407", "KGPeiper": "1407", "7ArmDiv": "1107", "CC1": "#substitutes", "1ID": "1010"}
    return position(units, ARDENNES)


def test_every_verb_is_asked_about() -> None:
    assert {*ASKED, *LATER} == set(ARDENNES.verbs)


@pytest.mark.parametrize("name", ASKED)
def test_out_of_its_time_a_verb_is_refused_with_all_there_is_against_it(name: str, moving: Situation) -> None:
    action, also = ASKED[name]
    label = ARDENNES.verbs[name].label
    told = [str(reason) for reason in moving.seat.refuse(action)]
    assert told == [f"[{TIME}] {label} is not possible now.", *also]
    assert moving.seat.targets(name, action.subject) == ()


def test_moving_is_refused_while_attacks_are_allocated() -> None:
    now = position({"p": pz("1407")}, ARDENNES, phase="combat")
    assert [str(one) for one in now.reasons("move", "p", "1507")] == [f"[{TIME}] Move is not possible now."]


@pytest.mark.parametrize("name", ["move", "enter", "attack", "advance", "retreat"])
def test_what_is_nowhere_and_nobody_is_missing_at_any_time(name: str, moving: Situation) -> None:
    """A unit or a hex that there is not is told as such, in its time and out of it."""
    for subject, to, what in (("nobody", "1407", "nobody"), ("KGPeiper", "9999", "9999")):
        told = [str(one.text) for one in moving.seat.refuse(Action(name, (subject,), to))]
        assert any(what in sentence for sentence in told), told


def test_the_other_side_decides_nothing(moving: Situation) -> None:
    seat = moving.of(ALLIED)
    for name, (action, _) in ASKED.items():
        told = [str(reason) for reason in seat.refuse(action)]
        assert told[0] == f"[{TIME}] This decision is not yours.", name
    assert moving.step[0] == GERMAN


@pytest.mark.rule("tigers", "TG-SEQ-16", "TG-DIS-03", "TG-MOV-01", "TG-MOV-19")
@pytest.mark.parametrize(
    ("unit", "told"),
    [
        ({}, []),
        ({"moved": True}, ["[TG-MOV-01] p has already moved this turn."]),
        ({"attacks": 1}, ["[TG-SEQ-16] p has already attacked this turn."]),
        ({"moved": True, "attacks": 1}, ["[TG-MOV-01] p has already moved this turn."]),
        ({"acted": True, "attacks": 1}, ["[TG-SEQ-16] p has already moved or attacked in the first pass."]),
        ({"disrupted": True}, ["[TG-DIS-03] p is disrupted and cannot move."]),
        (
            {"disrupted": True, "attacks": 1},
            ["[TG-DIS-03] p is disrupted and cannot move.", "[TG-SEQ-16] p has already attacked this turn."],
        ),
    ],
)
def test_why_a_unit_could_not_move_is_told_in_any_phase(unit: dict[str, Any], told: list[str]) -> None:
    now = position({"p": {**pz("1407"), **unit}}, ARDENNES, phase="combat", sound=False)
    assert [str(one) for one in now.reasons("move", "p", "1507")] == [
        f"[{TIME}] Move is not possible now.",
        *told,
    ]
