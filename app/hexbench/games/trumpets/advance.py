"""Advance after combat: by recon, road or basic rate (TT-ADV, TT-BLZ-10..13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from msgspec.structs import replace

from hexbench.engine.events import UnitMoved
from hexbench.engine.values import Action, Check, Reason, Say, Target, counted, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import END, Phase
from hexbench.games.trumpets import casualties, checklist, passage
from hexbench.games.trumpets.battlefield import enemies_at, near_front_line
from hexbench.games.trumpets.moving_ways import barred, closed, standing

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import Position, TtBoard, TtPlay, TtSeat

ROWS = {
    "DE": "TT-ADV-11",
    "STEP": "TT-ADV-12",
    "D1": "TT-ADV-13",
    "D2": "TT-ADV-14",
    "D3": "TT-ADV-15",
    "D4": "TT-ADV-16",
}
"""Maps a row of the advance chart to its clause."""
ROAD = 2
"""Halves of a movement factor for a road hex in an advance (TT-ADV-05)."""
FAR = 99


class Rate(NamedTuple):
    """How many hexes a unit may advance (anywhere, or by road only), and the clause that says so."""

    anywhere: int
    by_road: int
    rule: str


class Route(NamedTuple):
    """A route of advance and its cost in halves of a movement factor."""

    via: tuple[str, ...]
    cost: int


class Free(NamedTuple):
    """Limits to ignore, so that a refusal can say which one applies."""

    factors: bool = False
    zones: bool = False
    hexes: bool = False
    first: bool = False


_BOUND = Free()
"""Every limit holds."""


# ---- who and how far -------------------------------------------------------------------------------------------------
def never(rules: TtRules, s: Position, uid: str) -> bool:
    """Whether a unit may never advance: FA, NW and HQ, except the special HQ (TT-ADV-04)."""
    tags = rules.tags(s.mission.units[uid])
    return "special_hq" not in tags and bool(tags & set(rules.tables.advance.never))


def rate(rules: TtRules, s: Position, uid: str, step: Advance) -> Rate:
    """How far a unit may advance by the chart and the attacked position (TT-ADV-01..03, 06, 07)."""
    table = rules.tables.advance
    recon, road, basic = table.rows[step.row]
    if step.short:
        return Rate(1, 1, "TT-CA-04")
    if step.stops:
        return Rate(1, 1, "TT-ADV-07")
    if step.basic:
        return Rate(basic, basic, "TT-ADV-06")
    tags = rules.tags(s.mission.units[uid])
    if tags & set(table.recon):
        return Rate(recon, recon, "TT-ADV-01")
    if tags & set(table.road) and rules.road_at(s.units[uid].at):
        return Rate(basic, road, "TT-ADV-02")
    return Rate(basic, basic, "TT-ADV-03")


def halves(rules: TtRules, s: Position, uid: str) -> int:
    """The halves of MF a unit may spend in an advance; out of supply its MF is halved (TT-ADV-05,
    TT-REC-12).
    """
    mf = rules.template(s.mission.units[uid]).mf
    return 2 * (mf if s.units[uid].supplied else -(-mf // 2))


# ---- where to ----------------------------------------------------------------------------------------------------------
def routes(
    rules: TtRules, s: Position, board: TtBoard, uid: str, step: Advance, free: Free = _BOUND
) -> dict[str, Route]:
    """Maps every hex a unit may advance to, disregarding stacking, to the route there."""
    if never(rules, s, uid):
        return {}
    pace = rate(rules, s, uid, step)
    out: dict[str, Route] = {}
    for limit, by_road in ((pace.anywhere, False), (pace.by_road, True)):
        if by_road and pace.by_road <= pace.anywhere:
            continue
        for at, way in _spread(
            rules, s, board, uid, step, FAR if free.hexes else limit, by_road, free
        ).items():
            if at not in out:
                out[at] = way
    return out


def _spread(
    rules: TtRules,
    s: Position,
    board: TtBoard,
    uid: str,
    step: Advance,
    limit: int,
    by_road: bool,
    free: Free,
) -> dict[str, Route]:
    unit = s.units[uid]
    side = unit.side
    zones: frozenset[str] = frozenset()
    if rules.options.advance_stops_in_zoc and not free.zones:
        zones = near_front_line(rules, s, board, side, (step.hex,))
    blocked = passage.stand(rules, s, board, side).blocked
    most = FAR * FAR if free.factors else halves(rules, s, uid)
    found: dict[str, Route] = {}
    front = {unit.at: Route((), 0)}
    for k in range(1, min(limit, len(rules.atlas.labels)) + 1):
        layer: dict[str, Route] = {}
        for at, way in front.items():
            # an advance ends next to the enemy, but not in its first hex (TT-ADV-10), and at a road block
            if k > 1 and ((k > 2 and at in zones) or at in blocked):
                continue
            for to in rules.atlas.near[at]:
                if k == 1 and not step.blitz and not free.first and to != step.hex:
                    continue
                price = _price(rules, s, board, uid, at, to, blocked, by_road=by_road)
                if price is None or way.cost + price > most:
                    continue
                one = Route((*way.via, to), way.cost + price)
                if to not in layer or (one.cost, one.via) < (layer[to].cost, layer[to].via):
                    layer[to] = one
        front = {
            to: way
            for to, way in layer.items()
            if to != unit.at and (to not in found or way.cost < found[to].cost)
        }
        if not front:
            break
        for to, way in front.items():
            if to not in found:
                found[to] = way
    return found


def _price(
    rules: TtRules,
    s: Position,
    board: TtBoard,
    uid: str,
    at: str,
    to: str,
    blocked: frozenset[str],
    *,
    by_road: bool,
) -> int | None:
    """The cost of one hex of an advance in halves of a movement factor; None if it cannot be entered
    (TT-ADV-05).
    """
    here = board.units_at(to)
    if here and s.units[here[0]].side != s.units[uid].side:
        return None
    if s.mission.area and to not in s.mission.area:
        return None
    move = rules.template(s.mission.units[uid]).move
    if passage.road_step(rules, at, to, blocked):
        return None if passage.prohibited(rules, move, at, to) else ROAD
    if by_road:
        return None
    index = rules.atlas.index
    price = passage.arcs(rules, move, blocked).between(index[at], index[to])
    return None if price is None else price // passage.HALF


def ends(rules: TtRules, s: Position, board: TtBoard, uid: str, step: Advance) -> dict[str, Route]:
    """The hexes a unit may advance to, stacking included (TT-REC-02)."""
    return {
        at: way
        for at, way in routes(rules, s, board, uid, step).items()
        if passage.room(rules, s, board, (uid,), at)
    }


def eligible(rules: TtRules, s: Position, board: TtBoard, step: Advance) -> tuple[str, ...]:
    """The units that may still advance."""
    return tuple(u for u in step.left(s) if ends(rules, s, board, u, step))


def _ends_of(seat: TtSeat, step: Advance, uid: str) -> dict[str, Route]:
    found: dict[str, Route] | None = seat.memo.get(("advance", uid))
    if found is None:
        found = seat.memo["advance", uid] = ends(seat.rules, seat.s, seat.board, uid, step)
    return found


# ---- the verb --------------------------------------------------------------------------------------------------------
class _GoOn(Verb["TtSeat", "Advance", "TtPlay"]):
    """The verb by which one unit advances; each unit may do so once."""

    name = "advance"
    label = say("Advance")
    help = say(
        "Units that attacked move into the hex the enemy vacated, and on as far as the advance chart allows."
    )
    subject = "unit"
    object = "hex"
    plain = True

    def able(self, seat: TtSeat, step: Advance) -> Iterable[str]:
        """Every unit that can."""
        return (u for u in step.left(seat.s) if _ends_of(seat, step, u))

    def targets(self, seat: TtSeat, step: Advance, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex the unit can reach."""
        if len(subject) != 1 or subject[0] not in step.left(seat.s):
            return
        uid = subject[0]
        pace = rate(seat.rules, seat.s, uid, step)
        for at, way in _ends_of(seat, step, uid).items():
            rule = pace.rule
            if pace.by_road > pace.anywhere and not _keeps_to_roads(seat, uid, way.via):
                rule = "TT-ADV-03"  # off the roads it is the basic rate
            yield Target(at, "", way.via, way.cost * passage.HALF, (), (ROWS[step.row], rule))

    def reasons(self, seat: TtSeat, step: Advance | None, action: Action) -> Iterator[Reason]:
        """Every rule against the action."""
        s, rules = seat.s, seat.rules
        if len(action.subject) != 1 or action.how:
            yield Reason("TT-ADV-09", say("Choose one unit to advance."))
            return
        uid = action.subject[0]
        if uid not in s.units:
            yield rules.missing(f"unit {uid}")
            return
        name = rules.title(s.mission.units[uid])
        if never(rules, s, uid):
            yield Reason(
                "TT-ADV-04", say("{unit} may never advance after combat.", unit=name), s.units[uid].spot
            )
        if step is None:
            return
        if uid not in step.left(s):
            text = say("{unit} did not attack here or has already advanced.", unit=name)
            yield Reason("TT-ADV-09", text, s.units[uid].spot)
            return
        at = action.object
        if at not in rules.atlas.index:
            yield Reason("TT-ADV-09", say("Name the hex to advance to."))
            return
        if never(rules, s, uid):
            return
        found = _ends_of(seat, step, uid)
        strays = None
        if action.via and (at not in found or action.via != found[at].via):
            strays = next(astray(seat, step, uid, action.via, at), None)
        if strays is not None:
            yield strays
        elif at not in found:
            yield from why_not_there(seat, step, uid, at)

    def settle(self, seat: TtSeat, step: Advance, action: Action) -> Action:
        via = action.via or _ends_of(seat, step, action.subject[0])[action.object].via
        return replace(action, via=via)

    def do(self, play: TtPlay, step: Advance, action: Action) -> None:
        uid = action.subject[0]
        unit = play.units[uid]
        # a headquarters that was not named in the attack counts as having attacked from now on (TT-ADV-09)
        play.put(uid, at=action.object, attacked=True)
        play.tell(UnitMoved(uid, (unit.at, *action.via), how="advance"))
        for at in action.via:
            casualties.passed(play, unit.side, at)
        casualties.tidy_engaged(play)
        play.swap(units=tuple(u for u in step.units if u != uid))
        if not eligible(play.rules, play, play.board, play.top):
            play.pop()


