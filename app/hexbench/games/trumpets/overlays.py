"""What can be drawn over the map: reach and ways, zones of control, supply, communication, threat and the front."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.atlas.arcs import POINT
from hexbench.atlas.front import front
from hexbench.atlas.hexset import bits_of
from hexbench.engine import risk
from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade, Trail
from hexbench.engine.values import Say, counted, say
from hexbench.games.trumpets import moving_ways, passage, supply
from hexbench.games.trumpets.inspect import halves, reached, zones
from hexbench.games.trumpets.moving_ways import why_not_move
from hexbench.games.trumpets.pieces import FOE, scaled

if TYPE_CHECKING:
    from hexbench.games.trumpets.pieces import Side
    from hexbench.games.trumpets.seat import TtSeat


# Overlays of supply and communication (TT-REC-12, TT-REC-13), as they are now rather than at the last
# check.


def all_units(seat: TtSeat) -> Overlay:
    """Units by their supply and communication if both were checked now."""
    s, rules = seat.s, seat.rules
    shades: dict[str, Shade] = {}
    facts: list[Fact] = []
    for uid, unit in s.units.items():
        if not unit.on_map:
            continue
        fed = unit.at in reached(seat, unit.side)
        linked = supply.linked(rules, s, uid)
        if fed and linked:
            shades.setdefault(unit.at, Shade(unit.at, "supplied"))
            continue
        letters = ("" if fed else "S") + ("" if linked else "C")
        before = shades.get(unit.at)
        text = "".join(sorted(set(letters) | set(before.text if before else ""), reverse=True))
        shades[unit.at] = Shade(unit.at, "cut", text)
        words = (
            say("out of supply and communication")
            if not fed and not linked
            else say("out of communication")
            if fed
            else say("out of supply")
        )
        ids = (*(() if fed else ("TT-REC-12",)), *(() if linked else ("TT-REC-13",)))
        facts.append(Fact(rules.title(s.mission.units[uid]), words, ids, unit.spot))
    legend = (
        Legend("supplied", say("in supply and communication")),
        Legend("cut", say("S out of supply, C out of communication")),
    )
    title = say("Supply and communication of all units")
    return Overlay("supply", title, tuple(shades.values()), legend=legend, facts=tuple(facts))


def net(seat: TtSeat, side: Side) -> Overlay:
    """Fed roads of a side, and the hexes that are near enough to one."""
    shades = tuple(
        Shade(at, "supplied" if far else "supply", str(far) if far else "")
        for at, far in reached(seat, side).items()
    )
    sources = seat.s.mission.supply.get(side, ())
    facts = (Fact(say("Sources"), Say(", ".join(sources)), ("TT-REC-12",), tuple(sources)),)
    legend = (
        Legend("supply", say("fed road")),
        Legend("supplied", say("in supply, with its distance to the road")),
    )
    title = say("Where {side} supply reaches", side=seat.rules.side_name(side))
    return Overlay("supply_net", title, shades, legend=legend, facts=facts)


def communication(seat: TtSeat, uid: str) -> Overlay | None:
    """The headquarters of a unit's division and how far they reach in this turn."""
    s, rules = seat.s, seat.rules
    unit = s.units.get(uid)
    if unit is None or not unit.on_map:
        return None
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
        facts.append(Fact(say("Headquarters"), say("none of its division is on the map"), ("TT-REC-13",)))
    else:
        text = say("{n} hexes away, {far} are allowed", n=nearest, far=far)
        facts.append(Fact(say("Headquarters"), text, ("TT-REC-13",), spots))
    legend = (
        Legend("supply", say("headquarters, or the unit in communication")),
        Legend("supplied", say("within {n} hexes of one", n=far)),
        Legend("cut", say("the unit out of communication")),
    )
    title = say("Communication of {unit}", unit=rules.title(printed))
    return Overlay("comm", title, tuple(shades.values()), legend=legend, facts=tuple(facts))


KINDS: Final = (
    OverlayKind(
        "reach",
        say("Reach of a unit"),
        "unit",
        help=say("Every hex the selected unit can still come to in this turn, with the MF it costs"),
    ),
    OverlayKind(
        "route",
        say("Way to the hex pointed at"),
        "way",
        help=say("The cheapest way of the selected unit to the pointer, with what has been paid in each hex"),
    ),
    OverlayKind(
        "enemy_zoc",
        say("Enemy zones of control"),
        help=say(
            "Hexes next to enemy front line units: entering one ends a move, leaving one costs 1 MF more"
        ),
    ),
    OverlayKind(
        "own_zoc",
        say("Own zones of control"),
        help=say("Hexes next to your front line units, where the enemy must stop"),
    ),
    OverlayKind(
        "both_zoc",
        say("Both zones of control"),
        help=say("Both sides' zones at once; hexes in both have a colour of their own"),
    ),
    OverlayKind(
        "supply",
        say("Supply and communication of all units"),
        help=say("Units in supply, and those that are not: S out of supply, C out of communication"),
    ),
    OverlayKind(
        "supply_net",
        say("Where supply reaches"),
        help=say("Your fed roads, and every hex with its distance to one in which a unit would be in supply"),
    ),
    OverlayKind(
        "comm",
        say("Communication of a unit"),
        "unit",
        help=say("The headquarters of its division and the hexes they reach by day or at night"),
    ),
    OverlayKind(
        "guns",
        say("Artillery that reaches a hex"),
        "hex",
        help=say("Who of both sides could fire into the hex you look at, with factor and distance"),
    ),
    OverlayKind(
        "threat",
        say("Threat to a hex next turn"),
        "hex",
        help=say("Enemies that could attack the hex you look at in their next turn, with their factors"),
    ),
    OverlayKind("front", say("Front line"), help=say("The line half way between the units of both sides")),
    *risk.KINDS,
)


