"""Forecasts: the exact mixture of a combat over every chit that may lie under its regiments or be drawn for them.

What has not been seen is dealt as :func:`chits.imagine` deals it: chits that lie unseen first, then those still to be
drawn, in the order of resolution, the better of two for elite regiments (9.1b).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from hexbench.engine.display import Form
from hexbench.engine.forecast import Forecast, OddsLine, Shift
from hexbench.engine.values import say
from hexbench.games.iron_tide import chits
from hexbench.games.iron_tide.combat_odds import Part, Terms, base_strength, odds_line, terms
from hexbench.games.iron_tide.combatants import Fight, Stand, is_regiment, stand_of, targets_in, troops
from hexbench.games.iron_tide.pieces import FOE
from hexbench.games.iron_tide.results import COMBAT

if TYPE_CHECKING:
    from hexbench.games.iron_tide.charts import ResultsTable
    from hexbench.games.iron_tide.chits import Cup
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItSeat
    from hexbench.games.iron_tide.tables import ChitTable

Sums = tuple[int, int, tuple[str, ...]]
"""Attack, defence, and the regiments that turned out to be cadres when they drew (B32)."""


class Blank(NamedTuple):
    """A regiment whose chit is unknown."""

    unit: str
    colour: str
    elite: bool
    fits: tuple[bool, ...]
    """The kinds its chit may be."""
    ranks: tuple[tuple[int, int], ...]
    """For each kind how strong it is, to keep the stronger of two."""
    gives: tuple[Sums, ...]
    """For each kind what it adds."""


def foresee(seat: ItSeat, fight: Fight) -> Forecast:
    """The odds of a combat as far as this seat knows the chits. ``fight.air`` are points committed: each may fail."""
    lines: dict[OddsLine, int] = {}
    for weight, flown in _flights(fight.air):
        for line, ways in _mixture(seat, replace(fight, air=flown)).items():
            lines[line] = lines.get(line, 0) + weight * ways
    return Forecast(tuple((weight, line) for line, weight in lines.items()))


def weighed(seat: ItSeat, fight: Fight) -> Forecast:
    """The same for somebody who weighs it: with what its results are, and where the dice would be read."""
    from hexbench.games.iron_tide.combat_reckoning import lit_by

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
    sums = {known: 1}
    for colour in chits.COLOURS:
        blank = [one for one in unseen if one.colour == colour]
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


def _sorted(rules: ItRules, s: Any, found: Terms) -> tuple[Sums, list[Blank]]:
    """What is known adds up; what is not comes in the order it is dealt and drawn."""
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

    def gives(kind: int) -> Sums:
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
def _deal(cup: Cup, blank: Sequence[Blank], bystanders: Sequence[tuple[bool, ...]]) -> dict[Sums, int]:
    """Every way to deal one colour: what it adds -> number of ways."""
    states: dict[tuple[Cup, Sums], int] = {(cup, (0, 0, ())): 1}
    for one in blank:
        after: dict[tuple[Cup, Sums], int] = {}
        for (left, sums), ways in states.items():
            for kind, n in _draws(left, one):
                key = chits.changed(left, kind, -1), _plus(sums, one.gives[kind])
                after[key] = after.get(key, 0) + ways * n
        states = after
    out: dict[Sums, int] = {}
    for (left, sums), ways in states.items():
        out[sums] = out.get(sums, 0) + ways * _ways_for(left, bystanders)
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


def _plus(a: Sums, b: Sums) -> Sums:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _added(a: dict[Sums, int], b: dict[Sums, int]) -> dict[Sums, int]:
    """The sums of two independent deals."""
    out: dict[Sums, int] = {}
    for one, n in a.items():
        for other, m in b.items():
            both = _plus(one, other)
            out[both] = out.get(both, 0) + n * m
    return out


def _bystanders(rules: ItRules, s: Any, colour: str, blank: Iterable[Blank]) -> list[tuple[bool, ...]]:
    """Regiments elsewhere with unseen chits that cannot be of every kind: they leave fewer of the others (11.78i)."""
    in_it = {one.unit for one in blank}
    table: ChitTable = rules.tables.chits
    out = [
        chits.allowed(table, s, uid)
        for uid in chits.blanks(s)
        if uid not in in_it and s.roster[uid].cup == colour and s.units[uid].reduced
    ]
    return sorted(out, key=lambda fits: fits.count(True))


def _ways_for(left: Cup, bystanders: Sequence[tuple[bool, ...]]) -> int:
    """How many ways there are to deal the bystanders theirs: the kinds open to one are open to the next."""
    ways = 1
    for i, fits in enumerate(bystanders):
        ways *= max(0, sum(n for n, ok in zip(left, fits, strict=True) if ok) - i)
    return ways


# ---- attacks that are only thought of --------------------------------------------------------------------------------
def thought_of(seat: ItSeat, attackers: tuple[str, ...], hexes: tuple[str, ...]) -> Fight | None:
    """An attack of these units on these hexes, with the likeliest defenders and no support; None when it makes none."""
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
    """The odds of an attack that stands on no map. Fields: attack, defence, row, shift. Raises ValueError."""
    value = {field.key: field.value for field in form.fields}
    row = value["row"]
    if row not in crt.odds:
        raise ValueError(f"There is no odds row {row!r}.")
    by = int(value.get("shift", "0"))
    shift = (Shift("11.76b", say("Net shift"), by),) if by else ()
    found = Terms(row=row, parts=((), ()), shifts=shift)
    line = odds_line(crt, found, int(value["attack"]), int(value["defence"]))
    return Forecast(((1, line),), COMBAT)
