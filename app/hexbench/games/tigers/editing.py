"""What the editor may change in scenarios and positions of Tigers in the Ardennes, and what a map may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import to_builtins

from hexbench.engine.documents.base import (
    PlainEditing,
    choice,
    counters,
    field,
    flag,
    number,
    order_choice,
    rest_choice,
    words,
)
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
from hexbench.engine.values import Say, say
from hexbench.games.tigers import arrivals, setup, stacking, supply
from hexbench.games.tigers.checks import ZONES
from hexbench.games.tigers.fields import SIDE, SKIES, UNITS, boxes
from hexbench.games.tigers.pieces import (
    GERMAN,
    PLANE,
    SUBSTITUTES,
    TRAYS,
    VDH,
    Printed,
    due,
)
from hexbench.games.tigers.sequence import PHASES

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.state import Tigers
    from hexbench.games.tigers.tables import Tables

DUE: Final = "#due/"


class _TgEditing(PlainEditing):
    """See :class:`hexbench.engine.documents.editing.Editing`."""

    phases: ClassVar = PHASES
    left_out = ("without",)
    always: ClassVar = ("turn", "last_turn", "phasing", "air", "markers", "held", "dump_state")

    # ---- maps
    def ground(self, tables: Tables) -> MapVocabulary:
        """Terrain, rivers, the Siegfried line and the front."""
        return MapVocabulary(
            terrains=(("clear", say("clear")), ("forest", say("forest")), ("venn", say("Hohes Venn"))),
            features=(("town", say("town")), ("city", say("city"))),
            hexsides=(
                ("river", say("river")),
                ("bridge", say("bridge")),
                ("siegfried", say("Siegfried line")),
                ("front", say("starting front")),
            ),
            with_=(("bridge", "river"),),
            roads=(("main", say("road")),),
            lines=(
                ("front", say("starting front")),
                ("westwall", say("Siegfried line")),
                ("river", say("river")),
            ),
            zones=Zones(
                path=("zones",),
                names=tuple((name, say("{name}", name=name.replace("_", " "))) for name in ZONES),
            ),
        )

    # ---- documents
    def blank(self, rules: TgRules, kind: Format) -> dict[str, Any]:
        """An empty document of four days, with no units."""
        if kind == "scenario":
            return {"last_turn": 4, "order": "own", "units": {}}
        return {"turn": 1, "last_turn": 4, "phase": "weather", "phasing": GERMAN, "units": {}}

    def rolls(self, rules: TgRules, kind: Format) -> tuple[DataTable, ...]:
        """The order of battle, the bridges, and the scenario's own air units."""
        bridges = DataTable(
            key="bridges",
            name=say("Bridges"),
            path=("bridges",),
            fields=(
                choice("owner", say("Side"), SIDE, needed=True, blank=GERMAN),
                flag("intact", say("Intact"), blank=True),
                flag(
                    "marker",
                    say("Built by engineers"),
                    help=say("An engineer bridge marker, not a bridge that was there at the start."),
                ),
                choice(
                    "maker",
                    say("Built by"),
                    (("", say("its owner")), *SIDE),
                    help=say("For an engineer bridge captured by the other side (TG-BRG-10)."),
                ),
            ),
            at="side",
            fresh={"owner": GERMAN},
            help=say("Bridges that differ from those at the start of the game, by hexside."),
        )
        if kind == "position":
            fields = UNITS.standing()
            units = counters(fields)
            return (units, bridges)
        air = DataTable(
            key="air",
            name=say("Air units"),
            path=("air",),
            fields=(
                choice("side", say("Side"), SIDE, needed=True),
                choice("type", say("Type"), words("FW-190", "P-47", "P-51"), needed=True),
                number("from_turn", say("From turn"), least=1, needed=True, blank=1),
            ),
            help=say(
                "Used with the scenario's own order of battle; otherwise the air units of the tables fly."
            ),
        )
        fields = UNITS.ordered()
        units = counters(fields)
        return (units, air, bridges)

    def tracks(self, rules: TgRules, kind: Format) -> tuple[Track, ...]:
        """The track of fixed weather."""
        value = choice("weather", say("Weather"), (("", say("as per the table")), *SKIES))
        path = ("weather",) if kind == "scenario" else ("skies",)
        return (Track(key="weather", name=say("Weather"), path=path, value=value),)

    def track_default(self, rules: TgRules, track: str, turn: str, side: str) -> Any:
        """The weather from the table, where no roll is needed."""
        return rules.tables.weather.automatic.get(turn)

    def forms(self, rules: TgRules, kind: Format) -> tuple[Form, ...]:
        """Turns and order of battle; for a position also the phase and the fuel dump."""
        days = len(rules.tables.calendar)
        last = number("last_turn", say("Last turn"), least=1, most=days, needed=True, blank=days)
        if kind == "scenario":
            return (
                Form(
                    key="turns",
                    name=say("Turns"),
                    fields=(
                        number("first_turn", say("First turn"), least=1, most=days, blank=1),
                        last,
                        order_choice(),
                    ),
                ),
            )
        return (
            Form(
                key="turns",
                name=say("Turns"),
                fields=(
                    number("turn", say("Turn"), least=1, most=days, needed=True, blank=1),
                    last,
                    choice("phasing", say("Whose turn"), SIDE, needed=True, blank=GERMAN),
                    choice("phase", say("Phase"), words(*PHASES), blank="movement"),
                    choice(
                        "weather",
                        say("Weather"),
                        SKIES,
                        blank="Snow",
                    ),
                    rest_choice(),
                ),
            ),
            Form(
                key="markers",
                name=say("Markers"),
                fields=(field("dump", say("Fuel dump"), "hex", help=say("TG-FUL-02.")),),
            ),
        )

    def turns(self, rules: TgRules, kind: Format, content: Mapping[str, Any]) -> tuple[Turn, ...]:
        """The days of the calendar up to the last."""
        first = content.get("turn" if kind == "position" else "first_turn", 1)
        last = content.get("last_turn", len(rules.tables.calendar))
        return tuple(
            Turn(id=str(day.turn), name=say("{date}", date=day.date), box=due(day.turn))
            for day in rules.tables.calendar
            if first <= day.turn <= last
        )

    def fresh(self, rules: TgRules, kind: Format, side: str) -> dict[str, Any]:
        nation = "german" if side == GERMAN else "us"
        printed = {
            "side": side,
            "nation": nation,
            "name": "New",
            "type": "inf",
            "size": "div",
            "factor": 4,
            "omf": 4,
        }
        return printed if kind == "scenario" else {"at": SUBSTITUTES, "printed": printed}

    def known(self, rules: TgRules) -> Mapping[str, Printed]:
        """The order of battle of the tables."""
        return rules.tables.units

    def place_of(self, rules: TgRules, kind: Format, entry: Mapping[str, Any], uid: str) -> str:
        """Its hex, the box of its turn, the plane, or the substitutes."""
        if kind == "position":
            return super().place_of(rules, kind, entry, uid)
        if entry.get("hex"):
            return str(entry["hex"])
        if entry.get("turn"):
            return due(int(entry["turn"]))
        return PLANE if entry.get("type") == "vdh" else SUBSTITUTES

    def placed(
        self, rules: TgRules, kind: Format, entry: Mapping[str, Any], uid: str, at: str
    ) -> dict[str, Any]:
        """Placed in a hex, a unit is there from the start; in the box of a turn it enters by an edge."""
        if kind == "position":
            return super().placed(rules, kind, entry, uid, at)
        out = {key: value for key, value in entry.items() if key not in ("hex", "turn", "entrenched")}
        if at in rules.atlas.index:
            out.pop("edge", None)
            kept = {"entrenched": True} if entry.get("entrenched") else {}
            return {**out, **kept, "hex": at}
        if at.startswith(DUE):
            nation = str(entry.get("nation"))
            edges = {"german": ("G",), "british": ("BR",)}.get(nation, ("N", "W", "S"))
            edge = entry.get("edge")
            return {**out, "turn": int(at.removeprefix(DUE)), "edge": edge if edge in edges else edges[0]}
        if at in (SUBSTITUTES, PLANE, UNPLACED, *TRAYS.values()):
            out.pop("edge", None)
            return out
        raise ValueError(f"No unit can start in {at}.")

    def boxes(self, rules: TgRules, kind: Format, content: Mapping[str, Any]) -> tuple[tuple[str, Say], ...]:
        """The boxes of substitutes and of each day; in a position also those of eliminated and exited units."""
        found = boxes(rules)
        if kind == "position":
            return found
        return tuple(one for one in found if one[0] == SUBSTITUTES or one[0].startswith(DUE))

    # ---- positions
    def position(self, rules: TgRules, state: Tigers) -> dict[str, Any]:
        """With the bridges that are gone for good."""
        out = super().position(rules, state)
        gone = dict.fromkeys(side for side in setup.first_bridges(rules) if side not in state.bridges)
        return {**out, "bridges": {**to_builtins(state.bridges), **gone}}

    # ---- what may be wrong
    def crowded(self, rules: TgRules, state: Tigers) -> tuple[tuple[str, Say], ...]:
        """Overstacked hexes; the limit applies from the start (TG-STK)."""
        found: list[tuple[str, Say]] = []
        board = rules.board(state)
        for at in board.at:
            if not at.startswith("#"):
                found += [(at, reason.text) for reason in stacking.faults(state, board.units_at(at), at)]
        return tuple(found)

    def unsupplied(self, rules: TgRules, state: Tigers) -> tuple[str, ...]:
        """The units that are out of supply now (TG-SUP-08)."""
        board = rules.board(state)
        return tuple(
            uid
            for uid, unit in state.units.items()
            if unit.on_map and not supply.supplied(rules, state, board, uid)
        )

    def goals(self, rules: TgRules, kind: Format, content: Mapping[str, Any]) -> tuple[str, ...]:
        """The objectives of the map (TG-VIC-06, TG-VIC-07)."""
        zones = rules.atlas.sheet.zones
        return tuple(
            dict.fromkeys((*zones.get("german_objectives", ()), *zones.get("allied_objectives", ())))
        )

    def comes_by(self, rules: TgRules, state: Tigers, uid: str) -> tuple[str, ...] | None:
        """The hexes of its edge on its own side of the front (TG-RFT-07..10)."""
        if not state.units[uid].at.startswith(DUE) or uid == VDH:
            return None
        return tuple(arrivals.zone_of(rules, state, uid))


EDITING: Final = _TgEditing()
