"""The effects of cards in force and of the scenario's operations cards (TI-SET-06, M-06) on firepower, movement, cover and
so on. All calculations ask here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, TypeVar

from msgspec.structs import replace

from hexbench.engine.events import DiceRolled, FactChanged, Noted
from hexbench.engine.values import counted, say
from hexbench.games.tide_of_iron.decks import (
    Effect,
    FogRoll,
    Forbid,
    Limit,
    Modify,
    Operation,
    Setup,
    Standing,
    Stat,
    TerrainOverride,
)
from hexbench.games.tide_of_iron.pieces import SIDES

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import Position, TiPlay
    from hexbench.games.tide_of_iron.state import TideOfIron
    from hexbench.games.tide_of_iron.tables import Ground


__all__ = ["Effect"]

_ENDS = {"attack": "next_attack_this_round", "activation": "next_activation_this_round"}


def lasting(rules: TiRules, card: str) -> tuple[Modify, ...]:
    """The modifications a card makes while it is in force (TI-CARD-01), for everything their filters match."""
    printed = rules.card(card)
    if printed.trigger:
        return ()
    return tuple(
        op for op in printed.ops if isinstance(op, Modify) and op.duration == "card" and not op.filter.count
    )


def lacking(rules: TiRules, s: Position) -> Iterator[Effect]:
    """The modifications that cards in force should make but that are missing from the position."""
    left = list(s.effects)
    for side, cards in s.in_play.items():
        for held in cards:
            if held.waiting or not rules.deck_of(held.card):
                continue
            for op in lasting(rules, held.card):
                found = next(
                    (
                        e
                        for e in left
                        if (e.card, e.side, e.change.stat) == (held.card, side, op.stat)
                        and e.change.target_class == op.target_class
                    ),
                    None,
                )
                if found is None:
                    yield Effect(card=held.card, side=side, change=op)
                else:
                    left.remove(found)


def completed(rules: TiRules, state: TideOfIron) -> TideOfIron:
    """The position with the missing modifications of its cards in force added."""
    more = tuple(lacking(rules, state))
    return replace(state, effects=(*state.effects, *more)) if more else state


def fpr_bonus(s: Position, uid: str, cls: str) -> tuple[tuple[int, str], ...]:
    """(amount, card) for each FPR bonus of a unit against ``cls``, "inf" or "veh", before any halving (B-FPR-1)."""
    return tuple(
        (e.change.delta, e.card)
        for e in s.effects
        if e.change.stat == "fpr" and e.change.target_class in ("", cls) and uid in e.units
    )


def mp_delta(rules: TiRules, s: Position, uid: str) -> int:
    """The change to a unit's movement, in MP, from strategy and operations cards."""
    unit = s.units[uid]
    by_cards = sum(e.change.delta for e in s.effects if e.change.stat == "mp" and uid in e.units)
    return by_cards + sum(
        op.delta
        for op in changes(rules, s, unit.side, "mp")
        if describes(rules, unit, op.filter.kind, op.filter.weight)
    )


def describes(rules: TiRules, unit: Unit, kind: str, weight: str) -> bool:
    """Whether a unit has a kind ("squad", "vehicle") and a weight ("light", "heavy"); empty strings match any."""
    if kind and unit.squad != (kind == "squad"):
        return False
    return not weight or (not unit.squad and rules.vehicle(unit).weight == weight)


def cover_vs_suppressive(s: Position, rules: TiRules, uid: str) -> int:
    """Cover that cards add against suppressive attacks."""
    return sum(by for by, _ in cover_parts(s, uid))


def cover_parts(s: Position, uid: str) -> Iterator[tuple[int, str]]:
    """(cover, card that gives it) for each bonus against suppressive attacks."""
    for e in s.effects:
        if e.change.stat == "cover_vs_suppressive" and (
            uid in e.units or (not e.units and _holds(s, e, uid))
        ):
            yield e.change.delta, e.card


def _holds(s: Position, effect: Effect, uid: str) -> bool:
    """Whether a lasting modification applies to a unit."""
    unit, asked = s.units[uid], effect.change.filter
    if (unit.side == effect.side) != (asked.side == "own") or (
        asked.kind and unit.squad != (asked.kind == "squad")
    ):
        return False
    return asked.hex != "objective" or any(o.hex == unit.at for o in s.mission.objectives)


def veh_base_range(s: Position, uid: str) -> int | None:
    """The range against vehicles that a card gives a squad instead of its figures' own; None if no card does."""
    found = [
        e.change.set
        for e in s.effects
        if e.change.stat == "veh_base_range" and uid in e.units and e.change.set
    ]
    return max(found, default=None)


def contact_number(rules: TiRules, s: Position, side: str, card: str, x: int) -> int:
    """What a die must reach for contact (TI-CARD-02), after the cards that make it easier."""
    return _changed(rules, s, side, card, "contact_number", x)


def drift_number(rules: TiRules, s: Position, side: str, card: str, number: int) -> int:
    """What the black die must reach (TI-CARD-09), after the cards that make it easier."""
    return _changed(rules, s, side, card, "drift_number", number)


