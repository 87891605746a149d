"""The steps of an attack, an assault or an area attack as the combat dock lists them (C.4, C.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from hexbench.engine.display import Stage
from hexbench.engine.values import Say, say
from hexbench.games.tide_of_iron.assault_after import Excess, FollowUp, Retreat
from hexbench.games.tide_of_iron.assault_fight import Assault
from hexbench.games.tide_of_iron.attack_draft import AttackDraft
from hexbench.games.tide_of_iron.losses import Fall
from hexbench.games.tide_of_iron.pieces import FOE

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.area import Strike
    from hexbench.games.tide_of_iron.assault import AssaultDraft
    from hexbench.games.tide_of_iron.seat import TiSeat
    from hexbench.games.tide_of_iron.shooting import Attack

State = Literal["done", "now", "ahead"]


def _states(n: int, now: int) -> State:
    return "done" if n < now else "now" if n == now else "ahead"


def _dress(steps: Sequence[tuple[Say, str, str, Say]], now: int) -> Iterator[Stage]:
    """(title, side, rule, what was found) of each step; nothing is found yet of what is ahead."""
    for n, (title, side, rule, found) in enumerate(steps):
        state = _states(n, now)
        yield Stage(
            say=title, state=state, side=side, found=found if state != "ahead" else Say(""), rule=rule
        )


def attack_stages(seat: TiSeat, step: AttackDraft | Attack) -> Iterator[Stage]:
    """Who takes part, the dice, what falls, fatigue."""
    drafting = isinstance(step, AttackDraft)
    who = step.who
    target = seat.s.units.get(step.target)
    owner = target.side if target is not None else FOE[who]
    text = say("{n} units", n=len(step.parts)) if len(step.parts) > 1 else say("one unit")
    dice = Say("") if isinstance(step, AttackDraft) else _successes(step.successes)
    steps = (
        (say("Target"), who, "TI-ATK-02", say("{hex}", hex=step.hex)),
        (say("Figures, support, kind"), who, "TI-CF-02", text),
        (say("Dice"), "", "TI-ATK-09", dice),
        (say("Casualties"), owner, "B-ATK-1", _falling(seat)),
        (say("Fatigue"), "", "TI-CF-06", Say("")),
    )
    yield from _dress(steps, 1 if drafting else 3)


def strike_stages(seat: TiSeat, step: Strike) -> Iterator[Stage]:
    """An area attack by card."""
    steps = (
        (say("Dice"), "", "TI-AREA-03", _successes(step.blacks)),
        (say("Casualties"), "", "TI-AREA-04", _falling(seat)),
    )
    yield from _dress(steps, 1)


def assault_stages(seat: TiSeat, step: AssaultDraft | Assault) -> Iterator[Stage]:
    """From the choice of the hex to the advance."""
    who, foe = step.who, FOE[step.who]
    fought = step if isinstance(step, Assault) else None
    top = seat.step
    now = 0
    if fought is not None:
        now = 2 if isinstance(top, Fall) and top.who == who else 3
        now = 4 if isinstance(top, Retreat | Excess) else 5 if isinstance(top, FollowUp) else now
    hits = _hits(fought) if fought is not None else Say("")
    steps = (
        (say("Hex and support"), who, "TI-ASL-03", say("{hex}", hex=step.hex)),
        (say("Dice"), "", "TI-ASL-17", hits),
        (say("Attacker's casualties"), who, "TI-ASL-19", _falling(seat) if now == 2 else Say("")),
        (say("Defender's casualties"), foe, "TI-ASL-20", _falling(seat) if now == 3 else Say("")),
        (
            say("Retreat"),
            foe,
            "TI-ASL-24",
            say("{hex}", hex=fought.to) if fought is not None and fought.to else Say(""),
        ),
        (say("Advance"), who, "TI-ASL-29", Say("")),
    )
    yield from _dress(steps, now)


def _hits(fought: Assault) -> Say:
    return say("{a} hits against {d}", a=fought.attack, d=fought.defence)


def _successes(n: int) -> Say:
    return say("1 success") if n == 1 else say("{n} successes", n=n)


def _falling(seat: TiSeat) -> Say:
    top = seat.step
    if not isinstance(top, Fall):
        return Say("")
    return say("1 more hit") if top.left == 1 else say("{n} more hits", n=top.left)
