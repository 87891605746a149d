"""11.7: one combat, from choosing the defenders to the dice. ``Battle.stages`` lists the steps in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from hexbench.engine.events import Declared, Line, Noted, Resolved, Revealed
from hexbench.engine.forecast import OddsLine
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.iron_tide import chits
from hexbench.games.iron_tide.combat_odds import base_strength, column_of, odds_line, terms
from hexbench.games.iron_tide.combat_support import Commit, can_support
from hexbench.games.iron_tide.combatants import (
    MOST,
    Fight,
    Stand,
    is_regiment,
    must_choose,
    regiments_of,
    stand_of,
    targets_in,
)
from hexbench.games.iron_tide.pieces import FOE
from hexbench.games.iron_tide.post_combat import Counted, Fought

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat


def _defenders_stand(play: ItPlay, step: Battle) -> None:
    """11.1e, 8.3e: hex by hex, the defender names the units that take part, where there is a choice. All units in the
    hexes count as attacked (B16).
    """
    foe = FOE[step.fight.side]
    taken = len(step.fight.stands)
    if taken == len(step.hexes):
        for at in step.hexes:
            for uid in targets_in(play, play.board, foe, at):
                play.put(uid, attacked=True)
        return
    play.swap(at=0)
    at = step.hexes[taken]
    candidates = targets_in(play, play.board, foe, at)
    if must_choose(play, candidates):
        play.push(NameDefenders(who=foe, hex=at))
    else:
        stand(play, Stand(at, candidates))


def stand(play: ItPlay, found: Stand) -> None:
    """Record the defenders of a hex in the fight."""
    fight: Fight = play.top.fight
    play.swap(fight=replace(fight, stands=(*fight.stands, found)))


def attacker_commits(play: ItPlay, step: Battle) -> None:
    """11.71a: artillery and air of the attacker."""
    if can_support(play.rules, play, play.board, step.fight, step.fight.side):
        play.push(Commit(who=step.fight.side))


def defender_commits(play: ItPlay, step: Battle) -> None:
    """11.71a: then those of the defender."""
    if can_support(play.rules, play, play.board, step.fight, FOE[step.fight.side]):
        play.push(Commit(who=FOE[step.fight.side]))


def _air_arrives(play: ItPlay, step: Battle) -> None:
    """11.71b, 11.6b: a die for each committed point."""
    arrived, dice = [False, False], [0, 0]
    for i, side in enumerate((step.fight.side, FOE[step.fight.side])):
        if step.fight.air[i]:
            name = play.rules.side_name(side)
            die = dice[i] = play.roll(say("{side} air support", side=name), rule="11.6b", of=side)
            arrived[i] = play.rules.tables.air_support.result(die) == "arrives"
            text = say("{side} air support does not arrive.", side=name)
            if arrived[i]:
                text = say("{side} air support arrives.", side=name)
            play.tell(Noted("11.6b", text, step.hexes))
    fight = replace(step.fight, air=(arrived[0], arrived[1]), air_dice=(dice[0], dice[1]))
    play.swap(fight=fight)


def _attacker_shows(play: ItPlay, step: Battle) -> None:
    """11.72a, 9.0e."""
    show(play, step.fight.attackers)


def _defender_shows(play: ItPlay, step: Battle) -> None:
    """11.73a."""
    show(play, tuple(u for one in step.fight.stands for u in one.units))


def show(play: ItPlay, units: tuple[str, ...]) -> None:
    """Draw missing chits and reveal the chits of these units; they stay revealed until the engagement is over."""
    shown: list[str] = []
    for uid in units:
        if is_regiment(play.units[uid], play.roster[uid]) and not play.units[uid].drawn:
            chits.draw(play, uid)
        if not play.units[uid].drawn:
            continue
        play.saw()
        shown.append(uid)
        n = base_strength(play.rules, play, uid, play.chits[uid])
        name = chits.chit_name(play.rules.tables.chits, play.roster[uid].cup, play.chits[uid])
        play.tell(Revealed(uid, f"{n}, chit {name}"))
    group: chits.Showing = play.stack[-2]
    play.stack[-2] = replace(group, shown=tuple(dict.fromkeys((*group.shown, *shown))))


def reckon(play: ItPlay, step: Battle) -> None:
    """11.72a-11.76c: calculate strengths, odds, shifts and column, and report them."""
    found = terms(play.rules, play, play.board, step.fight)
    strengths = [
        tuple(
            (p.unit, p.count(base_strength(play.rules, play, p.unit, play.chits.get(p.unit)))) for p in parts
        )
        for parts in found.parts
    ]
    attack, defence = (sum(n for _, n in side) for side in strengths)
    line = odds_line(play.rules.tables.crt, found, attack, defence)
    for shift in line.shifts:
        play.tell(
            Noted(
                shift.rule,
                say("{shift}: the odds are shifted by {by}.", shift=shift.say, by=f"{shift.by:+d}"),
                step.hexes,
            )
        )
    net = sum(shift.by for shift in line.shifts)
    text = say(
        "{attack} to {defence} is {ratio}; net shift {net}: {column} on the {row} row.",
        attack=attack,
        defence=defence,
        ratio=line.ratio,
        net=f"{net:+d}",
        column=line.column,
        row=line.row.replace("_", " "),
    )
    play.tell(Noted("11.76b", text, step.hexes))
    play.swap(line=line, counted=(strengths[0], strengths[1]))


def cast(play: ItPlay, step: Battle) -> None:
    """11.77a: roll two dice; the engagement below on the stack receives the result and applies it."""
    assert step.line is not None, "reckoned before"
    crt = play.rules.tables.crt
    hexes = ", ".join(step.hexes)
    total = play.roll(say("Combat on {hexes}", hexes=hexes), 2, "11.77a", step.fight.side)
    result = crt.result(column_of(crt, step.line), total)
    odds = step.line
    line = Line(
        attack=odds.attack,
        defence=odds.defence,
        ratio=odds.ratio,
        shifts=tuple((shift.rule, shift.by) for shift in odds.shifts),
        row=odds.row,
        column=odds.column,
    )
    play.tell(Resolved("combat", step.hexes[0], result.name, "11.77a", line))
    fought = Fought(fight=step.fight, line=step.line, counted=step.counted, dice=total, result=result.name)
    play.answer(fought=(*play.stack[-2].fought, fought))


class Name(Pick["ItSeat", "NameDefenders", "ItPlay"]):
    """Name the regiment that defends a hex, with or without small units; without, the strongest ones join it."""

    name = "name"
    label = say("Choose the defenders")
    help = say("At most one regiment and three units in all defend a hex; the others do not take part.")
    rule = "11.1e"
    joins = "stack"

    def among(self, seat: ItSeat, step: NameDefenders) -> Sequence[str]:
        """The regiments to choose from, or all units where there is none."""
        return step.choices(seat.s, seat.board)

    def unfit(self, seat: ItSeat, step: NameDefenders | None, ref: str) -> Iterator[Reason]:
        """A unit that is not among those under attack in the hex."""
        if step is not None and ref not in step.candidates(seat.s, seat.board):
            text = say("{unit} may not defend {hex}.", unit=seat.called(ref), hex=step.hex)
            yield Reason("11.1e", text, (step.hex,))

    def together(self, seat: ItSeat, step: NameDefenders | None, refs: tuple[str, ...]) -> Iterator[Reason]:
        """More than one regiment, no regiment where there is one, or more than three units."""
        if step is None:
            return
        n = len(regiments_of(seat.s, refs))
        if n > 1:
            yield Reason("8.3a", say("Only one regiment may defend a hex."), (step.hex,))
        if n == 0 and regiments_of(seat.s, step.candidates(seat.s, seat.board)):
            yield Reason("11.1e", say("Choose the regiment that defends."), (step.hex,))
        if len(refs) > MOST:
            yield Reason("11.1f", say("At most three units may defend a hex."), (step.hex,))

    def settle(self, seat: ItSeat, step: NameDefenders, action: Action) -> Action:
        """A regiment alone is joined by the small units of its hex."""
        if len(action.subject) > 1 or not regiments_of(seat.s, action.subject):
            return action
        units = stand_of(seat.s, step.candidates(seat.s, seat.board), action.subject[0])
        return Action(self.name, units)

    def do(self, play: ItPlay, step: NameDefenders, action: Action) -> None:
        play.pop()
        candidates = step.candidates(play, play.board)
        play.tell(Declared("defence", action.subject, step.hex))
        stand(play, Stand(step.hex, tuple(u for u in candidates if u in action.subject)))


NAME = Name()


class NameDefenders(Ask, frozen=True, kw_only=True):
    """11.1e, 11.1f, 8.3e: which regiment of a hex defends, or which small units where there is none."""

    hex: str
    verbs: ClassVar = (NAME,)

    def candidates(self, s: Any, board: Any) -> tuple[str, ...]:
        """The units of the hex that can be attacked."""
        return targets_in(s, board, self.who, self.hex)

    def choices(self, s: Any, board: Any) -> tuple[str, ...]:
        """The regiments among them, or all of them when there is none."""
        found = self.candidates(s, board)
        return regiments_of(s, found) or found

    def say(self, seat: ItSeat) -> Say:
        if regiments_of(seat.s, self.candidates(seat.s, seat.board)):
            return say("Hex {hex} is attacked: choose the regiment that defends it.", hex=self.hex)
        return say("Hex {hex} is attacked: choose the units that defend it, at most three.", hex=self.hex)

    def default(self, seat: ItSeat) -> Action | None:
        """The regiment that looks strongest, with the small units of the hex."""
        return Action("name", stand_of(seat.s, self.candidates(seat.s, seat.board)))


class Battle(Script, frozen=True, kw_only=True):
    """One combat, from naming the defenders to the dice. ``hexes`` are those under attack."""

    hexes: tuple[str, ...]
    fight: Fight
    line: OddsLine | None = None
    counted: Counted = ((), ())
    """For each side its units and what each of them counts, multiplied."""
    stages: ClassVar = (
        _defenders_stand,
        attacker_commits,
        defender_commits,
        _air_arrives,
        _attacker_shows,
        _defender_shows,
        reckon,
        cast,
    )
