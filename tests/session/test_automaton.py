from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest

from hexbench.engine.opponent import MANNERS, DefaultOpponent, Opponent, RandomOpponent, rests
from hexbench.engine.values import Action, Say, say
from hexbench.session.automaton import Automaton, levels
from hexbench.session.library import Library
from hexbench.session.opening import open_file, open_new
from hexbench.session.session import Session
from hexbench.study.thinking import Answered, Here, NoAnswer, NotStarted, Question
from tests.session import toybox
from tests.toys.ridge.game import RidgeGame


class Careful(DefaultOpponent):
    """Follows defaults, and lets everybody look before it ends its movement."""

    def choose(self, seat: Any, think: Any) -> tuple[Action, Say]:
        """The default, with a reason that can be found again."""
        return super().choose(seat, think)[0], say("Because I say so.")

    def rests(self, action: Action) -> bool:
        """Before movement ends."""
        return action.verb == "end_movement"


class Stubborn(Careful):
    """Names an action that nobody may do."""

    def choose(self, seat: Any, think: Any) -> tuple[Action, Say]:
        """Nonsense."""
        return Action("fly", ("nobody",)), say("To the moon.")


class PlayedRidge(RidgeGame):
    opponents = {
        "random": RandomOpponent,
        "default": DefaultOpponent,
        "careful": Careful,
        "quick": DefaultOpponent,
        "stubborn": Stubborn,
    }


@pytest.fixture
def session(tmp_path: Path) -> Session:
    home = toybox.write_data(tmp_path)
    library = Library((PlayedRidge(),), toybox.places(home))  # type: ignore[arg-type]
    return open_new(library, "ridge", "meeting", {}, 3)


def sides(session: Session) -> tuple[str, str]:
    first = session.decider
    assert first is not None
    return first, next(s for s in session.rules.sides if s != first)


def run(automaton: Automaton, most: int = 400) -> None:
    for _ in range(most):
        if not automaton.step():
            return
    raise AssertionError("it never stops")


def test_the_levels_of_a_game_are_those_that_play_to_win() -> None:
    assert levels(PlayedRidge()) == ("careful", "quick", "stubborn")  # type: ignore[arg-type]
    assert levels(RidgeGame()) == ()  # type: ignore[arg-type]


def test_it_plays_its_side_and_leaves_the_other_to_its_player(session: Session) -> None:
    first, second = sides(session)
    session.set_players({first: "quick"})
    automaton = Automaton(session, Here)
    assert automaton.people == (second,)
    run(automaton)
    assert session.decider == second
    assert automaton.mood == "away"
    assert not automaton.step()


def test_both_sides_play_to_the_end(session: Session) -> None:
    session.set_players(dict.fromkeys(session.rules.sides, "quick"))
    run(Automaton(session, Here), 5000)
    assert session.decider is None


def test_it_rests_before_what_players_should_look_at(session: Session) -> None:
    first, _ = sides(session)
    session.set_players({first: "careful"})
    automaton = Automaton(session, Here)
    run(automaton)
    assert automaton.mood == "resting"
    assert session.decider == first
    before = session.node
    assert not automaton.step()
    assert session.node == before
    automaton.play_on()
    assert session.node == before + 1
    record = session.history.nodes[session.node].record
    assert record is not None
    assert record.action.verb == "end_movement"


def test_it_does_not_rest_where_no_person_plays(session: Session) -> None:
    session.set_players(dict.fromkeys(session.rules.sides, "careful"))
    run(Automaton(session, Here), 5000)
    assert session.decider is None


def test_a_pause_stops_it_and_one_order_is_one(session: Session) -> None:
    first, _ = sides(session)
    session.set_players({first: "careful"})
    automaton = Automaton(session, Here)
    automaton.pause()
    assert automaton.mood == "paused"
    assert not automaton.step()
    assert session.node == 0
    automaton.once()
    assert automaton.waits
    assert automaton.step()
    assert (session.node, automaton.waits, automaton.mood) == (1, False, "paused")
    assert not automaton.step()
    automaton.play_on()
    assert automaton.mood != "paused"


def test_reasons_are_in_the_log_and_in_the_file(session: Session, tmp_path: Path) -> None:
    first, _ = sides(session)
    session.set_players({first: "careful"})
    automaton = Automaton(session, Here)
    automaton.once()
    automaton.step()
    assert str(automaton.reason) == "Because I say so."
    lines = [line for line in session.log(None) if line.kind == "Reason"]
    assert [str(line.text) for line in lines] == ["Because I say so."]
    headline = session.label(session.node)
    assert headline is not None
    assert str(headline) != "Because I say so."
    path = session.path
    assert path is not None
    session.close()
    library = Library((PlayedRidge(),), toybox.places(tmp_path))  # type: ignore[arg-type]
    again, _ = open_file(library, path)
    assert again.header.players == {first: "careful"}
    assert [str(line.text) for line in again.log(None) if line.kind == "Reason"] == ["Because I say so."]
    again.close()


class TamedRidge(PlayedRidge):
    """A later version: two levels have been found to be no stronger and are gone."""

    opponents = {name: PlayedRidge.opponents[name] for name in ("random", "default", "quick")}


