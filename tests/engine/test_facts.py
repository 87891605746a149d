"""Facts that are kept from one position to the next."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

from hexbench.engine.board import Board, Doubted, Facts, remembered
from tests.engine.mini import Marker


def test_a_fact_is_made_again_when_a_part_of_it_is_another() -> None:
    facts, count, bridges = Facts(), itertools.count(1), {"a": 1}

    def ask(*of: object) -> int:
        return facts.get("n", of, lambda: next(count))

    assert [ask(bridges, 1), ask(bridges, 1), ask(dict(bridges), 1)] == [1, 1, 1]
    assert [ask(bridges, 2), ask({"a": 2}, 2), ask(bridges, 2)] == [2, 3, 4]


def test_a_fact_is_mended_where_little_changed_and_made_where_much_did() -> None:
    facts = Facts()

    def ask(n: int) -> str:
        return facts.get(
            "sum", (n,), lambda: f"made {n}", lambda old, was: f"{was}, {n}" if n - old[0] == 1 else None
        )

    assert [ask(1), ask(2), ask(2), ask(7)] == ["made 1", "made 1, 2", "made 1, 2", "made 7"]


def test_a_board_marks_the_side_whose_units_went_elsewhere_or_changed() -> None:
    red, blue = Marker(side="red", at="0101"), Marker(side="blue", at="0202")
    before = Board({"r": red, "b": blue})
    after = before.copy()
    assert (before.places["green"], before.troops["green"]) == (None, None)
    after.patch("r", red, Marker(side="red", at="0101"))
    assert after.places == before.places
    assert [side for side in before.troops if after.troops[side] is not before.troops[side]] == ["red"]
    there = Marker(side="red", at="0102")
    after.patch("r", red, there)
    assert [side for side in before.places if after.places[side] is not before.places[side]] == ["red"]
    after.patch("r", there, Marker(side="blue", at="0102"))
    assert all(after.places[side] is not before.places[side] for side in ("red", "blue"))


def test_doubt_finds_a_fact_that_says_too_little_of_what_it_is_made_of() -> None:
    facts = Doubted()
    assert [facts.get("n", (), lambda n=n: n) for n in (1, 1, 2)] == [1, 1, 2]  # type: ignore[misc]
    assert (facts.checked, len(facts.wrong)) == (2, 1)


def test_what_is_remembered_is_made_once_for_each_seat_and_question() -> None:
    asked: list[tuple[str, int]] = []

    @remembered
    def found(seat: SimpleNamespace, name: str, n: int) -> str | None:
        asked.append((name, n))
        return name * n or None

    one, other = SimpleNamespace(memo={}), SimpleNamespace(memo={})
    assert [found(one, "a", 2), found(one, "a", 2), found(one, "b", 2), found(other, "a", 2)] == [
        "aa",
        "aa",
        "bb",
        "aa",
    ]
    assert asked == [("a", 2), ("b", 2), ("a", 2)]
    assert found(one, "a", 0) is found(one, "a", 0) is None
    assert asked.count(("a", 0)) == 1, "nothing found is an answer as well"
