"""What the player of a moving unit can do at each step (C.3, M1): go on, stop, board, leave, take cover, clear wire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.atlas.arcs import points
from hexbench.engine.events import UnitPlaced
from hexbench.engine.values import Action, Offer, Reason, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import Press
from hexbench.games.tide_of_iron import casualties, concealment, names, passage
from hexbench.games.tide_of_iron.movement import Move, come_out, leaving, start_of
from hexbench.games.tide_of_iron.passage import (
    FORT_COST,
    RIDE_COST,
    WIRE_COST,
    routes,
    way_reasons,
    way_targets,
    with_route,
)
from hexbench.games.tide_of_iron.pieces import FORTS, NONE, aboard
from hexbench.games.tide_of_iron.strength import scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat


class _MoveVerb(Verb["TiSeat", "Move", "TiPlay"]):
    """Base of the move's verbs: their subject is the moving unit."""

    subject = "unit"

    def against(self, seat: TiSeat, step: Move, action: Action) -> Iterator[Reason]:
        """Reasons against it, besides naming the wrong unit."""
        return iter(())

    def offer(self, seat: TiSeat, step: Move) -> Offer | None:
        """Offered for the moving unit if the verb can be used."""
        own = (step.unit,)
        return Offer(self.name, own) if any(True for _ in self.targets(seat, step, own)) else None

    def targets(self, seat: TiSeat, step: Move, subject: tuple[str, ...]) -> Iterable[Target]:
        """At most one target."""
        if subject == (step.unit,) and not any(self.against(seat, step, Action(self.name, subject))):
            yield self.target(seat, step)

    def target(self, seat: TiSeat, step: Move) -> Target:
        """The only target."""
        return Target()

    def reasons(self, seat: TiSeat, step: Move | None, action: Action) -> Iterator[Reason]:
        """The action must name the moving unit; then the reasons of :meth:`against`."""
        if len(action.subject) != 1:
            yield Reason("TI-MOV-01", say("Only one unit can move at a time."))
            return
        if action.subject[0] not in seat.s.units:
            yield seat.rules.missing(f"unit {action.subject[0]}")
            return
        if step is None:
            yield Reason(
                "TI-MOV-01",
                say("Movement points can only be spent while the unit is moving as part of its action."),
            )
            return
        if action.subject[0] != step.unit:
            yield Reason("TI-MOV-01", say("Another unit is moving."))
            return
        yield from self.against(seat, step, action)


class Go(_MoveVerb):
    """Move on to a hex; the unit may be fired at on the way (TI-MOV-05)."""

    name = "go"
    label = say("Move")
    help = say("Drag the unit to a hex; the enemy may fire at it on the way.")
    object = "hex"

    def targets(self, seat: TiSeat, step: Move, subject: tuple[str, ...]) -> Sequence[Target]:
        """Every hex within reach."""
        if subject == (step.unit,):
            unit = seat.s.units[step.unit]
            return way_targets(seat, step.unit, start_of(scene(seat), step), leaving(unit))
        return ()

    def offer(self, seat: TiSeat, step: Move) -> Offer | None:
        """Offered if there is a hex to go to; no routes are computed."""
        own = (step.unit,)
        return Offer(self.name, own) if len(self.targets(seat, step, own)) else None

    def against(self, seat: TiSeat, step: Move, action: Action) -> Iterator[Reason]:
        """Why the hex is out of reach or barred."""
        if step.once and len(step.path) > 1:
            yield Reason(
                "TI-FORT-24",
                say("A unit that starts its move in a minefield can move only one hex."),
                (step.path[-1],),
            )
            return
        unit, start = seat.s.units[step.unit], start_of(scene(seat), step)
        yield from way_reasons(seat, step.unit, start, action, leaving(unit))

    def settle(self, seat: TiSeat, step: Move, action: Action) -> Action:
        """Fill in the cheapest route if the action names none."""
        return with_route(seat, step.unit, start_of(scene(seat), step), action)

    def do(self, play: TiPlay, step: Move, action: Action) -> None:
        """Start moving; the remaining route is kept in the step."""
        play.swap(way=action.via or (action.object,), asking=False)


