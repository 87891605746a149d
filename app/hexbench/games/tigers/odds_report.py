"""One attack as lines with their clauses: strengths, shifts, odds, and the chances of every result."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Account, Bar, Choice, Clause, Factor, Light, Spread
from hexbench.engine.forecast import Forecast, OddsLine, Shift
from hexbench.engine.results import first_words, signed
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.games.tigers import results, retreat
from hexbench.games.tigers.fighters import diced_for, gaps, homes, target
from hexbench.games.tigers.odds import (
    DUMP,
    NO_WAY_OUT,
    Guard,
    Reckoning,
    column,
    in_doubt,
    ladder,
    ratio,
    reckon,
    tallies,
)
from hexbench.games.tigers.pieces import FOE, SKORZENY
from hexbench.games.tigers.results import ATTACK
from hexbench.games.tigers.retreat import NO_WAY, Peril

if TYPE_CHECKING:
    from hexbench.engine.display import Form
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import TgSeat
    from hexbench.games.tigers.tables import Code, Results


# The exact distribution of the results of an attack, calculated by the code that resolves it.


def thought_of(seat: TgSeat, units: Sequence[str], hexes: Sequence[str]) -> Reckoning | None:
    """A hypothetical attack by these units on these hexes, worked out up to the die roll; None if it makes no
    sense.
    """
    s = seat.s
    if not units or any(u not in s.units or not s.units[u].on_map for u in units):
        return None
    side = s.units[units[0]].side
    if any(s.units[u].side != side for u in units) or not hexes:
        return None
    if any(not target(s, seat.board, side, at) for at in hexes):
        return None
    key = ("reckoned", tuple(units), tuple(hexes))
    found: Reckoning | None = seat.memo.get(key)
    if found is None:
        diced = diced_for(s, seat.board, side, hexes)
        found = seat.memo[key] = reckon(seat.rules, s, seat.board, side, units, diced)
    return found


def cornered(seat: TgSeat, units: Sequence[str], found: Reckoning, hexes: Sequence[str]) -> tuple[str, ...]:
    """The defenders who would have no way to retreat if the attack were resolved as things stand (TG-CRT-17)."""
    key = ("cornered", tuple(units), tuple(hexes))
    out: tuple[str, ...] | None = seat.memo.get(key)
    if out is None:
        peril = Peril(tuple(hexes), homes(seat.s, units))
        out = retreat.stuck(seat.rules, seat.s, seat.board, peril, found.retreating)
        seat.memo[key] = out
    return out


def too_weak(seat: TgSeat, side: str, units: Sequence[str], hexes: Sequence[str]) -> Iterator[Reason]:
    """TG-CRT-02, AMB-03: an attack whose column after the shifts is below 1:5 may not be made."""
    diced = diced_for(seat.s, seat.board, side, hexes)
    if not in_doubt(seat.rules, seat.s, seat.board, side, units, diced):
        return
    found = thought_of(seat, units, hexes)
    if found is not None and found.lower < 0:
        text = say(
            "The attack on {hexes} is at {ratio} after column shifts, below the minimum of 1:5.",
            hexes=", ".join(hexes),
            ratio=ratio(found.lower),
        )
        yield Reason("TG-CRT-02", text, tuple(hexes))


def foresee(seat: TgSeat, units: Sequence[str], hexes: Sequence[str]) -> Forecast | None:
    """The distribution of the results of an attack; only the die is unknown."""
    found = thought_of(seat, units, hexes)
    if found is None:
        return None

    line = line_of(seat.rules, seat, units, found, cornered(seat, units, found, hexes))
    return Forecast(((1, line),), ATTACK, lit_by(seat, found))


def line_of(
    rules: TgRules, seat: TgSeat, units: Sequence[str], found: Reckoning, stuck: Collection[str]
) -> OddsLine:
    """A reckoning as one line of odds. Where defenders use two columns, each result names both (TG-ODD-06)."""
    table = rules.tables.results
    out: dict[str, int] = {}
    for row in range(1, 7):
        name = outcome(rules, found, row, stuck)
        out[name] = out.get(name, 0) + 1
    shifts = found.shifts if found.softer is None else (*found.shifts, found.softer)
    names = [table.columns[column(table, found.place(elite=elite))] for elite in found.classes]
    side = seat.s.units[units[0]].side
    return OddsLine(
        attack=found.attack,
        defence=found.defence,
        ratio=ratio(found.ladder),
        shifts=shifts,
        column=" / ".join(names),
        clamped=any(
            column(table, found.place(elite=elite)) != found.place(elite=elite) for elite in found.classes
        ),
        results=tuple(out.items()),
        ways=6,
        tallies=tallies(rules, seat.s, side, units, found, stuck),
    )


def outcome(rules: TgRules, found: Reckoning, row: int, held: Collection[str]) -> str:
    """The result of a table row: "D2", or "D1 / D2" when exempt defenders use the column below (TG-CRT-21).

    For units in ``held``, which cannot retreat or are ordered to stay, D1 is D, and D2 and D3 are DE
    (TG-CRT-17, TG-CRT-19): "DE", or "D2 + DE" where others of their class can retreat.
    """
    told: dict[bool, dict[str, None]] = {elite: {} for elite in found.classes}
    for guard, fate in fates(rules, found, row, held):
        told[found.reads(guard.elite) if len(told) > 1 else found.classes[0]][fate] = None
    return " / ".join(" + ".join(sorted(read, key=lambda one: one not in NO_WAY)) for read in told.values())


def fates(rules: TgRules, found: Reckoning, row: int, held: Collection[str]) -> Iterator[tuple[Guard, Code]]:
    """The result of a table row for every defender."""
    table = rules.tables.results
    lone = len(found.guards) == 1 and found.guards[0].unit == SKORZENY
    for guard in found.guards:
        code = table.code(row, column(table, found.place(elite=found.reads(guard.elite))))
        bound = guard.unit != DUMP and guard.unit in held and code in NO_WAY
        yield (
            guard,
            "DE" if lone else NO_WAY[code] if bound else code,
        )  # TG-SPC-05: he is removed before any die roll


def foresee_form(results: Results, form: Form) -> Forecast:
    """The odds of an attack given by a form, without a map. Fields: attack, defence, shift. Raises
    ValueError.
    """
    value = {field.key: field.value for field in form.fields}
    attack, defence, by = (int(value.get(key, "0")) for key in ("attack", "defence", "shift"))
    shift = (Shift("TG-ODD-02", say("Net shift"), by),) if by else ()
    place = ladder(attack, defence)
    cut = column(results, place + by)
    out: dict[str, int] = {}
    for row in range(1, 7):
        out[results.code(row, cut)] = out.get(results.code(row, cut), 0) + 1
    line = OddsLine(
        attack=attack,
        defence=defence,
        ratio=ratio(place),
        shifts=shift,
        column=results.columns[cut],
        clamped=cut != place + by,
        results=tuple(out.items()),
        ways=6,
    )
    return Forecast(((1, line),), ATTACK)


def columns(seat: TgSeat, found: Reckoning) -> tuple[str, ...]:
    """The column of each class of defenders, clamped to the table."""
    table = seat.rules.tables.results
    return tuple(table.columns[column(table, found.place(elite=elite))] for elite in found.classes)


def accounts(
    seat: TgSeat,
    units: Sequence[str],
    found: Reckoning,
    held: Collection[str],
    removal: Callable[[str], Choice] | None = None,
) -> tuple[Account, ...]:
    """Attack, defense, shifts, odds. ``held``: units that cannot retreat; ``removal`` makes the button that
    takes an attacker out of the attack.
    """
    return (
        attack(seat, units, found, removal),
        defence(seat, units, found, held),
        shifts(found),
        odds(seat, found, held),
    )


def take_back(uid: str) -> Choice:
    """The button that takes one attacker out of a planned attack."""
    return Choice(say("Take back"), Action("back", (uid,)), say("Take it out of the attack."), back=True)


def attack(
    seat: TgSeat, units: Sequence[str], found: Reckoning, removal: Callable[[str], Choice] | None = None
) -> Account:
    """The attackers with their printed factors (TG-GEN-04)."""
    s = seat.s
    lines = tuple(
        Factor(
            say=seat.rules.title(s.roster[u]),
            amount=str(s.roster[u].factor),
            unit=u,
            hexes=s.units[u].spot,
            choices=(removal(u),) if removal is not None else (),
        )
        for u in units
    )
    return Account(say=say("Attack"), lines=lines, total=str(found.attack), side=s.units[units[0]].side)


def defence(seat: TgSeat, units: Sequence[str], found: Reckoning, held: Collection[str]) -> Account:
    """Every defender with its terrain and entrenchment bonuses (TG-TER-14), and whether it can retreat
    (TG-CRT-17).
    """
    lines = tuple(_guard(seat, guard, held) for guard in found.guards)
    side = FOE[seat.s.units[units[0]].side]
    return Account(say=say("Defense"), lines=lines, total=str(found.defence), side=side)


def _guard(seat: TgSeat, guard: Guard, held: Collection[str]) -> Factor:
    if guard.unit == DUMP:
        clause = Clause(say("intrinsic"), "TG-FUL-03")
        return Factor(say=say("Fuel dump"), amount=str(guard.value), clauses=(clause,), hexes=(guard.hex,))
    return Factor(
        say=seat.called(guard.unit),
        amount=str(guard.value),
        was=str(guard.base) if guard.bonuses else "",
        clauses=(*guard.bonuses, NO_WAY_OUT) if guard.unit in held else guard.bonuses,
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


def odds(seat: TgSeat, found: Reckoning, held: Collection[str]) -> Account:
    """The ratio, the column of each class, and how results are read for units that cannot retreat."""
    names = columns(seat, found)
    lines = [
        Factor(say=say("Attack to defense"), amount=f"{found.attack} : {found.defence}"),
        Factor(say=say("Odds"), amount=ratio(found.ladder), clauses=(Clause(Say(""), "TG-ODD-01"),)),
    ]
    for elite, name in zip(found.classes, names, strict=True):
        text = say("Column after the shifts")
        if len(names) > 1:
            text = say("Column for elite defenders") if elite else say("Column for the others")
        rule = (
            "TG-CRT-03" if found.place(elite=elite) >= len(seat.rules.tables.results.columns) else "TG-ODD-02"
        )
        if found.place(elite=elite) < 0:
            rule = "TG-CRT-02"
        amount = name if found.place(elite=elite) >= 0 else ratio(found.place(elite=elite))
        lines.append(
            Factor(say=text, amount=amount, was=ratio(found.ladder), clauses=(Clause(Say(""), rule),))
        )
    if held:
        bound = all(unit in held for unit, _ in found.retreating)
        text = (
            say("D1 reads as D, D2 and D3 as DE")
            if bound
            else say("For some, D1 reads as D, D2 and D3 as DE")
        )
        lines.append(Factor(say=text, clauses=(NO_WAY_OUT,)))
    return Account(say=say("Odds"), lines=tuple(lines), total=" / ".join(names))


def spread(seat: TgSeat, found: Reckoning, held: Collection[str], row: int = 0) -> Spread:
    """The chances of the results, best for the attacker first; the result of ``row`` is lit once the die is
    rolled.
    """
    ways: dict[str, int] = {}
    for n in range(1, 7):
        name = outcome(seat.rules, found, n, held)
        ways[name] = ways.get(name, 0) + 1
    order = seat.rules.tables.results.severity
    names = sorted(ways, key=lambda name: [order.index(code) for code in codes(name)])
    hit = outcome(seat.rules, found, row, held) if row else ""
    title = say("The result: {result}", result=hit) if hit else say("Chances of the results")
    return Spread(
        title, tuple(Bar(Say(name), ways[name], name == hit, results.combat(name)) for name in names)
    )


def told(code: str) -> Say:
    """A result as text, with its code."""
    return first_words(results.combat(code), code)


def bridges(seat: TgSeat, units: Sequence[str], hexes: Sequence[str]) -> Iterator[Account]:
    """The hexsides that must be bridged before an attack; units that need a bridge that fails do not attack
    (TG-BRG-05).
    """
    lines = tuple(
        Factor(
            say=say("River at {side}", side=name),
            amount="1/2",
            clauses=(Clause(Say(""), "TG-BRG-05"),),
            hexes=tuple(name.split("/")),
        )
        for name in gaps(seat.rules, seat.s, units, hexes)
    )
    if lines:
        yield Account(say=say("Engineer bridges to roll for"), lines=lines)


CRT: Final = "crt"
"""The key of the Combat Results Table."""


def lit_by(seat: TgSeat, found: Reckoning | None, row: int = 0) -> tuple[tuple[str, tuple[Light, ...]], ...]:
    """What a combat lights in the results table, for :class:`Combat`; nothing without odds."""
    return ((CRT, lights_of(seat, found, row) if found is not None else ()),)


def lights_of(seat: TgSeat, found: Reckoning, row: int) -> tuple[Light, ...]:
    """The columns before and after the shifts, and the cell once the die is rolled; ``row`` is 0 before
    that.
    """
    die = row if seat.rules.options.die_index == "A" or not row else 7 - row
    return tuple(_lights(seat, found, row, die))


def _lights(seat: TgSeat, found: Reckoning, row: int, die: int) -> Iterator[Light]:
    table = seat.rules.tables.results
    first = column(table, found.ladder)
    places = {elite: column(table, found.place(elite=elite)) for elite in found.classes}
    if first not in places.values():
        yield Light(-1, first, "from", say("{ratio} before the shifts", ratio=ratio(found.ladder)))
    for elite, place in places.items():
        name = table.columns[place]
        if len(places) > 1:
            text = (
                say("{column} for elite defenders", column=name)
                if elite
                else say("{column} for the others", column=name)
            )
        else:
            text = say("{column} after the shifts", column=name)
        yield Light(-1, place, "to", text)
        if row:
            code = table.code(row, place)
            yield Light(die - 1, place, "hit", say("die {n}: {result}", n=die, result=told(code)))
    if row:
        yield Light(die - 1, -1, "band")


def codes(name: str) -> list[str]:
    """The single results in the name of an outcome: "D1 / D2 + DE" holds three."""
    return name.replace(" + ", " / ").split(" / ")
