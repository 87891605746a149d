"""Two languages: nothing is left untranslated, and what is told is told in the language chosen. That a window shows nothing else is
looked at in ``test_clipped.py``, where each is opened.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QWidget

import translations
from hexbench import bootstrap
from hexbench.atlas.sheet import Hexside
from hexbench.engine.values import NeedDice, Reason, Refused, Wrong, said, say
from hexbench.session.editor import map_ops
from hexbench.session.editor.map_checks import findings as map_findings
from hexbench.session.editor.map_doc import atlas_of, ground_of
from hexbench.store.database import Damaged, why_not
from hexbench.store.maps import read_map
from hexbench.store.settings import Settings
from hexbench.store.strict import BadFile, CannotWrite
from hexbench.store.tables import read_own
from hexbench.study.thinking import NoAnswer
from hexbench.ui.look import language
from hexbench.ui.look.language import joined, number, tell, tr, word
from hexbench.ui.shell.dicing import NumbersDialog
from hexbench.ui.shell.errors import ErrorDialog
from hexbench.ui.shell.settings import ShortcutsDialog
from tests.ui.yard.driver import player_at, yard_catalogue
from translation_files import GONE, merged, read


# ---- the file of translations
@pytest.mark.parametrize("language", translations.LANGUAGES)
def test_the_file_of_translations_is_up_to_date_with_the_sources(
    sentences: Mapping[tuple[str, str], str], language: str
) -> None:
    kept = read(translations.file_of(language))
    found = merged(kept, sentences)
    assert sorted(set(found) - set(kept)) == []
    assert sorted(key for key in kept if kept[key].kind != GONE and found[key].kind == GONE) == []
    assert sorted(key for key in kept if kept[key].kind == GONE and found[key].kind != GONE) == []


@pytest.mark.parametrize("language", translations.LANGUAGES)
def test_everything_is_translated_and_fits_its_source(language: str) -> None:
    assert list(translations.faults(read(translations.file_of(language)))) == []


@pytest.mark.parametrize(
    ("source", "text", "why"),
    [
        ("{a} to {b}", "{a} nach {c}", "other names in braces"),
        (" and on", "und weiter", "other blanks at its ends"),
        ("&Open…", "Öffnen…", "an accelerator more or less (&)"),
        ("a\nb", "a b", "other breaks of lines"),
        ("<b>a</b>", "a", "other marks (<...>)"),
        ("a", "{a}", "other names in braces"),
    ],
)
def test_a_translation_that_does_not_fit_is_told(source: str, text: str, why: str) -> None:
    assert why in translations.misfits(source, text)
    assert list(translations.misfits(source, source)) == []


# ---- words
@pytest.fixture
def german(qapp: QApplication, german_files: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """German, built from the file that is kept; English again afterwards."""
    monkeypatch.setenv(language.CHOSEN_BY, "de")
    assert language.speak("system", german_files) == "de"
    yield german_files
    monkeypatch.setenv(language.CHOSEN_BY, "en")
    assert language.speak("system", german_files) == "en"


def test_sentences_words_numbers_and_days_are_told_in_the_language_chosen(german: Path) -> None:
    assert tr("{n} units", n=3) == "3 Einheiten"
    assert tell(say("{turn} begins.", turn="Turn 9")) == "Zug 9 beginnt."
    assert tell("24 December") == "24. Dezember"
    assert tell("Sun 24").startswith("So")
    assert tell("3rd Parachute Division") == "3rd Parachute Division"
    assert tell("major_river") == tell("major river")
    assert tell("/srv/a_b/my_game") == "/srv/a_b/my_game"
    assert tell("my_map.geojson") == "my_map.geojson"
    assert number(1.5, 1) == "1,5"
    assert number(0.25, 2, sign=True) == "+0,25"
    assert joined(["a", "b", "c"]) == "a, b und c"
    assert QApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


def test_names_with_a_number_stay_and_days_with_one_are_told(german: Path) -> None:
    assert tell("526 Arm") == "526 Arm", "a unit, not a branch of service"
    assert tell("2 units") == "2 Einheiten"
    assert tell("1: Sat 16") == "1: Sa. 16"
    assert tell("no") == "nein"
    assert word("over", first=True) == "Zu Ende"


@pytest.mark.parametrize("game", ["iron_tide", "blitzkrieg", "tigers", "trumpets"])
def test_the_top_line_writes_the_date_as_the_language_does(german: Path, game: str) -> None:
    catalogue = bootstrap.catalogue()
    loaded = catalogue.load_scenario(game, catalogue.scenarios(game)[0].name)
    seat = loaded.rules.seat(loaded.begin(0).state, None)
    assert re.search(r"\d\d?\. (Dezember 1944|Januar 1945)", tell(seat.headline()))


def test_sides_are_many_and_their_verbs_too(german: Path) -> None:
    """Sides are plural nouns in German, and no words before them could bend them."""
    over = say("The game is over: {side} has won.", side="German")
    assert tell(over) == "Das Spiel ist vorbei: Deutsche haben gewonnen."
    assert tell(say("{place} is in {side} hands.", place="Vianden", side="German")).endswith(
        "der Seite Deutsche."
    )
    assert tell(say("{side} {n}", side="German", n=2)) == "Deutsche 2"
    assert tell(say("{what} has {part}", what="A", part=say("one half"))).endswith("die Hälfte")


@pytest.mark.parametrize(
    ("game", "change", "said_"),
    [
        ("iron_tide", {"turnz": 3}, 'diesen Schlüssel gibt es nicht. Meinten Sie "turn"?'),
        (
            "iron_tide",
            {"turn": "99XX"},
            "Den Spielzug '99XX' gibt es nicht. Die Züge sind 16AM, 16PM, ... 2PM.",
        ),
        ("tigers", {"rest": "x"}, '"x" ist keiner der Werte, die hier erlaubt sind: absent, due.'),
        ("tigers", {"phase": "lunch"}, "Die Phase 'lunch' gibt es nicht; die Phasen sind setup"),
        ("tigers", {"last_turn": 0}, "geben Sie einen Zug von dem dieser Stellung, 4, bis 12 an."),
        (
            "blitzkrieg",
            {"turn": "99XX"},
            "Die Runde '99XX' gibt es nicht; Runden heißen wie „16AM“ oder „31PM“.",
        ),
        ("blitzkrieg", {"turn": "five"}, "Die Runde 'five' gibt es nicht"),
    ],
)
def test_why_a_position_cannot_be_read_is_told_in_german(
    german: Path, tmp_path: Path, game: str, change: dict[str, object], said_: str
) -> None:
    catalogue = bootstrap.catalogue()
    info = next(info for info in catalogue.scenarios(game) if info.is_position)
    raw = json.loads(catalogue.scenario_path(game, info.name).read_text(encoding="utf-8"))
    raw["position"].update(change)
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        catalogue.load_file(file)
    assert said_ in language.why(caught.value)
    assert "gibt es" not in str(caught.value), "the command line and the protocol speak English"


def test_why_own_tables_cannot_be_used_is_told_in_german(german: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    head = {"format": "hexbench-own-tables", "version": 1, "game": "tigers", "title": "Mine"}
    file.write_text(json.dumps(head), encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        read_own(file)
    assert language.why(caught.value).endswith(
        "diese Datei ersetzt nichts: Sie braucht tables oder scenario."
    )
    file.write_text(json.dumps({**head, "tables": {"movment": {}}}), encoding="utf-8")
    library = bootstrap.catalogue()
    own = library.with_own(read_own(file), "tigers")
    with pytest.raises(BadFile) as caught:
        own.load_scenario("tigers", own.scenarios("tigers")[0].name)
    assert 'diese Tabelle hat das Spiel nicht. Meinten Sie "' in language.why(caught.value)


def test_what_is_wrong_with_files_and_settings_is_told_in_german(german: Path, tmp_path: Path) -> None:
    file = tmp_path / "a.hexgame"
    assert language.why(Damaged(file)).endswith(": dieser Spielstand ist beschädigt. Er blieb unverändert.")
    full = CannotWrite(why_not(OSError(28, "full")), str(file))
    assert "Nichts ging verloren" in language.why(full)
    settings = tmp_path / "settings.json"
    settings.write_text('{"look.palette": "pink"}', encoding="utf-8")
    assert [tell(one) for one in Settings(settings).problems] == [
        f"{settings}, look.palette: 'pink' ist hier nicht möglich; es gilt die Voreinstellung."
    ]


def test_what_is_wrong_with_a_map_is_told_in_german(german: Path) -> None:
    catalogue = bootstrap.catalogue()
    sheet = read_map(catalogue.places.resources / "maps" / "trumpets.json")
    river = next(one for one in sheet.hexsides if one.kinds == ("stream",))
    sheet = map_ops.paint(sheet, list(sheet.cells)[:9], "lava")
    sheet = replace(sheet, hexsides=(*sheet.hexsides, river, Hexside(river.side, ("bridge",))))
    ground = ground_of(catalogue.games["trumpets"], None, [sheet])
    said_ = " ".join(tell(one.text) for one in map_findings(sheet, atlas_of(sheet), ground))
    assert "und 3 weitere" in said_
    assert "kommt unter den Hexfeldseiten zweimal vor" in said_
    assert "braucht dort: Fluss oder Bach." in said_


def test_what_stops_the_computer_is_told_in_german(german: Path) -> None:
    reason = Reason("5.1a", say("{hex} is not a hex of this map.", hex="9999"))
    assert tell(said(Refused((reason, reason)))).count("9999") == 2
    assert tell(said(Wrong(say("no hex")))) == tell(say("no hex"))
    assert tell(said(NeedDice(say("morning"), 6))) == "Noch eine Zahl wird gebraucht: Vormittag, 1 bis 6."
    assert (
        tell(said(NoAnswer(say("The opponent's process has ended."))))
        == "Der Prozess des Gegners ist zu Ende."
    )


def test_the_buttons_for_ones_own_dice_say_in_german_what_they_are_for(german: Path) -> None:
    over = QWidget()
    dialog = NumbersDialog("x", lambda numbers: None if numbers else NeedDice(say("morning"), 6), over)
    button = dialog.findChild(QWidget, "numbers.face.3")
    assert button is not None
    assert button.accessibleName() == "Vormittag: 3"
    over.deleteLater()


def test_english_needs_no_file_and_writes_numbers_its_own_way(qapp: QApplication, tmp_path: Path) -> None:
    assert language.speak("en", tmp_path) == "en"
    assert tr("{n} units", n=3) == "3 units"
    assert number(1.5, 1) == "1.5"


def test_a_language_without_its_file_is_english(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(language.CHOSEN_BY, "de")
    assert language.speak("system", tmp_path) == "en"
    assert QLocale().language() == QLocale.Language.English


def test_what_was_chosen_before_the_start_goes_before_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    assert language.wanted("de") == "en", "the tests are run in English"
    monkeypatch.delenv(language.CHOSEN_BY)
    assert language.wanted("de") == "de"
    assert language.wanted("xx") == "en"
    assert language.wanted(language.SYSTEM) in language.LANGUAGES


# ---- menus
def test_a_german_phase_has_its_side_before_it() -> None:
    """Sides are plural nouns that serve as adjectives: "Deutsche Bewegungsphase", never "Bewegungsphase Deutsche"."""
    wrong = [
        entry.text
        for entry in read(translations.file_of("de")).values()
        if entry.kind != GONE and re.search(r"[Pp]hase \{(side|who|whose)\}", entry.text)
    ]
    assert wrong == []


@pytest.mark.parametrize("language", ["english", "german"])
def test_no_two_entries_of_a_menu_have_the_same_accelerator(
    qapp: QApplication, hexbench_home: Path, request: pytest.FixtureRequest, language: str
) -> None:
    if language == "german":
        request.getfixturevalue("german")
    with player_at(bootstrap.catalogue(), (1200, 800), start=True) as player:
        menus = player.window.acts.menus
        bar = [menu.title() for menu in menus.values()]
        assert ("&Datei" in bar) == (language == "german")
        for titles in (bar, *([action.text() for action in menu.actions()] for menu in menus.values())):
            letters = Counter(m[1].casefold() for title in titles if (m := re.search(r"&(\w)", title)))
            assert [x for x, n in letters.items() if n > 1] == [], titles


def test_the_list_of_keys_has_its_headings_and_rows_in_german_too(german: Path) -> None:
    with player_at(bootstrap.catalogue(), (1200, 800), start=True) as player:
        dialog = ShortcutsDialog(player.window)
        heads = [dialog.tree.topLevelItem(n) for n in range(dialog.tree.topLevelItemCount())]
        assert [head.text(0) for head in heads if head is not None and not head.isHidden()][:2] == [
            "Datei",
            "Bearbeiten",
        ]
        dialog.deleteLater()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("none.hexgame", None, "diese Datei gibt es nicht."),
        ("junk.hexgame", b"junk", "dies ist kein Spielstand von Hexbench."),
        ("junk.hexmail", b"junk", "dies ist kein Brief eines Briefspiels."),
        ("junk.vsav", b"junk", "dies ist kein Spielstand von VASSAL, oder er ist beschädigt."),
    ],
)
def test_a_file_that_cannot_be_opened_is_told_of_in_the_language_chosen(
    german: Path, tmp_path: Path, name: str, data: bytes | None, said: str
) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    with player_at(yard_catalogue(tmp_path / "home")) as player:
        player.window.open_path(str(path))
        player.settle()
        (dialog,) = player.window.findChildren(ErrorDialog)
        assert said in dialog.sentence.text()
        dialog.close()
