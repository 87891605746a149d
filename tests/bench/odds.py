"""How long the odds of a planned turn take: two combats with their retreats, in positions reached by random play."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from hexbench import bootstrap
from hexbench.study.odds import Question, odds
from tests.bench._timing import record
from tests.laws.case import load_case
from tests.study.brute import moments

TWO = (
    ("tigers", "tigers/19_december", 0, 8, "allocate"),
    ("tigers_later", "tigers/19_december", 0, 108, "allocate"),
    ("iron_tide_drawn", "iron_tide/ten_turn", 1, 372, "declare"),
    ("iron_tide_undrawn", "iron_tide/ten_turn", 0, 100, "declare"),
)
"""Positions in which two attacks have been put together and are made binding; undrawn: most chits are still in their cups."""


def measure() -> Iterator[dict[str, object]]:
    """Every figure."""
    for name, scenario, seed, moment, verb in TWO:
        case = load_case(scenario)
        state, side, action = next(
            found for number, found in enumerate(moments(case, seed)) if number == moment
        )
        assert action.verb == verb
        plans = state.stack[-1].plans
        hexes = [at for plan in plans for at in (getattr(plan, "hexes", None) or plan.targets)]
        for who in ("default", "best"):
            yield _one(f"odds_{name}_{who}_s", case, state, side, action, hexes, who)


def _one(
    name: str, case: Any, state: Any, side: str, action: Any, hexes: list[str], who: str
) -> dict[str, object]:
    game = bootstrap.catalogue().games[case.game]
    questions = [*(Question("hex", at) for at in hexes), Question("score")]
    begun = time.process_time()
    found = odds(
        game,
        case.rules,
        case.rules.view(state, side),
        side,
        questions,
        (action,),
        own=who,
        enemy=who,
    )
    text = (
        f"two combats, both sides by {who}: {found.applied} actions applied, {found.positions} positions, "
        f"{found.merged} reached again, {found.ends} different ends, {found.worlds} worlds, {found.sampled:.1%} sampled"
    )
    return record(name, time.process_time() - begun, "s", text)
