"""Ground attacks from the air: who is attacked, in which column, and who is shot down (TG-AIR-01 to TG-AIR-17)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, Resolved, UnitChanged
from hexbench.games.tigers import air
from tests.games.tigers.field import (
    ALLIED,
    GERMAN,
    abn,
    arm,
    cav,
    cc,
    country,
    inf,
    para,
    position,
    pz,
    pzbde,
    pzgren,
    tiger,
)
from tests.games.tigers.skies import USAAF, fleet, hit, sky

GROUND = country(
    forest="806 905",
    venn="1005",
    town="705",
    city="604",
    roads=("805 806 807", "604 704"),
)


# ---- columns ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-AIR-06", "TG-AIR-07")
@pytest.mark.parametrize("row", range(1, 7))
def test_open_and_cover(row: int) -> None:
    now = sky({"o": inf("805"), "c": inf("905")}, GROUND)
    assert hit(now, "o", "P-47", row)["o"].disrupted == (row <= 3)
    assert hit(now, "c", "P-47", row)["c"].disrupted == (row <= 2)


@pytest.mark.rule("tigers", "TG-AIR-06", "TG-AIR-07", "TG-AIR-09", "TG-AIR-10", "AMB-72", "AMB-74", "AMB-101")
@pytest.mark.parametrize(
    ("unit", "column"),
    [
        (inf("804"), "open"),
        (inf("805"), "open"),
        (inf("705"), "open"),  # town
        (inf("1005"), "open"),  # Venn
        (inf("604"), "cover"),  # city
        (pz("604"), "cover"),  # armor on a road, but in a city
        (inf("804", entrenched=True), "cover"),
        (inf("806"), "cover"),  # forest road
        (pzgren("806"), "cover"),
        (pz("806"), "open"),
        (tiger("806"), "open"),
        (pzbde("806"), "open"),
        (pz("905"), "cover"),  # forest without a road
    ],
)
def test_the_column_of_a_unit(unit: Any, column: str) -> None:
    now = sky({"u": unit}, GROUND)
    assert air.column(now.rules, now.s, "u") == column


@pytest.mark.rule("tigers", "TG-AIR-09", "TG-AIR-10", "AMB-119")
def test_skorzeny_is_under_cover_on_a_forest_road() -> None:
    now = sky({"Skorzeny": "806"}, GROUND)
    assert air.column(now.rules, now.s, "Skorzeny") == "cover"


@pytest.mark.rule("tigers", "TG-AIR-06", "TG-AIR-10")
def test_allied_armor_and_cavalry() -> None:
    now = sky({"a": arm("806", turn=1), "v": cav("806"), "k": cc("905")}, GROUND, phasing=GERMAN)
    assert [air.column(now.rules, now.s, u) for u in "avk"] == ["open", "cover", "cover"]


# ---- the attack -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-AIR-03", "TG-AIR-28")
def test_every_unit_is_attacked_from_the_top_those_with_guns_first() -> None:
    now = sky({"p": pz("805"), "i": inf("805"), "j": inf("805")}, sound=False)
    after = hit(now, "p", "P-47", 4, 3, 1)
    assert [e.object for e in after.told(Resolved)] == ["p", "j", "i"]
    assert [after[u].disrupted for u in "pji"] == [False, True, True]


@pytest.mark.rule("tigers", "TG-AIR-08", "TG-DIS-02", "TG-DIS-16")
def test_a_disrupts_in_place_and_works_are_lost() -> None:
    now = sky({"i": inf("805", entrenched=True), "d": inf("805", disrupted=True)}, sound=False)
    after = hit(now, "i", "P-47", 1, 1)
    assert (after["i"].at, after["i"].disrupted, after["i"].entrenched) == ("805", True, False)
    assert [e.unit for e in after.told(UnitChanged) if e.what == "disrupted"] == ["i"]
    assert after.step[0] == ALLIED  # nobody is asked to retreat


@pytest.mark.rule("tigers", "AMB-71")
def test_disrupted_units_may_be_left_out() -> None:
    now = sky({"i": inf("805"), "d": inf("805", disrupted=True)})
    assert now.hows("bomb", to="805") == {"P-47", "P-47 fresh", "P-51", "P-51 fresh"}
    after = hit(now, "i", "P-47 fresh", 2)
    assert [e.object for e in after.told(Resolved)] == ["i"]
    assert sky({"i": inf("805")}).refused("bomb", to="805", how="P-47 fresh") == ["AMB-71"]


@pytest.mark.rule("tigers", "TG-AIR-04", "AMB-71")
def test_several_groups_may_be_sent_against_one_hex() -> None:
    now = sky({"i": inf("805")})
    after = hit(hit(now, "i", "P-47", 4), "i", "P-47", 3)
    assert after["i"].disrupted
    assert [u for u, a in after.s.air.items() if a.flown and a.side == ALLIED] == ["365FG", "366FG"]


@pytest.mark.rule("tigers", "TG-AIR-01", "TG-WEA-05", "AMB-76")
def test_one_mission_for_each_unit_and_four_in_fog() -> None:
    now = sky({"i": inf("805")})
    for _ in range(4):
        now = hit(now, "i", "P-47", 4)
    assert now.verbs == ("end",)
    assert now.refused("bomb", to="805", how="P-47") == ["TG-WEA-05"]
    snow = sky({"a": inf("805", ALLIED)}, phasing=GERMAN, weather="Snow")
    assert hit(snow, "a", "FW-190", 5).refused("bomb", to="805", how="FW-190") == ["TG-WEA-04"]


@pytest.mark.rule("tigers", "TG-AIR-01")
def test_no_unit_flies_twice_in_a_turn() -> None:
    now = sky({"a": inf("805", ALLIED)}, phasing=GERMAN, weather="Fog", air=fleet("FW190-1", *USAAF))
    after = hit(now, "a", "FW-190", 5)
    assert after.s.air["FW190-2"].flown
    assert "TG-WEA-05" in after.refused("bomb", to="805", how="FW-190")
    clear = sky({"a": inf("805", ALLIED)}, phasing=GERMAN, weather="Clear", air=fleet("FW190-1", *USAAF))
    twice = hit(hit(clear, "a", "FW-190", 5), "a", "FW-190", 5)
    assert twice.refused("bomb", to="805", how="FW-190") == ["TG-AIR-01"]


@pytest.mark.rule("tigers", "TG-AIR-02", "AMB-100")
def test_attacks_are_flown_in_the_owners_turn_after_allocation() -> None:
    now = position({"p": pz("805"), "a": inf("1005", ALLIED)}, phase="movement", weather="Fog", turn=9)
    assert "TG-AIR-02" in now.refused("bomb", to="1005", how="FW-190")
    german = sky({"p": pz("805"), "a": inf("1005", ALLIED)}, phasing=GERMAN)
    assert set(german.targets("bomb")) == {"1005"}
    assert "TG-AIR-30" in german.refused("bomb", to="1005", how="P-47")
    assert german.of(ALLIED).targets("bomb") == ()
    second = position(
        {"p": pz("805"), "a": inf("1005", ALLIED)}, phase="air", phasing=GERMAN, weather="Fog", round=2
    )
    assert "bomb" in second.verbs


def test_only_enemies_are_attacked_and_von_der_heydte_is_none() -> None:
    now = sky({"p": pz("805"), "a": inf("1005", ALLIED), "vdH": "1205"}, sound=False)
    assert set(now.targets("bomb")) == {"805"}
    assert now.refused("bomb", to="1005", how="P-47") == ["TG-AIR-03"]


@pytest.mark.rule("tigers", "TG-WEA-07")
def test_in_clear_weather_a_unit_attacks_twice_unless_it_is_shot_down() -> None:
    now = sky({"p": pz("805"), "i": inf("1005")}, weather="Clear")
    once = hit(now, "i", "P-47", 4)
    assert once.s.air["365FG"].again == 1
    twice = hit(once, "i", "P-47", 4)
    assert [u for u, a in twice.s.air.items() if a.flown and a.side == ALLIED] == ["365FG"]
    assert twice.s.air["365FG"].again == 0
    down = hit(now, "p", "P-47", 6)
    assert (down.s.air["365FG"].again, down.s.air["365FG"].back) == (0, 11)
    assert once.end().s.air["365FG"].again == 0
    assert hit(sky({"i": inf("1005")}), "i", "P-47", 4).s.air["365FG"].again == 0  # fog


@pytest.mark.rule("tigers", "TG-AIR-06", "TG-AIR-07", "TG-AIR-15")
@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (pz("804"), "in the open: D on 1 to 3; it shoots back"),
        (inf("804"), "in the open: D on 1 to 3"),
        (pz("604"), "in a city: D on 1 or 2; the city shoots back"),
        (pz("905"), "under cover: D on 1 or 2"),
    ],
)
def test_the_inspector_says_how_a_unit_fares(unit: Any, words: str) -> None:
    page = sky({"u": unit}, GROUND).seat.facts("u")
    assert page is not None
    assert [str(f.value) for f in page.facts if str(f.label) == "Air attack"] == [words]


@pytest.mark.rule("tigers", "TG-AIR-06", "TG-AIR-07", "AMB-01")
@pytest.mark.parametrize(("index", "open_", "cover"), [("A", "1 to 3", "1 or 2"), ("B", "4 to 6", "5 or 6")])
def test_the_die_rolls_told_are_those_of_the_index(index: str, open_: str, cover: str) -> None:
    ground = country(forest="905", die_index=index)
    now = sky({"o": inf("805"), "c": inf("905")}, ground)
    pages = [now.seat.facts(uid) for uid in "oc"]
    told = [str(f.value) for page in pages if page for f in page.facts if str(f.label) == "Air attack"]
    assert told == [f"in the open: D on {open_}", f"under cover: D on {cover}"]
    assert [[str(text) for text in t.says] for t in now.seat.targets("bomb") if t.how == "P-47"] == [
        [f"1 in the open: D on {open_}"],
        [f"1 under cover: D on {cover}"],
    ]


# ---- flak -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-AIR-11", "TG-AIR-12", "TG-AIR-14", "TG-KGP-13")
@pytest.mark.parametrize(
    ("unit", "capable"),
    [
        (pz("805"), True),
        (pzgren("805"), True),
        (para("805"), True),
        (inf("805"), False),
        (pzbde("805"), False),
        (tiger("805"), False),
    ],
)
def test_who_shoots_back(unit: Any, capable: bool) -> None:
    now = sky({"u": unit})
    for how, row, down in (
        ("P-47", 6, capable),
        ("P-47", 5, False),
        ("P-51", 6, capable),
        ("P-51", 5, capable),
    ):
        after = hit(now, "u", how, row)
        assert any(a.back for a in after.s.air.values()) == down
    peiper = sky({"KGPeiper": "805"})
    assert hit(peiper, "KGPeiper", "P-47", 6).s.air["365FG"].back == 11


@pytest.mark.rule("tigers", "TG-AIR-03", "TG-AIR-11")
def test_the_attack_ends_with_the_attacker() -> None:
    now = sky({"p": pz("805"), "i": inf("805")})
    after = hit(now, "p", "P-47", 6)
    assert len(after.told(DiceRolled)) == 1
    assert not after["i"].disrupted


@pytest.mark.rule("tigers", "TG-AIR-13", "TG-RFT-04")
def test_a_group_shot_down_is_back_the_turn_after_next() -> None:
    def groups(turn: int) -> set[str]:
        now = position({"p": pz("805")}, phase="weather", turn=turn, air=fleet(_365FG={"back": 11}))
        if now.step == (ALLIED, "weather"):
            now = now.act("roll_weather", numbers=(1,))
        return {u for u, a in now.s.air.items() if not a.back and not a.flown}

    now = hit(sky({"p": pz("805")}, turn=9), "p", "P-47", 6)
    assert now.s.air["365FG"].back == 11
    assert "365FG" not in groups(10)
    assert "365FG" in groups(11)


@pytest.mark.rule("tigers", "TG-AIR-09", "TG-AIR-10", "AMB-101")
def test_flak_in_the_forest_works_on_roads_and_for_armor_only() -> None:
    for unit, down in ((pz("806"), True), (pzgren("806"), False), (para("806"), False), (pz("905"), False)):
        after = hit(sky({"u": unit}, GROUND), "u", "P-47", 6)
        assert bool(after.s.air["365FG"].back) == down


@pytest.mark.rule("tigers", "TG-AIR-15", "TG-AIR-16", "AMB-70", "TG-AIR-17")
def test_in_a_city_any_unit_shoots_back_at_anybody() -> None:
    german = sky({"i": inf("604")}, GROUND)
    assert hit(german, "i", "P-47", 6).s.air["365FG"].back == 11
    assert hit(german, "i", "P-47", 5).s.air["365FG"].back == 0
    assert hit(german, "i", "P-51", 5).s.air["352FG"].back == 11
    allied = sky({"a": inf("604", ALLIED)}, GROUND, phasing=GERMAN)
    assert hit(allied, "a", "FW-190", 6).s.air["FW190-1"].lost
    assert not hit(allied, "a", "FW-190", 5).s.air["FW190-1"].lost
    open_ = sky({"a": abn("804")}, GROUND, phasing=GERMAN)
    assert not hit(open_, "a", "FW-190", 6).s.air["FW190-1"].lost
    works = sky({"a": inf("804", ALLIED, entrenched=True)}, GROUND, phasing=GERMAN)
    assert not hit(works, "a", "FW-190", 6).s.air["FW190-1"].lost


@pytest.mark.rule("tigers", "TG-AIR-15")
def test_works_do_not_shoot() -> None:
    now = sky({"p": para("804", entrenched=True)}, GROUND)
    assert hit(now, "p", "P-47", 6).s.air["365FG"].back == 0


@pytest.mark.rule("tigers", "TG-AIR-23", "TG-RFT-05")
def test_an_fw_190_is_lost_for_good() -> None:
    now = sky({"a": inf("604", ALLIED)}, GROUND, phasing=GERMAN)
    s = hit(now, "a", "FW-190", 6).s
    later = position(
        {"p": pz("805")}, phase="weather", turn=12, prayed=3, numbers=(1,), air=fleet(FW190_1={"lost": True})
    )
    assert s.air["FW190-1"].lost
    assert later.s.air["FW190-1"].lost
    ready = sky(
        {"a": inf("804", ALLIED)}, phasing=GERMAN, air=fleet(FW190_1={"lost": True}, FW190_2={"lost": True})
    )
    assert ready.step[1] != "air"


@pytest.mark.rule("tigers", "AMB-102", "TG-DIS-07")
def test_a_unit_disrupted_from_the_air_does_not_recover_a_moment_later() -> None:
    now = sky({"i": inf("1410"), "d": inf("1408", disrupted=True)}, country(roads=("1410 1510", "1408 1508")))
    after = hit(now, "i", "P-47", 1)
    assert after["i"].bombed
    done = after.end()
    assert done["i"].disrupted


@pytest.mark.rule("tigers", "TG-ATK-11", "AMB-94", "AMB-102")
def test_attacks_may_be_called_off_after_what_the_air_attacks_brought() -> None:
    now = position(
        {"a": arm("805"), "i": inf("806"), "d": inf("804", disrupted=True)},
        phase="combat",
        phasing=ALLIED,
        weather="Fog",
        turn=9,
        air=fleet("FW190-1", "FW190-2"),
    )
    now = now.act("attack", "a", "806").act("allocate")
    assert now.step == (ALLIED, "air")
    after = hit(now, "i", "P-47", 1).act("call_off", "806")
    assert after.s.attacks == ()
    assert after.step == (ALLIED, "air")
    assert after.end()["i"].disrupted


def test_the_dice_say_what_was_attacked() -> None:
    after = hit(sky({"i": inf("805", name="The 12th")}), "i", "P-47", 4)
    (rolled,) = after.told(DiceRolled)
    assert str(rolled.why) == "Air attack on The 12th"
