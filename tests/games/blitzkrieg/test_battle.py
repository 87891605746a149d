"""BK-RES: Table 2, the order of battles, losses, and what ends the phase."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from hexbench.engine.events import DiceRolled, Line, Noted, Resolved
from hexbench.engine.values import Action
from hexbench.games.blitzkrieg import casualties
from hexbench.games.blitzkrieg.battle import outcome
from tests.games.blitzkrieg.field import (
    ALLIED,
    PLAIN,
    Situation,
    country,
    dump,
    guns,
    inf,
    position,
    tank,
    werfer,
)
from tests.games.blitzkrieg.shipped import TABLES

PRINTED = """
nr ; AE Da3 | AL1/2 ; Da2 Ab2 | A&DL1/4 ; nm | DL1/5 ; nm | DL1/4 ; Db2 Aa1 | nr ; blu | nr ; DE Aa4 | DL2/3 ; Db3 Aa3 | DL4/5 ; Db4 Aa4
AL2/3 ; Ab2 Da2 | AL1/3 ; Ab3 Da3 | nr ; AE Da2 | AL1/3 ; Db3 Aa2 | nr ; blu | DL1/3 ; Db3 Aa3 | DL2/3 ; nm | nr ; DE Aa4 | nr ; DE Aa4
AL1/2 ; Ab3 Da3 | AL1/2 ; Ab3 Da2 | nr ; blu | A&DL1/4 ; Db2 Aa1 | A&DL1/4 ; nm | DL1/3 ; Db3 Aa3 | DL1/2 ; Db3 Aa2 | DL1/2 ; Db4 Aa4 | nr ; DE Aa5
nr ; AE Da3 | AL2/3 ; Ab3 Da3 | A&DL1/4 ; Db1 Aa1 | AL1/4 ; Ab1 Da1 | nr ; Db3 Aa2 | DL1/2 ; nm | DL1/2 ; Db2 Aa2 | DL4/5 ; Db1 Aa1 | DL4/5 ; Db4 Aa4
nr ; AE Da3 | nr ; AE Da2 | AL1/2 ; Ab2 Da2 | nr ; blu | A&DL1/4 ; Db3 Aa2 | DL1/2 ; Db3 Aa2 | DL1/3 ; Db3 Aa3 | DL1/2 ; Db4 Aa4 | nr ; DE Aa6
nr ; AE Da4 | nr ; AE Da2 | A&DL1/4 ; Ab2 Da1 | A&DL1/2 ; nm | AL1/4 ; Db3 Aa2 | DL1/3 ; Db3 Aa3 | DL1/4 ; Db3 Aa3 | nr ; DE Aa3 | DL2/3 ; Db4 Aa4
"""
"""Table 2 as it is printed: rolls 1 to 6, columns 1-4 to 6-1."""
CELLS = {
    (roll, column): tuple(part.strip() for part in cell.split(";"))
    for roll, line in enumerate(PRINTED.strip().splitlines(), 1)
    for column, cell in enumerate(line.split("|"))
}
COLUMNS = {"1-4": (2, 8), "1-3": (3, 9), "1-2": (4, 8), "1-1": (6, 6), "2-1": (8, 4), "3-1": (9, 3)}
COLUMNS |= {"4-1": (12, 3), "5-1": (10, 2), "6-1": (12, 2)}
"""An attack and a defence for each column."""


def clash(attack: int, defence: int, **more: Any) -> Situation:
    """One unit on each side, engaged and asked which battle comes next."""
    units = {"a": inf("1412", strength=attack), "d": inf("1512", ALLIED, defence), **more}
    return position(units).act("engage", "a", "1512").act("resolve")


# ---- the table ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-RES-06")
@pytest.mark.rule("blitzkrieg", "BK-TAB-02")
@pytest.mark.parametrize("roll", range(1, 7))
@pytest.mark.parametrize("column", list(COLUMNS))
def test_every_cell_of_table_2_is_what_is_printed_and_is_announced(roll: int, column: str) -> None:
    n = TABLES.combat.columns.index(column)
    loss, move = CELLS[roll, n]
    assert (TABLES.combat.losses[roll - 1][n], TABLES.combat.moves[roll - 1][n]) == (loss, move)
    now = clash(*COLUMNS[column]).act("fight", "a", numbers=[roll])
    found = next(e for e in now.events if isinstance(e, Resolved))
    assert found.result == f"{loss}; {move}"
    attack, defence = COLUMNS[column]
    assert found.line == Line(attack=attack, defence=defence, ratio=column, column=column)
    assert [e.faces for e in now.events if isinstance(e, DiceRolled)] == [(roll,)]


@pytest.mark.rule("blitzkrieg", "BK-TAB-02")
@pytest.mark.parametrize("key", list(CELLS))
def test_every_cell_is_read_as_it_is_written(key: tuple[int, int]) -> None:
    loss, move = CELLS[key]
    found = outcome(PLAIN, *key)
    whom, fraction = re.match(r"(?:(A&D|A|D)L)?(.*)", loss).groups()  # type: ignore[union-attr]
    assert found.attackers_lose == (fraction if "A" in (whom or "") else "nr")
    assert found.defenders_lose == (fraction if "D" in (whom or "") else "nr")
    assert found.gone == ("attacker" if "AE" in move else "defender" if "DE" in move else "")
    assert found.exchange == (move == "blu")
    back, ahead = re.search(r"([AD])b(\d)", move), re.search(r"([AD])a(\d)", move)
    names = {"A": "attacker", "D": "defender"}
    assert found.back == ((names[back[1]], int(back[2])) if back else ("", 0))
    assert found.ahead == ((names[ahead[1]], int(ahead[2])) if ahead else ("", 0))
    assert not (found.back[0] and found.back[0] == found.ahead[0])


@pytest.mark.rule("blitzkrieg", "BK-RES-04")
@pytest.mark.parametrize(
    ("attack", "defence", "roll", "text"),
    [
        (6, 6, 6, "On 1512: both sides lose 1/2; no movement."),
        (
            8,
            4,
            1,
            "On 1512: defenders lose 1/4; defenders retreat 2 hexes; attackers may advance with 1 point.",
        ),
        (8, 4, 2, "On 1512: each side loses a unit of its choice."),
        (2, 8, 1, "On 1512: all attackers are eliminated; defenders may advance with 3 points."),
        (
            6,
            6,
            4,
            "On 1512: attackers lose 1/4; attackers retreat 1 hex; defenders may advance with 1 point.",
        ),
    ],
)
def test_the_result_is_announced_in_words(attack: int, defence: int, roll: int, text: str) -> None:
    now = clash(attack, defence).act("fight", "a", numbers=[roll])
    assert [str(e.say) for e in now.events if isinstance(e, Noted) and e.rule == "BK-RES-04"] == [text]


# ---- the order of battles ---------------------------------------------------------------------------------------------
TWO = {
    "a": tank("1412"),
    "d": inf("1512", ALLIED),
    "b": tank("1417"),
    "e": inf("1517", ALLIED),
}


@pytest.mark.rule("blitzkrieg", "BK-RES-01")
@pytest.mark.rule("blitzkrieg", "BK-RES-03")
@pytest.mark.rule("blitzkrieg", "BK-RES-04")
@pytest.mark.parametrize("first", ["a", "d", "b", "e"])
def test_the_attacker_chooses_the_next_battle_by_any_of_its_units(first: str) -> None:
    now = position(TWO).act("engage", "a", "1512").act("engage", "b", "1517").act("resolve", numbers=[])
    assert now.step == ("german", "battles")
    assert "move" not in now.verbs
    assert set(now.offered("fight")) == set(TWO)
    now = now.act("fight", first, numbers=[3])
    hexes = "1512" if first in "ad" else "1517"
    assert [e.object for e in now.events if isinstance(e, Resolved)] == [hexes]
    assert now.step == ("german", "battles"), "3 at 2-1 moves nobody"
    left = {"b", "e"} if first in "ad" else {"a", "d"}
    assert set(now.offered("fight")) == left
    assert now.refused(first, verb="fight") == ["BK-RES-03"]


@pytest.mark.rule("blitzkrieg", "BK-RES-33")
def test_with_the_last_battle_the_turn_goes_on() -> None:
    now = clash(8, 4).act("fight", "a", numbers=[3])
    assert now.step[0] == "allied"
    assert now.state.phasing == "allied"
    assert now.state.engagements == ()


@pytest.mark.rule("blitzkrieg", "BK-RES-02")
def test_without_engagements_there_are_no_battles() -> None:
    now = position({"a": tank("1412"), "d": inf("1712", ALLIED)}).act("resolve", numbers=[])
    assert now.step[0] == "allied"


# ---- losses -----------------------------------------------------------------------------------------------------------
GROUP = {
    "a": inf("1412", strength=6),
    "b": inf("1411", strength=2),
    "d": inf("1512", ALLIED, 3),
    "e": inf("1512", ALLIED, 5),
}
"""8 against 8."""


def fought(roll: int, units: Mapping[str, Any] | None = None) -> Situation:
    """a and b against 1512, after the die."""
    now = position(units or GROUP).act("engage", "a b", "1512").act("resolve")
    return now.act("fight", "a", numbers=[roll])


def strengths(now: Situation) -> dict[str, int]:
    return {uid: now[uid].strength for uid in ("a", "b", "d", "e")}


@pytest.mark.rule("blitzkrieg", "BK-RES-07")
def test_dl_takes_the_fraction_off_every_defender() -> None:
    assert strengths(fought(1)) == {"a": 6, "b": 2, "d": 2, "e": 4}, "a fifth of 3 is 0.6, of 5 is 1"


@pytest.mark.rule("blitzkrieg", "BK-RES-08")
def test_al_takes_the_fraction_off_every_attacker() -> None:
    assert strengths(fought(4)) == {"a": 4, "b": 1, "d": 3, "e": 5}, "a quarter: 1.5 is 2, 0.5 is 1"


@pytest.mark.rule("blitzkrieg", "BK-RES-09")
def test_both_lose() -> None:
    assert strengths(fought(6)) == {"a": 3, "b": 1, "d": 1, "e": 2}, "half: 1.5 is 2, 2.5 is 3"


@pytest.mark.rule("blitzkrieg", "BK-RES-10")
@pytest.mark.parametrize(
    ("strength", "fraction", "points"),
    [
        (3, "1/2", 2),
        (13, "1/10", 1),
        (4, "1/3", 1),
        (5, "1/3", 2),
        (2, "1/4", 1),
        (1, "1/4", 0),
        (7, "4/5", 6),
        (9, "nr", 0),
        (9, "all", 9),
    ],
)
def test_losses_are_rounded_to_the_nearest_halves_up(strength: int, fraction: str, points: int) -> None:
    assert casualties.part(strength, fraction) == points


@pytest.mark.rule("blitzkrieg", "BK-RES-10")
def test_the_fraction_is_of_the_attack_strength_unit_by_unit_even_in_defence() -> None:
    units = {"a": inf("1412", ALLIED, 8), "w": werfer("1512", 12), "g": guns("1512", strength=10)}
    now = position(units, phasing="allied").act("engage", "a", "1512").act("resolve")
    now = now.act("fight", "a", numbers=[1])
    assert [str(e.why) for e in now.events if isinstance(e, DiceRolled)] == ["8 to 8, column 1-1"]
    assert (now["w"].strength, now["g"].strength) == (10, 8), "a fifth of 12 and of 10"


@pytest.mark.rule("blitzkrieg", "BK-RES-11")
@pytest.mark.rule("blitzkrieg", "BK-RES-13")
def test_nr_takes_nothing_and_nm_moves_nobody() -> None:
    now = clash(9, 3).act("fight", "a", numbers=[4])
    assert (now["a"].strength, now["d"].strength) == (9, 1), "3-1, 4: DL1/2; nm"
    assert (now["a"].at, now["d"].at) == ("1412", "1512")
    assert now.step[0] == "allied"
    now = clash(8, 4).act("fight", "a", numbers=[4])
    assert (now["a"].strength, now["d"].strength) == (8, 4), "2-1, 4: nr"


@pytest.mark.rule("blitzkrieg", "BK-RES-12")
@pytest.mark.rule("blitzkrieg", "BK-AMB-11")
def test_a_unit_below_one_is_eliminated() -> None:
    units = {**GROUP, "a": inf("1412", strength=7), "b": inf("1411", strength=1), "d": inf("1512", ALLIED, 1)}
    units["e"] = inf("1512", ALLIED, 7)
    now = fought(6, units)
    assert now["b"].at == now["d"].at == "#eliminated", "half of 1 is rounded up to 1"
    assert now.state.lost == {"german": 5, "allied": 5}


@pytest.mark.rule("blitzkrieg", "BK-AMB-21")
@pytest.mark.rule("blitzkrieg", "BK-SUP-19")
def test_damage_to_an_isolated_unit_is_of_what_it_has_and_lasts() -> None:
    one = inf("1412", strength=8, now=4, base=8, isolated=2)
    units = {"a": one, "b": inf("1411", strength=4), "d": inf("1512", ALLIED, 3), "e": inf("1512", ALLIED, 5)}
    now = fought(6, units)
    assert (now["a"].strength, now["a"].base) == (2, 6)


@pytest.mark.rule("blitzkrieg", "BK-RES-16")
def test_all_of_a_side_are_eliminated() -> None:
    now = fought(1, {**GROUP, "a": inf("1412", strength=30)})
    assert now["d"].at == now["e"].at == "#eliminated", "4-1, 1: DE"
    now = clash(12, 3).act("fight", "a", numbers=[1])
    assert now["d"].at == "#eliminated"
    assert now.state.lost == {"allied": 3}
    units = {**GROUP, "a": inf("1412", strength=1), "b": inf("1411", strength=1)}
    now = fought(1, units)
    assert now["a"].at == now["b"].at == "#eliminated", "1-4, 1: AE"
    assert now.step == ("allied", "advance")


# ---- who takes part -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-AMB-42")
@pytest.mark.rule("blitzkrieg", "BK-RES-31")
def test_who_advances_next_to_other_battles_takes_no_part_in_them() -> None:
    """The victors of one battle move in beside the defenders of the next: those fight alone."""
    units = {
        "a": inf("1412", strength=1),
        "d": inf("1512", ALLIED, 9, mp=4),
        "b": inf("1514", strength=8),
        "e": inf("1614", ALLIED, 4),
    }
    now = position(units).act("engage", "a", "1512").act("engage", "b", "1614").act("resolve")
    now = now.act("fight", "a", numbers=[1])
    assert now.step == ("allied", "advance")
    now = now.act("advance", "d", "1614")
    assert now["d"].at == "1614"
    assert set(now.offered("fight")) == {"b", "e"}
    ahead = now.seat.forecast(Action("fight", ("b",)))
    assert ahead is not None
    assert ahead.lines[0][1].column == "2-1"
    now = now.act("fight", "b", numbers=[3])
    assert [str(e.why) for e in now.events if isinstance(e, DiceRolled)] == ["8 to 4, column 2-1"]
    assert (now["e"].strength, now["d"].strength) == (3, 9)


@pytest.mark.rule("blitzkrieg", "BK-RES-35")
def test_a_battle_without_enemies_is_not_fought() -> None:
    units = {
        "a": tank("1412"),
        "g": guns("1213", strength=30),
        "d": inf("1512", ALLIED, 1),
        "b": tank("1417"),
    }
    units["e"] = inf("1517", ALLIED)
    now = position(units).act("engage", "a", "1512").act("engage", "b", "1517").act("aim", "g", "d")
    now = now.act("resolve", numbers=[6])
    assert [e.hexes for e in now.state.engagements] == [("1517",)]
    assert any(isinstance(e, Noted) and e.rule == "BK-RES-35" for e in now.events)
    assert now["a"].at == "1412"


# ---- forecasts --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-RES-06")
def test_the_forecast_of_a_battle_is_the_column_as_the_die_gives_it() -> None:
    now = position(GROUP, country(), dumps={"liege": dump("2420")}).act("engage", "a b", "1512")
    now = now.act("resolve").act("end", numbers=[])
    ahead = now.seat.forecast(Action("fight", ("a",)))
    assert ahead is not None
    ((_, line),) = ahead.lines
    assert (line.attack, line.defence, line.ratio, line.column) == (8, 8, "8 : 8", "1-1")
    for roll, (result, n) in enumerate(line.results, 1):
        assert (result, n) == ("; ".join(CELLS[roll, 3]), 1)
