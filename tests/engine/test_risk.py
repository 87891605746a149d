"""The risk to a unit and the reach of an enemy, in every game: held to what the same code says asked one by one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench.engine import risk
from hexbench.engine.seat import Seat
from hexbench.engine.what_if import WhatIf, seat_of
from hexbench.study import playout
from tests.laws.case import load_case
from tests.sizes import sized

SCENARIOS = (
    "blitzkrieg/bastogne",
    "iron_tide/17_december",
    "tide_of_iron/noville",
    "tigers/campaign",
    "trumpets/losheim",
)
BESIDE = tuple(name for name in SCENARIOS if not name.startswith("tide_of_iron"))
"""Those whose units attack from the next hex: there a hex is judged by who comes next to it."""
SETTING_UP = ("deploy", "place_markers", "build_squads")
HIDING = ("iron_tide/17_december", "tide_of_iron/lanzerath", "tigers/campaign")


def opened(name: str) -> tuple[Any, Any, str]:
    """(rules, position, side that decides) once everybody is on the map."""
    case = load_case(name)
    state = case.begin(4).state
    rules = case.rules
    while rules.seat(state, rules.decider(state)).prompt.step in SETTING_UP:
        state = rules.apply(state, rules.seat(state, rules.decider(state)).prompt.default).state
    side = rules.decider(state)
    assert side is not None
    return rules, state, side


def of_side(seat: Seat, side: str, most: int, seed: int = 1) -> list[str]:
    """Some units of a side on the map, that its counter is known of."""
    found = [u for u, x in seat.s.units.items() if x.on_map and x.side == side and seat.face(u) is not None]
    return random.Random(seed).sample(found, min(most, len(found)))


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_hex_a_unit_can_end_in_is_coloured_and_explained(name: str) -> None:
    rules, state, side = opened(name)
    seat = rules.seat(state, side)
    tones: set[str] = set()
    for uid in of_side(seat, side, sized(5, 8)):
        found = seat.overlay("risk", uid)
        assert found is not None
        ends = {seat.s.units[uid].at, *seat.risks().ends(seat, uid)}
        assert {shade.hex for shade in found.shades} == ends
        known = {line.tone for line in found.legend}
        assert {shade.tone for shade in found.shades} == known <= {x.tone for x in seat.risks().legends}
        for shade in found.shades:
            assert shade.hex in str(shade.tip)
            assert (shade.tone == risk.SAFE) == (not shade.text)
        assert any("exact" in str(fact.value) for fact in found.facts)
        assert sum(str(fact.label) == "Estimated" for fact in found.facts) == len(seat.risks().notes)
        tones |= known
    assert len(tones) >= 3


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_danger_is_the_attack_that_the_same_seat_would_think_of(name: str) -> None:
    """Who stands next to it can attack it, and the odds shown are those of that attack thought of in full."""
    rules, state, side = opened(name)
    seat = rules.seat(state, side)
    looked = 0
    for uid in of_side(seat, side, sized(8 if name.startswith("tide_of_iron") else 12, 12)):
        at = seat.s.units[uid].at
        overlay = seat.overlay("risk", uid)
        here = next(shade for shade in overlay.shades if shade.hex == at)
        foes = [one for one in rules.sides if one != side]
        aim = at if isinstance(seat.what_if(), WhatIf) else uid
        now = [x for foe in foes for x in seat.attacks_on(foe, aim, far=False)]
        far = [x for foe in foes for x in seat.attacks_on(foe, aim, far=True)]
        if now:
            assert here.tone != risk.SAFE
        if far:  # its own zone keeps nobody away who would come next to it
            best = max(far, key=lambda x: (x.worth, x.chance))
            assert here.tone != risk.SAFE
            if best.odds.partition(" → ")[0] == here.text:
                assert f"in {best.chance} cases out of 100" in str(here.tip)
                looked += 1
        else:
            assert not now
    assert looked > 2


@pytest.mark.parametrize("name", BESIDE)
def test_no_enemy_that_could_come_next_to_it_is_forgotten(name: str) -> None:
    """The unit is put where it might end, and the enemy's moves are asked for there: what is out of danger must be so."""
    rules, state, side = opened(name)
    seat = rules.seat(state, side)
    thought = seat.what_if()
    assert isinstance(thought, WhatIf)
    chance = random.Random(2)
    held = 0
    for uid in of_side(seat, side, 4):
        overlay = seat.overlay("risk", uid)
        safe = [shade.hex for shade in overlay.shades if shade.tone == risk.SAFE]
        for at in chance.sample(safe, min(4, len(safe))):
            units = {**seat.s.units, uid: thought.placed(seat, uid, at)}
            there = seat_of(seat, replace(seat.s, units=units))
            for foe in (one for one in rules.sides if one != side):
                places = dict(thought.able(there, foe, at, far=True))
                attacks = thought.drafts(there, foe, at, places) if places else ()
                assert not [x for what in attacks if (x := thought.possible(there, what))]
            held += 1
    assert held


@pytest.mark.parametrize("name", SCENARIOS)
def test_an_enemy_gets_no_farther_where_our_zones_count(name: str) -> None:
    rules, state, side = opened(name)
    seat = rules.seat(state, side)
    foe = next(one for one in rules.sides if one != side)
    kinds = {kind.kind for kind in seat.overlays()}
    farther = 0
    for uid in of_side(seat, foe, 12):
        counted = seat.overlay("foe_reach", uid)
        if counted is None:
            continue
        if "foe_free" not in kinds:
            assert name.startswith("tide_of_iron"), "it alone has no zones of control"
            continue
        free = seat.overlay("foe_free", uid)
        near, wide = {s.hex for s in counted.shades}, {s.hex for s in free.shades}
        assert near <= wide
        farther += near < wide
    assert farther or "foe_free" not in kinds
    for uid in of_side(seat, side, 3):
        assert seat.overlay("foe_reach", uid) is None, "it is asked about the enemy"


@pytest.mark.parametrize("name", HIDING)
def test_what_is_hidden_changes_no_risk(name: str) -> None:
    """Two worlds that look alike to a side show it the same risks and the same reach."""
    rules, state, _ = opened(name)
    chance = random.Random(3)
    for side in rules.sides:
        twin, wrong = playout.imagined(rules, state, side, lambda n: chance.randrange(n) + 1)
        assert not list(wrong)
        here, there = rules.seat(state, side), rules.seat(twin, side)
        for uid in of_side(here, side, sized(2, 4)):
            assert here.overlay("risk", uid) == there.overlay("risk", uid)
        for foe in (one for one in rules.sides if one != side):
            for uid in of_side(here, foe, sized(1, 4)):
                assert here.overlay("foe_reach", uid) == there.overlay("foe_reach", uid)
                assert here.overlay("risk", uid) == there.overlay("risk", uid)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_piece_at_a_time_is_the_same_and_changes_nothing(name: str) -> None:
    rules, state, side = opened(name)
    digest = rules.digest(state)
    (uid,) = of_side(rules.seat(state, side), side, 1)
    pieces = list(rules.seat(state, side).overlay_steps("risk", uid))
    assert len(pieces) > 3
    assert pieces[-1] == rules.seat(state, side).overlay("risk", uid)
    assert rules.digest(state) == digest
