from __future__ import annotations

from pathlib import Path

from hexbench import bootstrap
from hexbench.store import canon
from hexbench.store.paths import find_places
from hexbench.store.rulings import schemas, write_schemas
from tests.session.toybox import RIDGE


def test_every_format_has_one() -> None:
    found = schemas((RIDGE,))
    assert sorted(found) == [
        "map.schema.json",
        "own_tables.schema.json",
        "position.schema.json",
        "ridge.options.schema.json",
        "ridge.position.schema.json",
        "ridge.scenario.schema.json",
        "ridge.tables.schema.json",
        "scenario.schema.json",
    ]


def test_writing_takes_away_what_is_of_no_format_any_more(tmp_path: Path) -> None:
    folder = tmp_path / "schema"
    folder.mkdir()
    (folder / "old.schema.json").write_text("{}", encoding="utf-8")
    written = write_schemas(tmp_path, (RIDGE,))
    assert sorted(p.name for p in folder.iterdir()) == sorted(p.name for p in written)


def test_the_shipped_schemas_are_fresh() -> None:
    folder = find_places().resources / "schema"
    wanted = schemas(bootstrap.GAMES)
    assert sorted(p.name for p in folder.glob("*.json")) == sorted(wanted), (
        "run: hexbench check --write-schemas"
    )
    for name, schema in wanted.items():
        assert (folder / name).read_text(encoding="utf-8") == canon.dumps(schema), f"{name} is stale"
