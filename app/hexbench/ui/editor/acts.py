"""Every action of the editors as a row: name, menu, text, shortcut and purpose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow

from hexbench.ui.look.language import as_it_is, mark, tr
from hexbench.ui.widgets.acts import Act, acts_of, first_key, keys_of, menus_of

EVERY_MENU = {"file": mark("&File"), "edit": mark("&Edit"), "view": mark("&View")}
"""Menus that every editor has; below, rows that several editors share."""
SAVE_AS, CLOSE, WHOLE = (
    Act("save_as", "file", "Save &as…", "Ctrl+Shift+S", help="Save under another name and continue with that file"),
    Act("close", "file", "&Close", "Ctrl+W", help="Close the editor, asking first about unsaved changes"),
    Act("fit", "view", "&Whole map", "Ctrl+0", help="The map from edge to edge"),
)  # fmt: skip
SAVING = (
    Act("save", "file", "&Save", "Ctrl+S", help="Save the file; the first time, you are asked for a name"),
    SAVE_AS,
)
HISTORY = (
    Act("undo", "edit", "&Undo", "Ctrl+Z", help="Undo the last edit, back to the document as it was opened"),
    Act("redo", "edit", "&Redo", "Ctrl+Shift+Z Ctrl+Y", help="Redo the edit that was undone last"),
)  # fmt: skip
ZOOM = (
    Act("zoom_in", "view", "Zoom &in", "Ctrl++ Ctrl+=", help="Zoom in around the centre of the view"),
    Act("zoom_out", "view", "Zoom &out", "Ctrl+-", help="Zoom out around the centre of the view"),
)
PANES = (
    Act("next_pane", "view", "Ne&xt pane", "F6", help="Move the keyboard focus round the map and the docks"),
    Act(
        "last_pane", "view", "&Previous pane", "Shift+F6", help="Move the keyboard focus round the other way"
    ),
)
SCENARIO: tuple[Act | str, ...] = (
    Act("new", "file", "&New scenario…", "Ctrl+N", help="Start from scratch: choose a game and a map, with no counters yet"),
    Act("new_here", "file", "New scenario on this &map", help="Start a new scenario on the same map, in its own window"),
    Act("open", "file", "&Open…", "Ctrl+O", help="Open a scenario or position from a file in its own window"),
    "file",
    *SAVING,
    "file",
    Act("play", "file", "Pla&y it", "F5", help="Start a game of the scenario as it stands, in the game window"),
    Act("map", "file", "Edit &its map…", help="Open the map of this scenario in the map editor"),
    "file",
    Act("pass_on", "file", "&Pass on…", help="Save the scenario and pass it on as one file, with its map and everything else it needs"),
    "file",
    CLOSE,
    *HISTORY,
    "edit",
    Act("cut", "edit", "Cu&t", "Ctrl+X", help="Cut the selected counters, to paste them elsewhere"),
    Act("copy", "edit", "&Copy", "Ctrl+C", help="Copy the selected counters or table cells to the clipboard"),
    Act("paste", "edit", "&Paste", "Ctrl+V", help="Paste counters into the hex under the cursor, or cells into the table"),
    Act("duplicate", "edit", "&Duplicate", "Ctrl+D", help="Duplicate the selected counters where they are"),
    Act("delete", "edit", "De&lete", "Del", help="Remove the selected counters from the scenario"),
    Act("unplace", "edit", "Take off the &map", "Backspace", help="Move the selected counters to the tray, no longer placed anywhere"),
    "edit",
    Act("stack", "edit", "Select the &stack", "Ctrl+A", help="Select every counter in the hex under the cursor"),
    Act("none", "edit", "Select &nothing", "Ctrl+Shift+A", help="Clear the selection of counters"),
    "edit",
    Act("add", "edit", "Ne&w counter", "Ctrl+Shift+N", help="Add a counter in the hex under the cursor, of the same side as the selected one"),
    Act("module_counters", "edit", "Counters &from a VASSAL module…", help="Add counters named after those in a module's palette, not placed yet"),
    Act("borrow", "edit", "&Borrow counters…", "Ctrl+B", help="Choose counters to copy from another scenario, or from the position of a saved game"),
    Act("design", "edit", "Counter desi&gner…", "Ctrl+E", help="Symbol, size, factors and colours of the selected counter, with a live preview"),
    *ZOOM,
    Act("zoom_real", "view", "&Full size", "Ctrl+1", help="Counters as large as they were drawn"),
    WHOLE,
    Act("fit_selection", "view", "&Selection", "Ctrl+9", help="Bring the selected counters into view"),
    "view", *PANES, "view",
    Act("check", "scenario", "&Check all", "F7", help="Run every check now, and show what is wrong"),
    Act("try", "scenario", "&Try it…", "F9", help="Let the computer play games of the scenario and see how they end"),
    Act("brush", "scenario", "&Paint the zone", "B", help="Pick up the brush for the selected zone, or put it away"),
    "scenario",
)  # fmt: skip
"""The actions of the scenario editor. A bare menu name is a separator in that menu."""
SCENARIO_MENUS = {**EVERY_MENU, "scenario": mark("&Scenario")}
"""Menu key -> its text, in the order of the menu bar."""
MAP: tuple[Act | str, ...] = (
    Act("new", "file", "&New map…", "Ctrl+N", help="Start from scratch: choose a game and a grid, with bare ground"),
    Act("open", "file", "&Open…", "Ctrl+O", help="Open a map from a file in its own window"),
    Act("scenario", "file", "Ne&w scenario on this map…", help="Save the map, then start a new scenario on it in the scenario editor"),
    "file",
    Act("save", "file", "&Save", "Ctrl+S", help="Save the file; a new map is saved among your own maps"),
    SAVE_AS,
    "file",
    Act("pass_on", "file", "&Pass on…", help="Save the map and pass it on as one file, with licence and checksums"),
    Act("picture", "file", "Save a p&icture…", help="Save the whole map as a PNG, at the size it was drawn"),
    "file",
    CLOSE,
    Act("undo", "edit", "&Undo", "Ctrl+Z", help="Undo the last stroke, back to the map as it was opened"),
    Act("redo", "edit", "&Redo", "Ctrl+Shift+Z Ctrl+Y", help="Redo the stroke that was undone last"),
    "edit",
    Act("place", "edit", "&Place here…", "Ctrl+T", help="Name the hex under the cursor, or change its name"),
    Act("pick", "edit", "P&ick up the ink", "Ctrl+P", help="Use the terrain of the hex under the cursor as the ink"),
    Act("chain", "edit", "Name what runs &here…", "Ctrl+J", help="Name the whole river or wall that runs along the hex under the cursor"),
    *ZOOM, WHOLE,
    "view", *PANES, "view",
    Act("layer_grid", "view", "&Grid", check=True, help="Show the outlines of the hexes"),
    Act("layer_numbers", "view", "&Numbers", check=True, help="Show the numbers of the hexes"),
    Act("layer_names", "view", "Na&mes", check=True, help="Show the names of towns, rivers and everything else that has one"),
    Act("layer_roads", "view", "&Roads", check=True, help="Show roads and tracks"),
    Act("layer_lines", "view", "&Lines", check=True, help="Show fronts, borders and other named lines"),
    "view",
    Act("look", "draw", "&Look", "Ctrl+Shift+L", help="Put the ink away: click to show a hex, drag to move the map"),
    Act("ink", "draw", "Choose an &ink", "Ctrl+K", help="Go to the list of inks; choose with the arrow keys, leave with Tab"),
    Act("rub", "draw", "&Erase", "Ctrl+E", help="Erase instead of drawing, or draw again"),
    "draw",
    Act("brush", "draw", "&Brush", "Ctrl+B", help="Draw hex by hex, as wide as the brush"),
    Act("row", "draw", "&Row", "Ctrl+L", help="Draw a straight row from hex to hex"),
    Act("box", "draw", "B&ox", "Ctrl+R", help="Draw on every hex between two columns and two rows"),
    Act("fill", "draw", "&Fill", "Ctrl+G", help="Draw on all connected hexes of the same terrain"),
    Act("banks", "draw", "Fill stops at &water", check=True, help="Filling does not cross rivers and streams"),
    "draw",
    Act("size_0", "draw", "&1 hex", "Ctrl+1", help="A brush of one hex"),
    Act("size_1", "draw", "&7 hexes", "Ctrl+2", help="A brush of seven hexes: one and those around it"),
    Act("size_2", "draw", "1&9 hexes", "Ctrl+3", help="A brush of nineteen hexes: two rings around one"),
    Act("size_3", "draw", "&37 hexes", "Ctrl+4", help="A brush of thirty-seven hexes: three rings around one"),
    Act("grid", "map", "&Size and numbers…", help="Add or remove rows and columns; change how hexes are oriented and numbered"),
    Act("back", "map", "&Bring back missing hexes", help="Restore every hex of the grid that is not on the map, as bare ground"),
    Act("steep", "map", "&Cliffs where it is steep…", help="Place a kind of hexside wherever two hexes differ by a given number of levels"),
    Act("clusters", "map", "&Terrain from the picture…", help="Propose terrain from the colours of the traced picture; doubtful hexes are highlighted"),
    Act("about", "map", "&About the map…", help="Title, key, scale, origin and credits"),
    "map",
    Act("import", "map", "&Import GeoJSON…", help="Import rivers, roads, woods and towns from geographic data files onto this grid"),
    Act("compile", "map", "Reco&mpile from its recipe", help="Rebuild the map from its recipe and the geographic data, and compare"),
    "map",
    Act("check", "map", "Chec&k all", "F7", help="Run every check now, and show what is wrong"),
)  # fmt: skip
"""The actions of the map editor."""
MAP_MENUS = {**EVERY_MENU, "draw": mark("&Draw"), "map": mark("&Map")}


class EditActs:
    """The actions of one window by name, added to their menus."""

    def __init__(self, window: QMainWindow, menus: Mapping[str, str], rows: Sequence[Act | str]) -> None:
        self.menus = menus_of(window, menus, "edit.menu.")
        self.by_name: dict[str, QAction] = {}
        for row, action in acts_of(window, self.menus, rows, "edit."):
            action.setShortcuts(keys_of(row.keys))
            action.setToolTip(as_it_is("\n".join(x for x in (tr(row.help), first_key(action)) if x)))
            self.by_name[row.name] = action

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]
