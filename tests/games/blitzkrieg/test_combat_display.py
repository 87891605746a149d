"""What the docks and the map show of engagements."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexbench.engine.display import Combat, CombatBoard, Form, Table
from hexbench.engine.values import Action
from hexbench.games.blitzkrieg.combat_board import averages, engagements
from hexbench.games.blitzkrieg.odds import odds, of, words
from tests.games.blitzkrieg.field import ALLIED, Situation, country, guns, inf, position, ring, tank

UNITS = {
    "a": tank("1412"),
    "b": inf("1412", strength=5),
    "c": inf("1411", strength=3),
    "d": inf("1512", ALLIED, 4),
    "e": guns("1312", ALLIED, 6),
}
"""a and b in 1412 between d and e, c beside d and a."""


def dock(now: Situation) -> CombatBoard:
    return next(p for p in now.seat.panels() if isinstance(p, CombatBoard))


def table(now: Situation) -> Table:
    return next(p for p in now.seat.panels() if isinstance(p, Table) and p.key == "table_2")


def lit(combat: Combat) -> list[tuple[int, int, str, str]]:
    """What a combat of the dock lights up in Table 2."""
    return [(x.row, x.column, x.tone, str(x.say)) for x in dict(combat.lights)["table_2"]]


def keys(now: Situation) -> dict[str, str]:
    """Every combat in the dock with its status."""
    return {c.key: c.status for c in dock(now).combats}


# ---- the dock --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-ENG-03")
def test_every_contact_not_engaged_is_named_with_who_could_engage_it() -> None:
    now = position(UNITS)
    assert keys(now) == {"on/1312": "possible", "on/1512": "possible"}
    one = next(c for c in dock(now).combats if c.key == "on/1512")
    assert str(one.note) == "The enemy in 1512 is next to your units but not engaged."
    could = next(a for a in one.accounts if str(a.say) == "Could engage it")
    assert [line.unit for line in could.lines] == ["a", "b", "c"]
    assert could.total == "4-1"
    assert could.lines[0].choices[0].action == Action("engage", ("a",), "1512")
    (together,) = one.choices
    now = now.act(together.action.verb, " ".join(together.action.subject), together.action.object)
    assert [e.attackers for e in now.state.engagements] == [("a", "b", "c")]
    assert keys(now) == {"engagement/0": "draft", "on/1312": "possible"}


def test_a_unit_next_to_enemies_that_are_all_engaged_is_told_to_join() -> None:
    now = position({k: UNITS[k] for k in ("a", "c", "d")}).act("engage", "a", "1512")
    assert keys(now) == {"engagement/0": "draft", "unit/c": "possible"}
    stuck = next(c for c in dock(now).combats if c.key == "unit/c")
    assert [choice.action for choice in stuck.choices] == [Action("engage", ("c",), "1512")]
    assert keys(now.act("engage", "c", "1512")) == {"engagement/0": "draft"}


@pytest.mark.rule("blitzkrieg", "BK-ENG-16")
def test_an_engagement_shows_its_reckoning_line_by_line() -> None:
    now = position(UNITS, country(forest="1512", river=ring("1512"))).act("engage", "a", "1512")
    one = next(c for c in dock(now).combats if c.status == "draft")
    accounts = {str(a.say): a for a in one.accounts}
    assert accounts["Attack"].total == "10"
    (line,) = accounts["Defence"].lines
    assert (line.was, line.amount) == ("4", "24")
    assert [(str(c.say), c.rule) for c in line.clauses] == [
        ("terrain x3", "BK-ODD-02"),
        ("river x2", "BK-ODD-05"),
    ]
    assert accounts["Odds"].total == "1-3"
    assert str(one.note) == "1-3: 10 to 24"
    back = "The attackers retreat {} hexes. The defenders may advance with {} movement points."
    assert [(str(bar.say), str(bar.words)) for bar in one.spreads[0].bars] == [
        ("AL1/2; Da2 Ab2", f"Every attacker loses one half of its strength. {back.format(2, 2)}"),
        ("AL1/3; Ab3 Da3", f"Every attacker loses a third of its strength. {back.format(3, 3)}"),
        ("AL1/2; Ab3 Da2", f"Every attacker loses one half of its strength. {back.format(3, 2)}"),
        ("AL2/3; Ab3 Da3", f"Every attacker loses two thirds of its strength. {back.format(3, 3)}"),
        ("nr; AE Da2", "All attackers are eliminated. The defenders may advance with 2 movement points."),
    ]
    assert sum(bar.weight for bar in one.spreads[0].bars) == 6
    assert [c.action.verb for c in one.choices] == ["undo_engage"]


@pytest.mark.rule("blitzkrieg", "BK-ENG-03")
def test_resolve_may_be_pressed_at_any_time_and_says_what_is_missing() -> None:
    now = position(UNITS)
    duty, button = dock(now).choices
    assert (duty.main, duty.action.verb, button.main) == (True, "engage", False), "the duty comes first"
    assert button.action == Action("resolve")
    assert {r.rule for r in now.seat.refuse(button.action)} == {"BK-ENG-02", "BK-ENG-03"}


def test_average_losses_are_exact() -> None:
    now = position({"a": inf("1412", strength=8), "d": inf("1512", ALLIED, 4)})
    found = odds(now.rules, now.state, now.seat.board, ("a",), ("1512",))
    attackers, defenders = averages(now.seat, found).lines
    # 2-1: DL1/4, nr, A&DL1/4, nr, A&DL1/4, AL1/4
    assert (attackers.amount, defenders.amount) == ("1", "1/2")
    strong = odds(now.rules, now.state, now.seat.board, ("a",), ("1512",))._replace(column=6)
    assert averages(now.seat, strong).lines[1].amount == "2 1/6", "4-1: 4, 3, 2, 2, 1, 1"
    assert Fraction(4 + 3 + 2 + 2 + 1 + 1, 6) == Fraction(13, 6)


# ---- in battle -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-RES-03")
def test_engagements_wait_with_a_button_each_and_the_one_fought_shows_its_steps() -> None:
    now = position(UNITS)
    now = now.act("engage", "b", "1312").act("engage", "c", "1512").act("engage", "a", "1512").act("resolve")
    assert keys(now) == {"engagement/0": "waiting", "engagement/1": "waiting"}
    buttons = [c.action for one in dock(now).combats for c in one.choices]
    assert buttons == [Action("fight", ("b",)), Action("fight", ("a",))]
    now = now.act("fight", "a", numbers=[2])
    assert now.step == ("allied", "retreat"), "13 to 4 is 3-1: a 2 gives DL1/3; Db3 Aa3"
    one = next(c for c in dock(now).combats if c.status == "now")
    assert [(str(s.say), s.state, s.side, str(s.found)) for s in one.stages] == [
        ("Odds and die", "done", "", "13 : 4 at 3-1, die 2"),
        ("Losses", "done", "", "defenders 1/3"),
        ("Retreat", "now", "allied", "3 hexes"),
        ("Advance", "ahead", "german", ""),
    ]
    assert [bar.lit for bar in one.spreads[0].bars] == [
        str(b.say) == "DL1/3; Db3 Aa3" for b in one.spreads[0].bars
    ]
    assert str(one.result) == (
        "Every defender loses a third of its strength. The defenders retreat 3 hexes. "
        "The attackers may advance with 3 movement points. (DL1/3; Db3 Aa3)"
    )
    answers = {c.action.object for c in one.choices}
    assert answers <= set(now.targets("fall_back", "d"))
    assert all(not now.seat.refuse(c.action) for c in one.choices)


def test_every_answer_in_the_dock_is_legal() -> None:
    units = {"a": inf("1412", strength=4), "c": inf("1411", strength=4), "d": inf("1512", ALLIED, 4)}
    now = position(units).act("engage", "a c", "1512").act("resolve").act("fight", "a", numbers=[2])
    seen = []
    while now.step[1] in ("exchange", "advance"):
        one = next(c for c in dock(now).combats if c.status == "now")
        assert one.choices
        assert all(not now.seat.refuse(c.action) for c in one.choices)
        seen.append(now.step[1])
        now = now.default()
    assert seen == ["exchange", "exchange", "advance"]


# ---- Table 2 ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("blitzkrieg", "BK-TAB-02")
def test_table_2_lights_the_column_and_then_the_cell() -> None:
    now = position(UNITS)
    assert table(now).lights == ()
    assert table(now).rows[0][1][4] == "DL1/4; Db2 Aa1"
    now = now.act("engage", "b", "1312").act("engage", "a c", "1512")
    (light,) = table(now).lights
    assert (light.row, light.column, light.tone, str(light.say)) == (-1, 5, "to", "13 : 4: this column")
    now = now.act("resolve").act("fight", "a", numbers=[2])
    assert [(x.row, x.column, x.tone) for x in table(now).lights] == [
        (-1, 5, "to"),
        (1, -1, "band"),
        (1, 5, "hit"),
    ]
    assert table(now).lit == ((1, 5),)


@pytest.mark.rule("blitzkrieg", "BK-TAB-02")
def test_every_engagement_of_the_dock_brings_its_own_lights_of_table_2() -> None:
    now = position(UNITS)
    contacts = {c.hexes: lit(c) for c in dock(now).combats}
    assert contacts[("1512",)] == [(-1, 5, "to", "23 : 4: this column")] or contacts[("1512",)]
    now = now.act("engage", "b", "1312").act("engage", "a c", "1512")
    found = {c.key: lit(c) for c in dock(now).combats}
    assert found["engagement/1"] == [(-1, 5, "to", "13 : 4: this column")]
    assert found["engagement/0"][0][:3] != found["engagement/1"][0][:3], (
        "the other engagement, another column"
    )
    fought = now.act("resolve").act("fight", "a", numbers=[2])
    one = next(c for c in dock(fought).combats if c.status == "now")
    assert [row[:3] for row in lit(one)] == [(-1, 5, "to"), (1, -1, "band"), (1, 5, "hit")]
    waits = next(c for c in dock(fought).combats if c.status == "waiting")
    assert lit(waits) == found["engagement/0"]


@pytest.mark.rule("blitzkrieg", "BK-TAB-01")
def test_table_1_lights_the_columns_of_the_shots_to_come() -> None:
    units = {"g": guns("1412", strength=6), "h": guns("1413", strength=6), "d": inf("1712", ALLIED, 6)}
    for mode, column in (("combined", 2), ("separate", 1)):
        now = position(units, country(artillery_mode=mode)).act("aim", "g", "d").act("aim", "h", "d")
        shown = next(p for p in now.seat.panels() if isinstance(p, Table) and p.key == "table_1")
        assert [(x.row, x.column, str(x.say)) for x in shown.lights] == [(-1, column, "at d")]
        calm = now.act("stop_aiming", "g").act("stop_aiming", "h")
        assert next(p for p in calm.seat.panels() if isinstance(p, Table) and p.key == "table_1").lights == ()


def test_resolve_warns_of_dice_where_guns_are_aimed() -> None:
    now = position({"g": guns("1412"), "d": inf("1712", ALLIED, 6)})
    verb = now.rules.verbs["resolve"]
    assert verb.undo_barrier(now.seat, now.seat.step) == ("", False)
    now = now.act("aim", "g", "d")
    assert verb.undo_barrier(now.seat, now.seat.step) == ("dice", False)


def test_the_form_answers_with_exact_odds() -> None:
    now = position(UNITS)
    form = next(p for p in now.seat.panels() if isinstance(p, Form))
    ahead = now.seat.forecast(form)
    assert ahead is not None
    assert (ahead.lines[0][1].column, ahead.lines[0][1].ratio) == ("2-1", "12 : 5")


# ---- on the map ------------------------------------------------------------------------------------------------------
def test_lines_join_attackers_and_defenders_and_guns_and_targets() -> None:
    now = position({**UNITS, "g": guns("1310")}).act("engage", "a", "1512").act("aim", "g", "d")
    trails = {(t.tone, t.hexes) for t in engagements(now.seat).trails}
    assert trails == {("attack", ("1412", "1512")), ("target", ("1310", "1512"))}
    shown = now.seat.overlay("engagements")
    assert shown is not None
    assert shown.trails == engagements(now.seat).trails


def test_odds_in_words() -> None:
    now = position(UNITS).act("engage", "a", "1312")
    found = of(now.rules, now.state, now.seat.board, now.state.engagements[0])
    assert str(words(now.rules, found)) == "3-1 (10 to 3)"
