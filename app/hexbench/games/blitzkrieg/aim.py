"""Aiming artillery: choose the firing unit, then its target (BK-ART-02). Defensive support works the same way
(BK-ART-14).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import Declared, Noted
from hexbench.engine.values import Action, Check, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import END, Phase, Pick
from hexbench.games.blitzkrieg import checklist, fire, odds
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.games.blitzkrieg.seat import BkPlay, BkSeat


class Aim(Verb["BkSeat", "Phase", "BkPlay"]):
    """Give a gun its target."""

    name = "aim"
    label = say("Artillery")
    help = say(
        "Choose an artillery unit, then an enemy unit within three hexes; it fires when RESOLVE begins."
    )
    subject = "unit"
    object = "unit"
    routed = False
    support = False

    def _others(self, seat: BkSeat, who: str, uid: str) -> tuple[str, ...]:
        side = who if self.support else FOE[who]
        # a gun protects others, not itself (BK-AMB-45)
        return tuple(x for x in fire.in_reach_of(seat.rules, seat.s, seat.board, uid, side) if x != uid)

    def _aimed(self, seat: BkSeat) -> dict[str, str]:
        return seat.s.support if self.support else seat.s.fire

    def able(self, seat: BkSeat, step: Phase) -> Iterable[str]:
        """Guns without a target that have one in range."""
        who, aimed = step.who, self._aimed(seat)
        guns = fire.guns(seat.rules, seat.s, seat.board, who, support=self.support)
        if self.support:
            return (uid for uid in guns if uid not in aimed and self._others(seat, who, uid))
        near = fire.under_fire(seat.rules, seat.board, FOE[who])
        index, units = seat.rules.atlas.index, seat.s.units
        return (uid for uid in guns if uid not in aimed and index[units[uid].at] in near)

    def targets(self, seat: BkSeat, step: Phase, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every unit in range."""
        if len(subject) != 1 or subject[0] not in seat.s.units:
            return
        for other in self._others(seat, step.who, subject[0]):
            if not any(self.reasons(seat, step, Action(self.name, subject, other))):
                yield Target(other)

    def reasons(self, seat: BkSeat, step: Phase | None, action: Action) -> Iterator[Reason]:
        """Why it may not fire there."""
        side = step.who if step is not None else ALLIED if self.support else seat.s.phasing
        if len(action.subject) != 1:
            yield Reason("BK-ART-03", say("Guns are given their targets one at a time."))
            return
        uid = action.subject[0]
        yield from fire.why_not(
            seat.rules, seat.s, seat.board, uid, action.object, side=side, support=self.support
        )
        if uid in self._aimed(seat):
            yield Reason(
                "BK-ART-03",
                say("This artillery already has a target: cancel that first."),
                seat.s.units[uid].spot,
            )

    def forecast(self, seat: BkSeat, action: Action) -> Forecast | None:
        """The shot combined with those of guns that already have this target (BK-ART-11); support has no
        target yet.
        """
        s, rules = seat.s, seat.rules
        if self.support or len(action.subject) != 1:
            return None
        uid, target = action.subject[0], action.object
        if any(fire.why_not(rules, s, seat.board, uid, target, side=s.phasing, support=False)):
            return None
        firing = {uid}
        if rules.options.artillery_mode == "combined":
            firing |= {gun for gun, other in s.fire.items() if other == target}
        column = fire.column_of_shot(rules, s, firing, target, support=False)
        power = sum(s.units[gun].strength for gun in firing)
        facing = fire.strength_of_target(rules, s, target, support=False)
        return odds.shot(rules, column, power, facing)

    def do(self, play: BkPlay, step: Phase, action: Action) -> None:
        play.edit("support" if self.support else "fire")[action.subject[0]] = action.object
        play.tell(Declared("support" if self.support else "artillery", action.subject, action.object))


class _StopAiming(Pick["BkSeat", "Phase", "BkPlay"]):
    """Cancel a gun's target."""

    name = "stop_aiming"
    label = say("Cancel the target")
    help = say("The artillery does not fire, unless you give it another target.")
    field = "fire"
    rule = "BK-ART-03"
    back = True
    other = say("This artillery has no target.")

    def among(self, seat: BkSeat, step: Phase) -> Sequence[str]:
        """Guns with a target."""
        return tuple(getattr(seat.s, self.field))

    def unfit(self, seat: BkSeat, step: Phase | None, ref: str) -> Iterator[Reason]:
        """The gun must have a target."""
        if ref not in getattr(seat.s, self.field):
            yield Reason("BK-ART-03", self.other)

    def do(self, play: BkPlay, step: Phase, action: Action) -> None:
        play.edit(self.field).pop(action.subject[0])
        play.tell(Noted("BK-ART-03", say("A target is cancelled."), action.subject))


class Assign(Aim):
    """Assign a gun to protect a friendly unit (BK-ART-14)."""

    name = "support"
    label = say("Support")
    help = say(
        "Choose an artillery unit, then a friendly unit within three hexes: the artillery "
        "fires at an enemy that attacks that unit."
    )
    support = True


class Withdraw(_StopAiming):
    """Cancel an assignment."""

    name = "stop_support"
    label = say("Cancel the support")
    field = "support"


AIM: Final = Aim()
STOP_AIMING: Final = _StopAiming()
ASSIGN: Final = Assign()
WITHDRAW: Final = Withdraw()


class Support(Phase, frozen=True, kw_only=True):
    """The phase after the Allied battles and before German supply is judged."""

    verbs: ClassVar = (ASSIGN, WITHDRAW, END)
    phase: ClassVar[str] = "support"

    def unfinished(self, seat: BkSeat) -> Iterable[Check]:
        """Artillery that is not protecting any unit."""
        return checklist.support_left(seat)

    def say(self, seat: BkSeat) -> Say:
        return say("Defensive support: assign artillery to protect friendly units within range.")
