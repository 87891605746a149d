"""The inspector's page about a hex or a unit, with the rule behind every line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.atlas.atlas import OFF
from hexbench.engine.display import Fact, Facts
from hexbench.engine.values import Say, listed, say
from hexbench.games.tigers import air, display, ground, movement, overlays, stacking, zoc
from hexbench.games.tigers.ground import holder
from hexbench.games.tigers.movers import MF, factor, fuel_cap
from hexbench.games.tigers.peiper import movement_left
from hexbench.games.tigers.pieces import FOE, GERMAN, PEIPER, SIDES, VDH
from hexbench.games.tigers.walking import factors

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import TgSeat

TERRAIN: Final = {"clear": say("Clear"), "forest": say("Forest"), "venn": say("Höhe Venn")}
FEATURES: Final = {"town": say("town"), "city": say("major city")}
DEFENCE: Final = {
    "town": (say("+1 to one infantry-type unit"), "TG-TER-06"),
    "city": (say("+1 to each infantry-type unit"), "TG-TER-07"),
    "forest": (say("+1 to one infantry-type unit"), "TG-TER-08"),
    "venn": (say("+1 to each infantry-type unit"), "TG-TER-09"),
}
SIZES: Final = {
    "div": say("division"),
    "bde": say("brigade"),
    "cc": say("combat command"),
    "kg": say("battle group"),
    "bn": say("battalion"),
}
_STRENGTHS: Final = {zoc.STRONG: say("strong"), zoc.WEAK: say("weak")}


def facts(seat: TgSeat, ref: str) -> Facts | None:
    """A page about a unit or a hex; None for anything else."""
    return seat.page(ref, _hex, _unit)


# ---- hexes -----------------------------------------------------------------------------------------------------------
def _hex(seat: TgSeat, at: str) -> Iterator[Fact]:
    rules, s, board = seat.rules, seat.s, seat.board
    cell = rules.atlas.cell(at)
    kinds = [
        TERRAIN.get(cell.terrain, Say(cell.terrain)),
        *(FEATURES[f] for f in cell.features if f in FEATURES),
    ]
    yield Fact(say("Terrain"), listed(kinds), ("TG-MOV-04",))
    cost = {"forest": "2", "venn": "3"}.get(cell.terrain, "1")
    rule = {"forest": "TG-MOV-08", "venn": "TG-MOV-09"}.get(cell.terrain, "TG-MOV-04")
    yield Fact(
        say("Cost to enter"),
        say("on foot 1, mechanized {cost}, by road 1/3", cost=cost),
        (rule, "TG-MOV-10", "TG-MOV-11"),
    )
    for kind in (cell.terrain, *cell.features):
        if kind in DEFENCE:
            text, clause = DEFENCE[kind]
            yield Fact(say("Defense"), text, (clause,))
    yield from _sides(seat, at)
    yield Fact(say("Held by"), say("{side}", side=rules.side_name(holder(rules, s, at))), ("AMB-86",))
    for side in SIDES:
        for projector, strength in zoc.zones(rules, s, board, side).get(at, ()):
            rule = "TG-ZOC-03" if strength == zoc.STRONG else "TG-ZOC-06"
            yield Fact(
                say("{side} zone", side=rules.side_name(side)),
                say("{strength}, from {hex}", strength=_STRENGTHS[strength], hex=projector),
                (rule, "TG-ZOC-12"),
                (projector,),
            )
    for side in SIDES:
        here = zoc.stands(s, board, side).get(at, ())
        if not here:
            continue
        over = list(stacking.faults(s, here))
        n = len(here)
        within = say("one unit, within the limit") if n == 1 else say("{n} units, within the limit", n=n)
        text = over[0].text if over else within
        yield Fact(say("Stack"), text, (over[0].rule if over else "TG-STK-01",))
        name = say("{side} supply", side=rules.side_name(side))
        yield from overlays.facts(seat, side, at, name)
    yield from seat.markers_at(at)


def _sides(seat: TgSeat, at: str) -> Iterator[Fact]:
    """Roads, rivers with their bridges, and the Siegfried Line, by direction."""
    rules, s = seat.rules, seat.s
    atlas = rules.atlas
    i = atlas.index[at]
    yield from seat.roads_at(at, "TG-MOV-11")
    for d, j in enumerate(atlas.around[i]):
        if j == OFF:
            continue
        other, name = atlas.labels[j], atlas.side_of(i, d)
        if ground.river(rules, at, other):
            bridge = s.bridges.get(name)
            if bridge is None:
                what, rule = say("no bridge"), "TG-RIV-02"
            elif not bridge.intact:
                what, rule = say("bridge blown"), "TG-BRG-02"
            else:
                kind = say("engineer bridge") if bridge.marker else say("bridge")
                what, rule = say("{side} {kind}", side=rules.side_name(bridge.owner), kind=kind), "TG-BRG-01"
            river = atlas.side_names.get((i, d), "") or "-"
            yield Fact(
                say("River {way}", way=atlas.grid.directions[d]),
                say("{river}: {what}", river=river, what=what),
                (rule,),
                (other,),
            )
        if name in rules.hexsides["siegfried"] and rules.home(at) == GERMAN:
            yield Fact(
                say("Siegfried Line {way}", way=atlas.grid.directions[d]),
                say("+1 to each German unit here, unless flanked"),
                ("TG-TER-11",),
                (other,),
            )


# ---- units -----------------------------------------------------------------------------------------------------------
def _unit(seat: TgSeat, uid: str) -> Iterator[Fact]:
    s, rules, board = seat.s, seat.rules, seat.board
    unit, printed = s.units[uid], s.roster[uid]
    if unit.on_map:
        yield Fact(say("Place"), seat.hex_title(unit.at), (), (unit.at,))
    else:
        yield Fact(say("Place"), box_name(unit.at))
    kind = say("{branch} {size}", branch=display.GROUPS[printed.type], size=SIZES[printed.size])
    yield Fact(say("Kind"), kind, ("TG-GEN-05",))
    if uid == VDH:
        yield Fact(say("Effect"), say("blocks Allied supply in its hex"), ("TG-VDH-07", "TG-SUP-11"))
        return
    yield Fact(say("Combat factor"), Say(str(printed.factor)), ("TG-GEN-04",))
    yield Fact(say("Movement factor"), Say(str(printed.omf)), ("TG-MOV-03",))
    if printed.elite:
        yield Fact(say("Elite"), say("no column shift when disrupted"), ("TG-ODD-05",))
    if printed.aa:
        yield Fact(say("Anti-aircraft"), say("can shoot down attacking aircraft"), ("TG-AIR-12",))
    if not unit.on_map:
        return
    now = factor(rules, s, printed)
    if now != printed.omf:
        capped = printed.side == GERMAN and fuel_cap(rules, s) is not None
        yield Fact(say("Movement now"), Say(str(now)), ("TG-FUL-01",) if capped else ("TG-MOV-07",))
    if unit.spent:
        yield Fact(
            say("Spent"), say("{n} of {all}", n=factors(unit.spent), all=factors(now * MF)), ("TG-MOV-01",)
        )
    yield from _condition(seat, uid)
    exposed, clause = air.exposure(rules, s, uid)
    yield Fact(say("Air attack"), exposed, (clause,))
    yield from overlays.facts(seat, unit.side, unit.at, say("Supply"))
    projected = zoc.projected(s, zoc.stands(s, board, unit.side)[unit.at], into_forest=False)
    yield Fact(
        say("Zone of control"),
        say("{strength}", strength=_STRENGTHS.get(projected, say("none"))),
        ("TG-ZOC-02",),
    )
    enemies = zoc.zones(rules, s, board, FOE[unit.side]).get(unit.at, ())
    if enemies:
        text = listed([say("{hex} {strength}", hex=at, strength=_STRENGTHS[n]) for at, n in enemies])
        yield Fact(say("In enemy zones"), text, ("TG-ZOC-01",), tuple(at for at, _ in enemies))


def _condition(seat: TgSeat, uid: str) -> Iterator[Fact]:
    """The state of a unit and what it may still do this turn."""
    s, rules = seat.s, seat.rules
    unit = s.units[uid]
    if unit.disrupted:
        yield Fact(say("Disrupted"), say("cannot move or attack"), ("TG-DIS-03", "TG-DIS-04"))
    if unit.entrenched:
        yield Fact(say("Entrenched"), say("+1 on defense"), ("TG-TER-02",))
    if unit.mood & zoc.PAUSED:
        yield Fact(say("Interrupted"), say("may move on: the bridge ahead was blown"), ("AMB-60",))
    if unit.bonus:
        yield Fact(say("Bonus"), say("used: cannot attack in this pass"), ("TG-ATK-13",))
    if unit.lifted:
        yield Fact(say("Carried"), say("by road, one of two divisions allowed"), ("TG-MOV-14",))
    if unit.pips:
        yield Fact(
            say("Breakdown die"), say("{n}: the movement factors it can spend", n=unit.pips), ("TG-TIG-02",)
        )
    if unit.attacks:
        yield Fact(say("Attacks"), Say(str(unit.attacks)), ("TG-KGP-02" if uid == PEIPER else "TG-ATK-02",))
    if uid == PEIPER and s.phasing == GERMAN:
        yield Fact(say("Movement left"), Say(factors(movement_left(rules, s))), ("TG-KGP-03",))
    if unit.side == s.phasing and s.stack and s.stack[-1].phase == "movement":
        for reason in movement.unit_reasons(rules, s, unit.side, uid):
            yield Fact(say("Movement"), reason.text, (reason.rule,))


def box_name(box: str) -> Say:
    """The name of the box that an off-map unit is in."""
    if box.startswith("#due/"):
        return say("due in turn {turn}", turn=box.removeprefix("#due/"))
    if box.startswith("#tray"):
        return say("to be placed now")
    return {
        "#eliminated": say("eliminated"),
        "#exited": say("left the map"),
        "#broken": say("split into combat commands"),
        "#substitutes": say("not in use"),
        "#drop": say("waits for the drop"),
    }.get(box, Say(box))
