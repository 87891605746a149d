"""Reinforcements and quitting in the window of Blitzkrieg."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexbench import bootstrap
from tests.ui.yard.blitz import General
from tests.ui.yard.driver import player_at

TANKS, GRENADIERS = "FBB:FB_Pz_Bn", "FBB:FB_PzGR"
PRUM = "2726"


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[General]:
    """A general at a window, on the morning of the 17th with reinforcements."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        found = General(player)
        found.open("five_days", 7, until="reinforcements")
        yield found


@pytest.mark.rule("blitzkrieg", "BK-SEQ-06", "BK-UI-26")
def test_reinforcements_are_put_down_from_the_tray_or_held(general: General) -> None:
    assert (general.turn, general.side) == ("17AM", "german")
    assert set(general.window.table.tray.ready) >= {TANKS, GRENADIERS}
    open_hexes = general.reach(TANKS)
    assert PRUM not in open_hexes, "three units stand there still"
    assert set(open_hexes) >= set(general.near(PRUM)) - {"2626"}
    general.window.desk.choose((TANKS,))
    general.player.view.set_cursor(open_hexes[0])
    general.player.view.setFocus()
    general.player.keys("Return")
    assert general.player.at(TANKS) == open_hexes[0]
    general.window.desk.choose((GRENADIERS,))
    general.player.settle()
    general.verb("hold")
    assert general.state.held == (GRENADIERS,)


@pytest.mark.rule("blitzkrieg", "BK-UI-27", "BK-VIC-08")
def test_quitting_shows_the_rating(general: General) -> None:
    general.window.table.acting.use("quit")
    over = general.window.table.over
    assert over is not None
    general.player.keys("Return", to=over.chooser.list)
    assert general.state.stack == ()
    assert general.state.quit_by == "german"
    told = str(general.window.bridge.prompt.say)
    assert told == "The game is over. The German player has conceded. Rating: German 0, Allied 100."


@pytest.mark.rule("blitzkrieg", "BK-UI-10", "BK-UI-11", "BK-REC-06")
def test_a_refusal_has_a_place_of_its_own_and_leaves_the_question_as_it_is(general: General) -> None:
    asked = general.window.bridge.prompt.say
    state = general.state
    general.window.desk.choose((TANKS,))
    general.player.view.set_cursor("1616")
    general.player.view.setFocus()
    general.player.keys("Return")
    assert set(general.refused()) == {"BK-REC-06"}
    assert general.window.bridge.prompt.say == asked
    assert general.state == state
