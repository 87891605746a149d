"""Whether a step passes by itself is the same in all worlds that look alike to a side: looked at in every step of whole games."""

from __future__ import annotations

import pytest

from hexbench.study import playout
from tests.laws.case import load_case, product_names, toys
from tests.laws.hidden import passed
from tests.laws.walk import Law, Moment, play_game
from tests.sizes import sized

HIDING = [
    name
    for name in (*product_names(), *sorted(toys()))
    if name in ("iron_tide/17_december", "tigers/campaign", "tide_of_iron/lanzerath")
    or name.startswith("patrol")
]
"""Scenarios of the games that hide something."""


class PassedAlike(Law):
    """A step is passed in a world if and only if it is in every world that looks alike to a side."""

    name = "steps pass by what all know"
    passed = 0

    def step(self, m: Moment) -> None:
        """Hold the position against one imagined world of each side."""
        here = passed(m.rules, m.state)
        self.passed += here
        for side in m.rules.sides:
            twin, wrong = playout.imagined(m.rules, m.state, side, m.chance.number)
            self.none(wrong)
            self.hold(
                passed(m.rules, twin) == here,
                f"{side} can tell by whether a step of {m.side} passed: {m.rules.step_name(m.seat.step)}",
            )


@pytest.mark.parametrize("name", HIDING)
def test_what_is_hidden_does_not_show_in_what_passes(name: str) -> None:
    law = PassedAlike()
    for seed in sized((1,), (1, 2)):
        play_game(load_case(name), seed, [law], sized(4 if name.startswith("iron_tide") else 1, 1))
    assert law.checked > sized(50, 100)
    if name.startswith("iron_tide"):
        assert law.passed > sized(20, 50), "its players are asked again and again where they can do nothing"
