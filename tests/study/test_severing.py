"""What if: supply before and after, held against the games' own tracing at every hex of the map."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench import bootstrap
from hexbench.engine.values import Wrong
from hexbench.study.odds import Question, odds
from hexbench.study.severing import INTRUDER, Thought, cut_most, needs_supply, sever, thought
from tests.laws.case import Case, load_case
from tests.sizes import sized
from tests.study.test_odds import spot
from tests.toys.ridge.game import RidgeGame

ENTRY: Any = bootstrap.catalogue().games["tigers"]
RIDGE: Any = RidgeGame()
SMALL = (
    ("tigers/19_december", "allied"),
    ("tigers/24_december", "german"),
    ("trumpets/rocherath", "allied"),
    ("trumpets/losheim", "german"),
    ("blitzkrieg/bastogne", "allied"),
    ("iron_tide/example_of_play", "allied"),
)


def begun(name: str) -> tuple[Case, Any]:
    case = load_case(name)
    return case, case.begin(1).state


@pytest.mark.parametrize(("name", "side"), SMALL)
def test_every_unit_in_supply_has_a_line_of_neighbours_from_its_hex(name: str, side: str) -> None:
    case, s = begun(name)
    supplies = needs_supply(case.rules, s, side)
    near = case.rules.atlas.near
    fed = supplies.fed()
    assert any(fed.values())
    for uid, good in fed.items():
        line = supplies.line(uid)
        if good:
            assert line[0] == s.units[uid].at
        assert all(there in near[here] for here, there in itertools.pairwise(line)), (uid, line)


@pytest.mark.parametrize(
    ("name", "side"), [*SMALL, ("tigers/19_december", "german"), ("iron_tide/17_december", "allied")]
)
def test_supply_reaches_the_hexes_where_one_more_unit_would_be_in_supply(name: str, side: str) -> None:
    """In an enemy's zone too, where a unit in it is enough."""
    case, s = begun(name)
    rules, board = case.rules, case.rules.board(s)
    net = rules.seat(s, side).overlay("supply_net")
    assert net is not None
    shown = {one.hex for one in net.shades if one.tone in ("supply", "supplied") or one.text}
    like = next(iter(needs_supply(rules, s, side).fed()))
    free = [at for at in rules.atlas.labels if all(s.units[uid].side == side for uid in board.units_at(at))]
    if len(free) > 1000:
        free = free[:: sized(7, 1)]
    reached = {
        at for at in free if needs_supply(rules, rules.doubled(s, like, INTRUDER, at), side).fed()[INTRUDER]
    }
    assert shown.intersection(free) == reached


@pytest.mark.parametrize(("name", "side"), SMALL)
def test_the_hexes_that_cut_most_are_those_found_by_trying_every_hex(name: str, side: str) -> None:
    case, s = begun(name)
    rules, board = case.rules, case.rules.board(s)
    fed = needs_supply(rules, s, side).fed()
    brute: dict[str, frozenset[str]] = {}
    for at in rules.atlas.labels:
        if any(s.units[uid].side != side for uid in board.units_at(at)):
            continue
        now = needs_supply(rules, thought(rules, s, side, [Thought("hex", at)]), side).fed()
        cut = frozenset(uid for uid, good in fed.items() if good and now.get(uid) is False)
        if cut:
            brute[at] = cut
    held = {at: {uid for uid in board.units_at(at) if s.units[uid].side == side} for at in brute}
    order = sorted(brute, key=lambda at: (-len(brute[at]), len(held[at]), rules.atlas.index[at]))
    for most in range(1, 13):
        found = cut_most(rules, s, side, most=most)
        assert [one.hex for one in found] == order[:most], "of as many those first that fewer hold"
        for one in found:
            assert frozenset(one.units) == brute[one.hex]
            assert set(one.held) == held[one.hex]


def test_who_is_in_supply_without_a_line_is_cut_off_from_two_hexes_away() -> None:
    """Before 19AM Germans are checked only when they are surrounded (12.0b); 2037 is the last hex open to this one."""
    case, s = begun("iron_tide/17_december")
    lone = replace(s, units={**s.units, "G-Pi-73": replace(s.units["G-Pi-73"], at="2038")})
    assert needs_supply(case.rules, lone, "german").fed()["G-Pi-73"]
    assert not needs_supply(case.rules, lone, "german").line("G-Pi-73")
    found = {one.hex: one.units for one in cut_most(case.rules, lone, "german", most=50)}
    assert case.rules.atlas.distance("2038", "2137") == 2
    assert found["2137"] == ("G-Pi-73",)


@pytest.mark.parametrize(("name", "side"), SMALL)
def test_the_board_of_a_thought_is_what_would_be_built_of_it(name: str, side: str) -> None:
    case, s = begun(name)
    rules = case.rules
    taken = [
        at for at in rules.atlas.labels if any(s.units[x].side == side for x in rules.board(s).units_at(at))
    ]
    empty = [at for at in rules.atlas.labels if not rules.board(s).units_at(at)]
    assert taken
    assert empty
    for two in ((taken[0], empty[-1]), (taken[-1], empty[0]), (empty[0], taken[0]), (taken[0], taken[-1])):
        changes = [Thought("hex", at) for at in two]
        after = thought(rules, s, side, changes)
        assert {INTRUDER, f"{INTRUDER}1"} < after.units.keys()
        board, built = rules.board(after), rules.make_board(after)
        assert board.compared() == built.compared()
        assert getattr(board, "roster", None) == getattr(built, "roster", None)


