"""The games as cards: a picture of the map, what it is about, length, difficulty, and a button to start."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from hexbench import __version__
from hexbench.session.automaton import levels
from hexbench.store.found_games import Introduction, Measure
from hexbench.store.strict import BadFile
from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.language import as_it_is, joined, mark, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.background import every
from hexbench.ui.widgets.parts import HintLabel, laid, named, wrapped_label

if TYPE_CHECKING:
    from hexbench.engine.rules import GameDef
    from hexbench.session.game import Catalogue
    from hexbench.store.scenarios import ScenarioInfo
    from hexbench.ui.print.vignette import Painter
    from hexbench.ui.shell.table import Table


# The pictures of the start page: kept on the disk by what they are drawn from, drawn by another process
# when they are missed.

SIZE = QSize(720, 400)
"""Pixels of a picture: enough for a card on a screen of double density."""
_LOOK = 1
"""Raised when pictures are drawn differently from before."""
_ASK_MS = 120
"""How often the painter is asked whether it has something."""
KEPT = 150
"""Pictures on the disk; those not looked at for longest go."""


class StartPictures(QObject):
    """``drawn(game, scenario)``: a new picture is available."""

    drawn = Signal(str, str)

    def __init__(self, desk: Desk, catalogue: Catalogue, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk, self.catalogue = desk, catalogue
        self.folder = catalogue.places.cache / "pictures"
        self.painter: Painter | None = None
        self.draws = True
        """False: only what is on the disk is shown."""
        self.awake = False
        """Whether missing pictures are drawn: not before the page has been painted."""
        self._wanted: dict[str, tuple[str, str]] = {}
        """Key of a picture that is missing -> game and scenario; asked for in this order."""
        self._failed: set[str] = set()
        self._shown: dict[str, QPixmap] = {}
        self._stamps: dict[str, str] = {}
        self._timer = every(self, self._on_time, _ASK_MS)

    # ---- scenarios
    def of(self, game: str, scenario: str) -> QPixmap | None:
        """The picture of a scenario; None: it is being drawn, and ``drawn`` will be emitted."""
        key = self._key(game, scenario)
        if not key or key in self._failed:
            return None
        if key not in self._shown:
            found = QPixmap(str(self._file(key)))
            if found.isNull():
                self._wanted.setdefault(key, (game, scenario))
                self._go_on()
                return None
            self._shown[key] = found
        return self._shown[key]

    def wake(self) -> None:
        """The page is on the screen: what is missing may be drawn."""
        self.awake = True
        self._stamps = {}
        self._go_on()

    def sleep(self) -> None:
        """The page is left: draw no more."""
        self.awake = False
        self._timer.stop()
        if self.painter is not None:
            self.painter.close()
            self.painter = None

    def _key(self, game: str, scenario: str) -> str:
        """A digest of all that the picture is drawn from; empty where there is no such scenario."""
        try:
            path = self.catalogue.scenario_path(game, scenario)
        except BadFile:
            return ""
        palette = self.desk.palette
        words = (
            *(_LOOK, __version__, game, scenario, palette.name, palette.safe, SIZE.toTuple()),
            self._stamp(path.parent),
            self._stamp(self.catalogue.places.resources / "games" / game),
            self._stamp(self.catalogue.places.resources / "maps"),
            self._stamp(self.catalogue.places.maps),
            self._stamp(self.catalogue.places.resources / "palettes"),
        )
        return hashlib.sha256(repr(words).encode()).hexdigest()[:32]

    def _stamp(self, folder: Path) -> str:
        """A fingerprint of a folder's files, made without reading them."""
        found = self._stamps.get(str(folder))
        if found is None:
            rows: list[tuple[str, int, int]] = []
            with suppress(OSError):
                for file in sorted(folder.glob("*.*")):
                    about = file.stat()
                    rows.append((file.name, about.st_size, about.st_mtime_ns))
            found = self._stamps[str(folder)] = hashlib.sha256(repr(rows).encode()).hexdigest()
        return found

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}.png"

    # ---- the painter
    def _go_on(self) -> None:
        if self.draws and self.awake and self._wanted and not self._timer.isActive():
            self._timer.start()

    def _on_time(self) -> None:
        """Ask for one picture after another; what was made is shown."""
        from hexbench.ui.print.vignette import Drawing, Painter

        painter = self.painter = self.painter or Painter(self.catalogue)
        for key, made in painter.answers():
            game, scenario = self._wanted.pop(key, ("", ""))
            if not made:
                self._failed.add(key)
            elif game:
                self.drawn.emit(game, scenario)
        if painter.broken:
            self._failed.update(self._wanted)
            self._wanted.clear()
        if not self._wanted:
            self._timer.stop()
            painter.close()
            self.painter = None
            self._tidy()
        elif painter.waiting == 0:
            key, (game, scenario) = next(iter(self._wanted.items()))
            palette = self.desk.palette
            painter.ask(
                Drawing(
                    key, game, scenario, palette.name, palette.safe,
                    SIZE.width(), SIZE.height(), str(self._file(key)),
                )
            )  # fmt: skip

    def _tidy(self) -> None:
        """Keep the folder small."""
        with suppress(OSError):
            files = sorted(self.folder.glob("*.png"), key=lambda file: file.stat().st_mtime, reverse=True)
            for file in files[KEPT:]:
                file.unlink(missing_ok=True)

    # ---- positions
    def of_game(self, path: str) -> QPixmap | None:
        """The last position of a saved game; None: it has not been shown here."""
        found = QPixmap(str(self._file(_name_of(path))))
        return None if found.isNull() else found

    def keep(self, path: Path, table: Table) -> None:
        """Save the table as the picture of a game. If another player at this screen will see it, private drawings and
        overlays are left out; if a side has secrets from that player, only the map is saved.
        """
        view, session = table.view, table.desk.bridge.session
        if view is None or session is None or view.width() < 50 or view.height() < 50:
            return
        shared = len(session.rules.sides) - len(session.header.players) != 1 and not session.study
        bare = (session.secret and shared) or table.desk.seat is None
        if bare:
            view.map.set_hidden(True)
        if shared or bare:
            view.map.show_own(False)
        shot = view.viewport().grab()  # without the news and notes that float over the map
        if bare:
            view.map.set_hidden("counters" in table.layers.hidden)
        view.map.show_own(True)
        image = shot.toImage().scaled(
            SIZE, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
        )
        left, top = (image.width() - SIZE.width()) // 2, (image.height() - SIZE.height()) // 2
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            image.copy(left, top, SIZE.width(), SIZE.height()).save(str(self._file(_name_of(str(path)))))

    def forget(self, path: str) -> None:
        """The game is gone."""
        with suppress(OSError):
            self._file(_name_of(path)).unlink(missing_ok=True)

    @property
    def missing(self) -> Iterator[tuple[str, str]]:
        """What is asked for and not there."""
        yield from self._wanted.values()


