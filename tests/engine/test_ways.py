"""Targets that are made when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexbench.engine.seat import Seat
from hexbench.engine.values import Target
from hexbench.engine.verb import LazyTargets, TargetGroups, ends, objects
from tests.engine import mini


class _Made:
    """Makes targets and remembers of which keys."""

    def __init__(self) -> None:
        self.keys: list[int] = []

    def __call__(self, key: int) -> Target:
        self.keys.append(key)
        return Target(str(key))


def picks(*numbers: int) -> Callable[[int], int]:
    left = list(numbers)

    def number(n: int) -> int:
        found = left.pop(0)
        assert 1 <= found <= n
        return found

    return number


def test_only_the_target_that_is_looked_at_is_made() -> None:
    made = _Made()
    ways = LazyTargets(range(1000), made)
    assert len(ways) == 1000
    assert ways[7] == Target("7")
    assert made.keys == [7]
    assert ways[2:4] == (Target("2"), Target("3"))
    assert tuple(ways)[-1] == Target("999")


def test_where_targets_lead_is_known_before_they_are_made() -> None:
    made = _Made()
    ways = LazyTargets((3, 1), made, ("a", "b", "c", "d"))
    lots = TargetGroups([lambda: ways, lambda: (Target("z"),)])
    assert list(objects(lots)) == ["d", "b", "z"]
    assert (len(lots), bool(lots), lots[2], lots[-1]) == (3, True, Target("z"), Target("z"))
    assert made.keys == []
    assert not TargetGroups([lambda: ()])
    with pytest.raises(IndexError):
        lots[3]


def test_how_targets_are_used_is_known_before_they_are_made() -> None:
    made = _Made()
    ways = LazyTargets(((1, "fast"), (2, "")), made, ends=lambda key: (str(key[0]), key[1]))
    lots = TargetGroups([lambda: ways, lambda: (Target("z", "slow"),)])
    assert list(ends(lots)) == [("1", "fast"), ("2", ""), ("z", "slow")]
    assert list(objects(ways)) == ["1", "2"]
    assert made.keys == []
    assert list(ends(LazyTargets((5,), made))) == [("5", "")]


def test_lots_are_one_list_in_their_order() -> None:
    lots = TargetGroups([lambda: (Target("a"),), lambda: (), lambda: LazyTargets((1, 2), _Made())])
    assert tuple(lots) == (Target("a"), Target("1"), Target("2"))
    assert len(lots) == 3
    assert lots[1] == Target("1")
    assert lots[1:] == (Target("1"), Target("2"))


def test_picking_works_out_one_lot_only() -> None:
    asked: list[str] = []

    def lot(name: str, *found: Target) -> Callable[[], tuple[Target, ...]]:
        def give() -> tuple[Target, ...]:
            asked.append(name)
            return found

        return give

    assert TargetGroups([lot("first", Target("a")), lot("second", Target("b"))]).pick(picks(2, 1)) == Target(
        "b"
    )
    assert asked == ["second"]
    assert TargetGroups([lot("empty"), lot("full", Target("c"))]).pick(picks(1, 1, 1)) == Target("c")
    assert TargetGroups([lot("empty"), lot("empty")]).pick(picks(1, 1)) is None


def test_every_target_of_every_lot_can_be_picked() -> None:
    lots = TargetGroups([lambda: (Target("a"), Target("b")), lambda: (Target("c"),)])
    found = {lots.pick(picks(lot, one)) for lot, many in ((1, 2), (2, 1)) for one in range(1, many + 1)}
    assert found == set(lots)


class _Shifty(mini.Add):
    """The verb of the mini rules with targets in lots."""

    def targets(self, seat: Seat, step: mini.Count, subject: tuple[str, ...]) -> TargetGroups:  # type: ignore[override]
        def group(n: str) -> LazyTargets:
            return LazyTargets(self.hows, lambda how: Target(n, how))

        return TargetGroups([lambda: group("1"), lambda: group("2")])


def test_a_seat_picks_one_of_its_targets() -> None:
    rules = mini.rules()
    seat = rules.seat(rules.new(0, seed=5).state, "red")
    every = seat.targets("add")
    assert [seat.pick("add", (), picks(n)) for n in range(1, len(every) + 1)] == list(every)
    assert seat.pick("no such verb", (), picks()) is None


def test_lots_and_a_list_are_the_same_to_whoever_asks_for_all() -> None:
    rules = mini.rules()
    state = rules.new(0, seed=5).state
    step = state.stack[-1]
    seat = rules.seat(state, "red")
    assert tuple(_Shifty().targets(seat, step, ())) == seat.targets("add")
