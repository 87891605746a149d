"""Hints: foreseen in an imagined world, with nothing done to the game, and taken over by the same gate as any action."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hexbench import bootstrap
from hexbench.engine.opponent import DefaultOpponent, RandomOpponent
from hexbench.engine.values import Action, Refused, Say, say
from hexbench.session import mail
from hexbench.session.automaton import levels, makers
from hexbench.session.game import Bound
from hexbench.session.hinting import (
    ELSEWHERE,
    ENOUGH,
    MACHINE,
    NOBODY,
    NOT_YOURS,
    OTHERWISE,
    OVER,
    STOPPED,
    TAKEN,
    Hint,
    Taking,
    aims_of,
    no_hint,
    ways_of,
)
from hexbench.session.library import Library
from hexbench.session.mailing import open_desk, open_letter
from hexbench.session.opening import begin, open_new
from hexbench.session.saved_history import SavedHistory
from hexbench.session.session import Session
from hexbench.study import playout
from hexbench.study.playout import Chance
from hexbench.study.thinking import Answered, Apart, Here, NoAnswer, Thinker
from tests.session import toybox
from tests.session.same_secrets import fix_secrets
from tests.toys.ridge.game import RidgeGame

SEED = 1944
REAL = (("trumpets", "losheim"), ("trumpets", "rocherath"), ("blitzkrieg", "bastogne"))


class Stubborn(DefaultOpponent):
    """Names an action that nobody may do."""

    def choose(self, seat: Any, think: Any) -> tuple[Action, Say]:
        """Nonsense."""
        return Action("fly", ("nobody",)), say("To the moon.")


class PlayedRidge(RidgeGame):
    opponents = {"random": RandomOpponent, "quick": RandomOpponent, "plain": DefaultOpponent, "mad": Stubborn}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own for what ships."""
    monkeypatch.setenv("HEXBENCH_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def ridge(tmp_path: Path) -> Session:
    """A toy that has levels."""
    library = Library((PlayedRidge(),), toybox.places(toybox.write_data(tmp_path)))  # type: ignore[arg-type]
    return open_new(library, "ridge", "meeting", {}, 3)


def opened(game: str, scenario: str) -> Session:
    """A game that is not saved, answered by nobody but the player."""
    found = begin(bootstrap.catalogue().load_scenario(game, scenario), SEED)
    found.auto = False
    return found


def here(session: Session) -> Here:
    return Here(session.rules, makers(session.game))


def hinted(
    session: Session, level: str = "quick", *, most: int = 150, thinker: Thinker | None = None
) -> Hint:
    """A hint for the side that decides, worked out to its end."""
    side = session.decider
    assert side is not None
    hint = Hint(session, thinker or here(session), side, level, most=most)
    looked(hint)
    return hint


def looked(hint: Hint) -> None:
    until = time.monotonic() + 120
    while hint.go_on():
        assert time.monotonic() < until
        if not isinstance(hint._thinker, Here):
            time.sleep(0.005)


def took(session: Session, hint: Hint) -> Taking:
    taking = Taking(session, hint)
    while taking.go_on():
        pass
    taking.end()
    return taking


# ---- real games
@pytest.mark.parametrize(("game", "scenario"), REAL)
@pytest.mark.parametrize("level", ["quick", "middle"])
def test_a_hint_changes_nothing_and_is_the_same_twice(
    home: Path, game: str, scenario: str, level: str
) -> None:
    session = opened(game, scenario)
    before, nodes = session.rules.pack(session.state), len(session.history.nodes)
    one, two = hinted(session, level), hinted(session, level)
    assert len(one.steps) > 5
    assert one.steps == two.steps
    assert one.stop == two.stop
    assert session.rules.pack(session.state) == before
    assert len(session.history.nodes) == nodes
    assert session.node == 0


def test_neither_dice_nor_file_of_a_saved_game_change(home: Path) -> None:
    session = open_new(bootstrap.catalogue(), "blitzkrieg", "bastogne", {}, SEED)
    default = session.seat(session.decider).prompt.default
    assert default is not None
    session.do(default)
    assert session.path is not None
    kept, header = session.path.read_bytes(), session.header
    assert hinted(session).steps
    assert session.path.read_bytes() == kept
    assert session.header == header
    session.close()


@pytest.mark.parametrize(("game", "scenario"), REAL)
def test_each_step_tells_why_and_where(home: Path, game: str, scenario: str) -> None:
    session = opened(game, scenario)
    hint = hinted(session)
    atlas = session.rules.atlas
    assert all(str(step.why) and str(step.text) for step in hint.steps)
    assert all(at in atlas.index for step in hint.steps for way in step.ways for at in (*way, *step.aims))
    moves = [step for step in hint.steps if step.action.verb == "move"]
    assert moves
    for step in moves:
        assert step.aims == (step.action.object,)
        assert not step.fights
        assert 1 <= len(step.ways) <= len(step.action.subject)
        for way in step.ways:
            assert way[-1] in (step.action.object, way[0])
            near = session.rules.atlas.grid.neighbours
            assert all(b in near(a) for a, b in pairwise(way)), way
    assert [step.before for step in hint.steps[1:]] == [step.after for step in hint.steps[:-1]]


def test_an_attack_has_its_forecast_and_says_what_hangs_on_dice(home: Path) -> None:
    hint = hinted(opened("blitzkrieg", "bastogne"))
    attacks = [step for step in hint.steps if step.action.verb == "engage"]
    assert attacks
    for step in attacks:
        assert step.fights
        assert step.forecast is not None
        assert sum(share for _, share in step.forecast.chances()) == pytest.approx(1)
    unsure = [n for n, step in enumerate(hint.steps) if not step.sure]
    dice = [n for n, step in enumerate(hint.steps) if step.barrier in ("dice", "seen")]
    assert unsure == list(range(dice[0] + 1, len(hint.steps)))


@pytest.mark.parametrize(("game", "scenario"), REAL)
def test_hints_taken_over_play_whole_turns_without_a_refusal(home: Path, game: str, scenario: str) -> None:
    session = opened(game, scenario)
    asked, sides = 0, set()
    while asked < 14 and session.decider is not None:
        hint = hinted(session)
        assert hint.steps
        asked += 1
        sides.add(session.decider)
        taking = took(session, hint)
        assert taking.count > 0
        assert taking.stop in (None, OTHERWISE), str(taking.stop)
        assert taking.stop is not None or hint.next is None
    assert len(sides) == 2
    assert session.history.node.depth > 30


@pytest.mark.parametrize(("game", "scenario"), REAL)
def test_a_hint_hangs_on_nothing_that_its_side_cannot_see(home: Path, game: str, scenario: str) -> None:
    session = opened(game, scenario)
    for round_ in range(3):
        side = session.decider
        assert side is not None
        twin, wrong = playout.imagined(session.rules, session.state, side, Chance(round_).number)
        assert wrong == []
        other = _at(session, twin)
        assert hinted(other).steps == hinted(session).steps
        took(session, hinted(session))


def _at(session: Session, state: Any) -> Session:
    """A game of the same kind that stands at another position, with other dice still to come."""
    bound = Bound(session.game, session.rules, session.rules.options, "", "", "")
    dice = replace(state.dice, seed=state.dice.seed + 1)
    return Session(
        bound,
        SavedHistory(session.game, session.rules, replace(state, dice=dice)),
        session.header,
        auto=False,
    )


def test_the_other_process_gives_the_same_hint(home: Path) -> None:
    session = opened("trumpets", "losheim")
    apart = Apart(session.rules, makers(session.game))
    try:
        one = hinted(session, thinker=apart)
        took(session, one)
        session.go(0)
        assert hinted(session, thinker=apart).steps == one.steps == hinted(session).steps
    finally:
        apart.close()


def test_one_order_is_the_first_step_of_the_whole(home: Path) -> None:
    session = opened("trumpets", "losheim")
    one = hinted(session, most=1)
    assert one.steps == hinted(session).steps[:1]
    assert one.stop == ENOUGH


def test_the_rest_of_the_turn_goes_on_where_the_phase_ends(home: Path) -> None:
    session = opened("trumpets", "losheim")
    side = session.decider
    assert side is not None
    phase, turn = hinted(session), Hint(session, here(session), side, "quick", goal="turn")
    looked(turn)
    assert turn.steps[: len(phase.steps)] == phase.steps
    assert len(turn.steps) > len(phase.steps)
    assert any(step.fights for step in turn.steps)
    assert "decides next" in str(turn.stop)


# ---- stopping
def test_stop_keeps_what_was_found_and_asks_no_more(home: Path) -> None:
    session = opened("trumpets", "losheim")
    side = session.decider
    assert side is not None
    hint = Hint(session, here(session), side, "quick")
    for _ in range(3):
        assert hint.go_on()
    hint.cancel()
    assert not hint.go_on()
    assert (len(hint.steps), hint.stop) == (3, STOPPED)
    assert took(session, hint).count == 3


def test_an_opponent_that_fails_ends_the_hint_with_a_sentence(ridge: Session) -> None:
    mad = hinted(ridge, "mad")
    assert mad.steps == []
    assert str(mad.stop).startswith("It cannot continue:")

    class Broken(Here):
        def answer(self) -> Answered | None:
            """Never."""
            raise NoAnswer(say("It fell asleep."))

    broken = hinted(ridge, thinker=Broken(ridge.rules, makers(ridge.game)))
    assert str(broken.stop) == "It fell asleep."
    assert ridge.node == 0


# ---- who gets one
def test_a_game_without_levels_says_so(session: Session) -> None:
    assert levels(session.game) == ()
    assert no_hint(session, session.decider) == NOBODY
    with pytest.raises(ValueError, match="no opponent that can give a hint"):
        Hint(session, here(session), session.decider or "", "quick")


def test_only_a_person_that_decides_gets_one(ridge: Session) -> None:
    first = ridge.decider
    assert first is not None
    second = next(side for side in ridge.rules.sides if side != first)
    assert no_hint(ridge, first) is None
    assert no_hint(ridge, second) == NOT_YOURS
    assert no_hint(ridge, None) == NOT_YOURS
    ridge.set_players({second: "quick"})
    assert no_hint(ridge, first) is None
    ridge.set_players({first: "quick"})
    assert no_hint(ridge, first) == MACHINE
    with pytest.raises(ValueError, match="computer is making this decision"):
        Hint(ridge, here(ridge), first, "quick")
    ridge.set_players({})
    with pytest.raises(ValueError, match="no level"):
        Hint(ridge, here(ridge), first, "random")


def test_when_the_game_is_over_there_is_none(ridge: Session) -> None:
    while ridge.decider is not None:
        default = ridge.seat(ridge.decider).prompt.default
        assert default is not None
        ridge.do(default)
    assert no_hint(ridge, None) == OVER


def test_by_mail_a_hint_is_for_ones_own_seat_while_one_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_secrets(monkeypatch)
    homes = {
        side: Library((PlayedRidge(),), toybox.places(toybox.write_data(tmp_path / side)))  # type: ignore[arg-type]
        for side in ("red", "blue")
    }
    offer, answer = tmp_path / "1.hexmail", tmp_path / "2.hexmail"
    red = mail.invite(homes["red"], "ridge", "contact", "red", offer)
    mail.answer(homes["blue"], offer, answer)
    open_letter(homes["red"], answer)[0].close()
    session = open_desk(homes["red"], red)
    assert no_hint(session, "red") is None
    assert hinted(session).side == "red"
    assert no_hint(session, "blue") == NOT_YOURS
    while session.waits is None:
        default = session.seat("red").prompt.default
        assert default is not None
        session.do(default)
    assert no_hint(session, session.decider) in (session.waits, NOT_YOURS)


# ---- following and taking over
@pytest.fixture
def walked(home: Path) -> tuple[Session, Hint]:
    """A morning of Trumpets and what would be done in it."""
    session = opened("trumpets", "losheim")
    return session, hinted(session)


def test_the_hint_follows_what_is_done_and_taken_back(walked: tuple[Session, Hint]) -> None:
    session, hint = walked
    for n in range(3):
        assert hint.next is hint.steps[n]
        session.do(hint.steps[n].action)
        assert hint.follow(session)
        assert hint.done == n + 1
    session.undo()
    assert hint.follow(session)
    assert hint.done == 2
    session.redo()
    assert hint.follow(session)
    assert hint.done == 3


def test_another_action_leaves_the_way_of_the_hint(walked: tuple[Session, Hint]) -> None:
    session, hint = walked
    default = session.seat(session.decider).prompt.default
    assert default is not None
    session.do(default)
    assert not hint.follow(session)
    taking = took(session, hint)
    assert (taking.count, session.node) == (0, 1)
    assert taking.stop is not None
    assert str(hint.steps[0].text) in str(taking.stop)


def test_what_is_taken_over_together_is_one_undo(walked: tuple[Session, Hint]) -> None:
    session, hint = walked
    heard: list[Any] = []
    session.subscribe(heard.append)
    taking = took(session, hint)
    assert (taking.count, taking.stop, hint.next) == (len(hint.steps), None, None)
    assert len(heard) == 1
    assert session.undo_refusal() is None
    session.undo()
    assert session.node == 0
    assert hint.follow(session)
    assert hint.done == 0


def test_taking_over_stops_where_dice_fall_otherwise(home: Path) -> None:
    session = opened("blitzkrieg", "bastogne")
    hint = hinted(session)
    dice = next(n for n, step in enumerate(hint.steps) if step.barrier == "dice")
    taking = took(session, hint)
    assert taking.count == dice + 1 or taking.stop is None
    assert taking.stop in (None, OTHERWISE)


def test_taking_over_stops_where_somebody_else_acts_in_between(walked: tuple[Session, Hint]) -> None:
    session, hint = walked
    taking = Taking(session, hint)
    assert taking.go_on()
    session.undo()
    assert not taking.go_on()
    assert taking.stop == ELSEWHERE


def test_what_needs_dice_of_the_players_own_is_left_to_them(home: Path) -> None:
    session = opened("blitzkrieg", "bastogne")
    session.header = replace(session.header, dice="typed")
    hint = hinted(session)
    taking = took(session, hint)
    assert hint.next is not None
    assert hint.next.barrier == "dice"
    assert str(taking.stop).endswith("this needs dice, so it is left to you.")


def test_a_step_before_its_turn_leaves_those_that_still_can_be_done(walked: tuple[Session, Hint]) -> None:
    session, hint = walked
    early = hint.steps[4]
    session.do(early.action)
    assert not hint.follow(session)
    again = Hint(session, here(session), hint.side, hint.level, planned=hint.rest(early))
    looked(again)
    left = [step.action for step in again.steps]
    assert left == [step.action for step in hint.steps if step is not early]
    assert again.stop is not None
    assert took(session, again).stop is None
    with pytest.raises(Refused):
        session.do(early.action)


def test_what_cannot_be_done_any_more_is_left_out(walked: tuple[Session, Hint]) -> None:
    session, hint = walked
    planned = ((Action("fly"), say("To the moon.")), *hint.rest(hint.steps[-1])[:2])
    again = Hint(session, here(session), hint.side, hint.level, planned=planned)
    looked(again)
    assert [step.action for step in again.steps] == [step.action for step in hint.steps[:2]]
    assert again.stop == TAKEN


def test_the_way_of_an_action_is_what_lies_on_the_map(walked: tuple[Session, Hint]) -> None:
    session, hint = walked
    seat = session.seat(session.decider)
    step = next(step for step in hint.steps if step.action.via)
    start = seat.s.units[step.action.subject[0]].at
    assert ways_of(seat, step.action) == step.ways == ((start, *step.action.via),)
    assert ways_of(seat, step.action, goes=False) == ((start,),)
    assert aims_of(seat, step.action) == (step.action.object,)
    last = hint.steps[-1].action
    assert (ways_of(seat, last), aims_of(seat, last)) == ((), ())


def test_units_from_several_hexes_each_have_a_way_of_their_own(walked: tuple[Session, Hint]) -> None:
    _, hint = walked
    together = [step for step in hint.steps if len(step.action.subject) > 1 and not step.action.via]
    assert together
    assert all(len(way) > 1 for step in together for way in step.ways)
