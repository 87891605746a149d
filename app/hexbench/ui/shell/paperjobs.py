"""Everything that can be printed or exported, each as a job: its choices, its preview, and writing it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from hexbench.exchange.grid import hex_grid
from hexbench.exchange.module import Module
from hexbench.store import canon
from hexbench.store.strict import BadFile
from hexbench.ui.docks.desk import side_title
from hexbench.ui.look.language import number, tell, tr, why
from hexbench.ui.print.cards import Cards
from hexbench.ui.print.chart import AS_LARGE, Chart, Wish
from hexbench.ui.print.picture import COARSEST, SHARPEST, png, size_of, steps_of, too_large
from hexbench.ui.print.scenery import Scenery
from hexbench.ui.print.sheets import MM, Product, thumbnail
from hexbench.ui.print.standing import Standing
from hexbench.ui.print.story import write_story
from hexbench.ui.print.vassal import LOG, making, module_of, stepping
from hexbench.ui.shell.paperform import sheet_image

if TYPE_CHECKING:
    from hexbench.ui.shell.paperform import PaperForm

Look = tuple[str, bool, QImage | None, Iterable[QRectF]]
"""What is said of it, whether that is why it cannot be made, and a small picture with frames in it."""


class Job(ABC):
    """One thing that can be printed or exported."""

    fields: tuple[str, ...] = ()
    suffix = ".pdf"
    part_key = "whole"
    sheets = False
    """It is laid out on sheets and can be printed."""
    prints = False
    """Printing it is what is meant."""
    scale = 100

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.frame = QRectF()
        """The frame drawn on the map, in the scene's units."""
        self.ticked: dict[str, bool] = {}

    @property
    def title(self) -> str:
        """What its dialog is headed."""
        return ""

    @property
    def has_chosen(self) -> bool:
        """Something is selected or looked at."""
        return bool(self.standing.chosen)

    @property
    def sides(self) -> list[tuple[str, str]]:
        """The sides of the game and their names."""
        seat = self.standing.seat
        return [(side, side_title(side, seat)) for side in seat.rules.sides]

    @cached_property
    def scenery(self) -> Scenery:
        """The map to draw, by day."""
        return self.standing.scenery(paper=True)

    def ending(self, form: PaperForm) -> str:
        """What the name of its file ends with."""
        return self.suffix

    @property
    def name(self) -> str:
        """A name for its file, without the ending."""
        here = self.standing
        side = "" if here.side is None or here.common else side_title(here.side, here.seat)
        turn = here.session.turn_at(here.node)[0]
        words = " ".join(x for x in (here.sight.title, tell(turn), side) if x)
        return "".join(ch if ch.isalnum() or ch in " -_" else "_" for ch in words)

    def part(self, form: PaperForm) -> QRectF:
        """What of the map is meant."""
        key = form.part.currentData() if form.part is not None else "whole"
        found = QRectF()
        if key == "view":
            found = self.standing.seen
        elif key == "chosen":
            found = self.scenery.around(self.standing.chosen, 2.0)
        elif key == "frame":
            found = self.frame
        return self.scenery.part(found) if not found.isEmpty() else self.scenery.whole

    def show(self, form: PaperForm) -> None:
        """Lay out what is ticked."""
        self.scenery.show(
            self.standing.sight,
            counters=form.ticked("counters"),
            overlays=form.ticked("overlays"),
            drawings=form.ticked("drawings"),
        )

    @abstractmethod
    def look(self, form: PaperForm, width: int) -> Look:
        """What would be made now."""

    @abstractmethod
    def work(self, form: PaperForm, path: Path) -> tuple[Iterator[object], int]:
        """Make it, in steps, and how many there are. The last of them writes. Raises CannotWrite on the way."""

    def product(self, form: PaperForm) -> Product | None:
        """What is printed; None: it is no matter of sheets."""
        return None


class _PictureJob(Job):
    """The map as a PNG."""

    fields = ("part", "scale", "counters", "overlays", "drawings")
    suffix = ".png"
    part_key = "view"

    @property
    def title(self) -> str:
        return tr("Map as a picture")

    def __init__(self, standing: Standing) -> None:
        super().__init__(standing)
        self.scale = round(100 * min(SHARPEST, max(COARSEST, standing.zoom)))

    @cached_property
    def scenery(self) -> Scenery:
        """The map as the window shows it."""
        return self.standing.scenery(paper=False)

    def _meant(self, form: PaperForm) -> tuple[QRectF, float]:
        return self.part(form), form.scale.value() / 100 if form.scale is not None else 1.0

    def look(self, form: PaperForm, width: int) -> Look:
        part, scale = self._meant(form)
        wrong = too_large(part, scale)
        if wrong is not None:
            return tell(wrong), True, None, ()
        self.show(form)
        high = width * part.height() / part.width()
        image = self.scenery.picture(part, round(width * min(1.0, width / high)))
        size = size_of(part, scale)
        return tr("{width} × {height} pixels", width=size[0], height=size[1]), False, image, ()

    def work(self, form: PaperForm, path: Path) -> tuple[Iterator[object], int]:
        part, scale = self._meant(form)
        self.show(form)

        def steps() -> Iterator[object]:
            pieces = []
            for piece in png(self.scenery, part, scale, self.standing.sight.title):
                pieces.append(piece)
                yield None
            canon.write_bytes(path, b"".join(pieces))

        return steps(), steps_of(part, scale)


