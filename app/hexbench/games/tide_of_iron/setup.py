"""The start of a game: the scenario as stored in a file, and the position before set-up (C.1, S1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.state import Dice
from hexbench.engine.values import Value
from hexbench.games.tide_of_iron.pieces import SIDES, SQUAD, TRAYS, Side, Unit, Works, due, figures_of
from hexbench.games.tide_of_iron.state import Build, Mission, TideOfIron
from hexbench.games.tide_of_iron.waves import each, waves

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.rules import TiRules


class Scenario(Value, frozen=True, kw_only=True):
    """The scenario of a file: its mission, and the markers and units on the map from the start."""

    mission: Mission
    works: dict[str, Works] = {}
    units: dict[str, Unit] = {}
    """Units already in place before set-up, besides those of the forces."""


def begin(rules: TiRules, scenario: Scenario, seed: int) -> TideOfIron:
    """TI-SET-01: everything the scenario gives, before the first decision. The stack is left to the caller."""
    mission = scenario.mission
    return TideOfIron(
        mission=mission,
        units={
            **roster(rules, mission),
            **{uid: _standing(uid, unit) for uid, unit in scenario.units.items()},
        },
        initiative=mission.initiative_start,
        pools={side: mission.initiative_pool_start.get(side, 0) for side in SIDES},
        command={side: mission.command_start.get(side, 0) for side in SIDES},
        vp=dict.fromkeys(SIDES, 0),
        control={o.id: o.control_start for o in mission.objectives if o.control_start},
        works=dict(scenario.works),
        markers_left=_counts({side: force.markers for side, force in mission.forces.items()}),
        pool=_counts({side: {**f.pool, **f.specializations} for side, f in mission.forces.items()}),
        decks=_full_decks(rules, mission),
        hands=dict.fromkeys(SIDES, ()),
        in_play=dict.fromkeys(SIDES, ()),
        dice=Dice(seed),
    )


def _standing(uid: str, unit: Unit) -> Unit:
    """A unit already in place, with its figures in standard order."""
    return replace(unit, name=unit.name or uid, figures=figures_of(unit.figures))


def _counts(by_side: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    """The counts without zeros, for the sides that have any."""
    some = {side: {key: n for key, n in counts.items() if n} for side, counts in by_side.items()}
    return {side: counts for side, counts in some.items() if counts}


def _full_decks(rules: TiRules, mission: Mission) -> dict[str, dict[str, int]]:
    """TI-SET-04: every deck of every side, each a full copy (A.3)."""
    printed = {deck.id: deck for deck in rules.tables.decks}
    return {
        f"{side}/{deck}": {card.id: card.copies for card in printed[deck].cards}
        for side, force in mission.forces.items()
        for deck in force.decks
        if deck in printed
    }


def roster(rules: TiRules, mission: Mission) -> dict[str, Unit]:
    """Every unit of a scenario: empty bases and vehicles in the tray, reinforcements in the box of their round."""
    out: dict[str, Unit] = {}
    for side in SIDES:
        out.update(_of_side(rules, mission, side))
    return out


def _of_side(rules: TiRules, mission: Mission, side: Side) -> Iterator[tuple[str, Unit]]:
    letter, vehicles, reserve = side[0], 0, 0
    force = mission.forces.get(side)
    titles = _vehicle_names(rules, mission, side)
    if force is not None:
        for squads in range(1, force.bases + 1):
            built = (
                force.default_build[squads - 1] if squads <= len(force.default_build) else Build(figures={})
            )
            yield f"{letter}{squads}", Unit(side=side, at=TRAYS[side], name=built.name or f"Squad {squads}")
        for kind in each(force.vehicles):
            vehicles += 1
            yield (
                f"{letter}v{vehicles}",
                Unit(side=side, at=TRAYS[side], type=kind, name=next(titles[kind])),
            )
    for wave in waves(mission, side):
        at = due(side, wave.of.round)
        for uid, built in wave.squads.items():
            reserve += 1
            yield (
                uid,
                Unit(
                    side=side,
                    at=at,
                    type=SQUAD,
                    name=built.name or f"Reserve {reserve}",
                    figures=figures_of(built.figures),
                    specialization=built.specialization,
                ),
            )
        for uid, kind in wave.vehicles.items():
            yield uid, Unit(side=side, at=at, type=kind, name=next(titles[kind]))


def _vehicle_names(rules: TiRules, mission: Mission, side: Side) -> dict[str, Iterator[str]]:
    """Titles of the tables, numbered where a side has more than one of a kind."""
    count: dict[str, int] = {}
    force = mission.forces.get(side)
    for kinds in (
        force.vehicles if force else {},
        *(w.vehicles for w in mission.reinforcements if w.side == side),
    ):
        for kind, n in kinds.items():
            count[kind] = count.get(kind, 0) + n
    printed = rules.tables.nations[side].vehicles
    # An unknown kind keeps its key as its name; the check of the scenario reports it.
    titles = {kind: printed[kind].name if kind in printed else kind for kind in count}
    return {
        kind: iter([titles[kind]] if n == 1 else [f"{titles[kind]} {i}" for i in range(1, n + 1)])
        for kind, n in count.items()
    }
