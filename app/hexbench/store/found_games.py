"""Which games there are: every one that a package on this machine lists in the entry point group ``hexbench.games``.

A game lists itself with ``key = "package.module:GAME"``; its data are in the folder of that module (``tables.toml``,
``rules.md``, ``palette.toml``, ``maps/``, ``scenarios/``), unless they are among the program's own. A game that
cannot be loaded, or was made for another version of the contract, is left out with a sentence, so that the others can
still be played. If the entry is an :class:`~hexbench.engine.outline.OutlinedGame`, the game itself is not loaded yet.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple

import msgspec

from hexbench.engine.outline import CONTRACT, OutlinedGame
from hexbench.store.canon import write_bytes
from hexbench.store.customs import brief
from hexbench.store.strict import CannotWrite, convert, parse_toml, read_text

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

    from hexbench.engine.rules import GameDef

GROUP: Final = "hexbench.games"
SWITCH: Final = "HEXBENCH_NO_ADDONS"
"""If set to anything, every game of another package is left out: their code runs with the player's rights."""


def _are_texts(found: Any) -> bool:
    return isinstance(found, tuple | list) and all(isinstance(one, str) and one for one in found)


_KINDS: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "title": (lambda found: isinstance(found, str) and bool(found.strip()), "a text"),
    "sides": (lambda found: _are_texts(found) and len(found) > 1, "two texts at least"),
    "rules_version": (lambda found: type(found) is int, "a whole number"),
    "phases": (_are_texts, "texts"),
    "upgrades": (lambda found: isinstance(found, Mapping), "a mapping"),
    "opponents": (
        lambda found: isinstance(found, Mapping) and _are_texts(tuple(found)),
        "a mapping by their names",
    ),
}
"""What lists, the start page and saved games read of a game before it is played: a check for each, and what it must be."""
_OURS: Final = "hexbench"
_PACKAGE: Final = Path(__file__).resolve().parents[1]
_ROOT: Final = Path(__file__).resolve().parents[3]
ORDER: Final = "games.txt"
"""A file that a wheel contains beside its data: the keys of our games, one per line, in the order of pyproject.toml.
The metadata of an installed package list them alphabetically.
"""


class Line(NamedTuple):
    """An entry point of our own package, with the attribute names that ``importlib.metadata`` uses."""

    name: str
    value: str
    dist: None = None

    @property
    def module(self) -> str:
        """The module that contains the game."""
        return self.value.partition(":")[0]

    def load(self) -> Any:
        """Load what is listed."""
        return getattr(import_module(self.module), self.value.partition(":")[2])


class Source(NamedTuple):
    """The package of somebody else that a game comes from, according to its metadata."""

    package: str
    version: str
    licence: str


class Found(NamedTuple):
    """The games on this machine. ``homes``: key -> the folder of a game that brings its own data."""

    games: tuple[GameDef, ...]
    homes: Mapping[str, Path]
    left_out: tuple[str, ...]
    """A sentence for each that could not be loaded."""
    sources: Mapping[str, Source] = MappingProxyType({})
    """Key -> where a game comes from, for those of other packages."""


def listed(
    root: Path = _ROOT,
    wanted: Callable[[], bool] = lambda: True,
    order: Path = _PACKAGE / "data" / ORDER,
    kept: Path | None = None,
) -> tuple[EntryPoint | Line, ...]:
    """Every entry point of the group, ours first. ``wanted`` is called only if there are any of other packages.

    A checkout's own are read from its pyproject.toml and not from what was installed when its environment was made: a
    game added since is found at once, and a removed one is not looked for.

    ``kept`` is a file that remembers whether all games are ours, which is so until something is installed: importing
    what reads the metadata of packages (it brings in the standard library's e-mail package) and reading them takes a
    tenth of a start.
    """
    project = _project(root)
    places = _places(project) if kept is not None else None
    if kept is not None and places is not None and (known := _remembered(kept, places)):
        return known
    points = tuple(entry_points(group=GROUP))
    ours: tuple[EntryPoint | Line, ...]
    ours = (
        _of_project(project) if project else _in_order([point for point in points if _is_ours(point)], order)
    )
    others = sorted((p for p in points if not _is_ours(p)), key=lambda p: (p.name, p.value))
    if kept is not None and places is not None and not others:
        _remember(kept, places, ours)
    if os.environ.get(SWITCH) or not others or not wanted():
        return ours
    return (*ours, *others)


