"""Combats of A Time for Trumpets in the window: drawn up with the mouse, reckoned in the dock, fought to the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.ui.docks.desk import DeskPanel
from tests.ui.yard.driver import player_at
from tests.ui.yard.trumpeter import Trumpeter

FOOT: dict[str, Any] = {
    "I-9_FJR": {"at": "1419"},
    "II-9_FJR": {"at": "1419"},
    "VAK_388_a": {"at": "1717"},
    "A-18_Cav": {"at": "1319"},
    "275_AFA": {"at": "0818"},
}
ARMOR: dict[str, Any] = {
    "I-1_SSPz": {"at": "1419"},
    "III-2_SSPzG": {"at": "1419"},
    "A-18_Cav": {"at": "1319"},
}
EVEN: dict[str, Any] = {"I-9_FJR": {"at": "1419"}, "1-394": {"at": "1319"}}


@pytest.fixture
def leader(qapp: object, hexbench_home: Path) -> Iterator[Trumpeter]:
    """A player at a window."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        yield Trumpeter(player)


def totals(leader: Trumpeter) -> dict[str, str]:
    """What the dock reckons."""
    return {str(account.say).split(" from ")[0]: account.total for account in leader.combat.accounts}


def clauses(leader: Trumpeter) -> set[str]:
    """The clauses the dock cites."""
    return {c.rule for account in leader.combat.accounts for line in account.lines for c in line.clauses}


def test_an_ordinary_attack_with_artillery_is_fought_to_the_advance(leader: Trumpeter) -> None:
    leader.set_up(FOOT, "16AF", seed=28)
    leader.drag("I-9_FJR", "1319")
    assert totals(leader)["Attack"] == "4"
    leader.drag("II-9_FJR", "1319")
    leader.follow("VAK_388_a", "＋")
    assert totals(leader)["Attack"] == "12"
    assert totals(leader)["Defence"] == "2"
    assert {"TT-TER-08", "TT-ODD-01", "TT-ODD-02"} <= clauses(leader)
    asked = leader.fight()
    assert asked == ["defence", "loss", "retreat", "advance"]
    assert any("1/1DR4" in line or "1/DR4" in line for line in leader.told)
    assert leader.player.at("A-18_Cav") != "1319"


def test_the_table_is_lit_from_the_odds_to_the_cells_the_dice_hit(leader: Trumpeter) -> None:
    leader.set_up(EVEN, "16AF", seed=7)
    leader.drag("I-9_FJR", "1319")
    table = leader.results.table
    assert table is not None
    assert "to" in {light.tone for light in table.lights}
    leader.window.table.docking.front("game.combat")
    leader.press("Fight")
    for _ in range(20):
        table = leader.results.table
        assert table is not None
        hits = [light for light in table.lights if light.tone == "hit"]
        if hits:
            break
        leader.go_on()
    assert len(hits) == 2


def test_the_table_follows_the_hex_that_is_looked_at(leader: Trumpeter) -> None:
    """Two hexes that could be attacked, at other odds: the table shows those of the one in the dock."""
    leader.set_up({**EVEN, "A-18_Cav": {"at": "1520"}}, "16AF", seed=7)
    combats = leader.window.desk.combats
    assert sorted(c.hexes for c in combats) == [("1319",), ("1520",)]
    seen = set()
    for one in combats:
        leader.click(one.hexes[0])
        assert leader.combat.key == one.key
        table = leader.results.table
        assert table is not None
        assert table.lights == dict(one.lights)["crt"]
        seen.add(table.lights)
    assert len(seen) == 2


def test_a_counterattack_is_fought_inside_the_combat(leader: Trumpeter) -> None:
    leader.set_up(FOOT, "16AF", seed=0)
    leader.drag("I-9_FJR", "1319")
    leader.drag("II-9_FJR", "1319")
    leader.follow("VAK_388_a", "＋")
    leader.press("Fight")
    leader.go_on_to("counter", most=10)
    leader.window.table.docking.front("game.combat")
    leader.player.settle()
    leader.drag("A-18_Cav", "1419")
    assert "counterattack" in str(leader.combat.say).lower() or leader.combat.status == "draft"
    before = sum("Red and white dice" in line for line in leader.told)
    leader.fight()
    assert sum("Red and white dice" in line for line in leader.told) == before + 1
    assert leader.step in ("combat", "movement")


