"""The short form of the soak: a little of everything that ``python -m tests.soak`` does for hours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sizes import sized
from tests.soak import HANG, KINDS, LARGEST, Soak, main, piece
from tests.soaking.files import KINDS as FILES

MUTANTS = sized(6, 12)
SHORT = {
    "games": 0,
    "kills": 1,
    "desktop kills": 1,
    "disks": MUTANTS,
    "junk lines": sized(600, 1500),
    "mail attacks": 1,
}
"""So many of each; whole games under all laws have tests of their own."""
DRAWN = ("desktop kills", "picture mutants")
"""What needs the desktop's libraries."""


@pytest.mark.parametrize("kind", [kind for kind in KINDS if SHORT.get(kind, 1)])
def test_a_little_of_everything_breaks_nothing(kind: str) -> None:
    if kind in DRAWN:
        pytest.importorskip("PySide6.QtWidgets")
    found = piece(kind, 20_261_122, SHORT.get(kind, MUTANTS))
    assert found["faults"] == []
    if "kills" not in kind:  # which wait for whole programs to start, on whatever machine
        assert found["slowest"] < HANG
    if kind.endswith("mutants") or kind == "disks":
        assert sum(found["by"].values()) == MUTANTS


def test_a_soak_goes_on_where_it_stopped_and_tells_what_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def work(kind: str, seed: int, count: int) -> dict[str, Any]:
        seeds.append(seed)
        faults = ["bad"] if len(seeds) == 3 else []
        return {
            "done": count,
            "faults": faults,
            "slowest": 0.5,
            "by": {"x": 1},
            "memory": 2 * LARGEST if faults else 5,
        }

    seeds: list[int] = []
    path = tmp_path / "state.json"
    kind = f"{next(iter(FILES))} mutants"
    for _ in range(2):
        soak = Soak(path, 4)
        for _ in range(2):
            soak.do(kind, work)
    assert seeds == sorted(set(seeds)), "each piece has a seed of its own"
    again = Soak(path, 99)
    assert again.of(kind)["done"] == 4 * KINDS[kind][1]
    assert again.faults[0] == "bad"
    assert "MiB" in again.faults[1]
    assert "x 4" in again.table()
    assert again.next_kind([kind, "kills"]) == "kills"
    assert main(["--minutes", "0", "--state", str(path)]) == 1
    assert kind in capsys.readouterr().out
