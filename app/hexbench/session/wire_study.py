"""The requests of the engine protocol that study: the odds of a plan, games of opponents from where one stands, supply in
thought, and the game so far gone over.

All say beforehand how much work they may be, and are done in this process, one after the other.
"""

from __future__ import annotations

from itertools import count
from typing import Any

from msgspec.structs import replace

from hexbench.engine.parity import lacks
from hexbench.engine.values import Wrong
from hexbench.session import requests as rq
from hexbench.session.faults import Answer, Bad
from hexbench.session.past import Unreachable
from hexbench.session.plain import plain
from hexbench.session.reviewing import no_review, played, seen_by
from hexbench.session.session import Session
from hexbench.study.odds import MOST_APPLIED, Question, odds
from hexbench.study.playing import Played, Start, compared, play_games, standing
from hexbench.study.playout import makers_of
from hexbench.study.review import review
from hexbench.study.severing import Thought, cut_most, sever

MOST_WORLDS = 32
MOST_SAMPLES = 5_000
MOST_ASKED = 64
"""Questions of one request."""
MOST_GAMES = 1_000
MOST_WORST = 50
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
        *(Question("supply", ref) for ref in request.supply),
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
    starts = [Start.of(session.rules, view, None if side is None else asker)]
    if request.against is not None:
        starts.append(Start.of(session.rules, _at(session, request.against, side), starts[0].side))
    games: list[list[Played]] = [[] for _ in starts]
    left = request.cap
    for number in range(request.seed, request.seed + request.games):
        if left < 1:
            break
        for start, mine in zip(starts, games, strict=True):
            one = next(play_games(session.rules, makers, start, (number,), most=max(1, left)))
            left -= max(1, one.actions)
            mine.append(one)
    sides = session.rules.sides
    out: Answer = {"chance": plain(standing(sides, games[0])), "played": plain(tuple(games[0]))}
    if request.against is not None:
        # the first of a pair is there, the second is here: the difference is what came since
        out["compared"] = plain(compared(sides, games[1], games[0]))
    return out


def study_supply(session: Session, request: rq.Supply, side: str | None) -> Answer:
    """Supply before and after, and the hexes that cut most. A game without supply answers with its sentence."""
    _bounded("worst", request.worst, MOST_WORST, least=0)
    rules = session.rules
    whose = request.of or side or session.decider or rules.sides[0]
    if whose not in rules.sides:
        raise Bad("request", f"There is no side {whose}; there are {', '.join(rules.sides)}.", path="of")
    view = session.state if side is None else session.seat(side).s
    if rules.supplies(view, whose) is None:
        return {"supply": None, "none": str(lacks(rules, "supply") or "")}
    changes = [
        *(Thought("unit", ref) for ref in request.units),
        *(Thought("bridge", ref) for ref in request.bridges),
        *(Thought("hex", ref) for ref in request.hexes),
    ]
    if len(changes) > MOST_ASKED:
        raise Bad("request", f"At most {MOST_ASKED} things are thought otherwise.", path="hexes")
    try:
        found = sever(rules, view, whose, changes)
        cuts = cut_most(rules, view, whose, most=request.worst) if request.worst else ()
    except Wrong as fault:
        raise Bad("request", str(fault)) from None
    return {"supply": plain(found), "cuts": plain(cuts)}


def study_review(session: Session, request: rq.Review, side: str | None) -> Answer:
    """The game to where one stands gone over. One that nothing values answers with that sentence."""
    _bounded("cap", request.cap, MOST_PLAYED)
    none = no_review(session)
    if none is not None:
        return {"review": None, "none": str(none)}
    if request.level and request.level not in session.game.opponents:
        known = ", ".join(session.game.opponents)
        raise Bad("request", f"There is no level {request.level}; there are {known}.", path="level")
    try:
        line = played(session).line
    except Unreachable as fault:
        raise Bad("request", str(fault.say)) from None
    eyes = None if side is None else seen_by(session, side)
    asked = count()
    # the walk along the line asks once an action, and the computer once for each of its own
    most = len(line.steps) + request.cap
    *_, found = review(
        session.game,
        session.rules,
        line,
        side=eyes,
        level=request.level,
        since=request.since,
        stop=lambda: next(asked) > most,
    )
    told = replace(found, decisions=tuple(replace(one, world=b"") for one in found.decisions))
    answer = plain(told)
    for one, decision in zip(answer["decisions"], found.decisions, strict=True):
        one.pop("world", None)
        one["cost"] = decision.cost
    return {"review": answer}


def _at(session: Session, node: int, side: str | None) -> Any:
    """What is seen at another node. Raises Bad."""
    if not 0 <= node < len(session.history.nodes):
        raise Bad("request", f"There is no node {node}.", path="against")
    try:
        return session.then(node, side).s
    except Unreachable as fault:
        raise Bad("request", str(fault.say), path="against") from None


def _seen(session: Session, side: str | None) -> tuple[Any, str]:
    """(what is looked at, who asks). Raises Bad when nobody decides any more."""
    asker = side or session.decider
    if asker is None or session.decider is None:
        raise Bad("request", "The game is over.")
    return (session.state if side is None else session.seat(side).s), asker


def _bounded(key: str, number: int, most: int, least: int = 1) -> None:
    if not least <= number <= most:
        raise Bad("request", f"This is a number from {least} to {most}.", path=key)
