"""What the docks show of combat: the combat in progress with every factor, the lit results table, the cups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.combat.dock import arrows
from hexbench.engine.display import Fact, Field, Form, Overlay, Table
from hexbench.engine.forecast import OddsLine
from hexbench.engine.results import lit_cells
from hexbench.engine.values import Say, say
from hexbench.games.iron_tide import chits
from hexbench.games.iron_tide.battle import Battle
from hexbench.games.iron_tide.combat import Declare
from hexbench.games.iron_tide.combat_dock import board, in_progress, plans_waiting
from hexbench.games.iron_tide.combat_support import Commit
from hexbench.games.iron_tide.combatants import Fight, Plan, is_regiment
from hexbench.games.iron_tide.odds_report import CRT, ROWS, foreseen, lights_of, likeliest, thought_of
from hexbench.games.iron_tide.post_combat import Fought
from hexbench.games.iron_tide.results import COMBAT

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
        text = say("not seen") if unit.drawn else say("drawn at its first combat")
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
    """The combat docks: the combat, the cups, and a form for an attack that is not on the map."""
    return board(seat), cups(seat), what_if(seat)


def what_if(seat: ItSeat) -> Form:
    """11.74-11.77: a form of strengths, row and net shift to try out; answered by ``forecast``."""
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
    attacks are drafted or chits unknown those of the likeliest odds of the last attack. Each combat of the dock brings its
    own lights for when it is looked at.
    """
    crt = seat.rules.tables.crt
    rows: list[tuple[str, tuple[str, ...]]] = [
        (str(ROWS.get(name, Say(name))), tuple(crt.odds[name])) for name in crt.defence_rank
    ]
    totals = sorted(crt.results, key=int)
    rows += [(total, tuple(crt.results[total])) for total in totals]
    width = len(rows[0][1])
    line, dice, sure = focus(seat)
    lights = lights_of(seat, line, dice, sure) if line is not None else ()
    columns = tuple(str(n) for n in range(1, width + 1))
    title = say("Combat results")
    return Table(
        CRT,
        title,
        columns,
        tuple(rows),
        lit_cells(lights),
        crt.source,
        crt.provenance,
        "11.77a",
        lights,
        results=(COMBAT,),
        heads=len(crt.defence_rank),
    )


def focus(seat: ItSeat) -> tuple[OddsLine | None, int, bool]:
    """(odds, dice total or 0, whether the odds are certain) of the current combat, or of the last attack drafted."""
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
    if fight is None:
        return None, 0, False
    line, sure = likeliest(foreseen(seat, fight))
    return line, 0, sure


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
    attacks = ((plan.attackers, plan.hexes) for plan in plans)
    return arrows(seat, "combats", say("Declared combats"), say("declared attack"), attacks)
