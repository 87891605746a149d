"""What results mean: the codes of results tables in words, wherever a code would be read.

A game says what a code means once (:meth:`hexbench.engine.seat.Seat.result`); the hover over a table, forecasts, the log,
the combat dock and the engine protocol are told by the functions here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from hexbench.atlas.arcs import Link, link_of
from hexbench.engine.display import Light, Table
from hexbench.engine.values import Action, Say, listed, say

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.engine.seat import Seat


def sentences(parts: Sequence[Say]) -> Say:
    """Several sentences one after another; nothing for none."""
    return parts[0] if len(parts) == 1 else listed(parts, " ")


def _is_code(result: str) -> bool:
    """Whether a result is a code ("DL1/3", "-"), to be shown beside its words; "no_effect" is a word itself."""
    plain = result.replace("_", "").replace(" ", "").replace(",", "")
    return bool(result) and not (plain.isalpha() and plain.islower() and len(plain) > 3)


def first_words(words: Say, code: str) -> Say:
    """A result as it is told: its words first, and the code after them where it is one."""
    return say("{words} ({code})", words=words, code=code) if _is_code(code) else words


def kind_of(table: Table, row: int, column: int) -> str:
    """Of what kind the result in a cell is (the ``what`` of a :class:`~hexbench.engine.events.Resolved`); empty: it is none."""
    if not table.results or row < table.heads:
        return ""
    return table.results[0] if len(table.results) == 1 else table.results[column]


def lit_cells(lights: Iterable[Light]) -> tuple[tuple[int, int], ...]:
    """The cells among lit rows, columns and cells, each once."""
    return tuple(dict.fromkeys((one.row, one.column) for one in lights if one.row >= 0 and one.column >= 0))


def of_cell(seat: Seat, table: Table, row: int, column: int) -> Say:
    """What a cell of a table means, in words; empty for one that holds no result."""
    what = kind_of(table, row, column)
    return seat.result(what, table.rows[row][1][column]) if what else Say("")


def of_forecast(seat: Seat, found: Forecast) -> tuple[tuple[str, Say], ...]:
    """(result, what it means) for every result of a forecast that the game has words for, in the order they first occur."""
    if not found.what:
        return ()
    named = dict.fromkeys(name for _, line in found.lines for name, _ in line.results)
    told = ((name, seat.result(found.what, name)) for name in named)
    return tuple((name, words) for name, words in told if words.template)


def wordless(seat: Seat) -> Iterator[str]:
    """The results of a game's tables that it has no sentence for: "table/row/column: code"."""
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


# What lights up in a game's tables while an action is weighed: where its dice would be read, and what its
# steps cost.

Cells = Callable[[Link], Iterable[tuple[int, int]]]
"""The (row, column) cells of a table that a step is read in."""


def read_in(seat: Seat, action: Action) -> dict[str, tuple[Light, ...]]:
    """Key of a table -> where the dice of an action would be read in it; empty where there is no forecast."""
    found = seat.forecast(action)
    return {} if found is None else {key: lights for key, lights in found.lights if lights}


def route(seat: Seat, action: Action, start: str = "") -> tuple[str, ...]:
    """The hexes an action goes by, the one it begins in first: settled where the hand named no way, and empty where it goes
    nowhere on the map. ``start``: where it begins, if that is not where its first unit stands.
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
            yield link_of(atlas, atlas.index[here], direction)


def lit_steps(seat: Seat, hexes: Sequence[str], cells: Cells) -> tuple[Light, ...]:
    """The cells that the steps of a way are read in, each once."""
    found = dict.fromkeys(cell for link in steps(seat, hexes) for cell in cells(link))
    return tuple(Light(row, column, "to") for row, column in found)


def joined(
    lights: Mapping[str, tuple[Light, ...]], key: str, more: tuple[Light, ...]
) -> Mapping[str, tuple[Light, ...]]:
    """Lights with those of one more table."""
    return {**lights, key: (*lights.get(key, ()), *more)} if more else lights
