"""Windows, docks and buttons in a palette's colours: Fusion, a QPalette and a small style sheet."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from hexbench.ui.look.fonts import FAMILY
from hexbench.ui.look.palette import Palette

SHEET = """
QToolTip {{ background: {tooltip}; color: {tooltip_text}; border: 1px solid {border}; padding: 3px 5px; }}
QDockWidget {{ titlebar-close-icon: none; font-weight: 600; }}
QDockWidget::title {{ background: {button}; padding: 4px 6px; border-bottom: 1px solid {border}; }}
QStatusBar {{ border-top: 1px solid {border}; }}
QStatusBar::item {{ border: none; }}
QToolBar {{ border: none; border-bottom: 1px solid {border}; spacing: 3px; padding: 2px; }}
QToolButton {{ padding: 3px 6px; border: 1px solid transparent; border-radius: 4px; }}
QToolButton:hover {{ background: {alternate}; border-color: {border}; }}
QToolButton:checked {{ background: {highlight}; color: {highlighted_text}; }}
QPushButton {{ background: {button}; border: 1px solid {border}; border-radius: 4px; padding: 4px 12px; }}
QPushButton:hover {{ background: {alternate}; }}
QPushButton:default {{ border: 2px solid {highlight}; padding: 3px 11px; font-weight: 600; }}
QPushButton:focus, QToolButton:focus {{ border-color: {highlight}; }}
QPushButton:disabled, QToolButton:disabled {{ color: {muted}; }}
QHeaderView::section {{ background: {button}; border: none; border-right: 1px solid {border}; padding: 3px 6px; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab {{ padding: 4px 7px; background: {button}; border: 1px solid {border}; border-bottom: none;
  border-top-left-radius: 3px; border-top-right-radius: 3px; margin-top: 3px; }}
QTabBar::tab:selected {{ font-weight: 600; background: {window}; margin-top: 0; padding-top: 6px; }}
QTabBar::tab:hover:!selected {{ background: {alternate}; }}
QTabBar[tight="true"]::tab {{ padding-left: 3px; padding-right: 3px; }}
QFrame#rule {{ background: {border}; }}
QLabel[role="title"] {{ font-size: 15pt; font-weight: 600; }}
QLabel[role="muted"] {{ color: {muted}; }}
QLabel[role="warn"] {{ color: {warn}; }}
QLabel[role="bad"] {{ color: {bad}; font-weight: 600; }}
QLabel[role="good"] {{ color: {good}; }}
"""


def chrome_palette(palette: Palette) -> QPalette:
    """The QPalette of all widgets."""
    c, out = palette.chrome, QPalette()
    role = QPalette.ColorRole
    for which, text in (
        (role.Window, c.window),
        (role.WindowText, c.text),
        (role.Base, c.base),
        (role.AlternateBase, c.alternate),
        (role.Text, c.text),
        (role.PlaceholderText, c.muted),
        (role.Button, c.button),
        (role.ButtonText, c.text),
        (role.BrightText, c.bad),
        (role.Highlight, c.highlight),
        (role.HighlightedText, c.highlighted_text),
        (role.Link, c.link),
        (role.LinkVisited, c.accent),
        (role.ToolTipBase, c.tooltip),
        (role.ToolTipText, c.tooltip_text),
        (role.Mid, c.border),
        (role.Accent, c.highlight),
    ):
        out.setColor(which, QColor(text))
    for which in (role.WindowText, role.Text, role.ButtonText):
        out.setColor(QPalette.ColorGroup.Disabled, which, QColor(c.muted))
    return out


def style_sheet(palette: Palette) -> str:
    """The style sheet of the whole program."""
    c = palette.chrome
    return SHEET.format(**{name: getattr(c, name) for name in c.__struct_fields__})


def dress(app: QApplication, palette: Palette) -> None:
    """Give a running program this look; may be called again for another palette. Text keeps the system's size."""
    fusion = QStyleFactory.create("Fusion")
    if fusion is not None:
        app.setStyle(fusion)
    app.setPalette(chrome_palette(palette))
    app.setStyleSheet(style_sheet(palette))
    font = QFont(FAMILY)
    size = app.font().pointSizeF()
    font.setPointSizeF(size if size > 0 else 10.0)
    app.setFont(font)
