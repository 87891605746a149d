"""The open document of an editor and its history of edits, undone and redone like the moves of a game.

An edit is an :class:`~hexbench.engine.values.Action` with the verb ``edit``: ``object`` holds its patches,
``how`` describes it. The tree of edits is the same :class:`~hexbench.engine.history.History` that games use.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, cast

from hexbench.engine.events import Broadcast, Noted
from hexbench.engine.history import History, Record
from hexbench.engine.rules import Outcome, Rules
from hexbench.engine.values import Action, Say, Value, say
from hexbench.session.editor.document import MAIN, Document, Key, Patch, packed, patched, unpacked
from hexbench.store import canon

_EDIT: Final = "edit"
"""The verb of an edit."""


class _EditRules:
    """The part of the rules interface that a history needs, for documents: an edit leads from one document to
    the next.
    """

    def apply(
        self, state: Document, action: Action, numbers: Sequence[int] | None = None, *, trusted: bool = False
    ) -> Outcome:
        """The document after an edit. Raises ValueError (one sentence)."""
        new = patched(state, unpacked(action.object))
        return Outcome(new, action, (Broadcast(all=Noted("", say("{what}", what=action.how))),), (), "")

    def digest(self, state: Document) -> str:
        """Equal digests for equal documents."""
        text = "\0".join(f"{name}\0{canon.dumps(content)}" for name, content in sorted(state.files.items()))
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Edited:
    """Notification that the document has changed. ``keys`` are the (file, keys) paths touched; None: anything
    may have changed.
    """

    keys: tuple[tuple[str, tuple[Key, ...]], ...] | None
    what: Say


def recorded(action: Action, what: Say) -> Record:
    """The record of an edit. ``action.how`` holds its sentence in English; ``what`` is kept with it for other
    languages.
    """
    return Record(side=None, action=action, told=(Broadcast(all=Noted("", what)),))


def said(record: Record | None) -> Say:
    """The translatable sentence that describes an edit; empty if there is none."""
    if record is None:
        return say("")
    noted = next((told.all for told in record.told if isinstance(told.all, Noted)), None)
    return noted.say if noted is not None else say("{what}", what=record.action.how)


@dataclass
class _Gathered:
    """Edits being combined into one: the resulting document, the patches, and the description of each."""

    document: Document
    patches: list[Patch] = field(default_factory=list)
    whats: list[Say] = field(default_factory=list)


class Draft:
    """One open document. Listeners are notified after every change; a failed edit changes nothing."""

    def __init__(self, start: Document, path: Path | None = None) -> None:
        self.edits = _EditRules()
        self.history: History[Document] = History(cast("Rules[Document, Any, Any]", self.edits), start)
        self.path = path
        """The file it is saved to; None if it has not been saved."""
        self._saved = start
        self.saved_at = 0
        """The history node whose document is in the file."""
        self.stood = self._standing(path)
        """A digest of its files when it was last opened or saved; empty if there were none."""
        self.listeners: list[Callable[[Edited], None]] = []
        self.on_saved: list[Callable[[], None]] = []
        """Called after the document has been written to its file."""
        self._gathered: _Gathered | None = None

    @property
    def document(self) -> Document:
        """The document in its current state."""
        return self.history.state if self._gathered is None else self._gathered.document

    @property
    def dirty(self) -> bool:
        """Whether it differs from what was opened or last saved."""
        return self.document is not self._saved and self.document != self._saved

    def get(self, *keys: Key, file: str = MAIN, default: Any = None) -> Any:
        """The value at a path of the document."""
        return self.document.get(keys, default, file)

    # ---- editing
    def do(self, what: Say, patches: Iterable[Patch]) -> bool:
        """Apply an edit; False if it changes nothing. Raises ValueError (one sentence), leaving the document
        unchanged.
        """
        made = tuple(patches)
        action = Action(_EDIT, object=packed(made), how=str(what))
        out = self.edits.apply(self.document, action)
        if out.state == self.document:
            return False
        if self._gathered is not None:
            self._gathered.document = out.state
            self._gathered.patches += made
            self._gathered.whats.append(what)
            return True
        self.history.add(recorded(action, what), out.state)
        self.announce(Edited(tuple((one.file, one.keys) for one in made), what))
        return True

    @contextlib.contextmanager
    def together(self, what: Say) -> Iterator[None]:
        """Combine everything done inside into one edit, called ``what`` if there is more than one change. If
        the block raises, nothing has changed. Listeners are notified at the end.
        """
        if self._gathered is not None:  # already inside a combined edit
            yield
            return
        gathered = self._gathered = _Gathered(self.document)
        try:
            yield
        finally:
            self._gathered = None
        if gathered.patches:
            self.do(gathered.whats[0] if len(gathered.whats) == 1 else what, gathered.patches)

    def announce(self, edited: Edited) -> None:
        """Notify the listeners."""
        for listener in tuple(self.listeners):
            listener(edited)

    # ---- undo, redo and jumps
    @property
    def undo_text(self) -> Say:
        """What undo would revert; empty if there is nothing."""
        return said(self.history.node.record)

    @property
    def redo_text(self) -> Say:
        """What redo would reapply; empty if there is nothing."""
        child = self.history.node.latest
        return said(self.history.nodes[child].record if child is not None else None)

    def undo(self) -> bool:
        """Undo the last edit; False if there is none."""
        if not self.history.can_undo:
            return False
        self._moved(self.history.undo())
        return True

    def redo(self) -> bool:
        """Redo the edit undone last; False if there is none."""
        if not self.history.can_redo:
            return False
        self._moved(self.history.redo())
        return True

    def go(self, number: int) -> None:
        """Go to any node of the history. Raises IndexError if it does not exist."""
        self.history.go(number)
        self.announce(Edited(None, say("")))

    def _moved(self, over: Record) -> None:
        keys = tuple((patch.file, patch.keys) for patch in unpacked(over.action.object))
        self.announce(Edited(keys, said(over)))

    # ---- files
    def save(self, path: Path | None = None) -> Path:
        """Write every file of the document in canonical form, parts next to it. Raises CannotWrite, leaving
        the document unchanged.
        """
        target = path or self.path
        assert target is not None, "asked only with a place"
        what, patches = self._named_for(target)
        self._write(target, patched(self.document, patches), whole=path is not None)
        # Only now: if writing fails, the document keeps its old name.
        if patches:
            self.do(what, patches)
        self.path = target
        self._saved = self.document
        self.saved_at = self.history.here
        self.stood = self._standing(target)
        for heard in tuple(self.on_saved):
            heard()
        return target

    def _named_for(self, target: Path) -> tuple[Say, tuple[Patch, ...]]:
        """The change needed before the document is saved to a file, such as its name. Raises CannotWrite."""
        return say(""), ()

    def _write(self, target: Path, document: Document, *, whole: bool) -> None:
        """Write the document itself and those of its parts that changed; ``whole``: all of them."""
        for name, content in document.files.items():
            if name == MAIN or whole or content != self._saved.files.get(name):
                canon.write(target if name == MAIN else target.with_name(name), content)

    @property
    def overtaken(self) -> bool:
        """Whether its file has been changed by something else since it was last opened or saved, so that
        saving would overwrite that.
        """
        standing = self._standing(self.path)
        return standing not in ("", self.stood)

    def _standing(self, path: Path | None) -> str:
        """A digest of the document's file and those of its parts; empty if there is no file."""
        if path is None:
            return ""
        made = hashlib.sha256()
        for name in sorted(self._saved.files):  # the document itself comes first: its name is empty
            try:
                made.update(hashlib.sha256((path.with_name(name) if name else path).read_bytes()).digest())
            except (OSError, ValueError):
                if name == MAIN:
                    return ""
        return made.hexdigest()

    def count_as_saved(self, number: int, stood: str | None = None) -> None:
        """Treat the document at a node as the one in the file, with this digest; used when a history is
        restored. Without a digest, the file as it is now counts.
        """
        self._saved = self.history.state_at(number)
        self.saved_at = number
        self.stood = self._standing(self.path) if stood is None else stood


# What is wrong with an open document: one sentence each, with places on the map and in the document.

Level = Literal["error", "warning", "note"]
"""``error``: it cannot be played like this. ``warning``: it can, but is hardly intended. ``note``: worth
knowing.
"""
LEVELS: tuple[Level, ...] = ("error", "warning", "note")


class Finding(Value, frozen=True, kw_only=True):
    """One finding. ``hexes`` and ``units`` are what to look at, ``keys`` its path in the document."""

    level: Level
    text: Say
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    rule: str = ""


def in_order(found: list[Finding]) -> tuple[Finding, ...]:
    """The findings without duplicates, errors first, otherwise in the order found."""
    once = list(dict.fromkeys(found))
    return tuple(sorted(once, key=lambda one: LEVELS.index(one.level)))
