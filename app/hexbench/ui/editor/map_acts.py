"""Every action of the map editor: its name, menu, words, key, and what it is for."""

from __future__ import annotations

from hexbench.ui.editor.acts import Act
from hexbench.ui.look.language import tr


def menus() -> tuple[tuple[str, str], ...]:
    """The menus in order."""
    return (
        ("file", tr("&File")),
        ("edit", tr("&Edit")),
        ("view", tr("&View")),
        ("draw", tr("&Draw")),
        ("map", tr("&Map")),
    )


def table() -> tuple[Act, ...]:
    """The actions in the order of their menus, in the language of now."""
    return (
        Act("file", "new", tr("&New map…"), "Ctrl+N", tr("From nothing: a game, a grid, and bare ground")),
        Act("file", "open", tr("&Open…"), "Ctrl+O", tr("A map from a file, in a window of its own")),
        Act("file", "scenario", tr("Ne&w scenario on this map…"), "", tr("Save the map, then a scenario from nothing on it, in the scenario editor")),
        Act("file"),
        Act("file", "save", tr("&Save"), "Ctrl+S", tr("Write the file; a map without one gets it among your own maps")),
        Act("file", "save_as", tr("Save &as…"), "Ctrl+Shift+S", tr("Write it under another name, and go on there")),
        Act("file"),
        Act("file", "pass_on", tr("&Pass on…"), "", tr("Save the map and pass it on as one file, with licence and checksums")),
        Act("file", "picture", tr("Save a p&icture…"), "", tr("The whole map as a PNG, as large as it was drawn")),
        Act("file"),
        Act("file", "close", tr("&Close"), "Ctrl+W", tr("Close the editor; what is not saved is asked about first")),
        Act("edit", "undo", tr("&Undo"), "Ctrl+Z", tr("Take the last stroke back, as far as the map as it was opened")),
        Act("edit", "redo", tr("&Redo"), "Ctrl+Shift+Z Ctrl+Y", tr("Draw the stroke again that was taken back last")),
        Act("edit"),
        Act("edit", "place", tr("&Place here…"), "Ctrl+T", tr("Name the hex under the cursor, or change its name")),
        Act("edit", "pick", tr("P&ick up the ink"), "Ctrl+P", tr("Take the terrain of the hex under the cursor in hand")),
        Act("edit", "chain", tr("Name what runs &here…"), "Ctrl+J", tr("A name for the whole river or wall along the hex under the cursor")),
        Act("view", "zoom_in", tr("Zoom &in"), "Ctrl++ Ctrl+=", tr("Nearer, about the middle of the map")),
        Act("view", "zoom_out", tr("Zoom &out"), "Ctrl+-", tr("Farther away, about the middle of the map")),
        Act("view", "fit", tr("&Whole map"), "Ctrl+0", tr("The map from edge to edge")),
        Act("view"),
        Act("view", "layer_grid", tr("&Grid"), "", tr("The outlines of the hexes are drawn")),
        Act("view", "layer_numbers", tr("&Numbers"), "", tr("The numbers of the hexes are drawn")),
        Act("view", "layer_names", tr("Na&mes"), "", tr("Towns, rivers and whatever else has a name are drawn")),
        Act("view", "layer_roads", tr("&Roads"), "", tr("Roads and tracks are drawn")),
        Act("view", "layer_lines", tr("&Lines"), "", tr("Fronts, borders and other named lines are drawn")),
        Act("view"),
        Act("draw", "look", tr("&Look"), "Ctrl+Shift+L", tr("Put the ink away: a click shows the hex, a drag moves the map")),
        Act("draw", "ink", tr("Choose an &ink"), "Ctrl+K", tr("Go to the list of inks; the arrows choose, Tab leaves it")),
        Act("draw", "rub", tr("R&ub out"), "Ctrl+E", tr("Take away in place of laying on, or lay on again")),
        Act("draw"),
        Act("draw", "brush", tr("&Brush"), "Ctrl+B", tr("Lay it on hex by hex, as wide as the brush is")),
        Act("draw", "row", tr("&Row"), "Ctrl+L", tr("Lay it on in a straight row from hex to hex")),
        Act("draw", "box", tr("B&ox"), "Ctrl+R", tr("Lay it on between two columns and two rows")),
        Act("draw", "fill", tr("&Fill"), "Ctrl+G", tr("Lay it on all hexes of one terrain that hang together")),
        Act("draw", "banks", tr("Fill stops at &water"), "", tr("Filling does not cross rivers and streams")),
        Act("draw"),
        Act("draw", "size_0", tr("&1 hex"), "Ctrl+1", tr("A brush of one hex")),
        Act("draw", "size_1", tr("&7 hexes"), "Ctrl+2", tr("A brush of seven hexes: one and those round it")),
        Act("draw", "size_2", tr("1&9 hexes"), "Ctrl+3", tr("A brush of nineteen hexes: two rings round one")),
        Act("draw", "size_3", tr("&37 hexes"), "Ctrl+4", tr("A brush of thirty-seven hexes: three rings round one")),
        Act("map", "grid", tr("&Size and numbers…"), "", tr("Rows and columns more or fewer, how the hexes stand and are numbered")),
        Act("map", "back", tr("Put missing hexes &back"), "", tr("Every hex of the grid that is not on the map comes back as bare ground")),
        Act("map", "steep", tr("&Cliffs where it is steep…"), "", tr("A kind of hexside wherever two hexes differ by so many levels")),
        Act("map", "clusters", tr("&Terrain from the picture…"), "", tr("Proposed by the colours of the picture that is traced; doubtful hexes are lit")),
        Act("map", "about", tr("&About the map…"), "", tr("Title, key, scale, where it comes from, who is to be named")),
        Act("map"),
        Act("map", "import", tr("&Import GeoJSON…"), "", tr("Rivers, roads, woods and towns from files of the ground, laid on this grid")),
        Act("map", "compile", tr("Co&mpile its recipe anew"), "", tr("Make the map from its recipe and the geography again, and compare")),
        Act("map"),
        Act("map", "check", tr("Chec&k it"), "F7", tr("Run every check now, and show what is wrong")),
    )  # fmt: skip


CHECKS = frozenset(
    ("layer_grid", "layer_numbers", "layer_names", "layer_roads", "layer_lines", "banks"),
)
"""The actions that are on or off."""
