"""Where units can go in retreats and advances: hexes and hexsides, whatever the movement points (11.8j, 11.9j-k, B23)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexbench.games.iron_tide.combatants import command, is_artillery, troops

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hexbench.atlas.arcs import Link
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.pieces import Printed
    from hexbench.games.iron_tide.rules import ItRules


def link_between(rules: ItRules, a: str, b: str) -> Link | None:
    """The step between two hexes; None when they are not adjacent."""
    direction = rules.atlas.direction(a, b)
    return None if direction is None else rules.prices.link(rules.atlas.index[a], direction)


def open_ground(rules: ItRules, s: Any, link: Link, printed: Printed) -> bool:
    """B23: prohibited terrain and lakes bar a unit, rivers aside; a road opens the terrain behind it unless its bridge
    is down.
    """
    if "lake" in link.kinds:
        return False
    if link.road and not rules.prices.wide_river(link, s.bridges):
        return True
    return rules.prices.ground_cost(link, printed.side, printed.mobility) is not None


def dry(rules: ItRules, s: Any, link: Link) -> bool:
    """Whether the hexside is no river, or one with a bridge that stands."""
    return not rules.prices.unbridged(link, s.bridges)


def may_fall_back(rules: ItRules, s: Any, link: Link, printed: Printed) -> bool:
    """11.8j: armor and artillery do not retreat over an unbridged river; a ford lets everybody through."""
    heavy = printed.type == "armor" or is_artillery(printed)
    return open_ground(rules, s, link, printed) and not (heavy and rules.prices.wide_river(link, s.bridges))


def foreign(rules: ItRules, s: Any, board: ItBoard, units: Iterable[str], at: str) -> bool:
    """17.3a, 17.4a: whether a hex holds friendly units of another command than one of ``units``."""
    army_rule = rules.options.army_rule
    mine = list(units)
    own = {command(army_rule, s.roster[u]): 0 for u in mine}
    side = s.roster[mine[0]].side
    here = (u for u in troops(s, board, side, at) if u not in mine)
    return any(len({**own, command(army_rule, s.roster[u]): 0}) > 1 for u in here)
