"""11.5, 11.6, 11.71: each side commits artillery and air points to a combat, the attacker first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from hexbench.engine.events import Declared, Noted
from hexbench.engine.forecast import Forecast
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Flow, Offer, Reason, Say, Target, counted, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import Pick, Press
from hexbench.games.iron_tide import air
from hexbench.games.iron_tide.combatants import (
    RANGE,
    Fight,
    command,
    commands,
    guns_in_range,
    in_the_line,
    is_artillery,
    most_guns,
)
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.odds_report import weighed

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat


def able_guns(rules: ItRules, s: Any, board: ItBoard, fight: Fight, who: str) -> tuple[str, ...]:
    """The artillery that may support a combat: in range, not in the line, of a command that fights there (17.3a)."""
    if not most_guns(s.turn, who, attacking=who == fight.side):
        return ()
    served = _served_commands(rules, s, fight, who)
    army_rule = rules.options.army_rule
    return tuple(
        u
        for u in guns_in_range(s, board, who, fight.hexes)
        if command(army_rule, s.roster[u]) in served and u not in fight.attackers
    )


def _served_commands(rules: ItRules, s: Any, fight: Fight, who: str) -> tuple[str, ...]:
    """The commands of a side in a combat; a mixed defence has several (17.3c)."""
    units = fight.attackers if who == fight.side else [u for stand in fight.stands for u in stand.units]
    return commands(rules.options.army_rule, s.roster, units)


def can_support(rules: ItRules, s: Any, board: ItBoard, fight: Fight, who: str) -> bool:
    """Whether a side has any artillery or air point to commit."""
    return air.ready(s, who) > 0 or bool(able_guns(rules, s, board, fight, who))


class Support(Pick["ItSeat", "Commit", "ItPlay"]):
    """Commit supporting artillery (11.5)."""

    name = "support"
    label = say("Support with artillery")
    help = say("Each supporting artillery unit within 3 hexes shifts the odds by one column.")
    rule = "11.5a"
    joins = "any"

    def among(self, seat: ItSeat, step: Commit) -> Sequence[str]:
        """The artillery in range, up to the limit."""
        if len(step.guns) >= step.most(seat.s):
            return ()
        found: tuple[str, ...] | None = seat.memo.get("guns")
        if found is None:
            found = seat.memo["guns"] = able_guns(
                seat.rules, seat.s, seat.board, fight_below(seat.s.stack), step.who
            )
        return [u for u in found if u not in step.guns]

    def unfit(self, seat: ItSeat, step: Commit | None, ref: str) -> Iterator[Reason]:
        return _no_gun(seat, step, ref)

    def together(self, seat: ItSeat, step: Commit | None, refs: tuple[str, ...]) -> Iterator[Reason]:
        most = step.most(seat.s) if step is not None else 0
        if step is not None and len(step.guns) + len(refs) > most:
            yield _too_many(seat, step, most)

    def warnings(self, seat: ItSeat, step: Commit, refs: tuple[str, ...]) -> tuple[Say, ...]:
        """The shift it gives."""
        n = len(refs)
        return (say("One column") if n == 1 else say("{n} columns", n=n),)

    def forecast(self, seat: ItSeat, action: Action) -> Forecast | None:
        """The odds with these guns as well."""
        step = seat.step
        if not isinstance(step, Commit):
            return None
        return weighed(seat, step.fight(seat.s, (*step.guns, *action.subject), step.air))

    def do(self, play: ItPlay, step: Commit, action: Action) -> None:
        for uid in action.subject:
            play.put(uid, fired=True)
        play.tell(Declared("support", action.subject, fight_below(play.stack).hexes[0]))
        play.swap(guns=(*step.guns, *action.subject))


def _no_gun(seat: ItSeat, step: Commit | None, uid: str) -> Iterator[Reason]:
    s = seat.s
    unit, printed = s.units[uid], s.roster[uid]
    name = called(printed)
    if not is_artillery(printed):
        yield Reason("11.5a", say("{unit} is not an artillery unit.", unit=name))
        return
    if not unit.on_map:
        yield Reason("11.5a", say("{unit} is not on the map.", unit=name))
        return
    if unit.fired:
        yield Reason("11.5h", say("{unit} has already fired this Combat Phase.", unit=name), unit.spot)
    if unit.reserve:
        yield Reason("6.0d", say("{unit} is in reserve and may not fire.", unit=name), unit.spot)
    if in_the_line(s, seat.board, uid):
        yield Reason(
            "11.5i", say("{unit} is adjacent to the enemy and may not give support.", unit=name), unit.spot
        )
    if step is None:
        return
    if unit.side != step.who:
        yield Reason("11.71a", say("{unit} belongs to the other player.", unit=name))
        return
    fight = fight_below(s.stack)
    if all(seat.board.atlas.distance(unit.at, at) > RANGE for at in fight.hexes):
        text = counted(
            len(fight.hexes),
            say("{unit} is more than 3 hexes from the hex under attack.", unit=name),
            say("{unit} is more than 3 hexes from every hex under attack.", unit=name),
        )
        yield Reason("11.5b", text, (unit.at, *fight.hexes))
    served = _served_commands(seat.rules, s, fight, step.who)
    army_rule = seat.rules.options.army_rule
    if command(army_rule, printed) not in served:
        rule = "17.4a" if army_rule else "17.3a"
        text = say(
            "{unit} may not support the units in this combat: it belongs to another command.", unit=name
        )
        yield Reason(rule, text, unit.spot)


def _too_many(seat: ItSeat, step: Commit, most: int) -> Reason:
    if most == 0:
        return Reason("18.0e", say("There is no Allied artillery support on 16AM."))
    if step.who != fight_below(seat.s.stack).side:
        return Reason("11.5e", say("A defence may have at most one artillery shift."))
    rule = "11.5f" if step.who == "german" else "11.5g"
    side = seat.rules.side_name(step.who)
    text = counted(
        most,
        say("{side} attacks may have at most one artillery shift.", side=side),
        say("{side} attacks may have at most {n} artillery shifts.", side=side, n=most),
    )
    return Reason(rule, text)


class Fly(Verb["ItSeat", "Commit", "ItPlay"]):
    """Commit an air point (11.6)."""

    name = "fly"
    label = say("Air support")
    help = say("One air point: on a die roll of 1 to 3 it shifts the odds by one column.")

    def offer(self, seat: ItSeat, step: Commit) -> Offer | None:
        """While there is one, once in a combat."""
        return Offer(self.name) if not step.air and air.ready(seat.s, step.who) else None

    def targets(self, seat: ItSeat, step: Commit, subject: tuple[str, ...]) -> Iterable[Target]:
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            over = (*fight_below(seat.s.stack).hexes, air.flown_key(step.who))
            flow = (Flow(air.box_key(step.who), over),)
            yield Target(says=(say("One column if it arrives"),), rules=("11.6b",), flow=flow)

    def reasons(self, seat: ItSeat, step: Commit | None, action: Action) -> Iterator[Reason]:
        """No point is ready, or one has already been committed."""
        if action.subject or action.object or action.how or action.via:
            yield Reason("11.6a", say("An air point can be committed only to the current combat."))
        if step is None:
            return
        if step.air:
            yield Reason("11.6c", say("Each side may attempt air support once per combat."))
        if not air.ready(seat.s, step.who):
            yield Reason("10.0c", say("No air point is available for combat support."))

    def forecast(self, seat: ItSeat, action: Action) -> Forecast | None:
        """The odds over both cases: the point arrives or it does not."""
        step = seat.step
        return weighed(seat, step.fight(seat.s, step.guns, True)) if isinstance(step, Commit) else None

    def do(self, play: ItPlay, step: Commit, action: Action) -> None:
        """Spend the point, whether or not it arrives."""
        air.spend(play, step.who)
        play.swap(air=True)


class _Committed(Press["ItSeat", "Commit", "ItPlay"]):
    """Commit no further support."""

    name = "commit"
    ends = True
    risk = "dice"
    label = say("No more support")
    help = say("Artillery and air points are committed; go on with the combat.")
    rule = "11.71a"

    def forecast(self, seat: ItSeat, action: Action) -> Forecast | None:
        """The odds with the support committed so far."""
        step = seat.step
        return weighed(seat, step.fight(seat.s, step.guns, step.air)) if isinstance(step, Commit) else None

    def do(self, play: ItPlay, step: Commit, action: Action) -> None:
        """Pass the support on to the combat below."""
        fight = step.fight(play, step.guns, step.air)
        play.answer(fight=fight)
        side = play.rules.side_name(step.who)
        guns, points = len(step.guns), 1 if step.air else 0
        text = say(
            "{side} support: artillery {guns}, air points {points}.", side=side, guns=guns, points=points
        )
        play.tell(Noted("11.71a", text, step.guns))


SUPPORT, FLY, COMMIT = Support(), Fly(), _Committed()


def fight_below(stack: Sequence[Any]) -> Fight:
    """The combat that a Commit step asks about: that of the step below it."""
    fight: Fight = stack[-2].fight
    return fight


class Commit(Ask, frozen=True, kw_only=True):
    """Which support a side commits, the attacker first; both sides see it (11.71a)."""

    guns: tuple[str, ...] = ()
    air: bool = False
    verbs: ClassVar = (SUPPORT, FLY, COMMIT)
    open_table: ClassVar = True

    def most(self, s: Any) -> int:
        """11.5e-g, 18.0e."""
        return most_guns(s.turn, self.who, attacking=self.who == fight_below(s.stack).side)

    def fight(self, s: Any, guns: tuple[str, ...], air_point: bool) -> Fight:
        """The combat with this support."""
        fight = fight_below(s.stack)
        if self.who == fight.side:
            return replace(fight, guns=(guns, fight.guns[1]), air=(air_point, fight.air[1]))
        return replace(fight, guns=(fight.guns[0], guns), air=(fight.air[0], air_point))

    def say(self, seat: ItSeat) -> Say:
        """Whose, and for which combat."""
        fight = fight_below(seat.s.stack)
        hexes = ", ".join(fight.hexes)
        if self.who == fight.side:
            return say("Commit artillery and air support to the attack on {hexes}.", hexes=hexes)
        return say("Commit artillery and air support to the defence of {hexes}.", hexes=hexes)

    def default(self, seat: ItSeat) -> Action | None:
        return Action("commit")
