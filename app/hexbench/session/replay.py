"""What happened between two positions, one picture after another, as the viewer was told it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.events import UnitMoved
from hexbench.engine.values import Value
from hexbench.session.log import LogLine

if TYPE_CHECKING:
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
