"""The engine protocol: one JSON object per line in, one per line out (docs/engine-protocol.md).

A bad line never ends the process, and a request that fails changes nothing. Every refusal has a code, a sentence, and
where it helps the path to the key, the reasons with their rule ids and hexes, or the number of faces required.
"""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from hexbench.engine.documents.fields import AT, field_values
from hexbench.engine.events import Broadcast, Resolved
from hexbench.engine.outline import levels_of
from hexbench.engine.parity import undrawn
from hexbench.engine.results import of_forecast
from hexbench.engine.risk import KEYS as RISKS
from hexbench.engine.rules import GameDef, Rules
from hexbench.engine.seat import Seat
from hexbench.engine.umpire import UMPIRE
from hexbench.engine.values import Action, Refused, Say
from hexbench.session import mail, wire_study
from hexbench.session import requests as rq
from hexbench.session.automaton import adviser, levels, makers, manners
from hexbench.session.game import BadPosition, Catalogue, LoadedScenario
from hexbench.session.hinting import MOST, Hint, HintStep, no_hint
from hexbench.session.mailing import MailSession, open_desk, open_letter
from hexbench.session.opening import begin, open_file
from hexbench.session.requests import decode, encode, parse
from hexbench.session.session import Session, same_file
from hexbench.session.spelling import Spelling, as_meant, check_stack, there
from hexbench.session.to_json import Answer, Bad, bad_position, named, plain, refusal
from hexbench.session.wire_study import known_game
from hexbench.store import letters
from hexbench.store.customs import brief
from hexbench.store.saves import is_save
from hexbench.store.tables import read_own
from hexbench.store.words import Locked, forget, unlock
from hexbench.study.thinking import Here

# The requests of the engine protocol about games by mail, and what the engine does not reveal in such a game.


def seat_of(session: Session, side: str | None) -> str | None:
    """The side that is answered: in a game by mail our own, and no other. Raises Bad."""
    owner = session.owner
    if owner is None or (isinstance(session, MailSession) and session.is_over):
        return side
    if side not in (owner, None):
        raise Bad(
            "sealed", f"This copy of the game belongs to {owner}: no other seat can be shown.", path="side"
        )
    return owner


def _umpires(session: Session) -> None:
    """What only an umpire may see is not shown in a game by mail. Raises Bad."""
    if seat_of(session, None) is not None:
        raise Bad(
            "sealed", f"This copy of the game belongs to {session.owner}: the whole position cannot be shown."
        )


def where(session: Session) -> Answer:
    """The state of a game by mail, in addition to what is reported of any game."""
    if not isinstance(session, MailSession):
        return {}
    waits = session.waits
    return {
        "mail": {
            "seat": session.owner,
            "letter": session.number,
            "may_send": session.may_write,
            "waits": "" if waits is None else str(waits),
        }
    }


def invite(engine: Engine, request: rq.Invite) -> Answer:
    """Begin a game by mail."""
    catalogue = engine.catalogue
    if request.tables:
        catalogue = catalogue.with_own(read_own(Path(request.tables)), request.game)
    with named("scenario"):
        desk = mail.invite(
            catalogue, request.game, request.scenario, request.side, _new(request.file), request.options
        )
    return {"desk": str(desk), "file": request.file}


def accept(engine: Engine, request: rq.Accept) -> Answer:
    """Take the other side of an offered game."""
    invitation = _file(request.file)
    _, found = mail.read_invitation(invitation)
    side = mail.other_side(engine.catalogue, found, request.file)
    desk = mail.answer(engine.catalogue, invitation, _new(request.answer))
    return {"desk": str(desk), "file": request.answer, "seat": side}


def letter(engine: Engine, request: rq.Letter) -> tuple[MailSession, Answer]:
    """Open a letter of the other player; the game it belongs to is then open."""
    session, before = open_letter(engine.catalogue, _file(request.file), engine.at)
    session.auto = False
    told: list[Any] = [
        {"node": line.node, "say": str(line.text)} for line in session.log() if line.node > before
    ]
    return session, {"log": told}


