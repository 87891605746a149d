"""Supply status, aerial resupply, bridges and entrenchment (SSDP; TG-SEQ-08, TG-SEQ-12); and recovery of the other side's units
in the first pass (P_RECOVER; TG-SEQ-04, TG-DIS).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.board import remembered
from hexbench.engine.events import Noted
from hexbench.engine.values import Action, Flow, Offer, Reason, Say, Target, say
from hexbench.engine.verb import LazyTargets, Verb
from hexbench.engine.verbs.kinds import END, Phase, Pick
from hexbench.games.tigers import air, casualties, ground, supply, tables, zoc
from hexbench.games.tigers.air_phase import Mission, box_key, take_off
from hexbench.games.tigers.ground import holder
from hexbench.games.tigers.pieces import FOE, VDH, Bridge

if TYPE_CHECKING:
    from hexbench.games.tigers.pieces import Side
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard, TgPlay, TgSeat


# Supply flights in a player's own supply phase (TG-AIR-24..27, AMB-51, AMB-77).


def drop_zones(seat: TgSeat, side: str) -> tuple[str, ...]:
    """The hexes of a side's units that have not been supplied by air in this phase."""
    s = seat.s
    return tuple(
        dict.fromkeys(
            unit.at
            for uid, unit in s.units.items()
            if unit.side == side and unit.on_map and uid != VDH and s.airlifted.get(unit.at) != side
        )
    )


class Resupply(Verb["TgSeat", Any, "TgPlay"]):
    """Fly supplies to a hex."""

    name = "resupply"
    label = say("Supply by air")
    help = say(
        "One air unit, one die roll: four chances in six that all your units in the hex are in "
        "supply until your next supply phase."
    )
    object = "hex"
    hows = tuple(t for types in air.TYPES.values() for t in types)
    risk = "dice"

    def offer(self, seat: TgSeat, step: Any) -> Offer | None:
        """Offered while an air unit can fly and there is a hex to supply."""
        flying = air.fresh(seat.rules, seat.s, step.who)
        return Offer(self.name) if flying and drop_zones(seat, step.who) else None

    def targets(self, seat: TgSeat, step: Any, subject: tuple[str, ...]) -> Sequence[Target]:
        """Every hex with friendly units."""
        if subject:
            return ()
        types = tuple(air.fresh(seat.rules, seat.s, step.who))
        keys = [(at, type_) for at in drop_zones(seat, step.who) for type_ in types]
        text = (say("succeeds on {die}", die=tables.faces(seat.rules, 4)),)

        def make(key: tuple[str, str]) -> Target:
            return Target(
                key[0], key[1], says=text, rules=("TG-AIR-24",), flow=(Flow(box_key(key[1]), (key[0],)),)
            )

        return LazyTargets(keys, make)

    def reasons(self, seat: TgSeat, step: Any | None, action: Action) -> Iterator[Reason]:
        """TG-AIR-01, TG-AIR-24, TG-AIR-29."""
        if step is None:
            yield Reason("TG-AIR-24", say("Supplies are flown only in the owner's supply phase."))
            return
        yield from air.against_flying(seat.rules, seat.s, step.who, action.how)
        at = action.object
        if at not in drop_zones(seat, step.who):
            hexes = (at,) if at in seat.rules.atlas.index else ()
            if seat.s.airlifted.get(at) == step.who:
                yield Reason("AMB-51", say("{hex} has already been supplied by air.", hex=at), hexes)
            else:
                yield Reason("TG-AIR-24", say("None of your units is in {hex}.", hex=at or "-"), hexes)

    def do(self, play: TgPlay, step: Any, action: Action) -> None:
        group = air.fresh(play.rules, play, step.who)[action.how]
        take_off(play, Mission(side=play.air[group].side, group=group, kind="resupply", target=action.object))


RESUPPLY = Resupply()


# Entrenching in a player's own supply phase (TG-TER-01, TG-TER-05, AMB-52).


def against(rules: TgRules, s: Position, side: str, uid: str) -> Iterator[Reason]:
    """Why a unit may not entrench now."""
    unit, printed = s.units[uid], s.roster[uid]
    name = rules.title(printed)
    if unit.side != side:
        yield Reason("TG-SEQ-08", say("{unit} belongs to the other player.", unit=name), unit.spot)
        return
    if not unit.on_map:
        yield Reason("TG-TER-01", say("{unit} is not on the map.", unit=name))
        return
    if not printed.foot or printed.size != "div":
        text = say("{unit} is not an infantry, parachute, airborne or panzer grenadier division.", unit=name)
        yield Reason("TG-TER-05", text, unit.spot)
    if unit.entrenched:
        yield Reason("TG-TER-01", say("{unit} is entrenched.", unit=name), unit.spot)
    if unit.disrupted:
        yield Reason("TG-TER-01", say("{unit} is disrupted and cannot dig in.", unit=name), unit.spot)
    if unit.moved or unit.spent or unit.attacks or unit.advanced or unit.retreated:
        text = say("{unit} has already moved, attacked, advanced or retreated this turn.", unit=name)
        yield Reason("AMB-52", text, unit.spot)


