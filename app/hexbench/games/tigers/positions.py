"""Positions from their description: practice positions, the editor, and ``load`` of the engine protocol.

A description is the State as data, with some shortcuts: ``phase``, ``phasing`` and ``round`` replace the
stack; a unit of the order of battle need only give its location; any other unit, or one that differs from
its counter, gives its printed facts under ``printed``; ``bridges`` and ``markers`` need only list what
differs from the start. Units of the order of battle that are not named stay in their boxes when ``rest`` is
"due" (arrivals still due, substitutes, von der Heydte), or are not in the game when it is "absent" (the
default).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec.structs import replace

from hexbench.engine.documents.positions import Positions, by_hexside
from hexbench.engine.documents.reading import at, misread, read
from hexbench.engine.values import say
from hexbench.games.tigers import arrivals, setup, supply
from hexbench.games.tigers.allocate import needed
from hexbench.games.tigers.fields import UNITS
from hexbench.games.tigers.pieces import (
    BROKEN,
    EXITED,
    GERMAN,
    SIDES,
    TRAYS,
    VDH,
    AirUnit,
    Bridge,
    Printed,
    Side,
    Unit,
    due_in,
)
from hexbench.games.tigers.sequence import PHASES
from hexbench.games.tigers.state import Tigers

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import TgBoard
    from hexbench.games.tigers.setup import Scenario


def compose(rules: TgRules, position: dict[str, Any], base: Scenario | None) -> Tigers:
    """The position, with its stack ready to run. Raises ValueError (the path to the key and one sentence)
    for anything it cannot read.
    """
    POSITIONS.keys(position)
    order = setup.order_of(rules.tables, base)
    units, roster = POSITIONS.units(rules, _with_gone(position), order)
    raw = POSITIONS.plain(position, "units", "roster", "bridges", "markers", "air")
    state: Tigers = read(raw, Tigers, "position")
    _turns(rules, state)
    if state.dump and "dump_state" not in position:
        taken = any(u.at == state.dump and u.side == GERMAN and uid != VDH for uid, u in units.items())
        state = replace(state, dump_state="taken" if taken else "hidden")  # TG-FUL-04
    whole = replace(
        state,
        held=_held(rules, state, units),
        units=units,
        roster=roster,
        bridges=_bridges(rules, position, base),
        air=_air(rules, position),
    )
    whole = replace(whole, markers=_markers(rules, whole, position))
    if "stack" not in position:
        whole = _follows(rules, whole, position)
    entered: Tigers = POSITIONS.entered(rules, whole, position)
    return entered


def _with_gone(position: dict[str, Any]) -> dict[str, Any]:
    """Units that have left by an exit and divisions that are split need not be named twice."""
    units, exited, split = (position.get(key, {}) for key in ("units", "exited", "split"))
    if not isinstance(units, dict) or not isinstance(exited, dict) or not isinstance(split, dict):
        return position  # the reader reports what is wrong with them
    return {**position, "units": {**dict.fromkeys(exited, EXITED), **dict.fromkeys(split, BROKEN), **units}}


def _follows(rules: TgRules, s: Tigers, position: dict[str, Any]) -> Tigers:
    """Fill in what follows from where units are, unless the position says otherwise. Not needed for a full
    state with a stack.
    """
    germans = {unit.at for uid, unit in s.units.items() if unit.side == GERMAN and uid != VDH}
    if "meuse" not in position and not germans.isdisjoint(rules.zones["meuse"]):  # AMB-69
        s = replace(s, meuse=True)
    begun = s.phasing == GERMAN and s.round == 1 and position.get("phase", POSITIONS.phase) == POSITIONS.phase
    if begun and "fueled" not in position and s.dump_state == "taken" and s.dump in germans:  # AMB-79
        s = replace(s, fueled=True)
    waited = {
        uid: replace(unit, late=True)
        for uid, unit in s.units.items()
        if s.roster[uid].nation == "us"
        and 0 < _day(rules, s, uid) < s.turn
        and not _says(position, uid, "late")
    }  # TG-RFT-10
    s = replace(s, units={**s.units, **waited}) if waited else s
    return _allocated(rules, s, position) if s.attacks else s


def _says(position: dict[str, Any], uid: str, key: str) -> bool:
    """Whether the position gives this key for a unit explicitly."""
    named = position.get("units", {}).get(uid)
    return isinstance(named, dict) and key in named


def _allocated(rules: TgRules, s: Tigers, position: dict[str, Any]) -> Tigers:
    """Fill in what follows from attacks already allocated: the hexes each needs attacked (AMB-93) and, once
    they are being resolved, the units that would have recovered but for them (AMB-07). Impossible
    attacks are left to the audit.
    """
    phase, index = position.get("phase"), rules.atlas.index
    sound = all(not unit.on_map or unit.at in index for unit in s.units.values()) and all(
        s.units.keys() >= set(one.attackers) and index.keys() >= set(one.targets) for one in s.attacks
    )
    if not sound or phase not in ("air", "resolution"):
        return s
    board: TgBoard = rules.board(s)
    attacks = tuple(
        one if "needs" in raw else replace(one, needs=tuple(needed(rules, s, board, s.phasing, one)))
        for one, raw in zip(s.attacks, position["attacks"], strict=True)
    )
    targets = {at for one in attacks for at in one.targets}
    passed_over = {
        uid: replace(unit, skipped=True)
        for uid, unit in s.units.items()
        if (phase, s.round) == ("resolution", 1)
        and unit.disrupted
        and unit.side != s.phasing
        and unit.at in targets
        and not _says(position, uid, "skipped")
        and supply.supplied(rules, s, board, uid)
    }
    return replace(s, attacks=attacks, units={**s.units, **passed_over})


def _day(rules: TgRules, s: Tigers, uid: str) -> int:
    """The turn after which an arrival that has not entered counts as held back (AMB-124); 0 for all other
    units.
    """
    printed, box = s.roster[uid], s.units[uid].at
    if not due_in(box) and box not in TRAYS.values():
        return 0
    return arrivals.held_back_from(rules, s, uid) if printed.turn else 0


def _turns(rules: TgRules, state: Tigers) -> None:
    days = len(rules.tables.calendar)
    if not 1 <= state.turn <= days:
        raise misread(
            "position.turn",
            say("There is no turn {turn}; turns run from 1 to {days}.", turn=state.turn, days=days),
        )
    if not state.turn <= state.last_turn <= days:
        raise misread(
            "position.last_turn",
            say("give a turn from {turn}, the turn of this position, to {days}.", turn=state.turn, days=days),
        )
    if state.round not in (1, 2):
        raise misread("position.round", say("give the pass of the player turn, 1 or 2."))


def _held(rules: TgRules, state: Tigers, units: dict[str, Unit]) -> dict[str, Side]:
    """The held hexes the position gives, plus hexes with units beyond the front (AMB-86). Entries that
    merely repeat the default, the side of the front the hex is on, are accepted but not kept.
    """
    held = {
        at: side for at, side in state.held.items() if at not in rules.atlas.index or rules.home(at) != side
    }
    for uid, unit in units.items():
        if unit.at in rules.atlas.index and uid != VDH:
            if rules.home(unit.at) != unit.side:
                held[unit.at] = (
                    unit.side
                )  # keeps its place in the order, so that a reloaded state is byte-identical
            else:
                held.pop(unit.at, None)
    return held


# ---- bridges and air units -------------------------------------------------------------------------------------------
def _bridges(rules: TgRules, position: dict[str, Any], base: Scenario | None) -> dict[str, Bridge]:
    """The bridges at the start, with the differences the position gives; a hexside may be named from either
    of its hexes. A full state, with its stack, lists all bridges: one that was there at the start may be
    gone.
    """
    found: dict[str, Bridge] = {}
    if not ("stack" in position and "bridges" in position):
        found = dict(base.bridges) if base is not None and base.bridges else setup.first_bridges(rules)
    for name, (raw, path) in by_hexside(position, "bridges").items():
        if name not in rules.hexsides["river"]:
            raise misread(path, say("there is no river between these hexes."))
        if raw is None:
            found.pop(name, None)
        else:
            found[name] = read(raw, Bridge, path)
    return found


def _markers(rules: TgRules, s: Tigers, position: dict[str, Any]) -> dict[str, int]:
    """Engineer bridges in hand: as the position says, else those of the side that are neither on the map nor
    due to return.
    """
    found: dict[str, int] = {}
    for side, pool in rules.tables.markers.items():
        laid = sum(bridge.marker and bridge.pool == side for bridge in s.bridges.values())
        found[side] = max(0, pool - laid - (len(s.returning) if side == GERMAN else 0))
    found.update(read(position.get("markers", {}), dict[str, int], "position.markers"))
    return found


def _air(rules: TgRules, position: dict[str, Any]) -> dict[str, AirUnit]:
    """All air units of the order of battle, unless the position lists its own. An entry with a known name
    and no side or type means that unit of the order of battle, and gives only what differs.
    """
    order = setup.air_units(rules.tables.air_units)
    if "air" not in position:
        return order
    out: dict[str, AirUnit] = {}
    for key, raw in read(position["air"], dict, "position.air").items():
        known = order.get(key) if isinstance(raw, dict) and not {"side", "type"} & raw.keys() else None
        first = {"side": known.side, "type": known.type, "from_turn": known.from_turn} if known else {}
        out[key] = read({**first, **raw} if known else raw, AirUnit, at("position.air", key))
    return out


_WITH_FLAK: Final = (("pz", "div"), ("pzgren", "div"), ("para", "div"), ("pz", "kg"))


# ---- units -----------------------------------------------------------------------------------------------------------
class _TgPositions(Positions[Tigers, Unit, Printed]):
    """See :class:`hexbench.engine.documents.positions.Positions`."""

    state_type: ClassVar = Tigers
    table: ClassVar = UNITS
    phases: ClassVar = PHASES

    def stranger(self, unit: Mapping[str, Any], side: object) -> dict[str, Any]:
        """Defaults for a unit outside the order of battle: the main nation of its side, and flak by its kind
        (TG-AIR-12).
        """
        printed = unit.get("printed")
        kind = (printed.get("type"), printed.get("size")) if isinstance(printed, dict) else ()
        flak = side == GERMAN and kind in _WITH_FLAK
        return {"nation": "german" if side == GERMAN else "us", "aa": flak} if side in SIDES else {}

    def stands(
        self, rules: TgRules, printed: Printed, facts: Mapping[str, Any], listed: bool
    ) -> dict[str, Any]:
        """Where the set-up puts it."""
        return {"at": setup.unit_at_start(printed).at} if listed else {}

    def unnamed(
        self, rules: TgRules, printed: Printed, position: Mapping[str, Any], rest: str
    ) -> Unit | None:
        """Arrivals still due, substitutes, von der Heydte."""
        due = not printed.hex and (
            not printed.turn or printed.turn >= read(position.get("turn", 1), int, "position.turn")
        )
        return setup.unit_at_start(printed) if due else None


POSITIONS: Final = _TgPositions()
