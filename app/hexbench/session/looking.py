"""A game to be looked at and not played: a saved one from a copy, so that its file and the list of games stay as they are."""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from hexbench.engine.rules import Rules
from hexbench.engine.values import say
from hexbench.session.game import Catalogue
from hexbench.session.library import Library
from hexbench.session.opening import begin, open_file
from hexbench.session.session import Session
from hexbench.store import customs
from hexbench.store.recent import RecentGames
from hexbench.store.saves import SUFFIX, check_is_save
from hexbench.store.strict import BadFile
from hexbench.store.words import Locked

UMPIRE = "umpire"
"""Who sees everything, where a side is asked for."""


@contextmanager
def looked_at(library: Catalogue, path: Path) -> Iterator[Session]:
    """A saved game, open as long as it is looked at. Raises BadFile."""
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
            raise Locked(fault.seal, fault.reason, str(path)) from None
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
    """A saved game or a scenario by what it is called on the command line, to be looked at. Raises BadFile."""
    if name.endswith(SUFFIX):
        return looked_at(library, Path(name))
    game, slash, scenario = name.partition("/")
    if not slash:
        names = ", ".join(f"{game}/{info.name}" for info in library.scenarios(game))
        raise BadFile(say("Name a saved game, or a scenario: {names}.", names=names))
    return begun(library, game, scenario)


def eyes(session: Session, side: str) -> str | None:
    """Through whose eyes to look: a side, or None for the umpire.

    An empty name means everything, where nothing is kept from a side or study mode is on. Raises BadFile.
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
        say("Not everybody may see everything in this game: name a side of {names}.", names=", ".join(names))
    )
