"""What happens to units and bridges is told: nobody has to compare two positions to learn of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hexbench.engine.events import (
    AnyEvent,
    MarkerChanged,
    UnitChanged,
    UnitMoved,
    UnitPlaced,
    UnitRemoved,
)
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.rules import Outcome
from hexbench.games.tigers import casualties
from hexbench.games.tigers.pieces import Bridge
from hexbench.games.tigers.seat import TgPlay
from hexbench.games.tigers.state import Tigers
from tests.games.tigers import shipped
from tests.games.tigers.field import ALLIED, country, inf, position
from tests.laws.walk import Chance


@pytest.mark.rule("tigers", "TG-DIS-02", "TG-TER-01", "TG-RFT-01")
@pytest.mark.parametrize(
    ("work", "unit", "told"),
    [
        (casualties.disrupt, {}, [UnitChanged("a", "disrupted", "yes")]),
        (casualties.disrupt, {"disrupted": True}, []),
        (
            casualties.disrupt,
            {"entrenched": True},
            [UnitChanged("a", "entrenched", ""), UnitChanged("a", "disrupted", "yes")],
        ),
        (casualties.recover, {"disrupted": True}, [UnitChanged("a", "disrupted", "")]),
        (casualties.recover, {}, []),
        (casualties.entrench, {}, [UnitChanged("a", "entrenched", "yes")]),
        (casualties.entrench, {"entrenched": True}, []),
        (casualties.leave_works, {"entrenched": True}, [UnitChanged("a", "entrenched", "")]),
        (casualties.leave_works, {}, []),
        (casualties.remove, {}, [UnitRemoved("a", "#eliminated")]),
        (
            casualties.remove,
            {"entrenched": True},
            [UnitChanged("a", "entrenched", ""), UnitRemoved("a", "#eliminated")],
        ),
    ],
)
def test_what_is_done_to_a_unit(work: Any, unit: dict[str, Any], told: list[AnyEvent]) -> None:
    now = position({"a": inf("805", ALLIED, **unit)}).do(lambda play: work(play, "a"))
    assert now.events == told


@pytest.mark.rule("tigers", "TG-BRG-02", "TG-BRG-14")
def test_what_becomes_of_a_bridge() -> None:
    now = position({"a": inf("805", ALLIED)}, country(river="805/905"))
    for bridge, words in (
        (Bridge(owner="german"), "german bridge"),
        (Bridge(owner="allied", intact=False), "allied bridge, blown"),
        (Bridge(owner="german", marker=True), "german engineer bridge"),
        (None, ""),
    ):

        def work(play: TgPlay, bridge: Bridge | None = bridge) -> None:
            casualties.set_bridge(play, "805/905", bridge)

        assert now.do(work).events == [MarkerChanged("bridge", "805/905", words)]


def untold(old: Tigers, outcome: Outcome) -> Iterator[str]:
    """What is otherwise afterwards, and of which no event speaks."""
    new = outcome.state
    events = [event for told in outcome.told for event in (told.all, *(one for _, one in told.only)) if event]
    moved = {e.unit for e in events if isinstance(e, UnitMoved | UnitPlaced | UnitRemoved)}
    changed = {(e.unit, e.what): e.now for e in events if isinstance(e, UnitChanged)}
    marked = {(e.kind, e.at) for e in events if isinstance(e, MarkerChanged)}
    for uid, unit in new.units.items():
        was = old.units[uid]
        if unit.at != was.at and uid not in moved:
            yield f"{uid} is in {unit.at}, and was in {was.at}"
        for what in ("disrupted", "entrenched"):
            word = "yes" if getattr(unit, what) else ""
            if getattr(unit, what) != getattr(was, what) and changed.get((uid, what)) != word:
                yield f"{uid} is {what} now: {getattr(unit, what)}"
    for side in {*old.bridges, *new.bridges}:
        if old.bridges.get(side) != new.bridges.get(side) and ("bridge", side) not in marked:
            yield f"the bridge at {side} is {new.bridges.get(side)}"


@pytest.mark.parametrize("seed", [1, 2])
def test_no_change_in_a_random_game_is_left_to_be_found_out(seed: int) -> None:
    rules, chance = shipped.rules(), Chance(seed)
    player = RandomOpponent()
    state = rules.new(shipped.scenario(), seed).state
    fought = 0
    for _ in range(600):
        side = rules.decider(state)
        if side is None:
            break
        action, _ = player.choose(rules.seat(state, side), chance)
        outcome = rules.apply(state, action, None)
        assert list(untold(state, outcome)) == [], action
        fought += action.verb in ("resolve", "bomb")
        state = outcome.state
    assert fought > 20, "combats and air attacks were among it"
