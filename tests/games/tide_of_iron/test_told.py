"""What happens to units, markers and points is told: nobody has to compare two positions to learn of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexbench.engine.events import (
    FactChanged,
    MarkerChanged,
    StepLost,
    StepRegained,
    UnitChanged,
    UnitMoved,
    UnitPlaced,
    UnitRemoved,
)
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.rules import Outcome
from hexbench.games.tide_of_iron.pieces import NONE
from hexbench.games.tide_of_iron.state import TideOfIron
from tests.games.tide_of_iron import shipped
from tests.laws.walk import Chance

GONE = "#destroyed"


def untold(old: TideOfIron, outcome: Outcome) -> Iterator[str]:
    """What is otherwise afterwards, and of which no event speaks to anybody. Who is destroyed loses the rest untold."""
    new = outcome.state
    events = [event for told in outcome.told for event in (told.all, *(one for _, one in told.only)) if event]
    moved = {e.unit for e in events if isinstance(e, UnitMoved | UnitPlaced | UnitRemoved)}
    changed = {(e.unit, e.what): e.now for e in events if isinstance(e, UnitChanged)}
    stepped = {e.unit for e in events if isinstance(e, StepLost | StepRegained)}
    marked = {(e.kind, e.at): e.now for e in events if isinstance(e, MarkerChanged)}
    facts = {e.name: e.now for e in events if isinstance(e, FactChanged)}
    for uid, unit in new.units.items():
        was = old.units.get(uid)
        if was is None:
            continue
        if unit.at != was.at and uid not in moved:
            yield f"{uid} is in {unit.at}, and was in {was.at}"
        if unit.at == GONE:
            continue
        for what in ("token", "condition", "damage"):
            now, said = getattr(unit, what), changed.get((uid, what))
            if now not in (getattr(was, what), said):
                yield f"the {what} of {uid} is {now!r}, told: {said!r}"
        if unit.lost > was.lost and uid not in stepped:
            yield f"{uid} has lost {unit.lost - was.lost}"
    for at in {*old.works, *new.works}:
        before, after = old.works.get(at, NONE), new.works.get(at, NONE)
        for kind in ("entrenchment", "pillbox", "razor_wire", "tank_trap", "minefield", "smoke"):
            if getattr(before, kind) != getattr(after, kind) and (kind, at) not in marked:
                yield f"{kind} in {at} is {getattr(after, kind)}"
    for name in ("vp", "command"):
        for side, n in getattr(new, name).items():
            if n != getattr(old, name).get(side, 0) and facts.get(f"{name}.{side}") != str(n):
                yield f"{name} of {side} is {n}"


@pytest.mark.parametrize("name", shipped.SCENARIOS)
def test_no_change_in_a_random_game_is_left_to_be_found_out(name: str) -> None:
    rules, chance, player = shipped.rules(name), Chance(1), RandomOpponent()
    state = rules.new(shipped.scenario(name), 1).state
    verbs: set[str] = set()
    for _ in range(700):
        side = rules.decider(state)
        if side is None:
            break
        action, _ = player.choose(rules.seat(state, side), chance)
        outcome = rules.apply(state, action, None)
        assert list(untold(state, outcome)) == [], action
        verbs.add(action.verb)
        state = outcome.state
    assert {"roll", "lose"} <= verbs, "shots were among it"
    assert state.round > 3
