"""Bookmarks and comments are read by those who wrote them, and by whoever may know all."""

from __future__ import annotations

import sqlite3

from hexbench.session.library import Library
from hexbench.session.opening import open_file
from hexbench.session.session import Session
from hexbench.session.sketches import EVERYBODY, Remarks
from hexbench.store.saves import Note
from tests.session import toybox


def ignore(node: int, owner: str, note: Note) -> None:
    """Nothing is kept."""


def test_a_seat_reads_its_own_and_the_umpire_all() -> None:
    book = Remarks({}, ignore)
    book.put("red", 3, Note("trap here", True))
    book.put("blue", 3, Note("push on"))
    assert book.seen("red") == {3: Note("trap here", True)}
    assert book.seen("blue") == {3: Note("push on")}
    assert book.seen(None)[3].mark
    assert {"trap here", "push on"} == set(book.seen(None)[3].text.split("\n"))
    assert book.seen("blue", study=True)[3].text.startswith("push on")


def test_what_is_put_in_the_place_of_everybodys_note_is_everybodys() -> None:
    book = Remarks({(1, EVERYBODY): Note("old")}, ignore)
    assert book.seen("red") == book.seen("blue") == {1: Note("old")}
    book.put(None, 1, Note("new"))
    assert book.seen("red") == book.seen("blue") == {1: Note("new")}
    book.put("red", 1, Note())
    assert book.seen(None) == {}


def test_the_file_keeps_every_seats_own(session: Session, library: Library) -> None:
    session.do(toybox.move(session))
    for side, text in (("red", "trap here"), ("blue", "push on")):
        session.viewer = side
        session.note(1, Note(text))
    session.note(0, Note("gone"))
    session.note(0, Note())
    assert session.path is not None
    session.close()
    again, _ = open_file(library, session.path)
    again.viewer = "red"
    assert again.notes == {1: Note("trap here")}
    again.viewer = "blue"
    assert again.notes == {1: Note("push on")}


def test_a_note_of_the_first_version_is_everybodys_until_it_is_replaced(
    session: Session, library: Library
) -> None:
    session.do(toybox.move(session))
    assert session.path is not None
    session.close()
    with sqlite3.connect(session.path) as db:
        db.execute("CREATE TABLE notes (node INTEGER PRIMARY KEY, mark INTEGER NOT NULL, text TEXT NOT NULL)")
        db.execute("INSERT INTO notes VALUES (1, 1, 'long ago')")
    db.close()
    again, _ = open_file(library, session.path)
    again.viewer = "red"
    assert again.notes == {1: Note("long ago", True)}
    again.note(1, Note("mine"))
    again.close()
    last, _ = open_file(library, session.path)
    last.viewer = "red"
    assert last.notes == {1: Note("mine")}
    last.viewer = "blue"
    assert last.notes == {}


def test_what_is_noted_before_the_first_action_is_kept_too(library: Library) -> None:
    session = toybox.open_ridge(library)
    heard: list[str] = []
    session.subscribe(lambda change: heard.append(change.kind))
    session.note(0, Note())
    assert not heard, "there is nothing to keep"
    session.note(0, Note("hold the ridge", mark=True))
    path = session.path
    assert path is not None
    assert heard == ["saved"]
    session.close()
    again, _ = open_file(library, path)
    assert list(again.remarks.all.values()) == [Note("hold the ridge", mark=True)]
    again.do(toybox.move(again))
    assert len(again.history.nodes) == 2
