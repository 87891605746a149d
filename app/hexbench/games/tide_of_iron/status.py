"""The Status Phase (C.7): cards, tokens and conditions, op fire, transfers, reinforcements, the round marker."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from hexbench.engine.events import PhaseBegan
from hexbench.engine.state import Script
from hexbench.engine.values import say
from hexbench.games.tide_of_iron import concealment, harm, status_transfer
from hexbench.games.tide_of_iron.asking import in_order
from hexbench.games.tide_of_iron.hands import TiPlay
from hexbench.games.tide_of_iron.officers import leads
from hexbench.games.tide_of_iron.readiness import SetOpFire
from hexbench.games.tide_of_iron.setup_deploy import reveal
from hexbench.games.tide_of_iron.status_draw import DrawCard, stocked
from hexbench.games.tide_of_iron.status_reinforce import arrive
from hexbench.games.tide_of_iron.status_transfer import Transfer

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.hands import Position
    from hexbench.games.tide_of_iron.rules import TiRules


def draw(play: TiPlay, step: StatusPhase) -> None:
    """D1, TI-STA-01: one card for each player who has a card left to draw."""
    play.tell(PhaseBegan("status", None, say("Status Phase of round {n}", n=play.round)))
    play.push(*(DrawCard(who=side) for side in in_order(play) if stocked(play, side)))


# ---- 2: what is taken off --------------------------------------------------------------------------------------------
def remove(play: TiPlay, step: StatusPhase) -> None:
    """D2: activation tokens, conditions, smoke, and what cards leave behind."""
    clear_tokens(play)
    recover(play)
    clear_smoke(play)
    _cards().expire(play)
    reveal(play)


def _cards() -> ModuleType:
    """The chapter of the cards, which itself asks about phases."""
    from hexbench.games.tide_of_iron import cards

    return cards


def clear_tokens(play: TiPlay) -> None:
    """TI-STA-04: every unit becomes fresh, also those in vehicles."""
    for uid, unit in tuple(play.units.items()):
        if unit.fired_at:
            play.put(uid, fired_at=())
        harm.set_token(play, uid, "")


def recover(play: TiPlay) -> None:
    """TI-STA-05 to TI-STA-08: pinned squads recover, disrupted ones become pinned or, beside an officer, recover.

    All at once: an officer whose squad recovers now has led nobody so far, where that matters (B-CON-1).
    """
    beside = {uid for uid, unit in play.units.items() if unit.condition and led(play.rules, play, uid)}
    for uid, unit in tuple(play.units.items()):
        if unit.condition == "pinned" or (unit.condition == "disrupted" and uid in beside):
            harm.set_condition(play, uid, "")
        elif unit.condition == "disrupted":
            harm.set_condition(play, uid, "pinned")


def led(rules: TiRules, play: Position, uid: str) -> bool:
    """Whether an officer of its side is in the hex of a squad, on his own base or another's, but not in a vehicle
    (TI-STA-07, B-CON-1).
    """
    unit = play.units[uid]
    return unit.on_map and any(
        u.at == unit.at and u.side == unit.side and leads(rules, u) for u in play.units.values()
    )


def clear_smoke(play: TiPlay) -> None:
    """TI-STA-09, TI-SMK-09."""
    for hex_, works in tuple(play.works.items()):
        if works.smoke:
            harm.set_works(play, hex_, replace(works, smoke=False))


# ---- 3 to 5 ----------------------------------------------------------------------------------------------------------
def op_fire(play: TiPlay, step: StatusPhase) -> None:
    """D3, TI-STA-10."""
    play.push(*(SetOpFire(who=side) for side in in_order(play)))


def transfer(play: TiPlay, step: StatusPhase) -> None:
    """D4: whoever has squads standing together is asked."""
    play.push(*(Transfer(who=side) for side in in_order(play) if status_transfer.able(play, side)))


def reinforcements(play: TiPlay, step: StatusPhase) -> None:
    """D5, TI-RIF-01."""
    arrive(play)


def close(play: TiPlay, step: StatusPhase) -> None:
    """D6: concealed squads beside enemies are revealed as the phase closes (TI-CNC-08)."""
    if any(unit.concealed for unit in play.units.values()):
        concealment.close_status(play)


class StatusPhase(Script, frozen=True, kw_only=True):
    """TI-SEQ-13: the steps; the round marker is advanced by the campaign."""

    phase: ClassVar[str] = "status"
    stages: ClassVar[tuple[Callable[[TiPlay, StatusPhase], None], ...]] = (
        draw,
        remove,
        op_fire,
        transfer,
        reinforcements,
        close,
    )
