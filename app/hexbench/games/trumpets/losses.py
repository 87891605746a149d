"""Step losses by priority; among equals the owner chooses (TT-LOSS, TT-AFV)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from hexbench.engine.events import Noted
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Reason, Say, counted, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.trumpets import casualties

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import Position, TtPlay, TtSeat

Role = Literal["attacker", "defender"]
RULES = {
    ("attacker", "1*"): "TT-LOSS-10",
    ("defender", "1*"): "TT-LOSS-11",
    ("attacker", "1"): "TT-LOSS-12",
    ("defender", "1"): "TT-LOSS-13",
}
"""Maps (role, kind of hit) to the clause of its priority list (52.3 to 52.6)."""


def classes(rules: TtRules, role: Role, hit: str) -> tuple[tuple[str, ...], ...]:
    """The priority list."""
    table = rules.tables.loss
    if hit == "1*":
        return table.attacker_afv if role == "attacker" else table.defender_afv
    return table.attacker_any if role == "attacker" else table.defender_any


def qualified(
    rules: TtRules, s: Position, units: Iterable[str], role: Role, hit: str, *, afv_only: bool = False
) -> tuple[str, ...]:
    """The units that may take a hit: the first class present, for attackers the highest ER in it
    (TT-LOSS-01..04).

    Empty: the hit is lost (TT-LOSS-05). ``afv_only``: the second step of an AFV loss (TT-AFV-02).
    """
    roster = s.mission.units
    alive = [u for u in units if s.units[u].on_map]
    tags = {u: rules.tags(roster[u]) for u in alive}
    if afv_only:
        alive = [u for u in alive if "afv" in tags[u]]
    for asked in classes(rules, role, hit):
        found = [u for u in alive if all(_meets(tags[u], tag) for tag in asked)]
        if found:
            if role == "attacker":
                best = max(roster[u].er for u in found)
                found = [u for u in found if roster[u].er == best]
            return tuple(found)
    return ()


def _meets(tags: frozenset[str], tag: str) -> bool:
    return tag[1:] not in tags if tag.startswith("!") else tag in tags


class Lose(Pick["TtSeat", "Loss", "TtPlay"]):
    """One of the units that qualify equally takes the hit."""

    name = "lose"
    label = say("Lose a step")
    help = say("Several units qualify equally: choose the one that takes the hit.")
    rule = "TT-LOSS-02"

    def among(self, seat: TtSeat, step: Loss) -> Sequence[str]:
        """The units that qualify equally."""
        return step.open(seat.rules, seat.s)

    def unfit(self, seat: TtSeat, step: Loss | None, ref: str) -> Iterator[Reason]:
        """Refuse units that were not hit, or that come later in the loss priority."""
        if step is None or ref in (among := step.open(seat.rules, seat.s)):
            return
        name = seat.called(ref)
        if ref in step.units and seat.s.units[ref].on_map:
            text = say("Other units come before {unit} in the loss priority.", unit=name)
            yield Reason(step.rule, text, tuple(dict.fromkeys(seat.s.units[u].at for u in among)))
        else:
            yield Reason("TT-LOSS-01", say("{unit} was not hit in this combat.", unit=name))

    def warnings(self, seat: TtSeat, step: Loss, refs: tuple[str, ...]) -> tuple[Say, ...]:
        """What the loss does to the unit."""
        left = seat.rules.steps(seat.s.mission.units[refs[0]]) - seat.s.units[refs[0]].lost - 1
        if not left:
            return (say("It is eliminated."),)
        return (counted(left, say("1 step is left."), say("{n} steps are left.", n=left)),)

    def cites(self, seat: TtSeat, step: Loss) -> tuple[str, ...]:
        """The clause of the priority list."""
        return (step.rule,)

    def do(self, play: TtPlay, step: Loss, action: Action) -> None:
        """The chosen unit takes the hit."""
        play.pop()
        suffer(play, step, action.subject[0])


LOSE = Lose()


class Loss(Ask, frozen=True, kw_only=True):
    """One hit on the units of one side in a combat."""

    role: Role
    hit: Literal["1", "1*"]
    units: tuple[str, ...]
    guns: bool = False
    """The German side has superior anti-tank guns (TT-AFV-02)."""
    answered: bool = False
    """An improved Allied anti-tank gun takes part (TT-AFV-04)."""
    second: bool = False
    """The second step of a doubled AFV loss (TT-AFV-02)."""
    verbs: ClassVar = (LOSE,)

    @property
    def rule(self) -> str:
        """The clause of the priority list that applies."""
        return RULES[self.role, self.hit]

    def open(self, rules: TtRules, s: Position) -> tuple[str, ...]:
        """The units that may be named."""
        return qualified(rules, s, self.units, self.role, self.hit, afv_only=self.second)

    choice: bool = False
    """Several units qualify equally, and the owner is asked (TT-LOSS-02)."""

    def decider(self, s: object) -> str | None:
        """The owner, while there is a choice."""
        return self.who if self.choice else None

    def run(self, play: TtPlay) -> None:
        """Apply the hit if there is no choice; without any eligible unit it is lost (TT-LOSS-05)."""
        among = self.open(play.rules, play)
        if len(among) > 1:
            play.swap(choice=True)
            return
        play.pop()
        if among:
            suffer(play, self, among[0])
        else:
            side = play.rules.side_name(self.who)
            play.tell(Noted("TT-LOSS-05", say("{side}: no unit can take the hit; it is lost.", side=side)))

    def say(self, seat: TtSeat) -> Say:
        if self.hit == "1*":
            return say("Choose the unit that takes the AFV loss.")
        return say("Choose the unit that loses a step.")

    def default(self, seat: TtSeat) -> Action | None:
        """The unit with most steps left."""
        s, rules = seat.s, seat.rules
        among = self.open(rules, s)
        best = max(among, key=lambda u: rules.steps(s.mission.units[u]) - s.units[u].lost)
        return Action(LOSE.name, (best,))


def suffer(play: TtPlay, step: Loss, uid: str) -> None:
    """A unit takes the hit, applying the advanced AFV rules if they are in use (TT-AFV)."""
    printed = play.mission.units[uid]
    tags = play.rules.tags(printed)
    name = play.rules.title(printed)
    advanced = play.rules.options.afv_combat and step.hit == "1*" and not step.second
    if advanced and printed.nation == "german" and "heavy_armor" in tags and not step.answered:
        text = say("{unit} is heavy armor and faces no improved gun: no loss.", unit=name)
        play.tell(Noted("TT-AFV-03", text, (uid,)))
        return
    casualties.lose_step(play, uid)
    if not advanced or printed.nation == "german" or "afv" not in tags or not step.guns:
        return
    if play.units[uid].on_map:
        play.tell(
            Noted("TT-AFV-01", say("Superior German guns: {unit} loses a second step.", unit=name), (uid,))
        )
        casualties.lose_step(play, uid)
        return
    passed = Loss(who=step.who, role=step.role, hit="1*", units=step.units, second=True)
    if passed.open(play.rules, play):
        text = say(
            "Superior German guns: {unit} has no second step to lose, so the next AFV loses it.", unit=name
        )
        play.tell(Noted("TT-AFV-02", text, (uid,)))
        play.push(passed)
    else:
        text = say("Superior German guns: {unit} has no second step to lose, so that hit is lost.", unit=name)
        play.tell(Noted("TT-AFV-02", text, (uid,)))
