"""A whole round of Stoumont, both sides, played in the window by mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexbench import bootstrap
from hexbench.engine.display import Cards
from tests.ui.yard.driver import player_at
from tests.ui.yard.tide import Squadleader

SEED = 1944


@pytest.fixture
def leader(qapp: object, hexbench_home: Path) -> Iterator[Squadleader]:
    """A squad leader at a window."""
    with player_at(bootstrap.catalogue(), (1440, 900)) as player:
        yield Squadleader(player)


def _set_up(leader: Squadleader) -> None:
    """Squads begun by hand, then all as suggested after all; two American squads wait in op fire mode."""
    leader.make("Pz.Gren. 1: add 1 elite")
    assert "29 figures are left" in str(leader.window.bridge.prompt.say)
    leader.make("Pz.Gren. 1: remove 1 elite")
    leader.make("Pz.Gren. 1: Engineers")
    assert "Pz.Gren. 1: no token" in leader.workshop.buttons
    assert "build_rest" in str(leader.window.bridge.prompt.default), (
        "what was done by hand is not undone unasked"
    )
    leader.verb("build_default")
    leader.go_on_to("deploy")
    hand = leader.window.table.acting.hand
    assert hand is not None
    assert len(hand.ready) == 15
    leader.go_on_to("set_op_fire")
    while leader.side != "american":
        leader.go_on()
    for unit in ("a3", "a4"):
        leader.select(unit)
        leader.verb("set_op_fire")
    leader.go_on_to("turn")
    assert (leader.turn, leader.side) == ("Round 1", "german")


def _to_turn(leader: Squadleader) -> None:
    leader.go_on_to("turn", "spend", "draw_card")


def test_the_first_round_of_stoumont_is_played_by_both_sides(leader: Squadleader) -> None:
    leader.open("stoumont", SEED)
    _set_up(leader)
    units = leader.state.units

    # a plain drag is an Advance; the other side answers with op fire from the dock
    leader.drag("g4", "L6")
    assert (leader.step, leader.side) == ("op_fire", "american")
    assert leader.window.bridge.viewer == "american", "nothing is hidden: nobody is asked to look away"
    leader.follow("a3", "＋")
    assert leader.step == "attack_draft"
    leader.press("Roll")
    assert (leader.step, leader.side) == ("casualties", "german")
    leader.press(next(b for b in leader.buttons() if b.startswith("FJR 1 loses")))
    _to_turn(leader)
    assert leader.state.units["g4"].at == "L6"
    assert leader.state.units["g4"].lost > units["g4"].lost
    assert leader.state.units["g4"].token == leader.state.units["a3"].token == "fatigued"

    # a drag onto the enemy is Concentrated Fire; who is selected joins by the button; suppressive
    leader.drag("gv7", leader.player.at("a5"))
    assert leader.step == "attack_draft"
    before = int(leader.combat.accounts[0].total)
    leader.select("g3")
    leader.press("Add German squad Pz.Gren. 3")
    assert int(leader.combat.accounts[0].total) > before
    leader.press("Make it suppressive")
    assert str(leader.combat.note) == "Concentrated Fire, suppressive"
    leader.press("Roll")
    _to_turn(leader)
    assert {leader.state.units[u].token for u in ("gv7", "g3")} == {"fatigued"}

    # a card by its own button
    command = leader.state.command["german"]
    leader.use_card("german", "Extra Bandoliers")
    assert leader.step == "card_unit"
    leader.go_on()
    assert leader.state.command["german"] == command - 1
    assert not any(
        str(card.title) == "Extra Bandoliers"
        for panel in leader.window.desk.panels
        if isinstance(panel, Cards) and panel.side == "german"
        for card in panel.cards
    )

    # the Americans: one prepares op fire
    assert (leader.step, leader.side) == ("turn", "american")
    leader.select("a5")
    leader.verb("prepare")
    assert leader.state.units["a5"].token == "op_fire"
    while leader.side == "american" and leader.step == "turn":
        unit = next(u for u in leader.ready if leader.state.units[u].token == "")
        leader.select(unit)
        leader.verb("fatigue")
    assert (leader.step, leader.side) == ("turn", "german")

    _fire_and_move(leader)
    _assault(leader)
    _rest_of_the_round(leader)


def _fire_and_move(leader: Squadleader) -> None:
    leader.select("gv6")
    leader.verb("activate")
    leader.choose("Fire and Movement")
    assert leader.step == "fire_and_movement"
    leader.verb("engage")
    over = leader.window.table.over
    if over is not None and over.chooser.isVisible():
        leader.choose("L Coy")
    assert leader.step == "attack_draft"
    assert str(leader.combat.note) == "Fire and Movement, normal"
    leader.press("Roll")
    leader.go_on_to("fire_and_movement", "turn")
    before = leader.player.at("gv6")
    to = next(at for at in leader.reach("gv6") if at in leader.near(before))
    leader.drag("gv6", to)
    _to_turn(leader)
    assert leader.player.at("gv6") == to


def _assault(leader: Squadleader) -> None:
    """A squad beside the enemy storms a hex; the prompt leads through what comes of it."""
    leader.select("g2")
    leader.verb("activate")
    leader.choose("Assault")
    assert leader.step == "move"
    leader.drag("g2", "L7")
    while leader.step == "op_fire":
        leader.press("Hold fire")
    if leader.step == "move":
        leader.go_on()
    assert leader.step == "assault_draft"
    assert "Roll the assault" in leader.buttons()
    assert leader.hexes == ["K7"]
    bars = {str(bar.say) for spread in leader.combat.spreads for bar in spread.bars}
    assert bars, "the chances are shown before the dice fall"
    leader.press("Roll the assault")
    seen = [leader.step]
    for _ in range(30):
        if leader.step == "turn":
            break
        leader.go_on()
        seen.append(leader.step)
    assert leader.step == "turn", seen
    assert set(seen) & {"casualties", "retreat", "follow_up"}, seen
    assert leader.state.units["g2"].token == "fatigued"


def _rest_of_the_round(leader: Squadleader) -> None:
    """Both end their Action Phase; command is spent, cards are drawn, the next round begins."""
    for _ in range(3):
        if leader.step != "turn":
            break
        leader.verb("end_phase")
        if leader.step == "turn":
            leader.player.push("checklist.end")
    assert leader.step == "spend"
    phases = [leader.step]
    leader.verb("commit")
    for _ in range(80):
        if leader.turn == "Round 2" and leader.step == "turn":
            break
        leader.go_on()
        phases.append(leader.step)
    assert (leader.turn, leader.step) == ("Round 2", "turn"), phases
    assert {"draw_card", "set_op_fire"} <= set(phases)


def test_one_stroke_of_the_key_never_ends_the_phase(leader: Squadleader) -> None:
    """Actions are left: the key lists them, nothing is framed but the way back, and the second stroke is the player's own."""
    leader.open("stoumont", SEED, until="turn")
    player, prompt = leader.player, leader.window.table.prompt
    assert prompt.default is not None
    assert not prompt.default.isDefault()
    side, actions = leader.side, str(leader.window.bridge.prompt.say)
    assert "3 left" in actions
    player.view.setFocus()
    player.keys("Ctrl+Return")
    found = leader.window.commands.phase_end.list
    assert found is not None
    assert found.isVisible()
    assert (leader.side, str(leader.window.bridge.prompt.say)) == (side, actions)
    texts = [str(check.say) for check in found.checks]
    assert any("fresh and may still act" in text for text in texts)
    assert any("3 actions are left" in text for text in texts)
    assert found.back.isDefault()
    assert not found.end.isDefault()
    player.keys("Esc")
    assert (leader.side, leader.step) == (side, "turn")


def test_the_mortar_of_stoumont_is_not_lost_by_one_stroke_of_the_key(leader: Squadleader) -> None:
    leader.open("stoumont", SEED)
    leader.verb("build_default")
    leader.make(f"{leader.state.units['g8'].name}: remove 1 mortar")
    leader.make(f"{leader.state.units['g1'].name}: remove 1 elite")
    leader.make(f"{leader.state.units['g8'].name}: add 1 elite")
    leader.player.view.setFocus()
    leader.player.keys("Ctrl+Return")
    assert leader.step == "build_squads"
    found = leader.window.commands.phase_end.list
    assert found is not None
    assert [str(c.say) for c in found.checks if c.rule == "C-S2"] == [
        "No squad has room for these figures, so they leave the game: 1 mortar."
    ]
