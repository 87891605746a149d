"""Positions from their description: for practice positions, the editor, and ``load`` of the engine protocol.

A description is the State as data with some shortcuts: ``phase`` and ``phasing`` instead of the stack; turns by name; a
unit of the base scenario's order of battle gives only what differs from the printed counter; any other unit may bring
its printed facts under ``printed``. A regiment may give the ``chit`` under it. Units of the base that are not named
stay in their boxes when ``rest`` is "due" (only reinforcements still due), or leave the game when it is "absent" (the
default).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec.structs import replace

from hexbench.engine.documents.positions import Positions, by_hexside
from hexbench.engine.documents.reading import allowed, at, guess, misread, read
from hexbench.engine.values import said, say
from hexbench.games.iron_tide import air, chits, exits, restricted, victory
from hexbench.games.iron_tide.fields import UNITS
from hexbench.games.iron_tide.pieces import (
    ALLIED,
    ELIMINATED,
    EXITED,
    GERMAN,
    LOST,
    SIDES,
    Printed,
    Side,
    Unit,
)
from hexbench.games.iron_tide.sequence import PHASES
from hexbench.games.iron_tide.setup import box_of
from hexbench.games.iron_tide.state import BridgeState, DepotState, IronTide

if TYPE_CHECKING:
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.setup import Scenario

_MARKERS: Final[Mapping[str, Any]] = {"bridges": BridgeState, "entrenchments": Side, "depots": DepotState}


def compose(rules: ItRules, position: dict[str, Any], base: Scenario | None) -> IronTide:
    """The position, its stack ready to run. Raises ValueError, the path to the key and one sentence, for what it
    cannot read.
    """
    POSITIONS.keys(position)
    if POSITIONS.rest(position) == "due" and base is None:
        raise misread("position.rest", say("no units can be due without a base scenario."))
    listed = base.units if base is not None else {}
    units, roster = POSITIONS.units(rules, _with_exited(position, listed), listed)
    raw = POSITIONS.plain(position, "units", "roster", "turn", "last_turn", *_MARKERS)
    state: IronTide = read(raw, IronTide, "position")
    turn, last = _turns(rules, position, base)
    named = {**state.chits, **_chits(position)}
    for uid in named:
        if uid not in units:
            raise misread(at("position.chits", uid), say("there is no such unit in this position."))
    drawn = chits.in_order(units, named)
    units = {uid: replace(unit, drawn=True) if uid in drawn else unit for uid, unit in units.items()}
    cups = state.cups
    if any(
        colour not in cups for colour in chits.COLOURS
    ):  # one that is left out holds all that lie under nobody
        cups = {**chits.cups_without(rules.tables.chits, drawn, roster), **cups}
    said = "air" in position or _sets_up(position)
    points = state.air if said else air.points_of(rules.turn(turn, state))
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
    if "stack" not in position:
        whole = _follows(rules, whole, position)
    entered: IronTide = POSITIONS.entered(rules, whole, position)
    return entered


def _sets_up(position: Mapping[str, Any]) -> bool:
    """Whether its stack is that of the set-up: before the first Air Phase there are no air points yet."""
    stack = position.get("stack")
    return isinstance(stack, list | tuple) and any(
        isinstance(one, dict) and one.get("step") == "set_up" for one in stack
    )


def _with_exited(position: dict[str, Any], listed: Mapping[str, Printed]) -> dict[str, Any]:
    """Units of the order of battle that have left the map need not be named twice."""
    units, gone = position.get("units", {}), position.get("exited", {})
    if not isinstance(units, dict) or not isinstance(gone, dict):
        return position  # the reader says what is wrong with them
    return {**position, "units": {**{uid: EXITED for uid in gone if uid in listed}, **units}}


def _follows(rules: ItRules, s: IronTide, position: dict[str, Any]) -> IronTide:
    """Fill in what follows from where the units are, unless the position says otherwise: Meuse crossed, exit roads closed,
    depots captured, places taken, losses counted, Type 1 units released. Not used for a full state with its stack.
    """
    germans = {unit.at for uid, unit in s.units.items() if unit.side == GERMAN and not s.roster[uid].commando}
    germans &= rules.atlas.index.keys()
    if "closed_exits" not in position:  # 12.1g, 14.0n
        roads = (road for at_ in s.exited.values() for road in exits.exit_roads(rules, at_))
        s = replace(s, closed_exits=tuple(dict.fromkeys(roads)))
    if "meuse_crossed" not in position and (s.closed_exits or germans & rules.far_bank):  # B64
        s = replace(s, meuse_crossed=s.turn)
    taken = {
        hex_: "captured" for hex_, now in s.depots.items() if now == "stocked" and hex_ in germans
    }  # B28
    if taken:
        s = replace(s, depots={**s.depots, **taken})
    if held := victory.occupied(rules, s):  # B46
        s = replace(s, held={**s.held, **held})
    if "allied_losses" not in position:  # B48
        gone = sum(unit.side == ALLIED and unit.at in (ELIMINATED, LOST) for unit in s.units.values())
        s = replace(s, allied_losses=gone)
    named = position.get("units", {})
    near = {
        uid: replace(unit, released=True)
        for uid, unit in s.units.items()
        if restricted.TYPE_1 in s.roster[uid].restriction
        and unit.at in rules.atlas.index
        and not (isinstance(named.get(uid), dict) and "released" in named[uid])
        and any(rules.atlas.distance(unit.at, enemy) <= restricted.NEAR for enemy in germans)
    }  # 17.12a
    return replace(s, units={**s.units, **near}) if near else s


def _chits(position: dict[str, Any]) -> dict[str, int]:
    """The chits given with their units as ``chit``: an index into the chit table of the unit's colour."""
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
        raise misread("position.last_turn", say("{name} comes before the turn of this position.", name=name))
    return turn, last