@pytest.mark.parametrize(
    ("turn", "button", "clause"),
    [
        ("16AF", "Ardennes 44 attack", "TT-WPN-12"),
        ("16EV", "Tigers in the Mist attack", "TT-WPN-13"),
    ],
)
def test_a_blitz_attack_is_one_die_and_an_advance(
    leader: Trumpeter, turn: str, button: str, clause: str
) -> None:
    leader.set_up(ARMOR, turn, seed=0)
    leader.drag("I-1_SSPz", "1319")
    leader.drag("III-2_SSPzG", "1319")
    leader.press(button)
    assert clause in clauses(leader)
    assert leader.fight() == ["advance"]
    assert any("Blitz die" in line for line in leader.told)
    assert leader.player.at("A-18_Cav") == "1319", "the defenders stay (TT-BLZ-09)"


def test_what_was_fought_last_stands_in_the_dock_until_the_player_turn_is_over(leader: Trumpeter) -> None:
    leader.set_up(FOOT, "16AF", seed=28)
    leader.drag("I-9_FJR", "1319")
    leader.drag("II-9_FJR", "1319")
    leader.fight()
    assert leader.combat.status == "over"
    assert str(leader.combat.say).startswith("Ordinary attack on 1319: ")
    assert any(bar.lit for spread in leader.combat.spreads for bar in spread.bars)
    assert leader.window.table.docking.game["combat"].isVisible()
    table = leader.results.table
    assert table is not None
    assert "hit" in {light.tone for light in table.lights}


def test_the_night_is_one_column(leader: Trumpeter) -> None:
    leader.set_up(FOOT, "16EV", seed=28, weather="Clear")
    leader.drag("I-9_FJR", "1319")
    leader.drag("II-9_FJR", "1319")
    assert "TT-TER-34" in clauses(leader) or "TT-TER-01" in clauses(leader) or "TT-TER-08" in clauses(leader)
    assert "2L" in totals(leader)["Column shifts"]
    leader.fight()
    assert leader.combat.status == "over"


def test_doubles_in_snow_cancel_the_attack_and_the_dock_says_so(leader: Trumpeter) -> None:
    leader.set_up(EVEN, "16AF", seed=5, weather="Snow")
    leader.drag("I-9_FJR", "1319")
    leader.fight()
    assert leader.combat.status == "over"
    assert str(leader.combat.say) == "Ordinary attack on 1319: cancelled"
    assert str(leader.combat.note) == "The attack was cancelled."
    assert leader.player.at("1-394") == "1319"


def test_superior_german_guns_cost_a_tank_company_two_steps(leader: Trumpeter) -> None:
    units: dict[str, Any] = {
        "1-501": {"at": "1419", "printed": {"at": "1419", "turn": ""}},
        "I-9_FJR": {"at": "1419"},
        "1-394": {"at": "1319"},
        "A-741": {"at": "1319", "printed": {"at": "1319", "turn": ""}},
    }
    leader.set_up(units, "17PD", seed=1, options={"afv_combat": True})
    leader.drag("I-9_FJR", "1319")
    leader.drag("1-501", "1319")
    leader.fight()
    assert str(leader.combat.say).endswith("/1*")
    assert any("German guns: A/741 loses a second step" in line for line in leader.told)
    assert leader.player.at("A-741") == "#eliminated"


def test_a_blitz_attack_of_the_wrong_weather_says_why_not(leader: Trumpeter) -> None:
    leader.set_up(ARMOR, "16AF", seed=0)
    leader.drag("I-1_SSPz", "1319")
    leader.press("Tigers in the Mist attack")
    assert "TT-BLZ-02" in leader.refused()


def test_an_attacker_that_is_not_adjacent_is_refused_with_the_clause(leader: Trumpeter) -> None:
    leader.set_up({**EVEN, "II-9_FJR": {"at": "1619"}}, "16AF", seed=0)
    leader.drag("II-9_FJR", "1319")
    assert "TT-REC-06" in leader.refused()
    assert leader.player.at("II-9_FJR") == "1619"


def test_every_dock_of_the_game_shows_something(leader: Trumpeter) -> None:
    leader.open("losheim")
    for key, panel in leader.window.table.docking.game.items():
        assert isinstance(panel, DeskPanel)
        leader.window.table.docking.front(f"game.{key}")
        leader.player.settle()
        assert panel.view is not None, key
        assert panel.view.isVisible(), key
