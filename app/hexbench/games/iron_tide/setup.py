"""3.0: set-up. Fixed units and markers, the depot die, then free placement, Allies first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from hexbench.atlas.hexset import bits_of, holds, members
from hexbench.engine.board import remembered
from hexbench.engine.events import FactChanged, MarkerChanged, Noted, UnitPlaced
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Check, Reason, Say, Target, Value, counted, say
from hexbench.engine.verb import LazyTargets, Verb
from hexbench.engine.verbs.kinds import Press
from hexbench.games.iron_tide import restricted
from hexbench.games.iron_tide.combatants import command
from hexbench.games.iron_tide.names import called, terrain
from hexbench.games.iron_tide.pieces import ALLIED, FOE, GERMAN, TRAYS, Printed, Side, Unit
from hexbench.games.iron_tide.stacking import LIMIT, friends_at
from hexbench.games.iron_tide.tables import Weather

if TYPE_CHECKING:
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat

_BAND = 3
"""B03: rows up or down in which a fixed Allied unit counts for "west of"."""


class Scenario(Value, frozen=True, kw_only=True):
    """What a scenario sets up: the order of battle, the markers of 3.0d, and its last turn (19.0b)."""

    units: dict[str, Printed]
    last_turn: str = "2PM"
    bridges_destroyed: tuple[str, ...] = ()
    """Hexsides whose printed bridges are down at the start."""
    entrenchments: dict[str, Side] = {}
    """hex -> the side dug in at the start."""
    weather: dict[str, Weather] = {}
    """Game turn -> its weather, where it is another than that of the Turn Record (4.21b)."""
    air_points: dict[str, dict[Side, int]] = {}
    """Game turn -> side -> air points, where they are others (10.0a)."""
    replacements: dict[str, dict[Side, int]] = {}
    """Game turn -> side -> replacements, where they are others (15.0a)."""


def start_hex(rules: ItRules, printed: Printed) -> str:
    """The hex a unit starts in, or is suggested to start in: its own, or that of its place on this map."""
    if printed.hex:
        return printed.hex
    zone = rules.atlas.sheet.zones.get(f"start.{printed.place}", ())
    return zone[0] if zone else ""


def box_of(printed: Printed) -> str:
    """The box a unit waits in before it comes to the map."""
    return TRAYS[printed.side] if printed.arrives == "16AM" else f"#due/{printed.arrives}"


def place_fixed(play: ItPlay, step: Any) -> None:
    """3.0b, 3.0d: place units with a starting hex, and temporary ZOC markers; other markers are already on the map."""
    for uid, printed in play.roster.items():
        if printed.arrives == "16AM" and not printed.free:
            _put(play, uid, start_hex(play.rules, printed))


def _put(play: ItPlay, uid: str, at: str) -> None:
    """Place a unit in a starting hex, with its temporary ZOC marker if it has one (7.4b)."""
    play.put(uid, at=at, zoc=play.roster[uid].temporary_zoc)
    play.tell(UnitPlaced(uid, at))


def roll_depots(play: ItPlay, step: Any) -> None:
    """3.0e-g: one die for the three Allied fuel depots."""
    die = play.roll(say("Where are the Allied fuel depots?"), rule="3.0e", of=ALLIED)
    index = play.rules.atlas.index  # a map of a player's own may lack some of the places
    hexes = [place.hex for place in play.rules.tables.depots.places(die) if place.hex in index]
    play.set(depots=dict.fromkeys(hexes, "stocked"))
    for at in hexes:
        play.tell(MarkerChanged("depot", at, "stocked"))
    play.tell(
        FactChanged(
            "depots", " ".join(hexes), say("The Allied fuel depots are in {hexes}.", hexes=", ".join(hexes))
        )
    )


def waiting(s: Any, side: str) -> tuple[str, ...]:
    """Units of a side still to be placed, in the order of battle."""
    return tuple(uid for uid, u in s.units.items() if u.side == side and u.at == TRAYS[side])


def _unsuitable(seat: ItSeat, uid: str, at: str) -> Iterator[Reason]:
    """3.0h-j, 8.1a, 17.3a, 17.4a: why a unit may not be freely placed in a hex."""
    s, atlas, board = seat.s, seat.board.atlas, seat.board
    side = s.units[uid].side
    if not at:
        yield Reason("3.0h", say("Name the hex to place it in."))
        return
    if at not in atlas.index:
        yield Reason("3.0h", say("{hex} is not a hex of this map.", hex=at))
        return
    if board.enemy_in(side, at):
        yield Reason("8.1b", say("Enemy units are in {hex}.", hex=at), (at,))
    near = board.enemy_near(side, at)
    if near is not None:
        yield Reason("3.0h", say("{hex} is adjacent to the enemy in {near}.", hex=at, near=near), (at, near))
    if "westwall" in atlas.cell(at).features:
        yield Reason("3.0h", say("{hex} is a Westwall hex.", hex=at), (at,))
    zones = seat.rules.zones
    if side == GERMAN:
        if at not in zones["east_of_westwall"]:
            yield Reason("3.0j", say("{hex} is not east of the Westwall.", hex=at), (at,))
    elif at not in zones["west_of_westwall"]:
        yield Reason("3.0i", say("{hex} is not west of the Westwall.", hex=at), (at,))
    elif not _west_of_a_fixed_unit(seat, at):
        text = say("{hex} is not west of any Allied unit with a fixed starting hex in a nearby row.", hex=at)
        yield Reason("3.0i", text, (at,))
    here = [u for u in friends_at(s, board, side, at) if u != uid]
    if len(here) >= LIMIT:
        yield Reason("8.1a", say("{hex} already contains three units.", hex=at), (at,))
    if restricted.mixed(seat.rules, s, (*here, uid)):
        yield Reason(restricted.mixing_rule(seat.rules), _joint(seat, at), (at,))
    cell = atlas.cell(at)
    cost = seat.rules.tables.tec.hex_cost(cell.terrain, cell.features, s.roster[uid].mobility)
    if cost is None and not any((atlas.index[at], d) in atlas.roads for d in range(6)):
        name = called(s.roster[uid])
        text = say(
            "{unit} may not enter the {terrain} in {hex}, and no road leads there.",
            unit=name,
            terrain=terrain(cell.terrain),
            hex=at,
        )
        yield Reason("5.1g", text, (at,))


def room(seat: ItSeat, uid: str) -> int:
    """The hexes where a unit may be placed, as a set: those without reasons from :func:`_unsuitable`, apart from its own."""
    rules, board, printed = seat.rules, seat.board, seat.s.roster[uid]
    side = printed.side
    found = _ground(rules, side) & _open_to(rules, printed) & ~board.hexes_held(FOE[side], 1)
    if side == ALLIED:
        found &= _west(seat)
    index = board.atlas.index
    for at, here in board.at.items():
        if len(here) >= LIMIT and at in index and len(friends_at(seat.s, board, side, at)) >= LIMIT:
            found &= ~(1 << index[at])
    own = _commands(seat)
    for other in board.present[side]:
        if own[other] != own[uid] and own[other]:
            found &= ~(1 << index[seat.s.units[other].at])
    return found


def _ground(rules: ItRules, side: str) -> int:
    """The hexes on a side's own side of the Westwall, without Westwall hexes, as a set."""
    known: dict[str, int] = rules.memo.setdefault("own ground", {})
    if side not in known:
        atlas = rules.atlas
        zone = rules.zones["east_of_westwall" if side == GERMAN else "west_of_westwall"]
        known[side] = bits_of(atlas.index[at] for at in zone if "westwall" not in atlas.cell(at).features)
    return known[side]


