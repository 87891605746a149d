"""The calculator: the same combat on no map and on one, every setting and unit read, every refusal with its clause."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.engine.calculator import Answer, Entry, Sheet
from hexbench.games.trumpets import GAME
from hexbench.games.trumpets.calculator_sheet import TAGS, read
from tests.games.trumpets.shipped import TABLES

CALCULATOR = GAME.calculator(TABLES)


def unit(party: str, kind: str, **values: Any) -> Entry:
    """One unit; ``from_`` stands for ``from``."""
    return Entry(
        party=party, kind=kind, values=tuple((key.rstrip("_"), str(value)) for key, value in values.items())
    )


def sheet(*entries: Entry, **settings: Any) -> Sheet:
    """A sheet of 20 December, a day without surprise and Tiger Scare, with equal ER."""
    return Sheet(
        settings=tuple((key, str(value)) for key, value in {"day": 20, **settings}.items()), entries=entries
    )


def att(kind: str = "inf_bn", **values: Any) -> Entry:
    return unit("attackers", kind, **values)


def dfn(kind: str = "inf_bn", **values: Any) -> Entry:
    return unit("defenders", kind, **values)


def lines(answer: Answer) -> dict[str, str]:
    """clause -> amount of every shift and modifier."""
    assert answer.combat is not None, [str(fault) for fault in answer.faults]
    return {
        line.clauses[0].rule: line.amount for account in answer.combat.accounts[2:] for line in account.lines
    }


def totals(answer: Answer) -> list[str]:
    """Attack, defence, shifts, modifiers."""
    assert answer.combat is not None, [str(fault) for fault in answer.faults]
    return [account.total for account in answer.combat.accounts]


def faults(*entries: Entry, **settings: Any) -> list[str]:
    """The clauses against a sheet."""
    answer = CALCULATOR.reckon(sheet(*entries, **settings))
    assert answer.combat is None
    assert not answer.dice
    return [fault.rule for fault in answer.faults]


def test_every_type_of_unit_can_be_added_and_fights_as_printed() -> None:
    blank = CALCULATOR.blank()
    for party in blank.parties[:2]:
        for kind in party.kinds:
            if kind.key not in TABLES.templates:
                continue
            entry = Entry(party=party.key, kind=kind.key, values=kind.values)
            other = dfn() if party.key == "attackers" else dfn("hq")
            fight = read(sheet(entry, att(af=4), other), TABLES).fight
            template = TABLES.templates[kind.key]
            if party.key == "attackers" and not template.af and "special_hq" not in template.tags:
                assert fight is None
                continue
            assert fight is not None, kind.key
            one = (fight.attackers if party.key == "attackers" else fight.defenders)[0]
            assert (one.af, one.df) == (template.af, template.df)
            assert set(template.tags) <= set(one.tags)
            assert one.category == template.category


def test_every_choice_of_every_setting_is_read() -> None:
    seen = set()
    for field in CALCULATOR.blank().settings:
        for choice in field.choices:
            found = read(sheet(att(af=30), dfn(df=1), **{field.key: choice}), TABLES)
            seen.add((field.key, choice, bool(found.fight), bool(found.faults)))
    assert all(fight != bad for _, _, fight, bad in seen)
    refused = {(key, choice) for key, choice, _, bad in seen if bad}
    empty = {("counter", at) for at in "BCDEF"}  # nobody attacks from there
    assert refused == {("kind", "Ardennes 44"), ("kind", "Tigers in the Mist"), *empty}


def test_an_unknown_word_of_a_setting_counts_as_the_blank_has_it() -> None:
    found = read(sheet(att(), dfn(), weather="Hail", base="Sea", day="x"), TABLES).fight
    assert found is not None
    assert (found.weather, found.base, found.turn) == ("Clear", "clear", "16MO")


@pytest.mark.rule("trumpets", "TT-REC-11")
def test_steps_scale_the_factors() -> None:
    found = read(sheet(att(af=4, steps=1), dfn(df=5, steps=2)), TABLES).fight
    assert found is not None
    assert (found.attackers[0].af, found.defenders[0].df) == (2, 4)
    assert (found.attackers[0].df, found.defenders[0].af) == (2, 3)  # for a counterattack


@pytest.mark.rule("trumpets", "TT-TER-27")
def test_water_counts_when_all_attack_over_it() -> None:
    stream = unit("origins", "B", over="Stream")
    both = sheet(att(from_="A"), att(from_="B"), dfn(), stream)
    assert "TT-TER-06" not in lines(CALCULATOR.reckon(both))
    one = sheet(att(from_="B"), dfn(), stream)
    assert lines(CALCULATOR.reckon(one))["TT-TER-06"] == "1L"


@pytest.mark.rule("trumpets", "TT-TER-24")
def test_an_assault_is_made_from_one_wooded_hex() -> None:
    wood = unit("origins", "A", ground="Woods")
    units = (att(from_="A"), att("stug_co", from_="A", af=2), dfn())
    assert lines(CALCULATOR.reckon(sheet(*units, wood, base="Woods")))["TT-TER-24"] == "-1"
    assert "TT-TER-24" not in lines(CALCULATOR.reckon(sheet(*units, base="Woods")))


def test_tags_typed_in_place_of_the_types_are_what_counts() -> None:
    plain = CALCULATOR.reckon(sheet(att(), dfn()))
    engineers = CALCULATOR.reckon(sheet(att(tags="infantry, engineer"), dfn(tags="engineer")))
    assert "TT-WPN-09" not in lines(plain)
    assert lines(engineers)["TT-WPN-09"] == "-1"
    assert lines(engineers)["TT-WPN-23"] == "+1"


@pytest.mark.rule("trumpets", "TT-WPN-36")
def test_every_german_tank_scares_whatever_its_tags_are_typed_like() -> None:
    one = {"day": 17, "part": "AF"}
    for tank in (att("own_front_line", af=9, tags="tank"), att("pz_bn", tags="tank, afv"), att("pz_bn")):
        assert lines(CALCULATOR.reckon(sheet(tank, dfn(), **one)))["TT-WPN-02"] == "1R"
    allied = sheet(att("own_front_line", af=9, tags="tank"), dfn(), attacker="Allied", **one)
    assert "TT-WPN-02" not in lines(CALCULATOR.reckon(allied))


@pytest.mark.rule("trumpets", "TT-AFV-03", "TT-AFV-04")
def test_heavy_armor_that_is_spared_is_said_to_take_the_hit_and_to_lose_nothing() -> None:
    def told(*attackers: Entry, **settings: Any) -> list[tuple[str, str]]:
        answer = CALCULATOR.resolve(sheet(*attackers, dfn(), **settings), (4, 6))
        return [(str(text), rule) for text, rule in answer.found if "Red" in str(text) or "AFV" in rule]

    tigers = (att("tiger_co"), att("tiger_co"))
    spared = "tiger co is heavy armor and faces no improved gun: no loss."
    assert told(*tigers, afv="yes") == [
        ("Red 4, row 4: one of 1: tiger co, 2: tiger co takes the hit, owner's choice.", "TT-LOSS-10"),
        (f"1: {spared}", "TT-AFV-03"),
        (f"2: {spared}", "TT-AFV-03"),
    ]
    assert told(att("tiger_co", af=10), afv="yes") == [
        ("Red 4, row 4: 1: tiger co takes the hit.", "TT-LOSS-10"),
        (f"1: {spared}", "TT-AFV-03"),
    ]
    assert told(*tigers) == [
        ("Red 4, row 4: one of 1: tiger co, 2: tiger co loses a step, owner's choice.", "TT-LOSS-10")
    ]


def test_units_of_ones_own_take_any_tag() -> None:
    for tag in sorted(TAGS - {"combat_support", "artillery", "hq"}):
        found = read(sheet(att("own_front_line", af=5, tags=tag), dfn()), TABLES)
        assert found.fight is not None, (tag, found.faults)
        assert tag in found.fight.attackers[0].tags


def test_a_reckoning_is_the_one_of_the_map() -> None:
    """12 to 5 is 2-1; ER 6 against 4 two right, woods behind a stream by day one left; an engineer defends."""
    answer = CALCULATOR.reckon(
        sheet(
            att(af=6, er=6, from_="A"),
            att(af=6, er=5, from_="A"),
            dfn(df=4, er=4),
            dfn("eng_co", df=1, er=4),
            unit("origins", "A", over="Stream"),
            base="Woods",
        )
    )
    assert totals(answer) == ["12", "5", "1R → 3-1", "+1"]
    assert lines(answer) == {"TT-WPN-14": "2R", "TT-TER-06": "1L", "TT-WPN-23": "+1"}
    assert answer.combat is not None
    both = answer.combat.spreads[-1]
    assert sum(bar.weight for bar in both.bars) == 36
    assert str(answer.combat.say) == "2-1, 1R, dice +1: column 3-1"


@pytest.mark.parametrize("red", range(1, 7))
@pytest.mark.parametrize("white", range(1, 7))
def test_dice_bring_what_the_table_has(red: int, white: int) -> None:
    """4-1 without modifiers: the left half of red's cell, the right half of white's."""
    answer = CALCULATOR.resolve(sheet(att(af=4), dfn(df=1)), (red, white))
    column = TABLES.crt.columns.index("4-1")
    left = TABLES.crt.rows[str(red)][column].partition("/")[0]
    right = TABLES.crt.rows[str(white)][column].partition("/")[2]
    told = " ".join(str(text) for text, _ in answer.found)
    assert answer.combat is not None
    lit = [str(bar.say) for spread in answer.combat.spreads for bar in spread.bars if bar.lit]
    assert len(lit) == 3
    assert f"{right}:" in lit[0]
    assert f"{right}:" in told
    assert (left in ("", "-")) == lit[1].startswith("no attrition")


@pytest.mark.rule("trumpets", "TT-LOSS-03", "TT-CRT-15", "TT-DEF-23", "TT-ODD-16")
def test_a_unit_takes_no_more_hits_than_it_has_steps() -> None:
    def hits(dice: tuple[int, int], *entries: Entry, **settings: Any) -> list[str]:
        found = CALCULATOR.resolve(sheet(*entries, **settings), dice).found
        return [
            str(text).partition(": ")[2].rstrip(".")
            for text, rule in found
            if "LOSS" in rule or "DEF-23" in rule
        ]

    assault, low, block = att(af=30), (2, 1), {"road_block": "yes"}
    inf, hq = "1: inf bn loses a step", "2: hq loses a step"
    assert hits(low, assault, dfn(steps=1), dfn("hq"), **block) == [inf, hq]
    assert hits(low, assault, dfn(steps=2), dfn("hq"), **block) == [inf, inf]
    assert hits(low, assault, dfn(steps=1), **block) == [inf, "no unit can take the hit, so it is lost"]
    stug = "2: stug co loses a step"
    assert hits((1, 6), att(steps=1), att("stug_co"), dfn()) == [inf, stug]
    assert hits((1, 6), att(steps=2), att("stug_co"), dfn(df=6)) == [inf, inf]


@pytest.mark.rule("trumpets", "TT-CRT-16")
def test_without_surviving_attackers_there_is_no_advance() -> None:
    for steps, advances in ((1, False), (2, True)):
        found = CALCULATOR.resolve(sheet(att(steps=steps, er=7), dfn(steps=1)), (4, 1)).found
        assert any("Advance" in str(text) for text, _ in found) == advances


@pytest.mark.rule("trumpets", "TT-BLZ-15", "TT-LOSS-03")
def test_two_losses_of_a_blitz_attack_fall_on_two_units_of_one_step() -> None:
    def told(steps: int) -> list[str]:
        units = (
            att("tank_co", af=8 * 2 // steps, steps=steps),
            att("eng_co"),
            dfn("arm_cav_trp"),
            dfn("eng_co"),
        )
        plan = {"kind": "Ardennes 44", "blitz_a": "steps lost", "built": "Village"}
        found = CALCULATOR.resolve(sheet(*units, **plan), (6,)).found
        return [str(text) for text, rule in found if rule == "TT-BLZ-15"]

    assert told(2) == ["Twice: 1: tank co loses a step."]
    assert told(1) == ["1: tank co loses a step.", "2: eng co loses a step."]


@pytest.mark.parametrize("kind", ["own_front_line", "own_combat_support"])
def test_what_a_custom_unit_leaves_out_is_as_in_the_blank(kind: str) -> None:
    plain = sheet(att(kind), dfn(kind), unit("attacking_guns", "own_fa"), unit("defending_guns", "own_nw"))
    full = {"af": 3, "df": 3, "steps": 1}
    written = sheet(
        att(kind, **full),
        dfn(kind, **full),
        unit("attacking_guns", "own_fa", factor=3),
        unit("defending_guns", "own_nw", factor=3),
    )
    assert CALCULATOR.reckon(plain) == CALCULATOR.reckon(written)
    assert CALCULATOR.resolve(plain, (4, 4)).found == CALCULATOR.resolve(written, (4, 4)).found


@pytest.mark.rule("trumpets", "TT-CAN-01", "TT-CAN-02")
def test_natural_dice_cancel() -> None:
    units = (att(), dfn())
    for weather, dice, clause in (
        ("Snow", (2, 2), "TT-CAN-01"),
        ("Dense Fog", (1, 1), "TT-CAN-01"),
        ("Fog", (6, 6), "TT-CAN-02"),
    ):
        assert [r for _, r in CALCULATOR.resolve(sheet(*units, weather=weather), dice).found] == [clause]
    assert CALCULATOR.resolve(sheet(*units, weather="Fog"), (2, 2)).found[0][1] != "TT-CAN-02"


@pytest.mark.rule("trumpets", "TT-BLZ-07")
def test_support_of_the_defender_makes_a_blitz_attack_an_ordinary_one() -> None:
    units = (att("pz_bn", af=9), dfn(df=3), unit("defending_guns", "fa_105", factor=3))
    answer = CALCULATOR.reckon(sheet(*units, kind="Ardennes 44"))
    assert [die.key for die in answer.dice] == ["red", "white"]
    assert answer.combat is not None
    assert "TT-BLZ-07" in str(answer.combat.note)
    assert faults(att("pz_bn", af=9), dfn(df=5), kind="Ardennes 44") == ["TT-BLZ-07"]


@pytest.mark.parametrize(
    ("entries", "settings", "clauses"),
    [
        ((), {}, ["TT-GEN-01", "TT-GEN-01"]),
        ((att("hq"), dfn()), {}, ["TT-WPN-34"]),
        ((att(af=0), dfn()), {}, ["TT-WPN-34"]),
        ((att("fa_105"), dfn()), {}, ["TT-WPN-34"]),
        ((att(steps=7), dfn()), {}, ["TT-LOSS-03"]),
        ((att("elephants"), dfn()), {}, ["TT-GEN-03", "TT-GEN-01"]),
        ((att(tags="infantry hq"), dfn()), {}, ["TT-GEN-03"]),
        ((att(tags="winged"), dfn()), {}, ["TT-GEN-02"]),
        ((att(), dfn(), dfn(), dfn(), dfn()), {}, ["TT-REC-02"]),
        ((*(att(from_="B") for _ in range(4)), dfn()), {}, ["TT-REC-02"]),
        ((att(), dfn()), {"attacking_air": 1, "weather": "Fog"}, ["TT-REC-10"]),
        ((att(), dfn()), {"defending_air": 1, "part": "EV"}, ["TT-REC-10"]),
        ((att(), dfn(), unit("attacking_guns", "fa_105", tot="fires")), {}, ["TT-REC-08"]),
        (
            (att(), dfn(), *(unit("attacking_guns", "fa_105", tot="fires") for _ in range(3))),
            {"attacker": "Allied"},
            ["TT-REC-08"] * 3,
        ),
        ((att(), dfn(), unit("attacking_guns", "inf_bn")), {}, ["TT-REC-08"]),
        (
            (att(), dfn(), *(unit("attacking_guns", "fa_105", tot="fires") for _ in range(4))),
            {"german_tot": "no"},
            ["TT-REC-08"] * 4,
        ),
        ((att("pz_bn"), dfn(df=1)), {"kind": "Tigers in the Mist"}, ["TT-BLZ-02"]),
        ((att("pz_bn"), dfn(df=1)), {"kind": "Ardennes 44", "weather": "Snow"}, ["TT-BLZ-01"]),
        ((att(), dfn(df=1)), {"kind": "Ardennes 44"}, ["TT-BLZ-17"]),
        (
            (att("pz_bn"), dfn(df=1), unit("origins", "A", road="no")),
            {"kind": "Ardennes 44"},
            ["TT-BLZ-17"],
        ),
        ((att("pz_bn"), att("stug_co"), dfn(df=1)), {"kind": "Ardennes 44"}, ["TT-BLZ-17"]),
    ],
)
def test_what_is_no_combat_is_refused_with_every_clause(
    entries: tuple[Entry, ...], settings: dict[str, Any], clauses: list[str]
) -> None:
    assert faults(*entries, **settings) == clauses


@pytest.mark.rule("trumpets", "TT-REC-08", "TT-BLZ-17")
@pytest.mark.parametrize(
    ("entries", "settings"),
    [
        (
            (att(), dfn(), *(unit("attacking_guns", "fa_105", tot="fires") for _ in range(4))),
            {"german_tot": "yes"},
        ),
        ((att("pz_bn"), att("kgp_hq"), dfn(df=1)), {"kind": "Ardennes 44"}),
    ],
)
def test_german_time_on_target_by_option_and_a_special_hq_in_a_blitz(
    entries: tuple[Entry, ...], settings: dict[str, Any]
) -> None:
    assert CALCULATOR.reckon(sheet(*entries, **settings)).combat is not None


def test_four_units_fire_time_on_target() -> None:
    guns = [unit("attacking_guns", "fa_105", factor=3, tot="fires")]
    guns += [unit("attacking_guns", "fa_105", factor=3, tot="able") for _ in range(3)]
    answer = CALCULATOR.reckon(sheet(att(af=20), dfn(), *guns, attacker="Allied"))
    assert totals(answer)[0] == "35"


@pytest.mark.parametrize("rolled", [(), (1,), (1, 2, 3), (0, 3), (3, 7)])
def test_dice_that_do_not_fit_are_told_in_a_sentence(rolled: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z0-9].*\.$"):
        CALCULATOR.resolve(sheet(att(), dfn()), rolled)


def test_dice_for_no_combat_are_refused() -> None:
    with pytest.raises(ValueError, match="no combat"):
        CALCULATOR.resolve(sheet(), (1, 2))


def test_the_catalogue_gives_the_calculator_of_a_game_that_has_one() -> None:
    shipped = bootstrap.catalogue()
    found = shipped.calculator("trumpets")
    assert found is not None
    assert found.reckon(sheet(att(), dfn())) == CALCULATOR.reckon(sheet(att(), dfn()))
    assert shipped.calculator("iron_tide") is None


@pytest.mark.parametrize("part", ["PD", "EV"])
@pytest.mark.parametrize(("once", "column"), [("yes", "2L → 1-3"), ("no", "3L → 1-4")])
@pytest.mark.rule("trumpets", "TT-TER-34")
def test_the_night_counts_once_or_for_every_row(part: str, once: str, column: str) -> None:
    """Woods behind a stream at night: 2L with the night once, 3L with both rows as printed."""
    answer = CALCULATOR.reckon(
        sheet(
            att(af=5, from_="A"),
            dfn(df=5),
            unit("origins", "A", over="Stream"),
            base="Woods",
            part=part,
            night_once=once,
        )
    )
    assert totals(answer)[2] == column


@pytest.mark.rule("trumpets", "TT-ODD-08")
@pytest.mark.parametrize(("first", "column"), [("no", "4L → 7-1"), ("yes", "4L → 3-1")])
def test_odds_are_limited_after_the_shifts_or_before(first: str, column: str) -> None:
    """24 to 2 is 12-1; river 2L and fort 2L leave 8-1, or 3-1 from 7-1."""
    answer = CALCULATOR.reckon(
        sheet(
            *(att(af=8, er=6, from_="A") for _ in range(3)),
            dfn(df=2),
            unit("origins", "A", over="River"),
            position="Fort",
            clamp_first=first,
        )
    )
    assert totals(answer)[2].startswith(column)
