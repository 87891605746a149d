"""The catalogue on disk: games as given by bootstrap, everything else from the folders of this run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from hexbench.engine.outline import CannotLoad, OutlinedGame
from hexbench.engine.values import Complaint, Say, listed, said, say
from hexbench.session.game import BadPosition, Bound, LoadedScenario
from hexbench.store import maps, scenarios, tables
from hexbench.store.customs import brief
from hexbench.store.found_games import FILE, Introduction, Source, read_introduction
from hexbench.store.paths import Places
from hexbench.store.recent import RecentGames
from hexbench.store.scenarios import PositionFile, ScenarioFile, ScenarioInfo
from hexbench.store.strict import BadFile, convert
from hexbench.store.tables import Own, check_numbers

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.atlas.sheet import MapSheet
    from hexbench.engine.calculator import Calculator
    from hexbench.engine.ledger import Ledger
    from hexbench.engine.rules import GameDef, Rules
    from hexbench.store.lessons import Lesson, LessonInfo

# A window is painted before a game is opened: what only opening one needs is imported there.

T = TypeVar("T")
Info = TypeVar("Info", ScenarioInfo, "LessonInfo")
"""An entry of a list: what is in the folders of a game."""

_MOST_PROBLEMS = 8
"""The most sentences reported about one file."""
_MOST_BOUND = 4
"""Games kept bound to a map and options, so that switching between them is quick. One with a large map keeps some 20 MB."""

_Stamp = tuple[str, int, int]
"""A file as it was read: path, time of its last change, bytes."""


def _stamp(path: Path) -> _Stamp:
    """A file that does not exist has one as well: reading it will report that."""
    try:
        found = path.stat()
    except OSError:
        return str(path), 0, 0
    return str(path), found.st_mtime_ns, found.st_size


class Shelf:
    """What ships, as it was read: maps, tables, and the games bound to them. Nothing in it changes except caches
    (:class:`~hexbench.engine.rules.Rules`), so all libraries of one run may share it, and a position loaded after
    another of the same kind finds its steps priced already.
    """

    def __init__(self) -> None:
        self._read: dict[tuple[Any, _Stamp], Any] = {}
        """(what was made from a file, the file as it was) -> the result."""
        self._bound: dict[tuple[Any, ...], Bound] = {}
        """(the game itself, map, tables, options) -> what was bound, the most recently used last."""

    def __reduce__(self) -> tuple[type[Shelf], tuple[()]]:
        """It is sent to another process empty: what is bound cannot leave this one, and is read there when needed."""
        return Shelf, ()

    def clear(self) -> None:
        """Forget everything: it is read and worked out again when needed."""
        self._read.clear()
        self._bound.clear()

    def once(self, kind: object, path: Path, make: Callable[[], T]) -> T:
        """The result of ``make`` for a file, made again only if the file has changed; ``kind`` distinguishes two results for one file."""
        name = kind, _stamp(path)
        if name not in self._read:
            self._read[name] = make()
        found: T = self._read[name]
        return found

    def bound(self, key: tuple[Any, ...]) -> Bound | None:
        """What was bound under this key, if it is still kept."""
        found = self._bound.pop(key, None)
        if found is not None:
            self._bound[key] = found
        return found

    def keep(self, key: tuple[Any, ...], bound: Bound) -> None:
        """Keep it, and drop what has not been used for longest."""
        self._bound[key] = bound
        if len(self._bound) > _MOST_BOUND:
            del self._bound[next(iter(self._bound))]


class Library:
    """A :class:`~hexbench.session.game.Catalogue` over folders. Maps and tables are read once and kept on its shelf."""

    def __init__(
        self,
        games: Sequence[GameDef],
        places: Places,
        homes: Mapping[str, Path] | None = None,
        left_out: Sequence[str] = (),
        sources: Mapping[str, Source] | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        self.shelf = shelf or Shelf()
        self.games: Mapping[str, GameDef] = {game.key: game for game in games}
        self.places = places
        self.homes: Mapping[str, Path] = homes or {}
        """Key -> the folder of a game that brings its own data."""
        self.left_out = tuple(left_out)
        """A sentence for each game that was found but could not be loaded."""
        self.sources: Mapping[str, Source] = sources or {}
        """Key -> the package of somebody else that a game comes from."""
        self.recent = RecentGames(places.data / "recent.json")
        self.faults: tuple[BadFile, ...] = ()
        """The faults of the files left out when scenarios or lessons were last listed."""
        self.own: Own | None = None
        """The player's own tables, for one of the games."""
        self._own_maps: dict[str, tuple[int, tuple[MapSheet, Atlas, str]]] = {}

    def with_own(self, own: Own | None, game: str = "") -> Library:
        """The same games, one of them with a player's own tables. Raises BadFile for tables of no game here.

        ``game``: the one to be played with them; tables of another are refused, because nobody would notice that they
        are not used.
        """
        if own is not None:
            check_numbers(own)
            self._check_game(own, game)
        other = copy(self)
        other.own = own
        return other

    def _check_game(self, own: Own, game: str) -> None:
        meant = own.content.game
        if meant in self.games and game in self.games and game != meant:
            raise BadFile(
                say(
                    "these are tables for {title}, but the game to be played is {other}.",
                    title=self.games[meant].title,
                    other=self.games[game].title,
                ),
                own.file,
                "game",
                ("game",),
            )
        if meant not in self.games:
            raise BadFile(
                say(
                    'there is no game "{name}" in this Hexbench; it has {known}.',
                    name=brief(own.content.game),
                    known=", ".join(self.games) or "none",
                ),
                own.file,
                "game",
                ("game",),
            )

    def at_home(self, home: Path) -> Library:
        """The same games with another player's folder: what comes from elsewhere is checked in a temporary one."""
        places = replace(self.places, config=home, data=home)
        return Library(
            tuple(self.games.values()), places, self.homes, self.left_out, self.sources, self.shelf
        )

    def ships(self, path: Path) -> bool:
        """Whether a file came with the program, or with a game."""
        shipped = (self.places.resources, self.places.scenarios, *self.homes.values())
        return any(path.absolute().is_relative_to(folder) for folder in shipped)

    def own_of(self, game: str) -> Own | None:
        """The player's own tables of a game."""
        return self.own if self.own is not None and self.own.content.game == game else None

    # ---- looking up
    def game(self, key: str) -> GameDef:
        """A game by its key. Raises BadFile."""
        found = self.games.get(key)
        if found is None:
            raise BadFile(
                say(
                    'there is no game "{name}" in this Hexbench; it has {known}.',
                    name=brief(key),
                    known=", ".join(self.games) or "none",
                )
            )
        return found

    def whole(self, key: str) -> GameDef:
        """A game with its rules loaded. Raises BadFile."""
        found = self.game(key)
        if isinstance(found, OutlinedGame):
            try:
                found.whole()
            except CannotLoad as fault:
                raise BadFile(str(fault)) from fault
        return found

    def folders(self, game: str) -> tuple[Path, ...]:
        """Where scenarios of a game are looked for: what ships, then the player's own."""
        home = self.homes.get(game)
        shipped = self.places.scenarios / game if home is None else home / "scenarios"
        return shipped, self.places.data / "scenarios" / game

    def resources(self, game: str) -> Path:
        """The folder of a game's shipped data."""
        return self.homes.get(game) or self.places.resources / "games" / game

    def _with_map(self, key: str) -> Path:
        """The folder whose folder ``maps`` contains a shipped map: the program's own, or that of a game."""
        homes = (home for home in self.homes.values() if maps.map_path(home, key).is_file())
        return (
            self.places.resources
            if maps.map_path(self.places.resources, key).is_file()
            else next(homes, self.places.resources)
        )

    def scenarios(self, game: str) -> tuple[ScenarioInfo, ...]:
        """The scenarios and positions of a game, in order. The faults of those left out are in :attr:`faults`."""
        return self._listed(game, scenarios.list_files)

    def _listed(
        self, game: str, listing: Callable[[Path, str], tuple[tuple[Info, ...], tuple[BadFile, ...]]]
    ) -> tuple[Info, ...]:
        """What is in the folders of a game; of several with the same name, what ships comes first."""
        self.game(game)
        found: dict[str, Info] = {}
        faults: list[BadFile] = []
        for folder in self.folders(game):
            infos, bad = listing(folder, game)
            faults += bad
            for info in infos:
                found.setdefault(info.name, info)
        self.faults = tuple(faults)
        return tuple(found.values())

    def scenario_path(self, game: str, name: str) -> Path:
        """The file of a scenario. Raises BadFile."""
        self.game(game)
        if (
            0 < len(name) <= 200
            and "\0" not in name
            and "/" not in name
            and "\\" not in name
            and not name.startswith(".")
        ):
            for folder in self.folders(game):
                path = folder / f"{name}.json"
                if path.is_file():
                    return path
        known = ", ".join(info.name for info in self.scenarios(game)) or "none"
        raise BadFile(
            say(
                '{game} has no scenario "{name}"; it has {known}.',
                game=self.games[game].title,
                name=brief(name),
                known=known,
            )
        )

    def lessons(self, game: str) -> tuple[LessonInfo, ...]:
        """The lessons of a game, in order: what ships, then the player's own. The faults of those left out are in :attr:`faults`."""
        from hexbench.store.lessons import list_lessons

        return self._listed(game, list_lessons)

    def calculator(self, game: str) -> Calculator | None:
        """The calculator of a game, with its tables; None: it has none. Raises BadFile."""
        found = self.whole(game)
        maker = getattr(found, "calculator", None)
        made: Calculator | None = maker(self._table(found, self.own_of(game))[0]) if maker else None
        return made

    def rules_text(self, game: str) -> Ledger:
        """The ledger of a game. Raises BadFile."""
        path = self.resources(self.game(game).key) / "rules.md"
        return self.shelf.once("ledger", path, lambda: tables.read_ledger(path))

    def palette(self, game: str) -> dict[str, Any]:
        """The palette of a game, empty if it has none or none that can be read. The answer is shared: never change it.

        Raises BadFile for an unknown game.
        """
        path = self.resources(self.game(game).key) / tables.PALETTE
        try:
            return self.shelf.once(tables.PALETTE, path, lambda: tables.read_palette(path))
        except (
            BadFile
        ):  # a game may be played in the desktop's colours; `hexbench check` reports what is wrong
            return {}

    def introduction(self, game: str) -> Introduction:
        """What the start page says about a game. Raises BadFile, also if it names an unknown side. A scenario it
        names may be missing: the player may have other data.
        """
        folder = self.resources(self.game(game).key)
        found = read_introduction(folder)
        if found.side and found.side not in self.game(game).sides:
            raise BadFile(
                say('{game} has no side "{side}".', game=game, side=found.side),
                str(folder / FILE),
                "side",
                ("side",),
            )
        return found

    # ---- binding
    def bind(
        self,
        game: str,
        map_: str | MapSheet,
        options: Mapping[str, Any],
        file: str = "",
    ) -> Bound:
        """A game bound to a map and options; ``file`` is where they were read. Raises BadFile."""
        found = self.whole(game)
        decoded: Any = convert(dict(options), found.Options, file, ("options",))
        if isinstance(map_, str) and not maps.is_key(map_):
            raise BadFile(say('there is no map "{name}".', name=brief(map_)), file, "map", ("map",))
        mine = self._own_map(map_) if isinstance(map_, str) else None
        sheet: MapSheet | None
        if isinstance(map_, str) and mine is not None:
            key, (sheet, atlas, map_digest) = map_, mine
        elif isinstance(map_, str):
            key, sheet = map_, None
            atlas, map_digest = self._atlas(map_, file)
        else:
            key, sheet = map_.key, map_
            atlas, map_digest = maps.make_atlas(map_, file), maps.digest(map_)
        own = self.own_of(game)
        table, tables_digest = self._table(found, own)
        # by identity: what is bound holds its map and its tables, so no others can be mistaken for them
        name = (found, id(atlas), id(table), maps.digest(decoded))
        bound = self.shelf.bound(name)
        if bound is None:
            rules = _opened(found, atlas, table, decoded, own, file)
            bound = Bound(found, rules, decoded, key, map_digest, tables_digest, sheet, own)
            # maps within files and a player's own tables are made anew each time: nobody needs them twice
            if own is None and isinstance(map_, str):
                self.shelf.keep(name, bound)
        return bound

    def maps(self, game: str) -> tuple[str, ...]:
        """The keys of the maps a game can be played on: what ships, then the player's own."""
        found = self.game(game)
        shipped = (self.places.resources, *self.homes.values())
        folders = (*(folder / "maps" for folder in shipped), self.places.maps)
        names = dict.fromkeys(path.stem for folder in folders for path in sorted(folder.glob("*.json")))
        return tuple(name for name in names if self._suits(found, name))

    def map_path(self, key: str) -> Path:
        """The file of a map by its key: what ships comes first. Raises BadFile."""
        if maps.is_key(key):
            for path in (maps.map_path(self._with_map(key), key), self.places.maps / f"{key}.json"):
                if path.is_file():
                    return path
        raise BadFile(say('there is no map "{name}".', name=brief(key)))

    def _suits(self, game: GameDef, key: str) -> bool:
        try:
            self.bind(game.key, key, {})
        except BadFile:
            return False
        return True

    def _own_map(self, key: str) -> tuple[MapSheet, Atlas, str] | None:
        """A map of the player's own; a game on it contains a copy, because it may be edited later."""
        if maps.map_path(self._with_map(key), key).is_file():
            return None
        path = self.places.maps / f"{key}.json"
        stamp = path.stat().st_mtime_ns if path.is_file() else 0
        kept = self._own_maps.get(key)
        if kept is None or kept[0] != stamp:
            sheet = maps.own_map(self.places.maps, key)
            if sheet is None:
                return None
            made = (sheet, maps.make_atlas(sheet, str(path)), maps.digest(sheet))
            kept = self._own_maps[key] = (stamp, made)
        return kept[1]

    def _atlas(self, key: str, file: str) -> tuple[Atlas, str]:
        folder = self._with_map(key)
        sheet = maps.shipped_map(folder, key, file)
        path = maps.map_path(folder, key)
        return self.shelf.once("atlas", path, lambda: (maps.make_atlas(sheet, str(path)), maps.digest(sheet)))

    def _table(self, game: GameDef, own: Own | None) -> tuple[Any, str]:
        path = self.resources(game.key) / "tables.toml"

        def read() -> tuple[Any, str]:
            table = tables.read_tables(path, game.Tables)
            return table, maps.digest(table)

        found = self.shelf.once(game.Tables, path, read)
        if own is None:
            return found
        mine = tables.merge_tables(found[0], own)
        judge(getattr(game, "check_tables", None), (mine,), own.file, "tables")
        return mine, maps.digest(mine)

    def _decode(self, file: ScenarioFile, path: Path, bound: Bound) -> Any:
        """What a scenario sets up. Unless it shipped with the program, the game checks it: other files and changes."""
        scenario = scenarios.decode_scenario(file, path, bound.game.Scenario, bound.own)
        own = path if bound.own is None else Path(bound.own.file)
        if own.parent != self.folders(file.game)[0]:
            check = getattr(bound.game, "check_scenario", None)
            judge(check, (bound.rules, scenario), str(own), "scenario")
        return scenario

    # ---- loading
    def load_scenario(self, game: str, name: str, options: Mapping[str, Any] | None = None) -> LoadedScenario:
        """A scenario ready to begin; ``options`` override the scenario's own. Raises BadFile."""
        return self._load(self.scenario_path(game, name), options, game)

    def load_file(self, path: Path, options: Mapping[str, Any] | None = None) -> LoadedScenario:
        """A scenario or position from any file. Raises BadFile."""
        return self._load(path, options)

    def _load(self, path: Path, options: Mapping[str, Any] | None, game: str | None = None) -> LoadedScenario:
        file = scenarios.read_file(path, game)
        info = scenarios.info_of(file, path)
        if isinstance(file, PositionFile):
            return self._position(file, info, options or {})
        bound = self._bind(file.game, file.map, file.options, options or {}, str(path))
        return LoadedScenario(bound, info, self._decode(file, path, bound), catalogue=self)

    def load_lesson(self, lesson: Lesson, path: Path) -> LoadedScenario:
        """The position of a lesson, audited. Raises BadFile, and BadPosition with the problems of the audit."""
        file = PositionFile(
            format="hexbench-position",
            version=1,
            game=self.game(lesson.game).key,
            name=lesson.name,
            title=lesson.title,
            blurb=lesson.blurb,
            source=lesson.source,
            provenance=lesson.provenance,
            map=lesson.map,
            base=lesson.base,
            options=lesson.options,
            position=lesson.position,
        )
        return self._position(file, scenarios.info_of(file, path), {})

    def load_position(
        self,
        game: str,
        position: dict[str, Any],
        *,
        base: str = "",
        map_: str | dict[str, Any] = "",
        options: Mapping[str, Any] | None = None,
        title: str = "",
    ) -> LoadedScenario:
        """A position given as data, audited. Raises BadFile, and BadPosition with the problems of the audit."""
        file = PositionFile(
            format="hexbench-position",
            version=1,
            game=self.game(game).key,
            name="position",
            title=title or "A position",
            source="rules",
            map=map_,
            base=base,
            options=dict(options or {}),
            position=position,
        )
        return self._position(file, scenarios.info_of(file, Path()), {})

    def _bind(
        self, game: str, map_: str | MapSheet, own: Mapping[str, Any], given: Mapping[str, Any], file: str
    ) -> Bound:
        """Bind with a file's own options and those given, which override them; a fault in those is not the file's."""
        try:
            return self.bind(game, map_, {**own, **given}, file)
        except BadFile as fault:
            if fault.keys[:1] == ("options",) and fault.keys[1:2] and fault.keys[1] in given:
                raise BadFile(fault.because, "", fault.where, fault.keys) from None
            raise

    def _position(self, file: PositionFile, info: ScenarioInfo, options: Mapping[str, Any]) -> LoadedScenario:
        name = str(info.path) if info.path.name else ""
        base_file, base_path = None, Path()
        from hexbench.session.spelling import map_as_meant, position_as_meant

        if file.base:
            base_path = self.scenario_path(file.game, file.base)
            found = scenarios.read_file(base_path, file.game)
            if not isinstance(found, ScenarioFile):
                raise BadFile(
                    say('"{name}" is itself a position; a base must be a scenario.', name=file.base),
                    name,
                    "base",
                    ("base",),
                )
            base_file = found
        map_: str | MapSheet
        if isinstance(file.map, dict):
            map_ = maps.inline_map(map_as_meant(file.map), self.places.resources, name)
        else:
            map_ = file.map or (base_file.map if base_file else "")
            if not map_:
                raise BadFile(
                    say("a position without a base scenario must name its map."), name, "map", ("map",)
                )
        own = {**(base_file.options if base_file else {}), **file.options}
        bound = self._bind(file.game, map_, own, options, name)
        scenario = self._decode(base_file, base_path, bound) if base_file else None
        position = position_as_meant(bound.rules.atlas, file.position)
        refit = getattr(bound.game, "refit", None)
        if options and refit is not None:
            before = self._bind(file.game, map_, own, {}, name)
            position = refit(position, before.rules, bound.rules, scenario)
        state = compose(bound.game, bound.rules, position, scenario, name)
        problems = bound.rules.audit(state)
        if problems:
            raise BadPosition(problems, name)
        return LoadedScenario(bound, info, scenario, state, catalogue=self)


