"""How many units a hex holds (TG-STK-01..04). When the limit is tested is a matter of the sequence (TG-STK-06)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.engine.values import Reason, say
from hexbench.games.tigers.pieces import PARENT, PEIPER, SKORZENY, SS_TIGERS, VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import Position

PLACES: Final = 2
"""TG-STK-01."""
TANKS: Final = 1
"""TG-STK-03."""
EXTRA: Final = 1
"""TG-STK-02."""
COMMANDS: Final = 3
"""Combat commands that count as a division (TG-STK-04)."""


class Load(NamedTuple):
    """What units in one hex take up."""

    places: int
    """Divisions, brigades, and combat commands by three or part of three (AMB-91, AMB-113)."""
    tanks: int
    """Those of them that are armor or panzers."""
    extra: int
    """Tiger battalions and Skorzeny; the two that go with Peiper are one while he is there (AMB-90)."""


def load(s: Position, uids: Collection[str]) -> Load:
    """What these units take up together; von der Heydte takes up nothing (AMB-82)."""
    here = frozenset(uids) - {VDH}
    commands = sum(s.roster[u].size == "cc" for u in here)
    blocks = -(-commands // COMMANDS)
    extra = sum(s.roster[u].size == "bn" for u in here)
    if here >= {PEIPER, SS_TIGERS, SKORZENY}:
        extra -= 1
    main = [u for u in here if s.roster[u].size in ("div", "bde", "kg")]
    places, tanks = len(main), sum(s.roster[u].pure for u in main)
    if here >= {PEIPER, PARENT}:
        places, tanks = places - 1, tanks - 1
    return Load(places + blocks, tanks + blocks, extra)


def fits(s: Position, uids: Collection[str]) -> bool:
    """Whether a hex may hold these units."""
    return not any(faults(s, uids))


def faults(s: Position, uids: Collection[str], at: str = "") -> Iterator[Reason]:
    """Every limit these units break together."""
    found, where = load(s, uids), (at,) if at else ()
    if found.places > PLACES:
        yield Reason(
            "TG-STK-01",
            say("A hex holds {most} divisions or brigades, not {n}.", most=PLACES, n=found.places),
            where,
        )
    if found.tanks > TANKS:
        yield Reason("TG-STK-03", say("Only one of the two may be armor or panzers."), where)
    if found.extra > EXTRA:
        yield Reason("TG-STK-02", say("Only one Tiger battalion or Skorzeny may be added."), where)
