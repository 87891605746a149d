"""Small countries and positions for the rule tests: a few hexes of every kind, and terse ways to ask about them.

The grid is a corner of the printed one: rows 28 to 41 from the south, columns 40 to 59 from the west, pointy-top, even
rows pushed east. Unless a test says otherwise everything is clear ground, the Westwall line runs through column 48, the
Germans' friendly edge is the east with the north and south from there, and the Allies' is the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Self

from hexbench.atlas.atlas import Atlas, side_name
from hexbench.atlas.sheet import Cell, Hexside, MapSheet, Road
from hexbench.engine.values import Target
from hexbench.games.iron_tide.game import GAME
from hexbench.games.iron_tide.rules import ItRules
from hexbench.games.iron_tide.seat import ItSeat
from hexbench.games.iron_tide.state import IronTide
from hexbench.hexes.grid import GridSpec
from tests.games.field import POINT, Ground, Moving, road
from tests.games.iron_tide.shipped import TABLES

GERMAN = "german"
ALLIED = "allied"

COLUMNS = (40, 59)
ROWS = (28, 41)
GRID = GridSpec(
    orientation="pointy",
    columns=COLUMNS,
    rows=ROWS,
    rows_from="south",
    pushed="even",
    push="east",
    numbering="RRCC",
)
GROUND = Ground(GRID)
along, ring, near = GROUND.along, GROUND.ring, GROUND.near
HEXES = tuple(
    f"{r:02d}{c:02d}" for r in range(ROWS[1], ROWS[0] - 1, -1) for c in range(COLUMNS[0], COLUMNS[1] + 1)
)
WESTWALL = 48


def _edge(german: bool) -> tuple[str, ...]:
    rim = [h for h in HEXES if int(h[:2]) in ROWS or int(h[2:]) in COLUMNS]
    return tuple(h for h in rim if (int(h[2:]) >= WESTWALL) == german)


@cache
def country(
    *,
    woods: str = "",
    heavy_woods: str = "",
    rough: str = "",
    marsh: str = "",
    town: str = "",
    city: str = "",
    westwall: str = "",
    roads: tuple[str, ...] = (),
    river: str = "",
    bridge: str = "",
    ford: str = "",
    lake: str = "",
    german_edge: str | None = None,
    allied_edge: str | None = None,
    exits: tuple[tuple[str, str], ...] = (),
    zones: tuple[tuple[str, str], ...] = (),
    army_rule: bool = False,
) -> ItRules:
    """The game on a map drawn for one test.

    Terrain and features are hexes, hexsides are "3245/3246", a road is a chain of hexes; "3240/W" in it leads off the
    map. ``bridge`` and ``ford`` are river hexsides too. ``exits`` gives Victory Point Exit roads and their hexes,
    ``zones`` any other zones of the map.
    """
    features: dict[str, tuple[str, ...]] = {}
    for name, hexes in (("town", town), ("city", city), ("westwall", westwall)):
        for at in hexes.split():
            features[at] = (*features.get(at, ()), name)
    terrain = {
        at: kind
        for kind, hexes in (
            ("woods", woods),
            ("heavy_woods", heavy_woods),
            ("rough", rough),
            ("marsh", marsh),
        )
        for at in hexes.split()
    }
    sides: dict[str, tuple[str, ...]] = {}
    for kinds, names in (
        (("river",), river),
        (("river", "bridge"), bridge),
        (("river", "ford"), ford),
        (("lake",), lake),
    ):
        for name in names.split():
            sides[side_name(*name.split("/"))] = kinds
    east = tuple(h for h in HEXES if int(h[2:]) > WESTWALL)
    west = tuple(h for h in HEXES if int(h[2:]) < WESTWALL)
    named = {
        "edge.german": _edge(True) if german_edge is None else tuple(german_edge.split()),
        "edge.allied": _edge(False) if allied_edge is None else tuple(allied_edge.split()),
        "east_of_westwall": east,
        "west_of_westwall": west,
        "westwall": tuple(westwall.split()),
        **{f"exit.{name}": tuple(hexes.split()) for name, hexes in exits},
        **{name: tuple(hexes.split()) for name, hexes in zones},
    }
    sheet = MapSheet(
        format="hexbench-map",
        version=1,
        key="corner",
        title="A corner of the Ardennes",
        source="reconstruction",
        provenance="Drawn for a test.",
        kilometres_per_hex=2.4,
        grid=GRID,
        cells={at: Cell(terrain.get(at, "clear"), features.get(at, ())) for at in HEXES},
        hexsides=tuple(Hexside(name, kinds, "Our") for name, kinds in sides.items()),
        roads=tuple(Road(name) for name in dict.fromkeys(s for chain in roads for s in road(chain))),
        zones=named,
    )
    return GAME.open(Atlas(sheet), TABLES, GAME.Options(army_rule=army_rule))


PLAIN = country()


# ---- units --------------------------------------------------------------------------------------------------------
def unit(
    at: str, side: str, kind: str, size: str, mobility: str, movement: int, facts: Mapping[str, Any]
) -> dict[str, Any]:
    """A unit for a position: facts of its state by name, facts of its counter under ``printed``."""
    facts = dict(facts)
    printed = {
        "side": side,
        "name": "1",
        "nationality": "german" if side == GERMAN else "us",
        "type": kind,
        "size": size,
        "mobility": mobility,
        "movement": facts.pop("mf", movement),
        **facts.pop("printed", {}),
    }
    return {"at": at, "printed": printed, **facts}


def foot(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """An infantry regiment: on foot, with a zone of control."""
    return unit(at, side, "infantry", "regiment", "N", 4, facts)


def grenadiers(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """A regiment of mechanized infantry."""
    return unit(at, side, "mech_infantry", "regiment", "MI", 9, facts)


def battalion(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """A battalion on foot: no zone of control."""
    return unit(at, side, "infantry", "battalion", "N", 4, {"printed": {"factor": 2}, **facts})


def tanks(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """An armor battalion: mechanized, and no infantry."""
    return unit(at, side, "armor", "battalion", "M", 9, {"printed": {"factor": 3}, **facts})


def guns(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """An artillery unit: mechanized."""
    return unit(at, side, "artillery", "artillery", "M", 6, {"printed": {"factor": 1}, **facts})


def commando(at: str, **facts: Any) -> dict[str, Any]:
    """A German commando."""
    return unit(at, GERMAN, "commando", "battalion", "M", 12, facts)


# ---- positions ----------------------------------------------------------------------------------------------------
class Situation(Moving[ItRules, IronTide, ItSeat]):
    """A position that can be asked and played; of modes of movement, tactical movement is meant unless said otherwise."""

    def targets(self, verb: str, *units: str, how: str = "tactical") -> dict[str, Target]:
        """Every target of a verb, by hex; of a verb with modes those of one mode."""
        return {t.object: t for t in self.seat.targets(verb, units) if t.how in ("", how)}

    def reach(self, *units: str, how: str = "tactical", verb: str = "move") -> dict[str, Fraction]:
        """Every hex the units can move to together -> movement points of the member that pays most."""
        return {at: Fraction(t.cost or 0, POINT) for at, t in self.targets(verb, *units, how=how).items()}

    def refused(
        self, units: str = "", to: str = "", via: str = "", verb: str = "move", how: str = ""
    ) -> list[str]:
        """The ids of the clauses against an action; it must be refused, and not be offered either."""
        found = self.reasons(verb, units, to, via, how)
        assert found, f"{verb} of {units} to {to} is not refused"
        if not via:
            assert to not in self.targets(verb, *units.split(), how=how or "tactical")
        return [reason.rule for reason in found]

    def end(self, phases: int = 1) -> Self:
        """End this phase by its default, and more if told so."""
        return self.default(phases)


def position(
    units: Mapping[str, Any],
    rules: ItRules = PLAIN,
    *,
    turn: str | int = "18AM",
    phase: str = "movement",
    phasing: str = GERMAN,
    sound: bool = True,
    **state: Any,
) -> Situation:
    """A position at the start of a phase, run to its first decision. ``sound``: its audit must find nothing."""
    when = {} if "stack" in state else {"phase": phase}
    raw = {"turn": turn, **when, "phasing": phasing, "units": dict(units), **state}
    outcome = rules.resume(GAME.compose(rules, raw, None))
    if sound:
        assert [str(p) for p in rules.audit(outcome.state)] == []
    return Situation(rules, outcome)


def cost(unit: dict[str, Any], to: str, rules: Any, **state: Any) -> float | None:
    """What a unit alone pays to get to a hex, in movement points; None: it cannot."""
    side = unit["printed"]["side"]
    found = position({"x": unit}, rules, phasing=side, **state).reach("x").get(to)
    return None if found is None else float(found)
