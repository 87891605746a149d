"""Beginning a game and opening a saved one."""

from __future__ import annotations

import copy
import secrets
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from hexbench import __version__
from hexbench.atlas.sheet import MapSheet
from hexbench.engine.rules import GameDef, Rules
from hexbench.engine.values import Say, say
from hexbench.session.automaton import levels
from hexbench.session.dice import Pledge, mixed, promised, with_letters
from hexbench.session.game import Bound, Catalogue, LoadedScenario
from hexbench.session.library import Library, check_name, raw_options
from hexbench.session.saved_history import SavedHistory, Unsound, stand_where_possible, unpack
from hexbench.session.session import Session
from hexbench.session.umpired import listed_title
from hexbench.store import customs
from hexbench.store.customs import brief
from hexbench.store.recent import RecentGames
from hexbench.store.rescue import Sound, open_save, rescue
from hexbench.store.saves import SUFFIX, Contents, SaveFile, SaveHeader, Watch, check_is_save, free_name
from hexbench.store.strict import BadFile, convert
from hexbench.store.tables import Own, OwnTables
from hexbench.store.words import Locked
from hexbench.store.worker import vet


def open_new(
    catalogue: Catalogue,
    game: str,
    scenario: str,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    where: Path | None = None,
    numbers: Sequence[int] | None = None,
    typed: bool = False,
    pledged: Pledge | None = None,
    letters: Mapping[str, str] | None = None,
    words: Mapping[str, str] | None = None,
) -> Session:
    """Begin a scenario or position. ``seed`` None: a random one. ``where`` None: kept among the player's games.

    ``typed``: the players roll their own dice; ``numbers`` are those needed before the first decision. The file is
    created with the first action, remark or drawing. ``pledged`` and ``letters`` (side -> what it typed): the seed
    depends on all of them. ``words`` (side -> its password) seal the file.

    Raises BadFile, NeedDice, BadNumbers, and ValueError for letters that are too few.
    """
    loaded = catalogue.load_scenario(game, scenario, options)
    place = where or autosave_path(catalogue, game, scenario)
    if typed:
        seed, numbers = 0, numbers or ()
    if pledged is not None and letters:
        loaded_as = header_of(loaded)
        seed = mixed(pledged.seed, pledged.salt, loaded_as.game, loaded_as.scenario, letters)
    seed = new_seed() if seed is None else seed
    session = begin(
        loaded, seed, numbers, where=place, or_beside=where is None, catalogue=catalogue, typed=typed
    )
    if pledged is not None and letters:
        session.header = with_letters(session.header, pledged, letters)
    if words:
        session.seal(words)
    return session


def new_seed() -> int:
    """A random seed."""
    return secrets.randbits(63)


def autosave_path(catalogue: Catalogue, game: str, scenario: str, now: datetime | None = None) -> Path:
    """A free name among the player's games: game, scenario, date and time."""
    when = (now or datetime.now().astimezone()).strftime("%Y-%m-%d-%H%M")
    return free_name(catalogue.places.games, f"{game}-{scenario}-{when}")


def begin(
    loaded: LoadedScenario,
    seed: int | None = 0,
    numbers: Sequence[int] | None = None,
    *,
    where: Path | None = None,
    or_beside: bool = False,
    catalogue: Catalogue | None = None,
    auto: bool = True,
    study: bool = False,
    typed: bool = False,
) -> Session:
    """A session on a loaded scenario; without ``where`` nothing is written. ``or_beside``: if the name is taken when
    the file is created, a similar one is used. Raises NeedDice, BadNumbers.
    """
    out = loaded.begin(seed, numbers)
    history = SavedHistory(loaded.game, loaded.rules, out.state, out.told)
    header = header_of(loaded, study=study)
    if typed:
        header = replace(header, dice="typed")
    else:
        header = promised(header, out.state.dice.seed)
    recent = catalogue.recent if catalogue else None
    return Session(loaded.bound, history, header, where=where, or_beside=or_beside, recent=recent, auto=auto)


def header_of(loaded: LoadedScenario, study: bool = False) -> SaveHeader:
    """What a saved game of a scenario says about itself, apart from dice."""
    info = loaded.info
    return replace(
        bound_header(loaded.bound),
        scenario=info.name,
        title=info.title,
        study=study,
        first_turn=info.first_turn,
    )


