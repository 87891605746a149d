"""The pictures of the start page: kept on the disk by what they are drawn from, drawn by another process when they are missed.

Besides those of scenarios there is one of each game's position, as it was on the screen when the game was left.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPixmap

from hexbench import __version__
from hexbench.store.strict import BadFile
from hexbench.ui.docks.desk import Desk

if TYPE_CHECKING:
    from hexbench.session.game import Catalogue
    from hexbench.ui.print.vignette import Painter
    from hexbench.ui.shell.table import Table

SIZE = QSize(720, 400)
"""Pixels of a picture: enough for a card on a screen of double density."""
LOOK = 1
"""Raised when pictures are drawn differently from before."""
ASK_MS = 120
"""How often the painter is asked whether it has something."""
KEPT = 150
"""Pictures on the disk; those not looked at for longest go."""


class StartPictures(QObject):
    """``drawn(game, scenario)``: there is a picture that was not there before."""

    drawn = Signal(str, str)

    def __init__(self, desk: Desk, catalogue: Catalogue, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk, self.catalogue = desk, catalogue
        self.folder = catalogue.places.cache / "pictures"
        self.painter: Painter | None = None
        self.draws = True
        """False: only what is on the disk is shown."""
        self.awake = False
        """Whether missing pictures are drawn: not before the page has been painted."""
        self._wanted: dict[str, tuple[str, str]] = {}
        """Key of a picture that is missing -> game and scenario; asked for in this order."""
        self._failed: set[str] = set()
        self._shown: dict[str, QPixmap] = {}
        self._stamps: dict[str, str] = {}
        self._timer = QTimer(self)
        self._timer.setInterval(ASK_MS)
        self._timer.timeout.connect(self._on_time)

    # ---- scenarios
    def of(self, game: str, scenario: str) -> QPixmap | None:
        """The picture of a scenario; None: it is on its way, and ``drawn`` will tell."""
        key = self._key(game, scenario)
        if not key or key in self._failed:
            return None
        if key not in self._shown:
            found = QPixmap(str(self._file(key)))
            if found.isNull():
                self._wanted.setdefault(key, (game, scenario))
                self._go_on()
                return None
            self._shown[key] = found
        return self._shown[key]

    def wake(self) -> None:
        """The page is on the screen: what is missing may be drawn."""
        self.awake = True
        self._stamps = {}
        self._go_on()

    def sleep(self) -> None:
        """The page is left: draw no more."""
        self.awake = False
        self._timer.stop()
        if self.painter is not None:
            self.painter.close()
            self.painter = None

    def _key(self, game: str, scenario: str) -> str:
        """A digest of all that the picture is drawn from; empty where there is no such scenario."""
        try:
            path = self.catalogue.scenario_path(game, scenario)
        except BadFile:
            return ""
        palette = self.desk.palette
        words = (
            *(LOOK, __version__, game, scenario, palette.name, palette.safe, SIZE.toTuple()),
            self._stamp(path.parent),
            self._stamp(self.catalogue.places.resources / "games" / game),
            self._stamp(self.catalogue.places.resources / "maps"),
            self._stamp(self.catalogue.places.maps),
            self._stamp(self.catalogue.places.resources / "palettes"),
        )
        return hashlib.sha256(repr(words).encode()).hexdigest()[:32]

    def _stamp(self, folder: Path) -> str:
        """What tells one state of a folder's files from another, without reading them."""
        found = self._stamps.get(str(folder))
        if found is None:
            rows: list[tuple[str, int, int]] = []
            with suppress(OSError):
                for file in sorted(folder.glob("*.*")):
                    about = file.stat()
                    rows.append((file.name, about.st_size, about.st_mtime_ns))
            found = self._stamps[str(folder)] = hashlib.sha256(repr(rows).encode()).hexdigest()
        return found

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}.png"

    # ---- the painter
    def _go_on(self) -> None:
        if self.draws and self.awake and self._wanted and not self._timer.isActive():
            self._timer.start()

    def _on_time(self) -> None:
        """Ask for one picture after another; what was made is shown."""
        from hexbench.ui.print.vignette import Drawing, Painter

        painter = self.painter = self.painter or Painter(self.catalogue)
        for key, made in painter.answers():
            game, scenario = self._wanted.pop(key, ("", ""))
            if not made:
                self._failed.add(key)
            elif game:
                self.drawn.emit(game, scenario)
        if painter.broken:
            self._failed.update(self._wanted)
            self._wanted.clear()
        if not self._wanted:
            self._timer.stop()
            painter.close()
            self.painter = None
            self._tidy()
        elif painter.waiting == 0:
            key, (game, scenario) = next(iter(self._wanted.items()))
            palette = self.desk.palette
            painter.ask(
                Drawing(
                    key, game, scenario, palette.name, palette.safe,
                    SIZE.width(), SIZE.height(), str(self._file(key)),
                )
            )  # fmt: skip

    def _tidy(self) -> None:
        """Keep the folder small."""
        with suppress(OSError):
            files = sorted(self.folder.glob("*.png"), key=lambda file: file.stat().st_mtime, reverse=True)
            for file in files[KEPT:]:
                file.unlink(missing_ok=True)

    # ---- positions
    def of_game(self, path: str) -> QPixmap | None:
        """The position of a saved game as it was left; None: nobody has seen it here."""
        found = QPixmap(str(self._file(_name_of(path))))
        return None if found.isNull() else found

    def keep(self, path: Path, table: Table) -> None:
        """Keep what is on the table as the picture of a game. Where a side has secrets that another player at this screen must
        not see, the map alone is kept.
        """
        view, session = table.view, table.desk.bridge.session
        if view is None or session is None or view.width() < 50 or view.height() < 50:
            return
        alone = len(session.rules.sides) - len(session.header.players) == 1
        bare = session.secret and not alone and not session.study
        if bare or table.desk.seat is None:
            view.map.set_hidden(True)
        shot = view.grab()
        if bare or table.desk.seat is None:
            view.map.set_hidden("counters" in table.layers.hidden)
        image = shot.toImage().scaled(
            SIZE, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
        )
        left, top = (image.width() - SIZE.width()) // 2, (image.height() - SIZE.height()) // 2
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            image.copy(left, top, SIZE.width(), SIZE.height()).save(str(self._file(_name_of(str(path)))))

    def forget(self, path: str) -> None:
        """The game is gone."""
        with suppress(OSError):
            self._file(_name_of(path)).unlink(missing_ok=True)

    @property
    def missing(self) -> Iterator[tuple[str, str]]:
        """What is asked for and not there."""
        yield from self._wanted.values()


def _name_of(path: str) -> str:
    return "game-" + hashlib.sha256(str(Path(path).absolute()).encode()).hexdigest()[:32]
