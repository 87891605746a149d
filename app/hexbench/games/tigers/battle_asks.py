"""The short questions of one combat: "No Retreat!", who is lost, how far the retreat is, how much farther (TG-CRT)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.events import Noted
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Reason, Say, Target, say
from hexbench.engine.verbs.kinds import Choose, Pick
from hexbench.games.tigers import harm

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay, TgSeat


# ---- a number or a word ----------------------------------------------------------------------------------------------
class Answer(Choose["TgSeat", "Question", "TgPlay"]):
    """Answer a question with one of its answers."""

    risk = "handover"

    def choices(self, seat: TgSeat, step: Question) -> Sequence[Target]:
        """The answers."""
        return [Target(answer, says=(text,), rules=(self.rule,)) for answer, text in step.answers()]

    def unfit(self, seat: TgSeat, step: Question | None, key: str) -> Iterator[Reason]:
        """One of the answers."""
        if step is not None and key not in [answer for answer, _ in step.answers()]:
            yield Reason(self.rule, say("There is no such answer: {answer}.", answer=key or "-"))

    def do(self, play: TgPlay, step: Question, action: Action) -> None:
        """Everybody hears of it, the combat too."""
        text = next(text for answer, text in step.answers() if answer == action.object)
        play.tell(Noted(self.rule, text, step.hexes))
        play.pop()
        step.take(play, action.object)


class Order(Answer):
    """Order "No Retreat!", or do not."""

    name = "order"
    label = say("Give the order")
    help = say("No Retreat!: D1 becomes D, D2 and D3 become DE. It is asked before the die.")
    rule = "TG-CRT-18"


class Length(Answer):
    """How many hexes the defenders must retreat."""

    name = "length"
    label = say("Length of the retreat")
    help = say("The attacker picks how far the defenders must retreat, up to the number of the result.")
    rule = "TG-CRT-05"


class Further(Answer):
    """How many hexes the defenders go of their own will."""

    name = "further"
    label = say("Retreat farther")
    help = say("The defender may retreat farther than he must; the attackers may then advance farther too.")
    rule = "TG-CRT-08"


ORDER, LENGTH, FURTHER = Order(), Length(), Further()
NO_RETREAT, FREE = "no_retreat", "free"


class Question(Ask, frozen=True, kw_only=True):
    """A question with a few answers; ``hexes`` are under attack."""

    hexes: tuple[str, ...]
    open_table: ClassVar = True

    def answers(self) -> Iterator[tuple[str, Say]]:
        """Each answer and what it means."""
        return iter(())

    def take(self, play: TgPlay, answer: str) -> None:
        """The answer, written into the combat."""


class NoRetreat(Question, frozen=True, kw_only=True):
    """TG-CRT-18: the attacker offers the defender the order before any die is rolled."""

    verbs: ClassVar = (ORDER,)

    def answers(self) -> Iterator[tuple[str, Say]]:
        """Free comes first."""
        yield FREE, say("They may retreat.")
        yield NO_RETREAT, say("No Retreat! D1 is read as D, D2 and D3 as DE.")

    def take(self, play: TgPlay, answer: str) -> None:
        """TG-CRT-19."""
        play.swap(no_retreat=answer == NO_RETREAT)

    def say(self, seat: TgSeat) -> Say:
        """To whom."""
        side = seat.rules.side_name(self.who)
        return say(
            "{side} units in {hexes} are attacked: No Retreat?", side=side, hexes=", ".join(self.hexes)
        )

    def default(self, seat: TgSeat) -> Action | None:
        """They may retreat."""
        return Action("order", (), FREE)


class HowFar(Question, frozen=True, kw_only=True):
    """TG-CRT-05: the attacker's k for one class of defenders, 0 to ``most``. ``pin``: none of them moves, if 0 is picked
    (TG-ADV-08).
    """

    elite: bool
    most: int
    pin: bool = False
    verbs: ClassVar = (LENGTH,)

    def answers(self) -> Iterator[tuple[str, Say]]:
        """From none to all."""
        for n in range(self.most + 1):
            if n == 0:
                yield "0", say("Contain them where they are.") if self.pin else say("They stay, disrupted.")
            else:
                one, more = say("They retreat 1 hex."), say("They retreat {n} hexes.", n=n)
                yield str(n), one if n == 1 else more

    def take(self, play: TgPlay, answer: str) -> None:
        """Kept for the class."""
        play.swap(forced=(*play.top.forced, (self.elite, int(answer))))

    def say(self, seat: TgSeat) -> Say:
        """Who, how far."""
        hexes = ", ".join(self.hexes)
        return say("How far must the defenders of {hexes} retreat, up to {n}?", hexes=hexes, n=self.most)

    def default(self, seat: TgSeat) -> Action | None:
        """All the way."""
        return Action("length", (), str(self.most))


class Farther(Question, frozen=True, kw_only=True):
    """TG-CRT-08, TG-CRT-11: hexes the defender adds for one class of his units."""

    elite: bool
    most: int
    verbs: ClassVar = (FURTHER,)

    def answers(self) -> Iterator[tuple[str, Say]]:
        """From none to all."""
        for n in range(self.most + 1):
            if n == 0:
                yield "0", say("They retreat no farther.")
            else:
                one, more = say("They retreat 1 hex farther."), say("They retreat {n} hexes farther.", n=n)
                yield str(n), one if n == 1 else more

    def take(self, play: TgPlay, answer: str) -> None:
        """Kept for the class."""
        play.swap(added=(*play.top.added, (self.elite, int(answer))))

    def say(self, seat: TgSeat) -> Say:
        """Who, how far."""
        hexes = ", ".join(self.hexes)
        return say("Shall the defenders of {hexes} retreat farther, up to {n}?", hexes=hexes, n=self.most)

    def default(self, seat: TgSeat) -> Action | None:
        """They stay."""
        return Action("further", (), "0")


# ---- losses of the attacker ------------------------------------------------------------------------------------------
def completes(factors: Sequence[int], owed: int, chosen: Sequence[int], rest: Sequence[int]) -> bool:
    """Whether units ``chosen`` can be part of losses of at least ``owed`` from which no unit could be spared (AMB-05),
    with others of ``rest``. Units are numbers into ``factors``.
    """
    total, least = sum(factors[i] for i in chosen), min((factors[i] for i in chosen), default=owed)
    if chosen and total - least >= owed:
        return False
    if total >= owed:
        return True
    seen: set[tuple[int, int]] = {(total, least)}
    for i in rest:
        for sum_, low in sorted(seen):
            found = sum_ + factors[i], min(low, factors[i])
            if found[0] - found[1] < owed:
                if found[0] >= owed:
                    return True
                seen.add(found)
    return False


class Lose(Pick["TgSeat", "Losses", "TgPlay"]):
    """Take out one attacker."""

    name = "lose"
    label = say("Lose this unit")
    help = say("Attackers are lost whose factors total the defense; none more than it takes.")
    rule = "TG-CRT-14"

    def among(self, seat: TgSeat, step: Losses) -> Sequence[str]:
        """The units that can be among the losses."""
        return step.open(seat)

    def unfit(self, seat: TgSeat, step: Losses | None, ref: str) -> Iterator[Reason]:
        """Only who attacked, and none that could be spared (AMB-05)."""
        if step is None or ref in step.open(seat):
            return
        name, spot = seat.rules.title(seat.s.roster[ref]), seat.s.units[ref].spot
        if ref in step.units:
            yield Reason("AMB-05", say("With {unit} some other loss could be spared.", unit=name), spot)
        else:
            yield Reason("TG-CRT-14", say("{unit} did not attack.", unit=name), spot)

    def do(self, play: TgPlay, step: Losses, action: Action) -> None:
        """It is removed; the question stays until enough are."""
        uid = action.subject[0]
        lost = (*step.lost, uid)
        harm.remove(play, uid)
        if sum(play.roster[u].factor for u in lost) >= step.owed:
            play.pop()
        else:
            play.swap(units=tuple(u for u in step.units if u != uid), lost=lost)


LOSE = Lose()


class Losses(Ask, frozen=True, kw_only=True):
    """TG-CRT-14, AMB-05: attackers of ``units`` are lost until the ``lost`` ones total ``owed``."""

    units: tuple[str, ...]
    owed: int
    lost: tuple[str, ...] = ()
    verbs: ClassVar = (LOSE,)
    open_table: ClassVar = True

    def open(self, seat: TgSeat) -> tuple[str, ...]:
        """The units that may be lost next."""
        all_ = (*self.lost, *self.units)
        factors = [seat.s.roster[u].factor for u in all_]
        gone = range(len(self.lost))
        rest = range(len(self.lost), len(all_))
        return tuple(
            all_[i] for i in rest if completes(factors, self.owed, (*gone, i), [j for j in rest if j != i])
        )

    def say(self, seat: TgSeat) -> Say:
        """How many factors."""
        done = sum(seat.s.roster[u].factor for u in self.lost)
        side = seat.rules.side_name(self.who)
        if self.owed - done == 1:
            return say("{side} attackers of one factor are lost: which?", side=side)
        return say("{side} attackers of {n} factors are lost: which?", side=side, n=self.owed - done)

    def default(self, seat: TgSeat) -> Action | None:
        """The weakest first."""
        return Action("lose", (min(self.open(seat), key=lambda u: seat.s.roster[u].factor),))
