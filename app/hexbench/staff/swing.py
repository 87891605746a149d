"""What each side could strike at next: the attacks in thought of both, by the code that resolves, everybody striking once.

The sums of a position know who stands next to whom, and nothing of who can be fired at from where. This does: it is exact over the
dice, hidden things apart, and costs some hundredths of a second, so that only the leaders of a question are weighed by it.
"""

from __future__ import annotations

from typing import Any, Final

from hexbench.engine.what_if import AttacksInThought

MOST: Final = 4
"""Strikes of a side that count: what can be done before the other side has its turn."""


def swing(seat: Any, side: str) -> float:
    """What ``side`` could win by strikes less what it could lose by those of the other sides, in what the game counts losses in."""
    return sum(strikes(seat, one) * (1.0 if one == side else -1.0) for one in seat.rules.sides)


def strikes(seat: Any, side: str) -> float:
    """What the best strikes of a side come to, each of its units taking part in one, also who is not ready now."""
    what = seat.what_if()
    if not isinstance(what, AttacksInThought):
        return 0.0
    found = [
        (one.worth, aim, frozenset(one.what.names))
        for aim in what.aims(seat, side, far=False)
        for one in what.attacks_on(seat, side, aim, far=True)
        if one.worth > 0
    ]
    busy: set[str] = set()
    struck: set[str] = set()
    total, left = 0.0, MOST
    for worth, aim, names in sorted(found, key=lambda one: (-one[0], one[1], sorted(one[2]))):
        if left and aim not in struck and busy.isdisjoint(names):
            busy |= names
            struck.add(aim)
            total += worth / 100
            left -= 1
    return total
