"""Retreats: each unit retreats the exact number of hexes, farther from its start with each hex (TT-RET)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from msgspec.structs import replace

from hexbench.engine.events import Noted, UnitMoved
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, counted, say
from hexbench.engine.verb import Verb
from hexbench.games.trumpets import casualties, passage
from hexbench.games.trumpets.battlefield import near_front_line

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import Position, TtBoard, TtPlay, TtSeat


class Flight(NamedTuple):
    """A retreat route: the hexes entered, how many of them cost a step, and how many hexes are missing."""

    via: tuple[str, ...]
    dreaded: int
    missing: int

    @property
    def steps(self) -> int:
        """The steps it costs (TT-RET-03, TT-RET-04)."""
        return self.dreaded + self.missing


def dreaded(rules: TtRules, s: Position, board: TtBoard, uid: str) -> frozenset[str]:
    """The hexes that cost a retreating unit a step: next to a front line enemy, with no friendly unit
    (TT-RET-03).
    """
    side = s.units[uid].side
    return frozenset(
        at
        for at in near_front_line(rules, s, board, side)
        if not any(u != uid and s.units[u].side == side for u in board.units_at(at))
    )


def closed(rules: TtRules, s: Position, board: TtBoard, uid: str, at: str, to: str) -> str:
    """The clause that forbids a step of a retreat; empty if there is none (TT-RET-02)."""
    side = s.units[uid].side
    here = board.units_at(to)
    if here and s.units[here[0]].side != side:
        return "TT-RET-02"
    if s.mission.area and to not in s.mission.area:
        return "TT-RET-02"
    move = rules.template(s.mission.units[uid]).move
    return "TT-RET-02" if passage.prohibited(rules, move, at, to) else ""


def flights(rules: TtRules, s: Position, board: TtBoard, uid: str, n: int) -> dict[str, Flight]:
    """Maps every hex where a unit may end a retreat of ``n`` hexes to the route there.

    Complete ways come first, by one hex more where the end has no room (TT-RET-05); then those that come farthest
    (TT-RET-04). Among them only those that cost least for entering hexes next to the enemy (TT-RET-03).
    """
    start = s.units[uid].at
    far = rules.atlas.distance
    fear = dreaded(rules, s, board, uid)
    layers: list[dict[str, Flight]] = [{start: Flight((), 0, 0)}]
    for k in range(1, n + 2):
        layer: dict[str, Flight] = {}
        for at, way in layers[-1].items():
            if k == n + 1 and passage.room(rules, s, board, (uid,), at):
                continue
            for to in rules.atlas.near[at]:
                if far(start, to) != k or closed(rules, s, board, uid, at, to):
                    continue
                found = Flight((*way.via, to), way.dreaded + (to in fear), 0)
                if to not in layer or (found.dreaded, found.via) < (layer[to].dreaded, layer[to].via):
                    layer[to] = found
        layers.append(layer)

    def roomy(layer: dict[str, Flight]) -> dict[str, Flight]:
        return {at: way for at, way in layer.items() if passage.room(rules, s, board, (uid,), at)}

    whole = {**roomy(layers[n]), **roomy(layers[n + 1])}
    if whole:
        return _cheapest(whole)
    for k in range(n - 1, 0, -1):
        if short := roomy(layers[k]):
            return _cheapest({at: _replace_missing(way, n - k) for at, way in short.items()})
    return {start: Flight((), 0, n)}


def _replace_missing(way: Flight, missing: int) -> Flight:
    """The same route with a number of missing hexes."""
    return Flight(way.via, way.dreaded, missing)


def _cheapest(ways: dict[str, Flight]) -> dict[str, Flight]:
    least = min(way.dreaded for way in ways.values())
    return {at: ways[at] for at in sorted(ways) if ways[at].dreaded == least}


def flights_of(seat: TtSeat, step: Retreat, uid: str) -> dict[str, Flight]:
    """:func:`flights` in the position of a seat."""
    key = ("flights", uid, step.n)
    found: dict[str, Flight] | None = seat.memo.get(key)
    if found is None:
        found = seat.memo[key] = flights(seat.rules, seat.s, seat.board, uid, step.n)
    return found


class _GoBack(Verb["TtSeat", "Retreat", "TtPlay"]):
    """One unit retreats."""

    name = "retreat"
    label = say("Retreat")
    help = say("Each unit retreats the exact number of hexes, away from where it started.")
    subject = "unit"
    object = "hex"
    plain = True

    def offer(self, seat: TtSeat, step: Retreat) -> Offer | None:
        """Every unit that has not yet retreated."""
        return Offer(self.name, step.left(seat.s))

    def targets(self, seat: TtSeat, step: Retreat, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex where the unit may end its retreat."""
        if len(subject) != 1 or subject[0] not in step.left(seat.s):
            return
        for at, way in flights_of(seat, step, subject[0]).items():
            said: list[Say] = []
            rules = ["TT-RET-01"]
            if way.dreaded:
                said.append(
                    counted(
                        way.dreaded,
                        say("It passes next to the enemy and loses a step."),
                        say("It passes next to the enemy and loses {n} steps.", n=way.dreaded),
                    )
                )
                rules.append("TT-RET-03")
            if way.missing:
                said.append(
                    counted(
                        way.missing,
                        say("It falls one hex short and loses a step."),
                        say("It falls {n} hexes short and loses that many steps.", n=way.missing),
                    )
                )
                rules.append("TT-RET-04")
            if len(way.via) > step.n:
                said.append(say("One hex farther, to meet the stacking limit."))
                rules.append("TT-RET-05")
            yield Target(at, "", way.via, None, tuple(said), tuple(rules))

    def reasons(self, seat: TtSeat, step: Retreat | None, action: Action) -> Iterator[Reason]:
        """Every rule against this retreat."""
        s, rules = seat.s, seat.rules
        if len(action.subject) != 1 or action.how:
            yield Reason("TT-RET-01", say("Choose one unit to retreat."))
            return
        uid = action.subject[0]
        if uid not in s.units:
            yield rules.missing(f"unit {uid}")
            return
        if step is None:
            return
        if uid not in step.left(s):
            name = rules.title(s.mission.units[uid])
            yield Reason("TT-RET-01", say("{unit} does not have to retreat.", unit=name), s.units[uid].spot)
            return
        if action.object not in rules.atlas.index:
            yield Reason("TT-RET-01", say("Name the hex to retreat to."))
            return
        found = flights_of(seat, step, uid)
        if action.object not in found:
            yield from self._why_not(seat, step, uid, action.object, found)
        elif action.via and action.via != found[action.object].via:
            yield from self._off_route(seat, step, uid, action)

    def _why_not(
        self, seat: TtSeat, step: Retreat, uid: str, at: str, found: dict[str, Flight]
    ) -> Iterator[Reason]:
        s, rules, board = seat.s, seat.rules, seat.board
        unit = s.units[uid]
        here = board.units_at(at)
        far = rules.atlas.distance(unit.at, at)
        if here and s.units[here[0]].side != unit.side:
            yield Reason("TT-RET-02", say("{hex} is occupied by the enemy.", hex=at), (at,))
            return
        if s.mission.area and at not in s.mission.area:
            yield Reason("TT-RET-02", say("{hex} is outside the area in play.", hex=at), (at,))
            return
        if far not in (step.n, step.n + 1) or (
            far > step.n and all(len(w.via) == step.n for w in found.values())
        ):
            text = counted(
                far,
                say("{hex} is 1 hex away; the retreat is {n}.", hex=at, n=step.n),
                say("{hex} is {far} hexes away; the retreat is {n}.", hex=at, far=far, n=step.n),
            )
            yield Reason("TT-RET-01", text, (at,))
            return
        if not passage.room(rules, s, board, (uid,), at):
            yield Reason("TT-RET-05", say("{hex} would be over the stacking limit.", hex=at), (at,))
            return
        if at in _anywhere(rules, s, board, uid, step.n):
            text = say("It may pass next to the enemy only if there is no other route.")
            yield Reason("TT-RET-03", text, (at,))
            return
        text = counted(
            step.n,
            say("There is no route there: terrain, a river or enemy units are in the way."),
            say(
                "There is no route of {n} hexes there: terrain, rivers or enemy units are in the way.",
                n=step.n,
            ),
        )
        yield Reason("TT-RET-02", text, (at,))

    def _off_route(self, seat: TtSeat, step: Retreat, uid: str, action: Action) -> Iterator[Reason]:
        """Why a route given by hand is not as good as the best one."""
        s, rules, board = seat.s, seat.rules, seat.board
        best = flights_of(seat, step, uid)[action.object]
        path = (s.units[uid].at, *action.via)
        for k, (a, b) in enumerate(pairwise(path), start=1):
            if b not in rules.atlas.near[a] or rules.atlas.distance(path[0], b) != k:
                yield Reason(
                    "TT-RET-01", say("Every hex must be farther from the start than the one before."), (b,)
                )
                return
            if closed(rules, s, board, uid, a, b):
                yield Reason("TT-RET-02", say("It cannot enter {hex} from there.", hex=b), (b,))
                return
        fear = dreaded(rules, s, board, uid)
        if len(action.via) != len(best.via) or action.via[-1] != action.object:
            yield Reason("TT-RET-01", say("The route must lead to {hex}.", hex=action.object))
        elif sum(at in fear for at in action.via) > best.dreaded:
            text = say("It may pass next to the enemy only if there is no other route.")
            yield Reason("TT-RET-03", text, tuple(at for at in action.via if at in fear))

    def settle(self, seat: TtSeat, step: Retreat, action: Action) -> Action:
        via = action.via or flights_of(seat, step, action.subject[0])[action.object].via
        return replace(action, via=via)

    def do(self, play: TtPlay, step: Retreat, action: Action) -> None:
        uid = action.subject[0]
        play.swap(done=(*step.done, uid))
        best = flights(play.rules, play, play.board, uid, step.n)[action.object]
        fall_back(play, uid, action.via, best.missing)


