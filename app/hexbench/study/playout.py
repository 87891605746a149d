"""Playing games out: opponents answer every prompt until the end, and every law may be checked on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from hexbench.engine.opponent import Opponent, in_manner
from hexbench.engine.play import seeded
from hexbench.engine.rules import GameDef, Outcome, Rules
from hexbench.engine.values import Action, Value, Verdict
from hexbench.study.laws import position_breaches, step_breaches, twin_breaches

MOST = 50_000
"""Actions after which a game counts as one that does not end."""


class Chance:
    """Numbers for opponents and samplers, from a seed that has nothing to do with the game's dice."""

    def __init__(self, seed: int) -> None:
        self._seed = seed ^ 0x5EED_0F_0DD5
        self._drawn = 0

    def number(self, n: int) -> int:
        """1..n."""
        self._drawn += 1
        return seeded(self._seed, self._drawn, n)

    def cancelled(self) -> bool:
        """Never."""
        return False


class Stoppable(Chance):
    """Numbers for whoever may be told to stop."""

    def __init__(self, seed: int, stop: Callable[[], bool]) -> None:
        super().__init__(seed)
        self._stop = stop

    def cancelled(self) -> bool:
        """Whether somebody has asked to stop."""
        return self._stop()


class GameResult(Value, frozen=True, kw_only=True):
    """How one game went. ``ended`` False: it was stopped after too many actions. ``breaches`` of laws, with the action's number."""

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
    """Play from a position to the end; ``opponents`` by side. ``check``: every law at every step."""
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
        # With laws checked the action is judged as a player's would be; else it is known to be one of the targets.
        settled = action if laws is not None else rules.verbs[action.verb].settle(seat, seat.step, action)
        out = rules.apply(state, settled, trusted=laws is None)
        count += 1
        if laws is not None:
            found = (
                *step_breaches(rules, state, packed, out, laws.number),
                *twin_breaches(rules, state, out, laws.number),
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
        raise ValueError(f'{game.title} has no opponent "{level}"; it has {", ".join(game.opponents)}.')
    if not told:
        return game.opponents[level]
    known = getattr(game, "manners", ())
    if manner not in known:
        raise ValueError(f'{game.title} knows no manner "{manner}"; it knows {", ".join(known) or "none"}.')
    return partial(in_manner, game.opponents[level], manner)
