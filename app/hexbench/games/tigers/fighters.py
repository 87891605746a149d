"""Which units may attack which hexes, hexside by hexside: everything about a ground attack before any die
(TG-ATK, TG-BRG-04).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from hexbench.atlas.atlas import side_name
from hexbench.engine.values import Reason, say
from hexbench.games.tigers import dump, zoc
from hexbench.games.tigers.ground import bridged, river
from hexbench.games.tigers.pieces import FOE, GERMAN, PEIPER, SKORZENY

if TYPE_CHECKING:
    from hexbench.games.tigers.pieces import Printed
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard


# ---- which units are where -------------------------------------------------------------------------------------------
def fighting(s: Position, board: TgBoard, side: str, at: str) -> tuple[str, ...]:
    """The units of ``side`` in a hex that take part in combat: all but von der Heydte (AMB-82)."""
    return zoc.stands(s, board, side).get(at, ())


def target(s: Position, board: TgBoard, side: str, at: str) -> bool:
    """Whether there is something in a hex for ``side`` to attack."""
    return at in zoc.stands(s, board, FOE[side]) or (side == GERMAN and dump.stands(s, board, at))


def skorzeny_alone(s: Position, board: TgBoard, side: str, at: str) -> bool:
    """Whether Skorzeny alone defends a hex against ``side``: he is removed before any die roll (TG-SPC-05,
    AMB-36).
    """
    return fighting(s, board, FOE[side], at) == (SKORZENY,)


def diced_for(s: Position, board: TgBoard, side: str, hexes: Sequence[str]) -> tuple[str, ...]:
    """The hexes of an attack that need a die roll: those not held by Skorzeny alone, or all of them if there
    is no other.
    """
    return tuple(at for at in hexes if not skorzeny_alone(s, board, side, at)) or tuple(hexes)


def homes(s: Position, units: Iterable[str]) -> tuple[str, ...]:
    """The hexes that units are in, each once."""
    return tuple(dict.fromkeys(s.units[u].at for u in units if s.units[u].on_map))


# ---- hexsides --------------------------------------------------------------------------------------------------------
def _needs_bridge(printed: Printed) -> bool:
    """Armor, panzers, panzer grenadiers, armored cavalry and Skorzeny can attack across a river only over a
    bridge (TG-BRG-04, AMB-119).
    """
    return printed.mech


def gaps(
    rules: TgRules, s: Position, units: Iterable[str], hexes: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Unbridged river hexside -> the units that need an engineer bridge to attack across it."""
    out: dict[str, list[str]] = {}
    for uid in units:
        here = s.units[uid].at
        if not _needs_bridge(s.roster[uid]):
            continue
        for at in hexes:
            if at in rules.atlas.near.get(here, ()) and river(rules, here, at) and not bridged(s, here, at):
                out.setdefault(side_name(here, at), []).append(uid)
    return {name: tuple(found) for name, found in out.items()}


# ---- which units may attack at all -----------------------------------------------------------------------------------
def unfit(rules: TgRules, s: Position, uid: str) -> Iterator[Reason]:
    """Why a unit may not attack in the current pass, wherever the enemy is."""
    unit, printed = s.units[uid], s.roster[uid]
    name = rules.title(printed)
    if not unit.on_map:
        yield Reason("TG-ATK-01", say("{unit} is not on the map.", unit=name))
        return
    if printed.type == "vdh":
        yield Reason(
            "TG-VDH-06", say("{unit} has no combat strength and cannot attack.", unit=name), unit.spot
        )
    if unit.disrupted:
        yield Reason("TG-ATK-04", say("{unit} is disrupted and cannot attack.", unit=name), unit.spot)
    if unit.bonus:
        text = say("{unit} has used its movement bonus and cannot attack.", unit=name)
        yield Reason("TG-ATK-13", text, unit.spot)
    if unit.road_mode and unit.moved:
        text = say("{unit} ended its move at road rate and cannot attack.", unit=name)
        yield Reason("TG-ATK-13", text, unit.spot)
    if s.round == 2 and unit.acted:
        text = say("{unit} moved or attacked in the first pass and cannot act in the second.", unit=name)
        yield Reason("AMB-96", text, unit.spot)
    elif unit.attacks:
        text = say("{unit} has already made its ground attack this turn.", unit=name)
        yield Reason("TG-KGP-02" if uid == PEIPER else "TG-ATK-02", text, unit.spot)


def out_of_touch(rules: TgRules, s: Position, units: Iterable[str], hexes: Iterable[str]) -> Iterator[Reason]:
    """AMB-92: every attacker must be next to every hex of its attack."""
    for uid in units:
        unit = s.units[uid]
        if not unit.on_map:
            continue
        for at in hexes:
            if at not in rules.atlas.near[unit.at]:
                text = say("{unit} is not adjacent to {hex}.", unit=rules.title(s.roster[uid]), hex=at)
                yield Reason("AMB-92", text, (unit.at, at))


def over_rivers(rules: TgRules, s: Position, units: Iterable[str], hexes: Sequence[str]) -> Iterator[Reason]:
    """TG-BRG-04: a unit that needs a bridge may attack across an unbridged river only if it has not moved."""
    for name, found in gaps(rules, s, units, hexes).items():
        for uid in found:
            if s.units[uid].moved:
                text = say(
                    "{unit} has moved and cannot attack across the unbridged river at {side}.",
                    unit=rules.title(s.roster[uid]),
                    side=name,
                )
                yield Reason("TG-BRG-04", text, tuple(name.split("/")))


def markers_short(rules: TgRules, s: Position, side: str, names: Iterable[str]) -> Iterator[Reason]:
    """TG-BRG-06: an engineer bridge must be available for every unbridged hexside that is attacked across."""
    wanted = tuple(dict.fromkeys(names))
    free = s.markers.get(side, 0)
    if len(wanted) > free:
        if len(wanted) == 1:
            text = say("An engineer bridge is needed, but none is available.")
        else:
            text = say("{n} engineer bridges are needed; available: {free}.", n=len(wanted), free=free)
        yield Reason("TG-BRG-06", text, tuple(at for name in wanted for at in name.split("/")))


def able(rules: TgRules, s: Position, board: TgBoard, side: str) -> tuple[str, ...]:
    """The units of ``side`` that may attack something now, in the order of battle."""
    near, foes = rules.atlas.near, zoc.stands(s, board, FOE[side])
    found = dict.fromkeys(h for at in foes for h in near[at])
    if side == GERMAN and dump.stands(s, board, s.dump):
        found |= dict.fromkeys(near[s.dump])
    return tuple(
        uid
        for uid, unit in s.units.items()
        if unit.side == side and unit.at in found and not any(unfit(rules, s, uid))
    )
