"""Trying a scenario out: games of it played by opponents in a process of their own, each kept so that it can be replayed."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from hexbench.engine.history import Record
from hexbench.engine.opponent import Opponent
from hexbench.engine.rules import Outcome
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.game import Bound, LoadedScenario
from hexbench.session.opening import begin
from hexbench.session.session import Session
from hexbench.store.saves import SUFFIX
from hexbench.store.scenarios import ScenarioInfo
from hexbench.study.playout import Chance, Done, play_out

FIRST_SEED = 1
LONGEST = 20_000
"""Actions after which a game counts as one that does not end."""


class Trial(NamedTuple):
    """One game. ``winner`` is a side, or empty; ``length`` the turn it ended in; ``unused`` who never did anything in it;
    ``fault`` what went wrong where it broke off; ``path`` its save, None where nothing could be written.
    """

    number: int
    winner: str
    level: str
    length: str
    actions: int
    ended: bool
    fault: str
    unused: tuple[str, ...]
    path: Path | None


class _Task(NamedTuple):
    """What goes over into the other process: what the rules are made of, not what they have worked out."""

    bound: dict[str, Any]
    kind: Callable[..., Any]
    atlas: Any
    tables: Any
    info: ScenarioInfo
    scenario: Any
    position: Any
    makers: dict[str, Callable[[], Opponent]]
    games: int
    folder: str


@dataclass(frozen=True)
class Summary:
    """All games together. ``wins`` by side (empty: nobody), ``levels`` by name, lengths in actions."""

    wins: tuple[tuple[str, int], ...] = ()
    levels: tuple[tuple[str, int], ...] = ()
    shortest: int = 0
    mean: int = 0
    longest: int = 0
    dead_ends: tuple[Trial, ...] = ()
    never_used: tuple[str, ...] = ()
    """Units that did nothing in any game."""


def summary(trials: Iterable[Trial]) -> Summary:
    """What some games come to."""
    done = tuple(trials)
    if not done:
        return Summary()
    wins: dict[str, int] = {}
    levels: dict[str, int] = {}
    for one in done:
        if one.ended:
            wins[one.winner] = wins.get(one.winner, 0) + 1
            levels[one.level] = levels.get(one.level, 0) + 1
    never = [uid for uid in done[0].unused if all(uid in one.unused for one in done)]
    lengths = [one.actions for one in done]
    return Summary(
        wins=tuple(sorted(wins.items(), key=lambda row: -row[1])),
        levels=tuple(sorted(levels.items(), key=lambda row: -row[1])),
        shortest=min(lengths),
        mean=round(sum(lengths) / len(lengths)),
        longest=max(lengths),
        dead_ends=tuple(one for one in done if not one.ended),
        never_used=tuple(never),
    )


class Trials:
    """Games of a draft as it stands now. Nothing is played before :meth:`start`; afterwards the draft may be edited on."""

    def __init__(self, draft: ScenarioDraft, games: int, players: Mapping[str, str], folder: Path) -> None:
        """``players``: side -> one of the game's opponents. Raises BadFile for a draft that cannot be played, ValueError
        (one sentence) for opponents that there are not.
        """
        loaded = draft.begin_play()
        game = loaded.game
        for side in game.sides:
            if players.get(side) not in game.opponents:
                known = ", ".join(game.opponents)
                raise ValueError(f'{game.title} has no opponent "{players.get(side, "")}"; it has {known}.')
        rules = loaded.rules
        self.total = games
        self.done: list[Trial] = []
        self._task = _Task(
            bound={
                "game": game,
                "options": loaded.bound.options,
                "map": loaded.bound.map,
                "map_digest": loaded.bound.map_digest,
                "tables_digest": loaded.bound.tables_digest,
                "sheet": loaded.bound.sheet,
                "own": loaded.bound.own,
            },
            kind=type(rules),
            atlas=rules.atlas,
            tables=rules.tables,
            info=loaded.info,
            scenario=loaded.scenario,
            position=loaded.position,
            makers={side: game.opponents[players[side]] for side in game.sides},
            games=games,
            folder=str(folder),
        )
        self._process: Any = None
        self._line: Connection | None = None

    @property
    def running(self) -> bool:
        """Whether games are being played."""
        return self._line is not None

    def start(self) -> None:
        """Play, in another process."""
        context = multiprocessing.get_context("spawn")
        self._line, far = context.Pipe()
        self._process = context.Process(target=_serve, args=(far, self._task), daemon=True)
        self._process.start()
        far.close()

    def poll(self) -> bool:
        """Take over the games that are finished; True: there are some."""
        line, before = self._line, len(self.done)
        if line is None:
            return False
        try:
            while line.poll():
                found = line.recv()
                self.done.append(Trial(*found))
        except (EOFError, OSError):
            self.stop()
        if len(self.done) >= self.total:
            self.stop()
        return len(self.done) > before

    def wait(self, seconds: float) -> bool:
        """Wait for something new, so long at most; True: there is."""
        if self._line is not None:
            with contextlib.suppress(OSError):
                self._line.poll(seconds)
        return self.poll()

    def stop(self) -> None:
        """Play no more; the games that are finished stay."""
        line, self._line = self._line, None
        process, self._process = self._process, None
        if line is not None:
            line.close()
        if process is not None:
            process.terminate()
            process.join(5)
            process.close()

    def play_here(self) -> tuple[Trial, ...]:
        """Play them all in this process and wait: for scripts and tests."""
        self.done = [_play(self._task, _bound(self._task), n) for n in range(1, self.total + 1)]
        return tuple(self.done)


def _serve(line: Connection, task: _Task) -> None:
    """The other process: one game after the other, until all are done or nobody listens any more."""
    bound = _bound(task)
    with contextlib.suppress(EOFError, OSError):
        for number in range(1, task.games + 1):
            line.send(tuple(_play(task, bound, number)))


def _bound(task: _Task) -> Bound:
    return Bound(rules=task.kind(task.atlas, task.tables, task.bound["options"]), **task.bound)


def _play(task: _Task, bound: Bound, number: int) -> Trial:
    """One game; what goes wrong in it is told and ends it."""
    title = f"{task.info.title} ({number})"
    loaded = LoadedScenario(bound, replace(task.info, title=title), task.scenario, task.position)
    seed = FIRST_SEED + number
    session = begin(loaded, seed, auto=False)
    watch = _Watch(session)
    fault = ""
    try:
        start = Outcome(session.state, None, (), (), "")
        makers = {side: make() for side, make in task.makers.items()}
        result = play_out(bound.rules, start, makers, Chance(seed), most=LONGEST, watch=watch.did)
        ended, verdict = result.ended, result.verdict
    except Exception as found:  # noqa: BLE001 - a game that breaks off is what one wants to know of
        ended, verdict = False, bound.rules.verdict(session.state)
        fault = f"{type(found).__name__}: {found}"
    return Trial(
        number=number,
        winner=verdict.winner or "" if ended else "",
        level=verdict.level,
        length=session.turn,
        actions=watch.count,
        ended=ended,
        fault=fault,
        unused=watch.unused(),
        path=_kept(session, Path(task.folder) / f"{task.info.name}-{number:03d}{SUFFIX}"),
    )


def _kept(session: Session, path: Path) -> Path | None:
    """Write a game where it can be opened; None where nothing can be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        session.save_as(path)
    except OSError:
        return None
    finally:
        session.close()
    return path


