from __future__ import annotations

from pathlib import Path

from hexbench.engine.values import Action
from hexbench.session.opening import open_new
from hexbench.ui.bridge import Bridge, Shift
from tests.ui.yard.driver import yard_catalogue


def _bridge(tmp_path: Path, **options: object) -> tuple[Bridge, list[Shift]]:
    session = open_new(yard_catalogue(tmp_path), "yard", "meeting", options)
    session.viewer = "red"
    bridge = Bridge()
    heard: list[Shift] = []
    bridge.shifted.connect(heard.append)
    bridge.attach(session)
    return bridge, heard


def test_a_change_names_the_units_that_look_different_and_no_others(qapp: object, tmp_path: Path) -> None:
    bridge, heard = _bridge(tmp_path)
    bridge.playing.do(Action("march", ("r3",), "0405"))
    assert heard[-1].kind == "did"
    assert heard[-1].units == ("r3",)
    assert [type(event).__name__ for event in heard[-1].events] == ["UnitMoved"]
    assert bridge.counters["r3"][1] == "0405"
    assert bridge.stacks["0405"] == ("r3",)
    bridge.undo()
    assert heard[-1] == Shift("undone", ("r3",))
    bridge.redo()
    assert (heard[-1].kind, heard[-1].units) == ("redone", ("r3",))


def test_under_the_cover_there_is_nothing_to_draw_and_nothing_is_told(qapp: object, tmp_path: Path) -> None:
    bridge, heard = _bridge(tmp_path, fog=True)
    bridge.cover()
    assert heard[-1].kind == "covered"
    assert bridge.seat is None
    assert bridge.counters == {}
    assert bridge.prompt.offers == ()
    assert bridge.undo_label is None
    bridge.playing.do(Action("plan", (), "attack"))
    assert heard[-1].events == ()
    assert heard[-1].units == ()
    bridge.look("blue")
    assert heard[-1] == Shift("viewer", turned=True)
    assert bridge.viewer == "blue"
    assert "r3" in bridge.counters


def test_the_viewer_is_told_what_is_his_to_know(qapp: object, tmp_path: Path) -> None:
    bridge, heard = _bridge(tmp_path, fog=True)
    assert bridge.hides
    bridge.playing.do(Action("plan", (), "attack"))
    assert len(heard[-1].events) == 1
    bridge.undo()
    bridge.look("blue")
    bridge.playing.do(Action("plan", (), "hold"))
    assert not heard[-1].events


def test_a_detached_session_is_heard_no_more(qapp: object, tmp_path: Path) -> None:
    bridge, heard = _bridge(tmp_path)
    session = bridge.session
    assert session is not None
    bridge.detach()
    before = len(heard)
    session.do(Action("end"))
    assert len(heard) == before
    assert bridge.counters == {}
    assert bridge.prompt.side is None


def test_at_an_open_table_only_what_all_know_is_shown(qapp: object, tmp_path: Path) -> None:
    bridge, heard = _bridge(tmp_path, fog=True)
    session = bridge.session
    assert session is not None
    before = session.secret
    bridge.playing.do(Action("plan", (), "attack"))
    assert (before, session.secret) == (False, True)
    assert any("attack" in str(line.text) for line in bridge.log)
    bridge.open_table("red")
    assert heard[-1] == Shift("viewer", turned=True)
    assert bridge.viewer == "red"
    assert bridge.seat is not None
    assert bridge.seat.s.plans == {}
    assert bridge.seat.decides
    assert not any("attack" in str(line.text) for line in bridge.log)
    assert "plan" not in str(bridge.undo_label)
    bridge.playing.do(Action("march", ("r3",), "0405"))
    assert [type(event).__name__ for event in heard[-1].events] == ["UnitMoved"]
    bridge.undo()
    bridge.undo()
    bridge.playing.do(Action("plan", (), "hold"))
    assert not heard[-1].events
    bridge.cover()
    assert bridge.log == ()
    bridge.look("red")
    shown = bridge.seat
    assert shown is not None
    assert shown.s.plans == {"red": "hold"}
