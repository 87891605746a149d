"""Counters and markers of Tigers in the Ardennes as display values (TG-GEN-05)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Chip, Face, Mark
from hexbench.engine.values import Say, say
from hexbench.games.tigers.pieces import VDH, Printed, Unit

if TYPE_CHECKING:
    from hexbench.games.tigers.pieces import Bridge
    from hexbench.games.tigers.seat import TgSeat

SYMBOLS: Final = {
    "inf": "infantry",
    "abn": "airborne",
    "para": "parachute",
    "pzgren": "mech_infantry",
    "arm": "armor",
    "pz": "armor",
    "cav": "armored_cavalry",
    "tiger": "heavy_armor",
    "skorzeny": "commando",
    "vdh": "parachute",
}
_ECHELONS: Final = {"div": "XX", "bde": "X", "cc": "X", "kg": "X", "bn": "II"}
GROUPS: Final = {
    "inf": say("infantry"),
    "abn": say("airborne"),
    "para": say("parachute"),
    "pzgren": say("panzer grenadier"),
    "arm": say("armor"),
    "pz": say("panzer"),
    "cav": say("cavalry"),
    "tiger": say("Tiger battalion"),
    "skorzeny": say("special"),
    "vdh": say("special"),
}
"""Unit type -> name of its branch, for rosters."""


def colour(printed: Printed) -> str:
    """The palette key of a counter; SS and parachute units have colours of their own."""
    if printed.nation != "german":
        return printed.nation
    if printed.ss:
        return "german.ss"
    return "german.lw" if printed.type in ("para", "vdh") else "german.heer"


def face(seat: TgSeat, uid: str) -> Face | None:
    """The counter of a unit."""
    unit = seat.s.units.get(uid)
    if unit is None:
        return None
    printed = seat.s.roster[uid]
    return Face(
        unit=uid,
        side=unit.side,
        title=seat.rules.title(printed),
        colour=colour(printed),
        symbol=SYMBOLS[printed.type],
        echelon=_ECHELONS[printed.size],
        name=short_name(uid),
        left="" if uid == VDH else str(printed.factor),
        right="" if uid == VDH else str(printed.omf),
        spent=unit.on_map and unit.moved and unit.side == seat.s.phasing,
        marks=tuple(marks(unit)),
        group=f"{seat.rules.side_name(unit.side)}/{GROUPS[printed.type]}",
    )


_SHORT: Final = {
    "KGPeiper": "Peiper",
    "501SS": "501",
    "506Pz": "506",
    "Skorzeny": "Skorz",
    "PzLehr": "Lehr",
    "FuhBegBde": "FBB",
    "FuhGrenBde": "FGB",
    "BrGdsArmDiv": "Gds",
    "Br29ArmBde": "29",
    "Br6AbnDiv": "6",
    "vdH": "vdH",
}


def short_name(uid: str) -> str:
    """The designation on the counter: the number of a numbered unit, a short name for the others."""
    if uid in _SHORT:
        return _SHORT[uid]
    base = uid.removeprefix("Br")
    for command in ("CCA", "CCB", "CCR"):
        if base.endswith(command):
            return f"{command[-1]}/{''.join(c for c in base if c.isdigit())}"
    digits = "".join(c for c in base if c.isdigit())
    return digits or base[:6]


def marks(unit: Unit) -> Iterator[Mark]:
    """The marks of a unit's state, most important first: a small counter shows only the first ones."""
    if unit.disrupted:
        yield Mark("disrupted", "D", say("Disrupted: may not move or attack."), "TG-DIS-01")
    if unit.entrenched:
        yield Mark("entrenched", "E", say("Entrenched: +1 on defense."), "TG-TER-02")
    if unit.attacks and not unit.disrupted:
        yield Mark("note", "A", say("It has already attacked this game turn."), "TG-ATK-02")


SKIES: Final = {"Snow": say("snow"), "Fog": say("morning fog"), "Clear": say("clear")}


def headline(seat: TgSeat) -> Say:
    """The top line: day, date and weather of the calendar (TG-DAT-10, TG-WEA-01)."""
    day = next((day for day in seat.rules.tables.calendar if day.turn == seat.s.turn), None)
    sky = SKIES[seat.s.weather]
    if day is None:
        return sky
    return say("{n} December 1944, {sky}", n=int(day.date[-2:]), sky=sky)


def chips(seat: TgSeat) -> tuple[Chip, ...]:
    """The chips on the map: bridges, the fuel dump as far as it is known, supply by air."""
    s, rules = seat.s, seat.rules
    out = [_bridge_chip(seat, side, bridge) for side, bridge in s.bridges.items()]
    if s.dump:
        words: dict[str, tuple[str, Say]] = {
            "hidden": ("depot", say("The 1st Army fuel dump, unknown to the Germans.")),
            "found": ("depot", say("The 1st Army fuel dump.")),
            "taken": ("depot", say("The 1st Army fuel dump, taken by the Germans.")),
            "destroyed": ("depot_destroyed", say("The 1st Army fuel dump is destroyed.")),
        }
        key, text = words[s.dump_state]
        out.append(Chip(key, s.dump, "", text, "TG-FUL-02"))
    for at, side_ in s.airlifted.items():
        text = say("{side} units here are supplied by air.", side=rules.side_name(side_))
        out.append(Chip("airlift", at, "", text, "AMB-51"))
    return tuple(out)


def _bridge_chip(seat: TgSeat, side: str, bridge: Bridge) -> Chip:
    """The chip of a bridge, with its owner and whether it is intact."""
    whose = seat.rules.side_name(bridge.owner)
    if not bridge.intact:
        return Chip(
            "bridge_destroyed", side, "", say("The bridge is blown; the river is unbridged."), "TG-BRG-02"
        )
    if bridge.marker:
        text = say("{side} engineer bridge.", side=whose)
        return Chip(f"engineer_bridge.{bridge.owner}", side, "", text, "TG-BRG-03")
    text = say("{side} bridge, intact.", side=whose)
    return Chip(f"bridge.{bridge.owner}", side, "", text, "TG-BRG-01")
