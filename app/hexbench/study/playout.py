"""Playing games out: opponents answer every prompt until the end, and every law can be checked on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from hexbench.engine.opponent import Opponent, in_manner
from hexbench.engine.play import seeded
from hexbench.engine.rules import GameDef, Outcome, Rules
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action, Offer, Value, Verdict, action_of

# The laws that every game keeps, as checks of single steps: for playing out with ``--check``, for long random play, and for tests.
#
# Each function yields one sentence for each breach and nothing if all is well. It takes its samples with ``number``,
# so that a run can be repeated.

Number = Callable[[int], int]
"""``number(n)`` gives a number from 1 to n."""
AnyRules = Rules[Any, Any, Any]

_SUBJECTS = 3
_TARGETS = 3
_HEXES = 4


def _step_breaches(
    rules: AnyRules, before: Any, packed: bytes, out: Outcome, number: Number
) -> Iterator[str]:
    """The breaches of everything that must hold of one action; ``packed`` are the bytes of ``before`` taken before it was done."""
    if rules.pack(before) != packed:
        yield "the action changed the position it was done in"
    yield from _again(rules, packed, out)
    yield from position_breaches(rules, out.state, number)


def position_breaches(rules: AnyRules, state: Any, number: Number) -> Iterator[str]:
    """The breaches of everything that must hold of a position reached in play."""
    yield from audit_breaches(rules, state)
    yield from board_breaches(rules.board(state), rules.make_board(state))
    yield from _seats(rules, state, number)
    for side in rules.sides:
        yield from imagined(rules, state, side, number)[1]


# ---- single laws, also for tests that look at several steps ----------------------------------------------------------
def audit_breaches(rules: AnyRules, state: Any) -> Iterator[str]:
    """What the audit finds wrong with a position."""
    for problem in rules.audit(state):
        yield f"the audit finds: {problem}"


def board_breaches(kept: Any, fresh: Any) -> Iterator[str]:
    """A board updated move by move must equal one built anew."""
    a, b = kept.compared(), fresh.compared()
    if a != b:
        yield f"the patched board is not the board built anew: {[key for key in b if a.get(key) != b[key]]}"


def repeat_breaches(rules: AnyRules, first: Outcome, second: Outcome) -> Iterator[str]:
    """The same action from the same position must lead to the same bytes and report the same."""
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
    """Two worlds after a step of ``who`` about which ``side`` was told the same: it must see no difference."""
    assert one.action is not None
    verb = one.action.verb
    if rules.pack(rules.view(one.state, side)) != rules.pack(rules.view(other.state, side)):
        yield f"{side} sees more after {verb} of {who} than it was told"
    if one.barrier != other.barrier:
        yield f"{side} can tell by undo after {verb} of {who}: {one.barrier!r} and {other.barrier!r}"
    if rules.decider(one.state) != rules.decider(other.state):
        yield f"{side} can tell by who is asked after {verb} of {who}"


def _again(rules: AnyRules, packed: bytes, out: Outcome) -> Iterator[str]:
    """apply(unpack(pack(s))) must equal apply(s); the other laws are checked on it too."""
    copy = rules.unpack(packed)
    if rules.pack(copy) != packed:
        yield "a position unpacked packs to other bytes"
    assert out.action is not None
    yield from repeat_breaches(rules, out, rules.apply(copy, out.action, out.numbers))


# ---- targets and refusals --------------------------------------------------------------------------------------------
def _seats(rules: AnyRules, state: Any, number: Number) -> Iterator[str]:
    """The side that decides is offered something and no other is; the default is legal; targets and refusals agree."""
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
    """Every target must be legal, and every legal hex a target; some of each are tried."""
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
            action = Action(offer.verb, subject, name)
            if name in objects or seat.refuse(action):
                continue
            # an action without a hex may mean the only one there is, or a box: then that is a target
            if name or verb.settle(seat, seat.step, action).object not in objects:
                yield f"{offer.verb} {subject} to {name!r} is no target, and not refused"


def _some(things: Sequence[Any], most: int, number: Number) -> Sequence[Any]:
    if len(things) <= most:
        return things
    return [things[number(len(things)) - 1] for _ in range(most)]


# ---- twin worlds -----------------------------------------------------------------------------------------------------
def _twin_breaches(rules: AnyRules, before: Any, out: Outcome, number: Number) -> Iterator[str]:
    """Two worlds that look alike to a side must go on looking alike to it, unless an event shows it a difference."""
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
        # What the other side shows of its own accord may be taken back; what a side learns by acting may not.
        if who == side and not {one.barrier, other.barrier} <= {"dice", "seen"}:
            yield f"{side} learns something hidden from its own {verb}, and undo would not stop there"
        return
    yield from same_breaches(rules, side, who, one, other)


MOST = 50_000
"""Actions after which a game counts as endless."""


class Chance:
    """Numbers for opponents and samples, from a seed that has nothing to do with the game's dice."""

    def __init__(self, seed: int) -> None:
        self._seed = seed ^ 0x5EED_0F_0DD5
        self._drawn = 0

    def number(self, n: int) -> int:
        """A number from 1 to n."""
        self._drawn += 1
        return seeded(self._seed, self._drawn, n)

    def cancelled(self) -> bool:
        """Always False."""
        return False


