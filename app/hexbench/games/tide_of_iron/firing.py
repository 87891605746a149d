"""Which units may fire at which targets, and every reason why not (TI-ATK-01 to -03, TI-CF, TI-OPF, TI-CON, TI-CNC-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from hexbench.engine.seat import Seat
from hexbench.engine.values import Reason, Say, say
from hexbench.games.tide_of_iron import sight
from hexbench.games.tide_of_iron.pieces import HANDLE
from hexbench.games.tide_of_iron.strength import (
    CONCUSSIVE,
    Aim,
    Kind,
    Role,
    Scene,
    bands,
    farthest,
    halvings,
    officer_in,
    scene,
    weapons,
)

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat


_Foe = tuple[str, "Unit", bool]
"""An enemy: its id, the unit, and whether it is a squad."""


def kind_of(unit: Unit, kind: Kind) -> Kind:
    """A pinned squad's concentrated attack is a rally (TI-ABL-03)."""
    return "rally" if kind == "concentrated" and unit.condition == "pinned" else kind


def armed(rules: TiRules, unit: Unit) -> bool:
    """Whether a unit has anything to use op fire with (B-OPF-12, TI-ABL-14)."""
    return any(ranges(rules, unit))


# ---- the firer -----------------------------------------------------------------------------------------------
def _firer_bars(sc: Scene, uid: str, kind: Kind, role: Role) -> Iterator[Reason]:
    """Why a unit may not fire at anything now; whether a leader may be activated is not checked here (TI-SEQ-08)."""
    unit = sc.s.units[uid]
    name, at = sc.rules.title(unit), unit.spot
    if unit.inside:
        yield Reason("TI-TRN-05", say("{unit} is inside a vehicle and cannot fire.", unit=name))
        return
    if not unit.on_map:
        yield Reason("TI-ATK-01", say("{unit} is not on the map.", unit=name))
        return
    yield from _condition_bars(sc, unit, name, kind, role)
    yield from _token_bars(unit, name, kind, role)
    causes = halvings(sc, uid, kind, role)
    if len(causes) > 1:
        for cause in causes:
            text = say(
                "The firepower of {unit} would be halved more than once: {cause}.", unit=name, cause=cause.say
            )
            yield Reason("TI-OPF-09" if cause is causes[0] else cause.rule, text, at)


def _condition_bars(sc: Scene, unit: Unit, name: Say, kind: Kind, role: Role) -> Iterator[Reason]:
    at = unit.spot
    if unit.condition == "disrupted":
        yield Reason("TI-CON-05", say("{unit} is disrupted and cannot fire.", unit=name), at)
    elif unit.condition == "pinned":
        if role == "support":
            yield Reason("TI-CON-02", say("{unit} is pinned and cannot support.", unit=name), at)
        elif kind not in ("concentrated", "rally"):
            yield Reason("TI-CON-02", say("{unit} is pinned and cannot fire.", unit=name), at)
        elif not officer_in(sc, unit):
            yield Reason(
                "TI-CON-04", say("{unit} is pinned, and there is no officer in its hex.", unit=name), at
            )


def _token_bars(unit: Unit, name: Say, kind: Kind, role: Role) -> Iterator[Reason]:
    at = unit.spot
    if role == "support" and kind == "fire_move":
        yield Reason("TI-ACT-12", say("A Fire and Movement attack cannot be supported."))
    elif kind == "op_fire" and unit.token != "op_fire":
        rule = "TI-OPF-03" if role == "support" else "TI-OPF-01"
        yield Reason(rule, say("{unit} is not in op fire mode.", unit=name), at)
    elif role == "support" and kind in ("concentrated", "rally") and unit.token:
        yield Reason("TI-CF-02", say("{unit} is not fresh and cannot support.", unit=name), at)


# ---- the target ------------------------------------------------------------------------------------------------------
def target_bars(sc: Scene, side: str, aim: Aim) -> Iterator[Reason]:
    """Why no unit of ``side`` may fire at that target."""
    if aim.area:
        yield from _hex_bars(sc, side, aim)
        return
    target = sc.s.units.get(aim.target)
    if target is None:
        yield sc.rules.missing(f"unit {aim.target}")
        return
    name = sc.rules.title(target)
    if target.side == side:
        yield Reason("TI-ATK-02", say("{unit} is not an enemy.", unit=name), target.spot)
    if target.inside:
        yield Reason(
            "TI-TRN-08", say("{unit} is inside a vehicle; only the vehicle can be attacked.", unit=name)
        )
    elif not target.on_map:
        yield Reason("TI-ATK-01", say("{unit} is not on the map.", unit=name))
    elif hidden(target):
        yield Reason("TI-CNC-02", say("A concealed squad cannot be fired at."), target.spot)
    if aim.mode == "suppressive" and not target.squad:
        yield Reason("TI-SUP-01", say("Vehicles are immune to suppressive attacks."), target.spot)


