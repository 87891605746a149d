"""The history of a game whose older positions lie in its file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import msgspec

from hexbench.engine.events import Broadcast
from hexbench.engine.history import Diverged, History, Node
from hexbench.engine.rules import GameDef, Rules
from hexbench.engine.umpire import UMPIRE
from hexbench.engine.values import Say, say
from hexbench.store.customs import brief
from hexbench.store.saves import SaveFile
from hexbench.store.strict import BadFile, convert


class Unsound(BadFile):
    """A packed position that cannot be read."""


class Unreachable(Exception):
    """A position that today's rules no longer lead to. ``node`` is the first action that went elsewhere."""

    def __init__(self, node: int) -> None:
        self.node = node
        self.say = say(
            "The rules have changed since this was played: action {n} no longer leads where it led. It is kept in the "
            "file, but cannot be shown.",
            n=node,
        )
        super().__init__(str(self.say))


def unpack(game: GameDef, rules: Rules[Any, Any, Any], version: int, data: bytes, file: str = "") -> Any:
    """A position as it was packed under some version of the rules, brought up to today's. Raises BadFile."""
    if version > game.rules_version:
        raise BadFile(f"this game was played with newer rules of {game.title}. It was left as it is.", file)
    try:
        if version == game.rules_version:
            return rules.unpack(data)
        raw = msgspec.msgpack.decode(data)
        for step in range(max(version, 0), game.rules_version):
            upgrade = game.upgrades.get(step)
            raw = upgrade(raw) if upgrade else raw  # without one the shape of a position did not change
        return convert(raw, game.State, file)
    except Exception as fault:  # noqa: BLE001 - upgrades trip over anything when the position is none of ours
        raise Unsound(
            f"a position in this game cannot be read ({brief(str(fault))}). It was left as it is.", file
        ) from None


class SavedHistory(History[Any]):
    """A history that looks into its file before it replays. Positions asked for and not to be had raise Unreachable."""

    def __init__(
        self, game: GameDef, rules: Rules[Any, Any, Any], start: Any, told: tuple[Broadcast, ...] = ()
    ) -> None:
        super().__init__(rules, start, told)
        self._game = game
        self._fetch: Callable[[int], Any] | None = None

    def fetch_from(self, save: SaveFile) -> None:
        """Take positions from the snapshots of a file."""
        known = frozenset(save.snapshots())

        def fetch(node: int) -> Any:
            try:
                found = save.state(node) if node in known else None
                return None if found is None else unpack(self._game, self.rules, *found, str(save.path))
            except (
                BadFile
            ):  # one that cannot be read is as good as none: there is always the replay from an earlier one
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
    """Make sure that the position we stand at can be had; else step back to the last one that can, and say so."""
    try:
        history.state_at(history.here)
    except Unreachable as fault:
        last = history.nodes[fault.node].parent
        assert last is not None, "the root always has its position"
        history.here = last
        history.state_at(last)
        return say(
            "The rules have changed since this game was saved: action {n} no longer leads where it led. The game stands "
            "before it; everything that came after is kept in the file.",
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
    """The nodes redo would go through: an action, and the answers given for the player after it."""
    out: list[int] = []
    node = history.node
    while node.latest is not None and (not out or node.latest in answered):
        node = history.nodes[node.latest]
        out.append(node.number)
    return out


def nobody_between(history: History[Any], nodes: Sequence[int]) -> bool:
    """Whether nodes that are taken back together, newest first, passed the decision on and back with nobody having had it:
    all but the oldest were done for the players, and the side that did the oldest decides again.
    """
    first = history.nodes[nodes[-1]].record if len(nodes) > 1 else None
    return first is not None and history.rules.decider(history.state) == first.side


def barrier_within(
    history: History[Any], nodes: Iterable[int], umpire: bool = False, *, alone: bool = False
) -> Say | None:
    """The sentence of the first barrier among nodes to be taken back; None when there is none.

    What the ``umpire``'s hand did nobody else takes back. ``alone``: nobody else has had the decision in between.
    """
    for number in nodes:
        record = history.nodes[number].record
        if record and record.action.verb == UMPIRE and not umpire:
            return say("The umpire's hand did this, and no other hand takes it back.")
        barrier = record.barrier if record else ""
        if barrier == "dice":
            return say("Dice have been rolled since: what led to them stands. Study mode can take it back.")
        if barrier == "seen":
            return say(
                "Something hidden has been tested since: what led to it stands. Study mode can take it back."
            )
        if barrier == "handover" and not alone:
            return say("The other side has had the decision since. Study mode can take it back.")
    return None
