"""What a game declares of its scenarios and maps, so that they can be set up without knowing the game.

A scenario or position is a plain document (JSON, checked by the game's own types). A game says which tables of entries
are in it (:class:`DataTable`: the order of battle, objectives, ...), what each entry has (:class:`Field`), what stands turn by
turn (:class:`Track`), what else may be set (:class:`Form`), and how a counter's place is read and written. Paths lead
from the content of the document: ``("units",)`` is ``scenario.units`` of a scenario and ``position.units`` of a position.

``GameDef.editing`` is an :class:`Editing`; a game without one cannot be edited.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, Protocol

import msgspec

from hexbench.engine.outline import CannotLoad
from hexbench.engine.values import Say, say

Format = Literal["scenario", "position"]
"""Which of the two kinds of document."""
FieldKind = Literal[
    "text", "number", "flag", "choice", "words", "hex", "hexes", "side", "turn", "unit", "rows", "data"
]
"""What a field holds: ``words`` a list of words, ``side`` a hexside, ``turn`` a turn of the game, ``unit`` an id, ``rows`` a
list of entries with fields of their own, ``data`` anything else, edited as its text (JSON)."""
UNSAID: Final = say("")
UNPLACED: Final = ""
"""The place of a counter that is neither on the map nor in a box."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One thing of an entry. ``path`` leads to it from the entry; ``blank`` is what is meant when it is not written."""

    path: tuple[str, ...]
    name: Say
    kind: FieldKind = "text"
    choices: tuple[tuple[str, Say], ...] = ()
    least: int = 0
    most: int = 99
    help: Say = UNSAID
    blank: Any = None
    needed: bool = False
    rows: tuple[Field, ...] = ()
    """Of a field of rows: what each of them has."""
    fresh: Mapping[str, Any] | None = None
    """What a new one of them begins with."""
    face: bool = False
    """It is printed on the counter: the counter designer shows it."""

    @property
    def key(self) -> str:
        """Its name, as a column of a table of comma-separated values has it."""
        return ".".join(self.path)


class DataTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the document: an object by id (``keyed``) or a list. ``counters``: its entries are counters."""

    key: str
    name: Say
    path: tuple[str, ...]
    fields: tuple[Field, ...]
    keyed: bool = True
    plain: bool = False
    """Its entries are bare values, not objects: the one field, ``value``, is the entry itself."""
    at: Literal["", "hex", "side"] = ""
    """What its ids name on the map, if anything: markers of hexes, bridges of hexsides."""
    counters: bool = False
    fresh: Mapping[str, Any] | None = None
    """What a new entry begins with besides its needed fields; for counters :meth:`Editing.fresh` says."""
    help: Say = UNSAID


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """Values turn by turn: an object from turns to a value (weather) or from turns to an object by side (air points)."""

    key: str
    name: Say
    path: tuple[str, ...]
    value: Field
    by_side: bool = False


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """Other fields of the document, shown together; their paths lead from the content."""

    key: str
    name: Say
    fields: tuple[Field, ...]
    help: Say = UNSAID


class Zones(msgspec.Struct, frozen=True, kw_only=True):
    """Named sets of hexes in a document or on a map that mean something: entry, deployment, supply. ``path`` leads to
    the object of them; ``names`` are those the rules know, ``families`` beginnings of names of which there are many.
    """

    path: tuple[str, ...]
    names: tuple[tuple[str, Say], ...] = ()
    families: tuple[tuple[str, Say], ...] = ()


class MapVocabulary(msgspec.Struct, frozen=True, kw_only=True):
    """What a map of the game may hold; each with its name. ``numbering`` and so on are free."""

    terrains: tuple[tuple[str, Say], ...]
    features: tuple[tuple[str, Say], ...] = ()
    hexsides: tuple[tuple[str, Say], ...] = ()
    with_: tuple[tuple[str, str], ...] = ()
    """(kind of hexside, kind it goes with): a bridge goes with a river."""
    roads: tuple[tuple[str, Say], ...] = ()
    lines: tuple[tuple[str, Say], ...] = ()
    elevations: tuple[int, int] = (0, 0)
    """Lowest and highest level of a hex."""
    zones: Zones = Zones(path=("zones",))


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of a scenario: its id in documents, what it is called, and the box counters wait in that come with it."""

    id: str
    name: Say
    box: str


