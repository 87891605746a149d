"""From the mouse to the session: a drop does not wander through the desktop."""

from __future__ import annotations

import inspect

import pytest

from hexbench.session.session import Session
from tests.ui.yard.driver import Player

MOST = 4
"""Frames of the desktop from the method that Qt calls to the one that calls the session."""


def test_a_drop_goes_the_short_way(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    player.begin()
    ways: list[list[str]] = []
    plain = Session.do

    def do(self: Session, *given: object) -> object:
        names = [frame.function for frame in inspect.stack()[1:]]
        ways.append(names[: names.index("mouseReleaseEvent") + 1])
        return plain(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "do", do)
    player.drag("r3", "0405")
    assert player.at("r3") == "0405"
    assert len(ways) == 1
    assert len(ways[0]) <= MOST, ways[0]
