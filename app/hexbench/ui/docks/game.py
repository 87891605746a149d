"""A panel of the game's own: whatever display value it is made of is drawn here, and nothing is known of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedLayout, QWidget

from hexbench.engine.display import (
    Cards,
    CombatBoard,
    Facts,
    Form,
    Light,
    Panel,
    Pool,
    Profile,
    Roster,
    Table,
    Track,
    Workshop,
)
from hexbench.ui.docks.boxes import PoolArea
from hexbench.ui.docks.cards import CardsView
from hexbench.ui.docks.combat import CombatView
from hexbench.ui.docks.desk import Desk, side_title
from hexbench.ui.docks.form import FormView
from hexbench.ui.docks.grid import GridView
from hexbench.ui.docks.panel import DeskPanel
from hexbench.ui.docks.roster import RosterView
from hexbench.ui.docks.sightline import ProfileView
from hexbench.ui.docks.tips import teach
from hexbench.ui.docks.track import TrackArea
from hexbench.ui.docks.workshop import WorkshopView
from hexbench.ui.look.language import mark, paragraph, tell, tr
from hexbench.ui.widgets.page import Page, facts_html, rule_link
from hexbench.ui.widgets.parts import PlainLabel, markup_label

LONG = 60
"""A provenance longer than this is told when the pointer rests on it: a table needs the room."""
SOURCES = {"reconstruction": mark("Reconstruction"), "own": mark("Your own table")}
"""What is said of a table that is not the rules' own."""


VIEWS: dict[type, Any] = {
    Track: TrackArea,
    Roster: RosterView,
    Table: GridView,
    CombatBoard: CombatView,
    Form: FormView,
    Profile: ProfileView,
    Cards: CardsView,
    Pool: PoolArea,
    Workshop: WorkshopView,
}
"""What draws each kind of display value; the others are pages of text."""
_DRAW = (
    "show_track",
    "show_roster",
    "show_table",
    "show_board",
    "show_form",
    "show_profile",
    "show_cards",
    "show_pool",
    "show_workshop",
)


def _drawn_by(view: QWidget) -> Callable[[Any], None]:
    """The method of a view that shows its value, or nothing."""
    found: Callable[[Any], None] = next(getattr(view, name) for name in _DRAW if hasattr(view, name))
    return found


def panel_key(panel: Panel) -> str:
    """The name of a panel's dock: its own key; a page of facts, which has none, goes by its title's template."""
    if isinstance(panel, Facts | Profile):
        return "facts/" + panel.title.template.casefold().replace(" ", "_")
    return panel.key


