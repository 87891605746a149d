"""What Crossroads shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from hexbench.engine import overlays
from hexbench.engine.display import Box, Face, Fact, Facts, Panel, Table, Track
from hexbench.engine.overlays import Attacker, Overlays, Step, Way
from hexbench.engine.values import Say, say
from tests.toys.crossroads.pieces import SIDES
from tests.toys.crossroads.play import MOVE
from tests.toys.crossroads.sequence import score


def face(seat: Any, uid: str) -> Face | None:
    """The counter of a unit."""
    unit = seat.s.units.get(uid)
    if unit is None:
        return None
    return Face(
        unit=uid, side=unit.side, title=say("{name}", name=unit.name), colour=unit.side, symbol="infantry",
        echelon="II", name=unit.name, left=str(unit.factor), right=str(unit.mf), spent=unit.moved,
    )  # fmt: skip


def facts(seat: Any, ref: str) -> Facts | None:
    """A page about a unit or a hex."""
    unit = seat.s.units.get(ref)
    if unit is not None:
        lines = (("Combat factor", unit.factor, "CR-CMB-03"), ("Movement factor", unit.mf, "CR-MOV-03"))
        return Facts(
            say("{name}", name=unit.name), tuple(Fact(Say(a), say("{n}", n=n), (r,)) for a, n, r in lines)
        )
    if ref not in seat.rules.atlas.index:
        return None
    held = [side for side in SIDES if seat.board.zones[side].holds(seat.rules.atlas.index[ref])]
    terrain = Fact(say("Terrain"), Say(seat.rules.atlas.cell(ref).terrain), ("CR-MOV-02",))
    zones = Fact(say("Zones of control"), Say(", ".join(held) or "none"), ("CR-ZOC-01",))
    return Facts(say("Hex {hex}", hex=ref), (terrain, zones))


def panels(seat: Any) -> tuple[Panel, ...]:
    """Turns, score, results table."""
    crt, s, name = seat.rules.tables, seat.s, seat.rules.side_name
    boxes = tuple(Box(str(n), str(n)) for n in range(1, s.last_turn + 1))
    points = tuple(Fact(Say(name(k)), say("{n}", n=n), ("CR-VIC-01",)) for k, n in score(s).items())
    rows = tuple((str(die + 1), tuple(column[die] for column in crt.results)) for die in range(6))
    table = Table(
        "crt", say("Combat results"), crt.columns, rows, (), crt.source, crt.provenance, "CR-CMB-05"
    )
    return (Track("turn", say("Game turn"), boxes, s.turn - 1), Facts(say("Score"), points), table)


class CrOverlays(Overlays[Any]):
    """Reach and routes, zones of control, the enemies that could move adjacent to a hex, the front."""

    kinds = overlays.kinds("reach", "route", "enemy_zoc", "own_zoc", "both_zoc", "threat", "front")
    clauses = {"zones": ("CR-ZOC-01",), "threat": ("CR-CMB-01",)}
    ahead = 1

    def turn(self, uid: str, starts: Sequence[int], n: int) -> Mapping[int, int]:
        """Its reach this turn."""
        return MOVE.reach(self.seat, uid).costs

    def way(self, uid: str, goal: str) -> Way:
        """Its route this turn."""
        found, end, labels = MOVE.reach(self.seat, uid), self.atlas.index[goal], self.atlas.labels
        if end not in found:
            return Way(facts=(Fact(Say(goal), say("out of reach"), ("CR-MOV-03",), (goal,)),))
        steps = tuple(Step(labels[i], found.costs[i]) for i in found.path(end))
        return Way(self.s.units[uid].at, steps)

    def attackers(self, at: str, side: str) -> Iterator[Attacker]:
        """The units adjacent to it, and those that can get there in one move."""
        ends = [self.atlas.index[h] for h in self.atlas.near[at]]
        for uid, unit in self.s.units.items():
            if unit.side == side and unit.on_map:
                found = MOVE.reach(self.seat, uid)
                paid = [(found.costs[i], i) for i in ends if i in found]
                if unit.at in self.atlas.near[at]:
                    yield Attacker(uid, strength=str(unit.factor))
                elif paid:
                    cost, end = min(paid)
                    via = tuple(self.atlas.labels[i] for i in found.path(end))
                    yield Attacker(uid, via, cost, str(unit.factor))


KINDS: Final = CrOverlays.kinds
overlay = overlays.drawing(CrOverlays)
