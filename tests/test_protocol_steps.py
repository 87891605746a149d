"""The pages of the engine protocol name every step that asks and every verb it asks with, of every game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexbench import bootstrap
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
