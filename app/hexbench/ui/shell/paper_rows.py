"""The actions that put something on paper, as rows of the table of all actions; they stand in a menu below File."""

from __future__ import annotations

from hexbench.ui.widgets.acts import Act

PAPER: tuple[Act, ...] = (
    Act("paper.picture", "File", "&Map as a picture…", help="A PNG of what the window shows, of the whole map or of a frame, at the scale you choose"),
    Act("paper.chart", "File", "Map as a &PDF…", help="The map or a crop with its counters, as lines and letters: one sheet, a poster of several, or one large page"),
    Act("paper.study", "File", "&Study sheet…", help="A PDF of the place you look at: the map, the combat with its chances, notes, units, the last lines of the log"),
    Act("paper.cards", "File", "Set-up &cards…", help="A PDF of cards to cut out: every formation with its counters and their set-up hexes or turns of entry"),
    Act("paper.log", "File", "&Log with maps…", help="What your side was told, turn by turn with a small map of each, as Markdown or as a page of HTML"),
    Act("paper.module", "File", "&VASSAL module…", help="Map, counters, tables and turns as a module that VASSAL opens, as your side knows them"),
    Act("paper.saved", "File", "VASSAL saved &game…", help="The position as a saved game of its VASSAL module, to be played on there and opened here again by File > Open"),
    Act("paper.steps", "File", "VASSAL l&og…", help="The game so far as a log that VASSAL steps through, with the sentences of the log, and the module it goes with"),
    Act("file.print", "File", "&Print…", "Ctrl+P", help="The map or a part of it on paper, with a look at the sheets before they are printed"),
)  # fmt: skip
EXPORTS = (
    "paper.picture",
    "paper.chart",
    "paper.study",
    "paper.cards",
    "paper.log",
    "paper.module",
    "paper.saved",
    "paper.steps",
)
"""Those that write a file, in the order of their menu."""
