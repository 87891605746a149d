"""The turn of a player in the Action Phase: which action, with which unit (C.2, A2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import ClassVar

from hexbench.engine.events import Noted
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Check, Reason, Say, say
from hexbench.engine.verb import AnyVerb, Verb
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.tide_of_iron import activations, cards, checklist, special
from hexbench.games.tide_of_iron.acting import guarded, spend, unfit
from hexbench.games.tide_of_iron.active import finish
from hexbench.games.tide_of_iron.concentrated import BOMBARD, FIRE
from hexbench.games.tide_of_iron.pieces import FOE, Side
from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat
from hexbench.games.tide_of_iron.special import HEAL

__all__ = ["END_PHASE", "FATIGUE", "Turn", "spend", "unfit"]


class _FatigueUnit(Pick["TiSeat", "Turn", "TiPlay"]):
    """TI-ACT-21: do nothing with a fresh unit; it costs an action (B-CON-3: also when pinned or disrupted)."""

    name = "fatigue"
    risk = "handover"
    label = say("Fatigue unit")
    help = say("Fatigue the unit without doing anything else. This costs one action.")
    rule = "TI-ACT-21"
    one_rule = "TI-SEQ-06"

    def among(self, seat: TiSeat, step: Turn) -> Sequence[str]:
        """Every fresh unit of the side, wherever it is."""
        return [
            x for x, u in seat.s.units.items() if u.side == step.who and u.fresh and (u.on_map or u.inside)
        ]

    def unfit(self, seat: TiSeat, step: Turn | None, ref: str) -> Iterable[Reason]:
        """Why the unit cannot even be fatigued."""
        return unfit(seat, step, (ref,))

    def do(self, play: TiPlay, step: Turn, action: Action) -> None:
        spend(play)
        finish(play, action.subject[0])


def _go_out(play: TiPlay, side: Side, rule: str) -> None:
    """Put a side out of the Action Phase (B-SEQ-2). Its Turn must be on top of the stack."""
    play.tell(
        Noted(rule, say("The {side} player is out of the Action Phase.", side=play.rules.side_name(side)))
    )
    play.pop()
    play.swap(done=(*play.top.done, side))
    if rule == "TI-SEQ-10" and play.rules.options.fresh_again == "back":
        play.swap(declared=(*play.top.declared, side))


def _has_fresh(play: TiPlay, side: Side) -> bool:
    """Whether a side has a fresh unit in play."""
    return any(u.side == side and u.fresh and (u.on_map or u.inside) for u in play.units.values())


def returns(play: TiPlay, side: Side, declared: Collection[Side]) -> bool:
    """Whether a side that is out returns to the phase (B-SEQ-2); never if it declared its phase over (TI-SEQ-10)."""
    return play.rules.options.fresh_again == "back" and side not in declared and _has_fresh(play, side)


def _can_act(play: TiPlay, side: Side) -> bool:
    """Whether a side can do anything besides ending the phase (TI-SEQ-09, B-SEQ-1).

    A fresh unit can always act, if only to be fatigued. Whether a card can be used may depend on the identity of a
    concealed squad, so a side with squads the other cannot tell apart is always asked.
    """
    if _has_fresh(play, side):
        return True
    if guarded(play, side):
        return True
    seat, end = play.rules.seat_of(play, side), END_PHASE.name
    return any(
        verb.name != end and (offer := verb.offer(seat, play.top)) is not None and not offer.back
        for verb in play.top.verbs
    )


class EndPhase(Verb["TiSeat", "Turn", "TiPlay"]):
    """TI-SEQ-10: declare your own Action Phase over (B-SEQ-1)."""

    name = "end_phase"
    ends = True
    risk = "handover"
    label = say("End my Action Phase")
    help = say("Take no more actions in this phase. The other side may keep taking actions alone.")

    def do(self, play: TiPlay, step: Turn, action: Action) -> None:
        """The side is out for the phase."""
        _go_out(play, step.who, "TI-SEQ-10")


FATIGUE, END_PHASE = _FatigueUnit(), EndPhase()


class Turn(Ask, frozen=True, kw_only=True):
    """``left`` actions of ``who``; ``alone``: the other side is out and there is no limit (TI-SEQ-11)."""

    who: Side
    left: int
    alone: bool = False
    ready: bool = False
    """Whether it has been checked that there is an action to choose."""
    verbs: ClassVar[tuple[AnyVerb, ...]] = (
        activations.ADVANCE,
        FIRE,
        BOMBARD,
        activations.FIRE_MOVE,
        activations.ASSAULT,
        activations.IN_PLACE,
        special.PREPARE,
        special.DIG,
        HEAL,
        cards.PLAY_CARD,
        cards.RETRY,
        cards.USE_CARD,
        FATIGUE,
        END_PHASE,
    )
    phase: ClassVar[str] = "turn"

    def decider(self, s: object) -> str | None:
        """The player, once it has been checked that there is something to choose."""
        return self.who if self.ready else None

    def run(self, play: TiPlay) -> None:
        """A1, A8: on to the next action, to the other player's turn, or out of the phase (TI-SEQ-09)."""
        below = play.stack[-2]
        if not (self.left or self.alone) or (self.alone and returns(play, FOE[self.who], below.declared)):
            play.pop()
        elif _can_act(play, self.who):
            play.swap(ready=True)
        else:
            _go_out(play, self.who, "TI-SEQ-09")

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """Fresh units, cards, actions (TI-SEQ-10)."""
        return checklist.turn_left(seat, self)

    def say(self, seat: TiSeat) -> Say:
        if self.alone:
            return say("Choose an action; the other side is out of the phase.")
        return say("Choose an action; {n} left in this turn.", n=self.left)
