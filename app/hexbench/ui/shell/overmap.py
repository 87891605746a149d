"""What lies over the map temporarily: reasons, a list to choose from, news, and the hexes lit with them."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect

from hexbench.engine.display import Overlay, Shade, Trail
from hexbench.engine.values import say
from hexbench.session.log import faces_of
from hexbench.ui.canvas.view import MapView
from hexbench.ui.look.language import tell, tr
from hexbench.ui.shell.acting import Acting
from hexbench.ui.shell.floats import Chooser, News, WhyNot
from hexbench.ui.shell.hand import Hand, Way, Why
from hexbench.ui.shell.unitbar import UnitBar

CLEAR = 8
"""Hexes of an explanation that its bubble keeps clear of."""
_NEWS = ("DiceRolled", "Resolved", "StepLost")
_PACES = {"off": (0, 0), "quick": (320, 0), "slow": (1100, 4000)}
"""How dice are shown -> milliseconds they tumble, and those the news stays longer."""
"""Kinds of events that are told over the map as well."""
RECENT = 40
"""Lines of the log that may be news."""
LINES = 6
"""Lines of news at once."""
PLACES = "places"
"""Kind of the overlay that shows the hexes of which one is asked for."""
COMBAT = "combat"
"""Kind of the overlay that shows the hexes under attack in the combat at hand."""
INSTEAD = "instead"
"""Kind of the overlay that shows the nearest thing one may do instead."""
_CHOICES = "choice"
"""Kind of the overlay that shows where one may choose."""


class OverMap(QObject):
    """The floats of one view; a child of the view, deleted with it."""

    def __init__(self, view: MapView, acting: Acting) -> None:
        super().__init__(view)
        self.view, self.acting = view, acting
        self._combat: tuple[str, ...] = ()
        self._instead: Way | None = None
        self._asked: tuple[str, ...] = ()
        """Where the cursor may be for Enter to take what may be done instead."""
        session = acting.desk.bridge.session
        self._told = 0 if session is None else session.node
        """The node whose news was shown last."""
        self._since = self._told
        """The node before those news."""
        self._pace = "off"
        """How dice are shown with them."""
        self.whynot = WhyNot(view, acting.desk)
        self.chooser = Chooser(view, acting.desk)
        self.news = News(view, acting.desk)
        self.unitbar = UnitBar(view, acting)
        self.whynot.closed.connect(self.lights_out)
        self.whynot.taken.connect(self.take_instead)
        self.chooser.chosen.connect(self._on_chosen)
        self.chooser.pointed.connect(self._on_pointed)
        self.chooser.cancelled.connect(self.lights_out)

    def explain(self, why: Why, at: str, instead: Way | None = None) -> None:
        """Give the reasons near a hex, light the hexes at fault, and show what may be done instead."""
        lit = dict.fromkeys(h for _, reasons in why for r in reasons for h in r.hexes)
        known = [h for h in lit if h in self.view.map.atlas.index]
        if not at and known:
            self.view.show_hex(known[0])
            at = known[0]
        mine = [self.acting.desk.at(unit) for unit in self.acting.desk.units]
        clear = [self._around(h) for h in dict.fromkeys((*known[:CLEAR], at, *mine)) if h]
        offer = "" if instead is None else tr("{way} instead", way=self.acting.way_text(instead))
        if instead is not None:
            clear.append(self._around(instead.target.object))
        self.whynot.show_why(why, self._spot(at), [box for box in clear if not box.isEmpty()], offer)
        self._show_instead(instead)
        self._asked = (at, self.view.cursor_hex, *mine)
        self.view.map.light(lit)

    def _show_instead(self, way: Way | None) -> None:
        """Light the nearest place one may go to instead, and the way there."""
        self._instead = way
        if way is None:
            self.view.map.set_overlay(INSTEAD, None)
            return
        start = self.acting.desk.at(way.subject[0]) if way.subject else ""
        route = (start, *(way.target.via or (way.target.object,)))
        trails = (Trail(route, "route"),) if start in self.view.map.atlas.index else ()
        shades = (Shade(way.target.object, "good"),)
        self.view.map.set_overlay(INSTEAD, Overlay(INSTEAD, say("Possible instead"), shades, trails))

    def take_instead(self) -> bool:
        """Do the alternative offered after a refusal; False if there is none, or the cursor has moved on."""
        way, at = self._instead, self.view.cursor_hex
        if way is None or not self.whynot.isVisible() or (at and at not in self._asked):
            return False
        self.dismiss()
        self.acting.do_way(way)
        self.view.setFocus()
        return True

    def ask(self, title: str, help_: str, ways: tuple[Way, ...], texts: list[str]) -> None:
        """Let one choose, from a list or on the map."""
        self.dismiss()
        on_map = any(self.acting.places(w) for w in ways)
        self.chooser.ask(title, help_, ways, texts, on_map=on_map)

    def show_places(self, hand: Hand) -> None:
        """Shade the hexes of which one is asked for."""
        shades = tuple(Shade(at, "reach") for at in hand.places)
        self.view.map.set_overlay(PLACES, Overlay(PLACES, say("Answers"), shades) if shades else None)

    def mark_combat(self, hexes: tuple[str, ...]) -> bool:
        """Shade the hexes under attack; True when they are others than before."""
        if hexes == self._combat:
            return False
        self._combat = hexes
        shades = tuple(Shade(at, "combat") for at in hexes)
        self.view.map.set_overlay(COMBAT, Overlay(COMBAT, say("Combat"), shades) if shades else None)
        return True

    def tell_news(self, dice: str = "off") -> None:
        """Tell what came of dice and losses since the action before, in the words of the log. ``dice``: how dice are shown
        with it, for how long; nothing waits for them.
        """
        session = self.acting.desk.bridge.session
        if session is None:
            return
        self._since, self._told, self._pace = self._told, session.node, dice
        self._tell(still=self.view.map.reduce_motion)

    def tell_again(self) -> None:
        """Another viewer: the last action is news for that side as well, as far as it was told."""
        session = self.acting.desk.bridge.session
        if session is not None and session.node == self._told:
            self._tell(still=True)

    def _tell(self, *, still: bool) -> None:
        """Show the viewer the news since a node, with the dice seen; ``still``: draw the dice without
        animation.
        """
        new = [line for line in self.acting.desk.bridge.log[-RECENT:] if line.node > self._since]
        lines = [tell(line.text) for line in new if line.kind in _NEWS]
        if not lines:
            return
        tumble, stay = _PACES[self._pace]
        faces = tuple(face for line in new for face in faces_of(line)) if tumble else ()
        index = self.view.map.atlas.index
        about = dict.fromkeys(ref for line in new if line.kind in _NEWS for ref in line.refs)
        self.news.clear = tuple(
            self._spot(at) for ref in about if (at := self.acting.desk.at(ref) or ref) in index
        )
        self.news.tell("\n".join(lines[-LINES:]), dice=faces, tumble=0 if still else tumble, stay=stay)

    def nothing_new(self) -> None:
        """Everything up to here is known or undone: it is not news after the next action."""
        session = self.acting.desk.bridge.session
        if session is not None:
            self._told = session.node

    def take_place(self, at: str) -> bool:
        """A hex was clicked: True when that was a choice."""
        return self.chooser.isVisible() and self.chooser.take_place(at)

    def dismiss(self) -> None:
        """Close the reasons and put the lights out."""
        self.whynot.dismiss()
        self.view.map.light(())

    def clear(self, *, news: bool = True) -> None:
        """The position changed: clear what was said or asked. ``news`` False: keep the news everybody may
        see.
        """
        self.whynot.dismiss()
        self.chooser.cancel()
        if news:
            self.news.hide()

    def escape(self) -> bool:
        """Close what floats, then put out lights; False when there was nothing to close."""
        if self.chooser.isVisible():
            self.chooser.cancel()
        elif self.whynot.isVisible():
            self.whynot.dismiss()
        elif self.view.map.lit:
            self.view.map.light(())
        else:
            return False
        return True

    def lights_out(self) -> None:
        """Put out the lights and the places to choose from."""
        self._show_instead(None)
        self.view.map.set_overlay(_CHOICES, None)
        self.view.map.light(())
        self.acting.desk.weighed.emit({})

    def _around(self, at: str) -> QRect:
        """What a hex covers of the view, a little more than its counter; empty when it is out of sight."""
        if at not in self.view.map.atlas.index:
            return QRect()
        half = max(22, round(self.view.zoom * 52))
        spot = self._spot(at)
        box = QRect(spot.x() - half, spot.y() - half, 2 * half, 2 * half)
        return box if box.intersects(self.view.rect()) else QRect()

    def _spot(self, at: str) -> QPoint:
        if at in self.view.map.atlas.index:
            return self.view.mapFromScene(self.view.map.geometry.centre(at))
        return self.view.rect().center()

    def _on_chosen(self, way: Way) -> None:
        self.lights_out()
        self.acting.do_way(way)
        self.view.setFocus()

    def _on_pointed(self, way: Way) -> None:
        every = dict.fromkeys(h for w in self.chooser.ways for h in self.acting.places(w))
        shades = tuple(Shade(h, "reach") for h in every)
        self.view.map.set_overlay(_CHOICES, Overlay(_CHOICES, say("Choices"), shades) if shades else None)
        places = [h for h in self.acting.places(way) if h in self.view.map.atlas.index]
        self.view.map.light(places)
        seat = self.acting.desk.seat
        self.acting.desk.weighed.emit({} if seat is None else seat.weighed(way.action))
        if places:
            self.view.show_hex(places[0])
            self.chooser.avoid(self._spot(places[0]))
