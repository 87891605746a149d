"""What can be drawn over the map: reach and routes, zones of control by strength, supply and what cuts it, the front."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.atlas.front import front
from hexbench.atlas.hexset import bits_of
from hexbench.engine import risk
from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade, Trail
from hexbench.engine.values import Say, say
from hexbench.games.tigers import cells, combat_board, ground, movement, supply, walking, zoc
from hexbench.games.tigers.movers import MF, Mover, factor
from hexbench.games.tigers.paths import Party, Trip, search
from hexbench.games.tigers.pieces import FOE, SIDES, VDH
from hexbench.games.tigers.walking import factors

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import TgSeat


# Overlays of supply: the line of a unit to its edge, where it is cut and by whom, and how far supply
# reaches.

_LEGEND: Final = (Legend("supply", say("line of supply")), Legend("cut", say("line cut by the enemy")))


def trail(seat: TgSeat, side: str, at: str) -> Trail | None:
    """The line of a hex, or the one it would have, broken where the enemy cuts it; None when there is no road in reach."""
    rules, s, board = seat.rules, seat.s, seat.board
    found = supply.trace(rules, s, board, side, at)
    if found.path:
        return Trail(found.path, "supply")
    path, broken = supply.cut(rules, s, board, side, at)
    return Trail(path, "cut", (), broken) if path else None


def one_unit(seat: TgSeat, uid: str) -> Overlay | None:
    """The line of one unit."""
    unit = seat.s.units.get(uid)
    if unit is None or not unit.on_map or uid == VDH:
        return None
    line = trail(seat, unit.side, unit.at)
    good = supply.supplied(seat.rules, seat.s, seat.board, uid)
    legend: tuple[Legend, ...] = _LEGEND
    if line is None:
        legend = (Legend("cut", say("no road to an edge within four hexes")),)
    return Overlay(
        "supply_unit",
        say("Supply of {unit}", unit=seat.rules.title(seat.s.roster[uid])),
        (Shade(unit.at, "supplied" if good else "cut"),),
        () if line is None else (line,),
        legend=legend,
        facts=tuple(facts(seat, unit.side, unit.at, seat.rules.title(seat.s.roster[uid]))),
    )


def facts(seat: TgSeat, side: str, at: str, name: Say) -> Iterator[Fact]:
    """How the units of a hex are supplied, or what cuts them off."""
    rules, s, board = seat.rules, seat.s, seat.board
    if s.airlifted.get(at) == side:
        yield Fact(name, say("supplied from the air"), ("AMB-51",), (at,))
        return
    found = supply.trace(rules, s, board, side, at)
    if found.path:
        yield Fact(name, say("in supply, {n} from the road", n=found.far), ("TG-SUP-01",), found.path)
        return
    yield Fact(name, say("out of supply"), ("TG-SUP-01",), (at,))
    path, broken = supply.cut(rules, s, board, side, at)
    if broken:
        yield Fact(say("Cut at {hex}", hex=broken), cutter(seat, side, broken), ("AMB-45",), (broken,))
    elif not path:
        yield Fact(say("Line"), say("no road to an edge within four hexes"), ("AMB-46",))


def cutter(seat: TgSeat, side: str, at: str) -> Say:
    """Who closes a hex to the lines of a side."""
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
    titles = [seat.rules.title(seat.s.roster[u]) for u in uids]
    keys = [f"u{i}" for i in range(len(titles))]
    return Say(", ".join(f"{{{key}}}" for key in keys), tuple(zip(keys, titles, strict=True)))


def everybody(seat: TgSeat) -> Overlay:
    """Every hex with units by its supply; the lines of those that have none."""
    rules, s, board = seat.rules, seat.s, seat.board
    shades: list[Shade] = []
    trails: list[Trail] = []
    lines: list[Fact] = []
    order = rules.atlas.index
    for side in SIDES:
        for at, uids in sorted(zoc.stands(s, board, side).items(), key=lambda one: order[one[0]]):
            if supply.supplied_at(rules, s, board, side, at):
                shades.append(Shade(at, "supplied"))
                continue
            shades.append(Shade(at, "cut"))
            line = trail(seat, side, at)
            if line is not None:
                trails.append(line)
            lines += facts(seat, side, at, _names(seat, list(uids)))
    legend = (
        Legend("supplied", say("in supply")),
        Legend("cut", say("out of supply, with the line that is cut")),
    )
    return Overlay(
        "supply", say("Supply of all units"), tuple(shades), tuple(trails), legend=legend, facts=tuple(lines)
    )


def reached(seat: TgSeat, side: str) -> Overlay:
    """The supply roads of a side, the hexes that have a line and what it counts, and where the enemy blocks the road."""
    rules, s, board = seat.rules, seat.s, seat.board
    found = supply.net(rules, s, board, side)
    shades: list[Shade] = []
    for at in rules.atlas.labels:
        if at in found.onward:
            shades.append(Shade(at, "supply"))
        elif at not in found.blocked:
            line = supply.trace(rules, s, board, side, at)
            if line.path:
                shades.append(Shade(at, "supplied", str(line.far)))
        elif ground.on_road(rules, at):
            shades.append(Shade(at, "cut"))
    legend = (
        Legend("supply", say("road that leads to an edge")),
        Legend("supplied", say("hexes to such a road")),
        Legend("cut", say("road hex blocked by the enemy")),
    )
    return Overlay(
        "supply_net",
        say("Where {side} supply reaches", side=rules.side_name(side)),
        tuple(shades),
        legend=legend,
    )


# Overlays of movement: how far a unit gets in three turns, what each step of a way costs and why, who
# threatens a hex.

TURNS: Final = 3
TONES: Final = ("reach", "reach_far", "reach_third")
LEGENDS: Final = (
    Legend("reach", say("this turn, with its cost")),
    Legend("reach_far", say("next turn")),
    Legend("reach_third", say("third turn")),
)
_PURSE: Final = 999


# ---- reach -------------------------------------------------------------------------------------------------------------
def fresh_party(seat: TgSeat, uid: str) -> Party:
    """A unit as if it began a turn of its own now, whatever it has done; this turn's own rules apply while it may move."""
    s = seat.s
    group = walking.party(seat.rules, s, seat.board, (uid,))
    full = factor(seat.rules, s, s.roster[uid]) * MF
    return group._replace(movers=tuple(m._replace(basic=full) for m in group.movers), mood=0, fresh=True)


