"""The meaning of the results in the tables, as sentences (BK-RES-07..17, BK-ART-10, BK-AIR-04, BK-TAB)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.engine.results import sentences
from hexbench.engine.values import Say, counted, say

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat


_LOSS = re.compile(r"^(A&D|A|D)L(\d/\d)$")
ENGAGEMENT: Final = "engagement"
ARTILLERY: Final = "artillery"
BOMBS: Final = "bombardment"
PARTS: Final = {
    "1/2": say("one half"),
    "1/3": say("a third"),
    "2/3": say("two thirds"),
    "1/4": say("a quarter"),
    "3/4": say("three quarters"),
    "1/5": say("a fifth"),
    "2/5": say("two fifths"),
    "3/5": say("three fifths"),
    "4/5": say("four fifths"),
    "1/6": say("a sixth"),
}
_CHECKS: Final = {
    ("recognition", True): say("The infiltrator is recognised."),
    ("recognition", False): say("The infiltrator goes unrecognised."),
    ("demolition", True): say("The demolition succeeds."),
    ("demolition", False): say("The demolition fails."),
    ("construction", True): say("The end of the bridge is rebuilt."),
    ("construction", False): say("The end of the bridge is not rebuilt."),
    ("rocket", True): say("The rocket hits, and the dump's supply number falls by one."),
    ("rocket", False): say("The rocket misses."),
}
_FAILS: Final = ("-", "miss", "fails", "no")


class Outcome(NamedTuple):
    """A parsed cell of Table 2."""

    attackers_lose: str
    defenders_lose: str
    """Fractions lost, "nr" for none."""
    gone: str
    """"attacker" or "defender" when all of them are eliminated (BK-RES-16)."""
    exchange: bool
    back: tuple[str, int]
    """Which side retreats, and how far."""
    ahead: tuple[str, int]
    """Which side may advance, and with how many movement points."""


def read(loss: str, move: str) -> Outcome:
    """Parse a loss entry and a movement entry of Table 2 (BK-RES-07..17)."""
    found = _LOSS.match(loss)
    whom = found[1] if found else ""
    fraction = found[2] if found else "nr"
    back, ahead = ("", 0), ("", 0)
    words = move.split()
    for who, what, n in (tuple(word) for word in words if word[-1].isdigit()):
        side = "attacker" if who == "A" else "defender"
        if what == "b":
            back = (side, int(n))
        else:
            ahead = (side, int(n))
    gone = "attacker" if "AE" in words else "defender" if "DE" in words else ""
    return Outcome(
        fraction if "A" in whom else "nr",
        fraction if "D" in whom else "nr",
        gone,
        move == "blu",
        back,
        ahead,
    )


def result(seat: BkSeat, what: str, code: str) -> Say:
    """The meaning of a result; empty if no table has it."""
    if what == ENGAGEMENT:
        loss, _, move = code.partition("; ")
        return engagement(loss, move)
    if what in (ARTILLERY, BOMBS):
        return shot(code.removeprefix("L"))
    return _CHECKS.get((what, code not in _FAILS), Say(""))


def part(fraction: str) -> Say:
    """A fraction in words."""
    return PARTS.get(fraction, Say(fraction))


def shot(fraction: str) -> Say:
    """The loss from a shot or bombs (BK-ART-10, BK-AIR-04)."""
    if fraction in ("nr", "-", ""):
        return say("The target loses nothing.")
    if fraction == "hit":
        return say("The dump is hit, and its supply number falls by one.")
    if fraction == "all":
        return say("The target is eliminated.")
    return say("The target loses {part} of its strength.", part=part(fraction))


def engagement(loss: str, move: str) -> Say:
    """A cell of Table 2: losses, then who retreats, then who may advance (BK-RES-07..17)."""
    found, parts = read(loss, move), []
    attackers, defenders = found.attackers_lose, found.defenders_lose
    if attackers == defenders != "nr":
        parts.append(say("Every unit of both sides loses {part} of its strength.", part=part(attackers)))
    elif attackers != "nr":
        parts.append(say("Every attacker loses {part} of its strength.", part=part(attackers)))
    elif defenders != "nr":
        parts.append(say("Every defender loses {part} of its strength.", part=part(defenders)))
    if found.gone:
        all_ = {
            "attacker": say("All attackers are eliminated."),
            "defender": say("All defenders are eliminated."),
        }
        parts.append(all_[found.gone])
    if found.exchange:
        parts.append(say("Each side loses a unit of its own choice."))
    side, n = found.back
    if n:
        one, many = {
            "attacker": (say("The attackers retreat 1 hex."), say("The attackers retreat {n} hexes.", n=n)),
            "defender": (say("The defenders retreat 1 hex."), say("The defenders retreat {n} hexes.", n=n)),
        }[side]
        parts.append(counted(n, one, many))
    side, n = found.ahead
    if n:
        one, many = {
            "attacker": (
                say("The attackers may advance with 1 movement point."),
                say("The attackers may advance with {n} movement points.", n=n),
            ),
            "defender": (
                say("The defenders may advance with 1 movement point."),
                say("The defenders may advance with {n} movement points.", n=n),
            ),
        }[side]
        parts.append(counted(n, one, many))
    return sentences(parts) if parts else say("No unit loses anything, and no unit moves.")


# The log's wording of Blitzkrieg events that hold codes.

_WORDS: Final = {
    ("UnitChanged", "fixed", "yes"): say("{unit} can move no farther this turn."),
    ("UnitChanged", "used", "yes"): say("{unit} has flown and cannot attack again this turn."),
    ("UnitRemoved", "eliminated", ""): say("{unit} is eliminated."),
    ("UnitRemoved", "merged", ""): say("{unit} has been merged into another unit."),
    ("Declared", "engagement", "one"): say("{units} engages the enemy in {object}."),
    ("Declared", "engagement", "many"): say("{units} engage the enemy in {object}."),
    ("Declared", "artillery", "one"): say("{units} aims at {object}."),
    ("Declared", "artillery", "many"): say("{units} aim at {object}."),
    ("Declared", "support", "one"): say("{units} protects {object}."),
    ("Declared", "support", "many"): say("{units} protect {object}."),
}


def wording(seat: BkSeat, kind: str, what: str, now: str) -> Say:
    """A sentence for an event: see :meth:`hexbench.engine.seat.Seat.wording`."""
    if kind == "UnitPlaced" and what.startswith("raster"):
        return say("{unit} was placed in the raster.")
    if kind == "UnitChanged" and what == "isolated":
        if now == "0":
            return say("{unit} is no longer isolated.")
        n = int(now)
        return counted(
            n,
            say("{unit} has been isolated for 1 turn.", n=1),
            say("{unit} has been isolated for {n} turns.", n=n),
        )
    if kind == "StepLost" and now == "0":
        return say("{unit} has no strength left.")
    if kind == "StepLost":
        return say("{unit} is down to a strength of {n}.", n=int(now))
    if kind == "StepRegained":
        return say("{unit} is back up to a strength of {n}.", n=int(now))
    if kind == "MarkerChanged" and what == "bridge":
        return (
            say("The bridge at {hex} is destroyed.") if now else say("The bridge at {hex} is intact again.")
        )
    return _WORDS.get((kind, what, now), Say(""))
