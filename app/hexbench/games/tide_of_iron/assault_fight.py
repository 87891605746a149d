"""An assault from the dice to the last advance (C.5). ``Assault.stages`` is its table of contents. No op fire occurs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.events import Declared, Line, Noted, Resolved, UnitMoved
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import AnyVerb, Verb
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.tide_of_iron import (
    casualties,
    concealment,
    effects,
    ground,
    losses,
    movement,
    passage,
    resolve,
)
from hexbench.games.tide_of_iron.assault_strength import clash, defenders
from hexbench.games.tide_of_iron.pieces import FOE, HANDLE, Side
from hexbench.games.tide_of_iron.strength import Scene, scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat


# The decisions after an assault (TI-ASL-24 to TI-ASL-31, B-ASL-2, B-ASL-10): where to retreat, which surplus
# units to give up, which squads advance.


# ---- retreat ---------------------------------------------------------------------------------------------------------
def ways_out(sc: Scene, hex_: str, units: Iterable[str]) -> tuple[str, ...]:
    """The hexes to which units may retreat, by direction: no enemy there, and at least one of them can enter."""
    fleeing = [sc.s.units[x] for x in units]
    return tuple(h for h in sc.rules.atlas.near[hex_] if not any(no_way(sc, hex_, h, fleeing)))


def no_way(sc: Scene, hex_: str, to: str, fleeing: list[Unit]) -> Iterator[Reason]:
    """Why a hex is not a retreat hex. Hidden enemy squads do not count: they are discovered on entry."""
    units = sc.s.units
    if any(units[x].side != fleeing[0].side and known(sc, units[x]) for x in sc.board.units_at(to)):
        yield Reason("TI-ASL-24", say("There is an enemy unit in {hex}.", hex=to), (to,))
    if not any(ground.enterable(sc.rules, sc.s, unit, hex_, to) for unit in fleeing):
        yield Reason("B-ASL-2", say("None of the units can enter {hex} from there.", hex=to), (to,))


def known(sc: Scene, unit: Unit) -> bool:
    """Whether both sides know that a unit is there and which one it is."""
    return not unit.concealed or sc.rules.options.concealment == "text"


def move(play: TiPlay, uid: str, to: str, how: str) -> None:
    """One step without MP and without op fire (TI-OPF-08); fortifications are left free of cost (B-FORT-1)."""
    start = play.units[uid].at
    play.put(uid, at=to, shelter="")
    play.tell(UnitMoved(uid, (start, to), how))


class _RetreatTo(Verb["TiSeat", "Retreat", "TiPlay"]):
    """All survivors retreat together into one hex (TI-ASL-24)."""

    name = "retreat"
    label = say("Retreat")
    help = say(
        "All survivors retreat to one adjacent hex without enemies. Units that cannot enter "
        "it or exceed its stacking limit are destroyed."
    )
    subject = "unit"
    object = "hex"

    def offer(self, seat: TiSeat, step: Retreat) -> Offer | None:
        """Any survivor may be named; it stands for all of them."""
        return Offer(self.name, step.units)

    def targets(self, seat: TiSeat, step: Retreat, subject: tuple[str, ...]) -> Iterable[Target]:
        """The retreat hexes, with a warning for each unit that would not survive."""
        if len(subject) == 1 and subject[0] in step.units:
            sc = scene(seat)
            for to in ways_out(sc, step.hex, step.units):
                yield Target(to, via=(to,), says=tuple(self._warnings(sc, step, to)), rules=("TI-ASL-24",))

    def _warnings(self, sc: Scene, step: Retreat, to: str) -> Iterator[Say]:
        for uid in step.units:
            unit = sc.s.units[uid]
            if not ground.enterable(sc.rules, sc.s, unit, step.hex, to):
                yield say("{unit} cannot enter it and will be destroyed.", unit=sc.rules.title(unit))
        if sc.works(to).minefield:
            yield say("There is a minefield in the hex.")

    def reasons(self, seat: TiSeat, step: Retreat | None, action: Action) -> Iterator[Reason]:
        """Why they may not retreat there."""
        if len(action.subject) != 1:
            yield Reason("TI-ASL-24", say("Select one of the survivors; they all retreat together."))
            return
        if action.subject[0] not in seat.s.units:
            yield seat.rules.missing(f"unit {action.subject[0]}")
            return
        if step is None:
            return
        if action.subject[0] not in step.units:
            yield Reason("TI-ASL-24", say("The unit does not have to retreat."))
            return
        if action.object not in seat.rules.atlas.near[step.hex]:
            text = say("{hex} is not adjacent to {start}.", hex=action.object, start=step.hex)
            yield Reason("TI-ASL-24", text)
            return
        sc = scene(seat)
        yield from no_way(sc, step.hex, action.object, [seat.s.units[x] for x in step.units])
        if action.via not in ((), (action.object,)):
            yield Reason("TI-ASL-24", say("A retreat is one hex only."))

    def settle(self, seat: TiSeat, step: Retreat, action: Action) -> Action:
        """Fill in the one-step route."""
        return Action(self.name, action.subject, action.object, via=(action.object,))

    def do(self, play: TiPlay, step: Retreat, action: Action) -> None:
        play.answer(to=action.object)


RETREAT = _RetreatTo()


class Retreat(Ask, frozen=True, kw_only=True):
    """The ``units`` that survived an assault on ``hex`` must retreat."""

    who: Side
    hex: str
    units: tuple[str, ...]
    verbs: ClassVar[tuple[AnyVerb, ...]] = (RETREAT,)

    def say(self, seat: TiSeat) -> Say:
        return say("{hex} is lost: choose a hex for the survivors to retreat to.", hex=self.hex)


def _flee(play: TiPlay, hex_: str, to: str, units: Iterable[str]) -> bool:
    """Retreat the units that can enter ``to``; False if a concealed enemy was there and another hex must be found."""
    met = [
        x
        for x in play.board.units_at(to)
        if play.units[x].concealed and play.units[x].side != _side(play, units)
    ]
    if met:
        for uid in met:
            concealment.reveal(play, uid)
        play.tell(Noted("TI-ASL-24", say("{hex} is occupied by the enemy.", hex=to), (to,)))
        return False
    for uid in units:
        if ground.enterable(play.rules, play, play.units[uid], hex_, to):
            move(play, uid, to, "retreat")
        else:
            casualties.destroy(play, uid)
    return True


def _side(play: TiPlay, units: Iterable[str]) -> str:
    return next(play.units[x].side for x in units)


# ---- too many --------------------------------------------------------------------------------------------------------
def _surplus_units(sc: Scene, hex_: str, fled: Iterable[str]) -> tuple[str, ...]:
    """The retreated units one of which exceeds the stacking limit; empty if all have room (TI-ASL-25, TI-STK)."""
    units = sc.s.units
    here = [x for x in fled if units[x].at == hex_]
    if not here:
        return ()
    mine = [units[x] for x in sc.board.units_at(hex_) if units[x].side == units[here[0]].side]
    if sum(not u.squad for u in mine) > passage.VEHICLES:
        return tuple(x for x in here if not units[x].squad)
    return tuple(here) if len(mine) > passage.UNITS else ()


class _GiveUpUnit(Pick["TiSeat", "Excess", "TiPlay"]):
    """A unit for which there is no room is destroyed."""

    name = "give_up"
    label = say("Give up")
    help = say("There is no room for this unit. It is destroyed.")
    rule = "TI-ASL-25"
    other = say("Select one of the units that retreated there.")

    def among(self, seat: TiSeat, step: Excess) -> Sequence[str]:
        """Those that have retreated there."""
        return step.units

    def do(self, play: TiPlay, step: Excess, action: Action) -> None:
        play.pop()
        casualties.destroy(play, action.subject[0])


GIVE_UP = _GiveUpUnit()


class Excess(Ask, frozen=True, kw_only=True):
    """One of ``units`` has no room in the hex it retreated to."""

    who: Side
    hex: str
    units: tuple[str, ...]
    verbs: ClassVar[tuple[AnyVerb, ...]] = (GIVE_UP,)

    def say(self, seat: TiSeat) -> Say:
        return say("{hex} is over the stacking limit: choose a unit to be destroyed.", hex=self.hex)


# ---- advance ---------------------------------------------------------------------------------------------------------
def may_advance(sc: Scene, uid: str, hex_: str) -> Iterator[Reason]:
    """Why a squad cannot advance into the vacated hex."""
    unit, units = sc.s.units[uid], sc.s.units
    name = sc.rules.title(unit)
    if not unit.on_map:
        yield Reason("TI-ASL-29", say("{unit} is not on the map.", unit=name))
        return
    if any(units[x].side != unit.side and units[x].type != HANDLE for x in sc.board.units_at(hex_)):
        yield Reason("TI-ASL-29", say("{hex} has not been vacated.", hex=hex_), (hex_,))
    if not ground.enterable(sc.rules, sc.s, unit, unit.at, hex_):
        text = say("{unit} cannot enter {hex} from where it is.", unit=name, hex=hex_)
        yield Reason("B-MOV-3", text, (hex_,))
    if not passage.room(sc.board, units, hex_, unit):
        yield Reason("B-ASL-10", say("{hex} is full.", hex=hex_), (hex_,))


class _AdvanceInto(Verb["TiSeat", "FollowUp", "TiPlay"]):
    """A victorious squad moves into the vacated hex (TI-ASL-29)."""

    name = "follow_up"
    label = say("Advance into the hex")
    help = say("The squad advances into the vacated hex.")
    subject = "unit"

    def offer(self, seat: TiSeat, step: FollowUp) -> Offer | None:
        """The squad in question."""
        return Offer(self.name, (step.unit,)) if any(self.targets(seat, step, (step.unit,))) else None

    def targets(self, seat: TiSeat, step: FollowUp, subject: tuple[str, ...]) -> Iterable[Target]:
        sc = scene(seat)
        if subject == (step.unit,) and not any(may_advance(sc, step.unit, step.hex)):
            says = (say("There is a minefield in the hex."),) if sc.works(step.hex).minefield else ()
            yield Target(says=says, rules=("TI-ASL-29",))

    def reasons(self, seat: TiSeat, step: FollowUp | None, action: Action) -> Iterator[Reason]:
        """Why it is not this squad's turn, or why it cannot advance."""
        if len(action.subject) != 1 or (step is not None and action.subject[0] != step.unit):
            yield Reason("TI-ASL-29", say("It is not that unit's turn to advance."))
        elif step is not None:
            yield from may_advance(scene(seat), step.unit, step.hex)

    def do(self, play: TiPlay, step: FollowUp, action: Action) -> None:
        play.answer(entered=step.unit)
        move(play, step.unit, step.hex, "advance")


