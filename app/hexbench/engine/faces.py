"""Display values that lie on the map: counters and markers. They are taken from :mod:`hexbench.engine.display`."""

from __future__ import annotations

from typing import Literal

from hexbench.engine.values import Say, Value


class Mark(Value, frozen=True):
    """A state shown on a counter: ``key`` picks colour and shape, ``letter`` is drawn, ``say`` explains it."""

    key: str
    letter: str
    say: Say
    rule: str = ""


class Tag(Value, frozen=True):
    """A small square at the right of a counter: at its ``corner``, or a third of the way down its ``edge``.

    ``key`` is a palette key of rings: the colour of the group it speaks of; empty: a plain one.
    """

    at: Literal["corner", "edge"]
    key: str
    say: Say
    rule: str = ""


class Face(Value, frozen=True, kw_only=True):
    """The picture of one counter, as the viewer may see it."""

    unit: str
    side: str
    title: Say
    """The full name, for tooltips and screen readers."""
    colour: str
    """Palette key of the counter's ground and ink: a nationality or branch."""
    symbol: str
    """infantry, mech_infantry, armor, recon, cavalry, engineer, artillery, antitank, airborne, commando, ..."""
    crew: tuple[str, ...] = ()
    """Who stands on a squad's base, drawn in place of the symbol: regular, elite, officer, mg, mortar."""
    room: int = 0
    """Slots of that base: a crew-served weapon takes two of them, a man one."""
    echelon: str = ""
    """Size sign above the symbol box: "II" battalion, "III" regiment, "X" brigade, "XX" division."""
    name: str = ""
    """Designation beside the symbol."""
    parent: str = ""
    """The formation it belongs to, in words as short as printed."""
    bar: str = ""
    """Palette key of the formation's bar; empty: no bar."""
    box: str = ""
    """Palette key of the small box that holds ``letter``; empty: no box."""
    letter: str = ""
    left: str = ""
    """Bottom left factor (combat)."""
    right: str = ""
    """Bottom right factor (movement)."""
    steps: tuple[int, int] = (1, 1)
    """Steps now and at full strength."""
    back: bool = False
    """The counter shows its reduced side."""
    spent: bool = False
    """It has acted this phase and is drawn muted."""
    hidden: bool = False
    """An anonymous handle: nothing but its side is known."""
    marks: tuple[Mark, ...] = ()
    share: int = -1
    """How much of its full strength is left, in percent, drawn as a bar up the left edge; -1: no bar."""
    ring: str = ""
    """Palette key of a border round the counter: the group it belongs to for now. Each has a colour and a pattern."""
    tags: tuple[Tag, ...] = ()
    group: str = ""
    """Formation path for rosters: "6th Panzer Army/1st SS"."""


class Chip(Value, frozen=True):
    """A marker on the map: ``at`` is a hex or a hexside. ``key`` picks its picture."""

    key: str
    at: str
    text: str = ""
    say: Say = Say("")
    rule: str = ""
    toward: str = ""
    """Of a marker on a hexside: the hex it lies nearer to, its end of a bridge for example."""
