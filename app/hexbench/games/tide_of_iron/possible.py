"""The attacks a side could make, and the value of each: by fire with all useful supporters, and by assault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.display import Clause
from hexbench.engine.values import Action, Say, say
from hexbench.engine.what_if import Possible, Supposed, with_units
from hexbench.games.tide_of_iron import firing, results
from hexbench.games.tide_of_iron.assault_strength import (
    MOST_SUPPORTERS,
    attacking,
    clash,
    defenders,
    hex_bars,
    squad_bars,
)
from hexbench.games.tide_of_iron.assault_strength import foresee as foresee_assault
from hexbench.games.tide_of_iron.attack_display import BANDS
from hexbench.games.tide_of_iron.overlays import storming
from hexbench.games.tide_of_iron.pieces import HANDLE, SIDES
from hexbench.games.tide_of_iron.strength import Aim, Kind, Part, Role, Scene, scene, weapons
from hexbench.games.tide_of_iron.volley import best_figures, expected, foresee, volley

if TYPE_CHECKING:
    from hexbench.engine.forecast import Fan, Forecast, OddsLine
    from hexbench.games.tide_of_iron.decks import Mode
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.seat import TiSeat


# Hypothetical attacks: their set-up, and exact odds computed by the code that rolls the dice.

REST: Final = "rest"
"""The switch that assumes all units of the side fresh, and lets squads move up to assault."""
ASSAULT: Final = "assault"
FIRE: Final[dict[str, tuple[Kind, Say]]] = {
    "concentrated": ("concentrated", say("Concentrated Fire")),
    "op_fire": ("op_fire", say("Opportunity fire")),
    "fire_move": ("fire_move", say("Fire and Movement")),
}


def kind_of(what: Supposed) -> str:
    """The kind of attack: a key of :data:`FIRE`, or an assault."""
    return what.switched("kind", "concentrated")


def real(seat: TiSeat, what: Supposed) -> Action | None:
    """The real action that begins such an attack; supporters are added in the draft."""
    if not what.units or (REST in what.switches and any(seat.s.units[u].at != at for u, at in what.units)):
        return None
    leader = what.units[0][0]
    if kind_of(what) != "concentrated":
        return None
    return Action("fire" if what.target else "bombard", (leader,), what.target or what.hexes[0])


def may_begin(seat: TiSeat, what: Supposed) -> bool:
    """Whether such an attack may be begun now."""
    action = real(seat, what)
    return action is not None and seat.decides and not seat.refuse(action)


def standing(seat: TiSeat, what: Supposed) -> TiSeat:
    """The seat with units at their hypothetical places, and fresh if the switch is on."""
    units = seat.s.units
    after = {
        u: replace(units[u], at=at, shelter="")
        for u, at in what.units
        if u in units and at and units[u].at != at and (units[u].on_map or units[u].inside)
    }
    if REST in what.switches:
        for uid, unit in units.items():
            if unit.side == what.side and unit.token:
                after[uid] = replace(after.get(uid, unit), token="")
    if not after:
        return seat
    key = ("standing", what.side, REST in what.switches, what.units if _moved(seat, what) else ())
    found: TiSeat | None = seat.memo.get(key)
    if found is None:
        found = seat.memo[key] = with_units(seat, after)
    return found


def _moved(seat: TiSeat, what: Supposed) -> bool:
    return any(u in seat.s.units and seat.s.units[u].at != at for u, at in what.units)


def aim_of(there: TiSeat, what: Supposed) -> Aim:
    """The aim of the fire; a pinned leader's fire is a rally (TI-ABL-03)."""
    kind = FIRE.get(kind_of(what), FIRE["concentrated"])[0]
    leader = there.s.units.get(what.units[0][0]) if what.units else None
    if leader is not None:
        kind = firing.kind_of(leader, kind)
    mode: Mode = "suppressive" if what.switched("mode") == "suppressive" else "normal"
    return Aim(kind=kind, target=what.target, hex=what.hexes[0], mode=mode)


def foes(sc: Scene, what: Supposed) -> tuple[str, ...]:
    """The units that would defend the hex against an assault."""
    return defenders(sc, what.hexes[0], what.side)


def _parts_of(sc: Scene, aim: Aim, names: Sequence[str]) -> tuple[Part, ...]:
    """The units with weapons against that target, each with its most useful figures."""
    parts: tuple[Part, ...] = ()
    for uid in names:
        parts = _joined(sc, aim, parts, uid)
    return parts


def _joined(sc: Scene, aim: Aim, parts: tuple[Part, ...], uid: str) -> tuple[Part, ...]:
    """The same with one more unit, if it has weapons against that target."""
    if not weapons(sc, uid, aim):
        return parts
    return (*parts, Part(unit=uid, figures=best_figures(sc, aim, parts, uid)))


