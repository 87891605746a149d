"""Positions from their description: practice positions, the editor, and ``load`` of the engine protocol.

A description is the State as data with some comforts: ``phase`` and ``phasing`` in place of the stack; turns by name
("16AF"); ``mission`` may give only the keys that differ from the base scenario's; a unit of the base need only say where it
is and what differs from its counter, and any other may bring its printed facts along under ``printed``. Positions are works
as in a scenario, those of the base when none are given. ``rest`` says what becomes of units of the base that are not named:
they leave the game ("absent", the default), come in when they are due ("due"), or stand where they begin as well ("start").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import to_builtins
from msgspec.structs import asdict, fields, replace

from hexbench.engine.documents.base import words
from hexbench.engine.documents.reading import allowed, at, near, printed_facts, read, unit_facts
from hexbench.games.trumpets.fields import UNITS
from hexbench.games.trumpets.mission import Mission
from hexbench.games.trumpets.mission_check import sentences
from hexbench.games.trumpets.pieces import ELIMINATED, GERMAN, SIDES, Printed, Unit, due
from hexbench.games.trumpets.sequence import PHASES
from hexbench.games.trumpets.setup import Scenario, begin
from hexbench.games.trumpets.state import Trumpets
from hexbench.games.trumpets.works import Works

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import TtRules

_UNIT: Final = tuple(f.name for f in fields(Unit))
_PRINTED: Final = tuple(f.name for f in fields(Printed))
_STATE: Final = tuple(f.name for f in fields(Trumpets))
_OWN: Final = ("phase", "rest", "seed")
_RESTS: Final = ("absent", "due", "start")
_DAYS: Final = range(16, 20)
_PLAIN: Final[dict[str, Any]] = {
    "turns": [f"{day}{code}" for day in _DAYS for code in ("PD", "MO", "AF", "EV")][1:],
    "weather": {},
    "supply": {side: [] for side in SIDES},
    "units": {},
    "objectives": [],
    "levels": {"german_major": 14, "german_minor": 10, "draw": 7},
}
"""The mission of a position that names none: 16MO to 19EV, weather by custom and by dice."""


def compose(rules: TtRules, position: dict[str, Any], base: Scenario | None) -> Trumpets:
    """The position, its stack ready to run. Raises ValueError, the path to the key and one sentence, for what it
    cannot read.
    """
    for key in position:
        if key not in _STATE and key not in _OWN:
            raise ValueError(f"{at('position', key)}: there is no such key.{near(key, (*_STATE, *_OWN))}")
    given = read(position.get("mission", {}), dict, "position.mission")
    known = _PLAIN if base is None else to_builtins(base.mission)
    mission: Mission = read({**known, **given}, Mission, "position.mission")
    turn = _turn(mission, position.get("turn", 1))
    units, roster = _units(rules, position, mission, turn)
    mission = replace(mission, units=roster)
    for wrong in sentences(rules, mission) if given or base is None else ():
        raise ValueError(wrong.replace("scenario.", "position.", 1))
    start = begin(rules, Scenario(mission=mission), 0)
    left_out = ("stack", "units", "mission", "turn", "works")
    raw: dict[str, Any] = {k: v for k, v in position.items() if k in _STATE and k not in left_out}
    if "seed" in position:
        raw["dice"] = {"seed": read(position["seed"], int, "position.seed")}
    shown = _weather(mission, turn)
    plain = {
        "phasing": mission.first,
        "weather": shown,
        "held": to_builtins(start.held),
        "steps_lost": to_builtins(start.steps_lost),
        "air_left": dict(mission.air.get(mission.turns[turn - 1], {})) if shown == "Clear" else {},
    }
    state: Trumpets = read(
        {**plain, **raw, "mission": to_builtins(mission), "stack": []}, Trumpets, "position"
    )
    whole = replace(
        state, units=units, mission=mission, turn=turn, works=_works(position, start.works, units)
    )
    if "stack" in position:
        if "phase" in position:
            raise ValueError("position.phase: give a phase or a stack, not both.")
        both = {"stack": position["stack"], "mission": to_builtins(mission)}
        return replace(whole, stack=read(both, Trumpets, "position").stack)
    phase = position.get("phase", "movement")
    if phase not in PHASES:
        raise ValueError(f"position.phase: there is no phase {phase!r}; the phases are {', '.join(PHASES)}.")
    return rules.enter(whole, phase)


def _turn(mission: Mission, value: object) -> int:
    turns = mission.turns
    if isinstance(value, str):
        if value not in turns:
            guess = near(value.upper(), turns) or f" The turns are {turns[0]} to {turns[-1]}."
            raise ValueError(f"position.turn: there is no turn {value}.{guess}")
        return turns.index(value) + 1
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError('position.turn: give a turn such as "16AF" or its number.')
    if not 1 <= value <= len(turns):
        raise ValueError(f"position.turn: there is no turn {value}; they are 1 to {len(turns)}.")
    return value


def _weather(mission: Mission, turn: int) -> str:
    """What the scenario says of a turn; Fog when it is rolled or not said."""
    given = mission.weather.get(mission.turns[turn - 1], "roll")
    return "Fog" if given == "roll" else given


def _works(position: dict[str, Any], known: dict[str, Works], units: dict[str, Unit]) -> dict[str, Works]:
    """Positions by hex; whose they are follows from who stands there, unless it is said."""
    if "works" not in position:
        return known
    first = {unit.at: unit.side for unit in units.values() if unit.on_map}
    out: dict[str, Works] = {}
    for hex_, raw in read(position["works"], dict, "position.works").items():
        found: Works = read(raw, Works, at("position.works", hex_))
        if not found.bare:
            out[hex_] = replace(found, owner=found.owner or first.get(hex_, ""))
    return out


# ---- units -----------------------------------------------------------------------------------------------------------
def _units(
    rules: TtRules, position: dict[str, Any], mission: Mission, turn: int
) -> tuple[dict[str, Unit], dict[str, Printed]]:
    """The units in the order of the order of battle, strangers after them in the order given."""
    described = read(position.get("units", {}), dict, "position.units")
    known = mission.units
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
            units[uid], roster[uid] = _unit(rules, uid, described[uid], known.get(uid), path)
            continue
        printed = known[uid]
        later = printed.turn in mission.turns and mission.turns.index(printed.turn) + 1 >= turn
        if rest != "absent" and later:
            units[uid], roster[uid] = Unit(side=printed.side, at=due(printed.turn)), printed
        elif rest == "start" and not printed.turn:
            units[uid], roster[uid] = Unit(side=printed.side, at=printed.at), printed
    return units, roster


def _unit(rules: TtRules, uid: str, raw: object, known: Printed | None, path: str) -> tuple[Unit, Printed]:
    given = unit_facts(raw, path, _UNIT, _PRINTED)
    facts = {k: v for k, v in given.items() if k != "printed"}
    printed = _printed(rules, uid, given, known, path)
    place = facts.get("at", due(printed.turn) if printed.turn else printed.at)
    if not place:
        raise ValueError(f"{path}.at: this key is missing.")
    gone = {"lost": rules.steps(printed)} if place == ELIMINATED else {}
    unit: Unit = read({"side": printed.side, "at": place, **gone, **facts}, Unit, path)
    return unit, printed


def _printed(rules: TtRules, uid: str, unit: dict[str, Any], known: Printed | None, path: str) -> Printed:
    """The counter of a unit: that of the order of battle, what is changed on it, or a new one."""
    raw = printed_facts(unit, known is not None, path, _PRINTED)
    if raw is None:
        assert known is not None, "else it would have been refused"
        return known
    start: dict[str, Any] = {"name": uid, "division": "", "at": unit.get("at", "")}
    if known is not None:
        start = asdict(known)
    elif side := raw.get("side", unit.get("side")):
        start |= {"side": side, "nation": "german" if side == GERMAN else "american"}
    printed: Printed = read({**start, **raw}, Printed, f"{path}.printed")
    UNITS.check(printed, f"{path}.printed", type=words(*rules.tables.templates))
    return printed
