"""A page of text with clickable rule numbers and hexes, used for inspectors, refusals and the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape

from PySide6.QtCore import QEvent, QUrl, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QFrame, QTextBrowser, QToolTip, QWidget

from hexbench.engine.display import Fact, Facts
from hexbench.engine.values import Reason
from hexbench.ui.look.language import paragraph, tell

SHOWN = 6
"""Hexes of a reason that are written out."""


def rule_link(rule: str) -> str:
    """A rule's number as a link."""
    return f'<a href="rule:{escape(rule)}" style="text-decoration:none">{escape(rule)}</a>'


def _clause_link(rule: str) -> str:
    """A rule number after its sentence: a small link whose tooltip shows the clause if the page knows it."""
    return f'<span style="font-size:small">§\u202f{rule_link(rule)}</span>' if rule else ""


def hex_link(hexes: Iterable[str], text: str) -> str:
    """A link that lights hexes."""
    return f'<a href="hexes:{escape(",".join(hexes))}" style="text-decoration:none">{escape(text)}</a>'


def fact_rows(facts: Iterable[Fact], muted: str) -> str:
    """Facts as the rows of a table: label, value, rules."""
    rows = []
    for fact in facts:
        value = hex_link(fact.hexes, tell(fact.value)) if fact.hexes else escape(tell(fact.value))
        rules = " ".join(rule_link(r) for r in fact.rules)
        rows.append(
            f'<tr><td style="color:{muted}; padding:1px 10px 1px 0">{escape(tell(fact.label))}</td>'
            f'<td style="padding:1px 8px 1px 0">{value}</td><td style="padding:1px 0">{rules}</td></tr>'
        )
    return "".join(rows)


def facts_html(facts: Facts, muted: str, *, heading: bool = True) -> str:
    """An inspector's page."""
    head = f'<p style="font-weight:600; margin:0 0 4px 0">{escape(tell(facts.title))}</p>' if heading else ""
    rows = fact_rows(facts.facts, muted)
    return head + (f'<table cellspacing="0" cellpadding="0">{rows}</table>' if rows else "")


def _with_links(text: str, hexes: tuple[str, ...]) -> tuple[str, list[str]]:
    """A sentence whose hexes can be clicked, and the hexes it does not speak of."""
    out, silent = escape(text), []
    for name in hexes:
        shown, count = re.subn(rf"(?<![\w/]){re.escape(name)}(?![\w/])", "\0", out)
        if count:
            out = shown.replace("\0", hex_link((name,), name))
        else:
            silent.append(name)
    return out, silent


def reasons_html(reasons: Iterable[Reason], muted: str) -> str:
    """Reasons as the rows of a table: the sentence, the hexes, a small link to the rule."""
    rows = []
    for reason in reasons:
        text, silent = _with_links(tell(reason.text), reason.hexes)
        if silent:
            shown = ", ".join(silent[:SHOWN]) + (" …" if len(silent) > SHOWN else "")
            text += f' <span style="color:{muted}">›</span> {hex_link(reason.hexes, shown)}'
        rows.append(f'<tr><td style="padding:2px 0">{text} {_clause_link(reason.rule)}</td></tr>')
    return f'<table cellspacing="0" cellpadding="0">{"".join(rows)}</table>' if rows else ""


class Page(QTextBrowser):
    """Rich text with links: ``rule_asked(id)`` and ``hexes_asked(tuple)`` tell which was clicked."""

    _html = ""
    rule_asked = Signal(str)
    hexes_asked = Signal(object)
    more_asked = Signal()
    """What was folded away is to be shown."""
    clause: Callable[[str], str] | None = None
    """Rule -> its clause, the tooltip of its number; None: the page knows no clauses."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(2)
        self.anchorClicked.connect(self._on_link)
        self.highlighted.connect(self._on_pointed)

    def show_html(self, html: str) -> None:
        """Show this text; the same text again keeps the place where one was reading."""
        if html != self._html:
            self._html = html
            self.setHtml(html)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._html:
            html, self._html = self._html, ""
            self.show_html(html)  # links keep the colours they were read in

    def clear(self) -> None:
        self._html = ""
        super().clear()

    def _on_link(self, url: QUrl) -> None:
        kind, _, what = url.toString().partition(":")
        if kind == "rule":
            self.rule_asked.emit(what)
        elif kind == "hexes":
            self.hexes_asked.emit(tuple(h for h in what.split(",") if h))
        elif kind == "more":
            self.more_asked.emit()

    def _on_pointed(self, url: QUrl) -> None:
        kind, _, what = url.toString().partition(":")
        words = self.clause(what) if kind == "rule" and self.clause is not None else ""
        if words:
            QToolTip.showText(QCursor.pos(), paragraph(words), self)
        else:
            QToolTip.hideText()