GO_ON = _GoOn()


def _keeps_to_roads(seat: TtSeat, uid: str, via: tuple[str, ...]) -> bool:
    """Whether every step of a route is along a road."""
    unit = seat.s.units[uid]
    blocked = standing(seat, unit.side).blocked
    return all(passage.road_step(seat.rules, a, b, blocked) for a, b in pairwise((unit.at, *via)))


def astray(seat: TtSeat, step: Advance, uid: str, via: tuple[str, ...], at: str) -> Iterator[Reason]:
    """What is wrong with a route given hex by hex, in order; nothing if the unit may advance along it."""
    s, rules, board = seat.s, seat.rules, seat.board
    side, name = s.units[uid].side, rules.title(s.mission.units[uid])
    pace = rate(rules, s, uid, step)
    blocked = passage.stand(rules, s, board, side).blocked
    zones: frozenset[str] = frozenset()
    if rules.options.advance_stops_in_zoc:
        zones = near_front_line(rules, s, board, side, (step.hex,))
    path = (s.units[uid].at, *via)
    if via[-1] != at or any(b not in rules.atlas.near.get(a, ()) for a, b in pairwise(path)):
        yield Reason("TT-SEQ-02", say("The route must lead hex by hex to {hex}.", hex=at), (at,))
        return
    cost, roads = 0, True
    for k, (a, b) in enumerate(pairwise(path), start=1):
        if k == 1 and not step.blitz and b != step.hex:
            yield _first_hex(step)
        if b in path[:k]:
            yield Reason("TT-ADV-05", say("{unit} cannot advance along that route.", unit=name), via)
        if enemies_at(s, board, side, b):
            yield _enemies(step, b)
        if k > 2 and a in zones:
            yield _next_to_enemy(b)
        if k > 1 and a in blocked:
            yield Reason("TT-REC-16", say("{unit} must stop at the road block.", unit=name), (a,))
        price = _price(rules, s, board, uid, a, b, blocked, by_road=False)
        if price is None:
            yield from barred(seat, uid, a, b)
            return
        cost += price
        roads = roads and passage.road_step(rules, a, b, blocked)
        if k > (pace.by_road if roads else pace.anywhere):
            yield _too_far(name, pace, b)
        if cost > halves(rules, s, uid):
            yield _too_dear(name, b)


