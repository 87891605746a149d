"""The fields of a position of A Time for Trumpets, declared once for the editor, the umpire's hand, readers
and the audit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from hexbench.engine.documents.fields import (
    AT,
    YES,
    EditableField,
    FieldTable,
    inner,
    of_game,
    on_hex,
    place,
    shown,
)
from hexbench.engine.umpire import Hand
from hexbench.engine.values import Action, Say, say
from hexbench.games.trumpets import building, casualties, passage
from hexbench.games.trumpets.mission import Works
from hexbench.games.trumpets.pieces import ALLIED, ELIMINATED, EXITED, FOE, GERMAN, Printed, Unit, due

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import TtPlay
    from hexbench.games.trumpets.state import Trumpets

NONE: Final = ("", say("none"))
SIDE: Final = ((GERMAN, say("German")), (ALLIED, say("Allied")))
WEATHER: Final = (
    ("Clear", say("clear")),
    ("Overcast", say("clear, but overcast")),
    ("Fog", say("fog")),
    ("DenseFog", say("dense fog")),
    ("Snow", say("snow")),
)
AIR: Final = {GERMAN: say("German air points left"), ALLIED: say("Allied air points left")}
LOST: Final = {GERMAN: say("German steps eliminated"), ALLIED: say("Allied steps eliminated")}
_BARE: Final = Works()


# ---- units -----------------------------------------------------------------------------------------------------------
def _there(rules: Any, s: Any, uid: str) -> bool:
    return bool(s.units[uid].on_map)


def _artillery(rules: Any, s: Any, uid: str) -> bool:
    return bool(rules.template(s.mission.units[uid]).category == "artillery")


def _on_target(rules: Any, s: Any, uid: str) -> bool:
    return bool(rules.fires_tot(s.mission.units[uid]))


def _near_enemy(rules: Any, s: Any, uid: str) -> bool:
    unit = s.units[uid]
    return unit.on_map and passage.next_to_enemy(rules, s, rules.board(s), unit.side, unit.at)


def _engaged(s: Any, uid: str) -> str:
    unit = s.units.get(uid)
    return YES if unit is not None and unit.engaged else ""


def _engage(play: TtPlay, uid: str, value: bool) -> None:
    """Engage a unit with all adjacent enemies, or with none (TT-ENG-01)."""
    unit = play.units[uid]
    foes = tuple(
        foe
        for at in play.rules.atlas.near[unit.at]
        for foe in play.board.units_at(at)
        if play.units[foe].side == FOE[unit.side]
    )
    play.put(uid, engaged=foes if value else (), engaged_turn=play.player_turn if foes else 0)


UNITS: Final = FieldTable(
    Unit,
    (
        place(say("Place"), unsaid="for a unit of `base`, where it begins; otherwise needed"),
        *inner("side", unsaid="that of its counter"),
        shown(
            "lost",
            say("Steps lost"),
            most=6,
            rule="TT-LOSS-03",
            fits=_there,
            unsaid="0; all of them in `#eliminated`",
        ),
        shown("supplied", say("In supply"), fits=_there),
        shown("linked", say("In communication"), fits=_there),
        shown(
            "engaged",
            say("Engaged with adjacent enemies"),
            kind="flag",
            form=False,
            fits=_near_enemy,
            reads=_engaged,
            writes=_engage,
            doc="The enemies it is engaged with, a list; the umpire's hand sets only whether it is engaged, with all adjacent enemies (TT-ENG-01).",
            unsaid="none",
        ),
        shown("attacked", say("Has attacked"), fits=_there),
        shown("fired", say("Artillery has fired"), fits=_artillery),
        shown("tot_day", say("Day of last time on target"), most=31, fits=_on_target),
        shown("spent", say("Halves of movement factor spent"), most=40, rule="TT-REC-03", fits=_there),
        shown("strayed", say("Has left the roads"), fits=_there),
        shown("retreated", say("Has retreated"), fits=_there),
        *inner("engaged_turn", most=999),
        *inner("arrived"),
    ),
    Printed,
    counter=(
        shown("side", say("Side"), words=SIDE, needed=True, unsaid="`side` of the unit"),
        shown("nation", say("Nation"), needed=True, face=True, unsaid="`german` or `american`"),
        shown("name", say("Name"), needed=True, face=True, unsaid="the id"),
        shown(
            "type",
            say("Type"),
            needed=True,
            face=True,
            help=say("Determines category, tags and factors (13)."),
        ),
        shown("division", say("Division"), needed=True, face=True, unsaid="none"),
        shown("er", say("Efficiency"), needed=True, face=True, help=say("The efficiency rating.")),
        shown("tot", say("Time on target"), help=say("Artillery that may fire time on target (TT-REC-08).")),
    ),
    begins=(
        shown("at", say("Place"), kind="hex", help=say("The starting hex, or the hex it enters by.")),
        shown(
            "turn",
            say("Arrives"),
            kind="turn",
            help=say("The turn of arrival; empty if it starts on the map."),
        ),
    ),
)


# ---- hexes and the game ----------------------------------------------------------------------------------------------
def _road(rules: Any, s: Any, at: str) -> bool:
    return bool(rules.road_at(at))


def _worked(rules: Any, s: Any, at: str) -> bool:
    return at in s.works


def _blocked(rules: Any, s: Any, at: str) -> bool:
    return at in s.works and bool(s.works[at].road_block)


WORKS: Final = (
    on_hex(
        "position",
        say("Position"),
        path=("works", "*", "main"),
        words=(
            NONE,
            ("IP5", say("improved position (ER 5)")),
            ("IP6", say("improved position (ER 6)")),
            ("SP", say("strong point")),
            ("FT", say("fort")),
        ),
        blank=_BARE,
    ),
    on_hex(
        "road_block",
        say("Road block"),
        path=("works", "*", "road_block"),
        kind="flag",
        blank=_BARE,
        fits=_road,
    ),
    on_hex(
        "owner",
        say("Position belongs to"),
        path=("works", "*", "owner"),
        words=(("", say("first side to enter")), *SIDE),
        fits=_worked,
    ),
    on_hex(
        "block_owner",
        say("Road block belongs to"),
        path=("works", "*", "block_owner"),
        words=(("", say("owner of the position")), *SIDE),
        fits=_blocked,
    ),
)


def held(s: Trumpets) -> tuple[EditableField, ...]:
    """Fields for the side that last held each objective."""
    return tuple(
        on_hex(
            f"held.{goal.hex}",
            say("{place} last held by", place=goal.name),
            path=("held", goal.hex),
            words=(NONE, *SIDE),
            only=(goal.hex,),
            drops=True,
        )
        for goal in s.mission.objectives
    )


def of_the_game(s: Trumpets) -> tuple[EditableField, ...]:
    """Fields of the game as a whole, with their limits."""
    return (
        of_game("turn", say("Turn (number)"), least=1, most=len(s.mission.turns)),
        of_game("player_turn", least=1, most=999),
        of_game("weather", say("Weather"), words=WEATHER),
        *(
            field
            for side, _ in SIDE
            for field in (
                of_game(f"air.{side}", AIR[side], path=("air_left", side), drops=True),
                of_game(f"lost.{side}", LOST[side], path=("steps_lost", side), most=999),
            )
        ),
    )


def boxes(turns: tuple[str, ...]) -> tuple[tuple[str, Say], ...]:
    """The boxes for units, with their names: the eliminated first, the turns of arrival last."""
    return (
        (ELIMINATED, say("eliminated")),
        (EXITED, say("left the map")),
        *((due(turn), say("{turn}", turn=turn)) for turn in turns),
    )


class TtHand(Hand):
    """See :class:`hexbench.engine.umpire.Hand`."""

    def fields(self, rules: TtRules, s: Trumpets) -> tuple[EditableField, ...]:
        """All fields that have a label."""
        return (*UNITS.hand(), *WORKS, *held(s), *(one for one in of_the_game(s) if one.shown))

    def boxes(self, rules: TtRules, s: Trumpets) -> tuple[str, ...]:
        """All of them; those of the turns hold reinforcements."""
        return tuple(at for at, _ in boxes(s.mission.turns))

    def amended(self, play: TtPlay, action: Action) -> None:
        """Keep the position consistent: units off the map lose their markers, units put back regain their
        steps, and positions get an owner.
        """
        for ref in action.subject:
            if ref in play.units and action.how == AT:
                _moved(play, ref)
            elif action.how in ("position", "road_block"):
                _works(play, ref)
        casualties.tidy_engaged(play)


def _moved(play: TtPlay, uid: str) -> None:
    unit = play.units[uid]
    for at, begun in list(building.under_way(play)):
        if begun.builder == uid and unit.at != at:
            building.give_up(play, at, begun)
    full = play.rules.steps(play.mission.units[uid])
    lost = full if unit.at == ELIMINATED else 0 if unit.lost == full else unit.lost
    play.put(uid, lost=lost, engaged=unit.engaged if unit.on_map else ())
    if not unit.on_map:
        play.put(uid, spent=0, strayed=False, attacked=False, retreated=False, arrived=False)
    casualties.entered(play, uid)


def _works(play: TtPlay, at: str) -> None:
    here = play.works.get(at)
    if here is None:
        return
    if here.bare:
        play.edit("works").pop(at)
        return
    if here.block_owner and not here.road_block:
        here = play.edit("works")[at] = here.opened()
    if not here.owner and (units := play.board.units_at(at)):
        play.edit("works")[at] = replace(here, owner=play.units[units[0]].side)
