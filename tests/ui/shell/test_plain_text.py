"""Nothing that a file brings is ever read as markup: names, titles and notes of foreign scenarios and maps stand as they are.

Qt guesses: a label, a tip or a box of questions whose text looks like HTML is shown as HTML, and a name with ``<!--`` in it
hides what follows. Here every name of a game's maps and scenarios is markup, and the whole window is walked.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex
from PySide6.QtGui import QAction, Qt, QTextDocument
from PySide6.QtWidgets import QApplication, QGraphicsTextItem, QLabel, QMenu, QTextEdit, QWidget

from hexbench import bootstrap
from hexbench.session.game import Catalogue
from hexbench.session.library import Library
from hexbench.store.paths import Places
from hexbench.ui.look.language import as_it_is
from tests.sizes import FULL
from tests.ui.yard.driver import Player, player_at
from tests.ui.yard.parts import UNLIKE, every_part
from tests.ui.yard.walking import walked

ROOT = Path(__file__).resolve().parents[3]
MARK = "<b><!--"
FOREIGN = frozenset({"title", "blurb", "provenance", "note"})
"""Keys whose words are shown, wherever they stand."""
NAMED = frozenset({"units", "places", "squads", "default_build", "objectives", "hexsides"})
"""Below these a ``name`` is what people read; elsewhere it may be a key."""
DIALOGS = (
    *(
        "edit.settings",
        "edit.find",
        "help.about",
        "game.checklist",
        "game.dice",
        "game.finish",
        "game.calculator",
    ),
    *("file.mail", "file.pass_on", "game.attacks", "game.replay", "edit.keys"),
)
TIPS = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.WhatsThisRole)


def foreign(data: Any, named: bool = False) -> Any:
    """A document with every name turned into markup."""
    if isinstance(data, list):
        return [foreign(part, named) for part in data]
    if not isinstance(data, dict):
        return data
    out = {}
    for key, part in data.items():
        if isinstance(part, str) and (key in FOREIGN or (named and key == "name")):
            out[key] = MARK + part
        else:
            out[key] = foreign(part, named or key in NAMED)
    return out


def foreign_catalogue(folder: Path, game: str) -> Catalogue:
    """One game whose maps and scenarios somebody else has written."""
    shutil.copytree(ROOT / "resources", folder / "resources")
    shutil.copytree(ROOT / "scenarios" / game, folder / "scenarios" / game)
    for file in (*(folder / "resources/maps").glob("*.json"), *(folder / "scenarios").rglob("*.json")):
        data = foreign(json.loads(file.read_text(encoding="utf-8")))
        file.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    places = Places(folder / "resources", folder / "scenarios", folder / "config", folder / "data")
    return Library(tuple(made for made in bootstrap.GAMES if made.key == game), places)


# ---- what would be read as markup
def read_as_markup(text: str) -> bool:
    """Whether Qt, left to guess, reads a foreign name in this text as markup."""
    return MARK in text and Qt.mightBeRichText(text)


def faults_of(root: QWidget | QMenu) -> Iterator[str]:
    """Every text below a widget that carries a foreign name and would be read as markup."""
    for widget in every_part(root):
        name = f"{type(widget).__name__} {widget.objectName()}"
        if isinstance(widget, QLabel) and MARK in widget.text():
            guess = widget.textFormat() == Qt.TextFormat.AutoText and Qt.mightBeRichText(widget.text())
            if guess or widget.textFormat() in (Qt.TextFormat.RichText, Qt.TextFormat.MarkdownText):
                yield f"{name}: text: {widget.text()}"
        for words in (widget.toolTip(), widget.whatsThis()):
            if read_as_markup(words):
                yield f"{name}: tip: {words}"
        model: Any = getattr(widget, "model", None)
        found = model() if callable(model) else None
        if isinstance(found, QAbstractItemModel):
            yield from (f"{name}: row: {words}" for words in _tips(found, QModelIndex()))
    for action in root.findChildren(QAction):
        if read_as_markup(action.toolTip()):
            yield f"action {action.objectName()}: {action.toolTip()}"


def _tips(model: QAbstractItemModel, above: QModelIndex) -> Iterator[str]:
    for row in range(model.rowCount(above)):
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(above)
        cells = [model.index(row, column, above) for column in range(columns)]
        for index in cells:
            for role in TIPS:
                words = index.data(role)
                if isinstance(words, str) and read_as_markup(words):
                    yield words
        if cells:
            yield from _tips(model, cells[0])


@contextmanager
def pages() -> Iterator[list[str]]:
    """The pages that are set as HTML for a while, those that carry a foreign name raw."""
    raw: list[str] = []
    kept: list[tuple[Any, str, Callable[..., object]]] = []
    for kind, name in (
        *(
            (QTextDocument, "setHtml"),
            (QTextEdit, "setHtml"),
            (QTextEdit, "insertHtml"),
            (QTextEdit, "append"),
        ),
        *((QTextDocument, "setMarkdown"), (QTextEdit, "setMarkdown"), (QGraphicsTextItem, "setHtml")),
    ):
        real = getattr(kind, name)

        def record(thing: object, text: str, *rest: object, _real: Callable[..., object] = real) -> object:
            if MARK in text:
                raw.append(f"page of {type(thing).__name__}: {text[max(0, text.index(MARK) - 60) :][:200]}")
            return _real(thing, text, *rest)

        kept.append((kind, name, real))
        setattr(kind, name, record)
    try:
        yield raw
    finally:
        for kind, name, real in kept:
            setattr(kind, name, real)


def seen(root: QWidget) -> bool:
    """Whether a foreign name is to be read somewhere: else the walk proves nothing."""
    labels = (label.text() for label in every_part(root) if isinstance(label, QLabel))
    return any(MARK in text for text in labels)


def walk(player: Player, game: str) -> Iterator[str]:
    """Every fault of the start page, of a game that is played a little with every dock in front, of its menus and the dialogs;
    of the table after each dialog in full size, after the last in a sample.
    """
    window = player.window
    for place in walked(player, game, DIALOGS):
        if place is window.start:
            assert seen(place)
        if place is window:
            for menu in window.acts.menus.values():
                for inner in (action.menu() for action in menu.actions()):
                    if isinstance(inner, QMenu):
                        yield from faults_of(inner)
        if (
            FULL or place is not window.table
        ):  # what the dialogs did to it is looked at when all of them have been there
            yield from faults_of(place)
    yield from faults_of(window)


@pytest.mark.parametrize("game", UNLIKE)
def test_no_name_of_a_foreign_file_is_read_as_markup_anywhere_in_the_window(
    qapp: QApplication, hexbench_home: Path, tmp_path: Path, game: str
) -> None:
    catalogue = foreign_catalogue(tmp_path, game)
    with pages() as raw, player_at(catalogue, (1500, 950), start=True) as player:
        found = set(walk(player, game))
    assert sorted({re.sub(r"\s+", " ", text)[:220] for text in (*found, *raw)}) == []


# ---- the law, in the sources: the walk sees what it walks past, this sees all
SAID = {"setToolTip": -1, "setWhatsThis": -1, "setInformativeText": -1}
"""Methods whose text Qt guesses about -> which argument it is."""
BOXES = frozenset({"about", "critical", "information", "question", "warning"})
SUSPECT = re.compile("|".join((*SAID, "showText", "QMessageBox", "QInputDialog", "QLabel")))
"""Without one of these words in it a file need not be taken apart."""


def _called(node: ast.Call) -> tuple[str, str]:
    """("QToolTip", "showText"): of what, and what."""
    func = node.func
    if isinstance(func, ast.Name):
        return "", func.id
    if isinstance(func, ast.Attribute):
        return (func.value.id if isinstance(func.value, ast.Name) else ""), func.attr
    return "", ""


def safe(node: ast.expr) -> bool:
    """Whether an expression is a text of ours with nothing filled in, or one that was made safe."""
    if isinstance(node, ast.IfExp):
        return safe(node.body) and safe(node.orelse)
    if isinstance(node, ast.Call):
        name = _called(node)[1]
        ours = name == "tr" and not node.keywords and isinstance(node.args[0], ast.Constant)
        return ours or name in ("as_it_is", "paragraph")
    return isinstance(node, ast.Constant)


def guessed(source: str) -> Iterator[int]:
    """Lines where Qt would guess about a text that may hold a foreign name."""
    if not SUSPECT.search(source):
        return
    for scope in ast.walk(ast.parse(source)):
        if isinstance(scope, ast.FunctionDef) and "QMessageBox" in source:
            calls = [_called(node) for node in ast.walk(scope) if isinstance(node, ast.Call)]
            if ("", "QMessageBox") in calls and "setTextFormat" not in {name for _, name in calls}:
                yield scope.lineno
        if not isinstance(scope, ast.Call):
            continue
        of, name = _called(scope)
        said: list[ast.expr] = []
        if name in SAID:
            said = scope.args[SAID[name] :][:1]
        elif (of, name) == ("QToolTip", "showText"):
            said = scope.args[1:2]
        elif of == "QMessageBox" and name in BOXES:
            said = scope.args[2:3]
        elif of == "QInputDialog":
            said = scope.args[2:3]  # the title of a window is never markup
        if not all(safe(part) for part in said) or (of, name) == ("", "QLabel"):
            yield scope.lineno


def test_nowhere_in_the_desktop_does_qt_guess_whether_a_name_is_markup() -> None:
    folder = ROOT / "app" / "hexbench" / "ui"
    found = [
        f"{file.relative_to(folder)}:{line}"
        for file in sorted(folder.rglob("*.py"))
        for line in sorted(set(guessed(file.read_text(encoding="utf-8"))))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("x.setToolTip(tr('Undo'))", False),
        ("x.setToolTip(tr('{what}', what=name))", True),
        ("x.setToolTip(as_it_is(name))", False),
        ("item.setToolTip(2, name)", True),
        ("x.setToolTip('' if a else name)", True),
        ("QToolTip.showText(at, name, self)", True),
        ("QMessageBox.warning(self, tr('A'), str(fault))", True),
        ("QInputDialog.getText(self, tr('A'), tr('B'))", False),
        ("def f():\n    box = QMessageBox(self)\n    box.setText(name)", True),
        ("def f():\n    box = QMessageBox(self)\n    box.setTextFormat(PlainText)", False),
        ("label = QLabel(name)", True),
        ("label = PlainLabel(name)", False),
    ],
)
def test_the_law_sees_what_is_guessed(source: str, wrong: bool) -> None:
    assert bool(list(guessed(source))) == wrong


# ---- tips
@pytest.mark.parametrize("text", ["Losheim", "a < b", "two\nlines", "", "Herr & Frau"])
def test_a_tip_that_is_no_markup_stays_as_it_was(text: str) -> None:
    assert as_it_is(text) == text


@pytest.mark.parametrize(
    "text", [f"{MARK}Losheim", "<b>x</b>", "<qt>Losheim</qt>\nand <i>more</i>", "<p>&amp;</p>"]
)
def test_a_tip_that_looks_like_markup_is_read_letter_by_letter(qapp: QApplication, text: str) -> None:
    page = QTextDocument()
    page.setHtml(as_it_is(text))
    assert page.toPlainText() == text
