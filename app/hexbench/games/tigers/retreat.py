"""Retreats: the hard rules of a step, the preferences applied where possible, and the decision hex by hex
(TG-RET).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.events import Noted, UnitMoved
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Say, Target, Value, say
from hexbench.engine.verb import Verb
from hexbench.games.tigers import setup_phase, stacking, zoc
from hexbench.games.tigers.casualties import disrupt, remove
from hexbench.games.tigers.fighters import fighting
from hexbench.games.tigers.ground import bridged, river, road
from hexbench.games.tigers.pieces import FOE
from hexbench.hexes.coords import DIRECTIONS, Axial, distance

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard, TgPlay, TgSeat
    from hexbench.games.tigers.tables import Code

NO_WAY: Final[dict[str, Code]] = {"D1": "D", "D2": "DE", "D3": "DE"}
"""How results are read for defenders that cannot or must not retreat (TG-CRT-17, TG-CRT-19)."""


class Peril(Value, frozen=True):
    """What a retreat leads away from: the hexes attacked in the combat and those they were attacked from."""

    hexes: tuple[str, ...]
    starts: tuple[str, ...]


def _axial(rules: TgRules, at: str) -> Axial:
    return rules.atlas.axial[rules.atlas.index[at]]


def _bearing(rules: TgRules, peril: Peril, here: Axial, at: Axial) -> Iterator[tuple[str, Say]]:
    """Violations of the rules of direction, which also apply beyond the map edge (TG-RET-01, TG-RET-03)."""
    for one in peril.hexes:
        target = _axial(rules, one)
        if distance(at, target) != distance(here, target) + 1:
            yield "TG-RET-01", say("A retreat must lead away from {hex}.", hex=one)
    for one in peril.starts:
        start = _axial(rules, one)
        if distance(at, start) < distance(here, start):
            yield "TG-RET-03", say("A retreat cannot lead closer to the attackers in {hex}.", hex=one)


def _banned(rules: TgRules, peril: Peril, here: str, direction: int) -> str:
    """TG-RET-06, AMB-15: the attacker's hex touched by the hexside over which a unit would leave, or an empty
    string.
    """
    if here not in peril.hexes:
        return ""
    for start in peril.starts:
        from_ = rules.atlas.direction(here, start)
        if from_ is not None and (direction - from_) % 6 in (0, 1, 5):
            return start
    return ""


def against_step(
    rules: TgRules, s: Position, board: TgBoard, peril: Peril, uid: str, here: str, at: str
) -> Iterator[Reason]:
    """Every hard rule against one step of a retreat on the map."""
    atlas = rules.atlas
    direction = atlas.direction(here, at)
    if direction is None:
        yield Reason("TG-RET-01", say("A retreat is made hex by hex; {hex} is not adjacent.", hex=at), (at,))
        return
    unit, printed = s.units[uid], s.roster[uid]
    foe = FOE[unit.side]
    if fighting(s, board, foe, at):
        yield Reason("AMB-98", say("Enemy units are in {hex}.", hex=at), (at,))
    for rule, text in _bearing(rules, peril, _axial(rules, here), _axial(rules, at)):
        yield Reason(rule, text, (at,))
    start = _banned(rules, peril, here, direction)
    if start:
        text = say("This hexside touches {hex}, from which the unit was attacked.", hex=start)
        yield Reason("TG-RET-06", text, (here, at, start))
    if not fighting(s, board, unit.side, at):
        for one in atlas.near[at]:
            if fighting(s, board, foe, one) and zoc.strength(rules, s, board, one, at) == "Strong":
                text = say(
                    "{hex} is in the strong zone of control of {enemy} and holds no friendly unit.",
                    hex=at,
                    enemy=one,
                )
                yield Reason("TG-RET-02", text, (at, one))
                break
    if any(at in attack.targets for attack in s.attacks) and at not in peril.hexes:
        text = say("{hex} is the target of an attack that has not been resolved yet.", hex=at)
        yield Reason("TG-RET-07", text, (at,))
    if printed.mech and river(rules, here, at) and not bridged(s, here, at):
        text = say("{unit} can retreat across a river only over a bridge.", unit=rules.title(printed))
        yield Reason("AMB-16", text, (here, at))


def _steps_from(
    rules: TgRules, s: Position, board: TgBoard, peril: Peril, uid: str, here: str
) -> tuple[str, ...]:
    """The hexes that the hard rules allow as the next step."""
    return tuple(
        at for at in rules.atlas.near[here] if not any(against_step(rules, s, board, peril, uid, here, at))
    )


def off_map(rules: TgRules, peril: Peril, here: str) -> bool:
    """Whether the rules of direction allow a step off the map (AMB-13)."""
    i = rules.atlas.index[here]
    q, r = rules.atlas.axial[i]
    return any(
        rules.atlas.around[i][direction] < 0
        and not any(_bearing(rules, peril, (q, r), (q + dq, r + dr)))
        and not _banned(rules, peril, here, direction)
        for direction, (dq, dr) in enumerate(DIRECTIONS)
    )


def longest(
    rules: TgRules,
    s: Position,
    board: TgBoard,
    peril: Peril,
    uid: str,
    here: str,
    most: int,
    *,
    edge: bool = True,
) -> int:
    """How many hexes, up to ``most``, a unit can retreat from ``here`` under the hard rules. ``edge``:
    where no step on the map is possible, a step off the map counts, as the last one (AMB-13).
    """
    if most <= 0:
        return 0
    found = _steps_from(rules, s, board, peril, uid, here)
    if not found:
        return 1 if edge and off_map(rules, peril, here) else 0
    best = 0
    for at in found:
        best = max(best, 1 + longest(rules, s, board, peril, uid, at, most - 1, edge=edge))
        if best == most:
            break
    return best


def stuck(
    rules: TgRules, s: Position, board: TgBoard, peril: Peril, units: Iterable[tuple[str, str]]
) -> tuple[str, ...]:
    """The units among (unit, hex) pairs that have no legal first step, on or off the map (TG-CRT-17,
    TG-RET-10, AMB-13).
    """
    return tuple(uid for uid, at in units if not longest(rules, s, board, peril, uid, at, 1))


class Choices(Value, frozen=True):
    """The hexes for a step: those the hard rules allow and that lead far enough, then those left after each
    preference that leaves any (AMB-20).
    """

    far: tuple[str, ...]
    away: tuple[str, ...]
    road: tuple[str, ...]


def choices(
    rules: TgRules, s: Position, board: TgBoard, peril: Peril, uid: str, left: int, *, edge: bool = True
) -> Choices:
    """Where a unit with ``left`` hexes still to retreat may step now. ``edge``: it may have to leave the map
    (AMB-13).
    """
    here = s.units[uid].at
    open_ = _steps_from(rules, s, board, peril, uid, here)
    reach = {at: longest(rules, s, board, peril, uid, at, left - 1, edge=edge) for at in open_}
    best = max(reach.values(), default=0)
    far = tuple(at for at in open_ if reach[at] == best)
    if edge:  # whatever leads off the map is closed before the preferences if a route on it is as long
        inside = [at for at in far if longest(rules, s, board, peril, uid, at, best, edge=False) == best]
        far = tuple(inside) or far
    gone = rules.atlas.distance
    away = (
        tuple(at for at in far if all(gone(at, start) > gone(here, start) for start in peril.starts)) or far
    )
    along = tuple(at for at in away if road(rules, s, here, at)) or away
    return Choices(far, away, along)


class FallBack(Verb["TgSeat", "Retreat", "TgPlay"]):
    """Retreat one unit one hex."""

    name = "retreat"
    risk = "handover"
    label = say("Retreat")
    help = say("Drag a unit to one of the highlighted hexes; it retreats one hex at a time.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: TgSeat, step: Retreat) -> Offer | None:
        """Every unit that still has to retreat and has a hex to retreat to."""
        return Offer(self.name, step.open) if step.open else None

    def targets(self, seat: TgSeat, step: Retreat, subject: tuple[str, ...]) -> Iterable[Target]:
        if len(subject) != 1 or subject[0] not in step.open:
            return
        for at in step.choices(seat, subject[0]).road:
            says = tuple(stacking.too_many(seat.s, seat.board, subject[0], at))
            yield Target(at, says=says, rules=("TG-RET-11",))

    def reasons(self, seat: TgSeat, step: Retreat | None, action: Action) -> Iterator[Reason]:
        """Why a step is not allowed: forbidden by a hard rule, or a better hex is available."""
        if action.how or action.via or len(action.subject) != 1:
            yield Reason("TG-RET-11", say("Choose one unit and the next hex of its retreat."))
            return
        uid, at = action.subject[0], action.object
        if (stranger := seat.rules.stranger(seat.s, action.subject, at)) is not None:
            yield stranger
            return
        if step is None:
            return
        if uid not in step.open:
            name = seat.called(uid)
            yield Reason("TG-RET-11", say("{unit} cannot retreat now.", unit=name), seat.s.units[uid].spot)
            return
        here = seat.s.units[uid].at
        hard = list(against_step(seat.rules, seat.s, seat.board, step.peril, uid, here, at))
        yield from hard
        found = step.choices(seat, uid)
        if hard or at in found.road:
            return
        if at not in found.far:
            yield Reason("AMB-13", say("This route is too short: a longer retreat is possible."), found.road)
        elif at not in found.away:
            yield Reason("TG-RET-04", say("A hex farther from the attackers is available."), found.road)
        else:
            yield Reason("TG-RET-05", say("A hex along a road is available."), found.road)

    def do(self, play: TgPlay, step: Retreat, action: Action) -> None:
        """Move the unit one hex; friends it passes through are disrupted (TG-RET-09)."""
        uid, at = action.subject[0], action.object
        here = play.units[uid].at
        leave(play, step.peril, uid, here)
        play.put(
            uid, at=at, retreated=True
        )  # a fuel dump there is captured: a combat let Germans occupy it (TG-FUL-04)
        play.tell(UnitMoved(uid, (here, at), "retreat"))
        play.swap(left=tuple((u, n - 1 if u == uid else n) for u, n in step.left))
        _look_on(play)


FALL_BACK = FallBack()


class Retreat(Ask, frozen=True, kw_only=True):
    """Units have to retreat: ``left`` pairs each with its remaining hexes; ``open`` are those that can step
    now.

    ``forced``: a unit that can only leave the map does so and is lost (TG-CRT-20); otherwise it stays where
    it is.
    """

    peril: Peril
    left: tuple[tuple[str, int], ...]
    open: tuple[str, ...] = ()
    forced: bool = True
    verbs: ClassVar = (FALL_BACK,)
    open_table: ClassVar = True

    def decider(self, s: Any) -> str | None:
        """The owner, while some unit can still step."""
        return self.who if self.open else None

    def run(self, play: TgPlay) -> None:
        """End the retreat and apply the effects of units having stopped in their hexes."""
        play.pop()
        for uid, _ in self.left:
            if play.units[uid].on_map and play.units[uid].at not in self.peril.hexes:
                setup_phase.stopped(play, uid)

    def choices(self, seat: TgSeat, uid: str) -> Choices:
        """The hexes open to a unit now."""
        key = ("retreat", self, uid)
        found: Choices | None = seat.memo.get(key)
        if found is None:
            left = dict(self.left)[uid]
            found = seat.memo[key] = choices(
                seat.rules, seat.s, seat.board, self.peril, uid, left, edge=self.forced
            )
        return found

    def say(self, seat: TgSeat) -> Say:
        """The prompt, with the side and the distance."""
        side = seat.rules.side_name(self.who)
        hexes = ", ".join(self.peril.hexes)
        n = max((n for u, n in self.left if u in self.open), default=0)
        if n == 1:
            return say("{side} units from {hexes}: retreat one hex.", side=side, hexes=hexes)
        return say("{side} units from {hexes}: retreat up to {n} hexes.", side=side, hexes=hexes, n=n)


def leave(play: TgPlay, peril: Peril, uid: str, here: str) -> None:
    """TG-RET-09, AMB-18: disrupt friends in a hex that a unit entered during its retreat and now leaves
    again.
    """
    if here in peril.hexes:
        return
    for other in fighting(play, play.board, play.units[uid].side, here):
        if other != uid and not play.units[other].disrupted:
            text = say(
                "{unit} is disrupted by friendly units retreating through it.",
                unit=play.rules.title(play.roster[other]),
            )
            play.tell(Noted("TG-RET-09", text, (here,)))
            disrupt(play, other)


def _look_on(play: TgPlay) -> None:
    """Update which units of the top retreat can step; when none can, those that can only leave the map do
    so.
    """
    step: Retreat = play.top
    units = play.units
    waiting = [(u, n) for u, n in step.left if n > 0 and units[u].on_map]
    rules, board = play.rules, play.board
    open_ = tuple(u for u, _ in waiting if _steps_from(rules, play, board, step.peril, u, units[u].at))
    play.swap(open=open_)
    if open_ or not step.forced:
        return
    for uid, _ in waiting:
        if off_map(rules, step.peril, units[uid].at):
            text = say("{unit} must retreat off the map.", unit=rules.title(play.roster[uid]))
            play.tell(Noted("TG-CRT-20", text, (units[uid].at,)))
            leave(play, step.peril, uid, units[uid].at)
            remove(play, uid)


def begin(play: TgPlay, who: str, peril: Peril, left: Iterable[tuple[str, int]], *, forced: bool) -> None:
    """Start the retreat of units, each by its number of hexes."""
    owed: Sequence[tuple[str, int]] = [(u, n) for u, n in left if n > 0 and play.units[u].on_map]
    if owed:
        play.push(Retreat(who=who, peril=peril, left=tuple(owed), forced=forced))
        _look_on(play)
