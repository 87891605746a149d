"""What the results in the tables mean, in one sentence each (11.78, 12.4, 12.5, 13.1, 16.4)."""

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
    ("demolition", "destroyed"): say("The demolition succeeds."),
    ("demolition", "no_effect"): say("The demolition fails."),
    ("disruption", "disrupted"): say("The commando prevents the demolition."),
    ("disruption", "no_effect"): say("The demolition goes ahead undisturbed."),
    ("disruption", "discovered"): say("The commando is discovered and eliminated."),
    ("misdirection", "misdirected"): say("The unit is misdirected."),
    ("misdirection", "no_effect"): say("The unit is not misdirected."),
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


# The sentences of the log for Iron Tide's events that contain codes.

_WORDS: Final = {
    ("UnitChanged", "released", "released"): say("{unit} is released and may move."),
    ("UnitChanged", "reduced", "reduced"): say("{unit} is reduced."),
    ("UnitChanged", "reduced", ""): say("{unit} is at full strength again."),
    ("UnitChanged", "cadre", "cadre"): say("{unit} is reduced to a cadre."),
    ("UnitChanged", "short", "short"): say("{unit} is short of fuel."),
    ("UnitChanged", "supply", "supplied"): say("{unit} is in supply again."),
    ("UnitChanged", "supply", "out"): say("{unit} is out of supply."),
    ("UnitChanged", "supply", "isolated"): say("{unit} is isolated."),
    ("UnitChanged", "reserve", "reserve"): say("{unit} is put in reserve."),
    ("UnitChanged", "reserve", ""): say("{unit} is no longer in reserve."),
    ("UnitChanged", "zoc", ""): say("{unit} loses its temporary zone of control."),
    ("UnitChanged", "tricked", "tricked"): say("{unit} has tried to misdirect the enemy."),
    ("UnitRemoved", "eliminated", ""): say("{unit} is eliminated."),
    ("UnitRemoved", "eliminated/isolated", ""): say(
        "{unit} is eliminated while isolated and cannot be rebuilt."
    ),
    ("UnitRemoved", "exited", ""): say("{unit} has left the map."),
    ("UnitRemoved", "withheld", ""): say("{unit} is withheld and will never arrive."),
    ("UnitRemoved", "absent", ""): say("{unit} is removed from the map."),
    ("MarkerChanged", "bridge", "destroyed"): say("The bridge at {hex} is destroyed."),
    ("MarkerChanged", "bridge", "building"): say("A bridge is being built at {hex}."),
    ("MarkerChanged", "bridge", "built"): say("A bridge has been built at {hex}."),
    ("MarkerChanged", "bridge", "intact"): say("The bridge at {hex} is intact."),
    ("MarkerChanged", "entrenchment", "building"): say("An entrenchment is being dug in {hex}."),
    ("MarkerChanged", "entrenchment", ""): say("The entrenchment in {hex} is removed."),
    ("MarkerChanged", "depot", "destroyed"): say("The depot in {hex} is destroyed."),
    ("MarkerChanged", "depot", "stocked"): say("The depot in {hex} is stocked."),
    ("MarkerChanged", "depot", "captured"): say("The depot in {hex} is captured."),
    ("Declared", "combat", "one"): say("{units} attacks {object}."),
    ("Declared", "combat", "many"): say("{units} attack {object}."),
    ("Declared", "support", "one"): say("{units} supports the combat on {object}."),
    ("Declared", "support", "many"): say("{units} support the combat on {object}."),
    ("Declared", "defence", "one"): say("{units} defends {object}."),
    ("Declared", "defence", "many"): say("{units} defend {object}."),
    ("Declared", "demolition", "one"): say("{units} attempts the demolition of {object}."),
    ("Declared", "demolition", "many"): say("{units} attempt the demolition of {object}."),
    ("Declared", "build", "one"): say("{units} starts work at {object}."),
    ("Declared", "build", "many"): say("{units} start work at {object}."),
    ("Declared", "misdirection", "one"): say("{units} tries to misdirect {object}."),
    ("Declared", "misdirection", "many"): say("{units} try to misdirect {object}."),
    ("Drawn", "", ""): say("{owner} drew a strength chit."),
}


def wording(seat: ItSeat, kind: str, what: str, now: str) -> Say:
    """A sentence for an event: see :meth:`hexbench.engine.seat.Seat.wording`."""
    if kind == "MarkerChanged" and what == "entrenchment" and now in seat.rules.sides:
        return say("The entrenchment in {hex} is {side}.", side=seat.rules.side_name(now))
    if kind == "MarkerChanged" and what == "bridge" and not now:
        return say("The bridge at {hex} is as it was before the work began.")
    if kind == "Drawn" and now:
        return say("{owner} drew the strength chit {chit}.", chit=now)
    if kind == "Revealed":
        factor, _, chit = now.partition(", chit ")
        return say("{what} is revealed with a strength of {n}, chit {chit}.", n=factor, chit=chit)
    if kind == "UnitPlaced" and what.startswith("tray/"):
        return say("{unit} is ready to be placed.")
    return _WORDS.get((kind, what, now), Say(""))
