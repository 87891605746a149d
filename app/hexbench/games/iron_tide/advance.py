"""11.9: the victor advances into the vacated hex, and possibly farther along the path of the retreat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.events import UnitMoved
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Reason, Say, Target, Value, counted, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import Press
from hexbench.games.iron_tide import passage
from hexbench.games.iron_tide.combatants import by_hex, is_artillery, troops
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.restricted import HELD_BACK, PM16, PM17, first_ss_free, parachutists
from hexbench.games.iron_tide.stacking import LIMIT, friends_at
from hexbench.games.iron_tide.terrain import dry, foreign, link_between, open_ground

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat


_FIRST: Final = "11.9b"
"""The clause that names the first hex."""


class Trail(Value, frozen=True):
    """A vacated hex, the path of the retreat behind it (none if its units were eliminated), and how many
    hexes may be advanced (11.9c).
    """

    hex: str
    path: tuple[str, ...]
    length: int
    eliminated: bool = False


def victors(
    s: Any, board: ItBoard, side: str, taking_part: Iterable[str], left_out: Collection[tuple[str, str]]
) -> tuple[str, ...]:
    """The units that may advance: those that took part, and the units in their hexes that the stacking limit kept out of
    the combat (11.9m); ``left_out`` gives these as (hex, unit).
    """
    out: dict[str, None] = {}
    for at, units in by_hex((u for u in taking_part if s.units[u].on_map), s).items():
        for uid in troops(s, board, side, at):
            if uid in units or ((at, uid) in left_out and not s.units[uid].fell_back):
                out[uid] = None
    return tuple(out)


def bars(rules: ItRules, s: Any, uid: str) -> Iterator[Reason]:
    """Why a victorious unit may not advance at all."""
    unit, printed = s.units[uid], s.roster[uid]
    if is_artillery(printed):
        yield Reason(
            "11.9l", say("{unit} is artillery and may not advance.", unit=called(printed)), unit.spot
        )
    held = printed.side == "german" and printed.division in HELD_BACK
    if held and s.turn <= PM16 and not rules.options.held_back_advance:
        text = say("{unit} may not advance before 17AM.", unit=called(printed))
        yield Reason("B72", text, unit.spot)
    if s.turn < PM17 and parachutists(printed):
        yield Reason("16.2c", say("{unit} may not move before 17PM.", unit=called(printed)), unit.spot)


def routes(rules: ItRules, s: Any, board: ItBoard, step: Advance, uid: str) -> dict[str, tuple[str, ...]]:
    """hex -> the route there, for every hex a victorious unit may advance to."""
    out: dict[str, tuple[str, ...]] = {}
    if any(bars(rules, s, uid)):
        return out
    for trail in step.open_to(s, uid):
        for via in _ways(rules, s, board, uid, trail):
            at = via[-1]
            if (at not in out or len(via) < len(out[at])) and room(rules, s, board, uid, at):
                out[at] = via
    return out


def room(rules: ItRules, s: Any, board: ItBoard, uid: str, at: str) -> bool:
    """11.9m, B45: whether a hex has room: at most three units may end there, all of one command."""
    side = s.units[uid].side
    return len(friends_at(s, board, side, at)) < LIMIT and not foreign(rules, s, board, (uid,), at)


def _length(rules: ItRules, s: Any, board: ItBoard, uid: str, trail: Trail) -> int:
    """How many hexes a unit may advance along a trail; 0 when it may not enter the vacated hex."""
    printed, unit = s.roster[uid], s.units[uid]
    first = link_between(rules, unit.at, trail.hex)
    if first is None or board.enemy_in(unit.side, trail.hex):
        return 0
    if not open_ground(rules, s, first, printed):
        return 0
    wet = not dry(rules, s, first)
    if wet and printed.type == "armor" and rules.prices.wide_river(first, s.bridges):
        return 0  # 11.9k
    return 1 if wet else trail.length  # 11.9j


def _free(s: Any, uid: str, trail: Trail) -> bool:
    """11.9g-i: whether a unit may choose its own route beyond the vacated hex."""
    return s.roster[uid].mobility != "N" or trail.eliminated


def _ways(rules: ItRules, s: Any, board: ItBoard, uid: str, trail: Trail) -> Iterator[tuple[str, ...]]:
    """A shortest route along one trail to every hex a unit may advance to, nearest first."""
    length, free = _length(rules, s, board, uid, trail), _free(s, uid, trail)
    if not length:
        return
    yield (trail.hex,)
    ways: list[tuple[str, ...]] = [(trail.hex,)]
    seen = {s.units[uid].at, trail.hex}
    while ways:
        way = ways.pop(0)
        if len(way) >= length or (len(way) > 1 and _stops(s, board, uid, way[-1])):
            continue
        onward = board.atlas.near[way[-1]] if free else trail.path[len(way) - 1 : len(way)]
        for at in onward:
            if at not in seen and _may_enter(rules, s, board, uid, way[-1], at):
                seen.add(at)
                ways.append((*way, at))
                yield (*way, at)


def _stops(s: Any, board: ItBoard, uid: str, at: str) -> bool:
    """11.9f: an enemy zone of control after the vacated hex ends the advance; not for 1st SS on 17AM (16.3a)."""
    return board.in_zoc(s.units[uid].side, at) and not first_ss_free(s, s.roster[uid])


def _may_enter(rules: ItRules, s: Any, board: ItBoard, uid: str, here: str, at: str) -> bool:
    """Whether a unit may enter a hex beyond the vacated one: no enemies or closed terrain, rivers only by bridge (11.9j)."""
    link = link_between(rules, here, at)
    return (
        link is not None
        and not board.enemy_in(s.units[uid].side, at)
        and open_ground(rules, s, link, s.roster[uid])
        and dry(rules, s, link)
    )


class GoForward(Verb["ItSeat", "Advance", "ItPlay"]):
    """Advance one victorious unit."""

    name = "advance"
    label = say("Advance")
    help = say("Drag a victorious unit into the vacated hex, or farther along the path of retreat.")
    subject = "unit"
    object = "hex"

    def able(self, seat: ItSeat, step: Advance) -> Iterable[str]:
        """Every victor with somewhere to go."""
        return (u for u in step.units if self._routes(seat, step, u))

    def _routes(self, seat: ItSeat, step: Advance, uid: str) -> dict[str, tuple[str, ...]]:
        key = ("advance", uid)
        found: dict[str, tuple[str, ...]] | None = seat.memo.get(key)
        if found is None:
            found = seat.memo[key] = routes(seat.rules, seat.s, seat.board, step, uid)
        return found

    def targets(self, seat: ItSeat, step: Advance, subject: tuple[str, ...]) -> Iterable[Target]:
        """The hexes within the length of the advance."""
        if len(subject) == 1 and subject[0] in step.units:
            for at, via in self._routes(seat, step, subject[0]).items():
                yield Target(at, via=via, rules=("11.9b",) if len(via) == 1 else ("11.9c",))

    def reasons(self, seat: ItSeat, step: Advance | None, action: Action) -> Iterator[Reason]:
        """The unit is not a victor, or may not advance to that hex."""
        if len(action.subject) != 1:
            yield Reason("11.9a", say("Units advance one at a time."))
            return
        uid, at = action.subject[0], action.object
        if (stranger := seat.rules.stranger(seat.s, action.subject, at)) is not None:
            yield stranger
            return
        if action.how:
            yield Reason("11.9a", say("There is only one kind of advance."))
        if step is None:
            return
        printed = seat.s.roster[uid]
        if uid not in step.units:
            name = called(printed)
            yield Reason("11.9a", say("{unit} may not advance after this combat.", unit=name))
            return
        barred = list(bars(seat.rules, seat.s, uid))
        yield from barred
        found = self._routes(seat, step, uid)
        if barred or (at in found and action.via in ((), found[at])):
            return
        if at in found:
            yield from _wrong_way(seat, step, uid, action)
            return
        yield _why_not_there(seat, step, uid, at)

    def settle(self, seat: ItSeat, step: Advance, action: Action) -> Action:
        """Fill in the shortest route."""
        via = action.via or self._routes(seat, step, action.subject[0])[action.object]
        return Action(self.name, action.subject, action.object, "", via)

    def do(self, play: ItPlay, step: Advance, action: Action) -> None:
        """Advance the unit; keep asking while another unit may still advance."""
        uid = action.subject[0]
        start = play.units[uid].at
        for at in action.via:
            passage.enter(play, (uid,), at)
        play.tell(UnitMoved(uid, (start, *action.via), "advance"))
        left = tuple(u for u in step.units if u != uid)
        play.swap(units=left, taken=(*step.taken, (start, action.via[0])))
        if not anybody(play, play.top):
            play.pop()


def _closed_at_first(seat: ItSeat, step: Advance, uid: str, at: str) -> Reason | None:
    """Why a hex may not be the first of an advance."""
    s, rules = seat.s, seat.rules
    unit, printed = s.units[uid], s.roster[uid]
    if all(trail.hex != at for trail in step.trails):
        hexes = tuple(trail.hex for trail in step.trails)
        return Reason(_FIRST, say("The first hex of an advance must be the vacated hex."), hexes)
    if all(trail.hex != at for trail in step.open_to(s, uid)):
        return Reason("B55", say("Units from one hex must all advance into the same hex."), (at,))
    if seat.board.enemy_in(unit.side, at):
        return Reason("8.1b", say("Enemy units are in {hex}.", hex=at), (at,))
    link = link_between(rules, unit.at, at)
    if link is None:
        text = say("{a} and {b} are not adjacent.", a=unit.at, b=at)
        return Reason("11.9a", text, (unit.at, at))
    if rules.prices.wide_river(link, s.bridges) and printed.type == "armor":
        text = say("{unit} may advance across a river only at a bridge or ford.", unit=called(printed))
        return Reason("11.9k", text, (unit.at, at))
    if not open_ground(rules, s, link, printed):
        text = say("{unit} may not enter the terrain in {hex}.", hex=at, unit=called(printed))
        return Reason("B23", text, (at,))
    return None


def _wrong_way(seat: ItSeat, step: Advance, uid: str, action: Action) -> Iterator[Reason]:
    """What is wrong with the route a player has plotted, if anything; any route along one of the trails is allowed."""
    via, end = action.via, action.via[-1]
    unknown = next((at for at in via if at not in seat.board.atlas.index), None)
    if unknown is not None:
        yield seat.rules.missing(f"hex {unknown}")
        return
    if end != action.object:
        text = say("The route ends in {end}, not in {hex}.", end=end, hex=action.object)
        yield Reason("11.9a", text, (end,))
        return
    closed = _closed_at_first(seat, step, uid, via[0])
    if closed is not None:
        yield closed
        return
    trails = [trail for trail in step.open_to(seat.s, uid) if trail.hex == via[0]]
    faults = [list(islice(_leaves(seat, uid, trail, via), 1)) for trail in trails]
    if all(faults):
        yield from faults[0]


def _leaves(seat: ItSeat, uid: str, trail: Trail, via: tuple[str, ...]) -> Iterator[Reason]:
    """Where a route breaks the rules beyond the vacated hex."""
    rules, s, board = seat.rules, seat.s, seat.board
    name, length = called(s.roster[uid]), _length(rules, s, board, uid, trail)
    if not _free(s, uid, trail) and via[1:] != trail.path[: len(via) - 1]:
        yield Reason("11.9g", say("{unit} must follow the path of retreat.", unit=name), trail.path)
    if len(via) > length:
        yield _too_long(trail, length)
    for n, (here, there) in enumerate(pairwise(via)):
        link = link_between(rules, here, there)
        if link is None:
            text = say("{a} and {b} are not adjacent.", a=here, b=there)
            yield Reason("11.9a", text, (here, there))
        elif n and _stops(s, board, uid, here):
            text = say("{unit} must stop in the first enemy zone of control it enters.", unit=name)
            yield Reason("11.9f", text, (here,))
        elif board.enemy_in(s.units[uid].side, there):
            yield Reason("8.1b", say("Enemy units are in {hex}.", hex=there), (there,))
        elif not open_ground(rules, s, link, s.roster[uid]):
            text = say("{unit} may not enter the terrain in {hex}.", hex=there, unit=name)
            yield Reason("B23", text, (there,))
        elif not dry(rules, s, link):
            text = say("Beyond the vacated hex, an advance may cross rivers only by bridge.")
            yield Reason("11.9j", text, (here, there))


def _too_long(trail: Trail, length: int) -> Reason:
    if length < trail.length:
        return Reason("11.9j", say("An advance across a river is limited to one hex."), (trail.hex,))
    return Reason("11.9c", _at_most(length), (trail.hex,))


def _at_most(n: int) -> Say:
    return counted(
        n,
        say("The advance is at most one hex long."),
        say("The advance may be at most {n} hexes long.", n=n),
    )


def _why_not_there(seat: ItSeat, step: Advance, uid: str, at: str) -> Reason:
    """The rule that keeps a victorious unit out of a hex."""
    s, board, rules = seat.s, seat.board, seat.rules
    unit, printed = s.units[uid], s.roster[uid]
    name = called(printed)
    if board.enemy_in(unit.side, at):
        return Reason("8.1b", say("Enemy units are in {hex}.", hex=at), (at,))
    ends = (via[-1] for trail in step.open_to(s, uid) for via in _ways(rules, s, board, uid, trail))
    if at in ends:
        if foreign(rules, s, board, (uid,), at):
            return Reason("B45", say("Units of another command are in {hex}.", hex=at), (at,))
        return Reason("11.9m", say("{hex} already contains three units.", hex=at), (at,))
    closed = _closed_at_first(seat, step, uid, at)
    if closed is not None and closed.rule != _FIRST:
        return closed
    hexes = tuple(one.hex for one in step.trails)
    firsts = [first for one in step.trails if (first := link_between(rules, unit.at, one.hex)) is not None]
    if firsts and all(not dry(rules, s, first) for first in firsts):
        return Reason("11.9j", say("An advance across a river is limited to one hex."), hexes)
    if closed is not None and at in board.atlas.near[unit.at]:
        return closed
    longest = max(one.length for one in step.trails)
    if min(board.atlas.distance(h, at) for h in hexes) + 1 > longest:
        return Reason("11.9c", _at_most(longest), (at,))
    if printed.mobility == "N" and not any(one.eliminated for one in step.trails):
        path = tuple(h for one in step.trails for h in one.path)
        return Reason("11.9g", say("{unit} must follow the path of retreat.", unit=name), path)
    return Reason(
        "11.9f",
        say("Enemy units, zones of control, rivers or terrain block the way to {hex}.", hex=at),
        (at,),
    )


class Stay(Press["ItSeat", "Advance", "ItPlay"]):
    """End the advance."""

    name = "stay"
    ends = True
    risk = "handover"
    label = say("No further advance")
    help = say("No further units advance; the combat is over.")
    rule = "11.9a"

    def do(self, play: ItPlay, step: Advance, action: Action) -> None:
        play.pop()


ADVANCE, STAY = GoForward(), Stay()


class Advance(Ask, frozen=True, kw_only=True):
    """The victor may advance ``units`` along ``trails``.

    ``taken`` are pairs of the hex a unit left and the vacated hex it entered: with ``one_each`` the units of a hex all
    go into the same one (B55).
    """

    units: tuple[str, ...]
    trails: tuple[Trail, ...]
    one_each: bool = False
    taken: tuple[tuple[str, str], ...] = ()
    verbs: ClassVar = (ADVANCE, STAY)
    open_table: ClassVar = True

    def open_to(self, s: Any, uid: str) -> tuple[Trail, ...]:
        """The trails a unit may still follow."""
        chosen = [into for start, into in self.taken if start == s.units[uid].at]
        if self.one_each and chosen:
            return tuple(trail for trail in self.trails if trail.hex == chosen[0])
        return self.trails

    def say(self, seat: ItSeat) -> Say:
        """Where to, and how far."""
        side = seat.rules.side_name(self.who)
        hexes = ", ".join(trail.hex for trail in self.trails)
        n = max(trail.length for trail in self.trails)
        if n == 1:
            return say("{side} advance into {hexes}?", side=side, hexes=hexes)
        return say("{side} advance into {hexes}, up to {n} hexes in all?", side=side, hexes=hexes, n=n)

    def default(self, seat: ItSeat) -> Action | None:
        return Action("stay")


def anybody(play: ItPlay, step: Advance) -> bool:
    """Whether any victor has a hex to advance to."""
    return any(routes(play.rules, play, play.board, step, uid) for uid in step.units)
