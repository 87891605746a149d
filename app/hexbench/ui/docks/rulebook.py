"""The rules: the game's ledger, searched by words and opened by any rule number anywhere."""

from __future__ import annotations

import re
from html import escape
from typing import ClassVar

from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from hexbench.engine.ledger import Chapter, Clause
from hexbench.ui.docks.desk import Desk, DeskPanel
from hexbench.ui.look.language import mark, tr
from hexbench.ui.widgets.background import once
from hexbench.ui.widgets.page import Page, rule_link
from hexbench.ui.widgets.parts import laid, named, search_line

MOST = 80
"""Clauses listed for one search."""
_REFERENCE = re.compile(r"\[([^\[\]]+)\]")


class RulesPanel(DeskPanel):
    """Contents, search, one clause in its chapter, and back again."""

    key: ClassVar[str] = "rules"
    title: ClassVar[str] = mark("Rules")

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.at = ""
        self.past: list[str] = []

    def lay_out(self) -> None:
        """A row to search and to go back by, and the page."""
        self.back = named(QToolButton(), "rules.back", tr("Back"), tr("Back"))
        self.back.setText("‹")
        self.back.clicked.connect(self._on_back)
        self.contents = QToolButton()
        self.contents.setText(tr("Contents"))
        self.contents.setObjectName("rules.contents")
        self.contents.clicked.connect(self._on_contents)
        self.words = search_line(
            "rules.search",
            tr("Search the rules"),
            self._on_words,
            shown=tr("Search the rules, or type a number such as 7.3a"),
        )
        self.words.returnPressed.connect(self._on_return)
        laid(self.box, laid(QHBoxLayout(), self.back, self.contents, (self.words, 1)))
        self.page = named(Page(), "rules.page", tr("Rules"))
        self.page.rule_asked.connect(self.open_rule)
        self.box.addWidget(self.page, 1)
        self._scroll = once(self, self._on_laid_out)

    @property
    def content(self) -> object:
        """The rules do not change with the position."""
        return id(self.desk.ledger), self.at, self.words.text()

    def refresh(self) -> None:
        """Show the clause or the contents again."""
        if self.desk.ledger is None:
            self.page.clear()
        elif not self.words.text().strip():
            self._show(self.at)

    def forget(self) -> None:
        """Another game: start with its contents."""
        self.at = ""
        self.past = []
        if not self.bare:
            self.words.clear()
        self.renew()

    def open_rule(self, rule: str) -> None:
        """Show a clause or a chapter, remembering where one was."""
        if self.at != rule:
            self.past.append(self.at)
        self.words.blockSignals(True)
        self.words.clear()
        self.words.blockSignals(False)
        self._show(rule)

    # ---- pages
    def _show(self, rule: str) -> None:
        self.at = rule
        self.back.setEnabled(bool(self.past))
        ledger = self.desk.ledger
        if ledger is None:
            return
        if not rule:
            self.page.show_html(self._contents())
            return
        chapter = ledger.chapter_of(rule) or next((c for c in ledger.chapters if c.id == rule), None)
        if chapter is None:
            self.page.show_html(f"<p>{tr('There is no rule {rule}.', rule=escape(rule))}</p>")
            return
        self.page.show_html(self._chapter(chapter, rule))
        self.page.scrollToAnchor(rule)
        self._scroll.start()  # again once the page has its width: a dock that was hidden is laid out only then

    def _contents(self) -> str:
        ledger = self.desk.ledger
        assert ledger is not None, "asked for with a ledger only"
        muted = self.desk.palette.chrome.muted
        head = f'<p style="font-weight:600; font-size:large; margin:0 0 4px 0">{escape(ledger.title)}</p>'
        preface = "".join(
            f'<p style="color:{muted}; margin:0 0 6px 0">{escape(p)}</p>' for p in ledger.preface[:2]
        )
        rows = "".join(
            f'<tr><td style="padding:1px 12px 1px 0">{rule_link(c.id)}</td><td>{escape(c.title)}</td>'
            f'<td style="color:{muted}; padding-left:10px" align="right">{len(c.clauses)}</td></tr>'
            for c in ledger.chapters
        )
        return f'{head}{preface}<table cellspacing="0">{rows}</table>'

    def _chapter(self, chapter: Chapter, rule: str) -> str:
        head = f'<p style="font-weight:600; font-size:large; margin:0 0 6px 0">{escape(chapter.id)} {escape(chapter.title)}</p>'
        return head + "".join(self._clause(c, c.id == rule) for c in chapter.clauses)

    def _clause(self, clause: Clause, lit: bool) -> str:
        chrome = self.desk.palette.chrome
        notes = "".join(f'<br><span style="color:{chrome.muted}">{_linked(n)}</span>' for n in clause.notes)
        mark = ""
        if clause.inferred:
            mark = f' <span style="color:{chrome.muted}">({tr("inferred")})</span>'
        ground = f' bgcolor="{chrome.alternate}"' if lit else ""
        bar = f' bgcolor="{chrome.highlight}"' if lit else ""
        return (
            f'<a name="{escape(clause.id)}"></a><table cellspacing="0" cellpadding="4" width="100%"><tr>'
            f'<td width="2"{bar}></td><td width="44"{ground} style="font-weight:600">{escape(clause.id)}</td>'
            f"<td{ground}>{_linked(clause.text)}{mark}{notes}</td></tr></table>"
        )

    # ---- slots
    def _on_words(self, words: str) -> None:
        ledger = self.desk.ledger
        if ledger is None:
            return
        if not words.strip():
            self._show(self.at)
            return
        found = ledger.search(words)
        muted = self.desk.palette.chrome.muted
        count = (
            tr("1 clause" if len(found) == 1 else "{n} clauses", n=len(found))
            if found
            else tr("No clause contains these words.")
        )
        if len(found) > MOST:
            count += tr("; the first {most} are shown", most=MOST)
        rows = "".join(
            f'<p style="margin:0 0 5px 0"><b>{rule_link(c.id)}</b>&nbsp; {_linked(c.text)}</p>'
            for c in found[:MOST]
        )
        self.page.show_html(f'<p style="color:{muted}; margin:0 0 6px 0">{count}</p>{rows}')

    def _on_return(self) -> None:
        ledger = self.desk.ledger
        found = ledger.search(self.words.text()) if ledger is not None else ()
        if found:
            self.open_rule(found[0].id)

    def _on_laid_out(self) -> None:
        if self.at and not self.words.text():
            self.page.scrollToAnchor(self.at)

    def _on_contents(self) -> None:
        self.open_rule("")

    def _on_back(self) -> None:
        if self.past:
            self._show(self.past.pop())


def _linked(text: str) -> str:
    """A clause's sentence with its cross references as links."""
    return _REFERENCE.sub(lambda m: f"[{rule_link(m[1])}]", escape(text))
