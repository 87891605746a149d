"""What the results of both tables mean, in a sentence each (TT-CRT-01..14, TT-BLZ-05, TT-CAN-05)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hexbench.engine.results import sentences
from hexbench.engine.values import Say, counted, say

if TYPE_CHECKING:
    from hexbench.games.trumpets.seat import TtSeat

COMBAT: Final = "combat"
BLITZ: Final = "blitz"
"""The kinds of the results of the two tables."""
CANCELLED: Final = say("The attack is cancelled, and has no result at all.")
NOTHING: Final = say("Nothing happens to either side.")
ENGAGED: Final = say("Both sides are engaged.")
_WORN: Final = {"1": say("The attacker loses a step."), "1*": say("The attacker loses an AFV step.")}
"""The left half of a cell, which the red die brings."""
_RIGHT: Final = {
    "1": say("The defender loses a step."),
    "1*": say("The defender loses an AFV step."),
    "DE": say("All defenders are eliminated."),
    "AE": say("All attackers are eliminated."),
    "Eng": ENGAGED,
    "CA": say("The defender may counterattack."),
}
_MOVES = re.compile(r"^(1?)(DR|AR)([1-9])$")


def result(seat: TtSeat, what: str, code: str) -> Say:
    """What a result means; empty for one that no table has."""
    if code == "cancelled":
        return CANCELLED
    if what == BLITZ:
        return blitz(code, loss=seat.rules.options.blitz_a == "loss")
    return combat(code) if what == COMBAT else Say("")


def combat(code: str) -> Say:
    """A cell of the results table, "left/right": what the red die costs the attacker, then the combat result."""
    left, _, right = code.partition("/")
    if code == "-" or not (left or right):
        return NOTHING
    parts = [_WORN[left]] if left in _WORN else []
    parts += _combat_result(right)
    return sentences(parts) if parts and (not left or left in _WORN) else Say("")


def _combat_result(right: str) -> list[Say]:
    if right in _RIGHT:
        return [_RIGHT[right]]
    found = _MOVES.match(right)
    if found is None:
        return []
    n, back = int(found[3]), found[2] == "DR"
    hit = [_RIGHT["1"] if back else _WORN["1"]] if found[1] else []
    if back:
        return [
            *hit,
            counted(n, say("The defender retreats 1 hex."), say("The defender retreats {n} hexes.", n=n)),
        ]
    return [
        *hit,
        counted(n, say("The attacker retreats 1 hex."), say("The attacker retreats {n} hexes.", n=n)),
    ]


def blitz(code: str, *, loss: bool = False) -> Say:
    """A cell of the Blitzkrieg table; ``loss``: A1 and A2 are read as steps lost."""
    if code == "-":
        return NOTHING
    if code == "Eng":
        return ENGAGED
    ahead = code.startswith("Adv")
    digits = code[3:] if ahead else code[1:]
    if not digits.isdigit() or not code.startswith("A"):
        return Say("")
    n = int(digits)
    if ahead:
        return counted(
            n, say("The attackers may advance 1 hex."), say("The attackers may advance {n} hexes.", n=n)
        )
    if loss:
        return counted(n, say("The attackers lose a step."), say("The attackers lose {n} steps.", n=n))
    return counted(n, say("The attackers retreat 1 hex."), say("The attackers retreat {n} hexes.", n=n))
