"""The hex inspector: what the hex under study is, and why the selected units may not go there."""

from __future__ import annotations

from html import escape
from typing import ClassVar

from PySide6.QtWidgets import QWidget

from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.panel import DeskPanel
from hexbench.ui.docks.stack import place_name
from hexbench.ui.look.language import mark, tr
from hexbench.ui.widgets.page import Page, facts_html, reasons_html


class HexPanel(DeskPanel):
    """Facts first, then the newest "Why not?"."""

    key: ClassVar[str] = "hex"
    title: ClassVar[str] = mark("Hex")

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.page = Page()
        self.page.setObjectName("hex.page")
        self.page.setAccessibleName(tr("Hex"))
        self.page.rule_asked.connect(desk.rule_asked)
        self.page.hexes_asked.connect(desk.hexes_lit)
        self.box.addWidget(self.page, 1)
        desk.hex_changed.connect(self.renew)
        desk.why_changed.connect(self.renew)

    @property
    def says(self) -> bool:
        """A hex is under study, or something was refused."""
        return bool(self.desk.hex or self.desk.why)

    def refresh(self) -> None:
        """Show the hex and the reasons."""
        desk = self.desk
        seat = desk.seat
        if seat is None:
            self.page.clear()
            return
        muted = desk.palette.chrome.muted
        parts = []
        if desk.why:
            for tried, reasons in desk.why:
                colour = desk.palette.chrome.bad if reasons else desk.palette.chrome.good
                parts.append(
                    f'<p style="font-weight:600; color:{colour}; margin:0 0 3px 0">{escape(tried)}</p>'
                    + reasons_html(reasons, muted)
                )
            parts.append('<p style="margin:0">&nbsp;</p>')
        facts = seat.facts(desk.hex) if desk.hex else None
        if facts is not None:
            parts.append(facts_html(facts, muted))
        elif desk.hex:
            parts.append(f"<p>{escape(place_name(desk.hex))}</p>")
        else:
            hint = tr(
                "Click a hex to study it; with units selected, press ? over a hex to ask why they may not go there."
            )
            parts.append(f'<p style="color:{muted}">{hint}</p>')
        self.page.show_html("".join(parts))
