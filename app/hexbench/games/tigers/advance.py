"""After the retreats of one combat: who recovers, which bridges are lost, whether Peiper goes on, and tactical advances: who
must, who may, how far, and who has to stay and contain (TG-ADV).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from hexbench.engine.events import Noted, UnitMoved
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Reason, Say, Target, Value, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import Press
from hexbench.games.tigers import casualties, peiper, setup_phase, stacking, supply, zoc
from hexbench.games.tigers.casualties import disrupt, leave_works
from hexbench.games.tigers.fighters import fighting
from hexbench.games.tigers.ground import bridged, river, road
from hexbench.games.tigers.movers import factor
from hexbench.games.tigers.odds import DUMP
from hexbench.games.tigers.pieces import FOE, PEIPER

if TYPE_CHECKING:
    from hexbench.games.tigers.battle import Battle
    from hexbench.games.tigers.pieces import Printed
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard, TgPlay, TgSeat


# Where a victorious unit may advance: hex by hex, under zones of control, rivers and forests (TG-
# ADV-01..06).

ASIDE: Final = "aside"
"""Into an empty hex next to the unit, not through one that was given up (TG-ADV-09)."""
FAST: Final = ("arm", "pz", "tiger", "cav")
"""TG-ADV-03: armor, panzers and armored cavalry."""


class Lane(Value, frozen=True):
    """A hex that was given up: how far an advance through it goes, for all and for the fast (TG-ADV-01, TG-ADV-03)."""

    hex: str
    reach: int
    fast: int


class Way(NamedTuple):
    """A route of an advance, the start left out."""

    via: tuple[str, ...]
    aside: bool
    disrupts: bool
    """The zones of control disrupt who goes it (TG-ZOC-25, TG-ZOC-28)."""


def allowance(printed: Printed, lane: Lane) -> int:
    """The hexes a unit may advance through a lane."""
    return lane.fast if printed.type in FAST else lane.reach


def _against_hex(
    rules: TgRules, s: Position, board: TgBoard, uid: str, here: str, at: str
) -> Iterator[Reason]:
    """What keeps a unit from advancing one hex, zones of control apart."""
    printed = s.roster[uid]
    if at not in rules.atlas.near[here]:
        yield Reason("TG-ADV-01", say("{hex} is not adjacent.", hex=at), (here, at))
        return
    if fighting(s, board, FOE[printed.side], at):
        yield Reason("AMB-98", say("Enemy units are in {hex}.", hex=at), (at,))
    if printed.mech and river(rules, here, at) and not bridged(s, here, at):
        text = say("{unit} advances over a river only at a bridge.", unit=rules.title(printed))
        yield Reason("AMB-118", text, (here, at))


def _against_length(rules: TgRules, s: Position, start: str, via: Sequence[str]) -> Iterator[Reason]:
    """What denies an advance of two hexes or more (TG-ADV-04, TG-ADV-05, AMB-24)."""
    if len(via) < 2:
        return
    for here, at in zip((start, *via), via, strict=False):
        if river(rules, here, at) and not bridged(s, here, at):
            text = say("No advance of two hexes over the unbridged river before {hex}.", hex=at)
            yield Reason("TG-ADV-04", text, (here, at))
        if rules.atlas.cell(at).terrain == "forest" and not road(rules, s, here, at):
            text = say("No advance of two hexes into the forest of {hex} but along a road.", hex=at)
            yield Reason("TG-ADV-05", text, (here, at))


def _zone_stop(
    rules: TgRules, s: Position, board: TgBoard, uid: str, start: str, via: Sequence[str]
) -> zoc.Effect | Reason:
    """What zones of control make of a route (TG-ADV-02, TG-ZOC-41): the effect of its last step, or why not."""
    side = s.units[uid].side
    kinds = zoc.kinds(rules, s, board, side)
    found = zoc.Effect(0)
    gap = rules.options.zoc_gap == "both"
    for n, (here, at) in enumerate(zip((start, *via), via, strict=False)):
        if n and (found.stop or found.whole):
            text = say("The zones of control end the advance in {hex}.", hex=here)
            return Reason(next(iter(found.clauses), "TG-ZOC-20"), text, (here,))
        step = zoc.effect(
            kinds.of(here, at),
            found.mood,
            first=n == 0,
            friend=zoc.friends(s, board, side, at, (uid,)),
            left=zoc.friends(s, board, side, here, (uid,)),
            gap_disrupts=gap,
        )
        if isinstance(step, zoc.Forbidden):
            text = say("The zones of control forbid the step from {here} to {hex}.", here=here, hex=at)
            return Reason(step.clause, text, (here, at))
        found = step._replace(disrupted=step.disrupted or found.disrupted)
    return found


def _against_way(
    rules: TgRules, s: Position, board: TgBoard, uid: str, via: Sequence[str]
) -> zoc.Effect | tuple[Reason, ...]:
    """The effect of the zones on a route, or every reason against it, its length apart."""
    start = s.units[uid].at
    out: list[Reason] = []
    for here, at in zip((start, *via), via, strict=False):
        out += _against_hex(rules, s, board, uid, here, at)
    if not out:
        out += _against_length(rules, s, start, via)
        effect = _zone_stop(rules, s, board, uid, start, via)
        if isinstance(effect, Reason):
            out.append(effect)
        elif not out:
            return effect
    return tuple(out)


def ways(
    rules: TgRules, s: Position, board: TgBoard, lanes: Sequence[Lane], most: int, uid: str
) -> dict[tuple[str, str], Way]:
    """(hex, how) -> the way there, the shortest first, of every hex a unit may advance to; duties apart. ``most``: the hexes it can
    pay for.
    """
    unit, printed = s.units[uid], s.roster[uid]
    out: dict[tuple[str, str], Way] = {}
    if unit.disrupted or not unit.on_map:
        return out
    for lane in lanes:
        if lane.hex not in rules.atlas.near[unit.at]:
            continue
        far = min(allowance(printed, lane), most)
        fringe: list[tuple[str, ...]] = [(lane.hex,)]
        while fringe:
            via = fringe.pop(0)
            effect = _against_way(rules, s, board, uid, via)
            if not isinstance(effect, zoc.Effect):
                continue
            out.setdefault((via[-1], ""), Way(via, False, effect.disrupted))
            if len(via) < far and not effect.stop and not effect.whole:
                fringe += [(*via, at) for at in rules.atlas.near[via[-1]] if at != unit.at and at not in via]
    for at in rules.atlas.near[unit.at]:
        if not empty(s, board, at) or any(lane.hex == at for lane in lanes):
            continue
        effect = _against_way(rules, s, board, uid, (at,))
        if isinstance(effect, zoc.Effect):
            out[at, ASIDE] = Way((at,), True, effect.disrupted)
    return out


def along(
    rules: TgRules,
    s: Position,
    board: TgBoard,
    lanes: Sequence[Lane],
    most: int,
    uid: str,
    via: tuple[str, ...],
) -> Way | tuple[Reason, ...]:
    """A way through a hex that was given up, gone hex by hex as it is named, or every reason against it."""
    unit, printed = s.units[uid], s.roster[uid]
    for at in via:
        if at not in rules.atlas.index:
            return (rules.missing(f"hex {at}"),)
    lane = next((one for one in lanes if one.hex == via[0]), None)
    if lane is None:
        return (Reason("TG-ADV-01", say("{hex} is no hex that was given up.", hex=via[0]), via[:1]),)
    if len({unit.at, *via}) <= len(via):
        return (Reason("TG-ADV-01", say("No hex is entered twice in an advance."), via),)
    far = min(allowance(printed, lane), most)
    if len(via) > far:
        text = say("The advance may be at most {n} hexes long.", n=far)
        return (Reason("TG-ADV-03" if far else "TG-ADV-01", text, via),)
    effect = _against_way(rules, s, board, uid, via)
    return Way(via, False, effect.disrupted) if isinstance(effect, zoc.Effect) else effect


def empty(s: Position, board: TgBoard, at: str) -> bool:
    """Whether nobody stands in a hex (TG-ADV-09)."""
    return not any(s.roster[u].type != "vdh" for u in board.units_at(at))


MF: Final = 3
"""Thirds in a movement factor."""


def strength(s: Position, units: Iterable[str]) -> int:
    """What units count for the duty to advance or to contain."""
    return sum(s.roster[u].factor for u in units)


def _beside(rules: TgRules, step: Advance, at: str) -> bool:
    """Whether a hex is next to a pinned one."""
    near = rules.atlas.near[at]
    return any(pinned in near for pinned in step.pinned)


def _in_contact(rules: TgRules, s: Position, step: Advance) -> int:
    """The strength of the attackers next to the pinned hexes (TG-ADV-08)."""
    return strength(
        s, (u for u in step.attackers if s.units[u].on_map and _beside(rules, step, s.units[u].at))
    )


class GoForward(Verb["TgSeat", "Advance", "TgPlay"]):
    """Advance one victorious unit."""

    name = "advance"
    label = say("Advance")
    help = say(
        "Drag a victorious unit into the hex that was given up, through it, or into an empty hex beside it."
    )
    subject = "unit"
    object = "hex"
    hows = (ASIDE,)

    def able(self, seat: TgSeat, step: Advance) -> Iterable[str]:
        """Every victor with somewhere to go."""
        return (u for u in step.units if step.open(seat, u))

    def targets(self, seat: TgSeat, step: Advance, subject: tuple[str, ...]) -> Iterable[Target]:
        """The hexes within reach; the unit is disrupted by it (TG-ADV-10)."""
        if len(subject) != 1 or subject[0] not in step.units:
            return
        for (at, how), way in step.open(seat, subject[0]).items():
            rule = "TG-ADV-09" if how else "TG-ADV-01" if len(way.via) == 1 else "TG-ADV-03"
            says = list(stacking.too_many(seat.s, seat.board, subject[0], at))
            if way.disrupts and subject[0] in step.group:
                says.append(say("The zones of control disrupt it at once: KG Peiper's activity ends."))
            yield Target(at, how, way.via, says=tuple(says), rules=(rule,))

    def reasons(self, seat: TgSeat, step: Advance | None, action: Action) -> Iterator[Reason]:
        """Not a victor, not there, or needed elsewhere."""
        if len(action.subject) != 1:
            yield Reason("TG-ADV-01", say("Units advance one at a time."))
            return
        uid, at = action.subject[0], action.object
        if (stranger := seat.rules.stranger(seat.s, action.subject, at)) is not None:
            yield stranger
            return
        if step is None:
            return
        name = seat.called(uid)
        if uid not in step.units:
            yield Reason("TG-ADV-01", say("{unit} does not advance now.", unit=name), seat.s.units[uid].spot)
            return
        if seat.s.units[uid].disrupted:
            text = say("{unit} is disrupted and does not advance.", unit=name)
            yield Reason("AMB-04", text, seat.s.units[uid].spot)
            return
        found = step.ways(seat, uid).get((at, action.how))
        if found is None:
            yield from _why_not(seat, step, uid, action)
        elif action.via and action.via[-1] != at:
            yield Reason("TG-ADV-01", say("This way does not lead there."), action.via)
        else:
            way = step.way(seat.rules, seat.s, seat.board, action, found)
            yield from way if not isinstance(way, Way) else step.amiss(seat, uid, way)

    def settle(self, seat: TgSeat, step: Advance, action: Action) -> Action:
        via = action.via or step.ways(seat, action.subject[0])[action.object, action.how].via
        return Action(self.name, action.subject, action.object, action.how, via)

    def do(self, play: TgPlay, step: Advance, action: Action) -> None:
        """It goes and is disrupted; KG Peiper's group is later (TG-KGP-09), and pays for each hex (TG-KGP-07)."""
        uid = action.subject[0]
        start = play.units[uid].at
        shortest = step.find(play.rules, play, play.board, uid)[action.object, action.how]
        way = step.way(play.rules, play, play.board, action, shortest)
        assert isinstance(way, Way), "nothing is against it"
        spent = play.units[uid].spent + (MF * len(way.via) if uid in step.group else 0)
        leave_works(play, uid)
        for at in way.via:
            play.put(uid, at=at, advanced=True, spent=spent)
        play.tell(UnitMoved(uid, (start, *way.via), "advance"))
        setup_phase.stopped(play, uid)
        if uid not in step.group or way.disrupts:
            disrupt(play, uid)
        through = step.through + (0 if way.aside else play.roster[uid].factor)
        play.swap(units=tuple(u for u in step.units if u != uid), through=through)
        if not anybody(play, play.top):  # nothing is left to decide
            play.pop()


