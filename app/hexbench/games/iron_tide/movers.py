"""How one unit moves, and how far several of one hex can go together, by whatever mode (5.0c, B05)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.atlas.arcs import POINT, Arcs
from hexbench.atlas.atlas import OFF
from hexbench.atlas.reach import First, Ground, Moods, Reach, reach
from hexbench.atlas.together import Joint, Party, reach_together
from hexbench.games.iron_tide.pieces import Printed, Unit
from hexbench.games.iron_tide.terrain import LIFTED

if TYPE_CHECKING:
    from hexbench.games.iron_tide.hands import ItSeat

TACTICAL: Final = "tactical"
STRATEGIC: Final = "strategic"
MODES: Final = (TACTICAL, STRATEGIC)
"""The two modes of movement (5.1, 5.2)."""


FAR: Final = 150 * POINT
"""A budget that reaches across any map."""
FARTHER: Final = FAR + 10 * LIFTED
"""The same with room for a few closed steps at their price."""


def points(cost: int) -> str:
    """Twelfths as players write movement points: 18 -> "1 1/2"."""
    whole, rest = divmod(cost, POINT)
    part = {0: "", 2: "1/6", 3: "1/4", 4: "1/3", 6: "1/2", 8: "2/3", 9: "3/4", 10: "5/6"}.get(
        rest, f"{rest}/12"
    )
    return " ".join(x for x in (str(whole) if whole or not part else "", part) if x)


class Mover(NamedTuple):
    """How one unit moves now: everything a search needs to know of it."""

    start: int
    """Its hex; OFF while it is still to enter the map."""
    budget: int
    """In twelfths of a movement point."""
    arcs: Arcs
    ground: Ground
    moods: Moods
    first: tuple[First, ...]

    def party(self) -> Party:
        """As a member of a stack."""
        return Party(self.arcs, self.ground, self.moods, self.budget, self.first)


class Trip(NamedTuple):
    """A hex that units can get to together: what each of them pays, in twelfths, and the route, the start left out."""

    costs: tuple[int, ...]
    via: tuple[str, ...]


def halved(factor: int, unit: Unit, printed: Printed) -> int:
    """A movement factor, halved, fractions up, for a mechanized unit out of supply (12.2c, B25); at least one (12.2d)."""
    if unit.supply == "out" and printed.mobility != "N":
        factor = -(-factor // 2)
    return max(1, factor)


class Trips(Mapping[int, Trip]):
    """Every hex that units can get to together, by index, cheapest first -> the trip, whose route is found when asked for."""

    __slots__ = ("_known", "_labels", "_way", "hexes")

    def __init__(self, way: Reach, labels: Sequence[str]) -> None:
        self._way = way
        self._labels = labels
        self._known: dict[int, tuple[str, ...]] = {}
        self.hexes: list[int] = list(way.costs)
        """The hexes by index, cheapest first."""
        if way.start != OFF:
            del self.hexes[0]

    def __len__(self) -> int:
        return len(self.hexes)

    def __iter__(self) -> Iterator[int]:
        return iter(self.hexes)

    def __contains__(self, index: object) -> bool:
        return index in self._way and index != self._way.start

    def pays(self, index: int) -> tuple[int, ...] | None:
        """What each of them pays to get to a hex, in twelfths; None when they cannot."""
        return (self._way.costs[index],) if index in self else None

    def __getitem__(self, index: int) -> Trip:
        if index == self._way.start:
            raise KeyError(index)
        return Trip((self._way.costs[index],), self._way.route(index, self._labels, self._known))


class JointTrips(Trips):
    """The same for units that do not move alike."""

    __slots__ = ("_found",)

    def __init__(self, found: Mapping[int, Joint], labels: Sequence[str]) -> None:
        self._found = found
        self._labels = labels
        self.hexes = list(found)

    def __contains__(self, index: object) -> bool:
        return index in self._found

    def pays(self, index: int) -> tuple[int, ...] | None:
        """What each of them pays to get to a hex, in twelfths; None when they cannot."""
        return self._found[index].costs if index in self._found else None

    def __getitem__(self, index: int) -> Trip:
        joint = self._found[index]
        return Trip(joint.costs, tuple(self._labels[k] for k in joint.path))


def trips(seat: ItSeat, several: Sequence[Mover]) -> Trips:
    """Every hex that all of them can get to by one route; for a single unit, where it can go."""
    movers = tuple(dict.fromkeys(several))  # units alike pay alike
    found: Trips | None = seat.memo.get(movers)
    if found is None:
        found = seat.memo[movers] = _trips(seat, movers)
    return found


def _trips(seat: ItSeat, movers: tuple[Mover, ...]) -> Trips:
    labels = seat.board.atlas.labels
    start = movers[0].start
    if len(movers) > 1:
        return JointTrips(reach_together([m.party() for m in movers], start), labels)
    one = movers[0]
    return Trips(reach(one.arcs, one.ground, one.moods, start, one.budget, first=one.first), labels)
