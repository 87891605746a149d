"""The shipped scenarios on the shipped map: set-up, the first turns, and the practice position."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hexbench.engine.opponent import DefaultOpponent, RandomOpponent
from hexbench.engine.values import Action
from hexbench.games.iron_tide import GAME
from hexbench.games.iron_tide.checks import check_order
from hexbench.games.iron_tide.rules import ItRules
from hexbench.games.iron_tide.setup import Scenario
from hexbench.store.scenarios import ScenarioFile, decode_scenario, read_file
from tests.games.iron_tide.field import ALLIED, GERMAN, Situation
from tests.sizes import sized

FOLDER = Path(__file__).resolve().parents[3] / "scenarios/iron_tide"
NAMES = ("ten_turn", "twenty_turn", "campaign")


@cache
def scenario(name: str) -> Scenario:
    """A shipped scenario with all its units."""
    path = FOLDER / f"{name}.json"
    file = read_file(path, "iron_tide")
    assert isinstance(file, ScenarioFile)
    found: Scenario = decode_scenario(file, path, GAME.Scenario)
    return found


@pytest.fixture(scope="module")
def opened(ardennes: ItRules) -> Situation:
    """The Campaign at its first question."""
    return Situation(ardennes, ardennes.new(scenario("campaign"), numbers=(1,)))


@pytest.fixture(scope="module")
def war(opened: Situation) -> Situation:
    """The Campaign at its first Air Phase, everybody placed as suggested."""
    return opened.until(GERMAN, "replacement")


@pytest.mark.parametrize("name", NAMES)
def test_the_check_finds_nothing_wrong_with_what_ships(ardennes: ItRules, name: str) -> None:
    """Units that are not set up in a hex of their own, and those that are."""
    whole = scenario(name)
    assert {bool(printed.hex) for printed in whole.units.values()} == {True, False}
    assert list(check_order(ardennes, whole)) == []


class Dice:
    """Chance for an opponent that has nothing to do with the game's dice."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def number(self, n: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return 1 + (self.state >> 33) % n

    def cancelled(self) -> bool:
        return False


@pytest.mark.rule("iron_tide", "19.0a")
def test_the_three_scenarios_share_their_set_up() -> None:
    first, *others = (scenario(name) for name in NAMES)
    for other in others:
        assert other.units == first.units
        assert other.bridges_destroyed == first.bridges_destroyed
        assert other.entrenchments == first.entrenchments


@pytest.mark.rule("iron_tide", "19.0a", "19.0b")
@pytest.mark.parametrize(("name", "turns"), [("ten_turn", 10), ("twenty_turn", 20), ("campaign", 36)])
def test_each_scenario_starts_on_16am_and_ends_after_its_last_turn(
    ardennes: ItRules, name: str, turns: int
) -> None:
    now = Situation(ardennes, ardennes.new(scenario(name), numbers=(1,)))
    assert now.state.turn == 1
    assert now.state.last_turn == turns
    now = now.until(GERMAN, "replacement")
    assert now.state.turn == 1
    played = 0
    while now.step[0] is not None:
        default, _ = DefaultOpponent().choose(now.seat, Dice(1))
        now = Situation(ardennes, ardennes.apply(now.state, default, trusted=True))
        played = max(played, now.state.turn)
    assert played == turns
    assert ardennes.verdict(now.state).over


@pytest.mark.rule("iron_tide", "3.0b", "SEQ.SETUP_FIXED")
def test_every_fixed_unit_stands_on_the_map_and_all_others_wait_in_their_boxes(opened: Situation) -> None:
    for uid, printed in opened.state.roster.items():
        at = opened[uid].at
        if printed.arrives != "16AM":
            assert at == f"#due/{printed.arrives}"
        elif printed.free:
            assert at == f"#tray/{printed.side}"
        else:
            assert at in opened.rules.atlas.index, uid
    assert [str(p) for p in opened.rules.audit(opened.state)] == []


@pytest.mark.rule("iron_tide", "3.0h", "3.0i", "3.0j")
def test_everybody_is_placed_by_the_rules(war: Situation) -> None:
    zones = war.rules.zones
    assert not any(u.at.startswith("#tray") for u in war.state.units.values())
    assert [str(p) for p in war.rules.audit(war.state)] == []
    for uid, printed in war.state.roster.items():
        if printed.free and printed.arrives == "16AM":
            at = war[uid].at
            assert at not in zones["westwall"]
            assert at in zones["east_of_westwall" if printed.side == GERMAN else "west_of_westwall"]
            assert war.seat.board.enemy_near(printed.side, at) is None


@pytest.mark.rule("iron_tide", "3.0d", "7.4b")
def test_the_markers_of_set_up_lie_on_the_map(war: Situation) -> None:
    marked = {uid for uid, unit in war.state.units.items() if unit.zoc}
    assert marked == set(war.rules.tables.set_up.temporary_zones)
    assert len(marked) == 6
    assert "destroyed" in war.state.bridges.values()
    for side in war.state.bridges:
        assert "bridge" in war.rules.atlas.side_kinds[war.rules.atlas.side_keys(side)[0]]
    assert set(war.state.entrenchments.values()) == {ALLIED}