def _changed(rules: TiRules, s: Position, side: str, card: str, stat: Stat, number: int) -> int:
    deck = rules.deck_of(card)
    ops = [e.change for e in s.effects if e.side == side and e.change.stat == stat]
    for op in (*ops, *changes(rules, s, side, stat)):
        if op.filter.deck in ("", deck):
            number = max(min(number, op.minimum), number + op.delta) if op.minimum else number + op.delta
    return number


def spent(play: TiPlay, uid: str, what: Literal["attack", "activation"]) -> None:
    """End the modifications that lasted only until the unit's next attack or activation."""
    until = _ENDS[what]
    if any(e.change.duration == until and uid in e.units for e in play.effects):
        left = tuple(e for e in play.effects if not (e.change.duration == until and uid in e.units))
        over = next(e for e in play.effects if e not in left)
        play.set(effects=left)
        play.tell(Noted("M-05", say("The effect of {card} ends.", card=play.rules.card(over.card).title)))


T = TypeVar("T", bound=Standing)


def dealt(rules: TiRules, s: Position, side: str) -> tuple[Operation, ...]:
    """The operations cards that bind a side, its own first, regardless of the round."""
    kept: dict[str, tuple[Operation, ...]] | None = None
    known = rules.memo.get("operations")
    if known is not None and known[0] is s.mission:
        kept = known[1]
    if kept is None:
        kept = {who: tuple(_dealt(rules, s, who)) for who in SIDES}
        rules.memo["operations"] = (s.mission, kept, {})
    return kept[side]


def _dealt(rules: TiRules, s: Position, side: str) -> Iterator[Operation]:
    seen: set[str] = set()
    for owner in (side, *(x for x in SIDES if x != side)):
        force = s.mission.forces.get(owner)
        for key in force.operations if force else ():
            card = rules.operation(key)
            if key not in seen and (owner == side or card.affects == "both"):
                seen.add(key)
                yield card


def in_force(rules: TiRules, s: Position, side: str, kind: type[T]) -> Iterator[tuple[T, Operation]]:
    """(op, its card) for every standing op of a kind that binds a side in this round."""
    for card in dealt(rules, s, side):
        if not card.rounds or s.round in card.rounds:
            for op in card.ops:
                if isinstance(op, kind):
                    yield op, card


def changes(rules: TiRules, s: Position, side: str, stat: Stat) -> tuple[Modify, ...]:
    """The standing changes of a number for a side."""
    cards = dealt(rules, s, side)
    if not cards:
        return ()
    known: dict[tuple[str, Stat, int], tuple[Modify, ...]] = rules.memo["operations"][2]
    key = (side, stat, s.round)
    found = known.get(key)
    if found is None:
        found = known[key] = tuple(op for op, _ in in_force(rules, s, side, Modify) if op.stat == stat)
    return found


def terrain(rules: TiRules, s: Position, key: str) -> Ground:
    """A kind of terrain with the changes of operations cards."""
    ground = rules.tables.terrain[key]
    for side in SIDES:
        for op, _ in in_force(rules, s, side, TerrainOverride):
            if op.terrain == key:
                return replace(
                    ground,
                    squad=ground.squad if op.squad is None else op.squad,
                    vehicle=ground.vehicle if op.vehicle is None else op.vehicle,
                )
    return ground


def forbids(rules: TiRules, s: Position, action: str, side: str = "") -> str | None:
    """The title of the card that forbids an action to a side (or, with no side, to anybody), or None."""
    for who in (side,) if side else SIDES:
        for op, card in in_force(rules, s, who, Forbid):
            if op.action == action:
                return card.title
    return None


def allows(rules: TiRules, s: Position, side: str, what: str) -> bool:
    """Whether a card allows a side something during set-up: "start squads inside entrenchments/pillboxes"."""
    return any(op.allow == what for op, _ in in_force(rules, s, side, Setup))


def start_of_action_phase(play: TiPlay) -> None:
    """Determine visibility for this phase: fixed limits, and the roll for fog (A0, TI-SET-06)."""
    found: list[int] = []
    done: set[str] = set()
    for side in SIDES:
        for limit, card in in_force(play.rules, play, side, Limit):
            if card.id not in done:
                done.add(card.id)
                found.append(limit.value)
        for roll, card in in_force(play.rules, play, side, FogRoll):
            if card.id not in done:
                done.add(card.id)
                fell = play.number(card.title, 6)
                play.tell(DiceRolled(say("{card}", card=card.title), (fell,), "M-06"))
                value = roll.table.get(str(fell), "none")
                if value != "none":
                    found.append(value)
    now = min(found, default=0)
    if now != play.sight_limit:
        play.set(sight_limit=now)
        text = (
            counted(
                now,
                say("Visibility is limited to 1 hex."),
                say("Visibility is limited to {n} hexes.", n=now),
            )
            if now
            else say("Visibility is unlimited.")
        )
        play.tell(FactChanged("sight_limit", str(now), text))
