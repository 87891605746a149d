"""14.0: reinforcements. When and where they enter, what the queue on the road costs, and what a blocked road does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexbench.atlas.arcs import points
from hexbench.atlas.atlas import OFF
from hexbench.atlas.hexset import bits_of
from hexbench.atlas.reach import First, reach
from hexbench.engine.board import remembered
from hexbench.engine.events import Noted
from hexbench.engine.values import Action, Offer, Reason, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.iron_tide import movement, movers, restricted
from hexbench.games.iron_tide.exits import exit_roads, rim
from hexbench.games.iron_tide.movers import FAR, MODES, STRATEGIC, TACTICAL, Mover, Moving, Trips, trips
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import DUE, FOE, GERMAN, Printed
from hexbench.games.iron_tide.restricted import LANDING, parachutists
from hexbench.games.iron_tide.stacking import LIMIT

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat

_GERMAN_ROADS: Final = "entry.german"
_GERMAN_EDGE: Final = "edge.german"


# ---- who is due --------------------------------------------------------------------------------------------------------
def arrivals(rules: ItRules, s: Any, board: ItBoard, side: str) -> list[str]:
    """14.0a, 14.0f, 18.0a: the units of a side that are due by now and allowed by 17.0, in the order of battle."""
    if restricted.surprise(s.turn):
        return []
    of = (board.due[side], board.boxes[side], s.roster, s.turn, s.meuse_crossed, s.late)

    def mend(before: tuple[Any, ...], found: list[str]) -> list[str] | None:
        left = _without_comers(s, before, of, found)
        return None if left is None else left[0]

    return rules.facts.get(("arrivals", side), of, lambda: _arrivals(rules, s, board, side), mend)


def _without_comers(
    s: Any, before: tuple[Any, ...], of: tuple[Any, ...], *lists: list[str]
) -> list[list[str]] | None:
    """The earlier results without units that are no longer due; None when anything else has changed. The first item of
    ``before`` and ``of`` is the units due.
    """
    if before[1:] != of[1:] or not frozenset(before[0]).issuperset(of[0]):
        return None
    units = s.units
    return [[uid for uid in found if units[uid].at[: len(DUE)] == DUE] for found in lists]


def _arrivals(rules: ItRules, s: Any, board: ItBoard, side: str) -> list[str]:
    (numbers, kinds), units = _kinds(rules, s.roster), s.units
    boxes = {box for box, turn in rules.due_boxes.items() if turn <= s.turn}
    found: list[str] = []
    open_to: list[bool | None] = [None] * len(kinds)
    for uid in [uid for uid in board.due[side] if units[uid].at in boxes]:
        number = numbers[uid]
        comes = open_to[number]
        if comes is None:
            landing = LANDING in kinds[number].restriction
            comes = open_to[number] = not landing and not any(restricted.barred(rules, s, uid))
        if comes:
            found.append(uid)
    return found


class _Kind(NamedTuple):
    """The data of a counter that decides whether and by which road its unit arrives."""

    side: str
    restriction: tuple[str, ...]
    commando: bool
    entry: str


def _kinds(rules: ItRules, roster: dict[str, Printed]) -> tuple[dict[str, int], list[_Kind]]:
    """unit -> the number of its kind, the same for units that are alike; and the kinds by their numbers."""

    def make() -> tuple[dict[str, int], list[_Kind]]:
        known: dict[_Kind, int] = {}
        kinds = ((uid, _Kind(p.side, p.restriction, p.commando, p.entry)) for uid, p in roster.items())
        return {uid: known.setdefault(kind, len(known)) for uid, kind in kinds}, list(known)

    return rules.facts.get("kinds of arrivals", (roster,), make)


# ---- where they enter --------------------------------------------------------------------------------------------------
_EDGES: Final = {"north": ("NE", "NW"), "south": ("SE", "SW"), "east": ("E",), "west": ("W",)}
"""Edge of the map -> the directions that lead off it from every hex there."""


@remembered
def edge_hexes(rules: ItRules, edge: str) -> tuple[str, ...]:
    """The hexes of one edge of the map ("north", "east", "south", "west"), in the order of the map."""
    atlas = rules.atlas
    off = [atlas.grid.directions.index(direction) for direction in _EDGES[edge]]
    return tuple(atlas.labels[i] for i in rim(rules) if all(atlas.around[i][d] == OFF for d in off))


def blocked(rules: ItRules, s: Any, board: ItBoard, side: str, at: str) -> Iterator[Reason]:
    """14.0g, 14.0n: why no unit of a side may enter in a hex now."""
    if board.enemy_in(side, at):
        yield Reason("14.0g", say("The entry road in {hex} is blocked by enemy units.", hex=at), (at,))
    if side != GERMAN and s.closed_exits:
        for road in exit_roads(rules, at):
            if road in s.closed_exits:
                text = say("The road in {hex} is closed: German units have left the map by it.", hex=at)
                yield Reason("14.0n", text, (at,))


def roads_of(rules: ItRules, printed: Printed) -> tuple[str, ...]:
    """14.0b, 14.0c, 16.4a: the hexes by which a unit is to enter."""
    zones = rules.atlas.sheet.zones
    if printed.side != GERMAN:
        return zones.get(f"entry.{printed.entry}", ())
    roads = zones.get(_GERMAN_ROADS, ())
    if printed.commando:
        east = edge_hexes(rules, "east")
        return tuple(at for at in roads if at in east)
    return roads


def shut_out(rules: ItRules, printed: Printed) -> bool:
    """Whether a unit still to arrive can never enter this map, even after a delay (14.0b, 14.0c, 16.2a)."""
    if parachutists(printed):
        return printed.drop not in rules.atlas.index
    roads = roads_of(rules, printed)
    return not roads and (printed.commando or not any(_other_hexes(rules, printed, roads)))


def entries(rules: ItRules, s: Any, board: ItBoard, uid: str) -> tuple[str, ...]:
    """The hexes by which a unit may enter now: its roads, or after a turn's delay the hexes of 14.0h and 14.0i."""
    printed: Printed = s.roster[uid]
    roads = roads_of(rules, printed)
    if printed.commando:
        return roads
    free = _unblocked(rules, s, board, printed.side, roads)
    if free or not 0 < s.units[uid].delayed < s.turn:
        return free
    return _unblocked(rules, s, board, printed.side, _other_hexes(rules, printed, roads))