def _name_of(path: str) -> str:
    return "game-" + hashlib.sha256(str(Path(path).absolute()).encode()).hexdigest()[:32]


HARD = {"easy": mark("easy"), "medium": mark("medium"), "hard": mark("hard")}
_EVENING = 180
"""Minutes of play in an evening: what takes longer than three of them is told in evenings."""
WIDE, WIDEST = 560, 1320
"""Widths of the page, in pixels, from which cards stand in two columns and in three."""


class Picture(QWidget):
    """A picture that fills its area, cropped if the proportions differ. ``pressed()``: it was clicked."""

    pressed = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.pixmap: QPixmap | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_pixmap(self, pixmap: QPixmap | None) -> None:
        """Show this; None: the colour of paper, until there is one."""
        self.pixmap = pixmap
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.pressed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        shape = QPainterPath()
        shape.addRoundedRect(box, 5, 5)
        painter.fillPath(shape, colour(self.desk.palette.terrain("clear").ground))
        if self.pixmap is not None and self.width() > 0 and self.height() > 0:
            painter.setClipPath(shape)
            painter.drawPixmap(self.rect(), self.pixmap, self._part(self.pixmap.size()))
            painter.setClipping(False)
        painter.setPen(QPen(colour(self.desk.palette.chrome.border), 1))
        painter.drawPath(shape)
        painter.end()

    def _part(self, size: QSize) -> QRect:
        """The middle of the picture, in the proportions of the place."""
        fits = self.size().scaled(size, Qt.AspectRatioMode.KeepAspectRatio)
        out = QRect(0, 0, fits.width(), fits.height())
        out.moveCenter(QRect(0, 0, size.width(), size.height()).center())
        return out


