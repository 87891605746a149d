"""Two players at one screen: what a side may not know cannot be read off the window, neither at its seat nor under the cover.

Two worlds that look alike to a side are put on the table one after the other; everything that can be read off the window,
word by word and pixel by pixel, must be the same. The worlds differ in all that is hidden: chits, decks, hands, squads.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from msgspec.structs import replace as with_
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLineEdit

from hexbench import bootstrap
from hexbench.engine.values import Action
from hexbench.games.tide_of_iron import concealment
from hexbench.session.game import Catalogue, LoadedScenario
from hexbench.session.opening import begin
from hexbench.session.session import Session
from hexbench.study import playout
from hexbench.ui.shell.errors import describe
from hexbench.ui.shell.finder import Finder
from hexbench.ui.widgets.background import BackgroundTask
from tests import walkthrough
from tests.ui.yard.driver import Player, player_at, yard_catalogue
from tests.ui.yard.listening import everything
from tests.ui.yard.walking import each_in_front

SEED = 1944
HIDDEN = {"concealment": "hidden"}


def _chits(catalogue: Catalogue) -> tuple[LoadedScenario, Any]:
    """Iron Tide on 16AM: the Germans have fought as in the walkthrough, and the chits they drew lie face down again."""
    loaded = catalogue.load_scenario("iron_tide", "campaign")
    session = begin(loaded, SEED)
    session.passes = True  # as the window has it
    _suggested(session, "german", "combat")
    for unit, target in walkthrough.ATTACKS:
        session.do(Action("attack", (unit,), target))
    for action in (Action("widen", ("4444",), "4345"), Action("declare"), Action("resolve", ("3448",))):
        session.do(action)
    _suggested(session, "allied", "combat")
    return loaded, session.state


def _handles(catalogue: Catalogue) -> tuple[LoadedScenario, Any]:
    """Tide of Iron at Noville, with concealed squads that are hidden: the first two of either side that can be."""
    loaded = catalogue.load_scenario("tide_of_iron", "noville", HIDDEN)
    session = begin(loaded, SEED)
    _suggested(session, None, "turn")
    rules: Any = session.rules
    state = session.state
    units, handles = dict(state.units), {}
    for side in rules.sides:
        fits = [uid for uid, u in units.items() if u.side == side and u.on_map and u.figures]
        fits.sort(key=lambda uid: concealment.exposed(rules, state, units[uid]))
        for n, uid in enumerate(fits[:2], start=1):
            units[uid] = with_(units[uid], concealed=True)
            handles[f"{side[0]}h{n}"] = uid
    assert len(handles) == 4
    return loaded, with_(state, units=units, handles=handles)


def _suggested(session: Session, side: str | None, step: str) -> None:
    """Follow what is suggested until a side, or anybody, is asked this."""
    while (prompt := session.seat(session.decider).prompt).step != step or side not in (None, prompt.side):
        assert prompt.default is not None, prompt.step
        session.do(prompt.default)


MOMENTS: dict[str, Callable[[Catalogue], tuple[LoadedScenario, Any]]] = {"chits": _chits, "handles": _handles}
_moments: dict[str, tuple[LoadedScenario, Any]] = {}


def moment_of(player: Player, moment: str) -> tuple[LoadedScenario, Any]:
    """A game and its position, played once for all tests."""
    if moment not in _moments:
        _moments[moment] = MOMENTS[moment](player.window.catalogue)
    return _moments[moment]


def open_at(player: Player, loaded: LoadedScenario, position: Any) -> Session:
    """Put a position on the table."""
    session = begin(replace(loaded, position=position), None)
    player.window.show_session(session)
    player.settle()
    return session


@pytest.fixture
def player(qapp: object) -> Iterator[Player]:
    """A player at the real installation."""
    with player_at(bootstrap.catalogue(), (1440, 900), start=True) as found:
        yield found
        found.view_hands_off()


def twin_of(rules: Any, state: Any, side: str) -> Any:
    """Another position that looks the same to ``side``."""
    dice = random.Random(SEED)
    for _ in range(20):
        twin, wrong = playout.imagined(rules, state, side, lambda n: dice.randint(1, n))
        assert not wrong
        twin = with_(twin, dice=state.dice)  # they are never shown
        if rules.pack(twin) != rules.pack(state):
            return twin
    pytest.fail(f"nothing is hidden from {side} here")


def put(player: Player, loaded: LoadedScenario, world: Any, side: str) -> None:
    """Put a world on the table and sit down at a side."""
    open_at(player, loaded, world)
    player.window.bridge.look(side)
    player.settle()
    for _ in each_in_front(player):
        pass
    for task in player.window.findChildren(BackgroundTask):
        task.finish()
    player.view.set_zoom(0.4)
    player.view.centre_on(min(player.view.map.stacks.hexes))
    player.view.finish()
    player.settle()


def read_off(player: Player, loaded: LoadedScenario, world: Any, side: str) -> tuple[list[str], list[str]]:
    """What is to be read of a world at a side's seat, and under the cover."""
    put(player, loaded, world, side)
    units = player.window.bridge.counters
    player.window.desk.choose(tuple(list(units)[:3]))
    player.window.desk.study(player.window.desk.at(next(iter(units))))
    player.settle()
    seen = everything(player.window)
    player.window.hand_over(side)
    player.settle()
    return seen, everything(player.window)


