"""11.3: divisional integrity."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.values import Action
from tests.games.iron_tide.battlefield import NE, NW, SE, SW, Combat, D, E, W, bn, combat, reg, shifts
from tests.games.iron_tide.field import ALLIED, GERMAN, country
from tests.games.iron_tide.melee import order_of_battle


def of(division: str, at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """A regiment of a barred division."""
    return reg(at, side, 6, division=division, integrity=True, **facts)


TARGET = {"d": bn(D, ALLIED, 3)}


@pytest.mark.rule("iron_tide", "11.3a")
@pytest.mark.rule("iron_tide", "11.3e")
@pytest.mark.rule("iron_tide", "B14")
def test_a_division_next_to_the_defender_shifts_an_attack_of_one_of_its_regiments() -> None:
    units = {"a": of("1", E), "b": of("1", SE), "c": of("1", NE), **TARGET}
    now = combat(units)
    assert shifts(now.line("a")) == {"11.3e": 1}
    assert shifts(now.line("a b c")) == {"11.3e": 1}
    away = combat({**units, "c": of("1", "3448")})
    assert shifts(away.line("a b")) == {}
    others = combat({**units, "x": bn(SE)})
    assert shifts(others.line("x")) == {}


@pytest.mark.rule("iron_tide", "B14")
def test_with_several_defending_hexes_each_regiment_is_next_to_one_of_them() -> None:
    units = {"a": of("1", E), "b": of("1", "3547"), "d": bn(D, ALLIED), "e": bn(NE, ALLIED)}
    now = combat(units).attack("a")
    assert shifts(now.line("a")) == {}
    assert shifts(now.forecast(D, NE, "widen").lines[0][1]) == {"11.3e": 1}


@pytest.mark.rule("iron_tide", "11.3d")
@pytest.mark.rule("iron_tide", "11.3l")
@pytest.mark.rule("iron_tide", "11.78g")
@pytest.mark.parametrize(
    "third",
    [
        {"at": "#eliminated"},
        {"at": "#due/30AM"},
        {"at": "#exited"},
        {"at": NE, "cadre": True},
    ],
)
def test_every_regiment_must_be_in_play_and_none_a_cadre(third: dict[str, Any]) -> None:
    facts = dict(third)
    c = reg(facts.pop("at"), division="1", integrity=True, **facts)
    assert shifts(combat({"a": of("1", E), "b": of("1", SE), "c": c, **TARGET}).line("a b")) == {}


@pytest.mark.rule("iron_tide", "11.3f")
@pytest.mark.parametrize("partner", [D, W, NW, SW])
def test_a_partner_in_the_hex_or_beside_it_shifts_a_defence(partner: str) -> None:
    units = {"a": bn(E, factor=6), "d": of("1", D, ALLIED), "p": of("1", partner, ALLIED)}
    now = combat(units)
    assert shifts(now.line("a")) == {"11.3f": -1}
    assert shifts(combat({**units, "p": of("1", "3443", ALLIED)}).line("a")) == {}
    away = reg("#due/30AM", ALLIED, division="1", integrity=True)
    away["printed"]["entry"] = "A"
    door = country(zones=(("entry.A", "4145"),))
    assert shifts(combat({**units, "q": away}, door).line("a")) == {}


@pytest.mark.rule("iron_tide", "11.3f")
@pytest.mark.rule("iron_tide", "8.3d")
def test_a_regiment_that_stands_by_gives_it_too() -> None:
    units = {"a": bn(E, factor=6), "d": of("1", D, ALLIED), "p": of("1", D, ALLIED)}
    assert shifts(combat(units).attack("a").resolve().act("name", "d", numbers=[6, 6]).fought) == {
        "11.3f": -1
    }


def apart() -> Combat:
    """Two regiments of one division, side by side, attacked in two combats; the Germans choose their directions."""
    units = {
        "a": bn(E, factor=18),
        "b": bn("3347", factor=18),
        "d": of("1", D, ALLIED),
        "p": of("1", SE, ALLIED),
    }
    now = combat(units, entrenchments={E: GERMAN, "3347": GERMAN})
    return now.attack("a").attack("b", SE).resolve()


@pytest.mark.rule("iron_tide", "11.3g")
def test_a_partner_that_has_retreated_gives_none_in_a_later_combat_even_next_to_it() -> None:
    first = apart().act("resolve", D, numbers=[2, 3])  # 3-1 and a column for the defender: 2-1, a 5
    assert shifts(first.fought) == {"11.3f": -1}
    assert first.result == "D1"
    fled = first.act("retreat", "", SW)
    assert fled.rules.atlas.distance(SW, SE) == 1
    assert shifts(fled.act("stay", numbers=[2, 3]).fought) == {}


@pytest.mark.rule("iron_tide", "11.3g")
def test_a_partner_that_stands_gives_it_and_one_that_was_eliminated_does_not() -> None:
    first = apart().act("resolve", D, numbers=[2, 3])
    assert shifts(first.act("pay", "d", numbers=[2, 3]).fought) == {"11.3f": -1}
    units = {
        "a": bn(E, factor=18),
        "d": of("1", D, ALLIED),
        "p": reg("#eliminated", ALLIED, division="1", integrity=True),
    }
    assert shifts(combat(units).line("a")) == {}


@pytest.mark.rule("iron_tide", "11.3h")
def test_an_attacking_regiment_that_has_retreated_spoils_it() -> None:
    units = {"a": of("1", E), "b": of("1", SE), "c": of("1", NE, fell_back=True), **TARGET}
    now = combat(units)  # marks of an earlier phase are taken off first
    assert shifts(now.line("a")) == {"11.3e": 1}
    marked = {**now.state.units, "c": replace(now.state.units["c"], fell_back=True)}
    found = now.rules.seat(replace(now.state, units=marked), None).forecast(Action("attack", ("a",), D))
    assert shifts(found.lines[0][1]) == {}


@pytest.mark.rule("iron_tide", "11.3i")
def test_an_attack_has_two_such_shifts_at_most() -> None:
    units: dict[str, Any] = {"d": bn(D, ALLIED, 9)}
    for i, (at, other) in enumerate(((E, NE), (SE, SW), (W, NW))):
        units |= {f"a{i}": of(str(i), at), f"b{i}": of(str(i), other)}
    now = combat(units)
    assert shifts(now.line("a0 a1")) == {"11.3e": 2}
    assert shifts(now.line("a0 a1 a2")) == {"11.3e": 2}


@pytest.mark.rule("iron_tide", "11.3j")
def test_a_defence_has_one_at_most() -> None:
    units = {
        "a": bn(E, factor=21),
        "d": of("1", D, ALLIED),
        "p": of("1", W, ALLIED),
        "e": of("2", NE, ALLIED),
        "q": of("2", "3645", ALLIED),
    }
    now = combat(units).attack("a")
    assert shifts(now.forecast(D, NE, "widen").lines[0][1]) == {"11.3f": -1}


@pytest.mark.rule("iron_tide", "11.3k")
def test_it_adds_to_all_other_shifts() -> None:
    units = {"a": of("1", E), "t": bn(E, type="armor"), "b": of("1", SE), **TARGET}
    assert shifts(combat(units, turn="16AM").line("a t")) == {"18.0b": 1, "11.41b": 1, "11.3e": 1}


@pytest.mark.rule("iron_tide", "11.3m")
def test_battalions_neither_count_nor_prevent() -> None:
    units = {"a": of("1", E), "b": of("1", SE), "bn": bn("#eliminated", division="1"), **TARGET}
    assert shifts(combat(units).line("a")) == {"11.3e": 1}
    alone = {"bn": bn(E, division="1"), "b": of("1", SE), **TARGET}
    assert shifts(combat(alone).line("bn")) == {}


@pytest.mark.rule("iron_tide", "11.3n")
@pytest.mark.rule("iron_tide", "2.31e")
def test_divisions_without_it_never_have_it() -> None:
    units = {"a": reg(E, chit=6, division="78"), "b": reg(SE, chit=6, division="78"), **TARGET}
    assert shifts(combat(units).line("a b")) == {}
    book = order_of_battle()
    for division in ("28", "78", "272VG"):
        members = [p for p in book.values() if p.division == division]
        assert members
        assert not any(p.integrity for p in members)


@pytest.mark.rule("iron_tide", "11.3b")
@pytest.mark.rule("iron_tide", "11.3c")
def test_the_sizes_of_divisions() -> None:
    book = order_of_battle()
    sizes = Counter(p.division for p in book.values() if p.integrity and p.size == "regiment")
    for division in (
        "1SS",
        "2SS",
        "9SS",
        "10SS",
        "12SS",
        "2Pz",
        "9Pz",
        "11Pz",
        "116Pz",
        "Lehr",
        "3PG",
        "15PG",
        "GAD",
    ):
        assert sizes[division] == 2
    for division in ("82AB", "101AB", "99"):
        assert sizes[division] == 4
    for division in ("3FJ", "12VG", "1", "2", "106", "9A"):
        assert sizes[division] == 3


@pytest.mark.rule("iron_tide", "B42")
def test_the_battalions_of_the_guards_have_no_part_in_it() -> None:
    book = order_of_battle()
    assert all(not p.integrity for p in book.values() if p.division == "GAD" and p.size == "battalion")