class GameCard(QFrame):
    """One game. ``begin_asked(game)``: start its recommended scenario; ``more_asked(game)``: show all its
    scenarios.
    """

    begin_asked = Signal(str)
    more_asked = Signal(str)

    def __init__(
        self, desk: Desk, game: GameDef, about: Introduction, first: ScenarioInfo | None, count: int
    ) -> None:
        super().__init__()
        self.game = game.key
        self.first = first
        self.setObjectName("card")
        self.setAccessibleName(game.title)
        self.picture = Picture(desk)
        self.picture.setAccessibleName(game.title)
        self.picture.setMinimumSize(120, 110)
        self.picture.pressed.connect(self._on_more)
        self.picture.setCursor(Qt.CursorShape.PointingHandCursor)
        title = named(wrapped_label(game.title), role="title")
        self.words = QVBoxLayout()
        self.words.setSpacing(2)
        self.words.addWidget(title)
        for text, muted in self._lines(game, about, first):
            line = HintLabel(text)
            if muted:
                line.setProperty("role", "muted")
            self.words.addWidget(line)
        self.words.addStretch(1)
        buttons = QHBoxLayout()
        self.begin = named(
            QPushButton(tr("Start here")), f"card.begin.{game.key}", tr("Start here: {game}", game=game.title)
        )
        self.begin.setProperty("main", True)
        self.begin.setEnabled(first is not None)
        self.begin.clicked.connect(self._on_begin)
        if first is not None:
            self.begin.setToolTip(as_it_is(tr("Open “{scenario}” straight away", scenario=tell(first.title))))
        self.more = named(
            QPushButton(tr("{n} scenarios…", n=count) if count != 1 else tr("1 scenario…")),
            f"card.more.{game.key}",
            tr("Scenarios of {game}", game=game.title),
            tr("All its scenarios and positions, who plays, and the disputed rules"),
        )
        self.more.clicked.connect(self._on_more)
        laid(buttons, (self.begin, 1), self.more)
        laid(self.words, buttons)
        self.box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.box.setContentsMargins(8, 8, 8, 8)
        self.box.setSpacing(12)
        laid(self.box, (self.picture, 3), (self.words, 7))

    @staticmethod
    def _lines(game: GameDef, about: Introduction, first: ScenarioInfo | None) -> list[tuple[str, bool]]:
        """The card's texts: (text, whether muted)."""
        out = [(tell(about.text), False)] if about.text else []
        if first is not None:
            facts = facts_of(first, about.measure(first.name))
            begin = tr("To start with: {scenario}", scenario=tell(first.title))
            out.append((f"{begin} ({facts})" if facts else begin, True))
        found = levels(game)
        names = joined([tell(level) for level in found])
        plays = (
            tr("For two players, or for one in study mode: the computer does not play it.")
            if not found
            else tr("The computer plays: {levels}.", levels=names)
        )
        out.append((f"{tell(about.scale)}. {plays}" if about.scale else plays, True))
        return out

    @property
    def least(self) -> int:
        """Minimum width in pixels with the picture above the text: its longest word and its buttons decide."""
        margins = self.box.contentsMargins()
        return self.words.minimumSize().width() + margins.left() + margins.right()

    def lay(self, *, upright: bool) -> None:
        """Put the picture above the text, or beside it."""
        way = QBoxLayout.Direction.TopToBottom if upright else QBoxLayout.Direction.LeftToRight
        self.box.setDirection(way)
        self.picture.setMinimumHeight(170 if upright else 110)
        # spare room goes to the picture, above or beside the text
        self.box.setStretch(0, 1 if upright else 3)
        self.box.setStretch(1, 0 if upright else 7)

    def _on_begin(self) -> None:
        self.begin_asked.emit(self.game)

    def _on_more(self) -> None:
        self.more_asked.emit(self.game)


