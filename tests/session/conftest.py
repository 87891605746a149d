"""A catalogue with the toy games in a folder of its own, and sessions on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexbench.session.library import Library
from hexbench.session.session import Session
from tests.session import toybox


@pytest.fixture(autouse=True)
def _files_are_let_go_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close every session at the end, as the program would: an open database is a leak."""
    opened: list[Session] = []
    first = Session.__init__

    def remember(self: Session, *args: Any, **more: Any) -> None:
        first(self, *args, **more)
        opened.append(self)

    with monkeypatch.context() as patch:
        patch.setattr(Session, "__init__", remember)
        yield
    for session in opened:
        session.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of data."""
    return toybox.write_data(tmp_path)


@pytest.fixture
def library(data: Path) -> Library:
    """The catalogue over it."""
    return toybox.library(data)


@pytest.fixture
def session(library: Library) -> Session:
    """A new game of Ridge, saved as it is played."""
    return toybox.open_ridge(library)
