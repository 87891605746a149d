"""What the player can do from one seat: which counters can be lifted, where they can go, which buttons there are,
and why something is not possible.

Asks only the Seat and uses no Qt, so that mouse, keyboard, menus and trays all give the same answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from hexbench.engine.values import Action, Offer, Reason, Target, action_of
from hexbench.ui.look.language import tell, tr

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat
    from hexbench.engine.values import Barrier
    from hexbench.engine.verb import AnyVerb

Why = tuple[tuple[str, tuple[Reason, ...]], ...]
"""(what was tried, the reasons against it), the way the Desk shows them."""


class Way(msgspec.Struct, frozen=True):
    """One way to do something: a verb, its subject and its target."""

    verb: AnyVerb
    subject: tuple[str, ...]
    target: Target

    @property
    def action(self) -> Action:
        """The action this way performs."""
        return action_of(self.verb.name, self.subject, self.target)


class Hand:
    """What the player in ``seat`` can do."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.prompt = seat.prompt
        self._verbs: dict[str, AnyVerb] = seat.rules.verbs

    def verb(self, offer: Offer) -> AnyVerb:
        """The verb of an offer."""
        return self._verbs[offer.verb]

    def wall(self, verb: str) -> tuple[Barrier, bool]:
        """(what will or may stop undo after a use of an offered verb, whether that is certain)."""
        found: tuple[Barrier, bool] = self._verbs[verb].undo_barrier(self.seat, self.seat.step)
        return found

    # ---- dragging
    @property
    def drags(self) -> tuple[Offer, ...]:
        """The offers that take a unit to a hex."""
        return tuple(
            o for o in self.prompt.offers if self.verb(o).subject == "unit" and self.verb(o).object == "hex"
        )

    @property
    def ready(self) -> tuple[str, ...]:
        """The units that may be taken somewhere now, each once, in the order offered."""
        return tuple(dict.fromkeys(u for o in self.drags for u in o.subjects))

    @property
    def able(self) -> tuple[str, ...]:
        """The units that may do anything at all now."""
        return tuple(
            dict.fromkeys(
                u
                for o in self.prompt.offers
                if self.verb(o).subject == "unit" and not o.back
                for u in o.subjects
            )
        )

    def ways(
        self, units: tuple[str, ...], where: Callable[[str], str] | None = None
    ) -> dict[str, tuple[Way, ...]]:
        """hex -> every way to take these units there together; with ``where`` (unit -> hex) also to a unit there."""
        found: dict[str, list[Way]] = {}
        for offer in self.drags:
            if not self._takes(offer, units):
                continue
            for target in self.seat.targets(offer.verb, units):
                found.setdefault(target.object, []).append(Way(self.verb(offer), units, target))
        for offer in self.prompt.offers if where is not None else ():
            verb = self.verb(offer)
            if (
                where is None
                or (verb.subject, verb.object) != ("unit", "unit")
                or not self._takes(offer, units)
            ):
                continue
            for target in self.seat.targets(offer.verb, units):
                at = where(target.object)
                if at and not at.startswith("#"):
                    found.setdefault(at, []).append(Way(verb, units, target))
        return {at: tuple(ways) for at, ways in found.items()}

    # ---- buttons
    @property
    def answer(self) -> Action | None:
        """The default, unless it only takes something back: that is no answer a button should suggest."""
        default = self.prompt.default
        back = default is not None and any(o.back for o in self.prompt.offers if o.verb == default.verb)
        return None if back else default

    @property
    def places(self) -> dict[str, tuple[Way, ...]]:
        """hex -> the ways of the offers that need nothing but a hex: a click there is the answer."""
        found: dict[str, list[Way]] = {}
        for offer in self.prompt.offers:
            verb = self.verb(offer)
            if not verb.subject and verb.object == "hex":
                for target in self.seat.targets(offer.verb):
                    found.setdefault(target.object, []).append(Way(verb, (), target))
        return {at: tuple(ways) for at, ways in found.items()}

    @property
    def plain(self) -> tuple[Offer, ...]:
        """The offers that need no subject: the buttons of the prompt bar, the default's last."""
        offers = [o for o in self.prompt.offers if not self.verb(o).subject]
        default = self.prompt.default
        last = [o for o in offers if default is not None and o.verb == default.verb]
        return tuple([o for o in offers if o not in last] + last)

    @property
    def chosen_elsewhere(self) -> tuple[Offer, ...]:
        """The offers about a hex, a hexside or a choice, which are picked from a list or by a click on the map."""
        return tuple(o for o in self.prompt.offers if self.verb(o).subject in ("hex", "side", "choice"))

    def about(self, units: tuple[str, ...]) -> tuple[Offer, ...]:
        """The offers that can be used with these units, together or one after another, and are no drag."""
        return tuple(
            o
            for o in self.prompt.offers
            if self.verb(o).subject == "unit"
            and self.verb(o).object != "hex"
            and (self._takes(o, units) or self.each(o, units))
        )

    def each(self, offer: Offer, units: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """The units split into the lots in which an offer without a target accepts them, one after another.

        Empty if it accepts them all at once, or does not accept one of them.
        """
        if len(units) < 2 or self.verb(offer).object or not all(unit in offer.subjects for unit in units):
            return ()
        if not offer.joins:
            return tuple((unit,) for unit in units)
        lots: dict[str, list[str]] = {}
        for unit in units:
            lots.setdefault(self._at(unit), []).append(unit)
        return tuple(map(tuple, lots.values())) if offer.joins == "stack" and len(lots) > 1 else ()

    def together(self, units: tuple[str, ...]) -> bool:
        """Whether these units, wherever they are, may be moved together in one action."""
        return any(self._takes(offer, units) for offer in self.drags)

    def _takes(self, offer: Offer, units: tuple[str, ...]) -> bool:
        """Whether an offer accepts these units at once; for offers that join stacks they must share a hex."""
        apart = offer.joins == "stack" and len({self._at(unit) for unit in units}) > 1
        return takes(offer, units) and not apart

    def _at(self, unit: str) -> str:
        found = self.seat.s.units.get(unit)
        return "" if found is None else str(found.at)

    def finish(self, verb: str, subject: tuple[str, ...] = ()) -> tuple[Way, ...]:
        """Every way to finish an offered verb with a subject."""
        found = self._verbs[verb]
        return tuple(Way(found, subject, target) for target in self.seat.targets(verb, subject))

    # ---- why not
    def why_not(self, units: tuple[str, ...], at: str, name: str) -> Why:
        """Every reason why ``units`` may not be taken to ``at`` now, by verb; ``name`` is what the units are called.

        The most likely verb comes first. If no such verb is offered now, all verbs that take a unit to a hex are asked
        and their reasons merged.
        """
        if not units or not at:
            return ()
        drags = [self.verb(o) for o in self.drags]
        if drags:
            found = [(v, self._refuse(v, units, at)) for v in drags]
            near = self.instead(units, at)
            nearest = near.verb.name if near is not None else ""
            found.sort(key=lambda one: self._remote(one[0], one[1], units, at, nearest))
            return tuple(
                (tr("{label}: {name} to {at}", label=v.label, name=name, at=at), reasons)
                for v, reasons in found
            )
        reasons: dict[Reason, None] = {}
        for verb in self._verbs.values():
            if verb.subject == "unit" and verb.object == "hex":
                reasons.update(dict.fromkeys(self._refuse(verb, units, at)))
        return ((tr("{name} to {at}", name=name, at=at), tuple(reasons)),) if reasons else ()

    def _remote(
        self, verb: AnyVerb, reasons: tuple[Reason, ...], units: tuple[str, ...], at: str, nearest: str
    ) -> tuple[bool, bool, bool, int]:
        """Sort key: how unlikely a verb is what a drag meant. A drag onto enemies means a verb with chances, elsewhere one
        without; then a verb these units can use at all; then the one that brings them ``nearest`` (leaving the map has
        only one reason against it in mid-map, yet is not meant there); then the one with the fewest reasons against it.
        """
        state, mine = self.seat.s, {self.seat.s.units[u].side for u in units if u in self.seat.s.units}
        foes = any(u.at == at and u.side not in mine for u in state.units.values())
        fights = hasattr(verb, "forecast")
        offer = next((o for o in self.drags if o.verb == verb.name), None)
        unusable = offer is None or not takes(offer, units)
        return fights != foes, unusable, verb.name != nearest, len(reasons)

    def why_not_verb(self, verb: str, subject: tuple[str, ...]) -> Why:
        """Every reason why a verb cannot be used with a subject."""
        found = self._verbs[verb]
        return ((tell(found.label), self.seat.refuse(Action(verb, subject))),)

    def instead(self, units: tuple[str, ...], at: str) -> Way | None:
        """The legal way nearest to a hex that these units may not go to, the cheapest of those; None when there is none."""
        atlas = self.seat.rules.atlas
        ways = [way for to, found in self.ways(units).items() if to in atlas.index for way in found]
        if at not in atlas.index or not ways:
            return None
        return min(ways, key=lambda way: (atlas.distance(at, way.target.object), way.target.cost or 0))

    def why_idle(self, units: tuple[str, ...], name: str) -> Why:
        """Every reason why these units may not do what a unit might do now, by verb; empty when they may do all of it."""
        offered = [(o, self.verb(o)) for o in self.prompt.offers if self.verb(o).subject == "unit"]
        barred = [verb for offer, verb in offered if not self._takes(offer, units)]
        if offered:
            return tuple((f"{tell(v.label)}: {name}", self._bars(v, units)) for v in barred)
        reasons: dict[Reason, None] = {}
        for verb in self._verbs.values():
            if verb.subject == "unit":
                reasons.update(dict.fromkeys(self._bars(verb, units)))
        return ((name, tuple(reasons)),) if reasons else ()

    def _bars(self, verb: AnyVerb, units: tuple[str, ...]) -> tuple[Reason, ...]:
        """Reasons against a verb for these units whatever the target: those given both without a hex and for
        a neighbour.
        """
        found = self.seat.refuse(Action(verb.name, units))
        if verb.object != "hex":
            return found
        start = next((u.at for x in units if (u := self.seat.s.units.get(x)) is not None), "")
        near = self.seat.rules.atlas.near.get(start, ())
        there = set(self._refuse(verb, units, near[0])) if near else set()
        return tuple(reason for reason in found if reason in there) or found

    def _refuse(self, verb: AnyVerb, units: tuple[str, ...], at: str) -> tuple[Reason, ...]:
        return self.seat.refuse(Action(verb.name, units, at))


def takes(offer: Offer, units: tuple[str, ...]) -> bool:
    """Whether an offer has all these units among its subjects, and takes more than one where there are more."""
    if not units or (len(units) > 1 and not offer.joins):
        return False
    return all(unit in offer.subjects for unit in units)
