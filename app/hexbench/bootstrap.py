"""The one place that chooses: which games there are, where data lie, which desktop is started."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hexbench.session.library import Library, Shelf
from hexbench.store.found_games import find_games, listed
from hexbench.store.paths import find_places
from hexbench.store.settings import Settings
from hexbench.store.strict import BadFile

if TYPE_CHECKING:
    from hexbench.session.session import Session


def _addons() -> bool:
    """Whether the player's settings let games of other packages be loaded."""
    try:
        return bool(Settings(find_places().config / "settings.json").get("start.addons"))
    except BadFile:  # the program's data are missing: whoever needs them says so
        return True


def _kept() -> Path | None:
    """Where it is remembered which games there are."""
    try:
        return find_places().cache / "games-found.json"
    except BadFile:
        return None


FOUND: Final = find_games(listed(wanted=_addons, kept=_kept()))
GAMES: Final = FOUND.games
"""Every game, in the order the start page shows them: ours, then those of other packages."""
SHELF: Final = Shelf()
"""What ships, read once for all catalogues of this run."""


def catalogue() -> Library:
    """The games and their data, as this run finds them. Raises BadFile when the program's data are missing."""
    return Library(GAMES, find_places(), FOUND.homes, FOUND.left_out, FOUND.sources, SHELF)


def desktop(arguments: Sequence[str]) -> int:
    """Start the desktop; the rest of the program never loads Qt. Returns the exit code.

    Raises BadFile where the system lacks what a window needs.
    """
    from hexbench.ui.shell import loading
    from hexbench.ui.shell.needs import refusal

    lack = refusal()
    if lack:
        raise BadFile(lack)
    loading.load(find_places().cache)
    gc.disable()  # until the window stands, see there: all that is made now stays
    from hexbench.ui.shell.app import run

    return run(catalogue(), tuple(arguments))


def paper(
    library: Library,
    session: Session,
    side: str | None,
    file: Path,
    sheet: str,
    form: str,
    across: int,
    scale: int,
) -> str:
    """Put a game on paper with no window, as ``side`` knows it (None: the umpire); says what was made. Raises BadFile."""
    from hexbench.ui.print.press import Order, export

    return export(library, session, side, Order(file, sheet, form, across, scale))


def see_picture(path: Path) -> None:
    """Have the worker look at a picture that comes from outside. Raises BadFile where it is none."""
    from hexbench.ui.look.pictures import foreign_picture

    foreign_picture(path, 4096)
