"""16.4: the German commandos."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, UnitMoved, UnitRemoved
from tests.games.iron_tide.field import (
    ALLIED,
    GERMAN,
    Situation,
    along,
    battalion,
    commando,
    country,
    foot,
    position,
    tanks,
)

ROAD = country(
    roads=(f"{along('3440', '3459')} 3459/E", "3445 3545 3645", "2950 2850 2850/SE"),
    zones=(("entry.german", "3459 2850"),),
)


def passing(**units: Any) -> Situation:
    """An Allied Movement Phase with a commando in 3445."""
    return position({"c": commando("3445"), "a": foot("3444", ALLIED), **units}, ROAD, phasing=ALLIED)


@pytest.mark.rule("iron_tide", "16.4a")
def test_they_enter_on_17am_on_the_east_edge_only() -> None:
    due = commando("#due/17AM", printed={"arrives": "17AM", "entry": "east", "restriction": ["16.4"]})
    other = foot("#due/17AM", mf=1, printed={"arrives": "17AM", "entry": "east"})
    now = position({"c": due, "g": other}, ROAD, turn="17AM")
    assert {t.via[0] for t in now.seat.targets("enter", ("c",))} == {"3459"}
    assert set(now.targets("enter", "g")) == {"3459", "2850"}
    assert now.refused("c", "2850", "2850", verb="enter") == ["14.0b"]
    early = position({"c": due}, ROAD, turn="16PM")
    assert early.refused("c", "3459", verb="enter") == ["14.0a"]


@pytest.mark.rule("iron_tide", "16.4a", "16.4b")
def test_no_allied_unit_blocks_their_entry() -> None:
    due = commando("#due/17AM", printed={"arrives": "17AM", "entry": "east"})
    now = position({"c": due, "x": foot("3459", ALLIED)}, ROAD, turn="17AM")
    entered = now.act("enter", "c", "3459")
    assert entered["c"].at == entered["x"].at == "3459"


@pytest.mark.rule("iron_tide", "16.4b")
def test_they_move_through_allied_units_and_zones_and_share_their_hexes() -> None:
    units = {"c": commando("3443"), "x": foot("3445", ALLIED), "y": foot("3446", ALLIED)}
    now = position(units, ROAD)
    assert now.reach("c")["3446"] == 3
    assert now.reach("c")["3455"] == 12
    assert now.move("c", "3445")["c"].at == "3445"


# ---- misdirection ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "16.4e", "SEQ.MOVE.misdirect", "B41")
def test_the_german_is_asked_when_a_unit_passes_through_the_hex_of_a_commando() -> None:
    now = passing().act("move", "a", "3446")
    assert now.step == (GERMAN, "misdirecting")
    assert now["a"].at == "3445"
    assert now.offered("misdirect") == ("c",)
    through = now.act("let_pass", numbers=[])
    assert through.step == (ALLIED, "movement")
    assert through["a"].at == "3446"
    for by, how in (("", "x"), ("3444", "")):
        found = [(r.rule, str(r.text)) for r in now.reasons("misdirect", "c", "a", by, how)]
        assert found == [("16.4e", "The route is chosen after the die roll.")]
    assert passing().act("move", "a", "3445").step == (ALLIED, "movement")  # it stops there and does not pass
    assert passing().act("move", "a", "3443").step == (ALLIED, "movement")


@pytest.mark.rule("iron_tide", "16.4e", "B41")
def test_the_german_is_asked_when_a_unit_starts_in_the_hex_of_a_commando() -> None:
    now = passing(b=foot("3445", ALLIED)).act("move", "b", "3446")
    assert now.step == (GERMAN, "misdirecting")
    assert now["b"].at == "3445"
    assert now.act("let_pass")["b"].at == "3446"


@pytest.mark.rule("iron_tide", "16.4e")
def test_one_attempt_for_each_passing_unit() -> None:
    now = passing(b=foot("3444", ALLIED), d=commando("3445")).act("move", "a b", "3446")
    assert now.offered("misdirect") == ("c", "d")
    once = now.act("misdirect", "c", "a", numbers=[3])
    assert once.step == (GERMAN, "misdirecting")
    assert once.refused("d", "a", verb="misdirect") == ["16.4e"]  # nobody tries him again
    twice = once.act("misdirect", "d", "b", numbers=[4])
    assert twice.step == (ALLIED, "movement")
    assert {twice["a"].at, twice["b"].at} == {"3446"}


@pytest.mark.rule("iron_tide", "16.4e")
def test_only_commandos_there_and_units_that_pass() -> None:
    now = passing(e=commando("3450"), x=foot("3459", ALLIED)).act("move", "a", "3446")
    assert now.refused("e", "a", verb="misdirect") == ["16.4e"]
    assert now.refused("c", "x", verb="misdirect") == ["16.4e"]
    assert now.refused("c", "nobody", verb="misdirect") == ["16.4e"]
    german = position({"c": commando("3445"), "g": foot("3444")}, ROAD).move("g", "3446")
    assert german.step == (GERMAN, "movement")  # his own side passes unharmed
    assert "16.4e" in german.refused("c", "g", verb="misdirect")


@pytest.mark.rule("iron_tide", "16.4f")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_one_die_on_the_commando_disruption_table(die: int) -> None:
    now = passing().act("move", "a", "3446").act("misdirect", "c", "a", numbers=[die])
    assert any(isinstance(e, DiceRolled) and e.rule == "16.4f" for e in now.events)
    if die <= 2:
        assert now.step == (GERMAN, "leading")
        assert (now["a"].at, now["c"].at) == ("3445", "3445")
    else:
        assert now.step == (ALLIED, "movement")
        assert (now["a"].at, now["c"].at) == ("3446", "#eliminated" if die == 6 else "3445")


@pytest.mark.rule("iron_tide", "16.4g", "SEQ.MOVE.misdirect")
def test_a_misdirected_unit_is_led_up_to_ten_road_hexes_whatever_it_has_left() -> None:
    led = (
        passing(a=foot("3444", ALLIED, mf=2)).act("move", "a", "3446").act("misdirect", "c", "a", numbers=[1])
    )
    ways = led.targets("lead", "a")
    assert "3445" in ways  # no hex at all
    assert "3455" in ways
    assert "3456" not in ways
    assert led.refused("a", "3456", verb="lead") == ["16.4g"]
    done = led.act("lead", "a", "3455")
    assert done["a"].at == "3455"
    assert done["a"].moved
    assert done.step == (ALLIED, "movement")
    assert done.refused("a", "3456")[0] == "5.0a"
    assert UnitMoved("a", (*along("3445", "3455").split(),), "misdirected") in done.events


@pytest.mark.rule("iron_tide", "16.4g", "B41")
def test_a_misdirected_unit_follows_roads_and_stays_where_there_is_none() -> None:
    led = passing().act("move", "a", "3446").act("misdirect", "c", "a", numbers=[2])
    assert set(led.targets("lead", "a")) == {*along("3440", "3455").split(), "3545", "3645"}
    assert led.refused("a", "3446", "3346 3446", verb="lead")[0] == "16.4g"
    assert led.refused("a", "3447", "3446", verb="lead") == ["16.4g"]
    assert led.sentence("a", "3447", "3446", "lead") == "The route ends in 3446, not in 3447."
    assert led.refused("a", "9999", verb="lead") == ["16.4g"]
    assert led.sentence("a", "9999", "", "lead") == "9999 is not a hex of this map."
    assert led.refused("a", "3446", "9999 3446", verb="lead") == ["16.4g"]
    wild = position({"c": commando("3042"), "a": foot("3041", ALLIED)}, ROAD, phasing=ALLIED)
    lost = wild.act("move", "a", "3043", "3042 3043").act("misdirect", "c", "a", numbers=[1])
    assert set(lost.targets("lead", "a")) == {"3042"}
    assert lost.act("lead", "a", "3042")["a"].at == "3042"


@pytest.mark.rule("iron_tide", "16.4h")
def test_a_misdirected_unit_is_led_into_no_german_zone_and_no_german() -> None:
    led = (
        passing(g=foot("3449"), b=battalion("3441"))
        .act("move", "a", "3446")
        .act("misdirect", "c", "a", numbers=[1])
    )
    ways = set(led.targets("lead", "a"))
    assert not {"3448", "3449", "3450"} & ways  # the zone of a regiment
    assert "3447" in ways
    assert "3442" in ways
    assert "3441" not in ways  # a battalion holds its hex
    assert "3440" not in ways
    through = "3446 3447 3448 3449 3450 3451"
    assert set(led.refused("a", "3451", through, verb="lead")) == {"16.4h"}
    for at in ("3448", "3451", "3441"):  # in the zone, behind it, under the battalion
        assert led.refused("a", at, verb="lead") == ["16.4h"]


@pytest.mark.rule("iron_tide", "16.4h", "B36")
def test_another_commando_bars_no_way() -> None:
    led = passing(d=commando("3447")).act("move", "a", "3446").act("misdirect", "c", "a", numbers=[1])
    assert "3448" in led.targets("lead", "a")
    assert led.act("lead", "a", "3448").step == (ALLIED, "movement")  # led, not moving: nobody is asked again


@pytest.mark.rule("iron_tide", "B41")
def test_a_misdirected_unit_crosses_no_broken_bridge_and_makes_no_overstack() -> None:
    rules = country(roads=(along("3440", "3459"),), bridge="3446/3447")
    units = {
        "c": commando("3445"),
        "a": foot("3444", ALLIED),
        **{f"f{n}": foot("3442", ALLIED) for n in range(3)},
    }
    whole = (
        position(units, rules, phasing=ALLIED)
        .act("move", "a", "3446")
        .act("misdirect", "c", "a", numbers=[1])
    )
    assert "3447" in whole.targets("lead", "a")
    assert "3442" not in whole.targets("lead", "a")  # full, but he may be led through it
    assert "3441" in whole.targets("lead", "a")
    assert whole.refused("a", "3442", verb="lead") == ["B41"]
    down = position(units, rules, phasing=ALLIED, bridges={"3446/3447": "destroyed"})
    led = down.act("move", "a", "3446").act("misdirect", "c", "a", numbers=[1])
    assert "3447" not in led.targets("lead", "a")
    assert led.refused("a", "3447", "3446 3447", verb="lead") == ["B41"]


@pytest.mark.rule("iron_tide", "B41")
def test_a_misdirected_unit_leaves_its_stack_and_the_others_go_on() -> None:
    now = passing(b=foot("3444", ALLIED)).act("move", "a b", "3446")
    led = now.act("misdirect", "c", "a", numbers=[1]).act("lead", "a", "3545")
    assert led.step == (GERMAN, "misdirecting")  # the other one may be tried as well
    done = led.act("let_pass")
    assert (done["a"].at, done["b"].at) == ("3545", "3446")
    assert done["a"].moved
    assert done["b"].moved


@pytest.mark.rule("iron_tide", "B41")
def test_a_position_in_which_the_last_of_a_stack_was_led_astray_is_sound() -> None:
    led = passing().act("move", "a", "3446").act("misdirect", "c", "a", numbers=[1])
    assert led.step == (GERMAN, "leading")
    assert [str(p) for p in led.rules.audit(led.state)] == []
    done = led.act("lead", "a", "3545")
    assert done.step == (ALLIED, "movement")
    assert done["a"].moved


@pytest.mark.rule("iron_tide", "B41")
def test_misdirection_works_on_strategic_movement_and_in_the_reserve_phase() -> None:
    quick = passing().act("move", "a", "3450", how="strategic")
    assert quick.step == (GERMAN, "misdirecting")
    assert quick.act("misdirect", "c", "a", numbers=[1]).act("lead", "a", "3440")["a"].at == "3440"
    units = {"c": commando("3445"), "a": foot("3444", ALLIED, reserve=True)}
    reserve = position(units, ROAD, phase="reserve", phasing=ALLIED).act("move", "a", "3446")
    assert reserve.step == (GERMAN, "misdirecting")


@pytest.mark.rule("iron_tide", "B41", "14.0a")
def test_reinforcements_are_met_in_the_hex_they_enter() -> None:
    rules = country(roads=(f"3440/W {along('3440', '3459')}",), zones=(("entry.D", "3440"),))
    units = {"c": commando("3440"), "r": foot("#due/18AM", ALLIED, printed={"arrives": "18AM", "entry": "D"})}
    now = position(units, rules, phasing=ALLIED).act("enter", "r", "3442")
    assert now.step == (GERMAN, "misdirecting")
    assert now["r"].at == "3440"
    assert now.act("let_pass")["r"].at == "3442"


@pytest.mark.rule("iron_tide", "7.4c")
def test_misdirection_costs_a_battalion_its_temporary_zone() -> None:
    b = battalion("3445", ALLIED, zoc=True, printed={"temporary_zoc": True, "factor": 2})
    now = passing(b=b).act("move", "b", "3446").act("misdirect", "c", "b", numbers=[1])
    assert now["b"].zoc
    assert not now.act("lead", "b", "3545")["b"].zoc


@pytest.mark.rule("iron_tide", "16.4i")
def test_who_rolled_for_a_misdirection_is_marked_for_the_game_turn() -> None:
    now = passing().act("move", "a", "3446").act("misdirect", "c", "a", numbers=[3])
    assert now["c"].tricked
    assert not passing().act("move", "a", "3446").act("let_pass")["c"].tricked
    later = now.until(GERMAN, "movement")
    assert later.state.turn == 6
    assert not later["c"].tricked


@pytest.mark.rule("iron_tide", "16.4i", "B36")
def test_commandos_hinder_neither_movement_nor_supply_nor_entry() -> None:
    units = {"c": commando("3445"), "a": foot("3444", ALLIED)}
    rules = country(roads=(along("3440", "3459"), "3440/W 3440"), allied_edge="3440", german_edge="2859")
    now = position(units, rules, phasing=ALLIED)
    assert now.reach("a")["3448"] == 4
    assert now.seat.supply(ALLIED).traces("3448")
    fight = position({"c": commando("3445"), "a": foot("3444", ALLIED)}, rules, phase="combat")
    assert fight.offered("attack") == ()  # and they do not attack
    against = position(units, rules, phase="combat", phasing=ALLIED)
    assert against.offered("attack") == ()  # nor are they attacked


@pytest.mark.rule("iron_tide", "16.4j")
def test_they_are_taken_off_when_the_german_player_turn_of_20pm_ends() -> None:
    units = {
        "c": commando("3445"),
        "d": commando("#due/17AM", printed={"arrives": "17AM", "entry": "east"}),
        "x": foot("2840", ALLIED),
    }
    now = position(units, ROAD, turn="20PM", phase="engineering")
    assert now["c"].at == "3445"
    after = now.until(ALLIED, "movement")
    assert after["c"].at == after["d"].at == "#absent"
    assert UnitRemoved("c", "#absent") in now.end().events
    for other in ("20AM", "19PM"):
        assert (
            position(units, ROAD, turn=other, phase="engineering").until(ALLIED, "movement")["c"].at == "3445"
        )
    allied = position(units, ROAD, turn="20AM", phasing=ALLIED, phase="engineering").until(GERMAN, "movement")
    assert allied["c"].at == "3445"


@pytest.mark.rule("iron_tide", "SEQ.DEFAULT", "16.4e")
def test_defaults_let_everybody_pass() -> None:
    now = passing().act("move", "a", "3446")
    default = now.seat.prompt.default
    assert default is not None
    assert default.verb == "let_pass"
    led = now.act("misdirect", "c", "a", numbers=[1])
    stay = led.seat.prompt.default
    assert stay is not None
    assert (stay.verb, stay.object) == ("lead", "3445")
    assert tanks("3444")["at"] == "3444"
