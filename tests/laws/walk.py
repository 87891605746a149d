"""Random play under observation: a player that does any legal thing, and laws that check every step."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

import msgspec

from hexbench.engine.opponent import Opponent, RandomOpponent
from hexbench.engine.rules import Outcome
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action, action_of
from tests.laws.case import AnyRules, Case

T = TypeVar("T")
LIMIT = 20_000
"""Actions after which a game counts as endless."""

pack = msgspec.msgpack.encode
"""Bytes that keep the order of dicts: order is information too."""


class LawBroken(AssertionError):
    """A law is broken. ``law`` is its name; the sentence says where and how."""

    def __init__(self, law: str, what: str) -> None:
        super().__init__(f"{law}: {what}")
        self.law = law
        self.what = what


class Chance:
    """Random numbers for players, which have nothing to do with the game's dice."""

    def __init__(self, seed: int | str) -> None:
        self.random = random.Random(seed)

    def number(self, n: int) -> int:
        """A number from 1 to n."""
        return self.random.randrange(n) + 1

    def cancelled(self) -> bool:
        """Always False."""
        return False

    def once_in(self, n: int) -> bool:
        """True with a chance of one in ``n``."""
        return self.random.randrange(n) == 0

    def sample(self, items: Sequence[T], most: int) -> list[T]:
        """Some of the items, in their own order."""
        if len(items) <= most:
            return list(items)
        return [items[i] for i in sorted(self.random.sample(range(len(items)), most))]


@dataclass
class Moment:
    """One step of a game: the position, the seat of the side that decides, its action, and the outcome."""

    case: Case
    number: int
    state: Any
    side: str
    seat: Seat
    action: Action
    outcome: Outcome
    chance: Chance

    @property
    def rules(self) -> AnyRules:
        """The rules."""
        return self.case.rules

    def other(self, side: str) -> Seat:
        """The seat of any side in this position."""
        found: Seat = self.rules.seat(self.state, side)
        return found


class Law:
    """One law. A new object watches each game; ``checked`` counts its checks."""

    name: ClassVar[str]

    def __init__(self) -> None:
        self.checked = 0

    def broken(self, what: str) -> LawBroken:
        """The error to be raised."""
        return LawBroken(self.name, what)

    def hold(self, truth: bool, what: str | Callable[[], str]) -> None:
        """Count one check; raise if it fails."""
        self.checked += 1
        if not truth:
            raise self.broken(what if isinstance(what, str) else what())

    def none(self, breaches: Iterable[str]) -> None:
        """Count one check; raise with the first breach found."""
        self.checked += 1
        for what in breaches:
            raise self.broken(what)

    def begin(self, case: Case, opening: Outcome, chance: Chance) -> None:
        """A game begins."""

    def step(self, m: Moment) -> None:
        """A step was taken."""

    def end(self, case: Case, state: Any) -> None:
        """The game is over, or nobody looks any more."""

    @property
    def enough(self) -> bool:
        """Whether it will look at nothing more in this game; where all laws have enough, the game is left."""
        return False


@dataclass
class Report:
    """The result of a series of games."""

    case: str
    games: int = 0
    actions: int = 0
    seconds: float = 0.0
    checks: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)

    def line(self) -> str:
        """One line for people."""
        mean = self.actions / self.games if self.games else 0
        laws, looked = len(self.checks), sum(self.checks.values())
        return (
            f"{self.case}: {self.games} games, {mean:.1f} actions each, {self.seconds:.1f} s, "
            f"{laws} laws, {looked} checks"
        )


def play_game(
    case: Case, seed: int, laws: Iterable[Law], every: int = 1, report: Report | None = None
) -> Any:
    """Play one random game under ``laws``, which check one step in ``every``, to its end or until all have enough; returns
    the last position.

    Raises LawBroken with everything needed to reproduce it.
    """
    watching = list(laws)
    chance = Chance(f"{case.name}/{seed}")
    done: list[Action] = []
    try:
        return _play(case, seed, watching, every, report, chance, done)
    except Exception as fault:
        what = fault.what if isinstance(fault, LawBroken) else f"{type(fault).__name__}: {fault}"
        law = fault.law if isinstance(fault, LawBroken) else "play goes on"
        last = "; ".join(f"{a.verb} {' '.join(a.subject)} {a.object} {a.how}" for a in done[-3:])
        raise LawBroken(
            law, f"{what} [{case.name} seed {seed}, after {len(done)} actions: {last}]"
        ) from fault


def _second_thoughts(seat: Seat, chance: Chance) -> Action | None:
    """Now and then something is taken back for no reason, which a player who only plays on never does."""
    verbs = seat.rules.verbs
    back = [offer for offer in seat.prompt.offers if offer.back and not verbs[offer.verb].gives_up]
    if not back or not chance.once_in(8):
        return None
    offer = chance.sample(back, 1)[0]
    subject = tuple(chance.sample(offer.subjects, 1))
    targets = seat.targets(offer.verb, subject)
    return action_of(offer.verb, subject, chance.sample(targets, 1)[0]) if targets else None


def _play(
    case: Case,
    seed: int,
    laws: list[Law],
    every: int,
    report: Report | None,
    chance: Chance,
    done: list[Action],
) -> Any:
    rules = case.rules
    opening = case.begin(seed)
    state = opening.state
    players: dict[str, Opponent] = {side: RandomOpponent() for side in rules.sides}
    for law in laws:
        law.begin(case, opening, chance)
    while (side := rules.decider(state)) is not None:
        if len(done) >= LIMIT:
            raise LawBroken("games end", f"{LIMIT} actions and no end")
        seat = rules.seat(state, side)
        action = _second_thoughts(seat, chance) or players[side].choose(seat, chance)[0]
        outcome = rules.apply(state, action, trusted=True)
        if every == 1 or chance.once_in(every):
            moment = Moment(case, len(done), state, side, seat, action, outcome, chance)
            for law in laws:
                law.step(moment)
        done.append(action)
        if report is not None:
            report.verbs[action.verb] += 1
            report.events.update(type(event).__name__ for t in outcome.told if (event := t.to(None)))
        state = outcome.state
        if laws and all(law.enough for law in laws):
            break
    for law in laws:
        law.end(case, state)
    if report is not None:
        report.games += 1
        report.actions += len(done)
        for law in laws:
            report.checks[law.name] += law.checked
    return state


def play_games(
    case: Case, make_laws: Callable[[], Iterable[Law]], games: int, seed: int = 0, every: int = 1
) -> Report:
    """Play several games, each with laws of its own."""
    report = Report(case.name)
    begin = time.perf_counter()
    for number in range(games):
        play_game(case, seed + number, make_laws(), every, report)
    report.seconds = time.perf_counter() - begin
    return report
