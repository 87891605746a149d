"""The opponent's guns, air units and rockets (BK-ART, BK-AIR, BK-V2)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hexbench.engine.phases import END
from hexbench.engine.values import Action, Say, action_of, say
from hexbench.games.blitzkrieg import fire, odds
from hexbench.games.blitzkrieg.aim import AIM, ASSIGN
from hexbench.games.blitzkrieg.air import BOMB
from hexbench.games.blitzkrieg.engage import engagement_at
from hexbench.games.blitzkrieg.harm import part
from hexbench.games.blitzkrieg.opponent_odds import QUARTERS, Clash, column, quarters_of, reckoner
from hexbench.games.blitzkrieg.opponent_worth import TASTE
from hexbench.games.blitzkrieg.pieces import FOE
from hexbench.games.blitzkrieg.rockets import LAUNCH

if TYPE_CHECKING:
    from hexbench.engine.opponent import Think
    from hexbench.games.blitzkrieg.hands import BkSeat
    from hexbench.games.blitzkrieg.opponent import Commander

Answer = tuple[Action, Say] | None


# ---- artillery
def aim(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """The gun and the target whose shot is worth most, as others are aimed already (BK-ART-03, BK-ART-11)."""
    s, rules = seat.s, seat.rules
    side = seat.step.who
    best: tuple[float, str, str] | None = None
    values: dict[tuple[str, int], float] = {}
    for gun in fire.guns(rules, s, seat.board, side):
        if gun in s.fire:
            continue
        for target in fire.in_reach_of(rules, s, seat.board, gun, FOE[side]):
            before = sum(s.units[g].strength for g, aimed in s.fire.items() if aimed == target)
            after = before + s.units[gun].strength
            for power in (before, after):
                if (target, power) not in values:
                    values[target, power] = _shot(seat, target, power)
            gain = values[target, after] - values[target, before]
            if best is None or (gain, gun, target) > best:
                best = (gain, gun, target)
    if best is None:
        return None
    _, gun, target = best
    action = Action(AIM.name, (gun,), target)
    if seat.refuse(action):
        return None
    name = rules.title(s.roster[target])
    return action, say("Fire at {unit} is worth most.", unit=name)


def _shot(seat: BkSeat, target: str, power: int) -> float:
    """What guns of some strength together are worth against a unit: points, and better odds of its engagement."""
    if not power:
        return 0.0
    s, rules = seat.s, seat.rules
    grid = rules.tables.artillery
    shot = odds.shot_column(power, fire.strength_of_target(rules, s, target, support=False))
    unit = s.units[target]
    lost = [part(unit.strength, grid.cell(roll, shot)) for roll in range(1, 7)]
    worth = sum(lost) / 6
    e = engagement_at(s, unit.at)
    if e is None:
        return worth
    now = odds.of(rules, s, seat.board, e)
    attackers = tuple(sorted(s.units[u].strength for u in e.attackers))
    defenders = odds.defenders(s, seat.board, e.hexes, unit.side)
    reckon = reckoner(rules, TASTE[seat.step.who])
    each = quarters_of(rules, s, target, unit.at) * (2 if now.doubled else 1)

    def value(points: int) -> float:
        left = now.defence * QUARTERS - Fraction(each * points, max(unit.defence, 1))
        after = tuple(sorted(s.units[u].strength - (points if u == target else 0) for u in defenders))
        return reckon.worth(Clash(column(now.attack, int(left)), attackers, after, False, 0, 1.5))

    return worth + sum(map(value, lost)) / 6 - value(0)


def support(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """Guns protect the unit in range that is in most danger (BK-ART-14)."""
    s, rules = seat.s, seat.rules
    threat = commander.worth(seat).threat()
    index = rules.atlas.index
    for gun in fire.guns(rules, s, seat.board, seat.step.who, support=True):
        if gun in s.support:
            continue
        near = seat.board.near[FOE[seat.step.who]].counts
        friends = [
            u
            for u in fire.in_reach_of(rules, s, seat.board, gun, seat.step.who)
            if u != gun and threat[index[s.units[u].at]]
        ]
        best = max(
            friends,
            key=lambda u: (
                near[index[s.units[u].at]] > 0,
                threat[index[s.units[u].at]],
                s.units[u].strength,
                u,
            ),
            default=None,
        )
        if best is None:
            continue
        action = Action(ASSIGN.name, (gun,), best)
        if not seat.refuse(action):
            return action, say("{unit} is in most danger.", unit=rules.title(s.roster[best]))
    end = Action(END.name)
    return None if seat.refuse(end) else (end, say("No other gun is of use."))


# ---- from the air
def bomb(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """Dumps whose loss would starve the enemy, else his strongest units that are near ours (BK-AIR-03, BK-AIR-07)."""
    s, rules = seat.s, seat.rules
    offer = next((o for o in seat.prompt.offers if o.verb == BOMB.name), None)
    if offer is None:
        end = Action(END.name)
        return None if seat.refuse(end) else (end, say("Every air unit has flown."))
    uid = offer.subjects[0]
    threat = commander.worth(seat).threat()
    best = max(
        seat.targets(BOMB.name, (uid,)),
        key=lambda t: (_bomb(seat, t.object, t.how, len(offer.subjects), threat), t.object),
        default=None,
    )
    if best is None:
        return None
    if best.how == "dump":
        why = say("Without fuel the enemy stands still.")
    else:
        why = say("{unit} is worth most.", unit=rules.title(s.roster[best.object]))
    return action_of(BOMB.name, (uid,), best), why


def _bomb(seat: BkSeat, target: str, how: str, flights: int, threat: list[int]) -> float:
    s, rules = seat.s, seat.rules
    table = rules.tables.bombardment
    if how == "dump":
        dump = next(d for d in s.dumps.values() if d.hex == target)
        own = dump.owner == seat.step.who
        others = sum(1 for d in s.dumps.values() if d.number and d.owner != seat.step.who)
        return -5.0 if own else 9.0 / dump.number / others + (1.5 if flights >= dump.number else 0.0)
    unit = s.units[target]
    points = sum(part(unit.strength, fraction) for fraction in table) / len(table)
    near = seat.board.near[seat.step.who].counts[rules.atlas.index[unit.at]]
    return points * (1.3 if near else 1.0)


def launch(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """The city whose dump is nearer its end, unless Germans are about to have it themselves (BK-V2-01)."""
    s, rules = seat.s, seat.rules
    mine = [unit.at for unit in s.units.values() if unit.side == seat.step.who and unit.on_map]

    def fit(at: str) -> tuple[bool, int, str]:
        dump = next(d for d in s.dumps.values() if d.hex == at)
        soon = any(rules.atlas.distance(at, own) <= 4 for own in mine)
        return soon, dump.number, at

    found = min(seat.targets(LAUNCH.name), key=lambda t: fit(t.object), default=None)
    if found is None:
        return None
    return action_of(LAUNCH.name, (), found), say("Its dump feeds the enemy.")