class Stay(Verb["TiSeat", "FollowUp", "TiPlay"]):
    """The squad stays where it is."""

    name = "stay"
    label = say("Stay")
    help = say("The squad does not advance into the vacated hex.")

    def do(self, play: TiPlay, step: FollowUp, action: Action) -> None:
        play.pop()


FOLLOW_UP, STAY = _AdvanceInto(), Stay()


class FollowUp(Ask, frozen=True, kw_only=True):
    """Whether ``unit`` advances into the vacated ``hex``."""

    who: Side
    unit: str
    hex: str
    verbs: ClassVar[tuple[AnyVerb, ...]] = (STAY, FOLLOW_UP)

    def say(self, seat: TiSeat) -> Say:
        unit = seat.s.units[self.unit]
        return say("{unit}: advance into {hex}?", unit=seat.rules.title(unit), hex=self.hex)


def meet(play: TiPlay, step: Assault) -> None:
    """Declare the assault and reveal all units in it (TI-CNC-05, B-CNC-4). Already fatigued supporters do not advance."""
    foes = defenders(scene(play), step.hex, step.who)
    for uid in (*step.units, *foes):
        if play.units[uid].concealed:
            concealment.reveal(play, uid, "B-CNC-4" if uid in foes else "TI-CNC-05")
    play.tell(Declared("assault", step.units, step.hex))
    rested = tuple(x for x in step.supporters if play.units[x].token != "fatigued")
    play.swap(defenders=foes, eager=(step.squad, *rested))


