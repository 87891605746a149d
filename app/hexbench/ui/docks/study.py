"""The study dock: odds of a planned turn, the chance to win, what if, and the review of a game, each on its page."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QTabWidget, QWidget

from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.panel import DeskPanel
from hexbench.ui.look.language import as_it_is, mark, tr
from hexbench.ui.widgets.parts import ShortLabel, named, push

if TYPE_CHECKING:
    from hexbench.ui.docks.study_chance import ChancePage
    from hexbench.ui.docks.study_odds import OddsPage
    from hexbench.ui.docks.study_parts import StudyPage
    from hexbench.ui.docks.study_review import ReviewPage
    from hexbench.ui.docks.study_supply import SupplyPage

PAGES: tuple[tuple[str, str, str], ...] = (
    (
        "odds",
        mark("Odds"),
        mark("What may come of the planned turn: who holds a hex, who lives, who is in supply"),
    ),
    ("chance", mark("Chance"), mark("Who is likely to win from here, by games of the computer")),
    ("supply", mark("What if"), mark("A unit or a bridge gone, a hex taken: supply before and after")),
    ("review", mark("Review"), mark("The game so far: value, luck and decisions")),
)


class StudyPanel(DeskPanel):
    """``hint_asked()``: ask the computer what it would do. Its pages and the code behind them are loaded when somebody looks
    at the dock or asks for one of them; ``made()``: they are there from now on.
    """

    key: ClassVar[str] = "study"
    title: ClassVar[str] = mark("Study")
    hint_asked = Signal()
    made = Signal()
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

    def make(self) -> None:
        """See that the pages are there."""
        if self.pages:
            return
        from hexbench.ui.docks.study_chance import ChancePage
        from hexbench.ui.docks.study_odds import OddsPage
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
            room = QScrollArea()
            room.setWidgetResizable(True)
            room.setFrameShape(QFrame.Shape.NoFrame)
            room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            room.setWidget(self.pages[key])
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
        head.addWidget(self.who, 1)
        head.addWidget(self.hint)
        self.box.addLayout(head)
        self.box.addWidget(self.tabs, 1)
        self.made.emit()

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
        if not self.pages and not self.isVisible():
            self.stale = True  # nobody looks: the pages can wait
            return
        self.make()
        for page in (self.odds, self.chance, self.supply, self.review):
            page.show_game()
            page.follow()
