"""9.0: strength chits: drawing, keeping, giving back, who may know them, and the worlds that fit a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from hexbench.engine.events import Drawn, Revealed
from hexbench.games.iron_tide import chits
from tests.games.iron_tide.battlefield import SE, Combat, D, E, W, bn, combat, gun, kind, number_of, reg
from tests.games.iron_tide.field import ALLIED, GERMAN, country, position
from tests.games.iron_tide.melee import front, melee, order_of_battle
from tests.games.iron_tide.shipped import TABLES

FULL = chits.full_cups(TABLES.chits)
RED = FULL["red"]


# ---- drawing ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "3.0a")
def test_a_game_begins_with_full_cups() -> None:
    now = position({"a": reg(E), "d": bn("3442", ALLIED)})
    assert now.state.cups == FULL
    assert (sum(FULL["red"]), sum(FULL["blue"])) == (120, 80)


@pytest.mark.rule("iron_tide", "9.0a")
@pytest.mark.rule("iron_tide", "2.31b")
@pytest.mark.parametrize("cup", ["red", "blue"])
def test_a_regiment_draws_a_chit_of_its_colour_at_its_first_combat(cup: str) -> None:
    strength = 6
    wanted = kind(strength, cup)
    now = combat({"a": reg(E, cup=cup), "d": bn(D, ALLIED, 6)}).attack("a")
    assert not now["a"].drawn
    after = now.resolve(number_of(FULL[cup], wanted), 1, 3)
    assert after["a"].drawn
    assert after.state.chits == {"a": wanted}
    assert after.fought.attack == strength
    assert sum(after.state.cups[cup]) == sum(FULL[cup]) - 1


@pytest.mark.rule("iron_tide", "9.0a")
def test_a_defender_draws_too_after_the_attacker() -> None:
    now = combat({"a": reg(E), "d": reg(D, ALLIED)}).attack("a").resolve(1, 1, 6, 6)
    drawn = [e.owner for e in now.events if isinstance(e, Drawn)]
    assert drawn == ["a", "d"]


@pytest.mark.rule("iron_tide", "9.0a")
def test_small_units_and_cadres_draw_none() -> None:
    now = (
        combat({"a": bn(E, factor=4), "k": reg(E, cadre=True), "d": bn(D, ALLIED, 5)})
        .attack("a k")
        .resolve(6, 6)
    )
    assert now.state.chits == {}


@pytest.mark.rule("iron_tide", "9.0a")
def test_one_that_stands_by_draws_none() -> None:
    units = {"a": bn(E, factor=4), "d": reg(D, ALLIED, chit=6), "e": reg(D, ALLIED)}
    now = combat(units).attack("a").resolve().act("name", "d", numbers=[6, 6])
    assert not now["e"].drawn


@pytest.mark.rule("iron_tide", "9.0c")
def test_it_keeps_its_chit_from_combat_to_combat() -> None:
    now = combat({"a": reg(E, chit=7), "d": bn(D, ALLIED, 7)}).attack("a").resolve(1, 3)
    later = now.until(GERMAN, "movement")
    assert later.state.chits == {"a": kind(7)}


@pytest.mark.rule("iron_tide", "9.0c")
@pytest.mark.rule("iron_tide", "B29")
@pytest.mark.rule("iron_tide", "11.78g")
def test_a_cadre_gives_its_chit_back_and_it_can_be_drawn_again() -> None:
    now = combat({"a": bn(E, factor=21), "d": reg(D, ALLIED, chit=7, reduced=True)}).attack("a").resolve(1, 5)
    assert now["d"].cadre  # 5-1, a 6: D1-(1)
    assert (now["d"].drawn, now["d"].reduced) == (False, False)
    assert now.state.chits == {}
    assert now.state.cups == FULL


@pytest.mark.rule("iron_tide", "9.0c")
def test_an_eliminated_regiment_gives_its_chit_back() -> None:
    units = {f"r{i}": reg(E, chit=7) for i in range(4)}
    now = position({**units, "d": bn("3442", ALLIED)}, sound=False).end().act("eliminate", "r0")
    assert now["r0"].at == "#eliminated"
    assert "r0" not in now.state.chits
    assert sum(now.state.cups["red"]) == 120 - 3


# ---- elite -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "9.1b")
@pytest.mark.rule("iron_tide", "B30")
@pytest.mark.parametrize("order", ["weak first", "strong first"])
def test_an_elite_regiment_draws_two_and_keeps_the_stronger(order: str) -> None:
    weak, strong = kind(5), kind(8)
    first, second = (weak, strong) if order == "weak first" else (strong, weak)
    left = chits.changed(RED, first, -1)
    now = combat({"a": reg(E, elite=True), "d": bn(D, ALLIED, 8)}).attack("a")
    after = now.resolve(number_of(RED, first), number_of(left, second), 1, 3)
    assert after.state.chits == {"a": strong}
    assert after.state.cups["red"] == chits.changed(RED, strong, -1)
    assert [e.owner for e in after.events if isinstance(e, Drawn)] == ["a"]


@pytest.mark.rule("iron_tide", "B30")
def test_on_a_tie_the_reduced_value_decides() -> None:
    a, b = 3, 4  # both show 6 on the B line; reduced both show 3: the first one stays
    now = combat({"a": reg(E, elite=True), "d": bn(D, ALLIED, 6)}).attack("a")
    after = now.resolve(number_of(RED, b), number_of(chits.changed(RED, b, -1), a), 1, 3)
    assert after.state.chits == {"a": b}
    seven = 2  # 7 with 4 reduced against 7 with 4: no tie to break; 10 with 6 beats 10 with 5 on the A line
    lettered = combat({"a": reg(E, elite=True, letter="A"), "d": bn(D, ALLIED, 9)}).attack("a")
    best = lettered.resolve(number_of(RED, 3), number_of(chits.changed(RED, 3, -1), seven), 1, 3)
    assert best.state.chits == {"a": seven}


@pytest.mark.rule("iron_tide", "9.1b")
def test_an_elite_regiment_that_has_a_chit_draws_no_more() -> None:
    now = combat({"a": reg(E, elite=True, chit=7), "d": bn(D, ALLIED, 7)}).attack("a").resolve(1, 3)
    assert now.state.chits == {"a": kind(7)}


@pytest.mark.rule("iron_tide", "9.1a")
def test_the_elite_formations() -> None:
    found = {p.division or p.name for p in order_of_battle().values() if p.elite}
    assert found == {"1SS", "Führer B", "Führer G", "2A", "3A", "82AB", "101AB", "GAD"}
    assert all(p.size == "regiment" for p in order_of_battle().values() if p.elite)


# ---- the two reduced regiments of the 99th ----------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "B32")
@pytest.mark.rule("iron_tide", "11.3c")
def test_a_regiment_of_reduced_strength_puts_its_first_chit_reduced_side_up() -> None:
    now = combat({"a": bn(E, factor=4), "d": reg(D, ALLIED, starts_reduced=True)}).attack("a")
    after = now.resolve(number_of(RED, kind(7)), 6, 6)
    assert after["d"].reduced
    assert after.fought.defence == 4
    assert sum(p.starts_reduced for p in order_of_battle().values() if p.division == "99") == 2


@pytest.mark.rule("iron_tide", "B32")
@pytest.mark.rule("iron_tide", "11.78i")
def test_it_becomes_a_cadre_when_that_side_shows_0() -> None:
    zero = len(RED) - 1
    assert TABLES.chits.red[zero].b_reduced == 0
    now = combat({"a": bn(E, factor=4), "d": reg(D, ALLIED, starts_reduced=True, cadre_factor=2)}).attack("a")
    after = now.resolve(number_of(RED, zero), 6, 6)
    assert after["d"].cadre
    assert after.fought.defence == 2
    assert after.state.cups == FULL


@pytest.mark.rule("iron_tide", "B69")
def test_a_regiment_without_a_chit_draws_it_for_a_loss() -> None:
    units = {
        "a": bn(E, factor=9),
        "d": bn(D, ALLIED, 1),
        "e": bn(D, ALLIED, 1),
        "r": reg(D, ALLIED, cadre=False),
    }
    now = combat({**units, "r2": reg(D, ALLIED, chit=3)}, sound=False).attack("a").resolve()
    hit = now.act("name", "r2 d e", numbers=[1, 1])
    assert hit.step == (ALLIED, "take_losses")
    after = hit.act("lose", "r", numbers=[number_of(hit.state.cups["red"], kind(7))])
    assert after["r"].drawn
    assert after["r"].reduced
    assert after.state.chits["r"] == kind(7)
    assert [e.owner for e in after.events if isinstance(e, Drawn)] == ["r"]


# ---- secrecy ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "9.0d")
def test_a_view_knows_its_own_chits_and_pools_the_others() -> None:
    now = combat({"a": reg(E, chit=7), "d": reg(D, ALLIED, chit=5)})
    german, allied = (now.rules.view(now.state, side) for side in (GERMAN, ALLIED))
    assert german.chits == {"a": kind(7)}
    assert allied.chits == {"d": kind(5)}
    assert german.cups["red"] == chits.changed(RED, kind(7), -1)
    assert allied.cups["red"] == chits.changed(RED, kind(5), -1)
    assert german.units["d"].drawn
    assert now.rules.view(now.state, None) is now.state


@pytest.mark.rule("iron_tide", "9.0d")
def test_only_the_owner_is_told_what_was_drawn() -> None:
    units = {"a": bn(E, factor=9), "d": bn(D, ALLIED, 1), "r": reg(D, ALLIED), "r2": reg(D, ALLIED, chit=3)}
    hit = combat(units).attack("a").resolve().act("name", "r2", numbers=[1, 1])
    after = hit.act("lose", "r", numbers=[1])
    told = next(t for t in after.outcome.told if isinstance(t.all, Drawn))
    mine, theirs = told.to(ALLIED), told.to(GERMAN)
    assert isinstance(mine, Drawn)
    assert isinstance(theirs, Drawn)
    assert (mine.what, theirs.what) == ("12/8/6 (7/5/3)", None)


@pytest.mark.rule("iron_tide", "9.0e")
@pytest.mark.rule("iron_tide", "11.72a")
@pytest.mark.rule("iron_tide", "11.73a")
@pytest.mark.rule("iron_tide", "B66")
@pytest.mark.rule("iron_tide", "SEQ.C.reveal")
def test_chits_are_shown_at_the_resolution_and_hidden_again_after_it() -> None:
    units = {"a": reg(E, chit=7), "d": reg(D, ALLIED, chit=7), "b": reg("3447", chit=5)}
    now = combat(units).attack("a").resolve(1, 3)
    assert [(e.ref, e.what) for e in now.events if isinstance(e, Revealed)] == [
        ("a", "7, chit 11/7/5 (6/4/3)"),
        ("d", "7, chit 11/7/5 (6/4/3)"),
    ]
    assert now.outcome.barrier == "dice"
    assert now.step == (ALLIED, "retreat")
    assert now.rules.view(now.state, ALLIED).chits == {"a": kind(7), "d": kind(7)}
    assert now.rules.view(now.state, GERMAN).chits == {"a": kind(7), "d": kind(7), "b": kind(5)}
    later = now.act("pay", "d")
    assert later.rules.view(later.state, GERMAN).chits == {"a": kind(7), "b": kind(5)}
    assert later.rules.view(later.state, ALLIED).chits == {"d": kind(7)}


@pytest.mark.rule("iron_tide", "9.0d")
def test_a_loss_that_turns_a_hidden_chit_cannot_be_taken_back() -> None:
    units = {"a": bn(E, factor=9), "r": reg(D, ALLIED, chit=7), "r2": reg(D, ALLIED, chit=3)}
    hit = combat(units).attack("a").resolve().act("name", "r2", numbers=[1, 1])
    assert hit.act("lose", "r").outcome.barrier == "seen"


def at_most(k: int) -> Callable[[int], int]:
    """A source of numbers that always gives the same one, if there are so many."""
    return lambda n: min(n, k)


# ---- worlds ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(6))
def test_an_imagined_world_looks_the_same_and_is_sound(seed: int) -> None:
    rules = front()
    state = rules.resume(melee(seed)).state
    numbers = iter(range(7, 10**6, 13))
    dealt: dict[str, int] = {}
    for uid, unit in state.units.items():  # give half of the regiments a chit
        printed = state.roster[uid]
        if printed.size == "regiment" and not unit.cadre and len(dealt) < 12:
            dealt[uid] = len(dealt) % 8
    units = {
        u: replace(unit, drawn=u in dealt, reduced=dealt.get(u, 9) < 3) for u, unit in state.units.items()
    }
    state = replace(
        state, units=units, chits=dealt, cups=chits.cups_without(TABLES.chits, dealt, state.roster)
    )
    assert rules.audit(state) == ()
    for side in rules.sides:
        view = rules.view(state, side)
        world = rules.imagine(view, side, lambda n: next(numbers) % n + 1)
        assert rules.pack(rules.view(world, side)) == rules.pack(view)
        assert rules.audit(world) == ()


def test_every_hidden_chit_can_be_imagined() -> None:
    now = combat({"a": reg(E, chit=7), "d": reg(D, ALLIED, chit=5)})
    view = now.rules.view(now.state, GERMAN)
    seen = Counter(now.rules.imagine(view, GERMAN, at_most(k)).chits["d"] for k in range(1, 120))
    assert set(seen) == set(range(len(RED)))


def test_a_reduced_regiment_is_imagined_with_a_chit_that_shows_something() -> None:
    now = combat({"a": reg(E, chit=7), "d": reg(D, ALLIED, chit=5, letter="C", reduced=True)}, sound=False)
    view = now.rules.view(now.state, GERMAN)
    fits = chits.fits_reduced(TABLES.chits, now.state.roster["d"])
    assert not all(fits)
    for k in range(1, 120):
        assert fits[now.rules.imagine(view, GERMAN, at_most(k)).chits["d"]]


# ---- positions -------------------------------------------------------------------------------------------------------
def test_an_audit_finds_chits_that_cannot_be() -> None:
    good = combat({"a": reg(E, chit=7), "d": bn(D, ALLIED)})

    def found(state: object) -> set[str]:
        return {p.rule for p in good.rules.audit(state)}  # type: ignore[arg-type]

    s = good.state
    assert found(s) == set()
    assert found(replace(s, chits={})) == {"9.0a", "3.0a"}
    assert "9.0a" in found(replace(s, chits={"a": 99}))
    assert "9.0a" in found(replace(s, chits={**s.chits, "d": 0}))
    assert found(replace(s, cups=FULL)) == {"3.0a"}
    assert "9.0c" in found(replace(s, units={**s.units, "a": replace(s.units["a"], cadre=True)}))
    worn = replace(s, units={**s.units, "a": replace(s.units["a"], reduced=True)})
    assert found(worn) == set()
    zero = len(RED) - 1
    cups = chits.cups_without(TABLES.chits, {"a": zero}, s.roster)
    assert found(replace(worn, chits={"a": zero}, cups=cups)) == {"11.78i"}


def test_a_position_with_more_chits_than_there_are_is_refused() -> None:
    units = {f"r{i}": reg(E, chit=5, cup="blue", letter="A") for i in range(11)}
    with pytest.raises(ValueError, match="no such chit"):
        position({**units, "d": bn(D, ALLIED)}, sound=False)


def test_a_position_fills_the_cups_with_what_lies_nowhere_else() -> None:
    now: Combat = combat({"a": reg(E, chit=7), "g": gun(SE), "d": bn(W, ALLIED)}, country())
    assert now.state.cups["red"] == chits.changed(RED, kind(7), -1)


@pytest.mark.rule("iron_tide", "B30")
def test_chits_are_ordered_by_their_full_and_then_by_their_reduced_strength() -> None:
    for uid in ("a", "d"):
        now = position({"a": reg(E), "d": reg(D, ALLIED)})
        printed = now.state.roster[uid]
        for n in range(len(chits.kinds(TABLES.chits, printed.cup))):
            full, reduced = (chits.strength(TABLES.chits, printed, n, reduced=flag) for flag in (False, True))
            assert chits.order(TABLES.chits, printed, n) == (full, reduced)
            assert full > reduced
