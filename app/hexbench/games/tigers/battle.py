"""One combat, from the defender's order to the last advance (TG-CRT, ledger C: X_...). Start reading at
:class:`Battle`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec.structs import replace

from hexbench.engine.events import Line, Noted, Resolved
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Reason, Say, Target, say
from hexbench.engine.verbs.kinds import Choose, Pick
from hexbench.games.tigers import advance, allocate, casualties, retreat, tables
from hexbench.games.tigers.fighters import diced_for, fighting, homes, skorzeny_alone
from hexbench.games.tigers.odds import DUMP, Guard, Reckoning, column, in_doubt, ratio, reckon
from hexbench.games.tigers.pieces import FOE, GERMAN, SKORZENY, Attack, Side
from hexbench.games.tigers.retreat import NO_WAY, Peril
from hexbench.games.tigers.tables import Code

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgPlay, TgSeat


# The short decisions within a combat: "No Retreat!", attacker losses, length of the retreat, voluntary retreat
# (TG-CRT).


# ---- choices by number or word ---------------------------------------------------------------------------------------
class Answer(Choose["TgSeat", "Question", "TgPlay"]):
    """Choose one of the answers to a question."""

    risk = "handover"

    def clause(self, s: Position, step: Question) -> str:
        """The clause that gives the player this choice."""
        return self.rule

    def choices(self, seat: TgSeat, step: Question) -> Sequence[Target]:
        rules = (self.clause(seat.s, step),)
        return [Target(answer, says=(text,), rules=rules) for answer, text in step.answers()]

    def unfit(self, seat: TgSeat, step: Question | None, key: str) -> Iterator[Reason]:
        """Refuse anything that is not one of the answers."""
        if step is not None and key not in [answer for answer, _ in step.answers()]:
            text = say("There is no such answer: {answer}.", answer=key or "-")
            yield Reason(self.clause(seat.s, step), text)

    def do(self, play: TgPlay, step: Question, action: Action) -> None:
        """Announce the answer and pass it on to the combat."""
        text = next(text for answer, text in step.answers() if answer == action.object)
        play.tell(Noted(self.clause(play, step), text, step.hexes))
        play.pop()
        step.take(play, action.object)


class Order(Answer):
    """Decide whether to order "No Retreat!"."""

    name = "order"
    label = say("Give the order")
    help = say("No Retreat! turns D1 into D, and D2 and D3 into DE. You decide before the die is rolled.")
    rule = "TG-CRT-18"


class Length(Answer):
    """How many hexes the defenders must retreat."""

    name = "length"
    label = say("Length of the retreat")
    help = say("The attacker chooses how far the defenders must retreat, up to the number in the result.")
    rule = "TG-CRT-05"


class Further(Answer):
    """How many hexes the defenders retreat voluntarily."""

    name = "further"
    label = say("Retreat farther")
    help = say("The defender may retreat farther than required; the attackers may then advance farther too.")
    rule = "TG-CRT-08"

    def clause(self, s: Position, step: Question) -> str:
        """TG-CRT-08, or TG-CRT-11 after a D, which requires no retreat."""
        fought = next((one for one in reversed(s.stack) if isinstance(one, Battle)), None)
        code = dict(fought.codes).get(step.elite) if fought and isinstance(step, Farther) else None
        return self.rule if code is None or code in FORCED else "TG-CRT-11"


ORDER, LENGTH, FURTHER = Order(), Length(), Further()
NO_RETREAT, FREE = "no_retreat", "free"


class Question(Ask, frozen=True, kw_only=True):
    """A question with a few answers; ``hexes`` are under attack."""

    hexes: tuple[str, ...]
    open_table: ClassVar = True

    def answers(self) -> Iterator[tuple[str, Say]]:
        """Each possible answer with its meaning."""
        return iter(())

    def take(self, play: TgPlay, answer: str) -> None:
        """Store the answer in the combat."""


class NoRetreat(Question, frozen=True, kw_only=True):
    """TG-CRT-18: before any die is rolled, the defender may order "No Retreat!"."""

    verbs: ClassVar = (ORDER,)

    def answers(self) -> Iterator[tuple[str, Say]]:
        yield FREE, say("They may retreat.")
        yield NO_RETREAT, say("No Retreat! D1 is read as D, D2 and D3 as DE.")

    def take(self, play: TgPlay, answer: str) -> None:
        """TG-CRT-19."""
        play.swap(no_retreat=answer == NO_RETREAT)

    def say(self, seat: TgSeat) -> Say:
        side = seat.rules.side_name(self.who)
        return say(
            "{side} units in {hexes} are under attack: order No Retreat?",
            side=side,
            hexes=", ".join(self.hexes),
        )

    def default(self, seat: TgSeat) -> Action | None:
        return Action("order", (), FREE)


class HowFar(Question, frozen=True, kw_only=True):
    """TG-CRT-05: the length of the retreat, 0 to ``most``, that the attacker imposes on one class of
    defenders. ``pin``: a length of 0 pins them in place (TG-ADV-08).
    """

    elite: bool
    most: int
    pin: bool = False
    verbs: ClassVar = (LENGTH,)

    def answers(self) -> Iterator[tuple[str, Say]]:
        """Every length from 0 to ``most``."""
        for n in range(self.most + 1):
            if n == 0:
                yield "0", say("Contain them where they are.") if self.pin else say("They stay, disrupted.")
            else:
                one, more = say("They retreat 1 hex."), say("They retreat {n} hexes.", n=n)
                yield str(n), one if n == 1 else more

    def take(self, play: TgPlay, answer: str) -> None:
        """Store the length for this class of defenders."""
        play.swap(forced=(*play.top.forced, (self.elite, int(answer))))

    def say(self, seat: TgSeat) -> Say:
        hexes = ", ".join(self.hexes)
        return say(
            "How many hexes must the defenders of {hexes} retreat (up to {n})?", hexes=hexes, n=self.most
        )

    def default(self, seat: TgSeat) -> Action | None:
        return Action("length", (), str(self.most))


class Farther(Question, frozen=True, kw_only=True):
    """TG-CRT-08, TG-CRT-11: hexes that one class of defenders retreats voluntarily."""

    elite: bool
    most: int
    verbs: ClassVar = (FURTHER,)

    def answers(self) -> Iterator[tuple[str, Say]]:
        """Every length from 0 to ``most``."""
        for n in range(self.most + 1):
            if n == 0:
                yield "0", say("They retreat no farther.")
            else:
                one, more = say("They retreat 1 hex farther."), say("They retreat {n} hexes farther.", n=n)
                yield str(n), one if n == 1 else more

    def take(self, play: TgPlay, answer: str) -> None:
        """Store the length for this class of defenders."""
        play.swap(added=(*play.top.added, (self.elite, int(answer))))

    def say(self, seat: TgSeat) -> Say:
        hexes = ", ".join(self.hexes)
        return say(
            "How many hexes farther do the defenders of {hexes} retreat (up to {n})?",
            hexes=hexes,
            n=self.most,
        )

    def default(self, seat: TgSeat) -> Action | None:
        return Action("further", (), "0")


# ---- losses of the attacker ------------------------------------------------------------------------------------------
def _completes(factors: Sequence[int], owed: int, chosen: Sequence[int], rest: Sequence[int]) -> bool:
    """Whether the ``chosen`` units, with others from ``rest``, can make up losses that total at least
    ``owed`` and from which no unit could be spared (AMB-05). Units are indices into ``factors``.
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
    """Remove one attacker as a loss."""

    name = "lose"
    label = say("Lose this unit")
    help = say("Choose attackers whose factors total the defense value, with no more units than that takes.")
    rule = "TG-CRT-14"

    def among(self, seat: TgSeat, step: Losses) -> Sequence[str]:
        """The units that can be among the losses."""
        return step.open(seat)

    def unfit(self, seat: TgSeat, step: Losses | None, ref: str) -> Iterator[Reason]:
        """Only attackers can be lost, and none that could be spared (AMB-05)."""
        if step is None or ref in step.open(seat):
            return
        name, spot = seat.called(ref), seat.s.units[ref].spot
        if ref in step.units:
            yield Reason("AMB-05", say("Losing {unit} would make another loss unnecessary.", unit=name), spot)
        else:
            yield Reason("TG-CRT-14", say("{unit} took no part in the attack.", unit=name), spot)

    def do(self, play: TgPlay, step: Losses, action: Action) -> None:
        """Remove the unit; the question stays open until enough factors are lost."""
        uid = action.subject[0]
        lost = (*step.lost, uid)
        casualties.remove(play, uid)
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
            all_[i] for i in rest if _completes(factors, self.owed, (*gone, i), [j for j in rest if j != i])
        )

    def say(self, seat: TgSeat) -> Say:
        done = sum(seat.s.roster[u].factor for u in self.lost)
        side = seat.rules.side_name(self.who)
        if self.owed - done == 1:
            return say("{side} losses: choose attackers totalling one factor.", side=side)
        return say("{side} losses: choose attackers totalling {n} factors.", side=side, n=self.owed - done)

    def default(self, seat: TgSeat) -> Action | None:
        return Action("lose", (min(self.open(seat), key=lambda u: seat.s.roster[u].factor),))


