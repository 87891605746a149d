"""The strategy decks and operations cards as data: every card as the ledger has it."""

from __future__ import annotations

import pytest

from hexbench.games.tide_of_iron.card_run import CHAPTERS
from hexbench.games.tide_of_iron.card_words import WORDS
from hexbench.games.tide_of_iron.decks import AnyOp, Card
from tests.games.tide_of_iron.shipped import TABLES

CARDS = {card.id: card for deck in TABLES.decks for card in deck.cards}
FACTS = {
    # id: copies, phase, cost, plus, persistent, ops
    "art-registration": (2, "action", 1, False, False, "contact target drift area"),
    "art-concentration": (2, "action", 3, False, False, "contact target drift area blast"),
    "art-serenade": (1, "action", 4, False, False, "contact target drift area blast"),
    "art-harass": (1, "command", 2, False, True, "target drift area"),
    "art-smoke": (2, "action", 1, False, False, "contact target drift smoke smoke"),
    "art-observer": (1, "command", 1, True, True, "modify"),
    "art-wire-repaired": (1, "action", 0, True, False, "contact_auto"),
    "art-wirecut": (1, "action", 2, False, False, "contact target drift area remove_marker"),
    "art-counterbattery": (1, "command", 2, False, False, "discard"),
    "gs-bandoliers": (2, "action", 1, False, False, "modify"),
    "gs-shovels": (2, "command", 2, False, False, "place_marker"),
    "gs-wire": (1, "command", 1, False, False, "place_marker"),
    "gs-mines": (1, "command", 3, False, False, "place_marker"),
    "gs-mechanics": (1, "command", 2, False, False, "repair"),
    "gs-replacements": (1, "command", 2, True, False, "add_figures"),
    "gs-launchers": (2, "action", 1, False, False, "modify modify"),
    "gs-reserve": (1, "command", 3, False, False, "reinforce"),
    "gs-runners": (1, "command", 0, True, False, "initiative"),
    "mo-steady": (2, "action", 1, False, False, "rally"),
    "mo-regroup": (1, "command", 2, False, False, "rally"),
    "mo-seize": (2, "action", 2, False, False, "extra_actions"),
    "mo-second-wind": (1, "action", 2, False, False, "refresh"),
    "mo-press": (1, "action", 1, True, False, "modify"),
    "mo-hold": (1, "command", 2, False, True, "modify"),
    "mo-shaken": (1, "action", 2, False, False, "pin_roll"),
    "mo-bold": (1, "command", 1, True, False, "initiative"),
    "mo-dispatch": (1, "command", 0, True, False, "command"),
    "mo-vanish": (1, "command", 2, False, False, "conceal"),
}


def words(card: Card) -> str:
    return " ".join(str(op.__struct_config__.tag) for op in card.ops)


@pytest.mark.rule("tide_of_iron", "M-05")
def test_three_decks_of_twelve() -> None:
    assert [(deck.id, sum(card.copies for card in deck.cards)) for deck in TABLES.decks] == [
        ("artillery", 12),
        ("ground-support", 12),
        ("morale", 12),
    ]
    assert list(CARDS) == list(FACTS)


@pytest.mark.rule("tide_of_iron", "M-05")
@pytest.mark.parametrize("key", FACTS)
def test_a_card_is_as_the_ledger_has_it(key: str) -> None:
    card = CARDS[key]
    found = (card.copies, card.phase, card.cost, card.plus, card.persistent, words(card))
    assert found == FACTS[key]


@pytest.mark.rule("tide_of_iron", "M-06")
def test_the_operations_cards() -> None:
    assert {o.id: (o.affects, o.rounds) for o in TABLES.operations} == {
        "seasoned-observers": ("owner", ()),
        "valley-fog": ("both", (1, 2, 3)),
        "ground-fog": ("both", (1, 2, 3, 4, 5, 6, 7, 8)),
        "frozen-ground": ("both", ()),
        "field-fortified": ("owner", ()),
        "short-of-fuel": ("owner", ()),
    }


def test_every_word_has_a_meaning_and_every_chapter_gives_some() -> None:
    assert set(WORDS) == set(AnyOp.__args__)
    assert {type(word).__module__ for word in WORDS.values()} == {chapter.__name__ for chapter in CHAPTERS}
