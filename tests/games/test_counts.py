"""Sentences that count: one of a thing is never told in the plural, in whatever a game says while it is played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from hexbench import bootstrap
from hexbench.engine.values import Say

MANY = re.compile(
    r"(?<![\d/.,-])1 (units|hexes|hexsides|points|steps|turns|rounds|regiments|factors|guns|rockets|engagements|"
    r"reinforcements|air points|air units|movement points|strength points|Allied steps|German steps|German turns)\b"
)


def sentences(thing: Any) -> Iterator[str]:
    """Every sentence in a value, however deep."""
    if isinstance(thing, Say):
        yield str(thing)
    elif isinstance(thing, msgspec.Struct):
        for name in thing.__struct_fields__:
            yield from sentences(getattr(thing, name))
    elif isinstance(thing, dict):
        yield from sentences(tuple(thing.values()))
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from sentences(one)


def said(rules: Any, state: Any) -> Iterator[str]:
    """What whoever decides is told of a position: prompt, lists, docks, overlays, pages, targets."""
    seat = rules.seat(state, rules.decider(state))
    yield from sentences((seat.prompt.say, seat.checklist(), seat.panels()))
    for kind in seat.overlays():
        if not kind.subject:
            yield from sentences(seat.overlay(kind.kind))
    for uid, unit in state.units.items():
        yield from sentences(seat.facts(uid))
        if unit.on_map:
            yield from sentences(seat.facts(unit.at))
    for offer in seat.prompt.offers:
        for subject in offer.subjects[:6]:
            for target in seat.targets(offer.verb, (subject,))[:12]:
                yield from sentences(target)


@pytest.mark.parametrize(
    ("game", "scenario", "steps"), [("blitzkrieg", "bastogne", 90), ("trumpets", "rocherath", 60)]
)
def test_one_of_a_thing_is_not_told_in_the_plural(game: str, scenario: str, steps: int) -> None:
    loaded = bootstrap.catalogue().load_scenario(game, scenario)
    rules = loaded.rules
    state = rules.new(loaded.scenario, 7).state
    wrong: dict[str, None] = {}
    for n in range(steps):
        if rules.decider(state) is None:
            break
        if n % 6 == 0:
            wrong |= dict.fromkeys(text for text in said(rules, state) if MANY.search(text))
        seat = rules.seat(state, rules.decider(state))
        out = rules.apply(state, seat.prompt.default)
        wrong |= dict.fromkeys(text for text in sentences(out.told) if MANY.search(text))
        state = out.state
    assert list(wrong) == []
