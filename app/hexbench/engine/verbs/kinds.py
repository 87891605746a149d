"""The kinds of verbs that most questions consist of: press, pick and choose; and phases that their player ends, with
the one verb that ends them.

A verb of a kind says who or what may be named, every reason against it with its clause, and what it does. The offer,
the targets and the checks against nonsense follow from that, so that they cannot disagree. Any other verb is a plain
:class:`~hexbench.engine.verb.Verb`.

A method that is called at the wrong time gets None for the step ("Why not?"): what depends on the step is then
skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Barrier, Offer, Reason, Say, Target, say
from hexbench.engine.verb import ObjectKind, PlayT, SeatT, StepT, SubjectKind, Verb

if TYPE_CHECKING:
    from hexbench.engine.play import Play
    from hexbench.engine.seat import Seat


_ONE: Final[dict[SubjectKind, Say]] = {
    "unit": say("Name one unit, and nothing else."),
    "hex": say("Name one hex, and nothing else."),
}
_SOME: Final = say("Name the units, and nothing else.")
_CHOICE: Final = say("Name one of the choices, and nothing else.")


class Press(Verb[SeatT, StepT, PlayT]):
    """A button: nothing is named. It is offered if nothing is :meth:`against` it."""

    rule: ClassVar[str]
    """The clause that lets a player do it; also cited against an action that names something."""

    def against(self, seat: SeatT, step: StepT | None) -> Iterable[Reason]:
        """Every reason against it."""
        return ()

    def warnings(self, seat: SeatT, step: StepT) -> tuple[Say, ...]:
        """What is worth knowing before it is pressed."""
        return ()

    def cites(self, seat: SeatT, step: StepT) -> tuple[str, ...]:
        """The clauses behind it now."""
        return (self.rule,)

    def offer(self, seat: SeatT, step: StepT) -> Offer | None:
        """Offered if nothing is against it."""
        return None if any(self.against(seat, step)) else Offer(self.name, back=self.back)

    def targets(self, seat: SeatT, step: StepT, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing to choose."""
        if not subject and not any(self.against(seat, step)):
            yield Target(says=self.warnings(seat, step), rules=self.cites(seat, step))

    def reasons(self, seat: SeatT, step: StepT | None, action: Action) -> Iterator[Reason]:
        """What is against it, and whatever it names."""
        if action.subject or action.object or action.how or action.via:
            yield Reason(self.rule, say("{verb} does not take a unit or a target.", verb=self.label))
        yield from self.against(seat, step)


