"""Dice that can be checked: the commitment, numbers typed in, and what luck there was."""

from __future__ import annotations

import hashlib
import itertools
from pathlib import Path

import pytest
from msgspec.structs import replace

from hexbench.engine.events import Broadcast, DiceRolled
from hexbench.engine.values import Action, BadNumbers, NeedDice
from hexbench.session import dice
from hexbench.session.checking import dice_file
from hexbench.session.library import Library
from hexbench.session.opening import open_file, open_new
from hexbench.session.session import Session
from tests.session import toybox


def test_the_commitment_binds_seed_and_salt_and_shows_neither(library: Library, session: Session) -> None:
    header = session.header
    text = f"hexbench-dice/1/ridge/meeting/{header.salt}/3"
    assert header.commitment == hashlib.sha256(text.encode()).hexdigest()
    assert len(header.salt) == 32
    again = toybox.open_ridge(library)
    assert again.header.salt != header.salt


@pytest.fixture
def fought(library: Library) -> Session:
    """A game with dice in it."""
    session = toybox.open_ridge(library, "contact", 5)
    toybox.play(session, 200, 4)
    return session


def test_every_roll_of_a_seeded_game_is_found_again_on_all_branches(
    library: Library, fought: Session
) -> None:
    session = fought
    found = dice.check_dice(session.header, session.history, session.header.commitment.upper())
    assert found.good
    assert found.rolls == sum(bool(n.record and n.record.numbers) for n in session.history.nodes) > 3
    assert not any("Seed" in str(line) for line in found.lines)
    shown = dice.check_dice(session.header, session.history, show_seed=True)
    assert f"Seed 5, salt {session.header.salt}." in [str(line) for line in shown.lines]
    path = session.path
    assert path is not None
    session.close()
    opened, _ = open_file(library, path)
    assert dice.check_dice(opened.header, opened.history).good


def test_a_number_that_is_not_the_seeds_and_a_seed_that_was_exchanged_are_found(fought: Session) -> None:
    session = fought
    rolled = next(n for n in session.history.nodes if n.record and n.record.numbers)
    assert rolled.record is not None
    assert rolled.parent is not None
    session.set_study(True, session.rules.sides)
    session.go(rolled.parent)
    fell = rolled.record.numbers
    session.do(rolled.record.action, (*fell[:-1], fell[-1] % 6 + 1))
    found = dice.check_dice(session.header, session.history)
    assert (found.good, found.own) == (False, (session.node,))
    assert "do not come from the seed" in str(found.lines[-1])
    swapped = replace(session.header, salt="0" * 32)
    lines = dice.check_dice(swapped, session.history).lines
    assert "not the one that was committed to" in str(lines[0])
    noted = dice.check_dice(session.header, session.history, "ab" * 32)
    assert (noted.good, "noted down" in str(noted.lines[0])) == (False, True)


def test_in_a_typed_game_nothing_rolls_by_itself(library: Library) -> None:
    opening: tuple[int, ...] = ()
    session = None
    while session is None:
        try:
            session = open_new(library, "ridge", "contact", typed=True, numbers=opening)
        except NeedDice:
            opening = (*opening, 1)
    assert opening, "chits are drawn before the first decision"
    assert session.typed
    assert session.state.dice.seed == 0
    asked = None
    for _ in range(80):
        side = session.decider
        assert side is not None
        action = session.seat(side).prompt.default
        for offer in session.seat(side).prompt.offers:
            if offer.verb in ("attack", "resolve"):
                for subject in offer.subjects:
                    targets = session.seat(side).targets(offer.verb, (subject,))
                    if targets:
                        action = Action(offer.verb, (subject,), targets[0].object, targets[0].how)
                        break
        assert action is not None
        wanted = dice.need(session, action, ())
        if wanted is None:
            session.do(action)
            continue
        asked = action, wanted
        break
    assert asked is not None, "somebody must roll"
    action, wanted = asked
    node = session.node
    with pytest.raises(NeedDice):
        session.do(action)
    with pytest.raises(BadNumbers):
        dice.need(session, action, (wanted.faces + 1,))
    assert session.node == node
    numbers: tuple[int, ...] = ()
    while (more := dice.need(session, action, numbers)) is not None:
        numbers = (*numbers, more.faces)
    out = session.do(action, numbers)
    assert out.numbers == numbers
    path = session.path
    assert path is not None
    session.close()
    opened, _ = open_file(library, path)
    assert opened.typed
    assert "typed them in" in str(dice.check_dice(opened.header, opened.history).lines[0])


