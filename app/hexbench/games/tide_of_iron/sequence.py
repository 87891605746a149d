"""The sequence of play (ledger C): set-up, and rounds of Action, Command and Status Phase. Steps are data on the stack."""

from __future__ import annotations

from typing import ClassVar

from hexbench.engine.events import GameEnded, PhaseBegan, TurnBegan
from hexbench.engine.state import Step
from hexbench.engine.values import say
from hexbench.games.tide_of_iron import victory
from hexbench.games.tide_of_iron.actions import Turn
from hexbench.games.tide_of_iron.hands import TiPlay
from hexbench.games.tide_of_iron.pieces import FOE, Side

PHASES = ("set_up", "action", "command", "status")


class Campaign(Step, frozen=True, kw_only=True):
    """TI-SEQ-01: the whole game. ``next`` is the phase to come."""

    next: str = "set_up"

    def run(self, play: TiPlay) -> None:
        """Push the next phase, and after the last round end the game (TI-STA-22)."""
        play.swap(next="command")
        play.push(ActionPhase())


class ActionPhase(Step, frozen=True, kw_only=True):
    """TI-SEQ-03: the players alternate turns until neither can or will act."""

    phase: ClassVar[str] = "action"
    next: Side | None = None
    """Whose turn is next; None: the phase has not begun."""
    done: tuple[Side, ...] = ()
    """Who is out of the phase (TI-SEQ-09, TI-SEQ-10)."""

    def run(self, play: TiPlay) -> None:
        """The next turn, or the end."""
        if self.next is None:
            play.tell(PhaseBegan("action", None, say("Action Phase of round {n}", n=play.round)))
            play.swap(next=play.initiative)
            return
        if len(self.done) == 2:
            play.pop()
            return
        who = FOE[self.next] if self.next in self.done else self.next
        play.swap(next=FOE[who])
        alone = FOE[who] in self.done
        play.push(Turn(who=who, left=0 if alone else play.mission.actions_per_turn[who], alone=alone))


AnyStep = Campaign | ActionPhase | Turn


def stack_at(phase: str) -> tuple[AnyStep, ...]:
    """The stack at the start of a phase. Raises ValueError for a name that is none."""
    if phase not in PHASES:
        raise ValueError(f"There is no phase {phase!r}; the phases are {', '.join(PHASES)}.")
    return (Campaign(next=phase),)
