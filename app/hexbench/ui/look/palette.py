"""Colours as data: one palette file for the desktop (day, night, contrast) joined with the colour keys of a game.

``resources/palettes/<name>.toml`` holds the chrome and the map, ``safe.toml`` what differs for colour-blind eyes; ``resources/games/<key>/palette.toml`` holds what only
that game prints: counter grounds, formation bars, boxes, sides, and any terrain, tone or mark of its own. Both are
decoded strictly; a wrong colour or an unknown key raises ValueError with its path. A game whose own does not hold is
shown in the desktop's colours.
"""

from __future__ import annotations

import re
import tomllib
import zlib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from hexbench.store.strict import BadFile
from hexbench.store.tables import read_palette
from hexbench.ui.look.contrast import MARGIN, MARK, TEXT, ink_on, mix, ratio, stand_out
from hexbench.ui.look.fonts import FAMILY

# How the files of a palette are laid over each other, and how their inks are made to reach the contrast
# they promise.

_JOINED: Final = (
    *("terrain", "feature", "water", "road", "line", "tone", "mark"),
    *("chip", "ring", "counter", "bar", "box", "side"),
)
"""Tables of a palette to which a game may add keys of its own."""
SAFE: Final = "safe"
"""The part of a game's palette that holds for colour-blind eyes, in any light."""
LIGHTS: Final = ("day", "night", "contrast")
"""The desktop's palettes. A part of a file named so holds in that light only."""
Tables = dict[str, Any]


def join(desktop: Mapping[str, Any], game: Mapping[str, Any], safe: Mapping[str, Any] | None) -> Tables:
    """All tables in use: the desktop's, overridden by the game's, and by the safe ones last. Raises ValueError.

    ``[night.tone.x]`` goes over ``[tone.x]`` by night. In a game ``[safe.counter.x]`` goes over ``[counter.x]`` where
    safe colours are asked for.
    """
    light = str(desktop.get("name"))
    out: Tables = dict(desktop)
    for table in game:
        if table not in (*_JOINED, *LIGHTS, SAFE):
            raise ValueError(f"A game's palette has no table named {table!r}.")
    _lay(out, _plain(game))
    _lay(out, game.get(light, {}))
    if safe is not None:
        _lay(out, {table: entries for table, entries in _plain(safe).items() if table != "name"})
        _lay(out, safe.get(light, {}))
        asked = game.get(SAFE, {})
        _lay(out, _plain(asked))
        _lay(out, asked.get(light, {}))
    if out.get("text", TEXT) > TEXT:
        _strengthen(out)
    return out


def _plain(tables: Mapping[str, Any]) -> Tables:
    """The tables of a file that hold in every light."""
    return {name: entries for name, entries in tables.items() if name not in (*LIGHTS, SAFE)}


def _lay(under: Tables, over: Mapping[str, Any]) -> None:
    """Put tables over others, entry by entry and within an entry field by field."""
    for table, entries in over.items():
        old = dict(under.get(table, {}))
        for key, entry in entries.items():
            before = old.get(key)
            old[key] = {**before, **entry} if isinstance(entry, dict) and isinstance(before, dict) else entry
        under[table] = old


def _strengthen(tables: Tables) -> None:
    """Give every ink of a game at least the contrast that the palette guarantees."""
    text, mark = float(tables["text"]), float(tables.get("mark_contrast", MARK))
    for name, least in (("counter", text), ("box", text), ("mark", text), ("side", text), ("chip", mark)):
        tables[name] = {key: _strong(dict(entry), least) for key, entry in tables.get(name, {}).items()}
    paper = str(tables["map"]["paper"])
    tones = {}
    for key, tone in tables["tone"].items():
        under = tone["fill"] if tone["pattern"] == "solid" else mix(paper, tone["fill"], tone["alpha"] / 255)
        enough = ratio(tone["ink"], under) >= mark
        tones[key] = tone if enough else {**tone, "ink": ink_on(under, "#000000", "#ffffff")}
    tables["tone"] = tones


def _strong(entry: Tables, least: float) -> Tables:
    entry["ink"], entry["ground"] = stand_out(str(entry["ink"]), str(entry["ground"]), least * MARGIN)
    if "field" in entry and ratio(entry["ink"], entry["field"]) < least * MARGIN:
        entry["field"] = entry["ground"]
    return entry