def turns(seat: TgSeat, uid: str) -> dict[str, tuple[int, int]]:
    """hex -> (turn from 1, cost in that turn in thirds), for any unit on the map, if nobody else moves."""
    found: dict[str, tuple[int, int]] | None = seat.memo.get(("turns", uid))
    if found is not None:
        return found
    rules, s, board = seat.rules, seat.s, seat.board
    may = not any(movement.unit_reasons(rules, s, s.units[uid].side, uid))
    first = walking.party(rules, s, board, (uid,)) if may else fresh_party(seat, uid)
    out = {s.units[uid].at: (1, 0)}
    begun: tuple[str, ...] = (s.units[uid].at,)
    for turn in range(1, TURNS + 1):
        best: dict[str, int] = {}
        trips = search(rules, s, board, first if turn == 1 else fresh_party(seat, uid), starts=begun)
        for ends in (trips.road, trips.full):
            for at, trip in ends.items():
                if at not in out:
                    best[at] = min(best.get(at, _PURSE), trip.costs[0])
        out.update({at: (turn, cost) for at, cost in best.items()})
        begun = tuple(at for at in best if any(h not in out for h in rules.atlas.near[at]))
    seat.memo["turns", uid] = out
    return out


def reach(seat: TgSeat, uid: str) -> Overlay | None:
    """Where any unit, own or enemy, can be in this turn and the next two."""
    unit = seat.s.units.get(uid)
    if unit is None or not unit.on_map or uid == VDH:
        return None
    found = turns(seat, uid)
    shades = tuple(
        Shade(at, TONES[turn - 1], factors(cost) if turn == 1 else "")
        for at, (turn, cost) in found.items()
        if at != unit.at
    )
    shown = {turn for turn, _ in found.values()}
    one = walking.party(seat.rules, seat.s, seat.board, (uid,)).movers[0]
    held = list(movement.unit_reasons(seat.rules, seat.s, unit.side, uid))
    facts = (
        Fact(say("Reach"), seat.rules.title(seat.s.roster[uid])),
        Fact(
            say("Movement"),
            say("{basic} and a bonus of {bonus}", basic=factors(max(one.basic, 0)), bonus=factors(one.bonus)),
            ("TG-MOV-03", "TG-MOV-05"),
        ),
        *(Fact(say("Today"), reason.text, (reason.rule,), reason.hexes) for reason in held),
        Fact(say("Later turns"), say("as if nobody else moved")),
    )
    legend = tuple(line for n, line in enumerate(LEGENDS, 1) if n in shown)
    title = say("Reach of {unit}", unit=seat.rules.title(seat.s.roster[uid]))
    return Overlay("reach", title, shades, legend=legend, facts=facts)