FORCED: Final[dict[str, int]] = {"D1": 1, "D2": 2, "D3": 3}
"""Result -> the longest forced retreat, in hexes (TG-CRT-05)."""
_VOLUNTARY: Final[dict[str, int]] = {"D": 2, "D/AE": 2, "D1": 1, "D2": 1}
"""Result -> the hexes a defender may retreat voluntarily (TG-CRT-08, TG-CRT-11); none on D3."""
SHAKEN: Final = ("D", "D/AE", "D1", "D2", "D3")
"""Results that disrupt the defenders (TG-CRT-07, TG-CRT-10, TG-CRT-16)."""


# ---- before the die --------------------------------------------------------------------------------------------------
def begin(play: TgPlay, step: Battle) -> None:
    """Begin the attack, or call it off if events have pushed its odds below 1:5 and nothing requires it
    (AMB-03).
    """
    attack, side = step.attack, step.side
    fallen = not step.alone and _fallen(play, side, attack)
    if fallen and not allocate.bound(play.rules, play, play.board, side, attack):
        text = say(
            "The attack on {hexes} would be resolved at {ratio}: it is called off.",
            hexes=", ".join(attack.targets),
            ratio=fallen,
        )
        play.tell(Noted("AMB-03", text, attack.targets))
        play.pop()
        drop(play, attack)
        allocate.settle(play, side)
        return
    if step.alone:
        attack = replace(attack, needs=tuple(allocate.needed(play.rules, play, play.board, side, attack)))
    for uid in attack.attackers:
        unit = play.units[uid]
        play.put(uid, attacks=unit.attacks + 1, paid=unit.spent, stumbled=False)  # AMB-78 is done
    play.set(attacks=tuple(a for a in play.attacks if a != step.attack), fought=(*play.fought, attack))
    play.swap(attack=attack, starts=homes(play, attack.attackers))


