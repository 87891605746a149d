"""Consistency checks of maps, scenarios and tables: one sentence per problem. Decoding has already checked the types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from msgspec.structs import asdict, fields

from hexbench.engine.documents.base import check_words
from hexbench.engine.documents.reading import allowed, misread
from hexbench.engine.values import complaint, say
from hexbench.games.tide_of_iron import ground, setup
from hexbench.games.tide_of_iron.decks import (
    AddFigures,
    Area,
    Blast,
    Card,
    Contact,
    Drift,
    Filter,
    FogRoll,
    Modify,
    Op,
    Operation,
    Rally,
    Reinforce,
    RemoveMarker,
    Smoke,
    Target,
    TerrainOverride,
)
from hexbench.games.tide_of_iron.pieces import FIGURES, SIDES, SLOTS, SQUAD, Unit
from hexbench.games.tide_of_iron.placing import MOST, barred
from hexbench.games.tide_of_iron.setup_build import slots
from hexbench.games.tide_of_iron.setup_phase import KINDS

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.setup import Scenario
    from hexbench.games.tide_of_iron.state import Build, Force, Mission, TideOfIron
    from hexbench.games.tide_of_iron.tables import Tables


# Whether Tide of Iron can be played on a map (ledger A.2): every word on it must mean something in the rules.

LEVELS: Final = (0, 1, 2)
"""TI-LOS-08."""
WET: Final = ("stream_shallow", "stream_deep", "stream_flooded", "pond")


def check_map(atlas: Atlas, tables: Tables) -> None:
    """Raise ValueError (path and one sentence) for anything on the map that the rules do not know or forbid."""
    sheet = atlas.sheet
    check_words(sheet, tables.terrain, (), ("cliff",))
    for name, cell in sheet.cells.items():
        if cell.elevation not in LEVELS:
            raise misread(
                f'map.cells["{name}"].elevation',
                say("the level must be 0, 1 or 2, not {elevation}.", elevation=cell.elevation),
            )
    _cliffs(atlas)
    for i, road in enumerate(sheet.roads):
        path = f"map.roads[{i}]"
        if _drop(atlas, road.side) > 1:
            raise misread(path, say("a road cannot cross the cliff {side}.", side=road.side))
        wet = [h for h in road.side.split("/") if h in atlas.index and atlas.cell(h).terrain in WET]
        if wet:
            raise misread(
                path, say("the road enters the water hex {what}; it needs a bridge there.", what=wet[0])
            )


def _cliffs(atlas: Atlas) -> None:
    """A cliff may be drawn only between levels 0 and 2, where one exists even if it is not drawn (TI-TER-15)."""
    for i, side in enumerate(atlas.sheet.hexsides):
        if _drop(atlas, side.side) < 2:
            raise misread(
                f"map.hexsides[{i}]",
                say("{side} is not a cliff: a cliff lies between levels 0 and 2.", side=side.side),
            )


def _drop(atlas: Atlas, side: str) -> int:
    """The difference in level between the two hexes of a hexside; 0 at the edge of the map."""
    a, b = side.split("/")
    if a not in atlas.index or b not in atlas.index:
        return 0
    return abs(atlas.cell(a).elevation - atlas.cell(b).elevation)


# Whether a scenario can be played on its map (ledger A.2, A.3): plain sentences with the path to each problem.

_MOST: Final = 99
"""The most rounds, bases or vehicles: protects against setting up a typing error."""


def mission_problems(rules: TiRules, scenario: Scenario) -> Iterator[str]:
    """Every problem; whether all units can reach every objective is checked only if there is no other problem."""
    found = [*_objectives(rules, scenario), *sentences(rules, scenario), *_room(scenario)]
    yield from found
    if not found:
        state = setup.begin(rules, scenario, 0)
        for side, force in scenario.mission.forces.items():
            yield from _ways(rules, state, side, force)


def sentences(rules: TiRules, scenario: Scenario) -> Iterator[str]:
    """Problems of the words and numbers of a scenario, each with its path; found without setting the scenario up."""
    mission = scenario.mission
    yield from _frame(scenario)
    yield from _ids(mission)
    yield from _zones(rules, scenario)
    yield from _placed(rules, scenario)
    for side, force in mission.forces.items():
        if side not in SIDES:
            yield complaint(
                "scenario.mission.forces",
                say('there is no side "{side}"; there are {sides}.', side=side, sides=", ".join(SIDES)),
            )
            return
        yield from _force(rules, scenario, side, force)
    for i, wave in enumerate(mission.reinforcements):
        path = f"scenario.mission.reinforcements[{i}]"
        if wave.zone not in mission.zones:
            yield complaint(f"{path}.zone", say('there is no zone "{zone}".', zone=wave.zone))
        if not 1 <= wave.round < mission.rounds:
            yield complaint(
                f"{path}.round",
                say(
                    "reinforcements arrive in rounds 1 to {rounds}, not {round}.",
                    rounds=mission.rounds - 1,
                    round=wave.round,
                ),
            )
        for n, build in enumerate(wave.squads):
            yield from _build(rules, wave.side, build, f"{path}.squads[{n}]")
        yield from _vehicles(rules, wave.side, wave.vehicles, f"{path}.vehicles")


def _placed(rules: TiRules, scenario: Scenario) -> Iterator[str]:
    """Units already in place before set-up."""
    known = setup.roster(rules, scenario.mission) if scenario.units else {}
    for uid, unit in scenario.units.items():
        path = f'scenario.units["{uid}"]'
        if not uid or uid.startswith("#") or uid in rules.atlas.index:
            yield complaint(path, say("a unit needs a name that is neither a hex nor a box."))
        if uid in known:
            yield complaint(path, say("a unit of the forces already has this name."))
        if unit.on_map and unit.at not in rules.atlas.index:
            yield complaint(f"{path}.at", say("{place} is not a hex of this map.", place=unit.at))
        try:
            check_unit(rules, unit, path)
        except ValueError as fault:
            yield str(fault)


def check_unit(rules: TiRules, unit: Unit, path: str) -> None:
    """Raises ValueError (``path`` and one sentence) for unknown words or impossible numbers of a unit."""
    if unit.side not in SIDES:
        raise misread(f"{path}.side", allowed(unit.side, SIDES))
    nation = rules.tables.nations[unit.side]
    if unit.type not in (SQUAD, *nation.vehicles):
        raise misread(f"{path}.type", allowed(unit.type, (SQUAD, *nation.vehicles)))
    for kind, n in unit.figures.items():
        if kind not in nation.figures:
            raise misread(f"{path}.figures", allowed(kind, nation.figures))
        if n < 0:
            raise misread(f"{path}.figures", say("a squad cannot have {n} of {kind}.", kind=kind, n=n))
    if unit.specialization and unit.specialization not in rules.tables.specializations:
        raise misread(f"{path}.specialization", allowed(unit.specialization, rules.tables.specializations))


def _room(scenario: Scenario) -> Iterator[str]:
    """Whether all units fit into the deployment zones. Not asked of positions, whose units may have moved."""
    for side, force in scenario.mission.forces.items():
        zone = scenario.mission.zones.get(f"{side}_deploy", ())
        units = force.bases + sum(force.vehicles.values())
        if units > MOST * len(zone):
            path = f"scenario.mission.forces.{side}"
            yield complaint(
                path,
                say(
                    "{units} units do not fit into the {zone} hexes of the deployment zone.",
                    units=units,
                    zone=len(zone),
                ),
            )


def _zones(rules: TiRules, scenario: Scenario) -> Iterator[str]:
    for name, hexes in scenario.mission.zones.items():
        for hex_ in hexes:
            if hex_ not in rules.atlas.index:
                yield complaint(
                    f"scenario.mission.zones.{name}", say("{hex} is not a hex of this map.", hex=hex_)
                )


def _objectives(rules: TiRules, scenario: Scenario) -> Iterator[str]:
    """Whether objectives and markers are on the map. For positions the audit checks this."""
    for i, objective in enumerate(scenario.mission.objectives):
        if objective.hex not in rules.atlas.index:
            path = f"scenario.mission.objectives[{i}].hex"
            yield complaint(path, say("{hex} is not a hex of this map.", hex=objective.hex))
    for hex_ in scenario.works:
        if hex_ not in rules.atlas.index:
            yield complaint("scenario.works", say("{hex} is not a hex of this map.", hex=hex_))


def _ids(mission: Mission) -> Iterator[str]:
    """The ids of objectives must be unique, because control markers refer to them (TI-CMD-02)."""
    ids = [o.id for o in mission.objectives]
    for i, one in enumerate(ids):
        if ids.index(one) != i:
            path = f"scenario.mission.objectives[{i}].id"
            yield complaint(path, say('"{id}" is used twice.', id=one))


def _frame(scenario: Scenario) -> Iterator[str]:
    mission = scenario.mission
    if not 1 <= mission.rounds <= _MOST:
        yield complaint(
            "scenario.mission.rounds",
            say("a scenario has at least one round and at most {most}.", most=_MOST),
        )
    for side in SIDES:
        if mission.actions_per_turn.get(side, 0) < 1:
            yield complaint(
                "scenario.mission.actions_per_turn",
                say("{side} needs at least one action per turn.", side=side),
            )
    for name, sides in _by_side(scenario):
        for side in sides:
            if side not in SIDES:
                yield complaint(
                    f"scenario.mission.{name}",
                    say('there is no side "{side}"; there are {sides}.', side=side, sides=", ".join(SIDES)),
                )
    if mission.setup_order and mission.setup_order[0] != mission.initiative_start:
        yield complaint(
            "scenario.mission.setup_order", say("the holder of the initiative sets up first (TI-SET-11).")
        )


def _by_side(scenario: Scenario) -> Iterator[tuple[str, Iterable[str]]]:
    """(path, keys) of everything in a mission that is given for each side."""
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
        yield complaint(
            f"{path}.bases",
            say("the number of bases must be 0 to {most}, not {bases}.", most=_MOST, bases=force.bases),
        )
    if len(force.default_build) > force.bases:
        yield complaint(
            f"{path}.default_build",
            say(
                "there are {default_build} squads but only {bases} bases.",
                default_build=len(force.default_build),
                bases=force.bases,
            ),
        )
    for kind in rules.tables.nations[side].figures:
        used = sum(build.figures.get(kind, 0) for build in force.default_build)
        if used > force.pool.get(kind, 0):
            yield complaint(
                f"{path}.pool", say("the suggested squads need {used} of {kind}.", used=used, kind=kind)
            )
    for kind in rules.tables.specializations:
        used = sum(build.specialization == kind for build in force.default_build)
        if used > force.specializations.get(kind, 0):
            yield complaint(
                f"{path}.specializations",
                say("the suggested squads need {used} of {kind}.", used=used, kind=kind),
            )
    decks = {deck.id for deck in rules.tables.decks}
    for deck in force.decks:
        if deck not in decks:
            yield complaint(
                f"{path}.decks",
                say(
                    'there is no deck "{deck}"; there are {decks}.', deck=deck, decks=", ".join(sorted(decks))
                ),
            )
    cards = {card.id for card in rules.tables.operations}
    for card in force.operations:
        if card not in cards:
            yield complaint(f"{path}.operations", say('there is no operations card "{card}".', card=card))
    yield from _markers(rules, scenario, side, force, path)


def _markers(rules: TiRules, scenario: Scenario, side: str, force: Force, path: str) -> Iterator[str]:
    for kind in force.markers:
        if kind not in KINDS:
            yield complaint(
                f"{path}.markers",
                say('there is no marker "{kind}"; there are {kinds}.', kind=kind, kinds=", ".join(KINDS)),
            )
    for kind, zone in force.marker_zones.items():
        hexes = scenario.mission.zones.get(zone) if isinstance(zone, str) else zone
        if hexes is None:
            yield complaint(f"{path}.marker_zones.{kind}", say('there is no zone "{zone}".', zone=str(zone)))
        for hex_ in hexes or ():
            if hex_ not in rules.atlas.index:
                yield complaint(
                    f"{path}.marker_zones.{kind}", say("{hex} is not a hex of this map.", hex=hex_)
                )


def _vehicles(rules: TiRules, side: str, vehicles: dict[str, int], path: str) -> Iterator[str]:
    known = rules.tables.nations[side].vehicles
    for kind, n in vehicles.items():
        if kind not in known:
            yield complaint(
                path,
                say(
                    'there is no vehicle "{kind}" of this side; there are {known}.',
                    kind=kind,
                    known=", ".join(known),
                ),
            )
        elif not 0 <= n <= _MOST:
            yield complaint(
                f"{path}.{kind}", say("the number of a kind must be 0 to {most}, not {n}.", most=_MOST, n=n)
            )


def _build(rules: TiRules, side: str, build: Build, path: str) -> Iterator[str]:
    known = rules.tables.nations[side].figures
    for kind in build.figures:
        if kind not in known:
            yield complaint(
                f"{path}.figures",
                say('there is no figure "{kind}"; there are {known}.', kind=kind, known=", ".join(known)),
            )
            return
    if any(n < 0 for n in build.figures.values()):
        yield complaint(f"{path}.figures", say("the number of a kind cannot be negative."))
    room = slots(rules, side, build.figures)
    if not 1 <= room <= SLOTS:
        yield complaint(
            f"{path}.figures",
            say("the figures take {room} slots; a base has {slots} (M-01).", room=room, slots=SLOTS),
        )
    if build.specialization:
        if build.specialization not in rules.tables.specializations:
            yield complaint(
                f"{path}.specialization",
                say('there is no specialization "{specialization}".', specialization=build.specialization),
            )
        if any(known[kind].heavy_weapon for kind in build.figures):
            yield complaint(
                f"{path}.specialization", say("a squad with a heavy weapon cannot have one (TI-SPC-02).")
            )


def _ways(rules: TiRules, s: TideOfIron, side: str, force: Force) -> Iterator[str]:
    """Whether the squads and vehicles of a side can reach every objective from their zone."""
    movers = {"squads": Unit(side=side, at="")}  # type: ignore[arg-type]
    for kind in force.vehicles:
        movers["vehicles"] = Unit(side=side, at="", type=kind)  # type: ignore[arg-type]
    for what, unit in movers.items():
        start = [h for h in s.mission.zones.get(f"{side}_deploy", ()) if not any(barred(rules, s, unit, h))]
        if not start:
            yield complaint(
                "scenario.mission.zones",
                say(
                    "{zone} has no hex that can hold the {what} of {side}.",
                    zone=side + "_deploy",
                    side=side,
                    what=what,
                ),
            )
            continue
        reached = reach(rules, s, unit, start)
        for objective in s.mission.objectives:
            if objective.hex not in reached:
                yield complaint(
                    "scenario.mission.objectives",
                    say("the {what} of {side} cannot reach {hex}.", what=what, side=side, hex=objective.hex),
                )


def reach(rules: TiRules, s: TideOfIron, unit: Unit, start: list[str]) -> frozenset[str]:
    """Every hex that a unit can reach from any of the ``start`` hexes, however long it takes."""
    found, todo = set(start), list(start)
    while todo:
        here = todo.pop()
        for near in rules.atlas.near[here]:
            if near not in found and ground.enterable(rules, s, unit, here, near):
                found.add(near)
                todo.append(near)
    return frozenset(found)


# Whether well-formed cards make sense: ops that depend on earlier ops, names that must exist, lasting cards.

_STANDING: Final = {
    "cover_vs_suppressive": ("side", "kind", "hex"),
    "drift_number": ("side", "cards", "deck"),
    "contact_number": ("side", "cards", "deck"),
}
"""The values a card can modify for everything its filter matches -> the fields of the filter that are used."""
_STRIKES = (Area, Blast, Smoke, RemoveMarker)


def card_problems(tables: Tables) -> Iterator[str]:
    """One sentence, with its path, for everything that could not be resolved in play."""
    for deck in tables.decks:
        for card in deck.cards:
            path = f"decks.{deck.id}.{card.id}"
            yield from (f"{path}: {text}" for text in _card(card))
            for i, op in enumerate(card.ops):
                yield from (f"{path}.ops[{i}]: {text}" for text in _op(tables, card.ops[:i], op))
    for operation in tables.operations:
        yield from (f"operations.{operation.id}: {text}" for text in _operation(tables, operation))


def _card(card: Card) -> Iterator[str]:
    if not card.ops:
        yield "a card needs an op."
    if card.trigger and not card.persistent:
        yield "only a card that stays in play can be used as an action: it must be persistent."
    if card.duration_rounds and not card.persistent:
        yield "only a card that stays in play can have a duration: it must be persistent."
    if card.uses_per_round and not card.trigger:
        yield "uses_per_round is only for cards with a trigger."
    lasting = any(isinstance(op, Modify) and op.duration == "card" for op in card.ops)
    if lasting and (not card.persistent or card.trigger):
        yield "a change that lasts as long as its card needs a card that stays in play."


def _op(tables: Tables, before: tuple[Op, ...], op: Op) -> Iterator[str]:
    """What is wrong with an op after those ``before`` it."""
    kinds = {type(one) for one in before}
    if isinstance(op, Contact) and before:
        yield "contact must come first."
    if isinstance(op, Drift) and Target not in kinds:
        yield "drift needs a target op before it."
    if isinstance(op, _STRIKES) and Target not in kinds:
        yield "this op needs a target op before it."
    if isinstance(op, RemoveMarker) and op.if_black_successes and Area not in kinds:
        yield "there is no area attack before it whose successes could be counted."
    if isinstance(op, Modify):
        yield from _change(op)
        if op.filter.same and not any(isinstance(one, Modify) and one.filter.count for one in before):
            yield "same needs a unit chosen by an earlier op."
    yield from _asked(op)
    if isinstance(op, Rally) and bool(op.remove) == bool(op.step_down):
        yield "give either remove or step_down, not both."
    if isinstance(op, AddFigures) and op.figure not in FIGURES:
        yield f'there is no figure "{op.figure}".'
    if isinstance(op, Reinforce):
        for squad in op.squads:
            for kind in squad.figures:
                if kind not in FIGURES:
                    yield f'there is no figure "{kind}".'
            if squad.specialization and squad.specialization not in tables.specializations:
                yield f'there is no specialization "{squad.specialization}".'


def _asked(op: Op) -> Iterator[str]:
    """Filter fields that an op does not use: they are forbidden, because they would be silently ignored."""
    asked = getattr(op, "filter", None)
    if not isinstance(asked, Filter):
        return
    if asked.count > 1 or asked.hex_count > 1:
        yield "an op chooses one unit or one hex: repeat the op for more."
    if isinstance(op, Modify):
        if not asked.count and not asked.same:
            known = _STANDING.get(op.stat)
            if known is None:
                yield f"a change of {op.stat} needs a chosen unit: give its filter a count of 1."
            else:
                yield from _beyond(asked, known)
    elif isinstance(op, AddFigures):
        if asked.count:
            yield "add_figures has its own count; its filter must not have one."
    elif not asked.count and not (isinstance(op, Rally) and asked.hex_count):
        yield "a unit must be chosen: give the filter a count of 1."
    if asked.hex_count and not isinstance(op, Rally):
        yield "only rally can choose a hex."
    if not isinstance(op, Modify):
        yield from (
            f"filter.{name} is not used here." for name in ("same", "cards", "deck") if getattr(asked, name)
        )


def _beyond(asked: Filter, known: tuple[str, ...]) -> Iterator[str]:
    """The filter fields that are given but not used."""
    for info in fields(asked):
        if info.name not in known and getattr(asked, info.name) != info.default:
            yield f"filter.{info.encode_name} is not used here."


def _change(op: Modify) -> Iterator[str]:
    if (op.stat == "veh_base_range") != (op.set is not None):
        yield "veh_base_range needs set; every other number needs delta."
    if op.stat == "los_distance":
        yield "visibility is limited only by operations cards, with limit or fog_roll."


def _operation(tables: Tables, operation: Operation) -> Iterator[str]:
    for op in operation.ops:
        if isinstance(op, TerrainOverride) and op.terrain not in tables.terrain:
            yield f'there is no terrain "{op.terrain}".'
        if isinstance(op, FogRoll) and set(op.table) != set("123456"):
            yield "the fog roll needs a value for each face of a die."
        if isinstance(op, Modify):
            yield from _change(op)
            if op.stat not in ("mp", "contact_number", "drift_number"):
                yield f"a standing change of {op.stat} is not supported."
            else:
                yield from _beyond(
                    op.filter, ("kind", "weight") if op.stat == "mp" else ("side", "cards", "deck")
                )


DECK: Final = 12
"""M-05."""
_TERRAIN: Final = (
    "clear",
    "rough",
    "woods",
    "building",
    "stream_shallow",
    "stream_deep",
    "stream_flooded",
    "pond",
    "bridge",
)
_DAMAGE: Final = {"ok": 0, "light": 1, "heavy": 2, "destroyed": 3}
_CONDITION: Final = {"normal": 0, "pinned": 1, "disrupted": 2, "routed": 3}
_COVERS: Final = ("smoke", "entrenchment", "pillbox", "tank_trap")
_SPECIALS: Final = ("engineer", "anti_tank", "flamethrower", "medic")


def table_problems(tables: Tables) -> Iterator[str]:
    """Every problem of the tables."""
    yield from _faces(tables)
    yield from _rows("vehicle_damage", tables.vehicle_damage, _DAMAGE)
    yield from _rows("suppression", tables.suppression, _CONDITION)
    for name, known in (("terrain", _TERRAIN), ("marker_cover", _COVERS), ("specializations", _SPECIALS)):
        missing = [key for key in known if key not in getattr(tables, name)]
        if missing:
            yield f"{name}: {', '.join(missing)} must be present."
    yield from _prices(tables)
    yield from _units(tables)
    yield from _cards(tables)


def _prices(tables: Tables) -> Iterator[str]:
    """A hex that can be entered must cost something: a search over free steps would never end."""
    for key, row in tables.terrain.items():
        for mover in ("squad", "vehicle"):
            price = getattr(row, mover)
            if price is not None and price < 1:
                yield f"terrain.{key}.{mover}: a hex costs at least 1 MP; omit it to bar entry."


def _faces(tables: Tables) -> Iterator[str]:
    given = {f"success.{name}": faces for name, faces in asdict(tables.success).items()}
    given["minefield.hit_on"] = tables.minefield.hit_on
    for key, special in tables.specializations.items():
        given[f"specializations.{key}.heal_on"] = special.heal_on
    for path, faces in given.items():
        if list(faces) != sorted({face for face in faces if 1 <= face <= 6}):
            yield f"{path}: give faces of a die, 1 to 6, in order and without repeats."


def _rows(name: str, rows: dict[str, tuple[str, ...]], order: dict[str, int]) -> Iterator[str]:
    """One row for each state except the last; 0 hits change nothing, and more hits never do less."""
    for state in tuple(order)[:-1]:
        row = rows.get(state, ())
        if not row or row[0] != state:
            yield f"{name}.{state}: it must begin with {state}, the result of 0 hits."
        elif any(word not in order for word in row):
            yield f"{name}.{state}: the results are {', '.join(order)}."
        elif [order[word] for word in row] != sorted(order[word] for word in row):
            yield f"{name}.{state}: more hits must not do less."


def _units(tables: Tables) -> Iterator[str]:
    for side in SIDES:
        nation = tables.nations.get(side)
        if nation is None:
            yield f"nations: {side} must be present."
            continue
        if tuple(nation.figures) != FIGURES:
            yield f"nations.{side}.figures: give {', '.join(FIGURES)}, in this order."
        for key, figure in nation.figures.items():
            path = f"nations.{side}.figures.{key}"
            if not 1 <= figure.slots <= SLOTS:
                yield f"{path}.slots: a figure takes 1 to {SLOTS} slots (M-01)."
            pairs = ((figure.inf, figure.veh), (figure.suppressive, figure.normal))
            if sum(None not in pair for pair in pairs) != 1:
                yield f"{path}: give inf and veh, or suppressive and normal (B-RNG-4)."


def _cards(tables: Tables) -> Iterator[str]:
    seen = Counter(card.id for deck in tables.decks for card in deck.cards)
    seen.update(operation.id for operation in tables.operations)
    for card, n in seen.items():
        if n > 1:
            yield f'decks: the card "{card}" is listed {n} times; use copies instead.'
    for deck in tables.decks:
        if (total := sum(card.copies for card in deck.cards)) != DECK:
            yield f"decks.{deck.id}: a deck must have {DECK} cards, but this one has {total} (M-05)."
    yield from card_problems(tables)
