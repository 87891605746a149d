"""The combat dock: what it shows of attacks and assaults, to whom, and that its buttons do what they say."""

from __future__ import annotations

from typing import Any

from hexbench.engine.display import Account, Combat, CombatBoard
from hexbench.engine.values import Action
from hexbench.games.tide_of_iron import attack_display
from hexbench.games.tide_of_iron.seat import TiSeat
from tests.games.tide_of_iron import field
from tests.games.tide_of_iron.field import Situation
from tests.games.tide_of_iron.shots import (
    AMERICAN,
    GERMAN,
    aim,
    charge,
    duel,
    hit,
    squad,
    storm,
    strike,
    vehicle,
)


def board(seat: TiSeat) -> CombatBoard:
    """The dock among the panels of a seat."""
    (found,) = [panel for panel in seat.panels() if isinstance(panel, CombatBoard)]
    return found


def combat(now: Situation, side: str | None = None) -> Combat:
    """The only combat in it."""
    (found,) = board(now.of(side) if side else now.seat).combats
    return found


def account(one: Combat, title: str) -> Account:
    """One of its sums."""
    return next(a for a in one.accounts if str(a.say) == title)


def press(now: Situation, text: str) -> Situation:
    """Press the button of that name, of the combat or beside one of its lines."""
    one = combat(now)
    buttons = [*one.choices, *(c for a in one.accounts for f in a.lines for c in f.choices)]
    action: Action = next(c.action for c in buttons if str(c.say) == text)
    return now.act(action.verb, " ".join(action.subject), action.object, action.how, " ".join(action.via))


def three() -> Situation:
    """An attack with a supporter in and another one out."""
    more = {"a2": squad("D5", figures={"regular": 3}), "a3": squad("D6")}
    target = squad("C7", GERMAN, {"regular": 2, "elite": 2})
    attacker = squad("C5", figures={"elite": 2, "mg": 1})
    return aim(duel(attacker, target, more, rules=field.spotted({"C7": "b0"}))).act("support", "a2")


def test_nothing_is_going_on() -> None:
    found = board(duel(squad("C5"), squad("C7", GERMAN)).seat)
    assert not found.combats
    assert str(found.nothing)


def test_a_draft_shows_every_factor_with_its_clause() -> None:
    one = combat(three())
    assert (one.status, one.hexes, one.verb) == ("draft", ("C7",), "support")
    strength = account(one, "Attack strength")
    assert (strength.total, [line.amount for line in strength.lines]) == ("9", ["7", "2"])
    assert strength.lines[1].was == "3"
    assert [c.rule for c in strength.lines[1].clauses] == ["TI-ATK-05", "TI-CF-04"]
    assert str(strength.lines[0].clauses[0].say) == "2 elite: 4, 1 machine gun: 3"
    figures = account(one, "Figures firing")
    assert [(str(line.say), line.amount) for line in figures.lines] == [
        ("a1: 2 elite", "2"),
        ("a1: 1 machine gun", "1"),
        ("a2: 3 regulars", "3"),
    ]
    cover = account(one, "Defence of g1")
    assert [(str(line.say), line.amount) for line in cover.lines] == [("Building", "3")]
    dice = account(one, "Dice")
    assert [line.amount for line in dice.lines] == ["9", "3"]
    assert str(dice.lines[0].say) == "Attack dice, success on 5, 6"
    assert [stage.state for stage in one.stages] == ["done", "now", "ahead", "ahead", "ahead"]


def test_the_bars_are_the_forecast() -> None:
    now = three()
    found = now.seat.forecast(Action("roll"))
    assert found is not None
    bars = combat(now).spreads[0].bars
    whole = sum(bar.weight for bar in bars)
    chances = dict(found.chances())
    assert [str(bar.say) for bar in bars][:2] == ["no effect", "1 figure lost"]
    assert abs(bars[0].weight / whole - chances["no effect"]) < 1e-12


def test_the_buttons_of_a_draft_work() -> None:
    now = press(three(), "Add")
    assert account(combat(now), "Attack strength").total == "11"
    now = press(now, "Leave out")
    assert account(combat(now), "Attack strength").total == "9"
    now = press(now, "Without 1 elite")
    assert account(combat(now), "Attack strength").total == "7"
    now = press(now, "one more")
    assert account(combat(now), "Attack strength").total == "9"
    now = press(now, "Make it suppressive")
    assert [line.amount for line in account(combat(now), "Defence of g1").lines] == ["3", "2"]
    assert str(combat(now).note) == "Concentrated Fire, suppressive"
    assert press(press(now, "Make it normal"), "Cancel").step == (AMERICAN, "turn")


