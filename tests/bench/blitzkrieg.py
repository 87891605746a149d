"""Random legal play of Blitzkrieg at the Ardennes, and what every German unit can do when the campaign begins."""

from __future__ import annotations

from collections.abc import Iterator

from hexbench import bootstrap
from tests.bench import _random
from tests.bench._timing import median_us, record

GAME = "blitzkrieg"
GAMES = 2
"""Games of each scenario: a campaign is some 2,000 actions."""


def measure() -> Iterator[dict[str, object]]:
    """Actions per second; and the moves of all units of a side, with nothing known about the position."""
    yield from _random.measure(GAME, GAMES)
    loaded = bootstrap.catalogue().load_scenario(GAME, "bastogne")
    rules, state = loaded.rules, loaded.begin(seed=1).state
    side = rules.decider(state)

    def every_move() -> int:
        seat = rules.seat(state, side)
        offer = next(o for o in seat.prompt.offers if o.verb == "move")
        return sum(len(seat.targets("move", (unit,))) for unit in offer.subjects)

    note = f"{every_move()} moves of all German units before Bastogne"
    yield record("every_move.blitzkrieg", median_us(every_move) / 1000, "ms", note)

    def every_panel() -> int:
        return len(rules.seat(state, side).panels())

    yield record(
        "panels.blitzkrieg", median_us(every_panel) / 1000, "ms", f"{every_panel()} panels, seat included"
    )
