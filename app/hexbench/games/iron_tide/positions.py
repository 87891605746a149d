"""Positions from their description: practice positions, the editor, and ``load`` of the engine protocol.

A description is the State as data with some comforts: ``phase`` and ``phasing`` in place of the stack; turns by name; a
unit of the base scenario's order of battle need only say what differs from the printed counter; and any other unit may
bring its printed facts along under ``printed``. A regiment may say which ``chit`` lies under it. Units of the base that are not named stay in their boxes when ``rest``
is "due" (reinforcements due later and nobody else), or leave the game when it is "absent" (the default).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import asdict, fields, replace

from hexbench.atlas.atlas import side_name
from hexbench.engine.documents.reading import allowed, at, near, printed_facts, read, unit_facts
from hexbench.games.iron_tide import air, chits
from hexbench.games.iron_tide.fields import UNITS
from hexbench.games.iron_tide.pieces import GERMAN, SIDES, Printed, Side, Unit
from hexbench.games.iron_tide.sequence import PHASES
from hexbench.games.iron_tide.setup import box_of
from hexbench.games.iron_tide.state import BridgeState, DepotState, IronTide

if TYPE_CHECKING:
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.setup import Scenario

_UNIT: Final = tuple(f.name for f in fields(Unit))
_STATE: Final = tuple(f.name for f in fields(IronTide))
_OWN: Final = ("phase", "rest", "seed")
_MARKERS: Final[Mapping[str, Any]] = {"bridges": BridgeState, "entrenchments": Side, "depots": DepotState}


def compose(rules: ItRules, position: dict[str, Any], base: Scenario | None) -> IronTide:
    """The position, its stack ready to run. Raises ValueError, the path to the key and one sentence, for what it
    cannot read.
    """
    for key in position:
        if key not in _STATE and key not in _OWN:
            raise ValueError(f"{at('position', key)}: there is no such key.{near(key, (*_STATE, *_OWN))}")
    units, roster = _units(rules, position, base)
    _rest(rules, position, base, units, roster)
    left_out = ("stack", "units", "roster", "turn", "last_turn", *_MARKERS)
    raw: dict[str, Any] = {k: v for k, v in position.items() if k in _STATE and k not in left_out}
    if "seed" in position:
        raw["dice"] = {"seed": read(position["seed"], int, "position.seed")}
    state: IronTide = read(raw, IronTide, "position")
    turn, last = _turns(rules, position, base)
    named = {**state.chits, **_chits(position)}
    for uid in named:
        if uid not in units:
            raise ValueError(f"{at('position.chits', uid)}: there is no such unit in this position.")
    drawn = chits.in_order(units, named)
    units = {uid: replace(unit, drawn=True) if uid in drawn else unit for uid, unit in units.items()}
    cups = state.cups or chits.cups_without(rules.tables.chits, drawn, roster)
    points = state.air if "air" in position else air.points_of(rules.turn(turn, state))
    whole = replace(
        state,
        units=units,
        roster=roster,
        turn=turn,
        last_turn=last,
        chits=drawn,
        cups=cups,
        air=points,
        **_markers(position),
    )
    if "stack" in position:
        if "phase" in position:
            raise ValueError("position.phase: give a phase or a stack, not both.")
        return replace(whole, stack=read({"stack": position["stack"]}, IronTide, "position").stack)
    phase = position.get("phase", "movement")
    if phase not in PHASES:
        raise ValueError(f"position.phase: There is no phase {phase!r}; the phases are {', '.join(PHASES)}.")
    try:
        return rules.enter(whole, phase)
    except ValueError as fault:
        raise ValueError(f"position.phase: {fault}") from None


def _chits(position: dict[str, Any]) -> dict[str, int]:
    """The chits that are described with their units, as ``chit``: a place in the chit table of the unit's colour."""
    return {
        uid: read(raw["chit"], int, f"{at('position.units', uid)}.chit")
        for uid, raw in position.get("units", {}).items()
        if isinstance(raw, dict) and "chit" in raw
    }


# ---- turns and markers -----------------------------------------------------------------------------------------------
def _turns(rules: ItRules, position: dict[str, Any], base: Scenario | None) -> tuple[int, int]:
    turn = _turn(rules, position.get("turn", 1), "turn")
    if "last_turn" in position:
        last = _turn(rules, position["last_turn"], "last_turn")
    else:
        last = rules.turn_number(base.last_turn) if base is not None else len(rules.tables.turn_record.turns)
    if last < turn:
        name = rules.turn(last).id
        raise ValueError(f"position.last_turn: {name} comes before the turn of this position.")
    return turn, last


