"""Edits that are gathered into one."""

from __future__ import annotations

import pytest

from hexbench.engine.values import say
from hexbench.session.editor.document import MAIN, Document, Patch
from hexbench.session.editor.draft import Draft, Edited

START = Document({MAIN: {"list": [1, 2]}})


def test_what_is_done_together_is_one_edit_told_once() -> None:
    draft = Draft(START)
    heard: list[Edited] = []
    draft.listeners.append(heard.append)
    with draft.together(say("Both")):
        assert draft.do(say("One"), [Patch(keys=("list", 0), do="insert", value=0)])
        assert draft.get("list") == [0, 1, 2], "what follows builds on it"
        with draft.together(say("Within")):
            draft.do(say("Two"), [Patch(keys=("list", 0), do="drop")])
            draft.do(say("Three"), [Patch(keys=("list", 0), value=9)])
        assert not heard
    assert [str(one.what) for one in heard] == ["Both"]
    assert draft.get("list") == [9, 2]
    assert draft.undo()
    assert draft.document == START
    assert not draft.undo()
    assert draft.redo()
    assert draft.get("list") == [9, 2]


def test_one_thing_done_together_keeps_its_own_name_and_nothing_is_no_edit() -> None:
    draft = Draft(START)
    with draft.together(say("Both")):
        draft.do(say("One"), [Patch(keys=("list", 0), value=5)])
    assert str(draft.undo_text) == "One"
    with draft.together(say("Both")):
        draft.do(say("There"), [Patch(keys=("list", 0), value=6)])
        draft.do(say("And back"), [Patch(keys=("list", 0), value=5)])
    assert str(draft.undo_text) == "One"


def test_where_it_breaks_off_nothing_has_changed() -> None:
    draft = Draft(START)

    def edit() -> None:
        with draft.together(say("Both")):
            draft.do(say("One"), [Patch(keys=("list", 0), value=5)])
            draft.do(say("Nowhere"), [Patch(keys=("none", 0), do="drop")])

    with pytest.raises(ValueError, match=r"\.$"):
        edit()
    assert draft.document is START
    assert not draft.history.can_undo
