"""What a game declares about its scenarios and maps, so that they can be edited without knowing the game.

A scenario or position is a plain document (JSON, checked by the game's own types). A game says which tables of
entries are in it (:class:`DataTable`: the order of battle, objectives, ...), what each entry has (:class:`Field`),
what it states turn by turn (:class:`Track`), what else may be set (:class:`Form`), and how a counter's place is read
and written. Paths lead from the content of the document: ``("units",)`` is ``scenario.units`` of a scenario and
``position.units`` of a position.

``GameDef.editing`` is an :class:`Editing`; a game without one cannot be edited.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, Protocol

import msgspec

from hexbench.engine.outline import CannotLoad
from hexbench.engine.values import Say, say

Format = Literal["scenario", "position"]
"""The two kinds of document."""
FieldKind = Literal[
    "text", "number", "flag", "choice", "words", "hex", "hexes", "side", "turn", "unit", "rows", "data"
]
"""What a field contains: ``words`` a list of words, ``side`` a hexside, ``turn`` a turn of the game, ``unit`` an id,
``rows`` a list of entries with fields of their own, ``data`` anything else, edited as its text (JSON).
"""
UNSAID: Final = say("")
UNPLACED: Final = ""
"""The place of a counter that is neither on the map nor in a box."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One item of an entry. ``path`` leads to it from the entry; ``blank`` is the value if it is not given."""

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
    """For a field of rows: what each of them has."""
    fresh: Mapping[str, Any] | None = None
    """The initial values of a new row."""
    face: bool = False
    """It is printed on the counter: the counter designer shows it."""

    @property
    def key(self) -> str:
        """Its name, as used in a column of comma-separated values."""
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
    """What its ids name on the map, if anything: hexes for markers, hexsides for bridges."""
    counters: bool = False
    fresh: Mapping[str, Any] | None = None
    """The initial values of a new entry besides its required fields; for counters see :meth:`Editing.fresh`."""
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
    """Named sets of hexes with a meaning, in a document or on a map: entry, deployment, supply. ``path`` leads to the
    object that contains them; ``names`` are those the rules know, ``families`` the beginnings of groups of names.
    """

    path: tuple[str, ...]
    names: tuple[tuple[str, Say], ...] = ()
    families: tuple[tuple[str, Say], ...] = ()


class MapVocabulary(msgspec.Struct, frozen=True, kw_only=True):
    """What a map of the game may contain, with names. ``numbering`` and so on are free."""

    terrains: tuple[tuple[str, Say], ...]
    features: tuple[tuple[str, Say], ...] = ()
    hexsides: tuple[tuple[str, Say], ...] = ()
    with_: tuple[tuple[str, str], ...] = ()
    """(kind of hexside, the kind it requires): a bridge requires a river."""
    roads: tuple[tuple[str, Say], ...] = ()
    lines: tuple[tuple[str, Say], ...] = ()
    elevations: tuple[int, int] = (0, 0)
    """Lowest and highest level of a hex."""
    zones: Zones = Zones(path=("zones",))


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of a scenario: its id in documents, its name, and the box of the counters that enter in it."""

    id: str
    name: Say
    box: str


class Editing(Protocol):
    """One game's declarations. ``rules`` is bound to the document's map and options; ``content`` is what is in
    ``scenario`` or ``position``, with included parts merged in.
    """

    formats: tuple[Format, ...]
    """The kinds of document with which the game can begin; the first is the kind of a new scenario."""
    left_out: tuple[str, ...]
    """Where a scenario lists the ids of :meth:`unnamed` counters that it omits; empty: it cannot omit any."""

    def ground(self, tables: Any) -> MapVocabulary:
        """What a map may contain."""
        ...

    def blank(self, rules: Any, kind: Format) -> dict[str, Any]:
        """The content of a new document on a map: complete, but without counters."""
        ...

    def rolls(self, rules: Any, kind: Format) -> tuple[DataTable, ...]:
        """The tables of the document; one of them contains the counters."""
        ...

    def tracks(self, rules: Any, kind: Format) -> tuple[Track, ...]:
        """What the document states turn by turn."""
        ...

    def track_default(self, rules: Any, track: str, turn: str, side: str) -> Any:
        """The value of a track in a turn if the document does not state one."""
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
        """A new counter of a side, complete and legal, to be changed."""
        ...

    def side_of(self, kind: Format, entry: Mapping[str, Any], uid: str) -> str:
        """The side of a counter."""
        ...

    def place_of(self, rules: Any, kind: Format, entry: Mapping[str, Any], uid: str) -> str:
        """Where a counter begins: a hex, a box with a hash, or nowhere yet."""
        ...

    def placed(self, rules: Any, kind: Format, entry: Mapping[str, Any], uid: str, at: str) -> dict[str, Any]:
        """The entry with its counter placed in a hex or box. Raises ValueError (one sentence) if no counter can begin there."""
        ...

    def boxes(self, rules: Any, kind: Format, content: Mapping[str, Any]) -> tuple[tuple[str, Say], ...]:
        """Boxes that counters may begin in, including those of turns."""
        ...

    def position(self, rules: Any, state: Any) -> dict[str, Any]:
        """A running game's position as the content of a position document; composed again it is equal to ``state``."""
        ...

    def described(self, rules: Any, state: Any, uid: str) -> dict[str, Any]:
        """One counter of a position as a position document may describe it, complete."""
        ...

    def unnamed(self, rules: Any, kind: Format, content: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """The counters of a scenario that are used without being in its document: those of the game's tables."""
        ...

    # ---- faults that the audit does not report
    def crowded(self, rules: Any, state: Any) -> tuple[tuple[str, Say], ...]:
        """Hexes that contain more than allowed, if the audit does not report them."""
        ...

    def barred(self, rules: Any, state: Any, uid: str) -> Say | None:
        """Why a unit may not be in the hex it begins in, regardless of other units; None: it may."""
        ...

    def unsupplied(self, rules: Any, state: Any) -> tuple[str, ...]:
        """Units on the map that would be out of supply in this position."""
        ...

    def goals(self, rules: Any, kind: Format, content: Mapping[str, Any]) -> tuple[str, ...]:
        """The hexes that some side must reach to win."""
        ...

    def gait(self, rules: Any, state: Any, uid: str) -> str:
        """A name for its way of moving: units with the same one can enter the same hexes from the same hex."""
        ...

    def passable(self, rules: Any, state: Any, uid: str, a: str, b: str) -> bool:
        """Whether a unit could ever move from a hex to an adjacent one, disregarding enemies."""
        ...

    def comes_by(self, rules: Any, state: Any, uid: str) -> tuple[str, ...] | None:
        """The hexes by which a unit that has not arrived yet enters; None: it does not enter by hexes."""
        ...


def editing_of(game: Any) -> Editing | None:
    """What a game declares for the editor; None: nothing."""
    try:
        found: Editing | None = getattr(game, "editing", None)
    except CannotLoad:  # opening one of its documents reports the reason
        return None
    return found
