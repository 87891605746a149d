"""Beginning a game: which game, which scenario or practice position, with what options, and who sits where."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QRadioButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from hexbench.engine.opponent import BALANCED
from hexbench.session.automaton import levels, manners
from hexbench.store.found_games import Introduction, Measure
from hexbench.ui.docks.desk import Desk, side_title
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.shell.gallery import HARD, Picture, StartPictures, facts_of, how_long, introduction, turns_of
from hexbench.ui.shell.options import OptionsForm, Readings, options_in
from hexbench.ui.widgets.choices import DropDown
from hexbench.ui.widgets.parts import (
    PlainLabel,
    WordyButton,
    broken,
    flush,
    heading,
    laid,
    named,
    push,
    scrolled,
    stops,
    wrapped_label,
)

if TYPE_CHECKING:
    from hexbench.engine.rules import GameDef
    from hexbench.session.game import Catalogue
    from hexbench.store.scenarios import ScenarioInfo
    from hexbench.ui.shell.pieces import Wishes


# Who plays which side of a new game: people, or the computer at one of the game's levels.

_PERSON = mark("A person")
MANNERS = {
    "cautious": (mark("Cautious"), mark("It is more careful about losses and takes fewer risks")),
    "balanced": (mark("Balanced"), mark("It weighs possible gains and losses evenly")),
    "bold": (mark("Bold"), mark("It is less careful about losses and goes for gains")),
}
"""manner -> its name and its description."""


def manner_title(manner: str) -> str:
    """The name of a manner."""
    return tr(MANNERS[manner][0]) if manner in MANNERS else tell(manner)


class _PlayersChoice(QWidget):
    """One box for each side, and one for how boldly the computer plays it. Hidden for a game without a
    computer opponent.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QComboBox] = {}
        self.manner_boxes: dict[str, QComboBox] = {}
        self._rows = QFormLayout(self)
        self._rows.setContentsMargins(0, 10, 0, 0)
        self._game = ""
        self.hide()

    def show_game(self, game: GameDef) -> None:
        """Show the sides of a game; choices already made for this game are kept."""
        if game.key == self._game:
            return
        self._game = game.key
        while self._rows.rowCount():
            self._rows.removeRow(0)
        self.boxes, self.manner_boxes = {}, {}
        found = levels(game)
        if found:
            head = PlainLabel(tr("Players"))
            font = head.font()
            font.setBold(True)
            head.setFont(font)
            self._rows.addRow(head)
        for side in game.sides if found else ():
            box = named(_narrow(DropDown()), f"new.player.{side}")
            box.addItem(tr(_PERSON), "")
            for level in found:
                box.addItem(tr("The computer, {level}", level=tell(level)), level)
            box.setAccessibleName(tr("Who plays {side_title}", side_title=side_title(side)))
            box.setToolTip(
                tr("Who decides for this side; you can change this later in the bar above the map")
            )
            label = PlainLabel(side_title(side))
            label.setBuddy(box)
            row = laid(QHBoxLayout(), (box, 3))
            if manners(game):
                row.addWidget(self._manner_box(game, side), 2)
            self._rows.addRow(label, row)
            self.boxes[side] = box
            box.currentIndexChanged.connect(self._refresh)
        self._refresh()
        self.setVisible(bool(self.boxes))

    def _manner_box(self, game: GameDef, side: str) -> QComboBox:
        box = self.manner_boxes[side] = _narrow(DropDown())
        box.setObjectName(f"new.manner.{side}")
        for manner in manners(game):
            box.addItem(manner_title(manner), manner)
            if manner in MANNERS:
                box.setItemData(
                    box.count() - 1, as_it_is(tr(MANNERS[manner][1])), Qt.ItemDataRole.ToolTipRole
                )
        box.setCurrentIndex(max(0, box.findData(BALANCED)))
        box.setAccessibleName(tr("How the computer plays {side_title}", side_title=side_title(side)))
        box.setToolTip(tr("How boldly the computer plays this side"))
        return box

    def _refresh(self) -> None:
        """A side played by a person needs no manner."""
        for side, box in self.manner_boxes.items():
            box.setEnabled(bool(self.boxes[side].currentData()))

    @property
    def players(self) -> dict[str, str]:
        """side -> level, of the computer's sides."""
        return {side: str(box.currentData()) for side, box in self.boxes.items() if box.currentData()}

    @property
    def manners(self) -> dict[str, str]:
        """side -> manner, of the computer's sides."""
        return {
            side: str(self.manner_boxes[side].currentData())
            for side in self.players
            if side in self.manner_boxes
        }

    def choose(self, players: dict[str, str]) -> None:
        """Choose levels by side; the other sides are people's."""
        for side, box in self.boxes.items():
            box.setCurrentIndex(max(0, box.findData(players.get(side, ""))))


