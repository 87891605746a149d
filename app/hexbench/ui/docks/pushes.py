"""What a hand may push from box to box of a pool: plain questions to a Seat, answered alike for mouse and keys.

Some verbs share points out once and for all: what is pushed for them is only laid out (``laid``) until somebody says that
it is done. Every other push is an action at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.values import Action, Target, action_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hexbench.engine.seat import Seat
    from hexbench.engine.values import Offer, Say
    from hexbench.engine.verb import AnyVerb

Laid = dict[tuple[str, str], int]
"""(from box, to box) -> points laid out and not yet shared out."""


class Pushes:
    """The pushes of one seat. Another seat begins with nothing laid out."""

    def __init__(self, seat: Seat | None) -> None:
        self.seat = seat
        self.laid: Laid = {}
        self._ways: list[tuple[Offer, Target]] | None = None

    @property
    def ways(self) -> list[tuple[Offer, Target]]:
        """Every target that pushes points, and those of verbs that share them out."""
        if self._ways is None:
            self._ways = [] if self.seat is None else list(self._find(self.seat))
        return self._ways

    @staticmethod
    def _find(seat: Seat) -> Iterator[tuple[Offer, Target]]:
        for offer in seat.prompt.offers:
            if offer.subjects:
                continue
            for target in seat.targets(offer.verb):
                if target.flow or offer.shares:
                    yield offer, target

    # ---- where to
    def to(self, box: str) -> tuple[str, ...]:
        """The boxes and hexes a point of ``box`` may be pushed to now, in the order offered."""
        out: dict[str, None] = {}
        for (a, b), n in self.laid.items():
            if b == box and n:
                out[a] = None
        for offer, target in self.ways:
            for flow in target.flow:
                if flow.box == box and (not offer.shares or flow.n > self.laid.get((box, flow.to[0]), 0)):
                    out.update(dict.fromkeys(flow.to))
        return tuple(out)

    def verbs(self, box: str) -> tuple[str, ...]:
        """The verbs that take points out of ``box`` now."""
        return tuple(dict.fromkeys(o.verb for o, t in self.ways for f in t.flow if f.box == box))

    def push(self, box: str, to: str) -> Action | None:
        """Push a point. The action it means; None when it is only laid out, or not possible."""
        if self.laid.get((to, box)):
            self.laid[to, box] -= 1
            return None
        for offer, target in self.ways:
            for flow in target.flow:
                if flow.box != box or to not in flow.to:
                    continue
                if offer.shares:
                    if to in self.to(box):
                        self.laid[box, to] = self.laid.get((box, to), 0) + 1
                    return None
                return action_of(offer.verb, (), target)
        return None

    # ---- sharing out
    @property
    def sharing(self) -> AnyVerb | None:
        """The verb that shares points out now; None: nothing is to be shared out."""
        offer = next((offer for offer, _ in self.ways if offer.shares), None)
        if offer is None or self.seat is None:
            return None
        found: AnyVerb = self.seat.rules.verbs[offer.verb]
        return found

    @property
    def shared(self) -> Target | None:
        """What the points laid out stand for; None: no use of the verb."""
        laid = {way: n for way, n in self.laid.items() if n}
        for offer, target in self.ways:
            if offer.shares and {(f.box, f.to[0]): f.n for f in target.flow} == laid:
                return target
        return None

    @property
    def done(self) -> Action | None:
        """The action that shares the points out as they are laid out."""
        verb, target = self.sharing, self.shared
        return None if verb is None or target is None else action_of(verb.name, (), target)

    @property
    def says(self) -> tuple[Say, ...]:
        """What the points laid out come to."""
        target = self.shared
        return () if target is None else target.says

    def shift(self, box: str) -> int:
        """How many points more (or fewer) lie in ``box`` than the rules have put there."""
        return sum(n * ((b == box) - (a == box)) for (a, b), n in self.laid.items())

    def take_back(self) -> None:
        """Lay everything back."""
        self.laid = {}
