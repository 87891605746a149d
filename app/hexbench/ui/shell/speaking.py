"""What screen readers announce: where the cursor is, the prompt, what happened, refusals, and what the map shows.

Everything comes from the seat that is shown and from what its side was told, like everything drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from hexbench.atlas.atlas import Atlas
from hexbench.engine.display import Chip, Face, Overlay
from hexbench.engine.values import Reason
from hexbench.session.log import LogLine
from hexbench.ui.bridge import Shift
from hexbench.ui.docks.desk import Desk, side_title
from hexbench.ui.look.language import mark, tell, tr
from hexbench.ui.shell.hand import Hand, Way, Why
from hexbench.ui.widgets.screen_reader import ScreenReader, Words

if TYPE_CHECKING:
    from hexbench.ui.shell.pieces import TablePieces


# A hex in words, for players who hear the map: where it is, what it is, which units are in it, what leads out
# of it.

_NAMES_AT_ONCE = 6
"""Units of a hex that are named; of more only how many there are."""


_DIRECTIONS = {
    "N": mark("north"), "NE": mark("north-east"), "E": mark("east"), "SE": mark("south-east"),
    "S": mark("south"), "SW": mark("south-west"), "W": mark("west"), "NW": mark("north-west"),
}  # fmt: skip
_ROADS = {
    "main": mark("main road"), "second": mark("minor road"), "road": mark("road"), "motorway": mark("motorway"),
    "track": mark("track"), "rail": mark("railway"),
}  # fmt: skip


def direction_words(key: str) -> str:
    """A direction of the sheet in words; the sheet's north is where it is printed, however the map is turned."""
    words = _DIRECTIONS.get(key)
    return key if words is None else tr(words)


def road_words(kind: str) -> str:
    """A kind of road in words."""
    words = _ROADS.get(kind)
    return tell(kind.replace("_", " ")) if words is None else tr(words)


def ground(atlas: Atlas, at: str) -> list[str]:
    """The label, the place and the terrain of a hex."""
    cell = atlas.cell(at)
    kinds = dict.fromkeys((cell.terrain, *cell.features))
    words = [
        at,
        *(p.name for p in atlas.places_at.get(at, ())[:1]),
        *(tell(k.replace("_", " ")) for k in kinds),
    ]
    if cell.elevation:
        words.append(tr("height {n}", n=cell.elevation))
    return words


def ways_out(atlas: Atlas, at: str) -> list[str]:
    """Roads and what runs along the hexsides, each with its directions."""
    i = atlas.index[at]
    found: dict[str, list[str]] = {}
    for table, words in ((atlas.roads, road_words), (atlas.side_kinds, None)):
        for direction, key in enumerate(atlas.grid.directions):
            kinds = table.get((i, direction), ())
            for kind in (kinds,) if isinstance(kinds, str) else kinds:
                name = words(kind) if words is not None else tell(kind.replace("_", " "))
                found.setdefault(name, []).append(direction_words(key))
    return [f"{name} {', '.join(where)}" for name, where in found.items()]


def _unit_words(face: Face, words: Words) -> str:
    """A unit's name, or everything on its counter."""
    if words != "full":
        return tell(face.title)
    parts = [tell(face.title), "–".join(x for x in (face.left, face.right) if x)]
    if face.steps[1] > 1:
        parts.append(tr("{now} of {full} steps", now=face.steps[0], full=face.steps[1]))
    parts += [tell(mark.say).rstrip(".") for mark in face.marks]
    if face.spent:
        parts.append(tr("has acted"))
    return ", ".join(x for x in parts if x)


