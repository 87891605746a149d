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
from itertools import pairwise
from typing import Any, Final

from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas, side_name
from hexbench.atlas.sheet import Cell, Hexside, MapSheet, Place, Road
from hexbench.engine.documents.reading import read
from hexbench.engine.events import AnyEvent
from hexbench.engine.rules import Outcome
from hexbench.engine.state import Dice
from hexbench.engine.values import Action, Reason, Target
from hexbench.games.blitzkrieg.game import GAME
from hexbench.games.blitzkrieg.pieces import Dump, Side
from hexbench.games.blitzkrieg.rules import BkRules
from hexbench.games.blitzkrieg.seat import BkSeat
from hexbench.games.blitzkrieg.state import Blitzkrieg
from hexbench.games.blitzkrieg.tables import Cities
from hexbench.hexes.coords import disk, neighbours
from hexbench.hexes.grid import Grid, GridSpec
from tests.games.blitzkrieg.shipped import TABLES

GERMAN: Final = "german"
ALLIED: Final = "allied"
POINT = 12
"""One movement point in the unit of ``Target.cost``."""

COLUMNS = (10, 24)
ROWS = (10, 21)
GRID = GridSpec(
    orientation="pointy",
    columns=COLUMNS,
    rows=ROWS,
    rows_from="north",
    pushed="odd",
    push="east",
    numbering="CCRR",
)
_AXIAL = Grid(GRID)
HEXES = tuple(
    f"{c:02d}{r:02d}" for r in range(ROWS[0], ROWS[1] + 1) for c in range(COLUMNS[0], COLUMNS[1] + 1)
)


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
        grid=GRID,
        cells={at: Cell(terrain.get(at, "plain")) for at in HEXES},
        hexsides=tuple(Hexside(name, ("river",), "Our") for name in dict.fromkeys(sides.values())),
        roads=tuple(Road(name) for name in dict.fromkeys(s for chain in roads for s in _road(chain))),
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


def _road(chain: str) -> list[str]:
    hexes = chain.split()
    return [side_name(a, b) for a, b in pairwise(hexes)]


def along(first: str, last: str) -> str:
    """The hexes of one row from the first to the last, as a chain."""
    row, a, b = first[2:], int(first[:2]), int(last[:2])
    return " ".join(f"{c:02d}{row}" for c in range(a, b + (1 if b >= a else -1), 1 if b >= a else -1))


def ring(at: str) -> str:
    """The six hexsides of a hex."""
    return " ".join(side_name(at, _AXIAL.label[n]) for n in neighbours(_AXIAL.axial[at]))


def near(at: str, within: int = 1) -> list[str]:
    """The hexes within so many hexes of one, itself left out, nearest first."""
    return [
        _AXIAL.label[a] for a in disk(_AXIAL.axial[at], within) if a in _AXIAL.label and _AXIAL.label[a] != at
    ]


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
class Situation:
    """A position that can be asked and played."""

    def __init__(self, rules: BkRules, outcome: Outcome) -> None:
        self.rules = rules
        self.state: Blitzkrieg = outcome.state
        self.outcome = outcome
        self.seat: BkSeat = rules.seat(self.state, rules.decider(self.state))

    # ---- asking
    def __getitem__(self, uid: str) -> Any:
        return self.state.units[uid]

    @property
    def events(self) -> list[AnyEvent]:
        """What happened last, as everybody knows it."""
        return [told.all for told in self.outcome.told if told.all is not None]

    @property
    def step(self) -> tuple[str | None, str]:
        """Who decides, and in which step."""
        return self.seat.prompt.side, self.seat.prompt.step

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.state.stack

    def places(self) -> dict[str, str]:
        """Where every unit is."""
        return {uid: unit.at for uid, unit in self.state.units.items()}

    def targets(self, verb: str, *units: str, how: str = "") -> dict[str, Target]:
        """Every target of a verb, by its object; of a verb with modes those of one mode."""
        return {t.object: t for t in self.seat.targets(verb, units) if not how or t.how == how}

    def reach(self, *units: str, verb: str = "move") -> dict[str, Fraction]:
        """Every hex the units can be put down in together -> movement points of the member that pays most."""
        return {at: Fraction(t.cost or 0, POINT) for at, t in self.targets(verb, *units).items()}

    def offered(self, verb: str) -> tuple[str, ...]:
        """The subjects a verb is offered with; empty when it is not offered."""
        return next((offer.subjects for offer in self.seat.prompt.offers if offer.verb == verb), ())

    def offers(self) -> tuple[str, ...]:
        """The verbs that are offered."""
        return tuple(offer.verb for offer in self.seat.prompt.offers)

    def reasons(
        self, verb: str, units: str | Sequence[str] = "", to: str = "", via: str = "", how: str = ""
    ) -> tuple[Reason, ...]:
        """Every reason against an action."""
        subject = tuple(units.split()) if isinstance(units, str) else tuple(units)
        return self.seat.refuse(Action(verb, subject, to, how, tuple(via.split())))

    def refused(
        self, units: str = "", to: str = "", via: str = "", verb: str = "move", how: str = ""
    ) -> list[str]:
        """The ids of the clauses against an action; it must be refused, and not be offered either."""
        found = self.reasons(verb, units, to, via, how)
        assert found, f"{verb} of {units} to {to} is not refused"
        if not via and to:
            assert to not in self.targets(verb, *units.split(), how=how)
        return [reason.rule for reason in found]

    def sentence(
        self, units: str = "", to: str = "", via: str = "", verb: str = "move", how: str = ""
    ) -> str:
        """The first sentence against an action."""
        return str(self.reasons(verb, units, to, via, how)[0].text)

    # ---- playing
    def act(
        self,
        verb: str,
        units: str = "",
        to: str = "",
        via: str = "",
        numbers: Sequence[int] | None = None,
        how: str = "",
    ) -> Situation:
        """Do an action; it must be legal. ``numbers``: exactly the dice it takes."""
        action = Action(verb, tuple(units.split()), to, how, tuple(via.split()))
        return Situation(self.rules, self.rules.apply(self.state, action, numbers))

    def move(self, units: str, to: str, via: str = "") -> Situation:
        """Move units together."""
        return self.act("move", units, to, via)

    def default(self, times: int = 1, numbers: Sequence[int] | None = None) -> Situation:
        """Follow the default, so many times."""
        now = self
        for _ in range(times):
            default = now.seat.prompt.default
            assert default is not None
            now = Situation(now.rules, now.rules.apply(now.state, default, numbers))
        return now

    def until(self, side: str | None, step: str, limit: int = 400) -> Situation:
        """Follow the defaults until a side is asked in a step; (None, "") is the end of the game."""
        now = self
        for _ in range(limit):
            if now.step == (side, step) or (now.over and side is None):
                return now
            assert not now.over, f"the game ends before {side} {step}"
            now = now.default()
        raise AssertionError(f"{side} {step} does not come")


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
