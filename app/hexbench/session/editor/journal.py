"""A journal of the edits of an open document, written to disk at once: after a crash every edit can be
restored and undone.

A journal is a text file in the player's folder with one line of JSON per event: the initial document, every
edit with the history node it was made at, moves through the history, and saves. A line that cannot be read,
torn by a crash or damaged later, is skipped by itself; the first line is written twice. The journal is
deleted when its document is closed.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from hexbench.engine.history import Node
from hexbench.engine.values import Action, Say, say
from hexbench.session.editor.document import MAIN, Document
from hexbench.session.editor.draft import Draft, Edited, recorded, said
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.game import Catalogue
from hexbench.store import canon, customs
from hexbench.store.canon import cannot_write
from hexbench.store.customs import brief
from hexbench.store.paths import DRAFT, Places
from hexbench.store.strict import BadFile, CannotWrite, parse_json

VERSION: Final = 1

D = TypeVar("D", bound=Draft)


@dataclass(frozen=True)
class Left:
    """An unfinished document. ``path`` is the journal's, ``file`` that of the document itself, if it has one."""

    kind: str
    path: Path
    title: str
    when: datetime
    file: Path | None = None
    edits: int = 0


class Journal:
    """Keeps one draft on disk. The file is created with the first edit. If it cannot be written, ``told`` is
    called once, editing continues, and the missing lines are written as soon as writing works again.
    """

    def __init__(
        self, places: Places, draft: Draft, kind: str = "scenario", left: Left | None = None
    ) -> None:
        """``left``: continue the journal from which the draft was recovered."""
        self.draft, self.kind = draft, kind
        self.path = left.path if left is not None else _free(places.drafts, kind)
        self._begun = left is not None
        self._written = len(draft.history.nodes) if left is not None else 1
        self._here = draft.history.here
        self.told: Callable[[CannotWrite], None] | None = None
        self._broken = False
        """The last line was not written, or only in part."""
        if left is not None:
            self._mend()
        draft.listeners.append(self._on_edited)
        draft.on_saved.append(self._on_saved)

    def _mend(self) -> None:
        """Rewrite the journal after lines of it were lost, because later lines use the node numbers of the
        draft.
        """
        nodes = self.draft.history.nodes
        if [line.get("node") for line in _lines(self.path) if "node" in line] == list(range(1, len(nodes))):
            return
        lines = [self._first(), self._first(), *map(_edit, nodes[1:])]
        lines.append(self._saved(self.draft.saved_at))
        lines.append({"here": self._here})
        canon.write_text(self.path, "".join(map(_text, lines)))

    def _on_edited(self, edited: Edited) -> None:
        nodes, here = self.draft.history.nodes, self.draft.history.here
        lines: list[dict[str, Any]] = []
        lines += map(_edit, nodes[self._written :])
        if here != self._here or lines:
            lines.append({"here": here})
        if not lines or self._write(lines):
            self._written, self._here = len(nodes), here

    def _on_saved(self) -> None:
        if self._begun or self.draft.history.here:
            self._write([self._saved(self.draft.history.here)])

    def _write(self, lines: list[dict[str, Any]]) -> bool:
        """Append lines; False if that failed."""
        if not self._begun:
            lines = [
                self._first(),
                self._first(),
                *lines,
            ]  # twice: if this line were lost, everything would be
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                if self._broken:
                    file.write("\n")  # an earlier write may have stopped within a line
                file.writelines(map(_text, lines))
                file.flush()
                os.fsync(file.fileno())
        except OSError as fault:
            if self.told is not None and not self._broken:
                self.told(cannot_write(self.path, fault))
            self._broken = True
            return False
        self._begun, self._broken = True, False
        return True

    def _saved(self, node: int) -> dict[str, Any]:
        """The line that records which document is in the file."""
        return {"saved": node, "file": str(self.draft.path or ""), "stood": self.draft.stood}

    def _first(self) -> dict[str, Any]:
        start = self.draft.history.nodes[0].state
        assert start is not None, "the first document is always kept"
        return {
            "journal": VERSION,
            "kind": self.kind,
            "title": str(self.draft.get("title", default="") or self.draft.get("name", default="")),
            "file": str(self.draft.path or ""),
            "stood": self.draft.stood,
            "files": msgspec.to_builtins(start.files, str_keys=True),
        }

    def close(self) -> None:
        """Delete the journal because the document was saved or discarded."""
        with contextlib.suppress(ValueError):
            self.draft.listeners.remove(self._on_edited)
        with contextlib.suppress(ValueError):
            self.draft.on_saved.remove(self._on_saved)
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)

    def let_be(self) -> None:
        """Stop writing and leave the journal where it is."""
        with contextlib.suppress(ValueError):
            self.draft.listeners.remove(self._on_edited)
        with contextlib.suppress(ValueError):
            self.draft.on_saved.remove(self._on_saved)


def _edit(node: Node[Document]) -> dict[str, Any]:
    """The line of an edit."""
    assert node.record is not None, "only the first node has none"
    action = msgspec.to_builtins(node.record.action)
    what = msgspec.to_builtins(said(node.record))
    return {"node": node.number, "parent": node.parent, "action": action, "what": what}


def _text(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False) + "\n"


def _free(folder: Path, kind: str) -> Path:
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    for n in range(1, 10_000):
        path = folder / f"{kind}-{stamp}-{os.getpid()}-{n}{DRAFT}"
        if not path.exists() and path not in _TAKEN:
            _TAKEN.add(path)
            return path
    raise AssertionError("nobody edits ten thousand documents in a second")


