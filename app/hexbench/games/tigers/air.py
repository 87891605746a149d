"""Air units: which may fly, and which are lost (TG-AIR-01, TG-AIR-13, TG-AIR-23, TG-AIR-29)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

from msgspec.structs import replace

from hexbench.engine.events import FactChanged
from hexbench.engine.values import Reason, Say, say
from hexbench.games.tigers import tables
from hexbench.games.tigers.pieces import ALLIED, GERMAN, VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.pieces import AirUnit
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard, TgPlay


TYPES: Final[dict[str, tuple[str, ...]]] = {ALLIED: ("P-47", "P-51"), GERMAN: ("FW-190",)}
OUT: Final = 2
"""A group shot down in turn t is back in turn t + 2 (TG-AIR-13)."""


def cap(rules: TgRules, s: Position, side: str) -> int | None:
    """How many units of a side may fly in this weather, over all missions of the turn; None means no limit
    (TG-AIR-29).
    """
    found = rules.tables.weather.skies[s.weather]
    return found.usaaf if side == ALLIED else found.luftwaffe


def present(s: Position, unit: AirUnit) -> bool:
    """Whether the unit has arrived and is not shot down."""
    return unit.from_turn <= s.turn and not unit.lost and unit.back <= s.turn


def grounded(rules: TgRules, s: Position, side: str) -> bool:
    """Whether as many units of a side have flown as the weather allows (TG-WEA-04..06, AMB-76)."""
    limit = cap(rules, s, side)
    return limit is not None and sum(u.flown for u in s.air.values() if u.side == side) >= limit


def fresh(rules: TgRules, s: Position, side: str) -> dict[str, str]:
    """Type -> the unit of that type that would fly the next mission; units of one type are interchangeable."""
    found: dict[str, str] = {}
    if not grounded(rules, s, side):
        for key, unit in s.air.items():
            if unit.side == side and not unit.flown and present(s, unit):
                found.setdefault(unit.type, key)
    return found


def bombers(rules: TgRules, s: Position, side: str) -> dict[str, str]:
    """Type -> the unit that would make the next ground attack; one with a second attack still to make goes
    first (TG-WEA-07).
    """
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
        text = say("Choose the aircraft type: {types}.", types=" or ".join(TYPES[side]))
        yield Reason("TG-AIR-30", text)
        return
    if grounded(rules, s, side):
        rule = {"Snow": "TG-WEA-04", "Fog": "TG-WEA-05", "Clear": "TG-WEA-06"}[s.weather]
        yield Reason(rule, say("The weather does not allow this side to fly any more air units this turn."))
    kind = [unit for unit in s.air.values() if unit.side == side and unit.type == type_]
    here = [unit for unit in kind if present(s, unit)]
    if not here:
        if any(unit.lost for unit in kind):
            yield Reason("TG-AIR-23", say("Every {type} has been permanently lost.", type=type_))
        elif any(unit.back > s.turn for unit in kind):
            yield Reason(
                "TG-AIR-13",
                say(
                    "No {type} group is available: they have been shot down or have not arrived yet.",
                    type=type_,
                ),
            )
        else:
            yield Reason("TG-AIR-30", say("No {type} group has arrived yet.", type=type_))
    elif all(unit.flown for unit in here):
        yield Reason("TG-AIR-01", say("Every {type} has already flown its mission this turn.", type=type_))


def title(key: str, unit: AirUnit) -> Say:
    """The name of an air unit for use in sentences."""
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
        text = say("{unit} is shot down and permanently lost.", unit=title(key, unit))
    play.tell(FactChanged(f"air.{key}", "down", text))


def stand_down(play: TgPlay, side: str) -> None:
    """End the air step: second attacks that were not made are lost (TG-WEA-07)."""
    for key, unit in list(play.air.items()):
        if unit.side == side and unit.again:
            play.edit("air")[key] = replace(unit, again=0)


# The air operations table: the column a unit is attacked in, and whether it shoots back (TG-AIR-05..17).

Column = Literal["open", "cover"]
AA_ALL = ("AA", "AAc")
AA_P51 = ("AAm", "AAmc")


def order(s: Position, board: TgBoard, at: str, side: str) -> tuple[str, ...]:
    """The units of a side in a hex in the order in which they are attacked: AA-capable units first, then
    from the top of the stack to the bottom (TG-AIR-03, TG-AIR-28).
    """
    here = [u for u in reversed(board.units_at(at)) if u != VDH and s.units[u].side == side]
    return tuple(sorted(here, key=lambda uid: not s.roster[uid].aa))


def column(rules: TgRules, s: Position, uid: str) -> Column:
    """Where a unit is attacked: in the open, or under cover (TG-AIR-06, TG-AIR-07, TG-AIR-09, TG-AIR-10).

    Cities and entrenchments are cover for every unit, forest for all but armor on a road; the Venn is open
    (AMB-72, AMB-74, AMB-101).
    """
    unit = s.units[uid]
    hex_ = rules.atlas.cell(unit.at)
    if "city" in hex_.features or unit.entrenched:
        return "cover"
    if hex_.terrain == "forest" and not (s.roster[uid].pure and unit.at in rules.road_hexes):
        return "cover"
    return "open"


def shot_down(rules: TgRules, s: Position, uid: str, result: str, type_: str) -> bool:
    """Whether the result of an attack on a unit brings down an attacker of ``type_`` (TG-AIR-11..17,
    AMB-70).

    In the open only AA-capable German units do, and only against USAAF groups; in a major city any unit
    against any attacker.
    """
    if result in AA_P51:
        hit = type_ == "P-51"
    else:
        hit = result in AA_ALL
    if not hit:
        return False
    if result in ("AAc", "AAmc"):
        return "city" in rules.atlas.cell(s.units[uid].at).features
    return s.roster[uid].aa and type_ != "FW-190"


def disrupts_on(rules: TgRules) -> dict[str, Say]:
    """Column -> the die rolls that give a D in it, by the index of this game (TG-AIR-06, TG-AIR-07)."""
    return {"open": tables.faces(rules, 3), "cover": tables.faces(rules, 2)}


def exposure(rules: TgRules, s: Position, uid: str) -> tuple[Say, str]:
    """How a unit is exposed to air attack, as text, with the clause of its column."""
    chance = disrupts_on(rules)
    open_ = column(rules, s, uid) == "open"
    city = "city" in rules.atlas.cell(s.units[uid].at).features
    if open_ and s.roster[uid].aa:
        return say("in the open: D on {die}; it shoots back", die=chance["open"]), "TG-AIR-06"
    if open_:
        return say("in the open: D on {die}", die=chance["open"]), "TG-AIR-06"
    if city:
        return say("in a city: D on {die}; the city shoots back", die=chance["cover"]), "TG-AIR-15"
    return say("under cover: D on {die}", die=chance["cover"]), "TG-AIR-07"


def guarded(rules: TgRules, s: Position, board: TgBoard, hexes: tuple[str, ...]) -> bool:
    """Whether an AA-capable German unit is in one of these hexes (AMB-73)."""
    return any(s.roster[u].aa for at in hexes for u in board.units_at(at) if u in s.roster)
