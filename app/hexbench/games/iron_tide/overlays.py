"""What can be drawn over the map: reach, zones of control, supply and the front."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.atlas.arcs import POINT
from hexbench.atlas.atlas import OFF
from hexbench.atlas.front import front
from hexbench.atlas.reach import First, reach, walk
from hexbench.engine import risk
from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade, Trail
from hexbench.engine.values import Reason, Say, counted, say
from hexbench.games.iron_tide import combat_display, combatants, movement, names, terrain
from hexbench.games.iron_tide.board import exerts
from hexbench.games.iron_tide.movers import halved, points, trips
from hexbench.games.iron_tide.pieces import FOE, SIDES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hexbench.games.iron_tide.movers import Mover
    from hexbench.games.iron_tide.pieces import Printed, Unit
    from hexbench.games.iron_tide.seat import ItSeat


# Overlays about both sides: who could attack a hex in the next turn and with how much, and the front line.

NEAR: Final = 4
"""The front is drawn where somebody stands so near."""


class Attacker(NamedTuple):
    """One unit that could attack a hex in its next turn: by way of which hexes, at what price, with what factor."""

    unit: str
    via: tuple[str, ...]
    cost: int
    factor: str
    """As the viewer may know it; empty or "?" for a chit not drawn or not seen."""


def attackers(seat: ItSeat, at: str, side: str) -> tuple[Attacker, ...]:
    """Every unit of ``side`` that stands next to a hex or can get next to it in one turn of tactical movement."""
    key = ("attackers", at, side)
    found: tuple[Attacker, ...] | None = seat.memo.get(key)
    if found is None:
        found = seat.memo[key] = tuple(_attackers(seat, at, side))
    return found


def _attackers(seat: ItSeat, at: str, side: str) -> list[Attacker]:
    s, atlas, board = seat.s, seat.board.atlas, seat.board
    goals = {h: atlas.index[h] for h in atlas.near[at] if "lake" not in atlas.kinds(h, at)}
    out: list[Attacker] = []
    for uid in board.present[side]:
        unit, printed = s.units[uid], s.roster[uid]
        if printed.commando:
            continue
        factor = combat_display.factor(seat, uid, unit, printed)
        if unit.at in goals:
            out.append(Attacker(uid, (), 0, factor))
            continue
        budget = halved(printed.movement, unit, printed) * POINT
        cheapest = seat.rules.tables.tec.road_cost()
        if (atlas.distance(unit.at, at) - 1) * cheapest > budget:
            continue
        way = trips(seat, [movement.mover(seat, uid, budget=budget)])
        paid = [(pays[0], h) for h, i in goals.items() if (pays := way.pays(i)) is not None]
        if paid:
            cost, end = min(paid)
            out.append(Attacker(uid, way[atlas.index[end]].via, cost, factor))
    return out


def threat(seat: ItSeat, at: str, own: str) -> Overlay | None:
    """The enemies of whoever stands in a hex (of the viewer, when nobody does) that could attack it next turn."""
    if at not in seat.board.atlas.index:
        return None
    here = [seat.s.units[u].side for u in seat.board.units_at(at)]
    foe = FOE[here[0] if here else own]
    found = attackers(seat, at, foe)
    starts: dict[str, list[Attacker]] = {}
    for one in found:
        starts.setdefault(seat.s.units[one.unit].at, []).append(one)
    shades = tuple(Shade(h, "threat", _sum([x.factor for x in ones])) for h, ones in starts.items())
    # of several with one way only one arrow is drawn
    ways = {(h, *one.via): None for h, ones in starts.items() for one in ones if one.via}
    total = _sum([one.factor for one in found])
    text = counted(
        len(found),
        say("one unit, {strength}", strength=total or "0"),
        say("{n} units, {strength} in all", n=len(found), strength=total or "0"),
    )
    facts = [Fact(say("Threat to {hex}", hex=at), text, ("11.0a",), tuple(starts))]
    for one in sorted(found, key=lambda x: (x.cost, x.unit)):
        where = say("adjacent") if not one.via else say("for {cost} MP", cost=points(one.cost))
        words = say("{factor}, {where}", factor=one.factor or "chit", where=where)
        facts.append(Fact(names.called(seat.s.roster[one.unit]), words, (), (seat.s.units[one.unit].at,)))
    legend = (
        Legend("threat", say("could attack {hex} next turn, with its factors", hex=at)),
        Legend("target", say("the hex")),
    )
    trails = tuple(Trail((*way, at), "attack") for way in ways)
    return Overlay(
        "threat",
        say("Threat to {hex}", hex=at),
        (*shades, Shade(at, "target", total)),
        trails,
        legend=legend,
        facts=tuple(facts),
    )


def _sum(factors: list[str]) -> str:
    """What is known and how many are not: "12 + 2?"."""
    known = sum(int(f) for f in factors if f.isdigit())
    hidden = sum(not f.isdigit() for f in factors)
    parts = [str(known)] if known or not hidden else []
    return " + ".join([*parts, f"{hidden}?"] if hidden else parts) if factors else ""


def front_line(seat: ItSeat, own: str) -> Overlay:
    """The line between the hexes nearer to one side's units and those nearer to the other's."""
    board = seat.board
    sides = front(board.atlas, board.hexes_held(own), board.hexes_held(FOE[own]), NEAR)
    legend = (Legend("front", say("half way between the units of both sides")),)
    facts = (
        Fact(say("Front line"), counted(len(sides), say("one hexside"), say("{n} hexsides", n=len(sides)))),
    )
    return Overlay(
        "front", say("Front line"), sides=tuple((name, "front") for name in sides), legend=legend, facts=facts
    )


# Overlays of movement: how far a unit gets in three turns, and what each step of a way costs by which
# clause.

TURNS: Final = 3
TONES: Final = ("reach", "reach_far", "reach_third")
LEGENDS: Final = (
    Legend("reach", say("this turn, with its cost")),
    Legend("reach_far", say("next turn")),
    Legend("reach_third", say("third turn")),
)


def turns(seat: ItSeat, uid: str) -> dict[int, tuple[int, int]]:
    """hex index -> (turn from 1, cost in that turn in twelfths), for any unit on the map, if nobody else moves.

    The later turns begin in every hex the earlier ones end in, each with the whole movement factor.
    """
    found: dict[int, tuple[int, int]] | None = seat.memo.get(("turns", uid))
    if found is not None:
        return found
    unit, printed = seat.s.units[uid], seat.s.roster[uid]
    now = movement.mover(seat, uid)
    first = movement.joint_reach(seat, (uid,))
    out = {i: (1, (first.pays(i) or (0,))[0]) for i in first}
    out[now.start] = (1, 0)
    fresh = tuple(out)
    later = now._replace(budget=halved(printed.movement, unit, printed) * POINT)
    for turn in range(2, TURNS + 1):
        best = _onward(seat, unit, printed, later, fresh, out)
        out.update({i: (turn, cost) for i, cost in best.items()})
        fresh = tuple(best)
    seat.memo["turns", uid] = out
    return out


def _onward(
    seat: ItSeat,
    unit: Unit,
    printed: Printed,
    one: Mover,
    starts: Iterable[int],
    known: dict[int, object] | dict[int, tuple[int, int]],
) -> dict[int, int]:
    """What one more turn adds: hex index -> the lowest cost from any of the hexes a unit may begin it in."""
    around, zones = seat.board.atlas.around, one.ground.zones
    begun: dict[int, list[int]] = {}
    for i in starts:
        if any(j != OFF and j not in known for j in around[i]):
            begun.setdefault(zones[i], []).append(i)
    out: dict[int, int] = {}
    for group in begun.values():
        firsts: dict[tuple[int, bool], First] = {}
        for i in group:
            for step in movement.first_steps(
                seat, unit, printed, i, one.budget, one.arcs, one.ground, one.moods
            ):
                kept = firsts.get((step.end, step.absorbs))
                if kept is None or step.cost < kept.cost:
                    firsts[step.end, step.absorbs] = step
        way = reach(one.arcs, one.ground, one.moods, group[0], one.budget, first=tuple(firsts.values()))
        for i, cost in way.costs.items():
            if i not in known and (i not in out or cost < out[i]):
                out[i] = cost
    return out


def reach_overlay(seat: ItSeat, uid: str) -> Overlay | None:
    """Where any unit, own or enemy, can be in this turn and the next two."""
    unit = seat.s.units.get(uid)
    if unit is None or not unit.on_map:
        return None
    labels, printed = seat.board.atlas.labels, seat.s.roster[uid]
    found = turns(seat, uid)
    shades = tuple(
        Shade(labels[i], TONES[turn - 1], points(cost) if turn == 1 else "")
        for i, (turn, cost) in found.items()
        if labels[i] != unit.at
    )
    title = say("Reach of {unit}", unit=names.full_name(printed, unit))
    shown = {turn for turn, _ in found.values()}
    legend = tuple(line for n, line in enumerate(LEGENDS, 1) if n in shown)
    facts = (
        Fact(say("Reach"), names.called(printed)),
        Fact(say("Movement"), say("{mf} MP", mf=movement.allowance(seat, unit, printed)), ("5.0b",)),
        *(Fact(say("Today"), reason.text, (reason.rule,), reason.hexes) for reason in _kept_back(seat, uid)),
        Fact(say("Later turns"), say("as if nobody else moved")),
    )
    return Overlay("reach", title, shades, legend=legend, facts=facts)


def _kept_back(seat: ItSeat, uid: str) -> Iterator[Reason]:
    """What keeps a unit from moving in this player turn, whoever asks."""
    return movement.unfit(seat, None, (uid,))


# ---- the way to a hex
def route_overlay(seat: ItSeat, subject: str) -> Overlay | None:
    """The way of a unit to a hex, "uid hex": what has been paid at each hex, and why each step costs what it does."""
    uid, _, goal = subject.rpartition(" ")
    unit, index = seat.s.units.get(uid), seat.board.atlas.index
    if unit is None or not unit.on_map or goal not in index or goal == unit.at:
        return None
    one = movement.mover(seat, uid)
    trips = movement.joint_reach(seat, (uid,))
    title = say("Way of {unit} to {hex}", unit=names.called(seat.s.roster[uid]), hex=goal)
    if index[goal] in trips:
        via, tone = trips[index[goal]].via, "route"
    else:
        far = _longer(seat, uid, one, index[goal])
        if not far:
            found = turns(seat, uid).get(index[goal])
            text = say("turn {n}", n=found[0]) if found is not None else say("not within three turns")
            return Overlay("route", title, facts=(Fact(Say(goal), text, (), (goal,)),))
        via, tone = far, "route_bad"
    steps = list(explain(seat, uid, via))
    texts = ("", *(points(step.total) for step in steps))
    facts = tuple(Fact(say("to {hex}", hex=step.hex), _line(step), step.rules, (step.hex,)) for step in steps)
    legend = (
        Legend(tone, say("within reach") if tone == "route" else say("farther than it gets this turn")),
    )
    return Overlay("route", title, trails=(Trail((unit.at, *via), tone, texts),), legend=legend, facts=facts)


def _longer(seat: ItSeat, uid: str, one: Mover, goal: int) -> tuple[str, ...]:
    """The way to a hex out of reach if it had three turns' movement at once; empty when zones or ground bar it."""
    way = movement.mover(seat, uid, budget=TURNS * one.budget)
    found = reach(way.arcs, way.ground, way.moods, way.start, way.budget, first=way.first)
    if goal not in found:
        return ()
    return tuple(seat.board.atlas.labels[i] for i in found.path(goal))


