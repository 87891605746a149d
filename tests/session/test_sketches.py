"""What players draw on the map: whose it is, taken back and drawn again, kept in the file."""

from __future__ import annotations

import pytest

from hexbench.session.library import Library
from hexbench.session.opening import open_file
from hexbench.session.session import Session
from hexbench.session.sketches import Sketchbook
from hexbench.store.saves import Drawn, SaveFile, Sketch
from hexbench.store.strict import CannotWrite
from tests.session import toybox

PIN = Sketch(kind="pin", hexes=("0101",))
NOTE = Sketch(kind="note", hexes=("0202",), text="Hold until the third turn", colour="blue")
ARROW = Sketch(kind="arrow", hexes=("0101", "0303"), colour="green")


def test_each_side_sees_its_own_and_study_sees_all() -> None:
    book = Sketchbook({}, lambda n, drawn: None)
    book.draw("red", PIN)
    book.draw("blue", NOTE)
    book.draw(None, ARROW)
    assert list(book.seen("red").values()) == [PIN]
    assert list(book.seen("blue").values()) == [NOTE]
    assert list(book.seen(None).values()) == [ARROW]
    assert list(book.seen(None, study=True).values()) == [PIN, NOTE, ARROW]


def test_drawing_is_taken_back_and_done_again_by_the_one_who_drew() -> None:
    book = Sketchbook({}, lambda n, drawn: None)
    n = book.draw("red", NOTE)
    changed = Sketch(kind="note", hexes=("0202",), text="Fall back")
    book.change("red", n, changed)
    book.draw("blue", PIN)
    book.erase("red", n)
    assert book.seen("red") == {}
    for wanted in (changed, NOTE, None):
        book.undo("red")
        assert list(book.seen("red").values()) == ([] if wanted is None else [wanted])
    assert not book.can_undo("red")
    assert list(book.seen("blue").values()) == [PIN]
    for wanted in (NOTE, changed, None):
        book.redo("red")
        assert list(book.seen("red").values()) == ([] if wanted is None else [wanted])
    assert not book.can_redo("red")
    book.undo("red")
    book.draw("red", ARROW)
    assert not book.can_redo("red")


def test_what_cannot_be_written_is_not_drawn() -> None:
    def full(n: int, drawn: Drawn | None) -> None:
        raise CannotWrite("the disk is full.", "x")

    book = Sketchbook({}, full)
    with pytest.raises(CannotWrite):
        book.draw("red", PIN)
    assert book.all == {}
    assert not book.can_undo("red")


def test_drawings_are_in_the_file_from_before_its_first_action_on(session: Session, library: Library) -> None:
    session.sketches.draw("red", NOTE)  # no file yet
    session.do(toybox.move(session))
    n = session.sketches.draw("blue", ARROW)
    session.sketches.draw("red", PIN)
    session.sketches.erase("blue", n)
    assert session.path is not None
    path = session.path
    copy = path.with_name("copy.hexgame")
    session.save_as(copy)
    session.close()
    again, _ = open_file(library, copy)
    assert list(again.sketches.seen("red").values()) == [NOTE, PIN]
    assert again.sketches.seen("blue") == {}
    again.sketches.draw("blue", PIN)
    assert list(again.sketches.seen("blue").values()) == [PIN]
    again.close()
    save = SaveFile.open(copy)
    assert len(save.read().sketches) == 3
    save.close()


def test_what_is_drawn_before_the_first_action_is_kept_too(library: Library) -> None:
    session = toybox.open_ridge(library)
    session.sketches.draw("red", ARROW)
    path = session.path
    assert path is not None
    session.do(toybox.move(session))
    session.close()
    again, _ = open_file(library, path)
    assert list(again.sketches.seen("red").values()) == [ARROW]
    assert again.node == 1
