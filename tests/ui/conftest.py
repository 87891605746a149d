"""What tests of several rooms of the desktop ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

import translations


@pytest.fixture(scope="session")
def german_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The German of today, built from the file that is kept once for all tests."""
    folder = tmp_path_factory.mktemp("german")
    translations.build(into=folder, anew=True)
    return folder
