"""The steps of the combat at hand (11.7-11.9): which are over and what was decided in them, which is asked, which follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from hexbench.engine.display import Stage
from hexbench.engine.values import Say, say
from hexbench.games.iron_tide.advance import Advance
from hexbench.games.iron_tide.aftermath import Aftermath, Fought, PressOn
from hexbench.games.iron_tide.battle import Battle, NameDefenders
from hexbench.games.iron_tide.charts import read_result
from hexbench.games.iron_tide.combat import Engagement
from hexbench.games.iron_tide.combat_support import Commit
from hexbench.games.iron_tide.combatants import Fight
from hexbench.games.iron_tide.losses import TakeLosses
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import FOE
from hexbench.games.iron_tide.retreat import Retreat, Rout

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItSeat

State = Literal["done", "now", "ahead"]


class Point(NamedTuple):
    """One step of every combat: its title, who has a say (0 the attacker, 1 the defender, -1 nobody) and the rule."""

    say: Say
    who: int
    rule: str


POINTS: Final = (
    Point(say("Defenders"), 1, "11.1e"),
    Point(say("Attacker's support"), 0, "11.71a"),
    Point(say("Defender's support"), 1, "11.71a"),
    Point(say("Air dice"), -1, "11.71b"),
    Point(say("Chits and odds"), -1, "11.72a"),
    Point(say("Dice"), -1, "11.77a"),
    Point(say("Defender's losses"), 1, "11.78c"),
    Point(say("Defender's retreat"), 1, "11.8a"),
    Point(say("Attacker's losses"), 0, "11.78e"),
    Point(say("Attacker's retreat"), 0, "11.8a"),
    Point(say("Advance"), -1, "11.9a"),
)
DEFENDERS, GUNS, FOE_GUNS, AIR, REVEAL, DICE, LOSS, BACK, OWN_LOSS, OWN_BACK, ADVANCE = range(len(POINTS))


def in_progress(seat: ItSeat) -> Battle | Fought | None:
    """The combat being fought or applied now; with several results waiting, the last one whose dice were cast."""
    for step in reversed(seat.s.stack):
        if isinstance(step, Battle):
            return step
        if isinstance(step, Aftermath):
            return step.fought
        if isinstance(step, Engagement) and step.fought:
            return step.fought[-1]
    return None


def stages(seat: ItSeat, found: Battle | Fought) -> Iterator[Stage]:
    """The steps that this combat has or may still have."""
    now = at_hand(seat.s.stack, found.fight)
    hit = read_result(found.result).hit if isinstance(found, Fought) else "B"
    for n, point in enumerate(POINTS):
        if (n in (LOSS, BACK) and hit == "A") or (n in (OWN_LOSS, OWN_BACK) and hit == "D"):
            continue
        state: State = "done" if n < now else "now" if n == now else "ahead"
        text = _found(seat, found, n) if n <= now else Say("")
        if n == AIR and n < now and not any(found.fight.air_dice):
            continue
        yield Stage(say=point.say, state=state, side=_who(seat, found.fight, n), found=text, rule=point.rule)


def at_hand(stack: Sequence[object], fight: Fight) -> int:
    """The number of the step that is asked now."""
    top = stack[-1] if stack else None
    if isinstance(top, NameDefenders):
        return DEFENDERS
    if isinstance(top, Commit):
        return GUNS if top.who == fight.side else FOE_GUNS
    retreats = [step for step in stack if isinstance(step, Retreat)]
    if retreats:
        return BACK if retreats[-1].group == "defence" else OWN_BACK
    if isinstance(top, TakeLosses):
        return LOSS if top.who != fight.side else OWN_LOSS
    if isinstance(top, PressOn):
        return OWN_BACK
    return ADVANCE if isinstance(top, Advance) else DICE


def _who(seat: ItSeat, fight: Fight, n: int) -> str:
    if n == ADVANCE and isinstance(seat.step, Advance):
        return seat.step.who
    who = POINTS[n].who
    return "" if who < 0 else (fight.side, FOE[fight.side])[who]


def _found(seat: ItSeat, found: Battle | Fought, n: int) -> Say:
    """What was decided in a step, as far as it is over."""
    fight = found.fight
    if n == DEFENDERS:
        return _list([called(seat.s.roster[u]) for one in fight.stands for u in one.units])
    if n in (GUNS, FOE_GUNS):
        return _support(seat, fight, n - GUNS)
    if n == AIR:
        dice = [
            say("{side} {die}: arrives", side=seat.rules.side_name(side), die=fight.air_dice[i])
            if fight.air[i]
            else say("{side} {die}: does not arrive", side=seat.rules.side_name(side), die=fight.air_dice[i])
            for i, side in enumerate((fight.side, FOE[fight.side]))
            if fight.air_dice[i]
        ]
        return _list(dice)
    if not isinstance(found, Fought):
        return Say("")
    if n == REVEAL:
        line = found.line
        return say("{a} to {d}: {ratio}, then {column}", a=line.attack, d=line.defence, ratio=line.ratio,
                   column=line.column)  # fmt: skip
    if n == DICE:
        return say("{dice}: {result}", dice=found.dice, result=found.result)
    return _after(seat, n)


def _support(seat: ItSeat, fight: Fight, i: int) -> Say:
    step = seat.step
    side = (fight.side, FOE[fight.side])[i]
    guns, air = fight.guns[i], fight.air[i] or bool(fight.air_dice[i])
    if isinstance(step, Commit) and step.who == side:
        guns, air = step.guns, step.air
        if not guns and not air:
            return Say("")
    parts = [called(seat.s.roster[u]) for u in guns]
    if air:
        parts.append(say("an air point"))
    return _list(parts) if parts else say("none")


def _after(seat: ItSeat, n: int) -> Say:
    step = next((s for s in reversed(seat.s.stack) if isinstance(s, Aftermath)), None)
    if step is None:
        return Say("")
    result = step.result
    if n in (LOSS, OWN_LOSS):
        return (
            say("1 step")
            if result.losses == 1
            else say("{n} steps", n=result.losses)
            if result.losses
            else say("none")
        )
    if n in (BACK, OWN_BACK):
        routs = step.defence if n == BACK and step.defence else step.routs
        return _list([_rout(rout) for rout in routs]) if routs else Say("")
    return Say("")


def _rout(rout: Rout) -> Say:
    if not rout.path:
        return (
            say("{hex}: {n} steps instead", hex=rout.hex, n=rout.paid)
            if rout.paid
            else say("{hex}: nobody left", hex=rout.hex)
        )
    return Say(" → ".join((rout.hex, *rout.path)))


def _list(parts: Sequence[Say]) -> Say:
    return Say(
        ", ".join(f"{{p{i}}}" for i in range(len(parts))), tuple((f"p{i}", p) for i, p in enumerate(parts))
    )
