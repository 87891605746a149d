"""A Time for Trumpets bound to a map: the rules object that ties the modules together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec.structs import replace

from hexbench.engine.options import rule, ruling
from hexbench.engine.rules import Rules
from hexbench.engine.state import Dice, verbs_of
from hexbench.engine.values import Problem, Say, Value, Verdict
from hexbench.games.trumpets import (
    sequence,
    supply,
)
from hexbench.games.trumpets.fields import TtHand
from hexbench.games.trumpets.pieces import ALLIED, SIDES, Printed, Template
from hexbench.games.trumpets.seat import TtBoard, TtPlay, TtSeat
from hexbench.games.trumpets.state import Scenario, Trumpets, begin
from hexbench.games.trumpets.tables import Tables

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.games.trumpets.mission import Mission, Objective


class Options(Value, frozen=True, kw_only=True):
    """The options of one game; each default is a ruling of the ledger."""

    clamp_before_shift: Annotated[
        bool,
        ruling(
            "Odds beyond the table when columns are shifted",
            ("TT-ODD-08",),
            no=("They run on beyond the table, and only the final column after all shifts is limited to it."),
            yes="They are limited to the table before any columns are shifted.",
            why="The table itself prints a limit on the final column.",
        ),
    ] = False
    night_shift_once: Annotated[
        bool,
        ruling(
            "The night shift where several rows of the terrain chart apply",
            ("TT-TER-34",),
            yes="It counts once per combat: woods behind a stream are two columns at night.",
            no="Each row adds its own: woods behind a stream are three columns at night.",
            why=(
                "There is only one night, and the chart repeats its shift only because each "
                "row is printed separately."
            ),
        ),
    ] = True
    advance_stops_in_zoc: Annotated[
        bool,
        ruling(
            "An advance that moves next to the enemy",
            ("TT-ADV-10",),
            yes="It ends there, unless that is its first hex.",
            no="It may continue to its full length.",
            why="Movement ends next to enemy front line units, and an advance is treated like movement.",
        ),
    ] = True
    afv_combat: Annotated[
        bool,
        rule(
            "Enhanced AFV combat",
            ("TT-AFV-01", "TT-AFV-03", "TT-AMB-32"),
            no="Armor loses steps like all other units.",
            yes=(
                "Superior German anti-tank guns cost Allied armor two steps instead of one, "
                "and German heavy armor is spared where no improved Allied gun takes part."
            ),
            why="The printed game has it as an advanced rule.",
        ),
    ] = False
    blitz_a: Annotated[
        Literal["retreat", "loss"],
        ruling(
            "A1 and A2 on the Blitzkrieg table",
            ("TT-BLZ-15", "TT-AMB-13"),
            retreat="The attacker retreats one or two hexes.",
            loss="The attacker loses one or two steps.",
            why="The combat results table uses the same letters for retreats in hexes.",
        ),
    ] = "retreat"
    blitz_german: Annotated[
        Literal["both", "none", "ardennes_44", "tigers_in_the_mist"],
        rule(
            "German blitz attacks",
            ("TT-BLZ-17", "TT-BLZ-19"),
            both="Both forms, depending on the weather",
            none="None",
            ardennes_44="Ardennes 44 only",
            tigers_in_the_mist="Tigers in the Mist only",
            why="The charts deny neither form to either side.",
        ),
    ] = "both"
    blitz_allied: Annotated[
        Literal["both", "none", "ardennes_44", "tigers_in_the_mist"],
        rule(
            "Allied blitz attacks",
            ("TT-BLZ-17", "TT-BLZ-19"),
            both="Both forms, depending on the weather",
            none="None",
            ardennes_44="Ardennes 44 only",
            tigers_in_the_mist="Tigers in the Mist only",
            why="The charts deny neither form to either side.",
        ),
    ] = "both"
    german_tot: Annotated[
        bool,
        ruling(
            "Time on target by German artillery",
            ("TT-REC-08", "TT-AMB-41"),
            no="Only Allied artillery may fire time on target.",
            yes="German artillery that is marked for it may fire it too.",
            why="The charts name no side; in the battle it was an American technique.",
        ),
    ] = False


class TtRules(Rules[Trumpets, Options, Tables]):
    """One instance per map, tables and options, shared by all positions of a game."""

    key: ClassVar = "trumpets"
    sides: ClassVar = SIDES
    state_type: ClassVar = Trumpets
    play_type: ClassVar = TtPlay
    seat_type: ClassVar = TtSeat
    all_verbs: ClassVar = verbs_of(sequence.AnyStep)
    sequence_rule: ClassVar = "TT-SEQ-01"
    dice: ClassVar = ((2, 6), (1, 6))
    fights: ClassVar = ("combat",)
    without: ClassVar = {}
    hand: ClassVar = TtHand()

    def __init__(self, atlas: Atlas, tables: Tables, options: Options) -> None:
        super().__init__(atlas, tables, options)
        self._tags = {
            key: frozenset(
                (
                    *template.tags,
                    template.category,
                    *(icon for icon, carriers in tables.icons.items() if set(carriers) & set(template.tags)),
                )
            )
            for key, template in tables.templates.items()
        }

    # ---- the map
    def road_at(self, at: str) -> bool:
        """Whether a road runs through a hex."""
        return at in self.road_hexes

    # ---- units
    def template(self, printed: Printed) -> Template:
        """The type of a unit."""
        return self.tables.templates[printed.type]

    def tags(self, printed: Printed) -> frozenset[str]:
        """Capability tags, with the category and those from the doubtful icons (TT-GEN-02)."""
        return self._tags[printed.type]

    def front_line(self, printed: Printed) -> bool:
        """Whether a unit is a front line unit, and so has a zone of control (TT-REC-05)."""
        return self.tables.templates[printed.type].category == "front_line"

    def front_units(self, mission: Mission) -> frozenset[str]:
        """Every front line unit of an order of battle; cached."""

        def make() -> frozenset[str]:
            return frozenset(u for u, printed in mission.units.items() if self.front_line(printed))

        return self.facts.get("front units", (mission.units,), make)

    def fires_tot(self, printed: Printed) -> bool:
        """Whether a unit may fire time on target: marked for it, and Allied unless the option says otherwise (TT-REC-08)."""
        return printed.tot and (printed.side == ALLIED or self.options.german_tot)

    def steps(self, printed: Printed) -> int:
        """Steps at full strength."""
        return self.tables.templates[printed.type].steps

    def goals(self, mission: Mission) -> dict[str, Objective]:
        """Maps hexes to the objectives in them (TT-REC-19)."""
        return self.facts.get(
            "goals", (mission.objectives,), lambda: {one.hex: one for one in mission.objectives}
        )

    # ---- words
    def title(self, printed: Printed) -> Say:
        """The name of a unit in sentences."""
        return self.named(printed.name)

    # ---- the contract
    def begin(self, scenario: Scenario, seed: int) -> Trumpets:
        """The position before the first decision."""
        return replace(begin(self, scenario, seed), stack=(sequence.Campaign(),))

    def enter(self, state: Trumpets, phase: str) -> Trumpets:
        """The same position at the start of a phase of the phasing player."""
        return replace(state, stack=sequence.stack_at(phase, state.phasing, state.mission.first))

    def imagine(self, view: Trumpets, side: str, number: Callable[[int], int]) -> Trumpets:
        """A complete position that looks like ``view``: nothing is hidden except the dice."""
        return replace(view, dice=Dice(seed=number(2**31)))

    def make_board(self, state: Any) -> TtBoard:
        return TtBoard(state.units)

    def audit(self, state: Trumpets) -> tuple[Problem, ...]:
        """What is wrong with a position."""
        from hexbench.games.trumpets import audit

        return tuple(audit.problems(self, state))

    def holder(self, state: Trumpets, at: str) -> str | None:
        """The side in a hex; for an empty objective the side that was there last."""
        return super().holder(state, at) or state.held.get(at)

    def supplies(self, state: Trumpets, side: str) -> supply.TtSupplies:
        """Supply lines to a road that leads to a source (TT-REC-12)."""
        return supply.TtSupplies(self, state, "german" if side == "german" else "allied")

    def doubled(self, state: Trumpets, uid: str, name: str, at: str) -> Trumpets:
        """The order of battle, which is part of the mission."""
        printed = {**state.mission.units, name: state.mission.units[uid]}
        return replace(super().doubled(state, uid, name, at), mission=replace(state.mission, units=printed))

    def verdict(self, state: Trumpets) -> Verdict:
        from hexbench.games.trumpets import victory

        return victory.verdict(self, state)
