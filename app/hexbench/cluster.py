"""Games on a Dask cluster: the same games as at home, on as many machines as there are workers (docs/cluster.md).

A job carries what it is played with, as a saved game's header does: the game, the version of its rules, the digests of map
and tables, the options, and map and tables themselves where they are the player's own. A worker that has others refuses in
a sentence and is left out. Game ``n`` depends on nothing else, so the digests are those of home, whoever played it; a
worker that is lost loses nothing, since its games are played again by others. Needs ``hexbench[cluster]``.
"""

from __future__ import annotations

import logging
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from time import perf_counter
from typing import Any, NamedTuple, Self

import msgspec

from hexbench import __version__, bootstrap
from hexbench.session.game import Bound, Catalogue
from hexbench.session.opening import bind_header, bound_header
from hexbench.store.saves import SaveHeader
from hexbench.store.strict import BadFile
from hexbench.study.playing import Played, ProcessLost, Start, Stop, one_game
from hexbench.study.playout import Chance, GameResult, make_opponents, makers_of, play_out

PATIENCE = 10
"""Seconds in which a scheduler must answer."""
_LOOK = 0.2
"""Seconds between two looks whether somebody wants to stop, or no worker is left."""


class NoCluster(Exception):
    """There is no cluster to play on, in a sentence."""


class Unfit(Exception):
    """A worker has not what the games are played with, in a sentence."""


class Job(NamedTuple):
    """What all games of a run share. ``header``: a :class:`SaveHeader` as JSON, nothing secret in it; ``names`` of the opponents."""

    header: bytes
    names: tuple[str, ...]
    start: Start
    most: int

    @staticmethod
    def of(bound: Bound, names: tuple[str, ...], start: Start, most: int) -> Job:
        """A job for games from a position."""
        return Job(header_for(bound), names, start, most)


def header_for(bound: Bound) -> bytes:
    """What a worker must have to play games of this kind."""
    return msgspec.json.encode(bound_header(bound))


# ---- on the worker ---------------------------------------------------------------------------------------------------
@lru_cache(maxsize=4)
def bound_to(header: bytes) -> Bound:
    """The game a job speaks of, as this worker has it. Raises Unfit."""
    return bind_as_told(bootstrap.catalogue(), msgspec.json.decode(header, type=SaveHeader))


def bind_as_told(catalogue: Catalogue, header: SaveHeader) -> Bound:
    """The same game with the same rules, map and tables. Raises Unfit for any that differs."""
    if header.program != __version__:
        # thoughts of the computer's players belong to no version of rules, only to the program's
        raise Unfit(f"It has Hexbench {__version__}; the games are played with {header.program}.")
    try:
        bound = bind_header(catalogue, header, "")
    except BadFile as fault:
        raise Unfit(f"It cannot play them: {fault.reason}") from None
    if bound.game.rules_version != header.rules_version:
        raise Unfit(
            f"It has version {bound.game.rules_version} of the rules of {bound.game.title}; the games are played with "
            f"version {header.rules_version}."
        )
    for what, same in (
        ("map", bound.map_digest == header.map_digest),
        ("tables", bound.plays_like(header.tables_digest)),
    ):
        if not same:
            raise Unfit(
                f"Its {what} of {bound.game.title} differ{'s' if what == 'map' else ''} from those of the games."
            )
    return bound


def unfit(header: bytes) -> str:
    """Why this worker cannot play such games; empty when it can."""
    try:
        bound_to(header)
    except Unfit as fault:
        return str(fault)
    return ""


def _play_number(job: Job, number: int) -> Played | None:
    """One game from a position (:func:`hexbench.study.playing.one_game`). Raises Unfit."""
    bound = bound_to(job.header)
    return one_game(bound.rules, makers_of(bound.game, job.names), job.start, number, job.most, _given_up())


def play_match(job: Job, seed: int, check: bool) -> tuple[GameResult, float]:
    """One game from a whole position whose dice are laid, and its seconds (:func:`hexbench.study.playout.play_out`). Raises Unfit."""
    from hexbench.engine.rules import Outcome

    bound = bound_to(job.header)
    begun = perf_counter()
    opponents = make_opponents(bound.game, job.names)
    begin = Outcome(bound.rules.unpack(job.start.position), None, (), (), "")
    found = play_out(bound.rules, begin, opponents, Chance(seed), check=check, most=job.most)
    return found, perf_counter() - begun


def _given_up() -> Stop:
    """Whether the game this worker plays in this thread is wanted no more: then it ends at the next action."""
    from distributed import get_worker

    try:
        worker: Any = get_worker()
        key = worker.get_current_task()
    except ValueError:  # called outside a worker
        return lambda: False

    def stop() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled"

    return stop


