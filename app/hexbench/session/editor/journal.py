"""What is being edited, on disk at once: after a crash every edit is there again, and may be undone as before.

A journal is a text file in the player's folder, a line of JSON to each thing that happened: the document it began with,
every edit with the node it was made at, where in the history one stands, and when it was saved. A last line that was torn
by a crash is left out. A journal is taken away when its document is closed.
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

from hexbench.engine.events import Noted, Told
from hexbench.engine.history import Record
from hexbench.engine.values import Action, say
from hexbench.session.editor.document import MAIN, Document
from hexbench.session.editor.draft import Draft, Edited
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.game import Catalogue
from hexbench.store.canon import cannot_write
from hexbench.store.paths import Places
from hexbench.store.strict import BadFile

VERSION: Final = 1
_ENDING: Final = ".draft"

D = TypeVar("D", bound=Draft)


@dataclass(frozen=True)
class Left:
    """A document that was left unfinished. ``path`` is the journal's, ``file`` the document's own place, if it has one."""

    kind: str
    path: Path
    title: str
    when: datetime
    file: Path | None = None
    edits: int = 0


class Journal:
    """Keeps one draft on disk. The file comes with the first edit. Raises CannotWrite from whatever edits the draft."""

    def __init__(
        self, places: Places, draft: Draft, kind: str = "scenario", left: Left | None = None
    ) -> None:
        """``left``: go on in the journal the draft was recovered from."""
        self.draft, self.kind = draft, kind
        self.path = left.path if left is not None else _free(places.drafts, kind)
        self._begun = left is not None
        self._written = len(draft.history.nodes) if left is not None else 1
        self._here = draft.history.here
        draft.listeners.append(self._on_edited)
        draft.on_saved.append(self._on_saved)

    def _on_edited(self, edited: Edited) -> None:
        nodes, here = self.draft.history.nodes, self.draft.history.here
        lines: list[dict[str, Any]] = []
        for node in nodes[self._written :]:
            assert node.record is not None, "only the first node has none"
            action = msgspec.to_builtins(node.record.action)
            lines.append({"node": node.number, "parent": node.parent, "action": action})
        if here != self._here or lines:
            lines.append({"here": here})
        if lines:
            self._write(lines)
        self._written, self._here = len(nodes), here

    def _on_saved(self) -> None:
        if self._begun or self.draft.history.here:
            self._write([{"saved": self.draft.history.here, "file": str(self.draft.path or "")}])

    def _write(self, lines: list[dict[str, Any]]) -> None:
        if not self._begun:
            lines = [self._first(), *lines]
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
                file.flush()
                os.fsync(file.fileno())
        except OSError as fault:
            raise cannot_write(self.path, fault) from None
        self._begun = True

    def _first(self) -> dict[str, Any]:
        start = self.draft.history.nodes[0].state
        assert start is not None, "the first document is always kept"
        return {
            "journal": VERSION,
            "kind": self.kind,
            "title": str(self.draft.get("title", default="") or self.draft.get("name", default="")),
            "file": str(self.draft.path or ""),
            "files": msgspec.to_builtins(start.files, str_keys=True),
        }

    def close(self) -> None:
        """The document was saved or given up: the journal goes."""
        with contextlib.suppress(ValueError):
            self.draft.listeners.remove(self._on_edited)
        with contextlib.suppress(ValueError):
            self.draft.on_saved.remove(self._on_saved)
        self.path.unlink(missing_ok=True)

    def let_be(self) -> None:
        """Write no more and leave the journal where it is."""
        with contextlib.suppress(ValueError):
            self.draft.listeners.remove(self._on_edited)
        with contextlib.suppress(ValueError):
            self.draft.on_saved.remove(self._on_saved)


def _free(folder: Path, kind: str) -> Path:
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    for n in range(1, 10_000):
        path = folder / f"{kind}-{stamp}-{os.getpid()}-{n}{_ENDING}"
        if not path.exists() and path not in _TAKEN:
            _TAKEN.add(path)
            return path
    raise AssertionError("nobody edits ten thousand documents in a second")


_TAKEN: Final[set[Path]] = set()
"""Names given to journals of this run whose files may not be there yet."""


# ---- afterwards ------------------------------------------------------------------------------------------------------
def _lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a journal up to the first that cannot be read."""
    found: list[dict[str, Any]] = []
    try:
        text = path.read_bytes().decode("utf-8", errors="replace")
    except OSError:
        return found
    for line in text.split("\n"):
        try:
            one = json.loads(line)
        except ValueError:
            break
        if not isinstance(one, dict):
            break
        found.append(one)
    return found


def _stands(line: dict[str, Any]) -> bool:
    """Whether a line says where one stands: at an edit that was just made, or where one went."""
    return "here" in line or "node" in line


def unfinished(places: Places) -> tuple[Left, ...]:
    """Documents with edits that were never saved, the latest first."""
    found: list[Left] = []
    for path in sorted(places.drafts.glob(f"*{_ENDING}")):
        lines = _lines(path)
        if not lines or lines[0].get("journal") != VERSION:
            continue
        here = next((line.get("here", line.get("node")) for line in reversed(lines) if _stands(line)), 0)
        saved = next((line["saved"] for line in reversed(lines) if "saved" in line), 0)
        if here == saved:
            continue
        file = next((line["file"] for line in reversed(lines) if line.get("file")), "")
        found.append(
            Left(
                kind=str(lines[0].get("kind", "")),
                path=path,
                title=str(lines[0].get("title", "")),
                when=datetime.fromtimestamp(path.stat().st_mtime).astimezone(),
                file=Path(file) if file else None,
                edits=sum("node" in line for line in lines),
            )
        )
    return tuple(sorted(found, key=lambda one: one.when, reverse=True))


def recovered(left: Left, make: Callable[[Document, Path | None], D]) -> D:
    """The draft of a journal with its whole history; ``make`` makes one from the document it began with. Raises BadFile."""
    lines = _lines(left.path)
    if not lines or lines[0].get("journal") != VERSION or MAIN not in lines[0].get("files", {}):
        raise BadFile("this journal cannot be read.", str(left.path))
    draft = make(Document(lines[0]["files"]), Path(lines[0]["file"]) if lines[0].get("file") else None)
    history = draft.history
    here, saved = 0, 0
    for line in lines[1:]:
        if "node" in line:
            action = msgspec.convert(line["action"], Action)
            told = (Told(all=Noted("", say("{what}", what=action.how))),)
            history.here = int(line["parent"])
            history.add(Record(side=None, action=action, told=told), None)
            here = history.here
        elif "here" in line:
            here = int(line["here"])
            history.go(here)
        elif "saved" in line:
            saved = int(line["saved"])
            draft.path = Path(line["file"]) if line.get("file") else draft.path
    history.go(here)
    draft.count_as_saved(saved)
    return draft


def recover(catalogue: Catalogue, left: Left) -> ScenarioDraft:
    """A scenario that was left unfinished. Raises BadFile."""
    return recovered(left, lambda start, path: ScenarioDraft(catalogue, start, path))


def discard(left: Left) -> None:
    """Give up what was left unfinished."""
    left.path.unlink(missing_ok=True)
