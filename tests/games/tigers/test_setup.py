"""Set-up: printed places, the dump, the two German ways, the 1st Division, the drop (TG-SET, TG-FUL-02, TG-VDH-01..05)."""

from __future__ import annotations

import pytest

from hexbench.engine.events import MarkerChanged
from hexbench.games.tigers.pieces import ELIMINATED, PLANE, SUBSTITUTES, due
from tests.games.tigers.field import ALLIED, ARDENNES, GERMAN, Situation, campaign, ring
from tests.games.tigers.shipped import TABLES


def begun(dump: str = "1008") -> Situation:
    """The campaign with the dump placed: the Germans choose."""
    return campaign().act("hide_dump", to=dump)


def historical() -> Situation:
    """At the placing of Tigers and Skorzeny."""
    return begun().act("historical")


def free() -> Situation:
    """At the free set-up."""
    return begun().act("free")


def dropping() -> Situation:
    """At the drop."""
    return historical().act("end")


# ---- places ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-SET-01", "TG-SET-03", "TG-RFT-06")
def test_everybody_is_where_the_order_of_battle_puts_him() -> None:
    s = campaign().s
    for uid, printed in TABLES.units.items():
        if printed.hex:
            assert s.units[uid].at == printed.hex
        elif printed.turn:
            assert s.units[uid].at == due(printed.turn)
        else:
            assert s.units[uid].at == (PLANE if uid == "vdH" else SUBSTITUTES)
    assert campaign().step == (ALLIED, "setup")


@pytest.mark.rule("tigers", "TG-SET-02")
def test_four_divisions_begin_entrenched() -> None:
    s = campaign().s
    assert {uid for uid, unit in s.units.items() if unit.entrenched} == {"9ID", "106ID", "28ID", "4ID"}


# ---- the dump -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-FUL-02")
def test_the_dump_lies_on_spa_or_next_to_it_and_only_the_allies_know() -> None:
    now = campaign()
    assert set(now.targets("hide_dump")) == {"1008", *ring("1008")}
    assert now.refused("hide_dump", to="1006") == ["TG-FUL-02"]
    after = now.act("hide_dump", to="1109")
    assert (after.s.dump, after.s.dump_state) == ("1109", "hidden")
    assert after.of(ALLIED).s.dump == "1109"
    assert after.of(GERMAN).s.dump == ""
    assert after.outcome.told[0].to(ALLIED) == MarkerChanged("dump", "1109", "hidden")
    assert after.outcome.told[0].to(GERMAN) is None


# ---- the German ways ------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-SET-04")
def test_tigers_and_skorzeny_may_go_with_any_other_german_unit() -> None:
    now = historical()
    assert now.step == (GERMAN, "setup")
    assert set(now.offered("set_up")) == {"501SS", "506Pz", "Skorzeny"}
    assert now.refused("set_up", "2Pz", "1305") == ["TG-SET-04"]
    assert now.refused("set_up", "506Pz", "1401") == ["TG-SET-04"]  # nobody is there
    hexes = set(now.targets("set_up", "506Pz"))
    assert hexes == {
        printed.hex
        for uid, printed in TABLES.units.items()
        if printed.side == GERMAN and printed.hex and uid not in ("501SS", "506Pz", "Skorzeny")
    } - {"1204"}
    after = now.act("set_up", "506Pz", "1305").act("end")
    assert after["506Pz"].at == "1305"
    assert after.step == (GERMAN, "setup")
    assert "drop" in after.verbs


@pytest.mark.rule("tigers", "TG-SET-05", "TG-STK-02")
def test_the_limits_hold_at_set_up() -> None:
    now = historical().act("set_up", "506Pz", "1408")  # where Skorzeny is
    assert now.refused("end") == ["TG-STK-02"]
    assert now.sentence("end")
    assert now.act("set_up", "Skorzeny", "1203").act("end").verbs == ("drop", "end")


@pytest.mark.rule("tigers", "TG-STK-01", "TG-STK-03")
def test_the_default_thins_out_what_is_too_full_and_comes_to_an_end() -> None:
    now = free()
    for uid in ("2Pz", "116Pz", "PzLehr", "506Pz", "Skorzeny", "212VG"):
        now = now.act("set_up", uid, "1511")
    assert set(now.refused("end")) == {"TG-STK-01", "TG-STK-02", "TG-STK-03"}
    for _ in range(6):
        if "end" in now.verbs:
            break
        now = now.default()
    assert now.act("end").step == (ALLIED, "setup")


@pytest.mark.rule("tigers", "TG-SET-05")
def test_a_free_set_up_takes_the_german_side_of_the_front() -> None:
    now = free()
    on_map = {uid for uid, p in TABLES.units.items() if p.side == GERMAN and p.hex}
    assert set(now.offered("set_up")) == on_map
    assert set(now.targets("set_up", "212VG")) == ARDENNES.zones["german_side"] - {"1402"}
    assert now.refused("set_up", "212VG", "1302") == ["TG-SET-05"]
    assert now.act("set_up", "212VG", "1511")["212VG"].at == "1511"


