"""Positions from their description: practice positions, the editor, and ``load`` of the engine protocol.

A description is the State as data with some shortcuts: ``phase`` and ``phasing`` in place of the stack; turns
by name ("16AF"); ``mission`` may give only the keys that differ from the base scenario's; a unit of the base
need only say where it is and what differs from its counter, and any other may bring its printed facts along
under ``printed``. Positions are works as in a scenario, those of the base when none are given. ``rest`` says
what becomes of units of the base that are not named: they leave the game ("absent", the default), come in
when they are due ("due"), or stand where they begin as well ("start").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import to_builtins
from msgspec.structs import fields, replace

from hexbench.engine.documents.base import words
from hexbench.engine.documents.positions import Positions
from hexbench.engine.documents.reading import at, guess, misread, read
from hexbench.engine.values import say
from hexbench.games.trumpets.checks import sentences, turn_sentences
from hexbench.games.trumpets.fields import UNITS
from hexbench.games.trumpets.mission import Mission, Works
from hexbench.games.trumpets.pieces import ELIMINATED, GERMAN, SIDES, Printed, Side, Unit, due
from hexbench.games.trumpets.sequence import PHASES, air_points, expected
from hexbench.games.trumpets.state import Scenario, Trumpets, begin

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import TtRules

_DAYS: Final = range(16, 20)
_PLAIN: Final[dict[str, Any]] = {
    "turns": [f"{day}{code}" for day in _DAYS for code in ("PD", "MO", "AF", "EV")][1:],
    "weather": {},
    "supply": {side: [] for side in SIDES},
    "units": {},
    "objectives": [],
    "levels": {"german_major": 14, "german_minor": 10, "draw": 7},
}
"""The mission of a position that gives none: 16MO to 19EV, with default or rolled weather."""
_NEEDED: Final = frozenset(field.name for field in fields(Mission) if field.required)
"""The keys every mission has. One that has them all, beside a stack, is that of a state and takes nothing
from the base.
"""


def compose(rules: TtRules, position: dict[str, Any], base: Scenario | None) -> Trumpets:
    """The position, its stack ready to run. Raises ValueError, the path to the key and one sentence, for what it
    cannot read.
    """
    POSITIONS.keys(position)
    given = read(position.get("mission", {}), dict, "position.mission")
    known = _PLAIN if base is None else to_builtins(base.mission)
    if "stack" in position and given.keys() >= _NEEDED:
        known = {}
    whole: Mission = read({**known, **given}, Mission, "position.mission")
    _refuse(turn_sentences(whole))
    turn = _turn(whole, position.get("turn", 1))
    units, roster = _TtPositions(whole, turn).units(rules, position, whole.units)
    mission = replace(whole, units=roster)
    _refuse(sentences(rules, mission) if given or base is None else ())
    plain = {} if "stack" in position else _unsaid(rules, position, whole, turn, units)
    raw = POSITIONS.plain(position, "units", "mission", "turn", "works")
    state: Trumpets = read(
        {**plain, **raw, "mission": to_builtins(mission), "stack": []}, Trumpets, "position"
    )
    works = _works(position["works"], units) if "works" in position else state.works
    found = replace(state, units=units, mission=mission, turn=turn, works=works)
    entered: Trumpets = POSITIONS.entered(rules, found, position, mission=to_builtins(mission))
    return entered


def _refuse(wrong: Iterable[str]) -> None:
    """Raise ValueError with the first complaint about the mission."""
    for sentence in wrong:
        raise ValueError(sentence.replace("scenario.", "position.", 1))


def _unsaid(
    rules: TtRules, position: dict[str, Any], mission: Mission, turn: int, units: dict[str, Unit]
) -> dict[str, Any]:
    """Defaults for what a position does not give, taken from the start of the scenario and of the turn.

    A position with a stack is a complete state, which leaves out only default values.
    """
    name = mission.turns[turn - 1]
    weather = position.get("weather", expected(mission, name) or "Fog")
    start = begin(rules, Scenario(mission=mission), 0)
    works, held = _come_to(mission, start.works, start.held, units)
    return {
        "phasing": mission.first,
        "weather": weather,
        "held": held,
        "steps_lost": to_builtins(start.steps_lost),
        "air_left": air_points(mission, name, weather),
        "works": to_builtins(works),
    }


def _come_to(
    mission: Mission, works: Mapping[str, Works], held: Mapping[str, Side], units: Mapping[str, Unit]
) -> tuple[dict[str, Works], dict[str, Side]]:
    """Positions and objectives after the units have entered their hexes (TT-DEF-28, TT-REC-19)."""
    goals = {goal.hex for goal in mission.objectives}
    left, last = dict(works), dict(held)
    for unit in units.values():
        if not unit.on_map:
            continue
        if unit.at in goals:
            last[unit.at] = unit.side
        if unit.at in left:
            left[unit.at] = left[unit.at].entered(unit.side)
    return {at: one for at, one in left.items() if not one.bare}, last


def _turn(mission: Mission, value: object) -> int:
    turns = mission.turns
    if isinstance(value, str):
        if value not in turns:
            meant = guess(value.upper(), turns)
            if not meant.template:
                meant = say(" The turns are {first} to {last}.", first=turns[0], last=turns[-1])
            raise misread("position.turn", say("there is no turn {value}.{guess}", value=value, guess=meant))
        return turns.index(value) + 1
    if not isinstance(value, int) or isinstance(value, bool):
        raise misread("position.turn", say('give a turn such as "16AF" or its number.'))
    if not 1 <= value <= len(turns):
        raise misread(
            "position.turn",
            say("there is no turn {value}; the turns are 1 to {most}.", value=value, most=len(turns)),
        )
    return value


def _works(given: object, units: dict[str, Unit]) -> dict[str, Works]:
    """Positions by hex. Unless given, the owner is the side of the units in the hex."""
    first = {unit.at: unit.side for unit in units.values() if unit.on_map}
    out: dict[str, Works] = {}
    for hex_, raw in read(given, dict, "position.works").items():
        found: Works = read(raw, Works, at("position.works", hex_))
        if not found.bare:
            out[hex_] = replace(found, owner=found.owner or first.get(hex_, ""))
    return out


# ---- units -----------------------------------------------------------------------------------------------------------
class _TtPositions(Positions[Trumpets, Unit, Printed]):
    """See :class:`hexbench.engine.documents.positions.Positions`; of a mission and one of its turns."""

    state_type: ClassVar = Trumpets
    table: ClassVar = UNITS
    phases: ClassVar = PHASES
    rests: ClassVar = ("absent", "due", "start")

    def __init__(self, mission: Mission | None = None, turn: int = 1) -> None:
        self.mission, self.turn = mission, turn

    def stranger(self, unit: Mapping[str, Any], side: object) -> dict[str, Any]:
        """Defaults for a unit unknown to the scenario: no division, its current hex, its side's usual
        nation.
        """
        nation = {"nation": "german" if side == GERMAN else "american"} if side else {}
        return {"division": "", "at": unit.get("at", ""), **nation}

    def sound(self, rules: TtRules, printed: Printed, path: str) -> Printed:
        """Check that the unit's type is in the tables."""
        self.table.check(printed, path, type=words(*rules.tables.templates))
        return printed

    def stands(
        self, rules: TtRules, printed: Printed, facts: Mapping[str, Any], listed: bool
    ) -> dict[str, Any]:
        """Defaults: the starting hex or turn of arrival; eliminated units have lost all their steps."""
        begins = due(printed.turn) if printed.turn else printed.at
        place = facts.get("at", begins)
        return {
            **({"at": begins} if begins else {}),
            **({"lost": rules.steps(printed)} if place == ELIMINATED else {}),
        }

    def unnamed(
        self, rules: TtRules, printed: Printed, position: Mapping[str, Any], rest: str
    ) -> Unit | None:
        """Units of the scenario that are not named: later arrivals and, with ``rest`` "start", those on the
        map.
        """
        turns = self.mission.turns if self.mission is not None else ()
        if printed.turn in turns and turns.index(printed.turn) + 1 >= self.turn:
            return Unit(side=printed.side, at=due(printed.turn))
        return Unit(side=printed.side, at=printed.at) if rest == "start" and not printed.turn else None


POSITIONS: Final = _TtPositions()