class _SheetsJob(Job):
    """Something on sheets of paper: a PDF, or printed."""

    sheets = True

    @abstractmethod
    def made(self, form: PaperForm) -> Product:
        """It, laid out as chosen."""

    def product(self, form: PaperForm) -> Product:
        return self.made(form)

    def look(self, form: PaperForm, width: int) -> Look:
        product = self.made(form)
        words = tr("1 sheet") if product.pages == 1 else tr("{n} sheets", n=product.pages)
        return words, False, thumbnail(product, width), ()

    def work(self, form: PaperForm, path: Path) -> tuple[Iterator[object], int]:
        product = self.made(form)

        def steps() -> Iterator[object]:
            found = b""
            for data in product.pdf():
                found = data
                yield None
            canon.write_bytes(path, found)

        return steps(), product.pages + 1


class _ChartJob(_SheetsJob):
    """The map as a PDF."""

    fields = ("part", "paper", "across", "counters", "overlays", "drawings", "legend")

    @property
    def title(self) -> str:
        return tr("Map as a PDF")

    def made(self, form: PaperForm) -> Chart:
        self.show(form)
        wish = Wish(
            part=self.part(form),
            paper=form.paper.currentData() if form.paper is not None else "A4",
            across=form.across.value() if form.across is not None and form.across.isEnabled() else 1,
            pitch=form.pitch.value() if form.pitch is not None else 14.0,
            legend=form.ticked("legend"),
        )
        return Chart(self.scenery, self.standing.sight, wish)

    def look(self, form: PaperForm, width: int) -> Look:
        chart = self.made(form)
        if chart.too_large:
            return (
                tr("That page would be longer than five metres: choose a smaller hex width."),
                True,
                None,
                (),
            )
        words = (
            tr("1 sheet")
            if chart.pages == 1
            else tr("{n} sheets, {across} × {down}", n=chart.pages, across=chart.across, down=chart.down)
        )
        if form.paper is not None and form.paper.currentData() == AS_LARGE:
            wide, high = chart.size.width() / MM, chart.size.height() / MM
            words = tr("1 page, {width} × {height} mm", width=round(wide), height=round(high))
        words += "\n" + tr("A hex is {n} mm wide", n=number(chart.pitch, 1))
        if chart.pages == 1:
            return words, False, thumbnail(chart, width), ()
        windows = chart.windows()
        whole = chart.whole
        for window in windows:
            whole = whole.united(window)
        boxes = [
            QRectF(
                (box.left() - whole.left()) / whole.width(),
                (box.top() - whole.top()) / whole.height(),
                box.width() / whole.width(),
                box.height() / whole.height(),
            )
            for box in windows
        ]
        return words, False, sheet_image(chart.paint_whole, whole, width), boxes


class _PrintJob(_ChartJob):
    """The same, for a printer."""

    prints = True

    @property
    def title(self) -> str:
        return tr("Print the map")


class _StudyJob(_SheetsJob):
    """A study sheet."""

    fields = ("paper", "overlays", "drawings")

    @property
    def title(self) -> str:
        return tr("Study sheet")

    def made(self, form: PaperForm) -> Product:
        self.show(form)
        return self.standing.study(self.scenery, form.paper.currentData() if form.paper is not None else "A4")


class _CardsJob(_SheetsJob):
    """Set-up cards."""

    fields = ("paper", "side")

    @property
    def title(self) -> str:
        return tr("Set-up cards")

    def made(self, form: PaperForm) -> Cards:
        paper = form.paper.currentData() if form.paper is not None else "A4"
        return self.standing.cards(paper, form.side.currentData() if form.side is not None else "")

    def look(self, form: PaperForm, width: int) -> Look:
        cards = self.made(form)
        if not cards.cards:
            return tr("You know of no units to put on cards."), True, None, ()
        words = tr("{n} cards on {pages} sheets", n=cards.cards, pages=cards.pages)
        return words, False, thumbnail(cards, width), ()


