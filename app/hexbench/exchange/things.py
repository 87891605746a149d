"""What a position shows as a module of VASSAL, piece by piece: pictures, each drawn once, and what is on a map or beside it
and is not a unit: markers, points of a pool, cards and piles, as counters.

Pictures come from the desktop's painters (:class:`Painter`); this package does not know Qt. The keys of what is not a
unit begin with a hash, by which an import recognises it and ignores it in favour of the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from hexbench.engine.display import Card, Cards, Chip, Pile, Points, Pool, Token
from hexbench.engine.rules import Rules
from hexbench.exchange.module import Piece

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.engine.display import Face, Table
    from hexbench.engine.rules import GameDef
    from hexbench.engine.seat import Seat
    from hexbench.engine.values import Say
    from hexbench.exchange.grid import HexGrid

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


@dataclass(frozen=True)
class Cell:
    """One cell of the sheet of boxes: its box, its title, a line of text below, its upper left corner."""

    key: str
    title: str
    line: str
    x: int
    y: int


class Painter(Protocol):
    """Draws what a module shows, as PNG files."""

    def board(self, grid: HexGrid) -> Iterable[bytes]:
        """The printed map, as large as the grid says, in pieces that together form the file."""

    def counter(self, face: Face) -> bytes:
        """A counter of :data:`~hexbench.exchange.module.COUNTER` pixels."""

    def chip(self, chip: Chip) -> bytes:
        """A marker."""

    def point(self, heap: Points, *, down: bool) -> bytes:
        """A point of a pool, face up, or face down when it is spent."""

    def card(self, card: Card | None, side: str) -> bytes:
        """A card of a side; None: its back."""

    def token(self, colour: str, lines: tuple[str, ...]) -> bytes:
        """A side of a chit, as large as a counter; its back if there are no lines. ``colour`` is that of a letter box."""

    def table(self, table: Table) -> bytes:
        """A table of the game."""

    def boxes(self, title: str, cells: tuple[Cell, ...], size: tuple[int, int]) -> bytes:
        """The sheet of boxes, of this size in pixels."""

    def seal(self) -> bytes:
        """The counter that says what the module was made from."""

    def words(self, text: Say | str) -> str:
        """A text in the player's language."""


class Pictures:
    """The pictures of a position, each of them drawn once, the titles of its boxes, and who knows what lies in them."""

    def __init__(self, game: GameDef, seat: Seat, painter: Painter, enemy: Callable[[str], Seat]) -> None:
        self.game, self.seat, self.painter = game, seat, painter
        self.images: dict[str, bytes] = {}
        self.masked = 0
        self.titles: dict[str, Say] = {}
        """The titles of boxes that are not the game's own: pools and hands."""
        self._known: dict[Any, str] = {}
        self._count: dict[str, int] = {}
        self.hides = seat.side is None and type(seat.rules).hide is not Rules.hide
        self.at(seat, enemy)

    def at(self, seat: Seat, enemy: Callable[[str], Seat]) -> None:
        """Look from another position of the same game."""
        self.seat = seat
        self.seats = {side: enemy(side) for side in self.game.sides} if self.hides else {}
        """The seats of the sides, if the umpire's is the one that looks and some side knows more than another."""
        self._others = {
            side: [seat for other, seat in self.seats.items() if other != side] for side in self.seats
        }

    def words(self, text: Say | str) -> str:
        """A name in the player's language that VASSAL can read back."""
        return plain(self.painter.words(text))

    def title(self, box: str, text: Say) -> None:
        """Give a box this title."""
        self.titles[box] = text

    def knowers(self, knows: Callable[[Seat], bool]) -> tuple[str, ...]:
        """The sides that know something, if not all of them do; empty: it is no secret."""
        found = tuple(side for side, seat in self.seats.items() if knows(seat))
        if len(found) == len(self.seats):
            return ()
        self.masked += 1
        return found or ("nobody",)

    # ---- pictures, each drawn once
    def picture(self, stem: str, key: Any, paint: Callable[[], bytes]) -> str:
        """The file of a picture; equal keys share one file."""
        if key not in self._known:
            n = self._count[stem] = self._count.get(stem, 0) + 1
            self._known[key] = f"{stem}{n:04d}.png"
            self.images[self._known[key]] = paint()
        return self._known[key]

    def chip(self, chip: Chip) -> str:
        """The file of a marker's picture."""
        return self.picture("m", ("chip", chip.key, chip.text), lambda: self.painter.chip(chip))

    def point(self, heap: Points, *, down: bool) -> str:
        """The file of a point's picture."""
        key = ("point", heap.sign, heap.side, down)
        return self.picture("p", key, lambda: self.painter.point(heap, down=down))

    def card(self, card: Card | None, side: str) -> str:
        """The file of a card's picture."""
        key = ("card", side) if card is None else ("card", side, card.title, card.text, card.cost)
        return self.picture("k", key, lambda: self.painter.card(card, side))

    def token(self, colour: str, lines: tuple[str, ...]) -> str:
        """The file of a chit's picture."""
        return self.picture("t", ("token", colour, lines), lambda: self.painter.token(colour, lines))


def plain(text: str) -> str:
    """A name VASSAL can read back: without backslashes, which its decoder loses, and without unprintable characters."""
    return "".join(c if c.isprintable() and c != "\\" else " " for c in text)


def things(work: Pictures, seat: Seat, grid: HexGrid) -> Iterator[Lying]:
    """Everything of this kind that a seat may see."""
    yield from _markers(work, seat, grid)
    for panel in seat.panels():
        if isinstance(panel, Pool):
            yield from _points(work, panel)
        elif isinstance(panel, Cards):
            yield from _cards(work, panel)


def _markers(work: Pictures, seat: Seat, grid: HexGrid) -> Iterator[Lying]:
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


def _points(work: Pictures, pool: Pool) -> Iterator[Lying]:
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


def _cards(work: Pictures, hand: Cards) -> Iterator[Lying]:
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


def pile_of(work: Pictures, pile: Pile) -> tuple[Piece, ...]:
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