class Stoppable(Chance):
    """Numbers for something that can be told to stop."""

    def __init__(self, seed: int, stop: Callable[[], bool]) -> None:
        super().__init__(seed)
        self._stop = stop

    def cancelled(self) -> bool:
        """Whether it has been asked to stop."""
        return self._stop()


class GameResult(Value, frozen=True, kw_only=True):
    """How one game went. ``ended`` False: it was stopped after too many actions. ``breaches`` of laws, with the number of the action."""

    actions: int
    ended: bool
    verdict: Verdict
    digest: str
    breaches: tuple[str, ...] = ()


class Done(Value, frozen=True):
    """One action of a game that is being played out, for whoever watches."""

    number: int
    before: Any
    action: Action
    out: Outcome


def play_out(
    rules: Rules[Any, Any, Any],
    start: Outcome,
    opponents: Mapping[str, Opponent],
    chance: Chance,
    *,
    check: bool = False,
    most: int = MOST,
    watch: Callable[[Done], None] | None = None,
) -> GameResult:
    """Play from a position to the end; ``opponents`` by side. ``check``: check every law at every step."""
    state = start.state
    laws = Chance(chance.number(2**31)) if check else None
    breaches: list[str] = []
    if laws is not None:
        breaches += [f"at the start: {b}" for b in position_breaches(rules, state, laws.number)]
    count = 0
    while (side := rules.decider(state)) is not None and count < most:
        seat = rules.seat(state, side)
        packed = rules.pack(state) if laws is not None else b""
        action, _ = opponents[side].choose(seat, chance)
        # With laws checked the action is judged as a player's would be; otherwise it is known to be one of the targets.
        settled = action if laws is not None else rules.verbs[action.verb].settle(seat, seat.step, action)
        out = rules.apply(state, settled, trusted=laws is None)
        count += 1
        if laws is not None:
            found = (
                *_step_breaches(rules, state, packed, out, laws.number),
                *_twin_breaches(rules, state, out, laws.number),
            )
            breaches += [f"action {count}: {breach}" for breach in found]
        if watch is not None:
            watch(Done(count, state, settled, out))
        state = out.state
    verdict = rules.verdict(state)
    ended = rules.decider(state) is None
    if ended != verdict.over and laws is not None:
        breaches.append(f"at the end: nobody decides is {ended}, and the verdict says over is {verdict.over}")
    return GameResult(
        actions=count, ended=ended, verdict=verdict, digest=rules.digest(state), breaches=tuple(breaches)
    )


def make_opponents(game: GameDef, names: tuple[str, ...]) -> dict[str, Opponent]:
    """Opponents by side. One name serves every side. Raises ValueError (one sentence)."""
    return {side: maker() for side, maker in makers_of(game, names).items()}


def makers_of(game: GameDef, names: tuple[str, ...]) -> dict[str, Callable[[], Opponent]]:
    """What makes the opponents, by side. Raises ValueError (one sentence)."""
    if len(names) == 1:
        names *= len(game.sides)
    if len(names) != len(game.sides):
        raise ValueError(
            f"{game.title} has {len(game.sides)} sides ({', '.join(game.sides)}): name one opponent for each."
        )
    return {side: maker_of(game, name) for side, name in zip(game.sides, names, strict=True)}


def maker_of(game: GameDef, name: str) -> Callable[[], Opponent]:
    """What makes an opponent: a level, or a level and a manner (``quick:bold``). Raises ValueError (one sentence)."""
    level, told, manner = name.partition(":")
    if level not in game.opponents:
        raise ValueError(
            f'{game.title} has no opponent "{level}"; it has {", ".join(game.opponents) or "none"}.'
        )
    if not told:
        return game.opponents[level]
    known = getattr(game, "manners", ())
    if manner not in known:
        raise ValueError(f'{game.title} has no manner "{manner}"; it has {", ".join(known) or "none"}.')
    return partial(in_manner, game.opponents[level], manner)
