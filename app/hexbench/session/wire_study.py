"""The requests of the engine protocol that look ahead: the odds of a plan, and games of opponents from where one stands.

Both say beforehand how much work they may be, and are done in this process, one after the other.
"""

from __future__ import annotations

from typing import Any

from hexbench.engine.values import Wrong
from hexbench.session import requests as rq
from hexbench.session.faults import Answer, Bad
from hexbench.session.plain import plain
from hexbench.session.session import Session
from hexbench.study.odds import MOST_APPLIED, Question, odds
from hexbench.study.playing import Played, Start, play_games, standing
from hexbench.study.playout import makers_of

MOST_WORLDS = 32
MOST_SAMPLES = 5_000
MOST_ASKED = 64
"""Questions of one request."""
MOST_GAMES = 1_000
MOST_PLAYED = 200_000
"""Actions in all the games of one request."""


def study_odds(session: Session, request: rq.Odds, side: str | None) -> Answer:
    """What may come of a plan. ``side`` None: who decides asks, and sees everything."""
    _bounded("worlds", request.worlds, MOST_WORLDS)
    _bounded("cap", request.cap, MOST_APPLIED)
    _bounded("samples", request.samples, MOST_SAMPLES)
    asked = [
        *(Question("hex", ref) for ref in request.hexes),
        *(Question("unit", ref, request.fields) for ref in request.units),
    ]
    if request.score or not asked:
        asked.append(Question("score"))
    _bounded("hexes", len(asked), MOST_ASKED)
    view, asker = _seen(session, side)
    try:
        found = odds(
            session.game,
            session.rules,
            view,
            asker,
            asked,
            request.plan,
            own=request.own,
            enemy=request.enemy,
            until=request.until,
            worlds=request.worlds,
            cap=request.cap,
            samples=request.samples,
            seed=request.seed,
            whole=side is None,
        )
    except Wrong as fault:
        raise Bad("request", str(fault)) from None
    return {"odds": {**plain(found), "exact": found.exact}}


def study_chance(session: Session, request: rq.Chance, side: str | None) -> Answer:
    """Who wins from here, and how it stands then, by games of opponents."""
    _bounded("games", request.games, MOST_GAMES)
    _bounded("cap", request.cap, MOST_PLAYED)
    view, asker = _seen(session, side)
    try:
        makers = makers_of(session.game, request.opponents)
    except ValueError as fault:
        raise Bad("request", str(fault), path="opponents") from None
    start = Start.of(session.rules, view, None if side is None else asker)
    games: list[Played] = []
    left = request.cap
    for number in range(request.seed, request.seed + request.games):
        if left < 1:
            break
        one = next(play_games(session.rules, makers, start, (number,), most=left))
        left -= max(1, one.actions)
        games.append(one)
    found = standing(session.rules.sides, games)
    return {"chance": plain(found), "played": plain(tuple(games))}


def _seen(session: Session, side: str | None) -> tuple[Any, str]:
    """(what is looked at, who asks). Raises Bad when nobody decides any more."""
    asker = side or session.decider
    if asker is None or session.decider is None:
        raise Bad("request", "The game is over.")
    return (session.state if side is None else session.seat(side).s), asker


def _bounded(key: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise Bad("request", f"This is a number from 1 to {most}.", path=key)
