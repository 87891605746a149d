"""Where units enter the map: the Germans in their zones, reinforcements by their entries, the drop
(BK-BEG-02, BK-REC).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.board import remembered
from hexbench.engine.events import Noted, UnitPlaced
from hexbench.engine.values import Action, Barrier, Check, Reason, Say, Target, counted, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import END, Phase, Pick, Press
from hexbench.games.blitzkrieg import infiltrators
from hexbench.games.blitzkrieg.moving import MOVE, MOVE_AGAIN
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GERMAN, GROUND, RASTER, Printed, Side
from hexbench.games.blitzkrieg.raster import COLLECT, DEPOSIT, NEXT, ROOM
from hexbench.games.blitzkrieg.refusals import LIMIT

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, BkPlay, BkSeat, Position


ZONE: Final = "german."
"""The beginning of the names of the zones in which Germans start."""
DROP: Final = "drop"
NEAR: Final = 2
"""How far from a full entry, in hexes, a reinforcement may arrive (BK-REC-06)."""


# ---- areas -----------------------------------------------------------------------------------------------------------
def areas(rules: BkRules, s: Position, board: BkBoard, uid: str) -> tuple[str, ...]:
    """The hexes with room in which a unit that has never been on the map may be placed now, the best default
    first.
    """
    printed = s.roster[uid]
    return tuple(at for at in _allowed(rules, s, board, printed) if _room(board, at))


def _room(board: BkBoard, at: str, n: int = 1) -> bool:
    return len(board.at.get(at, ())) + n <= LIMIT


def _allowed(rules: BkRules, s: Position, board: BkBoard, printed: Printed) -> tuple[str, ...]:
    if printed.at == DROP or printed.turn == 1:
        return ways_in(rules, printed)
    return entry(rules, s, board, printed)


def ways_in(rules: BkRules, printed: Printed) -> tuple[str, ...]:
    """The hexes by which a unit that is not on the map can ever enter this map; if there are none, it never
    arrives.

    A German unit of the start has its zone, the paratroopers their drop zone, a reinforcement the hex of its
    entry; the Allied units of the start are on the map from the beginning (BK-BEG-02, BK-REC-06, BK-REC-07).
    """
    if printed.at == DROP:
        return drop(rules)
    if printed.turn == 1:
        return zone_of(rules, printed) if printed.side == GERMAN else ()
    at = rules.tables.entries.get(printed.at, "")
    return (at,) if at in rules.atlas.index else ()


def zone_of(rules: BkRules, printed: Printed) -> tuple[str, ...]:
    """Where a German unit may start (BK-BEG-02, BK-REC-02): in the zone of its army; infiltrators in any.

    Its historical hex comes first, then the hexes nearest to it; for infiltrators, roads come first.
    """
    key = ("zone", printed.zone, printed.at)
    found: tuple[str, ...] | None = rules.memo.get(key)
    if found is None:
        found = rules.memo[key] = _zone(rules, printed)
    return found


def _zone(rules: BkRules, printed: Printed) -> tuple[str, ...]:
    zones = rules.atlas.sheet.zones
    names = [printed.zone] if printed.zone else sorted(z for z in zones if z.startswith(ZONE))
    hexes = list(dict.fromkeys(at for name in names for at in zones.get(name, ())))
    if printed.at in rules.atlas.index:
        return tuple(sorted(hexes, key=lambda at: (rules.atlas.distance(printed.at, at), at)))
    on_road = {at for side in rules.road_sides for at in side.split("/")}
    return tuple(sorted(hexes, key=lambda at: (at not in on_road, at)))


@remembered
def drop(rules: BkRules) -> tuple[str, ...]:
    """Where the paratroop infiltrators may land: the plain and forest hexes of the drop zone (BK-REC-07)."""
    hexes = rules.atlas.sheet.zones.get(DROP, ())
    return tuple(at for at in hexes if rules.terrain(at) in ("plain", "forest"))


def entry(rules: BkRules, s: Position, board: BkBoard, printed: Printed) -> tuple[str, ...]:
    """The hex of an entry, or, if it is full, every hex within two of it without enemies; empty if an enemy
    holds it.
    """
    at = rules.tables.entries.get(printed.at, "")
    if at not in rules.atlas.index or _held_by(s, board, at, FOE[printed.side]):
        return ()
    if _room(board, at):
        return (at,)
    near = takewhile(lambda x: rules.atlas.distance(at, x) <= NEAR, rules.atlas.nearest_first(at))
    return tuple(
        x
        for x in near
        if x != at
        and not _held_by(s, board, x, FOE[printed.side])
        and not (printed.side == ALLIED and rules.terrain(x) == "siegfried")
    )


def _held_by(s: Position, board: BkBoard, at: str, side: Side) -> bool:
    """Whether a hex contains ground units of a side."""
    return any(s.units[u].side == side and s.roster[u].type in GROUND for u in board.at.get(at, ()))


# ---- the raster ------------------------------------------------------------------------------------------------------
def fill_raster(play: BkPlay, side: str) -> None:
    """Move units from the box of the raster into the raster, in the order of battle, while there is room;
    held units stay.
    """
    box, have = RASTER[side], set(play.raster)
    more = [
        uid for uid, unit in play.units.items() if unit.at == box and uid not in have and uid not in play.held
    ]
    room = ROOM - len(play.raster)
    if more and room > 0:
        # the last of the raster is in hand, so new units go below it
        play.set(raster=(*reversed(more[:room]), *play.raster))


def waiting(seat: BkSeat) -> tuple[str, ...]:
    """Units of the raster that have not been on the map yet, the unit in hand first."""
    return tuple(u for u in reversed(seat.s.raster) if not seat.s.units[u].start)


def placeable(seat: BkSeat) -> Iterator[str]:
    """Those of them that can be placed somewhere."""
    rules, s, board = seat.rules, seat.s, seat.board
    return (
        u for u in waiting(seat) if any(_room(board, at) for at in _allowed(rules, s, board, s.roster[u]))
    )


# ---- verbs -----------------------------------------------------------------------------------------------------------
class Place(Verb["BkSeat", "Phase", "BkPlay"]):
    """Place units of the raster for the first time."""

    name = "place"
    label = say("Place")
    help = say("Place units from the raster where they may start or arrive.")
    subject = "unit"
    object = "hex"
    routed = False
    joins = "any"
    risk: ClassVar[Barrier] = "dice"

    def undo_barrier(self, seat: BkSeat, step: Phase) -> tuple[Barrier, bool]:
        """Dice are rolled when the paratroopers land among enemies (BK-INF-03)."""
        drops = any(seat.s.roster[u].at == DROP for u in seat.s.raster)
        return (self.risk if drops else "", False)

    def able(self, seat: BkSeat, step: Phase) -> Iterable[str]:
        """Units that can be placed somewhere."""
        return placeable(seat)

    def targets(self, seat: BkSeat, step: Phase, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex in which all of them may be placed, with room for all."""
        if not subject or any(self._bars(seat, subject)):
            return
        first, *others = (areas(seat.rules, seat.s, seat.board, uid) for uid in subject)
        for at in first:
            if all(at in other for other in others) and _room(seat.board, at, len(subject)):
                yield Target(at, rules=(_rule(seat.s.roster[subject[0]]),))

    def reasons(self, seat: BkSeat, step: Phase | None, action: Action) -> Iterator[Reason]:
        yield from self._bars(seat, action.subject)
        rules, s, board, at = seat.rules, seat.s, seat.board, action.object
        if at not in rules.atlas.index:
            text = (
                say("{hex} is not a hex of this map.", hex=at) if at else say("Name the hex to place it in.")
            )
            yield Reason("BK-MAP-13" if at else "BK-BEG-02", text)
            return
        for uid in action.subject:
            if uid in s.units and uid in s.raster:
                yield from _why_not(rules, s, board, uid, at)
        if not _room(board, at, len(action.subject)):
            text = say("{hex} would be over the stacking limit of {n} units.", n=LIMIT, hex=at)
            yield Reason("BK-MOV-08", text, (at,))

    def _bars(self, seat: BkSeat, subject: tuple[str, ...]) -> Iterator[Reason]:
        if not subject:
            yield Reason("BK-BEG-02", say("Name the units to place."))
        for uid in subject:
            if uid not in seat.s.raster:
                yield Reason("BK-UI-14", say("Only units in the raster can be placed."))
            elif seat.s.units[uid].start:
                text = say("{unit} has already been on the map: use Deposit.", unit=seat.called(uid))
                yield Reason("BK-BEG-03", text, (seat.s.units[uid].start,))

    def settle(self, seat: BkSeat, step: Phase, action: Action) -> Action:
        """Put the units into the sequence of the order of battle."""
        subject = seat.board.in_order(action.subject)
        return Action(self.name, subject, action.object)

    def do(self, play: BkPlay, step: Phase, action: Action) -> None:
        """Place them; from now on they move as though they had begun the turn there (BK-BEG-03)."""
        for uid in action.subject:
            put_down(play, uid, action.object)
            if isinstance(step, Reinforce):
                play.put(uid, arrived=True)
        fill_raster(play, play.phasing)


