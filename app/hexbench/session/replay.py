"""What happened between two positions, one picture after another, as the viewer was told it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from hexbench.engine.events import PhaseBegan, UnitMoved
from hexbench.engine.values import Value
from hexbench.session.log import LogLine

if TYPE_CHECKING:
    from hexbench.engine.events import AnyEvent, Told
    from hexbench.session.session import Session


class Picture(Value, frozen=True, kw_only=True):
    """One position of a replay: the turn and phase its action fell in, what was told, and the ways that were gone."""

    node: int
    turn: str
    phase: str
    lines: tuple[LogLine, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    """Hexes from the start to the end, for each unit that moved."""


def pictures(session: Session, after: int, upto: int) -> tuple[Picture, ...]:
    """The positions of the line to ``upto`` that come after ``after`` and of which the viewer was told anything."""
    history, viewer = session.history, session.viewer
    out: list[Picture] = []
    line = [node.number for node in history.line(upto)]
    start = line.index(after) + 1 if after in line else 1
    for place in range(start, len(line)):
        node = line[place]
        lines = session.lines_at(node)
        if not lines:
            continue
        record = history.nodes[node].record
        events = () if record is None else (told.to(viewer) for told in record.told)
        ways = tuple(event.path for event in events if isinstance(event, UnitMoved) and len(event.path) > 1)
        turn, phase = session.turn_at(line[place - 1])
        out.append(Picture(node=node, turn=turn, phase=phase, lines=lines, ways=ways))
    return tuple(out)


Move: TypeAlias = tuple[str, tuple[str, ...]]
"""How a unit went (move, retreat, advance ...), and the hexes of its way."""


class PlayerTurn(Value, frozen=True, kw_only=True):
    """The moves of one player turn, in order: ``side`` had it."""

    side: str
    moves: tuple[Move, ...]


def last_player_turn(session: Session, upto: int | None = None, *, common: bool = False) -> PlayerTurn | None:
    """The last player turn before the one at hand in which anything moved, as the viewer was told of it up to ``upto``.

    Whose turn it is is told by the phases; where they belong to nobody, by who acted. Before anybody else has moved it is
    the one at hand. ``common``: only what every side was told. None: nothing has moved.
    """
    history = session.history
    line = [node.number for node in history.line(history.here if upto is None else upto)]
    runs: list[tuple[str, list[Move]]] = []
    waiting: list[tuple[str, Move]] = []
    for number in reversed(line):
        record = history.nodes[number].record
        actor = "" if record is None else record.side or ""
        for one in reversed(history.opening if record is None else record.told):
            event = _known(session, one, common=common)
            if isinstance(event, UnitMoved) and len(event.path) > 1:
                waiting.append((actor, (event.how, event.path)))
            elif isinstance(event, PhaseBegan):
                _join(runs, event.side, waiting)
                waiting = []
        if sum(1 for _, moves in runs[1:] if moves) > 1:
            break
    _join(runs, None, waiting)
    over = next(((side, moves) for side, moves in runs[1:] if moves), None)
    side, moves = over or (runs[0] if runs else ("", []))
    return PlayerTurn(side=side, moves=tuple(reversed(moves))) if moves else None


def _join(runs: list[tuple[str, list[Move]]], side: str | None, found: list[tuple[str, Move]]) -> None:
    """Earlier moves, the latest first: more of the run of a side, or a run before it; ``side`` None: of who acted."""
    if side is not None and (not runs or runs[-1][0] != side):
        runs.append((side, []))
    for actor, move in found:
        owner = actor if side is None else side
        if not runs or runs[-1][0] != owner:
            runs.append((owner, []))
        runs[-1][1].append(move)


def _known(session: Session, one: Told, *, common: bool) -> AnyEvent | None:
    if not common:
        return one.to(session.viewer)
    found = [one.to(side) for side in session.rules.sides]
    return found[0] if all(event == found[0] for event in found) else None