def _unblocked(rules: ItRules, s: Any, board: ItBoard, side: str, hexes: Iterable[str]) -> tuple[str, ...]:
    """The given entry hexes without those that are :func:`blocked`."""
    held, index = board.held[FOE[side]], rules.atlas.index
    free = [at for at in hexes if not held[index[at]]]
    if side != GERMAN and s.closed_exits:
        free = [at for at in free if not any(blocked(rules, s, board, side, at))]
    return tuple(free)


def admitted(rules: ItRules, s: Any, board: ItBoard, side: str) -> tuple[list[str], list[str]]:
    """The arrivals of a side: those that have a hex to enter by, and those that have none."""
    of = (
        board.due[side],
        board.boxes[side],
        s.roster,
        s.turn,
        s.meuse_crossed,
        s.late,
        s.closed_exits,
        board.delays[side],
        board.hexes_held(FOE[side]) & _edge(rules),
    )

    def mend(
        before: tuple[Any, ...], found: tuple[list[str], list[str]]
    ) -> tuple[list[str], list[str]] | None:
        left = _without_comers(s, before, of, *found)
        return None if left is None else (left[0], left[1])

    return rules.facts.get(("admitted", side), of, lambda: _admitted(rules, s, board, side), mend)


@remembered
def _edge(rules: ItRules) -> int:
    """The hexes of the map edge and of the entry roads, as a set."""
    roads = (at for name, zone in rules.atlas.sheet.zones.items() if name.startswith("entry.") for at in zone)
    return bits_of((*rim(rules), *(rules.atlas.index[at] for at in roads)))


