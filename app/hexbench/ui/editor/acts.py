"""Every action of the two editors as a row: name, menu, words, key, and what it is for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow

from hexbench.ui.look.language import as_it_is, mark, tr
from hexbench.ui.widgets.acts import Act, acts_of, first_key, keys_of, menus_of

EVERY_MENU = {"file": mark("&File"), "edit": mark("&Edit"), "view": mark("&View")}
"""Menus that every editor has, and below rows that several have."""
SAVE_AS, CLOSE, WHOLE = (
    Act("save_as", "file", "Save &as…", "Ctrl+Shift+S", help="Write it under another name, and go on there"),
    Act("close", "file", "&Close", "Ctrl+W", help="Close the editor; what is not saved is asked about first"),
    Act("fit", "view", "&Whole map", "Ctrl+0", help="The map from edge to edge"),
)  # fmt: skip
SAVING = (
    Act("save", "file", "&Save", "Ctrl+S", help="Write the file; the first time a name is asked for"),
    SAVE_AS,
)
HISTORY = (
    Act("undo", "edit", "&Undo", "Ctrl+Z", help="Take the last edit back, as far as the document as it was opened"),
    Act("redo", "edit", "&Redo", "Ctrl+Shift+Z Ctrl+Y", help="Do the edit again that was taken back last"),
)  # fmt: skip
ZOOM = (
    Act("zoom_in", "view", "Zoom &in", "Ctrl++ Ctrl+=", help="Nearer, about the middle of the map"),
    Act("zoom_out", "view", "Zoom &out", "Ctrl+-", help="Farther away, about the middle of the map"),
)
PANES = (
    Act("next_pane", "view", "Ne&xt pane", "F6", help="The keyboard goes round the map and the docks"),
    Act("last_pane", "view", "&Previous pane", "Shift+F6", help="The keyboard goes round the other way"),
)
SCENARIO: tuple[Act | str, ...] = (
    Act("new", "file", "&New scenario…", "Ctrl+N", help="From nothing: a game, a map, and nobody there yet"),
    Act("new_here", "file", "New scenario on this &map", help="From nothing on the map of this one, in a window of its own"),
    Act("open", "file", "&Open…", "Ctrl+O", help="A scenario or position from a file, in a window of its own"),
    "file",
    *SAVING,
    "file",
    Act("play", "file", "Pla&y it", "F5", help="Begin a game of the scenario as it stands, in the window of games"),
    Act("map", "file", "Edit &its map…", help="Open the map of this scenario in the map editor"),
    "file",
    Act("pass_on", "file", "&Pass on…", help="Save the scenario and pass it on as one file, with its map and all that it needs"),
    "file",
    CLOSE,
    *HISTORY,
    "edit",
    Act("cut", "edit", "Cu&t", "Ctrl+X", help="Take the selected counters out, to be pasted elsewhere"),
    Act("copy", "edit", "&Copy", "Ctrl+C", help="Remember the selected counters, or cells of a table, to be pasted"),
    Act("paste", "edit", "&Paste", "Ctrl+V", help="Lay copies of what was remembered on the hex under the cursor, or write cells"),
    Act("duplicate", "edit", "&Duplicate", "Ctrl+D", help="The selected counters once more, where they are"),
    Act("delete", "edit", "De&lete", "Del", help="Take the selected counters out of the scenario"),
    Act("unplace", "edit", "Take off the &map", "Backspace", help="Put the selected counters into the tray, placed nowhere"),
    "edit",
    Act("stack", "edit", "Select the &stack", "Ctrl+A", help="Every counter of the hex under the cursor"),
    Act("none", "edit", "Select &nothing", "Ctrl+Shift+A", help="No counter is selected any more"),
    "edit",
    Act("add", "edit", "Ne&w counter", "Ctrl+Shift+N", help="A new counter on the hex under the cursor: of the side of the selected one"),
    Act("module_counters", "edit", "Counters &from a VASSAL module…", help="New counters with the names of those in a module's palette, placed nowhere yet"),
    Act("borrow", "edit", "&Borrow counters…", "Ctrl+B", help="Counters of another scenario, or of the position of a saved game, chosen from a list"),
    Act("design", "edit", "Counter desi&gner…", "Ctrl+E", help="Symbol, size, factors and colours of the selected counter, with a live picture"),
    *ZOOM,
    Act("zoom_real", "view", "&Full size", "Ctrl+1", help="Counters as large as they were drawn"),
    WHOLE,
    Act("fit_selection", "view", "&Selection", "Ctrl+9", help="Bring the selected counters into view"),
    "view", *PANES, "view",
    Act("check", "scenario", "&Check all", "F7", help="Run every check now, and show what is wrong"),
    Act("try", "scenario", "&Try it…", "F9", help="Let the computer play games of the scenario, and look at how they end"),
    Act("brush", "scenario", "&Paint the zone", "B", help="Take the brush for the chosen zone, or put it away"),
    "scenario",
)  # fmt: skip
"""Of the scenario editor. A bare name is a line in that menu."""
SCENARIO_MENUS = {**EVERY_MENU, "scenario": mark("&Scenario")}
"""Key of a menu -> its words, in the order of the bar."""
MAP: tuple[Act | str, ...] = (
    Act("new", "file", "&New map…", "Ctrl+N", help="From nothing: a game, a grid, and bare ground"),
    Act("open", "file", "&Open…", "Ctrl+O", help="A map from a file, in a window of its own"),
    Act("scenario", "file", "Ne&w scenario on this map…", help="Save the map, then a scenario from nothing on it, in the scenario editor"),
    "file",
    Act("save", "file", "&Save", "Ctrl+S", help="Write the file; a map without one gets it among your own maps"),
    SAVE_AS,
    "file",
    Act("pass_on", "file", "&Pass on…", help="Save the map and pass it on as one file, with licence and checksums"),
    Act("picture", "file", "Save a p&icture…", help="The whole map as a PNG, as large as it was drawn"),
    "file",
    CLOSE,
    Act("undo", "edit", "&Undo", "Ctrl+Z", help="Take the last stroke back, as far as the map as it was opened"),
    Act("redo", "edit", "&Redo", "Ctrl+Shift+Z Ctrl+Y", help="Draw the stroke again that was taken back last"),
    "edit",
    Act("place", "edit", "&Place here…", "Ctrl+T", help="Name the hex under the cursor, or change its name"),
    Act("pick", "edit", "P&ick up the ink", "Ctrl+P", help="Take the terrain of the hex under the cursor in hand"),
    Act("chain", "edit", "Name what runs &here…", "Ctrl+J", help="A name for the whole river or wall along the hex under the cursor"),
    *ZOOM, WHOLE,
    "view", *PANES, "view",
    Act("layer_grid", "view", "&Grid", check=True, help="The outlines of the hexes are drawn"),
    Act("layer_numbers", "view", "&Numbers", check=True, help="The numbers of the hexes are drawn"),
    Act("layer_names", "view", "Na&mes", check=True, help="Towns, rivers and whatever else has a name are drawn"),
    Act("layer_roads", "view", "&Roads", check=True, help="Roads and tracks are drawn"),
    Act("layer_lines", "view", "&Lines", check=True, help="Fronts, borders and other named lines are drawn"),
    "view",
    Act("look", "draw", "&Look", "Ctrl+Shift+L", help="Put the ink away: a click shows the hex, a drag moves the map"),
    Act("ink", "draw", "Choose an &ink", "Ctrl+K", help="Go to the list of inks; the arrows choose, Tab leaves it"),
    Act("rub", "draw", "R&ub out", "Ctrl+E", help="Take away in place of laying on, or lay on again"),
    "draw",
    Act("brush", "draw", "&Brush", "Ctrl+B", help="Lay it on hex by hex, as wide as the brush is"),
    Act("row", "draw", "&Row", "Ctrl+L", help="Lay it on in a straight row from hex to hex"),
    Act("box", "draw", "B&ox", "Ctrl+R", help="Lay it on between two columns and two rows"),
    Act("fill", "draw", "&Fill", "Ctrl+G", help="Lay it on all hexes of one terrain that hang together"),
    Act("banks", "draw", "Fill stops at &water", check=True, help="Filling does not cross rivers and streams"),
    "draw",
    Act("size_0", "draw", "&1 hex", "Ctrl+1", help="A brush of one hex"),
    Act("size_1", "draw", "&7 hexes", "Ctrl+2", help="A brush of seven hexes: one and those round it"),
    Act("size_2", "draw", "1&9 hexes", "Ctrl+3", help="A brush of nineteen hexes: two rings round one"),
    Act("size_3", "draw", "&37 hexes", "Ctrl+4", help="A brush of thirty-seven hexes: three rings round one"),
    Act("grid", "map", "&Size and numbers…", help="Rows and columns more or fewer, how the hexes stand and are numbered"),
    Act("back", "map", "Put missing hexes &back", help="Every hex of the grid that is not on the map comes back as bare ground"),
    Act("steep", "map", "&Cliffs where it is steep…", help="A kind of hexside wherever two hexes differ by so many levels"),
    Act("clusters", "map", "&Terrain from the picture…", help="Proposed by the colours of the picture that is traced; doubtful hexes are lit"),
    Act("about", "map", "&About the map…", help="Title, key, scale, where it comes from, who is to be named"),
    "map",
    Act("import", "map", "&Import GeoJSON…", help="Rivers, roads, woods and towns from files of the ground, laid on this grid"),
    Act("compile", "map", "Co&mpile its recipe anew", help="Make the map from its recipe and the geography again, and compare"),
    "map",
    Act("check", "map", "Chec&k it", "F7", help="Run every check now, and show what is wrong"),
)  # fmt: skip
"""Of the map editor."""
MAP_MENUS = {**EVERY_MENU, "draw": mark("&Draw"), "map": mark("&Map")}


class EditActs:
    """The actions of one window by name, in their menus."""

    def __init__(self, window: QMainWindow, menus: Mapping[str, str], rows: Sequence[Act | str]) -> None:
        self.menus = menus_of(window, menus, "edit.menu.")
        self.by_name: dict[str, QAction] = {}
        for row, action in acts_of(window, self.menus, rows, "edit."):
            action.setShortcuts(keys_of(row.keys))
            action.setToolTip(as_it_is("\n".join(x for x in (tr(row.help), first_key(action)) if x)))
            self.by_name[row.name] = action

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]
