"""Where units come onto the map: the Germans in their zones, reinforcements by their entries, the drop (BK-BEG-02, BK-REC)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import UnitPlaced
from hexbench.engine.values import Action, Barrier, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.blitzkrieg import infiltrators
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GERMAN, GROUND, RASTER, Printed, Side
from hexbench.games.blitzkrieg.raster import ROOM
from hexbench.games.blitzkrieg.refusals import LIMIT

if TYPE_CHECKING:
    from hexbench.engine.phases import Phase
    from hexbench.games.blitzkrieg.board import BkBoard
    from hexbench.games.blitzkrieg.hands import BkPlay, BkSeat, Position
    from hexbench.games.blitzkrieg.rules import BkRules

ZONE: Final = "german."
"""How the zones of the map begin that Germans start in."""
DROP: Final = "drop"
NEAR: Final = 2
"""How far from a full entry a reinforcement may come (BK-REC-06)."""


# ---- areas -----------------------------------------------------------------------------------------------------------
def areas(rules: BkRules, s: Position, board: BkBoard, uid: str) -> tuple[str, ...]:
    """The hexes with room where a unit that has never been on the map may be put down now, the best default first."""
    printed = s.roster[uid]
    return tuple(at for at in _allowed(rules, s, board, printed) if _room(board, at))


def _room(board: BkBoard, at: str, n: int = 1) -> bool:
    return len(board.at.get(at, ())) + n <= LIMIT


def _allowed(rules: BkRules, s: Position, board: BkBoard, printed: Printed) -> tuple[str, ...]:
    if printed.at == DROP or printed.turn == 1:
        return ways_in(rules, printed)
    return entry(rules, s, board, printed)


def ways_in(rules: BkRules, printed: Printed) -> tuple[str, ...]:
    """The hexes by which a unit that is not on the map can come onto this map at all: none, and it waits for ever.

    A German of the start has his zone, the paratroopers their drop zone, a reinforcement the hex of its entry; the Allies of
    the start stand on the map from the beginning (BK-BEG-02, BK-REC-06, BK-REC-07).
    """
    if printed.at == DROP:
        return drop(rules)
    if printed.turn == 1:
        return zone_of(rules, printed) if printed.side == GERMAN else ()
    at = rules.tables.entries.get(printed.at, "")
    return (at,) if at in rules.atlas.index else ()


def zone_of(rules: BkRules, printed: Printed) -> tuple[str, ...]:
    """Where a German unit may start (BK-BEG-02, BK-REC-02): the zone of its army; infiltrators in any.

    Its historical hex comes first, then what lies nearest to it; for infiltrators roads come first.
    """
    key = ("zone", printed.zone, printed.at)
    found: tuple[str, ...] | None = rules.kept.get(key)
    if found is None:
        found = rules.kept[key] = _zone(rules, printed)
    return found


def _zone(rules: BkRules, printed: Printed) -> tuple[str, ...]:
    zones = rules.atlas.sheet.zones
    names = [printed.zone] if printed.zone else sorted(z for z in zones if z.startswith(ZONE))
    hexes = list(dict.fromkeys(at for name in names for at in zones.get(name, ())))
    if printed.at in rules.atlas.index:
        return tuple(sorted(hexes, key=lambda at: (rules.atlas.distance(printed.at, at), at)))
    on_road = {at for side in rules.roads for at in side.split("/")}
    return tuple(sorted(hexes, key=lambda at: (at not in on_road, at)))


def drop(rules: BkRules) -> tuple[str, ...]:
    """Where the paratroop infiltrators may come down: the plain and forest hexes of the drop zone (BK-REC-07)."""
    found: tuple[str, ...] | None = rules.kept.get(DROP)
    if found is None:
        hexes = rules.atlas.sheet.zones.get(DROP, ())
        found = rules.kept[DROP] = tuple(at for at in hexes if rules.terrain(at) in ("plain", "forest"))
    return found


def entry(rules: BkRules, s: Position, board: BkBoard, printed: Printed) -> tuple[str, ...]:
    """The hex of an entry, or, if it is full, every hex within two of it without enemies; none if an enemy holds it."""
    at = rules.tables.entries.get(printed.at, "")
    if at not in rules.atlas.index or held_by(s, board, at, FOE[printed.side]):
        return ()
    if _room(board, at):
        return (at,)
    near = takewhile(lambda x: rules.atlas.distance(at, x) <= NEAR, rules.atlas.nearest_first(at))
    return tuple(
        x
        for x in near
        if x != at
        and not held_by(s, board, x, FOE[printed.side])
        and not (printed.side == ALLIED and rules.terrain(x) == "siegfried")
    )


def held_by(s: Position, board: BkBoard, at: str, side: Side) -> bool:
    """Whether ground units of a side stand in a hex."""
    return any(s.units[u].side == side and s.roster[u].type in GROUND for u in board.at.get(at, ()))


# ---- the raster ------------------------------------------------------------------------------------------------------
def fill_raster(play: BkPlay, side: str) -> None:
    """Whoever lies in the box of the raster and is not held comes up into it, in the order of battle, while there is room."""
    box, have = RASTER[side], set(play.raster)
    more = [
        uid for uid, unit in play.units.items() if unit.at == box and uid not in have and uid not in play.held
    ]
    room = ROOM - len(play.raster)
    if more and room > 0:
        # the last of the raster is in hand, so those that come up go below it
        play.set(raster=(*reversed(more[:room]), *play.raster))


def waiting(seat: BkSeat) -> tuple[str, ...]:
    """Units of the raster that have not been on the map yet, the one in hand first."""
    return tuple(u for u in reversed(seat.s.raster) if not seat.s.units[u].start)


# ---- verbs -----------------------------------------------------------------------------------------------------------
class Place(Verb["BkSeat", "Phase", "BkPlay"]):
    """Put units of the raster down for the first time."""

    name = "place"
    label = say("Place")
    help = say("Put units of the raster down where they may start or come in.")
    subject = "unit"
    object = "hex"
    joins = "any"
    risk: ClassVar[Barrier] = "dice"

    def wall(self, seat: BkSeat, step: Phase) -> tuple[Barrier, bool]:
        """Dice fall when the paratroopers come down among enemies (BK-INF-03)."""
        drops = any(seat.s.roster[u].at == DROP for u in seat.s.raster)
        return (self.risk if drops else "", False)

    def able(self, seat: BkSeat, step: Phase) -> Iterable[str]:
        """Units that have a place to go."""
        return (u for u in waiting(seat) if areas(seat.rules, seat.s, seat.board, u))

    def targets(self, seat: BkSeat, step: Phase, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex that all of them may be put down in, with room for all."""
        if not subject or any(self._bars(seat, subject)):
            return
        first, *others = (areas(seat.rules, seat.s, seat.board, uid) for uid in subject)
        for at in first:
            if all(at in other for other in others) and _room(seat.board, at, len(subject)):
                yield Target(at, rules=(_rule(seat.s.roster[subject[0]]),))

    def reasons(self, seat: BkSeat, step: Phase | None, action: Action) -> Iterator[Reason]:
        """Why not there."""
        yield from self._bars(seat, action.subject)
        rules, s, board, at = seat.rules, seat.s, seat.board, action.object
        if at not in rules.atlas.index:
            yield Reason("BK-MAP-13", say("{hex} is not a hex of this map.", hex=at))
            return
        for uid in action.subject:
            if uid in s.units and uid in s.raster:
                yield from _why_not(rules, s, board, uid, at)
        if not _room(board, at, len(action.subject)):
            text = say("More than {n} units would stand in {hex}.", n=LIMIT, hex=at)
            yield Reason("BK-MOV-08", text, (at,))

    def _bars(self, seat: BkSeat, subject: tuple[str, ...]) -> Iterator[Reason]:
        if not subject:
            yield Reason("BK-BEG-02", say("Name the units to be put down."))
        for uid in subject:
            if uid not in seat.s.raster:
                yield Reason("BK-UI-14", say("Only units of the raster can be put down."))
            elif seat.s.units[uid].start:
                text = say("{unit} has been on the map: it is deposited.", unit=_title(seat, uid))
                yield Reason("BK-BEG-03", text, (seat.s.units[uid].start,))

    def settle(self, seat: BkSeat, step: Phase, action: Action) -> Action:
        """In the order of battle's order."""
        subject = tuple(sorted(action.subject, key=seat.board.rank.__getitem__))
        return Action(self.name, subject, action.object)

    def do(self, play: BkPlay, step: Phase, action: Action) -> None:
        """Put them down: from now on they move as though they had begun the turn there (BK-BEG-03)."""
        for uid in action.subject:
            put_down(play, uid, action.object)
        fill_raster(play, play.phasing)


