"""Zones of control and the moves of one unit written down a second time, slowly and straight from the ledger.

Nothing of the game's own search, cells or zones is used here: hexes are strings, every way is walked from its beginning.
What the map says of two hexes is kept, nothing else.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from hexbench.atlas.atlas import side_name
from hexbench.games.tigers.rules import TgRules
from hexbench.games.tigers.state import Tigers

ARMOR = ("arm", "pz", "tiger")
FOOT = ("inf", "abn", "para")


@cache
def river(rules: TgRules, a: str, b: str) -> bool:
    """A river between two hexes."""
    name = side_name(a, b)
    return any(h.side == name and "river" in h.kinds for h in rules.atlas.sheet.hexsides)


@cache
def road(rules: TgRules, a: str, b: str) -> bool:
    """A road between them, whatever stands of its bridge."""
    name = side_name(a, b)
    return any(r.side == name for r in rules.atlas.sheet.roads)


def stands(s: Tigers, a: str, b: str) -> bool:
    """A bridge that stands between them."""
    found = s.bridges.get(side_name(a, b))
    return bool(found and found.intact)


def joined(rules: TgRules, s: Tigers, a: str, b: str) -> bool:
    """A road between them, over a bridge that stands if there is a river."""
    if not road(rules, a, b):
        return False
    return not river(rules, a, b) or stands(s, a, b)


def zone(rules: TgRules, s: Tigers, side: str, at: str, to: str) -> int:
    """TG-ZOC-01..13: 2 strong, 1 weak, 0 none, of the units of ``side`` in ``at`` into the adjacent ``to``."""
    best, brigades = 0, 0
    for uid, unit in s.units.items():
        printed = s.roster[uid]
        if unit.at != at or unit.side != side or printed.type == "vdh":
            continue
        if printed.size == "div":
            mine = 1 if unit.disrupted else 2
            in_forest = rules.atlas.cell(to).terrain == "forest"
            if printed.type in ARMOR and in_forest and not joined(rules, s, at, to):
                mine -= 1
        elif printed.size == "kg":
            fought = s.phasing == "german" and unit.attacks > 0
            mine = 1 if unit.disrupted or fought else 2
        else:
            mine = 0
            if printed.size in ("bde", "cc") and not unit.disrupted:
                brigades += 1
        best = max(best, mine)
    if brigades >= 2:
        best = 2
    elif brigades == 1:
        best = max(best, 1)
    return best


def enemies(s: Tigers, side: str) -> set[str]:
    """The hexes the enemy stands in."""
    return {
        u.at
        for uid, u in s.units.items()
        if u.side != side and u.at[0] != "#" and s.roster[uid].type != "vdh"
    }


def friend(s: Tigers, side: str, at: str, but: str) -> str:
    """The best friend in a hex: ready, shaken, or none."""
    there = [
        u
        for uid, u in s.units.items()
        if u.at == at and u.side == side and uid != but and s.roster[uid].type != "vdh"
    ]
    if any(not u.disrupted for u in there):
        return "ready"
    return "shaken" if there else ""


class Mover:
    """One unit and everywhere it can go: ``best`` is (hex, whether the last step is at road rate) -> (disrupted, uses the
    bonus, thirds paid), the least of each in that order.
    """

    def __init__(self, rules: TgRules, s: Tigers, uid: str) -> None:
        self.rules, self.s, self.uid = rules, s, uid
        self.unit, self.printed = s.units[uid], s.roster[uid]
        self.side = self.unit.side
        foe = "allied" if self.side == "german" else "german"
        self.closed = enemies(s, self.side)
        self.zones: dict[str, dict[str, int]] = {}
        for at in self.closed:
            for to in rules.atlas.near[at]:
                found = zone(rules, s, foe, at, to)
                if found:
                    self.zones.setdefault(to, {})[at] = found
        omf = self.printed.omf
        if self.side == "german" and s.turn >= s.limit and not s.fueled:
            omf = min(omf, 2)
        self.basic = 3 * (omf - (s.round - 1))
        self.best: dict[tuple[str, bool], tuple[bool, bool, int]] = {}
        start = {"spent": 0, "left": False, "price": False, "none": False, "passing": False, "markers": 0}
        self.seen: set[Any] = set()
        self.go(self.unit.at, start, 0)

    def cost(self, here: str, to: str) -> tuple[int, bool] | None:
        """TG-MOV-04..10, TG-RIV-01..04: thirds off the road rate and whether it takes a marker; None: it cannot."""
        foot = self.printed.type in FOOT
        if joined(self.rules, self.s, here, to):
            return 3, False
        terrain = self.rules.atlas.cell(to).terrain
        thirds = 3 if foot or terrain not in ("forest", "venn") else {"forest": 6, "venn": 9}[terrain]
        if not river(self.rules, here, to) or stands(self.s, here, to):
            return thirds, False
        if foot:
            return thirds + 3, False
        if self.printed.type in ("pz", "tiger"):
            return None
        return thirds + 6, True

    def go(self, here: str, m: dict[str, Any], steps: int) -> None:
        """Every step on from a hex."""
        key = (here, steps == 0, tuple(m.items()))
        if key in self.seen:
            return
        self.seen.add(key)
        for to in self.rules.atlas.near[here]:
            if to not in self.closed:
                self.step(here, to, dict(m), steps)

    def step(self, here: str, to: str, m: dict[str, Any], steps: int) -> None:
        """One step: what it costs, what the zones do, and whether the move may end or go on there."""
        price = self.cost(here, to)
        if price is None:
            return
        thirds, marker = price
        m["markers"] += marker
        if m["markers"] > self.s.markers[self.side]:
            return
        old, new = self.zones.get(here, {}), self.zones.get(to, {})
        found = self.meet(here, to, old, new, m, steps)
        if found is None:
            return
        stop, only, shaken = found
        for enemy, strength in old.items():
            if enemy not in new:  # leave
                m["left"] = True
                if strength == 2 and friend(self.s, self.side, here, self.uid) != "ready":
                    m["price"] = True
        rated = joined(self.rules, self.s, here, to) and self.printed.type not in FOOT and not stop
        self.end(to, m, m["spent"] + thirds, shaken, by_road=False)
        if rated:
            self.end(to, m, m["spent"] + 1, shaken, by_road=True)
        m["spent"] += 1 if rated else thirds
        limit = self.basic + (0 if m["none"] else 6)
        if not stop and not only and m["spent"] <= limit:
            self.go(to, m, steps + 1)

    def meet(
        self, here: str, to: str, old: dict[str, int], new: dict[str, int], m: dict[str, Any], steps: int
    ) -> tuple[bool, bool, bool] | None:
        """What the zones of the hex entered do: stop, the whole move, disrupted; None: the step is forbidden."""
        mate = friend(self.s, self.side, to, self.uid)
        stop = only = shaken = False
        if m["passing"]:  # TG-ZOC-29: it went on
            m["none"], m["passing"] = True, False
        for enemy, strength in new.items():
            if enemy in old:
                if strength == 2 and (steps or not mate):  # TG-ZOC-26, TG-ZOC-27
                    return None
                wet = strength == 1 and river(self.rules, here, to)  # TG-ZOC-33
                if wet and steps:
                    return None
                m["none"] = True  # TG-ZOC-32
                only = only or strength == 2 or wet
                shaken = shaken or (strength == 2 and mate == "shaken")  # TG-ZOC-28
            elif old or m["left"]:
                stop = stop or strength == 2  # TG-ZOC-24
                if strength == 1 or mate != "ready":  # TG-ZOC-25, TG-ZOC-31
                    m["none"] = True
                    shaken = shaken or strength == 2
            elif strength == 2:
                stop = True  # TG-ZOC-20
                m["price"] = m["price"] or mate != "ready"  # TG-ZOC-21
            else:
                m["passing"] = True
        return stop, only, shaken

    def end(self, to: str, m: dict[str, Any], spent: int, shaken: bool, *, by_road: bool) -> None:
        """Note what ending there means, if it can be paid."""
        bonus = spent > self.basic
        if spent > self.basic + 6 or (bonus and m["none"]) or to == self.unit.at:
            return
        found = (shaken or by_road or (bonus and m["price"]), bonus, spent)
        self.best[to, by_road] = min(found, self.best.get((to, by_road), found))
