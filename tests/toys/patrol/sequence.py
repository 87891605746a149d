"""Chapter 1 of Patrol: rounds and activations."""

from __future__ import annotations

from msgspec.structs import replace

from hexbench.engine.events import Noted, TurnBegan
from hexbench.engine.state import Ask, Step
from hexbench.engine.values import Action, Say, say
from hexbench.engine.verb import Verb
from tests.toys.patrol.fire import FIRE, WATCH
from tests.toys.patrol.kit import PatrolPlay, PatrolSeat
from tests.toys.patrol.moving import ADVANCE
from tests.toys.patrol.pieces import RED, foe
from tests.toys.patrol.victory import end_game

ACTIONS = 2


class Pass(Verb["PatrolSeat", "Activation", "PatrolPlay"]):
    """End the round for this side [1.2]."""

    name = "pass"
    label = say("Pass")
    ends = True

    def do(self, play: PatrolPlay, step: Activation, action: Action) -> None:
        """The round continues without this side."""
        play.tell(Noted("1.2", say("{side} passes.", side=step.who)))
        rounds: Rounds = play.stack[-2]
        play.answer(passed=(*rounds.passed, step.who))


PASS = Pass()


class Activation(Ask, frozen=True, kw_only=True):
    """One or two actions of a side."""

    left: int = ACTIONS
    verbs = (ADVANCE, FIRE, WATCH, PASS)
    phase = "activation"

    def decider(self, s: object) -> str | None:
        """The side, while it has actions left."""
        return self.who if self.left else None

    def say(self, seat: PatrolSeat) -> Say:
        """The prompt."""
        return say("Choose an action; {n} left.", n=self.left)


class Rounds(Step, frozen=True, kw_only=True):
    """The sequence of play: whose activation is next, and who has passed."""

    next: str = RED
    passed: tuple[str, ...] = ()

    def run(self, play: PatrolPlay) -> None:
        """The next activation, or the next round."""
        if len(self.passed) == 2:
            self._end_round(play)
            return
        who = foe(self.next) if self.next in self.passed else self.next
        play.swap(next=foe(who))
        play.push(Activation(who=who))

    def _end_round(self, play: PatrolPlay) -> None:
        if play.round >= play.rules.options.rounds:
            end_game(play)
            return
        for uid, unit in play.units.items():
            if unit.tired or unit.watch:
                play.put(uid, tired=False, watch=False)
        play.set(round=play.round + 1)
        play.tell(TurnBegan(str(play.round)))
        play.stack[-1] = replace(self, next=RED, passed=())
