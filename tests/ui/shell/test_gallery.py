"""The start page as a new player meets it: cards with pictures, one button to begin, and the last game."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from hexbench import bootstrap
from hexbench.engine.display import Overlay, Shade
from hexbench.engine.values import say
from hexbench.session.automaton import levels
from hexbench.session.game import Catalogue
from hexbench.session.session import Session
from hexbench.store.saves import Sketch
from hexbench.ui.canvas.sketch import SketchItem
from hexbench.ui.print.vignette import Drawing, begun, common_faces, make, thickest
from hexbench.ui.shell.gallery import GameCard, how_long
from tests.ui.yard.driver import LEFT, Player, player_at, yard_catalogue

GAMES = sorted(bootstrap.catalogue().games)


@pytest.fixture
def start(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    """Somebody at the start page with the games that ship."""
    with player_at(bootstrap.catalogue(), (1280, 800), start=True) as player:
        yield player


def _drawing(catalogue: Catalogue, game: str, scenario: str, folder: Path) -> Drawing:
    return Drawing("k", game, scenario, "day", False, 360, 200, str(folder / f"{game}_{scenario}.png"))


def test_every_game_has_a_card_that_says_what_how_long_and_how_hard(start: Player) -> None:
    gallery = start.window.start.gallery
    assert gallery.isVisible()
    assert list(gallery.cards) == list(start.window.catalogue.games)
    for key, card in gallery.cards.items():
        game = start.window.catalogue.games[key]
        shown = " ".join(label.text() for label in card.findChildren(QLabel))
        assert game.title in shown
        assert "about" in shown
        assert "easy" in shown
        assert card.begin.isEnabled()
        assert card.begin.text() == "Start here"
        found = levels(game)
        assert all(level in shown for level in found), "the levels are those of the game"
        assert ("The computer plays" in shown) == bool(found)


def test_one_press_begins_the_small_scenario_and_the_computer_takes_the_other_side(start: Player) -> None:
    start.window.wishes.manners = {"allied": "bold"}  # of a game that was begun with them before
    start.push("card.begin.tigers")
    session = start.window.bridge.session
    assert session is not None
    assert (session.game.key, session.scenario) == ("tigers", "24_december")
    assert dict(session.header.players) == {"allied": levels(session.game)[0]}
    assert not session.header.manners
    assert start.window.pages.currentWidget() is start.window.table


def test_a_game_without_an_introduction_begins_with_its_practice_position(
    qapp: object, tmp_path: Path
) -> None:
    with player_at(yard_catalogue(tmp_path), start=True) as player:
        card = player.window.start.gallery.cards["yard"]
        assert card.first is not None
        assert card.first.is_position
        player.push("card.begin.yard")
        session = player.window.bridge.session
        assert session is not None
        assert not session.header.players, "nobody said which side is the player's"


def test_the_scenarios_of_a_game_are_one_click_away_and_esc_leads_back(start: Player) -> None:
    page = start.window.start
    start.push("card.more.blitzkrieg")
    assert page.new.isVisible()
    assert page.new.game == "blitzkrieg"
    lines = [page.new.names.item(row).text() for row in range(page.new.names.count())]
    assert any("about" in line and "19AM" in line for line in lines)
    assert not page.new.details.options.folded.isVisible(), "rules in dispute are folded"
    assert page.new.details.source.isVisible(), "a reconstruction is called one"
    start.keys("Esc", to=page.new.names)
    assert page.pages.currentWidget() is page.gallery
    assert page.back.isHidden()
    start.push("card.more.tigers")
    start.push("start.back")
    assert page.pages.currentWidget() is page.gallery


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080)])
def test_cards_fit_the_page_at_every_size(qapp: object, hexbench_home: Path, size: tuple[int, int]) -> None:
    with player_at(bootstrap.catalogue(), size, start=True) as player:
        gallery = player.window.start.gallery
        assert gallery.horizontalScrollBar().maximum() == 0
        for card in gallery.cards.values():
            for label in card.findChildren(QLabel):
                need = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
                assert label.height() >= need, label.text()
            assert card.picture.width() >= 100
            assert card.geometry().right() <= gallery.viewport().width()
        tops = {card.y() for card in gallery.cards.values()}
        columns = -(-len(gallery.cards) // len(tops))
        assert columns == {800: 1, 1280: 2, 1920: 3}[size[0]]


def test_how_long_is_told_in_round_words() -> None:
    assert [how_long(n) for n in (0, 12, 43, 60, 90, 480, 900)] == [
        "", "about 10 minutes", "about 45 minutes", "about an hour", "about 2 hours",
        "about 8 hours", "about 5 evenings",
    ]  # fmt: skip


# ---- pictures
@pytest.mark.parametrize("game", GAMES)
def test_the_picture_of_a_game_shows_its_map_with_counters_of_every_side(
    game: str, tmp_path: Path, qapp: object
) -> None:
    catalogue = bootstrap.catalogue()
    name = catalogue.introduction(game).begin
    loaded = catalogue.load_scenario(game, name)
    faces = common_faces(loaded, begun(loaded))
    on_map = [face.side for face, at in faces.values() if at in loaded.atlas.index]
    assert set(on_map) == set(loaded.rules.sides)
    drawing = _drawing(catalogue, game, name, tmp_path)
    make(catalogue, drawing)
    image = QImage(drawing.file)
    assert (image.width(), image.height()) == (360, 200)
    colours = {image.pixel(x, y) for x in range(0, 360, 3) for y in range(0, 200, 3)}
    assert len(colours) > 60
    assert not list(tmp_path.glob("*.part*"))


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_shows_no_counter_that_an_enemy_would_not_see(game: str) -> None:
    catalogue = bootstrap.catalogue()
    loaded = catalogue.load_scenario(game, catalogue.introduction(game).begin)
    rules, state = loaded.rules, begun(loaded)
    faces = common_faces(loaded, state)
    assert faces
    for side in rules.sides:
        seat = rules.seat(rules.view(state, side), side)
        seen = {f.unit: (f, where) for f, where in seat.faces()}
        for unit, (face, at) in faces.items():
            assert seen[unit][1] == at
            if side != face.side:
                assert seen[unit][0] == face, "the counter as an enemy sees it"


def test_the_part_with_most_counters_is_shown_and_never_beyond_the_sheet() -> None:
    sheet = QRectF(0, 0, 1000, 1000)
    crowd = [(900.0 + x, 900.0) for x in range(0, 60, 10)]
    part = thickest([*crowd, (100.0, 100.0)], sheet, 300, 200)
    assert sheet.contains(part)
    assert all(part.contains(*spot) for spot in crowd)
    assert thickest([], sheet, 400, 200).center() == sheet.center()
    assert sheet.contains(thickest([(5.0, 5.0)], sheet, 4000, 2000))


def test_what_is_kept_is_shown_without_drawing_and_other_data_have_another_picture(start: Player) -> None:
    pictures = start.window.start.pictures
    game, scenario = "tigers", "24_december"
    assert pictures.of(game, scenario) is None
    assert (game, scenario) in list(pictures.missing)
    key = pictures._key(game, scenario)
    pictures.folder.mkdir(parents=True, exist_ok=True)
    kept = QPixmap(40, 20)
    kept.fill(Qt.GlobalColor.red)
    kept.save(str(pictures.folder / f"{key}.png"))
    assert pictures.of(game, scenario) is not None
    assert pictures._key(game, "campaign") != key
    start.act("view.night")
    assert pictures._key(game, scenario) != key, "other colours, another picture"
    assert pictures.folder.is_relative_to(start.window.catalogue.places.cache)


def _has_picture(card: GameCard) -> bool:
    return card.picture.pixmap is not None


def test_missing_pictures_are_drawn_by_another_process_once_the_page_is_on_the_screen(
    qapp: object, tmp_path: Path
) -> None:
    with player_at(yard_catalogue(tmp_path), start=True) as player:
        pictures = player.window.start.pictures
        assert not multiprocessing.active_children()
        card = player.window.start.gallery.cards["yard"]
        assert not _has_picture(card)
        pictures.draws = True
        pictures.wake()
        for _ in range(900):
            QTest.qWait(100)
            if _has_picture(card):
                break
        assert _has_picture(card)
        for _ in range(100):
            if not multiprocessing.active_children():
                break
            QTest.qWait(50)
        assert not multiprocessing.active_children(), "the painter goes when all is drawn"


def test_a_picture_that_cannot_be_drawn_is_not_tried_for_ever(qapp: object, tmp_path: Path) -> None:
    with player_at(yard_catalogue(tmp_path), start=True) as player:
        pictures = player.window.start.pictures

        class Broken:
            waiting, broken = 1, True
            asked = 0

            def ask(self, drawing: object) -> None:
                self.asked += 1

            def answers(self) -> tuple[tuple[str, bool], ...]:
                return ()

            def close(self) -> None:
                self.waiting = 0

        pictures.painter = Broken()  # type: ignore[assignment]
        pictures.draws = pictures.awake = True
        pictures._on_time()
        assert not list(pictures.missing)
        first = player.window.start.gallery.cards["yard"].first
        assert first is not None
        assert pictures.of("yard", first.name) is None
        assert not list(pictures.missing), "it was tried"


# ---- going on
def _left(player: Player) -> QImage:
    """The picture of the game that was just left."""
    page = player.window.start
    assert page.last.pixmap is not None
    return page.last.pixmap.toImage()


def test_the_last_game_is_shown_as_it_was_left_and_a_click_on_it_goes_on(start: Player) -> None:
    window = start.window
    window.begin("tigers", "24_december", {}, study=False)
    start.settle()
    session = window.bridge.session
    assert session is not None
    default = session.seat(session.decider).prompt.default
    assert default is not None
    session.do(default)
    start.settle()
    path = session.path
    start.act("file.close")
    page = window.start
    assert page.last.isVisible()
    assert _left(start).width() == 720
    QTest.mouseClick(page.last, LEFT)
    start.settle()
    again = window.bridge.session
    assert again is not None
    assert again.path == path
    if window.bridge.covered:  # one side knows what the other must not
        start.push("cover.ready")
    assert window.pages.currentWidget() is window.table
    start.act("file.close")
    assert path is not None
    page.pictures.forget(str(path))
    assert page.pictures.of_game(str(path)) is None


@pytest.mark.parametrize("secret", [True, False])
def test_two_players_at_one_screen_see_no_secrets_in_the_picture(
    start: Player, monkeypatch: pytest.MonkeyPatch, secret: bool
) -> None:
    """Where one of them knows more than the other, the map alone is kept."""
    window = start.window
    window.begin("tigers", "24_december", {}, study=False)
    start.settle()
    session = window.bridge.session
    assert session is not None
    monkeypatch.setattr(Session, "secret", property(lambda session: secret))
    before = start.view.map.pieces()
    shown: list[bool] = []

    def grab(_: QWidget) -> QPixmap:
        shown.append(start.view.map._counters_hidden)
        return QPixmap(720, 400)

    monkeypatch.setattr(QWidget, "grab", grab)
    window.start.pictures.keep(session.path or Path("nowhere"), window.table)
    assert start.view.map.pieces() == before, "the counters are back"
    assert shown == [secret], "they were not there when the picture was taken"


def _kept(player: Player) -> QImage:
    """The picture that would be kept of the game on the table."""
    pictures, path = player.window.start.pictures, Path("somewhere")
    pictures.keep(path, player.window.table)
    found = pictures.of_game(str(path))
    assert found is not None
    return found.toImage()


@pytest.mark.parametrize("study", [True, False])
def test_what_one_player_has_drawn_and_asked_is_not_in_the_picture_that_the_other_sees(
    start: Player, study: bool
) -> None:
    start.window.begin("blitzkrieg", "bastogne", {}, study=study)
    start.settle()
    start.view.finish()
    plain, scene = _kept(start), start.view.map
    there, *_, far = scene.stacks.hexes
    overlay = Overlay("risk", say("Risk"), shades=tuple(Shade(at, "enemy_zoc") for at in scene.stacks.hexes))
    scene.set_sketches((Sketch(kind="arrow", hexes=(there, far)),))
    scene.set_overlay("risk", overlay)
    scene.light((there,))
    table = start.window.table
    assert table.over is not None
    table.tell("Something that one of them was told.")
    start.settle()
    assert (_kept(start) == plain) == (not study)
    assert scene.sketches, "they are on the map as before"
    assert all(item.isVisible() for item in scene.items() if isinstance(item, SketchItem))


def test_after_a_game_the_page_begins_at_its_top(qapp: object, hexbench_home: Path) -> None:
    with player_at(bootstrap.catalogue(), (1024, 700), start=True) as player:
        line = player.window.start.gallery.verticalScrollBar()
        assert line.maximum() > 0
        player.push("card.begin.tigers")
        player.act("file.close")
        assert player.window.start.gallery.isVisible()
        assert line.value() == 0


class _Painted(QObject):
    """Which pages are painted, and at which scale the map is."""

    def __init__(self, player: Player) -> None:
        super().__init__()
        self.player = player
        self.saw: list[tuple[str, float]] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt calls it
        if event.type() == QEvent.Type.Paint:
            window = self.player.window
            table = window._table
            view = None if table is None else table.view
            if watched is (None if view is None else view.viewport()):
                self.saw.append(("map", round(window.table.view.zoom if window.table.view else 0.0, 4)))
            elif watched is window.start:
                self.saw.append(("start", 0.0))
        return False


def test_going_on_paints_the_map_as_it_is_to_be_seen_and_nothing_before(start: Player) -> None:
    start.look()
    window = start.window
    window.begin("tigers", "24_december", {}, study=False)
    start.settle()
    start.act("file.close")
    watch = _Painted(start)
    app = QApplication.instance()
    assert app is not None
    app.installEventFilter(watch)
    try:
        window.begin("tigers", "24_december", {}, study=False)
        start.settle()
    finally:
        app.removeEventFilter(watch)
    scales = {scale for what, scale in watch.saw if what == "map"}
    assert scales == {round(start.view.zoom, 4)}, "the map is painted at one scale only"
    first = next(n for n, (what, _) in enumerate(watch.saw) if what == "map")
    assert all(what == "map" for what, _ in watch.saw[first:]), "the start page does not come back"
