"""Map overlays: reach, lines of sight, fields of fire, the area covered by op fire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import POINT, points
from hexbench.engine import overlays, risk
from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade, Trail
from hexbench.engine.overlays import Attacker, Overlays, Step, Way
from hexbench.engine.values import Say, say
from hexbench.games.tide_of_iron import active, firing, ground, movement, passage, sight, strength
from hexbench.games.tide_of_iron.acting import present
from hexbench.games.tide_of_iron.inspect import TERRAIN_RULES
from hexbench.games.tide_of_iron.pieces import HANDLE, SIDES, Side
from hexbench.games.tide_of_iron.strength import scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.passage import Start
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.seat import TiSeat

_TONES: Final = {"close": "bad", "normal": "threat", "long": "note"}


# ---- the way of a unit and its costs
def where_from(seat: TiSeat, uid: str) -> Start:
    """The state of a unit's current move, or of an Advance it would begin."""
    step = seat.step
    if isinstance(step, movement.Move) and step.unit == uid:
        return movement.start_of(scene(seat), step)
    return active.start_for(seat, "advance", uid)


def price(seat: TiSeat, unit: Unit, at: str, to: str) -> Iterator[tuple[Say, str]]:
    """The parts of the cost of one step, each with its clause (TI-TER, B-MOV-1, TI-ABL-17, TI-ABL-18)."""
    sc, atlas = scene(seat), seat.rules.atlas
    cost = ground.cost_twelfths(seat.rules, seat.s, unit, at, to) or 0
    shown = points(cost)
    terrain = ground.terrain(seat.rules, seat.s, to)
    rise = ground.level(seat.rules, to) - ground.level(seat.rules, at)
    plain = (terrain.squad if unit.squad else terrain.vehicle) or 0
    if atlas.road(at, to) and terrain.road_discount:
        rule = "TI-ABL-17" if cost == ground.TRUCK_ROAD else "TI-TER-05"
        yield say("road {n}", n=shown), rule
    elif rise > 0 and cost > plain * POINT:
        yield say("uphill {n}", n=shown), "TI-TER-14"
    else:
        rule = TERRAIN_RULES.get(atlas.cell(to).terrain, "TI-MOV-03")
        yield say("{terrain} {n}", terrain=terrain.title, n=shown), rule
    foes = len(passage.enemies(sc, unit.side, to))
    if foes:
        yield (
            say("overrunning {n}: +{cost}", n=foes, cost=points(foes * passage.OVERRUN)),
            "TI-ABL-18",
        )
    ends = passage.ends_in(sc, unit, to)
    if ends:
        yield say("the move ends here"), ends


# ---- who could fire at a hex or storm it
def fpr(seat: TiSeat, unit: Unit) -> int:
    """The printed FPR of a unit against squads (TI-UNIT-01), without mortars, which fire at hexes."""
    nation = seat.rules.tables.nations[unit.side]
    holders = (
        [nation.figures[kind] for kind in unit.figures for _ in range(unit.figures[kind])]
        if unit.squad
        else [nation.vehicles[unit.type]]
    )
    return sum(h.inf.fpr for h in holders if h.inf is not None)


def storming(seat: TiSeat, uid: str, unit: Unit, at: str) -> tuple[str, ...] | None:
    """The route of an Advance that brings a squad adjacent to a hex, to assault it later; empty if it is there.
    None if it cannot get there, or has a heavy weapon (TI-ASL-01).
    """
    atlas = seat.rules.atlas
    if not unit.squad or unit.condition or unit.heavy_weapon:
        return None
    if atlas.distance(unit.at, at) <= 1:
        return ()
    begun = active.start_for(seat, "advance", uid)
    if atlas.distance(unit.at, at) - 1 > max(0, begun.left) // POINT:
        return None
    found = passage.routes(seat, uid, begun)
    ways = [(found[h][1], found[h][0]) for h in atlas.near[at] if h in found]
    return min(ways)[1] if ways else None


