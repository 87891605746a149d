"""What is wrong with the map while one works on it: the checks run a step at a time when the hand rests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from hexbench.session.editor import map_checks
from hexbench.session.editor.finding import in_order
from hexbench.ui.editor.map_desk import MapDesk
from hexbench.ui.editor.problems import ProblemsPanel
from hexbench.ui.widgets.chore import Chore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hexbench.atlas.sheet import MapSheet
    from hexbench.session.editor.finding import Finding

REST_MS = 350
"""The hand must rest so long before anything is checked."""


class MapProblemsPanel(ProblemsPanel):
    """The same list as that of the scenario editor, filled by the checks of maps."""

    key: ClassVar[str] = "problems"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)  # type: ignore[arg-type]
        self._map = desk
        self._chore = Chore(self)
        self._soon.setInterval(REST_MS)

    def _on_changed(self, _: object) -> None:
        self._chore.stop()
        self._soon.start()

    def stop(self) -> None:
        """Look for nothing any more."""
        self._chore.stop()
        super().stop()

    def check(self) -> None:
        """Begin to check, a step at a time."""
        self._soon.stop()
        self._chore.begin(self._steps())

    def check_all(self) -> None:
        """Check everything now."""
        self.check()
        self._chore.finish()

    def _steps(self) -> Iterator[None]:
        draft = self._map.draft
        found: list[Finding] = []
        for some in map_checks.steps(draft.sheet, draft.atlas, self._map.base, self._ask()):
            found += some
            yield
        self._map.find(in_order(found))

    def _ask(self) -> Any:
        desk = self._map
        if desk.game is None:
            return None

        def ask(sheet: MapSheet) -> object:
            return desk.catalogue.bind(desk.draft.game, sheet, {})

        return ask
