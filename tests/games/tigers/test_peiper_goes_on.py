"""KG Peiper after a combat: it moves on, attacks again, and is disrupted at the end (TG-KGP, AMB-25..31, AMB-103, AMB-104)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tigers import peiper, zoc
from hexbench.games.tigers.peiper import Continue
from hexbench.games.tigers.pieces import Attack
from tests.games.tigers.field import ALLIED, GERMAN, MF, Situation, cav, cc, country, inf, position
from tests.games.tigers.melee import allocated, fight, rolled, stand

KG = "KGPeiper"
RULES = country(roads=("804 805 806 807 808 809 810",))


def won(die: int = 1, units: dict[str, Any] | None = None, rules: Any = RULES, **state: Any) -> Situation:
    """KG Peiper in 805 has beaten a lone command in 806, and is asked what it does next."""
    found: dict[str, Any] = {KG: "805", "x": cc("806"), **(units or {})}
    ours = " ".join(u for u in found if u in (KG, "501SS", "Skorzeny"))
    now = fight(stand(found, rules, turn=state.pop("turn", 4), sound=False, **state), f"{ours} > 806", die)
    for _ in range(20):
        if isinstance(now.top, Continue) or now.step[1] == "movement":
            return now
        now = now.default()
    raise AssertionError(now.step)


def going(**facts: Any) -> Situation:
    """KG Peiper as it goes on, with marks of what it has done."""
    extra = facts.pop("units", {})
    state = facts.pop("state", {})
    units = {KG: {"at": "805", "attacks": 1, **facts}, "x": cc("807"), **extra}
    now = position(units, RULES, phase="combat", turn=4, sound=False).swapped(**state)
    group = tuple(u for u in (KG, "501SS", "Skorzeny") if u in units)
    return now.run(lambda play: play.push(Continue(who="german", group=group)))


# ---- going on --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-KGP-03", "TG-KGP-07", "TG-KGP-09")
def test_it_goes_on_with_what_the_advance_has_left_and_is_not_disrupted_yet() -> None:
    now = won()
    assert isinstance(now.top, Continue)
    assert now[KG].at == "806"
    assert now[KG].advanced
    assert not now[KG].disrupted
    assert now[KG].spent == 3  # one hex of advance
    found = now.targets("move", KG, "")
    assert found["804"].cost == MF // 3 + MF
    assert "801" not in found  # 11 thirds, and 9 are left
    moved = now.act("move", KG, "804")
    assert moved[KG].spent == 3 + 4
    assert isinstance(moved.top, Continue)
    again = moved.act("move", KG, "803")
    assert again[KG].spent == 10
    assert set(again.targets("move", KG, "")) == set()


@pytest.mark.rule("tigers", "AMB-31")
def test_it_has_no_bonus_in_a_turn_in_which_it_attacks() -> None:
    now = won()
    assert now.refused("move", KG, "801") == ["TG-MOV-03"]
    used = position(
        {KG: {"at": "805", "bonus": True, "moved": True}, "x": cc("806")}, RULES, phase="combat", sound=False
    )
    assert "TG-ATK-13" in used.refused("attack", KG, "806")


@pytest.mark.rule("tigers", "TG-KGP-09", "TG-KGP-11", "TG-DIS-10")
def test_it_is_disrupted_when_it_stops_if_it_has_advanced() -> None:
    assert won().end()[KG].disrupted
    still = going()
    assert not still.end()[KG].disrupted


@pytest.mark.rule("tigers", "TG-KGP-04", "AMB-28")
@pytest.mark.parametrize("code", ["AD", "AE", "D/AE"])
def test_an_adverse_result_stops_it(code: Any) -> None:
    now = position({KG: {"at": "805", "attacks": 1, "advanced": True}}, RULES, phase="combat", sound=False)
    done = now.do(lambda play: peiper.after_combat(play, (KG,), code))
    assert not any(isinstance(step, Continue) for step in done.s.stack)
    assert done[KG].disrupted


@pytest.mark.rule("tigers", "AMB-28")
@pytest.mark.parametrize("code", ["-", "D", "D1", "D2", "D3", "DE"])
def test_any_other_result_lets_it_go_on(code: Any) -> None:
    now = position({KG: {"at": "805", "attacks": 1}}, RULES, phase="combat", sound=False)
    done = now.do(lambda play: peiper.after_combat(play, (KG,), code))
    assert isinstance(done.s.stack[-1], Continue)


@pytest.mark.rule("tigers", "AMB-103")
def test_what_zones_disrupt_ends_its_activity() -> None:
    # from the zone of 807 (strong) to that of 803 (strong): a gap
    now = going(units={"x": inf("806", ALLIED), "y": inf("802", ALLIED)})
    after = now.act("move", KG, "804", via="804") if "804" in now.targets("move", KG) else now
    assert after.s.units[KG].at == "804"
    gap = going(units={"x": inf("806", ALLIED), "y": inf("803", ALLIED)})
    stopped = gap.act("move", KG, "804")
    assert stopped[KG].disrupted
    assert not any(isinstance(step, Continue) for step in stopped.s.stack)


@pytest.mark.rule("tigers", "TG-ZOC-20", "AMB-99", "TG-KGP-03")
def test_a_strong_zone_stops_it_until_it_has_attacked_again() -> None:
    now = going(units={"x": inf("808", ALLIED)}).act("move", KG, "807")
    assert not now[KG].disrupted
    assert now.refused("move", KG, "806") == ["AMB-99"]
    assert now.offered("move") == ()
    fought = now.act("strike", KG, "808", numbers=(2,))
    assert isinstance(fought.top, Continue)
    assert "806" in fought.targets("move", KG)


@pytest.mark.rule("tigers", "TG-ZOC-33", "TG-ZOC-27")
def test_a_step_that_must_be_its_whole_move_stops_it_too() -> None:
    units = {KG: {"at": "805", "attacks": 1}, "f": inf("806"), "x": inf("906", ALLIED)}
    now = position(units, phase="combat", turn=4, sound=False)
    now = now.run(lambda play: play.push(Continue(who="german", group=(KG,))))
    assert now.act("move", KG, "806").refused("move", KG, "807") == ["AMB-99"]


@pytest.mark.rule("tigers", "TG-ZOC-24", "TG-ZOC-25", "AMB-103")
@pytest.mark.parametrize("by", ["807", "806 807"])
def test_what_it_met_of_zones_counts_from_one_move_to_the_next(by: str) -> None:
    """It leaves the zone of 804 and comes to that of 808: from zone to zone, in one move or in two."""
    now = going(units={"x": inf("808", ALLIED), "y": inf("804", ALLIED)})
    for at in by.split():
        now = now.act("move", KG, at)
    assert now[KG].disrupted
    assert now[KG].mood == 0
    assert not any(isinstance(step, Continue) for step in now.s.stack)


@pytest.mark.rule("tigers", "TG-KGP-03")
def test_a_combat_makes_it_forget_the_zones_it_has_met() -> None:
    now = going(units={"x": inf("809", ALLIED), "y": inf("804", ALLIED), "z": cc("807")}).act(
        "move", KG, "806"
    )
    assert now[KG].mood & zoc.LEFT
    assert now.act("strike", KG, "807")[KG].mood == 0


def beside_a_river(foe: Any) -> Situation:
    """KG Peiper has advanced into 806, in the zone of ``foe`` in 907; a friend stands over the river in 807."""
    rules = country(roads=("805 806 807 808",), river="806/807")
    bridge = {"806/807": {"owner": "german"}}
    now = won(units={"y": foe, "f": inf("807")}, rules=rules, bridges=bridge)
    return now.do(lambda play: play.put("y", disrupted=False))


@pytest.mark.rule("tigers", "TG-ZOC-33", "TG-ZOC-27", "AMB-99")
@pytest.mark.parametrize(("foe", "clause"), [(cc("907"), "TG-ZOC-33"), (inf("907", ALLIED), "TG-ZOC-27")])
def test_after_a_combat_a_step_may_be_its_whole_move_again(foe: Any, clause: str) -> None:
    """Over the river within a weak zone, and to a friend within a strong one."""
    now = beside_a_river(foe)
    assert (now[KG].at, now[KG].spent) == ("806", 3)
    assert clause in now.targets("move", KG, "")["807"].rules
    assert now.act("move", KG, "807").refused("move", KG, "808") == ["AMB-99"]


@pytest.mark.rule("tigers", "TG-ZOC-33", "AMB-99")
def test_once_it_has_moved_since_no_step_can_be_its_whole_move() -> None:
    back = beside_a_river(cc("907")).act("move", KG, "805").act("move", KG, "806")
    assert back.refused("move", KG, "807") == ["TG-ZOC-33"]


@pytest.mark.rule("tigers", "AMB-104")
def test_the_fuel_limit_binds_it_too() -> None:
    assert peiper.movement_left(RULES, going().s) == 12
    assert peiper.movement_left(RULES, going(state={"limit": 3}).s) == 6
    assert peiper.movement_left(RULES, going(spent=7).s) == 5


@pytest.mark.rule("tigers", "AMB-29")
def test_in_the_second_pass_it_has_one_factor_less_and_only_if_it_did_nothing_before() -> None:
    assert peiper.movement_left(RULES, going(state={"round": 2}).s) == 9
    done = position({KG: {"at": "805", "attacks": 1, "acted": True}, "a": inf("1405")}, RULES, round=2)
    assert done.refused("move", KG, "804") == ["TG-SEQ-16"]


@pytest.mark.rule("tigers", "AMB-30", "TG-FT1-02")
def test_in_turn_1_it_attacks_from_where_it_is_set_up_and_then_has_its_whole_factor() -> None:
    now = won(turn=1)
    assert isinstance(now.top, Continue)
    assert now[KG].spent == 3 * now[KG].advanced
    stay = going(state={"turn": 1})
    assert peiper.movement_left(RULES, stay.s) == 12


# ---- the group -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-KGP-01", "AMB-25")
def test_501_and_skorzeny_go_with_it_and_nobody_else() -> None:
    now = going(units={"501SS": "805", "Skorzeny": "805", "12VG": "805", "506Pz": "805"})
    assert peiper.group(now.s, now.board) == (KG, "501SS", "Skorzeny")
    assert now.offered("move") == (KG, "501SS", "Skorzeny")
    moved = now.act("move", f"{KG} 501SS Skorzeny", "804", numbers=(6,))
    assert {moved[u].at for u in (KG, "501SS", "Skorzeny")} == {"804"}
    assert now.refused("move", "501SS", "804") == ["AMB-25"]
    assert "TG-KGP-03" in now.refused("move", f"{KG} 12VG", "804")


@pytest.mark.rule("tigers", "TG-KGP-01", "AMB-25")
@pytest.mark.parametrize(
    ("facts", "goes"),
    [({}, True), ({"attacks": 1}, False), ({"acted": True}, False), ({"bonus": True}, False)],
)
def test_who_sat_its_combat_out_beside_it_goes_on_with_it(facts: dict[str, Any], goes: bool) -> None:
    """But not who has done something else in this turn."""
    units = {
        KG: {"at": "805", "attacks": 1},
        "501SS": {"at": "805", **facts},
        "Skorzeny": "804",
        "x": cc("807"),
    }
    now = position(units, RULES, phase="combat", turn=4, sound=False)
    now = now.run(lambda play: peiper.after_combat(play, (KG,), "-"))
    assert now.top.group == ((KG, "501SS") if goes else (KG,))
    if goes:
        moved = now.act("move", f"{KG} 501SS", "806", numbers=(6,))
        assert moved.act("strike", f"{KG} 501SS", "807")["501SS"].attacks == 1


@pytest.mark.rule("tigers", "TG-KGP-01", "AMB-25")
def test_nor_does_who_has_still_to_attack_with_others() -> None:
    units = {KG: "805", "501SS": "805", "x": cc("806"), "y": cc("905"), "h": inf("804")}
    now = allocated(stand(units, RULES, turn=4, sound=False), f"{KG} > 806", "501SS h > 905")
    now = rolled(now, "806", 4)
    while not isinstance(now.top, Continue):
        now = now.default()
    assert now.top.group == (KG,)


@pytest.mark.rule("tigers", "TG-KGP-09", "TG-KGP-01")
def test_attached_units_share_the_postponed_disruption() -> None:
    now = going(
        advanced=True,
        units={
            "501SS": {"at": "805", "advanced": True, "attacks": 1},
            "Skorzeny": {"at": "805", "attacks": 1},
        },
    )
    done = now.end()
    assert done[KG].disrupted
    assert done["501SS"].disrupted
    assert not done["Skorzeny"].disrupted


@pytest.mark.rule("tigers", "TG-KGP-11", "TG-DIS-10", "TG-ADV-10")
@pytest.mark.parametrize("uid", ["501SS", "Skorzeny"])
def test_who_advances_without_it_has_nothing_put_off(uid: str) -> None:
    """He has parted from it, so his movement and attacks are over with the combat."""
    now = fight(stand({KG: "805", uid: "805", "x": cc("806")}, RULES, turn=4), f"{KG} {uid} > 806", 1)
    while now.step[1] != "advance":
        now = now.default()
    now = now.act("advance", uid, "806").act("stay")
    assert isinstance(now.top, Continue)
    assert (now[KG].at, now[uid].at) == ("805", "806")
    assert (now[KG].disrupted, now[uid].disrupted) == (False, True)


@pytest.mark.rule("tigers", "TG-KGP-11", "TG-DIS-10")
def test_who_is_left_behind_is_disrupted_when_it_attacks_again() -> None:
    now = going(
        advanced=True,
        units={"x": cc("807"), "501SS": {"at": "805", "advanced": True, "attacks": 1}},
    ).act("move", KG, "806")
    assert not now["501SS"].disrupted
    fought = now.act("strike", KG, "807")
    assert fought["501SS"].disrupted
    assert not fought[KG].disrupted


# ---- the licence -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-KGP-02", "AMB-27")
def test_it_attacks_twice_in_a_player_turn_and_the_second_attack_is_fought_at_once() -> None:
    now = going(units={"x": cc("806")})
    assert "strike" in now.verbs
    fought = now.act("strike", KG, "806")
    assert fought.step == (ALLIED, "no_retreat")
    assert fought[KG].attacks == 2
    third = going(attacks=2, units={"x": cc("806")})
    assert third.refused("strike", KG, "806") == ["TG-KGP-02"]
    assert "strike" not in third.verbs


@pytest.mark.rule("tigers", "TG-KGP-05", "TG-KGP-06", "TG-SPC-09")
@pytest.mark.parametrize("ruthless", [2, 4])
def test_from_ruthlessness_on_each_further_attack_takes_a_further_factor(ruthless: int) -> None:
    def licensed(**facts: Any) -> Situation:
        return going(units={"x": cc("806")}, state={"ruthless": ruthless}, **facts)

    assert licensed(attacks=2, spent=3, paid=3).refused("strike", KG, "806") == ["TG-KGP-05"]
    assert licensed(attacks=2, spent=5, paid=3).refused("strike", KG, "806") == ["TG-KGP-05"]
    assert "strike" in licensed(attacks=2, spent=6, paid=3).verbs
    assert licensed(attacks=2, spent=6, paid=3).act("strike", KG, "806")[KG].paid == 6
    assert "strike" in licensed(attacks=3, spent=9, paid=6).verbs
    assert licensed(attacks=4, spent=12, paid=9).refused("strike", KG, "806") == ["TG-KGP-05"]
    assert (
        licensed(attacks=2, spent=5, paid=3)
        .sentence("strike", KG, "806")
        .endswith("must spend one more movement factor before it can attack again.")
    )
    for facts in ({"attacks": 4, "spent": 12, "paid": 9}, {"attacks": 3, "spent": 12, "paid": 12}):
        assert (
            licensed(**facts)
            .sentence("strike", KG, "806")
            .endswith("can attack no more this turn: each attack takes one of its 4 movement factors.")
        )


@pytest.mark.rule("tigers", "TG-KGP-05")
def test_factors_beyond_the_basic_ones_give_no_attack() -> None:
    # the extra hex of an advance was paid with nothing (TG-KGP-08)
    over = going(units={"x": cc("806")}, state={"ruthless": 2}, attacks=2, spent=15, paid=12)
    assert over.refused("strike", KG, "806") == ["TG-KGP-05"]


@pytest.mark.rule("tigers", "AMB-27", "TG-ATK-10")
def test_the_normal_obligations_hold_and_go_into_the_one_attack() -> None:
    now = going(units={"x": cc("806"), "y": inf("906", ALLIED)})
    attack = peiper.planned(now.rules, now.s, now.board, (KG,), "806")
    assert attack.targets == ("806", "906")
    told = now.targets("strike", KG)["806"].says
    assert any("906" in str(text) for text in told)
    alone = peiper.planned(now.rules, now.s, now.board, (KG,), "906")
    assert alone.targets == ("906",)  # the command in 806 is weak and obliges nobody


@pytest.mark.rule("tigers", "TG-ATK-10")
def test_what_others_attack_in_this_phase_need_not_be_attacked_again() -> None:
    now = going(units={"x": cc("806"), "y": inf("906", ALLIED)})
    others = now.swapped(fought=(Attack(attackers=("2Pz",), targets=("906",)),))
    assert peiper.planned(others.rules, others.s, others.board, (KG,), "806").targets == ("806",)


@pytest.mark.rule("tigers", "AMB-27")
def test_only_the_group_attacks_and_only_what_is_next_to_it() -> None:
    now = going(units={"x": cc("806"), "12VG": "805"})
    assert "AMB-27" in now.refused("strike", f"{KG} 12VG", "806")
    assert "TG-KGP-01" in now.refused("strike", "12VG", "806")
    assert now.refused("strike", KG, "808") == ["AMB-92"]
    assert now.refused("strike", KG, "804") == ["TG-ATK-01"]
    elsewhere = position({KG: "805", "x": cc("806")}, RULES, phase="combat", sound=False)
    assert "AMB-27" in elsewhere.refused("strike", KG, "806")


@pytest.mark.rule("tigers", "TG-ATK-13")
def test_a_move_that_ends_at_road_rate_is_its_last_deed() -> None:
    now = going(units={"x": cc("810")})
    after = now.act("move", KG, "808", "road_mode")
    assert after[KG].disrupted
    assert not any(isinstance(step, Continue) for step in after.s.stack)


@pytest.mark.rule("tigers", "TG-BRG-05", "AMB-59")
@pytest.mark.parametrize("die", [3, 4])
def test_an_attack_over_an_unbridged_river_needs_a_bridge_first(die: int) -> None:
    rules = country(river="805/806")
    unit = {"at": "805", "attacks": 1}
    now = position({KG: unit, "x": cav("806")}, rules, phase="combat", turn=1, sound=False)
    now = now.run(lambda play: play.push(Continue(who="german", group=(KG,))))
    after = now.act("strike", KG, "806", numbers=(die,))
    if die == 3:
        assert after.s.bridges["805/806"].marker
        assert after.step == (ALLIED, "no_retreat")
    else:
        assert after.step[0] == GERMAN
        assert "AMB-59" in after.refused("strike", KG, "806")
    moved = position(
        {KG: {**unit, "moved": True}, "x": cav("806")}, rules, phase="combat", turn=4, sound=False
    )
    moved = moved.run(lambda play: play.push(Continue(who="german", group=(KG,))))
    assert "TG-BRG-04" in moved.refused("strike", KG, "806")


@pytest.mark.rule("tigers", "TG-KGP-03")
def test_the_step_in_which_it_goes_on_has_a_name_of_its_own() -> None:
    """As the engine protocol's document calls it; "combat" is the allocation of attacks."""
    assert going().step == (GERMAN, "continue")


@pytest.mark.rule("tigers", "AMB-30")
def test_by_option_it_does_not_move_in_the_first_pass_of_turn_1() -> None:
    rules = country(roads=("804 805 806 807 808 809 810",), peiper_first_pass="stands")
    first = won(rules=rules, turn=1)
    assert first.refused("move", KG, "804") == ["AMB-30"]
    assert first.offered("move") == ()
    assert "804" in won(rules=rules, turn=4).targets("move", KG)
