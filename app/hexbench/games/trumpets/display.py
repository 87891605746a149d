"""Counters and markers of A Time for Trumpets as display values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Chip, Face, Mark
from hexbench.engine.values import Say, counted, say
from hexbench.games.trumpets.battlefield import turn_name
from hexbench.games.trumpets.building import under_way
from hexbench.games.trumpets.pieces import GERMAN, Printed, Template, Unit, scaled

if TYPE_CHECKING:
    from collections.abc import Collection

    from hexbench.games.trumpets.mission import Works
    from hexbench.games.trumpets.seat import TtSeat

_SYMBOLS: Final = (
    ("hq", "hq"),
    ("nw", "rocket_artillery"),
    ("fa", "artillery"),
    ("artillery_substitute", "artillery"),
    ("heavy_armor", "heavy_armor"),
    ("tank", "armor"),
    ("stg3", "assault_gun"),
    ("engineer", "engineer"),
    ("aa_light", "antiair"),
    ("aa_heavy", "antiair"),
    ("aa_aw", "antiair"),
    ("parachute", "airborne"),
    ("armored_infantry", "mech_infantry"),
    ("armored_recon", "recon"),
    ("armored_cavalry", "armored_cavalry"),
)
"""Maps tags to symbols; the first tag that a unit carries decides."""
_SIZES: Final = {"bn": "II", "co": "I", "trp": "I", "btry": "I", "plt": "•••"}
"""Maps the last word of a type's key to a size symbol."""
_SS: Final = ("1SS", "2SS", "9SS", "12SS")
_LUFTWAFFE: Final = ("3FJ", "5FJ")
POSITIONS: Final = {
    "IP5": say("Improved position, ER 5."),
    "IP6": say("Improved position, ER 6."),
    "SP": say("Strong point: ER 6, artillery halved, one column left, counterattack results ignored."),
    "FT": say("Fort: ER 6, artillery halved, two columns left, counterattack results ignored."),
}


def colour(printed: Printed) -> str:
    """The palette key of a counter: nation, and branch of German units."""
    if printed.nation != "german":
        return "us" if printed.nation == "american" else "british"
    if printed.division in _SS:
        return "german.ss"
    return "german.lw" if printed.division in _LUFTWAFFE else "german.heer"


def symbol(template: Template, tags: Collection[str]) -> str:
    """The symbol drawn in the box of a counter."""
    found = next((sign for tag, sign in _SYMBOLS if tag in tags), "")
    if found:
        return found
    if "anti_tank" in tags:
        return "tank_destroyer" if "afv" in tags else "antitank"
    if "infantry" in tags:
        return "motorised" if template.move == "wheeled" else "infantry"
    return "cavalry" if "recon" in tags else "infantry"


def size(printed: Printed, template: Template) -> str:
    """The size symbol."""
    if template.category == "hq":
        return "" if "special_hq" in template.tags else "XX"
    if template.category == "artillery":
        return "II"
    return _SIZES.get(printed.type.rpartition("_")[2], "")


def factors(template: Template, left: int) -> str:
    """Attack and defence at the remaining steps; for artillery factor and range (TT-REC-08, TT-REC-11)."""
    if template.fa or template.nw:
        return f"{template.fa or template.nw}/{template.range}"
    af, df = (scaled(n, left, template.steps) for n in (template.af, template.df))
    return f"{af}-{df}"


def bars(seat: TtSeat) -> dict[str, str]:
    """Maps divisions to the palette keys of their bars, in order of battle order; fixed for a game."""

    def make() -> dict[str, str]:
        names = dict.fromkeys(p.division for p in units.values() if p.division)
        return {division: f"bar.{1 + i}" for i, division in enumerate(names)}

    units = seat.s.mission.units
    return seat.rules.facts.get("bars", (units,), make)


def marks(seat: TtSeat, uid: str, unit: Unit) -> tuple[Mark, ...]:
    """The states to be shown on the counter."""
    out: list[Mark] = []
    if unit.engaged:
        text = say("Engaged: it may only withdraw one hex, and may attack only enemies it is engaged with.")
        out.append(Mark("engaged", "E", text, "TT-ENG-02"))
    if unit.on_map and not unit.supplied:
        text = say("Out of supply: MF is halved, and the enemy gains a column shift in combat.")
        out.append(Mark("out_of_supply", "S", text, "TT-REC-12"))
    if unit.on_map and not unit.linked:
        text = say("Out of communication: the enemy gains a column shift in combat.")
        out.append(Mark("out_of_communication", "C", text, "TT-REC-13"))
    if unit.attacked:
        out.append(Mark("note", "A", say("It has attacked this segment."), "TT-REC-06"))
    if unit.fired:
        out.append(Mark("note", "F", say("This artillery has fired this turn."), "TT-REC-08"))
    if any(begun.builder == uid for _, begun in under_way(seat.s)):
        out.append(Mark("building", "B", say("It is building here and may not move."), "TT-DEF-20"))
    return tuple(out)


