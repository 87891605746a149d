"""Options of all games: each is told in plain sentences, stands for clauses that there are, and is on docs/rulings.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec.inspect import BoolType, LiteralType

from hexbench import bootstrap
from hexbench.cli import main
from hexbench.engine.options import Option, options_of, ruling
from hexbench.store.rulings import rulings_page

PAGE = Path(__file__).parents[2] / "docs" / "rulings.md"
EVERY = [(game, one) for game in bootstrap.GAMES for one in options_of(game.Options)]


class Loose(msgspec.Struct):
    """Options as a game without declared options would have them."""

    fog_of_war: bool = False
    turns: Annotated[int | None, msgspec.Meta(title="Turns", description="How long.")] = 4


class Strict(msgspec.Struct):
    """One that says all of itself."""

    line: Annotated[
        Literal["pair", "global"],
        ruling(
            "Along hexsides", ("7.3a",), pair="Each by itself.", global_="All together.", why="It reads so."
        ),
    ] = "pair"


def test_the_page_is_what_the_code_says(capsys: pytest.CaptureFixture[str]) -> None:
    library = bootstrap.catalogue()
    page = rulings_page(library.games.values(), library.rules_text)
    assert PAGE.read_text(encoding="utf-8") == page, "stale: run make rulings"
    assert main(["rulings"]) == 0
    assert capsys.readouterr().out == page


@pytest.mark.parametrize(("game", "one"), EVERY, ids=[f"{game.key}.{one.key}" for game, one in EVERY])
def test_an_option_says_all_of_itself(game: object, one: Option) -> None:
    key = str(getattr(game, "key", ""))
    ledger = bootstrap.catalogue().rules_text(key)
    assert one.clauses, "it decides about a clause"
    assert [rule for rule in one.clauses if ledger.find(rule) is None] == []
    assert one.why.endswith("."), "the default has a reason"
    if isinstance(one.type, BoolType | LiteralType):
        there = {False, True} if isinstance(one.type, BoolType) else set(one.type.values)
        assert {reading.value for reading in one.readings} == there, "a sentence for every value"
        assert one.default in there
        assert len({reading.text for reading in one.readings}) == len(there), "and not the same one twice"
    else:
        assert one.text.endswith("."), "numbers are explained"
    told = PAGE.read_text(encoding="utf-8")
    assert f"**{one.title}** (`{one.key}`)" in told
    assert all(reading.text.rstrip(".") in told for reading in one.readings)


@pytest.mark.parametrize(("game", "one"), EVERY, ids=[f"{game.key}.{one.key}" for game, one in EVERY])
def test_sentences_of_options_are_plain(game: object, one: Option) -> None:
    for text in (one.title, one.text, one.why, *(reading.text for reading in one.readings)):
        assert not re.search(r"\b(B-[A-Z]+-\d|AMB-\d|[A-Z]{2}-[A-Z]+-\d|B\d\d)", text), (
            "numbers of clauses are apart"
        )
        assert "_" not in text


def test_bare_fields_are_options_of_their_names() -> None:
    fog, turns = options_of(Loose)
    assert (fog.key, fog.title, fog.values, fog.default) == ("fog_of_war", "fog of war", (False, True), False)
    assert (turns.title, turns.text, turns.values, turns.default) == ("Turns", "How long.", (), 4)


def test_what_is_declared_is_read_back_and_stands_in_the_schema() -> None:
    (line,) = options_of(Strict)
    assert (line.key, line.kind, line.clauses, line.default) == ("line", "ruling", ("7.3a",), "pair")
    assert line.values == ("pair", "global"), "in the order they are told"
    assert (line.reading("global"), line.reading("neither")) == ("All together.", "")
    schema = msgspec.json.schema(Strict)["$defs"]["Strict"]["properties"]["line"]
    assert schema["title"] == "Along hexsides"
    assert schema["description"] == "pair: Each by itself. global: All together."
