"""What a step leaves undone when it is ended: the plain account that holds for every game."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from hexbench.engine.values import Action, Check, Offer, say

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat
    from hexbench.engine.verb import AnyVerb


def ending(seat: Seat) -> AnyVerb | None:
    """The verb that ends the step of a seat that decides, whether the rules allow it now or not; None: none does.

    Where several do it is the one of the default.
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
    """The default, where it may be suggested as the plain thing to do: it takes nothing back, and leaves nothing undone."""
    default, verb = seat.prompt.default, ending(seat)
    if default is None or any(offer.back for offer in seat.prompt.offers if offer.verb == default.verb):
        return None
    return None if verb is not None and verb.name == default.verb and seat.checklist() else default


def checklist(seat: Seat) -> tuple[Check, ...]:
    """Everything the step would be ended without: first the duties that forbid it, each with its rule, then the rest."""
    verb = ending(seat)
    if verb is None:
        return ()
    duties = (
        Check("duty", reason.text, reason.rule, hexes=reason.hexes, bars=True)
        for reason in seat.refuse(Action(verb.name))
    )
    return (*duties, *seat.step.unfinished(seat))


def offers_left(seat: Seat, but: Collection[str] = ()) -> Iterator[Check]:
    """One line for each verb on offer that does something: those named in ``but``, those that only take something back
    and the one that ends the step are left out.
    """
    for offer in seat.prompt.offers:
        verb: AnyVerb = seat.rules.verbs[offer.verb]
        if not (verb.ends or offer.back or offer.verb in but):
            yield offer_left(verb, offer)


def offer_left(verb: AnyVerb, offer: Offer) -> Check:
    """An offer as a line of a checklist."""
    n = len(offer.subjects)
    if verb.subject == "unit":
        if n == 1:
            return Check("unit", say("{verb}: one unit still may.", verb=verb.label), units=offer.subjects)
        text = say("{verb}: {n} units still may.", verb=verb.label, n=n)
        return Check("unit", text, units=offer.subjects)
    places = offer.subjects if verb.subject in ("hex", "side") else ()
    hexes = tuple(dict.fromkeys(at for place in places for at in place.split("/")))
    if n > 1:
        return Check("offer", say("{verb}: still possible in {n} ways.", verb=verb.label, n=n), hexes=hexes)
    return Check("offer", say("{verb}: still possible.", verb=verb.label), hexes=hexes)
