from __future__ import annotations

from pathlib import Path

import pytest

from hexbench.store.strict import BadFile
from hexbench.store.tables import read_ledger, read_palette, read_tables
from tests.toys.ridge.game import HERE, load_tables
from tests.toys.ridge.state import RidgeTables

TEXT = (HERE / "tables.toml").read_text(encoding="utf-8")


def test_tables_are_read_with_and_without_a_header(tmp_path: Path) -> None:
    path = tmp_path / "tables.toml"
    path.write_text(TEXT, encoding="utf-8")
    assert read_tables(path, RidgeTables) == load_tables()
    path.write_text('format = "hexbench-tables"\nversion = 1\ngame = "ridge"\n' + TEXT, encoding="utf-8")
    assert read_tables(path, RidgeTables) == load_tables()


def test_newer_tables_and_unknown_keys(tmp_path: Path) -> None:
    path = tmp_path / "tables.toml"
    path.write_text('format = "hexbench-tables"\nversion = 2\n' + TEXT, encoding="utf-8")
    with pytest.raises(BadFile, match="written by a newer version"):
        read_tables(path, RidgeTables)
    path.write_text("hills = 3\n" + TEXT, encoding="utf-8")
    with pytest.raises(BadFile, match=r'tables\.toml, hills: there is no such key\. Did you mean "hill"\?'):
        read_tables(path, RidgeTables)


def test_a_palette_and_a_ledger(tmp_path: Path) -> None:
    (tmp_path / "palette.toml").write_text('[counters]\nred = "#aa0000"\n', encoding="utf-8")
    assert read_palette(tmp_path / "palette.toml") == {"counters": {"red": "#aa0000"}}
    assert read_ledger(HERE / "rules.md").find("1.1") is not None
    (tmp_path / "rules.md").write_text("no ledger\n", encoding="utf-8")
    with pytest.raises(BadFile, match=r"rules\.md: Line 1"):
        read_ledger(tmp_path / "rules.md")
