"""Beginning a game: which game, which scenario or practice position, with what options, and who sits where."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from hexbench.session.game import Catalogue
from hexbench.store.scenarios import ScenarioInfo
from hexbench.ui.docks.desk import Desk
from hexbench.ui.shell.options import OptionsForm

KEY = Qt.ItemDataRole.UserRole + 1


class NewGame(QWidget):
    """``asked(game, scenario, options, study)``: begin."""

    asked = Signal(str, str, object, bool)

    def __init__(self, desk: Desk, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.catalogue = catalogue
        self._infos: dict[str, ScenarioInfo] = {}
        self.games = QListWidget()
        self.games.setObjectName("new.games")
        self.games.setAccessibleName("Games")
        self.games.setFixedWidth(210)
        self.games.currentItemChanged.connect(self._on_game)
        self.names = QListWidget()
        self.names.setObjectName("new.scenarios")
        self.names.setAccessibleName("Scenarios and positions")
        self.names.setMinimumWidth(240)
        self.names.currentItemChanged.connect(self._on_name)
        self.names.itemActivated.connect(self.begin)
        self.title = QLabel()
        self.title.setProperty("role", "title")
        self.title.setWordWrap(True)
        self.turns = QLabel()
        self.turns.setProperty("role", "muted")
        self.source = QLabel()
        self.source.setObjectName("new.source")
        self.source.setProperty("role", "warn")
        self.source.setWordWrap(True)
        self.blurb = QLabel()
        self.blurb.setObjectName("new.blurb")
        self.blurb.setWordWrap(True)
        self.options_head = _small("Options")
        self.options = OptionsForm()
        self.hotseat = QRadioButton("Two players at one screen")
        self.hotseat.setObjectName("new.hotseat")
        self.hotseat.setToolTip("The screen always shows what the side that decides may see")
        self.hotseat.setChecked(True)
        self.study = QRadioButton("Study: I decide for every side and see everything; undo has no limit")
        self.study.setObjectName("new.study")
        self.seats = QButtonGroup(self)
        self.seats.addButton(self.hotseat)
        self.seats.addButton(self.study)
        self.start = QPushButton("Start")
        self.start.setObjectName("new.start")
        self.start.setDefault(True)
        self.start.setAutoDefault(True)
        self.start.setMinimumHeight(40)
        self.start.clicked.connect(self.begin)
        inner = QWidget()
        words = QVBoxLayout(inner)
        words.setContentsMargins(0, 0, 8, 0)
        words.setSpacing(6)
        for widget in (self.title, self.turns, self.source, self.blurb):
            words.addWidget(widget)
        words.addSpacing(10)
        words.addWidget(self.options_head)
        words.addWidget(self.options)
        words.addSpacing(10)
        words.addWidget(_small("Seats"))
        words.addWidget(self.hotseat)
        words.addWidget(self.study)
        words.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inner)
        details = QVBoxLayout()
        details.setSpacing(10)
        details.addWidget(scroll, 1)
        details.addWidget(self.start)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addWidget(self.games)
        row.addWidget(self.names, 3)
        row.addLayout(details, 5)

    def refresh(self) -> None:
        """List the games; the one looked at last stays chosen."""
        before = self.games.currentItem()
        key = before.data(KEY) if before is not None else ""
        self.games.blockSignals(True)
        self.games.clear()
        high = QSize(100, self.fontMetrics().height() + 14)
        for game in self.catalogue.games.values():
            item = QListWidgetItem(game.title)
            item.setData(KEY, game.key)
            item.setSizeHint(high)
            self.games.addItem(item)
        self.games.blockSignals(False)
        self.choose_game(key)

    def choose_game(self, key: str) -> None:
        """Look at a game; an unknown key: the first."""
        rows = [r for r in range(self.games.count()) if self.games.item(r).data(KEY) == key]
        self.games.setCurrentRow(rows[0] if rows else 0)

    def choose_scenario(self, name: str) -> None:
        """Look at a scenario of the game chosen."""
        for row in range(self.names.count()):
            if self.names.item(row).data(KEY) == name:
                self.names.setCurrentRow(row)

    def begin(self) -> None:
        """Ask for the game as it is filled in."""
        game, name = self.games.currentItem(), self.names.currentItem()
        if game is not None and name is not None and name.data(KEY):
            self.asked.emit(game.data(KEY), name.data(KEY), self.options.values, self.study.isChecked())

    def _on_game(self) -> None:
        item = self.games.currentItem()
        self.names.clear()
        self._infos = {}
        if item is None:
            return
        infos = self.catalogue.scenarios(item.data(KEY))
        self._infos = {info.name: info for info in infos}
        for title, found in (
            ("Scenarios", [i for i in infos if not i.is_position]),
            ("Practice positions", [i for i in infos if i.is_position]),
        ):
            if found:
                self._head(title)
            for info in found:
                turns = turns_of(info)
                line = QListWidgetItem(f"{info.title}\n{turns}" if turns else info.title)
                line.setData(KEY, info.name)
                line.setSizeHint(QSize(100, (2 if turns else 1) * self.fontMetrics().height() + 12))
                self.names.addItem(line)
        self.names.setCurrentRow(1 if self.names.count() > 1 else 0)
        self.start.setEnabled(bool(infos))

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
        item, game = self.names.currentItem(), self.games.currentItem()
        info = self._infos.get(item.data(KEY)) if item is not None else None
        if info is None or game is None:
            return
        self.title.setText(info.title)
        self.turns.setText(turns_of(info))
        self.turns.setVisible(bool(turns_of(info)))
        self.blurb.setText(info.blurb)
        guessed = info.source == "reconstruction"
        self.source.setVisible(guessed)
        self.source.setText(f"Reconstruction: {info.provenance}" if info.provenance else "Reconstruction")
        self.options.show_options(self.catalogue.games[game.data(KEY)].Options, dict(info.options))
        self.options_head.setVisible(bool(self.options.fields))
        self.options.setVisible(bool(self.options.fields))


def turns_of(info: ScenarioInfo) -> str:
    """The turns a scenario is played over."""
    if info.first_turn and info.last_turn and info.first_turn != info.last_turn:
        return f"{info.first_turn} to {info.last_turn}"
    return info.first_turn or info.last_turn


def _small(text: str) -> QLabel:
    label = QLabel(text)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    return label
