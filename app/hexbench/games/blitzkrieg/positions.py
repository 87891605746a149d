"""Positions from their description: practice positions, the editor, and ``load`` of the engine protocol.

A description is the State as data, with some shortcuts. ``phase`` and ``phasing`` replace the stack; rounds
may be given by name ("19AM"). A unit of the order of battle gives only its place and what differs from its
counter; any other unit may give its printed values under ``printed``. Dumps are those of the tables, and only
differences are given: a number is the supply number, null means that there is no such dump. A bridge may be
named from either bank. ``rest`` decides about units that are not named: they are out of the game ("absent",
the default), arrive when they are due ("due"), or do that and are also placed where the campaign starts them
("start").
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec.structs import asdict, replace

from hexbench.engine.documents.fields import MOST
from hexbench.engine.documents.positions import Positions, by_hexside
from hexbench.engine.documents.reading import allowed, at, guess, misread, read
from hexbench.engine.values import said, say
from hexbench.games.blitzkrieg import weather
from hexbench.games.blitzkrieg.fields import UNITS
from hexbench.games.blitzkrieg.pieces import BATTERY, GERMAN, SKY, Dump, Printed, Unit, due
from hexbench.games.blitzkrieg.sequence import PHASES
from hexbench.games.blitzkrieg.state import Blitzkrieg, Scenario, Sky, order_of, unit_at_start

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.options import Options
    from hexbench.games.blitzkrieg.rules import BkRules


def compose(rules: BkRules, position: dict[str, Any], base: Scenario | None) -> Blitzkrieg:
    """The position, with its stack ready to run. Raises ValueError, the path to the key and one sentence, for
    anything it cannot read.
    """
    POSITIONS.keys(position)
    turn, last = _turns(rules, position)
    order = order_of(rules.tables, rules.options, base)
    units, roster = POSITIONS.units(rules, position, order)
    raw = POSITIONS.plain(position, "units", "roster", "turn", "last_turn", "dumps", "blown")
    if isinstance(raw.get("level_turn"), str):  # a round like the others, but as a number it may be 0
        raw["level_turn"] = _turn(raw["level_turn"], "level_turn")
    if isinstance(raw.get("skies"), dict):
        raw["skies"] = _skies(raw["skies"])
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
        clear=state.clear or ("clear" not in position and weather.fixed(turn, state.skies) == "clear"),
        raster=state.raster or raster,
        next_engagement=state.next_engagement if "next_engagement" in position else next_engagement,
        dumps=_dumps(rules, position),
        blown=_blown(position, base),
    )
    entered: Blitzkrieg = POSITIONS.entered(rules, whole, position)
    return entered


# ---- a file under other options --------------------------------------------------------------------------------------
def refit(position: dict[str, Any], own: BkRules, rules: BkRules, base: Scenario | None) -> dict[str, Any]:
    """Adapt the description in a file to options other than its own, which also change the order of battle:
    strengths are scaled in proportion (BK-REC-09), rounds of arrival delayed (BK-REC-05), and units that the
    options leave out are dropped (BK-REC-08). Anything malformed is left for the reader to report.
    """
    before, after = (order_of(one.tables, one.options, base) for one in (own, rules))
    gone = before.keys() - after.keys()
    out = dict(position)
    for key, fitted in (("units", _fitted_unit), ("roster", _fitted_counter)):
        if isinstance(position.get(key), dict):
            out[key] = {
                uid: fitted(raw, before.get(uid), after.get(uid), own.options, rules.options)
                for uid, raw in position[key].items()
                if uid not in gone
            }
    for key in ("raster", "held"):
        if isinstance(position.get(key), list):
            out[key] = [uid for uid in position[key] if uid not in gone]
    if isinstance(position.get("rockets"), int):
        out["rockets"] = min(position["rockets"], rules.options.rockets)
    return out


def _fitted_unit(
    raw: object, before: Printed | None, after: Printed | None, own: Options, options: Options
) -> object:
    """The description of a unit, with its strengths and the box it waits in adapted."""
    if isinstance(raw, str):
        return _put_off(raw, before, own, options)
    if not isinstance(raw, dict):
        return raw
    counter, side = raw.get("printed"), raw.get("side", before.side if before else None)
    if isinstance(counter, dict):
        side = counter.get("side", side)
    out = _in_proportion(raw, side, own, options)
    if isinstance(counter, dict):
        out["printed"] = _in_proportion(counter, side, own, options)
    if after is not None and not (isinstance(counter, dict) and "strength" in counter):
        out |= {key: min(out[key], after.strength) for key in _STRENGTHS if isinstance(out.get(key), int)}
    if isinstance(raw.get("at"), str):
        out["at"] = _put_off(raw["at"], before, own, options)
    return out


def _fitted_counter(
    raw: object, before: Printed | None, after: Printed | None, own: Options, options: Options
) -> object:
    """The description of a counter, adapted."""
    if not isinstance(raw, dict):
        return raw
    return _in_proportion(raw, raw.get("side", before.side if before else None), own, options)


_STRENGTHS: Final = ("strength", "base", "whole")


def _in_proportion(facts: Mapping[str, Any], side: object, own: Options, options: Options) -> dict[str, Any]:
    """Values with their strengths scaled by the option of the side, halves up (BK-REC-09); no strength falls
    below 1.
    """
    old, new = (one.german_strength if side == GERMAN else one.allied_strength for one in (own, options))
    found = {key: facts[key] for key in _STRENGTHS if isinstance(facts.get(key), int) and facts[key] > 0}
    return {**facts, **{key: max(1, (2 * n * new + old) // (2 * old)) for key, n in found.items()}}


def _put_off(place: str, printed: Printed | None, own: Options, options: Options) -> str:
    """The box of the round in which a unit arrives, moved by the delay of its side; other places are
    unchanged.
    """
    turn = place.removeprefix("#due/")
    if turn == place or not turn.isdigit() or printed is None:
        return place
    delay, was = (one.german_delay if printed.side == GERMAN else one.allied_delay for one in (options, own))
    return due(max(2, int(turn) + delay - was))


# ---- engagements, rounds, dumps, bridges ------------------------------------------------------------------------------
def _numbered(engagements: object) -> object:
    """Engagements without a number get the first free ones, in order; anything malformed is left for the
    reader to report.
    """
    if not isinstance(engagements, list) or not all(isinstance(one, dict) for one in engagements):
        return engagements
    taken = [one["number"] for one in engagements if "number" in one]
    free = (n for n in count() if n not in taken)
    return [one if "number" in one else {**one, "number": next(free)} for one in engagements]


def _is_state(position: Mapping[str, Any]) -> bool:
    """Whether it is a complete state, which leaves out only what is the same in every state."""
    return "stack" in position and "roster" in position


def _turns(rules: BkRules, position: dict[str, Any]) -> tuple[int, int]:
    turn = _turn(position.get("turn", 1), "turn")
    usual = Blitzkrieg().last_turn if _is_state(position) else rules.last_turn
    last = _turn(position["last_turn"], "last_turn") if "last_turn" in position else usual
    over = position.get("stack") in ([], ())  # a finished game is in the round after the last
    if last < turn - over:
        name = weather.name(last)
        raise misread("position.last_turn", say("{name} is before the round of this position.", name=name))
    return turn, last


def _turn(value: object, key: str) -> int:
    if isinstance(value, str):
        try:
            value = weather.round_of(value)
        except ValueError as fault:
            raise misread(f"position.{key}", said(fault)) from None
    if not isinstance(value, int) or isinstance(value, bool):
        raise misread(f"position.{key}", say('give a round such as "17AM", or its number.'))
    if not 1 <= value <= MOST:
        raise misread(
            f"position.{key}", say("There is no round {value}; the first is 1, 16 December AM.", value=value)
        )
    return value


def _skies(given: Mapping[str, object]) -> dict[str, Sky]:
    """The fixed weather, by the numbers of the AM rounds of its days (BK-REC-04)."""
    found: dict[str, Sky] = {}
    for name, value in given.items():
        path = at("position.skies", name)
        try:
            turn = int(name) if name.isdigit() else weather.round_of(name)
        except ValueError as fault:
            raise misread(path, said(fault)) from None
        if turn < 1 or not weather.morning(turn):
            raise misread(
                path, say("{name} is not an AM round; the weather is set for a whole day.", name=name)
            )
        if str(turn) in found:
            raise misread(path, say("the weather of {name} is given twice.", name=weather.name(turn)))
        found[str(turn)] = read(value, Sky, path)
    return found


def _dumps(rules: BkRules, position: dict[str, Any]) -> dict[str, Dump]:
    """The dumps of the tables with the changes of the description, which may also describe further dumps in
    full.
    """
    found = {
        key: Dump(hex=spec.hex, owner=spec.owner, number=rules.options.dump_number)
        for key, spec in rules.tables.dumps.items()
        if spec.hex in rules.atlas.index  # a map written out may be only part of the whole
    }
    given = read(position.get("dumps", {}), dict, "position.dumps")
    if _is_state(position):
        found = {key: dump for key, dump in found.items() if key in given}
    for key, value in given.items():
        path = at("position.dumps", key)
        if value is None:
            found.pop(key, None)
        elif isinstance(value, int) and not isinstance(value, bool):
            if key not in found:
                raise misread(path, say("there is no such dump.{guess}", guess=guess(key, found)))
            found[key] = replace(found[key], number=value)
        else:
            start = asdict(found[key]) if key in found else {}
            found[key] = read({**start, **read(value, dict, path)}, Dump, path)
    return found


def _blown(position: dict[str, Any], base: Scenario | None) -> dict[str, tuple[str, ...]]:
    """hexside -> the ends that are destroyed."""
    if "blown" not in position:
        return dict(base.blown) if base is not None and not _is_state(position) else {}
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
        """A unit not in the order of battle: it belongs to no formation."""
        return {"formation": ""}

    def sound(self, rules: BkRules, printed: Printed, path: str) -> Printed:
        check_printed(rules, printed, path)
        return printed

    def stands(
        self, rules: BkRules, printed: Printed, facts: Mapping[str, Any], listed: bool
    ) -> dict[str, Any]:
        """Defaults: aircraft and rockets in their box; full strength, unless the unit is out of the game; its
        turn began where it is.
        """
        box = {"air": SKY[printed.side], "v2": BATTERY}.get(printed.type)
        place = facts.get("at", box)
        on_map = isinstance(place, str) and not place.startswith("#")
        return {
            **({} if box is None else {"at": box}),
            "strength": 0 if place in ("#eliminated", "#merged") else printed.strength,
            "start": place if on_map else "",
        }

    def stood(self, unit: Unit, printed: Printed) -> Unit:
        """An isolated unit will regain its strength."""
        return replace(unit, base=printed.strength) if unit.isolated and not unit.base else unit

    def unnamed(
        self, rules: BkRules, printed: Printed, position: Mapping[str, Any], rest: str
    ) -> Unit | None:
        """Units that arrive later, air units and rockets; with ``start`` also the units already on the map."""
        later = printed.turn > 1 and printed.turn >= _turn(position.get("turn", 1), "turn")
        if rest == "due" and not later and printed.type not in ("air", "v2"):
            return None
        if printed.turn > 1 and not later:
            # it arrived before this position begins, so it is not mentioned
            return None
        return unit_at_start(printed, Scenario(deployed=True))


POSITIONS: Final = _BkPositions()


def check_printed(rules: BkRules, printed: Printed, path: str) -> None:
    """Raises ValueError, ``path`` and one sentence, for numbers and places that no counter can have."""
    UNITS.check(printed, path)
    places = ("", "zone", "drop", *rules.tables.entries)
    if printed.at not in places and printed.at not in rules.atlas.index:
        raise misread(f"{path}.at", allowed(printed.at, ("a hex", *places[1:])))
