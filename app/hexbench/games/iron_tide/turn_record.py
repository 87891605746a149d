"""4.21b: the Turn Record as a track: what is printed for each game turn, what has happened, and which units arrive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexbench.engine.display import Box, Fact, Item, Track
from hexbench.engine.values import Say, counted, say
from hexbench.games.iron_tide import restricted
from hexbench.games.iron_tide.air import RESUPPLY, AirPoints
from hexbench.games.iron_tide.display import kept_of
from hexbench.games.iron_tide.names import called, division_name
from hexbench.games.iron_tide.pieces import ALLIED, CONDITIONAL, DUE, GERMAN, SIDES
from hexbench.games.iron_tide.reinforcements import roads_of
from hexbench.games.iron_tide.replacements import Replacements

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItSeat
    from hexbench.games.iron_tide.tables import Turn

SKY: Final = {"clear": "sun", "overcast": "cloud", "snow": "snow"}
WEATHER: Final = {
    "clear": say("clear"),
    "overcast": say("overcast"),
    "snow": say("snow"),
}

EVENTS: Final[dict[str, tuple[tuple[str, Say, Say, str], ...]]] = {
    "16AM": (
        (
            GERMAN,
            say("surprise"),
            say("Every German attack gains one column shift; German units move only through combat."),
            "18.0b",
        ),
        (
            ALLIED,
            say("one moves"),
            say("One Allied unit of the player's choice may move, as well as units that were attacked."),
            "18.0c",
        ),
        ("", say("no reserves"), say("There is no Reserve Phase for either side."), "18.0f"),
    ),
    "16PM": ((GERMAN, say("held back"), say("1st SS, 12th SS and Lehr may not move before 17AM."), "18.0g"),),
    "17AM": (
        (GERMAN, say("landing"), say("Von der Heydte must land in the German Movement Phase."), "16.2a"),
        (
            GERMAN,
            say("1st SS free"),
            say("Units of 1st SS ignore enemy zones of control this turn."),
            "16.3a",
        ),
        (GERMAN, say("commandos"), say("The commandos enter on the east edge."), "16.4a"),
    ),
    "17PM": ((GERMAN, say("v.d. Heydte"), say("Von der Heydte may move and must trace supply."), "16.2d"),),
    "19AM": (
        (GERMAN, say("supply"), say("German supply is checked from now on."), "12.0c"),
        ("", say("replacements"), say("Replacements begin for both sides."), "15.0a"),
    ),
    "20PM": (
        (
            GERMAN,
            say("commandos go"),
            say("Commandos are removed at the end of the German player turn."),
            "16.4j",
        ),
    ),
}
"""Events of a game turn besides the printed columns: (side, short label, sentence, clause)."""


def panel(seat: ItSeat) -> Track:
    """The game turns to the end of the scenario, and a last box for units that come only on a condition (17.2)."""
    s, rules = seat.s, seat.rules
    waiting = _waiting(seat)
    boxes = _kept_boxes(seat, waiting)
    held = waiting.get(0, ())
    if held:
        boxes = (*boxes, _held(seat, held))
    return Track("turn_record", say("Turn record"), boxes, s.turn - 1, rules.tables.turn_record.source)


def _kept_boxes(seat: ItSeat, waiting: dict[int, tuple[str, ...]]) -> tuple[Box, ...]:
    """The boxes of all game turns, cached as a whole: most actions change neither the units off the map nor anything else
    that the boxes depend on.
    """
    s = seat.s
    turns = [seat.rules.turn(n, s) for n in range(1, s.last_turn + 1)]
    made_of = (
        turns,
        _common(seat),
        s.fuel_rolls,
        s.air,
        [_replaced(s, side) for side in SIDES],
        waiting,
        [s.units[uid] for units in waiting.values() for uid in units],
        [unit.on_map for unit in s.units.values()],
    )
    known = kept_of(seat, "turn record whole")
    found: tuple[Any, tuple[Box, ...]] | None = known.get("all")
    if found is None or found[0] != made_of:
        boxes = tuple(_kept_box(seat, turn, waiting.get(turn.n, ())) for turn in turns)
        found = known["all"] = (made_of, boxes)
    return found[1]


def _common(seat: ItSeat) -> tuple[Any, ...]:
    """The parts of the position that every box depends on."""
    s = seat.s
    return (
        s.turn,
        s.last_turn,
        s.meuse_crossed,
        s.infiltrated,
        s.late,
        s.allied_losses >= seat.rules.tables.victory_levels.heavy_losses,
    )


def _waiting(seat: ItSeat) -> dict[int, tuple[str, ...]]:
    """Game turn -> the units waiting for it, by side; overdue units are listed under the current turn."""
    s = seat.s
    out: dict[int, list[str]] = {}
    turns = seat.rules.due_boxes
    off = [(uid, unit.side, turns[unit.at]) for uid, unit in s.units.items() if unit.at in turns]
    for side in SIDES:
        for uid, whose, turn in off:
            if whose == side:
                out.setdefault(max(turn, s.turn) if turn else 0, []).append(uid)
    return {turn: tuple(uids) for turn, uids in out.items()}


class Calendar(NamedTuple):
    """By game turn, the units that arrive and those released from the restriction at the Meuse (order of battle)."""

    arrive: dict[str, list[str]]
    released: dict[str, list[str]]


def _calendar(seat: ItSeat) -> Calendar:
    """The calendar of this order of battle, which is the same all game long."""
    known = kept_of(seat, "calendar")
    found: Calendar | None = known.get("all")
    if found is None:
        found = known["all"] = Calendar({}, {})
        for uid, printed in seat.s.roster.items():
            found.arrive.setdefault(printed.arrives, []).append(uid)
            for turn in restricted.released_on(printed):
                found.released.setdefault(turn, []).append(uid)
    return found


def _kept_box(seat: ItSeat, turn: Turn, units: tuple[str, ...]) -> Box:
    """:func:`_box`, cached between positions with everything it depends on: an action changes few boxes."""
    s = seat.s
    now = turn.n == s.turn
    made_of = (
        turn,
        _common(seat),
        s.fuel_rolls.get(turn.id),
        tuple(s.units[uid] for uid in units),
        tuple(s.units[uid].on_map for uid in _calendar(seat).arrive.get(turn.id, ())),
        tuple(s.air.items()) if now else (),
        tuple(_replaced(s, side) for side in SIDES) if now else (),
        units,
    )
    known = kept_of(seat, "turn record")
    found: tuple[Any, Box] | None = known.get(turn.n)
    if found is None or found[0] != made_of:
        found = known[turn.n] = (made_of, _box(seat, turn, units))
    return found[1]


def _box(seat: ItSeat, turn: Turn, units: tuple[str, ...]) -> Box:
    items = (
        *_sky(seat, turn),
        *_points(seat, turn),
        *_fuel(seat, turn),
        *_events(seat, turn),
        *_arrivals(seat, turn, units),
    )
    facts = tuple(_told(item) for item in items)
    return Box(
        turn.id,
        turn.id,
        (),
        units,
        f"weather.{turn.weather}",
        items,
        (*facts, *_roll_call(seat, turn, units)),
    )


def _told(item: Item) -> Fact:
    """An item as a line of the details."""
    return Fact(_head(item), item.say, (item.rule,) if item.rule else ())


_HEADS: Final = {
    "sun": say("Weather"), "cloud": say("Weather"), "snow": say("Weather"), "aircraft": say("Air points"),
    "plus": say("Replacements"), "fuel": say("Fuel"), "die": say("Fuel"), "arrow": say("Arrive"),
    "hourglass": say("Late"), "lock": say("Restricted"), "flag": say("Ends"), "star": say("Special"),
}  # fmt: skip
_OTHER: Final = say("Also")


def _head(item: Item) -> Say:
    return _HEADS.get(item.sign, _OTHER)


# ---- what is printed ---------------------------------------------------------------------------------------------------
def _sky(seat: ItSeat, turn: Turn) -> Iterator[Item]:
    word = WEATHER[turn.weather]
    if turn.weather == "clear" and turn.morning:
        text = say("Clear: air resupply is possible; German units may not use strategic movement.")
        yield Item(SKY[turn.weather], word, text, rule="5.24a")
    elif turn.weather == "clear":
        yield Item(SKY[turn.weather], word, say("Clear: air resupply is possible."), rule="12.4a")
    else:
        yield Item(SKY[turn.weather], word, say("The weather is {weather}.", weather=word), rule="4.21b")


def _points(seat: ItSeat, turn: Turn) -> Iterator[Item]:
    """Air points and replacements of both sides; for the current turn, what is left of them."""
    s = seat.s
    for side, air, given in (
        (GERMAN, turn.german_air, turn.german_replacements),
        (ALLIED, turn.allied_air, turn.allied_replacements),
    ):
        name = seat.rules.side_name(side)
        if air:
            left = _air_left(s, side) if turn.n == s.turn and s.air else air
            text = say("{left} of {n}", left=left, n=air) if left != air else Say(str(air))
            tell = counted(
                air,
                say("{side}: one air point, {left} ready.", side=name, left=left),
                say("{side}: {n} air points, {left} ready.", side=name, n=air, left=left),
            )
            if turn.n != s.turn:
                tell = counted(
                    air,
                    say("{side}: one air point.", side=name),
                    say("{side}: {n} air points.", side=name, n=air),
                )
            yield Item("aircraft", text, tell, side, "10.0a", not left)
        if given:
            tell = counted(
                given,
                say("{side}: one replacement.", side=name),
                say("{side}: {n} replacements.", side=name, n=given),
            )
            used = turn.n == s.turn and _replaced(s, side)
            yield Item("plus", Say(str(given)), tell, side, "15.0b" if side == ALLIED else "15.0c", used)


def _air_left(s: Any, side: str) -> int:
    boxes = (GERMAN,) if side == GERMAN else (ALLIED, RESUPPLY)
    return sum(s.air.get(box, AirPoints()).ready for box in boxes)


def _replaced(s: Any, side: str) -> bool:
    """Whether this game turn's replacement has been used, or its phase is over."""
    step = next((x for x in s.stack if isinstance(x, Replacements)), None)
    if step is not None and step.who == side:
        return not step.left
    return any(unit.frozen and unit.side == side for unit in s.units.values())


