"""What a row of the table of actions is, and the rows about what is seen and what is heard."""

from __future__ import annotations

from typing import NamedTuple


class Act(NamedTuple):
    """One action. ``keys`` are separated by blanks; ``at`` says when it can be used: always or with a game."""

    name: str
    menu: str
    text: str
    keys: str = ""
    at: str = "game"
    check: bool = False
    help: str = ""


SEEING = (
    Act(
        "view.contrast",
        "View",
        "&High contrast",
        "Ctrl+Shift+H",
        "always",
        check=True,
        help="Bright signs on black, thick outlines and cursor: seven to one for every text, on the map as well",
    ),
    Act(
        "view.safe_colours",
        "View",
        "Colour-blind saf&e",
        "",
        "always",
        check=True,
        help="Orange and blue instead of red and green, for counters, overlays and results; goes with every light",
    ),
    Act(
        "view.text_larger",
        "View",
        "&Larger text",
        "Ctrl+Alt++ Ctrl+Alt+=",
        "always",
        help="The text of menus and docks, a point at a time, up to twice its size",
    ),
    Act(
        "view.text_smaller",
        "View",
        "S&maller text",
        "Ctrl+Alt+-",
        "always",
        help="The text of menus and docks, a point at a time, down to what the system has",
    ),
)
"""The other lights, safe colours, and the size of the text."""
HEARING = (
    Act(
        "game.read_hex",
        "Game",
        "Read out the he&x",
        "Ctrl+I",
        help="A screen reader tells all of the hex under the cursor: terrain, units with their factors, roads, rivers, overlays",
    ),
    Act(
        "game.read_prompt",
        "Game",
        "Read &out what is asked",
        "Ctrl+Shift+I",
        help="A screen reader tells whose decision it is, what can be done, and how many units can act",
    ),
)
"""What a screen reader is asked for."""
