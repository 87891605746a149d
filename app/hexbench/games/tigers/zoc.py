"""Zones of control: the strength that each hex with units projects into its neighbours (TG-ZOC-01..13), and
the combined effect of the table's cells on one step of a move (TG-ZOC-20..36).

Several cells may apply to a step: it *leaves* some zones and *enters* others; it crosses a *gap* when it
comes from another enemy's zone or the move has left one before; or it *slides* within the zone of one enemy
hex (AMB-39, AMB-40). All of them count, and the most restrictive effect applies (TG-ZOC-36).
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


# ---- the cells of a step, as bits
_SLIDE_STRONG: Final = 1
_SLIDE_WEAK: Final = 2
_GAP_STRONG: Final = 4
"""Straight from one enemy's zone into another's."""
_GAP_WEAK: Final = 8
_NEW_STRONG: Final = 16
"""From a hex without a zone: it enters, or crosses a gap if the move has left a zone before."""
_NEW_WEAK: Final = 32
_LEAVE_STRONG: Final = 64
LEAVE: Final = 128
"""Out of any zone, weak or strong."""
RIVER: Final = 256
"""The step crosses a river."""

# ---- what a move remembers (its mood), as bits
LEFT: Final = 1
"""It has left a zone: entering another one is a gap."""
SOFT: Final = 2
"""Using the bonus causes disruption (TG-ZOC-21, TG-ZOC-23)."""
HARD: Final = 4
"""The bonus may not be used (TG-ZOC-25, TG-ZOC-31, TG-ZOC-32)."""
PASSING: Final = 8
"""It has entered a weak zone: it has the bonus only if it ends there (TG-ZOC-29)."""
PAUSED: Final = 16
"""The move was interrupted and may continue (AMB-60)."""
STOPPED: Final = 32
"""The move of a unit that could otherwise move again in this phase was stopped (TG-ZOC-20, TG-ZOC-24)."""
ANEW: Final = 64
"""A new move begins although factors were spent before (AMB-99), so its first step may be the whole move
(TG-ZOC-27, TG-ZOC-33).
"""

WORDS: Final = {
    "TG-ZOC-20": say("strong zone: stop"),
    "TG-ZOC-21": say("using the bonus would disrupt"),
    "TG-ZOC-23": say("out of a strong zone: using the bonus would disrupt"),
    "TG-ZOC-24": say("from zone to zone: stop"),
    "TG-ZOC-25": say("no bonus"),
    "AMB-37": say("disrupted"),
    "TG-ZOC-27": say("within a strong zone: must be the whole move"),
    "TG-ZOC-28": say("to a disrupted friendly unit: disrupted"),
    "TG-ZOC-29": say("weak zone: bonus only if the move ends there"),
    "TG-ZOC-31": say("from zone to weak zone: no bonus"),
    "TG-ZOC-32": say("within a weak zone: no bonus"),
    "TG-ZOC-33": say("across the river within a weak zone: must be the whole move"),
}
"""Clause of a cell -> its text, for the cells in an :class:`Effect`."""


class Effect(NamedTuple):
    """The combined effect of the cells on a step. ``mood`` is what the move remembers from then on."""

    mood: int
    stop: bool = False
    disrupted: bool = False
    whole: bool = False
    """The step must be the whole move."""
    clauses: tuple[str, ...] = ()
    """The clauses that apply, for explanations."""


class Forbidden(NamedTuple):
    """The step may not be made."""

    clause: str


class Kinds:
    """The cells of every step that touches an enemy zone of a side, computed on demand."""

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
        """The key for comparing two instances."""
        return self.zones

    def get(self, step: tuple[str, str], default: int = 0) -> int:
        """The same for a (from, to) pair."""
        return self.of(*step) or default


def kinds(rules: TgRules, s: Position, board: TgBoard, side: str) -> Kinds:
    """The cells of every step that touches an enemy zone of ``side``; cached as long as those zones are
    unchanged.
    """
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
    """The effect of the cells ``bits`` on a step of a move with the given ``mood``.

    ``first``: it is the first step of the move; ``friend``: friends in the hex entered
    (:func:`zoc.friends`); ``left``: friends that stay in the hex left; ``gap_disrupts``: which reading of
    AMB-37 is used.
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
        clauses.append("TG-ZOC-25" if gap else "TG-ZOC-21")
        if gap and gap_disrupts:
            disrupted = True
            clauses.append("AMB-37")
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
"""Values of :func:`friends`: no friends, only disrupted friends, at least one undisrupted friend."""

Zones = dict[str, tuple[tuple[str, int], ...]]
"""hex -> the hexes that project into it, in map order, each with the strength there: weak or strong."""


def counts(uid: str) -> bool:
    """Whether a unit counts for zones of control: von der Heydte does not (AMB-82)."""
    return uid != VDH


def peiper_fought(s: Position) -> bool:
    """Whether KG Peiper has attacked in the current player turn and so projects a weak zone (TG-KGP-10,
    AMB-120).
    """
    peiper = s.units.get(PEIPER)
    return peiper is not None and s.phasing == GERMAN and peiper.attacks > 0


def projected(s: Position, uids: Collection[str], *, into_forest: bool) -> int:
    """The strength of the zone projected by units in one hex (TG-ZOC-02..13, AMB-42..44)."""
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
    """hex with units of a side -> READY if at least one is undisrupted, else DISRUPTED."""
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
    """hex -> the units of a side there, without von der Heydte."""
    memo = board.memo[side]
    found: dict[str, tuple[str, ...]] | None = memo.get(stands)
    if found is None:
        found, units = {}, s.units
        for at in sorted(board.at):  # a board's own order depends on the order of moves
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
    """Everything the zones of a side depend on: they are unchanged while this is."""
    fought = side == GERMAN and peiper_fought(s)
    return board.stance[side], s.roster, fought, ground.into_woods(rules, s)


def strength(rules: TgRules, s: Position, board: TgBoard, projector: str, target: str) -> Strength:
    """The strength of the zone that the units in one hex project into an adjacent one; "None" if there is
    none.
    """
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
