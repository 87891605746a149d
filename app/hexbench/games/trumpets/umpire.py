"""What the umpire's hand may change in A Time for Trumpets, and what hangs on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from hexbench.engine.documents.fields import AT, YES, EditableField
from hexbench.engine.values import Action, Say, say
from hexbench.games.trumpets import building, harm, passage
from hexbench.games.trumpets.pieces import ALLIED, ELIMINATED, EXITED, FOE, GERMAN, due
from hexbench.games.trumpets.works import Works

if TYPE_CHECKING:
    from hexbench.games.trumpets.hands import TtPlay
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.state import Trumpets

NONE: Final = ("", say("none"))
SIDES: Final = ((GERMAN, say("German")), (ALLIED, say("Allied")))
MOST_STEPS: Final = 6
MOST_HALVES: Final = 40
"""Halves of a movement factor a lever may reach; the audit knows each unit's own."""
AIR: Final = {GERMAN: say("German air points left"), ALLIED: say("Allied air points left")}
LOST: Final = {GERMAN: say("German steps eliminated"), ALLIED: say("Allied steps eliminated")}
_BARE: Final = Works()


# ---- which subjects ----------------------------------------------------------------------------------------------------
def _there(rules: Any, s: Any, uid: str) -> bool:
    return bool(s.units[uid].on_map)


def _artillery(rules: Any, s: Any, uid: str) -> bool:
    return bool(rules.template(s.mission.units[uid]).category == "artillery")


def _on_target(rules: Any, s: Any, uid: str) -> bool:
    return bool(rules.fires_tot(s.mission.units[uid]))


def _near_enemy(rules: Any, s: Any, uid: str) -> bool:
    unit = s.units[uid]
    return unit.on_map and passage.next_to_enemy(rules, s, rules.board(s), unit.side, unit.at)


def _road(rules: Any, s: Any, at: str) -> bool:
    return bool(rules.road_at(at))


def _worked(rules: Any, s: Any, at: str) -> bool:
    return at in s.works


@dataclass(frozen=True, kw_only=True)
class Engagement(EditableField):
    """Whether a unit is engaged. With whom follows from who stands next to it (TT-ENG-01)."""

    def read(self, s: Any, ref: str) -> str:
        """``yes`` where it is."""
        unit = s.units.get(ref)
        return YES if unit is not None and unit.engaged else ""

    def parse(self, text: str) -> Any:
        """Nobody yet, or a stand-in until :func:`amended` looks round."""
        return (YES,) if super().parse(text) else ()


def _flag(key: str, text: Say, fits: Any = _there) -> EditableField:
    return EditableField(key=key, of="unit", name=text, path=("units", "*", key), kind="flag", fits=fits)


def _count(key: str, text: Say, most: int, fits: Any = _there) -> EditableField:
    return EditableField(key=key, of="unit", name=text, path=("units", "*", key), most=most, fits=fits)


UNITS: Final = (
    _count("lost", say("Steps lost"), MOST_STEPS),
    _flag("supplied", say("In supply")),
    _flag("linked", say("In communication")),
    Engagement(
        key="engaged",
        of="unit",
        name=say("Engaged with the enemies next to it"),
        path=("units", "*", "engaged"),
        kind="flag",
        fits=_near_enemy,
    ),
    _flag("attacked", say("Has attacked")),
    _flag("fired", say("Artillery has fired"), _artillery),
    _count("tot_day", say("Day of its last time on target"), 31, _on_target),
    _count("spent", say("Halves of its movement factor spent"), MOST_HALVES),
    _flag("strayed", say("Has left the roads")),
    _flag("retreated", say("Has retreated")),
)
PLACES: Final = (
    EditableField(
        key="position",
        of="hex",
        name=say("Position"),
        path=("works", "*", "main"),
        kind="choice",
        choices=(
            NONE,
            ("IP5", say("improved position (ER 5)")),
            ("IP6", say("improved position (ER 6)")),
            ("SP", say("strong point")),
            ("FT", say("fort")),
        ),
        blank=_BARE,
    ),
    EditableField(
        key="road_block",
        of="hex",
        name=say("Road block"),
        path=("works", "*", "road_block"),
        kind="flag",
        blank=_BARE,
        fits=_road,
    ),
    EditableField(
        key="owner",
        of="hex",
        name=say("Whose position it is"),
        path=("works", "*", "owner"),
        kind="choice",
        choices=(("", say("of whoever comes first")), *SIDES),
        fits=_worked,
    ),
)
WEATHER: Final = (
    ("Clear", say("clear")),
    ("Overcast", say("clear, but overcast")),
    ("Fog", say("fog")),
    ("DenseFog", say("dense fog")),
    ("Snow", say("snow")),
)


def editable(rules: TtRules, s: Trumpets) -> tuple[EditableField, ...]:
    """Everything, in the order in which it is shown."""
    held = tuple(
        EditableField(
            key=f"held.{goal.hex}",
            of="hex",
            name=say("{place} last held by", place=goal.name),
            path=("held", goal.hex),
            kind="choice",
            choices=(NONE, *SIDES),
            only=(goal.hex,),
            drops=True,
        )
        for goal in s.mission.objectives
    )
    game = [
        EditableField(
            key="turn",
            of="game",
            name=say("Turn (number)"),
            path=("turn",),
            least=1,
            most=len(s.mission.turns),
        ),
        EditableField(
            key="weather", of="game", name=say("Weather"), path=("weather",), kind="choice", choices=WEATHER
        ),
    ]
    for side, _ in SIDES:
        game.append(
            EditableField(
                key=f"air.{side}", of="game", name=AIR[side], path=("air_left", side), most=20, drops=True
            )
        )
        game.append(EditableField(key=f"lost.{side}", of="game", name=LOST[side], path=("steps_lost", side)))
    return (*UNITS, *PLACES, *held, *game)


def boxes(s: Trumpets) -> tuple[str, ...]:
    """The boxes of the game; those of the turns hold reinforcements."""
    return (ELIMINATED, EXITED, *(due(turn) for turn in s.mission.turns))


def amended(play: TtPlay, action: Action) -> None:
    """Whoever leaves the map leaves its markers; who comes back has all its steps; positions know whose they are."""
    for ref in action.subject:
        if ref in play.units:
            _unit(play, ref, action.how)
        elif action.how in ("position", "road_block"):
            _works(play, ref)
    harm.tidy_engaged(play)


def _unit(play: TtPlay, uid: str, how: str) -> None:
    unit = play.units[uid]
    if how == AT:
        for at, begun in list(play.building.items()):
            if begun.builder == uid and unit.at != at:
                building.give_up(play, at)
        full = play.rules.steps(play.mission.units[uid])
        lost = full if unit.at == ELIMINATED else 0 if unit.lost == full else unit.lost
        play.put(uid, lost=lost, engaged=unit.engaged if unit.on_map else ())
        if not unit.on_map:
            play.put(uid, spent=0, strayed=False, attacked=False, retreated=False)
        harm.entered(play, uid)
    elif how == "engaged":
        foes = tuple(
            foe
            for at in play.rules.atlas.near[unit.at]
            for foe in play.board.units_at(at)
            if play.units[foe].side == FOE[unit.side]
        )
        play.put(uid, engaged=foes if unit.engaged else (), engaged_turn=play.player_turn if foes else 0)


def _works(play: TtPlay, at: str) -> None:
    here = play.works.get(at)
    if here is None:
        return
    if here.bare:
        play.edit("works").pop(at)
    elif not here.owner and (units := play.board.units_at(at)):
        play.edit("works")[at] = replace(here, owner=play.units[units[0]].side)
