"""Games on a Dask cluster of two workers, started as docs/cluster.md says, one of them killed on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from hexbench import bootstrap, cli
from hexbench import cluster as clusters
from hexbench.cluster import (
    Cluster,
    Job,
    NoCluster,
    Unfit,
    bind_as_told,
    header_for,
    play_afar,
    play_match,
)
from hexbench.session.game import LoadedScenario
from hexbench.store.saves import SaveHeader
from hexbench.study.playing import ProcessLost, Start, play_games
from hexbench.study.playout import MOST, Chance, make_opponents, makers_of, play_out
from tests.sizes import sized

STRANGER = "import hexbench; hexbench.__version__ = '0.0.0'; "
"""Makes a worker believe that it is of another version."""


class Yard:
    """A scheduler, one for all tests, and the workers of a test, each a process as ``dask scheduler`` and ``dask worker`` start it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.running: list[subprocess.Popen[bytes]] = []
        self._start(
            "scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
            "--scheduler-file",
            str(self.file),
        )
        # the file is there before all of it is written
        self._until(lambda: self.file.is_file() and self.file.read_bytes().rstrip().endswith(b"}"))
        self.address: str = msgspec.json.decode(self.file.read_bytes())["address"]

    def worker(self, before: str = "") -> subprocess.Popen[bytes]:
        """One more worker, there when this returns."""
        known = len(self.workers())
        found = self._start(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", before=before
        )
        self._until(lambda: len(self.workers()) > known)
        return found

    def workers(self) -> dict[str, int]:
        from distributed import Client

        with Client(self.address, set_as_default=False, timeout=20) as client:  # type: ignore[no-untyped-call]
            return dict(client.nthreads())

    def _start(self, *words: str, before: str = "") -> subprocess.Popen[bytes]:
        line = f"{before}import sys; from dask.__main__ import main; sys.argv[0] = 'dask'; main()"
        running = subprocess.Popen(
            [sys.executable, "-c", line, *words],
            env={**os.environ, "PYTHONWARNINGS": "ignore"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.file.parent,
        )
        self.running.append(running)
        return running

    def _until(self, there: object, most: float = 60.0) -> None:
        assert callable(there)
        begun = time.monotonic()
        while not there():
            assert time.monotonic() - begun < most, "the cluster does not come up"
            time.sleep(0.1)

    def clear(self) -> None:
        """Away with the workers: the next test finds a scheduler that has none."""
        if len(self.running) > 1:
            self._end(self.running[1:])
            del self.running[1:]
            self._until(lambda: not self.workers())

    def close(self) -> None:
        self._end(self.running)

    def _end(self, some: list[subprocess.Popen[bytes]]) -> None:
        for running in reversed(some):
            running.send_signal(signal.SIGKILL)
        for running in some:
            running.wait(20)


@pytest.fixture(scope="module")
def scheduled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Yard]:
    pytest.importorskip("distributed")
    made = Yard(tmp_path_factory.mktemp("cluster"))
    yield made
    made.close()


@pytest.fixture
def yard(scheduled: Yard) -> Iterator[Yard]:
    yield scheduled
    scheduled.clear()


@pytest.fixture(scope="module")
def losheim() -> LoadedScenario:
    return bootstrap.catalogue().load_scenario("trumpets", "losheim")


def _job(loaded: LoadedScenario, names: tuple[str, ...] = ("random",), side: str | None = "german") -> Job:
    state = loaded.begin(3).state
    view = state if side is None else loaded.rules.view(state, side)
    return Job.of(loaded.bound, names, Start.of(loaded.rules, view, side), MOST)


def test_the_games_are_those_of_home_and_a_killed_worker_loses_none(
    yard: Yard, losheim: LoadedScenario
) -> None:
    doomed = yard.worker()
    yard.worker()
    job, numbers = _job(losheim), range(5, sized(30, 65))
    home = list(play_games(losheim.rules, makers_of(losheim.game, job.names), job.start, numbers))
    found = []
    with Cluster(yard.address, job.header) as cluster:
        assert cluster.refused == {}
        for one in play_afar(cluster, job, numbers):
            found.append(one)
            if len(found) == 2:
                doomed.kill()
                doomed.wait(20)
    assert found == home
    assert len(yard.workers()) == 1


def test_whole_games_are_played_as_at_home_by_the_command_line(
    yard: Yard, losheim: LoadedScenario, capsys: pytest.CaptureFixture[str]
) -> None:
    yard.worker()
    words = ["play-out", "trumpets/losheim", "--games", "2", "--seed", "4"]
    digests = []
    for more in ([], ["--cluster", yard.address]):
        assert cli.main([*words, *more]) == 0
        lines = capsys.readouterr().out.splitlines()
        digests.append([line.rpartition(" ")[2] for line in lines if line.startswith("seed")])
    assert digests[0] == digests[1]
    assert len(digests[0]) == 2
    asked = ["study", "chance", "trumpets/losheim", "--games", "3"]
    assert cli.main(asked) == 0
    home = capsys.readouterr().out
    assert cli.main([*asked, "--cluster", yard.address]) == 0
    assert capsys.readouterr().out == home
    assert home.startswith("game 0: ")


