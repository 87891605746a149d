"""The manual: the program's Markdown pages with pictures, the keys, and the rules of every game; searchable
by words.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QFont,
    QImage,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from hexbench.store.strict import BadFile
from hexbench.ui.look.fonts import FAMILY
from hexbench.ui.look.language import spoken, tr
from hexbench.ui.shell.help import keys_html
from hexbench.ui.widgets.parts import laid, named, push, resize_within, search_line, wrapped_label

if TYPE_CHECKING:
    from hexbench.engine.ledger import Ledger
    from hexbench.session.game import Catalogue
    from hexbench.ui.shell.actions import Actions
    from hexbench.ui.shell.window import Window

KEYS = "keys"
"""Key of the page made from the actions."""
RULES = "rule:"
"""Before the key of a game: the page of its rules."""
NAME = Qt.ItemDataRole.UserRole
_EMPHASIS = re.compile(r"\*([^*]+)\*")
_REFERENCE = re.compile(r"\[([^\[\]]+)\]")
_MARKS = re.compile(r"!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)|[*_`#>\[]")
"""What Markdown has that is no word of the text."""


class Manual(QDialog):
    """List of pages on the left, the page on the right. Contains nothing from the current game."""

    def __init__(self, parent: QWidget, catalogue: Catalogue, acts: Actions) -> None:
        super().__init__(parent)
        self.setObjectName("manual")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Hexbench manual"))
        self.catalogue, self.acts = catalogue, acts
        self.files = {path.stem: path for path in page_files(catalogue)}
        self.beside: dict[str, Path] = {}
        """Pages that a link led to and no list has."""
        self.past: list[str] = []
        self.at = ""
        self._texts: dict[str, str] = {}
        self._ledgers: dict[str, Ledger | None] = {}
        self.words = search_line(
            "manual.words",
            tr("Search the manual"),
            self._on_words,
            tip=tr(
                "Words to look for: only pages that contain them all are listed; Enter goes to the next match"
            ),
            shown=tr("Search"),
        )
        self.words.returnPressed.connect(self._on_return)
        self.list = named(
            QListWidget(),
            "manual.pages",
            tr("Pages"),
            tr("The pages of the manual, ending with the rules of the games, clause by clause"),
        )
        self.list.currentItemChanged.connect(self._on_row)
        self.found = named(wrapped_label(), "manual.found", role="muted")
        self.back = push("manual.back", tr("‹ Back"), tr("The previous page (Alt+Left)"), self._on_back)
        self.back.setShortcut("Alt+Left")
        self.page = named(Pictures(), "manual.page", tr("Page"))
        self.page.setOpenLinks(False)
        self.page.document().setDocumentMargin(14)
        self.page.anchorClicked.connect(self._on_link)
        left = laid(QVBoxLayout(), self.words, (self.list, 1), self.found, self.back)
        side = QWidget()
        side.setLayout(left)
        side.setFixedWidth(230)
        left.setContentsMargins(0, 0, 0, 0)
        laid(QHBoxLayout(self), side, (self.page, 1))
        resize_within(self, 1080, 820)
        self._list()
        self.open_page(self.names[0])

    # ---- what there is
    @property
    def names(self) -> tuple[str, ...]:
        """The pages in order: those of files by their names, the keys, the rules of each game."""
        return (*self.files, KEYS, *(RULES + key for key in self.catalogue.games))

    def title(self, name: str) -> str:
        """What a page is called in the list."""
        if name == KEYS:
            return tr("All keys")
        if name.startswith(RULES):
            return tr("Rules: {title}", title=self.catalogue.games[name.removeprefix(RULES)].title)
        return _page_title(self.files[name])

    def text(self, name: str) -> str:
        """The words of a page, for the search."""
        if name not in self._texts:
            if name == KEYS:
                found = re.sub(r"<[^>]+>", " ", keys_html(self.acts))
            elif name.startswith(RULES):
                ledger = self.ledger(name.removeprefix(RULES))
                chapters = ledger.chapters if ledger is not None else ()
                found = "\n".join(f"{c.id} {c.text}" for chapter in chapters for c in chapter.clauses)
            else:
                found = _MARKS.sub("", self.files[name].read_text(encoding="utf-8"))
            self._texts[name] = " ".join(f"{self.title(name)} {found}".split())
        return self._texts[name]

    def ledger(self, game: str) -> Ledger | None:
        """The rules of a game; None when they cannot be read."""
        if game not in self._ledgers:
            try:
                self._ledgers[game] = self.catalogue.rules_text(game)
            except BadFile:
                self._ledgers[game] = None
        return self._ledgers[game]

    # ---- showing
    def open_page(self, name: str, anchor: str = "") -> None:
        """Show a page, at a clause or a heading where one is named. A name that is none leaves everything as it is."""
        if name not in self.names and name not in self.beside:
            return
        if self.at and self.at != name:
            self.past.append(self.at)
        self._show(name, anchor)

    def _show(self, name: str, anchor: str = "") -> None:
        if name != self.at:
            self.at = name
            if name == KEYS:
                self.page.setHtml(f"<h2>{tr('All keys')}</h2>{keys_html(self.acts)}")
            elif name.startswith(RULES):
                game = name.removeprefix(RULES)
                self.page.setHtml(_rules_html(self.ledger(game), game))
            else:
                file = self.files.get(name) or self.beside[name]
                self.page.setSearchPaths([str(file.parent)])
                self.page.setMarkdown(file.read_text(encoding="utf-8"))
                _print_keys_bold(self.page.document())
        self.back.setEnabled(bool(self.past))
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(NAME) == name and item is not self.list.currentItem():
                self.list.blockSignals(True)
                self.list.setCurrentItem(item)
                self.list.blockSignals(False)
        if name in self.beside:  # no row is its own: the one it was reached from can be clicked again
            self.list.blockSignals(True)
            self.list.setCurrentRow(-1)
            self.list.blockSignals(False)
        if anchor:
            self.page.scrollToAnchor(anchor)
        elif self.words.text().strip():
            self._find()

    def _find(self) -> bool:
        """Go to the next match of the exact words, else of the first word; False if there is none below."""
        words = self.words.text().split()
        return bool(words) and (self.page.find(" ".join(words)) or self.page.find(words[0]))

    def _list(self) -> None:
        """List the pages that contain every word."""
        words = self.words.text().casefold().split()
        hits = [n for n in self.names if all(w in self.text(n).casefold() for w in words)]
        if words:  # those that have it so in their title come first, then those that have it so in their text
            phrase = " ".join(words)
            hits.sort(
                key=lambda n: (phrase not in self.title(n).casefold(), phrase not in self.text(n).casefold())
            )
        self.list.blockSignals(True)
        self.list.clear()
        for name in hits:
            item = QListWidgetItem(self.title(name))
            item.setData(NAME, name)
            self.list.addItem(item)
            if name == self.at:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        said = self.words.text().strip()
        if not hits:
            count = tr("No page contains “{words}”.", words=said)
        elif len(hits) == 1:
            count = tr("1 page contains “{words}”.", words=said)
        else:
            count = tr("{n} pages contain “{words}”.", n=len(hits), words=said)
        self.found.setText(count if words else "")
        self.found.setVisible(bool(words))

    # ---- slots
    def _on_words(self) -> None:
        self._list()
        first = self.list.item(0)
        if self.words.text().strip() and first is not None:
            if self.list.currentItem() is None:
                self.open_page(first.data(NAME))
            else:
                self.page.moveCursor(self.page.textCursor().MoveOperation.Start)
                self._find()

    def _on_return(self) -> None:
        """The next place on this page; after the last the next page."""
        if not self.words.text().strip() or self._find() or not self.list.count():
            return
        self.list.setCurrentRow((self.list.currentRow() + 1) % self.list.count())

    def _on_row(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.open_page(item.data(NAME))

    def _on_back(self) -> None:
        if self.past:
            self._show(self.past.pop())

    def _on_link(self, url: QUrl) -> None:
        """``page.md#heading``, ``rule:game/clause``, a rule of the game whose rules are being read, or a page of the web."""
        text = url.toString()
        if url.scheme() == "https":
            QDesktopServices.openUrl(url)
        elif text.startswith(RULES):
            game, slash, clause = text.removeprefix(RULES).partition("/")
            if slash:
                self.open_page(RULES + game, clause)
            elif self.at.startswith(RULES):
                self.page.scrollToAnchor(game)
            else:
                self.open_page(RULES + game)
        elif text.startswith("#"):
            self.page.scrollToAnchor(text[1:])
        else:
            name, _, anchor = text.partition("#")
            page, here = Path(name).stem, self.files.get(self.at) or self.beside.get(self.at)
            if page not in self.names and here is not None and (here.parent / name).is_file():
                self.beside[page] = here.parent / name
            self.open_page(page, anchor)


