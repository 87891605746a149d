"""What must hold all through a game, played at random (ledger C.8)."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from hexbench.engine.events import FactChanged, PhaseBegan
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.rules import Outcome
from hexbench.games.tide_of_iron.actions import Turn
from tests.games.tide_of_iron import field, shipped

STEPS = 900
PAYS = (
    "commit",
    "play_card",
    "card_hex",
    "card_unit",
    "card_card",
    "card_nobody",
    "use_card",
    "retry_contact",
)


class Chance:
    """Chance of the players' own."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)

    def number(self, n: int) -> int:
        return self.source.randint(1, n)

    def cancelled(self) -> bool:
        return False


def played(name: str, seed: int) -> list[field.Situation]:
    """The positions of a game played at random, to its end or for so many actions."""
    now, think = field.scenario(name, seed), Chance(seed)
    players = {"american": RandomOpponent(), "german": RandomOpponent()}
    out = [now]
    while now.step[0] is not None and len(out) < STEPS:
        action, _ = players[now.step[0]].choose(now.seat, think)
        outcome: Outcome = now.rules.apply(now.state, action)
        now = field.Situation(now.rules, outcome)
        out.append(now)
    return out


@pytest.mark.rule("tide_of_iron", "TI-CMD-14", "TI-CMD-19", "TI-SEQ-03", "TI-STA-04", "C-D2", "TI-STA-22")
@pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in shipped.SCENARIOS for seed in (1, 2)])
def test_tokens_command_and_turns_keep_their_laws(name: str, seed: int) -> None:
    game = played(name, seed)
    assert game[-1].step[0] is None, "the game ends"
    for before, now in pairwise(game):
        _command(before, now)
        _tokens(now)
        _turns(before, now)
        assert [str(p) for p in now.rules.audit(now.state)] == []
        assert now.state.round - before.state.round in (0, 1)


def _command(before: field.Situation, now: field.Situation) -> None:
    """Command changes by income, cards and spending only, and always openly; the pools never shrink."""
    action = now.outcome.action
    assert action is not None
    income = any(isinstance(e, PhaseBegan) and e.phase == "command" for e in now.events)
    told = {e.name for e in now.events if isinstance(e, FactChanged)}
    for side in ("american", "german"):
        assert now.state.pools[side] >= before.state.pools[side]
        for what, old, new in (
            ("command", before.state.command, now.state.command),
            ("pool", {**before.state.pools}, {**now.state.pools}),
        ):
            if old[side] != new[side]:
                assert f"{what}.{side}" in told
                assert action.verb in PAYS or (income and what == "command"), action.verb


def _tokens(now: field.Situation) -> None:
    """No unit has two tokens by its type; after tokens are removed nobody is fatigued until the next Action Phase."""
    if now.step[1] in ("set_op_fire", "transfer", "reinforce"):
        assert not any(u.token == "fatigued" for u in now.state.units.values())


def _turns(before: field.Situation, now: field.Situation) -> None:
    """Each action takes one from the turn, a card may add some, and a new turn has what the scenario gives."""
    old, new = (next((x for x in s.state.stack if isinstance(x, Turn)), None) for s in (before, now))
    if new is None or new.alone:
        return
    given = now.state.mission.actions_per_turn[new.who]
    action = now.outcome.action
    assert action is not None
    if old is None or old.who != new.who:
        assert new.left == given
    elif old.left > 1 or old.left == new.left:
        assert new.left in (old.left, old.left - 1) or action.verb in PAYS
    assert new.left >= 0