def forecast(there: TiSeat, what: Supposed) -> Forecast | None:
    """The exact odds; None if there is no attacker or no target."""
    sc, names = scene(there), tuple(u for u in what.names if u in there.s.units)
    if not names or not what.hexes or any(not sc.s.units[u].on_map for u in names):
        return None
    if kind_of(what) == ASSAULT:
        squads = tuple(u for u in names if sc.s.units[u].squad)
        if not squads or not foes(sc, what):
            return None
        return foresee_assault(clash(sc, what.hexes[0], squads[0], squads[1:]))
    aim = aim_of(there, what)
    target = sc.s.units.get(aim.target)
    if aim.target and (target is None or firing.hidden(target) or not target.on_map):
        return None
    if aim.mode == "suppressive" and target is not None and not target.squad:
        aim = replace(aim, mode="normal")
    parts = _parts_of(sc, aim, names)
    return foresee(sc, volley(sc, aim, parts)) if parts else None


_VALUE: Final = {"pinned": 0.5, "disrupted": 1.0, "light": 1.0, "heavy": 2.0}
"""The value of a condition or damage, in figures; an eliminated unit counts all hits it could take."""


def aims(seat: TiSeat, side: str, *, far: bool = False) -> tuple[str, ...]:
    """The known enemies of ``side``, and the hexes its mortars reach."""
    who = next((x for x in SIDES if x == side), None)
    if who is None:
        return ()
    hexes: dict[str, None] = {}
    for uid, unit in seat.s.units.items():
        if unit.side == who and unit.on_map and unit.type != HANDLE and unit.has("mortar"):
            hexes.update(dict.fromkeys(firing.mortar_marks(seat, uid)))
    return (*(uid for uid, _, _ in firing.foes(seat, who)), *hexes)


def attacks_on(seat: TiSeat, side: str, aim: str, *, far: bool = False) -> tuple[Possible, ...]:
    """Fire at a unit or hex with all useful supporters, normal and suppressive, and an assault on a unit's hex."""
    switches = (REST,) if far else ()
    sc = scene(standing(seat, Supposed(side=side, switches=switches)))
    target = sc.s.units.get(aim)
    at = aim if target is None else target.at
    out = []
    modes: tuple[Mode, ...] = ("normal", "suppressive") if target is None or target.squad else ("normal",)
    for mode in modes:
        goal = Aim(kind="concentrated", target="" if target is None else aim, hex=at, mode=mode)
        names = _firers(sc, side, goal)
        if names:
            units = tuple((uid, sc.s.units[uid].at) for uid in names)
            chosen = (*switches, *(("mode=suppressive",) if mode == "suppressive" else ()))
            what = Supposed(side=side, hexes=(at,), target=goal.target, units=units, switches=chosen)
            out.append(_possible(seat, what))
    if target is not None and aim == defenders(sc, at, side)[0]:
        squads = stormers(seat, sc, side, at, far=far)
        if squads:
            what = Supposed(side=side, hexes=(at,), units=squads, switches=(*switches, "kind=assault"))
            out.append(_possible(seat, what))
    return tuple(one for one in out if one is not None)


def _firers(sc: Scene, side: str, aim: Aim) -> tuple[str, ...]:
    """The firers: the best leader, then every unit whose support improves the attack."""
    able = [
        uid
        for uid, unit in sc.s.units.items()
        if unit.side == side and unit.type != HANDLE and not unit.token and _may(sc, uid, aim, "lead")
    ]
    if not able:
        return ()
    alone = {uid: _joined(sc, aim, (), uid) for uid in able}
    worth = {uid: expected(sc, aim, parts) for uid, parts in alone.items()}
    able.sort(key=lambda uid: -worth[uid])
    names = [able[0]]
    parts, best = alone[able[0]], worth[able[0]]
    for uid in able[1:]:
        if not any(firing.bars(sc, uid, aim, "support")):
            more = _joined(sc, aim, parts, uid)
            value = expected(sc, aim, more)
            if value > best:
                best, parts = value, more
                names.append(uid)
    return tuple(names)


def _may(sc: Scene, uid: str, aim: Aim, role: Role) -> bool:
    own = replace(aim, kind=firing.kind_of(sc.s.units[uid], aim.kind))
    return not any(firing.bars(sc, uid, own, role)) and bool(
        best_figures(sc, own, (), uid) or _vehicle(sc, uid)
    )


def _vehicle(sc: Scene, uid: str) -> bool:
    return not sc.s.units[uid].squad


