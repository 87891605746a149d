"""Trying out: rivals are valued at the same moment, in the same worlds, and the best of them is found within the purse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.values import Action
from hexbench.staff.trying import FIRST, Purse, Trials, has_room, reflex
from hexbench.staff.value import Scales
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


# ---- attacks carried through
def storming() -> tuple[Any, Action]:
    """A side whose first squad may assault an enemy next to it, two more beside him; and the action that begins it. The defenders are as
    many as the attacker has figures, so that alone he would rather not.
    """
    rules = loaded("tide_of_iron").rules
    now = rules.resume(rules.enter(positions("tide_of_iron")[0], "action")).state
    side = rules.decider(now)
    mine = [uid for uid, u in now.units.items() if u.side == side and u.on_map and u.squad][:3]
    foe = next(uid for uid, u in now.units.items() if u.side != side and u.on_map and u.squad)
    aim = next(
        at
        for at in rules.atlas.labels
        if len(rules.atlas.near[at]) == 6
        and all(
            rules.atlas.cell(x).terrain == "clear" and x not in now.works for x in (at, *rules.atlas.near[at])
        )
    )
    fit = {"token": "", "condition": "", "shelter": "", "concealed": False}
    placed = {
        uid: replace(now.units[uid], at=at, figures={"regular": 4}, **fit)
        for uid, at in zip(mine, rules.atlas.near[aim], strict=False)
    }
    placed[foe] = replace(now.units[foe], at=aim, figures={"regular": 4}, **fit)
    others = {
        uid: replace(u, at="#destroyed")
        for uid, u in now.units.items()
        if u.at in (aim, *rules.atlas.near[aim])
    }
    seat = rules.seat(replace(now, units={**now.units, **others, **placed}), side)
    return seat, Action("activate", (mine[0],), "", "assault")


def said(seat: Any, action: Action, through: bool, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The verbs of a try of an action."""
    rules, verbs = seat.rules, list[str]()
    real = type(rules).apply

    def watched(self: Any, s: Any, action: Action, **more: Any) -> Any:
        verbs.append(action.verb)
        return real(self, s, action, **more)

    number = Chance(5).number
    measure = Scales(rules, aims("tide_of_iron"), through=through)
    tried = Trials(measure, seat, [rules.imagine(seat.s, seat.side, number)], 30, Purse(100))
    with monkeypatch.context() as patch:
        patch.setattr(type(rules), "apply", watched)
        assert tried.worth(action) is not None
    return verbs


def test_an_attack_is_carried_through_with_all_who_join_in_at_no_cost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The default leaves an assault that one squad alone would rather lose: nobody saw what three come to together."""
    seat, action = storming()
    assert seat.refuse(action) == ()
    assert "storm" not in said(seat, action, False, monkeypatch)
    found = said(seat, action, True, monkeypatch)
    assert found[:5] == ["activate", "stop", "assault_support", "assault_support", "storm"]


@pytest.mark.parametrize("game", ["tigers", "iron_tide"])
def test_where_a_game_has_no_such_attacks_tries_are_as_they_were(game: str) -> None:
    measure = Scales(loaded(game).rules, aims(game), through=True)
    assert measure.reflexes == aims(game).reflexes
    assert planner(game, "strong").budget.tries == planner(game, "middle").budget.tries


def test_whoever_carries_attacks_through_tries_twice_as_many_ways() -> None:
    assert (
        planner("tide_of_iron", "strong").budget.tries == 2 * planner("tide_of_iron", "middle").budget.tries
    )


def test_strong_storms_where_middle_leaves_it() -> None:
    seat, action = storming()
    rules = seat.rules
    there = rules.apply(rules.apply(seat.s, action).state, Action("stop")).state
    draft = rules.seat(there, seat.side)
    assert draft.prompt.step == "assault_draft"
    chosen = {
        level: [planner("tide_of_iron", level).choose(draft, Chance(n))[0].verb for n in range(5)]
        for level in ("middle", "strong")
    }
    assert set(chosen["strong"]) <= {"assault_support", "storm"}
    assert chosen["middle"].count("decline_assault") > chosen["strong"].count("decline_assault")


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