def _fuel(seat: ItSeat, turn: Turn) -> Iterator[Item]:
    """12.5: the fuel roll, and what came of it."""
    if not turn.fuel_roll:
        return
    roll = seat.s.fuel_rolls.get(turn.id)
    if roll is None:
        over = turn.n < seat.s.turn
        yield Item("fuel", say("fuel roll"), say("The Germans roll for fuel."), GERMAN, "12.5a", over)
    elif roll.came == "rolled":
        text = say("rolled {die}: {n} short", die=roll.die, n=roll.formations)
        tell = counted(
            roll.formations,
            say("Fuel roll {die}: one formation goes short.", die=roll.die),
            say("Fuel roll {die}: {n} formations go short.", die=roll.die, n=roll.formations),
        )
        yield Item("die", text, tell, GERMAN, "12.5a", lit=roll.formations > 0 and turn.n == seat.s.turn)
    elif roll.came == "put_off":
        tell = say("The fuel roll was put off: depots have been captured.")
        yield Item("fuel", say("put off"), tell, GERMAN, "12.5b", True)
    else:
        tell = say("No fuel roll: all depots have been captured.")
        yield Item("fuel", say("no roll"), tell, GERMAN, "12.5d", True)


def _events(seat: ItSeat, turn: Turn) -> Iterator[Item]:
    """The special rules of the first turns, releases by date, what has happened once, and the end."""
    s = seat.s
    for side, word, tell, rule in EVENTS.get(turn.id, ()):
        yield Item("star", word, tell, side, rule)
    free = _calendar(seat).released.get(turn.id, ())
    if free:
        tell = counted(
            len(free),
            say("One British unit may cross the Meuse from now on."),
            say("{n} British units may cross the Meuse from now on.", n=len(free)),
        )
        yield Item("star", say("{n} released", n=len(free)), tell, ALLIED, "17.1c")
    if s.meuse_crossed == turn.n:
        tell = say("The first German unit crossed the Meuse: all Allied restrictions are lifted.")
        yield Item("flag", say("Meuse crossed"), tell, GERMAN, "17.12b", lit=True)
    if s.infiltrated == turn.n:
        tell = say(
            "The 150th Panzer Brigade entered an Allied zone of control: its ruse works in this turn only."
        )
        yield Item("star", say("150th Pz Bde"), tell, GERMAN, "16.1d")
    if turn.n == s.last_turn:
        yield Item("flag", say("last turn"), say("The scenario ends with this game turn."), "", "19.0b")


