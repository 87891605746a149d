"""The words of the contract."""

from __future__ import annotations

import msgspec
import pytest

from hexbench.engine.forecast import Forecast, OddsLine
from hexbench.engine.values import (
    Action,
    NeedDice,
    Prompt,
    Reason,
    Refused,
    Say,
    Target,
    action_of,
    say,
)


def test_a_sentence_is_a_template_and_what_fills_it() -> None:
    sentence = say("{unit} goes to {hex} for {n}.", unit="1st", hex="0304", n=3)
    assert str(sentence) == "1st goes to 0304 for 3."
    assert sentence == Say("{unit} goes to {hex} for {n}.", (("unit", "1st"), ("hex", "0304"), ("n", 3)))


def test_sentences_nest() -> None:
    assert str(say("{who}: {what}", who="Red", what=say("lost {n}", n=2))) == "Red: lost 2"


def test_a_template_may_be_a_word_that_is_also_an_argument() -> None:
    assert str(say("{template}", template="x")) == "x"


def test_a_sentence_without_arguments_is_said_as_it_stands() -> None:
    assert str(say("100 % {sure}")) == "100 % {sure}"


def test_a_missing_argument_shows_at_once() -> None:
    with pytest.raises(KeyError):
        str(say("{unit} and {other}", unit="1st"))


def test_sentences_survive_packing_with_their_types() -> None:
    sentence = say("{a} {b} {c}", a="1", b=1, c=say("{d}", d="deep"))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(sentence), type=Say) == sentence
    assert msgspec.json.decode(msgspec.json.encode(sentence), type=Say) == sentence


def test_reasons_name_their_rule() -> None:
    reason = Reason("7.3a", say("Too far."), ("0101",))
    assert str(reason) == "[7.3a] Too far."
    assert str(Refused((reason, Reason("1.1", say("No."))))) == "[7.3a] Too far.; [1.1] No."


def test_a_target_makes_an_action_complete() -> None:
    target = Target("0304", "fast", ("0203", "0304"), 24)
    assert action_of("move", ("a", "b"), target) == Action(
        "move", ("a", "b"), "0304", "fast", ("0203", "0304")
    )


def test_a_missing_number_says_what_for() -> None:
    need = NeedDice("Combat", 6)
    assert (need.why, need.faces) == ("Combat", 6)
    assert str(need) == "One more number is needed: Combat, 1 to 6."


def test_values_refuse_unknown_keys() -> None:
    with pytest.raises(msgspec.ValidationError, match="colour"):
        msgspec.json.decode(b'{"verb": "move", "colour": "red"}', type=Action)


def test_values_are_frozen_and_hashable() -> None:
    prompt = Prompt("red", "movement", say("Move."))
    with pytest.raises(AttributeError):
        prompt.side = "blue"  # type: ignore[misc]
    assert len({Action("a"), Action("a"), Action("b")}) == 2


def test_chances_of_a_mixture_add_up() -> None:
    safe = OddsLine(attack=2, defence=1, ratio="2-1", results=(("hit", 6),), ways=6)
    risky = OddsLine(attack=1, defence=1, ratio="1-1", results=(("hit", 3), ("miss", 3)), ways=6)
    forecast = Forecast(((1, safe), (3, risky)))
    assert forecast.total == 4
    assert dict(forecast.chances()) == {"hit": 0.25 + 0.375, "miss": 0.375}