def _first_hex(step: Advance) -> Reason:
    text = say("The first hex entered must be {hex}, which the enemy vacated.", hex=step.hex)
    return Reason("TT-ADV-09", text, (step.hex,))


def _enemies(step: Advance, at: str) -> Reason:
    rule = "TT-BLZ-13" if step.blitz else "TT-ADV-09"
    return Reason(rule, say("{hex} is occupied by the enemy.", hex=at), (at,))


def _next_to_enemy(at: str) -> Reason:
    return Reason("TT-ADV-10", say("An advance must stop next to an enemy front line unit."), (at,))


def _too_dear(name: Say, at: str) -> Reason:
    return Reason("TT-ADV-05", say("{unit} does not have enough MF to advance there.", unit=name), (at,))


def _too_far(name: Say, pace: Rate, at: str) -> Reason:
    if pace.by_road > pace.anywhere:
        text = counted(
            pace.anywhere,
            say("{unit} may advance at most 1 hex, or {m} if it stays on roads.", unit=name, m=pace.by_road),
            say(
                "{unit} may advance at most {n} hexes, or {m} if it stays on roads.",
                unit=name,
                n=pace.anywhere,
                m=pace.by_road,
            ),
        )
    else:
        text = counted(
            pace.anywhere,
            say("{unit} may advance at most 1 hex.", unit=name),
            say("{unit} may advance at most {n} hexes.", unit=name, n=pace.anywhere),
        )
    return Reason(pace.rule, text, (at,))


