"""Seats whose methods lie in other modules, by name."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import pytest

from hexbench import bootstrap
from hexbench.engine.seat import Seat
from tests.engine import mini


class Shown(Seat):
    """A seat whose answers lie in this module."""

    made_in = {
        "facts": "test_made_in.page",
        "overlays": "test_made_in.KINDS",
        "headline": "nowhere.to_be_found",
    }


KINDS = ("reach", "zones")


def page(seat: Seat, ref: str) -> Any:
    return (seat.side, ref)


class Heir(Shown):
    """A seat of a seat."""


@pytest.fixture
def seat() -> Heir:
    rules = mini.rules()
    return Heir(rules, rules.new(0, seed=5).state, "red")


def test_a_function_is_a_method_and_a_constant_is_its_answer(seat: Heir) -> None:
    assert seat.facts("3041") == ("red", "3041")  # type: ignore[comparison-overlap]
    assert seat.overlays() == KINDS  # type: ignore[comparison-overlap]


def test_the_method_is_looked_up_once(seat: Heir, monkeypatch: pytest.MonkeyPatch) -> None:
    assert seat.overlays() == seat.overlays()
    assert "overlays" not in Heir.__dict__  # it is put where it was declared
    monkeypatch.setitem(sys.modules, Shown.__module__, None)
    assert Heir(seat.rules, seat.s, "blue").facts("a") == ("blue", "a")  # type: ignore[comparison-overlap]


def test_nothing_is_imported_before_it_is_asked_for(seat: Heir) -> None:
    with pytest.raises(ImportError):
        seat.headline()


def test_what_a_seat_makes_itself_is_known(seat: Heir) -> None:
    assert seat.made("facts")
    assert seat.made("headline")
    assert not seat.made("weighed")


def test_a_method_that_no_seat_has_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Wrong\.made_in: no seat has a method fcae"):
        type("Wrong", (Seat,), {"made_in": {"fcae": "display.face"}})


@pytest.mark.parametrize("game", [game.key for game in bootstrap.GAMES])
def test_every_place_a_game_names_is_there(game: str) -> None:
    library = bootstrap.catalogue()
    rules = library.load_scenario(game, next(iter(library.scenarios(game))).name).rules
    seat = rules.seat_type
    folder = seat.__module__.rpartition(".")[0]
    assert seat.made_in
    for place in seat.made_in.values():
        module, _, name = place.rpartition(".")
        assert hasattr(import_module(f"{folder}.{module}"), name), place
