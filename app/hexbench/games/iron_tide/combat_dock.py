"""The combat dock: each current combat with its steps, factors and shifts by clause, its odds, and the possible answers.

While attacks are drafted it shows each of them, and each enemy hex that could be attacked with the units that could
join; afterwards the combat being fought, step by step, and the combats still waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from hexbench.engine.combat import dock
from hexbench.engine.combat.dock import Lights, PlannedDock, Point, Weighed
from hexbench.engine.display import Account, Choice, Clause, Combat, Factor, Stage
from hexbench.engine.forecast import Forecast
from hexbench.engine.values import Action, Reason, Say, listed, say
from hexbench.games.iron_tide.advance import Advance
from hexbench.games.iron_tide.battle import Battle, NameDefenders
from hexbench.games.iron_tide.charts import read_result
from hexbench.games.iron_tide.combat import PLANNER, Choose, ChooseResult, Combats, Declare, Engagement, unmet
from hexbench.games.iron_tide.combat_support import Commit
from hexbench.games.iron_tide.combatants import Fight, Plan, still_attacking
from hexbench.games.iron_tide.losses import TakeLosses
from hexbench.games.iron_tide.odds_report import (
    cast_spread,
    foreseen,
    lit_by,
    odds,
    shifts,
    spreads,
    strengths,
    thought_of,
    told,
)
from hexbench.games.iron_tide.pieces import FOE
from hexbench.games.iron_tide.post_combat import Aftermath, Fought, PressOn
from hexbench.games.iron_tide.retreat import Retreat, Rout
from hexbench.games.iron_tide.state import IronTide

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItSeat


# The steps of the combat at hand (11.7-11.9).

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
    """The steps this combat has had or may still have."""
    now = at_hand(seat.s.stack, found.fight)
    hit = read_result(found.result).hit if isinstance(found, Fought) else "B"

    def has(n: int) -> bool:
        if (n in (LOSS, BACK) and hit == "A") or (n in (OWN_LOSS, OWN_BACK) and hit == "D"):
            return False
        return n != AIR or n >= now or any(found.fight.air_dice)

    return dock.stages(
        POINTS,
        now,
        sides=lambda n: _who(seat, found.fight, n),
        found=lambda n: _found(seat, found, n),
        has=has,
        open_=True,
    )


def at_hand(stack: Sequence[object], fight: Fight) -> int:
    """The number of the current step."""
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
    """What was decided in a step, once it is over."""
    fight = found.fight
    if n == DEFENDERS:
        return listed([seat.called(u) for one in fight.stands for u in one.units])
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
        return listed(dice)
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
    parts = [seat.called(u) for u in guns]
    if air:
        parts.append(say("an air point"))
    return listed(parts) if parts else say("none")


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
        return listed([_rout(rout) for rout in routs]) if routs else Say("")
    return Say("")


def _rout(rout: Rout) -> Say:
    if not rout.path:
        return (
            say("{hex}: {n} steps instead", hex=rout.hex, n=rout.paid)
            if rout.paid
            else say("{hex}: no units left", hex=rout.hex)
        )
    return Say(" → ".join((rout.hex, *rout.path)))


# ---- the dock --------------------------------------------------------------------------------------------------------
class _ItDock(PlannedDock["ItSeat"]):
    """In Iron Tide all attacks are declared first; combats, and sometimes their results, then wait to be resolved."""

    asks = (
        "name",
        "support",
        "fly",
        "commit",
        "lose",
        "retreat",
        "pay",
        "press",
        "decline",
        "advance",
        "stay",
    )
    words: ClassVar = {
        "name": say("{unit} defends"),
        "support": say("{unit} fires in support"),
        "lose": say("{unit} loses a step"),
        "pay": say("{unit} loses a step instead"),
        "press": say("{unit} loses a step, then advance"),
        "retreat": say("Retreat to {hex}"),
        "advance": say("{unit} to {hex}"),
        "stay": say("No further advance"),
    }
    planner = PLANNER
    asleep = say("No combat has been declared.")
    awake = say(
        "No attack has been declared. Click an enemy hex to see which units could attack it, "
        "or drag units onto it."
    )
    none_help = say("The Combat Phase ends without an attack.")
    wide_help = say("One combat against the combined strength of the defenders (11.1d).")
    draft_note = say("Against the likeliest defenders, before artillery and air support.")

    def drafting(self, seat: ItSeat) -> Declare | None:
        """4.25a."""
        return seat.step if isinstance(seat.step, Declare) and seat.decides else None

    def nothing(self, seat: ItSeat) -> Say:
        """The text without a combat; both sides see it."""
        return self.awake if isinstance(seat.step, Declare) else self.asleep

    def bind(self, n: int) -> Say:
        return say("Declare the attack") if n == 1 else say("Declare {n} attacks", n=n)

    def weigh(self, seat: ItSeat, plan: Plan, *, removable: bool = False) -> Weighed | None:
        """Against the likeliest defenders."""
        attackers = plan.attackers if removable else still_attacking(seat.s, plan)
        fight = thought_of(seat, attackers, plan.hexes)
        return (
            None
            if fight is None
            else _kept(seat, (fight, removable), lambda: reckoned(seat, fight, removable=removable))
        )

    def guards(self, seat: ItSeat, beside: tuple[str, ...], at: str) -> Iterable[Account]:
        fight = thought_of(seat, beside, (at,))
        return _kept(seat, fight, lambda: strengths(seat, fight, ((), ()))[1:]) if fight is not None else ()

    def lights(self, seat: ItSeat) -> Lights:
        return lit_by(seat, None)

    def duties(self, seat: ItSeat, step: Declare) -> Iterable[Reason]:
        """11.0e."""
        return unmet(seat, step)

    def owed(self, duty: Reason) -> bool:
        """There are no others."""
        return True

    def before(self, seat: ItSeat, plan: Plan, duties: Sequence[Reason]) -> Iterator[Account]:
        """The hexes adjacent to its attackers that must still be attacked (11.0e)."""
        homes = {seat.s.units[u].at for u in plan.attackers}
        owed = tuple(
            Factor(say=duty.text, clauses=(Clause(Say(""), duty.rule),), hexes=duty.hexes)
            for duty in duties
            if duty.hexes[1] in homes
        )
        if owed:
            yield Account(say=say("Must be attacked"), lines=owed)

    def later(self, seat: ItSeat) -> Iterator[Combat]:
        """The combat being fought, then results and combats that are waiting."""
        found = in_progress(seat)
        if found is not None and not isinstance(seat.step, ChooseResult):
            yield _fought(seat, found)
        yield from _waiting(seat)

    def main(self, seat: ItSeat, action: Action) -> bool:
        """Whether an action is the default, or one of the choices it names."""
        default = seat.prompt.default
        return (
            default is not None
            and (default.verb, default.object) == (action.verb, action.object)
            and (not action.subject or action.subject[0] in default.subject)
        )


DOCK: Final = _ItDock()
board = DOCK.board


T = TypeVar("T")
_MADE_OF: Final = tuple(name for name in IronTide.__struct_fields__ if name not in ("stack", "units", "dice"))
_MOST_KEPT: Final = 256


def _kept(seat: ItSeat, what: Hashable, make: Callable[[], T]) -> T:
    """A combat's evaluation, cached while everything in the position except its stack is unchanged: drafting changes one
    attack at a time and leaves the others as they were.
    """
    s, kept = seat.s, seat.rules.memo
    rest = tuple(getattr(s, name) for name in _MADE_OF)
    holder: tuple[Any, tuple[Any, ...], dict[Hashable, Any]] | None = kept.get("reckoned")
    if holder is None or holder[0] is not s.units or holder[1] != rest or len(holder[2]) > _MOST_KEPT:
        holder = kept["reckoned"] = (s.units, rest, {})
    if what not in holder[2]:
        holder[2][what] = make()
    found: T = holder[2][what]
    return found


def reckoned(seat: ItSeat, fight: Fight, *, removable: bool = False) -> Weighed:
    """A combat whose dice have not been cast, as far as this seat knows it."""
    ahead = foreseen(seat, fight)
    sums = strengths(seat, fight, ((), ()), removable=removable)
    return Weighed(
        (*sums, *shifts(seat, fight, None), *odds(seat, ahead, fight)),
        spreads(seat, ahead),
        lit_by(seat, ahead),
    )


def cast(seat: ItSeat, fought: Fought) -> Weighed:
    """A combat whose dice have been cast."""
    fight, ahead = fought.fight, Forecast(((1, fought.line),))
    return Weighed(
        (
            *strengths(seat, fight, fought.counted),
            *shifts(seat, fight, fought.line),
            *odds(seat, ahead, fight),
        ),
        (cast_spread(fought),),
        lit_by(seat, None, fought),
    )


# ---- declared and waiting (11.0b, 11.78k) ----------------------------------------------------------------------------
def plans_waiting(seat: ItSeat) -> tuple[Plan, ...]:
    """The combats declared and not begun, as far as the viewer knows of them."""
    kinds = Declare | Combats | Engagement
    return tuple(plan for step in seat.s.stack if isinstance(step, kinds) for plan in step.plans)


def _waiting(seat: ItSeat) -> Iterator[Combat]:
    step = seat.step
    results = isinstance(step, ChooseResult)
    for below in seat.s.stack:
        if isinstance(below, Engagement) and (results or len(below.fought) > 1):
            yield from (_result_waits(seat, one, results) for one in below.fought)
    for plan in plans_waiting(seat):
        choices: tuple[Choice, ...] = ()
        if isinstance(step, Choose) and seat.decides:
            main = plan.hexes[0] == step.waiting(seat.s.stack[-2])[0]
            text = say("Resolve {hexes} next", hexes=", ".join(plan.hexes))
            choices = (Choice(text, Action("resolve", plan.hexes[:1]), Say(""), main),)
        yield DOCK.waiting(seat, plan, say("Declared and waiting (B10)."), choices)


def _result_waits(seat: ItSeat, fought: Fought, asked: bool) -> Combat:
    hexes, found = fought.fight.hexes, cast(seat, fought)
    choices: tuple[Choice, ...] = ()
    if asked and seat.decides:
        choices = (Choice(say("Apply this result next"), Action("resolve", hexes[:1])),)
    return Combat(
        key=f"on/{hexes[0]}",
        say=say("{result} on {hexes}", result=fought.result, hexes=", ".join(hexes)),
        result=told(fought.result),
        hexes=hexes,
        status="waiting",
        note=say("The dice have been rolled; the result is still to be applied (11.78k)."),
        accounts=found.accounts,
        spreads=found.spreads,
        choices=choices,
        lights=found.lights,
    )


# ---- being fought ----------------------------------------------------------------------------------------------------
def _fought(seat: ItSeat, found: Battle | Fought) -> Combat:
    step = seat.step
    hexes = found.hexes if isinstance(found, Battle) else found.fight.hexes
    naming = isinstance(step, NameDefenders)
    if isinstance(found, Fought):
        shown = cast(seat, found)
    else:
        fight: Fight | None = found.fight
        if isinstance(step, Commit):
            fight = step.fight(seat.s, step.guns, step.air)
        elif naming:
            fight = thought_of(seat, found.fight.attackers, hexes)
        shown = reckoned(seat, fight) if fight is not None else Weighed(lights=lit_by(seat, None))
    return Combat(
        key=f"on/{hexes[0]}",
        say=say("Combat on {hexes}", hexes=", ".join(hexes)),
        hexes=hexes,
        status="now",
        note=_ItDock.draft_note if naming else Say(""),
        stages=tuple(stages(seat, found)),
        accounts=shown.accounts,
        spreads=shown.spreads,
        choices=DOCK.answers(seat),
        lights=shown.lights,
        result=told(found.result) if isinstance(found, Fought) else Say(""),
    )
