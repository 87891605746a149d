"""Documents, patches and the history of edits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexbench.engine.values import say
from hexbench.session.editor.document import MAIN, Document, Patch, patched
from hexbench.session.editor.draft import Draft, Edited

START = Document({MAIN: {"units": {"a": {"at": "0101"}}, "list": [1, 2]}, "part.json": {"x": {}}})


def test_patches_lead_from_one_document_to_another_and_leave_the_first_alone() -> None:
    new = patched(
        START,
        (
            Patch(keys=("units", "b", "at"), value="0102"),
            Patch(keys=("units", "a"), do="drop"),
            Patch(keys=("list", 0), do="insert", value=0),
            Patch(keys=("list", 2), value=9),
            Patch(keys=("x", "y"), value=[1], file="part.json"),
        ),
    )
    assert new.files == {
        MAIN: {"units": {"b": {"at": "0102"}}, "list": [0, 1, 9]},
        "part.json": {"x": {"y": [1]}},
    }
    assert START.main == {"units": {"a": {"at": "0101"}}, "list": [1, 2]}


@pytest.mark.parametrize(
    "patch",
    [
        Patch(keys=("units", "c"), do="drop"),
        Patch(keys=("list", 5), value=1),
        Patch(keys=("list", "a"), value=1),
        Patch(keys=("units", "a", "at", "deep"), value=1),
        Patch(keys=("x",), value=1, file="none.json"),
    ],
)
def test_a_path_that_leads_nowhere_is_one_sentence_and_changes_nothing(patch: Patch) -> None:
    draft = Draft(START)
    with pytest.raises(ValueError, match=r"\.$"):
        draft.do(say("Try"), [patch])
    assert draft.document is START
    assert not draft.history.can_undo


def test_edits_are_undone_done_again_and_branch() -> None:
    draft = Draft(START)
    heard: list[Edited] = []
    draft.listeners.append(heard.append)
    assert draft.do(say("Move {who}", who="a"), [Patch(keys=("units", "a", "at"), value="0105")])
    assert heard == [Edited((("", ("units", "a", "at")),), say("Move {who}", who="a"))]
    assert str(draft.undo_text) == "Move a"
    assert draft.dirty
    draft.undo()
    assert (draft.document, draft.dirty) == (START, False)
    assert str(draft.redo_text) == "Move a"
    assert draft.redo()
    assert draft.get("units", "a", "at") == "0105"
    draft.undo()
    draft.do(say("Other"), [Patch(keys=("units", "a", "at"), value="0109")])
    draft.go(1)
    assert draft.get("units", "a", "at") == "0105"
    assert not draft.do(say("Same"), [Patch(keys=("units", "a", "at"), value="0105")])


def test_what_is_saved_is_canonical_and_parts_lie_beside_it(tmp_path: Path) -> None:
    draft = Draft(START, tmp_path / "one.json")
    draft.do(say("Move"), [Patch(keys=("units", "a", "at"), value="0105")])
    draft.save()
    assert json.loads((tmp_path / "one.json").read_text())["units"]["a"]["at"] == "0105"
    assert not (tmp_path / "part.json").exists()
    assert not draft.dirty
    draft.save(tmp_path / "two.json")
    assert (tmp_path / "part.json").exists()
    assert draft.path == tmp_path / "two.json"
