"""What can be derived from a position, is asked all the time and is never saved: which units are where, patched move
by move; zones of control as counts; and facts kept from one position to the next.

A fact names the parts it was made from, and stays valid until one of them differs. Positions are values that share
whatever did not change: the next one has the same dict of bridges if no bridge fell, and a board the same *mark* of a
side if none of its units moved (:attr:`Board.places`, :attr:`Board.troops`). So "is it still made from the same
parts?" only compares identities, and a new seat, play or hypothetical position begins with what the earlier one knew,
whichever way the game went meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, Final, Protocol, Self, TypeVar, TypeVarTuple

from hexbench.atlas.atlas import OFF, Atlas


class Marks(dict[str, object]):
    """side -> its mark; a side without units has none, which counts as a mark too."""

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
        """side -> a mark: a new object whenever a unit of the side has moved or come into the game. What is derived
        from the places of units is kept under it (:class:`Facts`).
        """
        self.troops = Marks((side, object()) for side in sides)
        """side -> a mark: a new object whenever anything about a unit of the side has changed."""

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
            left = self.at[old.at]
            if len(left) > 1:
                self.at[old.at] = tuple([x for x in left if x != uid])
            else:
                del self.at[old.at]
        self.places[new.side] = object()
        here = self.at.get(new.at, ())
        self.at[new.at] = self.in_order((*here, uid)) if here else (uid,)

    def join(self, uid: str, like: str, unit: Any) -> None:
        """Add a hypothetical unit; its counter is printed like that of ``like``."""
        self.patch(uid, None, unit)

    def units_at(self, place: str) -> tuple[str, ...]:
        """The units in a hex or box, in order."""
        return self.at.get(place, ())

    def in_order(self, units: Iterable[str]) -> tuple[str, ...]:
        """Units of the position in the order of ``State.units``. Raises KeyError for an unknown unit."""
        return tuple(sorted(units, key=self.rank.__getitem__))

    def compared(self) -> dict[str, Any]:
        """Everything that must be equal to a board built anew, as plain values."""
        return {"at": self.at}


T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Remembering(Protocol):
    """Something that keeps answers as long as it exists: a seat those about its position, rules those about their map."""

    memo: dict[Any, Any]


R = TypeVar("R", bound=Remembering)
_UNKNOWN: Final = object()


def remembered(make: Callable[[R, *Ts], T]) -> Callable[[R, *Ts], T]:
    """Keep every answer of a function in the ``memo`` of its first argument: a seat, or rules.

    The other arguments are used as dict keys. An answer is shared, so it must never be changed.
    """

    @wraps(make)
    def known(of: R, *args: *Ts) -> T:
        key = (make, *args)
        found: T = of.memo.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = of.memo[key] = make(of, *args)
        return found

    return known


class Facts:
    """What was worked out last, one answer to each question. Every Rules has one of these."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[tuple[Any, ...], Any]] = {}

    def get(
        self,
        what: Hashable,
        of: tuple[Any, ...],
        make: Callable[[], T],
        mend: Callable[[tuple[Any, ...], T], T | None] | None = None,
    ) -> T:
        """The answer to ``what``, which depends on the parts ``of`` and on nothing else that ever changes.

        Parts are the same if they are equal; identical objects cost nothing to compare, so pass dicts of the state
        (except ``units``, which a play changes in place: the board has marks for them), numbers and words, and of a
        large thing only the part that matters. An answer is shared, so it must never be changed. ``mend`` may make
        the new answer from the old parts and the old answer if little has changed, or return None if too much has.
        Law: what is kept or mended equals what is made.
        """
        kept = self._kept.get(what)
        if kept is not None:
            if kept[0] == of:
                found: T = kept[1]
                return found
            if mend is not None:
                mended = mend(kept[0], kept[1])
                if mended is not None:
                    self._kept[what] = (of, mended)
                    return mended
        found = make()
        self._kept[what] = (of, found)
        return found