def bands(seat: TiSeat, unit: Unit) -> dict[str, str]:
    """hex -> the printed range band of a unit against squads there: close, normal or long; only hexes in sight."""
    reach = firing.ranges(seat.rules, unit)[0]
    out: dict[str, str] = {}
    if not reach or not unit.on_map:
        return out
    atlas = seat.rules.atlas
    height = atlas.cell(unit.at).elevation
    for at in sight.field(seat.rules, seat.s, unit.at):
        far = atlas.distance(unit.at, at)
        high = height > atlas.cell(at).elevation
        range_ = reach + high
        if far <= 1:
            out[at] = "close"
        elif far <= strength.farthest(seat.rules, range_, high=high):
            out[at] = "normal" if far <= range_ else "long"
    return out


class _TiOverlays(Overlays["TiSeat"]):
    """The overlays of one seat. For a handle only its hex is known."""

    kinds = (
        *overlays.kinds(
            "reach",
            reach=say("Every hex the selected unit can reach with one action, with its cost"),
        ),
        OverlayKind(
            "sight",
            say("Hexes visible from a hex"),
            "hex",
            help=say("Every hex that is visible from the current hex"),
        ),
        OverlayKind(
            "fire",
            say("Field of fire of a unit"),
            "unit",
            help=say("Every hex the selected unit can fire at, by range"),
        ),
        *overlays.kinds("route"),
        OverlayKind(
            "threat", say("Threat to a hex"), "hex", help=say("Which enemies can fire at the current hex")
        ),
        *overlays.kinds("front"),
        OverlayKind(
            "op_fire",
            say("Ground under enemy op fire"),
            help=say("Hexes covered by enemies in op fire mode: a unit that enters one may be fired at"),
        ),
        OverlayKind(
            "sightline",
            say("Line of sight"),
            "pair",
            help=say("A line between two hexes, with anything that blocks it"),
        ),
        risk.RISK,
        risk.FOE_REACH,
    )
    clauses = {"threat": ("TI-ATK-05",)}
    ahead = 1
    route_words = (say("with an Advance"), say("currently out of reach"))

    @property
    def own(self) -> Side:
        """The viewer's side; in the umpire's seat, the side with the initiative."""
        return next((side for side in SIDES if side == self.seat.side), self.seat.s.initiative)

    def shown(self, kind: str, uid: str) -> bool:
        """A squad aboard a vehicle may move, but not fire."""
        unit = self.seat.s.units[uid]
        return unit.type != HANDLE and (unit.on_map if kind == "fire" else present(self.seat.s, unit))

    def start(self, uid: str) -> str:
        """Where it stands in its move."""
        return where_from(self.seat, uid).at

    def turn(self, uid: str, starts: Sequence[int], n: int) -> Mapping[int, int]:
        """With an Advance, or with the rest of its move."""
        extra = movement.leaving(self.seat.s.units[uid])
        found = passage.routes(self.seat, uid, where_from(self.seat, uid))
        return {self.atlas.index[at]: cost + extra for at, cost in found.costs.items()}

    def reach_words(self, uid: str) -> Sequence[Say]:
        """The MP it may spend."""
        left = where_from(self.seat, uid).left + movement.leaving(self.seat.s.units[uid])
        return (say("within {n} MP", n=points(max(0, left))),)

    def way(self, uid: str, goal: str) -> Way:
        """With an Advance, or with the rest of its move; first leaving a fortification or vehicle."""
        seat, unit, begun = self.seat, self.seat.s.units[uid], where_from(self.seat, uid)
        found = passage.routes(seat, uid, begun).get(goal)
        if found is None:
            return Way(facts=(Fact(Say(goal), self.route_words[1], (), (goal,)),))
        out, at, steps = movement.leaving(unit), begun.at, []
        text = say("{n} MP to get out", n=points(out))
        before = (Fact(say("out"), text, ("TI-FORT-03",)),) if out else ()
        paid = out
        for to in found[0]:
            whys = tuple(price(seat, unit, at, to))
            paid += passage.price(scene(seat), unit, at, to) or 0
            steps.append(Step(to, paid, whys))
            at = to
        return Way(begun.at, tuple(steps), paid=out, before=before)

    def attackers(self, at: str, side: str) -> Iterator[Attacker]:
        """The known enemies that could fire at squads there from where they are, with their printed FPR, or get
        adjacent with an Advance to assault.
        """
        seat = self.seat
        for uid, unit in seat.s.units.items():
            if unit.side != side or unit.type == HANDLE or not unit.on_map:
                continue
            band = bands(seat, unit).get(at)
            if band is not None:
                power = fpr(seat, unit)
                text = say("fires: FPR {n}, {band} range", n=power, band=band)
                yield Attacker(uid, strength=str(power), words=text, rules=("TI-ATK-05",))
            near = storming(seat, uid, unit, at)
            if near is not None:
                text = say("could move adjacent and assault")
                yield Attacker(uid, near, words=text, rules=("TI-ACT-01",))

    def in_all(self, n: int, total: str) -> Say:
        """Only FPR can be totalled."""
        return say("total FPR {n}", n=total)

    def threat_words(self, at: str) -> Say:
        return say("could fire or assault, FPR shown")

    def sight(self, at: str) -> Overlay:
        """Shades the hexes that are not visible, so that the visible terrain stays readable."""
        seen = set(sight.field(self.rules, self.s, at))
        shades = tuple(Shade(h, "cut") for h in self.atlas.labels if h not in seen)
        legend = (Legend("cut", say("not visible from there")),)
        return Overlay("sight", say("Visible from {hex}", hex=at), shades, legend=legend)

    def sightline(self, subject: str) -> Overlay | None:
        """A line between two hexes, "C7 F9"."""
        ends = subject.split()
        if len(ends) != 2 or any(h not in self.atlas.index for h in ends):
            return None
        found = sight.explain(self.seat, *ends)
        trail = Trail((ends[0], ends[1]), "route" if found.clear else "route_bad")
        shades = (
            *(Shade(h, "bad") for h in found.blocking),
            *(Shade(h, "cut") for h in found.blind),
        )
        legend = (
            *(
                (Legend("bad", say("blocks the line: {rule}", rule=found.rules[0])),)
                if found.blocking
                else ()
            ),
            *((Legend("cut", say("blind: TI-LOS-13")),) if found.blind else ()),
        )
        return Overlay(
            "sightline",
            found.facts.title,
            shades,
            (trail,),
            legend=legend,
            facts=found.facts.facts,
            profile=found.profile,
        )

    def fire(self, uid: str) -> Overlay | None:
        """Every hex it can fire at, by range."""
        found = bands(self.seat, self.seat.s.units[uid])
        if not found:
            return None
        shades = tuple(Shade(at, _TONES[band]) for at, band in found.items())
        legend = (
            Legend("bad", say("close range")),
            Legend("threat", say("normal range")),
            Legend("note", say("long range")),
        )
        return Overlay(
            "fire", say("Field of fire of {unit}", unit=self.seat.called(uid)), shades, legend=legend
        )

    def op_fire(self) -> Overlay:
        """The hexes in which known enemies in op fire mode could fire at a squad, with their number."""
        own = self.own
        counts: dict[str, int] = {}
        for unit in self.seat.s.units.values():
            if unit.side != own and unit.token == "op_fire" and unit.on_map and unit.type != HANDLE:
                for at in bands(self.seat, unit):
                    counts[at] = counts.get(at, 0) + 1
        shades = tuple(Shade(at, "threat", str(n)) for at, n in sorted(counts.items()))
        legend = (Legend("threat", say("enemies that could fire there")),)
        return Overlay("op_fire", say("Ground under op fire"), shades, legend=legend)


KINDS: Final = _TiOverlays.kinds
overlay = overlays.drawing(_TiOverlays)