def digging_in(s: Position, uid: str) -> Iterator[Reason]:
    """Why a unit cannot be entrenched at all, whatever it has done this turn (TG-TER-01, TG-TER-05)."""
    printed, unit = s.roster[uid], s.units[uid]
    if printed.size != "div" or not printed.foot:
        yield Reason(
            "TG-TER-05",
            say("Only infantry, parachute, airborne and panzer grenadier divisions can be entrenched."),
            unit.spot,
        )
    if unit.disrupted:
        yield Reason("TG-DIS-02", say("A disrupted unit cannot be entrenched."), unit.spot)


class Entrench(Pick["TgSeat", Any, "TgPlay"]):
    """Entrench a division."""

    name = "entrench"
    label = say("Entrench")
    help = say(
        "An infantry-type division that has done nothing this turn gains one factor on "
        "defense until it is disrupted or leaves the hex."
    )
    rule = "TG-TER-01"

    def among(self, seat: TgSeat, step: Any) -> Sequence[str]:
        """Divisions that may entrench."""
        return [
            uid
            for uid, unit in seat.s.units.items()
            if unit.side == step.who
            and unit.on_map
            and not (unit.disrupted or unit.entrenched or unit.moved)
            and not any(against(seat.rules, seat.s, step.who, uid))
        ]

    def unfit(self, seat: TgSeat, step: Any | None, ref: str) -> Iterable[Reason]:
        """Why it may not entrench."""
        who = step.who if step is not None else seat.s.phasing
        return against(seat.rules, seat.s, who, ref)

    def cites(self, seat: TgSeat, step: Any) -> tuple[str, ...]:
        """The clauses on how to entrench and its effect."""
        return ("TG-TER-01", "TG-TER-02")

    def do(self, play: TgPlay, step: Any, action: Action) -> None:
        casualties.entrench(play, action.subject[0])


ENTRENCH: Final = Entrench()


# Building and demolishing bridges in a player's own supply phase (TG-BRG-11..14, AMB-62).

CHANCE: Final = 5
"""The highest row that succeeds (TG-BRG-11)."""


def hexes_of(side: str) -> tuple[str, ...]:
    """The two hexes of a hexside."""
    return tuple(side.split("/"))


@remembered
def rivers(rules: TgRules) -> tuple[str, ...]:
    """Every river hexside, in the order of the map file."""
    return tuple(
        h.side for h in rules.atlas.sheet.hexsides if "river" in h.kinds and len(_on_map(rules, h.side)) == 2
    )


def _on_map(rules: TgRules, side: str) -> tuple[str, ...]:
    return tuple(h for h in hexes_of(side) if h in rules.atlas.index)


def within_reach(rules: TgRules, s: Position, board: TgBoard, who: str) -> Callable[[str], bool]:
    """A test whether engineers of a side can work at a hexside: one of its combat units is next to it, or
    it is inside its lines, with both hexes held and no enemy next to them (TG-BRG-12, AMB-62).
    """
    ours, unsafe = zoc.stands(s, board, who), _unsafe(rules, s, board, who)

    def reached(side: str) -> bool:
        a, b = hexes_of(side)
        if a in ours or b in ours:
            return True
        if a in unsafe or b in unsafe:
            return False
        return holder(rules, s, a) == who == holder(rules, s, b)

    return reached


def _unsafe(rules: TgRules, s: Position, board: TgBoard, who: str) -> frozenset[str]:
    """The hexes with enemies of a side and those next to them."""
    memo = board.memo[FOE[who]]
    found: frozenset[str] | None = memo.get(_unsafe)
    if found is None:
        theirs = zoc.stands(s, board, FOE[who])
        found = memo[_unsafe] = frozenset(at for enemy in theirs for at in (enemy, *rules.atlas.near[enemy]))
    return found


