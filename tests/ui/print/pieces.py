"""What tests of paper ask for again and again."""

from __future__ import annotations

from pathlib import Path

from hexbench.ui.print.standing import Standing
from hexbench.ui.shell.paperform import PaperForm
from tests.ui.yard.driver import Player


def standing(player: Player) -> Standing:
    """What the seat at the table sees."""
    found = player.window.commands.printing.standing()
    assert found is not None
    return found


def form(player: Player, name: str) -> PaperForm:
    """The dialog of an action, opened through its menu."""
    player.act(name)
    found = player.window.commands.printing.form
    assert found is not None
    assert found.isVisible()
    return found


def written(player: Player, opened: PaperForm, path: Path) -> bytes:
    """What the dialog writes."""
    player.window.commands.printing.save_to(path)
    opened.task.finish()
    player.settle()
    assert opened.fault == ""
    return path.read_bytes()


def choose(opened: PaperForm, box: str, key: str) -> None:
    """Choose an entry of one of the dialog's boxes as a hand would."""
    combo = getattr(opened, box)
    row = combo.findData(key)
    assert row >= 0, key
    combo.setCurrentIndex(row)
    combo.activated.emit(row)
    opened.look()