def _opened(
    game: GameDef, atlas: Atlas, table: Any, options: Any, own: Own | None, file: str
) -> Rules[Any, Any, Any]:
    """The rules of a game on a map. Raises BadFile if map, tables and options do not fit together."""
    try:
        return game.open(atlas, table, options)
    except ValueError as fault:
        where, colon, reason = str(fault).partition(": ")
        if own is not None:  # a table that does not fit the map
            raise BadFile(said(fault), own.file, "tables", ("tables",)) from None
        if colon and where.startswith("map."):  # a map that is not one of this game
            raise BadFile(_because(fault, reason), file, where) from None
        raise BadFile(said(fault), file) from None


def _because(fault: ValueError, reason: str) -> Say | str:
    """The reason against what is at a path: one that can be translated, if the fault has such a sentence."""
    complaint = fault.args[0] if fault.args else ""
    return complaint.because if isinstance(complaint, Complaint) else reason


def compose(
    game: GameDef, rules: Rules[Any, Any, Any], position: dict[str, Any], base: Any, file: str = ""
) -> Any:
    """A position from its description, its stack ready to run. Raises BadFile.

    A game may read descriptions of its own (``GameDef.compose(rules, position, base)``, ValueError for what it cannot
    read). Otherwise a description is the State as data, with ``phase`` instead of the stack and ``seed`` instead of
    the dice.
    """
    from hexbench.engine.state import Dice, usual

    own = getattr(game, "compose", None)
    if own is not None:
        try:
            return usual(own(rules, position, base))
        except ValueError as fault:
            where, colon, reason = str(fault).partition(": ")
            if colon and where.startswith("position") and " " not in where.split('["')[0]:
                raise BadFile(_because(fault, reason), file, where) from None
            raise BadFile(said(fault), file, "position", ("position",)) from None
    raw = {key: value for key, value in position.items() if key not in ("phase", "seed")}
    phase, seed = position.get("phase", ""), position.get("seed", 0)
    state: Any = convert({"stack": [], **raw}, game.State, file, ("position",))
    if seed:
        state = replace(state, dice=convert({"seed": seed}, Dice, file, ("position",)))
    if phase:
        try:
            return usual(rules.enter(state, convert(phase, str, file, ("position", "phase"))))
        except ValueError as fault:
            raise BadFile(said(fault), file, "position.phase", ("position", "phase")) from None
    return usual(state)


