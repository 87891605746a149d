from __future__ import annotations

import random
from typing import get_args

import pytest

from hexbench.engine import events as ev
from hexbench.engine.events import AnyEvent, Broadcast
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.values import Say, say
from hexbench.session.log import lines_of, sentence
from hexbench.session.session import Session
from tests.laws.walk import Chance

EVENTS: tuple[tuple[AnyEvent, str], ...] = (
    (ev.TurnBegan("17AM"), "Turn 17AM begins."),
    (ev.PhaseBegan("movement", "red", say("Movement of {side}.", side="red")), "Movement of red."),
    (ev.UnitPlaced("r1", "0101"), "1st Guard was placed in 0101."),
    (ev.UnitPlaced("r1", "#tray"), "1st Guard was placed in tray."),
    (ev.UnitMoved("r1", ("0101", "0102", "0103")), "1st Guard moved from 0101 to 0103."),
    (ev.UnitMoved("r1", ("0101", "0102"), "retreat"), "1st Guard retreated from 0101 to 0102."),
    (ev.UnitMoved("r1", ("0101", "0102"), "advance"), "1st Guard advanced from 0101 to 0102."),
    (
        ev.UnitStopped("r1", "0102", "3.1", say("A squad lies here.")),
        "1st Guard stopped in 0102: A squad lies here.",
    ),
    (ev.UnitRemoved("r1", "#eliminated"), "1st Guard left the map: eliminated."),
    (ev.UnitChanged("r1", "supply", "isolated"), "1st Guard: supply is now isolated."),
    (ev.UnitChanged("r1", "reduced", "reduced"), "1st Guard: reduced."),
    (ev.StepLost("r1", 1), "1st Guard is down to 1 step."),
    (ev.StepLost("r1", 2), "1st Guard is down to 2 steps."),
    (ev.StepRegained("r1", 1), "1st Guard is back at 1 step."),
    (ev.StepRegained("r1", 2), "1st Guard is back at 2 steps."),
    (ev.DiceRolled(say("Weather?"), (3, 4)), "Weather? The dice show 3, 4."),
    (ev.Drawn("r1", "7"), "1st Guard drew 7."),
    (ev.Drawn("r1", None), "1st Guard drew."),
    (ev.Revealed("r1", "7"), "1st Guard is revealed: 7."),
    (ev.Declared("attack", ("r1", "x"), "0404"), "Attack: 1st Guard, x against 0404."),
    (ev.Declared("advance", ("r1",), ""), "Advance: 1st Guard."),
    (ev.Declared("area", (), "0404"), "Area: 0404."),
    (ev.Resolved("combat", "0404", "D1"), "Combat against 0404: D1."),
    (ev.MarkerChanged("fuel_depot", "0101", "captured"), "Fuel depot in 0101: captured."),
    (ev.MarkerChanged("bridge", "0101/0102", ""), "Bridge in 0101/0102 is removed."),
    (ev.FactChanged("points", "3", say("Red has {n} points.", n=3)), "Red has 3 points."),
    (ev.Noted("1.1", say("Nothing happens.")), "Nothing happens."),
    (ev.GameEnded("red", "victory"), "The game is over: red has won (victory)."),
    (ev.GameEnded(None, ""), "The game is over: no side has won."),
)


def names(ref: str) -> Say | str:
    return say("1st Guard") if ref == "r1" else ref


@pytest.mark.parametrize(("event", "text"), EVENTS)
def test_every_event_has_a_sentence(event: AnyEvent, text: str) -> None:
    assert str(sentence(event, names)[0]) == text


def test_no_event_is_left_out() -> None:
    assert {type(event) for event, _ in EVENTS} == set(get_args(AnyEvent))


def test_lines_carry_turn_phase_rule_and_references() -> None:
    told = (
        Broadcast(all=ev.UnitMoved("r1", ("0101", "0102"))),
        Broadcast(all=ev.TurnBegan("2")),
        Broadcast(all=ev.PhaseBegan("supply", None, say("Supply."))),
        Broadcast(only=(("blue", ev.Noted("9.9", say("Secret."), ("b1",))),)),
    )
    blue = lines_of(5, told, "blue", "1", "movement", names)
    assert [(line.turn, line.phase, line.kind) for line in blue] == [
        ("1", "movement", "UnitMoved"),
        ("2", "", "TurnBegan"),
        ("2", "supply", "PhaseBegan"),
        ("2", "supply", "Noted"),
    ]
    assert (blue[3].rule, blue[3].refs, blue[3].node) == ("9.9", ("b1",), 5)
    assert blue[0].refs == ("r1", "0101", "0102")
    assert len(lines_of(5, told, "red", "1", "movement", names)) == 3
    assert len(lines_of(5, told, None, "1", "movement", names)) == 4


def means(what: str, code: str) -> Say:
    return say("The defender retreats.") if (what, code) == ("combat", "D1") else Say("")


def test_a_result_is_told_in_words_and_then_by_its_code() -> None:
    told = sentence(ev.Resolved("combat", "0404", "D1"), names, means)[0]
    assert str(told) == "Combat against 0404: The defender retreats. (D1)"
    fuel = sentence(ev.Resolved("fuel", "", "3", "12.5a"), names, means)
    assert (str(fuel[0]), fuel[1:]) == ("Fuel: 3.", ("12.5a", ()))
    assert str(sentence(ev.Resolved("demolition", "r1", "no_effect"), names, means)[0]) == (
        "Demolition against 1st Guard: no effect."
    )


def test_a_note_that_only_tells_the_result_again_lends_its_line_what_it_speaks_of() -> None:
    told = (
        Broadcast(ev.Resolved("combat", "0404", "D1")),
        Broadcast(ev.Noted("1.1", say("On 0404: {result}.", result=say("they go back")), ("r1",))),
        Broadcast(ev.Noted("1.2", say("Something else."))),
    )
    lines = lines_of(1, told, None, "1", "", names, means)
    assert [(str(one.text), one.refs) for one in lines] == [
        ("Combat against 0404: The defender retreats. (D1)", ("0404", "r1")),
        ("Something else.", ()),
    ]
    plain = lines_of(1, told, None, "1", "", names)  # without words the note is the only sentence there is
    assert [str(one.text) for one in plain][:2] == ["Combat against 0404: D1.", "On 0404: they go back."]


def test_the_log_is_put_together_of_all_nodes_wherever_one_goes(session: Session) -> None:
    """It is carried on from where it was last asked for: forward, back, and along another branch."""
    session.set_study(True, session.rules.sides)
    ways, player, chance = random.Random(5), RandomOpponent(), Chance(5)
    went = {"do": 0, "go": 0}
    for _ in range(60):
        if ways.random() < 0.7 and session.decider is not None:
            session.do(player.choose(session.seat(session.decider), chance)[0])
            went["do"] += 1
        else:
            session.go(ways.randrange(len(session.history.nodes)))
            went["go"] += 1
        nodes = [node.number for node in session.history.line()]
        read = {
            side: tuple(line for n in nodes for line in session.lines_at(n, side))
            for side in (*session.rules.sides, None)
        }
        for side, lines in read.items():
            assert session.log(side) == lines
        first, other = (read[side] for side in session.rules.sides)
        assert session.common_log() == tuple(line for line in first if line in other)
    assert min(went.values()) > 10
