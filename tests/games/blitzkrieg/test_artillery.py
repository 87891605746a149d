"""BK-ART: range, targets, offensive fire when RESOLVE begins."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, Noted, PhaseBegan, Resolved
from hexbench.engine.values import Action
from hexbench.games.blitzkrieg import fire
from hexbench.games.blitzkrieg.fire import in_reach_of
from hexbench.games.blitzkrieg.odds import shot_column
from tests.games.blitzkrieg.field import (
    ALLIED,
    Situation,
    country,
    dump,
    guns,
    inf,
    near,
    plane,
    position,
    spy,
    tank,
    werfer,
)
from tests.games.blitzkrieg.shipped import TABLES

COLUMNS = TABLES.artillery.columns


def dice(now: Situation) -> list[str]:
    """What the dice were for."""
    return [str(e.why) for e in now.events if isinstance(e, DiceRolled)]


# ---- targets --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-ART-01")
def test_the_range_is_three_hexes_in_any_direction() -> None:
    foes = {f"d{i}": inf(at, ALLIED) for i, at in enumerate(near("1715", 4)) if at not in near("1715", 1)}
    now = position({"g": guns("1715"), **foes})
    hit = {now[t].at for t in now.targets("aim", "g")}
    assert hit == set(near("1715", 3)) - set(near("1715", 1))
    assert now.refused("g", next(d for d in foes if now[d].at == "2115"), verb="aim") == ["BK-ART-01"]


@pytest.mark.rule("blitzkrieg", "BK-UI-16")
@pytest.mark.rule("blitzkrieg", "BK-ART-02")
def test_first_the_firing_unit_then_the_target() -> None:
    now = position({"g": guns("1412"), "i": inf("1413"), "d": inf("1712", ALLIED), "p": plane()})
    assert now.offered("aim") == ("g",)
    assert now.refused("i", "d", verb="aim") == ["BK-ART-02"]
    assert now.refused("d", "g", verb="aim") == ["BK-ART-02"]
    now = now.act("aim", "g", "d")
    assert now.state.fire == {"g": "d"}


@pytest.mark.rule("blitzkrieg", "BK-ART-03")
def test_one_target_for_each_gun_and_any_number_of_guns_for_a_target() -> None:
    units = {"g": guns("1412"), "h": guns("1413"), "k": guns("1411"), "d": inf("1712", ALLIED)}
    now = position({**units, "e": inf("1610", ALLIED)})
    now = now.act("aim", "g", "d")
    assert "g" not in now.offered("aim")
    assert "BK-ART-03" in now.refused("g", "e", verb="aim")
    now = now.act("aim", "h", "d").act("aim", "k", "d")
    assert set(now.state.fire.values()) == {"d"}
    now = now.act("stop_aiming", "g").act("aim", "g", "e")
    assert now.state.fire == {"h": "d", "k": "d", "g": "e"}
    assert now.reasons("aim", "g h", "d")[0].rule == "BK-ART-03"


@pytest.mark.rule("blitzkrieg", "BK-ART-04")
def test_guns_fire_at_a_unit_not_at_its_hex() -> None:
    units = {"g": guns("1412", strength=8), "d": inf("1712", ALLIED, 4), "e": inf("1712", ALLIED, 4)}
    now = position(units).act("aim", "g", "d").act("resolve", numbers=[6])
    assert (now["d"].strength, now["e"].strength) == (2, 4)
    assert position({"g": guns("1412", ALLIED), "s": spy("1712")}, phasing="allied").offered("aim") == ()


@pytest.mark.rule("blitzkrieg", "BK-ART-05")
def test_guns_in_an_engagement_never_fire() -> None:
    """Engaged by the enemy they do not fire even where they were given a target."""
    units = {"g": guns("1412"), "d": inf("1512", ALLIED), "e": inf("1712", ALLIED)}
    now = position(units).act("engage", "g", "1512")
    assert now.refused("g", "e", verb="aim") == ["BK-ART-05"]
    assert now.act("resolve", numbers=[]).step == ("german", "battles")


@pytest.mark.rule("blitzkrieg", "BK-ART-06")
def test_volkswerfer_never_fire_at_a_distance() -> None:
    now = position({"w": werfer("1412"), "d": inf("1712", ALLIED)})
    assert now.offered("aim") == ()
    assert now.refused("w", "d", verb="aim") == ["BK-ART-06"]


@pytest.mark.rule("blitzkrieg", "BK-ART-07")
def test_targets_are_set_between_reinforcements_and_battles() -> None:
    units = {"g": guns("1412"), "a": tank("1913"), "d": inf("1712", ALLIED), "e": inf("2013", ALLIED)}
    now = position(units)
    assert "aim" in now.verbs
    now = now.act("engage", "a", "2013").act("resolve", numbers=[])
    assert now.step == ("german", "battles")
    assert "BK-SEQ-01" in [r.rule for r in now.reasons("aim", "g", "d")]


@pytest.mark.rule("blitzkrieg", "BK-ART-21")
def test_guns_that_have_moved_may_fire() -> None:
    now = position({"g": guns("1112"), "d": inf("1712", ALLIED, 4)}).move("g", "1412")
    assert now.act("aim", "g", "d").state.fire == {"g": "d"}


def test_guns_that_move_or_are_taken_up_lose_their_target() -> None:
    now = position({"g": guns("1412"), "d": inf("1712", ALLIED, 4)}).act("aim", "g", "d")
    assert now.move("g", "1212").state.fire == {}
    assert now.act("collect", "g").state.fire == {}


# ---- the shot -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-ART-08")
@pytest.mark.rule("blitzkrieg", "BK-RES-02")
def test_all_fire_comes_when_resolve_begins_before_rockets_and_battles() -> None:
    units = {"g": guns("1412"), "h": guns("1413"), "a": tank("1610"), "d": inf("1712", ALLIED)}
    units |= {"e": inf("1610".replace("16", "17"), ALLIED), "f": inf("1613", ALLIED)}
    rules = country(liege="2420")
    now = position(units, rules, dumps={"liege": dump("2420")})
    now = (
        now.act("engage", "a", "1710")
        .act("aim", "g", "d")
        .act("aim", "h", "f")
        .act("resolve", numbers=[1, 1])
    )
    assert len(dice(now)) == 2
    assert now.step == ("german", "rockets")
    assert now.state.fire == {}
    now = now.act("launch", "", "2420", numbers=[1])
    assert now.step == ("german", "battles")
    phases = [e.phase for e in now.events if isinstance(e, PhaseBegan)]
    assert phases == ["battles"]


@pytest.mark.rule("blitzkrieg", "BK-ART-09")
@pytest.mark.rule("blitzkrieg", "BK-TAB-01")
@pytest.mark.parametrize(
    ("gun", "target", "column"),
    [
        (1, 9, "1-2"),
        (4, 8, "1-2"),
        (7, 8, "1-2"),
        (8, 8, "1-1"),
        (15, 8, "1-1"),
        (16, 8, "2-1"),
        (24, 8, "3-1"),
        (80, 8, "3-1"),
    ],
)
def test_the_column_is_rounded_for_the_target_and_limited(gun: int, target: int, column: str) -> None:
    assert COLUMNS[shot_column(gun, Fraction(target))] == column


@pytest.mark.rule("blitzkrieg", "BK-ART-09")
@pytest.mark.rule("blitzkrieg", "BK-TAB-01")
@pytest.mark.rule("blitzkrieg", "BK-AMB-25")
@pytest.mark.parametrize(
    ("roll", "row"),
    [
        (1, "1/6 1/5 1/4 1/3"),
        (2, "1/6 1/5 1/4 1/3"),
        (3, "1/5 1/4 1/3 1/3"),
        (4, "1/5 1/4 1/3 1/3"),
        (5, "1/4 1/4 1/3 1/2"),
        (6, "1/6 1/3 1/2 1/2"),
    ],
)
def test_table_1_as_it_is_printed(roll: int, row: str) -> None:
    units = {"g": guns("1412", strength=12), "d": inf("1712", ALLIED, 60)}
    for column, (strength, fraction) in enumerate(zip((24, 12, 6, 4), row.split(), strict=True)):
        units["d"] = inf("1712", ALLIED, strength)
        now = position(units).act("aim", "g", "d").act("resolve", numbers=[roll])
        found = next(e for e in now.events if isinstance(e, Resolved))
        assert (COLUMNS[column] in dice(now)[0], found.result) == (True, fraction)
        assert found.line is not None
        assert (found.line.attack, found.line.defence, found.line.column) == (12, strength, COLUMNS[column])


@pytest.mark.rule("blitzkrieg", "BK-ART-10")
@pytest.mark.parametrize(
    ("strength", "roll", "left"),
    [(10, 1, 7), (6, 1, 4), (7, 1, 5), (5, 1, 3), (5, 5, 2), (3, 5, 1), (9, 5, 4)],
)
def test_the_fraction_is_of_the_current_strength_rounded_halves_up(
    strength: int, roll: int, left: int
) -> None:
    """At 3-1 a 1 takes a third and a 5 takes half."""
    units = {"g": guns("1412", strength=3 * strength), "d": inf("1712", ALLIED, 12, now=strength)}
    now = position(units).act("aim", "g", "d").act("resolve", numbers=[roll])
    assert now["d"].strength == left


@pytest.mark.rule("blitzkrieg", "BK-ART-11")
@pytest.mark.rule("blitzkrieg", "BK-AMB-07")
def test_several_guns_on_a_target_are_one_shot_or_one_each() -> None:
    units = {"g": guns("1412", strength=6), "h": guns("1413", strength=6), "d": inf("1712", ALLIED, 6)}
    now = position(units).act("aim", "g", "d").act("aim", "h", "d")
    together = now.act("resolve", numbers=[6])
    assert dice(together) == ["Artillery fire at d, column 2-1"]
    assert together["d"].strength == 3
    now = position(units, country(artillery_mode="separate")).act("aim", "g", "d").act("aim", "h", "d")
    each = now.act("resolve", numbers=[6, 6])
    assert dice(each) == ["Artillery fire at d, column 1-1", "Artillery fire at d, column 1-1"]
    assert each["d"].strength == 3, "6 less 2, then 4 less a third of 4"


@pytest.mark.rule("blitzkrieg", "BK-ART-12")
@pytest.mark.rule("blitzkrieg", "BK-AMB-08")
@pytest.mark.parametrize(
    ("target", "rules", "faced"),
    [
        (inf("1712", ALLIED, 4), country(), 4),
        (inf("1712", ALLIED, 4), country(forest="1712"), 12),
        (tank("1712", ALLIED, 4), country(mountain="1712"), 8),
        (guns("1712", ALLIED, 9), country(), Fraction(9, 2)),
        (inf("1712", ALLIED, 4), country(river="1612/1712 1712/1812"), 4),
        (inf("1712", ALLIED, 4, now=2, base=4, isolated=1), country(), 4),
    ],
)
def test_the_target_counts_with_its_defence_without_rivers(target: Any, rules: Any, faced: Fraction) -> None:
    now = position({"g": guns("1412"), "d": target}, rules)
    assert fire.strength_of_target(rules, now.state, "d", support=False) == faced


@pytest.mark.rule("blitzkrieg", "BK-ART-20")
@pytest.mark.rule("blitzkrieg", "BK-RES-35")
def test_a_target_below_one_is_eliminated_and_leaves_its_engagement() -> None:
    units = {
        "a": tank("1412"),
        "g": guns("1212", strength=12),
        "d": inf("1512", ALLIED, 1),
        "e": inf("1512", ALLIED),
    }
    now = position(units).act("engage", "a", "1512").act("aim", "g", "d").act("resolve", numbers=[6])
    assert now["d"].at == "#eliminated"
    assert now.state.lost == {"allied": 1}
    assert set(now.offered("fight")) == {"a", "e"}
    alone = (
        position({k: v for k, v in units.items() if k != "e"}).act("engage", "a", "1512").act("aim", "g", "d")
    )
    alone = alone.act("resolve", numbers=[6])
    assert alone.state.engagements == ()
    assert alone.step[0] == "allied", "no die, and nobody advances"
    assert any(isinstance(e, Noted) and e.rule == "BK-RES-35" for e in alone.events)


# ---- marks and forecasts ------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-ART-13")
def test_squares_mark_the_gun_and_its_target() -> None:
    units = {"a": tank("1412"), "g": guns("1212"), "d": inf("1512", ALLIED, 4), "e": inf("1513", ALLIED)}
    now = position(units).act("aim", "g", "d")
    gun, target = now.seat.face("g"), now.seat.face("d")
    assert gun is not None
    assert target is not None
    assert [(t.at, t.key) for t in gun.tags] == [("corner", "")]
    assert [(t.at, t.key) for t in target.tags] == [("edge", "")]
    now = now.act("engage", "a", "1512")
    gun, target = now.seat.face("g"), now.seat.face("d")
    assert gun is not None
    assert target is not None
    assert gun.tags[0].key == target.ring != ""


def test_the_forecast_of_a_shot_counts_the_guns_that_have_the_target() -> None:
    units = {"g": guns("1412", strength=6), "h": guns("1413", strength=6), "d": inf("1712", ALLIED, 6)}
    now = position(units)
    one = now.seat.forecast(Action("aim", ("g",), "d"))
    assert one is not None
    assert (one.lines[0][1].column, dict(one.lines[0][1].results)) == (
        "1-1",
        {"L1/5": 2, "L1/4": 3, "L1/3": 1},
    )
    now = now.act("aim", "h", "d")
    two = now.seat.forecast(Action("aim", ("g",), "d"))
    assert two is not None
    assert two.lines[0][1].column == "2-1"


@pytest.mark.rule("blitzkrieg", "BK-ART-04")
def test_a_gun_that_is_not_on_the_map_has_nothing_in_range() -> None:
    now = position({"g": guns("#eliminated"), "h": guns("1412"), "d": inf("1712", ALLIED)})
    assert in_reach_of(now.rules, now.state, now.seat.board, "h", ALLIED) == ("d",)
    assert in_reach_of(now.rules, now.state, now.seat.board, "g", ALLIED) == ()
    assert now.reasons("aim", "g", "d")