def _turn(rules: ItRules, value: object, key: str) -> int:
    turns = rules.tables.turn_record.turns
    if isinstance(value, str):
        try:
            return rules.turn_number(value)
        except ValueError as fault:
            names = [turn.id for turn in turns]
            meant = guess(value.upper(), names)
            if not meant.template:
                meant = say(" The turns are {known}.", known=f"{names[0]}, {names[1]}, ... {names[-1]}")
            raise misread(f"position.{key}", say("{fault}{meant}", fault=said(fault), meant=meant)) from None
    if not isinstance(value, int) or isinstance(value, bool):
        raise misread(f"position.{key}", say('give a turn such as "17AM" or its number.'))
    if not 1 <= value <= len(turns):
        raise misread(
            f"position.{key}",
            say("There is no game turn {value}; the turns are 1 to {most}.", value=value, most=len(turns)),
        )
    return value


def _markers(position: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Bridges, entrenchments and depots, one by one; a hexside may be named from either of its hexes."""
    return {
        key: {name: read(value, kind, path) for name, (value, path) in by_hexside(position, key).items()}
        for key, kind in _MARKERS.items()
    }


# ---- units -----------------------------------------------------------------------------------------------------------
class _ItPositions(Positions[IronTide, Unit, Printed]):
    """See :class:`hexbench.engine.documents.positions.Positions`."""

    state_type: ClassVar = IronTide
    table: ClassVar = UNITS
    phases: ClassVar = PHASES
    apart: ClassVar = ("printed", "chit")

    def stranger(self, unit: Mapping[str, Any], side: object) -> dict[str, Any]:
        """The nationality of most of its side."""
        return {"nationality": "german" if side == GERMAN else "us"} if side in SIDES else {}

    def sound(self, rules: ItRules, printed: Printed, path: str) -> Printed:
        """With the chits of a regiment."""
        whole = _with_chits(printed)
        check_printed(rules, whole, path)
        return whole

    def stands(
        self, rules: ItRules, printed: Printed, facts: Mapping[str, Any], listed: bool
    ) -> dict[str, Any]:
        """In the box it waits in."""
        return {"at": box_of(printed)} if listed else {}

    def unnamed(
        self, rules: ItRules, printed: Printed, position: Mapping[str, Any], rest: str
    ) -> Unit | None:
        """A unit that is still due."""
        now = _turn(rules, position.get("turn", 1), "turn")
        due = printed.arrives != "16AM" and (
            printed.arrives == "COND" or rules.turn_number(printed.arrives) >= now
        )
        return Unit(side=printed.side, at=box_of(printed)) if due else None


POSITIONS: Final = _ItPositions()


def _with_chits(printed: Printed) -> Printed:
    """9.0a: by default a regiment draws blue chits and uses their B line."""
    if printed.size != "regiment":
        return printed
    return replace(printed, cup=printed.cup or "blue", letter=printed.letter or "B")


def check_printed(rules: ItRules, printed: Printed, path: str) -> None:
    """Raise ValueError (``path`` and one sentence) for words and numbers that no counter has."""
    UNITS.check(printed, path)
    turns = (*(turn.id for turn in rules.tables.turn_record.turns), "COND")
    if printed.arrives not in turns:
        raise misread(f"{path}.arrives", allowed(printed.arrives, turns))
