"""Counters and markers of Blitzkrieg at the Ardennes as display values (BK-UI-40..43, BK-ART-13, BK-ENG-11)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from hexbench.engine.board import remembered
from hexbench.engine.display import Chip, Face, Mark, Tag
from hexbench.engine.values import Say, counted, say
from hexbench.games.blitzkrieg import odds, passage, supply, weather
from hexbench.games.blitzkrieg.combat_board import bordered
from hexbench.games.blitzkrieg.pieces import COLOURS, GERMAN, GROUND, Engagement, Printed, Unit

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.seat import BkSeat, Position

SYMBOLS: Final = {
    "armor": "armor",
    "motor_inf": "mech_infantry",
    "artillery": "artillery",
    "infantry": "infantry",
    "volkswerfer": "rocket_artillery",
    "paratrooper": "airborne",
    "infiltrator": "commando",
    "air": "air",
    "v2": "v2",
}
CLASSES: Final = {
    "armor": say("armor"),
    "motor_inf": say("motorised infantry"),
    "artillery": say("artillery"),
    "infantry": say("infantry"),
    "volkswerfer": say("Volkswerfer"),
    "paratrooper": say("paratroopers"),
    "infiltrator": say("infiltrators"),
    "air": say("aircraft"),
    "v2": say("V2 rockets"),
}
_SHARES: Final = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def short(value: Fraction | int) -> str:
    """A strength in the short form that fits on a counter: "7", "2½"."""
    whole, rest = divmod(Fraction(value), 1)
    sign = _SHARES.get(rest, f" {rest}" if rest else "")
    return f"{whole}{sign}" if whole or not sign else sign


def place(key: str) -> str:
    """The name of a dump or city from its key."""
    return {"liege": "Liège"}.get(key, key.replace("_", " ").title())


# ---- engagements and fire -------------------------------------------------------------------------------------------
def ring(engagement: Engagement) -> str:
    """The palette key of the border of an engagement (BK-ENG-11, BK-ENG-12)."""
    return f"ring.{1 + engagement.number % COLOURS}"


@remembered
def rings(seat: BkSeat) -> dict[str, str]:
    """unit -> the border of the engagement it is in."""
    found: dict[str, str] = {}
    for e, units in bordered(seat):
        key = ring(e)
        for uid in units:
            found[uid] = key
    return found


def _tags(seat: BkSeat, uid: str) -> tuple[Tag, ...]:
    """Squares that mark artillery that will fire and its targets (BK-ART-13)."""
    return (*_pair(seat, uid, support=False), *_pair(seat, uid, support=True))


def _pair(seat: BkSeat, uid: str, *, support: bool) -> Iterator[Tag]:
    s, coloured = seat.s, rings(seat)
    aimed, rule = (s.support, "BK-ART-14") if support else (s.fire, "BK-ART-13")
    target = aimed.get(uid)
    if target is not None:
        name = seat.rules.title(s.roster[target])
        text = say("Will protect {unit}.", unit=name) if support else say("Will fire at {unit}.", unit=name)
        yield Tag("corner", coloured.get(target, ""), text, rule)
    guns = ", ".join(s.roster[gun].name for gun, other in aimed.items() if other == uid)
    if guns:
        text = say("Protected by {guns}.", guns=guns) if support else say("Target of {guns}.", guns=guns)
        yield Tag("edge", coloured.get(uid, ""), text, rule)


# ---- one counter ----------------------------------------------------------------------------------------------------
def colour(printed: Printed) -> str:
    """The palette key of a counter: nations, SS and infiltrators have their own shades (BK-UI-03)."""
    words = printed.formation.split()
    if printed.type in ("infiltrator", "air", "v2"):
        return f"{printed.side}.special"
    if printed.side == GERMAN:
        branch = "german.ss" if "SS" in words else "german.lw" if "FJ" in words else "german"
    else:
        branch = "british" if "UK" in words else "us"
    return (
        f"{branch}.guns"
        if printed.type in ("artillery", "volkswerfer") and branch in ("german", "us")
        else branch
    )


def name(printed: Printed) -> tuple[str, str]:
    """The texts at the top of the counter and vertically at its left: regiment and division."""
    own, _, rest = printed.name.partition(" / ")
    if printed.side != GERMAN and "/" in own:
        own = own.partition("/")[0]
    return own, rest


def echelon(printed: Printed) -> str:
    """X for brigades and combat commands, II for battalions, III for regiments; empty for units without a
    size.
    """
    if printed.type not in GROUND:
        return ""
    own = printed.name
    if "Bde" in own or own.startswith(("CC", "KG")) or "Gds" in own or "29 Armd" in own:
        return "X"
    return "II" if "Abt" in own or "Bn" in own else "III"


def combat(seat: BkSeat, uid: str) -> str:
    """The strength that counts now: attack in the unit's own turn, otherwise defence; without terrain
    (BK-UI-41, BK-UI-43).
    """
    unit, printed = seat.s.units[uid], seat.s.roster[uid]
    if printed.type not in GROUND:
        return ""
    if unit.side == seat.s.phasing:
        return str(unit.strength)
    return short(odds.defends_with(seat.rules, unit) * odds.factor(seat.rules, printed.type))


def movement(seat: BkSeat, uid: str) -> str:
    """Movement points as reduced by isolation (BK-MOV-01, BK-MOV-18)."""
    if not seat.s.roster[uid].mp:
        return ""
    return short(Fraction(passage.points(seat.rules, seat.s, uid), 2))


def share(unit: Unit, printed: Printed) -> int:
    """Percentage of the original strength that is left (BK-UI-40); -1 for units without strength."""
    return round(100 * min(1.0, unit.strength / printed.strength)) if printed.strength else -1


def _marks(seat: BkSeat, uid: str, unit: Unit) -> tuple[Mark, ...]:
    out: list[Mark] = []
    if unit.isolated:
        text = counted(
            unit.isolated,
            say("Isolated for one of its own turns: Table 7 reduces strength and movement."),
            say("Isolated for {n} of its own turns: Table 7 reduces strength and movement.", n=unit.isolated),
        )
        out.append(Mark("isolated", str(min(unit.isolated, 9)), text, "BK-SUP-15"))
    if unit.fixed:
        out.append(Mark("building", "F", say("Can no longer be picked up this turn."), "BK-MOV-17"))
    if unit.within:
        text = counted(
            unit.within,
            say("In a hex with Allied units for one German turn."),
            say("In a hex with Allied units for {n} German turns.", n=unit.within),
        )
        out.append(Mark("note", str(min(unit.within, 9)), text, "BK-INF-18"))
    if unit.used:
        out.append(Mark("note", "A", say("Has flown this turn."), "BK-AIR-09"))
    if uid in seat.s.held:
        out.append(Mark("reserve", "H", say("Held: offered again next turn."), "BK-UI-26"))
    return tuple(out)


def face(seat: BkSeat, uid: str) -> Face | None:
    """The counter of a unit."""
    unit = seat.s.units.get(uid)
    if unit is None:
        return None
    printed = seat.s.roster[uid]
    own, parent = name(printed)
    return Face(
        unit=uid,
        side=unit.side,
        title=title(printed),
        colour=colour(printed),
        symbol=SYMBOLS[printed.type],
        echelon=echelon(printed),
        name=own,
        parent=parent,
        left=combat(seat, uid),
        right=movement(seat, uid),
        spent=moved(seat.s, uid),
        share=share(unit, printed),
        ring=rings(seat).get(uid, ""),
        tags=_tags(seat, uid),
        marks=_marks(seat, uid, unit),
        group="/".join((seat.rules.side_name(unit.side), printed.formation)),
    )


def moved(s: Position, uid: str) -> bool:
    """Whether a counter is drawn muted: a unit that can no longer be picked up, or an air unit that has
    flown.
    """
    unit = s.units[uid]
    return unit.fixed or unit.used


def title(printed: Printed) -> Say:
    """The full name with the class."""
    return say("{name} ({kind})", name=printed.name, kind=CLASSES[printed.type])


def headline(seat: BkSeat) -> Say:
    """The top line: date, half day and weather (BK-UI-09); whose turn it is and the mode are shown beside it."""
    sky = say("clear weather") if seat.s.clear else say("bad weather")
    return say("{date}, {sky}", date=weather.date(seat.s.turn), sky=sky)


# ---- markers --------------------------------------------------------------------------------------------------------
def chips(seat: BkSeat) -> tuple[Chip, ...]:
    """Dumps with their supply number, and bridges whose ends are destroyed (BK-SUP-04, BK-MAP-05)."""
    out: list[Chip] = []
    for key, dump in seat.s.dumps.items():
        where = place(key)
        if not dump.number:
            text = say("The fuel dump at {place} is permanently destroyed.", place=where)
            out.append(Chip("depot_destroyed", dump.hex, "", text, "BK-SUP-23"))
            continue
        whose = supply.supplies(seat.s, seat.board, key)
        side = seat.rules.side_name(whose)
        text = counted(
            dump.number,
            say(
                "Fuel dump at {place}: supplies {side} units within 1 hex of its roads.",
                place=where,
                side=side,
            ),
            say(
                "Fuel dump at {place}: supplies {side} units within {n} hexes of its roads.",
                place=where,
                side=side,
                n=dump.number,
            ),
        )
        out.append(Chip(f"depot.{whose}", dump.hex, str(dump.number), text, "BK-SUP-04"))
    for side, ends in seat.s.blown.items():
        for at in ends:
            text = say("The end of the bridge in {hex} is destroyed: the bridge cannot be used.", hex=at)
            out.append(Chip("bridge_destroyed", side, "", text, "BK-MAP-06", toward=at))
    return tuple(out)
