"""Placing units at set-up, as reinforcements and by cards: where they may be placed, and the verbs that place them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from hexbench.engine.events import Noted, UnitPlaced, UnitRemoved
from hexbench.engine.values import Action, Check, Offer, Reason, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import Pick, Press
from hexbench.games.tide_of_iron import checklist, concealment, effects, names
from hexbench.games.tide_of_iron.acting import Stage
from hexbench.games.tide_of_iron.pieces import LOST, NONE, SIDES, TRAYS, aboard

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import Position, TiBoard, TiPlay, TiSeat

MOST, MOST_VEHICLES = 3, 2
"""Units in a hex (TI-STK-01), and vehicles among them (TI-STK-02)."""
_NO_ENTRY = {"stream_deep": "TI-TER-09", "stream_flooded": "TI-TER-10", "pond": "TI-TER-11"}
INSIDE = "start squads inside entrenchments/pillboxes"
"""What an operations card allows, in its own words (A.3)."""


def waiting(s: Position, side: str) -> tuple[str, ...]:
    """The units of a side that wait to be placed, in order."""
    return tuple(x for x, u in s.units.items() if u.side == side and u.at == TRAYS[side])


def from_enemy(rules: TiRules, s: Position, side: str) -> dict[str, int]:
    """The distance of each hex from the other side's deployment zone; 0 if it has none."""
    enemy = next(other for other in SIDES if other != side)
    zone = s.mission.zones.get(f"{enemy}_deploy", ())

    def make() -> dict[str, int]:
        foes = [h for h in zone if h in rules.atlas.index]
        return {h: min((rules.atlas.distance(h, foe) for foe in foes), default=0) for h in rules.atlas.labels}

    return rules.facts.get(("from the enemy", side), (zone,), make)


def full(board: TiBoard, s: Position, unit: Unit, uid: str, at: str) -> Iterator[Reason]:
    """Stacking reasons against one more unit in a hex; a vehicle and its passengers are one unit (TI-STK-06)."""
    here = [s.units[x] for x in board.units_at(at) if x != uid and s.units[x].side == unit.side]
    if len(here) >= MOST:
        yield Reason("TI-STK-01", say("{hex} already contains three units.", hex=at), (at,))
    if not unit.squad and sum(not u.squad for u in here) >= MOST_VEHICLES:
        yield Reason("TI-STK-02", say("{hex} already holds two vehicles.", hex=at), (at,))


def barred(rules: TiRules, s: Position, unit: Unit, at: str) -> Iterator[Reason]:
    """Why a unit can never be in the terrain of a hex."""
    kind = rules.atlas.cell(at).terrain
    ground = effects.terrain(rules, s, kind)
    if (ground.squad if unit.squad else ground.vehicle) is None:
        text = say(
            "{unit} cannot be in the {terrain} in {hex}.",
            unit=rules.title(unit),
            terrain=names.terrain(kind),
            hex=at,
        )
        yield Reason(_NO_ENTRY.get(kind, "TI-MOV-03"), text, (at,))


def unplaceable(
    rules: TiRules, s: Position, board: TiBoard, uid: str, at: str, zone: tuple[str, ...], rule: str
) -> Iterator[Reason]:
    """Every reason against placing a unit in a hex: the zone (``rule``), the ground, enemies there, stacking."""
    unit = s.units[uid]
    if at not in rules.atlas.index:
        yield Reason(
            rule,
            say("{hex} is not a hex of this map.", hex=at) if at else say("Name the hex to place it in."),
        )
        return
    if at not in zone:
        yield Reason(rule, say("{hex} is not in this side's zone.", hex=at), (at,))
    yield from barred(rules, s, unit, at)
    if any(s.units[x].side != unit.side for x in board.units_at(at)):
        yield Reason("TI-RIF-05", say("Enemy units are in {hex}.", hex=at), (at,))
    crowded = tuple(full(board, s, unit, uid, at))
    if crowded and rule == "TI-RIF-03":
        yield Reason("TI-RIF-04", say("Reinforcements may not exceed the stacking limits."), (at,))
    yield from crowded


