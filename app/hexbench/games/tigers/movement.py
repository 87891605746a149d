"""Operational movement in one pass (P_MOVE; TG-MOV): the verb, its targets and the consequences shown
beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.atlas.atlas import side_name
from hexbench.engine.checklist import offers_left
from hexbench.engine.events import Noted, UnitMoved, UnitStopped
from hexbench.engine.values import Action, Check, Reason, Say, Target, say
from hexbench.engine.verb import LazyTargets, Verb
from hexbench.engine.verbs.kinds import END, Phase
from hexbench.games.tigers import (
    casualties,
    dump,
    ground,
    movers,
    setup_phase,
    stacking,
    tables,
    victory,
    walking,
    zoc,
)
from hexbench.games.tigers.movers import LIFTS, MF, TWELFTHS, factor, lifts_left, may_ride
from hexbench.games.tigers.paths import Party, Trip, Trips, riding, search
from hexbench.games.tigers.pieces import ALLIED, GERMAN, PEIPER, VDH, Bridge
from hexbench.games.tigers.walking import OFF, Stage, enemy_bridge, follow, party

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgPlay, TgSeat


# Carrying out a move: bridges captured or blown, engineer bridges laid, Tigers that break down, and the end of
# the move.


def march(
    play: TgPlay,
    subject: Sequence[str],
    via: Sequence[str],
    how: str,
    *,
    bonus: bool = True,
    again: bool = False,
) -> None:
    """Move units of one hex along ``via``, which is known to be legal; ``how`` is one of :data:`_HOWS`.

    ``again``: they may move again in this phase, so the enemy zones they have met are remembered.
    """
    lift = how.startswith("lift")
    group = party(play.rules, play, play.board, subject, lift=lift, bonus=bonus)
    off = how == victory.EXIT
    stages, _ = follow(play.rules, play, play.board, group, via, road_end=how.endswith("road_mode"), off=off)
    ends = {uid: engine(play, uid, group, stages) for uid in subject}
    reached, halted = _go(play, group, stages, max(ends.values()))
    if halted == "found" and reached:
        stages[reached - 1] = _ready_to_attack(play, group, stages[reached - 1])
    for uid in subject:
        n = min(reached, ends[uid])
        broken = ends[uid] < len(stages) and not (halted and n == reached)
        _arrive(play, uid, group, stages[:n], lift=lift)
        if broken:
            _break_down(play, uid)
        elif halted == "paused":
            if n:
                play.put(uid, mood=stages[n - 1].effect.mood | zoc.PAUSED)
        elif halted and not n:
            _halt(play, uid)
        else:
            settle(play, uid, group, stages[:n])
            if again and n:
                play.put(uid, mood=_remembered(stages[n - 1].effect))
    if off and not halted:
        for uid in subject:
            if ends[uid] == len(stages) and play.stack:
                victory.leave(play, uid)


def _remembered(effect: zoc.Effect) -> int:
    """What a completed move carries over to the unit's next one: zones it has left, and whether it was
    stopped.
    """
    return effect.mood | (zoc.STOPPED if effect.stop or effect.whole else 0)


def engine(play: TgPlay, uid: str, group: Party, stages: Sequence[Stage]) -> int:
    """How many stages a unit completes: all of them, unless it is a Tiger battalion that breaks down
    (TG-TIG-01..05).

    The die gives the number of movement factors it can spend; the bonus carries no risk. No roll is made
    for a move that spends at most one factor, except with KG Peiper, where the roll is made before he
    starts (TG-TIG-04).
    """
    printed, unit = play.roster[uid], play.units[uid]
    if printed.type != "tiger" or not stages:
        return len(stages)
    which = group.which[group.units.index(uid)]
    most = factor(play.rules, play, printed) * MF
    spent = [min(unit.spent + stage.costs[which], most) for stage in stages]
    pips = unit.pips
    if not pips:
        if spent[-1] <= MF and PEIPER not in group.units:
            return len(stages)
        name = play.rules.title(printed)
        pips = tables.pips(play, say("{unit}: movement factors before breakdown", unit=name), "TG-TIG-01")
        play.put(uid, pips=pips)
    if spent[-1] <= pips * MF:
        return len(stages)
    return max((n for n, thirds in enumerate(spent, 1) if thirds <= pips * MF), default=0)


def _go(play: TgPlay, group: Party, stages: Sequence[Stage], end: int) -> tuple[int, str]:
    """Carry out the stages up to ``end``. Returns (stages completed, why it halted: "", "paused" at a bridge,
    or "found" the dump).
    """
    here = group.start
    for n, stage in enumerate(stages[:end]):
        if stage.at == OFF:
            break
        if stage.marker:
            play.edit("markers")[group.side] -= 1
            owner = play.units[group.units[0]].side
            casualties.set_bridge(play, side_name(here, stage.at), Bridge(owner=owner, marker=True))
        elif enemy_bridge(play.rules, play, group.side, here, stage.at) and not capture(
            play, group, here, stage.at
        ):
            return n, "paused"
        if group.side == GERMAN and dump.stumble(play, stage.at):
            for uid in group.units:
                text = say("{unit} finds the fuel dump and stops.", unit=play.rules.title(play.roster[uid]))
                play.tell(UnitStopped(uid, here, "AMB-78", text))
                play.put(uid, stumbled=True)
            return n, "found"
        here = stage.at
    return end, ""


def _ready_to_attack(play: TgPlay, group: Party, last: Stage) -> Stage:
    """The last step before the fuel dump, which must be attacked: at full rate for every unit that can pay it
    (TG-MOV-13).
    """
    pays = [
        all(_pays_in_full(play, uid, one.basic, full) for uid in _of_mover(group, n))
        for n, (one, full) in enumerate(zip(group.movers, last.full, strict=True))
    ]
    return last._replace(
        costs=tuple(f if ok else c for ok, f, c in zip(pays, last.full, last.costs, strict=True)),
        roads=tuple(on and not ok for ok, on in zip(pays, last.roads, strict=True)),
    )


def _of_mover(group: Party, n: int) -> Iterator[str]:
    return (uid for uid, which in zip(group.units, group.which, strict=True) if which == n)


def _pays_in_full(play: TgPlay, uid: str, basic: int, cost: int) -> bool:
    """Whether a unit can pay the cost without the bonus, which would bar an attack (TG-ATK-13), and without
    breaking down.
    """
    unit = play.units[uid]
    safe = play.roster[uid].type != "tiger" or unit.spent + cost <= max(unit.pips, 1) * MF
    return cost <= basic and safe


def capture(play: TgPlay, group: Party, here: str, to: str) -> bool:
    """Roll to capture an unguarded enemy bridge, which is blown on a failure (TG-BRG-08..10, AMB-60)."""
    side = side_name(here, to)
    chances = play.rules.tables.capture[play.units[group.units[0]].side]
    highest = chances[min(play.turn, len(chances)) - 1]
    clause = "TG-BRG-08" if group.side == GERMAN else "TG-BRG-09"
    if tables.success(play, say("taking the bridge at {side}", side=side), clause, highest):
        old = play.bridges[side]
        owner = play.units[group.units[0]].side
        maker = old.pool if old.marker and old.pool != owner else None
        casualties.set_bridge(play, side, Bridge(owner=owner, marker=old.marker, maker=maker))
        return True
    casualties.blow_bridge(play, side)
    play.set(refused=(*play.refused, side))
    play.tell(
        Noted(
            "AMB-60",
            say("The bridge at {side} is blown; the units may move elsewhere.", side=side),
            (here, to),
        )
    )
    return False


def _arrive(play: TgPlay, uid: str, group: Party, made: Sequence[Stage], *, lift: bool) -> None:
    """Put the unit where its stages end, with their cost paid."""
    if not made:
        return
    last = made[-1]
    which = group.which[group.units.index(uid)]
    unit, one, cost = play.units[uid], group.movers[which], last.costs[which]
    rode = lift and may_ride(play.roster[uid]) and any(stage.roads[which] for stage in made)
    path = tuple(stage.at for stage in made if stage.at != OFF)
    casualties.leave_works(play, uid)
    ground.occupy(play, uid, path[:-1])
    play.put(
        uid,
        at=path[-1] if path else unit.at,
        moved=True,
        spent=unit.spent + cost,
        bonus=cost > one.basic,
        road_mode=last.roads[which],
        lifted=unit.lifted or rode,
        mood=0,
    )
    if path:
        play.tell(UnitMoved(uid, (group.start, *path), "move", cost * TWELFTHS))


def settle(play: TgPlay, uid: str, group: Party, made: Sequence[Stage]) -> None:
    """End a unit's move: apply disruption by zones or by road mode (TG-DIS-12, TG-DIS-14)."""
    if not made:
        return
    effect = made[-1].effect
    unit = play.units[uid]
    if effect.disrupted or (effect.mood & zoc.SOFT and unit.bonus) or unit.road_mode:
        casualties.disrupt(play, uid)
    setup_phase.stopped(play, uid)


