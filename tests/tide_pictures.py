"""The situations of Tide of Iron shown in the documentation, reached with mouse and keys like all the others."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from tests.ui.yard.driver import Player
from tests.ui.yard.tide import Squadleader

SEED = 1944


def _squads(player: Player) -> QWidget:
    """Squads of Stoumont being put together."""
    leader = Squadleader(player)
    leader.open("stoumont", SEED)
    for kind in ("elite", "elite", "officer"):
        leader.make(f"Pz.Gren. 1: add 1 {kind}")
    leader.make("Pz.Gren. 2: add 1 machine gun")
    leader.make("Pz.Gren. 3: Engineers")
    return player.window


def _watched(player: Player) -> Squadleader:
    """Stoumont set up as suggested, with two American squads in op fire mode."""
    leader = Squadleader(player)
    leader.open("stoumont", SEED, until="set_op_fire")
    while leader.side != "american":
        leader.go_on()
    for unit in ("a3", "a4"):
        leader.select(unit)
        leader.verb("set_op_fire")
    leader.go_on_to("turn")
    return leader


def _op_fire(player: Player) -> QWidget:
    """A squad on the road within the field of op fire of two others."""
    leader = _watched(player)
    leader.drag("g4", "L6")
    return player.window


def _fire(player: Player) -> QWidget:
    """A tank fires at a squad in Stoumont, supported by the squad beside it; the hand of cards is shown."""
    leader = _watched(player)
    leader.drag("gv7", leader.player.at("a5"))
    leader.select("g3")
    leader.press("Add German squad Pz.Gren. 3")
    leader.window.table.docking.front("game.hand.german")
    return player.window


def _sight(player: Player) -> QWidget:
    """A line of sight from the heights of Noville that ends in a blind hex."""
    leader = Squadleader(player)
    leader.open("noville", SEED, until="turn")
    player.act("game.sight")
    player.click("A1")
    player.click("G1")
    news = leader.window.table.over
    assert news is not None
    news.news.hide()
    return player.window


SCENES: dict[str, Callable[[Player], QWidget]] = {
    "tide_squads": _squads,
    "tide_op_fire": _op_fire,
    "tide_fire": _fire,
    "tide_sight": _sight,
}
