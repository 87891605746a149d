"""16.2c, 16.3 and 18.0: what the first game turns forbid and allow, and who may not move at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.values import Reason, say
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import ALLIED, GERMAN, Printed, Unit

if TYPE_CHECKING:
    from hexbench.games.iron_tide.state import IronTide

AM16: Final = 1
PM16: Final = 2
AM17: Final = 3
PM17: Final = 4
AM19: Final = 7
"""Game turns by their number."""

COMMANDOS_LEAVE: Final = "20PM"
"""16.4j: the commandos leave when the German player turn of this game turn ends, and none comes after it."""

HELD_BACK: Final = ("1SS", "12SS", "Lehr")
"""18.0g: the divisions that wait for 17AM, with their battalions."""
FIRST_SS: Final = "1SS"
PEIPER_START: Final = "3450"
"""16.3b: the hex from which the battle group of 1st SS Panzer Division starts."""
LANDING: Final = "16.2"
"""The restriction in the order of battle that marks the parachute unit of von der Heydte."""


def surprise(turn: int) -> bool:
    """The turn of surprise (18.0a-f)."""
    return turn == AM16


def parachutists(printed: Printed) -> bool:
    """Von der Heydte's unit (16.2)."""
    return LANDING in printed.restriction


def bars(s: IronTide, uid: str, unit: Unit, printed: Printed) -> Iterator[Reason]:
    """The reasons of 18.0 and 16.2c why this unit may not move now, whoever's turn it is."""
    if unit.side == GERMAN:
        if s.turn == AM16:
            yield Reason("18.0a", say("On 16AM no German unit may move except through combat."))
        if s.turn <= PM16 and printed.division in HELD_BACK:
            yield Reason("18.0g", say("{unit} may not move before 17AM.", unit=called(printed)), unit.spot)
        if parachutists(printed) and s.turn < PM17:
            yield Reason("16.2c", say("{unit} may not move before 17PM.", unit=called(printed)), unit.spot)
    elif s.turn == AM16 and not unit.attacked and s.first_mover not in ("", uid):
        chosen = s.roster.get(s.first_mover)
        yield Reason(
            "18.0c",
            say(
                "On 16AM one Allied unit of choice may move, and units that were attacked: {unit} was chosen.",
                unit=called(chosen) if chosen else s.first_mover,
            ),
        )


def unbarred(s: IronTide, uids: list[str]) -> list[str]:
    """Those of several units against whose move :func:`bars` has nothing."""
    if s.turn >= PM17:
        return uids  # all of it is over
    return [uid for uid in uids if not any(bars(s, uid, s.units[uid], s.roster[uid]))]


def bars_stack(s: IronTide, subject: tuple[str, ...]) -> Iterator[Reason]:
    """18.0c again: of several Allied units that were not attacked only one may move on 16AM."""
    if s.turn == AM16 and s.phasing == ALLIED:
        unhurt = [u for u in subject if s.units[u].side == ALLIED and not s.units[u].attacked]
        if len(unhurt) > 1:
            yield Reason(
                "18.0c",
                say(
                    "On 16AM only one Allied unit that was not attacked may move: choose one of these {n}.",
                    n=len(unhurt),
                ),
            )


def first_ss_free(s: IronTide, printed: Printed) -> bool:
    """16.3a: on 17AM every unit of 1st SS Panzer Division ignores enemy zones of control in tactical movement."""
    return s.turn == AM17 and printed.side == GERMAN and printed.division == FIRST_SS


def movement_factor(s: IronTide, printed: Printed, start: str) -> int:
    """The printed factor, doubled on 17AM for units of 1st SS that start in 3450 (16.3b)."""
    if first_ss_free(s, printed) and start == PEIPER_START:
        return 2 * printed.movement
    return printed.movement
