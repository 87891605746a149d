"""Two pages of the study dock: the odds of a planned turn, and the chance to win."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
)

from hexbench.engine.parity import lacks
from hexbench.engine.values import Action
from hexbench.engine.what_if import VERBS, WhatIf
from hexbench.session.branches import is_open
from hexbench.session.saved_history import Unreachable
from hexbench.study.course import COMBAT, END
from hexbench.study.odds import BEST, DEFAULT, Odds, Question
from hexbench.study.playing import SURE, Played, compared, standing, wilson
from hexbench.ui.docks.desk import Desk, side_title
from hexbench.ui.docks.study_parts import (
    ChancePlot,
    Lines,
    StudyPage,
    between,
    chance_row,
    head_html,
    notes_html,
    per_cent,
)
from hexbench.ui.look.language import as_it_is, mark, number, tell, tr, word
from hexbench.ui.widgets.choices import NumberBox
from hexbench.ui.widgets.parts import Across, PlainLabel, laid, named

if TYPE_CHECKING:
    from hexbench.session.session import Session
    from hexbench.study.odds import Answer, Line
    from hexbench.study.playing import Gap, Standing


_LINES_SHOWN = 10
ODDS_START = mark(
    "Everything declared so far is played out to the end of the combats, with retreats, "
    "advances and whatever follows from them. Select a hex or units on the map and ask about "
    "them."
)
WHO = {DEFAULT: mark("the default answers"), BEST: mark("the best answers for the side")}


class OddsPage(StudyPage):
    """``questions`` and ``plan`` are what is to be worked out."""

    key = "odds"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.questions: list[Question] = []
        self.plan: list[Action] = []
        self.list = named(
            Lines(),
            "study.odds.asked",
            tr("Questions and plans"),
            tr(
                "The questions about the final position, and the actions planned before it; "
                "Delete removes a line"
            ),
        )
        self.list.dropped.connect(self.drop)
        self.list.setMaximumHeight(96)
        self.page.setMinimumHeight(160)
        self.list.setWordWrap(True)
        self.add = self.button(
            "add",
            tr("Ask about it"),
            tr(
                "Ask who holds the hex under study, whether the selected units survive, and "
                "whether they are in supply"
            ),
        )
        self.add.clicked.connect(self.ask_selection)
        self.attack = self.button(
            "attack",
            tr("Plan attack"),
            tr("Make the hypothetical attack when its phase comes, in addition to what has been declared"),
        )
        self.attack.clicked.connect(self.plan_attack)
        self.none = self.button(
            "clear", tr("Clear"), tr("Remove all questions, and all plans except what has been declared")
        )
        self.none.clicked.connect(self.forget)
        self.own = self.choice(
            "own",
            tr("Who answers for this side"),
            tr("Who makes your side's decisions where the plan leaves them open"),
        )
        self.enemy = self.choice(
            "enemy",
            tr("Who answers for the enemy"),
            tr("Who makes the enemy's decisions; what is best for the enemy is worst for you"),
        )
        self.until = self.choice(
            "until",
            tr("How far to play on"),
            tr("To the end of the combats or of the game, or until the next time a given phase begins"),
        )
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        for place, (text, box) in enumerate(
            ((tr("Own answers"), self.own), (tr("Enemy"), self.enemy), (tr("Until"), self.until))
        ):
            grid.addWidget(PlainLabel(text), place, 0)
            grid.addWidget(box, place, 1)
        self.page.setAccessibleName(tr("Odds of the plan"))
        laid(
            self.column,
            self.list,
            Across((self.add, self.attack, self.none)),
            grid,
            self.work_row(),
            self.note,
            (self.page, 1),
        )
        self._game = ""
        self.forget()

    # ---- what is asked
    def show_game(self) -> None:
        """The answers and phases of the open game to choose from."""
        session = self.desk.bridge.session
        key = "" if session is None else session.game.key
        if session is None or key == self._game:
            return
        self._game = key
        levels = [name for name in session.game.opponents if name not in WHO and name != "random"]
        for box in (self.own, self.enemy):
            box.clear()
            for name, text in WHO.items():
                box.addItem(tr(text), name)
            for name in levels:
                box.addItem(tr("the computer, {level}", level=tell(name)), name)
        self.enemy.setCurrentIndex(1)
        self.until.clear()
        if session.rules.fights:
            self.until.addItem(tr("the combats are over"), COMBAT)
        self.until.addItem(tr("the game is over"), END)
        for phase in dict.fromkeys(phase.rpartition(".")[2] for phase in session.game.phases):
            self.until.addItem(tr("the phase: {phase}", phase=word(phase)), phase)
        self.forget()

    def forget(self) -> None:
        """Ask for the score, and plan nothing."""
        self.questions, self.plan = [Question("score")], []
        self._list()
        self.clear()
        self.say(tr(ODDS_START))

    def leave(self) -> None:
        self.forget()

    def ask_selection(self) -> None:
        """Ask about the hex under study and the selected units."""
        desk, seat = self.desk, self.desk.seat
        if seat is None:
            return
        more = [Question("hex", desk.hex)] if desk.hex in seat.rules.atlas.index else []
        supply = lacks(seat.rules, "supply") is None
        for unit in desk.units:
            if unit in seat.s.units:
                more.append(Question("unit", unit))
                more += [Question("supply", unit)] if supply else []
        if not more:
            self.say(tr("Select a hex or units on the map first."))
            return
        self.questions = [*dict.fromkeys((*more, *self.questions))]
        self._list()

    def plan_attack(self) -> None:
        """Put the attack that is thought of at the end of the plan."""
        action = self._thought()
        if action is None:
            self.say(tr("There is no hypothetical attack: build one on the map first (Ctrl+B)."))
        elif action not in self.plan:
            self.plan.append(action)
            self._list()

    def _thought(self) -> Action | None:
        seat, thought = self.desk.seat, self.desk.thought
        if seat is None or thought.what is None:
            return None
        game = seat.what_if()
        if isinstance(game, WhatIf) and thought.what.names:
            return game.action(thought.what)
        combat = thought.combat
        found = () if combat is None else (one.action for one in combat.choices)
        return next((one for one in found if one.verb not in VERBS), None)

    def drop(self, row: int) -> None:
        """Take one line out."""
        if 0 <= row < len(self.plan):
            del self.plan[row]
        elif 0 <= row - len(self.plan) < len(self.questions):
            del self.questions[row - len(self.plan)]
        self._list()

    def _list(self) -> None:
        self.list.clear()
        for action in self.plan:
            self._item(tr("Planned: {what}", what=self._planned(action)))
        for one in self.questions:
            self._item(self.asking(one))

    def _item(self, text: str) -> None:
        item = QListWidgetItem(text)
        item.setToolTip(as_it_is(text))
        self.list.addItem(item)

    def _planned(self, action: Action) -> str:
        seat = self.desk.seat
        verb = (
            ""
            if seat is None or action.verb not in seat.rules.verbs
            else tell(seat.rules.verbs[action.verb].label)
        )
        units = ", ".join(self.name(unit) for unit in action.subject)
        return tr("{verb}: {units} {at}", verb=verb or action.verb, units=units, at=action.object)

    def name(self, unit: str) -> str:
        """A unit as its counter calls it."""
        face = self.desk.face(unit)
        return unit if face is None else tell(face.title)

    def asking(self, one: Question) -> str:
        """A question in words."""
        if one.about == "hex":
            return tr("Who holds {hex}?", hex=one.ref)
        if one.about == "unit":
            return tr("Does {unit} survive?", unit=self.name(one.ref))
        if one.about == "supply":
            return tr("Is {unit} in supply?", unit=self.name(one.ref))
        return tr("What is the score?")

    @property
    def options(self) -> dict[str, object]:
        """Who answers, and how far it goes."""
        return {
            "own": str(self.own.currentData() or DEFAULT),
            "enemy": str(self.enemy.currentData() or DEFAULT),
            "until": str(self.until.currentData() or COMBAT),
        }

    # ---- what came of it
    def show_odds(self, found: Odds) -> None:
        """Show all that was found."""
        muted = self.desk.palette.chrome.muted
        parts = [self._answer(one) for one in found.answers]
        sure = (
            tr("Exact: every possible die roll was tried.")
            if found.exact
            else tr(
                "Exact except for {share}, which was sampled; the true value lies between "
                "the bounds in 95 cases out of 100.",
                share=per_cent(found.sampled),
            )
        )
        parts.append(f'<p style="color:{muted}; margin:8px 0 0 0">{escape(sure)}</p>')
        for left in found.left:
            text = tr(
                "{what} cannot be carried out or is never reached: {chance}",
                what=self._planned(left.action),
                chance=per_cent(left.chance),
            )
            parts.append(f"<p style='margin:4px 0 0 0'>{escape(text)}</p>")
        parts.append(notes_html(found.notes, muted))
        self.page.show_html("".join(parts))
        self.say("")
        first = found.answers[0]
        self.desk.screen_reader.say(
            f"{self.asking(first.question)} {tell(first.yes.say)}: {per_cent(first.yes.chance)}"
        )

    def _answer(self, one: Answer) -> str:
        rows = [self._row(line) for line in one.lines[:_LINES_SHOWN]]
        rest = one.lines[_LINES_SHOWN:]
        if rest:
            others = tr("1 other" if len(rest) == 1 else "{n} others", n=len(rest))
            rows.append(
                f"<tr><td>{escape(others)}</td><td></td><td align='right'>{escape(per_cent(sum(line.chance for line in rest)))}</td></tr>"
            )
        if one.question.about == "score":
            rows.append(self._row(one.yes))
            for mean in one.means:
                figure = number(mean.mean, 2)
                doubt = "" if mean.error is None else f" ± {number(SURE * mean.error, 2)}"
                text = tr(
                    "{side}: expected score {figure}", side=self._side(mean.side), figure=figure + doubt
                )
                rows.append(f"<tr><td colspan='3'>{escape(text)}</td></tr>")
        return f"{head_html(self.asking(one.question))}<table cellspacing='0' cellpadding='1'>{''.join(rows)}</table>"

    def _side(self, side: str) -> str:
        seat = self.desk.seat
        return side if seat is None or side not in seat.rules.sides else tell(seat.rules.side_name(side))

    def _row(self, line: Line) -> str:
        sure = line.exact if line.exact and len(line.exact) < 12 and "/" in line.exact else ""
        if not line.exact:
            sure = between(line.low, line.high)
        return chance_row(tell(line.say), line.chance, sure, self.desk)

    def follow(self) -> None:
        """What may be pressed now."""
        super().follow()
        for part in (self.add, self.attack, self.none, self.own, self.enemy, self.until):
            part.setEnabled(not self.busy)
        self.run.setEnabled(self.run.isEnabled() and bool(self.questions))


MOST_GAMES = 2000
NAMED = 60
"""Letters of what a branch is called."""
CHANCE_START = mark(
    "The computer plays both sides from here to the end, each game with its own dice and in "
    "a position consistent with what you can see. The figures are only as good as the "
    "computer players."
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
            "level",
            tr("Who plays"),
            tr("The computer opponent that plays both sides; stronger ones take longer"),
        )
        self.count = named(
            NumberBox(),
            "study.chance.count",
            tr("Games"),
            tr(
                "The maximum number of games: 96 give the chance to within 10 percentage "
                "points, 385 to within 5"
            ),
        )
        self.count.setRange(1, MOST_GAMES)
        self.count.setValue(96)
        self.other = self.choice(
            "other",
            tr("Compared with"),
            tr(
                "Another position of this game (a bookmark or the end of a branch): the same "
                "games are played from both, with the same dice"
            ),
        )
        head = laid(QHBoxLayout(), (self.level, 1), PlainLabel(tr("Games")), self.count)
        second = laid(QHBoxLayout(), PlainLabel(tr("Compared with")), (self.other, 1))
        self.plot = ChancePlot(desk)
        self.list = named(
            QListWidget(),
            "study.chance.games",
            tr("The games"),
            tr("Press Enter or double-click to open a game as a replay; the current game is kept"),
        )
        self.list.itemActivated.connect(self._on_open)
        self.list.currentRowChanged.connect(lambda _row: self.follow())
        self.open_ = self.button(
            "open", tr("Open as a replay"), tr("Play the selected game from its beginning, step by step")
        )
        self.open_.clicked.connect(self._on_open)
        self.page.setAccessibleName(tr("Chance to win and expected score"))
        self.page.setMinimumHeight(170)
        laid(
            self.column,
            head,
            second,
            self.work_row(),
            self.note,
            (self.page, 3),
            (self.plot, 2),
            (self.list, 2),
            laid(QHBoxLayout(), None, self.open_),
        )
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
        self.say(tr(CHANCE_START))

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
            parts.append(head_html(tr("How much better it is here than there ({pairs})", pairs=pairs)))
            rows = [self._gap(gap, chance=True) for gap in both.chances]
            rows += [self._gap(gap, chance=False) for gap in both.scores]
            parts.append(f"<table cellspacing='0' cellpadding='1'>{''.join(rows)}</table>")
            parts.append(self._standing(tr("From here"), both.second))
            parts.append(self._standing(tr("From there"), both.first))
        else:
            count = tr("1 game" if len(here) == 1 else "{n} games", n=len(here))
            parts.append(self._standing(count, standing(sides, here)))
        muted = self.desk.palette.chrome.muted
        words = tr(
            "The true value lies between the bounds in 95 cases out of 100, if both sides play like this."
        )
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
            text = tr("1 game was cut short" if found.cut == 1 else "{n} games were cut short", n=found.cut)
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
            if child in line or not is_open(session, child):
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