def _narrow(box: QComboBox) -> QComboBox:
    """A list that uses the available width; text that does not fit ends in dots."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(5)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return box


KEY = Qt.ItemDataRole.UserRole + 1
SMALL = QSize(112, 62)
"""The picture of a scenario in the list."""
PICTURE = 150
"""Height of the picture over what is known of a scenario, in pixels."""
_WORDS = 42
"""Letters that what is known of a scenario has room for beside the list of games."""
_GAP = 16
"""Pixels between the lists."""
_TICK = 44
"""What a box to tick and the margins beside it take of the width, in pixels."""


class TablesChoice(QWidget):
    """Which tables a game is played with: its own, or those in a file of the player's (docs/own-tables.md)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path = ""
        """The file with the player's own tables; empty: the game's tables."""
        self.folder = ""
        """Where the file dialog starts: tables taken in with a pack are there."""
        self.name = named(wrapped_label(), "new.tables_name")
        self.pick = push(
            "new.tables",
            tr("Choose a file…"),
            tr("Play with your own tables instead of the game's"),
            self._on_pick,
        )
        self.drop = named(QPushButton(tr("Use the game's")), "new.tables_drop")
        self.drop.clicked.connect(self._on_drop)
        laid(flush(QHBoxLayout(self)), (self.name, 1), self.pick, self.drop)
        self.choose("")

    def choose(self, path: str) -> None:
        """Play with the tables in a file, or with the game's (empty)."""
        self.path = path
        self.name.setText(tr("Your own: {name}", name=Path(path).name) if path else tr("The game's own"))
        self.name.setToolTip(as_it_is(path))
        self.drop.setVisible(bool(path))

    def _on_pick(self) -> None:
        start = self.path or self.folder
        path, _ = QFileDialog.getOpenFileName(
            self, tr("Your own tables"), start, tr("Tables (*.toml *.json)")
        )
        if path:
            self.choose(path)

    def _on_drop(self) -> None:
        self.choose("")


class Details(QWidget):
    """Details of one scenario, its options, and who sits where."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture = Picture(desk)
        self.picture.setFixedHeight(PICTURE)
        self.title = named(PlainLabel(), role="title")
        self.turns = named(PlainLabel(), role="muted")
        self.source = named(PlainLabel(), "new.source", role="muted")
        self.on_map = named(
            WordyButton(tr("New scenario on this map…")),
            "new.on_map",
            tip=tr("Start a scenario from scratch on this map, in the scenario editor"),
        )
        self.on_map.setAutoDefault(False)
        self.blurb = named(PlainLabel(), "new.blurb")
        self.options = OptionsForm()
        self._make_seats()
        self.players = _PlayersChoice()
        self.tables = TablesChoice()
        self.start = named(QPushButton(tr("Start")), "new.start")
        self.start.setDefault(True)
        self.start.setAutoDefault(True)
        self.start.setMinimumHeight(40)
        inner = QWidget()
        words = QVBoxLayout(inner)
        words.setContentsMargins(0, 0, 8, 0)
        words.setSpacing(6)
        words.addWidget(self.picture)
        for label in (self.title, self.turns, self.blurb):
            label.setWordWrap(True)
            words.addWidget(label)
        words.addWidget(self.players)
        words.addSpacing(10)
        laid(
            words,
            heading(tr("Seats"), wraps=False),
            self.hotseat,
            self.study,
            heading(tr("Dice"), wraps=False),
            self.typed,
            self.letters,
            self.words,
        )
        words.addSpacing(4)
        laid(words, heading(tr("Tables"), wraps=False), self.tables)
        words.addSpacing(4)
        words.addWidget(self.options)
        self.source.setWordWrap(True)
        laid(words, self.source, self.on_map, None)
        scroll = self.area = scrolled(inner)
        laid(flush(QVBoxLayout(self), 10), (scroll, 1), self.start)

    def _make_seats(self) -> None:
        """Choices of seats and dice."""
        self.hotseat = named(
            QRadioButton(tr("Two players at one screen")),
            "new.hotseat",
            tip=tr("The screen always shows what the deciding side may see"),
        )
        self.hotseat.setChecked(True)
        self.study = named(
            QRadioButton(tr("Study: I decide for every side and see everything; undo has no limit")),
            "new.study",
        )
        self.seats = QButtonGroup(self)
        self.seats.addButton(self.hotseat)
        self.seats.addButton(self.study)
        self.typed = _tick(
            "new.typed",
            tr("We roll our own dice and type the numbers in"),
            tr("You are asked by name for every die that is needed; otherwise the program rolls them"),
        )
        self.letters = _tick(
            "new.letters",
            tr("Each side types letters for the dice"),
            tr("The seed then depends on the letters of both sides, so nobody can have chosen the dice"),
        )
        self.words = _tick(
            "new.words",
            tr("Seal the saved game with a password from each side"),
            tr("Without the passwords nobody can read the file: neither what is hidden nor the dice to come"),
        )
        self.typed.toggled.connect(lambda on: self.letters.setEnabled(not on))

    def show_info(self, info: ScenarioInfo, options: type, measure: Measure) -> None:
        """Show a scenario; ``options`` is the game's type of them."""
        self.title.setText(tell(info.title))
        self.picture.setAccessibleName(tell(info.title))
        facts = facts_of(info, measure)
        self.turns.setText(facts)
        self.turns.setVisible(bool(facts))
        self.blurb.setText(tell(info.blurb))
        self.source.setVisible(info.source == "reconstruction")
        self.source.setText(
            tr("Reconstruction: {provenance}", provenance=tell(info.provenance))
            if info.provenance
            else tr("Reconstruction")
        )
        self.options.show_options(options, dict(info.options))
        self.options.setVisible(bool(self.options.fields))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._break()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "area"):
            self._break()

    def _break(self) -> None:
        """Check boxes do not wrap their text; one long line would widen all the others."""
        bar = self.area.verticalScrollBar().sizeHint().width()  # what scrolls has not its new width yet
        room = self.width() - bar - _TICK
        for box in (*self.findChildren(QCheckBox), *self.findChildren(QRadioButton)):
            if isinstance(box.parent(), Readings):  # they see to themselves
                continue
            box.setText(broken(box.text(), box.fontMetrics(), max(room, _TICK)))

    def order(self) -> None:
        """Players and options are rebuilt for each scenario: restore the Tab order."""
        middle = [self.hotseat, self.study, self.typed, self.letters, self.words]
        chain = [*stops(self.players), *middle, *stops(self.tables), *self.options.stops]
        for one, other in itertools.pairwise((*chain, self.on_map, self.start)):
            QWidget.setTabOrder(one, other)
        self._break()


