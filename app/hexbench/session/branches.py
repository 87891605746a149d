"""The tree of a game for people: the current line, what was undone ahead of it, and the branches that leave it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.rules import Rules
from hexbench.engine.values import Barrier, Say, Value
from hexbench.store.saves import Note

if TYPE_CHECKING:
    from hexbench.session.session import Session


class Moment(Value, frozen=True, kw_only=True):
    """One position of a line, and the action that led to it in the words of what the viewer was told.

    ``turn`` and ``phase`` are those in which the action was done.
    """

    node: int
    turn: str
    phase: str
    text: Say | None
    """None at the root."""
    barrier: Barrier = ""
    note: str = ""
    mark: bool = False
    name: str = ""
    """The name of the branch that begins here, if the viewer may know it."""
    ahead: bool = False
    """It is ahead of the current position: redo leads there."""
    branches: tuple[Branch, ...] = ()
    """Other lines that leave the position before this one, among those the viewer may know."""


class Branch(Value, frozen=True, kw_only=True):
    """A line that was left: its first and its last node, how many actions it has, and its name."""

    first: int
    last: int
    actions: int
    name: str
    text: Say | None


def line_of(session: Session) -> list[int]:
    """The nodes from the root through the current one to where redo would end."""
    history = session.history
    out = [node.number for node in history.line()]
    seen = set(out)
    at = history.nodes[out[-1]].latest
    while at is not None and at not in seen:
        out.append(at)
        seen.add(at)
        at = history.nodes[at].latest
    return out


def moments(session: Session) -> Iterator[Moment]:
    """Every position of the current line from the root on. Behind a barrier, redo is described only as far as the viewer knows it."""
    history, line = session.history, line_of(session)
    here = len(history.line()) - 1
    before = 0
    for place, number in enumerate(line):
        node = history.nodes[number]
        turn, phase = session.turn_at(before)
        note = session.notes.get(number, Note())
        others = [] if place == 0 else [c for c in history.nodes[before].children if c != number]
        yield Moment(
            node=number,
            turn=turn,
            phase=phase,
            text=session.label(number),
            barrier=node.record.barrier if node.record else "",
            note=note.text,
            mark=note.mark,
            name=node.name if is_open(session, number) else "",
            ahead=place > here,
            branches=tuple(_branch(session, child) for child in others if is_open(session, child)),
        )
        before = number


def is_open(session: Session, node: int) -> bool:
    """Whether the viewer may know a branch that begins at a node. What another player tried and took back, and its
    name, stays private as long as the game hides something.
    """
    record, viewer = session.history.nodes[node].record, session.viewer
    if record is None or viewer is None or session.free or session.decider is None:
        return True
    if type(session.rules).hide is Rules.hide:
        return True
    return record.side is None or record.side == viewer or record.side in session.header.players


def _branch(session: Session, first: int) -> Branch:
    """A branch from its first node to the end that was played last."""
    history = session.history
    last, count = first, 1
    while history.nodes[last].children:
        node = history.nodes[last]
        last = node.latest if node.latest is not None else node.children[-1]
        count += 1
    name = history.nodes[first].name
    return Branch(first=first, last=last, actions=count, name=name, text=session.label(first))
