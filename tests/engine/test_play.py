"""Play: the only way a position changes."""

from __future__ import annotations

import msgspec
import pytest

from hexbench.engine.events import DiceRolled, Noted, Revealed
from hexbench.engine.play import Play, seeded
from hexbench.engine.state import Dice
from hexbench.engine.values import BadNumbers, NeedDice, say
from tests.engine import mini


def play(numbers: list[int] | None = None, seed: int = 7) -> Play:
    return Play(mini.rules(), mini.start(seed), numbers)


# ---- chance
def test_seeded_numbers_are_the_same_for_ever() -> None:
    """These very numbers: a save of today must replay in ten years."""
    assert [seeded(1, i, 6) for i in range(12)] == [1, 3, 6, 3, 3, 3, 5, 1, 2, 1, 4, 6]
    assert [seeded(2024, i, 36) for i in range(6)] == [2, 30, 34, 5, 2, 1]


def test_seeded_numbers_are_fair_enough() -> None:
    count = [0] * 7
    for i in range(6_000):
        count[seeded(9, i, 6)] += 1
    assert count[0] == 0
    assert all(880 < n < 1_120 for n in count[1:])


def test_numbers_count_on_from_where_the_position_stands() -> None:
    first = play()
    drawn = [first.number("x", 6) for _ in range(3)]
    state = first.close()
    assert state.dice == Dice(7, 3)
    second = Play(first.rules, state, None)
    assert [*drawn, second.number("x", 6)] == [seeded(7, i, 6) for i in range(4)]


def test_scripted_numbers_are_taken_in_order_and_recorded() -> None:
    p = play([4, 3])
    assert p.roll(say("Luck"), 2, "1.3") == 7
    assert p.used == [4, 3]
    assert p.told[0].all == DiceRolled(say("Luck"), (4, 3), "1.3")
    assert p.close().dice == Dice(7, 2)


def test_scripted_and_seeded_count_alike() -> None:
    by_seed = play()
    numbers = [by_seed.number("x", 12), by_seed.number("y", 6)]
    by_script = play(numbers)
    assert [by_script.number("x", 12), by_script.number("y", 6)] == numbers
    assert by_script.close() == by_seed.close()


def test_a_number_too_few_is_asked_for() -> None:
    p = play([4])
    p.number("first", 6)
    with pytest.raises(NeedDice) as need:
        p.number("second", 12)
    assert (need.value.why, need.value.faces) == ("second", 12)


@pytest.mark.parametrize("bad", [0, 7, -1, True, 2.0, "3"])
def test_a_number_that_does_not_fit_is_refused(bad: int) -> None:
    with pytest.raises(BadNumbers, match="from 1 to 6"):
        play([bad]).number("x", 6)


def test_numbers_left_over_are_refused() -> None:
    p = play([1, 2])
    p.number("x", 6)
    with pytest.raises(BadNumbers, match="One number too many: 2"):
        p.close()


# ---- writing
def test_the_old_position_is_never_touched() -> None:
    rules, state = mini.rules(), mini.start()
    before = msgspec.msgpack.encode(state)
    p = Play(rules, state, None)
    p.put("a", at="0201")
    p.edit("notes")["seen"] = 1
    p.set(word="done")
    p.add("d", mini.Marker(side="blue", at="0101"))
    p.push(mini.Count(who="red"))
    after = p.close()
    assert msgspec.msgpack.encode(state) == before
    assert after.units["a"].at == "0201"
    assert (after.notes, after.word) == ({"seen": 1}, "done")
    assert list(after.units) == ["a", "b", "c", "d"]


def test_what_did_not_change_is_shared() -> None:
    state = mini.start()
    p = Play(mini.rules(), state, None)
    p.set(word="x")
    after = p.close()
    assert after.units is state.units
    assert after.notes is state.notes


def test_reading_gives_the_newest_value() -> None:
    p = play()
    p.set(word="x")
    p.edit("notes")["n"] = 2
    assert p.word == "x"
    before = p.notes
    p.edit("notes")["n"] = 3
    assert (before["n"], p.notes["n"]) == (2, 3), "what was looked at changed"
    assert p.notes == {"n": 3}
    assert p.dice == Dice(7)
    with pytest.raises(AttributeError):
        _ = p.nothing_of_the_kind
    with pytest.raises(AttributeError):
        _ = p._private


def test_a_unit_id_is_taken_once() -> None:
    with pytest.raises(ValueError, match="a unit a already"):
        play().add("a", mini.Marker(side="red", at="0101"))


def test_the_board_follows() -> None:
    p = play()
    p.put("a", at="0201")
    p.put("b", steps=0)
    assert p.board.units_at("0101") == ("b",)
    assert p.board.units_at("0201") == ("a",)
    p.put("b", at="0201")
    assert p.board.units_at("0201") == ("a", "b")
    assert p.board.units_at("0101") == ()
    assert p.rules.board(p.state).units_at("0101") == ("a", "b")


def test_the_board_is_kept_for_the_next_position() -> None:
    p = play()
    p.put("a", at="0201")
    assert p.rules.board(p.close()) is p.board


def test_a_board_can_be_built_anew_or_owned() -> None:
    p = play()
    old = p.rules.board(p.state)
    assert p.own_board() is p.own_board()
    assert p.board is not old
    p.refresh_board()
    assert p.board.compared() == old.compared()


# ---- the stack
def test_steps_are_done_in_the_order_they_are_given() -> None:
    p = play()
    red, blue = mini.Count(who="red"), mini.Count(who="blue")
    p.push(red, blue)
    assert p.top is red
    assert p.pop() is red
    assert p.top is blue


def test_an_answer_is_written_into_the_step_below() -> None:
    p = play()
    p.push(mini.Count(who="red"))
    p.answer(total=5)
    assert p.top == mini.Round(total=5)
    p.swap(goal=9)
    assert p.top == mini.Round(total=5, goal=9)


# ---- telling and barriers
def test_each_side_hears_what_it_may() -> None:
    p = play()
    p.tell_only("red", Noted("1", say("secret")), Noted("1", say("something")))
    p.tell_only("blue", Noted("1", say("whisper")))
    first, second = p.told
    assert first.to("red") == Noted("1", say("secret"))
    assert first.to("blue") == Noted("1", say("something"))
    assert first.to(None) == Noted("1", say("secret"))
    assert second.to("blue") == Noted("1", say("whisper"))
    assert second.to("red") is None


def barrier(p: Play) -> str:
    return p.barrier


def test_dice_are_the_strongest_barrier() -> None:
    p = play()
    assert barrier(p) == ""
    p.saw()
    assert barrier(p) == "seen"
    p.number("x", 6)
    assert barrier(p) == "dice"
    p.saw()
    assert barrier(p) == "dice"


def test_what_came_to_light_bars_undo_by_itself() -> None:
    p = play()
    p.tell(Noted("1", say("nothing")))
    assert barrier(p) == ""
    p.tell(Revealed("a", "ace"))
    assert barrier(p) == "seen"
    q = play()
    q.tell_only("red", Revealed("a", "ace"))
    assert barrier(q) == "seen"
