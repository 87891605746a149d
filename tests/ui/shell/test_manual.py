"""The manual: read, searched and followed in the window; and what it says of menus, keys, pictures and rules is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QKeySequence, QTextDocument
from PySide6.QtTest import QTest

from hexbench import bootstrap
from hexbench.ui.editor.acts import MAP
from hexbench.ui.shell.actions import PAPER, TABLE
from hexbench.ui.shell.manual import KEYS, RULES, Manual, page_files
from hexbench.ui.shell.settings import FIXED
from hexbench.ui.widgets.acts import Act
from tests.ui.yard.driver import Player, player_at

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGES = sorted((DOCS / "help").glob("*.md"))
ROWS = (*TABLE, *PAPER)
OWN_MENUS = {"Export", "Docks", "Overlays", "Decisions", "Before a phase ends"}
"""Menus within menus."""
WANTED = [
    "getting-started",
    "hotseat",
    "moving",
    "combat",
    "air-and-engineers",
    "squads",
    "study",
    "undo-and-branches",
    "overlays",
    "drawing",
    "keyboard",
    "troubleshooting",
    "glossary",
    "editing-scenarios",
    "paper",
    "editing-maps",
    "computer-opponent",
    "dice-and-replay",
    "calculator",
]


@pytest.fixture
def manual(qapp: object) -> object:
    """The manual of the real installation, opened by its key."""
    with player_at(bootstrap.catalogue()) as player:
        QTest.keySequence(player.window, QKeySequence("F1"))
        player.settle()
        found = player.window.findChild(Manual, "manual")
        assert found is not None
        yield found
        found.close()
        player.settle()


def test_every_chapter_is_there_with_the_keys_and_the_rules_of_every_game(manual: Manual) -> None:
    assert [name.partition("-")[2] for name in manual.names[: len(WANTED)]] == WANTED
    games = [RULES + key for key in manual.catalogue.games]
    assert list(manual.names[-len(games) - 1 :]) == [KEYS, *games]
    titles = [manual.list.item(n).text() for n in range(manual.list.count())]
    assert titles[0] == "Getting started"
    assert len(set(titles)) == len(titles)


def test_it_is_no_larger_than_its_screen(manual: Manual) -> None:
    room = manual.screen().availableSize()
    assert manual.width() < room.width()
    assert manual.height() < room.height()


def test_words_find_pages_and_enter_goes_from_place_to_place(manual: Manual) -> None:
    QTest.keyClicks(manual.words, "engineers bridge")
    titles = [manual.list.item(n).text() for n in range(manual.list.count())]
    assert titles[0] == "Iron Tide: air, supply, engineers"
    assert "Tide of Iron: squads" not in titles
    assert manual.page.textCursor().selectedText().casefold() == "engineers"
    first = manual.page.textCursor().position()
    QTest.keyClick(manual.words, Qt.Key.Key_Return)
    assert manual.page.textCursor().position() > first
    manual.words.setText("no such word anywhere")
    assert manual.list.count() == 0
    assert manual.found.text() == "No page contains “no such word anywhere”."
    manual.words.clear()
    assert manual.list.count() == len(manual.names)


def test_links_lead_to_pages_and_clauses_and_back(manual: Manual) -> None:
    manual.page.anchorClicked.emit(QUrl("03-moving.md"))
    assert manual.at == "03-moving"
    manual.page.anchorClicked.emit(QUrl("rule:iron_tide/7.3a"))
    assert manual.at == "rule:iron_tide"
    assert manual.list.currentItem().text() == "Rules: Iron Tide"
    assert manual.page.verticalScrollBar().value() > 0
    manual.back.click()
    assert manual.at == "03-moving"
    manual.page.anchorClicked.emit(QUrl("nowhere.md"))
    assert manual.at == "03-moving"


def test_links_lead_to_pages_that_no_list_has_and_to_the_web(manual: Manual, monkeypatch) -> None:
    manual.open_page("play-by-mail")
    manual.page.anchorClicked.emit(QUrl("adr/0008-play-by-mail.md"))
    assert manual.at == "0008-play-by-mail"
    assert "Play by mail" in manual.page.toPlainText()
    assert manual.list.currentItem() is None
    manual.back.click()
    manual.page.anchorClicked.emit(QUrl("engine-protocol.md"))
    manual.page.anchorClicked.emit(QUrl("study.md#the-review-of-a-game"))
    assert manual.at == "study"
    manual.back.click()
    manual.back.click()
    assert manual.at == "play-by-mail"
    asked: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: asked.append(url.toString()))
    manual.page.anchorClicked.emit(QUrl("https://vassalengine.org"))
    assert (manual.at, asked) == ("play-by-mail", ["https://vassalengine.org"])


def test_pictures_are_shown_as_wide_as_there_is_room(manual: Manual) -> None:
    for wide in (1080, 700):
        manual.resize(wide, 700)
        manual.open_page("01-getting-started")
        kind = QTextDocument.ResourceType.ImageResource.value
        picture = manual.page.loadResource(kind, QUrl("../screenshots/tour_window.png"))
        assert isinstance(picture, QImage)
        assert 300 < picture.width() <= manual.page.viewport().width()


def test_it_is_opened_once_and_survives_the_cover_with_nothing_of_the_game(player: Player) -> None:
    docs = player.window.catalogue.places.resources.parent / "docs" / "help"
    docs.mkdir(parents=True)
    (docs / "01-one.md").write_text("# The first\n\nTo the *left*.\n", encoding="utf-8")
    player.begin(fog=True)
    player.act("help.manual")
    player.act("help.manual")
    (found,) = player.window.findChildren(Manual, "manual")
    said = " ".join(found.text(name) for name in found.names)
    assert "To the left." in said
    assert "Lancers" not in said
    found.close()
    player.settle()


# ---- what it says is so
def test_every_action_of_a_menu_that_is_named_exists() -> None:
    titles = {(a.menu, a.text.replace("&", "").rstrip("…")) for a in ROWS if isinstance(a, Act)}
    seen = 0
    for page in PAGES:
        for menu, words in re.findall(
            r"(File|Edit|View|Game|Help) → ([^.,;:()\n]+)", page.read_text(encoding="utf-8")
        ):
            seen += 1
            known = [t for m, t in titles if m == menu and words.startswith(t)] or [
                t for t in OWN_MENUS if words.startswith(t)
            ]
            assert known, f"{page.name}: {menu} → {words}"
    assert seen > 10


def test_every_key_that_is_named_does_something() -> None:
    usual = {QKeySequence(k).toString() for a in ROWS if isinstance(a, Act) for k in a.keys.split(" ") if k}
    edited = {QKeySequence(k).toString() for a in MAP if isinstance(a, Act) for k in a.keys.split(" ") if k}
    known = {*usual, *edited, *FIXED, *(f"Alt+{n}" for n in range(1, 10)), "B"}
    for page in PAGES:
        for key in re.findall(r"`([^`]+)`", page.read_text(encoding="utf-8")):
            if key.startswith((".", "--", "hexbench ")):  # an ending of a file, a command and its words
                continue
            assert QKeySequence(key).toString() in known, f"{page.name}: {key}"


def test_every_picture_page_and_rule_that_is_linked_exists() -> None:
    catalogue = bootstrap.catalogue()
    pages = {path.stem for path in page_files(catalogue)}
    ledgers = {key: catalogue.rules_text(key) for key in catalogue.games}
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert text.startswith("# ")
        for link in re.findall(r"\]\(([^)]+)\)", text):
            if link.startswith(RULES):
                game, _, rule = link.removeprefix(RULES).partition("/")
                chapters = {c.id for c in ledgers[game].chapters}
                assert rule in chapters or ledgers[game].chapter_of(rule) is not None, f"{page.name}: {link}"
            elif link.endswith(".md"):
                assert Path(link).stem in pages, f"{page.name}: {link}"
            else:
                assert (page.parent / link).is_file(), f"{page.name}: {link}"