class _LogJob(Job):
    """The log with small maps."""

    fields = ("format", "maps")
    suffix = ".html"

    @property
    def title(self) -> str:
        return tr("Log with maps")

    def ending(self, form: PaperForm) -> str:
        return str(form.format.currentData()) if form.format is not None else self.suffix

    def look(self, form: PaperForm, width: int) -> Look:
        log = self.standing.log()
        lines = sum(entry.kind == "line" for chapter in log.chapters for entry in chapter.entries)
        if not log.chapters:
            return tr("Nothing has been reported yet."), True, None, ()
        self.scenery.show(self.standing.sight, overlays=False, drawings=False)
        image = self.scenery.picture(self.scenery.whole, width) if form.ticked("maps") else None
        turns = len(log.chapters)
        told = tr("1 line") if lines == 1 else tr("{n} lines", n=lines)
        words = (
            tr("1 turn, {lines}", lines=told) if turns == 1 else tr("{n} turns, {lines}", n=turns, lines=told)
        )
        return words, False, image, ()

    def work(self, form: PaperForm, path: Path) -> tuple[Iterator[object], int]:
        log, standing = self.standing.log(), self.standing
        then = standing.then if form.ticked("maps") else _nobody

        def steps() -> Iterator[object]:
            for files in write_story(standing.session, log, self.scenery, then, path):
                if files is not None:
                    for name, data in files.pictures.items():
                        canon.write_bytes(path.parent / name, data)
                    canon.write_text(path, files.text)
                yield None

        return steps(), len(log.chapters) + 1


class _ModuleJob(Job):
    """A VASSAL module of the position shown."""

    suffix = ".vmod"
    drawn = True
    """Whether the file holds pictures."""

    @property
    def title(self) -> str:
        return tr("VASSAL module")

    @cached_property
    def scenery(self) -> Scenery:
        """The map as it is printed: VASSAL's grid knows no other top than north, nor other sizes of counters."""
        return Scenery(self.standing.session.rules.atlas, self.standing.paper_palette)

    def look(self, form: PaperForm, width: int) -> Look:
        here = self.standing
        try:
            grid = hex_grid(here.session.rules.atlas.sheet.grid)
        except BadFile as fault:
            return why(fault), True, None, ()
        self.scenery.show(here.sight, overlays=False, drawings=False)
        words = [tr("{width} × {height} pixels", width=grid.width, height=grid.height)]
        if here.sight.whose:
            words.append(tr("What anyone opening it can see: {whose}.", whose=here.sight.whose))
        if here.side is None and not here.common and here.session.secret:
            words.append(
                tr(
                    "For two players: what one side hides is masked from the other. Anyone "
                    "who opens the file with another program can still read it."
                )
            )
        return "\n".join(words), False, self.scenery.picture(self.scenery.whole, width), ()

    def work(self, form: PaperForm, path: Path) -> tuple[Iterator[object], int]:
        here = self.standing
        making_of = making(here.session, here.seat, self.scenery, drawn=self.drawn)

        def steps() -> Iterator[object]:
            out = yield from making_of
            canon.write_bytes(path, self.made(out.module))

        grid = hex_grid(here.session.rules.atlas.sheet.grid)
        strips = steps_of(QRectF(0, 0, grid.width, grid.height), 1.0) if self.drawn else 0
        return steps(), strips + len(here.sight.faces) + 8

    def made(self, module: Module) -> bytes:
        """The file."""
        return module.vmod()


class _SavedJob(_ModuleJob):
    """The same position as a saved game for its module."""

    suffix = ".vsav"
    drawn = False

    @property
    def title(self) -> str:
        return tr("VASSAL saved game")

    def made(self, module: Module) -> bytes:
        return module.vsav()


class _StepsJob(_ModuleJob):
    """The game so far as a log that VASSAL can step through, and the module it needs."""

    suffix = LOG

    @property
    def title(self) -> str:
        return tr("VASSAL log")

    def look(self, form: PaperForm, width: int) -> Look:
        words, wrong, image, boxes = super().look(form, width)
        here = self.standing
        if not wrong and not here.session.history.line(here.node)[1:]:
            return tr("Nothing has been done yet."), True, None, ()
        beside = tr(
            "The module that VASSAL needs to open it is written beside it: {name}.",
            name=module_of(Path("NAME.vlog")).name,
        )
        return f"{words}\n{beside}", wrong, image, boxes

    def work(self, form: PaperForm, path: Path) -> tuple[Iterator[object], int]:
        here = self.standing
        made = stepping(here.session, here.side, here.lines, self.scenery, here.node, common=here.common)

        def steps() -> Iterator[object]:
            game = yield from made
            canon.write_bytes(module_of(path), game.module.vmod())
            canon.write_bytes(path, game.vlog())

        moments = len(here.session.history.line(here.node))
        return steps(), moments * (len(here.sight.faces) + 2)


def _nobody(node: int) -> None:
    """Nobody looks: no maps are wanted."""


JOBS: dict[str, type[Job]] = {
    "paper.picture": _PictureJob,
    "paper.chart": _ChartJob,
    "paper.study": _StudyJob,
    "paper.cards": _CardsJob,
    "paper.log": _LogJob,
    "paper.module": _ModuleJob,
    "paper.saved": _SavedJob,
    "paper.steps": _StepsJob,
    "file.print": _PrintJob,
}
"""Name of an action -> what it makes."""
