from __future__ import annotations

from pathlib import Path

import pytest

from hexbench.engine.values import Action, NeedDice, Refused
from hexbench.session.library import Library
from hexbench.session.opening import open_file, open_new
from hexbench.session.session import Change, Session, Stopped
from hexbench.store.saves import SaveFile
from hexbench.store.strict import CannotWrite
from tests.session import toybox
from tests.toys.ridge.movement import Movement


def digest(session: Session) -> str:
    return session.rules.digest(session.state)


def test_the_file_comes_with_the_first_action(session: Session, library: Library) -> None:
    before = session.path
    assert before is None
    assert not list(library.places.games.glob("*"))
    session.do(toybox.move(session))
    assert session.path is not None
    assert session.path.parent == library.places.games
    assert session.path.name.startswith("ridge-meeting-")


def test_every_action_is_in_the_file_before_anybody_hears_of_it(session: Session, library: Library) -> None:
    heard: list[tuple[Change, int]] = []

    def listen(change: Change) -> None:
        if change.kind == "closed":
            return
        assert session.path is not None
        save = session._save
        assert save is not None
        heard.append((change, len(save.read().rows)))

    session.subscribe(listen)
    session.do(toybox.move(session))
    session.do(toybox.END)
    assert [(change.kind, change.node, rows) for change, rows in heard] == [("did", 1, 1), ("did", 2, 2)]
    assert [type(told.all).__name__ for told in heard[0][0].told] == ["UnitMoved"]


def test_who_no_longer_listens_hears_nothing(session: Session) -> None:
    heard: list[Change] = []
    stop = session.subscribe(heard.append)
    session.do(toybox.move(session))
    stop()
    stop()
    session.do(toybox.END)
    assert len(heard) == 1


def test_a_refused_action_changes_nothing(session: Session) -> None:
    before = digest(session)
    with pytest.raises(Refused) as caught:
        session.do(Action("move", ("r1",), "0707"))
    assert {reason.rule for reason in caught.value.reasons} >= {"3.3"}
    with pytest.raises(Refused, match='There is no verb "dance"'):
        session.do(Action("dance"))
    assert (digest(session), session.node, session.path) == (before, 0, None)


