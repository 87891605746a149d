"""Positions from their description, and the sentences of those that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from hexbench import bootstrap
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.values import Action
from hexbench.games.blitzkrieg import GAME
from hexbench.games.blitzkrieg.pieces import Dump
from hexbench.games.blitzkrieg.state import Scenario
from hexbench.session.game import LoadedScenario
from hexbench.study.playout import Chance
from tests.games.blitzkrieg.field import ALLIED, GERMAN, Situation, inf
from tests.games.blitzkrieg.shipped import TABLES, ardennes

RULES = ardennes()
TANKS, PARAS = "2_Pz:PzR_3", "101_AB:501"


def compose(raw: dict[str, Any], base: Scenario | None = None) -> Any:
    return GAME.compose(RULES, raw, base)


def test_units_of_the_order_of_battle_need_only_say_where_they_stand() -> None:
    state = compose({"turn": "19AM", "units": {PARAS: "1731", TANKS: {"at": "1929", "strength": 7}}})
    assert list(state.units) == [TANKS, PARAS]  # in the order of the order of battle
    assert (state.units[TANKS].strength, state.units[TANKS].start) == (7, "1929")
    assert state.units[PARAS].strength == 7
    assert state.roster[PARAS] is not None
    assert (state.turn, state.last_turn) == (7, 32)


def test_facts_of_a_counter_may_differ_from_the_order_of_battle() -> None:
    state = compose({"units": {TANKS: {"at": "1929", "printed": {"mp": 3}}}})
    assert (state.roster[TANKS].mp, state.roster[TANKS].type) == (3, "armor")


def test_strangers_bring_their_counters_along() -> None:
    state = compose({"units": {"new": inf("1930"), PARAS: "1731"}})
    assert list(state.units) == [PARAS, "new"]
    assert state.roster["new"].type == "infantry"
    printed = {"type": "infantry", "strength": 4, "mp": 3}
    state = compose({"units": {"Alpha": {"side": "allied", "at": "1731", "printed": printed}}})
    assert (state.roster["Alpha"].side, state.roster["Alpha"].name) == ("allied", "Alpha")


def test_who_is_not_named_is_absent_or_due_or_stands_where_the_campaign_begins() -> None:
    raw: dict[str, Any] = {"turn": "19AM", "units": {TANKS: "1929"}}
    assert list(compose(raw).units) == [TANKS]
    due = compose({**raw, "rest": "due"}).units
    assert due["4_USA:CCA-4"].at == "#due/8"
    assert PARAS not in due  # due on the 18th, and not spoken of
    assert "28_US:110" not in due
    assert due["IX-XIX_TAC:IX_BD"].at == "#air/allied"
    start = compose({"units": {TANKS: "1929"}, "rest": "start"}).units
    assert start["28_US:110"].at == "2230"
    assert start["1_SS_Pz:SS-PzR_1"].at == "2822"
    assert start[TANKS].at == "1929"
    assert len(start) == len(TABLES.units)


@pytest.mark.parametrize("phase", [p for p in GAME.phases if p not in ("turn", "end", "fire", "battles")])
def test_a_phase_stands_for_the_stack(phase: str) -> None:
    side = ALLIED if phase == "support" else GERMAN
    units = {
        TANKS: "1929",
        PARAS: "1731",
        "Stielau_1": "#raster/german",
        "FBB:FB_PzGR": "#due/3",
        "Luftwaffe:II_JK_a": {},
        "VIII_Corps_Arty": "1631",
    }
    turn = 1 if phase == "deploy" else 3
    raw = {"turn": turn, "phase": phase, "phasing": side, "clear": True, "units": units}
    if phase != "deploy":
        del units["Stielau_1"]
    now = Situation(RULES, RULES.resume(compose(raw)))
    assert now.step == (side, phase)


def test_a_stack_written_out_is_taken_as_it_is() -> None:
    state = RULES.resume(compose({"units": {TANKS: "1929"}})).state
    assert RULES.unpack(RULES.pack(state)) == state
    stack = msgspec.to_builtins(state.stack)
    assert compose({"units": {TANKS: "1929"}, "stack": stack}).stack == state.stack


def test_dumps_are_those_of_the_tables_with_what_is_changed() -> None:
    found = compose(
        {
            "dumps": {
                "liege": 2,
                "bastogne": {"owner": "german"},
                "mine": {"hex": "0000", "owner": "german", "number": 1},
            }
        }
    ).dumps
    assert found["liege"] == Dump(hex="1616", owner="allied", number=2)
    assert found["bastogne"] == Dump(hex="1731", owner="german", number=4)
    assert found["antwerp"].number == 4
    assert found["mine"].hex == "0000"


def test_a_bridge_may_be_named_from_either_bank() -> None:
    side = min(RULES.bridges)
    a, b = side.split("/")
    assert compose({"blown": {f"{b}/{a}": [a]}}).blown == {side: (a,)}
    base = Scenario(blown={side: (a,)})
    assert compose({}, base).blown == {side: (a,)}


def test_units_taken_up_lie_in_the_raster() -> None:
    state = compose({"units": {TANKS: {"at": "#raster/german", "start": "1929"}}})
    assert state.raster == (TANKS,)
    now = Situation(RULES, RULES.resume(state))
    assert "1930" in now.targets("deposit", TANKS)


def test_an_isolated_unit_remembers_what_it_was() -> None:
    unit = compose({"units": {TANKS: {"at": "1929", "strength": 5, "isolated": 2}}}).units[TANKS]
    assert (unit.strength, unit.base, unit.isolated) == (5, 10, 2)


def test_the_round_of_a_level_is_named_like_any_other() -> None:
    for turn in ("18PM", 6):
        now = compose({"turn": "19AM", "level": 2, "level_turn": turn})
        assert (now.level, now.level_turn) == (2, 6)


@pytest.mark.rule("blitzkrieg", "BK-REC-04")
@pytest.mark.parametrize("day", ["19AM", "7"])
def test_fixed_weather_is_that_of_a_day_by_the_name_of_its_round_or_its_number(day: str) -> None:
    raw = {"turn": "18PM", "phasing": ALLIED, "phase": "support", "units": {PARAS: "1731"}}
    for sky in ("clear", "bad"):
        now = RULES.resume(compose({**raw, "skies": {day: sky}}), []).state
        assert now.skies == {"7": sky}
        now = RULES.apply(now, Action("end"), []).state
        assert (now.turn, now.clear) == (7, sky == "clear")


def test_the_weather_of_the_day_is_what_is_fixed_for_it_unless_it_is_said() -> None:
    for turn, clear in (("19AM", True), ("19PM", True), ("20AM", False)):
        raw = {"turn": turn, "skies": {"19AM": "clear", "20AM": "bad"}}
        assert compose(raw).clear is clear
        assert compose({**raw, "clear": False}).clear is False
        assert compose({**raw, "clear": True}).clear is True


def test_the_seed_of_the_dice() -> None:
    assert compose({"seed": 7}).dice.seed == 7


def changed(**printed: Any) -> dict[str, Any]:
    return {"units": {"x": {"at": "1731", "printed": {**inf("1731")["printed"], **printed}}}}


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"tea": 1}, "position.tea: there is no such key."),
        ({"unit": {}}, 'position.unit: there is no such key. Did you mean "units"?'),
        ({"turn": "40XM"}, "position.turn: There is no round '40XM'"),
        ({"turn": 1.5}, 'position.turn: give a round such as "17AM", or its number.'),
        ({"turn": True}, 'position.turn: give a round such as "17AM", or its number.'),
        ({"turn": 0}, "position.turn: There is no round 0"),
        ({"turn": "18AM", "last_turn": "17AM"}, "17AM is before the round of this position."),
        ({"seed": "x"}, "position.seed: this value must be a whole number, not text."),
        ({"units": []}, "position.units: this value must be a set of keys and values, not a list."),
        ({"units": {"Q": "1731"}}, "position.units.Q.printed: there is no such unit in the order of battle"),
        (
            {"units": {TANKS: 3}},
            f'position.units["{TANKS}"]: give a hex or a box as text, or a set of keys and values.',
        ),
        ({"units": {TANKS: {"att": "1731"}}}, 'att: there is no such key. Did you mean "at"?'),
        ({"units": {TANKS: {"mp": 3}}}, "mp: there is no such key. It belongs under 'printed'."),
        ({"units": {TANKS: {}}}, f'position.units["{TANKS}"].at: this key is missing.'),
        ({"units": {TANKS: {"at": 1731}}}, "at: this value must be text, not a whole number."),
        ({"units": {"1731": inf("1731")}}, "a unit needs a name that is neither a hex nor a box."),
        (changed(strength="4"), "printed.strength: this value must be a whole number, not text."),
        (changed(strength=-1), "printed.strength: this must be a number from 0 to 99."),
        (changed(speed=3), "position.units.x.printed.speed: there is no such key."),
        (
            changed(type="dragoon"),
            'position.units.x.printed.type: "dragoon" is not one of the values allowed',
        ),
        (
            changed(at="paris"),
            'position.units.x.printed.at: "paris" is not one of the values allowed here: a hex',
        ),
        ({"roster": {"x": {}}}, "position.roster.x"),
        (
            {"rest": "home"},
            'position.rest: "home" is not one of the values allowed here: absent, due, start.',
        ),
        ({"skies": {"20PM": "bad"}}, 'position.skies["20PM"]: 20PM is not an AM round'),
        ({"skies": {"8": "bad"}}, 'position.skies["8"]: 8 is not an AM round'),
        ({"skies": {"friday": "bad"}}, "position.skies.friday: There is no round 'friday'"),
        ({"skies": {"19AM": "bad", "7": "bad"}}, "the weather of 19AM is given twice."),
        ({"skies": {"19AM": "fine"}}, 'position.skies["19AM"]: "fine" is not one of the values allowed'),
        ({"dumps": {"paris": 3}}, "position.dumps.paris: there is no such dump."),
        ({"dumps": {"liege": "x"}}, "position.dumps.liege: this value must be"),
        ({"blown": {"1616/1715": ["1616"], "1715/1616": ["1616"]}}, "this bridge is given twice."),
        ({"phase": "tea"}, "position.phase: There is no phase 'tea'"),
        ({"stack": [{"step": "tea"}]}, 'position.stack[0].step: "tea" is not one of the values allowed here'),
        ({"stack": [], "phase": "air"}, "position.phase: give a phase or a stack, not both."),
    ],
    ids=str,
)
def test_what_cannot_be_read_is_named_in_one_sentence(raw: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as wrong:
        compose(raw)
    assert sentence in str(wrong.value)
    assert "\n" not in str(wrong.value)


@pytest.mark.rule("blitzkrieg", "BK-ENG-12")
@pytest.mark.parametrize("phase", ["movement", "battles"])
def test_engagements_need_no_numbers(phase: str) -> None:
    units = {TANKS: "1929", "2_Pz:PzGR_2": "2130", PARAS: "1928", "101_AB:502": "2131"}
    west = {"centre": "1928", "attackers": [TANKS], "hexes": ["1928"]}
    east = {"centre": "2131", "attackers": ["2_Pz:PzGR_2"], "hexes": ["2131"]}
    raw = {"turn": "19AM", "phase": phase, "units": units}
    for engagements, numbers in (
        ([west, east], [0, 1]),
        ([{**west, "number": 0}], [0]),
        ([{**west, "number": 4}, east], [4, 0]),
    ):
        state = compose({**raw, "engagements": engagements})
        assert [e.number for e in state.engagements] == numbers
        assert state.next_engagement == max(numbers) + 1
        assert RULES.audit(state) == ()
    assert RULES.audit(compose({**raw, "engagements": [west], "next_engagement": 0})) != ()


def states(name: str, seed: int, options: Mapping[str, Any]) -> Iterator[tuple[LoadedScenario, Any]]:
    """Positions of a game played at random, a short one to its end."""
    under = bootstrap.catalogue().load_scenario("blitzkrieg", name, options)
    rules, state, chance, player = under.rules, under.begin(seed).state, Chance(seed), RandomOpponent()
    for n in range(600 if name == "bastogne" else 150):
        side = rules.decider(state)
        if n % 20 == 0 or side is None:
            yield under, state
        if side is None:
            return
        action, _ = player.choose(rules.seat(state, side), chance)
        state = rules.apply(state, action, None).state


@pytest.mark.parametrize("name", ["campaign", "five_days", "bastogne"])
@pytest.mark.parametrize(
    ("seed", "options"),
    [(1, {}), (2, {"german_strength": 70, "infiltrators": 8, "allied_air": 9, "rockets": 2})],
)
def test_a_state_is_composed_as_it_was(name: str, seed: int, options: dict[str, Any]) -> None:
    for under, state in states(name, seed, options):
        raw = {"stack": [], **msgspec.to_builtins(state)}
        again = GAME.compose(under.rules, raw, Scenario())
        assert again == state
        assert under.rules.digest(again) == under.rules.digest(state)


def test_a_state_without_some_dumps_and_destroyed_bridges_is_composed_as_it_was() -> None:
    raw = {"units": {TANKS: "1929"}, "dumps": {"antwerp": None, "liege": 2}, "last_turn": "31PM"}
    short = ardennes(last_day=20)
    blown = Scenario(blown={"1615/1715": ("1615",)})
    state = GAME.compose(short, {**raw, "blown": {}}, blown)
    again = GAME.compose(short, msgspec.to_builtins(state), blown)
    assert again == state
    assert again.last_turn == 32
    assert "antwerp" not in again.dumps