def _anywhere(rules: TtRules, s: Position, board: TtBoard, uid: str, n: int) -> set[str]:
    """The hexes that a complete retreat could end in, whatever it costs."""
    start = s.units[uid].at
    layer = {start}
    for k in range(1, n + 1):
        layer = {
            to
            for at in layer
            for to in rules.atlas.near[at]
            if rules.atlas.distance(start, to) == k and not closed(rules, s, board, uid, at, to)
        }
    return layer


def fall_back(play: TtPlay, uid: str, via: tuple[str, ...], missing: int) -> None:
    """A unit retreats along a route and loses the steps it costs (TT-RET-03, TT-RET-04)."""
    unit = play.units[uid]
    fear = dreaded(play.rules, play, play.board, uid)
    name = play.rules.title(play.mission.units[uid])
    path = [unit.at]
    left = play.rules.steps(play.mission.units[uid]) - unit.lost
    pays = 0
    for at in via:
        path.append(at)
        pays += at in fear
        if pays >= left:
            break
    play.put(uid, at=path[-1], retreated=True)
    if via:
        play.tell(UnitMoved(uid, tuple(path), how="retreat"))
    for at in path[1:]:
        casualties.passed(play, unit.side, at)
    if pays:
        text = counted(
            pays,
            say("{unit} retreats past the enemy and loses a step.", unit=name),
            say("{unit} retreats past the enemy and loses {n} steps.", unit=name, n=pays),
        )
        play.tell(Noted("TT-RET-03", text, (uid,)))
    short = min(missing, left - pays)
    if short > 0:
        text = counted(
            short,
            say("{unit} cannot retreat the full distance and loses a step.", unit=name),
            say("{unit} cannot retreat the full distance and loses {n} steps.", unit=name, n=short),
        )
        play.tell(Noted("TT-RET-04", text, (uid,)))
    for _ in range(pays + max(short, 0)):
        casualties.lose_step(play, uid)
    casualties.tidy_engaged(play)


GO_BACK = _GoBack()


class Retreat(Ask, frozen=True, kw_only=True):
    """The units of one side retreat ``n`` hexes, one after another (RETREAT_DEF, RETREAT_ATT)."""

    units: tuple[str, ...]
    n: int
    done: tuple[str, ...] = ()
    verbs: ClassVar = (GO_BACK,)
    auto: ClassVar = True

    def left(self, s: Any) -> tuple[str, ...]:
        """The units that still have to retreat."""
        return tuple(u for u in self.units if u not in self.done and s.units[u].on_map)

    def decider(self, s: Any) -> str | None:
        """The owner, until all units have retreated."""
        return self.who if self.left(s) else None

    def say(self, seat: TtSeat) -> Say:
        if self.n == 1:
            return say("Retreat one hex.")
        return say("Retreat {n} hexes.", n=self.n)

    def default(self, seat: TtSeat) -> Action | None:
        """Retreat the first unit to where fewest enemies are near."""
        uid = self.left(seat.s)[0]
        near = near_front_line(seat.rules, seat.s, seat.board, self.who)
        found = flights_of(seat, self, uid)
        at = min(found, key=lambda h: (found[h].steps, h in near, h))
        return Action(GO_BACK.name, (uid,), at, "", found[at].via)
