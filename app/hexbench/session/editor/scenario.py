"""Every edit of the open scenario or position.

After each edit the document is recompiled by the strict reader; the faces shown are those of the umpire's
seat at the opening position. If it does not compile, the last position that did stays on the screen, with the
reason.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from hexbench.engine.display import Face
from hexbench.engine.documents.editing import DataTable, Field, Track, Zones
from hexbench.engine.documents.fields import Subject
from hexbench.engine.umpire import UMPIRE, amend
from hexbench.engine.values import Action, Say, Wrong, listed, say
from hexbench.session.editor import document as _document
from hexbench.session.editor.document import Compiled, Document, Key, Patch, inside, patched, put
from hexbench.session.editor.naming import HEADER, complaint_said, zone_said
from hexbench.session.editor.opened import OpenScenario, as_entry
from hexbench.session.game import BadPosition, LoadedScenario
from hexbench.store.strict import BadFile, CannotWrite

_SAID: Final = 3
"""Number of complaints about a document reported at once."""

# Where a document names its counters and other entries, so that a new id replaces the old one everywhere.
#
# A document does not mark which words are ids. What the game declares to be text, a number, a choice or a
# place is not one (a division may have the same name as an id). Everything else that is written exactly like
# the id is one: keys of objects, words in lists, units waiting in a box that bears another's name.

_NAMING: Final = ("unit", "words", "data", "rows")
"""Kinds of fields that may name entries."""
_ANY: Final = "*"

_KeyPath = tuple[str, ...]


def followed(draft: OpenScenario, renames: Mapping[str, str]) -> tuple[Patch, ...]:
    """The patches that replace the old ids by the new ones wherever the document uses them."""
    told = {old: new for old, new in renames.items() if old not in _structural(draft)}
    if not told:
        return ()
    plain = _plain_paths(draft)
    kept = {draft.editing.left_out} if draft.kind == "scenario" and draft.editing.left_out else set()
    return tuple(
        patch
        for file, start, content in _document.sources(draft.document)
        for key, value in content.items()
        if not (file and key in _document.HEADER)
        for patch in _within(value, file, (*start, key), (key,), told, plain, kept)
    )


def renamed(
    value: Any, renames: Mapping[str, str], plain: frozenset[_KeyPath] = frozenset(), at: _KeyPath = ()
) -> Any:
    """A value with the new ids in it; ``plain`` are the paths that are not ids."""
    if at in plain:
        return _box(value, renames)
    if isinstance(value, Mapping):
        return {
            renames.get(key, key): renamed(inner, renames, plain, (*at, str(key)))
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [renamed(inner, renames, plain, at) for inner in value]
    return _word(value, renames) if isinstance(value, str) else value


def plain_fields(fields: tuple[Field, ...]) -> frozenset[_KeyPath]:
    """The paths of an entry's fields that do not name entries."""
    return frozenset(field.path for field in fields if field.kind not in _NAMING)


def _structural(draft: OpenScenario) -> frozenset[str]:
    """Words that are part of a document's structure: as keys they stand for themselves, whatever a counter is
    called.
    """
    words: set[str] = set(draft.game.sides)
    for roll in draft.rolls:
        words.update(roll.path, *(field.path for field in roll.fields))
    for track in draft.tracks:
        words.update(track.path)
    for form in draft.forms:
        words.update(*(field.path for field in form.fields))
    for zones in draft.zones:
        words.update(zones.path, (name for name, _ in zones.names))
    return frozenset(words)


def _plain_paths(draft: OpenScenario) -> frozenset[_KeyPath]:
    """Paths in the content that are not ids; an asterisk stands for any entry."""
    out: set[_KeyPath] = set()
    for roll in draft.rolls:
        out.update((*roll.path, _ANY, *path) for path in plain_fields(roll.fields) if not roll.plain)
    out.update((*track.path, _ANY) for track in draft.tracks)
    out.update(path for form in draft.forms for path in plain_fields(form.fields))
    out.update((*zones.path, _ANY) for zones in draft.zones)
    return frozenset(out)


