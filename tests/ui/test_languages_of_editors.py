"""The paper dialogs, the invitation by mail and the menus of the editors: nothing is shown that was not asked for in the language chosen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from hexbench import bootstrap
from hexbench.engine.display import Face
from hexbench.engine.values import say
from hexbench.session.editor.document import Patch
from hexbench.session.editor.lesson_doc import open_lesson
from hexbench.session.editor.map_doc import open_map
from hexbench.session.editor.problems import findings
from hexbench.session.library import Library
from hexbench.store import canon
from hexbench.store.packs import Manifest, document_bytes, write_pack
from hexbench.store.strict import BadFile, read_raw
from hexbench.ui.editor.lesson_fields import ConditionField
from hexbench.ui.editor.lesson_window import LessonEditor
from hexbench.ui.look import language
from hexbench.ui.look.palette import Palette
from hexbench.ui.shell.actions import PAPER
from hexbench.ui.shell.mailroom import InviteDialog
from hexbench.ui.shell.passing import PassOnDialog, TakeInDialog
from tests.session.test_packing import copied
from tests.ui.editor.driver import editor_on
from tests.ui.editor.map_driver import map_editor_on, text_at, write_at
from tests.ui.editor.test_scenario_window import opened
from tests.ui.tongue import bare, brackets, painted, words_of
from tests.ui.tongue_names import NOT_WORDS, names_of, shown, untranslated
from tests.ui.yard.driver import player_at

CATALOGUE = bootstrap.catalogue()


@pytest.fixture
def german(qapp: QApplication, german_files: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """German, built from the file that is kept; English again afterwards."""
    monkeypatch.setenv(language.CHOSEN_BY, "de")
    assert language.speak("system", german_files) == "de"
    yield
    monkeypatch.setenv(language.CHOSEN_BY, "en")
    language.speak("system", german_files)


def told(found: Iterator[str], drawn: set[str], names: set[str]) -> list[str]:
    """What was shown and not asked for, each with its words."""
    wrong = {text: words for text in found if (words := untranslated(text, names))}
    wrong |= {text: words for text in drawn if (words := bare(NOT_WORDS.sub(" ", text), names))}
    return sorted({f"{', '.join(words)} <- {text[:160]}" for text, words in wrong.items()})


def test_every_text_of_the_paper_dialogs_and_the_mail_forms_was_asked_for(
    qapp: QApplication, hexbench_home: Path, sentences: Mapping[tuple[str, str], str]
) -> None:
    names = names_of("iron_tide")
    QGuiApplication.clipboard().clear()  # what an earlier test has copied
    with brackets(sentences), painted() as drawn, player_at(CATALOGUE, (1500, 950), start=True) as player:
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
    with lesson_editor("trumpets") as window:
        of_menus(window.acts.menus)


def test_kinds_of_the_map_are_shown_and_typed_in_german(german: None, qapp: QApplication) -> None:
    draft = open_map(CATALOGUE.places.resources / "maps" / "trumpets.json", "trumpets")
    side = next(one.side for one in draft.sheet.hexsides if one.kinds == ("stream",))
    with map_editor_on(draft, CATALOGUE) as hand:
        kinds = [hand.desk.kind_name("terrain", key) for key, _ in hand.desk.kinds("terrain")]
        assert len(set(kinds)) == len(kinds), "no two inks have one name"
        hand.front("hex")
        at, to = side.split("/")
        hand.desk.study(at)
        hand.settle()
        sides = hand.window.hex.sides
        row = next(n for n in range(6) if text_at(sides, n, 0).endswith(to))
        assert text_at(sides, row, 1) == "Bach"
        write_at(sides, row, 1, "Fluss, Brücke")
        hand.settle()
        assert next(one.kinds for one in draft.sheet.hexsides if one.side == side) == ("river", "bridge")
        write_at(sides, row, 1, "Wassergraben")
        hand.settle()
        assert "Fluss" in hand.window.statusBar().currentMessage()
        write_at(sides, row, 3, "Hauptstraße")
        hand.settle()
        assert next(road.kind for road in draft.sheet.roads if road.side == side) == "main"
        hand.front("places")
        table = hand.window.places.table
        place = draft.sheet.places[0]
        for typed, kind in (
            ("Stadt", "town"),
            ("village", "village"),
            ("Dorf", "village"),
            ("großstadt", "city"),
        ):
            write_at(table, 0, 1, typed)
            hand.settle()
            assert draft.atlas.places[place.name].kind == kind
        assert text_at(table, 0, 1) == "Großstadt"
        write_at(table, 0, 1, "Schloss")
        hand.settle()
        assert "Dorf" in hand.window.statusBar().currentMessage()


def test_the_ground_of_a_scenario_is_told_in_german(german: None, qapp: QApplication, tmp_path: Path) -> None:
    with editor_on(opened("trumpets", "losheim"), tmp_path) as hand:
        atlas = hand.draft.rules.atlas
        woods = next(
            at for at in atlas.labels if atlas.cell(at).terrain == "woods" and at not in hand.desk.stacks
        )
        assert "Wald" in hand.window.board.describe(woods)


def test_why_something_cannot_be_passed_on_or_taken_in_is_told_in_german(
    german: None, qapp: QApplication, hexbench_home: Path, tmp_path: Path
) -> None:
    with player_at(bootstrap.catalogue(), (1440, 900), start=True) as player:
        mine, passing = player.window.catalogue, player.window.passing
        assert isinstance(mine, Library)
        path = copied(mine, "trumpets", "losheim")
        raw = read_raw(path)
        device = path.with_name("con.json")
        canon.write(device, {**raw, "name": "con"})
        passing.ask_for(str(device), player.window)
        dialog = passing.dialog
        assert isinstance(dialog, PassOnDialog)
        assert "Windows behält diesen Namen" in dialog.along.text()
        assert not dialog.write_to(tmp_path / "x.hexpack")
        assert "Windows behält diesen Namen" in dialog.along.text()
        dialog.reject()
        canon.write(path, {**raw, "map": "xyz"})
        passing.ask_for(str(path), player.window)
        dialog = passing.dialog
        assert isinstance(dialog, PassOnDialog)
        assert "arte „xyz“ gibt es nicht" in dialog.along.text()
        dialog.reject()
        pack = tmp_path / "x.hexpack"
        files = {"scenarios/trumpets/mine.json": document_bytes({**raw, "name": "mine", "map": "xyz"})}
        write_pack(pack, Manifest(made_with="1", title="x"), files)
        passing.look_at(pack)
        shown_ = passing.dialog
        assert isinstance(shown_, TakeInDialog)
        fate = shown_.table.item(0, 2)
        assert fate is not None
        assert "arte „xyz“ gibt es nicht" in fate.text()
        shown_.reject()


@contextmanager
def lesson_editor(game: str) -> Iterator[LessonEditor]:
    """The lesson of a game that ships, open in its editor."""
    places = CATALOGUE.places
    palette = Palette.load(places.resources / "palettes" / "day.toml", CATALOGUE.palette(game))
    draft = open_lesson(CATALOGUE, CATALOGUE.lessons(game)[0].path)
    window = LessonEditor(draft, palette, places.data, (("stack", "Stack"),))
    window.show()
    QApplication.processEvents()
    try:
        yield window
    finally:
        window.ask_first = False
        window.close()


def test_the_lesson_editor_speaks_german(german: None, qapp: QApplication) -> None:
    with lesson_editor("tigers") as window:
        draft, desk = window.draft, window.desk
        draft.set_step(1, ("until",), {"selected": ["X9"]})
        draft.set_step(2, ("title",), "")
        draft.set_step(3, ("do",), [{"verb": "move", "subject": ["2Pz"], "object": "0101"}])
        desk.rehearse_now()
        assert [language.tell(one.text) for one in desk.findings] == [
            "Schritt 2 „Pick a unit“, Endet, wenn: In dieser Stellung gibt es keine Einheit „X9“.",
            "Schritt 3 „ziehen“, Titel: Dieser Satz ist leer.",
        ]
        assert window.acts["undo"].text().endswith("Schritt 4: Vorbild")
        draft.undo()
        draft.undo()
        draft.undo()
        draft.set_step(2, ("do",), [{"verb": "move", "subject": ["2Pz"], "object": "0101"}])
        window.play_model()
        said = window.statusBar().currentMessage()
        assert said.startswith(
            "Das Vorbild endet bei Schritt 3: Die Regeln lehnen eine Aktion des Vorbilds ab"
        )
        until = window.step.fields[("until",)]
        assert isinstance(until, ConditionField)
        asked = [until.more.itemText(n) for n in range(until.more.count())]
        assert asked[:3] == ["Hinzufügen…", "Es ist gelesen", "Einheiten ausgewählt"]


@pytest.mark.parametrize("game", sorted(CATALOGUE.games))
def test_every_text_of_the_lesson_editor_was_asked_for(
    qapp: QApplication, sentences: Mapping[tuple[str, str], str], game: str
) -> None:
    names = names_of(game)
    with brackets(sentences), painted() as drawn, lesson_editor(game) as window:
        draft = window.draft
        # What the lesson itself says is its writer's, in its own languages.
        own = words_of(str(part) for part in _texts(draft.document.main))
        own |= words_of(info.title for info in CATALOGUE.scenarios(game))
        own |= words_of(window.desk.rules.verbs) | words_of(draft.get("position"))
        seat = window.desk.rehearsal.seat(0)
        assert seat is not None
        on_counters = words_of(part for unit in seat.s.units for part in _names(seat.face(unit)))
        own |= {word[:n] for word in on_counters for n in range(1, len(word))}  # those without room are cut

        def walk() -> Iterator[str]:
            for n in (0, 2, len(draft.steps)):
                window.desk.take(n)
                for panel in (window.steps, window.step, window.end, window.frame, window.problems):
                    panel.refresh_now()
                QApplication.processEvents()
                yield from shown(window)

        assert told(walk(), drawn, names | own) == []


def _names(face: Face | None) -> tuple[str, ...]:
    """What a counter bears of its names."""
    return (face.name, face.parent) if face is not None else ()


def _texts(part: object) -> Iterator[object]:
    """Every word of a document."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield key
            yield from _texts(value)
    elif isinstance(part, list):
        for one in part:
            yield from _texts(one)
    else:
        yield part


