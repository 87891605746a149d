"""The page for the chance to win: games of the computer from here, their figures as they come, and each to be looked at."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QSpinBox

from hexbench.session.saved_history import Unreachable
from hexbench.study.playing import SURE, Played, compared, standing, wilson
from hexbench.ui.docks.desk import Desk, side_title
from hexbench.ui.docks.study_parts import ChancePlot, StudyPage, between, chance_row, head_html, per_cent
from hexbench.ui.look.language import as_it_is, mark, number, tell, tr
from hexbench.ui.widgets.parts import PlainLabel, named

if TYPE_CHECKING:
    from hexbench.session.session import Session
    from hexbench.study.playing import Gap, Standing

MOST_GAMES = 2000
NAMED = 60
"""Letters of what a branch is called."""
START = mark(
    "The computer plays both sides from here to the end, each game with dice of its own, and in worlds that look like what you see. A figure is no better than the players."
)


class ChancePage(StudyPage):
    """``game_asked(number, place)``: open this game as a replay; ``place`` 1 is the position compared with."""

    key = "chance"
    game_asked = Signal(int, int)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.games: tuple[list[Played], list[Played]] = ([], [])
        self.against: int | None = None
        """The node that is compared with, of what is shown."""
        self.side = ""
        """Who asked for what is shown."""
        self.level = self.choice(
            "level", tr("Who plays"), tr("Which opponents play both sides; the stronger ones take longer")
        )
        self.count = named(
            QSpinBox(),
            "study.chance.count",
            tr("Games"),
            tr("How many games at most: 96 tell a chance to 10 in 100, 385 to 5"),
        )
        self.count.setRange(1, MOST_GAMES)
        self.count.setValue(96)
        self.other = self.choice(
            "other",
            tr("Compared with"),
            tr(
                "Another position of this game, a bookmark or the end of a branch: the same games are played from both, with the same dice"
            ),
        )
        head = QHBoxLayout()
        head.addWidget(self.level, 1)
        head.addWidget(PlainLabel(tr("Games")))
        head.addWidget(self.count)
        second = QHBoxLayout()
        second.addWidget(PlainLabel(tr("Compared with")))
        second.addWidget(self.other, 1)
        self.plot = ChancePlot(desk)
        self.list = named(
            QListWidget(),
            "study.chance.games",
            tr("The games"),
            tr("Enter or a double click opens a game as a replay; the game on the table is kept"),
        )
        self.list.itemActivated.connect(self._on_open)
        self.list.currentRowChanged.connect(lambda _row: self.follow())
        self.open_ = self.button(
            "open", tr("Open as a replay"), tr("Play the chosen game again from its beginning, step by step")
        )
        self.open_.clicked.connect(self._on_open)
        self.page.setAccessibleName(tr("Chance to win and expected score"))
        self.page.setMinimumHeight(170)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.open_)
        self.column.addLayout(head)
        self.column.addLayout(second)
        self.column.addLayout(self.work_row())
        self.column.addWidget(self.note)
        self.column.addWidget(self.page, 3)
        self.column.addWidget(self.plot, 2)
        self.column.addWidget(self.list, 2)
        self.column.addLayout(foot)
        self._game = ""
        self.clear()

    # ---- what is asked
    def show_game(self) -> None:
        """The opponents of the open game, and the positions there are to compare with."""
        session = self.desk.bridge.session
        if session is None:
            return
        if session.game.key != self._game:
            self._game = session.game.key
            self.level.clear()
            names = list(session.game.opponents)
            for name in names:
                self.level.addItem(tell(name.title()), name)
            real = [n for n, name in enumerate(names) if name not in ("random", "default")]
            self.level.setCurrentIndex(real[0] if real else 0)
        self._positions(session)

    def _positions(self, session: Session) -> None:
        kept = self.other.currentData()
        self.other.blockSignals(True)
        self.other.clear()
        self.other.addItem(tr("nothing"), -1)
        for node, text in positions(session):
            self.other.addItem(text, node)
        self.other.setCurrentIndex(max(0, self.other.findData(kept)))
        self.other.blockSignals(False)

    # ---- what came of it
    def begin(self, side: str, against: int | None) -> None:
        """Games begin to come."""
        self.clear()
        self.side, self.against = side, against
        self.say("")

    def clear(self) -> None:
        super().clear()
        self.games = ([], [])
        self.list.clear()
        self.plot.show_rates((), "")
        self.plot.hide()
        self.say(tr(START))

    def add(self, found: Sequence[tuple[int, Played]]) -> None:
        """Take games in and show the figures of all."""
        for place, one in found:
            self.games[place].append(one)
            self._list(one, place)
        self._show()

    def _list(self, one: Played, place: int) -> None:
        winner = side_title(one.winner, self.desk.seat) if one.winner else tr("nobody")
        if not one.ended:
            winner = tr("cut off")
        score = ", ".join(f"{side_title(side, self.desk.seat)} {points}" for side, points in one.score)
        text = tr("Game {n}: {winner} ({score})", n=one.number + 1, winner=winner, score=score or "–")
        if self.against is not None:
            text = tr("{game}, from here" if place == 0 else "{game}, from there", game=text)
        item = QListWidgetItem(text)
        item.setToolTip(as_it_is(text))
        item.setData(Qt.ItemDataRole.UserRole, (one.number, place))
        self.list.addItem(item)

    def _show(self) -> None:
        seat = self.desk.seat
        if seat is None:
            return
        sides = seat.rules.sides
        here, there = self.games
        parts = []
        if self.against is not None and there:
            both = compared(sides, there, here)
            pairs = tr("1 pair of games" if both.pairs == 1 else "{n} pairs of games", n=both.pairs)
            parts.append(head_html(tr("What here is better than there ({pairs})", pairs=pairs)))
            rows = [self._gap(gap, chance=True) for gap in both.chances]
            rows += [self._gap(gap, chance=False) for gap in both.scores]
            parts.append(f"<table cellspacing='0' cellpadding='1'>{''.join(rows)}</table>")
            parts.append(self._standing(tr("From here"), both.second))
            parts.append(self._standing(tr("From there"), both.first))
        else:
            count = tr("1 game" if len(here) == 1 else "{n} games", n=len(here))
            parts.append(self._standing(count, standing(sides, here)))
        muted = self.desk.palette.chrome.muted
        words = tr("Between the bounds lies the truth in 95 cases of 100, if both sides play like this.")
        parts.append(f'<p style="color:{muted}; margin:6px 0 0 0">{escape(words)}</p>')
        self.page.show_html("".join(parts))
        self._draw()

    def _draw(self) -> None:
        wins, rates = 0, []
        for n, one in enumerate(self.games[0], 1):
            wins += one.winner == self.side
            rates.append((wins / n, *wilson(wins, n)))
        if rates:
            chance, low, high = rates[-1]
            words = tr(
                "Chance of {side}: {chance}, between {bounds}",
                side=side_title(self.side, self.desk.seat),
                chance=per_cent(chance),
                bounds=between(low, high),
            )
            self.plot.setToolTip(as_it_is(words))
            self.plot.show_rates(rates, words)
        self.plot.setVisible(bool(rates))

    def _standing(self, title: str, found: Standing) -> str:
        rows = [
            chance_row(
                side_title(one.side, self.desk.seat) if one.side else tr("Nobody"),
                one.chance,
                between(one.low, one.high),
                self.desk,
            )
            for one in found.rates
        ]
        for score in found.scores:
            doubt = "" if score.error is None else f" ± {number(SURE * score.error, 1)}"
            text = tr(
                "{side}: expected score {figure}",
                side=side_title(score.side, self.desk.seat),
                figure=number(score.mean, 1) + doubt,
            )
            rows.append(f"<tr><td colspan='3'>{escape(text)}</td></tr>")
        if found.cut:
            text = tr("1 game was cut off" if found.cut == 1 else "{n} games were cut off", n=found.cut)
            rows.append(f"<tr><td colspan='3'>{escape(text)}</td></tr>")
        return f"{head_html(title)}<table cellspacing='0' cellpadding='1'>{''.join(rows)}</table>"

    def _gap(self, gap: Gap, *, chance: bool) -> str:
        def figure(value: float) -> str:
            return f"{number(100 * value, 1, sign=True)} %" if chance else number(value, 1, sign=True)

        name = side_title(gap.side, self.desk.seat)
        label = tr("{side}: chance", side=name) if chance else tr("{side}: score", side=name)
        bounds = (
            ""
            if gap.low is None or gap.high is None
            else tr("{low} to {high}", low=figure(gap.low), high=figure(gap.high))
        )
        return (
            f"<tr><td style='padding-right:8px'>{escape(label)}</td><td align='right' style='padding-right:8px'><b>{escape(figure(gap.mean))}</b></td>"
            f"<td style='color:{self.desk.palette.chrome.muted}'>{escape(bounds)}</td></tr>"
        )

    def _on_open(self) -> None:
        if self.open_.isEnabled():
            number_, place = self.list.currentItem().data(Qt.ItemDataRole.UserRole)
            self.game_asked.emit(number_, place)

    def follow(self) -> None:
        """What may be pressed now."""
        super().follow()
        for part in (self.level, self.count, self.other):
            part.setEnabled(not self.busy)
        self.open_.setEnabled(self.list.currentRow() >= 0)


def positions(session: Session) -> list[tuple[int, str]]:
    """(node, what it is called) of the positions one may want to compare with: bookmarks, and the ends of branches."""
    out: list[tuple[int, str]] = []
    history = session.history
    for node, note in session.notes.items():
        if note.mark and node != session.node:
            out.append((node, tr("Bookmark: {text}", text=(note.text or str(node))[:NAMED])))
    line = {step.number for step in history.line()}
    for step in history.line():
        for child in step.children:
            if child in line:
                continue
            last = child
            while history.nodes[last].children:
                here = history.nodes[last]
                last = here.latest if here.latest is not None else here.children[-1]
            name = history.nodes[child].name
            if not name:
                try:
                    label = session.label(child)
                except Unreachable:
                    continue
                name = str(child) if label is None else tell(label)
            out.append((last, tr("Branch: {text}", text=name[:NAMED])))
    return out