def _fallen(play: TgPlay, side: str, attack: Attack) -> str:
    """The odds of an attack if they have fallen below 1:5, else an empty string."""
    hexes = diced_for(play, play.board, side, attack.targets)
    what = play.rules, play, play.board, side, attack.attackers, hexes
    if not in_doubt(*what):
        return ""
    place = reckon(*what).lower
    return ratio(place) if place < 0 else ""


def drop(play: TgPlay, attack: Attack) -> None:
    """Remove an attack that will not be made."""
    play.set(attacks=tuple(a for a in play.attacks if a != attack))


def _skorzeny_alone(play: TgPlay, step: Battle) -> None:
    """TG-SPC-05, AMB-36: Skorzeny alone in his hex is removed before any die roll, as if by DE."""
    for at in step.attack.targets:
        if skorzeny_alone(play, play.board, step.side, at):
            play.tell(
                Noted("TG-SPC-05", say("Skorzeny's men in {hex} melt away and are removed.", hex=at), (at,))
            )
            found = Guard(unit=SKORZENY, hex=at, base=play.roster[SKORZENY].factor)
            play.swap(guards=(found,), fates=((SKORZENY, "DE"),), codes=((True, "DE"),), code="DE")
            casualties.remove(play, SKORZENY)


def order(play: TgPlay, step: Battle) -> None:
    """TG-CRT-18: ask about "No Retreat!" where the order could change a result (AMB-123), or by option
    always; never for the dump alone (TG-FUL-06).
    """
    asked = _somebody_there if play.rules.options.no_retreat_asked == "always" else _order_matters
    if asked(play, step):
        play.push(NoRetreat(who=FOE[step.side], hexes=step.attack.targets))


