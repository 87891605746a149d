"""The pages of the engine protocol say of every key of a unit what the table of its game says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests import protocol_pages as pages


@pytest.mark.parametrize("game", pages.games())
def test_the_page_of_a_game_is_not_stale(game: str) -> None:
    text = pages.page_of(game).read_text(encoding="utf-8")
    assert pages.written(game, text) == text, "python -m tests.protocol_pages writes it anew"


@pytest.mark.parametrize("game", pages.games())
def test_every_key_says_what_it_means(game: str) -> None:
    table = pages.table_of(game)
    for struct, fields in ((table.unit, table.stands), (table.printed, (*table.counter, *table.begins))):
        if struct is not None:
            told = pages.docstrings(struct)
            bare = [one.key for one in fields if not (one.doc or told.get(one.key) or str(one.name))]
            assert bare == []


def test_a_page_that_says_something_else_is_stale() -> None:
    game = pages.games()[0]
    text = pages.page_of(game).read_text(encoding="utf-8")
    table = pages.table_of(game)
    number = next(one for one in table.stands if one.kind == "number")

    changed = tuple(replace(one, most=7) if one is number else one for one in table.stands)
    kept, table.stands = table.stands, changed
    try:
        assert pages.written(game, text) != text
    finally:
        table.stands = kept
    with pytest.raises(ValueError, match="no place"):
        pages.written(game, "nothing")
