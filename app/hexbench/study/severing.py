"""What if a unit or a bridge were gone, or a hex taken: supply before and after, and the hexes that would cut most.

All of it on the position as a side sees it and by the game's own tracing of lines (:mod:`hexbench.engine.overlays`). A hex is
thought of as taken by one more enemy unit like the nearest that fights, so that zones of control close what they would
close; who stood in the hex is gone.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from msgspec.structs import replace

from hexbench.atlas.atlas import side_name
from hexbench.engine.board import Board
from hexbench.engine.overlays import Supplies
from hexbench.engine.parity import lacks
from hexbench.engine.rules import Rules
from hexbench.engine.umpire import UMPIRE, amend
from hexbench.engine.values import Action, Value, Wrong, say
from hexbench.engine.what_if import WhatIf

AnyRules = Rules[Any, Any, Any]
Watch = Callable[[int, int], None]
"""Told (done, of how many at most) while it goes on."""

INTRUDER: Final = "?"
"""Name of the enemy who is thought into a hex; no unit of a game is called so."""
MOST_CUTS: Final = 12


class Thought(Value, frozen=True):
    """One thing that is thought otherwise: the unit or the bridge (by its hexside) is gone, or the enemy has the hex."""

    about: Literal["unit", "bridge", "hex"]
    ref: str


class Rerouted(Value, frozen=True, kw_only=True):
    """A unit with its supply and its line before and after; ``after`` None: it is gone."""

    unit: str
    before: bool
    after: bool | None
    line: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


class Severed(Value, frozen=True, kw_only=True):
    """What it does to one side: ``fed`` of ``units`` were in supply, then ``left`` of ``remain``.

    ``changed`` are those whose supply or line is another: first those that lose it, then those that gain it, then new lines.
    """

    side: str
    units: int
    fed: int
    remain: int
    left: int
    changed: tuple[Rerouted, ...] = ()


class Cut(Value, frozen=True, kw_only=True):
    """A hex, the units that would lose their supply with it, and the units of the side that would have to be beaten for it."""

    hex: str
    units: tuple[str, ...]
    held: tuple[str, ...] = ()


def needs_supply(rules: AnyRules, s: Any, side: str) -> Supplies:
    """The supply of a side. Raises Wrong with the game's own sentence where it has none."""
    found = rules.supplies(s, side)
    if found is None:
        raise Wrong(lacks(rules, "supply") or say("Units need no supply in this game."))
    return found


# ---- a position thought otherwise ------------------------------------------------------------------------------------
def thought(rules: AnyRules, s: Any, side: str, changes: Iterable[Thought]) -> Any:
    """The position with all that is thought of ``side``; what it is not is untouched. Raises Wrong for what is not there."""
    for one in dict.fromkeys(changes):  # what is said twice is thought once
        if one.about == "unit":
            s = _gone(rules, s, [_unit(s, one.ref)])
        elif one.about == "bridge":
            s = _broken(rules, s, one.ref)
        else:
            s = _taken(rules, s, side, one.ref)
    return s


def _unit(s: Any, uid: str) -> str:
    if uid not in s.units or not s.units[uid].on_map:
        raise Wrong(say("There is no unit {ref} on the map.", ref=uid))
    return uid


def _gone(rules: AnyRules, s: Any, uids: Sequence[str]) -> Any:
    out = next(iter(rules.boxes(s)), "#eliminated")
    units = {**s.units, **{uid: replace(s.units[uid], at=out) for uid in uids}}
    return replace(s, units=units)


def _broken(rules: AnyRules, s: Any, side: str) -> Any:
    standing = rules.standing_bridges(s)
    a, slash, b = side.partition("/")
    if side not in standing and slash:
        side = side_name(a, b)  # a hexside may be named from either bank
    if side not in standing:
        raise Wrong(say("There is no bridge at {ref}.", ref=side))
    action = Action(UMPIRE, (side,), standing[side], how="bridge")
    return amend(rules, s, action).state


def _taken(rules: AnyRules, s: Any, side: str, at: str) -> Any:
    if at not in rules.atlas.index:
        raise Wrong(say("There is no hex {ref}.", ref=at))
    foes = [uid for uid in _fighters(rules, s, side) if uid in s.units]
    if not foes:
        raise Wrong(say("There is no enemy on the map that could take {ref}.", ref=at))
    nearest = min(foes, key=lambda uid: rules.atlas.distance(at, s.units[uid].at))
    return _occupied(rules, s, rules.board(s), side, at, nearest)


def _occupied(rules: AnyRules, s: Any, board: Board, side: str, at: str, like: str) -> Any:
    own = _held(s, board, side, at)
    names = (f"{INTRUDER}{number or ''}" for number in itertools.count())
    name = next(name for name in names if name not in s.units)
    after = rules.doubled(_gone(rules, s, own) if own else s, like, name, at)
    # patched, not built: hundreds of hexes are tried in one position, and what is derived of all other units stays
    board = board.copy()
    for uid in own:
        board.patch(uid, s.units[uid], after.units[uid])
    board.join(name, like, after.units[name])
    rules.keep(after, board)
    return after


