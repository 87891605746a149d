from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexbench.hexes.numbering import Numbering, label, letters, parse

numberings = st.sampled_from(get_args(Numbering))


@given(numberings, st.integers(1, 99), st.integers(1, 99))
def test_a_label_gives_its_column_and_row_back(numbering: Numbering, column: int, row: int) -> None:
    assert parse(numbering, label(numbering, column, row)) == (column, row)


@given(st.sampled_from(["RRCC", "CCRR"]), st.integers(0, 99), st.integers(0, 99))
def test_maps_that_count_from_zero_have_labels_too(numbering: Numbering, column: int, row: int) -> None:
    assert parse(numbering, label(numbering, column, row)) == (column, row)


@pytest.mark.parametrize(
    ("numbering", "text", "column", "row"),
    [
        ("RRCC", "3041", 41, 30),
        ("RRCC", "0829", 29, 8),
        ("CCRR", "3041", 30, 41),
        ("CRR", "210", 2, 10),
        ("CRR", "1511", 15, 11),
        ("A1", "A1", 1, 1),
        ("A1", "Z9", 26, 9),
        ("A1", "AA10", 27, 10),
    ],
)
def test_known_labels(numbering: Numbering, text: str, column: int, row: int) -> None:
    assert parse(numbering, text) == (column, row)
    assert label(numbering, column, row) == text


@pytest.mark.parametrize(
    ("numbering", "text"),
    [
        ("RRCC", ""),
        ("RRCC", "304"),
        ("RRCC", "30 41"),
        ("RRCC", "-041"),
        ("RRCC", "３０４１"),
        ("CCRR", "A1"),
        ("CRR", "0210"),
        ("CRR", "10"),
        ("A1", "1A"),
        ("A1", "a1"),
        ("A1", "A01"),
        ("A1", "A"),
        ("A1", "Ä1"),
    ],
)
def test_what_is_no_label_is_refused_in_a_sentence(numbering: Numbering, text: str) -> None:
    with pytest.raises(ValueError, match=rf"is not a hex number of the form {numbering}\.$"):
        parse(numbering, text)


@given(numberings, st.text(max_size=5))
def test_whatever_is_parsed_prints_as_it_was(numbering: Numbering, text: str) -> None:
    try:
        column, row = parse(numbering, text)
    except ValueError:
        return
    assert label(numbering, column, row) == text


def test_letters_go_on_after_z() -> None:
    assert [letters(n) for n in (1, 26, 27, 52, 53, 703)] == ["A", "Z", "AA", "AZ", "BA", "AAA"]
