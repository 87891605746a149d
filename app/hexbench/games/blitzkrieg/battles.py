"""Engagements are resolved in the order the attacker likes (SELECT_BATTLE; BK-RES-03)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Barrier, Reason, Say, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.blitzkrieg import combat_forecast
from hexbench.games.blitzkrieg.battle import Battle
from hexbench.games.blitzkrieg.engage import belongs, members

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.games.blitzkrieg.hands import BkPlay, BkSeat, Position


class Battles(Ask, frozen=True, kw_only=True):
    """As long as there are engagements one of them is chosen; with none left the phase is over (BK-RES-33)."""

    phase: ClassVar[str] = "battles"

    def decider(self, s: Position) -> str | None:
        """The phasing side, while something is left to be fought."""
        return self.who if s.engagements else None

    def run(self, play: BkPlay) -> None:
        """All fought."""
        play.pop()

    def say(self, seat: BkSeat) -> Say:
        """What is asked."""
        n = len(seat.s.engagements)
        if n == 1:
            return say("Choose the engagement to be fought: one is left.")
        return say("Choose the engagement to be fought next; {n} are left.", n=n)


class Fight(Pick["BkSeat", Battles, "BkPlay"]):
    """BK-RES-03, BK-RES-04: selecting any unit of an engagement rolls the die."""

    name = "fight"
    label = say("Fight")
    help = say("Choose any unit of an engagement: the die is rolled on Table 2.")
    barrier: ClassVar[Barrier] = "dice"
    rule = "BK-RES-03"

    def among(self, seat: BkSeat, step: Battles) -> Sequence[str]:
        """Every unit of every engagement left."""
        return [u for e in seat.s.engagements for u in members(seat.s, seat.board, e)]

    def unfit(self, seat: BkSeat, step: Battles | None, ref: str) -> Iterator[Reason]:
        """It must be in an engagement."""
        if belongs(seat.s, seat.board, ref) is None:
            yield Reason("BK-RES-03", say("Choose a unit of an engagement."))

    def cites(self, seat: BkSeat, step: Battles) -> tuple[str, ...]:
        """The die."""
        return ("BK-RES-04",)

    def forecast(self, seat: BkSeat, action: Action) -> Forecast | None:
        """Its odds as they stand, and the six results."""
        found = belongs(seat.s, seat.board, action.subject[0]) if len(action.subject) == 1 else None
        return None if found is None else combat_forecast.engagement(seat, found)

    def do(self, play: BkPlay, step: Battles, action: Action) -> None:
        """Fight it out."""
        found = belongs(play, play.board, action.subject[0])
        if found is not None:
            play.set(engagements=tuple(e for e in play.engagements if e != found))
            play.push(Battle(who=play.phasing, engagement=found))


FIGHT: Final = Fight()
Battles.verbs = (FIGHT,)
