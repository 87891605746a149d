"""How the files of a palette are laid over each other, and how their inks are made to reach the contrast they promise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexbench.ui.look.contrast import MARGIN, MARK, TEXT, ink_on, mix, ratio, stand_out

JOINED: Final = (
    *("terrain", "feature", "water", "road", "line", "tone", "mark"),
    *("chip", "ring", "counter", "bar", "box", "side"),
)
"""Tables of a palette to which a game may add keys of its own."""
SAFE: Final = "safe"
"""The part of a game's palette that holds for colour-blind eyes, in any light."""
LIGHTS: Final = ("day", "night", "contrast")
"""The desktop's palettes. A part of a file named so holds in that light only."""
Tables = dict[str, Any]


def join(desktop: Mapping[str, Any], game: Mapping[str, Any], safe: Mapping[str, Any] | None) -> Tables:
    """All tables in use: the desktop's, the game's over them, and the safe ones last. Raises ValueError, one sentence.

    ``[night.tone.x]`` goes over ``[tone.x]`` by night. In a game ``[safe.counter.x]`` goes over ``[counter.x]`` where
    safe colours are asked for.
    """
    light = str(desktop.get("name"))
    out: Tables = dict(desktop)
    for table in game:
        if table not in (*JOINED, *LIGHTS, SAFE):
            raise ValueError(f"A game's palette has no table named {table!r}.")
    _lay(out, _plain(game))
    _lay(out, game.get(light, {}))
    if safe is not None:
        _lay(out, {table: entries for table, entries in _plain(safe).items() if table != "name"})
        _lay(out, safe.get(light, {}))
        asked = game.get(SAFE, {})
        _lay(out, _plain(asked))
        _lay(out, asked.get(light, {}))
    if out.get("text", TEXT) > TEXT:
        _strengthen(out)
    return out


def _plain(tables: Mapping[str, Any]) -> Tables:
    """The tables of a file that hold in every light."""
    return {name: entries for name, entries in tables.items() if name not in (*LIGHTS, SAFE)}


def _lay(under: Tables, over: Mapping[str, Any]) -> None:
    """Put tables over others, entry by entry and within an entry field by field."""
    for table, entries in over.items():
        old = dict(under.get(table, {}))
        for key, entry in entries.items():
            before = old.get(key)
            old[key] = {**before, **entry} if isinstance(entry, dict) and isinstance(before, dict) else entry
        under[table] = old


def _strengthen(tables: Tables) -> None:
    """Let every ink that a game brought stand out as much as the palette promises."""
    text, mark = float(tables["text"]), float(tables.get("mark_contrast", MARK))
    for name, least in (("counter", text), ("box", text), ("mark", text), ("side", text), ("chip", mark)):
        tables[name] = {key: _strong(dict(entry), least) for key, entry in tables.get(name, {}).items()}
    paper = str(tables["map"]["paper"])
    tones = {}
    for key, tone in tables["tone"].items():
        under = tone["fill"] if tone["pattern"] == "solid" else mix(paper, tone["fill"], tone["alpha"] / 255)
        enough = ratio(tone["ink"], under) >= mark
        tones[key] = tone if enough else {**tone, "ink": ink_on(under, "#000000", "#ffffff")}
    tables["tone"] = tones


def _strong(entry: Tables, least: float) -> Tables:
    entry["ink"], entry["ground"] = stand_out(str(entry["ink"]), str(entry["ground"]), least * MARGIN)
    if "field" in entry and ratio(entry["ink"], entry["field"]) < least * MARGIN:
        entry["field"] = entry["ground"]
    return entry
