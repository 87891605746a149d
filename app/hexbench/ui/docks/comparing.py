"""Two positions compared for the history dock: the page, the front of both on the map, and the attacks, worked out in slices."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from hexbench.session.saved_history import Unreachable
from hexbench.ui.docks.comparison import attacks_html, comparison_html, legend_html, thought_html
from hexbench.ui.look.language import tell, tr
from hexbench.ui.widgets.chore import Chore, ChoreBar
from hexbench.ui.widgets.page import Page

if TYPE_CHECKING:
    from hexbench.session.compare import Pair
    from hexbench.session.session import Session
    from hexbench.ui.docks.desk import Desk


class Comparing(QObject):
    """``drawn(Overlay or None)``: put this over the map."""

    drawn = Signal(object)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.page = Page()
        self.page.setObjectName("history.comparison")
        self.page.setAccessibleName(tr("Comparison of two positions"))
        self.page.hexes_asked.connect(desk.hexes_lit)
        self.page.rule_asked.connect(desk.rule_asked)
        self.page.hide()
        self.chore = Chore(self)
        self.progress = ChoreBar(self.chore, tr("Comparing"))
        self._asked: tuple[object, ...] = ()
        self.chore.ended.connect(self._on_ended)
        desk.thought.changed.connect(self._on_thought)
        self._last: tuple[Session, int] | None = None

    def show(self, session: Session | None, node: int | None) -> None:
        """Compare a position with where one stands; None: nothing to compare."""
        if session is None or node is None:
            self.clear()
            return
        asked = (session, node, session.node, session.viewer, self.desk.thought.what)
        if asked == self._asked:
            return
        self._asked, self._last = asked, (session, node)
        self.chore.begin(self._work(session, node))

    def clear(self) -> None:
        """Show nothing, on the page and on the map."""
        self.chore.stop()
        self._asked, self._last = (), None
        self.page.clear()
        self.drawn.emit(None)

    def finish(self) -> None:
        """Do all of the work now."""
        self.chore.finish()

    def _work(self, session: Session, node: int) -> Iterator[None]:
        from hexbench.session.compare import attack_pairs, compare, fronts

        here = session.node
        try:
            first = session.then(node)
            yield
            second = session.then(here)
        except Unreachable as fault:
            self.page.show_html(f"<p>{escape(tell(fault.say))}</p>")
            self.drawn.emit(None)
            return
        yield
        told = compare(session, node, here)
        self.page.show_html(comparison_html(told, self.desk))
        yield
        if node == here:
            self.drawn.emit(None)
            return
        own = session.viewer or second.prompt.side or session.rules.sides[0]
        overlay = fronts(first, second, own)
        self.drawn.emit(overlay)
        yield
        thought = legend_html(overlay.legend, self.desk) + thought_html(first, second, self.desk)
        self.page.show_html(comparison_html(told, self.desk, thought))
        yield
        side = second.prompt.side or own
        found: dict[str, Pair] = {}
        self.chore.total = self.chore.done + len(first.aims(side)) + len(second.aims(side))
        yield from attack_pairs(first, second, side, found)
        attacks = thought + attacks_html(found, side, self.desk)
        self.page.show_html(comparison_html(told, self.desk, attacks))

    def _on_ended(self, whole: bool) -> None:
        if not whole:
            self._asked = ()

    def _on_thought(self) -> None:
        if self._last is not None and self.page.isVisible():
            self.show(*self._last)