def _hex_bars(sc: Scene, side: str, aim: Aim) -> Iterator[Reason]:
    if aim.hex not in sc.rules.atlas.index:
        yield sc.rules.missing(f"hex {aim.hex}")
        return
    units = sc.s.units
    foes = [units[x] for x in sc.board.units_at(aim.hex) if units[x].side != side and not hidden(units[x])]
    wire = sc.works(aim.hex).razor_wire
    if not foes and not wire:
        text = say("There is neither an enemy nor razor wire in {hex}.", hex=aim.hex)
        yield Reason("B-AREA-4", text, (aim.hex,))
    elif aim.mode == "suppressive" and _only_normal(sc, aim.hex):
        text = say("There are only vehicles in {hex}: the attack must be a normal one.", hex=aim.hex)
        yield Reason("B-ATK-2", text, (aim.hex,))


def _only_normal(sc: Scene, hex_: str) -> bool:
    """Whether a mortar attack there must be normal, because it meets only vehicles, of either side (B-ATK-2)."""
    here = [unit for x in sc.board.units_at(hex_) if not hidden(unit := sc.s.units[x])]
    return bool(here) and not any(u.squad for u in here)


def hidden(unit: Unit) -> bool:
    """Whether it is a concealed squad or the handle of one."""
    return unit.concealed or unit.type == HANDLE


# ---- the two together ------------------------------------------------------------------------------------------------
def _shot_bars(sc: Scene, uid: str, aim: Aim, role: Role = "lead") -> Iterator[Reason]:
    """Why that unit cannot reach that target: weapons, range, line of sight. The target is on the map."""
    unit = sc.s.units[uid]
    name, at = sc.rules.title(unit), (aim.hex,)
    if not weapons(sc, uid, aim):
        yield _unarmed(sc, unit, name, aim, role)
        return
    if aim.area:
        yield from _mortar_bars(sc, unit, uid, name, aim)
    elif aim.kind == "op_fire" and aim.target in unit.fired_at:
        text = say("{unit} has already used op fire against that unit this phase.", unit=name)
        yield Reason("TI-ABL-08", text, at)
    found = bands(sc, uid, aim).values()
    if all(band == "out" for band in found):
        yield Reason("TI-RNG-06", say("The target is out of range for {unit}.", unit=name), at)
    elif aim.kind == "fire_move" and all(band in ("long", "out") for band in found):
        text = say("{unit} would have to fire at long range.", unit=name)
        yield Reason("TI-ACT-11", text, at)
    if not aim.area and not sight.sees(sc.rules, sc.s, unit.at, aim.hex):
        why, hexes = sight.unseen(sc.rules, sc.s, unit.at, aim.hex)
        text = say("{unit} has no line of sight to {hex}. {why}", unit=name, hex=aim.hex, why=why)
        yield Reason("TI-LOS-01", text, (*hexes, *at))


def _unarmed(sc: Scene, unit: Unit, name: Say, aim: Aim, role: Role) -> Reason:
    if aim.area and role == "support":
        return Reason(
            "B-AREA-3", say("Only mortars can support a mortar attack; {unit} has none.", unit=name)
        )
    if aim.area:
        return Reason("TI-ABL-09", say("{unit} has no mortar and cannot fire at a hex.", unit=name))
    if unit.has("mortar"):
        return Reason("TI-ABL-09", say("The mortar of {unit} fires at hexes, not at units.", unit=name))
    kind = say("squads") if sc.s.units[aim.target].squad else say("vehicles")
    return Reason("TI-UNIT-13", say("{unit} has no firepower against {kind}.", unit=name, kind=kind))


def unthinkable(sc: Scene, uid: str, aim: Aim, role: Role) -> bool:
    """For hypothetical attacks: whether a unit could not take part even with a fresh token and a clear line of sight."""
    unit = sc.s.units[uid]
    if len(halvings(sc, uid, aim.kind, role)) > 1 or (role == "support" and aim.kind == "fire_move"):
        return True
    return aim.area and any(_emplacement_bars(sc, unit, uid, sc.rules.title(unit), aim))


def _mortar_bars(sc: Scene, unit: Unit, uid: str, name: Say, aim: Aim) -> Iterator[Reason]:
    yield from _emplacement_bars(sc, unit, uid, name, aim)
    if not spotted(sc, unit, aim.hex):
        why, hexes = sight.unseen(sc.rules, sc.s, unit.at, aim.hex)
        text = say(
            "Neither {unit} nor an unfatigued friendly unit sees {hex}. From {at}: {why}",
            hex=aim.hex,
            unit=name,
            at=unit.at,
            why=why,
        )
        yield Reason("TI-ABL-11", text, (*hexes, aim.hex))


