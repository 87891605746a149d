"""What a game declares so that the planner can play it: places, strength, ways, and what its verbs are for.

All of it is read off a view. Values count for the first side and against the second; the coin is that of the game's own
score, so that a place is worth what the verdict pays for it and everything else is measured against that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from hexbench.atlas.arcs import Arcs
from hexbench.engine.what_if import WhatIf

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hexbench.engine.opponent import Think
    from hexbench.engine.values import Action, Say


class Goal(NamedTuple):
    """A hex that counts in the end."""

    hex: str
    first: float
    """What it is worth to the first side to have it."""
    second: float
    """What it is worth to the second."""
    held: str = ""
    """The side that has it now; empty: nobody."""
    taken: bool = True
    """Whether it is had by coming into it: not the hexes that units leave the map by."""


class Shown(NamedTuple):
    """What a level has shown in matches against the one before, in units of the spread of single games."""

    mean: float
    low: float
    """The lower end of the 95 % interval."""
    seeds: int
    """Seeds, each played from both seats."""


class Aims(ABC):
    """The declaration of one game: no state, one of it for all positions."""

    first: ClassVar[str]
    second: ClassVar[str]

    # ---- what its verbs are for
    moves: ClassVar[frozenset[str]] = frozenset()
    """Verbs that take one unit to a hex and are judged by the value of standing there alone."""
    hows: ClassVar[frozenset[str]] = frozenset()
    """Ways of such a move (``how``) that do more than bring the unit to the hex, such as leaving the map: they are tried out."""
    tolls: ClassVar[Mapping[str, float]] = {}
    """Way of such a move -> share of the unit's worth that it costs to go like that."""
    attacks: ClassVar[frozenset[str]] = frozenset()
    """Verbs that gather units against one hex: judged by the game's own attacks in thought."""
    never: ClassVar[frozenset[str]] = frozenset()
    """Verbs that are left alone."""
    simple: ClassVar[frozenset[str]] = frozenset()
    """Names of steps that are answered by the default: nothing there is worth the thought."""
    reflexes: ClassVar[tuple[str, ...]] = ()
    """Verbs that whoever is asked uses at once in tries, to the best hex, rather than follow the default."""
    through: ClassVar[tuple[str, ...]] = ()
    """Verbs that carry an attack through once somebody is where it can be made: who joins in at no cost, that it is made, on what, and
    who goes in after it. Levels that have ``through`` (in their budget) use them in tries as :attr:`reflexes`, the first of them that is
    offered, where the default may be to leave the attack.
    """
    musts: ClassVar[frozenset[str]] = frozenset()
    """Those of them that are used even where every hex is worth less (retreats)."""
    pauses: ClassVar[frozenset[str]] = frozenset()
    """Names of steps at which a try is over and the position is valued: rivals are valued at the same moment."""

    free: ClassVar[frozenset[str]] = frozenset()
    """Verbs that cost nothing, such as guns that fire: the best use of them is made before anything else is ended, whoever has not been
    used yet (:meth:`used`). Tried beside ending they would be lost in the luck of the battles that follow both.
    """

    must_fight: ClassVar[bool] = False
    """Whether everybody next to an enemy must attack and must be attacked, so that moves into contact are attacks."""
    shows: ClassVar[frozenset[str]] = frozenset()
    """Verbs before which players should be let look at what has been laid out."""

    # ---- weights
    decay: ClassVar[float] = 0.55
    """What is left of a unit's influence on a place for each turn of way to it."""
    late: ClassVar[float] = 0.15
    """What is left of the influence on a place of whoever comes there after the end: a pull, and no more."""
    standing: ClassVar[float] = 2.0
    """Strength that whoever holds a place is given there beside his units: a place nobody is near stays with him."""
    walk: ClassVar[float] = 0.0
    """Share of :attr:`standing` that passes from whoever holds a place to the side that can walk into it next: nobody stands in it,
    and an enemy is no more than a turn of way from it.
    """
    bulk_worth: ClassVar[float] = 0.1
    """What a point of strength alive is worth in the coin of the score."""
    step_worth: ClassVar[float] = 1.0
    """What one of the losses that attacks in thought are weighed in is worth, in points of strength."""
    threat: ClassVar[float] = 0.0
    """Share of a unit's strength that counts against whoever stands two hexes away, of that share again at three: what can be
    brought up in a turn. 0: only those next to each other count.
    """
    caution: ClassVar[float] = 0.5
    """Share of a unit's worth that is at stake where the enemy beside it is much the stronger."""
    boldness: ClassVar[float] = 0.7
    """Share of an enemy's worth that counts as won where ours beside him are much the stronger."""

    ground: ClassVar[float] = 1.0
    """How much of what the ground does for a defender counts, as an exponent of :meth:`shelter`; 0: nothing does."""

    shown: ClassVar[Mapping[str, Shown]] = {}
    """Level -> what ``python -m tests.strength --offer`` says of it; levels that show nothing are not offered."""

    width: ClassVar[int] = 1
    """How many times as many ways are tried out as usual: more where most is tried out and little costs much."""

    # ---- the position
    @abstractmethod
    def goals(self, rules: Any, s: Any, board: Any) -> Sequence[Goal]:
        """The places that count."""

    @abstractmethod
    def power(self, rules: Any, s: Any, uid: str) -> float:
        """What a unit can do for a place."""

    def bulk(self, rules: Any, s: Any, uid: str) -> float:
        """What is lost with it, in points of strength."""
        return self.power(rules, s, uid)

    @abstractmethod
    def kind(self, rules: Any, s: Any, uid: str) -> tuple[Hashable, float]:
        """How it goes (what :meth:`arcs` takes) and its movement points a turn."""

    def arcs(self, rules: Any, kind: Hashable) -> Arcs | None:
        """Priced steps for a way of going, on the map as it was printed; None: every hex costs a point."""
        return None

    def shelter(self, rules: Any, at: str, start: str) -> float:
        """What the ground multiplies the strength of whoever is attacked in a hex out of one next to it by; 1: nothing shelters him."""
        return 1.0

    def bars(self, rules: Any, s: Any, uid: str) -> bool:
        """Whether an enemy has to stop next to a unit."""
        return True

    def score(self, rules: Any, s: Any, board: Any) -> float:
        """What the verdict has counted so far, for the first side; what :meth:`goals` hold is not in it."""
        return 0.0

    def left(self, s: Any) -> float:
        """Game turns that are still to be played, this one among them; who cannot be there in time counts for little."""
        return 99.0

    def moved(self, s: Any, uid: str) -> bool:
        """Whether a unit has moved in the phase at hand: it is not considered twice."""
        return bool(s.units[uid].moved)

    def own(self, seat: Any, think: Think, *, done: bool) -> tuple[Action, Say] | None:
        """An answer, and why, that the game knows by its own lights: to questions that strength near places says nothing of, such as
        bridges; None: the planner is to answer. It is asked before everything else, and again (``done``) when no move and no attack is
        worth making.
        """
        return None

    def lean(self, seat: Any, uid: str) -> NDArray[np.float64] | None:
        """[hex] -> what it is worth to the side that moves, beside the sums, that one of its units stands there; None: nothing anywhere."""
        return None

    def used(self, s: Any, verb: str, uid: str) -> bool:
        """Whether a unit has been given its use of a verb that is :attr:`free`."""
        return False

    def takes(self, s: Any, uid: str) -> bool:
        """Whether a unit has a place by coming into it."""
        return True

    def storms(self, s: Any, uid: str) -> bool:
        """Whether a unit is brought up for attacks; not guns, which lose by contact what they are for."""
        return True

    def fits(self, seat: Any, units: Sequence[str]) -> bool:
        """Whether one hex would hold these units of one side when limits are tested: stacking is legal until then."""
        what = seat.what_if()
        return not isinstance(what, WhatIf) or what.fits(seat, units[:-1], units[-1])
