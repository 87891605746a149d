"""Whether the tables make sense: one sentence for each thing that does not. Decoding has seen to names and kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from msgspec.structs import asdict

from hexbench.games.tide_of_iron import card_check
from hexbench.games.tide_of_iron.pieces import FIGURES, SIDES, SLOTS

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.tables import Tables

DECK: Final = 12
"""M-05."""
_TERRAIN: Final = (
    "clear",
    "rough",
    "woods",
    "building",
    "stream_shallow",
    "stream_deep",
    "stream_flooded",
    "pond",
    "bridge",
)
_DAMAGE: Final = {"ok": 0, "light": 1, "heavy": 2, "destroyed": 3}
_CONDITION: Final = {"normal": 0, "pinned": 1, "disrupted": 2, "routed": 3}
_COVERS: Final = ("smoke", "entrenchment", "pillbox", "tank_trap")
_SPECIALS: Final = ("engineer", "anti_tank", "flamethrower", "medic")


def problems(tables: Tables) -> Iterator[str]:
    """Every problem of the tables."""
    yield from _faces(tables)
    yield from _rows("vehicle_damage", tables.vehicle_damage, _DAMAGE)
    yield from _rows("suppression", tables.suppression, _CONDITION)
    for name, known in (("terrain", _TERRAIN), ("marker_cover", _COVERS), ("specializations", _SPECIALS)):
        missing = [key for key in known if key not in getattr(tables, name)]
        if missing:
            yield f"{name}: {', '.join(missing)} must be there."
    yield from _units(tables)
    yield from _cards(tables)


def _faces(tables: Tables) -> Iterator[str]:
    given = {f"success.{name}": faces for name, faces in asdict(tables.success).items()}
    given["minefield.hit_on"] = tables.minefield.hit_on
    for key, special in tables.specializations.items():
        given[f"specializations.{key}.heal_on"] = special.heal_on
    for path, faces in given.items():
        if list(faces) != sorted({face for face in faces if 1 <= face <= 6}):
            yield f"{path}: give faces of a die, 1 to 6, in order and once each."


def _rows(name: str, rows: dict[str, tuple[str, ...]], order: dict[str, int]) -> Iterator[str]:
    """A row for each state but the last; no hits change nothing, more hits never do less."""
    for state in tuple(order)[:-1]:
        row = rows.get(state, ())
        if not row or row[0] != state:
            yield f"{name}.{state}: it must begin with {state}, the result of no hits."
        elif any(word not in order for word in row):
            yield f"{name}.{state}: the results are {', '.join(order)}."
        elif [order[word] for word in row] != sorted(order[word] for word in row):
            yield f"{name}.{state}: more hits may not do less."


def _units(tables: Tables) -> Iterator[str]:
    for side in SIDES:
        nation = tables.nations.get(side)
        if nation is None:
            yield f"nations: {side} must be there."
            continue
        if tuple(nation.figures) != FIGURES:
            yield f"nations.{side}.figures: give {', '.join(FIGURES)}, in this order."
        for key, figure in nation.figures.items():
            path = f"nations.{side}.figures.{key}"
            if not 1 <= figure.slots <= SLOTS:
                yield f"{path}.slots: a figure takes 1 to {SLOTS} slots (M-01)."
            pairs = ((figure.inf, figure.veh), (figure.suppressive, figure.normal))
            if sum(None not in pair for pair in pairs) != 1:
                yield f"{path}: give inf and veh, or suppressive and normal (B-RNG-4)."


def _cards(tables: Tables) -> Iterator[str]:
    seen = Counter(card.id for deck in tables.decks for card in deck.cards)
    seen.update(operation.id for operation in tables.operations)
    for card, n in seen.items():
        if n > 1:
            yield f'decks: the card "{card}" is there {n} times; give it copies instead.'
    for deck in tables.decks:
        if (total := sum(card.copies for card in deck.cards)) != DECK:
            yield f"decks.{deck.id}: a deck has {DECK} cards, and this one has {total} (M-05)."
    yield from card_check.problems(tables)
