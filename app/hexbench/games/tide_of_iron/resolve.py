"""Dice on the table: what all kinds of attack have in common once they are thrown (B-DICE-1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.events import DiceRolled, Noted
from hexbench.engine.values import say
from hexbench.games.tide_of_iron import casualties
from hexbench.games.tide_of_iron.pieces import NONE

if TYPE_CHECKING:
    from hexbench.engine.forecast import Pool
    from hexbench.engine.values import Say
    from hexbench.games.tide_of_iron.seat import TiPlay
    from hexbench.games.tide_of_iron.volley import Facing

Hits = tuple[tuple[str, int], ...]
"""(unit, hits on it), in stacking order."""


def throw(play: TiPlay, pool: Pool, why: Say, rule: str, of: str = "") -> int:
    """Roll a pool of dice of side ``of`` (empty: of who acts) and count its successes; all see the dice."""
    if not pool.dice:
        return 0
    faces = tuple(play.number(why, pool.faces) for _ in range(pool.dice))
    play.tell(DiceRolled(why, faces, rule, of))
    found = pool.count(faces)
    if found > replace(pool, mended=0).count(faces):
        play.tell(Noted("TI-ABL-24", say("Thick armour turns one defence die that failed into a 6.")))
    return found


def against(play: TiPlay, successes: int, facing: Sequence[Facing]) -> Hits:
    """Every unit rolls its own red dice, one after the other (TI-AREA-04, TI-ATK-13, TI-ATK-14)."""
    out = []
    for one in facing:
        unit = play.units[one.unit]
        saved = throw(
            play, one.red, say("{unit} defends", unit=play.rules.title(unit)), "TI-ATK-13", unit.side
        )
        out.append((one.unit, max(0, successes - saved)))
    return tuple(out)


def cut_wire(play: TiPlay, hex_: str, successes: int) -> None:
    """Enough successes of an area attack, before red dice, clear razor wire (TI-FORT-13, TI-AREA-06, B-AREA-6)."""
    works = play.works.get(hex_, NONE)
    if works.razor_wire and successes >= play.rules.tables.wire_cleared_by:
        casualties.set_works(play, hex_, replace(works, razor_wire=False))
        play.tell(Noted("TI-FORT-13", say("The razor wire in {hex} is torn up.", hex=hex_), (hex_,)))
