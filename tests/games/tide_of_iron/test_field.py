"""The position builder itself: what it promises to the other tests."""

from __future__ import annotations

from tests.games.tide_of_iron import field


def test_a_position_begins_with_the_turn_of_the_initiative_holder() -> None:
    now = field.position(
        {"g1": field.squad("C5", "german"), "g2": field.squad("C6", "german")}, initiative="german"
    )
    assert now.step == ("german", "turn")
    now = now.act("fatigue", "g1")
    assert now["g1"].token == "fatigued"
    assert now.refused("fatigue", "g1")[0] == "TI-SEQ-08"
