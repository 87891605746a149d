"""Overlays of the map: reach and routes, zones of control, supply, communication, threat and the front."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import points
from hexbench.engine import overlays, risk
from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade
from hexbench.engine.overlays import Attacker, Overlays, Step, Way
from hexbench.engine.values import Reason, Say, counted, say
from hexbench.games.trumpets import moving_ways, passage, supply
from hexbench.games.trumpets.inspect import halves, reached, zones
from hexbench.games.trumpets.pieces import ALLIED, GERMAN, scaled

if TYPE_CHECKING:
    from hexbench.games.trumpets.pieces import Side
    from hexbench.games.trumpets.seat import TtSeat


def comm(seat: TtSeat, uid: str) -> Overlay:
    """The headquarters of a unit's division and their communication range this turn."""
    s, rules = seat.s, seat.rules
    unit = s.units[uid]
    printed = s.mission.units[uid]
    far = rules.tables.comm_night if passage.night(s) else rules.tables.comm_day
    quarters = [
        u
        for u, other in s.mission.units.items()
        if printed.division
        and other.division == printed.division
        and other.side == printed.side
        and rules.template(other).category == "hq"
        and s.units[u].on_map
    ]
    spots = tuple(s.units[u].at for u in quarters)
    linked = supply.linked(rules, s, uid)
    shades = {
        at: Shade(at, "supplied")
        for at in rules.atlas.labels
        if any(rules.atlas.distance(at, spot) <= far for spot in spots)
    }
    for spot in spots:
        shades[spot] = Shade(spot, "supply", "HQ")
    shades[unit.at] = Shade(unit.at, "supply" if linked else "cut", "" if linked else "C")
    words = say("in communication") if linked else say("out of communication")
    nearest = min((rules.atlas.distance(unit.at, spot) for spot in spots), default=None)
    facts = [Fact(rules.title(printed), words, ("TT-REC-13",), unit.spot)]
    if nearest is None:
        facts.append(Fact(say("Headquarters"), say("none of its division on the map"), ("TT-REC-13",)))
    else:
        text = counted(
            nearest,
            say("1 hex away, up to {far} allowed", far=far),
            say("{n} hexes away, up to {far} allowed", n=nearest, far=far),
        )
        facts.append(Fact(say("Headquarters"), text, ("TT-REC-13",), spots))
    legend = (
        Legend("supply", say("headquarters, or the unit if in communication")),
        Legend("supplied", say("within {n} hexes of a headquarters", n=far)),
        Legend("cut", say("the unit if out of communication")),
    )
    title = say("Communication of {unit}", unit=rules.title(printed))
    return Overlay("comm", title, tuple(shades.values()), legend=legend, facts=tuple(facts))


def guns(seat: TtSeat, at: str, mine: str) -> Overlay:
    """The artillery of both sides within range of a hex (TT-REC-08)."""
    rules, s = seat.rules, seat.s
    shades: dict[str, Shade] = {}
    facts: list[Fact] = []
    for uid, unit in s.units.items():
        template = rules.template(s.mission.units[uid])
        if not unit.on_map or not template.range:
            continue
        far = rules.atlas.distance(unit.at, at)
        if far > template.range:
            continue
        tone = "own_zoc" if unit.side == mine else "enemy_zoc"
        shades[unit.at] = Shade(unit.at, tone, str(far))
        factor = template.fa or template.nw
        text = say(
            "{n} factors at a distance of {far}, range {range}", n=factor, far=far, range=template.range
        )
        if unit.fired:
            text = say("{what}; has fired this turn", what=text)
        facts.append(Fact(rules.title(s.mission.units[uid]), text, ("TT-REC-08",), (unit.at,)))
    legend = (
        Legend("own_zoc", say("friendly artillery, with its distance")),
        Legend("enemy_zoc", say("enemy artillery")),
        Legend("target", say("the hex")),
    )
    shades[at] = Shade(at, "target")
    title = say("Artillery in range of {hex}", hex=at)
    return Overlay("guns", title, tuple(shades.values()), legend=legend, facts=tuple(facts))


