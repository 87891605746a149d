"""One position as a module of VASSAL: everything is read from a seat, so the module contains nothing that its side cannot see."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from msgspec.structs import replace

from hexbench.engine.display import Face, Pile, Table, Track
from hexbench.engine.rules import GameDef
from hexbench.engine.seat import Seat
from hexbench.engine.values import Say, say
from hexbench.engine.what_if import with_units
from hexbench.exchange.codec import encode
from hexbench.exchange.grid import HexGrid, hex_grid
from hexbench.exchange.module import CARD, COUNTER, DrawPile, Module, Piece, Sheet, Stack, Turns
from hexbench.exchange.things import CARDS, PILES, Cell, Lying, Painter, Pictures, pile_of, plain, things

R = TypeVar("R")
MAP, BOXES = "Map", "Boxes"
"""The names of the two sheets, by which an import recognises them."""
SIDES = "hexbench_sides"
"""Mark of a counter with more layers than sides: which side each layer shows, from 1, or 0 for none of them."""
SEAL = "#module"
"""Key of the counter that says what the module was made from: VASSAL keeps it in every save."""
WIDE, HIGH, ACROSS = 300, 190, 8
"""A cell of the sheet of boxes in pixels, and how many are side by side."""
LEFT, TOP = 10, 50
_COLUMN, _ROW, _FIRST_X, _FIRST_Y = 58, 49, 34, 66
IN_A_CELL = 15
"""Counters a cell shows with each of them legible: five side by side in three rows."""


@dataclass(frozen=True)
class Origin:
    """Where a position comes from: ``source`` is "game/scenario", by which an import finds it again."""

    title: str
    source: str


@dataclass(frozen=True)
class Exported:
    """A module, and what of the position is not in it, a sentence each."""

    module: Module
    missing: tuple[Say, ...] = field(default=())


def cell_at(n: int) -> tuple[int, int]:
    """The upper left corner of a cell by its number."""
    return LEFT + WIDE * (n % ACROSS), TOP + HIGH * (n // ACROSS)


def cell_of(x: int, y: int, count: int) -> int | None:
    """The number of the cell that contains a pixel; None outside the ``count`` cells."""
    column, row = (x - LEFT) // WIDE, (y - TOP) // HIGH
    n = row * ACROSS + column
    return n if 0 <= column < ACROSS and 0 <= n < count else None


def digest(rules: Any, view: Any) -> str:
    """A fingerprint of what a seat sees: an import uses it to check that it has the same position."""
    return hashlib.blake2b(rules.pack(view), digest_size=8).hexdigest()


def export(
    game: GameDef, seat: Seat, origin: Origin, painter: Painter, enemy: Callable[[str], Seat]
) -> Exported:
    """The same as :func:`exporting`, at once."""
    return at_once(exporting(game, seat, origin, painter, enemy))


def at_once(work: Generator[None, None, R]) -> R:
    """The result of work done in steps, without a pause."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            made: R = end.value
            return made


def exporting(
    game: GameDef, seat: Seat, origin: Origin, painter: Painter, enemy: Callable[[str], Seat]
) -> Generator[None, None, Exported]:
    """The module of a position as ``seat`` sees it, in steps: a pause after each picture.

    ``enemy(side)`` is the seat of a side, used only if ``seat`` is the umpire's, to find out whose counters are
    masked. Raises BadFile for a map whose numbers VASSAL cannot express.
    """
    grid = hex_grid(seat.rules.atlas.sheet.grid)
    work = Work(game, seat, painter, enemy)
    yield from work.board(grid)
    lying = yield from work.lying(grid)
    work.pile()
    charts = yield from work.charts()
    sheets = work.sheets(grid, lying, origin)
    module = work.module(origin, sheets, charts)
    return Exported(module, tuple(_missing(work)))


def turns_of(game: GameDef, seat: Seat, words: Callable[[Say | str], str]) -> Turns:
    """The turn tracker according to the turn record as a seat sees it, and its current position."""
    track = _track(seat)
    turns = tuple(plain(words(box.title)) for box in track.boxes) if track is not None else ()
    phase = next((s.phase for s in reversed(seat.s.stack) if s.phase in game.phases), "")
    return Turns(
        turns or ("1",),
        tuple(game.phases) or ("play",),
        max(track.now, 0) if track is not None else 0,
        game.phases.index(phase) if phase else 0,
    )


def _track(seat: Seat) -> Track | None:
    return next((panel for panel in seat.panels() if isinstance(panel, Track)), None)


def _missing(work: Work) -> Iterable[Say]:
    if work.masked:
        yield say("Masked by their owners, with only their place visible to both sides: {n}.", n=work.masked)
    if any(pile.unknown for pile, _ in work.piles.values()):
        yield say("For cups and decks whose contents this side cannot know: only the number left.")
    yield say("Rules, reach, supply and combats: VASSAL does not handle them.")
    yield say("Markers on a counter are part of its picture and do not change in VASSAL.")


