"""All laws that watch a game from within."""

from __future__ import annotations

from tests.laws.agreement import Agreement, Cited, Offered
from tests.laws.drawing import Drawn
from tests.laws.hidden import Silence, Twins, Views
from tests.laws.sound import Audited, Boards, Defaults, Freed, Kept, Replayed, Undone
from tests.laws.walk import Law

LAWS: tuple[type[Law], ...] = (
    Offered,
    Agreement,
    Cited,
    Replayed,
    Boards,
    Kept,
    Freed,
    Audited,
    Undone,
    Defaults,
    Views,
    Twins,
    Silence,
    Drawn,
)


def all_laws() -> list[Law]:
    """One of each, for one game."""
    return [law() for law in LAWS]
