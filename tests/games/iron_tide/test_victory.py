"""17.12c, 19.0, 20.0, ER and VP: the scenarios, what scores, and the level of victory."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import GameEnded
from hexbench.games.iron_tide import restricted, victory
from hexbench.games.iron_tide.game import LIEGE, ItAims
from hexbench.games.iron_tide.rules import ItRules
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    Situation,
    battalion,
    commando,
    country,
    foot,
    guns,
    position,
)
from tests.games.iron_tide.shipped import TABLES, whole_map

LAST = {"ten": "20PM", "twenty": "25PM", "campaign": "2PM"}
PLACES = {place.clause: place for place in TABLES.victory_points.places}
LEVELS = (
    "Allied Strategic",
    "Allied Substantial",
    "Allied Marginal",
    "Draw",
    "German Marginal",
    "German Substantial",
    "German Strategic",
)


def points(now: Situation) -> int:
    return dict(now.rules.verdict(now.state).score)[GERMAN]


def level(now: Situation) -> str:
    return now.rules.verdict(now.state).level


# ---- the list of places -------------------------------------------------------------------------------------------------
WORTH = {
    "VP.01": (1, 1, 1), "VP.02": (2, 2, 2), "VP.03": (1, 1, 1), "VP.04": (1, 1, 1), "VP.05": (1, 1, 1),
    "VP.06": (2, 2, 2), "VP.07": (2, 2, 2), "VP.08": (3, 2, 3), "VP.09": (2, 2, 2), "VP.10": (2, 1, 2),
    "VP.11": (2, 1, 1), "VP.12": (2, 2, 2), "VP.13": (2, 2, 2), "VP.14": (1, 1, 1), "VP.15": (2, 1, 2),
    "VP.16": (2, 1, 2), "VP.17": (1, 1, 1), "VP.18": (2, 1, 2), "VP.19": (2, 2, 2), "VP.20": (1, 1, 1),
    "VP.21": (8, 5, 5), "VP.22": (1, 1, 1), "VP.23": (1, 1, 1), "VP.24": (3, 3, 3), "VP.25": (2, 2, 2),
    "VP.26": (1, 1, 1), "VP.27": (3, 2, 2), "VP.28": (10, 5, 5), "VP.29": (5, 5, 5), "VP.30": (4, 2, 2),
    "VP.31": (1, 1, 1), "VP.32": (2, 2, 2), "VP.33": (1, 1, 1),
}  # fmt: skip
NAMED = {
    "VP.02": "3041", "VP.03": "3035", "VP.06": "2625", "VP.10": "3129", "VP.15": "3628", "VP.21": "1729",
    "VP.24": "4133", "VP.26": "0829",
}  # fmt: skip
"""The hexes that the rules themselves give."""


@pytest.mark.rule(
    "iron_tide",
    "VP.01",
    "VP.02",
    "VP.03",
    "VP.04",
    "VP.05",
    "VP.06",
    "VP.07",
    "VP.08",
    "VP.09",
    "VP.10",
    "VP.11",
    "VP.12",
    "VP.13",
    "VP.14",
    "VP.15",
    "VP.16",
    "VP.17",
    "VP.18",
    "VP.19",
    "VP.20",
    "VP.21",
    "VP.22",
    "VP.23",
    "VP.24",
    "VP.25",
    "VP.26",
    "VP.27",
    "VP.28",
    "VP.29",
    "VP.30",
    "VP.31",
    "VP.32",
    "VP.33",
)
@pytest.mark.parametrize("clause", sorted(WORTH))
def test_what_a_place_is_worth_in_each_scenario(ardennes: ItRules, clause: str) -> None:
    hexes = victory.hexes_of(ardennes, PLACES[clause])
    assert len(hexes) == PLACES[clause].hexes
    assert NAMED.get(clause, hexes[0]) == hexes[0]
    for last, worth in zip(LAST.values(), WORTH[clause], strict=True):
        taken = position({f"g{at}": foot(at) for at in hexes}, ardennes, turn="20AM", last_turn=last)
        assert points(taken) == worth
        assert points(position({"g": foot("3054")}, ardennes, turn="20AM", last_turn=last)) == 0


@pytest.mark.rule("iron_tide", "VP.34", "20.0e")
@pytest.mark.parametrize("last", LAST.values())
def test_liege_wins_every_scenario_at_once(ardennes: ItRules, last: str) -> None:
    hexes = victory.hexes_of(ardennes, PLACES["VP.34"])
    assert len(hexes) == 3
    units = {f"g{at}": foot(at) for at in hexes}
    now = position(units, ardennes, turn="18PM", last_turn=last, phase="engineering", phasing=ALLIED)
    over = now.end()
    assert over.step == (None, "over")
    verdict = over.rules.verdict(over.state)
    assert (verdict.over, verdict.winner, verdict.level) == (True, GERMAN, "German Strategic")
    assert GameEnded(GERMAN, "German Strategic") in over.events
    two = {uid: units[uid] for uid in list(units)[:2]}
    on = position(two, ardennes, turn="18PM", last_turn=last, phase="engineering", phasing=ALLIED).end()
    assert on.state.turn == 7


# ---- on a small map ------------------------------------------------------------------------------------------------------
PLACED = (("vp.Bastogne", "3455"), ("vp.Verviers", "3557 3558"), ("vp.Liege", "3253 3254 3153"))
MAP = country(
    zones=PLACED,
    exits=(("X1", "4145"), ("X5", "3240")),
    town="3455 3557 3558 3253 3254 3153 3457",
    roads=("3240/W 3240 3241",),
)


def at_end(units: dict[str, Any], last: str = "2PM", **state: Any) -> Situation:
    """The last Engineering Phase of a game."""
    rules = state.pop("rules", MAP)
    phasing = state.pop("phasing", ALLIED)
    turn = state.pop("turn", last)
    return position(units, rules, turn=turn, last_turn=last, phase="engineering", phasing=phasing, **state)


@pytest.mark.rule("iron_tide", "20.0a", "SEQ.GAME_OVER")
def test_victory_is_determined_at_the_end_of_the_scenario() -> None:
    now = at_end({"g": foot("3455"), "a": foot("3041", ALLIED)})
    before = now.rules.verdict(now.state)
    assert (before.over, before.winner) == (False, None)
    over = now.end()
    verdict = over.rules.verdict(over.state)
    assert (verdict.over, verdict.winner, verdict.level) == (True, ALLIED, "Allied Strategic")
    assert GameEnded(ALLIED, "Allied Strategic") in over.events


@pytest.mark.rule("iron_tide", "20.0b")
def test_only_the_germans_score() -> None:
    now = at_end({"g": foot("3455"), "a": foot("3558", ALLIED)})
    assert now.rules.verdict(now.state).score == ((GERMAN, 5),)


@pytest.mark.rule("iron_tide", "20.0c", "B46")
def test_a_town_scores_only_when_it_is_held_and_in_supply() -> None:
    far = {"g": foot("3459"), "a": foot("3041", ALLIED)}
    assert points(at_end(far)) == 0
    assert points(at_end(far, held={"3455": GERMAN})) == 5  # last to be there (B46)
    lost = at_end({**far, "b": battalion("3455", ALLIED)}, held={"3455": GERMAN})
    assert points(lost) == 0
    narrow = country(zones=PLACED, german_edge="3459")
    assert points(at_end({"g": foot("3455"), "a": foot("3041", ALLIED)}, rules=narrow)) == 5
    assert points(at_end({"g": foot("3455"), "a": foot("3457", ALLIED)}, rules=narrow)) == 0  # cut off


@pytest.mark.rule("iron_tide", "20.0c", "16.4i", "B46")
def test_towns_change_hands_when_units_other_than_commandos_come_in() -> None:
    units = {"g": foot("3457"), "k": commando("3556"), "a": foot("3041", ALLIED)}
    now = position(units, MAP)
    assert now.move("k", "3557").state.held == {}
    through = now.move("g", "3454", "3456 3455 3454")
    assert through.state.held == {"3455": GERMAN}
    assert points(through) == 5
    back = position({**units, "b": battalion("3453", ALLIED)}, MAP, phasing=ALLIED, held={"3455": GERMAN})
    assert back.move("b", "3455").state.held["3455"] == ALLIED


@pytest.mark.rule("iron_tide", "20.0d")
def test_a_place_of_several_hexes_scores_only_as_a_whole() -> None:
    assert points(at_end({"g": foot("3557"), "a": foot("3041", ALLIED)})) == 0
    assert points(at_end({"g": foot("3557"), "h": foot("3558"), "a": foot("3041", ALLIED)})) == 2


@pytest.mark.rule("iron_tide", "20.0e", "4.27c", "B65", "SEQ.GT_END")
def test_liege_is_tested_when_the_game_turn_ends_and_not_before() -> None:
    units = {"g": foot("3253"), "h": foot("3254"), "i": foot("3153"), "a": foot("3041", ALLIED)}
    german = at_end(units, turn="18AM", phasing=GERMAN).end()
    assert german.step[0] is not None  # B65: after the Allied player turn only
    assert at_end(units, turn="18AM").end().step == (None, "over")
    narrow = country(zones=PLACED, german_edge="3257")
    assert at_end(units, rules=narrow, turn="18AM").end().step == (None, "over")
    cut = at_end({**units, "a": foot("3255", ALLIED)}, rules=narrow, turn="18AM")
    assert cut.end().step[0] is not None  # held, but not in supply
    assert at_end({"g": foot("3253"), "a": foot("3041", ALLIED)}, turn="18AM").end().state.turn == 6


@pytest.mark.rule("iron_tide", "20.0f", "B47")
def test_units_that_left_by_an_exit_road_score_while_in_supply() -> None:
    gone = {
        "r": foot("#exited"),
        "c": foot("#exited", cadre=True),
        "b": battalion("#exited"),
        "v": guns("#exited"),
        "a": foot("3041", ALLIED),
    }
    by = dict.fromkeys(("r", "c", "b", "v"), "4145")
    open_ = country(exits=(("X1", "4145"),), german_edge="4145 4149")
    assert points(at_end(gone, rules=open_, exited=by)) == 3 + 1 + 1 + 1
    elsewhere = at_end(gone, rules=open_, exited=dict.fromkeys(by, "4149"))
    assert points(elsewhere) == 0  # no Victory Point Exit road
    shut = country(exits=(("X1", "4145"),), german_edge="2859")
    assert points(at_end(gone, rules=shut, exited=by)) == 0  # out of supply
    assert points(at_end({"a": gone["a"], "r": gone["r"]}, rules=open_, exited={"r": "4145"})) == 3


@pytest.mark.rule("iron_tide", "20.0g", "17.12c")
@pytest.mark.parametrize(
    ("losses", "expected"),
    [(64, "Allied Strategic"), (65, "Allied Substantial"), (200, "Allied Substantial")],
)
def test_65_allied_losses_move_the_level_one_step_and_no_more(losses: int, expected: str) -> None:
    now = at_end({"g": foot("3455"), "a": foot("3041", ALLIED)}, allied_losses=losses)
    assert level(now) == expected
    assert now.end().rules.verdict(now.end().state).level == expected


@pytest.mark.rule("iron_tide", "20.0g")
def test_a_step_beyond_the_best_level_has_no_effect() -> None:
    levels = TABLES.victory_levels
    assert levels.level("ten", 30, 1) == levels.level("ten", 90, 0) == "German Strategic"


@pytest.mark.rule("iron_tide", "20.0g", "B48")
def test_every_eliminated_allied_unit_counts_and_withheld_ones_do_not() -> None:
    from hexbench.games.iron_tide.stacking import eliminate

    now = position({"a": foot("3041", ALLIED), "b": battalion("3041", ALLIED), "g": foot("3455")}, MAP)
    play = now.rules.play_type(now.rules, now.state, None)
    for n, uid in enumerate(("a", "b"), 1):
        eliminate(play, uid)
        assert play.allied_losses == n
    eliminate(play, "g")
    assert play.allied_losses == 2
    withheld = position({"a": foot("#withheld", ALLIED), "g": foot("3455")}, MAP)
    assert withheld.state.allied_losses == 0


@pytest.mark.rule("iron_tide", "17.12c")
def test_at_65_losses_the_type_1_restrictions_end() -> None:
    unit = foot("3041", ALLIED, printed={"restriction": ["17.1:type1"]})
    for losses, bound in ((64, True), (65, False)):
        now = position({"a": unit, "g": foot("3455")}, MAP, allied_losses=losses)
        assert restricted.bound(now.rules, now.state, "a") is bound


def thresholds(scenario: str, least: tuple[int, ...]) -> None:
    table = TABLES.victory_levels
    for n, name in zip(least, LEVELS, strict=True):
        assert table.level(scenario, n) == name  # type: ignore[arg-type]
        if n:
            assert table.level(scenario, n - 1) == LEVELS[LEVELS.index(name) - 1]  # type: ignore[arg-type]


@pytest.mark.rule("iron_tide", "20.0h")
def test_levels_of_the_10_turn_scenario(ardennes: ItRules) -> None:
    thresholds("ten", (0, 5, 9, 13, 19, 25, 30))
    units = {f"g{at}": foot(at) for at in ("1729", "3129", "3628")}  # 8 + 2 + 2
    assert level(position(units, ardennes, turn="20AM", last_turn="20PM")) == "Allied Marginal"


@pytest.mark.rule("iron_tide", "20.0i")
def test_levels_of_the_20_turn_scenario_and_the_campaign(ardennes: ItRules) -> None:
    for scenario in ("twenty", "campaign"):
        thresholds(scenario, (0, 7, 11, 16, 20, 25, 30))
    units = {f"g{at}": foot(at) for at in ("1729", "3129", "3628")}
    assert (
        level(position(units, ardennes, turn="20AM", last_turn="25PM")) == "Allied Substantial"
    )  # 5 + 1 + 1
    assert level(position(units, ardennes, turn="20AM", last_turn="2PM")) == "Allied Substantial"  # 5 + 2 + 2


@pytest.mark.rule("iron_tide", "20.0h", "20.0i")
def test_the_level_of_now_is_told_with_the_clause_of_its_scenario(ardennes: ItRules) -> None:
    for last, clause in (("20PM", "20.0h"), ("25PM", "20.0i"), ("2PM", "20.0i")):
        now = position({"g": foot("1729")}, ardennes, turn="20AM", last_turn=last)
        assert victory.panel(now.seat).facts[0].rules == (clause,), last


@pytest.mark.rule("iron_tide", "19.0b")
@pytest.mark.parametrize(("last", "scenario"), [("20PM", "ten"), ("25PM", "twenty"), ("2PM", "campaign")])
def test_the_last_turn_says_which_scenario_is_played(last: str, scenario: str) -> None:
    assert victory.scenario_of(MAP, MAP.turn_number(last)) == scenario
    assert at_end({"g": foot("3455")}, last).end().step == (None, "over")
    if last != "2PM":
        assert at_end({"g": foot("3455")}, "2PM", turn=last).end().step[0] is not None


@pytest.mark.rule("iron_tide", "ER.a")
def test_the_forgotten_bridge_is_on_the_map(ardennes: ItRules) -> None:
    assert "bridge" in ardennes.atlas.kinds("1046", "1047")
    assert ardennes.atlas.road("1046", "1047")


# ---- the panel -----------------------------------------------------------------------------------------------------------
def test_the_panel_shows_the_score_and_where_it_comes_from() -> None:
    now = at_end({"g": foot("3455"), "a": foot("3041", ALLIED)}, allied_losses=7)
    panel = next(p for p in now.seat.panels() if getattr(p, "title", None) == victory.panel(now.seat).title)
    lines = {str(fact.label): str(fact.value) for fact in panel.facts}  # type: ignore[union-attr]
    assert lines["Level now"] == "Allied Strategic"
    assert lines["German points"] == "5"
    assert lines["Allied units lost"] == "7 of 65"
    assert lines["Bastogne"] == "5"


# ---- what the computer makes of it -----------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "20.0c")
def test_the_computer_counts_places_as_the_list_does() -> None:
    """Each hex of a place has its share; a place that wins outright counts for more than any other."""
    now = position({}, whole_map(), sound=False)
    rules, state = now.rules, now.state
    worth = {goal.hex: goal.first for goal in ItAims().goals(rules, state, now.seat.board)}
    scenario = victory.scenario_of(rules, state.last_turn)
    for place in rules.tables.victory_points.places:
        counted, hexes = place.points(scenario), victory.hexes_of(rules, place)
        wanted = LIEGE if counted == "win" else float(counted)
        assert sum(worth.get(at, 0.0) for at in hexes) == pytest.approx(wanted), place.clause
