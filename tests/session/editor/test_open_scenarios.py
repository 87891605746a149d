"""Open documents: what is shown of them, whatever stands in them."""

from __future__ import annotations

import pytest

from hexbench.session.editor.starting import open_scenario
from hexbench.session.library import Library


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