def load(engine: Engine, path: Path) -> MailSession | None:
    """Continue a game by mail; None: the file is not one."""
    if letters.is_letter(path):
        raise Bad("data", "This is a letter: open it with `letter`, or answer it with `accept`.", path="file")
    if not letters.is_desk(path):
        return None
    if isinstance(engine.at, MailSession) and engine.at.path == path:
        return engine.at
    session = open_desk(engine.catalogue, path)
    session.auto = False
    return session


def send(session: Session, request: rq.Send) -> Answer:
    """Write the next letter, or the last one once more."""
    if not isinstance(session, MailSession):
        raise Bad("request", "The open game is not a game by mail.")
    if request.again:
        session.write_again(_new(request.file))
    else:
        session.write(_new(request.file))
    return {"file": request.file}


def _new(name: str) -> Path:
    """The letter a client wants written: to a new file, or over another letter. Raises Bad."""
    path = _file(name)
    if os.path.lexists(path) and not letters.is_letter(path):
        raise Bad(
            "write",
            "There is already a file with this name that is not a letter. It was left unchanged.",
            path="file",
        )
    return path


_ABOUT = {
    "": "nothing",
    "unit": "a unit",
    "hex": "a hex",
    "side": "a side",
    "pair": 'two hexes, such as "C7 F9"',
    "way": 'a unit and a hex, such as "u7 F9"',
}
"""The subject of an overlay, for which the request gave none or a wrong one."""
LONGEST = 16 * 2**20
"""The most bytes in one line."""


