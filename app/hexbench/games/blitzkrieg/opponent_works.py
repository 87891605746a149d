"""What the opponent does before it moves: bridges blown in the enemy's face or built again, remnants put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.values import Action, Say, say
from hexbench.games.blitzkrieg import bridging
from hexbench.games.blitzkrieg.bridging import BRIDGE, DEMOLISH
from hexbench.games.blitzkrieg.joining import JOIN, reckon
from hexbench.games.blitzkrieg.opponent_map import ways
from hexbench.games.blitzkrieg.opponent_odds import QUARTERS, quarters_of
from hexbench.games.blitzkrieg.opponent_worth import KEY
from hexbench.games.blitzkrieg.pieces import ALLIED

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkSeat
    from hexbench.games.blitzkrieg.opponent_map import Field
    from hexbench.games.blitzkrieg.opponent_worth import Worth

Answer = tuple[Action, Say] | None
TURN: Final = 6 * 12
"""What armor drives in a turn, in twelfths."""
HOPELESS: Final = 3
"""The odds at which a dump is as good as lost."""
DUMPS: Final = 3
"""So many dumps must stand, that one among them can be spared."""
WORTH: Final = 1.5
"""What a bridge that is gone has to be worth to be blown."""


class Works:
    """Chosen anew at every question, from what stands where: what was tried is not tried again (BK-BRG-04)."""

    def __init__(self, field: Field, worth: Worth) -> None:
        self._field = field
        self._worth = worth
        self._coming = field.near_enemy()
        self._spans: dict[tuple[int, int], float] = {}
        if field.side == ALLIED:
            self._spans = {(span.far, span.near): span.worth for span in worth.line().spans()}

    def next(self, seat: BkSeat) -> Answer:
        """The next thing worth trying; None: nothing is left."""
        field, s = self._field, seat.s
        index = field.index
        here: dict[str, list[str]] = {}
        for uid in field.mine:
            unit = s.units[uid]
            if unit.on_map and unit.start == unit.at and not unit.fixed and unit.at not in s.tried:
                here.setdefault(unit.at, []).append(uid)
        for at, units in here.items():
            # who is of least use elsewhere
            uid = min(units, key=lambda u: (s.roster[u].type == "armor", s.units[u].strength, u))
            if field.side == ALLIED:
                found = self._demolish(seat, uid, at, index[at])
            else:
                found = self._build(seat, uid, at, index[at])
            if found is not None and not seat.refuse(found[0]):
                return found
        return self._join(seat)

    def _demolish(self, seat: BkSeat, uid: str, at: str, i: int) -> Answer:
        """A bridge by which the enemy can come in his next turn, and few of ours are beyond it (BK-AI-06)."""
        field, s = self._field, seat.s
        for far in bridging.objects(seat.rules, s, at, build=False):
            if far == at:
                if self._falls(at, i):
                    return Action(DEMOLISH.name, (uid,), at), say("The enemy shall not have this fuel.")
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
                return Action(DEMOLISH.name, (uid,), far), say("The enemy could come over this bridge.")
        return None

    def _falls(self, at: str, i: int) -> bool:
        """Whether a dump is about to be taken, and ours can do without it: what is left feeds them (BK-SUP-10, BK-SUP-22)."""
        field, s = self._field, self._field.s
        standing = [
            dump
            for dump in s.dumps.values()
            if dump.number and dump.owner == field.side and field.index[dump.hex] not in field.enemies
        ]
        if self._worth.prize(i) >= KEY:
            return False  # a city that is fought for needs it
        here = [u for u in field.mine if s.units[u].at == at]
        guard = sum(quarters_of(field.rules, s, u, at) for u in here) / QUARTERS
        lost = self._worth.threat()[i] > HOPELESS * max(guard, 1.0)
        return lost and self._coming[i] <= TURN and len(standing) >= DUMPS

    def _build(self, seat: BkSeat, uid: str, at: str, i: int) -> Answer:
        """A bridge that shortens the way to where the unit makes for (BK-BRG-08)."""
        field, s = self._field, seat.s
        post = self._worth.post_of.get(uid)
        if post is None or post.hex == i:
            return None
        line = ways(field.rules).to(field.side, "motor_inf", post.hex, s.blown)
        for far in bridging.objects(seat.rules, s, at, build=True):
            if line[field.index[far]] < line[i]:
                return Action(BRIDGE.name, (uid,), far), say(
                    "The way to {place} leads over this bridge.", place=post.name
                )
        return None

    def _join(self, seat: BkSeat) -> Answer:
        """A remnant is put into a weakened unit of its type that is to stay where it is (BK-JOIN)."""
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
                    return action, say("One unit with all their strength takes less room.")
        return None
