"""A position as a value: units in dicts, a stack of steps, the dice. Nothing in it ever changes; a Play makes the next one.

``State.units`` keeps its order: it is that of the order of battle, public, and every list of units follows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from hexbench.engine.checklist import offers_left
from hexbench.engine.values import Action, Check, Say, Value
from hexbench.engine.verb import Verb

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Dice(Value, frozen=True):
    """Where seeded numbers come from: the seed and how many were used. A view contains an empty one."""

    seed: int = 0
    drawn: int = 0


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What every unit has: a side and a place, which is a hex ("3041") or a box ("#eliminated", "#due/19AM")."""

    side: str
    """Its side."""
    at: str
    """A hex, or a box."""

    @property
    def on_map(self) -> bool:
        """Whether it is in a hex: not in a box, nor nowhere, as in an unfinished set-up."""
        return self.at[:1] not in ("", "#")

    @property
    def spot(self) -> tuple[str, ...]:
        """The hex to light up when a sentence mentions it; nothing for a unit in a box."""
        return (self.at,) if self.on_map else ()


class Step(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    kw_only=True,
    tag=_snake,
    tag_field="step",
):
    """One question or one piece of work on ``State.stack``; the last is the innermost.

    If :meth:`decider` names a side, the step waits for one of its ``verbs``; if it names nobody, the engine runs it.
    ``decider`` and ``run``'s choice to stop may use public facts only (law: twin worlds).
    """

    verbs: ClassVar[tuple[Verb[Any, Any, Any], ...]] = ()
    phase: ClassVar[str] = ""
    """The id of the phase this step belongs to, if it is a phase of the sequence of play."""
    auto: ClassVar[bool] = False
    """Whether a prompt of this step that leaves no choice may be answered for the player, as a recorded action.

    Only if everybody knows that there is no choice: otherwise the missing pause would give it away (law: twin
    worlds).
    """

    open_table: ClassVar[bool] = False
    """Whether it is answered at an open table: both sides watch, only what all know is shown, and seats do not change."""

    def decider(self, s: Any) -> str | None:
        """The side that decides here, or None: the engine runs the step. ``s`` is a State or a Play."""
        return None

    def run(self, play: Any) -> None:
        """One piece of the engine's own work: it must change the stack, or the position would never move on."""
        play.pop()

    def say(self, seat: Any) -> Say:
        """The sentence of the prompt."""
        return Say(type(self).__name__)

    def enders(self, seat: Any) -> Iterable[Verb[Any, Any, Any]]:
        """The verbs that end the question and leave the rest undone; none: there is nothing here to end."""
        return (verb for verb in self.verbs if verb.ends)

    def unfinished(self, seat: Any) -> Iterable[Check]:
        """What would be left undone if the step were ended now, without the duties: by default, every offer that does
        not take something back.

        ``seat`` is the one that decides. It may tell nothing that a view does not contain (law: twin worlds).
        """
        return offers_left(seat)

    def masked(self, side: str) -> Step:
        """The step as ``side`` may know it."""
        return self

    def default(self, seat: Any) -> Action | None:
        """An action that is always legal and brings the game nearer its end: by default, the last verb that has a target."""
        for verb in reversed(self.verbs):
            found = None if verb.gives_up else _first_action(seat, self, verb)
            if found is not None:
                return found
        return None


def _first_action(seat: Seat, step: Step, verb: Verb[Any, Any, Any]) -> Action | None:
    """The first legal action of one verb, or None."""
    offer = seat.offered(verb.name)
    if offer is None:
        return None
    subjects: list[tuple[str, ...]] = [(one,) for one in offer.subjects]
    for subject in subjects or [()]:
        for target in verb.targets(seat, step, subject):
            return Action(verb.name, subject, target.object, target.how, target.via)
    return None


def verbs_of(steps: Any) -> tuple[Verb[Any, Any, Any], ...]:
    """Every verb of a union of steps, each once, in the order of the steps."""
    return tuple(dict.fromkeys(verb for step in get_args(steps) for verb in step.verbs))


class Ask(Step, frozen=True, kw_only=True):
    """A question to ``who``. It stays until a verb removes it from the stack."""

    who: str

    def decider(self, s: Any) -> str | None:
        """The side asked."""
        return self.who


class Declaration(Ask, frozen=True, kw_only=True):
    """Something put together before it becomes binding: declared combats, a squad. Its verbs add, take back, clear and finish.

    Nobody is told of it before it is finished, so ``masked`` must hide it from the other sides (law: events tell all
    there is).
    """


class Script(Step, frozen=True, kw_only=True):
    """Work in stages, read from top to bottom like a table of contents. ``at`` is the next stage.

    A stage is a function of (play, step). It may push questions, which are answered before the next stage runs, and
    it may loop by setting ``at``.
    """

    stages: ClassVar[tuple[Callable[[Any, Any], None], ...]] = ()
    at: int = 0

    def run(self, play: Any) -> None:
        """Run the next stage, or leave the stack when all are done."""
        if self.at >= len(self.stages):
            play.pop()
            return
        play.swap(at=self.at + 1)
        type(self).stages[self.at](play, play.top)


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What every position has. Games add their own fields and narrow ``units`` and ``stack``."""

    stack: tuple[Any, ...]
    units: dict[str, Any]
    dice: Dice = Dice()


S = TypeVar("S", bound=State)


def usual(state: S) -> S:
    """The same position with the type's own object wherever a value equals the default. A packed state omits what
    *is* the default object, and not what merely equals it: otherwise two equal positions would have different
    digests.
    """
    kind = type(state)
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__  # the last of the names have a default
    changes = {
        name: default
        for name, default in zip(names[len(names) - len(defaults) :], defaults, strict=True)
        if default is not msgspec.NODEFAULT
        and getattr(state, name) is not default
        and getattr(state, name) == default
    }
    return replace(state, **changes) if changes else state
