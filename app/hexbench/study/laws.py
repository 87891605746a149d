"""The laws every game keeps, as checks of single steps: for playing out with ``--check``, for the long fuzz, for tests.

Each function yields one sentence for each breach and nothing when all is well. What it samples it picks with ``number``,
so that a run can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from hexbench.engine.rules import Outcome, Rules
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action, Offer, action_of

Number = Callable[[int], int]
"""``number(n)`` gives 1..n."""
AnyRules = Rules[Any, Any, Any]

_SUBJECTS = 3
_TARGETS = 3
_HEXES = 4


def step_breaches(rules: AnyRules, before: Any, packed: bytes, out: Outcome, number: Number) -> Iterator[str]:
    """Everything that must hold of one action; ``packed`` are the bytes of ``before`` taken before it was done."""
    if rules.pack(before) != packed:
        yield "the action changed the position it was done in"
    yield from _again(rules, packed, out)
    yield from position_breaches(rules, out.state, number)


def position_breaches(rules: AnyRules, state: Any, number: Number) -> Iterator[str]:
    """Everything that must hold of a position that play has reached."""
    yield from audit_breaches(rules, state)
    yield from board_breaches(rules.board(state), rules.make_board(state))
    yield from _seats(rules, state, number)
    for side in rules.sides:
        yield from imagined(rules, state, side, number)[1]


# ---- one statement each, for whoever looks at more than one step -----------------------------------------------------
def audit_breaches(rules: AnyRules, state: Any) -> Iterator[str]:
    """Nothing is wrong with a position."""
    for problem in rules.audit(state):
        yield f"the audit finds: {problem}"


def board_breaches(kept: Any, fresh: Any) -> Iterator[str]:
    """A board patched move by move equals one built anew."""
    a, b = kept.compared(), fresh.compared()
    if a != b:
        yield f"the patched board is not the board built anew: {[key for key in b if a.get(key) != b[key]]}"


def repeat_breaches(rules: AnyRules, first: Outcome, second: Outcome) -> Iterator[str]:
    """An action done again from the same position leads to the same bytes and tells the same."""
    assert first.action is not None
    verb = first.action.verb
    if rules.pack(first.state) != rules.pack(second.state):
        yield f"{verb} leads elsewhere when it is done again"
    for what in ("told", "numbers", "barrier", "action"):
        if getattr(first, what) != getattr(second, what):
            yield f"{verb} has other {what} when it is done again"


def imagined(rules: AnyRules, state: Any, side: str, number: Number) -> tuple[Any, list[str]]:
    """A world imagined by a side, and what is wrong with it: it must look like what the side sees, and be sound."""
    view = rules.view(state, side)
    twin = rules.imagine(view, side, number)
    wrong: list[str] = []
    if rules.pack(rules.view(twin, side)) != rules.pack(view):
        wrong.append(f"a world imagined by {side} does not look like what {side} sees")
    wrong += [f"a world imagined by {side} cannot be: {problem}" for problem in rules.audit(twin)]
    return twin, wrong


def same_breaches(rules: AnyRules, side: str, who: str | None, one: Outcome, other: Outcome) -> Iterator[str]:
    """Two worlds after a step of ``who`` of which ``side`` was told the same: it sees no difference."""
    assert one.action is not None
    verb = one.action.verb
    if rules.pack(rules.view(one.state, side)) != rules.pack(rules.view(other.state, side)):
        yield f"{side} sees more after {verb} of {who} than it was told"
    if one.barrier != other.barrier:
        yield f"{side} can tell by undo after {verb} of {who}: {one.barrier!r} and {other.barrier!r}"
    if rules.decider(one.state) != rules.decider(other.state):
        yield f"{side} can tell by who is asked after {verb} of {who}"


def _again(rules: AnyRules, packed: bytes, out: Outcome) -> Iterator[str]:
    """apply(unpack(pack(s))) == apply(s), judged once more on the way."""
    copy = rules.unpack(packed)
    if rules.pack(copy) != packed:
        yield "a position unpacked packs to other bytes"
    assert out.action is not None
    yield from repeat_breaches(rules, out, rules.apply(copy, out.action, out.numbers))


# ---- targets and refusals --------------------------------------------------------------------------------------------
def _seats(rules: AnyRules, state: Any, number: Number) -> Iterator[str]:
    """Who decides is offered something, nobody else is; the default is legal; targets and refusals agree."""
    who = rules.decider(state)
    for side in rules.sides:
        seat = rules.seat(state, side)
        if seat.prompt.side != who:
            yield f"{side} is told that {seat.prompt.side} decides, and it is {who}"
        if side != who and seat.prompt.offers:
            yield f"{side} is offered something, and {who} decides"
    if who is None:
        return
    seat = rules.seat(state, who)
    default = seat.prompt.default
    if default is None:
        yield f"there is no default in {seat.prompt.step}"
    elif why := seat.refuse(default):
        yield f"the default in {seat.prompt.step} is refused: {why[0]}"
    for offer in seat.prompt.offers:
        yield from agreement(seat, offer, number)


def agreement(seat: Seat, offer: Offer, number: Number) -> Iterator[str]:
    """Every target is legal, and no hex is legal that is no target; some of each are tried."""
    verb = seat.rules.verbs[offer.verb]
    subjects: Sequence[tuple[str, ...]] = [(one,) for one in _some(offer.subjects, _SUBJECTS, number)] or [()]
    for subject in subjects:
        targets = seat.targets(offer.verb, subject)
        for target in _some(targets, _TARGETS, number):
            if why := seat.refuse(action_of(offer.verb, subject, target)):
                yield f"{offer.verb} {subject} to {target.object} is a target, and refused: {why[0]}"
        if verb.object != "hex" or verb.hows:
            continue
        objects = {target.object for target in targets}
        for name in (*_some(seat.rules.atlas.labels, _HEXES, number), "9999", ""):
            if name not in objects and not seat.refuse(Action(offer.verb, subject, name)):
                yield f"{offer.verb} {subject} to {name!r} is no target, and not refused"


def _some(things: Sequence[Any], most: int, number: Number) -> Sequence[Any]:
    if len(things) <= most:
        return things
    return [things[number(len(things)) - 1] for _ in range(most)]


# ---- twin worlds -----------------------------------------------------------------------------------------------------
def twin_breaches(rules: AnyRules, before: Any, out: Outcome, number: Number) -> Iterator[str]:
    """Two worlds that look alike to a side go on looking alike to it, unless an event shows it a difference."""
    action = out.action
    assert action is not None
    who = rules.decider(before)
    for side in rules.sides:
        twin = replace(rules.imagine(rules.view(before, side), side, number), dice=before.dice)
        if rules.decider(twin) != who:
            yield f"who decides tells {side} something hidden"
            continue
        if who is not None and rules.seat(twin, who).refuse(action):
            if who == side:
                yield f"whether {side} may {action.verb} depends on what {side} cannot see"
            continue  # the other side could not do it there: there is nothing to compare
        other = rules.apply(twin, action, trusted=True)
        yield from _differences(rules, side, who, out, other)


def _differences(rules: AnyRules, side: str, who: str | None, one: Outcome, other: Outcome) -> Iterator[str]:
    assert one.action is not None
    verb = one.action.verb
    seen = [[t.to(side) for t in o.told] for o in (one, other)]
    if seen[0] != seen[1]:
        # What the other side shows of its own accord it may take back; what I find out by acting I may not.
        if who == side and not {one.barrier, other.barrier} <= {"dice", "seen"}:
            yield f"{side} learns something hidden from its own {verb}, and undo would not stop there"
        return
    yield from same_breaches(rules, side, who, one, other)