class _Work(Verb["TgSeat", Any, "TgPlay"]):
    """Common part of building and demolishing: a hexside, one try per hexside and phase, five chances in
    six.
    """

    object = "side"
    barrier = "dice"

    def sites(self, seat: TgSeat) -> Iterable[str]:
        """The hexsides to consider."""
        return rivers(seat.rules)

    def against(self, seat: TgSeat, who: str, side: str) -> Iterator[Reason]:
        """Reasons against the work at one hexside, other than its location."""
        return iter(())

    def hindered(self, seat: TgSeat, who: str) -> Iterator[Reason]:
        """Reasons against the work anywhere."""
        return iter(())

    def open(self, seat: TgSeat, step: Any) -> Iterator[str]:
        """The hexsides where the work may be tried."""
        if any(self.hindered(seat, step.who)):
            return
        tries, who = seat.s.tries, step.who
        reached = within_reach(seat.rules, seat.s, seat.board, who)
        for side in self.sites(seat):
            if side not in tries and reached(side) and not any(self.against(seat, who, side)):
                yield side

    def offer(self, seat: TgSeat, step: Any) -> Offer | None:
        """Offered while there is a hexside to try."""
        return Offer(self.name) if any(self.open(seat, step)) else None

    def targets(self, seat: TgSeat, step: Any, subject: tuple[str, ...]) -> LazyTargets | tuple[Target, ...]:
        if subject:
            return ()
        return LazyTargets(
            tuple(self.open(seat, step)),
            lambda side: Target(side, says=(self.odds(seat, side),), rules=("TG-BRG-11",)),
        )

    def odds(self, seat: TgSeat, side: str) -> Say:
        """The chance of success, as text."""
        return say("five chances in six")

    def _at(self, seat: TgSeat, who: str, side: str) -> Iterator[Reason]:
        ends = hexes_of(side)
        if side in seat.s.tries:
            yield Reason("AMB-62", say("{side} has already been attempted in this phase.", side=side), ends)
        if not within_reach(seat.rules, seat.s, seat.board, who)(side):
            text = say(
                "None of your units is next to {side}, and it is not safely inside your lines.", side=side
            )
            yield Reason("TG-BRG-12", text, ends)
        yield from self.against(seat, who, side)

    def reasons(self, seat: TgSeat, step: Any | None, action: Action) -> Iterator[Reason]:
        """Every rule against it."""
        who = step.who if step is not None else seat.s.phasing
        if action.how or action.via or action.subject:
            yield Reason("TG-BRG-11", say("Give only the hexside."))
        yield from self.hindered(seat, who)
        side = ground.hexside(action.object)
        if side not in rivers(seat.rules):
            yield Reason("TG-BRG-11", say("{side} is not a river hexside.", side=action.object or "-"))
            return
        yield from self._at(seat, who, side)

    def settle(self, seat: TgSeat, step: Any, action: Action) -> Action:
        """Normalise the hexside name, which may be given from either bank."""
        return Action(self.name, (), ground.hexside(action.object))

    def do(self, play: TgPlay, step: Any, action: Action) -> None:
        side = action.object
        play.set(tries=(*play.tries, side))
        if tables.success(play, self.why(side), "TG-BRG-11", CHANCE):
            self.succeed(play, step.who, side)
        else:
            play.tell(Noted("TG-BRG-11", say("The attempt at {side} fails.", side=side), hexes_of(side)))

    def why(self, side: str) -> Say:
        """The purpose of the die roll."""
        return say("work at {side}", side=side)

    def succeed(self, play: TgPlay, who: str, side: str) -> None:
        """Carry out the successful work."""


class Build(_Work):
    """Build an engineer bridge."""

    name = "build"
    label = say("Build a bridge")
    help = say(
        "Build an engineer bridge over a river next to one of your units or well inside your "
        "lines: five chances in six."
    )

    def hindered(self, seat: TgSeat, who: str) -> Iterator[Reason]:
        """It needs a bridge marker in hand (TG-BRG-03)."""
        if seat.s.markers.get(who, 0) < 1:
            yield Reason("TG-BRG-03", say("No engineer bridge is available."))

    def against(self, seat: TgSeat, who: str, side: str) -> Iterator[Reason]:
        """Only where there is no intact bridge; a blown bridge is replaced (TG-BRG-02)."""
        if ground.bridged(seat.s, *hexes_of(side)):
            yield Reason("TG-BRG-11", say("There is already a bridge at {side}.", side=side), hexes_of(side))

    def why(self, side: str) -> Say:
        """The purpose of the die roll."""
        return say("building a bridge at {side}", side=side)

    def succeed(self, play: TgPlay, who: str, side: str) -> None:
        """Place the marker; a road there is usable again (TG-BRG-16)."""
        play.edit("markers")[who] -= 1
        casualties.set_bridge(
            play, side, Bridge(owner="german" if who == "german" else "allied", marker=True)
        )


