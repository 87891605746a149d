"""What cards in force do to fire power, movement, cover and the rest: everybody who reckons asks here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from hexbench.engine.events import Noted
from hexbench.engine.values import say
from hexbench.games.tide_of_iron import operations
from hexbench.games.tide_of_iron.decks import Effect, Modify, Stat

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import Position, TiPlay
    from hexbench.games.tide_of_iron.state import TideOfIron

__all__ = ["Effect"]

_ENDS = {"attack": "next_attack_this_round", "activation": "next_activation_this_round"}


def lasting(rules: TiRules, card: str) -> tuple[Modify, ...]:
    """The changes that a card makes as long as it is in force (TI-CARD-01), for whatever their filters describe."""
    printed = rules.card(card)
    if printed.trigger:
        return ()
    return tuple(
        op for op in printed.ops if isinstance(op, Modify) and op.duration == "card" and not op.filter.count
    )


def lacking(rules: TiRules, s: Position) -> Iterator[Effect]:
    """The changes of cards in force that are not in force themselves."""
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
    """The position with every change that its cards in force make."""
    more = tuple(lacking(rules, state))
    return replace(state, effects=(*state.effects, *more)) if more else state


def fpr_bonus(s: Position, uid: str, cls: str) -> tuple[tuple[int, str], ...]:
    """(by how much, the card) for the FPR of a unit against ``cls``, "inf" or "veh"; before any halving (B-FPR-1)."""
    return tuple(
        (e.change.delta, e.card)
        for e in s.effects
        if e.change.stat == "fpr" and e.change.target_class in ("", cls) and uid in e.units
    )


def mp_delta(rules: TiRules, s: Position, uid: str) -> int:
    """By how many MP the movement of a unit is changed, by strategy and operations cards."""
    unit = s.units[uid]
    by_cards = sum(e.change.delta for e in s.effects if e.change.stat == "mp" and uid in e.units)
    return by_cards + sum(
        op.delta
        for op in operations.changes(rules, s, unit.side, "mp")
        if describes(rules, unit, op.filter.kind, op.filter.weight)
    )


def describes(rules: TiRules, unit: Unit, kind: str, weight: str) -> bool:
    """Whether a unit is of a kind ("squad", "vehicle") and a weight ("light", "heavy"); empty: any."""
    if kind and unit.squad != (kind == "squad"):
        return False
    return not weight or (not unit.squad and rules.vehicle(unit).weight == weight)


def cover_vs_suppressive(s: Position, rules: TiRules, uid: str) -> int:
    """Cover that cards add against suppressive attacks."""
    return sum(by for by, _ in cover_parts(s, uid))


def cover_parts(s: Position, uid: str) -> Iterator[tuple[int, str]]:
    """(cover, the card that gives it) against suppressive attacks."""
    for e in s.effects:
        if e.change.stat == "cover_vs_suppressive" and (
            uid in e.units or (not e.units and _holds(s, e, uid))
        ):
            yield e.change.delta, e.card


def _holds(s: Position, effect: Effect, uid: str) -> bool:
    """Whether a lasting change describes a unit."""
    unit, asked = s.units[uid], effect.change.filter
    if (unit.side == effect.side) != (asked.side == "own") or (
        asked.kind and unit.squad != (asked.kind == "squad")
    ):
        return False
    return asked.hex != "objective" or any(o.hex == unit.at for o in s.mission.objectives)


def veh_base_range(s: Position, uid: str) -> int | None:
    """The range against vehicles that a card gives a squad in place of its figures' own; None: none does."""
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
    for op in (*ops, *operations.changes(rules, s, side, stat)):
        if op.filter.deck in ("", deck):
            number = max(min(number, op.minimum), number + op.delta) if op.minimum else number + op.delta
    return number


def spent(play: TiPlay, uid: str, what: Literal["attack", "activation"]) -> None:
    """The unit has made its attack, or ended its activation: what was for that alone is over."""
    until = _ENDS[what]
    if any(e.change.duration == until and uid in e.units for e in play.effects):
        left = tuple(e for e in play.effects if not (e.change.duration == until and uid in e.units))
        over = next(e for e in play.effects if e not in left)
        play.set(effects=left)
        play.tell(Noted("M-05", say("{card} is used up.", card=play.rules.card(over.card).title)))