def _open_to(rules: ItRules, printed: Printed) -> int:
    """5.1g: the hexes whose terrain a unit may enter, or that have a road, as a set."""
    known: dict[str, int] = rules.memo.setdefault("open to", {})
    if printed.mobility not in known:
        atlas, tec = rules.atlas, rules.tables.tec
        known[printed.mobility] = bits_of(
            i
            for i, cell in enumerate(atlas.cells)
            if tec.hex_cost(cell.terrain, cell.features, printed.mobility) is not None
            or any((i, d) in atlas.roads for d in range(6))
        )
    return known[printed.mobility]


def _commands(seat: ItSeat) -> dict[str, str]:
    """unit -> the command that shares no hex with another (17.3a, 17.4a); nothing for commandos."""
    rules, roster = seat.rules, seat.s.roster

    def make() -> dict[str, str]:
        army_rule = rules.options.army_rule
        return {uid: "" if p.commando else command(army_rule, p) for uid, p in roster.items()}

    return rules.facts.get("commands", (roster,), make)


def _joint(seat: ItSeat, at: str) -> Say:
    """17.3a, 17.4a: free placement makes no joint stack."""
    if seat.rules.options.army_rule:
        return say("Units of another army are in {hex}.", hex=at)
    return say("British and American units would be stacked in {hex}.", hex=at)