def overlay(seat: TtSeat, kind: str, subject: str = "") -> Overlay | None:
    """One overlay; None when its subject is not on the map or the kind is unknown."""
    if kind in risk.KEYS:
        return risk.overlay(seat, kind, subject)
    if kind == "reach":
        return _reach(seat, subject)
    if kind == "route":
        return _route(seat, subject)
    if kind in ("enemy_zoc", "own_zoc", "both_zoc"):
        return _zones(seat, kind)
    if kind == "supply":
        return all_units(seat)
    if kind == "supply_net":
        return net(seat, own(seat))
    if kind == "comm":
        return communication(seat, subject)
    if kind == "guns":
        return _guns(seat, subject)
    if kind == "threat":
        return _threat(seat, subject)
    return _front(seat) if kind == "front" else None


def own(seat: TtSeat) -> Side:
    """The side the viewer speaks for: his own, or the phasing one in the umpire's seat."""
    return "allied" if (seat.side or seat.s.phasing) == "allied" else "german"


def points(twelfths: int) -> str:
    """Movement factors as they are printed."""
    return halves(twelfths * 2 // POINT)


# ---- movement ---------------------------------------------------------------------------------------------------------
def _reach(seat: TtSeat, uid: str) -> Overlay | None:
    unit = seat.s.units.get(uid)
    if unit is None or not unit.on_map:
        return None
    rules = seat.rules
    labels = rules.atlas.labels
    ways = moving_ways.ways_of(seat, uid)
    shades = tuple(Shade(labels[i], "reach", points(ways.cost(i) or 0)) for i in ways.hexes())
    name = rules.title(seat.s.mission.units[uid])
    have = passage.allowance(rules, seat.s, uid)
    left = max(have.halves - unit.spent, 0)
    facts = (
        Fact(say("Movement"), say("{n} MF left", n=halves(left)), ("TT-REC-03",)),
        *(
            Fact(say("Today"), reason.text, (reason.rule,), reason.hexes)
            for reason in why_not_move(seat, unit.side, (uid,))
        ),
    )
    legend = (Legend("reach", say("this turn, with its cost")),)
    return Overlay("reach", say("Reach of {unit}", unit=name), shades, legend=legend, facts=facts)


def _route(seat: TtSeat, subject: str) -> Overlay | None:
    uid, _, goal = subject.rpartition(" ")
    unit, index = seat.s.units.get(uid), seat.rules.atlas.index
    if unit is None or not unit.on_map or goal not in index or goal == unit.at:
        return None
    title = say("Way of {unit} to {hex}", unit=seat.rules.title(seat.s.mission.units[uid]), hex=goal)
    ways = moving_ways.ways_of(seat, uid)
    if ways.cost(index[goal]) is None:
        text = say("not within reach in this turn")
        return Overlay("route", title, facts=(Fact(Say(goal), text, ("TT-REC-03",), (goal,)),))
    way = ways.to(index[goal])
    paid = [ways.along([index[at] for at in way.via[: n + 1]]) for n in range(len(way.via))]
    texts = ("", *(points(p) if p is not None else "" for p in paid))
    facts = (
        Fact(Say(goal), say("{n} MF", n=points(way.cost)), ("TT-REC-03",), (goal,)),
        *(
            Fact(say("In {hex}", hex=goal), text, (rule,), (goal,))
            for text, rule in moving_ways.warnings(seat, (uid,), index[goal])
        ),
    )
    legend = (Legend("route", say("with what has been paid in each hex")),)
    trail = Trail((unit.at, *way.via), "route", texts)
    return Overlay("route", title, trails=(trail,), legend=legend, facts=facts)


# ---- zones and the front ----------------------------------------------------------------------------------------------
def _zones(seat: TtSeat, kind: str) -> Overlay:
    mine, theirs = zones(seat, own(seat)), zones(seat, FOE[own(seat)])
    shades: list[Shade] = []
    for at in seat.rules.atlas.labels:
        if kind == "both_zoc" and at in mine and at in theirs:
            shades.append(Shade(at, "both_zoc"))
        elif at in mine and kind != "enemy_zoc":
            shades.append(Shade(at, "own_zoc"))
        elif at in theirs and kind != "own_zoc":
            shades.append(Shade(at, "enemy_zoc"))
    legend = {
        "own_zoc": Legend("own_zoc", say("own zone of control")),
        "enemy_zoc": Legend("enemy_zoc", say("enemy zone of control")),
        "both_zoc": Legend("both_zoc", say("both zones")),
    }
    title = next(k.title for k in KINDS if k.kind == kind)
    shown = tuple(legend.values()) if kind == "both_zoc" else (legend[kind],)
    facts = (
        Fact(
            say("Zones"), counted(len(shades), say("1 hex"), say("{n} hexes", n=len(shades))), ("TT-REC-05",)
        ),
    )
    return Overlay(kind, title, tuple(shades), legend=shown, facts=facts)


def _front(seat: TtSeat) -> Overlay:
    atlas, mine = seat.rules.atlas, own(seat)

    def held(side: str) -> int:
        return bits_of(
            atlas.index[at]
            for at, here in seat.board.at.items()
            if at[0] != "#" and seat.s.units[here[0]].side == side
        )

    sides = front(atlas, held(mine), held(FOE[mine]), 4)
    legend = (Legend("front", say("half way between the units of both sides")),)
    facts = (
        Fact(say("Front line"), counted(len(sides), say("1 hexside"), say("{n} hexsides", n=len(sides)))),
    )
    drawn = tuple((name, "front") for name in sides)
    return Overlay("front", say("Front line"), sides=drawn, legend=legend, facts=facts)


# ---- what can be done to a hex ----------------------------------------------------------------------------------------
def _guns(seat: TtSeat, at: str) -> Overlay | None:
    """TT-REC-08: everybody's artillery within range of a hex."""
    rules, s = seat.rules, seat.s
    if at not in rules.atlas.index:
        return None
    shades: dict[str, Shade] = {}
    facts: list[Fact] = []
    for uid, unit in s.units.items():
        template = rules.template(s.mission.units[uid])
        if not unit.on_map or not template.range:
            continue
        far = rules.atlas.distance(unit.at, at)
        if far > template.range:
            continue
        tone = "own_zoc" if unit.side == own(seat) else "enemy_zoc"
        shades[unit.at] = Shade(unit.at, tone, str(far))
        factor = template.fa or template.nw
        text = say("{n} factors at {far} of {range} hexes", n=factor, far=far, range=template.range)
        if unit.fired:
            text = say("{what}; has fired in this turn", what=text)
        facts.append(Fact(rules.title(s.mission.units[uid]), text, ("TT-REC-08",), (unit.at,)))
    legend = (
        Legend("own_zoc", say("own artillery, with its distance")),
        Legend("enemy_zoc", say("enemy artillery")),
        Legend("target", say("the hex")),
    )
    shades[at] = Shade(at, "target")
    title = say("Artillery that reaches {hex}", hex=at)
    return Overlay("guns", title, tuple(shades.values()), legend=legend, facts=tuple(facts))


def _threat(seat: TtSeat, at: str) -> Overlay | None:
    """The enemies of whoever stands in a hex (of the viewer, when nobody does) that could attack it next turn."""
    rules, s, atlas = seat.rules, seat.s, seat.rules.atlas
    if at not in atlas.index:
        return None
    here = seat.board.units_at(at)
    foe = FOE[s.units[here[0]].side if here else own(seat)]
    stand = moving_ways.standing(seat, foe)
    goals = [atlas.index[n] for n in passage.around(rules, at)]
    found: dict[str, int] = {}
    facts: list[Fact] = []
    total = 0
    for uid, unit in s.units.items():
        printed = s.mission.units[uid]
        template = rules.template(printed)
        if unit.side != foe or not unit.on_map or not template.af:
            continue
        if unit.at not in passage.around(rules, at):
            if atlas.distance(unit.at, at) - 1 > 2 * template.mf:
                continue
            budget = passage.allowance(rules, s, uid).by_road
            ways = moving_ways.Ways(rules, passage.lanes(rules, s, seat.board, uid, stand, budget=budget))
            if all(ways.cost(i) is None for i in goals):
                continue
            where = say("after a move")
        else:
            where = say("adjacent")
        af = scaled(template.af, template.steps - unit.lost, template.steps)
        total += af
        found[unit.at] = found.get(unit.at, 0) + af
        facts.append(Fact(rules.title(printed), say("{af}, {where}", af=af, where=where), (), (unit.at,)))
    text = counted(
        len(facts),
        say("1 unit, {strength} in all", strength=total),
        say("{n} units, {strength} in all", n=len(facts), strength=total),
    )
    legend = (
        Legend("threat", say("could attack {hex} next turn, with its factors", hex=at)),
        Legend("target", say("the hex")),
    )
    shades = (*(Shade(h, "threat", str(n)) for h, n in found.items()), Shade(at, "target", str(total)))
    head = Fact(say("Threat to {hex}", hex=at), text, ("TT-REC-06",), tuple(found))
    return Overlay("threat", say("Threat to {hex}", hex=at), shades, legend=legend, facts=(head, *facts))
