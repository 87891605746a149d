"""The reckoning of one combat as lines with their clauses: strengths, shifts, odds, what it lights, and the chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import gcd
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine import tables as ladder
from hexbench.engine.display import Account, Bar, Choice, Clause, Factor, Light, Spread
from hexbench.engine.forecast import Forecast, OddsLine, Shift
from hexbench.engine.results import first_words
from hexbench.engine.values import Action, Say, say
from hexbench.games.iron_tide import results
from hexbench.games.iron_tide.aftermath import Counted, Fought
from hexbench.games.iron_tide.charts import read_result
from hexbench.games.iron_tide.combat_forecast import foresee
from hexbench.games.iron_tide.combat_odds import Part, base_strength, column_of, first_column, terms
from hexbench.games.iron_tide.combatants import Fight, is_regiment
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import FOE

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItSeat

ROWS: Final = {
    "clear": say("Clear"),
    "rough": say("Rough"),
    "woods": say("Woods"),
    "heavy_woods": say("Heavy woods"),
}
_KEPT: Final = 64
"""Forecasts that are kept at once."""
_EXACT: Final = 2**53
"""Weights stay below this, so that every reader of JSON keeps them exactly."""


# ---- strengths (11.72-11.74) -----------------------------------------------------------------------------------------
def strengths(
    seat: ItSeat, fight: Fight, counted: Counted, *, removable: bool = False
) -> tuple[Account, ...]:
    """Each unit with what it counts and the clauses that halve or multiply it, the attacker's and the defender's."""
    parts: Mapping[str, Part] = {}
    if all_there(seat, fight):
        found = terms(seat.rules, seat.s, seat.board, fight).parts
        parts = {part.unit: part for side in found for part in side}
    defenders = tuple(u for one in fight.stands for u in one.units)
    sides = ((fight.side, fight.attackers, say("Attack")), (FOE[fight.side], defenders, say("Defence")))
    out: list[Account] = []
    for i, (side, units, title) in enumerate(sides):
        known = dict(counted[i])
        lines = tuple(
            _strength(seat, uid, parts.get(uid), known.get(uid), removable and not i) for uid in units
        )
        amounts = [line.amount for line in lines]
        total = "?" if not all(a.isdigit() for a in amounts) else str(sum(map(int, amounts)))
        out.append(Account(say=title, lines=lines, total=total, side=side))
    return tuple(out)


def _strength(seat: ItSeat, uid: str, part: Part | None, counted: int | None, removable: bool) -> Factor:
    s = seat.s
    unit, printed = s.units[uid], s.roster[uid]
    base = _base(seat, uid)
    if counted is not None:
        amount = str(counted)
    elif base is not None and part is not None:
        amount = str(part.count(base))
    else:
        amount = "?"
    clauses = tuple(_clauses(part)) if part is not None else ()
    was = str(base) if base is not None and clauses and counted in (None, _count(part, base)) else ""
    if amount == "?" and not unit.drawn:
        clauses = (*clauses, Clause(say("draws its chit"), "9.0a"))
    back = (
        Choice(say("Take back"), Action("back", (uid,)), say("It does not attack after all."), False, True),
    )
    return Factor(
        say=called(printed),
        amount=amount,
        was=was,
        clauses=clauses,
        unit=uid,
        hexes=(unit.at,) if unit.on_map else (),
        choices=back if removable else (),
    )


def _count(part: Part | None, base: int) -> int:
    return base if part is None else part.count(base)


def _base(seat: ItSeat, uid: str) -> int | None:
    """What a unit counts before anything is halved; None while its chit is unseen or undrawn."""
    unit, printed = seat.s.units[uid], seat.s.roster[uid]
    kind = seat.s.chits.get(uid)
    if is_regiment(unit, printed) and kind is None:
        return None
    return base_strength(seat.rules, seat.s, uid, kind)


def _clauses(part: Part) -> Iterator[Clause]:
    rules = list(part.rules)
    if part.half and rules:
        yield Clause(say("halved"), rules.pop(0))
    if part.times > 1 and rules:
        yield Clause(say("×{n}", n=part.times), rules.pop(0))


def all_there(seat: ItSeat, fight: Fight) -> bool:
    """Whether everybody still stands where he fought; later the reasons of the strengths are not worked out again."""
    units = seat.s.units
    return all(units[u].on_map for u in fight.attackers) and all(
        units[u].at == stand.hex for stand in fight.stands for u in stand.units
    )


# ---- shifts (11.76a) -------------------------------------------------------------------------------------------------
def shifts(seat: ItSeat, fight: Fight, line: OddsLine | None) -> tuple[Account, ...]:
    """Every shift with its clause and their sum: those of the line, else those known so far. An air point counts when
    its die has been cast.
    """
    found: tuple[Shift, ...]
    if line is not None:
        found = line.shifts
    else:
        found = terms(seat.rules, seat.s, seat.board, fight).shifts
    lines = [_shift(seat, fight, shift, line is None) for shift in found]
    net = sum(s.by for s in found if line is not None or s.rule != "11.6a")
    return (Account(say=say("Shifts"), lines=tuple(lines), total=signed(net)),)


def _shift(seat: ItSeat, fight: Fight, shift: Shift, pending: bool) -> Factor:
    clauses = [Clause(Say(""), shift.rule)]
    if pending and shift.rule == "11.6a":
        clauses.append(Clause(say("on a die of 1 to 3"), "11.6b"))
    hexes: tuple[str, ...] = ()
    if shift.rule in ("11.5e", "11.5f", "11.5g"):
        guns = fight.guns[0 if shift.by > 0 else 1]
        hexes = tuple(seat.s.units[u].at for u in guns if seat.s.units[u].on_map)
    return Factor(say=shift.say, amount=signed(shift.by), clauses=tuple(clauses), hexes=hexes)


def signed(n: int) -> str:
    """A shift as players write it."""
    return f"{n:+d}" if n else "0"


# ---- odds (11.74-11.76) ----------------------------------------------------------------------------------------------
def odds(seat: ItSeat, forecast: Forecast | None, fight: Fight) -> tuple[Account, ...]:
    """The odds before and after the shifts: exact when every chit is known, else as a range over what may be drawn."""
    if forecast is None or not forecast.lines:
        return ()
    lines = [line for _, line in forecast.lines]
    crt = seat.rules.tables.crt
    row = lines[0].row
    ratios = sorted({ladder.rung(_pair(line.ratio)) for line in lines})
    columns = sorted({column_of(crt, line) for line in lines})
    firsts = sorted({first_column(crt, line) for line in lines})
    headers = crt.odds[row]
    ends = any(line.clamped for line in lines)
    after = Factor(
        say=say("Column after the shifts"),
        amount=_range([headers[c] for c in columns]),
        was=_range([headers[c] for c in firsts]),
        clauses=(Clause(say("the end of the row"), "11.76c"),) if ends else (Clause(Say(""), "11.76b"),),
    )
    sums = (
        (Factor(say=say("Attack to defence"), amount=f"{lines[0].attack} : {lines[0].defence}"),)
        if len(lines) == 1
        else ()
    )
    return (
        Account(
            say=say("Odds"),
            lines=(
                *sums,
                Factor(
                    say=say("Odds before shifts"),
                    amount=_range([ladder.ratio_name(r) for r in ratios]),
                    clauses=(Clause(Say(""), "11.74a"),),
                ),
                Factor(
                    say=say("Row: {row}", row=ROWS.get(row, Say(row))),
                    clauses=(Clause(Say(""), "11.23b"),),
                    hexes=fight.hexes,
                ),
                after,
            ),
        ),
    )


def _pair(ratio: str) -> tuple[int, int]:
    attack, _, defence = ratio.partition("-")
    return int(attack), int(defence)


def _range(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"


def foreseen(seat: ItSeat, fight: Fight) -> Forecast:
    """:func:`foresee`, kept as long as nobody moves: while attacks are drafted most of them stay as they were."""
    s, kept = seat.s, seat.rules.kept
    holder: tuple[Any, dict[Any, Forecast]] | None = kept.get("foreseen")
    if holder is None or holder[0] is not s.units or len(holder[1]) > _KEPT:
        holder = kept["foreseen"] = (s.units, {})
    key = (fight, s.turn, tuple(s.chits.items()), tuple(s.cups.items()), tuple(s.entrenchments.items()))
    if key not in holder[1]:
        holder[1][key] = foresee(seat, fight)
    return holder[1][key]


# ---- the lights of the results table (11.75-11.77) ---------------------------------------------------------------------
CRT: Final = "crt"
"""The key of the Combat Results Table."""


def lit_by(
    seat: ItSeat, forecast: Forecast | None, fought: Fought | None = None
) -> tuple[tuple[str, tuple[Light, ...]], ...]:
    """What a combat lights in that table, for :class:`Combat`: with the dice, or as it is foreseen; none without odds."""
    if fought is not None:
        return ((CRT, lights_of(seat, fought.line, fought.dice, sure=True)),)
    line, sure = likeliest(forecast) if forecast is not None else (None, False)
    return ((CRT, lights_of(seat, line, 0, sure=sure) if line is not None else ()),)


def likeliest(forecast: Forecast) -> tuple[OddsLine | None, bool]:
    """The odds of the likeliest column, and whether there is no other; None: they are not known."""
    by_column: dict[str, list[tuple[int, OddsLine]]] = {}
    for weight, line in forecast.lines:
        by_column.setdefault(line.column, []).append((weight, line))
    if not by_column:
        return None, False
    best = max(by_column.values(), key=lambda ones: sum(weight for weight, _ in ones))
    return max(best, key=lambda one: one[0])[1], len(by_column) == 1


def lights_of(seat: ItSeat, line: OddsLine, dice: int, sure: bool) -> tuple[Light, ...]:
    """The row with the column before and after the shifts, and the cell once the dice are cast; ``dice`` 0: they are not."""
    return tuple(_lights(seat, line, dice, sure))


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
            hit, column, "hit", say("dice {n}: {result}", n=dice, result=told(crt.results[str(dice)][column]))
        )


# ---- chances ---------------------------------------------------------------------------------------------------------
def spreads(seat: ItSeat, forecast: Forecast) -> tuple[Spread, ...]:
    """The exact chances of every result, and of every column where chits or air are still unknown."""
    crt = seat.rules.tables.crt
    columns: dict[int, int] = {}
    chances: dict[str, int] = {}
    for weight, line in forecast.lines:
        column = column_of(crt, line)
        columns[column] = columns.get(column, 0) + weight * line.ways
        for name, ways in line.results:
            chances[name] = chances.get(name, 0) + weight * ways
    out = [_spread(say("Chances of the results"), {k: chances[k] for k in sorted(chances, key=favour)})]
    if len(columns) > 1:
        headers = crt.odds[forecast.lines[0][1].row]
        out.append(_spread(say("Chances of the columns"), {headers[c]: columns[c] for c in sorted(columns)}))
    return tuple(out)


def cast_spread(fought: Fought) -> Spread:
    """The chances as they were before the dice, with what came of them lit."""
    chances = dict(fought.line.results)
    named = {k: chances[k] for k in sorted(chances, key=favour)}
    return _spread(say("The result: {result}", result=fought.result), named, fought.result)


def _spread(title: Say, weights: Mapping[str, int], lit: str = "") -> Spread:
    common = gcd(*weights.values()) or 1
    total = sum(weights.values()) // common
    over = -(-total // _EXACT)
    bars = (
        Bar(Say(name), max(1, n // common // over), name == lit, results.combat(name))
        for name, n in weights.items()
        if n
    )
    return Spread(title, tuple(bars))


def told(code: str) -> Say:
    """A result in words, and its code."""
    return first_words(results.combat(code), code)


def favour(name: str) -> tuple[int, int]:
    """Results from the best for the attacker to the worst."""
    result = read_result(name)
    weight = result.losses * 2 + result.retreat
    return "DBA".index(result.hit), -weight if result.hit == "D" else weight