@pytest.mark.rule("tigers", "TG-SET-06")
def test_after_a_free_set_up_the_first_division_may_move_and_dig_in() -> None:
    now = free().act("end")
    assert now.step == (ALLIED, "setup")
    assert now.refused("shift", to="1407") == ["TG-SET-06"]
    assert now.refused("shift", to="1010") == ["TG-SET-06"]
    after = now.act("shift", to="1206")
    assert after["1ID"].at == "1206"
    assert after["1ID"].entrenched
    assert after.verbs == ("drop", "end")
    kept = now.act("end")
    assert kept["1ID"].at == "1010"
    assert not kept["1ID"].entrenched


@pytest.mark.rule("tigers", "TG-SET-06")
def test_after_the_historical_set_up_it_stays() -> None:
    assert dropping().verbs == ("drop", "end")


# ---- south of 1407 --------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-SET-07", "AMB-117", "AMB-33")
@pytest.mark.parametrize(
    ("unit", "at", "early"),
    [
        ("501SS", "1406", True),
        ("501SS", "1508", False),
        ("506Pz", "1406", False),
        ("Skorzeny", "1203", False),
    ],
)
def test_ss_south_of_1407(unit: str, at: str, *, early: bool) -> None:
    assert historical().act("set_up", unit, at).act("end").s.early_edges is early


@pytest.mark.rule("tigers", "TG-SET-07")
def test_ss_in_the_south_by_a_free_set_up() -> None:
    assert free().act("set_up", "12SSPz", "1506").act("end").s.early_edges
    assert not free().act("set_up", "12SSPz", "1507").act("end").s.early_edges


# ---- the drop -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tigers", "TG-VDH-01")
def test_the_drop_goes_behind_allied_lines() -> None:
    now = dropping()
    assert set(now.targets("drop")) == {at for at in ARDENNES.atlas.labels if ARDENNES.home(at) == ALLIED}
    assert now.refused("drop", to="1407") == ["TG-VDH-01"]
    assert now.end(())["vdH"].at == ELIMINATED
    assert now.end(()).step[1] != "setup"


@pytest.mark.rule("tigers", "TG-VDH-02", "AMB-81")
@pytest.mark.parametrize("row", [1, 2])
def test_he_lands_on_target(row: int) -> None:
    assert dropping().act("drop", to="1109", numbers=(row,))["vdH"].at == "1109"


@pytest.mark.rule("tigers", "TG-VDH-03", "AMB-81")
@pytest.mark.parametrize("row", [5, 6])
def test_he_is_scattered(row: int) -> None:
    assert dropping().act("drop", to="1109", numbers=(row,))["vdH"].at == ELIMINATED


@pytest.mark.rule("tigers", "TG-VDH-04", "TG-VDH-05", "AMB-81")
@pytest.mark.parametrize(
    ("direction", "near", "far"),
    [
        (1, "806", "807"),
        (2, "906", "1006"),
        (3, "905", "1004"),
        (4, "804", "803"),
        (5, "705", "604"),
        (6, "706", "606"),
    ],
)
def test_he_is_one_hex_off_or_two(direction: int, near: str, far: str) -> None:
    for row in (3, 4):
        for distance in (1, 3):
            now = dropping().act("drop", to="805", numbers=(row, direction, distance))
            assert now["vdH"].at == near
        for distance in (4, 6):
            assert dropping().act("drop", to="805", numbers=(row, direction, distance))["vdH"].at == far


@pytest.mark.rule("tigers", "AMB-81")
def test_off_the_map_or_on_an_enemy_he_is_lost() -> None:
    assert dropping().act("drop", to="1311", numbers=(3, 1, 1))["vdH"].at == ELIMINATED
    assert dropping().act("drop", to="1010", numbers=(1,))["vdH"].at == ELIMINATED
    assert dropping().act("drop", to="1208", numbers=(3, 1, 1))["vdH"].at == ELIMINATED  # 102nd Cavalry


@pytest.mark.rule("tigers", "TG-SET-04", "TG-SET-05")
def test_a_wrong_place_is_lit_and_units_are_placed_one_by_one() -> None:
    for now, uid in ((historical(), "506Pz"), (free(), "212VG")):
        rule = "TG-SET-04" if uid == "506Pz" else "TG-SET-05"
        (wrong,) = now.reasons("set_up", uid, "1302")
        assert (wrong.rule, wrong.hexes) == (rule, ("1302",))
        (nowhere,) = now.reasons("set_up", uid, "9999")
        assert (nowhere.rule, nowhere.hexes) == (rule, ())
        (already,) = now.reasons("set_up", uid, now[uid].at)
        assert (str(already.text), already.hexes) == ("It is already in that hex.", (now[uid].at,))
        for subject in (f"{uid} 501SS", "", "28ID"):
            (who,) = now.reasons("set_up", subject, "1511")
            assert (who.rule, str(who.text).endswith(" may be moved.")) == (rule, True)