class Step:
    """One step of a way: what it costs, what has been paid then, and the words and clauses of it."""

    __slots__ = ("cost", "hex", "rules", "says", "total")

    def __init__(self, at: str, cost: int, total: int, whys: list[tuple[Say, str]]) -> None:
        self.hex, self.cost, self.total = at, cost, total
        self.says = tuple(text for text, _ in whys)
        self.rules = tuple(dict.fromkeys(rule for _, rule in whys))


def _line(step: Step) -> Say:
    """A step in words: "3 in all: road 1, leaving an enemy zone +1"."""
    keys = [f"why{i}" for i in range(len(step.says))]
    template = "{total} in all: " + ", ".join("{" + key + "}" for key in keys)
    return Say(template, (("total", points(step.total)), *zip(keys, step.says, strict=True)))


def explain(seat: ItSeat, uid: str, via: Iterable[str]) -> Iterator[Step]:
    """The steps of a way that a unit can go, with the clauses that make up each price (5.1, 7.1, 7.2, R04)."""
    index = seat.board.atlas.index
    one = movement.mover(seat, uid, budget=(TURNS + 1) * movement.mover(seat, uid).budget)
    whole = movement.mover(seat, uid)
    route = [index[h] for h in via]
    followed = walk(one.arcs, one.ground, one.moods, one.start, route, one.budget, first=whole.first)
    here, paid = one.start, 0
    for n, step in enumerate(followed.steps):
        cost = step.cost - paid
        whys = list(_price(seat, uid, one, here, step.index, cost, first=n == 0))
        if one.ground.zones[step.index] and not terrain_free(one, step.mood):
            whys.append((say("enemy zone: stop"), "7.1a"))
        yield Step(seat.board.atlas.labels[step.index], cost, step.cost, whys)
        here, paid = step.index, step.cost


