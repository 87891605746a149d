"""The pictures of docs/walkthrough-16am.md: the 16AM turn played in the window, stopped where a picture is taken."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from tests.ui.yard.commander import Commander
from tests.ui.yard.driver import Player

SEED = 1944
SIZE = (1280, 800)
FRONT = ("G-3FJ-9", "G-3FJ-5", "G-12VG-27F", "G-12VG-48")
"""The regiments round the entrenched hex 3448."""
ATTACKS = (
    *((unit, "3448") for unit in FRONT),
    *(("G-18VG-295", "3248"), ("G-26VG-39F", "1742"), ("G-26VG-77", "1742"), ("G-326VG-753", "4444")),
)
"""The attacks on 16AM; 4345 is attacked together with 4444."""


def _begin(player: Player) -> Commander:
    player.window.resize(*SIZE)
    player.settle()
    leader = Commander(player)
    leader.open("campaign", SEED, until="combat")
    leader.bring_up("3448")
    return leader


def _quiet(leader: Commander) -> None:
    """Remove the notices from the map and the marks from the hexes, unless they are what is shown."""
    over = leader.window.table.over
    if over is not None:
        over.news.hide()


def possible(player: Player) -> QWidget:
    """An enemy hex was clicked: the units that could attack it."""
    leader = _begin(player)
    leader.click("3448")
    return player.window


def drafted(player: Player) -> QWidget:
    """Four regiments attack it."""
    leader = _begin(player)
    _front(leader)
    return player.window


def _front(leader: Commander) -> None:
    leader.click("3448")
    for unit in FRONT:
        leader.follow(unit, "＋")


def duty(player: Player) -> QWidget:
    """Declaring is refused while the cavalry beside them is not attacked."""
    leader = _begin(player)
    _front(leader)
    leader.press("Declare the attack")
    return player.window


def together(player: Player) -> QWidget:
    """One regiment attacks two hexes as one combat."""
    leader = _begin(player)
    _whole(leader)
    leader.bring_up("4444")
    return player.window


def _whole(leader: Commander) -> None:
    _front(leader)
    leader.click("3248")
    leader.follow("G-18VG-295", "＋")
    leader.drag("G-26VG-39F", "1742")
    leader.drag("G-26VG-77", "1742")
    leader.drag("G-326VG-753", "4444")
    leader.press("Include 4345 in this attack")


def _declared(player: Player) -> Commander:
    leader = _begin(player)
    _whole(leader)
    leader.press("Declare 4 attacks")
    leader.click("3448")
    leader.press("Resolve 3448 next")
    return leader


def support(player: Player) -> QWidget:
    """Artillery for the attack."""
    leader = _declared(player)
    leader.press("388 VAK fires in support")
    _quiet(leader)
    return player.window


def result(player: Player) -> QWidget:
    """The dice are rolled: the results table is lit up, the loser answers."""
    leader = _declared(player)
    leader.press("388 VAK fires in support")
    leader.press("4 VW fires in support")
    leader.press("No more support")
    leader.go_on_to("retreat", "take_losses", "advance")
    return player.window


def advance(player: Player) -> QWidget:
    """The victor may advance."""
    leader = _declared(player)
    leader.press("388 VAK fires in support")
    leader.press("4 VW fires in support")
    leader.press("No more support")
    leader.go_on_to("advance")
    _quiet(leader)
    return player.window


def westwall(player: Player) -> QWidget:
    """The Allied answer: two hexes, one of them in the Westwall."""
    leader = _declared(player)
    leader.go_on_to("movement")
    leader.go_on_to("combat")
    leader.drag("A-78-310", "4648")
    leader.press("Include 4848 in this attack")
    leader.bring_up("4648")
    return player.window


SCENES: dict[str, Callable[[Player], QWidget]] = {
    "walk_possible": possible,
    "walk_draft": drafted,
    "walk_duty": duty,
    "walk_together": together,
    "walk_support": support,
    "walk_result": result,
    "walk_advance": advance,
    "walk_westwall": westwall,
}