def settle_paused(play: TgPlay, uid: str) -> None:
    """End a move that was interrupted at a bridge, in the hex where the unit is."""
    unit = play.units[uid]
    if (unit.mood & zoc.SOFT and unit.bonus) or unit.road_mode:
        casualties.disrupt(play, uid)
    play.put(uid, mood=0)
    setup_phase.stopped(play, uid)


def _halt(play: TgPlay, uid: str) -> None:
    """The fuel dump is in the first hex of the route: the unit has to stop where it is (AMB-78)."""
    play.put(uid, moved=True)
    settle_paused(play, uid)


def _break_down(play: TgPlay, uid: str) -> None:
    """A Tiger battalion breaks down and is disrupted (TG-TIG-02, TG-DIS-15)."""
    unit = play.units[uid]
    text = say("{unit} breaks down in {hex}.", unit=play.rules.title(play.roster[uid]), hex=unit.at)
    play.put(uid, moved=True)
    play.tell(UnitStopped(uid, unit.at, "TG-TIG-02", text))
    casualties.disrupt(play, uid)


# Why units may not move: every rule against it, whatever the current phase.

_PURSE = 999


def unit_reasons(rules: TgRules, s: Position, side: str, uid: str) -> Iterator[Reason]:
    """What keeps one unit of the moving side from moving in this pass."""
    unit, name = s.units[uid], rules.title(s.roster[uid])
    if unit.side != side:
        yield Reason("TG-SEQ-03", say("{unit} belongs to the other player.", unit=name), unit.spot)
        return
    if uid == VDH:
        yield Reason("TG-MOV-19", say("{unit} can never move.", unit=name), unit.spot)
        return
    if not unit.on_map:
        yield Reason("TG-MOV-01", say("{unit} is not on the map.", unit=name))
        return
    under_way = bool(unit.mood & zoc.PAUSED)
    if unit.disrupted:
        yield Reason("TG-DIS-03", say("{unit} is disrupted and cannot move.", unit=name), unit.spot)
    if unit.acted:
        text = say("{unit} has already moved or attacked in the first pass.", unit=name)
        yield Reason("TG-SEQ-16", text, unit.spot)
    elif unit.stumbled:
        yield Reason("AMB-78", say("{unit} has found the fuel dump and must stop.", unit=name), unit.spot)
    elif unit.moved and not under_way:
        yield Reason("TG-MOV-01", say("{unit} has already moved this turn.", unit=name), unit.spot)
    elif unit.attacks:
        yield Reason("TG-SEQ-16", say("{unit} has already attacked this turn.", unit=name), unit.spot)


