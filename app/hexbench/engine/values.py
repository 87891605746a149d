"""The words of the contract: what is asked, offered, answered, refused and found.

Everything here is a frozen value that packs to JSON and MessagePack. References are plain strings: a unit by its id,
a hex by its label ("3041"), a hexside by its name ("3041/3042"), a box by its name with a hash ("#eliminated").
"""

from __future__ import annotations

from collections.abc import Sequence
from sys import intern
from typing import Literal

import msgspec

TWELFTHS = 12
"""Costs are whole twelfths of a movement point, so that halves, thirds and sixths are exact."""


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of all contract values."""


class Say(Value, frozen=True):
    """A sentence that can be translated: a template and the values for it. ``str(say)`` is the English sentence."""

    template: str
    args: tuple[tuple[str, str | int | Say], ...] = ()

    def __str__(self) -> str:
        return (
            self.template.format_map({key: str(value) for key, value in self.args})
            if self.args
            else self.template
        )


def say(template: str, /, **args: str | int | Say) -> Say:
    """Make a :class:`Say`. The template is always written out in the call, so that translation tools can find it."""
    return Say(template, tuple(args.items()))


def counted(n: int, one: Say, many: Say) -> Say:
    """The sentence for one of a thing, or the one for any other number: languages differ in their plurals."""
    return one if n == 1 else many


def listed(parts: Sequence[Say], sign: str = ", ") -> Say:
    """Several words or sentences as one, with a separator between them; nothing if there are none."""
    keys = [f"p{n}" for n in range(len(parts))]
    return Say(sign.join(f"{{{key}}}" for key in keys), tuple(zip(keys, parts, strict=True)))


class Complaint(str):
    """A fault that a game's check finds in a scenario: plain text with the path to the key, and beside it what can be translated."""

    __slots__ = ("because",)
    because: Say


def complaint(where: str, because: Say) -> Complaint:
    """A sentence about what is at a path."""
    made = Complaint(f"{where}: {because}")
    made.because = because
    return made


class Reason(Value, frozen=True):
    """Why something is not allowed: the rule's id, one sentence, and the hexes concerned."""

    rule: str
    text: Say
    hexes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"[{self.rule}] {self.text}"


class Offer(Value, frozen=True):
    """One verb a side may use now, with all its subjects.

    ``subjects`` are the single units (or hexes, ...) the verb can be used with; empty if it needs none. ``joins``
    says which subjects may be taken together: none, those of one hex (``stack``), or any (``any``). ``back`` marks a
    verb that only takes something back: it is never needed to reach an end. ``shares`` are boxes of a pool whose
    points this verb distributes once and for all: the player moves them to and fro and then says that it is done.
    """

    verb: str
    subjects: tuple[str, ...] = ()
    joins: Literal["", "stack", "any"] = ""
    back: bool = False
    shares: tuple[str, ...] = ()


class Flow(Value, frozen=True):
    """Points that a target takes out of a box of a pool: ``n`` of them, into another box or onto a hex, whichever of
    ``to`` they are dropped on.
    """

    box: str
    to: tuple[str, ...]
    n: int = 1


class Target(Value, frozen=True):
    """One way to finish an offered verb.

    ``object`` is where to or at what; ``how`` distinguishes two ways to the same object; ``via`` is the route without
    the start; ``cost`` is in twelfths of a movement point (None: nothing is paid); ``says`` are consequences worth
    knowing beforehand and ``rules`` the ids they come from. ``flow`` says which points it moves where, so that the
    player can do the same by dragging points between the boxes of a pool.
    """

    object: str = ""
    how: str = ""
    via: tuple[str, ...] = ()
    cost: int | None = None
    says: tuple[Say, ...] = ()
    rules: tuple[str, ...] = ()
    flow: tuple[Flow, ...] = ()


class Action(Value, frozen=True):
    """One thing a player does, complete once settled: replaying it needs nothing but the numbers it used."""

    verb: str
    subject: tuple[str, ...] = ()
    object: str = ""
    how: str = ""
    via: tuple[str, ...] = ()


def same_words(action: Action) -> Action:
    """The action with every word replaced by the one object that represents it in this process.

    A packed position omits what *is* its default, not what equals it: a word read from a file must not lead to a
    different position than the same word taken from a target.
    """
    return Action(
        intern(action.verb),
        tuple(map(intern, action.subject)),
        intern(action.object),
        intern(action.how),
        tuple(map(intern, action.via)),
    )


def action_of(verb: str, subject: tuple[str, ...], target: Target) -> Action:
    """The action that takes ``subject`` to ``target``."""
    return Action(verb, subject, target.object, target.how, target.via)


class Prompt(Value, frozen=True):
    """Whose decision it is, in which step, in one sentence, and what is offered.

    ``side`` None: the game is over. A side that does not decide sees the same prompt without offers. ``default`` is
    always legal, and following defaults from any position ends the game.
    """

    side: str | None
    step: str
    say: Say
    offers: tuple[Offer, ...] = ()
    default: Action | None = None


_CheckKind = Literal["duty", "unit", "point", "stack", "offer"]
"""What a :class:`Check` is about: something that must be done, units that may still act, points that would be lost,
hexes that contain too many, and whatever else is offered.
"""


class Check(Value, frozen=True):
    """One thing that would be left undone if a step ended now.

    ``units`` and ``hexes`` are where to look, ``rule`` the clause behind it. ``bars``: the rules refuse to end the
    step as long as it is undone.
    """

    kind: _CheckKind
    say: Say
    rule: str = ""
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    bars: bool = False


class Problem(Value, frozen=True):
    """Something wrong with a position, found by an audit: a rule id (or ``position``), a sentence, and where."""

    rule: str
    text: Say
    refs: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"[{self.rule}] {self.text}"


class Verdict(Value, frozen=True):
    """The standing of the game: ``over``, the winner (None: nobody or not yet), the level's name, the score by side."""

    over: bool
    winner: str | None = None
    level: str = ""
    score: tuple[tuple[str, int], ...] = ()


Barrier = Literal["", "dice", "seen", "handover"]
"""Why undo stops here: chance was used, something hidden was tested, or the decision passed to the other side."""


class Refused(Exception):
    """An action that the rules forbid; carries every reason."""

    def __init__(self, reasons: tuple[Reason, ...]) -> None:
        super().__init__("; ".join(str(r) for r in reasons))
        self.reasons = reasons


class NeedDice(Exception):
    """A scripted run needs one more number than it was given."""

    def __init__(self, why: Say | str, faces: int) -> None:
        super().__init__(f"One more number is needed: {why}, 1 to {faces}.")
        self.why = why
        self.faces = faces


class BadNumbers(ValueError):
    """Scripted numbers that do not fit: out of range, or left over."""


class Wrong(ValueError):
    """Something cannot be done as requested; ``say`` says why, in a sentence that can be translated."""

    def __init__(self, why: Say) -> None:
        super().__init__(str(why))
        self.say = why


def no_phase(phase: object, known: Sequence[str]) -> Say:
    """What is said of a phase that a game does not have."""
    return say(
        "There is no phase {phase}; the phases are {known}.", phase=repr(phase), known=", ".join(known)
    )


def said(fault: Exception) -> Say:
    """The sentence of an exception: one that can be translated, if it has one."""
    if isinstance(fault, Wrong):
        return fault.say
    if isinstance(fault, Refused) and fault.reasons:
        return listed([reason.text for reason in fault.reasons], " ")
    if isinstance(fault, NeedDice):
        return say("One more number is needed: {why}, 1 to {faces}.", why=fault.why, faces=fault.faces)
    return say("{sentence}", sentence=str(fault))
