"""11.78e-j: step losses. The owner says which unit loses the step; armor among the attackers comes first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from hexbench.engine.events import StepLost
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.iron_tide import chits
from hexbench.games.iron_tide.combatants import is_regiment
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.stacking import eliminate

if TYPE_CHECKING:
    from hexbench.games.iron_tide.hands import ItPlay, ItSeat


def lose_step(play: ItPlay, uid: str) -> None:
    """11.78f-j: a regiment turns its chit, then becomes a cadre, then is gone; anything else is gone at once. One that
    has no chit yet draws it for the loss (B69).
    """
    unit, printed = play.units[uid], play.roster[uid]
    if not is_regiment(unit, printed):
        play.tell(StepLost(uid, 0))
        eliminate(play, uid)
        return
    if not unit.drawn:
        chits.draw(play, uid)
    if play.units[uid].cadre:  # B32: its first chit showed 0
        play.tell(StepLost(uid, 0))
        eliminate(play, uid)
    elif play.units[uid].reduced:
        chits.become_cadre(play, uid)
        play.tell(StepLost(uid, 1))
    else:
        chits.turn_over(play, uid)
        play.tell(StepLost(uid, 1 if play.units[uid].cadre else 2))


def dearness(s: Any, uid: str) -> tuple[int, int]:
    """How dear the loss of a step is: what keeps its place on the map first, then by strength."""
    unit, printed = s.units[uid], s.roster[uid]
    if is_regiment(unit, printed):
        return (1 if unit.reduced else 0), 0
    return (2 if unit.cadre else 3), printed.factor


class Lose(Verb["ItSeat", "TakeLosses", "ItPlay"]):
    """Take one step from a unit."""

    name = "lose"
    label = say("Lose a step")
    help = say("Name the unit that loses the step.")
    subject = "unit"

    def offer(self, seat: ItSeat, step: TakeLosses) -> Offer | None:
        """The units that may be named."""
        return Offer(self.name, step.open(seat.s))

    def targets(self, seat: ItSeat, step: TakeLosses, subject: tuple[str, ...]) -> Iterable[Target]:
        """What becomes of it."""
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target(says=(what_becomes(seat, subject[0]),), rules=("11.78f",))

    def reasons(self, seat: ItSeat, step: TakeLosses | None, action: Action) -> Iterator[Reason]:
        """Only a unit that was hit, armor first where it must be."""
        if action.object or action.how or action.via:
            yield Reason("11.78c", say("A loss needs no target."))
        if len(action.subject) != 1:
            yield Reason("11.78c", say("Name one unit at a time."))
            return
        uid = action.subject[0]
        if uid not in seat.s.units:
            yield seat.rules.missing(f"unit {uid}")
        elif step is not None and uid not in step.open(seat.s):
            if uid in step.units and seat.s.units[uid].on_map:
                yield Reason(
                    "11.78e",
                    say("The first step must come off an attacking armor unit."),
                    tuple(seat.s.units[u].at for u in step.open(seat.s)),
                )
            else:
                name = called(seat.s.roster[uid])
                yield Reason("11.78c", say("{unit} was not hit in this combat.", unit=name))

    def do(self, play: ItPlay, step: TakeLosses, action: Action) -> None:
        """It loses the step."""
        play.swap(left=step.left - 1, first=())
        lose_step(play, action.subject[0])


def what_becomes(seat: ItSeat, uid: str) -> Say:
    """What the next step lost makes of a unit, as far as the viewer can know."""
    unit, printed = seat.s.units[uid], seat.s.roster[uid]
    if not is_regiment(unit, printed):
        return say("It is eliminated.")
    if unit.reduced:
        return say("It becomes a cadre.")
    kind = seat.s.chits.get(uid)
    if kind is None:
        return say("Its chit is turned to the reduced side.")
    n = chits.strength(seat.rules.tables.chits, printed, kind, reduced=True)
    return say("It is reduced to {n}.", n=n) if n else say("It becomes a cadre: its reduced side shows 0.")


LOSE = Lose()


class TakeLosses(Ask, frozen=True, kw_only=True):
    """``left`` steps must come off ``units``; the first off one of ``first``, if any are named (11.78e)."""

    units: tuple[str, ...]
    left: int
    first: tuple[str, ...] = ()
    verbs: ClassVar = (LOSE,)
    open_table: ClassVar = True

    def open(self, s: Any) -> tuple[str, ...]:
        """The units that may be named now."""
        units = s.units
        among = [u for u in self.first if units[u].on_map] or [u for u in self.units if units[u].on_map]
        return tuple(among)

    def decider(self, s: Any) -> str | None:
        """The owner, while there is a choice."""
        return self.who if self.left and len(self.open(s)) > 1 else None

    def run(self, play: ItPlay) -> None:
        """Without a choice the loss falls on the only unit there is; with nobody left it is over (B18)."""
        among = self.open(play)
        if not self.left or not among:
            play.pop()
            return
        play.swap(left=self.left - 1, first=())
        lose_step(play, among[0])

    def say(self, seat: ItSeat) -> Say:
        """How many, and whose."""
        side = seat.rules.side_name(self.who)
        if self.left == 1 and self.first:
            return say("{side} losses: choose the armor unit that loses a step.", side=side)
        if self.left == 1:
            return say("{side} losses: choose the unit that loses a step.", side=side)
        if self.first:
            return say("{side} losses: {n} steps, the first off armor.", side=side, n=self.left)
        return say("{side} losses: choose the units that lose {n} steps.", side=side, n=self.left)

    def default(self, seat: ItSeat) -> Action | None:
        """The step that is missed least."""
        return Action("lose", (min(self.open(seat.s), key=lambda u: dearness(seat.s, u)),))
