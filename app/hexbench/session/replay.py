"""What happened between two positions, picture by picture, as the viewer was told it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from hexbench.engine.events import PhaseBegan, UnitMoved
from hexbench.engine.values import Value

if TYPE_CHECKING:
    from hexbench.engine.events import AnyEvent, Broadcast
    from hexbench.session.session import Session


class Picture(Value, frozen=True, kw_only=True):
    """One position of a replay: the turn and phase of its action, and the routes of the units that moved."""

    node: int
    turn: str
    phase: str
    ways: tuple[tuple[str, ...], ...] = ()
    """Hexes from the start to the end, for each unit that moved."""


def parting(session: Session, node: int, upto: int) -> int:
    """The last position of the line to ``upto`` that also leads to a node: the node itself if it is on the line."""
    history = session.history
    line = {step.number for step in history.line(upto)}
    seen = [step.number for step in history.line(node)]
    return next(number for number in reversed(seen) if number in line)


def pictures(session: Session, after: int, upto: int, side: str | None = "viewer") -> tuple[Picture, ...]:
    """The positions of the line to ``upto`` that come after ``after``, or after the point where it left that line,
    and of which a side was told anything.
    """
    history, viewer = session.history, session.viewer if side == "viewer" else side
    out: list[Picture] = []
    line = [node.number for node in history.line(upto)]
    start = line.index(parting(session, after, upto)) + 1
    for place in range(start, len(line)):
        node = line[place]
        record = history.nodes[node].record
        events = [] if record is None else [e for told in record.told if (e := told.to(viewer)) is not None]
        if events:
            ways = tuple(e.path for e in events if isinstance(e, UnitMoved) and len(e.path) > 1)
            turn, phase = session.turn_at(line[place - 1])
            out.append(Picture(node=node, turn=turn, phase=phase, ways=ways))
    return tuple(out)


By: TypeAlias = Literal["action", "phase", "turn"]
"""The unit in which one steps through a replay."""


def stops(shown: Sequence[Picture], by: By) -> tuple[int, ...]:
    """The pictures at which another phase or turn begins (every one, by actions); -1 is the position before the first."""
    out, before = [-1], ("", "")
    for place, picture in enumerate(shown):
        now = (picture.turn, picture.phase if by == "phase" else "")
        if by == "action" or now != before:
            out.append(place)
        before = now
    return tuple(out)


Move: TypeAlias = tuple[str, tuple[str, ...]]
"""How a unit moved (move, retreat, advance ...), and the hexes of its route."""


class PlayerTurn(Value, frozen=True, kw_only=True):
    """The moves of one player turn, in order: ``side`` had it."""

    side: str
    moves: tuple[Move, ...]


def last_player_turn(
    session: Session, upto: int | None = None, *, common: bool = False, side: str | None = "viewer"
) -> PlayerTurn | None:
    """The last player turn before the current one in which anything moved, as a side was told of it up to ``upto``.

    The phases say whose turn it is; if they belong to nobody, the acting side does. As long as only one side has
    moved it is the current one. ``common``: only what every side was told. None: nothing has moved.
    """
    history, viewer = session.history, session.viewer if side == "viewer" else side
    line = [node.number for node in history.line(history.here if upto is None else upto)]
    runs: list[tuple[str, list[Move]]] = []
    waiting: list[tuple[str, Move]] = []
    for number in reversed(line):
        record = history.nodes[number].record
        actor = "" if record is None else record.side or ""
        for one in reversed(history.opening if record is None else record.told):
            event = _known(session, one, viewer, common=common)
            if isinstance(event, UnitMoved) and len(event.path) > 1:
                waiting.append((actor, (event.how, event.path)))
            elif isinstance(event, PhaseBegan):
                _join(runs, event.side, waiting)
                waiting = []
        if sum(1 for _, moves in runs[1:] if moves) > 1:
            break
    _join(runs, None, waiting)
    over = next(((whose, moves) for whose, moves in runs[1:] if moves), None)
    whose, moves = over or (runs[0] if runs else ("", []))
    return PlayerTurn(side=whose, moves=tuple(reversed(moves))) if moves else None


def _join(runs: list[tuple[str, list[Move]]], side: str | None, found: list[tuple[str, Move]]) -> None:
    """Add earlier moves, the latest first, to the run of a side, or to a run before it; ``side`` None: the acting side."""
    if side is not None and (not runs or runs[-1][0] != side):
        runs.append((side, []))
    for actor, move in found:
        owner = actor if side is None else side
        if not runs or runs[-1][0] != owner:
            runs.append((owner, []))
        runs[-1][1].append(move)


def _known(session: Session, one: Broadcast, viewer: str | None, *, common: bool) -> AnyEvent | None:
    if not common:
        return one.to(viewer)
    found = [one.to(side) for side in session.rules.sides]
    return found[0] if all(event == found[0] for event in found) else None