def terrain_free(one: Mover, mood: int) -> bool:
    """Whether a move may go on in this mood, whatever it has met."""
    return any(row is not None for row in one.moods.rows[mood])


def _price(
    seat: ItSeat, uid: str, one: Mover, here: int, there: int, cost: int, *, first: bool
) -> Iterator[tuple[Say, str]]:
    """The parts of the price of one step, each with its clause."""
    s, prices, atlas = seat.s, seat.rules.prices, seat.board.atlas
    printed, unit = s.roster[uid], s.units[uid]
    tec = seat.rules.tables.tec
    link = prices.link(here, atlas.around[here].index(there))
    plain = one.arcs.between(here, there)
    if plain is None:
        yield say("river without a bridge: the whole movement factor, {n}", n=points(cost)), "5.1d"
        return
    extra = 0
    shift = one.moods.shift(terrain.FREE, one.ground.zones[here], one.ground.entry[there])
    if first and shift is not None:
        extra = shift[0]
    if first and cost < plain + extra:
        if unit.supply == "isolated":
            yield say("isolated: one hex, {n}", n=points(cost)), "12.3c"
        else:
            yield say("the first hex is always open: all it has, {n}", n=points(cost)), "5.1f"
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


KINDS: Final = (
    OverlayKind(
        "reach",
        say("Reach of a unit"),
        "unit",
        help=say(
            "Every hex the selected unit can come to, with its cost, over this turn and the next two; own or enemy"
        ),
    ),
    OverlayKind(
        "enemy_zoc",
        say("Zones of control: enemy"),
        help=say("Hexes in which your units must stop, and which cut your supply"),
    ),
    OverlayKind(
        "own_zoc",
        say("Zones of control: own"),
        help=say("Hexes in which enemy units must stop, and which cut their supply"),
    ),
    OverlayKind(
        "both_zoc",
        say("Zones of control: enemy and own"),
        help=say("Both sides' zones at once; where they overlap both have effect"),
    ),
    OverlayKind(
        "supply",
        say("Supply of all units"),
        help=say("Every unit in the colour of its supply, with the path that keeps it"),
    ),
    OverlayKind(
        "supply_unit",
        say("Supply of a unit"),
        "unit",
        help=say("The path of the selected unit to its source, or where it is cut and by whom"),
    ),
    OverlayKind(
        "supply_net",
        say("Where supply reaches"),
        help=say("Every hex in which a unit of your side would be in supply"),
    ),
    OverlayKind(
        "route",
        say("Way to the hex pointed at"),
        "way",
        help=say(
            "The cheapest way of the selected unit to the pointer, hex by hex with the reason of each cost"
        ),
    ),
    OverlayKind(
        "threat",
        say("Threat to a hex next turn"),
        "hex",
        help=say("Which enemies could attack the hex you look at in their next turn"),
    ),
    OverlayKind("front", say("Front line"), help=say("Where the two sides stand against each other")),
    OverlayKind(
        "combats",
        say("Declared combats"),
        standing=True,
        help=say("Arrows of all attacks declared in this phase"),
    ),
    *risk.KINDS,
)


