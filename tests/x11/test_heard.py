"""Heard by a real screen reader: Orca reads a player turn of Iron Tide and a squad's action of Tide of Iron, both done by keys
alone, and what it says is held against the game that was saved.

``make test`` listens to Iron Tide, where every kind of key is pressed; ``HEXBENCH_FULL=1``, as in ``make fuzz``, to both.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.session.opening import open_file
from hexbench.store.saves import SUFFIX
from tests.sizes import sized
from tests.x11.conftest import SHOWN
from tests.x11.reading import Reader, program, reader_on
from tests.x11.screen import open_screen, wait_for

pytestmark = pytest.mark.x11

WAYS = ("q", "w", "e", "a", "d", "z", "c", "s", "Left", "Right", "Up", "Down")
"""Keys that move the cursor over the map."""
MOST = 60
"""Answers until it is somebody's turn."""


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Reader, Mapping[str, str]]]:
    """One screen and one reader for both games."""
    folder = tmp_path_factory.mktemp("reading")
    (folder / "screen").mkdir()
    with open_screen(folder / "screen", (1280, 800)) as screen, reader_on(screen, folder) as found:
        yield found


def state_of(home: Path) -> Any:
    """The position of the one game that was saved, from a copy: it is still being played."""
    (path,) = (home / "games").glob(f"*{SUFFIX}")
    copy = home.with_name(f"copy{SUFFIX}")
    shutil.copyfile(path, copy)
    session, _ = open_file(bootstrap.catalogue(), copy)
    state = session.state
    session.close()
    return state


def opened(reader: Reader) -> None:
    """Wait for the game, and give its window the keyboard."""
    reader.hear("is open")
    found: list[str] = []

    def window() -> bool:
        found[:] = [reader.screen.window(SHOWN.rpartition("·")[2].strip())]
        return bool(found[0])

    wait_for("the window", window)
    reader.screen.do("windowfocus", found[0])


def go_on_to(reader: Reader, wanted: Callable[[str], bool]) -> str:
    """The default answer, and the list of what it would leave undone, until a sentence is heard that is wanted."""
    for _ in range(MOST):
        reader.press("ctrl+Return")
        sentence = reader.hear_after("left control")
        if wanted(sentence):
            return sentence
    raise AssertionError(f"never heard; last was {reader.everything()[-5:]}")


def carried(reader: Reader) -> tuple[str, str, str]:
    """Have the next unit that can act selected, and take it to a hex beside it where it can go: (unit, from, to), as heard."""
    for _ in range(8):
        reader.press("n")
        told = reader.hear("Selected: ")
        unit = re.search(r"Selected: (.*?)\. (\w+),", told)
        if unit is None:
            continue
        reader.press("Return")
        for way in WAYS:
            reader.press(way)
            sentence = reader.hear(", ")
            if " costs " in sentence and "not possible" not in sentence:
                to = sentence.partition(",")[0].strip()
                reader.press("Return")
                return unit[1], unit[2], to
        reader.press("Escape")
    raise AssertionError("nobody can move")


def a_turn_of_iron_tide(reader: Reader, environ: Mapping[str, str], home: Path) -> None:
    """From set-up to a move of the other side, and back; and what may not be done."""
    atlas = bootstrap.catalogue().load_scenario("iron_tide", "campaign").rules.atlas
    with program(reader, environ, home, "play", "iron_tide/campaign"):
        opened(reader)
        # the map, hex by hex
        reader.press("Right")
        first = reader.hear(", ").partition(",")[0]
        assert first in atlas.index
        reader.press("Right")
        second = reader.hear(", ").partition(",")[0]
        assert second in atlas.near[first]
        # set-up and the German player turn, to the Allied movement
        told = go_on_to(reader, lambda said: "Allied Movement Phase" in said)
        assert "one unit of your choice may move" in told
        heard = " | ".join(reader.everything())
        for words in (
            "German set-up",
            "was placed in",
            "What would be left undone",
            "Engineering Phase",
            "Allied air points",
        ):
            assert words in heard, words
        # a unit is taken up, carried and put down; what was said is what was saved
        unit, start, to = carried(reader)
        moved = reader.hear("moved from", start, to)
        assert unit.partition(" (")[0] in moved
        state = state_of(home)
        there = [uid for uid, one in state.units.items() if one.at == to and one.side == "allied"]
        assert there
        reader.press("ctrl+z")
        reader.hear("Undone")
        # what may not be done is said with its rule
        enemy = next(one.at for one in state.units.values() if one.side == "german" and one.at in atlas.index)
        reader.press("n")
        reader.hear("Selected: ")
        reader.press("Return", *enemy)
        reader.hear(f"{enemy}, ")
        reader.press("Return")
        reader.hear("Not possible", "Rule ")


def a_squads_action_of_tide_of_iron(reader: Reader, environ: Mapping[str, str], home: Path) -> None:
    """Set-up, and the first move of a squad."""
    with program(reader, environ, home, "play", "tide_of_iron/lanzerath"):
        opened(reader)
        go_on_to(reader, lambda said: "choose an action" in said.casefold())
        heard = " | ".join(reader.everything())
        for words in (
            "build your squads",
            "place your markers",
            "was placed in",
            "There is an entrenchment in",
        ):
            assert words in heard, words
        unit, start, to = carried(reader)
        reader.hear("moved from", start, to)
        squad = unit.removeprefix("German squad ").removeprefix("American squad ")
        state = state_of(home)
        assert any(one.at == to for one in state.units.values()), (squad, to)


WALKS = (a_turn_of_iron_tide, a_squads_action_of_tide_of_iron)


@pytest.mark.parametrize("walk", sized(WALKS[:1], WALKS), ids=lambda walk: walk.__name__)
def test_it_is_understood_by_ear(
    reading: tuple[Reader, Mapping[str, str]], tmp_path: Path, walk: Callable[..., None]
) -> None:
    walk(*reading, tmp_path / "home")
