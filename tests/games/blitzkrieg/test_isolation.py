"""BK-SUP-14..21, 25: what isolation takes from units, and what they get back."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import StepLost, StepRegained
from hexbench.games.blitzkrieg.passage import points
from tests.games.blitzkrieg.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    country,
    dump,
    guns,
    inf,
    motor,
    para,
    plane,
    position,
    tank,
    werfer,
)

FUEL = {"g": dump("1014", GERMAN)}
ROAD = country(roads=(along("1014", "2414"),))


def judged(one: dict[str, Any], rules: Any = ROAD, **facts: Any) -> Situation:
    """The end of an Allied turn: the Germans are judged."""
    facts.setdefault("dumps", {})
    return position({"x": one, "d": inf("2420", ALLIED)}, rules, phase="end", phasing=ALLIED, **facts)


TABLE = [
    (tank, ("1/4", "1/2", "2/3"), (8, 4, 0)),
    (motor, ("1/4", "1/3", "1/2"), (9, 6, 6)),
    (guns, ("1/4", "1/3", "1/2"), (9, 6, 6)),
    (inf, ("nr", "1/4", "1/2"), (12, 12, 12)),
    (para, ("nr", "1/4", "1/2"), (12, 12, 12)),
]
LOST = {"nr": 0, "1/4": 6, "1/3": 8, "1/2": 12, "2/3": 16}


@pytest.mark.rule("blitzkrieg", "BK-AMB-19")
@pytest.mark.rule("blitzkrieg", "BK-SUP-15")
@pytest.mark.rule("blitzkrieg", "BK-SUP-16")
@pytest.mark.rule("blitzkrieg", "BK-SUP-17")
@pytest.mark.rule("blitzkrieg", "BK-TAB-07")
@pytest.mark.parametrize(("kind", "losses", "halves"), TABLE)
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_table_seven_by_class_and_turn_from_the_strength_when_cut_off(
    kind: Any, losses: tuple[str, ...], halves: tuple[int, ...], turn: int
) -> None:
    row = min(turn, 2)
    before = 24 - LOST[losses[min(turn - 1, 2)]] if turn else 24
    facts = {"now": before, "base": 24, "isolated": turn} if turn else {}
    now = judged(kind("1614", strength=24, mp=6, **facts))
    assert now["x"].strength == 24 - LOST[losses[row]]
    assert (now["x"].base, now["x"].isolated) == (24, turn + 1)
    assert points(now.rules, now.state, "x") == halves[row]


@pytest.mark.rule("blitzkrieg", "BK-AMB-37")
@pytest.mark.rule("blitzkrieg", "BK-SUP-16")
def test_table_seven_is_of_the_strength_when_cut_off_and_damage_comes_off_besides() -> None:
    # cut off with 12, it lost 3 to isolation and has lost 2 to the enemy since
    struck = tank("1614", strength=12, now=7, base=10, whole=12, isolated=1)
    now = judged(struck)
    assert (now["x"].strength, now["x"].base, now["x"].whole) == (4, 10, 12), "12 less 6 and 2"
    assert [e.left for e in now.events if isinstance(e, StepLost)] == [4]
    later = judged(tank("1614", strength=12, now=4, base=10, whole=12, isolated=2))
    assert later["x"].strength == 2, "12 less 8 and 2"
    dead = judged(tank("1614", strength=12, now=4, base=8, whole=12, isolated=2))
    assert dead["x"].at == "#eliminated"
    fed = judged(struck, dumps=FUEL)
    assert (fed["x"].strength, fed["x"].base, fed["x"].whole) == (10, 0, 0)


@pytest.mark.rule("blitzkrieg", "BK-AMB-37")
@pytest.mark.rule("blitzkrieg", "BK-SUP-19")
@pytest.mark.parametrize("whole", [0, 9])
def test_no_strength_comes_back_before_it_is_in_supply(whole: int) -> None:
    now = judged(guns("1614", strength=9, now=1, base=6, whole=whole, isolated=3))
    assert now["x"].strength == 1
    assert not any(isinstance(e, StepLost | StepRegained) for e in now.events)


@pytest.mark.rule("blitzkrieg", "BK-AMB-37")
def test_damage_remembers_what_a_unit_had_when_it_was_cut_off() -> None:
    units = {"a": inf("1514", strength=8), "d": inf("1614", ALLIED, 8, now=8, base=8, isolated=1)}
    now = position(units, dumps={}).act("engage", "a", "1614").act("resolve")
    now = now.act("fight", "a", numbers=[3])  # both lose a quarter at 1-1
    assert (now["d"].strength, now["d"].base, now["d"].whole) == (6, 6, 8)
    assert now["a"].whole == 0, "it is in supply"


@pytest.mark.rule("blitzkrieg", "BK-SUP-15")
def test_volkswerfer_suffer_as_infantry() -> None:
    now = judged(werfer("1614", strength=12, now=12, base=12, isolated=1))
    assert now["x"].strength == 9


@pytest.mark.rule("blitzkrieg", "BK-SUP-16")
def test_the_example_armor_of_twelve_stands_at_six_in_its_second_turn() -> None:
    now = judged(tank("1614", strength=12))
    assert now["x"].strength == 9
    now = judged(tank("1614", strength=12, now=9, base=12, isolated=1))
    assert now["x"].strength == 6


@pytest.mark.rule("blitzkrieg", "BK-SUP-16")
def test_losses_are_rounded_halves_up() -> None:
    assert judged(tank("1614", strength=10))["x"].strength == 7  # 2.5 is 3
    assert judged(tank("1614", strength=9))["x"].strength == 7  # 2.25 is 2


@pytest.mark.rule("blitzkrieg", "BK-AMB-18")
def test_artillery_may_be_isolated_as_infantry() -> None:
    rules = country(artillery_isolated_as="infantry")
    assert judged(guns("1614", strength=8), rules)["x"].strength == 8
    assert judged(guns("1614", strength=8))["x"].strength == 6


@pytest.mark.rule("blitzkrieg", "BK-AMB-20")
@pytest.mark.rule("blitzkrieg", "BK-SUP-14")
def test_the_defence_is_not_lowered() -> None:
    now = judged(tank("1614", strength=12, now=9, base=12, isolated=1))
    assert (now["x"].strength, now["x"].defence) == (6, 12)


@pytest.mark.rule("blitzkrieg", "BK-SUP-17")
def test_armor_of_the_third_turn_does_not_move() -> None:
    units = {"x": tank("1614", now=3, base=10, isolated=3), "d": inf("2420", ALLIED)}
    now = position(units, ROAD, dumps={})
    assert now.refused("x", "1714") == ["BK-SUP-17"]
    assert now.reach("x") == {}


@pytest.mark.rule("blitzkrieg", "BK-SUP-18")
def test_a_unit_below_one_point_is_eliminated() -> None:
    assert judged(inf("1614", strength=1, now=1, base=1, isolated=1))["x"].strength == 1
    gone = judged(inf("1614", strength=1, now=1, base=1, isolated=2))
    assert gone["x"].at == "#eliminated"


@pytest.mark.rule("blitzkrieg", "BK-SUP-18")
@pytest.mark.rule("blitzkrieg", "BK-AMB-37")
def test_damage_and_isolation_together_leave_no_less_than_nothing() -> None:
    gone = judged(tank("1614", strength=12, now=1, base=4, whole=12, isolated=1))
    assert gone["x"].at == "#eliminated", "4 points less half of 12"
    assert [e.left for e in gone.events if isinstance(e, StepLost)] == [0]
    assert gone.state.lost == {GERMAN: 4}


@pytest.mark.rule("blitzkrieg", "BK-VIC-10")
def test_an_eliminated_unit_loses_what_it_would_have_had_again() -> None:
    gone = judged(inf("1614", strength=4, now=1, base=1, isolated=2))
    assert gone.state.lost == {GERMAN: 1}
    beaten = position(
        {"x": tank("1614", strength=12, now=3, base=12, isolated=3), "d": inf("1714", ALLIED, strength=12)},
        ROAD,
        dumps={},
    )
    beaten = beaten.act("engage", "x", "1714").act("resolve").act("fight", "x", numbers=[6])
    assert beaten["x"].at == "#eliminated"
    assert beaten.state.lost == {GERMAN: 12}


@pytest.mark.rule("blitzkrieg", "BK-SUP-19")
def test_in_supply_again_a_unit_has_the_strength_it_had() -> None:
    now = judged(tank("1614", strength=12, now=4, base=12, isolated=3), dumps=FUEL)
    assert (now["x"].strength, now["x"].base, now["x"].isolated) == (12, 0, 0)


@pytest.mark.rule("blitzkrieg", "BK-SUP-19")
@pytest.mark.rule("blitzkrieg", "BK-AMB-21")
def test_damage_while_isolated_comes_off_the_strength_it_regains() -> None:
    units = {"x": tank("1614", strength=12, now=6, base=12, isolated=2), "d": inf("2420", ALLIED)}
    units["p"] = plane(ALLIED)
    now = position(units, ROAD, phase="air", phasing=ALLIED, clear=True, turn=15, dumps=FUEL)
    hit = now.act("bomb", "p", "x", numbers=[3])
    # a third of the six it has is two; of the twelve it will have again ten are left
    assert (hit["x"].strength, hit["x"].base) == (4, 10)
    assert hit.until(GERMAN, "movement")["x"].strength == 10


@pytest.mark.rule("blitzkrieg", "BK-SUP-21")
def test_turns_isolated_are_own_turns() -> None:
    now = position({"x": tank("1614"), "d": inf("2420", ALLIED)}, ROAD, phase="end", phasing=GERMAN, dumps={})
    assert now["x"].isolated == 0
    now = now.until(GERMAN, "movement")
    assert now["x"].isolated == 1
    now = now.until(ALLIED, "movement")
    assert now["x"].isolated == 1
    assert now.until(GERMAN, "movement")["x"].isolated == 2


@pytest.mark.rule("blitzkrieg", "BK-SUP-21")
def test_a_turn_in_supply_begins_the_count_anew() -> None:
    now = judged(tank("1614", strength=12, now=6, base=12, isolated=2), dumps=FUEL)
    assert now["x"].isolated == 0
    again = judged(tank("1614", strength=12))
    assert again["x"].isolated == 1


@pytest.mark.rule("blitzkrieg", "BK-SUP-25")
@pytest.mark.parametrize(("mp", "isolated", "halves"), [(6, 1, 8), (7, 1, 9), (5, 2, 3), (7, 2, 4)])
def test_points_are_rounded_down_to_the_half(mp: int, isolated: int, halves: int) -> None:
    now = position({"x": tank("1614", mp=mp, now=5, base=10, isolated=isolated)}, ROAD, dumps={})
    assert points(now.rules, now.state, "x") == halves


@pytest.mark.rule("blitzkrieg", "BK-OPT-01")
def test_german_fuel_may_be_ignored() -> None:
    assert judged(tank("1614", strength=12), country(german_fuel="ignored"))["x"].isolated == 0


def test_a_unit_in_a_box_is_not_judged() -> None:
    now = judged(inf("#due/9", printed={"turn": 9, "at": "entry_x"}), sound=False)
    assert now["x"].isolated == 0
