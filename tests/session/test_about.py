"""What this is made of: every part with its licence and that licence's text, in a checkout and in a frozen folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hexbench.session.about import LIBRARIES, licences, versions
from hexbench.store.paths import find_places


def test_every_library_has_a_licence_and_its_text() -> None:
    parts = {part.name: part for part in licences(find_places().resources)}
    assert all(part.licence and part.text for part in parts.values())
    assert set(LIBRARIES[1:]) <= set(parts)  # Qt's bindings stand with Qt
    numbers = dict(versions())
    assert all(parts[name].version == numbers[name] for name in LIBRARIES[1:])


def test_qts_licence_comes_whole_with_all_that_is_inside_qt() -> None:
    qt = next(part for part in licences(find_places().resources) if part.name.startswith("Qt"))
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in qt.text
    assert "4. Combined Works." in qt.text
    assert "GNU GENERAL PUBLIC LICENSE" in qt.text  # which the former adds to
    for inside in ("freetype", "harfbuzz", "libpng", "pcre2", "WebP", "ICU"):
        assert inside in qt.text


def test_a_frozen_program_tells_what_lies_behind_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = licences(find_places().resources)
    folder = tmp_path / "licences"
    for name in ("zlib1g", "NumPy", "Qt"):
        (folder / name).mkdir(parents=True)
        (folder / name / "copyright").write_text(f"the notes on {name}\n", encoding="utf-8")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "hexbench"))
    assert (
        licences(find_places().resources) == before
    )  # a Python is no frozen program, whatever lies beside it
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    (added,) = licences(find_places().resources)[len(before) :]
    assert (added.name, added.text) == ("zlib1g", "the notes on zlib1g")