def test_a_search_that_is_stopped_gives_what_it_has() -> None:
    case, s = begun("tigers/19_december")
    seen: list[int] = []
    some = cut_most(
        case.rules, s, "allied", watch=lambda done, _all: seen.append(done), stop=lambda: len(seen) > 3
    )
    assert len(seen) == 4
    assert 0 < len(some) <= 4


def test_what_is_thought_changes_nothing_that_is() -> None:
    case, s = begun("tigers/19_december")
    rules = case.rules
    before = rules.pack(s)
    worst = cut_most(rules, s, "allied", most=1)[0]
    own, foe = sever(rules, s, "allied", [Thought("hex", worst.hex)])
    assert rules.pack(s) == before
    assert (own.side, foe.side) == ("allied", "german")
    lost = [one.unit for one in own.changed if one.before and one.after is False]
    assert set(lost) == set(worst.units)
    assert own.left == own.fed - len(lost) - sum(one.after is None for one in own.changed)
    assert not any(one.unit.startswith(INTRUDER) for part in (own, foe) for one in part.changed)


def test_a_bridge_that_is_gone_gives_the_lines_over_it_another_way_or_none() -> None:
    case, s = begun("tigers/19_december")
    rules = case.rules
    changed: dict[str, int] = {}
    for bridge in rules.standing_bridges(s):
        first, second = bridge.split("/")
        for part in sever(rules, s, "allied", [Thought("bridge", bridge)]):
            for one in part.changed:
                pairs = [{a, b} for a, b in zip(one.line, one.line[1:], strict=False)]
                assert {first, second} in pairs, "only lines over the bridge are touched"
                changed[bridge] = changed.get(bridge, 0) + 1
    assert changed, "some line goes over some bridge"


@pytest.mark.parametrize(
    "name", ["tigers/19_december", "iron_tide/17_december", "blitzkrieg/five_days", "trumpets/losheim"]
)
def test_a_bridge_of_every_game_is_gone_when_it_is_thought_gone(name: str) -> None:
    case, s = begun(name)
    rules = case.rules
    standing = rules.standing_bridges(s)
    for bridge in [*standing][:3]:
        after = thought(rules, s, rules.sides[0], [Thought("bridge", bridge)])
        assert bridge not in rules.standing_bridges(after)
        turned = "/".join(reversed(bridge.split("/")))
        assert thought(rules, s, rules.sides[0], [Thought("bridge", turned)]) == after, "from either bank"
    assert standing or name.startswith("trumpets")


def test_a_unit_that_is_gone_is_told_as_gone_and_opens_what_it_closed() -> None:
    case, s = begun("tigers/19_december")
    rules = case.rules
    intruded = thought(rules, s, "allied", [Thought("hex", cut_most(rules, s, "allied", most=1)[0].hex)])
    short = sum(not good for good in needs_supply(rules, intruded, "allied").fed().values())
    again = thought(rules, intruded, "allied", [Thought("unit", INTRUDER)])
    assert short > sum(not good for good in needs_supply(rules, again, "allied").fed().values())
    uid = next(uid for uid, unit in s.units.items() if unit.side == "allied" and unit.on_map)
    own, _ = sever(rules, s, "allied", [Thought("unit", uid)])
    assert [one.unit for one in own.changed if one.after is None] == [uid]


def test_what_is_said_twice_is_thought_once() -> None:
    case, s = begun("tigers/19_december")
    for one in (Thought("unit", "2ID"), Thought("hex", "1111")):
        assert sever(case.rules, s, "allied", [one, one]) == sever(case.rules, s, "allied", [one])


def test_what_is_not_there_is_refused_and_a_game_without_supply_says_so() -> None:
    case, s = begun("tigers/19_december")
    for one in (Thought("hex", "9999"), Thought("unit", "nobody"), Thought("bridge", "0101/0102")):
        with pytest.raises(Wrong):
            sever(case.rules, s, "allied", [one])
    tide, t = begun("tide_of_iron/lanzerath")
    with pytest.raises(Wrong, match="Units need no supply in this game"):
        cut_most(tide.rules, t, tide.rules.sides[0])


# ---- supply as a question of the odds ---------------------------------------------------------------------------------
def test_the_chance_that_supply_is_cut_is_that_of_the_ends_in_which_it_is() -> None:
    case, s = begun("tigers/19_december")
    rules = case.rules
    uid = next(u for u, good in needs_supply(rules, s, "allied").fed().items() if good)
    side = rules.decider(s)
    assert side is not None
    for until in ("1", "6"):
        found = odds(ENTRY, rules, s, side, [Question("supply", uid)], until=until, whole=True)
        assert found.exact
        (answer,) = found.answers
        assert [line.value for line in answer.lines] == ["supplied"]
        assert answer.yes.exact == "1"
    worst = cut_most(rules, s, "allied", most=1)[0]
    cut = thought(rules, s, "allied", [Thought("hex", worst.hex)])
    gone = replace(cut, stack=s.stack)
    found = odds(ENTRY, rules, gone, side, [Question("supply", worst.units[0])], until="1", whole=True)
    assert found.answers[0].yes.exact == "0"


def test_a_game_without_supply_answers_no_question_about_it() -> None:
    found = spot("ridge/meeting", 1, 3)
    uid = next(iter(found.state.units))
    with pytest.raises(Wrong, match="A toy has none of it"):
        odds(RIDGE, found.case.rules, found.state, found.side, [Question("supply", uid)], whole=True)
