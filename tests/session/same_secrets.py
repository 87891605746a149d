"""Secrets that are the same in every run: dice by mail come from them, and tests must not hang on luck."""

from __future__ import annotations

import hashlib
import itertools

import pytest

from hexbench.store import letters


def fix_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw what should be random from a counter."""
    count = itertools.count()
    monkeypatch.setattr(letters, "fresh", lambda: hashlib.sha256(b"%d" % next(count)).digest())