_COLOUR = re.compile(r"#[0-9a-f]{6}", re.IGNORECASE)


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all entries of a palette."""


class Chrome(Style, frozen=True):
    """Colours of windows, docks and buttons."""

    window: str
    base: str
    alternate: str
    text: str
    muted: str
    button: str
    border: str
    highlight: str
    highlighted_text: str
    focus: str
    link: str
    tooltip: str
    tooltip_text: str
    accent: str
    good: str
    warn: str
    bad: str


class MapColours(Style, frozen=True):
    """Colours of the sheet that belong to no terrain."""

    surround: str
    paper: str
    grain: str
    grid: str
    grid_alpha: int
    rim: str
    number: str
    halo: str
    label: str
    label_water: str
    label_region: str
    cursor: str
    cursor_casing: str
    selection: str
    selection_casing: str
    lit: str
    shadow: str
    panel: str
    panel_border: str


class Terrain(Style, frozen=True):
    """A base terrain: ground, the ink of its ``pattern``; a heavier ``weight`` lies on top of a lighter of its kind."""

    ground: str
    ink: str = "#808080"
    pattern: str = "plain"
    weight: int = 0
    width: float = 0.0
    """How wide the water of a hex of pattern ``stream`` is, in scene units."""


class Feature(Style, frozen=True):
    """What stands on a hex; ``draw`` names the way it is drawn (town, village, city, teeth, fort)."""

    ground: str
    ink: str
    edge: str
    draw: str


class Water(Style, frozen=True):
    """Water along a hexside; ``width`` at its mouth, in scene units."""

    fill: str
    bank: str
    width: float


class RoadStyle(Style, frozen=True):
    """A road: fill, the light casing round it, the dark edge; a small ``rank`` is drawn on top."""

    fill: str
    casing: str
    edge: str
    width: float
    rank: int = 2
    dash: tuple[float, ...] = ()


class BridgeStyle(Style, frozen=True):
    """Bridges and fords."""

    deck: str
    rail: str
    ford: str


class LineStyle(Style, frozen=True):
    """A named line along hexsides; ``style``: dash, dashdot, dot, solid, teeth or none."""

    colour: str
    halo: str
    width: float
    style: str


class Tone(Style, frozen=True):
    """A tone of an overlay: fill (with ``alpha`` 0..255), and a pattern in ink, so that colour never stands alone.

    ``dash`` does for its lines what the pattern does for its hexes: lengths in widths of the line.
    """

    fill: str
    ink: str
    alpha: int
    pattern: str
    dash: tuple[float, ...] = ()


class MarkStyle(Style, frozen=True):
    """A state mark on a counter: ground, the ink of its letter, and its shape."""

    ground: str
    ink: str
    shape: str


class ChipStyle(Style, frozen=True):
    """A marker on the map; ``draw`` names its picture."""

    ground: str
    ink: str
    draw: str


class CounterStyle(Style, frozen=True):
    """The colours of a counter: its ground, its ink (texts and symbol), and the field inside the symbol box."""

    ground: str
    ink: str
    field: str


class BoxStyle(Style, frozen=True):
    """The small box behind a letter."""

    ground: str
    ink: str


class RingStyle(Style, frozen=True):
    """A border round counters that belong together for now, and its dashes in widths of the line."""

    colour: str
    dash: tuple[float, ...] = ()


class SideStyle(Style, frozen=True):
    """A side: its colours, the frame shape of its counters (``cut``, ``round`` or ``square``), and its emblem."""

    ground: str
    ink: str
    frame: str
    emblem: str
    overlay: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole of a desktop palette after the game's keys are joined."""

    name: str
    dark: bool
    bold: float = 1.0
    text: float = TEXT
    mark_contrast: float = MARK
    chrome: Chrome
    map: MapColours
    bridge: BridgeStyle
    terrain: dict[str, Terrain]
    feature: dict[str, Feature]
    water: dict[str, Water]
    road: dict[str, RoadStyle]
    line: dict[str, LineStyle]
    tone: dict[str, Tone]
    mark: dict[str, MarkStyle]
    chip: dict[str, ChipStyle]
    ring: dict[str, RingStyle]
    counter: dict[str, CounterStyle] = {}
    bar: dict[str, tuple[str, ...]] = {}
    box: dict[str, BoxStyle] = {}
    side: dict[str, SideStyle] = {}


_ANY_COUNTER = CounterStyle(ground="#c9c4b4", ink="#1a1a1a", field="#efebdf")
_ANY_SIDE = SideStyle(ground="#66665f", ink="#ffffff", frame="square", emblem="disc")
_ANY_BOX = BoxStyle(ground="#f4f0e0", ink="#1a1a1a")
_BARS = (
    "#4477aa",
    "#ee6677",
    "#228833",
    "#ccbb44",
    "#66ccee",
    "#aa3377",
    "#ffffff",
    "#111111",
    "#e69f00",
    "#8a5a2b",
)
S = TypeVar("S")


@cache
def colour(text: str, alpha: int = 255) -> QColor:
    """The colour of "#rrggbb" with an alpha. The answer is shared: never change it."""
    out = QColor(text)
    out.setAlpha(alpha)
    return out


