"""Windows, docks and buttons in a palette's colours: Fusion, a QPalette and a small style sheet."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from hexbench.ui.look.contrast import mix
from hexbench.ui.look.fonts import FAMILY
from hexbench.ui.look.palette import Chrome, Palette

USUAL, TITLE, PROMPT = 10.0, 1.5, 1.15
"""Points of text where the system does not say; how many times as large titles and the prompt are."""
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
QPushButton:default {{ border: 2px solid {highlight}; padding: 3px 11px; }}
QPushButton:focus, QToolButton:focus {{ border-color: {focus}; }}
QPushButton:disabled, QToolButton:disabled {{ color: {muted}; }}
QHeaderView::section {{ background: {button}; border: none; border-right: 1px solid {border}; padding: 3px 6px; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab {{ padding: 4px 7px; background: {button}; border: 1px solid {border}; border-bottom: none;
  border-top-left-radius: 3px; border-top-right-radius: 3px; margin-top: 3px; }}
QTabBar::tab:selected {{ font-weight: 600; background: {window}; margin-top: 0; padding-top: 6px; }}
QTabBar::tab:hover:!selected {{ background: {alternate}; }}
QTabBar[folded="true"]::tab:selected {{ font-weight: 400; background: {button}; margin-top: 3px; padding-top: 4px; }}
QTabBar[tight="true"]::tab {{ padding-left: 3px; padding-right: 3px; }}
QFrame#card {{ background: {base}; border: 1px solid {border}; border-radius: 8px; }}
QPushButton[main="true"] {{ font-weight: 600; padding: 6px 14px; }}
QFrame#rule {{ background: {border}; }}
QLabel[role="title"] {{ font-size: {title:.1f}pt; font-weight: 600; }}
QLabel[role="prompt"] {{ font-size: {prompt:.1f}pt; }}
QLabel[role="muted"] {{ color: {muted}; }}
QLabel[role="warn"] {{ color: {warn}; }}
QLabel[role="bad"] {{ color: {bad}; font-weight: 600; }}
QLabel[role="good"] {{ color: {good}; }}
"""

BOLD = """
QLineEdit, QTextEdit, QTextBrowser, QPlainTextEdit, QAbstractItemView, QAbstractSpinBox, QKeySequenceEdit, QMenu,
QGroupBox {{ border: 1px solid {border}; }}
QGroupBox {{ margin-top: 1.4em; padding-top: 4px; }}
QGroupBox::title {{ subcontrol-origin: margin; left: 8px; padding: 0 4px; }}
QLineEdit, QKeySequenceEdit {{ padding: 2px 4px; }}
QToolButton {{ border-color: {border}; }}
QPushButton:disabled, QToolButton:disabled {{ border: 1px dashed {muted}; }}
QPushButton:default {{ border: 3px solid {highlight}; padding: 2px 10px; }}
QCheckBox::indicator, QRadioButton::indicator, QAbstractItemView::indicator {{ width: 12px; height: 12px;
  border: 2px solid {text}; background: {base}; }}
QRadioButton::indicator {{ border-radius: 8px; }}
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {{ background: qlineargradient(x1:0, y1:0, x2:1, y2:1,
  stop:0 {highlight}, stop:1 {highlight}); }}
QRadioButton::indicator:checked {{ background: qradialgradient(cx:0.5, cy:0.5, radius:0.5, fx:0.5, fy:0.5,
  stop:0 {highlight}, stop:0.62 {highlight}, stop:0.7 {base}, stop:1 {base}); }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ border: 2px dashed {muted}; }}
QMenu::item:selected, QMenuBar::item:selected {{ background: {highlight}; color: {highlighted_text}; }}
QMenu::separator {{ height: 1px; background: {border}; margin: 3px 6px; }}
QTabBar::tab:selected {{ border: 2px solid {highlight}; border-bottom: none; }}
QMainWindow::separator {{ background: {border}; width: 3px; height: 3px; }}
QScrollBar:vertical {{ background: {base}; width: 14px; border: 1px solid {border}; }}
QScrollBar:horizontal {{ background: {base}; height: 14px; border: 1px solid {border}; }}
QScrollBar::handle {{ background: {text}; min-height: 24px; min-width: 24px; margin: 2px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QSlider::groove:horizontal {{ height: 4px; background: {border}; }}
QSlider::handle:horizontal {{ width: 12px; margin: -6px 0; background: {highlight}; border: 2px solid {base}; }}
QProgressBar {{ border: 1px solid {border}; text-align: center; color: {text}; }}
QProgressBar::chunk {{ background: {done}; }}
QComboBox {{ border: 1px solid {border}; padding: 2px 6px; background: {button}; }}
QComboBox:disabled {{ border: 1px dashed {muted}; }}
QComboBox::drop-down {{ border: none; width: 18px; }}
QComboBox::down-arrow {{ width: 8px; height: 8px; background: qlineargradient(x1:0, y1:0, x2:0, y2:1,
  stop:0 {text}, stop:0.35 {text}, stop:0.36 {button}, stop:0.62 {button}, stop:0.63 {text}, stop:1 {text}); }}
"""
"""Over the sheet where a palette is bold: outlines that Fusion makes from the ground, and black has no darker shade."""


OURS = "hexbench.style"
"""Property of the program: its style is the one all looks are made for."""


def look_of(palette: Palette, points: float) -> tuple[Chrome, bool, float]:
    """All of a palette that the widgets' look depends on: palettes that are alike in it are put on once."""
    return palette.chrome, palette.bold <= 1.0, points


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


def style_sheet(palette: Palette, points: float = USUAL) -> str:
    """The style sheet of the whole program, for text of this size."""
    c = palette.chrome
    sheet = SHEET if palette.bold <= 1.0 else SHEET + BOLD
    done = mix(c.highlight, c.base, 0.7)
    sizes = {"title": points * TITLE, "prompt": points * PROMPT}
    return sheet.format(done=done, **sizes, **{name: getattr(c, name) for name in c.__struct_fields__})


def dress(app: QApplication, palette: Palette, points: float = 0.0) -> None:
    """Give a running program this look; may be called again for another palette or size. ``points`` 0: the system's size."""
    if not app.property(OURS):  # a style that is set again polishes every widget again
        fusion = QStyleFactory.create("Fusion")
        if fusion is not None:
            app.setStyle(fusion)
            app.setProperty(OURS, True)
    app.setPalette(chrome_palette(palette))
    font = QFont(FAMILY)
    size = points if points > 0 else app.font().pointSizeF()
    font.setPointSizeF(size if size > 0 else USUAL)
    # Before the sheet: what is shown already takes another font only when it is polished anew.
    app.setFont(font)
    app.setStyleSheet(style_sheet(palette, font.pointSizeF()))