# ---- the way to a hex --------------------------------------------------------------------------------------------------
def route(seat: TgSeat, subject: str) -> Overlay | None:
    """The way of a unit to a hex, "uid hex": what has been paid at each hex, and why each step costs what it does."""
    uid, _, goal = subject.rpartition(" ")
    unit = seat.s.units.get(uid)
    if unit is None or not unit.on_map or uid == VDH or goal not in seat.rules.atlas.index or goal == unit.at:
        return None
    rules, s, board = seat.rules, seat.s, seat.board
    group = walking.party(rules, s, board, (uid,))
    if any(movement.unit_reasons(rules, s, unit.side, uid)):
        group = fresh_party(seat, uid)
    trips = search(rules, s, board, group)
    trip, road_end = trips.full.get(goal), False
    if trip is None:
        trip, road_end = trips.road.get(goal), True
    tone = "route" if trip is not None else "route_bad"
    if trip is None:
        trip = _far(seat, group, goal)
    title = say("Way of {unit} to {hex}", unit=rules.title(s.roster[uid]), hex=goal)
    if trip is None:
        text = say("there is no way")
        return Overlay("route", title, facts=(Fact(Say(goal), text, (), (goal,)),))
    stages, reasons = walking.follow(rules, s, board, group, trip.via, road_end=road_end and tone == "route")
    texts = ("", *(factors(stage.costs[0]) for stage in stages))
    facts = [*_steps(seat, group, stages)]
    facts += [Fact(say("Against it"), r.text, (r.rule,), r.hexes) for r in reasons]
    if trip.disrupted[0] and tone == "route":
        facts.append(Fact(say("At the end"), say("disrupted"), ("TG-MOV-21" if road_end else "TG-DIS-14",)))
    legend = (Legend(tone, say("within reach") if tone == "route" else say("not this turn")),)
    path = (unit.at, *(stage.at for stage in stages))
    return Overlay("route", title, trails=(Trail(path, tone, texts),), legend=legend, facts=tuple(facts))


def _far(seat: TgSeat, group: Party, goal: str) -> Trip | None:
    """The way to a hex out of reach, zones and purse left aside."""
    wide = group._replace(closed=group.closed - {goal}, markers=3)
    return search(seat.rules, seat.s, seat.board, wide, zones=False, purse=_PURSE).full.get(goal)


def _steps(seat: TgSeat, group: Party, stages: Sequence[walking.Stage]) -> Iterator[Fact]:
    """What each step costs in all, and the clauses that make it so."""
    here, paid = group.start, 0
    for stage in stages:
        parts = list(_price(seat, group.movers[0], here, stage, stage.costs[0] - paid))
        parts += [(cells.WORDS[c], c) for c in stage.effect.clauses if c in cells.WORDS]
        keys = [f"why{i}" for i in range(len(parts))]
        template = "{total} in all: " + ", ".join("{" + key + "}" for key in keys)
        words = Say(
            template,
            (("total", factors(stage.costs[0])), *zip(keys, (text for text, _ in parts), strict=True)),
        )
        rules = tuple(dict.fromkeys(rule for _, rule in parts))
        yield Fact(say("to {hex}", hex=stage.at), words, rules, (stage.at,))
        here, paid = stage.at, stage.costs[0]


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


# ---- threat ------------------------------------------------------------------------------------------------------------
class Attacker(NamedTuple):
    """One unit that could attack a hex in its next turn: by way of which hexes, for how many thirds."""

    unit: str
    via: tuple[str, ...]
    cost: int


def attackers(seat: TgSeat, at: str, side: str) -> tuple[Attacker, ...]:
    """Every unit of ``side`` that could attack a hex in its next turn: next to it, or able to come next to it undisrupted and
    without the bonus (TG-ATK-13), as if it had recovered.
    """
    rules, s, board = seat.rules, seat.s, seat.board
    goals = rules.atlas.near[at]
    out: list[Attacker] = []
    for uid, unit in s.units.items():
        if unit.side != side or not unit.on_map or uid == VDH:
            continue
        if unit.at in goals:
            out.append(Attacker(uid, (), 0))
            continue
        group = fresh_party(seat, uid)
        group = group._replace(movers=tuple(m._replace(bonus=0) for m in group.movers))
        found = search(rules, s, board, group).full
        best = min(
            (
                (trip.costs[0], h)
                for h in goals
                if (trip := found.get(h)) is not None and not any(trip.disrupted)
            ),
            default=None,
        )
        if best is not None:
            out.append(Attacker(uid, found[best[1]].via, best[0]))
    return tuple(out)