def overlay(seat: ItSeat, kind: str, subject: str = "") -> Overlay | None:
    """One overlay; None when its subject is not on the map or the kind is unknown."""
    if kind in risk.KEYS:
        return risk.overlay(seat, kind, subject)
    if kind == "reach":
        return reach_overlay(seat, subject)
    if kind == "route":
        return route_overlay(seat, subject)
    if kind == "threat":
        return threat(seat, subject, _own(seat))
    if kind == "front":
        return front_line(seat, _own(seat))
    if kind in ("enemy_zoc", "own_zoc", "both_zoc"):
        return _zones(seat, kind)
    if kind == "supply":
        return _supply_all(seat)
    if kind == "supply_unit":
        return _supply_unit(seat, subject)
    if kind == "supply_net":
        return _supply_net(seat)
    if kind == "combats":
        return combat_display.combats(seat)
    return None


def _own(seat: ItSeat) -> str:
    """The side the viewer speaks for: his own, or the phasing one in the umpire's seat."""
    return seat.side or seat.s.phasing


def _zones(seat: ItSeat, kind: str) -> Overlay:
    own = _own(seat)
    atlas = seat.board.atlas
    mine, theirs = seat.board.zoc[own].counts, seat.board.zoc[FOE[own]].counts
    shades: list[Shade] = []
    for i, at in enumerate(atlas.labels):
        a, b = mine[i] > 0, theirs[i] > 0
        if kind == "both_zoc" and a and b:
            shades.append(Shade(at, "both_zoc"))
        elif a and kind in ("own_zoc", "both_zoc"):
            shades.append(Shade(at, "own_zoc"))
        elif b and kind in ("enemy_zoc", "both_zoc"):
            shades.append(Shade(at, "enemy_zoc"))
    sides = {"own_zoc": seat.rules.side_name(own), "enemy_zoc": seat.rules.side_name(FOE[own])}
    legend = {
        "own_zoc": Legend("own_zoc", say("own zone of control ({side})", side=sides["own_zoc"])),
        "enemy_zoc": Legend("enemy_zoc", say("enemy zone of control ({side})", side=sides["enemy_zoc"])),
        "both_zoc": Legend("both_zoc", say("in the zones of both")),
    }
    title = next(k.title for k in KINDS if k.kind == kind)
    counts = Counter(shade.tone for shade in shades)
    facts = tuple(
        Fact(line.text, counted(counts[tone], say("1 hex"), say("{n} hexes", n=counts[tone])), ("7.0a",))
        for tone, line in legend.items()
        if kind in ("both_zoc", tone)
    )
    shown = tuple(line for tone, line in legend.items() if kind in ("both_zoc", tone))
    return Overlay(kind, title, tuple(shades), legend=shown, facts=facts)


