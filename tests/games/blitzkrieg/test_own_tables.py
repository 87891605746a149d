"""A player's own tables for this game."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexbench.games.blitzkrieg import GAME
from hexbench.store.strict import BadFile
from hexbench.store.tables import merge_tables, read_own
from tests.games.blitzkrieg.shipped import RESOURCES, TABLES

HEAD = (
    'format = "hexbench-own-tables"\nversion = 1\ngame = "blitzkrieg"\ntitle = "Another winter"\n[tables]\n'
)


def own(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def test_a_table_is_replaced_whole(tmp_path: Path) -> None:
    path = own(tmp_path, 'rocket_hits = [5, 6]\n[tables.weather]\n"16" = 1\n')
    found = merge_tables(TABLES, read_own(path))
    assert found.rocket_hits == (5, 6)
    assert found.weather == {"16": 1}
    assert found.combat == TABLES.combat
    assert list(GAME.check_tables(found)) == []


def test_a_table_that_lacks_a_class_is_named(tmp_path: Path) -> None:
    path = own(
        tmp_path,
        "[tables.defence]\narmor = { plain = 1, forest = 1, mountain = 2, city = 2, siegfried = 3 }\n",
    )
    found = merge_tables(TABLES, read_own(path))
    assert list(GAME.check_tables(found)) == [
        "defence: there must be a row for each of armor, motor_inf, artillery, infantry, volkswerfer, paratrooper."
    ]


def test_a_table_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="this game has no such table"):
        merge_tables(TABLES, read_own(own(tmp_path, "[tables.crt]\nodds = 1\n")))


def test_the_page_names_every_table() -> None:
    page = (RESOURCES.parent / "docs/own-tables.md").read_text(encoding="utf-8").split("## Blitzkrieg")[1]
    for name in TABLES.__struct_fields__:
        assert name in ("source", "provenance") or f"`{name}`" in page, name
