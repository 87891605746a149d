"""The odds of an engagement, line by line with the clause behind each (BK-ODD), and those of a shot (BK-ART-09..12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Literal, NamedTuple

from hexbench.atlas.atlas import side_name
from hexbench.engine.display import Light
from hexbench.engine.forecast import Forecast, OddsLine, Tally, Term
from hexbench.engine.values import Say, say
from hexbench.games.blitzkrieg.pieces import FOE, GROUND
from hexbench.games.blitzkrieg.results import ARTILLERY, ENGAGEMENT

if TYPE_CHECKING:
    from hexbench.engine.display import Form
    from hexbench.games.blitzkrieg.pieces import Engagement, Unit
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, BkSeat, Position


WORST, BEST = 0, 8
"""Columns 1-4 and 6-1 of Table 2, counted from 0."""
EVEN = 3


class Line(NamedTuple):
    """One line of a strength: which unit, how many points, and by which clause."""

    of: Literal["attack", "defence"]
    text: Say
    amount: Fraction
    rule: str
    unit: str = ""


class Odds(NamedTuple):
    """The odds of an engagement as it is now."""

    lines: tuple[Line, ...]
    attack: int
    defence: Fraction
    column: int
    """Column of Table 2, 0..8."""
    doubled: bool
    """All attackers are across a river from all defenders (BK-ODD-05)."""


def column_of(attack: Fraction | int, defence: Fraction | int) -> int:
    """The column of Table 2, rounded in the defender's favour (BK-ODD-10..12)."""
    if not defence:
        return BEST
    if attack >= defence:
        return EVEN + min(6, int(attack // defence)) - 1
    if not attack:
        return WORST
    return EVEN + 1 - min(4, -int(-Fraction(defence) // attack))


def defenders(s: Position, board: BkBoard, hexes: Iterable[str], side: str) -> tuple[str, ...]:
    """The ground units of a side in some hexes: all of them defend (BK-ENG-05); infiltrators never do (BK-ENG-18)."""
    return tuple(
        uid
        for at in hexes
        for uid in board.at.get(at, ())
        if s.units[uid].side == side and s.roster[uid].type in GROUND
    )


def defending(s: Position, board: BkBoard, engagement: Engagement) -> tuple[str, ...]:
    """The units that defend in an engagement: all units in its hexes (BK-ENG-05), or those of them that were
    there at RESOLVE (BK-RES-31).
    """
    if engagement.defenders:
        return tuple(uid for uid in engagement.defenders if s.units[uid].on_map)
    return defenders(s, board, engagement.hexes, FOE[s.phasing])


def factor(rules: BkRules, kind: str) -> Fraction:
    """The share of its strength with which a class defends (BK-ODD-03)."""
    if kind == "artillery":
        return Fraction(1, rules.tables.divisor.artillery)
    if kind == "volkswerfer":
        return Fraction(1, rules.tables.divisor.volkswerfer)
    return Fraction(1)


def defends_with(rules: BkRules, unit: Unit) -> int:
    """The strength with which a unit defends, before class and terrain. Isolation reduces it only with the
    option (BK-SUP-14, BK-AMB-20).
    """
    return unit.strength if rules.options.isolated_defence == "reduced" else unit.defence


def terrain_factor(rules: BkRules, kind: str, at: str) -> int:
    """The multiplier of Table 8 (BK-ODD-02, BK-ODD-08, BK-ODD-09)."""
    return rules.tables.defence[kind][rules.terrain(at)]


def defence_of(rules: BkRules, s: Position, uid: str, *, doubled: bool = False) -> Fraction:
    """The defence of one unit including class and terrain; ``doubled`` by a river (BK-ODD-05, BK-ODD-07)."""
    unit, printed = s.units[uid], s.roster[uid]
    own = defends_with(rules, unit) * factor(rules, printed.type)
    ground = terrain_factor(rules, printed.type, unit.at)
    if doubled:
        ground = max(ground, 2) if rules.options.river_stack == "max" else 2 * ground
    return own * ground


def _across_river(rules: BkRules, s: Position, attackers: Sequence[str], hexes: Sequence[str]) -> bool:
    """Whether all attackers are across a river from all defenders; bridged rivers count unless the option
    says otherwise (BK-ODD-05, BK-ODD-06).

    In a star every attacker is next to every defending hex, so a single hexside decides for each pair.
    """
    pairs = {(s.units[a].at, at) for a in attackers for at in hexes}
    return bool(pairs) and all(doubles(rules, s, side_name(a, d)) for a, d in pairs)


def doubles(rules: BkRules, s: Position, side: str) -> bool:
    """Whether a hexside doubles the defence behind it: a river does; an intact bridge cancels this only with
    the option (BK-AMB-06).
    """
    if side not in rules.rivers:
        return False
    return rules.options.bridged_river or side not in rules.bridges or bool(s.blown.get(side))


def amount(value: Fraction) -> str:
    """A strength as players write it: "7", "2 1/2", "1/4"."""
    whole, rest = divmod(abs(value), 1)
    sign = "-" if value < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def words(rules: BkRules, now: Odds) -> Say:
    """The odds in a few words: "3-1 (12 to 4)"."""
    column = rules.tables.combat.columns[now.column]
    return say("{column} ({a} to {d})", column=column, a=now.attack, d=amount(now.defence))


def odds(
    rules: BkRules,
    s: Position,
    board: BkBoard,
    attackers: Sequence[str],
    hexes: Sequence[str],
    guards: Sequence[str] | None = None,
) -> Odds:
    """The odds of attackers against all units in some hexes, or against only the ``guards`` among them."""
    if not attackers:
        return Odds((), 0, Fraction(0), WORST, False)
    lines: list[Line] = []
    attack = 0
    for uid in attackers:
        strength = s.units[uid].strength
        attack += strength
        lines.append(Line("attack", rules.title(s.roster[uid]), Fraction(strength), "BK-ODD-01", uid))
    if guards is None:
        guards = defenders(s, board, hexes, FOE[s.units[attackers[0]].side])
    stands = tuple(dict.fromkeys(s.units[uid].at for uid in guards))
    doubled = _across_river(rules, s, attackers, stands)
    total = Fraction(0)
    for uid in guards:
        total += _defender(rules, s, uid, doubled=doubled, lines=lines)
    return Odds(tuple(lines), attack, total, column_of(attack, total), doubled)


def _defender(rules: BkRules, s: Position, uid: str, *, doubled: bool, lines: list[Line]) -> Fraction:
    unit, printed = s.units[uid], s.roster[uid]
    title = rules.title(printed)
    own = Fraction(defends_with(rules, unit))
    lines.append(Line("defence", title, own, "BK-ODD-02", uid))
    share = factor(rules, printed.type)
    if share != 1:
        now = own * share
        text = say("{unit} defends with {share} of its strength", unit=title, share=str(share))
        lines.append(Line("defence", text, now - own, "BK-ODD-03", uid))
        own = now
    ground = terrain_factor(rules, printed.type, unit.at)
    if ground != 1:
        rule = "BK-ODD-08" if rules.terrain(unit.at) == "siegfried" else "BK-ODD-02"
        text = say("{unit} in {terrain}: times {n}", unit=title, terrain=rules.terrain(unit.at), n=ground)
        lines.append(Line("defence", text, own * (ground - 1), rule, uid))
    total = defence_of(rules, s, uid, doubled=doubled)
    if doubled and total != own * ground:
        lines.append(
            Line("defence", say("{unit} behind a river", unit=title), total - own * ground, "BK-ODD-05", uid)
        )
    return total


def of(rules: BkRules, s: Position, board: BkBoard, engagement: Engagement) -> Odds:
    """The odds of an engagement as it stands (BK-ODD-13)."""
    return odds(rules, s, board, engagement.attackers, engagement.hexes, defending(s, board, engagement))


def shot_column(gun: int, target: Fraction | int) -> int:
    """The column of Table 1, 0..3: 1-2, 1-1, 2-1, 3-1, rounded in the target's favour and limited at both ends (BK-ART-09)."""
    if not target:
        return 3
    if gun >= target:
        return min(3, int(gun // target))
    return 0


# The possible results, exactly over the six faces of the die: engagements, shots, bombs, rockets. They come
# from the code that resolves them.

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
        ratio=f"{now.attack} : {amount(now.defence)}",
        column=rules.tables.combat.columns[now.column],
        clamped=_clamped(now.attack, now.defence),
        results=counted(cell(rules, roll, now.column) for roll in FACES),
        ways=len(FACES),
        tallies=(Tally(say=say("Attack"), terms=terms),) if terms else (),
    )


def _clamped(attack: int, defence: Fraction) -> bool:
    """Whether the odds are beyond either end of the table (BK-ODD-10)."""
    return attack * 4 < defence or attack >= 7 * defence


def engagement(seat: BkSeat, e: Engagement) -> Forecast:
    """The forecast of an engagement as it is now."""
    return of_odds(seat, of(seat.rules, seat.s, seat.board, e))


def of_odds(seat: BkSeat, now: Odds) -> Forecast:
    """The forecast of an engagement at these odds, with the place in the table where its die would be read."""
    from hexbench.games.blitzkrieg.combat_board import lit_by

    return one(line_of(seat.rules, now), ENGAGEMENT, lit_by(seat, now))


def thought_of(seat: BkSeat, attackers: Sequence[str], hexes: Sequence[str]) -> Odds | None:
    """The odds of a hypothetical engagement; None if one side has no units."""
    s = seat.s
    if not attackers or not hexes or any(u not in s.units or not s.units[u].on_map for u in attackers):
        return None
    side = s.units[attackers[0]].side
    if any(s.units[u].side != side for u in attackers):
        return None
    now = odds(seat.rules, s, seat.board, tuple(attackers), tuple(hexes))
    return now if any(line.of == "defence" for line in now.lines) else None


def shot(rules: BkRules, column: int, gun: int, target: Fraction) -> Forecast:
    """The forecast of a shot in a column of Table 1 (BK-ART-09)."""
    table = rules.tables.artillery
    line = OddsLine(
        attack=gun,
        defence=ceil(target),
        ratio=f"{gun} : {amount(target)}",
        column=table.columns[column],
        clamped=gun * 2 < target or gun >= 4 * target,
        results=counted(f"L{table.cell(roll, column)}" for roll in FACES),
        ways=len(FACES),
    )
    return one(line, ARTILLERY, (("table_1", (Light(-1, column, "to", say("{ratio}", ratio=line.ratio)),)),))


def simple(results: Iterable[str], ways: int = 6, what: str = "") -> Forecast:
    """The forecast of a die without odds: Table 4, a rocket."""
    return one(OddsLine(attack=0, defence=0, ratio="", results=counted(results), ways=ways), what)


def one(line: OddsLine, what: str = "", lights: Lit = ()) -> Forecast:
    """A forecast in which nothing but the die is unknown."""
    return Forecast(((1, line),), what, lights)


def foresee_form(rules: BkRules, form: Form) -> Forecast:
    """The odds of strengths that are not on a map. Fields: attack, defence. Raises ValueError."""
    value = {field.key: field.value for field in form.fields}
    attack, defence = int(value.get("attack", "0")), Fraction(value.get("defence", "0"))
    now = Odds((), attack, defence, column_of(attack, defence), False)
    return one(line_of(rules, now), ENGAGEMENT)
