"""What terrain does to a combat: rows of the terrain chart, night, superior divisions, combined arms, assault (TT-TER, TT-NGT)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from hexbench.games.trumpets.fight import Fight, includes
from hexbench.games.trumpets.tables import Effect, Terrain

if TYPE_CHECKING:
    from hexbench.games.trumpets.tables import Tables

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
"""Row -> its clause by day and at night, and in the chart of German superiority."""


class Row(NamedTuple):
    """One row that applies, as it is counted."""

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
    """What the rows give. With ``night_once`` the part of the night is counted once in a combat (TT-TER-34, TT-AMB-09)."""
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
    """Columns for artillery, tanks and infantry together (TT-TER-20..23); none against a position (TT-TER-21)."""
    if f.built in ("town", "city") or any(not t.positions[k].combined_arms for k in f.positions):
        return 0
    dry = [a for a in f.attackers if not a.water]
    if not f.attacking_guns or not includes(dry, "tank") or not includes(dry, "infantry"):
        return 0
    return t.terrain[f.base].combined_arms


def assault(f: Fight, t: Tables) -> int:
    """The drm of an infantry and StuG assault (TT-TER-24, TT-TER-25)."""
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
