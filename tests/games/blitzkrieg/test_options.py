"""The options: what each changes, and what it may not be."""

from __future__ import annotations

import msgspec
import pytest

from hexbench.games.blitzkrieg import GAME
from hexbench.games.blitzkrieg.state import Scenario
from tests.games.blitzkrieg.shipped import TABLES, ardennes


def kinds(side: str, kind: str, **options: int) -> list[str]:
    """The units of a class under some options."""
    state = ardennes(**options).begin(Scenario(), 0)
    return [u for u, p in state.roster.items() if (p.side, p.type) == (side, kind)]


@pytest.mark.rule("blitzkrieg", "BK-OPT-01", "BK-OPT-03", "BK-REC-09")
def test_strengths_are_taken_by_percent_and_rounded() -> None:
    half = ardennes(german_strength=50).begin(Scenario(), 0)
    assert half.units["272_VG:980"].strength == 2  # of 3: one and a half
    assert half.units["1_SS_Pz:SS-PzR_1"].strength == 6
    assert half.units["101_AB:501"].strength == TABLES.units["101_AB:501"].strength
    more = ardennes(allied_strength=150).begin(Scenario(), 0)
    assert more.units["101_AB:501"].strength == 11  # of 7: ten and a half
    assert more.units["1_SS_Pz:SS-PzR_1"].strength == 12


@pytest.mark.rule("blitzkrieg", "BK-REC-08", "BK-OPT-03")
def test_fewer_and_more_infiltrators_and_air_units() -> None:
    assert kinds("german", "infiltrator", infiltrators=0) == []
    assert kinds("german", "infiltrator", infiltrators=2) == ["Stielau_1", "Stielau_2"]
    assert kinds("german", "infiltrator")[-1] == "vdHeydte"
    assert len(kinds("german", "infiltrator", infiltrators=10)) == 10
    assert len(kinds("german", "air", german_air=6)) == 6
    assert len(kinds("allied", "air", allied_air=12)) == 12
    assert kinds("allied", "air", allied_air=0) == []
    state = ardennes(infiltrators=10, allied_air=12).new(Scenario(), seed=1).state
    assert len({p.name for p in state.roster.values()}) == len(state.roster)
    extra = [u for u in state.roster if u not in TABLES.units]
    assert {state.units[u].at for u in extra} == {"#raster/german", "#air/allied"}


@pytest.mark.rule("blitzkrieg", "BK-OPT-03", "BK-MIS-10")
def test_the_supply_number_of_dumps() -> None:
    assert {d.number for d in ardennes().begin(Scenario(), 0).dumps.values()} == {4}
    assert {d.number for d in ardennes(dump_number=2).begin(Scenario(), 0).dumps.values()} == {2}


@pytest.mark.rule("blitzkrieg", "BK-OPT-03", "BK-VIC-07")
def test_the_last_day() -> None:
    assert ardennes().begin(Scenario(), 0).last_turn == 32
    assert ardennes(last_day=20).begin(Scenario(), 0).last_turn == 10


@pytest.mark.rule("blitzkrieg", "BK-OPT-03", "BK-MIS-13")
@pytest.mark.parametrize("rockets", [0, 1, 3])
def test_rockets_a_turn(rockets: int) -> None:
    from hexbench.games.blitzkrieg.air import Launch

    rules = ardennes(rockets=rockets)
    made = rules.enter(rules.begin(Scenario(deployed=True), 0), "rockets")
    asked = 0
    state = rules.resume(made).state
    while state.stack and isinstance(state.stack[-1], Launch):
        asked += 1
        default = rules.seat(state, "german").prompt.default
        assert default is not None
        assert default.object in ("1616", "0003")
        state = rules.apply(state, default).state
    assert asked == rockets


@pytest.mark.rule("blitzkrieg", "BK-OPT-04")
def test_a_saved_game_has_its_options() -> None:
    options = GAME.Options(german_strength=80, weather="always_clear", last_day=25)
    raw = msgspec.to_builtins(options)
    assert msgspec.convert(raw, GAME.Options) == options


@pytest.mark.rule("blitzkrieg", "BK-OPT-01")
@pytest.mark.parametrize(
    "raw",
    [
        {"german_strength": 45},
        {"allied_strength": 160},
        {"german_strength": 95},
        {"german_delay": 5},
        {"allied_delay": -3},
        {"rockets": 4},
        {"infiltrators": 11},
        {"allied_air": 13},
        {"dump_number": 1},
        {"last_day": 19},
        {"weather": "foggy"},
        {"tea": 1},
    ],
    ids=str,
)
def test_what_an_option_may_not_be(raw: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw, GAME.Options, strict=True)


def test_an_order_of_battle_without_a_class_gets_no_more_of_it() -> None:
    from hexbench.games.blitzkrieg.state import listed

    few = {u: p for u, p in TABLES.units.items() if p.type != "air"}
    assert set(listed(few, GAME.Options(allied_air=12))) == set(few)
