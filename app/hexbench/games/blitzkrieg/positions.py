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
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec.structs import asdict, replace

from hexbench.engine.documents.fields import MOST
from hexbench.engine.documents.positions import Positions, by_hexside
from hexbench.engine.documents.reading import allowed, at, near, read
from hexbench.games.blitzkrieg import weather
from hexbench.games.blitzkrieg.fields import UNITS
from hexbench.games.blitzkrieg.pieces import BATTERY, SKY, Dump, Printed, Unit
from hexbench.games.blitzkrieg.sequence import PHASES
from hexbench.games.blitzkrieg.state import Blitzkrieg, Scenario, order_of, unit_at_start

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules


def compose(rules: BkRules, position: dict[str, Any], base: Scenario | None) -> Blitzkrieg:
    """The position, its stack ready to run. Raises ValueError, the path to the key and one sentence, for what it cannot
    read.
    """
    POSITIONS.keys(position)
    turn, last = _turns(rules, position)
    order = order_of(rules.tables, rules.options, base)
    units, roster = POSITIONS.units(rules, position, order)
    raw = POSITIONS.plain(position, "units", "roster", "turn", "last_turn", "dumps", "blown")
    if isinstance(raw.get("level_turn"), str):  # a round like the others; as a number it may be 0
        raw["level_turn"] = _turn(raw["level_turn"], "level_turn")
    if "engagements" in raw:
        raw["engagements"] = _numbered(raw["engagements"])
    state: Blitzkrieg = read({"stack": [], **raw}, Blitzkrieg, "position")
    next_engagement = 1 + max((e.number for e in state.engagements), default=-1)
    raster = tuple(u for u, unit in units.items() if unit.at == f"#raster/{state.phasing}" and unit.start)
    whole = replace(
        state,
        units=units,
        roster=roster,
        turn=turn,
        last_turn=last,
        raster=state.raster or raster,
        next_engagement=state.next_engagement if "next_engagement" in position else next_engagement,
        dumps=_dumps(rules, position),
        blown=_blown(position, base),
    )
    entered: Blitzkrieg = POSITIONS.entered(rules, whole, position)
    return entered


# ---- engagements, rounds, dumps, bridges ------------------------------------------------------------------------------
def _numbered(engagements: object) -> object:
    """Engagements that name no number have the first that are free, in their order; what is none is left to the reader."""
    if not isinstance(engagements, list) or not all(isinstance(one, dict) for one in engagements):
        return engagements
    taken = [one["number"] for one in engagements if "number" in one]
    free = (n for n in count() if n not in taken)
    return [one if "number" in one else {**one, "number": next(free)} for one in engagements]


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
    return {
        name: read(ends, tuple[str, ...], path)
        for name, (ends, path) in by_hexside(position, "blown", "bridge").items()
    }


# ---- units -----------------------------------------------------------------------------------------------------------
class _BkPositions(Positions[Blitzkrieg, Unit, Printed]):
    """See :class:`hexbench.engine.documents.positions.Positions`."""

    state_type: ClassVar = Blitzkrieg
    table: ClassVar = UNITS
    phases: ClassVar = PHASES
    rests: ClassVar = ("absent", "due", "start")

    def stranger(self, unit: Mapping[str, Any], side: object) -> dict[str, Any]:
        """It is of no formation."""
        return {"formation": ""}

    def sound(self, rules: BkRules, printed: Printed, path: str) -> Printed:
        check_printed(rules, printed, path)
        return printed

    def stands(
        self, rules: BkRules, printed: Printed, facts: Mapping[str, Any], listed: bool
    ) -> dict[str, Any]:
        """Aircraft and rockets in their box; in its strength, unless it is out of the game; where it began its turn."""
        box = {"air": SKY[printed.side], "v2": BATTERY}.get(printed.type)
        place = facts.get("at", box)
        on_map = isinstance(place, str) and not place.startswith("#")
        return {
            **({} if box is None else {"at": box}),
            "strength": 0 if place in ("#eliminated", "#merged") else printed.strength,
            "start": place if on_map else "",
        }

    def stood(self, unit: Unit, printed: Printed) -> Unit:
        """What is isolated will have its strength again."""
        return replace(unit, base=printed.strength) if unit.isolated and not unit.base else unit

    def unnamed(
        self, rules: BkRules, printed: Printed, position: Mapping[str, Any], rest: str
    ) -> Unit | None:
        """Whoever comes later, the sky and the battery; from the start also those who stand there."""
        later = printed.turn > 1 and printed.turn >= _turn(position.get("turn", 1), "turn")
        if rest == "due" and not later and printed.type not in ("air", "v2"):
            return None
        if printed.turn > 1 and not later:
            # it came before this position begins and is not spoken of
            return None
        return unit_at_start(printed, Scenario(deployed=True))


POSITIONS: Final = _BkPositions()


def check_printed(rules: BkRules, printed: Printed, path: str) -> None:
    """Raises ValueError, ``path`` and one sentence, for numbers and places that no counter has."""
    UNITS.check(printed, path)
    places = ("", "zone", "drop", *rules.tables.entries)
    if printed.at not in places and printed.at not in rules.atlas.index:
        raise ValueError(f"{path}.at: {allowed(printed.at, ('a hex', *places[1:]))}")
