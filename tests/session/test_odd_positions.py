"""Whatever stands where something else belongs in a described position, the answer is a position or one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hexbench.bootstrap import catalogue
from hexbench.session.library import compose
from hexbench.store.strict import BadFile

ODD: tuple[Any, ...] = (None, True, -1, 10**30, 1.5, "", "x", [], {}, [1], [[]], {"a": 1}, {"a": {}}, [{}])
ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    file
    for file in (ROOT / "scenarios").glob("*/*.json")
    if "position" in json.loads(file.read_text("utf-8"))
)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_an_odd_value_of_any_key_is_a_sentence(file: Path) -> None:
    library, raw = catalogue(), json.loads(file.read_text("utf-8"))
    loaded = library.load_scenario(raw["game"], raw.get("base", file.stem), {})
    keys = sorted({*raw["position"], "turn", "phase", "phasing", "units", "rest", "stack", "dice", "roster"})
    wrong = []
    for key in keys:
        for odd in ODD:
            try:
                compose(loaded.game, loaded.rules, {**raw["position"], key: odd}, loaded.scenario, "odd")
            except (ValueError, BadFile) as fault:
                if not str(fault):
                    wrong.append(f"{key} = {odd!r}: {type(fault).__name__} without a word")
            except Exception as fault:  # noqa: BLE001 - every one of them is what is looked for
                wrong.append(f"{key} = {odd!r}: {type(fault).__name__}: {fault}")
    assert wrong == []
