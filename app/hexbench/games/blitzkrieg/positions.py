"""Positions from their description: practice positions, the editor, and ``load`` of the engine protocol.

A description is the State as data with some comforts: ``phase`` and ``phasing`` in place of the stack; rounds by name
("19AM"); a unit of the order of battle need only say where it is and what differs from its counter, and any other may bring
its printed facts along under ``printed``; dumps are those of the tables, of which only what differs is said, a number being
the supply number and null that it is not there; a bridge may be named from either bank. ``rest`` says what becomes of units that are not named: they
leave the game ("absent", the default), come in when they are due ("due"), or do that and stand where the campaign begins
as well ("start").
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import asdict, fields, replace

from hexbench.atlas.atlas import side_name
from hexbench.engine.documents.fields import MOST
from hexbench.engine.documents.reading import allowed, at, near, printed_facts, read, unit_facts
from hexbench.games.blitzkrieg import placing, weather
from hexbench.games.blitzkrieg.fields import UNITS
from hexbench.games.blitzkrieg.pieces import BATTERY, SKY, Printed, Unit
from hexbench.games.blitzkrieg.sequence import PHASES
from hexbench.games.blitzkrieg.setup import Scenario, order_of, unit_at_start
from hexbench.games.blitzkrieg.state import Blitzkrieg
from hexbench.games.blitzkrieg.works import Dump

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules

_UNIT: Final = tuple(f.name for f in fields(Unit))
_PRINTED: Final = tuple(f.name for f in fields(Printed))
_STATE: Final = tuple(f.name for f in fields(Blitzkrieg))
_OWN: Final = ("phase", "rest", "seed")
_RESTS: Final = ("absent", "due", "start")


def compose(rules: BkRules, position: dict[str, Any], base: Scenario | None) -> Blitzkrieg:
    """The position, its stack ready to run. Raises ValueError, the path to the key and one sentence, for what it cannot
    read.
    """
    for key in position:
        if key not in _STATE and key not in _OWN:
            raise ValueError(f"{at('position', key)}: there is no such key.{near(key, (*_STATE, *_OWN))}")
    turn, last = _turns(rules, position)
    order = order_of(rules.tables, rules.options, base)
    units, roster = _units(rules, position, turn, order)
    left_out = ("stack", "units", "roster", "turn", "last_turn", "dumps", "blown")
    raw: dict[str, Any] = {k: v for k, v in position.items() if k in _STATE and k not in left_out}
    if "seed" in position:
        raw["dice"] = {"seed": read(position["seed"], int, "position.seed")}
    state: Blitzkrieg = read({"stack": [], **raw}, Blitzkrieg, "position")
    raster = tuple(u for u, unit in units.items() if unit.at == f"#raster/{state.phasing}" and unit.start)
    whole = replace(
        state,
        units=units,
        roster=roster,
        turn=turn,
        last_turn=last,
        raster=state.raster or raster,
        dumps=_dumps(rules, position),
        blown=_blown(position, base),
    )
    if "stack" in position:
        if "phase" in position:
            raise ValueError("position.phase: give a phase or a stack, not both.")
        return replace(whole, stack=read({"stack": position["stack"]}, Blitzkrieg, "position").stack)
    phase = position.get("phase", "movement")
    if phase not in PHASES:
        raise ValueError(f"position.phase: There is no phase {phase!r}; the phases are {', '.join(PHASES)}.")
    return rules.enter(whole, phase)


# ---- rounds, dumps, bridges ------------------------------------------------------------------------------------------
def _turns(rules: BkRules, position: dict[str, Any]) -> tuple[int, int]:
    turn = _turn(position.get("turn", 1), "turn")
    last = _turn(position["last_turn"], "last_turn") if "last_turn" in position else rules.last_turn
    over = position.get("stack") in ([], ())  # the round after the last is that of a finished game
    if last < turn - over:
        name = weather.name(last)
        raise ValueError(f"position.last_turn: {name} comes before the round of this position.")
    return turn, last


def _turn(value: object, key: str) -> int:
    if isinstance(value, str):
        try:
            value = weather.round_of(value)
        except ValueError as fault:
            raise ValueError(f"position.{key}: {fault}") from None
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f'position.{key}: give a round such as "17AM" or its number.')
    if not 1 <= value <= MOST:
        raise ValueError(f"position.{key}: There is no round {value}; the first is 1, 16 December AM.")
    return value


def _dumps(rules: BkRules, position: dict[str, Any]) -> dict[str, Dump]:
    """The dumps of the tables with what the description changes; others may be described whole."""
    found = {
        key: Dump(hex=spec.hex, owner=spec.owner, number=rules.options.dump_number)
        for key, spec in rules.tables.dumps.items()
        if spec.hex in rules.atlas.index  # a map written out may be a corner of the whole
    }
    for key, value in read(position.get("dumps", {}), dict, "position.dumps").items():
        path = at("position.dumps", key)
        if value is None:
            found.pop(key, None)
        elif isinstance(value, int) and not isinstance(value, bool):
            if key not in found:
                raise ValueError(f"{path}: there is no such dump.{near(key, found)}")
            found[key] = replace(found[key], number=value)
        else:
            start = asdict(found[key]) if key in found else {}
            found[key] = read({**start, **read(value, dict, path)}, Dump, path)
    return found


def _blown(position: dict[str, Any], base: Scenario | None) -> dict[str, tuple[str, ...]]:
    """hexside -> the ends that are destroyed."""
    if "blown" not in position:
        return dict(base.blown) if base is not None else {}
    found: dict[str, tuple[str, ...]] = {}
    for place, ends in read(position["blown"], dict, "position.blown").items():
        path = at("position.blown", place)
        a, slash, b = place.partition("/")
        name = side_name(a, b) if slash else place
        if name in found:
            raise ValueError(f"{path}: this bridge is given twice.")
        found[name] = read(ends, tuple[str, ...], path)
    return found


# ---- units -----------------------------------------------------------------------------------------------------------
def _units(
    rules: BkRules, position: dict[str, Any], turn: int, order: Mapping[str, Printed]
) -> tuple[dict[str, Unit], dict[str, Printed]]:
    """The units in the order of the order of battle, strangers after them in the order given."""
    described = read(position.get("units", {}), dict, "position.units")
    known = dict(order)
    for uid, raw in read(position.get("roster", {}), dict, "position.roster").items():
        known[uid] = read(raw, Printed, at("position.roster", uid))
        check_printed(rules, known[uid], at("position.roster", uid))
    rest = position.get("rest", "absent")
    if rest not in _RESTS:
        raise ValueError(f"position.rest: {allowed(rest, _RESTS)}")
    units: dict[str, Unit] = {}
    roster: dict[str, Printed] = {}
    for uid in (*known, *(u for u in described if u not in known)):
        path = at("position.units", uid)
        if uid in described:
            if not uid or uid.startswith("#") or uid in rules.atlas.index:
                raise ValueError(f"{path}: a unit needs a name that is neither a hex nor a box.")
            units[uid], roster[uid] = _unit(uid, rules, described[uid], known.get(uid), path)
        elif (there := _unnamed(rules, known[uid], rest, turn)) is not None:
            units[uid], roster[uid] = there, known[uid]
    return units, roster


def _unnamed(rules: BkRules, printed: Printed, rest: str, turn: int) -> Unit | None:
    """A unit of which the description says nothing; whoever has no way onto this map is not in the game."""
    if rest == "absent":
        return None
    later = printed.turn > 1 and printed.turn >= turn
    if later and not placing.ways_in(rules, printed):
        return None
    if rest == "due" and not later and printed.type not in ("air", "v2"):
        return None
    if printed.turn > 1 and not later:
        # it came before this position begins and is not spoken of
        return None
    return unit_at_start(printed, Scenario(deployed=True))


def _unit(uid: str, rules: BkRules, raw: object, known: Printed | None, path: str) -> tuple[Unit, Printed]:
    given = unit_facts(raw, path, _UNIT, _PRINTED)
    facts = {k: v for k, v in given.items() if k != "printed"}
    printed = _printed(uid, rules, given, known, path)
    box = {"air": SKY[printed.side], "v2": BATTERY}.get(printed.type)
    if box is None and "at" not in facts:
        raise ValueError(f"{path}.at: this key is missing.")
    place = facts.get("at", box)
    on_map = isinstance(place, str) and not place.startswith("#")
    start = {
        "side": printed.side,
        "at": place,
        "strength": 0 if place in ("#eliminated", "#merged") else printed.strength,
        "start": place if on_map else "",
    }
    unit: Unit = read({**start, **facts}, Unit, path)
    if unit.isolated and not unit.base:
        unit = replace(unit, base=printed.strength)
    return unit, printed


def _printed(uid: str, rules: BkRules, unit: Mapping[str, Any], known: Printed | None, path: str) -> Printed:
    """The counter of a unit: that of the order of battle, what is changed on it, or a new one."""
    raw = printed_facts(unit, known is not None, path, _PRINTED)
    if raw is None:
        assert known is not None, "else it would have been refused"
        return known
    start: dict[str, Any] = {"name": uid, "formation": ""}
    if known is not None:
        start = asdict(known)
    elif "side" in unit:
        start["side"] = unit["side"]
    printed: Printed = read({**start, **raw}, Printed, f"{path}.printed")
    check_printed(rules, printed, f"{path}.printed")
    return printed


def check_printed(rules: BkRules, printed: Printed, path: str) -> None:
    """Raises ValueError, ``path`` and one sentence, for numbers and places that no counter has."""
    UNITS.check(printed, path)
    places = ("", "zone", "drop", *rules.tables.entries)
    if printed.at not in places and printed.at not in rules.atlas.index:
        raise ValueError(f"{path}.at: {allowed(printed.at, ('a hex', *places[1:]))}")
