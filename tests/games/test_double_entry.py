"""Every cell of every table of the five games against the ledger's own, and no cell that nobody looks at twice."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games import double_entry

ROOT = Path(__file__).resolve().parents[2]

GAMES: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "iron_tide": double_entry.iron_tide,
    "tigers": double_entry.tigers,
    "tide_of_iron": double_entry.tide_of_iron,
    "blitzkrieg": double_entry.blitzkrieg,
    "trumpets": double_entry.trumpets,
}

Leaf = tuple[str, ...]

DIFFERENT: dict[str, dict[str, Any]] = {
    # The +1 printed there is the village's own drm with a footnote, and is counted once: the ledger says so below its table.
    "trumpets": {"terrain.village.stg_assault": 0},
}
"""Cells that stand otherwise than in the ledger, on purpose: what stands there."""

WORDS = {
    *("format", "game", "source", "provenance", "title", "name", "text", "note", "kind", "cell"),
    *("road", "river", "formation", "choice", "duration"),  # names and sentences of Iron Tide's charts
    *(
        "enter",
        "leave",
        "gap",
        "slide",
        "combat",
        "supply",
    ),  # what Tigers' chart of zones says; the code decides by the clauses
}
"""Keys of cells that are only read by people."""


def leaves(tree: Any, here: Leaf = ()) -> Iterator[tuple[Leaf, Any]]:
    """Every cell of a tree of tables and lists, with the way to it. An empty table or list is a cell too."""
    if isinstance(tree, dict) and tree:
        for key, value in tree.items():
            yield from leaves(value, (*here, str(key)))
    elif isinstance(tree, list) and tree:
        for place, value in enumerate(tree):
            yield from leaves(value, (*here, str(place)))
    else:
        yield here, tree


def read(game: str) -> tuple[dict[Leaf, Any], dict[Leaf, Any]]:
    """The program's cells, and the ledger's."""
    own = ROOT / "resources" / "games" / game / "tables.toml"
    other = ROOT / "tests" / "games" / "ledger" / f"{game}.toml"
    printed = dict(leaves(tomllib.loads(own.read_text(encoding="utf-8"))))
    entered = dict(leaves(GAMES[game](tomllib.loads(other.read_text(encoding="utf-8")))))
    return printed, entered


def otherwise(printed: dict[Leaf, Any], entered: dict[Leaf, Any]) -> dict[str, Any]:
    """What stands otherwise than it was entered, or is missing."""
    return {
        ".".join(leaf): printed.get(leaf, "missing")
        for leaf, value in entered.items()
        if leaf not in printed or printed[leaf] != value
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_stands_as_the_ledger_has_it(game: str) -> None:
    assert otherwise(*read(game)) == DIFFERENT.get(game, {})


@pytest.mark.parametrize("game", GAMES)
def test_no_cell_is_entered_once_only(game: str) -> None:
    printed, entered = read(game)
    once = [leaf for leaf in printed if leaf not in entered and leaf != ("version",)]
    plays = [".".join(leaf) for leaf in once if leaf[-1] not in WORDS or not isinstance(printed[leaf], str)]
    assert plays == []


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_cell_is_noticed(game: str) -> None:
    printed, entered = read(game)
    numbers = [
        leaf for leaf in entered if isinstance(printed[leaf], int) and not isinstance(printed[leaf], bool)
    ]
    leaf = numbers[len(numbers) // 2]
    planted = printed | {leaf: printed[leaf] + 1}
    assert otherwise(planted, entered) == {**DIFFERENT.get(game, {}), ".".join(leaf): printed[leaf] + 1}