# ---- luck
@pytest.mark.parametrize("n", [1, 2, 4])
def test_chances_and_bounds_are_those_of_counting_every_way(n: int) -> None:
    sums = [sum(faces) for faces in itertools.product(range(1, 7), repeat=n)]
    for total in range(n, 6 * n + 1):
        low, high = dice.chances(n, total)
        assert low == pytest.approx(sum(s <= total for s in sums) / len(sums))
        assert high == pytest.approx(sum(s >= total for s in sums) / len(sums))
    low_bound, high_bound = dice.bounds(n)
    inside = sum(low_bound <= s <= high_bound for s in sums) / len(sums)
    narrower = sum(low_bound < s < high_bound for s in sums) / len(sums)
    assert narrower < dice.SURE <= inside


def test_many_dice_go_over_into_the_normal_curve_without_a_jump() -> None:
    exact, curve = dice.chances(dice.EXACT, 800), dice.chances(dice.EXACT + 1, 803)
    assert exact[0] == pytest.approx(curve[0], abs=0.02)
    low, high = dice.bounds(1000)
    assert (low, high) == (3394, 3606)


def test_luck_counts_what_was_told_by_side_and_kind(fought: Session) -> None:
    session = fought
    session.set_study(True, session.rules.sides)
    session.go(max(n.number for n in session.history.nodes if n.record and n.record.numbers))
    session.viewer = "red"
    found = dice.luck(session)
    sides = [one for one in found if not one.kind]
    assert {one.side for one in sides} <= {"red", "blue"}
    rolled = [
        face
        for node in session.history.line()
        for told in (node.record.told if node.record else ())
        if type(told.to("red")).__name__ == "DiceRolled"
        for face in told.to("red").faces  # type: ignore[union-attr]
    ]
    assert sum(one.dice for one in sides) == len(rolled) > 0
    assert sum(one.actual for one in sides) == sum(rolled)
    node = session.history.node
    assert node.record is not None
    rolls = [told for told in node.record.told if isinstance(told.all, DiceRolled)]
    secret = tuple(Broadcast(only=(("red", told.all),)) for told in rolls if told.all is not None)
    node.record = replace(node.record, told=secret)
    assert dice.luck(session) == found
    assert sum(one.dice for one in dice.luck(session, common=True) if not one.kind) < len(rolled)
    text = dice.luck_text(found, {"red": "Red"})
    assert "Red" in text
    assert "95 in 100" in text
    assert "  Combat " in text
    assert "…" not in text


LETTERS = {"red": "guard 17", "blue": "nachtigall"}


def lettered(library: Library, tmp_path: Path, letters: dict[str, str], pledged: dice.Pledge) -> Session:
    """A game into which both sides typed letters, with dice in it."""
    where = tmp_path / "lettered.hexgame"
    session = open_new(library, "ridge", "contact", {}, where=where, pledged=pledged, letters=letters)
    toybox.play(session, 120, 4)
    return session


def test_letters_of_both_sides_are_in_the_seed_and_the_check_says_what_it_proves(
    library: Library, tmp_path: Path
) -> None:
    pledged = dice.pledge("ridge", "contact")
    session = lettered(library, tmp_path, LETTERS, pledged)
    header, path = session.header, session.path
    assert path is not None
    assert header.commitment == pledged.commitment
    seed = session.history.state_at(0).dice.seed
    assert seed == dice.mixed(pledged.seed, pledged.salt, "ridge", "contact", LETTERS)
    session.close()
    found = dice_file(library, path, pledged.commitment)
    assert found.good
    assert found.rolls > 2
    told = " ".join(map(str, found.lines))
    assert "blue nachtigall, red guard 17" in told
    assert "nobody chose these dice" in told


def test_other_letters_another_pledge_or_another_seed_are_found(library: Library, tmp_path: Path) -> None:
    pledged = dice.pledge("ridge", "contact")
    session = lettered(library, tmp_path, LETTERS, pledged)
    for change in (
        {"letters": {**LETTERS, "red": "other letters"}},
        {"letters": {"red": LETTERS["blue"], "blue": LETTERS["red"]}},
        {"pledged": str(pledged.seed + 1)},
        {"pledged": "x"},
        {"salt": "0" * 32},
    ):
        assert not dice.check_dice(replace(session.header, **change), session.history).good, change
    session.close()


def test_each_letter_counts_and_too_few_are_a_sentence(library: Library) -> None:
    pledged = dice.pledge("ridge", "contact")
    seeds = {
        dice.mixed(pledged.seed, pledged.salt, "ridge", "contact", letters)
        for letters in (
            LETTERS,
            {**LETTERS, "red": "guard 18"},
            {**LETTERS, "blue": "nachtigal1"},
            {"red": "guard 17n", "blue": "achtigall"},
        )
    }
    assert len(seeds) == 4
    for few in ("", "abc", "x" * 201):
        with pytest.raises(ValueError, match="letters are needed"):
            open_new(library, "ridge", "contact", {}, pledged=pledged, letters={**LETTERS, "red": few})


def test_without_letters_the_check_says_what_it_does_not_prove(fought: Session) -> None:
    told = " ".join(map(str, dice.check_dice(fought.header, fought.history).lines))
    assert "not that it was the first one tried" in told
