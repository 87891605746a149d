"""What enemy zones of control do to one step of a move (TG-ZOC-20..36): the cells of the table, put together.

A step may fall under several cells: it *leaves* some zones, *enters* others, crosses a *gap* to them when it comes out of
another zone or has left one before in the same move, or *slides* within the zone of one enemy hex (AMB-39, AMB-40). All of
them count, and the most restrictive effect holds (TG-ZOC-36).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.atlas.atlas import side_name
from hexbench.engine.values import say
from hexbench.games.tigers import zoc
from hexbench.games.tigers.pieces import FOE

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard
    from hexbench.games.tigers.zoc import Zones

# ---- the cells of a step
SLIDE_STRONG: Final = 1
SLIDE_WEAK: Final = 2
GAP_STRONG: Final = 4
"""Straight from one enemy's zone into another's."""
GAP_WEAK: Final = 8
NEW_STRONG: Final = 16
"""From open ground: it enters, or crosses a gap if the move has left a zone before."""
NEW_WEAK: Final = 32
LEAVE_STRONG: Final = 64
LEAVE: Final = 128
"""Out of any zone, weak or strong."""
RIVER: Final = 256
"""The step crosses a river."""

# ---- what a move remembers
LEFT: Final = 1
"""It has left a zone: the next one it comes to is a gap away."""
SOFT: Final = 2
"""The bonus, if it is used, costs disruption (TG-ZOC-21, TG-ZOC-23)."""
HARD: Final = 4
"""No bonus (TG-ZOC-25, TG-ZOC-31, TG-ZOC-32)."""
PASSING: Final = 8
"""It stands in a weak zone it entered: it has the bonus only if it ends there (TG-ZOC-29)."""
PAUSED: Final = 16
"""The move was interrupted and may go on (AMB-60)."""

WORDS: Final = {
    "TG-ZOC-20": say("strong zone: stop"),
    "TG-ZOC-21": say("the bonus would disrupt"),
    "TG-ZOC-23": say("out of a strong zone: the bonus would disrupt"),
    "TG-ZOC-24": say("from zone to zone: stop"),
    "TG-ZOC-25": say("no bonus, disrupted"),
    "TG-ZOC-27": say("within a strong zone: the whole move"),
    "TG-ZOC-28": say("to a disrupted friend: disrupted"),
    "TG-ZOC-29": say("weak zone: the bonus only if it ends there"),
    "TG-ZOC-31": say("from zone to weak zone: no bonus"),
    "TG-ZOC-32": say("within a weak zone: no bonus"),
    "TG-ZOC-33": say("over the river within a weak zone: the whole move"),
}
"""The cells at work in an :class:`Effect`, by clause."""


class Effect(NamedTuple):
    """What the cells make of a step. ``mood`` is what the move remembers from then on."""

    mood: int
    stop: bool = False
    disrupted: bool = False
    whole: bool = False
    """It must be the whole move."""
    clauses: tuple[str, ...] = ()
    """The clauses at work, for explanations."""


class Forbidden(NamedTuple):
    """The step may not be made."""

    clause: str


class Kinds:
    """The cells of every step that touches a zone of the enemies of a side; worked out when they are asked for."""

    __slots__ = ("_known", "_rivers", "zones")

    def __init__(self, rules: TgRules, s: Position, board: TgBoard, side: str) -> None:
        foe = FOE[side]
        self.zones = zoc.zones(rules, s, board, foe)
        self._rivers = rules.sides_of["river"]
        self._known: dict[tuple[str, str], int] = {}

    def of(self, here: str, to: str) -> int:
        """The cells of one step; 0: no zone is touched."""
        zones = self.zones
        if to not in zones and here not in zones:
            return 0
        found = self._known.get((here, to))
        if found is None:
            found = _bits(zones.get(here, ()), zones.get(to, ()))
            if side_name(here, to) in self._rivers:
                found |= RIVER
            self._known[here, to] = found
        return found

    def compared(self) -> Zones:
        """What two that are alike have in common."""
        return self.zones

    def get(self, step: tuple[str, str], default: int = 0) -> int:
        """The same by (from, to)."""
        return self.of(*step) or default


def kinds(rules: TgRules, s: Position, board: TgBoard, side: str) -> Kinds:
    """The cells of every step that touches a zone of the enemies of ``side``; kept as long as those zones are."""
    of = zoc.projecting(rules, s, board, FOE[side])
    return rules.facts.get(("cells", side), of, lambda: Kinds(rules, s, board, side))


def _bits(here: tuple[tuple[str, int], ...], there: tuple[tuple[str, int], ...]) -> int:
    bits = 0
    known = dict(here)
    for projector, strength in there:
        strong = strength == zoc.STRONG
        if projector in known:
            bits |= SLIDE_STRONG if strong else SLIDE_WEAK
        elif known:
            bits |= GAP_STRONG if strong else GAP_WEAK
        else:
            bits |= NEW_STRONG if strong else NEW_WEAK
    entered = dict(there)
    for projector, strength in here:
        if projector not in entered:
            bits |= LEAVE | LEAVE_STRONG if strength == zoc.STRONG else LEAVE
    return bits


def effect(
    bits: int, mood: int, *, first: bool, friend: int, left: int, gap_disrupts: bool = True
) -> Effect | Forbidden:
    """What the cells ``bits`` make of a step in a ``mood``.

    ``first``: nothing has been moved before; ``friend``: friends in the hex entered (:func:`zoc.friends`); ``left``:
    friends who stay in the hex left; ``gap_disrupts``: the reading of AMB-37.
    """
    slides = _slide(bits, first=first, friend=friend)
    if isinstance(slides, Forbidden):
        return slides
    whole, disrupted, clauses = slides
    out = mood & (LEFT | SOFT | HARD)
    if mood & PASSING:
        out |= HARD
        clauses.append("TG-ZOC-29")
    if bits & (SLIDE_STRONG | SLIDE_WEAK):
        out |= HARD
    gone = bool(mood & LEFT)
    gap = bool(bits & GAP_STRONG) or (gone and bool(bits & NEW_STRONG))
    stop = gap or bool(bits & NEW_STRONG)
    if stop:
        clauses.append("TG-ZOC-24" if gap else "TG-ZOC-20")
    if stop and friend != zoc.READY:
        out |= HARD if gap else SOFT
        disrupted = disrupted or (gap and gap_disrupts)
        clauses.append("TG-ZOC-25" if gap else "TG-ZOC-21")
    if bits & GAP_WEAK or (gone and bits & NEW_WEAK):
        out |= HARD
        clauses.append("TG-ZOC-31")
    elif bits & NEW_WEAK:
        out |= PASSING
        clauses.append("TG-ZOC-29")
    if bits & LEAVE_STRONG and left != zoc.READY:
        out |= SOFT
        clauses.append("TG-ZOC-23")
    if bits & LEAVE:
        out |= LEFT
    return Effect(out, stop, disrupted, whole, tuple(dict.fromkeys(clauses)))


def _slide(bits: int, *, first: bool, friend: int) -> tuple[bool, bool, list[str]] | Forbidden:
    """The cells of a step within the zone of one enemy hex: (the whole move, disrupted, clauses)."""
    whole, disrupted, clauses = False, False, []
    if bits & SLIDE_STRONG:
        if not first or friend == zoc.NOBODY:
            return Forbidden("TG-ZOC-26" if friend == zoc.NOBODY else "TG-ZOC-27")
        whole, disrupted = True, friend == zoc.DISRUPTED
        clauses.append("TG-ZOC-28" if disrupted else "TG-ZOC-27")
    if bits & SLIDE_WEAK:
        clauses.append("TG-ZOC-32")
        if bits & RIVER:
            if not first:
                return Forbidden("TG-ZOC-33")
            whole = True
            clauses.append("TG-ZOC-33")
    return whole, disrupted, clauses
