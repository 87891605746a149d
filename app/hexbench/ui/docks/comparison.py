"""Two positions side by side as a page: sides, score, the game's own figures, and every unit that is not as it was."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from hexbench.session.saved_history import Unreachable
from hexbench.ui.docks.attacks import lit_by
from hexbench.ui.docks.desk import side_title
from hexbench.ui.look.language import number, tell, tr
from hexbench.ui.widgets.background import BackgroundTask, TaskBar
from hexbench.ui.widgets.page import Page, hex_link
from hexbench.ui.widgets.parts import named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hexbench.engine.display import Legend, Spread
    from hexbench.engine.seat import Seat
    from hexbench.engine.what_if import Possible
    from hexbench.session.compare import Comparison, Pair, Turned
    from hexbench.session.session import Session
    from hexbench.ui.docks.desk import Desk


_CHANGES_SHOWN = 60
_ATTACKS_SHOWN = 16
_TURNED_SHOWN = 8


def _comparison_html(found: Comparison, desk: Desk, attacks: str = "") -> str:
    """A comparison as a page: sides, score, the game's own figures, ``attacks``, and every unit that is not as it was."""
    muted = desk.palette.chrome.muted
    if found.first == found.second:
        here = tr("This is the current position. Choose another one to see the differences.")
        return f'<p style="color:{muted}">{here}</p>'
    head = f'<p style="color:{muted}; margin:0 0 6px 0">{tr("There → here")}</p>'
    rows = []
    for tally in found.tallies:
        rows.append(_pair(tr("{side} counters on the map", side=side_title(tally.side)), *tally.counters))
        rows.append(_pair(tr("{side} steps on the map", side=side_title(tally.side)), *tally.steps))
        if tally.lost or tally.came:
            words = f"<b>{tr('{n} lost', n=tally.lost)}</b>"
            words += tr(", {n} arrived", n=tally.came) if tally.came else ""
            rows.append(_row(tr("{side} losses in steps", side=side_title(tally.side)), words))
    rows += [_pair(tr("Score: {side}", side=side_title(key)), a, b) for key, a, b in found.score]
    rows += [_pair(tell(label), tell(a), tell(b)) for label, a, b in found.facts]
    parts = [head, f"<table cellspacing='0'>{''.join(rows)}</table>"]
    turned = [_turned(group) for group in found.turned]
    if turned:
        parts.append(f"{_head(tr('Supply and condition'))}<table cellspacing='0'>{''.join(turned)}</table>")
    parts.append(attacks)
    lines = [
        f"<tr><td style='padding:1px 8px 1px 0'>{hex_link(c.hexes, tell(c.title)) if c.hexes else escape(tell(c.title))}</td>"
        f"<td style='padding:1px 0'>{escape(tell(c.before))} → {escape(tell(c.after))}</td></tr>"
        for c in found.changes[:_CHANGES_SHOWN]
    ]
    if lines:
        parts.append(f"{_head(tr('Units'))}<table cellspacing='0'>{''.join(lines)}</table>")
    more = len(found.changes) - _CHANGES_SHOWN
    if more > 0:
        parts.append(f'<p style="color:{muted}">{tr("And {n} more.", n=more)}</p>')
    return "".join(parts)


def _attacks_html(found: dict[str, Pair], side: str, desk: Desk) -> str:
    """The best attack on everything that could be attacked in either position, side by side, the greatest change first."""
    muted = desk.palette.chrome.muted
    pairs = sorted(found.values(), key=lambda pair: -abs(_worth(pair.after) - _worth(pair.before)))
    rows = []
    for pair in pairs[:_ATTACKS_SHOWN]:
        best = pair.after or pair.before
        assert best is not None, "a pair has one of them at least"
        rows.append(
            f"<tr><td style='padding:1px 8px 1px 0'>{hex_link(lit_by(best.what), tell(best.say))}</td>"
            f"<td style='padding:1px 0'>{_odds(pair.before)} → {_odds(pair.after)}</td></tr>"
        )
    if not rows:
        return ""
    more = (
        f"<p style='color:{muted}'>{tr('And {n} more.', n=len(pairs) - _ATTACKS_SHOWN)}</p>"
        if len(pairs) > _ATTACKS_SHOWN
        else ""
    )
    title = tr("Attacks of the {side} side: odds, chance, worth", side=side_title(side, desk.seat))
    return f"{_head(title)}<table cellspacing='0'>{''.join(rows)}</table>{more}"