def test_a_worker_of_another_version_is_left_out_with_a_sentence(
    yard: Yard, losheim: LoadedScenario, capsys: pytest.CaptureFixture[str]
) -> None:
    yard.worker(STRANGER)
    asked = ["study", "chance", "trumpets/losheim", "--games", "2", "--cluster", yard.address]
    assert cli.main(asked) == 1
    alone = capsys.readouterr()
    assert alone.out == ""
    assert "can play these games" in alone.err
    assert "It has Hexbench 0.0.0; the games are played with" in alone.err
    yard.worker()
    assert cli.main(asked) == 0
    both = capsys.readouterr()
    assert "is left out. It has Hexbench 0.0.0" in both.err
    assert both.out.count("game ") == 2


def test_when_the_last_worker_is_gone_it_is_said_and_what_was_told_stands(
    yard: Yard, losheim: LoadedScenario
) -> None:
    only = yard.worker()
    job = _job(losheim)
    with Cluster(yard.address, job.header) as cluster:
        games = play_afar(cluster, job, range(100_000))
        first = next(games)
        only.kill()
        with pytest.raises(ProcessLost, match=r"The last worker of .* is gone"):
            list(games)
    assert first.number == 0


def test_when_the_scheduler_is_killed_it_is_said_in_a_sentence_alone(
    tmp_path: Path, losheim: LoadedScenario, capfd: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    own = Yard(tmp_path)
    try:
        own.worker()
        job = _job(losheim)
        with Cluster(own.address, job.header) as cluster:
            games = play_afar(cluster, job, range(100_000))
            assert next(games).number == 0
            own.running[0].kill()
            with pytest.raises(ProcessLost, match=r"The scheduler at .* is gone"):
                list(games)
    finally:
        own.close()
    assert capfd.readouterr() == ("", "")


def test_whoever_stops_gets_no_more_and_the_worker_is_free_again(yard: Yard, losheim: LoadedScenario) -> None:
    yard.worker()
    job = _job(losheim)
    told: list[int] = []
    with Cluster(yard.address, job.header) as cluster:
        for one in play_afar(cluster, job, range(100), lambda: len(told) > 1):
            told.append(one.number)  # noqa: PERF401 - what is told so far decides when it ends
        games = play_afar(cluster, job, range(100_000))
        assert next(games).number == 0
        games.close()  # type: ignore[attr-defined]
        again = list(play_afar(cluster, job, (7,)))
    assert told == [0, 1]
    assert [one.number for one in again] == [7]


def test_no_scheduler_and_no_workers_are_said_in_a_sentence(
    yard: Yard, losheim: LoadedScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 1)
    with pytest.raises(NoCluster, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9: .*\.$"):
        Cluster("tcp://127.0.0.1:9", header_for(losheim.bound))
    with pytest.raises(NoCluster, match="has no workers"):
        Cluster(yard.address, header_for(losheim.bound))


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"program": "0.1"}, "the games are played with 0.1"),
        ({"rules_version": 0}, "the games are played with version 0"),
        ({"rules_version": 10_000}, "newer rules"),
        ({"game": "chess"}, '"chess"'),
        ({"map_digest": "x"}, "Its map of A Time for Trumpets differs"),
        ({"tables_digest": "x"}, "Its tables of A Time for Trumpets differ from"),
    ],
)
def test_what_a_worker_has_otherwise_is_refused(
    losheim: LoadedScenario, other: dict[str, object], sentence: str
) -> None:
    header = msgspec.json.decode(header_for(losheim.bound), type=SaveHeader)
    catalogue = bootstrap.catalogue()
    bound = bind_as_told(catalogue, header)
    assert (bound.map_digest, bound.tables_digest) == (losheim.bound.map_digest, losheim.bound.tables_digest)
    with pytest.raises(Unfit) as fault:
        bind_as_told(catalogue, replace(header, **other))
    assert sentence in str(fault.value)


def test_a_job_carries_nothing_secret_of_the_game_it_was_asked_in(losheim: LoadedScenario) -> None:
    job = _job(losheim)
    header = msgspec.json.decode(job.header, type=SaveHeader)
    assert (header.salt, header.commitment, header.letters, header.sealed) == ("", "", {}, None)
    assert losheim.rules.unpack(job.start.position).dice.seed == 0


def test_a_match_is_played_as_at_home(losheim: LoadedScenario) -> None:
    job = Job.of(losheim.bound, ("random",), Start(losheim.rules.pack(losheim.begin(6).state), None), MOST)
    opponents = make_opponents(losheim.game, ("random",))
    home = play_out(losheim.rules, losheim.begin(6), opponents, Chance(6))
    assert play_match(job, 6, False)[0] == home
