"""The calculation of one combat as lines with their clauses: strengths, shifts, odds, highlighted cells, and chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec.structs import replace

from hexbench.engine import results as ladder
from hexbench.engine.display import Account, Bar, Choice, Clause, Factor, Form, Light, Spread
from hexbench.engine.forecast import Forecast, OddsLine, Shift
from hexbench.engine.results import first_words, signed
from hexbench.engine.values import Action, Say, say
from hexbench.games.iron_tide import chits, results
from hexbench.games.iron_tide.charts import read_result
from hexbench.games.iron_tide.combat_odds import (
    Part,
    Terms,
    base_strength,
    column_of,
    first_column,
    odds_line,
    terms,
)
from hexbench.games.iron_tide.combatants import Fight, Stand, is_regiment, stand_of, targets_in, troops
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import FOE
from hexbench.games.iron_tide.post_combat import Counted, Fought
from hexbench.games.iron_tide.results import COMBAT

if TYPE_CHECKING:
    from hexbench.games.iron_tide.charts import ResultsTable
    from hexbench.games.iron_tide.chits import Cup
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItSeat
    from hexbench.games.iron_tide.tables import ChitTable


# Forecasts: the exact distribution of a combat over every chit that may be under its regiments or be drawn for
# them.

_Sums = tuple[int, int, tuple[str, ...]]
"""Attack, defence, and the regiments whose drawn chit made them cadres (B32)."""


class Blank(NamedTuple):
    """A regiment whose chit is unknown."""

    unit: str
    colour: str
    elite: bool
    fits: tuple[bool, ...]
    """The kinds its chit may be."""
    ranks: tuple[tuple[int, int], ...]
    """For each kind how strong it is, to keep the stronger of two."""
    gives: tuple[_Sums, ...]
    """For each kind what it adds."""


def foresee(seat: ItSeat, fight: Fight) -> Forecast:
    """The odds of a combat as far as this seat knows the chits. ``fight.air`` are points committed: each may fail."""
    lines: dict[OddsLine, int] = {}
    for weight, flown in _flights(fight.air):
        for line, ways in _mixture(seat, replace(fight, air=flown)).items():
            lines[line] = lines.get(line, 0) + weight * ways
    return Forecast(tuple((weight, line) for line, weight in lines.items()))


def weighed(seat: ItSeat, fight: Fight) -> Forecast:
    """The same for display: with the meaning of its results and the cells of the table to highlight."""
    found = foresee(seat, fight)
    return replace(found, what=COMBAT, lights=lit_by(seat, found))


def _flights(air: tuple[bool, bool]) -> Iterator[tuple[int, tuple[bool, bool]]]:
    """11.6b: each committed point arrives or fails, three ways of six each."""
    for attacker in (True, False) if air[0] else (False,):
        for defender in (True, False) if air[1] else (False,):
            yield 1, (attacker, defender)


def _mixture(seat: ItSeat, fight: Fight) -> dict[OddsLine, int]:
    rules, s = seat.rules, seat.s
    known, unseen = _sorted(rules, s, terms(rules, s, seat.board, fight))
    sums: Mapping[_Sums, int] = {known: 1}
    for colour in chits.COLOURS:
        blank = tuple(one for one in unseen if one.colour == colour)
        if blank:
            dealt = _deal(s.cups[colour], blank, _bystanders(rules, s, colour, blank))
            sums = _added(sums, dealt)
    lines: dict[OddsLine, int] = {}
    by_fallen: dict[tuple[str, ...], Terms] = {}
    for (attack, defence, fallen), ways in sorted(sums.items()):
        if fallen not in by_fallen:
            by_fallen[fallen] = terms(rules, s, seat.board, fight, fallen)
        line = odds_line(rules.tables.crt, by_fallen[fallen], attack, defence)
        lines[line] = lines.get(line, 0) + ways
    return lines


def _sorted(rules: ItRules, s: Any, found: Terms) -> tuple[_Sums, list[Blank]]:
    """The sums of the known strengths, and the unknown regiments in the order in which chits are dealt and drawn."""
    sums = [0, 0]
    hidden: dict[str, Blank] = {}
    to_draw: list[Blank] = []
    for which, parts in enumerate(found.parts):
        for part in parts:
            unit, printed = s.units[part.unit], s.roster[part.unit]
            kind = s.chits.get(part.unit)
            if not is_regiment(unit, printed) or kind is not None:
                sums[which] += part.count(base_strength(rules, s, part.unit, kind))
            elif unit.drawn:
                hidden[part.unit] = _blank(rules, s, part, which)
            else:
                to_draw.append(_blank(rules, s, part, which))
    order = chits.deal_order(rules, s, list(hidden))
    return (sums[0], sums[1], ()), [*(hidden[uid] for uid in order), *to_draw]


def _blank(rules: ItRules, s: Any, part: Part, which: int) -> Blank:
    table: ChitTable = rules.tables.chits
    unit, printed = s.units[part.unit], s.roster[part.unit]
    kinds = range(len(chits.kinds(table, printed.cup)))
    first_reduced = printed.starts_reduced and not unit.drawn  # 11.3c: reduced side up from the start

    def gives(kind: int) -> _Sums:
        shows = chits.strength(table, printed, kind, reduced=unit.reduced or first_reduced)
        falls = first_reduced and shows == 0
        n = part.count(printed.cadre_factor if falls else shows)
        return (n, 0)[which], (0, n)[which], (part.unit,) if falls else ()

    return Blank(
        part.unit,
        printed.cup,
        printed.elite,
        chits.allowed(table, s, part.unit),
        tuple(chits.order(table, printed, kind) for kind in kinds),
        tuple(gives(kind) for kind in kinds),
    )


# ---- dealing ---------------------------------------------------------------------------------------------------------
@lru_cache(maxsize=512)
def _deal(
    cup: Cup, blank: tuple[Blank, ...], bystanders: tuple[tuple[bool, ...], ...]
) -> Mapping[_Sums, int]:
    """Every way to deal one colour: what it adds -> number of ways.

    Kept, since the same regiments are thought of beside others, with other support, and again when a position is looked at again.
    """
    # by what is left in the cup: what can be drawn from it is the same whatever was added before
    states: dict[Cup, dict[_Sums, int]] = {cup: {(0, 0, ()): 1}}
    for one in blank:
        after: dict[Cup, dict[_Sums, int]] = {}
        for left, before in states.items():
            for kind, n in _draws(left, one):
                into = after.setdefault(chits.changed(left, kind, -1), {})
                a, d, fallen = one.gives[kind]
                for (attack, defence, fell), ways in before.items():
                    key = attack + a, defence + d, fell + fallen
                    into[key] = into.get(key, 0) + ways * n
        states = after
    out: dict[_Sums, int] = {}
    for left, found in states.items():
        others = _ways_for(left, bystanders)
        for sums, ways in found.items():
            out[sums] = out.get(sums, 0) + ways * others
    return out


def _draws(left: Cup, one: Blank) -> Iterator[tuple[int, int]]:
    """(kind kept, number of ways) for one regiment: of one chit, or of two in order of which the stronger stays."""
    open_ = [(kind, n) for kind, n in enumerate(left) if n and one.fits[kind]]
    if not one.elite or sum(n for _, n in open_) < 2:
        yield from open_
        return
    kept: Counter[int] = Counter()
    for first, n in open_:
        for second, m in open_:
            pairs = n * (m - 1 if first == second else m)
            kept[second if one.ranks[second] > one.ranks[first] else first] += pairs
    yield from sorted((kind, n) for kind, n in kept.items() if n)


def _plus(a: _Sums, b: _Sums) -> _Sums:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _added(a: Mapping[_Sums, int], b: Mapping[_Sums, int]) -> dict[_Sums, int]:
    """The sums of two independent deals."""
    out: dict[_Sums, int] = {}
    for one, n in a.items():
        for other, m in b.items():
            both = _plus(one, other)
            out[both] = out.get(both, 0) + n * m
    return out


def _bystanders(rules: ItRules, s: Any, colour: str, blank: Iterable[Blank]) -> tuple[tuple[bool, ...], ...]:
    """Regiments elsewhere with unseen chits that cannot be of every kind: they leave fewer of the others (11.78i)."""
    in_it = {one.unit for one in blank}
    table: ChitTable = rules.tables.chits
    out = [
        chits.allowed(table, s, uid)
        for uid in chits.blanks(s)
        if uid not in in_it and s.roster[uid].cup == colour and s.units[uid].reduced
    ]
    return tuple(sorted(out, key=lambda fits: fits.count(True)))


def _ways_for(left: Cup, bystanders: Sequence[tuple[bool, ...]]) -> int:
    """How many ways there are to deal the bystanders theirs: the kinds open to one are open to the next."""
    ways = 1
    for i, fits in enumerate(bystanders):
        ways *= max(0, sum(n for n, ok in zip(left, fits, strict=True) if ok) - i)
    return ways


# ---- hypothetical attacks --------------------------------------------------------------------------------------------
def thought_of(seat: ItSeat, attackers: tuple[str, ...], hexes: tuple[str, ...]) -> Fight | None:
    """An attack by these units on these hexes, with the likeliest defenders and no support; None if there can be none."""
    s = seat.s
    if not attackers or any(u not in s.units or not s.units[u].on_map for u in attackers):
        return None
    side = s.units[attackers[0]].side
    if any(s.units[u].side != side or s.roster[u].commando for u in attackers):
        return None
    stands: list[Stand] = []
    for at in dict.fromkeys(hexes):
        foe = FOE[side]
        here = targets_in(s, seat.board, foe, at) or troops(s, seat.board, foe, at)
        if here:
            stands.append(Stand(at, stand_of(s, here)))
    return Fight(side=side, attackers=attackers, stands=tuple(stands)) if stands else None


def foresee_form(crt: ResultsTable, form: Form) -> Forecast:
    """The odds of an attack that is not on the map. Fields: attack, defence, row, shift. Raises ValueError."""
    value = {field.key: field.value for field in form.fields}
    row = value["row"]
    if row not in crt.odds:
        raise ValueError(f"There is no odds row {row!r}.")
    by = int(value.get("shift", "0"))
    shift = (Shift("11.76b", say("Net shift"), by),) if by else ()
    found = Terms(row=row, parts=((), ()), shifts=shift)
    line = odds_line(crt, found, int(value["attack"]), int(value["defence"]))
    return Forecast(((1, line),), COMBAT)


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
    if _all_there(seat, fight):
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
    back = (Choice(say("Take back"), Action("back", (uid,)), say("Take it out of the attack."), False, True),)
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


def _all_there(seat: ItSeat, fight: Fight) -> bool:
    """Whether all units are still where they fought; afterwards the clauses of the strengths cannot be determined."""
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
        clauses.append(Clause(say("on a die roll of 1 to 3"), "11.6b"))
    hexes: tuple[str, ...] = ()
    if shift.rule in ("11.5e", "11.5f", "11.5g"):
        guns = fight.guns[0 if shift.by > 0 else 1]
        hexes = tuple(seat.s.units[u].at for u in guns if seat.s.units[u].on_map)
    return Factor(say=shift.say, amount=signed(shift.by), clauses=tuple(clauses), hexes=hexes)


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
    """:func:`foresee`, cached while no unit changes: while attacks are drafted most of them stay the same."""
    s, kept = seat.s, seat.rules.memo
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
    """The cells of that table to highlight for a :class:`Combat`: with the dice, or as forecast; none without odds."""
    if fought is not None:
        return ((CRT, lights_of(seat, fought.line, fought.dice, sure=True)),)
    line, sure = likeliest(forecast) if forecast is not None else (None, False)
    return ((CRT, lights_of(seat, line, 0, sure=sure) if line is not None else ()),)


def likeliest(forecast: Forecast) -> tuple[OddsLine | None, bool]:
    """The odds of the likeliest column (None when unknown), and whether it is the only one."""
    by_column: dict[str, list[tuple[int, OddsLine]]] = {}
    for weight, line in forecast.lines:
        by_column.setdefault(line.column, []).append((weight, line))
    if not by_column:
        return None, False
    best = max(by_column.values(), key=lambda ones: sum(weight for weight, _ in ones))
    return max(best, key=lambda one: one[0])[1], len(by_column) == 1


def lights_of(seat: ItSeat, line: OddsLine, dice: int, sure: bool) -> tuple[Light, ...]:
    """The row with the column before and after the shifts, and the result cell once the dice are rolled (``dice`` > 0)."""
    return tuple(_lights(seat, line, dice, sure))


def _lights(seat: ItSeat, line: OddsLine, dice: int, sure: bool) -> Iterator[Light]:
    crt = seat.rules.tables.crt
    row, column, first = crt.defence_rank.index(line.row), column_of(crt, line), first_column(crt, line)
    yield Light(row, -1, "band")
    yield Light(-1, column, "band")
    if first != column:
        yield Light(row, first, "from", say("{ratio} before the shifts", ratio=crt.odds[line.row][first]))
    after = (
        say("{column} after the shifts", column=line.column)
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
    """The chances before the dice roll, with the actual result highlighted."""
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