def _emplacement_bars(sc: Scene, unit: Unit, uid: str, name: Say, aim: Aim) -> Iterator[Reason]:
    """Why its mortar could not fire there, even with a spotter."""
    if aim.kind == "op_fire":
        yield Reason("TI-ABL-14", say("Mortars cannot use op fire."))
    elif aim.kind == "fire_move":
        yield Reason("TI-ACT-14", say("A squad with a mortar cannot use Fire and Movement."))
    if sc.rules.atlas.cell(unit.at).terrain == "building":
        yield Reason("TI-ABL-12", say("{unit} cannot fire its mortar from a building.", unit=name), unit.spot)
    elif unit.shelter == "pillbox":
        yield Reason("TI-ABL-12", say("{unit} cannot fire its mortar from a pillbox.", unit=name), unit.spot)
    if sc.distance(uid, aim.hex) <= 1:
        yield Reason("TI-ABL-13", say("{hex} is too close for a mortar.", hex=aim.hex), (aim.hex,))


def spotted(sc: Scene, unit: Unit, hex_: str) -> bool:
    """Whether the mortar or a friendly unit without a fatigued token sees the hex (TI-ABL-11, B-AREA-5)."""
    return _seen(sc, _watchers(sc, unit), hex_)


def _watchers(sc: Scene, unit: Unit) -> tuple[str, ...]:
    """The hexes of the units that can spot for a mortar, its own first."""
    friends = (u for u in sc.s.units.values() if u.side == unit.side and u.on_map and u.token != "fatigued")
    return tuple(dict.fromkeys((unit.at, *(u.at for u in friends))))


def _seen(sc: Scene, watchers: tuple[str, ...], hex_: str) -> bool:
    rules, limit = sc.rules, sc.s.sight_limit
    lines, veiled, index = sight.of(rules), sight.smoke(rules, sc.s), rules.atlas.index
    there = index[hex_]
    far = lines.far(there)
    return any(
        not (limit and far[index[at]] > limit) and lines.clear(index[at], there, veiled) for at in watchers
    )


def bars(sc: Scene, uid: str, aim: Aim, role: Role) -> Iterator[Reason]:
    """Every reason against a unit's part in an attack."""
    unit = sc.s.units[uid]
    wrong = list(target_bars(sc, unit.side, aim))
    own = list(_firer_bars(sc, uid, aim.kind, role))
    yield from own
    yield from wrong
    placed = unit.on_map and (aim.area or (aim.target in sc.s.units and sc.s.units[aim.target].on_map))
    if placed and aim.hex in sc.rules.atlas.index:
        yield from _shot_bars(sc, uid, aim, role)


# ---- all targets -----------------------------------------------------------------------------------------------------
def marks(reader: TiSeat | TiPlay, leader: str, kind: Kind) -> tuple[str, ...]:
    """The enemy units that a leader could fire at, in order; the caller checks whether it may be activated."""
    if isinstance(reader, Seat):
        key = ("marks", leader, kind)
        if key not in reader.memo:
            reader.memo[key] = tuple(_marks(reader, leader, kind))
        found: tuple[str, ...] = reader.memo[key]
        return found
    return tuple(_marks(reader, leader, kind))


def any_mark(seat: TiSeat, leader: str, kind: Kind) -> bool:
    """Whether there is any target; stops at the first one found."""
    key = ("marks", leader, kind)
    if key in seat.memo:
        return bool(seat.memo[key])
    return any(True for _ in _marks(seat, leader, kind))


def _marks(reader: TiSeat | TiPlay, leader: str, kind: Kind) -> Iterator[str]:
    unit = scene(reader).s.units[leader]
    return reached(reader, leader, kind_of(unit, kind), "lead", foes(reader, unit.side))


