"""What is offered as a target is what the reasons let through, in positions of real games: short cuts change nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine.opponent import RandomOpponent
from hexbench.games.tide_of_iron import attack_draft, firing
from hexbench.games.tide_of_iron.attack_draft import AttackDraft, joins, supporters
from hexbench.games.tide_of_iron.strength import Kind, Part, scene
from tests.games.tide_of_iron import field

KINDS: tuple[Kind, ...] = ("concentrated", "op_fire", "fire_move")


class Chance:
    """Chance of its own for a random player."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def number(self, n: int) -> int:
        """1..n."""
        return self._random.randint(1, n)

    def cancelled(self) -> bool:
        """Never."""
        return False


@pytest.mark.parametrize("name", ["lanzerath", "noville", "stoumont"])
def test_marks_are_the_targets_that_nothing_speaks_against(name: str) -> None:
    now = field.scenario(name)
    rules, state = now.rules, now.state
    chance, looked = Chance(7), 0
    players = {side: RandomOpponent() for side in rules.sides}
    for n in range(260):
        who = rules.decider(state)
        if who is None:
            break
        seat = rules.seat(state, who)
        action, _ = players[who].choose(seat, chance)
        if n > 120 and n % 20 == 0:
            looked += compare(rules.seat(state, None))
        state = rules.apply(state, rules.verbs[action.verb].settle(seat, seat.step, action)).state
    assert looked > 200


def compare(seat: Any) -> int:
    """Every unit that could fire, in every way, against the reasons for every enemy and every hex; how many pairs agree."""
    units, pairs = seat.s.units, 0
    for uid, unit in units.items():
        if not unit.on_map:
            continue
        foes = [x for x, u in units.items() if u.side != unit.side]
        for kind in KINDS:
            expected = tuple(x for x in foes if not any(attack_draft.why_not(seat, uid, kind, x)))
            assert firing.marks(seat, uid, kind) == expected
            pairs += len(foes)
            if expected and kind != "fire_move":
                drafted = AttackDraft(who=unit.side, kind=kind, target=expected[0], hex=units[expected[0]].at)
                drafted = replace(drafted, parts=(Part(unit=uid, figures=unit.figures),))
                friends = [x for x, u in units.items() if u.side == unit.side and u.on_map]
                could = [x for x in friends if not any(joins(scene(seat), x, drafted))]
                assert list(supporters(seat, drafted)) == could
        if unit.has("mortar"):
            hexes = seat.rules.atlas.labels
            found = tuple(h for h in hexes if not any(attack_draft.why_not(seat, uid, "concentrated", h)))
            assert [h for h in found if h in firing.mortar_marks(seat, uid)] == list(found)
            assert set(firing.mortar_marks(seat, uid)) == set(found)
    return pairs
