"""Terse ways to begin attacks of every kind, to ask for their dice, and to throw them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexbench.engine.forecast import OddsLine
from hexbench.engine.values import Action
from hexbench.games.tide_of_iron import assault, attack_draft, resolve
from hexbench.games.tide_of_iron.concentrated import Concentrating
from hexbench.games.tide_of_iron.seat import TiPlay
from hexbench.games.tide_of_iron.strength import Kind
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import AMERICAN, GERMAN, Situation, squad, vehicle

TWO = {"regular": 2}


def duel(
    attacker: Mapping[str, Any],
    target: Mapping[str, Any],
    more: Mapping[str, Any] | None = None,
    **state: Any,
) -> Situation:
    """``a1`` against ``g1``, with whoever else is there; an American turn unless ``state`` says otherwise."""
    return field.position({"a1": dict(attacker), "g1": dict(target), **(more or {})}, **state)


def aim(now: Situation, leader: str = "a1", target: str = "g1", kind: Kind = "concentrated") -> Situation:
    """The attack is being put together; whether it may be begun is not asked."""

    def work(play: TiPlay) -> None:
        who = play.units[leader].side
        play.push(Concentrating(who=who))
        attack_draft.begin(play, who=who, kind=kind, leader=leader, target=target)

    return now.run(work)


def top(now: Situation) -> Any:
    """The innermost step."""
    return now.state.stack[-1]


def why(now: Situation, leader: str, target: str, kind: Kind = "concentrated") -> list[str]:
    """The clauses against a unit leading an attack."""
    seat = now.of(now[leader].side)
    return [r.rule for r in attack_draft.why_not(seat, leader, kind, target)]


def line(now: Situation, verb: str = "roll") -> OddsLine:
    """The odds of the attack as it stands."""
    found = now.seat.forecast(Action(verb))
    assert found is not None
    ((_, one),) = found.lines
    return one


def dice(now: Situation, verb: str = "roll") -> tuple[int, int]:
    """Black dice and red dice (of the first unit) of the attack as it stands."""
    one = line(now, verb)
    return one.pools[0].dice, one.pools[1].dice if len(one.pools) > 1 else 0


def black(now: Situation) -> int:
    """The attack dice."""
    return dice(now)[0]


def red(now: Situation) -> int:
    """The defence dice."""
    return dice(now)[1]


def wins(now: Situation) -> tuple[int, ...]:
    """The faces on which the black dice succeed."""
    return line(now).pools[0].wins


def rules_of(now: Situation, verb: str = "roll") -> dict[str, int]:
    """clause -> what it adds to or takes from a strength, summed over the terms that name it."""
    out: dict[str, int] = {}
    for tally in line(now, verb).tallies:
        for term in tally.terms:
            for clause in term.clauses:
                out[clause.rule] = out.get(clause.rule, 0) + term.amount
    return out


def hit(now: Situation, hits: int, *more: int) -> Situation:
    """Roll so that so many black dice succeed and no red one does."""
    b, r = dice(now)
    assert hits <= b, f"there are only {b} dice"
    return now.act("roll", numbers=[6] * hits + [1] * (b - hits) + [1] * r + list(more))


def suppress(now: Situation, hits: int) -> Situation:
    """The same, suppressive."""
    return hit(now.act("attack_type", to="suppressive"), hits)


def storm(now: Situation, leader: str = "a1") -> Situation:
    """The assault step of a squad."""

    def work(play: TiPlay) -> None:
        who = play.units[leader].side
        play.push(Concentrating(who=who))
        assault.begin(play, who, leader)

    return now.run(work)


def clash(now: Situation) -> tuple[int, int, int]:
    """Attack dice, cover dice, defence fire dice of the assault as it stands."""
    one = line(now, "storm")
    a, c, d = one.pools
    return a.dice, c.dice, d.dice


def charge(now: Situation, attack_hits: int, defence_hits: int, *more: int) -> Situation:
    """Throw the assault with so many hits on each side."""
    a, c, d = clash(now)
    assert attack_hits <= a, f"there are only {a} dice"
    assert defence_hits <= d, f"there are only {d} dice"
    numbers = [6] * attack_hits + [1] * (a - attack_hits + c) + [6] * defence_hits + [1] * (d - defence_hits)
    return now.act("storm", numbers=[*numbers, *more])


def strike(
    now: Situation,
    at: str,
    strength: int,
    mode: Any = "normal",
    numbers: Sequence[int] = (),
    who: Any = AMERICAN,
) -> Situation:
    """An area attack by card."""
    return now.run(
        lambda play: resolve.strike(
            play, who=who, hex=at, dice=strength, mode=mode, success=(5, 6), rule="TI-CARD-13"
        ),
        numbers,
    )


__all__ = [
    "AMERICAN",
    "GERMAN",
    "TWO",
    "aim",
    "black",
    "charge",
    "clash",
    "dice",
    "duel",
    "hit",
    "line",
    "red",
    "rules_of",
    "squad",
    "storm",
    "strike",
    "suppress",
    "top",
    "vehicle",
    "why",
    "wins",
]
