"""TI-SET-06, M-06: the standing rules of operations cards."""

from __future__ import annotations

from typing import Any

import pytest

from hexbench.games.tide_of_iron import effects, sight
from hexbench.games.tide_of_iron.placing import INSIDE
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.card_play import holding

UNITS = {
    "a1": field.squad("C5"),
    "av1": field.vehicle("C6", "m4a1_sherman", "american"),
    "av2": field.vehicle("C7", "m3a1_halftrack", "american"),
    "g1": field.squad("M12", "german"),
    "gv1": field.vehicle("M11", "panzer_iv"),
}


def dealt(american: str = "", german: str = "", **more: Any) -> field.Situation:
    """A position with operations cards for each side."""
    forces = {
        side: {"bases": 1, "pool": {}, "operations": cards.split()}
        for side, cards in (("american", american), ("german", german))
    }
    return field.position({**UNITS, **more.pop("units", {})}, mission={"forces": forces}, **more)


def contact(now: field.Situation, side: str, card: str, x: int) -> int:
    return effects.contact_number(now.rules, now.state, side, card, x)


@pytest.mark.rule("tide_of_iron", "M-06", "TI-SET-06")
def test_seasoned_observers_ease_contact_for_their_owner_but_not_below_two() -> None:
    now = dealt("seasoned-observers")
    assert contact(now, "american", "art-registration", 3) == 2
    assert contact(now, "american", "art-registration", 2) == 2
    assert contact(now, "german", "art-registration", 3) == 3
    assert contact(now, "american", "gs-wire", 3) == 3, "only the artillery deck"


@pytest.mark.rule("tide_of_iron", "M-06", "TI-CARD-02")
def test_the_easier_number_is_the_one_that_is_rolled_against() -> None:
    forces = {"american": {"bases": 1, "pool": {}, "operations": ["seasoned-observers"]}}
    now = holding("art-registration", {"a1": field.squad("C5")}, mission={"forces": forces})
    assert now.act("play_card", "art-registration", numbers=(2,)).step == ("american", "card_hex")


@pytest.mark.rule("tide_of_iron", "M-06", "TI-SET-06")
@pytest.mark.parametrize(("number", "limit"), [(1, 4), (3, 4), (4, 0)])
def test_valley_fog_limits_sight_for_both_in_its_rounds(number: int, limit: int) -> None:
    now = dealt(german="valley-fog", round=number)
    assert now.state.sight_limit == limit
    assert sight.sees(now.rules, now.state, "C5", "C9")
    assert sight.sees(now.rules, now.state, "C5", "C10") is (limit == 0)


@pytest.mark.rule("tide_of_iron", "M-06")
@pytest.mark.parametrize(("die", "limit"), [(1, 3), (2, 3), (3, 5), (4, 5), (5, 0), (6, 0)])
def test_ground_fog_is_rolled_for_at_the_start_of_each_action_phase(die: int, limit: int) -> None:
    now = dealt(american="ground-fog", numbers=(die,))
    assert now.state.sight_limit == limit
    assert now.numbers == (die,)


@pytest.mark.rule("tide_of_iron", "M-06")
def test_fog_lifts_when_the_next_phase_has_no_card_for_it() -> None:
    now = dealt(german="valley-fog", round=4, sight_limit=4)
    assert now.state.sight_limit == 0
    both = dealt(american="ground-fog", german="valley-fog", numbers=(1,))
    assert both.state.sight_limit == 3, "the nearer limit"
    assert dealt(american="ground-fog", german="valley-fog", numbers=(3,)).state.sight_limit == 4


@pytest.mark.rule("tide_of_iron", "M-06")
def test_a_card_dealt_to_both_counts_once() -> None:
    now = dealt(american="ground-fog", german="ground-fog", numbers=(1,))
    assert now.numbers == (1,)


@pytest.mark.rule("tide_of_iron", "M-06")
def test_frozen_ground_eases_shallow_streams_and_forbids_digging() -> None:
    now, plain = dealt(german="frozen-ground"), dealt()
    ground = effects.terrain(now.rules, now.state, "stream_shallow")
    assert (ground.squad, ground.vehicle) == (1, 2)
    ground = effects.terrain(plain.rules, plain.state, "stream_shallow")
    assert (ground.squad, ground.vehicle) == (2, 4)
    assert effects.terrain(now.rules, now.state, "stream_deep").squad == 3
    assert effects.forbids(now.rules, now.state, "dig_entrenchment") == "Frozen Ground"
    assert effects.forbids(now.rules, now.state, "dig_entrenchment", "american") == "Frozen Ground"
    assert effects.forbids(plain.rules, plain.state, "dig_entrenchment") is None


@pytest.mark.rule("tide_of_iron", "M-06")
def test_prepared_positions_let_their_owner_start_inside() -> None:
    now = dealt("field-fortified")
    assert effects.allows(now.rules, now.state, "american", INSIDE)
    assert not effects.allows(now.rules, now.state, "german", INSIDE)
    assert not effects.allows(now.rules, now.state, "american", "anything else")


@pytest.mark.rule("tide_of_iron", "M-06")
def test_short_of_fuel_takes_a_movement_point_from_its_owners_heavy_vehicles() -> None:
    now = dealt("short-of-fuel")
    found = {x: effects.mp_delta(now.rules, now.state, x) for x in UNITS}
    assert found == {"a1": 0, "av1": -1, "av2": 0, "g1": 0, "gv1": 0}


@pytest.mark.rule("tide_of_iron", "TI-SET-06")
def test_the_scenarios_deal_the_cards_they_name() -> None:
    now = field.scenario("lanzerath")
    titles = [card.id for card in effects.dealt(now.rules, now.state, "american")]
    assert titles == ["seasoned-observers", "field-fortified"]
    assert effects.dealt(now.rules, now.state, "german") == ()
    fog = field.scenario("stoumont")
    assert [c.id for c in effects.dealt(fog.rules, fog.state, "american")] == [
        "field-fortified",
        "valley-fog",
    ]
    assert [c.id for c in effects.dealt(fog.rules, fog.state, "german")] == ["valley-fog"]