def threat(seat: TgSeat, at: str, own: str) -> Overlay | None:
    """The enemies of whoever stands in a hex (of the viewer, when nobody does) that could attack it next turn."""
    if at not in seat.rules.atlas.index:
        return None
    s = seat.s
    here = [s.units[u].side for u in seat.board.units_at(at) if u != VDH]
    foe = FOE[here[0] if here else own]
    key = ("threat", at, foe)
    found: tuple[Attacker, ...] | None = seat.memo.get(key)
    if found is None:
        found = seat.memo[key] = attackers(seat, at, foe)
    starts: dict[str, int] = {}
    for one in found:
        start = s.units[one.unit].at
        starts[start] = starts.get(start, 0) + s.roster[one.unit].factor
    total = sum(starts.values())
    shades = tuple(Shade(h, "threat", str(n)) for h, n in starts.items())
    ways = {(s.units[one.unit].at, *one.via): None for one in found if one.via}
    text = say("{n} units, {strength} in all", n=len(found), strength=total)
    if len(found) == 1:
        text = say("one unit, {strength} in all", strength=total)
    facts = [Fact(say("Threat to {hex}", hex=at), text, ("TG-ATK-01",), tuple(starts))]
    for one in sorted(found, key=lambda x: (x.cost, x.unit)):
        where = say("adjacent") if not one.via else say("for {cost}", cost=factors(one.cost))
        words = say("{factor}, {where}", factor=s.roster[one.unit].factor, where=where)
        facts.append(Fact(seat.rules.title(s.roster[one.unit]), words, (), (s.units[one.unit].at,)))
    legend = (
        Legend("threat", say("could attack {hex} next turn, with its factors", hex=at)),
        Legend("target", say("the hex")),
    )
    return Overlay(
        "threat",
        say("Threat to {hex}", hex=at),
        (*shades, Shade(at, "target", str(total))),
        tuple(Trail((*way, at), "attack") for way in ways),
        legend=legend,
        facts=tuple(facts),
    )


NEAR: Final = 4
"""The front is drawn where somebody stands so near."""
KINDS: Final = (
    OverlayKind(
        "reach",
        say("Reach of a unit"),
        "unit",
        help=say(
            "Every hex the selected unit can come to, with its cost and what the zones do to it; own or enemy"
        ),
    ),
    OverlayKind(
        "route",
        say("Way to the hex pointed at"),
        "way",
        help=say(
            "The cheapest way of the selected unit to the pointer, step by step with the zones it meets"
        ),
    ),
    OverlayKind(
        "enemy_zoc",
        say("Zones of control: enemy"),
        help=say("Hexes next to enemies: S where a zone is strong, W where it is weak"),
    ),
    OverlayKind(
        "own_zoc",
        say("Zones of control: own"),
        help=say("Hexes next to your units: S where a zone is strong, W where it is weak"),
    ),
    OverlayKind(
        "both_zoc",
        say("Zones of control: enemy and own"),
        help=say("Both sides' zones at once, yours named first"),
    ),
    OverlayKind(
        "supply",
        say("Supply of all units"),
        help=say("Every unit in the colour of its supply, with the line that keeps it"),
    ),
    OverlayKind(
        "supply_unit",
        say("Supply of a unit"),
        "unit",
        help=say("The line of the selected unit to the edge, or where it is cut and by whom"),
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
        help=say("Which enemies could attack the hex you look at in their next turn"),
    ),
    OverlayKind("front", say("Front line"), help=say("Where the two sides stand against each other")),
    OverlayKind(
        "combats",
        say("Allocated attacks"),
        standing=True,
        help=say("Arrows of all attacks that are allocated and not yet fought"),
    ),
    OverlayKind(
        "start_front",
        say("Starting front and Siegfried Line"),
        help=say("The front of 16 December; its fortified hexsides help Germans who defend behind them"),
    ),
    *risk.KINDS,
)


