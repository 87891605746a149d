"""One gate for all requests: every request of the engine protocol, asked from a seat, has the same answer in two worlds that look alike.

The other laws ask seats; this one asks the engine itself, as a client does, with the side named and omitted, and in
addition the opponents of the game and the exported log. Only requests that name the umpire may see more.
"""

from __future__ import annotations

import json
from typing import Any, cast

from msgspec.structs import replace

from hexbench.engine.rules import GameDef, Rules
from hexbench.engine.what_if import Supposed
from hexbench.session import requests as rq
from hexbench.session.chronicle import chronicle, markdown
from hexbench.session.game import Bound, Catalogue
from hexbench.session.saved_history import SavedHistory
from hexbench.session.session import Session
from hexbench.session.wire import Engine
from hexbench.store.saves import SaveHeader
from hexbench.study import playout
from tests.laws.agreement import places
from tests.laws.case import AnyRules
from tests.laws.walk import Chance, Law, Moment, pack

UMPIRES = frozenset({"state", "audit"})
"""Requests that are the umpire's by definition: the whole position, and what is wrong with it."""
BESIDE = frozenset(
    {
        "games",
        "describe",
        "new",
        "load",
        "calculate",
        "save",
        "invite",
        "accept",
        "letter",
        "send",
        "quit",
        "undo",
        "redo",
    }
)
"""Requests that say nothing about a position, or only where one stands; that is compared with every action."""


def game_of(key: str) -> GameDef:
    """A game by its key, toy or product."""
    from hexbench.bootstrap import catalogue
    from tests.toys.crossroads import game as crossroads
    from tests.toys.patrol import game as patrol
    from tests.toys.ridge import game as ridge

    toys = {"ridge": ridge.RidgeGame(), "patrol": patrol.PatrolGame(), "crossroads": crossroads.GAME}
    return cast("GameDef", toys[key]) if key in toys else catalogue().games[key]


def engine_at(game: GameDef, rules: AnyRules, state: Any) -> Engine:
    """An engine with a game in a given position."""
    bound = Bound(game, rules, rules.options, "", "", "")
    header = SaveHeader(
        game=game.key,
        scenario="gate",
        title="Gate",
        rules_version=game.rules_version,
        map="",
        map_digest="",
        tables_digest="",
    )
    engine = Engine(cast("Catalogue", None))
    engine._session = Session(bound, SavedHistory(game, rules, state), header, auto=False)
    return engine


def asked(m: Moment, side: str) -> list[dict[str, Any]]:
    """Requests of every kind that a side could make here, chosen at random from what it sees."""
    seat, chance = m.rules.seat(m.state, side), m.chance
    refs = (*chance.sample(tuple(seat.s.units), 3), *chance.sample(m.rules.atlas.labels, 2), "nobody")
    hidden = chance.sample([uid for uid in m.state.units if uid not in seat.s.units], 2)
    out: list[dict[str, Any]] = [
        {"do": do} for do in ("prompt", "checklist", "view", "faces", "panels", "log", "levers")
    ]
    out += [{"do": "facts", "ref": ref} for ref in (*refs, *hidden)]
    out += [{"do": "levers", "of": "unit", "ref": ref} for ref in (*refs, *hidden)]
    out += [{"do": "levers", "of": "hex", "ref": ref} for ref in chance.sample(m.rules.atlas.labels, 2)]
    out += [{"do": "attacks", "far": far} for far in (False, True)]
    out += [{"do": "attacks", "by": by} for by in m.rules.sides]
    out += [{"do": "hint", "goal": "turn", "steps": 2}, {"do": "hint", "level": "nobody"}]
    for offer in seat.prompt.offers:
        chosen: list[tuple[str, ...]] = [(x,) for x in chance.sample(offer.subjects, 2)]
        for subject in chosen or [()]:
            out.append({"do": "targets", "verb": offer.verb, "subject": list(subject)})
            for target in chance.sample(seat.targets(offer.verb, subject), 1):
                action = {
                    "verb": offer.verb,
                    "subject": list(subject),
                    "object": target.object,
                    "how": target.how,
                }
                out += [{"do": "refuse", "action": action}, {"do": "forecast", "action": action}]
    first = next(iter(m.rules.verbs))
    out += [
        {"do": "targets", "verb": first},
        *({"do": do, "action": {"verb": first}} for do in ("refuse", "forecast")),
    ]
    for verb in chance.sample(tuple(m.rules.verbs.values()), 3):
        subject = tuple(chance.sample(places(seat, verb.subject), 1))
        for to in (*chance.sample(places(seat, verb.object), 2), *hidden):
            action = {"verb": verb.name, "subject": list(subject), "object": to}
            out += [{"do": "refuse", "action": action}, {"do": "forecast", "action": action}]
    out.append({"do": "overlay"})
    for kind in seat.overlays():
        for to in chance.sample(places(seat, kind.subject), 1) or [""]:
            out.append({"do": "overlay", "kind": kind.kind, "subject": to})
    hexes = tuple(chance.sample(m.rules.atlas.labels, 2))
    look = {"hexes": list(hexes), "units": chance.sample(tuple(seat.s.units), 2), "score": True}
    out.append({"do": "odds", **look, "until": "3", "worlds": 2, "cap": 20, "samples": 2})
    out.append({"do": "odds", "units": hidden or ["nobody"], "worlds": 1, "cap": 1, "samples": 1})
    out.append({"do": "chance", "games": 2, "cap": 5, "opponents": ["default"]})
    out.append({"do": "odds", "supply": look["units"], "until": "2", "worlds": 2, "cap": 20, "samples": 2})
    out.append({"do": "supply", "hexes": list(hexes), "worst": 2})
    out.append({"do": "supply", "units": hidden or ["nobody"]})
    out.append({"do": "review"})
    out.append({"do": "suppose", "what": json.loads(_supposed(side, hexes))})
    return out


