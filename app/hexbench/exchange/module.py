"""A module and a saved game of VASSAL, written from plain data; :mod:`position_out` says what they contain.

Tags are names of VASSAL's Java classes, attributes those that VASSAL itself writes; what is missing takes its
default.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

from hexbench.exchange.codec import ESCAPE, TAB, encode, nested, obfuscate, zipped
from hexbench.exchange.grid import HexGrid

_MADE_FOR = "3.6.0"
"""The version of VASSAL: any newer one opens the module without asking."""
FIRST = 1000
"""The name of the first counter in a saved game; each has a number."""
COUNTER = 58
"""Pixels of a counter."""
CARD = (230, 150)
"""Pixels of a card."""
_PILED = 3
"""The number of counters of a pile that are drawn over each other: more would hide the text above it."""
_M = "VASSAL.build.module."
_W = "VASSAL.build.widget."
_B = _M + "map.boardPicker.board."


_ABLE = (
    ("delete;Delete;68,130;", ""),
    ("clone;Clone;67,130;", ""),
    ("markmoved;/images/moved.gif;0;0;Mark Moved;77,130;;false;;;;", "false"),
)
"""What all counters can do (types, states): be deleted and copied, and show that they have moved."""


@dataclass(frozen=True)
class Piece:
    """A counter. ``layers`` are the names of its pictures and ``level`` the one that shows, from 1.

    ``back`` is the picture that the other side sees while ``masked_by`` names a side that hides it. ``marks`` are
    properties that VASSAL keeps unchanged: an import relies on them.
    """

    key: str
    name: str
    side: str
    layers: tuple[str, ...]
    level: int = 1
    back: str = ""
    masked_by: str = ""
    marks: tuple[tuple[str, str], ...] = ()
    hidden_by: str = ""
    """The only side whose players see the counter: others do not even see that it is there."""
    hideable: bool = False
    extra: int = 0
    """How many of the layers, at the end, are not sides of the unit."""
    whole: bool = False
    """What all counters can do is written out and not left to a prototype: VASSAL has it like that during play, so
    that a change in a log can name every trait.
    """

    def traits(self) -> list[tuple[str, str]]:
        """(Type, state) of every trait except the counter itself, outermost first."""
        out = []
        if self.back:  # Obscurable: Ctrl+I hides, the owner still sees the face with an inset
            mask = ("73,130", self.back, "Mask", "I", "?", "side:", "Peek", "", "true", "", "")
            out.append(("obs;" + encode(mask, ";"), f"{self.masked_by or 'null'};"))
        if self.hideable:  # Invisible: Ctrl+H
            hide = ("72,130", "Hide", "", "side:", 0.5, "")
            out.append(("hide;" + encode(hide, ";"), self.hidden_by or "null"))
        for name, value in (("hexbench", self.key), ("Side", self.side), *self.marks):
            out.append(("mark;" + encode((name,), ","), encode((value,), ",")))
        if len(self.layers) > 1:  # Embellishment, version 1, always active; ] and [ turn it
            names = ",".join("" for _ in self.layers)
            head = ("", 128, "", "Increase", 128, "", "Decrease", 128, "", "", "", 1, False, 0, 0)
            tail = ("Step", "", "", False, "", 1, 1, True, "", "93,130", "91,130", "", 1.0, "", True)
            layers = (*head, ",".join(self.layers), names, False, *tail)
            out.append(("emb2;" + encode(layers, ";"), str(self.level)))
        if self.whole:
            out += _ABLE
        elif self.side:
            out.append((f"prototype;{self.side}", ""))
        return out

    def state(self, at: tuple[str, int, int] | None, gpid: int) -> str:
        """The state of the counter itself: (map, x, y), its slot, no properties."""
        return encode((*(at or ("null", 0, 0)), gpid, 0), ";")

    def command(self, ident: str, at: tuple[str, int, int] | None, gpid: int) -> str:
        """What adds it to a game, or is in a slot of a module (``at`` None); ``at`` is (map, x, y)."""
        traits = self.traits()
        image = self.layers[0] if len(self.layers) == 1 else ""
        kind = "piece;" + encode(("", "", image, self.name), ";")
        state = self.state(at, gpid)
        types = nested([one for one, _ in traits] + [kind])
        states = nested([one for _, one in traits] + [state])
        return "+/" + encode((ident, types, states), "/")


@dataclass(frozen=True)
class Stack:
    """Counters in one place of a sheet, the lowest first."""

    name: str
    x: int
    y: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class DrawPile:
    """Counters or cards in one place of a sheet, face down and shuffled, to be drawn from. ``name`` is unique to it.

    ``size`` is that of the outline that remains when it is empty; ``open``: what is drawn is face up.
    """

    name: str
    x: int
    y: int
    size: tuple[int, int]
    open: bool
    pieces: tuple[Piece, ...]

    def command(self, ident: int, sheet: str, held: Iterable[str]) -> str:
        """What adds it to a game after its pieces, as VASSAL's Deck writes it; what is not given takes its default."""
        kind = ("deck", True, "0,0,0", *self.size, "Always", "Always", False, False, False, "", "", "")
        named = (self.name, "", "", "", self.open, False, "", "", _PILED)
        inside = ",".join(held)
        state = encode((sheet, self.x, self.y, True, *([inside] if inside else ())), ";")
        return "+/" + encode((ident, encode((*kind, *named), ";"), state), "/")