def why_not_there(seat: TtSeat, step: Advance, uid: str, at: str) -> Iterator[Reason]:
    """Why a unit that may advance cannot reach a hex: the first limit that prevents it."""
    s, rules, board = seat.s, seat.rules, seat.board
    name = rules.title(s.mission.units[uid])
    if enemies_at(s, board, step.who, at):
        yield _enemies(step, at)
        return

    def reached(**free: bool) -> bool:
        return at in routes(rules, s, board, uid, step, Free(**free))

    if reached():
        yield Reason("TT-REC-02", say("{hex} would be over the stacking limit.", hex=at), (at,))
    elif reached(factors=True):
        yield _too_dear(name, at)
    elif reached(zones=True):
        yield _next_to_enemy(at)
    elif not step.blitz and reached(first=True):
        yield _first_hex(step)
    elif not reached(factors=True, zones=True, hexes=True, first=True):
        yield from closed(seat, uid, at)
    else:
        yield _too_far(name, rate(rules, s, uid, step), at)


class Advance(Phase, frozen=True, kw_only=True):
    """The attackers may advance, each once or not at all (TT-ADV-09)."""

    units: tuple[str, ...]
    """Those that have not yet advanced."""
    hex: str
    """The hex that was attacked."""
    row: str
    blitz: bool = False
    """The advance follows a blitz attack and passes the defenders, who stay in place (TT-BLZ-13)."""
    basic: bool = False
    """The attacked position was a strong point or fort (TT-ADV-06)."""
    stops: bool = False
    """The attacked position was a manned road block (TT-ADV-07)."""
    short: bool = False
    """The advance follows a counterattack (TT-CA-04)."""
    verbs: ClassVar = (GO_ON, END)

    def left(self, s: Position) -> tuple[str, ...]:
        """Those still on the map: the umpire may have removed one."""
        return tuple(u for u in self.units if s.units[u].on_map)

    def unfinished(self, seat: TtSeat) -> Iterable[Check]:
        """Units that could still advance."""
        return checklist.advance_left(seat)

    def say(self, seat: TtSeat) -> Say:
        recon, road, basic = seat.rules.tables.advance.rows[self.row]
        if self.short or self.stops:
            return say("Advance one hex, or stay.")
        if self.basic:
            return counted(
                basic,
                say("Advance one hex, or stay."),
                say("Advance up to {n} hexes, or stay.", n=basic),
            )
        return say(
            "Advance in hexes: recon up to {recon}, by road {road}, others {basic}.",
            recon=recon,
            road=road,
            basic=basic,
        )

    def default(self, seat: TtSeat) -> Action | None:
        return Action(END.name)
