"""The duty to attack every strong enemy next to an attacker, and what releases it (TG-ATK-05..12, AMB-93)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.events import Noted
from hexbench.engine.values import Reason, say
from hexbench.games.tigers import zoc
from hexbench.games.tigers.fighters import fighting, gaps, target
from hexbench.games.tigers.ground import river
from hexbench.games.tigers.pieces import FOE

if TYPE_CHECKING:
    from hexbench.games.tigers.board import TgBoard
    from hexbench.games.tigers.hands import Position, TgPlay
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.works import Attack


def strong(rules: TgRules, s: Position, board: TgBoard, side: str, at: str, start: str) -> bool:
    """Whether the enemies of ``side`` in ``at`` oblige attackers in ``start`` (TG-ATK-07, TG-ATK-08).

    Option ``forest_panzers_oblige``: an undisrupted division does so even where the forest weakens its zone (AMB-116).
    """
    units = fighting(s, board, FOE[side], at)
    if not units:
        return False
    if zoc.strength(rules, s, board, at, start) == "Strong":
        return True
    return rules.options.forest_panzers_oblige and any(
        s.roster[u].size == "div" and not s.units[u].disrupted for u in units
    )


def obliges(
    rules: TgRules, s: Position, board: TgBoard, side: str, start: str, hexes: Sequence[str], at: str
) -> bool:
    """Whether attackers in ``start`` that attack ``hexes`` make it a duty to attack ``at`` too.

    A strong enemy over a river does not oblige while all the hexes they attack are on their own side of it (TG-ATK-06,
    TG-ATK-09).
    """
    if (
        at in hexes
        or at not in rules.atlas.near.get(start, ())
        or not strong(rules, s, board, side, at, start)
    ):
        return False
    return not river(rules, start, at) or any(river(rules, start, one) for one in hexes)


def needed(rules: TgRules, s: Position, board: TgBoard, side: str, attack: Attack) -> dict[str, str]:
    """Hex that must be attacked too -> the attacker because of which, the river test made attacker by attacker."""
    out: dict[str, str] = {}
    for uid in attack.attackers:
        unit = s.units[uid]
        if unit.on_map:
            for at in rules.atlas.near[unit.at]:
                if at not in out and obliges(rules, s, board, side, unit.at, attack.targets, at):
                    out[at] = uid
    return out


def unmet(
    rules: TgRules,
    s: Position,
    board: TgBoard,
    side: str,
    plans: Sequence[Attack],
) -> Iterator[Reason]:
    """Every hex that ``plans`` oblige to attack and that none of them attacks (TG-ATK-10)."""
    attacked = {at for plan in plans for at in plan.targets}
    told: set[str] = set()
    for plan in plans:
        for at, uid in needed(rules, s, board, side, plan).items():
            if at in attacked or at in told:
                continue
            told.add(at)
            text = say(
                "{unit} attacks and is next to {hex}, whose strong zone obliges to attack it too.",
                unit=rules.title(s.roster[uid]),
                hex=at,
            )
            yield Reason("TG-ATK-07", text, (at, s.units[uid].at))


def still_needs(rules: TgRules, s: Position, board: TgBoard, side: str, attack: Attack) -> tuple[str, ...]:
    """What an attack still obliges to: of its needs those that are strong, next to it and occupied (AMB-93)."""
    now = needed(rules, s, board, side, attack)
    return tuple(at for at in attack.needs if at in now)


def bound(rules: TgRules, s: Position, board: TgBoard, side: str, attack: Attack) -> bool:
    """Whether an attack may not be called off, since one already resolved requires it (TG-ATK-11)."""
    others = {at for other in s.attacks if other != attack for at in other.targets}
    return any(
        at in attack.targets and at not in others
        for done in s.fought
        for at in still_needs(rules, s, board, side, done)
    )


def alive(rules: TgRules, s: Position, board: TgBoard, side: str, attack: Attack) -> Attack | None:
    """An attack with those of its units and hexes that are left; None when it has lost either. Who needs a bridge and has
    it no more is out (TG-BRG-06).
    """
    hexes = tuple(at for at in attack.targets if target(s, board, side, at))
    attackers = tuple(u for u in attack.attackers if s.units[u].on_map and not s.units[u].disrupted)
    stuck = {u for found in gaps(rules, s, attackers, hexes).values() for u in found}
    attackers = tuple(u for u in attackers if u not in stuck)
    if not attackers or not hexes:
        return None
    return replace(attack, attackers=attackers, targets=hexes)


def settle(play: TgPlay, side: str) -> None:
    """Take off every attack that has lost its attackers or its hexes, and then, to a fixed point, every one that needed an
    attack which is not made any more; units of such attacks have not attacked (AMB-93).
    """
    left: list[Attack] = []
    for attack in play.attacks:
        now = alive(play.rules, play, play.board, side, attack)
        if now is None:
            hexes = ", ".join(attack.targets)
            play.tell(Noted("AMB-93", say("The attack on {hexes} is void.", hexes=hexes), attack.targets))
        else:
            left.append(now)
    while True:
        made = {at for attack in (*left, *play.fought) for at in attack.targets}
        short = next(
            (
                (attack, at)
                for attack in left
                for at in still_needs(play.rules, play, play.board, side, attack)
                if at not in made
            ),
            None,
        )
        if short is None:
            break
        attack, at = short
        left.remove(attack)
        text = say(
            "The attack on {hexes} is called off: {hex} would have to be attacked too.",
            hexes=", ".join(attack.targets),
            hex=at,
        )
        play.tell(Noted("AMB-93", text, attack.targets))
    if tuple(left) != play.attacks:
        play.set(attacks=tuple(left))
