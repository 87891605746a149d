"""The cost of a step: the Terrain Effects Chart applied to one hexside and the hex beyond it (5.1, 7.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from hexbench.atlas.arcs import POINT, Arcs, Price, compile_arcs
from hexbench.atlas.atlas import Link, side_name
from hexbench.atlas.reach import Moods, Shift
from hexbench.games.iron_tide.board import NEAR, SHUT
from hexbench.games.iron_tide.combatants import command, is_artillery, troops
from hexbench.games.iron_tide.pieces import ALLIED, Mobility, Side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hexbench.atlas.atlas import Atlas
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.pieces import Printed
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.state import BridgeState
    from hexbench.games.iron_tide.tables import Tables


_PriceFor: TypeAlias = "Callable[[Side, Mobility, Mapping[str, BridgeState]], Price]"

LIFTED: Final = 50 * POINT
"""More than any detour costs: a search with closed steps at this cost uses as few of them as possible."""

FREE: Final = 0
_AWAY: Final = 1
STOPPED: Final = 2
"""The moods of a move: nothing met yet; it has left an enemy zone of control (7.3b); it must stop (7.1a)."""
INSIDE: Final = 2
"""The mood of the 150th Panzer Brigade instead of stopping: it continues through enemy zones of control (16.1)."""


def _disengaging(extra: int) -> Moods:
    """The tactical table: entering an enemy zone ends the move (7.1a), leaving one costs ``extra`` twelfths (7.2a), from
    one straight into another is closed (7.3a), and after leaving one no other may be entered (7.3b).
    """
    free = (((0, FREE), (0, STOPPED)), ((extra, _AWAY), None))
    away = (((0, _AWAY), None), (None, None))
    stopped = ((None, None), (None, None))
    return Moods((free, away, stopped))


def infiltrating(extra: int) -> Moods:
    """16.1: like the tactical table, but enemy zones entered on the way do not end the move and cost nothing (16.1c)."""
    free = (((0, FREE), (0, INSIDE)), ((extra, _AWAY), None))
    away = (((0, _AWAY), None), (None, None))
    inside = (((0, INSIDE), (0, INSIDE)), ((0, INSIDE), (0, INSIDE)))
    return Moods((free, away, inside))


def one_hex() -> Moods:
    """An isolated unit moves a single hex, and never from enemy zone to enemy zone (12.3c)."""
    free = (((0, STOPPED), (0, STOPPED)), ((0, STOPPED), None))
    stopped = ((None, None), (None, None))
    return Moods((free, stopped, stopped))


def until_near(moods: Moods) -> Moods:
    """17.12a: the table of a move that is closed to some hexes until it has come into one near the enemy. The moods of the
    table come twice: those of a unit that is still restricted, then those of one that is free.
    """
    classes = range(SHUT + 2)
    return Moods(
        [[[_freed(moods, mood, a, b) for b in classes] for a in classes] for mood in range(2 * moods.size)]
    )


def _freed(moods: Moods, mood: int, left: int, entered: int) -> Shift:
    free, base = divmod(mood, moods.size)
    kind = entered - entered % 2
    shift = moods.shift(base, left % 2, entered % 2)
    if shift is None or (kind == SHUT and not free):
        return None
    return shift[0], shift[1] + (moods.size if free or kind == NEAR else 0)


def bridged(link: Link, state: BridgeState | None) -> bool:
    """Whether a river hexside carries a bridge now (13.1e, 13.1i)."""
    return state == "built" or (state is None and "bridge" in link.kinds)


def river(link: Link) -> bool:
    """Whether a river of any size runs along the hexside."""
    return "river" in link.kinds


def _alike(price: Price) -> Price:
    """A price function cached by what distinguishes steps while the bridges are as printed."""
    known: dict[tuple[tuple[str, ...], bool, str, tuple[str, ...]], int | None] = {}

    def of(link: Link) -> int | None:
        cell = link.enters
        key = (link.kinds, bool(link.road), cell.terrain, cell.features)
        if key not in known:
            known[key] = price(link)
        return known[key]

    return of


class Prices:
    """The prices of one map, compiled once for each side and class and kept for the bridges as they stand."""

    def __init__(self, atlas: Atlas, tables: Tables) -> None:
        self.atlas = atlas
        self.tec = tables.tec
        self.moods: dict[str, Moods] = {
            mobility: _disengaging(self.tec.disengage_cost(mobility)) for mobility in ("N", "MI", "M")
        }
        self.infiltration: dict[str, Moods] = {
            mobility: infiltrating(self.tec.disengage_cost(mobility)) for mobility in ("N", "MI", "M")
        }
        """16.1: the tables of the 150th Panzer Brigade and its battalion."""
        self.restricted: dict[str, Moods] = {
            mobility: until_near(moods) for mobility, moods in self.moods.items()
        }
        """17.12a: the tables of units that are freed when they come near the enemy."""
        self._lifted: dict[tuple[str, str], tuple[Mapping[str, BridgeState], Arcs]] = {}
        self._priced: dict[tuple[object, str, BridgeState | None], dict[tuple[int, int], int | None]] = {}
        """The cost of the two steps across a hexside for each state of its bridge, cached since bridges change repeatedly."""
        self._now: dict[tuple[Side, Mobility, str], tuple[Mapping[str, BridgeState], Arcs]] = {}

    def tactical(self, side: Side, mobility: Mobility, bridges: Mapping[str, BridgeState]) -> Arcs:
        """The priced steps of tactical movement with the bridges as they stand."""
        return self._arcs((side, mobility, "tactical"), bridges, self.price)

    def strategic(self, side: Side, mobility: Mobility, bridges: Mapping[str, BridgeState]) -> Arcs:
        """The priced steps of strategic movement with the bridges as they stand (5.2b, 5.21a-5.23a)."""
        return self._arcs((side, mobility, "strategic"), bridges, self.strategic_price)

    def _arcs(
        self, key: tuple[Side, Mobility, str], bridges: Mapping[str, BridgeState], price_for: _PriceFor
    ) -> Arcs:
        side, mobility, _ = key
        kept = self._now.get(key)
        if kept is None:
            kept = self._now[key] = ({}, compile_arcs(self.atlas, _alike(price_for(side, mobility, {}))))
        before, arcs = kept
        if before is bridges or before == bridges:
            return arcs
        changes: dict[tuple[int, int], int | None] = {}
        for name in sorted({name for name, _ in before.items() ^ bridges.items()}):
            of = (key, name, bridges.get(name))
            both = self._priced.get(of)
            if both is None:
                price = price_for(side, mobility, bridges)
                keys = self.atlas.side_keys(name)
                both = self._priced[of] = {(i, way): price(self.link(i, way)) for i, way in keys}
            changes.update(both)
        arcs = arcs.patched(changes)
        self._now[key] = (bridges, arcs)
        return arcs

    def best(self, side: Side, mobility: Mobility, how: str) -> Arcs:
        """The step costs if every river were bridged: a lower bound for any position."""
        price_for = self.strategic_price if how == "strategic" else self.price
        rivers = {
            self.atlas.side_of(i, direction)
            for (i, direction), kinds in self.atlas.side_kinds.items()
            if "river" in kinds
        }
        return compile_arcs(self.atlas, price_for(side, mobility, dict.fromkeys(sorted(rivers), "built")))

    def strategic_price(self, side: Side, mobility: Mobility, bridges: Mapping[str, BridgeState]) -> Price:
        """As :meth:`price`, with road hexes at their strategic price (5.21a, 5.22a, 5.23a)."""
        tactical = self.price(side, mobility, bridges)
        saved = self.tec.road_cost() - self.tec.strategic_road_cost(side, mobility)

        def of(link: Link) -> int | None:
            cost = tactical(link)
            return cost - saved if cost is not None and link.road else cost

        return of

    def link(self, i: int, direction: int) -> Link:
        """The step out of hex ``i`` in ``direction``."""
        return self.atlas.link(i, direction)

    def bridge_state(self, link: Link, bridges: Mapping[str, BridgeState]) -> BridgeState | None:
        """What happened to the bridge of a hexside; None: it is as printed."""
        return (
            bridges.get(side_name(self.atlas.labels[link.start], self.atlas.labels[link.end]))
            if bridges
            else None
        )

    def wide_river(self, link: Link, bridges: Mapping[str, BridgeState]) -> bool:
        """Whether the hexside is an unbridged river and no ford (5.1d-e)."""
        return "ford" not in link.kinds and self.unbridged(link, bridges)

    def unbridged(self, link: Link, bridges: Mapping[str, BridgeState]) -> bool:
        """Whether the hexside is a river without a bridge; a ford is no bridge (R04)."""
        return river(link) and not bridged(link, self.bridge_state(link, bridges))

    def carries_supply(self, link: Link, bridges: Mapping[str, BridgeState]) -> bool:
        """12.1f: whether a supply road runs through the hexside: over no unbridged river, ford (R04) or lake (R11)."""
        return bool(link.road) and "lake" not in link.kinds and not self.unbridged(link, bridges)

    def price(self, side: str, mobility: Mobility, bridges: Mapping[str, BridgeState]) -> Price:
        """The price of one step in twelfths; None: closed. An unbridged river is closed here: see :meth:`terrain`."""

        def of(link: Link) -> int | None:
            if self.wide_river(link, bridges):
                return None
            return self.dry_cost(link, side, mobility, bridges)

        return of

    def dry_cost(
        self, link: Link, side: str, mobility: Mobility, bridges: Mapping[str, BridgeState]
    ) -> int | None:
        """The cost of a step if unbridged rivers are ignored; None for a lake or prohibited terrain."""
        if "lake" in link.kinds:
            return None
        wading = "ford" in link.kinds and self.unbridged(link, bridges)
        ford = self.tec.ford_cost(mobility) if wading else 0
        if link.road and not self.wide_river(link, bridges):
            return self.tec.road_cost() + ford  # 5.1b-c: the road cancels the other terrain
        ground = self.ground_cost(link, side, mobility)
        return None if ground is None else ground + ford

    def lifted(self, side: str, mobility: Mobility, bridges: Mapping[str, BridgeState]) -> Arcs:
        """The step costs with every closed step open at the cost of :data:`LIFTED`; used to explain refusals."""
        key = (side, mobility)
        kept = self._lifted.get(key)
        if kept is not None and kept[0] == bridges:
            return kept[1]
        price = self.price(side, mobility, bridges)
        arcs = compile_arcs(self.atlas, lambda link: price(link) or LIFTED)
        self._lifted[key] = (bridges, arcs)
        return arcs

    def ground_cost(self, link: Link, side: str, mobility: Mobility) -> int | None:
        """The price of the hex entered off the road; None: prohibited terrain."""
        cell = link.enters
        cost = self.tec.hex_cost(cell.terrain, cell.features, mobility)
        if cost is not None and side == ALLIED and mobility != "N" and "westwall" in cell.features:
            cost += self.tec.westwall_cost()
        return cost

    def crossing(self, link: Link, side: str, mobility: Mobility, bridges: Mapping[str, BridgeState]) -> bool:
        """5.1d: whether foot or mechanized infantry may cross here at the price of the whole movement factor."""
        return (
            self.tec.river_cost(mobility) is not None
            and self.wide_river(link, bridges)
            and self.dry_cost(link, side, mobility, bridges) is not None
        )


# Where units can go in retreats and advances: hexes and hexsides, whatever the movement points (11.8j,
# 11.9j-k, B23).


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
