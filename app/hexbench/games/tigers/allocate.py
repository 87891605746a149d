"""Allocation of ground attacks (P_ALLOC; TG-ATK). Attacks are planned and withdrawn freely and become
binding once every duty is met; then bridging rolls are made for attacks across unbridged rivers
(P_BRIDGE_ROLL; TG-BRG-04..06).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from hexbench.engine.events import Declared, Noted
from hexbench.engine.forecast import Forecast
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verbs.planning import Planner, Planning
from hexbench.games.tigers import casualties, ground, tables, zoc
from hexbench.games.tigers.fighters import (
    able,
    fighting,
    gaps,
    markers_short,
    out_of_touch,
    over_rivers,
    target,
    unfit,
)
from hexbench.games.tigers.ground import river
from hexbench.games.tigers.odds_report import foresee, too_weak
from hexbench.games.tigers.pieces import FOE, Attack, Bridge

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard, TgPlay, TgSeat


# The duty to attack every strong enemy next to an attacker, and what releases it (TG-ATK-05..12, AMB-93).


def strong(rules: TgRules, s: Position, board: TgBoard, side: str, at: str, start: str) -> bool:
    """Whether the enemies of ``side`` in ``at`` oblige attackers in ``start`` (TG-ATK-07, TG-ATK-08).

    With option ``forest_panzers_oblige`` an undisrupted division does so even where forest weakens its zone
    (AMB-116).
    """
    units = fighting(s, board, FOE[side], at)
    if not units:
        return False
    if zoc.strength(rules, s, board, at, start) == "Strong":
        return True
    return rules.options.forest_panzers_oblige and any(
        s.roster[u].size == "div" and not s.units[u].disrupted for u in units
    )


def obliges(
    rules: TgRules, s: Position, board: TgBoard, side: str, start: str, hexes: Sequence[str], at: str
) -> bool:
    """Whether attackers in ``start`` that attack ``hexes`` must also attack ``at``.

    A strong enemy across a river need not be attacked while all hexes under attack are on the attackers'
    own side of it (TG-ATK-06, TG-ATK-09).
    """
    if (
        at in hexes
        or at not in rules.atlas.near.get(start, ())
        or not strong(rules, s, board, side, at, start)
    ):
        return False
    return not river(rules, start, at) or any(river(rules, start, one) for one in hexes)


def needed(rules: TgRules, s: Position, board: TgBoard, side: str, attack: Attack) -> dict[str, str]:
    """Hex that must also be attacked -> the attacker that causes it; rivers are tested attacker by attacker."""
    out: dict[str, str] = {}
    for uid in attack.attackers:
        unit = s.units[uid]
        if unit.on_map:
            for at in rules.atlas.near[unit.at]:
                if at not in out and obliges(rules, s, board, side, unit.at, attack.targets, at):
                    out[at] = uid
    return out


def unmet(
    rules: TgRules,
    s: Position,
    board: TgBoard,
    side: str,
    plans: Sequence[Attack],
) -> Iterator[Reason]:
    """A reason for every hex that ``plans`` make it a duty to attack but that none of them attacks
    (TG-ATK-10).
    """
    attacked = {at for plan in plans for at in plan.targets}
    told: set[str] = set()
    for plan in plans:
        for at, uid in needed(rules, s, board, side, plan).items():
            if at in attacked or at in told:
                continue
            told.add(at)
            text = say(
                "{unit} is attacking next to {hex}, which exerts a strong zone of control "
                "and must be attacked too.",
                unit=rules.title(s.roster[uid]),
                hex=at,
            )
            yield Reason("TG-ATK-07", text, (at, s.units[uid].at))


def _still_needs(rules: TgRules, s: Position, board: TgBoard, side: str, attack: Attack) -> tuple[str, ...]:
    """The ``needs`` of an attack that still hold: hexes that are still strong, adjacent and occupied
    (AMB-93).
    """
    now = needed(rules, s, board, side, attack)
    return tuple(at for at in attack.needs if at in now)


def binding(rules: TgRules, s: Position, board: TgBoard, side: str, attack: Attack) -> Iterator[Reason]:
    """Why an attack may not be called off: one already resolved requires it (TG-ATK-11), or the fuel dump does (AMB-78)."""
    others = {at for other in s.attacks if other != attack for at in other.targets}
    only_here = {at for at in attack.targets if at not in others}

    def requires(one: Attack) -> bool:
        return not only_here.isdisjoint(_still_needs(rules, s, board, side, one))

    if any(map(requires, s.fought)):
        yield Reason("TG-ATK-11", say("An attack already resolved requires this one."), attack.targets)
    for uid, one in _owed(rules, s, board, side):
        if one == attack:
            yield _dump_duty(rules, s, uid)
        elif requires(one):
            text = say("The mandatory attack on the fuel dump requires this one.")
            yield Reason("AMB-78", text, attack.targets)


def _owed(rules: TgRules, s: Position, board: TgBoard, side: str) -> Iterator[tuple[str, Attack]]:
    """Mandatory attacks on the fuel dump, each with an attacker that has to make it."""
    for attack in s.attacks:
        if s.dump in attack.targets:
            uid = next((u for u in attack.attackers if owes_dump(rules, s, board, side, u)), None)
            if uid is not None:
                yield uid, attack


def bound(rules: TgRules, s: Position, board: TgBoard, side: str, attack: Attack) -> bool:
    """Whether an attack may not be called off."""
    return any(binding(rules, s, board, side, attack))


def owes_dump(rules: TgRules, s: Position, board: TgBoard, side: str, uid: str) -> bool:
    """AMB-78: a unit that found the fuel dump must attack it, if it may attack and need not attack other hexes
    as well.
    """
    unit, hexes = s.units[uid], (s.dump,)
    return (
        unit.stumbled
        and unit.side == side
        and target(s, board, side, s.dump)
        and not any(unfit(rules, s, uid))
        and not any(out_of_touch(rules, s, (uid,), hexes))
        and not any(over_rivers(rules, s, (uid,), hexes))
        and not needed(rules, s, board, side, Attack(attackers=(uid,), targets=hexes))
    )


def _dump_duty(rules: TgRules, s: Position, uid: str) -> Reason:
    name = rules.title(s.roster[uid])
    text = say("{unit} has found the fuel dump and must attack it.", unit=name)
    return Reason("AMB-78", text, (s.dump, s.units[uid].at))


def alive(rules: TgRules, s: Position, board: TgBoard, side: str, attack: Attack) -> Attack | None:
    """An attack reduced to its remaining units and hexes; None when no units or no hexes are left. Units
    that need a bridge that no longer exists drop out (TG-BRG-06).
    """
    hexes = tuple(at for at in attack.targets if target(s, board, side, at))
    attackers = tuple(u for u in attack.attackers if s.units[u].on_map and not s.units[u].disrupted)
    stuck = {u for found in gaps(rules, s, attackers, hexes).values() for u in found}
    attackers = tuple(u for u in attackers if u not in stuck)
    if not attackers or not hexes:
        return None
    return replace(attack, attackers=attackers, targets=hexes)


def settle(play: TgPlay, side: str) -> None:
    """Remove every attack that has lost its attackers or its hexes, then repeatedly every attack that
    needed one that is no longer made. Units of removed attacks count as not having attacked (AMB-93).
    """
    left: list[Attack] = []
    for attack in play.attacks:
        now = alive(play.rules, play, play.board, side, attack)
        if now is None:
            hexes = ", ".join(attack.targets)
            play.tell(
                Noted(
                    "AMB-93",
                    say(
                        "The attack on {hexes} is cancelled: no attackers or no targets are left.",
                        hexes=hexes,
                    ),
                    attack.targets,
                )
            )
        else:
            left.append(now)
    while True:
        made = {at for attack in (*left, *play.fought) for at in attack.targets}
        short = next(
            (
                (attack, at)
                for attack in left
                for at in _still_needs(play.rules, play, play.board, side, attack)
                if at not in made
            ),
            None,
        )
        if short is None:
            break
        attack, at = short
        left.remove(attack)
        text = say(
            "The attack on {hexes} is called off: {hex} would also have to be attacked.",
            hexes=", ".join(attack.targets),
            hex=at,
        )
        play.tell(Noted("AMB-93", text, attack.targets))
    if tuple(left) != play.attacks:
        play.set(attacks=tuple(left))


def nobody_there(seat: TgSeat, side: str, at: str) -> Iterator[Reason]:
    """Why ``side`` cannot attack a hex: there is nothing in it to attack."""
    if target(seat.s, seat.board, side, at):
        return
    if any(seat.s.roster[u].type == "vdh" and seat.s.units[u].side != side for u in seat.board.units_at(at)):
        yield Reason("AMB-82", say("Von der Heydte's men in {hex} cannot be attacked.", hex=at), (at,))
    else:
        yield Reason("TG-ATK-01", say("There is no enemy to attack in {hex}.", hex=at), (at,))


def against(seat: TgSeat, side: str, units: Sequence[str], hexes: Sequence[str]) -> Iterator[Reason]:
    """Every reason against an attack by these units on these hexes, other than duties and odds."""
    for uid in units:
        if seat.s.units[uid].side != side:
            name = seat.called(uid)
            yield Reason("TG-SEQ-03", say("{unit} belongs to the other player.", unit=name))
        yield from unfit(seat.rules, seat.s, uid)
    for at in hexes:
        yield from nobody_there(seat, side, at)
    yield from out_of_touch(seat.rules, seat.s, units, hexes)
    yield from over_rivers(seat.rules, seat.s, units, hexes)


def open_duties(seat: TgSeat, step: Allocate) -> Iterator[Reason]:
    """What keeps the attacks from becoming binding: unmet duties and odds below 1:5 (AMB-93, AMB-03).

    Lazy, so that a caller who only needs to know whether there are any does not have the odds calculated.
    """
    key = ("no open duties", step.plans)
    if key in seat.memo:
        return
    none = True
    for reason in _duties(seat, step):
        none = False
        yield reason
    if none:
        seat.memo[key] = True


def _duties(seat: TgSeat, step: Allocate) -> Iterator[Reason]:
    yield from unmet(seat.rules, seat.s, seat.board, step.who, step.plans)
    for plan in step.plans:
        yield from too_weak(seat, step.who, plan.attackers, plan.targets)
    yield from _dump_owed(seat, step)


def _dump_owed(seat: TgSeat, step: Allocate) -> Iterator[Reason]:
    """Units that found the fuel dump and do not attack it yet (AMB-78)."""
    for uid, unit in seat.s.units.items():
        if not unit.stumbled:
            continue
        plan = PLANNER.plan_with(step.plans, uid)
        attacked = plan is not None and seat.s.dump in plan.targets
        if not attacked and owes_dump(seat.rules, seat.s, seat.board, step.who, uid):
            yield _dump_duty(seat.rules, seat.s, uid)


class _TgPlanner(Planner):
    """See :class:`hexbench.engine.verbs.planning.Planner`."""

    plan = Attack
    aims = "targets"
    once_rule = "TG-ATK-02"
    attack_rule, wide_rule, back_rule = "TG-ATK-01", "AMB-92", "TG-ATK-01"
    done = (
        "allocate",
        say("Allocate the attacks"),
        say("Make the attacks binding. If there are none, there is no ground combat in this pass."),
        "TG-ATK-10",
    )

    def able(self, seat: TgSeat, side: str) -> Iterable[str]:
        """Units that are next to an enemy and may attack."""
        return able(seat.rules, seat.s, seat.board, side)

    def enemy(self, seat: TgSeat, side: str, at: str) -> bool:
        """Whether the hex holds a unit, or the fuel dump, that can be attacked."""
        return bool(target(seat.s, seat.board, side, at))

    def warnings(self, seat: TgSeat, units: Sequence[str], at: str) -> Iterable[Say]:
        """TG-BRG-06."""
        for name in gaps(seat.rules, seat.s, units, (at,)):
            yield say("Needs an engineer bridge at {side}: one chance in two.", side=name)

    def against(
        self, seat: TgSeat, step: Any, side: str, units: Sequence[str], plan: Any, at: str
    ) -> Iterator[Reason]:
        """Every clause of TG-ATK."""
        plans = step.plans if step is not None else ()
        yield from against(seat, side, units or plan.attackers, plan.targets)
        for uid in units:
            busy = self.plan_with(plans, uid)
            if busy is not None:
                name = seat.called(uid)
                yield Reason("TG-ATK-02", say("{unit} is already attacking.", unit=name), busy.targets)
        after = (plan, *(p for p in plans if not set(p.targets) & set(plan.targets)))
        short = (side_ for p in after for side_ in gaps(seat.rules, seat.s, p.attackers, p.targets))
        yield from markers_short(seat.rules, seat.s, side, short)

    def unmet(self, seat: TgSeat, step: Any) -> Iterable[Reason]:
        """Duties, odds and the fuel dump."""
        return open_duties(seat, step)

    def foresee(self, seat: TgSeat, attackers: tuple[str, ...], hexes: tuple[str, ...]) -> Forecast | None:
        return foresee(seat, attackers, hexes)

    def bind(self, play: TgPlay, step: Any) -> None:
        """Record each attack with the hexes it needs attacked as well (AMB-93)."""
        play.pop()
        _bind(play, step.plans)


def bind(play: TgPlay, plans: Sequence[Attack]) -> None:
    """Allocate these attacks and announce them to both sides."""
    for plan in plans:
        play.saw()
        play.tell(Declared("attack", plan.attackers, ", ".join(plan.targets)))
    _bind(play, plans)


def _bind(play: TgPlay, plans: Sequence[Attack]) -> None:
    needs = (tuple(needed(play.rules, play, play.board, play.phasing, plan)) for plan in plans)
    play.set(attacks=(*play.attacks, *(replace(p, needs=n) for p, n in zip(plans, needs, strict=True))))


PLANNER = _TgPlanner()
plan_on = PLANNER.plan_on
ATTACK, WIDEN, TAKE_BACK, CLEAR, ALLOCATE = PLANNER.verbs()


class Allocate(Planning, frozen=True, kw_only=True):
    """The step in which the ground attacks of a pass are planned."""

    plans: tuple[Attack, ...] = ()
    phase = "combat"
    verbs: ClassVar = (ATTACK, WIDEN, TAKE_BACK, CLEAR, ALLOCATE)

    def say(self, seat: TgSeat) -> Say:
        """The prompt, with how many attacks are planned so far."""
        side = seat.rules.side_name(self.who)
        if not self.plans:
            return say("{side} ground attacks: allocate any attacks, or none.", side=side)
        if len(self.plans) == 1:
            return say("{side} ground attacks: one so far.", side=side)
        return say("{side} ground attacks: {n} so far.", side=side, n=len(self.plans))

    def default(self, seat: TgSeat) -> Action | None:
        """Allocate the planned attacks; if a duty is unmet, start over, with the attack on the fuel dump if
        that is the duty.
        """
        if seat.offered(ALLOCATE.name) is not None:
            return Action(ALLOCATE.name)
        for uid in [u for u, unit in seat.s.units.items() if unit.stumbled]:
            action = Action("attack", (uid,), seat.s.dump)
            if not seat.refuse(action):
                return action
        return Action("clear")


CHANCE = 3
"""The highest row on which the river is bridged, a chance of one half (TG-BRG-05)."""


def roll_bridges(play: TgPlay) -> None:
    """Roll once for each hexside that mechanized attackers need bridged (AMB-59), then call off attacks
    that can no longer be made.

    On a success a marker is placed there and stays; on a failure the attackers that needed it do not attack
    in this pass.
    """
    side = play.phasing
    wanted = {
        name: None
        for attack in play.attacks
        for name in gaps(play.rules, play, attack.attackers, attack.targets)
    }
    if not wanted:
        return
    for name in wanted:
        clause = "TG-BRG-05"
        if play.markers.get(side, 0) < 1:
            clause, text = "TG-BRG-06", say("No engineer bridge is left for the river at {side}.", side=name)
        elif tables.success(play, say("Engineer bridge at {side}", side=name), clause, CHANCE):
            play.edit("markers")[side] -= 1
            casualties.set_bridge(play, name, Bridge(owner=side, marker=True))
            text = say("The engineers bridge the river at {side}.", side=name)
        else:
            text = say("The river at {side} is not bridged.", side=name)
        play.tell(Noted(clause, text, tuple(name.split("/"))))
    after = []
    for attack in play.attacks:
        starts = {play.units[u].at for u in attack.attackers}
        own = tuple(
            name
            for name in wanted
            if ground.whole(play.rules, play) >= {name} and _of(name, starts, attack.targets)
        )
        after.append(replace(attack, bridged=(*attack.bridged, *own)))
    play.set(attacks=tuple(after))
    settle(play, side)


def _of(name: str, starts: set[str], targets: tuple[str, ...]) -> bool:
    """Whether a hexside lies between the hexes of an attack."""
    a, _, b = name.partition("/")
    return (a in starts and b in targets) or (b in starts and a in targets)
