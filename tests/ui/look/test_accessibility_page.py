"""The page about accessibility holds what is measured and every key there is."""

from __future__ import annotations

from tests.access_figures import KEYS, MEASURED, PAGE, chapter, keyboard_map, measured, rows, written


def test_the_figures_are_those_that_are_measured(qapp):
    text = PAGE.read_text(encoding="utf-8")
    assert chapter(text, MEASURED) == measured(), "python -m tests.access_figures writes them anew"


def test_the_keyboard_map_is_that_of_the_actions(qapp):
    text = PAGE.read_text(encoding="utf-8")
    assert chapter(text, KEYS) == keyboard_map(), "python -m tests.access_figures writes it anew"
    assert len(list(rows())) > 40


def test_writing_it_anew_changes_nothing_else(qapp):
    text = PAGE.read_text(encoding="utf-8")
    assert written(text) == text
