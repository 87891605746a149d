"""What the docks show of combat: the combat in progress with every factor, the lit results table, the cups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Fact, Facts, Legend, Overlay, Table, Trail
from hexbench.engine.forecast import OddsLine
from hexbench.engine.values import Say, say
from hexbench.games.iron_tide import chits
from hexbench.games.iron_tide.aftermath import Aftermath, Counted, Fought
from hexbench.games.iron_tide.battle import Battle
from hexbench.games.iron_tide.combat import Combats, Engagement
from hexbench.games.iron_tide.combat_declare import Declare
from hexbench.games.iron_tide.combat_odds import column_of, first_column, terms
from hexbench.games.iron_tide.combatants import Fight, Plan, is_regiment
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import FOE

if TYPE_CHECKING:
    from hexbench.engine.display import Panel
    from hexbench.games.iron_tide.pieces import Printed, Unit
    from hexbench.games.iron_tide.seat import ItSeat

ROWS: Final = {
    "clear": say("Clear"),
    "rough": say("Rough"),
    "woods": say("Woods"),
    "heavy_woods": say("Heavy woods"),
}


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


# ---- which combat ----------------------------------------------------------------------------------------------------
def in_progress(seat: ItSeat) -> Battle | Fought | None:
    """The combat being fought or applied now; with several results waiting, the last one whose dice were cast."""
    for step in reversed(seat.s.stack):
        if isinstance(step, Battle):
            return step
        if isinstance(step, Aftermath):
            return step.fought
        if isinstance(step, Engagement) and step.fought:
            return step.fought[-1]
    return None


def panels(seat: ItSeat) -> tuple[Panel, ...]:
    """The docks of combat: the combat, the cups."""
    return combat_page(seat), cups(seat)


# ---- the combat dock -------------------------------------------------------------------------------------------------
def combat_page(seat: ItSeat) -> Facts:
    """Everything about the combat being fought: who, with what strength and why, each shift, odds, dice, result; after
    it the combats that wait.
    """
    found = in_progress(seat)
    combat = () if found is None else tuple(_combat(seat, found, found.fight))
    waiting = tuple(
        Fact(
            say("Attack on {hexes}", hexes=", ".join(plan.hexes)),
            _list([called(seat.s.roster[u]) for u in plan.attackers]),
            ("B10",),
            plan.hexes,
        )
        for plan in plans_waiting(seat)
    )
    return Facts(say("Combat"), (*combat, *waiting) or (Fact(say("Combat"), say("none declared")),))


def plans_waiting(seat: ItSeat) -> tuple[Plan, ...]:
    """The combats declared and not begun, as far as the viewer knows of them."""
    kinds = Declare | Combats | Engagement
    return tuple(plan for step in seat.s.stack if isinstance(step, kinds) for plan in step.plans)


def _combat(seat: ItSeat, found: Battle | Fought, fight: Fight) -> Iterator[Fact]:
    hexes = found.hexes if isinstance(found, Battle) else fight.hexes
    yield Fact(say("Under attack"), Say(", ".join(hexes)), (), hexes)
    yield from _strengths(seat, found.counted, fight)
    line = found.line
    for i, label in enumerate((say("Artillery of the attacker"), say("Artillery of the defender"))):
        if fight.guns[i]:
            names = _list([called(seat.s.roster[u]) for u in fight.guns[i]])
            yield Fact(label, names, ("11.5a",), tuple(seat.s.units[u].at for u in fight.guns[i]))
    if line is None:
        committed = [seat.rules.side_name(s) for s, f in zip(_sides(fight), fight.air, strict=True) if f]
        if committed:
            yield Fact(say("Air support"), Say(", ".join(committed)), ("11.6b",))
        return
    yield Fact(
        say("Odds"),
        say("{a} to {d} = {ratio}", a=line.attack, d=line.defence, ratio=line.ratio),
        ("11.74a",),
    )
    yield Fact(say("Row"), ROWS.get(line.row, Say(line.row)), ("11.23b",), fight.hexes)
    for shift in line.shifts:
        yield Fact(shift.say, Say(f"{shift.by:+d}" if shift.by else "0"), (shift.rule,))
    net = sum(shift.by for shift in line.shifts)
    yield Fact(say("Net shift"), Say(f"{net:+d}" if net else "0"), ("11.76b",))
    column = say("{column}, the end of the row", column=line.column) if line.clamped else Say(line.column)
    yield Fact(say("Column"), column, ("11.76c",) if line.clamped else ("11.75a",))
    if isinstance(found, Fought):
        yield Fact(say("Dice"), Say(str(found.dice)), ("11.77a",))
        yield Fact(say("Result"), Say(found.result), ("11.78a",))


def _strengths(seat: ItSeat, counted: Counted, fight: Fight) -> Iterator[Fact]:
    """Each unit with what it counts and the rules that halve or multiply it."""
    if not fight.stands:
        return
    parts = terms(seat.rules, seat.s, seat.board, fight).parts if _all_there(seat, fight) else ((), ())
    why = {part.unit: part.rules for side in parts for part in side}
    for i, label in enumerate((say("Attack"), say("Defence"))):
        known = dict(counted[i])
        units = fight.attackers if i == 0 else tuple(u for one in fight.stands for u in one.units)
        for uid in units:
            printed, unit = seat.s.roster[uid], seat.s.units[uid]
            value = known.get(uid)
            text = say("{unit}: {n}", unit=called(printed), n=_shown(seat, uid, value))
            at = (unit.at,) if unit.on_map else ()
            yield Fact(label, text, why.get(uid, ()), at)


def _all_there(seat: ItSeat, fight: Fight) -> bool:
    """Whether everybody still stands where he fought; later the reasons of the strengths are not worked out again."""
    units = seat.s.units
    return all(units[u].on_map for u in fight.attackers) and all(
        units[u].at == stand.hex for stand in fight.stands for u in stand.units
    )


def _shown(seat: ItSeat, uid: str, value: int | None) -> str:
    if value is not None:
        return str(value)
    return factor(seat, uid, seat.s.units[uid], seat.s.roster[uid]) or "-"


def _sides(fight: Fight) -> tuple[str, str]:
    return fight.side, FOE[fight.side]


def _list(parts: list[Say]) -> Say:
    return Say(
        ", ".join(f"{{p{i}}}" for i in range(len(parts))), tuple((f"p{i}", p) for i, p in enumerate(parts))
    )


# ---- the results table -----------------------------------------------------------------------------------------------
def results_table(seat: ItSeat) -> Table:
    """The Combat Results Table. During a combat: the row with the column before and after the shifts, and the cell."""
    crt = seat.rules.tables.crt
    rows: list[tuple[str, tuple[str, ...]]] = [
        (str(ROWS.get(name, Say(name))), tuple(crt.odds[name])) for name in crt.defence_rank
    ]
    totals = sorted(crt.results, key=int)
    rows += [(total, tuple(crt.results[total])) for total in totals]
    width = len(rows[0][1])
    found = in_progress(seat)
    lit: tuple[tuple[int, int], ...] = ()
    if found is not None and found.line is not None:
        lit = _lit(seat, found.line, found.dice if isinstance(found, Fought) else 0)
    columns = tuple(str(n) for n in range(1, width + 1))
    title = say("Combat results")
    return Table("crt", title, columns, tuple(rows), lit, crt.source, crt.provenance, "11.77a")


def _lit(seat: ItSeat, line: OddsLine, dice: int) -> tuple[tuple[int, int], ...]:
    crt = seat.rules.tables.crt
    row, column = crt.defence_rank.index(line.row), column_of(crt, line)
    lit = [(row, first_column(crt, line)), (row, column)]
    if dice:
        lit.append((len(crt.defence_rank) + dice - 2, column))
    return tuple(dict.fromkeys(lit))


# ---- cups ---------------------------------------------------------------------------------------------
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
    trails = tuple(Trail(line, "attack") for line in lines if not line[0].startswith("#"))
    legend = (Legend("attack", say("declared attack")),)
    return Overlay("combats", say("Declared combats"), (), trails, legend=legend)