# ---- who comes ---------------------------------------------------------------------------------------------------------
def _arrivals(seat: ItSeat, turn: Turn, units: tuple[str, ...]) -> Iterator[Item]:
    """How many units arrive, how many are late, and how many are restricted in entering or moving."""
    s, rules = seat.s, seat.rules
    for side in SIDES:
        mine = [u for u in units if s.units[u].side == side]
        due = [u for u in mine if s.units[u].at == DUE + turn.id]
        if due:
            tell = counted(
                len(due),
                say("{side}: one unit arrives.", side=rules.side_name(side)),
                say("{side}: {n} units arrive.", side=rules.side_name(side), n=len(due)),
            )
            yield Item("arrow", Say(str(len(due))), tell, side, "14.0a")
        late = len(mine) - len(due)
        if late:
            tell = counted(
                late,
                say("{side}: one unit should have arrived earlier.", side=rules.side_name(side)),
                say("{side}: {n} units should have arrived earlier.", side=rules.side_name(side), n=late),
            )
            yield Item("hourglass", say("{n} late", n=late), tell, side, "14.0f", lit=True)
    barred = [u for u in units if any(restricted.barred(rules, s, u))]
    if barred:
        tell = counted(
            len(barred),
            say("One unit may not enter yet."),
            say("{n} units may not enter yet.", n=len(barred)),
        )
        yield Item("lock", say("{n} may not enter", n=len(barred)), tell, ALLIED, "17.1d")
    bound = [u for u in units if u not in barred and restricted.bound(rules, s, u)]
    if bound:
        tell = counted(
            len(bound),
            say("One unit may not cross the Meuse to its east bank."),
            say("{n} units may not cross the Meuse to its east bank.", n=len(bound)),
        )
        yield Item("lock", say("{n} behind the Meuse", n=len(bound)), tell, ALLIED, "17.1b")


