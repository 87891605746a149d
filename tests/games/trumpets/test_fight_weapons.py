"""The weapons effects chart row by row, and the efficiency rating (TT-WPN, TT-ER)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.trumpets.fight import Fight
from hexbench.games.trumpets.mission import Works
from tests.games.trumpets.combats import cannon, fight, foe, line, one, reckoned, sums

INF, TANK, ENG = one("inf_bn"), one("tank_co"), one("eng_co", at="B")
TITM, A44 = {"kind": "tigers_in_the_mist", "weather": "Fog"}, {"kind": "ardennes_44"}
SP_TOWN = {"built": "town", "works": Works(main="SP")}


def three(**facts: Any) -> tuple[Any, ...]:
    """Infantry from three hexes."""
    return tuple(one("inf_bn", at=at, **facts) for at in "ABC")


ROWS = [
    # clause, where it applies, where one thing is missing, (shift, drm)
    ("TT-WPN-01", fight(INF, turn="16MO"), fight(INF, turn="16AF"), (1, 0)),
    ("TT-WPN-01", fight(INF, turn="16MO"), fight(INF, foe(division="4ID"), turn="16MO"), (1, 0)),
    ("TT-WPN-01", fight(INF, turn="16MO"), fight(INF, foe(nation="british"), turn="16MO"), (1, 0)),
    ("TT-WPN-01", fight(INF, turn="16MO"), fight(foe(), one("inf_bn"), turn="16MO"), (1, 0)),
    ("TT-WPN-02", fight(TANK, turn="16AF"), fight(TANK, turn="16MO"), (1, 0)),
    ("TT-WPN-02", fight(TANK, turn="17EV"), fight(TANK, turn="18PD"), (1, 0)),
    ("TT-WPN-02", fight(TANK, turn="17MO"), fight(INF, turn="17MO"), (1, 0)),
    ("TT-WPN-02", fight(TANK, turn="17MO"), fight(TANK, foe(nation="british"), turn="17MO"), (1, 0)),
    ("TT-WPN-03", fight(INF, foe("eng_co")), fight(INF, (foe("eng_co"), foe())), (1, 0)),
    ("TT-WPN-03", fight(INF, foe("eng_co")), fight(ENG, foe("eng_co")), (1, 0)),
    ("TT-WPN-04", fight((TANK, INF), foe("tank_co")), fight(TANK, foe("tank_co")), (1, 0)),
    ("TT-WPN-04", fight((TANK, INF), foe("tank_co")), fight((TANK, INF), (foe("tank_co"), foe())), (1, 0)),
    ("TT-WPN-05", fight(INF, foe(linked=False)), fight(INF), (1, 0)),
    ("TT-WPN-06", fight(INF, foe(supplied=False)), fight(INF), (1, 0)),
    ("TT-WPN-26", fight(INF), fight(INF, foe(supplied=False), **SP_TOWN), (0, 0)),
    ("TT-WPN-07", fight(INF, (foe(), foe(nation="british"))), fight(INF, (foe(), foe())), (1, 0)),
    ("TT-WPN-08", fight(TANK, **TITM), fight(TANK, weather="Fog"), (1, 0)),
    ("TT-WPN-09", fight((INF, ENG)), fight((INF, one("eng_co", water="stream"))), (0, -1)),
    ("TT-WPN-09", fight((INF, ENG)), fight((TANK, ENG)), (0, -1)),
    ("TT-WPN-10", fight(three()), fight(three()[:2]), (0, -1)),
    ("TT-WPN-10", fight(three()), fight((*three()[:2], one("inf_bn", at="C", water="river"))), (0, -1)),
    ("TT-WPN-10", fight(three()), fight((*three()[:2], one("eng_co", at="C"))), (0, -1)),
    ("TT-WPN-11", fight(one("arm_recon_co"), weather="Fog"), fight(one("arm_recon_co")), (0, -1)),
    ("TT-WPN-11", fight(one("arm_recon_co"), turn="19EV"), fight(INF, turn="19EV"), (0, -1)),
    (
        "TT-WPN-11",
        fight(one("arm_recon_co"), squall=True),
        fight(one("arm_recon_co"), weather="Overcast"),
        (0, -1),
    ),
    ("TT-WPN-12", fight(one("spw_bn"), **A44), fight(one("spw_bn"), **TITM), (0, -1)),
    ("TT-WPN-13", fight(one("spw_bn"), **TITM), fight(one("spw_bn"), **A44), (0, -2)),
    ("TT-WPN-15", fight(foe(), TANK, turn="16AF"), fight(foe(), INF, turn="16AF"), (-1, 0)),
    ("TT-WPN-15", fight(foe(), TANK, turn="16AF"), fight(foe(), TANK, turn="18PD"), (-1, 0)),
    ("TT-WPN-16", fight(ENG), fight((ENG, INF)), (-1, 0)),
    ("TT-WPN-16", fight(ENG), fight(ENG, foe("eng_co")), (-1, 0)),
    ("TT-WPN-17", fight(TANK), fight(TANK, foe("tank_co")), (-1, 0)),
    ("TT-WPN-17", fight(TANK), fight((TANK, INF)), (-1, 0)),
    ("TT-WPN-18", fight(one("inf_bn", linked=False)), fight(INF), (-1, 0)),
    ("TT-WPN-19", fight(one("inf_bn", supplied=False)), fight(INF), (-1, 0)),
    ("TT-WPN-20", fight((foe(), foe(nation="british")), INF), fight(foe(), INF), (-1, 0)),
    ("TT-WPN-21", fight(INF, (foe(), foe("aw_btry"))), fight(INF, foe("aw_btry")), (-1, 0)),
    ("TT-WPN-21", fight(INF, (foe(), foe("flak_lt"))), fight((INF, TANK), (foe(), foe("flak_lt"))), (-1, 0)),
    ("TT-WPN-22", fight(INF, foe("aw_btry"), attacking_aircraft=1), fight(INF, foe("aw_btry")), (0, 1)),
    ("TT-WPN-22", fight(INF, foe("flak_lt"), attacking_aircraft=1), fight(INF, attacking_aircraft=1), (0, 1)),
    ("TT-WPN-23", fight(INF, (foe(), foe("eng_co"))), fight(INF), (0, 1)),
    ("TT-WPN-24", fight(INF, foe("arm_cav_trp"), weather="Snow"), fight(INF, foe("arm_cav_trp")), (0, 1)),
    ("TT-WPN-24", fight(INF, foe("recon_plt"), weather="DenseFog"), fight(INF, weather="DenseFog"), (0, 1)),
    ("TT-WPN-25a", fight(TANK, foe("spw_bn"), **A44), fight(TANK, foe("spw_bn")), (0, 1)),
    ("TT-WPN-25b", fight(TANK, foe("spw_bn"), **TITM), fight(TANK, foe("spw_bn"), weather="Fog"), (0, 2)),
]


@pytest.mark.rule(
    "trumpets",
    "TT-WPN-01",
    "TT-WPN-02",
    "TT-WPN-03",
    "TT-WPN-04",
    "TT-WPN-05",
    "TT-WPN-06",
    "TT-WPN-26",
    "TT-WPN-07",
    "TT-WPN-08",
    "TT-WPN-09",
    "TT-WPN-10",
    "TT-WPN-11",
    "TT-WPN-12",
    "TT-WPN-13",
    "TT-WPN-15",
    "TT-WPN-16",
    "TT-WPN-17",
    "TT-WPN-18",
    "TT-WPN-19",
    "TT-WPN-20",
    "TT-WPN-21",
    "TT-WPN-22",
    "TT-WPN-23",
    "TT-WPN-24",
    "TT-WPN-25a",
    "TT-WPN-25b",
)
@pytest.mark.parametrize(("rule", "yes", "no", "effect"), ROWS)
def test_a_row_applies_only_where_both_sides_meet_it(
    rule: str, yes: Fight, no: Fight, effect: tuple[int, int]
) -> None:
    row = "TT-WPN-06" if rule == "TT-WPN-26" else rule
    assert line(yes, row) == effect
    assert line(no, row) == (0, 0)


@pytest.mark.rule("trumpets", "TT-AMB-04")
@pytest.mark.rule("trumpets", "TT-WPN-37")
def test_a_single_unit_of_the_fourth_division_spoils_the_surprise() -> None:
    assert line(fight(INF, (foe(), foe(division="4ID")), turn="16MO"), "TT-WPN-01") == (0, 0)
    assert line(fight((INF, TANK), (foe(), foe(division="99ID")), turn="16MO"), "TT-WPN-01") == (1, 0)


@pytest.mark.rule("trumpets", "TT-AMB-06")
@pytest.mark.rule("trumpets", "TT-WPN-36")
def test_tigers_scare_americans_in_attack_and_defence() -> None:
    assert line(fight(TANK, turn="17MO"), "TT-WPN-02") == (1, 0)
    assert line(fight(foe("tank_co"), one("inf_bn"), turn="17MO"), "TT-WPN-02") == (0, 0)
    assert line(fight(foe(), (one("pz_bn"), INF), turn="17MO"), "TT-WPN-15") == (-1, 0)


@pytest.mark.rule("trumpets", "TT-WPN-26")
@pytest.mark.parametrize(
    ("built", "main", "shift"),
    [("town", "SP", 0), ("city", "SP", 0), ("village", "SP", 1), ("town", "IP6", 1)],
)
def test_only_a_strong_point_in_a_town_or_city_stands_in_for_supply(
    built: str, main: str, shift: int
) -> None:
    f = fight(INF, foe(supplied=False), built=built, works=Works(main=main))  # type: ignore[arg-type]
    assert line(f, "TT-WPN-06") == (shift, 0)


@pytest.mark.rule("trumpets", "TT-WPN-30")
def test_a_row_counts_once_however_many_units_meet_it() -> None:
    two = (one("eng_co", at="B"), one("eng_co", at="C"), INF)
    assert line(fight(two, (foe(supplied=False), foe(supplied=False))), "TT-WPN-09") == (0, -1)
    assert line(fight(two, (foe(supplied=False), foe(supplied=False))), "TT-WPN-06") == (1, 0)


@pytest.mark.rule("trumpets", "TT-WPN-31")
@pytest.mark.rule("trumpets", "TT-ODD-05")
def test_shifts_of_both_sides_cancel() -> None:
    mixed = (foe(), foe(nation="british"))
    f = fight(mixed, (one("inf_bn"), one("inf_bn")))
    assert sums(f)[0] == -1
    worse = fight(one("inf_bn", supplied=False, linked=False), foe(supplied=False, linked=False))
    assert [line(worse, f"TT-WPN-{n:02d}")[0] for n in (5, 6, 18, 19)] == [1, 1, -1, -1]
    assert sums(worse) == (0, 0)


@pytest.mark.rule("trumpets", "TT-WPN-32")
@pytest.mark.rule("trumpets", "TT-ODD-06")
def test_engineers_of_both_sides_cancel() -> None:
    assert sums(fight((INF, ENG), (foe(), foe("eng_co")))) == (0, 0)


@pytest.mark.rule("trumpets", "TT-WPN-33")
@pytest.mark.parametrize("attackers", [(TANK,), (INF,), (INF, TANK), (ENG,)])
def test_at_most_one_of_three_rows_about_afv_and_infantry_applies(attackers: tuple[Any, ...]) -> None:
    for defenders in (
        (foe(),),
        (foe("tank_co"),),
        (foe(), foe("flak_lt")),
        (foe(), foe("tank_co"), foe("flak_lt")),
    ):
        found = [one.rule for one in reckoned(fight(attackers, defenders)).lines]
        assert sum(found.count(f"TT-WPN-{n}") for n in ("04", "17", "21")) <= 1


@pytest.mark.rule("trumpets", "TT-WPN-34")
def test_artillery_in_support_is_not_among_those_who_attack() -> None:
    f = fight(ENG, foe(), attacking_guns=(cannon(),))
    assert line(f, "TT-WPN-16") == (-1, 0)


@pytest.mark.rule("trumpets", "TT-WPN-35")
@pytest.mark.parametrize(
    ("weather", "turn", "poor"),
    [
        ("Clear", "19MO", False),
        ("Overcast", "19AF", False),
        ("Clear", "19PD", True),
        ("Clear", "19EV", True),
        ("Fog", "19MO", True),
        ("DenseFog", "19MO", True),
        ("Snow", "19MO", True),
    ],
)
def test_when_it_is_hard_to_see(weather: str, turn: str, poor: bool) -> None:
    f = fight(one("arm_recon_co"), foe(), weather=weather, turn=turn)
    assert line(f, "TT-WPN-11") == (0, -1 if poor else 0)


@pytest.mark.rule("trumpets", "TT-ER-01")
def test_the_attackers_rating_is_the_best_of_the_front_line() -> None:
    assert line(fight((one("inf_bn", er=4), one("inf_bn", er=6), one("eng_co", er=7))), "TT-WPN-14") == (1, 0)
    assert line(fight(one("eng_co", er=7)), "TT-WPN-14") == (2, 0)


@pytest.mark.rule("trumpets", "TT-ER-02")
def test_the_defenders_rating_is_that_of_the_front_line_or_the_next_in_line() -> None:
    assert line(fight(INF, (foe(er=4), foe("eng_co", er=7))), "TT-WPN-14") == (1, 0)
    assert line(fight(INF, (foe("eng_co", er=4), foe("hq", er=7))), "TT-WPN-14") == (1, 0)
    assert line(fight(INF, (foe("fa_105", er=4), foe("hq", er=6))), "TT-WPN-14") == (-1, 0)


@pytest.mark.rule("trumpets", "TT-AMB-03")
@pytest.mark.rule("trumpets", "TT-ER-03")
@pytest.mark.rule("trumpets", "TT-WPN-14")
@pytest.mark.parametrize(("ours", "theirs"), [(a, b) for a in range(2, 9) for b in range(2, 9)])
def test_one_column_for_each_point_at_most_three(ours: int, theirs: int) -> None:
    f = fight(one("inf_bn", er=ours), foe(er=theirs))
    assert line(f, "TT-WPN-14") == (max(-3, min(3, ours - theirs)), 0)


@pytest.mark.rule("trumpets", "TT-AMB-18")
@pytest.mark.rule("trumpets", "TT-ER-04")
@pytest.mark.rule("trumpets", "TT-DEF-ER-IP5")
@pytest.mark.rule("trumpets", "TT-DEF-ER-IP6")
@pytest.mark.rule("trumpets", "TT-DEF-ER-SP")
@pytest.mark.rule("trumpets", "TT-DEF-ER-FT")
@pytest.mark.rule("trumpets", "TT-DEF-ER-RB")
@pytest.mark.parametrize(
    ("works", "own", "counts"),
    [
        (Works(main="IP5"), 4, 5),
        (Works(main="IP5"), 6, 6),
        (Works(main="IP6"), 4, 6),
        (Works(main="SP"), 5, 6),
        (Works(main="FT"), 5, 6),
        (Works(main="FT"), 7, 7),
        (Works(road_block=True), 4, 4),
        (Works(main="IP5", road_block=True), 4, 5),
    ],
)
def test_positions_raise_the_defenders_rating(works: Works, own: int, counts: int) -> None:
    assert line(fight(one("inf_bn", er=7), foe(er=own), works=works), "TT-WPN-14") == (min(3, 7 - counts), 0)


@pytest.mark.rule("trumpets", "TT-AMB-05")
@pytest.mark.parametrize(
    ("turn", "columns"), [("16MO", 0), ("16AF", 1), ("16EV", 1), ("17PD", 1), ("17EV", 1), ("18PD", 0)]
)
def test_the_scare_begins_on_the_first_afternoon(turn: str, columns: int) -> None:
    assert line(fight(TANK, turn=turn), "TT-WPN-02") == (columns, 0)


@pytest.mark.rule("trumpets", "TT-AMB-07")
@pytest.mark.parametrize(
    ("kind", "tag"),
    [
        ("recon_plt", "low_visibility"),
        ("arm_cav_trp", "low_visibility"),
        ("arm_recon_co", "low_visibility"),
        ("fusilier_bn", "low_visibility"),
        ("spw_bn", "blitz_specialist"),
        ("fj_bn", ""),
        ("inf_bn", ""),
    ],
)
def test_who_carries_the_two_lost_icons(kind: str, tag: str) -> None:
    assert set(one(kind).tags) & {"low_visibility", "blitz_specialist"} == ({tag} if tag else set())


@pytest.mark.rule("trumpets", "TT-AMB-29")
def test_armored_infantry_is_infantry() -> None:
    armored = one("spw_bn")
    assert line(fight((TANK, armored), foe("tank_co")), "TT-WPN-04") == (1, 0)
    assert line(fight((TANK, armored), attacking_guns=(cannon(),)), "TT-TER-20") == (2, 0)


@pytest.mark.rule("trumpets", "TT-AMB-30")
@pytest.mark.parametrize(
    "kind", ["td_tow_co", "td_sp_co", "jpz_co", "stug_co", "eng_co", "flak_lt", "aw_btry"]
)
def test_guns_engineers_and_flak_are_combat_support(kind: str) -> None:
    assert one(kind).category == "combat_support"
    assert line(fight(INF, foe(kind)), "TT-WPN-03") == (1, 0)


@pytest.mark.rule("trumpets", "TT-AMB-10")
def test_both_sides_cannot_be_superior_at_night() -> None:
    f = fight(one("inf_bn", division="1SS"), foe(division="99ID"), turn="19EV")
    assert [x.rule for x in reckoned(f).lines if x.rule in ("TT-TER-29", "TT-TER-30")] == ["TT-TER-29"]
