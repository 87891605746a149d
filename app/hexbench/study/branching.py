"""Every possible outcome of a position while a plan is carried out: all numbers the dice can show, with their chances.

Each action is run with scripted numbers; where it needs one more (``NeedDice``) the branch divides. Positions that
pack to equal bytes are treated as one, however they came about. The :class:`~hexbench.study.course.Course` answers
for whoever decides; where several answers are left open, the one that is best or worst for the asking side is taken.
What is still open after a given number of applied actions is sampled.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from hexbench.engine.state import Dice
from hexbench.engine.values import Action, NeedDice, Wrong, say
from hexbench.study.course import LONGEST, Course, Look
from hexbench.study.playout import Chance

Judge = Callable[[Any], Hashable]
"""What is kept of a position at the end: ends of which the same is kept are counted as one."""
Watch = Callable[[float, int], None]
Worth = tuple[Fraction, ...]
"""How good a position is for the asking side, the most important figure first: later ones decide only between equals."""

_NO_DICE = Dice()
_TENTH, _LARGE, _HOPELESS = 10, 1_000, 0.01
"""Of a cap of ``_LARGE`` or more, a tenth (``_TENTH``) must settle at least the share ``_HOPELESS`` of all chances."""


ROUND = say("The answers lead back to an earlier position.")


class _Way:
    """One action from a position, and where it leads: if its chances do not add up to 1, the rest is still open."""

    __slots__ = ("action", "edges")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.edges: list[tuple[Fraction, int]] = []


class _Node:
    """A position on the way. ``state`` is dropped when everything that follows from it is known."""

    __slots__ = ("depth", "end", "left", "look", "now", "state", "ways", "whose")

    def __init__(self, state: Any, look: Look, depth: int) -> None:
        self.state = state
        self.look = look
        self.depth = depth
        self.end: Hashable = None
        self.now: Worth | None = None
        self.ways: list[_Way] = []
        self.whose = 0
        self.left = 1


class _Piece(NamedTuple):
    """What is still to be tried: a position not opened yet (``way`` -1), or one of its ways after some numbers have been rolled.

    ``likely`` is its share of all chances, from which the progress of the search is told.
    """

    likely: float
    node: int
    way: int
    chance: Fraction
    numbers: tuple[int, ...]


class Ends(NamedTuple):
    """The result of the search. ``found``: what is kept of an end -> its chance; together with ``open`` they add up to 1.

    ``sampled`` are the ends of the lines drawn from what was open. ``dropped``: for each step of the plan, the chance
    that it could not be done or was never reached, as far as that is known. ``tried`` actions were applied before
    anything was sampled. ``different`` is the number of ends that differ.
    """

    found: dict[Hashable, Fraction]
    open: Fraction
    sampled: list[Hashable]
    dropped: tuple[Fraction, ...]
    tried: int
    positions: int
    merged: int
    different: int


class Branching:
    """The search itself. It follows one line to its end before the next, until all is known or ``cap`` actions have been applied.

    It ends sooner if a tenth of a large cap has settled next to nothing: sampling then says as much for less.
    """

    def __init__(
        self,
        course: Course,
        judge: Judge,
        worth: Callable[[Any], Worth],
        cap: int,
        stop: Callable[[], bool] | None = None,
        watch: Watch | None = None,
    ) -> None:
        """``watch`` is called as often as ``stop``, with the share of all chances that is settled and the actions tried so far."""
        self.course = course
        self.rules = course.rules
        self._judge = judge
        self._worth = worth
        self._cap = cap
        self._asked = stop or (lambda: False)
        self._watch = watch
        self._nodes: list[_Node] = []
        self._known: dict[tuple[bytes, int, str, int, tuple[int, ...]], int] = {}
        self._open_pieces: list[_Piece] = []
        self._settled = 0.0
        self.applied = 0
        self.merged = 0
        self._choosing = any(one.best for one in course.answers.values())

    def run(self, roots: Sequence[tuple[Fraction, Any]], samples: int, chance: Chance) -> Ends:
        """Search from these positions with their chances. Raises Wrong if they lead back to an earlier position."""
        begun: dict[int, Fraction] = {}
        for share, state in roots:
            node = self._enter(state, 0, "", 0, (), float(share))
            begun[node] = begun.get(node, Fraction(0)) + share
        early = self._cap // _TENTH if self._cap >= _LARGE else 0
        while self._open_pieces and self.applied < self._cap and not self._stop():
            if early and self.applied >= early:
                if self._settled < _HOPELESS:
                    break
                early = 0
            piece = self._open_pieces.pop()
            if piece.way < 0:
                self._open(piece)
            else:
                self._try(piece)
        return self._sum_up(begun, samples, chance)

    def _stop(self) -> bool:
        if self._watch is not None:
            self._watch(min(1.0, self._settled), self.applied)
        return self._asked()

    # ---- searching forward
    def _enter(
        self, state: Any, at: int, mark: str, depth: int, dropped: tuple[int, ...], likely: float
    ) -> int:
        """The index of a position's node, which is made if there is none."""
        state = replace(state, dice=_NO_DICE)
        packed = hashlib.blake2b(self.rules.pack(state), digest_size=16).digest()
        key = (packed, at, mark, depth if self.course.actions is not None else 0, dropped)
        found = self._known.get(key)
        if found is not None:
            self.merged += 1
            self._settled += likely
            return found
        found = self._known[key] = len(self._nodes)
        look = self.course.look(state, at, mark, depth, dropped)
        node = _Node(state, look, depth)
        self._nodes.append(node)
        if look.over:
            node.end = self._judge(state)
            if self._choosing:
                node.now = self._worth(state)
            node.state, node.left = None, 0
            self._settled += likely
        else:
            self._open_pieces.append(_Piece(likely, found, -1, Fraction(1), ()))
        return found

    def _open(self, piece: _Piece) -> None:
        """Find out what can be done in a position."""
        node = self._nodes[piece.node]
        node.whose, actions = self.course.ways(node.state, node.look)
        node.ways = [_Way(action) for action in actions]
        node.left = len(actions)
        if self._choosing:
            node.now = self._worth(node.state)
        share = piece.likely / len(actions)
        for way in reversed(range(len(actions))):
            self._open_pieces.append(_Piece(share, piece.node, way, Fraction(1), ()))

    def _try(self, piece: _Piece) -> None:
        """Do an action with the numbers rolled so far; it leads to another position or needs one more number."""
        node, likely = self._nodes[piece.node], piece.likely
        way = node.ways[piece.way]
        self.applied += 1
        try:
            out = self.rules.apply(node.state, way.action, piece.numbers, trusted=True)
        except NeedDice as need:
            share = piece.chance / need.faces
            likely /= need.faces
            for face in range(need.faces, 0, -1):
                more = _Piece(likely, piece.node, piece.way, share, (*piece.numbers, face))
                self._open_pieces.append(more)
            node.left += need.faces - 1
            return
        look = node.look
        child = self._enter(out.state, look.at, look.mark, node.depth + 1, look.dropped, likely)
        way.edges.append((piece.chance, child))
        node.left -= 1
        if not node.left:
            node.state = None

    # ---- choosing backward, then adding up the chances forward
    def _order(self, begun: Iterable[int]) -> list[int]:
        """Every node after all nodes that follow from it. Raises Wrong for a cycle."""
        out: list[int] = []
        state = bytearray(len(self._nodes))  # 0 not seen, 1 on the way, 2 done
        for root in begun:
            trail = [root]
            while trail:
                here = trail[-1]
                if state[here] == 2:
                    trail.pop()
                    continue
                if state[here] == 1:
                    state[here] = 2
                    out.append(trail.pop())
                    continue
                state[here] = 1
                for way in self._nodes[here].ways:
                    for _, child in way.edges:
                        if state[child] == 1:
                            raise Wrong(ROUND)
                        if not state[child]:
                            trail.append(child)
        return out

    def _chosen(self, order: Iterable[int]) -> dict[int, int]:
        """Node -> the way that is best for whoever chooses there. What is open counts as the position stands."""
        value: dict[int, Worth] = {}
        chosen: dict[int, int] = {}
        for number in order:
            node = self._nodes[number]
            now = node.now if node.now is not None else self._worth(node.state)
            if not node.ways:
                value[number] = now
                continue
            worths = []
            for way in node.ways:
                known = sum((p for p, _ in way.edges), Fraction(0))
                parts = ((1 - known, now), *((p, value[child]) for p, child in way.edges))
                worths.append(
                    tuple(sum((p * one[i] for p, one in parts), Fraction(0)) for i in range(len(now)))
                )
            pick = max if node.whose > 0 else min
            best = pick(worths) if node.whose else worths[0]
            chosen[number] = worths.index(best)
            value[number] = best
        return chosen

    def _sum_up(self, begun: Mapping[int, Fraction], samples: int, chance: Chance) -> Ends:
        order = self._order(begun)
        chosen = self._chosen(order) if self._choosing else {}
        mass = dict(begun)
        found: dict[Hashable, Fraction] = {}
        dropped = [Fraction(0)] * len(self.course.plan)
        different = 0
        for number in reversed(order):
            node, here = self._nodes[number], mass.get(number)
            if not here:
                continue
            if node.look.over:
                different += 1
                found[node.end] = found.get(node.end, Fraction(0)) + here
                for step in (*node.look.dropped, *range(node.look.at, len(dropped))):
                    dropped[step] += here
            elif node.ways:
                for p, child in node.ways[chosen.get(number, 0)].edges:
                    mass[child] = mass.get(child, Fraction(0)) + here * p
        left = [
            (mass[piece.node] * piece.chance, piece)
            for piece in self._open_pieces
            if piece.node in mass and (piece.way < 0 or piece.way == chosen.get(piece.node, 0))
        ]
        open_ = sum((share for share, _ in left), Fraction(0))
        tried = self.applied
        drawn = self._sample(left, open_, samples, chance) if open_ else []
        return Ends(
            found,
            open_,
            drawn,
            tuple(dropped),
            tried,
            len(self._nodes),
            self.merged,
            different,
        )

    # ---- sampling what is still open
    def _sample(
        self, left: Sequence[tuple[Fraction, _Piece]], open_: Fraction, samples: int, chance: Chance
    ) -> list[Hashable]:
        """The ends of some lines, each drawn according to its chance, until as many more actions have been applied as the cap allows.

        The last line is followed to its end. Where no opponent has to think, the limit is at least :data:`LONGEST`,
        which costs little.
        """
        bounds, sum_ = [], 0.0
        for share, _ in left:
            sum_ += float(share / open_)
            bounds.append(sum_)
        out: list[Hashable] = []
        most = self.applied + (self._cap if self.course.thinks else max(self._cap, LONGEST))
        fine = 2**31
        for _ in range(samples):
            if self.applied >= most or self._stop():
                break
            point = (chance.number(fine) - 0.5) / fine
            index = next((i for i, bound in enumerate(bounds) if point < bound), len(left) - 1)
            out.append(self._line(left[index][1], chance))
        return out

    def _line(self, piece: _Piece, chance: Chance) -> Hashable:
        """Follow one line at random from an open piece to its end."""
        node = self._nodes[piece.node]
        state, look, depth = node.state, node.look, node.depth
        action = node.ways[piece.way].action if piece.way >= 0 else self.course.one_way(state, look)
        state = self._throw(state, action, piece.numbers, chance)
        while True:
            depth += 1
            look = self.course.look(state, look.at, look.mark, depth, look.dropped)
            if look.over:
                return self._judge(state)
            state = self._throw(state, self.course.one_way(state, look), (), chance)

    def _throw(self, state: Any, action: Action, numbers: tuple[int, ...], chance: Chance) -> Any:
        """The position an action leads to when the first numbers are given and the others are rolled."""
        if not numbers:
            self.applied += 1
            seeded = replace(state, dice=Dice(seed=chance.number(2**31)))
            return replace(self.rules.apply(seeded, action, trusted=True).state, dice=_NO_DICE)
        while True:
            self.applied += 1
            try:
                return replace(self.rules.apply(state, action, numbers, trusted=True).state, dice=_NO_DICE)
            except NeedDice as need:
                numbers = (*numbers, chance.number(need.faces))
