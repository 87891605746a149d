"""11.8: retreats, hex by hex through the best-ranked hexes, or step losses instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, NamedTuple

from msgspec.structs import replace

from hexbench.engine.events import MarkerChanged, Noted, UnitMoved
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, Value, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.iron_tide import passage
from hexbench.games.iron_tide.combatants import troops
from hexbench.games.iron_tide.losses import TakeLosses, dearness, lose_step, what_becomes
from hexbench.games.iron_tide.names import called, listed
from hexbench.games.iron_tide.pieces import GERMAN
from hexbench.games.iron_tide.stacking import LIMIT, friends_at
from hexbench.games.iron_tide.terrain import foreign, link_between, may_fall_back

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat

EMPTY: Final = 1
_FRIENDLY: Final = 2
_OTHER_NATION: Final = 3
_IN_ZONE: Final = 4
"""The ranks of a hex: 11.8c, 11.8d, B45, 11.8e."""
_EASTWARD: Final = ("E", "NE", "SE")


class Rout(Value, frozen=True, kw_only=True):
    """The outcome for the units of one hex that had to retreat."""

    hex: str
    units: tuple[str, ...]
    path: tuple[str, ...] = ()
    """The hexes they went to, in order."""
    owed: int
    paid: int = 0
    """Steps lost instead of hexes (11.8a)."""


class Way(NamedTuple):
    """A hex that may be entered next, and its rank."""

    hex: str
    rank: int


def ranked(seat: ItSeat, step: Retreat) -> tuple[Way, ...]:
    """The hexes open to the retreat: the best rank available, away from the start, toward supply (B22, B23)."""
    key = ("retreat", step)
    found: tuple[Way, ...] | None = seat.memo.get(key)
    if found is None:
        found = seat.memo[key] = tuple(_ranked(seat, step))
    return found


def _ranked(seat: ItSeat, step: Retreat) -> list[Way]:
    s, board, atlas = seat.s, seat.board, seat.board.atlas
    units = step.alive(s)
    if not units:
        return []
    here = s.units[units[0]].at
    ways = [
        Way(at, _rank_of(seat, step, units, at))
        for at in atlas.near[here]
        if not any(_closed(seat, step, units, here, at))
    ]
    best = min((way.rank for way in ways), default=0)
    ways = [way for way in ways if way.rank == best]
    away = [w for w in ways if atlas.distance(w.hex, step.start) > atlas.distance(here, step.start)]
    ways = away or ways
    onward = [w for w in ways if _toward_supply(board, step.who, here, w.hex)]
    if len(onward) > 1:
        onward = [w for w in onward if _supplied(seat, units, here, w.hex)] or onward
    return onward or ways


def _rank_of(seat: ItSeat, step: Retreat, units: tuple[str, ...], at: str) -> int:
    """11.8c-e, B45."""
    if seat.board.in_zoc(step.who, at):
        return _IN_ZONE
    if not troops(seat.s, seat.board, step.who, at):
        return EMPTY
    return _OTHER_NATION if foreign(seat.rules, seat.s, seat.board, units, at) else _FRIENDLY


def _closed(seat: ItSeat, step: Retreat, units: tuple[str, ...], here: str, at: str) -> Iterator[Reason]:
    """Why these units may not retreat into a hex at all."""
    s = seat.s
    link = link_between(seat.rules, here, at)
    if link is None:
        yield Reason("11.8i", say("A retreat is made hex by hex; {hex} is not adjacent.", hex=at), (at,))
        return
    if seat.board.enemy_in(step.who, at):
        yield Reason("11.8e", say("Enemy units are in {hex}.", hex=at), (at,))
    if at == step.start or at in step.path:
        yield Reason("B23", say("The retreat has already passed through {hex}.", hex=at), (at,))
    for uid in units:
        printed = s.roster[uid]
        if may_fall_back(seat.rules, s, link, printed):
            continue
        if seat.rules.prices.wide_river(link, s.bridges):
            text = say("{unit} may not retreat across an unbridged river.", unit=called(printed))
            yield Reason("11.8j", text, (here, at))
        else:
            text = say("{unit} may not enter the terrain in {hex}.", hex=at, unit=called(printed))
            yield Reason("B23", text, (at,))


def _toward_supply(board: ItBoard, side: str, here: str, at: str) -> bool:
    """B22: whether a step is toward supply: any eastern direction for Germans, any but due east for Allies."""
    direction = board.atlas.direction(here, at)
    name = board.atlas.grid.directions[direction] if direction is not None else ""
    return name in _EASTWARD if side == GERMAN else name != "E"


def _supplied(seat: ItSeat, units: tuple[str, ...], here: str, at: str) -> bool:
    """B22: whether a supply path leads from a hex once the units are in it. They then cancel an enemy zone there, but no
    longer in the hex they leave, unless friendly units stay in it (7.6c).
    """
    s, board = seat.s, seat.board
    side = s.units[units[0]].side
    closes = board.in_zoc(side, here) and not any(u not in units for u in troops(s, board, side, here))
    return seat.supply(side).would_trace(at, here if closes else "")


class FallBack(Verb["ItSeat", "Retreat", "ItPlay"]):
    """Retreat one hex, all units of the hex together (B23)."""

    name = "retreat"
    risk = "handover"
    label = say("Retreat")
    help = say("Retreat one hex. The highlighted hexes are the best available.")
    object = "hex"

    def offer(self, seat: ItSeat, step: Retreat) -> Offer | None:
        """While some hex is open."""
        return Offer(self.name) if ranked(seat, step) else None

    def targets(self, seat: ItSeat, step: Retreat, subject: tuple[str, ...]) -> Iterable[Target]:
        if subject:
            return
        rules = {EMPTY: "11.8c", _FRIENDLY: "11.8d", _OTHER_NATION: "B45", _IN_ZONE: "11.8e"}
        for way in ranked(seat, step):
            warn: list[Say] = []
            if way.rank == _IN_ZONE:
                warn.append(say("Enemy zone of control: costs a step."))
            crowd = len(friends_at(seat.s, seat.board, step.who, way.hex)) + len(step.alive(seat.s))
            if step.left == 1 and crowd > LIMIT:
                warn.append(
                    say(
                        "{n} units would be stacked here: those that retreated would be overstacked.", n=crowd
                    )
                )
            yield Target(way.hex, says=tuple(warn), rules=(rules[way.rank],))

    def reasons(self, seat: ItSeat, step: Retreat | None, action: Action) -> Iterator[Reason]:
        """The hex is closed, or a better one is available."""
        if action.subject or action.how or action.via:
            yield Reason("B23", say("The units in a hex retreat together, one hex at a time."))
        if action.object not in seat.board.atlas.index:
            yield seat.rules.missing(f"hex {action.object or '-'}")
            return
        if step is None:
            return
        units = step.alive(seat.s)
        if not units:
            return
        here = seat.s.units[units[0]].at
        closed = list(_closed(seat, step, units, here, action.object))
        yield from closed
        open_ = ranked(seat, step)
        if closed or any(way.hex == action.object for way in open_):
            return
        better = tuple(way.hex for way in open_)
        rank = _rank_of(seat, step, units, action.object)
        atlas = seat.board.atlas
        if rank > open_[0].rank:
            rule = {EMPTY: "11.8c", _FRIENDLY: "11.8d"}.get(open_[0].rank, "B45")
            yield Reason(rule, say("A better hex is available."), better)
        elif any(atlas.distance(at, step.start) > atlas.distance(action.object, step.start) for at in better):
            yield Reason("B23", say("A hex farther from the combat is available."), better)
        else:
            yield Reason("11.8f", say("A hex toward friendly supply is available."), better)

    def do(self, play: ItPlay, step: Retreat, action: Action) -> None:
        """One hex; an enemy zone of control there costs a step (11.8e)."""
        units = step.alive(play)
        here = play.units[units[0]].at
        passage.enter(play, units, action.object)
        for uid in units:
            play.put(uid, fell_back=True)
            play.tell(UnitMoved(uid, (here, action.object), "retreat"))
        play.swap(left=step.left - 1, path=(*step.path, action.object))
        if play.board.in_zoc(step.who, action.object):
            text = say("A retreat into an enemy zone of control costs a step.")
            play.tell(Noted("11.8e", text, (action.object,)))
            play.push(TakeLosses(who=step.who, units=units, left=1))


class Pay(Pick["ItSeat", "Retreat", "ItPlay"]):
    """Lose a step in place of one hex of the retreat (11.8a-b)."""

    name = "pay"
    label = say("Lose a step instead")
    help = say("A unit loses a step instead of retreating one hex.")
    rule = "11.8a"

    def among(self, seat: ItSeat, step: Retreat) -> Sequence[str]:
        """Any unit of the hex."""
        return step.alive(seat.s)

    def unfit(self, seat: ItSeat, step: Retreat | None, ref: str) -> Iterator[Reason]:
        """Only a unit that has to retreat."""
        if step is not None and ref not in step.alive(seat.s):
            yield Reason("11.8a", say("{unit} is not retreating.", unit=seat.called(ref)))

    def warnings(self, seat: ItSeat, step: Retreat, refs: tuple[str, ...]) -> tuple[Say, ...]:
        """What becomes of it."""
        return (what_becomes(seat, refs[0]),)

    def do(self, play: ItPlay, step: Retreat, action: Action) -> None:
        """The step is lost."""
        play.swap(left=step.left - 1, paid=step.paid + 1)
        lose_step(play, action.subject[0])


class Part(Verb["ItSeat", "Retreat", "ItPlay"]):
    """B23, option ``mixed_retreat``: units that may cross an unbridged river retreat without armor and artillery."""

    name = "part"
    label = say("Split retreat")
    help = say(
        "Units that may cross the river retreat first; armor and artillery then lose steps "
        "or take another route."
    )

    def offer(self, seat: ItSeat, step: Retreat) -> Offer | None:
        """Only where a river stops some of the units but not others."""
        return None if any(self.reasons(seat, step, Action(self.name))) else Offer(self.name)

    def targets(self, seat: ItSeat, step: Retreat, subject: tuple[str, ...]) -> Iterable[Target]:
        """One target that lists the two groups."""
        if subject or any(self.reasons(seat, step, Action(self.name))):
            return
        light, heavy = parted(seat, step)
        s = seat.s
        text = say(
            "First: {light}. Then: {heavy}.",
            light=listed([s.roster[u] for u in light]),
            heavy=listed([s.roster[u] for u in heavy]),
        )
        yield Target(says=(text,), rules=("B23", "11.8j"))

    def reasons(self, seat: ItSeat, step: Retreat | None, action: Action) -> Iterator[Reason]:
        """The option, and a river that only some may cross."""
        if action.subject or action.object or action.how or action.via:
            yield Reason("B23", say("Which units retreat separately depends on the river alone."))
        if seat.rules.options.mixed_retreat != "apart":
            yield Reason("B23", say("The units in a hex retreat together, one hex at a time."))
        elif step is not None and not all(parted(seat, step)):
            yield Reason("B23", say("No river separates these units."))

    def do(self, play: ItPlay, step: Retreat, action: Action) -> None:
        """The light units retreat first; the heavy ones wait in ``behind``."""
        seat = play.rules.seat_of(play)
        light, heavy = parted(seat, step)
        play.swap(units=light, behind=replace(step, units=heavy))


def parted(seat: ItSeat, step: Retreat) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The units that may retreat across an adjacent unbridged river that stops the others, and those others."""
    units = step.alive(seat.s)
    if len(units) < 2 or step.behind is not None:
        return (), ()
    s, rules = seat.s, seat.rules
    here = s.units[units[0]].at
    for at in seat.board.atlas.near[here]:
        link = link_between(rules, here, at)
        if link is None or not rules.prices.wide_river(link, s.bridges):
            continue
        light = tuple(u for u in units if may_fall_back(rules, s, link, s.roster[u]))
        if not light or len(light) == len(units):
            continue
        if any(way.hex == at for way in ranked(seat, replace(step, units=light))):
            return light, tuple(u for u in units if u not in light)
    return (), ()


