"""Small countries and positions for the rule tests, and terse ways to play them and to ask about them.

The grid is that of the game's own map (columns 1 to 15 from the west, rows from the south, even columns half a hex
north), and so are its zones (german_side, edges, exits); but the ground of ``country`` is clear, without roads, rivers or
a front, unless a test draws them. ``ARDENNES`` is the game on its own map.

    now = position({"p": pz("805"), "x": inf("806", ALLIED)}, country(forest="806", roads=("804 805 806",)))
    now = now.act("move", "p", "804")
    assert now["p"].at == "804" and now.refused("move", "p", "806") == ["AMB-98"]

Units of the order of battle go by their own names: ``position({"KGPeiper": "1407", "28ID": "1105"}, ARDENNES)``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Self

from hexbench.atlas.atlas import Atlas, side_name
from hexbench.atlas.sheet import Cell, Hexside, MapSheet, Road
from hexbench.engine.rules import Outcome
from hexbench.engine.values import Target
from hexbench.games.tigers.game import GAME
from hexbench.games.tigers.rules import TgRules
from hexbench.games.tigers.seat import TgPlay, TgSeat
from hexbench.games.tigers.setup import Scenario
from hexbench.games.tigers.state import Tigers
from hexbench.hexes.grid import Grid
from tests.games.field import Acting, road
from tests.games.tigers import shipped
from tests.games.tigers.shipped import SHEET, TABLES

GERMAN = "german"
ALLIED = "allied"
THIRDS = 3
"""Thirds of a movement factor in one."""
MF = 12
"""What a Target's cost counts a movement factor as."""

_GRID = Grid(SHEET.grid)
HEXES = tuple(_GRID.axial)


def ring(at: str) -> list[str]:
    """The hexes round one, in the order of the directions."""
    return [h for h in _GRID.neighbours(at) if h is not None]


# ---- ground ---------------------------------------------------------------------------------------------------------
def country(*, tables: Any = TABLES, **drawn: Any) -> TgRules:
    """The game on clear ground with what one test draws on it: see :func:`_country`; ``tables``: others than ship."""
    rules = _country(**drawn)
    return rules if tables is TABLES else GAME.open(rules.atlas, tables, rules.options)


@cache
def _country(
    *,
    forest: str = "",
    venn: str = "",
    town: str = "",
    city: str = "",
    roads: tuple[str, ...] = (),
    river: str = "",
    front: str = "",
    siegfried: str = "",
    zones: tuple[tuple[str, str], ...] = (),
    **options: Any,
) -> TgRules:
    """The game on clear ground with what one test draws on it.

    Terrain and features are hexes, hexsides are "1105/1204" in either order, a road is a chain of hexes; "511/N" in it
    leads off the map. A bridge stands wherever a road crosses a river unless the position says otherwise. ``zones``
    replaces named sets of hexes of the game's map; ``options`` are those of the game.
    """
    terrain = dict.fromkeys(forest.split(), "forest") | dict.fromkeys(venn.split(), "venn")
    features: dict[str, tuple[str, ...]] = dict.fromkeys(town.split(), ("town",))
    features |= dict.fromkeys(city.split(), ("city",))
    kinds: dict[str, tuple[str, ...]] = {}
    for kind, sides in (("river", river), ("front", front), ("siegfried", siegfried)):
        for side in sides.split():
            name = side_name(*side.split("/"))
            kinds[name] = (*kinds.get(name, ()), kind)
    sheet = MapSheet(
        format="hexbench-map",
        version=1,
        key="corner",
        title="A corner of the Ardennes",
        source="reconstruction",
        provenance="Drawn for a test.",
        kilometres_per_hex=11.5,
        grid=SHEET.grid,
        cells={at: Cell(terrain.get(at, "clear"), features.get(at, ())) for at in HEXES},
        hexsides=tuple(Hexside(name, found) for name, found in kinds.items()),
        roads=tuple(Road(name) for name in dict.fromkeys(s for chain in roads for s in road(chain))),
        zones=SHEET.zones | {name: tuple(hexes.split()) for name, hexes in zones},
    )
    return GAME.open(Atlas(sheet), TABLES, GAME.Options(**options))


PLAIN = country()
ARDENNES = shipped.rules()