def put_down(play: BkPlay, uid: str, at: str) -> None:
    """A unit enters the map."""
    play.set(raster=tuple(u for u in play.raster if u != uid))
    play.put(uid, at=at, start=at)
    play.tell(UnitPlaced(uid, at))
    if play.roster[uid].type == "infiltrator":
        infiltrators.entered(play, uid)


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
        yield Reason(rule, say("{unit} has no way onto this map: it can only be held.", unit=name), (at,))
    elif printed.at == DROP:
        yield Reason(
            rule, say("{unit} can land only in a plain or forest hex of its drop zone.", unit=name), (at,)
        )
    elif printed.turn == 1:
        yield Reason(rule, say("{unit} cannot start there.", unit=name), (at,))
    else:
        door = ways_in(rules, printed)[0]
        if _held_by(s, board, door, FOE[printed.side]):
            text = say(
                "The enemy occupies {hex}, where {unit} arrives: the unit must be held.", hex=door, unit=name
            )
        elif _room(board, door):
            text = say("{unit} arrives at {hex}.", unit=name, hex=door)
        elif at == door:
            return  # it is full, which is reported separately
        else:
            text = say(
                "{hex} is full: {unit} must arrive within {n} hexes of it, in a hex without enemies.",
                hex=door,
                unit=name,
                n=NEAR,
            )
        yield Reason(rule, text, (door,))