_LEGEND: Final = (
    Legend("supply", say("traced supply path")),
    Legend("cut", say("path cut by the enemy")),
)


def _trail(seat: ItSeat, uid: str) -> Trail | None:
    unit = seat.s.units[uid]
    supply = seat.supply(unit.side)
    if supply.traces(unit.at):
        return Trail(supply.path(unit.at), "supply")
    path, cut = supply.cut(unit.at)
    return Trail(path, "cut", (), cut or "") if path else None


def _supply_unit(seat: ItSeat, uid: str) -> Overlay | None:
    unit = seat.s.units.get(uid)
    if unit is None or not unit.on_map:
        return None
    trail = _trail(seat, uid)
    trails = (trail,) if trail is not None else ()
    title = say("Supply of {unit}", unit=names.full_name(seat.s.roster[uid], unit))
    legend: tuple[Legend, ...] = _LEGEND
    facts = tuple(_supply_facts(seat, uid, trail))
    if trail is None:
        legend = (Legend("cut", say("no supply road or edge within five hexes")),)
    return Overlay(
        "supply_unit",
        title,
        (Shade(unit.at, "supplied" if trail and not trail.broken else "cut"),),
        trails,
        legend=legend,
        facts=facts,
    )


def _supply_facts(seat: ItSeat, uid: str, trail: Trail | None) -> Iterator[Fact]:
    """How a unit is supplied, and what cuts it off."""
    unit = seat.s.units[uid]
    supply = seat.supply(unit.side)
    state = supply.states().get(uid, "supplied")
    words = {"supplied": say("in supply"), "out": say("out of supply"), "isolated": say("isolated")}
    rule = {"supplied": "12.1a", "out": "12.2a", "isolated": "12.3a"}[state]
    yield Fact(names.called(seat.s.roster[uid]), words[state], (rule,), unit.spot)
    if trail is None:
        yield Fact(say("Path"), say("no supply road or friendly edge within five hexes"), ("12.1a",))
    elif not trail.broken:
        far = supply.distance(unit.at) or 0
        way = counted(far, say("one hex to the road or edge"), say("{n} hexes to the road or edge", n=far))
        yield Fact(say("Path"), way, ("12.1a",), trail.hexes)
        if not supply.checked(uid, unit):
            yield Fact(say("Check"), say("not made for it now"), ("12.0b", "12.0c"))
    else:
        yield Fact(
            say("Cut at {hex}", hex=trail.broken),
            _cutter(seat, uid, trail.broken),
            ("12.1b",),
            (trail.broken,),
        )


