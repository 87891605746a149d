"""A snapshot of the table taken when something is printed, so that the result shows this seat and no other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from msgspec.structs import replace as with_
from PySide6.QtCore import QPointF, QRectF

from hexbench.engine.display import Combat, Table
from hexbench.session.chronicle import Chronicle, chronicle
from hexbench.store.strict import BadFile
from hexbench.ui.docks.desk import Desk, lit_for
from hexbench.ui.docks.log import moment
from hexbench.ui.look.language import tell
from hexbench.ui.look.palette import Palette
from hexbench.ui.print.cards import Cards
from hexbench.ui.print.scenery import Scenery, Sight, moment_words, sight_now, source_notes
from hexbench.ui.print.study import Matter, StudySheet

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat
    from hexbench.session.game import Catalogue
    from hexbench.session.log import LogLine
    from hexbench.session.session import Session
    from hexbench.store.saves import Note
    from hexbench.ui.canvas.view import MapView

_STUDIED = 2.5
"""Hexes round a combat that are on its sheet."""
_COMMENTED = 12
"""Positions back from here whose comments are on a study sheet."""


@dataclass(frozen=True)
class Standing:
    """One seat at one position, and what its player was viewing. ``lines`` and ``comments`` are those that
    player may read.
    """

    session: Session
    seat: Seat
    side: str | None
    common: bool
    """It is an open table: what both sides know."""
    node: int
    sight: Sight
    lines: tuple[LogLine, ...]
    comments: Mapping[int, Note]
    chosen: tuple[str, ...]
    """The hexes that are selected or looked at."""
    seen: QRectF
    """What of the map the window shows."""
    zoom: float
    combat: Combat | None
    tables: tuple[Table, ...]
    seen_palette: Palette
    paper_palette: Palette
    top: str
    counter_size: float
    hidden: tuple[str, ...]

    def then(self, node: int) -> Seat:
        """The same eyes at another position. Raises Unreachable."""
        return self.session.then(node, self.side, open_table=self.common)

    def scenery(self, *, paper: bool) -> Scenery:
        """The map to draw: for ``paper`` in its day colours, else as the window shows it."""
        return Scenery(
            self.session.rules.atlas,
            self.paper_palette if paper else self.seen_palette,
            top=self.top,
            counter_size=self.counter_size,
            hidden=self.hidden,
        )

    # ---- what can be made of it
    def study(self, scenery: Scenery, form: str) -> StudySheet:
        """The study sheet of what is looked at."""
        atlas = self.session.rules.atlas
        hexes = tuple(
            name for name in (self.combat.hexes if self.combat else self.chosen) if name in atlas.index
        )
        if not hexes:
            middle = scenery.geometry.at(QPointF(self.seen.center()))
            hexes = (middle,) if middle else (atlas.labels[len(atlas.labels) // 2],)
        near = [atlas.labels[j] for name in hexes for j in atlas.around[atlas.index[name]] if j >= 0]
        line = [step.number for step in self.session.history.line(self.node)][-_COMMENTED:]
        texts = tuple(note.text for n in line if (note := self.comments.get(n)) is not None and note.text)
        matter = Matter(
            sight=self.sight,
            part=scenery.around(hexes, _STUDIED),
            hexes=tuple(dict.fromkeys((*hexes, *near))),
            combat=self.combat,
            tables=self.tables,
            lines=tuple(
                (moment(one), tell(one.text))
                for one in self.lines
                if one.kind not in ("TurnBegan", "PhaseBegan")
            ),
            comments=texts,
            form=form,
        )
        return StudySheet(matter, scenery, self.seat)

    def cards(self, form: str, side: str = "") -> Cards:
        """The set-up cards, from the beginning of the game as this seat knew it then."""
        first = self.then(0)
        first.shut = (
            self.common
        )  # what was offered first is asked, to say where units may be set up; nothing is done
        about = (moment_words(self.session, first, 0), self.sight.whose)
        return Cards(
            first,
            self.paper_palette,
            title=self.sight.title,
            about=" · ".join(words for words in about if words),
            notes=self.sight.notes,
            sides=(side,) if side else (),
            form=form,
        )

    def log(self) -> Chronicle:
        """The log by turns."""
        return chronicle(
            self.session,
            self.lines,
            upto=self.node,
            whose=self.sight.whose,
            comments=self.comments,
            notes=self.sight.notes,
        )


def scenario_source(catalogue: Catalogue, session: Session) -> str:
    """Whether the set-up of a game is the rules' own; empty: unknown."""
    try:
        found = catalogue.scenarios(session.game.key)
    except BadFile:
        return ""
    return next((info.source for info in found if info.name == session.scenario), "")


def _combat_meant(desk: Desk) -> Combat | None:
    """The combat to print: the hypothetical one, the one being fought, the one a dock shows, the one on the studied hex,
    or any current one.
    """
    if desk.thought.combat is not None:
        return desk.thought.combat
    combats = desk.combats
    here = next((c for c in combats if desk.hex in c.hexes), None)
    return (
        next((c for c in combats if c.status == "now"), None)
        or next((c for c in combats if c.key == desk.meant), None)
        or here
        or next((c for c in combats if c.status != "possible"), None)
    )


def _lit_tables(desk: Desk, combat: Combat | None) -> tuple[Table, ...]:
    """The game's tables in which something is lit now, or would be by the combat's main answer."""
    seat = desk.seat
    action = next((c.action for c in combat.choices if c.main), None) if combat is not None else None
    more = seat.weighed(action) if seat is not None and action is not None else {}
    tables = [
        with_(panel, lights=(*panel.lights, *more.get(panel.key, ())))
        for panel in (lit_for(one, combat) if isinstance(one, Table) else one for one in desk.panels)
        if isinstance(panel, Table)
    ]
    return tuple(table for table in tables if table.lights or table.lit) if combat is not None else ()


def standing_at(
    desk: Desk, view: MapView, catalogue: Catalogue, paper: Palette, hidden: tuple[str, ...]
) -> Standing | None:
    """What the seat at the table sees now; None under the cover and without a game."""
    bridge = desk.bridge
    session, seat = bridge.session, bridge.seat
    if session is None or seat is None:
        return None
    sight = sight_now(bridge, source_notes(session, scenario_source(catalogue, session)))
    assert sight is not None, "there is a seat"
    scene = view.map
    # In the order in which they lie on the map now: a counter may have been brought up.
    lying = [unit for at in scene.stacks.hexes for unit in scene.stack(at) if unit in sight.faces]
    order = dict.fromkeys((*lying, *sight.faces))
    sight = replace(sight, faces={unit: sight.faces[unit] for unit in order}, overlays=scene.overlays)
    combat = _combat_meant(desk)
    chosen = dict.fromkeys((*(desk.at(unit) for unit in desk.units), desk.hex))
    common = bridge.open_for is not None
    return Standing(
        session=session,
        seat=seat,
        side=bridge.viewer,
        common=common,
        node=session.node if bridge.past is None else bridge.past,
        sight=sight,
        lines=bridge.log,
        comments={} if common else session.notes,
        chosen=tuple(at for at in chosen if at in scene.atlas.index),
        seen=view.seen,
        zoom=view.zoom,
        combat=combat,
        tables=_lit_tables(desk, combat),
        seen_palette=desk.palette,
        paper_palette=paper,
        top=scene.geometry.top,
        counter_size=scene.counter_size,
        hidden=hidden,
    )
