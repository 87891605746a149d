"""Positions from their description: practice positions, the editor, and ``load`` of the engine protocol.

A description is the State as data, with some shortcuts: ``phase`` replaces the stack; a unit of the base scenario need only
give what differs (its squads come built by default); any other unit gives its side, and is a squad unless it has a ``type``;
``mission`` may give only the keys that differ. Units of the base that are not named stay in the boxes of their rounds if
``rest`` is "due", or leave the game if it is "absent" (the default). Handles of concealed squads and modifications by cards in
force are added if the description does not give them.

A description with a ``stack`` is a whole state, as ``state`` returns it: missing fields have the defaults of State, not the
values at the start of the base; the identity of units may still be taken from the base.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import to_builtins
from msgspec.structs import fields, replace

from hexbench.engine.documents.positions import Positions, check_name
from hexbench.engine.documents.reading import at, misread, read, unit_facts
from hexbench.engine.values import say
from hexbench.games.tide_of_iron import checks, concealment, effects, setup
from hexbench.games.tide_of_iron.fields import UNITS
from hexbench.games.tide_of_iron.pieces import DESTROYED, LOST, NONE, Unit, Works, due_round, figures_of
from hexbench.games.tide_of_iron.sequence import PHASES
from hexbench.games.tide_of_iron.state import Mission, TideOfIron

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.setup import Scenario

_UNIT: Final = tuple(f.name for f in fields(Unit))
_BY_SIDE: Final = ("pools", "command", "vp", "hands", "in_play")
"""Fields given for each side; one side alone may be given."""
_PLAIN: Final = {
    "rounds": 8,
    "actions_per_turn": {"american": 3, "german": 3},
    "initiative_start": "american",
}
"""The mission of a position that names none."""


class _TiPositions(Positions[TideOfIron, Unit, None]):
    """See :class:`hexbench.engine.documents.positions.Positions`; its units are not split into counter and state."""

    state_type: ClassVar = TideOfIron
    table: ClassVar = UNITS
    phases: ClassVar = PHASES
    phase: ClassVar = "action"


POSITIONS: Final = _TiPositions()


def compose(rules: TiRules, position: dict[str, Any], base: Scenario | None) -> TideOfIron:
    """The position, with its stack ready to run. Raises ValueError (path to the key and one sentence) for anything it cannot
    read.
    """
    POSITIONS.keys(position)
    mission = _mission(rules, position, base)
    start = setup.begin(rules, setup.Scenario(mission=mission), 0)
    phase = position.get("phase", "action")
    whole = phase == "set_up" and "stack" not in position
    raw_stack = position.get("stack", ())
    building = isinstance(raw_stack, list | tuple) and any(
        isinstance(step, dict) and step.get("step") == "build_squads" for step in raw_stack
    )
    given = POSITIONS.plain(position, "units", "mission", "works")
    plain: dict[str, Any] = {} if whole else {"pool": {}, "markers_left": {}}
    for key in _BY_SIDE:
        if isinstance(given.get(key), dict):
            given[key] = {**to_builtins(getattr(start, key)), **given[key]}
    known = _fields(start, whole="stack" in position)
    merged = {**known, **plain, **given, "mission": to_builtins(mission)}
    state: TideOfIron = read(merged, TideOfIron, "position")
    works = {} if base is None or "stack" in position else dict(base.works)
    state = replace(
        state,
        units=_units(rules, position, start, state.round, whole, building),
        works=_works(position, works),
    )
    state = effects.completed(rules, concealment.completed(rules, state))
    entered: TideOfIron = POSITIONS.entered(rules, state, position, **merged)
    return entered


def _fields(start: TideOfIron, *, whole: bool) -> dict[str, Any]:
    """The default values of fields: those at the scenario's start; for a ``whole`` state only the fields given per side."""
    raw: dict[str, Any] = to_builtins(start)
    apart = ("units", "stack", "works")
    return {key: raw[key] for key in raw if (key in _BY_SIDE if whole else key not in apart)}


def _mission(rules: TiRules, position: dict[str, Any], base: Scenario | None) -> Mission:
    """The base's, with the keys the position gives in place of its own."""
    given = read(position.get("mission", {}), dict, "position.mission")
    known = _PLAIN if base is None else to_builtins(base.mission)
    mission: Mission = read({**known, **given}, Mission, "position.mission")
    for wrong in checks.sentences(rules, setup.Scenario(mission=mission)) if given else ():
        raise ValueError(wrong.replace("scenario.", "position.", 1))
    return mission


def _works(position: dict[str, Any], known: dict[str, Works]) -> dict[str, Works]:
    """Markers by hex: those of the base, unless the position overrides them."""
    described = read(position.get("works", {}), dict, "position.works")
    for hex_, raw in described.items():
        known[hex_] = read(raw, Works, at("position.works", hex_))
    return {hex_: found for hex_, found in known.items() if found != NONE}


# ---- units -----------------------------------------------------------------------------------------------------------
def _units(
    rules: TiRules, position: dict[str, Any], start: TideOfIron, now: int, whole: bool, building: bool
) -> dict[str, Unit]:
    """The named units in the order of the base, then units not in the base in the order given; unnamed units of the base only
    if they are due in round ``now`` or later and ``rest`` asks for them. While squads are being built they have only the
    figures given.
    """
    described = read(position.get("units", {}), dict, "position.units")
    rest = POSITIONS.rest(position)
    known = start.units if whole or building else built(start)
    out: dict[str, Unit] = {}
    for uid, unit in known.items():
        if uid in described:
            out[uid] = _unit(rules, uid, described[uid], unit)
        elif whole or (rest == "due" and unit.at.startswith("#due/") and due_round(unit.at) >= now):
            out[uid] = unit
    for uid, raw in described.items():
        if uid not in known:
            out[uid] = _unit(rules, uid, raw, None)
    return out


def built(start: TideOfIron) -> dict[str, Unit]:
    """The units of a scenario with its default squads built."""
    out = dict(start.units)
    for side, force in start.mission.forces.items():
        for n, squad in enumerate(force.default_build, start=1):
            uid = f"{side[0]}{n}"
            if uid in out:
                out[uid] = replace(
                    out[uid], figures=figures_of(squad.figures), specialization=squad.specialization
                )
    return out


def _unit(rules: TiRules, uid: str, raw: object, known: Unit | None) -> Unit:
    path = at("position.units", uid)
    check_name(rules, uid, path)
    raw = unit_facts(raw, path, _UNIT, (), apart=())
    if raw.get("name") == "":  # counts as not given: it would change when the state is loaded again
        raw = {key: value for key, value in raw.items() if key != "name"}
    start: dict[str, Any] = to_builtins(known) if known is not None else {"name": uid}
    other = known is not None and raw.get("type", known.type) != known.type
    if other:  # only the side and the box are taken from the base's unit
        start = {key: start[key] for key in ("side", "at")} | {"name": uid}
    elif "figures" in raw:  # figures given explicitly also replace the specialization
        start.pop("specialization", None)
    elif raw.get("at") in (DESTROYED, LOST):
        start.pop("figures", None)
        start.pop("specialization", None)
    if known is None:
        for key in ("side", "at"):
            if key not in raw:
                raise misread(f"{path}.{key}", say("this key is missing."))
    unit: Unit = read({**start, **raw}, Unit, path)
    checks.check_unit(rules, unit, path)
    if (other or known is None) and unit.name == uid and not unit.squad:
        unit = replace(unit, name=rules.vehicle(unit).name)
    return replace(unit, figures=figures_of(unit.figures))
