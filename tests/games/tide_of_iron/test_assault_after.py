"""TI-ASL-19 to -31, B-ASL: casualties of both sides, success and failure, retreat, advance."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import Noted
from hexbench.games.tide_of_iron.pieces import Works
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.shots import AMERICAN, GERMAN, charge, duel, squad, storm, vehicle

SIX = {"elite": 3}
"""Six dice."""


def assault(target: dict[str, Any], more: dict[str, Any] | None = None, **state: Any) -> field.Situation:
    """Three elite figures assault C6 from C5."""
    return storm(duel(squad("C5", figures=SIX), target, more, **state))


def on(now: field.Situation) -> dict[str, str]:
    """Where everybody is that is still on the map."""
    return {uid: unit.at for uid, unit in now.state.units.items() if unit.on_map}


# ---- casualties ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-ASL-19")
@pytest.mark.rule("tide_of_iron", "B-ATK-1")
def test_the_attacker_loses_first_and_the_active_squad_before_its_supporters() -> None:
    more = {"a2": squad("B5"), "a3": squad("D5"), "g2": squad("C6", GERMAN)}
    now = assault(squad("C6", GERMAN), more).act("assault_support", "a2").act("assault_support", "a3")
    few = charge(now, 1, 2)
    assert (few["a1"].men, few["a2"].men, few["a3"].men) == (1, 4, 4)
    assert few.step == (GERMAN, "casualties")
    many = charge(now, 1, 5)
    assert many.step == (AMERICAN, "casualties")
    assert not many["a1"].on_map
    assert many.refused("lose", "g1", "regular") == ["TI-ASL-19"]
    many = many.act("lose", "a3", "regular").act("lose", "a3", "regular")
    assert (many["a2"].men, many["a3"].men) == (4, 2)


@pytest.mark.rule("tide_of_iron", "TI-ASL-20")
@pytest.mark.rule("tide_of_iron", "TI-ASL-21")
def test_the_defender_shares_his_casualties_among_squads_and_light_vehicles() -> None:
    more = {"g2": squad("C6", GERMAN), "g3": vehicle("C6", "sdkfz_251")}
    now = charge(assault(squad("C6", GERMAN), more), 3, 0)
    assert now.step == (GERMAN, "casualties")
    assert sorted(now.offered("lose")) == ["g1", "g2", "g3"]
    now = now.act("lose", "g3", "hull").act("lose", "g1", "regular").act("lose", "g3", "hull")
    assert (now["g1"].men, now["g2"].men, now["g3"].damage) == (3, 4, "light")


@pytest.mark.rule("tide_of_iron", "B-ASL-5")
@pytest.mark.rule("tide_of_iron", "TI-ASL-21")
@pytest.mark.parametrize(
    ("kind", "damage", "room"),
    [
        ("sdkfz_251", "", 4),
        ("sdkfz_251", "light", 3),
        ("sdkfz_251", "heavy", 1),
        ("opel_blitz", "", 3),
        ("opel_blitz", "light", 1),
    ],
)
def test_a_light_vehicle_bears_as_many_hits_as_destroy_it(kind: str, damage: str, room: int) -> None:
    more = {"g2": vehicle("C6", kind, damage=damage)}
    now = charge(assault(squad("C6", GERMAN), more), room + 1, 0)
    for _ in range(room):
        assert now.step[1] == "casualties"
        assert now["g2"].on_map
        now = now.act("lose", "g2", "hull")
    assert now.step[1] == "retreat"
    assert not now["g2"].on_map
    assert now["g1"].men == 3
    spared = charge(assault(squad("C6", GERMAN), more), room, 0)
    if room > 1:
        spared = spared.act("lose", "g1", "regular")
        for _ in range(room - 1):
            spared = spared.act("lose", "g2", "hull")
        assert spared["g2"].damage == ("light" if kind == "opel_blitz" else "heavy"), "the table, once"


# ---- success or failure ----------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-ASL-22")
@pytest.mark.rule("tide_of_iron", "B-ASL-1")
@pytest.mark.parametrize(("attack", "defence"), [(2, 2), (1, 2), (0, 0)])
def test_without_more_hits_the_assault_fails_and_only_the_active_squad_is_fatigued(
    attack: int, defence: int
) -> None:
    more = {"a2": squad("D5", token="op_fire"), "a3": squad("B5")}
    now = (
        assault(squad("C6", GERMAN, {"elite": 4}), more)
        .act("assault_support", "a2")
        .act("assault_support", "a3")
    )
    after = charge(now, attack, defence)
    assert [after[x].token for x in ("a1", "a2", "a3")] == ["fatigued", "op_fire", ""]
    assert after["g1"].at == "C6"
    assert after.step[1] == "turn"


@pytest.mark.rule("tide_of_iron", "TI-ASL-23")
@pytest.mark.rule("tide_of_iron", "TI-ASL-24")
@pytest.mark.rule("tide_of_iron", "B-ASL-2")
@pytest.mark.rule("tide_of_iron", "TI-OPF-08")
def test_with_more_hits_all_survivors_retreat_together_where_their_owner_says() -> None:
    more = {"g2": squad("C6", GERMAN), "a2": squad("C7", token="op_fire"), "g3": squad("D6", GERMAN)}
    now = charge(assault(squad("C6", GERMAN, {"elite": 4}), more), 1, 0)
    now = now.act("lose", "g2", "regular")
    assert now.step == (GERMAN, "retreat")
    assert sorted(now.targets("retreat", "g1")) == ["B5", "B6", "D5", "D6"]
    assert now.refused("retreat", "g1", "C7") == ["TI-ASL-24"]
    assert now.refused("retreat", "g1", "C8") == ["TI-ASL-24"]
    assert now.refused("retreat", "g3", "D5") == ["TI-ASL-24"]
    now = now.act("retreat", "g1", "D6")
    assert (now["g1"].at, now["g2"].at) == ("D6", "D6")
    assert now.step == (AMERICAN, "follow_up"), "nobody fires op fire at a retreat"


@pytest.mark.rule("tide_of_iron", "TI-ASL-27")
@pytest.mark.rule("tide_of_iron", "TI-ASL-28")
@pytest.mark.rule("tide_of_iron", "B-ASL-2")
def test_disrupted_units_and_crippled_vehicles_are_destroyed_pinned_ones_become_disrupted() -> None:
    more = {
        "g2": squad("C6", GERMAN, condition="disrupted"),
        "g3": vehicle("C6", "sdkfz_251", damage="heavy"),
    }
    now = charge(assault(squad("C6", GERMAN, condition="pinned"), more), 1, 0).act("lose", "g1", "regular")
    assert set(on(now)) == {"a1", "g1"}
    now = now.act("retreat", "g1", "C7")
    assert (now["g1"].at, now["g1"].condition) == ("C7", "disrupted")


@pytest.mark.rule("tide_of_iron", "TI-ASL-28")
@pytest.mark.rule("tide_of_iron", "TI-CON-07")
def test_who_is_fit_stays_fit_in_a_retreat() -> None:
    now = charge(assault(squad("C6", GERMAN, token="op_fire")), 1, 0).act("retreat", "g1", "C7")
    assert (now["g1"].condition, now["g1"].token) == ("", "op_fire")


@pytest.mark.rule("tide_of_iron", "TI-ASL-26")
def test_without_a_way_out_all_survivors_are_destroyed() -> None:
    blocked = {f"a{i}": squad(at) for i, at in enumerate(("D5", "D6", "C7", "B6", "B5"), 2)}
    now = charge(assault(squad("C6", GERMAN), blocked), 1, 0)
    assert "g1" not in on(now)
    assert now.step == (AMERICAN, "follow_up")


@pytest.mark.rule("tide_of_iron", "B-ASL-2")
@pytest.mark.rule("tide_of_iron", "B-MOV-3")
def test_impassable_hexes_are_no_way_out_and_who_cannot_follow_is_destroyed() -> None:
    """Five ways: pond, cliff up, two held by the enemy; only the deep stream is left, which stops vehicles."""
    rules = field.spotted({"D5": "p0", "D6": ".2", "C7": "d0"})
    more = {
        "a2": squad("B6"),
        "a3": squad("B5"),
        "g2": vehicle("C6", "opel_blitz"),
        "g3": squad("#aboard/g2", GERMAN),
    }
    now = charge(assault(squad("C6", GERMAN), more, rules=rules), 1, 0).act("lose", "g1", "regular")
    assert now["g1"].at == "C7"
    assert set(on(now)) == {"a1", "a2", "a3", "g1"}


@pytest.mark.rule("tide_of_iron", "TI-ASL-25")
@pytest.mark.rule("tide_of_iron", "TI-STK-07")
def test_who_has_no_room_in_the_retreat_hex_is_destroyed_as_the_owner_picks() -> None:
    full = {"g3": squad("C7", GERMAN), "g4": squad("C7", GERMAN), "g2": squad("C6", GERMAN, {"elite": 4})}
    now = charge(assault(squad("C6", GERMAN), full), 1, 0).act("lose", "g1", "regular")
    now = now.act("retreat", "g1", "C7")
    assert now.step == (GERMAN, "excess")
    assert now.offered("give_up") == ("g1", "g2")
    assert now.refused("give_up", "g3") == ["TI-ASL-25"]
    now = now.act("give_up", "g1")
    assert set(on(now)) == {"a1", "g2", "g3", "g4"}


@pytest.mark.rule("tide_of_iron", "TI-ASL-25")
def test_no_more_than_two_vehicles_find_room_either() -> None:
    more = {
        "g2": vehicle("C6", "sdkfz_251"),
        "g3": vehicle("C7", "opel_blitz"),
        "g4": vehicle("C7", "sdkfz_251"),
    }
    now = (
        charge(assault(squad("C6", GERMAN), more), 1, 0)
        .act("lose", "g1", "regular")
        .act("retreat", "g1", "C7")
    )
    assert set(on(now)) == {"a1", "g1", "g3", "g4"}


@pytest.mark.rule("tide_of_iron", "B-FORT-1")
def test_a_retreat_leaves_the_fortification() -> None:
    works = {"C6": {"entrenchment": 1}, "C7": {"entrenchment": 1}}
    now = assault(squad("C6", GERMAN, shelter="entrenchment"), works=works)
    now = charge(now, 1, 0).act("retreat", "g1", "C7")
    assert (now["g1"].at, now["g1"].shelter) == ("C7", "")


@pytest.mark.rule("tide_of_iron", "B-ASL-2")
@pytest.mark.rule("tide_of_iron", "TI-FORT-20")
def test_mines_wait_for_those_who_retreat_and_for_those_who_advance() -> None:
    works = {"C6": Works(minefield=True), "C7": Works(minefield=True)}
    now = charge(assault(squad("C6", GERMAN, {"elite": 4}), works=works), 1, 0)
    now = now.act("retreat", "g1", "C7", numbers=[6, 6, 1, 1])
    assert (now["g1"].men, now["g1"].token) == (1, "fatigued")
    now = now.act("follow_up", "a1", numbers=[4, 1, 1, 1])
    assert (now["a1"].at, now["a1"].men, now["a1"].token) == ("C6", 2, "fatigued")


# ---- advance ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-ASL-29")
@pytest.mark.rule("tide_of_iron", "TI-ASL-30")
@pytest.mark.rule("tide_of_iron", "TI-ASL-31")
@pytest.mark.rule("tide_of_iron", "B-ASL-10")
@pytest.mark.rule("tide_of_iron", "B-ASL-1")
def test_each_squad_advances_or_stays_but_those_fatigued_before_do_not_and_all_are_fatigued() -> None:
    more = {"a2": squad("D5", token="fatigued"), "a3": squad("B5", token="op_fire")}
    now = assault(squad("C6", GERMAN), more).act("assault_support", "a2").act("assault_support", "a3")
    now = charge(now, 1, 0).act("retreat", "g1", "C7")
    assert now.step == (AMERICAN, "follow_up")
    assert now.refused("follow_up", "a3") == ["TI-ASL-29"]
    now = now.act("stay")
    assert now.offered("follow_up") == ("a3",)
    now = now.act("follow_up", "a3")
    assert on(now) == {"a1": "C5", "a2": "D5", "a3": "C6", "g1": "C7"}
    assert {now[x].token for x in ("a1", "a2", "a3")} == {"fatigued"}
    assert now.step[1] == "turn"


@pytest.mark.rule("tide_of_iron", "B-ASL-4")
def test_without_survivors_hits_still_decide() -> None:
    """The single defender falls with the first hit; so many hits back make it a failure, and nobody advances."""
    lone = squad("C6", GERMAN, {"mg": 1})
    failed = charge(assault(lone), 1, 1)
    assert "g1" not in on(failed)
    assert failed["a1"].at == "C5"
    assert failed.step[1] != "follow_up"
    assert failed["a1"].token == "fatigued"
    won = charge(assault(lone), 2, 1)
    assert won.step == (AMERICAN, "follow_up")


@pytest.mark.rule("tide_of_iron", "B-ASL-6")
def test_when_the_active_squad_is_gone_the_supporters_may_still_advance() -> None:
    more = {"a2": squad("D5", figures={"elite": 4}), "g2": squad("C6", GERMAN)}
    now = assault(squad("C6", GERMAN), more).act("assault_support", "a2")
    now = charge(now, 8, 3)
    assert not now["a1"].on_map
    assert now.step == (AMERICAN, "follow_up")
    assert now.offered("follow_up") == ("a2",)


@pytest.mark.rule("tide_of_iron", "B-MOV-3")
@pytest.mark.rule("tide_of_iron", "TI-ASL-29")
def test_nobody_advances_over_a_cliff() -> None:
    rules = field.spotted({"C6": ".2"})
    now = charge(assault(squad("C6", GERMAN, {"mg": 1}), rules=rules), 2, 0)
    assert now["a1"].at == "C5"
    assert now.step[1] != "follow_up"


# ---- concealment -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "B-CNC-4")
@pytest.mark.rule("tide_of_iron", "TI-CNC-05")
@pytest.mark.parametrize("concealment", ["text", "hidden"])
def test_an_assault_reveals_all_who_are_in_it_and_they_defend(concealment: str) -> None:
    rules = field.spotted({"C6": "w0", "D5": "w0"}, concealment=concealment)
    more = {"g2": squad("C6", GERMAN, concealed=True), "a2": squad("D5", concealed=True)}
    handles = {"gh1": "g2", "ah1": "a2"} if concealment == "hidden" else {}
    now = assault(squad("C6", GERMAN), more, rules=rules, handles=handles).act("assault_support", "a2")
    after = now.act("storm", numbers=[1] * 8 + [1] * 2 + [1] * 8)
    assert not after["g2"].concealed
    assert not after["a2"].concealed
    assert [one.rule for one in after.told(Noted)] == ["TI-CNC-05", "B-CNC-4"]


def test_the_retreat_that_meets_a_hidden_enemy_looks_for_another_way() -> None:
    rules = field.spotted({"C7": "w0"}, concealment="hidden")
    more = {"a2": squad("C7", concealed=True)}
    now = assault(squad("C6", GERMAN), more, rules=rules, handles={"ah1": "a2"})
    now = charge(now, 1, 0)
    assert "C7" in now.targets("retreat", "g1")
    now = now.act("retreat", "g1", "C7")
    assert now.step == (GERMAN, "retreat")
    assert not now["a2"].concealed
    assert "C7" not in now.targets("retreat", "g1")
    assert now.act("retreat", "g1", "D6")["g1"].at == "D6"
