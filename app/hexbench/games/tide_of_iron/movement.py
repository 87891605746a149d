"""A moving unit (TI-MOV, C.3): hex by hex, with everything that can happen in each hex as a queue of tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from msgspec.structs import replace

from hexbench.atlas.arcs import POINT, points
from hexbench.engine.events import DiceRolled, Noted, UnitMoved, UnitPlaced, UnitStopped
from hexbench.engine.state import Step
from hexbench.engine.values import Action, Check, Say, say
from hexbench.engine.verb import AnyVerb
from hexbench.games.tide_of_iron import casualties, checklist, concealment, ground, losses, opfire, passage
from hexbench.games.tide_of_iron.passage import FORT_COST, RIDE_COST, Start
from hexbench.games.tide_of_iron.pieces import NONE, Damage, Side
from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat
from hexbench.games.tide_of_iron.strength import Scene, scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.state import TideOfIron


# Effects of a move other than op fire: overruns, mines, and returning from a hex where the unit may not stay.


def _roll_over(play: TiPlay, tank: str, hex_: str) -> None:
    """TI-ABL-19..21: as a tank leaves a hex, the enemy squads in it become pinned.

    Not affected: vehicles, squads in fortifications, concealed squads (TI-CNC-04) and already pinned or disrupted squads.
    """
    for uid in passage.enemies(scene(play), play.units[tank].side, hex_):
        unit = play.units[uid]
        if unit.squad and not unit.shelter and not unit.condition:
            text = say("{unit} is overrun.", unit=play.rules.title(unit))
            play.tell(Noted("TI-ABL-19", text, (uid,)))
            casualties.set_condition(play, uid, "pinned")


def mines(play: TiPlay, uid: str) -> None:
    """TI-FORT-21, TI-FORT-22, B-MOV-5: four dice without defence dice; no roll for engineers."""
    unit, field = play.units[uid], play.rules.tables.minefield
    special = play.rules.tables.specializations.get(unit.specialization)
    if special is not None and special.mine_casualty_exempt:
        text = say("{unit} passes through the mines unharmed.", unit=play.rules.title(unit))
        concealment.note(play, uid, Noted("TI-FORT-22", text, (uid,)))
        return
    why = say("Minefield in {hex}", hex=unit.at)
    faces = tuple(play.number(why, 6) for _ in range(field.dice))
    play.tell(DiceRolled(why, faces, "TI-FORT-21"))
    hits = sum(face in field.hit_on for face in faces)
    if hits:
        if concealment.handle_of(play, uid):
            concealment.reveal(play, uid, "TI-FORT-21")  # the losses would give the squad away anyway
        losses.suffer(play, uid, "normal", hits)


def _go_back(play: TiPlay, uid: str, path: tuple[str, ...]) -> None:
    """B-MOV-11, TI-STK-05: move a unit back along its path to the last hex where it may stay, without MP, fire or mines.

    A tank that had to stop among enemies is fatigued and pins no squads (TI-ABL-23); concealed squads in the hex where a
    unit had to stop are revealed (B-CNC-1).
    """
    sc = scene(play)
    unit, here = play.units[uid], path[-1]
    among = passage.enemies(sc, unit.side, here)
    for lurker in passage.lurkers(sc, unit.side, here):
        concealment.reveal(play, lurker, "B-CNC-1")
    back = next((h for h in reversed(path[:-1]) if passage.may_stand(sc, unit, h)), path[0])
    play.put(uid, at=back)
    rule = "TI-ABL-23" if among else "TI-STK-05"
    concealment.note(
        play,
        uid,
        Noted(rule, say("{unit} returns to {hex}.", unit=play.rules.title(unit), hex=back), (uid,)),
    )
    concealment.tell(play, uid, UnitMoved(uid, (here, back), "back"))
    if among:
        casualties.fatigue(play, uid)
    concealment.check(play)


Task = Literal["order", "fire", "react", "mines", "wreck", "halt"]


class Move(Step, frozen=True, kw_only=True):
    """``unit`` of ``who`` is moving. At the end ``halted``, ``hazard`` and ``start`` are set on the step below."""

    who: Side
    unit: str
    left: int
    """MP left, in twelfths."""
    path: tuple[str, ...]
    """The hexes it has been in, starting with the one it began in."""
    way: tuple[str, ...] = ()
    """The hexes it is to enter next."""
    todo: tuple[Task, ...] = ()
    """Tasks to resolve before the move continues (B-OPF-2)."""
    asking: bool = False
    once: bool = False
    """It began in a minefield and may move only one hex (TI-FORT-24)."""
    over: bool = False
    """The move has ended."""
    hazard: bool = False
    """It has entered a minefield or razor wire (TI-ASL-05)."""
    shot: tuple[str, ...] = ()
    """The hexes in which it has been fired at (TI-MOV-10)."""
    damage: Damage = ""
    """Its damage when the move last checked it."""
    verbs: ClassVar[tuple[AnyVerb, ...]] = ()
    phase: ClassVar[str] = "move"

    def decider(self, s: object) -> str | None:
        """The moving player, if there is something to choose."""
        return self.who if self.asking else None

    def masked(self, side: str) -> Move:
        """Hide the intended route from the other side."""
        return self if side == self.who else replace(self, way=())

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """A move that has not left its hex."""
        return checklist.move_left(seat, self)

    def say(self, seat: TiSeat) -> Say:
        unit = seat.called(self.unit)
        return say("{unit} is moving: {left} MP left.", unit=unit, left=points(self.left))

    def default(self, seat: TiSeat) -> Action | None:
        """Stop; if it may not stop here, go on to the nearest hex where it may."""
        from hexbench.games.tide_of_iron import movement_verbs

        return movement_verbs.quickest(seat, self)

    def run(self, play: TiPlay) -> None:
        """Run the next task; else enter the next hex; else ask, or end the move."""
        if self.todo:
            play.swap(todo=self.todo[1:])
            _TASKS[self.todo[0]](play, play.top)
        elif self.over:
            end(play, self)
        elif self.way:
            advance(play, self)
        else:
            ask(play, self)


# ---- where a move stands
def spot(sc: Scene, uid: str) -> str:
    """The hex of a unit; of a squad in a vehicle, that of the vehicle."""
    unit = sc.s.units[uid]
    return sc.s.units[unit.inside].at if unit.inside else unit.at


def leaving(unit: Unit) -> int:
    """The cost of leaving a fortification or vehicle before moving (B-FORT-1, TI-TRN-11)."""
    return RIDE_COST if unit.inside else FORT_COST if unit.shelter else 0


def start_of(sc: Scene, step: Move) -> Start:
    """The state of the move once the unit has left any fortification or vehicle."""
    unit = sc.s.units[step.unit]
    stuck = step.once and len(step.path) > 1
    left = -1 if stuck else step.left - leaving(unit)
    return Start(spot(sc, step.unit), left, step.path[0], step.once)


def begin(play: TiPlay, uid: str, less: int, way: tuple[str, ...] = ()) -> None:
    """Start a unit's move with its MP reduced by ``less``; ``way`` are the hexes it enters at once."""
    sc = scene(play)
    unit, at = play.units[uid], spot(sc, uid)
    mined = play.works.get(at, NONE).minefield
    play.push(
        Move(
            who=unit.side,
            unit=uid,
            left=max(0, passage.allowance(play.rules, sc, uid) - less * POINT),
            path=(at,),
            way=way,
            once=mined,
            damage=unit.damage,
        )
    )


