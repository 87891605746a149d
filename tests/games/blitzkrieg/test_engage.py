"""BK-ENG: stars of a hex and its neighbours, formed by drag, undone, and the duty before RESOLVE."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hexbench.engine.events import Declared, Noted
from hexbench.engine.values import Action
from hexbench.games.blitzkrieg.engage import contacts, cover, engagement_at, engagement_of, star
from hexbench.games.blitzkrieg.pieces import COLOURS
from tests.games.blitzkrieg.field import (
    ALLIED,
    HEXES,
    Situation,
    country,
    guns,
    inf,
    near,
    position,
    spy,
    tank,
)


def groups(now: Situation) -> list[tuple[tuple[str, ...], tuple[str, ...], str]]:
    """Attackers, hexes and centre of every engagement."""
    return [(e.attackers, e.hexes, e.centre) for e in now.state.engagements]


def odds_told(now: Situation) -> list[str]:
    return [str(e.say) for e in now.events if isinstance(e, Noted) and e.rule == "BK-ENG-16"]


# ---- who engages whom ---------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-SEQ-01")
def test_engaging_takes_no_route() -> None:
    now = position({"a": inf("1412"), "d": inf("1512", ALLIED)})
    assert now.refused("a", "1512", via="9999", verb="engage") == ["BK-SEQ-01"]
    assert now.refused("a", via="1512", verb="collect") == ["BK-SEQ-01"]


@pytest.mark.rule("blitzkrieg", "BK-ENG-01")
def test_only_neighbours_engage() -> None:
    now = position({"a": tank("1412"), "far": tank("1212"), "d": inf("1512", ALLIED)})
    assert now.offered("engage") == ("a",)
    assert set(now.targets("engage", "a")) == {"1512"}
    assert now.refused("far", "1512", verb="engage") == ["BK-ENG-01"]
    assert now.refused("a", "1312", verb="engage") == ["BK-ENG-01"], "nobody stands there"
    assert now.refused("d", "1412", verb="engage") == ["BK-ENG-01"], "not the phasing side's"
    assert groups(now.act("engage", "a", "1512")) == [(("a",), ("1512",), "1412")]


@pytest.mark.rule("blitzkrieg", "BK-ENG-05")
def test_all_defenders_of_a_hex_are_one_group_in_one_engagement() -> None:
    now = position(
        {"a": tank("1412"), "b": inf("1511"), "d": inf("1512", ALLIED), "e": inf("1512", ALLIED, 5)}
    ).act("engage", "a", "1512")
    assert engagement_at(now.state, "1512") == now.state.engagements[0]
    assert set(now.offered("undo_engage")) == {"a", "d", "e"}
    now = now.act("engage", "b", "1512")
    assert groups(now) == [(("a", "b"), ("1512",), "1512")]
    assert now.refused("a", "1512", verb="engage") == ["BK-ENG-05"], "it does so already"


@pytest.mark.rule("blitzkrieg", "BK-ENG-06")
def test_attackers_of_one_hex_may_attack_different_hexes() -> None:
    now = position({"a": tank("1412"), "b": inf("1412"), "d": inf("1512", ALLIED), "e": inf("1312", ALLIED)})
    now = now.act("engage", "a", "1512").act("engage", "b", "1312")
    assert groups(now) == [(("a",), ("1512",), "1412"), (("b",), ("1312",), "1412")]
    assert "BK-ENG-04" in [r.rule for r in now.reasons("engage", "a", "1312")], "a unit attacks once"
    assert now.act("resolve").step == ("german", "battles")


@pytest.mark.rule("blitzkrieg", "BK-AMB-16")
@pytest.mark.rule("blitzkrieg", "BK-ENG-07")
def test_attackers_of_one_hex_on_one_hex_are_in_one_engagement() -> None:
    now = position({"a": tank("1412"), "b": inf("1412"), "d": inf("1512", ALLIED)})
    one = now.act("engage", "a", "1512").act("engage", "b", "1512")
    assert groups(one) == [(("a", "b"), ("1512",), "1412")]
    assert groups(now.act("engage", "a b", "1512")) == groups(one)


@pytest.mark.rule("blitzkrieg", "BK-ENG-08")
def test_chains_are_impossible() -> None:
    now = position(
        {"a": tank("1412"), "b": inf("1511"), "d": inf("1512", ALLIED), "e": inf("1312", ALLIED)}
    ).act("engage", "a b", "1512")
    assert now.refused("a", "1312", verb="engage") == ["BK-ENG-08"]
    now = now.act("undo_engage", "a").act("engage", "a", "1512").act("engage", "a", "1312")
    assert groups(now) == [(("a",), ("1512", "1312"), "1412")]
    assert now.refused("b", "1512", verb="engage") == ["BK-ENG-08"]


@pytest.mark.rule("blitzkrieg", "BK-ENG-08")
def test_an_engagement_covers_a_hex_and_its_six_neighbours() -> None:
    ring = near("1412")
    attackers = {f"a{i}": inf(at) for i, at in enumerate(ring)}
    now = position({**attackers, "d": inf("1412", ALLIED)}).act("engage", " ".join(attackers), "1412")
    assert groups(now) == [(tuple(attackers), ("1412",), "1412")]
    defenders = {f"d{i}": inf(at, ALLIED) for i, at in enumerate(ring)}
    now = position({"a": tank("1412"), **defenders})
    for at in ring:
        now = now.act("engage", "a", at)
    assert groups(now) == [(("a",), tuple(ring), "1412")]


@pytest.mark.rule("blitzkrieg", "BK-ENG-09")
def test_one_hex_may_fight_several_at_once_and_the_defence_is_one_sum() -> None:
    now = position({"a": tank("1412", strength=12), "d": inf("1512", ALLIED, 3), "e": inf("1312", ALLIED, 3)})
    now = now.act("engage", "a", "1512")
    assert odds_told(now) == ["Odds on 1512: 4-1 (12 to 3)."]
    now = now.act("engage", "a", "1312")
    assert odds_told(now) == ["Odds on 1512, 1312: 2-1 (12 to 6)."]
    assert len(now.state.engagements) == 1


@pytest.mark.rule("blitzkrieg", "BK-ENG-11")
@pytest.mark.rule("blitzkrieg", "BK-ENG-12")
def test_twelve_colours_repeat_and_identity_is_the_engagement() -> None:
    rows = ("10", "13", "16", "19")
    pairs = [(f"{c}{r}", f"{c + 1}{r}") for r in rows for c in (10, 13, 16, 19)]
    units: dict[str, Any] = {}
    for i, (own, foe) in enumerate(pairs):
        units |= {f"a{i}": inf(own), f"d{i}": inf(foe, ALLIED)}
    now = position(units)
    for i, (_, foe) in enumerate(pairs[:14]):
        now = now.act("engage", f"a{i}", foe)
    rings = {uid: now.seat.face(uid).ring for uid in units}  # type: ignore[union-attr]
    assert all(rings[f"a{i}"] == rings[f"d{i}"] for i in range(14))
    assert len({rings[f"a{i}"] for i in range(COLOURS)}) == COLOURS
    assert rings["a12"] == rings["a0"]
    assert rings["a14"] == ""
    assert [e.number for e in now.state.engagements] == list(range(14))
    now = now.act("undo_engage", "a12")
    assert engagement_of(now.state, "a0") is not None
    assert engagement_of(now.state, "a12") is None


# ---- changing them -------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-UI-18")
@pytest.mark.rule("blitzkrieg", "BK-ENG-15")
@pytest.mark.parametrize("chosen", ["a", "b", "d"])
def test_undo_dissolves_the_whole_engagement(chosen: str) -> None:
    now = position(
        {
            "a": tank("1412"),
            "b": inf("1411"),
            "d": inf("1512", ALLIED),
            "x": inf("1112"),
            "y": inf("1111", ALLIED),
        }
    )
    now = now.act("engage", "a b", "1512").act("engage", "x", "1111").act("undo_engage", chosen)
    assert groups(now) == [(("x",), ("1111",), "1112")]
    assert now.refused(chosen, verb="undo_engage") == ["BK-ENG-15"]


@pytest.mark.rule("blitzkrieg", "BK-ENG-16")
@pytest.mark.rule("blitzkrieg", "BK-MOV-21")
def test_odds_are_told_whenever_the_composition_changes() -> None:
    now = position({"a": tank("1412"), "b": inf("1411", strength=5), "d": inf("1512", ALLIED, 5)})
    now = now.act("engage", "a", "1512")
    assert odds_told(now) == ["Odds on 1512: 2-1 (10 to 5)."]
    now = now.act("engage", "b", "1512")
    assert odds_told(now) == ["Odds on 1512: 3-1 (15 to 5)."]
    now = now.act("collect", "b")
    assert odds_told(now) == ["Odds on 1512: 2-1 (10 to 5)."]
    assert groups(now) == [(("a",), ("1512",), "1512")]
    joined = now.act("deposit", "b", "1412", how="engage")
    assert odds_told(joined) == ["Odds on 1512: 3-1 (15 to 5)."]
    moved = now.act("deposit", "b", "1411").act("move", "a", "1212")
    assert groups(moved) == [], "without attackers it is none"


@pytest.mark.rule("blitzkrieg", "BK-ENG-16")
@pytest.mark.rule("blitzkrieg", "BK-JOIN-03")
def test_odds_are_told_when_an_attacker_is_built_up() -> None:
    units = {
        "a": inf("1412", strength=6, now=3),
        "b": inf("1312", strength=4),
        "c": inf("1411", strength=6, now=3),
    }
    now = position({**units, "d": inf("1512", ALLIED, 6)}, country()).act("engage", "a", "1512")
    assert odds_told(now) == ["Odds on 1512: 1-2 (3 to 6)."]
    built = now.act("join", "b", "a")
    assert odds_told(built) == ["Odds on 1512: 1-1 (6 to 6)."]
    assert groups(built) == [(("a",), ("1512",), "1412")]
    apart = now.act("join", "b", "c")
    assert odds_told(apart) == [], "it is in no engagement"


@pytest.mark.rule("blitzkrieg", "BK-ENG-17")
def test_a_unit_put_down_on_an_engaged_one_joins_it() -> None:
    now = position({"a": tank("1412"), "b": inf("1411"), "d": inf("1512", ALLIED)}).act("engage", "a", "1512")
    now = now.act("collect", "b")
    assert groups(now.act("deposit", "b", "1412")) == [(("a",), ("1512",), "1412")], "beside it, not on it"
    joined = now.act("deposit", "b", "1412", how="engage")
    assert groups(joined) == [(("a", "b"), ("1512",), "1412")]
    assert Declared("engagement", ("a", "b"), "1512") in joined.events
    assert now.refused("b", "1311", verb="deposit", how="engage") == ["BK-ENG-17"]


@pytest.mark.rule("blitzkrieg", "BK-ENG-17")
def test_where_two_engagements_start_from_a_hex_either_may_be_joined() -> None:
    units = {
        "a": tank("1412"),
        "b": inf("1412"),
        "c": inf("1411"),
        "d": inf("1512", ALLIED),
        "e": inf("1312", ALLIED),
    }
    now = position(units).act("engage", "a", "1512").act("engage", "b", "1312").act("collect", "c")
    ways = {
        t.how: [str(text) for text in t.says]
        for t in now.seat.targets("deposit", ("c",))
        if t.object == "1412"
    }
    assert ways == {
        "": [],
        "engage": ["It joins the engagement on 1512."],
        "engage_other": ["It joins the engagement on 1312."],
    }
    first, other = (now.act("deposit", "c", "1412", how=how) for how in ("engage", "engage_other"))
    assert [e.attackers for e in first.state.engagements] == [("a", "c"), ("b",)]
    assert [e.attackers for e in other.state.engagements] == [("a",), ("b", "c")]
    spied = position({**units, "s": spy("1411")}).act("engage", "a", "1512").act("collect", "s")
    assert spied.refused("s", "1412", verb="deposit", how="engage") == ["BK-ENG-18"]


# ---- infiltrators and artillery ---------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-ENG-18")
@pytest.mark.rule("blitzkrieg", "BK-INF-12")
def test_infiltrators_take_no_part_and_cause_no_duty() -> None:
    now = position({"s": spy("1412"), "d": inf("1512", ALLIED)})
    assert now.offered("engage") == ()
    assert now.refused("s", "1512", verb="engage") == ["BK-ENG-18"]
    assert now.reasons("resolve") == ()
    now = position({"s": spy("1412"), "d": inf("1512", ALLIED)}, phasing="allied")
    assert now.refused("d", "1412", verb="engage") == ["BK-ENG-01"]
    assert now.reasons("resolve") == ()
    with_guard = position({"s": spy("1412"), "g": inf("1412"), "d": inf("1512", ALLIED)}, phasing="allied")
    both = with_guard.act("engage", "d", "1412")
    assert set(both.offered("undo_engage")) == {"d", "g"}


@pytest.mark.rule("blitzkrieg", "BK-ENG-19")
@pytest.mark.rule("blitzkrieg", "BK-ART-05")
def test_artillery_next_to_an_enemy_must_be_engaged_and_cannot_fire() -> None:
    now = position({"g": guns("1412"), "d": inf("1512", ALLIED, 2), "e": inf("1712", ALLIED)})
    assert [r.rule for r in now.reasons("resolve")] == ["BK-ENG-02", "BK-ENG-03"]
    assert now.refused("g", "e", verb="aim") == ["BK-ENG-19"]
    now = now.act("engage", "g", "1512")
    assert now.refused("g", "d", verb="aim") == ["BK-ART-05"]
    assert odds_told(now) == ["Odds on 1512: 4-1 (9 to 2)."], "it attacks with its full strength"


@pytest.mark.rule("blitzkrieg", "BK-ART-05")
def test_artillery_that_is_engaged_after_all_forgets_its_target() -> None:
    units = {"g": guns("1412"), "d": inf("1512", ALLIED, 2), "e": inf("1712", ALLIED)}
    now = position(units, fire={"g": "e"}).act("engage", "g", "1512")
    assert now.state.fire == {}


# ---- the duty -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-AMB-17")
@pytest.mark.rule("blitzkrieg", "BK-ENG-02")
@pytest.mark.rule("blitzkrieg", "BK-ENG-03")
@pytest.mark.rule("blitzkrieg", "BK-ENG-04")
def test_resolve_is_refused_as_long_as_a_contact_is_not_engaged() -> None:
    now = position({"a": tank("1412"), "b": inf("1411"), "d": inf("1512", ALLIED), "e": inf("1312", ALLIED)})
    found = now.reasons("resolve")
    assert {(r.rule, r.hexes) for r in found} == {
        ("BK-ENG-02", ("1412",)),
        ("BK-ENG-02", ("1411",)),
        ("BK-ENG-03", ("1312",)),
        ("BK-ENG-03", ("1512",)),
    }
    assert "resolve" not in now.verbs
    now = now.act("engage", "a", "1512")
    assert [(r.rule, r.hexes) for r in now.reasons("resolve")] == [
        ("BK-ENG-02", ("1411",)),
        ("BK-ENG-03", ("1312",)),
    ]
    away = now.act("move", "b", "1310")
    assert [(r.rule, r.hexes) for r in away.reasons("resolve")] == [("BK-ENG-03", ("1312",))]
    assert away.act("engage", "a", "1312").reasons("resolve") == ()


@pytest.mark.rule("blitzkrieg", "BK-ENG-02")
def test_a_unit_next_to_enemies_that_others_attack_must_still_be_engaged() -> None:
    now = position({"a": tank("1412"), "b": inf("1511"), "d": inf("1512", ALLIED)}).act("engage", "a", "1512")
    assert [(r.rule, r.hexes) for r in now.reasons("resolve")] == [("BK-ENG-02", ("1511",))]
    assert now.act("engage", "b", "1512").reasons("resolve") == ()


@pytest.mark.rule("blitzkrieg", "BK-ENG-04")
@pytest.mark.parametrize("seed", range(40))
def test_every_tangle_of_contacts_can_be_covered_by_stars(seed: int) -> None:
    chance = random.Random(seed)
    spots = chance.sample(HEXES[:60], 24)
    units = {f"u{i}": inf(at, "german" if chance.random() < 0.5 else ALLIED) for i, at in enumerate(spots)}
    now = position(units)
    found = contacts(now.rules, now.state, now.seat.board, "german")
    made = cover(found)
    attackers = [u for units_, _ in made for u in units_]
    hexes = [at for _, hexes_ in made for at in hexes_]
    assert sorted(attackers) == sorted(found), "every unit in contact, once"
    assert sorted(hexes) == sorted({at for each in found.values() for at in each}), "every hex, once"
    for units_, hexes_ in made:
        assert star(now.rules, now.state, units_, hexes_)
        assert all(at in found[u] for u in units_ for at in hexes_)


@pytest.mark.rule("blitzkrieg", "BK-ENG-04")
@pytest.mark.parametrize("seed", range(8))
def test_the_defaults_engage_every_contact_whatever_stands_already(seed: int) -> None:
    chance = random.Random(seed)
    spots = chance.sample(HEXES[:60], 20)
    units = {f"u{i}": inf(at, "german" if i % 2 else ALLIED) for i, at in enumerate(spots)}
    now = position(units)
    for uid in now.offered("engage")[::2]:
        found = list(now.targets("engage", uid))
        if found:
            now = now.act("engage", uid, chance.choice(found))
    for _ in range(80):
        if now.step != ("german", "movement") or not now.reasons("resolve"):
            break
        now = now.default()
    assert now.reasons("resolve") == ()


# ---- what is asked beforehand -------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-ENG-16")
def test_the_forecast_of_joining_is_that_of_the_engagement_as_it_will_be() -> None:
    now = position({"a": tank("1412"), "b": inf("1511", strength=5), "d": inf("1512", ALLIED, 5)}, country())
    now = now.act("engage", "a", "1512")
    ahead = now.seat.forecast(Action("engage", ("b",), "1512"))
    assert ahead is not None
    ((_, line),) = ahead.lines
    assert (line.attack, line.defence, line.column, line.ways) == (15, 5, "3-1", 6)
    assert dict(line.results)["nr; blu"] == 1
    assert sum(n for _, n in line.results) == 6
    assert now.seat.forecast(Action("engage", ("a",), "1312")) is None


@pytest.mark.rule("blitzkrieg", "BK-ODD-10")
@pytest.mark.parametrize(
    ("attack", "defence", "column", "beyond"),
    [(1, 4, "1-4", False), (1, 5, "1-4", True), (6, 1, "6-1", False), (7, 1, "6-1", True)],
)
def test_odds_beyond_either_end_of_the_table_are_marked_as_such(
    attack: int, defence: int, column: str, beyond: bool
) -> None:
    now = position({"a": inf("1412", strength=attack), "d": inf("1512", ALLIED, defence)}, country())
    ahead = now.seat.forecast(Action("engage", ("a",), "1512"))
    assert ahead is not None
    ((_, line),) = ahead.lines
    assert (line.column, line.clamped) == (column, beyond)
