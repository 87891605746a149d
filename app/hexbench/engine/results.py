"""What results mean: the codes of results tables in words, wherever a code would be read.

A game says what a code means once (:meth:`hexbench.engine.seat.Seat.result`); the hover over a table, forecasts, the log,
the combat dock and the engine protocol are told by the functions here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hexbench.engine.display import Table
from hexbench.engine.values import Say, say

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.engine.seat import Seat


def sentences(parts: Sequence[Say]) -> Say:
    """Several sentences one after another; nothing for none."""
    if len(parts) == 1:
        return parts[0]
    names = [f"p{n}" for n in range(len(parts))]
    return Say(" ".join(f"{{{name}}}" for name in names), tuple(zip(names, parts, strict=True)))


def is_code(result: str) -> bool:
    """Whether a result is a code ("DL1/3", "-"), to be shown beside its words; "no_effect" is a word itself."""
    plain = result.replace("_", "").replace(" ", "").replace(",", "")
    return bool(result) and not (plain.isalpha() and plain.islower() and len(plain) > 3)


def first_words(words: Say, code: str) -> Say:
    """A result as it is told: its words first, and the code after them where it is one."""
    return say("{words} ({code})", words=words, code=code) if is_code(code) else words


def kind_of(table: Table, row: int, column: int) -> str:
    """Of what kind the result in a cell is (the ``what`` of a :class:`~hexbench.engine.events.Resolved`); empty: it is none."""
    if not table.results or row < table.heads:
        return ""
    return table.results[0] if len(table.results) == 1 else table.results[column]


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