def _admitted(rules: ItRules, s: Any, board: ItBoard, side: str) -> tuple[list[str], list[str]]:
    units, (numbers, _), turn = s.units, _kinds(rules, s.roster), s.turn
    able: list[str] = []
    kept_out: list[str] = []
    lists: dict[int, list[str]] = {}
    for uid in arrivals(rules, s, board, side):
        number = numbers[uid]
        key = ~number if 0 < units[uid].delayed < turn else number
        found = lists.get(key)
        if found is None:
            found = lists[key] = able if entries(rules, s, board, uid) else kept_out
        found.append(uid)
    return able, kept_out


def _other_hexes(rules: ItRules, printed: Printed, roads: Sequence[str]) -> Iterator[str]:
    """14.0h: farther west on a north or south edge; 14.0i: farther north or south on an east or west edge."""
    if printed.side == GERMAN:
        yield from (at for at in rules.atlas.sheet.zones.get(_GERMAN_EDGE, ()) if at not in roads)
        return
    edge = next((r.edge for r in rules.tables.entry_roads.roads if r.letter == printed.entry), None)
    if edge is None or not roads:
        return
    grid = rules.atlas.grid
    column, row = grid.offset_of(grid.axial[roads[0]])
    for at in edge_hexes(rules, edge):
        c, r = grid.offset_of(grid.axial[at])
        if (c < column) if edge in ("north", "south") else (r != row):
            yield at


# ---- the queue ---------------------------------------------------------------------------------------------------------
def _place_in_queue(s: Any, at: str, n: int) -> tuple[int, int]:
    """14.0e, B37: the number of the stack of three in which ``n`` units wait on the road to a hex, counted from 1, and how
    many places in the queue are taken including them.
    """
    taken = s.queues.get(at, 0)
    if taken % LIMIT + n > LIMIT:
        taken += LIMIT - taken % LIMIT
    return taken // LIMIT + 1, taken + n


def _first_hexes(
    seat: ItSeat, uid: str, n: int, hexes: Iterable[str], how: str, budget: int
) -> tuple[First, ...]:
    """The cost of entering the map in a stack of ``n``, for each hex: a road hex where the unit's road is (B37), whether or
    not the map shows it leading off the edge; the cost of the hex where there is no road (14.0h-i).
    """
    rules, printed = seat.rules, seat.s.roster[uid]
    roads = roads_of(rules, printed)
    tec, atlas = rules.tables.tec, seat.board.atlas
    road = tec.strategic_road_cost(printed.side, printed.mobility) if how == STRATEGIC else tec.road_cost()
    out: list[First] = []
    for at in hexes:
        i = atlas.index[at]
        place, _ = _place_in_queue(seat.s, at, n)
        price = road
        if at not in roads and not rim(rules).get(i):
            cell = atlas.cells[i]
            off_road = tec.hex_cost(cell.terrain, cell.features, printed.mobility)
            if off_road is None:
                continue
            price = off_road
        price += (place - 1) * road
        if price > budget and how == TACTICAL and place == 1:
            out.append(First(i, budget, True))  # 5.1f
        else:
            out.append(First(i, price))
    return tuple(out)


def common(seat: ItSeat, subject: Sequence[str]) -> tuple[str, ...]:
    """The hexes by which all of the units may enter."""
    each = [entries(seat.rules, seat.s, seat.board, uid) for uid in subject]
    return tuple(at for at in each[0] if all(at in more for more in each[1:])) if each else ()


def comers(seat: ItSeat, subject: tuple[str, ...], how: str) -> list[Mover]:
    """How units entering the map together move."""
    hexes = common(seat, subject)
    shut = restricted.shut(seat.rules, seat.s, subject)
    out: list[Mover] = []
    for uid in subject:
        one = (
            movers.mover(seat, uid, shut=shut, first=())
            if how == STRATEGIC
            else movement.mover(seat, uid, shut=shut)
        )
        out.append(one._replace(first=_first_hexes(seat, uid, len(subject), hexes, how, one.budget)))
    return out


