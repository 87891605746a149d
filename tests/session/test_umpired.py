"""The umpire's hand in a game that is open: consent, undo, the file, the engine protocol."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hexbench.engine.documents.fields import AT
from hexbench.engine.umpire import UMPIRE
from hexbench.engine.values import Action, Refused
from hexbench.session.library import Library
from hexbench.session.opening import open_file, restore_history
from hexbench.session.session import Session, Stopped
from hexbench.session.wire import Engine
from hexbench.store.saves import SaveFile
from tests.session import toybox


def _away(session: Session, unit: str = "r1") -> Action:
    """To a hex where nobody is."""
    taken = {one.at for one in session.state.units.values()}
    free = next(at for at in reversed(session.rules.atlas.labels) if at not in taken)
    return Action(UMPIRE, (unit,), free, AT)


def test_without_consent_of_all_sides_nothing_is_changed(session: Session) -> None:
    before = session.state
    with pytest.raises(Refused, match="consent of all sides"):
        session.amend(_away(session))
    with pytest.raises(Refused, match="Blue"):
        session.consent(["red"])
    with pytest.raises(Refused):
        session.do(_away(session))
    assert session.state is before
    assert not session.umpire


def test_a_change_is_recorded_told_to_all_and_kept_in_the_file(session: Session, library: Library) -> None:
    session.do(toybox.move(session))
    session.consent(session.rules.sides)
    action = _away(session)
    session.amend(action)
    session.do(toybox.END)
    assert session.state.units["r1"].at == action.object
    assert session.amended
    for side in (*session.rules.sides, None):
        assert any(str(line.text).startswith("Umpire: ") for line in session.log(side))
    digest, path = session.rules.digest(session.state), session.path
    assert path is not None
    session.close()
    again, notices = open_file(library, path)
    assert notices == ()
    assert again.header.amended
    assert again.amended
    assert again.rules.digest(again.state) == digest
    assert "amended" in library.recent.last.title  # type: ignore[union-attr]
    again.close()
    save = SaveFile.open(path)
    history, _ = restore_history(library, save, save.read(), fetch=False)
    assert session.rules.digest(history.state_at(history.here)) == digest  # replayed, action by action
    save.close()


def test_only_the_umpires_hand_takes_back_what_it_did(session: Session) -> None:
    session.consent(session.rules.sides)
    before = session.rules.digest(session.state)
    session.amend(_away(session))
    session.umpire = False
    with pytest.raises(Stopped, match="only the umpire's hand"):
        session.undo()
    session.consent(session.rules.sides)
    assert str(session.undo_label()).startswith("Umpire: ")
    session.undo()
    assert session.rules.digest(session.state) == before
    session.redo()
    assert [session.amended, session.node] == [True, 1]
    session.undo()
    assert [session.amended, session.node] == [False, 0]
    session.umpire = False
    with pytest.raises(Stopped, match="can redo it"):
        session.redo()
    with pytest.raises(Stopped, match="can redo it"):
        session.go(1)
    assert session.node == 0


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Action(UMPIRE, ("nobody",), "0101", AT), "no nobody"),
        (Action(UMPIRE, ("r1",), "9999", AT), "no hex or box 9999"),
        (Action(UMPIRE, ("r1",), "#attic", AT), "no hex or box #attic"),
        (Action(UMPIRE, (), "3", "luck"), "cannot change 'luck'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(session: Session, action: Action, words: str) -> None:
    session.set_study(True, session.rules.sides)
    before = session.node
    with pytest.raises(Refused) as caught:
        session.amend(action)
    assert words in str(caught.value)
    assert session.node == before
    with pytest.raises(Refused, match="already there"):
        session.amend(Action(UMPIRE, ("r1",), session.state.units["r1"].at, AT))


def test_the_engine_protocol_carries_it(library: Library) -> None:
    engine = Engine(library)

    def ask(**line: Any) -> Any:
        return engine.answer(json.dumps(line).encode())

    assert ask(do="new", game="ridge", scenario="meeting")["ok"]
    found = ask(do="levers", of="unit", ref="r1")
    assert found["ok"]
    assert not ask(do="levers", of="unit", ref="r99")["ok"]
    bad = ask(do="amend", subject=["r1"], to="0707")
    assert bad["code"] == "refused"
    done = ask(do="amend", subject=["r1"], to="0707", consent=["red", "blue"])
    assert done["ok"], done
    assert done["action"] == {"verb": "umpire", "subject": ["r1"], "object": "0707", "how": "at"}
    assert done["told"][0]["event"] == "Noted"
    assert ask(do="amend", subject=["r1"], to="0706")["code"] == "refused"  # consent holds for one change
    assert ask(do="apply", action=done["action"])["code"] == "refused"
    engine.close()
