"""Turns drags, buttons, choices and keys into actions, and refusals into explanations.

Answers the drag gesture (:class:`hexbench.ui.tools.drag.DragRules`) and every other control that acts.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from PySide6.QtCore import QObject, Signal

from hexbench.engine.display import Light
from hexbench.engine.values import Action, NeedDice, Offer, Reason, Refused, Say, Target, say
from hexbench.store.strict import BadFile
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.stack import place_name
from hexbench.ui.look.language import tell, tr, why, word
from hexbench.ui.shell.hand import Hand, Way, Why
from hexbench.ui.tools.drag import cost_text
from hexbench.ui.widgets.bars import forecast_words

PLACES = ("hex", "side", "unit")
"""Kinds of subjects and objects that are somewhere on the map."""


class Acting(QObject):
    """``explained(Why, hex, Way or None)``: say why not, near a hex, and what may be done instead. ``asked(title, help, ways, texts)``: let one choose.

    ``told(sentence)``: a line of news. ``hinted(sentence)``: text for the status bar. ``failed(sentence)``: the
    game could not be written, so nothing was done. ``dice_asked(Action)``: the players roll their own dice and
    must enter the numbers.
    """

    explained = Signal(object, str, object)
    asked = Signal(str, str, object, object)
    told = Signal(str)
    hinted = Signal(str)
    failed = Signal(str)
    dice_asked = Signal(object)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self._ways: dict[str, tuple[Way, ...]] = {}

    @property
    def hand(self) -> Hand | None:
        """The viewer's hand; None when there is no seat."""
        seat = self.desk.seat
        return None if seat is None else Hand(seat)

    def name_of(self, units: tuple[str, ...]) -> str:
        """What some units are called together."""
        face = self.desk.face(units[0]) if units else None
        first = tell(face.title) if face is not None else (units[0] if units else "")
        return first if len(units) <= 1 else tr("{first} and {n} more", first=first, n=len(units) - 1)

    # ---- the drag gesture
    def may_lift(self, units: tuple[str, ...]) -> bool:
        """Always True for the player's own counters: dropping one that cannot move explains why."""
        hand = self.hand
        if hand is None or not units:
            return False
        if hand.ways(units, self.desk.at):
            return True
        owner = self.desk.bridge.viewer or hand.prompt.side
        faces = [self.desk.face(uid) for uid in units]
        return all(face is not None and face.side == owner for face in faces)

    def targets(self, units: tuple[str, ...]) -> Mapping[str, Target]:
        """hex -> the cheapest way there."""
        hand = self.hand
        self._ways = {} if hand is None else hand.ways(units, self.desk.at)
        if not self._ways and hand is not None:
            self.hinted.emit(
                tr(
                    "{name} cannot go anywhere now. Drop it on a hex to see why.",
                    name=self.name_of(units),
                )
            )
        return {at: min(_plain(ways), key=_cost).target for at, ways in self._ways.items()}

    def drop(self, units: tuple[str, ...], at: str, target: Target | None) -> bool:
        """Do it, let one choose between several ways, or explain."""
        self.hinted.emit("")
        action = self.meant(units, at) if at else None
        if action is None:
            return False
        with _Attempt(self, action) as attempt:
            self.desk.bridge.playing.do(action)
        return attempt.done

    def put(self, units: tuple[str, ...], at: str) -> bool:
        """Take units to a hex, from a tray; False: it is not done (yet)."""
        action = self.meant(units, at)
        return action is not None and self.do(action)

    def meant(self, units: tuple[str, ...], at: str) -> Action | None:
        """What letting units go over a hex means; None where it is explained why not, or asked which of several ways."""
        hand = self.hand
        if hand is None:
            return None
        ways = hand.ways(units, self.desk.at).get(at, ())
        if not ways:
            self.why_not(units, at)
            return None
        ways = _plain(ways)
        if len({(way.verb.name, way.target.says) for way in ways}) == 1:
            # ways that differ in mode or route alone lead to the same end: the cheapest is meant
            return min(ways, key=_cost).action
        if len(ways) > 1:
            texts = [self._way_text(way) for way in ways]
            self.asked.emit(
                tr("{name} to {at}", name=self.name_of(units), at=at),
                tr("There are several ways to do this."),
                ways,
                texts,
            )
            return None
        return ways[0].action

    def hover(self, units: tuple[str, ...], at: str, target: Target | None) -> None:
        """Say what the drop would cost and lead to."""
        self.desk.weighed.emit(self._lights(at) if target is not None else {})
        if not at:
            self.hinted.emit("")
            return
        if target is None:
            self.hinted.emit(tr("{at}: not possible. Drop to see why.", at=at))
            return
        parts = [at]
        if target.cost is not None:
            parts.append(tr("costs {cost}", cost=cost_text(target.cost)))
        parts += [tell(s) for s in target.says]
        if target.rules:
            parts.append(f"[{', '.join(target.rules)}]")
        ahead = self._foreseen(units, at)
        if ahead:
            parts.append(ahead)
        self.hinted.emit(" · ".join(parts))

    def _lights(self, at: str) -> Mapping[str, tuple[Light, ...]]:
        """What lights up in the tables of the game while the counters are held over a hex they can go to."""
        ways, seat = _plain(self._ways.get(at, ())), self.desk.seat
        return {} if seat is None or not ways else seat.weighed(min(ways, key=_cost).action)

    def _foreseen(self, units: tuple[str, ...], at: str) -> str:
        """What a drop here may lead to, where that is a matter of chance and there is one way only."""
        ways = _plain(self._ways.get(at, ()))
        seat = self.desk.seat
        return (
            forecast_words(seat.forecast(ways[0].action), seat) if seat is not None and len(ways) == 1 else ""
        )

    # ---- doing
    def do(self, action: Action, numbers: Sequence[int] | None = None) -> bool:
        """Do an action. A refusal is explained, a file that cannot be written is reported. True: it was done."""
        with _Attempt(self, action) as attempt:
            self.desk.bridge.playing.do(action, numbers)
        return attempt.done

    def do_all(self, actions: tuple[Action, ...]) -> bool:
        """Do actions one after another, in one gesture that one undo takes back, up to the first that is refused."""
        if len(actions) == 1:
            return self.do(actions[0])
        with _Attempt(self, actions[0]) as attempt:
            self.desk.bridge.playing.do_all(actions)
        return attempt.done

    def told_why_not(self, action: Action, fault: Exception) -> None:
        """Say why an action was not done: explain a refusal, ask for dice, pass any other exception to the
        hook.
        """
        match fault:
            case Refused():
                self._explain(((self._action_text(action), fault.reasons),), action.object)
            case NeedDice():
                self.dice_asked.emit(action)
            case BadFile():
                self.failed.emit(
                    tr("The game could not be saved, so nothing was done. {fault}", fault=why(fault))
                )
            case _:
                sys.excepthook(type(fault), fault, fault.__traceback__)

    def do_way(self, way: Way) -> bool:
        """Do what was chosen."""
        return self.do(way.action)

    def do_default(self) -> None:
        """Give the default answer: end the phase, or the plainest legal thing."""
        hand = self.hand
        if hand is None or hand.prompt.default is None:
            self.told.emit(tr("There is nothing to end here."))
            return
        closing = self.desk.closing
        if hand.answer is None and closing is not None:
            self.do(closing.action)  # a refusal is explained; nothing is undone unless asked for
        else:
            self.do(hand.prompt.default)

    def answer_at(self, at: str) -> bool:
        """A hex was clicked: give it as the answer where one is asked for; False: none was, or it is no answer.

        Outside of short answers, or where there are several ways, one is asked first: a click may only have meant to look.
        """
        hand = self.hand
        ways = hand.places.get(at, ()) if hand is not None else ()
        if hand is not None and len(ways) == 1 and hand.seat.step.open_table:
            return self.do(ways[0].action)
        if ways:
            title = tell(ways[0].verb.label) if len(ways) == 1 else tr("Hex {at}", at=at)
            self.asked.emit(title, "", ways, [self._way_text(w) for w in ways])
        return bool(ways)

    def use(self, verb: str, units: tuple[str, ...] = ()) -> None:
        """Use an offered verb: at once if there is only one way, else let the player choose."""
        hand = self.hand
        offer = None if hand is None else next((o for o in hand.prompt.offers if o.verb == verb), None)
        if hand is None or offer is None:
            return
        found = hand.verb(offer)
        if found.subject != "unit":
            units = ()
        elif not units:
            self.told.emit(tr("Select a unit first."))
            return
        lots = tuple(hand.finish(verb, lot) for lot in hand.each(offer, units))
        if lots and all(len(ways) == 1 for ways in lots):
            self.do_all(tuple(ways[0].action for ways in lots))
            return
        if found.subject in ("hex", "side", "choice"):
            ways = tuple(w for s in offer.subjects for w in hand.finish(verb, (s,)))
        else:
            ways = hand.finish(verb, units)
        if not ways:
            self._explain(hand.why_not_verb(verb, units), self.desk.at(units[0]) if units else "")
        elif len(ways) == 1 and not found.gives_up:
            self.do(ways[0].action)
        else:
            # to give the game up is asked about, and is the one choice there is
            texts = [self._way_text(way, own=found.subject not in ("", "unit")) for way in ways]
            self.asked.emit(tell(found.label), tell(found.help), ways, texts)

    def places(self, way: Way) -> tuple[str, ...]:
        """The hexes a way is about, to be lit."""
        refs = [way.target.object] if way.verb.object in PLACES else []
        if way.verb.subject in PLACES:
            refs += way.subject
        out: dict[str, None] = {}
        for ref in refs:
            at = self.desk.at(ref) or ref
            if not at.startswith("#"):
                out.update(dict.fromkeys(part for part in at.split("/") if part))
        return tuple(out)

    # ---- explaining
    def why_not(self, units: tuple[str, ...], at: str) -> None:
        """Say why units may not be taken to a hex, or that they may."""
        hand = self.hand
        if hand is None or not units or not at:
            return
        name = self.name_of(units)
        ways = hand.ways(units, self.desk.at).get(at, ())
        if ways:
            cost = ways[0].target.cost
            price = "" if cost is None else tr(", for {cost}", cost=cost_text(cost))
            self.desk.explain(((tr("{name} may go to {at}{price}.", name=name, at=at, price=price), ()),))
            self.told.emit(tr("{name} may go to {at}{price}.", name=name, at=at, price=price))
            return
        self._explain(hand.why_not(units, at, name), at, hand.instead(units, at))

    def ask_why(self, units: tuple[str, ...], at: str) -> None:
        """Why these units, anybody's, may not go to a hex, or may not act at all when it is their own."""
        if units and at == self.desk.at(units[0]):
            self.why_idle(units)
        else:
            self.why_not(units, at)

    def why_idle(self, units: tuple[str, ...]) -> None:
        """Say why units may not act where they stand, or that they may."""
        hand = self.hand
        if hand is None or not units:
            return
        name = self.name_of(units)
        why = hand.why_idle(units, name)
        if why:
            self._explain(why, self.desk.at(units[0]))
        else:
            may = ", ".join(tell(hand.verb(o).label) for o in (*hand.drags, *hand.about(units)))
            self.told.emit(
                tr("{name} may: {may}.", name=name, may=may)
                if may
                else tr("{name} has nothing to do now.", name=name)
            )

    def _explain(self, why: Why, at: str, instead: Way | None = None) -> None:
        why = tuple((tried, reasons) for tried, reasons in why if reasons)
        if not why:
            # The rules refused without a reason: say at least that.
            why = ((tr("Not possible"), (Reason("", say("The rules offer no way to do this now.")),)),)
        self.desk.explain(why)
        self.explained.emit(why, at, instead)

    # ---- words
    def way_text(self, way: Way) -> str:
        """A way in words: "Move: PG304 (2 Pz) to 3042, for 3"."""
        cost = way.target.cost
        price = "" if cost is None else tr(", for {cost}", cost=cost_text(cost))
        return tr(
            "{label}: {name} to {object}{price}",
            label=way.verb.label,
            name=self.name_of(way.subject),
            object=way.target.object,
            price=price,
        )

    def _action_text(self, action: Action) -> str:
        seat = self.desk.seat
        verb = None if seat is None else seat.rules.verbs[action.verb]
        label = action.verb if verb is None else tell(verb.label)
        choice = verb is not None and verb.object == "choice"
        what = self._choice_text(action.object) if choice else action.object
        return " ".join(x for x in (f"{label}:", self.name_of(action.subject), what) if x).rstrip(":")

    def _way_text(self, way: Way, *, own: bool = False) -> str:
        """One line of a list to choose from."""
        target = way.target
        parts: list[str] = []
        if own and way.subject:
            parts.append(self._ref_text(way.subject[0], way.verb.subject))
        if target.object:
            parts.append(self._ref_text(target.object, way.verb.object))
        if way.verb.object == "hex" and not own:
            parts.insert(0, tell(way.verb.label))
        if target.how:
            parts.append(self._choice_text(target.how))
        if target.cost is not None:
            parts.append(tr("costs {cost}", cost=cost_text(target.cost)))
        if target.via and way.verb.object == "hex":
            parts.append(tr("via {via}", via=target.via[max(0, len(target.via) // 2 - 1)]))
        parts += [tell(s) for s in target.says]
        return " · ".join(parts) or tell(way.verb.label)

    def _ref_text(self, ref: str, kind: str) -> str:
        if kind == "unit":
            face = self.desk.face(ref)
            at = self.desk.at(ref)
            where = place_name(at, self.desk.seat) if at.startswith("#") else at
            return f"{tell(face.title)} ({where})" if face is not None else ref
        if kind == "side":
            return tr("Hexside {ref}", ref=ref)
        if kind == "hex":
            return tr("Hex {ref}", ref=ref)
        text = self._choice_text(ref.removeprefix("#"))
        return text[:1].upper() + text[1:]

    def _choice_text(self, code: str) -> str:
        seat = self.desk.seat
        says = Say("") if seat is None else seat.choice(code)
        return tell(says) if says.template else word(code)

    # ---- who can act
    def next_unit(self, step: int) -> str:
        """The unit after (1) or before (-1) the selected one that can still act; empty when none can."""
        hand = self.hand
        desk = self.desk
        able = () if hand is None else tuple(u for u in hand.able if desk.face(u) is not None)
        able = tuple(u for u in able if u not in desk.held) or able
        if not able:
            return ""
        now = self.desk.units[-1] if step > 0 and self.desk.units else (self.desk.units or ("",))[0]
        if now in able:
            return able[(able.index(now) + step) % len(able)]
        return able[0] if step > 0 else able[-1]

    def unit_offers(self) -> tuple[Offer, ...]:
        """The offers that can be used with the selected units and are no drag."""
        hand = self.hand
        return () if hand is None else hand.about(self.desk.units)


class _Attempt:
    """Context manager in which an action is done: errors are reported, and ``done`` says afterwards whether it was.

    A context manager rather than a function that takes the action: this adds no call that would only pass the
    action on.
    """

    def __init__(self, acting: Acting, action: Action) -> None:
        self._acting, self._action = acting, action
        self._session = acting.desk.bridge.session
        self._here = None if self._session is None else self._session.node
        self.done = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(fault, Exception):
            return False
        self._acting.told_why_not(self._action, fault)
        # An exception may come after the action was done, while it is drawn: then the counters must be
        # released.
        self.done = not isinstance(fault, Refused | NeedDice | BadFile) and (
            self._session is not None and self._session.node != self._here
        )
        return True


def _plain(ways: tuple[Way, ...]) -> tuple[Way, ...]:
    """The ways a drag means: those of the plain verb if there is one; of these only the ordinary way, if it is the only
    one without consequences worth mentioning.
    """
    plain = tuple(way for way in ways if way.verb.plain)
    bare = tuple(way for way in plain if not way.target.how and not way.target.says)
    if len(bare) == 1 and all(way.target.says for way in plain if way is not bare[0]):
        return bare
    return plain or ways


def _cost(way: Way) -> int:
    return way.target.cost if way.target.cost is not None else 0
