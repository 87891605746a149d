"""A game that is known by its outline: lists need no more, everything else comes with its rules, and the two say the same."""

from __future__ import annotations

import pickle
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench import bootstrap
from hexbench.engine.opponent import MANNERS
from hexbench.engine.outline import CannotLoad, Outline, OutlinedGame, differences, levels_of, reckons
from hexbench.session.library import Library
from hexbench.store.paths import find_places
from hexbench.store.strict import BadFile
from tests.laws.case import foreign
from tests.toys.crossroads import GAME

OUTLINE = Outline(
    key=GAME.key,
    title=GAME.title,
    contract=GAME.contract,
    sides=GAME.sides,
    rules_version=GAME.rules_version,
    levels=tuple(GAME.opponents),
)


@pytest.fixture
def code(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of a game of somebody else."""
    made = ModuleType("somebodys_crossroads")
    made.GAME = GAME  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, made.__name__, made)
    return made


def outlined(**changes: Any) -> OutlinedGame:
    """A toy that is listed by its outline."""
    return OutlinedGame(replace(OUTLINE, **changes), "somebodys_crossroads")


@pytest.mark.parametrize("game", bootstrap.GAMES, ids=lambda game: game.key)
def test_a_game_is_what_its_outline_says(game: Any) -> None:
    if isinstance(game, OutlinedGame):
        assert differences(game.outline, import_module(game.where).GAME) == ()
    assert levels_of(game) == tuple(game.opponents)
    assert reckons(game) == hasattr(game, "calculator")


def test_the_games_that_ship_have_outlines() -> None:
    shipped = [game for game in bootstrap.GAMES if game.key not in bootstrap.FOUND.sources]
    assert len(shipped) >= 5
    assert all(isinstance(game, OutlinedGame) for game in shipped)


def test_what_lists_show_loads_nothing(code: ModuleType) -> None:
    del code.GAME
    game = outlined(calculator=True, manners=MANNERS)
    assert (game.key, game.title, game.sides, game.manners) == (
        GAME.key,
        GAME.title,
        GAME.sides,
        MANNERS,
    )
    assert levels_of(game) == tuple(GAME.opponents)
    assert reckons(game)
    assert pickle.loads(pickle.dumps(game)).outline == game.outline
    with pytest.raises(CannotLoad, match="the game crossroads cannot be loaded: AttributeError"):
        _ = game.Options


def test_all_else_is_the_games_own(code: ModuleType) -> None:
    game = outlined()
    assert game.Options is GAME.Options
    assert game.opponents is GAME.opponents
    assert not hasattr(game, "calculator")


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"title": "Cross Words"}, "title"),
        ({"sides": ("german",)}, "sides"),
        ({"rules_version": 7}, "rules_version"),
        ({"levels": ("random",)}, "levels"),
        ({"manners": MANNERS}, "manners"),
        ({"calculator": True}, "calculator"),
    ],
)
def test_an_outline_that_says_something_else_is_refused(
    code: ModuleType, changes: dict[str, Any], what: str
) -> None:
    with pytest.raises(CannotLoad, match=f"is not what its outline says: {what} "):
        outlined(**changes).whole()


@pytest.mark.parametrize("fault", [ImportError("No module named 'numpie'"), SystemExit("bye")])
def test_what_cannot_be_loaded_is_a_sentence_when_it_is_opened(
    monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    def broken(name: str) -> Any:
        raise fault

    monkeypatch.setattr("hexbench.engine.outline.import_module", broken)
    home = foreign().homes
    library = Library((outlined(),), find_places(), home)
    assert [info.name for info in library.scenarios("crossroads")] == ["village"]
    with pytest.raises(BadFile, match="The game crossroads cannot be loaded: "):
        library.load_scenario("crossroads", "village")
    with pytest.raises(BadFile, match="The game crossroads cannot be loaded: "):
        library.whole("crossroads")
