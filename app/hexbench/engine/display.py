"""Display values: what a game shows, as data. The desktop draws these and learns nothing else about a game.

Colours are keys into the game's palette (``resources/games/<key>/palette.toml``), symbols are keys of the desktop's
symbol painter, and texts are short: they must fit a counter.
"""

from __future__ import annotations

from typing import Literal

from hexbench.engine.values import Say, Value


# ---- counters and markers -------------------------------------------------------------------------------------------
class Mark(Value, frozen=True):
    """A state shown on a counter: ``key`` picks colour and shape, ``letter`` is drawn, ``say`` explains it."""

    key: str
    letter: str
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
    group: str = ""
    """Formation path for rosters: "6th Panzer Army/1st SS"."""


class Chip(Value, frozen=True):
    """A marker on the map: ``at`` is a hex or a hexside. ``key`` picks its picture."""

    key: str
    at: str
    text: str = ""
    say: Say = Say("")
    rule: str = ""


# ---- things in docks ------------------------------------------------------------------------------------------------
class Fact(Value, frozen=True):
    """One line of an inspector: a label, a value, the rules behind it, and hexes to light."""

    label: Say
    value: Say
    rules: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


class Facts(Value, frozen=True):
    """An inspector's page about one thing."""

    title: Say
    facts: tuple[Fact, ...] = ()


class Box(Value, frozen=True):
    """One box of a track. ``lines`` are short texts, ``units`` counters standing in it, ``tone`` a palette key."""

    key: str
    title: str
    lines: tuple[Say, ...] = ()
    units: tuple[str, ...] = ()
    tone: str = ""


class Track(Value, frozen=True):
    """A row of boxes with a marker: a turn record, a score track."""

    key: str
    title: Say
    boxes: tuple[Box, ...]
    now: int = -1
    source: str = "rules"


class Points(Value, frozen=True):
    """One heap of a pool: how many are ready and how many are spent, and what they may be given to."""

    key: str
    title: Say
    ready: int
    spent: int = 0
    side: str = ""


class Pool(Value, frozen=True):
    """Points to be spent: air points, command points, replacements."""

    key: str
    title: Say
    heaps: tuple[Points, ...]
    rule: str = ""


class Table(Value, frozen=True):
    """A printed table. ``lit`` are (row, column) cells to light; ``source`` marks a reconstruction."""

    key: str
    title: Say
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    lit: tuple[tuple[int, int], ...] = ()
    source: str = "rules"
    provenance: str = ""
    rule: str = ""


class Card(Value, frozen=True):
    """One card of a hand or a row."""

    key: str
    title: Say
    text: Say
    cost: str = ""
    usable: bool = False


class Cards(Value, frozen=True):
    """Cards a side may see."""

    key: str
    title: Say
    cards: tuple[Card, ...]
    side: str = ""


class RosterEntry(Value, frozen=True):
    """One unit in a roster: where it is, in one word how it is."""

    unit: str
    at: str
    status: Say
    path: tuple[str, ...] = ()


class Roster(Value, frozen=True):
    """The order of battle as the viewer knows it, in order."""

    key: str
    title: Say
    entries: tuple[RosterEntry, ...]


class Field(Value, frozen=True):
    """One field of a form: a number within bounds, or a choice."""

    key: str
    title: Say
    value: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0


class Form(Value, frozen=True):
    """A form to fill in: a hypothetical attack, a scenario option page."""

    key: str
    title: Say
    fields: tuple[Field, ...]


class ProfilePoint(Value, frozen=True):
    """A point of an elevation profile: the hex, its ground and what stands on it, in levels; ``blocks`` by which rule."""

    hex: str
    ground: int
    top: int
    blocks: str = ""


class Profile(Value, frozen=True):
    """A cut through the map along a line of sight."""

    title: Say
    points: tuple[ProfilePoint, ...]
    clear: bool = True


Panel = Facts | Track | Pool | Table | Cards | Roster | Form | Profile


# ---- overlays on the map --------------------------------------------------------------------------------------------
class Shade(Value, frozen=True):
    """A hex shaded in a tone (a palette key that also names a pattern), with a short text."""

    hex: str
    tone: str
    text: str = ""


class Trail(Value, frozen=True):
    """A line from hex to hex: a route, a supply trace. ``texts`` label its hexes (running cost); ``broken`` is where it is cut."""

    hexes: tuple[str, ...]
    tone: str
    texts: tuple[str, ...] = ()
    broken: str = ""


class Legend(Value, frozen=True):
    """One line of an overlay's legend."""

    tone: str
    text: Say


class Overlay(Value, frozen=True):
    """Something drawn over the map for a question: reach, zones of control, supply, threat."""

    kind: str
    title: Say
    shades: tuple[Shade, ...] = ()
    trails: tuple[Trail, ...] = ()
    sides: tuple[tuple[str, str], ...] = ()
    """(hexside, tone) pairs."""
    legend: tuple[Legend, ...] = ()
    facts: tuple[Fact, ...] = ()


class OverlayKind(Value, frozen=True):
    """An overlay a game can draw: ``subject`` says what it is asked about: nothing, a unit, a hex or a side."""

    kind: str
    title: Say
    subject: Literal["", "unit", "hex", "side"] = ""
