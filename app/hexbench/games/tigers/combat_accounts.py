"""The reckoning of one attack as lines with their clauses: strengths, shifts, odds, and the chances of every result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexbench.engine.display import Account, Bar, Choice, Clause, Factor, Spread
from hexbench.engine.values import Action, Say, say
from hexbench.games.tigers.combat_forecast import outcome
from hexbench.games.tigers.odds import DUMP, Guard, Reckoning, column, ratio
from hexbench.games.tigers.pieces import FOE

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgSeat


def signed(n: int) -> str:
    """A shift as players write it."""
    return f"{n:+d}" if n else "0"


def columns(seat: TgSeat, found: Reckoning) -> tuple[str, ...]:
    """The column of each class of defenders, cut to the table."""
    table = seat.rules.tables.results
    return tuple(table.columns[column(table, found.place(elite=elite))] for elite in found.classes)


def accounts(
    seat: TgSeat, units: Sequence[str], found: Reckoning, *, removable: bool = False
) -> tuple[Account, ...]:
    """Attack, defense, shifts, odds. ``removable``: each attacker has a button that takes him back."""
    return (
        attack(seat, units, found, removable=removable),
        defence(seat, units, found),
        shifts(found),
        odds(seat, found),
    )


def attack(seat: TgSeat, units: Sequence[str], found: Reckoning, *, removable: bool = False) -> Account:
    """The attackers with what is printed on them (TG-GEN-04)."""
    s = seat.s
    lines = tuple(
        Factor(
            say=seat.rules.title(s.roster[u]),
            amount=str(s.roster[u].factor),
            unit=u,
            hexes=s.units[u].spot,
            choices=(
                Choice(
                    say("Take back"), Action("back", (u,)), say("It does not attack after all."), back=True
                ),
            )
            if removable
            else (),
        )
        for u in units
    )
    return Account(say=say("Attack"), lines=lines, total=str(found.attack), side=s.units[units[0]].side)


def defence(seat: TgSeat, units: Sequence[str], found: Reckoning) -> Account:
    """Every defender with what terrain and works add to it (TG-TER-14)."""
    lines = tuple(_guard(seat, guard) for guard in found.guards)
    side = FOE[seat.s.units[units[0]].side]
    return Account(say=say("Defense"), lines=lines, total=str(found.defence), side=side)


def _guard(seat: TgSeat, guard: Guard) -> Factor:
    if guard.unit == DUMP:
        clause = Clause(say("intrinsic"), "TG-FUL-03")
        return Factor(say=say("Fuel dump"), amount=str(guard.value), clauses=(clause,), hexes=(guard.hex,))
    return Factor(
        say=seat.rules.title(seat.s.roster[guard.unit]),
        amount=str(guard.value),
        was=str(guard.base) if guard.bonuses else "",
        clauses=guard.bonuses,
        unit=guard.unit,
        hexes=(guard.hex,),
    )


def shifts(found: Reckoning) -> Account:
    """Every shift with its clause, and their sum."""
    lines = [
        Factor(say=shift.say, amount=signed(shift.by), clauses=(Clause(Say(""), shift.rule),))
        for shift in found.shifts
    ]
    total = signed(found.net)
    if found.softer is not None:
        exempt = (Clause(say("not for elite"), "TG-ODD-05"),) if True in found.classes else ()
        clauses = (Clause(Say(""), found.softer.rule), *exempt)
        lines.append(Factor(say=found.softer.say, amount=signed(found.softer.by), clauses=clauses))
        total = " / ".join(signed(found.place(elite=elite) - found.ladder) for elite in found.classes)
    return Account(say=say("Shifts"), lines=tuple(lines), total=total)


def odds(seat: TgSeat, found: Reckoning) -> Account:
    """The ratio, and the column of each class."""
    names = columns(seat, found)
    lines = [
        Factor(say=say("Attack to defense"), amount=f"{found.attack} : {found.defence}"),
        Factor(say=say("Odds"), amount=ratio(found.ladder), clauses=(Clause(Say(""), "TG-ODD-01"),)),
    ]
    for elite, name in zip(found.classes, names, strict=True):
        text = say("Column after the shifts")
        if len(names) > 1:
            text = say("Column of elite defenders") if elite else say("Column of the others")
        rule = (
            "TG-CRT-03" if found.place(elite=elite) >= len(seat.rules.tables.results.columns) else "TG-ODD-02"
        )
        if found.place(elite=elite) < 0:
            rule = "TG-CRT-02"
        amount = name if found.place(elite=elite) >= 0 else ratio(found.place(elite=elite))
        lines.append(
            Factor(say=text, amount=amount, was=ratio(found.ladder), clauses=(Clause(Say(""), rule),))
        )
    return Account(say=say("Odds"), lines=tuple(lines), total=" / ".join(names))


def spread(seat: TgSeat, found: Reckoning, row: int = 0) -> Spread:
    """The chances of the results from the best for the attacker on; that of the row is lit, if the die has been cast."""
    ways: dict[str, int] = {}
    for n in range(1, 7):
        name = outcome(seat.rules, found, n)
        ways[name] = ways.get(name, 0) + 1
    order = seat.rules.tables.results.severity
    names = sorted(ways, key=lambda name: [order.index(code) for code in name.split(" / ")])
    hit = outcome(seat.rules, found, row) if row else ""
    title = say("The result: {result}", result=hit) if hit else say("Chances of the results")
    return Spread(title, tuple(Bar(Say(name), ways[name], name == hit) for name in names))


def listed(parts: Sequence[Say]) -> Say:
    """Several things with commas."""
    return Say(
        ", ".join(f"{{p{i}}}" for i in range(len(parts))), tuple((f"p{i}", p) for i, p in enumerate(parts))
    )
