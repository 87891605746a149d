"""One class for each thing a player does. Verbs hold no state: there is one of each, shared by all positions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar, final, overload

from hexbench.engine.values import Action, Barrier, Offer, Reason, Say, Target

SeatT = TypeVar("SeatT")
StepT = TypeVar("StepT")
PlayT = TypeVar("PlayT")

SubjectKind = Literal["", "unit", "hex", "side", "choice"]
ObjectKind = Literal["", "hex", "unit", "side", "box", "choice"]


class Verb(Generic[SeatT, StepT, PlayT]):
    """What is offered, where to, why not, and what it does.

    ``offer``, ``targets``, ``reasons`` and ``settle`` see a Seat, which holds nothing but a view; only ``do`` sees
    the whole position. ``step`` is None in ``reasons`` if the verb is asked about at the wrong time ("Why not?").
    """

    name: ClassVar[str]
    label: ClassVar[Say]
    """The text of a button or a menu."""
    help: ClassVar[Say] = Say("")
    subject: ClassVar[SubjectKind] = ""
    object: ClassVar[ObjectKind] = ""
    hows: ClassVar[tuple[str, ...]] = ()
    """The values ``Action.how`` may take, for ``describe``; empty: none."""
    routed: ClassVar[bool] = True
    """A route may be given; a verb without routes refuses one."""
    ends: ClassVar[bool] = False
    """It ends the question and leaves undone whatever else was offered: a seat has a checklist of that."""

    joins: ClassVar[Literal["", "stack", "any"]] = ""
    """Which subjects may be taken together, as in :class:`Offer`."""
    back: ClassVar[bool] = False
    """It only takes something back, as in :class:`Offer`."""
    plain: ClassVar[bool] = False
    """A plain drag means this one if several verbs take a unit to the same hex; the others have buttons."""
    gives_up: ClassVar[bool] = False
    """It ends the game at once: random play never uses it, and it is never a default."""
    barrier: ClassVar[Barrier] = ""
    """Why undo can never go back past a use of it: it rolls dice, tests something hidden, or hands over."""
    risk: ClassVar[Barrier] = ""
    """The same if it depends on what is not known beforehand; empty if :attr:`barrier` is certain."""

    def undo_barrier(self, seat: SeatT, step: StepT) -> tuple[Barrier, bool]:
        """(what will or may stop undo after a use of it now, whether that is certain), for a warning on its button."""
        return (self.barrier, True) if self.barrier else (self.risk, False)

    def able(self, seat: SeatT, step: StepT) -> Iterable[str]:
        """Every single subject it can be used with now, for a verb that has one: preferably found one by one, as needed."""
        return ()

    def offer(self, seat: SeatT, step: StepT) -> Offer | None:
        """The offer of this verb now, or None: by default the units that are :meth:`able`."""
        if not self.subject:
            return Offer(self.name, back=self.back)
        able = tuple(self.able(seat, step))
        return Offer(self.name, able, self.joins, self.back) if able else None

    def may(self, seat: SeatT, step: StepT) -> bool | None:
        """Whether there is an offer, if that can be found more quickly than the offer itself; None: ask for the offer.

        The first able subject is enough, where each may require a search.
        """
        if not self.subject or type(self).offer is not Verb.offer:
            return None
        for _ in self.able(seat, step):
            return True
        return False

    def targets(self, seat: SeatT, step: StepT, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every legal way to use it with ``subject``; empty if there is none. Many are best given as :class:`LazyTargets`."""
        return (Target(),)

    def reasons(self, seat: SeatT, step: StepT | None, action: Action) -> Iterator[Reason]:
        """All reasons against ``action``; none if it is legal."""
        return iter(())

    def settle(self, seat: SeatT, step: StepT, action: Action) -> Action:
        """Fill in what the player left open, such as the route, so that the record is complete."""
        return action

    def do(self, play: PlayT, step: StepT, action: Action) -> None:
        """Carry it out. ``action`` is legal and settled."""
        raise TypeError(f"the verb {self.name} does nothing")


AnyVerb = Verb[Any, Any, Any]


# Targets that are made when they are accessed: to choose one of a thousand, the other 999 need not be made.


