"""How a printed map numbers its hexes: from column and row to the label a player reads, and back.

``RRCC`` 3041 is row 30, column 41; ``CCRR`` 3041 is column 30, row 41; ``CRR`` omits the column's leading zero (210
is column 2, row 10); ``A1`` gives the columns letters (A..Z, AA..).
"""

from __future__ import annotations

from typing import Literal, get_args

Numbering = Literal["RRCC", "CCRR", "CRR", "A1"]
NUMBERINGS: tuple[str, ...] = get_args(Numbering)


def letters(column: int) -> str:
    """1 -> A, 26 -> Z, 27 -> AA. ``column`` counts from 1."""
    out = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        out = chr(ord("A") + rest) + out
    return out


def label(numbering: Numbering, column: int, row: int) -> str:
    """The label of the hex in ``column`` and ``row`` (both counted as the map counts them)."""
    across, down = column_text(numbering, column), row_text(numbering, row)
    return down + across if numbering == "RRCC" else across + down


def column_text(numbering: Numbering, column: int) -> str:
    """The text that all labels of a column have in common; it comes before the row, with RRCC after it."""
    if numbering == "A1":
        return letters(column)
    return str(column) if numbering == "CRR" else f"{column:02d}"


def row_text(numbering: Numbering, row: int) -> str:
    """The text that all labels of a row have in common."""
    return str(row) if numbering == "A1" else f"{row:02d}"


def parse(numbering: Numbering, text: str) -> tuple[int, int]:
    """(column, row) of a label. Raises ValueError (one sentence) if the text is not a label of this numbering."""
    if numbering == "A1":
        head = text.rstrip("0123456789")
        tail = text[len(head) :]
        if head.isascii() and head.isalpha() and head.isupper() and tail:
            column = 0
            for ch in head:
                column = column * 26 + ord(ch) - ord("A") + 1
            if label(numbering, column, int(tail)) == text:
                return column, int(tail)
    elif text.isascii() and text.isdigit() and len(text) >= 3:
        first, second = int(text[:-2]), int(text[-2:])
        column, row = (second, first) if numbering == "RRCC" else (first, second)
        if label(numbering, column, row) == text:
            return column, row
    raise ValueError(f"{text!r} is not a hex number of the form {numbering}.")
