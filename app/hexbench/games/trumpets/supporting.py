"""Committing artillery, time on target and aircraft: by the attacker in the plan, then by the defender
(ARTY_ATT, ARTY_DEF).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec.structs import replace

from hexbench.engine.events import Declared, Noted
from hexbench.engine.values import Action, Check, Offer, Reason, Say, Target, counted, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import Phase
from hexbench.games.trumpets import checklist
from hexbench.games.trumpets.battlefield import (
    NONE,
    Backing,
    guns_for,
    settled,
    why_not_fire,
    why_not_fly,
    why_not_tot,
)
from hexbench.games.trumpets.pieces import FOE

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import Position, TtPlay, TtSeat


class Supporting(Phase, frozen=True, kw_only=True):
    """A step in which support is committed to one combat."""

    @property
    def flies(self) -> bool:
        """Whether aircraft may be sent; not in a counterattack (TT-CA-03)."""
        return True

    @property
    def about(self) -> str:
        """The hex of the combat; empty if there is none yet."""
        return ""

    @property
    def backs(self) -> Backing:
        """What is committed so far."""
        return NONE

    def backed(self, backing: Backing) -> dict[str, Any]:
        """The fields of the step that store the support."""
        return {}


class _Support(Verb["TtSeat", Supporting, "TtPlay"]):
    """Base of the verbs of this module: they take one unit and nothing else."""

    subject = "unit"

    def able(self, seat: TtSeat, step: Supporting) -> tuple[str, ...]:
        """The units it may be used with."""
        return ()

    def offer(self, seat: TtSeat, step: Supporting) -> Offer | None:
        """Every unit it may be used with."""
        able = self.able(seat, step) if step.about else ()
        return Offer(self.name, able, back=self.back) if able else None

    def targets(self, seat: TtSeat, step: Supporting, subject: tuple[str, ...]) -> Iterable[Target]:
        if subject and not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target(rules=("TT-REC-08",))

    def reasons(self, seat: TtSeat, step: Supporting | None, action: Action) -> Iterator[Reason]:
        """There must be one unit, which meets the verb's conditions."""
        if len(action.subject) != 1 or action.object or action.how or action.via:
            yield Reason("TT-SEQ-02", say("Choose one artillery unit."))
            return
        if step is not None and not step.about:
            yield Reason("TT-SEQ-02", say("There is no combat to support."))
        if action.subject[0] not in seat.s.units:
            yield seat.rules.missing(f"unit {action.subject[0]}")
        else:
            yield from self.against(seat, step, action.subject[0])

    def against(self, seat: TtSeat, step: Supporting | None, uid: str) -> Iterator[Reason]:
        """The reasons against one unit."""
        return iter(())


class Support(_Support):
    """Artillery fires in support."""

    name = "support"
    label = say("Support with artillery")
    help = say("Artillery in range adds its factor; each unit fires once per turn.")

    def able(self, seat: TtSeat, step: Supporting) -> tuple[str, ...]:
        """Artillery in range that has not fired."""
        guns = guns_for(seat.rules, seat.s, step.who, step.about)
        return tuple(u for u in guns if u not in step.backs.guns)

    def against(self, seat: TtSeat, step: Supporting | None, uid: str) -> Iterator[Reason]:
        """Range; once per turn; once per combat."""
        who = step.who if step is not None else seat.s.phasing
        yield from why_not_fire(seat.rules, seat.s, who, step.about if step is not None else "", uid)
        if step is not None and uid in step.backs.guns:
            name = seat.called(uid)
            yield Reason("TT-REC-08", say("{unit} is already supporting this combat.", unit=name))

    def do(self, play: TtPlay, step: Supporting, action: Action) -> None:
        back = step.backs
        play.swap(**step.backed(replace(back, guns=(*back.guns, action.subject[0]))))