def _group_reasons(rules: TgRules, s: Position, side: str, subject: Sequence[str]) -> Iterator[Reason]:
    """What keeps several units from moving together."""
    if not subject:
        yield Reason("TG-MOV-01", say("Name the units that move."))
        return
    for uid in subject:
        if uid not in s.units:
            yield rules.missing(f"unit {uid}")
            return
    for uid in subject:
        yield from unit_reasons(rules, s, side, uid)
    if len({s.units[u].at for u in subject}) > 1:
        yield Reason("TG-MOV-01", say("Units can move together only if they start in the same hex."))
    elif len({s.units[u].mood for u in subject}) > 1:
        yield Reason("TG-MOV-01", say("Some of these units have already made part of their move."))


def has_movement(s: Position, side: str, number: int) -> bool:
    """Whether a pass has operational movement: not the first of the Germans in turn 1 (TG-FT1-02)."""
    return not (side == GERMAN and s.turn == 1 and number == 1)


def way_reasons(seat: TgSeat, subject: tuple[str, ...], action: Action, *, bonus: bool) -> Iterator[Reason]:
    """Reasons against a route, given or still to be found, for units that may move."""
    rules, s, board, how = seat.rules, seat.s, seat.board, action.how
    lift, off = how.startswith("lift"), how == victory.EXIT
    start = s.units[subject[0]].at
    if off:
        yield from _exit_reasons(seat, subject, action.object)
    elif action.object == start:
        yield Reason("TG-MOV-04", say("They are already in {hex}.", hex=start), (start,))
        return
    unlifted = list(walking.lift_reasons(rules, s, subject)) if lift else []
    yield from unlifted
    group = walking.party(rules, s, board, subject, lift=lift, bonus=bonus)
    via = action.via or _any_way(seat, group, action.object)
    if via is None:
        text = say("There is no route from {from_} to {hex}.", from_=start, hex=action.object)
        yield Reason("TG-MOV-04", text, (action.object,))
        return
    if via and via[-1] != action.object:
        text = say("The route ends in {end}, not in {hex}.", end=via[-1], hex=action.object)
        yield Reason("TG-MOV-04", text, (via[-1],))
        return
    road_end = how.endswith("road_mode")
    stages, reasons = walking.follow(rules, s, board, group, via, road_end=road_end, off=off)
    yield from reasons
    if reasons or not stages:
        return
    if road_end and not any(stages[-1].roads):
        clause = "TG-MOV-12" if stages[-1].effect.stop else "TG-MOV-11"
        text = say("The last step into {hex} is not at road rate.", hex=action.object)
        yield Reason(clause, text, (action.object,))
    elif lift and not unlifted and not _rides(group, stages):
        yield Reason("TG-MOV-14", say("No unit is carried by road on that route."))