def _within(
    value: Any,
    file: str,
    keys: tuple[Key, ...],
    at: _KeyPath,
    renames: Mapping[str, str],
    plain: frozenset[_KeyPath],
    kept: set[_KeyPath],
) -> Iterator[Patch]:
    if at in kept:
        return
    if _is_plain(at, plain):
        box = _box(value, renames)
        if box != value:
            yield Patch(keys=keys, value=box, file=file)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _within(inner, file, (*keys, key), (*at, key), renames, plain, kept)
            if key in renames and renames[key] not in value:
                yield Patch(keys=(*keys, key), do="rename", value=renames[key], file=file)
    elif isinstance(value, list | tuple):
        for n, inner in enumerate(value):
            yield from _within(inner, file, (*keys, n), (*at, str(n)), renames, plain, kept)
    elif isinstance(value, str):
        new = _word(value, renames)
        if new != value:
            yield Patch(keys=keys, value=new, file=file)


def _is_plain(at: _KeyPath, plain: frozenset[_KeyPath]) -> bool:
    """Whether a path matches one of those, with any id or index in place of an asterisk."""
    return at in plain or any((*at[:n], _ANY, *at[n + 1 :]) in plain for n in range(len(at)))


def _word(text: str, renames: Mapping[str, str]) -> str:
    """An id, or a box that bears one, replaced by its new name."""
    return renames[text] if text in renames else str(_box(text, renames))


def _box(value: Any, renames: Mapping[str, str]) -> Any:
    """A box that bears an id (``#aboard/V1``); it counts even in fields that hold only places."""
    if not isinstance(value, str) or not value.startswith("#") or "/" not in value:
        return value
    return "/".join(renames.get(part, part) for part in value.split("/"))


NEW_NAME = "untitled"
"""The name of a document until it is saved."""
_COPY = re.compile(r"~\d+$")


