"""What is on a map or beside it and is not a unit: markers, points of a pool, cards and piles, as counters of VASSAL.

Their keys begin with a hash, by which an import recognises them and ignores them in favour of the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from hexbench.engine.display import Card, Cards, Chip, Pile, Points, Pool, Token
from hexbench.exchange.module import Piece

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.engine.seat import Seat
    from hexbench.exchange.grid import HexGrid
    from hexbench.exchange.position_out import Work

THING = "#"
"""What the keys of all of them begin with."""
CARDS, POINTS, PILES = "#cards/", "#points/", "#pile/"
"""Boxes: hands of cards, each in one stack, pools, and what is drawn from."""
_SPOTS = ((0, -31), (0, 31), (-25, -19), (25, -19), (-27, 5), (27, 5))
"""Pixels from the centre of a hex to its markers: in corners that a counter leaves free, and certainly within the hex."""


@dataclass(frozen=True)
class Lying:
    """A counter and where it is: ``at`` is a hex or a box; ``spot`` the pixel on the map, None: the usual one of the place."""

    piece: Piece
    at: str
    spot: tuple[int, int] | None = None


def things(work: Work, seat: Seat, grid: HexGrid) -> Iterator[Lying]:
    """Everything of this kind that a seat may see."""
    yield from _markers(work, seat, grid)
    for panel in seat.panels():
        if isinstance(panel, Pool):
            yield from _points(work, panel)
        elif isinstance(panel, Cards):
            yield from _cards(work, panel)


def _markers(work: Work, seat: Seat, grid: HexGrid) -> Iterator[Lying]:
    lying: dict[str, int] = {}
    known: dict[str, int] = {}
    for chip in seat.chips():
        middle = _middle(chip, seat.rules.atlas, grid)
        if middle is None:
            continue
        n = lying[chip.at] = lying.get(chip.at, -1) + 1
        x, y = _SPOTS[n % len(_SPOTS)] if "/" not in chip.at else (0, 0)
        stem = f"{THING}marker/{chip.key}/{chip.at.replace('/', '-')}"
        again = known[stem] = known.get(stem, 0) + 1
        key = stem if again == 1 else f"{stem}/{again}"
        name = work.words(chip.say) if chip.say.template else chip.key.replace("_", " ")
        owner = next(iter(work.knowers(partial(_lies, chip))), "")
        piece = Piece(key, name, "", (work.chip(chip),), hidden_by=owner, hideable=work.hides)
        yield Lying(piece, chip.at, (middle[0] + x, middle[1] + y))


def _lies(chip: Chip, seat: Seat) -> bool:
    """Whether a seat sees a marker."""
    return chip in seat.chips()


def _middle(chip: Chip, atlas: Atlas, grid: HexGrid) -> tuple[int, int] | None:
    """The pixel of a hex, or of the hexside between two; None for one that is not on the map."""
    if chip.at in grid.raw:
        return grid.centre(chip.at)
    if "/" not in chip.at:
        return None
    both = [grid.centre(atlas.labels[i]) for i, _ in atlas.side_keys(chip.at)]
    return sum(x for x, _ in both) // len(both), sum(y for _, y in both) // len(both)


def _points(work: Work, pool: Pool) -> Iterator[Lying]:
    box = POINTS + pool.key
    work.title(box, pool.title)
    for heap in pool.heaps:
        if not heap.ready + heap.spent:
            continue
        layers = (work.point(heap, down=False), work.point(heap, down=True))
        owner = next(iter(work.knowers(partial(_same, pool.key, heap))), "")
        for n in range(heap.ready + heap.spent):
            key, level = f"{THING}point/{heap.key}/{n + 1}", 1 if n < heap.ready else 2
            piece = Piece(key, work.words(heap.title), heap.side, layers, level)
            yield Lying(replace(piece, hidden_by=owner, hideable=work.hides), box)


def _same(pool: str, heap: Points, seat: Seat) -> bool:
    """Whether a seat sees the same number of points in a heap."""
    pools = (panel for panel in seat.panels() if isinstance(panel, Pool) and panel.key == pool)
    seen = (one for panel in pools for one in panel.heaps if one.key == heap.key)
    return any((one.ready, one.spent) == (heap.ready, heap.spent) for one in seen)


def _cards(work: Work, hand: Cards) -> Iterator[Lying]:
    box = CARDS + hand.key
    work.title(box, hand.title)
    known: dict[str, int] = {}
    for card in hand.cards:
        n = known[card.key] = known.get(card.key, 0) + 1
        key = f"{THING}card/{hand.key}/{card.key}" + (f"/{n}" if n > 1 else "")
        owner = next(iter(work.knowers(partial(_holds, hand.key, card))), "")
        back = work.card(None, hand.side) if work.hides else ""
        face = work.card(card, hand.side)
        yield Lying(Piece(key, work.words(card.title), hand.side, (face,), 1, back, owner), box)


def _holds(hand: str, card: Card, seat: Seat) -> bool:
    """Whether a seat sees a card in a hand."""
    return any(
        one.key == card.key
        for panel in seat.panels()
        if isinstance(panel, Cards) and panel.key == hand
        for one in panel.cards
    )


def pile_of(work: Work, pile: Pile) -> tuple[Piece, ...]:
    """The counters or cards of a pile: those the seat knows with both faces, the others only with their backs."""
    back = work.token(pile.colour, ()) if pile.colour else work.card(None, pile.side)
    out: list[Piece] = []
    for one, count in pile.left:
        layers = (
            tuple(work.token(one.colour, lines) for lines in one.sides)
            if isinstance(one, Token)
            else (work.card(one, pile.side),)
        )
        for n in range(count):
            key = f"{PILES}{pile.key}/{one.key}/{n + 1}"
            out.append(Piece(key, work.words(one.title), pile.side, layers, back=back))
    blank = Piece(f"{PILES}{pile.key}/unknown", work.words(pile.title), pile.side, (back,))
    return (*out, *(replace(blank, key=f"{blank.key}/{n + 1}") for n in range(pile.unknown)))
