"""The map compiler in a separate process, so that the window stays responsive: recompiling a recipe, or importing data files.

work = Compiling(resources, key) or Importing(plan)
work.start(); while work.running: work.poll(); work.what, work.done, work.total; work.stop()
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from hexbench.atlas.sheet import Cell, MapSheet, Place
from hexbench.engine.values import Say, Wrong, say
from hexbench.mapmaker.geojson import Imported, Plan
from hexbench.session.editor import map_ops
from hexbench.store import customs, worker
from hexbench.store.strict import BadFile
from hexbench.study.thinking import OtherProcess, unstarted

if TYPE_CHECKING:
    from hexbench.engine.documents.editing import MapVocabulary

LONGEST = 600
"""CPU seconds that one piece of work may use."""
LARGEST = 2 * 2**30
"""Memory that it may use, in bytes."""
RANKS: Mapping[str, int] = {"city": 1, "town": 2, "crossroads": 4, "village": 4, "landmark": 4}
"""The rank of a place imported from a file."""


class Work:
    """One piece of work in another process."""

    def __init__(self, job: Callable[..., bytes], *parts: Any) -> None:
        """``job`` and ``parts`` are sent to the other process, which returns its answer packed."""
        self._job, self._parts = job, parts
        self._far = OtherProcess()
        self.done, self.total, self.what = 0, 0, ""
        self.fault: Say | str = ""
        """Why there is no answer, in one sentence; a plain string is not translated."""
        self.answer: bytes | None = None
        self._lacked = False
        """No process could be started, and this has not been reported yet."""

    @property
    def running(self) -> bool:
        """Whether it is still running."""
        return self._far.line is not None

    def start(self) -> None:
        """Start it. If the system cannot start a process, that becomes the answer."""
        try:
            self._far.start(_serve, self._job, self._parts)
        except OSError as fault:
            self.fault = unstarted(fault)
            self._lacked = True

    def poll(self) -> bool:
        """Receive progress; True if there is anything new."""
        line, new = self._far.line, False
        if line is None:
            new, self._lacked = self._lacked, False
            return new
        try:
            while line.poll():
                word, *rest = line.recv()
                new = True
                if word == "step":
                    self.done, self.total, self.what = rest
                    continue
                if word == "answer":
                    self.answer = rest[0]
                else:
                    self.fault = rest[0]
                self.stop()
                return True
        except (EOFError, OSError):
            self.fault = say("The process ended without returning a result.")
            self.stop()
            return True
        return new

    def wait(self) -> None:
        """Block until it is over, for callers without a window."""
        while self._far.line is not None:
            self._far.line.poll(0.1)
            self.poll()

    def stop(self) -> None:
        """End it."""
        self._far.end()


def _serve(line: Connection, job: Callable[..., bytes], parts: tuple[Any, ...]) -> None:
    """In the other process: do the job and report on it."""

    def step(done: int, total: int, what: str) -> None:
        line.send(("step", done, total, what))

    worker.confine(LONGEST, LARGEST)  # geographic data files may come from anywhere
    with contextlib.suppress(EOFError, OSError):
        try:
            answer = job(*parts, step)
        except (ValueError, OSError) as fault:
            line.send(("fault", fault.say if isinstance(fault, Wrong) else str(fault)))
        except MemoryError:
            line.send(("fault", say("These files contain more than a map can hold.")))
        except ModuleNotFoundError as lack:  # a player's installation lacks the packages needed only for maps
            line.send(
                (
                    "fault",
                    say(
                        "This needs {lack}: install it with `pip install 'hexbench[maps]'` "
                        "(in a checkout: `make setup`).",
                        lack=lack.name or "",
                    ),
                )
            )
        except Exception as fault:  # noqa: BLE001 - whoever asked is told
            why = f"{type(fault).__name__}: {fault}"
            line.send(("fault", say("Building the map failed ({why}).", why=why)))
        else:
            line.send(("answer", answer))


class Compiling(Work):
    """A recipe of the program being recompiled."""

    def __init__(self, resources: Path, key: str) -> None:
        super().__init__(_compile, resources, key)

    @property
    def sheet(self) -> MapSheet | None:
        """The map; None if there is none yet."""
        return None if self.answer is None else msgspec.json.decode(self.answer, type=MapSheet)


def _compile(resources: Path, key: str, step: Any) -> bytes:
    from hexbench.mapmaker.make import compiled  # expensive import: only in the other process

    return msgspec.json.encode(compiled(key, resources, step))


def has_recipe(resources: Path, key: str) -> bool:
    """Whether the program includes a recipe for this map."""
    return any((resources / "maps" / f"{key}{end}.toml").is_file() for end in ("", ".chart", ".drawn"))


class Importing(Work):
    """Geographic data files being imported onto a grid. ``plan`` is a
    :class:`hexbench.mapmaker.geojson.Plan`.
    """

    def __init__(self, plan: Plan) -> None:
        super().__init__(_import, msgspec.json.encode(plan))

    @property
    def imported(self) -> Imported | None:
        """What was found; None if nothing yet."""
        if self.answer is None:
            return None
        return msgspec.json.decode(self.answer, type=Imported)


def _import(plan: bytes, step: Any) -> bytes:
    from hexbench.mapmaker.imported import bring  # expensive import: only in the other process

    return msgspec.json.encode(bring(msgspec.json.decode(plan, type=Plan), foreign, step))


def foreign(path: Path) -> bytes:
    """The bytes of a geographic data file, after the checks for foreign files. Raises ValueError (one
    sentence).
    """
    try:
        return customs.take(path)
    except BadFile as fault:
        raise Wrong(say("{file} cannot be read: {why}", file=path.name, why=fault.because)) from None


def with_imported(sheet: MapSheet, found: Imported, ground: MapVocabulary, *, instead: bool) -> MapSheet:
    """The map with the imported features. ``instead``: existing rivers, roads and places are removed first."""
    if instead:
        kinds = {kind for _, kind, _ in found.sides}
        sheet = (
            map_ops.drop_sides(sheet, [row.side for row in sheet.hexsides], sorted(kinds)) if kinds else sheet
        )
        sheet = replace(sheet, roads=()) if found.roads else sheet
        sheet = replace(sheet, places=()) if found.places else sheet
    cells: dict[str, Cell] = dict(sheet.cells)
    for name, terrain in found.terrain.items():
        if name in cells:
            cells[name] = replace(cells[name], terrain=terrain)
    features = {key for key, _ in ground.features}
    for _, kind, name in found.places:
        if kind in features and name in cells:
            here = cells[name]
            cells[name] = replace(here, features=tuple(sorted({*here.features, kind})))
    sheet = replace(sheet, cells=cells)
    on = set(cells)
    by_kind: dict[tuple[str, str], list[str]] = {}
    for side, kind, river in found.sides:
        if set(side.split("/")) <= on:
            by_kind.setdefault((kind, river), []).append(side)
    for (kind, river), sides in by_kind.items():
        along = tuple(dict.fromkeys((*(o for one, o in ground.with_ if one == kind), kind)))
        sheet = map_ops.put_sides(sheet, sides, along if len(along) == 2 else (kind,), river)
    for kind in dict.fromkeys(kind for _, kind in found.roads):
        sides = [side for side, k in found.roads if k == kind and side.split("/")[0] in on]
        sheet = map_ops.put_roads(sheet, sides, kind)
    sheet = _bridged(sheet, ground)
    names = {place.name for place in sheet.places}
    new = [Place(n, k, (at,), RANKS.get(k, 4)) for n, k, at in found.places if n not in names and at in on]  # type: ignore[arg-type]
    return replace(sheet, places=(*sheet.places, *new))


def _bridged(sheet: MapSheet, ground: MapVocabulary) -> MapSheet:
    """Add a bridge wherever a road crosses a kind of hexside that the game bridges."""
    over = {other for one, other in ground.with_ if one == "bridge"}
    road = {row.side for row in sheet.roads}
    wanted = [
        row.side
        for row in sheet.hexsides
        if row.side in road and over & set(row.kinds) and not {"bridge", "ford"} & set(row.kinds)
    ]
    return map_ops.put_sides(sheet, wanted, ["bridge"]) if wanted else sheet
