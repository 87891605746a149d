"""Everything that may come of a position while a plan is carried out: every number the dice can show, with its chance.

Each action is run with scripted numbers; where one more is wanted (``NeedDice``) the branch divides. Positions that pack to
equal bytes are one, however they came about. Who decides is answered for by the :class:`~hexbench.study.course.Course`; where several
answers are left open, the one is taken that is best or worst for the side that asks. Past a number of applied actions what
is still open is sampled.
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
"""What is kept of a position at the end: positions of which the same is kept are one end."""
Watch = Callable[[float, int], None]
Worth = tuple[Fraction, ...]
"""How good a position is for the side that asks, what matters most first: later figures only part what is equal so far."""

_NO_DICE = Dice()
_TENTH, _LARGE, _HOPELESS = 10, 1_000, 0.01
"""Of a cap that is large, a tenth must settle so much of all chances."""


ROUND = say("The answers lead back to an earlier position.")


class _Way:
    """One action from a position, and where it leads: chances that do not yet come to 1 are still open."""

    __slots__ = ("action", "edges")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.edges: list[tuple[Fraction, int]] = []


class _Node:
    """A position on the way. ``state`` is let go of when everything that follows from it is known."""

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
    """What is still to be tried: a position not opened yet (``way`` -1), or one of its ways after some numbers have fallen.

    ``likely`` is how much of everything hangs on it, to see how the search gets on.
    """

    likely: float
    node: int
    way: int
    chance: Fraction
    numbers: tuple[int, ...]


class Ends(NamedTuple):
    """What the search came to. ``found``: what is kept of an end -> its chance; with ``open`` they come to 1.

    ``sampled`` are the ends of so many lines drawn from what was open. ``dropped``: by the plan's steps, the chance that it
    could not be done or was never reached, as far as that is known. ``tried`` actions were applied before anything was sampled.
    ``different`` are the ends that differ at all.
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
    """The search itself, one line to its end before the next, until all is known or ``cap`` actions have been applied.

    It ends sooner where a tenth of the cap has settled next to nothing: then what is drawn at random says as much for less.
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
        """``watch`` is told (how much of all chances is settled, actions tried so far) as often as ``stop`` is asked."""
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
        """From these positions with their chances. Raises Wrong where they go round in a circle."""
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

    # ---- forward
    def _enter(
        self, state: Any, at: int, mark: str, depth: int, dropped: tuple[int, ...], likely: float
    ) -> int:
        """The node of a position, a new one if there is none."""
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
        """Find out what is done in a position."""
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
        """Do an action with the numbers that have fallen; it leads on, or wants one more."""
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

    # ---- backward, and forward once more with the chances
    def _order(self, begun: Iterable[int]) -> list[int]:
        """Every node after all that follow from it. Raises Wrong for a circle."""
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

    # ---- what was left open
    def _sample(
        self, left: Sequence[tuple[Fraction, _Piece]], open_: Fraction, samples: int, chance: Chance
    ) -> list[Hashable]:
        """The ends of some lines, drawn as often as they are likely, until as many actions more have been applied as were before;
        the line at hand is gone to its end. Where nobody thinks about an answer a thousand more cost little.
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
        """One line from an open piece to its end, by chance."""
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
        """What an action leads to when the first numbers are these, and the others fall as they may."""
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