def _why_not(seat: TgSeat, step: Advance, uid: str, action: Action) -> Iterator[Reason]:
    """The rules that keep a victor out of a hex."""
    rules, s, board = seat.rules, seat.s, seat.board
    at, start, printed = action.object, s.units[uid].at, s.roster[uid]
    if at == start:
        yield Reason("TG-ADV-01", say("{unit} stands there already.", unit=rules.title(printed)), (at,))
        return
    lanes = [lane for lane in step.lanes if lane.hex in rules.atlas.near[start]]
    if action.how == ASIDE or at in rules.atlas.near[start]:
        lane = next((one for one in lanes if one.hex == at), None)
        effect = _against_way(rules, s, board, uid, (at,))
        if not isinstance(effect, zoc.Effect):
            yield from effect
        elif lane is None and not empty(s, board, at):
            yield Reason("TG-ADV-09", say("{hex} is not empty.", hex=at), (at,))
        elif lane is None:
            yield Reason("TG-ADV-01", say("{hex} is no hex that was given up.", hex=at), (at,))
        else:  # it may go there, but not in this manner
            text = say("{hex} was given up: the advance leads into it, not aside.", hex=at)
            yield Reason("TG-ADV-09", text, (at,))
        return
    far = max((min(allowance(printed, lane), step.most(rules, s, uid)) for lane in lanes), default=0)
    near = [lane for lane in lanes if at in rules.atlas.near[lane.hex]]
    if far < 2 or not near:
        yield Reason(
            "TG-ADV-03" if far else "TG-ADV-01",
            say("The advance may be at most {n} hexes long.", n=far),
            (at,),
        )
        return
    for lane in near:
        effect = _against_way(rules, s, board, uid, (lane.hex, at))
        if not isinstance(effect, zoc.Effect):
            yield from effect
        elif allowance(printed, lane) < 2:
            yield Reason("TG-ADV-01", say("The advance through {hex} is one hex long.", hex=lane.hex), (at,))