@dataclass(frozen=True)
class Sheet:
    """One window of VASSAL with one picture, a grid or named regions on it, and what is on it."""

    name: str
    image: str
    grid: HexGrid | None = None
    regions: tuple[tuple[str, int, int], ...] = ()
    stacks: tuple[Stack, ...] = ()
    piles: tuple[DrawPile, ...] = ()

    def heaps(self) -> tuple[Stack | DrawPile, ...]:
        """Everything that contains counters, the piles last."""
        return (*self.stacks, *self.piles)


@dataclass(frozen=True)
class Turns:
    """The turn tracker: turns, the phases of each, and its current position, from 0."""

    turns: tuple[str, ...]
    phases: tuple[str, ...]
    turn: int = 0
    phase: int = 0


@dataclass(frozen=True)
class Module:
    """Everything a module says about a game. The first sheet is the map; ``images`` are the files of its pictures."""

    name: str
    about: str
    sides: tuple[tuple[str, str], ...]
    """(Key, title)."""
    sheets: tuple[Sheet, ...]
    turns: Turns
    charts: tuple[tuple[str, str], ...]
    """(Title, picture)."""
    dice: tuple[tuple[str, int, int], ...]
    """(Title, how many, faces)."""
    images: Mapping[str, bytes] = field(repr=False)
    version: str = "1.0"

    def pieces(self) -> Iterator[Piece]:
        """Every counter, once."""
        for sheet in self.sheets:
            for heap in sheet.heaps():
                yield from heap.pieces

    def vmod(self) -> bytes:
        """The module, which a player puts into VASSAL's library."""
        images = {f"images/{name}": self.images[name] for name in sorted(self.images)}
        return zipped({"buildFile.xml": build_file(self), "moduledata": _meta(self, True), **images})

    def ids(self) -> dict[str, int]:
        """Key of a counter -> its name in a saved game."""
        heaps = [heap for sheet in self.sheets for heap in sheet.heaps()]
        pieces = [
            piece for heap in heaps for piece in (*heap.pieces, None)
        ]  # a stack's name comes after those of its pieces
        return {piece.key: FIRST + n for n, piece in enumerate(pieces) if piece is not None}

    def vsav(self, steps: Iterable[str] = ()) -> bytes:
        """The position as a saved game of the module, followed by the logged steps."""
        text = encode((*_save(self), *steps), ESCAPE)
        files = {
            "savedGame": obfuscate(text),
            "savedata": _meta(self, False),
            "moduledata": _meta(self, True),
        }
        return zipped(files)


def _meta(module: Module, named: bool) -> bytes:
    """``moduledata`` of modules and saves; without a name ``savedata``. VASSAL asks which game it is if they are missing."""
    root = ET.Element("data", version="1")
    lines = [("version", module.version), ("VassalVersion", _MADE_FOR), ("dateSaved", "0")]
    lines += [("description", module.about), ("name", module.name)] if named else [("description", "")]
    for tag, text in lines:
        ET.SubElement(root, tag).text = text
    return _written(root)