class Work(Pictures):
    """What a module is made from: the pictures, and the counters and piles that bear them."""

    def __init__(self, game: GameDef, seat: Seat, painter: Painter, enemy: Callable[[str], Seat]) -> None:
        super().__init__(game, seat, painter, enemy)
        self.piles: dict[str, tuple[Pile, tuple[Piece, ...]]] = {}
        """Box -> the pile that is in it, and what it consists of."""

    @property
    def track(self) -> Track | None:
        """The turn record."""
        return _track(self.seat)

    def pile(self) -> None:
        """Collect what is drawn from, each in a box of its own."""
        for pile in self.seat.piles():
            box = PILES + pile.key
            self.title(box, pile.title)
            self.piles[box] = (pile, pile_of(self, pile))

    def board(self, grid: HexGrid) -> Iterator[None]:
        """Draw the map."""
        board = []
        for data in self.painter.board(grid):
            board.append(data)
            yield
        self.images["map.png"] = b"".join(board)

    def charts(self) -> Generator[None, None, tuple[tuple[str, str], ...]]:
        """Draw the tables: (title, picture)."""
        charts: list[tuple[str, str]] = []
        for table in (panel for panel in self.seat.panels() if isinstance(panel, Table)):
            name = f"table_{len(charts) + 1:02d}.png"
            self.images[name] = self.painter.table(table)
            charts.append((self.painter.words(table.title), name))
            yield
        return tuple(charts)

    def lying(self, grid: HexGrid) -> Generator[None, None, list[Lying]]:
        """Everything on the map and beside it, counters in stacking order."""
        out: list[Lying] = []
        for face, at in self.seat.faces():
            out.append(Lying(self.piece(face), at))
            yield
        out += things(self, self.seat, grid)
        return out

    def sheets(self, grid: HexGrid, lying: Iterable[Lying], origin: Origin) -> tuple[Sheet, Sheet]:
        """The map and the sheet of boxes with what is on them."""
        on_map: dict[tuple[str, int, int], list[Piece]] = {}
        held: dict[str, list[Piece]] = {}
        for one in lying:
            if one.spot is not None:
                on_map.setdefault((one.at, *one.spot), []).append(one.piece)
            elif one.at in grid.raw:
                on_map.setdefault((one.at, *grid.centre(one.at)), []).append(one.piece)
            else:
                held.setdefault(one.at, []).append(one.piece)
        stacks = tuple(Stack(at, x, y, tuple(pieces)) for (at, x, y), pieces in on_map.items())
        return Sheet(MAP, "map.png", grid, (), stacks), self.boxes(self.track, held, origin)

    def module(
        self, origin: Origin, sheets: tuple[Sheet, ...], charts: tuple[tuple[str, str], ...], name: str = ""
    ) -> Module:
        """The whole module."""
        rules = self.seat.rules
        return Module(
            name=plain(name or f"Hexbench: {origin.title}"),
            about=plain(f"Written by Hexbench. {origin.source}."),
            sides=tuple((side, rules.side_name(side)) for side in self.game.sides),
            sheets=sheets,
            turns=turns_of(self.game, self.seat, self.painter.words),
            charts=charts,
            dice=tuple((f"{count}d{faces}", count, faces) for count, faces in rules.dice),
            images=self.images,
        )

    def image(self, face: Face) -> str:
        """The file of a counter's picture; equal pictures share one file."""
        key = replace(face, unit="", title=Say(""), group="")
        return self.picture("c", key, lambda: self.painter.counter(face))

    def piece(self, face: Face) -> Piece:
        """The counter of a face, with all its sides, including the one that shows."""
        unit = self.seat.s.units.get(face.unit)
        faces: list[Face] = []
        level = extra = 0
        ways = () if face.hidden or unit is None else self.seat.sides_of(face.unit)
        for n, fields in enumerate(ways, 1):
            if all(getattr(unit, name) == value for name, value in fields.items()):
                level = n
                faces.append(face)
            else:
                faces.append(self._other_side(face, fields))
        if not level:  # its present look is not one of its sides: it comes last, and an import would change nothing for it
            faces.append(face)
            level, extra = len(faces), 1
        back, masked = self._mask(face)
        return Piece(
            key=face.unit,
            name=self.words(face.title),
            side=face.side,
            layers=tuple(self.image(one) for one in faces),
            level=level,
            back=back,
            masked_by=face.side if masked else "",
            extra=extra,
        )

    def _mask(self, face: Face) -> tuple[str, bool]:
        """What the other side sees of a counter while its owner hides it, and whether it hides anything now: the unit
        itself, or only what is under it.
        """
        others = self._others.get(face.side, ())
        if not others:
            return "", False
        known = [seat.face(face.unit) for seat in others]
        mine = self.image(face)
        for other in known:
            if other is not None and not other.hidden and self.image(other) != mine:
                self.masked += 1
                return self.image(other), True
        masked = all(other is None or other.hidden for other in known)
        self.masked += masked
        return self.image(replace(face, hidden=True, marks=(), tags=(), ring="")), masked

    def _other_side(self, face: Face, fields: Mapping[str, Any]) -> Face:
        """The same counter with another side up, as the game itself would show it."""
        turned = replace(self.seat.s.units[face.unit], **fields)
        # making a board anew for each counter took three quarters of an export
        other: Face | None = with_units(self.seat, {face.unit: turned}).face(face.unit)
        return face if other is None else other

    def boxes(self, track: Track | None, held: Mapping[str, list[Piece]], origin: Origin) -> Sheet:
        """The turn record with what arrives when, and every other place beside the map."""
        words = self.painter.words
        titles: dict[str, tuple[str, str]] = {}
        for box in track.boxes if track is not None else ():
            lines = [words(line) for line in box.lines] + [words(item.text) for item in box.items]
            titles["#due/" + box.key] = (
                words(box.title),
                ", ".join(line for line in lines if any(c.isalpha() for c in line)),
            )
        for at, text in self.titles.items():
            titles[at] = (words(text), "")
        for at in (*self.seat.rules.boxes(self.seat.s), *sorted(held)):
            titles.setdefault(at, (at.strip("#").replace("/", " ").replace("_", " ") or "-", ""))
        cells: list[Cell] = []
        stacks: list[Stack] = []
        piles: list[DrawPile] = []
        for at, (title, line) in titles.items():
            pieces = held.get(at, [])
            if at in self.piles:
                x, y = cell_at(len(cells))
                cells.append(Cell(at, title, line, x, y))
                piles.append(self._drawn_from(at, plain(title), x + WIDE // 2, y + HIGH // 2 + 16))
                continue
            if at.startswith(CARDS):  # one over the other: a card is larger than a counter
                x, y = cell_at(len(cells))
                cells.append(Cell(at, title, line, x, y))
                stacks += (
                    [Stack(plain(title), x + WIDE // 2, y + HIGH // 2 + 16, tuple(pieces))] if pieces else []
                )
                continue
            for part in range(max(1, -(-len(pieces) // IN_A_CELL))):
                x, y = cell_at(len(cells))
                cells.append(Cell(at, title if part == 0 else f"{title} ({part + 1})", line, x, y))
                inside = pieces[part * IN_A_CELL : (part + 1) * IN_A_CELL]
                for n, piece in enumerate(inside):
                    spot = (x + _FIRST_X + _COLUMN * (n % 5), y + _FIRST_Y + _ROW * (n // 5))
                    stacks.append(Stack(plain(f"{title} {piece.key}"), *spot, (piece,)))
        size = (2 * LEFT + WIDE * ACROSS, TOP + LEFT + HIGH * -(-len(cells) // ACROSS))
        self.images["boxes.png"] = self.painter.boxes(words(say("Turn record and boxes")), tuple(cells), size)
        self.images["hexbench.png"] = self.painter.seal()
        marks = (
            ("hexbench_source", origin.source),
            ("hexbench_side", self.seat.side or ""),
            ("hexbench_view", digest(self.seat.rules, self.seat.s)),
            ("hexbench_cells", encode((cell.key for cell in cells), ";")),
        )
        seal = Piece(SEAL, "Hexbench", "", ("hexbench.png",), marks=marks)
        stacks.append(Stack("Hexbench", size[0] - COUNTER, TOP // 2, (seal,)))
        regions = tuple((plain(c.title), c.x + WIDE // 2, c.y + HIGH // 2) for c in _distinct(cells))
        return Sheet(BOXES, "boxes.png", None, regions, tuple(stacks), tuple(piles))

    def _drawn_from(self, box: str, name: str, x: int, y: int) -> DrawPile:
        pile, pieces = self.piles[box]
        size = (COUNTER, COUNTER) if pile.colour else CARD
        return DrawPile(name, x, y, size, pile.open, pieces)


def _distinct(cells: Iterable[Cell]) -> Iterable[Cell]:
    """Cells whose titles serve as names: a second one with the same title gets a number."""
    seen: dict[str, int] = {}
    for cell in cells:
        seen[cell.title] = seen.get(cell.title, 0) + 1
        n = seen[cell.title]
        yield cell if n == 1 else Cell(cell.key, f"{cell.title} [{n}]", cell.line, cell.x, cell.y)
