"""What the umpire's hand may change in Blitzkrieg at the Ardennes, and what hangs on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.documents.fields import AT, YES, EditableField
from hexbench.engine.values import Action, say
from hexbench.games.blitzkrieg import dumps, harm, isolation, placing, victory
from hexbench.games.blitzkrieg.arrivals import Reinforce
from hexbench.games.blitzkrieg.deploy import Deploy
from hexbench.games.blitzkrieg.odds import defending
from hexbench.games.blitzkrieg.pieces import (
    ALLIED,
    BATTERY,
    ELIMINATED,
    GERMAN,
    GROUND,
    MERGED,
    RASTER,
    SIDES,
    SKY,
    due,
)

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkPlay
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.state import Blitzkrieg

_GONE: Final = (ELIMINATED, MERGED)
_SIDES: Final = ((GERMAN, say("German")), (ALLIED, say("Allied")))
_NUMBER: Final = 12
"""The highest supply number that makes sense: there are no longer ways from a road on this map."""
_TURNS: Final = 9
_POINTS: Final = 999


# ---- units -----------------------------------------------------------------------------------------------------------
def _fights(rules: BkRules, s: Blitzkrieg, uid: str) -> bool:
    """Ground units that are in the game."""
    return s.roster[uid].type in GROUND and s.units[uid].at not in _GONE


def _on_map(rules: BkRules, s: Blitzkrieg, uid: str) -> bool:
    return s.units[uid].on_map


def _flies(rules: BkRules, s: Blitzkrieg, uid: str) -> bool:
    return s.roster[uid].type == "air" and s.units[uid].at not in _GONE


def _spies(rules: BkRules, s: Blitzkrieg, uid: str) -> bool:
    return s.roster[uid].type == "infiltrator" and s.units[uid].on_map


def _strengthen(play: BkPlay, uid: str, points: int) -> None:
    """An isolated unit is never weaker in defence than it is in attack (BK-SUP-16)."""
    unit = play.units[uid]
    play.put(uid, strength=points, base=max(unit.base, points) if unit.base else 0)


def _isolate(play: BkPlay, uid: str, turns: int) -> None:
    """Table 7 takes its share; in supply again it has its strength back (BK-SUP-15, BK-SUP-19)."""
    whole = play.units[uid].defence
    left = max(1, isolation.weakened(play.rules, play, uid, whole, turns))
    play.put(uid, isolated=turns, strength=left, base=whole if turns else 0)


_UNITS: Final = (
    EditableField(
        key="strength",
        of="unit",
        name=say("Attack strength"),
        path=("units", "*", "strength"),
        least=1,
        fits=_fights,
        writes=_strengthen,
    ),
    EditableField(
        key="isolated",
        of="unit",
        name=say("Turns of isolation"),
        path=("units", "*", "isolated"),
        most=_TURNS,
        fits=_fights,
        writes=_isolate,
    ),
    EditableField(
        key="fixed",
        of="unit",
        name=say("May not move any more"),
        path=("units", "*", "fixed"),
        kind="flag",
        fits=_on_map,
    ),
    EditableField(
        key="used",
        of="unit",
        name=say("Has flown in this turn"),
        path=("units", "*", "used"),
        kind="flag",
        fits=_flies,
    ),
    EditableField(
        key="within",
        of="unit",
        name=say("Turns among the enemy"),
        path=("units", "*", "within"),
        most=_TURNS,
        fits=_spies,
    ),
)

# ---- bridges: the first and the second end are those in the first and the second hex of the hexside's name -----------
_ENDS: Final[dict[str, tuple[int, ...]]] = {"": (), "first": (0,), "second": (1,), "both": (0, 1)}


def _bridge(rules: BkRules, s: Blitzkrieg, side: str) -> bool:
    return side in rules.bridges


def _ends(s: Blitzkrieg, side: str) -> str:
    gone = s.blown.get(side, ())
    found = tuple(n for n, at in enumerate(side.split("/")) if at in gone)
    return next(name for name, ends in _ENDS.items() if ends == found)


def _blow(play: BkPlay, side: str, name: str) -> None:
    banks = side.split("/")
    blown = play.edit("blown")
    blown.pop(side, None)
    if name:
        blown[side] = tuple(banks[n] for n in _ENDS[name])


_BRIDGE: Final = EditableField(
    key="bridge",
    of="side",
    name=say("Bridge"),
    kind="choice",
    choices=(
        ("", say("whole")),
        ("first", say("end in the first hex destroyed")),
        ("second", say("end in the second hex destroyed")),
        ("both", say("both ends destroyed")),
    ),
    fits=_bridge,
    reads=_ends,
    writes=_blow,
)


# ---- places and the game ---------------------------------------------------------------------------------------------
def _holding(city: str) -> tuple[Callable[[Any, str], str], Callable[[Any, str, Any], None]]:
    """How it is read, and set, whether a city was held at the end of the last German turn (BK-VIC-05)."""

    def reads(s: Blitzkrieg, ref: str) -> str:
        return YES if city in s.holding else ""

    def writes(play: BkPlay, ref: str, value: bool) -> None:
        known = victory.cities(play.rules)
        play.set(holding=tuple(c for c in known if (value if c == city else c in play.holding)))

    return reads, writes


def _places(rules: BkRules, s: Blitzkrieg) -> tuple[EditableField, ...]:
    out = []
    for key, dump in s.dumps.items():
        name = dumps.place(rules, dump.hex)
        number = EditableField(
            key=f"dump.{key}",
            of="hex",
            name=say("Supply number of the dump of {place} (0: destroyed)", place=name),
            path=("dumps", key, "number"),
            most=_NUMBER,
            only=(dump.hex,),
        )
        owner = EditableField(
            key=f"dump.{key}.owner",
            of="hex",
            name=say("Owner of the dump of {place}", place=name),
            path=("dumps", key, "owner"),
            kind="choice",
            choices=_SIDES,
            only=(dump.hex,),
        )
        out += [number, owner]
    for city, hexes in victory.cities(rules).items():
        reads, writes = _holding(city)
        held = EditableField(
            key=f"held.{city}",
            of="hex",
            name=say("Germans held {city} at the end of their turn", city=dumps.place(rules, hexes[0])),
            kind="flag",
            only=hexes,
            reads=reads,
            writes=writes,
        )
        out.append(held)
    return tuple(out)


def _reach_level(play: BkPlay, ref: str, level: int) -> None:
    """The round in which a level was reached goes with it (BK-VIC-07)."""
    play.set(level=level, level_turn=(play.level_turn or play.turn) if level else 0)


def _lose(side: str, play: BkPlay, ref: str, points: int) -> None:
    play.edit("lost")[side] = points


def _lost(side: str, s: Blitzkrieg, ref: str) -> str:
    return str(s.lost.get(side, 0))


def _counted(s: Blitzkrieg) -> tuple[EditableField, ...]:
    names = {GERMAN: say("German strength points lost"), ALLIED: say("Allied strength points lost")}
    lost = tuple(
        EditableField(
            key=f"lost.{side}",
            of="game",
            name=names[side],
            most=_POINTS,
            reads=partial(_lost, side),
            writes=partial(_lose, side),
        )
        for side in SIDES
    )
    return (
        EditableField(
            key="turn", of="game", name=say("Round (number)"), path=("turn",), least=1, most=s.last_turn
        ),
        EditableField(key="clear", of="game", name=say("Flying weather"), path=("clear",), kind="flag"),
        EditableField(
            key="rockets",
            of="game",
            name=say("Rockets launched in this turn"),
            path=("rockets",),
            most=_TURNS,
        ),
        EditableField(
            key="level",
            of="game",
            name=say("German level of victory reached (0: none)"),
            path=("level",),
            most=victory.GOAL,
            writes=_reach_level,
        ),
        *lost,
    )


# ---- the contract ----------------------------------------------------------------------------------------------------
def editable(rules: BkRules, s: Blitzkrieg) -> tuple[EditableField, ...]:
    """Everything, in the order in which it is shown."""
    return (*_UNITS, *_places(rules, s), _BRIDGE, *_counted(s))


def boxes(s: Blitzkrieg) -> tuple[str, ...]:
    """The boxes of the game; those of reinforcements are the rounds of the calendar."""
    arrivals = (due(turn) for turn in range(2, s.last_turn + 1))
    return (ELIMINATED, MERGED, *RASTER.values(), *SKY.values(), BATTERY, *arrivals)


def amended(play: BkPlay, action: Action) -> None:
    """A unit that was put elsewhere has begun its turn there, and is in no engagement and no raster it has left."""
    if action.how != AT:
        return
    for uid in action.subject:
        harm.drop_from_engagements(play, uid)
        for field in ("fire", "support"):
            aimed = getattr(play, field)
            left = {gun: other for gun, other in aimed.items() if uid not in (gun, other)}
            if left != aimed:
                play.set(**{field: left})
        play.set(
            raster=tuple(u for u in play.raster if u != uid), held=tuple(u for u in play.held if u != uid)
        )
        _stand(play, uid)
    kept = tuple(e for e in play.engagements if defending(play, play.board, e))
    if kept != play.engagements:
        play.set(engagements=kept)  # BK-ENG-20


def _stand(play: BkPlay, uid: str) -> None:
    unit, printed = play.units[uid], play.roster[uid]
    play.put(uid, start=unit.at if unit.on_map else "", fixed=False, used=False, within=0)
    if unit.at in _GONE:
        play.put(uid, strength=0, base=0, isolated=0)
    elif printed.type in GROUND and not unit.strength:
        play.put(uid, strength=printed.strength, base=0, isolated=0)
    if unit.at != RASTER[unit.side]:
        return
    if unit.side == play.phasing and isinstance(play.stack[-1], Deploy | Reinforce):
        placing.fill_raster(play, unit.side)
    else:
        play.set(held=(*play.held, uid))  # it is offered with the next reinforcements (BK-UI-26)
