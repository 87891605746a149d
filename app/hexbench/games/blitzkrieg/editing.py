"""What the editor may change in scenarios and positions of Blitzkrieg at the Ardennes, and what a map may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

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
from hexbench.games.blitzkrieg import placing, victory, weather
from hexbench.games.blitzkrieg.fields import SIDE, UNITS, boxes
from hexbench.games.blitzkrieg.pieces import (
    ALLIED,
    BATTERY,
    GERMAN,
    RASTER,
    SIDES,
    SKY,
    Printed,
    due,
)
from hexbench.games.blitzkrieg.sequence import PHASES
from hexbench.games.blitzkrieg.state import order_of
from hexbench.games.blitzkrieg.supply import Supply, needs

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.state import Blitzkrieg
    from hexbench.games.blitzkrieg.tables import Tables

DUE: Final = "#due/"
_BLANK_LAST: Final = 8
LAST: Final = 32
_BLOWN: Final = DataTable(
    key="blown",
    name=say("Blown bridges"),
    path=("blown",),
    fields=(field("value", say("Ends destroyed"), "hexes", needed=True),),
    plain=True,
    at="side",
    help=say("Hexsides with a bridge, and the hexes in which its end is destroyed (BK-MAP-05)."),
)


class _BkEditing(PlainEditing):
    """See :class:`hexbench.engine.documents.editing.Editing`."""

    phases: ClassVar = PHASES
    left_out = ("without",)
    always: ClassVar = ("turn", "last_turn", "phasing", "blown", "dumps")

    # ---- maps
    def ground(self, tables: Tables) -> MapVocabulary:
        return MapVocabulary(
            terrains=(
                ("plain", say("plain")),
                ("forest", say("forest")),
                ("mountain", say("mountain")),
                ("city", say("city")),
                ("siegfried", say("Siegfried line")),
            ),
            hexsides=(
                ("river", say("river")),
                ("major_river", say("major river")),
                ("bridge", say("bridge")),
            ),
            with_=(("major_river", "river"), ("bridge", "river")),
            roads=(("main", say("road")),),
            zones=Zones(
                path=("zones",),
                names=(("drop", say("drop zone")),),
                families=(("german.", say("German starting zone")),),
            ),
        )

    # ---- documents
    def blank(self, rules: BkRules, kind: Format) -> dict[str, Any]:
        """A new document: four days, no units."""
        if kind == "scenario":
            return {"order": "own", "deployed": True, "last_turn": _BLANK_LAST, "units": {}}
        return {
            "turn": "16AM",
            "last_turn": weather.name(_BLANK_LAST),
            "phase": "movement",
            "phasing": GERMAN,
            "units": {},
        }

    def rolls(self, rules: BkRules, kind: Format) -> tuple[DataTable, ...]:
        """The order of battle and the dumps."""
        dumps = DataTable(
            key="dumps",
            name=say("Dumps"),
            path=("dumps",),
            fields=(
                field("hex", say("Hex"), "hex", needed=True),
                choice("owner", say("Owner"), SIDE, needed=True),
                *((number("number", say("Supply number")),) if kind == "position" else ()),
            ),
            help=say("Fuel dumps; the number is how many hexes from a road they supply."),
        )
        fields = UNITS.ordered() if kind == "scenario" else UNITS.standing()
        return (
            counters(fields),
            dumps,
            _BLOWN,
        )

    def tracks(self, rules: BkRules, kind: Format) -> tuple[Track, ...]:
        """Fixed weather, in the AM round of its day."""
        skies = (("", say("as set in the options")), ("clear", say("clear")), ("bad", say("bad")))
        path = ("weather",) if kind == "scenario" else ("skies",)
        return (
            Track(
                key="weather", name=say("Weather"), path=path, value=choice("weather", say("Weather"), skies)
            ),
        )

    def forms(self, rules: BkRules, kind: Format) -> tuple[Form, ...]:
        """The forms for rounds, the side to play, the order of battle, goals and bridges."""
        goal = field(
            "goal",
            say("Goals"),
            "words",
            help=say("Cities or hexes that win the game for the Germans when held for a turn (BK-REC-11)."),
        )
        last = Form(key="victory", name=say("Victory"), fields=(goal,))
        if kind == "scenario":
            turns = (
                number(
                    "first_turn", say("First round"), least=1, blank=1, help=say("Round 1 is 16 December AM.")
                ),
                number("last_turn", say("Last round"), help=say("0: as set in the options.")),
                flag(
                    "deployed",
                    say("Germans deployed already"),
                    help=say("The Germans do not have to deploy (BK-BEG-02)."),
                ),
                order_choice(),
            )
            return (Form(key="turns", name=say("Rounds"), fields=turns), last)
        rounds = tuple((weather.name(n), say("{turn}", turn=weather.name(n))) for n in range(1, LAST + 1))
        moment = (
            choice("turn", say("Round"), rounds, needed=True, blank="16AM"),
            choice("last_turn", say("Last round"), rounds, needed=True, blank="31PM"),
            choice("phasing", say("Whose turn"), SIDE, needed=True, blank=GERMAN),
            choice("phase", say("Phase"), words(*PHASES), blank="movement"),
            flag("clear", say("Flying weather")),
            rest_choice(("start", say("start as in the campaign"))),
        )
        return (Form(key="turns", name=say("Rounds"), fields=moment), last)

    def turns(self, rules: BkRules, kind: Format, content: Mapping[str, Any]) -> tuple[Turn, ...]:
        """The rounds up to the last."""
        first = _round(content.get("turn" if kind == "position" else "first_turn", 1), 1)
        last = _round(content.get("last_turn"), 0) or rules.last_turn
        return tuple(
            Turn(id=str(n), name=say("{turn}", turn=weather.name(n)), box=due(n))
            for n in range(first, last + 1)
        )

    def fresh(self, rules: BkRules, kind: Format, side: str) -> dict[str, Any]:
        printed = {
            "side": side,
            "name": "New",
            "formation": "New",
            "type": "infantry",
            "strength": 4,
            "mp": 4,
        }
        return printed if kind == "scenario" else {"at": due(2), "printed": printed}

    def known(self, rules: BkRules) -> Mapping[str, Printed]:
        """The order of battle of the tables with the options applied."""
        return order_of(rules.tables, rules.options, None)

    def standing(self, unit: Any) -> dict[str, Any]:
        """The values that follow from the place and the counter when they are not given."""
        return {**super().standing(unit), "strength": unit.strength, "start": unit.start}

    def place_of(self, rules: BkRules, kind: Format, entry: Mapping[str, Any], uid: str) -> str:
        """Its hex, the box of its round, the box of air units, or the raster while it is still to be
        deployed.
        """
        if kind == "position":
            return super().place_of(rules, kind, entry, uid)
        side, type_ = str(entry.get("side")), entry.get("type")
        if type_ == "air":
            return SKY.get(side, UNPLACED)
        if type_ == "v2":
            return BATTERY
        turn = int(entry.get("turn", 1))
        if turn > 1:
            return due(turn)
        at = str(entry.get("at", ""))
        return at if at in rules.atlas.index or at.isdigit() or not at else RASTER[GERMAN]

    def placed(
        self, rules: BkRules, kind: Format, entry: Mapping[str, Any], uid: str, at: str
    ) -> dict[str, Any]:
        """A unit in a hex is there from the start; one in the box of a round arrives by an entry."""
        out = dict(entry)
        if kind == "position":
            out.pop("start", None)
            return {**out, "at": at}
        if at.startswith(DUE):
            entries = tuple(rules.tables.entries)
            door = out.get("at") if out.get("at") in entries else next(iter(entries), "")
            return {**out, "turn": int(at.removeprefix(DUE)), "at": door}
        out.pop("turn", None)
        if at in rules.atlas.index:
            return {**out, "at": at}
        if at == RASTER[GERMAN] and out.get("side") == GERMAN:
            return {**out, "at": "zone"}
        if at in (*SKY.values(), BATTERY, UNPLACED):
            out.pop("at", None)
            return out
        raise ValueError(f"No unit can start in {at}.")

    def boxes(self, rules: BkRules, kind: Format, content: Mapping[str, Any]) -> tuple[tuple[str, Say], ...]:
        """The boxes of air units, the raster and the rounds; in a position also those of units out of the
        game.
        """
        found = boxes(rules, max(_round(content.get("last_turn"), 0), rules.last_turn))
        here = (*SKY.values(), BATTERY, RASTER[GERMAN])
        if kind == "scenario":
            return tuple(one for one in found if one[0] in here or one[0].startswith(DUE))
        return tuple(one for one in found if one[0] != RASTER[ALLIED])

    # ---- positions
    def position(self, rules: BkRules, state: Blitzkrieg) -> dict[str, Any]:
        """A position names the dumps of the tables that are absent."""
        out = super().position(rules, state)
        gone = dict.fromkeys(
            key
            for key, dump in rules.tables.dumps.items()
            if key not in state.dumps and dump.hex in rules.atlas.index
        )
        names = {key: weather.name(getattr(state, key)) for key in ("turn", "last_turn")}
        return {**out, **names, "dumps": {**out["dumps"], **gone}}

    # ---- what may be wrong
    def unsupplied(self, rules: BkRules, state: Blitzkrieg) -> tuple[str, ...]:
        """Ground units without a line to a dump (BK-SUP)."""
        board = rules.board(state)
        found: list[str] = []
        for side in SIDES:
            lines = Supply(rules, state, board, side)
            mine = [u for u, unit in state.units.items() if unit.side == side and needs(state, u)]
            found += [uid for uid in mine if not lines.serves(state.units[uid].at)]
        return tuple(found)

    def goals(self, rules: BkRules, kind: Format, content: Mapping[str, Any]) -> tuple[str, ...]:
        """The goals of a short game, otherwise the victory cities on this map."""
        cities = victory.cities(rules)
        wanted = content.get("goal") or tuple(cities)
        hexes = (at for name in wanted for at in cities.get(name, (name,)))
        return tuple(dict.fromkeys(at for at in hexes if at in rules.atlas.index))

    def passable(self, rules: BkRules, state: Blitzkrieg, uid: str, a: str, b: str) -> bool:
        """Rivers are treated as bridged; no Allied unit enters the Siegfried line (BK-MOV-11)."""
        return state.units[uid].side == GERMAN or rules.terrain(b) != "siegfried"

    def comes_by(self, rules: BkRules, state: Blitzkrieg, uid: str) -> tuple[str, ...] | None:
        """The hex of its entry (BK-REC-06)."""
        printed = state.roster[uid]
        if not state.units[uid].at.startswith(DUE) or printed.at == placing.DROP:
            return None
        at = rules.tables.entries.get(printed.at, "")
        return (at,) if at in rules.atlas.index else ()


def _round(value: object, other: int) -> int:
    """A round from its number or its name; ``other`` if it is neither."""
    if isinstance(value, int):
        return value
    try:
        return weather.round_of(str(value))
    except ValueError:
        return other


EDITING: Final = _BkEditing()
