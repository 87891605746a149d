"""Casualties: the owner picks the figures lost to hits (B-ATK-1), and the units that share the hits (TI-ASL-20)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec.structs import replace

from hexbench.engine.events import Resolved
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, Value, counted, say
from hexbench.engine.verb import Verb
from hexbench.games.tide_of_iron import casualties, results
from hexbench.games.tide_of_iron.pieces import Side

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.decks import Mode
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import Position, TiPlay, TiSeat

ORDER: Final = ("regular", "elite", "mg", "mortar", "officer")
"""The default order in which figures are lost (B-ATK-1)."""
_HULL: Final = "hull"
"""The choice that stands for a hit on a vehicle."""


class Taken(Value, frozen=True):
    """One hit and what took it: a figure of a squad, or a vehicle."""

    unit: str
    kind: str


def suffer(play: TiPlay, uid: str, mode: Mode, hits: int, *, active: bool = False) -> None:
    """Apply the hits of one attack to one unit; if there is a choice of figures to lose, its owner is asked.

    ``active``: it is the active unit (TI-CON-07).
    """
    unit = play.units[uid]
    found = results.result(play.rules, unit, mode, hits)
    play.tell(Resolved("attack", uid, found.name, found.rule))
    if found.figures:
        fall(play, unit.side, (uid,), hits)
    elif found.state:
        befall(play, uid, found.state, active=active)


def befall(play: TiPlay, uid: str, state: str, *, active: bool = False) -> None:
    """Apply a new condition or new damage, or destroy the unit."""
    if state == "destroyed":
        casualties.destroy(play, uid)
    elif play.units[uid].squad:
        casualties.set_condition(play, uid, state, active=active)
    else:
        casualties.set_damage(play, uid, state)


def fall(play: TiPlay, side: Side, units: Sequence[str], hits: int, rule: str = "B-ATK-1") -> None:
    """``units`` share the hits: each hit removes a figure or damages a vehicle; ``side`` decides while there is a choice."""
    if hits > 0 and units:
        share(play, Fall(who=side, units=tuple(units), left=hits, rule=rule))


def share(play: TiPlay, ask: Fall) -> None:
    """Ask if there is a choice; otherwise the remaining hits take effect at once."""
    ways = ask.ways(play.rules, play) if ask.left else []
    if sum(n for _, _, n in ways) > ask.left and len(ways) > 1:
        play.push(ask)
        return
    rest = [Taken(uid, kind) for uid, kind, n in ways for _ in range(n)]
    apply(play, (*ask.taken, *rest[: ask.left]))


def apply(play: TiPlay, taken: Iterable[Taken]) -> None:
    """Remove the figures; a vehicle takes all its hits together (B-ASL-5)."""
    by_unit: dict[str, dict[str, int]] = {}
    for one in taken:
        counts = by_unit.setdefault(one.unit, {})
        counts[one.kind] = counts.get(one.kind, 0) + 1
    for uid, counts in by_unit.items():
        unit = play.units[uid]
        if unit.squad:
            casualties.lose_figures(play, uid, counts)
        else:
            found = results.vehicle_result(play.rules, unit, counts[_HULL])
            play.tell(Resolved("attack", uid, found.name, found.rule))
            befall(play, uid, found.state)


class Lose(Verb["TiSeat", "Fall", "TiPlay"]):
    """Choose what takes the next hit: a figure of a squad, or a vehicle."""

    name = "lose"
    label = say("Take the hit")
    help = say("The owner chooses which figures are lost. In an assault, a light vehicle can also take hits.")
    subject = "unit"
    object = "choice"

    def offer(self, seat: TiSeat, step: Fall) -> Offer | None:
        """The units that can take one."""
        return Offer(self.name, tuple(dict.fromkeys(uid for uid, _, _ in step.ways(seat.rules, seat.s))))

    def targets(self, seat: TiSeat, step: Fall, subject: tuple[str, ...]) -> Iterable[Target]:
        """The kinds of figure it has left."""
        for uid, kind, _ in step.ways(seat.rules, seat.s):
            if subject == (uid,):
                yield Target(kind, rules=(step.rule,))

    def reasons(self, seat: TiSeat, step: Fall | None, action: Action) -> Iterator[Reason]:
        """The action must name one unit that shares the hits, and a kind of figure it has."""
        if len(action.subject) != 1:
            yield Reason("B-ATK-1", say("Select the unit that takes the hit."))
            return
        unit = seat.s.units.get(action.subject[0])
        if unit is None:
            yield seat.rules.missing(f"unit {action.subject[0]}")
            return
        if step is None:
            return
        found = [kind for uid, kind, _ in step.ways(seat.rules, seat.s) if uid == action.subject[0]]
        if not found:
            text = say("{unit} does not take any of these hits.", unit=seat.rules.title(unit))
            yield Reason(step.rule, text)
        elif action.object not in found:
            name = seat.rules.title(unit)
            if unit.squad:
                yield Reason(step.rule, say("{unit} has no such figure left to lose.", unit=name))
            else:
                yield Reason(step.rule, say("{unit} is a vehicle and has no figures to lose.", unit=name))

    def do(self, play: TiPlay, step: Fall, action: Action) -> None:
        """Record the hit; after the last one all of them take effect."""
        play.pop()
        share(
            play,
            replace(step, left=step.left - 1, taken=(*step.taken, Taken(action.subject[0], action.object))),
        )


LOSE = Lose()


class Fall(Ask, frozen=True, kw_only=True):
    """``left`` hits are still to be shared among ``units``; those ``taken`` take effect together."""

    who: Side
    units: tuple[str, ...]
    left: int
    taken: tuple[Taken, ...] = ()
    rule: str = "B-ATK-1"
    phase: ClassVar[str] = "casualties"
    verbs: ClassVar = (LOSE,)

    def ways(self, rules: TiRules, s: Position) -> list[tuple[str, str, int]]:
        """(unit, kind of figure, hits it can still take), in the default order of losses."""
        out = []
        for kind in ORDER:
            for uid in self.units:
                n = s.units[uid].figures.get(kind, 0) - self.taken.count(Taken(uid, kind))
                if n > 0:
                    out.append((uid, kind, n))
        for uid in self.units:
            unit = s.units[uid]
            if not unit.squad:
                n = results.absorbs(rules, unit) - self.taken.count(Taken(uid, _HULL))
                if n > 0:
                    out.append((uid, _HULL, n))
        return out

    def masked(self, side: str) -> Fall:
        """The other side sees the chosen losses only when they take effect."""
        return self if side == self.who else replace(self, taken=())

    def say(self, seat: TiSeat) -> Say:
        """How many hits, and whose."""
        if len(self.units) == 1:
            name = seat.called(self.units[0])
            return say("{unit} loses {n} more: choose a figure.", unit=name, n=self.left)
        return counted(
            self.left,
            say("1 more hit: choose the unit that takes it."),
            say("{n} more hits: choose the unit that takes the next one.", n=self.left),
        )

    def default(self, seat: TiSeat) -> Action | None:
        """Regulars first, then elite, machine gun, mortar and officer (B-ATK-1)."""
        uid, kind, _ = self.ways(seat.rules, seat.s)[0]
        return Action("lose", (uid,), kind)