def _check(value: Any, path: str) -> None:
    """Refuse every "#..." that is no colour, with its path."""
    if isinstance(value, str):
        if value.startswith("#") and not _COLOUR.fullmatch(value):
            raise ValueError(f"{path}: {value!r} is not a colour of the form #rrggbb.")
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            _check(inner, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for i, inner in enumerate(value):
            _check(inner, f"{path}[{i}]")


@lru_cache(maxsize=8)
def _decoded(text: str) -> Mapping[str, Any]:
    """The tables of a file, decoded once for the start page and every game. The answer is shared: never change it."""
    return tomllib.loads(text)


class Palette:
    """All colours in use. Look-ups never fail: an unknown key falls back to its family ("a.b" to "a"), then a default."""

    def __init__(
        self,
        desktop: Mapping[str, Any],
        game: Mapping[str, Any] | None = None,
        safe: Mapping[str, Any] | None = None,
    ) -> None:
        """``desktop``, ``game`` and ``safe`` (colours for colour-blind eyes) are decoded files. ValueError: one sentence, with the path."""
        joined = join(desktop, game or {}, safe)
        _check(joined, "$")
        try:
            self._file = msgspec.convert(joined, _File)
        except msgspec.ValidationError as error:
            raise ValueError(f"Palette {desktop.get('name', '?')}: {error}") from error
        self.name = self._file.name
        self.dark = self._file.dark
        self.safe = safe is not None
        self.bold = self._file.bold
        """How many times as thick as usual cursor, selection and outlines are."""
        self.least_text, self.least_mark = self._file.text, self._file.mark_contrast
        """The contrast this palette promises for texts, and for pictures and patterns."""
        self.chrome = self._file.chrome
        self.map = self._file.map
        self.bridge = self._file.bridge

    @classmethod
    def load(cls, path: Path, game: Mapping[str, Any] | None = None, safe: Path | None = None) -> Palette:
        """Read a desktop palette file, merge a game's keys, and then the safe colours if a file is named.

        A game whose keys do not hold is shown in the desktop's own colours: `hexbench check` says what is wrong with them.
        """
        files = [_decoded(p.read_text(encoding="utf-8")) for p in (path, safe) if p is not None]
        over = files[1] if safe is not None else None
        try:
            return cls(files[0], game, over)
        except ValueError:
            if not game:
                raise
            return cls(files[0], None, over)

    @classmethod
    def check(cls, folder: Path, file: Path) -> None:
        """Hold a game's file of colours against every palette of the desktop in ``folder``. Raises BadFile."""
        own = read_palette(file)
        safe = _decoded((folder / "safe.toml").read_text(encoding="utf-8"))
        for light in LIGHTS:
            desktop = _decoded((folder / f"{light}.toml").read_text(encoding="utf-8"))
            for over in (None, safe):
                try:
                    cls(desktop, own, over)
                except ValueError as fault:
                    raise BadFile(str(fault), str(file)) from None

    def terrain(self, kind: str) -> Terrain:
        """The look of a base terrain; an unknown one looks clear."""
        return _find(self._file.terrain, kind, self._file.terrain["clear"])

    def feature(self, kind: str) -> Feature | None:
        """The look of a feature; None: it is not drawn."""
        return self._file.feature.get(kind)

    def water(self, kind: str) -> Water | None:
        """The look of a hexside kind that is water; None: it is none."""
        return self._file.water.get(kind)

    def road(self, kind: str) -> RoadStyle:
        """The look of a road."""
        return _find(self._file.road, kind, self._file.road["second"])

    def line(self, kind: str) -> LineStyle:
        """The look of a named line."""
        return _find(self._file.line, kind, self._file.line["default"])

    def tone(self, key: str) -> Tone:
        """The look of an overlay's tone."""
        return _find(self._file.tone, key, self._file.tone["default"])

    def mark(self, key: str) -> MarkStyle:
        """The look of a state mark."""
        return _find(self._file.mark, key, self._file.mark["default"])

    def chip(self, key: str) -> ChipStyle:
        """The look of a marker on the map."""
        return _find(self._file.chip, key, self._file.chip["default"])

    def ring(self, key: str) -> RingStyle:
        """The look of a border."""
        return _find(self._file.ring, key, self._file.ring["default"])

    def counter(self, key: str) -> CounterStyle:
        """The colours of a counter."""
        return _find(self._file.counter, key, _ANY_COUNTER)

    def box(self, key: str) -> BoxStyle:
        """The colours of a letter's box."""
        return _find(self._file.box, key, _ANY_BOX)

    def side(self, key: str) -> SideStyle:
        """The look of a side."""
        return _find(self._file.side, key, _ANY_SIDE)

    def bar(self, key: str) -> tuple[str, ...]:
        """The one to three colours of a formation's bar.

        ``bar.<n>`` goes round the game's numbered bars for ever; any other unknown key always gets the same one of them.
        """
        table = self._file.bar
        if key in table:
            return table[key]
        head, _, tail = key.rpartition(".")
        numbered = sum(1 for name in table if name.rpartition(".")[0] == "bar")
        if numbered:
            n = int(tail) - 1 if head == "bar" and tail.isdecimal() else zlib.crc32(key.encode())
            return table.get(f"bar.{n % numbered + 1}", (_BARS[n % len(_BARS)],))
        return (_BARS[zlib.crc32(key.encode()) % len(_BARS)],)

    @property
    def counters(self) -> dict[str, CounterStyle]:
        """Every counter colour, for contrast checks and legends."""
        return dict(self._file.counter)

    @property
    def marks(self) -> dict[str, MarkStyle]:
        """Every mark."""
        return dict(self._file.mark)

    @property
    def chips(self) -> dict[str, ChipStyle]:
        """Every marker."""
        return dict(self._file.chip)

    @property
    def terrains(self) -> dict[str, Terrain]:
        """Every terrain."""
        return dict(self._file.terrain)

    @property
    def lines(self) -> dict[str, LineStyle]:
        """Every named line."""
        return dict(self._file.line)

    @property
    def tones(self) -> dict[str, Tone]:
        """Every tone."""
        return dict(self._file.tone)

    @property
    def sides(self) -> dict[str, SideStyle]:
        """Every side."""
        return dict(self._file.side)

    @property
    def boxes(self) -> dict[str, BoxStyle]:
        """Every letter box."""
        return dict(self._file.box)

    @property
    def bars(self) -> dict[str, tuple[str, ...]]:
        """Every formation bar."""
        return dict(self._file.bar)


def _find(table: Mapping[str, S], key: str, default: S) -> S:
    """The entry of ``key``, of its nearest family, or the default."""
    while key:
        if key in table:
            return table[key]
        key = key.rpartition(".")[0]
    return default


# Windows, docks and buttons in a palette's colours: Fusion, a QPalette and a small style sheet.

USUAL, TITLE, PROMPT = 10.0, 1.5, 1.15
"""Points of text where the system does not say; how many times as large titles and the prompt are."""
SHEET = """
QToolTip {{ background: {tooltip}; color: {tooltip_text}; border: 1px solid {border}; padding: 3px 5px; }}
QDockWidget {{ font-weight: 600; }}
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
QTabBar QToolButton {{ padding: 0; background: {button}; border: 1px solid {border}; border-radius: 0; }}
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

_DARK = """
QCheckBox::indicator, QRadioButton::indicator, QAbstractItemView::indicator {{ width: 12px; height: 12px;
  border: 1px solid {muted}; background: {base}; }}
QRadioButton::indicator {{ border-radius: 7px; }}
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {{ border-color: {text}; background: {highlight}; }}
QRadioButton::indicator:checked {{ border-color: {text}; background: qradialgradient(cx:0.5, cy:0.5, radius:0.5, fx:0.5, fy:0.5,
  stop:0 {highlight}, stop:0.62 {highlight}, stop:0.7 {base}, stop:1 {base}); }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ border: 1px dashed {muted}; }}
