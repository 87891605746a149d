"""What can be drawn over the map: reach, zones of control, supply and the front."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import POINT, points
from hexbench.atlas.reach import reach, walk
from hexbench.engine import overlays, risk
from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade
from hexbench.engine.overlays import TURNS, Attacker, Overlays, Step, Way
from hexbench.engine.values import Reason, Say, counted, say
from hexbench.games.iron_tide import combat_display, combatants, movement, names, terrain
from hexbench.games.iron_tide.board import exerts
from hexbench.games.iron_tide.movers import halved, trips
from hexbench.games.iron_tide.pieces import FOE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hexbench.games.iron_tide.movers import Mover
    from hexbench.games.iron_tide.seat import ItSeat


# What each step of a route costs, by clause, and which units cut a supply path.


def explain(seat: ItSeat, uid: str, via: Iterable[str]) -> Iterator[Step]:
    """The steps of a route that a unit can take, with the clauses that make up each cost (5.1, 7.1, 7.2, R04)."""
    labels, index = seat.board.atlas.labels, seat.board.atlas.index
    whole = movement.mover(seat, uid)
    one = movement.mover(seat, uid, budget=(TURNS + 1) * whole.budget)
    route = [index[h] for h in via]
    followed = walk(one.arcs, one.ground, one.moods, one.start, route, one.budget, first=whole.first)
    here, paid = one.start, 0
    for n, step in enumerate(followed.steps):
        whys = list(_price(seat, uid, one, here, step.index, step.cost - paid, first=n == 0))
        if one.ground.zones[step.index] % 2 and not _terrain_free(one, step.mood):
            whys.append((say("enemy zone: stop"), "7.1a"))
        yield Step(labels[step.index], step.cost, tuple(whys))
        here, paid = step.index, step.cost


def _terrain_free(one: Mover, mood: int) -> bool:
    """Whether a move may continue in this mood."""
    return any(row is not None for row in one.moods.rows[mood])


def _price(
    seat: ItSeat, uid: str, one: Mover, here: int, there: int, cost: int, *, first: bool
) -> Iterator[tuple[Say, str]]:
    """The parts of the cost of one step, each with its clause."""
    s, prices, atlas = seat.s, seat.rules.prices, seat.board.atlas
    printed, unit = s.roster[uid], s.units[uid]
    tec = seat.rules.tables.tec
    link = prices.link(here, atlas.around[here].index(there))
    plain = one.arcs.between(here, there)
    if plain is None:
        yield say("unbridged river: the whole movement factor, {n}", n=points(cost)), "5.1d"
        return
    extra = 0
    shift = one.moods.shift(terrain.FREE, one.ground.zones[here], one.ground.entry[there])
    if first and shift is not None:
        extra = shift[0]
    if first and cost < plain + extra:
        if unit.supply == "isolated":
            yield say("isolated: one hex, {n}", n=points(cost)), "12.3c"
        else:
            yield say("the first hex is always allowed: all its MP, {n}", n=points(cost)), "5.1f"
        return
    wading = "ford" in link.kinds and prices.unbridged(link, s.bridges)
    ford = tec.ford_cost(printed.mobility) if wading else 0
    if link.road and not prices.wide_river(link, s.bridges):
        yield say("road {n}", n=points(tec.road_cost())), "5.1b"
    else:
        cell = link.enters
        ground = tec.hex_cost(cell.terrain, cell.features, printed.mobility) or 0
        built = next((f for f in ("city", "town") if f in cell.features), "")
        word = Say(built) if built else names.terrain(cell.terrain)
        yield say("{terrain} {n}", terrain=word, n=points(ground)), "5.1a"
        wall = plain - ford - ground
        if wall > 0:
            yield say("Westwall +{n}", n=points(wall)), "5.1a"
    if ford:
        yield say("ford +{n}", n=points(ford)), "R04"
    left = cost - plain
    if left > 0:
        yield say("leaving an enemy zone +{n}", n=points(left)), "7.2a"


def _cutter(seat: ItSeat, uid: str, at: str) -> Say:
    """What cuts a path in a hex: enemy units in it, or the zones of adjacent ones."""
    side = seat.s.units[uid].side
    if seat.board.enemy_in(side, at):
        there = combatants.troops(seat.s, seat.board, FOE[side], at)
        return say("held by {units}", units=names.listed([seat.s.roster[u] for u in there]))
    near = [
        u
        for h in seat.board.atlas.near[at]
        for u in combatants.troops(seat.s, seat.board, FOE[side], h)
        if exerts(seat.s.units[u], seat.s.roster[u])
    ]
    return say("in the zone of {units}", units=names.listed([seat.s.roster[u] for u in near]))


class ItOverlays(Overlays["ItSeat"]):
    """The overlays of one seat."""

    kinds = (
        *overlays.kinds(
            "reach",
            "enemy_zoc",
            "own_zoc",
            "both_zoc",
            "supply",
            "supply_unit",
            "supply_net",
            "route",
            "threat",
            "front",
            reach=say(
                "Every hex the selected unit, your own or the enemy's, can reach this turn "
                "and in the next two, with the cost"
            ),
        ),
        OverlayKind(
            "combats",
            say("Declared combats"),
            standing=True,
            help=say("Arrows for all attacks declared this phase"),
        ),
        *risk.KINDS,
    )
    clauses = {"threat": ("11.0a",), "zones": ("7.0a",), "supply": ("12.2a",)}
    line_words = (say("traced supply path"), say("path cut by the enemy"))
    no_line = say("no supply road or edge within five hexes")
    unfed_words = say("S out of supply, I isolated")
    net_words = (("supply", say("supply road")), ("supplied", say("within five hexes")))

    def heading(self, uid: str) -> Say:
        return names.full_name(self.seat.s.roster[uid], self.seat.s.units[uid])

    def turn(self, uid: str, starts: Sequence[int], n: int) -> Mapping[int, int]:
        """The reach with what is left this turn (``n`` = 1), or with the whole movement factor from each of the hexes."""
        seat = self.seat
        if n == 1:
            first = movement.joint_reach(seat, (uid,))
            return {i: (first.pays(i) or (0,))[0] for i in first}
        unit, printed, one = seat.s.units[uid], seat.s.roster[uid], movement.mover(seat, uid)
        arcs, ground, moods = one.arcs, one.ground, one.moods
        budget = halved(printed.movement, unit, printed) * POINT
        return overlays.onward(
            arcs,
            ground,
            moods,
            budget,
            starts,
            lambda i: movement.first_steps(seat, unit, printed, i, budget, arcs, ground, moods),
        )

    def moving(self, uid: str) -> Iterator[Fact]:
        left = movement.allowance(self.seat, self.seat.s.units[uid], self.seat.s.roster[uid])
        yield Fact(say("Movement"), say("{mf} MP", mf=left), ("5.0b",))

    def kept_back(self, uid: str) -> Iterable[Reason]:
        """Why it may not move in this player turn, whichever side looks."""
        return movement.unfit(self.seat, None, (uid,))

    def way(self, uid: str, goal: str) -> Way:
        """The route within this turn, otherwise with three turns' movement at once, where zones and terrain allow one."""
        seat, end, here = self.seat, self.atlas.index[goal], self.seat.s.units[uid].at
        now = movement.joint_reach(seat, (uid,))
        if end in now:
            return Way(here, tuple(explain(seat, uid, now[end].via)))
        one = movement.mover(seat, uid, budget=TURNS * movement.mover(seat, uid).budget)
        far = reach(one.arcs, one.ground, one.moods, one.start, one.budget, first=one.first)
        if end in far:
            via = [self.atlas.labels[i] for i in far.path(end)]
            return Way(here, tuple(explain(seat, uid, via)), within=False)
        found = self.turns(uid).get(end)
        text = say("turn {n}", n=found[0]) if found is not None else say("not within three turns")
        return Way(facts=(Fact(Say(goal), text, (), (goal,)),))

    def zone_legend(self, kind: str) -> tuple[Legend, ...]:
        """With the names of the sides."""
        own, foe = self.rules.side_name(self.own), self.rules.side_name(FOE[self.own])
        lines = (
            Legend("own_zoc", say("own zone of control ({side})", side=own)),
            Legend("enemy_zoc", say("enemy zone of control ({side})", side=foe)),
            Legend("both_zoc", say("in both sides' zones")),
        )
        return tuple(line for line in lines if kind in ("both_zoc", line.tone))

    def held(self, side: str) -> int:
        """Commandos hold nothing (8.1b, B36)."""
        return self.seat.board.hexes_held(side)

    def attackers(self, at: str, side: str) -> Iterator[Attacker]:
        """The units adjacent to the hex, or able to move adjacent to it in one turn of tactical movement."""
        seat, s, atlas = self.seat, self.seat.s, self.atlas
        goals = {h: atlas.index[h] for h in atlas.near[at] if "lake" not in atlas.kinds(h, at)}
        cheapest = seat.rules.tables.tec.road_cost()
        for uid in seat.board.present[side]:
            unit, printed = s.units[uid], s.roster[uid]
            if printed.commando:
                continue
            factor = combat_display.factor(seat, uid, unit, printed)
            if unit.at in goals:
                yield self._attacker(uid, (), 0, factor)
                continue
            budget = halved(printed.movement, unit, printed) * POINT
            if (atlas.distance(unit.at, at) - 1) * cheapest > budget:
                continue
            way = trips(seat, [movement.mover(seat, uid, budget=budget)])
            paid = [(pays[0], h) for h, i in goals.items() if (pays := way.pays(i)) is not None]
            if paid:
                cost, end = min(paid)
                yield self._attacker(uid, way[atlas.index[end]].via, cost, factor)

    def _attacker(self, uid: str, via: tuple[str, ...], cost: int, factor: str) -> Attacker:
        """One attacker; an undrawn chit is treated like an unseen one."""
        one = Attacker(uid, via, cost, factor or "?")
        return one._replace(words=say("{factor}, {where}", factor=factor or "chit", where=self.coming(one)))

    def fed(self, side: str) -> dict[str, bool]:
        """Units that are not checked are in supply (12.0b)."""
        return {uid: state == "supplied" for uid, state in self.seat.supply(side).states().items()}

    def line(self, uid: str) -> tuple[str, ...]:
        """12.1a."""
        unit = self.seat.s.units[uid]
        return self.seat.supply(unit.side).path(unit.at)

    def cut(self, uid: str) -> tuple[tuple[str, ...], str]:
        """12.1b."""
        unit = self.seat.s.units[uid]
        path, at = self.seat.supply(unit.side).cut(unit.at)
        return path, at or ""

    def standing(self, uid: str) -> Iterator[Fact]:
        """Supplied, out of supply or isolated; how far its path is, or what cuts it."""
        unit = self.seat.s.units[uid]
        supply = self.seat.supply(unit.side)
        state = supply.states().get(uid, "supplied")
        words = {"supplied": say("in supply"), "out": say("out of supply"), "isolated": say("isolated")}
        rule = {"supplied": "12.1a", "out": "12.2a", "isolated": "12.3a"}[state]
        yield Fact(self.seat.called(uid), words[state], (rule,), unit.spot)
        if supply.traces(unit.at):
            far = supply.distance(unit.at) or 0
            text = counted(
                far, say("one hex to the road or edge"), say("{n} hexes to the road or edge", n=far)
            )
            yield Fact(say("Path"), text, ("12.1a",), supply.path(unit.at))
            if not supply.checked(uid, unit):
                yield Fact(say("Check"), say("not made for this unit now"), ("12.0b", "12.0c"))
            return
        _, at = self.cut(uid)
        if at:
            yield Fact(say("Cut at {hex}", hex=at), _cutter(self.seat, uid, at), ("12.1b",), (at,))
        else:
            yield Fact(say("Path"), say("no supply road or friendly edge within five hexes"), ("12.1a",))

    def mark(self, uids: Sequence[str], *, fed: bool) -> str:
        """12.2, 12.3."""
        supply = self.seat.supply(self.seat.s.units[uids[0]].side)
        return {"supplied": "", "out": "S", "isolated": "I"}[supply.states()[uids[0]]]

    def cut_off(self, uids: Sequence[str]) -> Iterator[Fact]:
        """The facts of the first unit, which hold for the others in its hex too."""
        return self.standing(uids[0])

    def net(self, side: str) -> Iterator[Shade]:
        """12.1: supply roads and the hexes within five of them; in enemy zones, the hexes that a unit in them would open."""
        supply = self.seat.supply(side)
        for at, far in supply.reached().items():
            yield Shade(at, "supply" if supply.on_road(at) else "supplied", str(far) if far else "")
        for at, far in supply.opened().items():
            yield Shade(at, "supplied", str(far) if far else "")

    def combats(self) -> Overlay | None:
        """Arrows of the attacks."""
        return combat_display.combats(self.seat)


KINDS: Final = ItOverlays.kinds
overlay = overlays.drawing(ItOverlays)