def bound_header(bound: Bound) -> SaveHeader:
    """What is needed to play by a game's rules on its map, whatever is played: nothing about players, dice or positions."""
    return SaveHeader(
        game=bound.game.key,
        scenario="",
        title="",
        rules_version=bound.game.rules_version,
        map=bound.map,
        sheet=msgspec.to_builtins(bound.sheet) if bound.sheet else None,
        map_digest=bound.map_digest,
        tables_digest=bound.tables_digest,
        own=msgspec.to_builtins(bound.own.content) if bound.own else None,
        options=raw_options(bound),
        program=__version__,
    )


def open_file(
    catalogue: Catalogue, path: Path, watch: Watch | None = None
) -> tuple[Session, tuple[Say, ...]]:
    """Continue a saved game; the notices are for the player. Raises BadFile, and whatever ``watch`` raises."""
    if not _known(catalogue, path):
        vet(path)
    refuge, sound = catalogue.places.games, _sound(catalogue)
    save, contents, notices = open_save(path, refuge, watch, sound)
    try:
        session, more = _restore(catalogue, save, contents)
    except Unsound:
        save.close()
        save, contents, notices = rescue(path, refuge, sound)
        session, more = _restore(catalogue, save, contents)
    except BaseException:
        save.close()
        raise
    return session, (*notices, *more)


def _known(catalogue: Catalogue, path: Path) -> bool:
    """Whether a file was written here: it is among the player's games, or was played recently."""
    place = path.absolute()
    return place.parent == catalogue.places.games.absolute() or any(
        Path(one.path).absolute() == place for one in catalogue.recent.games()
    )


def _sound(catalogue: Catalogue) -> Sound:
    """Whether the game named in a save's header can read a packed position."""
    known: dict[str, Bound] = {}

    def sound(header: SaveHeader, data: bytes) -> bool:
        try:
            if header.game not in known:
                known[header.game] = bind_header(catalogue, header, "")
            bound = known[header.game]
            unpack(bound.game, bound.rules, header.rules_version, data)
        except BadFile:
            return False
        return True

    return sound


def _players(game: GameDef, saved: Mapping[str, str]) -> tuple[dict[str, str], list[Say]]:
    """side -> level, for the sides the computer plays, and what the player should be told about it.

    A level that no longer exists, because it was not shown to be stronger than the one below, is replaced by the
    strongest there is: its side was not played by a person.
    """
    there, players, told = levels(game), dict[str, str](), list[Say]()
    for side, level in saved.items():
        if side not in game.sides:
            continue
        if level in game.opponents:
            players[side] = level
        elif there:
            players[side] = there[-1]
            told.append(
                say(
                    'The computer no longer has a level "{old}" in this game; it continues at "{new}".',
                    old=brief(level),
                    new=there[-1],
                )
            )
    return players, list(dict.fromkeys(told))


def _restore(catalogue: Catalogue, save: SaveFile, contents: Contents) -> tuple[Session, tuple[Say, ...]]:
    bound = bind_header(catalogue, contents.header, str(save.path))
    history = _rebuild(bound, save, contents, fetch=True)
    header, game = contents.header, bound.game
    players, notices = _players(game, header.players)
    known = getattr(game, "manners", ())
    manners = {s: manner for s, manner in header.manners.items() if s in players and manner in known}
    header = replace(header, players=players, manners=manners)
    if bound.map_digest != header.map_digest:
        notices.append(say("The map has been changed since this game was begun."))
    if not bound.plays_like(header.tables_digest):
        notices.append(say("The tables have been changed since this game was begun."))
    changed = stand_where_possible(history)
    if changed is not None:
        notices.append(changed)
    if header.rules_version != game.rules_version:
        header = msgspec.structs.replace(header, rules_version=game.rules_version)
        save.set_header(header)
    answered = (row.node for row in contents.rows if row.auto)
    session = Session(
        bound,
        history,
        header,
        save=save,
        recent=catalogue.recent,
        answered=answered,
        sketches=contents.sketches,
        notes={key: note for key, note in contents.notes.items() if 0 <= key[0] < len(history.nodes)},
    )
    catalogue.recent.note(
        save.path, title=listed_title(header), game=header.game, scenario=header.scenario, turn=session.turn
    )
    return session, tuple(notices)


def restore_history(
    catalogue: Catalogue, save: SaveFile, contents: Contents, fetch: bool = True
) -> tuple[SavedHistory, GameDef]:
    """The history in a save; ``fetch`` False: from its first position alone. Raises BadFile."""
    bound = bind_header(catalogue, contents.header, str(save.path))
    return _rebuild(bound, save, contents, fetch), bound.game


