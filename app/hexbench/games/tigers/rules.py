"""Tigers in the Ardennes bound to a map: the rules object that ties the chapters together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec.structs import replace

from hexbench.engine import parity
from hexbench.engine.options import ruling
from hexbench.engine.rules import Rules
from hexbench.engine.state import Dice, verbs_of
from hexbench.engine.values import Problem, Say, Value, Verdict
from hexbench.games.tigers import dump, ground, sequence, supply
from hexbench.games.tigers.fields import TgHand
from hexbench.games.tigers.pieces import GERMAN, SIDES, Printed, Side
from hexbench.games.tigers.seat import TgBoard, TgPlay, TgSeat
from hexbench.games.tigers.setup import Scenario, begin
from hexbench.games.tigers.state import Tigers
from hexbench.games.tigers.tables import Tables

if TYPE_CHECKING:
    pass


class Options(Value, frozen=True, kw_only=True):
    """The choices of one game; each default is a ruling of the ledger."""

    die_index: Annotated[
        Literal["A", "B"],
        ruling(
            "Which die index is used to read the tables",
            ("TG-GEN-01", "AMB-01"),
            A="Every table is read by the index printed first.",
            B="Every table is read by the other index.",
            why=(
                "The chances are the same; one of the two has to be chosen, and most players "
                "look at the first."
            ),
        ),
    ] = "A"
    zoc_gap: Annotated[
        Literal["both", "price"],
        ruling(
            "The movement bonus when moving from one enemy's zone to another's strong zone",
            ("TG-ZOC-21", "AMB-37"),
            both="The unit cannot use its bonus and is also disrupted.",
            price=("The unit is not disrupted; it simply cannot use its bonus at the price of disruption."),
            why=(
                "The table names both effects together, and nothing says that one is the price of the other."
            ),
        ),
    ] = "both"
    marker_for_all: Annotated[
        bool,
        ruling(
            "Which units need an engineer bridge to cross a river",
            ("AMB-112",),
            no="Only units that pay the higher cost for the river; units on foot cross without one.",
            yes="All units, including those on foot.",
            why=(
                "The rules mention the marker together with the higher cost, which units on foot do not pay."
            ),
        ),
    ] = False
    forest_panzers_oblige: Annotated[
        bool,
        ruling(
            "Armored divisions next to an attacker in a forest",
            ("TG-ATK-07", "AMB-116"),
            no="They need not be attacked from the forest hex, because their zone is weak there.",
            yes="They must be attacked like any other enemy.",
            why="Only a strong zone requires an attack, and theirs is weak there.",
        ),
    ] = False
    second_test: Annotated[
        Literal["all", "movers"],
        ruling(
            "Which overstacked hexes are checked after the movement of the second pass",
            ("TG-STK-06", "TG-STK-07", "AMB-122"),
            all=(
                "All of them, including hexes into which the victors of the first pass had "
                "to advance and which they can no longer leave."
            ),
            movers=(
                "Only those in which a unit moved in that pass or could have; the others "
                "wait for their owner's next movement."
            ),
            why="Each of the two movements ends with the stacking check, and no hex is exempt from it.",
        ),
    ] = "all"
    peiper_first_pass: Annotated[
        Literal["moves", "stands"],
        ruling(
            "KG Peiper after its attack in the first pass of turn 1",
            ("TG-FT1-02", "AMB-30"),
            moves="It continues with its full movement, as after any other combat.",
            stands=(
                "It advances and may attack again but does not move, because that pass "
                "has no operational movement."
            ),
            why=("Only the movement before the attacks is skipped in that turn; Peiper's comes after them."),
        ),
    ] = "moves"
    early_held_back: Annotated[
        Literal["own_turn", "early_turn"],
        ruling(
            "When an American reinforcement that was called a turn early counts as held back",
            ("TG-RFT-10", "TG-RFT-15", "AMB-124"),
            own_turn="When it waits past its turn on the calendar; only then may it enter by any edge.",
            early_turn="When it waits past the turn for which it was called.",
            why=(
                "A unit that enters in its turn on the calendar is not late, and the other "
                "edges are only for units that are."
            ),
        ),
    ] = "own_turn"
    bridged_attacks: Annotated[
        Literal["shift", "free"],
        ruling(
            "Attacks across a river hexside with a bridge",
            ("TG-ODD-07", "AMB-58"),
            shift="They lose a column like any attack across a river.",
            free="An intact bridge cancels the river: they lose no column.",
            why=(
                "The rule on the column shift mentions only the river, while those on "
                "movement and supply mention bridges."
            ),
        ),
    ] = "shift"
    first_turn_stand: Annotated[
        Literal["extra_hex", "any"],
        ruling(
            "Voluntary retreats of American units in turn 1",
            ("TG-FT1-04", "AMB-11"),
            extra_hex="They may not add the extra hex after a D1 or D2; after a D they may retreat.",
            any="They may not retreat voluntarily at all, not even after a D.",
            why=("The ban concerns the one extra hex, and a D requires no retreat that could be extended."),
        ),
    ] = "extra_hex"
    no_retreat_asked: Annotated[
        Literal["where_it_counts", "always"],
        ruling(
            "Before which combats the defender is asked about No Retreat",
            ("TG-CRT-18", "AMB-123"),
            where_it_counts="Before those in which the order can change a result.",
            always="Before all of them, except those against only the fuel dump or only Skorzeny.",
            why="There is no need to wait for an answer that changes nothing.",
        ),
    ] = "where_it_counts"


class TgRules(Rules[Tigers, Options, Tables]):
    """One per map, tables and options; shared by every position of a game."""

    key: ClassVar = "tigers"
    sides: ClassVar = SIDES
    state_type: ClassVar = Tigers
    play_type: ClassVar = TgPlay
    seat_type: ClassVar = TgSeat
    all_verbs: ClassVar = verbs_of(sequence.AnyStep)
    sequence_rule: ClassVar = "TG-SEQ-01"
    fights: ClassVar = ("combat", "air", "resolution")
    harms: ClassVar = ("disrupted",)
    without: ClassVar = {
        "calculator": parity.NO_CALCULATOR,
    }
    hand: ClassVar = TgHand()

    # ---- the map
    def home(self, at: str) -> Side:
        """The side on whose side of the starting front a hex is."""
        return "german" if at in self.zones["german_side"] else "allied"

    # ---- words
    def title(self, printed: Printed) -> Say:
        """The name of a unit for use in sentences."""
        return self.named(printed.name)

    # ---- the contract
    def begin(self, scenario: Scenario, seed: int) -> Tigers:
        return replace(begin(self, scenario, seed), stack=sequence.stack_at("setup", "allied"))

    def enter(self, state: Tigers, phase: str) -> Tigers:
        """The same position at the start of the given phase of the phasing player."""
        return replace(state, stack=sequence.stack_at(phase, state.phasing, state.round))

    def hide(self, state: Tigers, side: str) -> Tigers:
        """Only the Allies know where a hidden dump is (TG-FUL-02)."""
        return dump.hide(state, side)

    def offers_known(self, state: Tigers) -> bool:
        """Whether offers give nothing away: false while a hidden dump may affect Allied offers (TG-FUL-02)."""
        return state.dump_state != "hidden" or state.stack[-1].decider(state) == GERMAN

    def imagine(self, view: Tigers, side: str, number: Callable[[int], int]) -> Tigers:
        """A complete position consistent with ``view``."""
        return replace(dump.imagine(self, view, number), dice=Dice(seed=number(2**31)))

    def make_board(self, state: Any) -> TgBoard:
        return TgBoard(state.units)

    def audit(self, state: Tigers) -> tuple[Problem, ...]:
        """What is wrong with a position."""
        from hexbench.games.tigers import audit

        return tuple(audit.problems(self, state))

    def holder(self, state: Tigers, at: str) -> str | None:
        """The side that was last in the hex (AMB-86)."""
        return ground.holder(self, state, at)

    def supplies(self, state: Tigers, side: str) -> supply.TgSupplies:
        """Supply lines to a road that leads to an edge (TG-SUP-01)."""
        return supply.TgSupplies(self, state, side)

    def standing_bridges(self, state: Tigers) -> dict[str, str]:
        """Intact bridges -> their state once destroyed: a pre-built bridge is blown, a marker removed
        (TG-BRG-01, TG-BRG-02).
        """
        return {
            side: "" if bridge.marker else f"{bridge.owner}.blown"
            for side, bridge in state.bridges.items()
            if bridge.intact
        }

    def verdict(self, state: Tigers) -> Verdict:
        from hexbench.games.tigers import victory

        return victory.verdict(self, state)
