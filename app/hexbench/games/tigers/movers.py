"""What a unit pays for a step, and what it can spend (TG-MOV-03..15, TG-RIV-01..04). All costs are in
thirds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from hexbench.atlas.atlas import side_name
from hexbench.engine.board import remembered
from hexbench.games.tigers import dump, ground, victory
from hexbench.games.tigers.pieces import ALLIED, GERMAN

if TYPE_CHECKING:
    from hexbench.games.tigers.pieces import Printed
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position

MF: Final = 3
"""Thirds in a movement factor (AMB-64)."""
ROAD: Final = 1
"""A hex at road rate (TG-MOV-11)."""
FOREST: Final = 2 * MF
VENN: Final = 3 * MF
"""TG-MOV-08, TG-MOV-09: what mechanized units pay off the road."""
_WADE: Final = 1 * MF
_BRIDGING: Final = 2 * MF
"""TG-RIV-02, TG-RIV-03: extra cost of an unbridged river."""
_FUEL_LIMIT: Final = 2
"""TG-FUL-01, in movement factors."""
LIFTS: Final = 2
"""Allied divisions on foot that may use road rate in a turn (TG-MOV-14, AMB-65)."""
TWELFTHS: Final = 4
"""Twelfths in a third; the cost of a Target is given in twelfths."""

Kind = Literal["foot", "engineer", "panzer"]
"""How a unit crosses an unbridged river: on foot, with an engineer bridge marker, or (panzers) not at all."""


class Mover(NamedTuple):
    """How some units of a party move; units that move alike share one Mover."""

    kind: Kind
    road: bool
    """Whether it may use road rate."""
    basic: int
    """What is left of its movement factor, in thirds."""
    bonus: int
    """What the bonus would add, in thirds; 0: it may not use it."""


class Way(NamedTuple):
    """The price of one step."""

    to: str
    full: int
    road: int
    """The price at road rate; 0: road rate is not available."""
    marker: bool
    """Whether it takes an engineer bridge marker."""


def kind_of(printed: Printed) -> Kind:
    """How a unit crosses unbridged rivers (TG-RIV-02..04, AMB-57, AMB-119)."""
    if printed.type in ("pz", "tiger"):
        return "panzer"
    return "engineer" if printed.mech else "foot"


def fuel_cap(rules: TgRules, s: Position) -> int | None:
    """The highest movement factor of German units now, None: no limit (TG-FUL-01, AMB-79)."""
    return _FUEL_LIMIT if dump.limited(s) else None


def factor(rules: TgRules, s: Position, printed: Printed, round_: int = 0) -> int:
    """The movement factor of a unit in this pass (or ``round_``): limited by fuel, then one less in the second pass (AMB-80)."""
    found = printed.omf
    cap = fuel_cap(rules, s)
    if cap is not None and printed.side == GERMAN:
        found = min(found, cap)
    return max(found - ((round_ or s.round) - 1), 0)


def mover(rules: TgRules, s: Position, uid: str, *, lift: bool = False, bonus: bool = True) -> Mover:
    """How a unit can move now; ``lift``: carried by road under TG-MOV-14; ``bonus``: it may use its bonus."""
    printed, unit = s.roster[uid], s.units[uid]
    carried = lift and may_ride(printed)
    extra = rules.tables.movement_bonus * MF if bonus and printed.omf else 0
    # an entry cost beyond the basic factor has been paid from the bonus (AMB-67)
    left = factor(rules, s, printed) * MF - unit.spent
    return Mover(kind_of(printed), printed.mech or carried, left, extra)


def may_ride(printed: Printed) -> bool:
    """Whether a unit is one of the Allied infantry and airborne divisions that may use road rate, two per turn
    (TG-MOV-14, TG-MOV-15).
    """
    return printed.side == ALLIED and printed.size == "div" and printed.type in ("inf", "abn")


def lifts_left(s: Position) -> int:
    """How many more Allied divisions may use road rate in this turn (AMB-65)."""
    return LIFTS - sum(unit.lifted for unit in s.units.values())


class Steps(NamedTuple):
    """The price of every step, ignoring enemies and zones."""

    ways: dict[str, dict[str, Way]]
    """hex -> neighbour -> the price of the step."""
    out: dict[str, tuple[Way, ...]]
    """hex -> the same prices as a tuple."""


def prices(rules: TgRules, s: Position, kind: Kind, road: bool) -> dict[str, dict[str, Way]]:
    """Hex -> neighbour -> the price of the step, ignoring enemies and zones."""
    return steps(rules, s, kind, road).ways


def steps(rules: TgRules, s: Position, kind: Kind, road: bool) -> Steps:
    """The price of every step with the bridges as they are now. Only hexes next to a bridge differ from a map
    without bridges.
    """
    whole = ground.whole(rules, s)
    known: dict[object, Steps] = rules.memo.setdefault("prices", {})
    found = known.get((kind, road, whole))
    if found is None:
        if len(known) > 200:  # bridges come and go: do not keep every combination
            known.clear()
        last: dict[tuple[Kind, bool], tuple[frozenset[str], Steps]] = rules.memo.setdefault("last prices", {})
        if (kind, road) not in last:
            ways = {at: _steps(rules, kind, road, at, frozenset()) for at in rules.atlas.near}
            out = {at: tuple(found.values()) for at, found in ways.items()}
            last[kind, road] = (frozenset(), Steps(ways, out))
        # one changed bridge affects only its two hexes: reprice those rather than every hex next to a bridge
        before, steps_before = last[kind, road]
        found = Steps(dict(steps_before.ways), dict(steps_before.out))
        for at in {at for side in before ^ whole for at in side.split("/")} & found.ways.keys():
            sides = whole.intersection([side_name(at, to) for to in rules.atlas.near[at]])
            found.ways[at], found.out[at] = _bridged(rules, kind, road, at, sides)
        known[kind, road, whole] = found
        last[kind, road] = (whole, found)
    return found


@remembered
def _bridged(
    rules: TgRules, kind: Kind, road: bool, at: str, sides: frozenset[str]
) -> tuple[dict[str, Way], tuple[Way, ...]]:
    """The steps out of a hex when the bridges at ``sides`` are intact."""
    ways = _steps(rules, kind, road, at, sides)
    return ways, tuple(ways.values())


def _steps(rules: TgRules, kind: Kind, road: bool, at: str, whole: frozenset[str]) -> dict[str, Way]:
    """The price of each step out of one hex."""
    found = ((to, price(rules, kind, road, at, to, whole)) for to in rules.atlas.near[at])
    return {to: way for to, way in found if way is not None}


def price(rules: TgRules, kind: Kind, road: bool, at: str, to: str, whole: frozenset[str]) -> Way | None:
    """The price of one step when the bridges ``whole`` are intact; None if it cannot be made."""
    side = side_name(at, to)
    water = side in rules.hexsides["river"] and side not in whole
    if side in rules.road_sides and not water:
        return Way(to, MF, ROAD if road else 0, False)
    cost, marker = MF, False
    if kind != "foot":
        if to in ground.terrain(rules, "forest"):
            cost = FOREST
        elif to in ground.terrain(rules, "venn"):
            cost = VENN
    if water:
        if kind == "panzer":
            return None
        marker = kind == "engineer" or rules.options.marker_for_all
        cost += _WADE if kind == "foot" else _BRIDGING
    return Way(to, cost, 0, marker)


def price_off(rules: TgRules, at: str, road: bool) -> int:
    """The cost of leaving the map from an exit hex (AMB-84)."""
    return victory.COST_BY_ROAD if road and victory.road_out(rules, at) else victory.COST
