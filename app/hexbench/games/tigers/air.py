"""Air units: who may fly, and who is lost (TG-AIR-01, TG-AIR-13, TG-AIR-23, TG-AIR-29)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.events import FactChanged
from hexbench.engine.values import Reason, Say, say
from hexbench.games.tigers.pieces import ALLIED, GERMAN

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import Position, TgPlay
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.works import AirUnit

TYPES: Final[dict[str, tuple[str, ...]]] = {ALLIED: ("P-47", "P-51"), GERMAN: ("FW-190",)}
OUT: Final = 2
"""A group shot down in turn t is back in turn t + 2 (TG-AIR-13)."""


def cap(rules: TgRules, s: Position, side: str) -> int | None:
    """How many units of a side may fly in this weather, all missions of the turn together; None: all (TG-AIR-29)."""
    found = rules.tables.weather.skies[s.weather]
    return found.usaaf if side == ALLIED else found.luftwaffe


def present(s: Position, unit: AirUnit) -> bool:
    """Whether it has come and is not shot down."""
    return unit.from_turn <= s.turn and not unit.lost and unit.back <= s.turn


def grounded(rules: TgRules, s: Position, side: str) -> bool:
    """Whether as many units of a side have flown as the weather allows (TG-WEA-04..06, AMB-76)."""
    limit = cap(rules, s, side)
    return limit is not None and sum(u.flown for u in s.air.values() if u.side == side) >= limit


def fresh(rules: TgRules, s: Position, side: str) -> dict[str, str]:
    """Type -> the unit of that type that would fly the next mission; those of a type are alike."""
    found: dict[str, str] = {}
    if not grounded(rules, s, side):
        for key, unit in s.air.items():
            if unit.side == side and not unit.flown and present(s, unit):
                found.setdefault(unit.type, key)
    return found


def bombers(rules: TgRules, s: Position, side: str) -> dict[str, str]:
    """Type -> the unit that would make the next ground attack: one that has another on its mission goes first (TG-WEA-07)."""
    again: dict[str, str] = {}
    for key, unit in reversed(s.air.items()):
        if unit.side == side and unit.again:
            again[unit.type] = key
    return {**fresh(rules, s, side), **again}


def against_flying(
    rules: TgRules, s: Position, side: str, type_: str, *, bombing: bool = False
) -> Iterator[Reason]:
    """All reasons why no unit of a type can fly a mission for a side now."""
    if type_ in (bombers if bombing else fresh)(rules, s, side):
        return
    if type_ not in TYPES[side]:
        text = say("Name the type of the aircraft: {types}.", types=" or ".join(TYPES[side]))
        yield Reason("TG-AIR-30", text)
        return
    if grounded(rules, s, side):
        rule = {"Snow": "TG-WEA-04", "Fog": "TG-WEA-05", "Clear": "TG-WEA-06"}[s.weather]
        yield Reason(rule, say("The weather lets no more air units of this side fly in this turn."))
    kind = [unit for unit in s.air.values() if unit.side == side and unit.type == type_]
    here = [unit for unit in kind if present(s, unit)]
    if not here:
        if any(unit.lost for unit in kind):
            yield Reason("TG-AIR-23", say("Every {type} has been shot down for good.", type=type_))
        elif any(unit.back > s.turn for unit in kind):
            yield Reason("TG-AIR-13", say("No {type} group is there: shot down or not yet come.", type=type_))
        else:
            yield Reason("TG-AIR-30", say("No {type} group has come yet.", type=type_))
    elif all(unit.flown for unit in here):
        yield Reason("TG-AIR-01", say("Every {type} has flown its mission of this turn.", type=type_))


def title(key: str, unit: AirUnit) -> Say:
    """An air unit as sentences name it."""
    if unit.type == "FW-190":
        return say("FW-190 no. {n}", n=key.rpartition("-")[2])
    return say("{type} group {n}", type=unit.type, n="".join(c for c in key if c.isdigit()))


def shoot_down(play: TgPlay, key: str) -> None:
    """A USAAF group is out until the turn after next, an FW-190 for good (TG-AIR-13, TG-AIR-23)."""
    unit = play.air[key]
    air = play.edit("air")
    if unit.side == ALLIED:
        back = play.turn + OUT
        air[key] = replace(unit, flown=True, again=0, back=back)
        text = say("{unit} is shot down; it returns in turn {turn}.", unit=title(key, unit), turn=back)
    else:
        air[key] = replace(unit, flown=True, again=0, lost=True)
        text = say("{unit} is shot down and lost.", unit=title(key, unit))
    play.tell(FactChanged(f"air.{key}", "down", text))


def stand_down(play: TgPlay, side: str) -> None:
    """The air step is over: second attacks that were not made are lost (TG-WEA-07)."""
    for key, unit in list(play.air.items()):
        if unit.side == side and unit.again:
            play.edit("air")[key] = replace(unit, again=0)
