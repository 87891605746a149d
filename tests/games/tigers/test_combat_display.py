"""What the docks and the map show of combat."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.display import Account, Combat, CombatBoard, Form, Table
from hexbench.engine.values import Action
from tests.games.tigers.field import ALLIED, GERMAN, Situation, abn, arm, country, inf, pz
from tests.games.tigers.melee import allocated, drafted, fight, rolled, stand

TWO = {"a": inf("805", factor=9), "x": inf("806", ALLIED, entrenched=True), "y": inf("905", ALLIED)}


def board(now: Situation, side: str | None = None) -> CombatBoard:
    """The combat dock of a side, the one that decides if none is named."""
    seat = now.seat if side is None else now.of(side)
    return next(p for p in seat.panels() if isinstance(p, CombatBoard))


def combat(now: Situation, at: str, side: str | None = None) -> Combat:
    """The combat on a hex in it."""
    return next(c for c in board(now, side).combats if c.key == f"on/{at}")


def account(found: Combat, title: str) -> Account:
    """One of its accounts."""
    return next(a for a in found.accounts if str(a.say) == title)


def table(now: Situation, key: str = "crt") -> Table:
    """A printed table."""
    return next(p for p in now.seat.panels() if isinstance(p, Table) and p.key == key)


def lights(now: Situation) -> set[tuple[int, int, str]]:
    """The lit parts of the results table."""
    return {(light.row, light.column, light.tone) for light in table(now).lights}


# ---- drafting --------------------------------------------------------------------------------------------------------
def test_every_enemy_hex_that_can_be_attacked_is_listed_with_who_could() -> None:
    now = stand(TWO | {"b": inf("706")})
    found = combat(now, "806")
    assert (found.status, found.verb, str(found.say)) == ("possible", "attack", "806: not attacked")
    lines = account(found, "Could attack").lines
    assert [(line.unit, line.amount) for line in lines] == [("a", "9"), ("b", "3")]
    assert now.seat.refuse(lines[1].choices[0].action) == ()


def test_a_drafted_attack_shows_every_factor_with_its_clause() -> None:
    now = drafted(stand(TWO, country(forest="806", river="805/806")), "a > 806")
    found = combat(now, "806")
    defence = account(found, "Defense")
    assert (defence.total, defence.lines[0].was) == ("5", "3")
    assert [c.rule for c in defence.lines[0].clauses] == ["TG-TER-02", "TG-TER-08"]
    assert [(line.amount, line.clauses[0].rule) for line in account(found, "Shifts").lines] == [
        ("-1", "TG-ODD-07")
    ]
    odds = account(found, "Odds")
    assert [(line.was, line.amount) for line in odds.lines][-1] == ("3:2", "1:1")
    assert sum(bar.weight for bar in found.spreads[0].bars) == 6


def test_a_duty_is_shown_with_the_attack_and_with_the_hex() -> None:
    now = drafted(stand(TWO), "a > 806")
    owed = account(combat(now, "806"), "Before it can be allocated")
    assert [line.clauses[0].rule for line in owed.lines] == ["TG-ATK-07"]
    found = combat(now, "905")
    assert str(found.say) == "905: must be attacked"
    assert [c.action for c in found.choices] == [Action("widen", ("806",), "905")]
    main = next(c for c in board(now).choices if c.main)
    assert [r.rule for r in now.seat.refuse(main.action)] == ["TG-ATK-07"]


def test_odds_below_one_to_five_are_shown_with_their_clause() -> None:
    now = drafted(stand({"a": inf("805", factor=1), "x": inf("806", ALLIED, factor=6)}), "a > 806")
    found = combat(now, "806")
    assert account(found, "Before it can be allocated").lines[0].clauses[0].rule == "TG-CRT-02"
    last = account(found, "Odds").lines[-1]
    assert (last.amount, last.clauses[0].rule) == ("1:6", "TG-CRT-02")


def test_the_other_side_sees_nothing_of_a_draft() -> None:
    now = drafted(stand(TWO), "a > 806")
    assert board(now, ALLIED).combats == ()


def test_every_button_of_the_draft_is_legal_but_that_which_names_the_duty() -> None:
    now = drafted(stand(TWO | {"b": inf("706"), "c": inf("906", factor=9)}), "a > 806")
    for found in board(now).combats:
        for choice in (
            *found.choices,
            *(c for a in found.accounts for line in a.lines for c in line.choices),
        ):
            assert now.seat.refuse(choice.action) == (), choice


# ---- being fought ----------------------------------------------------------------------------------------------------
def test_waiting_attacks_can_be_resolved_and_called_off() -> None:
    now = allocated(stand(TWO | {"b": inf("906", factor=9)}), "a > 806", "b > 905")
    found = combat(now, "905")
    assert found.status == "waiting"
    assert [c.action.verb for c in found.choices] == ["resolve", "call_off"]
    assert combat(now, "806", ALLIED).choices == ()


def test_a_required_attack_says_so() -> None:
    now = allocated(stand(TWO | {"b": inf("906", factor=9)}), "a > 806", "b > 905")
    now = rolled(now, "806", 6)
    while now.step[1] != "resolution":
        now = now.default()
    assert "TG-ATK-11" in str(combat(now, "905").note)


@pytest.mark.rule("tigers", "AMB-78")
def test_so_does_one_that_the_fuel_dump_requires() -> None:
    units = {"p": {**inf("1007"), "stumbled": True}}
    now = allocated(stand(units, dump="1008", dump_state="found"), "p > 1008")
    found = combat(now, "1008")
    assert "must attack it" in str(found.note)
    assert [c.action.verb for c in found.choices] == ["resolve"]


def test_the_steps_of_the_combat_at_hand() -> None:
    now = allocated(stand({"a": inf("805", factor=4), "x": inf("806", ALLIED, factor=2)}), "a > 806").act(
        "resolve", "806"
    )
    found = combat(now, "806")
    assert found.status == "now"
    assert [str(s.say) for s in found.stages if s.state == "now"] == ["No Retreat?"]
    assert [str(c.say) for c in found.choices] == [
        "They may retreat.",
        "No Retreat! D1 is read as D, D2 and D3 as DE.",
    ]
    now = now.act("order", to="free", numbers=[3])
    found = combat(now, "806")
    assert [(str(s.say), s.state) for s in found.stages] == [
        ("No Retreat?", "done"),
        ("Odds and die", "done"),
        ("Length of the retreat", "now"),
        ("Retreat", "ahead"),
        ("Voluntary retreat", "ahead"),
        ("Advance", "ahead"),
    ]
    assert [str(c.say) for c in found.choices] == ["They stay, disrupted.", "They retreat 1 hex."]
    assert [str(bar.say) for bar in found.spreads[0].bars if bar.lit] == ["D1"]
    now = now.act("length", to="1")
    assert {str(c.say) for c in combat(now, "806").choices} == {"x to 707", "x to 807", "x to 907"}
    now = now.act("retreat", "x", "807").act("further", to="0")
    assert next(str(c.say) for c in combat(now, "806").choices if c.action.verb == "advance") == "a into 806"


def test_losses_are_buttons() -> None:
    units = {"a": inf("805", factor=2), "b": inf("706", factor=2), "x": inf("806", ALLIED, factor=2)}
    now = fight(stand(units, country(river="805/806 706/806"), dry="805"), "a b > 806", 6)
    found = combat(now, "806")
    assert [str(c.say) for c in found.choices] == ["Lose a", "Lose b"]
    assert [str(s.say) for s in found.stages if s.state == "now"] == ["Attacker's losses"]


@pytest.mark.rule("tigers", "TG-CRT-21")
def test_two_columns_are_shown_as_two() -> None:
    units = {"a": inf("805", factor=7), "e": abn("806", disrupted=True), "x": inf("806", ALLIED)}
    now = drafted(stand(units), "a > 806")
    odds = account(combat(now, "806"), "Odds")
    assert odds.total == "1:1 / 3:2"
    assert [str(line.say) for line in odds.lines][-2:] == [
        "Column for elite defenders",
        "Column for the others",
    ]
    assert account(combat(now, "806"), "Shifts").total == "0 / +1"
    assert lights(now) == {(-1, 4, "to"), (-1, 5, "to")}


def page(now: Situation, at: str = "806") -> dict[str, list[str]]:
    """Every account of a combat: its title and total -> line by line the words, what it counts, what it was, its clauses."""

    def line(one: Any) -> str:
        clauses = [f"{c.say} {c.rule}".strip() for c in one.clauses]
        return " | ".join([str(one.say), one.amount, one.was, *clauses])

    return {f"{a.say} {a.total}".strip(): [line(one) for one in a.lines] for a in combat(now, at).accounts}


def words_of(now: Situation) -> list[tuple[int, int, str, str]]:
    """The lit parts of the results table with what they say."""
    return [(light.row, light.column, light.tone, str(light.say)) for light in table(now).lights]


ODDS: dict[str, tuple[dict[str, Any], dict[str, str], dict[str, list[str]]]] = {
    "one column": (
        {"a": inf("805", factor=6), "x": inf("806", ALLIED, factor=2)},
        {"river": "805/806"},
        {
            "Attack 6": ["a | 6 | "],
            "Defense 2": ["x | 2 | "],
            "Shifts -1": ["All attack over a river | -1 |  | TG-ODD-07"],
            "Odds 2:1": [
                "Attack to defense | 6 : 2 | ",
                "Odds | 3:1 |  | TG-ODD-01",
                "Column after the shifts | 2:1 | 3:1 | TG-ODD-02",
            ],
        },
    ),
    "two columns": (
        {"a": inf("805", factor=7), "e": abn("806", disrupted=True), "x": inf("806", ALLIED)},
        {},
        {
            "Attack 7": ["a | 7 | "],
            "Defense 7": ["e | 4 | ", "x | 3 | "],
            "Shifts 0 / +1": [
                "Half of the defense is disrupted | +1 |  | TG-ODD-04 | not for elite TG-ODD-05"
            ],
            "Odds 1:1 / 3:2": [
                "Attack to defense | 7 : 7 | ",
                "Odds | 1:1 |  | TG-ODD-01",
                "Column for elite defenders | 1:1 | 1:1 | TG-ODD-02",
                "Column for the others | 3:2 | 1:1 | TG-ODD-02",
            ],
        },
    ),
    "beyond the table": (
        {"a": inf("805", factor=30), "x": inf("806", ALLIED, factor=2)},
        {},
        {
            "Attack 30": ["a | 30 | "],
            "Defense 2": ["x | 2 | "],
            "Shifts 0": [],
            "Odds 7:1": [
                "Attack to defense | 30 : 2 | ",
                "Odds | 15:1 |  | TG-ODD-01",
                "Column after the shifts | 7:1 | 15:1 | TG-CRT-03",
            ],
        },
    ),
    "the last column": (
        {"a": inf("805", factor=14), "x": inf("806", ALLIED, factor=2)},
        {},
        {
            "Attack 14": ["a | 14 | "],
            "Defense 2": ["x | 2 | "],
            "Shifts 0": [],
            "Odds 7:1": [
                "Attack to defense | 14 : 2 | ",
                "Odds | 7:1 |  | TG-ODD-01",
                "Column after the shifts | 7:1 | 7:1 | TG-ODD-02",
            ],
        },
    ),
    "no way for some": (
        {
            "a": inf("805", factor=9),
            "b": inf("907", factor=1),
            "x": arm("806", factor=2),
            "y": inf("806", ALLIED, factor=1),
        },
        {"river": "707/806"},
        {
            "Attack 10": ["a | 9 | ", "b | 1 | "],
            "Defense 3": ["x | 2 |  | cannot retreat TG-CRT-17", "y | 1 | "],
            "Shifts 0": [],
            "Odds 3:1": [
                "Attack to defense | 10 : 3 | ",
                "Odds | 3:1 |  | TG-ODD-01",
                "Column after the shifts | 3:1 | 3:1 | TG-ODD-02",
                "For some, D1 reads as D, D2 and D3 as DE |  |  | cannot retreat TG-CRT-17",
            ],
        },
    ),
    "no way for anybody": (
        {"a": inf("805", factor=5), "b": inf("907", factor=1), "x": arm("806", factor=2)},
        {"river": "707/806", "forest": "806"},
        {
            "Attack 6": ["a | 5 | ", "b | 1 | "],
            "Defense 2": ["x | 2 |  | cannot retreat TG-CRT-17"],
            "Shifts 0": [],
            "Odds 3:1": [
                "Attack to defense | 6 : 2 | ",
                "Odds | 3:1 |  | TG-ODD-01",
                "Column after the shifts | 3:1 | 3:1 | TG-ODD-02",
                "D1 reads as D, D2 and D3 as DE |  |  | cannot retreat TG-CRT-17",
            ],
        },
    ),
}
"""Name -> units, ground, and every line of the reckoning of an attack of the Germans on 806."""


@pytest.mark.parametrize("name", ODDS)
def test_the_reckoning_word_by_word(name: str) -> None:
    units, ground, expected = ODDS[name]
    plan = " ".join(u for u, one in units.items() if one["printed"]["side"] == GERMAN) + " > 806"
    assert page(drafted(stand(units, country(**ground)), plan)) == expected


def test_what_lights_up_is_named() -> None:
    units, ground, _ = ODDS["one column"]
    now = stand(units, country(**ground))
    assert words_of(drafted(now, "a > 806")) == [
        (-1, 7, "from", "3:1 before the shifts"),
        (-1, 6, "to", "2:1 after the shifts"),
    ]
    assert words_of(fight(now, "a > 806", 4)) == [
        (-1, 7, "from", "3:1 before the shifts"),
        (-1, 6, "to", "2:1 after the shifts"),
        (
            3,
            6,
            "hit",
            "die 4: The defenders are disrupted and retreat 1 hex if the attacker so chooses. (D1)",
        ),
        (3, -1, "band", ""),
    ]
    two = stand(ODDS["two columns"][0])
    assert words_of(drafted(two, "a > 806")) == [
        (-1, 4, "to", "1:1 for elite defenders"),
        (-1, 5, "to", "3:2 for the others"),
    ]
    assert words_of(fight(two, "a > 806", 3)) == [
        (-1, 4, "to", "1:1 for elite defenders"),
        (2, 4, "hit", "die 3: The defenders are disrupted but need not retreat. (D)"),
        (-1, 5, "to", "3:2 for the others"),
        (
            2,
            5,
            "hit",
            "die 3: The defenders are disrupted and retreat 1 hex if the attacker so chooses. (D1)",
        ),
        (2, -1, "band", ""),
    ]


# ---- the results table -----------------------------------------------------------------------------------------------
def test_the_table_as_printed_and_dark_without_an_attack() -> None:
    found = table(stand(TWO))
    assert (found.columns[0], found.columns[-1], len(found.rows)) == ("1:5", "7:1", 6)
    assert found.rows[0] == ("1", ("D/AE", "D", "D", "D2", "D2", "D2", "D2", "D3", "DE", "DE", "DE", "DE"))
    assert found.lights == ()


@pytest.mark.parametrize("index", ["A", "B"])
def test_the_column_before_and_after_the_shifts_and_the_cell(index: str) -> None:
    """By index B the rows are turned round, and the die lights its own row."""
    ground = country(river="805/806", die_index=index)
    units = {"a": inf("805", factor=6), "x": inf("806", ALLIED, factor=2)}
    now = drafted(stand(units, ground), "a > 806")
    assert lights(now) == {(-1, 7, "from"), (-1, 6, "to")}
    die = 4 if index == "A" else 3
    now = fight(stand(units, ground), "a > 806", die)
    assert (die - 1, 6, "hit") in lights(now)
    assert table(now).rows[die - 1][1][6] == "D1"


def test_the_table_of_zones_of_control() -> None:
    found = table(stand(TWO), "zones")
    assert found.columns == ("Strong", "Weak", "None")
    assert [name for name, _ in found.rows] == [
        "Enter",
        "Leave",
        "Zone to zone",
        "Within one",
        "Combat",
        "Supply",
    ]
    assert all(len(cells) == len(found.columns) for _, cells in found.rows)


# ---- on the map ------------------------------------------------------------------------------------------------------
def trails(now: Situation, side: str) -> set[tuple[str, ...]]:
    """The lines of the overlay of attacks."""
    found: Any = now.of(side).overlay("combats")
    return {trail.hexes for trail in found.trails}


def test_arrows_for_the_attacks_that_a_side_knows_of() -> None:
    now = drafted(stand(TWO), "a > 806 905")
    assert trails(now, GERMAN) == {("805", "806"), ("805", "905")}
    assert trails(now, ALLIED) == set()
    now = now.act("allocate")
    assert trails(now, ALLIED) == {("805", "806"), ("805", "905")}


def test_the_forecast_of_joining_counts_those_who_attack_already() -> None:
    now = drafted(stand({"a": inf("805"), "b": pz("706"), "x": inf("806", ALLIED)}), "a > 806")
    found = now.seat.forecast(Action("attack", ("b",), "806"))
    assert found is not None
    assert found.lines[0][1].ratio == "2:1"
    assert [t.total for t in found.lines[0][1].tallies] == [7, 3]
    units = [tuple(term.unit for term in tally.terms) for tally in found.lines[0][1].tallies]
    assert (sorted(units[0]), units[1]) == (["a", "b"], ("x",)), "each term says whose it is"


def test_a_river_to_be_bridged_is_shown_with_its_chance() -> None:
    now = drafted(stand({"a": pz("805"), "x": inf("806", ALLIED)}, country(river="805/806")), "a > 806")
    (line,) = account(combat(now, "806"), "Engineer bridges to roll for").lines
    assert (line.amount, line.clauses[0].rule, line.hexes) == ("1/2", "TG-BRG-05", ("805", "806"))


def test_in_turn_1_americans_are_not_promised_a_farther_retreat() -> None:
    units = {"a": inf("805", factor=4), "x": inf("806", ALLIED, factor=2)}
    now = fight(stand(units, turn=1), "a > 806", 3)
    assert "Voluntary retreat" not in [str(s.say) for s in combat(now, "806").stages]


@pytest.mark.parametrize(
    ("attack", "defence", "shift", "column", "clamped"),
    [("7", "4", "0", "3:2", False), ("7", "4", "2", "3:1", False), ("40", "2", "-1", "7:1", True)],
)
def test_an_attack_that_stands_on_no_map(
    attack: str, defence: str, shift: str, column: str, clamped: bool
) -> None:
    seat = stand(TWO).seat
    form = next(p for p in seat.panels() if isinstance(p, Form) and p.key == "what_if")
    values = {"attack": attack, "defence": defence, "shift": shift}
    filled = replace(form, fields=tuple(replace(f, value=values[f.key]) for f in form.fields))
    found = seat.forecast(filled)
    assert found is not None
    line = found.lines[0][1]
    assert (line.column, line.clamped, sum(n for _, n in line.results)) == (column, clamped, 6)
