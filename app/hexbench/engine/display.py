"""Display values: what a game shows, as data. The desktop draws these and knows nothing else about a game.

Colours are keys into the game's palette (``resources/games/<key>/palette.toml``), symbols are keys of the desktop's
symbol painter, and texts are short: they must fit a counter.
"""

from __future__ import annotations

from typing import Literal

from hexbench.engine.values import Action, Say, Value

# Display values on the map: counters and markers.


class Mark(Value, frozen=True):
    """A condition shown on a counter: ``key`` selects colour and shape, ``letter`` is drawn, ``say`` explains it."""

    key: str
    letter: str
    say: Say
    rule: str = ""


class Tag(Value, frozen=True):
    """A small square at the right of a counter: at its ``corner``, or a third of the way down its ``edge``.

    ``key`` is a palette key of rings: the colour of the group it refers to; empty: a plain one.
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
    """Palette key of the counter's background and ink: a nationality or branch."""
    symbol: str
    """infantry, mech_infantry, armor, recon, cavalry, engineer, artillery, antitank, airborne, commando, ..."""
    crew: tuple[str, ...] = ()
    """The figures on a squad's base, drawn in place of the symbol: regular, elite, officer, mg, mortar."""
    room: int = 0
    """Slots of that base: a crew-served weapon takes two of them, any other figure one."""
    echelon: str = ""
    """Size sign above the symbol box: "II" battalion, "III" regiment, "X" brigade, "XX" division."""
    name: str = ""
    """Designation beside the symbol."""
    parent: str = ""
    """The formation it belongs to, as briefly as printed."""
    bar: str = ""
    """Palette key of the formation's bar; empty: no bar."""
    box: str = ""
    """Palette key of the small box that contains ``letter``; empty: no box."""
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
    """A nameless counter: only its side is known."""
    marks: tuple[Mark, ...] = ()
    share: int = -1
    """How much of its full strength is left, in percent, drawn as a bar up the left edge; -1: no bar."""
    ring: str = ""
    """Palette key of a border round the counter: the group it belongs to at the moment. Each has a colour and a pattern."""
    tags: tuple[Tag, ...] = ()
    group: str = ""
    """Formation path for rosters: "6th Panzer Army/1st SS"."""


class Chip(Value, frozen=True):
    """A marker on the map: ``at`` is a hex or a hexside. ``key`` selects its picture."""

    key: str
    at: str
    text: str = ""
    say: Say = Say("")
    rule: str = ""
    toward: str = ""
    """For a marker on a hexside: the hex it is nearer to, for example its end of a bridge."""


# ---- things in docks ------------------------------------------------------------------------------------------------
class Fact(Value, frozen=True):
    """One line of an inspector: a label, a value, the rules behind it, and hexes to light up."""

    label: Say
    value: Say
    rules: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


class Facts(Value, frozen=True):
    """An inspector's page about one thing."""

    title: Say
    facts: tuple[Fact, ...] = ()


class Item(Value, frozen=True):
    """One thing printed or lying in a box of a track: ``sign`` names its small picture, ``text`` is shown beside it.

    ``side`` colours it; ``done``: it is over and is drawn muted; ``lit``: it is new or urgent.
    """

    sign: str
    text: Say
    say: Say = Say("")
    side: str = ""
    rule: str = ""
    done: bool = False
    lit: bool = False


class Box(Value, frozen=True):
    """One box of a track. ``lines`` are short texts, ``items`` the same with pictures, ``units`` the counters in it,
    ``tone`` a palette key. ``facts`` are shown when the box is clicked.
    """

    key: str
    title: str
    lines: tuple[Say, ...] = ()
    units: tuple[str, ...] = ()
    tone: str = ""
    items: tuple[Item, ...] = ()
    facts: tuple[Fact, ...] = ()


class Track(Value, frozen=True):
    """A row of boxes with a marker: a turn record, a score track."""

    key: str
    title: Say
    boxes: tuple[Box, ...]
    now: int = -1
    source: str = "rules"


class Points(Value, frozen=True):
    """One heap of a pool: how many points are ready, face up, and how many are spent, face down.

    ``sign`` names the picture of a point, ``say`` and ``rule`` what the heap is for. ``key`` is the box named in the
    flow of a target (:class:`hexbench.engine.values.Flow`).
    """

    key: str
    title: Say
    ready: int
    spent: int = 0
    side: str = ""
    sign: str = ""
    say: Say = Say("")
    rule: str = ""
    hexes: tuple[str, ...] = ()