def _written(root: ET.Element) -> bytes:
    data: bytes = ET.tostring(root, "utf-8", xml_declaration=True)
    return data


def _slots(module: Module) -> dict[str, int]:
    """Key of a counter -> the number of its slot on a sheet; those of the palette come after all of these."""
    return {piece.key: n for n, piece in enumerate(module.pieces(), 1)}


# ---- a saved game
def _save(module: Module) -> Iterator[str]:
    slots = _slots(module)
    yield "begin_save"
    ident = FIRST
    for sheet in module.sheets:
        for heap in sheet.heaps():
            held = []
            for piece in heap.pieces:
                held.append(str(ident))
                yield piece.command(str(ident), (sheet.name, heap.x, heap.y), slots[piece.key])
                ident += 1
            if isinstance(heap, DrawPile):
                yield heap.command(ident, sheet.name, held)
            else:
                inner = encode((sheet.name, heap.x, heap.y, *held, "@@0"), ";")
                yield "+/" + encode((ident, "stack", inner), "/")
            ident += 1
    for sheet in module.sheets:
        yield encode((sheet.name + "BoardPicker", sheet.name, 0, 0), TAB)
    yield "SETUP_STACK" + TAB  # without it VASSAL would set up every stack of the module a second time
    yield encode(("TURNTurnTracker0", tracker(module.turns)), TAB)
    yield "end_save"


def tracker(turns: Turns) -> str:
    """The position of the tracker, as TurnTracker and ListTurnLevel write it: which entry, which level within, all active."""
    inner = encode((turns.phase, 0, 0, ",".join("true" for _ in turns.phases)), ";")
    outer = encode((turns.turn, 0, 0, ",".join("true" for _ in turns.turns), inner), ";")
    return encode((0, outer), "|")


# ---- a module
def build_file(module: Module) -> bytes:
    """``buildFile.xml``: the components of a module."""
    slots = _slots(module)
    root = ET.Element(
        "VASSAL.build.GameModule",
        name=module.name,
        version=module.version,
        description=module.about,
        VassalVersion=_MADE_FOR,
        nextPieceSlotId=str(2 * len(slots) + 1),
        ModuleOther1="",
        ModuleOther2="",
    )
    sub = ET.SubElement
    sub(root, _M + "BasicCommandEncoder")  # must be the first
    sub(root, _M + "Documentation")
    roster = sub(
        root, _M + "PlayerRoster", buttonText="Retire", buttonToolTip="Change sides", buttonKeyStroke=""
    )
    for key, _ in module.sides:
        sub(roster, "entry").text = key
    sub(
        root,
        _M + "GlobalOptions",
        autoReport="Always",
        centerOnMove="Use Preferences Setting",
        chatterHTMLSupport="Never",
        hotKeysOnClosedWindows="Never",
        inventoryForAll="Always",
        nonOwnerUnmaskable="Never",
        playerIdFormat="$playerName$",
        promptString="Opponents can unmask my pieces",
        sendToLocationMoveTrails="Never",
    )
    for n, sheet in enumerate(module.sheets):
        _map(root, sheet, slots, n == 0)
    _prototypes(root, module)
    for title, count, faces in module.dice:
        sub(
            root,
            _M + "DiceButton",
            name=title,
            text=title,
            tooltip=title,
            icon="",
            hotkey="",
            nDice=str(count),
            nSides=str(faces),
            plus="0",
            addToTotal="0",
            reportTotal="false",
            prompt="false",
            reportFormat="** $name$ = $result$ *** <$PlayerName$>",
            sortDice="false",
        )
    _turns(root, module.turns)
    charts = sub(root, _M + "ChartWindow", name="Tables", text="Tables", tooltip="", icon="", hotkey="")
    tabs = sub(charts, _W + "TabWidget", entryName="Tables")
    for title, image in module.charts:
        sub(tabs, _W + "Chart", chartName=title, fileName=image, description="")
    _palette(root, module, slots)
    ET.indent(root)
    return _written(root)


