"""4.0 and 19.0: the order of turns, player turns and phases, and when the game ends."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from hexbench.engine.events import AnyEvent, FactChanged, GameEnded, Noted, PhaseBegan, TurnBegan
from hexbench.games.iron_tide import GAME
from hexbench.games.iron_tide.sequence import PHASES
from tests.games.iron_tide.field import ALLIED, GERMAN, PLAIN, Situation, foot, position
from tests.games.iron_tide.shipped import TABLES

UNITS: dict[str, Any] = {"g": foot("3455"), "a": foot("3444", ALLIED)}
GERMAN_TURN = ["air", "supply", "replacement", "movement", "combat", "reserve", "engineering"]
ALLIED_TURN = GERMAN_TURN[1:]


def played(now: Situation, turns: int) -> list[AnyEvent]:
    """Everything told while the defaults are followed, until so many game turns have begun."""
    events = list(now.events)
    while now.step[0] is not None:
        default = now.seat.prompt.default
        assert default is not None
        now = Situation(now.rules, now.rules.apply(now.state, default))
        events += now.events
        if sum(isinstance(e, TurnBegan) for e in events) > turns:
            break
    return events


def phases(events: list[AnyEvent]) -> list[tuple[str | None, str]]:
    """Sides and phases in the order they began, to the end of the game turn."""
    out = []
    for event in events:
        if isinstance(event, TurnBegan):
            break
        if isinstance(event, PhaseBegan):
            out.append((event.side, event.phase))
    return out


@pytest.mark.rule("iron_tide", "4.1a", "4.1c", "4.21a")
def test_a_game_turn_goes_through_its_phases_in_order() -> None:
    events = played(position(UNITS, turn="18AM", phase="air"), 1)
    assert phases(events) == [(GERMAN, p) for p in GERMAN_TURN] + [(ALLIED, p) for p in ALLIED_TURN]


@pytest.mark.rule("iron_tide", "4.1c", "4.1d", "6.1b", "18.0f")
def test_the_first_game_turn_has_no_reserve_phase() -> None:
    events = played(position(UNITS, turn="16AM", phase="air"), 1)
    expected = [(GERMAN, p) for p in GERMAN_TURN] + [(ALLIED, p) for p in ALLIED_TURN]
    assert phases(events) == [(side, phase) for side, phase in expected if phase != "reserve"]
    assert sum(isinstance(e, Noted) and e.rule == "6.1b" for e in events) == 2


@pytest.mark.rule("iron_tide", "4.1c")
def test_the_second_game_turn_has_all_its_phases() -> None:
    events = played(position(UNITS, turn="16PM", phase="air"), 1)
    assert len(phases(events)) == len(GERMAN_TURN) + len(ALLIED_TURN)


@pytest.mark.rule("iron_tide", "4.1c")
def test_a_phase_that_is_over_is_not_taken_up_again() -> None:
    now = position(UNITS).end()
    assert now.step == (GERMAN, "combat")
    assert now.refused("g", "3456") == ["4.1c"]
    assert "is not possible now" in now.sentence("g", "3456")
    later = now.until(GERMAN, "engineering")
    assert "4.1c" in later.refused("g", "3456")
    assert now.refused("", "", verb="done")[0] == "4.1c"


@pytest.mark.rule("iron_tide", "4.1c")
@pytest.mark.parametrize("verb", ["place", "place_rest", "done", "eliminate", "march"])
def test_what_belongs_to_another_phase_is_refused_by_the_order_of_phases(verb: str) -> None:
    now = position(UNITS)
    assert "4.1c" in now.refused("g", "3456", verb=verb)
    assert now.targets(verb, "g") == {}


@pytest.mark.rule("iron_tide", "4.1b", "4.1c")
def test_the_other_player_decides_nothing_in_a_phase_of_movement() -> None:
    now = position(UNITS)
    other = PLAIN.seat(now.state, ALLIED)
    assert other.prompt.side == GERMAN
    assert other.prompt.offers == ()
    from hexbench.engine.values import Action

    assert "4.1c" in [r.rule for r in other.refuse(Action("move", ("a",), "3445"))]
    assert "4.1c" in [r.rule for r in other.refuse(Action("end"))]
    assert other.targets("end", ()) == ()


@pytest.mark.rule("iron_tide", "4.1a", "4.1b")
def test_the_phasing_player_is_the_one_whose_player_turn_it_is() -> None:
    now = position(UNITS)
    assert now.state.phasing == GERMAN
    later = now.until(ALLIED, "movement")
    assert later.state.phasing == ALLIED
    assert later.state.turn == now.state.turn
    next_turn = later.until(GERMAN, "movement")
    assert next_turn.state.phasing == GERMAN
    assert next_turn.state.turn == now.state.turn + 1


@pytest.mark.rule("iron_tide", "4.21a", "4.21b")
@pytest.mark.parametrize("turn", ["16AM", "17AM", "23AM", "1AM"])
def test_the_air_phase_tells_weather_and_points_to_both(turn: str) -> None:
    now = position(UNITS, turn=turn, phase="air")
    line = TABLES.turn_record.turn(turn)
    for side in (GERMAN, ALLIED):
        heard = [told.to(side) for told in now.outcome.told]
        facts = {e.name: e.now for e in heard if isinstance(e, FactChanged)}
        assert facts == {
            "weather": line.weather,
            "air.german": str(line.german_air),
            "air.allied": str(line.allied_air),
        }
    with pytest.raises(ValueError, match=r"4\.21a"):
        position(UNITS, phase="air", phasing=ALLIED)


@pytest.mark.rule("iron_tide", "4.22a")
def test_supply_is_found_twice_in_a_game_turn() -> None:
    events = played(position(UNITS, turn="18AM", phase="air"), 1)
    assert [p for p in phases(events) if p[1] == "supply"] == [(GERMAN, "supply"), (ALLIED, "supply")]


@pytest.mark.rule("iron_tide", "2.4b")
def test_the_turns_are_half_days_from_16am_to_2pm() -> None:
    names = [turn.id for turn in TABLES.turn_record.turns]
    assert len(names) == 36
    assert names[0] == "16AM"
    assert names[-1] == "2PM"
    assert all((a[-2:], b[-2:]) in {("AM", "PM"), ("PM", "AM")} for a, b in pairwise(names))
    events = played(position(UNITS, turn="16AM", phase="air"), 36)
    assert [e.turn for e in events if isinstance(e, TurnBegan)] == names[1:]


@pytest.mark.rule("iron_tide", "19.0b")
@pytest.mark.parametrize(("last", "number"), [("20PM", 10), ("25PM", 20), ("2PM", 36)])
def test_the_game_ends_after_its_last_turn(last: str, number: int) -> None:
    late = position(UNITS, turn=number, last_turn=last, phase="engineering", phasing=ALLIED)
    over = late.end()
    assert over.step == (None, "over")
    assert any(isinstance(e, GameEnded) for e in over.events)
    assert over.rules.verdict(over.state).over
    assert not over.rules.verdict(late.state).over
    assert over.refused("g", "3456") == ["4.1c"]
    before = position(UNITS, turn=number - 1, last_turn=last, phase="engineering", phasing=ALLIED).end()
    assert before.step in ((ALLIED, "air"), (GERMAN, "replacement"))
    assert before.state.turn == number


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_every_phase_can_be_entered_and_its_default_is_legal(phase: str, side: str) -> None:
    if (phase, side) == ("air", ALLIED):
        return
    now = position(UNITS, phase=phase, phasing=side, turn="17AM" if phase == "air" else "18AM")
    default = now.seat.prompt.default
    assert default is not None
    assert now.seat.refuse(default) == ()
    if phase not in ("setup", "supply"):
        assert now.step == ((ALLIED, phase) if phase == "air" else (side, phase))


def test_an_unknown_phase_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="There is no phase 'tea'"):
        position(UNITS, phase="tea")


def test_the_game_names_its_phases_in_order() -> None:
    assert GAME.phases == PHASES
    assert list(PHASES)[1:] == GERMAN_TURN