class Withhold(_Support):
    """Artillery that was committed does not fire after all."""

    name = "withhold"
    label = say("Withhold artillery")
    help = say("The unit does not fire after all; its time on target is undone too.")
    back = True

    def able(self, seat: TtSeat, step: Supporting) -> tuple[str, ...]:
        return step.backs.guns

    def against(self, seat: TtSeat, step: Supporting | None, uid: str) -> Iterator[Reason]:
        """The unit must be committed."""
        if step is not None and uid not in step.backs.guns:
            name = seat.called(uid)
            yield Reason("TT-REC-08", say("{unit} is not supporting this combat.", unit=name))

    def do(self, play: TtPlay, step: Supporting, action: Action) -> None:
        back, uid = step.backs, action.subject[0]
        guns = tuple(u for u in back.guns if u != uid)
        tots = tuple(u for u in back.tots if u != uid)
        play.swap(**step.backed(replace(back, guns=guns, tots=tots)))


class _TimeOnTarget(_Support):
    """Supporting artillery adds its factor a second time."""

    name = "tot"
    label = say("Time on target")
    help = say("Once a day, with three other eligible units in the same combat, its factor counts twice.")

    def able(self, seat: TtSeat, step: Supporting) -> tuple[str, ...]:
        """Eligible units among the support, if there are enough of them."""
        back = step.backs
        return tuple(
            u for u in back.guns if u not in back.tots and not any(why_not_tot(seat.rules, seat.s, back, u))
        )

    def against(self, seat: TtSeat, step: Supporting | None, uid: str) -> Iterator[Reason]:
        """TT-REC-08."""
        if step is None:
            return
        yield from why_not_tot(seat.rules, seat.s, step.backs, uid)
        if uid in step.backs.tots:
            yield Reason("TT-REC-08", say("It is already firing time on target."))

    def do(self, play: TtPlay, step: Supporting, action: Action) -> None:
        back = step.backs
        play.swap(**step.backed(replace(back, tots=(*back.tots, action.subject[0]))))


class _Air(Verb["TtSeat", Supporting, "TtPlay"]):
    by: ClassVar[int] = 1

    def offer(self, seat: TtSeat, step: Supporting) -> Offer | None:
        """Offered if it is legal."""
        if any(self.reasons(seat, step, Action(self.name))):
            return None
        return Offer(self.name, back=self.by < 0)

    def targets(self, seat: TtSeat, step: Supporting, subject: tuple[str, ...]) -> Iterable[Target]:
        if not subject and not any(self.reasons(seat, step, Action(self.name))):
            yield Target(rules=("TT-REC-10",))

    def do(self, play: TtPlay, step: Supporting, action: Action) -> None:
        """One point more or less."""
        back = step.backs
        play.swap(**step.backed(replace(back, air=back.air + self.by)))


class Fly(_Air):
    """One more air point."""

    name = "fly"
    label = say("Send an air point")
    help = say("Each air point adds three factors to this combat.")

    def reasons(self, seat: TtSeat, step: Supporting | None, action: Action) -> Iterator[Reason]:
        """It must be a clear day turn, with points left, and no counterattack."""
        if step is None:
            yield from why_not_fly(seat.rules, seat.s, seat.side or seat.s.phasing, Backing())
            return
        if not step.about:
            yield Reason("TT-SEQ-02", say("There is no combat to support."))
        if not step.flies:
            yield Reason("TT-CA-03", say("Aircraft cannot take part in a counterattack."))
        yield from why_not_fly(seat.rules, seat.s, step.who, step.backs)


class Ground(_Air):
    """One air point less."""

    name = "recall"
    label = say("Recall an air point")
    help = say("The point may be used in another combat.")
    by = -1

    def reasons(self, seat: TtSeat, step: Supporting | None, action: Action) -> Iterator[Reason]:
        """One must have been sent."""
        if step is not None and not step.backs.air:
            yield Reason("TT-REC-10", say("No air point has been sent."))


