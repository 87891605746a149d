"""The open scenario or position: its content and the result of compiling it; the edits are in
:mod:`scenario`.

After each edit the document is recompiled by the strict reader; the faces shown are those of the umpire's
seat at the opening position. If it does not compile, the last position that did stays on the screen, with the
reason.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from hexbench.engine.display import Chip, Face
from hexbench.engine.documents.editing import (
    DataTable,
    Editing,
    Field,
    Form,
    Format,
    Track,
    Turn,
    Zones,
    editing_of,
)
from hexbench.engine.documents.fields import FieldValue, Subject, field_values
from hexbench.engine.rules import GameDef
from hexbench.engine.seat import Seat
from hexbench.engine.values import Problem, Say, say
from hexbench.session.editor import document as _document
from hexbench.session.editor.document import MAIN, Compiled, Compiler, Document, Spot, inside
from hexbench.session.editor.draft import Draft, Edited
from hexbench.session.game import Bound, Catalogue, LoadedScenario
from hexbench.store.strict import BadFile

_UNREADABLE: Final = (TypeError, ValueError, KeyError, IndexError, AttributeError)
"""Exceptions that a game may raise on a hand-written document; the strict reader says what is wrong with it.
"""

T = TypeVar("T")


class OpenScenario(Draft):
    """A scenario or position in its current state."""

    def __init__(self, catalogue: Catalogue, start: Document, path: Path | None = None) -> None:
        """Raises BadFile for a document of an unknown game, of a game that cannot be edited, or without a
        map.
        """
        super().__init__(start, path)
        self.catalogue = catalogue
        key = start.get(("game",), "")
        if key not in catalogue.games:
            raise BadFile(
                say('there is no game "{key}" in this Hexbench.', key=key), str(path or ""), "game", ("game",)
            )
        self.game: GameDef = catalogue.games[key]
        found = editing_of(self.game)
        if found is None:
            raise BadFile(
                say("{title} does not support the editing of scenarios.", title=self.game.title),
                str(path or ""),
            )
        self.editing: Editing = found
        self._compiler = Compiler(catalogue)
        self._compiled: tuple[Document, Compiled] | None = None
        self._content: tuple[Document, dict[str, Any]] | None = None
        self._memo: tuple[Document, dict[Any, Any]] = (start, {})
        self._bound: Bound | None = None
        self._state: Any = None
        self._seat: Seat | None = None
        self._seated: Any = None
        """The position for which the seat was last requested."""
        first = self.compiled
        if self._bound is None:
            assert first.fault is not None, "what compiles is bound"
            raise first.fault

    # ---- the compiled document
    @property
    def compiled(self) -> Compiled:
        """The compiled document."""
        document = self.document
        if self._compiled is None or self._compiled[0] is not document:
            found = self._compiler.compile(document, self.path)
            self._compiled = document, found
            if found.bound is not None:
                self._bound = found.bound
            if found.state is not None:
                self._state = found.state
        return self._compiled[1]

    @property
    def loaded(self) -> LoadedScenario | None:
        """The scenario as read by the game; None if it cannot be read."""
        return self.compiled.loaded

    @property
    def fault(self) -> BadFile | None:
        """Why it cannot be read; None if it can."""
        return self.compiled.fault

    @property
    def complaints(self) -> tuple[str, ...]:
        """The game's complaints about the scenario."""
        return self.compiled.complaints

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What the audit of the opening position finds."""
        return self.compiled.problems

    @property
    def bound(self) -> Bound:
        """The game bound to the document's map and options; the last combination that could be bound."""
        _ = self.compiled
        assert self._bound is not None, "a draft is not made without"
        return self._bound

    @property
    def map_key(self) -> str:
        """The key of its map, which may come from its base scenario; empty if the map is written in a
        document.
        """
        own = self.get("map")
        if own:
            return own if isinstance(own, str) else ""
        bound = self.bound
        return bound.map if bound.map in self.catalogue.maps(self.game.key) else ""

    @property
    def rules(self) -> Any:
        """The rules, open on the map."""
        return self.bound.rules

    @property
    def state(self) -> Any:
        """The opening position, or the last good one; None if there has been none."""
        _ = self.compiled
        return self._state

    @property
    def seat(self) -> Seat | None:
        """The umpire's seat at that position, or the last one there was: its faces are shown on the map."""
        state = self.state
        if state is not self._seated:
            self._seated = state
            # A half-finished set-up may be a position for which no seat can be made; its audit says what is
            # wrong.
            with contextlib.suppress(Exception):
                self._seat = self.rules.seat(state, None)
        return self._seat

    def refresh(self) -> None:
        """Reread maps and base scenarios, because they have been edited in the meantime."""
        self._compiler.forget()
        self._compiled = None
        self._memo = (self.document, {})
        self.announce(Edited(None, say("")))

    def _once(self, key: Any, make: Callable[[], T]) -> T:
        """A value cached for this version of the document; treat it as frozen."""
        document = self.document
        if self._memo[0] is not document:
            self._memo = (document, {})
        memo = self._memo[1]
        if key not in memo:
            memo[key] = make()
        found: T = memo[key]
        return found

    # ---- contents
    @property
    def kind(self) -> Format:
        """Scenario or position."""
        return _document.kind_of(self.document)

    @property
    def content(self) -> dict[str, Any]:
        """The content of ``scenario`` or ``position`` with the included parts merged in."""
        document = self.document
        if self._content is None or self._content[0] is not document:
            keyed = [roll.path[0] for roll in self.rolls if roll.keyed and len(roll.path) == 1]
            self._content = document, _document.merged(document, keyed)
        return self._content[1]

    @property
    def parts(self) -> tuple[str, ...]:
        """The files it includes, which other scenarios may include as well."""
        return tuple(name for name in self.document.files if name != MAIN)

    @property
    def rolls(self) -> tuple[DataTable, ...]:
        """The tables of the document."""
        return self._once("rolls", lambda: self.editing.rolls(self.rules, self.kind))

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The tracks, which hold values by turn."""
        return self._once("tracks", lambda: self.editing.tracks(self.rules, self.kind))

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms for everything else that can be set."""
        return self._once("forms", lambda: self.editing.forms(self.rules, self.kind))

    @property
    def zones(self) -> tuple[Zones, ...]:
        """The groups of zones in the document."""
        return self._once("zones", lambda: self.editing.zones(self.rules, self.kind))

    def roll(self, key: str) -> DataTable:
        """A table by its key. Raises KeyError."""
        return next(roll for roll in self.rolls if roll.key == key)

    @property
    def counters(self) -> DataTable:
        """The table of counters."""
        return next(roll for roll in self.rolls if roll.counters)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the document in order; none if it describes them wrongly."""
        try:
            return self.editing.turns(self.rules, self.kind, self.content)
        except _UNREADABLE:
            return ()

    @property
    def boxes(self) -> tuple[tuple[str, Say], ...]:
        """The boxes in which counters may start."""
        try:
            return self.editing.boxes(self.rules, self.kind, self.content)
        except _UNREADABLE:
            return ()

    def value(self, field: Field) -> Any:
        """A field of a form, or its blank."""
        return inside(self.content, field.path, field.blank)

    def track_value(self, track: Track, turn: str, side: str = "") -> Any:
        """The value of a track at a turn, or the game's own default."""
        path = (*track.path, turn, *((side,) if track.by_side else ()))
        found = inside(self.content, path)
        return self.track_default(track, turn, side) if found is None else found

    def track_default(self, track: Track, turn: str, side: str = "") -> Any:
        """The game's default for a track where the document has no value."""
        known = self.editing.track_default(self.rules, track.key, turn, side)
        return track.value.blank if known is None else known

    def zone(self, zones: Zones, name: str) -> tuple[str, ...]:
        """The hexes of a zone."""
        return tuple(inside(self.content, (*zones.path, name), ()) or ())

    def zone_names(self, zones: Zones) -> tuple[str, ...]:
        """The zones that the rules know and those in the document."""
        there = inside(self.content, zones.path, {}) or {}
        known = [name for name, _ in zones.names]
        families = tuple(name for name, _ in zones.families)
        return (*known, *(n for n in there if n not in known and families and n.startswith(families)))

    # ---- counters and other entries
    def entries(self, roll: DataTable | None = None) -> dict[str, dict[str, Any]]:
        """Every entry of a table (by default the counters') by its id; in a list, by its index. Treat them as
        frozen.
        """
        table = roll or self.counters
        return dict(self._once(("entries", table.key), lambda: self._entries(table)))

    def _entries(self, table: DataTable) -> dict[str, dict[str, Any]]:
        found = {name: self._whole(table, name, raw) for name, (_, raw) in self._spots(table).items()}
        if table.counters:
            for uid, entry in self.unnamed.items():
                found.setdefault(uid, entry)
        return found

    @property
    def unnamed(self) -> dict[str, dict[str, Any]]:
        """The counters in play that are not in the document: those of a base scenario, or of the game's
        tables.
        """
        return self._once("unnamed", self._unnamed)

    def _unnamed(self) -> dict[str, dict[str, Any]]:
        if self.kind == "scenario":
            return self.editing.unnamed(self.rules, self.kind, self.content)
        named, state = self._spots(self.counters), self.state
        units = state.units if state is not None else ()
        return {uid: self._whole(self.counters, uid, {}) for uid in units if uid not in named}

    def entry(self, uid: str, roll: DataTable | None = None) -> dict[str, Any]:
        """One entry; for a counter, with everything its scenario says about it. Raises KeyError."""
        table = roll or self.counters
        found: dict[str, dict[str, Any]] = self._once(("entries", table.key), lambda: self._entries(table))
        return found[uid]

    def _spots(self, roll: DataTable) -> dict[str, tuple[Spot, Any]]:
        return self._once(("spots", roll.key), lambda: _document.entries_of(self.document, roll))

    def _whole(self, roll: DataTable, uid: str, raw: Any) -> dict[str, Any]:
        given = as_entry(raw, roll)
        if not roll.counters or self.kind != "position" or self.state is None or uid not in self.state.units:
            return given
        known = self.editing.described(self.rules, self.state, uid)
        both = {**known, **given}
        if isinstance(known.get("printed"), Mapping) and isinstance(given.get("printed"), Mapping):
            both["printed"] = {**known["printed"], **given["printed"]}
        return both

    def whole(self, uid: str) -> dict[str, Any]:
        """A counter's entry completed from the game's tables, for an entry that may hold only differences."""
        entry = self.entry(uid)
        known = self.leaned_on(uid)
        return {**known, **entry} if known is not None else entry

    def leaned_on(self, uid: str) -> dict[str, Any] | None:
        """What the game's tables say about an id unless the scenario leaves it out; None if nothing."""
        if self.kind != "scenario" or not self.editing.left_out:
            return None
        content = _document.put(self.content, self.counters.path, {})
        return self.editing.unnamed(self.rules, self.kind, content).get(uid)

    def side_of(self, uid: str) -> str:
        """The side a counter belongs to."""
        return self.editing.side_of(self.kind, self.entry(uid), uid)

    def place_of(self, uid: str) -> str:
        """Where a counter starts: a hex, a box with a hash, or an empty string if it has not been placed."""
        return self.editing.place_of(self.rules, self.kind, self.entry(uid), uid)

    def face(self, uid: str) -> Face | None:
        """The counter as drawn by the game; None if it is not in the opening position or cannot be drawn."""
        seat = self.seat
        if seat is None or uid not in seat.s.units:
            return None
        try:
            return seat.face(uid)
        except Exception:  # noqa: BLE001 - what a player has set up so far may be a thing no game can draw
            return None

    def chips(self) -> tuple[Chip, ...]:
        """The markers on the map, as far as the game can draw them."""
        try:
            return self.seat.chips() if self.seat is not None else ()
        except Exception:  # noqa: BLE001 - as above
            return ()

    def faces(self) -> dict[str, tuple[Face, str]]:
        """Every counter of the document with its place, in document order; one that the game does not hold
        (yet) gets a plain face.
        """
        found: dict[str, tuple[Face, str]] = {}
        rules, kind = self.rules, self.kind
        for uid, entry in self.entries().items():
            face = self.face(uid)
            side = self.editing.side_of(kind, entry, uid)
            found[uid] = (
                face or Face(unit=uid, title=say("{who}", who=uid), side=side, colour=side, symbol=""),
                self.editing.place_of(rules, kind, entry, uid),
            )
        return found

    def editable(self, of: Subject, ref: str = "") -> tuple[FieldValue, ...]:
        """What can be changed about a unit, a hex, a hexside or the whole position; for positions only."""
        loaded = self.loaded
        if loaded is None or loaded.position is None:
            return ()
        return field_values(self.rules, loaded.position, of, ref)


def as_entry(raw: Any, roll: DataTable) -> dict[str, Any]:
    """An entry as an object: a bare hex stands for its place, and the id is omitted where it is the key."""
    if roll.plain:
        return {"value": raw}
    if isinstance(raw, str):
        return {"at": raw}
    if not isinstance(raw, Mapping):
        return {}
    return {key: value for key, value in raw.items() if key != "id" or not roll.keyed}
