"""What the editor may change in scenarios and positions of Tide of Iron, and what a map may hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.documents.base import PlainEditing, choice, counters, field, number, text, words
from hexbench.engine.documents.editing import DataTable, Field, Form, Format, MapVocabulary, Turn, Zones
from hexbench.engine.documents.fields import markers
from hexbench.engine.values import Say, say
from hexbench.games.tide_of_iron import ground
from hexbench.games.tide_of_iron.checks import LEVELS
from hexbench.games.tide_of_iron.fields import MEN, NATION, SIDE, UNITS, WORKS, boxes, known_words
from hexbench.games.tide_of_iron.pieces import (
    AMERICAN,
    DESTROYED,
    FIGURES,
    GERMAN,
    LOST,
    SIDES,
    TRAYS,
    due,
)
from hexbench.games.tide_of_iron.placing import barred
from hexbench.games.tide_of_iron.sequence import PHASES
from hexbench.games.tide_of_iron.setup_phase import KINDS
from hexbench.games.tide_of_iron.waves import zone_name

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron
    from hexbench.games.tide_of_iron.tables import Tables


_LOSSES: Final = {
    "squad": say("squad"),
    "light_vehicle": say("light vehicle"),
    "heavy_vehicle": say("heavy vehicle"),
}


def _men(path: str, most: int) -> tuple[Field, ...]:
    return tuple(number(f"{path}.{kind}", MEN[kind], most=most) for kind in FIGURES)


def _counted(path: str, titles: Mapping[str, str]) -> tuple[Field, ...]:
    """How many there are of each kind."""
    return tuple(number(f"{path}.{key}", say("{title}", title=title)) for key, title in titles.items())


def _squad(special: Iterable[tuple[str, Say]]) -> tuple[Field, ...]:
    """What a squad is built of."""
    return (
        text("name", say("Name")),
        *_men("figures", 20),
        choice("specialization", say("Specialization"), special),
    )


_ZONE_NAMES: Final = (
    ("american_deploy", say("American deployment")),
    ("german_deploy", say("German deployment")),
    ("american_reinforce", say("American reinforcements")),
    ("german_reinforce", say("German reinforcements")),
)
_SQUAD_OF_FOUR: Final = {"figures": {"regular": 4}}


class _TiEditing(PlainEditing):
    """See :class:`hexbench.engine.documents.editing.Editing`."""

    phases: ClassVar = PHASES
    apart: ClassVar = ("units",)
    always: ClassVar = (
        "mission",
        "initiative",
        "pools",
        "command",
        "vp",
        "control",
        "works",
        "markers_left",
        "pool",
        "decks",
        "hands",
        "in_play",
    )

    # ---- maps
    def ground(self, tables: Tables) -> MapVocabulary:
        """Ledger A.2."""
        return MapVocabulary(
            terrains=tuple((name, say("{title}", title=one.title)) for name, one in tables.terrain.items()),
            hexsides=(("cliff", say("cliff")),),
            roads=(("road", say("road")),),
            elevations=(LEVELS[0], LEVELS[-1]),
        )

    # ---- documents
    def blank(self, rules: TiRules, kind: Format) -> dict[str, Any]:
        """A mission of six rounds without units."""
        mission = {
            "rounds": 6,
            "actions_per_turn": {AMERICAN: 3, GERMAN: 3},
            "initiative_start": AMERICAN,
            "objectives": [],
            "zones": {},
            "forces": {},
            "reinforcements": [],
            "victory": {"type": "vp"},
        }
        if kind == "scenario":
            return {"mission": mission, "units": {}}
        return {"mission": mission, "round": 1, "phase": "action", "units": {}}

    def rolls(self, rules: TiRules, kind: Format) -> tuple[DataTable, ...]:
        """Units in place, squads to be built, objectives, reinforcements, markers."""
        units = counters(
            UNITS.standing(**known_words(rules)),
            about=say(
                "Units already in place before set-up. Units that a side sets up itself are in its force."
            ),
        )
        special = known_words(rules)["specialization"]
        squads = tuple(
            DataTable(
                key=f"squads.{side}",
                name=say("{side} squads", side=NATION[side]),
                path=("mission", "forces", side, "default_build"),
                fields=_squad(special),
                keyed=False,
                fresh=_SQUAD_OF_FOUR,
                help=say("How the squads of the force are built unless their owner builds them differently."),
            )
            for side in SIDES
        )
        nations = rules.tables.nations.values()
        vehicles = {key: one.name for nation in nations for key, one in nation.vehicles.items()}
        goals = DataTable(
            key="objectives",
            name=say("Objectives"),
            path=("mission", "objectives"),
            fields=(
                text("id", say("Id"), needed=True),
                field("hex", say("Hex"), "hex", needed=True),
                text("title", say("Title")),
                number("vp_per_round.american", say("American VP per round")),
                number("vp_per_round.german", say("German VP per round")),
                choice(
                    "command.side",
                    say("Command of"),
                    (("", say("no command objective")), *SIDE, ("neutral", say("neutral"))),
                    help=say("The side it belongs to (TI-CMD-06)."),
                ),
                number(
                    "command.amount",
                    say("Command tokens"),
                    blank=None,
                    help=say("What it yields each round (TI-CMD-10)."),
                ),
                choice("control_start", say("Held by"), (("", say("nobody")), *SIDE)),
            ),
            keyed=False,
            fresh={"id": "objective"},
        )
        waves = DataTable(
            key="reinforcements",
            name=say("Reinforcements"),
            path=("mission", "reinforcements"),
            fields=(
                choice("side", say("Side"), SIDE, needed=True),
                field("round", say("Round"), "number", least=1, needed=True, blank=2),
                text(
                    "zone",
                    say("Zone"),
                    needed=True,
                    help=say("The zone of the mission in which they arrive."),
                ),
                field(
                    "squads",
                    say("Squads"),
                    "rows",
                    rows=_squad(special),
                    fresh=_SQUAD_OF_FOUR,
                    help=say("The squads that arrive, already built. Press Enter to open them."),
                ),
                *_counted("vehicles", vehicles),
            ),
            keyed=False,
            fresh={"round": 2, "zone": "american_reinforce"},
        )
        works = markers(
            say("Markers"),
            WORKS,
            help=say("Markers that are on the map from the start."),
            fresh={"entrenchment": 1},
        )
        return (units, *squads, goals, waves, works)

    def forms(self, rules: TiRules, kind: Format) -> tuple[Form, ...]:
        """The frame of the mission and the forces."""
        frame: list[Field] = [
            number("mission.rounds", say("Rounds"), least=1, needed=True, blank=6),
            choice("mission.initiative_start", say("Initiative"), SIDE, needed=True, blank=AMERICAN),
        ]
        for side in SIDES:
            frame += [
                number(
                    f"mission.actions_per_turn.{side}",
                    say("{side} actions per turn", side=NATION[side]),
                    least=1,
                    needed=True,
                    blank=3,
                ),
                number(f"mission.command_start.{side}", say("{side} command", side=NATION[side])),
                number(
                    f"mission.initiative_pool_start.{side}", say("{side} initiative pool", side=NATION[side])
                ),
            ]
        if kind == "position":
            frame += [
                number("round", say("Current round"), least=1, needed=True, blank=1),
                choice("phase", say("Phase"), words(*PHASES), blank="action"),
                choice("initiative", say("Current initiative"), SIDE, blank=AMERICAN),
            ]
        frame.append(field("mission.setup_order", say("Set-up order"), "words"))
        victory = (
            *(
                number(
                    f"mission.victory.elimination_vp.{side}.{kind}",
                    say("VP for a lost {side} {kind}", kind=name, side=NATION[side]),
                )
                for side in SIDES
                for kind, name in _LOSSES.items()
            ),
            text("mission.victory.note", say("Note")),
        )
        return (
            Form(key="mission", name=say("Mission"), fields=tuple(frame)),
            Form(key="victory", name=say("Victory"), fields=victory),
            *(self._force(rules, side) for side in SIDES),
        )

    def _force(self, rules: TiRules, side: str) -> Form:
        path, nation, tables = f"mission.forces.{side}", rules.tables.nations[side], rules.tables
        return Form(
            key=f"force.{side}",
            name=say("{side} force", side=NATION[side]),
            fields=(
                number(f"{path}.bases", say("Squad bases"), help=say("Squads to be built at set-up (M-02).")),
                *_men(f"{path}.pool", 99),
                *_counted(
                    f"{path}.specializations", {key: one.title for key, one in tables.specializations.items()}
                ),
                *_counted(f"{path}.vehicles", {key: one.name for key, one in nation.vehicles.items()}),
                *_counted(f"{path}.markers", {kind: kind.replace("_", " ").capitalize() for kind in KINDS}),
                *(
                    field(
                        f"{path}.marker_zones.{kind}",
                        say("Zone for {marker}", marker=kind.replace("_", " ")),
                        "hexes",
                        blank=None,
                        choices=_ZONE_NAMES,
                        help=say(
                            "A zone of the mission or hex numbers. If empty, the zone where its side sets up."
                        ),
                    )
                    for kind in KINDS
                ),
                *_counted(f"{path}.decks", {deck.id: deck.name for deck in tables.decks}),
                field(f"{path}.operations", say("Operations cards"), "words"),
                number(f"{path}.concealed", say("Squads placed concealed")),
            ),
        )

    def zones(self, rules: TiRules, kind: Format) -> tuple[Zones, ...]:
        """The zones where the sides set up and where reinforcements arrive."""
        return (
            Zones(
                path=("mission", "zones"),
                names=_ZONE_NAMES,
                families=(("zone_", say("zone")),),
            ),
        )

    def turns(self, rules: TiRules, kind: Format, content: Mapping[str, Any]) -> tuple[Turn, ...]:
        rounds = content.get("mission", {}).get("rounds", 0)
        return tuple(
            Turn(id=str(n), name=say("Round {n}", n=n), box=due(AMERICAN, n))
            for n in range(1, int(rounds) + 1)
        )

    def fresh(self, rules: TiRules, kind: Format, side: str) -> dict[str, Any]:
        """A squad of four regulars."""
        return {"side": side, "at": TRAYS[side], "figures": {"regular": 4}}

    def boxes(self, rules: TiRules, kind: Format, content: Mapping[str, Any]) -> tuple[tuple[str, Say], ...]:
        """Trays, the rounds of both sides and, in positions, destroyed and lost units."""
        found = boxes(int(content.get("mission", {}).get("rounds", 0)))
        return found if kind == "position" else tuple(one for one in found if one[0] not in (DESTROYED, LOST))

    # ---- positions
    def printed_of(self, state: TideOfIron, uid: str) -> Any:
        """None: what a unit is and how it stands are kept together."""
        return None

    def standing(self, unit: Any) -> dict[str, Any]:
        """All fields: a field left out would be taken from the unit's force."""
        raw = super().standing(unit)
        plain = {"name": unit.name, "type": unit.type, "specialization": unit.specialization}
        return {"side": unit.side, **plain, **raw, "figures": dict(unit.figures)}

    # ---- what may be wrong
    def barred(self, rules: TiRules, state: TideOfIron, uid: str) -> Say | None:
        """Terrain the unit can never be in (TI-MOV-03)."""
        unit = state.units[uid]
        return next((reason.text for reason in barred(rules, state, unit, unit.at)), None)

    def goals(self, rules: TiRules, kind: Format, content: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(str(one.get("hex", "")) for one in content.get("mission", {}).get("objectives", ()))

    def gait(self, rules: TiRules, state: TideOfIron, uid: str) -> str:
        return f"{state.units[uid].side} {state.units[uid].type}"

    def passable(self, rules: TiRules, state: TideOfIron, uid: str, a: str, b: str) -> bool:
        """As the movement rules decide."""
        return ground.enterable(rules, state, state.units[uid], a, b)

    def comes_by(self, rules: TiRules, state: TideOfIron, uid: str) -> tuple[str, ...] | None:
        """The zone of its wave (TI-RIF-01)."""
        unit = state.units[uid]
        if any(unit.at == due(wave.side, wave.round) for wave in state.mission.reinforcements):
            return state.mission.zones.get(zone_name(state.mission, uid, unit), ())
        return None


EDITING: Final = _TiEditing()