def _roll_call(seat: ItSeat, turn: Turn, units: tuple[str, ...]) -> Iterator[Fact]:
    """The details of a box: where each unit enters, what delays it, and how many of this turn's units are on the map."""
    s, rules = seat.s, seat.rules
    for uid in units:
        unit, printed = s.units[uid], s.roster[uid]
        why = next(restricted.barred(rules, s, uid), None)
        if why is not None:
            yield Fact(called(printed), say("may not enter yet"), (why.rule,))
        elif unit.delayed:
            yield Fact(called(printed), say("late: its road was blocked"), ("14.0g",), _roads(seat, uid))
        elif unit.at != DUE + turn.id:
            yield Fact(
                called(printed),
                say("late, due on {turn}", turn=unit.at[len(DUE) :]),
                ("14.0f",),
                _roads(seat, uid),
            )
        elif printed.side == ALLIED and printed.entry:
            yield Fact(
                called(printed), say("by road {road}", road=printed.entry), ("14.0c",), _roads(seat, uid)
            )
    came = [uid for uid in _calendar(seat).arrive.get(turn.id, ()) if uid not in units and turn.n > 1]
    if came:
        here = sum(s.units[uid].on_map for uid in came)
        text = say("arrivals this turn: {n}; on the map now: {here}", n=len(came), here=here)
        yield Fact(say("Arrived"), text, ("14.0a",))


def _roads(seat: ItSeat, uid: str) -> tuple[str, ...]:
    return roads_of(seat.rules, seat.s.roster[uid])[:12]


def _held(seat: ItSeat, units: tuple[str, ...]) -> Box:
    """17.2a: the late divisions, which the die calls after the Meuse was crossed."""
    s = seat.s
    if s.meuse_crossed:
        called_now = ", ".join(map(division_name, s.late)) or "-"
        tell = say(
            "One die is rolled for them each German Movement Phase; called so far: {which}.", which=called_now
        )
        item = Item("die", say("called: {which}", which=called_now), tell, GERMAN, "17.2a")
    else:
        tell = say("They may enter only after a German unit has crossed the Meuse.")
        item = Item("lock", say("after the Meuse"), tell, GERMAN, "17.2a")
    facts = [_told(item)]
    facts += [
        Fact(
            called(s.roster[u]),
            next((r.text for r in restricted.barred(seat.rules, s, u)), say("may enter")),
            ("17.2a",),
        )
        for u in units
    ]
    return Box(CONDITIONAL, "On call", (), units, "", (item,), tuple(facts))