class NewGame(QWidget):
    """``asked(game, scenario, options, study, tables, typed)``: start; ``tables`` is a file of the player's own, or
    empty; ``typed``: the players roll their own dice. ``looked_at(game)``: its scenarios are wanted.
    """

    asked = Signal(str, str, object, bool, str, bool)
    looked_at = Signal(str)

    def __init__(
        self,
        desk: Desk,
        catalogue: Catalogue,
        pictures: StartPictures,
        wishes: Wishes,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.catalogue, self.wishes = catalogue, wishes
        self.pictures = pictures
        self._about = Introduction()
        self._infos: dict[str, ScenarioInfo] = {}
        self.games = named(QListWidget(), "new.games", tr("Games"))
        self.games.setMinimumWidth(150)
        self.games.setMaximumWidth(210)
        self.games.currentItemChanged.connect(self._on_game)
        self.names = named(QListWidget(), "new.scenarios", tr("Scenarios and positions"))
        self.names.setMinimumWidth(230)
        self.names.currentItemChanged.connect(self._on_name)
        self.names.itemActivated.connect(self.begin)
        self.names.setIconSize(SMALL)
        self.names.setSpacing(2)
        pictures.drawn.connect(self._on_drawn)
        desk.dressed.connect(self._show_pictures)
        self.details = Details(desk)
        self.details.start.clicked.connect(self.begin)
        self.details.tables.folder = str(catalogue.places.data / "tables")
        laid(flush(QHBoxLayout(self), _GAP), self.games, (self.names, 3), (self.details, 5))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "details"):
            self._make_room()

    def _make_room(self) -> None:
        """If the text about a scenario has too little room, hide the list of games: it is one step back, as
        cards.
        """
        least = self.fontMetrics().averageCharWidth() * _WORDS
        beside = self.games.maximumWidth() + self.names.minimumWidth() + 2 * _GAP
        self.games.setVisible(self.width() - beside >= least)

    @property
    def game(self) -> str:
        """The key of the game chosen; empty: none."""
        row = self.games.currentRow()
        return "" if row < 0 else str(self.games.item(row).data(KEY))

    @property
    def scenario(self) -> str:
        """The name of the scenario chosen; empty: none."""
        row = self.names.currentRow()
        return "" if row < 0 else str(self.names.item(row).data(KEY) or "")

    def refresh(self) -> None:
        """List the games; the one looked at last stays chosen."""
        key = self.game
        self.games.blockSignals(True)
        self.games.clear()
        high = QSize(100, self.fontMetrics().height() + 14)
        for game in self.catalogue.games.values():
            item = QListWidgetItem(game.title)
            item.setData(KEY, game.key)
            item.setSizeHint(high)
            self.games.addItem(item)
        self.games.blockSignals(False)
        self._choose(key)

    def choose_game(self, key: str) -> None:
        """Look at a game; an unknown key: the first."""
        self._choose(key)
        self.looked_at.emit(self.game)
        self._show_pictures()

    def _choose(self, key: str) -> None:
        rows = [r for r in range(self.games.count()) if self.games.item(r).data(KEY) == key]
        self.games.setCurrentRow(rows[0] if rows else 0)

    def choose_scenario(self, name: str) -> None:
        """Look at a scenario of the game chosen."""
        for row in range(self.names.count()):
            if self.names.item(row).data(KEY) == name:
                self.names.setCurrentRow(row)
        self.looked_at.emit(self.game)
        self._show_pictures()

    def begin(self) -> None:
        """Ask for the game as it is filled in."""
        if self.game and self.scenario:
            details, wishes = self.details, self.wishes
            wishes.letters = details.letters.isChecked() and not details.typed.isChecked()
            wishes.words = details.words.isChecked()
            wishes.players = {} if details.study.isChecked() else details.players.players
            wishes.manners = details.players.manners
            self.asked.emit(
                self.game,
                self.scenario,
                details.options.values,
                details.study.isChecked(),
                details.tables.path,
                details.typed.isChecked(),
            )

    def _on_game(self) -> None:
        self.names.clear()
        self._infos = {}
        if not self.game:
            return
        infos = self.catalogue.scenarios(self.game)
        self._about = introduction(self.catalogue, self.game)
        self._infos = {info.name: info for info in infos}
        for title, found in (
            (tr("Scenarios"), [i for i in infos if not i.is_position]),
            (tr("Practice positions"), [i for i in infos if i.is_position]),
        ):
            if found:
                self._head(title)
            for info in found:
                measure = self._about.measure(info.name)
                hard = HARD.get(measure.difficulty, "")
                more = ", ".join(x for x in (how_long(measure.minutes), tr(hard) if hard else "") if x)
                words = [x for x in (tell(info.title), turns_of(info), more) if x]
                line = QListWidgetItem("\n".join(words))
                line.setData(KEY, info.name)
                line.setToolTip(as_it_is("\n".join(words)))
                high = max(len(words) * self.fontMetrics().height(), SMALL.height()) + 12
                line.setSizeHint(QSize(100, high))
                self.names.addItem(line)
        self.names.setCurrentRow(1 if self.names.count() > 1 else 0)
        self.details.start.setEnabled(bool(infos))
        if self.isVisible():
            self.looked_at.emit(self.game)
            self._show_pictures()

    def _show_pictures(self) -> None:
        """Small pictures beside the scenarios, and the one of that which is looked at."""
        if not self.isVisible():
            return  # nobody sees them: nothing is drawn for nobody
        for row in range(self.names.count()):
            item = self.names.item(row)
            name = str(item.data(KEY) or "")
            found = self.pictures.of(self.game, name) if name else None
            if name:
                icon = QIcon()
                for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # else a selected one is tinted
                    icon.addPixmap(found or self._paper(), mode)
                item.setIcon(icon)
        if self.scenario:
            self.details.picture.show_pixmap(self.pictures.of(self.game, self.scenario))

    def _paper(self) -> QPixmap:
        """Placeholder for a picture that is not drawn yet."""
        paper = QPixmap(SMALL)
        paper.fill(colour(self.details.picture.desk.palette.terrain("clear").ground))
        return paper

    def _on_drawn(self, game: str, scenario: str) -> None:
        if game == self.game:
            self._show_pictures()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_pictures()

    def _head(self, title: str) -> None:
        head = QListWidgetItem(title)
        font = head.font()
        font.setBold(True)
        head.setFont(font)
        head.setFlags(Qt.ItemFlag.NoItemFlags)
        head.setForeground(self.palette().placeholderText())
        head.setSizeHint(QSize(100, self.fontMetrics().height() + 14))
        self.names.addItem(head)

    def _on_name(self) -> None:
        info = self._infos.get(self.scenario)
        if info is not None:
            measure = self._about.measure(info.name)
            self.details.show_info(info, options_in(self.catalogue, self.game), measure)
            if self.isVisible():
                self.details.picture.show_pixmap(self.pictures.of(self.game, self.scenario))
            self.details.players.show_game(self.catalogue.games[self.game])
            self.details.order()


def _tick(name: str, text: str, tip: str) -> QCheckBox:
    """Something one may ask for besides."""
    return named(QCheckBox(text), name, tip=tip)
