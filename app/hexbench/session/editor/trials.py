"""Trying out a scenario: games of it played by the computer in a separate process, each kept as a saved game."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import msgspec

from hexbench.atlas.sheet import MapSheet
from hexbench.engine.events import TurnBegan, UnitPlaced
from hexbench.engine.history import Record
from hexbench.engine.rules import Outcome
from hexbench.engine.values import Action, Say, say
from hexbench.session.dice import promised
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.game import Bound, LoadedScenario
from hexbench.session.opening import header_of
from hexbench.session.saved_history import SavedHistory, begin_file, write_whole
from hexbench.store import maps
from hexbench.store.saves import SUFFIX, SaveHeader, plain_name
from hexbench.store.strict import CannotWrite
from hexbench.study.playout import MOST, Chance, make_opponents
from hexbench.study.thinking import OtherProcess

TOLD_EVERY: Final = 200
"""Number of actions between two progress messages of a game."""
SETTING_UP: Final = frozenset(("setup", "set_up", "deploy"))
"""Phases in which every unit that can be moved is: they do not count as use."""


@dataclass(frozen=True)
class Trial:
    """One game. ``winner`` is empty if there is none; ``length`` is the last game turn; ``fault`` says why it
    was aborted.

    ``unused`` are the units that never did anything or took part in anything; ``path`` is the saved game.
    """

    number: int
    winner: str
    verdict: Say
    length: str
    actions: int
    ended: bool
    fault: str
    unused: tuple[str, ...]
    path: Path | None


@dataclass(frozen=True)
class _Summary:
    """Results of some games. ``wins`` by side, with an empty side for no winner; ``never_used`` in any game."""

    wins: tuple[tuple[str, int], ...]
    levels: tuple[tuple[Say, int], ...]
    shortest: int
    mean: int
    longest: int
    turns: tuple[tuple[str, int], ...]
    """Game turns in which games ended, with the number of games."""
    dead_ends: tuple[Trial, ...]
    never_used: tuple[str, ...]


def summary(trials: Iterable[Trial]) -> _Summary:
    """Win rates, lengths, games without an end, and units never used."""
    done = tuple(trials)
    lengths = [one.actions for one in done] or [0]
    whole = [one for one in done if one.ended]
    never = [uid for uid in (done[0].unused if done else ()) if all(uid in one.unused for one in done)]
    return _Summary(
        wins=tuple(Counter(one.winner for one in whole).most_common()),
        levels=tuple(Counter(one.verdict for one in whole).most_common()),
        shortest=min(lengths),
        mean=round(sum(lengths) / len(lengths)),
        longest=max(lengths),
        turns=tuple(Counter(one.length for one in whole).items()),
        dead_ends=tuple(one for one in done if not one.ended or one.fault),
        never_used=tuple(never),
    )


def opponents(draft: ScenarioDraft) -> tuple[str, ...]:
    """The opponents of the game, any of which may play."""
    return tuple(draft.game.opponents)


class Trials:
    """Some games of a scenario. :meth:`start` begins, :meth:`poll` collects what is finished, :meth:`stop`
    ends it.
    """

    def __init__(
        self,
        draft: ScenarioDraft,
        games: int,
        players: Mapping[str, str],
        folder: Path,
        *,
        seed: int = 1,
        most: int = MOST,
    ) -> None:
        """``players``: opponents by side; saved games go into ``folder``. Raises BadFile if the scenario
        cannot be played.
        """
        self._loaded = draft.begin_play()
        self.total = games
        self.done: tuple[Trial, ...] = ()
        self.now = 0
        """Actions so far in the game being played."""
        self._players = tuple(players.get(side, "random") for side in self._loaded.game.sides)
        make_opponents(self._loaded.game, self._players)
        self._folder, self._seed, self._most = folder, seed, most
        self._far = OtherProcess()

    @property
    def running(self) -> bool:
        """Whether games are still being played."""
        return self._far.line is not None

    def start(self) -> None:
        """Play, in another process."""
        work = (_parts(self._loaded), self._players, self.total, self._seed, self._most, str(self._folder))
        try:
            self._far.start(_serve, *work, duplex=False)
        except OSError:  # the system cannot start another process
            self._broken()

    def poll(self) -> bool:
        """Collect what has been finished; True if there is anything new."""
        line, new = self._far.line, False
        if line is None:
            return False
        try:
            while line.poll():
                found = line.recv()
                if isinstance(found, int):
                    self.now = found
                else:
                    self.done, self.now, new = (*self.done, found), 0, True
        except (EOFError, OSError):
            self._broken()
            return True
        if len(self.done) >= self.total:
            self.stop()
        return new

    def wait(self) -> None:
        """Block until all are finished, for scripts and tests."""
        while self._far.line is not None:
            self._far.line.poll(1)
            self.poll()

    def _broken(self) -> None:
        """The process ended by itself: what is missing is reported as one aborted game."""
        missing = len(self.done) < self.total
        self.stop()
        if missing:
            fault = str(say("The process playing the games has ended."))
            lost = Trial(len(self.done) + 1, "", say("It was aborted."), "", self.now, False, fault, (), None)
            self.done = (*self.done, lost)

    def stop(self) -> None:
        """Stop playing; finished games are kept."""
        self._far.end()


# ---- in the other process --------------------------------------------------------------------------------------------
def _parts(loaded: LoadedScenario) -> tuple[Any, ...]:
    """What a scenario consists of, encoded; whatever its rules have cached stays here.

    Encoded and decoded rather than pickled: words of the types must be identical objects again in the other
    process, because a packed position leaves out whatever *is* its default.
    """
    bound = loaded.bound
    rules = bound.rules
    encode = msgspec.msgpack.encode
    return (
        bound.game,
        encode(rules.atlas.sheet),
        encode(rules.tables),
        encode(bound.options),
        (bound.map, bound.map_digest, bound.tables_digest, bound.sheet is not None, bound.own),
        loaded.info,
        None if loaded.scenario is None else encode(loaded.scenario),
        None if loaded.position is None else rules.pack(loaded.position),
    )


def _whole(parts: tuple[Any, ...]) -> LoadedScenario:
    (
        game,
        sheet_,
        tables_,
        options_,
        (map_, map_digest, tables_digest, own_map, own),
        info,
        scenario_,
        packed,
    ) = parts
    decode = msgspec.msgpack.decode
    sheet = decode(sheet_, type=MapSheet)
    options = decode(options_, type=game.Options)
    rules = game.open(maps.make_atlas(sheet), decode(tables_, type=game.Tables), options)
    bound = Bound(game, rules, options, map_, map_digest, tables_digest, sheet if own_map else None, own)
    scenario = None if scenario_ is None else decode(scenario_, type=game.Scenario)
    return LoadedScenario(bound, info, scenario, None if packed is None else rules.unpack(packed))


def _serve(
    line: Connection,
    parts: tuple[Any, ...],
    players: tuple[str, ...],
    games: int,
    seed: int,
    most: int,
    folder: str,
) -> None:
    """Play the games and send each when it is finished."""
    loaded = _whole(parts)
    with contextlib.suppress(OSError):  # the other end has gone
        for number in range(1, games + 1):
            line.send(play_one(loaded, players, number, seed + number, most, Path(folder), line.send))


def play_one(
    loaded: LoadedScenario,
    players: tuple[str, ...],
    number: int,
    seed: int,
    most: int,
    folder: Path,
    tell: Any = None,
) -> Trial:
    """Play one game from start to finish and keep it as a saved game. Anything that goes wrong is part of the
    answer.
    """
    rules, game = loaded.rules, loaded.game
    minds = make_opponents(game, players)
    chance = Chance(seed)
    turn, fault, actions = "", "", 0
    try:
        out = loaded.begin(seed)
    except Exception as wrong:  # noqa: BLE001 - a scenario that cannot begin is what is being looked for
        text = say("It cannot start.")
        return Trial(number, "", text, "", 0, False, f"{type(wrong).__name__}: {wrong}", (), None)
    state = out.state
    history = SavedHistory(game, rules, state, out.told)
    header = promised(header_of(loaded), state.dice.seed)
    first = {uid: unit.at for uid, unit in state.units.items()}
    used: set[str] = set()
    try:
        while (side := rules.decider(state)) is not None and actions < most:
            seat = rules.seat(state, side)
            action, why = minds[side].choose(seat, chance)
            settled = rules.verbs[action.verb].settle(seat, seat.step, action)
            setting_up = any(step.phase in SETTING_UP for step in state.stack)
            out = rules.apply(state, settled, trusted=True)
            record = Record(
                side=side,
                action=out.action or settled,
                numbers=out.numbers,
                told=out.told,
                barrier=out.barrier,
                digest=rules.digest(out.state),
                why=why,
            )
            history.add(record, out.state)
            state, actions = out.state, actions + 1
            if not setting_up:
                used.update(_taking_part(out, settled, first))
            turn = next((one.all.turn for one in out.told if isinstance(one.all, TurnBegan)), turn)
            if tell is not None and actions % TOLD_EVERY == 0:
                tell(actions)
    except OSError:
        raise
    except Exception as wrong:  # noqa: BLE001 - a dead end is a finding, and the game up to it is kept
        fault = f"{type(wrong).__name__}: {wrong}"
    verdict = rules.verdict(state)
    ended = not fault and rules.decider(state) is None
    unused = tuple(uid for uid in first if uid not in used)
    path = _kept(folder / f"{plain_name(loaded.info.name)}-{number:03}{SUFFIX}", header, history)
    level = say("{level}", level=verdict.level) if verdict.level else say("Undecided")
    return Trial(number, verdict.winner or "", level, turn, actions, ended, fault, unused, path)


def _taking_part(out: Outcome, action: Action, known: Mapping[str, str]) -> Iterator[str]:
    """The units that an action or its consequences involve; merely being placed does not count."""
    yield from (uid for uid in (*action.subject, action.object, *action.via) if uid in known)
    for told in out.told:
        event = told.all
        if event is not None and not isinstance(event, UnitPlaced):
            yield from (word for word in _words(event) if word in known)


def _words(thing: Any) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from _words(one)
    elif isinstance(thing, msgspec.Struct) and not isinstance(thing, Say):
        for name in thing.__struct_fields__:
            yield from _words(getattr(thing, name))


def _kept(path: Path, header: SaveHeader, history: SavedHistory) -> Path | None:
    """The saved game; None if it could not be written."""
    try:
        path.unlink(missing_ok=True)
        write_whole(path, lambda part: begin_file(part, header, history.rules, history, ()))
    except (CannotWrite, OSError):
        return None
    return path
