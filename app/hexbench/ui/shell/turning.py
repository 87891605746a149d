"""The map lies with another side at the top: laid anew at the same scale about the same hex, with the same selection."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexbench.ui.shell.table import Table


def turn_map(table: Table) -> None:
    """Lay the map of the table as the settings say, if it lies otherwise."""
    view = table.view
    if view is None or view.map.geometry.top == table.settings.get("map.top"):
        return
    zoom, middle, units = view.zoom, view.map.hex_at(view.seen.center()), table.desk.units
    cursor = view.cursor_hex
    table.lay(view.map.colours, again=True)
    table.show_all()
    turned = table.view
    if turned is None:
        return
    # it fits the whole map when it first gets its size
    table.column.activate()
    turned.show()
    turned.set_zoom(zoom)
    if cursor:
        turned.set_cursor(cursor)
    if middle:
        turned.centre_on(middle)
    table.desk.choose(units)
