"""What can be drawn over the map: WHERE, ZONES, reach and routes, supply and what cuts it, threats, the front (BK-UI-22..24)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.atlas.arcs import POINT
from hexbench.atlas.atlas import OFF
from hexbench.atlas.front import front
from hexbench.atlas.hexset import bits_of
from hexbench.atlas.reach import First, Ground, reach
from hexbench.engine import risk
from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade, Trail
from hexbench.engine.values import Say, Target, counted, say
from hexbench.games.blitzkrieg import combat_board, passage, refusals, supply
from hexbench.games.blitzkrieg.moving_ways import Routes, routes
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GERMAN, GROUND, Side
from hexbench.games.blitzkrieg.supply import Line, Supply, needs

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat


# Overlays of supply: the line of a unit and what cuts it, who is cut off, and where lines reach (BK-SUP-03,
# BK-SUP-07).

_LEGEND: Final = (
    Legend("supply", say("supply line")),
    Legend("cut", say("line the enemy cuts")),
)


def supply_line(seat: BkSeat, side: Side) -> Supply:
    """The supply of a side in the position of a seat."""
    found: Supply | None = seat.memo.get(("supply", side))
    if found is None:
        found = seat.memo["supply", side] = Supply(seat.rules, seat.s, seat.board, side)
    return found


def told(seat: BkSeat, line: Line) -> Say:
    """A supply line in words."""
    place = supply.place(seat.rules, seat.s.dumps[line.dump].hex)
    if not line.off_road:
        return say("on a road to the dump of {place}", place=place)
    return say("hexes from a road to the dump of {place}: {n}", place=place, n=line.off_road)


def standing(seat: BkSeat, uid: str) -> Iterator[Fact]:
    """How a unit is supplied now, and how it was judged last."""
    s, rules = seat.s, seat.rules
    unit = s.units[uid]
    if unit.isolated:
        text = say("isolated, {n} turns", n=unit.isolated) if unit.isolated > 1 else say("isolated, 1 turn")
        yield Fact(say("When last judged"), text, ("BK-SUP-15", "BK-SUP-21"))
        yield Fact(say("In supply again"), say("strength {n}", n=unit.base), ("BK-SUP-19",))
    if not needs(s, uid):
        return
    lines = supply_line(seat, unit.side)
    line = lines.line(unit.at)
    if line is not None:
        yield Fact(say("Supply now"), told(seat, line), ("BK-SUP-03",), line.path)
        return
    ban = lines.ban(unit.at)
    if ban is None:
        text = say("no road to a dump within its number of hexes")
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
        yield Fact(say("Friends"), say("a friend in the hex would open it"), ("BK-SUP-08",))


def _cutter(seat: BkSeat, at: str, foe: Side) -> Say:
    """Who cuts a line in a hex."""
    s, rules = seat.s, seat.rules
    for where, text in ((at, say("held by")), *((n, say("next to")) for n in rules.atlas.near[at])):
        for u in seat.board.at.get(where, ()):
            if s.units[u].side == foe and s.roster[u].type in GROUND:
                return say("{how} {unit}", how=text, unit=rules.title(s.roster[u]))
    return say("closed")


def _trail(seat: BkSeat, uid: str) -> Trail | None:
    unit = seat.s.units[uid]
    lines = supply_line(seat, unit.side)
    line = lines.line(unit.at)
    if line is not None:
        return Trail(line.path, "supply") if len(line.path) > 1 else None
    ban = lines.ban(unit.at)
    return Trail(ban.path, "cut", (), ban.at[0]) if ban is not None else None


def one_unit(seat: BkSeat, uid: str) -> Overlay | None:
    """The line of one unit, or what cuts it."""
    unit = seat.s.units.get(uid)
    if unit is None or not needs(seat.s, uid):
        return None
    served = supply_line(seat, unit.side).steps(unit.at) is not None
    trail = _trail(seat, uid)
    title = say("Supply of {unit}", unit=seat.rules.title(seat.s.roster[uid]))
    shade = Shade(unit.at, "supplied" if served else "cut", str(unit.isolated or ""))
    return Overlay(
        "supply_unit",
        title,
        (shade,),
        (trail,) if trail is not None else (),
        legend=(Legend("supplied", say("in supply")), *_LEGEND),
        facts=tuple(standing(seat, uid)),
    )


def everybody(seat: BkSeat) -> Overlay:
    """Units by their supply if it were judged now, with the turns they have been isolated; the lines of those cut off."""
    s = seat.s
    shades: dict[str, Shade] = {}
    trails: list[Trail] = []
    facts: list[Fact] = [_dump(seat, key) for key in s.dumps]
    cut = 0
    for uid, unit in s.units.items():
        if not needs(s, uid):
            continue
        if supply_line(seat, unit.side).steps(unit.at) is not None:
            shades.setdefault(unit.at, Shade(unit.at, "supplied", str(unit.isolated or "")))
            continue
        cut += 1
        if unit.at not in shades or shades[unit.at].tone != "cut":
            shades[unit.at] = Shade(unit.at, "cut", str(unit.isolated or "0"))
            trail = _trail(seat, uid)
            if trail is not None:
                trails.append(trail)
    facts.append(
        Fact(say("Cut off now"), counted(cut, say("1 unit"), say("{n} units", n=cut)), ("BK-SUP-02",))
    )
    legend = (
        Legend("supplied", say("in supply")),
        *_LEGEND,
        Legend("cut", say("cut off, with the turns it has been isolated")),
    )
    title = say("Supply of all units")
    return Overlay("supply", title, tuple(shades.values()), tuple(trails), legend=legend, facts=tuple(facts))


def _dump(seat: BkSeat, key: str) -> Fact:
    dump = seat.s.dumps[key]
    name = say("Dump of {place}", place=supply.place(seat.rules, dump.hex))
    if not dump.number:
        return Fact(name, say("destroyed"), ("BK-SUP-06",), (dump.hex,))
    side = Say(seat.rules.side_name(supply.supplies(seat.s, seat.board, key)))
    text = counted(
        dump.number,
        say("supplies {side}, 1 hex from its roads", side=side),
        say("supplies {side}, {n} hexes from its roads", side=side, n=dump.number),
    )
    return Fact(name, text, ("BK-SUP-03", "BK-SUP-10"), (dump.hex,))


def reached(seat: BkSeat, side: Side) -> Overlay:
    """Every hex that lines of a side reach, with the hexes off the road."""
    found = supply_line(seat, side).served()
    shades = tuple(
        Shade(at, "supplied" if far else "supply", str(far) if far else "") for at, far in found.items()
    )
    legend = (
        Legend("supply", say("supply road")),
        Legend("supplied", say("in supply, with the hexes to the road")),
    )
    title = say("Where {side} supply reaches", side=Say(seat.rules.side_name(side)))
    facts = tuple(
        _dump(seat, key) for key in seat.s.dumps if supply.supplies(seat.s, seat.board, key) == side
    )
    return Overlay("supply_net", title, shades, legend=legend, facts=facts)


# Overlays of movement: WHERE, how far a unit gets in three turns, what each step of a way costs, who
# threatens a hex.

TURNS: Final = 3
TONES: Final = ("reach", "reach_far", "reach_third")
LEGENDS: Final = (
    Legend("reach", say("this turn, with its cost")),
    Legend("reach_far", say("next turn")),
    Legend("reach_third", say("third turn")),
)
FAR: Final = 200
"""Half points: more than any way across the map takes in a few turns."""
_PUTS: Final = ("deposit", "place", "move", "move_again", "fall_back", "advance")


def points(twelfths: int) -> str:
    """Movement points as they are printed: "2 1/2"."""
    whole, rest = divmod(twelfths, POINT)
    if not rest:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"


# ---- WHERE -----------------------------------------------------------------------------------------------------------
def in_hand(seat: BkSeat) -> str:
    """The last unit of the raster, else the first that must retreat or may advance; empty when there is none (BK-UI-23)."""
    if seat.s.raster:
        return seat.s.raster[-1]
    for offer in seat.prompt.offers:
        if offer.verb in ("fall_back", "advance") and offer.subjects:
            return offer.subjects[0]
    return ""


def destinations(seat: BkSeat, uid: str) -> dict[str, Target]:
    """Every hex a unit may be put down in now, whatever the step: in a movement phase its own hex too."""
    out: dict[str, Target] = {}
    for offer in seat.prompt.offers:
        if offer.verb in _PUTS and uid in offer.subjects:
            for found in seat.targets(offer.verb, (uid,)):
                if not found.how:
                    out.setdefault(found.object, found)
    return out


def where(seat: BkSeat, uid: str) -> Overlay | None:
    """The hexes the unit may be put down in, blue, and the one it began the turn in, yellow (BK-UI-23).

    Without a unit: the one in hand. The first of the facts lights the destinations, which is HOME HEX (BK-UI-24).
    """
    title = say("Where")
    uid = uid or in_hand(seat)
    if not uid:
        text = say("The raster is empty, and no unit retreats or advances.")
        return Overlay("where", title, facts=(Fact(say("In hand"), text, ("BK-UI-23",)),))
    unit = seat.s.units[uid]
    found = destinations(seat, uid)
    shades = [
        Shade(at, "where", points(target.cost) if target.cost is not None else "")
        for at, target in found.items()
        if at != unit.start
    ]
    if unit.start:
        shades.append(Shade(unit.start, "home"))
    name = seat.rules.title(seat.s.roster[uid])
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
        Legend("where", say("may be put down here")),
        Legend("home", say("where it began the turn")),
    )
    return Overlay("where", say("Where: {unit}", unit=name), tuple(shades), legend=legend, facts=facts)


def first_turn(seat: BkSeat, uid: str) -> Routes:
    """From where it began the turn; a unit of the other side as if it began one where it stands."""
    unit = seat.s.units[uid]
    if unit.side == seat.s.phasing and unit.start:
        return routes(seat, uid)
    found: Routes | None = seat.memo.get(("fresh", uid))
    if found is None:
        found = seat.memo["fresh", uid] = Routes(seat.rules, seat.s, seat.board, uid, start=unit.at)
    return found


# ---- reach in three turns ----------------------------------------------------------------------------------------------
def turns(seat: BkSeat, uid: str) -> dict[int, tuple[int, int]]:
    """hex index -> (turn from 1, cost in that turn in twelfths), for any unit on the map, if nobody else moves."""
    found: dict[int, tuple[int, int]] | None = seat.memo.get(("turns", uid))
    if found is not None:
        return found
    unit, index = seat.s.units[uid], seat.rules.atlas.index
    out = {i: (1, cost) for i, cost in first_turn(seat, uid).reach.costs.items()}
    out[index[unit.at]] = (1, 0)
    fresh = tuple(out)
    for turn in range(2, TURNS + 1):
        best = _onward(seat, uid, fresh, out)
        out.update({i: (turn, cost) for i, cost in best.items()})
        fresh = tuple(best)
    seat.memo["turns", uid] = out
    return out


def _onward(
    seat: BkSeat, uid: str, starts: tuple[int, ...], known: dict[int, tuple[int, int]]
) -> dict[int, int]:
    """What one more turn adds: hex index -> the lowest cost from any of the hexes a unit may begin it in."""
    rules, s, atlas = seat.rules, seat.s, seat.rules.atlas
    unit, kind = s.units[uid], s.roster[uid].type
    arcs = passage.passages(rules).arcs(unit.side, kind, s.blown)
    free = kind == "infiltrator"
    ground = _ground(seat, unit.side, free=free)
    firsts: dict[int, First] = {}
    for i in starts:
        if any(j != OFF and j not in known for j in atlas.around[i]):
            for step in passage.first_steps(rules, s, unit.side, kind, i, arcs):
                kept = firsts.get(step.end)
                if kept is None or step.cost < kept.cost:
                    firsts[step.end] = step
    budget = passage.points(rules, s, uid) * passage.HALF
    if not firsts:
        return {}
    moods = passage.FREE if free else passage.STOPS
    way = reach(arcs, ground, moods, starts[0], budget, first=tuple(firsts.values()))
    return {i: cost for i, cost in way.costs.items() if i not in known}


def _ground(seat: BkSeat, side: Side, *, free: bool) -> Ground:
    key = ("open" if free else "ground", side)
    found: Ground | None = seat.memo.get(key)
    if found is None:
        found = (
            Ground.empty(len(seat.rules.atlas.labels))
            if free
            else passage.ground(seat.rules, seat.s, seat.board, side)
        )
        seat.memo[key] = found
    return found


def reach_overlay(seat: BkSeat, uid: str) -> Overlay | None:
    """Where any unit, own or enemy, can be in this turn and the next two, at its present movement points."""
    unit = seat.s.units.get(uid)
    if unit is None or not unit.on_map:
        return None
    labels, name = seat.rules.atlas.labels, seat.rules.title(seat.s.roster[uid])
    found = turns(seat, uid)
    shades = tuple(
        Shade(labels[i], TONES[turn - 1], points(cost) if turn == 1 else "")
        for i, (turn, cost) in found.items()
        if labels[i] != unit.at
    )
    shown = {turn for turn, _ in found.values()}
    halves = passage.points(seat.rules, seat.s, uid)
    mp = ("BK-MOV-01",) if not unit.isolated else ("BK-MOV-01", "BK-MOV-18")
    facts = [
        Fact(say("Reach"), name, (), unit.spot),
        Fact(say("Movement"), say("{mp} points", mp=points(halves * passage.HALF)), mp),
    ]
    facts += [
        Fact(say("Today"), reason.text, (reason.rule,), reason.hexes)
        for reason in refusals.why_not_collect(seat, unit.side, uid)
    ]
    facts.append(Fact(say("Later turns"), say("as if nobody else moved")))
    legend = tuple(line for n, line in enumerate(LEGENDS, 1) if n in shown)
    return Overlay("reach", say("Reach of {unit}", unit=name), shades, legend=legend, facts=tuple(facts))


# ---- the way to a hex --------------------------------------------------------------------------------------------------
def route(seat: BkSeat, subject: str) -> Overlay | None:
    """The way of a unit to a hex, "uid hex": what has been paid at each hex, and why each step costs what it does."""
    uid, _, goal = subject.rpartition(" ")
    unit, index = seat.s.units.get(uid), seat.rules.atlas.index
    if unit is None or not (unit.on_map or unit.start) or goal not in index or goal == unit.at:
        return None
    name = seat.rules.title(seat.s.roster[uid])
    title = say("Way of {unit} to {hex}", unit=name, hex=goal)
    ways = first_turn(seat, uid)
    if index[goal] in ways.reach:
        via, tone = ways.to(index[goal]).via, "route"
        past = ways.to(index[goal]).past
    else:
        wide = passage.reach_of(seat.rules, seat.s, seat.board, uid, ways.start, budget=FAR)
        why = tuple(
            Fact(say("Against it"), r.text, (r.rule,), r.hexes)
            for r in refusals.why_not_there(seat, (uid,), goal)
        )
        if index[goal] not in wide:
            return Overlay("route", title, facts=why)
        via, tone, past = tuple(seat.rules.atlas.labels[i] for i in wide.path(index[goal])), "route_bad", ()
    steps = list(_steps(seat, uid, ways.start, via))
    texts = ("", *(points(total) for _, total, _ in steps))
    facts = [fact for _, _, fact in steps]
    facts += [
        Fact(say("Infiltrator"), say("the only way leads past it"), ("BK-INF-10",), (at,)) for at in past
    ]
    if tone == "route_bad":
        facts += why
    legend = (
        Legend(tone, say("within reach") if tone == "route" else say("farther than it gets this turn")),
    )
    trail = Trail((ways.start, *via), tone, texts)
    return Overlay("route", title, trails=(trail,), legend=legend, facts=tuple(facts))


def _steps(seat: BkSeat, uid: str, start: str, via: tuple[str, ...]) -> Iterator[tuple[str, int, Fact]]:
    """Each step of a way: the hex, what has been paid then in twelfths, and a line that tells why."""
    rules, s, atlas = seat.rules, seat.s, seat.rules.atlas
    unit, kind = s.units[uid], s.roster[uid].type
    arcs = passage.passages(rules).arcs(unit.side, kind, s.blown)
    near = seat.board.near[FOE[unit.side]].counts
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
        keys = [f"why{k}" for k in range(len(whys))]
        template = "{total} in all: " + ", ".join("{" + key + "}" for key in keys)
        words = Say(template, (("total", points(total)), *zip(keys, (text for text, _ in whys), strict=True)))
        yield at, total, Fact(say("to {hex}", hex=at), words, tuple(rule for _, rule in whys), (at,))
        here = at


# ---- threat ------------------------------------------------------------------------------------------------------------
class Attacker(NamedTuple):
    """One unit that could attack a hex in its next turn: by way of which hexes, for how many twelfths."""

    unit: str
    via: tuple[str, ...]
    cost: int


def attackers(seat: BkSeat, at: str, side: Side) -> tuple[Attacker, ...]:
    """Every ground unit of ``side`` that stands next to a hex or can come next to it in one turn of its own."""
    key = ("attackers", at, side)
    found: tuple[Attacker, ...] | None = seat.memo.get(key)
    if found is None:
        found = seat.memo[key] = tuple(_attackers(seat, at, side))
    return found


def _attackers(seat: BkSeat, at: str, side: Side) -> Iterator[Attacker]:
    rules, s, atlas = seat.rules, seat.s, seat.rules.atlas
    goals = [atlas.index[h] for h in atlas.near[at]]
    ground = passage.ground(rules, s, seat.board, side)
    for uid, unit in s.units.items():
        if unit.side != side or not unit.on_map or s.roster[uid].type not in GROUND:
            continue
        if unit.at in atlas.near[at]:
            yield Attacker(uid, (), 0)
            continue
        halves = passage.points(rules, s, uid)
        if atlas.distance(unit.at, at) - 1 > halves:
            continue
        found = passage.reach_of(rules, s, seat.board, uid, unit.at, shared=ground)
        near = [(found.costs[i], i) for i in goals if i in found]
        if near:
            cost, end = min(near)
            yield Attacker(uid, tuple(atlas.labels[i] for i in found.path(end)), cost)


def threat(seat: BkSeat, at: str, mine: Side) -> Overlay | None:
    """The enemies of whoever stands in a hex (of the viewer, when nobody does) that could attack it next turn."""
    s = seat.s
    if at not in seat.rules.atlas.index:
        return None
    here = [s.units[u].side for u in seat.board.at.get(at, ()) if s.roster[u].type in GROUND]
    found = attackers(seat, at, FOE[here[0] if here else mine])
    starts: dict[str, int] = {}
    for one in found:
        start = s.units[one.unit].at
        starts[start] = starts.get(start, 0) + s.units[one.unit].strength
    total = sum(starts.values())
    shades = tuple(Shade(h, "threat", str(n)) for h, n in starts.items())
    ways = {(s.units[one.unit].at, *one.via): None for one in found if one.via}
    text = counted(
        len(found),
        say("1 unit, {strength} in all", strength=total),
        say("{n} units, {strength} in all", n=len(found), strength=total),
    )
    facts = [Fact(say("Threat to {hex}", hex=at), text, ("BK-ENG-01",), tuple(starts))]
    for one in sorted(found, key=lambda x: (x.cost, x.unit)):
        far = say("adjacent") if not one.via else say("for {cost} MP", cost=points(one.cost))
        words = say("{strength}, {where}", strength=s.units[one.unit].strength, where=far)
        facts.append(Fact(seat.rules.title(s.roster[one.unit]), words, (), (s.units[one.unit].at,)))
    legend = (
        Legend("threat", say("could attack {hex} next turn, with its strength", hex=at)),
        Legend("target", say("the hex")),
    )
    trails = tuple(Trail((*way, at), "attack") for way in ways)
    title = say("Threat to {hex}", hex=at)
    target = Shade(at, "target", str(total))
    return Overlay("threat", title, (*shades, target), trails, legend=legend, facts=tuple(facts))


NEAR: Final = 4
"""The front is drawn where somebody stands so near."""
KINDS: Final = (
    OverlayKind(
        "where",
        say("Where: the unit in hand"),
        help=say("Every hex the unit in hand may be put in; the hex it began the turn in is yellow"),
    ),
    OverlayKind(
        "where_unit",
        say("Where: this unit now"),
        "unit",
        help=say("Every hex the selected unit may be put in now"),
    ),
    OverlayKind(
        "zones",
        say("Zones of both sides"),
        help=say("Hexes next to Germans are red, next to Allies blue, next to both yellow"),
    ),
    OverlayKind(
        "reach",
        say("Reach of a unit"),
        "unit",
        help=say("Every hex the selected unit can come to, with its cost, over this turn and the next two"),
    ),
    OverlayKind(
        "route",
        say("Way to the hex pointed at"),
        "way",
        help=say("The cheapest way of the selected unit to the pointer, with the reason of each cost"),
    ),
    OverlayKind(
        "supply",
        say("Supply of all units"),
        help=say("Every unit in the colour of its supply, with the way to the dump that keeps it"),
    ),
    OverlayKind(
        "supply_unit",
        say("Supply of a unit"),
        "unit",
        help=say("The way of the selected unit to a dump, or where it is cut and by whom"),
    ),
    OverlayKind(
        "supply_net",
        say("Where supply reaches"),
        help=say("Every hex in which a unit of your side would be in supply"),
    ),
    OverlayKind(
        "threat",
        say("Threat to a hex next turn"),
        "hex",
        help=say("Which enemies could come next to the hex you look at in their next turn"),
    ),
    OverlayKind("front", say("Front line"), help=say("Where the two sides stand against each other")),
    OverlayKind(
        "engagements",
        say("Engagements and fire"),
        standing=True,
        help=say("Who is engaged with whom, and what the artillery aims at"),
    ),
    *risk.KINDS,
)


def own(seat: BkSeat) -> Side:
    """The side the viewer speaks for: his own, or the phasing one in the umpire's seat."""
    return GERMAN if (seat.side or seat.s.phasing) == GERMAN else ALLIED


