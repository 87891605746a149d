"""The ledger of a game's rules: numbered clauses, read from text that the caller has opened.

A ledger is one Markdown text in one format for all games (docs/ledger-format.md)::

    # The title of the game

    ## 7.0 Zones of control

    - **7.3a** The first hex must be free of every enemy zone of control [7.3c].
      > Rules on the first hex only.
    - **2.33b** Red is large, blue is medium. _not testable: pure colours_
    - **5.1b** A road hex costs 1 movement point. _inferred_

Code that enforces a clause names its id, a test claims it, the Rules dock opens it. Nothing here reads or writes
files.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

import msgspec

ID = r"[A-Z0-9][A-Za-z0-9]*(?:[._-][A-Za-z0-9]+)*"
"""What a clause or chapter id looks like: words and numbers joined by dots, hyphens or underscores."""

_TITLE = re.compile(r"# (?P<title>\S.*)")
_CHAPTER = re.compile(rf"## (?P<id>{ID}) (?P<title>\S.*)")
_CLAUSE = re.compile(rf"- \*\*(?P<id>{ID})\*\* (?P<rest>\S.*)")
_NOTE = re.compile(r"  > (?P<note>\S.*)")
_MARK = re.compile(r" _(?P<mark>inferred|not testable: [^_]*[^_ ])_$")
_REFERENCE = re.compile(r"\[([^\[\]]*)\]")
_PIECE = re.compile(r"[0-9]+|[a-z]+|[A-Z]+|[._-]")
_WORD = re.compile(r"[^\W_]+(?:[.'-][^\W_]+)*")
_PART = re.compile(r"[^\W_]+")


class LedgerError(ValueError):
    """The text is not a ledger. ``problems`` contains one sentence per fault, each with its line number."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class Clause(msgspec.Struct, frozen=True, kw_only=True):
    """One rule, the smallest thing that can be cited.

    ``text`` is the sentence with its cross references left in place as ``[7.3a]``; ``refs`` lists them once each, in
    order, those of the notes after those of the text. ``reason`` says why a clause that is not ``testable`` is so.
    ``inferred`` clauses are not stated outright by the rules. ``notes`` are remarks on a ruling.
    """

    id: str
    text: str
    testable: bool = True
    reason: str = ""
    inferred: bool = False
    refs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Chapter(msgspec.Struct, frozen=True, kw_only=True):
    """A heading and the clauses below it. ``id`` is the first word of the heading ("7.0"), ``title`` the rest."""

    id: str
    title: str
    clauses: tuple[Clause, ...]


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    """All clauses of one game, in the order of its chapters. ``preface`` contains the paragraphs before the first."""

    title: str
    preface: tuple[str, ...]
    chapters: tuple[Chapter, ...]

    def __iter__(self) -> Iterator[Clause]:
        """Every clause, chapter by chapter."""
        for chapter in self.chapters:
            yield from chapter.clauses

    def __len__(self) -> int:
        """How many clauses there are."""
        return sum(len(chapter.clauses) for chapter in self.chapters)

    def find(self, clause_id: str) -> Clause | None:
        """The clause with that id, or None."""
        return next((clause for clause in self if clause.id == clause_id), None)

    def chapter_of(self, clause_id: str) -> Chapter | None:
        """The chapter that contains the clause with that id, or None."""
        for chapter in self.chapters:
            if any(clause.id == clause_id for clause in chapter.clauses):
                return chapter
        return None

    def citing(self, clause_id: str) -> tuple[Clause, ...]:
        """The clauses whose text or notes refer to that id."""
        return tuple(clause for clause in self if clause_id in clause.refs)

    def search(self, words: str) -> tuple[Clause, ...]:
        """The clauses in which every word of ``words`` begins some word of the id, heading, text or notes.

        Case and accents do not matter ("fuhrer" finds "Führer"). An id typed in full comes first, the rest in ledger
        order. Without words, no clauses.
        """
        wanted = _WORD.findall(_plain(words))
        if not wanted:
            return ()
        found: list[Clause] = []
        for chapter in self.chapters:
            for clause in chapter.clauses:
                text = _plain(" ".join((clause.id, clause.text, *clause.notes, chapter.title)))
                have = {*_WORD.findall(text), *_PART.findall(text)}
                if all(any(word.startswith(part) for word in have) for part in wanted):
                    found.append(clause)
        exact = _plain(words.strip())
        return tuple(sorted(found, key=lambda clause: _plain(clause.id) != exact))


def parse(text: str) -> Ledger:
    """Read a ledger from its text.

    Raises LedgerError with every fault found: a line that is neither title, heading, clause, note nor paragraph, an
    id given twice, a cross reference to an id that does not exist, a chapter without clauses.
    """
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), start=1):
        reader.read(number, line.rstrip())
    return reader.finish()


def shapes(ids: Iterable[str]) -> re.Pattern[str]:
    """A pattern that matches every string shaped like one of ``ids``: same first word, same kinds of parts after it.

    With "7.3a" known, "7.9z" has the shape of an id and "7.3" has not; with "B01" known "B99" has it and the combat
    result "B1" has not. So a mistyped citation can be told from a string that is not a citation.
    """
    patterns = sorted({_shape(clause_id) for clause_id in ids})
    return re.compile("|".join(patterns) if patterns else r"(?!)")