class _TtOverlays(Overlays["TtSeat"]):
    """The overlays of one seat. Supply and communication (TT-REC-12, TT-REC-13) are computed now, not as
    last checked.
    """

    kinds = (
        *overlays.kinds(
            "reach",
            "route",
            "enemy_zoc",
            "own_zoc",
            "both_zoc",
            reach=say("Every hex the selected unit can still reach this turn, with the MF it costs"),
            route=say(
                "The cheapest route for the selected unit to the pointer, with the MF spent to reach each hex"
            ),
            enemy_zoc=say(
                "Hexes next to enemy front line units: entering one ends a move, leaving one costs 1 MF more"
            ),
            own_zoc=say("Hexes next to your front line units, where the enemy must stop"),
            both_zoc=say("Both sides' zones at once; hexes in both have their own colour"),
        ),
        OverlayKind(
            "supply",
            say("Supply and communication of all units"),
            help=say("Units in supply and units that are not: S out of supply, C out of communication"),
        ),
        *overlays.kinds(
            "supply_unit",
            "supply_net",
            supply_unit=say("The path of the selected unit to a supply road, and along it to a source"),
            supply_net=say(
                "Your supply roads, and every hex in which a unit would be in supply, with "
                "its distance to one"
            ),
        ),
        OverlayKind(
            "comm",
            say("Communication of a unit"),
            "unit",
            help=say("The headquarters of its division and the hexes within their reach, by day or at night"),
        ),
        OverlayKind(
            "guns",
            say("Artillery in range of a hex"),
            "hex",
            help=say(
                "Artillery of both sides that could fire into the hex you look at, with factor and distance"
            ),
        ),
        *overlays.kinds(
            "threat",
            "front",
            threat=say(
                "Enemy units that could attack the hex you look at in their next turn, with their factors"
            ),
            front=say("The line halfway between the units of the two sides"),
        ),
        *risk.KINDS,
    )
    clauses = {"threat": ("TT-REC-06",), "zones": ("TT-REC-05",), "supply": ("TT-REC-12", "TT-REC-13")}
    ahead = 1
    route_words = (say("with the MF spent to reach each hex"), say("out of reach this turn"))
    fed_words = say("in supply and communication")
    unfed_words = say("S out of supply, C out of communication")
    no_line = say("no path to a supply road")
    net_words = (
        ("supply", say("supply road")),
        ("supplied", say("in supply, with its distance to the road")),
    )

    @property
    def own(self) -> Side:
        """As a side of this game."""
        return _side(super().own)

    def turn(self, uid: str, starts: Sequence[int], n: int) -> Mapping[int, int]:
        """The hexes with room that a unit can still reach this turn (TT-REC-02)."""
        ways = moving_ways.ways_of(self.seat, uid)
        return {i: ways.cost(i) or 0 for i in moving_ways.places(self.seat, (uid,))}

    def moving(self, uid: str) -> Iterator[Fact]:
        """A unit's remaining movement factor."""
        have = passage.allowance(self.seat.rules, self.seat.s, uid)
        left = max(have.halves - self.seat.s.units[uid].spent, 0)
        yield Fact(say("Movement"), say("{n} MF left", n=halves(left)), ("TT-REC-03",))

    def kept_back(self, uid: str) -> Iterable[Reason]:
        """The reasons why a unit may not move, whichever side asks."""
        return moving_ways.why_not_move(self.seat, self.seat.s.units[uid].side, (uid,))

    def way(self, uid: str, goal: str) -> Way:
        """The route this turn, with the effects of the hex on units that enter it."""
        ways, end = moving_ways.ways_of(self.seat, uid), self.atlas.index[goal]
        if ways.cost(end) is None:
            return Way(facts=(Fact(Say(goal), self.route_words[1], ("TT-REC-03",), (goal,)),))
        way = ways.to(end)
        via = [self.atlas.index[at] for at in way.via]
        steps = tuple(Step(at, ways.along(via[: n + 1]) or 0) for n, at in enumerate(way.via))
        facts = [Fact(Say(goal), say("{n} MF", n=points(way.cost)), ("TT-REC-03",), (goal,))]
        for text, rule in moving_ways.warnings(self.seat, (uid,), end):
            facts.append(Fact(say("In {hex}", hex=goal), text, (rule,), (goal,)))
        return Way(self.seat.s.units[uid].at, steps, tuple(facts))

    def zone(self, side: str) -> dict[str, str]:
        """TT-REC-05."""
        return dict.fromkeys(zones(self.seat, _side(side)), "")

    def attackers(self, at: str, side: str) -> Iterator[Attacker]:
        """Units next to the hex, or able to move next to it with a whole turn's movement."""
        seat, rules, s, atlas = self.seat, self.seat.rules, self.seat.s, self.atlas
        stand = moving_ways.standing(seat, side)
        near = passage.around(rules, at)
        for uid, unit in s.units.items():
            template = rules.template(s.mission.units[uid])
            if unit.side != side or not unit.on_map or not template.af:
                continue
            strength = str(scaled(template.af, template.steps - unit.lost, template.steps))
            if unit.at in near:
                yield Attacker(uid, strength=strength)
                continue
            if atlas.distance(unit.at, at) - 1 > 2 * template.mf:
                continue
            budget = passage.allowance(rules, s, uid).by_road
            ways = moving_ways.Ways(rules, passage.lanes(rules, s, seat.board, uid, stand, budget=budget))
            ends = [(cost, i) for i in (atlas.index[n] for n in near) if (cost := ways.cost(i)) is not None]
            if ends:
                cost, end = min(ends)
                yield Attacker(uid, ways.to(end).via, cost, strength)

    def coming(self, one: Attacker) -> Say:
        return say("adjacent") if not one.via else say("for {cost} MF", cost=points(one.cost))

    def fed(self, side: str) -> dict[str, bool]:
        """Which units are both in supply and in communication."""
        return {
            uid: self._fed(uid) and self._linked(uid)
            for uid, unit in self.seat.s.units.items()
            if unit.side == side and unit.on_map
        }

    def _fed(self, uid: str) -> bool:
        unit = self.seat.s.units[uid]
        return unit.at in reached(self.seat, unit.side)

    def _linked(self, uid: str) -> bool:
        return supply.linked(self.seat.rules, self.seat.s, uid)

    def mark(self, uids: Sequence[str], *, fed: bool) -> str:
        """Letters for what any of the units lacks: S for supply, C for communication."""
        lacks = (("S", all(map(self._fed, uids))), ("C", all(map(self._linked, uids))))
        return "".join(letter for letter, well in lacks if not well)

    def standing(self, uid: str) -> Iterator[Fact]:
        """What a unit lacks, if anything."""
        fed, linked = self._fed(uid), self._linked(uid)
        words = {
            (True, True): say("in supply and communication"),
            (True, False): say("out of communication"),
            (False, True): say("out of supply"),
            (False, False): say("out of supply and communication"),
        }[fed, linked]
        rules = (("TT-REC-12", fed), ("TT-REC-13", linked))
        ids = tuple(rule for rule, well in rules if not well or (fed and linked))
        yield Fact(self.seat.called(uid), words, ids, self.seat.s.units[uid].spot)

    def cut_off(self, uids: Sequence[str]) -> Iterator[Fact]:
        for uid in uids:
            yield from self.standing(uid)

    def stores(self, side: str) -> Iterator[Fact]:
        sources = self.seat.s.mission.supply.get(_side(side), ()) if side else ()
        if side:
            yield Fact(say("Sources"), Say(", ".join(sources)), ("TT-REC-12",), tuple(sources))

    def net(self, side: str) -> Iterator[Shade]:
        """Supply roads, and the hexes within supply range of one."""
        for at, far in reached(self.seat, _side(side)).items():
            yield Shade(at, "supplied" if far else "supply", str(far) if far else "")

    def comm(self, uid: str) -> Overlay:
        """TT-REC-13."""
        return comm(self.seat, uid)

    def guns(self, at: str) -> Overlay:
        """TT-REC-08."""
        return guns(self.seat, at, self.own)


def _side(side: str) -> Side:
    return GERMAN if side == GERMAN else ALLIED


KINDS: Final = _TtOverlays.kinds
overlay = overlays.drawing(_TtOverlays)
