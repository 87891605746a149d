"""Whether a scenario can be played on its map (ledger A.2, A.3), in plain sentences with the path to what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.documents.reading import allowed
from hexbench.games.tide_of_iron import ground, setup
from hexbench.games.tide_of_iron.pieces import SIDES, SLOTS, SQUAD, Unit
from hexbench.games.tide_of_iron.placing import MOST, barred
from hexbench.games.tide_of_iron.setup_build import slots
from hexbench.games.tide_of_iron.setup_markers import KINDS

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.mission import Build, Force
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.setup import Scenario
    from hexbench.games.tide_of_iron.state import TideOfIron

_MOST: Final = 99
"""Rounds, bases and vehicles: a typing error is not set up for an hour."""


def problems(rules: TiRules, scenario: Scenario) -> Iterator[str]:
    """Every problem; whether everybody can come to every objective is asked when there is no other."""
    found = [*_objectives(rules, scenario), *sentences(rules, scenario), *_room(scenario)]
    yield from found
    if not found:
        state = setup.begin(rules, scenario, 0)
        for side, force in scenario.mission.forces.items():
            yield from _ways(rules, state, side, force)


def sentences(rules: TiRules, scenario: Scenario) -> Iterator[str]:
    """What is wrong with the words and numbers of a scenario, each sentence with its path; nothing is set up for it."""
    mission = scenario.mission
    yield from _frame(scenario)
    yield from _zones(rules, scenario)
    yield from _placed(rules, scenario)
    for side, force in mission.forces.items():
        if side not in SIDES:
            yield f'scenario.mission.forces: there is no side "{side}"; there are {", ".join(SIDES)}.'
            return
        yield from _force(rules, scenario, side, force)
    for i, wave in enumerate(mission.reinforcements):
        path = f"scenario.mission.reinforcements[{i}]"
        if wave.zone not in mission.zones:
            yield f'{path}.zone: there is no zone "{wave.zone}".'
        if not 1 <= wave.round < mission.rounds:
            yield f"{path}.round: reinforcements come in rounds 1 to {mission.rounds - 1}, not {wave.round}."
        for n, build in enumerate(wave.squads):
            yield from _build(rules, wave.side, build, f"{path}.squads[{n}]")
        yield from _vehicles(rules, wave.side, wave.vehicles, f"{path}.vehicles")


def _placed(rules: TiRules, scenario: Scenario) -> Iterator[str]:
    """Units that stand somewhere already."""
    known = setup.roster(rules, scenario.mission) if scenario.units else {}
    for uid, unit in scenario.units.items():
        path = f'scenario.units["{uid}"]'
        if not uid or uid.startswith("#") or uid in rules.atlas.index:
            yield f"{path}: a unit needs a name that is neither a hex nor a box."
        if uid in known:
            yield f"{path}: a unit of the forces has this name."
        if unit.on_map and unit.at not in rules.atlas.index:
            yield f"{path}.at: {unit.at} is not a hex of this map."
        try:
            check_unit(rules, unit, path)
        except ValueError as fault:
            yield str(fault)


def check_unit(rules: TiRules, unit: Unit, path: str) -> None:
    """Raises ValueError, ``path`` and one sentence, for words that no unit has."""
    if unit.side not in SIDES:
        raise ValueError(f"{path}.side: {allowed(unit.side, SIDES)}")
    nation = rules.tables.nations[unit.side]
    if unit.type not in (SQUAD, *nation.vehicles):
        raise ValueError(f"{path}.type: {allowed(unit.type, (SQUAD, *nation.vehicles))}")
    for kind, n in unit.figures.items():
        if kind not in nation.figures:
            raise ValueError(f"{path}.figures: {allowed(kind, nation.figures)}")
        if n < 1:
            raise ValueError(f"{path}.figures: a squad has none or some of {kind}, not {n}.")
    if unit.specialization and unit.specialization not in rules.tables.specializations:
        raise ValueError(
            f"{path}.specialization: {allowed(unit.specialization, rules.tables.specializations)}"
        )


def _room(scenario: Scenario) -> Iterator[str]:
    """Whether everybody can be deployed; in a position they may stand elsewhere by now."""
    for side, force in scenario.mission.forces.items():
        zone = scenario.mission.zones.get(f"{side}_deploy", ())
        units = force.bases + sum(force.vehicles.values())
        if units > MOST * len(zone):
            path = f"scenario.mission.forces.{side}"
            yield f"{path}: {units} units do not fit into the {len(zone)} hexes of the deployment zone."


def _zones(rules: TiRules, scenario: Scenario) -> Iterator[str]:
    for name, hexes in scenario.mission.zones.items():
        for hex_ in hexes:
            if hex_ not in rules.atlas.index:
                yield f"scenario.mission.zones.{name}: {hex_} is not a hex of this map."


def _objectives(rules: TiRules, scenario: Scenario) -> Iterator[str]:
    """Objectives and markers on the map; of a position the audit says this."""
    mission = scenario.mission
    ids = [o.id for o in mission.objectives]
    for i, objective in enumerate(mission.objectives):
        path = f"scenario.mission.objectives[{i}]"
        if objective.hex not in rules.atlas.index:
            yield f"{path}.hex: {objective.hex} is not a hex of this map."
        if ids.index(objective.id) != i:
            yield f'{path}.id: "{objective.id}" is given twice.'
    for hex_ in scenario.works:
        if hex_ not in rules.atlas.index:
            yield f"scenario.works: {hex_} is not a hex of this map."


def _frame(scenario: Scenario) -> Iterator[str]:
    mission = scenario.mission
    if not 1 <= mission.rounds <= _MOST:
        yield f"scenario.mission.rounds: a scenario has at least one round and at most {_MOST}."
    for side in SIDES:
        if mission.actions_per_turn.get(side, 0) < 1:
            yield f"scenario.mission.actions_per_turn: {side} needs at least one action in a turn."
    for name, sides in _by_side(scenario):
        for side in sides:
            if side not in SIDES:
                yield f'scenario.mission.{name}: there is no side "{side}"; there are {", ".join(SIDES)}.'
    if mission.setup_order and mission.setup_order[0] != mission.initiative_start:
        yield "scenario.mission.setup_order: the holder of the initiative sets up first (TI-SET-11)."


def _by_side(scenario: Scenario) -> Iterator[tuple[str, Iterable[str]]]:
    """(where, its keys) of everything in a mission that is given side by side."""
    mission = scenario.mission
    yield "actions_per_turn", mission.actions_per_turn
    yield "initiative_pool_start", mission.initiative_pool_start
    yield "command_start", mission.command_start
    yield "victory.elimination_vp", mission.victory.elimination_vp
    for i, objective in enumerate(mission.objectives):
        yield f"objectives[{i}].vp_per_round", objective.vp_per_round


def _force(rules: TiRules, scenario: Scenario, side: str, force: Force) -> Iterator[str]:
    path = f"scenario.mission.forces.{side}"
    yield from _vehicles(rules, side, force.vehicles, f"{path}.vehicles")
    for n, build in enumerate(force.default_build):
        yield from _build(rules, side, build, f"{path}.default_build[{n}]")
    if not 0 <= force.bases <= _MOST:
        yield f"{path}.bases: there are 0 to {_MOST}, not {force.bases}."
    if len(force.default_build) > force.bases:
        yield f"{path}.default_build: there are {len(force.default_build)} squads for {force.bases} bases."
    for kind in rules.tables.nations[side].figures:
        used = sum(build.figures.get(kind, 0) for build in force.default_build)
        if used > force.pool.get(kind, 0):
            yield f"{path}.pool: the suggested squads need {used} of {kind}."
    for kind in rules.tables.specializations:
        used = sum(build.specialization == kind for build in force.default_build)
        if used > force.specializations.get(kind, 0):
            yield f"{path}.specializations: the suggested squads need {used} of {kind}."
    decks = {deck.id for deck in rules.tables.decks}
    for deck in force.decks:
        if deck not in decks:
            yield f'{path}.decks: there is no deck "{deck}"; there are {", ".join(sorted(decks))}.'
    cards = {card.id for card in rules.tables.operations}
    for card in force.operations:
        if card not in cards:
            yield f'{path}.operations: there is no operations card "{card}".'
    yield from _markers(rules, scenario, side, force, path)


def _markers(rules: TiRules, scenario: Scenario, side: str, force: Force, path: str) -> Iterator[str]:
    for kind in force.markers:
        if kind not in KINDS:
            yield f'{path}.markers: there is no marker "{kind}"; there are {", ".join(KINDS)}.'
    for kind, zone in force.marker_zones.items():
        hexes = scenario.mission.zones.get(zone) if isinstance(zone, str) else zone
        if hexes is None:
            yield f'{path}.marker_zones.{kind}: there is no zone "{zone}".'
        for hex_ in hexes or ():
            if hex_ not in rules.atlas.index:
                yield f"{path}.marker_zones.{kind}: {hex_} is not a hex of this map."


def _vehicles(rules: TiRules, side: str, vehicles: dict[str, int], path: str) -> Iterator[str]:
    known = rules.tables.nations[side].vehicles
    for kind, n in vehicles.items():
        if kind not in known:
            yield f'{path}: there is no vehicle "{kind}" of this side; there are {", ".join(known)}.'
        elif not 0 <= n <= _MOST:
            yield f"{path}.{kind}: there are 0 to {_MOST} of a kind, not {n}."


def _build(rules: TiRules, side: str, build: Build, path: str) -> Iterator[str]:
    known = rules.tables.nations[side].figures
    for kind in build.figures:
        if kind not in known:
            yield f'{path}.figures: there is no figure "{kind}"; there are {", ".join(known)}.'
            return
    if any(n < 0 for n in build.figures.values()):
        yield f"{path}.figures: there are none or some of a kind, not fewer."
    room = slots(rules, side, build.figures)
    if not 1 <= room <= SLOTS:
        yield f"{path}.figures: they take {room} slots, and a base has {SLOTS} (M-01)."
    if build.specialization:
        if build.specialization not in rules.tables.specializations:
            yield f'{path}.specialization: there is no specialization "{build.specialization}".'
        if any(known[kind].heavy_weapon for kind in build.figures):
            yield f"{path}.specialization: a squad with a heavy weapon has none (TI-SPC-02)."


def _ways(rules: TiRules, s: TideOfIron, side: str, force: Force) -> Iterator[str]:
    """Whether squads of a side, and its vehicles, can come from their zone to every objective."""
    movers = {"squads": Unit(side=side, at="")}  # type: ignore[arg-type]
    for kind in force.vehicles:
        movers["vehicles"] = Unit(side=side, at="", type=kind)  # type: ignore[arg-type]
    for what, unit in movers.items():
        start = [h for h in s.mission.zones.get(f"{side}_deploy", ()) if not any(barred(rules, s, unit, h))]
        if not start:
            yield f"scenario.mission.zones: {side}_deploy has no hex for the {what} of {side}."
            continue
        reached = reach(rules, s, unit, start)
        for objective in s.mission.objectives:
            if objective.hex not in reached:
                yield f"scenario.mission.objectives: the {what} of {side} cannot come to {objective.hex}."


def reach(rules: TiRules, s: TideOfIron, unit: Unit, start: list[str]) -> frozenset[str]:
    """Every hex that a unit can come to from some others, however long it takes."""
    found, todo = set(start), list(start)
    while todo:
        here = todo.pop()
        for near in rules.atlas.near[here]:
            if near not in found and ground.enterable(rules, s, unit, here, near):
                found.add(near)
                todo.append(near)
    return frozenset(found)
