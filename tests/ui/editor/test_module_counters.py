"""Counters borrowed from a module of VASSAL: chosen from its palette, theirs by name, one edit, and no picture kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QImageWriter
from PySide6.QtWidgets import QFileDialog

from hexbench import bootstrap
from hexbench.exchange.codec import zipped
from hexbench.exchange.module import build_file
from hexbench.session.editor.starting import open_scenario
from hexbench.ui.editor.borrowing import ModuleCountersDialog
from tests.exchange.paint import of_scenario
from tests.ui.editor.driver import editor_on


def test_counters_of_a_module_become_new_ones_in_the_tray(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = of_scenario("tigers/24_december").module
    image = tmp_path / "one.png"
    drawn = QImage(58, 58, QImage.Format.Format_RGB32)
    drawn.fill(QColor("#336699"))
    assert QImageWriter(str(image)).write(drawn)
    images = {f"images/{name}": image.read_bytes() for name in made.images if name.startswith("c")}
    module = tmp_path / "theirs.vmod"
    module.write_bytes(zipped({"buildFile.xml": build_file(made), **images}))
    catalogue = bootstrap.catalogue()
    draft = open_scenario(catalogue, catalogue.scenario_path("trumpets", "losheim"))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(module), ""))
    with editor_on(draft, tmp_path) as hand:
        before = set(draft.entries())
        hand.act("module_counters")
        dialog = hand.window.commands.modules
        assert isinstance(dialog, ModuleCountersDialog)
        dialog._on_ok()
        assert dialog.fault.text(), "nothing is chosen yet"
        dialog.group.setCurrentIndex(1)
        dialog.list.setCurrentRow(0)
        assert not dialog.shown.pixmap().isNull()
        for row in range(3):
            dialog.list.item(row).setSelected(True)
        names = [dialog.list.item(row).text() for row in range(3)]
        dialog.side.setCurrentIndex(1)
        dialog._on_ok()
        hand.settle()
        new = [uid for uid in draft.entries() if uid not in before]
        assert [draft.entry(uid)["name"] for uid in new] == names
        assert {draft.side_of(uid) for uid in new} == {draft.game.sides[1]}
        assert {draft.place_of(uid) for uid in new} == {""}
        assert tuple(hand.desk.units) == tuple(new)
        hand.act("undo")
        assert set(draft.entries()) == before
        assert not list(tmp_path.rglob("pictures"))