def _legend_html(legend: Iterable[Legend], desk: Desk) -> str:
    """What the colours on the map mean."""
    rows = [
        f"<span style='background-color:{desk.palette.tone(line.tone).fill}'>&nbsp;&nbsp;&nbsp;</span> {escape(tell(line.text))}"
        for line in legend
    ]
    return f"{_head(tr('Front'))}<p style='margin:0'>{'<br>'.join(rows)}</p>"


def _thought_html(first: Seat, second: Seat, desk: Desk) -> str:
    """The attack that is thought of, in both positions: its chances side by side."""
    what = desk.thought.what
    if what is None:
        return ""
    told = [seat.suppose(what) for seat in (first, second)]
    spreads = [one.spreads[0] if one is not None and one.spreads else None for one in told]
    chances = [_chances(spread) for spread in spreads]
    names = dict.fromkeys([*chances[0], *chances[1]])
    if not names:
        return ""
    title = next(tell(one.say) for one in told if one is not None)
    rows = [_row(name, f"{chances[0].get(name, 0)} % → <b>{chances[1].get(name, 0)} %</b>") for name in names]
    return f"{_head(title)}<table cellspacing='0'>{''.join(rows)}</table>"


def _chances(spread: Spread | None) -> dict[str, int]:
    if spread is None:
        return {}
    total = sum(bar.weight for bar in spread.bars) or 1
    return {tell(bar.say): round(100 * bar.weight / total) for bar in spread.bars}


def _worth(one: Possible | None) -> int:
    return 0 if one is None else one.worth


def _odds(one: Possible | None) -> str:
    return (
        tr("none")
        if one is None
        else f"{escape(tell(one.odds))} ({one.chance} %, {number(one.worth / 100, 2, sign=True)})"
    )


def _turned(group: Turned) -> str:
    """Who is in another state now; the names light where they stand."""
    names = ", ".join(tell(name) for name in group.units[:_TURNED_SHOWN])
    more = len(group.units) - _TURNED_SHOWN
    names += tr(" and {n} more", n=more) if more > 0 else ""
    return (
        f"<tr><td style='padding:1px 8px 1px 0'>{escape(side_title(group.side))}: {escape(tell(group.before))} → "
        f"<b>{escape(tell(group.after))}</b></td><td>{hex_link(group.hexes, names)}</td></tr>"
    )


def _head(text: str) -> str:
    return f"<p style='font-weight:600; margin:8px 0 2px 0'>{escape(text)}</p>"


def _row(label: str, html: str) -> str:
    return f"<tr><td style='padding:1px 10px 1px 0'>{escape(label)}</td><td>{html}</td></tr>"


def _pair(label: str, before: object, after: object) -> str:
    shown = escape(str(after)) if before == after else f"{escape(str(before))} → <b>{escape(str(after))}</b>"
    return _row(label, shown)


# Two positions compared for the history dock: the page, the front of both on the map, and the attacks,
# worked out in slices.


class Comparing(QObject):
    """``drawn(Overlay or None)``: put this over the map."""

    drawn = Signal(object)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.page = named(Page(), "history.comparison", tr("Comparison of two positions"))
        self.page.hexes_asked.connect(desk.hexes_lit)
        self.page.rule_asked.connect(desk.rule_asked)
        self.page.hide()
        self.task = BackgroundTask(self)
        self.progress = TaskBar(self.task, tr("Comparing"))
        self._asked: tuple[object, ...] = ()
        self.task.ended.connect(self._on_ended)
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
        self.task.begin(self._work(session, node))

    def clear(self) -> None:
        """Show nothing, on the page and on the map."""
        self.task.stop()
        self._asked, self._last = (), None
        self.page.clear()
        self.drawn.emit(None)

    def finish(self) -> None:
        """Do all of the work now."""
        self.task.finish()

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
        self.page.show_html(_comparison_html(told, self.desk))
        yield
        if node == here:
            self.drawn.emit(None)
            return
        own = session.viewer or second.prompt.side or session.rules.sides[0]
        overlay = fronts(first, second, own)
        self.drawn.emit(overlay)
        yield
        thought = _legend_html(overlay.legend, self.desk) + _thought_html(first, second, self.desk)
        self.page.show_html(_comparison_html(told, self.desk, thought))
        yield
        side = second.prompt.side or own
        found: dict[str, Pair] = {}
        self.task.total = self.task.done + len(first.aims(side)) + len(second.aims(side))
        yield from attack_pairs(first, second, side, found)
        attacks = thought + _attacks_html(found, side, self.desk)
        self.page.show_html(_comparison_html(told, self.desk, attacks))

    def _on_ended(self, whole: bool) -> None:
        if not whole:
            self._asked = ()

    def _on_thought(self) -> None:
        if self._last is not None and self.page.isVisible():
            self.show(*self._last)
