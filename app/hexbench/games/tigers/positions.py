"""Positions from their description: practice positions, the editor, and ``load`` of the engine protocol.

A description is the State as data with some comforts: ``phase``, ``phasing`` and ``round`` in place of the stack; a unit
of the order of battle need only say where it is; any other unit, or one that differs from its counter, brings its
printed facts along under ``printed``; ``bridges`` and ``markers`` need only say what differs from the beginning. Units of
the order of battle that are not named stay in their boxes when ``rest`` is "due" (arrivals still due, substitutes, von
der Heydte), or leave the game when it is "absent" (the default).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import asdict, fields, replace

from hexbench.atlas.atlas import side_name
from hexbench.engine.documents.reading import allowed, at, near, printed_facts, read, unit_facts
from hexbench.games.tigers import setup
from hexbench.games.tigers.fields import UNITS
from hexbench.games.tigers.pieces import GERMAN, SIDES, VDH, Printed, Side, Unit
from hexbench.games.tigers.sequence import PHASES
from hexbench.games.tigers.state import Tigers
from hexbench.games.tigers.works import AirUnit, Bridge

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.setup import Scenario

_UNIT: Final = tuple(f.name for f in fields(Unit))
_STATE: Final = tuple(f.name for f in fields(Tigers))
_PRINTED: Final = tuple(f.name for f in fields(Printed))
_OWN: Final = ("phase", "rest", "seed")


def compose(rules: TgRules, position: dict[str, Any], base: Scenario | None) -> Tigers:
    """The position, its stack ready to run. Raises ValueError, the path to the key and one sentence, for what it
    cannot read.
    """
    for key in position:
        if key not in _STATE and key not in _OWN:
            raise ValueError(f"{at('position', key)}: there is no such key.{near(key, (*_STATE, *_OWN))}")
    order = setup.order_of(rules.tables, base)
    units, roster = _units(rules, position, order)
    _rest(order, position, units, roster)
    left_out = ("stack", "units", "roster", "bridges", "markers", "air")
    raw: dict[str, Any] = {k: v for k, v in position.items() if k in _STATE and k not in left_out}
    if "seed" in position:
        raw["dice"] = {"seed": read(position["seed"], int, "position.seed")}
    state: Tigers = read(raw, Tigers, "position")
    _turns(rules, state)
    if state.dump and "dump_state" not in position:
        state = replace(state, dump_state="hidden")
    whole = replace(
        state,
        held=_held(rules, state, units),
        units=units,
        roster=roster,
        bridges=_bridges(rules, position, base),
        markers=rules.tables.markers | read(position.get("markers", {}), dict[str, int], "position.markers"),
        air=_air(rules, position),
    )
    if "stack" in position:
        if "phase" in position:
            raise ValueError("position.phase: give a phase or a stack, not both.")
        return replace(whole, stack=read({"stack": position["stack"]}, Tigers, "position").stack)
    phase = position.get("phase", "movement")
    if phase not in PHASES:
        raise ValueError(f"position.phase: There is no phase {phase!r}; the phases are {', '.join(PHASES)}.")
    return rules.enter(whole, phase)


def _turns(rules: TgRules, state: Tigers) -> None:
    days = len(rules.tables.calendar)
    if not 1 <= state.turn <= days:
        raise ValueError(f"position.turn: There is no turn {state.turn}; they are 1 to {days}.")
    if not state.turn <= state.last_turn <= days:
        raise ValueError(
            f"position.last_turn: give a turn from that of this position, {state.turn}, to {days}."
        )
    if state.round not in (1, 2):
        raise ValueError("position.round: give 1 or 2, the pass of the player turn.")


def _held(rules: TgRules, state: Tigers, units: dict[str, Unit]) -> dict[str, Side]:
    """What the position says, and the hexes where units stand beyond the front (AMB-86)."""
    held = dict(state.held)
    for uid, unit in units.items():
        if unit.at in rules.atlas.index and uid != VDH:
            held.pop(unit.at, None)
            if rules.home(unit.at) != unit.side:
                held[unit.at] = unit.side
    return held


# ---- bridges and air units -------------------------------------------------------------------------------------------
def _bridges(rules: TgRules, position: dict[str, Any], base: Scenario | None) -> dict[str, Bridge]:
    """Those of the beginning, and what the position says differs; a hexside may be named from either of its hexes."""
    found = dict(base.bridges) if base is not None and base.bridges else setup.first_bridges(rules)
    for place, raw in read(position.get("bridges", {}), dict, "position.bridges").items():
        path = at("position.bridges", place)
        a, slash, b = place.partition("/")
        name = side_name(a, b) if slash else place
        if name not in rules.sides_of["river"]:
            raise ValueError(f"{path}: there is no river between these hexes.")
        if raw is None:
            found.pop(name, None)
        else:
            found[name] = read(raw, Bridge, path)
    return found


def _air(rules: TgRules, position: dict[str, Any]) -> dict[str, AirUnit]:
    """All air units of the order of battle, unless the position lists its own."""
    if "air" not in position:
        return setup.air_units(rules.tables.air_units)
    described = read(position["air"], dict, "position.air")
    return {key: read(raw, AirUnit, at("position.air", key)) for key, raw in described.items()}


# ---- units -----------------------------------------------------------------------------------------------------------
def _units(
    rules: TgRules, position: dict[str, Any], order_of_battle: Mapping[str, Printed]
) -> tuple[dict[str, Unit], dict[str, Printed]]:
    """The named units in the order of the order of battle, strangers after them in the order given."""
    described = read(position.get("units", {}), dict, "position.units")
    known = dict(order_of_battle)
    for uid, raw in read(position.get("roster", {}), dict, "position.roster").items():
        known[uid] = read(raw, Printed, at("position.roster", uid))
    units: dict[str, Unit] = {}
    roster: dict[str, Printed] = {}
    order = [u for u in known if u in described] + [u for u in described if u not in known]
    for uid in order:
        path = at("position.units", uid)
        if not uid or uid.startswith("#") or uid in rules.atlas.index:
            raise ValueError(f"{path}: a unit needs a name that is neither a hex nor a box.")
        units[uid], roster[uid] = _unit(uid, described[uid], known.get(uid), path)
    return units, roster


def _unit(uid: str, raw: object, known: Printed | None, path: str) -> tuple[Unit, Printed]:
    given = unit_facts(raw, path, _UNIT, _PRINTED)
    facts = {k: v for k, v in given.items() if k != "printed"}
    printed = _printed(uid, given, known, path)
    if known is None and "at" not in facts:
        raise ValueError(f"{path}.at: this key is missing.")
    start = {"side": printed.side, "at": setup.unit_at_start(printed).at}
    return read({**start, **facts}, Unit, path), printed


def _printed(uid: str, unit: Mapping[str, Any], known: Printed | None, path: str) -> Printed:
    """The counter of a unit: that of the order of battle, what is changed on it, or a new one."""
    raw = printed_facts(unit, known is not None, path, _PRINTED)
    if raw is None:
        assert known is not None, "else it would have been refused"
        return known
    start: dict[str, Any] = {"name": uid}
    if known is not None:
        start = asdict(known)
    else:
        side = raw.get("side", unit.get("side"))
        if side is not None:
            start["side"] = side
        if side in SIDES:
            start["nation"] = "german" if side == GERMAN else "us"
    printed: Printed = read({**start, **raw}, Printed, f"{path}.printed")
    UNITS.check(printed, f"{path}.printed")
    return printed


def _rest(
    order: Mapping[str, Printed],
    position: dict[str, Any],
    units: dict[str, Unit],
    roster: dict[str, Printed],
) -> None:
    """Bring in the units that are still due, when asked to."""
    rest = position.get("rest", "absent")
    if rest not in ("due", "absent"):
        raise ValueError(f"position.rest: {allowed(rest, ('due', 'absent'))}")
    if rest == "absent":
        return
    now = position.get("turn", 1)
    ordered: dict[str, tuple[Printed, Unit]] = {}
    for uid, printed in order.items():
        if uid in units:
            ordered[uid] = (roster[uid], units[uid])
        elif not printed.hex and (not printed.turn or printed.turn >= now):
            ordered[uid] = (printed, setup.unit_at_start(printed))
    ordered |= {uid: (roster[uid], units[uid]) for uid in units if uid not in ordered}
    units.clear()
    roster.clear()
    for uid, (printed, unit) in ordered.items():
        roster[uid], units[uid] = printed, unit