class GamePanel(DeskPanel):
    """The dock of one of the game's display values, found again by its key whenever the position changes."""

    def __init__(self, desk: Desk, key: str, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.panel_key = key
        self.setObjectName(f"panel.game.{key}")
        self.setAccessibleName(title)
        self.shown: Panel | None = None
        self.stack = QStackedLayout()
        self.box.setContentsMargins(6, 6, 6, 6)
        self.box.addLayout(self.stack, 1)
        self.note = markup_label("game.note")
        self.note.setProperty("role", "muted")
        self.note.hide()
        self.box.addWidget(self.note)
        self.nothing = PlainLabel(tr("Nothing here now."))
        self.nothing.setProperty("role", "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.stack.addWidget(self.nothing)
        self.view: QWidget | None = None
        self._weighing = False
        desk.weighed.connect(self._on_weighed)
        desk.meant_changed.connect(self._on_meant)

    @property
    def calls(self) -> bool:
        """Something is being put together here, or a combat is being fought."""
        panel = next((p for p in self.desk.panels if panel_key(p) == self.panel_key), None)
        if isinstance(panel, Workshop):
            return bool(panel.rows)
        return isinstance(panel, CombatBoard) and bool(panel.combats or panel.choices)

    def _on_weighed(self, lights: Mapping[str, tuple[Light, ...]]) -> None:
        """A move is being weighed: a table lights up what it falls under, until the hand lets go."""
        if not isinstance(self.shown, Table) or not isinstance(self.view, GridView):
            return
        more = lights.get(self.shown.key, ())
        if more or self._weighing:
            self._weighing = bool(more)
            table = self.desk.lit(self.shown)
            self.view.show_table(replace(table, lights=(*table.lights, *more)))

    def _on_meant(self) -> None:
        """Another combat is looked at: a table lights up for that one."""
        if isinstance(self.shown, Table) and isinstance(self.view, GridView):
            self.view.show_table(self.desk.lit(self.shown))

    @property
    def content(self) -> object:
        """Pages and tables are drawn from the value alone; whatever else there is draws counters too, and what may be done."""
        panel = next((p for p in self.desk.panels if panel_key(p) == self.panel_key), None)
        if isinstance(panel, Table) and not self._weighing:
            return self.desk.lit(panel), panel.source
        return panel if isinstance(panel, Facts | Profile) else object()

    def refresh(self) -> None:
        """Find the value of now and draw it."""
        panel = next((p for p in self.desk.panels if panel_key(p) == self.panel_key), None)
        if panel is None:
            if isinstance(self.view, Page):
                self.view.clear()
            elif self.view is not None:
                _drawn_by(self.view)(None)
            self.stack.setCurrentWidget(self.nothing)
            self.note.hide()
            self.shown = None
            return
        self.shown = panel
        self._show(panel)
        self._mark(panel)

    def _show(self, panel: Panel) -> None:
        if isinstance(panel, Facts):
            page = self.view if isinstance(self.view, Page) else self._new_page()
            self._put(page)
            page.show_html(facts_html(panel, self.desk.palette.chrome.muted, heading=False))
            return
        if not isinstance(self.view, VIEWS[type(panel)]):
            view = (
                GridView(self.desk, tell(panel.title))
                if isinstance(panel, Table)
                else VIEWS[type(panel)](self.desk)
            )
            self._put(view)
        assert self.view is not None, "it was just put"
        self.stack.setCurrentWidget(self.view)
        _drawn_by(self.view)(self.desk.lit(panel) if isinstance(panel, Table) else panel)

    def _new_page(self) -> Page:
        page = Page()
        page.rule_asked.connect(self.desk.rule_asked)
        page.hexes_asked.connect(self.desk.hexes_lit)
        return page

    def _put(self, view: QWidget) -> None:
        """Show this widget in place of the one before."""
        if self.view is not view:
            if self.view is not None:
                self.stack.removeWidget(self.view)
                self.view.deleteLater()
            self.view = view
            self.stack.addWidget(view)
            teach(view)
            if not view.accessibleName():
                view.setAccessibleName(self.accessibleName())
        self.stack.setCurrentWidget(view)

    def _mark(self, panel: Panel) -> None:
        """The source mark and the rule, where the game gives them."""
        parts = []
        rule = panel.rule if isinstance(panel, Table | Pool | Workshop) else ""
        if rule:
            parts.append(tr("Rule {rule}", rule=rule_link(rule)))
        if isinstance(panel, Table | Track) and panel.source in SOURCES:
            why = tell(panel.provenance) if isinstance(panel, Table) else ""
            parts.append(f"<b>{tr(SOURCES[panel.source])}</b>" + (f": {escape(why)}" if why else ""))
        if isinstance(panel, Cards) and panel.side:
            parts.append(escape(side_title(panel.side, self.desk.seat)))
        self.note.setToolTip("")
        if isinstance(panel, Table) and len(tell(panel.provenance)) > LONG:
            parts[-1] = tr("<b>Reconstruction</b> (why: rest the pointer here)")
            self.note.setToolTip(paragraph(tell(panel.provenance)))
        self.note.setText(" · ".join(parts))
        self.note.setVisible(bool(parts))
        self.note.linkActivated.connect(self._on_link, Qt.ConnectionType.UniqueConnection)

    def _on_link(self, link: str) -> None:
        self.desk.rule_asked.emit(link.partition(":")[2])
