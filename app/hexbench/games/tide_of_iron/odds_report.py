"""How an attack adds up, for the combat dock: strengths and cover by clause, dice, and the exact chances as bars."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Account, Bar, Choice, Clause, Factor, Spread
from hexbench.engine.values import Say, say
from hexbench.games.tide_of_iron import results

if TYPE_CHECKING:
    from hexbench.engine.forecast import Fan, Forecast, OddsLine, Pool, Tally, Term
    from hexbench.games.tide_of_iron.seat import TiSeat


Choices = Callable[[str], tuple[Choice, ...]]
"""unit -> the buttons beside it."""
BANDS: Final = {
    "close": say("Close range"),
    "normal": say("Normal range"),
    "long": say("Long range"),
    "out": say("Out of range"),
    "area": say("Area attack"),
    "assault": say("Assault"),
}
_BAND_RULES: Final = {
    "close": "TI-ATK-10",
    "normal": "TI-ATK-11",
    "long": "TI-ATK-12",
    "out": "TI-RNG-06",
    "area": "TI-AREA-03",
    "assault": "TI-ASL-17",
}


def _no_choices(unit: str) -> tuple[Choice, ...]:
    """No buttons."""
    return ()


def accounts(seat: TiSeat, line: OddsLine, choices: Choices = _no_choices) -> Iterator[Account]:
    """Every sum of an attack: strengths unit by unit, cover term by term, and the dice that come of them."""
    for tally in line.tallies:
        by_unit = tally is line.tallies[0] or (tally.terms and all(term.unit for term in tally.terms))
        lines = _units(seat, tally, choices) if by_unit else tuple(map(_factor, tally.terms))
        yield Account(say=tally.say, lines=lines, total=str(tally.total), side=tally.side)
    yield Account(say=say("Dice"), lines=tuple(_dice(pool, line) for pool in line.pools))


def _units(seat: TiSeat, tally: Tally, choices: Choices) -> tuple[Factor, ...]:
    """A line for each unit, with what makes up its share."""
    by_unit: dict[str, list[Term]] = {}
    for term in tally.terms:
        by_unit.setdefault(term.unit, []).append(term)
    out = []
    for uid, terms in by_unit.items():
        unit = seat.s.units.get(uid)
        amount = sum(t.amount for t in terms)
        full = sum(t.amount for t in terms if t.amount > 0)
        out.append(
            Factor(
                say=seat.rules.title(unit) if unit is not None else terms[0].say,
                amount=str(amount),
                was=str(full) if full != amount else "",
                clauses=tuple(_clauses(terms)),
                unit=uid if unit is not None else "",
                hexes=(unit.at,) if unit is not None and unit.on_map else (),
                choices=choices(uid),
            )
        )
    return tuple(out)


def _clauses(terms: list[Term]) -> Iterator[Clause]:
    """What makes up a unit's share; terms by the same clause are told together."""
    sums: dict[str, list[Say]] = {}
    for term in terms:
        for i, clause in enumerate(term.clauses):
            if term.amount >= 0:
                text = say("{what}: {n}", what=term.say, n=term.amount)
            else:
                text = say("{what} ({why})", what=term.say, why=clause.say) if not i else clause.say
            sums.setdefault(clause.rule, []).append(text)
    for rule, parts in sums.items():
        keys = [f"part{i}" for i in range(len(parts))]
        told = ", ".join("{" + key + "}" for key in keys)
        yield Clause(Say(told, tuple(zip(keys, parts, strict=True))), rule)


def _factor(term: Term) -> Factor:
    amount = f"{term.amount:+d}" if term.amount < 0 else str(term.amount)
    return Factor(say=term.say, amount=amount, clauses=tuple(Clause(Say(""), c.rule) for c in term.clauses))


def _dice(pool: Pool, line: OddsLine) -> Factor:
    clauses: list[Clause] = []
    if pool is line.pools[0]:
        clauses.append(
            Clause(BANDS.get(line.column, Say(line.column)), _BAND_RULES.get(line.column, "TI-ATK-09"))
        )
    elif line.column != "assault":
        clauses.append(Clause(say("always"), "TI-ATK-13"))
    if pool.mended:
        clauses.append(Clause(say("thick armour: one that fails counts as a 6"), "TI-ABL-24"))
    faces = ", ".join(map(str, pool.wins)) or "-"
    return Factor(
        say=say("{what}, success on {faces}", what=pool.say, faces=faces),
        amount=str(pool.dice),
        clauses=tuple(clauses),
    )


WIDE = 52
"""Bits of a bar's weight: enough for any picture, and exact in a floating-point number."""


def spreads(found: Forecast) -> tuple[Spread, ...]:
    """The chances: what comes of it, then the hits."""
    ((_, line),) = found.lines
    fates = [fan for fan in line.fans if not _numeric(fan)]
    numbers = [fan for fan in line.fans if _numeric(fan)]
    out = [_spread(fan) for fan in fates]
    if not fates:
        out = [Spread(say("What comes of it"), _bars([(results.words(n), ways) for n, ways in line.results]))]
    hits = [fan for fan in numbers if fan.unit] or numbers
    return (*out, *(_spread(fan) for fan in hits))


def _numeric(fan: Fan) -> bool:
    return all(name.isdigit() for name, _ in fan.results)


def _spread(fan: Fan) -> Spread:
    named = [(Say(name) if name.isdigit() else results.words(name), ways) for name, ways in fan.results]
    return Spread(fan.say, _bars(named))


def _bars(named: Sequence[tuple[Say, int]]) -> tuple[Bar, ...]:
    """The bars of a distribution. Many dice fall in more ways than 64 bits can count: then they are scaled down."""
    total = sum(ways for _, ways in named)
    scale = max(1, total >> WIDE)
    return tuple(Bar(text, ways // scale) for text, ways in named)
