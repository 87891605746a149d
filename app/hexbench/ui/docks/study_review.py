"""The page that goes over a game: its value turn by turn, luck and decisions, and what cost each side most."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem

from hexbench.session.automaton import levels
from hexbench.session.reviewing import best_level
from hexbench.study.playing import SURE
from hexbench.ui.docks.desk import Desk, side_title
from hexbench.ui.docks.study_parts import StudyPage, ValuePlot, head_html, notes_html
from hexbench.ui.look.language import as_it_is, mark, number, tell, tr, word
from hexbench.ui.widgets.parts import Across, laid, named, text_label

if TYPE_CHECKING:
    from hexbench.study.review import Decision, Review, Throw

START = mark(
    "Reviews the game so far: what each turn was worth, how much of that was luck, and what "
    "the computer would have done where decisions cost most."
)
WHOLE, LAST = "whole", "last"
SHOWN = 0.05
"""Doubt that is told: less is rounded away."""


class ReviewPage(StudyPage):
    """``step_asked(n)``: show the position after so many actions; ``branch_asked(Decision)``: open it as a branch of this game;
    ``game_asked(Decision)``: as a game of its own.
    """

    key = "review"
    step_asked = Signal(int)
    branch_asked = Signal(object)
    game_asked = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.review: Review | None = None
        self.level = self.choice(
            "level",
            tr("Who judges what would have been better"),
            tr(
                "The computer opponent that replays every phase; nobody: only values and luck, which is quick"
            ),
        )
        self.scope = self.choice(
            "scope", tr("Which decisions"), tr("The decisions of the whole game, or only of the current turn")
        )
        self.scope.addItem(tr("the whole game"), WHOLE)
        self.scope.addItem(tr("the current turn"), LAST)
        head = laid(QHBoxLayout(), (self.level, 1), (self.scope, 1))
        self.plot = ValuePlot(desk)
        self.plot.setToolTip(
            as_it_is(
                tr(
                    "The line shows the value at the end of each turn; hatched bars show "
                    "luck, solid ones decisions. Click or use the arrow keys to choose a turn"
                )
            )
        )
        self.plot.turn_chosen.connect(self._on_turn)
        self.legend = text_label("study.review.legend")
        self.legend.setProperty("role", "muted")
        self.list = named(
            QListWidget(),
            "study.review.decisions",
            tr("The costliest decisions"),
            tr(
                "The decisions that cost most, by side; press Enter or double-click to see "
                "what the computer would have done"
            ),
        )
        self.list.setWordWrap(True)
        self.list.setMinimumHeight(96)
        self.page.setMinimumHeight(120)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(lambda _row: self.follow())
        self.list.itemActivated.connect(self._on_branch)
        self.show_ = self.button(
            "show",
            tr("Show"),
            tr("Show the position before the selected decision; use the replay bar to return"),
        )
        self.show_.clicked.connect(self._on_show)
        self.branch = self.button(
            "branch",
            tr("As a branch"),
            tr(
                "Go back to just before the decision and do what the computer would have "
                "done, as a branch of this game"
            ),
        )
        self.branch.clicked.connect(self._on_branch)
        self.game = self.button(
            "game",
            tr("As a game"),
            tr("Open what the computer would have done as a separate game; the current game is kept"),
        )
        self.game.clicked.connect(self._on_game)
        self.page.setAccessibleName(tr("Turns and luckiest rolls"))
        laid(
            self.column,
            head,
            self.work_row(),
            self.note,
            (self.plot, 3),
            self.legend,
            (self.list, 3),
            Across((self.show_, self.branch, self.game)),
            (self.page, 3),
        )
        self._game = ""
        self.clear()

    # ---- what is asked
    def show_game(self) -> None:
        """The levels of the open game."""
        session = self.desk.bridge.session
        if session is None or session.game.key == self._game:
            return
        self._game = session.game.key
        self.level.clear()
        found = levels(session.game)
        for name in found:
            self.level.addItem(tr("the computer, {level}", level=tell(name)), name)
        self.level.addItem(tr("nobody: values and luck only"), "")
        self.level.setCurrentIndex(self.level.findData(best_level(session)))

    # ---- what came of it
    def clear(self) -> None:
        super().clear()
        self.review = None
        self.list.clear()
        for part in (self.plot, self.legend, self.list, self.show_, self.branch, self.game, self.page):
            part.hide()
        self.say(tr(START))

    def show_review(self, found: Review) -> None:
        """Show what has been found so far."""
        self.review = found
        first = side_title(found.first, self.desk.seat)
        for part in (self.plot, self.legend, self.page):
            part.show()
        self.plot.show_turns(found.begins, found.turns, first)
        self.legend.setText(
            tr("Up is good for {side}. Line: value; hatched: luck; solid: decisions.", side=first)
        )
        self.say("")
        if found.level:
            judged = tr("Phases replayed: {n} of {all}", n=found.judged, all=found.phases)
            self.say(judged if found.done < found.total else "")
        self._decisions(found)
        self.page.show_html(self._html(found, first))
        self.follow()

    def _decisions(self, found: Review) -> None:
        row, kept = self.list.currentRow(), [self.list.item(n).text() for n in range(self.list.count())]
        texts = [self._decision(one) for one in found.decisions]
        if texts != kept:
            self.list.clear()
            for text in texts:
                item = QListWidgetItem(text)
                item.setToolTip(as_it_is(text))
                self.list.addItem(item)
            self.list.setCurrentRow(min(row, len(texts) - 1))
        shown = bool(texts)
        for part in (self.list, self.show_, self.branch, self.game):
            part.setVisible(shown)

    def _decision(self, one: Decision) -> str:
        reach = 0.0 if one.error is None else SURE * one.error
        doubt = f" ± {number(reach, 1)}" if reach >= SHOWN else ""
        return tr(
            "{side}, {turn}, {phase}: cost {cost} (gained {gained}, the computer {would})",
            side=side_title(one.side, self.desk.seat),
            turn=tell(one.turn) or tr("at the start"),
            phase=word(one.phase),
            cost=number(one.cost, 1) + doubt,
            gained=number(one.gained, 1, sign=True),
            would=number(one.would, 1, sign=True),
        )

    def _html(self, found: Review, first: str) -> str:
        chrome = self.desk.palette.chrome
        head = "".join(
            f"<td align='right' style='padding-left:10px; color:{chrome.muted}'>{escape(text)}</td>"
            for text in (tr("Value"), tr("Luck"), tr("Decisions"))
        )
        rows = [
            f"<tr><td style='color:{chrome.muted}'>{escape(tr('Turn, for {side}', side=first))}</td>{head}</tr>"
        ]
        for one in found.turns:
            cells = "".join(
                f"<td align='right' style='padding-left:10px'>{escape(text)}</td>"
                for text in (
                    number(one.value, 1),
                    number(one.luck, 1, sign=True),
                    number(one.decisions, 1, sign=True),
                )
            )
            rows.append(f"<tr><td>{escape(tell(one.turn) or tr('At the start'))}</td>{cells}</tr>")
        luck = sum(one.luck for one in found.turns)
        done = sum(one.decisions for one in found.turns)
        total = "".join(
            f"<td align='right' style='padding-left:10px'><b>{escape(text)}</b></td>"
            for text in ("", number(luck, 1, sign=True), number(done, 1, sign=True))
        )
        rows.append(f"<tr><td><b>{escape(tr('All'))}</b></td>{total}</tr>")
        parts = [f"<table cellspacing='0' cellpadding='1'>{''.join(rows)}</table>"]
        if found.throws:
            parts.append(head_html(tr("Biggest luck")))
            lines = "".join(f"<tr>{self._throw(one)}</tr>" for one in found.throws)
            parts.append(f"<table cellspacing='0' cellpadding='1'>{lines}</table>")
        parts.append(notes_html(found.notes, chrome.muted))
        return "".join(parts)

    def _throw(self, one: Throw) -> str:
        seat = self.desk.seat
        verb = one.action.verb
        label = tell(seat.rules.verbs[verb].label) if seat is not None and verb in seat.rules.verbs else verb
        text = tr(
            "{turn}, {side}: {what}, rolled {numbers}",
            turn=tell(one.turn) or tr("At the start"),
            side=side_title(one.side, seat),
            what=label,
            numbers=" ".join(map(str, one.numbers[:8])) + (" …" if len(one.numbers) > 8 else ""),
        )
        return (
            f"<td align='right' style='padding-right:8px'><b>{escape(number(one.luck, 1, sign=True))}</b></td>"
            f"<td>{escape(text)}</td>"
        )

    # ---- what is pressed
    @property
    def chosen(self) -> Decision | None:
        """The decision whose row is selected."""
        row = self.list.currentRow()
        found = self.review
        return None if found is None or not 0 <= row < len(found.decisions) else found.decisions[row]

    def _on_turn(self, n: int) -> None:
        found = self.review
        if found is not None and 0 <= n < len(found.turns):
            self.step_asked.emit(found.turns[n].steps)

    def _on_show(self) -> None:
        if self.chosen is not None:
            self.step_asked.emit(self.chosen.step)

    def _on_branch(self) -> None:
        if self.chosen is not None and self.branch.isEnabled():
            self.branch_asked.emit(self.chosen)

    def _on_game(self) -> None:
        if self.chosen is not None:
            self.game_asked.emit(self.chosen)

    def follow(self) -> None:
        """What may be pressed now."""
        super().follow()
        for part in (self.level, self.scope):
            part.setEnabled(not self.busy)
        any_ = self.chosen is not None
        free = any_ and not self.busy and self.desk.bridge.past is None
        self.show_.setEnabled(any_)
        self.branch.setEnabled(free and self.review is not None and self.review.side is None)
        self.game.setEnabled(any_)
