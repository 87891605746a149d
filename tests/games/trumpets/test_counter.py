"""Counterattacks, and what one die does in a blitz attack (TT-CA, TT-BLZ)."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.events import Noted, Resolved
from hexbench.games.trumpets.mission import Works
from tests.games.trumpets.combats import EVEN, ROAD, odds, result, roll, steps, top
from tests.games.trumpets.field import (
    ALLIED,
    GERMAN,
    Situation,
    country,
    engineer,
    grenadiers,
    guns,
    hq,
    inf,
    position,
    tank,
    unit,
)

# ---- counterattack (TT-CA) ---------------------------------------------------------------------------------------------
CA = [6, 2]
"""At 3-2: /CA."""


@pytest.mark.rule("trumpets", "TT-AMB-12")
@pytest.mark.rule("trumpets", "TT-CRT-12")
@pytest.mark.rule("trumpets", "TT-CA-02")
@pytest.mark.rule("trumpets", "TT-ADV-13")
def test_declining_a_counterattack_is_a_retreat_of_one_hex() -> None:
    now = roll(EVEN, "a b", CA)
    assert now.step == (ALLIED, "counter")
    now = now.act("decline")
    assert [e.rule for e in now.events if isinstance(e, Noted)] == ["TT-CA-02"]
    assert now.step == (ALLIED, "retreat")
    assert top(now).n == 1
    after = now.default()
    assert after.step == (GERMAN, "advance")
    assert top(after).row == "D1"


@pytest.mark.rule(
    "trumpets",
    "TT-CA-01",
    "TT-DEF-ICA-IP5",
    "TT-DEF-ICA-IP6",
    "TT-DEF-ICA-RB",
    "TT-DEF-ICA-SP",
    "TT-DEF-ICA-FT",
)
@pytest.mark.parametrize(
    ("main", "er", "white", "ignored"),
    [
        ("IP5", 5, 4, False),  # 16 to 5: 3-1
        ("IP6", 6, 4, False),
        ("", 5, 4, False),
        ("SP", 6, 3, True),  # one left
        ("FT", 6, 2, True),  # two left: 3-2
    ],
)
def test_strong_points_and_forts_ignore_a_counterattack(
    main: str, er: int, white: int, ignored: bool
) -> None:
    where = {"a": "1412", "b": "1412", "c": "1412", "e": "1411"}
    units = {**{u: inf(at, er=er) for u, at in where.items()}, "d": inf("1512", ALLIED)}
    works = {"1512": Works(main=main, road_block=not main, owner="allied")}  # type: ignore[arg-type]
    now = roll(units, "a b c e", [6, white], ROAD, works=works)
    assert result(now) == "/CA"
    assert now.step == ((GERMAN, "combat") if ignored else (ALLIED, "counter"))
    assert ignored == any(isinstance(e, Noted) and e.rule == "TT-CA-01" for e in now.events)


@pytest.mark.rule("trumpets", "TT-CA-02")
def test_only_surviving_defenders_attack_one_hex_the_attack_came_from() -> None:
    units = {
        "a": inf("1412"),
        "b": inf("1411"),
        "d": inf("1512", ALLIED),
        "h": hq("1512", ALLIED),
        "x": inf("1510", ALLIED),
        "q": inf("1612"),
    }
    now = roll(units, "a b", [6, 2])  # 8 to 6: 1-1: 1/CA
    assert now.step == (ALLIED, "counter")
    assert now.offered("attack") == ("d",)
    assert set(now.targets("attack", "d")) == {"1412", "1411"}
    assert now.refused("h", "1412", verb="attack")[0] == "TT-WPN-34"
    assert now.refused("x", "1411", verb="attack") == ["TT-CA-02"]
    assert now.refused("d", "1612", verb="attack") == ["TT-CA-02"]


@pytest.mark.rule("trumpets", "TT-CA-02")
@pytest.mark.parametrize("beside", [True, False])
def test_where_the_attackers_died_others_of_theirs_may_be_counterattacked(beside: bool) -> None:
    units = {"a": inf("1412", lost=2, er=8), "d": inf("1512", ALLIED)}
    if beside:
        units["h"] = hq("1412")
    now = roll(units, "a", [3, 2])  # 2 to 5: 1-3, three right: 3-2
    assert result(now) == "1/CA"
    assert now["a"].at == "#eliminated"
    if not beside:
        assert now.step == (ALLIED, "retreat"), "nobody is left there"
        return
    assert now.step == (ALLIED, "counter")
    assert set(now.targets("attack", "d")) == {"1412"}


@pytest.mark.rule("trumpets", "TT-CA-02", "TT-WPN-34")
def test_why_a_defender_takes_no_part_in_a_counterattack() -> None:
    units = {
        **EVEN,
        "t": unit("td_tow_co", "1512", ALLIED),
        "k": unit("kgp_hq", "1512", ALLIED),
        "x": inf("1411", ALLIED),
    }
    now = roll(units, "a b", [6, 1])
    assert now.step == (ALLIED, "counter")
    against = {uid: [(r.rule, str(r.text)) for r in now.reasons("attack", uid, "1412")] for uid in "tkx"}
    assert against == {
        "t": [("TT-WPN-34", "t has no attack factor.")],
        "k": [("TT-CA-02", "k is a headquarters and cannot counterattack.")],
        "x": [("TT-CA-02", "x was not attacked and cannot counterattack.")],
    }


@pytest.mark.rule("trumpets", "TT-CA-03")
@pytest.mark.rule("trumpets", "TT-CA-04")
def test_a_counterattack_is_a_combat_with_roles_swapped() -> None:
    units = {**EVEN, "g": guns("1712", ALLIED), "u": guns("1612", ALLIED, fired=True)}
    now = position(units, phase="combat", turn="18MO", air_left={ALLIED: 2})
    now = now.act("attack", "a b", "1512").act("fight").act("commit", numbers=CA)
    now = now.act("attack", "d", "1412")
    assert now.offered("support") == ("g",)
    assert now.refused(verb="fly") == ["TT-CA-03"]
    assert "kind" not in now.verbs
    plan = now.act("support", "g")
    line = odds(plan)
    assert (line.attack, line.defence) == (7, 10)
    after = plan.act("fight", numbers=[6, 1])  # 1-2: CA in a counterattack
    assert [e.result for e in after.events if isinstance(e, Resolved)] == ["/CA"]
    assert any(isinstance(e, Noted) and e.rule == "TT-CA-04" for e in after.events)
    assert after.step == (GERMAN, "combat")
    assert after["g"].fired
    assert after.state.attacked == ("1512",)


@pytest.mark.rule("trumpets", "TT-CA-04")
def test_after_a_counterattack_the_advance_is_one_hex() -> None:
    units = {
        "a": inf("1412", lost=2),
        "b": tank("1411"),
        "d": unit("pz_bn", "1512", ALLIED),
        "e": inf("1512", ALLIED),
    }
    now = roll(units, "a b", [6, 4])
    # 11 to 13: 1-2: nothing
    assert result(now) == "-"
    now = roll(units, "a b", [6, 1])
    assert result(now) == "/CA"
    now = now.act("attack", "d e", "1412").act("fight", numbers=[6, 4])  # 13 to 2: 6-1
    assert [e.result for e in now.events if isinstance(e, Resolved)] == ["/DR4"]
    now = now.default()
    assert now.step == (ALLIED, "advance")
    assert set(now.targets("advance", "d")) == {"1412"}


@pytest.mark.rule("trumpets", "TT-CA-04", "TT-ADV-09")
@pytest.mark.parametrize("attacked", [False, True])
def test_a_special_hq_goes_along_after_a_counterattack_whatever_it_has_done_before(attacked: bool) -> None:
    units = {
        "a": inf("1412", lost=2),
        "b": tank("1411"),
        "d": unit("pz_bn", "1512", ALLIED),
        "e": inf("1512", ALLIED),
        "k": unit("kgp_hq", "1512", ALLIED, attacked=attacked),
    }
    now = roll(units, "a b", [6, 1])
    assert result(now) == "/CA"
    now = now.act("attack", "d e", "1412").act("fight", numbers=[6, 4]).default()
    assert now.step == (ALLIED, "advance")
    assert now.offered("advance") == ("d", "e", "k")


@pytest.mark.rule("trumpets", "TT-CA-05")
def test_attrition_comes_only_of_the_red_die() -> None:
    now = roll({**EVEN, "b": inf("1412", er=5, lost=1)}, "a b", [2, 2])  # 7 to 5: 1-1: 1/CA
    assert result(now) == "1/CA"
    assert result(roll(EVEN, "a b", [2, 2])) == "/CA"


# ---- blitz (TT-BLZ) -----------------------------------------------------------------------------------------------------
FAST = {"t": tank("1412"), "g": grenadiers("1412"), "d": inf("1512", ALLIED), "e": engineer("1512", ALLIED)}


def blitz(die: int, units: dict[str, Any] = FAST, rules: Any = ROAD, **state: Any) -> Situation:
    now = position(units, rules, phase="combat", **{"turn": "18MO", **state})
    now = now.act("attack", "t g", "1512").act("kind", to="ardennes_44")
    return now.act("fight", numbers=[die])  # 14 to 7: 2-1; engineer +1, armored infantry -1


@pytest.mark.rule("trumpets", "TT-AMB-14")
@pytest.mark.rule("trumpets", "TT-BLZ-08")
@pytest.mark.rule("trumpets", "TT-BLZ-09")
@pytest.mark.rule("trumpets", "TT-BLZ-10")
@pytest.mark.rule("trumpets", "TT-BLZ-16")
@pytest.mark.parametrize(
    ("die", "code"), [(1, "Adv1"), (2, "Adv1"), (3, "-"), (4, "-"), (5, "Eng"), (6, "A1")]
)
def test_one_die_decides_a_blitz_attack_and_the_defender_stays(die: int, code: str) -> None:
    now = blitz(die)
    assert result(now) == code
    assert steps(now, "t", "g", "d", "e") == [0, 0, 0, 0]
    assert now["d"].at == now["e"].at == "1512"
    if code.startswith("Adv"):
        assert now.step == (GERMAN, "advance")
        assert top(now).row == "D1"
    elif code == "A1":
        assert now.step == (GERMAN, "retreat")
        assert top(now).n == 1
    else:
        assert now.step == (GERMAN, "combat")


@pytest.mark.rule("trumpets", "TT-BLZ-14")
def test_a_blitz_attack_can_engage_both_sides() -> None:
    now = blitz(5)
    assert now["t"].engaged == ("d", "e")
    assert now["d"].engaged == ("t", "g")


@pytest.mark.rule("trumpets", "TT-BLZ-15")
@pytest.mark.rule("trumpets", "TT-AMB-13")
def test_what_a1_means_is_an_option() -> None:
    rules = country(roads=("1312 1412 1512",), blitz_a="loss")
    now = blitz(6, rules=rules)
    assert now.step == (GERMAN, "loss")
    after = now.default()
    assert sum(steps(after, "t", "g")) == 1
    assert after["t"].at == after["g"].at == "1412"
