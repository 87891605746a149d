"""The log of random games tells sentences: no line of any game falls back to the plain form with an event's codes in it."""

from __future__ import annotations

import random
import re

import pytest

from hexbench.bootstrap import catalogue
from hexbench.session.opening import begin
from tests.session.test_passing import SCENARIOS, any_action

CODES = frozenset(
    {
        "{unit}: {what}.",
        "{unit}: no longer {what}.",
        "{unit}: {what} is now {now}.",
        "{unit} left the map: {box}.",
        "{marker} in {hex}: {now}.",
        "{marker} in {hex} is removed.",
        "{what}: {units}.",
        "{what}: {object}.",
        "{what}: {units} against {object}.",
        "{what} is revealed: {now}.",
        "{owner} drew.",
    }
)
"""The plain forms, for games that have no words of their own."""
KEY = re.compile(r"#|\b[a-z]+_[a-z_]+\b")
"""What only a key of the program has: a hash, words joined by a line below."""


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_line_is_a_sentence(name: str) -> None:
    game, _, scenario = name.partition("/")
    told = 0
    for seed in (1, 2):
        session = begin(catalogue().load_scenario(game, scenario), seed)
        chance = random.Random(seed)
        for _ in range(250):
            if session.decider is None:
                break
            session.do(any_action(session, chance))
        for side in (None, *session.rules.sides):
            for line in session.log(side):
                text = str(line.text)
                assert line.text.template not in CODES, (line.kind, text)
                assert not KEY.search(text), text
                if line.kind not in ("PhaseBegan", "DiceRolled"):
                    assert text[-1] in ".!?)", text
                    assert text[:1].isupper() or text[:1].isdigit() or line.refs, text
                told += 1
    assert told > 300
