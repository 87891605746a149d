"""What an attack may lead to: the exact distribution of its results, from the code that resolves it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from hexbench.engine.forecast import Forecast, OddsLine, Shift
from hexbench.engine.values import Reason, say
from hexbench.games.tigers import retreat
from hexbench.games.tigers.fighters import homes, target
from hexbench.games.tigers.odds import (
    DUMP,
    Guard,
    Reckoning,
    column,
    in_doubt,
    ladder,
    ratio,
    reckon,
    tallies,
)
from hexbench.games.tigers.pieces import SKORZENY
from hexbench.games.tigers.results import ATTACK
from hexbench.games.tigers.retreat import NO_WAY, Peril

if TYPE_CHECKING:
    from hexbench.engine.display import Form
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import TgSeat
    from hexbench.games.tigers.tables import Code, Results


def thought_of(seat: TgSeat, units: Sequence[str], hexes: Sequence[str]) -> Reckoning | None:
    """An attack of these units on these hexes up to the die; None when there is none to think of."""
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
        found = seat.memo[key] = reckon(seat.rules, s, seat.board, side, units, hexes)
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
    if not in_doubt(seat.rules, seat.s, seat.board, side, units, hexes):
        return
    found = thought_of(seat, units, hexes)
    if found is not None and found.lower < 0:
        text = say(
            "The attack on {hexes} stands at {ratio} after the shifts, below 1:5.",
            hexes=", ".join(hexes),
            ratio=ratio(found.lower),
        )
        yield Reason("TG-CRT-02", text, tuple(hexes))


def foresee(seat: TgSeat, units: Sequence[str], hexes: Sequence[str]) -> Forecast | None:
    """The distribution of the results of an attack; nothing in it is unknown but the die."""
    found = thought_of(seat, units, hexes)
    if found is None:
        return None
    from hexbench.games.tigers.combat_accounts import lit_by

    line = line_of(seat.rules, seat, units, found, cornered(seat, units, found, hexes))
    return Forecast(((1, line),), ATTACK, lit_by(seat, found))


def line_of(
    rules: TgRules, seat: TgSeat, units: Sequence[str], found: Reckoning, stuck: Collection[str]
) -> OddsLine:
    """A reckoning as one line of odds. Where defenders read two columns a result names both (TG-ODD-06)."""
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
    """What a row of the table does: "D2", or "D1 / D2" when the exempt defenders read the column below (TG-CRT-21).

    For those ``held``, who have no way to retreat or are ordered to stay, D1 is D, and D2 and D3 are DE (TG-CRT-17,
    TG-CRT-19): "DE", or "D2 + DE" where others of their class can retreat.
    """
    told: dict[bool, dict[str, None]] = {elite: {} for elite in found.classes}
    for guard, fate in fates(rules, found, row, held):
        told[found.reads(guard.elite) if len(told) > 1 else found.classes[0]][fate] = None
    return " / ".join(" + ".join(sorted(read, key=lambda one: one not in NO_WAY)) for read in told.values())


def fates(rules: TgRules, found: Reckoning, row: int, held: Collection[str]) -> Iterator[tuple[Guard, Code]]:
    """What a row of the table does to every defender."""
    table = rules.tables.results
    lone = len(found.guards) == 1 and found.guards[0].unit == SKORZENY
    for guard in found.guards:
        code = table.code(row, column(table, found.place(elite=found.reads(guard.elite))))
        bound = guard.unit != DUMP and guard.unit in held and code in NO_WAY
        yield (
            guard,
            "DE" if lone else NO_WAY[code] if bound else code,
        )  # TG-SPC-05: he vanishes before any die


def foresee_form(results: Results, form: Form) -> Forecast:
    """The odds of an attack that stands on no map. Fields: attack, defence, shift. Raises ValueError."""
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