def _unit_lines(desk: Desk, at: str, words: Words) -> list[str]:
    """The units in a hex, one line per side."""
    sides: dict[str, list[Face]] = {}
    for unit in desk.units_at(at):
        face = desk.face(unit)
        if face is not None:
            sides.setdefault(face.side, []).append(face)
    out = []
    for side, faces in sides.items():
        name, n = side_title(side, desk.seat), len(faces)
        count = tr("1 {side} unit", side=name) if n == 1 else tr("{n} {side} units", n=n, side=name)
        named = [_unit_words(face, words) for face in reversed(faces)]
        if words == "brief" or (words == "usual" and n > _NAMES_AT_ONCE):
            named = named[:1] if words == "usual" else []
        out.append(f"{count}: {'; '.join(named)}" if named else count)
    return out


def overlay_words(at: str, shown: Mapping[str, Overlay]) -> list[str]:
    """What the active overlays show for a hex, in the words of their legends."""
    out: dict[str, None] = {}
    for overlay in shown.values():
        legend = {line.tone: tell(line.text) for line in overlay.legend}
        for shade in overlay.shades:
            if shade.hex == at:
                said = legend.get(shade.tone) or tell(overlay.title)
                out[tell(shade.tip).rstrip(".") or f"{said} {shade.text}".strip()] = None
    return list(out)


def describe_hex(
    desk: Desk,
    atlas: Atlas,
    at: str,
    words: Words,
    chips: Sequence[Chip] = (),
    shown: Mapping[str, Overlay] = {},
) -> str:
    """Describe a hex in one sentence; ``words`` is the verbosity."""
    if at not in atlas.index:
        return ""
    parts = [", ".join(ground(atlas, at)), *_unit_lines(desk, at, words)]
    if words != "brief":
        parts += [tell(chip.say).rstrip(".") or tell(chip.key.replace("_", " ")) for chip in chips]
        parts += ways_out(atlas, at)
        parts += overlay_words(at, shown)
    return ". ".join(parts)


RESULTS = ("DiceRolled", "Resolved", "StepLost", "GameEnded")
"""Kinds of events that are announced even in brief mode."""
FRAME = ("TurnBegan", "PhaseBegan")
"""Kinds that the prompt already covers."""
RECENT = 60
"""How many of the latest log lines may be news."""
LINES = {"brief": 3, "usual": 5, "full": RECENT}
"""Log lines announced for one action, by verbosity."""
_REASONS = {"brief": 1, "usual": 4, "full": RECENT}
"""Reasons announced for one refusal, by verbosity."""