def overlay(seat: BkSeat, kind: str, subject: str = "") -> Overlay | None:
    """One overlay; None when its subject is not on the map or the kind is unknown."""
    if kind in risk.KEYS:
        return risk.overlay(seat, kind, subject)
    if kind == "engagements":
        return combat_board.engagements(seat)
    if kind == "where":
        return where(seat, "")
    if kind == "where_unit":
        return where(seat, subject) if subject in seat.s.units else None
    if kind == "zones":
        return _zones(seat)
    if kind == "reach":
        return reach_overlay(seat, subject)
    if kind == "route":
        return route(seat, subject)
    if kind == "threat":
        return threat(seat, subject, own(seat))
    if kind == "supply":
        return everybody(seat)
    if kind == "supply_unit":
        return one_unit(seat, subject)
    if kind == "supply_net":
        return reached(seat, own(seat))
    if kind == "front":
        return _front(seat)
    return None


def _zones(seat: BkSeat) -> Overlay:
    """Hexes next to Germans red, next to Allies blue, next to both yellow; infiltrators left out (BK-UI-22, BK-INF-15)."""
    german, allied = (seat.board.near[side].counts for side in (GERMAN, ALLIED))
    shades: list[Shade] = []
    for i, at in enumerate(seat.rules.atlas.labels):
        if german[i] and allied[i]:
            shades.append(Shade(at, "zone_both"))
        elif german[i] or allied[i]:
            shades.append(Shade(at, "zone_german" if german[i] else "zone_allied"))
    legend = (
        Legend("zone_german", say("next to German units")),
        Legend("zone_allied", say("next to Allied units")),
        Legend("zone_both", say("next to units of both")),
    )
    n = sum(shade.tone == "zone_both" for shade in shades)
    facts = (Fact(say("Next to both"), counted(n, say("1 hex"), say("{n} hexes", n=n)), ("BK-UI-22",)),)
    return Overlay("zones", say("Zones of both sides"), tuple(shades), legend=legend, facts=facts)


def _front(seat: BkSeat) -> Overlay:
    """The line between the hexes nearer to one side's ground units and those nearer to the other's."""
    board, atlas = seat.board, seat.rules.atlas
    mine = own(seat)
    ours, theirs = (
        bits_of(atlas.index[at] for at in passage.occupied(board, side)) for side in (mine, FOE[mine])
    )
    sides = front(atlas, ours, theirs, NEAR)
    legend = (Legend("front", say("half way between the units of both sides")),)
    facts = (
        Fact(say("Front line"), counted(len(sides), say("1 hexside"), say("{n} hexsides", n=len(sides)))),
    )
    drawn = tuple((name, "front") for name in sides)
    return Overlay("front", say("Front line"), sides=drawn, legend=legend, facts=facts)
