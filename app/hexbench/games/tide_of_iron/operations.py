"""Operations cards (TI-SET-06, M-06): the standing rules of a scenario, read by whoever they concern."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from hexbench.engine.events import DiceRolled, FactChanged
from hexbench.engine.values import counted, say
from hexbench.games.tide_of_iron.decks import (
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
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import Position, TiPlay
    from hexbench.games.tide_of_iron.tables import Ground

T = TypeVar("T", bound=Standing)


def dealt(rules: TiRules, s: Position, side: str) -> tuple[Operation, ...]:
    """The operations cards that bind a side, its own first, whatever the round."""
    kept: dict[str, tuple[Operation, ...]] | None = None
    known = rules.kept.get("operations")
    if known is not None and known[0] is s.mission:
        kept = known[1]
    if kept is None:
        kept = {who: tuple(_dealt(rules, s, who)) for who in SIDES}
        rules.kept["operations"] = (s.mission, kept, {})
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
    known: dict[tuple[str, Stat, int], tuple[Modify, ...]] = rules.kept["operations"][2]
    key = (side, stat, s.round)
    found = known.get(key)
    if found is None:
        found = known[key] = tuple(op for op, _ in in_force(rules, s, side, Modify) if op.stat == stat)
    return found


def terrain(rules: TiRules, s: Position, key: str) -> Ground:
    """A kind of terrain as it is in this game."""
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
    """Whether a card allows a side something in the set-up: "start squads inside entrenchments/pillboxes"."""
    return any(op.allow == what for op, _ in in_force(rules, s, side, Setup))


def start_of_action_phase(play: TiPlay) -> None:
    """How far is seen in this phase: fixed limits, and the roll for fog (A0, TI-SET-06)."""
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
                say("Nothing is seen farther than 1 hex away."),
                say("Nothing is seen farther than {n} hexes away.", n=now),
            )
            if now
            else say("There is no limit to what is seen.")
        )
        play.tell(FactChanged("sight_limit", str(now), text))