def _prototypes(root: ET.Element, module: Module) -> None:
    """What all counters of a side can do."""
    top = ET.SubElement(root, _M + "PrototypesContainer")
    for key, _ in module.sides:
        types = nested([*(one for one, _ in _ABLE), "piece;;;;" + key])
        states = nested([*(one for _, one in _ABLE), "null;0;0;;0"])
        made = ET.SubElement(top, _M + "PrototypeDefinition", name=key, description="")
        made.text = "+/" + encode(("null", types, states), "/")


def _turns(root: ET.Element, turns: Turns) -> None:
    tracker = ET.SubElement(
        root,
        _M + "turn.TurnTracker",
        name="Turn",
        buttonText="Turn",
        hotkey="",
        icon="",
        turnFormat="$level1$ $level2$",
        reportFormat="Turn: from $oldTurn$ to $newTurn$",
        length="-1",
        lengthStyle="Maximum",
        fwdOnly="false",
    )
    at = tracker
    for name, entries in (("Turn", turns.turns), ("Phase", turns.phases)):
        at = ET.SubElement(
            at,
            _M + "turn.ListTurnLevel",
            name=name,
            property=name,
            turnFormat="$value$",
            list=encode(entries, ","),
            configList="false",
            configFirst="false",
            prompt="",
        )


def _palette(root: ET.Element, module: Module, slots: Mapping[str, int]) -> None:
    """Every counter once more, to be dragged onto a sheet."""
    window = ET.SubElement(
        root,
        _M + "PieceWindow",
        name="Counters",
        text="Counters",
        tooltip="Counters",
        icon="",
        hotkey="",
        hidden="false",
        scale="1.0",
        defaultWidth="0",
    )
    tabs = ET.SubElement(window, _W + "TabWidget", entryName="Counters")
    for key, title in module.sides:
        rows = ET.SubElement(
            tabs, _W + "ListWidget", entryName=title, width="300", height="300", divider="150", scale="1.0"
        )
        for piece in module.pieces():
            if piece.side == key:
                _slot(rows, piece, len(slots) + slots[piece.key])  # every slot has a number of its own


def _slot(parent: ET.Element, piece: Piece, gpid: int, kind: str = "PieceSlot") -> None:
    size = str(COUNTER)
    slot = ET.SubElement(parent, _W + kind, entryName=piece.name, gpid=str(gpid), width=size, height=size)
    slot.text = piece.command("null", None, gpid)


def _map(root: ET.Element, sheet: Sheet, slots: Mapping[str, int], first: bool) -> None:
    top = ET.SubElement(
        root,
        _M + "Map",
        mapName=sheet.name,
        allowMultiple="false",
        backgroundcolor="255,255,255",
        buttonName="" if first else sheet.name,
        changeFormat="$message$",
        color="0,0,0",
        createFormat="$pieceName$ created in $location$",
        edgeHeight="0",
        edgeWidth="0",
        hotkey="",
        icon="",
        launch=str(not first).lower(),
        markMoved="Always",
        markUnmovedHotkey="",
        markUnmovedIcon="/images/unmoved.gif",
        markUnmovedText="",
        markUnmovedTooltip="Mark all pieces on this map as not moved",
        moveKey="",
        moveToFormat="$pieceName$ moves $previousLocation$ -> $location$ *",
        moveWithinFormat="$pieceName$ moves $previousLocation$ -> $location$ *",
        onlyReportChangedLocation="false",
        thickness="3",
    )
    picker = ET.SubElement(
        top,
        _M + "map.BoardPicker",
        addColumnText="Add column",
        addRowText="Add row",
        boardPrompt="Select board",
        slotHeight="125",
        slotScale="0.2",
        slotWidth="350",
        title="Choose Boards",
    )
    # Without a set-up VASSAL asks which board to use.
    ET.SubElement(picker, "setup").text = encode((sheet.name + "BoardPicker", sheet.name, 0, 0), TAB)
    board = ET.SubElement(
        picker, _M + "map.boardPicker.Board", name=sheet.name, image=sheet.image, reversible="false"
    )
    _grid(board, sheet)
    _usable(top)
    for stack in sheet.stacks:
        held = ET.SubElement(
            top,
            _M + "map.SetupStack",
            name=stack.name,
            owningBoard=sheet.name,
            useGridLocation="false",
            location="",
            x=str(stack.x),
            y=str(stack.y),
        )
        for piece in stack.pieces:
            _slot(held, piece, slots[piece.key])
    for pile in sheet.piles:
        deck = _deck(top, sheet, pile)
        for piece in pile.pieces:
            _slot(deck, piece, slots[piece.key], "CardSlot")