@pytest.mark.rule("iron_tide", "18.0g", "3.0d")
def test_the_divisions_held_back_do_not_move_on_16pm(war: Situation) -> None:
    later = war.until(ALLIED, "movement").until(GERMAN, "movement")
    assert later.state.turn == 2
    held = {
        u
        for u, p in war.state.roster.items()
        if p.division in ("1SS", "12SS", "Lehr") and war[u].at[0] != "#"
    }
    assert len(held) > 15
    assert not held & set(later.seat.prompt.offers[0].subjects)


@pytest.mark.rule("iron_tide", "16.3b")
def test_the_units_of_3450_are_those_of_first_ss(war: Situation) -> None:
    here = war.seat.board.units_at("3450")
    assert here
    assert {war.state.roster[u].division for u in here} == {"1SS"}
    assert all(not war.state.roster[u].free for u in here)


@pytest.mark.rule("iron_tide", "B49")
def test_a_bridge_joins_1046_and_1047(ardennes: ItRules) -> None:
    assert ardennes.atlas.kinds("1046", "1047")[-1] == "bridge"


@pytest.mark.rule("iron_tide", "12.1c", "12.1d")
def test_the_friendly_edges_part_at_the_westwall(ardennes: ItRules) -> None:
    atlas, zones = ardennes.atlas, ardennes.zones
    rim = [at for i, at in enumerate(atlas.labels) if min(atlas.around[i]) < 0]
    eastern = zones["westwall"] | zones["east_of_westwall"]
    east_column = max(at[2:] for at in atlas.labels)
    for at in rim:
        german = at in zones["edge.german"]
        assert german == (at in eastern), at
        assert german != (at in zones["edge.allied"]), at
    assert all(at in zones["edge.german"] for at in rim if at[2:] == east_column)


@pytest.mark.rule("iron_tide", "3.0e", "3.0f", "3.0g")
def test_the_nine_depot_towns_are_towns_of_the_map(ardennes: ItRules) -> None:
    for die in (1, 3, 5):
        for place in ardennes.tables.depots.places(die):
            assert "town" in ardennes.atlas.cell(place.hex).features, place
            assert place.hex in ardennes.atlas.sheet.zones.get(f"vp.{place.place}", (place.hex,))


def test_at_the_start_everybody_on_the_map_is_in_supply_or_knows_why(war: Situation) -> None:
    for side in (GERMAN, ALLIED):
        supply = war.seat.supply(side)
        for uid, state in supply.states().items():
            at = war[uid].at
            if state != "supplied":
                path, cut = supply.cut(at)
                assert cut in path or path == ()
            elif supply.traces(at):
                assert supply.path(at)[0] == at


@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_game_keeps_its_board_and_stays_sound(war: Situation, seed: int) -> None:
    rules, now, chance = war.rules, war.state, Dice(seed)
    players = RandomOpponent()
    for _ in range(250):
        side = rules.decider(now)
        assert side is not None
        action, _why = players.choose(rules.seat(now, side), chance)
        now = rules.apply(now, action).state
    assert rules.board(now).compared() == rules.make_board(now).compared()
    assert [str(p) for p in rules.audit(now)] == []
    assert rules.unpack(rules.pack(now)) == now


# ---- the practice position ----------------------------------------------------------------------------------------------
def practice(rules: ItRules) -> Situation:
    raw: dict[str, Any] = json.loads((FOLDER / "17_december.json").read_text(encoding="utf-8"))
    return Situation(rules, rules.resume(GAME.compose(rules, raw["position"], scenario(raw["base"]))))


def test_the_practice_position_is_sound_and_ready_to_play(ardennes: ItRules) -> None:
    now = practice(ardennes)
    assert now.step == (GERMAN, "movement")
    assert now.state.turn == 3
    assert [str(p) for p in ardennes.audit(now.state)] == []
    able = now.seat.prompt.offers[0].subjects
    assert len(able) > 40
    assert sum(bool(now.reach(uid)) for uid in able) > 0.8 * len(able)


def test_every_refusal_in_the_practice_position_is_one_plain_sentence(ardennes: ItRules) -> None:
    now = practice(ardennes)
    labels = ardennes.atlas.labels
    for n, uid in enumerate(now.seat.prompt.offers[0].subjects[::4]):
        for at in labels[n :: sized(291, 97)]:
            for reason in now.seat.refuse(Action("move", (uid,), at)):
                text = str(reason.text)
                assert text.endswith(".")
                assert text[0].isupper() or text[0].isdigit() or text.startswith("vdH"), text
                assert ". " not in text
                assert "  " not in text
