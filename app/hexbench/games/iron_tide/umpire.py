"""What the umpire's hand may change in Iron Tide, and what hangs on it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.documents.fields import AT, EditableField
from hexbench.engine.values import Action, Say, say
from hexbench.games.iron_tide import chits, works
from hexbench.games.iron_tide.air import BOXES
from hexbench.games.iron_tide.pieces import ALLIED, DUE, ELIMINATED, EXITED, GERMAN, LOST, TRAYS, WITHHELD

if TYPE_CHECKING:
    from hexbench.games.iron_tide.hands import ItPlay
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.state import IronTide

NONE: Final = ("", say("none"))
SIDES: Final = ((GERMAN, say("German")), (ALLIED, say("Allied")))
AIR: Final = {
    GERMAN: say("German air points ready"),
    ALLIED: say("Allied air points ready"),
    "resupply": say("Resupply air points ready"),
}


def _regiment(rules: Any, s: Any, uid: str) -> bool:
    return bool(s.roster[uid].size == "regiment")


def _chit(rules: Any, s: Any, uid: str) -> bool:
    """11.78i: it has a chit that can lie reduced side up."""
    if uid not in s.chits:
        return False
    return chits.strength(rules.tables.chits, s.roster[uid], s.chits[uid], reduced=True) > 0


def _restricted(rules: Any, s: Any, uid: str) -> bool:
    return bool(s.roster[uid].restriction)


def _river(rules: Any, s: Any, name: str) -> bool:
    key = rules.atlas.side_keys(name)[0]
    return "river" in rules.atlas.side_kinds.get(key, ()) and name not in s.works


def _box(box: str, rules: Any, s: Any, ref: str) -> bool:
    return box in s.air


def _flag(key: str, text: Say, fits: Any = None) -> EditableField:
    return EditableField(key=key, of="unit", name=text, path=("units", "*", key), kind="flag", fits=fits)


UNITS: Final = (
    _flag("cadre", say("Cadre"), _regiment),
    _flag("reduced", say("Reduced"), _chit),
    EditableField(
        key="supply",
        of="unit",
        name=say("Supply"),
        path=("units", "*", "supply"),
        kind="choice",
        choices=(
            ("supplied", say("in supply")),
            ("out", say("out of supply")),
            ("isolated", say("isolated")),
        ),
    ),
    _flag("moved", say("Has moved")),
    _flag("reserve", say("In reserve")),
    _flag("released", say("Released"), _restricted),
    _flag("short", say("Short of fuel")),
    _flag("fired", say("Artillery has fired")),
    _flag("attacked", say("Was attacked this game turn")),
    _flag("frozen", say("Took a replacement")),
)
PLACES: Final = (
    EditableField(
        key="held",
        of="hex",
        name=say("Taken by"),
        path=("held", "*"),
        kind="choice",
        choices=(NONE, *SIDES),
        drops=True,
    ),
    EditableField(
        key="entrenchment",
        of="hex",
        name=say("Entrenchment"),
        path=("entrenchments", "*"),
        kind="choice",
        choices=(NONE, *SIDES),
        drops=True,
    ),
    EditableField(
        key="depot",
        of="hex",
        name=say("Fuel depot"),
        path=("depots", "*"),
        kind="choice",
        choices=(
            NONE,
            ("stocked", say("stocked")),
            ("captured", say("captured")),
            ("destroyed", say("destroyed")),
        ),
        drops=True,
    ),
    EditableField(
        key="bridge",
        of="side",
        name=say("Bridge"),
        path=("bridges", "*"),
        kind="choice",
        choices=(("", say("as printed")), ("destroyed", say("destroyed")), ("built", say("built"))),
        drops=True,
        fits=_river,
    ),
)


def editable(rules: ItRules, s: IronTide) -> tuple[EditableField, ...]:
    """Everything, in the order in which it is shown."""
    last = len(rules.tables.turn_record.turns)
    air = tuple(
        EditableField(
            key=f"air.{box}",
            of="game",
            name=AIR[box],
            path=("air", box, "ready"),
            fits=partial(_box, box),
        )
        for box in BOXES
    )
    counted = (
        EditableField(
            key="turn", of="game", name=say("Game turn (number)"), path=("turn",), least=1, most=s.last_turn
        ),
        EditableField(key="losses", of="game", name=say("Allied units lost"), path=("allied_losses",)),
        EditableField(
            key="meuse",
            of="game",
            name=say("Game turn in which the Meuse was crossed"),
            path=("meuse_crossed",),
            most=last,
        ),
        EditableField(key="fuel", of="game", name=say("Fuel rolls put off"), path=("fuel_skipped",)),
    )
    return (*UNITS, *PLACES, *air, *counted)


def boxes(rules: ItRules) -> tuple[str, ...]:
    """The boxes of the game; the turns of the record are those of arrivals."""
    due = (f"{DUE}{turn.id}" for turn in rules.tables.turn_record.turns)
    return (ELIMINATED, LOST, EXITED, WITHHELD, *TRAYS.values(), *due)


def amended(play: ItPlay, action: Action) -> None:
    """Chits go back, work is given up, and who came back has not left the map."""
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