def _deck(top: ET.Element, sheet: Sheet, pile: DrawPile) -> ET.Element:
    return ET.SubElement(
        top,
        _M + "map.DrawPile",
        name=pile.name,
        owningBoard=sheet.name,
        x=str(pile.x),
        y=str(pile.y),
        width=str(pile.size[0]),
        height=str(pile.size[1]),
        allowMultiple="false",
        allowSelect="false",
        canSave="false",
        color="0,0,0",
        draw="true",
        drawFaceUp=str(pile.open).lower(),
        faceDown="Always",
        hotkeyOnEmpty="false",
        maxStack=str(_PILED),
        reshufflable="false",
        reversible="false",
        shuffle="Always",
    )


def _grid(board: ET.Element, sheet: Sheet) -> None:
    if sheet.grid is not None:
        grid = ET.SubElement(
            board,
            _B + "HexGrid",
            color="0,0,0",
            cornersLegal="false",
            dotsVisible="false",
            dx=repr(sheet.grid.dx),
            dy=repr(sheet.grid.dy),
            edgesLegal="false",
            sideways=str(sheet.grid.sideways).lower(),
            snapTo="true",
            visible="false",
            x0=str(sheet.grid.x0),
            y0=str(sheet.grid.y0),
        )
        numbering = {
            "color": "0,0,0",
            "fontSize": "9",
            "hDrawOff": "0",
            "vDrawOff": "0",
            "locationFormat": "$gridLocation$",
            "rotateText": "0",
            "visible": "false",
        }
        numbering.update(sheet.grid.numbering.attributes())
        ET.SubElement(grid, _B + "mapgrid.HexGridNumbering", numbering)
    elif sheet.regions:
        grid = ET.SubElement(board, _B + "RegionGrid", fontsize="9", snapto="false", visible="false")
        for name, x, y in sheet.regions:
            ET.SubElement(grid, _B + "Region", name=name, originx=str(x), originy=str(y))


def _usable(top: ET.Element) -> None:
    """What a map in VASSAL must have so that players can move, zoom and look into stacks on it."""
    sub = ET.SubElement
    sub(
        top,
        _M + "map.StackMetrics",
        disabled="false",
        exSepX="24",
        exSepY="40",
        unexSepX="3",
        unexSepY="6",
        top="38,0",
        bottom="40,0",
        up="39,0",
        down="37,0",
    )
    sub(
        top,
        _M + "map.ImageSaver",
        buttonText="",
        icon="/images/camera.gif",
        hotkey="",
        tooltip="Save map as PNG",
    )
    for name in (
        "ForwardToChatter",
        "PieceMover",
        "KeyBufferer",
        "MenuDisplayer",
        "MapCenterer",
        "StackExpander",
        "ForwardToKeyBuffer",
        "Scroller",
    ):
        sub(top, _M + "map." + name)
    sub(top, _M + "map.HighlightLastMoved", color="255,0,0", enabled="true", thickness="2")
    sub(
        top,
        _M + "map.CounterDetailViewer",
        delay="700",
        display="from top-most layer only",
        minDisplayPieces="2",
        showgraph="true",
        showgraphsingle="false",
        showtext="true",
        showtextsingle="true",
        summaryReportFormat="$LocationName$",
        hotkey="32,130",
        version="3",
        zoomlevel="1.0",
    )
    sub(
        top,
        _M + "map.LOS_Thread",
        threadName="Range",
        label="",
        hotkey="76,130",
        iconName="/images/thread.gif",
        snapStart="true",
        snapEnd="true",
        drawRange="true",
    )
    sub(
        top,
        _M + "map.Zoomer",
        zoomLevels="0.2,0.35,0.5,0.7,1.0,1.5",
        zoomStart="3",
        zoomInKey="61,130",
        zoomOutKey="45,130",
        inIconName="/images/zoomIn.gif",
        outIconName="/images/zoomOut.gif",
        pickIconName="/images/zoom.png",
    )