PLACE: Final = Place()


# Reinforcements enter the raster and are placed or held (REINFORCE; BK-SEQ-06, BK-UI-26).


def arrive(play: BkPlay, side: Side) -> bool:
    """Units that are due or were held enter the raster. Returns whether there are any."""
    box = RASTER[side]
    for uid, unit in list(play.units.items()):
        due = unit.at.removeprefix("#due/")
        if unit.side == side and due != unit.at and int(due) <= play.turn:
            play.put(uid, at=box)
            play.tell(UnitPlaced(uid, box))
    play.set(held=tuple(u for u in play.held if u in play.units and play.units[u].at != box))
    fill_raster(play, side)
    return bool(play.raster)


class Reinforce(Phase, frozen=True, kw_only=True):
    """Each unit of the raster is placed in a permitted hex, or held. The phase ends by itself when none is
    left.
    """

    phase: ClassVar[str] = "reinforcements"

    def decider(self, s: Position) -> str | None:
        """The side the units belong to, while any are left."""
        return self.who if s.raster else None

    def run(self, play: BkPlay) -> None:
        """All are placed or held."""
        play.pop()

    def say(self, seat: BkSeat) -> Say:
        return say("Place or hold the reinforcements: {n} in the raster.", n=len(seat.s.raster))

    def default(self, seat: BkSeat) -> Action | None:
        """Place the unit in hand; if it has no place, hold it."""
        for uid in reversed(seat.s.raster):
            for found in PLACE.targets(seat, self, (uid,)):
                return Action(PLACE.name, (uid,), found.object)
        return Action(HOLD.name, (seat.s.raster[-1],))


class Hold(Pick["BkSeat", Reinforce, "BkPlay"]):
    """BK-UI-26: reinforcements are held back and offered again next turn."""

    name = "hold"
    label = say("Hold")
    help = say("Hold reinforcements back: they are offered again in your next turn.")
    rule = "BK-UI-26"
    joins = "any"

    def among(self, seat: BkSeat, step: Reinforce) -> Sequence[str]:
        """Everything in the raster."""
        return tuple(reversed(seat.s.raster))

    def unfit(self, seat: BkSeat, step: Reinforce | None, ref: str) -> Iterator[Reason]:
        """Only reinforcements in the raster can be held."""
        if ref not in seat.s.raster or seat.s.units[ref].start:
            yield Reason("BK-UI-26", say("Only reinforcements in the raster can be held."))

    def settle(self, seat: BkSeat, step: Reinforce, action: Action) -> Action:
        """Put the units into the sequence of the order of battle."""
        return Action(self.name, seat.board.in_order(action.subject))

    def do(self, play: BkPlay, step: Reinforce, action: Action) -> None:
        """They leave the raster until the next turn; units waiting in the box move up."""
        play.set(
            raster=tuple(u for u in play.raster if u not in action.subject),
            held=(*play.held, *action.subject),
        )
        for uid in action.subject:
            name = play.rules.title(play.roster[uid])
            play.tell(Noted("BK-UI-26", say("{unit} is held until the next turn.", unit=name), (uid,)))
        fill_raster(play, step.who)


