"""The calculation of a combat, line by line with clauses: strengths, terrain, odds, shifts, modifiers,
final column.

Pure: a :class:`Fight`, the tables and the options go in. The dice come later (:mod:`resolution`).
"""

# Its plain words are all for the screen.

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from hexbench.engine.values import Say, say
from hexbench.games.trumpets.fight import Fight, Fighter, Gun, holds, includes, is_blitz
from hexbench.games.trumpets.tables import Effect, Terrain

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import Options
    from hexbench.games.trumpets.tables import Tables


COLUMNS = ("1-4", "1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
_TWO_TO_ONE = COLUMNS.index("2-1")


class Line(NamedTuple):
    """One line of a strength or one modifier. ``amount`` is in factors, columns (right is more) or drm."""

    of: Literal["attack", "defence", "shift", "drm"]
    text: Say
    amount: int
    rule: str
    unit: str = ""


class Reckoning(NamedTuple):
    """A combat as calculated before the roll of the dice."""

    lines: tuple[Line, ...]
    attack: int
    defence: int
    begins: int
    """Column of the initial odds, counted from 0; may lie outside the table (TT-ODD-08)."""
    shift: int
    drm: int
    column: int
    """The final column of the results table, 0..10."""
    reaches: int
    """The final column before it was limited to the table."""
    blitz_column: int | None
    """Column of the Blitzkrieg table, 0..3; None: the odds are too low for it (TT-BLZ-07)."""
    extra_hit: bool
    """The defender takes a hit for its road block (TT-DEF-23)."""
    cancels: Literal["", "doubles", "boxcars"]
    """Natural dice that cancel the attack (TT-CAN)."""

    @property
    def odds(self) -> str:
        """The odds before shifts."""
        return name_of(self.begins)


def name_of(column: int) -> str:
    """The name of a column, inside the table or beyond it: "8-1", "1-5"."""
    if column < 0:
        return f"1-{4 - column}"
    return COLUMNS[column] if column < len(COLUMNS) else f"{column - _TWO_TO_ONE + 2}-1"


def column_of(attack: int, defence: int) -> int:
    """The column of a ratio, rounded in the defender's favour; it runs on beyond the table (TT-ODD-04, TT-ODD-08)."""
    if defence <= 0:
        return len(COLUMNS) - 1
    if attack <= 0:
        return -99
    if attack < defence:
        return 4 - -(-defence // attack)
    whole = attack // defence
    if whole >= 2:
        return _TWO_TO_ONE + whole - 2
    return 4 if 2 * attack >= 3 * defence else 3


def reckon(f: Fight, t: Tables, o: Options) -> Reckoning:
    """Calculate a combat."""
    lines: list[Line] = []
    attack = _attack(f, t, lines)
    rows = effects(f, t, night_once=o.night_shift_once)
    defence = _defence(f, t, rows, lines)
    _weapons(f, t, lines)
    _terrain(f, t, rows, lines)
    _positions(f, t, lines)
    shift = sum(line.amount for line in lines if line.of == "shift")
    drm = sum(line.amount for line in lines if line.of == "drm")
    begins = column_of(attack, defence)
    last = len(COLUMNS) - 1
    base = min(max(begins, 0), last) if o.clamp_before_shift else begins
    reaches = base + shift
    column = min(max(reaches, 0), last)
    over = reaches - _TWO_TO_ONE
    return Reckoning(
        tuple(lines),
        attack,
        defence,
        begins,
        shift,
        drm,
        column,
        reaches,
        min(over, len(t.blitz.columns) - 1) if over >= 0 else None,
        not is_blitz(f)
        and any(
            t.positions[key].hit_from and column >= COLUMNS.index(t.positions[key].hit_from)
            for key in f.positions
        ),
        _cancels(f, t),
    )


# ---- strengths (TT-ODD-01, TT-ODD-02) -----------------------------------------------------------------------------------
def _attack(f: Fight, t: Tables, lines: list[Line]) -> int:
    units = 0
    for a in f.attackers:
        units += a.af
        lines.append(Line("attack", say("{unit}", unit=a.name), a.af, "TT-ODD-01", a.unit))
    guns = _guns(f, t, f.attacking_guns, lines, "attack")
    if guns > units:
        lines.append(Line("attack", say("artillery limited to ground factors"), units - guns, "TT-REC-09"))
        guns = units
    air = f.attacking_aircraft * t.aircraft
    if air:
        lines.append(Line("attack", say("aircraft"), air, "TT-REC-10"))
    return units + guns + air


def _guns(
    f: Fight, t: Tables, guns: tuple[Gun, ...], lines: list[Line], of: Literal["attack", "defence"]
) -> int:
    """Artillery; the attacker's is reduced by positions, summed and rounded down once (TT-DEF-22)."""
    total = Fraction(0)
    plain = 0
    for gun in guns:
        halved = quartered = 1
        if of == "attack":
            for key in f.positions:
                spot = t.positions[key]
                halved *= spot.fa if gun.kind == "fa" else spot.nw
                quartered *= spot.tot
        total += Fraction(gun.factor, halved) + Fraction(gun.tot, quartered)
        plain += gun.factor + gun.tot
        rule = "TT-ODD-01" if of == "attack" else "TT-ODD-02"
        lines.append(Line(of, say("{unit} fires", unit=gun.name), gun.factor, rule, gun.unit))
        if gun.tot:
            lines.append(
                Line(of, say("{unit}, time on target", unit=gun.name), gun.tot, "TT-REC-08", gun.unit)
            )
    found = int(total)
    if found != plain:
        lines.append(Line(of, say("artillery against the position"), found - plain, "TT-DEF-22"))
    return found


def _defence(f: Fight, t: Tables, rows: tuple[Row, ...], lines: list[Line]) -> int:
    units = 0
    for d in f.defenders:
        units += d.df
        lines.append(Line("defence", say("{unit}", unit=d.name), d.df, "TT-ODD-02", d.unit))
    guns = _guns(f, t, f.defending_guns, lines, "defence")
    if guns > units:
        lines.append(Line("defence", say("artillery limited to ground factors"), units - guns, "TT-REC-09"))
        guns = units
    for row in rows:
        if row.df > 1:
            lines.append(
                Line("defence", say("defence factors times {n}", n=row.df), units * (row.df - 1), row.rule)
            )
            units *= row.df
    air = f.defending_aircraft * t.aircraft
    if air:
        lines.append(Line("defence", say("aircraft"), air, "TT-REC-10"))
    return units + guns + air


# ---- shifts and modifiers (TT-ODD-05, TT-ODD-06) ------------------------------------------------------------------------
def _weapons(f: Fight, t: Tables, lines: list[Line]) -> None:
    """Every applicable row of the weapons effects chart, each once (TT-WPN-30)."""
    for row in t.weapons:
        if not holds(f, t, row.attacker, row.defender):
            continue
        shift = _er_shift(f, t) if row.by_er else row.shift
        text = say("{row}", row=row.text)
        if row.by_er:
            ours, theirs = ratings(f, t)
            text = say("efficiency rating {ours} against {theirs}", ours=ours, theirs=theirs)
        if shift:
            lines.append(Line("shift", text, shift, row.id))
        if row.drm:
            lines.append(Line("drm", text, row.drm, row.id))


def leading(units: tuple[Fighter, ...], *, defending: bool = False) -> int:
    """The efficiency rating that counts: the highest of the front line, or of the next category (TT-ER-01, TT-ER-02)."""
    order: tuple[tuple[str, ...], ...] = (("front_line",), ("combat_support",))
    if defending:
        order = (*order, ("artillery", "hq"))
    for kinds in order:
        found = [u.er for u in units if u.category in kinds]
        if found:
            return max(found)
    return 0


def ratings(f: Fight, t: Tables) -> tuple[int, int]:
    """The ratings that count; positions raise the defender's (TT-ER-04)."""
    theirs = max((leading(f.defenders, defending=True), *(t.positions[k].er for k in f.positions)))
    return leading(f.attackers), theirs


def _er_shift(f: Fight, t: Tables) -> int:
    """The column shift for the difference of efficiency ratings (TT-ER-03)."""
    ours, theirs = ratings(f, t)
    each = (ours - theirs) * t.efficiency.per_point
    return min(max(each, -t.efficiency.cap), t.efficiency.cap)


def _terrain(f: Fight, t: Tables, rows: tuple[Row, ...], lines: list[Line]) -> None:
    for row in rows:
        name = t.terrain[row.key].name if row.key in t.terrain else "Night"
        text = say("{terrain}", terrain=name)
        if row.shift:
            lines.append(Line("shift", text, row.shift, row.rule))
        if row.drm:
            lines.append(Line("drm", text, row.drm, row.rule))
    if columns := combined_arms(f, t):
        lines.append(Line("shift", say("combined arms"), columns, "TT-TER-20"))
    if drm := assault(f, t):
        lines.append(Line("drm", say("infantry-StuG assault"), drm, "TT-TER-24"))


def _positions(f: Fight, t: Tables, lines: list[Line]) -> None:
    for key in f.positions:
        spot = t.positions[key]
        if spot.shift:
            lines.append(
                Line("shift", say("{position}", position=spot.name), spot.shift, f"TT-DEF-CRT-{key}")
            )


def _cancels(f: Fight, t: Tables) -> Literal["", "doubles", "boxcars"]:
    """Which dice cancel the attack; none for a blitz attack, which uses one die (TT-CAN, TT-BLZ-18)."""
    if is_blitz(f):
        return ""
    if f.weather in t.doubles_cancel or (f.squall and "SnowSquallArea" in t.doubles_cancel):
        return "doubles"
    return "boxcars" if f.weather in t.boxcars_cancel else ""


ROWS = {
    "clear": ("TT-TER-01", "TT-NGT-01"),
    "woods": ("TT-TER-02", "TT-NGT-02"),
    "broken": ("TT-TER-03", "TT-NGT-03"),
    "forest": ("TT-TER-04", "TT-NGT-04"),
    "marsh": ("TT-TER-05", "TT-NGT-05"),
    "stream": ("TT-TER-06", "TT-NGT-06"),
    "river": ("TT-TER-07", "TT-NGT-07"),
    "village": ("TT-TER-08", "TT-NGT-08"),
    "town": ("TT-TER-09", "TT-NGT-09"),
    "city": ("TT-TER-10", "TT-NGT-10"),
}
"""Maps a terrain row to its clause and to that of the German night superiority chart."""


class Row(NamedTuple):
    """One applicable row, as counted."""

    key: str
    rule: str
    shift: int
    drm: int
    df: int


def rows(f: Fight) -> Iterator[str]:
    """The rows of the chart that apply: water, the base terrain unless a town or city stands on it, what is built there."""
    if f.waters:
        yield f.waters
    if f.built not in ("town", "city"):
        yield f.base
    if f.built:
        yield f.built


def superior_attack(f: Fight, t: Tables) -> bool:
    """Night superiority of the attack (TT-TER-29, TT-TER-31)."""
    return f.night and any(a.front_line and a.division in t.superior_divisions for a in f.attackers)


def superior_defence(f: Fight, t: Tables) -> bool:
    """Night superiority of the defence (TT-TER-30, TT-TER-31)."""
    return f.night and any(d.front_line and d.division in t.superior_divisions for d in f.defenders)


def effects(f: Fight, t: Tables, *, night_once: bool) -> tuple[Row, ...]:
    """The effects of the rows. With ``night_once`` the night shift counts once per combat (TT-TER-34,
    TT-AMB-09).
    """
    attack, defence = superior_attack(f, t), superior_defence(f, t)
    out: list[Row] = []
    for key in rows(f):
        row = t.terrain[key]
        by_day, by_night = ROWS[key]
        now = _column(row, f, attack=attack, defence=defence)
        rule = by_night if attack or defence else by_day
        shift = row.day.shift if f.night and night_once else now.shift
        out.append(Row(key, rule, shift, now.drm, now.df))
    if f.night and night_once:
        extra, rule = (1, "TT-TER-29") if attack else (-2, "TT-TER-30") if defence else (-1, "TT-TER-34")
        out.append(Row("night", rule, extra, 0, 1))
    return tuple(out)


def _column(row: Terrain, f: Fight, *, attack: bool, defence: bool) -> Effect:
    if not f.night:
        return row.day
    if attack:
        return row.superior_attack
    return row.superior_defence if defence else row.night


def combined_arms(f: Fight, t: Tables) -> int:
    """The column shift for combined arms (TT-TER-20..23); none against a position (TT-TER-21)."""
    if f.built in ("town", "city") or any(not t.positions[k].combined_arms for k in f.positions):
        return 0
    dry = [a for a in f.attackers if not a.water]
    if not f.attacking_guns or not includes(dry, "tank") or not includes(dry, "infantry"):
        return 0
    return t.terrain[f.base].combined_arms


def assault(f: Fight, t: Tables) -> int:
    """The drm of an infantry-StuG assault (TT-TER-24, TT-TER-25)."""
    gain = t.terrain[f.base].stg_assault if f.built not in ("town", "city") else 0
    if not gain or any(not t.positions[k].stg_assault for k in f.positions):
        return 0
    if any(includes(f.defenders, tag) for tag in ("afv", "anti_tank", "aa_heavy")):
        return 0
    for at in {a.at for a in f.attackers}:
        here = [a for a in f.attackers if a.at == at and not a.water and a.ground in ("woods", "broken")]
        if includes(here, "stg3") and includes(here, "infantry"):
            return gain
    return 0
