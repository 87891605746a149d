"""The reinforcements of a scenario by wave: which units belong to it, and where they arrive (TI-RIF)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from hexbench.games.tide_of_iron.pieces import Side, Unit, due_round

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.state import Build, Mission, Reinforcement


class Wave(NamedTuple):
    """One entry of a mission's reinforcements, with its units by their ids in play."""

    of: Reinforcement
    squads: dict[str, Build]
    vehicles: dict[str, str]


def waves(mission: Mission, side: Side) -> Iterator[Wave]:
    """The reinforcements of a side in the order of the mission; their ids continue those of its force."""
    letter, force = side[0], mission.forces.get(side)
    squads = force.bases if force is not None else 0
    vehicles = len(each(force.vehicles)) if force is not None else 0
    for one in mission.reinforcements:
        if one.side == side:
            kinds = each(one.vehicles)
            yield Wave(
                one,
                {f"{letter}{n}": built for n, built in enumerate(one.squads, squads + 1)},
                {f"{letter}v{n}": kind for n, kind in enumerate(kinds, vehicles + 1)},
            )
            squads, vehicles = squads + len(one.squads), vehicles + len(kinds)


def each(vehicles: Mapping[str, int]) -> list[str]:
    """The kind of every vehicle, one entry each."""
    return [kind for kind, n in vehicles.items() for _ in range(n)]


def zone_name(mission: Mission, uid: str, unit: Unit) -> str:
    """The name of the zone in which a due unit arrives: that of its own wave (TI-RIF-03), or of the first wave of that round if
    it belongs to none.
    """
    number = due_round(unit.at)
    there = [wave for wave in waves(mission, unit.side) if wave.of.round == number]
    own = [wave for wave in there if uid in wave.squads or uid in wave.vehicles]
    return next((wave.of.zone for wave in (*own, *there)), f"{unit.side}_reinforce")
