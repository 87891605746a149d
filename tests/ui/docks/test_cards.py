from __future__ import annotations

from hexbench.engine.values import Action
from hexbench.ui.docks.game import CardsView
from tests.ui.yard.driver import Player


def _cards(player: Player) -> CardsView:
    player.window.table.docking.go("game.plans")
    player.settle()
    view = player.window.table.docking.game["plans"].view
    assert isinstance(view, CardsView)
    return view


def _plan(player: Player) -> None:
    player.window.table.acting.do(Action("plan", (), "attack"))
    player.settle()


def test_a_card_shows_its_title_text_price_and_buttons(player: Player) -> None:
    player.begin(study=True)
    _plan(player)
    view = _cards(player)
    (frame,) = view.frames
    assert str(frame.card.title) == "Plan of red"
    assert [button.text() for button in frame.buttons] == ["Pray"]


def test_a_button_on_a_card_does_what_it_says(player: Player) -> None:
    player.begin(study=True)
    _plan(player)
    session = player.window.bridge.session
    assert session is not None
    before = session.node
    _cards(player).frames[0].buttons[0].click()
    player.settle()
    record = session.history.node.record
    assert session.node == before + 1
    assert record is not None
    assert record.action.verb == "pray"