def _entry_reach(seat: ItSeat, subject: tuple[str, ...], how: str) -> Trips:
    """The hexes that units entering the map together can reach."""
    return trips(seat, comers(seat, subject, how))


# ---- the verb ----------------------------------------------------------------------------------------------------------
class Enter(Verb["ItSeat", Any, "ItPlay"]):
    """Bring reinforcements onto the map, one stack at a time, and move them on."""

    name = "enter"
    label = say("Enter the map")
    help = say("Drag reinforcements to any hex they can reach from their entry road.")
    subject = "unit"
    object = "hex"
    hows = MODES

    def offer(self, seat: ItSeat, step: Any) -> Offer | None:
        """The units that are due and have an entry hex."""
        able, _ = admitted(seat.rules, seat.s, seat.board, step.who)
        return Offer(self.name, tuple(able), joins="any") if able else None

    def targets(self, seat: ItSeat, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex they can reach, by each mode."""
        return () if any(self._unfit(seat, step, subject)) else movement.ways(seat, subject, _entry_reach)

    def _unfit(self, seat: ItSeat, step: Any | None, subject: tuple[str, ...]) -> Iterator[Reason]:
        s, rules = seat.s, seat.rules
        if not subject or any(uid not in s.units for uid in subject):
            yield Reason("14.0a", say("Choose the reinforcements."))
            return
        side = step.who if step is not None else s.units[subject[0]].side
        if restricted.surprise(s.turn):
            yield Reason("18.0a" if side == GERMAN else "B53", say("No units enter the map on 16AM."))
        for uid in dict.fromkeys(subject):
            unit, printed = s.units[uid], s.roster[uid]
            name = called(printed)
            if subject.count(uid) > 1:
                yield Reason("14.0e", say("{unit} is named twice.", unit=name))
            if unit.side != side:
                yield Reason("4.1b", say("{unit} belongs to the other player.", unit=name))
            turn = rules.due_boxes.get(unit.at)
            if turn is None:
                gone = unit.at in ("#exited", "#withheld")
                yield Reason("14.0m" if gone else "14.0a", say("{unit} is not due to arrive.", unit=name))
                continue
            if turn > s.turn:
                yield Reason("14.0a", say("{unit} arrives on {turn}.", unit=name, turn=rules.turn(turn).id))
            if parachutists(printed):
                yield Reason("16.2a", say("{unit} arrives by parachute.", unit=name))
                continue
            yield from restricted.barred(rules, s, uid)
            if not entries(rules, s, seat.board, uid):
                faults = (
                    f for at in roads_of(rules, printed) for f in blocked(rules, s, seat.board, unit.side, at)
                )
                yield next(faults, Reason("14.0c", say("{unit} has no entry road on this map.", unit=name)))
        if len(subject) > LIMIT:
            yield Reason("14.0e", say("Reinforcements enter in stacks of up to three units."))
        elif len(subject) > 1 and not common(seat, subject):
            yield Reason("14.0e", say("These units do not enter by the same road."))

    def reasons(self, seat: ItSeat, step: Any | None, action: Action) -> Iterator[Reason]:
        """14.0, then what stops the move beyond the entry hex."""
        bad = list(self._unfit(seat, step, action.subject))
        yield from bad
        index, how, at, subject = (
            seat.board.atlas.index,
            action.how or TACTICAL,
            action.object,
            action.subject,
        )
        if how not in MODES:
            yield Reason("5.1a", say("There is no {how} movement.", how=how))
            return
        if at not in index:
            yield Reason("14.0d", say("{hex} is not a hex of this map.", hex=at or "-"))
            return
        if bad:
            return
        if how == STRATEGIC:
            barred = list(movers.bars(seat, subject))
            yield from barred
            if barred:
                return
        side = seat.s.units[subject[0]].side
        if seat.board.enemy_in(side, at) and not all(seat.s.roster[u].commando for u in subject):
            yield Reason("8.1b", say("Enemy units are in {hex}.", hex=at), (at,))
            return
        if index[at] in restricted.shut(seat.rules, seat.s, subject) and index[at] not in _entry_reach(
            seat, subject, how
        ):
            yield from movement.river_line(seat, subject, at)
            return
        if action.via:
            yield from self._route(seat, action, how)
        elif index[at] not in _entry_reach(seat, subject, how):
            ones = comers(seat, subject, how)
            found = dict.fromkeys(
                reason
                for uid, one in zip(subject, ones, strict=True)
                for reason in _out_of_reach(seat, uid, one, index[at], how)
            )
            yield from found or [movement.no_common_way(seat, subject, at)]

    def _route(self, seat: ItSeat, action: Action, how: str) -> Iterator[Reason]:
        hexes = common(seat, action.subject)
        if action.via[0] not in hexes:
            rule = "14.0b" if seat.s.units[action.subject[0]].side == GERMAN else "14.0c"
            text = say("These units may not enter the map in {hex}.", hex=action.via[0])
            yield Reason(rule, text, hexes)
            return
        yield from movement.route(seat, action.subject, comers(seat, action.subject, how), action, how)

    def settle(self, seat: ItSeat, step: Any, action: Action) -> Action:
        """Fill in the mode, and the cheapest road and route when none was given."""
        how = action.how or TACTICAL
        subject = seat.board.in_order(action.subject)
        via = action.via or _entry_reach(seat, subject, how)[seat.board.atlas.index[action.object]].via
        return Action(self.name, subject, action.object, how, via)

    def do(self, play: ItPlay, step: Any, action: Action) -> None:
        """Take a place in the queue of the road, then walk."""
        entry = action.via[0]
        _, taken = _place_in_queue(play, entry, len(action.subject))
        play.edit("queues")[entry] = taken
        play.push(Moving(units=action.subject, path=action.via, how=action.how))


def _out_of_reach(seat: ItSeat, uid: str, one: Mover, goal: int, how: str) -> Iterator[Reason]:
    """Why one unit that enters cannot get to a hex."""
    if goal in reach(one.arcs, one.ground, one.moods, one.start, one.budget, first=one.first):
        return
    if how == STRATEGIC:
        yield from movers.out_of_reach(seat, uid, one, goal)
        return
    labels, name = seat.board.atlas.labels, seat.called(uid)
    far = reach(one.arcs, one.ground, one.moods, one.start, FAR, first=one.first)
    if goal in far:
        way = tuple(labels[k] for k in far.path(goal))
        cost, have = points(far.costs[goal]), points(one.budget)
        yield Reason(*movement.price(seat, uid, cost, have), way)
        return
    plain = movement.without_zones(seat, one.ground)
    if goal in reach(one.arcs, plain, one.moods, one.start, FAR, first=one.first):
        text = say("{unit} must stop in the first enemy zone of control it enters.", unit=name)
        yield Reason("7.1a", text, (labels[goal],))
        return
    text = say("There is no route for {unit} from its entry road to {hex}.", unit=name, hex=labels[goal])
    yield Reason("5.1g", text, (labels[goal],))


ENTER = Enter()


# ---- the phase ---------------------------------------------------------------------------------------------------------
def line_up(play: ItPlay, side: str) -> None:
    """The queues are empty when a Movement Phase begins, and units whose road is blocked are delayed (14.0g)."""
    if play.queues:
        play.set(queues={})
    for uid in admitted(play.rules, play, play.board, side)[1]:
        if not play.units[uid].delayed:
            play.put(uid, delayed=play.turn)
            text = say("{unit} is delayed: its entry road is blocked.", unit=called(play.roster[uid]))
            play.tell(Noted("14.0g", text, (uid,)))
