"""The effects of hits on a unit: the result tables (TI-ATK-15 to TI-ATK-22, TI-SUP), used for dice and for odds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.results import sentences
from hexbench.engine.values import Say, Value, counted, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hexbench.games.tide_of_iron.decks import Mode
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import TiSeat

NOTHING: Final = "no effect"
ATTACK: Final = "attack"
"""The kind of the results of fire."""
RESULTS: Final = "results"
"""The key of the table of hits."""


class Result(Value, frozen=True):
    """The result of hits: figures lost, or a new condition or damage (``routed`` and ``destroyed`` eliminate the unit)."""

    figures: int = 0
    state: str = ""
    rule: str = "TI-ATK-14"

    @property
    def name(self) -> str:
        """One word or two, the same in odds and in the log."""
        if self.state:
            return self.state
        return f"{self.figures} lost" if self.figures else NOTHING


NONE: Final = Result()
_SUPPRESSED: Final = {
    "normal": ("TI-SUP-02", "TI-SUP-03", "TI-SUP-04"),
    "pinned": ("", "TI-SUP-05", "TI-SUP-06"),
}
_DAMAGED: Final = {
    ("ok", "light"): "TI-ATK-17",
    ("ok", "heavy"): "TI-ATK-18",
    ("ok", "destroyed"): "TI-ATK-19",
    ("light", "heavy"): "TI-ATK-20",
    ("light", "destroyed"): "TI-ATK-21",
    ("heavy", "destroyed"): "TI-ATK-22",
}


def result(rules: TiRules, unit: Unit, mode: Mode, hits: int) -> Result:
    """The result of ``hits`` hits on a unit in its present state."""
    if hits <= 0:
        return NONE
    if not unit.squad:
        return NONE if mode == "suppressive" else vehicle_result(rules, unit, hits)
    if mode == "suppressive":
        return suppressed(rules, unit, hits)
    return fallen(unit, hits)


def fallen(unit: Unit, hits: int) -> Result:
    """One figure lost per hit (TI-ATK-15); the condition is unchanged (TI-ATK-16)."""
    if hits >= unit.men:
        return Result(state="destroyed", rule="TI-ATK-15")
    return Result(figures=hits, rule="TI-ATK-15")


def suppressed(rules: TiRules, unit: Unit, hits: int) -> Result:
    """The new condition (TI-SUP-02 to TI-SUP-07); no figures are lost (TI-SUP-08)."""
    now = unit.condition or "normal"
    after = _row(rules.tables.suppression[now], hits)
    if after == now:
        return NONE
    rule = (
        "TI-SUP-07"
        if now == "disrupted"
        else _SUPPRESSED[now][("pinned", "disrupted", "routed").index(after)]
    )
    return Result(state=after, rule=rule)


def vehicle_result(rules: TiRules, unit: Unit, hits: int) -> Result:
    """The new damage of a vehicle (TI-ATK-17 to TI-ATK-22); heavy damage destroys a fragile one (TI-ABL-17)."""
    now = unit.damage or "ok"
    after = _row(rules.tables.vehicle_damage[now], hits)
    if after == now:
        return NONE
    if after == "heavy" and "fragile" in rules.vehicle(unit).abilities:
        return Result(state="destroyed", rule="TI-ABL-17")
    return Result(state=after, rule=_DAMAGED[now, after])


def _row(row: Sequence[str], hits: int) -> str:
    return row[min(hits, len(row) - 1)]


def most(rules: TiRules) -> int:
    """The number of columns of the table of hits; the last one also stands for more hits."""
    t = rules.tables
    return max(len(row) for row in (*t.vehicle_damage.values(), *t.suppression.values())) - 1


def row_of(rules: TiRules, unit: Unit, mode: Mode) -> int | None:
    """The row of the table of hits used for an attack on a unit; None where every hit removes a figure (TI-ATK-15)."""
    t = rules.tables
    if unit.squad:
        suppressed_ = mode == "suppressive"
        rows = list(t.suppression)
        return len(t.vehicle_damage) + rows.index(unit.condition or "normal") if suppressed_ else None
    return None if mode == "suppressive" else list(t.vehicle_damage).index(unit.damage or "ok")


def absorbs(rules: TiRules, unit: Unit) -> int:
    """The number of hits that eliminate a unit (TI-ASL-21, B-ASL-5)."""
    if unit.squad:
        return unit.men
    hits = 1
    while vehicle_result(rules, unit, hits).state != "destroyed":
        hits += 1
    return hits


_MEANINGS: Final = {
    NOTHING: say("Nothing happens."),
    "ok": say("The vehicle is unharmed."),
    "normal": say("The squad is unharmed."),
    "pinned": say("The squad is pinned: it cannot move or fire."),
    "disrupted": say("The squad is disrupted: it cannot move or fire, and recovers more slowly."),
    "routed": say("The squad is routed and destroyed."),
    "light": say("The vehicle is lightly damaged: its movement and armour are reduced by 1."),
    "heavy": say("The vehicle is heavily damaged: it cannot move and fires at half firepower."),
    "destroyed": say("The unit is destroyed."),
    "success": say("The assault succeeds: the defenders must retreat."),
    "failure": say("The assault fails."),
    "healed": say("The unit is healed."),
    "contact": say("Contact is established: the card takes effect."),
    "no contact": say("Contact is not established: the card waits."),
    "on target": say("The strike falls on the hex."),
    "drifts": say("The strike drifts to another hex."),
}


def meaning(seat: TiSeat, what: str, name: str) -> Say:
    """A result as a full sentence, or one per unit; empty if it is not in a table."""
    if name in _MEANINGS:
        return _MEANINGS[name]
    parts = []
    for part in name.split(", "):
        head, _, tail = part.partition(" ")
        if tail == "lost" and head.isdigit():
            n = int(head)
            parts.append(counted(n, say("1 figure is lost."), say("{n} figures are lost.", n=n)))
        elif part in _MEANINGS:
            parts.append(_MEANINGS[part])
        else:
            return Say("")
    return sentences(parts)


_SENTENCES: Final = {
    NOTHING: say("no effect"),
    "pinned": say("pinned"),
    "disrupted": say("disrupted"),
    "routed": say("routed and destroyed"),
    "light": say("lightly damaged"),
    "heavy": say("heavily damaged"),
    "destroyed": say("destroyed"),
    "success": say("the defenders must retreat"),
    "failure": say("the assault fails"),
}


def words(name: str) -> Say:
    """A result as a phrase within a sentence."""
    found = _SENTENCES.get(name)
    if found is not None:
        return found
    head, _, tail = name.partition(" ")
    if tail != "lost" or not head.isdigit():
        return Say(name)
    return say("1 figure lost") if head == "1" else say("{n} figures lost", n=int(head))
