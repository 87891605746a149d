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