# ---- one step
def advance(play: TiPlay, step: Move) -> None:
    """Leave a fortification or vehicle, or enter the next hex."""
    sc = scene(play)
    unit, start = play.units[step.unit], start_of(sc, step)
    ahead = step.way[0]
    if unit.inside or unit.shelter:
        if start.left < 0 or not passage.may_stand(sc, unit, start.at):
            play.swap(way=())
        else:
            play.swap(way=step.way[1:] if ahead == start.at else step.way)
            come_out(play, step.unit)
        return
    if start.left < 0 or any(passage.follow(sc, unit, start, step.way)):
        play.swap(way=())
        return
    enter(play, step, ahead)


def come_out(play: TiPlay, uid: str) -> None:
    """Leave the vehicle (TI-TRN-11) or the fortification (TI-FORT-03); both can draw fire (B-OPF-1)."""
    step: Move = play.top
    unit = play.units[uid]
    play.swap(left=step.left - leaving(unit), todo=("fire", "react"), asking=False)
    if unit.inside:
        at = step.path[-1]
        play.put(uid, at=at)
        concealment.tell(play, uid, UnitPlaced(uid, at))
    else:
        play.put(uid, shelter="")
        casualties.tell_changed(play, uid, "shelter", "")
    concealment.check(play)


def enter(play: TiPlay, step: Move, ahead: str) -> None:
    """Enter a hex: pay, move, reveal; then fire, mines and the rest in the order of B-OPF-2."""
    sc = scene(play)
    unit = play.units[step.unit]
    at = unit.at
    cost = passage.price(sc, unit, at, ahead)
    if cost is None:
        raise RuntimeError(f"{step.unit} cannot go from {at} to {ahead}")
    if passage.overruns(play.rules, unit):
        _roll_over(play, step.unit, at)
    play.put(step.unit, at=ahead)
    concealment.tell(play, step.unit, UnitMoved(step.unit, (at, ahead), "move"))
    works = play.works.get(ahead, NONE)
    ends = passage.ends_in(sc, unit, ahead)
    todo: tuple[Task, ...] = ("fire", "react")
    if works.minefield:
        todo = ("order", *todo, "mines", "wreck")
    elif ends:
        todo = (*todo, "halt")
    play.swap(
        left=step.left - cost,
        path=(*step.path, ahead),
        way=step.way[1:],
        todo=todo,
        asking=False,
        hazard=step.hazard or works.minefield or works.razor_wire,
    )
    concealment.entered(play, step.unit)


