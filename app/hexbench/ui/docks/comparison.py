"""Two positions side by side as a page: sides, score, the game's own figures, and every unit that is not as it was."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from hexbench.ui.docks.names import side_title
from hexbench.ui.widgets.page import hex_link

if TYPE_CHECKING:
    from hexbench.session.compare import Comparison
    from hexbench.ui.docks.desk import Desk

CHANGES_SHOWN = 60


def comparison_html(found: Comparison, desk: Desk) -> str:
    """A comparison as a page: sides, score, the game's own figures, and every unit that is not as it was."""
    muted = desk.palette.chrome.muted
    if found.first == found.second:
        return (
            f'<p style="color:{muted}">We stand here. Choose another position to see what is different.</p>'
        )
    head = f'<p style="color:{muted}; margin:0 0 6px 0">There → here</p>'
    rows = []
    for tally in found.tallies:
        rows.append(_pair(f"{side_title(tally.side)} counters on the map", *tally.counters))
        rows.append(_pair(f"{side_title(tally.side)} steps on the map", *tally.steps))
    rows += [_pair(f"Score: {side_title(key)}", a, b) for key, a, b in found.score]
    rows += [_pair(str(label), str(a), str(b)) for label, a, b in found.facts]
    parts = [head, f"<table cellspacing='0'>{''.join(rows)}</table>"]
    lines = [
        f"<tr><td style='padding:1px 8px 1px 0'>{hex_link(c.hexes, str(c.title)) if c.hexes else escape(str(c.title))}</td>"
        f"<td style='padding:1px 0'>{escape(str(c.before))} → {escape(str(c.after))}</td></tr>"
        for c in found.changes[:CHANGES_SHOWN]
    ]
    if lines:
        parts.append(
            f"<p style='font-weight:600; margin:8px 0 2px 0'>Units</p><table cellspacing='0'>{''.join(lines)}</table>"
        )
    more = len(found.changes) - CHANGES_SHOWN
    if more > 0:
        parts.append(f'<p style="color:{muted}">And {more} more.</p>')
    return "".join(parts)


def _pair(label: str, before: object, after: object) -> str:
    shown = escape(str(after)) if before == after else f"{escape(str(before))} → <b>{escape(str(after))}</b>"
    return f"<tr><td style='padding:1px 10px 1px 0'>{escape(label)}</td><td>{shown}</td></tr>"
