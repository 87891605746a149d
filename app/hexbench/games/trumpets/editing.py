"""What the editor may change in scenarios and positions of A Time for Trumpets, and what a map may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import to_builtins
from msgspec.structs import replace

from hexbench.atlas.hexset import holds
from hexbench.engine.documents.base import PlainEditing, choice, counters, field, number, text, words
from hexbench.engine.documents.editing import (
    DataTable,
    Field,
    Form,
    Format,
    MapVocabulary,
    Track,
    Turn,
    Zones,
)
from hexbench.engine.documents.fields import markers
from hexbench.engine.values import Say, say
from hexbench.games.trumpets import arrivals, supply
from hexbench.games.trumpets.fields import SIDE, UNITS, WEATHER, WORKS, boxes
from hexbench.games.trumpets.pieces import ELIMINATED, GERMAN, SIDES, due
from hexbench.games.trumpets.sequence import PHASES

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.state import Trumpets
    from hexbench.games.trumpets.tables import Tables

DUE: Final = "#due/"
TURNS: Final = ("16MO", "16AF", "16EV", "17PD", "17MO", "17AF")
GOALS: Final = (
    text("name", say("Name"), needed=True),
    field("hex", say("Hex"), "hex", needed=True),
    number("points", say("Points"), needed=True, blank=1),
)


def _points(level: str, name: Say) -> Field:
    """A field for the points needed for a level of victory; negative where a side loses points."""
    return number(f"mission.levels.{level}", name, needed=True, least=-99)


class _TtEditing(PlainEditing):
    """See :class:`hexbench.engine.documents.editing.Editing`."""

    phases: ClassVar = PHASES
    apart: ClassVar = ("units", "mission")
    always: ClassVar = ("turn", "phasing", "weather", "works", "air_left", "held", "steps_lost")

    # ---- maps
    def ground(self, tables: Tables) -> MapVocabulary:
        """TT-TER-35."""
        return MapVocabulary(
            terrains=(
                ("clear", say("clear")),
                ("woods", say("woods")),
                ("broken", say("broken ground")),
                ("forest", say("forest")),
                ("marsh", say("marsh")),
            ),
            features=(("village", say("village")), ("town", say("town")), ("city", say("city"))),
            hexsides=(("stream", say("stream")), ("river", say("river")), ("bridge", say("bridge"))),
            with_=(("bridge", "stream"), ("bridge", "river")),
            roads=(("main", say("main road")), ("minor", say("minor road"))),
        )

    # ---- documents
    def blank(self, rules: TtRules, kind: Format) -> dict[str, Any]:
        """Six turns on the whole map, without units."""
        mission = {
            "turns": list(TURNS),
            "weather": dict.fromkeys(TURNS, "Clear"),
            "supply": {side: [] for side in SIDES},
            "units": {},
            "objectives": [],
            "levels": {"german_major": 14, "german_minor": 10, "draw": 7},
        }
        if kind == "scenario":
            return {"mission": mission}
        return {"mission": {**mission}, "turn": 1, "phasing": GERMAN, "phase": "movement", "units": {}}

    def rolls(self, rules: TtRules, kind: Format) -> tuple[DataTable, ...]:
        """The order of battle and the objectives."""
        types = words(*rules.tables.templates)
        if kind == "scenario":
            units = counters(UNITS.ordered(type=types), ("mission", "units"))
        else:
            units = counters(UNITS.standing(type=types))
        goals = DataTable(
            key="objectives",
            name=say("Objectives"),
            path=("mission", "objectives"),
            fields=GOALS,
            keyed=False,
            fresh={"name": "Objective", "points": 1},
            help=say("Places that score for the Germans if they were the last to occupy them (TT-REC-19)."),
        )
        works = markers(
            say("Defensive positions"),
            WORKS,
            help=say("Hexes and the positions in them (TT-DEF)."),
            fresh={"main": "IP5"},
        )
        if kind == "scenario":
            works = replace(works, path=("mission", "works"))
        return (units, goals, works)

    def tracks(self, rules: TtRules, kind: Format) -> tuple[Track, ...]:
        """Weather and air points."""
        return (
            Track(
                key="weather",
                name=say("Weather"),
                path=("mission", "weather"),
                value=choice("weather", say("Weather"), (("roll", say("rolled")), *WEATHER), blank="roll"),
            ),
            Track(
                key="air",
                name=say("Air points"),
                path=("mission", "air"),
                value=number("air", say("Air points")),
                by_side=True,
            ),
        )

    def forms(self, rules: TtRules, kind: Format) -> tuple[Form, ...]:
        """Turns, levels of victory, positions."""
        turns = [
            field(
                "mission.turns",
                say("Turns"),
                "words",
                needed=True,
                help=say("For example 16MO 16AF 16EV 17PD."),
            ),
            choice("mission.first", say("Moves first"), SIDE, blank=GERMAN),
        ]
        if kind == "position":
            turns += [
                field("turn", say("Turn"), "turn", needed=True, blank=TURNS[0]),
                choice("phasing", say("Whose turn"), SIDE, blank=GERMAN, needed=True),
                choice("phase", say("Phase"), words(*PHASES), blank="movement"),
                choice("weather", say("Weather now"), WEATHER, blank="Clear", needed=True),
            ]
        levels = (
            _points("german_major", say("Points for a German major victory")),
            _points("german_minor", say("Points for a German minor victory")),
            _points("draw", say("Points for a draw")),
            number(
                "mission.exit_west",
                say("American scoring column"),
                least=1,
                blank=None,
                help=say("A column number, or empty."),
            ),
        )
        return (
            Form(key="turns", name=say("Turns"), fields=tuple(turns)),
            Form(key="victory", name=say("Victory"), fields=levels),
        )

    def zones(self, rules: TtRules, kind: Format) -> tuple[Zones, ...]:
        """The area in play, and where supply comes from."""
        return (
            Zones(path=("mission",), names=(("area", say("Area in play")),)),
            Zones(
                path=("mission", "supply"),
                names=(("german", say("German supply sources")), ("allied", say("Allied supply sources"))),
            ),
        )

    def turns(self, rules: TtRules, kind: Format, content: Mapping[str, Any]) -> tuple[Turn, ...]:
        """Those of the mission."""
        names = content.get("mission", {}).get("turns", ())
        return tuple(Turn(id=name, name=say("{turn}", turn=name), box=due(name)) for name in names)

    def fresh(self, rules: TtRules, kind: Format, side: str) -> dict[str, Any]:
        """A unit of the first front line type in the tables."""
        types = rules.tables.templates
        first = next((key for key, one in types.items() if one.category == "front_line"), next(iter(types)))
        printed = {
            "side": side,
            "nation": "german" if side == GERMAN else "american",
            "name": "New",
            "type": first,
            "division": "",
            "er": 5,
        }
        return printed if kind == "scenario" else {"at": ELIMINATED, "printed": printed}

    def place_of(self, rules: TtRules, kind: Format, entry: Mapping[str, Any], uid: str) -> str:
        """The unit's hex, or the box of its turn of arrival."""
        if kind == "scenario" and entry.get("turn"):
            return due(str(entry["turn"]))
        return super().place_of(rules, kind, entry, uid)

    def placed(
        self, rules: TtRules, kind: Format, entry: Mapping[str, Any], uid: str, at: str
    ) -> dict[str, Any]:
        """A unit that arrives later keeps its entry hex."""
        out = dict(entry)
        if kind == "position":
            if out.get("at") == ELIMINATED and at != ELIMINATED:
                out.pop("lost", None)
            return {**out, "at": at}
        if at.startswith(DUE):
            return {**out, "turn": at.removeprefix(DUE)}
        if at.startswith("#"):
            raise ValueError(f"No unit can start in {at}.")
        out.pop("turn", None)
        out.pop("at", None)
        return {**out, "at": at} if at else out

    def boxes(self, rules: TtRules, kind: Format, content: Mapping[str, Any]) -> tuple[tuple[str, Say], ...]:
        """The boxes of the turns; in a position also those for units that have left the map."""
        found = boxes(tuple(content.get("mission", {}).get("turns", ())))
        return found if kind == "position" else tuple(one for one in found if one[0].startswith(DUE))

    # ---- positions
    def position(self, rules: TtRules, state: Trumpets) -> dict[str, Any]:
        """The position with the mission beside it; the mission's units are moved to the counters."""
        mission: dict[str, Any] = to_builtins(state.mission)
        turn = state.mission.turns[state.turn - 1]
        return {**super().position(rules, state), "turn": turn, "mission": {**mission, "units": {}}}

    def standing(self, unit: Any) -> dict[str, Any]:
        """The unit's state; for eliminated units the steps lost are always written out."""
        raw = super().standing(unit)
        return {**raw, "lost": unit.lost} if unit.at == ELIMINATED else raw

    def printed_of(self, state: Any, uid: str) -> Any:
        return state.mission.units.get(uid)

    # ---- what may be wrong
    def barred(self, rules: TtRules, state: Trumpets, uid: str) -> Say | None:
        """Why a unit could never be in its hex: terrain it may not enter (TT-REC-03)."""
        at = state.units[uid].at
        if arrivals.enterable(rules, state, uid, at):
            return None
        return say(
            "{hex} is {terrain}, which it may not enter.", hex=at, terrain=rules.atlas.cell(at).terrain
        )

    def unsupplied(self, rules: TtRules, state: Trumpets) -> tuple[str, ...]:
        """Units that would be found out of supply at the start of a turn (TT-REC-12)."""
        board, index = rules.board(state), rules.atlas.index
        found: list[str] = []
        for side in SIDES:
            reached = 0
            for layer in supply.layers(rules, state, board, side):
                reached |= layer
            found += [
                uid
                for uid, unit in state.units.items()
                if unit.side == side and unit.on_map and not holds(reached, index[unit.at])
            ]
        return tuple(found)

    def goals(self, rules: TtRules, kind: Format, content: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(str(one.get("hex", "")) for one in content.get("mission", {}).get("objectives", ()))

    def gait(self, rules: TtRules, state: Trumpets, uid: str) -> str:
        return f"{state.units[uid].side} {rules.template(state.mission.units[uid]).move}"

    def passable(self, rules: TtRules, state: Trumpets, uid: str, a: str, b: str) -> bool:
        """Within the area in play, over ground it may enter."""
        area = state.mission.area
        return (not area or b in area) and arrivals.enterable(rules, state, uid, b)

    def comes_by(self, rules: TtRules, state: Trumpets, uid: str) -> tuple[str, ...] | None:
        """The unit's named hex and the edge next to it (TT-REC-02)."""
        if not state.units[uid].at.startswith(DUE):
            return None
        home = state.mission.units[uid].at
        return (home, *sorted(arrivals.edge(rules, state, home))) if home in rules.atlas.index else ()


EDITING: Final = _TtEditing()
