"""9.0: strength chits: the two cups as counts of kinds, drawing, what each side may know, and possible worlds for a view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from hexbench.engine.documents.reading import misread
from hexbench.engine.events import Drawn, UnitChanged
from hexbench.engine.state import Script
from hexbench.engine.values import Problem, say

if TYPE_CHECKING:
    from hexbench.games.iron_tide.pieces import Printed
    from hexbench.games.iron_tide.seat import ItPlay
    from hexbench.games.iron_tide.state import IronTide
    from hexbench.games.iron_tide.tables import ChitKind, ChitTable, Letter

COLOURS: Final = ("red", "blue")

Cup = tuple[int, ...]
"""How many chits of each kind, in the order of the chit table."""


class Showing(Script, frozen=True, kw_only=True):
    """A script during which some chits are revealed to both sides (9.0e); afterwards they are hidden again (B66)."""

    shown: tuple[str, ...] = ()


# ---- the chits themselves --------------------------------------------------------------------------------------------
def kinds(table: ChitTable, colour: str) -> tuple[ChitKind, ...]:
    """The kinds of one colour."""
    return table.red if colour == "red" else table.blue


def full_cups(table: ChitTable) -> dict[str, Cup]:
    """3.0a: both cups before anything was drawn."""
    return {colour: tuple(kind.count for kind in kinds(table, colour)) for colour in COLOURS}


def _letter_of(printed: Printed) -> Letter:
    """9.0b: the line of the chit a regiment reads."""
    return "A" if printed.letter == "A" else "B" if printed.letter == "B" else "C"


def strength(table: ChitTable, printed: Printed, kind: int, *, reduced: bool) -> int:
    """9.0b: what a chit shows on the line of a regiment, full or reduced side up."""
    return kinds(table, printed.cup)[kind].strength(_letter_of(printed), reduced=reduced)


def chit_name(table: ChitTable, colour: str, kind: int) -> str:
    """A chit by its strengths, those of the reduced side in parentheses: "10/6/4 (5/3/2)"."""
    chit = kinds(table, colour)[kind]
    full = f"{chit.a_full}/{chit.b_full}/{chit.c_full}"
    return f"{full} ({chit.a_reduced}/{chit.b_reduced}/{chit.c_reduced})"


def order(table: ChitTable, printed: Printed, kind: int) -> tuple[int, int]:
    """B30: how strong a chit is for a regiment: its full value, then its reduced value."""
    return (
        strength(table, printed, kind, reduced=False),
        strength(table, printed, kind, reduced=True),
    )


def fits_reduced(table: ChitTable, printed: Printed) -> tuple[bool, ...]:
    """For each kind, whether it can lie reduced side up under a regiment; one that shows 0 makes it a cadre (11.78i)."""
    return tuple(
        strength(table, printed, kind, reduced=True) > 0 for kind, _ in enumerate(kinds(table, printed.cup))
    )


# ---- drawing and giving back -----------------------------------------------------------------------------------------
def draw(play: ItPlay, uid: str) -> None:
    """9.0a: a regiment at its first combat draws a chit of its colour, an elite one two, of which it keeps the stronger
    (9.1b). Those of 11.3c put theirs reduced side up, and become cadres if it shows 0 (B32).
    """
    printed = play.roster[uid]
    table = play.rules.tables.chits
    kept = _take(play, printed)
    if printed.elite and any(play.cups[printed.cup]):
        other = _take(play, printed)
        if order(table, printed, other) > order(table, printed, kept):
            kept, other = other, kept
        _put(play, printed.cup, other, 1)
    play.set(chits=in_order(play.units, {**play.chits, uid: kept}))
    play.put(uid, drawn=True)
    play.tell_only(printed.side, Drawn(uid, chit_name(table, printed.cup, kept)), Drawn(uid, None))
    if printed.starts_reduced:
        turn_over(play, uid)


def rebuild(play: ItPlay, uid: str) -> None:
    """15.0h, 15.0k: a cadre is turned over and draws one chit, elite or not (B30). It lies reduced side up, or full side
    up when the reduced side shows 0.
    """
    printed = play.roster[uid]
    table = play.rules.tables.chits
    kind = _take(play, printed)
    play.saw()
    play.set(chits=in_order(play.units, {**play.chits, uid: kind}))
    play.put(uid, cadre=False, drawn=True, reduced=strength(table, printed, kind, reduced=True) > 0)
    play.tell_only(printed.side, Drawn(uid, chit_name(table, printed.cup, kind)), Drawn(uid, None))


def in_order(units: Mapping[str, Any], dealt: Mapping[str, int]) -> dict[str, int]:
    """Chits sorted by the order of battle, so that the order in which they were drawn is not revealed."""
    return {uid: dealt[uid] for uid in units if uid in dealt}


def _take(play: ItPlay, printed: Printed) -> int:
    cup = play.cups[printed.cup]
    n = play.number(say("strength chit, {cup} cup", cup=printed.cup), sum(cup))
    kind = pick(cup, n)
    _put(play, printed.cup, kind, -1)
    return kind


def pick(cup: Cup, n: int) -> int:
    """The kind of chit number ``n`` of a cup, counted from 1 in the order of the chit table."""
    for kind, count in enumerate(cup):
        n -= count
        if n <= 0:
            return kind
    raise ValueError("The cup does not hold that many chits.")


def _put(play: ItPlay, colour: str, kind: int, by: int) -> None:
    play.edit("cups")[colour] = changed(play.cups[colour], kind, by)


def changed(cup: Cup, kind: int, by: int) -> Cup:
    """A copy of a cup with the count of one kind changed by ``by``."""
    return (*cup[:kind], cup[kind] + by, *cup[kind + 1 :])


def give_back(play: ItPlay, uid: str) -> None:
    """9.0c, B29: the chit of a unit that became a cadre or was eliminated goes back into its cup."""
    if play.units[uid].drawn:
        kind = play.edit("chits").pop(uid)
        _put(play, play.roster[uid].cup, kind, 1)
        play.put(uid, drawn=False, reduced=False)


def turn_over(play: ItPlay, uid: str) -> None:
    """11.78f, 11.78i: flip the chit to its reduced side; if that shows 0, the unit becomes a cadre at once."""
    play.saw()
    printed = play.roster[uid]
    if strength(play.rules.tables.chits, printed, play.chits[uid], reduced=True) == 0:
        become_cadre(play, uid)
    else:
        play.put(uid, reduced=True)
        play.tell(UnitChanged(uid, "reduced", "reduced"))


def become_cadre(play: ItPlay, uid: str) -> None:
    """11.78g: return the chit and flip the counter to its cadre side; its zone of control and integrity are lost."""
    give_back(play, uid)
    play.put(uid, cadre=True, reduced=False)
    play.tell(UnitChanged(uid, "cadre", "cadre"))


_NONE: Final[frozenset[str]] = frozenset()


# ---- what a side may know --------------------------------------------------------------------------------------------
def open_chits(s: Any) -> frozenset[str]:
    """The units whose chits are currently revealed to both sides."""
    showing = [step.shown for step in s.stack if isinstance(step, Showing)]
    return frozenset().union(*showing) if showing else _NONE


def hide(rules: Any, s: IronTide, side: str) -> IronTide:
    """9.0d: the view of ``side``: unrevealed chits of the other side are removed and counted as if in the cup."""
    shown = open_chits(s)
    roster = s.roster

    def make() -> tuple[dict[str, int], dict[str, tuple[int, ...]]]:
        unseen = [uid for uid in s.chits if roster[uid].side != side and uid not in shown]
        if not unseen:
            return s.chits, s.cups
        away = frozenset(unseen)
        cups = {colour: list(cup) for colour, cup in s.cups.items()}
        for uid in unseen:
            cups[s.roster[uid].cup][s.chits[uid]] += 1
        return (
            {uid: kind for uid, kind in s.chits.items() if uid not in away},
            {colour: tuple(cup) for colour, cup in cups.items()},
        )

    seen, cups = rules.facts.get(("seen", side), (s.chits, s.cups, roster, shown), make)
    return s if seen is s.chits else replace(s, chits=seen, cups=cups)


def blanks(s: Any) -> list[str]:
    """The units with a chit that is not visible in this view, in the order of battle."""
    chits = s.chits
    return [uid for uid, unit in s.units.items() if unit.drawn and uid not in chits]


def imagine(rules: Any, view: IronTide, number: Callable[[int], int]) -> IronTide:
    """A complete position consistent with ``view``: its unseen chits are dealt from those not seen.

    Elite regiments are dealt first, the better of two; then the others, those with the fewest possible chits first, so
    that each way to deal them is equally likely. A chit under a reduced regiment shows more than 0 there (11.78i).
    """
    table = rules.tables.chits
    cups = dict(view.cups)
    dealt: dict[str, int] = {}

    def take(colour: str, fits: tuple[bool, ...]) -> int:
        open_ = tuple(n if ok else 0 for n, ok in zip(cups[colour], fits, strict=True))
        kind = pick(open_, number(sum(open_)))
        cups[colour] = changed(cups[colour], kind, -1)
        return kind

    for uid in deal_order(rules, view, blanks(view)):
        printed = view.roster[uid]
        fits = allowed(table, view, uid)
        kind = take(printed.cup, fits)
        if printed.elite and any(n and ok for n, ok in zip(cups[printed.cup], fits, strict=True)):
            other = take(printed.cup, fits)
            if order(table, printed, other) > order(table, printed, kind):
                kind, other = other, kind
            cups[printed.cup] = changed(cups[printed.cup], other, 1)
        dealt[uid] = kind
    return replace(view, chits=in_order(view.units, {**view.chits, **dealt}), cups=cups) if dealt else view


def allowed(table: ChitTable, s: Any, uid: str) -> tuple[bool, ...]:
    """For each kind, whether it may be the unseen chit under a unit."""
    printed = s.roster[uid]
    if s.units[uid].reduced:
        return fits_reduced(table, printed)
    return (True,) * len(kinds(table, printed.cup))


def deal_order(rules: Any, s: Any, uids: list[str]) -> list[str]:
    """Elite regiments first, then those with the fewest kinds to choose from, then by the order of battle."""
    table = rules.tables.chits

    def place(uid: str) -> tuple[bool, int]:
        return not s.roster[uid].elite, allowed(table, s, uid).count(True)

    return sorted(uids, key=place)


# ---- what can be wrong -----------------------------------------------------------------------------------------------
def problems(table: ChitTable, s: IronTide) -> Iterator[Problem]:
    """Impossible chits and cups that do not add up, in a position whose units are all in the roster."""
    out: dict[str, list[int]] = {colour: [0] * len(kinds(table, colour)) for colour in COLOURS}
    for uid, kind in s.chits.items():
        unit = s.units.get(uid)
        if unit is None or s.roster[uid].cup not in COLOURS:
            yield Problem("9.0a", say("{unit} cannot have a strength chit.", unit=uid), (uid,))
            continue
        printed = s.roster[uid]
        if printed.size != "regiment":
            yield Problem(
                "2.33a", say("{unit} is not a regiment and cannot have a strength chit.", unit=uid), (uid,)
            )
        if not 0 <= kind < len(kinds(table, printed.cup)):
            yield Problem("9.0a", say("There is no strength chit of kind {n}.", n=kind), (uid,))
            continue
        out[printed.cup][kind] += 1
        if unit.reduced and not fits_reduced(table, printed)[kind]:
            yield Problem(
                "11.78i",
                say("The reduced side of this chit shows 0, so {unit} must be a cadre.", unit=uid),
                (uid,),
            )
    for uid, unit in s.units.items():
        if unit.drawn != (uid in s.chits):
            yield Problem("9.0a", say("It is not known which chit is under {unit}.", unit=uid), (uid,))
        if unit.drawn and unit.cadre:
            yield Problem("9.0c", say("{unit} is a cadre and cannot have a chit.", unit=uid), (uid,))
        if unit.reduced and not unit.drawn:
            yield Problem("11.78f", say("{unit} is reduced but has no chit.", unit=uid), (uid,))
    full = full_cups(table)
    for colour in COLOURS:
        cup = s.cups.get(colour, ())
        if tuple(a + b for a, b in zip(cup, out[colour], strict=False)) != full[colour]:
            yield Problem(
                "3.0a", say("The {colour} chits in the cup and on the map do not add up.", colour=colour)
            )


def cups_without(table: ChitTable, s: Mapping[str, int], roster: Mapping[str, Printed]) -> dict[str, Cup]:
    """The cups left when these chits lie under units. Raises ValueError when there are not that many."""
    cups = full_cups(table)
    for uid, kind in s.items():
        colour = roster[uid].cup if uid in roster else ""
        if colour not in cups or not 0 <= kind < len(cups[colour]) or not cups[colour][kind]:
            raise misread(f'position.chits["{uid}"]', say("there is no such chit, or none is left."))
        cups[colour] = changed(cups[colour], kind, -1)
    return cups