def stormers(seat: TiSeat, sc: Scene, side: str, at: str, *, far: bool) -> tuple[tuple[str, str], ...]:
    """(squad, its hex) of the leader and the supporters of an assault on a hex, the strongest first."""
    for first in storming_squads(seat, sc, side, at, "lead", far=far)[:1]:
        more = (one for one in storming_squads(seat, sc, side, at, "support", far=far) if one != first)
        return (first, *islice(more, MOST_SUPPORTERS))
    return ()


def storming_squads(
    seat: TiSeat, sc: Scene, side: str, at: str, role: Role, *, far: bool
) -> tuple[tuple[str, str], ...]:
    """(squad, its hex) of all squads that could lead the assault on a hex, or support it, the strongest first.

    Supporters may be fatigued (TI-ASL-08).
    """
    if any(hex_bars(sc, side, at)):
        return ()
    found: list[tuple[int, str, str]] = []
    for uid, unit in sc.s.units.items():
        if unit.side != side or unit.type == HANDLE or not unit.squad or not unit.on_map:
            continue
        place = unit.at
        if sc.distance(uid, at) != 1:
            way = storming(seat, uid, unit, at) if far and not unit.token else None
            if not way or (role == "support" and sc.works(at).smoke):
                continue
            place = way[-1]
        elif any(squad_bars(sc, uid, at, role)) or (role == "lead" and unit.token):
            continue
        found.append((sum(t.amount for t in attacking(sc, uid, at, role)), uid, place))
    found.sort(key=lambda one: (-one[0], one[1]))
    return tuple((uid, place) for _, uid, place in found)


def _possible(seat: TiSeat, what: Supposed) -> Possible | None:
    there = standing(seat, what)
    found = forecast(there, what)
    if found is None:
        return None
    ((_, line),) = found.lines
    sc, units = scene(there), seat.s.units
    first = seat.rules.title(units[what.units[0][0]])
    more = len(what.units) - 1
    who = first if not more else say("{unit} and {n} more", unit=first, n=more)
    aim = seat.rules.title(units[what.target]) if what.target else say("{hex}", hex=what.hexes[0])
    kind = kind_of(what)
    if kind == ASSAULT:
        how, chance = say("assault"), dict(found.chances()).get("success", 0.0)
        worth = _hits(line.fans[0], sum(results.absorbs(sc.rules, units[x]) for x in foes(sc, what)))
        worth -= _hits(line.fans[1], sum(units[x].men for x in what.names))
    else:
        mode = what.switched("mode", "normal")
        how = say("normal") if mode == "normal" else say("suppressive")
        worth, chance = _fates(sc, line, what.side)
    return Possible(
        what=what,
        say=say("{target} in {hex}, {how}: {who}", target=aim, hex=what.hexes[0], who=who, how=how)
        if what.target
        else say("{target}, {how}: {who}", target=aim, who=who, how=how),
        worth=round(100 * worth),
        chance=round(100 * chance),
        odds=f"{line.attack} : {line.defence}",
        net=str(BANDS.get(line.column, Say(line.column))),
        shifts=tuple(_clauses(line)),
        now=may_begin(seat, what),
    )


def _hits(fan: Fan, most: int) -> float:
    return sum(min(int(name), most) * ways for name, ways in fan.results) / fan.ways


def _fates(sc: Scene, line: OddsLine, side: str) -> tuple[float, float]:
    """(value, chance of any result) over all units the fire can harm; harm to friendly units is subtracted."""
    worth, spared = 0.0, 1.0
    for fan in line.fans:
        if not fan.unit or all(name.isdigit() for name, _ in fan.results):
            continue
        unit = sc.s.units[fan.unit]
        value = sum(ways * _value(sc, unit, name) for name, ways in fan.results) / fan.ways
        worth += -value if unit.side == side else value
        spared *= dict(fan.results).get(results.NOTHING, 0) / fan.ways
    return worth, 1 - spared


def _value(sc: Scene, unit: Unit, name: str) -> float:
    if name in ("destroyed", "routed"):
        return float(results.absorbs(sc.rules, unit))
    head = name.partition(" ")[0]
    return float(head) if head.isdigit() else _VALUE.get(name, 0.0)


def _clauses(line: OddsLine) -> Iterator[Clause]:
    """The terms that halve or add to the fire, and those that cover the target, each clause once."""
    seen: set[str] = set()
    for tally in line.tallies:
        for term in tally.terms:
            for clause in term.clauses:
                if clause.rule not in seen and clause.rule not in ("TI-ATK-05", "TI-UNIT-01"):
                    seen.add(clause.rule)
                    text = say("{what} {n}", what=term.say, n=term.amount)
                    yield Clause(text, clause.rule)
