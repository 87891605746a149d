"""The printed tables of Blitzkrieg at the Ardennes as charts; Table 2 is shown with the engagements (BK-TAB)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Light, Table
from hexbench.engine.results import joined, lit_steps, read_in, route
from hexbench.engine.values import Action, Say, say
from hexbench.games.blitzkrieg import results
from hexbench.games.blitzkrieg.display import CLASSES, short
from hexbench.games.blitzkrieg.moving_ways import routes

if TYPE_CHECKING:
    from hexbench.atlas.arcs import Link
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkSeat
    from hexbench.games.blitzkrieg.tables import Checks


ROLLS: Final = range(1, 7)
_GROUNDS: Final = ("plain", "forest", "mountain", "city", "siegfried")
COLUMNS: Final = {
    "ok": "OK",
    "infiltrator_in_hex_with_allies": "infiltrator",
    "enemy_adjacent": "enemy adj.",
    "enemy_adjacent_and_infiltrator_in_hex": "both",
}
"""How the columns of tables 5 and 6 are headed."""


def charts(rules: BkRules) -> tuple[Table, ...]:
    """Tables 1 and 3 to 9; they are the same all game long."""
    found: tuple[Table, ...] | None = rules.kept.get("charts")
    if found is None:
        made = (artillery(rules), dice(rules), isolation(rules), defence(rules), movement(rules))
        found = rules.kept["charts"] = made
    return found


def artillery(rules: BkRules) -> Table:
    """Table 1: what a shot takes off its target."""
    grid = rules.tables.artillery
    rows = tuple((str(roll), grid.rows[roll - 1]) for roll in ROLLS)
    title = say("1 Artillery fire")
    return Table("table_1", title, grid.columns, rows, rule="BK-TAB-01", results=(results.ARTILLERY,))


def dice(rules: BkRules) -> Table:
    """Tables 3 to 6, which are all read by one die: recognition, bombardment, demolition, building."""
    t = rules.tables
    checks: tuple[tuple[str, Checks, str], ...] = (
        ("3", t.recognition, "found"),
        ("5", t.demolition, "blown"),
        ("6", t.construction, "built"),
    )
    parts = {number: [f"{number}: {COLUMNS.get(c, c)}" for c in grid.columns] for number, grid, _ in checks}
    columns = (*parts["3"], "4: bombs", *parts["5"], *parts["6"])

    def row(roll: int) -> tuple[str, ...]:
        cells = {n: [word if ok else "-" for ok in grid.rows[roll - 1]] for n, grid, word in checks}
        return (*cells["3"], loss(t.bombardment[roll - 1]), *cells["5"], *cells["6"])

    rows = tuple((str(roll), row(roll)) for roll in ROLLS)
    kinds = {"3": "recognition", "4": results.BOMBS, "5": "demolition", "6": "construction"}
    what = tuple(kinds[column.partition(":")[0]] for column in columns)
    return Table("tables_3_6", say("3 to 6 One die"), columns, rows, rule="BK-TAB-03", results=what)


def isolation(rules: BkRules) -> Table:
    """Table 7: strength and movement lost, by turns isolated."""
    lines = rules.tables.isolation
    rows = []
    for kind in lines:
        line = lines[rules.options.artillery_isolated_as if kind == "artillery" else kind]
        cells = tuple(f"{a} - {b}" for a, b in zip(line.strength, line.movement, strict=True))
        rows.append((name(kind), cells))
    columns = ("turn 1", "turn 2", "turn 3 on")
    title = say("7 Isolation")
    return Table("table_7", title, columns, tuple(rows), source="rules", rule="BK-TAB-07")


def defence(rules: BkRules) -> Table:
    """Table 8: what terrain makes of a defence."""
    rows = tuple(
        (name(kind), tuple(f"x{by[ground]}" for ground in _GROUNDS))
        for kind, by in rules.tables.defence.items()
    )
    return Table("table_8", say("8 Terrain in defence"), _GROUNDS, rows, source="rules", rule="BK-TAB-08")


def movement(rules: BkRules) -> Table:
    """Table 9: movement points of each terrain. City, siegfried and infiltrators are ours (BK-AMB-26, BK-INF-19)."""

    def cost(halves: int) -> str:
        return short(Fraction(halves, 2))

    grounds = ("road", *_GROUNDS)
    rows = tuple(
        (name(kind), tuple(cost(by[ground]) for ground in grounds))
        for kind, by in rules.tables.movement.items()
    )
    why = "City, Siegfried line and infiltrators are ours: the printed table does not have them."
    return Table("table_9", say("9 Movement"), grounds, rows, (), "reconstruction", why, "BK-TAB-09")


def name(kind: str) -> str:
    """A class at the head of a row."""
    return str(CLASSES.get(kind, Say(kind))).capitalize()


def loss(fraction: str) -> str:
    """A fraction lost; "-" for none."""
    return "-" if fraction == "nr" else fraction


# What lights up in the tables while a move, a shot or an engagement is weighed (BK-TAB-01, BK-TAB-02, BK-
# TAB-09).

MOVES: Final = ("move", "move_again", "deposit")


def weighed(seat: BkSeat, action: Action) -> Mapping[str, tuple[Light, ...]]:
    """The lit cells for a legal action: a move is reckoned from where the unit began the turn (BK-UI-13)."""
    lights = read_in(seat, action)
    if action.verb not in MOVES or not action.subject:
        return lights
    kinds, found = list(seat.rules.tables.movement), lights
    for uid in action.subject:
        kind = seat.s.roster[uid].type
        at = seat.rules.atlas.index.get(action.object)
        if kind not in kinds or at is None:
            continue
        row = kinds.index(kind)

        def cells(link: Link, row: int = row) -> Iterator[tuple[int, int]]:
            yield row, 0 if link.road else 1 + _GROUNDS.index(link.enters.terrain)

        alone = Action(action.verb, (uid,), action.object, action.how, tuple(routes(seat, uid).to(at).via))
        way = route(seat, alone, seat.s.units[uid].start)
        found = dict(joined(found, "table_9", lit_steps(seat, way, cells)))
    return found
