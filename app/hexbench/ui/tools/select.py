"""Select: which counters the hand means."""

from __future__ import annotations

from collections.abc import Callable

from hexbench.ui.canvas.hand import Touch
from hexbench.ui.canvas.view import MapView


class SelectTool:
    """Click: one counter. Ctrl-click: add or leave out. Shift-click or double click: the whole stack.

    By keyboard: Enter at the cursor takes the counter on top, Shift+Enter the stack; ``[`` and ``]`` go through it.
    """

    def __init__(self, view: MapView) -> None:
        self._view = view
        self.together: Callable[[tuple[str, ...]], bool] | None = None
        """Whether counters of several hexes may be taken somewhere together."""

    def press(self, touch: Touch) -> None:
        """A counter is touched: nothing changes yet if it is selected, for it may be dragged with the others."""
        scene = self._view.map
        if touch.unit in scene.selected or touch.adding:
            return
        self.choose(scene.stack(scene.where(touch.unit)) if touch.whole else (touch.unit,))

    def click(self, touch: Touch) -> None:
        """The touch was a click: on a counter it selects, on the empty map it clears."""
        view, scene = self._view, self._view.map
        if touch.unit:
            if touch.adding:
                left = [u for u in scene.selected if u != touch.unit]
                self.choose(left if touch.unit in scene.selected else [*scene.selected, touch.unit])
            elif touch.whole:
                self.choose(scene.stack(scene.where(touch.unit)))
            else:
                self.choose((touch.unit,))
            if touch.hex:
                view.set_cursor(scene.where(touch.unit))
            view.unit_clicked.emit(touch.unit)
            return
        if not touch.adding:
            self.choose(())
        if touch.hex:
            view.set_cursor(touch.hex)
            view.hex_clicked.emit(touch.hex)

    def grip(self, touch: Touch) -> tuple[str, ...]:
        """What a drag that began at this touch lifts: the selected counters of that hex, bottom to top.

        Where the rules take all that is selected together, from several hexes, it lifts them all.
        """
        scene = self._view.map
        if touch.unit not in scene.selected:
            self.choose(scene.stack(scene.where(touch.unit)) if touch.whole else (touch.unit,))
        chosen = scene.selected
        if len({scene.where(u) for u in chosen}) > 1 and self.together is not None and self.together(chosen):
            return (touch.unit, *(u for u in chosen if u != touch.unit))
        here = scene.stack(scene.where(touch.unit))
        return tuple(u for u in here if u in chosen)

    def take_band(self, units: tuple[str, ...], adding: bool) -> None:
        """Select what lies in a band, or add it to what is selected."""
        before = self._view.map.selected if adding else ()
        self.choose(tuple(dict.fromkeys((*before, *units))))

    def take_stack(self, touch: Touch) -> None:
        """Select the whole stack of the touched counter."""
        scene = self._view.map
        self.choose(scene.stack(scene.where(touch.unit)))

    def take_at(self, name: str, *, whole: bool = False) -> tuple[str, ...]:
        """What Enter takes at a hex: what is selected there, else the counter on top, or (``whole``) the stack.

        Where the rules take all that is selected together, from several hexes, it takes them all.
        """
        scene = self._view.map
        here = scene.stack(name)
        chosen = tuple(u for u in here if u in scene.selected)
        others = tuple(u for u in scene.selected if u not in here)
        if chosen and others and not whole and self.together is not None and self.together(chosen + others):
            return chosen + others
        units = here if whole else chosen or here[-1:]
        self.choose(units)
        return units

    def cancel(self) -> None:
        """Select nothing."""
        self.choose(())

    def choose(self, units: tuple[str, ...] | list[str]) -> None:
        """Select exactly these counters."""
        scene = self._view.map
        before = scene.selected
        scene.select(units)
        if scene.selected != before:
            self._view.selection_changed.emit(scene.selected)
