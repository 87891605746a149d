"""The requests of the engine protocol for studies: the odds of a plan, games between opponents from the current
position, hypothetical supply, and the review of the game so far.

All say beforehand how much work they may be, and are done in this process, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import replace

from hexbench.engine.calculator import Blank, Entry, Sheet
from hexbench.engine.parity import lacks
from hexbench.engine.values import Wrong
from hexbench.session import requests as rq
from hexbench.session.reviewing import no_review, played, seen_by
from hexbench.session.saved_history import Unreachable
from hexbench.session.session import Session
from hexbench.session.to_json import Answer, Bad, plain
from hexbench.store.customs import brief
from hexbench.study.odds import MOST_APPLIED, Question, odds
from hexbench.study.playing import Played, Start, compared, play_games, standing
from hexbench.study.playout import makers_of
from hexbench.study.review import review
from hexbench.study.severing import Thought, cut_most, sever

if TYPE_CHECKING:
    from hexbench.engine.rules import GameDef, Rules
    from hexbench.session.game import Catalogue


RulesOf: TypeAlias = "Callable[[str], tuple[Rules[Any, Any, Any], GameDef]]"
"""Key of a game -> its rules on some map, and the game."""
_MOST_WORLDS = 32
_MOST_SAMPLES = 5_000
_MOST_ASKED = 64
"""The most questions in one request."""
MOST_GAMES = 1_000
_MOST_WORST = 50
_MOST_PLAYED = 200_000
"""The most actions in all the games of one request."""


def study_odds(session: Session, request: rq.Odds, side: str | None) -> Answer:
    """What may come of a plan. ``side`` None: the side that decides asks, and sees everything."""
    _bounded("worlds", request.worlds, _MOST_WORLDS)
    _bounded("cap", request.cap, MOST_APPLIED)
    _bounded("samples", request.samples, _MOST_SAMPLES)
    asked = [
        *(Question("hex", ref) for ref in request.hexes),
        *(Question("unit", ref, request.fields) for ref in request.units),
        *(Question("supply", ref) for ref in request.supply),
    ]
    if request.score or not asked:
        asked.append(Question("score"))
    _bounded("hexes", len(asked), _MOST_ASKED)
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
    """Who wins from here, and the final score, by games between opponents."""
    _bounded("games", request.games, MOST_GAMES)
    _bounded("cap", request.cap, _MOST_PLAYED)
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
        # the first of a pair is the other node, the second the current one: the difference is what happened since
        out["compared"] = plain(compared(sides, games[1], games[0]))
    return out


def study_supply(session: Session, request: rq.Supply, side: str | None) -> Answer:
    """Supply before and after, and the hexes that cut off most. A game without supply answers with its sentence."""
    _bounded("worst", request.worst, _MOST_WORST, least=0)
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
    if len(changes) > _MOST_ASKED:
        raise Bad("request", f"At most {_MOST_ASKED} assumptions can be made at a time.", path="hexes")
    try:
        found = sever(rules, view, whose, changes)
        cuts = cut_most(rules, view, whose, most=request.worst) if request.worst else ()
    except Wrong as fault:
        raise Bad("request", str(fault)) from None
    return {"supply": plain(found), "cuts": plain(cuts)}


def study_review(session: Session, request: rq.Review, side: str | None) -> Answer:
    """The review of the game up to the current position. A game that nothing can value answers with that sentence."""
    _bounded("cap", request.cap, _MOST_PLAYED)
    none = no_review(session)
    if none is not None:
        return {"review": None, "none": str(none)}
    if request.level and request.level not in session.game.opponents:
        known = ", ".join(session.game.opponents) or "none"
        raise Bad("request", f"There is no level {request.level}; there are {known}.", path="level")
    try:
        line = played(session).line
    except Unreachable as fault:
        raise Bad("request", str(fault.say)) from None
    eyes = None if side is None else seen_by(session, side)
    asked = count()
    # replaying the line asks once per action, and the computer once for each of its own
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
    """The view at another node. Raises Bad."""
    if not 0 <= node < len(session.history.nodes):
        raise Bad("request", f"There is no node {node}.", path="against")
    try:
        return session.then(node, side).s
    except Unreachable as fault:
        raise Bad("request", str(fault.say), path="against") from None


def _seen(session: Session, side: str | None) -> tuple[Any, str]:
    """(what is looked at, who asks). Raises Bad if nobody decides any more."""
    asker = side or session.decider
    if asker is None or session.decider is None:
        raise Bad("request", "The game is over.")
    return (session.state if side is None else session.seat(side).s), asker


def _bounded(key: str, number: int, most: int, least: int = 1) -> None:
    if not least <= number <= most:
        raise Bad("request", f"This must be a number from {least} to {most}.", path=key)


# The request of the engine protocol for the calculator of a game.


def known_game(catalogue: Catalogue, game: str) -> None:
    """Raise Bad for an unknown game."""
    if game not in catalogue.games:
        known = ", ".join(catalogue.games) or "none"
        raise Bad("data", f'There is no game "{brief(game)}" in this Hexbench; it has {known}.', path="game")


def calculate(catalogue: Catalogue, rules_of: RulesOf, request: rq.Calculate) -> Answer:
    """The blank of a game's calculator, or the answer to a sheet. Raises Bad."""
    known_game(catalogue, request.game)
    calculator = catalogue.calculator(request.game)
    if calculator is None:
        none = lacks(rules_of(request.game)[0], "calculator")
        title = catalogue.games[request.game].title
        raise Bad("data", str(none or f"{title} has no calculator."), path="game")
    blank = calculator.blank()
    if request.settings is None and request.units is None:
        return {"blank": plain(blank)}
    _check(blank, request)
    sheet = Sheet(
        settings=tuple((key, str(value)) for key, value in (request.settings or {}).items()),
        entries=tuple(
            Entry(
                party=one.party,
                kind=one.kind,
                values=tuple((key, str(value)) for key, value in one.values.items()),
            )
            for one in request.units or ()
        ),
    )
    if not request.rolled:
        return {"answer": plain(calculator.reckon(sheet))}
    try:
        return {"answer": plain(calculator.resolve(sheet, request.rolled))}
    except ValueError as fault:
        raise Bad("numbers", str(fault), path="rolled") from None


def _check(blank: Blank, request: rq.Calculate) -> None:
    """Check that everything named is on the blank."""
    fields = {field.key: field for field in blank.settings}
    parties = {party.key: {field.key: field for field in party.fields} for party in blank.parties}
    filled = [(f"settings.{key}", key, value, fields) for key, value in (request.settings or {}).items()]
    for n, one in enumerate(request.units or ()):
        if one.party not in parties:
            known = ", ".join(parties)
            raise Bad(
                "request",
                f"There is no party {brief(one.party)}; there are {known}.",
                path=f"units[{n}].party",
            )
        filled += [(f"units[{n}].values.{k}", k, v, parties[one.party]) for k, v in one.values.items()]
    for path, key, value, known_fields in filled:
        field = known_fields.get(key)
        if field is None:
            raise Bad(
                "request",
                f"There is no {brief(key)} to fill in; there are {', '.join(known_fields)}.",
                path=path,
            )
        if field.choices and str(value) not in field.choices:
            raise Bad("request", f"{field.title} must be one of {', '.join(field.choices)}.", path=path)
        if field.most > field.least and not _within(value, field.least, field.most):
            raise Bad(
                "request", f"{field.title} must be a number from {field.least} to {field.most}.", path=path
            )


def _within(value: str | int, least: int, most: int) -> bool:
    text = str(value)
    return text.isdecimal() and least <= int(text) <= most
