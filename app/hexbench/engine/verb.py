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

    ``offer``, ``targets``, ``reasons`` and ``settle`` see a Seat, which holds nothing but a view; only ``do`` sees the
    whole position. ``step`` is None in ``reasons`` when the verb is asked about out of its time ("Why not?").
    """

    name: ClassVar[str]
    label: ClassVar[Say]
    """What a button or a menu says."""
    help: ClassVar[Say] = Say("")
    subject: ClassVar[SubjectKind] = ""
    object: ClassVar[ObjectKind] = ""
    hows: ClassVar[tuple[str, ...]] = ()
    """The values ``Action.how`` may take, for ``describe``; empty: none."""
    routed: ClassVar[bool] = True
    """A route may come with it; of a verb that has none one is refused."""
    ends: ClassVar[bool] = False
    """It closes the question with whatever else was offered left undone: a seat has a checklist of that."""

    joins: ClassVar[Literal["", "stack", "any"]] = ""
    """Which subjects may be taken together, as in :class:`Offer`."""
    back: ClassVar[bool] = False
    """It only takes something back, as in :class:`Offer`."""
    plain: ClassVar[bool] = False
    """A plain drag means this one where several verbs take a unit to the same hex; the others have their buttons."""
    gives_up: ClassVar[bool] = False
    """It ends the game at once: nobody who plays at random uses it, and it is never a default."""
    barrier: ClassVar[Barrier] = ""
    """Why undo can never reach behind a use of it: it rolls dice, tests something hidden, or hands over."""
    risk: ClassVar[Barrier] = ""
    """The same where it depends on what is not known beforehand; empty where :attr:`barrier` is certain."""

    def undo_barrier(self, seat: SeatT, step: StepT) -> tuple[Barrier, bool]:
        """(what will or may stop undo after a use of it now, whether that is certain), for a warning on its button."""
        return (self.barrier, True) if self.barrier else (self.risk, False)

    def able(self, seat: SeatT, step: StepT) -> Iterable[str]:
        """Every single subject it can be used with now, of a verb that has one: best found one by one, as they are asked for."""
        return ()

    def offer(self, seat: SeatT, step: StepT) -> Offer | None:
        """The offer of this verb now, or None: whoever is :meth:`able`."""
        if not self.subject:
            return Offer(self.name, back=self.back)
        able = tuple(self.able(seat, step))
        return Offer(self.name, able, self.joins, self.back) if able else None

    def may(self, seat: SeatT, step: StepT) -> bool | None:
        """Whether there is an offer, where that costs less than the offer itself; None: ask for the offer.

        The first who is able will do, and there may have to be a search for each.
        """
        if not self.subject or type(self).offer is not Verb.offer:
            return None
        for _ in self.able(seat, step):
            return True
        return False

    def targets(self, seat: SeatT, step: StepT, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every legal way to use it with ``subject``; empty when there is none. Many are best given as :class:`LazyTargets`."""
        return (Target(),)

    def reasons(self, seat: SeatT, step: StepT | None, action: Action) -> Iterator[Reason]:
        """All reasons against ``action``; none when it is legal."""
        return iter(())

    def settle(self, seat: SeatT, step: StepT, action: Action) -> Action:
        """Fill in what the hand left open, such as the route, so that the record is complete."""
        return action

    def do(self, play: PlayT, step: StepT, action: Action) -> None:
        """Carry it out. ``action`` is legal and settled."""
        raise TypeError(f"the verb {self.name} does nothing")


AnyVerb = Verb[Any, Any, Any]


# Targets that are made when somebody looks at them: to choose one of a thousand, nine hundred and ninety-
# nine need not be.


@final
class LazyTargets(Sequence[Target]):
    """Targets in order, each made from its key when it is asked for, and every time anew.

    How many there are, and whether one of them leads somewhere, is answered from the keys.
    """

    __slots__ = ("_ends", "_keys", "_make", "_names")

    def __init__(
        self,
        keys: Sequence[Hashable],
        make: Callable[[Any], Target],
        names: Sequence[str] | None = None,
        ends: Callable[[Any], tuple[str, str]] | None = None,
    ) -> None:
        """``make`` turns one of ``keys`` into its target; it must go on giving the same answer. Where keys are indices of
        hexes, ``names`` are the labels of the map, and the object of a target is what they call its key. ``ends`` says of a key where
        its target leads and how, for less than it costs to make it.
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
        """Where its targets lead, in their order."""
        if self._names is not None:
            return (self._names[key] for key in self._keys)  # type: ignore[call-overload]
        return (at for at, _ in self.ends())

    def ends(self) -> Iterator[tuple[str, str]]:
        """(where they lead, how), in their order."""
        if self._ends is None:
            return ((target.object, target.how) for target in self)
        return map(self._ends, self._keys)


@final
class TargetGroups(Sequence[Target]):
    """Targets in several lots, such as the modes of a move, each of which is worked out when it is first needed."""

    __slots__ = ("_found", "_lots")

    def __init__(self, lots: Sequence[Callable[[], Sequence[Target]]]) -> None:
        """``lots`` give their targets in order, and would give them again."""
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
        """Where its targets lead, in their order."""
        for n in range(len(self._lots)):
            yield from objects(self._lot(n))

    def ends(self) -> Iterator[tuple[str, str]]:
        """(where they lead, how), in their order."""
        for n in range(len(self._lots)):
            yield from ends(self._lot(n))

    def pick(self, number: Callable[[int], int]) -> Target | None:
        """A target of a lot that has any: ``number`` (from n it gives 1..n) picks the lot, then the target; or None."""
        left = list(range(len(self._lots)))
        while left:
            lot = self._lot(left.pop(number(len(left)) - 1))
            if lot:
                return lot[number(len(lot)) - 1]
        return None


UNMADE: Final = (LazyTargets, TargetGroups)
"""The types of targets that are made when they are looked at. Compare with these: to ask whether something is an instance of
a kind of sequence takes five times as long.
"""


def objects(targets: Sequence[Target]) -> Iterator[str]:
    """Where targets lead, in their order; those that are made when they are looked at stay unmade."""
    if isinstance(targets, LazyTargets | TargetGroups):
        return targets.objects()
    return (target.object for target in targets)


def ends(targets: Sequence[Target]) -> Iterator[tuple[str, str]]:
    """(where targets lead, how), in their order; those that are made when they are looked at stay unmade where their game says it."""
    if isinstance(targets, LazyTargets | TargetGroups):
        return targets.ends()
    return ((target.object, target.how) for target in targets)
