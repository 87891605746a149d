"""The air forces and the engineer bridges as boxes of points (TG-AIR-30, TG-BRG-03)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.display import Points, Pool
from hexbench.engine.values import Say, say
from hexbench.games.tigers import air
from hexbench.games.tigers.air_phase import POOL, box_key
from hexbench.games.tigers.pieces import ALLIED, GERMAN, SIDES

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgSeat

USES = {
    "P-47": say(
        "P-47 groups: shot down over the ground by AA only; below the height of fighters (rows 5 and 6)."
    ),
    "P-51": say("P-51 groups: shot down over the ground by AAm as well as AA."),
    "FW-190": say("FW-190s: lost for good once shot down."),
}


def panel(seat: TgSeat) -> Pool:
    """One box for each type: those that may fly now face up, those that have flown face down; then those shot down."""
    s = seat.s
    heaps: list[Points] = []
    for side in SIDES:
        limit = air.cap(seat.rules, s, side)
        flown = sum(unit.flown for unit in s.air.values() if unit.side == side)
        room = len(s.air) if limit is None else max(0, limit - flown)
        for type_ in air.TYPES[side]:
            kind = [unit for unit in s.air.values() if unit.side == side and unit.type == type_]
            here = [unit for unit in kind if air.present(s, unit)]
            waiting = sum(not unit.flown for unit in here)
            able = min(waiting, room)
            again = sum(unit.again for unit in here)
            used = sum(unit.flown and not unit.again for unit in here)
            title = say("{type}", type=type_)
            heaps.append(
                Points(box_key(type_), title, able + again, used, side, "aircraft", USES[type_], "TG-AIR-30")
            )
        heaps.extend(_grounded(seat, side))
        heaps.extend(_down(seat, side))
    return Pool(POOL, say("Air forces"), tuple(heaps), "TG-AIR-01", _word(seat))


def _grounded(seat: TgSeat, side: str) -> list[Points]:
    """Those that are there and have not flown when the weather lets none of them up."""
    s = seat.s
    if not air.grounded(seat.rules, s, side):
        return []
    n = sum(unit.side == side and air.present(s, unit) and not unit.flown for unit in s.air.values())
    title = say("Kept down by the weather")
    text = say("They have not flown and the weather lets no more of them fly in this turn.")
    return [Points(f"{POOL}.grounded.{side}", title, 0, n, side, "aircraft", text, "TG-AIR-29")] if n else []


def _down(seat: TgSeat, side: str) -> list[Points]:
    """Those that were shot down, with the turn in which they are back."""
    s = seat.s
    if side == GERMAN:
        lost = sum(unit.lost for unit in s.air.values() if unit.side == side)
        title = say("Lost")
        return (
            [Points(f"{POOL}.lost", title, 0, lost, side, "aircraft", say("Lost for good."), "TG-AIR-23")]
            if lost
            else []
        )
    back: dict[int, int] = {}
    for unit in s.air.values():
        if unit.side == side and unit.back > s.turn:
            back[unit.back] = back.get(unit.back, 0) + 1
    return [
        Points(
            f"{POOL}.back.{turn}",
            say("Back in turn {turn}", turn=turn),
            0,
            n,
            side,
            "aircraft",
            say("Shot down; back in turn {turn}.", turn=turn),
            "TG-AIR-13",
        )
        for turn, n in sorted(back.items())
    ]


def _word(seat: TgSeat) -> Say:
    """What the weather allows, and what is left of it."""
    s, rules = seat.s, seat.rules
    parts = []
    for side in SIDES:
        limit = air.cap(rules, s, side)
        name = "USAAF" if side == ALLIED else "Luftwaffe"
        if limit is None:
            parts.append(say("{name}: all", name=name))
        else:
            flown = sum(unit.flown for unit in s.air.values() if unit.side == side)
            parts.append(say("{name}: {flown} of {limit} flown", name=name, flown=flown, limit=limit))
    return say("{weather}. {a}; {b}.", weather=s.weather, a=parts[0], b=parts[1])


def bridges(seat: TgSeat) -> Pool:
    """Engineer bridges in hand; the German ones destroyed lie face down until they come back (TG-BRG-14)."""
    s = seat.s
    heaps = []
    for side in SIDES:
        away = len(s.returning) if side == GERMAN else 0
        heaps.append(
            Points(
                f"markers.{side}",
                say("{side} engineer bridges", side=seat.rules.side_name(side)),
                s.markers.get(side, 0),
                away,
                side,
                "bridge",
                say("In hand; each one on the map is a bridge until it is destroyed or taken up."),
                "TG-BRG-03",
            )
        )
    if s.returning:
        turns = ", ".join(str(t) for t in sorted(s.returning))
        return Pool(
            "bridges",
            say("Bridges in hand"),
            tuple(heaps),
            "TG-BRG-14",
            say("German bridges return in turn {turns}.", turns=turns),
        )
    return Pool("bridges", say("Bridges in hand"), tuple(heaps), "TG-BRG-03")
