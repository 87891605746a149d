"""Printing and exporting from the window: the submenu of File, the dialog, the frame on the map, the file,
the printer.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QStandardPaths, Qt
from PySide6.QtWidgets import QMenu

from hexbench.session.saved_history import Unreachable
from hexbench.store.saves import plain_name
from hexbench.ui.bridge import Shift
from hexbench.ui.docks.tips import teach
from hexbench.ui.look.language import tell, tr
from hexbench.ui.look.palette import Palette
from hexbench.ui.shell.actions import EXPORTS, PAPER
from hexbench.ui.widgets.background import once
from hexbench.ui.widgets.parts import resize_within
from hexbench.ui.widgets.writing import where_to_write

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog

    from hexbench.ui.print.standing import Standing
    from hexbench.ui.shell.paperform import PaperForm
    from hexbench.ui.shell.pieces import TablePieces

FILTERS = {
    ".png": lambda: tr("Pictures (*.png)"),
    ".pdf": lambda: tr("PDF files (*.pdf)"),
    ".html": lambda: tr("HTML pages (*.html)"),
    ".md": lambda: tr("Markdown files (*.md)"),
    ".vmod": lambda: tr("VASSAL modules (*.vmod)"),
    ".vsav": lambda: tr("VASSAL saved games (*.vsav)"),
    ".vlog": lambda: tr("VASSAL logs (*.vlog)"),
}


class Printing(QObject):
    """One per window, as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.window, self.catalogue, self.bridge, self.desk = at.window, at.catalogue, at.bridge, at.desk
        self.acts, self.say_wrong, self.table = at.acts, at.say_wrong, at.table
        self.form: PaperForm | None = None
        self.looking: QPrintPreviewDialog | None = None
        self.folder: Path | None = None
        """Where the last file was put."""
        self._printer: QPrinter | None = None
        self._framing = False
        """A frame is being drawn on the map, and the dialog waits for it."""
        self._back = once(self, self._on_back)  # the frame is reported after the band has ended
        self._menu()
        for row in PAPER:
            at.acts[row.name].triggered.connect(self._on_asked)
        at.desk.refreshed.connect(self._on_refreshed)

    def _menu(self) -> None:
        """Put the actions where they belong: those that write files into a menu of their own."""
        acts = self.acts
        menu = acts.menus["File"]
        self.exports = QMenu(tr("&Export"), menu)
        self.exports.setObjectName("menu.export")
        self.exports.setToolTipsVisible(True)
        for row in PAPER:
            menu.removeAction(acts[row.name])
        menu.insertMenu(acts["file.close"], self.exports)
        menu.insertAction(acts["file.close"], acts["file.print"])
        for name in EXPORTS:
            self.exports.addAction(acts[name])
            self.window.addAction(acts[name])  # its key works without the menu

    # ---- the dialog
    def standing(self) -> Standing | None:
        """What the seat at the table sees; None when nobody may look."""
        from hexbench.ui.print.standing import standing_at

        view, session = self.table.view, self.bridge.session
        if view is None or session is None:
            return None
        hidden = tuple(self.table.layers.hidden_print)
        return standing_at(self.desk, view, self.catalogue, self._by_day(session.game.key), hidden)

    def _by_day(self, game: str) -> Palette:
        """The colours of paper: those of the day, whatever the window wears; safe ones where those are asked for."""
        catalogue = self.catalogue
        folder = catalogue.places.resources / "palettes"
        safe = folder / "safe.toml" if self.desk.palette.safe else None
        return Palette.load(folder / "day.toml", catalogue.palette(game), safe)

    def _on_asked(self) -> None:
        self.show(self.sender().objectName())

    def show(self, name: str) -> PaperForm | None:
        """Open the dialog of one of the actions; None: nothing can be put on paper now."""
        from hexbench.ui.shell.paperform import PaperForm
        from hexbench.ui.shell.paperjobs import JOBS

        self._leave()
        standing = self.standing()
        if standing is None:
            self.table.tell(tr("There is nothing to print or export now."))
            return None
        try:
            form = PaperForm(JOBS[name](standing), self.window)
        except Unreachable as fault:
            self.say_wrong(tell(fault.say))
            return None
        form.save_asked.connect(self._on_save)
        form.print_asked.connect(self._on_print)
        form.frame_asked.connect(self._on_frame)
        form.written.connect(self._on_written)
        form.task.ended.connect(self._on_ended)
        form.finished.connect(self._on_finished)
        teach(form)
        self.form = form
        form.open()
        return form

    def _on_finished(self) -> None:
        if not self._framing:
            self._leave()

    def _leave(self) -> None:
        """Put the dialog away."""
        form, self.form = self.form, None
        if form is not None:
            form.task.stop()
            form.hide()
            form.deleteLater()
        self._framing = False

    def _on_refreshed(self, shift: Shift) -> None:
        """Another viewer, or another view: discard what was about to be made, so that it cannot be seen.

        While the game merely continues, the position at the time of the request is used.
        """
        if shift.kind == "did" and not shift.turned:
            return
        if shift.turned or shift.kind in ("covered", "opened"):
            self.folder = None  # the other player's folder must not be shown
        if self.looking is not None:
            self.looking.close()
        self._leave()

    # ---- a frame on the map
    def _on_frame(self) -> None:
        hands, form = self.table.hands, self.form
        if hands is None or form is None:
            return
        self._framing = True
        form.hide()
        hands.cancel()
        hands.band.activate()
        hands.band.frames = self._on_framed
        hands.band.ended.connect(self._on_band_ended, Qt.ConnectionType.UniqueConnection)
        self.table.tell(tr("Draw a frame over the map, or press Enter at two corners. Esc cancels."))
        if self.table.view is not None:
            self.table.view.setFocus()

    def _on_framed(self, box: QRectF) -> None:
        if self.form is not None:
            self.form.job.frame = box

    def _on_band_ended(self) -> None:
        """The frame was drawn or cancelled: show the dialog again with the new part."""
        form = self.form
        if self._framing and form is not None:
            self._framing = False
            self._back.start()

    def _on_back(self) -> None:
        form = self.form
        if form is None or form.part is None:
            return
        if form.job.frame.isEmpty():
            form.part.setCurrentIndex(max(0, form.part.findData("whole")))
        form.open()
        form.look()

    # ---- files
    def _on_save(self) -> None:
        form = self.form
        if form is None:
            return
        ending = form.job.ending(form)
        folder = self.folder or Path(
            QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        )
        start = str(folder / f"{plain_name(form.job.name)}{ending}")
        path = where_to_write(form, tr("Save as"), start, FILTERS[ending](), ending)
        if path is not None:
            self.save_to(path)

    def save_to(self, path: Path) -> None:
        """Write what the dialog shows to a file."""
        if self.form is not None:
            self.folder = path.parent
            self.form.begin(path)

    def _on_ended(self) -> None:
        if self.form is not None and self.form.fault:
            self.say_wrong(self.form.fault)

    def _on_written(self, path: str) -> None:
        self.table.tell(tr("File written: {file}", file=path))

    # ---- the printer
    def _on_print(self) -> None:
        form = self.form
        product = form.job.product(form) if form is not None else None
        if form is None or product is None:
            return
        from PySide6.QtPrintSupport import QPrintPreviewDialog

        from hexbench.ui.print.sheets import make_printer, print_on

        self._printer = printer = make_printer(product)
        printer.setDocName(form.job.name)
        self.looking = looking = QPrintPreviewDialog(printer, form)
        looking.setObjectName("paper.looking")
        looking.paintRequested.connect(lambda where: print_on(where, product))
        looking.finished.connect(self._on_looked)
        resize_within(looking, 1000, 760)
        looking.open()

    def _on_looked(self) -> None:
        looking, self.looking = self.looking, None
        if looking is not None:
            looking.deleteLater()