class Doubted(Facts):
    """Facts that are made anew whenever they are asked for and compared with what was kept. For laws."""

    __slots__ = ("checked", "wrong")

    def __init__(self) -> None:
        super().__init__()
        self.checked = 0
        """How often a kept answer was compared with a fresh one."""
        self.wrong: list[str] = []
        """The questions whose kept answer differed from the fresh one."""

    def get(
        self,
        what: Hashable,
        of: tuple[Any, ...],
        make: Callable[[], T],
        mend: Callable[[tuple[Any, ...], T], T | None] | None = None,
    ) -> T:
        """The answer made anew; a kept or mended one that differs is recorded."""
        fresh = make()
        known = True

        def give() -> T:
            nonlocal known
            known = False
            return fresh

        found = super().get(what, of, give, mend)
        if known:
            self.checked += 1
            if found is not fresh and plain(found) != plain(fresh):
                self.wrong.append(f"{what} is kept as {found} and would be made {fresh}")
        self._kept[what] = (of, fresh)
        return fresh


def plain(value: Any) -> Any:
    """A value that can be compared: a type without an equality of its own is replaced by its ``compared()``."""
    compared = getattr(value, "compared", None)
    return value if compared is None else compared()


class ZoneCounts:
    """One side's zones of control on one map: ``counts[i]`` units exert one in hex index ``i``."""

    __slots__ = ("atlas", "counts")

    def __init__(self, atlas: Atlas, hexes: Iterable[int] = ()) -> None:
        """``hexes`` are the indices of the hexes of the exerting units, one for each unit."""
        self.atlas = atlas
        self.counts = bytearray(len(atlas.labels))
        for i in hexes:
            self.shift(i, 1)

    def copy(self) -> ZoneCounts:
        """An independent copy."""
        new = object.__new__(ZoneCounts)
        new.atlas, new.counts = self.atlas, self.counts.copy()
        return new

    def shift(self, i: int, by: int) -> None:
        """An exerting unit came to (+1) or left (-1) hex ``i``: its six adjacent hexes change."""
        counts = self.counts
        for j in self.atlas.around[i]:
            if j != OFF:
                counts[j] += by

    def holds(self, i: int) -> bool:
        """Whether hex ``i`` is in the zone."""
        return self.counts[i] > 0


class ZoneBoard(Board):
    """Which units are where, and the zones of control of every side, patched unit by unit. A game says which units exert one.

    ``roster``: what is printed on the counters, if that decides which units do.
    """

    __slots__ = ("atlas", "roster", "zones")

    def __init__(
        self,
        units: Mapping[str, Any],
        atlas: Atlas,
        sides: Sequence[str],
        roster: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(units)
        self.atlas, self.roster = atlas, roster or {}
        self.zones = {side: ZoneCounts(atlas) for side in sides}
        for uid, unit in units.items():
            if self.exerts(uid, unit):
                self._shift(unit, 1)

    def exerts(self, uid: str, unit: Any) -> bool:
        """Whether a unit exerts a zone: here, every unit on the map."""
        return bool(unit.on_map)

    def in_enemy_zone(self, side: str, i: int) -> bool:
        """Whether hex index ``i`` is in the zone of another side."""
        return any(zone.holds(i) for of, zone in self.zones.items() if of != side)

    def copy(self) -> Self:
        """An independent copy."""
        new = super().copy()
        new.atlas, new.roster = self.atlas, self.roster
        new.zones = {side: zone.copy() for side, zone in self.zones.items()}
        return new

    def patch(self, uid: str, old: Any, new: Any) -> None:
        """One unit changed, or came into the game (``old`` None)."""
        super().patch(uid, old, new)
        now = self.exerts(uid, new)
        if old is not None:
            before = self.exerts(uid, old)
            if before == now and old.at == new.at and old.side == new.side:
                return
            if before:
                self._shift(old, -1)
        if now:
            self._shift(new, 1)

    def join(self, uid: str, like: str, unit: Any) -> None:
        """Add a hypothetical unit, which is not in the roster of the position itself."""
        if like in self.roster:
            self.roster = {**self.roster, uid: self.roster[like]}
        super().join(uid, like, unit)

    def _shift(self, unit: Any, by: int) -> None:
        """A unit that exerts a zone came (+1), or left (-1). One in a hex that the map does not have is a matter for
        the audit, not for the board.
        """
        i = self.atlas.index.get(unit.at)
        if i is not None:
            self.zones[unit.side].shift(i, by)

    def compared(self) -> dict[str, Any]:
        """What must equal a board built anew."""
        return {**super().compared(), "zones": {side: zone.counts for side, zone in self.zones.items()}}
