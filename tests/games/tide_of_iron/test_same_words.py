"""An action read from a file leads to the very position that it led to when it was done: as bytes, defaults and all."""

from __future__ import annotations

import msgspec

from hexbench.engine.values import Action
from tests.games.tide_of_iron.shots import GERMAN, aim, duel, squad


def test_a_word_that_equals_a_default_is_left_out_wherever_it_came_from() -> None:
    draft = aim(duel(squad("C5"), squad("C7", GERMAN))).act("attack_type", to="suppressive")
    rules, before = draft.rules, draft.state
    done = Action("attack_type", (), "normal")
    read = msgspec.json.decode(msgspec.json.encode(done), type=Action)
    assert read == done
    assert read.object is not done.object
    one, two = rules.apply(before, done).state, rules.apply(before, read, trusted=True).state
    assert rules.digest(one) == rules.digest(two) != rules.digest(before)
    assert rules.digest(rules.unpack(rules.pack(two))) == rules.digest(one)