def judge(check: Any, given: Sequence[Any], file: str, where: str) -> None:
    """Ask a game whether what a player wrote makes sense. Raises BadFile with every sentence it has against it."""
    found: Iterable[str] = check(*given) if check is not None else ()
    problems = list(found)
    if problems:
        rest = len(problems) - _MOST_PROBLEMS
        told = [_told(one) for one in problems[:_MOST_PROBLEMS]]
        if rest > 0:
            told.append(say("And {n} more.", n=rest))
        raise BadFile(listed(told, " "), file, where, (where,))


def _told(problem: str) -> Say:
    """A check's objection, with the path to what it is about."""
    if not isinstance(problem, Complaint):
        return say("{sentence}", sentence=problem)
    path = str(problem).removesuffix(f": {problem.because}")
    return say("{path}: {because}", path=path, because=problem.because)


def check_name(library: Library, name: str) -> None:
    """Raise BadFile for the name of a file where a scenario is expected: no game has such a name."""
    if name.partition("/")[0] not in library.games and (Path(name).suffix or os.path.lexists(name)):
        raise BadFile(say("this file cannot be opened here; a scenario is given as GAME/SCENARIO."), name)


def raw_options(bound: Bound) -> dict[str, Any]:
    """The options of a bound game as data."""
    found: dict[str, Any] = msgspec.to_builtins(bound.options)
    return found
