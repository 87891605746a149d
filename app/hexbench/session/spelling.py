"""What a client means who spells a name otherwise than the game: where there is one such name, it is taken as written.

A name that the game has is never read as another one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from hexbench.atlas.atlas import by_fold, folded
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action
from hexbench.engine.what_if import Supposed

_SHORTEST = 3
"""Letters of a choice that may be a hex: below it is a number of points or hexes."""


class Spelling:
    """The names a seat can see."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.units: Any = seat.s.units
        self.atlas = seat.rules.atlas
        self._folded: dict[str, str] | None = None

    def _known(self, word: str) -> bool:
        return not word or word.startswith("#") or word in self.units or word in self.atlas.index

    def unit(self, word: str) -> str:
        """A unit."""
        if self._known(word):
            return word
        if self._folded is None:
            self._folded = by_fold(self.units)
        return self._folded.get(folded(word), word)

    def place(self, word: str) -> str:
        """A hex or a hexside."""
        return word if self._known(word) else str(self.atlas.meant(word))

    def name(self, word: str) -> str:
        """A unit, else a place."""
        found = self.unit(word)
        return found if found != word else self.place(word)

    def places(self, words: Iterable[str]) -> tuple[str, ...]:
        """Hexes or hexsides."""
        return tuple(self.place(word) for word in words)

    def named(self, words: Iterable[str]) -> tuple[str, ...]:
        """Units or places."""
        return tuple(self.name(word) for word in words)

    def _as(self, kind: str, word: str) -> str:
        """A word where a verb wants this kind of thing."""
        if kind == "unit":
            return self.name(word)
        if kind in ("hex", "side"):
            return self.place(word)
        return self.place(word) if word.isdecimal() and len(word) >= _SHORTEST else word

    def subject(self, verb: str, words: Iterable[str]) -> tuple[str, ...]:
        """The subject of a verb."""
        known = self.seat.rules.verbs.get(verb)
        return tuple(words) if known is None else tuple(self._as(known.subject, word) for word in words)

    def action(self, action: Action) -> Action:
        """An action. A route that begins where its units stand is taken without that hex, unless it is legal with it."""
        verb = self.seat.rules.verbs.get(action.verb)
        if verb is None:
            return action
        meant = replace(
            action,
            subject=self.subject(action.verb, action.subject),
            object=self._as(verb.object, action.object),
            via=self.places(action.via),
        )
        if not self._begins_at_start(meant) or not self.seat.refuse(meant):
            return meant
        return replace(meant, via=meant.via[1:])

    def _begins_at_start(self, action: Action) -> bool:
        stand = [self.units[uid].at for uid in action.subject if uid in self.units]
        return len(action.via) > 1 and bool(stand) and all(at == action.via[0] for at in stand)

    def thought(self, what: Supposed) -> Supposed:
        """An attack that is only thought of."""
        return replace(
            what,
            hexes=self.places(what.hexes),
            target=self.name(what.target),
            units=tuple((self.unit(uid), self.place(at)) for uid, at in what.units),
        )