HOLD: Final = Hold()
Reinforce.verbs = (HOLD, PLACE)


# Deployment of the German units in their zones, in the first German turn (GERMAN_DEPLOY; BK-BEG).


class Deploy(Phase, frozen=True, kw_only=True):
    """Units are placed in their zones. Those already placed may be moved to make room (BK-BEG-03, BK-BEG-04)."""

    phase: ClassVar[str] = "deploy"

    def duties(self, seat: BkSeat) -> Iterator[Reason]:
        """All must be placed before the turn continues (BK-BEG-05)."""
        box = sum(1 for unit in seat.s.units.values() if unit.at == f"#raster/{self.who}")
        if box:
            yield Reason(
                "BK-BEG-05",
                counted(
                    box,
                    say("One unit is still to be placed."),
                    say("{n} units are still to be placed.", n=box),
                ),
            )

    def unfinished(self, seat: BkSeat) -> Iterable[Check]:
        """Nothing: placed units may still move in the phase that follows (BK-BEG-03)."""
        return ()

    def say(self, seat: BkSeat) -> Say:
        return say("Place the German units in their starting zones.")

    def default(self, seat: BkSeat) -> Action | None:
        """Place everything in its historical hex, then end; units already placed make room where a zone is
        full (BK-BEG-04).
        """
        for uid in seat.s.raster:
            if seat.s.units[uid].start:
                for found in DEPOSIT.targets(seat, self, (uid,)):  # type: ignore[arg-type]
                    return Action(DEPOSIT.name, (uid,), found.object, "", found.via)
        if _PLACE_ALL.offer(seat, self):
            return Action(_PLACE_ALL.name)
        return self._out_of_the_way(seat) if seat.s.raster else Action(END.name)

    def _out_of_the_way(self, seat: BkSeat) -> Action | None:
        """A move out of the zones of all waiting units."""
        wanted = {at for uid in seat.s.raster for at in ways_in(seat.rules, seat.s.roster[uid])}
        for uid in MOVE.able(seat, self):  # type: ignore[arg-type]
            for found in MOVE.targets(seat, self, (uid,)):  # type: ignore[arg-type]
                if found.object not in wanted:
                    return Action(MOVE.name, (uid,), found.object, "", found.via)
        return None


class _PlaceAll(Press["BkSeat", Deploy, "BkPlay"]):
    """Place everything that is left, each unit in its historical hex or as near to it as there is room."""

    name = "place_all"
    label = say("Place all")
    help = say("Place every remaining unit in its historical hex, or as near to it as there is room.")
    rule = "BK-BEG-02"

    def against(self, seat: BkSeat, step: Deploy | None) -> Iterator[Reason]:
        if not waiting(seat):
            yield Reason("BK-BEG-05", say("No unit is waiting to be placed."))
        elif not any(True for _ in placeable(seat)):
            text = say("The waiting units have no room in their zones: move other units out first.")
            yield Reason("BK-BEG-04", text)

    def do(self, play: BkPlay, step: Deploy, action: Action) -> None:
        """Place them one after another in the order of battle; the raster refills as they leave it. Units
        whose zone is full wait.
        """
        rules, full = play.rules, set[str]()
        while left := [
            u for u in play.units if u in play.raster and not play.units[u].start and u not in full
        ]:
            for uid in left:
                spots = areas(rules, play, play.board, uid)
                if spots:
                    put_down(play, uid, _spread(play, uid, spots))
                else:
                    full.add(uid)
            fill_raster(play, step.who)


def _spread(play: BkPlay, uid: str, spots: tuple[str, ...]) -> str:
    """The best hex; infiltrators are spread out."""
    if play.roster[uid].type == "infiltrator":
        return min(spots, key=lambda at: len(play.board.at.get(at, ())))
    return spots[0]


_PLACE_ALL: Final = _PlaceAll()
Deploy.verbs = (PLACE, MOVE, MOVE_AGAIN, COLLECT, DEPOSIT, NEXT, _PLACE_ALL, END)