def test_the_other_side_sees_that_something_is_prepared_and_no_more() -> None:
    one = combat(three(), GERMAN)
    assert (str(one.say), one.accounts, one.choices, one.hexes) == (
        "The American player is preparing an attack.",
        (),
        (),
        (),
    )
    assault = storm(duel(squad("C5"), squad("C6", GERMAN)))
    assert combat(assault, GERMAN).accounts == ()


def test_casualties_are_answered_in_the_dock() -> None:
    now = hit(three(), 2)
    one = combat(now)
    assert one.status == "now"
    assert [stage.state for stage in one.stages][2:4] == ["done", "now"]
    assert str(one.stages[2].found) == "2 successes"
    assert [str(c.say) for c in one.choices] == ["g1 loses 1 regular", "g1 loses 1 elite"]
    assert one.choices[0].main
    now = press(now, "g1 loses 1 elite")
    assert str(combat(now).stages[3].found) == "1 more hit"
    assert combat(now, AMERICAN).choices == ()


def test_an_assault_from_the_first_choice_to_the_advance() -> None:
    more = {"a2": squad("D5"), "g2": vehicle("C6", "sdkfz_251")}
    now = storm(duel(squad("C5"), squad("C6", GERMAN, {"regular": 3}), more))
    one = combat(now)
    assert [a.total for a in one.accounts if a.total] == ["4", "0", "7"]
    assert [str(bar.say) for bar in one.spreads[0].bars] == [
        "the defenders must retreat",
        "the assault fails",
    ]
    now = press(now, "Add")
    assert account(combat(now), "Assault strength").total == "6"
    assert account(press_out(now), "Assault strength").total == "4"
    now = charge(now, 3, 1)
    assert [s.state for s in combat(now).stages] == ["done", "done", "done", "now", "ahead", "ahead"]
    assert [str(s.found) for s in combat(now).stages] == ["C6", "3 hits against 1", "", "3 more hits", "", ""]
    now = press(press(now, "SdKfz 251 half-track takes the hit"), "g1 loses 1 regular")
    now = press(now, "g1 loses 1 regular")
    assert any(str(c.say).startswith("Retreat to ") for c in combat(now).choices)
    now = press(now, "Retreat to C7")
    now = press(now, "a1 advances")
    assert now["a1"].at == "C6"
    assert str(combat(now).stages[4].found) == "C7"
    assert press(now, "Stay").step[1] == "turn"


def press_out(now: Situation) -> Combat:
    """The same without the supporter."""
    return combat(press(now, "Leave out"))


def test_two_hexes_to_choose_from() -> None:
    now = storm(duel(squad("C5"), squad("C6", GERMAN), {"g2": squad("C4", GERMAN)}))
    found = now.seat.forecast(Action("storm", ("a1",), "C6"))
    assert found is not None
    text = f"Assault C6: {round(100 * dict(found.chances())['success'])} % without support"
    assert [str(c.say) for c in combat(now).choices][1:] == [text, "Do not assault"]
    assert combat(press(now, text)).accounts
    assert press(now, "Do not assault").step == (AMERICAN, "turn")


def test_op_fire_lists_who_could_lead() -> None:
    from hexbench.games.tide_of_iron.opfire import Window

    more = {"g2": squad("D8", GERMAN), "g3": squad("D7", GERMAN, token="op_fire")}
    now = duel(squad("C5"), squad("C7", GERMAN, token="op_fire"), more)
    now = now.run(lambda play: play.push(Window(who="german", mover="a1")))
    one = combat(now)
    assert one.status == "now", "shown without being asked for"
    assert [line.unit for line in account(one, "Can lead op fire").lines] == ["g1", "g3"]
    assert board(now.of(AMERICAN)).combats == ()
    drafted = press(now, "Fire")
    assert str(combat(drafted).note) == "Opportunity fire, normal"


def test_an_area_attack_by_card_asks_for_casualties_there_too() -> None:
    now: Any = duel(squad("A1"), squad("C7", GERMAN, {"regular": 2, "elite": 1}))
    now = strike(now, "C7", 3, "normal", [6, 1, 1])
    one = combat(now)
    assert str(one.say) == "Area attack on C7"
    assert str(one.stages[0].found) == "1 success"
    assert len(one.choices) == 2
    assert attack_display.DOCK.answers(now.of(AMERICAN)) == ()