class Demolish(_Work):
    """Destroy a bridge, or take up a friendly engineer bridge."""

    name = "demolish"
    label = say("Demolish a bridge")
    help = say(
        "Destroy a bridge next to one of your units or well inside your lines: five chances "
        "in six. An engineer bridge of your own is taken up."
    )

    def sites(self, seat: TgSeat) -> Iterable[str]:
        """The hexsides with an intact bridge."""
        return tuple(side for side, bridge in seat.s.bridges.items() if bridge.intact)

    def against(self, seat: TgSeat, who: str, side: str) -> Iterator[Reason]:
        """Only where there is an intact bridge."""
        if not ground.bridged(seat.s, *hexes_of(side)):
            yield Reason("TG-BRG-11", say("There is no bridge at {side}.", side=side), hexes_of(side))

    def odds(self, seat: TgSeat, side: str) -> Say:
        """The chance of success, and what happens to a marker."""
        if _own(seat.s.bridges[side], seat.s.phasing):
            return say("five chances in six; you get the engineer bridge back")
        return say("five chances in six")

    def why(self, side: str) -> Say:
        """The purpose of the die roll."""
        return say("demolishing the bridge at {side}", side=side)

    def succeed(self, play: TgPlay, who: str, side: str) -> None:
        """A friendly marker may be used again at once (TG-BRG-13); any other bridge is destroyed
        (TG-BRG-14).
        """
        old = play.bridges[side]
        if not _own(old, who):
            casualties.blow_bridge(play, side)
            return
        play.edit("markers")[who] += 1
        broken = side in play.rules.road_sides  # the road's own bridge was down when the engineers came
        casualties.set_bridge(play, side, Bridge(owner=old.owner, intact=False) if broken else None)


def _own(bridge: Bridge, who: str) -> bool:
    return bridge.marker and bridge.pool == who


BUILD: Final = Build()
DEMOLISH: Final = Demolish()


def begin(play: TgPlay, side: Side) -> None:
    """Begin the phase: earlier air supply ends, and every hexside may be tried again (AMB-51, AMB-62)."""
    if play.tries:
        play.set(tries=())
    for at in [at for at, who in play.airlifted.items() if who == side]:
        del play.edit("airlifted")[at]
    play.push(SupplyPhase(who=side))


def short(rules: TgRules, s: Position, side: str, board: TgBoard | None = None) -> tuple[str, ...]:
    """The units of a side that are out of supply now, in the order of battle."""
    there: TgBoard = rules.board(s) if board is None else board
    stands = zoc.stands(s, there, side)
    found = [uid for at in supply.unsupplied(rules, s, there, side, stands) for uid in stands[at]]
    return there.in_order(found)


class SupplyPhase(Phase, frozen=True, kw_only=True):
    """The player flies supplies, builds or demolishes bridges and entrenches; at the end, units out of supply
    are disrupted.
    """

    verbs: ClassVar = (RESUPPLY, BUILD, DEMOLISH, ENTRENCH, END)
    phase: ClassVar[str] = "supply"

    def say(self, seat: TgSeat) -> Say:
        """The prompt, with the number of units out of supply."""
        n = len(short(seat.rules, seat.s, self.who))
        if n == 1:
            return say("Supply, bridges and entrenchment: one unit is out of supply.")
        if n:
            return say("Supply, bridges and entrenchment: {n} units are out of supply.", n=n)
        return say("Supply, bridges and entrenchment.")

    def close(self, play: TgPlay) -> None:
        """Units out of supply are disrupted (TG-SUP-09, TG-DIS-11)."""
        for uid in short(play.rules, play, self.who, play.board):
            unit = play.units[uid]
            text = say("{unit} is out of supply.", unit=play.rules.title(play.roster[uid]))
            play.tell(Noted("TG-SUP-09", text, (unit.at,)))
            casualties.disrupt(play, uid)
        play.pop()


def recover_all(play: TgPlay, side: str) -> None:
    """Every disrupted unit of ``side`` recovers if it is in supply and not under attack on the ground
    (TG-DIS-07) or by air (AMB-102).

    Units in a hex under ground attack are marked instead: they may still recover by surviving it
    (TG-DIS-09, AMB-07). Units out of supply do not recover (TG-DIS-08, TG-SUP-10).
    """
    targets = {at for attack in play.attacks for at in attack.targets}
    ours = [
        uid
        for uid, unit in play.units.items()
        if unit.side == side and unit.disrupted and unit.on_map and uid != VDH
    ]
    ready = [
        uid for uid in ours if supply.supplied(play.rules, play, play.board, uid)
    ]  # determined before any unit recovers
    for uid in ready:
        unit = play.units[uid]
        if unit.at in targets:
            play.put(uid, skipped=True)
        elif not unit.bombed:
            casualties.recover(play, uid)
