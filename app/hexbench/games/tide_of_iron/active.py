"""The active unit (TI-SEQ-06): which units may be activated to move, with how many MP, and how an activation ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

from hexbench.atlas.arcs import POINT
from hexbench.engine.values import Reason, say
from hexbench.games.tide_of_iron import casualties, concealment, effects, movement, passage
from hexbench.games.tide_of_iron.acting import present, unfit
from hexbench.games.tide_of_iron.passage import Start
from hexbench.games.tide_of_iron.pieces import NONE, Side
from hexbench.games.tide_of_iron.strength import scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.actions import Turn
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat

Kind = Literal["advance", "fire_move", "assault"]
KINDS: Final[tuple[Kind, ...]] = ("advance", "fire_move", "assault")


def less(kind: Kind, unit: Unit) -> int:
    """The MP by which an action reduces a unit's movement (TI-ACT-08, TI-ACT-09, TI-ACT-15)."""
    if kind == "fire_move":
        return 1 if unit.squad else 2
    return 1 if kind == "assault" else 0


def unable(seat: TiSeat, kind: Kind, uid: str) -> Iterator[Reason]:
    """Why a fresh unit of the acting side cannot choose an action that moves it."""
    unit = seat.s.units[uid]
    title = seat.rules.title
    if unit.condition == "pinned":
        yield Reason("TI-CON-01", say("{unit} is pinned and cannot move.", unit=title(unit)), unit.spot)
    elif unit.condition == "disrupted":
        yield Reason("TI-CON-05", say("{unit} is disrupted and cannot act.", unit=title(unit)), unit.spot)
    if unit.damage == "heavy":
        yield Reason(
            "TI-MOV-11", say("{unit} is heavily damaged and cannot move.", unit=title(unit)), unit.spot
        )
    if kind == "assault" and not unit.squad:
        yield Reason("TI-ACT-17", say("Vehicles cannot assault."), unit.spot)
    if kind != "advance" and unit.heavy_weapon:
        rule = "TI-ACT-14" if kind == "fire_move" else "TI-ACT-18"
        yield Reason(rule, say("{unit} has a heavy infantry weapon.", unit=title(unit)), unit.spot)


def start_for(seat: TiSeat, kind: Kind, uid: str) -> Start:
    """Where a unit that is not yet on the move would start from under an action."""
    sc, unit = scene(seat), seat.s.units[uid]
    at = movement.spot(sc, uid)
    left = max(0, passage.allowance(seat.rules, sc, uid) - less(kind, unit) * POINT) - movement.leaving(unit)
    return Start(at, left, at, seat.s.works.get(at, NONE).minefield)


def ready(seat: TiSeat, kind: Kind, who: Side) -> tuple[str, ...]:
    """The units of a side that may choose an action; memoized per position."""
    key = ("ready", kind, who)
    if key not in seat.memo:
        units = seat.s.units
        if kind == "advance":
            fresh = [x for x, u in units.items() if u.side == who and u.fresh and (u.on_map or u.inside)]
        else:
            fresh = list(ready(seat, "advance", who))  # a unit that may do either of these may also advance
        seat.memo[key] = tuple([x for x in fresh if not any(unable(seat, kind, x))])
    found: tuple[str, ...] = seat.memo[key]
    return found


def barred(seat: TiSeat, step: Turn | None, kind: Kind, subject: tuple[str, ...]) -> Iterator[Reason]:
    """Every reason against choosing an action with a unit, regardless of destination."""
    yield from unfit(seat, step, subject)
    unit = seat.s.units.get(subject[0]) if len(subject) == 1 else None
    if unit is not None and present(seat.s, unit):
        yield from unable(seat, kind, subject[0])


def finish(play: TiPlay, uid: str) -> None:
    """A8: end a unit's action; it is fatigued unless in op fire mode, and concealment is checked for all units."""
    unit = play.units[uid]
    if (unit.on_map or unit.inside) and unit.fresh:
        casualties.fatigue(play, uid)
    effects.spent(play, uid, "activation")
    concealment.check(play)
