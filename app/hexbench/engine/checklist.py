"""What would be left undone if a step ended now: the list that works for every game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hexbench.engine.values import Action, Check, Offer, Say, action_of, counted, say

if TYPE_CHECKING:
    from hexbench.engine.rules import Rules
    from hexbench.engine.seat import Seat
    from hexbench.engine.verb import AnyVerb


def ending(seat: Seat) -> AnyVerb | None:
    """The verb that ends the step of a seat that decides, whether the rules allow it now or not; None: there is none.

    If there are several, the one of the default.
    """
    if not seat.decides:
        return None
    found: tuple[AnyVerb, ...] = tuple(seat.step.enders(seat))
    default = seat.prompt.default
    return next(
        (verb for verb in found if default is not None and verb.name == default.verb),
        found[0] if found else None,
    )


def framed(seat: Seat) -> Action | None:
    """The default, if it may be suggested as the obvious action: it takes nothing back, and leaves nothing undone."""
    default, verb = seat.prompt.default, ending(seat)
    if default is None or any(offer.back for offer in seat.prompt.offers if offer.verb == default.verb):
        return None
    return None if verb is not None and verb.name == default.verb and seat.checklist() else default


def checklist(seat: Seat) -> tuple[Check, ...]:
    """Everything that would be left undone: first the duties that forbid ending the step, each with its rule, then the rest."""
    verb = ending(seat)
    if verb is None:
        return ()
    duties = (
        Check("duty", reason.text, reason.rule, hexes=reason.hexes, bars=True)
        for reason in seat.refuse(Action(verb.name))
    )
    return (*duties, *seat.step.unfinished(seat))


def offered(seat: Seat, verb: str) -> tuple[str, ...]:
    """The subjects of a verb on offer; none if it is not offered."""
    offer = seat.offered(verb)
    return () if offer is None else offer.subjects


def units_left(
    seat: Seat, units: Sequence[str], one: Say, many: Say, rule: str, hexes: Sequence[str] | None = None
) -> Iterator[Check]:
    """A line about some units; none if there are no units. ``one`` speaks of {unit}, the only one, and ``many`` of
    {n} of them; ``hexes`` light up, by default those the units are in.
    """
    if not units:
        return
    n = len(units)
    if hexes is None:
        hexes = tuple(dict.fromkeys(at for uid in units for at in seat.s.units[uid].spot))
    named = Say(one.template, (*one.args, ("unit", seat.called(units[0]))))
    yield Check(
        "unit",
        counted(n, named, Say(many.template, (*many.args, ("n", n)))),
        rule,
        tuple(units),
        tuple(hexes),
    )


def offers_left(seat: Seat, but: Collection[str] = ()) -> Iterator[Check]:
    """One line for each offered verb that does something, except those named in ``but``, those that only take
    something back and the one that ends the step.
    """
    for offer in seat.prompt.offers:
        verb: AnyVerb = seat.rules.verbs[offer.verb]
        if not (verb.ends or offer.back or offer.verb in but):
            yield _offer_left(verb, offer)


def _offer_left(verb: AnyVerb, offer: Offer) -> Check:
    """An offer as a line of a checklist."""
    n = len(offer.subjects)
    if verb.subject == "unit":
        if n == 1:
            return Check(
                "unit", say("{verb}: one unit is still eligible.", verb=verb.label), units=offer.subjects
            )
        text = say("{verb}: {n} units are still eligible.", verb=verb.label, n=n)
        return Check("unit", text, units=offer.subjects)
    places = offer.subjects if verb.subject in ("hex", "side") else ()
    hexes = tuple(dict.fromkeys(at for place in places for at in place.split("/")))
    if n > 1:
        return Check("offer", say("{verb}: still possible in {n} ways.", verb=verb.label, n=n), hexes=hexes)
    return Check("offer", say("{verb}: still possible.", verb=verb.label), hexes=hexes)


# Steps in which nobody can do anything: the action that ends them, if that is the only one and everybody knows it.


def reason(rules: Rules[Any, Any, Any], state: Any) -> Say:
    """The reason given in the record of a step that was passed."""
    step = rules.step_name(state.stack[-1]).replace("_", " ")
    return _told(step)


def _told(step: str) -> Say:
    return say("There was nothing to do ({step}), so it was skipped automatically.", step=Say(step))


def has_passed(why: Say | None) -> bool:
    """Whether a record's reason is that its step was passed."""
    return why is not None and why.template == _told("").template


def passed_by(rules: Rules[Any, Any, Any], state: Any, seat: Seat | None = None) -> Action | None:
    """The action that ends the current step if it is the only legal one, leaves nothing undone, and nobody learns
    from it that there was nothing else; None: the step waits for its player.

    Everybody sees that a step is passed. So this is allowed only if everybody knows what is offered
    (:meth:`hexbench.engine.rules.Rules.offers_known`) and no step on the stack hides anything (law: twin worlds).
    ``seat`` is that of the side that decides, if there is one already.
    """
    side = rules.decider(state)
    if side is None or not rules.offers_known(state):
        return None
    if any(step.masked(other) != step for step in state.stack for other in rules.sides):
        return None
    return only_ending(rules.seat(state, side) if seat is None else seat)


def only_ending(seat: Seat) -> Action | None:
    """The action that ends the step of a seat that can do nothing else and would leave nothing undone; otherwise None."""
    verb = ending(seat)
    if verb is None or verb.subject or verb.gives_up:
        return None
    for offer in seat.prompt.offers:
        if offer.verb == verb.name or seat.rules.verbs[offer.verb].gives_up:
            continue
        subjects: list[tuple[str, ...]] = [(one,) for one in offer.subjects]
        # an offer to take something back shows that something was done here: its player is not finished
        if offer.back or any(seat.ways(offer.verb, one) for one in subjects or [()]):
            return None
    found = seat.ways(verb.name, ())
    if len(found) != 1 or seat.checklist():
        return None
    return action_of(verb.name, (), found[0])