class Gallery(QScrollArea):
    """All the games. ``begin_asked(game)``, ``more_asked(game)``."""

    begin_asked = Signal(str)
    more_asked = Signal(str)

    def __init__(
        self, desk: Desk, catalogue: Catalogue, pictures: StartPictures, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.desk, self.catalogue, self.pictures = desk, catalogue, pictures
        self.setObjectName("start.gallery")
        self.setAccessibleName(tr("Games"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its buttons take the keyboard
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.cards: dict[str, GameCard] = {}
        self._inner = QWidget()
        self._grid = QGridLayout(self._inner)
        self._grid.setContentsMargins(0, 0, 8, 0)
        self._grid.setSpacing(10)
        self.setWidget(self._inner)
        self._laid = 0, False
        pictures.drawn.connect(self._on_drawn)
        desk.dressed.connect(self.show_pictures)
        desk.dressed.connect(self._lay)  # text of another size needs another width

    def refresh(self) -> None:
        """Look again which games and scenarios there are."""
        for card in self.cards.values():
            self._grid.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = {}
        for key, game in self.catalogue.games.items():
            infos = self.catalogue.scenarios(key)
            about = introduction(self.catalogue, key)
            card = GameCard(self.desk, game, about, _first_scenario(infos, about), len(infos))
            card.begin_asked.connect(self.begin_asked)
            card.more_asked.connect(self.more_asked)
            self.cards[key] = card
        self._laid = 0, False
        self._lay()
        self.show_pictures()
        # The keyboard went from each card that was taken away to the next, and the page ran after it to its end.
        self.verticalScrollBar().setValue(0)

    def show_pictures(self) -> None:
        """Show every picture there is, and ask for the others."""
        for key, card in self.cards.items():
            if card.first is not None:
                card.picture.show_pixmap(self.pictures.of(key, card.first.name))

    def _on_drawn(self, game: str, scenario: str) -> None:
        card = self.cards.get(game)
        if card is not None and card.first is not None and card.first.name == scenario:
            card.picture.show_pixmap(self.pictures.of(game, scenario))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay()

    def _lay(self) -> None:
        """As many columns as there is room for."""
        wide = self.viewport().width()
        least = max((card.least for card in self.cards.values()), default=0) + self._grid.spacing()
        columns = min(3 if wide >= WIDEST else 2 if wide >= WIDE else 1, max(1, wide // max(1, least)))
        upright = columns == 3 or wide // columns < 400
        if (columns, upright) == self._laid and self._grid.count() == len(self.cards):
            return
        self._laid = columns, upright
        for n, card in enumerate(self.cards.values()):
            card.lay(upright=upright)
            self._grid.addWidget(card, n // columns, n % columns)
        for column in range(3):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)


def introduction(catalogue: Catalogue, game: str) -> Introduction:
    """The introduction of a game; empty if its file is damaged."""
    try:
        return catalogue.introduction(game)
    except BadFile:
        return Introduction()


def _first_scenario(infos: tuple[ScenarioInfo, ...], about: Introduction) -> ScenarioInfo | None:
    """The recommended scenario: the game's choice, else a practice position, else the first one."""
    return next(
        (info for info in infos if info.name == about.begin),
        next((info for info in infos if info.is_position), infos[0] if infos else None),
    )


def turns_of(info: ScenarioInfo) -> str:
    """The turns a scenario is played over."""
    if info.first_turn and info.last_turn and info.first_turn != info.last_turn:
        return tr(
            "{first_turn} to {last_turn}", first_turn=tell(info.first_turn), last_turn=tell(info.last_turn)
        )
    return info.first_turn or info.last_turn


def how_long(minutes: int) -> str:
    """Rough duration in words; empty for 0."""
    if minutes <= 0:
        return ""
    if minutes < 55:
        return tr("about {n} minutes", n=max(5, 5 * round(minutes / 5)))
    if minutes < 80:
        return tr("about an hour")
    if minutes <= 3 * _EVENING:
        return tr("about {n} hours", n=max(2, round(minutes / 60)))
    return tr("about {n} evenings", n=round(minutes / _EVENING))


def facts_of(info: ScenarioInfo, measure: Measure) -> str:
    """Turns, how long and how hard, in one line."""
    hard = HARD.get(measure.difficulty, "")
    parts = (turns_of(info), how_long(measure.minutes), tr(hard) if hard else "")
    return ", ".join(part for part in parts if part)
