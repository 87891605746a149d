"""Iron Tide bound to a map: the rules object that brings all parts of the game together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec.structs import replace

from hexbench.atlas.reach import Obstacles
from hexbench.engine import parity
from hexbench.engine.options import rule, ruling
from hexbench.engine.rules import Rules
from hexbench.engine.state import Dice, verbs_of
from hexbench.engine.values import Problem, Value, Verdict, Wrong, say
from hexbench.games.iron_tide import audit, chits, sequence, supply, victory, works
from hexbench.games.iron_tide.board import ItBoard
from hexbench.games.iron_tide.fields import ItHand
from hexbench.games.iron_tide.pieces import CONDITIONAL, DUE, SIDES
from hexbench.games.iron_tide.seat import ItPlay, ItSeat
from hexbench.games.iron_tide.setup import Scenario, fresh
from hexbench.games.iron_tide.state import BridgeState, IronTide
from hexbench.games.iron_tide.tables import Tables, Turn
from hexbench.games.iron_tide.terrain import Prices, one_hex

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.atlas.hexset import Links


class Options(Value, frozen=True, kw_only=True):
    """The options of one game, each based on clauses of the ledger."""

    army_rule: Annotated[
        bool,
        rule(
            "Units of different armies stay separate",
            ("17.4a", "17.4b"),
            no=(
                "Only American and British units must stay separate; otherwise the armies of "
                "a side mix freely."
            ),
            yes="Units of different armies may not stack, attack together or share artillery.",
            why="The rulebook calls this an optional rule.",
        ),
    ] = False
    publisher_errata: Annotated[
        bool,
        rule(
            "The publisher's later errata on demolition",
            ("B68", "B33"),
            no=(
                "Every eligible unit may roll for a bridge; units other than engineers may "
                "try two bridges or depots."
            ),
            yes=(
                "A bridge or depot may be rolled for only once per phase, and a unit makes only one attempt."
            ),
            why=(
                "They were published after the game and change how bridges are blown; a "
                "player who owns only the boxed game plays without them."
            ),
        ),
    ] = False
    demolition_path: Annotated[
        Literal["supply", "clear"],
        ruling(
            "The path from a bridge or depot to the unit that blows it up",
            ("13.1b", "7.6c", "13.2a", "R30"),
            supply=(
                "It is a supply line: a hex with a friendly unit, even the acting unit "
                "itself, is not blocked by enemy zones of control."
            ),
            clear="Every hex of it, even that of the acting unit, must be outside enemy zones of control.",
            why=(
                "The procedure calls the path a supply line; otherwise no unit could blow a "
                "bridge once the enemy is adjacent to it."
            ),
        ),
    ] = "supply"
    bridge_hexes: Annotated[
        Literal["counted", "uncounted"],
        ruling(
            "Counting hexes from a bridge",
            ("13.1a", "13.1b", "B74"),
            counted="Each of the two hexes beside the bridge counts as the first hex.",
            uncounted="The hexes beside the bridge are not counted; their neighbours are the first hexes.",
            why="A hexside is not a hex, so a distance to it begins with the first hex on the way.",
        ),
    ] = "counted"
    depots_on_16am: Annotated[
        bool,
        ruling(
            "Fuel depots on 16AM",
            ("18.0d", "13.2a", "B71"),
            yes="The Allies may try to destroy depots on 16AM; only bridges are off limits.",
            no="The Allies may destroy neither bridges nor depots on 16AM.",
            why="The first-turn ban mentions only bridges.",
        ),
    ] = True
    held_back_advance: Annotated[
        bool,
        ruling(
            "Divisions held back on 16AM and 16PM that have won a combat",
            ("18.0g", "B72"),
            no="They may not advance: an advance after combat is a move.",
            yes="They may advance after combat: they are barred only from the Movement and Reserve Phases.",
            why=(
                "The rule says that they may not move, and on the same page it counts what "
                "happens through combat as movement."
            ),
        ),
    ] = False
    misdirection: Annotated[
        Literal["hex", "move"],
        ruling(
            "A moving unit that passes commandos in several hexes",
            ("16.4e", "B41"),
            hex="One attempt is allowed in each hex with a commando that it passes.",
            move="Only one attempt is allowed during its whole move; later commandos may not try again.",
            why=(
                "An attempt depends on passing through a commando's hex, and each hex is "
                "passed through separately."
            ),
        ),
    ] = "hex"
    mixed_retreat: Annotated[
        Literal["together", "apart"],
        ruling(
            "Armor or artillery in a stack whose only retreat is across an unbridged river",
            ("11.8j", "B23"),
            together=(
                "The units in a hex retreat together: if some may not cross, all stay and lose steps instead."
            ),
            apart=(
                "Units that may cross can retreat without the others, which lose steps or take another route."
            ),
            why="Everywhere else, a result is applied to the units in a hex as one group.",
        ),
    ] = "together"
    replaced_in_reserve: Annotated[
        bool,
        ruling(
            "A unit in reserve that took a replacement in the same player turn",
            ("5.0e", "15.0j", "R29"),
            no="It may not move in the Reserve Phase either.",
            yes="It may move in the Reserve Phase; it is barred only from the Movement Phase.",
            why="The ban is on moving, and the Reserve Phase is one of movement.",
        ),
    ] = False


class ItRules(Rules[IronTide, Options, Tables]):
    """One per map, tables and options; shared by every position of a game."""

    key: ClassVar = "iron_tide"
    sides: ClassVar = SIDES
    state_type: ClassVar = IronTide
    play_type: ClassVar = ItPlay
    seat_type: ClassVar = ItSeat
    all_verbs: ClassVar = verbs_of(sequence.AnyStep)
    sequence_rule: ClassVar = "4.1c"
    dice: ClassVar = ((2, 6), (1, 6))
    fights: ClassVar = ("combat",)
    without: ClassVar = {
        "calculator": parity.NO_CALCULATOR,
    }
    hand: ClassVar = ItHand()

    def __init__(self, atlas: Atlas, tables: Tables, options: Options) -> None:
        super().__init__(atlas, tables, options)
        self.prices = Prices(atlas, tables)
        self.one_hex = one_hex()
        self.nothing = Obstacles.empty(len(atlas.labels))
        """Nothing in the way: for commandos (16.4b)."""
        self._roads_now: tuple[Mapping[str, BridgeState], Links] | None = None
        self._edges: dict[tuple[str, tuple[str, ...]], supply.Edge] = {}
        self._lines: dict[str, tuple[Mapping[str, BridgeState], Sequence[str], supply.Lines]] = {}

    @cached_property
    def zones(self) -> dict[str, frozenset[str]]:
        """The named sets of hexes of the map, for membership tests."""
        names = ("east_of_westwall", "west_of_westwall", "westwall", "edge.german", "edge.allied")
        return {**{name: frozenset() for name in names}, **super().zones}

    @cached_property
    def far_bank(self) -> frozenset[str]:
        """The hexes west and north of the Meuse (B64)."""
        return frozenset(self.atlas.sheet.zones.get("meuse.west", ()))

    @cached_property
    def near_bank(self) -> frozenset[str]:
        """The hexes east and south of the Meuse (17.1a)."""
        return frozenset(self.atlas.sheet.zones.get("meuse.east", ()))

    @cached_property
    def east_bank(self) -> tuple[int, ...]:
        """The same by index."""
        return tuple(i for i, at in enumerate(self.atlas.labels) if at in self.near_bank)

    @cached_property
    def roads(self) -> supply.Roads:
        """The roads of the map as printed."""
        return supply.make_roads(self.atlas, self.prices)

    def lines(
        self, side: str, bridges: Mapping[str, BridgeState], closed_exits: Sequence[str]
    ) -> supply.Lines:
        """The supply lines of a side for bridges and exits as they stand."""
        kept = self._lines.get(side)
        if kept is None or kept[0] != bridges or kept[1] != closed_exits:
            before, roads = self._roads_now or ({}, self.roads.printed)
            if before != bridges:
                roads = supply.roads_now(self.atlas, self.prices, roads, before, bridges)
            self._roads_now = (bridges, roads)
            edge = self._edges.get((side, tuple(closed_exits)))
            if edge is None:
                edge = supply.friendly_edge(self.atlas, self.roads.rims, side, closed_exits)
                self._edges[side, tuple(closed_exits)] = edge
            made = supply.Lines(self.atlas, roads, edge, 0 if kept is None else kept[2].still(roads, edge))
            kept = self._lines[side] = (bridges, closed_exits, made)
        return kept[2]

    def supplies(self, state: IronTide, side: str) -> supply.ItSupplies:
        """Lines to a supply road or an edge (12.1a)."""
        lines = self.lines(side, state.bridges, state.closed_exits)
        return supply.ItSupplies(state, self.board(state), side, lines)

    def standing_bridges(self, state: IronTide) -> dict[str, str]:
        """The intact bridges, printed and built (13.1) -> the state that removes them."""
        return dict.fromkeys(works.standing_bridges(self, state), "destroyed")

    def turn(self, number: int, s: Any = None) -> Turn:
        """A line of the Turn Record; ``number`` counts from 1. With ``s``, the scenario's changes to it are applied."""
        line = self.tables.turn_record.turns[number - 1]
        if s is None or not (s.weather or s.air_points or s.replacements):
            return line
        air, given = s.air_points.get(line.id, {}), s.replacements.get(line.id, {})
        return replace(
            line,
            weather=s.weather.get(line.id, line.weather),
            german_air=air.get("german", line.german_air),
            allied_air=air.get("allied", line.allied_air),
            german_replacements=given.get("german", line.german_replacements),
            allied_replacements=given.get("allied", line.allied_replacements),
        )

    def turn_number(self, name: str) -> int:
        """The number of a turn by its name. Raises ValueError for an unknown one."""
        for turn in self.tables.turn_record.turns:
            if turn.id == name:
                return turn.n
        raise Wrong(say("There is no game turn {name}.", name=repr(name)))

    @cached_property
    def due_boxes(self) -> dict[str, int]:
        """The boxes of arrivals -> the number of their game turn; 0 for units that come on a condition."""
        turns = {DUE + turn.id: turn.n for turn in self.tables.turn_record.turns}
        return {DUE + CONDITIONAL: 0, **turns}

    def seat_of(self, play: ItPlay) -> ItSeat:
        """A seat on a position being changed, for the engine's own choices (the umpire's)."""
        state = replace(play.state, units=play.units, stack=tuple(play.stack))
        self.keep(state, play.board)
        return ItSeat(self, state, None)

    # ---- the contract
    def begin(self, scenario: Scenario, seed: int) -> IronTide:
        """The initial position: every unit in its tray or due, the markers of 3.0d on the map."""
        return IronTide(
            stack=(sequence.Campaign(),),
            units={uid: fresh(printed) for uid, printed in scenario.units.items()},
            roster=dict(scenario.units),
            cups=chits.full_cups(self.tables.chits),
            last_turn=self.turn_number(scenario.last_turn),
            bridges=dict.fromkeys(scenario.bridges_destroyed, "destroyed"),
            entrenchments=dict(scenario.entrenchments),
            weather=dict(scenario.weather),
            air_points=dict(scenario.air_points),
            replacements=dict(scenario.replacements),
            dice=Dice(seed),
        )

    def enter(self, state: IronTide, phase: str) -> IronTide:
        """The position at the start of a phase of the phasing player."""
        return replace(state, stack=sequence.stack_at(phase, state.phasing))

    def hide(self, state: IronTide, side: str) -> IronTide:
        """9.0d: the chits of the other side are secret."""
        return chits.hide(self, state, side)

    def offers_known(self, state: IronTide) -> bool:
        """True: possible actions depend only on public facts; chits, the only secret, matter only in combat."""
        return True

    def imagine(self, view: IronTide, side: str, number: Callable[[int], int]) -> IronTide:
        """A complete position consistent with ``view``: its unseen chits are dealt at random."""
        whole = chits.imagine(self, view, number)
        return replace(whole, dice=Dice(seed=number(2**31)))

    def make_board(self, state: Any) -> ItBoard:
        """The board: which units are where, and both sides' zones of control."""
        return ItBoard(self.atlas, state.units, state.roster)

    def audit(self, state: IronTide) -> tuple[Problem, ...]:
        """What is wrong with a position."""
        return tuple(audit.problems(self, state))

    def holder(self, state: IronTide, at: str) -> str | None:
        """The side that holds a hex: for a place, the last to have a unit there (B46); otherwise the side with units in it."""
        if at in victory.owned_at_start(self):
            return victory.holder(self, state, self.board(state), at)
        return super().holder(state, at)

    def verdict(self, state: IronTide) -> Verdict:
        """20.0: the level of victory, or the current state of the score."""
        return victory.verdict(self, state, self.board(state))