def _rides(group: Party, stages: Sequence[walking.Stage]) -> bool:
    """Whether any carried unit uses road rate anywhere on the route."""
    return any(on and group.movers[n].kind == "foot" for stage in stages for n, on in enumerate(stage.roads))


def _any_way(seat: TgSeat, group: Party, goal: str) -> tuple[str, ...] | None:
    """The cheapest route to a hex ignoring its cost and zones of control, so that its faults can be
    reported.
    """
    if goal == group.start:
        return ()
    open_ = group._replace(closed=group.closed - {goal}, markers=3)
    for one in (open_, open_._replace(closed=frozenset())):
        found: Mapping[str, Trip] | None = seat.memo.get(("any way", one))
        if found is None:
            found = search(seat.rules, seat.s, seat.board, one, zones=False, purse=_PURSE).full
            seat.memo["any way", one] = found
        if goal in found:
            return found[goal].via
    return None


def _exit_reasons(seat: TgSeat, subject: tuple[str, ...], at: str) -> Iterator[Reason]:
    if seat.s.units[subject[0]].side != GERMAN:
        yield Reason("TG-VIC-01", say("Only German units can leave the map."))
    if at not in victory.exit_hexes(seat.rules):
        yield Reason("TG-VIC-01", say("{hex} is not an exit hex.", hex=at), (at,))


_HOWS: Final = ("", "road_mode", "lift", "lift_road_mode", victory.EXIT)
"""Ways to move to the same hex. Every road step before the last is at road rate (TG-MOV-11); the last one
is at full rate, so that the unit may attack, or at road rate, which leaves it disrupted (TG-MOV-13,
TG-MOV-21). ``lift``: Allied infantry and airborne divisions are carried by road (TG-MOV-14). ``exit``:
off the map from that hex (AMB-84).
"""
fuel_cap = movers.fuel_cap


def trips(seat: TgSeat, subject: tuple[str, ...], *, lift: bool, bonus: bool) -> Trips:
    """Everywhere that units of one hex can move together; cached with the seat."""
    key = ("trips", subject, lift, bonus)
    found: Trips | None = seat.memo.get(key)
    if found is None:
        rules, s, board = seat.rules, seat.s, seat.board
        group = walking.party(rules, s, board, subject, lift=lift, bonus=bonus)
        off = victory.exit_hexes(rules) if group.side == GERMAN and not lift else frozenset()
        found = seat.memo[key] = search(rules, s, board, group, off)
    return found


def ways(seat: TgSeat, subject: tuple[str, ...], *, bonus: bool) -> dict[tuple[str, str], Mapping[str, Trip]]:
    """(hex, how) -> a mapping in which the best route there is found under its hex."""
    key = ("ways", subject, bonus)
    found: dict[tuple[str, str], Mapping[str, Trip]] | None = seat.memo.get(key)
    if found is not None:
        return found
    plain = trips(seat, subject, lift=False, bonus=bonus)
    out: dict[tuple[str, str], Mapping[str, Trip]] = {(at, ""): plain.full for at in plain.full}
    out |= {(at, "road_mode"): plain.road for at in plain.road}
    if not any(walking.lift_reasons(seat.rules, seat.s, subject)):
        carried = trips(seat, subject, lift=True, bonus=bonus)
        out |= {(at, "lift"): carried.full for at in riding(carried.full)}
        out |= {(at, "lift_road_mode"): carried.road for at in carried.road}
    out |= {(at, victory.EXIT): plain.off for at in plain.off}
    seat.memo[key] = out
    return out


