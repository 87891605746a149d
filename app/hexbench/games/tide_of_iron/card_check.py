"""Whether well-formed cards make sense: ops that need what an earlier op finds, names that must exist, lasting cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from msgspec.structs import fields

from hexbench.games.tide_of_iron.decks import (
    AddFigures,
    Area,
    Blast,
    Card,
    Contact,
    Drift,
    Filter,
    FogRoll,
    Modify,
    Op,
    Operation,
    Rally,
    Reinforce,
    RemoveMarker,
    Smoke,
    Target,
    TerrainOverride,
)
from hexbench.games.tide_of_iron.pieces import FIGURES

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.tables import Tables

STANDING: Final = {
    "cover_vs_suppressive": ("side", "kind", "hex"),
    "drift_number": ("side", "cards", "deck"),
    "contact_number": ("side", "cards", "deck"),
}
"""The numbers that a card changes for whatever its filter describes, and what of a filter is asked for each."""
STRIKES = (Area, Blast, Smoke, RemoveMarker)


def problems(tables: Tables) -> Iterator[str]:
    """One sentence, with its path, for everything that could not be resolved in play."""
    for deck in tables.decks:
        for card in deck.cards:
            path = f"decks.{deck.id}.{card.id}"
            yield from (f"{path}: {text}" for text in _card(card))
            for i, op in enumerate(card.ops):
                yield from (f"{path}.ops[{i}]: {text}" for text in _op(tables, card.ops[:i], op))
    for operation in tables.operations:
        yield from (f"operations.{operation.id}: {text}" for text in _operation(tables, operation))


def _card(card: Card) -> Iterator[str]:
    if not card.ops:
        yield "a card needs an op."
    if card.trigger and not card.persistent:
        yield "only a card that stays can be used as an action: it must be persistent."
    if card.duration_rounds and not card.persistent:
        yield "only a card that stays has a duration: it must be persistent."
    if card.uses_per_round and not card.trigger:
        yield "uses_per_round is for cards with a trigger."
    lasting = any(isinstance(op, Modify) and op.duration == "card" for op in card.ops)
    if lasting and (not card.persistent or card.trigger):
        yield "a change that lasts as long as its card needs a card that stays in force."


def _op(tables: Tables, before: tuple[Op, ...], op: Op) -> Iterator[str]:
    """What is wrong with an op after those ``before`` it."""
    kinds = {type(one) for one in before}
    if isinstance(op, Contact) and before:
        yield "contact comes first."
    if isinstance(op, Drift) and Target not in kinds:
        yield "there is no target before the drift."
    if isinstance(op, STRIKES) and Target not in kinds:
        yield "there is no target before it."
    if isinstance(op, RemoveMarker) and op.if_black_successes and Area not in kinds:
        yield "there is no area attack whose successes could be counted."
    if isinstance(op, Modify):
        yield from _change(op)
        if op.filter.same and not any(isinstance(one, Modify) and one.filter.count for one in before):
            yield "there is no unit chosen before that could be the same."
    yield from _asked(op)
    if isinstance(op, Rally) and bool(op.remove) == bool(op.step_down):
        yield "give either remove or step_down."
    if isinstance(op, AddFigures) and op.figure not in FIGURES:
        yield f'there is no figure "{op.figure}".'
    if isinstance(op, Reinforce):
        for squad in op.squads:
            for kind in squad.figures:
                if kind not in FIGURES:
                    yield f'there is no figure "{kind}".'
            if squad.specialization and squad.specialization not in tables.specializations:
                yield f'there is no specialization "{squad.specialization}".'


def _asked(op: Op) -> Iterator[str]:
    """What a filter says that nobody would ask: it may not be said, for it would be passed over in silence."""
    asked = getattr(op, "filter", None)
    if not isinstance(asked, Filter):
        return
    if asked.count > 1 or asked.hex_count > 1:
        yield "an op chooses one unit or one hex: repeat it for more."
    if isinstance(op, Modify):
        if not asked.count and not asked.same:
            known = STANDING.get(op.stat)
            if known is None:
                yield f"a change of {op.stat} needs a unit that is chosen: give its filter a count of 1."
            else:
                yield from _beyond(asked, known)
    elif isinstance(op, AddFigures):
        if asked.count:
            yield "add_figures has a count of its own, and its filter none."
    elif not asked.count and not (isinstance(op, Rally) and asked.hex_count):
        yield "say that a unit is chosen: give the filter a count of 1."
    if asked.hex_count and not isinstance(op, Rally):
        yield "only rally chooses a hex."
    if not isinstance(op, Modify):
        yield from (
            f"filter.{name} is not asked here." for name in ("same", "cards", "deck") if getattr(asked, name)
        )


def _beyond(asked: Filter, known: tuple[str, ...]) -> Iterator[str]:
    """The fields that are given and not among those that are asked."""
    for info in fields(asked):
        if info.name not in known and getattr(asked, info.name) != info.default:
            yield f"filter.{info.encode_name} is not asked here."


def _change(op: Modify) -> Iterator[str]:
    if (op.stat == "veh_base_range") != (op.set is not None):
        yield "set is for veh_base_range, and every other number has a delta."
    if op.stat == "los_distance":
        yield "how far is seen is limited by operations cards with limit or fog_roll."


def _operation(tables: Tables, operation: Operation) -> Iterator[str]:
    for op in operation.ops:
        if isinstance(op, TerrainOverride) and op.terrain not in tables.terrain:
            yield f'there is no terrain "{op.terrain}".'
        if isinstance(op, FogRoll) and set(op.table) != set("123456"):
            yield "the roll for fog needs a value for each face of a die."
        if isinstance(op, Modify):
            yield from _change(op)
            if op.stat not in ("mp", "contact_number", "drift_number"):
                yield f"no standing change of {op.stat} is known."
            else:
                yield from _beyond(
                    op.filter, ("kind", "weight") if op.stat == "mp" else ("side", "cards", "deck")
                )
