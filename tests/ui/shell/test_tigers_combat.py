"""The ground attacks of 16 December, allocated and fought in the window by mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexbench import bootstrap
from hexbench.engine.display import Table
from tests.ui.yard.commander import Commander
from tests.ui.yard.driver import player_at

SEED = 1944


class General(Commander):
    """A player at Tigers in the Ardennes."""

    GAME = "tigers"

    def printed(self) -> Table:
        """The results table as it is shown."""
        assert self.window.bridge.seat is not None
        return next(p for p in self.window.bridge.seat.panels() if isinstance(p, Table) and p.key == "crt")


@pytest.fixture
def general(qapp: object, hexbench_home: Path) -> Iterator[General]:
    """A general at a window, the campaign before him."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        general = General(player)
        general.open("campaign", SEED, until="combat")
        yield general


def test_attacks_are_drafted_refused_completed_and_fought(general: General) -> None:
    # two divisions against the Schnee Eifel; the strong neighbour of one of them must be attacked too
    general.drag("12VG", "1307")
    general.drag("18VG", "1307")
    defence = next(a for a in general.combat.accounts if str(a.say) == "Defense")
    assert [c.rule for c in defence.lines[0].clauses] == ["TG-TER-02", "TG-TER-08"]
    general.go_on()
    assert general.step == "combat"
    assert general.refused()["TG-ATK-07"][0] == "1308"
    assert "1308" in general.player.view.map.lit
    general.click("1308")
    assert str(general.combat.say) == "1308: must be attacked"
    general.follow("277VG", "＋")
    assert general.hexes == ["1308"]
    general.drag("12SSPz", "1308")
    general.drag("3FJ", "1307")
    general.drag("KGPeiper", "1307")
    general.drag("501SS", "1307")
    general.drag("326VG", "1309")
    general.drag("272VG", "1310")
    general.press("Allocate 4 attacks")
    general.go_on_to("resolution")

    # the picked one first; the defender answers at an open table
    general.click("1307")
    general.press("Resolve")
    assert general.step == "no_retreat"
    assert general.window.bridge.prompt.side == "allied"
    assert general.stages()["No Retreat?"][0] == "now"
    general.press("They may retreat.")
    assert general.stages()["Odds and die"][0] == "done"
    hit = [light for light in general.printed().lights if light.tone == "hit"]
    assert len(hit) == 1

    for _ in range(80):
        if general.step in ("supply", "movement", "reinforcements"):
            break
        if any(c.status == "now" for c in general.window.desk.combats):
            assert general.step != "cover", "inside the combats the seat never changes hands under a cover"
        general.go_on()
    resolved = [str(line.text) for line in general.window.bridge.log if line.kind == "Resolved"]
    assert len(resolved) == 4, resolved
    assert all(any(at in text for text in resolved) for at in ("1307", "1308", "1309", "1310")), resolved


def test_a_retreat_and_an_advance_by_dragging(general: General) -> None:
    for unit in ("12VG", "18VG", "3FJ", "KGPeiper", "501SS"):
        general.drag(unit, "1307")
    for unit in ("277VG", "12SSPz"):
        general.drag(unit, "1308")
    general.drag("326VG", "1309")
    general.drag("272VG", "1310")
    general.press("Allocate 4 attacks")
    general.go_on_to("resolution")
    general.click("1307")
    general.press("Resolve")
    general.press("They may retreat.")
    assert general.step == "how_far", "seed 1944 gives D2"
    general.press("They retreat 1 hex.")
    assert general.step == "retreat"
    general.drag("106ID", "1207")
    assert general.player.at("106ID") == "1207"
    general.drag("14CavGp", "1207")
    assert general.step == "advance"
    general.drag("3FJ", "1307")
    assert general.player.at("3FJ") == "1307"
    assert "No further advance" not in general.buttons(), "five factors must go"
    general.drag("18VG", "1307")
    assert "No further advance" in general.buttons()
    general.press("No further advance")
    assert "may continue" in str(general.window.bridge.prompt.say), "KG Peiper took part"


def test_a_panzer_attack_over_the_our_asks_for_a_bridge(general: General) -> None:
    general.drag("2Pz", "1105")
    bridges = next(a for a in general.combat.accounts if str(a.say).startswith("Engineer bridges"))
    assert bridges.lines[0].hexes == ("1105", "1204")
    general.follow("2Pz", "✕")
    assert general.status == "possible"
