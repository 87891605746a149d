"""What tests of several rooms of the desktop ask for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

import translations
from tests.once import made_once
from translation_sources import collect

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def german_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The German of today, built from the file that is kept once for all tests."""
    return made_once(tmp_path_factory, "german", lambda into: translations.build(into=into, anew=True))


@pytest.fixture(scope="session")
def sentences(tmp_path_factory: pytest.TempPathFactory) -> Mapping[tuple[str, str], str]:
    """All that there is to translate and where it stands, collected once for all tests: every source is parsed for it."""

    def make(into: Path) -> None:
        rows = [(*key, place) for key, place in collect(ROOT).items()]
        (into / "sentences.json").write_text(json.dumps(rows), encoding="utf-8")

    file = made_once(tmp_path_factory, "sentences", make) / "sentences.json"
    rows = json.loads(file.read_text(encoding="utf-8"))
    return MappingProxyType({(context, source): place for context, source, place in rows})