# ---- what happens in a hex
def _put_in_order(play: TiPlay, step: Move) -> None:
    """TI-SEQ-14: mines and op fire occur at the same time; the initiative holder decides the order."""
    if opfire.opens(play, step.unit, step.path[-1], step.shot):
        play.push(opfire.Order(who=play.initiative, mover=step.unit))


def _draw_fire(play: TiPlay, step: Move) -> None:
    """TI-MOV-05: op fire at the unit that has entered the hex, once per hex."""
    opfire.open_window(play, step.unit)


def react(play: TiPlay, step: Move) -> None:
    """M4: apply the effect of op fire on the move (TI-MOV-06..09)."""
    unit = play.units[step.unit]
    if not unit.on_map:
        play.swap(over=True, todo=(), way=())
    elif unit.condition:
        stop(play, step, "TI-MOV-06", say("{unit} is stopped.", unit=play.rules.title(unit)), tired=True)
    elif unit.damage != step.damage:
        play.swap(damage=unit.damage)
        sturdy = not unit.squad and "sturdy" in play.rules.vehicle(unit).abilities
        if sturdy and unit.damage == "light":
            play.swap(left=max(0, step.left - POINT))
            text = say("{unit} continues with 1 MP less.", unit=play.rules.title(unit))
            play.tell(Noted("TI-ABL-15", text, (step.unit,)))
        else:
            stop(
                play,
                step,
                "TI-MOV-07",
                say("{unit} is hit and stops.", unit=play.rules.title(unit)),
                tired=True,
            )


def _set_off_mines(play: TiPlay, step: Move) -> None:
    """TI-FORT-21: roll for the minefield, even if the unit was already stopped in the hex (B-OPF-2)."""
    if play.units[step.unit].on_map:
        mines(play, step.unit)


def _leave_mines(play: TiPlay, step: Move) -> None:
    """TI-FORT-19, TI-FORT-20: regardless of the roll, the unit is fatigued and its move ends."""
    unit = play.units[step.unit]
    if not unit.on_map:
        play.swap(over=True, todo=(), way=())
        return
    play.swap(damage=unit.damage)
    stop(play, step, "TI-FORT-19", say("{unit} is in a minefield.", unit=play.rules.title(unit)), tired=True)


