"""What the results of the tables mean, in a sentence each (11.78, 12.4, 12.5, 13.1, 16.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.results import sentences
from hexbench.engine.values import Say, counted, say
from hexbench.games.iron_tide.charts import read_result

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItSeat

COMBAT: Final = "combat"
"""The kind of the results of the Combat Results Table."""
_DICE: Final = {
    ("demolition", "destroyed"): say("The bridge is destroyed."),
    ("demolition", "no_effect"): say("The bridge stays whole."),
    ("disruption", "disrupted"): say("The commando spoils the demolition."),
    ("disruption", "no_effect"): say("The demolition goes on undisturbed."),
    ("disruption", "discovered"): say("The commando is discovered and eliminated."),
    ("misdirection", "misdirected"): say("The unit is led astray."),
    ("misdirection", "no_effect"): say("The unit goes on as it was ordered to."),
    ("misdirection", "discovered"): say("The commando is discovered and eliminated."),
    ("resupply", "succeeds"): say("The supplies arrive."),
    ("resupply", "fails"): say("The supplies do not arrive."),
}
"""(kind, result) of the tables for one die."""


def result(seat: ItSeat, what: str, code: str) -> Say:
    """What a result means; empty for one that no table has."""
    if what == COMBAT:
        return combat(code)
    if what == "fuel" and code.isdigit():
        return fuel(int(code))
    return _DICE.get((what, code), Say(""))


def fuel(formations: int) -> Say:
    """12.5a: how many formations go short."""
    if not formations:
        return say("No German formation goes short of fuel.")
    return counted(
        formations,
        say("1 German formation goes short of fuel."),
        say("{n} German formations go short of fuel.", n=formations),
    )


def combat(code: str) -> Say:
    """11.78a-d: the steps that must be lost, then the retreat."""
    try:
        found = read_result(code)
    except ValueError:
        return Say("")
    parts = [_losses(found.hit, found.losses)] if found.losses else []
    return sentences((*parts, _retreat(found.hit, found.retreat)))


def _losses(hit: str, n: int) -> Say:
    return {
        "A": counted(n, say("The attacker loses 1 step."), say("The attacker loses {n} steps.", n=n)),
        "D": counted(n, say("The defender loses 1 step."), say("The defender loses {n} steps.", n=n)),
        "B": counted(n, say("Each side loses 1 step."), say("Each side loses {n} steps.", n=n)),
    }[hit]


def _retreat(hit: str, n: int) -> Say:
    return {
        "A": counted(n, say("The attacker retreats 1 hex."), say("The attacker retreats {n} hexes.", n=n)),
        "D": counted(n, say("The defender retreats 1 hex."), say("The defender retreats {n} hexes.", n=n)),
        "B": counted(n, say("Each side retreats 1 hex."), say("Each side retreats {n} hexes.", n=n)),
    }[hit]
