"""2.0: dice, counters, markers and chits: what each of them means, and that nothing else does."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.events import DiceRolled, Drawn
from hexbench.engine.opponent import RandomOpponent
from hexbench.games.iron_tide.display import bars, colour
from hexbench.games.iron_tide.names import ARMS, full_name
from hexbench.games.iron_tide.pieces import Printed
from hexbench.games.iron_tide.rules import ItRules
from tests.games.iron_tide.battlefield import NE, D, E, bn, combat, kind, reg, shifts
from tests.games.iron_tide.field import ALLIED, GERMAN, commando, country, foot, position
from tests.games.iron_tide.melee import front, melee, order_of_battle
from tests.games.iron_tide.shipped import TABLES
from tests.games.iron_tide.test_combat_random import Chance, eager

PALETTE = tomllib.loads(
    (Path(__file__).resolve().parents[3] / "resources/games/iron_tide/palette.toml").read_text("utf-8")
)
BOOK = order_of_battle()


# ---- dice -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "2.0a")
@pytest.mark.parametrize(("seed", "turn"), [(3, "16AM"), (4, "23AM"), (6, "18AM")])
def test_two_dice_are_added_for_the_results_table_alone_and_every_roll_is_told(seed: int, turn: str) -> None:
    rules, chance, opponent = front(), Chance(seed), RandomOpponent()
    state = rules.resume(melee(seed, turn)).state
    rolls: Counter[tuple[str, int]] = Counter()
    for _ in range(250):
        side = rules.decider(state)
        if side is None:
            break
        seat = rules.seat(state, side)
        out = rules.apply(state, eager(seat, chance) or opponent.choose(seat, chance)[0])
        told = [[t.to(who) for t in out.told] for who in (GERMAN, ALLIED)]
        cast = [[e for e in events if isinstance(e, DiceRolled)] for events in told]
        assert cast[0] == cast[1]  # entered in the log of both
        drawn = [e.owner for e in told[0] if isinstance(e, Drawn)]
        chits = sum(2 if BOOK[uid].elite and not state.units[uid].cadre else 1 for uid in drawn)
        dice = [face for event in cast[0] for face in event.faces]
        assert all(1 <= face <= 6 for face in dice)
        assert len(out.numbers) - len(dice) == chits  # no number but those of dice told and chits drawn
        rolls.update((event.rule, len(event.faces)) for event in cast[0])
        state = out.state
    assert ("11.77a", 2) in rolls
    assert {n for (rule, n) in rolls if rule != "11.77a"} <= {1}
    assert ("11.77a", 1) not in rolls


@pytest.mark.rule("iron_tide", "2.0a")
def test_every_other_table_is_for_one_die() -> None:
    assert [int(total) for total in TABLES.crt.results] == list(range(2, 13))
    for name in (
        "commando_disruption", "demolition_disruption", "air_support", "air_resupply", "brigade_150",
        "parachute_landing", "late_divisions",
    ):  # fmt: skip
        rolls = sorted(roll for rolls in getattr(TABLES, name).die.values() for roll in rolls)
        assert rolls == [1, 2, 3, 4, 5, 6], name


# ---- what is on a counter ---------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "2.31a")
def test_the_colour_of_a_counter_is_that_of_its_nationality_and_branch() -> None:
    grounds = {
        "us": "us", "belgian": "belgian", "norwegian": "norwegian", "british": "british",
        "army": "german.heer", "grossdeutschland": "german.gd", "ss": "german.ss", "luftwaffe": "german.lw",
    }  # fmt: skip
    for uid, printed in BOOK.items():
        key = colour(printed)
        assert key == grounds[printed.service if printed.side == GERMAN else printed.nationality], uid
        assert key in PALETTE["counter"]
    shades = [PALETTE["counter"][key]["ground"] for key in grounds.values()]
    assert len(set(shades)) == len(shades)


@pytest.mark.rule("iron_tide", "2.31d")
def test_a_bar_stands_for_one_division() -> None:
    now = position(
        {uid: {"at": f"#due/{p.arrives}", "printed": _facts(p)} for uid, p in BOOK.items()}, sound=False
    )
    by_bar: dict[str, set[str]] = {}
    for uid, printed in BOOK.items():
        face = now.seat.face(uid)
        assert face is not None
        if face.bar:
            by_bar.setdefault(face.bar, set()).add(printed.division)
        if printed.integrity:
            assert face.bar, uid
    assert all(len(divisions) == 1 for divisions in by_bar.values())
    assert len({*bars(now.seat).values()}) == len(bars(now.seat))
    stripes = [tuple(PALETTE["bar"][bar]) for bar in by_bar]
    assert len(set(stripes)) == len(stripes)


def _facts(printed: Printed) -> dict[str, Any]:
    return {name: getattr(printed, name) for name in printed.__struct_fields__}


@pytest.mark.rule("iron_tide", "2.31d", "11.3a")
def test_the_bar_decides_who_counts_for_divisional_integrity() -> None:
    def attack(*divisions: str) -> dict[str, int]:
        units = {
            "a": reg(E, chit=7, division=divisions[0], integrity=True),
            "b": reg(NE, chit=7, division=divisions[1], integrity=True),
        }
        return shifts(combat({**units, "d": bn(D, ALLIED, 2)}).line("a"))

    assert attack("12SS", "12SS") == {"11.3e": 1}  # b stands next to the defender too
    assert attack("12SS", "9SS") == {"11.3e": 1}  # a division of one regiment, whole with it
    apart = {
        "a": reg(E, chit=7, division="12SS", integrity=True),
        "b": reg("3457", chit=7, division="12SS", integrity=True),
        "c": reg(NE, chit=7, division="9SS", integrity=True),
        "d": bn(D, ALLIED, 2),
    }
    assert shifts(combat(apart).line("a")) == {}  # c stands there, but under another bar


@pytest.mark.rule("iron_tide", "2.31f")
@pytest.mark.parametrize("seed", [2, 5])
def test_a_game_goes_alike_whatever_is_written_on_the_counters(seed: int) -> None:
    rules = front()
    plain = melee(seed, "23AM")
    renamed = {uid: replace(p, name=f"unit {n}", place="") for n, (uid, p) in enumerate(plain.roster.items())}
    twin = replace(plain, roster=renamed)
    states = [rules.resume(plain).state, rules.resume(twin).state]
    chance, opponent = Chance(seed), RandomOpponent()
    for _ in range(120):
        side = rules.decider(states[0])
        assert side == rules.decider(states[1])
        if side is None:
            break
        action = opponent.choose(rules.seat(states[0], side), chance)[0]
        outs = [rules.apply(state, action) for state in states]
        assert outs[0].numbers == outs[1].numbers
        states = [out.state for out in outs]
        assert states[0].units == states[1].units


@pytest.mark.rule("iron_tide", "2.31g")
def test_the_army_counts_under_the_army_rule_only() -> None:
    units = {"a": bn(E, factor=4, army="5P"), "b": bn(NE, factor=4, army="6P"), "d": bn(D, ALLIED, 2)}
    same = {**units, "b": bn(NE, factor=4, army="5P")}
    plain, army = country(), country(army_rule=True)
    assert combat(units, plain).line("a b") == combat(same, plain).line("a b")
    assert combat(units, army).rules_against("attack", "a b", D) == ["17.4a"]
    assert combat(same, army).line("a b") == combat(same, plain).line("a b")
    face = combat(units).seat.face("b")
    assert face is not None
    assert face.group.startswith("6th Panzer Army")  # the diamond is shown all the same


_ABBREVIATIONS = (
    (r"\bAfk\b", "recon"), (r"\bAC\b", "cavalry"), (r"\bP[jJ]\b", "antitank"), (r"\bTD\b", "antitank"),
    (r"\bPi\b", "engineer"), (r"\bEng\b", "engineer"), (r"\b(SP|StG|StuPz)\b", "armor"), (r"/\d+ Pz\b", "armor"),
    (r"\b(VAK|VW|FA|AGRA|Art)\b", "artillery"), (r"^PG\d", "mech_infantry"), (r"^CC[ABR]$", "mech_infantry"),
    (r"^CDO \d", "commando"), (r"\b(MG|Ost)\b", "security"), (r"\bAT Bde\b", "armor"), (r"/(WG|GG|CG|IG|HHC)$", "armor"),
)  # fmt: skip


@pytest.mark.rule("iron_tide", "2.31j")
def test_the_abbreviation_on_a_counter_names_its_arm_and_so_does_its_title() -> None:
    used = set()
    for uid, printed in BOOK.items():
        for pattern, arm in _ABBREVIATIONS:
            if re.search(pattern, printed.name):
                assert printed.type == arm, uid
                used.add(pattern)
        now = position({uid: {"at": "#due/17AM", "printed": _facts(printed)}}, sound=False)
        assert str(full_name(printed, now[uid])).endswith(str(ARMS[printed.type]))
    assert used == {pattern for pattern, _ in _ABBREVIATIONS}


# ---- markers ----------------------------------------------------------------------------------------------------------
BRIDGES = country(river="3248/3249 3448/3449", bridge="3048/3049", exits=(("X1", "3440"),))
MARKED: dict[str, Any] = {
    "s": foot("3443", supply="out"),
    "i": foot("3643", supply="isolated"),
    "f": foot("3843", supply="out", short=True),
    "r": foot("4043", reserve=True),
    "z": bn("3653", ALLIED, temporary_zoc=True, zoc=True),
    "e": bn("3249", type="engineer"),
    "t": bn("3057", type="engineer"),
    "u": bn("3057"),
    "x": foot("#exited"),
    "c": reg("3257", chit=7),
}
STATE: dict[str, Any] = {
    "turn": "23AM",
    "depots": {"2940": "stocked", "2941": "destroyed", "2942": "captured"},
    "bridges": {"3048/3049": "destroyed", "3248/3249": "building", "3448/3449": "built"},
    "entrenchments": {"3653": ALLIED},
    "works": {
        "3248/3249": {"side": "german", "engineer": "e", "left": 1},
        "3057": {"side": "german", "engineer": "t", "left": 2},
    },
    "exited": {"x": "3440"},
    "closed_exits": ["X1"],
}


@pytest.mark.rule("iron_tide", "2.32b")
def test_every_marker_of_the_game_can_be_seen() -> None:
    now = position(MARKED, BRIDGES, **STATE)
    chips = {(chip.key, chip.at) for chip in now.seat.chips()}
    assert {
        ("depot", "2940"),
        ("depot_destroyed", "2941"),
        ("entrenchment", "3653"),
        ("building_entrenchment", "3057"),
        ("bridge_destroyed", "3048/3049"),
        ("building_bridge", "3248/3249"),
        ("bridge", "3448/3449"),
    } == chips
    faces = {uid: now.seat.face(uid) for uid in MARKED}
    keys = {uid: [(m.key, m.letter) for m in face.marks] for uid, face in faces.items() if face is not None}
    assert keys["s"] == [("out_of_supply", "S")]
    assert keys["i"] == [("isolated", "I")]
    assert ("out_of_supply", "F") in keys["f"]
    assert keys["r"] == [("note", "V")]
    assert keys["z"] == [("note", "Z")]
    assert now.state.air["allied"].ready == 6  # air points on their track
    assert now.seat.s.units["x"].at == "#exited"  # German Unit Exited
    first = position({"a": foot("3443", ALLIED, attacked=True)}, turn="16AM", phasing=ALLIED)
    assert first.offered("move") == ("a",)  # Allied Unit Able to Move


@pytest.mark.rule("iron_tide", "B02")
def test_the_temporary_zone_goes_by_the_rule_of_battalions() -> None:
    now = position(MARKED, BRIDGES, **STATE)
    face = now.seat.face("z")
    assert face is not None
    assert [mark.rule for mark in face.marks] == ["7.4b"]


@pytest.mark.rule("iron_tide", "2.32a")
def test_markers_lie_open_and_chits_hidden() -> None:
    now = position(MARKED, BRIDGES, **STATE)
    german, allied = (now.rules.seat(now.state, side) for side in (GERMAN, ALLIED))
    assert german.chips() == allied.chips()
    for uid in MARKED:
        one, other = german.face(uid), allied.face(uid)
        if one is None:
            assert other is None
            continue
        assert other is not None
        assert one.marks == other.marks
    assert german.s.chits == {"c": kind(7)}
    assert allied.s.chits == {}
    mine, theirs = german.face("c"), allied.face("c")
    assert mine is not None
    assert theirs is not None
    assert "7" in mine.left
    assert "7" not in theirs.left


# ---- chits ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "2.33a")
def test_a_small_unit_draws_no_chit_and_can_have_none() -> None:
    small = bn(E, factor=4)
    small["printed"].update(cup="red", letter="B")
    now = combat({"a": small, "d": bn(D, ALLIED, 4)}).attack("a").resolve(1, 3)
    assert now.state.chits == {}
    assert now.fought.attack == 4
    found = position({"a": {**small, "chit": 3}, "c": commando("3457")}, sound=False)
    assert "2.33a" in [problem.rule for problem in found.rules.audit(found.state)]


@pytest.mark.rule("iron_tide", "2.33b")
def test_red_chits_are_those_of_large_units_and_blue_those_of_medium_ones() -> None:
    def mean(cup: str, letter: Any, reduced: bool) -> float:
        kinds = getattr(TABLES.chits, cup)
        total = sum(k.count * k.strength(letter, reduced=reduced) for k in kinds)
        return float(total / sum(k.count for k in kinds))

    for letter in ("A", "B", "C"):
        for reduced in (False, True):
            assert mean("red", letter, reduced) > mean("blue", letter, reduced)
    assert {p.cup for p in BOOK.values() if p.size == "regiment"} == {"red", "blue"}
    assert {p.cup for p in BOOK.values() if p.size != "regiment"} == {""}


# ---- scale ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("iron_tide", "2.4a")
def test_a_hex_measures_about_a_mile_and_a_half(ardennes: ItRules) -> None:
    miles = ardennes.atlas.sheet.kilometres_per_hex / 1.609344
    assert miles == pytest.approx(1.5, abs=0.1)
