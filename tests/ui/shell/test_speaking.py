"""What a screen reader is told at the table: the cursor, the prompt, results, refusals with their rules, overlays, undo."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QAccessible

from hexbench.engine.display import Legend, Overlay, Shade
from hexbench.engine.values import Reason, Say
from hexbench.ui.shell.speaking import describe_hex, direction_words, overlay_words, road_words, ways_out
from hexbench.ui.widgets.screen_reader import ScreenReader
from tests.ui.canvas.stage import small_atlas
from tests.ui.yard.driver import Player


class Ears:
    """Everything that was told since the last look."""

    def __init__(self, screen_reader: ScreenReader) -> None:
        self.told: list[tuple[str, bool]] = []
        screen_reader.heard.connect(self._on_heard)

    def _on_heard(self, text: str, urgent: bool) -> None:
        self.told.append((text, urgent))

    def take(self) -> str:
        """What was heard, in one line; and it is forgotten."""
        text = " | ".join(text for text, _ in self.told)
        self.told = []
        return text


@pytest.fixture
def ears(player: Player) -> Ears:
    """Ears at a window on the yard."""
    found = Ears(player.window.desk.screen_reader)
    player.begin("meeting", study=True)
    player.view.setFocus()
    return found


def _words(player: Player, words: str) -> None:
    player.window.prefs.change("hear.words", words)


def test_the_game_and_what_is_asked_are_told_when_it_is_opened(player, ears):
    said = ears.take()
    assert "Meeting at the gate is open." in said
    assert "Red. " in said
    assert "Ctrl+Return: " in said


def test_the_cursor_tells_where_it_is_and_who_stands_there(player, ears):
    ears.take()
    player.view.set_cursor("0203")
    player.settle()
    said = ears.take()
    assert said.startswith("0203, ")
    assert "2 Red units: " in said
    assert "1st Guard" in said
    assert "2nd Guard" in said


def test_of_a_cursor_that_runs_only_the_hex_where_it_rests_is_told(player, ears):
    ears.take()
    for at in ("0203", "0303", "0403"):
        player.view.set_cursor(at)
    player.settle()
    said = ears.take()
    assert said.startswith("0403")
    assert "0303" not in said


def test_in_few_words_units_are_counted_and_in_all_they_are_described(player, ears):
    _words(player, "brief")
    assert player.window.speaking.describe("0203").endswith("2 Red units")
    _words(player, "full")
    full = player.window.speaking.describe("0203")
    assert "4–4" in full
    _words(player, "nothing")
    ears.take()
    player.view.set_cursor("0305")
    player.settle()
    assert ears.take() == ""


def test_a_move_by_keys_is_told_from_the_picking_up_to_the_result_and_its_undo(player, ears):
    player.view.set_cursor("0305")
    player.settle()
    ears.take()
    player.keys("Return")
    assert "Selected: Lancers" in ears.take()
    player.keys("Right")
    said = ears.take()
    assert "costs 2" in said
    at = player.view.cursor_hex
    player.keys("Return")
    said = ears.take()
    assert "Lancers" in said
    assert at in said
    player.keys("Ctrl+Z")
    assert "Undone: " in ears.take()
    player.keys("Ctrl+Y")
    assert "Redone: " in ears.take()


def test_a_refusal_is_urgent_and_names_its_rules_once_each(player, ears):
    player.window.table.acting.put(("r3",), "1004")
    player.settle()
    ((text, urgent),) = [told for told in ears.told if "Not possible" in told[0]]
    assert urgent
    assert "Rule Y2.2: " in text
    reasons = [part for part in text.split(". ") if part.startswith("Rule ")]
    assert len(reasons) == len(set(reasons))


@pytest.mark.parametrize(("reasons", "end"), [(2, "1 more reason in"), (3, "2 more reasons in")])
def test_a_refusal_counts_the_reasons_it_leaves_out(player, ears, reasons, end):
    _words(player, "brief")  # one is told
    ears.take()
    why = (("Move", tuple(Reason(f"Y{n}", Say(f"because {n}")) for n in range(reasons))),)
    player.window.speaking._on_explained(why, "0203", None)
    player.settle()
    assert end in ears.take()


def test_an_arrow_that_leads_off_the_map_says_so(player, ears):
    player.view.set_cursor(player.view.map.atlas.labels[0])
    player.settle()
    ears.take()
    player.keys("Left")
    assert ears.take() == "The map ends here."
    player.keys("Left")
    assert ears.take() == "The map ends here."


def test_news_over_the_map_are_told_too(player, ears):
    ears.take()
    player.act("edit.deselect")
    player.window.table.why_not_here()
    player.settle()
    assert "Select a unit first" in ears.take()


def test_overlays_are_told_when_they_go_on_and_off_and_then_at_the_cursor(player, ears):
    overlays = player.window.table.overlays
    choice = next(c for c in overlays.choices if c.key in ("reach", "zoc") or not c.subject)
    ears.take()
    overlays.switch(choice.key, True)
    player.settle()
    said = ears.take()
    assert f"Overlay on: {choice.title}, " in said
    assert "hex" in said
    overlays.switch(choice.key, False)
    player.settle()
    assert ears.take() == f"Overlay off: {choice.title}."


def test_what_overlays_say_of_a_hex_is_said_in_the_words_of_their_legends():
    shown = {
        "zoc": Overlay(
            "zoc",
            Say("Zones"),
            (Shade("0101", "enemy_zoc", "2"),),
            legend=(Legend("enemy_zoc", Say("enemy zone")),),
        )
    }
    assert overlay_words("0101", shown) == ["enemy zone 2"]
    assert overlay_words("0102", shown) == []


def test_what_is_asked_is_told_when_it_changes_and_not_otherwise(player, ears):
    ears.take()
    player.view.set_cursor("0305")
    player.keys("Return", "Right", "Return")
    assert "Ctrl+Return" not in ears.take()
    player.end()
    said = ears.take()
    assert "Blue" in said
    assert "Ctrl+Return" in said


def test_who_decides_now_and_what_is_told_once(player):
    player.begin("meeting")
    player.window.prefs.change("play.cover_between_players", "never")
    ears = Ears(player.window.desk.screen_reader)
    player.end()
    said = ears.take()
    assert "Blue. " in said
    assert said.count(str(player.window.bridge.prompt.say).rstrip(".")) == 1


def test_a_prompt_that_begins_with_its_side_does_not_say_it_twice(player, ears, monkeypatch):
    prompt = msgspec.structs.replace(player.window.desk.seat.prompt, say=Say("Red: build the squads."))
    monkeypatch.setattr(type(player.window.desk.seat), "prompt", prompt)
    assert player.window.speaking.prompt_words(full=False).startswith("Red: build the squads. Ctrl+Return")


def test_hex_and_prompt_are_read_out_when_asked_for(player, ears):
    player.view.set_cursor("0203")
    player.settle()
    ears.take()
    player.keys("Ctrl+I")
    assert "1st Guard" in ears.take()
    player.keys("Ctrl+Shift+I")
    said = ears.take()
    assert "You may: " in said
    assert "units can act" in said


def test_under_the_cover_nothing_of_the_game_is_told(player):
    player.begin("meeting")
    player.window.prefs.change("play.cover_between_players", "always")
    ears = Ears(player.window.desk.screen_reader)
    player.view.set_cursor("0203")  # it waits to be told
    player.window.hand_over("blue")
    player.settle()
    said = ears.take()
    assert said.startswith("Blue to decide. ")
    assert "0203" not in said
    assert "|" not in said


def test_roads_and_hexsides_are_told_with_their_directions():
    atlas = small_atlas()
    assert ways_out(atlas, "0605") == ["main road east, west"]
    assert "minor road east" in ways_out(atlas, "0608") or "minor road east, west" in ways_out(atlas, "0608")
    river = ways_out(atlas, "0507")
    assert any(part.startswith("river ") and part.count(",") == 2 for part in river)
    assert any(part.startswith("bridge ") for part in river)


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_a_direction_is_where_the_neighbour_lies(orientation, qapp):
    """The words are those of the sheet: going the way that is told leads there."""
    from hexbench.ui.canvas.geometry import Geometry

    atlas = small_atlas(orientation)
    geometry = Geometry(atlas)
    here = geometry.centre("0606")
    for direction, key in enumerate(atlas.grid.directions):
        away: QPointF = geometry.centre(atlas.labels[atlas.around[atlas.index["0606"]][direction]]) - here
        words = direction_words(key)
        assert ("north" in words) == (away.y() < -1)
        assert ("south" in words) == (away.y() > 1)
        assert ("east" in words) == (away.x() > 1)
        assert ("west" in words) == (away.x() < -1)


def test_unknown_words_are_said_as_they_stand(player, ears):
    assert road_words("cart_track") == "cart track"
    assert direction_words("UP") == "UP"
    desk, view = player.window.desk, player.view
    assert describe_hex(desk, view.map.atlas, "9999", "full") == ""


def test_announcements_reach_qt(player, ears, monkeypatch):
    sent: list[str] = []
    monkeypatch.setattr("hexbench.ui.widgets.screen_reader.takes_announcements", lambda: True)
    monkeypatch.setattr(QAccessible, "isActive", staticmethod(lambda: True))
    monkeypatch.setattr(QAccessible, "updateAccessibility", staticmethod(lambda e: sent.append(e.message())))
    player.view.set_cursor("0203")
    player.settle()
    assert any(text.startswith("0203") for text in sent)
