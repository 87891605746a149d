"""Zones of control: how strongly each hex with units reaches its neighbours (TG-ZOC-01..13), and what that does to one step
of a move (TG-ZOC-20..36): the cells of the table, put together.

A step may fall under several cells: it *leaves* some zones, *enters* others, crosses a *gap* to them when it comes out of
another zone or has left one before in the same move, or *slides* within the zone of one enemy hex (AMB-39, AMB-40). All of
them count, and the most restrictive effect holds (TG-ZOC-36).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.atlas.atlas import side_name
from hexbench.engine.values import say
from hexbench.games.tigers import ground
from hexbench.games.tigers.pieces import FOE, GERMAN, PEIPER, VDH

if TYPE_CHECKING:
    from collections.abc import Collection

    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard
    from hexbench.games.tigers.tables import Strength


# ---- the cells of a step
_SLIDE_STRONG: Final = 1
_SLIDE_WEAK: Final = 2
_GAP_STRONG: Final = 4
"""Straight from one enemy's zone into another's."""
_GAP_WEAK: Final = 8
_NEW_STRONG: Final = 16
"""From open ground: it enters, or crosses a gap if the move has left a zone before."""
_NEW_WEAK: Final = 32
_LEAVE_STRONG: Final = 64
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
STOPPED: Final = 32
"""The move was stopped, and its unit is one that could else move again in this phase (TG-ZOC-20, TG-ZOC-24)."""
ANEW: Final = 64
"""What was spent was spent before: a move begins (AMB-99), and its first step may be the whole of it (TG-ZOC-27, TG-ZOC-33)."""

WORDS: Final = {
    "TG-ZOC-20": say("strong zone: stop"),
    "TG-ZOC-21": say("using the bonus would disrupt"),
    "TG-ZOC-23": say("out of a strong zone: using the bonus would disrupt"),
    "TG-ZOC-24": say("from zone to zone: stop"),
    "TG-ZOC-25": say("no bonus, disrupted"),
    "TG-ZOC-27": say("within a strong zone: the whole move"),
    "TG-ZOC-28": say("to a disrupted friendly unit: disrupted"),
    "TG-ZOC-29": say("weak zone: bonus only if the move ends there"),
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
        self.zones = zones(rules, s, board, foe)
        self._rivers = rules.hexsides["river"]
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
    of = projecting(rules, s, board, FOE[side])
    return rules.facts.get(("cells", side), of, lambda: Kinds(rules, s, board, side))


def _bits(here: tuple[tuple[str, int], ...], there: tuple[tuple[str, int], ...]) -> int:
    bits = 0
    known = dict(here)
    for projector, strength in there:
        strong = strength == STRONG
        if projector in known:
            bits |= _SLIDE_STRONG if strong else _SLIDE_WEAK
        elif known:
            bits |= _GAP_STRONG if strong else _GAP_WEAK
        else:
            bits |= _NEW_STRONG if strong else _NEW_WEAK
    entered = dict(there)
    for projector, strength in here:
        if projector not in entered:
            bits |= LEAVE | _LEAVE_STRONG if strength == STRONG else LEAVE
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
    if bits & (_SLIDE_STRONG | _SLIDE_WEAK):
        out |= HARD
    gone = bool(mood & LEFT)
    gap = bool(bits & _GAP_STRONG) or (gone and bool(bits & _NEW_STRONG))
    stop = gap or bool(bits & _NEW_STRONG)
    if stop:
        clauses.append("TG-ZOC-24" if gap else "TG-ZOC-20")
    if stop and friend != READY:
        out |= HARD if gap else SOFT
        disrupted = disrupted or (gap and gap_disrupts)
        clauses.append("TG-ZOC-25" if gap else "TG-ZOC-21")
    if bits & _GAP_WEAK or (gone and bits & _NEW_WEAK):
        out |= HARD
        clauses.append("TG-ZOC-31")
    elif bits & _NEW_WEAK:
        out |= PASSING
        clauses.append("TG-ZOC-29")
    if bits & _LEAVE_STRONG and left != READY:
        out |= SOFT
        clauses.append("TG-ZOC-23")
    if bits & LEAVE:
        out |= LEFT
    return Effect(out, stop, disrupted, whole, tuple(dict.fromkeys(clauses)))


def _slide(bits: int, *, first: bool, friend: int) -> tuple[bool, bool, list[str]] | Forbidden:
    """The cells of a step within the zone of one enemy hex: (the whole move, disrupted, clauses)."""
    whole, disrupted, clauses = False, False, []
    if bits & _SLIDE_STRONG:
        if not first or friend == NOBODY:
            return Forbidden("TG-ZOC-26" if friend == NOBODY else "TG-ZOC-27")
        whole, disrupted = True, friend == DISRUPTED
        clauses.append("TG-ZOC-28" if disrupted else "TG-ZOC-27")
    if bits & _SLIDE_WEAK:
        clauses.append("TG-ZOC-32")
        if bits & RIVER:
            if not first:
                return Forbidden("TG-ZOC-33")
            whole = True
            clauses.append("TG-ZOC-33")
    return whole, disrupted, clauses


NONE: Final = 0
WEAK: Final = 1
STRONG: Final = 2
STRENGTHS: Final[tuple[Strength, ...]] = ("None", "Weak", "Strong")

NOBODY: Final = 0
DISRUPTED: Final = 1
READY: Final = 2
"""What :func:`friends` finds: nobody, only disrupted friends, one at least that is not disrupted."""

Zones = dict[str, tuple[tuple[str, int], ...]]
"""hex -> the hexes that project into it, in the map's order, each with the strength there: weak or strong."""


