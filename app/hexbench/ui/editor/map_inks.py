"""The inks of the map editor: every kind of terrain, feature, hexside, road and line, and how they are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QToolButton,
)

from hexbench.session.editor.map_pen import SIZES
from hexbench.ui.canvas.art_ground import PERIOD, scaled_brush, texture
from hexbench.ui.editor.board import zone_ink
from hexbench.ui.editor.desk import AREAS, EditPanel, Ink, MapDesk, Shape, capital
from hexbench.ui.look.language import as_it_is, mark, tell, tr
from hexbench.ui.look.palette import colour
from hexbench.ui.widgets.parts import PlainLabel, laid, named, tool

if TYPE_CHECKING:
    from hexbench.engine.documents.editing import MapVocabulary

INK = Qt.ItemDataRole.UserRole + 1
SIGN: Final = 26
_SMALLER: Final = 0.6
"""How much smaller than on the map the pattern of a terrain is drawn."""


class InksPanel(EditPanel[MapDesk]):
    """The list of inks, with the drawing tools above it."""

    key: ClassVar[str] = "inks"
    title: ClassVar[str] = mark("Draw")
    help: ClassVar[str] = mark(
        "Choose what to draw and how; click or drag on the map to draw, or press Enter to draw at the cursor"
    )

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.shapes = QButtonGroup(self)
        self.sizes = QButtonGroup(self)
        for group in (self.shapes, self.sizes):
            group.setExclusive(False)  # what does not apply to an ink is not checked
        laid(self.box, self._shape_row(), self._size_row())
        self.name = named(
            QLineEdit(),
            "edit.ink_name",
            tr("Name of what is drawn"),
            tr("The name given to hexsides as they are drawn, such as that of a river or wall"),
        )
        self.name.setPlaceholderText(tr("Name, such as Our"))
        self.name.textChanged.connect(self._on_name)
        self.name_text = PlainLabel(tr("&Name"))
        self.name_text.setBuddy(self.name)
        laid(self.box, laid(QHBoxLayout(), self.name_text, (self.name, 1)))
        self.list = named(
            QListWidget(),
            "edit.ink_list",
            tr("What to draw"),
            tr("The ink you draw with; Esc on the map puts it away"),
        )
        self.list.setIconSize(QSize(SIGN, SIGN))
        self.list.currentItemChanged.connect(self._on_row)
        self.box.addWidget(self.list, 1)
        self._rows: tuple[object, ...] = ()
        self._zones: dict[str, QIcon] = {}
        """Colour of a zone -> its icon."""
        desk.hand_changed.connect(self._show_hand)
        self.refresh()

    # ---- how
    def _shape_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2)
        rows: tuple[tuple[Shape, str, str], ...] = (
            ("brush", tr("Brush"), tr("Draw hex by hex, as wide as the brush (Ctrl+B)")),
            (
                "row",
                tr("Row"),
                tr("Draw a straight row from hex to hex (Ctrl+L); by keyboard: Enter twice"),
            ),
            (
                "box",
                tr("Box"),
                tr("Draw on every hex between two columns and two rows (Ctrl+R); by keyboard: Enter twice"),
            ),
            ("fill", tr("Fill"), tr("Draw on all connected hexes of the same terrain (Ctrl+G)")),
        )
        for shape, text, help_ in rows:
            button = self._choice(f"shape_{shape}", text, help_, self.shapes)
            button.setProperty("shape", shape)
            row.addWidget(button)
        row.addStretch(1)
        self.shapes.buttonClicked.connect(self._on_shape)
        return row

    def _size_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2)
        for radius, size in enumerate(SIZES):
            help_ = tr(
                "A brush of 1 hex (Ctrl+{key})" if size == 1 else "A brush of {n} hexes (Ctrl+{key})",
                n=size,
                key=radius + 1,
            )
            button = self._choice(f"size_{size}", str(size), help_, self.sizes)
            button.setAccessibleName(tr("Brush of 1 hex" if size == 1 else "Brush of {n} hexes", n=size))
            self.sizes.setId(button, radius)
            row.addWidget(button)
        self.sizes.idClicked.connect(self._on_size)
        row.addStretch(1)
        self.rub = tool(
            "edit.rub",
            tr("Erase"),
            tr("Erase instead of drawing (Ctrl+E); hold Shift to do the opposite for one stroke"),
            self._on_rub,
            check=True,
        )
        row.addWidget(self.rub)
        return row

    def _choice(self, name: str, text: str, help_: str, group: QButtonGroup) -> QToolButton:
        button = named(QToolButton(), f"edit.{name}", text, help_)
        button.setText(text)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        group.addButton(button)
        return button

    def _on_shape(self, button: QToolButton) -> None:
        self.desk.set_hand(shape=button.property("shape"))
        self._show_hand()

    def _on_size(self, radius: int) -> None:
        self.desk.set_hand(shape="brush", radius=radius)
        self._show_hand()

    def _on_rub(self, on: bool) -> None:
        self.desk.set_hand(erasing=on)

    def _on_name(self, text: str) -> None:
        self.desk.name = text.strip()

    # ---- what
    def refresh(self) -> None:
        """List the inks available."""
        ground = self.desk.ground
        sheet = self.desk.draft.sheet
        key = (
            ground,
            tuple(sorted(sheet.zones)),
            tuple(line.name for line in sheet.lines),
            self.desk.palette,
        )
        if key != self._rows:
            self._rows = key
            self._fill(ground)
        self._show_hand()

    def _fill(self, ground: MapVocabulary) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        self._add(Ink(), tr("Look"), tr("Click to show a hex; drag to move the map"))
        self._head(tr("Terrain"))
        for key, name in ground.terrains:
            self._add(
                Ink("terrain", key),
                capital(tell(name)),
                tr("Gives hexes this terrain; erasing gives them the first one in the list"),
            )
        if ground.features:
            self._head(tr("In the hex"))
            for key, name in ground.features:
                self._add(
                    Ink("feature", key), capital(tell(name)), tr("Added to hexes, whatever their terrain")
                )
        low, high = ground.elevations
        if high > low:
            self._head(tr("Height"))
            self._add(Ink("height", "up"), tr("Higher"), tr("Raises hexes by one level with every stroke"))
            self._add(Ink("height", "down"), tr("Lower"), tr("Lowers hexes by one level with every stroke"))
            for level in range(low, high + 1):
                self._add(
                    Ink("height", str(level)),
                    tr("Level {n}", n=level),
                    tr("Sets all hexes of the stroke to this level"),
                )
        if ground.hexsides:
            self._head(tr("Hexsides"))
            for key, name in ground.hexsides:
                self._add(
                    Ink("side", key),
                    capital(tell(name)),
                    tr("Drag from corner to corner, or click a single hexside"),
                )
        if ground.roads:
            self._head(tr("Roads"))
            for key, name in ground.roads:
                self._add(
                    Ink("road", key),
                    capital(tell(name)),
                    tr("Drag from hex to hex; dragged over the map edge, the road leaves the map"),
                )
        self._head(tr("Names"))
        self._add(Ink("place"), tr("Town or name"), tr("Click to name or change a place; drag to move it"))
        self._more()
        self.list.blockSignals(False)

    def _more(self) -> None:
        sheet = self.desk.draft.sheet
        if sheet.lines:
            self._head(tr("Lines"))
            for line in sheet.lines:
                self._add(Ink("line", line.name), line.name, tr("Drag along hexsides to continue the line"))
        if sheet.zones:
            self._head(tr("Zones"))
            for name in sorted(sheet.zones):
                self._add(Ink("zone", name), name, tr("Adds hexes to the zone, or removes them"))
        self._head(tr("Outline"))
        self._add(
            Ink("outline"),
            tr("Remove from map"),
            tr("Removes hexes from the map; erasing restores them"),
        )

    def _head(self, text: str) -> None:
        item = QListWidgetItem(text)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        font = QFont(item.font())
        font.setWeight(QFont.Weight.DemiBold)
        item.setFont(font)
        item.setForeground(colour(self.desk.palette.chrome.muted))
        self.list.addItem(item)

    def _add(self, ink: Ink, text: str, help_: str) -> None:
        item = QListWidgetItem(self.sign(ink), text)
        item.setData(INK, ink)
        item.setToolTip(as_it_is(help_))
        self.list.addItem(item)

    def _show_hand(self) -> None:
        """Check the current ink and tool."""
        desk = self.desk
        areas = desk.ink.part in (*AREAS, "look")
        for button in self.shapes.buttons():
            button.setChecked(areas and button.property("shape") == desk.shape)
            button.setEnabled(areas)
        brush = areas and desk.shape == "brush"
        for button in self.sizes.buttons():
            button.setChecked(brush and self.sizes.id(button) == desk.radius)
            button.setEnabled(brush)
        self.rub.blockSignals(True)
        self.rub.setChecked(desk.erasing)
        self.rub.blockSignals(False)
        named = desk.ink.part == "side"
        self.name.setEnabled(named)
        self.name_text.setEnabled(named)
        for n in range(self.list.count()):
            if self.list.item(n).data(INK) == desk.ink and self.list.currentRow() != n:
                self.list.blockSignals(True)
                self.list.setCurrentRow(n)
                self.list.blockSignals(False)

    def _on_row(self, item: QListWidgetItem | None, _: object = None) -> None:
        if item is not None and item.data(INK) is not None:
            self.desk.take(Ink(*item.data(INK)))

    # ---- little pictures
    def sign(self, ink: Ink) -> QIcon:
        """The icon of an ink, as it looks on the map. Zones have few colours, and a map may have a hundred of them."""
        kind = _zone_ink(self.desk, ink.key) if ink.part == "zone" else ""
        if kind in self._zones:
            return self._zones[kind]
        picture = QPixmap(2 * SIGN, 2 * SIGN)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(2, 2)
        _PAINTERS.get(ink.part, _look)(painter, self.desk, ink.key)
        painter.end()
        icon = QIcon(picture)
        if kind:
            self._zones[kind] = icon
        return icon


def _hexagon() -> QPolygonF:
    middle, r = SIGN / 2, SIGN / 2 - 1.5
    around = ((0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5))
    return QPolygonF([QPointF(middle + r * x, middle + r * y) for x, y in around])


def _terrain(painter: QPainter, desk: MapDesk, key: str) -> None:
    style = desk.palette.terrain(key)
    painter.setPen(QPen(colour(desk.palette.map.rim), 1))
    painter.setBrush(colour(style.ground))
    painter.drawPolygon(_hexagon())
    image = texture(style, 0.5, SIGN / _SMALLER + 4)
    if image is not None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(scaled_brush(image, PERIOD * _SMALLER))
        painter.drawPolygon(_hexagon())
    if style.pattern.startswith("stream"):
        painter.setBrush(colour(desk.palette.map.paper))
        painter.drawPolygon(_hexagon())
        painter.setPen(QPen(colour(style.ground), max(3.0, style.width * 0.4)))
        painter.drawLine(QPointF(3, 18), QPointF(23, 8))


def _feature(painter: QPainter, desk: MapDesk, key: str) -> None:
    found = desk.palette.feature(key)
    painter.setPen(QPen(colour(found.edge if found else desk.palette.chrome.text), 1))
    painter.setBrush(colour(found.ink if found else desk.palette.chrome.muted))
    for x, y in ((6, 7), (14, 6), (8, 15), (16, 15)):
        painter.drawRect(x, y, 5, 4)


def _stroke(painter: QPainter, ink: str, width: float, casing: str = "") -> None:
    for text, wide in ((casing, width + 2), (ink, width)):
        if text:
            pen = QPen(QColor(text), wide)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF([QPointF(3, 19), QPointF(10, 9), QPointF(16, 15), QPointF(23, 6)]))


def _side(painter: QPainter, desk: MapDesk, key: str) -> None:
    water = desk.palette.water(key)
    if water is not None:
        _stroke(painter, water.fill, max(2.5, water.width * 0.5), water.bank)
    elif key in ("bridge", "ford"):
        look = desk.palette.bridge
        painter.setPen(QPen(colour(look.rail), 2))
        painter.setBrush(colour(look.deck if key == "bridge" else look.ford))
        painter.drawRect(5, 9, 16, 8)
    else:
        _stroke(painter, desk.palette.chrome.text, 3)


def _road(painter: QPainter, desk: MapDesk, key: str) -> None:
    style = desk.palette.road(key)
    _stroke(painter, style.fill, max(2.5, style.width * 0.6), style.casing)


def _line(painter: QPainter, desk: MapDesk, key: str) -> None:
    kind = next((row.kind for row in desk.draft.sheet.lines if row.name == key), key)
    style = desk.palette.line(kind)
    _stroke(painter, style.colour, 3, style.halo)


def _zone_ink(desk: MapDesk, key: str) -> str:
    names = sorted(desk.draft.sheet.zones)
    return zone_ink(names.index(key)) if key in names else desk.palette.chrome.highlight


def _zone(painter: QPainter, desk: MapDesk, key: str) -> None:
    ink = _zone_ink(desk, key)
    painter.setPen(QPen(QColor(ink), 2))
    painter.setBrush(colour(ink, 90))
    painter.drawPolygon(_hexagon())


def _height(painter: QPainter, desk: MapDesk, key: str) -> None:
    painter.setPen(QPen(colour(desk.palette.chrome.text), 2.2))
    tip = 7 if key != "down" else 19
    foot = 26 - tip
    painter.drawPolyline(QPolygonF([QPointF(5, foot), QPointF(13, tip), QPointF(21, foot)]))


def _place(painter: QPainter, desk: MapDesk, key: str) -> None:
    painter.setPen(QPen(colour(desk.palette.chrome.text), 2))
    painter.drawEllipse(QPointF(9, 17), 4, 4)
    painter.drawText(QPointF(12, 13), "A")


def _outline(painter: QPainter, desk: MapDesk, key: str) -> None:
    pen = QPen(colour(desk.palette.chrome.muted), 1.6)
    pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.drawPolygon(_hexagon())


def _look(painter: QPainter, desk: MapDesk, key: str) -> None:
    painter.setPen(QPen(colour(desk.palette.chrome.text), 2))
    painter.drawEllipse(QPointF(11, 11), 6, 6)
    painter.drawLine(QPointF(16, 16), QPointF(22, 22))


_PAINTERS: Final = {
    "terrain": _terrain,
    "feature": _feature,
    "side": _side,
    "road": _road,
    "line": _line,
    "zone": _zone,
    "height": _height,
    "place": _place,
    "outline": _outline,
}
