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
    """A block of rich text ``width`` dots wide."""

    def __init__(self, html: str, width: float, size: int = SIZE) -> None:
        self._text = QTextDocument()
        self._text.setDocumentMargin(0)
        self._text.setDefaultFont(face_font(size))
        self._text.setDefaultStyleSheet(STYLE)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._text.setDefaultTextOption(option)
        self._text.setHtml(f"<body>{html}</body>")
        self._text.setTextWidth(width)
        self.width = width
        self.height = self._text.size().height()

    def paint(self, painter: QPainter, at: QPointF) -> None:
        """Draw it with its upper left corner at a point."""
        painter.save()
        painter.translate(at)
        how = QAbstractTextDocumentLayout.PaintContext()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, QColor(INK))  # the screen may be dressed for the night
        how.palette = palette
        how.clip = QRectF(0, 0, self.width, self.height)
        self._text.documentLayout().draw(painter, how)
        painter.restore()