@pytest.mark.parametrize("moment", MOMENTS)
def test_two_worlds_that_look_alike_look_alike_in_the_window_to_the_last_word(
    player: Player, moment: str
) -> None:
    loaded, true = moment_of(player, moment)
    rules: Any = loaded.rules
    put(player, loaded, true, rules.sides[0])  # at first the window is not yet as any game leaves it
    for side in rules.sides:
        player.window.hand_over(side)  # and the cover keeps who was called last
        player.settle()
        seen, covered = read_off(player, loaded, true, side)
        seen_of_twin, covered_of_twin = read_off(player, loaded, twin_of(rules, true, side), side)
        assert len(seen) > 1000
        assert seen == seen_of_twin, side
        assert covered == covered_of_twin, side


@pytest.mark.parametrize("moment", MOMENTS)
def test_under_the_cover_no_unit_is_named_anywhere(player: Player, moment: str) -> None:
    session, window = open_at(player, *moment_of(player, moment)), player.window
    seat = session.rules.seat(session.state, None)
    names = {str(face.title) for face, _ in seat.faces()} | {
        str(face.name) for face, _ in seat.faces() if len(face.name) > 4
    }
    named = re.compile("|".join(map(re.escape, names))).search
    before = [words for words in everything(window) if named(words)]
    assert before
    window.hand_over(session.rules.sides[0])
    player.settle()
    said = everything(window)
    ours = [words for words in said if named(words)]
    assert not ours
    assert window.windowTitle() == "Hexbench"
    assert window.table.prompt.moment.text() == window.status.place.text() == window.status.saved.text() == ""
    for name in ("edit.undo", "edit.redo", "game.default"):
        assert not named(f"{window.acts[name].text()}{window.acts[name].toolTip()}")


def test_what_was_copied_typed_looked_up_and_opened_is_forgotten(player: Player) -> None:
    player.window.begin("iron_tide", "17_december", {}, study=False)
    player.settle()
    window, table = player.window, player.window.table
    QGuiApplication.clipboard().setText("our chits: 7, 5, 4")
    table.docking.go("log")
    table.docking.go("game.order_of_battle")
    for name in ("log.filter", "roster.filter"):
        line = table.findChild(QLineEdit, name)
        assert line is not None
        line.setText("PG304")
    states = table.findChild(QComboBox, "roster.states")
    assert states is not None
    states.setCurrentIndex(1)
    window.desk.rule_asked.emit("7.3a")
    player.act("edit.find")
    assert window.findChild(Finder) is not None
    window.hand_over("allied")
    player.settle()
    assert QGuiApplication.clipboard().text() == ""
    assert not [
        line.text() for line in table.findChildren(QLineEdit) if line.text() and not line.isReadOnly()
    ]
    for line in table.findChildren(QLineEdit):
        line.undo()
        assert "PG304" not in line.text()
    assert states.currentIndex() == 0
    assert not table.rules.past
    assert not [found for found in window.findChildren(Finder) if found.isVisible()]


def test_each_side_finds_the_map_where_it_left_it_and_not_where_the_other_looked(
    qapp: object, tmp_path: Path
) -> None:
    with player_at(yard_catalogue(tmp_path), start=True) as player:
        window = player.window
        window.settings.set("play.cover_between_players", "always")
        window.settings.set("play.replay_turns", False)
        player.begin()
        view = player.view
        first = view.zoom
        view.set_zoom(2.5)
        view.centre_on("0101")
        corner = view.seen.center()
        player.end()
        player.push("cover.ready")
        assert window.bridge.viewer == "blue"
        assert view.zoom == pytest.approx(first)
        assert not view.seen.contains(corner) or view.seen.contains(view.map.geometry.sheet.center())
        view.set_zoom(1.3)
        player.end()
        player.push("cover.ready")
        assert window.bridge.viewer == "red"
        assert view.zoom == pytest.approx(2.5)
        assert (view.seen.center() - corner).manhattanLength() < 5


def test_what_is_remembered_of_recent_games_holds_nothing_of_the_position(
    player: Player, hexbench_home: Path
) -> None:
    catalogue = player.window.catalogue
    loaded = catalogue.load_scenario("iron_tide", "17_december")
    session = begin(loaded, SEED, where=catalogue.places.games / "one.hexbench", catalogue=catalogue)
    default = session.seat(session.decider).prompt.default
    assert default is not None
    session.do(default)
    names = {str(f.title) for f, _ in session.rules.seat(session.state, None).faces()}
    session.close()
    text = (catalogue.places.data / "recent.json").read_text(encoding="utf-8")
    assert not [name for name in names if name in text]
    player.window.start.refresh()
    said = player.window.start.go_on.text()
    assert said.startswith("17 December")
    assert {path.name for path in hexbench_home.iterdir()} <= {
        "games",
        "recent.json",
        "settings.json",
        "window.ini",
    }


def test_details_of_an_error_leave_out_its_words_where_a_game_keeps_secrets(player: Player) -> None:
    player.window.begin("iron_tide", "17_december", {}, study=False)
    player.settle()
    assert player.window.bridge.hides
    with pytest.raises(ValueError, match="Regiment 9") as caught:
        _fail("the chit of Regiment 9 is a 7")
    hides = player.window.bridge.hides
    said = describe(caught.type, caught.value, caught.tb, discreet=hides)
    assert "_fail" in said
    assert "Regiment 9" not in said
    player.window.hand_over("allied")
    player.window.say_wrong("Something went wrong.", said)
    dialog = player.window.teller.dialog
    assert dialog is not None
    assert dialog.details.toPlainText() == ""
    dialog.close()


def _fail(secret: str) -> None:
    raise ValueError(secret)
