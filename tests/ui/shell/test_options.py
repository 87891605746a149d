"""Options on the start page: rules and rulings are folded away, each ruling with a plain sentence a reading."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QLabel, QRadioButton

from hexbench import bootstrap
from hexbench.ui.shell.options import OptionsForm, Readings
from tests.ui.yard.driver import Player, player_at


@pytest.fixture
def start(qapp: object, hexbench_home: Path) -> Iterator[Player]:
    """Somebody at the start page, with Tide of Iron chosen."""
    with player_at(bootstrap.catalogue(), (1280, 800), start=True) as player:
        player.window.start.new.choose_game("tide_of_iron")
        player.settle()
        yield player


def form_of(player: Player) -> OptionsForm:
    return player.window.start.new.details.options


def test_rules_and_rulings_are_folded_and_open_at_a_press(start: Player) -> None:
    form = form_of(start)
    sight = form.fields["los_graze"]
    assert isinstance(sight, Readings)
    assert not sight.isVisible()
    assert not form.fields["concealment"].isVisible()
    assert form.fold.text() == "Rules and disputed points"
    form.fold.click()
    start.settle()
    assert form.fields["concealment"].isVisible()
    assert sight.isVisible()
    assert form.disputed.text() == "12 rules that can be read in two ways"


def test_no_reading_is_called_by_its_key_or_by_a_number_of_a_clause(start: Player) -> None:
    form = form_of(start)
    form.fold.click()
    start.settle()
    shown = [mark.text() for mark in form.findChildren(QRadioButton)]
    shown += [label.text() for label in form.findChildren(QLabel)]
    assert not [text for text in shown if "B-LOS" in text or text in ("Pair", "Global", "Top", "Sum")]
    sight = form.fields["los_graze"]
    assert isinstance(sight, Readings)
    first, second = (mark.text().replace("\n", " ") for mark in sight.marks.values())
    assert first.startswith("It is blocked where both hexes of the same hexside")
    assert first.endswith("(default)")
    assert not second.endswith("(default)")
    assert "B-LOS-2" in sight.toolTip(), "the clause and the reason are a hint"


def test_a_reading_is_chosen_and_the_game_begins_with_it(start: Player) -> None:
    form = form_of(start)
    form.fold.click()
    start.settle()
    sight = form.fields["los_graze"]
    assert isinstance(sight, Readings)
    heard: list[int] = []
    form.changed.connect(lambda: heard.append(1))
    sight.marks["global"].click()
    assert heard
    assert form.values == {"los_graze": "global"}
    start.push("new.start")
    session = start.window.bridge.session
    assert session is not None
    assert session.rules.options.los_graze == "global"


def test_sentences_are_broken_to_the_room_there_is(start: Player) -> None:
    form = form_of(start)
    form.fold.click()
    start.settle()
    area = start.window.start.new.details.area
    assert area.horizontalScrollBar().maximum() == 0, "nothing is wider than the page"
    for mark in form.findChildren(QRadioButton):
        longest = max(mark.fontMetrics().horizontalAdvance(line) for line in mark.text().split("\n"))
        assert longest < mark.width(), mark.text()


def test_an_optional_rule_of_iron_tide_says_what_it_changes(start: Player) -> None:
    start.window.start.new.choose_game("iron_tide")
    start.settle()
    box = form_of(start).fields["army_rule"]
    assert isinstance(box, QCheckBox)
    assert box.text().replace("\n", " ") == "Units of different armies stay separate"
    notes = [label.text() for label in form_of(start).findChildren(QLabel)]
    assert "Units of different armies may not stack, attack together or share artillery." in notes
