"""The start page: continue a game, open one, or start a new one."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.outline import reckons
from hexbench.hexes.layout import Layout
from hexbench.session.automaton import levels
from hexbench.store.strict import CannotWrite
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.tips import teach
from hexbench.ui.look.contrast import mix
from hexbench.ui.look.fonts import face_font
from hexbench.ui.look.language import as_it_is, moment_text, tell, tr, why
from hexbench.ui.look.palette import colour
from hexbench.ui.look.symbols import paint_echelon, paint_symbol
from hexbench.ui.shell.gallery import Gallery, Picture, introduction
from hexbench.ui.widgets.background import once
from hexbench.ui.widgets.parts import (
    PlainLabel,
    WordyButton,
    flush,
    heading,
    laid,
    named,
    scrolled,
    wrapped_label,
)

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue
    from hexbench.store.recent import RecentGame
    from hexbench.ui.shell.gallery import StartPictures
    from hexbench.ui.shell.newgame import NewGame
    from hexbench.ui.shell.pieces import Wishes

PATH = Qt.ItemDataRole.UserRole + 1
SIGNS = (
    ("infantry", "III", 5, 1), ("armor", "II", 6, 1), ("artillery", "II", 8, 1),
    ("mech_infantry", "III", 9, 1), ("recon", "II", 11, 1),
)  # fmt: skip
"""What stands on the banner: sign, size, column and row."""


HIGH = 62
"""Height of the banner in pixels."""
_ROUND_MS = 250
"""How long the page has been on the screen before anything is drawn for it."""


class _Banner(QWidget):
    """The program's name on a strip of hexes with a few military symbols."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setFixedHeight(HIGH)
        self.setAccessibleName(tr("Hexbench. A workbench for hex-and-counter wargames"))
        desk.dressed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self.desk.palette
        look, chrome = palette.map, palette.chrome
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        clear, rough, wood = (palette.terrain(k).ground for k in ("clear", "rough", "forest"))
        painter.fillRect(self.rect(), colour(clear))
        grid = Layout("pointy", 62.0)
        left = self.width() - 800.0
        for r in range(-1, 4):
            for q in range(-4, 20):
                x, y = grid.centre((q - r // 2, r))
                shape = QPolygonF([QPointF(cx + left, cy - 23) for cx, cy in grid.corners((q - r // 2, r))])
                kind = (q * 7 + r * 5 + q * r) % 11
                ground = wood if kind in (0, 3, 4) else rough if kind in (1, 7) else clear
                painter.setBrush(colour(ground))
                painter.setPen(QPen(colour(look.grid, look.grid_alpha), 1.2))
                painter.drawPolygon(shape)
        for sign, size, q, r in SIGNS:
            x, y = grid.centre((q - r // 2, r))
            self._counter(painter, sign, size, QPointF(x + left, y - 23))
        fade = QLinearGradient(left - 60, 0, left + 520, 0)
        fade.setColorAt(0.0, colour(chrome.window))
        fade.setColorAt(1.0, colour(chrome.window, 0))
        painter.fillRect(QRectF(0, 0, left + 520, self.height()), fade)
        painter.fillRect(QRectF(0, 0, max(0.0, left - 60), self.height()), colour(chrome.window))
        painter.setPen(colour(chrome.text))
        painter.setFont(face_font(36, 700))
        painter.drawText(QPointF(28, 35), "Hexbench")
        painter.setPen(colour(chrome.muted))
        painter.setFont(face_font(14, 500))
        painter.drawText(QPointF(30, 54), tr("A workbench for hex-and-counter wargames"))
        painter.setPen(QPen(colour(chrome.border), 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        painter.end()

    def _counter(self, painter: QPainter, sign: str, size: str, at: QPointF) -> None:
        sides = list(self.desk.palette.sides.values())
        ground = mix(sides[_hash_of(sign) % len(sides)].ground, "#ffffff", 0.45) if sides else "#b9c0b0"
        box = QRectF(at.x() - 21, at.y() - 21, 42, 42)
        painter.setPen(QPen(colour(mix(ground, "#000000", 0.45)), 1.2))
        painter.setBrush(colour(ground))
        painter.drawRoundedRect(box, 4, 4)
        paint_symbol(
            painter, sign, QRectF(at.x() - 13, at.y() - 7, 26, 17), "#14181a", mix(ground, "#ffffff", 0.6)
        )
        paint_echelon(painter, size, QPointF(at.x(), at.y() - 13), 7, "#14181a")


def _hash_of(word: str) -> int:
    """A small number that is always the same for a word."""
    return sum(ord(letter) for letter in word)


class StartScreen(QWidget):
    """``new_asked(game, scenario, options, study, tables, typed)``, ``open_asked(path)``, ``browse_asked()``."""

    new_asked = Signal(str, str, object, bool, str, bool)
    open_asked = Signal(str)
    browse_asked = Signal()
    begun_here = Signal()
    """A game was started with its Start here button, through ``new_asked``."""
    on_map_asked = Signal()
    """A new scenario is wanted on the map of the one that is chosen."""

    def __init__(
        self,
        desk: Desk,
        catalogue: Catalogue,
        pictures: StartPictures,
        wishes: Wishes,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.desk, self.pictures, self.wishes = desk, pictures, wishes
        self.setObjectName("start")
        self.catalogue = catalogue
        self._make_left(desk)
        self.gallery = Gallery(desk, catalogue, self.pictures)
        self.gallery.begin_asked.connect(self.begin_here)
        self.gallery.more_asked.connect(self.show_game)
        self._new: NewGame | None = None
        line = named(QFrame(), "rule")
        line.setFixedWidth(1)
        row = QHBoxLayout()
        row.setContentsMargins(28, 8, 20, 8)
        row.setSpacing(20)
        laid(row, self._lay_left(), line, (self._lay_right(), 1))
        laid(flush(QVBoxLayout(self), 0), _Banner(desk), (row, 1))
        self.doors = (
            (self.calculate.clicked, "game.calculator"),
            (self.learn.clicked, "help.learn"),
            (self.edit.clicked, "tools.scenario"),
            (self.on_map_asked, "tools.on_map"),
        )
        """Signals of this page, and the menu action each of them triggers."""
        self.filled = False
        """Whether it was ever shown; before that, no changes need to be applied."""
        self._last: RecentGame | None = None
        self._doomed = ""
        self._round = once(self, self._on_round, _ROUND_MS)

    def _make_left(self, desk: Desk) -> None:
        """The column on the left."""
        self.go_on = named(WordyButton(), "start.continue")
        self.go_on.clicked.connect(self._on_continue)
        self.last = named(Picture(desk), "start.last", tr("The position of the last game"))
        self.last.setFixedHeight(150)
        self.last.setCursor(Qt.CursorShape.PointingHandCursor)
        self.last.pressed.connect(self._on_continue)
        self.recent = named(QListWidget(), "start.recent", tr("Recent games"))
        self.recent.setSpacing(1)
        self.recent.itemActivated.connect(self._on_recent)
        self.delete = self._delete_action()
        self.nothing = named(
            wrapped_label(tr("The games you play are saved here automatically, move by move.")), role="muted"
        )
        self.browse = named(QPushButton(tr("Open a file…")), "start.open")
        self.browse.clicked.connect(self.browse_asked)
        self.calculate = named(
            QPushButton(tr("Combat calculator…")),
            "start.calculator",
            tip=tr("Put a combat together by hand, without a map"),
        )
        self.learn = named(
            QPushButton(tr("Learn by playing…")),
            "start.learn",
            tip=tr("A guided first battle for every game: what to do, why, and by which rule"),
        )
        if not any(reckons(game) for game in self.catalogue.games.values()):
            self.calculate.hide()
        self.edit = _editor_button()
        self.left_out = named(wrapped_label(), "start.left_out", role="muted")
        self.left_out.setText("\n".join(self.catalogue.left_out))
        self.left_out.setVisible(bool(self.catalogue.left_out))

    def _lay_right(self) -> QVBoxLayout:
        """All the games, or one of them with its scenarios."""
        self.head = _heading(tr("New game"))
        self.back = named(QToolButton(), "start.back", tip=tr("Back to all games (Esc)"))
        self.back.setText(tr("‹ All games"))
        self.back.clicked.connect(self.show_games)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.gallery)
        head = QHBoxLayout()
        head.setSpacing(12)
        laid(head, self.head, self.back, None)
        right = QVBoxLayout()
        right.setSpacing(8)
        laid(right, head, (self.pages, 1))
        self.back.hide()
        return right

    def _lay_left(self) -> QWidget:
        """The column of recent games."""
        left = QVBoxLayout()
        left.setSpacing(8)
        laid(left, _heading(tr("Continue")), self.last, self.go_on, self.nothing, self.learn)
        self.recent_head = heading(tr("Recent games"), wraps=False)
        laid(left, self.recent_head, (self.recent, 1), self.browse, self.calculate, self.edit, self.left_out)
        left.addStretch(0)
        left.setContentsMargins(0, 0, 0, 0)
        inner = QWidget()
        inner.setLayout(left)
        side = scrolled(inner)
        side.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        side.setFixedWidth(276)
        return side

    # ---- all games, or one
    @property
    def new(self) -> NewGame:
        """The page of one game, made when it is first asked for: with the cards alone no game's rules are loaded."""
        if self._new is None:
            from hexbench.ui.shell.newgame import NewGame

            new = self._new = NewGame(self.desk, self.catalogue, self.pictures, self.wishes)
            self.pages.addWidget(new)
            new.asked.connect(self.new_asked)
            new.looked_at.connect(self._on_looked_at)
            new.details.on_map.clicked.connect(self.on_map_asked)
            new.refresh()
            teach(new)
        return self._new

    @property
    def game(self) -> str:
        """The key of the game looked at last; before, of the first."""
        return self._new.game if self._new is not None else next(iter(self.catalogue.games), "")

    def show_unfinished(self, n: int) -> None:
        """Show on the editor's button how many documents are unfinished."""
        if not n:
            self.edit.setText(tr("Scenario editor…"))
        elif n == 1:
            self.edit.setText(tr("Scenario editor… (one unfinished)"))
        else:
            self.edit.setText(tr("Scenario editor… ({n} unfinished)", n=n))

    def show_games(self) -> None:
        """Show the cards of all games."""
        self.pages.setCurrentWidget(self.gallery)
        self.head.setText(tr("New game"))
        self.back.hide()
        card = self.gallery.cards.get(self.game)
        if self.isVisible() and card is not None:
            card.more.setFocus()

    def show_game(self, key: str) -> None:
        """Show the scenarios of one game, and how they can be played."""
        self.new.choose_game(key)
        self.new.names.setFocus()

    def _on_looked_at(self, key: str) -> None:
        self.pages.setCurrentWidget(self.new)
        game = self.catalogue.games.get(key)
        self.head.setText(game.title if game is not None else tr("New game"))
        self.back.show()

    def begin_here(self, key: str) -> None:
        """Open what a game recommends, straight away; where the computer plays it, it takes the other sides."""
        card = self.gallery.cards.get(key)
        if card is None or card.first is None:
            return
        game, about = self.catalogue.games[key], introduction(self.catalogue, key)
        found = levels(game)
        mine = about.side if card.first.name == about.begin else ""
        wishes = self.wishes
        wishes.letters = wishes.words = False
        wishes.players = {side: found[0] for side in game.sides if mine and found and side != mine}
        wishes.manners = {}
        self.new_asked.emit(key, card.first.name, {}, False, "", False)
        self.begun_here.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.back.isVisible():
            self.show_games()
        else:
            super().keyPressEvent(event)

    # ---- pictures, once the page is on the screen
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self._round.isActive() and not self.pictures.awake:
            self._round.start()
        return super().event(event)

    def _on_round(self) -> None:
        if self.isVisible():
            self.pictures.wake()

    def hideEvent(self, event: QHideEvent) -> None:
        self._round.stop()
        self.pictures.sleep()
        super().hideEvent(event)

    def _delete_action(self) -> QAction:
        """What a right click, or Delete, does to a game."""
        found = QAction(tr("Delete this game…"), self)
        found.setObjectName("start.delete")
        found.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        found.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        found.setToolTip(tr("Delete this game's file permanently and remove it from the list"))
        found.triggered.connect(self._on_delete)
        for place in (self.go_on, self.recent):
            place.addAction(found)
            place.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        return found

    def refresh(self) -> None:
        """Look again which games there are to go on with."""
        self.filled = True
        games = self.catalogue.recent.games()
        self._last = games[0] if games else None
        self.go_on.setVisible(self._last is not None)
        self.nothing.setVisible(self._last is None)
        self.last.setVisible(self._last is not None)
        if self._last is not None:
            self.go_on.setText(f"{tell(self._last.title)}\n{_under(self._last)}")
            self.last.show_pixmap(self.pictures.of_game(self._last.path))
        self.recent.clear()
        for game in games[1:]:
            item = QListWidgetItem(f"{tell(game.title)}\n{_under(game)}")
            item.setData(PATH, game.path)
            item.setToolTip(as_it_is(game.path))
            item.setSizeHint(QSize(100, 2 * self.fontMetrics().height() + 10))
            self.recent.addItem(item)
        self.recent.setVisible(self.recent.count() > 0)
        self.recent_head.setVisible(self.recent.count() > 0)
        self.gallery.refresh()
        if self._new is not None:
            self._new.refresh()
        self.show_games()
        first = next((card.begin for card in self.gallery.cards.values()), self.browse)
        (self.go_on if self._last is not None else first).setFocus()

    def _on_continue(self) -> None:
        if self._last is not None:
            self.open_asked.emit(self._last.path)

    def _on_delete(self) -> None:
        """Delete the current game: the focused one in the list, else the one to continue."""
        in_list = self.recent.currentRow() >= 0 and not self.go_on.hasFocus()
        listed = self.recent.currentItem() if in_list else None
        path = str(self._last.path) if self._last is not None else ""
        if listed is not None:
            path = str(listed.data(PATH))
        if not path:
            return
        name = (listed.text() if listed is not None else self.go_on.text()).replace("\n", " · ")
        ask = QMessageBox(self)
        ask.setObjectName("start.deleting")
        ask.setIcon(QMessageBox.Icon.Warning)
        ask.setTextFormat(Qt.TextFormat.PlainText)
        ask.setWindowTitle(tr("Delete a game"))
        ask.setText(tr("Delete {game}?", game=name))
        ask.setInformativeText(as_it_is(tr("Its file is deleted permanently: {path}", path=path)))
        ask.addButton(tr("Delete"), QMessageBox.ButtonRole.DestructiveRole).setObjectName(
            "start.deleting.yes"
        )
        keep = ask.addButton(tr("Keep it"), QMessageBox.ButtonRole.RejectRole)
        ask.setDefaultButton(keep)
        ask.setEscapeButton(keep)
        ask.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._doomed = path
        ask.buttonClicked.connect(self._on_answer)
        ask.open()

    def _on_answer(self, button: QAbstractButton) -> None:
        ask = self.sender()
        if (
            not isinstance(ask, QMessageBox)
            or ask.buttonRole(button) != QMessageBox.ButtonRole.DestructiveRole
        ):
            return
        try:
            self.catalogue.recent.delete(Path(self._doomed))
            self.pictures.forget(self._doomed)
        except CannotWrite as fault:
            QMessageBox.warning(self, tr("Delete a game"), as_it_is(why(fault)))
        self.refresh()

    def _on_recent(self, item: QListWidgetItem) -> None:
        self.open_asked.emit(str(Path(item.data(PATH))))


def _under(game: RecentGame) -> str:
    """The second line of a game: its turn, and when it was played last."""
    try:
        when = datetime.fromisoformat(game.when).astimezone()
        day = moment_text(when)
    except ValueError:
        day = ""
    return " · ".join(x for x in (tell(game.turn), day) if x)


def _heading(text: str) -> QLabel:
    return named(PlainLabel(text), role="title")


def _editor_button() -> QPushButton:
    return named(
        QPushButton(),
        "start.editor",
        tip=tr("Make your own scenarios and positions, from scratch or from existing ones"),
    )
