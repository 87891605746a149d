from __future__ import annotations

from pathlib import Path

import pytest

from tests.kill_test import kill_once
from tests.session import toybox


@pytest.mark.parametrize(("lines", "wait"), [(1, 0.0), (30, 0.003), (90, 0.011)])
def test_nothing_confirmed_is_lost_when_the_program_is_killed(
    tmp_path: Path, lines: int, wait: float
) -> None:
    folder = toybox.write_data(tmp_path)
    confirmed, found = kill_once(folder, lines, lines, wait)
    assert confirmed >= lines
    assert found in (confirmed, confirmed + 1)