def entry_points(group: str) -> Sequence[EntryPoint]:
    """The entry points of every installed package."""
    from importlib.metadata import entry_points as of_all

    return tuple(of_all(group=group))


def _is_ours(point: EntryPoint | Line) -> bool:
    return point.dist is not None and point.dist.name == _OURS


def _in_order(points: Sequence[EntryPoint], order: Path) -> tuple[EntryPoint, ...]:
    try:
        keys = order.read_text(encoding="utf-8").split()
    except OSError:
        keys = []
    places = {key: place for place, key in enumerate(keys)}
    return tuple(sorted(points, key=lambda point: (places.get(point.name, len(places)), point.name)))


def _project(root: Path) -> Path | None:
    """The pyproject.toml of the checkout that this module is part of; None if the program was installed."""
    file = root / "pyproject.toml"
    return file if Path(__file__).resolve().parents[2] == root / "app" and file.is_file() else None


def _of_project(file: Path) -> tuple[Line, ...]:
    project = tomllib.loads(file.read_text(encoding="utf-8")).get("project", {})
    table = project.get("entry-points", {}).get(GROUP, {})
    return tuple(Line(name, value) for name, value in table.items())


class _Kept(msgspec.Struct, frozen=True):
    """What is remembered about which games there are: the places searched, each with the time of its last change, and our games."""

    places: tuple[tuple[str, int], ...]
    games: tuple[tuple[str, str], ...]


def _places(project: Path | None) -> tuple[tuple[str, int], ...] | None:
    """Every place where packages may be, with the time of its last change in nanoseconds: a folder changes as soon as
    a package is added or removed (``importlib.metadata`` relies on the same). None: packages are found in some other
    way.
    """
    if [one for one in sys.meta_path if hasattr(one, "find_distributions")] != [PathFinder]:
        return None
    return tuple((place, _changed(place)) for place in (*sys.path, *([str(project)] if project else [])))


def _changed(place: str) -> int:
    try:
        return Path(place).stat().st_mtime_ns
    except OSError:
        return 0


def _remembered(file: Path, places: tuple[tuple[str, int], ...]) -> tuple[Line, ...]:
    """Our games, if nothing has changed since; none if it has, or if the file cannot be read."""
    with contextlib.suppress(OSError, ValueError):
        kept = msgspec.json.decode(file.read_bytes(), type=_Kept)
        if kept.places == places and all(value.startswith(f"{_OURS}.") for _, value in kept.games):
            return tuple(Line(name, value) for name, value in kept.games)
    return ()


def _remember(file: Path, places: tuple[tuple[str, int], ...], ours: Sequence[EntryPoint | Line]) -> None:
    kept = _Kept(places, tuple((point.name, point.value) for point in ours))
    with contextlib.suppress(CannotWrite, ValueError):  # a path may contain something that is no character
        write_bytes(file, msgspec.json.encode(kept))


def find_games(points: Sequence[EntryPoint | Line] | None = None) -> Found:
    """Load every game that is listed; if two have the same key, the first is used."""
    games: dict[str, GameDef] = {}
    homes: dict[str, Path] = {}
    left_out: list[str] = []
    sources: dict[str, Source] = {}
    for point in listed() if points is None else points:
        try:
            game = point.load()
            home = _home(point)
        except (Exception, SystemExit) as fault:  # noqa: BLE001 - the code of another package may raise anything
            left_out.append(_sentence(point, _said(fault)))
            continue
        wrong = _wrong(point, game, games)
        if wrong:
            left_out.append(_sentence(point, wrong))
            continue
        games[point.name] = game
        if home is not None:
            homes[point.name] = home
        if point.dist is not None and not _is_ours(point):
            sources[point.name] = _source(point.dist)
    return Found(tuple(games.values()), homes, tuple(left_out), sources)


