"""The menus of the editors in both languages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMenu

import translations
from hexbench import bootstrap
from hexbench.session.editor.map_doc import open_map
from hexbench.ui.look import tongues
from tests.ui.editor.driver import editor_on
from tests.ui.editor.map_driver import map_editor_on
from tests.ui.editor.test_scenario_window import opened

CATALOGUE = bootstrap.catalogue()


@pytest.fixture
def german(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """German, built from the file that is kept; English again afterwards."""
    translations.build(into=tmp_path, anew=True)
    monkeypatch.setenv(tongues.CHOSEN_BY, "de")
    assert tongues.speak("system", tmp_path) == "de"
    yield
    monkeypatch.setenv(tongues.CHOSEN_BY, "en")
    tongues.speak("system", tmp_path)


# ---- menus
def letters_twice(titles: list[str]) -> list[str]:
    """The accelerators that two entries have."""
    letters = Counter(m[1].casefold() for title in titles if (m := re.search(r"&(\w)", title)))
    return [letter for letter, n in letters.items() if n > 1]


def of_menus(menus: dict[str, QMenu]) -> None:
    """No accelerator is there twice, and every entry has one."""
    assert letters_twice([menu.title() for menu in menus.values()]) == []
    for menu in menus.values():
        titles = [action.text() for action in menu.actions()]
        assert letters_twice(titles) == [], titles


@pytest.mark.parametrize("language", ["english", "german"])
def test_no_two_entries_of_an_editors_menu_have_the_same_accelerator(
    qapp: QApplication, tmp_path: Path, request: pytest.FixtureRequest, language: str
) -> None:
    if language == "german":
        request.getfixturevalue("german")
    with editor_on(opened("trumpets", "losheim"), tmp_path) as hand:
        of_menus(hand.window.acts.menus)
    draft = open_map(CATALOGUE.places.resources / "maps" / "trumpets.json", "trumpets")
    with map_editor_on(draft, CATALOGUE) as hand:
        of_menus(hand.window.acts.menus)