class Stay(Press["TgSeat", "Advance", "TgPlay"]):
    """Nobody else advances."""

    name = "stay"
    risk = "handover"
    label = say("No further advance")
    help = say(
        "Whoever has not advanced stays where it is; what must advance or stay in contact has done so."
    )
    ends = True
    rule = "TG-ADV-07"

    def against(self, seat: TgSeat, step: Advance | None) -> Iterable[Reason]:
        """Enough must have advanced."""
        return step.duty(seat) if step is not None else ()

    def do(self, play: TgPlay, step: Advance, action: Action) -> None:
        play.pop()


ADVANCE, STAY = GoForward(), Stay()


class Advance(Ask, frozen=True, kw_only=True):
    """The victor advances ``units``, those of ``attackers`` that have not done so, through ``lanes``.

    ``owed`` is the strength that must go through them, ``through`` what has (TG-ADV-07); ``contain`` the strength that must
    stay next to the ``pinned`` hexes (TG-ADV-08). ``group``: KG Peiper and those attached to it.
    """

    units: tuple[str, ...]
    attackers: tuple[str, ...]
    lanes: tuple[Lane, ...] = ()
    owed: int = 0
    through: int = 0
    pinned: tuple[str, ...] = ()
    contain: int = 0
    group: tuple[str, ...] = ()
    verbs: ClassVar = (ADVANCE, STAY)
    open_table: ClassVar = True

    def most(self, rules: TgRules, s: Position, uid: str) -> int:
        """The hexes a unit can pay for: the group of KG Peiper one more than its movement left (TG-KGP-08, AMB-26)."""
        if uid not in self.group:
            return 99
        return max(factor(rules, s, s.roster[uid]) * MF - s.units[uid].spent, 0) // MF + 1

    def find(self, rules: TgRules, s: Position, board: TgBoard, uid: str) -> dict[tuple[str, str], Way]:
        """Where a unit may go, duties apart."""
        return ways(rules, s, board, self.lanes, self.most(rules, s, uid), uid)

    def way(
        self, rules: TgRules, s: Position, board: TgBoard, action: Action, shortest: Way
    ) -> Way | tuple[Reason, ...]:
        """The way a unit is to go: the shortest, or another one that is named; or what is against that."""
        if action.via in ((), shortest.via):
            return shortest
        if shortest.aside:
            return (Reason("TG-ADV-09", say("An advance aside is one hex long."), action.via),)
        (uid,) = action.subject
        return along(rules, s, board, self.lanes, self.most(rules, s, uid), uid, action.via)

    def ways(self, seat: TgSeat, uid: str) -> dict[tuple[str, str], Way]:
        key = ("advance", self, uid)
        found: dict[tuple[str, str], Way] | None = seat.memo.get(key)
        if found is None:
            found = seat.memo[key] = self.find(seat.rules, seat.s, seat.board, uid)
        return found

    def entrants(self, seat: TgSeat) -> tuple[str, ...]:
        """The units that can still go through a hex that was given up."""
        key = ("entrants", self)
        found: tuple[str, ...] | None = seat.memo.get(key)
        if found is None:
            found = seat.memo[key] = tuple(
                u
                for u in self.units
                if any(
                    not way.aside and not self.loses_contact(seat.rules, seat.s, u, way)
                    for way in self.ways(seat, u).values()
                )
            )
        return found

    def loses_contact(self, rules: TgRules, s: Position, uid: str, way: Way) -> bool:
        """Whether a unit that goes leaves too few to contain the defenders (TG-ADV-08)."""
        if not self.pinned or uid not in self.attackers:
            return False
        unit, factor = s.units[uid], s.roster[uid].factor
        # asked for every way of everybody: most stand next to nobody pinned, or still do afterwards
        if not factor or not _beside(rules, self, unit.at) or _beside(rules, self, way.via[-1]):
            return False
        return _in_contact(rules, s, self) - factor < self.contain

    def amiss(self, seat: TgSeat, uid: str, way: Way) -> Iterator[Reason]:
        """Why a unit is needed elsewhere."""
        name = seat.called(uid)
        if self.loses_contact(seat.rules, seat.s, uid, way):
            text = say("{unit} is needed to contain the defenders ({n}).", unit=name, n=self.contain)
            yield Reason("TG-ADV-08", text, self.pinned)
        if way.aside and self.through < self.owed:
            others = [u for u in self.entrants(seat) if u != uid]
            if uid in self.entrants(seat) and self.through + strength(seat.s, others) < self.owed:
                hexes = tuple(lane.hex for lane in self.lanes)
                text = say("{unit} is needed in the hex that was given up.", unit=name)
                yield Reason("TG-ADV-07", text, hexes)

    def open(self, seat: TgSeat, uid: str) -> dict[tuple[str, str], Way]:
        """The ways a unit may go now."""
        known = ("open", self, uid)
        found: dict[tuple[str, str], Way] | None = seat.memo.get(known)
        if found is None:
            found = seat.memo[known] = {
                key: way for key, way in self.ways(seat, uid).items() if not any(self.amiss(seat, uid, way))
            }
        return found

    def duty(self, seat: TgSeat) -> Iterator[Reason]:
        """TG-ADV-07, AMB-21: as long as too few have gone through, somebody who can must."""
        if self.through < self.owed and self.entrants(seat):
            hexes = ", ".join(lane.hex for lane in self.lanes)
            if self.owed == 1:
                text = say("Attackers of one factor must advance through {hexes}.", hexes=hexes)
            else:
                text = say("Attackers of {n} factors must advance through {hexes}.", n=self.owed, hexes=hexes)
            yield Reason("TG-ADV-07", text, tuple(lane.hex for lane in self.lanes))

    def say(self, seat: TgSeat) -> Say:
        side = seat.rules.side_name(self.who)
        if not self.lanes:
            return say(
                "{side} units contain {hexes}; others may advance.", side=side, hexes=", ".join(self.pinned)
            )
        hexes = ", ".join(lane.hex for lane in self.lanes)
        if self.through < self.owed:
            left = self.owed - self.through
            if left == 1:
                return say("{side} advance into {hexes}: one factor must go.", side=side, hexes=hexes)
            return say("{side} advance into {hexes}: {n} factors must go.", side=side, hexes=hexes, n=left)
        return say("{side} advance into {hexes}: others may go.", side=side, hexes=hexes)

    def default(self, seat: TgSeat) -> Action | None:
        """No more than must be."""
        if not any(self.duty(seat)):
            return Action("stay")
        found = [
            Action("advance", (uid,), at, how, way.via)
            for uid in self.entrants(seat)
            for (at, how), way in self.open(seat, uid).items()
            if not way.aside
        ]
        s, board = seat.s, seat.board
        roomy = (a for a in found if not any(stacking.too_many(s, board, a.subject[0], a.object)))
        return next(roomy, found[0] if found else None)


