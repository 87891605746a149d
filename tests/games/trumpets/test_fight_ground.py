"""Terrain, night, combined arms and assaults in a combat (TT-TER, TT-NGT)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.trumpets.combats import cannon, fight, foe, line, one, position_of, reckoned, sums

DAY = {
    # row: shift, drm, multiple of DF
    "clear": (0, 0, 1),
    "woods": (0, 0, 1),
    "broken": (-1, 0, 1),
    "forest": (-1, 0, 1),
    "marsh": (0, 0, 1),
    "stream": (-1, 0, 1),
    "river": (-2, 0, 1),
    "village": (0, 1, 1),
    "town": (0, 0, 2),
    "city": (0, 0, 3),
}
ROWS = tuple(DAY)


def ground(row: str, attackers: Any = None, defenders: Any = None, **facts: Any) -> Any:
    """A combat in which one row of the terrain chart applies, besides clear."""
    water = row if row in ("stream", "river") else ""
    attackers = attackers or one("inf_bn", water=water)
    place = {"built": row} if row in ("village", "town", "city") else {"base": row} if not water else {}
    return fight(attackers, defenders or (), **place, **facts)


def effect(f: Any, **options: Any) -> tuple[int, int, int]:
    found = reckoned(f, **options)
    return found.shift, found.drm, found.defence // sum(d.df for d in f.defenders)


@pytest.mark.rule(
    "trumpets",
    "TT-TER-01",
    "TT-TER-02",
    "TT-TER-03",
    "TT-TER-04",
    "TT-TER-05",
    "TT-TER-06",
    "TT-TER-07",
    "TT-TER-08",
    "TT-TER-09",
    "TT-TER-10",
)
@pytest.mark.parametrize("row", ROWS)
def test_a_row_by_day_and_by_night(row: str) -> None:
    shift, drm, df = DAY[row]
    for turn in ("19MO", "19AF"):
        assert effect(ground(row, turn=turn)) == (shift, drm, df)
    for turn in ("19PD", "19EV"):
        assert effect(ground(row, turn=turn)) == (shift - 1, drm, df)


@pytest.mark.rule(
    "trumpets",
    "TT-NGT-01",
    "TT-NGT-02",
    "TT-NGT-03",
    "TT-NGT-04",
    "TT-NGT-05",
    "TT-NGT-06",
    "TT-NGT-07",
    "TT-NGT-08",
    "TT-NGT-09",
    "TT-NGT-10",
)
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("division", ["1SS", "2SS", "2Pz"])
def test_a_row_in_the_night_of_superior_divisions(row: str, division: str) -> None:
    shift, drm, df = DAY[row]
    water = row if row in ("stream", "river") else ""
    elite = one("inf_bn", division=division, water=water)
    assert effect(ground(row, elite, turn="19EV")) == (shift + 1, drm, df)
    defends = ground(row, foe(water=water), one("inf_bn", division=division), turn="19PD")
    assert effect(defends) == (shift - 2, drm, df)


@pytest.mark.rule("trumpets", "TT-TER-29")
@pytest.mark.rule("trumpets", "TT-TER-30")
def test_only_front_line_units_bring_superiority() -> None:
    gunners = one("eng_co", division="1SS")
    assert line(fight((one("inf_bn"), gunners), turn="19EV"), "TT-TER-34") == (-1, 0)
    assert line(fight((one("inf_bn", division="2SS"), gunners), turn="19EV"), "TT-TER-29") == (1, 0)
    assert line(fight(foe(), (one("inf_bn"), gunners), turn="19EV"), "TT-TER-34") == (-1, 0)
    assert line(fight(foe(), one("inf_bn", division="2Pz"), turn="19EV"), "TT-TER-30") == (-2, 0)


@pytest.mark.rule("trumpets", "TT-TER-31")
@pytest.mark.rule("trumpets", "TT-TER-32")
def test_superiority_is_of_the_night_and_of_three_divisions() -> None:
    assert sums(fight(one("inf_bn", division="1SS"), base="forest")) == (-1, 0)
    for division in ("12SS", "9SS", "Lehr", "116"):
        assert sums(fight(one("inf_bn", division=division), turn="19EV")) == (-1, 0)


@pytest.mark.rule("trumpets", "TT-TER-34")
@pytest.mark.rule("trumpets", "TT-AMB-08")
@pytest.mark.rule("trumpets", "TT-AMB-09")
def test_the_night_counts_once() -> None:
    wet = one("inf_bn", water="stream")
    behind = {"base": "woods", "turn": "19EV"}
    assert sums(fight(wet, **behind)) == (-2, 0)
    assert sums(fight(wet, **behind), night_shift_once=False) == (-3, 0)
    elite = one("inf_bn", water="stream", division="1SS")
    assert sums(fight(elite, **behind)) == (0, 0)  # sum of the day, one right
    assert sums(fight(elite, **behind), night_shift_once=False) == (1, 0)
    held = fight(foe(water="stream"), one("inf_bn", division="1SS"), **behind)
    assert sums(held) == (-3, 0)


@pytest.mark.rule("trumpets", "TT-AMB-19")
@pytest.mark.rule("trumpets", "TT-TER-27")
@pytest.mark.rule("trumpets", "TT-TER-28")
@pytest.mark.parametrize(
    ("waters", "shift"),
    [
        (("stream", "stream"), -1),
        (("stream", ""), 0),
        (("river", ""), 0),
        (("river", "river"), -2),
        (("river", "stream"), -1),
    ],
)
def test_water_counts_only_if_all_attack_over_it(waters: tuple[str, ...], shift: int) -> None:
    attackers = tuple(one("inf_bn", at=str(i), water=water) for i, water in enumerate(waters))
    assert sums(fight(attackers)) == (shift, 0)


@pytest.mark.rule("trumpets", "TT-AMB-20")
@pytest.mark.rule("trumpets", "TT-TER-33")
@pytest.mark.rule("trumpets", "TT-TER-35")
def test_a_village_adds_to_its_terrain_and_a_town_replaces_it() -> None:
    wet = one("inf_bn", water="river")
    assert sums(fight(wet, base="forest", built="village")) == (-3, 1)
    assert sums(fight(wet, base="forest", built="town")) == (-2, 0)
    assert sums(fight(wet, base="forest", built="city")) == (-2, 0)


# ---- combined arms (TT-TER-20..23) -------------------------------------------------------------------------------------
TEAM = (one("tank_co"), one("inf_bn"))
GUNS = {"attacking_guns": (cannon(),)}


@pytest.mark.rule("trumpets", "TT-TER-20")
@pytest.mark.parametrize(
    ("base", "built", "columns"),
    [
        ("clear", "", 2),
        ("woods", "", 1),
        ("broken", "", 0),
        ("forest", "", 0),
        ("marsh", "", 0),
        ("clear", "village", 2),
        ("clear", "town", 0),
        ("woods", "city", 0),
    ],
)
def test_combined_arms_by_terrain(base: str, built: str, columns: int) -> None:
    assert line(fight(TEAM, base=base, built=built, **GUNS), "TT-TER-20") == (columns, 0)


@pytest.mark.rule("trumpets", "TT-AMB-22")
@pytest.mark.rule("trumpets", "TT-TER-20")
@pytest.mark.rule("trumpets", "TT-TER-22")
def test_combined_arms_need_artillery_a_tank_and_infantry_over_no_water() -> None:
    assert line(fight(TEAM), "TT-TER-20") == (0, 0)
    assert line(fight(TEAM[:1], **GUNS), "TT-TER-20") == (0, 0)
    assert line(fight(TEAM[1:], **GUNS), "TT-TER-20") == (0, 0)
    assert line(fight((one("stug_co"), TEAM[1]), **GUNS), "TT-TER-20") == (0, 0)
    assert line(fight((one("tank_co", water="stream"), TEAM[1]), **GUNS), "TT-TER-20") == (0, 0)
    assert line(fight((TEAM[0], one("inf_bn", water="river")), **GUNS), "TT-TER-20") == (0, 0)
    wet = (one("tank_co", at="B", water="stream"), *TEAM)
    assert line(fight(wet, **GUNS), "TT-TER-20") == (2, 0)
    assert line(fight(TEAM, attacking_guns=(cannon(kind="nw"),)), "TT-TER-20") == (2, 0)


@pytest.mark.rule("trumpets", "TT-TER-23")
def test_combined_arms_are_for_both_sides_and_the_night() -> None:
    assert line(fight(TEAM, turn="19EV", **GUNS), "TT-TER-20") == (2, 0)
    ours = (foe("tank_co"), foe())
    assert line(fight(ours, one("inf_bn"), base="woods", **GUNS), "TT-TER-20") == (1, 0)


@pytest.mark.rule("trumpets", "TT-TER-21")
@pytest.mark.rule("trumpets", "TT-DEF-24")
@pytest.mark.rule(
    "trumpets",
    "TT-DEF-CARM-IP5",
    "TT-DEF-CARM-IP6",
    "TT-DEF-CARM-RB",
    "TT-DEF-CARM-SP",
    "TT-DEF-CARM-FT",
)
@pytest.mark.parametrize("key", ["IP5", "IP6", "RB", "SP", "FT"])
def test_combined_arms_are_never_gained_against_a_position(key: str) -> None:
    assert line(fight(TEAM, works=position_of(key), **GUNS), "TT-TER-20") == (0, 0)


# ---- infantry and StuG assault (TT-TER-24..26) --------------------------------------------------------------------------
WOODED = {"ground": "woods"}
PAIR = (one("stug_co", **WOODED), one("inf_bn", **WOODED))


@pytest.mark.rule("trumpets", "TT-TER-24")
@pytest.mark.parametrize(
    ("base", "built", "drm"),
    [("woods", "", -1), ("broken", "", -1), ("clear", "", 0), ("forest", "", 0), ("woods", "town", 0)],
)
def test_an_assault_by_the_defenders_terrain(base: str, built: str, drm: int) -> None:
    assert line(fight(PAIR, base=base, built=built), "TT-TER-24") == (0, drm)


@pytest.mark.rule("trumpets", "TT-AMB-21")
@pytest.mark.rule("trumpets", "TT-TER-24")
def test_an_assault_comes_from_one_wooded_or_broken_hex_over_no_water() -> None:
    def drm(*attackers: Any) -> int:
        return line(fight(attackers, base="broken"), "TT-TER-24")[1]

    stug, inf = "stug_co", "inf_bn"
    assert drm(one(stug, ground="broken"), one(inf, ground="broken")) == -1
    assert drm(one(stug, at="A", **WOODED), one(inf, at="B", **WOODED)) == 0
    assert drm(one(stug), one(inf)) == 0
    assert drm(one(stug, ground="forest"), one(inf, ground="forest")) == 0
    assert drm(one(stug, water="stream", **WOODED), one(inf, water="stream", **WOODED)) == 0
    assert drm(one(stug, **WOODED)) == 0
    assert drm(one("tank_co", **WOODED), one(inf, **WOODED)) == 0


@pytest.mark.rule("trumpets", "TT-TER-25")
@pytest.mark.parametrize(("kind", "drm"), [("tank_co", 0), ("td_tow_co", 0), ("flak_lt", -1), ("eng_co", -1)])
def test_tanks_and_guns_spoil_an_assault(kind: str, drm: int) -> None:
    assert line(fight(PAIR, (foe(), foe(kind)), base="woods"), "TT-TER-24") == (0, drm)
    heavy = foe("flak_lt", tags=("combat_support", "aa_heavy"))
    assert line(fight(PAIR, (foe(), heavy), base="woods"), "TT-TER-24") == (0, 0)


@pytest.mark.rule("trumpets", "TT-TER-26")
def test_village_and_assault_cancel() -> None:
    assert sums(fight(PAIR, base="woods", built="village"))[1] == 0


@pytest.mark.rule("trumpets", "TT-DEF-25")
@pytest.mark.rule(
    "trumpets",
    "TT-DEF-STG-IP5",
    "TT-DEF-STG-IP6",
    "TT-DEF-STG-RB",
    "TT-DEF-STG-SP",
    "TT-DEF-STG-FT",
)
@pytest.mark.parametrize("key", ["IP5", "IP6", "RB", "SP", "FT"])
def test_an_assault_works_against_every_position(key: str) -> None:
    assert line(fight(PAIR, base="woods", works=position_of(key)), "TT-TER-24") == (0, -1)
