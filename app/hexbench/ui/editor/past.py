"""The history of edits: every one since the document was opened, those undone and other branches too; a click goes there."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QIcon
from PySide6.QtWidgets import QListWidgetItem

from hexbench.engine.history import Node
from hexbench.session.editor.document import Document
from hexbench.session.editor.draft import said
from hexbench.ui.editor.desk import EditDesk
from hexbench.ui.editor.panel import EditPanel, GoList
from hexbench.ui.look.language import tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.icons import icon_pixmap
from hexbench.ui.widgets.parts import named

NODE = Qt.ItemDataRole.UserRole + 1


class PastPanel(EditPanel):
    """The line one stands on, to its end; where another branch leaves it, a row leads to its end."""

    key: ClassVar[str] = "past"

    def __init__(self, desk: EditDesk) -> None:
        super().__init__(
            desk,
            tr("Edits"),
            tr("Every edit of this document, with what was undone and other branches; a click goes there"),
        )
        self.list = named(GoList(), "edit.past.list", tr("Edits"))
        self.list.setWordWrap(True)
        self.list.itemClicked.connect(self._on_go)
        self.list.itemActivated.connect(self._on_go)
        self.box.addWidget(self.list, 1)

    def line(self) -> list[Node[Document]]:
        """The nodes from the beginning through the one we stand at to the end of its line."""
        history = self.desk.draft.history
        node, out = history.node, [history.node]
        while node.parent is not None:
            node = history.nodes[node.parent]
            out.insert(0, node)
        node = history.node
        while node.latest is not None:
            node = history.nodes[node.latest]
            out.append(node)
        return out

    def refresh(self) -> None:
        """List the edits."""
        history, line = self.desk.draft.history, self.line()
        ahead = False
        self.list.clear()
        here: QListWidgetItem | None = None
        for k, node in enumerate(line):
            text = tell(said(node.record)) if node.record is not None else tr("As it was opened")
            item = self._row(text, node.number, ahead=ahead)
            if node.number == history.here:
                font = QFont(item.font())
                font.setWeight(QFont.Weight.DemiBold)
                item.setFont(font)
                item.setText(f"• {text}")
                here, ahead = item, True
            follow = line[k + 1].number if k + 1 < len(line) else None
            for child in node.children:
                if child != follow:
                    end, count = self._end(child)
                    words = tr("1 other edit") if count == 1 else tr("{n} other edits", n=count)
                    row = self._row(words, end, ahead=True)
                    row.setIcon(QIcon(icon_pixmap("branch", self.desk.palette.chrome.muted)))
        if here is not None:
            self.list.setCurrentItem(here)
            self.list.scrollToItem(here)

    def _end(self, number: int) -> tuple[int, int]:
        nodes, count = self.desk.draft.history.nodes, 1
        while (then := nodes[number].latest) is not None:
            number, count = then, count + 1
        return number, count

    def _row(self, text: str, node: int, *, ahead: bool) -> QListWidgetItem:
        item = QListWidgetItem(text)
        item.setData(NODE, node)
        if ahead:
            font = QFont(item.font())
            font.setItalic(True)
            item.setFont(font)
            item.setForeground(colour(self.desk.palette.chrome.muted))
        self.list.addItem(item)
        return item

    def _on_go(self, item: QListWidgetItem) -> None:
        node = int(item.data(NODE))
        if node != self.desk.draft.history.here:
            self.desk.draft.go(node)
