"""Results tables: the arithmetic of odds, ladders and column shifts, apart from what any game prints in them; and
result codes in words, wherever a code would be shown.

A game says once what a code means (:meth:`hexbench.engine.seat.Seat.result`); the tooltips of a table, forecasts, the
log, the combat dock and the engine protocol get it from the functions here.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from hexbench.atlas.atlas import Link
from hexbench.engine.display import Light, Table
from hexbench.engine.values import Action, Say, listed, say

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.engine.seat import Seat


def sentences(parts: Sequence[Say]) -> Say:
    """Several sentences one after another; nothing if there are none."""
    return parts[0] if len(parts) == 1 else listed(parts, " ")


def _is_code(result: str) -> bool:
    """Whether a result is a code ("DL1/3", "-"), to be shown beside its words; "no_effect" is a word itself."""
    plain = result.replace("_", "").replace(" ", "").replace(",", "")
    return bool(result) and not (plain.isalpha() and plain.islower() and len(plain) > 3)


def first_words(words: Say, code: str) -> Say:
    """A result as it is shown: its words, followed by the code if it is one."""
    return say("{words} ({code})", words=words, code=code) if _is_code(code) else words


def kind_of(table: Table, row: int, column: int) -> str:
    """The kind of the result in a cell (the ``what`` of a :class:`~hexbench.engine.events.Resolved`); empty: it is not a result."""
    if not table.results or row < table.heads:
        return ""
    return table.results[0] if len(table.results) == 1 else table.results[column]


def lit_cells(lights: Iterable[Light]) -> tuple[tuple[int, int], ...]:
    """The cells of lit rows, columns and cells, each once."""
    return tuple(dict.fromkeys((one.row, one.column) for one in lights if one.row >= 0 and one.column >= 0))


def of_cell(seat: Seat, table: Table, row: int, column: int) -> Say:
    """What a cell of a table means, in words; empty if it contains no result."""
    what = kind_of(table, row, column)
    return seat.result(what, table.rows[row][1][column]) if what else Say("")


def of_forecast(seat: Seat, found: Forecast) -> tuple[tuple[str, Say], ...]:
    """(result, what it means) for every result of a forecast for which the game has words, in the order they first occur."""
    if not found.what:
        return ()
    named = dict.fromkeys(name for _, line in found.lines for name, _ in line.results)
    told = ((name, seat.result(found.what, name)) for name in named)
    return tuple((name, words) for name, words in told if words.template)


def wordless(seat: Seat) -> Iterator[str]:
    """The results of a game's tables for which it has no sentence: "table/row/column: code"."""
    for panel in seat.panels():
        if not isinstance(panel, Table):
            continue
        for row, (name, cells) in enumerate(panel.rows):
            for column, code in enumerate(cells):
                if not kind_of(panel, row, column):
                    continue
                words = str(of_cell(seat, panel, row, column))
                if not words.endswith(".") or not words[0].isupper() or "{" in words:
                    yield f"{panel.key}/{name}/{panel.columns[column]}: {code}"


# What lights up in a game's tables while an action is considered: where its dice would be read, and what its steps cost.

Cells = Callable[[Link], Iterable[tuple[int, int]]]
"""The (row, column) cells of a table in which a step is read."""


def read_in(seat: Seat, action: Action) -> dict[str, tuple[Light, ...]]:
    """Key of a table -> where the dice of an action would be read in it; empty if there is no forecast."""
    found = seat.forecast(action)
    return {} if found is None else {key: lights for key, lights in found.lights if lights}


def route(seat: Seat, action: Action, start: str = "") -> tuple[str, ...]:
    """The hexes of an action's route, the one it begins in first: the settled route if none was given, and empty if
    the action does not lead anywhere on the map. ``start``: where it begins, if that is not where its first unit is.
    """
    if not action.subject or not action.object:
        return ()
    at = start or (unit.at if (unit := seat.s.units.get(action.subject[0])) is not None else "")
    via: Sequence[str] = action.via
    if not via:
        verb = seat.rules.verbs.get(action.verb)
        via = () if verb is None or seat.step is None else verb.settle(seat, seat.step, action).via
    hexes = (at, *via)
    index = seat.rules.atlas.index
    return hexes if via and all(label in index for label in hexes) else ()


def steps(seat: Seat, hexes: Sequence[str]) -> Iterator[Link]:
    """The steps from hex to hex."""
    atlas = seat.rules.atlas
    for here, there in pairwise(hexes):
        direction = atlas.direction(here, there)
        if direction is not None:
            yield atlas.link(atlas.index[here], direction)


def lit_steps(seat: Seat, hexes: Sequence[str], cells: Cells) -> tuple[Light, ...]:
    """The cells in which the steps of a route are read, each once."""
    found = dict.fromkeys(cell for link in steps(seat, hexes) for cell in cells(link))
    return tuple(Light(row, column, "to") for row, column in found)


def joined(
    lights: Mapping[str, tuple[Light, ...]], key: str, more: tuple[Light, ...]
) -> Mapping[str, tuple[Light, ...]]:
    """The lights together with those of one more table."""
    return {**lights, key: (*lights.get(key, ()), *more)} if more else lights


def odds(attack: int, defence: int) -> tuple[int, int]:
    """The ratio rounded in the defender's favour: (n, 1) if the attack is at least as strong, otherwise (1, n).

    25 to 12 is (2, 1); 12 to 25 is (1, 3). A defence of 0 counts as the greatest ratio (99, 1), an attack of 0 as the
    least (1, 99), 0 against 0 as (1, 1).
    """
    if attack <= 0 and defence <= 0:
        return 1, 1
    if defence <= 0:
        return 99, 1
    if attack <= 0:
        return 1, 99
    return (attack // defence, 1) if attack >= defence else (1, -(-defence // attack))


def rung(ratio: tuple[int, int]) -> int:
    """The place of a ratio on the open ladder ... 1-3, 1-2, 1-1, 2-1, 3-1 ...: 1-1 is 0, 2-1 is 1, 1-2 is -1."""
    a, d = ratio
    return a - 1 if d == 1 else 1 - d


def ratio_name(place: int) -> str:
    """The name of a place on the open ladder: 0 is "1-1", 2 is "3-1", -1 is "1-2"."""
    return f"{place + 1}-1" if place >= 0 else f"1-{1 - place}"


def clamp(place: int, first: int, last: int) -> tuple[int, bool]:
    """A place moved to the nearest end of a row if it is beyond it, and whether it was moved."""
    inside = max(first, min(last, place))
    return inside, inside != place


def signed(n: int) -> str:
    """A shift as players write it."""
    return f"{n:+d}" if n else "0"


@cache
def ways(dice: int, faces: int = 6) -> tuple[tuple[int, int], ...]:
    """(sum, number of ways) for the sum of some dice, in order: two dice give 2..12 out of 36."""
    found = Counter(sum(roll) for roll in itertools.product(range(1, faces + 1), repeat=dice))
    return tuple(sorted(found.items()))


@cache
def _count(dice: int, faces: int) -> dict[int, int]:
    return dict(ways(dice, faces))


def result_ways(results: Sequence[tuple[int, str]], dice: int, faces: int = 6) -> tuple[tuple[str, int], ...]:
    """(result, number of ways) for one column given as (sum, result) pairs, in the order results first occur."""
    count = _count(dice, faces)
    out: dict[str, int] = {}
    for total, result in results:
        out[result] = out.get(result, 0) + count.get(total, 0)
    return tuple(out.items())