def test_an_action_that_cannot_be_saved_is_not_done(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.do(toybox.move(session))
    before, heard = digest(session), list[Change]()
    session.subscribe(heard.append)

    def full(*_: object) -> None:
        raise CannotWrite("this could not be written: the disk is full.", "x")

    with monkeypatch.context() as patch:
        patch.setattr(SaveFile, "append", full)
        with pytest.raises(CannotWrite, match="disk is full"):
            session.do(toybox.END)
    assert (digest(session), session.node, heard) == (before, 1, [])
    session.do(toybox.END)
    assert session.node == 2


def test_a_folder_that_cannot_be_written_costs_nothing_but_the_action(
    library: Library, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    session = open_new(library, "ridge", "meeting", seed=3, where=tmp_path / "file" / "a.hexgame")
    with pytest.raises(CannotWrite, match="a file is in the way where a folder is needed"):
        session.do(toybox.move(session))
    assert session.node == 0
    session.save_as(tmp_path / "b.hexgame")
    session.do(toybox.move(session))
    assert session.path == tmp_path / "b.hexgame"


# ---- back and forth
def test_undo_and_redo_give_equal_positions(session: Session) -> None:
    digests = [digest(session)]
    for _ in range(3):
        session.do(toybox.move(session))
        digests.append(digest(session))
    for expected in reversed(digests[:-1]):
        assert session.undo_refusal() is None
        session.undo()
        assert digest(session) == expected
    with pytest.raises(Stopped, match="nothing to undo"):
        session.undo()
    for expected in digests[1:]:
        session.redo()
        assert digest(session) == expected
    with pytest.raises(Stopped, match="nothing to redo"):
        session.redo()


def test_undo_stops_at_a_barrier_and_study_mode_does_not(session: Session) -> None:
    toybox.play(session, 12)
    barrier = next(n for n in reversed(session.history.line()) if n.record and n.record.barrier)
    while session.undo_refusal() is None:
        session.undo()
    assert session.node == barrier.number
    refusal = session.undo_refusal()
    assert refusal is not None
    assert "Study mode" in str(refusal)
    assert session.go_refusal(0) is not None
    with pytest.raises(Stopped):
        session.undo()
    session.set_study(True, session.rules.sides)
    session.undo()
    assert session.node == barrier.parent
    session.go(0)
    assert session.node == 0


def test_the_three_barriers_have_a_sentence_each(session: Session) -> None:
    sentences = set()
    session.set_study(True, session.rules.sides)
    for seed in range(6):
        toybox.play(session, 60, seed)
        for node in session.history.nodes[1:]:
            assert node.record is not None
            if node.record.barrier:
                session.go(node.number)
                session.set_study(False)
                sentences.add((node.record.barrier, str(session.undo_refusal())))
                session.set_study(True, session.rules.sides)
        session.go(0)
    assert {barrier for barrier, _ in sentences} == {"dice", "handover"}
    assert len({text for _, text in sentences}) == 2


def test_a_branch_keeps_what_was_undone(session: Session) -> None:
    first = toybox.move(session)
    session.do(first)
    session.undo()
    session.do(toybox.END)
    assert session.history.nodes[0].children == [1, 2]
    session.name_branch(1, "the quick one")
    session.set_study(True, session.rules.sides)
    session.go(1)
    assert session.history.node.record is not None
    assert session.history.node.record.action.subject == first.subject
    session.undo()
    session.redo()
    assert session.node == 1
    with pytest.raises(Stopped, match="no such position"):
        session.go(99)


def test_changes_tell_what_was_done_again_and_where_we_stand(session: Session) -> None:
    heard: list[Change] = []
    session.do(toybox.move(session))
    session.subscribe(heard.append)
    session.undo()
    session.redo()
    session.go(0)
    assert [(c.kind, c.node, len(c.told)) for c in heard] == [
        ("undone", 0, 0),
        ("redone", 1, 1),
        ("went", 0, 0),
    ]


# ---- answers given for the player
def move_everybody(session: Session) -> int:
    done = 0
    while len(session.seat(session.decider).prompt.offers) > 1:
        session.do(toybox.move(session))
        done += 1
    return done


def test_a_prompt_without_a_choice_is_answered_when_its_step_says_so(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Movement, "auto", True, raising=False)
    chosen = None
    while session.decider == "red" and session.prompt.step == "movement":
        chosen = session.node
        session.do(toybox.move(session))
    assert chosen is not None
    last = session.history.node.record
    assert last is not None
    assert last.action == toybox.END
    assert session.node == chosen + 2
    session.set_study(True, session.rules.sides)
    session.undo()  # takes the answer back together with the action before it
    assert session.node == chosen
    session.redo()
    assert session.node == chosen + 2
    path = session.path
    session.close()
    assert path is not None


def test_nothing_is_answered_where_the_step_does_not_say_so(session: Session) -> None:
    moves = 0
    while len(session.seat("red").prompt.offers) > 1:
        session.do(toybox.move(session))
        moves += 1
    assert session.node == moves
    assert session.prompt.step == "movement"


# ---- dice by hand
def test_numbers_can_be_typed_and_are_kept(library: Library) -> None:
    session = open_new(library, "ridge", "contact", numbers=(5, 6, 7, 8))
    with pytest.raises(NeedDice):
        open_new(library, "ridge", "contact", numbers=(5,))
    assert session.seat(None).s.units["r1"].chit is not None


# ---- seats and the log
def test_seats_are_kept_for_a_position_and_a_side(session: Session) -> None:
    session.viewer = "red"
    assert session.seat() is session.seat("red")
    assert session.seat("blue") is not session.seat("red")
    assert session.seat(None).side is None
    old = session.seat("red")
    session.do(toybox.move(session))
    assert session.seat("red") is not old
    session.undo()
    assert session.seat("red") is old


def test_a_log_holds_only_what_its_side_was_told(session: Session) -> None:
    toybox.play(session, 20)
    drawn = {
        side: [str(x.text) for x in session.log(side) if x.kind == "Drawn"] for side in ("red", "blue", None)
    }
    assert "1st Guard drew 2." in drawn["red"] or any("1st Guard drew " in text for text in drawn["red"])
    assert all(
        "I. Garde drew." in text or "III. Garde drew." in text for text in drawn["red"] if "Garde" in text
    )
    assert any(text.startswith("I. Garde drew ") for text in drawn["blue"])
    assert all(text[-2].isdigit() for text in drawn[None])


def test_log_lines_know_their_turn_phase_and_node(session: Session) -> None:
    session.do(toybox.move(session))
    session.do(toybox.END)
    lines = session.log(None)
    moved = next(line for line in lines if line.kind == "UnitMoved")
    assert (moved.node, moved.turn, moved.phase) == (1, "1", "movement")
    assert moved.refs[0] in session.state.units
    assert session.turn == "1"
    session.undo()
    session.undo()
    assert not [line for line in session.log(None) if line.node]


def test_undo_is_labelled_with_what_the_viewer_was_told(session: Session) -> None:
    session.viewer = "red"
    action = toybox.move(session)
    session.do(action)
    label = str(session.undo_label())
    assert "moved from" in label
    assert session.redo_label() is None
    session.undo()
    assert session.undo_label() is None
    assert str(session.redo_label()) == label
    session.do(toybox.END)
    assert str(session.undo_label()) == "End movement"
    session.viewer = "blue"
    assert str(session.undo_label()) == "An action of the other side"


# ---- files
def test_save_as_moves_a_kept_game_and_goes_on_there(
    session: Session, library: Library, tmp_path: Path
) -> None:
    session.do(toybox.move(session))
    kept = session.path
    assert kept is not None
    target = tmp_path / "mine.hexgame"
    session.save_as(target)
    assert session.path == target
    assert not kept.exists()
    assert [Path(game.path) for game in library.recent.games()] == [target]
    session.do(toybox.END)
    expected = digest(session)
    session.close()
    again, notices = open_file(library, target)
    assert (digest(again), again.node, notices) == (expected, 2, ())
    other = tmp_path / "other.hexgame"
    again.save_as(other)
    assert target.exists()
    assert again.path == other
    again.save_as(other)


def test_save_as_before_the_first_action(session: Session, library: Library, tmp_path: Path) -> None:
    session.save_as(tmp_path / "new.hexgame")
    session.do(toybox.move(session))
    session.close()
    assert [p.name for p in tmp_path.glob("*.hexgame*")] == ["new.hexgame"]
    again, _ = open_file(library, tmp_path / "new.hexgame")
    assert again.node == 1


def test_save_as_to_a_place_that_cannot_be_written_changes_nothing(session: Session, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for _ in range(2):
        with pytest.raises(CannotWrite) as caught:
            session.save_as(tmp_path / "file" / "x.hexgame")
        assert str(caught.value).startswith(str(tmp_path / "file" / "x.hexgame"))
        session.do(toybox.move(session))
    assert session.node == 2


def test_the_list_of_recent_games_knows_the_turn(session: Session, library: Library) -> None:
    toybox.play(session, 20)
    last = library.recent.last
    assert last is not None
    assert (last.game, last.scenario, last.title) == ("ridge", "meeting", "Meeting on the ridge")
    assert last.turn == session.turn != "1"
    session.rename("Father's game")
    assert library.recent.last is not None
    assert library.recent.last.title == "Father's game"


def test_study_mode_opens_a_game_with_secrets_only_when_all_people_agree(session: Session) -> None:
    assert session.to_agree == session.rules.sides
    for agreed in ((), session.rules.sides[:1]):
        with pytest.raises(Stopped, match="both sides must agree"):
            session.set_study(True, agreed)
    opened = [session.study]
    session.set_study(True, session.rules.sides)
    opened.append(session.study)
    session.set_study(False)
    session.set_players({session.rules.sides[0]: "quick"})
    session.set_study(True)  # whoever plays alone asks nobody
    opened.append(session.study)
    assert opened == [False, True, True]