class Placing(Stage, frozen=True, kw_only=True):
    """A step in which units are placed one by one."""

    def zone(self, s: Position) -> tuple[str, ...]:
        """The hexes they may be placed in."""
        raise TypeError(f"{type(self).__name__} has no zone")

    def mine(self, s: Position) -> tuple[str, ...]:
        """The units that may be placed now; some may have been placed already."""
        raise TypeError(f"{type(self).__name__} places no units")

    def left(self, s: Position) -> tuple[str, ...]:
        """Those not placed yet."""
        return tuple(x for x in self.mine(s) if s.units[x].at == TRAYS[self.who])

    def hows(self, seat: TiSeat, uid: str) -> tuple[str, ...]:
        """The ways in which a unit may be placed."""
        return ("",)

    def against(self, seat: TiSeat, uid: str, at: str, how: str) -> Iterator[Reason]:
        """Every reason against placing a unit there in that way."""
        if at == seat.s.units[uid].at:
            yield Reason(self.rule, say("It is already in {hex}.", hex=at), (at,))
        yield from unplaceable(seat.rules, seat.s, seat.board, uid, at, self.zone(seat.s), self.rule)

    def put(self, play: TiPlay, uid: str, at: str, how: str) -> None:
        """Place it. The step is on top of the stack."""
        play.put(uid, at=at)
        play.tell(UnitPlaced(uid, at))

    def suggested(self, seat: TiSeat, uid: str) -> tuple[str, str] | None:
        """The default place for a unit, (hex, how): spread out, objectives first, then cover, then close to the enemy."""
        s, rules = seat.s, seat.rules
        prizes = {o.hex for o in s.mission.objectives}
        free = [
            at for at in self.zone(s) if at in rules.atlas.index and not any(self.against(seat, uid, at, ""))
        ]
        if not free:
            return None

        far = from_enemy(rules, s, self.who)

        def worth(at: str) -> tuple[int, bool, int, int]:
            cover = effects.terrain(rules, s, rules.atlas.cell(at).terrain).cover
            shelter = cover + 2 * s.works.get(at, NONE).forts
            return len(seat.board.units_at(at)), at not in prizes, -shelter, far[at]

        best = min(free, key=worth)
        inside = next((how for how in ("pillbox", "entrenchment") if self._fits(seat, uid, best, how)), "")
        return best, inside

    def _fits(self, seat: TiSeat, uid: str, at: str, how: str) -> bool:
        return how in self.hows(seat, uid) and not any(self.against(seat, uid, at, how))

    def left_to_do(self, seat: TiSeat) -> Iterator[Reason]:
        """Unplaced units for which there is a hex."""
        alike: dict[bool, str] = {seat.s.units[x].squad: x for x in self.left(seat.s)}
        for uid in alike.values():
            if any(not any(self.against(seat, uid, at, "")) for at in self.zone(seat.s)):
                n = len(self.left(seat.s))
                text = (
                    say("One unit is still to be placed.")
                    if n == 1
                    else say("{n} units are still to be placed.", n=n)
                )
                yield Reason(self.rule, text)
                return

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """Units without a hex."""
        return checklist.placing_left(seat, self)

    def default(self, seat: TiSeat) -> Action | None:
        """Place the rest, then go on."""
        return Action("place_rest" if any(self.left_to_do(seat)) else "done")


def _chosen(seat: TiSeat, step: Placing | None, subject: tuple[str, ...]) -> Iterator[Reason]:
    """Why that unit cannot be placed now."""
    rule = step.rule if step is not None else "TI-SET-11"
    if len(subject) != 1:
        yield Reason(rule, say("Units are placed one at a time."))
        return
    unit = seat.s.units.get(subject[0])
    if unit is None:
        yield seat.rules.missing(f"unit {subject[0]}")
    elif step is not None and unit.side != step.who:
        yield Reason(rule, say("{unit} belongs to the other side.", unit=seat.rules.title(unit)))
    elif step is not None and subject[0] not in step.mine(seat.s):
        yield Reason(rule, say("{unit} is not being placed now.", unit=seat.rules.title(unit)))


class Place(Verb["TiSeat", "Placing", "TiPlay"]):
    """Put a unit into a hex; a squad perhaps into a fortification there, or concealed."""

    name = "place"
    label = say("Place")
    help = say("Drag a unit from the tray to a hex in its zone.")
    subject = "unit"
    object = "hex"
    plain = True
    hows = ("entrenchment", "pillbox", "concealed", "concealed_entrenchment", "concealed_pillbox")

    def offer(self, seat: TiSeat, step: Placing) -> Offer | None:
        """Everything that may be placed."""
        able = step.mine(seat.s)
        return Offer(self.name, able) if able else None

    def targets(self, seat: TiSeat, step: Placing, subject: tuple[str, ...]) -> Iterator[Target]:
        """Every hex and way."""
        if any(_chosen(seat, step, subject)):
            return
        for how in step.hows(seat, subject[0]):
            for at in step.zone(seat.s):
                if not any(step.against(seat, subject[0], at, how)):
                    yield Target(at, how, rules=(step.rule,))

    def reasons(self, seat: TiSeat, step: Placing | None, action: Action) -> Iterator[Reason]:
        """Why not in that hex, or not in that way."""
        bad = list(_chosen(seat, step, action.subject))
        yield from bad
        if step is None or bad:
            return
        if action.how and action.how not in self.hows:
            yield Reason(step.rule, say("Units cannot be placed that way: {how}.", how=action.how))
            return
        found = list(step.against(seat, action.subject[0], action.object, action.how))
        yield from found
        if not found and action.how not in step.hows(seat, action.subject[0]):
            yield Reason(step.rule, say("The unit cannot be placed that way now."))

    def do(self, play: TiPlay, step: Placing, action: Action) -> None:
        step.put(play, action.subject[0], action.object, action.how)


