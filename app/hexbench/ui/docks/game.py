"""A panel of the game's own: whatever display value it is made of is drawn here, and nothing is known of the game."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QStackedLayout,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from hexbench.engine.display import Cards, Facts, Panel, Pool, Profile, Roster, Table, Track
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.overlays import side_title
from hexbench.ui.docks.panel import DeskPanel
from hexbench.ui.docks.pool import PoolArea
from hexbench.ui.docks.roster import RosterView
from hexbench.ui.docks.track import TrackArea
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.page import Page, facts_html, rule_link

SOURCES = {"reconstruction": "Reconstruction", "own": "Your own table"}
"""What is said of a table that is not the rules' own."""


def panel_key(panel: Panel) -> str:
    """The name of a panel's dock: its own key; a page of facts, which has none, goes by its title's template."""
    if isinstance(panel, Facts | Profile):
        return "facts/" + panel.title.template.casefold().replace(" ", "_")
    return panel.key


class GamePanel(DeskPanel):
    """The dock of one of the game's display values, found again by its key whenever the position changes."""

    def __init__(self, desk: Desk, key: str, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.panel_key = key
        self.setObjectName(f"panel.game.{key}")
        self.shown: Panel | None = None
        self.stack = QStackedLayout()
        self.box.setContentsMargins(6, 6, 6, 6)
        self.box.addLayout(self.stack, 1)
        self.note = QLabel()
        self.note.setProperty("role", "muted")
        self.note.setWordWrap(True)
        self.note.hide()
        self.box.addWidget(self.note)
        self.nothing = QLabel("Nothing here now.")
        self.nothing.setProperty("role", "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.stack.addWidget(self.nothing)
        self.view: QWidget | None = None

    def refresh(self) -> None:
        """Find the value of now and draw it."""
        panel = next((p for p in self.desk.panels if panel_key(p) == self.panel_key), None)
        if panel is None:
            if isinstance(self.view, RosterView):
                self.view.show_roster(None)
            elif isinstance(self.view, TrackArea):
                self.view.show_track(None)
            elif isinstance(self.view, PoolArea):
                self.view.show_pool(None)
            elif isinstance(self.view, QTableWidget | Page):
                self.view.clear()
            self.stack.setCurrentWidget(self.nothing)
            self.note.hide()
            self.shown = None
            return
        self.shown = panel
        self._show(panel)
        self._mark(panel)

    def _show(self, panel: Panel) -> None:
        if isinstance(panel, Track):
            track = self.view if isinstance(self.view, TrackArea) else TrackArea(self.desk)
            self._put(track)
            track.show_track(panel)
        elif isinstance(panel, Pool):
            pool = self.view if isinstance(self.view, PoolArea) else PoolArea(self.desk)
            self._put(pool)
            pool.show_pool(panel)
        elif isinstance(panel, Roster):
            roster = self.view if isinstance(self.view, RosterView) else RosterView(self.desk)
            self._put(roster)
            roster.show_roster(panel)
        elif isinstance(panel, Table):
            table = self.view if isinstance(self.view, QTableWidget) else _table_widget(str(panel.title))
            self._put(table)
            self._table(table, panel)
        else:
            page = self.view if isinstance(self.view, Page) else self._new_page()
            self._put(page)
            page.show_html(self._html(panel))

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
        self.stack.setCurrentWidget(view)

    # ---- kinds
    def _html(self, panel: Panel) -> str:
        chrome = self.desk.palette.chrome
        if isinstance(panel, Facts):
            return facts_html(panel, chrome.muted, heading=False)
        if isinstance(panel, Cards):
            rows = [
                f'<tr><td style="padding:3px 8px 6px 0"><b>{escape(str(c.title))}</b>'
                + (f' <span style="color:{chrome.muted}">{escape(c.cost)}</span>' if c.cost else "")
                + (f' <span style="color:{chrome.good}">usable</span>' if c.usable else "")
                + f"<br>{escape(str(c.text))}</td></tr>"
                for c in panel.cards
            ]
            return f"<table>{''.join(rows)}</table>" if rows else f'<p style="color:{chrome.muted}">None.</p>'
        return f"<p>{escape(str(panel.title))}</p>"

    def _table(self, widget: QTableWidget, table: Table) -> None:
        widget.clear()
        widget.setColumnCount(len(table.columns))
        widget.setRowCount(len(table.rows))
        widget.setHorizontalHeaderLabels(list(table.columns))
        widget.setVerticalHeaderLabels([name for name, _ in table.rows])
        chrome = self.desk.palette.chrome
        for r, (_, cells) in enumerate(table.rows):
            for c, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                if (r, c) in table.lit:
                    item.setBackground(colour(chrome.highlight))
                    item.setForeground(colour(chrome.highlighted_text))
                widget.setItem(r, c, item)

    def _mark(self, panel: Panel) -> None:
        """The source mark and the rule, where the game gives them."""
        parts = []
        rule = panel.rule if isinstance(panel, Table | Pool) else ""
        if rule:
            parts.append(f"Rule {rule_link(rule)}")
        if isinstance(panel, Table | Track) and panel.source in SOURCES:
            why = panel.provenance if isinstance(panel, Table) else ""
            parts.append(f"<b>{SOURCES[panel.source]}</b>" + (f": {escape(why)}" if why else ""))
        if isinstance(panel, Cards) and panel.side:
            parts.append(escape(side_title(panel.side)))
        self.note.setText(" · ".join(parts))
        self.note.setVisible(bool(parts))
        self.note.linkActivated.connect(self._on_link, Qt.ConnectionType.UniqueConnection)

    def _on_link(self, link: str) -> None:
        self.desk.rule_asked.emit(link.partition(":")[2])


def _table_widget(title: str) -> QTableWidget:
    widget = QTableWidget()
    widget.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    widget.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    widget.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    widget.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    widget.setAccessibleName(title)
    return widget
