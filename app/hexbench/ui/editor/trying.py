"""Try it: games of the scenario played by the computer, and their results."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
)

from hexbench.store.strict import BadFile
from hexbench.ui.editor.desk import EditDesk, EditPanel
from hexbench.ui.look.language import as_it_is, mark, tell, tr, word
from hexbench.ui.widgets.background import every
from hexbench.ui.widgets.choices import ChoiceBox, NumberBox
from hexbench.ui.widgets.page import Page
from hexbench.ui.widgets.parts import PlainLabel, WrappedRow, laid, named, panes, push, side_by_side

if TYPE_CHECKING:
    from hexbench.session.editor.trials import Trial, Trials

_LOOK_MS = 120
"""Interval at which results are collected, in milliseconds."""
MOST = 500
NAMES = 30
"""Number of units named on the page; the rest are counted."""


class TryPanel(EditPanel[EditDesk]):
    """Number of games, players, progress, a row for each game, and a page about all of them.
    ``replay_asked(path)``.
    """

    key: ClassVar[str] = "trying"
    title: ClassVar[str] = mark("Try it")
    help: ClassVar[str] = mark(
        "Games of the scenario played by the computer: who wins, how long they take, which "
        "units are never used"
    )
    replay_asked = Signal(str)

    def __init__(self, desk: EditDesk) -> None:
        super().__init__(desk)
        self.trials: Trials | None = None
        self._timer = every(self, self.look, _LOOK_MS)
        self._shown = 0

    def lay_out(self) -> None:
        desk = self.desk
        self.games = named(
            NumberBox(), "edit.try.games", tr("Games"), tr("How many games to play, one after another")
        )
        self.games.setRange(1, MOST)
        self.games.setValue(10)
        head = [side_by_side(PlainLabel(tr("Games")), self.games)]
        self.players: dict[str, QComboBox] = {}
        for side in desk.sides:
            combo = named(
                ChoiceBox(),
                f"edit.try.{side}",
                tr("Who plays {side}", side=desk.side_name(side)),
                tr("Who plays this side: random play is quickest, the computer's levels play to win"),
            )
            for name in desk.draft.game.opponents:
                combo.addItem(word(name, first=True), name)
            combo.setCurrentIndex(max(0, combo.findData("random")))
            head.append(side_by_side(PlainLabel(desk.side_name(side)), combo))
            self.players[side] = combo
        self.start = push(
            "edit.try.start",
            tr("Play"),
            tr("Play the games in another process; you can go on editing"),
            self._on_start,
        )
        self.cancel = push(
            "edit.try.cancel",
            tr("Stop"),
            tr("Stop playing; finished games are kept"),
            self._on_cancel,
        )
        self.open_ = push(
            "edit.try.open",
            tr("Replay"),
            tr("Open the selected game in the game window, as a replay"),
            self._on_open,
        )
        self.bar = named(QProgressBar(), title=tr("Finished games"), tip=tr("How many games are finished"))
        self.bar.setMaximumWidth(220)
        head += (self.start, self.cancel, self.bar, self.open_)
        self.list = named(
            QTableWidget(0, 5),
            "edit.try.list",
            tr("Games"),
            tr("Finished games; double-click one to open it as a replay"),
        )
        self.list.setHorizontalHeaderLabels(
            [tr("Game"), tr("Winner"), tr("Result"), tr("Ends in"), tr("Actions")]
        )
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setTabKeyNavigation(False)
        self.list.verticalHeader().hide()
        _fit(self.list.horizontalHeader())
        self.list.itemSelectionChanged.connect(self._on_chosen)
        self.list.cellActivated.connect(self._on_open)
        self.page = named(Page(), "edit.try.page", tr("All games together"))
        self.page.hexes_asked.connect(desk.hexes_lit)
        split = panes(Qt.Orientation.Horizontal, self.list, self.page)
        split.setSizes([520, 420])
        laid(self.box, WrappedRow(head), (split, 1))
        self._show_state()

    # ---- playing
    def _on_start(self) -> None:
        from hexbench.session.editor.trials import Trials

        self.stop()
        draft = self.desk.draft
        players = {side: str(combo.currentData()) for side, combo in self.players.items()}
        folder = draft.catalogue.places.data / "trials"
        try:
            draft.begin_play()
            self.trials = Trials(draft, self.games.value(), players, folder)
            self.trials.start()
        except (BadFile, ValueError) as fault:
            self.trials = None
            self.desk.failed.emit(self.desk.why(fault))
            return
        self.list.setRowCount(0)
        self._shown = 0
        self.page.setHtml("")
        self._timer.start()
        self._show_state()

    def _on_cancel(self) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop playing; finished games are kept."""
        self._timer.stop()
        if self.trials is not None and self.trials.running:
            self.trials.stop()
        if not self.bare:
            self._show_state()

    def look(self) -> None:
        """Collect finished games."""
        trials = self.trials
        if trials is None:
            return
        if trials.poll() or self._shown != len(trials.done):
            self._show_games()
        if not trials.running:
            self._timer.stop()
        self._show_state()

    def finish(self) -> None:
        """Block until every game is finished, for scripts and tests."""
        if self.trials is not None:
            self.trials.wait()
            self.look()

    def _show_state(self) -> None:
        trials = self.trials
        running = trials is not None and trials.running
        self.start.setEnabled(not running)
        self.cancel.setEnabled(running)
        self.bar.setVisible(trials is not None)
        if trials is not None:
            self.bar.setRange(0, trials.total)
            self.bar.setValue(len(trials.done))
            going = tr(
                "game {n}: 1 action" if trials.now == 1 else "game {n}: {actions} actions",
                n=len(trials.done) + 1,
                actions=trials.now,
            )
            self.bar.setFormat(f"%v/%m  {going}" if running and trials.now else "%v/%m")
        self._on_chosen()

    # ---- what came of it
    def _show_games(self) -> None:
        trials = self.trials
        assert trials is not None, "asked only while there are some"
        for one in trials.done[self._shown :]:
            self._add(one)
        self._shown = len(trials.done)
        self._tell()

    def _add(self, one: Trial) -> None:
        row = self.list.rowCount()
        self.list.insertRow(row)
        winner = self.desk.side_name(one.winner) if one.winner else "–"
        result = tell(one.fault) or (tell(one.verdict) if one.ended else tr("does not end"))
        for column, text in enumerate((str(one.number), winner, result, one.length, str(one.actions))):
            item = QTableWidgetItem(text)
            item.setToolTip(as_it_is(text))
            self.list.setItem(row, column, item)

    def _tell(self) -> None:
        from hexbench.session.editor.trials import summary

        trials, desk = self.trials, self.desk
        assert trials is not None, "asked only while there are some"
        found, count = summary(trials.done), len(trials.done)
        lines = [f"<b>{escape(tr('1 game' if count == 1 else '{n} games', n=count))}</b>"]
        for side, n in found.wins:
            name = desk.side_name(side) if side else tr("Nobody")
            lines.append(
                escape(
                    tr("{side} wins {n} ({share} %)", side=name, n=n, share=round(100 * n / max(1, count)))
                )
            )
        lines += [escape(f"{tell(level)}: {n}") for level, n in found.levels]
        lines.append(
            escape(
                tr(
                    "Actions: {least} to {most}, {mean} on average",
                    least=found.shortest,
                    most=found.longest,
                    mean=found.mean,
                )
            )
        )
        lines.append(
            escape(tr("Ends in: {turns}", turns=", ".join(f"{turn or '–'} ({n})" for turn, n in found.turns)))
        )
        if found.dead_ends:
            games = ", ".join(str(one.number) for one in found.dead_ends)
            lines.append(
                f"<b>{escape(tr('Games that do not end or were aborted: {games}', games=games))}</b>"
            )
        if found.never_used:
            names = ", ".join(found.never_used[:NAMES])
            more = len(found.never_used) - NAMES
            rest = f" {tr('and {n} more', n=more)}" if more > 0 else ""
            lines.append(f"{escape(tr('Never used in any game:'))} {escape(names)}{escape(rest)}")
        self.page.setHtml("<br>".join(lines))

    def _on_chosen(self) -> None:
        self.open_.setEnabled(self.chosen is not None)

    @property
    def chosen(self) -> Trial | None:
        """The game whose row is selected, if it can be opened."""
        row = self.list.currentRow()
        if self.trials is None or not 0 <= row < len(self.trials.done):
            return None
        one = self.trials.done[row]
        return one if one.path is not None else None

    def _on_open(self) -> None:
        one = self.chosen
        if one is not None:
            self.replay_asked.emit(str(one.path))


def _fit(heads: QHeaderView) -> None:
    """Make no column narrower than its header, however large the text; the result gets the rest."""
    heads.setMinimumSectionSize(max(heads.sectionSizeHint(n) for n in range(heads.count())))
    heads.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
