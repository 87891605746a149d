"""What can be drawn over the map: WHERE, ZONES, reach and routes, supply and what cuts it, threats, the front
(BK-UI-22..24).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import points
from hexbench.atlas.hexset import bits_of
from hexbench.atlas.reach import Obstacles
from hexbench.engine import overlays, risk
from hexbench.engine.board import remembered
from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade
from hexbench.engine.overlays import Attacker, Overlays, Step, Way
from hexbench.engine.values import Reason, Say, Target, counted, say
from hexbench.games.blitzkrieg import combat_board, passage, refusals, supply
from hexbench.games.blitzkrieg.moving_ways import Routes, crowded, routes
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GERMAN, GROUND, Side
from hexbench.games.blitzkrieg.supply import Line, Supply, needs

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat

FAR: Final = 200
"""Half movement points: more than any route across the map takes in a few turns."""
_PUTS: Final = ("deposit", "place", "move", "move_again", "fall_back", "advance")


# ---- supply: the line of a unit and what cuts it (BK-SUP-03, BK-SUP-07)
@remembered
def supply_line(seat: BkSeat, side: Side) -> Supply:
    """The supply of a side in the position of a seat."""
    return Supply(seat.rules, seat.s, seat.board, side)


def told(seat: BkSeat, line: Line) -> Say:
    """A supply line in words."""
    place = supply.place(seat.rules, seat.s.dumps[line.dump].hex)
    if not line.off_road:
        return say("on a road to the dump at {place}", place=place)
    return say("hexes from a road to the dump at {place}: {n}", place=place, n=line.off_road)


def standing(seat: BkSeat, uid: str) -> Iterator[Fact]:
    """How a unit is supplied now, and how it was when last judged."""
    s, rules = seat.s, seat.rules
    unit = s.units[uid]
    if unit.isolated:
        text = say("isolated, {n} turns", n=unit.isolated) if unit.isolated > 1 else say("isolated, 1 turn")
        yield Fact(say("Last judged"), text, ("BK-SUP-15", "BK-SUP-21"))
        yield Fact(say("In supply again"), say("strength {n}", n=unit.base), ("BK-SUP-19",))
    if not needs(s, uid):
        return
    lines = supply_line(seat, unit.side)
    line = lines.line(unit.at)
    if line is not None:
        yield Fact(say("Supply now"), told(seat, line), ("BK-SUP-03",), line.path)
        return
    if lines.endless:
        yield Fact(say("Supply now"), say("needs none (option)"), ("BK-OPT-03",), unit.spot)
        return
    ban = lines.ban(unit.at)
    if ban is None:
        text = say("no road to a dump within its supply number")
        yield Fact(say("Supply now"), text, ("BK-SUP-03",), unit.spot)
        return
    yield Fact(
        say("Supply now"),
        say("the line to {dump} is cut", dump=supply.place(rules, s.dumps[ban.dump].hex)),
        ("BK-SUP-07",),
        ban.path,
    )
    at = ban.at[0]
    yield Fact(say("Cut at {hex}", hex=at), _cutter(seat, at, FOE[unit.side]), ("BK-SUP-07",), (at,))
    if rules.options.friends_negate:
        yield Fact(say("Friends"), say("a friendly unit in the hex would open it"), ("BK-SUP-08",))


def _cutter(seat: BkSeat, at: str, foe: Side) -> Say:
    """The unit that cuts a line in a hex."""
    s, rules = seat.s, seat.rules
    for where, text in ((at, say("held by")), *((n, say("next to")) for n in rules.atlas.near[at])):
        for u in seat.board.at.get(where, ()):
            if s.units[u].side == foe and s.roster[u].type in GROUND:
                return say("{how} {unit}", how=text, unit=rules.title(s.roster[u]))
    return say("closed")


def _dump(seat: BkSeat, key: str) -> Fact:
    dump = seat.s.dumps[key]
    name = say("Dump at {place}", place=supply.place(seat.rules, dump.hex))
    if not dump.number:
        return Fact(name, say("destroyed"), ("BK-SUP-06",), (dump.hex,))
    side = Say(seat.rules.side_name(supply.supplies(seat.s, seat.board, key)))
    text = counted(
        dump.number,
        say("supplies {side} units up to 1 hex from its roads", side=side),
        say("supplies {side} units up to {n} hexes from its roads", side=side, n=dump.number),
    )
    return Fact(name, text, ("BK-SUP-03", "BK-SUP-10"), (dump.hex,))


# ---- WHERE -----------------------------------------------------------------------------------------------------------
def _in_hand(seat: BkSeat) -> str:
    """The last unit of the raster, else the first that must retreat or may advance; empty when there is none (BK-UI-23)."""
    if seat.s.raster:
        return seat.s.raster[-1]
    for offer in seat.prompt.offers:
        if offer.verb in ("fall_back", "advance") and offer.subjects:
            return offer.subjects[0]
    return ""


def _destinations(seat: BkSeat, uid: str) -> dict[str, Target]:
    """Every hex in which a unit may be placed now, in any step; in a movement phase this includes its own
    hex.
    """
    out: dict[str, Target] = {}
    for offer in seat.prompt.offers:
        if offer.verb in _PUTS and uid in offer.subjects:
            for found in seat.targets(offer.verb, (uid,)):
                if not found.how:
                    out.setdefault(found.object, found)
    return out


def where(seat: BkSeat, uid: str) -> Overlay:
    """The hexes in which the unit may be placed, in blue, and the one in which it began the turn, in yellow
    (BK-UI-23).

    Without a unit: the one in hand. The first of the facts highlights the destinations, which is HOME HEX
    (BK-UI-24).
    """
    title = say("Where")
    uid = uid or _in_hand(seat)
    if not uid:
        text = say("The raster is empty, and no unit is retreating or advancing.")
        return Overlay("where", title, facts=(Fact(say("In hand"), text, ("BK-UI-23",)),))
    unit = seat.s.units[uid]
    found = _destinations(seat, uid)
    shades = [
        Shade(at, "where", points(target.cost) if target.cost is not None else "")
        for at, target in found.items()
        if at != unit.start
    ]
    if unit.start:
        shades.append(Shade(unit.start, "home"))
    name = seat.called(uid)
    facts: tuple[Fact, ...] = (
        Fact(
            say("Home hex"),
            counted(len(found), say("1 hex"), say("{n} hexes", n=len(found))),
            ("BK-UI-24",),
            tuple(found),
        ),
        Fact(say("In hand"), name, ("BK-UI-23",), unit.spot),
    )
    if unit.start:
        facts = (*facts, Fact(say("Began the turn in"), Say(unit.start), ("BK-MOV-07",), (unit.start,)))
    legend = (
        Legend("where", say("can be placed here")),
        Legend("home", say("where it began the turn")),
    )
    return Overlay("where", say("Where: {unit}", unit=name), tuple(shades), legend=legend, facts=facts)


def first_turn(seat: BkSeat, uid: str) -> Routes:
    """The routes from where the unit began the turn; a unit of the other side is treated as if it began a
    turn where it is.
    """
    unit = seat.s.units[uid]
    if unit.side == seat.s.phasing and unit.start:
        return routes(seat, uid)
    found: Routes | None = seat.memo.get(("fresh", uid))
    if found is None:
        found = seat.memo["fresh", uid] = Routes(seat.rules, seat.s, seat.board, uid, start=unit.at)
    return found


# ---- what each step of a way costs, and what a turn's move is among
def _steps(seat: BkSeat, uid: str, start: str, via: Sequence[str]) -> Iterator[Step]:
    """Each step of a route: the hex, the cost so far, and why."""
    rules, s, atlas = seat.rules, seat.s, seat.rules.atlas
    unit, kind = s.units[uid], s.roster[uid].type
    arcs = passage.passages(rules).arcs(unit.side, kind, s.blown)
    near = seat.board.zones[FOE[unit.side]].counts
    here, total = start, 0
    for n, at in enumerate(via):
        i, j = atlas.index[here], atlas.index[at]
        price = arcs.between(i, j)
        if n == 0:
            first = passage.first_steps(rules, s, unit.side, kind, i, arcs)
            cost = next(step.cost for step in first if step.end == j)
        else:
            cost = price or 0
        total += cost
        whys: list[tuple[Say, str]] = []
        if price is None:
            whys.append((say("across the river from where it began"), "BK-MOV-12"))
        if price is not None and atlas.road(here, at):
            whys.append((say("road {n}", n=points(cost)), "BK-MOV-03"))
        else:
            whys.append((say("{ground} {n}", ground=Say(rules.terrain(at)), n=points(cost)), "BK-MOV-02"))
        if near[j] and kind != "infiltrator":
            whys.append((say("next to the enemy: stop"), "BK-MOV-04"))
        yield Step(at, total, tuple(whys))
        here = at


def _ground(seat: BkSeat, side: Side, *, free: bool) -> Obstacles:
    key = ("open" if free else "ground", side)
    found: Obstacles | None = seat.memo.get(key)
    if found is None:
        found = (
            Obstacles.empty(len(seat.rules.atlas.labels))
            if free
            else passage.ground(seat.rules, seat.s, seat.board, side)
        )
        seat.memo[key] = found
    return found


class _BkOverlays(Overlays["BkSeat"]):
    """The overlays of one seat."""

    kinds = (
        OverlayKind(
            "where",
            say("Where: the unit in hand"),
            help=say(
                "Every hex where the unit in hand can be placed; the hex where it began the turn is yellow"
            ),
        ),
        OverlayKind(
            "where_unit",
            say("Where: this unit now"),
            "unit",
            help=say("Every hex where the selected unit can be placed now"),
        ),
        OverlayKind(
            "zones",
            say("Zones of both sides"),
            help=say("Hexes next to Germans are red, next to Allies blue, next to both yellow"),
        ),
        *overlays.kinds(
            "reach",
            "route",
            "supply",
            "supply_unit",
            "supply_net",
            "threat",
            "front",
            supply_unit=say("The selected unit's line to a dump, or where it is cut and by which unit"),
            threat=say("Which enemy units could move next to the hex you are looking at in their next turn"),
        ),
        OverlayKind(
            "engagements",
            say("Engagements and fire"),
            standing=True,
            help=say("Which units are engaged with which, and what the artillery is aiming at"),
        ),
        *risk.KINDS,
    )
    clauses = {"threat": ("BK-ENG-01",), "supply": ("BK-SUP-02",)}
    no_line = say("no road to a dump within its supply number")
    unfed_words = say("cut off, with turns isolated")

    def shown(self, kind: str, uid: str) -> bool:
        """For a unit in hand, the route and the hexes in which it may be placed are shown."""
        unit = self.seat.s.units[uid]
        return unit.on_map or kind == "where_unit" or (kind == "route" and bool(unit.start))

    def turn(self, uid: str, starts: Sequence[int], n: int) -> Mapping[int, int]:
        """From where it began the turn, or from each of the hexes with its present movement points, to hexes
        with room.
        """
        full = crowded(self.seat, (uid,))
        return {i: cost for i, cost in self._ends(uid, starts, n).items() if i not in full}

    def _ends(self, uid: str, starts: Sequence[int], n: int) -> Mapping[int, int]:
        seat = self.seat
        rules, s, unit, kind = seat.rules, seat.s, seat.s.units[uid], seat.s.roster[uid].type
        if n == 1:
            return first_turn(seat, uid).costs()
        arcs = passage.passages(rules).arcs(unit.side, kind, s.blown)
        free = kind == "infiltrator"
        return overlays.onward(
            arcs,
            _ground(seat, unit.side, free=free),
            passage.FREE if free else passage.STOPS,
            passage.points(rules, s, uid) * passage.HALF,
            starts,
            lambda i: passage.first_steps(rules, s, unit.side, kind, i, arcs),
        )

    def moving(self, uid: str) -> Iterator[Fact]:
        """Its movement points, and how isolation reduces them."""
        isolated = self.seat.s.units[uid].isolated
        now = points(passage.points(self.seat.rules, self.seat.s, uid) * passage.HALF)
        ids = ("BK-MOV-01", "BK-MOV-18") if isolated else ("BK-MOV-01",)
        yield Fact(say("Movement"), say("{mp} points", mp=now), ids)

    def kept_back(self, uid: str) -> Iterable[Reason]:
        """Why it may not be collected."""
        return refusals.why_not_collect(self.seat, self.seat.s.units[uid].side, uid)

    def way(self, uid: str, goal: str) -> Way:
        """The route, past infiltrators if there is no other; for a hex out of reach, also the reasons against
        it.
        """
        seat, end, ways = self.seat, self.atlas.index[goal], first_turn(self.seat, uid)
        if goal == ways.start:
            return Way(facts=(Fact(Say(goal), say("where it began the turn"), ("BK-MOV-07",), (goal,)),))
        if end in ways.reach:
            found = ways.to(end)
            text = say("the only route leads past it")
            facts = tuple(Fact(say("Infiltrator"), text, ("BK-INF-10",), (at,)) for at in found.past)
            return Way(ways.start, tuple(_steps(seat, uid, ways.start, found.via)), facts)
        facts = tuple(
            Fact(say("Not allowed"), r.text, (r.rule,), r.hexes)
            for r in refusals.why_not_there(seat, (uid,), goal)
        )
        wide = passage.reach_of(seat.rules, seat.s, seat.board, uid, ways.start, budget=FAR)
        if end not in wide:
            return Way(facts=facts)
        via = [self.atlas.labels[i] for i in wide.path(end)]
        return Way(ways.start, tuple(_steps(seat, uid, ways.start, via)), facts, within=False)

    def held(self, side: str) -> int:
        return bits_of(self.atlas.index[at] for at in passage.occupied(self.seat.board, _side(side)))

    def defends(self, uid: str) -> bool:
        return self.seat.s.roster[uid].type in GROUND

    def attackers(self, at: str, side: str) -> Iterator[Attacker]:
        """Every enemy ground unit that is next to the hex or can move next to it in one turn of its own."""
        rules, s, atlas, board = self.seat.rules, self.seat.s, self.atlas, self.seat.board
        goals = [atlas.index[h] for h in atlas.near[at]]
        ground = passage.ground(rules, s, board, _side(side))
        for uid, unit in s.units.items():
            if unit.side != side or not unit.on_map or s.roster[uid].type not in GROUND:
                continue
            if unit.at in atlas.near[at]:
                yield Attacker(uid, strength=str(unit.strength))
                continue
            if atlas.distance(unit.at, at) - 1 > passage.points(rules, s, uid):
                continue
            found = passage.reach_of(rules, s, board, uid, unit.at, shared=ground)
            near = [(found.costs[i], i) for i in goals if i in found]
            if near:
                cost, end = min(near)
                via = tuple(atlas.labels[i] for i in found.path(end))
                yield Attacker(uid, via, cost, str(unit.strength))

    def threat_words(self, at: str) -> Say:
        """The legend: the number on a unit is its strength."""
        return say("could attack {hex} next turn, with its strength", hex=at)

    def fed(self, side: str) -> dict[str, bool]:
        """Whether each unit that needs supply has it (BK-SUP-01)."""
        lines, s = supply_line(self.seat, _side(side)), self.seat.s
        return {
            uid: lines.serves(unit.at) for uid, unit in s.units.items() if unit.side == side and needs(s, uid)
        }

    def line(self, uid: str) -> tuple[str, ...]:
        unit = self.seat.s.units[uid]
        found = supply_line(self.seat, unit.side).line(unit.at)
        return () if found is None else found.path

    def cut(self, uid: str) -> tuple[tuple[str, ...], str]:
        """The line that is cut and the hex in which it is cut (BK-SUP-07)."""
        unit = self.seat.s.units[uid]
        ban = supply_line(self.seat, unit.side).ban(unit.at)
        return ((), "") if ban is None else (ban.path, ban.at[0])

    def standing(self, uid: str) -> Iterator[Fact]:
        """The supply now, and when last judged."""
        return standing(self.seat, uid)

    def mark(self, uids: Sequence[str], *, fed: bool) -> str:
        """The number of turns it has been isolated."""
        return str(self.seat.s.units[uids[0]].isolated or ("" if fed else "0"))

    def stores(self, side: str) -> Iterator[Fact]:
        """The dumps that supply a side."""
        s, board = self.seat.s, self.seat.board
        for key in s.dumps:
            if not side or supply.supplies(s, board, key) == side:
                yield _dump(self.seat, key)

    def net(self, side: str) -> Iterator[Shade]:
        """Every hex that supply lines reach or end in, with the number of hexes off the road."""
        lines = supply_line(self.seat, _side(side))
        found = {**lines.served(), **lines.ends()}
        for at, far in found.items():
            yield Shade(at, "supplied" if far else "supply", str(far) if far else "")
        if lines.endless:
            held = passage.occupied(self.seat.board, FOE[_side(side)])
            yield from (
                Shade(at, "supplied") for at in self.atlas.labels if at not in found and at not in held
            )

    def where(self) -> Overlay:
        """BK-UI-23."""
        return where(self.seat, "")

    def where_unit(self, uid: str) -> Overlay:
        """The same for any unit."""
        return where(self.seat, uid)

    def engagements(self) -> Overlay | None:
        """The lines between engaged hexes."""
        return combat_board.engagements(self.seat)

    def zones(self) -> Overlay:
        """Hexes next to Germans in red, next to Allies in blue, next to both in yellow; infiltrators do not
        count (BK-UI-22, BK-INF-15).
        """
        german, allied = (self.zone(side) for side in (GERMAN, ALLIED))
        shades = overlays.overlaid(self.atlas, german, allied, ("zone_german", "zone_allied", "zone_both"))
        legend = (
            Legend("zone_german", say("next to German units")),
            Legend("zone_allied", say("next to Allied units")),
            Legend("zone_both", say("next to units of both sides")),
        )
        n = sum(shade.tone == "zone_both" for shade in shades)
        facts = (Fact(say("Next to both"), overlays.hexes(n), ("BK-UI-22",)),)
        return Overlay("zones", self.titled("zones"), shades, legend=legend, facts=facts)


def _side(side: str) -> Side:
    return GERMAN if side == GERMAN else ALLIED


KINDS: Final = _BkOverlays.kinds
overlay = overlays.drawing(_BkOverlays)
