"""The warning on whatever uses a verb after which there is no way back: a sign, and its meaning in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton

from hexbench.ui.docks.desk import Desk
from hexbench.ui.look.language import as_it_is
from hexbench.ui.widgets.barriers import barrier_icon, barrier_words

if TYPE_CHECKING:
    from hexbench.engine.values import Barrier


def wall(desk: Desk, verb: str) -> tuple[Barrier, bool]:
    """(what will or may stop undo after a use of an offered verb, whether that is certain); empty where nothing does."""
    seat, session = desk.seat, desk.bridge.session
    if seat is None or session is None or session.study:
        return "", True
    if all(offer.verb != verb for offer in seat.prompt.offers):
        return "", True
    found: tuple[Barrier, bool] = seat.rules.verbs[verb].undo_barrier(seat, seat.step)
    return found


def warn(thing: QAbstractButton | QAction, desk: Desk, verb: str) -> str:
    """Put the sign on a button or a menu entry for an offered verb, and return its words; empty: undo reaches behind it.

    In study mode nothing stops undo, and what is not offered now would be refused anyway: both are left without a sign.
    """
    barrier, certain = wall(desk, verb)
    words = barrier_words(barrier, certain)
    if not words:
        return ""
    ratio = thing.devicePixelRatioF() if isinstance(thing, QAbstractButton) else 2.0
    thing.setIcon(barrier_icon(barrier, certain, desk.palette.chrome.warn, ratio))
    thing.setToolTip(as_it_is("\n".join(x for x in (thing.toolTip(), words) if x)))
    if isinstance(thing, QAbstractButton):
        thing.setAccessibleDescription(words)
    return words
