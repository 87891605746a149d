"""What the desktop is told of combat: counters, the combat dock, the lit results table, points, cups, the map."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.display import Combat as DockCombat
from hexbench.engine.display import CombatBoard, Face, Form, Table
from hexbench.engine.values import Action
from hexbench.games.iron_tide.combat_display import results_table
from tests.games.iron_tide.battlefield import NE, SE, Combat, D, E, bn, combat, gun, kind, reg, tanks
from tests.games.iron_tide.field import ALLIED, GERMAN, country
from tests.games.iron_tide.shipped import TABLES

UNITS: dict[str, Any] = {
    "a": reg(E, chit=7, name="48"),
    "t": tanks(E, name="9"),
    "d": reg(D, ALLIED, chit=4, name="394"),
    "r": reg(SE, ALLIED, chit=6, reduced=True),
    "n": reg("3448"),
    "k": reg("3448", cadre=True, cadre_factor=2),
    "g": gun("3448", name="4 VW"),
}


def seen(now: Combat, uid: str, side: str | None) -> str:
    """The combat factor on a counter."""
    face: Face | None = now.rules.seat(now.state, side).face(uid)
    assert face is not None
    return face.left


@pytest.mark.rule("iron_tide", "9.0d")
def test_a_counter_shows_its_chit_to_its_owner_alone() -> None:
    now = combat(UNITS)
    assert (seen(now, "a", GERMAN), seen(now, "a", ALLIED), seen(now, "a", None)) == ("7", "?", "7")
    assert (seen(now, "r", ALLIED), seen(now, "r", GERMAN)) == ("3", "?")
    assert seen(now, "n", GERMAN) == ""
    assert (seen(now, "t", ALLIED), seen(now, "k", ALLIED)) == ("1", "2")


def test_an_inspector_tells_what_its_seat_may_know_of_a_chit() -> None:
    now = combat(UNITS)

    def chit(uid: str, side: str) -> str | None:
        page = now.rules.seat(now.state, side).facts(uid)
        assert page is not None
        return next((str(f.value) for f in page.facts if str(f.label) == "Chit"), None)

    assert chit("a", GERMAN) == "7, reduced 4"
    assert chit("a", ALLIED) == "not seen"
    assert chit("r", ALLIED) == "3 reduced, was 6"
    assert chit("n", GERMAN) == "drawn at its first combat"
    assert chit("t", GERMAN) is None


def board(now: Combat, side: str | None = None) -> CombatBoard:
    """The combat dock as a seat sees it."""
    found = next(p for p in now.rules.seat(now.state, side).panels() if isinstance(p, CombatBoard))
    assert isinstance(found, CombatBoard)
    return found


def lines(one: DockCombat, account: str) -> list[tuple[str, str, str, list[str]]]:
    """The lines of an account of a combat: words, amount before, amount, rules."""
    found = next(a for a in one.accounts if str(a.say) == account)
    return [(str(f.say), f.was, f.amount, [c.rule for c in f.clauses]) for f in found.lines]


def test_the_combat_dock_shows_every_factor_and_shift() -> None:
    units = {k: v for k, v in UNITS.items() if k != "r"}
    rules = country(town=D, woods=D)
    before = combat(units, rules).attack("a t").resolve()
    (waiting,) = board(before, ALLIED).combats
    assert lines(waiting, "Attack") == [("Regiment 48", "", "?", []), ("Battalion 9", "", "1", [])]
    assert lines(waiting, "Defence") == [("Regiment 394", "", "4", [])]
    support = before.act("support", "g")
    after = support.act("commit", numbers=[2, 3])
    (shown,) = board(after, ALLIED).combats
    assert lines(shown, "Attack") == [("Regiment 48", "", "7", []), ("Battalion 9", "", "1", [])]
    assert lines(shown, "Shifts") == [
        ("Town", "", "-1", ["11.21b"]),
        ("Combined arms of the attacker", "", "+1", ["11.41b"]),
        ("Artillery of the attacker", "", "+1", ["11.5f"]),
    ]
    assert [(str(a.say), a.total) for a in shown.accounts[:3]] == [
        ("Attack", "8"),
        ("Defence", "4"),
        ("Shifts", "+1"),
    ]
    assert lines(shown, "Odds") == [
        ("Attack to defence", "", "8 : 4", []),
        ("Odds before shifts", "", "2-1", ["11.74a"]),
        ("Row: Woods", "", "", ["11.23b"]),
        ("Column after the shifts", "2-1", "3-1", ["11.76b"]),
    ]
    stages = {str(s.say): (s.state, str(s.found)) for s in shown.stages}
    assert stages["Attacker's support"] == ("done", "4 VW")
    assert stages["Chits and odds"] == ("done", "8 to 4: 2-1, then 3-1")
    assert stages["Dice"] == ("done", f"5: {after.result}")
    (spread,) = shown.spreads
    assert [str(b.say) for b in spread.bars if b.lit] == [after.result]
    assert sum(b.weight for b in spread.bars) == 36


@pytest.mark.rule("iron_tide", "11.21a")
@pytest.mark.rule("iron_tide", "12.2b")
def test_a_factor_names_the_clause_that_halves_or_doubles_it() -> None:
    units = {"a": bn(E, factor=4, supply="out"), "d": bn(D, ALLIED, 3)}
    now = combat(units, country(river=f"{D}/{E}")).attack("a")
    (shown,) = board(now, GERMAN).combats
    assert lines(shown, "Attack") == [("Battalion 1", "4", "2", ["12.2b"])]
    assert lines(shown, "Defence") == [("Battalion 1", "3", "6", ["11.21a"])]
    assert [str(c.say) for a in shown.accounts for f in a.lines for c in f.clauses if c.rule == "11.21a"] == [
        "×2"
    ]


def test_a_draft_is_built_taken_back_and_declared_from_the_dock_by_who_drafts_it() -> None:
    now = combat({"a": bn(E, factor=4), "b": bn(SE), "d": bn(D, ALLIED, 4)})
    (possible,) = board(now, GERMAN).combats
    assert (possible.status, possible.hexes, possible.verb) == ("possible", (D,), "attack")
    adds = [c.action for a in possible.accounts for f in a.lines for c in f.choices]
    assert adds == [Action("attack", ("a",), D), Action("attack", ("b",), D)]
    assert board(now, ALLIED).combats == ()
    one = now.attack("a").attack("b")
    (draft,) = board(one, GERMAN).combats
    assert (draft.status, draft.hexes, str(draft.say)) == ("draft", (D,), f"Attack on {D}")
    backs = [c.action for a in draft.accounts for f in a.lines for c in f.choices]
    assert backs == [Action("back", ("a",)), Action("back", ("b",))]
    assert [(str(c.say), c.action, c.main) for c in board(one, GERMAN).choices] == [
        ("Declare the attack", Action("declare"), True),
        ("Clear all", Action("clear"), False),
    ]
    hidden = board(one, ALLIED)
    assert (hidden.combats, hidden.choices) == ((), ())


@pytest.mark.rule("iron_tide", "11.0e")
def test_the_dock_names_the_duty_that_a_draft_leaves_open() -> None:
    now = combat({"a": bn(E, factor=4), "d": bn(D, ALLIED, 4), "e": bn(NE, ALLIED, 1)}).attack("a")
    draft, possible = board(now, GERMAN).combats
    duty = next(a for a in draft.accounts if str(a.say) == "Must be attacked")
    assert [f.hexes for f in duty.lines] == [(NE, E)]
    assert (possible.hexes, str(possible.say)) == ((NE,), f"{NE}: must be attacked")
    assert NE in str(possible.note)
    for one in (draft, possible):
        assert Action("widen", (D,), NE) in [c.action for c in one.choices]


def test_the_chances_of_a_draft_are_those_of_its_forecast() -> None:
    now = combat({"a": reg(E), "d": bn(D, ALLIED, 4)}).attack("a")
    (draft,) = board(now, GERMAN).combats
    ahead = now.forecast("a")
    total = sum(b.weight for b in draft.spreads[0].bars)
    shown = {str(b.say): b.weight / total for b in draft.spreads[0].bars}
    assert shown == pytest.approx(dict(ahead.chances()))


def test_committed_air_points_are_shown_before_and_after_they_are_rolled_for() -> None:
    now = combat({"a": bn(E, factor=4), "d": bn(D, ALLIED, 4)}, air=(1, 1)).attack("a").resolve()
    flown = now.act("fly").act("commit")
    (shown,) = board(flown).combats
    stages = {str(s.say): str(s.found) for s in shown.stages}
    assert stages["Attacker's support"] == "an air point"
    (after,) = board(flown.act("commit", numbers=[4, 1, 3])).combats
    stages = {str(s.say): str(s.found) for s in after.stages}
    assert stages["Air dice"] == "German 4: does not arrive"
    assert stages["Attacker's support"] == "an air point"


@pytest.mark.rule("iron_tide", "11.75a")
def test_the_results_table_lights_the_row_before_and_after_shifts_and_the_cell() -> None:
    now = combat({"a": bn(E, factor=8), "d": bn(D, ALLIED, 4)}, country(town=D, rough=D))
    assert results_table(now.seat).lit == ()
    table = results_table(now.attack("a").resolve(1, 2).seat)  # 2-1 and one left: 1-1, a 3
    row = TABLES.crt.defence_rank.index("rough")
    odds = TABLES.crt.odds["rough"]
    cell = (len(TABLES.crt.defence_rank) + 1, odds.index("1-1"))
    assert table.lit == ((row, odds.index("2-1")), (row, odds.index("1-1")), cell)
    label, cells = table.rows[cell[0]]
    assert (label, cells[cell[1]]) == ("3", "D1")
    assert table.source == "reconstruction"


def lit(one: DockCombat) -> set[tuple[int, int, str]]:
    """What a combat of the dock lights in the results table, but for the bands."""
    return {(x.row, x.column, x.tone) for x in dict(one.lights)["crt"] if x.tone != "band"}


@pytest.mark.rule("iron_tide", "11.75a")
def test_every_combat_of_the_dock_brings_its_own_lights_of_the_results_table() -> None:
    """Two attacks drafted, an enemy nobody attacks, and then one that is fought while the other waits."""
    units = {
        "a": bn(E, factor=8),
        "d": bn(D, ALLIED, 4),
        "b": bn("3448", factor=6),
        "e": bn("3449", ALLIED, 2),
        "c": bn("3451", factor=3),
        "f": bn("3452", ALLIED, 3),
    }
    now = combat(units, country(town=D, rough=D))
    assert {one.status: dict(one.lights)["crt"] for one in board(now).combats} == {"possible": ()}
    now = now.attack("a").attack("b", "3449")
    rough, clear = (TABLES.crt.defence_rank.index(name) for name in ("rough", "clear"))
    first = {
        (rough, TABLES.crt.odds["rough"].index("2-1"), "from"),
        (rough, TABLES.crt.odds["rough"].index("1-1"), "to"),
    }
    second = {(clear, TABLES.crt.odds["clear"].index("3-1"), "to")}
    assert {c.hexes: lit(c) for c in board(now).combats} == {(D,): first, ("3449",): second, ("3452",): set()}
    assert lit(board(now).combats[0]) == second, "the attack drafted last comes first, as the table lights it"
    waiting = now.act("declare")
    assert {c.hexes: lit(c) for c in board(waiting).combats} == {(D,): first, ("3449",): second}
    fought = waiting.act("resolve", D, numbers=[1, 2])
    found = {c.status: lit(c) for c in board(fought).combats}
    assert found["waiting"] == second
    assert found["now"] == first | {
        (len(TABLES.crt.defence_rank) + 1, TABLES.crt.odds["rough"].index("1-1"), "hit")
    }


def test_the_cups_are_shown_as_the_viewer_knows_them() -> None:
    now = combat(UNITS)

    def left(side: str, chit: int) -> str:
        panels = now.rules.seat(now.state, side).panels()
        table = next(p for p in panels if isinstance(p, Table) and p.key == "chits")
        return table.rows[chit][1][0]

    n = TABLES.chits.red[kind(7)].count
    assert left(GERMAN, kind(7)) == f"{n - 1} of {n}"
    assert left(ALLIED, kind(7)) == f"{n} of {n}"


def test_declared_combats_are_drawn_on_the_map() -> None:
    now = combat({"a": bn(E, factor=4), "b": bn(SE), "d": bn(D, ALLIED, 4)}).attack("a").attack("b")
    overlay = now.seat.overlay("combats")
    assert overlay is not None
    assert [t.hexes for t in overlay.trails] == [(E, D), (SE, D)]
    assert "combats" in [k.kind for k in now.seat.overlays()]
    fighting = now.resolve(1, 3).seat.overlay("combats")
    assert fighting is not None
    assert fighting.trails == ()


def test_marks_for_units_that_were_attacked_and_artillery_that_fired() -> None:
    now = combat({"a": bn(E, factor=4), "d": bn(D, ALLIED, 4), "g": gun("3448")}).attack("a").resolve()
    then = now.act("support", "g").act("commit", numbers=[1, 2])

    def rules_of(uid: str) -> list[str]:
        face = then.seat.face(uid)
        assert face is not None
        return [mark.rule for mark in face.marks]

    assert rules_of("g") == ["11.5h"]
    assert rules_of("d") == ["11.0d"]


@pytest.mark.parametrize("side", [GERMAN, ALLIED, None])
def test_every_panel_can_be_drawn_at_every_stage(side: str | None) -> None:
    now = combat({k: v for k, v in UNITS.items() if k != "r"}, air=(1, 1)).attack("a t").resolve()
    for _ in range(12):
        seat = now.rules.seat(now.state, side)
        assert seat.panels()
        assert list(seat.faces())
        assert seat.overlay("combats") is not None
        default = now.seat.prompt.default
        assert default is not None
        assert str(now.seat.prompt.say)
        if now.step[1] in ("reserve", "engineering"):
            return
        now = now.act(default.verb, " ".join(default.subject), default.object)


def test_the_form_of_odds_is_answered_by_the_seat() -> None:
    now = combat({"a": bn(E, factor=4), "d": bn(D, ALLIED, 4)})
    form = next(p for p in now.seat.panels() if isinstance(p, Form))
    ahead = now.seat.forecast(form)
    assert ahead is not None
    ((_, line),) = ahead.lines
    assert (line.attack, line.defence, line.ratio, line.row) == (6, 3, "2-1", form.fields[2].value)


@pytest.mark.rule("iron_tide", "11.71a")
def test_answers_within_a_combat_are_given_at_an_open_table_and_drafts_are_not() -> None:
    now = combat({"a": bn(E, factor=4), "d": bn(D, ALLIED, 4), "g": gun("3448")}).attack("a")
    assert not now.state.stack[-1].open_table
    asked = now.resolve()
    assert asked.step == (GERMAN, "commit")
    assert asked.state.stack[-1].open_table


@pytest.mark.rule("iron_tide", "9.0d")
def test_the_open_table_shows_no_chit_that_one_side_alone_knows() -> None:
    now = combat({"a": reg(E, chit=7), "d": reg(D, ALLIED, chit=4), "g": gun("3448")}).attack("a").resolve()
    seat = now.rules.open_seat(now.state, GERMAN)
    assert [seat.face(uid).left for uid in ("a", "d")] == ["?", "?"]
    assert seat.decides
    assert {o.verb for o in seat.prompt.offers} >= {"support", "commit"}
    assert now.rules.secret(now.state)
    assert not combat({"a": bn(E), "d": bn(D, ALLIED)}).rules.secret(
        combat({"a": bn(E), "d": bn(D, ALLIED)}).state
    )


def test_a_kept_forecast_is_forgotten_when_anything_it_hangs_on_changes() -> None:
    now = combat({"a": reg(E), "b": bn(SE), "d": bn(D, ALLIED, 4)}, country(woods=D)).attack("a")
    first = board(now, GERMAN).combats[0].spreads
    assert board(now, GERMAN).combats[0].spreads == first
    more = now.attack("b")
    assert board(more, GERMAN).combats[0].spreads != first
    dug = replace(now.state, entrenchments={D: ALLIED})
    seat = now.rules.seat(dug, GERMAN)
    found = next(p for p in seat.panels() if isinstance(p, CombatBoard))
    assert found.combats[0].spreads != first
    known = now.rules.seat(replace(now.state, chits={"a": kind(7)}), GERMAN)
    found = next(p for p in known.panels() if isinstance(p, CombatBoard))
    assert found.combats[0].spreads != first
