"""The review of a session's game: its line, who may review it and how, and a decision opened as a branch of the game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from hexbench.engine.rules import Rules
from hexbench.engine.values import Action, Refused, Say, said, say
from hexbench.session.automaton import levels
from hexbench.session.dice import promised
from hexbench.session.saved_history import SavedHistory, begin_file, write_whole
from hexbench.session.session import Stopped
from hexbench.study.review import NO_VALUE, Line, Step, scale_of

if TYPE_CHECKING:
    from hexbench.session.session import Session
    from hexbench.study.review import Decision


NOTHING = say("Nothing has been done yet.")
NO_LEVEL = say("This game has no computer opponent, so nothing can show what would have been better.")


class Played(NamedTuple):
    """The line to the current position, which is reviewed, and the node of the position before each of its actions."""

    line: Line
    nodes: tuple[int, ...]


def played(session: Session) -> Played:
    """The line of a session to its current position. Raises Unreachable if today's rules no longer lead there."""
    nodes = session.history.line()
    root = session.history.state_at(nodes[0].number)
    steps = tuple(
        Step(node.record.action, tuple(node.record.numbers)) for node in nodes[1:] if node.record is not None
    )
    return Played(
        Line(session.rules.pack(root), steps, session.header.first_turn), tuple(one.number for one in nodes)
    )


def seen_by(session: Session, side: str | None) -> str | None:
    """From whose view a game is reviewed when ``side`` asks: from its own while the game hides something and is not
    over, otherwise from nobody's (None: everything is known).
    """
    if type(session.rules).hide is Rules.hide or session.decider is None:
        return None
    return side


def no_review(session: Session) -> Say | None:
    """Why a game cannot be reviewed, in a sentence; None: it can."""
    if scale_of(session.game, session.rules, session.state) is None:
        return NO_VALUE
    return NOTHING if session.history.node.parent is None else None


def best_level(session: Session) -> str:
    """The level that is asked what would have been better; empty: the game has none."""
    found = levels(session.game)
    return found[-1] if found else ""


def open_decision(session: Session, nodes: tuple[int, ...], one: Decision, name: str) -> int:
    """Go to the position before a decision and do there what the computer would have done, as a branch with a name.

    Returns the node at its end. Raises Stopped if that position may not be visited, if the computer's own dice would
    enter a game that is still being played, or if the actions are not possible in this game (they were imagined), and
    CannotWrite.
    """
    if not session.free and any(numbers for _, numbers in one.line):
        raise Stopped(say("The computer rolled its own dice there, which are not the dice of this game."))
    session.go(nodes[one.step])
    first = 0
    for number, (action, numbers) in enumerate(one.line):
        try:
            out = session.do_quietly(action, numbers, follows=number > 0)
        except (Refused, ValueError) as fault:
            raise Stopped(say("It cannot be done here: {why}", why=said(fault))) from None
        first = first or session.node
        session.announce_done(out.told)
    if first:
        session.name_branch(first, name)
    return session.node


# Games that were played out for a study, kept as separate saves so that they can be opened as replays.


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
        rules_version=session.game.rules_version,
    )
    header = promised(header, history.state_at(0).dice.seed)
    path.unlink(missing_ok=True)
    write_whole(path, lambda part: begin_file(part, header, history.rules, history, ()))
    return path