def counts(uid: str) -> bool:
    """Whether a unit counts at all: von der Heydte does not (AMB-82)."""
    return uid != VDH


def peiper_fought(s: Position) -> bool:
    """Whether KG Peiper has attacked in the player turn at hand and so projects a weak zone (TG-KGP-10, AMB-120)."""
    peiper = s.units.get(PEIPER)
    return peiper is not None and s.phasing == GERMAN and peiper.attacks > 0


def projected(s: Position, uids: Collection[str], *, into_forest: bool) -> int:
    """The strength of the zone of units that stand together (TG-ZOC-02..13, AMB-42..44)."""
    best, small = NONE, 0
    for uid in uids:
        unit, printed = s.units[uid], s.roster[uid]
        if printed.size == "div":
            found = WEAK if unit.disrupted else STRONG
            if into_forest and printed.pure:
                found -= 1
            best = max(best, found)
        elif printed.size == "kg":
            best = max(best, WEAK if unit.disrupted or peiper_fought(s) else STRONG)
        elif printed.size in ("bde", "cc") and not unit.disrupted:
            small += 1
    return max(best, min(small, STRONG))


def standing(s: Position, board: TgBoard, side: str) -> dict[str, int]:
    """hex with units of a side -> whether one of them at least is READY, or all are DISRUPTED."""
    memo = board.memo[side]
    found: dict[str, int] | None = memo.get(standing)
    if found is None:
        units = s.units
        found = memo[standing] = {
            at: DISRUPTED if all(units[uid].disrupted for uid in uids) else READY
            for at, uids in stands(s, board, side).items()
        }
    return found


def stands(s: Position, board: TgBoard, side: str) -> dict[str, tuple[str, ...]]:
    """hex -> the units of a side there, von der Heydte left out."""
    memo = board.memo[side]
    found: dict[str, tuple[str, ...]] | None = memo.get(stands)
    if found is None:
        found, units = {}, s.units
        for at in sorted(board.at):  # a board's own order depends on who moved when
            if at[:1] != "#":
                ours = [u for u in board.at[at] if units[u].side == side and u != VDH]
                if ours:
                    found[at] = tuple(ours)
        memo[stands] = found
    return found


def zones(rules: TgRules, s: Position, board: TgBoard, side: str) -> Zones:
    """All the zones of a side that are at least weak."""

    def make() -> Zones:
        out: dict[str, list[tuple[str, int]]] = {}
        forest, rank = ground.terrain(rules, "forest"), rules.atlas.index
        held = stands(s, board, side)
        for at in sorted(held, key=rank.__getitem__):
            uids = held[at]
            clear = projected(s, uids, into_forest=False)
            if not clear:
                continue
            wooded = projected(s, uids, into_forest=True)
            for there in rules.atlas.near[at]:
                strength = clear
                if wooded < clear and there in forest and not ground.road(rules, s, at, there):
                    strength = wooded
                if strength:
                    out.setdefault(there, []).append((at, strength))
        return {at: tuple(who) for at, who in out.items()}

    return rules.facts.get(("zones", side), projecting(rules, s, board, side), make)


def projecting(rules: TgRules, s: Position, board: TgBoard, side: str) -> tuple[object, ...]:
    """All that the zones of a side are made of: they stay while it is the same."""
    fought = side == GERMAN and peiper_fought(s)
    return board.stance[side], s.roster, fought, ground.into_woods(rules, s)


def strength(rules: TgRules, s: Position, board: TgBoard, projector: str, target: str) -> Strength:
    """The class of the zone that the units in one hex project into an adjacent one; None where they project none."""
    uids = board.units_at(projector)
    side = next((s.units[u].side for u in uids if u != VDH), None)
    if side is None:
        return "None"
    reached = zones(rules, s, board, side).get(target, ())
    return STRENGTHS[next((found for at, found in reached if at == projector), NONE)]


def strongest(rules: TgRules, s: Position, board: TgBoard, side: str, at: str) -> Strength:
    """The strongest zone of ``side`` in a hex."""
    reached = zones(rules, s, board, side).get(at, ())
    return STRENGTHS[max((found for _, found in reached), default=NONE)]


def friends(s: Position, board: TgBoard, side: str, at: str, without: Collection[str] = ()) -> int:
    """Friends of ``side`` in a hex, ``without`` some (AMB-38): NOBODY, DISRUPTED only, or READY."""
    if not without:
        return standing(s, board, side).get(at, NOBODY)
    best = NOBODY
    for uid in stands(s, board, side).get(at, ()):
        if uid not in without:
            if not s.units[uid].disrupted:
                return READY
            best = DISRUPTED
    return best