class Pool(Value, frozen=True):
    """Points to be spent: air points, command points, replacements. ``say`` is a remark on all of them."""

    key: str
    title: Say
    heaps: tuple[Points, ...]
    rule: str = ""
    say: Say = Say("")


class Light(Value, frozen=True):
    """A lit part of a table: a cell, a whole row (``column`` -1) or a whole column (``row`` -1), and what it means.

    ``band`` is the row or column to read along, ``from`` and ``to`` are before and after shifts, ``hit`` is the
    result.
    """

    row: int
    column: int
    tone: Literal["band", "from", "to", "hit"]
    say: Say = Say("")


class Table(Value, frozen=True):
    """A printed table. ``lit`` are (row, column) cells to light up, ``lights`` say how; ``source`` marks a reconstruction."""

    key: str
    title: Say
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    lit: tuple[tuple[int, int], ...] = ()
    source: str = "rules"
    provenance: Say | str = ""
    rule: str = ""
    lights: tuple[Light, ...] = ()
    results: tuple[str, ...] = ()
    """The kind of the results in its cells (``what`` of :class:`~hexbench.engine.events.Resolved`): one for all
    columns or one for each, "" for a column of something else. Empty: it is not a results table.
    """
    heads: int = 0
    """The number of rows at the top that are headings, such as odds by terrain, and contain no results."""


class Card(Value, frozen=True):
    """One card of a hand or a row; ``choices`` are what can be done with it now."""

    key: str
    title: Say
    text: Say
    cost: str = ""
    usable: bool = False
    choices: tuple[Choice, ...] = ()


class Cards(Value, frozen=True):
    """Cards a side may see."""

    key: str
    title: Say
    cards: tuple[Card, ...]
    side: str = ""


class Token(Value, frozen=True):
    """A chit that can be drawn: what is printed on each of its sides, line by line; ``colour`` is that of its back,
    the letter box of that name in the palette.
    """

    key: str
    title: Say
    sides: tuple[tuple[str, ...], ...]
    colour: str = ""


class Pile(Value, frozen=True):
    """Something to draw from blindly: a cup of chits, a deck of cards, as far as the viewer may know what is left in it.

    ``left`` is each kind with the number of them; ``unknown`` is the number of further ones about which the viewer
    may know nothing else; ``open``: what is drawn is shown to everybody.
    """

    key: str
    title: Say
    left: tuple[tuple[Card | Token, int], ...] = ()
    unknown: int = 0
    open: bool = False
    side: str = ""
    colour: str = ""
    """The colour of the back of a cup's chits; empty for a deck of cards."""


class RosterEntry(Value, frozen=True):
    """One unit in a roster: its place, and its condition in one word."""

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
    """A point of an elevation profile: the hex, its ground and what is on it, in levels; ``blocks`` is the rule by which it blocks."""

    hex: str
    ground: int
    top: int
    blocks: str = ""


class Profile(Value, frozen=True):
    """A section through the map along a line of sight."""

    title: Say
    points: tuple[ProfilePoint, ...]
    clear: bool = True


# ---- a combat, stage by stage ----------------------------------------------------------------------------------------
class Choice(Value, frozen=True):
    """A button: an action ready to be tried. It need not be legal: the rules then answer with every reason.

    ``main`` marks the one that moves things on; ``back`` one that only takes something back.
    """

    say: Say
    action: Action
    help: Say = Say("")
    main: bool = False
    back: bool = False


class Clause(Value, frozen=True):
    """What one rule does to an amount: "halved", "x2"."""

    say: Say
    rule: str


class Factor(Value, frozen=True, kw_only=True):
    """One line of a calculation: who or what counts, how much, and by which clauses.

    ``was`` is the amount before the clauses changed it; an amount that is not known yet is empty.
    """

    say: Say
    amount: str = ""
    was: str = ""
    clauses: tuple[Clause, ...] = ()
    unit: str = ""
    hexes: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()


class Account(Value, frozen=True, kw_only=True):
    """Factors that belong together, and their total: a side's strength, the shifts, a pool of dice."""

    say: Say
    lines: tuple[Factor, ...]
    total: str = ""
    side: str = ""


class Bar(Value, frozen=True):
    """One outcome and its weight in a distribution. ``lit``: this is what happened."""

    say: Say
    weight: int
    lit: bool = False
    words: Say = Say("")
    """What the outcome means, if ``say`` is a code."""


class Spread(Value, frozen=True):
    """An exact distribution: the chance of a bar is its weight over the sum of all weights."""

    say: Say
    bars: tuple[Bar, ...]


