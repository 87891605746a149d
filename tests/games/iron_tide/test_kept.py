"""What is carried from one position to the next is what would be worked out anew."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hexbench.atlas.arcs import compile_arcs
from hexbench.atlas.hexset import bits_of
from hexbench.engine.board import Doubted
from hexbench.engine.opponent import RandomOpponent
from hexbench.games.iron_tide import exits, passage, reinforcements, supply, turn_record
from hexbench.games.iron_tide.demolition import able, chances
from hexbench.games.iron_tide.movers import MODES
from hexbench.games.iron_tide.pieces import SIDES
from hexbench.games.iron_tide.rules import ItRules
from hexbench.games.iron_tide.state import BridgeState
from hexbench.games.iron_tide.supposing import WHAT_IF
from hexbench.games.iron_tide.terrain import Prices
from tests.games.iron_tide.field import ALLIED, battalion, country, foot, position
from tests.games.iron_tide.shipped import TABLES
from tests.laws.case import load_case
from tests.laws.walk import Chance
from tests.sizes import sized

CASE = "iron_tide/17_december"
STATES: tuple[BridgeState, ...] = ("built", "building", "destroyed")


@pytest.fixture(scope="module")
def played() -> list[Any]:
    """Positions of a random game, some of every phase, with its rules."""
    case = load_case(CASE)
    state = case.begin(4).state
    player, chance = RandomOpponent(), Chance(4)
    found: dict[tuple[str, int], Any] = {}
    for n in range(500):
        side = case.rules.decider(state)
        assert side is not None
        seat = case.rules.seat(state, side)
        found[seat.prompt.step, n // 60] = (case.rules, state)
        state = case.rules.apply(state, player.choose(seat, chance)[0], trusted=True).state
    return list(found.values())


def rivers(rules: ItRules) -> list[str]:
    atlas = rules.atlas
    return sorted({atlas.side_of(*key) for key, kinds in atlas.side_kinds.items() if "river" in kinds})


@settings(max_examples=sized(3, 6))
@given(data=st.data())
def test_prices_follow_the_bridges_whatever_stood_before(ardennes: ItRules, data: st.DataObject) -> None:
    kept = Prices(ardennes.atlas, TABLES)
    some = st.dictionaries(st.sampled_from(rivers(ardennes)), st.sampled_from(STATES), max_size=6)
    for bridges in data.draw(st.lists(some, min_size=2, max_size=3)):
        for arcs, price in (
            (kept.tactical("german", "MI", bridges), kept.price("german", "MI", bridges)),
            (kept.strategic("allied", "M", bridges), kept.strategic_price("allied", "M", bridges)),
        ):
            anew = compile_arcs(ardennes.atlas, price)
            assert arcs.out == anew.out
            for name in bridges:
                for i, direction in ardennes.atlas.side_keys(name):
                    assert arcs.into(i) == anew.into(i), (name, direction)


@settings(max_examples=20)
@given(data=st.data())
def test_supply_roads_follow_the_bridges_whatever_stood_before(
    ardennes: ItRules, data: st.DataObject
) -> None:
    atlas, prices = ardennes.atlas, ardennes.prices
    some = st.dictionaries(st.sampled_from(rivers(ardennes)), st.sampled_from(STATES), max_size=8)
    before, after = data.draw(some), data.draw(some)
    roads = supply.roads_now(atlas, prices, ardennes.roads.printed, {}, before)
    step_by_step = supply.roads_now(atlas, prices, roads, before, after)
    at_once = supply.roads_now(atlas, prices, ardennes.roads.printed, {}, after)
    for name in {**before, **after}:
        for i, _ in atlas.side_keys(name):
            assert step_by_step.ends(i) == at_once.ends(i)
            steps = [prices.link(i, d) for d, j in enumerate(atlas.around[i]) if j >= 0]
            carrying = sorted(step.end for step in steps if prices.carries_supply(step, after))
            assert at_once.ends(i) == carrying


@settings(max_examples=20)
@given(data=st.data())
def test_supply_goes_on_along_the_roads_that_were_open(ardennes: ItRules, data: st.DataObject) -> None:
    """Whatever was closed, opened and built before; few hexes are closed at a time, so that roads stay open."""
    atlas, prices = ardennes.atlas, ardennes.prices
    every = (1 << len(atlas.labels)) - 1
    edge = supply.friendly_edge(atlas, ardennes.roads.rims, "allied", ())
    bridges: dict[str, BridgeState] = {}
    roads, lines = ardennes.roads.printed, supply.Lines(atlas, ardennes.roads.printed, edge)
    shut = st.sets(st.integers(0, len(atlas.labels) - 1), max_size=3)
    some = st.dictionaries(st.sampled_from(rivers(ardennes)), st.sampled_from(STATES), max_size=2)
    for closed in data.draw(st.lists(shut, min_size=2, max_size=5)):
        now = {**bridges, **data.draw(some)}
        roads = supply.roads_now(atlas, prices, roads, bridges, now)
        bridges, lines = now, supply.Lines(atlas, roads, edge, lines.still(roads, edge))
        free = every & ~bits_of(closed)
        assert lines.reached(free) == supply.Lines(atlas, roads, edge).reached(free)
        assert lines.within(free) == supply.Lines(atlas, roads, edge).within(free)


def test_who_is_on_the_map_and_who_is_due(played: list[Any]) -> None:
    for rules, state in played:
        board = rules.board(state)
        for side in SIDES:
            mine = {u: unit for u, unit in state.units.items() if unit.side == side}
            assert board.present[side] == tuple(u for u, unit in mine.items() if unit.on_map)
            assert board.due[side] == tuple(u for u, unit in mine.items() if unit.at.startswith("#due/"))


def test_the_same_arrivals_as_if_nobody_had_asked_before(played: list[Any]) -> None:
    for rules, state in played:
        board = rules.board(state)
        for side in SIDES:
            found = reinforcements.arrivals(rules, state, board, side)
            fresh = replace(state, units=dict(state.units))
            assert found == reinforcements.arrivals(rules, fresh, rules.make_board(fresh), side)


def test_nobody_leaves_the_map_who_was_thought_too_far_from_its_edge(
    played: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    far = near = 0
    for rules, state in played:
        seat = rules.seat(state, rules.decider(state))
        offer = next((o for o in seat.prompt.offers if o.verb == "exit"), None)
        for uid in offer.subjects if offer else ():
            for how in MODES:
                kept = exits.ways_out(seat, (uid,), how)
                far += exits.too_far(seat, uid, how)
                near += bool(kept)
                with monkeypatch.context() as patch:
                    patch.setattr(exits, "_to_the_edge", lambda seat, *_: [0] * len(seat.rules.atlas.labels))
                    seat.memo.clear()
                    assert exits.ways_out(seat, (uid,), how) == kept
    assert far > 20
    assert near > 20


def test_those_offered_a_demolition_are_those_that_have_one_to_try(played: list[Any]) -> None:
    found = 0
    for rules, state in played:
        for side in SIDES:
            seat = rules.seat(state, None)
            for depots in (False, True):
                some = list(able(seat, side, depots))
                assert some == [u for u in seat.board.rank if chances(seat, side, u, depots)]
                found += len(some)
    assert found


def test_units_that_walk_on_at_once_come_to_the_same_as_hex_by_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    case = load_case(CASE)
    found: list[list[str]] = []
    passed = 0
    at_once = passage.uneventful

    def counted(play: Any, units: Any, path: Any) -> int:
        nonlocal passed
        hexes = at_once(play, units, path)
        passed += hexes
        return hexes

    for way in (counted, lambda play, units, path: 0):
        monkeypatch.setattr(passage, "uneventful", way)
        state, player, chance = case.begin(5).state, RandomOpponent(), Chance(5)
        states: list[str] = []
        for _ in range(400):
            side = case.rules.decider(state)
            assert side is not None
            state = case.rules.apply(
                state, player.choose(case.rules.seat(state, side), chance)[0], trusted=True
            ).state
            states.append(case.rules.digest(state))
        found.append(states)
    assert passed > 100
    assert found[0] == found[1]


def test_arrivals_leave_with_whoever_changes_his_box(played: list[Any]) -> None:
    """Also when the units due are the same ones as before."""
    met = 0
    for rules, state in played:
        late = next((u for u, unit in state.units.items() if unit.at == "#due/26PM"), None)
        if late is None or state.turn < 2:
            continue
        reinforcements.admitted(rules, state, rules.board(state), state.units[late].side)
        play = rules.play_type(rules, state, None)
        play.put(late, at="#due/17AM")
        fresh = reinforcements._admitted(rules, play, rules.make_board(play), play.units[late].side)
        assert reinforcements.admitted(rules, play, play.board, play.units[late].side) == fresh
        met += 1
    assert met > 5


def test_how_far_units_come_in_thought_is_kept_only_while_it_is_so(
    played: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, doubted = played[0][0], Doubted()
    monkeypatch.setattr(rules, "facts", doubted)
    for _, state in played:
        for side in SIDES:
            seat = rules.seat(state, side)
            for aim in WHAT_IF.targets(seat, side)[:: sized(18, 9)]:
                tuple(WHAT_IF.able(seat, side, aim, far=True))
    assert doubted.wrong == []
    assert doubted.checked > sized(250, 500)


def test_the_turn_record_of_each_position_is_the_one_made_anew(played: list[Any]) -> None:
    """Boxes are kept with all they are made of, one by one and all together."""
    before = None
    others = 0
    for rules, state in played:
        seat = rules.seat(state, None)
        kept = turn_record.panel(seat)
        for name in ("turn record", "turn record whole"):
            rules.memo.pop(name)
        assert turn_record.panel(seat) == kept
        others += before is not None and before != kept
        before = kept
    assert others > 3


def test_who_may_blow_something_up_is_kept_only_while_it_stands() -> None:
    """Of those within reach of one bridge nobody is left once it is gone, though nobody has moved and every depot is there."""
    here = "3450/3451"
    rules = country(bridge=f"{here} 3445/3446", river="3651/3652")
    units = {"a": battalion("3448", ALLIED), "b": battalion("3449", ALLIED), "g": foot("3453")}
    now = position(units, rules, phase="engineering", phasing=ALLIED, turn="18AM")
    assert list(able(now.seat, ALLIED, depots=False)) == ["a", "b"]
    then = now.act("demolish", "a", here, numbers=[1])
    assert then.state.bridges == {here: "destroyed"}
    assert list(able(then.seat, ALLIED, depots=False)) == []
