"""The line of sight: the cut through the map from one hex to another, and what the rules say of everything it meets."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtWidgets import QWidget

from hexbench.engine.display import Facts, Overlay
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.panel import DeskPanel
from hexbench.ui.docks.profile import ProfileView
from hexbench.ui.look.language import mark, tell, tr
from hexbench.ui.widgets.page import Page, facts_html
from hexbench.ui.widgets.parts import PlainLabel

HINT = mark("Press L, then click two hexes: the line between them is judged by the rules.")
NONE = mark("Nothing in this game depends on lines of sight.")


def pair_kind(desk: Desk) -> str:
    """The overlay of the open game that is about two hexes; empty when it has none."""
    seat = desk.seat
    return "" if seat is None else next((k.kind for k in seat.overlays() if k.subject == "pair"), "")


class SightPanel(DeskPanel):
    """Shows the newest line; it is judged anew when the position changes."""

    key: ClassVar[str] = "sight"
    title: ClassVar[str] = mark("Line of sight")

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.ends: tuple[str, str] | None = None
        self.overlay: Overlay | None = None
        self.head = PlainLabel()
        self.head.setObjectName("sight.head")
        self.head.setWordWrap(True)
        self.profile = ProfileView(desk)
        self.page = Page()
        self.page.setObjectName("sight.page")
        self.page.setAccessibleName(tr("What the line meets"))
        self.page.rule_asked.connect(desk.rule_asked)
        self.page.hexes_asked.connect(desk.hexes_lit)
        self.box.addWidget(self.head)
        self.box.addWidget(self.profile, 2)
        self.box.addWidget(self.page, 3)

    def judge(self, a: str, b: str) -> Overlay | None:
        """Ask the rules about a line; None when they know of no such thing."""
        self.ends = (a, b)
        self.refresh()
        return self.overlay

    def forget(self) -> None:
        """Put the line away."""
        self.ends = None
        self.refresh()

    def refresh(self) -> None:
        """Judge the line at the position that is shown."""
        desk, kind = self.desk, pair_kind(self.desk)
        seat = desk.seat
        self.overlay = (
            seat.overlay(kind, " ".join(self.ends)) if seat is not None and kind and self.ends else None
        )
        found = self.overlay
        self.profile.setVisible(found is not None and found.profile is not None)
        if found is None:
            self.head.setText("" if seat is None else tr(HINT if kind else NONE))
            self.profile.show_profile(None)
            self.page.clear()
            return
        self.head.setText(tell(found.title))
        self.profile.show_profile(found.profile)
        facts = Facts(found.title, found.facts)
        self.page.show_html(facts_html(facts, desk.palette.chrome.muted, heading=False))
