"""The history of a game whose older positions are in its file, and writing a game played so far to a file of its own."""

from __future__ import annotations

import tempfile
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from hexbench.engine.events import Broadcast
from hexbench.engine.history import Diverged, History, Node
from hexbench.engine.rules import GameDef, Rules
from hexbench.engine.umpire import UMPIRE
from hexbench.engine.values import Say, say
from hexbench.store.customs import brief
from hexbench.store.saves import Contents, Drawn, Notes, Row, SaveFile, SaveHeader
from hexbench.store.strict import BadFile, CannotWrite, convert

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat


class Unsound(BadFile):
    """A packed position that cannot be read."""


class Unreachable(Exception):
    """A position that today's rules no longer lead to. ``node`` is the first action with a different result."""

    def __init__(self, node: int) -> None:
        self.node = node
        self.say = say(
            "The rules have changed since this was played: action {n} no longer has the same "
            "result. It is kept in the file but cannot be shown.",
            n=node,
        )
        super().__init__(str(self.say))


def unpack(game: GameDef, rules: Rules[Any, Any, Any], version: int, data: bytes, file: str = "") -> Any:
    """A position packed under some version of the rules, upgraded to today's. Raises BadFile."""
    if version > game.rules_version:
        raise BadFile(
            say("this game was played with newer rules of {title}. It was left unchanged.", title=game.title),
            file,
        )
    try:
        if version == game.rules_version:
            return rules.unpack(data)
        raw = msgspec.msgpack.decode(data)
        for step in range(max(version, 0), game.rules_version):
            upgrade = game.upgrades.get(step)
            raw = upgrade(raw) if upgrade else raw  # without an upgrade the form of a position did not change
        return convert(raw, game.State, file)
    except Exception as fault:  # noqa: BLE001 - upgrades trip over anything when the position is none of ours
        raise Unsound(
            say("a position in this game cannot be read ({why}). It was left unchanged.", why=_why(fault)),
            file,
        ) from None


def _why(fault: Exception) -> Say | str:
    return fault.because if isinstance(fault, BadFile) else brief(str(fault))


class SavedHistory(History[Any]):
    """A history that looks into its file before it replays. Positions that cannot be obtained raise Unreachable."""

    def __init__(
        self, game: GameDef, rules: Rules[Any, Any, Any], start: Any, told: tuple[Broadcast, ...] = ()
    ) -> None:
        super().__init__(rules, start, told)
        self._game = game
        self._fetch: Callable[[int], Any] | None = None

    def fetch_from(self, save: SaveFile) -> None:
        """Use the snapshots of a file."""
        known = frozenset(save.snapshots())

        def fetch(node: int) -> Any:
            try:
                found = save.state(node) if node in known else None
                return None if found is None else unpack(self._game, self.rules, *found, str(save.path))
            except (
                BadFile
            ):  # one that cannot be read counts as missing: a replay from an earlier one is always possible
                return None

        self._fetch = fetch

    def state_at(self, number: int) -> Any:
        """The position of any node. Raises Unreachable."""
        if self._fetch is not None:
            node: Node[Any] = self.nodes[number]
            while node.state is None and node.parent is not None:
                node.state = self._fetch(node.number)
                if node.state is not None:
                    break
                node = self.nodes[node.parent]
        try:
            return super().state_at(number)
        except Diverged as fault:
            raise Unreachable(fault.node) from None


def stand_where_possible(history: SavedHistory) -> Say | None:
    """Make sure that the current position can be obtained; otherwise go back to the last one that can, and say so."""
    try:
        history.state_at(history.here)
    except Unreachable as fault:
        last = history.nodes[fault.node].parent
        assert last is not None, "the root always has its position"
        history.here = last
        history.state_at(last)
        return say(
            "The rules have changed since this game was saved: action {n} no longer has the "
            "same result. The game is now at the position before it; everything after that "
            "is kept in the file.",
            n=fault.node,
        )
    return None


def undone_by_undo(history: History[Any], answered: Collection[int]) -> list[int]:
    """The nodes undo would leave, newest first: answers given for the player go with the action before them."""
    out: list[int] = []
    node = history.node
    while node.parent is not None:
        out.append(node.number)
        if node.number not in answered:
            break
        node = history.nodes[node.parent]
    return out