def _supposed(side: str, hexes: tuple[str, ...]) -> str:
    import msgspec

    return msgspec.json.encode(Supposed(side=side, hexes=hexes)).decode()


class Gate(Law):
    """No answer of the engine to a side, named or by default, depends on anything that side cannot see."""

    name = "one gate for who asks"
    most = 6
    """The most moments of one game that are checked."""
    opponents = ("default", "random", "quick")
    """Those that answer at once; the others think with the same view."""

    @property
    def enough(self) -> bool:
        """Whether all moments have been looked at."""
        return self.most <= 0

    def step(self, m: Moment) -> None:
        """Ask everything twice."""
        self.most -= 1
        for side in m.rules.sides:
            self._compare(m, side)

    def _compare(self, m: Moment, side: str) -> None:
        rules, game = m.rules, game_of(m.case.game)
        twin, wrong = playout.imagined(rules, m.state, side, m.chance.number)
        self.none(wrong)
        twin = replace(twin, dice=m.state.dice)
        here, there = engine_at(game, rules, m.state), engine_at(game, rules, twin)
        known = set()
        for request in asked(m, side):
            known.add(request["do"])
            told = self._same(side, here, there, {**request, "side": side})
            if m.side != side:
                continue
            if (
                type(rules).hide is Rules.hide
            ):  # an omitted side is then nobody's seat, and some answers say whose they are
                self._same(side, here, there, request)
            else:
                self._left_out(there, request, told)
        self.hold(
            known | UMPIRES | BESIDE | {"apply", "amend"} == set(rq.NAMES),
            lambda: f"nobody asks {sorted(set(rq.NAMES) - known - UMPIRES - BESIDE)}",
        )
        for level in self.opponents:
            if level in game.opponents and m.side == side:
                answers = [
                    game.opponents[level]().choose(rules.seat(s, side), Chance(m.number))
                    for s in (m.state, twin)
                ]
                self.hold(
                    pack(answers[0]) == pack(answers[1]), f"the {level} opponent of {side} knows too much"
                )
        if m.side == side:
            self._act(m, side, here, there)

    def _same(self, side: str, here: Engine, there: Engine, request: dict[str, Any]) -> bytes:
        line = json.dumps(request).encode()
        one, two = (_bytes(engine.answer(line)) for engine in (here, there))
        self.hold(b'"code":"internal"' not in one, lambda: f"{request} of {side}: {one[:300]!r}")
        self.hold(one == two, lambda: f"{request} of {side} tells {_differing(one, two)}")
        return one

    def _left_out(self, there: Engine, request: dict[str, Any], told: bytes) -> None:
        """With the side omitted, what was reported of both worlds is reported again; checking one of them is enough."""
        again = _bytes(there.answer(json.dumps(request).encode()))
        self.hold(told == again, lambda: f"{request} with no side named tells {_differing(told, again)}")

    def _act(self, m: Moment, side: str, here: Engine, there: Engine) -> None:
        """The same action in both: if the same is reported, everything reported about it afterwards is the same."""
        a = m.action
        action = {
            "verb": a.verb,
            "subject": list(a.subject),
            "object": a.object,
            "how": a.how,
            "via": list(a.via),
        }
        for request in ({"do": "apply", "action": action},):
            line = json.dumps(request).encode()
            one, two = here.answer(line), there.answer(line)
            if one != two or not one["ok"]:
                return  # dice over hidden things may fall differently: then the reported events say so
            for whose in m.rules.sides:
                if whose == side:
                    for after in ({"do": "log"}, {"do": "faces"}, {"do": "prompt"}, {"do": "view"}):
                        self._same(side, here, there, {**after, "side": whose})
        pages = [markdown(_exported(engine, side), {}) for engine in (here, there)]
        self.hold(pages[0] == pages[1], f"the exported log of {side} tells more than it was told")


def _exported(engine: Engine, side: str) -> Any:
    session = engine.session
    return chronicle(session, session.log(side), upto=session.node, whose=side, comments={})


def _bytes(answer: dict[str, Any]) -> bytes:
    import msgspec

    return msgspec.json.encode(answer)


def _differing(one: bytes, two: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"{one[max(0, at - 60) : at + 60]!r} and {two[max(0, at - 60) : at + 60]!r}"
