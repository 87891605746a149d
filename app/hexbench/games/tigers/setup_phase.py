"""Set-up in order: the dump, the German set-up, the 1st Infantry Division, the drop (TG-SET, TG-VDH); also
how von der Heydte's parachutists are later rounded up. What they block is in :mod:`supply`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import Declared, FactChanged, MarkerChanged, Noted, UnitPlaced
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Check, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import END, Choose, Phase, Press
from hexbench.games.tigers import casualties, stacking, tables
from hexbench.games.tigers.pieces import ALLIED, GERMAN, PLANE, SKORZENY, VDH

if TYPE_CHECKING:
    from hexbench.games.tigers.seat import Position, TgPlay, TgSeat


FIRST: Final = "1ID"
"""The division that may be moved during set-up (TG-SET-06)."""
_SOUTH: Final = 7
"""SS units in a row below this make the Americans arrive early (AMB-117)."""


# ---- the dump --------------------------------------------------------------------------------------------------------
class HideDump(Choose["TgSeat", "PlaceDump", "TgPlay"]):
    """Place the fuel dump secretly."""

    name = "hide_dump"
    label = say("Place the fuel dump")
    help = say("Place it in Spa or an adjacent hex. The Germans learn where it is only when they find it.")
    object = "hex"
    barrier = "handover"
    rule = "TG-FUL-02"
    other = say("The fuel dump must be in Spa or an adjacent hex.")

    def choices(self, seat: TgSeat, step: PlaceDump) -> Sequence[Target]:
        """Spa first, then the hexes next to it."""
        zone = seat.rules.zones["dump"]
        order = sorted(zone, key=lambda at: (sum(n in zone for n in seat.rules.atlas.near[at]) < 6, at))
        return [Target(at, rules=("TG-FUL-02",)) for at in order]

    def unfit(self, seat: TgSeat, step: PlaceDump | None, key: str) -> Iterator[Reason]:
        if key not in seat.rules.zones["dump"]:
            yield Reason("TG-FUL-02", self.other)

    def do(self, play: TgPlay, step: PlaceDump, action: Action) -> None:
        """Place the dump; only the Allies see where."""
        play.set(dump=action.object, dump_state="hidden")
        play.tell_only(ALLIED, MarkerChanged("dump", action.object, "hidden"))
        play.pop()


_HIDE_DUMP: Final = HideDump()


class PlaceDump(Ask, frozen=True, kw_only=True):
    """SETUP_DUMP."""

    verbs: ClassVar = (_HIDE_DUMP,)
    phase: ClassVar[str] = "setup"

    def say(self, seat: TgSeat) -> Say:
        return say("Allies: place the 1st Army fuel dump in Spa or an adjacent hex.")


# ---- historical or free set-up ---------------------------------------------------------------------------------------
class Way(Press["TgSeat", "ChooseWay", "TgPlay"]):
    """Choose one of the two ways to set up."""

    free: ClassVar[bool]
    rule = "TG-SET-05"

    def do(self, play: TgPlay, step: ChooseWay, action: Action) -> None:
        """Record the choice; the set-up script continues from there."""
        text = say("The free set-up is chosen.") if self.free else say("The historical set-up is chosen.")
        play.tell(Noted("TG-SET-05", text))
        play.answer(free=self.free)


class _Historical(Way):
    """The printed set-up."""

    name = "historical"
    label = say("Historical set-up")
    help = say(
        "Units stay where they are; the Tiger battalions and Skorzeny may be placed "
        "with any other German unit."
    )
    free = False


class Free(Way):
    """Anywhere on the German side of the front."""

    name = "free"
    label = say("Free set-up")
    help = say("You may move every German unit; the Americans may then move their 1st Infantry Division.")
    free = True


_HISTORICAL: Final = _Historical()
FREE: Final = Free()


class ChooseWay(Ask, frozen=True, kw_only=True):
    """SETUP_G_MODE."""

    verbs: ClassVar = (FREE, _HISTORICAL)
    phase: ClassVar[str] = "setup"

    def say(self, seat: TgSeat) -> Say:
        return say("Germans: choose the historical set-up or a free set-up.")


# ---- placing German units --------------------------------------------------------------------------------------------
class Place(Verb["TgSeat", "PlaceUnits", "TgPlay"]):
    """Move a unit to another hex before the game begins."""

    name = "set_up"
    label = say("Set up")
    help = say("Move a unit to another hex on the German side of the front.")
    subject = "unit"
    object = "hex"

    def offer(self, seat: TgSeat, step: PlaceUnits) -> Offer | None:
        """The units that may be moved."""
        movable = step.movable(seat.s)
        return Offer(self.name, movable) if movable else None

    def targets(self, seat: TgSeat, step: PlaceUnits, subject: tuple[str, ...]) -> Iterable[Target]:
        """The hexes a unit may be moved to; stacking is checked when set-up ends."""
        if len(subject) == 1 and subject[0] in step.movable(seat.s):
            for at in step.hexes(seat, subject[0]):
                if at != seat.s.units[subject[0]].at:
                    yield Target(at, rules=(step.rule,))

    def reasons(self, seat: TgSeat, step: PlaceUnits | None, action: Action) -> Iterator[Reason]:
        """Why a unit may not be moved, or not to that hex."""
        if step is None:
            yield Reason("TG-SET-05", say("Units can be set up only before the first turn."))
            return
        if len(action.subject) != 1 or action.subject[0] not in step.movable(seat.s):
            yield Reason(step.rule, say("{who} may be moved.", who=step.who_may()))
        elif action.object == seat.s.units[action.subject[0]].at:
            yield Reason(step.rule, say("It is already in that hex."), (action.object,))
        elif action.object not in step.hexes(seat, action.subject[0]):
            lit = (action.object,) if action.object in seat.rules.atlas.index else ()
            yield Reason(step.rule, step.where_may(), lit)

    def do(self, play: TgPlay, step: PlaceUnits, action: Action) -> None:
        (uid,) = action.subject
        play.put(uid, at=action.object)
        play.tell(UnitPlaced(uid, action.object))


PLACE: Final = Place()


class PlaceUnits(Phase, frozen=True, kw_only=True):
    """SETUP_G_SPECIAL or SETUP_G_FREE: the German player moves units until done."""

    verbs: ClassVar = (PLACE, END)
    phase: ClassVar[str] = "setup"
    free: bool = False

    @property
    def rule(self) -> str:
        """The clause that allows it."""
        return "TG-SET-05" if self.free else "TG-SET-04"

    def who_may(self) -> Say:
        """Which units may be moved, as text."""
        return say("Only German units") if self.free else say("Only the Tiger battalions and Skorzeny")

    def where_may(self) -> Say:
        """Where they may be moved, as text."""
        if self.free:
            return say("German units must be set up on the German side of the front.")
        return say("It must be placed with another German unit.")

    def movable(self, s: Position) -> tuple[str, ...]:
        """The units that may be moved."""
        return tuple(
            uid
            for uid, unit in s.units.items()
            if unit.side == GERMAN
            and unit.on_map
            and (self.free or s.roster[uid].type == "tiger" or uid == SKORZENY)
        )

    def hexes(self, seat: TgSeat, uid: str) -> tuple[str, ...]:
        """Where a unit may be placed: on the German side and, in the historical set-up, with a German unit
        that stays put.
        """
        s, home = seat.s, seat.rules.zones["german_side"]
        stays = set(s.units) - set(self.movable(s))
        return tuple(
            at
            for at in seat.rules.atlas.labels
            if at in home
            and (self.free or any(u in stays and s.units[u].side == GERMAN for u in seat.board.units_at(at)))
        )

    def duties(self, seat: TgSeat) -> Iterator[Reason]:
        """The stacking limit applies from the start (TG-STK)."""
        for at in self.crowded(seat):
            yield from stacking.faults(seat.s, seat.board.units_at(at), at)

    def crowded(self, seat: TgSeat) -> Iterator[str]:
        """The hexes that are overstacked because of units that may be moved."""
        # A dict, not a set: the default moves units of the first hex, which must not depend on string hashing.
        may = dict.fromkeys(self.movable(seat.s))
        for at in dict.fromkeys(seat.s.units[uid].at for uid in may):
            here = seat.board.units_at(at)
            others = {reason.rule for reason in stacking.faults(seat.s, [u for u in here if u not in may])}
            if any(reason.rule not in others for reason in stacking.faults(seat.s, here)):
                yield at

    def default(self, seat: TgSeat) -> Action | None:
        """Move a unit out of an overstacked hex; otherwise end."""
        may = self.movable(seat.s)
        for at in self.crowded(seat):
            for uid in reversed([u for u in may if seat.s.units[u].at == at]):
                for there in self.hexes(seat, uid):
                    if stacking.fits(seat.s, {*seat.board.units_at(there), uid}) and there != at:
                        return Action(PLACE.name, (uid,), there)
        return Action(END.name)

    def unfinished(self, seat: TgSeat) -> Iterable[Check]:
        """Nothing to check: every unit is placed already."""
        return ()

    def say(self, seat: TgSeat) -> Say:
        """The prompt: what to do, or what prevents set-up from ending."""
        crowded = sorted(self.crowded(seat))
        if crowded:
            return say("Germans: too many units in {hex}.", hex=", ".join(crowded))
        if self.free:
            return say("Germans: set up on your side of the front.")
        return say("Germans: you may place the Tiger battalions and Skorzeny with any other German unit.")


# ---- the 1st Infantry Division ---------------------------------------------------------------------------------------
class Shift(Choose["TgSeat", "FirstDivision", "TgPlay"]):
    """Move the 1st Infantry Division to another hex, where it is entrenched."""

    name = "shift"
    label = say("Move the 1st Infantry Division")
    help = say("Place it anywhere on the Allied side of the front; it is entrenched there.")
    object = "hex"
    rule = "TG-SET-06"

    def choices(self, seat: TgSeat, step: FirstDivision) -> Sequence[Target]:
        """The hexes with room for it."""
        return [
            Target(at, rules=("TG-SET-06",))
            for at in seat.rules.atlas.labels
            if not any(self.unfit(seat, step, at))
        ]

    def unfit(self, seat: TgSeat, step: FirstDivision | None, key: str) -> Iterator[Reason]:
        """It must be another hex on the Allied side of the front, with room."""
        if FIRST not in seat.s.units:
            yield seat.rules.missing("1st Infantry Division")
            return
        if key not in seat.rules.atlas.index or seat.rules.home(key) != ALLIED:
            lit = (key,) if key in seat.rules.atlas.index else ()
            yield Reason("TG-SET-06", say("It must be set up on the Allied side of the front."), lit)
            return
        if key == seat.s.units[FIRST].at:
            yield Reason("TG-SET-06", say("It is already in that hex."), (key,))
        yield from stacking.faults(seat.s, {*seat.board.units_at(key), FIRST}, key)

    def do(self, play: TgPlay, step: FirstDivision, action: Action) -> None:
        """Move it there and entrench it."""
        play.put(FIRST, at=action.object)
        play.tell(UnitPlaced(FIRST, action.object))
        casualties.entrench(play, FIRST)
        play.pop()


SHIFT: Final = Shift()


class FirstDivision(Phase, frozen=True, kw_only=True):
    """SETUP_US_1ID."""

    verbs: ClassVar = (SHIFT, END)
    phase: ClassVar[str] = "setup"

    def say(self, seat: TgSeat) -> Say:
        return say("Allies: you may move the 1st Infantry Division anywhere on your side of the front.")


# ---- the set-up script -----------------------------------------------------------------------------------------------
def _place_dump(play: TgPlay, step: SetUp) -> None:
    """SETUP_DUMP; the printed positions and entrenchments are already in place (TG-SET-01, TG-SET-02)."""
    if play.rules.zones["dump"]:
        play.push(PlaceDump(who=ALLIED))


def _choose_way(play: TgPlay, step: SetUp) -> None:
    """SETUP_G_MODE (TG-SET-03, TG-SET-05)."""
    play.push(ChooseWay(who=GERMAN))


def _place_units(play: TgPlay, step: SetUp) -> None:
    """SETUP_G_SPECIAL or SETUP_G_FREE."""
    play.push(PlaceUnits(who=GERMAN, free=step.free))


def _look_south(play: TgPlay, step: SetUp) -> None:
    """TG-SET-07: SS south of 1407."""
    if any(
        unit.on_map and play.roster[uid].ss and int(unit.at[-2:]) < _SOUTH for uid, unit in play.units.items()
    ):
        play.set(early_edges=True)
        text = say(
            "SS units are south of 1407: American reinforcements on the west and "
            "south edges arrive a turn early."
        )
        play.tell(FactChanged("early_edges", "yes", text))


def _first_division(play: TgPlay, step: SetUp) -> None:
    """SETUP_US_1ID, after a free set-up only (TG-SET-06)."""
    if step.free and FIRST in play.units:
        play.push(FirstDivision(who=ALLIED))


def _von_der_heydte(play: TgPlay, step: SetUp) -> None:
    """VDH_DROP (TG-VDH-01)."""
    if VDH in play.units and play.units[VDH].at == PLANE:
        play.push(Drop(who=GERMAN))


class SetUp(Script, frozen=True, kw_only=True):
    """Set-up, stage by stage."""

    phase: ClassVar[str] = "setup"
    free: bool = False
    """Whether the Germans chose the free set-up."""
    stages: ClassVar = (_place_dump, _choose_way, _place_units, _look_south, _first_division, _von_der_heydte)


def stopped(play: TgPlay, uid: str) -> None:
    """Called when a unit has stopped in its hex: an Allied unit rounds up the parachutists there
    (TG-VDH-08).
    """
    unit, men = play.units[uid], play.units.get(VDH)
    if unit.side == ALLIED and unit.on_map and men is not None and men.at == unit.at:
        play.tell(
            Noted("TG-VDH-08", say("Von der Heydte's men in {hex} are rounded up.", hex=men.at), (men.at,))
        )
        casualties.remove(play, VDH)


def stayed(play: TgPlay) -> None:
    """Called when movement ends: units that entered the map on the parachutists' hex and stayed have stopped
    there too.
    """
    men = play.units.get(VDH)
    if men is not None and men.on_map:
        for uid in tuple(play.board.units_at(men.at)):
            stopped(play, uid)


# The drop of von der Heydte's parachutists before the first turn (TG-VDH-01..05, AMB-81).

_ON_TARGET: Final = 2
"""The highest row on which he lands on target (TG-VDH-02)."""
_OFF_TARGET: Final = 4
"""The highest row on which he lands at all (TG-VDH-03)."""
_ONE_HEX: Final = 3
"""The highest row on which he is one hex off rather than two (TG-VDH-05)."""
_CLOCKWISE: Final = (2, 1, 0, 5, 4, 3)
"""The six directions, clockwise from north."""


class DropOn(Choose["TgSeat", "Drop", "TgPlay"]):
    """Choose the target hex of the drop."""

    name = "drop"
    label = say("Drop")
    help = say("One chance in three each: on target, one or two hexes off, or scattered and lost.")
    object = "hex"
    barrier = "dice"
    rule = "TG-VDH-01"

    def choices(self, seat: TgSeat, step: Drop) -> Sequence[Target]:
        """Every hex on the Allied side of the front."""
        return [
            Target(at, rules=("TG-VDH-01",))
            for at in seat.rules.atlas.labels
            if seat.rules.home(at) == ALLIED
        ]

    def unfit(self, seat: TgSeat, step: Drop | None, key: str) -> Iterator[Reason]:
        if key not in seat.rules.atlas.index or seat.rules.home(key) != ALLIED:
            yield Reason("TG-VDH-01", say("The drop must be on a hex behind Allied lines."))

    def do(self, play: TgPlay, step: Drop, action: Action) -> None:
        play.pop()
        play.tell(Declared("drop", (VDH,), action.object))
        jump(play, action.object)


_DROP_ON: Final = DropOn()


def jump(play: TgPlay, target: str) -> None:
    """Roll for the drop: on target, off target, or lost (TG-VDH-02..05)."""
    row = tables.row(play, say("Von der Heydte's drop"), "TG-VDH-02")
    at: str | None = target
    if row > _OFF_TARGET:
        at = None
    elif row > _ON_TARGET:
        direction = _CLOCKWISE[tables.pips(play, say("Direction of the drop"), "TG-VDH-04") - 1]
        near = tables.success(play, say("Distance of the drop"), "TG-VDH-05", _ONE_HEX)
        for _ in range(1 if near else 2):
            at = play.rules.atlas.grid.neighbours(at)[direction] if at is not None else None
    if at is None or at not in play.rules.atlas.index or _allies(play, at):
        play.tell(Noted("TG-VDH-03", say("Von der Heydte's men are scattered and lost."), (target,)))
        casualties.remove(play, VDH)
        return
    play.put(VDH, at=at)
    play.tell(UnitPlaced(VDH, at))


def _allies(play: TgPlay, at: str) -> bool:
    return any(play.units[u].side == ALLIED for u in play.board.units_at(at))


class Drop(Phase, frozen=True, kw_only=True):
    """VDH_DROP: choose a hex, or make no drop."""

    verbs: ClassVar = (_DROP_ON, END)
    phase: ClassVar[str] = "setup"

    def close(self, play: TgPlay) -> None:
        """No drop: remove him from the game."""
        play.pop()
        casualties.remove(play, VDH)

    def say(self, seat: TgSeat) -> Say:
        return say("Germans: choose a hex behind Allied lines for von der Heydte's drop.")
