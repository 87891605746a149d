"""One combat from the defender's artillery to the advance (ARTY_DEF to COMBAT_END; TT-CRT-15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from msgspec.structs import replace

from hexbench.engine.events import DiceRolled, Line, Noted, Resolved
from hexbench.engine.state import Script
from hexbench.engine.values import Action, Check, Reason, Say, say
from hexbench.engine.verbs.kinds import Press
from hexbench.games.trumpets import casualties, checklist, supporting
from hexbench.games.trumpets.advance import Advance, eligible
from hexbench.games.trumpets.battlefield import NONE, Backing, Plan, day_of, enemies_at, fight_of
from hexbench.games.trumpets.declare import ATTACK, BACK, CLEAR, FIGHT, Preparing, fights
from hexbench.games.trumpets.fight import Fight, includes
from hexbench.games.trumpets.losses import Loss, Role
from hexbench.games.trumpets.pieces import FOE, Side
from hexbench.games.trumpets.resolution import attrition, blitz_code, cancelled, read, result
from hexbench.games.trumpets.retreat import Retreat
from hexbench.games.trumpets.strength import COLUMNS, Reckoning, reckon

if TYPE_CHECKING:
    from hexbench.games.trumpets.seat import TtPlay, TtSeat


# A counterattack: the defenders attack a hex the attack came from, or retreat one hex (CA_CHOICE; TT-
# CA-02).


class Decline(Press["TtSeat", "Counter", "TtPlay"]):
    """No counterattack: the defenders retreat one hex."""

    name = "decline"
    label = say("Retreat one hex instead")
    help = say("The counterattack is declined, and the defenders retreat one hex.")
    ends = True
    rule = "TT-CA-02"

    def do(self, play: TtPlay, step: Counter, action: Action) -> None:
        """Record it; the combat continues as a DR1 result."""
        side = play.rules.side_name(step.who)
        text = say("{side}: counterattack declined; the defenders retreat one hex.", side=side)
        play.tell(Noted("TT-CA-02", text, step.units))
        play.answer(declined=True)


DECLINE: Final = Decline()


class Counter(Preparing, frozen=True, kw_only=True):
    """CA_CHOICE: the defenders counterattack one hex, or retreat (TT-CA-02). Declining answers
    ``declined``.
    """

    units: tuple[str, ...]
    """The surviving defenders that may attack."""
    origins: tuple[str, ...]
    """The hexes the attack came from."""
    verbs: ClassVar = (
        ATTACK,
        BACK,
        *supporting.VERBS,
        CLEAR,
        FIGHT,
        DECLINE,
    )
    counter: ClassVar[bool] = True

    @property
    def flies(self) -> bool:
        """No aircraft (TT-CA-03)."""
        return False

    def able(self, seat: TtSeat) -> tuple[str, ...]:
        return self.units

    def hexes(self, seat: TtSeat, uid: str) -> tuple[str, ...]:
        """Only hexes the attack came from."""
        found = super().hexes(seat, uid)
        return tuple(at for at in found if at in self.origins)

    def bars(self, seat: TtSeat, uid: str, at: str) -> Iterator[Reason]:
        """Only defenders may attack, and only hexes the attack came from."""
        name = seat.called(uid)
        if not _defended(seat, uid):
            text = say("{unit} was not attacked and cannot counterattack.", unit=name)
            yield Reason("TT-CA-02", text, seat.s.units[uid].spot)
        elif uid not in self.units and fights(seat.rules, seat.s, uid):
            text = say("{unit} is a headquarters and cannot counterattack.", unit=name)
            yield Reason("TT-CA-02", text, seat.s.units[uid].spot)
        if at not in self.origins:
            text = say("The attack did not come from {hex}.", hex=at)
            yield Reason("TT-CA-02", text, (at,))

    def unfinished(self, seat: TtSeat) -> Iterable[Check]:
        """Units that could counterattack."""
        return checklist.counter_left(seat)

    def say(self, seat: TtSeat) -> Say:
        return say("Counterattack one of the hexes the attack came from, or retreat one hex.")

    def default(self, seat: TtSeat) -> Action | None:
        return Action(DECLINE.name)


def _defended(seat: TtSeat, uid: str) -> bool:
    """Whether a unit was attacked in the combat that is being fought."""
    return any(isinstance(step, Combat) and uid in step.defenders for step in seat.s.stack)


Hits = tuple[tuple[Role, Literal["1", "1*"]], ...]


def support(play: TtPlay, step: Combat) -> None:
    """ARTY_DEF: ask the defender for support, if any is available."""
    at = step.plan.hex
    if supporting.can_support(play.rules, play, step.side, at, counter=step.counter):
        play.push(supporting.Defence(who=FOE[step.side], hex=at, grounded=step.counter))


def roll(play: TtPlay, step: Combat) -> None:
    """PREVIEW and ROLL: calculate the combat, mark what it uses as spent, and roll the dice."""
    rules = play.rules
    fight = fight_of(rules, play, play.board, step.side, step.plan, step.defence)
    found = reckon(fight, rules.tables, rules.options)
    if fight.kind != "normal" and found.blitz_column is None:
        text = say("The odds have fallen below 2-1: this becomes an ordinary attack.")
        play.tell(Noted("TT-BLZ-07", text, (step.plan.hex,)))
        fight = replace(fight, kind="normal")
        found = reckon(fight, rules.tables, rules.options)
    _spend(play, step)
    play.swap(fight=fight)
    if fight.kind == "normal":
        _roll_two(play, step, found)
    else:
        _roll_one(play, found)


def _spend(play: TtPlay, step: Combat) -> None:
    """Mark attackers, artillery and aircraft as used (TT-REC-06, TT-REC-08, TT-REC-10)."""
    for uid in step.plan.units:
        play.put(uid, attacked=True)
    for side, back in ((step.side, step.plan.backing), (FOE[step.side], step.defence)):
        for uid in back.guns:
            tot = day_of(play) if uid in back.tots else play.units[uid].tot_day
            play.put(uid, fired=True, tot_day=tot)
        if back.air:
            play.edit("air_left")[side] = play.air_left.get(side, 0) - back.air
    if not step.counter:
        play.set(attacked=(*play.attacked, step.plan.hex))


def _told_line(found: Reckoning, column: str) -> Line:
    """A reckoning in the form in which events report it."""
    shifts = tuple((one.rule, one.amount) for one in found.lines if one.of == "shift" and one.amount)
    return Line(
        attack=found.attack,
        defence=found.defence,
        ratio=found.odds,
        shifts=shifts,
        column=column,
        drm=found.drm,
    )


def _roll_two(play: TtPlay, step: Combat, found: Reckoning) -> None:
    """ROLL_CRT (TT-ODD-10..16)."""
    tables, at = play.rules.tables, step.plan.hex
    red, white = (play.number(why, 6) for why in (say("Red die"), say("White die")))
    play.tell(DiceRolled(say("Red and white dice"), (red, white), "TT-ODD-10"))
    if cancelled(found, red, white):
        rule = "TT-CAN-01" if found.cancels == "doubles" else "TT-CAN-02"
        play.tell(Resolved("combat", at, "cancelled", rule, _told_line(found, COLUMNS[found.column])))
        play.swap(dice=(red, white), code="cancelled", at=Combat.stages.index(finish))
        return
    worn = attrition(tables, red + found.drm, found.column)
    code = result(tables, white + found.drm, found.column).code
    hits: list[tuple[Role, Literal["1", "1*"]]] = []
    if found.extra_hit:
        text = say("Road block hit at 5-1 or better: the defender loses a step.")
        play.tell(Noted("TT-DEF-23", text, (at,)))
        hits.append(("defender", "1"))
    if worn:
        hits.append(("attacker", worn))
    what = read(code)
    if what.attacker_hit:
        hits.append(("attacker", what.attacker_hit))
    if what.defender_hit:
        hits.append(("defender", what.defender_hit))
    play.swap(dice=(red, white), attrition=worn, code=code, hits=tuple(hits))
    line = _told_line(found, COLUMNS[found.column])
    play.tell(Resolved("combat", at, f"{worn}/{code}" if worn or code else "-", "TT-CRT-15", line))


def _roll_one(play: TtPlay, found: Reckoning) -> None:
    """ROLL_BLITZ (TT-BLZ-05, TT-BLZ-08): there is no red die."""
    assert found.blitz_column is not None
    die = play.number(say("Blitz die"), 6)
    play.tell(DiceRolled(say("Blitz die"), (die,), "TT-BLZ-05"))
    code = blitz_code(play.rules.tables, die + found.drm, found.blitz_column)
    hits: Hits = ()
    if code in ("A1", "A2") and play.rules.options.blitz_a == "loss":
        hits = (("attacker", "1"),) * int(code[1])
    play.swap(dice=(die,), code=code, hits=hits)
    line = _told_line(found, play.rules.tables.blitz.columns[found.blitz_column])
    play.tell(Resolved("blitz", play.top.plan.hex, code, "TT-BLZ-05", line))


def losses(play: TtPlay, step: Combat) -> None:
    """LOSS_ATT and LOSS_DEF in the order of TT-CRT-15; all losses count as simultaneous."""
    if not step.hits:
        return
    (role, hit), *rest = step.hits
    play.swap(hits=tuple(rest), at=Combat.stages.index(losses))
    fight = step.fought
    both = (*fight.attackers, *fight.defenders)
    attacking = role == "attacker"
    play.push(
        Loss(
            who=step.side if attacking else FOE[step.side],
            role=role,
            hit=hit,
            units=step.plan.units if attacking else step.defenders,
            guns=includes((u for u in both if u.side == "german"), "at_superior"),
            answered=includes((u for u in both if u.side == "allied"), "at_improved"),
        )
    )


def outcome(play: TtPlay, step: Combat) -> None:
    """Apply the result of the white die or the blitz die, apart from hits."""
    attackers, defenders = step.attackers_left(play), step.defenders_left(play)
    if step.fought.kind != "normal":
        _blitz_outcome(play, step, attackers)
        return
    what = read(step.code)
    if what.gone == "attacker":
        for uid in attackers:
            casualties.eliminate(play, uid)
    elif what.attacker_retreat:
        play.swap(falls=("attacker", what.attacker_retreat))
    elif not defenders:
        # a hit took the last step: no retreat (TT-CRT-17)
        whole = what.defender_retreat and what.defender_hit
        play.swap(row="DE" if what.gone else f"D{what.defender_retreat}" if whole else "STEP")
    elif what.gone == "defender":
        for uid in defenders:
            casualties.eliminate(play, uid)
        play.swap(row="DE")
    elif what.engaged:
        engage(play, attackers, defenders)
    elif what.defender_retreat:
        play.swap(falls=("defender", what.defender_retreat), row=f"D{what.defender_retreat}")


def _blitz_outcome(play: TtPlay, step: Combat, attackers: tuple[str, ...]) -> None:
    code = step.code
    if code == "Eng":
        engage(play, attackers, step.defenders_left(play))
    elif code in ("A1", "A2") and play.rules.options.blitz_a == "retreat":
        play.swap(falls=("attacker", int(code[1])))
    elif code.startswith("Adv"):
        play.swap(row=f"D{code[3]}")


def engage(play: TtPlay, attackers: tuple[str, ...], defenders: tuple[str, ...]) -> None:
    """Engage all surviving units that took part with each other (TT-ENG-01)."""
    for ours, theirs in ((attackers, defenders), (defenders, attackers)):
        for uid in ours:
            casualties.engage(play, uid, theirs)


def counterattack(play: TtPlay, step: Combat) -> None:
    """CA_CHOICE (TT-CA-01, 02, 04)."""
    defenders = step.defenders_left(play)
    if step.code != "CA" or not defenders:
        return
    works = step.fought.positions
    at = step.plan.hex
    if step.counter:
        play.tell(Noted("TT-CA-04", say("A counterattack cannot be counterattacked."), (at,)))
        return
    if any(play.rules.tables.positions[key].ignores_counterattack for key in works):
        play.tell(
            Noted(
                "TT-CA-01", say("The defenders' position lets them ignore the counterattack result."), (at,)
            )
        )
        return
    able = tuple(
        u
        for u in defenders
        if "hq" not in play.rules.tags(play.mission.units[u]) and fights(play.rules, play, u)
    )
    # a hex still counts if its attackers were eliminated but other units of their side are in it
    came_from = dict.fromkeys(a.at for a in step.fought.attackers)
    origins = tuple(at for at in came_from if enemies_at(play, play.board, FOE[step.side], at))
    if able and origins:
        play.push(Counter(who=FOE[step.side], units=able, origins=origins))
    else:
        play.swap(declined=True)


def _give_way(play: TtPlay, step: Combat) -> None:
    """Without a counterattack the result is treated as DR1 (TT-CA-02)."""
    if step.declined:
        play.swap(falls=("defender", 1), row="D1")


def retreats(play: TtPlay, step: Combat) -> None:
    """RETREAT_DEF or RETREAT_ATT."""
    role, n = step.falls
    units = step.attackers_left(play) if role == "attacker" else step.defenders_left(play)
    if n and units:
        who = step.side if role == "attacker" else FOE[step.side]
        play.push(Retreat(who=who, units=units, n=n))


def advances(play: TtPlay, step: Combat) -> None:
    """ADVANCE (TT-ADV)."""
    if not step.row:
        return
    positions = play.rules.tables.positions
    works = step.fought.positions
    ask = Advance(
        who=step.side,
        units=(*step.attackers_left(play), *_going_along(play, step)),
        hex=step.plan.hex,
        row=step.row,
        blitz=step.fought.kind != "normal",
        basic=any(positions[key].advance == "basic" for key in works),
        stops=any(positions[key].advance == "stop" for key in works),
        short=step.counter,
    )
    if eligible(play.rules, play, play.board, ask):
        play.push(ask)


def _going_along(play: TtPlay, step: Combat) -> tuple[str, ...]:
    """The special headquarters that were not named in the attack but are stacked with surviving attackers:
    like these, they may advance once per segment (TT-ADV-09).
    """
    hexes = dict.fromkeys(play.units[u].at for u in step.attackers_left(play))
    return tuple(
        u
        for at in hexes
        for u in play.board.units_at(at)
        if u not in step.plan.units
        and play.units[u].side == step.side
        and "special_hq" in play.rules.tags(play.mission.units[u])
        and (step.counter or not play.units[u].attacked)
    )


def finish(play: TtPlay, step: Combat) -> None:
    """COMBAT_END."""
    casualties.tidy_engaged(play)
    play.set(last=(*play.last, step))


class Combat(Script, frozen=True, kw_only=True):
    """One declared combat. Its fields hold what has happened so far."""

    side: Side
    """The attacker's side."""
    plan: Plan
    counter: bool = False
    """This combat is a counterattack (TT-CA-03)."""
    defence: Backing = NONE
    fight: Fight | None = None
    """The combat as calculated before the roll; None if the dice have not been rolled."""
    dice: tuple[int, ...] = ()
    """Red and white, or the blitz die."""
    attrition: str = ""
    code: str = ""
    """The result: "1DR2", "Adv2", "cancelled"."""
    hits: Hits = ()
    """Hits still to be taken."""
    declined: bool = False
    falls: tuple[Role, int] = ("defender", 0)
    """Which role retreats, and how many hexes."""
    row: str = ""
    """The row of the advance chart; empty if there is no advance (TT-ADV-17)."""
    stages: ClassVar = (
        support,
        roll,
        losses,
        outcome,
        counterattack,
        _give_way,
        retreats,
        advances,
        finish,
    )

    @property
    def fought(self) -> Fight:
        """The combat as calculated. Raises ValueError if the dice have not been rolled."""
        if self.fight is None:
            raise ValueError("The dice have not been rolled.")
        return self.fight

    @property
    def defenders(self) -> tuple[str, ...]:
        """All units that defended; empty until the dice are rolled."""
        return tuple(d.unit for d in self.fight.defenders) if self.fight is not None else ()

    def attackers_left(self, play: TtPlay) -> tuple[str, ...]:
        """The surviving attackers."""
        return tuple(u for u in self.plan.units if play.units[u].on_map)

    def defenders_left(self, play: TtPlay) -> tuple[str, ...]:
        """The surviving defenders."""
        return tuple(u for u in self.defenders if play.units[u].on_map)
