"""The docks of Blitzkrieg at the Ardennes: calendar, raster, dumps, victory, the printed tables, order of battle.

Table 2 is shown with the engagements (BK-TAB).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from hexbench.engine.board import remembered
from hexbench.engine.display import Box, Fact, Facts, Item, Light, Panel, Roster, RosterEntry, Table, Track
from hexbench.engine.results import joined, lit_steps, read_in, route
from hexbench.engine.values import Action, Say, counted, say
from hexbench.games.blitzkrieg import combat_board, results, supply, victory, weather
from hexbench.games.blitzkrieg.display import CLASSES, place, short
from hexbench.games.blitzkrieg.moving_ways import routes
from hexbench.games.blitzkrieg.pieces import BATTERY, ELIMINATED, GERMAN, MERGED, RASTER, SIDES, SKY, due
from hexbench.games.blitzkrieg.raster import ROOM

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Link
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkSeat
    from hexbench.games.blitzkrieg.tables import Checks


# The calendar of Blitzkrieg at the Ardennes: half days, weather, reinforcements, the decisive rounds
# (14.3, 14.4).

_SIDES_OF_DIE: Final = 6


def panel(seat: BkSeat) -> Track:
    """The calendar, with a box for each round to the last."""
    s = seat.s
    waiting: dict[str, list[str]] = {}
    for uid, unit in s.units.items():
        waiting.setdefault(unit.at, []).append(uid)
    boxes = tuple(_box(seat, turn, waiting) for turn in range(1, s.last_turn + 1))
    return Track("calendar", say("Calendar"), boxes, s.turn - 1, "reconstruction")


def _box(seat: BkSeat, turn: int, waiting: dict[str, list[str]]) -> Box:
    units = tuple(waiting.get(due(turn), ()))
    if turn == seat.s.turn:
        units += tuple(u for u in seat.s.held if seat.s.units[u].at in RASTER.values())
    items = (*_sky(seat, turn), *_arrivals(seat, turn, units), *_end(seat, turn))
    facts = [Fact(say("Round"), weather.date(turn), ("BK-SEQ-01",))]
    facts += [Fact(item.text, item.say, (item.rule,) if item.rule else ()) for item in items]
    facts += [Fact(seat.called(uid), _entry(seat, uid), ("BK-REC-06",)) for uid in units]
    return Box(weather.name(turn), weather.name(turn), (), units, "", items, tuple(facts))


def _entry(seat: BkSeat, uid: str) -> Say:
    """Where a reinforcement arrives."""
    at = seat.s.roster[uid].at
    found = seat.rules.tables.entries.get(at)
    if found is None:
        return say("lands in its drop zone") if at == "drop" else say("{at}", at=at)
    return say("arrives at {place}, {hex}", place=place(at.removeprefix("entry_")), hex=found)


def _sky(seat: BkSeat, turn: int) -> Iterator[Item]:
    """The weather of a day, shown in its morning: the actual weather, or the roll needed."""
    if not weather.morning(turn):
        return
    s = seat.s
    if weather.day(turn) == weather.day(s.turn):
        if s.clear:
            yield Item(
                "sun", say("clear"), say("The weather is clear: aircraft fly."), "", "BK-AIR-01", lit=True
            )
        else:
            yield Item("cloud", say("bad"), say("The weather is bad: nothing flies."), "", "BK-AIR-01")
        return
    if turn < s.turn:
        return
    least = weather.clear_on(seat.rules.tables, seat.rules.options, turn, s.skies)
    if least > _SIDES_OF_DIE:
        yield Item("cloud", say("bad"), say("The weather is certain to be bad."), "", "BK-REC-04")
    elif least <= 1:
        yield Item("sun", say("clear"), say("The weather is certain to be clear."), "", "BK-REC-04")
    else:
        sign = "sun" if least <= _SIDES_OF_DIE // 2 else "die"
        tell = say("Clear on a roll of {n} or more.", n=least)
        yield Item(sign, say("{n}+", n=least), tell, "", "BK-REC-04")


def _arrivals(seat: BkSeat, turn: int, units: tuple[str, ...]) -> Iterator[Item]:
    """How many units arrive for each side, and how strong they are."""
    s = seat.s
    for side in SIDES:
        coming = [u for u in units if s.units[u].side == side]
        if coming:
            points = sum(s.units[u].strength for u in coming)
            tell = say(
                "{side} reinforcements: {units}, {points}.",
                side=seat.rules.side_name(side),
                units=counted(len(coming), say("1 unit"), say("{n} units", n=len(coming))),
                points=counted(points, say("1 strength point"), say("{n} strength points", n=points)),
            )
            yield Item("arrow", say("{n}", n=len(coming)), tell, side, "BK-SEQ-06")


def _end(seat: BkSeat, turn: int) -> Iterator[Item]:
    s = seat.s
    if s.level and turn == s.level_turn:
        text = say("A level {n} German victory was reached.", n=s.level)
        yield Item("star", say("level {n}", n=s.level), text, GERMAN, "BK-VIC-07", lit=True)
    if turn == s.last_turn:
        text = say("The game ends after this round.")
        yield Item("flag", say("last round"), text, "", "BK-VIC-07")


STATES: Final = {
    "taken": say("taken this turn; it must be held"),
    "held": say("held"),
    "part": say("in part"),
    "free": say("not taken"),
}
BOXES: Final = {
    ELIMINATED: say("eliminated"),
    MERGED: say("merged into another unit"),
    RASTER["german"]: say("in the raster"),
    RASTER["allied"]: say("in the raster"),
    SKY["german"]: say("ready to fly"),
    SKY["allied"]: say("ready to fly"),
    BATTERY: say("rockets"),
}


def panels(seat: BkSeat) -> tuple[Panel, ...]:
    """Every panel, in the order the docks are listed."""
    return (
        *combat_board.panels(seat),
        panel(seat),
        raster(seat),
        fuel(seat),
        score(seat),
        *(combat_board.lit_shots(seat, t) if t.key == "table_1" else t for t in printed(seat.rules)),
        order_of_battle(seat),
    )


def raster(seat: BkSeat) -> Track:
    """The raster of the phasing side: the unit in hand first, then the others in the order in which they come
    into hand (BK-UI-13, BK-UI-25).
    """
    s = seat.s
    up = tuple(reversed(s.raster))
    held = tuple(u for u in s.held if s.units[u].side == s.phasing)
    boxes = [
        Box("hand", "In hand", (), up[:1], facts=_listed(seat, up[:1], "BK-UI-14")),
        Box(
            "raster",
            f"Raster, {len(s.raster)} of {ROOM}",
            (),
            up[1:],
            facts=_listed(seat, up[1:], "BK-UI-13"),
        ),
    ]
    if held:
        boxes.append(Box("held", "Held", (), held, facts=_listed(seat, held, "BK-UI-26")))
    return Track("raster", say("Raster"), tuple(boxes), 0 if up else -1)


def _listed(seat: BkSeat, units: tuple[str, ...], rule: str) -> tuple[Fact, ...]:
    return tuple(Fact(seat.called(u), CLASSES[seat.s.roster[u].type], (rule,)) for u in units)


def fuel(seat: BkSeat) -> Facts:
    """Every dump: which side it supplies, and how far (BK-SUP-03, BK-SUP-04)."""
    s, out = seat.s, []
    for key, dump in s.dumps.items():
        if not dump.number:
            value = say("permanently destroyed")
            rules: tuple[str, ...] = ("BK-SUP-06", "BK-SUP-23")
        else:
            whose = supply.supplies(s, seat.board, key)
            taken = say(", taken") if whose != dump.owner else say("")
            side = seat.rules.side_name(whose)
            value = counted(
                dump.number,
                say("1 hex from its roads, {side}{taken}", side=side, taken=taken),
                say("{n} hexes from its roads, {side}{taken}", n=dump.number, side=side, taken=taken),
            )
            rules = ("BK-SUP-04", "BK-SUP-10" if whose != dump.owner else "BK-SUP-12")
        out.append(Fact(say("{place}", place=place(key)), value, rules, (dump.hex,)))
    for side in SIDES:
        cut = [u for u, unit in s.units.items() if unit.side == side and unit.isolated and unit.on_map]
        if cut:
            name = say("{side} units isolated", side=seat.rules.side_name(side))
            hexes = tuple(dict.fromkeys(s.units[u].at for u in cut))
            out.append(Fact(name, say("{n}", n=len(cut)), ("BK-SUP-15",), hexes))
    return Facts(say("Fuel dumps"), tuple(out))


def score(seat: BkSeat) -> Facts:
    """The cities, the level reached, the rating, the losses (BK-VIC)."""
    s, rules = seat.s, seat.rules
    german = victory.rating(rules, s, seat.board)
    level = say("{level}", level=victory.LEVELS[s.level]) if s.level else say("none yet")
    out = [
        Fact(say("German level reached"), level, ("BK-VIC-07",)),
        Fact(say("Rating now"), say("German {g}, Allied {a}", g=german, a=100 - german), ("BK-VIC-10",)),
        Fact(say("The game ends after"), weather.date(s.last_turn), ("BK-VIC-06",)),
    ]
    for city, hexes, state in victory.standing(rules, s, seat.board):
        rule = {"antwerp": "BK-VIC-01", "liege": "BK-VIC-02"}.get(city, "BK-VIC-03")
        out.append(Fact(say("{place}", place=place(city)), STATES[state], (rule, "BK-VIC-05"), hexes))
    for side in SIDES:
        name = say("{side} strength points lost", side=rules.side_name(side))
        out.append(Fact(name, say("{n}", n=s.lost.get(side, 0)), ("BK-VIC-10",)))
    return Facts(say("Victory"), tuple(out))


def order_of_battle(seat: BkSeat) -> Roster:
    """Every unit by side and formation, with its place and status."""
    entries = []
    for uid, unit in seat.s.units.items():
        printed = seat.s.roster[uid]
        path = (seat.rules.side_name(unit.side), printed.formation or str(CLASSES[printed.type]))
        entries.append(RosterEntry(uid, unit.at, status(seat, uid), path))
    return Roster("order_of_battle", say("Order of battle"), tuple(entries))


def status(seat: BkSeat, uid: str) -> Say:
    """The status of a unit in a few words."""
    unit, printed = seat.s.units[uid], seat.s.roster[uid]
    if uid in seat.s.held:
        return say("held")
    if unit.at.startswith("#due/"):
        turn = int(unit.at.removeprefix("#due/"))
        return say("due {when}", when=weather.name(max(turn, seat.s.turn)))
    if not unit.on_map:
        return BOXES.get(unit.at, say("off the map"))
    if unit.isolated:
        return say("isolated, {n} of {full}", n=unit.strength, full=printed.strength)
    if unit.strength < printed.strength:
        return say("{n} of {full}", n=unit.strength, full=printed.strength)
    return say("full strength") if printed.strength else say("on the map")


ROLLS: Final = range(1, 7)
_GROUNDS: Final = ("plain", "forest", "mountain", "city", "siegfried")
COLUMNS: Final = {
    "ok": "OK",
    "infiltrator_in_hex_with_allies": "infiltrator",
    "enemy_adjacent": "enemy adj.",
    "enemy_adjacent_and_infiltrator_in_hex": "both",
}
"""The column heads of tables 5 and 6."""


@remembered
def printed(rules: BkRules) -> tuple[Table, ...]:
    """Tables 1 and 3 to 9, which never change during a game."""
    return (artillery(rules), dice(rules), isolation(rules), defence(rules), movement(rules))


def artillery(rules: BkRules) -> Table:
    """Table 1: the losses from a shot."""
    grid = rules.tables.artillery
    rows = tuple((str(roll), grid.rows[roll - 1]) for roll in ROLLS)
    title = say("1 Artillery fire")
    return Table("table_1", title, grid.columns, rows, rule="BK-TAB-01", results=(results.ARTILLERY,))


def dice(rules: BkRules) -> Table:
    """Tables 3 to 6, all of which are read with one die: recognition, bombardment, demolition, building."""
    t = rules.tables
    checks: tuple[tuple[str, Checks, str], ...] = (
        ("3", t.recognition, "found"),
        ("5", t.demolition, "blown"),
        ("6", t.construction, "built"),
    )
    parts = {number: [f"{number}: {COLUMNS.get(c, c)}" for c in grid.columns] for number, grid, _ in checks}
    columns = (*parts["3"], "4: bombs", *parts["5"], *parts["6"])

    def row(roll: int) -> tuple[str, ...]:
        cells = {n: [word if ok else "-" for ok in grid.rows[roll - 1]] for n, grid, word in checks}
        return (*cells["3"], loss(t.bombardment[roll - 1]), *cells["5"], *cells["6"])

    rows = tuple((str(roll), row(roll)) for roll in ROLLS)
    kinds = {"3": "recognition", "4": results.BOMBS, "5": "demolition", "6": "construction"}
    what = tuple(kinds[column.partition(":")[0]] for column in columns)
    return Table("tables_3_6", say("3 to 6 One die"), columns, rows, rule="BK-TAB-03", results=what)


def isolation(rules: BkRules) -> Table:
    """Table 7: strength and movement lost, by turns isolated."""
    lines = rules.tables.isolation
    rows = []
    for kind in lines:
        line = lines[rules.options.artillery_isolated_as if kind == "artillery" else kind]
        cells = tuple(f"{a} - {b}" for a, b in zip(line.strength, line.movement, strict=True))
        rows.append((name(kind), cells))
    columns = ("turn 1", "turn 2", "turn 3 on")
    title = say("7 Isolation")
    return Table("table_7", title, columns, tuple(rows), source="rules", rule="BK-TAB-07")


def defence(rules: BkRules) -> Table:
    """Table 8: the multipliers of terrain for the defence."""
    rows = tuple(
        (name(kind), tuple(f"x{by[ground]}" for ground in _GROUNDS))
        for kind, by in rules.tables.defence.items()
    )
    return Table("table_8", say("8 Terrain in defence"), _GROUNDS, rows, source="rules", rule="BK-TAB-08")


def movement(rules: BkRules) -> Table:
    """Table 9: movement costs of each terrain. City, siegfried and infiltrators are our own (BK-AMB-26,
    BK-INF-19).
    """

    def cost(halves: int) -> str:
        return short(Fraction(halves, 2))

    grounds = ("road", *_GROUNDS)
    rows = tuple(
        (name(kind), tuple(cost(by[ground]) for ground in grounds))
        for kind, by in rules.tables.movement.items()
    )
    why = (
        "The values for city, Siegfried line and infiltrators are our own: the printed "
        "table does not have them."
    )
    return Table("table_9", say("9 Movement"), grounds, rows, (), "reconstruction", why, "BK-TAB-09")


def name(kind: str) -> str:
    """The name of a class for the head of a row."""
    return str(CLASSES.get(kind, Say(kind))).capitalize()


def loss(fraction: str) -> str:
    """A fraction lost; "-" for none."""
    return "-" if fraction == "nr" else fraction


# What is lit in the tables while a move, a shot or an engagement is being considered (BK-TAB-01, BK-TAB-02,
# BK-TAB-09).

MOVES: Final = ("move", "move_again", "deposit")


def weighed(seat: BkSeat, action: Action) -> Mapping[str, tuple[Light, ...]]:
    """The lit cells for a legal action. A move is judged from where the unit began the turn (BK-UI-13)."""
    lights = read_in(seat, action)
    if action.verb not in MOVES or not action.subject:
        return lights
    kinds, found = list(seat.rules.tables.movement), lights
    for uid in action.subject:
        kind = seat.s.roster[uid].type
        at = seat.rules.atlas.index.get(action.object)
        if kind not in kinds or at is None:
            continue
        row = kinds.index(kind)

        def cells(link: Link, row: int = row) -> Iterator[tuple[int, int]]:
            yield row, 0 if link.road else 1 + _GROUNDS.index(link.enters.terrain)

        via = action.via or routes(seat, uid).to(at).via
        alone = Action(action.verb, (uid,), action.object, action.how, via)
        way = route(seat, alone, seat.s.units[uid].start)
        found = dict(joined(found, "table_9", lit_steps(seat, way, cells)))
    return found
