"""What the editor may change in scenarios and positions of Iron Tide, and what a map may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.documents.base import PlainEditing, choice, counters, field, number, rest_choice, words
from hexbench.engine.documents.editing import (
    UNPLACED,
    DataTable,
    Form,
    Format,
    MapVocabulary,
    Track,
    Turn,
    Zones,
)
from hexbench.engine.documents.fields import markers
from hexbench.engine.values import Say, say
from hexbench.games.iron_tide import reinforcements, victory
from hexbench.games.iron_tide.fields import BRIDGE, DEPOT, ENTRENCHMENT, SIDE, UNITS, boxes
from hexbench.games.iron_tide.names import terrain
from hexbench.games.iron_tide.pieces import ALLIED, DUE, GERMAN, SIDES, TRAYS
from hexbench.games.iron_tide.sequence import PHASES
from hexbench.games.iron_tide.supply import Supply

if TYPE_CHECKING:
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.state import IronTide
    from hexbench.games.iron_tide.tables import Tables

FIRST: Final = "16AM"


class _ItEditing(PlainEditing):
    """See :class:`hexbench.engine.documents.editing.Editing`."""

    phases: ClassVar = PHASES
    apart: ClassVar = ("units", "roster", "chits")
    always: ClassVar = ("turn", "last_turn", "phasing", "air", "cups")

    # ---- maps
    def ground(self, tables: Tables) -> MapVocabulary:
        """Terrain of the Terrain Effects Chart (5.1) and what else the rules name."""
        return MapVocabulary(
            terrains=tuple((name, terrain(name)) for name in tables.tec.hex),
            features=(("town", say("town")), ("city", say("city")), ("westwall", say("Westwall"))),
            hexsides=(
                ("river", say("river")),
                ("major_river", say("major river")),
                ("bridge", say("bridge")),
                ("ford", say("ford")),
                ("lake", say("lake")),
            ),
            with_=(("major_river", "river"), ("bridge", "river"), ("ford", "river")),
            roads=(("main", say("main road")), ("second", say("secondary road"))),
            lines=(
                ("front", say("front")),
                ("westwall", say("Westwall")),
                ("river", say("river")),
            ),
            zones=Zones(
                path=("zones",),
                names=(
                    ("edge.german", say("German edge")),
                    ("edge.allied", say("Allied edge")),
                    ("east_of_westwall", say("east of the Westwall")),
                    ("west_of_westwall", say("west of the Westwall")),
                    ("westwall", say("Westwall")),
                    ("east_of_front", say("east of the front")),
                    ("west_of_front", say("west of the front")),
                    ("meuse.east", say("east of the Meuse")),
                    ("meuse.west", say("west of the Meuse")),
                ),
                families=(
                    ("start.", say("starting place")),
                    ("exit.", say("exit road")),
                    ("entry.", say("entry road")),
                    ("vp.", say("victory place")),
                    ("bridge.", say("bridge")),
                ),
            ),
        )

    # ---- documents
    def blank(self, rules: ItRules, kind: Format) -> dict[str, Any]:
        """An empty document: five days, no units."""
        if kind == "scenario":
            return {"units": {}, "last_turn": "20PM"}
        return {"turn": "17AM", "last_turn": "20PM", "phase": "movement", "phasing": GERMAN, "units": {}}

    def rolls(self, rules: ItRules, kind: Format) -> tuple[DataTable, ...]:
        """The order of battle."""
        fields = UNITS.ordered() if kind == "scenario" else UNITS.standing()
        units = counters(fields)
        digging = markers(
            say("Entrenchments"), (ENTRENCHMENT,), help=say("Hexes and the side entrenched there.")
        )
        if kind == "scenario":
            return (units, digging)
        depots = markers(
            say("Fuel depots"),
            (DEPOT,),
            help=say("Hexes with Allied fuel depots, and the state of each depot (3.0e)."),
        )
        bridges = markers(
            say("Bridges"), (BRIDGE,), help=say("Hexsides where the bridge is not as printed on the map.")
        )
        return (units, digging, depots, bridges)

    def tracks(self, rules: ItRules, kind: Format) -> tuple[Track, ...]:
        """What the scenario changes of the Turn Record."""
        skies = (("clear", say("clear")), ("overcast", say("overcast")), ("snow", say("snow")))
        return (
            Track(
                key="weather",
                name=say("Weather"),
                path=("weather",),
                value=choice("weather", say("Weather"), skies, blank=None),
            ),
            Track(
                key="air_points",
                name=say("Air points"),
                path=("air_points",),
                value=number("air", say("Air points"), blank=None),
                by_side=True,
            ),
            Track(
                key="replacements",
                name=say("Replacements"),
                path=("replacements",),
                value=number("replacements", say("Replacements"), blank=None),
                by_side=True,
            ),
        )

    def track_default(self, rules: ItRules, track: str, turn: str, side: str) -> Any:
        line = next((one for one in rules.tables.turn_record.turns if one.id == turn), None)
        if line is None:
            return None
        if track == "weather":
            return line.weather
        name = f"{side}_{'air' if track == 'air_points' else track}"
        return getattr(line, name)

    def forms(self, rules: ItRules, kind: Format) -> tuple[Form, ...]:
        """When it ends, and the markers of 3.0d."""
        turns = tuple((turn.id, say("{turn}", turn=turn.id)) for turn in rules.tables.turn_record.turns)
        last = choice("last_turn", say("Last game turn"), turns, needed=True, blank="2PM")
        if kind == "scenario":
            bridges = field(
                "bridges_destroyed",
                say("Destroyed bridges"),
                "words",
                help=say("Hexsides, such as 0649/0750, whose printed bridges are destroyed at the start."),
            )
            return (
                Form(key="turns", name=say("Game turns"), fields=(last,)),
                Form(key="markers", name=say("Markers"), fields=(bridges,)),
            )
        phases = choice("phase", say("Phase"), words(*PHASES), blank="movement")
        return (
            Form(
                key="turns",
                name=say("Game turns"),
                fields=(
                    choice("turn", say("Game turn"), turns, needed=True, blank=FIRST),
                    last,
                    phases,
                    choice("phasing", say("Whose turn"), SIDE, needed=True, blank=GERMAN),
                    rest_choice(),
                ),
            ),
        )

    def turns(self, rules: ItRules, kind: Format, content: Mapping[str, Any]) -> tuple[Turn, ...]:
        """The turns of the record up to the last."""
        record = rules.tables.turn_record.turns
        ids = [turn.id for turn in record]
        first, last = content.get("turn", FIRST), content.get("last_turn", ids[-1])
        a = ids.index(first) if first in ids else int(first) - 1 if isinstance(first, int) else 0
        b = ids.index(last) if last in ids else int(last) - 1 if isinstance(last, int) else len(ids) - 1
        return tuple(
            Turn(id=turn.id, name=say("{turn}", turn=turn.id), box=DUE + turn.id)
            for turn in record[a : b + 1]
        )

    def fresh(self, rules: ItRules, kind: Format, side: str) -> dict[str, Any]:
        """A regiment of infantry."""
        printed = {
            "side": side,
            "name": "New",
            "nationality": "german" if side == GERMAN else "us",
            "type": "infantry",
            "size": "regiment",
            "mobility": "N",
            "movement": 5,
            "cup": "blue",
            "letter": "B",
            "cadre_factor": 1,
        }
        if kind == "scenario":
            return {**printed, "free": True}
        return {"at": TRAYS[side], "printed": printed}

    def position(self, rules: ItRules, state: IronTide) -> dict[str, Any]:
        """Game turns by name."""
        names = {key: rules.turn(getattr(state, key)).id for key in ("turn", "last_turn")}
        return {**super().position(rules, state), **names}

    def described(self, rules: ItRules, state: IronTide, uid: str) -> dict[str, Any]:
        """As in the base class, with the unit's chit."""
        raw = super().described(rules, state, uid)
        return {**raw, "chit": state.chits[uid]} if uid in state.chits else raw

    def place_of(self, rules: ItRules, kind: Format, entry: Mapping[str, Any], uid: str) -> str:
        """Its starting hex, its side's tray while it is placed freely, or the box of its game turn."""
        if kind == "position":
            return super().place_of(rules, kind, entry, uid)
        arrives = entry.get("arrives", FIRST)
        if arrives != FIRST:
            return f"{DUE}{arrives}"
        if entry.get("free"):
            return TRAYS.get(str(entry.get("side")), UNPLACED)
        if entry.get("hex"):
            return str(entry["hex"])
        zone = rules.atlas.sheet.zones.get(f"start.{entry.get('place', '')}", ())
        return zone[0] if zone else UNPLACED

    def placed(
        self, rules: ItRules, kind: Format, entry: Mapping[str, Any], uid: str, at: str
    ) -> dict[str, Any]:
        """In a hex it is fixed (3.0b), in a tray free (3.0h), in the box of a game turn it arrives then (14.0a)."""
        if kind == "position":
            return super().placed(rules, kind, entry, uid, at)
        out = dict(entry)
        for key in ("hex", "place", "free", "arrives"):
            out.pop(key, None)
        if at.startswith(DUE):
            out["arrives"] = at.removeprefix(DUE)
            roads = [road.letter for road in rules.tables.entry_roads.roads]
            if out.get("side") == ALLIED and out.get("entry") not in roads:
                out["entry"] = roads[0]
        elif at in TRAYS.values():
            out["free"] = True
        elif at in rules.atlas.index:
            out["hex"] = at
        elif at:
            raise ValueError(f"No unit can start in {at}.")
        return out

    def boxes(self, rules: ItRules, kind: Format, content: Mapping[str, Any]) -> tuple[tuple[str, Say], ...]:
        """Trays and the later turns of the record; in a position also the boxes of eliminated units."""
        found = boxes(rules)
        if kind == "position":
            return found
        later = tuple(one for one in found if one[0].startswith(DUE) and one[0] != DUE + FIRST)
        return (*(one for one in found if one[0] in TRAYS.values()), *later)

    # ---- what may be wrong
    def barred(self, rules: ItRules, state: IronTide, uid: str) -> Say | None:
        """Terrain it could never have entered (5.1g)."""
        at, printed = state.units[uid].at, state.roster[uid]
        cell = rules.atlas.cell(at)
        road = any((rules.atlas.index[at], d) in rules.atlas.roads for d in range(6))
        if road or rules.tables.tec.hex_cost(cell.terrain, cell.features, printed.mobility) is not None:
            return None
        return say("{hex} is {terrain}, which it may not enter.", hex=at, terrain=terrain(cell.terrain))

    def unsupplied(self, rules: ItRules, state: IronTide) -> tuple[str, ...]:
        """As the next Supply Phase would find them (12.1)."""
        board = rules.board(state)
        found: list[str] = []
        for side in SIDES:
            lines = rules.lines(side, state.bridges, state.closed_exits)
            states = Supply(state, board, side, lines).states()
            found += [uid for uid, how in states.items() if how != "supplied"]
        return tuple(found)

    def goals(self, rules: ItRules, kind: Format, content: Mapping[str, Any]) -> tuple[str, ...]:
        """The places that score (20.0)."""
        places = rules.tables.victory_points.places
        return tuple(dict.fromkeys(at for place in places for at in victory.hexes_of(rules, place)))

    def gait(self, rules: ItRules, state: IronTide, uid: str) -> str:
        return f"{state.units[uid].side} {state.roster[uid].mobility}"

    def passable(self, rules: ItRules, state: IronTide, uid: str, a: str, b: str) -> bool:
        """By the Terrain Effects Chart; rivers are ignored, since they can be crossed or bridged."""
        index, around = rules.atlas.index, rules.atlas.around
        link = rules.prices.link(index[a], around[index[a]].index(index[b]))
        return (
            rules.prices.dry_cost(link, state.units[uid].side, state.roster[uid].mobility, state.bridges)
            is not None
        )

    def comes_by(self, rules: ItRules, state: IronTide, uid: str) -> tuple[str, ...] | None:
        """Its entry road, or its side's edge (14.0b, 14.0c)."""
        if state.units[uid].at[: len(DUE)] != DUE or state.roster[uid].drop:
            return None
        return reinforcements.roads_of(rules, state.roster[uid])


EDITING: Final = _ItEditing()