def bind_header(catalogue: Catalogue, header: SaveHeader, file: str) -> Bound:
    """The game a header names, with its map, options and tables. Raises BadFile."""
    if header.game not in catalogue.games:
        raise BadFile(
            say(
                'this is a game of "{name}", which is not part of this Hexbench.',
                name=brief(header.game),
            ),
            file,
        )
    game = catalogue.games[header.game]
    if header.rules_version > game.rules_version:
        raise BadFile(
            say("this game was played with newer rules of {title}. It was left unchanged.", title=game.title),
            file,
        )
    map_: str | MapSheet = (
        header.map if header.sheet is None else convert(header.sheet, MapSheet, file, ("sheet",))
    )
    return with_own_of(catalogue, header, file).bind(header.game, map_, header.options, file)


def with_own_of(catalogue: Catalogue, header: SaveHeader, file: str = "") -> Catalogue:
    """The games, one of them with the player's tables in a header. Raises BadFile."""
    if header.own is None:
        return catalogue.with_own(None)
    own = Own(file=file, content=convert(header.own, OwnTables, file, ("own",)))
    return catalogue.with_own(own)


def _rebuild(bound: Bound, save: SaveFile, contents: Contents, fetch: bool) -> SavedHistory:
    start = save.state(0)
    assert start is not None, "a save is only read when it has its first position"
    state = unpack(bound.game, bound.rules, *start, str(save.path))
    history = SavedHistory(bound.game, bound.rules, state, contents.opening)
    if fetch:
        history.fetch_from(save)
    _grow(history, contents)
    return history


def _grow(history: SavedHistory, contents: Contents) -> None:
    """Add the tree of a save, without its positions."""
    for row in contents.rows:
        history.here = row.parent
        history.add(row.record, None)
    for node, child in contents.latest.items():
        if 0 <= node < len(history.nodes) and child in history.nodes[node].children:
            history.nodes[node].latest = child
    for node, name in contents.names.items():
        if 0 <= node < len(history.nodes):
            history.nodes[node].name = name
    history.here = contents.here


# A game to be looked at and not played: a saved one from a copy, so that its file and the list of games stay as they are.

UMPIRE = "umpire"
"""The umpire, who sees everything, where a side is expected."""


@contextmanager
def looked_at(library: Catalogue, path: Path) -> Iterator[Session]:
    """A saved game, open while it is looked at. Raises BadFile."""
    check_is_save(path)
    with tempfile.TemporaryDirectory(prefix="hexbench-") as folder:
        beside = Path(folder)
        try:
            for suffix in ("-journal", ""):
                found = path.with_name(path.name + suffix)
                if not suffix or found.is_file():
                    customs.bring(found, beside / found.name)
        except OSError as fault:
            raise BadFile(
                say("this file could not be read ({why}).", why=str(fault.strerror)), str(path)
            ) from None
        quiet = copy.copy(library)
        quiet.recent = RecentGames(beside / "recent.json")
        try:
            session, _ = open_file(quiet, beside / path.name)
        except Locked as fault:
            raise Locked(fault.seal, fault.because, str(path)) from None
        except BadFile as fault:
            raise BadFile(fault.because, str(path), fault.where, fault.keys) from None
        try:
            yield session
        finally:
            session.close()


@contextmanager
def begun(library: Catalogue, game: str, scenario: str) -> Iterator[Session]:
    """A scenario at its first decision; nothing is written. Raises BadFile."""
    session = begin(library.load_scenario(game, scenario), 0)
    try:
        yield session
    finally:
        session.close()


def opened(library: Library, name: str) -> AbstractContextManager[Session]:
    """A saved game or a scenario by its name on the command line, to be looked at. Raises BadFile."""
    if name.lower().endswith(SUFFIX):
        return looked_at(library, Path(name))
    check_name(library, name)
    game, slash, scenario = name.partition("/")
    if not slash:
        names = ", ".join(f"{game}/{info.name}" for info in library.scenarios(game))
        raise BadFile(say("Name a saved game, or a scenario: {names}.", names=names))
    return begun(library, game, scenario)


def eyes(session: Session, side: str) -> str | None:
    """From whose view to look: a side, or None for the umpire.

    An empty name means everything, if nothing is hidden from a side or study mode is on. Raises BadFile.
    """
    names = (*session.rules.sides, UMPIRE)
    if side in session.rules.sides:
        return side
    if side == UMPIRE or (not side and (session.study or type(session.rules).hide is Rules.hide)):
        return None
    if side:
        raise BadFile(
            say('There is no side "{side}" here; there are {names}.', side=side, names=", ".join(names))
        )
    raise BadFile(
        say("This game has hidden information: name one of the sides {names}.", names=", ".join(names))
    )
