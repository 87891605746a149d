"""Planted faults in offers, targets and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexbench.engine.events import Noted
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action, Offer, Reason, Target, say
from hexbench.engine.verb import LazyTargets
from tests.laws.agreement import Agreement, Cited, Offered
from tests.laws.faults.plant import fault, patched
from tests.laws.sound import Defaults
from tests.toys.patrol import fire, moving, sequence
from tests.toys.patrol.game import PatrolRules
from tests.toys.ridge import declaring, movement, retreat


# ---- offers, targets and refusals --------------------------------------------------------------------------------------
@fault("targets offer full hexes that the refusal knows", "ridge/meeting", Agreement)
def targets_too_wide() -> Iterator[None]:
    """Stacking is ignored in one of two places."""
    with patched(movement.MoveUnits, targets=_wide):
        yield


def _wide(self: Any, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterator[Target]:
    labels = seat.rules.atlas.labels
    if not any(self._unfit(seat, step, subject)):
        found = self.reach(seat, subject)
        for i in found.costs:
            if i != found.start:
                yield Target(labels[i], via=tuple(labels[j] for j in found.path(i)), cost=found.costs[i])


@fault("targets looked at one by one are others than all of them", "ridge/meeting", Agreement)
def one_by_one_otherwise() -> Iterator[None]:
    """The names given to a list of targets are those of other hexes."""
    honest = movement.MoveUnits.targets

    def targets(self: Any, seat: Any, step: Any, subject: tuple[str, ...]) -> LazyTargets:
        found, labels = tuple(honest(self, seat, step, subject)), seat.rules.atlas.labels
        return LazyTargets(range(len(found)), found.__getitem__, labels)

    with patched(movement.MoveUnits, targets=targets):
        yield


@fault("ways looked at one by one are said to go otherwise", "ridge/meeting", Agreement)
def said_otherwise() -> Iterator[None]:
    """Each is given a way (``how``) that it does not have."""
    honest = movement.MoveUnits.targets

    def targets(self: Any, seat: Any, step: Any, subject: tuple[str, ...]) -> LazyTargets:
        found = tuple(honest(self, seat, step, subject))
        names = [target.object for target in found]
        return LazyTargets(range(len(found)), found.__getitem__, names, lambda n: (names[n], "flying"))

    with patched(movement.MoveUnits, targets=targets):
        yield


@fault("the refusal lets through what no target offers", "ridge/meeting", Agreement)
def refusal_too_mild() -> Iterator[None]:
    """Out of reach is not a reason."""
    with patched(movement.MoveUnits, _not_there=lambda self, seat, units, action: iter(())):
        yield


@fault("a route of the player's own is not looked at", "ridge/meeting", Agreement)
def route_unchecked() -> Iterator[None]:
    """Any route is accepted."""
    with patched(movement.MoveUnits, _bad_route=lambda self, seat, slow, action: iter(())):
        yield


@fault("asked quickly a verb has no offer that it has in full", "ridge/meeting", Offered)
def may_too_narrow() -> Iterator[None]:
    """The quick check finds no subjects."""
    with patched(movement.MoveUnits, may=lambda self, seat, step: False):
        yield


@fault("a stack may begin in two hexes", "ridge/meeting", Agreement)
def stack_from_two_hexes() -> Iterator[None]:
    """Joining is not checked."""
    honest = movement.MoveUnits._unfit

    def unfit(self: Any, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterator[Reason]:
        for reason in honest(self, seat, step, subject):
            if "begins" not in reason.text.template:
                yield reason

    with patched(movement.MoveUnits, _unfit=unfit):
        yield


@fault("a unit that has moved is offered again", "ridge/meeting", Agreement)
def offered_again() -> Iterator[None]:
    """The offer ignores what the refusal checks: it has subjects without targets, which are refused."""

    def targets(self: Any, seat: Any, step: Any, subject: tuple[str, ...]) -> Iterator[Target]:
        yield from _wide_for(self, seat, subject)

    def offer(self: Any, seat: Any, step: Any) -> Offer | None:
        ready = tuple(x for x, u in seat.s.units.items() if u.side == step.who and u.on_map)
        return Offer(self.name, ready, joins="stack") if ready else None

    with patched(movement.MoveUnits, offer=offer, targets=targets):
        yield


def _wide_for(self: Any, seat: Any, subject: tuple[str, ...]) -> Iterator[Target]:
    near = seat.rules.atlas.near[seat.s.units[subject[0]].at] if subject else ()
    for hex_ in near:
        if not seat.board.units_at(hex_):
            yield Target(hex_)


@fault("the default of a step is not legal", "ridge/contact", Agreement)
def default_illegal() -> Iterator[None]:
    """Declaring with unmet duties."""
    with patched(declaring.Declare, default=lambda self, seat: Action("declare")):
        yield


@fault("following defaults never ends", "ridge/contact", Defaults)
def default_endless() -> Iterator[None]:
    """Attack, clear, attack, clear."""

    def default(self: Any, seat: Any) -> Action | None:
        offer = declaring.ATTACK.offer(seat, self)
        if self.clashes or offer is None:
            return Action("clear") if self.clashes else Action("declare")
        target = next(iter(declaring.ATTACK.targets(seat, self, offer.subjects[:1])))
        return Action("attack", offer.subjects[:1], target.object)

    with patched(declaring.Declare, default=default):
        yield


@fault("a side is offered what the other decides", "ridge/contact", Offered)
def offers_to_all() -> Iterator[None]:
    """Every side that looks may decide."""
    with patched(Seat, decides=property(lambda self: self.step is not None)):
        yield


@fault("a verb is offered that the rules do not list", "patrol/crossroads", Offered)
def verb_unknown() -> Iterator[None]:
    """Missing from the list."""
    honest = PatrolRules.__init__

    def init(self: Any, *args: Any) -> None:
        honest(self, *args)
        del self.verbs["watch"]

    with patched(PatrolRules, __init__=init):
        yield


@fault("a step has a verb object of its own", "patrol/crossroads", Offered)
def verb_twice() -> Iterator[None]:
    """Two of one kind."""
    with patched(sequence.Activation, verbs=(moving.ADVANCE, fire.FIRE, fire.TakeUpWatch(), sequence.PASS)):
        yield


@fault("a reason names a clause that is not in the ledger", "ridge/meeting", Cited)
def clause_unknown() -> Iterator[None]:
    """A misprint."""

    def go_on(self: Any, play: Any) -> None:
        play.tell(Noted("8.9", say("They go on.")))
        play.pop()

    with patched(retreat.Retreat, go_on=go_on):
        yield
