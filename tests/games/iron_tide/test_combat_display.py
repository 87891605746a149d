"""What the desktop is told of combat: counters, the combat dock, the lit results table, points, cups, the map."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.engine.display import Face, Facts, Panel, Table
from hexbench.games.iron_tide.combat_display import results_table
from tests.games.iron_tide.battlefield import SE, Combat, D, E, bn, combat, gun, kind, reg, tanks
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
    assert chit("n", GERMAN) == "to be drawn at its first combat"
    assert chit("t", GERMAN) is None


def is_combat(panel: Panel) -> bool:
    """Whether a panel is the combat dock."""
    return isinstance(panel, Facts) and str(panel.title) == "Combat"


def page(now: Combat, side: str | None = None) -> dict[str, list[str]]:
    """The combat dock: label -> values."""
    found = next(p for p in now.rules.seat(now.state, side).panels() if is_combat(p))
    assert isinstance(found, Facts)
    out: dict[str, list[str]] = {}
    for fact in found.facts:
        out.setdefault(str(fact.label), []).append(str(fact.value))
    return out


def test_the_combat_dock_shows_every_factor_and_shift() -> None:
    units = {k: v for k, v in UNITS.items() if k != "r"}
    rules = country(town=D, woods=D)
    before = combat(units, rules).attack("a t").resolve()
    waiting = page(before, ALLIED)
    assert waiting["Attack"] == ["Regiment 48: ?", "Battalion 9: 1"]
    assert waiting["Defence"] == ["Regiment 394: 4"]
    support = before.act("support", "g")
    after = support.act("commit", numbers=[2, 3])
    shown = page(after, ALLIED)
    assert shown["Attack"] == ["Regiment 48: 7", "Battalion 9: 1"]
    assert shown["Artillery of the attacker"] == ["4 VW", "+1"]
    assert shown["Odds"] == ["8 to 4 = 2-1"]
    assert shown["Row"] == ["Woods"]
    assert shown["Town"] == ["-1"]
    assert shown["Net shift"] == ["+1"]
    assert shown["Column"] == ["3-1"]
    assert shown["Dice"] == ["5"]
    assert shown["Result"] == [after.result]


def test_the_dock_lists_the_combats_that_wait_to_those_who_know_of_them() -> None:
    now = combat({"a": bn(E, factor=4), "b": bn(SE), "d": bn(D, ALLIED, 4)})
    assert page(now) == {"Combat": ["none declared"]}
    one = now.attack("a").attack("b")
    assert page(one, GERMAN) == {"Attack on 3445": ["Battalion 1, Battalion 1"]}
    assert page(one, ALLIED) == {"Combat": ["none declared"]}


def test_committed_air_points_are_shown_before_they_are_rolled_for() -> None:
    now = combat({"a": bn(E, factor=4), "d": bn(D, ALLIED, 4)}, air=(1, 1)).attack("a").resolve()
    assert page(now.act("fly").act("commit"))["Air support"] == ["German"]


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
