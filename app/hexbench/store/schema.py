"""JSON Schemas of every file format, made from the types that read them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from hexbench.atlas.sheet import MapSheet
from hexbench.engine.rules import GameDef
from hexbench.store import canon
from hexbench.store.scenarios import PositionFile, ScenarioFile
from hexbench.store.tables import OwnTables


def schemas(games: Iterable[GameDef]) -> dict[str, dict[str, Any]]:
    """file name -> schema: the frames of all games, and for each game what stands in them."""
    kinds: dict[str, Any] = {
        "map": MapSheet,
        "scenario": ScenarioFile,
        "position": PositionFile,
        "own_tables": OwnTables,
    }
    for game in games:
        kinds[f"{game.key}.scenario"] = game.Scenario
        kinds[f"{game.key}.position"] = game.State
        kinds[f"{game.key}.options"] = game.Options
        kinds[f"{game.key}.tables"] = game.Tables
    return {f"{name}.schema.json": _schema(name, kind) for name, kind in kinds.items()}


def _schema(name: str, kind: Any) -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": name,
        **msgspec.json.schema(kind),
    }


def write_schemas(resources: Path, games: Iterable[GameDef]) -> tuple[Path, ...]:
    """Write them all, and take away those of no format any more; returns the files written. Raises CannotWrite."""
    folder = resources / "schema"
    wanted = schemas(games)
    for old in folder.glob("*.schema.json"):
        if old.name not in wanted:
            old.unlink()
    for name, schema in wanted.items():
        canon.write(folder / name, schema)
    return tuple(folder / name for name in wanted)