def anybody(play: TgPlay, step: Advance) -> bool:
    """Whether some victor has somewhere to go and is not needed where he is."""
    rules = play.rules
    return any(
        not step.loses_contact(rules, play, uid, way)
        for uid in step.units
        for way in step.find(rules, play, play.board, uid).values()
    )


_SECOND_HEX: Final = ("D2", "D3", "DE")
"""TG-ADV-03."""
_LENGTHENED: Final[dict[str, int]] = {"D": 0, "D/AE": 0, "D1": 1, "D2": 2, "D3": 3}
"""The printed length a retreat is measured from (TG-CRT-09, AMB-22)."""
DUMP_FALLS: Final = ("D1", "D2", "D3", "DE")
"""Results that take the dump when it stands alone (AMB-78)."""


def advance_after(play: TgPlay, step: Battle) -> Advance | None:
    """The question of the advance; None when nobody gave way and nobody is pinned."""
    units = tuple(u for u in step.attack.attackers if play.units[u].on_map and not play.units[u].disrupted)
    lanes = tuple(_lanes(play, step))
    open_ = {lane.hex for lane in lanes}
    pinned = tuple(at for at in step.attack.targets if at not in open_ and _pinned(play, step, at))
    if not units or not (lanes or pinned):
        return None
    return Advance(
        who=step.side,
        units=units,
        attackers=step.attack.attackers,
        lanes=lanes,
        owed=step.worth(tuple(open_)),
        pinned=pinned,
        contain=step.worth(pinned),
        group=_group(play, step),
    )


