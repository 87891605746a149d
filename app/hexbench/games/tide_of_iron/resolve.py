"""Dice: what all kinds of attack share once the dice are rolled (B-DICE-1), and area attacks by card (TI-CARD-13, TI-CARD-14,
TI-AREA) on every unit in the hex, friend and foe, each with its own dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from hexbench.engine.events import Declared, DiceRolled, Noted
from hexbench.engine.forecast import Forecast, Tally, Term
from hexbench.engine.state import Script
from hexbench.engine.values import say
from hexbench.games.tide_of_iron import casualties, losses
from hexbench.games.tide_of_iron.decks import Mode
from hexbench.games.tide_of_iron.pieces import NONE, Side
from hexbench.games.tide_of_iron.strength import Scene, scene
from hexbench.games.tide_of_iron.volley import Volley, area_targets, black_pool, faced, foresee

if TYPE_CHECKING:
    from hexbench.engine.forecast import Pool
    from hexbench.engine.values import Say
    from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat
    from hexbench.games.tide_of_iron.volley import Facing


Hits = tuple[tuple[str, int], ...]
"""(unit, hits on it), in stacking order."""


def throw(play: TiPlay, pool: Pool, why: Say, rule: str, of: str = "") -> int:
    """Roll a pool of dice of side ``of`` (empty: the acting side), announce them and count the successes."""
    if not pool.dice:
        return 0
    faces = tuple(play.number(why, pool.faces) for _ in range(pool.dice))
    play.tell(DiceRolled(why, faces, rule, of))
    found = pool.count(faces)
    if found > replace(pool, mended=0).count(faces):
        play.tell(Noted("TI-ABL-24", say("Thick armour turns one failed defence die into a 6.")))
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
    """Clear razor wire if an area attack had enough black successes (TI-FORT-13, TI-AREA-06, B-AREA-6)."""
    works = play.works.get(hex_, NONE)
    if works.razor_wire and successes >= play.rules.tables.wire_cleared_by:
        casualties.set_works(play, hex_, replace(works, razor_wire=False))
        play.tell(Noted("TI-FORT-13", say("The razor wire in {hex} is destroyed.", hex=hex_), (hex_,)))


def strike(
    play: TiPlay,
    *,
    who: Side,
    hex: str,  # noqa: A002 - a hex is called hex
    dice: int,
    mode: Mode,
    success: tuple[int, ...],
    rule: str,
) -> None:
    """Push an area attack of ``dice`` black dice on a hex. Its successes are set on the step below if that has ``blacks``."""
    play.push(Strike(who=who, hex=hex, dice=dice, mode=mode, success=success, rule=rule))


def blast(
    play: TiPlay,
    *,
    who: Side,
    hex: str,  # noqa: A002 - a hex is called hex
    dice: int,
    mode: Mode,
    success: tuple[int, ...],
    rule: str,
) -> None:
    """Push an area attack on every adjacent hex, in order of direction, each with its own dice (TI-CARD-14, B-CARD-3)."""
    play.push(
        *(
            Strike(who=who, hex=at, dice=dice, mode=mode, success=success, rule=rule, reports=False)
            for at in play.rules.atlas.near[hex]
        )
    )


def struck(sc: Scene, hex_: str, dice: int, mode: Mode, success: tuple[int, ...]) -> Volley:
    """The dice of an area attack by card."""
    strength = Tally(say=say("Attack strength"), terms=(Term(say=say("By card"), amount=dice),))
    return Volley(mode, "area", strength, black_pool(dice, success), faced(sc, area_targets(sc, hex_), mode))


def foretell(reader: TiSeat, hex_: str, dice: int, mode: Mode, success: tuple[int, ...]) -> Forecast:
    """The odds of an area attack by card on a hex as this seat sees it."""
    return foresee(scene(reader), struck(scene(reader), hex_, dice, mode, success))


def _fall_of_shot(play: TiPlay, step: Strike) -> None:
    """All black dice, then the red ones unit by unit (B-AREA-1, B-DICE-1)."""
    one = struck(scene(play), step.hex, step.dice, step.mode, step.success)
    play.tell(Declared("area", (), step.hex))
    black = throw(play, one.black, say("Area attack on {hex}", hex=step.hex), step.rule)
    cut_wire(play, step.hex, black)
    play.swap(blacks=black, hits=against(play, black, one.facing))


def take_effect(play: TiPlay, step: Strike) -> None:
    """Unit by unit (TI-AREA-04)."""
    if step.hits:
        (uid, hits), *rest = step.hits
        play.swap(hits=tuple(rest), at=step.at - 1)
        losses.suffer(play, uid, step.mode, hits)


def report(play: TiPlay, step: Strike) -> None:
    """Tell the step below the black successes, which card ops may use."""
    play.pop()
    if step.reports and play.stack and "blacks" in type(play.top).__struct_fields__:
        play.swap(blacks=step.blacks)


class Strike(Script, frozen=True, kw_only=True):
    """One area attack by card."""

    who: Side
    hex: str
    dice: int
    mode: Mode
    success: tuple[int, ...]
    rule: str
    reports: bool = True
    """Whether the successes are set on the step below; not for a blast."""
    blacks: int = 0
    hits: Hits = ()
    stages: ClassVar = (_fall_of_shot, take_effect, report)