def own(seat: TgSeat) -> str:
    """The side the viewer speaks for: his own, or the phasing one in the umpire's seat."""
    return seat.side or seat.s.phasing


def overlay(seat: TgSeat, kind: str, subject: str = "") -> Overlay | None:
    """One overlay; None when its subject is not on the map or the kind is unknown."""
    if kind in risk.KEYS:
        return risk.overlay(seat, kind, subject)
    if kind == "reach":
        return reach(seat, subject)
    if kind == "route":
        return route(seat, subject)
    if kind == "threat":
        return threat(seat, subject, own(seat))
    if kind in ("enemy_zoc", "own_zoc", "both_zoc"):
        return _zones(seat, kind)
    if kind == "supply":
        return everybody(seat)
    if kind == "supply_unit":
        return one_unit(seat, subject)
    if kind == "supply_net":
        return reached(seat, own(seat))
    if kind == "combats":
        return combat_board.combats(seat)
    if kind == "front":
        return _front(seat)
    if kind == "start_front":
        return _start_front(seat)
    return None


# ---- zones of control --------------------------------------------------------------------------------------------------
_LETTERS: Final = {zoc.STRONG: "S", zoc.WEAK: "W"}


def _zones(seat: TgSeat, kind: str) -> Overlay:
    """Every hex in a zone: S where it is strong for somebody, W where it is weak at most (TG-ZOC-02)."""
    mine = own(seat)
    rules, s, board = seat.rules, seat.s, seat.board
    ours = zoc.zones(rules, s, board, mine) if kind != "enemy_zoc" else {}
    theirs = zoc.zones(rules, s, board, FOE[mine]) if kind != "own_zoc" else {}
    shades: list[Shade] = []
    for at in rules.atlas.labels:
        a, b = _best(ours.get(at, ())), _best(theirs.get(at, ()))
        if a and b:
            shades.append(Shade(at, "both_zoc", f"{_LETTERS[a]}/{_LETTERS[b]}"))
        elif a or b:
            shades.append(Shade(at, "own_zoc" if a else "enemy_zoc", _LETTERS[a or b]))
    letters = Legend(kind, say("S strong, W weak"))
    legend = {
        "own_zoc": (Legend("own_zoc", say("own zone of control")), letters),
        "enemy_zoc": (Legend("enemy_zoc", say("enemy zone of control")), letters),
        "both_zoc": (
            Legend("own_zoc", say("own zone of control")),
            Legend("enemy_zoc", say("enemy zone of control")),
            Legend("both_zoc", say("both: own/enemy, S strong, W weak")),
        ),
    }[kind]
    title = next(k.title for k in KINDS if k.kind == kind)
    return Overlay(kind, title, tuple(shades), legend=legend)


def _best(who: tuple[tuple[str, int], ...]) -> int:
    return max((strength for _, strength in who), default=zoc.NONE)


# ---- lines -------------------------------------------------------------------------------------------------------------
def _front(seat: TgSeat) -> Overlay:
    """The line between the hexes nearer to one side's units and those nearer to the other's."""
    s, board, atlas = seat.s, seat.board, seat.rules.atlas
    mine = own(seat)
    ours, theirs = (
        bits_of(atlas.index[at] for at in zoc.stands(s, board, side)) for side in (mine, FOE[mine])
    )
    sides = front(atlas, ours, theirs, NEAR)
    legend = (Legend("front", say("half way between the units of both sides")),)
    facts = (Fact(say("Front line"), say("{n} hexsides", n=len(sides))),)
    drawn = tuple((name, "front") for name in sides)
    return Overlay("front", say("Front line"), sides=drawn, legend=legend, facts=facts)


def _start_front(seat: TgSeat) -> Overlay:
    """The front of 16 December, and the hexsides of it that are Siegfried Line (TG-TER-10)."""
    found = seat.rules.sides_of
    drawn = tuple(
        (side, "own_zoc" if side in found["siegfried"] else "front") for side in sorted(found["front"])
    )
    legend = (
        Legend("own_zoc", say("Siegfried Line: +1 to Germans behind it, unless flanked")),
        Legend("front", say("the starting front without it")),
    )
    facts = (Fact(say("Siegfried Line"), say("{n} hexsides", n=len(found["siegfried"])), ("TG-TER-10",)),)
    return Overlay(
        "start_front", say("Starting front and Siegfried Line"), sides=drawn, legend=legend, facts=facts
    )