def _group(play: TgPlay, step: Battle) -> tuple[str, ...]:
    """KG Peiper and those attached to it, if it took part (TG-KGP-01)."""
    if PEIPER not in step.attack.attackers:
        return ()
    return tuple(u for u in peiper.group(play, play.board) if u in step.attack.attackers)


def _lanes(play: TgPlay, step: Battle) -> Iterator[Lane]:
    """The hexes that were given up, each with the length of an advance through it (TG-ADV-01, TG-ADV-03, TG-ADV-06)."""
    codes, lengths, extras, fates = dict(step.codes), dict(step.forced), dict(step.added), dict(step.fates)
    for at in step.attack.targets:
        here = [guard for guard in step.guards if guard.hex == at]
        if fighting(play, play.board, FOE[step.side], at) or not here:
            continue
        if here[0].unit == DUMP and fates[DUMP] not in DUMP_FALLS:
            continue
        elite = any(step.reads(guard) for guard in here)
        code = "DE" if all(fates[guard.unit] == "DE" for guard in here) else codes[elite]
        beyond = 0
        if code in _LENGTHENED:
            gone = lengths.get(elite, 0) + extras.get(elite, 0)
            beyond = max(0, gone - _LENGTHENED[code])
        base = 0 if code in ("D", "D/AE") else 1
        yield Lane(at, base + beyond, (2 if code in _SECOND_HEX else base) + beyond)