def _somebody_there(play: TgPlay, step: Battle) -> bool:
    """Whether units are left that could be given the order."""
    return any(fighting(play, play.board, FOE[step.side], at) for at in _before_the_die(step))


def _order_matters(play: TgPlay, step: Battle) -> bool:
    """AMB-123: whether some defender can retreat and some row of its column gives D1, D2 or D3."""
    hexes = _before_the_die(step)
    if not hexes:
        return False
    rules, table = play.rules, play.rules.tables.results
    found = reckon(rules, play, play.board, step.side, step.attack.attackers, hexes)
    held = retreat.stuck(rules, play, play.board, step.peril, found.retreating)
    return any(
        table.code(row, column(table, found.place(elite=found.reads(guard.elite)))) in NO_WAY
        for guard in found.guards
        if guard.unit != DUMP and guard.unit not in held
        for row in range(1, 7)
    )


def _before_the_die(step: Battle) -> tuple[str, ...]:
    """The attacked hexes for which a die roll is still needed."""
    return tuple(at for at in step.attack.targets if not any(at == guard.hex for guard in step.guards))


# ---- the die ---------------------------------------------------------------------------------------------------------
def cast(play: TgPlay, step: Battle) -> None:
    """X_ROLL: work out the odds with current supply and roll one die; each class of defenders gets its result
    (TG-CRT-01, TG-CRT-21).
    """
    rules, attack = play.rules, step.attack
    hexes = _before_the_die(step)
    if not hexes:
        return
    found = reckon(rules, play, play.board, step.side, attack.attackers, hexes)
    _tell(play, step, found)
    row = tables.row(play, say("Combat on {hexes}", hexes=", ".join(hexes)), "TG-CRT-01")
    table = rules.tables.results
    codes = tuple(
        (elite, table.code(row, column(table, found.place(elite=elite)))) for elite in found.classes
    )
    code = table.code(row, column(table, found.lower))
    result = " / ".join(result for _, result in codes)
    play.tell(Resolved("attack", hexes[0], result, "TG-CRT-01", _line(rules, found)))
    read = dict(codes)
    held = retreat.stuck(rules, play, play.board, step.peril, found.retreating)
    fates = tuple(
        (guard.unit, _fate(play, step, guard, read[found.reads(guard.elite)], stuck=guard.unit in held))
        for guard in found.guards
    )
    play.swap(
        row=row,
        reckoning=found,
        guards=(*step.guards, *found.guards),
        codes=codes,
        code=code,
        fates=(*step.fates, *fates),
    )


def _fate(play: TgPlay, step: Battle, guard: Guard, code: Code, *, stuck: bool) -> Code:
    """The result as it applies to one defender: it is read differently if the unit cannot or must not
    retreat.
    """
    if code not in NO_WAY or guard.unit == DUMP or not (step.no_retreat or stuck):
        return code
    read = NO_WAY[code]
    if not step.no_retreat:
        name = play.rules.title(play.roster[guard.unit])
        text = say("{unit} cannot retreat: {result} is read as {read}.", unit=name, result=code, read=read)
        play.tell(Noted("TG-CRT-17", text, (guard.hex,)))
    return read


def _columns(rules: TgRules, found: Reckoning) -> list[str]:
    """The names of the columns used by each class of defenders."""
    table = rules.tables.results
    return [table.columns[column(table, found.place(elite=elite))] for elite in found.classes]


def _line(rules: TgRules, found: Reckoning) -> Line:
    """The odds in the form used by events."""
    shifts = found.shifts if found.softer is None else (*found.shifts, found.softer)
    return Line(
        attack=found.attack,
        defence=found.defence,
        ratio=ratio(found.ladder),
        shifts=tuple((shift.rule, shift.by) for shift in shifts),
        column=" / ".join(_columns(rules, found)),
    )


