"""Words on paper: a block of rich text of a given width that knows its height and stays text in a PDF."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QAbstractTextDocumentLayout, QColor, QPainter, QPalette, QTextDocument, QTextOption

from hexbench.ui.look.fonts import face_font
from hexbench.ui.print.sheets import INK, MUTED, RULE

SIZE = 17
"""Of plain type, in dots: eight and a half points."""
STYLE = (
    f"body {{ color: {INK}; }} .muted {{ color: {MUTED}; }} h1 {{ font-size: 28px; margin: 0; }} "
    f"h2 {{ font-size: 21px; margin: 0; }} h3 {{ font-size: 18px; margin: 0; }} p {{ margin: 0 0 3px 0; }} "
    f"td, th {{ padding: 1px 5px; }} .rule {{ color: {MUTED}; font-size: 14px; }} td.line {{ border-bottom: 1px solid {RULE}; }}"
)


class Words:
    """A block of rich text ``width`` dots wide. ``whole``: words are never broken, as in the cells of a table."""

    def __init__(self, html: str, width: float, size: int = SIZE, *, whole: bool = False) -> None:
        self._text = QTextDocument()
        self._text.setDocumentMargin(0)
        self._text.setDefaultFont(face_font(size))
        self._text.setDefaultStyleSheet(STYLE)
        option = QTextOption()
        modes = QTextOption.WrapMode
        option.setWrapMode(modes.WordWrap if whole else modes.WrapAtWordBoundaryOrAnywhere)
        self._text.setDefaultTextOption(option)
        self._text.setHtml(f"<body>{html}</body>")
        self._text.setTextWidth(width)
        self.width = width
        laid = self._text.size()
        # A table of many columns does not fold: then all of the block is made smaller.
        self.shrunk = laid.width() > width + 1
        self._k = min(1.0, width / laid.width()) if laid.width() > 0 else 1.0
        self.height = laid.height() * self._k

    def paint(self, painter: QPainter, at: QPointF) -> None:
        """Draw it with its upper left corner at a point."""
        painter.save()
        painter.translate(at)
        painter.scale(self._k, self._k)
        how = QAbstractTextDocumentLayout.PaintContext()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, QColor(INK))  # the screen may be dressed for the night
        how.palette = palette
        how.clip = QRectF(0, 0, self.width / self._k, self.height / self._k)
        self._text.documentLayout().draw(painter, how)
        painter.restore()
