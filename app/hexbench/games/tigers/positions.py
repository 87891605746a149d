"""Positions from their description: practice positions, the editor, and ``load`` of the engine protocol.

A description is the State as data with some comforts: ``phase``, ``phasing`` and ``round`` in place of the stack; a unit
of the order of battle need only say where it is; any other unit, or one that differs from its counter, brings its
printed facts along under ``printed``; ``bridges`` and ``markers`` need only say what differs from the beginning. Units of
the order of battle that are not named stay in their boxes when ``rest`` is "due" (arrivals still due, substitutes, von
der Heydte), or leave the game when it is "absent" (the default).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec.structs import replace

from hexbench.engine.documents.positions import Positions, by_hexside
from hexbench.engine.documents.reading import at, read
from hexbench.games.tigers import setup
from hexbench.games.tigers.fields import UNITS
from hexbench.games.tigers.pieces import GERMAN, SIDES, VDH, AirUnit, Bridge, Printed, Side, Unit
from hexbench.games.tigers.sequence import PHASES
from hexbench.games.tigers.state import Tigers

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.setup import Scenario


def compose(rules: TgRules, position: dict[str, Any], base: Scenario | None) -> Tigers:
    """The position, its stack ready to run. Raises ValueError, the path to the key and one sentence, for what it
    cannot read.
    """
    POSITIONS.keys(position)
    order = setup.order_of(rules.tables, base)
    units, roster = POSITIONS.units(rules, position, order)
    raw = POSITIONS.plain(position, "units", "roster", "bridges", "markers", "air")
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
    entered: Tigers = POSITIONS.entered(rules, whole, position)
    return entered


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
    for name, (raw, path) in by_hexside(position, "bridges").items():
        if name not in rules.hexsides["river"]:
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
class _TgPositions(Positions[Tigers, Unit, Printed]):
    """See :class:`hexbench.engine.documents.positions.Positions`."""

    state_type: ClassVar = Tigers
    table: ClassVar = UNITS
    phases: ClassVar = PHASES

    def stranger(self, unit: Mapping[str, Any], side: object) -> dict[str, Any]:
        """The nation of most of its side."""
        return {"nation": "german" if side == GERMAN else "us"} if side in SIDES else {}

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