def fight(play: TiPlay, step: Assault) -> None:
    """Attacker's black dice, red dice, defender's black dice (TI-ASL-17, TI-ASL-18, B-DICE-1)."""
    one = clash(scene(play), step.hex, step.squad, step.supporters)
    name = play.rules.title(play.units[step.squad])
    who, foe = step.who, FOE[step.who]
    why = say("{unit} assaults {hex}", unit=name, hex=step.hex)
    black = resolve.throw(play, one.black, why, "TI-ASL-17", who)
    red = resolve.throw(play, one.red, say("Cover in {hex}", hex=step.hex), "TI-ASL-17", foe)
    back = resolve.throw(play, one.back, say("Defence fire from {hex}", hex=step.hex), "TI-ASL-18", foe)
    play.swap(attack=max(0, black - red), defence=back)


def _squad_falls(play: TiPlay, step: Assault) -> None:
    """The attacker's casualties: first those of the active squad (TI-ASL-19)."""
    taken = min(step.defence, play.units[step.squad].men)
    play.swap(rest=step.defence - taken)
    losses.fall(play, step.who, (step.squad,), taken, "TI-ASL-19")


def _supporters_fall(play: TiPlay, step: Assault) -> None:
    """The remaining hits go to the supporters (TI-ASL-19)."""
    losses.fall(play, step.who, step.supporters, step.rest, "TI-ASL-19")