def _source(dist: Distribution) -> Source:
    """One line each, and not a long one, of somebody else's metadata."""
    head = dist.metadata
    said = [head[key] for key in ("License-Expression", "License") if key in head]
    licence = next((text.strip().split("\n")[0] for text in said if text.strip()), "")
    return Source(brief(dist.name), brief(dist.version), brief(licence))


def _sentence(point: EntryPoint | Line, why: str) -> str:
    """Why a game is left out, and whose it is. Whoever made the package wrote all of these words: they are put on one line."""
    package = ""
    if point.dist is not None and not _is_ours(point):
        source = _source(point.dist)
        package = f" of the package {source.package} {source.version}"
    return f"The game {brief(point.name)} ({brief(point.value)}){package} is left out: {why}"


def _said(fault: BaseException) -> str:
    """What a package raised, as the end of a sentence: the first line, and the kind of fault if that says more."""
    words = str(fault).strip()
    first = brief(words.splitlines()[0].strip()) if words else ""
    kind = type(fault).__name__
    if isinstance(fault, ImportError) and first:
        return first
    return (
        f"it failed while it was loaded ({kind}: {first})"
        if first
        else f"it failed while it was loaded ({kind})"
    )


def _home(point: EntryPoint | Line) -> Path | None:
    """The folder of a game that brings its own data; None: they are among the program's own."""
    file = getattr(import_module(point.module), "__file__", None)
    folder = Path(file).resolve().parent if file else None
    return folder if folder is not None and (folder / "tables.toml").is_file() else None


def _asked() -> tuple[str, ...]:
    """What every game must have, according to the contract."""
    from hexbench.engine.rules import GameDef  # what plays games: ours are known by their outlines

    return *GameDef.__annotations__, "open"


def _wrong(point: EntryPoint | Line, game: Any, games: Mapping[str, GameDef]) -> str:
    """Why a loaded game cannot be used; empty: it can."""
    asked = () if isinstance(game, OutlinedGame) else _asked()
    missing = [name for name in asked if not hasattr(game, name)]
    if asked and len(missing) == len(asked):
        return "what is listed there is no game."
    made_for = getattr(game, "contract", None)
    if made_for != CONTRACT:
        return f"it was made for version {made_for} of the contract of games, and this Hexbench has version {CONTRACT}."
    if missing:
        return f"it has no {', '.join(missing)}."
    if game.key != point.name:
        return f"its key is {game.key!r}, and that is what its entry point must be called."
    if game.key in games:
        return "there is a game of that key already."
    # of an outlined game only the outline exists yet
    known = vars(game) if isinstance(game, OutlinedGame) else _KINDS
    odd = [
        f"{name} must be {kind}"
        for name, (fits, kind) in _KINDS.items()
        if name in known and not fits(getattr(game, name))
    ]
    return f"{', '.join(odd)}." if odd else ""


# What the start page says about a game: two sentences, its scale, where to begin, and how long and how difficult its scenarios are.

FILE = "introduction.toml"
_Difficulty = Literal["", "easy", "medium", "hard"]


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """About how long a scenario takes two players who know the rules, in minutes (0: not given), and how difficult it is."""

    minutes: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    difficulty: _Difficulty = ""


_NOT_MEASURED = Measure()


class Introduction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``introduction.toml`` in the folder of the game's data::

        text = "Two sentences."
        scale = "Regiments, 4 km a hex, half a day a turn"
        begin = "bastogne"
        side = "german"

        [scenario.bastogne]
        minutes = 60
        difficulty = "easy"

    ``begin`` is the scenario to begin with, ``side`` the side a lone beginner plays in it. All of it may be left out, and so may
    the file: a player's own scenario has no line in it.
    """

    text: str = ""
    scale: str = ""
    begin: str = ""
    side: str = ""
    scenario: dict[str, Measure] = {}

    def measure(self, name: str) -> Measure:
        """What is known about a scenario."""
        return self.scenario.get(name, _NOT_MEASURED)


def read_introduction(folder: Path) -> Introduction:
    """The introduction of a game, from the folder of its data; an empty one if there is no file. Raises BadFile."""
    path = folder / FILE
    if not path.is_file():
        return Introduction()
    found: Introduction = convert(parse_toml(read_text(path), str(path)), Introduction, str(path))
    return found
