"""Every scenario and position that ships: it loads, it is sound, it fits the limits, and it plays to its end."""

from __future__ import annotations

import pytest

from hexbench import bootstrap
from hexbench.games.tigers import stacking, supply
from hexbench.games.tigers.rules import TgRules
from hexbench.games.tigers.state import Tigers
from hexbench.session.library import Library

NAMES = ("campaign", "19_december", "24_december")


@pytest.fixture(scope="module")
def library() -> Library:
    return bootstrap.catalogue()


def opened(library: Library, name: str) -> tuple[TgRules, Tigers]:
    """A scenario at its first decision."""
    loaded = library.load_scenario("tigers", name)
    rules = loaded.bound.rules
    assert isinstance(rules, TgRules)
    return rules, loaded.begin(seed=5).state


def test_these_ship(library: Library) -> None:
    assert [info.name for info in library.scenarios("tigers")] == list(NAMES)
    assert library.faults == ()


@pytest.mark.parametrize("name", NAMES)
def test_it_is_sound_and_keeps_the_stacking_limits(library: Library, name: str) -> None:
    rules, s = opened(library, name)
    assert rules.audit(s) == ()
    board = rules.board(s)
    for at, uids in board.at.items():
        if at in rules.atlas.index:
            assert stacking.fits(s, uids), (at, uids)


@pytest.mark.parametrize("name", NAMES[1:])
def test_who_is_cut_off_is_meant_to_be(library: Library, name: str) -> None:
    rules, s = opened(library, name)
    board = rules.board(s)
    cut = {u for u, unit in s.units.items() if unit.on_map and not supply.supplied(rules, s, board, u)}
    meant = {"19_december": set(), "24_december": {"2Pz", "101Abn", "9ArmCCR"}}
    assert cut == meant[name]


@pytest.mark.parametrize("name", NAMES)
def test_defaults_play_it_to_the_end(library: Library, name: str) -> None:
    rules, s = opened(library, name)
    for _ in range(3000):
        side = rules.decider(s)
        if side is None:
            break
        default = rules.seat(s, side).prompt.default
        assert default is not None
        s = rules.apply(s, default).state
    assert rules.verdict(s).over
