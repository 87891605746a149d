"""The steps of the combat at hand: which are over and what was decided in them, which is asked, which follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from hexbench.engine.display import Stage
from hexbench.engine.values import Say, say
from hexbench.games.tigers.advance import Advance
from hexbench.games.tigers.battle import FORCED, Battle
from hexbench.games.tigers.battle_asks import Farther, HowFar, Losses, NoRetreat
from hexbench.games.tigers.combat_accounts import listed
from hexbench.games.tigers.pieces import FOE
from hexbench.games.tigers.retreat import Retreat

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgSeat

State = Literal["done", "now", "ahead"]


class Point(NamedTuple):
    """One step of a combat: its title, who has a say (0 the attacker, 1 the defender, -1 nobody) and the rule."""

    say: Say
    who: int
    rule: str


POINTS: Final = (
    Point(say("No Retreat?"), 1, "TG-CRT-18"),
    Point(say("Odds and die"), -1, "TG-CRT-01"),
    Point(say("Attacker's losses"), 0, "TG-CRT-14"),
    Point(say("Length of the retreat"), 0, "TG-CRT-05"),
    Point(say("Retreat"), 1, "TG-CRT-06"),
    Point(say("Farther of their own will"), 1, "TG-CRT-08"),
    Point(say("Advance"), 0, "TG-ADV-01"),
)
ORDER, DIE, LOSSES, LENGTH, RETREAT, FARTHER, ADVANCE = range(len(POINTS))


def in_progress(seat: TgSeat) -> Battle | None:
    """The combat being fought."""
    return next((step for step in reversed(seat.s.stack) if isinstance(step, Battle)), None)


def stages(seat: TgSeat, battle: Battle) -> Iterator[Stage]:
    """The steps that this combat has or may still have."""
    now = _at_hand(seat, battle)
    for n, point in enumerate(POINTS):
        if battle.codes and not _has(seat, battle, n):
            continue
        state: State = "done" if n < now else "now" if n == now else "ahead"
        side = "" if point.who < 0 else (battle.side, FOE[battle.side])[point.who]
        text = _found(battle, n) if n < now else Say("")
        yield Stage(say=point.say, state=state, side=side, found=text, rule=point.rule)


def _at_hand(seat: TgSeat, battle: Battle) -> int:
    step = seat.step
    if isinstance(step, NoRetreat):
        return ORDER
    if isinstance(step, Losses):
        return LOSSES
    if isinstance(step, HowFar):
        return LENGTH
    if isinstance(step, Farther):
        return FARTHER
    if isinstance(step, Retreat):
        return RETREAT if step.forced else FARTHER
    return ADVANCE if isinstance(step, Advance) else DIE


def _has(seat: TgSeat, battle: Battle, n: int) -> bool:
    fates = {fate for _, fate in battle.fates}
    if n == LOSSES:
        return battle.code in ("AE", "D/AE")
    if n in (LENGTH, RETREAT):
        return bool(fates & set(FORCED))
    if n == FARTHER:
        free = (battle.free(seat.rules, seat.s, elite, code) for elite, code in battle.codes)
        return any(free) and not battle.no_retreat
    if n == ADVANCE:
        return battle.code not in ("-", "AD", "AE", "D/AE")
    return True


def _found(battle: Battle, n: int) -> Say:
    """What was decided in a step that is over."""
    if n == ORDER:
        return say("No Retreat!") if battle.no_retreat else say("They may retreat.")
    if n == DIE:
        codes = " / ".join(code for _, code in battle.codes)
        return say("row {row}: {result}", row=battle.row, result=codes)
    if n == LENGTH and battle.forced:
        return listed([say("{n} hexes", n=k) if k != 1 else say("1 hex") for _, k in battle.forced])
    if n == FARTHER and battle.added:
        return listed([say("{n} more", n=k) for _, k in battle.added])
    return Say("")
