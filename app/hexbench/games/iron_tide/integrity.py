"""11.3: divisional integrity, judged anew at each resolution."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.forecast import Shift
from hexbench.engine.values import say
from hexbench.games.iron_tide.combatants import Fight
from hexbench.games.iron_tide.names import division_name
from hexbench.games.iron_tide.pieces import FOE, Printed

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.rules import ItRules

MOST_IN_ATTACK: Final = 2
"""11.3i: shifts of one attack; a defence has one at most (11.3j)."""


def divisions(rules: ItRules, roster: dict[str, Printed]) -> dict[str, tuple[str, ...]]:
    """division -> its regiments that count for integrity, the same all game long (11.3b-c, 11.3m-n)."""
    kept = rules.kept.get("divisions")
    if kept is None or kept[0] is not roster:
        found: dict[str, list[str]] = {}
        for uid, printed in roster.items():
            if printed.integrity and printed.division and printed.size == "regiment":
                found.setdefault(printed.division, []).append(uid)
        kept = rules.kept["divisions"] = (roster, {name: tuple(uids) for name, uids in found.items()})
    answer: dict[str, tuple[str, ...]] = kept[1]
    return answer


def whole(s: Any, regiments: Collection[str], fallen: Collection[str]) -> bool:
    """11.3d: every regiment of a division in play, none of them a cadre."""
    units = s.units
    return all(units[u].on_map and not units[u].cadre and u not in fallen for u in regiments)


def shifts(rules: ItRules, s: Any, board: ItBoard, fight: Fight, fallen: Collection[str]) -> Iterator[Shift]:
    """The shifts of both sides."""
    roster = s.roster
    members = divisions(rules, roster)
    n = 0
    for division in dict.fromkeys(roster[u].division for u in fight.attackers):
        regiments = members.get(division, ())
        if (
            n < MOST_IN_ATTACK
            and any(u in regiments for u in fight.attackers)
            and _attacks(s, board, fight, regiments, fallen)
        ):
            n += 1
            yield Shift("11.3e", say("Integrity of {division}", division=division_name(division)), 1)
    under_attack = _under_attack(s, board, fight)
    for division in dict.fromkeys(roster[u].division for u in under_attack):
        regiments = members.get(division, ())
        if regiments and _defends(s, board, regiments, under_attack, fallen):
            yield Shift("11.3f", say("Integrity of {division}", division=division_name(division)), -1)
            return


def _under_attack(s: Any, board: ItBoard, fight: Fight) -> tuple[str, ...]:
    """All units of the defending hexes, taking part or standing by (8.3d), but none that retreated into them (B70)."""
    foe = FOE[fight.side]
    return tuple(
        u
        for at in fight.hexes
        for u in board.units_at(at)
        if s.units[u].side == foe and not s.units[u].retreated and not s.units[u].fell_back
    )


def _attacks(
    s: Any, board: ItBoard, fight: Fight, regiments: tuple[str, ...], fallen: Collection[str]
) -> bool:
    """11.3e, B14: every regiment of the division is next to a defending hex, and none has retreated (11.3h)."""
    near = board.atlas.near
    return whole(s, regiments, fallen) and all(
        not s.units[u].fell_back and any(at in near[s.units[u].at] for at in fight.hexes) for u in regiments
    )


def _defends(
    s: Any,
    board: ItBoard,
    regiments: tuple[str, ...],
    under_attack: Collection[str],
    fallen: Collection[str],
) -> bool:
    """11.3f-g: a regiment under attack has a partner in its hex or beside it that has not retreated."""
    if not whole(s, regiments, fallen):
        return False
    units = s.units
    steady = [u for u in regiments if not units[u].fell_back and not units[u].retreated]
    return any(
        u in under_attack
        and any(v != u and board.atlas.distance(units[u].at, units[v].at) <= 1 for v in steady)
        for u in steady
    )