def test_a_side_whose_level_is_gone_is_played_on_at_the_strongest_there_is(
    session: Session, tmp_path: Path
) -> None:
    first, second = sides(session)
    session.set_players({first: "careful", second: "quick"})
    session.do(toybox.move(session))
    path = session.path
    assert path is not None
    session.close()
    home = toybox.places(tmp_path)
    again, told = open_file(Library((TamedRidge(),), home), path)  # type: ignore[arg-type]
    assert again.header.players == {first: "quick", second: "quick"}
    assert [str(one) for one in told] == [
        'The computer no longer has a level "careful" in this game; it continues at "quick".'
    ]
    again.close()
    nobody, told = open_file(Library((RidgeGame(),), home), path)  # type: ignore[arg-type]
    assert nobody.header.players == {}
    nobody.close()


class Mannered(DefaultOpponent):
    """Says what it has been told."""

    def __init__(self) -> None:
        self.told = "nothing"

    def be(self, manner: str) -> None:
        """Keep it."""
        self.told = manner

    def choose(self, seat: Any, think: Any) -> tuple[Action, Say]:
        """The default, and what it was told."""
        return super().choose(seat, think)[0], say("Told: {manner}.", manner=self.told)


def test_how_daring_it_is_told_to_be_is_saved_with_the_game(session: Session, tmp_path: Path) -> None:
    first, second = sides(session)
    makers = {"quick": Mannered}
    session.set_players({first: "quick", second: "quick"}, {first: "bold", second: "balanced"})
    assert session.header.manners == {first: "bold"}
    automaton = Automaton(session, lambda rules, _: Here(rules, makers))
    automaton.step()
    assert str(automaton.reason) == "Told: bold."
    while session.decider == first:
        automaton.step()
    assert str(automaton.reason) == "Told: bold."
    automaton.step()
    assert str(automaton.reason) == "Told: nothing."
    path = session.path
    assert path is not None
    session.close()

    class Tells(PlayedRidge):
        manners = MANNERS
        opponents = {**PlayedRidge.opponents, "quick": Mannered}

    for game, kept in ((Tells(), {first: "bold"}), (PlayedRidge(), {})):
        again, _ = open_file(Library((game,), toybox.places(tmp_path)), path)  # type: ignore[arg-type]
        assert again.header.manners == kept
        again.close()


def test_what_people_do_has_no_reason(session: Session) -> None:
    session.do(toybox.move(session))
    assert [line for line in session.log(None) if line.kind == "Reason"] == []


def test_an_opponent_that_names_an_illegal_action_is_told_so_and_the_default_is_done(
    session: Session,
) -> None:
    first, _ = sides(session)
    session.set_players({first: "stubborn"})
    automaton = Automaton(session, Here)
    default = session.seat(first).prompt.default
    assert default is not None
    assert automaton.step()
    record = session.history.nodes[1].record
    assert record is not None
    assert record.action.verb == default.verb
    assert "fly" in str(automaton.fault)


def test_a_thinker_that_fails_leaves_the_default(session: Session) -> None:
    class Broken(Here):
        def answer(self) -> Answered | None:
            """Never."""
            raise NoAnswer(say("It fell asleep."))

    first, _ = sides(session)
    session.set_players({first: "quick"})
    automaton = Automaton(session, Broken)
    assert automaton.step()
    assert session.node == 1
    assert str(automaton.fault) == "It fell asleep."


def test_an_answer_to_an_older_position_is_not_acted_upon(session: Session) -> None:
    class Slow(Here):
        late: ClassVar[bool] = True

        def answer(self) -> Answered | None:
            """Not before it is let."""
            return None if Slow.late else super().answer()

    first, _ = sides(session)
    session.set_players({first: "quick"})
    automaton = Automaton(session, Slow)
    assert not automaton.step()  # asked about the beginning
    session.do(toybox.move(session))
    Slow.late = False
    assert automaton.step()
    assert session.node == 2


def test_whoever_is_asked_gets_the_view_of_its_own_side(session: Session) -> None:
    asked: list[Question] = []

    class Spy(Here):
        def ask(self, question: Question) -> None:
            """Write it down."""
            asked.append(question)
            super().ask(question)

    first, _ = sides(session)
    session.set_players({first: "quick"})
    Automaton(session, Spy).step()
    rules = session.rules
    assert [q.view for q in asked] == [
        rules.pack(rules.view(rules.resume(session.history.nodes[0].state).state, first))
    ]


def test_only_opponents_that_say_so_rest() -> None:
    plain: Opponent = DefaultOpponent()
    assert not rests(plain, Action("end_movement"))
    assert rests(Careful(), Action("end_movement"))
    assert not rests(Careful(), Action("move"))


def test_where_nobody_can_be_asked_it_stops_and_goes_on_when_told(session: Session) -> None:
    class Shut(Here):
        shut = True

        def answer(self) -> Answered | None:
            if self.shut:
                raise NotStarted(say("There is no room in that hex."))
            return super().answer()

    first, _ = sides(session)
    session.set_players({first: "quick"})
    automaton = Automaton(session, Shut)
    assert not automaton.step()
    assert (automaton.mood, automaton.fault, session.node) == (
        "paused",
        say("There is no room in that hex."),
        0,
    )
    assert not automaton.step()
    Shut.shut = False
    automaton.play_on()
    assert automaton.fault == ""
    assert automaton.step()
    assert session.node == 1
