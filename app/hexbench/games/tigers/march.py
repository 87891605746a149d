"""Units on their way: bridges taken or blown, engineer bridges laid, Tigers that break down, and how the move ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexbench.atlas.atlas import side_name
from hexbench.engine.events import Noted, UnitMoved, UnitStopped
from hexbench.engine.values import say
from hexbench.games.tigers import cells, dice, dump, exits, harm, holding, vdh
from hexbench.games.tigers.movers import MF, TWELFTHS, factor, may_ride
from hexbench.games.tigers.pieces import GERMAN, PEIPER
from hexbench.games.tigers.walking import OFF, Stage, enemy_bridge, follow, party
from hexbench.games.tigers.works import Bridge

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay
    from hexbench.games.tigers.paths import Party


def march(play: TgPlay, subject: Sequence[str], via: Sequence[str], how: str, *, bonus: bool = True) -> None:
    """The units of one hex go along ``via``; ``how`` as :data:`movement.HOWS` gives it. The way is legal."""
    lift = how.startswith("lift")
    group = party(play.rules, play, play.board, subject, lift=lift, bonus=bonus)
    off = how == exits.EXIT
    stages, _ = follow(play.rules, play, play.board, group, via, road_end=how.endswith("road_mode"), off=off)
    ends = {uid: engine(play, uid, group, stages) for uid in subject}
    reached, halted = _go(play, group, stages, max(ends.values()))
    for uid in subject:
        n = min(reached, ends[uid])
        broken = ends[uid] < len(stages) and not (halted and n == reached)
        _arrive(play, uid, group, stages[:n], lift=lift)
        if broken:
            _break_down(play, uid)
        elif halted == "paused":
            if n:
                play.put(uid, mood=stages[n - 1].effect.mood | cells.PAUSED)
        else:
            settle(play, uid, group, stages[:n])
    if off and not halted:
        for uid in subject:
            if ends[uid] == len(stages) and play.stack:
                exits.leave(play, uid)


def engine(play: TgPlay, uid: str, group: Party, stages: Sequence[Stage]) -> int:
    """How many stages a unit makes: all of them, unless it is a Tiger battalion that breaks down (TG-TIG-01..05).

    The die tells how many movement factors it can spend; the bonus carries no risk. A move that can spend no more than one
    is not rolled for. With KG Peiper it is rolled before he starts (TG-TIG-04).
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
        pips = dice.pips(play, say("{unit}: factors before it breaks down", unit=name), "TG-TIG-01")
        play.put(uid, pips=pips)
    if spent[-1] <= pips * MF:
        return len(stages)
    return max((n for n, thirds in enumerate(spent, 1) if thirds <= pips * MF), default=0)


def _go(play: TgPlay, group: Party, stages: Sequence[Stage], end: int) -> tuple[int, str]:
    """Walk the stages up to ``end``: (how many were made, why it halted: "", "paused" at a bridge, "found" the dump)."""
    here = group.start
    for n, stage in enumerate(stages[:end]):
        if stage.at == OFF:
            break
        if stage.marker:
            play.edit("markers")[group.side] -= 1
            owner = play.units[group.units[0]].side
            harm.set_bridge(play, side_name(here, stage.at), Bridge(owner=owner, marker=True))
        elif enemy_bridge(play.rules, play, group.side, here, stage.at) and not capture(
            play, group, here, stage.at
        ):
            return n, "paused"
        if group.side == GERMAN and dump.stumble(play, stage.at):
            for uid in group.units:
                text = say(
                    "{unit} comes upon the fuel dump and stops.", unit=play.rules.title(play.roster[uid])
                )
                play.tell(UnitStopped(uid, here, "AMB-78", text))
                play.put(uid, stumbled=True)
            return n, "found"
        here = stage.at
    return end, ""


def capture(play: TgPlay, group: Party, here: str, to: str) -> bool:
    """Roll for a bridge of the enemy that nobody guards: it is taken, or it is blown (TG-BRG-08..10, AMB-60)."""
    side = side_name(here, to)
    chances = play.rules.tables.capture[play.units[group.units[0]].side]
    highest = chances[min(play.turn, len(chances)) - 1]
    clause = "TG-BRG-08" if group.side == GERMAN else "TG-BRG-09"
    if dice.success(play, say("taking the bridge at {side}", side=side), clause, highest):
        old = play.bridges[side]
        owner = play.units[group.units[0]].side
        maker = old.pool if old.marker and old.pool != owner else None
        harm.set_bridge(play, side, Bridge(owner=owner, marker=old.marker, maker=maker))
        return True
    harm.blow_bridge(play, side)
    play.set(refused=(*play.refused, side))
    play.tell(
        Noted(
            "AMB-60", say("The bridge at {side} is blown; the units may go elsewhere.", side=side), (here, to)
        )
    )
    return False


def _arrive(play: TgPlay, uid: str, group: Party, made: Sequence[Stage], *, lift: bool) -> None:
    """The unit is where its stages end and has paid for them."""
    if not made:
        return
    last = made[-1]
    which = group.which[group.units.index(uid)]
    unit, one, cost = play.units[uid], group.movers[which], last.costs[which]
    rode = lift and may_ride(play.roster[uid]) and any(stage.roads[which] for stage in made)
    path = tuple(stage.at for stage in made if stage.at != OFF)
    harm.leave_works(play, uid)
    holding.occupy(play, uid, path[:-1])
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
    """The move of a unit is over: what its zones and its last step make of it (TG-DIS-12, TG-DIS-14)."""
    if not made:
        return
    effect = made[-1].effect
    unit = play.units[uid]
    if effect.disrupted or (effect.mood & cells.SOFT and unit.bonus) or unit.road_mode:
        harm.disrupt(play, uid)
    vdh.stopped(play, uid)


def settle_paused(play: TgPlay, uid: str) -> None:
    """The player does not go on with a move that a bridge interrupted: it ends where it is."""
    unit = play.units[uid]
    if (unit.mood & cells.SOFT and unit.bonus) or unit.road_mode:
        harm.disrupt(play, uid)
    play.put(uid, mood=0)
    vdh.stopped(play, uid)


def _break_down(play: TgPlay, uid: str) -> None:
    """TG-TIG-02, TG-DIS-15."""
    unit = play.units[uid]
    text = say("{unit} breaks down in {hex}.", unit=play.rules.title(play.roster[uid]), hex=unit.at)
    play.put(uid, moved=True)
    play.tell(UnitStopped(uid, unit.at, "TG-TIG-02", text))
    harm.disrupt(play, uid)
