"""The docks of Iron Tide: the turn record, the order of battle, the terrain chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hexbench.atlas.arcs import points
from hexbench.engine.display import Panel, Pile, Points, Pool, Roster, RosterEntry, Table, Token
from hexbench.engine.values import Say, say
from hexbench.games.iron_tide import chits, combat_display, display, names, turn_record, victory
from hexbench.games.iron_tide.air import RESUPPLY, Air, AirPoints, box_key, flown_key
from hexbench.games.iron_tide.combat_support import Commit, fight_below
from hexbench.games.iron_tide.inspect import FEATURES, TERRAIN, box_name
from hexbench.games.iron_tide.pieces import ALLIED, FOE, GERMAN, SIDES

if TYPE_CHECKING:
    from hexbench.games.iron_tide.pieces import Mobility, Unit
    from hexbench.games.iron_tide.seat import ItSeat
    from hexbench.games.iron_tide.tables import ChitKind


# The Air Point track as boxes (10.0): combat support of either side, Allied resupply, and points over the
# combat at hand.

SIGN = "aircraft"


def panel(seat: ItSeat) -> Pool:
    """The boxes with their points, those used face down (10.0c)."""
    s = seat.s
    over = _over_combat(s)
    heaps: list[Points] = []
    for box, side, title, use, rule in (
        (
            GERMAN,
            GERMAN,
            say("German combat support"),
            say("A point shifts the odds of a combat by one column if it arrives, on a die roll of 1 to 3."),
            "11.6a",
        ),
        (
            ALLIED,
            ALLIED,
            say("Allied combat support"),
            say("A point shifts the odds of a combat by one column if it arrives, on a die roll of 1 to 3."),
            "11.6a",
        ),
        (
            RESUPPLY,
            ALLIED,
            say("Allied resupply"),
            say(
                "In clear weather a point improves the supply of the units in one hex by one "
                "level, on a die roll of 1 to 5."
            ),
            "12.4c",
        ),
    ):
        points = s.air.get(box, AirPoints())
        flown = 1 if box in over and over[box][1] else 0
        heaps.append(Points(box_key(box), title, points.ready, points.spent - flown, side, SIGN, use, rule))
    for side, (hexes, there) in over.items():
        title = say("{side} aircraft over {hexes}", side=seat.rules.side_name(side), hexes=", ".join(hexes))
        use = say("Each side may attempt air support once per combat.")
        heaps.append(Points(flown_key(side), title, 0, int(there), side, SIGN, use, "11.6c", hexes))
    return Pool("air", say("Air points"), tuple(heaps), "10.0a", _word(seat))


def _over_combat(s: Any) -> dict[str, tuple[tuple[str, ...], bool]]:
    """While support is being committed: side -> the hexes under attack, and whether it has committed a point."""
    step = s.stack[-1] if s.stack else None
    if not isinstance(step, Commit):
        return {}
    fight = fight_below(s.stack)
    sent = dict(zip((fight.side, FOE[fight.side]), fight.air, strict=True)) | {step.who: step.air}
    return {side: (fight.hexes, sent[side]) for side in SIDES if side == step.who or sent[side]}


def _word(seat: ItSeat) -> Say:
    """A note about the points of this game turn."""
    s = seat.s
    if s.stack and isinstance(s.stack[-1], Air):
        return say("The Allied player now divides his points; the division holds for the whole game turn.")
    if not any(points.ready or points.spent for points in s.air.values()):
        return say("No air points this game turn.")
    return say("Unused points are lost at the end of the game turn.")


_STATES: Final = {"supplied": say("in supply"), "out": say("out of supply"), "isolated": say("isolated")}


def panels(seat: ItSeat) -> tuple[Panel, ...]:
    """Every panel, in the order the docks are listed."""
    return (
        turn_record.panel(seat),
        panel(seat),
        victory.panel(seat),
        *combat_display.panels(seat),
        combat_display.results_table(seat),
        terrain_chart(seat),
        order_of_battle(seat),
    )


def order_of_battle(seat: ItSeat) -> Roster:
    """Every unit by side, army and division, with where it is and how."""
    known = display.kept_of(seat, "order of battle")
    entries: list[RosterEntry] = []
    for uid, unit in seat.s.units.items():
        found: tuple[Unit, RosterEntry] | None = known.get(uid)
        if found is None or found[0] is not unit:
            found = known[uid] = (unit, _entry(seat, uid, unit))
        entries.append(found[1])
    return Roster("order_of_battle", say("Order of battle"), tuple(entries))


def _entry(seat: ItSeat, uid: str, unit: Unit) -> RosterEntry:
    printed = seat.s.roster[uid]
    status = _STATES[unit.supply] if unit.on_map else box_name(unit.at)
    path = (
        seat.rules.side_name(unit.side),
        str(display.ARMIES.get(printed.army, printed.army or "-")),
        names.division_name(printed.division) if printed.division else "Army troops",
    )
    return RosterEntry(uid, unit.at, status, path)


def terrain_chart(seat: ItSeat) -> Table:
    """The Terrain Effects Chart as the game uses it."""
    tec = seat.rules.tables.tec
    kinds: tuple[Mobility, ...] = ("N", "MI", "M")

    def cost(twelfths: int | None) -> str:
        return "closed" if twelfths is None else points(twelfths)

    rows: list[tuple[str, tuple[str, ...]]] = [
        (
            str(TERRAIN.get(name, Say(name))),
            (*(cost(tec.hex_cost(name, (), k)) for k in kinds), row.crt.replace("_", " ")),
        )
        for name, row in tec.hex.items()
    ]
    rows += [
        (
            str(FEATURES[name]).capitalize(),
            (*(cost(tec.hex_cost("clear", (name,), k)) for k in kinds), f"{row.shift_left} left"),
        )
        for name, row in tec.overlay.items()
    ]
    rows.append(("Road hex to road hex", (*(cost(tec.road_cost()) for _ in kinds), "no effect")))
    rows.append(
        ("Unbridged river", (*("all" if tec.river_cost(k) else "closed" for k in kinds), "defence x2"))
    )
    rows.append(("Ford, added", (*(cost(tec.ford_cost(k)) for k in kinds), "as river")))
    rows.append(
        ("Westwall, added", ("0", *(f"Allied {cost(tec.westwall_cost())}" for _ in kinds[1:]), "German x3"))
    )
    rows.append(("Leaving an enemy zone", (*(cost(tec.disengage_cost(k)) for k in kinds), "")))
    columns = ("Foot", "Mech. infantry", "Other mech.", "Combat")
    return Table(
        "terrain", say("Terrain chart"), columns, tuple(rows), (), tec.source, tec.provenance, "5.1a"
    )


# The two cups of strength chits as piles to be drawn from (9.0), as far as a side may know what is left in
# them.


def piles(seat: ItSeat) -> tuple[Pile, ...]:
    """Each cup. Its contents are known while every drawn chit is visible (9.0d); otherwise only their number."""
    unseen = [seat.s.roster[uid].cup for uid in chits.blanks(seat.s)]
    return tuple(_pile(seat, colour, unseen.count(colour)) for colour in chits.COLOURS)


def _pile(seat: ItSeat, colour: str, unseen: int) -> Pile:
    left = seat.s.cups.get(colour, ())
    title = say("Strength chits: {cup} cup", cup=colour)
    if unseen:
        return Pile(colour, title, unknown=sum(left) - unseen, colour=colour)
    table = seat.rules.tables.chits
    kinds = enumerate(zip(chits.kinds(table, colour), left, strict=False))
    tokens = [(_token(chits.chit_name(table, colour, n), colour, kind), count) for n, (kind, count) in kinds]
    return Pile(colour, title, tuple((token, count) for token, count in tokens if count), colour=colour)


def _token(name: str, colour: str, kind: ChitKind) -> Token:
    full = (f"A {kind.a_full}", f"B {kind.b_full}", f"C {kind.c_full}")
    reduced = (f"A {kind.a_reduced}", f"B {kind.b_reduced}", f"C {kind.c_reduced}")
    return Token(
        "-".join(part[2:] for part in (*full, *reduced)), say("{chit}", chit=name), (full, reduced), colour
    )
