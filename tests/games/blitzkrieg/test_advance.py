"""BK-RES-15, 17, 20, 28..32, 34: exchanges and advances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexbench.engine.events import UnitMoved
from tests.games.blitzkrieg.field import (
    ALLIED,
    PLAIN,
    Situation,
    country,
    inf,
    motor,
    position,
    ring,
    spy,
    tank,
)
from tests.games.field import POINT


def won(units: dict[str, Any], rules: Any = PLAIN, **state: Any) -> Situation:
    """a... beat d in 1512 at 2-1 with a 4: it goes back three hexes, they may advance with 2 points."""
    attackers = tuple(u for u in units if u.startswith("a"))
    now = position(units, rules, **state).act("engage", " ".join(attackers), "1512").act("resolve")
    now = now.act("fight", attackers[0], numbers=[4])
    assert now.step[1] == "retreat"
    ways = now.targets("fall_back", "d")
    far = next((at for at in ("1812", "1811", "1813") if at in ways), next(iter(ways)))
    now = now.act("fall_back", "d", far)
    assert now.step[1] == "advance"
    return now


def lost(units: dict[str, Any], rules: Any = PLAIN, also: str = "") -> Situation:
    """a in 1412 is eliminated at 1-3 with a 5, and d in 1512 may advance with 2 points. ``also``: another engagement."""
    now = position(units, rules).act("engage", "a", "1512")
    if also:
        uid, at = also.split()
        now = now.act("engage", uid, at)
    now = now.act("resolve")
    now = now.act("fight", "a", numbers=[5])
    assert now.step[1] == "advance"
    return now


def exchanged(units: dict[str, Any], rules: Any = PLAIN) -> Situation:
    """a... against d... at 2-1 with a 2: both lose a unit."""
    attackers = " ".join(u for u in units if u.startswith("a"))
    now = position(units, rules).act("engage", attackers, "1512").act("resolve")
    return now.act("fight", "d", numbers=[2])


def costs(now: Situation, uid: str) -> dict[str, Fraction]:
    """Hex -> points an advance there costs."""
    return {at: Fraction(t.cost or 0, POINT) for at, t in now.targets("advance", uid).items()}


PAIR = {"a": inf("1412", strength=8), "d": inf("1512", ALLIED, 4)}


# ---- how far ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-RES-15")
@pytest.mark.rule("blitzkrieg", "BK-RES-28")
@pytest.mark.rule("blitzkrieg", "BK-RES-30")
def test_survivors_advance_with_the_points_granted_as_in_movement() -> None:
    now = won(PAIR, country(forest="1411"))
    found = costs(now, "a")
    assert found["1512"] == 1
    assert found["1612"] == 2
    assert found["1411"] == 2, "forest costs infantry 2"
    assert found["1212"] == 2, "any direction"
    assert "1712" not in found
    assert now.refused("a", "1712", verb="advance") == ["BK-RES-28"]
    went = now.act("advance", "a", "1612")
    assert UnitMoved("a", ("1412", "1512", "1612"), "advance") in went.events
    assert went.step[0] == "allied", "all are handled"


@pytest.mark.rule("blitzkrieg", "BK-RES-15")
def test_roads_count_in_an_advance() -> None:
    units = {"a": motor("1412", strength=8), "d": inf("1512", ALLIED, 4)}
    now = won(units, country(roads=("1412 1512 1612 1611",)))
    assert costs(now, "a")["1612"] == 1
    assert costs(now, "a")["1611"] == Fraction(3, 2)


@pytest.mark.rule("blitzkrieg", "BK-RES-28")
@pytest.mark.rule("blitzkrieg", "BK-MOV-04")
def test_entering_a_hex_next_to_an_enemy_ends_it() -> None:
    now = won({**PAIR, "x": inf("1513", ALLIED)})
    found = costs(now, "a")
    assert "1512" in found
    assert "1612" not in found, "1512 is next to x"
    assert now.refused("a", "1412", verb="advance") == ["BK-RES-28"], "the hex it starts in"
    assert now.refused("a", "1513", verb="advance") == ["BK-MOV-10"]


@pytest.mark.rule("blitzkrieg", "BK-RES-29")
def test_the_defenders_hex_may_always_be_entered() -> None:
    units = {"a": tank("1412", strength=8), "d": inf("1512", ALLIED, 1), "e": inf("1512", ALLIED, 1)}
    rules = country(forest="1512 1411 1612")
    now = position({**units, "a": tank("1412", strength=12)}, rules).act("engage", "a", "1512").act("resolve")
    now = now.act("fight", "a", numbers=[4])
    for uid in ("d", "e"):
        now = now.act("fall_back", uid, next(iter(now.targets("fall_back", uid))))
    found = costs(now, "a")
    assert found["1512"] == 2, "forest costs armor 5, it has 2 and stops there"
    assert "1612" not in found
    assert "1411" not in found, "no other forest"
    assert now.refused("a", "1411", verb="advance") == ["BK-RES-28"]


@pytest.mark.rule("blitzkrieg", "BK-RES-29")
def test_defenders_may_always_enter_what_the_attackers_have_vacated() -> None:
    units = {"a": inf("1412", strength=1), "d": tank("1512", ALLIED, 3)}
    rules = country(forest="1412 1612")
    found = costs(lost(units, rules), "d")
    assert found["1412"] == 2
    assert "1612" not in found
    held = lost({**units, "b": inf("1412"), "e": inf("1312", ALLIED)}, rules, also="b 1312")
    assert "1412" not in costs(held, "d"), "b of another engagement stands there"


@pytest.mark.rule("blitzkrieg", "BK-RES-15")
def test_defenders_advance_when_the_attackers_are_beaten() -> None:
    now = lost({"a": inf("1412", strength=1), "d": inf("1512", ALLIED, 3)})
    assert now.step == ("allied", "advance")
    assert now["a"].at == "#eliminated"
    now = now.act("advance", "d", "1312")
    assert now["d"].at == "1312"


@pytest.mark.rule("blitzkrieg", "BK-RES-31")
def test_an_advance_may_end_next_to_other_enemies_who_are_not_engaged_any_more() -> None:
    now = won({**PAIR, "x": inf("1613", ALLIED)}).act("advance", "a", "1512")
    assert now.state.engagements == ()
    assert now.step[0] == "allied"


@pytest.mark.rule("blitzkrieg", "BK-RES-32")
def test_isolation_does_not_lower_the_points_granted() -> None:
    one = inf("1412", strength=12, now=8, base=12, isolated=3, mp=1)
    assert costs(won({**PAIR, "a": one}), "a") == costs(won(PAIR), "a")


@pytest.mark.rule("blitzkrieg", "BK-MOV-14")
@pytest.mark.rule("blitzkrieg", "BK-MOV-15")
def test_rivers_are_crossed_at_once_but_not_by_armor() -> None:
    rules = country(river="1412/1512 " + ring("1612"))
    foot = {"a": inf("1412", strength=16), "d": inf("1512", ALLIED, 4)}
    found = costs(won(foot, rules), "a")
    assert found["1512"] == 1
    assert found["1612"] == 2
    now = won({"a": tank("1412", strength=16), "d": inf("1512", ALLIED, 4)}, rules)
    assert costs(now, "a")["1512"] == 2, "around the river"
    assert now.refused("a", "1612", verb="advance") == ["BK-MOV-14"]
    ringed = country(river=ring("1512"))
    now = won({"a": tank("1412", strength=16), "d": inf("1512", ALLIED, 4)}, ringed)
    assert now.refused("a", "1512", verb="advance") == ["BK-MOV-14"]
    bridged = country(river=ring("1512"), roads=("1412 1512",))
    now = won({"a": tank("1412", strength=16), "d": inf("1512", ALLIED, 4)}, bridged)
    assert costs(now, "a")["1512"] == Fraction(1, 2)


@pytest.mark.rule("blitzkrieg", "BK-MOV-11")
def test_allies_do_not_advance_into_the_siegfried_line() -> None:
    units = {"a": inf("1412", ALLIED, 24), "d": inf("1512", strength=4)}
    now = won(units, country(siegfried="1512"), phasing="allied")
    assert "1512" not in costs(now, "a")
    assert now.refused("a", "1512", verb="advance") == ["BK-MOV-11"]


@pytest.mark.rule("blitzkrieg", "BK-MOV-11")
def test_the_siegfried_line_shuts_off_what_lies_behind_it() -> None:
    units = {"a": inf("1412", ALLIED, 24), "d": inf("1512", strength=4)}
    line = country(siegfried=" ".join(f"16{row}" for row in range(10, 22)))
    now = won(units, line, phasing="allied")
    assert now.refused("a", "1712", verb="advance") == ["BK-MOV-11"]


@pytest.mark.rule("blitzkrieg", "BK-MOV-08")
def test_no_more_than_three_units_end_in_a_hex() -> None:
    units = {**{f"a{i}": inf("1412", strength=4) for i in range(2)}, "d": inf("1512", ALLIED, 4)}
    units |= {"a2": inf("1411", strength=1), "a3": inf("1411", strength=1)}
    now = won({**units, "d": inf("1512", ALLIED, 5)})
    for uid in ("a0", "a1", "a2"):
        now = now.act("advance", uid, "1512")
    assert now.refused("a3", "1512", verb="advance") == ["BK-MOV-08"]


# ---- declining --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-RES-18")
@pytest.mark.rule("blitzkrieg", "BK-RES-20")
def test_advances_are_declined_unit_by_unit_or_all_at_once() -> None:
    units = {"a": inf("1412", strength=4), "a1": inf("1412", strength=4), "d": inf("1512", ALLIED, 4)}
    now = won(units)
    assert now.offered("advance") == now.offered("stay") == ("a", "a1")
    one = now.act("stay", "a")
    assert one.offered("advance") == ("a1",)
    assert one.refused("a", verb="stay") == ["BK-RES-18"]
    assert one.refused("a", "1512", verb="advance") == ["BK-RES-18"]
    assert one.act("advance", "a1", "1512").step[0] == "allied"
    assert one.act("stay", "a1").step[0] == "allied"
    over = now.act("end")
    assert (over["a"].at, over["a1"].at, over.step[0]) == ("1412", "1412", "allied")


@pytest.mark.rule("blitzkrieg", "BK-RES-18")
def test_nobody_is_asked_who_cannot_go_anywhere() -> None:
    rules = country(river=ring("1412"))
    units = {"a": tank("1412", strength=16), "d": inf("1512", ALLIED, 4)}
    now = position(units, rules).act("engage", "a", "1512").act("resolve").act("fight", "a", numbers=[4])
    now = now.act("fall_back", "d", "1812")
    assert now.step == ("allied", "movement")


# ---- exchange ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-RES-17")
@pytest.mark.rule("blitzkrieg", "BK-RES-34")
@pytest.mark.rule("blitzkrieg", "BK-AMB-15")
def test_each_side_loses_one_unit_of_its_own_choice() -> None:
    units = {"a": inf("1412", strength=10), "a1": inf("1411", strength=6), "d": inf("1512", ALLIED, 3)}
    units["e"] = inf("1512", ALLIED, 5)
    now = exchanged(units)
    assert now.step == ("german", "exchange")
    assert now.offered("give_up") == ("a", "a1")
    assert now.refused("d", verb="give_up") == ["BK-RES-34"]
    now = now.act("give_up", "a1")
    assert now.step == ("allied", "exchange")
    assert now.offered("give_up") == ("d", "e")
    now = now.act("give_up", "d")
    assert (now["a1"].at, now["d"].at) == ("#eliminated", "#eliminated")
    assert (now["a"].strength, now["e"].strength) == (10, 5)
    assert now.state.lost == {"german": 6, "allied": 3}
    assert now.step == ("allied", "movement"), "several defenders: nobody moves in"


@pytest.mark.rule("blitzkrieg", "BK-RES-17")
def test_after_the_loss_of_a_single_defender_the_attackers_may_move_in() -> None:
    units = {"a": inf("1412", strength=4), "a1": inf("1411", strength=4), "d": inf("1512", ALLIED, 4)}
    now = exchanged(units).act("give_up", "a1").act("give_up", "d")
    assert now.step == ("german", "advance")
    assert set(now.targets("advance", "a")) == {"1512"}
    assert now.refused("a", "1312", verb="advance") == ["BK-RES-17"]
    assert now.act("advance", "a", "1512")["a"].at == "1512"
    assert now.act("end")["a"].at == "1412"


@pytest.mark.rule("blitzkrieg", "BK-RES-17")
def test_into_the_vacated_hex_whatever_it_costs_but_no_armor_over_a_river() -> None:
    units = {"a": tank("1412", strength=4), "a1": inf("1411", strength=4), "d": inf("1512", ALLIED, 4)}
    now = exchanged(units, country(forest="1412"))
    now = now.act("give_up", "a1").act("give_up", "d")
    assert set(now.targets("advance", "a")) == {"1512"}
    wet = country(river="1412/1512")
    now = exchanged(units, wet).act("give_up", "a1").act("give_up", "d")
    assert now.step == ("allied", "movement"), "armor cannot"
    now = exchanged(units, wet).act("give_up", "a").act("give_up", "d")
    assert set(now.targets("advance", "a1")) == {"1512"}


@pytest.mark.rule("blitzkrieg", "BK-RES-17")
def test_nobody_moves_in_where_the_defenders_were_two_in_two_hexes() -> None:
    units = {"a": inf("1412", strength=9), "a1": inf("1412", strength=7)}
    units |= {"d": inf("1512", ALLIED), "e": inf("1312", ALLIED)}
    now = position(units).act("engage", "a a1", "1512").act("engage", "a", "1312").act("resolve")
    now = now.act("fight", "a", numbers=[2]).act("give_up", "a1").act("give_up", "d")
    assert now["d"].at == "#eliminated"
    assert now.step == ("allied", "movement"), "1512 is empty, but it was not the only defender"


@pytest.mark.rule("blitzkrieg", "BK-RES-17")
def test_an_infiltrator_in_the_hex_does_not_keep_its_friends_out() -> None:
    units = {"a": inf("1412", strength=4), "a1": inf("1411", strength=4), "d": inf("1512", ALLIED, 4)}
    now = exchanged({**units, "s": spy("1512")}).act("give_up", "a1").act("give_up", "d")
    assert set(now.targets("advance", "a")) == {"1512"}


# ---- who is immobilised -----------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-AMB-47")
@pytest.mark.rule("blitzkrieg", "BK-MOV-17")
@pytest.mark.rule("blitzkrieg", "BK-BRG-05")
@pytest.mark.rule("blitzkrieg", "BK-JOIN-06")
def test_who_is_immobilised_does_not_advance() -> None:
    units = {"a": inf("1412", strength=4), "a1": inf("1412", strength=4), "d": inf("1512", ALLIED, 4)}
    rules = country(river="1311/1412", roads=("1311 1412",))
    both = position(units, rules)
    now = both.act("demolish", "a", "1311", numbers=[2]).act("engage", "a a1", "1512").act("resolve")
    now = now.act("fight", "a", numbers=[4])
    now = now.act("fall_back", "d", next(iter(now.targets("fall_back", "d"))))
    assert now.step[1] == "advance"
    assert now.offered("advance") == now.offered("stay") == ("a1",)
    assert now.refused("a", "1512", verb="advance") == ["BK-MOV-17"]
    alone = won({"a": inf("1412", strength=8), "d": inf("1512", ALLIED, 4)})
    assert alone.step[1] == "advance"
    built = position({**units, "a": inf("1412", strength=12, now=8, fixed=True), "a1": inf("1020")})
    now = built.act("engage", "a", "1512").act("resolve").act("fight", "a", numbers=[4])
    assert now.act("fall_back", "d", "1812").step[1] != "advance", "nobody is left who may"


@pytest.mark.rule("blitzkrieg", "BK-AMB-47")
@pytest.mark.rule("blitzkrieg", "BK-RES-14")
def test_who_was_immobilised_retreats_and_in_the_turn_of_the_enemy_advances() -> None:
    units = {"a": inf("1412", strength=1, fixed=True), "d": inf("1512", ALLIED, 3, fixed=True)}
    now = lost(units)
    assert now.offered("advance") == ("d",)
    back = position({"a": inf("1412", fixed=True), "d": inf("1512", ALLIED)})
    back = back.act("engage", "a", "1512").act("resolve").act("fight", "a", numbers=[4])
    assert back.step == ("german", "retreat")
    assert back.act("fall_back", "a", "1312")["a"].at == "1312"


# ---- ways that are named ----------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-RES-28")
def test_a_way_that_is_named_is_advanced_along_if_it_can_be() -> None:
    now = won(PAIR, country(forest="1411"))
    went = now.act("advance", "a", "1513", via="1413 1513")
    assert UnitMoved("a", ("1412", "1413", "1513"), "advance") in went.events
    assert now.refused("a", "1513", via="1512 1612 1513", verb="advance") == ["BK-RES-28"], "too long"
    assert now.refused("a", "1413", via="1411 1412 1413", verb="advance") == ["BK-RES-28"]
    assert now.sentence("a", "1413", via="1411 1412 1413", verb="advance").startswith(
        "An advance may not enter a hex twice"
    )
    assert now.refused("a", "1513", via="1513", verb="advance") == ["BK-RES-28"], "it does not lead there"


@pytest.mark.rule("blitzkrieg", "BK-RES-28")
@pytest.mark.rule("blitzkrieg", "BK-MOV-04")
@pytest.mark.rule("blitzkrieg", "BK-MOV-10")
def test_a_way_that_is_named_ends_next_to_an_enemy() -> None:
    now = won({**PAIR, "x": inf("1513", ALLIED)})
    assert "1511" in now.targets("advance", "a")
    assert now.refused("a", "1511", via="1512 1511", verb="advance") == ["BK-MOV-04"]
    assert now.refused("a", "1512", via="1413 1513 1512", verb="advance") == ["BK-MOV-10"]


@pytest.mark.rule("blitzkrieg", "BK-MOV-14")
def test_armor_advances_along_no_way_over_a_river() -> None:
    units = {"a": tank("1412", strength=8), "d": inf("1512", ALLIED, 4)}
    now = won(units, country(river="1511/1512"))
    assert "1511" in now.targets("advance", "a")
    assert now.refused("a", "1511", via="1512 1511", verb="advance") == ["BK-MOV-14"]


@pytest.mark.rule("blitzkrieg", "BK-RES-17")
def test_after_an_exchange_no_way_leads_round() -> None:
    units = {"a": inf("1412", strength=4), "a1": inf("1411", strength=4), "d": inf("1512", ALLIED, 4)}
    now = exchanged(units).act("give_up", "a1").act("give_up", "d")
    assert now.refused("a", "1512", via="1411 1512", verb="advance") == ["BK-RES-17"]
    assert now.act("advance", "a", "1512", via="1512")["a"].at == "1512"
