"""Blitzkrieg at the Ardennes bound to a map: the rules object that connects the chapters."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from hexbench.engine import parity
from hexbench.engine.rules import Rules
from hexbench.engine.state import Dice, verbs_of
from hexbench.engine.values import Problem, Say, Verdict
from hexbench.games.blitzkrieg import sequence, supply
from hexbench.games.blitzkrieg.fields import BkHand
from hexbench.games.blitzkrieg.options import Options
from hexbench.games.blitzkrieg.pieces import SIDES, Printed
from hexbench.games.blitzkrieg.seat import BkBoard, BkPlay, BkSeat
from hexbench.games.blitzkrieg.state import Blitzkrieg, Scenario, begin
from hexbench.games.blitzkrieg.tables import Isolation, Tables

if TYPE_CHECKING:
    pass


class BkRules(Rules[Blitzkrieg, Options, Tables]):
    """One for each map with its tables and options; shared by every position of a game."""

    key: ClassVar = "blitzkrieg"
    sides: ClassVar = SIDES
    state_type: ClassVar = Blitzkrieg
    play_type: ClassVar = BkPlay
    seat_type: ClassVar = BkSeat
    all_verbs: ClassVar = verbs_of(sequence.AnyStep)
    sequence_rule: ClassVar = "BK-SEQ-01"
    fights: ClassVar = ("fire", "rockets", "battles", "support")
    without: ClassVar = {
        "calculator": parity.NO_CALCULATOR,
    }
    hand: ClassVar = BkHand()

    @property
    def last_turn(self) -> int:
        """The PM round of the last day (BK-VIC-07)."""
        return 2 * (self.options.last_day - 15)

    # ---- the map
    @property
    def rivers(self) -> frozenset[str]:
        """The hexsides along which a river runs (BK-MAP-04)."""
        return self.hexsides["river"]

    @cached_property
    def bridges(self) -> frozenset[str]:
        """The river hexsides that a road (BK-MAP-03) crosses (BK-MAP-05)."""
        return self.rivers & self.road_sides

    def terrain(self, at: str) -> str:
        """The terrain of a hex: plain, forest, mountain, city or siegfried (BK-MAP-02)."""
        return self.atlas.cell(at).terrain

    def isolation(self, printed: Printed) -> Isolation:
        """The row of Table 7 for a class (BK-AMB-18)."""
        kind = printed.type
        return self.tables.isolation[self.options.artillery_isolated_as if kind == "artillery" else kind]

    # ---- words
    def title(self, printed: Printed) -> Say:
        """The name of a unit in sentences."""
        return self.named(printed.name)

    # ---- the contract
    def begin(self, scenario: Scenario, seed: int) -> Blitzkrieg:
        """The position before the first decision."""
        return replace(begin(self, scenario, seed), stack=(sequence.Campaign(),))

    def enter(self, state: Blitzkrieg, phase: str) -> Blitzkrieg:
        """The same position at the start of a phase of the phasing player."""
        return replace(state, stack=sequence.stack_at(phase, state.phasing))

    def supplies(self, state: Blitzkrieg, side: str) -> supply.BkSupplies:
        """The supply lines to roads that lead to a dump (BK-SUP-03)."""
        return supply.BkSupplies(self, state, "german" if side == "german" else "allied")

    def standing_bridges(self, state: Blitzkrieg) -> dict[str, str]:
        """The bridges with both ends intact (BK-MAP-05)."""
        return {side: "both" for side in sorted(self.bridges) if not state.blown.get(side)}

    def imagine(self, view: Blitzkrieg, side: str, number: Callable[[int], int]) -> Blitzkrieg:
        """A complete position consistent with ``view``; only the dice are hidden."""
        return replace(view, dice=Dice(seed=number(2**31)))

    def make_board(self, state: Any) -> BkBoard:
        return BkBoard(self.atlas, state.units, state.roster)

    def audit(self, state: Blitzkrieg) -> tuple[Problem, ...]:
        """Everything that is wrong with a position."""
        from hexbench.games.blitzkrieg import audit

        return tuple(audit.problems(self, state))

    def verdict(self, state: Blitzkrieg) -> Verdict:
        from hexbench.games.blitzkrieg import victory

        return victory.verdict(self, state)