class _Reader:
    """The state of reading: what has been collected, and every fault so far."""

    def __init__(self) -> None:
        self.title = ""
        self.preface: list[str] = []
        self.chapters: list[tuple[int, str, str, list[Clause]]] = []
        self.lines: dict[str, int] = {}  # id of a clause or chapter -> its line
        self.references: list[tuple[int, str, str]] = []  # line, citing id, cited id
        self.problems: list[tuple[int, str]] = []
        self.after_clause = False  # a note may follow here

    def read(self, number: int, line: str) -> None:
        """Read one line, without its line break."""
        if not line:
            self.after_clause = False
        elif note := _NOTE.fullmatch(line):
            self._note(number, note["note"])
        elif line.startswith("- "):
            self._clause(number, line)
        elif line.startswith("## "):
            self._chapter(number, line)
        elif title := _TITLE.fullmatch(line):
            if self.title:
                self._fault(number, "a ledger has one title, and this is a second one.")
            self.title = self.title or title["title"]
        elif self.title and not self.chapters and line[0] not in "#-> ":
            self.preface.append(line)
        else:
            self._fault(number, "this is neither a heading, nor a clause, nor a note below a clause.")

    def finish(self) -> Ledger:
        """Check what only the whole text shows, and return the ledger or raise."""
        if not self.title:
            self._fault(1, "a ledger begins with its title, '# ' and a name.")
        for number, chapter_id, _, clauses in self.chapters:
            if not clauses:
                self._fault(number, f"chapter {chapter_id} has no clauses.")
        for number, citing, cited in self.references:
            if cited not in self.lines:
                self._fault(
                    number, f"clause {citing} refers to [{cited}], and there is no such clause or chapter."
                )
        if self.problems:
            self.problems.sort(key=lambda fault: fault[0])
            raise LedgerError(sentence for _, sentence in self.problems)
        return Ledger(
            title=self.title,
            preface=tuple(self.preface),
            chapters=tuple(
                Chapter(id=chapter_id, title=title, clauses=tuple(clauses))
                for _, chapter_id, title, clauses in self.chapters
            ),
        )

    def _chapter(self, number: int, line: str) -> None:
        self.after_clause = False
        match = _CHAPTER.fullmatch(line)
        if not match:
            self._fault(number, "a chapter heading is '## ', an id, and a title.")
            return
        self._claim(number, match["id"])
        self.chapters.append((number, match["id"], match["title"], []))

    def _clause(self, number: int, line: str) -> None:
        self.after_clause = False
        match = _CLAUSE.fullmatch(line)
        if not match:
            self._fault(number, "a clause is '- **', an id, '** ' and a sentence, all on one line.")
            return
        clause_id, text = match["id"], match["rest"]
        if not self.chapters:
            self._fault(number, f"clause {clause_id} stands before the first chapter.")
            return
        inferred, reason = False, ""
        while mark := _MARK.search(text):
            text = text[: mark.start()]
            if mark["mark"] == "inferred":
                inferred = True
            else:
                reason = mark["mark"].removeprefix("not testable: ")
        if "_not testable" in text or "_inferred_" in text:
            self._fault(
                number, f"clause {clause_id} has a mark that is not at its end, or one that gives no reason."
            )
        self._claim(number, clause_id)
        refs = self._references(number, clause_id, text)
        self.chapters[-1][3].append(
            Clause(
                id=clause_id,
                text=text,
                testable=not reason,
                reason=reason,
                inferred=inferred,
                refs=_once(refs),
            )
        )
        self.after_clause = True

    def _note(self, number: int, note: str) -> None:
        if not self.after_clause:
            self._fault(number, "a note stands below a clause.")
            return
        clauses = self.chapters[-1][3]
        clause = clauses[-1]
        refs = self._references(number, clause.id, note)
        clauses[-1] = msgspec.structs.replace(
            clause, notes=(*clause.notes, note), refs=_once((*clause.refs, *refs))
        )

    def _references(self, number: int, citing: str, text: str) -> list[str]:
        """The ids in square brackets, kept for the check at the end."""
        refs = _REFERENCE.findall(text)
        if text.count("[") != len(refs) or text.count("]") != len(refs):
            self._fault(number, f"clause {citing} has a square bracket that holds no cross reference.")
        self.references += [(number, citing, cited) for cited in refs]
        return refs

    def _claim(self, number: int, new_id: str) -> None:
        if first := self.lines.get(new_id):
            self._fault(number, f"the id {new_id} was already given in line {first}.")
        else:
            self.lines[new_id] = number

    def _fault(self, number: int, sentence: str) -> None:
        self.problems.append((number, f"Line {number}: {sentence}"))


def _once(refs: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(refs))


def _plain(text: str) -> str:
    """The text without case and accents."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def _shape(clause_id: str) -> str:
    """The pattern of one id: its leading capitals unchanged, every later part by its kind."""
    parts = []
    for place, piece in enumerate(_PIECE.findall(clause_id)):
        if piece[0].isdigit():
            parts.append("[0-9]" * len(piece))
        elif piece[0] in "._-":
            parts.append(re.escape(piece))
        elif place == 0:
            parts.append(piece)
        elif piece[0].islower():
            parts.append("[a-z]" if len(piece) == 1 else "[a-z]+")
        else:
            parts.append("[A-Z]+")
    return "".join(parts)