class Commit(Verb["TtSeat", "Defence", "TtPlay"]):
    """The defender has finished committing support."""

    name = "commit"
    label = say("Commit support")
    help = say("The chosen support is committed to the defence, and the dice are rolled.")
    ends = True
    barrier = "dice"

    def reasons(self, seat: TtSeat, step: Defence | None, action: Action) -> Iterator[Reason]:
        """Time on target must still have enough supporting units."""
        if action.subject or action.object or action.how or action.via:
            yield Reason("TT-SEQ-02", say("Committing support takes no unit and no target."))
        if step is not None:
            for uid in step.backing.tots:
                yield from why_not_tot(seat.rules, seat.s, step.backing, uid)

    def offer(self, seat: TtSeat, step: Defence) -> Offer | None:
        """Offered whenever it is legal."""
        return None if any(self.reasons(seat, step, Action(self.name))) else Offer(self.name)

    def targets(self, seat: TtSeat, step: Defence, subject: tuple[str, ...]) -> Iterable[Target]:
        if not subject and not any(self.reasons(seat, step, Action(self.name))):
            yield Target(rules=("TT-SEQ-02",))

    def do(self, play: TtPlay, step: Defence, action: Action) -> None:
        """Add the support to the combat and record it."""
        if step.backing.guns:
            play.tell(Declared("support", step.backing.guns, step.hex))
        tell_backing(play, step.hex, step.backing)
        play.answer(defence=step.backing)

    def forecast(self, seat: TtSeat, action: Action) -> Forecast | None:
        """The exact chances with the support committed so far."""
        from hexbench.games.trumpets import odds_report
        from hexbench.games.trumpets.combat import Combat

        step = seat.step
        if not isinstance(step, Defence):
            return None
        below = seat.s.stack[-2]
        assert isinstance(below, Combat)
        return odds_report.of_plan(seat, below.side, below.plan, step.backing)


SUPPORT: Final = Support()
WITHHOLD: Final = Withhold()
TOT: Final = _TimeOnTarget()
FLY: Final = Fly()
_RECALL: Final = Ground()
COMMIT: Final = Commit()
VERBS: Final = (SUPPORT, WITHHOLD, TOT, FLY, _RECALL)


def can_support(rules: TtRules, s: Position, side: str, at: str, *, counter: bool) -> bool:
    """Whether the defender of a hex has anything to support it with."""
    foe = FOE[side]
    if guns_for(rules, s, foe, at):
        return True
    return not counter and not any(why_not_fly(rules, s, foe, Backing()))


def tell_backing(play: TtPlay, at: str, back: Backing) -> None:
    """Record the time on target fire and aircraft of a combat."""
    for uid in back.tots:
        name = play.rules.title(play.mission.units[uid])
        play.tell(Noted("TT-REC-08", say("{unit} fires time on target.", unit=name), (uid,)))
    if back.air:
        play.tell(
            Noted(
                "TT-REC-10",
                counted(
                    back.air,
                    say("An air point supports the combat in {hex}.", hex=at),
                    say("{n} air points support the combat in {hex}.", n=back.air, hex=at),
                ),
                (at,),
            )
        )


class Defence(Supporting, frozen=True, kw_only=True):
    """ARTY_DEF: the defender of ``hex`` commits artillery in range and aircraft."""

    hex: str
    backing: Backing = NONE
    grounded: bool = False
    """No aircraft: it is a counterattack (TT-CA-03)."""
    verbs: ClassVar = (*VERBS, COMMIT)

    @property
    def about(self) -> str:
        """The hex under attack."""
        return self.hex

    @property
    def backs(self) -> Backing:
        """What is committed so far."""
        return self.backing

    @property
    def flies(self) -> bool:
        """Not in a counterattack."""
        return not self.grounded

    def backed(self, backing: Backing) -> dict[str, Any]:
        """The field."""
        return {"backing": settled(backing)}

    def masked(self, side: str) -> Defence:
        """Other seats learn nothing before the support is committed."""
        return self if side == self.who else replace(self, backing=NONE)

    def unfinished(self, seat: TtSeat) -> Iterable[Check]:
        """Artillery and aircraft that are not committed."""
        return checklist.defence_left(seat, seat.s.air_left.get(self.who, 0) - self.backing.air)

    def say(self, seat: TtSeat) -> Say:
        return say("Support the defence of {hex}?", hex=self.hex)

    def default(self, seat: TtSeat) -> Action | None:
        """Commit as it stands; if that is not legal, withhold one unit."""
        if any(COMMIT.reasons(seat, self, Action(COMMIT.name))):
            return Action(WITHHOLD.name, (self.backing.tots[-1],))
        return Action(COMMIT.name)
