"""What was told once is not told anew: an action costs the lists of what happened no more words than it added."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexbench.ui.docks import history, log
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
