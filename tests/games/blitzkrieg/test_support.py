"""BK-ART-14..18: Allied artillery in defensive support, at the beginning of the German RESOLVE."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, Noted
from tests.games.blitzkrieg.field import ALLIED, Situation, country, guns, inf, position, tank

FIGHT = {
    "a": tank("1412", strength=10),
    "b": inf("1511", strength=4),
    "d": inf("1512", ALLIED, 6),
    "g": guns("1712", ALLIED, 9),
}
"""a and b next to d, which g protects from two hexes behind."""


def dice(now: Situation) -> list[str]:
    return [str(e.why) for e in now.events if isinstance(e, DiceRolled)]


def attacked(units: Mapping[str, Any] | None = None, attackers: str = "a b", **state: Any) -> Situation:
    """The German movement phase with an engagement on 1512 and g in support of d."""
    now = position(units or FIGHT, support={"g": "d"}, **state)
    return now.act("engage", attackers, "1512")


@pytest.mark.rule("blitzkrieg", "BK-AMB-45")
@pytest.mark.rule("blitzkrieg", "BK-ART-14")
@pytest.mark.rule("blitzkrieg", "BK-RES-02")
def test_the_allied_player_assigns_support_after_his_battles() -> None:
    units = {**FIGHT, "f": inf("2112", ALLIED), "a": tank("1112"), "b": inf("1111")}
    now = position(units, phasing="allied", phase="support")
    assert now.step == ("allied", "support")
    assert set(now.targets("support", "g")) == {"d"}, "friends in range"
    assert now.refused("g", "g", verb="support") == ["BK-ART-17"]
    assert now.refused("g", "f", verb="support") == ["BK-ART-01"]
    assert now.refused("g", "a", verb="support") == ["BK-ART-14"]
    assert now.refused("d", "g", verb="support") == ["BK-ART-02"]
    given = now.act("support", "g", "d")
    assert given.state.support == {"g": "d"}
    assert given.offered("support") == ()
    alone = position({**units, "d": inf("2110", ALLIED)}, phasing="allied", phase="support")
    assert alone.offered("support") == (), "with nobody else in range it has nobody to protect"
    assert given.act("stop_support", "g").state.support == {}
    assert given.act("end").until("german", "movement").state.support == {"g": "d"}
    german = position(units, phase="support")
    assert german.step[1] != "support", "the Germans have none"


@pytest.mark.rule("blitzkrieg", "BK-ART-14")
def test_support_comes_after_the_last_battle_of_the_allied_turn() -> None:
    units = {"x": tank("1412", ALLIED), "y": inf("1512"), "g": guns("1112", ALLIED), "z": inf("2020")}
    now = position(units, phasing="allied").act("engage", "x", "1512").act("resolve", numbers=[])
    assert now.step == ("allied", "battles")
    now = now.act("fight", "x", numbers=[1])
    assert now.until("allied", "support").offered("support") == ("g",)


@pytest.mark.rule("blitzkrieg", "BK-ART-15")
def test_it_fires_at_the_largest_german_in_range_that_attacks_the_protected_unit() -> None:
    now = attacked().act("resolve", numbers=[6])
    assert dice(now) == ["Support fire at a, column 1-2"], "9 to 10, without terrain"
    assert now["a"].strength == 8
    assert now.state.support == {}
    far = {**FIGHT, "g": guns("1812", ALLIED)}
    now = attacked(far).act("resolve", numbers=[6])
    assert dice(now) == ["Support fire at b, column 2-1"], "a is out of range"


@pytest.mark.rule("blitzkrieg", "BK-ART-12")
def test_attackers_count_with_their_plain_strength() -> None:
    now = position(FIGHT, country(forest="1412 1511"), support={"g": "d"})
    now = now.act("engage", "b", "1512").act("move", "a", "1112").act("resolve", numbers=[1])
    assert dice(now) == ["Support fire at b, column 2-1"]


@pytest.mark.rule("blitzkrieg", "BK-ART-16")
def test_the_shot_is_lost_when_nobody_attacks_or_none_is_in_range() -> None:
    units = {**FIGHT, "a": tank("1112"), "b": inf("1111")}
    now = position(units, support={"g": "d"}).act("resolve", numbers=[])
    assert any(isinstance(e, Noted) and e.rule == "BK-ART-16" for e in now.events)
    assert now.state.support == {}
    away = {**FIGHT, "g": guns("1812", ALLIED), "b": inf("1111")}
    now = attacked(away, "a").act("resolve", numbers=[])
    assert any(isinstance(e, Noted) and e.rule == "BK-ART-16" for e in now.events)


@pytest.mark.rule("blitzkrieg", "BK-ART-16")
def test_the_allied_player_picks_among_equals_and_the_default_is_the_first_by_id() -> None:
    units = {**FIGHT, "b": inf("1511", strength=10)}
    now = attacked(units).act("resolve")
    assert now.step == ("allied", "largest")
    assert now.offered("fire_at") == ("a", "b")
    assert now.refused("d", verb="fire_at") == ["BK-ART-16"]
    picked = now.act("fire_at", "b", numbers=[6])
    assert dice(picked) == ["Support fire at b, column 1-2"]
    assert picked.step == ("german", "battles")
    assert dice(now.default(numbers=[6])) == ["Support fire at a, column 1-2"]


@pytest.mark.rule("blitzkrieg", "BK-ART-16")
def test_two_guns_are_asked_about_one_after_the_other_and_fire_together() -> None:
    units = {**FIGHT, "b": inf("1511", strength=10), "h": guns("1613", ALLIED, 9)}
    now = position(units, support={"g": "d", "h": "d"}).act("engage", "a b", "1512").act("resolve")
    now = now.act("fire_at", "b")
    assert now.step == ("allied", "largest")
    now = now.act("fire_at", "b", numbers=[6])
    assert dice(now) == ["Support fire at b, column 1-1"], "18 to 10"


@pytest.mark.rule("blitzkrieg", "BK-ART-17")
def test_guns_that_are_engaged_themselves_do_not_support() -> None:
    units = {**FIGHT, "g": guns("1612", ALLIED, 9), "c": inf("1613")}
    now = position(units, support={"g": "d"}).act("engage", "a b", "1512").act("engage", "c", "1612")
    now = now.act("resolve", numbers=[])
    assert now.step == ("german", "battles")
    assert [e.rule for e in now.events if isinstance(e, Noted)] == ["BK-ART-17"]


@pytest.mark.rule("blitzkrieg", "BK-ART-18")
@pytest.mark.rule("blitzkrieg", "BK-AMB-09")
@pytest.mark.rule("blitzkrieg", "BK-ART-19")
def test_defensive_fire_comes_before_offensive_fire() -> None:
    units = {**FIGHT, "k": guns("1212", strength=18), "b": inf("1011")}
    now = position(units, support={"g": "d"}).act("engage", "a", "1512").act("aim", "k", "d")
    now = now.act("resolve", numbers=[6, 6])
    assert dice(now) == ["Support fire at a, column 1-2", "Artillery fire at d, column 3-1"]
    assert (now["a"].strength, now["d"].strength) == (8, 3)
    fought = now.act("fight", "a", numbers=[4])
    assert dice(fought) == ["8 to 3, column 2-1"]


@pytest.mark.rule("blitzkrieg", "BK-RES-35")
def test_an_engagement_whose_attackers_die_from_support_lapses() -> None:
    units = {**FIGHT, "a": inf("1412", strength=1), "b": inf("1011")}
    now = attacked(units, "a").act("resolve", numbers=[6])
    assert now["a"].at == "#eliminated"
    assert now.state.engagements == ()
    assert any(isinstance(e, Noted) and e.rule == "BK-RES-35" for e in now.events)