# ---- at home ---------------------------------------------------------------------------------------------------------
class Cluster:
    """A cluster whose workers can play games of one kind. ``refused``: worker -> why it cannot. Close it, or use ``with``."""

    def __init__(self, address: str, header: bytes) -> None:
        """Raises NoCluster when nobody answers, or no worker can play them."""
        try:
            from distributed import Client
            from distributed.comm.addressing import get_address_host_port
        except ImportError:
            raise NoCluster('Games on a cluster need Dask: pip install "hexbench[cluster]".') from None
        _hush()
        try:
            # a Client that finds nobody leaves its thread behind: knock first
            socket.create_connection(get_address_host_port(address), PATIENCE).close()
            # Dask's own methods are only partly typed
            self._client: Any = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, TimeoutError, ValueError) as fault:
            raise NoCluster(f"No Dask scheduler answers at {address}: {_first_line(fault)}") from None
        self.address = address
        self.refused: dict[str, str] = {}
        try:
            self._vet(header)
        except BaseException:
            self.close()
            raise

    def _vet(self, header: bytes) -> None:
        answers = self._client.run(unfit, header, on_error="return")
        if not answers:
            raise NoCluster(f"The cluster at {self.address} has no workers.")
        for worker, answer in sorted(answers.items()):
            if isinstance(answer, ImportError):
                self.refused[worker] = "It has no Hexbench of this version."
            elif answer:
                self.refused[worker] = str(answer)
        if len(self.refused) == len(answers):
            worker, why = next(iter(self.refused.items()))
            raise NoCluster(f"No worker of {self.address} can play these games. {worker}: {why}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster; games that are still under way end there."""
        self._client.close(timeout=PATIENCE)

    def _may(self) -> list[str] | None:
        """Who may play; None: everybody, those too that come later (they are asked again by each game)."""
        if not self.refused:
            return None
        return [one for one in self._workers() if one not in self.refused]

    def _workers(self) -> dict[str, int]:
        """Worker -> its threads. Not by ``scheduler_info``: the client's own looks write over its answer, without workers."""
        try:
            found: dict[str, int] = self._client.nthreads()
        except OSError:  # the client finds out a moment later than whoever asks it
            raise self._gone() from None
        return found

    def _gone(self) -> ProcessLost:
        return ProcessLost(f"The scheduler at {self.address} is gone.")

    def each(
        self, play: Callable[..., Any], jobs: Iterable[tuple[Any, ...]], stop: Stop | None = None
    ) -> Iterator[Any]:
        """``play(*job)`` for each job, in their order, until there are no more or ``stop()``. Raises Unfit, ProcessLost."""
        todo, waiting = iter(jobs), deque[Any]()
        ahead = 2 * max(1, sum(self._workers().values()))
        try:
            while stop is None or not stop():
                while len(waiting) < ahead and (job := next(todo, None)) is not None:
                    waiting.append(
                        self._client.submit(play, *job, pure=False, workers=self._may(), retries=1)
                    )
                if not waiting:
                    return
                done, found = self._look(waiting[0])
                if done:
                    waiting.popleft()
                    yield found
        finally:
            self._client.cancel(list(waiting), force=True)

    def _look(self, future: Any) -> tuple[bool, Any]:
        from distributed import CancelledError, KilledWorker
        from distributed import TimeoutError as NotYet
        from distributed.comm.core import CommClosedError

        try:
            return True, future.result(timeout=_LOOK)
        except NotYet:
            if self._client.status != "running":
                raise self._gone() from None
            if not [one for one in self._workers() if one not in self.refused]:
                raise ProcessLost(f"The last worker of {self.address} that could play is gone.") from None
            return False, None
        except KilledWorker:
            raise ProcessLost("A game has ended every worker that played it.") from None
        except (CancelledError, CommClosedError):  # it goes before an answer is asked for, or while it comes
            raise self._gone() from None


def _hush() -> None:
    """What goes wrong is told in our own sentences. Some of Dask's loggers have a level of their own."""
    names = [name for name in logging.root.manager.loggerDict if name.startswith("distributed.")]
    for name in ("distributed", *names):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _first_line(fault: BaseException) -> str:
    text = (getattr(fault, "strerror", "") or str(fault)).strip().split("\n", 1)[0]
    return text if text.endswith(".") else f"{text or type(fault).__name__}."


def play_afar(
    cluster: Cluster, job: Job, numbers: Iterable[int], stop: Stop | None = None
) -> Iterator[Played]:
    """The games of these numbers, as :func:`hexbench.study.playing.play_games` tells them. Raises Unfit, ProcessLost."""
    for found in cluster.each(_play_number, ((job, number) for number in numbers), stop):
        if found is None:
            return
        yield found
