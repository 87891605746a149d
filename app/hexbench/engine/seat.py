"""A seat at the table: everything that one side may be offered, told, refused or shown. It holds a view and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec.structs import replace

from hexbench.engine import checklist
from hexbench.engine.display import (
    Chip,
    Combat,
    Face,
    Fact,
    Facts,
    Form,
    Light,
    Overlay,
    OverlayKind,
    Panel,
    Pile,
)
from hexbench.engine.state import Step
from hexbench.engine.values import Action, Check, Offer, Prompt, Reason, Say, Target, say
from hexbench.engine.verb import UNMADE, TargetGroups, objects

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.engine.risk import Risks
    from hexbench.engine.rules import Rules
    from hexbench.engine.verb import AnyVerb
    from hexbench.engine.what_if import AttacksInThought, Possible, Supposed


def no_verb(rules: Rules[Any, Any, Any], name: str) -> Reason:
    """The reason against an action whose verb the game does not have."""
    close = get_close_matches(name, rules.verbs, 1)
    if close:
        text = say('There is no verb "{verb}". Did you mean "{close}"?', verb=name, close=close[0])
    else:
        text = say('There is no verb "{verb}"; the game\'s description lists its verbs.', verb=name)
    return Reason(rules.sequence_rule, text)


class _MadeIn:
    """A method that is in another module, which is imported when it is first needed, so that a game played without a
    window need not load displays. After that it is a method like any other.
    """

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name, self.method = module, name, ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.method = name

    def __get__(self, seat: Any, owner: type) -> Any:
        found = getattr(import_module(self.module), self.name)
        method = found if callable(found) else lambda _seat: found
        holder = next(one for one in owner.__mro__ if one.__dict__.get(self.method) is self)
        setattr(holder, self.method, method)
        return method.__get__(seat, owner)


USUAL: Final[Mapping[str, str]] = {
    "what_if": "supposing.WHAT_IF",
    "risks": "supposing.RISKS",
    "wording": "results.wording",
    "face": "display.face",
    "chips": "display.chips",
    "result": "results.result",
    "facts": "inspect.facts",
    "panels": "panels.panels",
    "overlays": "overlays.KINDS",
    "overlay": "overlays.overlay",
}
"""Where games keep what their seats show, for :attr:`Seat.made_in`."""


class Seat:
    """One per position and side; keeps every answer it has worked out. ``side`` None is the umpire's seat."""

    made_in: ClassVar[Mapping[str, str]] = {}
    """Method -> "module.name" in the game's folder: a function of the seat and the method's arguments, or the answer itself.

    ``{"face": "display.face", "overlays": "overlays.KINDS"}``: the types are those of the methods here.
    """

    def __init_subclass__(cls, **words: Any) -> None:
        """Make methods from :attr:`made_in`. Raises TypeError for one that no seat has."""
        super().__init_subclass__(**words)
        folder = cls.__module__.rpartition(".")[0]
        for method, place in cls.__dict__.get("made_in", {}).items():
            if not callable(getattr(Seat, method, None)):
                raise TypeError(f"{cls.__name__}.made_in: no seat has a method {method}")
            module, _, name = place.rpartition(".")
            made = _MadeIn(f"{folder}.{module}", name)
            made.__set_name__(cls, method)
            setattr(cls, method, made)

    @classmethod
    def made(cls, method: str) -> bool:
        """Whether this game's seats have a method of their own by this name."""
        return next(one for one in cls.__mro__ if method in one.__dict__) is not Seat

    def __init__(self, rules: Rules[Any, Any, Any], view: Any, side: str | None) -> None:
        self.rules: Any = rules
        self.s: Any = view
        self.side = side
        self.step: Any = view.stack[-1] if view.stack else None
        """The innermost step, or None when the game is over."""
        self.board: Any = rules.board(view)
        self.memo: dict[Any, Any] = {}
        """For verbs and displays to keep what they worked out about this position."""
        self.shut = False
        """A look at the past: nothing can be decided here."""
        self._prompt: Prompt | None = None
        self._checklist: tuple[Check, ...] | None = None
        self._offers: dict[str, Offer | None] = {}
        self._targets: dict[tuple[str, tuple[str, ...]], Sequence[Target]] = {}

    @property
    def decides(self) -> bool:
        """Whether this seat is the one that must decide; the umpire may always answer for a side."""
        step = self.step
        if step is None or self.shut:
            return False
        who = step.decider(self.s)
        return who is not None and (self.side is None or who == self.side)

    @property
    def prompt(self) -> Prompt:
        """Whose decision it is and what is offered."""
        if self._prompt is None:
            self._prompt = self._ask()
        return self._prompt

    def _ask(self) -> Prompt:
        step: Step | None = self.step
        if step is None:
            return Prompt(None, "over", say("The game is over."))
        who = step.decider(self.s)
        offers: tuple[Offer, ...] = ()
        default = None
        if self.decides:
            offers = tuple([o for verb in step.verbs if (o := self._offer(verb)) is not None])
            default = step.default(self)
        return Prompt(who, self.rules.step_name(step), step.say(self), offers, default)

    def _offer(self, verb: AnyVerb) -> Offer | None:
        name, offers = verb.name, self._offers
        if name in offers:
            return offers[name]
        offer = offers[name] = verb.offer(self, self.step)
        return offer

    def offered(self, verb: str) -> Offer | None:
        """The prompt's offer of a verb, without making the others; None: there is none."""
        found = self._verb(verb)
        return None if found is None else self._offer(found)

    def _verb(self, name: str) -> AnyVerb | None:
        """The verb of that name in the question put to this seat; None: it is not asked, or has no such verb."""
        if self.decides:
            for verb in self.step.verbs:
                if verb.name == name:
                    found: AnyVerb = verb
                    return found
        return None

    @property
    def forward(self) -> tuple[str, ...]:
        """The verbs of the prompt's offers that take nothing back, in order; found more quickly than the whole prompt."""
        if not self.decides:
            return ()
        step, offers = self.step, self._offers
        found: list[str] = []
        for verb in step.verbs:
            if verb.back:
                continue  # it only ever takes something back
            known = None if verb.name in offers else verb.may(self, step)
            if known is None:
                offer = self._offer(verb)
                known = offer is not None and not offer.back
            if known:
                found.append(verb.name)
        return tuple(found)

    def targets(self, verb: str, subject: tuple[str, ...] = ()) -> tuple[Target, ...]:
        """Every legal way to use an offered verb with ``subject``; empty if there is none or it is not offered."""
        found = self.ways(verb, subject)
        if not isinstance(found, tuple):
            found = self._targets[verb, subject] = tuple(found)
        return found

    def pick(self, verb: str, subject: tuple[str, ...], number: Callable[[int], int]) -> Target | None:
        """One of :meth:`targets`, without making the others, or None if there is none; any of them may be returned.

        ``number`` picks it: given n, it returns a number from 1 to n. If targets come in :class:`TargetGroups`, each
        group is equally likely.
        """
        # Targets not made yet know their seat. If the seat kept them, it would refer to itself and be left to the
        # garbage collector together with its board and position, at every move of a random game.
        found = self._targets.get((verb, subject))
        if found is None:
            found = self._made(verb, subject)
        if type(found) is TargetGroups:
            return found.pick(number)
        return found[number(len(found)) - 1] if found else None

    def objects(self, verb: str, subject: tuple[str, ...] = ()) -> Iterator[str]:
        """The objects of :meth:`targets`, in order, one by one; a place is named once for each way to use the verb there."""
        return objects(self.ways(verb, subject))

    def ways(self, verb: str, subject: tuple[str, ...] = ()) -> Sequence[Target]:
        """The same as :meth:`targets`, to be accessed one by one: their number, and any one of them, cost less than
        all of them. A route is found when its target is accessed.
        """
        key = (verb, subject)
        found = self._targets.get(key)
        if found is None:
            found = self._targets[key] = self._made(verb, subject)
        return found

    def _made(self, verb: str, subject: tuple[str, ...]) -> Sequence[Target]:
        """What :meth:`ways` keeps."""
        acting = self._verb(verb)
        if acting is None or (subject and not acting.subject) or len(set(subject)) < len(subject):
            return ()
        made = acting.targets(self, self.step, subject)
        return made if type(made) in UNMADE else tuple(made)  # type: ignore[return-value]

    def refuse(self, action: Action) -> tuple[Reason, ...]:
        """All reasons why ``action`` is not allowed now; empty if it is. May be called at any time."""
        rules = self.rules
        verb = rules.verbs.get(action.verb)
        if verb is None:
            return (no_verb(rules, action.verb),)
        step = self.step
        if step is None:
            return (Reason(rules.sequence_rule, say("The game is over.")),)
        out: list[Reason] = []
        if not self.decides:
            out.append(Reason(rules.sequence_rule, say("This decision is not yours.")))
        in_time = verb in step.verbs
        if not in_time:
            out.append(Reason(rules.sequence_rule, say("{verb} is not possible now.", verb=verb.label)))
        for reason in verb.reasons(self, step if in_time else None, action):
            if reason not in out:
                out.append(reason)
        return tuple(out or self._misshapen(verb, action))

    def _misshapen(self, verb: AnyVerb, action: Action) -> Iterator[Reason]:
        """The reasons against an action to which its verb has no objection: parts that the verb never uses."""
        rule = self.rules.sequence_rule
        if len(set(action.subject)) < len(action.subject):
            yield Reason(rule, say("The same thing is named twice."))
        if action.subject and not verb.subject:
            yield Reason(rule, say("{verb} does not take units.", verb=verb.label))
        if action.object and not verb.object:
            yield Reason(rule, say("{verb} does not take a target.", verb=verb.label))
        if action.how and action.how not in verb.hows:
            yield Reason(rule, say("{verb} cannot be done this way: {how}.", verb=verb.label, how=action.how))
        if action.via and not verb.routed:
            yield Reason(rule, say("{verb} does not take a route.", verb=verb.label))

    @property
    def ending(self) -> AnyVerb | None:
        """The verb that ends the question this seat is asked, legal now or not; None: nothing can be left undone here."""
        return checklist.ending(self)

    @property
    def framed(self) -> Action | None:
        """The prompt's default if a button may suggest it; None if it would end the question with something left
        undone, or only takes something back. The default itself is legal all the same.
        """
        return checklist.framed(self)

    def checklist(self) -> tuple[Check, ...]:
        """What would be left undone if the question were ended now: unmet duties first, which the rules do not let
        pass, then whatever else may still be done. Empty if everything is done, and for a side that does not decide.
        """
        if self._checklist is None:
            self._checklist = checklist.checklist(self)
        return self._checklist

    def forecast(self, action: Action | Form) -> Forecast | None:
        """What ``action`` may lead to, from the code that resolves it; None if no chance is involved.

        A form, filled in, stands for an action without a map (:meth:`forecast_form`).
        """
        if isinstance(action, Form):
            return self.forecast_form(action)
        if len(set(action.subject)) < len(action.subject):  # no unit counts twice
            action = replace(action, subject=tuple(dict.fromkeys(action.subject)))
        verb = self.rules.verbs.get(action.verb)
        found: Forecast | None = verb.forecast(self, action) if hasattr(verb, "forecast") else None
        return found

    def forecast_form(self, form: Form) -> Forecast | None:
        """The odds of a form that a game has among its :meth:`panels`; None if it is not one of those."""
        return None

    # ---- hypothetical attacks
    def what_if(self) -> AttacksInThought[Any] | Say:
        """What calculates hypothetical attacks for this game; a game that has none gives a sentence that says why."""
        none: Say = self.rules.without.get("what_if", say("This game does not work out attacks in advance."))
        return none

    def risks(self) -> Risks[Any] | Say:
        """What assesses the risks of a unit in this game; a game that cannot gives a sentence that says why."""
        none: Say = self.rules.without.get("risks", say("This game does not work out risks in advance."))
        return none

    def overlay_steps(self, kind: str, subject: str = "") -> Iterator[Overlay | None]:
        """An overlay in small pieces of work, for a window that must stay responsive: the last item is the answer."""
        from hexbench.engine import risk

        if kind in risk.KEYS and not isinstance(self.risks(), Say):
            yield from risk.steps(self, kind, subject)
        else:
            yield self.overlay(kind, subject)

    def aims(self, side: str, *, far: bool = False) -> tuple[str, ...]:
        """Everything ``side`` might attack as far as this seat knows: hexes or units, to be examined one by one;
        ``far``: also what it would have to move up to, or to rest for, first.
        """
        found = self.what_if()
        return () if isinstance(found, Say) else found.aims(self, side, far=far)

    def attacks_on(self, side: str, aim: str, *, far: bool = False) -> tuple[Possible, ...]:
        """The attacks ``side`` could make on one of its :meth:`aims`; ``far``: also later, after units have moved up or rested."""
        found = self.what_if()
        return () if isinstance(found, Say) else found.attacks_on(self, side, aim, far=far)

    def suppose(self, what: Supposed) -> Combat | None:
        """A hypothetical attack presented as a combat; None if it does not amount to one."""
        from hexbench.engine.what_if import once

        found = self.what_if()
        return None if isinstance(found, Say) else found.suppose(self, once(what))

    def begin_supposing(self, at: str, units: tuple[str, ...]) -> Supposed | None:
        """A hypothetical attack to begin with: on the units in a hex, by these units; None if there are none."""
        found = self.what_if()
        return None if isinstance(found, Say) else found.begin(self, at, units)

    # ---- what is shown; supplied by games in their display.py
    def face(self, unit: str) -> Face | None:
        """The counter of a unit as this seat may see it; None if it may not know the unit."""
        return None

    def called(self, unit: str) -> Say:
        """The name of a unit in sentences: by default the title of its counter."""
        face = self.face(unit)
        return say("{unit}", unit=unit if face is None else face.title)

    def sides_of(self, unit: str) -> tuple[Mapping[str, Any], ...]:
        """The sides of a unit's counter, the full one first, each as the fields of the unit that it stands for.

        An export of counters to another program makes a picture of each and reads the side that is up back into the
        fields. It depends only on what is printed, never on the unit's condition. Empty: the counter has one side.
        """
        return ()

    def faces(self) -> Iterable[tuple[Face, str]]:
        """Every counter this seat may see, with its place, in stacking order."""
        for uid, unit in self.s.units.items():
            face = self.face(uid)
            if face is not None:
                yield face, unit.at

    def headline(self) -> Say:
        """What the status line shows beside game turn and phase: the date, the weather; empty: nothing."""
        return Say("")

    def result(self, what: str, code: str) -> Say:
        """What a code of a results table means, in words (``what`` as in :class:`~hexbench.engine.events.Resolved`);
        empty: it is words already.
        """
        return Say("")

    def wording(self, kind: str, what: str, now: str) -> Say:
        """The game's own sentence for an event, in the log; empty: there is none, and a plain one is used.

        ``kind``, ``what`` and ``now`` are the name of the event and its codes: for UnitChanged what has changed and
        its new value, for MarkerChanged the marker, for UnitPlaced and UnitRemoved the box without its hash, for
        Declared what, and "one" or "many" for the number of units (with " nowhere" if it has no object), for StepLost
        and StepRegained nothing and what is left (if a game counts strength in something other than steps), for
        GameEnded the level (not a sentence, but its name), for Drawn and Revealed nothing and what it is. The
        sentence may use {unit}, {hex}, {units}, {object}, {owner} and {what}, if the event has them.
        """
        return Say("")

    def choice(self, code: str) -> Say:
        """The text of a list of choices for the code of one (``Target.object`` or ``Target.how``, or a subject that
        is a choice); empty: it is a word already.
        """
        return Say("")

    def chips(self) -> tuple[Chip, ...]:
        """The markers on the map."""
        return ()

    def facts(self, ref: str) -> Facts | None:
        """An inspector's page about a hex or a unit."""
        return None

    def page(
        self,
        ref: str,
        of_hex: Callable[[Any, str], Iterable[Fact]],
        of_unit: Callable[[Any, str], Iterable[Fact]],
    ) -> Facts | None:
        """The page about a hex or a unit, made from a game's facts about either; None about anything else."""
        if ref in self.rules.atlas.index:
            return Facts(self.hex_title(ref), tuple(of_hex(self, ref)))
        if ref in self.s.units:
            return Facts(self.called(ref), tuple(of_unit(self, ref)))
        return None

    def roads_at(self, at: str, rule: str) -> Iterator[Fact]:
        """The directions in which roads leave a hex, if any do."""
        atlas = self.rules.atlas
        roads = [way for d, way in enumerate(atlas.grid.directions) if (atlas.index[at], d) in atlas.roads]
        if roads:
            yield Fact(say("Road"), Say(" ".join(roads)), (rule,))

    def markers_at(self, at: str) -> Iterator[Fact]:
        """The markers in a hex."""
        for chip in self.chips():
            if chip.at == at:
                yield Fact(say("Marker"), chip.say, (chip.rule,))

    def hex_title(self, at: str) -> Say:
        """A hex with the names of the places in it."""
        names = ", ".join(place.name for place in self.rules.atlas.places_at.get(at, ()))
        return say("{hex} {names}", hex=at, names=names) if names else Say(at)

    def panels(self) -> tuple[Panel, ...]:
        """The game's own docks: tracks, pools, tables, cards."""
        return ()

    def piles(self) -> tuple[Pile, ...]:
        """The cups and decks from which the game draws, each with no more of its contents than this seat may know."""
        return ()

    def overlays(self) -> tuple[OverlayKind, ...]:
        """The overlays this game can draw."""
        return ()

    def overlay(self, kind: str, subject: str = "") -> Overlay | None:
        """One overlay; None if there is nothing to draw."""
        return None

    def weighed(self, action: Action) -> Mapping[str, tuple[Light, ...]]:
        """Key of a table among :meth:`panels` -> what lights up in it while a legal action is considered: by default
        where the dice of its forecast would be read (:mod:`hexbench.engine.results`). A game whose moves are read in
        a table adds that.
        """
        from hexbench.engine.results import read_in

        return read_in(self, action)
