"""Small countries and positions for the rule tests: a few hexes of every kind, and terse ways to ask about them.

The grid: columns 10 to 24 from the west, rows 10 to 21 from the north, named column first ("1412"), pointy-top, odd rows
pushed east. A hex of an even row CCRR has the neighbours (C-1)RR and (C+1)RR, and in the rows above and below the columns
C-1 and C; a hex of an odd row has C and C+1 there. Everything is clear unless a test says otherwise.

    now = position({"a": inf("1412"), "d": inf("1512", ALLIED)}, country(forest="1512"), weather="Fog")
    now.refused("a", "1612")                              # ids of the clauses against a move
    now.act("...", "a", "1512", numbers=[3, 4])           # exactly these dice
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Self

import msgspec
from msgspec.structs import fields, replace

from hexbench.atlas.atlas import Atlas, side_name
from hexbench.atlas.sheet import Cell, Hexside, MapSheet, Place, Road
from hexbench.engine.documents.reading import read
from hexbench.engine.state import Dice
from hexbench.games.trumpets.game import GAME
from hexbench.games.trumpets.mission import Mission
from hexbench.games.trumpets.pieces import ALLIED, GERMAN, Printed, Template, Unit, due
from hexbench.games.trumpets.rules import TtRules
from hexbench.games.trumpets.seat import TtSeat
from hexbench.games.trumpets.state import Trumpets
from tests.games.field import CORNER, POINT, Ground, Moving, road
from tests.games.trumpets.shipped import TABLES

__all__ = ["ALLIED", "GERMAN", "PLAIN", "Situation", "country", "position"]

GROUND = Ground(CORNER)
along, ring, near = GROUND.along, GROUND.ring, GROUND.near
HEXES = tuple(f"{c:02d}{r:02d}" for r in range(10, 22) for c in range(10, 25))
TURNS = tuple(f"{day}{code}" for day in range(16, 20) for code in ("PD", "MO", "AF", "EV"))[1:]
"""16MO to 19EV: the turns of a position that names none."""
_PRINTED = tuple(f.name for f in fields(Printed) if f.name not in ("at", "side"))


@cache
def country(
    *,
    woods: str = "",
    broken: str = "",
    forest: str = "",
    marsh: str = "",
    village: str = "",
    town: str = "",
    city: str = "",
    roads: tuple[str, ...] = (),
    stream: str = "",
    river: str = "",
    bridge: str = "",
    heavy: tuple[tuple[str, Template], ...] = (),
    **options: Any,
) -> TtRules:
    """The game on a map drawn for one test.

    Terrain and features are hexes, ``stream`` and ``river`` hexsides "1412/1512", ``bridge`` those of them that have one, a
    road a chain of hexes, ``heavy`` types of units added to the shipped ones; everything else options of the game by name.
    """
    terrain = {
        at: kind
        for kind, hexes in (("woods", woods), ("broken", broken), ("forest", forest), ("marsh", marsh))
        for at in hexes.split()
    }
    built = {
        at: (kind,)
        for kind, hexes in (("village", village), ("town", town), ("city", city))
        for at in hexes.split()
    }
    sides: dict[str, tuple[str, ...]] = {}
    for kind, names in (("stream", stream), ("river", river), ("bridge", bridge)):
        for name in names.split():
            side = side_name(*name.split("/"))
            sides[side] = (*sides.get(side, ()), kind)
    sheet = MapSheet(
        format="hexbench-map",
        version=1,
        key="corner",
        title="A corner of the Ardennes",
        source="reconstruction",
        provenance="Drawn for a test.",
        kilometres_per_hex=1.2,
        grid=CORNER,
        cells={at: Cell(terrain.get(at, "clear"), built.get(at, ())) for at in HEXES},
        hexsides=tuple(Hexside(name, kinds, "Our") for name, kinds in sides.items()),
        roads=tuple(Road(name) for name in dict.fromkeys(s for chain in roads for s in road(chain))),
        places=tuple(Place(f"Place {at}", "village", (at,)) for at in built),
    )
    tables = replace(TABLES, templates={**TABLES.templates, **dict(heavy)}) if heavy else TABLES
    return TtRules(Atlas(sheet), tables, GAME.Options(**options))


PLAIN = country()


# ---- units --------------------------------------------------------------------------------------------------------
def unit(kind: str, at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """A unit of a type (a template's key): facts of its counter (er, division, nation, name, turn, tot) and of its state
    (lost, spent, engaged, supplied, ...) by name. With a ``turn`` it is due then, by hex ``at``.
    """
    return {"type": kind, "at": at, "side": side, **facts}


def inf(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """An infantry battalion: 4-5, MF 4 on foot, 3 steps."""
    return unit("inf_bn", at, side, **facts)


def grenadiers(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """Armored infantry: 5-5, MF 8 tracked, 3 steps."""
    return unit("spw_bn", at, side, **facts)


def tank(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """A tank battalion: 9-8, MF 8 tracked, 4 steps, front line AFV."""
    return unit("pz_bn", at, side, **facts)


def tanks(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """A tank company: 3-3, MF 8 tracked, 2 steps."""
    return unit("tank_co", at, side, **facts)


def stug(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """A StuG company: 2-2, MF 7 tracked, 1 step, combat support AFV."""
    return unit("stug_co", at, side, **facts)


def cavalry(at: str, side: str = ALLIED, **facts: Any) -> dict[str, Any]:
    """Armored cavalry: 1-2, MF 10 wheeled, 2 steps, front line."""
    return unit("arm_cav_trp", at, side, **facts)


def engineer(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """An engineer company: 1-2, MF 4 on foot, 1 step, combat support."""
    return unit("eng_co", at, side, **facts)


def guns(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """A field artillery battalion of 105 mm: factor 3, range 8, MF 6 wheeled, 1 step."""
    return unit("fa_105", at, side, **facts)


def werfer(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """Nebelwerfer: factor 6, range 5, MF 5 wheeled, 1 step."""
    return unit("nw_bn", at, side, **facts)


def hq(at: str, side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """A headquarters: 0-1, MF 8 wheeled, 1 step."""
    return unit("hq", at, side, **facts)


# ---- positions ----------------------------------------------------------------------------------------------------
class Situation(Moving[TtRules, Trumpets, TtSeat]):
    """A position that can be asked and played."""

    def reach(self, *units: str, verb: str = "move") -> dict[str, Fraction]:
        """Every hex the units can move to together -> movement factors of the member that pays most."""
        return {at: Fraction(t.cost or 0, POINT) for at, t in self.targets(verb, *units).items()}

    def until(self, side: str | None, step: str, limit: int = 400) -> Self:
        """The same, but at least one default is followed."""
        return super(Situation, self.default()).until(side, step, limit)


_MISSION = frozenset(f.name for f in fields(Mission)) - {"units", "weather"}


def compose(units: Mapping[str, Any], *, turn: str = "16MO", **state: Any) -> Trumpets:
    """The position of :func:`position` before its stack is set. Facts of the mission and of the state by name."""
    roster: dict[str, Any] = {}
    stand: dict[str, Any] = {}
    for uid, raw in units.items():
        facts = dict(raw)
        side, at = facts.pop("side"), facts.pop("at")
        printed = {key: facts.pop(key) for key in _PRINTED if key in facts}
        nation = "german" if side == GERMAN else "american"
        roster[uid] = {
            "side": side,
            "nation": nation,
            "name": uid,
            "division": "",
            "er": 5,
            "at": at,
            **printed,
        }
        box = due(roster[uid]["turn"]) if roster[uid].get("turn") else at
        stand[uid] = {"side": side, "at": box, **facts}
    told = {key: state.pop(key) for key in tuple(state) if key in _MISSION}
    turns = told.setdefault("turns", TURNS)
    weather = state.pop("weather", "Clear")
    mission = {
        "weather": dict.fromkeys(turns, weather) if isinstance(weather, str) else weather,
        "supply": {GERMAN: ("2412",), ALLIED: ("1012",)},
        "objectives": (),
        "levels": {"german_major": 14, "german_minor": 10, "draw": 7},
        "units": read(roster, dict[str, Printed], "roster"),
        **told,
    }
    seed = state.pop("seed", 0)
    whole = {
        "phasing": mission.get("first", GERMAN),
        "weather": weather if isinstance(weather, str) else "Clear",
        "works": mission.get("works", {}),
        "steps_lost": {GERMAN: 0, ALLIED: 0},
        **state,
    }
    made: Trumpets = read(
        msgspec.to_builtins(
            {"mission": mission, "turn": tuple(turns).index(turn) + 1, "units": stand, **whole}
        ),
        Trumpets,
        "position",
    )
    return replace(made, dice=Dice(seed))


def position(
    units: Mapping[str, Any],
    rules: TtRules = PLAIN,
    *,
    phase: str = "movement",
    sound: bool = True,
    numbers: Sequence[int] | None = None,
    **state: Any,
) -> Situation:
    """A position at the start of a phase, run to its first decision.

    ``phase`` is one of ``GAME.phases``; "turn" begins a player turn, "end" ends it at once. ``turn`` is a name ("16AF",
    default "16MO"). ``weather`` a word for now and all turns, or turn -> word. Anything else: fields of Mission (``turns``,
    ``squalls``, ``air``, ``supply``, ``objectives``, ``levels``, ``first``, ``works``, ``area``, ``exit_west``) and of
    Trumpets (``phasing``, ``air_left``, ``building``, ``held``, ``steps_lost``, ``player_turn``, ...), plain or typed.
    ``sound``: the audit must find nothing. ``numbers``: exactly the dice used before the first decision.
    """
    made = compose(units, **state)
    outcome = rules.resume(rules.enter(made, phase), numbers)
    if sound:
        assert [str(p) for p in rules.audit(outcome.state)] == []
    return Situation(rules, outcome)


def cost(one: dict[str, Any], to: str, rules: TtRules = PLAIN, **state: Any) -> float | None:
    """What a unit alone pays to get to a hex, in movement factors; None: it cannot."""
    now = position({"x": one}, rules, phasing=one["side"], **state)
    found = now.reach("x").get(to)
    return None if found is None else float(found)


def standing(now: Situation, uids: Iterable[str]) -> dict[str, Unit]:
    """Units of a position by name."""
    return {uid: now.state.units[uid] for uid in uids}
