"""What if a unit or a bridge were gone, or a hex taken: supply before and after, and the hexes that would cut off most.

All of it is computed on the position as a side sees it and by the game's own supply lines
(:mod:`hexbench.engine.overlays`). To take a hex, an extra enemy unit like the nearest one that fights is put in it,
so that it has the right zone of control; the units that were in the hex are gone.
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
"""Called with (done, at most how many) during the search."""

INTRUDER: Final = "?"
"""The name of the enemy unit put in a hex; no unit of a game has it."""
MOST_CUTS: Final = 12


class Thought(Value, frozen=True):
    """One supposed change: the unit or the bridge (by its hexside) is gone, or the enemy has the hex."""

    about: Literal["unit", "bridge", "hex"]
    ref: str


class Rerouted(Value, frozen=True, kw_only=True):
    """A unit with its supply and its supply line before and after; ``after`` None: the unit is gone."""

    unit: str
    before: bool
    after: bool | None
    line: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


class Severed(Value, frozen=True, kw_only=True):
    """The effect on one side: ``fed`` of ``units`` were in supply, then ``left`` of ``remain``.

    ``changed`` are the units whose supply or supply line differs: first those that lose supply, then those that gain
    it, then those with new lines.
    """

    side: str
    units: int
    fed: int
    remain: int
    left: int
    changed: tuple[Rerouted, ...] = ()


class Cut(Value, frozen=True, kw_only=True):
    """A hex, the units that would lose their supply with it, and the units of the side that would have to be beaten to take it."""

    hex: str
    units: tuple[str, ...]
    held: tuple[str, ...] = ()


def needs_supply(rules: AnyRules, s: Any, side: str) -> Supplies:
    """The supply of a side. Raises Wrong with the game's own sentence if there is none."""
    found = rules.supplies(s, side)
    if found is None:
        raise Wrong(lacks(rules, "supply") or say("Units need no supply in this game."))
    return found


# ---- hypothetical positions ------------------------------------------------------------------------------------------
def thought(rules: AnyRules, s: Any, side: str, changes: Iterable[Thought]) -> Any:
    """The position with all changes supposed for ``side``; everything else is untouched. Raises Wrong for what does not exist."""
    for one in dict.fromkeys(changes):  # what is named twice is changed once
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
        side = side_name(a, b)  # a hexside may be named from either side
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
    # patched, not built: hundreds of hexes are tried in one position, and what is derived from all other units stays valid
    board = board.copy()
    for uid in own:
        board.patch(uid, s.units[uid], after.units[uid])
    board.join(name, like, after.units[name])
    rules.keep(after, board)
    return after


def _fighters(rules: AnyRules, s: Any, side: str) -> list[str]:
    """The enemies on the map that could attack; if the game does not say which could, all of them."""
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
    """The effect on the supply of every side, that of ``side`` first: it is ``side`` that loses the hexes named.

    Raises Wrong for what does not exist, and if the game has no supply.
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


# ---- the hexes that cut off most -------------------------------------------------------------------------------------
def cut_most(
    rules: AnyRules,
    s: Any,
    side: str,
    *,
    most: int = MOST_CUTS,
    watch: Watch | None = None,
    stop: Callable[[], bool] | None = None,
) -> tuple[Cut, ...]:
    """The hexes of ``side`` and of nobody that would cut off most units if the enemy took them, the worst first.

    Exact among all hexes: a unit can lose its supply only if its supply line is touched, so a hex can cut off at most
    the units whose lines run through it or the hexes adjacent to it, and no hex is left out that could be among the
    first. Of hexes that cut off as many units, those come first for which fewer units would have to be beaten. If
    stopped, what was found so far. Raises Wrong if the game has no supply.
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
            continue  # it could at best cut off as many, and is sorted after them
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
    """Every hex without enemies from which some supply line can be touched, with the units of those lines.

    A unit in supply without a line is touched by an enemy in its own hex or an adjacent one.
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
