"""11.78e-j: step losses. The owner chooses the unit that loses a step; attacking armor loses the first one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hexbench.engine.events import StepLost
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.iron_tide import chits
from hexbench.games.iron_tide.combatants import is_regiment
from hexbench.games.iron_tide.stacking import eliminate

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat


def lose_step(play: ItPlay, uid: str) -> None:
    """11.78f-j: a regiment flips its chit, then becomes a cadre, then is eliminated; other units are eliminated at once. A
    regiment without a chit draws one for the loss (B69).
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
    """A sort key, cheapest step loss first: losses that leave the unit on the map, then by strength."""
    unit, printed = s.units[uid], s.roster[uid]
    if is_regiment(unit, printed):
        return (1 if unit.reduced else 0), 0
    return (2 if unit.cadre else 3), printed.factor


class Lose(Pick["ItSeat", "TakeLosses", "ItPlay"]):
    """Take one step from a unit."""

    name = "lose"
    label = say("Lose a step")
    help = say("Choose the unit that loses the step.")
    rule = "11.78c"

    def among(self, seat: ItSeat, step: TakeLosses) -> Sequence[str]:
        """The units that may be named."""
        return step.open(seat.s)

    def unfit(self, seat: ItSeat, step: TakeLosses | None, ref: str) -> Iterator[Reason]:
        """Only a unit that was hit, armor first where it must be."""
        if step is None or ref in step.open(seat.s):
            return
        if ref in step.units and seat.s.units[ref].on_map:
            text = say("The first step must be taken from an attacking armor unit.")
            yield Reason("11.78e", text, tuple(seat.s.units[u].at for u in step.open(seat.s)))
        else:
            name = seat.called(ref)
            yield Reason("11.78c", say("{unit} was not hit in this combat.", unit=name))

    def warnings(self, seat: ItSeat, step: TakeLosses, refs: tuple[str, ...]) -> tuple[Say, ...]:
        """What the loss does to the unit."""
        return (what_becomes(seat, refs[0]),)

    def cites(self, seat: ItSeat, step: TakeLosses) -> tuple[str, ...]:
        return ("11.78f",)

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
        return say("Its chit is flipped to the reduced side.")
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
        """Without a choice the only unit takes the loss; with no unit left the step is over (B18)."""
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
            return say("{side} losses: {n} steps, the first from armor.", side=side, n=self.left)
        return say("{side} losses: choose the units that lose {n} steps.", side=side, n=self.left)

    def default(self, seat: ItSeat) -> Action | None:
        """The cheapest step."""
        return Action("lose", (min(self.open(seat.s), key=lambda u: dearness(seat.s, u)),))
