"""How other processes are started."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hexbench.processes import spawning


def test_a_process_is_started_although_the_folder_of_this_one_was_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    process = spawning().Process(target=os.getcwd)
    process.start()
    process.join(60)
    assert process.exitcode == 0
