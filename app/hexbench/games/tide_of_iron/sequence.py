"""The sequence of play (ledger C): set-up, and rounds of Action, Command and Status Phase. Steps are data on the stack."""

from __future__ import annotations

from typing import ClassVar

from hexbench.engine.events import GameEnded, PhaseBegan, TurnBegan
from hexbench.engine.state import Step
from hexbench.engine.values import Wrong, no_phase, say
from hexbench.games.tide_of_iron import command, concealment, effects
from hexbench.games.tide_of_iron.actions import Turn, returns
from hexbench.games.tide_of_iron.activations import Advance, FireMove, Storm
from hexbench.games.tide_of_iron.assault import AssaultDraft
from hexbench.games.tide_of_iron.assault_fight import Assault, Excess, FollowUp, Retreat
from hexbench.games.tide_of_iron.attack_draft import AttackDraft
from hexbench.games.tide_of_iron.card_run import CardChoice, CardHex, CardRun, CardUnit
from hexbench.games.tide_of_iron.command import CommandPhase, Spend, give
from hexbench.games.tide_of_iron.concentrated import Concentrating
from hexbench.games.tide_of_iron.losses import Fall
from hexbench.games.tide_of_iron.movement import Move
from hexbench.games.tide_of_iron.movement_verbs import VERBS as MOVE_VERBS
from hexbench.games.tide_of_iron.opfire import FirstOpFire, Order, SetOpFire, Window
from hexbench.games.tide_of_iron.pieces import FOE, Side
from hexbench.games.tide_of_iron.resolve import Strike
from hexbench.games.tide_of_iron.seat import TiPlay
from hexbench.games.tide_of_iron.setup_build import BuildSquads
from hexbench.games.tide_of_iron.setup_phase import Deploy, PlaceMarkers, SetUp
from hexbench.games.tide_of_iron.shooting import Attack
from hexbench.games.tide_of_iron.status import DrawCard, Reinforce, StatusPhase, Transfer

PHASES = ("set_up", "action", "command", "status")


class Campaign(Step, frozen=True, kw_only=True):
    """TI-SEQ-01: the whole game. ``next`` is the next phase; ``heir`` gets the initiative after this round's Status Phase, if
    the option leaves it with the old holder until then (B-CMD-6).
    """

    next: str = "set_up"
    heir: Side | None = None

    def run(self, play: TiPlay) -> None:
        """Push the next phase; after the last round the game ends (TI-STA-22)."""
        if self.next == "set_up":
            play.swap(next="action")
            play.push(SetUp())
        elif self.next == "action":
            play.swap(next="command")
            play.tell(TurnBegan(f"Round {play.round}"))
            play.push(ActionPhase())
        elif self.next == "command":
            play.swap(next="status")
            play.push(CommandPhase())
        elif self.next == "status":
            play.swap(next="round")
            play.push(StatusPhase())
        else:
            self._end_round(play)

    def _end_round(self, play: TiPlay) -> None:
        """D6, D7: advance the round marker, or end the game."""
        if self.heir is not None:
            give(play, self.heir)
        if play.round >= play.mission.rounds:
            play.stack.clear()
            play.tell(GameEnded(command.winner(play), command.level(play)))
        else:
            play.set(round=play.round + 1)
            play.swap(next="action", heir=None)


class ActionPhase(Step, frozen=True, kw_only=True):
    """TI-SEQ-03: the players alternate turns until neither can or will act."""

    phase: ClassVar[str] = "action"
    next: Side | None = None
    """Whose turn is next; None: the phase has not begun."""
    done: tuple[Side, ...] = ()
    """Who is out of the phase (TI-SEQ-09, TI-SEQ-10)."""
    declared: tuple[Side, ...] = ()
    """Those of them that declared it; kept only if the others may return (B-SEQ-2)."""

    def run(self, play: TiPlay) -> None:
        """The next turn, or the end."""
        if self.next is None:
            play.tell(PhaseBegan("action", None, say("Action Phase of round {n}", n=play.round)))
            effects.start_of_action_phase(play)
            # better visibility may reveal squads in the open, and so may a position that begins with this phase
            concealment.check(play)
            play.swap(next=play.initiative)
            return
        done = tuple(side for side in self.done if not returns(play, side, self.declared))
        if len(done) == 2:
            play.pop()
            return
        who = FOE[self.next] if self.next in done else self.next
        play.swap(next=FOE[who], done=done)
        alone = FOE[who] in done
        play.push(Turn(who=who, left=0 if alone else play.mission.actions_per_turn[who], alone=alone))


Move.verbs = MOVE_VERBS  # the verbs need to know the step, and the step its verbs

_AnyPhase = (
    Campaign
    | SetUp
    | ActionPhase
    | Turn
    | CommandPhase
    | Spend
    | StatusPhase
    | DrawCard
    | Transfer
    | Reinforce
)
AnySetUp = BuildSquads | PlaceMarkers | Deploy | SetOpFire | FirstOpFire | Order
_AnyCard = CardRun | CardHex | CardUnit | CardChoice
_AnyFire = Concentrating | AttackDraft | Attack | Fall | Strike | FireMove | Window
_AnyAssault = AssaultDraft | Assault | Retreat | Excess | FollowUp | Storm
AnyStep = _AnyPhase | AnySetUp | _AnyCard | _AnyFire | _AnyAssault | Advance | Move


def stack_at(phase: str) -> tuple[AnyStep, ...]:
    """The stack at the start of a phase. Raises ValueError for an unknown phase."""
    if phase not in PHASES:
        raise Wrong(no_phase(phase, PHASES))
    return (Campaign(next=phase),)