class Pick(Verb[SeatT, StepT, PlayT]):
    """One of those that may be named, and nothing else to choose; or several of them together, if :attr:`joins` says so.

    ``subject`` may be "hex" or "choice" as well.
    """

    subject: ClassVar[SubjectKind] = "unit"
    rule: ClassVar[str]
    """The clause that lets a player do it; also cited against an action that names too much or too little."""
    one_rule: ClassVar[str] = ""
    """The clause that it is done one by one, if that is another."""
    other: ClassVar[Say] = say("It cannot be chosen here.")
    """The reason against something that exists, but is not :meth:`among` those that may be named."""

    def among(self, seat: SeatT, step: StepT) -> Sequence[str]:
        """All that may be named, in the order of the offer."""
        raise TypeError(f"{self.name} does not say who may be named")

    def unfit(self, seat: SeatT, step: StepT | None, ref: str) -> Iterable[Reason]:
        """Every reason against one of them; none for those :meth:`among` them (law: targets agree with refusals)."""
        if step is not None and ref not in self.among(seat, step):
            yield Reason(self.rule, self.other)

    def together(self, seat: SeatT, step: StepT | None, refs: tuple[str, ...]) -> Iterable[Reason]:
        """Every reason against naming them together, or at all."""
        return ()

    def warnings(self, seat: SeatT, step: StepT, refs: tuple[str, ...]) -> tuple[Say, ...]:
        """What is worth knowing before they are named."""
        return ()

    def cites(self, seat: SeatT, step: StepT) -> tuple[str, ...]:
        """The clauses behind it now."""
        return (self.rule,)

    def offer(self, seat: Any, step: StepT) -> Offer | None:
        """Those that may be named, if any."""
        found = tuple(self.among(seat, step))
        seat.memo["among", self.name] = (step, found)
        return Offer(self.name, found, joins=self.joins, back=self.back) if found else None

    def targets(self, seat: Any, step: StepT, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing more to choose. A subject offered in this position is not judged again: most of the time was spent on that."""
        known = seat.memo.get(("among", self.name)) if len(subject) == 1 else None
        if known is not None and known[0] is step and subject[0] in known[1]:
            fits = True
        else:
            fits = not any(self.reasons(seat, step, Action(self.name, subject)))
        if fits:
            yield Target(says=self.warnings(seat, step, subject), rules=self.cites(seat, step))

    def reasons(self, seat: Any, step: StepT | None, action: Action) -> Iterator[Reason]:
        """The reasons against anything but one of those that may be named, or several of them if they join."""
        named = action.subject
        if action.object or action.how or action.via or not named or (len(named) > 1 and not self.joins):
            yield Reason(self.one_rule or self.rule, _SOME if self.joins else _ONE.get(self.subject, _CHOICE))
            return
        if self.subject == "unit":
            unknown = next((uid for uid in named if uid not in seat.s.units), None)
            if unknown is not None:
                yield seat.rules.missing(f"unit {unknown}")
                return
        if len(set(named)) < len(named):
            yield Reason(self.rule, say("The same thing is named twice."))
        for ref in dict.fromkeys(named):
            yield from self.unfit(seat, step, ref)
        yield from self.together(seat, step, named)


class Choose(Verb[SeatT, StepT, PlayT]):
    """One of the :meth:`choices`, without a subject. ``object`` may be "hex", "unit" or "box" as well."""

    object: ClassVar[ObjectKind] = "choice"
    rule: ClassVar[str]
    """Cited against an action that names something else."""
    other: ClassVar[Say] = say("That is not one of the choices.")
    """The reason against what is not among the choices."""

    def choices(self, seat: SeatT, step: StepT) -> Sequence[Target]:
        """All choices, each with its clauses."""
        raise TypeError(f"{self.name} has no choices")

    def against(self, seat: SeatT, step: StepT | None) -> Iterable[Reason]:
        """Every reason against choosing at all; if there is one, there are no :meth:`choices`."""
        return ()

    def unfit(self, seat: SeatT, step: StepT | None, key: str) -> Iterable[Reason]:
        """Every reason against one choice; none for those among the :meth:`choices`."""
        if step is not None and all(key != one.object for one in self.choices(seat, step)):
            yield Reason(self.rule, self.other)

    def offer(self, seat: SeatT, step: StepT) -> Offer | None:
        """Offered if there is a choice."""
        return Offer(self.name, back=self.back) if any(self.choices(seat, step)) else None

    def targets(self, seat: SeatT, step: StepT, subject: tuple[str, ...]) -> Iterable[Target]:
        """The choices."""
        return () if subject else self.choices(seat, step)

    def reasons(self, seat: SeatT, step: StepT | None, action: Action) -> Iterator[Reason]:
        """What is against choosing, against this choice, and against anything else named."""
        if action.subject or action.how or action.via:
            yield Reason(self.rule, _CHOICE)
        yield from self.against(seat, step)
        yield from self.unfit(seat, step, action.object)


class Phase(Ask, frozen=True, kw_only=True):
    """A question or a phase that its player ends, with :data:`END` or a verb like it."""

    def duties(self, seat: Any) -> Iterator[Reason]:
        """What must be done before it can end."""
        return iter(())

    def close(self, play: Any) -> None:
        """What happens when it ends: by default it leaves the stack."""
        play.pop()


class End(Verb["Seat", Phase, "Play"]):
    """End the phase. Subclasses may give it another name and label."""

    name = "end"
    label = say("Done")
    ends = True
    risk: ClassVar[Barrier] = "handover"
    help = say("End this phase and go on to the next; you cannot return to it.")

    def offer(self, seat: Seat, step: Phase) -> Offer | None:
        """Offered when there are no duties left."""
        return None if any(self.reasons(seat, step, Action(self.name))) else Offer(self.name)

    def targets(self, seat: Seat, step: Phase, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing to choose."""
        if not subject and not any(self.reasons(seat, step, Action(self.name))):
            yield Target(rules=(seat.rules.sequence_rule,))

    def reasons(self, seat: Seat, step: Phase | None, action: Action) -> Iterator[Reason]:
        """It takes no subject and no object, and some phases have duties."""
        if action.subject or action.object or action.how or action.via:
            yield Reason(seat.rules.sequence_rule, say("Ending a phase does not take a unit or a target."))
        if step is not None:
            yield from step.duties(seat)

    def do(self, play: Play, step: Phase, action: Action) -> None:
        """Close it."""
        step.close(play)


END = End()
