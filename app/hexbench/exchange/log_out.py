"""A game as a log that VASSAL steps through: a module of the whole game, where it began, and one step for each action.

A step contains the sentences that were reported and what they changed on the map and in boxes (BasicLogger: a
sequence of logged commands is one step). Every moment is read from a seat, so the log contains nothing that its side
could not see then.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hexbench.exchange.codec import ESCAPE, TAB, encode, nested
from hexbench.exchange.grid import HexGrid, hex_grid
from hexbench.exchange.module import FIRST, Module, Piece, Sheet, Stack, Turns, tracker
from hexbench.exchange.position_out import BOXES, MAP, SIDES, Origin, Work, turns_of
from hexbench.exchange.things import plain

if TYPE_CHECKING:
    from hexbench.engine.rules import GameDef
    from hexbench.engine.seat import Seat
    from hexbench.exchange.things import Lying, Painter

NOWHERE = ("null", 0, 0)
Spot = tuple[str, int, int]
"""(Sheet, x, y)."""


@dataclass(frozen=True)
class Moment:
    """A position of the game: the seat that looks, the seats of the sides, and the sentences reported on the way there."""

    seat: Seat
    enemy: Callable[[str], Seat]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class GameLog:
    """A log and the module it belongs to, as files."""

    module: Module
    steps: tuple[str, ...] = field(repr=False)

    def vlog(self) -> bytes:
        """The log, to be opened in VASSAL with its module."""
        return self.module.vsav(self.steps)


@dataclass
class _Actor:
    """One counter of the whole game: every picture it ever shows, and which side of the unit each of them is."""

    piece: Piece
    layers: dict[str, int]
    """Picture -> the side it shows, 0: none that an import would read."""


def logging(
    game: GameDef, moments: Iterable[Moment], origin: Origin, painter: Painter
) -> Generator[None, None, GameLog]:
    """The log of a game from its moments, the beginning first; pauses after each picture and each moment.

    Raises BadFile for a map whose numbers VASSAL cannot express, and ValueError for a game without a moment.
    """
    work: Work | None = None
    first: Moment | None = None
    scenes: list[tuple[list[Lying], Turns, tuple[str, ...]]] = []
    grid: HexGrid | None = None
    charts: tuple[tuple[str, str], ...] = ()
    for moment in moments:
        if work is None:
            first = moment
            grid = hex_grid(moment.seat.rules.atlas.sheet.grid)
            work = Work(game, moment.seat, painter, moment.enemy)
            yield from work.board(grid)
            charts = yield from work.charts()
        else:
            work.at(moment.seat, moment.enemy)
        assert grid is not None, "made with the work"
        lying = yield from work.lying(grid)
        scenes.append((lying, turns_of(game, moment.seat, painter.words), moment.lines))
        yield
    if work is None or grid is None or first is None:
        raise ValueError("a game has a beginning")
    work.at(first.seat, first.enemy)
    stage = _Stage(grid, [lying for lying, _, _ in scenes])
    sheets = stage.open(work, origin, scenes[0][0])
    name = f"Hexbench: {origin.title} ({painter.words('log')})"
    module = work.module(origin, sheets, charts, name)
    shown = (
        stage.pictures()
        | {sheet.image for sheet in sheets}
        | {image for _, image in charts}
        | {"hexbench.png"}
    )
    module = replace(module, images={image: data for image, data in work.images.items() if image in shown})
    stage.number(module)
    steps = []
    before = scenes[0][1]
    for lying, turns, lines in scenes[1:]:
        told = [f"CHAT* {plain(line)}" for line in lines]
        done = [*stage.go(lying)]
        if (turns.turn, turns.phase) != (before.turn, before.phase):
            done.append(encode(("TURNTurnTracker0", tracker(turns)), TAB))
        before = turns
        if told or done:
            steps.append(encode(["LOG" + TAB + command for command in (*told, *done)], ESCAPE))
        yield
    return GameLog(module, tuple(steps))


class _Stage:
    """All counters of a game and where each of them is now."""

    def __init__(self, grid: HexGrid, scenes: Iterable[list[Lying]]) -> None:
        self.grid = grid
        self.actors: dict[str, _Actor] = {}
        self.most: dict[str, int] = {}
        """Box -> the most counters that are ever in it."""
        self.free: dict[str, list[Spot]] = {}
        self.spots: dict[str, Spot] = {}
        self.state: dict[str, Piece] = {}
        self.heaps: dict[Spot, list[str]] = {}
        self.ids: dict[str, int] = {}
        self.next = FIRST
        self.slots: dict[str, int] = {}
        for lying in scenes:
            held: dict[str, int] = {}
            for one in lying:
                self._cast(one.piece)
                if one.spot is None and one.at not in grid.raw:
                    held[one.at] = held.get(one.at, 0) + 1
            for at, count in held.items():
                self.most[at] = max(count, self.most.get(at, 0))

    def _cast(self, piece: Piece) -> None:
        actor = self.actors.get(piece.key)
        sides = len(piece.layers) - piece.extra
        if actor is None:
            layers = {image: n if n <= sides else 0 for n, image in reversed([*enumerate(piece.layers, 1)])}
            actor = self.actors[piece.key] = _Actor(piece, {image: layers[image] for image in piece.layers})
        up = piece.layers[piece.level - 1]  # as it is now; what its other sides would show does not matter
        actor.layers.setdefault(up, piece.level if piece.level <= sides else 0)
        if piece.back and not actor.piece.back:
            actor.piece = replace(actor.piece, back=piece.back)

    def pictures(self) -> set[str]:
        """The files of all pictures that are ever shown."""
        backs = {actor.piece.back for actor in self.actors.values()}
        return backs.union(*(actor.layers for actor in self.actors.values()))

    def as_cast(self, piece: Piece) -> Piece:
        """A counter with all the pictures it ever shows, the current one on top."""
        actor = self.actors[piece.key]
        images = tuple(actor.layers)
        marks = ((SIDES, ".".join(map(str, actor.layers.values()))),)
        level = images.index(piece.layers[piece.level - 1]) + 1
        return replace(
            piece,
            name=actor.piece.name if not actor.piece.masked_by else piece.name,
            layers=images,
            level=level,
            back=actor.piece.back,
            marks=marks,
            whole=True,
        )

    def open(self, work: Work, origin: Origin, lying: Iterable[Lying]) -> tuple[Sheet, ...]:
        """The sheets as the game begins; boxes have room for the most counters that are ever in them."""
        held = {at: [_blank(at, n) for n in range(count)] for at, count in self.most.items()}
        boxes = work.boxes(work.track, held, origin)
        seal = [stack for stack in boxes.stacks if stack.name == "Hexbench"]
        for stack in boxes.stacks:
            for piece in stack.pieces:
                if piece.key.startswith(_PLACE):
                    at = piece.key.removeprefix(_PLACE).rpartition("/")[0]
                    self.free.setdefault(at, []).append((BOXES, stack.x, stack.y))
        for one in lying:
            self._lay(one.piece.key, self._spot(one), self.as_cast(one.piece))
        stacks: dict[str, list[Stack]] = {MAP: [], BOXES: seal}
        for (sheet, x, y), keys in self.heaps.items():
            stacks[sheet].append(Stack(f"{sheet} {x} {y}", x, y, tuple(self.state[key] for key in keys)))
        return (
            Sheet(MAP, "map.png", self.grid, (), tuple(stacks[MAP])),
            replace(boxes, stacks=tuple(stacks[BOXES])),
        )

    def number(self, module: Module) -> None:
        """Take over the names that the pieces have at the beginning of the log."""
        self.ids = module.ids()
        self.next = FIRST + len(self.ids) + sum(len(sheet.stacks) for sheet in module.sheets) + 1
        self.slots = {piece.key: n for n, piece in enumerate(module.pieces(), 1)}

    def _spot(self, one: Lying) -> Spot:
        if one.spot is not None:
            return (MAP, *one.spot)
        if one.at in self.grid.raw:
            return (MAP, *self.grid.centre(one.at))
        now = self.spots.get(one.piece.key)
        if now is not None and now in self._room(one.at):
            return now
        room = self._room(one.at)
        return next((spot for spot in room if not self.heaps.get(spot)), room[0])

    def _room(self, at: str) -> list[Spot]:
        return self.free[at]

    def _lay(self, key: str, spot: Spot, piece: Piece) -> str:
        """Put a counter on top of what is in a place; returns the key of what is below it, or nothing."""
        self._lift(key)
        heap = self.heaps.setdefault(spot, [])
        under = heap[-1] if heap else ""
        heap.append(key)
        self.spots[key], self.state[key] = spot, piece
        return under

    def _lift(self, key: str) -> None:
        spot = self.spots.pop(key, None)
        if spot is not None:
            self.heaps[spot].remove(key)
            if not self.heaps[spot]:
                del self.heaps[spot]

    def go(self, lying: list[Lying]) -> Iterator[str]:
        """The commands that lead from what is there now to what is there next."""
        there = {one.piece.key for one in lying}
        for key in [key for key in self.spots if key not in there]:
            self._lift(key)
            self.state.pop(key)
            yield f"-/{self.ids.pop(key)}"
        for one in lying:
            key = one.piece.key
            piece, old, at = self.as_cast(one.piece), self.state.get(key), self.spots.get(key, NOWHERE)
            spot = self._spot(one)
            if old is None:
                self.ids[key], self.next = self.next, self.next + 1
                self.slots.setdefault(key, 2 * len(self.slots) + 1)
                yield piece.command(str(self.ids[key]), None, self.slots[key])
            if spot != at:
                under = self._lay(key, spot, piece)
                below = str(self.ids[under]) if under else "null"
                yield "M/" + encode((self.ids[key], *spot, below, *at, "null", ""), "/")
            if old is not None and old != piece:
                new, was = (_state(one, spot, self.slots[key]) for one in (piece, old))
                if new != was:
                    yield "D/" + encode((self.ids[key], new, was), "/")
            self.state[key] = piece


_PLACE = "#place/"


def _blank(at: str, n: int) -> Piece:
    """A stand-in that keeps room in a box while its cells are laid out."""
    return Piece(f"{_PLACE}{at}/{n}", at, "", ())


def _state(piece: Piece, spot: Spot, slot: int) -> str:
    return nested([*(state for _, state in piece.traits()), piece.state(spot, slot)])
