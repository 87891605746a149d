"""Positions from their description: practice positions, the editor, and ``load`` of the engine protocol.

A description is the State as data with three comforts: ``phase`` and ``phasing`` in place of the stack; a unit of the
base scenario's order of battle need only say what differs from the printed counter; and any other unit may bring its
printed facts along under ``printed``. A regiment may say which ``chit`` lies under it. Units of the base that are not named stay in their boxes when ``rest`` is
"due" (reinforcements due later and nobody else), or leave the game when it is "absent" (the default).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import asdict, fields, replace

from hexbench.games.iron_tide import air, chits
from hexbench.games.iron_tide.pieces import Printed, Unit
from hexbench.games.iron_tide.setup import box_of
from hexbench.games.iron_tide.state import IronTide

if TYPE_CHECKING:
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.setup import Scenario

_UNIT = tuple(f.name for f in fields(Unit))
_STATE = tuple(f.name for f in fields(IronTide))
_OWN = ("phase", "units", "rest", "turn", "last_turn", "roster", "stack", "seed")


def compose(rules: ItRules, position: dict[str, Any], base: Scenario | None) -> IronTide:
    """The position, its stack ready to run. Raises ValueError (one sentence naming the key) for what it cannot read."""
    for key in position:
        if key not in _STATE and key not in _OWN:
            raise ValueError(f"position: unknown key {key!r}.")
    units, roster = _units(position, base)
    _rest(str(position.get("rest", "absent")), rules, position, base, units, roster)
    raw: dict[str, Any] = {
        k: v for k, v in position.items() if k in _STATE and k not in ("stack", "units", "roster")
    }
    raw["turn"] = _turn(rules, position.get("turn", 1), "turn")
    if "last_turn" in position:
        raw["last_turn"] = _turn(rules, position["last_turn"], "last_turn")
    elif base is not None:
        raw["last_turn"] = rules.turn_number(base.last_turn)
    if "seed" in position:
        raw["dice"] = {"seed": position["seed"]}
    state: IronTide = _convert(raw, IronTide, "position")
    named = {**state.chits, **_chits(position)}
    for uid in named:
        if uid not in units:
            raise ValueError(f'position.chits: there is no unit "{uid}".')
    drawn = chits.in_order(units, named)
    units = {uid: replace(unit, drawn=True) if uid in drawn else unit for uid, unit in units.items()}
    cups = state.cups or chits.cups_without(rules.tables.chits, drawn, roster)
    if "air" not in position:
        state = replace(state, air=air.points_of(rules.turn(state.turn)))
    whole = replace(state, units=units, roster=roster, chits=drawn, cups=cups)
    if "stack" in position:
        stack = _convert({"stack": position["stack"]}, IronTide, "position").stack
        return replace(whole, stack=stack)
    return rules.enter(whole, str(position.get("phase", "movement")))


def _chits(position: dict[str, Any]) -> dict[str, int]:
    """The chits that are described with their units, as ``chit``: a place in the chit table of the unit's colour."""
    out: dict[str, int] = {}
    for uid, raw in position.get("units", {}).items():
        if isinstance(raw, dict) and "chit" in raw:
            out[uid] = _convert(raw["chit"], int, f'position.units["{uid}"].chit')
    return out


def _turn(rules: ItRules, value: object, key: str) -> int:
    if isinstance(value, str):
        return rules.turn_number(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError(f'position.{key}: give a turn such as "17AM" or its number.')


def _units(position: dict[str, Any], base: Scenario | None) -> tuple[dict[str, Unit], dict[str, Printed]]:
    """The named units in the order of the base's order of battle, strangers after them in the order given."""
    described = position.get("units", {})
    if not isinstance(described, dict):
        raise ValueError("position.units: give an object of units by id.")
    printed_by = dict(base.units) if base is not None else {}
    extra = position.get("roster", {})
    if not isinstance(extra, dict):
        raise ValueError("position.roster: give an object of printed counters by id.")
    for uid, raw in extra.items():
        printed_by[uid] = _convert(raw, Printed, f'position.roster["{uid}"]')
    units: dict[str, Unit] = {}
    roster: dict[str, Printed] = {}
    order = [u for u in printed_by if u in described] + [u for u in described if u not in printed_by]
    for uid in order:
        path = f'position.units["{uid}"]'
        raw = described[uid]
        if isinstance(raw, str):
            raw = {"at": raw}
        if not isinstance(raw, dict):
            raise ValueError(f"{path}: give a hex, or an object.")
        facts = {k: v for k, v in raw.items() if k not in ("printed", "chit")}
        roster[uid] = _printed(uid, raw.get("printed"), printed_by.get(uid), path)
        start = {"side": roster[uid].side, "at": box_of(roster[uid])}
        for key in facts:
            if key not in _UNIT:
                raise ValueError(f"{path}: unknown key {key!r}.")
        units[uid] = _convert({**start, **facts}, Unit, path)
    return units, roster


def _printed(uid: str, raw: object, known: Printed | None, path: str) -> Printed:
    if raw is None:
        if known is None:
            raise ValueError(
                f"{path}: there is no such unit in the order of battle; describe it under 'printed'."
            )
        return known
    if not isinstance(raw, dict):
        raise ValueError(f"{path}.printed: give an object.")
    found: Printed = _convert(
        {**(asdict(known) if known is not None else {}), **raw}, Printed, f"{path}.printed"
    )
    return found


def _rest(
    rest: str,
    rules: ItRules,
    position: dict[str, Any],
    base: Scenario | None,
    units: dict[str, Unit],
    roster: dict[str, Printed],
) -> None:
    """Bring in the units of the base that are still due, when asked to."""
    if rest == "absent" or base is None:
        return
    if rest != "due":
        raise ValueError('position.rest: give "due" or "absent".')
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


def _convert(raw: object, kind: Any, path: str) -> Any:
    try:
        return msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as wrong:
        text = str(wrong)
        message, _, where = text.partition(" - at `$")
        raise ValueError(f"{path}{where.rstrip('`')}: {message}.") from None