def _defenders_fall(play: TiPlay, step: Assault) -> None:
    """The defender's casualties, in any mix of his units (TI-ASL-20, TI-ASL-21)."""
    losses.fall(play, FOE[step.who], step.defenders, step.attack, "TI-ASL-20")


def decide(play: TiPlay, step: Assault) -> None:
    """More attack hits than defence hits: success (TI-ASL-22, TI-ASL-23, B-ASL-4)."""
    won = step.attack > step.defence
    rule = "TI-ASL-23" if won else "TI-ASL-22"
    line = Line(attack=step.attack, defence=step.defence)  # hits, after cover
    play.tell(Resolved("assault", step.hex, "success" if won else "failure", rule, line))
    play.swap(won=won)
    for uid in step.units:
        effects.spent(play, uid, "attack")
    if not won:
        if play.units[step.squad].on_map:
            casualties.fatigue(play, step.squad)
        play.swap(at=len(Assault.stages) - 1)


def _break_up(play: TiPlay, step: Assault) -> None:
    """Disrupted squads and vehicles that cannot move do not get away (TI-ASL-27, B-ASL-2)."""
    for uid in survivors(play, step):
        unit = play.units[uid]
        if unit.condition == "disrupted" or unit.damage == "heavy":
            rule = "TI-ASL-27" if unit.squad else "B-ASL-2"
            play.tell(Noted(rule, say("{unit} cannot retreat.", unit=play.rules.title(unit)), (uid,)))
            casualties.destroy(play, uid)


def survivors(play: TiPlay, step: Assault) -> tuple[str, ...]:
    """The defenders still in the hex."""
    return tuple(x for x in step.defenders if play.units[x].at == step.hex)


def _seek_way_out(play: TiPlay, step: Assault) -> None:
    """The defender picks one retreat hex for all survivors; if there is none they are destroyed (TI-ASL-24, TI-ASL-26)."""
    left = survivors(play, step)
    if not left:
        return
    ways = ways_out(scene(play), step.hex, left)
    if not ways:
        play.tell(Noted("TI-ASL-26", say("There is no retreat from {hex}.", hex=step.hex), (step.hex,)))
        for uid in left:
            casualties.destroy(play, uid)
    elif len(ways) == 1:
        play.swap(to=ways[0])
    else:
        play.push(Retreat(who=FOE[step.who], hex=step.hex, units=left))