def _tell(play: TgPlay, step: Battle, found: Reckoning) -> None:
    hexes = step.attack.targets
    shifts = found.shifts if found.softer is None else (*found.shifts, found.softer)
    for shift in shifts:
        play.tell(
            Noted(
                shift.rule,
                say("{shift}: the odds are shifted by {by}.", shift=shift.say, by=f"{shift.by:+d}"),
                hexes,
            )
        )
    names = _columns(play.rules, found)
    text = say(
        "{attack} to {defence} is {ratio}; resolved at {column}.",
        attack=found.attack,
        defence=found.defence,
        ratio=ratio(found.ladder),
        column=" and ".join(names),
    )
    play.tell(Noted("TG-ODD-01", text, hexes))


# ---- what it does to the attackers -----------------------------------------------------------------------------------
def losses(play: TgPlay, step: Battle) -> None:
    """TG-CRT-14, AMB-05: on AE and D/AE, attackers totalling the defense value are lost."""
    if step.code not in ("AE", "D/AE") or step.reckoning is None:
        return
    factors = [play.roster[u].factor for u in step.attack.attackers]
    owed = step.reckoning.defence
    if sum(factors) - min(factors) < owed:
        for uid in step.attack.attackers:
            casualties.remove(play, uid)
    else:
        play.push(Losses(who=step.side, units=step.attack.attackers, owed=owed))


def shaken(play: TgPlay, step: Battle) -> None:
    """TG-CRT-13, TG-CRT-15: disrupt the surviving attackers."""
    if step.code in ("AD", "AE", "D/AE"):
        for uid in step.attack.attackers:
            if play.units[uid].on_map:
                casualties.disrupt(play, uid)


# ---- what it does to the defenders -----------------------------------------------------------------------------------
def strike(play: TgPlay, step: Battle) -> None:
    """TG-CRT-04, TG-CRT-07, TG-CRT-10: DE removes defenders, every other D result disrupts them."""
    for uid, fate in step.fates:
        if uid == DUMP or not play.units[uid].on_map:
            continue
        if fate == "DE":
            casualties.remove(play, uid)
        elif fate in SHAKEN:
            casualties.disrupt(play, uid)


def lengths(play: TgPlay, step: Battle) -> None:
    """X_K: the attacker chooses the length of the retreat, separately for each class of defenders (AMB-12,
    AMB-13).
    """
    for elite, code in step.codes:
        units = step.bound_to(play, elite, FORCED)
        if not units or any(one == elite for one, _ in step.forced):
            continue
        most = max(_longest(play, step, uid, FORCED[code], edge=True) for uid in units)
        play.swap(at=Battle.stages.index(lengths))
        play.push(
            HowFar(
                who=step.side, hexes=step.attack.targets, elite=elite, most=most, pin=step.pins(play, code)
            )
        )
        return


def _longest(play: TgPlay, step: Battle, uid: str, most: int, *, edge: bool) -> int:
    at = play.units[uid].at
    return retreat.longest(play.rules, play, play.board, step.peril, uid, at, most, edge=edge)


def routes(play: TgPlay, step: Battle) -> None:
    """X_ROUTE: the defender chooses the routes, unit by unit (TG-RET-11, AMB-12)."""
    chosen = dict(step.forced)
    owed = [
        (uid, chosen[elite])
        for elite, _ in step.codes
        if elite in chosen
        for uid in step.bound_to(play, elite, FORCED)
    ]
    retreat.begin(play, FOE[step.side], step.peril, owed, forced=True)


def extras(play: TgPlay, step: Battle) -> None:
    """X_VOL: the defender may retreat farther voluntarily, but not after "No Retreat!" (TG-CRT-08, TG-CRT-11,
    AMB-10).
    """
    if step.no_retreat:
        return
    for elite, code in step.codes:
        units = step.free(play.rules, play, elite, code)
        if not units or any(one == elite for one, _ in step.added):
            continue
        most = max(_longest(play, step, uid, _VOLUNTARY[code], edge=False) for uid in units)
        if most:
            play.swap(at=Battle.stages.index(extras))
            play.push(Farther(who=FOE[step.side], hexes=step.attack.targets, elite=elite, most=most))
            return


def farther(play: TgPlay, step: Battle) -> None:
    """The defender chooses the routes of the voluntary retreat."""
    chosen = dict(step.added)
    owed = [
        (uid, chosen[elite])
        for elite, code in step.codes
        if elite in chosen
        for uid in step.free(play.rules, play, elite, code)
    ]
    retreat.begin(play, FOE[step.side], step.peril, owed, forced=False)