def done_by_redo(history: History[Any], answered: Collection[int]) -> list[int]:
    """The nodes redo would visit: an action, and the answers given for the player after it."""
    out: list[int] = []
    node = history.node
    while node.latest is not None and (not out or node.latest in answered):
        node = history.nodes[node.latest]
        out.append(node.number)
    return out


def nobody_between(history: History[Any], nodes: Sequence[int]) -> bool:
    """Whether no player decided anything between the nodes that are taken back together, newest first, although the
    decision was passed on and back: all but the oldest were done for the players, and the side that did the oldest
    decides again.
    """
    first = history.nodes[nodes[-1]].record if len(nodes) > 1 else None
    return first is not None and history.rules.decider(history.state) == first.side


def barrier_within(
    history: History[Any], nodes: Iterable[int], umpire: bool = False, *, alone: bool = False
) -> Say | None:
    """The sentence of the first barrier among nodes to be taken back; None if there is none.

    Only the ``umpire`` takes back what the umpire's hand did. ``alone``: nobody else has had the decision in between.
    """
    for number in nodes:
        record = history.nodes[number].record
        if record and record.action.verb == UMPIRE and not umpire:
            return say("This was done by the umpire's hand, and only the umpire's hand can undo it.")
        barrier = record.barrier if record else ""
        if barrier == "dice":
            return say("Dice have been rolled since, so what led to them stands. Study mode can undo it.")
        if barrier == "seen":
            return say(
                "Something hidden has been tested since, so what led to it stands. Study mode can undo it."
            )
        if barrier == "handover" and not alone:
            return say("The other side has had a decision since. Study mode can undo it.")
    return None


SNAPSHOT_EVERY = 32
"""Levels of the tree between two positions kept in the file; a multiple of what the history keeps in memory."""


def begin_file(
    path: Path,
    header: SaveHeader,
    rules: Rules[Any, Any, Any],
    history: History[Any],
    answered: Collection[int],
    more: Sequence[Row] = (),
    notes: Notes | None = None,
    sketches: Mapping[int, Drawn] | None = None,
) -> SaveFile:
    """A new save with everything played so far, and ``more`` actions that are about to be confirmed. Raises CannotWrite."""
    rows = [
        Row(node.number, node.parent or 0, node.record, node.number in answered)
        for node in history.nodes
        if node.record is not None
    ]
    kept = {
        node.number: rules.pack(history.state_at(node.number))
        for node in history.nodes
        if node.depth % SNAPSHOT_EVERY == 0
    }
    contents = Contents(
        header=header,
        opening=history.opening,
        rows=(*rows, *more),
        here=more[-1].node if more else history.here,
        latest={
            n.number: n.latest for n in history.nodes if n.latest is not None and n.latest != n.children[-1]
        },
        names={node.number: node.name for node in history.nodes if node.name},
        notes=notes or {},
        sketches=sketches or {},
    )
    return SaveFile.create(path, contents, kept)


def write_whole(path: Path, begin: Callable[[Path], SaveFile]) -> None:
    """Write a game that has no file yet under a name, as a whole or not at all. Raises CannotWrite."""
    try:
        with tempfile.TemporaryDirectory(prefix="hexbench-") as folder:
            save = begin(Path(folder) / "whole.hexgame")
            try:
                save.copy_to(path)
            finally:
                save.close()
    except CannotWrite as fault:
        raise CannotWrite(fault.because, str(path)) from None


# The seats of an open game: made when requested, the last few kept, because panels request them again and again.

KEPT = 8


class Seats:
    """The seats in the current position of a history, and in any other that is looked back to."""

    def __init__(self, rules: Rules[Any, Any, Any], history: History[Any]) -> None:
        self._rules = rules
        self._history = history
        self._kept: OrderedDict[tuple[int, str | None, bool], Seat] = OrderedDict()

    def seat(self, side: str | None, *, open_table: bool = False) -> Seat:
        """The seat of a side here, None the umpire's; at an open table it knows what everybody knows."""
        key = (self._history.here, side, open_table)
        found = self._kept.get(key)
        if found is None:
            state = self._history.state
            make = self._rules.open_seat if open_table else self._rules.seat
            found = self._kept[key] = make(state, side)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return found

    def then(self, node: int, side: str | None, *, open_table: bool = False) -> Seat:
        """The seat of a side at any node, for looking only. Raises Unreachable."""
        make = self._rules.open_seat if open_table else self._rules.seat
        seat: Seat = make(self._history.state_at(node), side)
        seat.shut = True
        return seat
