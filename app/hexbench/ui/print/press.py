"""Printing and exporting from the command line: the same files as from the window, without a window."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from hexbench.engine.display import CombatBoard, Table
from hexbench.engine.values import say
from hexbench.exchange.position_out import at_once
from hexbench.store import canon
from hexbench.store.strict import BadFile
from hexbench.ui.look.fonts import load_fonts
from hexbench.ui.look.language import tell
from hexbench.ui.look.palette import Palette
from hexbench.ui.print.chart import AS_LARGE, Chart, Wish
from hexbench.ui.print.picture import png, too_large
from hexbench.ui.print.scenery import sight_at, source_notes
from hexbench.ui.print.sheets import Product, last
from hexbench.ui.print.standing import Standing, scenario_source
from hexbench.ui.print.story import write_story
from hexbench.ui.print.vassal import LOG, VASSAL, exported, module_of, stepping, told

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue
    from hexbench.session.session import Session

_ENDINGS = (".png", ".pdf", ".html", ".md", *VASSAL, LOG)


@dataclass(frozen=True)
class Order:
    """What to make: for a PDF ``sheet`` is map, study or cards; ``scale`` of a picture is in per cent."""

    file: Path
    sheet: str = "map"
    paper: str = "A4"
    across: int = 1
    scale: int = 100


def export(catalogue: Catalogue, session: Session, side: str | None, order: Order) -> str:
    """Write one file, as ``side`` knows the game (None: the umpire); says what was made. Raises BadFile."""
    ending = order.file.suffix.lower()
    if ending not in _ENDINGS:
        raise BadFile(
            f"a file of this kind cannot be made; there are {', '.join(_ENDINGS)}.", str(order.file)
        )
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication.instance() or QApplication(["hexbench"])
    load_fonts(catalogue.places.resources / "fonts")
    session.viewer = side
    standing = _standing(catalogue, session, side)
    scenery = standing.scenery(paper=True)
    scenery.show(standing.sight)
    if ending == ".png":
        scale = order.scale / 100
        wrong = too_large(scenery.whole, scale)
        if wrong is not None:
            raise BadFile(str(wrong))
        canon.write_bytes(order.file, b"".join(png(scenery, scenery.whole, scale, session.title)))
        made = "the map"
    elif ending == ".pdf":
        product: Product
        form = "A4" if order.paper == AS_LARGE else order.paper
        if order.sheet == "cards":
            product = standing.cards(form)
        elif order.sheet == "study":
            product = standing.study(scenery, form)
        else:
            product = Chart(scenery, standing.sight, Wish(scenery.whole, order.paper, order.across))
        canon.write_bytes(order.file, last(product.pdf()))
        made = "1 sheet" if product.pages == 1 else f"{product.pages} sheets"
    elif ending in VASSAL:
        whole = ending == ".vmod"
        out = exported(session, side, scenery, drawn=whole)
        canon.write_bytes(order.file, out.module.vmod() if whole else out.module.vsav())
        made = "\n".join(
            (told(out), tell(say("Not included:")), *(f"- {tell(line)}" for line in out.missing))
        )
    elif ending == LOG:
        game = at_once(stepping(session, side, standing.lines, scenery, standing.node))
        module = module_of(order.file)
        canon.write_bytes(module, game.module.vmod())  # the larger one first: a log is nothing without it
        canon.write_bytes(order.file, game.vlog())
        made = tell(say("for VASSAL, with steps: {n}", n=len(game.steps)))
        made += "\n" + tell(say("It needs the module {name}, written beside it.", name=module.name))
    else:
        log = standing.log()
        for files in write_story(session, log, scenery, standing.then, order.file):
            if files is not None:
                for name, data in files.pictures.items():
                    canon.write_bytes(order.file.parent / name, data)
                canon.write_text(order.file, files.text)
        turns = len(log.chapters)
        made = "the log of 1 turn" if turns == 1 else f"the log of {turns} turns"
    del app
    return made


def _standing(catalogue: Catalogue, session: Session, side: str | None) -> Standing:
    """A seat without a player: nothing is selected, and the whole map is shown."""
    seat = session.seat(side)
    combats = [c for panel in seat.panels() if isinstance(panel, CombatBoard) for c in panel.combats]
    combat = next((c for c in combats if c.status == "now"), None)
    day = catalogue.places.resources / "palettes" / "day.toml"
    palette = Palette.load(day, catalogue.palette(session.game.key))
    return Standing(
        session=session,
        seat=seat,
        side=side,
        common=False,
        node=session.node,
        sight=sight_at(
            session, seat, session.node, source_notes(session, scenario_source(catalogue, session))
        ),
        lines=session.log(side),
        comments=session.notes,
        chosen=(),
        seen=QRectF(),
        zoom=1.0,
        combat=combat,
        tables=tuple(p for p in seat.panels() if isinstance(p, Table) and (p.lights or p.lit)),
        seen_palette=palette,
        paper_palette=palette,
        top="north",
        counter_size=1.0,
        hidden=(),
    )
