"""Combat written a second time, straight from the tables of the ledger and as plainly as it goes: slow, and nothing is kept
but how far hexes lie from each other.

Columns and rows of the map are counted here, not looked up: odd columns touch the rows r - 1 and r of their neighbours,
even columns r and r + 1.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

AXIS = [Fraction(1, 5), Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(1), Fraction(3, 2)] + [
    Fraction(n) for n in range(2, 40)
]
"""The columns from 1:5 on, open at the upper end."""


@cache
def place(hex_: str) -> tuple[int, int]:
    """(column, height in half hexes)."""
    column, row = int(hex_[:-2]), int(hex_[-2:])
    return column, 2 * row + (column % 2 == 0)


@cache
def far(a: str, b: str) -> int:
    """Hexes between two hexes."""
    (ca, ya), (cb, yb) = place(a), place(b)
    dx, dy = abs(ca - cb), abs(ya - yb)
    return dx + max(0, (dy - dx) // 2)


def beside(rules: Any, at: str) -> list[str]:
    """The adjacent hexes of the map."""
    return [h for h in rules.atlas.labels if far(at, h) == 1]


def side(a: str, b: str) -> str:
    """The name of a hexside."""
    return "/".join(sorted((a, b)))


def wet(rules: Any, a: str, b: str) -> bool:
    """A river hexside."""
    return any(h.side == side(a, b) and "river" in h.kinds for h in rules.atlas.sheet.hexsides)


def spanned(s: Any, a: str, b: str) -> bool:
    """With a bridge that stands."""
    return side(a, b) in s.bridges and s.bridges[side(a, b)].intact


def roaded(rules: Any, s: Any, a: str, b: str) -> bool:
    """A road that can be used."""
    on = any(r.side == side(a, b) for r in rules.atlas.sheet.roads)
    return on and (not wet(rules, a, b) or spanned(s, a, b))


def here(s: Any, who: str, at: str) -> list[str]:
    """The units of a side in a hex, von der Heydte left out."""
    return [u for u, unit in s.units.items() if unit.at == at and unit.side == who and u != "vdH"]


def zone(rules: Any, s: Any, who: str, at: str, to: str) -> int:
    """2 strong, 1 weak, 0 none: what the units of a side in ``at`` project into ``to``."""
    best, small = 0, 0
    for u in here(s, who, at):
        printed, unit = s.roster[u], s.units[u]
        if printed.size == "div":
            found = 1 if unit.disrupted else 2
            tank = printed.type in ("arm", "pz", "tiger")
            if tank and rules.atlas.cell(to).terrain == "forest" and not roaded(rules, s, at, to):
                found -= 1
        elif printed.size == "kg":
            found = 1 if unit.disrupted or unit.attacks else 2
        else:
            found = 0
            small += printed.size in ("bde", "cc") and not unit.disrupted
        best = max(best, found)
    return max(best, min(small, 2))


def defence(rules: Any, s: Any, who: str, attackers: list[str], at: str) -> dict[str, int]:
    """Defender -> factor, for units of ``who`` in one hex."""
    units = here(s, who, at)
    cell = rules.atlas.cell(at)
    foot = [u for u in units if s.roster[u].type in ("inf", "abn", "para", "pzgren")]
    best = max((s.roster[u].factor for u in foot), default=0)
    largest = [u for u in foot if s.roster[u].factor == best]
    chosen = next((u for u in largest if not s.units[u].disrupted), largest[0] if largest else "")
    walls = {h.side for h in rules.atlas.sheet.hexsides if "siegfried" in h.kinds}
    home = at in rules.atlas.sheet.zones["german_side"]
    walled = who == "german" and home and all(side(s.units[u].at, at) in walls for u in attackers)
    out = {}
    for u in units:
        n = s.roster[u].factor + s.units[u].entrenched + walled
        if u in foot:
            n += ("city" in cell.features) + (cell.terrain == "venn")
        if u == chosen:
            n += ("town" in cell.features) + (cell.terrain == "forest")
        out[u] = n
    return out


def base_column(attack: int, value: int) -> int:
    """The column before shifts: the last whose odds are reached; below 1:5 one for each whole odds."""
    odds = Fraction(attack, value)
    if odds < AXIS[0]:
        n = 0
        while odds < Fraction(1, 5 + n):
            n += 1
        return -n
    return max(i for i, step in enumerate(AXIS) if step <= odds)


def net_shift(rules: Any, s: Any, who: str, attackers: list[str], hexes: list[str], dry: set[str]) -> int:
    """All shifts but that for disruption; ``dry`` are the units out of supply."""
    foe = "allied" if who == "german" else "german"
    net = 0
    starts = [s.units[u].at for u in attackers]
    net -= any(all(wet(rules, h, at) for h in starts) for at in hexes)
    net -= any(u in dry for u in attackers)
    net += any(u in dry for at in hexes for u in here(s, foe, at))
    if who == "german":
        tigers = any(s.roster[u].type == "tiger" for u in attackers)
        plain = all(
            s.roster[u].type == "inf" and s.roster[u].nation == "us" and not s.units[u].entrenched
            for at in hexes
            for u in here(s, foe, at)
        )
        net += tigers and plain
        net += "Skorzeny" in attackers
        black = any(s.roster[u].ss for u in attackers)
        if s.ruthless == s.turn:
            net += black
        elif s.ruthless:
            beside_ss = any(
                s.roster[u].type == "para"
                and any(
                    s.roster[o].ss and unit.at[:1] != "#" and far(unit.at, s.units[u].at) <= 1
                    for o, unit in s.units.items()
                )
                for u in attackers
            )
            net -= black or beside_ss
        front = {tuple(h.side.split("/")) for h in rules.atlas.sheet.hexsides if "front" in h.kinds}
        outer = {h for pair in front for h in pair if h not in rules.atlas.sheet.zones["german_side"]}
        net += s.turn == 1 and all(at in outer for at in hexes)
    return net


def open_steps(rules: Any, s: Any, u: str, at: str, hexes: list[str], starts: list[str]) -> list[str]:
    """The next hexes of a retreat that the hard rules leave."""
    who = s.units[u].side
    foe = "allied" if who == "german" else "german"
    out = []
    around = beside(rules, at)
    for to in around:
        good = not here(s, foe, to)
        good &= all(far(to, t) == far(at, t) + 1 for t in hexes)
        good &= all(far(to, a) >= far(at, a) for a in starts)
        if at in hexes:
            # the hexsides that share a corner with the attacker's hex lead to hexes next to it
            good &= all(to != a and far(to, a) > 1 for a in starts)
        if not here(s, who, to):
            good &= all(zone(rules, s, foe, h, to) < 2 for h in beside(rules, to) if here(s, foe, h))
        good &= to in hexes or not any(to in attack.targets for attack in s.attacks)
        if s.roster[u].type in ("arm", "pz", "pzgren", "cav", "tiger", "skorzeny"):
            good &= not wet(rules, at, to) or spanned(s, at, to)
        if good:
            out.append(to)
    return out


def longest(rules: Any, s: Any, u: str, at: str, n: int, hexes: list[str], starts: list[str]) -> int:
    """The longest way on the map, of n hexes at most."""
    if not n:
        return 0
    ways = open_steps(rules, s, u, at, hexes, starts)
    return max((1 + longest(rules, s, u, to, n - 1, hexes, starts) for to in ways), default=0)


def best_steps(rules: Any, s: Any, u: str, n: int, hexes: list[str], starts: list[str]) -> set[str]:
    """The hexes open to the next step of n, after every preference."""
    at = s.units[u].at
    ways = open_steps(rules, s, u, at, hexes, starts)
    most = max((longest(rules, s, u, to, n - 1, hexes, starts) for to in ways), default=0)
    ways = [to for to in ways if longest(rules, s, u, to, n - 1, hexes, starts) == most]
    ways = [to for to in ways if all(far(to, a) > far(at, a) for a in starts)] or ways
    return set([to for to in ways if roaded(rules, s, at, to)] or ways)


def owed(rules: Any, s: Any, who: str, attackers: list[str], hexes: list[str]) -> set[str]:
    """The hexes that must be attacked too."""
    foe = "allied" if who == "german" else "german"
    out = set()
    for u in attackers:
        at = s.units[u].at
        across = any(wet(rules, at, t) for t in hexes)
        for h in beside(rules, at):
            if h not in hexes and zone(rules, s, foe, h, at) == 2 and (across or not wet(rules, at, h)):
                out.add(h)
    return out


def may_advance(rules: Any, s: Any, u: str, path: list[str]) -> bool:
    """Whether a unit may advance along a path, its start left out, whatever gives it the length."""
    who = s.units[u].side
    foe = "allied" if who == "german" else "german"
    mech = s.roster[u].type in ("arm", "pz", "pzgren", "cav", "tiger", "skorzeny")
    at, long = s.units[u].at, len(path) > 1
    for n, to in enumerate(path):
        dry = not wet(rules, at, to) or spanned(s, at, to)
        if here(s, foe, to) or (mech and not dry) or (long and not dry):
            return False
        if long and rules.atlas.cell(to).terrain == "forest" and not roaded(rules, s, at, to):
            return False
        stops = False
        for h in beside(rules, to):
            strength = zone(rules, s, foe, h, to) if here(s, foe, h) else 0
            slides = strength and far(h, at) == 1 and zone(rules, s, foe, h, at)
            if slides and strength == 2:
                friends = [o for o in here(s, who, to) if o != u]
                if long or not friends:
                    return False
            if slides and strength == 1 and wet(rules, at, to) and long:
                return False
            stops |= strength == 2
        if stops and n + 1 < len(path):
            return False
        at = to
    return True
