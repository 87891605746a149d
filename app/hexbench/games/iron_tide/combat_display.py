"""What the docks show of combat: the combat in progress with every factor, the lit results table, the cups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.display import Fact, Field, Form, Legend, Light, Overlay, Table, Trail
from hexbench.engine.forecast import OddsLine
from hexbench.engine.values import Say, say
from hexbench.games.iron_tide import chits
from hexbench.games.iron_tide.aftermath import Fought
from hexbench.games.iron_tide.battle import Battle
from hexbench.games.iron_tide.combat_declare import Declare
from hexbench.games.iron_tide.combat_dock import board, plans_waiting
from hexbench.games.iron_tide.combat_forecast import thought_of
from hexbench.games.iron_tide.combat_odds import column_of, first_column
from hexbench.games.iron_tide.combat_reckoning import ROWS, foreseen
from hexbench.games.iron_tide.combat_stages import in_progress
from hexbench.games.iron_tide.combat_support import Commit
from hexbench.games.iron_tide.combatants import Fight, Plan, is_regiment

if TYPE_CHECKING:
    from hexbench.engine.display import Panel
    from hexbench.games.iron_tide.pieces import Printed, Unit
    from hexbench.games.iron_tide.seat import ItSeat


# ---- on the counter --------------------------------------------------------------------------------------------------
def factor(seat: ItSeat, uid: str, unit: Unit, printed: Printed) -> str:
    """The combat factor as this seat may know it: the printed one, or what the chit shows; "?" for a chit not seen."""
    if not is_regiment(unit, printed):
        return str(printed.cadre_factor if unit.cadre else printed.factor)
    kind = seat.s.chits.get(uid)
    if kind is None:
        return "?" if unit.drawn else ""
    return str(chits.strength(seat.rules.tables.chits, printed, kind, reduced=unit.reduced))


def chit_fact(seat: ItSeat, uid: str, unit: Unit, printed: Printed) -> Fact | None:
    """The inspector's line about the chit of a regiment."""
    if not is_regiment(unit, printed):
        return None
    kind = seat.s.chits.get(uid)
    if kind is None:
        text = say("not seen") if unit.drawn else say("to be drawn at its first combat")
        return Fact(say("Chit"), text, ("9.0a",) if not unit.drawn else ("9.0d",))
    table = seat.rules.tables.chits
    full, less = (chits.strength(table, printed, kind, reduced=side) for side in (False, True))
    text = (
        say("{less} reduced, was {full}", less=less, full=full)
        if unit.reduced
        else say("{full}, reduced {less}", full=full, less=less)
    )
    return Fact(say("Chit"), text, ("9.0b",))


def panels(seat: ItSeat) -> tuple[Panel, ...]:
    """The docks of combat: the combat, the cups, and a form for an attack that stands on no map."""
    return board(seat), cups(seat), what_if(seat)


def what_if(seat: ItSeat) -> Form:
    """11.74-11.77: strengths, row and net shift to try out; ``forecast`` answers it."""
    rows = seat.rules.tables.crt.defence_rank
    fields = (
        Field("attack", say("Attack"), "6", (), 1, 99),
        Field("defence", say("Defence"), "3", (), 1, 99),
        Field("row", say("Row"), rows[0], tuple(rows)),
        Field("shift", say("Net shift"), "0", (), -12, 12),
    )
    return Form("what_if", say("Odds of an attack"), fields)


# ---- the results table -----------------------------------------------------------------------------------------------
def results_table(seat: ItSeat) -> Table:
    """The Combat Results Table. During a combat: the row with the column before and after the shifts, and the cell; while
    attacks are drafted or chits unknown those of the likeliest odds of the last attack.
    """
    crt = seat.rules.tables.crt
    rows: list[tuple[str, tuple[str, ...]]] = [
        (str(ROWS.get(name, Say(name))), tuple(crt.odds[name])) for name in crt.defence_rank
    ]
    totals = sorted(crt.results, key=int)
    rows += [(total, tuple(crt.results[total])) for total in totals]
    width = len(rows[0][1])
    line, dice, sure = focus(seat)
    lit: tuple[tuple[int, int], ...] = ()
    lights: tuple[Light, ...] = ()
    if line is not None:
        lit = _lit(seat, line, dice)
        lights = tuple(_lights(seat, line, dice, sure))
    columns = tuple(str(n) for n in range(1, width + 1))
    title = say("Combat results")
    return Table("crt", title, columns, tuple(rows), lit, crt.source, crt.provenance, "11.77a", lights)


