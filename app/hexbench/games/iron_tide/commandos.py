"""16.4: the German commandos: how they misdirect Allied units, and when they leave.

They move like other units but through everything Allied (16.4b, :mod:`movement`); they disrupt demolitions in
:mod:`engineers`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec.structs import replace

from hexbench.atlas.atlas import OFF
from hexbench.engine.board import remembered
from hexbench.engine.events import Declared, Noted, Resolved, UnitChanged, UnitMoved, UnitRemoved
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, counted, say
from hexbench.engine.verb import Verb
from hexbench.games.iron_tide import passage, restricted
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import ALLIED, GERMAN
from hexbench.games.iron_tide.restricted import COMMANDOS_LEAVE
from hexbench.games.iron_tide.stacking import LIMIT, eliminate, friends_at

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat

ASTRAY: Final = 10
"""16.4g: road hexes a misdirected unit may be led."""
GONE: Final = "#absent"
"""The box of commandos that have been removed."""


def due(box: str) -> bool:
    """Whether a box is one of units still to arrive."""
    return box.startswith("#due/")


def _commandos_at(s: Any, board: ItBoard, at: str) -> tuple[str, ...]:
    """The commandos in a hex."""
    return tuple(u for u in board.units_at(at) if s.roster[u].commando)


# ---- the interruption --------------------------------------------------------------------------------------------------
def meet(play: ItPlay, units: Sequence[str], at: str, tried: Collection[str] = ()) -> bool:
    """16.4e: Allied units start their move in a hex or move on through it; returns whether the German player is asked
    because a commando is there. ``tried`` are units already tried by a commando in an earlier hex of this move: under
    the option ``misdirection`` they are not tried again (B41).
    """
    if play.rules.options.misdirection == "move":
        units = [uid for uid in units if uid not in tried]
    if not units or play.units[units[0]].side != ALLIED or not _commandos_at(play, play.board, at):
        return False
    play.swap(met=True)
    play.push(Misdirecting(who=GERMAN, units=tuple(units), hex=at))
    return True


class Misdirect(Verb["ItSeat", "Misdirecting", "ItPlay"]):
    """A commando tries to misdirect one of the passing units."""

    name = "misdirect"
    label = say("Misdirect")
    help = say("Roll one die on the Commando Disruption Table for each passing unit.")
    subject = "unit"
    object = "unit"

    def offer(self, seat: ItSeat, step: Misdirecting) -> Offer | None:
        """The commandos of the hex."""
        return Offer(self.name, _commandos_at(seat.s, seat.board, step.hex))

    def targets(self, seat: ItSeat, step: Misdirecting, subject: tuple[str, ...]) -> Iterable[Target]:
        """The passing units that have not been tried yet."""
        if len(subject) == 1 and subject[0] in _commandos_at(seat.s, seat.board, step.hex):
            for uid in step.units:
                yield Target(uid, rules=("16.4e", "16.4f"))

    def reasons(self, seat: ItSeat, step: Misdirecting | None, action: Action) -> Iterator[Reason]:
        """A commando of the hex, and a unit that has not been tried."""
        unknown = [u for u in (*action.subject, action.object) if u not in seat.s.units]
        if unknown or len(action.subject) != 1:
            yield Reason("16.4e", say("Choose one commando and the unit to be misdirected."))
            return
        if step is None:
            yield Reason(
                "16.4e", say("Units can be misdirected only when Allied units pass through a commando's hex.")
            )
            return
        if action.subject[0] not in _commandos_at(seat.s, seat.board, step.hex):
            yield Reason("16.4e", say("There is no such commando in {hex}.", hex=step.hex), (step.hex,))
        if action.object not in step.units:
            name = seat.called(action.object)
            yield Reason(
                "16.4e",
                say("{unit} is not passing here, or an attempt on it has already been made.", unit=name),
                (step.hex,),
            )
        if action.how or action.via:
            yield Reason("16.4e", say("The route is chosen after the die roll."))

    def do(self, play: ItPlay, step: Misdirecting, action: Action) -> None:
        """16.4f: one die."""
        commando, uid = action.subject[0], action.object
        play.tell(Declared("misdirection", (commando,), uid))
        if not play.units[commando].tricked:
            play.put(commando, tricked=True)
            play.tell(UnitChanged(commando, "tricked", "tricked"))
        die = play.roll(say("Is {unit} misdirected?", unit=called(play.roster[uid])), rule="16.4f", of=GERMAN)
        result = play.rules.tables.commando_disruption.result(die)
        play.tell(Resolved("misdirection", uid, result, "16.4f"))
        left = tuple(u for u in step.units if u != uid)
        remember(play, uid)
        if result == "discovered":
            eliminate(play, commando)
        if left and _commandos_at(play, play.board, step.hex):
            play.swap(units=left)
        else:
            play.pop()
        if result == "misdirected":
            split(play, uid, step.hex)
            play.push(Leading(who=GERMAN, unit=uid, hex=step.hex))


class _LetPass(Verb["ItSeat", "Misdirecting", "ItPlay"]):
    """The commandos stay hidden."""

    name = "let_pass"
    label = say("Let them pass")
    help = say("The commandos do nothing and remain undiscovered; the enemy moves on.")

    def do(self, play: ItPlay, step: Misdirecting, action: Action) -> None:
        """The move goes on."""
        play.pop()


def remember(play: ItPlay, uid: str) -> None:
    """16.4e: record in the current move that an attempt on a unit has been made."""
    for place in range(len(play.stack) - 1, -1, -1):
        step = play.stack[place]
        tried = getattr(step, "tried", None)
        if tried is not None and uid in step.units:
            play.stack[place] = replace(step, tried=(*tried, uid))
            return


def split(play: ItPlay, uid: str, at: str) -> None:
    """B41: remove a misdirected unit from the stack it moves with and report the route it has covered so far."""
    for place in range(len(play.stack) - 1, -1, -1):
        step = play.stack[place]
        walked = getattr(step, "walked", None)
        if walked is not None and uid in step.units:
            play.stack[place] = replace(step, units=tuple(u for u in step.units if u != uid))
            if len(walked) > 1:
                play.tell(UnitMoved(uid, walked))
            return


MISDIRECT, LET_PASS = Misdirect(), _LetPass()


class Misdirecting(Ask, frozen=True, kw_only=True):
    """Allied units begin to move in the hex of a commando, or pass through it (SEQ.MOVE.misdirect)."""

    units: tuple[str, ...]
    """Those not tried yet."""
    hex: str
    verbs: ClassVar = (MISDIRECT, LET_PASS)

    def say(self, seat: ItSeat) -> Say:
        n, at = len(self.units), self.hex
        return counted(
            n,
            say("An Allied unit passes a commando in {hex}: try to misdirect it?", hex=at),
            say("{n} Allied units pass a commando in {hex}: try to misdirect them?", n=n, hex=at),
        )


# ---- leading astray ----------------------------------------------------------------------------------------------------
@remembered
def _ways_astray(seat: ItSeat, uid: str) -> dict[str, tuple[str, ...]]:
    """Where a misdirected unit can be led -> the route there by road, without the start (16.4g-h, B41)."""
    atlas = seat.board.atlas
    start = atlas.index[seat.s.units[uid].at]
    return {
        atlas.labels[i]: way
        for i, way in _by_road(seat, start, _road_faults).items()
        if i == start or _room(seat, uid, atlas.labels[i])
    }


def _by_road(
    seat: ItSeat, start: int, faults: Callable[[ItSeat, int, int], Iterator[Reason]]
) -> dict[int, tuple[str, ...]]:
    """Every hex at most ten hexes away -> the route there, across hexsides for which ``faults`` reports nothing."""
    atlas = seat.board.atlas
    ways: dict[int, tuple[str, ...]] = {start: ()}
    rim = [start]
    for _ in range(ASTRAY):
        grown: list[int] = []
        for i in rim:
            for direction, j in enumerate(atlas.around[i]):
                if j != OFF and j not in ways and not any(faults(seat, i, direction)):
                    ways[j] = (*ways[i], atlas.labels[j])
                    grown.append(j)
        rim = grown
    return ways


def _no_road(seat: ItSeat, i: int, direction: int) -> Iterator[Reason]:
    """16.4g, B41: why no unit may be led across a hexside, whatever units are beyond it."""
    atlas, prices = seat.board.atlas, seat.rules.prices
    link = prices.link(i, direction)
    a, b = atlas.labels[i], atlas.labels[link.end]
    if not link.road:
        yield Reason("16.4g", say("No road connects {a} and {b}.", a=a, b=b), (a, b))
    if prices.wide_river(link, seat.s.bridges):
        yield Reason("B41", say("The bridge between {a} and {b} is down.", a=a, b=b), (a, b))


def _road_faults(seat: ItSeat, i: int, direction: int) -> Iterator[Reason]:
    """16.4h, B41: why a misdirected unit may not be led across a hexside."""
    yield from _no_road(seat, i, direction)
    at = seat.board.atlas.labels[seat.rules.prices.link(i, direction).end]
    if seat.board.enemy_in(ALLIED, at):
        yield Reason("16.4h", say("There are German units in {hex}.", hex=at), (at,))
    if seat.board.in_zoc(ALLIED, at):
        yield Reason("16.4h", say("{hex} is in a German zone of control.", hex=at), (at,))


def _room(seat: ItSeat, uid: str, at: str) -> bool:
    """B41: whether a unit may be left in a hex without an overstack."""
    here = friends_at(seat.s, seat.board, ALLIED, at)
    return len(here) < LIMIT and not restricted.mixed(seat.rules, seat.s, (*here, uid))


class Lead(Verb["ItSeat", "Leading", "ItPlay"]):
    """Choose where the misdirected unit goes."""

    name = "lead"
    label = say("Lead astray")
    help = say("Choose a hex up to ten road hexes away; choosing its own hex merely ends its move.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: ItSeat, step: Leading) -> Offer | None:
        return Offer(self.name, (step.unit,))

    def targets(self, seat: ItSeat, step: Leading, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex it may be led to."""
        if subject == (step.unit,):
            for at, via in _ways_astray(seat, step.unit).items():
                yield Target(at, "", via, rules=("16.4g",))

    def reasons(self, seat: ItSeat, step: Leading | None, action: Action) -> Iterator[Reason]:
        """16.4g, 16.4h and B41, for the given route or for any route."""
        if step is None:
            yield Reason("16.4g", say("The German player may lead only a misdirected unit."))
            return
        if action.subject != (step.unit,):
            yield Reason("16.4g", say("A different unit was misdirected."))
            return
        atlas = seat.board.atlas
        if action.object not in atlas.index or any(at not in atlas.index for at in action.via):
            yield Reason("16.4g", say("{hex} is not a hex of this map.", hex=action.object or "-"))
            return
        ways = _ways_astray(seat, step.unit)
        if action.via:
            yield from self._way(seat, step, action)
        elif action.object not in ways and _room(seat, step.unit, action.object):
            yield self._no_way(seat, step, action.object)
        if action.object != step.hex and not _room(seat, step.unit, action.object):
            yield Reason("B41", say("There is no room for it in {hex}.", hex=action.object), (action.object,))

    def _no_way(self, seat: ItSeat, step: Leading, at: str) -> Reason:
        """16.4h if only German units or their zones block the roads to a hex, otherwise 16.4g."""
        index = seat.board.atlas.index
        if index[at] in _by_road(seat, index[step.hex], _no_road):
            text = say(
                "German units or zones of control block every road route of up to {n} hexes to {hex}.",
                n=ASTRAY,
                hex=at,
            )
            return Reason("16.4h", text, (at,))
        return Reason(
            "16.4g", say("No road route of up to {n} hexes leads to {hex}.", n=ASTRAY, hex=at), (at,)
        )

    def _way(self, seat: ItSeat, step: Leading, action: Action) -> Iterator[Reason]:
        atlas = seat.board.atlas
        if action.via[-1] != action.object:
            end = action.via[-1]
            text = say("The route ends in {end}, not in {hex}.", end=end, hex=action.object)
            yield Reason("16.4g", text, (end,))
        if len(action.via) > ASTRAY:
            yield Reason("16.4g", say("The route is longer than {n} road hexes.", n=ASTRAY), action.via)
        here = step.hex
        for at in action.via:
            direction = atlas.direction(here, at)
            if direction is None:
                yield Reason("16.4g", say("{a} and {b} are not adjacent.", a=here, b=at), (here, at))
                return
            yield from _road_faults(seat, atlas.index[here], direction)
            here = at

    def settle(self, seat: ItSeat, step: Leading, action: Action) -> Action:
        """The shortest way, when none was named."""
        via = action.via or _ways_astray(seat, step.unit)[action.object]
        return Action(self.name, action.subject, action.object, "", via)

    def do(self, play: ItPlay, step: Leading, action: Action) -> None:
        """Move the unit there; it counts as having moved."""
        play.pop()
        for at in action.via:
            passage.enter(play, (step.unit,), at)
        play.put(step.unit, moved=True)
        play.tell(UnitMoved(step.unit, (step.hex, *action.via), "misdirected"))


LEAD = Lead()


class Leading(Ask, frozen=True, kw_only=True):
    """A misdirected unit is led by the German player (16.4g)."""

    unit: str
    hex: str
    verbs: ClassVar = (LEAD,)

    def say(self, seat: ItSeat) -> Say:
        return say("{unit} is misdirected: where does it go?", unit=seat.called(self.unit))


# ---- how long they last ------------------------------------------------------------------------------------------------
def take_off(play: ItPlay) -> None:
    """16.4j: when the German player turn of 20PM ends, the commandos leave."""
    if play.phasing != GERMAN or play.rules.turn(play.turn).id != COMMANDOS_LEAVE:
        return
    found = [uid for uid, u in play.units.items() if play.roster[uid].commando and (u.on_map or due(u.at))]
    for uid in found:
        play.put(uid, at=GONE)
        play.tell(UnitRemoved(uid, GONE))
    if found:
        play.tell(Noted("16.4j", say("The commandos are removed from the map."), tuple(found)))


def forget_tricks(play: ItPlay) -> None:
    """16.4i: from the next game turn commandos may again misdirect or disrupt."""
    for uid in [u for u, unit in play.units.items() if unit.tricked]:
        play.put(uid, tricked=False)
