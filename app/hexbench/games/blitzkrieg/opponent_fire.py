"""The opponent's guns, air units and rockets (BK-ART, BK-AIR, BK-V2)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from hexbench.engine.values import Action, Say, action_of, say
from hexbench.engine.verbs.kinds import END
from hexbench.games.blitzkrieg import bridging, fire, odds
from hexbench.games.blitzkrieg.aim import AIM, ASSIGN
from hexbench.games.blitzkrieg.air import BOMB, LAUNCH
from hexbench.games.blitzkrieg.bridging import BRIDGE, DEMOLISH
from hexbench.games.blitzkrieg.casualties import part
from hexbench.games.blitzkrieg.engage import engagement_at
from hexbench.games.blitzkrieg.joining import JOIN, reckon
from hexbench.games.blitzkrieg.opponent_clash import Clash, column
from hexbench.games.blitzkrieg.opponent_map import QUARTERS, quarters_of, ways
from hexbench.games.blitzkrieg.opponent_worth import KEY
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE

if TYPE_CHECKING:
    from hexbench.engine.opponent import Think
    from hexbench.games.blitzkrieg.opponent import Commander
    from hexbench.games.blitzkrieg.opponent_clash import Reckoner
    from hexbench.games.blitzkrieg.opponent_map import Field
    from hexbench.games.blitzkrieg.opponent_worth import Worth
    from hexbench.games.blitzkrieg.seat import BkSeat


Answer = tuple[Action, Say] | None


# ---- artillery
def aim(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """The gun and the target with the most valuable shot, given the targets already set (BK-ART-03,
    BK-ART-11).
    """
    s, rules = seat.s, seat.rules
    side = seat.step.who
    best: tuple[float, str, str] | None = None
    values: dict[tuple[str, int], float] = {}
    reckon = commander.budget.reckoner(rules, side)
    for gun in fire.guns(rules, s, seat.board, side):
        if gun in s.fire:
            continue
        for target in fire.in_reach_of(rules, s, seat.board, gun, FOE[side]):
            before = sum(s.units[g].strength for g, aimed in s.fire.items() if aimed == target)
            after = before + s.units[gun].strength
            for power in (before, after):
                if (target, power) not in values:
                    values[target, power] = _shot(seat, reckon, target, power)
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
    return action, say("Firing at {unit} is worth most.", unit=name)


def _shot(seat: BkSeat, reckon: Reckoner, target: str, power: int) -> float:
    """The worth of a shot of a given total strength at a unit: points lost, and better odds in its
    engagement.
    """
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
    each = quarters_of(rules, s, target, unit.at) * (2 if now.doubled else 1)

    def value(points: int) -> float:
        left = now.defence * QUARTERS - Fraction(each * points, max(unit.defence, 1))
        after = tuple(sorted(s.units[u].strength - (points if u == target else 0) for u in defenders))
        return reckon.worth(Clash(column(now.attack, int(left)), attackers, after, False, 0, 1.5))

    return worth + sum(map(value, lost)) / 6 - value(0)


def support(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """Guns protect the unit in range that is in the greatest danger (BK-ART-14)."""
    s, rules = seat.s, seat.rules
    threat = commander.worth(seat).threat()
    index = rules.atlas.index
    for gun in fire.guns(rules, s, seat.board, seat.step.who, support=True):
        if gun in s.support:
            continue
        near = seat.board.zones[FOE[seat.step.who]].counts
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
            return action, say("{unit} is in the greatest danger.", unit=rules.title(s.roster[best]))
    end = Action(END.name)
    return None if seat.refuse(end) else (end, say("No other gun would be of use."))


# ---- from the air
def bomb(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """Bomb dumps whose loss would leave the enemy without supply, otherwise the enemy's strongest units near
    ours (BK-AIR-03, BK-AIR-07).
    """
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
        why = say("Without fuel, the enemy comes to a halt.")
    else:
        why = say("{unit} is the most valuable target.", unit=rules.title(s.roster[best.object]))
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
    near = seat.board.zones[seat.step.who].counts[rules.atlas.index[unit.at]]
    return points * (1.3 if near else 1.0)


def launch(commander: Commander, seat: BkSeat, think: Think) -> Answer:
    """The city whose dump is closer to destruction, unless Germans are about to take it themselves
    (BK-V2-01).
    """
    s, rules = seat.s, seat.rules
    mine = [unit.at for unit in s.units.values() if unit.side == seat.step.who and unit.on_map]

    def fit(at: str) -> tuple[bool, int, str]:
        dump = next(d for d in s.dumps.values() if d.hex == at)
        soon = any(rules.atlas.distance(at, own) <= 4 for own in mine)
        return soon, dump.number, at

    found = min(seat.targets(LAUNCH.name), key=lambda t: fit(t.object), default=None)
    if found is None:
        return None
    return action_of(LAUNCH.name, (), found), say("Its dump supplies the enemy.")


# What the opponent does before it moves: blow bridges that the enemy could cross, rebuild others, join
# remnants.

TURN: Final = 6 * 12
"""How far armor moves in a turn, in twelfths."""
_HOPELESS: Final = 3
"""The odds at which a dump is as good as lost."""
DUMPS: Final = 3
"""The number of dumps that must exist before one of them can be spared."""
WORTH: Final = 1.5
"""How much the loss of a bridge must be worth for it to be blown."""


class Works:
    """Chosen again at every question from the current position: what was tried is not tried again
    (BK-BRG-04).
    """

    def __init__(self, field: Field, worth: Worth) -> None:
        self._field = field
        self._worth = worth
        self._coming = field.near_enemy()
        self._spans: dict[tuple[int, int], float] = {}
        if field.side == ALLIED:
            self._spans = {(span.far, span.near): span.worth for span in worth.line().spans()}

    def next(self, seat: BkSeat) -> Answer:
        """The next attempt worth making; None: nothing is left."""
        field, s = self._field, seat.s
        index = field.index
        here: dict[str, list[str]] = {}
        tried = s.tried if field.side == ALLIED else s.built
        for uid in field.mine:
            unit = s.units[uid]
            free = unit.on_map and unit.start == unit.at and not (unit.fixed or unit.arrived)
            if free and unit.at not in tried:
                here.setdefault(unit.at, []).append(uid)
        for at, units in here.items():
            # units that are least useful elsewhere first
            uid = min(units, key=lambda u: (s.roster[u].type == "armor", s.units[u].strength, u))
            if field.side == ALLIED:
                found = self._demolish(seat, uid, at, index[at])
            else:
                found = self._build(seat, uid, at, index[at])
            if found is not None and not seat.refuse(found[0]):
                return found
        return self._join(seat)

    def _demolish(self, seat: BkSeat, uid: str, at: str, i: int) -> Answer:
        """Blow a bridge by which the enemy can come next turn, if few of our units are beyond it (BK-AI-06)."""
        field, s = self._field, seat.s
        for far in bridging.objects(seat.rules, s, at, build=False):
            if far == at:
                if self._falls(at, i):
                    return Action(DEMOLISH.name, (uid,), at), say("The enemy must not get this fuel.")
                continue
            j = field.index[far]
            worth = max(self._spans.get(ends, 0.0) for ends in ((i, j), (j, i)))
            first, last = sorted((self._coming[i], self._coming[j]))
            if worth < WORTH or first > TURN:
                continue
            beyond = [
                u
                for u in field.mine
                if s.units[u].on_map
                and self._coming[field.at(u)] < last
                and seat.rules.atlas.distance(s.units[u].at, far) <= 2
            ]
            if len(beyond) <= 1:
                return Action(DEMOLISH.name, (uid,), far), say("The enemy could cross this bridge.")
        return None

    def _falls(self, at: str, i: int) -> bool:
        """Whether a dump is about to be taken and our units can do without it, because the remaining dumps
        supply them (BK-SUP-10, BK-SUP-22).
        """
        field, s = self._field, self._field.s
        standing = [
            dump
            for dump in s.dumps.values()
            if dump.number and dump.owner == field.side and field.index[dump.hex] not in field.enemies
        ]
        if self._worth.prize(i) >= KEY:
            return False  # a city that is being fought for needs its dump
        here = [u for u in field.mine if s.units[u].at == at]
        guard = sum(quarters_of(field.rules, s, u, at) for u in here) / QUARTERS
        lost = self._worth.threat()[i] > _HOPELESS * max(guard, 1.0)
        return lost and self._coming[i] <= TURN and len(standing) >= DUMPS

    def _build(self, seat: BkSeat, uid: str, at: str, i: int) -> Answer:
        """Rebuild a bridge that shortens the route to the unit's destination (BK-BRG-08)."""
        field, s = self._field, seat.s
        post = self._worth.post_of.get(uid)
        if post is None or post.hex == i:
            return None
        line = ways(field.rules).to(field.side, "motor_inf", post.hex, s.blown)
        for far in bridging.objects(seat.rules, s, at, build=True):
            if line[field.index[far]] < line[i]:
                return Action(BRIDGE.name, (uid,), far), say(
                    "The route to {place} leads over this bridge.", place=post.name
                )
        return None

    def _join(self, seat: BkSeat) -> Answer:
        """Join a remnant to a weakened unit of its class that is to stay where it is (BK-JOIN)."""
        field, s = self._field, seat.s
        stays = [
            u
            for u in field.mine
            if s.units[u].on_map
            and not s.units[u].fixed
            and (post := self._worth.post_of.get(u)) is not None
            and post.hex == field.at(u)
            and field.at(u) not in field.touching
        ]
        for receiver in stays:
            for giver in field.mine:
                one = s.units[giver]
                if (
                    giver == receiver
                    or not one.on_map
                    or one.at != s.units[receiver].at
                    or s.roster[giver].type != s.roster[receiver].type
                    or 2 * one.strength > s.roster[giver].strength
                    or reckon(s, giver, receiver).points < one.defence
                ):
                    continue
                action = Action(JOIN.name, (giver,), receiver)
                if not seat.refuse(action):
                    return action, say("One unit with their combined strength takes up less room.")
        return None
