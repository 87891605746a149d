"""Every scenario of Tide of Iron in the window: set up from the start page's catalogue, lines of sight, what a drag means."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexbench import bootstrap
from tests.sizes import sized
from tests.ui.yard.driver import player_at
from tests.ui.yard.tide import Squadleader


@pytest.fixture
def leader(qapp: object, hexbench_home: Path) -> Iterator[Squadleader]:
    """A squad leader at a small window."""
    with player_at(bootstrap.catalogue(), (1280, 800)) as player:
        yield Squadleader(player)


@pytest.mark.parametrize("name", sized(("lanzerath", "noville"), ("lanzerath", "noville", "stoumont")))
def test_a_scenario_is_set_up_by_what_is_suggested(leader: Squadleader, name: str) -> None:
    """Stoumont is set up in ``test_tide_round`` as well."""
    leader.open(name)
    leader.go_on_to("turn")
    scene = leader.player.view.map
    placed = [u for u, unit in leader.state.units.items() if unit.at in scene.atlas.index]
    assert placed
    assert {u for at in scene.stacks.hexes for u in scene.stack(at)} == set(placed)
    docks = leader.window.table.docking.docks
    assert {"game.building", "game.hand.german", "game.hand.american", "game.combat"} <= set(docks)
    assert leader.window.table.prompt.hint.text().startswith("Advance: drag a counter")


def test_a_line_of_sight_is_drawn_with_its_cut_and_its_clause(leader: Squadleader) -> None:
    leader.open("noville", until="turn")
    leader.player.act("game.sight")
    leader.player.click("A1")
    leader.player.click("G1")
    sight = leader.window.table.sight
    assert sight.head.text() == "A1 does not see G1"
    found = sight.overlay
    assert found is not None
    assert found.profile is not None
    assert [p.hex for p in found.profile.points if p.blocks] == ["E1"]
    assert not sight.profile.isHidden()
    assert {(s.hex, s.tone) for s in found.shades} >= {("E1", "bad"), ("G1", "cut")}
    assert "TI-LOS-13" in found.facts[0].rules
    assert any("TI-LOS-13" in str(line.text) for line in found.legend)


def test_in_the_fog_the_line_says_that_it_is_too_far(leader: Squadleader) -> None:
    leader.open("stoumont", until="turn")
    overlay = leader.window.table.sight.judge("L3", "L10")
    assert overlay is not None
    assert overlay.facts[0].rules == ("TI-SET-06",)


def test_the_bar_has_the_verbs_of_the_selected_squad(leader: Squadleader) -> None:
    leader.open("stoumont", until="turn")
    over = leader.window.table.over
    assert over is not None
    assert not over.unitbar.isVisible()
    leader.select("g2")
    assert over.unitbar.isVisible()
    assert leader.player.view.rect().contains(over.unitbar.geometry())
    leader.verb("prepare")
    assert leader.state.units["g2"].token == "op_fire"
    assert not over.unitbar.isVisible(), "it has acted"