class Stop(Press["TiSeat", "Move", "TiPlay"]):
    """End the move here."""

    name = "stop"
    ends = True
    risk = "handover"
    label = say("End the move")
    help = say("The unit stays here; any movement points left are lost.")
    rule = "TI-STK-04"

    def against(self, seat: TiSeat, step: Move | None) -> Iterator[Reason]:
        """A unit that may not stay here must go on if it can."""
        if step is None:
            return
        unit, sc = seat.s.units[step.unit], scene(seat)
        if not unit.on_map or passage.may_stand(sc, unit, unit.at):
            return
        if passage.goes_on(sc, unit, start_of(sc, step)):
            crowd = passage.enemies(sc, unit.side, unit.at) or passage.lurkers(sc, unit.side, unit.at)
            rule = "B-MOV-11" if crowd else "TI-STK-04"
            yield Reason(rule, say("The unit may not stay in {hex}.", hex=unit.at), (unit.at,))

    def do(self, play: TiPlay, step: Move, action: Action) -> None:
        """The move is over."""
        play.swap(asking=False, over=True)


class Board(_MoveVerb):
    """Board a vehicle in the hex; that ends the action (TI-TRN-02, TI-TRN-03)."""

    name = "board"
    label = say("Board a vehicle")
    help = say("The squad gets into a vehicle in its hex.")
    object = "unit"

    def targets(self, seat: TiSeat, step: Move, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every vehicle with room."""
        unit = seat.s.units[step.unit]
        if subject != (step.unit,) or not unit.on_map:
            return
        for uid in seat.board.units_at(unit.at):
            if not any(self.against(seat, step, Action(self.name, subject, uid))):
                yield Target(
                    uid, "", (), RIDE_COST, (say("Boarding fatigues the squad."),), ("TI-TRN-02", "TI-TRN-03")
                )

    def against(self, seat: TiSeat, step: Move, action: Action) -> Iterator[Reason]:
        """Not a squad, no transport, no room, or not enough MP."""
        rules, unit, vehicle = seat.rules, seat.s.units[step.unit], seat.s.units.get(action.object)
        if vehicle is None:
            yield rules.missing(f"unit {action.object}")
            return
        if not unit.squad:
            yield Reason("TI-TRN-01", say("Only squads can board vehicles."))
        if unit.inside:
            yield Reason("TI-TRN-02", say("The unit is already in a vehicle."))
        elif vehicle.at != unit.at:
            yield Reason(
                "TI-TRN-02",
                say("{vehicle} is not in the unit's hex.", vehicle=rules.title(vehicle)),
                vehicle.spot,
            )
        if vehicle.squad or vehicle.side != unit.side or not rules.vehicle(vehicle).transport:
            yield Reason(
                "TI-TRN-01", say("{vehicle} cannot carry your squads.", vehicle=rules.title(vehicle))
            )
        elif len(seat.board.passengers(action.object)) >= rules.vehicle(vehicle).transport:
            yield Reason("TI-TRN-01", say("{vehicle} is full.", vehicle=rules.title(vehicle)), vehicle.spot)
        if unit.shelter:
            yield Reason("B-FORT-1", say("The unit must leave its fortification first."), unit.spot)
        yield from _dear("TI-TRN-02", RIDE_COST, step)

    def do(self, play: TiPlay, step: Move, action: Action) -> None:
        """Board the vehicle; the squad is fatigued, and revealed if it was concealed."""
        uid, into = step.unit, action.object
        concealment.reveal(play, uid, "TI-TRN-14")
        play.put(uid, at=aboard(into))
        play.tell(UnitPlaced(uid, aboard(into)))
        casualties.fatigue(play, uid)
        play.swap(left=step.left - RIDE_COST, asking=False, over=True)


class Leave(_MoveVerb):
    """Leave the vehicle (TI-TRN-11)."""

    name = "leave"
    label = say("Leave the vehicle")
    help = say("The squad gets out of its vehicle.")

    def target(self, seat: TiSeat, step: Move) -> Target:
        """The squad gets out in the vehicle's hex."""
        return Target(cost=RIDE_COST, rules=("TI-TRN-11", "TI-TRN-13"))

    def against(self, seat: TiSeat, step: Move, action: Action) -> Iterator[Reason]:
        """Not in a vehicle, not enough MP, or no room."""
        unit = seat.s.units[step.unit]
        if not unit.inside:
            yield Reason("TI-TRN-11", say("The unit is not in a vehicle."))
            return
        yield from _dear("TI-TRN-11", RIDE_COST, step)
        if not passage.may_stand(scene(seat), unit, step.path[-1]):
            yield Reason(
                "TI-TRN-12", say("There is no room for it in {hex}.", hex=step.path[-1]), (step.path[-1],)
            )

    def do(self, play: TiPlay, step: Move, action: Action) -> None:
        """Leave, which may draw op fire."""
        come_out(play, step.unit)


class _EnterFort(_MoveVerb):
    """Go into a fortification of the hex (TI-FORT-01, TI-FORT-02); ``how`` is its kind."""

    name = "enter_fort"
    label = say("Take cover")
    help = say("Enter an empty fortification in the hex.")
    hows = FORTS

    def targets(self, seat: TiSeat, step: Move, subject: tuple[str, ...]) -> Iterable[Target]:
        """Each kind of which there is an empty one."""
        if subject == (step.unit,):
            for kind in FORTS:
                if not any(self.against(seat, step, Action(self.name, subject, "", kind))):
                    yield Target("", kind, (), FORT_COST, (), ("TI-FORT-01", "TI-FORT-02"))

    def against(self, seat: TiSeat, step: Move, action: Action) -> Iterator[Reason]:
        """Not a squad, none empty, not enough MP, or the unit may not stay in the hex."""
        unit, sc = seat.s.units[step.unit], scene(seat)
        if action.how not in FORTS:
            yield Reason("TI-FORT-02", say("Specify the kind of fortification: entrenchment or pillbox."))
            return
        if not unit.squad:
            yield Reason("TI-FORT-05", say("Vehicles cannot be in fortifications."))
        if unit.inside:
            yield Reason("TI-TRN-11", say("The unit is in a vehicle."))
            return
        if unit.shelter:
            yield Reason("TI-FORT-01", say("The unit is already in a fortification."), unit.spot)
        if not _empty_forts(seat, unit.at, action.how):
            text = say("There is no empty {kind} in {hex}.", kind=names.marker(action.how), hex=unit.at)
            yield Reason("TI-FORT-01", text, unit.spot)
        if not passage.may_stand(sc, unit, unit.at):
            yield Reason("B-MOV-11", say("The unit may not stay in {hex}.", hex=unit.at), unit.spot)
        yield from _dear("TI-FORT-02", FORT_COST, step)

    def do(self, play: TiPlay, step: Move, action: Action) -> None:
        """Enter it; this does not draw op fire (B-OPF-1)."""
        play.put(step.unit, shelter=action.how)
        casualties.tell_changed(play, step.unit, "shelter", action.how)
        play.swap(left=step.left - FORT_COST, asking=False)


def _empty_forts(seat: TiSeat, hex_: str, kind: str) -> int:
    """The number of empty fortifications of a kind in a hex."""
    inside = sum(seat.s.units[x].shelter == kind for x in seat.board.units_at(hex_))
    count: int = getattr(seat.s.works.get(hex_, NONE), kind)
    return count - inside


class _LeaveFort(_MoveVerb):
    """Come out of the fortification (TI-FORT-03)."""

    name = "leave_fort"
    label = say("Leave the fortification")
    help = say("Leave the fortification to move or fight outside it.")

    def target(self, seat: TiSeat, step: Move) -> Target:
        """One MP."""
        return Target(cost=FORT_COST, rules=("TI-FORT-03", "TI-FORT-04"))

    def against(self, seat: TiSeat, step: Move, action: Action) -> Iterator[Reason]:
        """Not in a fortification, or not enough MP."""
        if not seat.s.units[step.unit].shelter:
            yield Reason("TI-FORT-03", say("The unit is not in a fortification."))
            return
        yield from _dear("TI-FORT-03", FORT_COST, step)

    def do(self, play: TiPlay, step: Move, action: Action) -> None:
        """Leave, which may draw op fire."""
        come_out(play, step.unit)


class _ClearWire(_MoveVerb):
    """Remove razor wire in the hex (TI-FORT-12); the move may go on (B-MOV-7)."""

    name = "clear_wire"
    label = say("Clear the wire")
    help = say("Remove the razor wire in this hex. The unit may then continue its move.")

    def target(self, seat: TiSeat, step: Move) -> Target:
        """Two MP."""
        return Target(cost=WIRE_COST, rules=("TI-FORT-12",))

    def against(self, seat: TiSeat, step: Move, action: Action) -> Iterator[Reason]:
        """No wire, not able to clear it, not enough MP, or it could then no longer leave a hex where it may not stay."""
        rules, unit, sc = seat.rules, seat.s.units[step.unit], scene(seat)
        special = rules.tables.specializations.get(unit.specialization)
        able = special.may_clear_wire if special else not unit.squad and rules.vehicle(unit).tank
        if not able:
            yield Reason("TI-FORT-12", say("Only tanks and engineers can clear wire."))
        if unit.inside:
            yield Reason("TI-TRN-06", say("The unit is in a vehicle."))
            return
        if not seat.s.works.get(unit.at, NONE).razor_wire:
            yield Reason("TI-FORT-12", say("There is no wire in {hex}.", hex=unit.at), unit.spot)
        dear = list(_dear("TI-FORT-12", WIRE_COST, step))
        yield from dear
        if not dear and not passage.may_stand(sc, unit, unit.at):
            start = start_of(sc, step)
            if not passage.goes_on(sc, unit, start._replace(left=start.left - WIRE_COST)):
                yield Reason(
                    "B-MOV-11", say("The unit could then no longer leave {hex}.", hex=unit.at), unit.spot
                )

    def do(self, play: TiPlay, step: Move, action: Action) -> None:
        """Remove the wire."""
        at = play.units[step.unit].at
        casualties.set_works(play, at, replace(play.works.get(at, NONE), razor_wire=False))
        play.swap(left=step.left - WIRE_COST, asking=False)


def _dear(rule: str, cost: int, step: Move) -> Iterator[Reason]:
    if step.left < cost:
        text = say(
            "This costs {cost} MP; the unit has {left} MP left.", cost=points(cost), left=points(step.left)
        )
        yield Reason(rule, text)


GO, STOP, BOARD, LEAVE = Go(), Stop(), Board(), Leave()
ENTER_FORT, LEAVE_FORT, CLEAR_WIRE = _EnterFort(), _LeaveFort(), _ClearWire()
VERBS = (GO, BOARD, LEAVE, ENTER_FORT, LEAVE_FORT, CLEAR_WIRE, STOP)


def quickest(seat: TiSeat, step: Move) -> Action | None:
    """Stop; if that is not allowed, go to the nearest hex where it is."""
    if STOP.offer(seat, step) is not None:
        return Action("stop")
    unit, sc = seat.s.units[step.unit], scene(seat)
    found = routes(seat, step.unit, start_of(sc, step))
    ends = [(cost, at) for at, cost in found.costs.items() if passage.may_stand(sc, unit, at)]
    at = min(ends)[1]
    return Action("go", (step.unit,), at, "", found[at][0])
