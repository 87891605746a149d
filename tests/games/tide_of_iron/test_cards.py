"""TI-CARD, TI-ACT-19, TI-CMD-13 to -17: cards are paid, played in their phase, wait, stay and leave."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hexbench.engine.events import Noted
from hexbench.engine.values import Action
from hexbench.games.tide_of_iron import GAME, cards
from hexbench.games.tide_of_iron.decks import Effect, InPlay, Modify
from tests.games.tide_of_iron import field, shipped
from tests.games.tide_of_iron.card_play import holding, lying, played, turn

ONE = {"a1": field.squad("C5")}


def hand(now: field.Situation, side: str = "american") -> tuple[str, ...]:
    return now.state.hands[side]


def area(now: field.Situation, side: str = "american") -> tuple[InPlay, ...]:
    return now.state.in_play.get(side, ())


@pytest.mark.rule("tide_of_iron", "TI-ACT-19", "TI-CARD-16", "TI-ACT-20")
def test_a_card_costs_command_and_an_action_and_leaves_the_game() -> None:
    now = holding("mo-seize mo-seize art-registration", ONE, command=5)
    left = turn(now).left
    now = now.act("play_card", "mo-seize")
    assert now.state.command["american"] == 3
    assert turn(now).left == left - 1 + 2
    assert hand(now) == ("mo-seize", "art-registration")
    assert area(now) == ()


@pytest.mark.rule("tide_of_iron", "TI-CARD-16")
def test_what_cannot_be_paid_is_not_offered() -> None:
    now = holding("mo-seize mo-steady", {"a1": field.squad("C5", condition="pinned")}, command=1)
    assert now.offered("play_card") == ("mo-steady",)
    assert now.refused("play_card", "mo-seize") == ["TI-CARD-16"]


@pytest.mark.rule("tide_of_iron", "TI-CARD-15")
def test_a_card_is_for_its_phase() -> None:
    now = holding("mo-bold mo-seize", ONE)
    assert now.offered("play_card") == ("mo-seize",)
    assert now.refused("play_card", "mo-bold") == ["TI-CARD-15"]
    now = holding("mo-bold mo-seize", ONE, phase="command")
    assert now.offered("play_card") == ("mo-bold",)
    assert "TI-CARD-15" in now.refused("play_card", "mo-seize")


@pytest.mark.rule("tide_of_iron", "TI-ACT-19", "TI-CMD-15")
def test_only_ones_own_face_up_cards() -> None:
    now = holding("mo-seize", ONE)
    assert now.refused("play_card", "mo-bold") == ["TI-ACT-19"]
    assert now.refused("play_card", "mo-seize mo-bold") == ["TI-ACT-19"]
    now.refused("play_card", "nothing")
    assert now.of("german").refuse(Action("play_card", ("mo-seize",)))  # the other side plays nothing now


@pytest.mark.rule("tide_of_iron", "TI-CMD-13", "TI-CMD-15", "TI-CMD-16", "TI-CMD-17")
def test_any_number_of_command_cards_while_they_can_be_paid() -> None:
    now = holding("mo-bold mo-dispatch gs-runners gs-wire", ONE, phase="command", command=1)
    now = now.act("play_card", "mo-bold")
    assert now.step == ("american", "spend")
    assert (now.state.command["american"], now.state.pools["american"]) == (0, 2)
    assert now.refused("play_card", "gs-wire") == ["TI-CARD-16"]
    now = now.act("play_card", "mo-dispatch").act("play_card", "gs-runners")
    assert (now.state.command["american"], now.state.pools["american"]) == (1, 3)
    assert hand(now) == ("gs-wire",)
    assert area(now) == ()


@pytest.mark.rule("tide_of_iron", "TI-CMD-14")
def test_unspent_command_is_kept() -> None:
    now = holding("mo-bold", ONE, phase="command", command=4).act("done")
    now = now.until("american", "turn") if now.state.initiative == "american" else now.until("german", "turn")
    assert now.state.command["american"] == 4


# ---- contact ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-CARD-02")
@pytest.mark.parametrize(("die", "contact"), [(2, False), (3, True), (6, True)])
def test_contact_on_the_number_or_more(die: int, contact: bool) -> None:
    now = played("art-registration", ONE, numbers=(die,))
    assert (now.step[1] == "card_hex") is contact
    assert [c.waiting for c in area(now)] == ([] if contact else [True])


@pytest.mark.rule("tide_of_iron", "TI-CARD-02")
def test_the_chance_of_contact_is_foretold() -> None:
    now = holding("art-serenade", ONE)
    target = now.targets("play_card", "art-serenade")[""]
    assert any("5 or more" in str(s) for s in target.says)
    forecast = now.seat.forecast(target_action(now, "art-serenade"))
    assert forecast is not None
    assert dict(forecast.chances())["contact"] == pytest.approx(2 / 6)


def target_action(now: field.Situation, card: str) -> Action:
    return Action("play_card", (card,))


@pytest.mark.rule("tide_of_iron", "B-CARD-1", "TI-CARD-03")
def test_a_failed_contact_waits_and_is_tried_once_in_each_later_round() -> None:
    now = played("art-registration", ONE, numbers=(1,))
    assert hand(now) == ()
    assert area(now) == (InPlay(card="art-registration", waiting=True, tried=1),)
    assert now.refused("retry_contact", "art-registration") == ["B-CARD-1"]
    assert now.refused("play_card", "art-registration") == ["TI-ACT-19"]
    later = field.position(
        {"a1": field.squad("C5"), "g1": field.squad("M12", "german")},
        round=2,
        in_play=lying("art-registration", waiting=True, tried=1),
        command={"american": 0, "german": 0},
    )
    left = turn(later).left
    again = later.act("retry_contact", "art-registration", numbers=(2,))
    assert turn(again).left == left - 1
    assert area(again) == (InPlay(card="art-registration", waiting=True, tried=2),)
    assert again.refused("retry_contact", "art-registration") == ["B-CARD-1"]
    assert later.act("retry_contact", "art-registration", numbers=(3,)).step == ("american", "card_hex")


@pytest.mark.rule("tide_of_iron", "TI-CARD-03")
def test_each_copy_that_waits_has_its_own_attempt() -> None:
    two = {
        "american": (
            InPlay(card="art-smoke", waiting=True, tried=1),
            InPlay(card="art-smoke", waiting=True, tried=2),
        )
    }
    now = field.position({"a1": field.squad("C5"), "g1": field.squad("M12", "german")}, round=2, in_play=two)
    now = now.act("retry_contact", "art-smoke", numbers=(1,))
    assert [c.tried for c in area(now)] == [2, 2]
    assert now.refused("retry_contact", "art-smoke") == ["B-CARD-1"]
    assert now.refused("retry_contact", "art-wirecut") == ["TI-CARD-03"]


@pytest.mark.rule("tide_of_iron", "M-05", "TI-CARD-02")
def test_line_repaired_gives_contact_without_a_roll() -> None:
    now = holding("art-wire-repaired", ONE, command=0)
    assert "TI-ACT-19" not in now.refused("play_card", "art-wire-repaired")
    now = holding(
        "art-wire-repaired", ONE, in_play=lying("art-registration", waiting=True, tried=1), command=0
    )
    now = now.act("play_card", "art-wire-repaired").act("card_card", "", "art-registration")
    assert now.step == ("american", "card_hex")
    assert area(now) == ()
    assert now.refused("card_hex", "", "Z99")
    now = now.act("card_hex", "", "M12", numbers=(1, 6) + (1,) * 6)
    assert now.step == ("american", "turn")
    assert (hand(now), area(now)) == ((), ())


@pytest.mark.rule("tide_of_iron", "M-05")
def test_a_card_that_waits_not_is_given_no_contact() -> None:
    lies = {"american": (InPlay(card="art-registration", waiting=True), InPlay(card="art-harass"))}
    now = holding("art-wire-repaired", ONE, in_play=lies).act("play_card", "art-wire-repaired")
    assert now.refused("card_card", "", "art-harass") == ["TI-CARD-03"]


# ---- cards that stay -------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-CARD-01", "TI-CMD-17")
def test_a_lasting_card_is_paid_once_and_used_once_in_a_round() -> None:
    now = played("art-harass", ONE, phase="command", command=2)
    assert now.state.command["american"] == 0
    assert area(now) == (InPlay(card="art-harass"),)
    now = field.position(
        {"a1": field.squad("C5"), "g1": field.squad("M12", "german")}, round=3, in_play=lying("art-harass")
    )
    left = turn(now).left
    now = now.act("use_card", "art-harass").act("card_hex", "", "M12", numbers=(1, 6, 1, 1, 1, 1))
    assert turn(now).left == left - 1
    assert area(now) == (InPlay(card="art-harass", used=3),)
    assert now.refused("use_card", "art-harass") == ["M-05"]
    assert now.refused("use_card", "art-observer") == ["TI-CARD-01"]
    assert now.swapped(round=4).act("use_card", "art-harass").step == ("american", "card_hex")


@pytest.mark.rule("tide_of_iron", "TI-STA-09", "M-05")
@pytest.mark.parametrize(("phase", "ends"), [("action", 1), ("command", 2)])
def test_hold_at_all_costs_covers_one_whole_action_phase(phase: str, ends: int) -> None:
    """Played in a Command Phase it does not go in the Status Phase that follows at once."""
    from hexbench.games.tide_of_iron.card_run import CardRun

    assert CardRun(who="american", card="mo-hold", played=phase).last_round(1, 1) == ends  # type: ignore[arg-type]
    now = played("mo-hold", ONE, phase="command")
    assert area(now) == (InPlay(card="mo-hold", expires=2),)
    gone = now.run(cards.expire)
    assert area(gone) == area(now)
    gone = now.swapped(round=2).run(cards.expire)
    assert (area(gone), gone.state.effects) == ((), ())


@pytest.mark.rule("tide_of_iron", "TI-STA-09")
def test_a_change_for_the_round_ends_in_its_status_phase() -> None:
    change = Effect(
        card="mo-press",
        side="american",
        change=Modify(stat="mp", delta=2, duration="next_activation_this_round"),
        units=("a1",),
        expires=1,
    )
    lasting = Effect(card="art-observer", side="american", change=Modify(stat="drift_number", delta=-1))
    now = holding("", ONE, effects=(change, lasting), in_play=lying("art-observer"))
    assert now.run(cards.expire).state.effects == (lasting,)


# ---- drawing ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("tide_of_iron", "TI-SET-04", "TI-SET-05", "TI-STA-01")
def test_a_card_is_drawn_by_chance_from_what_is_left_and_lies_open() -> None:
    left = {"american/morale": {"mo-steady": 2, "mo-bold": 1}}
    now = holding("gs-wire", ONE, decks=left)
    found = now.run(lambda play: cards.draw(play, "american", "morale", "TI-STA-01"), (2,))
    assert hand(found) == ("gs-wire", "mo-steady")
    assert found.state.decks["american/morale"] == {"mo-steady": 1, "mo-bold": 1}
    assert [str(event.say) for event in found.told(Noted)] == [
        "The American player draws Steady on the Line."
    ]
    last = found.run(lambda play: cards.draw(play, "american", "morale", "TI-STA-01"), (2,))
    assert hand(last) == ("gs-wire", "mo-steady", "mo-bold")
    assert last.state.decks["american/morale"] == {"mo-steady": 1}


@pytest.mark.rule("tide_of_iron", "B-CARD-5")
def test_an_empty_deck_yields_nothing() -> None:
    now = holding("", ONE, decks={"american/morale": {}})
    with pytest.raises(ValueError, match="empty"):
        now.run(lambda play: cards.draw(play, "american", "morale", "TI-STA-01"), (1,))


@pytest.mark.rule("tide_of_iron", "TI-SET-04")
def test_a_full_deck_holds_twelve_cards() -> None:
    for deck in shipped.TABLES.decks:
        assert sum(cards.full(deck).values()) == 12


@pytest.mark.rule("tide_of_iron", "TI-CARD-16", "TI-CARD-01")
def test_a_card_says_what_it_costs() -> None:
    now = holding("mo-seize", ONE, in_play=lying("art-harass"), round=2)
    assert str(now.targets("play_card", "mo-seize")[""].says[0]) == "It costs 2 command."
    assert str(now.targets("use_card", "art-harass")[""].says[0]) == "It costs an action."


@pytest.mark.rule("tide_of_iron", "TI-CARD-01", "M-05")
def test_a_lasting_card_is_not_used_for_nothing() -> None:
    from hexbench.games.tide_of_iron.decks import Deck

    def with_rally(deck: Deck) -> Deck:
        ops = {card.id: card.ops for card in deck.cards}
        swap = {"art-harass": ops.get("mo-steady", steady)}
        return replace(deck, cards=tuple(replace(c, ops=swap.get(c.id, c.ops)) for c in deck.cards))

    steady = field.PLAIN.card("mo-steady").ops
    tables = replace(shipped.TABLES, decks=tuple(map(with_rally, shipped.TABLES.decks)))
    rules = GAME.open(field.PLAIN.atlas, tables, GAME.Options())
    lies = lying("art-harass")
    nobody = holding("", ONE, rules, in_play=lies, round=2)
    assert nobody.refused("use_card", "art-harass") == ["M-05"]
    assert "already been used" not in nobody.sentence("use_card", "art-harass")
    pinned = holding(
        "", {"a1": field.squad("C5", condition="pinned"), "a2": field.squad("D5")}, rules, in_play=lies
    )
    assert pinned.reasons("use_card", "art-harass") == ()
