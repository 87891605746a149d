"""After the retreats of one combat: who may advance, who recovers, which bridges are lost, whether Peiper goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.events import Noted
from hexbench.engine.values import say
from hexbench.games.tigers import casualties, peiper, supply
from hexbench.games.tigers.advance import Advance, Lane
from hexbench.games.tigers.fighters import fighting
from hexbench.games.tigers.odds import DUMP
from hexbench.games.tigers.pieces import FOE, PEIPER

if TYPE_CHECKING:
    from hexbench.games.tigers.battle import Battle
    from hexbench.games.tigers.seat import TgPlay

_SECOND_HEX: Final = ("D2", "D3", "DE")
"""TG-ADV-03."""
_LENGTHENED: Final[dict[str, int]] = {"D": 0, "D/AE": 0, "D1": 1, "D2": 2, "D3": 3}
"""The printed length a retreat is measured from (TG-CRT-09, AMB-22)."""
DUMP_FALLS: Final = ("D1", "D2", "D3", "DE")
"""Results that take the dump when it stands alone (AMB-78)."""


def advance_after(play: TgPlay, step: Battle) -> Advance | None:
    """The question of the advance; None when nobody gave way and nobody is pinned."""
    units = tuple(u for u in step.attack.attackers if play.units[u].on_map and not play.units[u].disrupted)
    lanes = tuple(_lanes(play, step))
    open_ = {lane.hex for lane in lanes}
    pinned = tuple(at for at in step.attack.targets if at not in open_ and _pinned(play, step, at))
    if not units or not (lanes or pinned):
        return None
    return Advance(
        who=step.side,
        units=units,
        attackers=step.attack.attackers,
        lanes=lanes,
        owed=step.worth(tuple(open_)),
        pinned=pinned,
        contain=step.worth(pinned),
        group=_group(play, step),
    )


def _group(play: TgPlay, step: Battle) -> tuple[str, ...]:
    """KG Peiper and those attached to it, if it took part (TG-KGP-01)."""
    if PEIPER not in step.attack.attackers:
        return ()
    return tuple(u for u in peiper.group(play, play.board) if u in step.attack.attackers)


def _lanes(play: TgPlay, step: Battle) -> Iterator[Lane]:
    """The hexes that were given up, each with the length of an advance through it (TG-ADV-01, TG-ADV-03, TG-ADV-06)."""
    codes, lengths, extras, fates = dict(step.codes), dict(step.forced), dict(step.added), dict(step.fates)
    for at in step.attack.targets:
        here = [guard for guard in step.guards if guard.hex == at]
        if fighting(play, play.board, FOE[step.side], at) or not here:
            continue
        if here[0].unit == DUMP and fates[DUMP] not in DUMP_FALLS:
            continue
        elite = any(step.reads(guard) for guard in here)
        code = "DE" if all(fates[guard.unit] == "DE" for guard in here) else codes[elite]
        beyond = 0
        if code in _LENGTHENED:
            gone = lengths.get(elite, 0) + extras.get(elite, 0)
            beyond = max(0, gone - _LENGTHENED[code])
        base = 0 if code in ("D", "D/AE") else 1
        yield Lane(at, base + beyond, (2 if code in _SECOND_HEX else base) + beyond)


def _pinned(play: TgPlay, step: Battle, at: str) -> bool:
    """TG-ADV-08: whether defenders of a hex were left there by a length of 0 that pins."""
    codes, lengths, fates = dict(step.codes), dict(step.forced), dict(step.fates)
    return any(
        guard.hex == at
        and guard.unit != DUMP
        and play.units[guard.unit].at == at
        and fates[guard.unit] in ("D1", "D2", "D3")
        and lengths.get(step.reads(guard)) == 0
        and step.pins(play, codes[step.reads(guard)])
        for guard in step.guards
    )


def recover_survivors(play: TgPlay, step: Battle) -> None:
    """TG-DIS-09, AMB-07: who was denied recovery as a target and survived a "-" or AE recovers, if supplied."""
    fates = dict(step.fates)
    for guard in step.guards:
        if guard.unit == DUMP or fates[guard.unit] not in ("-", "AE"):
            continue
        unit = play.units[guard.unit]
        if unit.skipped and unit.on_map and supply.supplied(play.rules, play, play.board, guard.unit):
            casualties.recover(play, guard.unit)
            play.put(guard.unit, skipped=False)


def blow_bridges(play: TgPlay, step: Battle) -> None:
    """TG-BRG-07, AMB-61: a result worse than D for the attacker destroys the bridges of the attack."""
    order = play.rules.tables.results.severity
    if not step.codes or order.index(step.code) <= order.index("D"):
        return
    for side in step.attack.bridged:
        bridge = play.bridges.get(side)
        if bridge is not None and bridge.intact:
            text = say("The engineer bridge at {side} is destroyed.", side=side)
            play.tell(Noted("TG-BRG-07", text, tuple(side.split("/"))))
            casualties.blow_bridge(play, side)


def peiper_next(play: TgPlay, step: Battle) -> None:
    """TG-KGP-03, TG-KGP-04: after a combat KG Peiper may go on, unless the result stopped it."""
    if PEIPER in step.attack.attackers:
        peiper.after_combat(play, step.attack.attackers, step.code)
