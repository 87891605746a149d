"""Trying out: rivals are valued at the same moment, in the same worlds, and the best of them is found within the purse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from hexbench.engine.values import Action
from hexbench.staff.trying import FIRST, Purse, Trials, has_room, reflex
from hexbench.study.playout import Chance
from tests.staff.board import aims, loaded, planner, positions, scales


def phase(game: str, name: str, number: int = 1) -> Any:
    """The seat of whoever decides in a phase of a position."""
    rules = loaded(game).rules
    now = rules.resume(rules.enter(positions(game)[number], name)).state
    return rules.seat(now, rules.decider(now))


def trials(
    game: str, seat: Any, *, ending: Action | None = None, worlds: int = 3, purse: int = 2000
) -> Trials:
    number = Chance(5).number
    found = [seat.rules.imagine(seat.s, seat.side, number) for _ in range(worlds)]
    return Trials(scales(game), seat, found, 30, Purse(purse), ending)


# ---- the same moment
def test_an_answer_that_changes_nothing_is_worth_what_ending_is_worth() -> None:
    """Whoever ended the phase was valued after the enemy's reinforcements, whoever did anything before them: bridges were blown up
    at random.
    """
    seat = phase("tigers", "supply")
    ending = seat.prompt.default
    assert ending is not None
    idle = next(
        Action(offer.verb, (uid,), target.object, target.how)
        for offer in seat.prompt.offers
        if offer.verb == "entrench"
        for uid in offer.subjects
        for target in seat.targets(offer.verb, (uid,))
    )
    alike = trials("tigers", seat, ending=ending)
    assert alike.worth(idle) == pytest.approx(alike.worth(ending), abs=0.05)
    rules = seat.rules
    ends = [alike._after(alike.worlds[0], action, 0) for action in (idle, ending)]
    assert len({(rules.step_name(s.stack[-1]), s.turn, s.phasing) for s in ends}) == 1


def test_what_the_declaration_leaves_alone_is_not_done_even_where_it_is_the_default() -> None:
    """A side that ended its phase lost the actions of all who had not acted."""
    rules, player, ended = loaded("tide_of_iron").rules, planner("tide_of_iron"), 0
    for state in positions("tide_of_iron", 8, 30):
        side = rules.decider(state)
        seat = None if side is None else rules.seat(state, side)
        if seat is None or seat.prompt.step != "turn":
            continue
        assert seat.prompt.default.verb == "end_phase"
        action, _ = player.choose(seat, Chance(1))
        others = [offer for offer in seat.prompt.offers if offer.verb not in player.aims.never]
        assert (action.verb == "end_phase") == (not others)
        ended += 1
    assert ended


# ---- the best
class Scripted(Trials):
    """Trials with known ends: action -> what it comes to in each world."""

    def __init__(self, ends: dict[Action, Sequence[float | None]], worlds: int) -> None:
        self.scripted, self.worlds, self._found, self.ends = ends, list(range(worlds)), {}, {}
        self.done: list[tuple[Action, int]] = []

    def _after(self, s: Any, action: Action, number: int) -> Any:
        self.done.append((action, s))
        return self.scripted[action][s]

    def _value(self, end: Any, number: int) -> float:
        return float(end)


def rivals(*ends: Sequence[float | None]) -> dict[Action, Sequence[float | None]]:
    return {Action(f"way{i}"): one for i, one in enumerate(ends)}


def test_luck_in_one_world_decides_nothing() -> None:
    ends = rivals([9, 0, 0], [4, 4, 4], [0, 0, 9])
    assert Scripted(ends, 3).leaders(list(ends), 1)[0] == (4, Action("way1"))


def test_of_equals_the_first_is_taken() -> None:
    ends = rivals([2, 2, 2], [2, 2, 2])
    assert Scripted(ends, 3).leaders(list(ends), 1)[0] == (2, Action("way0"))


def test_only_the_leaders_are_tried_in_more_worlds() -> None:
    ends = rivals(*([float(i)] * FIRST + [100.0 - 20 * i] * 2 for i in range(12)))
    found = Scripted(ends, FIRST + 2)
    best, *others = found.leaders(list(ends), 4)
    late = {action for action, world in found.done if world >= FIRST}
    assert late == {Action(f"way{i}") for i in range(8, 12)}
    assert best[1] == Action("way8")
    assert len(others) == 3
    assert len(found.done) == 12 * FIRST + 4 * 2  # no world is gone through twice


def test_what_cannot_be_done_in_a_world_is_out() -> None:
    ends = rivals([9, None, 9], [1, 1, 1])
    assert Scripted(ends, 3).leaders(list(ends), 1)[0] == (1, Action("way1"))
    assert Scripted(rivals([None]), 1).leaders([Action("way0")], 1) == []


def test_a_purse_that_is_empty_finds_nothing() -> None:
    seat = phase("tigers", "supply")
    assert trials("tigers", seat, purse=0).leaders([seat.prompt.default], 1) == []


# ---- reflexes and room
def test_a_reflex_asks_for_the_default_and_not_for_all_that_is_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seat = phase("iron_tide", "movement")
    monkeypatch.setattr(type(seat), "_ask", lambda self: pytest.fail("the whole prompt was made"))
    assert reflex(scales("iron_tide"), seat) is not None


def test_a_hex_with_nobody_in_it_has_room_and_a_full_one_has_none() -> None:
    seat, declared = phase("tigers", "movement"), aims("tigers")
    atlas, units = seat.rules.atlas, seat.s.units
    own = [uid for uid, unit in units.items() if unit.side == seat.side and unit.at in atlas.index]
    empty = next(at for at in atlas.labels if not seat.board.units_at(at))
    assert has_room(declared, seat, own[0], empty)
    full = [
        (uid, at)
        for at in atlas.labels
        if len([u for u in seat.board.units_at(at) if units[u].side == seat.side]) > 1
        for uid in own
        if units[uid].at != at and seat.s.roster[uid].size == "div"
    ]
    assert any(not has_room(declared, seat, uid, at) for uid, at in full)
