"""Sentences with counts: one thing is told as one."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tigers import inspect, walking
from hexbench.games.tigers.fighters import markers_short
from hexbench.games.tigers.pieces import due
from tests.games.tigers.field import ALLIED, ARDENNES, GERMAN, PLAIN, Situation, country, inf, position
from tests.games.tigers.melee import allocated, drafted, fight, stand
from tests.games.tigers.skies import LUFTWAFFE, USAAF, fleet, sky


def stack_of(*uids: str) -> str:
    """What the inspector says of the stack in a hex."""
    now = position({uid: inf("805") for uid in uids})
    page = inspect.facts(now.seat, "805")
    assert page is not None
    return next(str(fact.value) for fact in page.facts if str(fact.label) == "Stack")


def test_a_stack_of_one() -> None:
    assert stack_of("a") == "one unit, within the limit"
    assert stack_of("a", "b") == "2 units, within the limit"


@pytest.mark.parametrize(
    ("thirds", "words"),
    [
        (3, "one movement factor"),
        (6, "2 movement factors"),
        (1, "1/3 of a movement factor"),
        (4, "1 1/3 movement factors"),
    ],
)
def test_movement_factors_in_words(thirds: int, words: str) -> None:
    assert str(walking.in_words(thirds)) == words


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["805/806"], "An engineer bridge is needed, but none is available."),
        (["805/806", "706/806"], "2 engineer bridges are needed; available: 0."),
    ],
)
def test_engineer_bridges_that_are_short(names: list[str], words: str) -> None:
    now = position({"a": inf("805")}, markers={GERMAN: 0, ALLIED: 0})
    (reason,) = markers_short(now.rules, now.s, GERMAN, names)
    assert str(reason.text) == words


def prompt(now: Situation) -> str:
    return str(now.seat.prompt.say)


@pytest.mark.parametrize(
    ("dry", "words"), [("805", "one unit is out of supply"), ("805 705", "2 units are out of supply")]
)
def test_units_out_of_supply(dry: str, words: str) -> None:
    units: dict[str, Any] = {f"u{at}": inf(at) for at in dry.split()}
    now = position(units, PLAIN, phase="supply")
    assert prompt(now).endswith(f"{words}.")


def test_losses_and_duties_of_one_factor() -> None:
    wet = country(river="805/806 706/806")
    units = {"a": inf("805", factor=1), "b": inf("706", factor=1), "x": inf("806", ALLIED, factor=1)}
    now = fight(stand(units, wet, dry="805"), "a b > 806", 6)
    assert prompt(now) == "German losses: choose attackers totalling one factor."
    four = {f"a{n}": inf(at, factor=1) for n, at in enumerate(("805", "805", "706", "706"))}
    now = fight(stand(four | {"x": inf("806", ALLIED)}, wet, dry="805"), "a0 a1 a2 a3 > 806", 6)
    assert prompt(now) == "German losses: choose attackers totalling 3 factors."
    now = now.act("lose", "a0")
    assert prompt(now) == "German losses: choose attackers totalling 2 factors."
    assert prompt(now.act("lose", "a2")) == "German losses: choose attackers totalling one factor."
    won = fight(stand({"a": inf("805", factor=8), "x": inf("806", ALLIED, factor=1)}), "a > 806", 1)
    assert [str(one.text) for one in won.reasons("stay")] == [
        "Attackers totalling at least one factor must advance into or through 806."
    ]


# ---- prompts with a count, at none, at one and at more ----------------------------------------------------------------
FOES: dict[str, Any] = {"x": inf("806", ALLIED, factor=1), "y": inf("406", ALLIED, factor=1)}
VICTORS: dict[str, Any] = {"a": inf("805", factor=8), "b": inf("405", factor=8)}


def test_attacks_put_together_and_attacks_to_resolve() -> None:
    now = stand(VICTORS | FOES)
    assert prompt(now) == "German ground attacks: allocate any attacks, or none."
    one = drafted(now, "a > 806")
    assert prompt(one) == "German ground attacks: one so far."
    assert prompt(drafted(one, "b > 406")) == "German ground attacks: 2 so far."
    assert prompt(allocated(now, "a > 806")) == "German ground combat: one attack to resolve."
    assert prompt(allocated(now, "a > 806", "b > 406")) == "German ground combat: 2 attacks to resolve."


def test_lengths_of_a_retreat() -> None:
    now = fight(stand({"a": inf("805", factor=8), "x": inf("806", ALLIED, factor=2)}), "a > 806", 2)
    assert prompt(now) == "How many hexes must the defenders of 806 retreat (up to 3)?"
    assert [str(t.says[0]) for t in now.targets("length").values()] == [
        "Contain them where they are.",
        "They retreat 1 hex.",
        "They retreat 2 hexes.",
        "They retreat 3 hexes.",
    ]
    assert prompt(now.act("length", to="1")) == "Allied units from 806: retreat one hex."
    two = now.act("length", to="2")
    assert prompt(two) == "Allied units from 806: retreat up to 2 hexes."
    assert prompt(two.act("retreat", "x", "807")) == "Allied units from 806: retreat one hex."


def test_hexes_added_to_a_retreat() -> None:
    now = fight(stand({"a": inf("805", factor=4), "x": inf("806", ALLIED, factor=2)}), "a > 806", 5)
    assert prompt(now) == "How many hexes farther do the defenders of 806 retreat (up to 2)?"
    assert [str(t.says[0]) for t in now.targets("further").values()] == [
        "They retreat no farther.",
        "They retreat 1 hex farther.",
        "They retreat 2 hexes farther.",
    ]


def test_factors_that_must_advance() -> None:
    units = {uid: inf("805", factor=n) for uid, n in {"a": 2, "b": 5}.items()}
    won = fight(stand(units | {"x": inf("806", ALLIED, factor=1)}), "a b > 806", 1)
    assert prompt(won) == "German advance into 806: one factor must still advance."
    units = {uid: inf("805", factor=n) for uid, n in {"a": 1, "b": 5, "c": 8}.items()}
    won = fight(stand(units | {"x": inf("806", ALLIED, factor=2)}), "a b c > 806", 1)
    assert prompt(won) == "German advance into 806: 2 factors must still advance."
    assert [str(one.text) for one in won.reasons("stay")] == [
        "Attackers totalling at least 2 factors must advance into or through 806."
    ]
    after = won.act("advance", "a", "806")
    assert prompt(after) == "German advance into 806: one factor must still advance."
    assert prompt(after.act("advance", "b", "806")) == "German advance into 806: other units may advance."
    units = {uid: inf("805", factor=n) for uid, n in {"a": 1, "b": 5}.items()}
    won = fight(stand(units | {"x": inf("806", ALLIED, factor=1)}), "a b > 806", 1)
    assert prompt(won) == "German advance into 806: one factor must still advance."
    assert prompt(won.act("advance", "a", "806")) == "German advance into 806: other units may advance.", (
        "as many as must"
    )


def test_air_units_that_can_fly() -> None:
    """All that are there in clear weather, four of the USAAF in fog, those that have flown among them."""
    words = {1: "one air unit can fly"}
    for weather, most in (("Clear", len(USAAF)), ("Fog", 4)):
        for flown in range(most):
            now = sky({"p": inf("805")}, weather=weather, air=fleet(*USAAF[:flown], *LUFTWAFFE))
            n = most - flown
            assert prompt(now) == f"Air attacks: {words.get(n, f'{n} air units can fly')}."
    now = sky({"p": inf("805")}, weather="Fog", air=fleet(*USAAF[:3], *LUFTWAFFE))
    last = now.act("bomb", to="805", how="P-47", numbers=(6,))
    assert last.step[1] != "air" or prompt(last) == "Air attacks: no air unit can fly."


def test_reinforcements_that_may_come() -> None:
    units = {uid: due(2) for uid in ("3PzGr", "a")}
    units["a"] = inf(due(2), turn=2, edge="G")
    now = position(units, ARDENNES, phase="reinforcements", turn=2)
    assert prompt(now) == "German reinforcements: 2 units may enter."
    now = now.act("enter", "a", "1510")
    assert prompt(now) == "German reinforcements: one unit may enter."
    now = now.act("enter", "3PzGr", "1510")
    assert (
        now.step[1] != "reinforcements" or prompt(now) == "German reinforcements: no units are left to enter."
    )
