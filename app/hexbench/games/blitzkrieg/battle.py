"""Resolution of one engagement: the die, losses, an exchange, retreats, advances (BK-RES-04..35)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import DiceRolled, Line, Noted, Resolved
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Barrier, Reason, Say, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.blitzkrieg import casualties, odds
from hexbench.games.blitzkrieg.advance import Advance, can_advance, mobile
from hexbench.games.blitzkrieg.engage import belongs, members
from hexbench.games.blitzkrieg.pieces import FOE, Engagement, Side
from hexbench.games.blitzkrieg.results import Outcome, read
from hexbench.games.blitzkrieg.retreat import Retreat

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkPlay, BkSeat, Position


# After the die roll: the losses of an exchange, then retreats, then advances (BK-RES-17..34).


class Exchange(Ask, frozen=True, kw_only=True):
    """One side names the unit it loses (BK-RES-34)."""

    units: tuple[str, ...]
    auto: ClassVar[bool] = True
    open_table: ClassVar[bool] = True

    def say(self, seat: BkSeat) -> Say:
        return say("Exchange: choose the unit you lose.")


class _GiveUp(Pick["BkSeat", Exchange, "BkPlay"]):
    """Lose a unit in an exchange."""

    name = "give_up"
    label = say("Lose this unit")
    help = say("The unit is eliminated; the other side loses a unit too.")
    rule = "BK-RES-17"

    def among(self, seat: BkSeat, step: Exchange) -> Sequence[str]:
        """The units of the engagement that are still on the map."""
        return [u for u in step.units if seat.s.units[u].on_map]

    def unfit(self, seat: BkSeat, step: Exchange | None, ref: str) -> Iterator[Reason]:
        """It must be a unit of the engagement."""
        if step is None or ref not in step.units:
            yield Reason("BK-RES-34", say("Choose one of your units in this engagement."))

    def do(self, play: BkPlay, step: Exchange, action: Action) -> None:
        play.pop()
        casualties.eliminate(play, action.subject[0])


GIVE_UP: Final = _GiveUp()
Exchange.verbs = (GIVE_UP,)


_PLURAL = {"attacker": say("attackers"), "defender": say("defenders")}


def outcome(rules: BkRules, roll: int, column: int) -> Outcome:
    """The entry of Table 2 for a roll and a column."""
    table = rules.tables.combat
    return read(table.losses[roll - 1][column], table.moves[roll - 1][column])


def words(found: Outcome) -> Say:
    """A result in words: "both sides lose 1/4; defenders retreat 1 hex; attackers may advance with 1 point"."""
    parts: list[Say] = []
    if found.gone:
        parts.append(say("all {side} are eliminated", side=_PLURAL[found.gone]))
    if found.exchange:
        parts.append(say("each side loses a unit of its choice"))
    if found.attackers_lose == found.defenders_lose != "nr":
        parts.append(say("both sides lose {part}", part=found.attackers_lose))
    elif found.attackers_lose != "nr":
        parts.append(say("attackers lose {part}", part=found.attackers_lose))
    elif found.defenders_lose != "nr":
        parts.append(say("defenders lose {part}", part=found.defenders_lose))
    side, n = found.back
    if n == 1:
        parts.append(say("{side} retreat 1 hex", side=_PLURAL[side]))
    elif n:
        parts.append(say("{side} retreat {n} hexes", side=_PLURAL[side], n=n))
    side, n = found.ahead
    if n == 1:
        parts.append(say("{side} may advance with 1 point", side=_PLURAL[side]))
    elif n:
        parts.append(say("{side} may advance with {n} points", side=_PLURAL[side], n=n))
    if not found.back[1] and not found.ahead[1] and not found.exchange:
        parts.append(say("no movement"))
    names = [f"p{i}" for i in range(len(parts))]
    return Say("; ".join(f"{{{name}}}" for name in names), tuple(zip(names, parts, strict=True)))


def begin(play: BkPlay, step: Battle) -> None:
    """Work out the current odds and roll the die (BK-ODD-13, BK-RES-04); do nothing if one side has no units
    left (BK-RES-35).
    """
    e = step.engagement
    attackers = tuple(u for u in e.attackers if play.units[u].on_map)
    guards = odds.defending(play, play.board, e)
    if not attackers or not guards:
        play.tell(Noted("BK-RES-35", say("One side has no units left: the engagement lapses."), e.attackers))
        play.pop()
        return
    now = odds.odds(play.rules, play, play.board, attackers, e.hexes, guards)
    name = play.rules.tables.combat.columns[now.column]
    why = say("{a} to {d}, column {column}", a=now.attack, d=odds.amount(now.defence), column=name)
    face = play.number(why, 6)
    play.tell(DiceRolled(why, (face,), "BK-RES-04"))
    table = play.rules.tables.combat
    loss, move = table.losses[face - 1][now.column], table.moves[face - 1][now.column]
    line = Line(attack=now.attack, defence=float(now.defence), ratio=name, column=name)
    play.tell(Resolved("engagement", ", ".join(e.hexes), f"{loss}; {move}", "BK-RES-06", line))
    said = say("On {hexes}: {result}.", hexes=", ".join(e.hexes), result=words(read(loss, move)))
    play.tell(Noted("BK-RES-04", said, (*attackers, *guards)))
    text = f"{now.attack} : {odds.amount(now.defence)}"
    play.swap(attackers=attackers, defenders=guards, roll=face, column=now.column, odds=text)


def losses(play: BkPlay, step: Battle) -> None:
    """Apply the losses, which come first (BK-RES-06..12)."""
    found = step.outcome(play.rules)
    for uid in step.attackers:
        casualties.lose(play, uid, found.attackers_lose)
    for uid in step.defenders:
        casualties.lose(play, uid, found.defenders_lose)
    gone = step.attackers if found.gone == "attacker" else step.defenders if found.gone == "defender" else ()
    for uid in gone:
        if play.units[uid].on_map:
            casualties.eliminate(play, uid)


def exchange(play: BkPlay, step: Battle) -> None:
    """In an exchange each side loses a unit of its own choice (BK-RES-17, BK-RES-34)."""
    if step.outcome(play.rules).exchange:
        alone = len(step.defenders) == 1
        play.swap(entry=play.units[step.defenders[0]].at if alone else "")
        play.push(
            Exchange(who=step.who, units=step.attackers), Exchange(who=FOE[step.who], units=step.defenders)
        )


def retreats(play: BkPlay, step: Battle) -> None:
    """Retreats are handled before advances (BK-RES-18, BK-RES-19)."""
    side, n = step.outcome(play.rules).back
    units = step.survivors(play, side)
    if units:
        play.push(Retreat(who=play.units[units[0]].side, units=units, n=n))


def advances(play: BkPlay, step: Battle) -> None:
    """Ask the side that may advance how it wants to (BK-RES-15, BK-RES-17); it is not asked if none of its
    units can.
    """
    side, n = step.outcome(play.rules).ahead
    if step.entry:
        units = _mobile(play, step, "attacker")
        if odds.defenders(play, play.board, (step.entry,), FOE[step.who]):
            return
        ask = Advance(who=step.who, units=units, n=0, only=(step.entry,))
    else:
        units = _mobile(play, step, side)
        given = step.engagement.hexes if side == "attacker" else step.origins
        who = step.who if side == "attacker" else FOE[step.who]
        ask = Advance(who=who, units=units, n=n, vacated=given)
    if can_advance(play.rules, play, play.board, ask):
        play.push(ask)


def _mobile(play: BkPlay, step: Battle, side: str) -> tuple[str, ...]:
    """The survivors of a side that may advance: not those immobilised in this turn (BK-MOV-17)."""
    return tuple(uid for uid in step.survivors(play, side) if mobile(play, uid))


def remember(play: BkPlay, step: Battle) -> None:
    """Record where the attackers came from: advancing defenders may enter hexes the attackers vacate
    (BK-RES-29).
    """
    play.swap(origins=tuple(dict.fromkeys(play.units[u].at for u in step.attackers if play.units[u].on_map)))


class Battle(Script, frozen=True, kw_only=True):
    """The resolution of one engagement."""

    who: Side
    engagement: Engagement
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    roll: int = 0
    column: int = 0
    odds: str = ""
    """Attack and defence at the time of the die roll, "12 : 4"."""
    entry: str = ""
    """The hex that an exchange may leave empty (BK-RES-17)."""
    origins: tuple[str, ...] = ()
    stages: ClassVar = (begin, remember, losses, exchange, retreats, advances)

    def outcome(self, rules: BkRules) -> Outcome:
        """The result of the die roll."""
        return outcome(rules, self.roll, self.column)

    def survivors(self, s: Position, side: str) -> tuple[str, ...]:
        """The surviving units of one side of the engagement."""
        units = self.attackers if side == "attacker" else self.defenders if side == "defender" else ()
        return tuple(u for u in units if s.units[u].on_map)


# Engagements are resolved in the order the attacker chooses (SELECT_BATTLE; BK-RES-03).


class Battles(Ask, frozen=True, kw_only=True):
    """While engagements remain, one of them is chosen; when none is left the phase is over (BK-RES-33)."""

    phase: ClassVar[str] = "battles"

    def decider(self, s: Position) -> str | None:
        """The phasing side, while an engagement remains to be fought."""
        return self.who if s.engagements else None

    def run(self, play: BkPlay) -> None:
        play.pop()

    def say(self, seat: BkSeat) -> Say:
        n = len(seat.s.engagements)
        if n == 1:
            return say("Choose the engagement to fight: one is left.")
        return say("Choose the next engagement to fight; {n} are left.", n=n)


class Fight(Pick["BkSeat", Battles, "BkPlay"]):
    """BK-RES-03, BK-RES-04: selecting any unit of an engagement rolls the die."""

    name = "fight"
    label = say("Fight")
    help = say("Choose any unit of an engagement to roll the die on Table 2.")
    barrier: ClassVar[Barrier] = "dice"
    rule = "BK-RES-03"

    def among(self, seat: BkSeat, step: Battles) -> Sequence[str]:
        """Every unit of every engagement left."""
        return [u for e in seat.s.engagements for u in members(seat.s, seat.board, e)]

    def unfit(self, seat: BkSeat, step: Battles | None, ref: str) -> Iterator[Reason]:
        """It must belong to an engagement."""
        if belongs(seat.s, seat.board, ref) is None:
            yield Reason("BK-RES-03", say("Choose a unit of an engagement."))

    def cites(self, seat: BkSeat, step: Battles) -> tuple[str, ...]:
        return ("BK-RES-04",)

    def forecast(self, seat: BkSeat, action: Action) -> Forecast | None:
        """The current odds and the six results."""
        found = belongs(seat.s, seat.board, action.subject[0]) if len(action.subject) == 1 else None
        return None if found is None else odds.engagement(seat, found)

    def do(self, play: BkPlay, step: Battles, action: Action) -> None:
        found = belongs(play, play.board, action.subject[0])
        if found is not None:
            play.set(engagements=tuple(e for e in play.engagements if e != found))
            play.push(Battle(who=play.phasing, engagement=found))


FIGHT: Final = Fight()
Battles.verbs = (FIGHT,)
