"""What can be derived from a position and is asked all the time: who stands where. Patched move by move, never saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self


class Marks(dict[str, object]):
    """side -> its mark; a side without units has none, which is a mark as well."""

    __slots__ = ()

    def __missing__(self, side: str) -> object:
        return None


class Board:
    """hex or box -> its units, in the order of ``State.units``. A game's own board adds zones of control and the like.

    A board belongs to one position; a Play works on a copy. Law: a patched board equals one built anew.
    """

    __slots__ = ("at", "places", "rank", "troops")

    def __init__(self, units: Mapping[str, Any]) -> None:
        self.rank: dict[str, int] = {uid: i for i, uid in enumerate(units)}
        at: dict[str, list[str]] = {}
        for uid, unit in units.items():
            at.setdefault(unit.at, []).append(uid)
        self.at: dict[str, tuple[str, ...]] = {place: tuple(found) for place, found in at.items()}
        sides = dict.fromkeys(unit.side for unit in units.values())
        self.places = Marks((side, object()) for side in sides)
        """side -> a mark: another object whenever a unit of the side went elsewhere or came into the game. What is derived
        from where units stand is kept by it (:mod:`hexbench.engine.facts`).
        """
        self.troops = Marks((side, object()) for side in sides)
        """side -> a mark: another object whenever anything about a unit of the side changed."""

    def copy(self) -> Self:
        """An independent copy; subclasses copy what they patch."""
        new = object.__new__(type(self))
        new.rank = self.rank
        new.at = dict(self.at)
        new.places, new.troops = Marks(self.places), Marks(self.troops)
        return new

    def patch(self, uid: str, old: Any, new: Any) -> None:
        """One unit changed (``old`` None: it is new). Works in place."""
        self.troops[new.side] = object()
        if old is not None and old.side != new.side:
            self.troops[old.side] = self.places[old.side] = self.places[new.side] = object()
        if old is None:
            self.rank = {**self.rank, uid: len(self.rank)}
        elif old.at == new.at:
            return
        else:
            left = tuple(x for x in self.at[old.at] if x != uid)
            if left:
                self.at[old.at] = left
            else:
                del self.at[old.at]
        self.places[new.side] = object()
        here = self.at.get(new.at, ())
        self.at[new.at] = tuple(sorted((*here, uid), key=self.rank.__getitem__)) if here else (uid,)

    def units_at(self, place: str) -> tuple[str, ...]:
        """The units in a hex or box, in order."""
        return self.at.get(place, ())

    def compared(self) -> dict[str, Any]:
        """Everything that must be equal to a board built anew, as plain values."""
        return {"at": self.at}
