from __future__ import annotations

from hexbench.engine.values import Offer
from hexbench.ui.shell.hand import Hand, takes
from tests.ui.yard.game import Yard, men
from tests.ui.yard.pieces import Options, Scenario


def _hand(side: str = "red", *, tray: bool = False) -> Hand:
    rules = Yard().open(None, None, Options())
    out = rules.new(Scenario(units=men(tray), phase="place" if tray else "move"))
    return Hand(rules.seat(out.state, side))


def test_buttons_are_the_verbs_without_a_subject_and_the_default_comes_last() -> None:
    hand = _hand()
    assert [o.verb for o in hand.plain] == ["span", "plan", "pray", "end"]
    assert [o.verb for o in hand.drags] == ["march"]
    assert [o.verb for o in hand.about(("r1",))] == ["dig"]
    (dig,) = hand.about(("r1", "r3"))  # one after the other
    assert hand.each(dig, ("r1", "r3")) == (("r1",), ("r3",))
    assert hand.each(dig, ("r1",)) == ()
    assert hand.about(("r1", "b1")) == ()
    assert hand.ready == ("r1", "r2", "r3", "r4", "r5", "r6")


def test_every_way_to_every_hex() -> None:
    hand = _hand()
    ways = hand.ways(("r1", "r2"))
    assert all(len(found) == 1 for found in ways.values())
    assert ways["0303"][0].action.subject == ("r1", "r2")
    assert hand.ways(("b1",)) == {}
    assert _hand(tray=True).ways(("r5",)).keys() >= {"0101", "0310"}


def test_reasons_come_from_every_verb_that_takes_a_unit_to_a_hex() -> None:
    why = _hand().why_not(("r3",), "1004", "Lancers")
    assert [tried for tried, _ in why] == ["Move: Lancers to 1004"]
    assert {reason.rule for _, reasons in why for reason in reasons} == {"Y2.1", "Y2.2", "Y3.1"}


def test_out_of_ones_time_reasons_are_still_given() -> None:
    why = _hand("blue").why_not(("b4",), "1206", "Panzer")
    assert len(why) == 1
    assert "Y0.1" in {reason.rule for _, reasons in why for reason in reasons}


def test_units_are_taken_together_only_where_the_offer_says_so() -> None:
    assert takes(Offer("march", ("a", "b"), "stack"), ("a", "b"))
    assert not takes(Offer("dig", ("a", "b")), ("a", "b"))
    assert not takes(Offer("march", ("a",), "stack"), ("a", "b"))
    assert not takes(Offer("march", ("a",)), ())