FALL_BACK, PAY, PART = FallBack(), Pay(), Part()


class Retreat(Ask, frozen=True, kw_only=True):
    """The units of one hex have ``left`` more hexes to retreat. ``group`` is the side of the combat they were on."""

    units: tuple[str, ...]
    start: str
    left: int
    group: Literal["attack", "defence"]
    path: tuple[str, ...] = ()
    paid: int = 0
    behind: Retreat | None = None
    """The units that split off here and retreat after these (B23, option ``mixed_retreat``)."""
    verbs: ClassVar = (FALL_BACK, PAY, PART)
    open_table: ClassVar = True

    def alive(self, s: Any) -> tuple[str, ...]:
        """The units that are still on the map."""
        return tuple(u for u in self.units if s.units[u].on_map)

    def decider(self, s: Any) -> str | None:
        """The owner, while hexes are owed and units are left."""
        return self.who if self.left and self.alive(s) else None

    def run(self, play: ItPlay) -> None:
        """Finish the retreat: mark an overstack (B20) and report the rout to the combat."""
        play.pop()
        alive = self.alive(play)
        if alive and self.path:
            end = self.path[-1]
            if len(friends_at(play, play.board, self.who, end)) > LIMIT:
                for uid in alive:
                    play.put(uid, retreated=True)
                text = say("The units that retreated to {hex} are overstacked there.", hex=end)
                play.tell(Noted("8.2b", text, (end,)))
        remove_empty_entrenchment(play, self.who, self.start)
        owed = self.left + self.paid + len(self.path)
        rout = Rout(hex=self.start, units=self.units, path=self.path, owed=owed, paid=self.paid)
        play.swap(routs=(*play.top.routs, rout))
        if self.behind is not None:
            play.push(self.behind)

    def say(self, seat: ItSeat) -> Say:
        side = seat.rules.side_name(self.who)
        if self.left == 1:
            return say("{side} units from {hex}: retreat one hex, or lose a step.", side=side, hex=self.start)
        return say(
            "{side} units from {hex}: retreat {n} hexes, or lose a step for each.",
            side=side,
            hex=self.start,
            n=self.left,
        )

    def default(self, seat: ItSeat) -> Action | None:
        """Retreat while no zone of control is in the way; otherwise lose the cheapest step."""
        ways = ranked(seat, self)
        if ways and ways[0].rank < _IN_ZONE:
            return Action("retreat", (), ways[0].hex)
        return Action("pay", (min(self.alive(seat.s), key=lambda u: dearness(seat.s, u)),))


def remove_empty_entrenchment(play: ItPlay, side: str, at: str) -> None:
    """13.4b: an entrenchment whose units retreated or were eliminated is removed."""
    if play.entrenchments.get(at) == side and not troops(play, play.board, side, at):
        del play.edit("entrenchments")[at]
        play.tell(MarkerChanged("entrenchment", at, ""))