@dataclass
class _Watch:
    """Writes a game into the history of its session, and notes who did anything."""

    session: Session
    count: int = 0
    used: dict[str, None] = field(default_factory=dict)
    seen: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seat = self.session.rules.seat(self.session.state, None)
        self._side = {face.unit: face.side for face, _ in seat.faces()}
        self.seen.update(dict.fromkeys(self.session.state.units))

    def did(self, done: Done) -> None:
        """One action."""
        self.count += 1
        side = self.session.rules.decider(done.before)
        self._note(done, side)
        out = done.out
        record = Record(
            side=side,
            action=done.action,
            numbers=out.numbers,
            told=out.told,
            barrier=out.barrier,
            digest=self.session.rules.digest(out.state),
        )
        self.session.history.add(record, out.state)

    def _note(self, done: Done, side: str | None) -> None:
        """Who acts where he stands on the map, who goes from one hex to another, and whom an enemy's action is aimed at."""
        before, after, aim = done.before.units, done.out.state.units, done.action.object
        for uid in done.action.subject:
            if uid in before and before[uid].on_map:
                self.used[uid] = None
        for uid, unit in after.items():
            old = before.get(uid)
            if old is None:
                self.seen.setdefault(uid)
            elif old is not unit and old.on_map and unit.at != old.at:
                self.used[uid] = None
        if aim and not aim.startswith("#"):
            for uid, unit in before.items():
                if (uid == aim or unit.at == aim) and self._side.get(uid, side) != side:
                    self.used[uid] = None

    def unused(self) -> tuple[str, ...]:
        """Who never did anything, in the order of the scenario."""
        return tuple(uid for uid in self.seen if uid not in self.used)
