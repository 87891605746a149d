"""The scenarios that ship: sound, as their blurbs say, and playable to their ends."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hexbench.bootstrap import catalogue
from hexbench.engine.opponent import DefaultOpponent, RandomOpponent
from hexbench.games.blitzkrieg import GAME, checks
from hexbench.games.blitzkrieg.positions import refit
from hexbench.games.blitzkrieg.state import Scenario
from hexbench.games.blitzkrieg.tables import DumpSpec
from hexbench.session.game import LoadedScenario
from hexbench.store.strict import BadFile
from hexbench.study.playout import Chance, play_out
from tests.games.blitzkrieg.field import ALLIED, GERMAN, Situation
from tests.games.blitzkrieg.shipped import TABLES, ardennes

NAMES = ("campaign", "five_days", "bastogne")


@cache
def loaded(name: str) -> LoadedScenario:
    """A shipped scenario."""
    return catalogue().load_scenario("blitzkrieg", name)


def opening(name: str) -> Situation:
    """A shipped scenario at its first question."""
    rules: Any = loaded(name).rules
    return Situation(rules, loaded(name).begin(1))


def test_what_ships() -> None:
    assert [info.name for info in catalogue().scenarios("blitzkrieg")] == list(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_they_begin_without_a_problem(name: str) -> None:
    now = opening(name)
    assert [str(p) for p in now.rules.audit(now.state)] == []
    assert now.step[0] == GERMAN


@pytest.mark.rule("blitzkrieg", "BK-UI-29")
def test_the_campaign_begins_on_16_december_with_a_german_turn() -> None:
    now = opening("campaign")
    assert (now.state.turn, now.state.last_turn, now.step) == (1, 32, (GERMAN, "deploy"))
    assert now.state.goal == ()


@pytest.mark.rule("blitzkrieg", "BK-REC-11")
def test_the_first_five_days() -> None:
    now = opening("five_days")
    assert (now.state.turn, now.state.last_turn, now.state.goal) == (1, 10, ("bastogne",))
    assert {now.state.roster[u].type for u in now.state.raster} == {"infiltrator"}


@pytest.mark.rule("blitzkrieg", "BK-REC-11")
def test_bastogne_on_the_19th() -> None:
    now = opening("bastogne")
    assert (now.state.turn, now.state.last_turn, now.state.goal) == (7, 14, ("bastogne",))
    assert now.step == (GERMAN, "movement")
    held = {now.state.units[u].side for u in now.seat.board.at["1731"]}
    assert held == {ALLIED}
    assert now.rules.options.rockets == 0
    later = now.until(ALLIED, "reinforcements")
    assert {later.state.roster[u].formation for u in later.state.raster} == {"4 USA"}


@pytest.mark.parametrize("name", NAMES)
def test_defaults_end_them(name: str) -> None:
    players = {GERMAN: DefaultOpponent(), ALLIED: DefaultOpponent()}
    result = play_out(loaded(name).rules, loaded(name).begin(2), players, Chance(2), most=2000)
    assert result.ended
    assert result.verdict is not None
    assert result.verdict.winner == ALLIED


@pytest.mark.parametrize("seed", range(3))
def test_random_play_ends_the_short_one_without_a_broken_position(seed: int) -> None:
    players = {GERMAN: RandomOpponent(), ALLIED: RandomOpponent()}
    result = play_out(
        loaded("bastogne").rules, loaded("bastogne").begin(seed), players, Chance(seed), most=4000
    )
    assert result.ended
    assert not result.breaches


def ends() -> list[dict[str, Any]]:
    """Every option at each of its ends."""
    out: list[dict[str, Any]] = []
    for name, said in msgspec.json.schema(GAME.Options)["$defs"]["Options"]["properties"].items():
        values = said.get("enum") or [said[end] for end in ("minimum", "maximum") if end in said]
        out += [{name: value} for value in values or [False, True]]
    return out


@pytest.mark.rule("blitzkrieg", "BK-OPT-01")
@pytest.mark.rule("blitzkrieg", "BK-REC-08", "BK-REC-09")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", ends(), ids=str)
def test_they_begin_under_every_option(name: str, options: dict[str, Any]) -> None:
    under = catalogue().load_scenario("blitzkrieg", name, options)
    state = under.begin(1).state
    assert [str(p) for p in under.rules.audit(state)] == []
    assert state.stack


@pytest.mark.rule("blitzkrieg", "BK-REC-05", "BK-REC-08", "BK-REC-09")
def test_a_position_that_ships_goes_with_the_options() -> None:
    def units(**options: Any) -> dict[str, Any]:
        return dict(catalogue().load_scenario("blitzkrieg", "bastogne", options).begin(1).state.units)

    weak, own, strong = units(german_strength=50), units(german_strength=100), units(german_strength=150)
    found = [one["Pz_Lehr:PzGR_902"].strength for one in (weak, own, strong)]
    assert found == [3, 6, 9]
    assert weak["101_AB:501"] == own["101_AB:501"] == units()["101_AB:501"]
    assert "Stielau_4" in own
    assert "Stielau_4" not in units(infiltrators=0)
    assert {u for u in own if "TAC" in u} - set(units(allied_air=0)) == {u for u in own if "TAC" in u}
    assert units(allied_delay=2)["4_USA:CCA-4"].at == "#due/10"
    assert units(allied_delay=-2)["4_USA:CCA-4"].at == "#due/6"


@pytest.mark.rule("blitzkrieg", "BK-REC-08", "BK-REC-09")
def test_a_position_given_with_options_is_taken_at_its_word() -> None:
    units = {"Pz_Lehr:PzGR_902": {"at": "1932", "strength": 6}, "101_AB:501": "1731"}
    with pytest.raises(BadFile, match="Pz_Lehr:PzGR_902 has a strength of 6; it must be from 1 to 4"):
        catalogue().load_position(
            "blitzkrieg", {"units": units}, base="campaign", options={"german_strength": 50}
        )
    with pytest.raises(BadFile, match="no such unit in the order of battle"):
        catalogue().load_position(
            "blitzkrieg", {"units": {"Stielau_1": "1731"}}, base="campaign", options={"infiltrators": 0}
        )


def test_a_position_of_a_file_is_fitted_whatever_is_told_of_units() -> None:
    own, rules = ardennes(german_strength=50, rockets=2), ardennes(infiltrators=0, rockets=1)
    counter = {"side": "german", "type": "armor", "name": "n", "formation": "", "strength": 4, "mp": 6}
    raw: dict[str, Any] = {
        "units": {
            "new": {"at": "1930", "strength": 3, "printed": counter},
            "2_Pz:PzR_3": {"at": "1929", "strength": 3, "base": 5, "whole": 5, "isolated": 2},
            "Stielau_1": "1731",
            "bad": 7,
        },
        "roster": {"2_Pz:PzR_3": {"strength": 5}, "bad": 7},
        "raster": ["Stielau_1", "x"],
        "rockets": 2,
    }
    found = refit(raw, own, rules, None)
    assert found["units"]["new"] == {"at": "1930", "strength": 6, "printed": {**counter, "strength": 8}}
    tanks = {"at": "1929", "strength": 6, "base": 10, "whole": 10, "isolated": 2}
    assert found["units"]["2_Pz:PzR_3"] == tanks
    assert found["units"].keys() == {"new", "2_Pz:PzR_3", "bad"}
    assert found["roster"] == {"2_Pz:PzR_3": {"strength": 10}, "bad": 7}
    assert (found["raster"], found["rockets"]) == (["x"], 1)


@pytest.mark.parametrize(
    ("scenario", "sentence"),
    [
        (Scenario(blown={"0000/0100": ("0000",)}), "blown: there is no such bridge or end at 0000/0100."),
        (Scenario(goal=("paris",)), "goal: paris is not a victory city."),
        (Scenario(first_turn=40), "first_turn: give a round from 1 to 32."),
        (
            Scenario(weather={"1": "clear", "2": "clear", "3": "clear"}),
            "weather: 2 is not an AM round; the weather is set for a whole day.",
        ),
    ],
)
def test_scenarios_that_make_no_sense(scenario: Scenario, sentence: str) -> None:
    assert list(GAME.check_scenario(ardennes(), scenario)) == [sentence]


@pytest.mark.parametrize(
    ("at", "wrong"), [("1731", []), ("9999", ["dumps.liege: 9999 is not a hex of this map."])]
)
def test_a_dump_lies_in_a_hex_of_the_map(at: str, wrong: list[str]) -> None:
    scenario = Scenario(dumps={"liege": DumpSpec(hex=at, owner=ALLIED)})
    assert list(GAME.check_scenario(ardennes(), scenario)) == wrong


def test_tables_that_do_not_fit_the_map() -> None:
    from hexbench.games.blitzkrieg.rules import BkRules

    units = dict(TABLES.units)
    units["28_US:110"] = replace(units["28_US:110"], at="2531")
    units["28_US:109"] = replace(units["28_US:109"], at="9999")
    units["2_Pz:PzR_3"] = replace(units["2_Pz:PzR_3"], at="2040")
    units["9_US:47"] = replace(units["9_US:47"], at="paris")
    units["9_US:60"] = replace(units["9_US:60"], at="")
    tables = replace(TABLES, units=units, entries={**TABLES.entries, "arlon": "9999"})
    rules = BkRules(ardennes().atlas, tables, GAME.Options())
    found = " ".join(checks.check_order(rules, Scenario()))
    assert "entries.arlon: 9999 is not a hex of this map." in found
    assert "units.28_US:109: 9999 is not a hex of this map." in found
    assert "units.2_Pz:PzR_3: 2040 is not in the zone german.5." in found
    assert "units.9_US:47: it can never arrive: no way leads onto this map by paris." in found
    assert "units.9_US:60: it can never arrive: no entry is given." in found
    assert "units: both sides start in 2531." in found
    assert "units: 4 units start in 2531" not in found