# ---- afterwards ------------------------------------------------------------------------------------------------------
def advances(play: TgPlay, step: Battle) -> None:
    """X_ADV: the attacker's advance, if any unit can make one."""
    found = advance.advance_after(play, step)
    if found is not None and advance.anybody(play, found):
        play.push(found)


def end(play: TgPlay, step: Battle) -> None:
    """X_END: recovery, bridges, what other attacks still need, KG Peiper."""
    advance.recover_survivors(play, step)
    advance.blow_bridges(play, step)
    play.pop()
    allocate.settle(play, step.side)
    advance.peiper_next(play, step)


class Battle(Script, frozen=True, kw_only=True):
    """One combat. ``alone``: an attack by KG Peiper's group, fought at once as it continues (AMB-27)."""

    side: Side
    attack: Attack
    alone: bool = False
    starts: tuple[str, ...] = ()
    """The hexes the attackers attack from."""
    no_retreat: bool = False
    row: int = 0
    reckoning: Reckoning | None = None
    guards: tuple[Guard, ...] = ()
    """The defenders, with the value each counted."""
    codes: tuple[tuple[bool, Code], ...] = ()
    """The result from the table by class of defenders; True is ELITE."""
    code: Code = "-"
    """The result for the attackers (AMB-114)."""
    fates: tuple[tuple[str, Code], ...] = ()
    """The result as it applies to each defender."""
    forced: tuple[tuple[bool, int], ...] = ()
    """The length of the retreat chosen by the attacker, by class."""
    added: tuple[tuple[bool, int], ...] = ()
    """The hexes added by the defender, by class."""
    stages: ClassVar = (
        begin,
        _skorzeny_alone,
        order,
        cast,
        losses,
        shaken,
        strike,
        lengths,
        routes,
        extras,
        farther,
        advances,
        end,
    )

    @property
    def peril(self) -> Peril:
        """What the defenders retreat from."""
        return Peril(self.attack.targets, self.starts)

    @property
    def held(self) -> tuple[str, ...]:
        """The defenders whose result differs from the table because they could not or must not retreat
        (TG-CRT-17, TG-CRT-19).
        """
        codes = dict(self.codes)
        by = {guard.unit: codes.get(self.reads(guard)) for guard in self.guards}
        return tuple(unit for unit, fate in self.fates if by.get(unit) in NO_WAY and fate != by[unit])

    def worth(self, hexes: Iterable[str]) -> int:
        """The modified defense value of these hexes at the time of the die roll."""
        wanted = set(hexes)
        return sum(guard.value for guard in self.guards if guard.hex in wanted)

    def reads(self, guard: Guard) -> bool:
        """The class whose result applies to a defender."""
        return guard.elite if len(self.codes) > 1 else next((elite for elite, _ in self.codes), True)

    def members(self, elite: bool) -> tuple[str, ...]:
        """The defenders of a class, without the dump."""
        return tuple(guard.unit for guard in self.guards if guard.unit != DUMP and self.reads(guard) == elite)

    def bound_to(self, s: Position, elite: bool, fates: dict[str, int]) -> tuple[str, ...]:
        """The defenders of a class that are on the map and have one of these results."""
        mine = dict(self.fates)
        return tuple(u for u in self.members(elite) if s.units[u].on_map and mine[u] in fates)

    def free(self, rules: TgRules, s: Position, elite: bool, code: Code) -> tuple[str, ...]:
        """The defenders of a class that may retreat voluntarily; Americans may not extend D1 and D2 in turn 1
        (TG-FT1-04).
        """
        if code not in _VOLUNTARY:
            return ()
        # AMB-11: the ban covers only the hex beyond a forced retreat, unless the option extends it to any
        barred = s.turn == 1 and (code in FORCED or rules.options.first_turn_stand == "any")
        return tuple(
            u for u in self.bound_to(s, elite, _VOLUNTARY) if not (barred and s.roster[u].nation == "us")
        )

    def pins(self, play: TgPlay, code: Code) -> bool:
        """Whether a length of 0 pins the defenders: on D3, and in turn 1 for German attackers on D1 or better
        (TG-ADV-08).
        """
        return code == "D3" or (play.turn == 1 and self.side == GERMAN and code in FORCED)
