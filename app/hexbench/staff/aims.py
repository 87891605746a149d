"""What a game declares so that the planner can play it: places, strength, ways, and what its verbs are for.

All of it is read from a view. Values count for the first side and against the second. Their unit is that of the
game's own score, so a place is worth what the victory conditions pay for it and everything else is measured against
that.
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
    """A hex that counts at the end of the game."""

    hex: str
    first: float
    """What holding it is worth to the first side."""
    second: float
    """What holding it is worth to the second side."""
    held: str = ""
    """The side that holds it now; empty: nobody."""
    taken: bool = True
    """Whether it is gained by entering it; False for hexes by which units leave the map."""


class Shown(NamedTuple):
    """By how much a level beat the one below it in matches, in units of the spread of single games."""

    mean: float
    low: float
    """The lower end of the 95 % interval."""
    seeds: int
    """Seeds, each played from both seats."""


class Aims(ABC):
    """The declaration of one game; it has no state, and one serves all positions."""

    first: ClassVar[str]
    second: ClassVar[str]

    # ---- what its verbs are for
    moves: ClassVar[frozenset[str]] = frozenset()
    """Verbs that move one unit to a hex and are judged only by the value of standing there."""
    hows: ClassVar[frozenset[str]] = frozenset()
    """Ways of such a move (``how``) that do more than bring the unit to the hex, such as leaving the map: these are tried out."""
    tolls: ClassVar[Mapping[str, float]] = {}
    """Way of such a move -> the share of the unit's worth that it costs to move that way."""
    attacks: ClassVar[frozenset[str]] = frozenset()
    """Verbs that combine units against one hex: judged by the game's own hypothetical attacks."""
    never: ClassVar[frozenset[str]] = frozenset()
    """Verbs that are never used."""
    simple: ClassVar[frozenset[str]] = frozenset()
    """Names of steps that are answered by the default, because thinking about them gains nothing."""
    reflexes: ClassVar[tuple[str, ...]] = ()
    """Verbs that the deciding side uses at once in tries, on the best hex, instead of following the default."""
    through: ClassVar[tuple[str, ...]] = ()
    """Verbs that carry an attack through once units are in place for it: who joins in at no cost, whether it is made,
    on what, and who advances after it. Levels with ``through`` in their budget use them in tries like
    :attr:`reflexes`: the first of them that is offered, where the default might be not to attack.
    """
    musts: ClassVar[frozenset[str]] = frozenset()
    """Those of them that are used even if every hex is worth less (retreats)."""
    pauses: ClassVar[frozenset[str]] = frozenset()
    """Names of steps at which a try ends and the position is valued, so that alternatives are valued at the same moment."""

    free: ClassVar[frozenset[str]] = frozenset()
    """Verbs that cost nothing, such as guns that fire: before anything else is ended, the best use is made of them
    for every unit that has not been used yet (:meth:`used`). If they were compared with ending by tries, the luck of
    later combats would hide the difference.
    """

    must_fight: ClassVar[bool] = False
    """Whether every unit adjacent to an enemy must attack and be attacked, so that moves into contact are attacks."""
    shows: ClassVar[frozenset[str]] = frozenset()
    """Verbs before which players should have time to look at what has been prepared."""

    # ---- weights
    decay: ClassVar[float] = 0.55
    """What is left of a unit's influence on a place for each turn it needs to get there."""
    late: ClassVar[float] = 0.15
    """What is left of the influence on a place of a unit that gets there only after the end: enough to draw it there, and no more."""
    standing: ClassVar[float] = 2.0
    """Strength added at a place for the side that holds it: a place that no unit is near stays with that side."""
    walk: ClassVar[float] = 0.0
    """Share of :attr:`standing` that passes from the side that holds a place to the side that can walk into it next:
    no unit is in it, and an enemy is at most a turn's move away.
    """
    bulk_worth: ClassVar[float] = 0.1
    """What a point of strength on the map is worth, in the unit of the score."""
    step_worth: ClassVar[float] = 1.0
    """What one of the losses counted in hypothetical attacks is worth, in points of strength."""
    threat: ClassVar[float] = 0.0
    """Share of a unit's strength that counts against an enemy two hexes away, and the same share of that at three
    hexes: what can be brought up in a turn. 0: only adjacent units count.
    """
    caution: ClassVar[float] = 0.5
    """Share of a unit's worth that is at stake if the enemy adjacent to it is much the stronger."""
    boldness: ClassVar[float] = 0.7
    """Share of an enemy's worth that counts as won if our units adjacent to it are much the stronger."""

    ground: ClassVar[float] = 1.0
    """How much of the defender's terrain counts, as an exponent of :meth:`shelter`; 0: terrain has no effect."""

    shown: ClassVar[Mapping[str, Shown]] = {}
    """Level -> what ``python -m tests.strength --offer`` found for it; levels that show no advantage are not offered."""

    width: ClassVar[int] = 1
    """A factor for the number of alternatives tried out: more where most is tried out and tries are cheap."""

    # ---- the position
    @abstractmethod
    def goals(self, rules: Any, s: Any, board: Any) -> Sequence[Goal]:
        """The places that count."""

    @abstractmethod
    def power(self, rules: Any, s: Any, uid: str) -> float:
        """How much a unit can do for a place."""

    def bulk(self, rules: Any, s: Any, uid: str) -> float:
        """What is lost with it, in points of strength."""
        return self.power(rules, s, uid)

    @abstractmethod
    def kind(self, rules: Any, s: Any, uid: str) -> tuple[Hashable, float]:
        """Its way of moving (an argument of :meth:`arcs`) and its movement points per turn."""

    def arcs(self, rules: Any, kind: Hashable) -> Arcs | None:
        """Priced steps for a way of moving, on the map as printed; None: every hex costs one point."""
        return None

    def shelter(self, rules: Any, at: str, start: str) -> float:
        """The factor by which the terrain multiplies the strength of a unit attacked in hex ``at`` from the adjacent
        hex ``start``; 1: no shelter.
        """
        return 1.0

    def bars(self, rules: Any, s: Any, uid: str) -> bool:
        """Whether an enemy has to stop next to a unit."""
        return True

    def score(self, rules: Any, s: Any, board: Any) -> float:
        """The score so far, for the first side, without what :meth:`goals` hold."""
        return 0.0

    def left(self, s: Any) -> float:
        """Game turns still to be played, including this one; a unit that cannot arrive in time counts for little."""
        return 99.0

    def moved(self, s: Any, uid: str) -> bool:
        """Whether a unit has moved in the current phase: it is not considered twice."""
        return bool(s.units[uid].moved)

    def own(self, seat: Any, think: Think, *, done: bool) -> tuple[Action, Say] | None:
        """An answer that the game itself knows, and why, for questions about which strength near places says nothing,
        such as bridges; None: the planner is to answer.

        It is asked before everything else, and again (``done``) when no move and no attack is worth making.
        """
        return None

    def lean(self, seat: Any, uid: str) -> NDArray[np.float64] | None:
        """[hex] -> what it is worth to the moving side, besides the sums, that one of its units stands there; None: nothing anywhere."""
        return None

    def used(self, s: Any, verb: str, uid: str) -> bool:
        """Whether a unit has already been used for a verb that is :attr:`free`."""
        return False

    def takes(self, s: Any, uid: str) -> bool:
        """Whether a unit takes a place by entering it."""
        return True

    def storms(self, s: Any, uid: str) -> bool:
        """Whether a unit is brought up for attacks; False for guns, which are useless in contact."""
        return True

    def fits(self, seat: Any, units: Sequence[str]) -> bool:
        """Whether one hex could hold these units of one side when stacking is checked: until then, any stacking is legal."""
        what = seat.what_if()
        return not isinstance(what, WhatIf) or what.fits(seat, units[:-1], units[-1])
