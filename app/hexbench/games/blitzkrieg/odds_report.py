"""The reckoning of one engagement as lines with their clauses: both strengths, the odds, what is lost on average, the chances."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Account, Bar, Clause, Factor, Light, Spread
from hexbench.engine.results import first_words
from hexbench.engine.values import Say, say
from hexbench.games.blitzkrieg import casualties
from hexbench.games.blitzkrieg.battle import outcome
from hexbench.games.blitzkrieg.odds import FACES, Odds, amount, cell, counted
from hexbench.games.blitzkrieg.pieces import FOE
from hexbench.games.blitzkrieg.results import ENGAGEMENT

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkSeat


TABLE: Final = "table_2"
"""The key of Table 2."""


def accounts(seat: BkSeat, now: Odds) -> tuple[Account, ...]:
    """Attack, defence, odds, average losses."""
    return attack(seat, now), defence(seat, now), ratio(seat, now), averages(seat, now)


def attack(seat: BkSeat, now: Odds) -> Account:
    """The attackers with their current strengths (BK-ODD-01)."""
    lines = tuple(
        Factor(
            say=line.text,
            amount=amount(line.amount),
            was=_full(seat, line.unit),
            clauses=_isolated(seat, line.unit),
            unit=line.unit,
            hexes=seat.s.units[line.unit].spot,
        )
        for line in now.lines
        if line.of == "attack"
    )
    return Account(say=say("Attack"), lines=lines, total=str(now.attack), side=side_of(seat, now))


def side_of(seat: BkSeat, now: Odds) -> str:
    """The attacking side."""
    return next((seat.s.units[line.unit].side for line in now.lines if line.of == "attack"), seat.s.phasing)


def _full(seat: BkSeat, uid: str) -> str:
    unit = seat.s.units[uid]
    return str(unit.base) if unit.base and unit.base != unit.strength else ""


def _isolated(seat: BkSeat, uid: str) -> tuple[Clause, ...]:
    return (Clause(say("isolated"), "BK-SUP-15"),) if _full(seat, uid) else ()


def defence(seat: BkSeat, now: Odds) -> Account:
    """Every defender: his strength, and what class, terrain and river make of it (BK-ODD-02..08)."""
    side = FOE[side_of(seat, now)]
    units = dict.fromkeys(line.unit for line in now.lines if line.of == "defence")
    lines = tuple(_guard(seat, now, uid) for uid in units)
    return Account(say=say("Defence"), lines=lines, total=amount(now.defence), side=side)


def _guard(seat: BkSeat, now: Odds, uid: str) -> Factor:
    parts = [line for line in now.lines if line.of == "defence" and line.unit == uid]
    total = sum((line.amount for line in parts), Fraction(0))
    clauses = []
    value = parts[0].amount
    for line in parts[1:]:
        after = value + line.amount
        clauses.append(Clause(_times(line.rule, after / value if value else Fraction(0)), line.rule))
        value = after
    return Factor(
        say=parts[0].text,
        amount=amount(total),
        was=amount(parts[0].amount) if clauses else "",
        clauses=tuple(clauses),
        unit=uid,
        hexes=seat.s.units[uid].spot,
    )


def _times(rule: str, by: Fraction) -> Say:
    n = amount(by)
    match rule:
        case "BK-ODD-03":
            return say("its class x{n}", n=n)
        case "BK-ODD-05":
            return say("river x{n}", n=n)
        case "BK-ODD-08":
            return say("Siegfried line x{n}", n=n)
        case _:
            return say("terrain x{n}", n=n)


def ratio(seat: BkSeat, now: Odds) -> Account:
    """The column of Table 2 (BK-ODD-10..12)."""
    name = seat.rules.tables.combat.columns[now.column]
    rule = "BK-ODD-10" if now.defence else "BK-ODD-12"
    line = Factor(
        say=say("Attack to defence, rounded for the defender"),
        amount=name,
        was=f"{now.attack} : {amount(now.defence)}",
        clauses=(Clause(Say(""), rule),),
    )
    return Account(say=say("Odds"), lines=(line,), total=name)


def averages(seat: BkSeat, now: Odds) -> Account:
    """Strength points that each side loses, exactly, on the average of the six faces; exchanges and retreats left out."""
    lines = []
    for of, title in (("attack", say("Attackers")), ("defence", say("Defenders"))):
        units = tuple(dict.fromkeys(line.unit for line in now.lines if line.of == of))
        points = [loss(seat.rules, seat, units, of, roll, now.column) for roll in FACES]
        lines.append(Factor(say=title, amount=amount(Fraction(sum(points), len(points)))))
    return Account(say=say("Points lost on average by the die alone"), lines=tuple(lines))


def loss(rules: BkRules, seat: BkSeat, units: Sequence[str], of: str, roll: int, column: int) -> int:
    """Strength points that some units lose by one cell of Table 2 (BK-RES-07..16)."""
    found = outcome(rules, roll, column)
    strengths = [seat.s.units[uid].strength for uid in units]
    if found.gone == ("attacker" if of == "attack" else "defender"):
        return sum(strengths)
    fraction = found.attackers_lose if of == "attack" else found.defenders_lose
    return sum(min(n, casualties.part(n, fraction)) for n in strengths)


def spread(seat: BkSeat, column: int, roll: int = 0) -> Spread:
    """The results of a column with their chances, as the faces give them and in words; the one that fell is lit."""
    results = counted(cell(seat.rules, n, column) for n in FACES)
    hit = cell(seat.rules, roll, column) if roll else ""
    title = say("The result: {result}", result=hit) if hit else say("Chances of the results")
    return Spread(title, tuple(Bar(Say(name), n, name == hit, meaning(seat, name)) for name, n in results))


def meaning(seat: BkSeat, code: str) -> Say:
    """A cell of Table 2 in words."""
    return seat.result(ENGAGEMENT, code)


def told(seat: BkSeat, code: str) -> Say:
    """A cell of Table 2 in words, and its code."""
    return first_words(meaning(seat, code), code)


def lights(seat: BkSeat, column: int, odds: str, roll: int = 0) -> tuple[Light, ...]:
    """What is lit in Table 2 for an engagement: its column, and once the die is cast its row and the result in words."""
    out = [Light(-1, column, "to", say("{odds}: this column", odds=odds))]
    if roll:
        result = meaning(seat, cell(seat.rules, roll, column))
        out.append(Light(roll - 1, -1, "band"))
        out.append(Light(roll - 1, column, "hit", say("die {n}: {result}", n=roll, result=result)))
    return tuple(out)


def lit_by(seat: BkSeat, now: Odds | None) -> tuple[tuple[str, tuple[Light, ...]], ...]:
    """The lights of an engagement that stands or is thought of, for :class:`Combat`; none without odds."""
    if now is None:
        return ((TABLE, ()),)
    return ((TABLE, lights(seat, now.column, f"{now.attack} : {amount(now.defence)}")),)