def _west_of_a_fixed_unit(seat: ItSeat, at: str) -> bool:
    """B03: in a lower column than some fixed Allied unit of the same or a nearby row."""
    return holds(_west(seat), seat.board.atlas.index[at])


def _west(seat: ItSeat) -> int:
    """All hexes for which :func:`_west_of_a_fixed_unit` holds, as a set."""
    s, grid, labels = seat.s, seat.board.atlas.grid, seat.board.atlas.labels
    fixed = tuple(
        s.units[uid].at
        for uid in seat.board.present[ALLIED]
        if not s.roster[uid].free and s.roster[uid].arrives == "16AM"
    )

    def make() -> int:
        rows: dict[int, int] = {}
        for at in fixed:
            column, row = grid.offset_of(grid.axial[at])
            for near in range(row - _BAND, row + _BAND + 1):
                rows[near] = max(column, rows.get(near, column))
        where = (grid.offset_of(grid.axial[at]) for at in labels)
        return bits_of(i for i, (column, row) in enumerate(where) if column < rows.get(row, column))

    return seat.rules.facts.get("west", (fixed,), make)


class Place(Verb["ItSeat", "SetUp", "ItPlay"]):
    """Place a unit, or move one already placed freely to another hex."""

    name = "place"
    label = say("Place")
    help = say("Drag a unit from the tray, or one already placed, to its starting hex.")
    subject = "unit"
    object = "hex"

    def able(self, seat: ItSeat, step: SetUp) -> Iterable[str]:
        """Everything the owner places freely."""
        s = seat.s
        return (uid for uid, p in s.roster.items() if p.side == step.who and p.free and p.arrives == "16AM")

    def targets(self, seat: ItSeat, step: SetUp, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex the unit may be placed in."""
        if len(subject) != 1 or any(self._unfit(seat, step, subject)):
            return ()
        atlas, free = seat.board.atlas, room(seat, subject[0])
        own = atlas.index.get(seat.s.units[subject[0]].at)
        hexes = members(free if own is None else free & ~(1 << own))
        return LazyTargets(hexes, lambda i: Target(atlas.labels[i], rules=("3.0h",)), atlas.labels)

    def _unfit(self, seat: ItSeat, step: SetUp | None, subject: tuple[str, ...]) -> Iterator[Reason]:
        if len(subject) != 1:
            yield Reason("3.0h", say("Units are placed one at a time."))
            return
        printed = seat.s.roster.get(subject[0])
        if printed is None:
            yield seat.rules.missing(f"unit {subject[0]}")
            return
        if printed.arrives != "16AM":
            yield Reason("3.0h", say("{unit} arrives later, as a reinforcement.", unit=called(printed)))
        elif not printed.free:
            yield Reason(
                "3.0b",
                say("{unit} has a fixed starting hex and stays there.", unit=called(printed)),
                seat.s.units[subject[0]].spot,
            )
        if step is not None and printed.side != step.who:
            yield Reason("3.0c", say("{unit} belongs to the other player.", unit=called(printed)))

    def reasons(self, seat: ItSeat, step: SetUp | None, action: Action) -> Iterator[Reason]:
        """Every clause of 3.0 against it."""
        bad = list(self._unfit(seat, step, action.subject))
        yield from bad
        if action.how or action.via:
            yield Reason("3.0h", say("A unit is placed directly, without a route."))
        if len(action.subject) == 1 and action.subject[0] in seat.s.roster:
            if seat.s.units[action.subject[0]].at == action.object:
                yield Reason("3.0h", say("It is already in {hex}.", hex=action.object), (action.object,))
            yield from _unsuitable(seat, action.subject[0], action.object)

    def do(self, play: ItPlay, step: SetUp, action: Action) -> None:
        _put(play, action.subject[0], action.object)


class PlaceRest(Press["ItSeat", "SetUp", "ItPlay"]):
    """Place everything that is left where the scenario suggests, or in the nearest legal hex."""

    name = "place_rest"
    label = say("Place the rest")
    help = say(
        "Units still in the tray are placed in their suggested hexes, or in the nearest hex the rules allow."
    )
    rule = "3.0h"

    def against(self, seat: ItSeat, step: SetUp | None) -> Iterator[Reason]:
        """Only while there are units in the tray."""
        if step is not None and not waiting(seat.s, step.who):
            yield Reason("3.0h", say("All units are placed."))

    def do(self, play: ItPlay, step: SetUp, action: Action) -> None:
        """Place the units one after another, taking account of those already placed."""
        for uid in waiting(play, step.who):
            at = suggested(play, uid)
            if at is None:
                play.tell(
                    Noted(
                        "3.0h",
                        say(
                            "There is no legal hex for {unit}: it stays in the tray.",
                            unit=called(play.roster[uid]),
                        ),
                        (uid,),
                    )
                )
                continue
            _put(play, uid, at)


def suggested(play: ItPlay, uid: str) -> str | None:
    """The legal hex nearest to a unit's suggested place; ties by the order of the map."""
    atlas = play.rules.atlas
    seat = play.rules.seat_of(play)
    wanted = start_hex(play.rules, play.roster[uid])
    if wanted not in atlas.index:
        wanted = ""  # a map of a player's own may lack it
    free = room(seat, uid)
    if wanted and holds(free, atlas.index[wanted]):
        return wanted
    order = atlas.nearest_first(wanted) if wanted else atlas.labels
    return next((at for at in order if holds(free, atlas.index[at])), None)


class _SetUpDone(Press["ItSeat", "SetUp", "ItPlay"]):
    """Set-up is finished."""

    name = "done"
    risk = "handover"
    label = say("Set-up is done")
    help = say("All units are placed: hand over to the other side, or begin the first game turn.")
    ends = True
    rule = "3.0c"

    def against(self, seat: ItSeat, step: SetUp | None) -> Iterator[Reason]:
        """Every unit that has a legal hex must be placed."""
        if step is None:
            return
        left = len(waiting(seat.s, step.who)) - len(homeless(seat, step.who))
        if left:
            yield Reason("3.0h", _left(left))

    def do(self, play: ItPlay, step: SetUp, action: Action) -> None:
        play.pop()


@remembered
def homeless(seat: ItSeat, side: str) -> tuple[str, ...]:
    """R03: the units in the tray for which there is no legal hex."""
    roster, army_rule = seat.s.roster, seat.rules.options.army_rule
    alike: dict[tuple[str, str], list[str]] = {}  # what may go where depends on nothing else
    for uid in waiting(seat.s, side):
        alike.setdefault((roster[uid].mobility, command(army_rule, roster[uid])), []).append(uid)
    shut = [uid for units in alike.values() if not room(seat, units[0]) for uid in units]
    return seat.board.in_order(shut)


def _left(n: int) -> Say:
    return counted(n, say("One unit is still to be placed."), say("{n} units are still to be placed.", n=n))


PLACE, PLACE_REST, SETUP_DONE = Place(), PlaceRest(), _SetUpDone()


class SetUp(Ask, frozen=True, kw_only=True):
    """Free placement of one player (3.0h-j)."""

    phase = "setup"
    verbs: ClassVar = (PLACE, PLACE_REST, SETUP_DONE)

    def unfinished(self, seat: ItSeat) -> Iterable[Check]:
        """Units for which there is no legal hex; those that are placed may stay where they are."""
        left = homeless(seat, self.who)
        if left:
            text = (
                say(
                    "There is no legal hex for {unit}: it stays in the tray.",
                    unit=seat.called(left[0]),
                )
                if len(left) == 1
                else say("There is no legal hex for {n} units: they stay in the tray.", n=len(left))
            )
            yield Check("unit", text, "R03", left)

    def say(self, seat: ItSeat) -> Say:
        """Whose, and how many are left."""
        side = seat.rules.side_name(self.who)
        n = len(waiting(seat.s, self.who))
        state = _left(n) if n else say("All units are placed.")
        return say("{side} set-up. {state}", side=side, state=state)

    def default(self, seat: ItSeat) -> Action | None:
        """Place the rest as suggested, then go on."""
        done = Action("done")
        return done if seat.rules.verbs["done"].offer(seat, self) is not None else Action("place_rest")


def fresh(printed: Printed) -> Unit:
    """A unit that has not entered the map yet."""
    return Unit(side=printed.side, at=box_of(printed))