@final
class LazyTargets(Sequence[Target]):
    """Targets in order, each made from its key when it is accessed, and every time anew.

    Their number, and whether one of them leads to a place, are known from the keys.
    """

    __slots__ = ("_ends", "_keys", "_make", "_names")

    def __init__(
        self,
        keys: Sequence[Hashable],
        make: Callable[[Any], Target],
        names: Sequence[str] | None = None,
        ends: Callable[[Any], tuple[str, str]] | None = None,
    ) -> None:
        """``make`` turns one of ``keys`` into its target; it must always give the same answer. If keys are indices of
        hexes, ``names`` are the labels of the map, and the object of a target is the name of its key. ``ends`` gives
        for a key the object and how of its target more quickly than making it.
        """
        self._keys = keys
        self._make = make
        self._names = names
        self._ends = ends

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, i: int) -> Target: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[Target, ...]: ...
    def __getitem__(self, i: int | slice) -> Target | tuple[Target, ...]:
        if isinstance(i, slice):
            return tuple(map(self._make, self._keys[i]))
        return self._make(self._keys[i])

    def __iter__(self) -> Iterator[Target]:
        return map(self._make, self._keys)

    def objects(self) -> Iterator[str]:
        """The objects of its targets, in order."""
        if self._names is not None:
            return (self._names[key] for key in self._keys)  # type: ignore[call-overload]
        return (at for at, _ in self.ends())

    def ends(self) -> Iterator[tuple[str, str]]:
        """(object, how) of its targets, in order."""
        if self._ends is None:
            return ((target.object, target.how) for target in self)
        return map(self._ends, self._keys)


@final
class TargetGroups(Sequence[Target]):
    """Targets in several groups, such as the modes of a move, each of which is worked out when it is first needed."""

    __slots__ = ("_found", "_lots")

    def __init__(self, lots: Sequence[Callable[[], Sequence[Target]]]) -> None:
        """``lots`` give their targets in order, the same at every call."""
        self._lots = lots
        self._found: dict[int, Sequence[Target]] = {}

    def _lot(self, n: int) -> Sequence[Target]:
        found = self._found.get(n)
        if found is None:
            found = self._found[n] = self._lots[n]()
        return found

    def __len__(self) -> int:
        return sum(len(self._lot(n)) for n in range(len(self._lots)))

    @overload
    def __getitem__(self, i: int) -> Target: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[Target, ...]: ...
    def __getitem__(self, i: int | slice) -> Target | tuple[Target, ...]:
        if isinstance(i, slice):
            return tuple(self)[i]
        left = i if i >= 0 else len(self) + i
        for n in range(len(self._lots)) if left >= 0 else ():
            lot = self._lot(n)
            if left < len(lot):
                return lot[left]
            left -= len(lot)
        raise IndexError(i)

    def __bool__(self) -> bool:
        return any(self._lot(n) for n in range(len(self._lots)))

    def __iter__(self) -> Iterator[Target]:
        for n in range(len(self._lots)):
            yield from self._lot(n)

    def objects(self) -> Iterator[str]:
        """The objects of its targets, in order."""
        for n in range(len(self._lots)):
            yield from objects(self._lot(n))

    def ends(self) -> Iterator[tuple[str, str]]:
        """(object, how) of its targets, in order."""
        for n in range(len(self._lots)):
            yield from ends(self._lot(n))

    def pick(self, number: Callable[[int], int]) -> Target | None:
        """A target of a group that has any, or None: ``number`` (given n, it returns 1..n) picks the group, then the target."""
        left = list(range(len(self._lots)))
        while left:
            lot = self._lot(left.pop(number(len(left)) - 1))
            if lot:
                return lot[number(len(lot)) - 1]
        return None


UNMADE: Final = (LazyTargets, TargetGroups)
"""The types of targets that are made when accessed. Compare types with these: an isinstance check against an abstract
sequence takes five times as long.
"""


def objects(targets: Sequence[Target]) -> Iterator[str]:
    """The objects of targets, in order, without making those that are made when accessed."""
    if isinstance(targets, LazyTargets | TargetGroups):
        return targets.objects()
    return (target.object for target in targets)


def ends(targets: Sequence[Target]) -> Iterator[tuple[str, str]]:
    """(object, how) of targets, in order, without making those that are made when accessed, if their game allows it."""
    if isinstance(targets, LazyTargets | TargetGroups):
        return targets.ends()
    return ((target.object, target.how) for target in targets)
