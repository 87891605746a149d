"""What the die may bring, exactly over its six faces: engagements, shots, bombs, rockets, from the code that resolves them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from hexbench.engine.display import Light
from hexbench.engine.forecast import Forecast, OddsLine, Tally, Term
from hexbench.engine.values import say
from hexbench.games.blitzkrieg import odds
from hexbench.games.blitzkrieg.results import ARTILLERY, ENGAGEMENT

if TYPE_CHECKING:
    from hexbench.engine.display import Form
    from hexbench.games.blitzkrieg.odds import Odds
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkSeat
    from hexbench.games.blitzkrieg.works import Engagement

FACES = range(1, 7)
Lit = tuple[tuple[str, tuple[Light, ...]], ...]


def cell(rules: BkRules, roll: int, column: int) -> str:
    """A cell of Table 2 as players write it: "DL1/4; Db2 Aa1"."""
    table = rules.tables.combat
    return f"{table.losses[roll - 1][column]}; {table.moves[roll - 1][column]}"


def counted(results: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Each result with the number of faces that give it."""
    out: dict[str, int] = {}
    for result in results:
        out[result] = out.get(result, 0) + 1
    return tuple(out.items())


def line_of(rules: BkRules, now: Odds) -> OddsLine:
    """The odds of an engagement as a line with its six results (BK-RES-06)."""
    attack = [line for line in now.lines if line.of == "attack"]
    terms = tuple(Term(say=line.text, amount=int(line.amount), unit=line.unit) for line in attack)
    return OddsLine(
        attack=now.attack,
        defence=ceil(now.defence),
        ratio=f"{now.attack} : {odds.amount(now.defence)}",
        column=rules.tables.combat.columns[now.column],
        clamped=_clamped(now.attack, now.defence),
        results=counted(cell(rules, roll, now.column) for roll in FACES),
        ways=len(FACES),
        tallies=(Tally(say=say("Attack"), terms=terms),) if terms else (),
    )


def _clamped(attack: int, defence: Fraction) -> bool:
    """Whether the odds lie beyond the table (BK-ODD-10)."""
    return attack * 4 < defence or attack >= 7 * defence


def engagement(seat: BkSeat, e: Engagement) -> Forecast:
    """An engagement as it stands."""
    return of_odds(seat, odds.of(seat.rules, seat.s, seat.board, e))


def of_odds(seat: BkSeat, now: Odds) -> Forecast:
    """An engagement at these odds, with where its die would be read."""
    from hexbench.games.blitzkrieg.combat_accounts import lit_by

    return one(line_of(seat.rules, now), ENGAGEMENT, lit_by(seat, now))


def thought_of(seat: BkSeat, attackers: Sequence[str], hexes: Sequence[str]) -> Odds | None:
    """Odds of an engagement that is only thought of; None where there is none to think of."""
    s = seat.s
    if not attackers or not hexes or any(u not in s.units or not s.units[u].on_map for u in attackers):
        return None
    side = s.units[attackers[0]].side
    if any(s.units[u].side != side for u in attackers):
        return None
    now = odds.odds(seat.rules, s, seat.board, tuple(attackers), tuple(hexes))
    return now if any(line.of == "defence" for line in now.lines) else None


def shot(rules: BkRules, column: int, gun: int, target: Fraction) -> Forecast:
    """A shot on a column of Table 1 (BK-ART-09)."""
    table = rules.tables.artillery
    line = OddsLine(
        attack=gun,
        defence=ceil(target),
        ratio=f"{gun} : {odds.amount(target)}",
        column=table.columns[column],
        clamped=gun * 2 < target or gun >= 4 * target,
        results=counted(f"L{table.cell(roll, column)}" for roll in FACES),
        ways=len(FACES),
    )
    return one(line, ARTILLERY, (("table_1", (Light(-1, column, "to", say("{ratio}", ratio=line.ratio)),)),))


def simple(results: Iterable[str], ways: int = 6, what: str = "") -> Forecast:
    """A die without odds: Table 4, a rocket."""
    return one(OddsLine(attack=0, defence=0, ratio="", results=counted(results), ways=ways), what)


def one(line: OddsLine, what: str = "", lights: Lit = ()) -> Forecast:
    """Nothing is unknown but the die."""
    return Forecast(((1, line),), what, lights)


def foresee_form(rules: BkRules, form: Form) -> Forecast:
    """The odds of strengths that stand on no map. Fields: attack, defence. Raises ValueError."""
    value = {field.key: field.value for field in form.fields}
    attack, defence = int(value.get("attack", "0")), Fraction(value.get("defence", "0"))
    now = odds.Odds((), attack, defence, odds.column_of(attack, defence), False)
    return one(line_of(rules, now), ENGAGEMENT)