class Move(Verb["TgSeat", Any, "TgPlay"]):
    """Move a unit, or units of one hex together, for the whole of their operational movement."""

    name = "move"
    label = say("Move")
    help = say(
        "Drag units along a route. Ending the move in road mode is cheaper but leaves them "
        "disrupted; units that use the bonus cannot attack."
    )
    subject = "unit"
    object = "hex"
    joins = "stack"
    hows = _HOWS
    plain = True
    risk = "dice"

    def able(self, seat: TgSeat, step: Any) -> Iterable[str]:
        """Every unit that may still move."""
        able: Iterable[str] = step.able(seat)
        return able

    def targets(self, seat: TgSeat, step: Any, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex they can reach together, by each way of moving."""
        if any(step.bars(seat, subject)):
            return ()
        found = ways(seat, _ordered(seat, subject), bonus=step.bonus)
        return LazyTargets(
            tuple(found),
            lambda key: self._target(seat, subject, key, found[key][key[0]], step.bonus),
            ends=lambda key: key,
        )

    def _target(
        self, seat: TgSeat, subject: tuple[str, ...], key: tuple[str, str], trip: Trip, bonus: bool
    ) -> Target:
        at, how = key
        subject = _ordered(seat, subject)
        told = list(consequences(seat, subject, at, how, trip, bonus=bonus))
        rules = tuple(dict.fromkeys(rule for _, rule in told))
        return Target(at, how, trip.via, max(trip.costs) * TWELFTHS, tuple(text for text, _ in told), rules)

    def reasons(self, seat: TgSeat, step: Any, action: Action) -> Iterator[Reason]:
        """Every rule that forbids this move."""
        subject = action.subject
        phasing = seat.s.phasing
        against = (
            list(step.bars(seat, subject))
            if step is not None
            else list(_group_reasons(seat.rules, seat.s, phasing, subject))
        )
        yield from against
        if step is None and not has_movement(seat.s, phasing, seat.s.round):
            text = say("There is no German operational movement in the first pass of turn 1.")
            yield Reason("TG-FT1-02", text)
        if action.how not in _HOWS:
            yield Reason("TG-MOV-11", say("There is no such way to move: {how}.", how=action.how))
            return
        if action.object not in seat.rules.atlas.index:
            yield seat.rules.missing(f"hex {action.object or '-'}")
            return
        bonus = step.bonus if step is not None else True
        if not subject or any(u not in seat.s.units or not seat.s.units[u].on_map for u in subject):
            return
        if len({seat.s.units[u].at for u in subject}) > 1 or VDH in subject:
            return
        ordered = _ordered(seat, subject)
        if not against and not action.via and len(set(subject)) == len(subject):
            if (action.object, action.how) in ways(seat, ordered, bonus=bonus):
                return
            found = list(way_reasons(seat, ordered, action, bonus=bonus))
            yield from found or [
                Reason("TG-ZOC-36", say("No route there allows this kind of move."), (action.object,))
            ]
            return
        yield from way_reasons(seat, ordered, action, bonus=bonus)

    def settle(self, seat: TgSeat, step: Any, action: Action) -> Action:
        """Fill in the cheapest route if none was given, and put the units in order-of-battle order."""
        subject = _ordered(seat, action.subject)
        via = (
            action.via or ways(seat, subject, bonus=step.bonus)[action.object, action.how][action.object].via
        )
        return Action(self.name, subject, action.object, action.how, via)

    def do(self, play: TgPlay, step: Any, action: Action) -> None:
        march(play, action.subject, action.via, action.how, bonus=step.bonus, again=step.again)
        step.after(play)


def _ordered(seat: TgSeat, subject: tuple[str, ...]) -> tuple[str, ...]:
    rank = seat.board.rank
    return tuple(sorted(subject, key=lambda uid: rank.get(uid, -1)))


def consequences(
    seat: TgSeat, subject: tuple[str, ...], at: str, how: str, trip: Trip, *, bonus: bool
) -> Iterator[tuple[Say, str]]:
    """The consequences of a move to be shown beforehand, each with its clause."""
    rules, s, board = seat.rules, seat.s, seat.board
    group = walking.party(rules, s, board, subject, lift=how.startswith("lift"), bonus=bonus)
    if any(cost > one.basic for cost, one in zip(trip.costs, group.movers, strict=True)):
        yield say("Uses the bonus: cannot attack in this pass."), "TG-ATK-13"
    yield from _zones_at_work(seat, group, how, trip)
    if any(trip.disrupted):
        yield say("Ends disrupted."), "TG-MOV-21" if how.endswith("road_mode") else "TG-DIS-14"
    for here, to in walking.captures(rules, s, group, trip.via):
        chances = rules.tables.capture[s.units[subject[0]].side]
        n = chances[min(s.turn, len(chances)) - 1]
        clause = "TG-BRG-08" if group.side == GERMAN else "TG-BRG-09"
        yield (
            say(
                "The bridge from {from_} to {hex} is captured with a chance of {n} in six; "
                "otherwise it is blown.",
                from_=here,
                hex=to,
                n=n,
            ),
            clause,
        )
    if any(s.roster[u].type == "tiger" for u in subject) and max(trip.costs) > movers.MF:
        yield say("Tigers roll for breakdown."), "TG-TIG-01"
    if how.startswith("lift"):
        n = lifts_left(s) - sum(may_ride(s.roster[u]) and not s.units[u].lifted for u in subject)
        yield say("Carried by road; left this turn: {n} of {all}.", n=n, all=LIFTS), "TG-MOV-14"
    if how == victory.EXIT:
        yield say("Leaves the map for good."), "AMB-84"
        return
    here_then = tuple(
        dict.fromkeys((*(u for u in board.units_at(at) if s.units[u].side == group.side), *subject))
    )
    if not stacking.fits(s, here_then):
        yield say("This hex would be overstacked at the end of the phase."), "TG-STK-01"
    if group.side == ALLIED and VDH in board.units_at(at):
        yield say("Rounds up von der Heydte's men."), "TG-VDH-08"


def _zones_at_work(seat: TgSeat, group: Party, how: str, trip: Trip) -> Iterator[tuple[Say, str]]:
    """The cells of the zone of control table that apply to the steps of a move, each once (TG-ZOC-20..33)."""
    road_end, off = how.endswith("road_mode"), how == victory.EXIT
    stages, _ = walking.follow(seat.rules, seat.s, seat.board, group, trip.via, road_end=road_end, off=off)
    for clause in dict.fromkeys(c for stage in stages for c in stage.effect.clauses if c in zoc.WORDS):
        yield zoc.WORDS[clause], clause


MOVE: Final = Move()


class Moving(Phase, frozen=True, kw_only=True):
    """The phasing player moves; moves that a bridge interrupted end with the phase."""

    verbs: ClassVar = (MOVE, END)
    phase: ClassVar[str] = "movement"

    @property
    def bonus(self) -> bool:
        """Whether units may use the operational movement bonus (TG-MOV-05)."""
        return True

    @property
    def again(self) -> bool:
        """Whether units may move more than once in this step; not here (TG-MOV-01)."""
        return False

    def say(self, seat: TgSeat) -> Say:
        return say("Move units, then end the phase.")

    def able(self, seat: TgSeat) -> Iterable[str]:
        """The units that may still move."""
        for uid, unit in seat.s.units.items():
            if unit.side == self.who and unit.on_map and not any(self.bars(seat, (uid,))):
                yield uid

    def bars(self, seat: TgSeat, subject: tuple[str, ...]) -> Iterator[Reason]:
        """What keeps units from moving at all."""
        return _group_reasons(seat.rules, seat.s, self.who, subject)

    def unfinished(self, seat: TgSeat) -> Iterator[Check]:
        """Overstacked hexes first, since they cost units; then the units that may still move."""
        for at in stacking.tested(seat.rules, seat.s, seat.board, self.who):
            units = tuple(u for u in seat.board.units_at(at) if seat.s.units[u].side == self.who)
            text = say("{hex} is overstacked: excess units are removed when movement ends.", hex=at)
            yield Check("stack", text, "TG-STK-05", units, (at,))
        yield from offers_left(seat)

    def after(self, play: TgPlay) -> None:
        """Called after a move; the phase simply continues."""

    def close(self, play: TgPlay) -> None:
        """Interrupted moves end here (AMB-60); arrivals that have not moved on have stopped (TG-VDH-08)."""
        for uid, unit in list(play.units.items()):
            if unit.mood & zoc.PAUSED:
                settle_paused(play, uid)
        setup_phase.stayed(play)
        play.pop()
