"""What was told once is not told anew: an action costs the lists of what happened no more words than it added."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from hexbench.engine.display import Light, Table
from hexbench.ui.docks import history, log
from hexbench.ui.docks.desk import DeskPanel
from tests.ui.yard.driver import Player

PATHS = (("r3", "0405"), ("r2", "0304"))


def counting(patch: pytest.MonkeyPatch, module: object) -> Callable[[], int]:
    """Count the sentences a module tells; the answer is how many since the last question."""
    told = [0]
    plain = module.tell  # type: ignore[attr-defined]

    def tell(what: object) -> str:
        told[0] += 1
        return str(plain(what))

    def since() -> int:
        found, told[0] = told[0], 0
        return found

    patch.setattr(module, "tell", tell)
    return since


@pytest.mark.parametrize(("dock", "module"), [("log", log), ("history", history)])
def test_an_action_words_what_it_added_and_nothing_of_before(
    player: Player, monkeypatch: pytest.MonkeyPatch, dock: str, module: object
) -> None:
    player.begin(study=True)
    player.window.table.docking.go(dock)
    for unit, to in PATHS:
        player.drag(unit, to)
    player.end()
    player.end()
    player.drag("r1", "0304")
    player.end()
    player.end()
    session = player.window.bridge.session
    assert session is not None
    length = len(session.history.line())
    assert length > 7
    since = counting(monkeypatch, module)
    player.drag("r3", "0305")
    assert len(session.history.line()) == length + 1
    assert since() < 6, f"of {length} moments"


@pytest.mark.parametrize("dock", ["rules", "layers", "tray"])
def test_an_action_does_not_refill_a_dock_that_shows_the_same(
    player: Player, monkeypatch: pytest.MonkeyPatch, dock: str
) -> None:
    player.begin(study=True)
    table = player.window.table
    table.docking.go(dock)
    player.settle()
    panel = table.docking.docks[dock].widget()
    assert isinstance(panel, DeskPanel)
    assert panel.isVisible()
    assert not panel.stale
    filled: list[str] = []
    monkeypatch.setattr(panel, "refresh", lambda: filled.append(dock))
    player.drag("r3", "0405")
    player.settle()
    assert player.at("r3") == "0405"
    assert filled == []
    panel.desk.dressed.emit()
    player.settle()
    assert filled == [dock], "other colours are drawn"


def test_the_log_grows_by_what_an_action_told(player: Player) -> None:
    player.begin(study=True)
    player.window.table.docking.go("log")
    player.settle()
    lines = player.window.table.log.lines
    grown: list[int] = []
    lines.rowsInserted.connect(lambda _above, first, last: grown.append(last - first + 1))
    lines.modelReset.connect(lambda: grown.append(-1))
    before = len(lines.rows)
    player.drag("r3", "0405")
    player.settle()
    assert grown
    assert sum(grown) == len(lines.rows) - before
    assert -1 not in grown


def test_a_table_is_drawn_again_only_where_another_light_falls_on_it(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.begin(study=True)
    docking = player.window.table.docking
    table = next(panel for panel in player.window.desk.panels if isinstance(panel, Table))
    docking.go(f"game.{table.key}")
    player.settle()
    panel = docking.game[table.key]
    assert not panel.stale
    filled: list[object] = []
    plain = panel.refresh

    def refill() -> None:
        filled.append(panel.desk.panels)
        plain()

    monkeypatch.setattr(panel, "refresh", refill)
    player.drag("r3", "0405")
    player.settle()
    assert filled == []
    lit = replace(table, lights=(Light(0, 0, "hit"),))
    monkeypatch.setattr(type(player.window.desk), "panels", property(lambda _desk: (lit,)))
    player.drag("r2", "0304")
    player.settle()
    assert len(filled) == 1
    assert panel.shown == lit