def focus(seat: ItSeat) -> tuple[OddsLine | None, int, bool]:
    """(odds, sum of the dice or 0, whether the odds are sure) of the combat at hand, or of the last attack drafted."""
    found = in_progress(seat)
    if isinstance(found, Fought):
        return found.line, found.dice, True
    step = seat.step
    if isinstance(step, Commit):
        fight: Fight | None = step.fight(seat.s, step.guns, step.air)
    elif found is not None:
        fight = thought_of(seat, found.fight.attackers, found.hexes)
    elif isinstance(step, Declare) and step.plans and seat.decides:
        fight = thought_of(seat, step.plans[-1].attackers, step.plans[-1].hexes)
    else:
        fight = None
    forecast = foreseen(seat, fight) if fight is not None else None
    if forecast is None or not forecast.lines:
        return None, 0, False
    by_column: dict[str, list[tuple[int, OddsLine]]] = {}
    for weight, line in forecast.lines:
        by_column.setdefault(line.column, []).append((weight, line))
    best = max(by_column.values(), key=lambda ones: sum(weight for weight, _ in ones))
    return max(best, key=lambda one: one[0])[1], 0, len(by_column) == 1


def _lit(seat: ItSeat, line: OddsLine, dice: int) -> tuple[tuple[int, int], ...]:
    crt = seat.rules.tables.crt
    row, column = crt.defence_rank.index(line.row), column_of(crt, line)
    lit = [(row, first_column(crt, line)), (row, column)]
    if dice:
        lit.append((len(crt.defence_rank) + dice - 2, column))
    return tuple(dict.fromkeys(lit))


def _lights(seat: ItSeat, line: OddsLine, dice: int, sure: bool) -> Iterator[Light]:
    crt = seat.rules.tables.crt
    row, column, first = crt.defence_rank.index(line.row), column_of(crt, line), first_column(crt, line)
    yield Light(row, -1, "band")
    yield Light(-1, column, "band")
    if first != column:
        yield Light(row, first, "from", say("{ratio} before the shifts", ratio=crt.odds[line.row][first]))
    after = (
        say("{column} after them", column=line.column)
        if first != column
        else say("{column}", column=line.column)
    )
    yield Light(row, column, "to", after if sure else say("{column}: likeliest", column=after))
    if dice:
        hit = len(crt.defence_rank) + dice - 2
        yield Light(
            hit, column, "hit", say("dice {n}: {result}", n=dice, result=crt.results[str(dice)][column])
        )


# ---- cups --------------------------------------------------------------------------------------------------
def cups(seat: ItSeat) -> Table:
    """9.0: the chits the viewer has not seen, in the cups or under enemy regiments, by kind."""
    table = seat.rules.tables.chits
    rows: list[tuple[str, tuple[str, ...]]] = []
    for colour in chits.COLOURS:
        for kind, left in zip(chits.kinds(table, colour), seat.s.cups.get(colour, ()), strict=False):
            cells = (
                f"{left} of {kind.count}",
                f"{kind.a_full} / {kind.a_reduced}",
                f"{kind.b_full} / {kind.b_reduced}",
                f"{kind.c_full} / {kind.c_reduced}",
            )
            rows.append((colour.capitalize(), cells))
    columns = ("Not seen", "A full / reduced", "B", "C")
    title = say("Strength chits")
    return Table("chits", title, columns, tuple(rows), (), table.source, table.provenance, "9.0a")


# ---- the declared combats on the map ---------------------------------------------------------------------------------
def combats(seat: ItSeat) -> Overlay:
    """A line from every attacking hex to every hex it attacks, for all combats declared and not yet fought."""
    plans = plans_waiting(seat)
    for step in seat.s.stack:
        if isinstance(step, Battle):
            plans = (*plans, Plan(step.hexes, step.fight.attackers))
    lines = dict.fromkeys(
        (seat.s.units[u].at, at) for plan in plans for u in plan.attackers for at in plan.hexes
    )
    trails = tuple(Trail(line, "attack", short=True) for line in lines if not line[0].startswith("#"))
    legend = (Legend("attack", say("declared attack")),)
    return Overlay("combats", say("Declared combats"), (), trails, legend=legend)