class Pictures(QTextBrowser):
    """A page whose pictures are scaled to the available width whenever it changes."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        found = super().loadResource(kind, name)
        if kind == QTextDocument.ResourceType.ImageResource and found is not None:
            picture = QImage(found) if isinstance(found, QImage) else QImage.fromData(found)
            wide = max(320, self.viewport().width() - 44)
            if picture.width() > wide:
                return picture.convertToFormat(QImage.Format.Format_RGB32).scaledToWidth(
                    wide, Qt.TransformationMode.SmoothTransformation
                )
            return picture
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width() and "<img" in (html := self.toHtml()):
            bar = self.verticalScrollBar()
            share = bar.value() / max(1, bar.maximum())
            self.document().clear()
            self.setHtml(html)
            bar.setValue(round(share * bar.maximum()))


def _print_keys_bold(document: QTextDocument) -> None:
    """What Markdown marks as code are keys here: they are printed like the rest, in bold."""
    block, found = document.begin(), []
    while block.isValid():
        parts = block.begin()
        while not parts.atEnd():
            fragment = parts.fragment()
            families = fragment.charFormat().fontFamilies() or []
            if fragment.charFormat().fontFixedPitch() or "monospace" in families:
                found.append((fragment.position(), fragment.length()))
            parts += 1
        block = block.next()
    plain = QTextCharFormat()
    plain.setFontFixedPitch(False)
    plain.setFontFamilies([FAMILY])
    plain.setFontWeight(QFont.Weight.DemiBold)
    cursor = QTextCursor(document)
    cursor.beginEditBlock()  # the page is laid out once for all of them: a long one took seconds
    for start, length in found:
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(plain)
    cursor.endEditBlock()


def page_files(catalogue: Catalogue) -> tuple[Path, ...]:
    """The pages that lie beside the resources: the manual's own, in the language spoken where they are there in it, then the
    walkthroughs and what else a player may read.
    """
    docs = catalogue.places.resources.parent / "docs"
    others = ("accessibility.md", "play-by-mail.md", "own-tables.md", "packs.md")
    also = (*sorted(docs.glob("walkthrough-*.md")), *(docs / name for name in others))
    pages = sorted((docs / "help").glob("*.md"))
    own = docs / "help" / spoken()
    return (
        *(own / page.name if (own / page.name).is_file() else page for page in pages),
        *(path for path in also if path.is_file()),
    )


def _page_title(page: Path) -> str:
    """The first heading of a page."""
    with page.open(encoding="utf-8") as lines:
        return next(lines, page.stem).lstrip("# ").strip()


def _rules_html(ledger: Ledger | None, game: str) -> str:
    """A whole ledger on one page, every clause with its number as an anchor."""
    if ledger is None:
        return f"<p>{tr('The rules of this game cannot be read.')}</p>"
    preface = (_EMPHASIS.sub("<i>\\1</i>", escape(line)) for line in ledger.preface)
    parts = [f"<h2>{escape(ledger.title)}</h2>", *(f"<p>{line}</p>" for line in preface)]
    for chapter in ledger.chapters:
        parts.append(
            f'<h3><a name="{escape(chapter.id)}"></a>{escape(chapter.id)} {escape(chapter.title)}</h3>'
        )
        for clause in chapter.clauses:
            said = _REFERENCE.sub(
                lambda m: f'[<a href="rule:{game}/{m[1]}" style="text-decoration:none">{m[1]}</a>]',
                escape(clause.text),
            )
            parts.append(f'<p><a name="{escape(clause.id)}"></a><b>{escape(clause.id)}</b>&nbsp; {said}</p>')
    return "".join(parts)


def open_manual(window: Window, page: str = "") -> Manual:
    """Show the manual, the one that is open if there is one, at a page."""
    found = window.findChild(Manual, "manual")
    manual = found if isinstance(found, Manual) else Manual(window, window.catalogue, window.acts)
    if page:
        manual.open_page(page)
    manual.show()
    manual.raise_()
    manual.activateWindow()
    manual.words.setFocus()
    return manual