def put_down(play: BkPlay, uid: str, at: str) -> None:
    """A unit comes onto the map."""
    play.set(raster=tuple(u for u in play.raster if u != uid))
    play.put(uid, at=at, start=at)
    play.tell(UnitPlaced(uid, at))
    if play.roster[uid].type == "infiltrator":
        infiltrators.entered(play, uid)


def _title(seat: BkSeat, uid: str) -> Say:
    return seat.rules.title(seat.s.roster[uid])


def _rule(printed: Printed) -> str:
    if printed.at == DROP:
        return "BK-REC-07"
    return "BK-BEG-02" if printed.turn == 1 else "BK-REC-06"


def _why_not(rules: BkRules, s: Position, board: BkBoard, uid: str, at: str) -> Iterator[Reason]:
    printed = s.roster[uid]
    if at in _allowed(rules, s, board, printed):
        return
    name, rule = rules.title(printed), _rule(printed)
    if not ways_in(rules, printed):
        yield Reason(
            rule, say("No way leads onto this map for {unit}: it can only be held.", unit=name), (at,)
        )
    elif printed.at == DROP:
        yield Reason(rule, say("{unit} comes down in plain or forest of its drop zone.", unit=name), (at,))
    elif printed.turn == 1:
        yield Reason(rule, say("{unit} does not start there.", unit=name), (at,))
    else:
        door = ways_in(rules, printed)[0]
        if held_by(s, board, door, FOE[printed.side]):
            text = say("The enemy holds {hex}, where {unit} comes in: it must be held.", hex=door, unit=name)
        elif _room(board, door):
            text = say("{unit} comes in at {hex}.", unit=name, hex=door)
        elif at == door:
            return  # it is full, which is said beside
        else:
            text = say(
                "{hex} is full: {unit} comes in within {n} hexes of it, away from enemies.",
                hex=door,
                unit=name,
                n=NEAR,
            )
        yield Reason(rule, text, (door,))


PLACE: Final = Place()