def reached(
    reader: TiSeat | TiPlay, uid: str, kind: Kind, role: Role, among: tuple[_Foe, ...]
) -> Iterator[str]:
    """The enemies ``among`` which a unit can fire at: the same answers as :func:`_firer_bars` and :func:`_shot_bars`, but
    faster, with shortcuts for the usual cases and one line of sight per hex.
    """
    sc = scene(reader)
    rules, s, units = sc.rules, sc.s, sc.s.units
    unit = units[uid]
    inf, veh = ranges(rules, unit)
    if not (inf or veh) or not unit.on_map:
        return
    if not _fit(unit, kind, role, s.works) and any(_firer_bars(sc, uid, kind, role)):
        return
    atlas, lines, times = rules.atlas, sight.of(rules), 1 if kind == "fire_move" else 2
    index, cells, limit = atlas.index, atlas.cells, s.sight_limit
    here = index[unit.at]
    far, veiled, level = lines.far(here), sight.smoke(rules, s), cells[here].elevation
    more = CONCUSSIVE if unit.specialization or s.effects or not unit.squad else 0
    seen: dict[int, bool] = {}
    for foe, target, squad in among:
        base = inf if squad else veh
        there = index[target.at]
        distance = far[there]
        if not base or (limit and distance > limit):
            continue
        high = level > cells[there].elevation
        base += high
        if distance > max(times * (base + more), 1):
            continue
        if there not in seen:
            seen[there] = lines.clear(here, there, veiled)
        if not seen[there]:
            continue
        most = base if times == 1 else farthest(rules, base, high=high)
        sure = distance <= max(most, 1) and not unit.fired_at
        if sure or not any(_shot_bars(sc, uid, Aim(kind=kind, target=foe, hex=target.at))):
            yield foe


def _fit(unit: Unit, kind: Kind, role: Role, works: Mapping[str, object]) -> bool:
    """A quick test: True if :func:`_firer_bars` certainly has nothing against a unit on the map."""
    if unit.condition or unit.damage == "heavy" or unit.at in works:
        return False
    if role == "support":
        return kind != "fire_move" and unit.token == ("op_fire" if kind == "op_fire" else "")
    return kind != "op_fire" or unit.token == "op_fire"


def foes(reader: TiSeat | TiPlay, side: str) -> tuple[_Foe, ...]:
    """The enemy units on the map that are not concealed: possible targets of ``side``."""
    memo = reader.memo if isinstance(reader, Seat) else {}
    key = ("foes", side)
    if key not in memo:
        units = scene(reader).s.units
        memo[key] = tuple(
            (x, u, u.squad) for x, u in units.items() if u.side != side and u.on_map and not hidden(u)
        )
    found: tuple[_Foe, ...] = memo[key]
    return found


def ranges(rules: TiRules, unit: Unit) -> tuple[int, int]:
    """The longest printed ranges against squads and against vehicles, 0 without FPR; mortars do not count."""
    known: dict[tuple[str, ...], tuple[int, int]] = rules.memo.setdefault("ranges", {})
    key = (unit.side, unit.type, *unit.figures)
    found = known.get(key)
    if found is None:
        nation = rules.tables.nations[unit.side]
        holders = (
            [nation.figures[kind] for kind in unit.figures if kind in nation.figures]
            if unit.squad
            else [nation.vehicles[unit.type]]
        )
        best = [
            max((gun.range for h in holders if (gun := getattr(h, which)) is not None and gun.fpr), default=0)
            for which in ("inf", "veh")
        ]
        found = known[key] = (best[0], best[1])
    return found


def mortar_marks(reader: TiSeat | TiPlay, leader: str, kind: Kind = "concentrated") -> tuple[str, ...]:
    """The hexes that the mortars of a squad could fire at, in reading order (B-AREA-4)."""
    return tuple(_mortar_marks(reader, leader, kind))


def any_mortar_mark(seat: TiSeat, leader: str) -> bool:
    """Whether there is any target; stops at the first one found."""
    return any(True for _ in _mortar_marks(seat, leader, "concentrated"))


def _mortar_marks(reader: TiSeat | TiPlay, leader: str, kind: Kind) -> Iterator[str]:
    sc = scene(reader)
    unit = sc.s.units[leader]
    if not unit.has("mortar") or not unit.on_map:
        return
    kind = kind_of(unit, kind)
    if not _fit(unit, kind, "lead", sc.s.works) and any(_firer_bars(sc, leader, kind, "lead")):
        return
    aim = Aim(kind=kind, target="", hex=unit.at)
    atlas = sc.rules.atlas
    here = atlas.index[unit.at]
    if (
        kind in ("op_fire", "fire_move")
        or unit.shelter == "pillbox"
        or atlas.cells[here].terrain == "building"
    ):
        return  # TI-ABL-14, TI-ACT-14, TI-ABL-12
    hexes = {foe.at for _, foe, _ in foes(reader, unit.side)}
    hexes.update(h for h, works in sc.s.works.items() if works.razor_wire)
    far, level = sight.of(sc.rules).far(here), atlas.cells[here].elevation
    most = max(gun.range for gun in weapons(sc, leader, aim).values())
    watchers = _watchers(sc, unit)
    for i in sorted(map(atlas.index.__getitem__, hexes)):
        if 1 < far[i] <= farthest(sc.rules, most + (high := level > atlas.cells[i].elevation), high=high):
            at = atlas.labels[i]
            if _seen(sc, watchers, at):
                yield at