def test_what_a_game_has_against_a_scenario_is_told_in_german(
    german: None, qapp: QApplication, tmp_path: Path
) -> None:
    draft = opened("trumpets", "losheim")
    turns = draft.get("scenario", "mission", "turns")
    draft.do(say("Turns"), [Patch(keys=("scenario", "mission", "turns"), value=[turns[1], turns[0]])])
    found = [language.tell(one.text) for one in findings(draft)]
    assert any(one.endswith(f": {turns[0]} kommt nicht nach {turns[1]}.") for one in found), found
    assert str(draft.complaints[0]) == f"scenario.mission.turns: {turns[0]} does not come after {turns[1]}."


def test_edits_and_files_that_cannot_be_read_are_told_in_german(
    german: None, qapp: QApplication, tmp_path: Path
) -> None:
    with editor_on(opened("trumpets", "losheim"), tmp_path) as hand:
        draft = hand.draft
        unit = next(iter(hand.desk.counters))
        draft.place([unit], draft.rules.atlas.labels[0])
        draft.set_header("title", "Neu")
        hand.front("past")
        rows = [hand.window.past.list.item(n).text() for n in range(hand.window.past.list.count())]
        assert rows[0] == "Wie sie geöffnet wurde"
        assert rows[-1].endswith("Titel: Neu")
        assert not [row for row in rows if row.startswith(("Place", "• Place", "Title", "• Title"))]
        assert hand.window.acts["undo"].text().endswith("Titel: Neu")
        field = next(one for one in hand.desk.roll.fields if one.kind == "number")
        draft.set_field(hand.desk.roll, [unit], field, "far")
        hand.window.problems.check()
        found = language.tell(hand.desk.findings[0].text)
        assert "dieser Wert muss eine ganze Zahl sein, nicht Text" in found
        face = hand.desk.face(unit)
        assert face is not None
        assert language.tell(face.title) in found
    with pytest.raises(BadFile) as caught:
        read_raw(tmp_path / "nowhere.json")
    assert language.why(caught.value).endswith("nowhere.json: diese Datei gibt es nicht.")
