"""KG Peiper continues after a combat (K_CONTINUE; TG-KGP-01..11): it moves with its remaining factors and
attacks again at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import Declared, Noted
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import END, Phase
from hexbench.games.tigers import allocate, casualties, movement, tables, zoc
from hexbench.games.tigers.fighters import gaps, markers_short, over_rivers, target
from hexbench.games.tigers.movement import MOVE
from hexbench.games.tigers.movers import MF, factor
from hexbench.games.tigers.odds_report import foresee, too_weak
from hexbench.games.tigers.pieces import GERMAN, PEIPER, SKORZENY, SS_TIGERS, Attack, Bridge

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard, TgPlay, TgSeat
    from hexbench.games.tigers.tables import Code

_ATTACHED: Final = (SS_TIGERS, SKORZENY)
"""The units that may operate with it (TG-KGP-01)."""
_ATTACKS: Final = 2
"""Attacks allowed per player turn (TG-KGP-02)."""
_ADVERSE: Final = ("AD", "AE", "D/AE")
"""Results that stop it (TG-KGP-04, AMB-28)."""


# ---- the group -------------------------------------------------------------------------------------------------------
def group(s: Position, board: TgBoard) -> tuple[str, ...]:
    """KG Peiper and the units attached to it: 501 SS and Skorzeny, if in its hex and not disrupted (AMB-25)."""
    peiper = s.units.get(PEIPER)
    if peiper is None or not peiper.on_map:
        return ()
    here = board.units_at(peiper.at)
    return tuple(u for u in here if u == PEIPER or (u in _ATTACHED and not s.units[u].disrupted))


def movement_left(rules: TgRules, s: Position) -> int:
    """What it can still spend this player turn, in thirds; it never has the bonus (AMB-31)."""
    return max(factor(rules, s, s.roster[PEIPER]) * MF - s.units[PEIPER].spent, 0)


def _against_attacking(rules: TgRules, s: Position) -> Iterator[Reason]:
    """Why it may not attack again this player turn (TG-KGP-02, TG-KGP-05, TG-SPC-09)."""
    unit, name = s.units[PEIPER], rules.title(s.roster[PEIPER])
    if unit.disrupted:
        yield Reason("TG-ATK-04", say("{unit} is disrupted and cannot attack.", unit=name), unit.spot)
    if unit.bonus or (unit.moved and unit.road_mode):
        text = say(
            "{unit} has used its movement bonus or ended its move at road rate and cannot attack.", unit=name
        )
        yield Reason("TG-ATK-13", text, unit.spot)
    if unit.attacks < _ATTACKS:
        return
    if not s.ruthless:
        text = say("{unit} has already attacked {n} times this turn.", unit=name, n=unit.attacks)
        yield Reason("TG-KGP-02", text, unit.spot)
        return
    most = factor(rules, s, s.roster[PEIPER])
    paid = min(unit.paid, most * MF)
    if unit.attacks >= max(most, _ATTACKS) or most * MF - paid < MF:
        text = say(
            "{unit} can attack no more this turn: each attack takes one of its {n} movement factors.",
            unit=name,
            n=most,
        )
        yield Reason("TG-KGP-05", text, unit.spot)
    elif min(unit.spent, most * MF) - paid < MF:
        text = say("{unit} must spend one more movement factor before it can attack again.", unit=name)
        yield Reason("TG-KGP-05", text, unit.spot)


# ---- after a combat --------------------------------------------------------------------------------------------------
def after_combat(play: TgPlay, attackers: Iterable[str], code: Code) -> None:
    """After a combat of KG Peiper: it continues or stops (TG-KGP-03, TG-KGP-04); units no longer with it
    stop.
    """
    attackers = tuple(attackers)
    members = tuple(u for u in group(play, play.board) if u in attackers or _stands_by(play, u))
    unit = play.units[PEIPER]
    if not unit.on_map or unit.disrupted or code in _ADVERSE or PEIPER not in members:
        stop(play, attackers)
        return
    stop(play, (u for u in attackers if u not in members))
    for uid in members:
        if play.units[uid].spent:
            play.put(uid, mood=zoc.ANEW)
    play.push(Continue(who=GERMAN, group=members))


def _stands_by(s: Position, uid: str) -> bool:
    """Whether an attached unit that took no part in KG Peiper's combat may continue with it (TG-KGP-01,
    AMB-25): it may, unless it acted in another pass, used its bonus, or attacks with other units.
    """
    unit = s.units[uid]
    busy = unit.attacks or any(uid in attack.attackers for attack in s.attacks)
    return uid != PEIPER and not (busy or unit.acted or unit.bonus)


def stop(play: TgPlay, members: Iterable[str]) -> None:
    """End its movement and attacks and apply the postponed disruption for advancing (TG-KGP-09, TG-KGP-11)."""
    for uid in members:
        if uid in (PEIPER, *_ATTACHED) and play.units[uid].on_map and play.units[uid].advanced:
            casualties.disrupt(play, uid)


class Strike(Verb["TgSeat", "Continue", "TgPlay"]):
    """KG Peiper attacks again; the attack is fought at once, by the group alone (AMB-27)."""

    name = "strike"
    label = say("Attack at once")
    help = say(
        "KG Peiper and the units attached to it attack an adjacent hex, along with "
        "any hexes they must attack too."
    )
    subject = "unit"
    object = "hex"
    risk = "dice"

    def offer(self, seat: TgSeat, step: Continue) -> Offer | None:
        """Offered to the group while it has an attack left."""
        if step.barred or any(_against_attacking(seat.rules, seat.s)):
            return None
        near = seat.rules.atlas.near[seat.s.units[PEIPER].at]
        if not any(target(seat.s, seat.board, GERMAN, at) for at in near):
            return None
        return Offer(self.name, step.members(seat.s, seat.board), joins="stack")

    def targets(self, seat: TgSeat, step: Continue, subject: tuple[str, ...]) -> Iterable[Target]:
        """The adjacent enemy hexes, each with the hexes that must be attacked as well."""
        if PEIPER not in subject:
            return
        for at in seat.rules.atlas.near[seat.s.units[PEIPER].at]:
            if not any(self.reasons(seat, step, Action(self.name, subject, at))):
                attack = planned(seat.rules, seat.s, seat.board, subject, at)
                says = tuple(
                    say("{hex} must be attacked too.", hex=other) for other in attack.targets if other != at
                )
                yield Target(at, says=says, rules=("TG-KGP-02", "AMB-27"))

    def reasons(self, seat: TgSeat, step: Continue | None, action: Action) -> Iterator[Reason]:
        """Reasons: attacks left, the group, and everything that can bar any attack."""
        s, rules = seat.s, seat.rules
        if action.how or action.via:
            yield Reason("AMB-27", say("An attack takes only units and a hex."))
        if PEIPER not in action.subject:
            yield Reason("TG-KGP-01", say("KG Peiper itself must take part in the attack."))
            return
        if PEIPER not in s.units or not s.units[PEIPER].on_map:
            yield Reason("TG-KGP-01", say("KG Peiper is not on the map."))
            return
        if step is None:
            yield Reason("AMB-27", say("KG Peiper can attack at once only after a combat of its own."))
            return
        yield from _against_attacking(rules, s)
        if step.barred:
            yield Reason(
                "AMB-59", say("The river was not bridged: KG Peiper cannot attack again in this pass.")
            )
        strangers = [u for u in action.subject if u not in step.members(s, seat.board)]
        if strangers:
            yield Reason("AMB-27", say("Only KG Peiper and the units attached to it can attack now."))
            return
        at = action.object
        if at not in rules.atlas.index:
            yield rules.missing(f"hex {at or '-'}")
            return
        if at not in rules.atlas.near[s.units[PEIPER].at]:
            yield Reason("AMB-92", say("KG Peiper is not adjacent to {hex}.", hex=at), (at,))
            return
        if not target(s, seat.board, GERMAN, at):
            yield Reason("TG-ATK-01", say("There is no enemy to attack in {hex}.", hex=at), (at,))
            return
        attack = planned(rules, s, seat.board, action.subject, at)
        yield from over_rivers(rules, s, attack.attackers, attack.targets)
        wanted = gaps(rules, s, attack.attackers, attack.targets)
        yield from markers_short(rules, s, GERMAN, wanted)
        yield from too_weak(seat, GERMAN, attack.attackers, attack.targets)

    def forecast(self, seat: TgSeat, action: Action) -> Forecast | None:
        """The chances of such an attack."""
        if PEIPER not in action.subject or action.object not in seat.rules.atlas.index:
            return None
        attack = planned(seat.rules, seat.s, seat.board, action.subject, action.object)
        return foresee(seat, attack.attackers, attack.targets)

    def do(self, play: TgPlay, step: Continue, action: Action) -> None:
        """Bridge any rivers in the way, then fight."""
        attack = planned(play.rules, play, play.board, action.subject, action.object)
        wanted = tuple(gaps(play.rules, play, attack.attackers, attack.targets))
        built = [_bridge(play, side) for side in wanted]  # roll for every river, even after a failure
        if not all(built):
            play.swap(barred=True)
            return
        play.pop()
        _forget_zones(play, step.group)
        stop(play, (u for u in step.group if u not in action.subject))
        play.tell(Declared("attack", attack.attackers, action.object))
        fight(play, Attack(attackers=attack.attackers, targets=attack.targets, bridged=wanted))


def fight(play: TgPlay, attack: Attack) -> None:
    """Put its combat on the stack."""
    from hexbench.games.tigers.battle import Battle  # imported late: battle imports this module

    play.push(Battle(side=GERMAN, attack=attack, alone=True))


def _forget_zones(play: TgPlay, units: Iterable[str]) -> None:
    """Forget the enemy zones met by a move: they no longer count after a combat."""
    for uid in units:
        if play.units[uid].mood:
            play.put(uid, mood=0)


def _bridge(play: TgPlay, side: str) -> bool:
    """One roll for an engineer bridge under the attack (TG-BRG-05, AMB-59)."""
    if not tables.success(play, say("Engineer bridge at {side}", side=side), "TG-BRG-05", allocate.CHANCE):
        play.tell(
            Noted("TG-BRG-05", say("The river at {side} is not bridged.", side=side), tuple(side.split("/")))
        )
        return False
    play.edit("markers")[GERMAN] -= 1
    casualties.set_bridge(play, side, Bridge(owner=GERMAN, marker=True))
    return True


def planned(rules: TgRules, s: Position, board: TgBoard, units: tuple[str, ...], at: str) -> Attack:
    """The attack of the group on a hex, extended by every strong hex it must also attack, unless other attacks
    do (TG-ATK-10).
    """
    others = {hex_ for attack in (*s.attacks, *s.fought) for hex_ in attack.targets}
    attackers = board.in_order(units)
    attack = Attack(attackers=attackers, targets=(at,))
    while more := [h for h in allocate.needed(rules, s, board, GERMAN, attack) if h not in others]:
        attack = Attack(attackers=attackers, targets=(*attack.targets, *more))
    return attack


STRIKE: Final = Strike()


class Continue(Phase, frozen=True, kw_only=True):
    """After a combat: KG Peiper moves on with what it has left, attacks again, or stops."""

    verbs: ClassVar = (MOVE, STRIKE, END)
    open_table: ClassVar = True
    group: tuple[str, ...] = (PEIPER,)
    barred: bool = False
    """A bridge for its attack could not be built."""

    @property
    def bonus(self) -> bool:
        """KG Peiper never has the bonus in a turn in which it attacks (AMB-31)."""
        return False

    @property
    def again(self) -> bool:
        """It may move more than once between two combats; for enemy zones this counts as one move
        (TG-KGP-03).
        """
        return True

    def say(self, seat: TgSeat) -> Say:
        return say("KG Peiper may continue: move, attack again, or stop.")

    def duties(self, seat: TgSeat) -> Iterator[Reason]:
        """If it found the fuel dump it must attack it, if it may attack and need not attack other hexes as
        well (AMB-78).
        """
        s = seat.s
        if not s.units[PEIPER].stumbled or seat.refuse(Action(STRIKE.name, (PEIPER,), s.dump)):
            return
        if planned(seat.rules, s, seat.board, (PEIPER,), s.dump).targets == (s.dump,):
            yield Reason("AMB-78", say("KG Peiper has found the fuel dump and must attack it."), (s.dump,))

    def members(self, s: Position, board: TgBoard) -> tuple[str, ...]:
        """The units of the group that are still with it."""
        return tuple(u for u in group(s, board) if u in self.group)

    def able(self, seat: TgSeat) -> Iterable[str]:
        """The group, while it has movement left."""
        left = movement_left(seat.rules, seat.s)
        return self.members(seat.s, seat.board) if left and not any(self.bars(seat, (PEIPER,))) else ()

    def bars(self, seat: TgSeat, subject: tuple[str, ...]) -> Iterator[Reason]:
        """Only the group may move, and only together with KG Peiper."""
        s = seat.s
        members = self.members(s, seat.board)
        strangers = [u for u in subject if u not in members]
        if not subject or strangers:
            yield Reason("TG-KGP-03", say("Only KG Peiper and the units attached to it can continue now."))
            return
        if PEIPER not in subject:
            yield Reason("AMB-25", say("Units attached to KG Peiper can move only with it."))
        if seat.rules.options.peiper_first_pass == "stands" and s.turn == 1 and s.round == 1:
            yield Reason(
                "AMB-30", say("There is no German operational movement in the first pass of turn 1.")
            )
        if s.units[PEIPER].disrupted:
            yield Reason("TG-DIS-03", say("KG Peiper is disrupted and cannot move."))
        if s.units[PEIPER].mood & zoc.STOPPED:
            text = say(
                "Enemy zones of control have stopped KG Peiper; it can move again only after another combat."
            )
            yield Reason("AMB-99", text, s.units[PEIPER].spot)
        if s.units[PEIPER].stumbled:
            name = seat.rules.title(s.roster[PEIPER])
            yield Reason("AMB-78", say("{unit} has found the fuel dump and must stop.", unit=name))
        if s.units[PEIPER].bonus or (s.units[PEIPER].moved and s.units[PEIPER].road_mode):
            yield Reason("AMB-31", say("KG Peiper's movement is over."))

    def after(self, play: TgPlay) -> None:
        """After a move: a group disrupted by zones cannot continue (AMB-103)."""
        if (play.stack and not self.members(play, play.board)) or (
            play.stack and play.units[PEIPER].disrupted
        ):
            self.close(play)

    def close(self, play: TgPlay) -> None:
        for uid in self.group:
            if play.units[uid].mood & zoc.PAUSED:
                movement.settle_paused(play, uid)
        _forget_zones(play, self.group)
        play.pop()
        stop(play, self.group)
