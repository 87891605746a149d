"""Small countries and positions for the rule tests: a few hexes of every kind, and terse ways to ask about them.

The grid: columns 10 to 24 from the west, rows 10 to 21 from the north, named column first ("1412"), pointy-top, odd rows
pushed east. A hex of an even row CCRR has the neighbours (C-1)RR and (C+1)RR, and in the rows above and below the columns
C-1 and C; a hex of an odd row has C and C+1 there. Everything is plain unless a test says otherwise.

    now = position({"a": tank("1412"), "d": inf("1512", ALLIED)}, country(forest="1512"))
    now.refused("a", "1612")                              # ids of the clauses against a move
    now.act("engage", "a", "1512").act("resolve").act("fight", ..., numbers=[3])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas, side_name
from hexbench.atlas.sheet import Cell, Hexside, MapSheet, Place, Road
from hexbench.engine.documents.reading import read
from hexbench.engine.state import Dice
from hexbench.games.blitzkrieg.game import GAME
from hexbench.games.blitzkrieg.pieces import Dump, Side
from hexbench.games.blitzkrieg.rules import BkRules
from hexbench.games.blitzkrieg.seat import BkSeat
from hexbench.games.blitzkrieg.state import Blitzkrieg
from hexbench.games.blitzkrieg.tables import Cities
from tests.games.blitzkrieg.shipped import TABLES
from tests.games.field import CORNER, POINT, Ground, Moving, road

GERMAN: Final = "german"
ALLIED: Final = "allied"
GROUND = Ground(CORNER)
along, ring, near = GROUND.along, GROUND.ring, GROUND.near
HEXES = tuple(f"{c:02d}{r:02d}" for r in range(10, 22) for c in range(10, 25))


@cache
def country(
    *,
    forest: str = "",
    mountain: str = "",
    city: str = "",
    siegfried: str = "",
    roads: tuple[str, ...] = (),
    river: str = "",
    antwerp: str = "",
    liege: str = "",
    major: tuple[tuple[str, str], ...] = (),
    zones: tuple[tuple[str, str], ...] = (),
    entries: tuple[tuple[str, str], ...] = (),
    **options: Any,
) -> BkRules:
    """The game on a map drawn for one test.

    Terrain is hexes, ``river`` hexsides "1412/1512", a road a chain of hexes; a river hexside with a road is a bridge.
    ``antwerp``, ``liege`` and ``major`` are the cities of victory, ``entries`` name -> hex, ``zones`` other named sets of
    hexes, and everything else options of the game by name. Dumps belong to the position: see :func:`dump`.
    """
    terrain = {
        at: kind
        for kind, hexes in (
            ("forest", forest),
            ("mountain", mountain),
            ("city", city),
            ("siegfried", siegfried),
        )
        for at in hexes.split()
    }
    sides = {s: side_name(*s.split("/")) for s in river.split()}
    places = tuple(
        Place(name.title(), "city", tuple(hexes.split()))
        for name, hexes in (("antwerp", antwerp), ("liege", liege), *major)
        if hexes
    )
    sheet = MapSheet(
        format="hexbench-map",
        version=1,
        key="corner",
        title="A corner of the Ardennes",
        source="reconstruction",
        provenance="Drawn for a test.",
        kilometres_per_hex=5.5,
        grid=CORNER,
        cells={at: Cell(terrain.get(at, "plain")) for at in HEXES},
        hexsides=tuple(Hexside(name, ("river",), "Our") for name in dict.fromkeys(sides.values())),
        roads=tuple(Road(name) for name in dict.fromkeys(s for chain in roads for s in road(chain))),
        places=places,
        zones={name: tuple(hexes.split()) for name, hexes in zones},
    )
    tables = replace(
        TABLES,
        dumps={},
        cities=Cities(
            antwerp=tuple(antwerp.split()),
            liege=tuple(liege.split()),
            major={name: tuple(hexes.split()) for name, hexes in major},
        ),
        entries=dict(entries),
    )
    return BkRules(Atlas(sheet), tables, GAME.Options(**options))


PLAIN = country()


# ---- units --------------------------------------------------------------------------------------------------------
def unit(at: str, side: str, kind: str, strength: int, mp: int, facts: Mapping[str, Any]) -> dict[str, Any]:
    """A unit for a position: ``strength`` and ``mp`` are those of its counter.

    Facts of its state by name (``now`` is its current strength, if that is another), facts of its counter under ``printed``.
    """
    facts = dict(facts)
    printed = {
        "side": side,
        "name": "",
        "formation": "",
        "type": kind,
        "strength": strength,
        "mp": mp,
        **facts.pop("printed", {}),
    }
    return {
        "at": at,
        "strength": facts.pop("now", strength),
        "printed": printed,
        "start": "" if at.startswith("#") else at,
        **facts,
    }


def inf(at: str, side: str = GERMAN, strength: int = 4, mp: int = 3, **facts: Any) -> dict[str, Any]:
    """Infantry."""
    return unit(at, side, "infantry", strength, mp, facts)


def tank(at: str, side: str = GERMAN, strength: int = 10, mp: int = 6, **facts: Any) -> dict[str, Any]:
    """Armor."""
    return unit(at, side, "armor", strength, mp, facts)


def motor(at: str, side: str = GERMAN, strength: int = 8, mp: int = 6, **facts: Any) -> dict[str, Any]:
    """Motorised infantry."""
    return unit(at, side, "motor_inf", strength, mp, facts)


def guns(at: str, side: str = GERMAN, strength: int = 9, mp: int = 5, **facts: Any) -> dict[str, Any]:
    """Artillery."""
    return unit(at, side, "artillery", strength, mp, facts)


def werfer(at: str, strength: int = 12, mp: int = 2, **facts: Any) -> dict[str, Any]:
    """Volkswerfer, which only Germans have."""
    return unit(at, GERMAN, "volkswerfer", strength, mp, facts)


def para(at: str, side: str = GERMAN, strength: int = 5, mp: int = 3, **facts: Any) -> dict[str, Any]:
    """Paratroopers."""
    return unit(at, side, "paratrooper", strength, mp, facts)


def spy(at: str, mp: int = 8, **facts: Any) -> dict[str, Any]:
    """An infiltrator, which only Germans have."""
    return unit(at, GERMAN, "infiltrator", 0, mp, facts)


def plane(side: str = GERMAN, **facts: Any) -> dict[str, Any]:
    """An air unit in its box."""
    return unit(f"#air/{side}", side, "air", 0, 0, facts)


def dump(at: str, owner: Side = ALLIED, number: int = 4) -> Dump:
    """A dump for ``position(dumps={"liege": dump("1412")})``."""
    return Dump(hex=at, owner=owner, number=number)


# ---- positions ----------------------------------------------------------------------------------------------------
class Situation(Moving[BkRules, Blitzkrieg, BkSeat]):
    """A position that can be asked and played."""

    def reach(self, *units: str, verb: str = "move") -> dict[str, Fraction]:
        """Every hex the units can be put down in together -> movement points of the member that pays most."""
        return {at: Fraction(t.cost or 0, POINT) for at, t in self.targets(verb, *units).items()}


def compose(units: Mapping[str, Any], **state: Any) -> Blitzkrieg:
    """The position of :func:`position` before its stack is set."""
    roster, stand = {}, {}
    for uid, raw in units.items():
        facts = {k: v for k, v in raw.items() if k != "printed"}
        printed = {**raw["printed"], "name": raw["printed"]["name"] or uid}
        roster[uid] = printed
        stand[uid] = {"side": printed["side"], **facts}
    seed = state.pop("seed", 0)
    made: Blitzkrieg = read({"units": stand, "roster": roster}, Blitzkrieg, "position")
    raster = state.pop("raster", tuple(u for u, unit in made.units.items() if unit.at.startswith("#raster/")))
    return replace(made, raster=tuple(raster), dice=Dice(seed), **state)


def position(
    units: Mapping[str, Any],
    rules: BkRules = PLAIN,
    *,
    phase: str = "movement",
    sound: bool = True,
    numbers: Sequence[int] | None = None,
    **state: Any,
) -> Situation:
    """A position at the start of a phase, run to its first decision.

    ``phase`` is one of ``GAME.phases``; "end" ends the turn at once, so that the next player's turn begins. ``state`` are fields
    of Blitzkrieg (``phasing``, ``turn``, ``clear``, ``dumps``, ``blown``, ``engagements``, ...). ``sound``: the audit must
    find nothing. ``numbers``: exactly the dice used before the first decision.
    """
    made = compose(units, **state)
    outcome = rules.resume(rules.enter(made, phase), numbers)
    if sound:
        assert [str(p) for p in rules.audit(outcome.state)] == []
    return Situation(rules, outcome)


def cost(one: dict[str, Any], to: str, rules: BkRules = PLAIN, **state: Any) -> float | None:
    """What a unit alone pays to get to a hex, in movement points; None: it cannot."""
    now = position({"x": one}, rules, phasing=one["printed"]["side"], **state)
    found = now.reach("x").get(to)
    return None if found is None else float(found)
