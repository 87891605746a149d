"""Open documents: what is shown of them, whatever stands in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hexbench.engine.documents.editing import Field
from hexbench.session.editor.document import inside
from hexbench.session.editor.listing import parsed, shown
from hexbench.session.editor.naming import why_said
from hexbench.session.editor.problems import findings
from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.editor.starting import new_scenario, open_scenario
from hexbench.session.library import Library
from hexbench.store.strict import BadFile, CannotWrite


def test_where_nobody_can_be_seated_the_last_seat_is_kept(
    games: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = open_scenario(games, games.scenario_path("trumpets", "losheim"))
    before = draft.seat
    assert before is not None

    def never(*_: object) -> None:
        raise KeyError("9999")

    monkeypatch.setattr(type(draft.rules), "seat", never)
    unit = next(iter(draft.entries()))
    assert draft.place([unit], "")
    assert draft.seat is before
    monkeypatch.undo()
    assert draft.undo()
    assert draft.seat is not None
    assert draft.seat is not before


def test_the_map_of_every_shipped_document_is_known_by_its_key(games: Library) -> None:
    for game in games.games:
        for info in games.scenarios(game):
            draft = open_scenario(games, info.path)
            assert draft.map_key == draft.bound.map, info.name
            assert games.map_path(draft.map_key).is_file()


def test_a_map_written_in_a_document_has_no_key(games: Library) -> None:
    draft = open_scenario(games, games.scenario_path("iron_tide", "17_december"))
    cells = dict.fromkeys(draft.rules.atlas.labels[:40], "clear")
    assert draft.set_header("map", {"grid": "iron_tide", "cells": cells})
    assert draft.map_key == ""


def _values(draft: ScenarioDraft) -> Iterator[tuple[Field, Any]]:
    """Every field of a document with what stands in it, those of rows within an entry too."""
    known = [(field, draft.value(field)) for form in draft.forms for field in form.fields]
    for roll in draft.rolls:
        known += [
            (field, inside(entry, field.path, field.blank))
            for entry in draft.entries(roll).values()
            for field in roll.fields
        ]
    for field, value in known:
        yield field, value
        if field.kind == "rows":
            yield from ((one, inside(row, one.path, one.blank)) for row in value or () for one in field.rows)


def test_what_stands_in_every_shipped_document_can_be_typed_back(games: Library) -> None:
    checked = 0
    for game in games.games:
        for info in games.scenarios(game):
            for field, value in _values(open_scenario(games, info.path)):
                if value is None or value == field.blank or value == []:
                    continue
                again = parsed(field, shown(field, value))
                assert again == (list(value) if isinstance(value, tuple) else value), (info.name, field.key)
                checked += 1
    assert checked > 1000


def test_why_a_game_cannot_begin_is_told_as_the_window_names_things(games: Library) -> None:
    draft = new_scenario(games, "tigers", "tigers")
    labels = draft.rules.atlas.labels
    for n, side in enumerate(draft.game.sides):
        draft.add(side, labels[len(labels) // 2 + 7 * n])
    assert draft.complaints[0].startswith("units.G-1.hex: ")
    told = [str(one.text) for one in findings(draft)]
    with pytest.raises(BadFile) as found:
        draft.begin_play()
    said = why_said(draft, found.value)
    assert str(said).startswith(told[0])
    assert "units.G-1" not in str(said)


def test_a_hex_that_is_not_on_the_map_is_named_where_the_game_cannot_begin(games: Library) -> None:
    draft = open_scenario(games, games.scenario_path("trumpets", "losheim"))
    unit = next(uid for uid, (_, at) in draft.faces().items() if at in draft.rules.atlas.index)
    draft.place([unit], "9999")
    with pytest.raises(BadFile, match="9999 is neither on its map nor in its tables") as found:
        draft.begin_play()
    assert "KeyError" not in str(found.value)


def test_a_name_that_no_file_can_have_is_told_so(games: Library) -> None:
    draft = open_scenario(games, games.scenario_path("trumpets", "losheim"))
    folder = games.places.data / "scenarios" / "trumpets"
    with pytest.raises(CannotWrite, match="this is not a valid file name"):
        draft.save(folder / f"{'a' * 300}.json")
    with pytest.raises(CannotWrite, match="a scenario supplied with the program has this name"):
        draft.save(folder / "losheim.json")
