"""A saved game of VASSAL read back onto a position: units by the mark they carry, hexes by the grid, steps by the layer.

VASSAL enforces no rules, so nothing uncertain is used: what has no certain place is listed, never guessed, and the
unit stays where it is in the position. Expressions and classes in a file are never evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree as ET

from hexbench.engine.seat import Seat
from hexbench.engine.values import Say, say
from hexbench.exchange.codec import clear, commands, decode, unnested, unzipped
from hexbench.exchange.grid import HexGrid, hex_grid
from hexbench.exchange.position_out import BOXES, MAP, SEAL, SIDES, cell_of, digest
from hexbench.exchange.things import THING
from hexbench.store.customs import brief
from hexbench.store.strict import BadFile

_MOST_PIECES = 20_000
"""The most counters of a saved game: ten times those of the largest published module examined."""
_META = 2**16
_LISTED = 40
"""The most sentences of one kind in a report."""


@dataclass(frozen=True)
class Found:
    """A counter of a saved game where it is: ``key`` is its mark, ``level`` its layer, 0 if it has none."""

    key: str
    name: str
    level: int
    sheet: str
    x: int
    y: int
    marks: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True)
class Saved:
    """The contents of a saved game: its counters, and what the module was made from ("game/scenario"; empty: it does not say)."""

    found: tuple[Found, ...]
    source: str
    side: str
    view: str
    cells: tuple[str, ...] | None
    """The boxes of its cells in order; None: it does not say."""


@dataclass(frozen=True)
class Imported:
    """A position as a document, and what the player should know about it, a sentence each."""

    content: dict[str, Any]
    placed: int
    notes: tuple[Say, ...]


def read_save(data: bytes) -> Saved:
    """A saved game from its bytes. Raises BadFile for what is not one or is too large."""
    if data[:2] == b"PK":
        files = unzipped(data, ("savedGame",))
        about = unzipped(data, ("moduledata",), _META).get("moduledata", b"")
        if "savedGame" not in files:
            raise BadFile(say("this archive does not contain a VASSAL saved game."))
        text = clear(files["savedGame"])
    else:
        text, about = clear(data), b""
    if "begin_save" not in text[:400]:
        raise BadFile(say("this is not a VASSAL saved game, or it is damaged."))
    found = []
    for command in commands(text):
        if command.startswith("+/"):
            piece = _piece(command)
            if piece is not None:
                found.append(piece)
            if len(found) > _MOST_PIECES:
                raise BadFile(say("this saved game has too many counters."))
    seal = next((piece.marks for piece in found if piece.key == SEAL), {})
    cells = seal.get("hexbench_cells")
    return Saved(
        found=tuple(piece for piece in found if piece.key != SEAL),
        source=seal.get("hexbench_source", "") or _source(about),
        side=seal.get("hexbench_side", ""),
        view=seal.get("hexbench_view", ""),
        cells=tuple(decode(cells, ";")) if cells is not None else None,
    )


def _source(about: bytes) -> str:
    """What one of our modules was made from, according to its description."""
    if b"<!" in about.replace(b"<!--", b""):
        return ""
    try:
        text = ET.fromstring(about).findtext("description") or ""  # noqa: S314 - no document type gets here
    except (ET.ParseError, LookupError, ValueError):
        return ""
    said = re.fullmatch(r"Written by Hexbench\. ([a-z0-9_]+/[A-Za-z0-9_.-]+)\.", text.strip())
    return said[1] if said else ""


def _piece(command: str) -> Found | None:
    """A counter from the command that adds it; None for a stack or a deck. Raises BadFile for what cannot be read."""
    parts = decode(command[2:], "/")
    if len(parts) < 3 or parts[1].partition(";")[0] in ("stack", "deck"):
        return None
    types, states = unnested(parts[1]), unnested(parts[2])
    marks: dict[str, str] = {}
    level, name, place = 0, "", ["null", "0", "0"]
    for kind, state in zip(types, states, strict=False):
        head, _, rest = kind.partition(";")
        if head == "mark":
            marks.update(zip(decode(rest, ","), decode(state, ","), strict=False))
        elif head == "emb2" and level == 0:
            first = state.partition(";")[0]
            level = int(first) if re.fullmatch(r"[0-9]{1,4}", first) else 0
        elif head == "piece":
            name = (decode(rest, ";") + [""] * 4)[3]
            place = (decode(state, ";") + ["0"] * 3)[:3]
    sheet = "" if place[0] == "null" else place[0]
    return Found(marks.get("hexbench", ""), name, level, sheet, _number(place[1]), _number(place[2]), marks)


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"-?[0-9]{1,6}", text) else -1


def place(saved: Saved, seat: Seat, editing: Any) -> Imported:
    """A saved game on the position of ``seat``, which is the umpire's: as a position document, with what the player should know.

    Turn, phase, markers and everything that no counter shows are those of the position. Raises BadFile for a map
    whose numbers VASSAL cannot express.
    """
    rules, state = seat.rules, seat.s
    content: dict[str, Any] = editing.position(rules, state)
    content.pop("dice", None)
    reader = _Reader(saved, seat, hex_grid(rules.atlas.sheet.grid))
    entries: dict[str, Any] = dict(content["units"])
    placed = 0
    for uid, piece in reader.known():
        at = reader.place(piece)
        entry = entries[uid]
        if at is not None and at != state.units[uid].at:
            entry = editing.placed(rules, "position", entry, uid, at)
        if at is not None:
            placed += 1
        fields = reader.side(uid, piece)
        entries[uid] = _standing(entry, state.units[uid], fields)
    content["units"] = entries
    return Imported(content, placed, tuple(reader.notes()))


def _standing(entry: Mapping[str, Any], unit: Any, fields: Mapping[str, Any]) -> dict[str, Any]:
    """An entry with the fields of a counter's side, where they differ from the unit's."""
    return {**entry, **{name: value for name, value in fields.items() if getattr(unit, name) != value}}


class _Reader:
    """Reads places and sides, and collects what it could not identify."""

    def __init__(self, saved: Saved, seat: Seat, grid: HexGrid) -> None:
        self.saved, self.seat, self.grid = saved, seat, grid
        self._places = {unit.at for unit in seat.s.units.values()} | set(seat.rules.boxes(seat.s))
        self._lost: list[Say] = []

    def known(self) -> Iterator[tuple[str, Found]]:
        """Every unit of the position that exactly one counter represents. The others are reported."""
        units = self.seat.s.units
        counted: dict[str, list[Found]] = {}
        for piece in self.saved.found:
            if piece.key.startswith(THING):
                continue  # markers, points and cards are those of the position
            if piece.key in units:
                counted.setdefault(piece.key, []).append(piece)
            elif piece.key:
                self._lose(
                    say(
                        "{name}: its mark {mark} does not belong to any unit in this game.",
                        name=_short(piece.name),
                        mark=_short(piece.key),
                    )
                )
            else:
                self._lose(say("{name}: it has no Hexbench mark.", name=_short(piece.name)))
        for uid in units:
            pieces = counted.get(uid, [])
            if len(pieces) == 1:
                yield uid, pieces[0]
            elif pieces:
                self._lose(say("{unit}: more than one counter has its mark.", unit=uid))
            else:
                self._lose(say("{unit}: no counter has its mark.", unit=uid))

    def place(self, piece: Found) -> str | None:
        """The hex or box that a counter is certainly in."""
        at: str | None = None
        if piece.sheet == MAP:
            at = self.grid.at(piece.x, piece.y)
        elif piece.sheet == BOXES and self.saved.cells is not None:
            n = cell_of(piece.x, piece.y, len(self.saved.cells))
            at = self.saved.cells[n] if n is not None and self.saved.cells[n] in self._places else None
        if at is None:
            where = f"{_short(piece.sheet) or '-'} {piece.x}, {piece.y}"
            self._lose(
                say("{unit}: it cannot be assigned to a hex or box ({where}).", unit=piece.key, where=where)
            )
        return at

    def side(self, uid: str, piece: Found) -> Mapping[str, Any]:
        """The fields that the layer stands for; none if it is not a side of the counter."""
        sides = self.seat.sides_of(uid)
        told = decode(piece.marks.get(SIDES, ""), ".")
        level = _number(told[piece.level - 1]) if 0 < piece.level <= len(told) else piece.level
        return sides[level - 1] if 0 < level <= len(sides) else {}

    def notes(self) -> Iterator[Say]:
        """What the player should know, general remarks first."""
        seat, saved = self.seat, self.saved
        if saved.side:
            yield say(
                "It was exported as the {side} side saw the game: the other side's units are unchanged.",
                side=saved.side,
            )
            same = saved.side in seat.rules.sides and saved.view == digest(
                seat.rules, seat.rules.view(seat.s, saved.side)
            )
        else:
            same = saved.view == digest(seat.rules, seat.s)
        if saved.view and not same:
            yield say("It was exported from a different position from the one it is read into.")
        yield say(
            "The turn, the phase and everything not shown by a counter are taken from "
            "the position it is read into."
        )
        yield from self._lost[:_LISTED]
        if len(self._lost) > _LISTED:
            yield say("Not listed: {n} more.", n=len(self._lost) - _LISTED)

    def _lose(self, why: Say) -> None:
        self._lost.append(why)


def _short(text: str) -> str:
    return brief(text, 40)