def face(seat: TtSeat, uid: str) -> Face | None:
    """The counter of a unit."""
    unit = seat.s.units.get(uid)
    if unit is None:
        return None
    rules, printed = seat.rules, seat.s.mission.units[uid]
    template = rules.template(printed)
    left = max(template.steps - unit.lost, 0)
    title = say("{name} ({division})", name=printed.name, division=printed.division or "-")
    return Face(
        unit=uid,
        side=unit.side,
        title=title,
        colour=colour(printed),
        symbol=symbol(template, rules.tags(printed)),
        echelon=size(printed, template),
        name=printed.name,
        parent=printed.division,
        bar=bars(seat).get(printed.division, ""),
        box="er",
        letter=str(printed.er),
        left=factors(template, left),
        right=str(template.mf),
        steps=(left, template.steps),
        back=0 < unit.lost < template.steps,
        spent=unit.side == seat.s.phasing and bool(unit.spent or unit.attacked),
        marks=marks(seat, uid, unit),
        group="/".join((rules.side_name(unit.side), printed.division or "Corps")),
    )


# ---- the top line -----------------------------------------------------------------------------------------------------
PARTS: Final = {
    "PD": say("before dawn"),
    "MO": say("morning"),
    "AF": say("afternoon"),
    "EV": say("evening"),
}
SKIES: Final = {
    "Clear": say("clear weather"),
    "Overcast": say("clear but overcast"),
    "Fog": say("fog"),
    "DenseFog": say("dense fog"),
    "Snow": say("snow"),
}
_DECEMBER: Final = 31
"""Days in December; later turns continue the count."""


def headline(seat: TtSeat) -> Say:
    """The top line: date, part of the day and weather (TT-REC-14)."""
    name = turn_name(seat.s)
    day = int(name[:-2])
    late = day > _DECEMBER
    return say(
        "{date} {year}, {part}, {sky}",
        date=f"{day - _DECEMBER} January" if late else f"{day} December",
        year=1945 if late else 1944,
        part=PARTS[name[-2:]],
        sky=SKIES[seat.s.weather],
    )


# ---- markers ----------------------------------------------------------------------------------------------------------
def _works_said(works: Works) -> Say:
    """A position with its owner."""
    whose = {"german": say("German: "), "allied": say("Allied: ")}.get(works.owner, Say(""))
    return say("{whose}{what}", whose=whose, what=POSITIONS.get(works.main, say("Road block.")))


def chips(seat: TtSeat) -> tuple[Chip, ...]:
    """Positions, road blocks, what is being built, and the objectives."""
    s, rules = seat.s, seat.rules
    out: list[Chip] = []
    for at, works in s.works.items():
        if works.main:
            key = "fort" if works.main == "FT" else "strong_point" if works.main == "SP" else "entrenchment"
            out.append(Chip(key, at, works.main[2:], _works_said(works), f"TT-DEF-ER-{works.main}"))
        if works.road_block:
            out.append(
                Chip("road_block", at, "", say("Road block: enemy units that enter must stop."), "TT-REC-16")
            )
    for at, begun in under_way(s):
        name = rules.tables.positions[begun.kind].name
        text = (
            say("A road block is being cleared.")
            if begun.clears
            else say("Under construction: {name}.", name=name)
        )
        out.append(Chip("building_entrenchment", at, begun.kind, text, "TT-REC-15"))
    for at, goal in rules.goals(s.mission).items():
        side = s.held.get(at, "")
        who = rules.side_name(side) if side else say("nobody")
        text = counted(
            goal.points,
            say("{place}: 1 point, held by {who}.", place=goal.name, who=who),
            say("{place}: {n} points, held by {who}.", place=goal.name, n=goal.points, who=who),
        )
        key = "objective" if not side else "objective_german" if side == GERMAN else "objective_allied"
        out.append(Chip(key, at, str(goal.points), text, "TT-REC-19"))
    return tuple(out)
