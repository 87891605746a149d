"""CR-SEQ, CR-VIC: turns, the two phases of a player turn, and the end."""

from __future__ import annotations

from typing import Any, ClassVar

from hexbench.engine.events import GameEnded, PhaseBegan, TurnBegan
from hexbench.engine.state import Script
from hexbench.engine.values import Action, Say, Verdict, say
from hexbench.engine.verbs.kinds import END, Phase
from tests.toys.crossroads.battle import Declare
from tests.toys.crossroads.pieces import FOE, SIDES
from tests.toys.crossroads.play import MOVE


def begin(play: Any, step: Game) -> None:
    """CR-SEQ-01."""
    play.tell(TurnBegan(str(play.turn)))


def player_turn(play: Any, step: Game) -> None:
    """CR-SEQ-01."""
    side = SIDES[step.at - 2]
    play.tell(PhaseBegan("movement", side, say("{side} player turn.", side=play.rules.side_name(side))))
    for uid, unit in play.units.items():
        if unit.moved:
            play.put(uid, moved=False)
    play.push(Movement(who=side), Declare(who=side))


def close(play: Any, step: Game) -> None:
    """CR-SEQ-02, CR-VIC-02."""
    if play.turn < play.last_turn and len({u.side for u in play.units.values() if u.on_map}) > 1:
        play.set(turn=play.turn + 1)
        play.swap(at=0)
        return
    play.stack.clear()
    found = verdict(play)
    play.tell(GameEnded(found.winner, found.level))


class Game(Script, frozen=True, kw_only=True):
    """The sequence of play, repeated."""

    stages: ClassVar = (begin, player_turn, player_turn, close)


class Movement(Phase, frozen=True, kw_only=True):
    """The movement phase (CR-MOV-01)."""

    verbs: ClassVar = (MOVE, END)
    phase: ClassVar = "movement"

    def say(self, seat: Any) -> Say:
        """The prompt."""
        return say("Move your units.")

    def default(self, seat: Any) -> Action | None:
        """End the phase."""
        return Action(END.name)


def score(s: Any) -> dict[str, int]:
    """CR-VIC-01: one point for every enemy unit eliminated and three for the village."""
    lost = {side: sum(u.side == side and not u.on_map for u in s.units.values()) for side in FOE}
    return {side: lost[FOE[side]] + 3 * (s.held == side) for side in FOE}


def verdict(s: Any) -> Verdict:
    """CR-VIC-02."""
    points, over = score(s), not s.stack
    winner = None if len({*points.values()}) == 1 else max(points, key=points.__getitem__)
    level = ("victory" if winner else "draw") if over else ""
    return Verdict(over, winner if over else None, level, tuple(points.items()))
