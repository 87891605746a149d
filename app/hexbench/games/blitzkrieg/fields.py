"""The fields of a Blitzkrieg position, declared once for the editor, the umpire's hand, readers and the
audit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
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
    on_side,
    place,
    shown,
)
from hexbench.engine.umpire import Hand
from hexbench.engine.values import Action, Say, say
from hexbench.games.blitzkrieg import casualties, placing, supply, victory, weather
from hexbench.games.blitzkrieg.odds import defenders
from hexbench.games.blitzkrieg.pieces import (
    ALLIED,
    BATTERY,
    ELIMINATED,
    FOE,
    GERMAN,
    GROUND,
    MERGED,
    RASTER,
    SIDES,
    SKY,
    Engagement,
    Printed,
    Unit,
    due,
)
from hexbench.games.blitzkrieg.placing import Deploy, Reinforce

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkPlay
    from hexbench.games.blitzkrieg.state import Blitzkrieg

SIDE: Final = ((GERMAN, say("German")), (ALLIED, say("Allied")))
_GONE: Final = (ELIMINATED, MERGED)
_NUMBER: Final = 12
"""The highest sensible supply number: no distance from a road on this map is longer."""
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
    """An isolated unit is never weaker in defence than in attack (BK-SUP-16)."""
    unit = play.units[uid]
    base = max(unit.base, points) if unit.base else 0
    play.put(uid, strength=points, base=base, whole=max(unit.whole, base) if unit.whole else 0)


def _isolate(play: BkPlay, uid: str, turns: int) -> None:
    """Table 7 reduces its strength; back in supply it regains it (BK-SUP-15, BK-SUP-19)."""
    unit = play.units[uid]
    base, whole = (unit.defence, unit.whole) if turns else (0, 0)
    left = max(1, supply.weakened(play.rules, play, uid, unit.defence, turns, whole))
    play.put(uid, isolated=turns, strength=left, base=base, whole=whole)


UNITS: Final = FieldTable(
    Unit,
    (
        place(say("Place"), unsaid="the box of an air unit or rocket; otherwise needed"),
        *inner("side", unsaid="that of the counter"),
        shown(
            "strength",
            say("Attack strength"),
            needed=True,
            fits=_fights,
            writes=_strengthen,
            unsaid="that of the counter; 0 if it is out of the game",
        ),
        shown(
            "base",
            say("Strength in supply"),
            hand=False,
            help=say("Only while it is isolated (BK-SUP-16)."),
            unsaid="with `isolated`, that of the counter",
        ),
        shown(
            "whole",
            say("Strength when cut off"),
            hand=False,
            help=say("Only while it is isolated, if it has been damaged since (BK-AMB-37)."),
            unsaid="0: its `base`",
        ),
        shown("isolated", say("Turns of isolation"), fits=_fights, writes=_isolate),
        shown(
            "start",
            say("Began its turn in"),
            kind="hex",
            hand=False,
            unsaid="the hex it is in",
        ),
        shown("fixed", say("Can no longer move"), fits=_on_map),
        shown(
            "within",
            say("Turns among the enemy"),
            help=say("Only for an infiltrator (BK-INF-18)."),
            fits=_spies,
        ),
        shown("arrived", say("Arrived on the map this turn"), fits=_on_map),
        shown("used", say("Has flown this turn"), fits=_flies),
    ),
    Printed,
    counter=(
        shown("side", say("Side"), words=SIDE, needed=True, unsaid="`side` of the unit"),
        shown("name", say("Name"), needed=True, face=True, unsaid="the id"),
        shown("formation", say("Formation"), needed=True, face=True, unsaid="none"),
        shown("type", say("Class"), needed=True, face=True),
        shown(
            "strength",
            say("Strength"),
            needed=True,
            face=True,
            help=say("0 for infiltrators, aircraft and V2."),
        ),
        shown("mp", say("Movement"), needed=True, face=True),
    ),
    begins=(
        shown(
            "at",
            say("Starts at"),
            kind="hex",
            help=say('A hex, an entry, "zone" (anywhere in a German zone) or "drop".'),
        ),
        shown(
            "turn",
            say("Arrives"),
            least=1,
            help=say("The round in which it arrives; round 1 is 16 December AM."),
        ),
        shown(
            "zone",
            say("Zone"),
            help=say("The zone of the map in which a German unit deploys (BK-REC-02)."),
        ),
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


_BRIDGE: Final = on_side(
    "bridge",
    say("Bridge"),
    path=(),
    words=(
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
    """Functions that read and set whether a city was held at the end of the last German turn (BK-VIC-05)."""

    def reads(s: Blitzkrieg, ref: str) -> str:
        return YES if city in s.holding else ""

    def writes(play: BkPlay, ref: str, value: bool) -> None:
        known = victory.cities(play.rules)
        play.set(holding=tuple(c for c in known if (value if c == city else c in play.holding)))

    return reads, writes


def _places(rules: BkRules, s: Blitzkrieg) -> tuple[EditableField, ...]:
    out = []
    for key, dump in s.dumps.items():
        name, only = supply.place(rules, dump.hex), (dump.hex,)
        number = say("Supply number of the dump at {place} (0: destroyed)", place=name)
        owner = say("Owner of the dump at {place}", place=name)
        out += [
            on_hex(f"dump.{key}", number, path=("dumps", key, "number"), most=_NUMBER, only=only),
            on_hex(f"dump.{key}.owner", owner, path=("dumps", key, "owner"), words=SIDE, only=only),
        ]
    for city, hexes in victory.cities(rules).items():
        reads, writes = _holding(city)
        held = say("Germans held {city} at the end of their turn", city=supply.place(rules, hexes[0]))
        out.append(on_hex(f"held.{city}", held, path=(), kind="flag", only=hexes, reads=reads, writes=writes))
    return tuple(out)


def _reach_level(play: BkPlay, ref: str, level: int) -> None:
    """Setting a level also sets the round in which it was reached (BK-VIC-07)."""
    play.set(level=level, level_turn=(play.level_turn or play.turn) if level else 0)


def of_the_game(s: Blitzkrieg) -> tuple[EditableField, ...]:
    """The counters and records of the game apart from its units, with their bounds."""
    names = {GERMAN: say("German strength points lost"), ALLIED: say("Allied strength points lost")}
    over = not s.stack  # a finished game is in the round after its last
    return (
        of_game("turn", say("Round (number)"), least=1, most=s.last_turn + over),
        of_game("clear", say("Flying weather"), kind="flag"),
        of_game("rockets", say("Rockets launched this turn"), rule="BK-V2-03"),
        of_game(
            "level",
            say("German victory level reached (0: none)"),
            most=victory.GOAL,
            rule="BK-VIC-07",
            writes=_reach_level,
        ),
        *(
            of_game(f"lost.{side}", names[side], path=("lost", side), most=_POINTS, rule="BK-VIC-10")
            for side in SIDES
        ),
    )


# ---- boxes and what hangs on a change --------------------------------------------------------------------------------
def boxes(rules: BkRules, last: int) -> tuple[tuple[str, Say], ...]:
    """The boxes units can be in, with their names: first that of eliminated units, last the rounds of
    arrival.
    """
    return (
        (ELIMINATED, say("eliminated")),
        (MERGED, say("merged into others")),
        *((RASTER[side], say("{side}: to be deployed", side=rules.side_name(side))) for side in SIDES),
        *((SKY[side], say("{side} aircraft", side=rules.side_name(side))) for side in SIDES),
        (BATTERY, say("V2 battery")),
        *((due(n), say("{turn}", turn=weather.name(n))) for n in range(2, last + 1)),
    )


class BkHand(Hand):
    """See :class:`hexbench.engine.umpire.Hand`."""

    def fields(self, rules: BkRules, s: Blitzkrieg) -> tuple[EditableField, ...]:
        """Every field, in the order of display."""
        return (*UNITS.hand(), *_places(rules, s), _BRIDGE, *of_the_game(s))

    def boxes(self, rules: BkRules, s: Blitzkrieg) -> tuple[str, ...]:
        """Every box, up to the last round."""
        return tuple(at for at, _ in boxes(rules, s.last_turn))

    def amended(self, play: BkPlay, action: Action) -> None:
        """A unit that was moved by hand has begun its turn in the new place, and leaves its engagement and
        the raster.
        """
        if action.how != AT:
            return
        for uid in action.subject:
            casualties.drop_from_engagements(play, uid)
            for field in ("fire", "support"):
                aimed = getattr(play, field)
                left = {gun: other for gun, other in aimed.items() if uid not in (gun, other)}
                if left != aimed:
                    play.set(**{field: left})
            play.set(
                raster=tuple(u for u in play.raster if u != uid), held=tuple(u for u in play.held if u != uid)
            )
            _stand(play, uid)
        found = (_left(play, e, action.subject) for e in play.engagements)
        kept = tuple(e for e in found if e is not None)
        if kept != play.engagements:
            play.set(engagements=kept)


def _left(play: BkPlay, e: Engagement, gone: Collection[str]) -> Engagement | None:
    """An engagement without the defenders that were moved elsewhere, and before RESOLVE without the hexes
    they have emptied; None if none of it is left (BK-ENG-20).
    """
    if e.defenders:
        there = tuple(uid for uid in e.defenders if uid not in gone)
        return replace(e, defenders=there) if any(play.units[uid].on_map for uid in there) else None
    held = tuple(at for at in e.hexes if defenders(play, play.board, (at,), FOE[play.phasing]))
    return replace(e, hexes=held) if held else None


def _stand(play: BkPlay, uid: str) -> None:
    unit, printed = play.units[uid], play.roster[uid]
    play.put(uid, start=unit.at if unit.on_map else "", fixed=False, arrived=False, used=False, within=0)
    if unit.at in _GONE:
        play.put(uid, strength=0, base=0, whole=0, isolated=0)
    elif printed.type in GROUND and not unit.strength:
        play.put(uid, strength=printed.strength, base=0, whole=0, isolated=0)
    if unit.at != RASTER[unit.side]:
        return
    if unit.side == play.phasing and isinstance(play.stack[-1], Deploy | Reinforce):
        placing.fill_raster(play, unit.side)
    else:
        play.set(held=(*play.held, uid))  # it is offered with the next reinforcements (BK-UI-26)
