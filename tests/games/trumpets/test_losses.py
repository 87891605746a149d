"""Who takes a hit: the four tables of priorities, and the advanced rules of AFV losses (TT-LOSS, TT-AFV)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.events import Noted, StepLost
from hexbench.games.trumpets.losses import Loss, qualified
from hexbench.games.trumpets.rules import TtRules
from tests.games.trumpets.combats import odds
from tests.games.trumpets.field import (
    ALLIED,
    GERMAN,
    PLAIN,
    Situation,
    cavalry,
    compose,
    country,
    engineer,
    guns,
    hq,
    inf,
    position,
    stug,
    tank,
    tanks,
    unit,
)

ADVANCED = country(afv_combat=True)


def first(role: Any, hit: str, units: dict[str, Any], *, afv_only: bool = False) -> str:
    """The units that may take a hit, as one word."""
    return "".join(qualified(PLAIN, compose(units), tuple(units), role, hit, afv_only=afv_only))


def hit(units: dict[str, Any], role: Any, what: Any, rules: TtRules = PLAIN, **facts: Any) -> Situation:
    """One hit on all units of a side."""
    base = position(units, rules, phase="combat", sound=False)
    side = GERMAN if role == "attacker" else ALLIED
    mine = tuple(u for u, one in units.items() if one["side"] == side)
    loss = Loss(who=side, role=role, hit=what, units=mine, **facts)
    state = replace(base.state, stack=(*base.state.stack, loss))
    return Situation(rules, rules.resume(state))


@pytest.mark.rule("trumpets", "TT-LOSS-10")
@pytest.mark.rule("trumpets", "TT-LOSS-14")
def test_priorities_of_an_afv_loss_of_the_attacker() -> None:
    units = {
        "t": tanks("1412", er=4),
        "s": stug("1412", er=6),
        "i": inf("1412", er=6),
        "c": unit("recon_plt", "1412", er=7),
        "e": engineer("1412", er=7),
        "h": unit("kgp_hq", "1412", er=8),
    }
    order = ""
    while units:
        found = first("attacker", "1*", units)
        order += found or "-"
        if not found:
            break
        del units[found]
    assert order == "tsice-"


@pytest.mark.rule("trumpets", "TT-LOSS-11")
@pytest.mark.rule("trumpets", "TT-LOSS-14")
def test_priorities_of_an_afv_loss_of_the_defender() -> None:
    units = {
        "h": hq("1412", ALLIED),
        "g": guns("1412", ALLIED),
        "e": engineer("1412", ALLIED),
        "c": cavalry("1412"),
        "i": inf("1412", ALLIED),
        "t": unit("td_sp_co", "1412", ALLIED),
    }
    order = ""
    while units:
        found = first("defender", "1*", units)
        order += found
        del units[found]
    assert order == "ticegh"


@pytest.mark.rule("trumpets", "TT-LOSS-12")
@pytest.mark.rule("trumpets", "TT-LOSS-06")
def test_priorities_of_an_ordinary_loss_of_the_attacker() -> None:
    units = {
        "e": engineer("1412", er=7),
        "i": inf("1412", er=4),
        "g": guns("1412", er=8),
        "h": hq("1412", er=8),
    }
    assert first("attacker", "1", units) == "i"
    del units["i"]
    assert first("attacker", "1", units) == "e"
    del units["e"]
    assert first("attacker", "1", units) == ""


@pytest.mark.rule("trumpets", "TT-LOSS-13")
@pytest.mark.rule("trumpets", "TT-LOSS-07")
def test_priorities_of_an_ordinary_loss_of_the_defender() -> None:
    units = {
        "h": hq("1412", ALLIED),
        "g": guns("1412", ALLIED),
        "e": engineer("1412", ALLIED),
        "t": unit("td_sp_co", "1412", ALLIED),
        "i": inf("1412", ALLIED),
    }
    order = []
    while units:
        found = first("defender", "1", units)
        order.append(found)
        for uid in found:
            del units[uid]
    assert order == ["i", "et", "g", "h"]


@pytest.mark.rule("trumpets", "TT-LOSS-04")
def test_among_attackers_the_best_rating_is_hit_and_among_defenders_it_does_not_matter() -> None:
    units = {"a": inf("1412", er=4), "b": inf("1412", er=6), "c": inf("1412", er=6)}
    assert first("attacker", "1", units) == "bc"
    assert first("defender", "1", units) == "abc"


@pytest.mark.rule("trumpets", "TT-ER-06")
@pytest.mark.rule("trumpets", "TT-ER-05")
def test_the_printed_rating_counts_whatever_was_lost() -> None:
    units = {"a": inf("1412", er=6, lost=2), "b": inf("1412", er=5)}
    assert first("attacker", "1", units) == "a"


@pytest.mark.rule("trumpets", "TT-LOSS-01")
@pytest.mark.rule("trumpets", "TT-LOSS-02")
def test_the_owner_chooses_among_equals() -> None:
    units = {"a": inf("1412", lost=1), "b": inf("1412"), "e": engineer("1412"), "d": inf("1512", ALLIED)}
    now = hit(units, "attacker", "1")
    assert now.step == (GERMAN, "loss")
    assert now.offered("lose") == ("a", "b")
    left = {ref: str(now.seat.targets("lose", (ref,))[0].says[0]) for ref in ("a", "b")}
    assert left == {"a": "1 step is left.", "b": "2 steps are left."}
    assert now.refused("e", verb="lose") == ["TT-LOSS-12"]
    assert now.refused("d", verb="lose") == ["TT-LOSS-01"]
    after = now.act("lose", "a")
    assert (after["a"].lost, after["b"].lost) == (2, 0)
    assert now.default()["b"].lost == 1


@pytest.mark.rule("trumpets", "TT-LOSS-03")
def test_a_unit_without_steps_is_eliminated() -> None:
    now = hit({"a": inf("1412", lost=2), "d": inf("1512", ALLIED)}, "attacker", "1")
    assert now["a"].at == "#eliminated"
    assert now.state.steps_lost[GERMAN] == 1


@pytest.mark.rule("trumpets", "TT-LOSS-05")
def test_a_hit_that_nobody_can_take_is_lost() -> None:
    now = hit({"a": unit("kgp_hq", "1412"), "d": inf("1512", ALLIED)}, "attacker", "1")
    assert now["a"].lost == 0
    assert [e.rule for e in now.events if isinstance(e, Noted)] == ["TT-LOSS-05"]


# ---- enhanced AFV combat (TT-AFV) -----------------------------------------------------------------------------------------
@pytest.mark.rule("trumpets", "TT-AFV-01")
@pytest.mark.rule("trumpets", "TT-AFV-02")
def test_german_guns_cost_an_allied_afv_two_steps() -> None:
    units = {
        "a": tank("1412"),
        "t": tanks("1512", ALLIED),
        "u": unit("td_sp_co", "1512", ALLIED),
        "i": inf("1512", ALLIED),
    }
    now = hit(units, "defender", "1*", ADVANCED, guns=True).act("lose", "t")
    assert now["t"].at == "#eliminated"
    assert now["u"].lost == now["i"].lost == 0
    passed = hit({**units, "t": tanks("1512", ALLIED, lost=1)}, "defender", "1*", ADVANCED, guns=True).act(
        "lose", "t"
    )
    assert passed["t"].at == passed["u"].at == "#eliminated"
    alone = hit(
        {"a": tank("1412"), "t": tanks("1512", ALLIED, lost=1), "i": inf("1512", ALLIED)},
        "defender",
        "1*",
        ADVANCED,
        guns=True,
    )
    assert alone["t"].at == "#eliminated"
    assert alone["i"].lost == 0

    def said(after: Situation) -> list[tuple[str, str]]:
        return [(e.rule, str(e.say)) for e in after.events if isinstance(e, Noted)]

    assert said(now) == [("TT-AFV-01", "Superior German guns: t loses a second step.")]
    assert said(passed) == [
        ("TT-AFV-02", "Superior German guns: t has no second step to lose, so the next AFV loses it.")
    ]
    assert said(alone) == [
        ("TT-AFV-02", "Superior German guns: t has no second step to lose, so that hit is lost.")
    ]
    assert hit(units, "defender", "1*", PLAIN, guns=True).act("lose", "t")["t"].lost == 1
    assert hit(units, "defender", "1*", ADVANCED).act("lose", "t")["t"].lost == 1


@pytest.mark.rule("trumpets", "TT-AFV-02")
def test_only_an_allied_afv_is_hit_twice() -> None:
    units = {"a": tank("1412"), "i": inf("1512", ALLIED)}
    assert hit(units, "defender", "1*", ADVANCED, guns=True)["i"].lost == 1
    assert hit(units, "attacker", "1*", ADVANCED, guns=True)["a"].lost == 1


@pytest.mark.rule("trumpets", "TT-AFV-03")
@pytest.mark.rule("trumpets", "TT-AFV-04")
def test_heavy_armor_is_not_hurt_without_improved_guns() -> None:
    units = {"a": unit("tiger_co", "1412"), "i": inf("1412"), "d": inf("1512", ALLIED)}
    now = hit(units, "attacker", "1*", ADVANCED)
    assert now["a"].lost == now["i"].lost == 0
    assert [e.rule for e in now.events if isinstance(e, Noted)] == ["TT-AFV-03"]
    assert hit(units, "attacker", "1*", ADVANCED, answered=True)["a"].lost == 1
    assert hit(units, "attacker", "1*", PLAIN)["a"].lost == 1
    plain = hit({"a": tank("1412"), "d": inf("1512", ALLIED)}, "attacker", "1*", ADVANCED)
    assert plain["a"].lost == 1


@pytest.mark.rule("trumpets", "TT-AFV-05")
def test_the_advanced_rules_leave_ordinary_losses_alone() -> None:
    tiger = {"a": unit("tiger_co", "1412"), "d": inf("1512", ALLIED)}
    assert hit(tiger, "attacker", "1", ADVANCED)["a"].lost == 1
    shermans = {"a": unit("tiger_co", "1412"), "t": tanks("1512", ALLIED)}
    assert hit(shermans, "defender", "1", ADVANCED, guns=True)["t"].lost == 1


@pytest.mark.rule("trumpets", "TT-AFV-02")
@pytest.mark.rule("trumpets", "TT-AFV-04")
@pytest.mark.rule("trumpets", "TT-AMB-32")
@pytest.mark.parametrize(("gun", "lost"), [("td_sp_co", 1), ("flak_lt", 0)])
def test_guns_of_both_sides_in_the_combat_decide(gun: str, lost: int) -> None:
    units = {
        "t": unit("tiger_co", "1412"),
        "i": inf("1412", er=4),
        "d": inf("1512", ALLIED),
        "g": unit(gun, "1512", ALLIED),
    }
    now = position(units, ADVANCED, phase="combat", turn="18MO").act("attack", "t i", "1512")
    line = odds(now)
    red = {"1-1": 3, "1-2": 2}[line.column]
    after = now.act("fight", numbers=[red, 6])
    assert any(isinstance(e, Noted) and e.rule == "TT-AFV-03" for e in after.events) == (lost == 0)
    assert (StepLost("t", 1) in after.events) == (lost == 1)