class Speaking(QObject):
    """One per window, as long as it has a table."""

    def __init__(self, at: TablePieces) -> None:
        super().__init__(at.window)
        self.window, self.settings, self.bridge, self.desk = at.window, at.settings, at.bridge, at.desk
        self.acts, self.table = at.acts, at.table
        self.screen_reader: ScreenReader = at.desk.screen_reader
        self.screen_reader.more = self._more
        self._told = 0
        """The last node whose news was announced."""
        self._overlays: tuple[str, ...] = ()
        table = at.table
        at.desk.refreshed.connect(self._on_refreshed)
        at.desk.units_changed.connect(self._on_units)
        at.desk.thought.changed.connect(self._on_thought)
        at.window.shown_game.connect(self._on_game)
        at.table.laid_anew.connect(self._bind)
        table.acting.explained.connect(self._on_explained)
        table.acting.asked.connect(self._on_asked)
        table.acting.hinted.connect(self._on_hinted)
        table.overlays.switched.connect(self._on_overlays)
        at.acts["game.read_hex"].triggered.connect(self._on_read_hex)
        at.acts["game.read_prompt"].triggered.connect(self._on_read_prompt)
        self.follow_settings()

    def follow_settings(self) -> None:
        """Use the verbosity from the settings."""
        self.screen_reader.words = self.settings.get("hear.words")

    def _more(self, n: int) -> str:
        return tr("{n} more in the log", n=n)

    # ---- what happened
    def _bind(self) -> None:
        view = self.table.view
        if view is not None:
            view.screen_reader = self.screen_reader
            view.describe = self.describe

    def _on_game(self) -> None:
        self._bind()
        self.screen_reader.forget()  # the overlays that were on the last time are no news
        self._overlays = tuple(self.table.overlays.on)
        session = self.bridge.session
        self._told = 0 if session is None else session.node
        if session is not None:
            self.screen_reader.say(tr("{game} is open", game=session.title))
            self._tell_prompt()

    def _on_refreshed(self, shift: Shift) -> None:
        bridge, screen_reader = self.bridge, self.screen_reader
        session = bridge.session
        if shift.kind == "covered" or session is None:
            screen_reader.forget()
            if session is not None:
                cover = self.window.cover
                screen_reader.say(f"{cover.who.text()}. {cover.words.text()}", urgent=True)
            return
        if bridge.seat is None:
            return
        before, self._told = self._told, session.node
        if shift.kind == "did":
            self._tell_lines(before)
        elif shift.kind == "undone" and bridge.redo_label is not None:
            screen_reader.say(tr("Undone: {what}", what=tell(bridge.redo_label)), "undo")
        elif shift.kind == "redone" and bridge.undo_label is not None:
            screen_reader.say(tr("Redone: {what}", what=tell(bridge.undo_label)), "undo")
        if shift.kind not in ("opened", "past"):
            self._tell_prompt()

    def _tell_lines(self, before: int) -> None:
        """Announce the lines that the action added; if there are too many, only the results."""
        words = self.screen_reader.words
        new = [x for x in self.bridge.log[-RECENT:] if x.node > before and x.kind not in FRAME]
        most = LINES.get(words, 0)
        results = [x for x in new if x.kind in RESULTS]
        if words == "brief":
            new = results or new[:1]
        elif len(new) > most:
            new = results or new
        for line in new[-most:]:
            self.screen_reader.say(self._line(line))
        if len(new) > most:
            self.screen_reader.say(self._more(len(new) - most))

    def _line(self, line: LogLine) -> str:
        text = tell(line.text)
        return (
            tr("{sentence} Rule {rule}", sentence=text, rule=line.rule) if self._full and line.rule else text
        )

    @property
    def _full(self) -> bool:
        return self.screen_reader.words == "full"

    # ---- what is asked
    def _tell_prompt(self) -> None:
        text = self.prompt_words(full=self._full)
        self.screen_reader.say(text, "prompt", once=True)

    def prompt_words(self, *, full: bool) -> str:
        """Who has to decide what; ``full``: with what can be done."""
        seat = self.desk.seat
        if seat is None:
            return ""
        hand = Hand(seat)
        prompt = hand.prompt
        parts = [tell(prompt.say).rstrip(".")]
        side = side_title(prompt.side, seat) if prompt.side is not None else ""
        if side and not parts[0].startswith(f"{side}:"):  # some games begin with it themselves
            parts.insert(0, side)
        if full and prompt.offers:
            offers = ", ".join(tell(hand.verb(offer).label) for offer in prompt.offers)
            parts.append(tr("You may: {offers}", offers=offers))
            n = len(hand.able)
            if n:
                parts.append(tr("1 unit can act") if n == 1 else tr("{n} units can act", n=n))
        button = self.table.prompt.default
        if button is not None and self.screen_reader.words != "brief":
            parts.append(f"{self.acts.key_text('game.default')}: {button.text().replace('&', '')}")
        return ". ".join(parts)

    def _on_asked(self, title: str, help_: str, ways: tuple[Way, ...], _texts: list[str]) -> None:
        n = len(ways)
        self.screen_reader.say(
            tr(
                "{title}: 1 way. {help}" if n == 1 else "{title}: {n} ways. {help}",
                title=title,
                n=n,
                help=help_,
            ),
            "asked",
        )

    def _on_explained(self, why: Why, _at: str, instead: Way | None) -> None:
        reasons = list(dict.fromkeys(self._reason(reason) for _, reasons in why for reason in reasons))
        most = _REASONS.get(self.screen_reader.words, 1)
        said = [tr("Not possible: {what}", what=why[0][0])] if why else []
        said += reasons[:most]
        if len(reasons) > most:
            left = len(reasons) - most
            one, more = tr("1 more reason in the Hex dock"), tr("{n} more reasons in the Hex dock", n=left)
            said.append(one if left == 1 else more)
        if instead is not None:
            said.append(tr("Enter: {what} instead", what=self.table.acting.way_text(instead)))
        self.screen_reader.say(". ".join(text.rstrip(".") for text in said), "why", urgent=True)

    def _reason(self, reason: Reason) -> str:
        text = tell(reason.text)
        return tr("Rule {rule}: {sentence}", rule=reason.rule, sentence=text) if reason.rule else text

    # ---- what is in the hand and on the map
    def describe(self, at: str) -> str:
        """A hex, announced when the cursor enters it."""
        return self.hex_words(at, full=self._full)

    def hex_words(self, at: str, *, full: bool) -> str:
        """A hex at the current verbosity, or in full."""
        table = self.table
        if table.view is None:
            return ""
        scene = table.view.map
        words = "full" if full else self.screen_reader.words
        return describe_hex(self.desk, scene.atlas, at, words, scene.chips_at(at), table.overlays.shown)

    def _on_hinted(self, text: str) -> None:
        """While counters are carried by keyboard, announce what a drop would cost or lead to."""
        hands = self.table.hands
        if text and hands is not None and hands.drag.active and hands.drag.by_key:
            at = self.table.view.cursor_hex if self.table.view is not None else ""
            parts = [part.strip(" .:") for part in text.removeprefix(at).split(" · ")]
            self.screen_reader.say(". ".join(self._plain(part) for part in parts if part), "hint")

    @staticmethod
    def _plain(part: str) -> str:
        """A part of a hint without its brackets, which only help when read on screen."""
        return tr("Rule {rule}", rule=part[1:-1]) if part.startswith("[") else part

    def _on_units(self) -> None:
        desk, table = self.desk, self.table
        if not desk.units or desk.seat is None:
            return
        name = table.acting.name_of(desk.units)
        self.screen_reader.say(tr("Selected: {units}", units=name), "selected")

    def _on_thought(self) -> None:
        """Announce the hypothetical attack: what it is, and the totals of both sides and the shifts."""
        combat = self.desk.thought.combat
        if combat is not None:
            sums = (f"{tell(account.say)} {account.total}" for account in combat.accounts if account.total)
            self.screen_reader.say(". ".join((tell(combat.say), *sums)), "thought")

    def _on_overlays(self) -> None:
        overlays = self.table.overlays
        before, self._overlays = self._overlays, tuple(overlays.on)
        titles = {choice.key: choice.title for choice in overlays.choices}
        for key in (k for k in self._overlays if k not in before):
            shown = overlays.shown.get(key)
            hexes = len({shade.hex for shade in shown.shades}) if shown is not None else 0
            count = tr("1 hex") if hexes == 1 else tr("{n} hexes", n=hexes)
            facts = (
                [f"{fact.label}: {fact.value}" for fact in shown.facts]
                if shown is not None and self._full
                else []
            )
            said = tr("Overlay on: {title}, {count}", title=titles.get(key, key), count=count)
            self.screen_reader.say(". ".join((said, *facts)), f"overlay.{key}")
        for key in (k for k in before if k not in self._overlays):
            self.screen_reader.say(tr("Overlay off: {title}", title=titles.get(key, key)), f"overlay.{key}")

    # ---- asked for
    def _on_read_hex(self) -> None:
        view = self.table.view
        at = self.desk.hex if view is None else view.cursor_hex or self.desk.hex
        text = self.hex_words(at, full=True)
        self.screen_reader.say(text or tr("The cursor is not on a hex"), "read", urgent=True)
        self.table.hinted.emit(text)

    def _on_read_prompt(self) -> None:
        text = self.prompt_words(full=True)
        self.screen_reader.say(text, "read", urgent=True)