_TAKEN: Final[set[Path]] = set()
"""Names given to journals in this run whose files may not exist yet."""


# ---- recovery --------------------------------------------------------------------------------------------------------
LARGEST: Final = 256 * 2**20
"""Maximum size of a journal, in bytes."""


def _lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a journal. An unreadable line is skipped; the first has a duplicate that can replace it."""
    found: list[dict[str, Any]] = []
    try:
        text = customs.take(path, LARGEST).decode("utf-8", errors="replace")
    except BadFile:
        return found
    for line in text.split("\n"):
        with contextlib.suppress(BadFile):
            one = parse_json(line) if line.strip() else None
            if isinstance(one, dict) and (found or _begins(one)):
                found.append(one)
    return found


def _begins(line: dict[str, Any]) -> bool:
    """Whether a line states what the journal is for and the document it started with."""
    files = line.get("files")
    return line.get("journal") == VERSION and isinstance(files, dict) and MAIN in files


def _number(value: Any) -> int | None:
    """A node number; None if the value is not one."""
    return value if type(value) is int and value >= 0 else None


def _stood(line: dict[str, Any]) -> int | None:
    """The node that was current after a line: a new edit, or one that was gone to; None if the line does not
    say.
    """
    return _number(line.get("here", line.get("node")))


def unfinished(places: Places) -> tuple[Left, ...]:
    """Documents with edits that were never saved, most recent first."""
    found: list[Left] = []
    for path in sorted(places.drafts.glob(f"*{DRAFT}")):
        lines = _lines(path)
        if not lines:
            continue
        here = next((n for line in reversed(lines) if (n := _stood(line)) is not None), 0)
        saved = next((n for line in reversed(lines) if (n := _number(line.get("saved"))) is not None), 0)
        if here == saved:
            continue
        file = next((f for line in reversed(lines) if (f := _file(line))), None)
        try:
            when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
        except OSError:  # deleted in the meantime
            continue
        found.append(
            Left(
                kind=brief(str(lines[0].get("kind", ""))),
                path=path,
                title=brief(str(lines[0].get("title", ""))),
                when=when,
                file=file,
                edits=sum("node" in line for line in lines),
            )
        )
    return tuple(sorted(found, key=lambda one: one.when, reverse=True))


def _file(line: dict[str, Any]) -> Path | None:
    """The document's own file, as recorded in a line."""
    name = line.get("file")
    return Path(name) if isinstance(name, str) and name and "\0" not in name else None


def recovered(left: Left, make: Callable[[Document, Path | None], D]) -> D:
    """The draft of a journal with its whole history; ``make`` creates it from the initial document. Raises
    BadFile.

    An edit that cannot be read, or can no longer be made because an earlier one is missing, is skipped; later
    edits follow the one before it.
    """
    lines = _lines(left.path)
    if not lines:
        raise BadFile(say("this journal cannot be read."), str(left.path))
    try:
        draft = make(Document(lines[0]["files"]), _file(lines[0]))
    except BadFile:
        raise
    except Exception as fault:  # noqa: BLE001 - a document that is none of ours may trip over anything
        raise BadFile(
            say("this journal cannot be read ({name}).", name=type(fault).__name__), str(left.path)
        ) from None
    history = draft.history
    at = {0: 0}
    """Journal node -> current node; a skipped node maps to the one before it."""
    here, saved, last = 0, 0, 0
    stood = lines[0].get("stood")
    for line in lines[1:]:
        number, parent = _number(line.get("node")), _number(line.get("parent"))
        if number is not None:
            for lost in range(last + 1, min(number, last + len(lines))):
                at.setdefault(lost, at.get(last, 0))
            last = max(last, number)
            at[number] = here = _added(draft, at.get(parent or 0, here), line)
        elif _number(line.get("here")) is not None:
            here = at.get(line["here"], here)
        elif _number(line.get("saved")) is not None:
            saved = at.get(line["saved"], saved)
            draft.path = _file(line) or draft.path
            stood = line.get("stood")
    history.go(here)
    draft.count_as_saved(saved, stood if isinstance(stood, str) else None)
    return draft


def _added(draft: Draft, parent: int, line: dict[str, Any]) -> int:
    """Add the edit of a line after a node if it can be made there, and return the node that is then current."""
    history = draft.history
    history.go(parent)
    try:
        action = msgspec.convert(line.get("action"), Action)
        state = draft.edits.apply(history.state, action).state
    except (msgspec.MsgspecError, ValueError, TypeError, KeyError, RecursionError):
        return parent
    return history.add(recorded(action, _what(line, action)), state).number


def _what(line: dict[str, Any], action: Action) -> Say:
    """The translatable description of a line's edit if it matches the edit; older journals have it in English
    only.
    """
    with contextlib.suppress(msgspec.MsgspecError, ValueError, LookupError, TypeError, RecursionError):
        found = msgspec.convert(line.get("what"), Say)
        if str(found) == action.how:
            return found
    return say("{what}", what=action.how)


def recover(catalogue: Catalogue, left: Left) -> ScenarioDraft:
    """Restore an unfinished scenario. Raises BadFile."""
    return recovered(left, lambda start, path: ScenarioDraft(catalogue, start, path))


def discard(left: Left) -> None:
    """Discard an unfinished document."""
    left.path.unlink(missing_ok=True)
