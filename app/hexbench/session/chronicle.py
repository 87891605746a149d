"""The log of a game as something to be read later: a chapter for each game turn, its phases, its lines and the comments.

It is made from the lines that somebody may read, and holds nothing else; :mod:`hexbench.session.chronicle_text` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from hexbench.engine.values import Say, Value, say
from hexbench.store.saves import Note

if TYPE_CHECKING:
    from hexbench.session.log import LogLine
    from hexbench.session.session import Session


class Entry(Value, frozen=True, kw_only=True):
    """One paragraph: the beginning of a phase, what was told, or what a player wrote to a position. ``rule``: its clause."""

    kind: Literal["phase", "line", "comment"]
    text: Say | str
    rule: str = ""


class Chapter(Value, frozen=True, kw_only=True):
    """One game turn. ``node`` is the last position in it: the one to draw a map of."""

    turn: str
    entries: tuple[Entry, ...]
    node: int


class Chronicle(Value, frozen=True, kw_only=True):
    """A whole log. ``whose`` says from whose view it is told, ``moment`` how far it goes; ``notes`` are to be said once."""

    title: str
    game: str
    whose: Say | str
    moment: Say | str
    chapters: tuple[Chapter, ...]
    notes: tuple[str, ...] = ()


def chronicle(
    session: Session,
    lines: tuple[LogLine, ...],
    *,
    upto: int,
    whose: Say | str,
    comments: Mapping[int, Note],
    notes: tuple[str, ...] = (),
) -> Chronicle:
    """The chapters of the line to ``upto``; ``lines`` and ``comments`` (by node) are all that the reader may read of it."""
    by_node: dict[int, list[LogLine]] = {}
    for line in lines:
        by_node.setdefault(line.node, []).append(line)
    chapters: list[Chapter] = []
    entries: list[Entry] = []
    turn, phase = session.header.first_turn, ""
    last = 0
    for step in session.history.line(upto):
        node = step.number
        for line in by_node.get(node, ()):
            if line.turn != turn:
                if entries:
                    chapters.append(Chapter(turn=turn, entries=tuple(entries), node=last))
                    entries = []
                turn, phase = line.turn, ""
            if line.kind == "TurnBegan":
                continue
            if line.kind == "PhaseBegan" or line.phase != phase:
                phase = line.phase
                entries.append(Entry(kind="phase", text=_phase(line)))
            if line.kind != "PhaseBegan":
                entries.append(Entry(kind="line", text=line.text, rule=line.rule))
        entries += _comment(comments.get(node, Note()))
        last = node
    if entries:
        chapters.append(Chapter(turn=turn, entries=tuple(entries), node=last))
    return Chronicle(
        title=session.title,
        game=session.game.title,
        whose=whose,
        moment=session.turn_at(upto)[0],
        chapters=tuple(chapters),
        notes=notes,
    )


def _phase(line: LogLine) -> Say | str:
    """The heading of a phase: its sentence where it was announced, else its name."""
    return line.text if line.kind == "PhaseBegan" else line.phase.replace("_", " ").capitalize()


def _comment(note: Note) -> list[Entry]:
    if note.text:
        return [
            Entry(kind="comment", text=say("Bookmark: {text}", text=note.text) if note.mark else note.text)
        ]
    return [Entry(kind="comment", text=say("Bookmark"))] if note.mark else []