class ScenarioDraft(OpenScenario):
    """A scenario or position being edited. Every method that changes it is one edit; an impossible one raises
    ValueError (one sentence) and changes nothing.
    """

    # ---- counters
    def place(self, uids: Iterable[str], at: str) -> bool:
        """Put counters in a hex or box."""
        chosen = tuple(uids)
        changes = {
            uid: self.editing.placed(self.rules, self.kind, self._given(uid), uid, at) for uid in chosen
        }
        what = say("Place {who} in {at}", who=_named(chosen), at=at.lstrip("#") or "the tray")
        return self.do(what, self._replacing(self.counters, changes))

    def move(self, places: Mapping[str, str]) -> bool:
        """Place each counter in a hex or box of its own, so that a group that is moved keeps its shape."""
        changes = {
            uid: self.editing.placed(self.rules, self.kind, self._given(uid), uid, at)
            for uid, at in places.items()
        }
        return self.do(say("Place {who}", who=_named(tuple(places))), self._replacing(self.counters, changes))

    def add(self, side: str, at: str = "", facts: Mapping[str, Any] | None = None, uid: str = "") -> str:
        """Add a new counter of a side; ``facts`` are values by field key. Returns its id."""
        name = uid or self.free(f"{side[:1].upper()}-")
        self.check_new(name)
        entry = self.made(side, name, at, facts or {})
        self.do(say("New counter {who}", who=name), self._adding(self.counters, {name: entry}))
        return name

    def made(self, side: str, name: str, at: str, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The entry of a new counter, without adding it."""
        entry = self.editing.fresh(self.rules, self.kind, side)
        known = {field.key: field for field in self.counters.fields}
        for key, value in facts.items():
            entry = put(entry, known[key].path if key in known else tuple(key.split(".")), value)
        return self.editing.placed(self.rules, self.kind, entry, name, at) if at else entry

    def adding(self, entries: Mapping[str, Mapping[str, Any]]) -> list[Patch]:
        """The patches that add counters by id, without applying them."""
        return self._adding(self.counters, entries)

    def begin_play(self) -> LoadedScenario:
        """The current document, ready to be played. Raises BadFile with whatever prevents that."""
        found = self.compiled
        if found.fault is not None:
            raise found.fault
        where = str(self.path or "")
        if found.complaints:
            told = [complaint_said(self, one)[1] for one in found.complaints[:_SAID]]
            raise BadFile(listed(told, " "), where)
        if found.problems:
            raise BadPosition(found.problems, where)
        assert found.loaded is not None, "without a fault it is there"
        return found.loaded

    def trial(self, document: Document) -> Compiled:
        """The result of compiling another document in place of this one, without recording it."""
        return self._compiler.compile(document, self.path)

    def copy(self, places: Mapping[str, str] | Iterable[str]) -> tuple[str, ...]:
        """Copy counters, each to the place given for it or, without one, to its own place. Returns the new
        ids.
        """
        made: dict[str, dict[str, Any]] = {}
        chosen = tuple(places)
        known = self.entries()
        for uid in chosen:
            if uid not in known:
                raise Wrong(say("There is no counter {name}.", name=uid))
            at = places[uid] if isinstance(places, Mapping) else ""
            name = self.copy_name(uid, made)
            entry = self.whole(uid)
            made[name] = self.editing.placed(self.rules, self.kind, entry, name, at) if at else entry
        self.do(say("Copy {who}", who=_named(chosen)), self._adding(self.counters, made))
        return tuple(made)

    def remove(self, uids: Iterable[str]) -> bool:
        """Remove counters from the document."""
        chosen = tuple(uids)
        return self.do(say("Remove {who}", who=_named(chosen)), self._without(chosen))

    def rename(self, uid: str, new: str, roll: DataTable | None = None) -> bool:
        """Give a counter, or an entry of another table with ids, a new id. Every reference to it is updated."""
        table = roll or self.counters
        new = new.strip()
        if new == uid:
            return False
        if table.counters:
            self.check_new(new)
        else:
            self._check_entry(table, new)
        spots = self._spots(table)
        follow = list(followed(self, {uid: new}))
        if uid in spots:
            own = spots[uid][0]
            listed = isinstance(own.keys[-1], int)
            patch = (
                Patch(keys=(*own.keys, "id"), value=new, file=own.file)
                if listed
                else Patch(keys=own.keys, do="rename", value=new, file=own.file)
            )
            patches = [*self._apart(uid, table), *follow]
            if patch not in follow:
                patches.append(patch)
        elif table.counters and uid in self.entries():
            entry = self.entry(uid)
            patches = [*follow, *self._without((uid,)), *self._adding(table, {new: entry})]
        else:
            raise Wrong(say("There is no {name} in {table}.", name=uid, table=table.name))
        return self.do(say("Rename {old} to {new}", old=uid, new=new), patches)

    def _apart(self, uid: str, table: DataTable) -> list[Patch]:
        """What has to be written so that a counter no longer depends on what the game's tables say about its
        id.
        """
        if not table.counters:
            return []
        patches: list[Patch] = []
        if self.leaned_on(uid) is not None:
            out = dict.fromkeys((*inside(self.content, self.editing.left_out, ()), uid))
            patches = self._setting(self.editing.left_out, list(out))
        return [*self._replacing(table, {uid: self.whole(uid)}), *patches]

    def _check_entry(self, roll: DataTable, name: str) -> None:
        """Raises ValueError for an id that no new entry of a table can have."""
        if not name:
            raise Wrong(say("An entry needs an id."))
        if not roll.keyed:
            raise Wrong(
                say("The rows of {table} are identified by position: they have no ids.", table=roll.name)
            )
        if name in self._spots(roll):
            raise Wrong(say("There is already an entry {name}.", name=name))
        if roll.at == "hex" and name not in self.rules.atlas.index:
            raise Wrong(say("Hex {hex} is not on this map.", hex=name))

    def copy_name(self, uid: str, also: Collection[str] = ()) -> str:
        """An id for a copy of a counter."""
        return self.free(f"{_COPY.sub('', uid)}~", also)

    def free(self, stem: str, also: Collection[str] = ()) -> str:
        """An unused id: the stem with a number appended."""
        taken = self._taken()
        n = 1
        while f"{stem}{n}" in taken or f"{stem}{n}" in also:
            n += 1
        return f"{stem}{n}"

    def check_new(self, uid: str) -> None:
        """Raises ValueError for an id no new counter can have."""
        if not uid or uid.startswith("#") or uid in self.rules.atlas.index:
            raise Wrong(say("A counter needs an id that is neither a hex nor a box."))
        if uid in self._taken():
            raise Wrong(say("There is already a counter {name}.", name=uid))

    def _taken(self) -> set[str]:
        """Ids used by counters: those of the document, and those the game adds by itself."""
        made = self.state.units if self.state is not None else ()
        return {*self.entries(), *made}

    # ---- fields of any table
    def set_field(self, roll: DataTable | str, ids: Iterable[str], field: Field, value: Any) -> bool:
        """Set a field of one or more entries; the field's blank, or None, removes it."""
        chosen = tuple(ids)
        table = self.roll(roll) if isinstance(roll, str) else roll
        what = say("{field} of {who}: {value}", field=field.name, who=_named(chosen), value=_short(value))
        changes = {uid: {field.key: value} for uid in chosen}
        follow: tuple[Patch, ...] = ()
        if field.path == ("id",) and not table.keyed and len(chosen) == 1:
            old = str(inside(self._given(chosen[0], table), ("id",), ""))
            known = [one for roll in self.rolls for one in _ids_of(roll, self.entries(roll))]
            if old and value and known.count(old) == 1:
                follow = followed(self, {old: str(value)})
        return self.set_entries(what, table, changes, follow=follow)

    def set_entries(
        self,
        what: Say,
        roll: DataTable,
        changes: Mapping[str, Mapping[str, Any]],
        new: Mapping[str, Mapping[str, Any]] | None = None,
        follow: Iterable[Patch] = (),
    ) -> bool:
        """Set fields of many entries at once, each by field keys; ``new`` are whole entries to add,
        ``follow`` further patches of the same edit.
        """
        known = {field.key: field for field in roll.fields}
        made: dict[str, Any] = {}
        for uid, facts in changes.items():
            entry = self._given(uid, roll)
            for key, value in facts.items():
                entry = put(entry, known[key].path, unsaid(known[key], value))
            made[uid] = entry
        return self.do(what, [*follow, *self._replacing(roll, made), *self._adding(roll, new or {})])

    def face_with(self, uid: str, entry: Mapping[str, Any]) -> Face | None:
        """How the game would draw a counter with this entry, without recording it. Raises ValueError,
        BadFile.
        """
        patches = self._replacing(self.counters, {uid: entry})
        found = self.trial(patched(self.document, patches))
        if found.fault is not None:
            raise found.fault
        assert found.bound is not None, "what compiles is bound"
        if uid not in found.state.units:
            return None
        try:
            face: Face | None = found.bound.rules.seat(found.state, None).face(uid)
        except Exception as fault:  # noqa: BLE001 - what is half made may be a thing no game can draw
            what = found.complaints[0] if found.complaints else f"{type(fault).__name__}: {fault}"
            raise Wrong(say("The game cannot draw this counter: {why}", why=str(what))) from None
        return face

    def add_entry(self, roll: DataTable, facts: Mapping[str, Any] | None = None, name: str = "") -> str:
        """Add an entry to a table other than the counters'. Returns its id; in a list, its index."""
        entry = self.made_entry(roll, facts or {})
        there = self._spots(roll)
        if roll.keyed:
            if not name or name in there:
                raise Wrong(
                    say("There is already an entry {name}.", name=name)
                    if name
                    else say("An entry needs an id.")
                )
        else:
            name = str(len(there))
        self.do(
            say("New entry {who} in {table}", who=name, table=roll.name), self._adding(roll, {name: entry})
        )
        return name

    def made_entry(self, roll: DataTable, facts: Mapping[str, Any]) -> dict[str, Any]:
        """A new entry of a table other than the counters', without adding it."""
        entry = dict(roll.fresh or {})
        for field in roll.fields:
            if field.needed and inside(entry, field.path) is None:
                entry = put(entry, field.path, field.choices[0][0] if field.choices else field.blank)
        known = {field.key: field for field in roll.fields}
        for key, value in facts.items():
            entry = put(entry, known[key].path, value)
        return entry

    def remove_entries(self, roll: DataTable, ids: Iterable[str]) -> bool:
        """Remove entries from a table."""
        chosen = tuple(ids)
        if roll.counters:
            return self.remove(chosen)
        what = say("Remove {who} from {table}", who=_named(chosen), table=roll.name)
        return self.do(what, self._dropping(roll, chosen))

    # ---- everything else
    def set_track(self, track: Track, turn: str, value: Any, side: str = "") -> bool:
        """Set the value of a track at a turn."""
        path = (*track.path, turn, *((side,) if track.by_side else ()))
        what = say("{track}, {turn}: {value}", track=track.name, turn=turn, value=_short(value))
        plain = None if value == self.track_default(track, turn, side) else unsaid(track.value, value)
        if value is not None and plain is None and value != self.track_default(track, turn, side):
            plain = value  # the blank, where the game has another default
        if plain is None and track.by_side and set(inside(self.content, path[:-1], ())) == {side}:
            path = path[:-1]
        return self.do(what, self._setting(path, plain))

    def set_form(self, field: Field, value: Any) -> bool:
        """Set a field of a form."""
        what = say("{field}: {value}", field=field.name, value=_short(value))
        patches = self._setting(field.path, unsaid(field, value))
        if field.key == "phase" and self.kind == "position":
            patches += self._setting(("stack",), None)  # a position has one or the other
        return self.do(what, patches)

    def set_header(self, key: str, value: Any) -> bool:
        """Set a field about the document: title, blurb, source, provenance, options, first_turn, last_turn,
        map, order.
        """
        old = self.get(key)
        if value is None or (value == "" and key not in ("title", "map", "source")):
            patches = [Patch(keys=(key,), do="drop")] if old is not None else []
        else:
            patches = [Patch(keys=(key,), value=value)]
        return self.do(
            say("{field}: {value}", field=HEADER.get(key, key.replace("_", " ")), value=_short(value)),
            patches,
        )

    def set_option(self, key: str, value: Any) -> bool:
        """Set an option of the game; None restores its default."""
        options = {**(self.get("options") or {}), key: value}
        if value is None:
            del options[key]
        return self.set_header("options", options)

    def set_zone(self, zones: Zones, name: str, hexes: Iterable[str]) -> bool:
        """Set the hexes of a zone, in map order."""
        index = self.rules.atlas.index
        chosen = sorted(dict.fromkeys(hexes), key=lambda at: index.get(at, len(index)))
        known = any(name == one for one, _ in zones.names)
        n = len(chosen)
        what = say("{zone}: 1 hex" if n == 1 else "{zone}: {n} hexes", zone=zone_said(self, name), n=n)
        return self.do(what, self._setting((*zones.path, name), chosen if chosen or known else None))

    # ---- levers: what the umpire's hand may change of a position
    def pull(self, key: str, refs: Sequence[str], value: str) -> bool:
        """Change a field value, for one or more subjects of its kind."""
        loaded = self.loaded
        if loaded is None or loaded.position is None:
            raise Wrong(
                say("Markers and states can be set only in positions: a scenario starts with its set-up.")
            )
        old = loaded.position
        new = amend(self.rules, old, Action(UMPIRE, tuple(refs), value, key)).state
        before, after = self.editing.position(self.rules, old), self.editing.position(self.rules, new)
        patches = [
            patch
            for name in after
            if name not in ("units", "stack", "dice") and after[name] != before.get(name)
            for patch in self._setting((name,), after[name])
        ]
        patches += [
            patch
            for name in before
            if name not in after and name not in ("stack", "dice")
            for patch in self._setting((name,), None)
        ]
        changed: dict[str, Any] = {}
        for uid, facts in after["units"].items():
            was = before["units"].get(uid, {})
            if facts != was:
                entry = self._given(uid)
                for name in dict.fromkeys((*facts, *was)):
                    if facts.get(name) != was.get(name) and name != "printed":
                        entry = put(entry, (name,), facts.get(name))
                changed[uid] = entry
        patches += self._replacing(self.counters, changed)
        kind: Subject = (
            "unit" if refs and refs[0] in self.entries() else "hex" if refs and refs[0] else "game"
        )
        known = next((one for one in self.editable(kind, refs[0] if refs else "") if one.key == key), None)
        shown: Say | str = value or say("no")
        if known is not None:
            shown = next((name for one, name in known.choices if one == value and str(name)), shown)
        name = known.say if known is not None else key
        return self.do(say("{what} of {who}: {value}", what=name, who=_named(refs), value=shown), patches)

    # ---- files
    def _named_for(self, target: Path) -> tuple[Say, tuple[Patch, ...]]:
        """Give the document the name of its file. Among the player's own scenarios parts get names of their
        own, so that no scenario changes what another includes. A supplied scenario's name is refused,
        because that one would be found instead.
        """
        places = self.catalogue.places
        mine = places.data / "scenarios" / self.game.key
        shipped = (places.scenarios / self.game.key).glob("*.json")
        if target.parent == mine and any(one.name == target.name for one in shipped):
            raise CannotWrite(
                say("a scenario supplied with the program has this name; choose another."), str(target)
            )
        patches: list[Patch] = []
        if target.parent == mine and (self.path is None or self.path.parent != mine):
            include = list(self.get("include", default=()))
            for name in self.parts:
                new = f"{target.stem}_{name}"
                patches.append(Patch(keys=(), do="rename", value=new, file=name))
                include[include.index(name)] = new
            if include:
                patches.append(Patch(keys=("include",), value=include))
        if self.get("name") != target.stem:
            patches.append(Patch(keys=("name",), value=target.stem))
        turns = self.turns
        for key, turn in (("first_turn", turns[:1]), ("last_turn", turns[-1:])):
            if turn and not self.get(key) and self.get("name") == NEW_NAME:
                patches.append(Patch(keys=(key,), value=str(turn[0].name)))
        return say("Rename to {name}", name=target.stem), tuple(patches)

    # ---- patches
    def _given(self, uid: str, roll: DataTable | None = None) -> dict[str, Any]:
        """What the document itself says about an entry; for one it does not name, its place."""
        table = roll or self.counters
        spot = self._spots(table).get(uid)
        if spot is not None:
            return as_entry(spot[1], table)
        if table.counters and self.kind == "position" and self.state is not None and uid in self.state.units:
            return {"at": self.state.units[uid].at}
        if table.counters and uid in self.unnamed:
            return dict(self.unnamed[uid])
        raise Wrong(say("There is no {name} in {table}.", name=uid, table=table.name))

    def _replacing(self, roll: DataTable, changes: Mapping[str, Mapping[str, Any]]) -> list[Patch]:
        spots = self._spots(roll)
        out: list[Patch] = []
        for uid, entry in changes.items():
            if uid not in spots:
                out += self._adding(roll, {uid: entry})
                continue
            spot, raw = spots[uid]
            bare = isinstance(raw, str) and not roll.plain and set(entry) == {"at"}
            value: Any = entry["at"] if bare else _with_id(raw, _written(roll, entry))
            if value != raw:
                out.append(Patch(keys=spot.keys, value=value, file=spot.file))
        return out

    def _adding(self, roll: DataTable, entries: Mapping[str, Mapping[str, Any]]) -> list[Patch]:
        out: list[Patch] = []
        more = 0
        for uid, entry in entries.items():
            spot, listed = _document.new_spot(self.document, roll, uid)
            if not listed:
                out.append(Patch(keys=spot.keys, value=_written(roll, entry), file=spot.file))
                continue
            value = {"id": uid, **entry} if roll.keyed else _written(roll, entry)
            *table, place = spot.keys
            if self.document.get(tuple(table), file=spot.file) is None and not more:
                out.append(Patch(keys=tuple(table), value=[], file=spot.file))
            keys: tuple[Key, ...] = (*table, int(place) + more)
            out.append(Patch(keys=keys, value=value, do="insert", file=spot.file))
            more += 1
        return out

    def _dropping(self, roll: DataTable, ids: Sequence[str]) -> list[Patch]:
        spots = self._spots(roll)
        missing = [uid for uid in ids if uid not in spots]
        if missing:
            raise Wrong(say("There is no {name} in {table}.", name=missing[0], table=roll.name))
        # the last of a list goes first, so that the indices of the others stay valid
        chosen = sorted(
            (spots[uid][0] for uid in ids), key=lambda spot: str(spot.keys[-1]).zfill(9), reverse=True
        )
        return [Patch(keys=spot.keys, do="drop", file=spot.file) for spot in chosen]

    def _without(self, uids: Sequence[str]) -> list[Patch]:
        """The patches that remove counters from the document, including those only its base names."""
        roll = self.counters
        spots = self._spots(roll)
        described = [uid for uid in uids if uid in spots]
        patches = self._dropping(roll, described) if described else []
        if self.kind == "scenario" and self.editing.left_out:
            listed = self.editing.unnamed(self.rules, self.kind, put(self.content, roll.path, {}))
            out = [*inside(self.content, self.editing.left_out, ()), *(u for u in uids if u in listed)]
            return [*patches, *self._setting(self.editing.left_out, list(dict.fromkeys(out)) or None)]
        rest = self.content.get("rest", "absent") if self.kind == "position" else "absent"
        if rest != "absent" and self.state is not None:
            # a counter that is included by default cannot be left out: from now on all present are named
            stay = [uid for uid in self.state.units if uid not in spots and uid not in uids]
            patches += self._adding(roll, {uid: {"at": self.state.units[uid].at} for uid in stay})
            patches += self._setting(("rest",), None)
        elif len(described) < len(uids):
            raise Wrong(
                say("There is no counter {name}.", name=next(uid for uid in uids if uid not in spots))
            )
        return patches

    def _setting(self, path: tuple[str, ...], value: Any) -> list[Patch]:
        spot = _document.place_of(self.document, path)
        if value is not None:
            return [Patch(keys=spot.keys, value=value, file=spot.file)]
        if self.document.get(spot.keys, file=spot.file) is None:
            return []
        return [Patch(keys=spot.keys, do="drop", file=spot.file)]


def unsaid(field: Field, value: Any) -> Any:
    """The value as it is written: None if it is the blank and need not be."""
    value = field.blank if value is None and field.needed else value
    plain = list(value) if isinstance(value, tuple) else value
    blank = list(field.blank) if isinstance(field.blank, tuple) else field.blank
    return None if plain is None or (plain == blank and not field.needed) else plain


def _written(roll: DataTable, entry: Mapping[str, Any]) -> Any:
    """An entry as written in the document."""
    return entry.get("value") if roll.plain else dict(entry)


def _with_id(raw: Any, entry: Any) -> Any:
    if not isinstance(raw, Mapping) or not isinstance(entry, Mapping):
        return entry
    return {"id": raw["id"], **entry} if "id" in raw and "id" not in entry else entry


def _ids_of(roll: DataTable, entries: Mapping[str, Mapping[str, Any]]) -> Iterable[str]:
    """The ids of a table: its keys, or in a list the ids in its entries."""
    return entries if roll.keyed else (str(entry["id"]) for entry in entries.values() if "id" in entry)


def _named(uids: Sequence[str]) -> Say | str:
    if len(uids) <= 2:
        return ", ".join(uids)
    return say("{first} and {n} more", first=uids[0], n=len(uids) - 1)


def _short(value: Any) -> str:
    if isinstance(value, list | tuple) and any(isinstance(one, Mapping) for one in value):
        return str(len(value))
    text = (
        ", ".join(map(str, value)) if isinstance(value, list | tuple) else str("" if value is None else value)
    )
    return text if len(text) <= 40 else text[:37] + "..."
