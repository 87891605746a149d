"""The log of a game as something to read later: a chapter for each game turn, with its phases, its lines and the comments.

It is made from the lines that its reader may see, and contains nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import TYPE_CHECKING, Literal

from hexbench.engine.values import Say, Value, say
from hexbench.store.saves import Note

if TYPE_CHECKING:
    from hexbench.session.log import LogLine
    from hexbench.session.session import Session


class Entry(Value, frozen=True, kw_only=True):
    """One paragraph: the beginning of a phase, a line of the log, or a player's comment on a position. ``rule``: its clause."""

    kind: Literal["phase", "line", "comment"]
    text: Say | str
    rule: str = ""


class Chapter(Value, frozen=True, kw_only=True):
    """One game turn. ``node`` is the last position in it: the one for its map."""

    turn: str
    entries: tuple[Entry, ...]
    node: int


class Chronicle(Value, frozen=True, kw_only=True):
    """A whole log. ``whose`` says from whose view it is told, ``moment`` how far it goes; ``notes`` are given once."""

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
    """The chapters of the line to ``upto``; ``lines`` and ``comments`` (by node) are everything that the reader may see of it."""
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
    """The heading of a phase: its sentence if it was announced, otherwise its name."""
    return line.text if line.kind == "PhaseBegan" else line.phase.replace("_", " ").capitalize()


def _comment(note: Note) -> list[Entry]:
    if note.text:
        return [
            Entry(kind="comment", text=say("Bookmark: {text}", text=note.text) if note.mark else note.text)
        ]
    return [Entry(kind="comment", text=say("Bookmark"))] if note.mark else []


# A chronicle as Markdown and as HTML. ``tell`` translates a sentence into the reader's language; pictures are given by chapter.

Tell = Callable[[Say | str], str]
_SPECIAL = frozenset("\\`*_{}[]<>#+|!~")
_STYLE = """
body { font: 15px/1.5 "IBM Plex Sans Condensed", "Segoe UI", sans-serif; color: #22211d; background: #fbf9f3;
  max-width: 60rem; margin: 2rem auto; padding: 0 1.2rem; }
h1 { margin-bottom: 0; } .about, .note { color: #6a655a; margin-top: .2rem; }
h2 { border-bottom: 2px solid #b9b09a; margin-top: 2.4rem; } h3 { margin: 1.2rem 0 .2rem; color: #4a463c; }
ul { margin: .2rem 0; padding-left: 1.3rem; } .rule { color: #8a8372; font-size: .85em; }
img { max-width: 100%; border: 1px solid #b9b09a; }
blockquote { margin: .6rem 0; padding: .3rem .8rem; background: #f1e8c9; border-left: 4px solid #c9a53b; }
@media print { h2 { break-before: page; } h2:first-of-type { break-before: auto; } li { break-inside: avoid; } }
"""


def _about(log: Chronicle, tell: Tell) -> str:
    parts = [tell(part) for part in (log.game, log.whose, log.moment) if str(part)]
    return " · ".join(parts)


def _caption(chapter: Chapter, tell: Tell) -> str:
    return tell(say("The map at the end of {turn}", turn=tell(chapter.turn)))


def _plain(text: str) -> str:
    """Text without Markdown syntax: what has a meaning there is escaped, lines are joined."""
    flat = " ".join(text.split())
    out = "".join(f"\\{ch}" if ch in _SPECIAL else ch for ch in flat)
    head, dot, _ = out.partition(".")
    if dot and head.isdigit():  # "17. ..." would begin a numbered list
        out = out.replace(".", "\\.", 1)
    return f"\\{out}" if out[:2] in ("- ", "= ") else out


def markdown(log: Chronicle, pictures: Mapping[int, str], tell: Tell = str) -> str:
    """The log as Markdown; ``pictures``: number of a chapter -> address of its map, relative to the file."""
    out = [f"# {_plain(tell(log.title))}", "", _plain(_about(log, tell)), ""]
    for note in log.notes:
        out += [f"*{_plain(tell(note))}*", ""]
    for n, chapter in enumerate(log.chapters):
        out += [f"## {_plain(tell(chapter.turn) or tell(say('Before the first turn')))}", ""]
        if n in pictures:
            address = pictures[n].replace(" ", "%20").replace("(", "%28").replace(")", "%29")
            out += [f"![{_plain(_caption(chapter, tell))}]({address})", ""]
        kind = ""
        for entry in chapter.entries:
            text = _plain(tell(entry.text))
            if entry.kind != kind and kind == "line":
                out.append("")
            kind = entry.kind
            if kind == "phase":
                out += [f"### {text}", ""]
            elif kind == "comment":
                out += [f"> {text}", ""]
            else:
                out.append(f"- {text}" + (f" `{entry.rule}`" if entry.rule else ""))
        if kind == "line":
            out.append("")
    return "\n".join(out).rstrip() + "\n"


def html(log: Chronicle, pictures: Mapping[int, str], tell: Tell = str, language: str = "en") -> str:
    """The log as one page of HTML; ``pictures``: number of a chapter -> address of its map, usually a data URI."""
    title = escape(tell(log.title))
    out = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(language)}">',
        f'<head><meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style></head>',
        f'<body><h1>{title}</h1><p class="about">{escape(_about(log, tell))}</p>',
    ]
    out += [f'<p class="note">{escape(tell(note))}</p>' for note in log.notes]
    for n, chapter in enumerate(log.chapters):
        heading = tell(chapter.turn) or tell(say("Before the first turn"))
        out.append(f"<h2>{escape(heading)}</h2>")
        if n in pictures:
            out.append(f'<img src="{escape(pictures[n])}" alt="{escape(_caption(chapter, tell))}">')
        open_list = False
        for entry in chapter.entries:
            text = escape(tell(entry.text))
            if (entry.kind == "line") != open_list:
                out.append("</ul>" if open_list else "<ul>")
                open_list = not open_list
            if entry.kind == "phase":
                out.append(f"<h3>{text}</h3>")
            elif entry.kind == "comment":
                out.append(f"<blockquote>{text}</blockquote>")
            else:
                rule = f' <span class="rule">[{escape(entry.rule)}]</span>' if entry.rule else ""
                out.append(f"<li>{text}{rule}</li>")
        if open_list:
            out.append("</ul>")
    out.append("</body></html>")
    return "\n".join(out) + "\n"
