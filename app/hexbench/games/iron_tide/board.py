"""What is derived from the units: which units are where, who holds a hex, both sides' zones of control (7.0)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Self

from hexbench.atlas.hexset import bits_of, bits_where, holds, members, named
from hexbench.atlas.reach import Obstacles
from hexbench.engine.board import ZoneBoard
from hexbench.games.iron_tide.pieces import DUE, FOE, SIDES, Printed, Unit

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas

ZONES: Final = "zones"
PLAIN: Final = "plain"
REAR: Final = "rear"
"""The kinds of ground a unit may move over: see :meth:`ItBoard.ground`."""
NEAR: Final = 2
SHUT: Final = 4
"""What :meth:`ItBoard.freeing` adds to the zone class of a hex: it frees a restricted unit, or is closed to it until then."""
_MARGIN: Final = {REAR: 2}
_ANY: Final = bytes((0, *([1] * 255)))
"""Any count becomes 1."""


def _kind(at: str) -> str:
    """What kind of place a hex or box is: "" for a hex, DUE for a box of arrivals, otherwise the box itself."""
    return "" if at[:1] != "#" else DUE if at.startswith(DUE) else at


def exerts(unit: Unit, printed: Printed) -> bool:
    """7.0a, 7.4: a regiment that is no cadre, or a battalion under a temporary ZOC marker, has a zone of control."""
    return (unit.zoc or (printed.size == "regiment" and not unit.cadre)) and unit.on_map


class ItBoard(ZoneBoard):
    """``held[side][i]`` counts the units of ``side`` that hold hex ``i`` (commandos hold nothing, 8.1b, B36)."""

    __slots__ = ("boxes", "delays", "due", "grounds", "held", "labels", "present", "sets")

    def __init__(self, atlas: Atlas, units: Mapping[str, Unit], roster: Mapping[str, Printed]) -> None:
        super().__init__(units, atlas, SIDES, roster)
        self.held: dict[str, bytearray] = {side: bytearray(len(atlas.labels)) for side in SIDES}
        self.present = {side: self._among(units, side, "") for side in SIDES}
        """side -> its units on the map, in the order of battle."""
        self.due = {side: self._among(units, side, DUE) for side in SIDES}
        """side -> its units that are still to arrive (14.0a), in the order of battle; a new tuple whenever one of their
        boxes changes.
        """
        self.boxes: dict[str, object] = {side: object() for side in SIDES}
        """side -> a token, replaced by a new object whenever a unit of the side enters a box of arrivals; a unit that leaves
        one for good changes only :attr:`due`.
        """
        self.delays: dict[str, object] = {side: object() for side in SIDES}
        """side -> a token, replaced by a new object whenever the delay of one of its units changes (14.0g)."""
        self.grounds: dict[str, dict[tuple[str, int], Obstacles]] = {}
        """side -> the obstacles to its movement; cached until an enemy unit moves."""
        self.sets: dict[str, dict[tuple[str, int], int]] = {side: {} for side in SIDES}
        """side -> (what, how far) -> a set of hexes; another dict when a unit of the side moves, and until then one for all
        boards, whichever of them finds a set.
        """
        self.labels: dict[str, dict[int, frozenset[str]]] = {side: {} for side in SIDES}
        """side -> distance -> result of :meth:`near`; cached in the same way."""
        for uid, unit in units.items():
            self._count(uid, unit, 1)

    def exerts(self, uid: str, unit: Unit) -> bool:
        """7.0a, 7.4."""
        return exerts(unit, self.roster[uid])

    @staticmethod
    def _among(units: Mapping[str, Unit], side: str, box: str) -> tuple[str, ...]:
        return tuple(uid for uid, unit in units.items() if unit.side == side and _kind(unit.at) == box)

    def copy(self) -> Self:
        """An independent copy; the obstacles of each side are shared until they change."""
        new = super().copy()
        new.held = {side: counts.copy() for side, counts in self.held.items()}
        new.present, new.due = dict(self.present), dict(self.due)
        new.boxes, new.delays = dict(self.boxes), dict(self.delays)
        new.grounds = dict(self.grounds)
        new.sets, new.labels = dict(self.sets), dict(self.labels)
        return new

    def patch(self, uid: str, old: Any, new: Any) -> None:
        """Follow one unit's change in place."""
        if old is None or old.delayed != new.delayed:
            self.delays[new.side] = object()
        if old is not None and (old.at, old.cadre, old.zoc, old.side) == (
            new.at,
            new.cadre,
            new.zoc,
            new.side,
        ):
            self.troops[new.side] = object()  # the usual change: same place, same zone of control
            return
        super().patch(uid, old, new)
        if old is not None:
            self._count(uid, old, -1)
        self._count(uid, new, 1)
        self.grounds.pop(FOE[new.side], None)
        self.sets[new.side], self.labels[new.side] = {}, {}
        was, now = "-" if old is None else _kind(old.at), _kind(new.at)
        if was != now or (now == DUE and old.at != new.at):
            self._enlist(uid, new.side, was, now)

    def _enlist(self, uid: str, side: str, was: str, now: str) -> None:
        """Update the lists when a unit enters or leaves the map, or is no longer due."""
        if now == DUE:
            self.boxes[side] = object()
        for kind, lists in (("", self.present), (DUE, self.due)):
            if was == kind:
                lists[side] = tuple(x for x in lists[side] if x != uid)
            if now == kind:
                lists[side] = self.in_order((*lists[side], uid))

    def _count(self, uid: str, unit: Unit, by: int) -> None:
        i = self.atlas.index.get(unit.at)
        if i is not None and not self.roster[uid].commando:
            self.held[unit.side][i] += by

    def hexes_held(self, side: str, within: int = 0) -> int:
        """The hexes that ``side`` holds, and all within so many hexes of them, as a set (:mod:`hexbench.atlas.hexset`)."""
        known, key = self.sets[side], ("held", within)
        found = known.get(key)
        if found is None:
            if within:
                found = self.atlas.steps.grown(self.hexes_held(side, within - 1))
            else:
                found = bits_where(self.held[side])
            known[key] = found
        return found

    def near(self, side: str, within: int = 1) -> frozenset[str]:
        """The labels of :meth:`hexes_held`: for questions about many units."""
        known = self.labels[side]
        found = known.get(within)
        if found is None:
            found = known[within] = frozenset(named(self.hexes_held(side, within), self.atlas.labels))
        return found

    def zone_of(self, side: str) -> int:
        """The hexes in the zones of control of ``side``, as a set."""
        known, key = self.sets[side], ("zone", 0)
        found = known.get(key)
        if found is None:
            found = known[key] = bits_where(self.zones[side].counts)
        return found

    def ground(self, side: str, kind: str = ZONES, shut: Collection[int] = ()) -> Obstacles:
        """The obstacles to a unit of ``side``: hexes with enemies are closed, their zones of control are class 1.

        ``kind`` PLAIN leaves the zones out (16.3a); REAR closes every hex within two of an enemy as well, for strategic
        movement (5.2a). ``shut`` are further closed hexes, the same ones whenever their number is the same.
        """
        kept = self.grounds.get(side)
        if kept is None:
            kept = self.grounds[side] = {}
        key = (kind, len(shut))
        found = kept.get(key)
        if found is None:
            foe = FOE[side]
            closed = members(self.hexes_held(foe, _MARGIN.get(kind, 0)))
            size = len(self.atlas.labels)
            zones = bytes(self.zones[foe].counts).translate(_ANY) if kind == ZONES else bytes(size)
            found = kept[key] = Obstacles(zones, (*closed, *shut))
        return found

    def freeing(self, side: str, shut: Collection[int]) -> Obstacles | None:
        """17.12a: what stands in the way of a unit to which ``shut`` is closed until it has come within two hexes of an
        enemy; None when no hex frees it.
        """
        kept = self.grounds.setdefault(side, {})
        key = ("freeing", len(shut))
        if key not in kept:
            foe, far = FOE[side], set(shut)
            near = [i for i in members(self.hexes_held(foe, 2)) if i not in far]
            if not near:
                return None
            zones = bytearray(bytes(self.zones[foe].counts).translate(_ANY))
            for hexes, kind in ((near, NEAR), (far, SHUT)):
                for i in hexes:
                    zones[i] += kind
            kept[key] = Obstacles(bytes(zones), members(self.hexes_held(foe)))
        return kept[key]

    def around(self, hexes: Iterable[int], within: int) -> list[int]:
        """The hexes, and all that lie within so many hexes of one of them, in the order of the map."""
        held = bits_of(hexes)
        for _ in range(within):
            held = self.atlas.steps.grown(held)
        return members(held)

    def in_zoc(self, side: str, at: str) -> bool:
        """Whether a hex is in a zone of control of ``side``'s enemy, regardless of the units in it (7.3c)."""
        return self.zones[FOE[side]].holds(self.atlas.index[at])

    def enemy_in(self, side: str, at: str) -> bool:
        """Whether an enemy of ``side`` other than commandos is in a hex."""
        return self.held[FOE[side]][self.atlas.index[at]] > 0

    def enemy_near(self, side: str, at: str, within: int = 1) -> str | None:
        """The nearest hex within ``within`` that an enemy of ``side`` holds, or None; commandos do not count (B36)."""
        if not holds(self.hexes_held(FOE[side], within), self.atlas.index[at]):
            return None
        held = self.held[FOE[side]]
        seen = {self.atlas.index[at]}
        rim = sorted(seen)
        for _ in range(within):
            nxt: list[int] = []
            for i in rim:
                for j in self.atlas.around[i]:
                    if j >= 0 and j not in seen:
                        seen.add(j)
                        nxt.append(j)
                        if held[j]:
                            return self.atlas.labels[j]
            rim = nxt
        return None

    def compared(self) -> dict[str, Any]:
        """Everything that must be equal to a freshly built board."""
        return {
            **super().compared(),
            "held": self.held,
            "present": self.present,
            "due": self.due,
            "sets": {
                side: (self.zone_of(side), *(self.hexes_held(side, n) for n in range(3))) for side in SIDES
            },
            "grounds": {
                (side, kind): (bytes(self.ground(side, kind).zones), self.ground(side, kind).entry)
                for side in SIDES
                for kind in (ZONES, PLAIN, REAR)
            },
        }
