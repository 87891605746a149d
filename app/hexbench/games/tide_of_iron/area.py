"""Area attacks by card (TI-CARD-13, TI-CARD-14, TI-AREA): everybody in the hex, friend and foe, each with its own dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.events import Declared
from hexbench.engine.forecast import Forecast, Tally, Term
from hexbench.engine.state import Script
from hexbench.engine.values import say
from hexbench.games.tide_of_iron import losses, resolve
from hexbench.games.tide_of_iron.decks import Mode
from hexbench.games.tide_of_iron.pieces import Side
from hexbench.games.tide_of_iron.strength import Scene, scene
from hexbench.games.tide_of_iron.volley import Volley, area_targets, black_pool, faced, foresee

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat


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
    """Push an area attack of ``dice`` black dice on a hex. A step below that has a field ``blacks`` learns the successes."""
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
    """Push an area attack on every neighbour, in the order of directions, each with its own dice (TI-CARD-14, B-CARD-3)."""
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
    black = resolve.throw(play, one.black, say("Area attack on {hex}", hex=step.hex), step.rule)
    resolve.cut_wire(play, step.hex, black)
    play.swap(blacks=black, hits=resolve.against(play, black, one.facing))


def take_effect(play: TiPlay, step: Strike) -> None:
    """Unit by unit (TI-AREA-04)."""
    if step.hits:
        (uid, hits), *rest = step.hits
        play.swap(hits=tuple(rest), at=step.at - 1)
        losses.suffer(play, uid, step.mode, hits)


def report(play: TiPlay, step: Strike) -> None:
    """Cards may ask how many black dice succeeded."""
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
    """Whether the step below learns the successes: a blast's do not."""
    blacks: int = 0
    hits: resolve.Hits = ()
    stages: ClassVar = (_fall_of_shot, take_effect, report)
