"""The pages of the engine protocol name every step that asks, every verb it asks with and every overlay, of every game, and the
page of all games every event with its keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexbench import bootstrap
from hexbench.engine.events import AnyEvent
from hexbench.engine.risk import KEYS as RISKS
from hexbench.engine.state import Step

DOCS = Path(__file__).resolve().parents[1] / "docs"
KEYS = [game.key for game in bootstrap.GAMES]


def steps_of(key: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The name and the verbs of every step of a game that asks something."""
    bootstrap.catalogue().whole(key)  # games are loaded when they are asked for
    todo: list[type[Step]] = [Step]
    seen: dict[type[Step], None] = {}
    while todo:
        for kind in todo.pop().__subclasses__():
            if kind not in seen:
                seen[kind] = None
                todo.append(kind)
    for kind in seen:
        tag = str(kind.__struct_config__.tag or "")
        if kind.__module__.startswith(f"hexbench.games.{key}.") and kind.verbs and (kind.phase or tag):
            yield kind.phase or tag, tuple(verb.name for verb in kind.verbs)


def named(key: str) -> set[str]:
    """Every word in backticks on the pages of a game."""
    pages = DOCS.glob(f"engine-protocol-{key.replace('_', '-')}*.md")
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    spans = re.findall(r"`([^`\n]+)`", text)
    return {word for span in spans for word in re.findall(r"[\w-]+", span)}


@pytest.mark.parametrize("key", KEYS)
def test_every_step_and_every_verb_is_on_the_pages(key: str) -> None:
    steps = dict(steps_of(key))
    assert steps
    there = named(key)
    missing = {name: [v for v in verbs if v not in there] for name, verbs in steps.items()}
    assert [name for name in steps if name not in there] == []
    assert {name: verbs for name, verbs in missing.items() if verbs} == {}


@pytest.mark.parametrize("key", KEYS)
def test_every_overlay_is_on_the_pages(key: str) -> None:
    catalogue = bootstrap.catalogue()
    scenario = next(info.name for info in catalogue.scenarios(key) if not info.is_position)
    loaded = catalogue.load_scenario(key, scenario, {})
    seat = loaded.rules.seat(loaded.rules.begin(loaded.scenario, 1), None)
    there = named(key)
    kinds = [one.kind for one in seat.overlays()]
    assert kinds
    assert [kind for kind in kinds if kind not in there and kind not in RISKS] == []


def test_every_event_is_on_the_page_of_all_games_with_its_keys() -> None:
    rows = {}
    for line in (DOCS / "engine-protocol.md").read_text(encoding="utf-8").splitlines():
        if row := re.match(r"^\| `([A-Z]\w+)` \| (.*) \|$", line):
            rows[row[1]] = re.findall(r"`(\w+)`", row[2])
    events = {kind.__name__: kind.__struct_fields__ for kind in AnyEvent.__args__}
    assert list(rows) == list(events)
    assert {name: [f for f in fields if f not in rows[name]] for name, fields in events.items()} == {
        name: [] for name in events
    }


@pytest.mark.parametrize("key", KEYS)
def test_every_word_of_a_map_is_on_the_pages(key: str) -> None:
    """A position on a map of one's own is written from them."""
    catalogue = bootstrap.catalogue()
    there = named(key)
    for info in catalogue.scenarios(key):
        if info.is_position:
            continue
        sheet = catalogue.load_scenario(key, info.name, {}).rules.atlas.sheet
        words = {cell.terrain for cell in sheet.cells.values()}
        words |= {feature for cell in sheet.cells.values() for feature in cell.features}
        words |= {kind for side in sheet.hexsides for kind in side.kinds}
        assert sorted(words - there) == []
        assert {"grid", "cells", sheet.key} <= there
