"""The study dock in the window: each question becomes a task in a separate process; results are shown as they arrive.

Questions use the view of the side whose seat is shown, or of the deciding side if everything may be seen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QTabWidget, QWidget

from hexbench.engine.display import Overlay
from hexbench.engine.state import Dice
from hexbench.engine.values import Refused, Wrong, said
from hexbench.session.saved_history import Unreachable
from hexbench.session.session import Stopped
from hexbench.store.strict import BadFile
from hexbench.ui.docks.desk import Desk, DeskPanel, side_title
from hexbench.ui.look.language import as_it_is, mark, tell, tr, why
from hexbench.ui.shell.pieces import DockWork
from hexbench.ui.widgets.parts import ShortLabel, laid, named, push, scrolled

if TYPE_CHECKING:
    from hexbench.session.reviewing import Played
    from hexbench.session.session import Session
    from hexbench.study.playing import Start
    from hexbench.study.review import Decision
    from hexbench.study.working import GameLine, Task, Work
    from hexbench.ui.bridge import Shift
    from hexbench.ui.docks.study import ChancePage, OddsPage
    from hexbench.ui.docks.study_parts import StudyPage
    from hexbench.ui.docks.study_review import ReviewPage
    from hexbench.ui.docks.study_supply import SupplyPage
    from hexbench.ui.shell.pieces import TablePieces

PAGES: tuple[tuple[str, str, str], ...] = (
    (
        "odds",
        mark("Odds of the plan"),
        mark("What may come of the planned turn: who holds a hex, which units survive, which are in supply"),
    ),
    ("chance", mark("Chance"), mark("Who is likely to win from here, judged by games the computer plays")),
    ("supply", mark("What if"), mark("A unit or a bridge removed, a hex taken: supply before and after")),
    ("review", mark("Review"), mark("The game so far: value, luck and decisions")),
)


class StudyPanel(DeskPanel):
    """``hint_asked()``: ask the computer what it would do. The pages' code is loaded when the panel is
    furnished.
    """

    key: ClassVar[str] = "study"
    title: ClassVar[str] = mark("Study")
    hint_asked = Signal()
    odds: OddsPage
    chance: ChancePage
    supply: SupplyPage
    review: ReviewPage
    tabs: QTabWidget
    who: ShortLabel

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.pages: dict[str, StudyPage] = {}
        """Key -> page; empty until they are made."""
        self.box.setContentsMargins(0, 0, 0, 0)

    def lay_out(self) -> None:
        """Who looks, the button of the hint, and the pages."""
        from hexbench.ui.docks.study import ChancePage, OddsPage
        from hexbench.ui.docks.study_review import ReviewPage
        from hexbench.ui.docks.study_supply import SupplyPage

        desk = self.desk
        self.odds = OddsPage(desk)
        self.chance = ChancePage(desk)
        self.supply = SupplyPage(desk)
        self.review = ReviewPage(desk)
        self.pages = {one.key: one for one in (self.odds, self.chance, self.supply, self.review)}
        self.tabs = named(QTabWidget(), "study.tabs", tr("What is studied"))
        self.tabs.setDocumentMode(True)
        for key, name, tip in PAGES:
            room = scrolled(self.pages[key])
            room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            n = self.tabs.addTab(room, tr(name))
            self.tabs.setTabToolTip(n, as_it_is(tr(tip)))
        self.who = named(ShortLabel(), "study.who", role="muted")
        self.hint = push(
            "study.hint",
            tr("Hint"),
            tr("What a computer opponent would do in your place (Ctrl+G)"),
            self.hint_asked,
        )
        head = QHBoxLayout()
        head.setContentsMargins(6, 4, 6, 0)
        laid(head, (self.who, 1), self.hint)
        laid(self.box, head, (self.tabs, 1))

    def go(self, key: str) -> None:
        """Bring a page to the front."""
        self.tabs.setCurrentIndex([one for one, _, _ in PAGES].index(key))

    @property
    def front(self) -> StudyPage:
        """The page in front."""
        return self.pages[PAGES[self.tabs.currentIndex()][0]]

    def show_eyes(self, text: str) -> None:
        """Say through whose eyes it is looked."""
        self.who.setText(text)

    def refresh(self) -> None:
        """What there is to choose from, and what may be pressed."""
        for page in (self.odds, self.chance, self.supply, self.review):
            page.show_game()
            page.follow()


# What is asked there, and what is found.

POLL = 60
"""Milliseconds between two looks for what was found."""
COVERED = mark("Study is for one side only: here both players are watching.")
_STALE = mark("The position has changed: these results are for the previous one.")
_STUDY_MODE = mark("It can be opened as a separate game, or as a branch in study mode.")


class StudyTasks(DockWork):
    """One per window, as long as it has a table; runs one task at a time for each page."""

    def __init__(self, at: TablePieces) -> None:
        panel = StudyPanel(at.desk)
        super().__init__(at, panel, POLL)
        self.window, self.catalogue, self.acts = at.window, at.catalogue, at.acts
        self.panel = panel
        self.works: dict[str, Work] = {}
        self._overlay: Overlay | None = None
        self._starts: tuple[Session, dict[str, Any], list[Start]] | None = None
        self._played: tuple[Session, Played] | None = None
        panel.furnished.connect(self._on_furnished)
        panel.hint_asked.connect(at.acts["game.hint"].trigger)
        at.acts["game.study_dock"].triggered.connect(lambda: self.go(""))
        at.acts["game.review"].triggered.connect(lambda: self.go("review"))

    def _on_furnished(self) -> None:
        panel = self.panel
        for page, begin in (
            (panel.odds, self.ask_odds),
            (panel.chance, self.ask_chance),
            (panel.supply, self.ask_cuts),
            (panel.review, self.ask_review),
        ):
            page.asked.connect(begin)
            page.stop_asked.connect(lambda key=page.key: self.stop(key))
        panel.chance.game_asked.connect(self.open_game)
        panel.supply.thought.connect(self.think)
        panel.supply.drawn.connect(self._on_drawn)
        panel.tabs.currentChanged.connect(lambda _n: self._draw())
        self.table.laid_anew.connect(self._draw)
        panel.review.step_asked.connect(self.show_step)
        panel.review.branch_asked.connect(self.open_branch)
        panel.review.game_asked.connect(self.open_line)
        self._show_eyes()

    def go(self, page: str) -> None:
        """Show the dock, with a page in front and the keyboard on it."""
        self.panel.furnish()
        if page:
            self.panel.go(page)
        self.panel.refresh_now()
        self._show_eyes()
        self.table.docking.front(self.panel.key)
        self.table.docking.folding.stretch(self.panel.key)
        self.panel.tabs.tabBar().setFocus()

    # ---- who asks
    def why_not(self) -> str:
        """Why nothing may be asked here and now; empty: it may."""
        bridge = self.bridge
        if bridge.session is None or bridge.covered or bridge.past is not None:
            return tr("There is nothing to do now.")
        return tr(COVERED) if bridge.open_for is not None else ""

    @property
    def side(self) -> str:
        """The side that asks: whose seat is shown; where everything is seen, who decides."""
        bridge = self.bridge
        session = bridge.session
        if session is None:
            return ""
        return bridge.viewer or session.decider or session.rules.sides[0]

    def _show_eyes(self) -> None:
        if not self.panel.pages:
            return
        seat = self.desk.seat
        name = side_title(self.side, seat) if self.side else ""
        self.panel.show_eyes(tr("Seen by: {side}", side=name) if name else "")

    def _asking(self, page: StudyPage) -> Session | None:
        """The session if questions are allowed now; else None, and the page says why not."""
        none = self.why_not()
        session = self.bridge.session
        if none or session is None:
            page.say(none)
            return None
        return session

    # ---- asking
    def make(self, session: Session, task: Task) -> Work:
        """The worker: a separate process, so that the window stays responsive."""
        from hexbench.study.working import Work

        return Work(session.rules, task)

    def _begin(self, page: StudyPage, session: Session, task: Task) -> None:
        from hexbench.study.working import Failed

        self._end(page.key)
        try:
            self.works[page.key] = self.make(session, task)
        except Failed as fault:
            page.say(tell(fault.say))
            return
        page.be_busy(True)
        self.timer.start()

    def ask_odds(self) -> None:
        """The odds of what is declared and planned."""
        from hexbench.study.working import OddsTask

        page = self.panel.odds
        session = self._asking(page)
        if session is None:
            return
        page.clear()
        rules, side = session.rules, self.side
        view = rules.pack(replace(rules.view(session.state, side), dice=Dice()))
        task = OddsTask(session.game, view, side, tuple(page.questions), tuple(page.plan), page.options)
        self._begin(page, session, task)

    def ask_chance(self) -> None:
        """Games from here, and where a position is compared with, from there."""
        from hexbench.study.playing import Start
        from hexbench.study.playout import MOST, makers_of
        from hexbench.study.working import GamesTask

        page = self.panel.chance
        session = self._asking(page)
        if session is None:
            return
        rules, side = session.rules, self.side
        node = int(page.other.currentData() if page.other.currentData() is not None else -1)
        against = node if node >= 0 else None
        starts = [Start.of(rules, rules.view(session.state, side), side)]
        try:
            if against is not None:
                starts.append(Start.of(rules, session.then(against, side).s, side))
        except Unreachable as fault:
            page.say(tell(fault.say))
            return
        if session.decider is None:
            page.say(tr("The game is over."))
            return
        makers = makers_of(session.game, (str(page.level.currentData()),))
        self._starts = session, dict(makers), starts
        page.begin(side, against)
        self._begin(page, session, GamesTask(makers, starts, range(page.count.value()), MOST))

    def ask_cuts(self) -> None:
        """The hexes that cut most."""
        from hexbench.study.working import CutsTask

        page = self.panel.supply
        session = self._asking(page)
        if session is None:
            return
        rules = session.rules
        view = rules.pack(replace(rules.view(session.state, self.side), dice=Dice()))
        self._begin(page, session, CutsTask(view, page.whose))

    def ask_review(self) -> None:
        """The game so far."""
        from hexbench.session.reviewing import no_review, played
        from hexbench.study.working import ReviewTask
        from hexbench.ui.docks.study_review import LAST

        page = self.panel.review
        session = self._asking(page)
        if session is None:
            return
        none = no_review(session)
        if none is not None:
            page.say(tell(none))
            return
        try:
            found = played(session)
        except Unreachable as fault:
            page.say(tell(fault.say))
            return
        page.clear()
        self._played = session, found
        since = 0
        if page.scope.currentData() == LAST:
            turn = session.turn_at(session.node)[0]
            since = next((n for n, node in enumerate(found.nodes) if session.turn_at(node)[0] == turn), 0)
        level = str(page.level.currentData() or "")
        task = ReviewTask(session.game, found.line, self._eyes_on(session), level, since)
        self._begin(page, session, task)

    def _eyes_on(self, session: Session) -> str | None:
        """Whose view a review uses: None if the umpire's seat is shown, which sees everything."""
        from hexbench.session.reviewing import seen_by

        return None if self.bridge.viewer is None else seen_by(session, self.side)

    def think(self) -> None:
        """Supply with what is thought otherwise: worked out at once."""
        from hexbench.study.severing import sever

        page = self.panel.supply
        session = self.bridge.session
        if not page.changes or session is None or self._asking(page) is None:
            return
        rules = session.rules
        try:
            page.show_severed(sever(rules, rules.view(session.state, self.side), page.whose, page.changes))
        except (Wrong, Refused) as fault:
            page.say(tell(said(fault)))

    # ---- what is found
    def _on_tick(self) -> None:
        from hexbench.study.working import Failed

        for key, work in tuple(self.works.items()):
            page = self.panel.pages[key]
            try:
                found = work.take()
            except Failed as fault:
                self._end(key)
                page.say(tell(fault.say))
                continue
            if found:
                self._show(key, found)
            if work.over and self.works.get(key) is work:
                self._end(key)
                if key == "chance":
                    page.say("")  # nothing is being played any more
        if not self.works:
            self.timer.stop()

    def _show(self, key: str, found: Sequence[Any]) -> None:
        from hexbench.study.odds import Odds
        from hexbench.study.review import Review
        from hexbench.study.working import GameLine, Progress

        panel = self.panel
        last = found[-1]
        if key == "odds":
            if isinstance(last, Odds):
                panel.odds.show_odds(last)
            elif isinstance(last, Progress):
                panel.odds.show_progress(round(1000 * last.settled), 1000)
                settled = round(100 * last.settled)
                panel.odds.say(
                    tr("Settled: {share} % of all chances; actions tried: {n}", share=settled, n=last.tried)
                )
        elif isinstance(last, GameLine):
            self._open_played(last)
        elif key == "chance":
            panel.chance.add(found)
            panel.chance.show_progress(len(panel.chance.games[0]), panel.chance.count.value())
        elif key == "supply":
            panel.supply.show_cuts(last)
        elif isinstance(last, Review):
            panel.review.show_review(last)
            panel.review.show_progress(last.done, last.total)

    def stop(self, key: str) -> None:
        """End with what there is."""
        work = self.works.get(key)
        if work is not None:
            work.stop()

    def _end(self, key: str) -> None:
        work = self.works.pop(key, None)
        if work is not None:
            work.close()
            self.panel.pages[key].be_busy(False)

    # ---- what is opened
    def open_game(self, number: int, place: int) -> None:
        """A game that was played out, as a replay: it is played once more first, which may take as long as it took."""
        from hexbench.study.playout import MOST
        from hexbench.study.working import GameTask

        if self._starts is None:
            return
        page = self.panel.chance
        session, makers, starts = self._starts
        page.say(tr("Game {n} is played again and then opened.", n=number + 1))
        self._begin(page, session, GameTask(makers, starts[place], number, MOST))

    def _open_played(self, found: GameLine) -> None:
        """The same, now that it has been played."""
        from hexbench.session.reviewing import keep_line

        if self._starts is None:
            return
        session = self._starts[0]
        title = tr("Game {n} from {game}", n=found.number + 1, game=session.title)
        self._open(lambda path: keep_line(session, found.world, found.line, path, title=title))

    def open_line(self, one: Decision) -> None:
        """Open what the computer would have done as a separate game."""
        from hexbench.session.reviewing import keep_line

        session = self.bridge.session
        if session is None:
            return
        title = tr("What the computer would have done, from {game}", game=session.title)
        self._open(lambda path: keep_line(session, one.world, one.line, path, title=title))

    def _open(self, write: Callable[[Path], Path]) -> None:
        folder = self.catalogue.places.data / "studies"
        name = re.sub(r"\W+", "-", self.bridge.session.scenario if self.bridge.session else "game")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = write(_free(folder, name))
        except (BadFile, OSError) as fault:
            self.say_wrong(why(fault))
            return
        self.window.open_path(str(path))
        if self.bridge.session is not None:
            self.acts["game.replay"].trigger()

    def open_branch(self, one: Decision) -> None:
        """What the computer would have done, as a branch of this game."""
        from hexbench.session.reviewing import open_decision

        session = self.bridge.session
        if session is None or self._played is None or self._played[0] is not session:
            return
        try:
            open_decision(session, self._played[1].nodes, one, tr("What the computer would have done"))
        except Stopped as fault:
            self.panel.review.say(f"{tell(fault.say)} {tr(_STUDY_MODE)}")
        except BadFile as fault:
            self.say_wrong(why(fault))

    def show_step(self, step: int) -> None:
        """The position after so many actions, in the replay bar, which leads back to the game."""
        if self._played is None or self._played[0] is not self.bridge.session:
            return
        nodes = self._played[1].nodes
        replay = self.table.replay
        if not 0 <= step < len(nodes) or not replay.begin(tr("Review:"), 0, play=False):
            return
        place = max((n for n, one in enumerate(replay.pictures) if one.node <= nodes[step]), default=-1)
        replay.show_picture(place)

    # ---- on the map, and what happens meanwhile
    def _on_drawn(self, overlay: Overlay | None) -> None:
        self._overlay = overlay
        self._draw()

    def _draw(self) -> None:
        """The lines of supply, while their page is in front."""
        view, panel = self.table.view, self.panel
        if view is not None and panel.pages:
            from hexbench.ui.docks.study_supply import KIND

            shown = panel.front is panel.supply and not self.dock.isHidden()
            view.map.set_overlay(KIND, self._overlay if shown else None)

    def _on_refreshed(self, shift: Shift) -> None:
        bridge = self.bridge
        if bridge.session is None or bridge.covered or bridge.open_for is not None:
            self.leave()  # nothing that one side asked or found out is shown to another
            return
        seat, eyes = (bridge.session, bridge.session.viewer), (bridge.session, bridge.viewer)
        if shift.kind == "opened" or self._seat != seat:
            self.leave()
        elif self._eyes != eyes:
            self.forget()
        self._seat, self._eyes = seat, eyes
        self._show_eyes()
        if shift.kind in ("past", "viewer"):
            for page in self.panel.pages.values():
                page.follow()
            return
        if self.panel.pages and shift.kind in ("did", "undone", "redone", "went"):
            for key in ("odds", "chance", "supply"):
                self._end(key)
            for page in (self.panel.odds, self.panel.chance, self.panel.supply):
                if page.page.toPlainText():
                    page.clear()
                    page.say(tr(_STALE))

    _seat: tuple[object, object] = (None, None)
    """The game and whose seat is shown."""
    _eyes: tuple[object, object] = (None, None)
    """The same, or through whose eyes one looks back."""

    def _on_dock(self, shown: bool) -> None:
        self._draw()
        if not shown:
            for key in tuple(self.works):
                self._end(key)

    def forget(self) -> None:
        """Nothing is worked out or shown any more."""
        for key in tuple(self.works):
            self._end(key)
        for page in self.panel.pages.values():
            page.clear()

    def leave(self) -> None:
        """Another seat, or another game: nor is what was asked."""
        self.forget()
        for page in self.panel.pages.values():
            page.leave()

    def close(self) -> None:
        """The game is closed."""
        self.leave()
        self._starts = self._played = None


def _free(folder: Path, name: str) -> Path:
    """A file name that is not there yet."""
    number = 1
    while (path := folder / f"{name}-{number:03}.hexgame").exists():
        number += 1
    return path
