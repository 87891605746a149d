"""The log in the real window: the number of a rule is a small link that opens its clause, and a passed phase is one line."""

from __future__ import annotations

import random

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from hexbench import bootstrap
from hexbench.session.opening import begin
from hexbench.ui.docks.log import LINE, MARK
from tests.session.test_passing import any_action
from tests.ui.yard.driver import Player, player_at

LEFT = Qt.MouseButton.LeftButton


def numbers(player: Player) -> dict[str, QPoint]:
    """rule -> a point on its number, of the lines in sight."""
    log = player.window.table.log
    port = log.list.viewport()
    out: dict[str, QPoint] = {}
    for y in range(2, port.height(), 4):
        for x in range(2, port.width(), 4):
            rule = log.rule_under(QPoint(x, y))
            if rule:
                out.setdefault(rule, QPoint(x + 2, y))
    return out


def test_a_rule_s_number_opens_its_clause_and_nothing_else_does(qapp: object) -> None:
    with player_at(bootstrap.catalogue()) as player:
        window = player.window
        window.prefs.change("play.cover_between_players", "never")
        loaded = window.catalogue.load_scenario("iron_tide", "17_december")
        session, chance = begin(loaded, 5), random.Random(3)
        session.passes = True  # as the window has it
        for _ in range(110):
            session.do(any_action(session, chance))
        window.show_session(session)
        player.settle()
        assert session.passes, "as the settings say"
        for _ in range(10):
            session.do(any_action(session, chance))
        window.table.docking.front("log")
        player.settle()
        log, rules = window.table.log, window.table.rules
        cited = next(n for n in reversed(range(log.lines.rowCount())) if log.lines.index(n).data(MARK))
        log.list.scrollTo(log.found.mapFromSource(log.lines.index(cited)))
        player.settle()
        found = numbers(player)
        assert found
        rule, point = next(iter(found.items()))
        line = log.list.indexAt(point)
        assert str(line.data()).endswith(line.data(MARK))
        assert rule == line.data(LINE).rule
        assert "rule:" in str(line.data(Qt.ItemDataRole.ToolTipRole))
        words = log.list.visualRect(line).topLeft() + QPoint(16, 6)
        assert log.rule_under(words) == ""
        QTest.mouseClick(log.list.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, words)
        assert rules.at == ""
        QTest.mouseClick(log.list.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, point)
        assert rules.at == rule
        window.table.docking.front("log")
        rules.forget()
        log.list.setCurrentIndex(line)
        player.keys("F4", to=log.list)
        assert rules.at == rule
        rows = [log.lines.index(n).data() for n in range(log.lines.rowCount())]
        passed = [str(row) for row in rows if "was skipped automatically" in str(row)]
        assert passed
        assert all("Phase. There was nothing" in row for row in passed)
        player.view_hands_off()
