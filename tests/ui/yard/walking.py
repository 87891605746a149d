"""A walk through the real window: the start page, two games played a little with every dock in front, and dialogs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QMenu, QWidget

from hexbench.engine.values import action_of
from hexbench.session.session import Session
from hexbench.ui.widgets.parts import in_sight
from tests.sizes import sized
from tests.ui.yard.driver import Player


def play_a_little(session: Session, seed: int, actions: int) -> None:
    """Some actions at random, or the default if none is found."""
    dice = Random(seed)
    for _ in range(actions):
        if session.decider is None:
            return
        seat: Any = session.seat(session.decider)
        offers = [o for o in seat.prompt.offers if not seat.rules.verbs[o.verb].gives_up]
        action = seat.prompt.default
        if offers and dice.random() < 0.6:
            offer = dice.choice(offers)
            subject = (dice.choice(offer.subjects),) if offer.subjects else ()
            target = seat.pick(offer.verb, subject, lambda n: dice.randint(1, n))
            if target is not None and not seat.refuse(action_of(offer.verb, subject, target)):
                action = action_of(offer.verb, subject, target)
        session.do(action)


def each_in_front(player: Player) -> Iterator[list[QDockWidget]]:
    """Bring every dock of the table to the front once; yields those together that do not cover each other."""
    docking = player.window.table.docking
    waiting = dict.fromkeys(docking.docks)
    while waiting:
        together: list[str] = []
        covered: set[QDockWidget] = set()
        for key in waiting:
            dock = docking.docks[key]
            if dock not in covered:
                docking.front(key)
                together.append(key)
                covered.update(docking.beside(dock))
        player.settle()
        before = [key for key in together if in_sight(docking.docks[key])]
        if not before and not player.window.table.isVisible():  # under the cover
            before = list(waiting)
        elif not before:  # whatever is over it: alone
            before = together[:1]
            docking.front(before[0])
            player.settle()
        for _ in range(2):  # new widgets get their layout after this event
            QApplication.processEvents()
        for key in before:
            del waiting[key]
        yield [docking.docks[key] for key in before]


def walked(player: Player, game: str, dialogs: Sequence[str]) -> Iterator[QWidget]:
    """Everything there is to examine, one after another: the start page, the window at moments of the first and the
    last scenario (two and one of them in a sample, three of each in full size), and for each of these actions the
    dialogs it opens, then the table. A dialog is closed when the next is requested.
    """
    window = player.window
    window.start.new.choose_game(game)
    player.settle()
    yield window.start
    infos = window.catalogue.scenarios(game)
    looked_at = {infos[0].name: (infos[0], sized(2, 3))}
    looked_at.setdefault(infos[-1].name, (infos[-1], sized(1, 3)))
    for info, moments in looked_at.values():
        window.begin(game, info.name, {}, False)
        player.settle()
        session = window.bridge.session
        assert session is not None
        for ply in range(moments):
            if session.decider is not None:
                window.bridge.look(session.decider)
            hand = window.table.acting.hand
            if hand is not None and hand.ready:
                window.desk.choose((hand.ready[0],))
            for _ in each_in_front(player):
                pass
            for menu in window.acts.menus.values():
                for inner in (action.menu() for action in menu.actions()):
                    if isinstance(inner, QMenu):
                        inner.aboutToShow.emit()
            window.grab()
            yield window
            play_a_little(session, ply, 6)
            player.settle()
    for name in dialogs:
        player.act(name)
        for dialog in window.findChildren(QDialog):
            if dialog.isVisible():
                yield dialog
                dialog.grab()
                dialog.close()
        yield window.table
        player.keys("Esc", to=window)
