"""17.0 to 17.2: restricted units, the crossing of the Meuse, late divisions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.events import FactChanged
from hexbench.games.iron_tide import restricted
from hexbench.games.iron_tide.rules import ItRules
from tests.games.iron_tide.field import (
    ALLIED,
    HEXES,
    Situation,
    along,
    battalion,
    commando,
    country,
    foot,
    guns,
    position,
    tanks,
)

BANKS = (
    ("meuse.west", " ".join(h for h in HEXES if int(h[2:]) < 44)),
    ("meuse.east", " ".join(h for h in HEXES if int(h[2:]) >= 44)),
)
MEUSE = country(
    roads=(f"3440/W {along('3440', '3459')} 3459/E",),
    exits=(("X4", "3440"),),
    zones=(*BANKS, ("entry.D", "3440"), ("entry.german", "3459")),
)
TYPE1 = {"restriction": ["17.1:type1"], "nationality": "british"}
TYPE2 = {"restriction": ["17.1:type2"]}


def tied(at: str, *marks: str, **facts: Any) -> dict[str, Any]:
    """A unit of Type 1."""
    return foot(at, ALLIED, printed={**TYPE1, "restriction": ["17.1:type1", *marks]}, **facts)


def allied(units: dict[str, Any], turn: str = "21AM", **state: Any) -> Situation:
    """An Allied Movement Phase."""
    return position(units, MEUSE, turn=turn, phasing=ALLIED, **state)


# ---- who is restricted ----------------------------------------------------------------------------------------------
TYPE_1 = {
    ("20AM", "2/HHC"), ("21PM", "29"), ("22AM", "43"), ("22AM", "53"), ("22AM", "GAD"), ("22AM", "2/WG"),
    ("22AM", "1/GG"), ("22AM", "1/CG"), ("22AM", "2/IG"), ("22AM", "4 AGRA"), ("22AM", "5 AGRA"), ("22AM", "34"),
    ("22PM", "308"), ("22PM", "342"), ("22PM", "354"), ("22PM", "366"), ("22PM", "392"), ("27AM", "6AB"),
}  # fmt: skip
TYPE_2 = {("24AM", "5A"), ("25AM", "5BR"), ("25AM", "6 G"), ("25AM", "33"), ("26PM", "90"), ("27AM", "17AB")}


@pytest.fixture(scope="module")
def campaign() -> dict[str, Any]:
    """The shipped order of battle."""
    file = Path(__file__).resolve().parents[3] / "scenarios/iron_tide/order_of_battle.json"
    raw = json.loads(file.read_text(encoding="utf-8"))
    found: dict[str, Any] = raw["scenario"]["units"] if "scenario" in raw else raw["units"]
    return found


def named(campaign: dict[str, Any], mark: str) -> set[tuple[str, str]]:
    """(turn, division or the beginning of the name) of every unit with a restriction."""
    out = set()
    for unit in campaign.values():
        if mark in unit.get("restriction", ()):
            name = unit["name"]
            parent = unit.get("division", "")
            if name in ("1/CG", "1/GG", "2/WG", "2/IG"):
                parent = ""
            out.add((unit["arrives"], parent or name.removesuffix(" Eng").split(" AR ")[0].split(" AT ")[0]))
    return out


@pytest.mark.rule("iron_tide", "17.1b", "17.0a", "B01")
def test_the_units_of_type_1(campaign: dict[str, Any]) -> None:
    assert named(campaign, "17.1:type1") == TYPE_1
    assert sum(u["name"] == "2/HHC" for u in campaign.values()) == 1


@pytest.mark.rule("iron_tide", "17.1d")
def test_the_units_of_type_2(campaign: dict[str, Any]) -> None:
    assert named(campaign, "17.1:type2") == TYPE_2


@pytest.mark.rule("iron_tide", "17.1a")
def test_every_british_unit_is_restricted(campaign: dict[str, Any]) -> None:
    british = [u for u in campaign.values() if u["nationality"] == "british"]
    assert british
    assert all(any(r.startswith("17.1:") for r in u.get("restriction", ())) for u in british)


@pytest.mark.rule("iron_tide", "17.1c")
def test_the_dated_releases(campaign: dict[str, Any]) -> None:
    dated = {
        (u.get("division") or u["name"].split(" AR ")[0], r)
        for u in campaign.values()
        for r in u.get("restriction", ())
        if r.startswith("until:")
    }
    assert dated == {("29", "until:25AM"), ("53", "until:30AM"), ("6AB", "until:30AM")}


# ---- Type 1 -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "17.1a", "17.1b")
def test_a_type_1_unit_does_not_cross_the_meuse() -> None:
    now = allied({"r": tied("3442"), "o": foot("3442", ALLIED, printed={"nationality": "british"})})
    assert "3443" in now.reach("r")
    assert now.refused("r", "3444") == ["17.1b"]
    assert now.refused("r", "3543", "3443 3544 3543") == ["17.1b"]
    assert now.refused("r", "3450", how="strategic") == ["17.1b"]
    assert now.refused("r o", "3444") == ["17.1b"]  # in a stack neither
    assert "3444" in now.reach("o")


@pytest.mark.rule("iron_tide", "17.1b", "14.0j")
def test_a_type_1_unit_stays_on_its_bank_when_it_enters() -> None:
    r = tied("#due/21AM", mf=9)
    r["printed"].update(arrives="21AM", entry="D")
    now = allied({"r": r})
    assert "3443" in now.reach("r", verb="enter")
    assert now.refused("r", "3444", verb="enter") == ["17.1b"]
    assert now.refused("r", "3450", verb="enter", how="strategic") == ["17.1b"]


@pytest.mark.rule("iron_tide", "17.1c")
@pytest.mark.parametrize(("day", "before"), [("25AM", "24PM"), ("30AM", "29PM")])
def test_a_dated_unit_crosses_from_its_day_on(day: str, before: str) -> None:
    units = {"r": tied("3442", f"until:{day}")}
    assert allied(units, before).refused("r", "3444") == ["17.1b"]
    assert "3444" in allied(units, day).reach("r")
    assert "3444" in allied(units, "31AM").reach("r")


@pytest.mark.rule("iron_tide", "17.12a")
def test_a_german_within_two_hexes_frees_a_unit_for_good() -> None:
    units = {"r": tied("3441"), "s": tied("3641"), "g": foot("3446")}
    far = position(units, MEUSE).move("g", "3444")
    assert not far["r"].released
    near = position(units, MEUSE).move("g", "3443")
    assert near["r"].released
    assert not near["s"].released  # judged unit by unit
    later = allied({"r": tied("3442", released=True)})
    assert "3444" in later.reach("r")


@pytest.mark.rule("iron_tide", "17.12a")
def test_a_unit_that_comes_near_a_german_is_free_too() -> None:
    now = allied({"r": tied("3440", mf=3), "g": foot("3444")})
    assert not now.move("r", "3441")["r"].released
    assert now.move("r", "3442")["r"].released
    passed = allied({"r": tied("3440", mf=9), "g": battalion("3444")})
    gone = passed.act("move", "r", "3540", "3441 3442 3542 3541 3540")
    assert gone["r"].released  # on the way is enough


@pytest.mark.rule("iron_tide", "17.12a", "17.1b")
def test_who_comes_near_a_german_crosses_in_the_same_move() -> None:
    """From the first hex within two of a German on the unit is free, so the rest of its way is open to it."""
    now = allied({"r": tied("3440", mf=9), "o": foot("3440", ALLIED, mf=9), "g": battalion("3445")})
    assert not now.reasons("move", "r", "3444", "3441 3442 3443 3444", "")
    assert "3444" in now.reach("r", "o")  # freed together
    gone = now.act("move", "r", "3644", "3441 3442 3443 3544 3644")
    assert (gone["r"].at, gone["r"].released) == ("3644", True)
    far = [reason.rule for reason in now.reasons("move", "r", "3644", "3540 3640 3641 3642 3643 3644", "")]
    assert far == ["17.1b"]  # on a way that keeps away from him it is not
    assert "3644" in now.reach("r")
    assert allied({"r": tied("3440", mf=9), "g": battalion("3447")}).refused("r", "3444") == ["17.1b"]
    coming = tied("#due/21AM", mf=9)
    coming["printed"].update(arrives="21AM", entry="D")
    entering = allied({"r": coming, "g": battalion("3445")})
    assert "3444" in entering.reach("r", verb="enter")


@pytest.mark.rule("iron_tide", "17.12a", "7.1a", "7.3b")
def test_zones_of_control_hold_for_who_is_freed_on_the_way() -> None:
    """The zone he is freed in ends the move; who left another may not enter it."""
    stopped = allied({"r": tied("3440", mf=9), "g": foot("3444")})
    assert "3443" in stopped.reach("r")
    assert stopped.refused("r", "3544", "3441 3442 3443 3544") == ["7.1a"]
    leaving = allied({"r": tied("3440", mf=9, released=False), "h": foot("3340"), "g": foot("3444")})
    assert leaving.refused("r", "3443") == ["7.3b"]


@pytest.mark.rule("iron_tide", "17.12a", "B36")
def test_a_commando_frees_nobody() -> None:
    assert not position({"r": tied("3441"), "c": commando("3446")}, MEUSE).move("c", "3442")["r"].released
    now = allied({"r": tied("3440", mf=3), "c": commando("3443")})
    assert not now.move("r", "3442")["r"].released


# ---- the crossing -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "B64", "17.12b", "SEQ.P.MOVE.step")
def test_a_german_on_the_west_bank_has_crossed_the_meuse() -> None:
    units = {"g": tanks("3446"), "r": tied("4140")}
    east = position(units, MEUSE).move("g", "3444")
    assert east.state.meuse_crossed == 0
    west = position(units, MEUSE).move("g", "3443")
    assert west.state.meuse_crossed == 5
    passed = position(units, MEUSE).act("move", "g", "3545", "3445 3444 3443 3544 3545")
    assert passed.state.meuse_crossed == 5  # passing through is enough


@pytest.mark.rule("iron_tide", "B64", "B36")
def test_neither_a_commando_nor_an_ally_crosses_it_for_the_germans() -> None:
    assert position({"c": commando("3446")}, MEUSE).move("c", "3442").state.meuse_crossed == 0
    assert allied({"a": foot("3445", ALLIED)}).move("a", "3442").state.meuse_crossed == 0


@pytest.mark.rule("iron_tide", "17.12b")
def test_the_crossing_lifts_all_restrictions() -> None:
    r2 = foot("#due/21AM", ALLIED, printed={**TYPE2, "arrives": "21AM", "entry": "D"})
    units = {"r": tied("3442"), "s": r2}
    assert allied(units).refused("r", "3444") == ["17.1b"]
    free = allied(units, meuse_crossed=10)
    assert "3444" in free.reach("r")
    assert free.offered("enter") == ("s",)


@pytest.mark.rule("iron_tide", "17.12c")
def test_65_losses_end_type_1_restrictions_only() -> None:
    r2 = foot("#due/21AM", ALLIED, printed={**TYPE2, "arrives": "21AM", "entry": "D"})
    units = {"r": tied("3442"), "s": r2}
    assert allied(units, allied_losses=64).refused("r", "3444") == ["17.1b"]
    now = allied(units, allied_losses=65)
    assert "3444" in now.reach("r")
    assert now.offered("enter") == ()


@pytest.mark.rule("iron_tide", "17.12c", "B48")
def test_every_eliminated_allied_unit_is_counted() -> None:
    units = {f"a{n}": battalion("3442", ALLIED) for n in range(4)}
    now = allied(units).move("a0", "3443").move("a1", "3443").move("a2", "3443").move("a3", "3443").end()
    assert now.step == (ALLIED, "overstack")
    assert now.act("eliminate", "a0").state.allied_losses == 1
    german = position({f"g{n}": battalion("3446") for n in range(4)}, MEUSE, sound=False).end()
    assert german.act("eliminate", "g0").state.allied_losses == 0


# ---- Type 2 -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "17.1d", "B43")
def test_type_2_units_come_from_the_listed_turn_on_once_the_meuse_is_crossed() -> None:
    units = {"r": foot("#due/25AM", ALLIED, printed={**TYPE2, "arrives": "25AM", "entry": "D"})}
    waiting = allied(units, "26AM")
    assert waiting.offered("enter") == ()
    assert waiting.refused("r", "3440", verb="enter") == ["17.1d"]
    assert waiting["r"].delayed == 0
    early = allied(units, "24PM", meuse_crossed=3)
    assert early.refused("r", "3440", verb="enter") == ["14.0a"]
    late = allied(units, "27PM", meuse_crossed=24)  # crossed in this very game turn
    assert late.offered("enter") == ("r",)
    assert {t.via[0] for t in late.seat.targets("enter", ("r",))} == {"3440"}


@pytest.mark.rule("iron_tide", "B43")
def test_a_crossing_in_the_german_player_turn_counts_at_once() -> None:
    r = foot("#due/18AM", ALLIED, printed={**TYPE2, "arrives": "18AM", "entry": "D"})
    now = position({"g": tanks("3446"), "r": r}, MEUSE).move("g", "3542").until(ALLIED, "movement")
    assert now.offered("enter") == ("r",)


@pytest.mark.rule("iron_tide", "17.11a")
def test_restricted_units_support_across_the_meuse() -> None:
    gun = guns("3443", ALLIED, printed={**TYPE1, "factor": 2})
    friend = foot("3445", ALLIED, printed={"nationality": "british", "cup": "blue", "letter": "B"})
    enemy = foot("3446", printed={"cup": "blue", "letter": "B"})
    units = {"gun": gun, "a": friend, "x": enemy}
    now = position(units, MEUSE, turn="21AM", phase="combat", phasing=ALLIED)
    assert "gun" in now.act("attack", "a", "3446").act("declare").offered("support")


# ---- 17.2 ---------------------------------------------------------------------------------------------------------------
def late(division: str) -> dict[str, Any]:
    """A unit of a late division."""
    printed = {"arrives": "COND", "entry": "east", "division": division, "restriction": [f"17.2:{division}"]}
    return foot("#due/COND", printed=printed)


LATE = {"s": late("10SS"), "p": late("11Pz"), "x": foot("4140", ALLIED)}


def roll(die: int, **state: Any) -> Situation:
    """The German Movement Phase of 21AM, begun with a die for the late divisions."""
    before = position(LATE, MEUSE, turn="21AM", **state).state
    begun = MEUSE.enter(replace(before, late=tuple(state.get("late", ())), meuse_crossed=10), "movement")
    return Situation(MEUSE, MEUSE.resume(begun, (die,)))


@pytest.mark.rule("iron_tide", "17.2a", "SEQ.G.MOVE.late")
@pytest.mark.parametrize(
    ("die", "called"), [(1, ("s",)), (2, ("s",)), (3, ("p",)), (4, ("p",)), (5, ()), (6, ())]
)
def test_a_die_calls_the_late_divisions(die: int, called: tuple[str, ...]) -> None:
    rolled = roll(die)
    told = [str(e.say) for e in rolled.events if isinstance(e, FactChanged) and e.name == "late"]
    names = {"s": "10 SS", "p": "11 Pz"}
    assert told == [f"The {names[uid]} Division may enter." for uid in called]
    assert rolled.offered("enter") == called
    for uid in sorted({"s", "p"} - set(called)):
        assert rolled.refused(uid, "3459", verb="enter") == ["17.2a"]


@pytest.mark.rule("iron_tide", "17.2a", "B44")
def test_the_die_is_rolled_from_the_turn_after_the_crossing_until_both_are_in() -> None:
    states: tuple[dict[str, Any], ...] = (
        {},  # nobody has crossed
        {"meuse_crossed": 11},  # crossed in this very turn
        {"meuse_crossed": 10, "late": ["10SS", "11Pz"]},  # both are in
    )
    for state in states:
        assert position(LATE, MEUSE, turn="21AM", **state).outcome.numbers == ()
    assert position(LATE, MEUSE, turn="21AM").offered("enter") == ()
    one = position(LATE, MEUSE, turn="21AM", meuse_crossed=10)
    assert len(one.outcome.numbers) == 1
    again = position(LATE, MEUSE, turn="21AM", meuse_crossed=10, late=["10SS"])
    assert len(again.outcome.numbers) == 1
    assert position(LATE, MEUSE, turn="21AM", phasing=ALLIED, meuse_crossed=10).outcome.numbers == ()


@pytest.mark.rule("iron_tide", "B44", "14.0b")
def test_a_division_that_is_in_already_is_not_called_twice() -> None:
    now = roll(1, late=["10SS"])
    assert now.state.late == ("10SS",)
    assert roll(3, late=["10SS"]).state.late == ("10SS", "11Pz")
    entered = now.act("enter", "s", "3459")
    assert entered["s"].at == "3459"


@pytest.mark.rule("iron_tide", "17.1a", "B64")
def test_the_banks_of_the_shipped_map(ardennes: ItRules) -> None:
    west, east = ardennes.far_bank, ardennes.near_bank
    assert not west & east
    assert west | east == set(ardennes.atlas.labels)
    zones = ardennes.atlas.sheet.zones
    assert all(zones[f"exit.X{n}"][0] in west for n in range(1, 8))
    assert set(zones["start.Bastogne"]) <= east
    assert all(zones[f"entry.{letter}"][0] in west for letter in "CD")


@pytest.mark.rule("iron_tide", "17.1b")
def test_whoever_looks_at_a_unit_is_told_that_it_is_bound() -> None:
    now = allied({"x": tied("3442"), "free": foot("3442", ALLIED), "g": foot("3458")})

    def said(uid: str) -> list[tuple[str, str]]:
        found = restricted.facts(now.seat, uid, now.state.units[uid], now.state.roster[uid])
        return [(reason.rule, str(reason.text)) for reason in found]

    assert said("x") == [("17.1b", "Regiment 1 may not cross the Meuse to its east bank.")]
    assert said("free") == said("g") == []


@pytest.mark.rule("iron_tide", "17.1d", "17.2a", "16.4j")
def test_whoever_looks_at_a_unit_that_is_due_is_told_why_it_does_not_come() -> None:
    printed = {**TYPE2, "entry": "D"}
    now = allied({"x": foot("3442", ALLIED, printed=printed), "g": foot("3458")})

    def said(at: str) -> list[str]:
        unit = replace(now.state.units["x"], at=at)
        return [reason.rule for reason in restricted.facts(now.seat, "x", unit, now.state.roster["x"])]

    assert said("#due/18AM") == ["17.1d"]
    assert said("3442") == []
