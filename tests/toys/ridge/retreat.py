"""Chapter 8 of Ridge: retreat hex by hex, or stand and bleed."""

from __future__ import annotations

from collections.abc import Iterator

from hexbench.engine.events import UnitMoved
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from tests.toys.ridge.kit import LIMIT, RidgePlay, RidgeSeat
from tests.toys.ridge.losses import lose_step
from tests.toys.ridge.pieces import foe
from tests.toys.ridge.victory import take_hill


class FallBack(Verb["RidgeSeat", "Retreat", "RidgePlay"]):
    """Retreat one hex, all together [8.1]."""

    name = "retreat"
    label = say("Retreat")
    object = "hex"

    def targets(self, seat: RidgeSeat, step: Retreat, subject: tuple[str, ...]) -> Iterator[Target]:
        """The hexes they may retreat to."""
        if not subject:
            for hex_ in seat.rules.atlas.near[seat.s.units[step.units[0]].at]:
                if not any(self.reasons(seat, step, Action(self.name, (), hex_))):
                    yield Target(hex_, rules=("8.1",))

    def _closed(self, seat: RidgeSeat, step: Retreat, hex_: str) -> Iterator[Reason]:
        atlas, here = seat.rules.atlas, seat.s.units[step.units[0]].at
        if hex_ not in atlas.near[here]:
            yield Reason("8.1", say("They retreat one hex at a time."), (hex_,))
        if atlas.distance(hex_, step.start) <= atlas.distance(here, step.start):
            yield Reason("8.1", say("It lies no farther from the combat."), (hex_,))
        if seat.holder(hex_) == foe(step.who):
            yield Reason("8.2", say("An enemy unit is in that hex."), (hex_,))
        elif len(seat.board.units_at(hex_)) + len(step.units) > LIMIT:
            yield Reason("8.2", say("There is no room for them."), (hex_,))

    def reasons(self, seat: RidgeSeat, step: Retreat | None, action: Action) -> Iterator[Reason]:
        """The reasons against that hex."""
        if action.object not in seat.rules.atlas.index:
            yield seat.rules.missing(f"hex {action.object}")
            return
        if step is None:
            return
        closed = tuple(self._closed(seat, step, action.object))
        yield from closed
        enemy = foe(step.who)
        if closed or not seat.in_zone(action.object, enemy):
            return
        here = seat.s.units[step.units[0]].at
        better = tuple(
            h
            for h in seat.rules.atlas.near[here]
            if not seat.in_zone(h, enemy) and not any(self._closed(seat, step, h))
        )
        if better:
            yield Reason("8.3", say("A hex free of enemy zones of control is open."), better)

    def do(self, play: RidgePlay, step: Retreat, action: Action) -> None:
        """One hex farther away."""
        for x in step.units:
            start = play.units[x].at
            play.put(x, at=action.object)
            play.tell(UnitMoved(x, (start, action.object), "retreat"))
        take_hill(play, action.object)
        step.go_on(play)


class StandAndBleed(Verb["RidgeSeat", "Retreat", "RidgePlay"]):
    """Lose a step instead of retreating one hex [8.4]."""

    name = "stand"
    label = say("Stand")
    subject = "unit"

    def offer(self, seat: RidgeSeat, step: Retreat) -> Offer | None:
        """Any of the retreating units."""
        return Offer(self.name, step.units)

    def targets(self, seat: RidgeSeat, step: Retreat, subject: tuple[str, ...]) -> Iterator[Target]:
        """Nothing more to choose."""
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target(rules=("7.2",))

    def reasons(self, seat: RidgeSeat, step: Retreat | None, action: Action) -> Iterator[Reason]:
        """Only a unit that retreats."""
        if len(action.subject) != 1 or (step is not None and action.subject[0] not in step.units):
            yield Reason("8.4", say("One of the retreating units loses the step."))

    def do(self, play: RidgePlay, step: Retreat, action: Action) -> None:
        """It loses the step."""
        lose_step(play, action.subject[0])
        step.go_on(play)


FALL_BACK, STAND = FallBack(), StandAndBleed()


class Retreat(Ask, frozen=True, kw_only=True):
    """Where ``units`` retreat, ``left`` more hexes away from ``start``."""

    units: tuple[str, ...]
    left: int
    start: str
    verbs = (FALL_BACK, STAND)

    def say(self, seat: RidgeSeat) -> Say:
        """The prompt."""
        return say("Retreat {n} hexes, or lose a step for each.", n=self.left)

    def go_on(self, play: RidgePlay) -> None:
        """Go on with the next hex, or end the retreat."""
        alive = tuple(x for x in self.units if play.units[x].on_map)
        if self.left > 1 and alive:
            play.swap(left=self.left - 1, units=alive)
        else:
            play.pop()
