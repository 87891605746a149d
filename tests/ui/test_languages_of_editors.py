"""The editors, the paper dialogs and the forms of play by mail: nothing is shown that was not asked for in the language chosen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QMenu

import translations
from hexbench import bootstrap
from hexbench.engine.values import say
from hexbench.session.editor.map_doc import open_map
from hexbench.session.editor.map_ops import put_place
from hexbench.ui.editor.choosing import Chooser
from hexbench.ui.editor.designer import Designer
from hexbench.ui.editor.map_choosing import MapChooser
from hexbench.ui.editor.map_desk import Ink
from hexbench.ui.editor.map_dialogs import AboutMapDialog, GridDialog, NewMapDialog
from hexbench.ui.editor.map_import import ImportDialog
from hexbench.ui.editor.map_places import PlaceDialog
from hexbench.ui.look import tongues
from hexbench.ui.shell.mailforms import InviteDialog
from hexbench.ui.shell.paper_rows import PAPER
from tests.ui.editor.driver import Hand, editor_on
from tests.ui.editor.map_driver import MapHand, map_editor_on
from tests.ui.editor.test_scenario_window import opened, peopled
from tests.ui.tongue import bare, brackets, painted
from tests.ui.tongue_names import NOT_WORDS, ROOT, names_of, shown, untranslated
from tests.ui.yard.driver import player_at
from translation_sources import collect

CATALOGUE = bootstrap.catalogue()
WALKED = (("iron_tide", ""), ("trumpets", "losheim"))
"""A game with arrivals, boxes and a large record, and one with positions of its own; all five would take minutes."""


@pytest.fixture(scope="module")
def known() -> set[tuple[str, str]]:
    """All that there is to translate."""
    return set(collect(ROOT))


@pytest.fixture
def german(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """German, built from the file that is kept; English again afterwards."""
    translations.build(into=tmp_path, anew=True)
    monkeypatch.setenv(tongues.CHOSEN_BY, "de")
    assert tongues.speak("system", tmp_path) == "de"
    yield
    monkeypatch.setenv(tongues.CHOSEN_BY, "en")
    tongues.speak("system", tmp_path)


def told(found: Iterator[str], drawn: set[str], names: set[str]) -> list[str]:
    """What was shown and not asked for, each with its words."""
    wrong = {text: words for text in found if (words := untranslated(text, names))}
    wrong |= {text: words for text in drawn if (words := bare(NOT_WORDS.sub(" ", text), names))}
    return sorted({f"{', '.join(words)} <- {text[:160]}" for text, words in wrong.items()})


def asked(hand: Hand | MapHand, *dialogs: QDialog) -> Iterator[str]:
    """Every text of some dialogs, shown one after another."""
    for dialog in dialogs:
        dialog.show()
        hand.settle()
        dialog.grab()
        yield from shown(dialog)
        dialog.close()
        dialog.deleteLater()


def edited(hand: Hand) -> Iterator[str]:
    """The scenario editor with every dock in front, nothing and something selected, an edit done and one refused."""
    window, draft = hand.window, hand.draft
    unit = next(u for u, at in draft.faces().items() if at[1] in draft.rules.atlas.index)
    for chosen in ((), (unit,)):
        hand.desk.choose(chosen)
        for key in window.docks.docks:
            hand.front(key)
            yield from shown(window)
        window.grab()
    hand.act("duplicate")
    hand.act("unplace")
    hand.act("check")
    yield from shown(window)
    hand.act("undo")
    yield from shown(window)
    yield from asked(
        hand, Designer(hand.desk, unit, window), Chooser(CATALOGUE, frozenset(), draft.game.key, window)
    )


def drawn_on(hand: MapHand, game: str) -> Iterator[str]:
    """The map editor with every dock in front, something drawn with each hand, every dialog, and refusals."""
    window, desk = hand.window, hand.desk
    at = next(iter(hand.draft.sheet.cells))
    hand.near(at)
    desk.study(at)
    for part in ("terrain", "side"):
        inks = desk.ground.terrains if part == "terrain" else desk.ground.hexsides
        desk.take(Ink(part, inks[-1][0]))
        hand.click(at if part == "terrain" else hand.draft.sheet.hexsides[0].side)
        yield from shown(window)
    for key in window.docks.docks:
        hand.front(key)
        yield from shown(window)
        window.grab()
    hand.act("check")
    yield from shown(window)
    hand.act("undo")
    yield from shown(window)
    place = hand.draft.sheet.places[0]
    naming = PlaceDialog(desk, None, at, window)
    naming.name.setText(place.name)
    naming.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert naming.fault.text()
    assert not desk.attempt(lambda: hand.draft.edit(say("x"), lambda s: put_place(s, place)))
    yield from shown(window)
    forms = (NewMapDialog(CATALOGUE, game, window), GridDialog(desk, window), AboutMapDialog(desk, window))
    yield from asked(
        hand, naming, *forms, ImportDialog(desk, window), MapChooser(CATALOGUE, frozenset(), window)
    )


@pytest.mark.parametrize(("game", "name"), WALKED)
def test_every_text_of_the_scenario_editor_was_asked_for(
    qapp: QApplication, tmp_path: Path, known: set[tuple[str, str]], game: str, name: str
) -> None:
    names = names_of(game)
    with brackets(known), painted() as drawn, editor_on(peopled(opened(game, name)), tmp_path) as hand:
        assert told(edited(hand), drawn, names) == []


def test_every_text_of_the_map_editor_was_asked_for(qapp: QApplication, known: set[tuple[str, str]]) -> None:
    draft = open_map(CATALOGUE.places.resources / "maps" / "iron_tide.json", "iron_tide")
    with brackets(known), painted() as drawn, map_editor_on(draft, CATALOGUE) as hand:
        assert told(drawn_on(hand, "iron_tide"), drawn, names_of("iron_tide")) == []


def test_every_text_of_the_paper_dialogs_and_the_mail_forms_was_asked_for(
    qapp: QApplication, hexbench_home: Path, known: set[tuple[str, str]]
) -> None:
    names = names_of("iron_tide")
    with brackets(known), painted() as drawn, player_at(CATALOGUE, (1500, 950)) as player:
        window = player.window
        window.begin("iron_tide", CATALOGUE.scenarios("iron_tide")[0].name, {}, False)
        player.settle()

        def walk() -> Iterator[str]:
            for row in PAPER:
                form = window.commands.printing.show(row.name)
                assert form is not None
                player.settle()
                form.look()
                form.grab()
                yield from shown(form)
                form.close()
                player.settle()
            invite = InviteDialog(CATALOGUE, window)
            invite.show()
            player.settle()
            yield from shown(invite)
            invite.close()

        assert told(walk(), drawn, names) == []


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
