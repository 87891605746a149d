"""A combat put together by hand, without a map: the contract between a game that offers a calculator and the desktop.

A game offers one with ``calculator(tables) -> Calculator`` beside the rest of its ``GameDef``. The desktop draws the
:class:`Blank`, fills in a :class:`Sheet` and shows the :class:`Answer`; it knows nothing else about the combat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hexbench.engine.display import Combat, Field, Table
from hexbench.engine.values import Reason, Say, Value


class Kind(Value, frozen=True):
    """A kind of unit that can be added to a party. ``values`` replace the party's own (field, value)."""

    key: str
    title: Say
    values: tuple[tuple[str, str], ...] = ()
    side: str = ""
    """The side it belongs to; empty: either."""


class Party(Value, frozen=True, kw_only=True):
    """Units that act together in a combat: the attackers, the defenders, the guns of one of them."""

    key: str
    title: Say
    kinds: tuple[Kind, ...]
    fields: tuple[Field, ...]
    """What must be given for each of its units. A field without choices and bounds is a line of text."""
    most: int = 12
    help: Say = Say("")


class Blank(Value, frozen=True, kw_only=True):
    """What can be filled in: settings of the combat as a whole, and units by party."""

    settings: tuple[Field, ...]
    parties: tuple[Party, ...]


class Entry(Value, frozen=True, kw_only=True):
    """One unit as it was filled in."""

    party: str
    kind: str
    values: tuple[tuple[str, str], ...] = ()

    def get(self, key: str) -> str:
        """The value of a field; empty if there is none."""
        return dict(self.values).get(key, "")


class Sheet(Value, frozen=True, kw_only=True):
    """A blank filled in. What is omitted has the value it has in the blank."""

    settings: tuple[tuple[str, str], ...] = ()
    entries: tuple[Entry, ...] = ()

    def get(self, key: str) -> str:
        """The value of a setting; empty if it was not filled in."""
        return dict(self.settings).get(key, "")

    def of(self, party: str) -> tuple[Entry, ...]:
        """The units of a party, in order."""
        return tuple(entry for entry in self.entries if entry.party == party)


class Die(Value, frozen=True):
    """A die that resolves the combat."""

    key: str
    title: Say
    faces: int = 6


class Answer(Value, frozen=True, kw_only=True):
    """What the rules make of a sheet.

    ``faults`` are all reasons why it is not a legal combat, each with its clause; then there is no ``combat`` and no
    ``dice``. ``tables`` have their lights, those for ``after`` last; ``found`` is the result line by line, once the
    dice have been rolled.
    """

    faults: tuple[Reason, ...] = ()
    combat: Combat | None = None
    after: Combat | None = None
    """A second combat that the first may lead to."""
    tables: tuple[Table, ...] = ()
    dice: tuple[Die, ...] = ()
    found: tuple[tuple[Say, str], ...] = ()
    """(sentence, clause)."""


class Calculator(Protocol):
    """Calculates combats of one game without a map. Stateless: a sheet goes in, an answer comes out."""

    def blank(self) -> Blank:
        """What can be filled in."""
        ...

    def reckon(self, sheet: Sheet) -> Answer:
        """The combat before its dice. Any sheet gets an answer: what makes no sense is among its faults."""
        ...

    def resolve(self, sheet: Sheet, rolled: Sequence[int]) -> Answer:
        """The same with the result of these rolls, one for each of ``dice`` in order; those of ``after`` may be omitted.

        Raises ValueError (one sentence).
        """
        ...
