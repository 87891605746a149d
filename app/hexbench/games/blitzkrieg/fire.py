"""Artillery: which guns may fire at which units, and the fire when RESOLVE begins: Allied support first, then
offensive fire (BK-ART).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import DiceRolled, Line, Noted, Resolved
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.blitzkrieg import casualties, engage, odds
from hexbench.games.blitzkrieg.engage import engagement_at, engagement_of
from hexbench.games.blitzkrieg.pieces import ALLIED, GERMAN, GROUND, Side

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, BkPlay, BkSeat, Position


# ---- who may fire ----------------------------------------------------------------------------------------------------
def engaged(s: Position, uid: str) -> bool:
    """Whether a unit is in an engagement, on either side (BK-ART-05, BK-ART-17)."""
    if not s.engagements:
        return False
    return engagement_of(s, uid) is not None or engagement_at(s, s.units[uid].at) is not None


def next_to_enemy(board: BkBoard, rules: BkRules, s: Position, uid: str) -> bool:
    """Whether enemies are next to a unit, which then must be engaged and cannot fire (BK-ENG-19)."""
    unit = s.units[uid]
    foe = GERMAN if unit.side == ALLIED else ALLIED
    return bool(board.zones[foe].counts[rules.atlas.index[unit.at]])


def in_range(rules: BkRules, a: str, b: str) -> bool:
    """Whether two hexes are within three hexes of each other, in any direction (BK-ART-01)."""
    return rules.atlas.distance(a, b) <= rules.tables.gun_range


def guns(rules: BkRules, s: Position, board: BkBoard, side: str, *, support: bool = False) -> tuple[str, ...]:
    """Artillery of a side that can fire: on the map, not engaged, and for offensive fire not next to an enemy."""
    return tuple(
        uid
        for uid in board.lists[side, "guns"]
        if (support or not next_to_enemy(board, rules, s, uid)) and not engaged(s, uid)
    )


def in_reach_of(rules: BkRules, s: Position, board: BkBoard, uid: str, side: str) -> tuple[str, ...]:
    """The ground units of a side in range of a gun (BK-ART-04); none if it is not on the map."""
    unit = s.units[uid]
    if not unit.on_map:
        return ()
    labels, here = rules.atlas.labels, board.at
    found = [
        other
        for i in board.stand[side].keys() & _in_range_of(rules, unit.at)
        for other in here[labels[i]]
        if s.units[other].side == side and s.roster[other].type in GROUND
    ]
    return board.in_order(found)


def under_fire(rules: BkRules, board: BkBoard, side: str) -> frozenset[int]:
    """The hexes from which a gun can reach ground units of a side; cached until a unit of that side moves."""
    labels = board.atlas.labels
    return rules.facts.get(
        ("under fire", side),
        (board.places[side],),
        lambda: frozenset().union(*[_in_range_of(rules, labels[i]) for i in board.stand[side]]),
    )


def _in_range_of(rules: BkRules, at: str) -> frozenset[int]:
    """The hexes within range of a gun in a hex."""
    known: dict[str, frozenset[int]] = rules.memo.setdefault("gun range", {})
    found = known.get(at)
    if found is None:
        atlas, far = rules.atlas, rules.tables.gun_range
        near = takewhile(lambda other: atlas.distance(at, other) <= far, atlas.nearest_first(at))
        found = known[at] = frozenset(atlas.index[other] for other in near)
    return found


def why_not(
    rules: BkRules, s: Position, board: BkBoard, uid: str, target: str, *, side: str, support: bool
) -> Iterator[Reason]:
    """Why a gun may not be given this target, an enemy or (in support) a friendly unit."""
    unit, other = s.units.get(uid), s.units.get(target)
    if unit is not None and s.roster[uid].type == "volkswerfer":
        yield Reason("BK-ART-06", say("Volkswerfers cannot fire at a distance."), unit.spot)
        return
    if unit is None or not unit.on_map or unit.side != side or s.roster[uid].type != "artillery":
        yield Reason("BK-ART-02", say("First choose one of your artillery units on the map."))
        return
    if engaged(s, uid):
        yield Reason("BK-ART-05", say("Artillery in an engagement cannot fire."), unit.spot)
    elif not support and next_to_enemy(board, rules, s, uid):
        yield Reason(
            "BK-ENG-19", say("Artillery next to an enemy must be engaged and cannot fire."), unit.spot
        )
    wanted = (
        (other is not None and other.side == side) if support else (other is not None and other.side != side)
    )
    if other is None or not other.on_map or not wanted or s.roster[target].type not in GROUND:
        text = (
            say("Choose a friendly ground unit on the map to support.")
            if support
            else say("Choose an enemy ground unit on the map.")
        )
        yield Reason("BK-ART-14" if support else "BK-ART-04", text)
    elif target == uid:
        text = say("Artillery cannot protect itself: when attacked, it is engaged and does not fire.")
        yield Reason("BK-ART-17", text, unit.spot)
    elif not in_range(rules, unit.at, other.at):
        far = rules.atlas.distance(unit.at, other.at)
        yield Reason(
            "BK-ART-01",
            say("The target is {n} hexes away; the range is {r}.", n=far, r=rules.tables.gun_range),
            (unit.at, other.at),
        )


# ---- the fire --------------------------------------------------------------------------------------------------------
def _largest_attackers(s: Position, rules: BkRules, gun: str, friend: str) -> tuple[str, ...]:
    """The ids of the strongest Germans in range that attack the unit a gun protects: one, several of equal
    strength, or none (BK-ART-15..17).
    """
    unit, kept = s.units[gun], s.units[friend]
    if not unit.on_map or not kept.on_map or engaged(s, gun):
        return ()
    e = engagement_at(s, kept.at)
    near = [u for u in (e.attackers if e else ()) if in_range(rules, unit.at, s.units[u].at)]
    most = max((s.units[u].strength for u in near), default=0)
    return tuple(sorted(u for u in near if s.units[u].strength == most))


def _defensive_fire(play: BkPlay, aimed: Iterable[tuple[str, str]]) -> None:
    """In German turns: the shots at attackers by guns that protect friendly units (BK-ART-15, BK-ART-18)."""
    play.set(support={})
    _shoot(play, aimed, support=True)


def _offensive_fire(play: BkPlay) -> None:
    """A shot on Table 1 for every target of the phasing side (BK-ART-08)."""
    aimed = [(gun, target) for gun, target in play.fire.items() if not engaged(play, gun)]
    play.set(fire={})
    _shoot(play, aimed, support=False)


def _shoot(play: BkPlay, aimed: Iterable[tuple[str, str]], *, support: bool) -> None:
    """One shot for all guns with the same target, or one for each gun (BK-ART-11)."""
    shots: dict[tuple[str, str], list[str]] = {}
    for gun, target in aimed:
        key = (target, "" if play.rules.options.artillery_mode == "combined" else gun)
        shots.setdefault(key, []).append(gun)
    for (target, _), firing in shots.items():
        left = [g for g in firing if play.units[g].on_map]
        if left and play.units[target].on_map:
            _shot(play, left, target, support=support)


def strength_of_target(rules: BkRules, s: Position, target: str, *, support: bool) -> Fraction:
    """The strength a shot is compared with: the defence of the unit, or the unmodified strength of an
    attacker (BK-ART-12).
    """
    if support:
        return Fraction(s.units[target].strength)
    return odds.defence_of(rules, s, target)


def column_of_shot(rules: BkRules, s: Position, firing: Iterable[str], target: str, *, support: bool) -> int:
    """The column of Table 1 for guns that fire together (BK-ART-09, BK-ART-11)."""
    power = sum(s.units[g].strength for g in firing)
    return odds.shot_column(power, strength_of_target(rules, s, target, support=support))


def _shot(play: BkPlay, firing: list[str], target: str, *, support: bool) -> None:
    rules = play.rules
    column = column_of_shot(rules, play, firing, target, support=support)
    name = rules.tables.artillery.columns[column]
    unit = rules.title(play.roster[target])
    why = (
        say("Support fire at {unit}, column {column}", unit=unit, column=name)
        if support
        else say("Artillery fire at {unit}, column {column}", unit=unit, column=name)
    )
    face = play.number(why, 6)
    play.tell(DiceRolled(why, (face,), "BK-ART-09"))
    fraction = rules.tables.artillery.cell(face, column)
    power = sum(play.units[g].strength for g in firing)
    against = float(strength_of_target(rules, play, target, support=support))
    line = Line(attack=power, defence=against, ratio=name, column=name)
    play.tell(Resolved("artillery", target, fraction, "BK-ART-10", line))
    casualties.lose(play, target, fraction)


# RESOLVE begins: Allied guns in support fire first, then the guns of the phasing side (DEFENSIVE_FIRE,
# OFFENSIVE_FIRE).


def choose(play: BkPlay, step: Shelling) -> None:
    """Find the target of every gun in support, one after another (BK-ART-15, BK-ART-16)."""
    if step.side != GERMAN:
        return
    done = {gun for gun, _ in step.aimed}
    for gun, friend in play.support.items():
        if gun in done:
            continue
        alike = _largest_attackers(play, play.rules, gun, friend)
        if len(alike) > 1:
            play.swap(at=step.at - 1)
            play.push(Largest(who=ALLIED, gun=gun, units=alike))
            return
        if not alike:
            rule = "BK-ART-17" if play.units[gun].on_map and engaged(play, gun) else "BK-ART-16"
            play.tell(Noted(rule, say("A support shot is lost."), (gun, friend)))
        play.swap(aimed=(*play.top.aimed, (gun, alike[0] if alike else "")))


def _support_fire(play: BkPlay, step: Shelling) -> None:
    """Defensive fire comes before offensive fire (BK-ART-18)."""
    if step.side == GERMAN:
        _defensive_fire(play, [(gun, target) for gun, target in step.aimed if target])


def _fire_offensively(play: BkPlay, step: Shelling) -> None:
    """Then the phasing side fires (BK-ART-08)."""
    _offensive_fire(play)


def lapse(play: BkPlay, step: Shelling) -> None:
    """Engagements in which one side has no units left are not fought (BK-RES-35)."""
    engage.lapse(play)


class Shelling(Script, frozen=True, kw_only=True):
    """All artillery fire of a turn."""

    side: Side
    aimed: tuple[tuple[str, str], ...] = ()
    """Guns in support with their targets, as far as determined; an empty target: the shot is lost."""
    stages: ClassVar = (choose, _support_fire, _fire_offensively, lapse)


class Largest(Ask, frozen=True, kw_only=True):
    """The question which of several equally strong attackers a gun in support fires at (BK-ART-16)."""

    gun: str
    units: tuple[str, ...]
    open_table: ClassVar[bool] = True

    def say(self, seat: BkSeat) -> Say:
        name = seat.called(self.gun)
        return say("{gun} fires in support: choose one of the strongest attackers.", gun=name)


class _FireAt(Pick["BkSeat", Largest, "BkPlay"]):
    """Choose among attackers of equal strength."""

    name = "fire_at"
    label = say("Fire at it")
    help = say("Choose the attacker that the artillery in support fires at.")
    rule = "BK-ART-16"

    def among(self, seat: BkSeat, step: Largest) -> Sequence[str]:
        """The strongest attackers in range."""
        return step.units

    def unfit(self, seat: BkSeat, step: Largest | None, ref: str) -> Iterator[Reason]:
        """It must be one of the attackers in question."""
        if step is None or ref not in step.units:
            yield Reason("BK-ART-16", say("Choose one of the strongest attackers in range."))

    def do(self, play: BkPlay, step: Largest, action: Action) -> None:
        """Record the answer and continue the fire."""
        below: Shelling = play.stack[-2]
        play.answer(aimed=(*below.aimed, (step.gun, action.subject[0])))


_FIRE_AT: Final = _FireAt()
Largest.verbs = (_FIRE_AT,)
