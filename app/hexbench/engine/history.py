"""What was done, as a tree: undo, redo, branches. Positions are values, so going back is looking one up.

Every node except the root is one recorded action. Positions are kept for the nodes visited last and for every
sixteenth level; any other is found again by replaying the recorded numbers from the nearest one kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from hexbench.engine.events import Broadcast
from hexbench.engine.rules import Outcome, Rules
from hexbench.engine.values import Action, Barrier, Say, Value

S = TypeVar("S")

KEEP_EVERY = 16
KEEP_LAST = 64


class Record(Value, frozen=True, kw_only=True):
    """One action as it is kept: who did what with which numbers, what was reported, and the digest of the position after it."""

    side: str | None
    action: Action
    numbers: tuple[int, ...] = ()
    told: tuple[Broadcast, ...] = ()
    barrier: Barrier = ""
    digest: str = ""
    why: Say | None = None
    """Why a computer did it; people are not asked."""


class Node(Generic[S]):
    """One position in the tree. ``number`` counts from 0 (the root) in order of first visit."""

    __slots__ = ("children", "depth", "latest", "name", "number", "parent", "record", "state")

    def __init__(
        self, number: int, parent: int | None, depth: int, record: Record | None, state: S | None
    ) -> None:
        self.number = number
        self.parent = parent
        self.depth = depth
        self.record = record
        self.state = state
        self.children: list[int] = []
        self.latest: int | None = None
        """The child that redo goes to."""
        self.name = ""


class Diverged(Exception):
    """A replayed action led to a different position than when it was recorded."""

    def __init__(self, node: int, record: Record) -> None:
        super().__init__(f"Action {node} ({record.action.verb}) no longer leads where it led.")
        self.node = node
        self.record = record


class History(Generic[S]):
    """The tree of one game and the current place in it. Raises what :meth:`Rules.apply` raises; a failed action changes nothing."""

    keep_every: ClassVar[int] = KEEP_EVERY
    """Positions at every level divisible by this are kept permanently."""
    keep_last: ClassVar[int] = KEEP_LAST
    """The number of other positions kept, those visited last."""

    def __init__(self, rules: Rules[S, Any, Any], start: S, told: Sequence[Broadcast] = ()) -> None:
        self.rules = rules
        self.opening: tuple[Broadcast, ...] = tuple(told)
        """What was reported before the first decision."""
        self.nodes: list[Node[S]] = [Node(0, None, 0, None, start)]
        self.here = 0
        self._recent: list[int] = []

    @property
    def node(self) -> Node[S]:
        """The current node."""
        return self.nodes[self.here]

    @property
    def state(self) -> S:
        """The current position."""
        return self.state_at(self.here)

    def state_at(self, number: int) -> S:
        """The position of any node, replayed if it was not kept. Raises Diverged."""
        replay: list[Node[S]] = []
        node = self.nodes[number]
        state = node.state
        while state is None:
            replay.append(node)
            assert node.parent is not None, "the root always keeps its position"
            node = self.nodes[node.parent]
            state = node.state
        for step in reversed(replay):
            state = self._again(step, state)
            if step.depth % self.keep_every == 0:
                step.state = state
        if replay:
            self._remember(number, state)
        return state

    def _again(self, node: Node[S], state: S) -> S:
        record = node.record
        assert record is not None
        try:
            out = self.rules.apply(state, record.action, record.numbers, trusted=True)
        except Exception as fault:
            # under changed rules an old action may raise anything: it leads nowhere now
            raise Diverged(node.number, record) from fault
        if record.digest and self.rules.digest(out.state) != record.digest:
            raise Diverged(node.number, record)
        found: S = out.state
        return found

    def _remember(self, number: int, state: S) -> None:
        self.nodes[number].state = state
        recent = self._recent
        if number in recent:
            recent.remove(number)
        recent.append(number)
        while len(recent) > self.keep_last:
            old = self.nodes[recent.pop(0)]
            if old.number == self.here:
                recent.append(old.number)
            elif old.depth % self.keep_every:
                old.state = None

    # ---- forward
    def do(self, action: Action, numbers: Sequence[int] | None = None, trusted: bool = False) -> Outcome:
        """Do an action here and go to its node."""
        before = self.state
        side = self.rules.decider(before)
        out = self.rules.apply(before, action, numbers, trusted)
        self.keep(side, out)
        return out

    def keep(self, side: str | None, out: Outcome) -> Node[S]:
        """Append a node for what a side did here and its outcome."""
        assert out.action is not None
        record = Record(
            side=side,
            action=out.action,
            numbers=out.numbers,
            told=out.told,
            barrier=out.barrier,
            digest=self.rules.digest(out.state),
        )
        return self.add(record, out.state)

    def add(self, record: Record, state: S | None) -> Node[S]:
        """Append a node for a record of an action already carried out (``state`` None: it is replayed when needed)."""
        parent = self.node
        node: Node[S] = Node(len(self.nodes), parent.number, parent.depth + 1, record, None)
        self.nodes.append(node)
        parent.children.append(node.number)
        parent.latest = node.number
        self.here = node.number
        if state is not None:
            self._remember(node.number, state)
        return node

    # ---- undo, redo and jumps
    @property
    def can_undo(self) -> bool:
        """Whether there is an action to take back at all, regardless of barriers."""
        return self.node.parent is not None

    @property
    def undo_barrier(self) -> Barrier:
        """Why the last action may be taken back only in study mode; empty: it may be taken back."""
        return self.node.record.barrier if self.node.record else ""

    def undo(self) -> Record:
        """Go back over the last action; whether the players are allowed to is decided by the session. Raises IndexError at the root."""
        node = self.node
        if node.parent is None or node.record is None:
            raise IndexError("There is nothing to undo.")
        self.nodes[node.parent].latest = node.number
        self.here = node.parent
        return node.record

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone action ahead."""
        return self.node.latest is not None

    def redo(self) -> Record:
        """Go forward over the action undone last. Raises IndexError if there is none."""
        latest = self.node.latest
        if latest is None:
            raise IndexError("There is nothing to redo.")
        self.here = latest
        record = self.nodes[latest].record
        assert record is not None
        return record

    def go(self, number: int) -> None:
        """Go to any node; redo then leads along the line it came from. Raises IndexError if there is no such node."""
        if not 0 <= number < len(self.nodes):
            raise IndexError(f"There is no position {number}.")
        for step in self.line(number):
            if step.parent is not None:
                self.nodes[step.parent].latest = step.number
        self.here = number

    def line(self, number: int | None = None) -> list[Node[S]]:
        """The nodes from the root to ``number`` (default: here), including the root."""
        node = self.node if number is None else self.nodes[number]
        out = [node]
        while node.parent is not None:
            node = self.nodes[node.parent]
            out.append(node)
        return out[::-1]

    def records(self) -> Iterator[Record]:
        """The records from the root to here."""
        for node in self.line():
            if node.record is not None:
                yield node.record