def _turn(rules: ItRules, value: object, key: str) -> int:
    turns = rules.tables.turn_record.turns
    if isinstance(value, str):
        try:
            return rules.turn_number(value)
        except ValueError as fault:
            names = [turn.id for turn in turns]
            meant = near(value.upper(), names) or f" The turns are {names[0]}, {names[1]}, ... {names[-1]}."
            raise ValueError(f"position.{key}: {fault}{meant}") from None
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f'position.{key}: give a turn such as "17AM" or its number.')
    if not 1 <= value <= len(turns):
        raise ValueError(f"position.{key}: There is no game turn {value}; they are 1 to {len(turns)}.")
    return value


def _markers(position: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Bridges, entrenchments and depots, one by one; a hexside may be named from either of its hexes."""
    found: dict[str, dict[str, str]] = {}
    for key, kind in _MARKERS.items():
        described = read(position.get(key, {}), dict, f"position.{key}")
        found[key] = {}
        for place, value in described.items():
            path = at(f"position.{key}", place)
            a, slash, b = place.partition("/")
            name = side_name(a, b) if slash else place
            if name in found[key]:
                raise ValueError(f"{path}: this hexside is given twice.")
            found[key][name] = read(value, kind, path)
    return found


# ---- units -----------------------------------------------------------------------------------------------------------
def _units(
    rules: ItRules, position: dict[str, Any], base: Scenario | None
) -> tuple[dict[str, Unit], dict[str, Printed]]:
    """The named units in the order of the base's order of battle, strangers after them in the order given."""
    described = read(position.get("units", {}), dict, "position.units")
    known = dict(base.units) if base is not None else {}
    for uid, raw in read(position.get("roster", {}), dict, "position.roster").items():
        known[uid] = with_chits(read(raw, Printed, at("position.roster", uid)))
        check_printed(rules, known[uid], at("position.roster", uid))
    units: dict[str, Unit] = {}
    roster: dict[str, Printed] = {}
    order = [u for u in known if u in described] + [u for u in described if u not in known]
    for uid in order:
        path = at("position.units", uid)
        if not uid or uid.startswith("#") or uid in rules.atlas.index:
            raise ValueError(f"{path}: a unit needs a name that is neither a hex nor a box.")
        units[uid], roster[uid] = _unit(rules, uid, described[uid], known.get(uid), path)
    return units, roster


def _unit(rules: ItRules, uid: str, raw: object, known: Printed | None, path: str) -> tuple[Unit, Printed]:
    given = unit_facts(raw, path, _UNIT, _PRINTED, apart=("printed", "chit"))
    facts = {k: v for k, v in given.items() if k not in ("printed", "chit")}
    printed = _printed(rules, uid, given, known, path)
    if known is None and "at" not in facts:
        raise ValueError(f"{path}.at: this key is missing.")
    start = {"side": printed.side, "at": box_of(printed)}
    return read({**start, **facts}, Unit, path), printed


_PRINTED: Final = tuple(f.name for f in fields(Printed))


def _printed(rules: ItRules, uid: str, unit: dict[str, Any], known: Printed | None, path: str) -> Printed:
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
            start["nationality"] = "german" if side == GERMAN else "us"
    printed = with_chits(read({**start, **raw}, Printed, f"{path}.printed"))
    check_printed(rules, printed, f"{path}.printed")
    return printed


def with_chits(printed: Printed) -> Printed:
    """9.0a: a regiment of which nothing is said draws blue chits and reads their B line."""
    if printed.size != "regiment":
        return printed
    return replace(printed, cup=printed.cup or "blue", letter=printed.letter or "B")


def check_printed(rules: ItRules, printed: Printed, path: str) -> None:
    """Raises ValueError, ``path`` and one sentence, for words and numbers that no counter has."""
    UNITS.check(printed, path)
    turns = (*(turn.id for turn in rules.tables.turn_record.turns), "COND")
    if printed.arrives not in turns:
        raise ValueError(f"{path}.arrives: {allowed(printed.arrives, turns)}")


def _rest(
    rules: ItRules,
    position: dict[str, Any],
    base: Scenario | None,
    units: dict[str, Unit],
    roster: dict[str, Printed],
) -> None:
    """Bring in the units of the base that are still due, when asked to."""
    rest = position.get("rest", "absent")
    if rest not in ("due", "absent"):
        raise ValueError('position.rest: give "due" or "absent".')
    if rest == "absent":
        return
    if base is None:
        raise ValueError("position.rest: nobody is due without a base scenario.")
    now = _turn(rules, position.get("turn", 1), "turn")
    ordered: dict[str, tuple[Printed, Unit]] = {}
    for uid, printed in base.units.items():
        if uid in units:
            ordered[uid] = (roster[uid], units[uid])
        elif printed.arrives == "COND" or (
            printed.arrives != "16AM" and rules.turn_number(printed.arrives) >= now
        ):
            ordered[uid] = (printed, Unit(side=printed.side, at=box_of(printed)))
    strangers = {uid: (roster[uid], units[uid]) for uid in units if uid not in ordered}
    units.clear()
    roster.clear()
    for uid, (printed, unit) in {**ordered, **strangers}.items():
        roster[uid], units[uid] = printed, unit
