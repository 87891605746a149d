"""Every edit is on disk at once; after a crash all of them are there again and may be undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexbench.engine.values import say
from hexbench.session.editor.document import MAIN, Document, Patch
from hexbench.session.editor.draft import Draft
from hexbench.session.editor.journal import Journal, discard, recover, recovered, unfinished
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.editor.starting import open_scenario
from hexbench.session.library import Library
from hexbench.store.strict import BadFile
from tests.session.editor.small import SMALL
from tests.sizes import FULL


def crashed(games: Library) -> tuple[ScenarioDraft, Journal]:
    """A campaign with edits that nobody saved."""
    draft = open_scenario(games, games.scenario_path("iron_tide", "campaign"))
    journal = Journal(games.places, draft)
    assert not journal.path.exists(), "nothing has been edited"
    draft.place(["A-106-422"], "3041")
    draft.place(["A-106-423"], "3041")
    draft.undo()
    draft.place(["A-106-424"], "3040")
    return draft, journal


def unsaved(draft: ScenarioDraft) -> bool:
    """Whether there is something to be saved."""
    return draft.dirty


def test_after_a_crash_every_edit_is_there_again(games: Library) -> None:
    draft, journal = crashed(games)
    (left,) = unfinished(games.places)
    assert (left.kind, left.title, left.path, left.file, left.edits) == (
        "scenario",
        "Campaign",
        journal.path,
        draft.path,
        3,
    )
    again = recover(games, left)
    assert again.document == draft.document
    assert again.path == draft.path
    assert unsaved(again)
    assert [node.parent for node in again.history.nodes] == [node.parent for node in draft.history.nodes]
    assert again.undo_text == draft.undo_text
    going_on = Journal(games.places, again, left=left)
    while again.undo():
        pass
    assert not unsaved(again)
    assert unfinished(games.places) == ()
    again.go(2)
    assert again.place_of("A-106-423") == "3041"
    assert recover(games, unfinished(games.places)[0]).document == again.document
    going_on.close()
    assert not journal.path.exists()


def test_a_line_torn_by_the_crash_costs_that_line_alone(games: Library) -> None:
    draft, journal = crashed(games)
    whole = journal.path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for cut in range(len(b"".join(lines[:3])) + 1, len(whole), 97):
        journal.path.write_bytes(whole[:cut])
        (left,) = unfinished(games.places)
        again = recover(games, left)
        assert again.place_of("A-106-422") == "3041"
        assert len(again.history.nodes) <= len(draft.history.nodes)


def test_what_is_saved_is_not_offered_and_what_comes_after_is(games: Library, tmp_path: Path) -> None:
    draft, journal = crashed(games)
    draft.save(tmp_path / "campaign.json")
    assert unfinished(games.places) == ()
    draft.set_header("blurb", "Other")
    (left,) = unfinished(games.places)
    again = recover(games, left)
    assert again.path == tmp_path / "campaign.json"
    assert unsaved(again)
    again.undo()
    assert not unsaved(again)
    journal.close()


def test_a_new_document_and_a_map_come_back_as_well(games: Library) -> None:
    fresh = SMALL["trumpets"](games)
    first = Journal(games.places, fresh)
    fresh.set_header("title", "Later")
    sheet = Draft(Document({MAIN: {"title": "A map", "cells": {}}}))
    second = Journal(games.places, sheet, kind="map")
    sheet.do(say("Paint"), [Patch(keys=("cells", "0101"), value={"terrain": "clear"})])
    assert first.path != second.path
    found = {one.kind: one for one in unfinished(games.places)}
    assert recover(games, found["scenario"]).document == fresh.document
    drawn = recovered(found["map"], Draft)
    assert drawn.get("cells", "0101", "terrain") == "clear"
    first.let_be()
    fresh.set_header("title", "Not kept")
    assert recover(games, found["scenario"]).get("title") == "Later"
    for one in found.values():
        discard(one)
    assert unfinished(games.places) == ()


def test_what_is_no_journal_is_left_alone(games: Library) -> None:
    games.places.drafts.mkdir(parents=True)
    stray = games.places.drafts / "scenario-x.draft"
    stray.write_text("not json\n")
    assert unfinished(games.places) == ()
    assert stray.exists()
    _, journal = crashed(games)
    (left,) = unfinished(games.places)
    journal.path.write_text("{}\n")
    with pytest.raises(BadFile, match="cannot be read"):
        recover(games, left)


def test_a_damaged_line_costs_that_line_alone_and_work_goes_on(games: Library) -> None:
    """Each line in turn is spoilt in several ways, or each in one way and the first edit in all of them; all the other edits
    are there, and a second crash loses nothing more.
    """
    draft, journal = crashed(games)
    whole = journal.path.read_bytes().splitlines(keepends=True)
    edits = {n: line for n, line in enumerate(whole) if b'"node"' in line}
    spoils = (b"{\n", b"[]\n", b"\xff\xfe\n", b'{"node": "x", "action": 3}\n', b'{"node": 1, "parent": -5}\n')
    for n in range(len(whole)):
        for spoilt in spoils if FULL or n == min(edits) else (spoils[n % len(spoils)],):
            journal.path.write_bytes(b"".join([*whole[:n], spoilt, *whole[n + 1 :]]))
            (left,) = unfinished(games.places)
            again = recover(games, left)
            lost = n in edits
            assert len(again.history.nodes) == len(draft.history.nodes) - lost, (n, spoilt)
            going_on = Journal(games.places, again, left=left)
            again.set_header("blurb", "More")
            going_on.let_be()
            (left,) = unfinished(games.places)
            assert recover(games, left).document == again.document


def test_a_file_that_was_changed_after_the_crash_is_known_to_be(games: Library, tmp_path: Path) -> None:
    draft, journal = crashed(games)
    path = draft.save(tmp_path / "campaign.json")
    draft.set_header("blurb", "Other")
    (left,) = unfinished(games.places)
    assert not recover(games, left).overtaken
    path.write_text(path.read_text().replace('"title"', '"titel"'))
    assert draft.overtaken
    assert recover(games, left).overtaken
    path.unlink()
    assert not recover(games, left).overtaken
    journal.close()


def test_what_could_not_be_written_is_made_up_for_once_it_can_be(games: Library) -> None:
    places = games.places
    draft = SMALL["trumpets"](games)
    journal = Journal(places, draft)
    told: list[str] = []
    journal.told = lambda fault: told.append(str(fault))
    places.drafts.parent.mkdir(parents=True, exist_ok=True)
    places.drafts.write_text("in the way of the folder")
    draft.set_header("title", "First")
    draft.set_header("title", "Second")
    assert len(told) == 1
    places.drafts.unlink()
    draft.set_header("title", "Third")
    (left,) = unfinished(places)
    again = recover(games, left)
    assert again.document == draft.document
    assert again.undo()
    assert again.get("title") == "Second"
    journal.close()