def serve(catalogue: Catalogue, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer lines until the input ends or ``quit`` is requested."""
    engine = Engine(catalogue)
    while not engine.over and (line := source.readline(LONGEST + 1)):
        if len(line) > LONGEST:
            while not line.endswith(b"\n") and (line := source.readline(LONGEST)):
                pass
            answer: Answer = {
                "ok": False,
                "code": "json",
                "sentence": f"A line may have at most {LONGEST} bytes.",
            }
        elif not line.removeprefix(BOM_UTF8).strip():
            continue
        else:
            answer = engine.answer(line)
        sink.write(encode(answer) + b"\n")
        sink.flush()
    engine.close()


class Engine:
    """One client's engine: at most one game at a time."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.over = False
        self._session: Session | None = None
        self._do: dict[type, Callable[[Any], Answer]] = {
            rq.Games: self._games,
            rq.Describe: self._describe,
            rq.New: self._new,
            rq.Load: self._load,
            rq.Prompt: lambda r: {"prompt": plain(self._seat(r).prompt)},
            rq.Targets: self._targets,
            rq.Refuse: self._refuse,
            rq.Checklist: self._checklist,
            rq.Apply: self._apply,
            rq.Forecast: self._forecast,
            rq.Attacks: self._attacks,
            rq.Suppose: self._suppose,
            rq.Odds: lambda r: wire_study.study_odds(self.session, as_meant(self._seat(r), r), self._side(r)),
            rq.Chance: lambda r: wire_study.study_chance(self.session, r, self._side(r)),
            rq.Supply: lambda r: wire_study.study_supply(
                self.session, as_meant(self._seat(r), r), self._side(r)
            ),
            rq.Review: lambda r: wire_study.study_review(self.session, r, self._side(r)),
            rq.Calculate: lambda r: wire_study.calculate(self.catalogue, self._any_rules, r),
            rq.Hint: self._hint,
            rq.Overlay: self._overlay,
            rq.View: lambda r: {"view": msgspec.to_builtins(self._seat(r).s)},
            rq.Faces: lambda r: {"faces": [{**plain(face), "at": at} for face, at in self._seat(r).faces()]},
            rq.Facts: self._facts,
            rq.Panels: lambda r: {
                "panels": [{"panel": type(p).__name__, **plain(p)} for p in self._seat(r).panels()]
            },
            rq.Log: lambda r: {"log": plain(self.session.log(self._side(r)))},
            rq.Levers: self._levers,
            rq.Amend: self._amend,
            rq.Undo: lambda _: self._step(self.session.undo),
            rq.Redo: lambda _: self._step(self.session.redo),
            rq.State: self._state,
            rq.Audit: self._audit,
            rq.Save: self._save,
            rq.Invite: lambda r: invite(self, r),
            rq.Accept: lambda r: accept(self, r),
            rq.Letter: self._letter,
            rq.Send: lambda r: {**send(self.session, r), **self._where()},
            rq.Quit: self._quit,
        }

    # ---- one line
    def answer(self, line: bytes) -> Answer:
        """The answer to one line. Never raises."""
        mark: Answer = {}
        try:
            raw = parse(line)
            if "id" in raw:
                mark = {"id": raw.pop("id")}
            request = decode(raw)
            return {**mark, "ok": True, **self._do[type(request)](request)}
        except Exception as fault:  # noqa: BLE001 - whatever goes wrong, the client is told and the process goes on
            return {**mark, **refusal(fault)}

    def close(self) -> None:
        """Close the game."""
        if self._session is not None:
            forget(self._session.header.sealed)
            self._session.close()
            self._session = None

    @property
    def at(self) -> Session | None:
        """The open game, if there is one."""
        return self._session

    @property
    def session(self) -> Session:
        """The game being played. Raises Bad if there is none."""
        if self._session is None:
            raise Bad("no_game", "No game is open: use new or load first.")
        return self._session

    def _side(self, request: rq.Seated) -> str | None:
        """The only place that decides from whose view a request is answered. The umpire's is used if it is named, or
        if everybody may see everything.
        """
        if not request.side:
            return seat_of(self.session, None) or _default_side(self.session)
        if request.side == UMPIRE:
            _umpires(self.session)
            return None
        if request.side not in self.session.rules.sides:
            known = ", ".join((*self.session.rules.sides, UMPIRE))
            raise Bad("request", f'There is no side "{brief(request.side)}"; there are {known}.', path="side")
        return seat_of(self.session, request.side)

    def _seat(self, request: rq.Seated) -> Seat:
        if not request.side and seat_of(self.session, None) is None:
            return self.session.seat(
                self.session.decider
            )  # the side that decides sees its offers, even at an open table
        return self.session.seat(self._side(request))

    # ---- choosing a game
    def _games(self, request: rq.Games) -> Answer:
        def one(game: GameDef) -> Answer:
            return {
                "key": game.key,
                "title": game.title,
                "sides": list(game.sides),
                "rules_version": game.rules_version,
                "opponents": list(levels_of(game)),
                "manners": list(manners(game)),
                "scenarios": [
                    {
                        "name": s.name,
                        "title": s.title,
                        "blurb": s.blurb,
                        "position": s.is_position,
                        "source": s.source,
                    }
                    for s in self.catalogue.scenarios(game.key)
                ],
            }

        return {"games": [one(game) for game in self.catalogue.games.values()]}

    def _describe(self, request: rq.Describe) -> Answer:
        rules, game = self._any_rules(request.game)
        return {
            "game": game.key,
            "title": game.title,
            "sides": list(game.sides),
            "rules_version": game.rules_version,
            "phases": list(game.phases),
            "verbs": [
                {
                    "name": verb.name,
                    "label": str(verb.label),
                    "help": str(verb.help),
                    "subject": verb.subject,
                    "object": verb.object,
                    "hows": list(verb.hows),
                }
                for verb in rules.all_verbs
            ],
            "position": msgspec.json.schema(game.State),
            "scenario": msgspec.json.schema(game.Scenario),
            "options": msgspec.json.schema(game.Options),
            "tables": msgspec.to_builtins(rules.tables),
        }

    def _any_rules(self, key: str) -> tuple[Rules[Any, Any, Any], GameDef]:
        """The rules of a game, on the open map or on that of its first scenario."""
        known_game(self.catalogue, key)
        if self._session is not None and self._session.game.key == key:
            return self._session.rules, self._session.game
        infos = [info for info in self.catalogue.scenarios(key) if not info.is_position]
        if not infos:
            raise Bad("data", f"{key} has no scenarios.")
        loaded = self.catalogue.load_scenario(key, infos[0].name)
        return loaded.rules, loaded.game

    def _new(self, request: rq.New) -> Answer:
        known_game(self.catalogue, request.game)
        with named("scenario"):
            loaded = self._own(request.tables, request.game).load_scenario(
                request.game, request.scenario, request.options
            )
        answer = self._begin(loaded, request.seed, request.numbers, request.study)
        if request.words:
            self.session.seal(request.words)
        return answer

    def _load(self, request: rq.Load) -> Answer:
        if request.file and request.position is not None:
            raise Bad("request", "Give a file or a position, not both.", path="file")
        if request.file:
            return self._load_file(request)
        for key in ("game", "position"):
            if getattr(request, key) in ("", None):
                raise Bad("request", "This key is missing.", path=key)
        assert request.position is not None
        known_game(self.catalogue, request.game)
        with named("base"):
            try:
                loaded = self._own(request.tables, request.game).load_position(
                    request.game,
                    request.position,
                    base=request.base,
                    map_=request.map,
                    options=request.options,
                )
            except BadPosition as fault:
                raise bad_position(fault, request.position) from None
        return self._begin(
            loaded, request.seed, request.numbers, request.study, whole="stack" in request.position
        )

    def _own(self, file: str, game: str = "") -> Catalogue:
        """The games, one of them with the tables in a file of the player's own, if one is named."""
        return self.catalogue.with_own(read_own(_file(file)), game) if file else self.catalogue

    def _load_file(self, request: rq.Load) -> Answer:
        path = _file(request.file)
        _unused(request, ("game", "base", "map"), "A file already states this.")
        if path.is_file() and is_save(path):
            _unused(
                request,
                ("tables", "options", "seed", "numbers", "study"),
                "A saved game already contains this.",
            )
            if (
                self._session is not None
                and self._session.path is not None
                and same_file(self._session.path, path)
            ):
                self.close()  # nothing is lost: all of it is in the file
            try:
                session, notices = open_file(self.catalogue, path)
            except Locked as fault:
                if not request.words:
                    raise
                unlock(fault.seal, request.words, str(path))
                session, notices = open_file(self.catalogue, path)
            session.auto = False
            session.viewer = None
            return self._play(session, notices=plain(notices))
        mailed = load(self, path)
        if mailed is not None:
            return self._play(mailed)
        loaded = self._own(request.tables).load_file(path, request.options)
        return self._begin(loaded, request.seed, request.numbers, request.study)

    def _begin(
        self,
        loaded: LoadedScenario,
        seed: int | None,
        numbers: Sequence[int] | None,
        study: bool,
        *,
        whole: bool = False,
    ) -> Answer:
        """Play what was loaded. ``whole``: its stack may have been written by hand, which no audit checks completely."""
        if whole:
            check_stack(loaded.rules, loaded.position)
        session = begin(loaded, seed, numbers, auto=False, study=study)
        side = _default_side(session)
        return self._play(session, told=_told(session.history.opening, side, session))

    def _play(self, session: Session, **more: Any) -> Answer:
        """Switch to another game; the one before is closed only when the other can be reported."""
        told = self._told_of(session)
        if session is not self._session:
            self.close()
        self._session = session
        return {**told, **more}

    # ---- playing
    def _where(self) -> Answer:
        return self._told_of(self.session)

    @staticmethod
    def _told_of(session: Session) -> Answer:
        prompt = session.seat(session.owner or session.decider).prompt
        answer: Answer = {
            "node": session.node,
            "side": prompt.side,
            "step": prompt.step,
            "say": str(prompt.say),
        }
        if prompt.side is None:
            answer["verdict"] = plain(session.rules.verdict(session.state))
        return {**answer, **where(session)}

    def _targets(self, request: rq.Targets) -> Answer:
        seat = self._seat(request)
        if request.verb not in self.session.rules.verbs:
            known = ", ".join(self.session.rules.verbs)
            raise Bad("request", f'There is no verb "{brief(request.verb)}"; there are {known}.', path="verb")
        subject = Spelling(seat).subject(request.verb, request.subject)
        return {"targets": plain(seat.targets(request.verb, subject))}

    def _refuse(self, request: rq.Refuse) -> Answer:
        seat = self._seat(request)
        return {"reasons": plain(seat.refuse(Spelling(seat).action(request.action)))}

    def _checklist(self, request: rq.Checklist) -> Answer:
        seat = self._seat(request)
        return {"ends": seat.ending.name if seat.ending else None, "checklist": plain(seat.checklist())}

    def _apply(self, request: rq.Apply) -> Answer:
        side = self._side(request)  # before it is done: the acting side is told
        acts = self.session.owner or self.session.decider
        action = Spelling(self.session.seat(acts)).action(request.action)
        out = self.session.do(action, request.numbers)
        return {
            **self._where(),
            "action": plain(out.action),
            "numbers": list(out.numbers),
            "barrier": out.barrier,
            "told": _told(out.told, side, self.session),
        }

    def _forecast(self, request: rq.Forecast) -> Answer:
        seat = self._seat(request)
        action = Spelling(seat).action(request.action)
        try:
            found = seat.forecast(action)
        except (LookupError, ValueError):  # units or hexes that do not exist: the reasons say it better
            why = seat.refuse(action)
            if why:
                raise Refused(why) from None
            raise
        if found is None:
            none = " ".join(str(reason.text) for reason in seat.refuse(action))
            return {"forecast": None, "none": none or "No odds are given for it in advance."}
        return {
            "forecast": plain(found),
            "chances": dict(found.chances()),
            "words": {code: str(words) for code, words in of_forecast(seat, found)},
        }

    def _suppose(self, request: rq.Suppose) -> Answer:
        seat = self._seat(request)
        if isinstance(none := seat.what_if(), Say):
            return {"combat": None, "none": plain(none)}
        return {"combat": plain(seat.suppose(Spelling(seat).thought(request.what)))}

    def _attacks(self, request: rq.Attacks) -> Answer:
        seat = self._seat(request)
        if isinstance(none := seat.what_if(), Say):
            return {"attacks": None, "none": plain(none)}
        sides = self.session.rules.sides
        by = request.by or seat.side or self.session.decider or sides[0]
        if by not in sides:
            raise Bad("request", f'There is no side "{brief(by)}"; there are {", ".join(sides)}.', path="by")
        found = [
            x for aim in seat.aims(by, far=request.far) for x in seat.attacks_on(by, aim, far=request.far)
        ]
        return {"attacks": plain(sorted(found, key=lambda one: -one.worth))}

    def _hint(self, request: rq.Hint) -> Answer:
        session, seen = self.session, self._side(request)
        side = session.decider if seen is None else seen
        none = no_hint(session, side)
        if none is not None or side is None:
            return {"hint": None, "none": plain(none)}
        known = levels(session.game)
        level = request.level or adviser(known)
        if level not in known:
            raise Bad(
                "request",
                f'There is no level "{brief(level)}"; there are {", ".join(known)}.',
                path="level",
            )
        hint = Hint(
            session,
            Here(session.rules, makers(session.game)),
            side,
            level,
            goal=request.goal,
            most=request.steps or MOST,
            manner=request.manner,
        )
        while hint.go_on():
            pass
        return {
            "hint": {
                "side": side,
                "level": level,
                "steps": [_hinted(step, session.seat(side)) for step in hint.steps],
                "stop": plain(hint.stop),
            }
        }

    def _overlay(self, request: rq.Overlay) -> Answer:
        seat = self._seat(request)
        if not request.kind:
            return {"overlays": plain(tuple(seat.overlays()))}
        kinds = [one.kind for one in seat.overlays()]
        if request.kind not in kinds:
            risks = seat.risks() if request.kind in RISKS else None
            none = risks if isinstance(risks, Say) else undrawn(seat.rules, request.kind)
            if none is not None:
                raise Bad("request", str(none), path="kind")
            known = ", ".join(kinds) or "none"
            raise Bad(
                "request", f'There is no overlay "{brief(request.kind)}"; there are {known}.', path="kind"
            )
        subject = " ".join(Spelling(seat).named(request.subject.split()))
        found = seat.overlay(request.kind, subject)
        if found is None:
            about = _ABOUT[next(one.subject for one in seat.overlays() if one.kind == request.kind)]
            raise Bad(
                "request",
                f'There is no such overlay of "{brief(request.subject)}"; it is asked about {about}.',
                path="subject",
            )
        return {"overlay": plain(found)}

    def _facts(self, request: rq.Facts) -> Answer:
        seat = self._seat(request)
        found = seat.facts(Spelling(seat).name(request.ref))
        if found is None:
            raise Bad("request", f'There is no unit or hex called "{brief(request.ref)}".', path="ref")
        return {"facts": plain(found)}

    def _levers(self, request: rq.Levers) -> Answer:
        rules = self.session.rules
        seat = self.session.seat(self._side(request))
        ref, state = Spelling(seat).name(request.ref), seat.s
        if not there(rules, state, request.of, ref):
            what = {"side": "hexside"}.get(request.of, request.of)
            raise Bad("request", f'There is no {what} "{brief(request.ref)}".', path="ref")
        found = field_values(rules, state, request.of, ref)
        return {"levers": plain(found), "boxes": list(rules.boxes(state)) if request.of == "unit" else []}

    def _amend(self, request: rq.Amend) -> Answer:
        session = self.session
        side = self._side(request)
        if request.consent:
            session.consent(request.consent)
        try:
            out = session.amend(self._amendment(request, side))
        finally:
            session.umpire = False
        return {**self._where(), "action": plain(out.action), "told": _told(out.told, side, self.session)}

    def _amendment(self, request: rq.Amend, side: str | None) -> Action:
        spelling = Spelling(self.session.seat(side))
        to = spelling.place(request.to) if request.what == AT else request.to
        return Action(UMPIRE, spelling.named(request.subject), to, request.what)

    def _step(self, move: Callable[[], None]) -> Answer:
        move()
        return self._where()

    def _audit(self, request: rq.Audit) -> Answer:
        _umpires(self.session)
        return {"problems": plain(self.session.rules.audit(self.session.state))}

    def _letter(self, request: rq.Letter) -> Answer:
        session, more = letter(self, request)
        return self._play(session, **more)

    def _state(self, request: rq.State) -> Answer:
        session = self.session
        _umpires(session)
        # Every field, including those with the default of their type: a scenario on which it is loaded again may have others.
        state = session.state
        told = {name: msgspec.to_builtins(getattr(state, name)) for name in state.__struct_fields__}
        return {"state": told, "digest": session.rules.digest(state)}

    def _save(self, request: rq.Save) -> Answer:
        self.session.save_as(_file(request.file))
        return {"file": request.file, "node": self.session.node}

    def _quit(self, request: rq.Quit) -> Answer:
        self.over = True
        return {}


def _default_side(session: Session) -> str | None:
    """From whose view to look if no side is named: that of the side that decides.

    None, the umpire's, if everybody may see everything: in a game that hides nothing, in study mode, and when it is
    over.
    """
    open_ = session.study or type(session.rules).hide is Rules.hide
    return None if open_ else session.decider


def _hinted(step: HintStep, seat: Seat) -> Answer:
    """A step of a hint as data, without its digests."""
    found = {key: value for key, value in plain(step).items() if key not in ("before", "after")}
    if step.forecast is not None:
        found["chances"] = dict(step.forecast.chances())
        found["words"] = {code: str(words) for code, words in of_forecast(seat, step.forecast)}
    return found


def _told(told: Iterable[Broadcast], side: str | None, session: Session) -> list[Any]:
    """What a side was told, as data; None the umpire. A result has its meaning beside it, in ``words``."""
    out = []
    for one in told:
        event = one.to(side)
        if event is None:
            continue
        data = plain(event)
        if isinstance(event, Resolved):
            words = session.seat(side).result(event.what, event.result)
            data |= {"words": str(words)} if words.template else {}
        out.append(data)
    return out


def _unused(request: rq.Load, keys: Iterable[str], why: str) -> None:
    """Refuse keys that would have no effect. Raises Bad."""
    for key in keys:
        if getattr(request, key) not in ("", None, False, {}):
            raise Bad("request", why, path=key)


def _file(name: str) -> Path:
    """The file a client names. Raises Bad for what cannot be a file name."""
    if not name or "\0" in name:
        raise Bad("request", "Give the name of a file.", path="file")
    return Path(name)