def halt(play: TiPlay, step: Move) -> None:
    """Wire and tank traps end a move (TI-FORT-09, TI-FORT-10, TI-FORT-16)."""
    unit = play.units[step.unit]
    ends = passage.ends_in(scene(play), unit, step.path[-1])
    if ends:
        stop(
            play,
            step,
            ends,
            say("{unit} is stopped by an obstacle.", unit=play.rules.title(unit)),
            tired=False,
        )


def stop(play: TiPlay, step: Move, rule: str, text: Say, *, tired: bool) -> None:
    """End the move early; ``tired``: the unit is also fatigued, ending its activation."""
    if not step.over:
        concealment.tell(play, step.unit, UnitStopped(step.unit, step.path[-1], rule, text))
    if tired:
        casualties.fatigue(play, step.unit)
    play.swap(over=True, way=())


_TASKS: Final[dict[Task, Callable[[TiPlay, Move], None]]] = {
    "order": _put_in_order,
    "fire": _draw_fire,
    "react": react,
    "mines": _set_off_mines,
    "wreck": _leave_mines,
    "halt": halt,
}


# ---- asking and ending
def ask(play: TiPlay, step: Move) -> None:
    """Ask for the next step, or end the move if nothing is left to do; judged from public information only."""
    sc = scene(play)
    unit = play.units[step.unit]
    if play.handles and concealment.handle_of(play, step.unit):
        more = True  # always ask: the MP left of a concealed squad must not be given away
    elif unit.on_map and not passage.may_stand(sc, unit, unit.at):
        more = passage.goes_on(sc, unit, start_of(sc, step))
    else:
        more = something_left(sc, step)
    if more:
        play.swap(asking=True)
    else:
        play.swap(over=True)


def something_left(sc: Scene, step: Move) -> bool:
    """Whether the MP left are enough for anything here, considering only terrain and markers."""
    unit, start = sc.s.units[step.unit], start_of(sc, step)
    if unit.inside or unit.shelter:
        return start.left >= 0
    at = start.at
    if any(cost <= start.left for cost, _ in ground.arcs(sc.rules, sc.s, unit).out[sc.rules.atlas.index[at]]):
        return True
    works = sc.s.works.get(at, NONE)
    if works.razor_wire and step.left >= passage.WIRE_COST:
        return True
    if not unit.squad:
        return False
    rides = step.left >= RIDE_COST and any(not sc.s.units[x].squad for x in sc.board.units_at(at))
    return rides or (works.forts > 0 and step.left >= FORT_COST)


def end(play: TiPlay, step: Move) -> None:
    """M5, M6: a unit that cannot stay goes back along its path (B-MOV-11); then tell the action how the move ended."""
    unit = play.units[step.unit]
    if unit.on_map and not passage.may_stand(scene(play), unit, unit.at):
        _go_back(play, step.unit, step.path)
        unit = play.units[step.unit]
    gone = not unit.on_map and not unit.inside
    play.pop()
    play.swap(halted=gone or unit.token == "fatigued", hazard=step.hazard, start=step.path[0])


def imagined(rules: TiRules, world: TideOfIron, side: str, number: Callable[[int], int]) -> tuple[Step, ...]:
    """The stack of an imagined world, with random possible routes for moves of the other side."""
    stack = list(world.stack)
    for i, step in enumerate(stack):
        if isinstance(step, Move) and step.who != side:
            sc = Scene(rules, world, rules.board(world))
            unit = world.units[step.unit]
            if step.unit in world.handles.values():
                points = passage.allowance(rules, sc, step.unit) // POINT
                step = replace(step, left=POINT * (number(points + 1) - 1) if points else 0)  # noqa: PLW2901
            routes: list[tuple[str, ...]] = [()]
            if unit.on_map and not step.over and not step.asking:
                routes += [route for route, _ in passage.ways(sc, unit, start_of(sc, step)).values()]
            stack[i] = replace(step, way=routes[number(len(routes)) - 1])
    return tuple(stack)