class Stage(Value, frozen=True, kw_only=True):
    """One stage of a combat: over, current or still ahead; ``side`` decides in it, ``found`` is its result."""

    say: Say
    state: Literal["done", "now", "ahead"]
    side: str = ""
    found: Say = Say("")
    rule: str = ""


class Combat(Value, frozen=True, kw_only=True):
    """One combat as far as the viewer knows it.

    ``key`` stays the same from one position to the next. ``status``: it could be declared, is being drafted, waits,
    is being resolved, is over, or is hypothetical. ``verb`` adds units to the attack on its first hex: with it the
    desktop lets the selected units join.
    """

    key: str
    say: Say
    hexes: tuple[str, ...]
    status: Literal["possible", "draft", "waiting", "now", "over", "supposed"]
    note: Say = Say("")
    stages: tuple[Stage, ...] = ()
    accounts: tuple[Account, ...] = ()
    spreads: tuple[Spread, ...] = ()
    choices: tuple[Choice, ...] = ()
    verb: str = ""
    lights: tuple[tuple[str, tuple[Light, ...]], ...] = ()
    """(key of a table, what is lit in it while this combat is shown, instead of its own lights)."""
    result: Say = Say("")
    """The result of the dice, in words followed by the code; empty before they are rolled."""


class CombatBoard(Value, frozen=True, kw_only=True):
    """The combat dock: every combat in progress, and the buttons that apply to all of them."""

    key: str
    title: Say
    combats: tuple[Combat, ...] = ()
    choices: tuple[Choice, ...] = ()
    nothing: Say = Say("")
    """What to say if there are none."""


class Holding(Value, frozen=True, kw_only=True):
    """One cell of a workshop: how many of a thing there are, and the actions that remove or add one, if allowed."""

    text: str = ""
    less: Choice | None = None
    more: Choice | None = None


class Bench(Value, frozen=True, kw_only=True):
    """One row of a workshop: a unit being put together, with the ``choices`` for it as a whole."""

    say: Say
    cells: tuple[Holding, ...]
    unit: str = ""
    choices: tuple[Choice, ...] = ()


class Workshop(Value, frozen=True, kw_only=True):
    """Units put together from parts: a row for each unit, a column for each kind of part, buttons to add and take away."""

    key: str
    title: Say
    columns: tuple[str, ...] = ()
    rows: tuple[Bench, ...] = ()
    note: Say = Say("")
    rule: str = ""
    nothing: Say = Say("")
    """What to say if nothing is being put together."""


Panel = Facts | Track | Pool | Table | Cards | Roster | Form | Profile | CombatBoard | Workshop


# ---- overlays on the map --------------------------------------------------------------------------------------------
class Shade(Value, frozen=True):
    """A hex shaded in a tone (a palette key that also names a pattern), with a short text."""

    hex: str
    tone: str
    text: str = ""
    tip: Say = Say("")
    """The sentence shown while the pointer is over the hex; empty: nothing beyond the legend."""


class Trail(Value, frozen=True):
    """A line from hex to hex: a route, a supply line. ``texts`` label its hexes (running cost); ``broken`` is where it is cut."""

    hexes: tuple[str, ...]
    tone: str
    texts: tuple[str, ...] = ()
    broken: str = ""
    short: bool = False
    """It only connects adjacent hexes: an arrow between their counters, which stay readable."""


class Legend(Value, frozen=True):
    """One line of an overlay's legend."""

    tone: str
    text: Say


class Overlay(Value, frozen=True):
    """Something drawn over the map in answer to a question: reach, zones of control, supply, threat."""

    kind: str
    title: Say
    shades: tuple[Shade, ...] = ()
    trails: tuple[Trail, ...] = ()
    sides: tuple[tuple[str, str], ...] = ()
    """(hexside, tone) pairs."""
    legend: tuple[Legend, ...] = ()
    facts: tuple[Fact, ...] = ()
    profile: Profile | None = None
    """The section through the map along a line, if the overlay is about one."""


class OverlayKind(Value, frozen=True):
    """An overlay a game can draw: ``subject`` says what it is about: nothing, a unit, a hex, a side.

    ``pair``: two hexes, "C7 F9", which the desktop's line tool gives. ``way``: a unit and a hex, "u7 F9", for which
    the desktop takes the selected unit and the hex under the pointer.
    """

    kind: str
    title: Say
    subject: Literal["", "unit", "hex", "side", "pair", "way"] = ""
    standing: bool = False
    """It belongs to the position rather than to a question: it is on until it is switched off."""
    help: Say = Say("")
    """What it shows and how to read it, in a sentence; if empty, the desktop says what its subject is."""
