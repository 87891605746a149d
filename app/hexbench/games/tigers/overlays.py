"""Map overlays: reach and routes, zones of control by strength, supply and what cuts it, the front."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.atlas.hexset import bits_of
from hexbench.engine import overlays, risk
from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade
from hexbench.engine.overlays import Attacker, Overlays, Step, Way
from hexbench.engine.values import Reason, Say, listed, say
from hexbench.games.tigers import combat_board, ground, movement, supply, walking, zoc
from hexbench.games.tigers.movers import MF, TWELFTHS, Mover, factor
from hexbench.games.tigers.paths import Party, Trip, search
from hexbench.games.tigers.pieces import FOE, VDH
from hexbench.games.tigers.walking import factors

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import TgSeat

_PURSE: Final = 999
_LETTERS: Final = {zoc.STRONG: "S", zoc.WEAK: "W"}


# ---- supply: how the units of a hex are supplied, and what cuts them off
def facts(seat: TgSeat, side: str, at: str, name: Say) -> Iterator[Fact]:
    """How the units of a hex are supplied, or what cuts them off."""
    rules, s, board = seat.rules, seat.s, seat.board
    if s.airlifted.get(at) == side:
        yield Fact(name, say("supplied by air"), ("AMB-51",), (at,))
        return
    found = supply.trace(rules, s, board, side, at)
    if found.path:
        yield Fact(name, say("in supply, road distance {n}", n=found.far), ("TG-SUP-01",), found.path)
        return
    yield Fact(name, say("out of supply"), ("TG-SUP-01",), (at,))
    path, broken = supply.cut(rules, s, board, side, at)
    if broken:
        yield Fact(say("Cut at {hex}", hex=broken), _cutter(seat, side, broken), ("AMB-45",), (broken,))
    elif not path:
        yield Fact(say("Line"), say("no road to an edge within four hexes"), ("AMB-46",))


def _cutter(seat: TgSeat, side: str, at: str) -> Say:
    """What closes a hex to the supply lines of a side."""
    s, board = seat.s, seat.board
    foe = FOE[side]
    there = [u for u in board.units_at(at) if s.units[u].side == foe]
    if there:
        return say("held by {units}", units=_names(seat, there))
    for projector, strength in zoc.zones(seat.rules, s, board, foe).get(at, ()):
        if strength == zoc.STRONG or not ground.river(seat.rules, at, projector):
            units = zoc.stands(s, board, foe)[projector]
            kind = say("strong zone") if strength == zoc.STRONG else say("weak zone")
            return say("in the {kind} of {units}", kind=kind, units=_names(seat, list(units)))
    return say("held by the enemy")


def _names(seat: TgSeat, uids: list[str]) -> Say:
    return listed([seat.called(u) for u in uids])


# ---- movement
def fresh_party(seat: TgSeat, uid: str) -> Party:
    """A unit as if its own turn began now, whatever it has already done this turn."""
    s = seat.s
    group = walking.party(seat.rules, s, seat.board, (uid,))
    full = factor(seat.rules, s, s.roster[uid], 1) * MF  # a turn begins with the first pass
    return group._replace(movers=tuple(m._replace(basic=full) for m in group.movers), mood=0, fresh=True)


def _far(seat: TgSeat, group: Party, goal: str) -> Trip | None:
    """The route to a hex out of reach, ignoring zones and movement left."""
    wide = group._replace(closed=group.closed - {goal}, markers=3)
    return search(seat.rules, seat.s, seat.board, wide, zones=False, purse=_PURSE).full.get(goal)


def _steps(seat: TgSeat, group: Party, stages: Sequence[walking.Stage]) -> Iterator[Step]:
    """The total cost up to each step, with the clauses behind it."""
    here, paid = group.start, 0
    for stage in stages:
        parts = list(_price(seat, group.movers[0], here, stage, stage.costs[0] - paid))
        parts += [(zoc.WORDS[c], c) for c in stage.effect.clauses if c in zoc.WORDS]
        here, paid = stage.at, stage.costs[0]
        yield Step(here, paid * TWELFTHS, tuple(parts))


def _price(seat: TgSeat, one: Mover, here: str, stage: walking.Stage, cost: int) -> Iterator[tuple[Say, str]]:
    """The parts of the price of one step."""
    rules, s, to = seat.rules, seat.s, stage.at
    n = factors(cost)
    if stage.roads[0]:
        yield say("road {n}", n=n), "TG-MOV-11"
        return
    if ground.road(rules, s, here, to):
        rule = "TG-MOV-12" if stage.effect.stop else "TG-MOV-13"
        yield say("along the road, not at road rate, {n}", n=n), rule if one.road else "TG-MOV-10"
        return
    extra = 0
    if ground.river(rules, here, to) and not ground.bridged(s, here, to):
        extra = MF if one.kind == "foot" else 2 * MF
    bare = factors(cost - extra)
    if one.kind != "foot" and to in ground.terrain(rules, "forest"):
        yield say("forest {n}", n=bare), "TG-MOV-08"
    elif one.kind != "foot" and to in ground.terrain(rules, "venn"):
        yield say("Höhe Venn {n}", n=bare), "TG-MOV-09"
    else:
        yield say("open {n}", n=bare), "TG-MOV-04" if one.kind != "foot" else "TG-MOV-10"
    if extra:
        rule = "TG-RIV-02" if one.kind == "foot" else "TG-RIV-03"
        yield say("river +{n}", n=factors(extra)), rule


class _TgOverlays(Overlays["TgSeat"]):
    """The overlays of one seat."""

    kinds = (
        *overlays.kinds(
            "reach",
            "route",
            "enemy_zoc",
            "own_zoc",
            "both_zoc",
            "supply",
            "supply_unit",
            "supply_net",
            "threat",
            "front",
            reach=say(
                "Every hex the selected unit, friendly or enemy, can reach, with its cost "
                "and the effect of zones of control"
            ),
            route=say(
                "The cheapest route of the selected unit to the pointer, hex by hex, with "
                "the zones of control it meets"
            ),
            enemy_zoc=say("Hexes in enemy zones of control: S where the zone is strong, W where it is weak"),
            own_zoc=say("Hexes in your own zones of control: S where the zone is strong, W where it is weak"),
            both_zoc=say("Both sides' zones of control at once, yours given first"),
            supply_unit=say(
                "The supply line of the selected unit to the map edge, or where it is cut and by which units"
            ),
        ),
        OverlayKind(
            "combats",
            say("Allocated attacks"),
            standing=True,
            help=say("Arrows for all attacks that are allocated but not yet resolved"),
        ),
        OverlayKind(
            "start_front",
            say("Starting front and Siegfried Line"),
            help=say(
                "The front line of 16 December; German units defending behind its "
                "fortified hexsides gain a bonus"
            ),
        ),
        *risk.KINDS,
    )
    clauses = {"threat": ("TG-ATK-01",), "zones": ("TG-ZOC-02",), "supply": ("TG-SUP-01",)}
    route_words = (say("within reach"), say("not this turn"))
    line_words = (say("supply line"), say("line cut by the enemy"))
    no_line = say("no road to an edge within four hexes")
    unfed_words = say("out of supply, with the line where it is cut")
    net_words = (
        ("supply", say("road that leads to an edge")),
        ("supplied", say("distance to such a road")),
        ("cut", say("road hex blocked by the enemy")),
    )

    def shown(self, kind: str, uid: str) -> bool:
        """Von der Heydte has neither reach nor supply (AMB-82)."""
        return uid != VDH and super().shown(kind, uid)

    def turn(self, uid: str, starts: Sequence[int], n: int) -> Mapping[int, int]:
        """By the routes :meth:`way` shows: ending at road rate, and so disrupted, only where there is no other
        route.
        """
        rules, s, board = self.seat.rules, self.seat.s, self.seat.board
        labels, index = self.atlas.labels, self.atlas.index
        group = (
            fresh_party(self.seat, uid)
            if n > 1 or any(self.kept_back(uid))
            else walking.party(rules, s, board, (uid,))
        )
        trips = search(rules, s, board, group, starts=tuple(labels[i] for i in starts))
        ends = {**trips.road, **trips.full}
        return {index[at]: trip.costs[0] * TWELFTHS for at, trip in ends.items()}

    def moving(self, uid: str) -> Iterator[Fact]:
        """Its movement factor and bonus."""
        seat = self.seat
        one = walking.party(seat.rules, seat.s, seat.board, (uid,)).movers[0]
        basic, bonus = factors(max(one.basic, 0)), factors(one.bonus)
        text = say("{basic} plus a bonus of {bonus}", basic=basic, bonus=bonus)
        yield Fact(say("Movement"), text, ("TG-MOV-03", "TG-MOV-05"))

    def kept_back(self, uid: str) -> Iterable[Reason]:
        """Reasons against moving the unit, whichever side asks."""
        return movement.unit_reasons(self.seat.rules, self.seat.s, self.seat.s.units[uid].side, uid)

    def way(self, uid: str, goal: str) -> Way:
        """The route as the unit may move now, or as if its turn began; for hexes out of reach ignoring zones
        and movement left.
        """
        seat, rules, s, board = self.seat, self.seat.rules, self.seat.s, self.seat.board
        group = fresh_party(seat, uid) if any(self.kept_back(uid)) else walking.party(rules, s, board, (uid,))
        trips = search(rules, s, board, group)
        within = goal in trips.full or goal in trips.road
        road_end = within and goal not in trips.full
        trip = (trips.road[goal] if road_end else trips.full[goal]) if within else _far(seat, group, goal)
        if trip is None:
            return Way(facts=(Fact(Say(goal), say("there is no route"), (), (goal,)),))
        stages, reasons = walking.follow(rules, s, board, group, trip.via, road_end=road_end)
        facts = [Fact(say("Not allowed"), r.text, (r.rule,), r.hexes) for r in reasons]
        if trip.disrupted[0] and within:
            clause = "TG-MOV-21" if road_end else "TG-DIS-14"
            facts.append(Fact(say("At the end"), say("disrupted"), (clause,)))
        return Way(s.units[uid].at, tuple(_steps(seat, group, stages)), tuple(facts), within)

    def zone(self, side: str) -> dict[str, str]:
        """Hex -> S if any zone there is strong, W if it is weak at most (TG-ZOC-02)."""
        found = zoc.zones(self.seat.rules, self.seat.s, self.seat.board, side)
        return {at: _LETTERS[max(strength for _, strength in who)] for at, who in found.items()}

    def zone_legend(self, kind: str) -> tuple[Legend, ...]:
        """The legend, with the meaning of the letters."""
        if kind != "both_zoc":
            return (*super().zone_legend(kind), Legend(kind, say("S strong, W weak")))
        own, enemy, _ = super().zone_legend(kind)
        return own, enemy, Legend("both_zoc", say("both: own/enemy, S strong, W weak"))

    def held(self, side: str) -> int:
        """Von der Heydte left out."""
        return bits_of(self.atlas.index[at] for at in zoc.stands(self.seat.s, self.seat.board, side))

    def defends(self, uid: str) -> bool:
        """Von der Heydte does not."""
        return uid != VDH

    def attackers(self, at: str, side: str) -> Iterator[Attacker]:
        """The units that are next to the hex, or could get next to it undisrupted and without the bonus
        (TG-ATK-13), assuming they have recovered.
        """
        rules, s, board = self.seat.rules, self.seat.s, self.seat.board
        goals = rules.atlas.near[at]
        for uid, unit in s.units.items():
            if unit.side != side or not unit.on_map or uid == VDH:
                continue
            strength = str(s.roster[uid].factor)
            if unit.at in goals:
                yield Attacker(uid, strength=strength)
                continue
            group = fresh_party(self.seat, uid)
            group = group._replace(movers=tuple(m._replace(bonus=0) for m in group.movers))
            found = search(rules, s, board, group).full
            ends = [(found[h].costs[0], h) for h in goals if h in found and not any(found[h].disrupted)]
            if ends:
                cost, end = min(ends)
                yield Attacker(uid, found[end].via, cost * TWELFTHS, strength)

    def coming(self, one: Attacker) -> Say:
        return say("adjacent") if not one.via else say("for {cost}", cost=factors(one.cost // TWELFTHS))

    def cut(self, uid: str) -> tuple[tuple[str, ...], str]:
        """The line it would have without any enemy units, and where it is cut."""
        unit = self.seat.s.units[uid]
        return supply.cut(self.seat.rules, self.seat.s, self.seat.board, unit.side, unit.at)

    def standing(self, uid: str) -> Iterator[Fact]:
        """The supply of its hex."""
        unit = self.seat.s.units[uid]
        return facts(self.seat, unit.side, unit.at, self.seat.called(uid))

    def cut_off(self, uids: Sequence[str]) -> Iterator[Fact]:
        """All units of a hex in one line."""
        unit = self.seat.s.units[uids[0]]
        return facts(self.seat, unit.side, unit.at, _names(self.seat, list(uids)))

    def net(self, side: str) -> Iterator[Shade]:
        """The supply roads, the hexes with a supply line and its length, and road hexes blocked by the
        enemy. A unit in a blocked hex that lies only in an enemy zone may still have a line; its length
        is then shown (AMB-45).
        """
        rules, s, board = self.seat.rules, self.seat.s, self.seat.board
        found, held = supply.net(rules, s, board, side), zoc.stands(s, board, FOE[side])
        for at in rules.atlas.labels:
            if at in found.onward:
                yield Shade(at, "supply")
                continue
            line = supply.trace(rules, s, board, side, at) if at not in held else supply.Trace((), 0)
            far = str(line.far) if line.path else ""
            if at in found.blocked and ground.on_road(rules, at):
                yield Shade(at, "cut", far)
            elif far:
                yield Shade(at, "supplied", far)

    def combats(self) -> Overlay:
        """Arrows of the attacks."""
        return combat_board.combats(self.seat)

    def start_front(self) -> Overlay:
        """The front of 16 December, with the hexsides that belong to the Siegfried Line (TG-TER-10)."""
        found = self.rules.hexsides
        drawn = tuple(
            (side, "own_zoc" if side in found["siegfried"] else "front") for side in sorted(found["front"])
        )
        legend = (
            Legend("own_zoc", say("Siegfried Line: +1 to German units behind it, unless flanked")),
            Legend("front", say("the rest of the starting front")),
        )
        facts = (Fact(say("Siegfried Line"), say("{n} hexsides", n=len(found["siegfried"])), ("TG-TER-10",)),)
        return Overlay(
            "start_front", say("Starting front and Siegfried Line"), sides=drawn, legend=legend, facts=facts
        )


KINDS: Final = _TgOverlays.kinds
overlay = overlays.drawing(_TgOverlays)
