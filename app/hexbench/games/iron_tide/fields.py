"""The fields of Iron Tide's positions, declared once for the editor, the umpire's hand, readers and the audit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.documents.base import words
from hexbench.engine.documents.fields import (
    AT,
    EditableField,
    FieldTable,
    inner,
    of_game,
    on_hex,
    on_side,
    place,
    shown,
)
from hexbench.engine.umpire import Hand
from hexbench.engine.values import Action, Say, say
from hexbench.games.iron_tide import chits, works
from hexbench.games.iron_tide.air import BOXES
from hexbench.games.iron_tide.names import ARMS
from hexbench.games.iron_tide.pieces import (
    ALLIED,
    DUE,
    ELIMINATED,
    EXITED,
    GERMAN,
    LOST,
    SIDES,
    TRAYS,
    WITHHELD,
    Printed,
    Unit,
)

if TYPE_CHECKING:
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItPlay
    from hexbench.games.iron_tide.state import IronTide

NONE: Final = ("", say("none"))
SIDE: Final = ((GERMAN, say("German")), (ALLIED, say("Allied")))
LETTERS: Final = ("A", "B", "C")
"""The lines of a chit (9.0b)."""


# ---- units -----------------------------------------------------------------------------------------------------------
def _regiment(rules: Any, s: Any, uid: str) -> bool:
    return bool(s.roster[uid].size == "regiment")


def _chit(rules: Any, s: Any, uid: str) -> bool:
    """11.78i: it has a chit that can lie reduced side up."""
    if uid not in s.chits:
        return False
    return chits.strength(rules.tables.chits, s.roster[uid], s.chits[uid], reduced=True) > 0


def _restricted(rules: Any, s: Any, uid: str) -> bool:
    return bool(s.roster[uid].restriction)


UNITS: Final = FieldTable(
    Unit,
    (
        place(say("Place"), unsaid="for a unit of `base` the box it waits in; otherwise needed"),
        *inner("side", unsaid="that of the counter"),
        shown("cadre", say("Cadre"), fits=_regiment),
        shown("reduced", say("Reduced"), fits=_chit),
        shown(
            "supply",
            say("Supply"),
            words={
                "supplied": say("in supply"),
                "out": say("out of supply"),
                "isolated": say("isolated"),
            },
        ),
        shown(
            "chit",
            say("Chit"),
            kind="number",
            blank=None,
            hand=False,
            secret=True,
            help=say(
                "The strength chit under a regiment: its position in the chit table of its "
                "colour, counted from 0. Leave empty for none."
            ),
            doc="Kind of the strength chit under a regiment, counted from 0 in the chit table of its colour.",
            unsaid="none drawn",
        ),
        shown("moved", say("Has moved")),
        shown("reserve", say("In reserve")),
        shown("released", say("Released"), fits=_restricted, unsaid="true if a German unit is that near"),
        shown("short", say("Short of fuel")),
        shown("fired", say("Artillery has fired")),
        shown("attacked", say("Was attacked this game turn")),
        shown("frozen", say("Took a replacement")),
        *inner("drawn", unsaid="true with a `chit`"),
        *inner("zoc", "delayed", "tricked", "fell_back", "retreated"),
    ),
    Printed,
    counter=(
        shown("side", say("Side"), words=SIDE, needed=True, unsaid="`side` of the unit"),
        shown(
            "name",
            say("Name"),
            needed=True,
            face=True,
            help=say("The designation printed on the counter."),
            unsaid="the id",
        ),
        shown(
            "nationality",
            say("Nationality"),
            words=words("german", "us", "british", "belgian", "norwegian"),
            needed=True,
            face=True,
            help=say("Determines the colour of the counter (2.31a)."),
            unsaid="`german` or `us`",
        ),
        shown("type", say("Arm"), words=ARMS, needed=True, face=True),
        shown(
            "size",
            say("Size"),
            needed=True,
            face=True,
            help=say(
                "Regiments draw strength chits and have zones of control; other units have a printed factor."
            ),
        ),
        shown(
            "mobility",
            say("Mobility"),
            words={
                "N": say("N, non-mechanized"),
                "MI": say("MI, mechanized infantry"),
                "M": say("M, other mechanized"),
            },
            needed=True,
            help=say("The column used on the Terrain Effects Chart."),
        ),
        shown("movement", say("Movement"), needed=True, face=True),
        shown("factor", say("Combat factor"), face=True, help=say("For battalions and artillery.")),
        shown("cadre_factor", say("Cadre factor"), face=True, help=say("On the back of a regiment counter.")),
        shown(
            "cup",
            say("Cup"),
            words=(NONE, *((colour, say("{word}", word=colour)) for colour in chits.COLOURS)),
            help=say("For regiments."),
            unsaid="`blue` for a regiment, none for others",
        ),
        shown(
            "letter",
            say("Letter"),
            words=(NONE, *words(*LETTERS)),
            face=True,
            help=say("For regiments."),
            unsaid="`B` for a regiment, none for others",
        ),
        shown("elite", say("Elite"), face=True),
        shown("division", say("Division"), face=True),
        shown("army", say("Army")),
        shown(
            "service",
            say("Service"),
            face=True,
            help=say("army, ss, luftwaffe or grossdeutschland (2.31a)."),
        ),
        shown(
            "integrity",
            say("Divisional integrity"),
            help=say("Counts towards the divisional integrity shift (11.3)."),
        ),
        shown(
            "entry",
            say("Entry road"),
            help=say("The letter of an Allied entry road, or east for the German edge."),
        ),
        shown(
            "drop",
            say("Landing hex"),
            kind="hex",
            help=say("The hex around which a parachute unit lands (16.2a)."),
        ),
        shown("restriction", say("Restrictions"), help=say("For example 17.1:type1 or until:25AM.")),
        shown(
            "temporary_zoc",
            say("Temporary ZOC"),
            help=say("Its starting hex has a Temporary ZOC marker (7.4b)."),
        ),
    ),
    begins=(
        shown("hex", say("Starting hex"), kind="hex"),
        shown(
            "place",
            say("Starting place"),
            help=say("The name of a starting place on the map, used when no hex is given."),
        ),
        shown(
            "free",
            say("Placed freely"),
            help=say("Its owner places it during set-up; the hex is only a suggestion (3.0h)."),
        ),
        shown(
            "arrives",
            say("Arrives"),
            kind="turn",
            blank="",
            help=say("The game turn in which it arrives; 16AM is the start."),
            unsaid="`16AM`",
        ),
        shown("starts_reduced", say("Starts reduced")),
    ),
)


# ---- hexes, hexsides and the game ------------------------------------------------------------------------------------
def _river(rules: Any, s: Any, name: str) -> bool:
    key = rules.atlas.side_keys(name)[0]
    return "river" in rules.atlas.side_kinds.get(key, ()) and name not in s.works


ENTRENCHMENT: Final = on_hex(
    "entrenchment", say("Entrenchment"), path=("entrenchments", "*"), words=(NONE, *SIDE), drops=True
)
DEPOT: Final = on_hex(
    "depot",
    say("Fuel depot"),
    path=("depots", "*"),
    words=(NONE, *words("stocked", "captured", "destroyed")),
    drops=True,
)
BRIDGE: Final = on_side(
    "bridge",
    say("Bridge"),
    path=("bridges", "*"),
    words=(("", say("as printed")), *words("destroyed", "built")),
    drops=True,
    fits=_river,
)
PLACES: Final = (
    on_hex("held", say("Taken by"), words=(NONE, *SIDE), drops=True),
    ENTRENCHMENT,
    DEPOT,
    BRIDGE,
)
AIR: Final = {
    GERMAN: say("German air points ready"),
    ALLIED: say("Allied air points ready"),
    "resupply": say("Resupply air points ready"),
}


def of_the_game(rules: ItRules, s: IronTide) -> tuple[EditableField, ...]:
    """The fields of the game itself, besides the units, with their bounds."""
    last = len(rules.tables.turn_record.turns)
    return (
        *(
            of_game(f"air.{box}", AIR[box], path=("air", box, "ready"), rule="10.0a")
            for box in BOXES
            if box in s.air
        ),
        of_game("turn", say("Game turn (number)"), least=1, most=min(s.last_turn, last)),
        of_game("losses", say("Allied units lost"), path=("allied_losses",), most=999),
        of_game(
            "meuse",
            say("Game turn in which the Meuse was crossed"),
            path=("meuse_crossed",),
            most=last,
        ),
        of_game("fuel", say("Fuel rolls put off"), path=("fuel_skipped",)),
        of_game("infiltrated", say("Game turn of the infiltration"), most=last, hand=False),
        of_game(
            "mech_replacement",
            say("Game turn of the last mechanized replacement"),
            most=last,
            hand=False,
        ),
    )


def boxes(rules: ItRules) -> tuple[tuple[str, Say], ...]:
    """The boxes units can lie in, with their names; first that of the eliminated, last those of the Turn Record."""
    trays = ((TRAYS[side], say("{side}: placed freely", side=rules.side_name(side))) for side in SIDES)
    return (
        (ELIMINATED, say("eliminated")),
        (LOST, say("eliminated, isolated")),
        (EXITED, say("left the map")),
        (WITHHELD, say("withheld")),
        *trays,
        *((DUE + turn.id, say("{turn}", turn=turn.id)) for turn in rules.tables.turn_record.turns),
        (f"{DUE}COND", say("on a condition")),
    )


class ItHand(Hand):
    """See :class:`hexbench.engine.umpire.Hand`."""

    def fields(self, rules: ItRules, s: IronTide) -> tuple[EditableField, ...]:
        """Everything that has a name, save the turns that play itself notes."""
        return (*UNITS.hand(), *PLACES, *(one for one in of_the_game(rules, s) if one.hand))

    def boxes(self, rules: ItRules, s: IronTide) -> tuple[str, ...]:
        return tuple(at for at, _ in boxes(rules))

    def amended(self, play: ItPlay, action: Action) -> None:
        """Return chits, abandon work, and clear the record of a unit that is back from off the map."""
        for uid in action.subject:
            if uid not in play.units:
                continue
            unit = play.units[uid]
            if action.how == AT:
                works.gone(play, uid)
                if not unit.on_map:
                    chits.give_back(play, uid)
                    play.put(uid, reserve=False, zoc=False, retreated=False)
                if uid in play.exited and unit.at != EXITED:
                    play.edit("exited").pop(uid)
            elif action.how == "cadre" and unit.cadre:
                chits.give_back(play, uid)