def _pinned(play: TgPlay, step: Battle, at: str) -> bool:
    """TG-ADV-08: whether defenders of a hex were left there by a length of 0 that pins."""
    codes, lengths, fates = dict(step.codes), dict(step.forced), dict(step.fates)
    return any(
        guard.hex == at
        and guard.unit != DUMP
        and play.units[guard.unit].at == at
        and fates[guard.unit] in ("D1", "D2", "D3")
        and lengths.get(step.reads(guard)) == 0
        and step.pins(play, codes[step.reads(guard)])
        for guard in step.guards
    )


def recover_survivors(play: TgPlay, step: Battle) -> None:
    """TG-DIS-09, AMB-07: who was denied recovery as a target and survived a "-" or AE recovers, if supplied."""
    fates = dict(step.fates)
    for guard in step.guards:
        if guard.unit == DUMP or fates[guard.unit] not in ("-", "AE"):
            continue
        unit = play.units[guard.unit]
        if unit.skipped and unit.on_map and supply.supplied(play.rules, play, play.board, guard.unit):
            casualties.recover(play, guard.unit)
            play.put(guard.unit, skipped=False)


def blow_bridges(play: TgPlay, step: Battle) -> None:
    """TG-BRG-07, AMB-61: a result worse than D for the attacker destroys the bridges of the attack."""
    order = play.rules.tables.results.severity
    if not step.codes or order.index(step.code) <= order.index("D"):
        return
    for side in step.attack.bridged:
        bridge = play.bridges.get(side)
        if bridge is not None and bridge.intact:
            text = say("The engineer bridge at {side} is destroyed.", side=side)
            play.tell(Noted("TG-BRG-07", text, tuple(side.split("/"))))
            casualties.blow_bridge(play, side)


def peiper_next(play: TgPlay, step: Battle) -> None:
    """TG-KGP-03, TG-KGP-04: after a combat KG Peiper may go on, unless the result stopped it."""
    if PEIPER in step.attack.attackers:
        peiper.after_combat(play, step.attack.attackers, step.code)