# ---- units ----------------------------------------------------------------------------------------------------------
def unit(at: str, side: str, type_: str, size: str, factor: int, omf: int, facts: Mapping[str, Any]) -> Any:
    """A unit for a position: fields of Unit by name; ``factor``, ``omf``, ``ss``, ``aa``, ``nation`` and the rest of its
    counter too.
    """
    facts = dict(facts)
    printed = {"side": side, "type": type_, "size": size, "factor": factor, "omf": omf}
    for key in ("factor", "omf", "ss", "aa", "nation", "name", "turn", "edge", "size", "early_meuse"):
        if key in facts:
            printed[key] = facts.pop(key)
    return {"at": at, "printed": printed, **facts}


def inf(at: str, side: str = GERMAN, **facts: Any) -> Any:
    """An infantry division of 3."""
    return unit(at, side, "inf", "div", 3, 2, facts)


def para(at: str, **facts: Any) -> Any:
    """A German parachute division of 3."""
    return unit(at, GERMAN, "para", "div", 3, 3, {"aa": True, **facts})


def abn(at: str, **facts: Any) -> Any:
    """An American airborne division of 4."""
    return unit(at, ALLIED, "abn", "div", 4, 3, facts)


def pz(at: str, **facts: Any) -> Any:
    """A panzer division of 4."""
    return unit(at, GERMAN, "pz", "div", 4, 4, {"aa": True, **facts})


def ss(at: str, **facts: Any) -> Any:
    """An SS panzer division of 4."""
    return pz(at, ss=True, **facts)


def pzbde(at: str, **facts: Any) -> Any:
    """A panzer brigade of 2."""
    return unit(at, GERMAN, "pz", "bde", 2, 4, facts)


def pzgren(at: str, **facts: Any) -> Any:
    """A panzer grenadier division of 3."""
    return unit(at, GERMAN, "pzgren", "div", 3, 3, {"aa": True, **facts})


def arm(at: str, **facts: Any) -> Any:
    """An American armored division of 4."""
    return unit(at, ALLIED, "arm", "div", 4, 4, facts)


def cc(at: str, **facts: Any) -> Any:
    """An American combat command of 1."""
    return unit(at, ALLIED, "arm", "cc", 1, 4, facts)


def cav(at: str, **facts: Any) -> Any:
    """An American cavalry group of 1."""
    return unit(at, ALLIED, "cav", "bde", 1, 4, facts)


def tiger(at: str, **facts: Any) -> Any:
    """A Tiger battalion that is not SS."""
    return unit(at, GERMAN, "tiger", "bn", 1, 4, facts)


# ---- positions ------------------------------------------------------------------------------------------------------
class Situation(Acting[TgRules, Tigers, TgSeat]):
    """A position that can be asked and played."""

    @property
    def s(self) -> Tigers:
        """The State."""
        return self.state

    def targets(self, verb: str, units: str = "", how: str | None = None) -> dict[str, Target]:
        """The targets of a verb by object, of one ``how`` only if it is given."""
        found = self.seat.targets(verb, tuple(units.split()))
        return {t.object: t for t in found if how in (None, t.how)}

    def end(self, numbers: Sequence[int] | None = None) -> Self:
        """End the phase."""
        return self.act("end", numbers=numbers)

    def do(self, work: Callable[[TgPlay], object], numbers: Sequence[int] | None = ()) -> Self:
        """Do ``work`` to the position and nothing else: the stack stays as ``work`` leaves it."""
        play = TgPlay(self.rules, self.state, numbers)
        work(play)
        return self.after(Outcome(play.close(), None, tuple(play.told), tuple(play.used), play.barrier))


def position(
    units: Mapping[str, Any],
    rules: TgRules = PLAIN,
    *,
    phase: str = "movement",
    phasing: str = GERMAN,
    turn: int = 3,
    base: Scenario | None = None,
    numbers: Sequence[int] | None = None,
    sound: bool = True,
    **state: Any,
) -> Situation:
    """A position at the start of a phase, run to its first decision; turn 3, so that no first turn rule interferes.

    ``state`` are fields of Tigers (round, weather, bridges, dump, ruthless, ...); ``rest="due"`` leaves the order of
    battle's arrivals in their boxes. ``sound``: the audit must find nothing.
    """
    when = {} if "stack" in state else {"phase": phase}
    raw = {"turn": turn, "phasing": phasing, **when, "units": dict(units), **state}
    outcome = rules.resume(GAME.compose(rules, raw, base), numbers)
    if sound:
        assert [str(p) for p in rules.audit(outcome.state)] == []
    return Situation(rules, outcome)


def campaign(seed: int = 1, **options: Any) -> Situation:
    """The campaign that ships, at its first decision."""
    rules = shipped.rules(**options)
    return Situation(rules, rules.new(shipped.scenario(), seed))