def _fighters(rules: AnyRules, s: Any, side: str) -> list[str]:
    """The enemies on the map that could attack; where the game does not say who could, all of them."""
    seat = rules.seat_type(rules, s, None)
    found: list[str] = []
    what = seat.what_if()
    if isinstance(what, WhatIf):
        for foe in rules.sides:
            if foe != side:
                found += what.fighters(seat, foe)
    return [uid for uid in found if s.units[uid].on_map] or [
        uid for uid, unit in s.units.items() if unit.side not in (side, "") and unit.on_map
    ]


# ---- before and after ------------------------------------------------------------------------------------------------
def sever(rules: AnyRules, s: Any, side: str, changes: Sequence[Thought]) -> tuple[Severed, ...]:
    """What it does to the supply of every side, that of ``side`` first: it is ``side`` that loses the hexes thought of.

    Raises Wrong for what is not there, and where the game has no supply.
    """
    needs_supply(rules, s, side)
    after = thought(rules, s, side, changes)
    return tuple(
        _compared(rules, s, after, one) for one in (side, *(one for one in rules.sides if one != side))
    )


def _compared(rules: AnyRules, s: Any, after: Any, side: str) -> Severed:
    old, new = needs_supply(rules, s, side), needs_supply(rules, after, side)
    was = old.fed()
    now = {uid: fed for uid, fed in new.fed().items() if not uid.startswith(INTRUDER)}
    changed = []
    for uid, fed in was.items():
        line = old.line(uid) if fed else ()
        other = new.line(uid) if now.get(uid) else ()
        if now.get(uid) != fed or line != other:
            changed.append(Rerouted(unit=uid, before=fed, after=now.get(uid), line=line, other=other))
    rank = {(True, False): 0, (False, True): 1, (True, True): 2}
    changed.sort(key=lambda one: rank.get((one.before, bool(one.after)), 3) if one.after is not None else 3)
    return Severed(
        side=side,
        units=len(was),
        fed=sum(was.values()),
        remain=len(now),
        left=sum(now.values()),
        changed=tuple(changed),
    )


# ---- the hexes that cut most -----------------------------------------------------------------------------------------
def cut_most(
    rules: AnyRules,
    s: Any,
    side: str,
    *,
    most: int = MOST_CUTS,
    watch: Watch | None = None,
    stop: Callable[[], bool] | None = None,
) -> tuple[Cut, ...]:
    """The hexes of ``side`` and of nobody that would cut most units off if the enemy took them, the worst first.

    Exact among all hexes: a unit loses its supply only where its line is touched, so what runs through a hex and those
    next to it is the most that it can cut, and no hex is left untried that could be among the first. Of hexes that cut as many
    those come first that fewer would have to be beaten for. Stopped, what was found so far. Raises Wrong where the game has no supply.
    """
    supplies = needs_supply(rules, s, side)
    fed = supplies.fed()
    lines = {uid: supplies.line(uid) for uid, good in fed.items() if good}
    bound = dict(_bounds(rules, s, side, lines))
    order = sorted(bound, key=lambda at: (-len(bound[at]), rules.atlas.index[at]))
    foes, board = _fighters(rules, s, side), rules.board(s)
    found: list[Cut] = []

    def rank(at: str, units: Collection[str], held: Collection[str]) -> tuple[int, int, int]:
        return -len(units), len(held), rules.atlas.index[at]

    for done, at in enumerate(order):
        last = found[most - 1] if len(found) >= most else None
        worst = 0 if last is None else len(last.units)
        if len(bound[at]) < worst or not foes or (stop is not None and stop()):
            break
        own = _held(s, board, side, at)
        if last is not None and rank(at, bound[at], own) > rank(last.hex, last.units, last.held):
            continue  # it could at best cut as many, and comes after them
        if watch is not None:
            watch(done, len(order))
        cut = _cut(rules, s, board, side, at, foes, bound[at])
        if cut.units:
            found.append(cut)
            found.sort(key=lambda one: rank(one.hex, one.units, one.held))
    return tuple(found[:most])


def _held(s: Any, board: Board, side: str, at: str) -> tuple[str, ...]:
    """The units of a side in a hex."""
    return tuple(uid for uid in board.units_at(at) if s.units[uid].side == side)


def _bounds(
    rules: AnyRules, s: Any, side: str, lines: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, frozenset[str]]]:
    """Every hex without enemies that some line is touched from, with the units of those lines.

    Who is in supply without a line, as long as he is not surrounded, is touched where a hex next to him is.
    """
    near, units, board = rules.atlas.near, s.units, rules.board(s)
    through: dict[str, set[str]] = {}
    for uid, line in lines.items():
        for at in line or (units[uid].at, *near[units[uid].at]):
            through.setdefault(at, set()).add(uid)
    for at in dict.fromkeys(one for here in through for one in (here, *near[here])):
        if all(units[uid].side == side for uid in board.units_at(at) if units[uid].side in rules.sides):
            yield at, frozenset().union(*(through.get(one, ()) for one in (at, *near[at])))


def _cut(
    rules: AnyRules, s: Any, board: Board, side: str, at: str, foes: Sequence[str], touched: Collection[str]
) -> Cut:
    nearest = min(foes, key=lambda uid: rules.atlas.distance(at, s.units[uid].at))
    after = _occupied(rules, s, board, side, at, nearest)
    now = needs_supply(rules, after, side).fed()
    cut = tuple(uid for uid in s.units if uid in touched and now.get(uid) is False)
    return Cut(hex=at, units=cut, held=_held(s, board, side, at))