def fall_back(play: TiPlay, step: Assault) -> None:
    """Retreat together; if a concealed enemy is found in the hex, choose another."""
    left = survivors(play, step)
    if not left:
        return
    if _flee(play, step.hex, step.to, left):
        play.swap(fled=tuple(x for x in left if play.units[x].on_map))
    else:
        play.swap(at=Assault.stages.index(_seek_way_out), to="")


def _make_room(play: TiPlay, step: Assault) -> None:
    """Units over the stacking limit are destroyed; the owner picks which (TI-ASL-25)."""
    many = _surplus_units(scene(play), step.to, step.fled) if step.to else ()
    if not many:
        return
    play.swap(at=step.at - 1)
    if len(many) == 1:
        casualties.destroy(play, many[0])
    else:
        play.push(Excess(who=FOE[step.who], hex=step.to, units=many))


def _take_breath(play: TiPlay, step: Assault) -> None:
    """Pinned squads become disrupted by the retreat (TI-ASL-28); then concealment is checked."""
    for uid in step.fled:
        if play.units[uid].on_map and play.units[uid].condition == "pinned":
            casualties.set_condition(play, uid, "disrupted")
    concealment.check(play)


def mined(play: TiPlay, step: Assault) -> None:
    """The retreated units roll for mines one by one (TI-FORT-20, TI-FORT-21)."""
    if step.fled:
        uid, *rest = step.fled
        play.swap(fled=tuple(rest), at=step.at - 1)
        stumble(play, uid)


def stumble(play: TiPlay, uid: str) -> None:
    """Resolve a minefield, if there is one in the hex a unit has entered."""
    unit = play.units[uid]
    if unit.on_map and scene(play).works(unit.at).minefield:
        casualties.fatigue(play, uid)
        movement.mines(play, uid)


def follow(play: TiPlay, step: Assault) -> None:
    """Ask the active squad, then each supporter that was not fatigued, to advance (TI-ASL-29, TI-ASL-31, B-ASL-6)."""
    if step.entered:
        play.swap(entered="", at=step.at - 1)
        concealment.entered(play, step.entered)
        stumble(play, step.entered)
    elif step.eager:
        uid, *rest = step.eager
        play.swap(eager=tuple(rest), at=step.at - 1)
        if not any(may_advance(scene(play), uid, step.hex)):
            play.push(FollowUp(who=step.who, unit=uid, hex=step.hex))


def tire(play: TiPlay, step: Assault) -> None:
    """After a success all who took part are fatigued, moved or not (TI-ASL-30, B-ASL-1)."""
    for uid in step.units:
        if play.units[uid].on_map:
            casualties.fatigue(play, uid)
    concealment.check(play)


def report(play: TiPlay, step: Assault) -> None:
    """Tell the step below that there was an assault."""
    play.pop()
    play.swap(fired=True)


class Assault(Script, frozen=True, kw_only=True):
    """``squad`` assaults ``hex``. ``attack`` and ``defence`` are hits; ``eager`` are those still to be asked to advance."""

    who: Side
    squad: str
    hex: str
    supporters: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    attack: int = 0
    defence: int = 0
    rest: int = 0
    won: bool = False
    to: str = ""
    fled: tuple[str, ...] = ()
    eager: tuple[str, ...] = ()
    entered: str = ""
    stages: ClassVar = (
        meet,
        fight,
        _squad_falls,
        _supporters_fall,
        _defenders_fall,
        decide,
        _break_up,
        _seek_way_out,
        fall_back,
        _make_room,
        _take_breath,
        mined,
        follow,
        tire,
        report,
    )

    @property
    def units(self) -> tuple[str, ...]:
        """The attackers, the active squad first."""
        return (self.squad, *self.supporters)
