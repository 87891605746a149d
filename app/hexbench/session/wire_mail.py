"""The requests of the engine protocol about games by mail, and what an engine with such a game keeps to itself."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexbench.session import mail
from hexbench.session import requests as rq
from hexbench.session.faults import Answer, Bad, named
from hexbench.session.mailing import MailSession, open_desk, open_letter
from hexbench.session.session import Session
from hexbench.store import letters
from hexbench.store.tables import read_own

if TYPE_CHECKING:
    from hexbench.session.wire import Engine


def seat_of(session: Session, side: str | None) -> str | None:
    """The side that is answered to: at a game by mail its own, and nobody else's. Raises Bad."""
    owner = session.owner
    if owner is None or (isinstance(session, MailSession) and session.is_over):
        return side
    if side not in (owner, None):
        raise Bad("sealed", f"This copy of the game is {owner}'s: no other seat is shown.", path="side")
    return owner


def umpires(session: Session) -> None:
    """What only an umpire may see is not shown of a game by mail. Raises Bad."""
    if seat_of(session, None) is not None:
        raise Bad("sealed", f"This copy of the game is {session.owner}'s: the whole position is not shown.")


def where(session: Session) -> Answer:
    """How a game by mail stands, beside what is told of any game."""
    if not isinstance(session, MailSession):
        return {}
    waits = session.waits
    return {
        "mail": {
            "seat": session.owner,
            "letter": session.number,
            "may_send": session.may_write,
            "waits": "" if waits is None else str(waits),
        }
    }


def invite(engine: Engine, request: rq.Invite) -> Answer:
    """Begin a game by mail."""
    catalogue = engine.catalogue
    if request.tables:
        catalogue = catalogue.with_own(read_own(Path(request.tables)))
    with named("scenario"):
        desk = mail.invite(
            catalogue, request.game, request.scenario, request.side, _new(request.file), request.options
        )
    return {"desk": str(desk), "file": request.file}


def accept(engine: Engine, request: rq.Accept) -> Answer:
    """Take the other side of a game that is offered."""
    invitation = _file(request.file)
    _, found = mail.read_invitation(invitation)
    side = mail.other_side(engine.catalogue, found, request.file)
    desk = mail.answer(engine.catalogue, invitation, _new(request.answer))
    return {"desk": str(desk), "file": request.answer, "seat": side}


def letter(engine: Engine, request: rq.Letter) -> tuple[MailSession, Answer]:
    """Open a letter of the other player; the game it belongs to is open then."""
    session, before = open_letter(engine.catalogue, _file(request.file), engine.at)
    session.auto = False
    told: list[Any] = [
        {"node": line.node, "say": str(line.text)} for line in session.log() if line.node > before
    ]
    return session, {"log": told}


def load(engine: Engine, path: Path) -> MailSession | None:
    """Go on with a game by mail; None: the file is none."""
    if letters.is_letter(path):
        raise Bad("data", "This is a letter: open it with letter, or answer it with accept.", path="file")
    if not letters.is_desk(path):
        return None
    if isinstance(engine.at, MailSession) and engine.at.path == path:
        return engine.at
    session = open_desk(engine.catalogue, path)
    session.auto = False
    return session


def send(session: Session, request: rq.Send) -> Answer:
    """Write the next letter, or the last one once more."""
    if not isinstance(session, MailSession):
        raise Bad("request", "The open game is not played by mail.")
    if request.again:
        session.write_again(_new(request.file))
    else:
        session.write(_new(request.file))
    return {"file": request.file}


def _file(name: str) -> Path:
    if not name or "\0" in name:
        raise Bad("request", "Give the name of a file.", path="file")
    return Path(name)


def _new(name: str) -> Path:
    """The letter a client wants written: over nothing, or over another letter. Raises Bad."""
    path = _file(name)
    if os.path.lexists(path) and not letters.is_letter(path):
        raise Bad(
            "write", "There is a file of this name that is no letter. It was left as it is.", path="file"
        )
    return path
