"""The start of a game: the scenario as stored in a file, and the position before the first decision
(TG-SET).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from hexbench.engine.state import Dice
from hexbench.engine.values import Value
from hexbench.games.tigers.pieces import PLANE, SUBSTITUTES, AirUnit, Bridge, Printed, Unit, due
from hexbench.games.tigers.state import Tigers
from hexbench.games.tigers.tables import Group, Weather

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.tables import Tables


class Scenario(Value, frozen=True, kw_only=True):
    """A scenario as stored in a file: what differs from the order of battle in the tables."""

    first_turn: int = 1
    last_turn: int = 12
    bridges: dict[str, Bridge] = {}
    """Every river hexside with a road; empty: as :func:`first_bridges` says (TG-BRG-01)."""
    weather: dict[str, Weather] = {}
    """Turn -> fixed weather, for which no roll is made."""
    order: Literal["tables", "own"] = "tables"
    """Which order of battle: that of the tables, with ``units`` replacing entries of the same id, or ``units``
    alone.
    """
    units: dict[str, Printed] = {}
    without: tuple[str, ...] = ()
    """Units of the tables that are left out."""
    air: dict[str, Group] = {}
    """The air units that go with the scenario's own order of battle; otherwise those of the tables are used."""


def begin(rules: TgRules, scenario: Scenario, seed: int) -> Tigers:
    """The printed set-up, before the first decision (TG-SET-01..03). The stack is left to the caller."""
    tables = rules.tables
    roster = order_of(tables, scenario)
    return Tigers(
        units={uid: unit_at_start(printed) for uid, printed in roster.items()},
        roster=roster,
        turn=scenario.first_turn,
        last_turn=scenario.last_turn,
        bridges=dict(scenario.bridges) or first_bridges(rules),
        markers=dict(tables.markers.items()),
        skies=dict(scenario.weather),
        air=air_units(tables.air_units if scenario.order == "tables" else scenario.air),
        dice=Dice(seed),
    )


def order_of(tables: Tables, scenario: Scenario | None) -> dict[str, Printed]:
    """The order of battle of a scenario, in order; for None that of the tables."""
    if scenario is None:
        return dict(tables.units)
    if scenario.order == "own":
        return dict(scenario.units)
    left = {uid: printed for uid, printed in tables.units.items() if uid not in scenario.without}
    return {**left, **scenario.units}


def unit_at_start(printed: Printed) -> Unit:
    """A unit where the set-up places it: in its hex, in the box of its turn, in the plane, or among the
    substitutes.
    """
    if printed.hex:
        at = printed.hex
    elif printed.turn:
        at = due(printed.turn)
    else:
        at = PLANE if printed.type == "vdh" else SUBSTITUTES
    return Unit(side=printed.side, at=at, entrenched=printed.entrenched)


def air_units(groups: Mapping[str, Group]) -> dict[str, AirUnit]:
    """Every air unit of the order of battle, including those that arrive later (TG-AIR-30)."""
    return {
        key: AirUnit(side=group.side, type=group.type, from_turn=group.from_turn)
        for key, group in groups.items()
    }


def first_bridges(rules: TgRules) -> dict[str, Bridge]:
    """A bridge wherever a road crosses a river, owned by the side whose territory it is in; on the front they
    are blown (TG-BRG-01).
    """
    found: dict[str, Bridge] = {}
    for side in sorted(rules.hexsides["river"] & rules.road_sides):
        homes = {rules.home(at) for at in side.split("/")}
        owner = homes.pop() if len(homes) == 1 else "allied"
        found[side] = Bridge(owner=owner, intact=side not in rules.hexsides["front"])
    return found
