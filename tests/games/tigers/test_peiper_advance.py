"""KG Peiper and those attached advance: what it costs, how far, and what is put off (TG-KGP-07 to TG-KGP-09, AMB-26)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tigers.field import ALLIED, Situation, inf
from tests.games.tigers.melee import allocated, fight, result, rolled, stand


def won(units: dict[str, Any], plan: str, **state: Any) -> Situation:
    """806 is vacated by DE."""
    now = fight(stand({"x": inf("806", ALLIED, factor=1)} | units, **state), plan, 1)
    assert result(now) == "DE"
    return now


PEIPER = {"KGPeiper": {"at": "805"}, "501SS": {"at": "805"}, "h": inf("706", factor=6)}


@pytest.mark.rule("tigers", "TG-KGP-07", "TG-KGP-09", "TG-KGP-01")
def test_peipers_advance_costs_movement_and_does_not_disrupt_yet() -> None:
    """Nor the SS Tigers that go with it; the infantry beside them is disrupted at once."""
    now = won(PEIPER, plan="KGPeiper 501SS h > 806")
    now = now.act("advance", "KGPeiper", "807").act("advance", "501SS", "807").act("advance", "h", "806")
    assert (now["KGPeiper"].spent, now["501SS"].spent) == (6, 6)
    assert not now["KGPeiper"].disrupted
    assert not now["501SS"].disrupted
    assert now["h"].disrupted


@pytest.mark.rule("tigers", "TG-KGP-08", "AMB-26", "TG-KGP-07")
@pytest.mark.parametrize(("spent", "far"), [(0, 2), (9, 2), (10, 1), (12, 1)])
def test_peiper_may_advance_one_hex_more_than_it_can_pay(spent: int, far: int) -> None:
    """With one movement factor left two hexes, with none one."""
    now = won(PEIPER | {"KGPeiper": {"at": "805", "spent": spent, "moved": True}}, plan="KGPeiper h > 806")
    found = now.targets("advance", "KGPeiper", how="")
    assert max(len(t.via) for t in found.values()) == far


@pytest.mark.rule("tigers", "AMB-104", "TG-KGP-08")
def test_the_fuel_limit_shortens_peipers_advance() -> None:
    """Two movement factors, both spent: one hex."""
    units = PEIPER | {"KGPeiper": {"at": "805", "spent": 6, "moved": True}}
    now = won(units, plan="KGPeiper h > 806", turn=7)
    assert max(len(t.via) for t in now.targets("advance", "KGPeiper", how="").values()) == 1
    now = won(units, plan="KGPeiper h > 806", turn=5)
    assert max(len(t.via) for t in now.targets("advance", "KGPeiper", how="").values()) == 2


@pytest.mark.rule("tigers", "AMB-103", "TG-ZOC-28", "TG-KGP-09")
def test_what_zones_disrupt_in_an_advance_is_not_put_off_for_peiper() -> None:
    """It slides in the strong zone of 906 to join a friend who was disrupted by his own advance; it is warned."""
    units = {
        "KGPeiper": "805",
        "h": inf("707", factor=9),
        "x": inf("806", ALLIED, factor=1),
        "y": inf("906", ALLIED),
    }
    now = allocated(stand(units | {"c": inf("905", factor=9)}), "KGPeiper h > 806", "c > 906")
    now = rolled(now, "806", 1).act("advance", "h", "806")
    (target,) = now.targets("advance", "KGPeiper", how="").values()
    assert "ending KG Peiper's activity" in str(target.says[0])
    now = now.act("advance", "KGPeiper", "806")
    assert now["KGPeiper"].disrupted
    assert "strike" not in now.verbs
