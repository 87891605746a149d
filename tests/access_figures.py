"""`python -m tests.access_figures`: measures every palette and writes the figures and the keyboard map into docs/accessibility.md.

A test fails if the page differs from what is measured (tests/ui/look/test_accessibility_page.py).
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from hexbench.ui.look.contrast import VISIONS, difference, grey, mix, ratio
from hexbench.ui.look.palette import Palette
from hexbench.ui.shell.actions import MENUS, TABLE
from hexbench.ui.widgets.acts import Act
from tests.ui.look.test_vision import OPPOSED
from tests.ui.look.wardrobe import GAMES, WORN, worn

PAGE = Path(__file__).resolve().parents[1] / "docs" / "accessibility.md"
MEASURED, KEYS = "## Measured", "## Keyboard map"
"""The chapters of the page that are written by this module."""
LOOKS = tuple(dict.fromkeys((light, safe) for light, safe, _ in WORN))


def look_name(light: str, safe: bool) -> str:
    """The name of a look on the page."""
    return light.replace("contrast", "high contrast").capitalize() + (", safe" if safe else "")


def text_pairs(found: Palette) -> Iterator[float]:
    """The contrast of every text with its background."""
    chrome, land = found.chrome, found.map
    for ground in (chrome.window, chrome.base, chrome.alternate, chrome.button):
        for ink in (
            chrome.text,
            chrome.muted,
            chrome.link,
            chrome.accent,
            chrome.good,
            chrome.warn,
            chrome.bad,
        ):
            yield ratio(ink, ground)
    yield ratio(chrome.highlighted_text, chrome.highlight)
    yield ratio(chrome.tooltip_text, chrome.tooltip)
    yield from (ratio(ink, land.halo) for ink in (land.label, land.label_water, land.label_region))


def counter_pairs(found: Palette) -> Iterator[float]:
    """The contrast of every text of a counter, fresh and spent, of boxes, marks and sides."""
    for style in found.counters.values():
        spent = mix(grey(style.ground), style.ground, 0.25)
        yield from (ratio(style.ink, ground) for ground in (style.ground, style.field, spent))
    for table in (found.boxes, found.marks, found.sides):
        yield from (ratio(style.ink, style.ground) for style in table.values())


def mark_pairs(found: Palette) -> Iterator[float]:
    """The contrast of pictures, patterns and the ring round the focused widget."""
    yield from (ratio(style.ink, style.ground) for style in found.chips.values())
    for tone in found.tones.values():
        under = tone.fill if tone.pattern == "solid" else mix(found.map.paper, tone.fill, tone.alpha / 255)
        yield ratio(tone.ink, under)
    chrome = found.chrome
    yield from (ratio(chrome.focus, g) for g in (chrome.window, chrome.base, chrome.alternate, chrome.button))


def opposed(found: Palette) -> Iterator[tuple[str, str]]:
    """Colours with opposite meanings: tones, good and bad, the two sides."""
    tones = found.tones
    yield from ((found.tone(a).fill, found.tone(b).fill) for a, b in OPPOSED if a in tones and b in tones)
    yield found.chrome.good, found.chrome.bad
    yield from itertools.combinations((style.ground for style in found.sides.values()), 2)


def counters_of_two(found: Palette) -> Iterator[tuple[str, str]]:
    """The background of a counter of one side with that of one of the other."""
    grounds = {key: style.ground for key, style in found.counters.items()}
    mine = [g for key, g in grounds.items() if key.startswith("german")]
    yield from itertools.product(mine, [g for key, g in grounds.items() if not key.startswith("german")])


def palettes(light: str, safe: bool) -> list[Palette]:
    """A look with the keys of every game."""
    return [worn(light, safe, game) for game in GAMES]


def measured() -> str:
    """Both tables as the page has them."""
    lines = [
        "Least contrast over all games (WCAG 2; 21 is black on white):",
        "",
        "| look | promised | texts of windows and map | texts of counters, boxes, marks | pictures, patterns, ring |",
        "|---|---|---|---|---|",
    ]
    for light, safe in LOOKS:
        found = palettes(light, safe)
        least = [min(x for p in found for x in pairs(p)) for pairs in (text_pairs, counter_pairs, mark_pairs)]
        promise = f"{found[0].least_text:g} and {found[0].least_mark:g}"
        lines.append(
            f"| {look_name(light, safe)} | {promise} | " + " | ".join(f"{x:.1f}" for x in least) + " |"
        )
    lines += [
        "",
        "Least difference over all games (CIEDE2000; 1 can just be seen side by side) of colours that mean the opposite",
        "(zones, supply, won and lost, good and bad, ways, sides), and of a counter of one side with one of the other:",
        "",
        "| look | " + " | ".join(VISIONS) + " |",
        "|---|" + "---|" * len(VISIONS),
    ]
    for light, safe in LOOKS:
        cells = []
        for vision in VISIONS:
            one, other = (
                min(
                    (difference(a, b, vision) for p in palettes(light, safe) for a, b in pairs(p)),
                    default=0.0,
                )
                for pairs in (opposed, counters_of_two)
            )
            cells.append(f"{one:.0f} and {other:.0f}")
        lines.append(f"| {look_name(light, safe)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def rows() -> Iterable[Act]:
    """Every action that has a key."""
    return [row for row in TABLE if not isinstance(row, str) and row.keys]


def keyboard_map() -> str:
    """Every action that has a key, menu by menu."""
    lines = ["| menu | action | keys |", "|---|---|---|"]
    for menu in MENUS:
        for row in rows():
            if row.menu == menu:
                keys = " ".join(f"`{key}`" for key in row.keys.split(" "))
                lines.append(f"| {menu} | {row.text.replace('&', '').rstrip('…')} | {keys} |")
    return "\n".join(lines)


def chapter(text: str, head: str) -> str:
    """The text under a heading of the page, up to the next heading."""
    return text.partition(f"{head}\n")[2].partition("\n## ")[0].strip()


def written(text: str) -> str:
    """The page with both chapters up to date."""
    for head, body in ((MEASURED, measured()), (KEYS, keyboard_map())):
        before, _, after = text.partition(f"{head}\n")
        _, mark, rest = after.partition("\n## ")
        text = f"{before}{head}\n\n{body}\n" + (f"{mark}{rest}" if mark else "")
    return text


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