class Editing(Protocol):
    """One game's declarations. ``rules`` is open on the document's map and options; ``content`` is what is in
    ``scenario`` or ``position``, included parts merged in.
    """

    formats: tuple[Format, ...]
    """The kinds of document the game can begin from; the first is what a new scenario is."""
    left_out: tuple[str, ...]
    """Where a scenario lists the ids of :meth:`unnamed` counters that are not there; empty: it cannot."""

    def ground(self, tables: Any) -> MapVocabulary:
        """What a map may hold."""
        ...

    def blank(self, rules: Any, kind: Format) -> dict[str, Any]:
        """The content of a new document on a map: complete, with nobody on it yet."""
        ...

    def rolls(self, rules: Any, kind: Format) -> tuple[DataTable, ...]:
        """The tables of the document; one of them has the counters."""
        ...

    def tracks(self, rules: Any, kind: Format) -> tuple[Track, ...]:
        """What stands turn by turn."""
        ...

    def track_default(self, rules: Any, track: str, turn: str, side: str) -> Any:
        """What a track has at a turn where the document says nothing."""
        ...

    def forms(self, rules: Any, kind: Format) -> tuple[Form, ...]:
        """What else may be set: turns, victory, resources."""
        ...

    def zones(self, rules: Any, kind: Format) -> tuple[Zones, ...]:
        """Sets of hexes in the document."""
        ...

    def turns(self, rules: Any, kind: Format, content: Mapping[str, Any]) -> tuple[Turn, ...]:
        """The turns of the document in order, the turn record's rows."""
        ...

    def fresh(self, rules: Any, kind: Format, side: str) -> dict[str, Any]:
        """A new counter of a side, whole and legal, to be changed."""
        ...

    def side_of(self, kind: Format, entry: Mapping[str, Any], uid: str) -> str:
        """Whose a counter is."""
        ...

    def place_of(self, rules: Any, kind: Format, entry: Mapping[str, Any], uid: str) -> str:
        """Where a counter begins: a hex, a box with a hash, or nowhere yet."""
        ...

    def placed(self, rules: Any, kind: Format, entry: Mapping[str, Any], uid: str, at: str) -> dict[str, Any]:
        """The entry with its counter placed in a hex or box. Raises ValueError (one sentence) where none can begin."""
        ...

    def boxes(self, rules: Any, kind: Format, content: Mapping[str, Any]) -> tuple[tuple[str, Say], ...]:
        """Boxes that counters may begin in, those of turns included."""
        ...

    def position(self, rules: Any, state: Any) -> dict[str, Any]:
        """A running game's position as the content of a position document; composed again it is equal to ``state``."""
        ...

    def described(self, rules: Any, state: Any, uid: str) -> dict[str, Any]:
        """One counter of a position as a position document may describe it, whole."""
        ...

    def unnamed(self, rules: Any, kind: Format, content: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """The counters of a scenario that are there without standing in its document: those of the game's tables."""
        ...

    # ---- what may be wrong with it, beside what the audit says
    def crowded(self, rules: Any, state: Any) -> tuple[tuple[str, Say], ...]:
        """Hexes that hold more than they may, where the audit says nothing of it."""
        ...

    def barred(self, rules: Any, state: Any, uid: str) -> Say | None:
        """Why a unit may not stand in the hex it begins in, whoever else is there; None: it may."""
        ...

    def unsupplied(self, rules: Any, state: Any) -> tuple[str, ...]:
        """Units on the map that would be out of supply as it stands."""
        ...

    def goals(self, rules: Any, kind: Format, content: Mapping[str, Any]) -> tuple[str, ...]:
        """The hexes somebody has to come to in order to win."""
        ...

    def gait(self, rules: Any, state: Any, uid: str) -> str:
        """What its ways are like: units of one gait can go to the same hexes from the same hex."""
        ...

    def passable(self, rules: Any, state: Any, uid: str, a: str, b: str) -> bool:
        """Whether a unit could ever go from a hex to the next, enemies apart."""
        ...

    def comes_by(self, rules: Any, state: Any, uid: str) -> tuple[str, ...] | None:
        """The hexes by which a unit that is still to come enters; None: it does not come by hexes."""
        ...


def editing_of(game: Any) -> Editing | None:
    """What a game declares for the editor; None: nothing."""
    try:
        found: Editing | None = getattr(game, "editing", None)
    except CannotLoad:  # whoever opens one of its documents is told why
        return None
    return found
