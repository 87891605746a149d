"""Every verb of a game asked about at a moment that is not its time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from hexbench.engine.values import Action


def asked(rules: Any, subjects: Mapping[str, Sequence[str]], objects: Mapping[str, str]) -> dict[str, Action]:
    """Verb -> an action of it in its first manner, with a subject and an object of the kinds it takes."""
    return {
        name: Action(
            name,
            tuple(subjects[verb.subject]) if verb.subject else (),
            objects[verb.object] if verb.object else "",
            (verb.hows or ("",))[0],
        )
        for name, verb in rules.verbs.items()
    }


def told(now: Any, action: Action) -> list[str]:
    """All that is against it, each with its clause."""
    return [str(reason) for reason in now.seat.refuse(action)]


def held(
    now: Any,
    actions: Mapping[str, Action],
    timely: Collection[str],
    also: Mapping[str, Sequence[str]],
    rule: str,
) -> None:
    """Assert that each verb but the ``timely`` is refused for its time, and for what stands in ``also``, and for nothing else."""
    rules = now.rules
    expected = {
        name: [f"[{rule}] {rules.verbs[name].label} is not possible now.", *also.get(name, ())]
        for name in actions
        if name not in timely
    }
    assert {name: told(now, actions[name]) for name in expected} == expected
    for name in expected:
        assert now.seat.targets(name, actions[name].subject) == (), name
    other = rules.seat(now.state, next(side for side in rules.sides if side != now.step[0]))
    for name, action in actions.items():
        first = other.refuse(action)[0]
        assert str(first) == f"[{rule}] This decision is not yours.", name