class PlaceRest(Press["TiSeat", "Placing", "TiPlay"]):
    """Place everything that is left: objectives and cover first."""

    name = "place_rest"
    label = say("Place the rest")
    help = say("Place all remaining units, on objectives and in cover first.")
    rule = "TI-SET-11"

    def against(self, seat: TiSeat, step: Placing | None) -> Iterator[Reason]:
        """There must be a unit left to place."""
        if step is not None and not any(step.left_to_do(seat)):
            yield Reason(step.rule, say("No remaining unit has a hex it can be placed in."))

    def cites(self, seat: TiSeat, step: Placing) -> tuple[str, ...]:
        """The clause that requires the units to be placed."""
        return (step.rule,)

    def do(self, play: TiPlay, step: Placing, action: Action) -> None:
        """Place them one by one, each taking account of those already placed."""
        for uid in step.left(play):
            found = step.suggested(play.rules.seat_of(play, step.who), uid)
            if found is not None:
                step.put(play, uid, *found)


class Load(Verb["TiSeat", "Placing", "TiPlay"]):
    """TI-SET-12: a squad begins the game in a vehicle."""

    name = "load"
    label = say("Load into a vehicle")
    help = say("The squad begins the game in the vehicle.")
    subject = "unit"
    object = "unit"

    def able(self, seat: TiSeat, step: Placing) -> Iterable[str]:
        """The squads, when there is a vehicle with room."""
        return (x for x in step.mine(seat.s) if any(self.targets(seat, step, (x,))))

    def targets(self, seat: TiSeat, step: Placing, subject: tuple[str, ...]) -> Iterator[Target]:
        """Every vehicle with room."""
        if any(_chosen(seat, step, subject)):
            return
        for uid in step.mine(seat.s):
            if not any(self._against(seat, step, subject[0], uid)):
                yield Target(uid, rules=("TI-SET-12",))

    def reasons(self, seat: TiSeat, step: Placing | None, action: Action) -> Iterator[Reason]:
        """Not a squad, no transport, or no room."""
        bad = list(_chosen(seat, step, action.subject))
        yield from bad
        if step is None or bad:
            return
        yield from self._against(seat, step, action.subject[0], action.object)

    def _against(self, seat: TiSeat, step: Placing, uid: str, into: str) -> Iterator[Reason]:
        rules, unit, vehicle = seat.rules, seat.s.units[uid], seat.s.units.get(into)
        if not unit.squad:
            yield Reason("TI-TRN-01", say("{unit} is not a squad.", unit=rules.title(unit)))
        if vehicle is None:
            yield rules.missing(f"unit {into}")
            return
        title = rules.title(vehicle)
        if vehicle.side != unit.side or vehicle.squad or not rules.vehicle(vehicle).transport:
            yield Reason("TI-TRN-01", say("{vehicle} cannot carry your squads.", vehicle=title))
            return
        if into not in step.mine(seat.s):
            yield Reason("TI-SET-12", say("{vehicle} is not being placed now.", vehicle=title))
        if unit.inside == into:
            yield Reason("TI-SET-12", say("The squad is already in {vehicle}.", vehicle=title))
        elif len(seat.board.passengers(into)) >= rules.vehicle(vehicle).transport:
            yield Reason("TI-TRN-01", say("{vehicle} is full.", vehicle=title))

    def do(self, play: TiPlay, step: Placing, action: Action) -> None:
        uid, into = action.subject[0], action.object
        play.put(uid, at=aboard(into), shelter="", concealed=False)
        concealment.keep(play, uid)
        play.tell(UnitPlaced(uid, aboard(into)))


class _Forfeit(Pick["TiSeat", "Placing", "TiPlay"]):
    """TI-RIF-06: a reinforcement is given up."""

    name = "forfeit"
    label = say("Give up")
    help = say("This reinforcement will never arrive.")
    rule = "TI-RIF-06"
    back = True

    def among(self, seat: TiSeat, step: Placing) -> Sequence[str]:
        return step.left(seat.s)

    def unfit(self, seat: TiSeat, step: Placing | None, ref: str) -> Iterable[Reason]:
        """Why that unit is not being placed now."""
        return _chosen(seat, step, (ref,))

    def do(self, play: TiPlay, step: Placing, action: Action) -> None:
        lose(play, action.subject[0])


def lose(play: TiPlay, uid: str) -> None:
    """Remove a unit that could not be placed, with its passengers (TI-RIF-06)."""
    for rider in play.board.passengers(uid):
        lose(play, rider)
    unit = play.put(uid, at=LOST)
    play.tell(UnitRemoved(uid, LOST))
    text = say("{unit} could not be placed and is lost.", unit=play.rules.title(unit))
    play.tell(Noted("TI-RIF-06", text, (uid,)))


PLACE, PLACE_REST, LOAD, FORFEIT = Place(), PlaceRest(), Load(), _Forfeit()
