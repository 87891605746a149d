"""What can be drawn over the map: reach, zones of control, supply and the front."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from hexbench.engine import risk
from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade, Trail
from hexbench.engine.values import Say, counted, say
from hexbench.games.iron_tide import combat_display, combatants, names, overlay_lines, overlay_moves
from hexbench.games.iron_tide.board import exerts
from hexbench.games.iron_tide.pieces import FOE, SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hexbench.games.iron_tide.seat import ItSeat

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
        return overlay_moves.reach_overlay(seat, subject)
    if kind == "route":
        return overlay_moves.route_overlay(seat, subject)
    if kind == "threat":
        return overlay_lines.threat(seat, subject, _own(seat))
    if kind == "front":
        return overlay_lines.front_line(seat, _own(seat))
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
