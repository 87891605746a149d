"""Games that were played out for a study, kept as saves of their own so that they can be opened as replays."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.values import Action
from hexbench.session.dice import promised
from hexbench.session.keeping import begin_file, write_whole
from hexbench.session.saved_history import SavedHistory
from hexbench.study.playing import Makers, Start, one_game, world_of
from hexbench.study.playout import MOST, Done, Stoppable

if TYPE_CHECKING:
    from hexbench.session.session import Session


def keep_game(
    session: Session, makers: Makers, start: Start, number: int, path: Path, *, title: str, most: int = MOST
) -> Path:
    """Game ``number`` from a position played again, and written as a saved game. Raises CannotWrite."""
    rules = session.rules
    first = world_of(rules, start, Stoppable(number, lambda: False))
    history = SavedHistory(session.game, rules, first)

    def each(done: Done) -> None:
        history.keep(rules.decider(done.before), done.out)

    one_game(rules, makers, start, number, most, lambda: False, each)
    return _kept(session, history, path, title)


def keep_line(
    session: Session, world: bytes, line: Iterable[tuple[Action, tuple[int, ...]]], path: Path, *, title: str
) -> Path:
    """Actions with their numbers from a packed position, written as a saved game. Raises CannotWrite."""
    history = SavedHistory(session.game, session.rules, session.rules.unpack(world))
    for action, numbers in line:
        history.do(action, numbers, trusted=True)
    return _kept(session, history, path, title)


def _kept(session: Session, history: SavedHistory, path: Path, title: str) -> Path:
    header = replace(
        session.header,
        title=title,
        players={},
        study=True,
        first_turn=session.turn or session.header.first_turn,
        dice="seeded",
        salt="",
        commitment="",
        pledged="",
        letters={},
        sealed=None,
        rules_version=session.game.rules_version,
    )
    header = promised(header, history.state_at(0).dice.seed)
    path.unlink(missing_ok=True)
    write_whole(path, lambda part: begin_file(part, header, history.rules, history, ()))
    return path