"""
"""Over the sheet where a palette is dark: Fusion draws boxes to tick darker than their ground, and nobody saw an empty one."""

_BOLD = """
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


_OURS = "hexbench.style"
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
    sheet = SHEET + (_BOLD if palette.bold > 1.0 else _DARK if palette.dark else "")
    done = mix(c.highlight, c.base, 0.7)
    sizes = {"title": points * TITLE, "prompt": points * PROMPT}
    return sheet.format(done=done, **sizes, **{name: getattr(c, name) for name in c.__struct_fields__})


def dress(app: QApplication, palette: Palette, points: float = 0.0) -> None:
    """Give a running program this look; may be called again for another palette or size. ``points`` 0: the system's size."""
    if not app.property(_OURS):  # a style that is set again polishes every widget again
        fusion = QStyleFactory.create("Fusion")
        if fusion is not None:
            app.setStyle(fusion)
            app.setProperty(_OURS, True)
    app.setPalette(chrome_palette(palette))
    font = QFont(FAMILY)
    size = points if points > 0 else app.font().pointSizeF()
    font.setPointSizeF(size if size > 0 else USUAL)
    # Before the style sheet: visible widgets take a new font only when they are polished again.
    app.setFont(font)
    app.setStyleSheet(style_sheet(palette, font.pointSizeF()))
