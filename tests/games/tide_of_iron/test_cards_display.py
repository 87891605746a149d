"""The panels of the cards: who sees which card, what it says, and what may be used now."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hexbench.engine.display import Cards, Facts
from hexbench.games.tide_of_iron import panels
from hexbench.games.tide_of_iron.decks import InPlay
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.card_play import holding, played

ONE = {"a1": field.squad("C5", name="1st Squad"), "g1": field.squad("M12", "german")}


def shown(now: field.Situation, side: str | None) -> dict[str, Cards]:
    return {p.key: p for p in panels.card_panels(now.of(side)) if isinstance(p, Cards)}


@pytest.mark.rule("tide_of_iron", "TI-SET-05")
def test_hands_lie_face_up_for_both_and_the_usable_cards_are_marked_for_their_owner() -> None:
    now = holding("art-registration mo-bold mo-seize", ONE, command=1)
    for side in ("american", "german", None):
        found = shown(now, side)
        assert [c.key for c in found["hand.american"].cards] == ["art-registration", "mo-bold", "mo-seize"]
        usable = [c.usable for c in found["hand.american"].cards]
        assert usable == ([False] * 3 if side == "german" else [True, False, False])
        assert found["hand.american"].cards[0].cost == "1"
        offered = [[str(x.say) for x in c.choices] for c in found["hand.american"].cards]
        assert offered == ([[]] * 3 if side == "german" else [["Play this card"], [], []])
        assert found["hand.american"].cards[0].title.args == (("card", "Registration Shoot"),)
    assert list(shown(now, "german"))[:2] == ["hand.german", "hand.american"]


def test_a_card_says_its_phase_and_what_it_does() -> None:
    now = holding("art-registration mo-bold", ONE)
    first, second = (str(c.text) for c in shown(now, "american")["hand.american"].cards)
    assert first.startswith("Action Phase. Establish Contact: roll 3 or more on a die.")
    assert "Area attack of 6 dice, suppressive." in first
    assert second.startswith("Command Phase.")
    assert second.endswith("+ another card may be drawn.")


def test_a_card_that_is_used_as_an_action_says_how_often() -> None:
    seat = field.position(ONE).of("american")
    once = seat.rules.card("art-harass")
    told = [str(panels.text_of(seat, "american", card)) for card in (once, replace(once, uses_per_round=0))]
    assert told[0].endswith("Stays in play; once per round an action may be spent to use it.")
    assert told[1].endswith("an action may be spent to use it any number of times per round.")


def test_what_waits_and_what_lasts_is_told_in_the_play_area() -> None:
    area = {"american": (InPlay(card="art-smoke", waiting=True, tried=1), InPlay(card="mo-hold", expires=4))}
    now = field.position(ONE, in_play=area, round=2)
    found = shown(now, "american")["hand.american"].cards
    assert [str(c.title) for c in found] == [
        "Smoke Mission (waiting for contact)",
        "Hold at All Costs (in play until the end of round 4)",
    ]
    assert [c.usable for c in found] == [True, False]
    (again,) = found[0].choices
    assert (again.action.verb, again.action.subject) == ("retry_contact", ("art-smoke",))
    assert str(again.help) == "It costs an action. Chance of contact: 67 %."


def test_the_operations_cards_and_the_changes_in_force() -> None:
    forces = {
        "german": {"bases": 1, "pool": {}, "operations": ["valley-fog", "short-of-fuel", "frozen-ground"]}
    }
    now = played("mo-press", ONE, mission={"forces": forces}).act("card_unit", "", "a1")
    (force,) = (p for p in panels.card_panels(now.of("german")) if isinstance(p, Facts))
    texts = [str(f.value) for f in force.facts]
    assert texts[0] == "Visibility is limited to 4 hexes. (American, German)"
    assert "Movement: -1 for heavy vehicles. (German)" in texts
    assert "Shallow stream: squads 1 MP, vehicles 2 MP. (American, German)" in texts
    (change,) = (f for f in force.facts if f.rules == ("M-05",))
    assert "1st Squad" in str(change.value)
    assert change.hexes == ("C5",)


def test_the_decks_count_what_is_left() -> None:
    now = field.scenario("lanzerath")
    (force,) = (p for p in panels.card_panels(now.of("german")) if isinstance(p, Facts))
    left = {str(f.label): str(f.value) for f in force.facts if f.rules == ("TI-SET-04",)}
    assert set(left.values()) <= {"11 of 12 cards left", "12 of 12 cards left"}
    assert {label.partition(" ")[0] for label in left} == {"German", "American"}