def _cutter(seat: ItSeat, uid: str, at: str) -> Say:
    """Who cuts a path in a hex: an enemy in it, or the zones of enemies next to it."""
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


def _supply_all(seat: ItSeat) -> Overlay:
    """Units by their supply if it were checked now; the paths of those that are cut."""
    shades: dict[str, Shade] = {}
    trails: list[Trail] = []
    facts: list[Fact] = []
    for side in SIDES:
        supply = seat.supply(side)
        for uid, state in supply.states().items():
            at = seat.s.units[uid].at
            if state == "supplied":
                shades.setdefault(at, Shade(at, "supplied"))
            elif at not in shades:
                shades[at] = Shade(at, "cut", "I" if state == "isolated" else "S")
                trail = _trail(seat, uid)
                if trail is not None:
                    trails.append(trail)
                facts += list(_supply_facts(seat, uid, trail))[:2]
    legend = (
        Legend("supplied", say("in supply")),
        *_LEGEND,
        Legend("cut", say("S out of supply, I isolated")),
    )
    title = say("Supply of all units")
    return Overlay("supply", title, tuple(shades.values()), tuple(trails), legend=legend, facts=tuple(facts))


def _supply_net(seat: ItSeat) -> Overlay:
    """12.1: the supply roads of the viewer's side and the hexes within five of them."""
    own = _own(seat)
    supply = seat.supply(own)
    shades = tuple(
        Shade(at, "supply" if supply.on_road(at) else "supplied", str(far) if far else "")
        for at, far in supply.reached().items()
    )
    legend = (Legend("supply", say("supply road")), Legend("supplied", say("within five hexes")))
    side: Say = Say(seat.rules.side_name(own))
    return Overlay("supply_net", say("Where {side} supply reaches", side=side), shades, legend=legend)
