"""15.0: replacements. A point a day brings a regiment back as a cadre, a cadre up to a regiment, or a chit to its full side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.atlas.reach import NEVER
from hexbench.engine.board import remembered
from hexbench.engine.events import StepRegained, UnitChanged, UnitPlaced
from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Check, Reason, Say, Target, counted, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.iron_tide import checklist, chits, restricted, victory
from hexbench.games.iron_tide.movement import END
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import ELIMINATED, FOE, GERMAN, LOST, Printed
from hexbench.games.iron_tide.stacking import LIMIT, friends_at

if TYPE_CHECKING:
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat

CLEAR: Final = 2
"""15.0e, 15.0g: no enemy may be this close; the nearest must be at least three hexes away."""
_RHYTHM: Final = 2
"""15.0d, B38: game turns from one AM turn to the next."""


def due(rules: Any, s: Any, side: str) -> int:
    """15.0a-c: the points of a Replacement Phase."""
    line = rules.turn(s.turn, s)
    n: int = line.german_replacements if side == GERMAN else line.allied_replacements
    return n


def regiments_of(rules: ItRules, roster: dict[str, Printed]) -> dict[str, tuple[str, ...]]:
    """division -> its regiments, in the order of battle."""

    def make() -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for uid, printed in roster.items():
            if printed.division and printed.size == "regiment":
                found.setdefault(printed.division, []).append(uid)
        return {name: tuple(uids) for name, uids in found.items()}

    return rules.facts.get("regiments", (roster,), make)


def _partners(seat: ItSeat, uid: str) -> tuple[str, ...]:
    """15.0f, B39: the regiments of the division of a unit, itself included, that are neither cadres nor isolated."""
    division = seat.s.roster[uid].division
    return _partners_of(seat, division, "" if division else uid, seat.s.units[uid].side)


@remembered
def _partners_of(seat: ItSeat, division: str, alone: str, side: str) -> tuple[str, ...]:
    """The same of a division, or of a unit that is in none."""
    s = seat.s
    units = s.units
    regiments = (alone,) if alone else regiments_of(seat.rules, s.roster).get(division, ())
    return tuple(
        [
            u
            for u in regiments
            if (unit := units[u]).side == side
            and s.roster[u].size == "regiment"
            and unit.on_map
            and not unit.cadre
            and unit.supply != "isolated"
        ]
    )


def members(seat: ItSeat, uid: str) -> tuple[str, ...]:
    """15.0g, B39: the regiments of the division of a unit on the map, cadres and isolated ones included."""
    s = seat.s
    units, division, side = s.units, s.roster[uid].division, s.units[uid].side
    regiments = regiments_of(seat.rules, s.roster).get(division, ()) if division else ()
    return tuple(u for u in regiments if units[u].side == side and units[u].on_map)


def _no_point(seat: ItSeat, side: str) -> Reason:
    """15.0a, 15.0c, 15.0l: why a side has no point now."""
    rules, s = seat.rules, seat.s
    if not due(rules, s, side):
        if side == GERMAN and s.turn >= restricted.AM19 and not rules.turn(s.turn, s).morning:
            return Reason("15.0c", say("The Germans receive replacements only on AM turns."))
        return Reason("15.0a", say("There are no replacement points left."))
    return Reason("15.0l", say("There are no replacement points left."))


def unfit(seat: ItSeat, step: Replacements | None, uid: str) -> Iterator[Reason]:
    """Why a unit may not take a replacement, wherever it is."""
    s = seat.s
    unit, printed = s.units[uid], s.roster[uid]
    name = called(printed)
    if step is None:
        yield Reason("4.23a", say("Replacements may be taken only in a Replacement Phase."))
    else:
        if unit.side != step.who:
            yield Reason("4.23a", say("{unit} belongs to the other player.", unit=name))
        if not step.left:
            yield _no_point(seat, step.who)
    if printed.size != "regiment":
        yield Reason("15.0m", say("{unit} is not a regiment and cannot be rebuilt.", unit=name))
    elif unit.at == LOST:
        text = say("{unit} was eliminated while isolated and cannot be rebuilt.", unit=name)
        yield Reason("15.0m", text)
    elif unit.frozen:
        yield Reason("15.0j", say("{unit} has already taken a replacement.", unit=name))
    elif not _partners(seat, uid):
        text = say(
            "The division of {unit} has no regiment on the map that is neither a cadre nor isolated.",
            unit=name,
        )
        yield Reason("15.0f", text)
    if (
        unit.side == GERMAN
        and printed.mobility != "N"
        and s.mech_replacement
        and s.turn - s.mech_replacement <= _RHYTHM
    ):
        text = say("The last German replacement was also mechanized; {unit} must wait.", unit=name)
        yield Reason("15.0d", text)


class _Restore(Pick["ItSeat", "Replacements", "ItPlay"]):
    """Give a replacement to a regiment on the map."""

    name = "restore"
    risk = "dice"
    label = say("Take a replacement")
    help = say(
        "A cadre becomes a reduced regiment, or a reduced regiment returns to full strength; "
        "it may not move this turn."
    )
    rule = "15.0h"

    def among(self, seat: ItSeat, step: Replacements) -> Sequence[str]:
        """Cadres and reduced regiments that may have one."""
        if not step.left:
            return ()
        units, index = seat.s.units, seat.board.atlas.index
        near = seat.board.hexes_held(
            FOE[step.who], CLEAR
        )  # asked first: most of the hurt are where the fighting is
        hurt = [
            uid
            for uid in seat.board.present[step.who]
            if ((unit := units[uid]).cadre or unit.reduced) and not near >> index[unit.at] & 1
        ]
        return [uid for uid in hurt if not any(self.unfit(seat, step, uid))]

    def unfit(self, seat: ItSeat, step: Replacements | None, ref: str) -> Iterator[Reason]:
        """15.0d-f, 15.0m, and a unit at full strength needs none."""
        unit, name = seat.s.units[ref], seat.called(ref)
        yield from unfit(seat, step, ref)
        if not unit.on_map:
            yield Reason("15.0h", say("{unit} is not on the map.", unit=name))
            return
        if not unit.cadre and not unit.reduced:
            yield Reason("15.0i", say("{unit} has taken no losses.", unit=name), unit.spot)
        near = seat.board.enemy_near(unit.side, unit.at, CLEAR)
        if near is not None:
            text = say("{unit} is less than three hexes from the enemy in {hex}.", unit=name, hex=near)
            yield Reason("15.0e", text, (unit.at, near))

    def targets(self, seat: ItSeat, step: Replacements, subject: tuple[str, ...]) -> Iterable[Target]:
        """What becomes of it."""
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            if seat.s.units[subject[0]].cadre:
                yield Target(says=(say("It draws a strength chit, reduced side up."),), rules=("15.0h",))
            else:
                yield Target(says=(say("Its chit is flipped to the full side."),), rules=("15.0i",))

    def do(self, play: ItPlay, step: Replacements, action: Action) -> None:
        """15.0h-k."""
        uid = action.subject[0]
        if play.units[uid].cadre:
            chits.rebuild(play, uid)
        else:
            play.put(uid, reduced=False)
            play.tell(UnitChanged(uid, "reduced", ""))
        play.tell(StepRegained(uid, 2 if play.units[uid].reduced else 3))
        spend(play, step, uid)


def spend(play: ItPlay, step: Replacements, uid: str) -> None:
    """Use the point; the unit may not move this player turn (15.0j). A German replacement of another kind resets the ban on
    consecutive mechanized ones (15.0d, B38), unless the ban would expire anyway before another can be taken.
    """
    play.swap(left=step.left - 1)
    play.put(uid, frozen=True)
    if step.who != GERMAN:
        return
    if play.roster[uid].mobility != "N":
        play.set(mech_replacement=play.turn)
    elif play.mech_replacement and (step.left > 1 or play.turn - play.mech_replacement < _RHYTHM):
        play.set(mech_replacement=0)


@remembered
def homes(seat: ItSeat, uid: str) -> tuple[str, ...]:
    """15.0g: the towns where a cadre may return: of the friendly towns clear of the enemy and with room, those nearest to
    any regiment of its division; several when equally near.
    """
    units, distance = seat.s.units, seat.rules.atlas.distance
    near = [units[u].at for u in members(seat, uid)] if _partners(seat, uid) else []
    best: list[str] = []
    least = NEVER
    if near:
        for at in _open_towns(seat, units[uid].side):
            far = min([distance(at, hex_) for hex_ in near])
            if far > least or any(_not_for(seat, uid, at)):
                continue
            if far < least:
                best, least = [at], far
            else:
                best.append(at)
    return tuple(best)


def _returns(seat: ItSeat, uid: str) -> bool:
    """Whether there are any :func:`homes` for a cadre."""
    if ("homes", uid) in seat.memo:
        return bool(homes(seat, uid))
    towns = _open_towns(seat, seat.s.units[uid].side) if _partners(seat, uid) else ()
    return any(not any(_not_for(seat, uid, at)) for at in towns)


@remembered
def _open_towns(seat: ItSeat, side: str) -> tuple[str, ...]:
    """The towns where some cadre of a side might return, in map order."""
    closed, index = seat.board.hexes_held(FOE[side], CLEAR), seat.board.atlas.index
    return tuple(
        at
        for at in victory.towns(seat.rules)
        if not closed >> index[at] & 1 and not any(_closed(seat, side, at))
    )


def _town_faults(seat: ItSeat, uid: str, at: str) -> Iterator[Reason]:
    """Why a cadre may not return in a hex, apart from distance to its division."""
    if at not in victory.towns(seat.rules):
        yield Reason("15.0g", say("{hex} is not a town or city hex.", hex=at), (at,))
        return
    yield from _closed(seat, seat.s.units[uid].side, at)
    yield from _not_for(seat, uid, at)


def _closed(seat: ItSeat, side: str, at: str) -> Iterator[Reason]:
    """Why no cadre of a side may return in a town."""
    s, rules, board = seat.s, seat.rules, seat.board
    if victory.holder(rules, s, board, at) != side:
        yield Reason("15.0g", say("{hex} is not in friendly hands.", hex=at), (at,))
    near = board.enemy_near(side, at, CLEAR)
    if near is not None:
        text = say("{hex} is less than three hexes from the enemy in {near}.", hex=at, near=near)
        yield Reason("15.0g", text, (at, near))
    here = friends_at(s, board, side, at)
    if len(here) >= LIMIT:
        yield Reason("8.1a", say("{hex} already contains three units.", hex=at), (at,))


def _not_for(seat: ItSeat, uid: str, at: str) -> Iterator[Reason]:
    """Why this unit may not return in a town where others of its side might."""
    s, rules = seat.s, seat.rules
    here = friends_at(s, seat.board, s.units[uid].side, at)
    if restricted.mixed(rules, s, (*here, uid)):
        yield Reason(restricted.mixing_rule(rules), restricted.warning(rules), (at,))
    if at in rules.near_bank and restricted.bound(rules, s, uid):
        yield Reason("17.1b", say("{hex} is beyond the Meuse.", hex=at), (at,))


class Raise(Verb["ItSeat", "Replacements", "ItPlay"]):
    """Bring an eliminated regiment back as a cadre."""

    name = "raise"
    label = say("Bring back")
    help = say("An eliminated regiment returns as a cadre in the friendly town nearest to its division.")
    subject = "unit"
    object = "hex"

    def able(self, seat: ItSeat, step: Replacements) -> Iterable[str]:
        """Eliminated regiments with a place to go to."""
        if not step.left:
            return ()
        return (
            uid
            for uid in seat.board.units_at(ELIMINATED)
            if not any(unfit(seat, step, uid)) and _returns(seat, uid)
        )

    def targets(self, seat: ItSeat, step: Replacements, subject: tuple[str, ...]) -> Iterable[Target]:
        if len(subject) != 1 or subject[0] not in seat.board.units_at(ELIMINATED):
            return
        if not any(unfit(seat, step, subject[0])):
            for at in homes(seat, subject[0]):
                yield Target(at, says=(say("It returns as a cadre."),), rules=("15.0g",))

    def reasons(self, seat: ItSeat, step: Replacements | None, action: Action) -> Iterator[Reason]:
        """15.0d, 15.0f, 15.0g, 15.0m."""
        if len(action.subject) != 1 or action.how or action.via:
            yield Reason("15.0g", say("Choose one regiment and the town it returns to."))
            return
        uid, at = action.subject[0], action.object
        if uid not in seat.s.units:
            yield seat.rules.missing(f"unit {uid}")
            return
        name = seat.called(uid)
        bad = list(unfit(seat, step, uid))
        yield from bad
        if seat.s.units[uid].at not in (ELIMINATED, LOST):
            yield Reason("15.0g", say("{unit} is not eliminated.", unit=name))
            return
        if at not in seat.board.atlas.index:
            yield Reason("15.0g", say("{hex} is not a hex of this map.", hex=at or "-"))
            return
        faults = list(_town_faults(seat, uid, at))
        yield from faults
        if not bad and not faults and at not in homes(seat, uid):
            text = say("A town nearer to the division of {unit} is available.", unit=name)
            yield Reason("15.0g", text, homes(seat, uid))

    def do(self, play: ItPlay, step: Replacements, action: Action) -> None:
        """Place the unit as a cadre; its loss stays counted (B48)."""
        uid = action.subject[0]
        play.put(
            uid, at=action.object, cadre=True, supply="supplied", moved=False, attacked=False, fell_back=False
        )
        play.tell(UnitPlaced(uid, action.object))
        play.tell(StepRegained(uid, 1))
        spend(play, step, uid)


RESTORE, RAISE = _Restore(), Raise()


class Replacements(Ask, frozen=True, kw_only=True):
    """4.23: the Replacement Phase (SEQ.P.REPL). Points that are left when it ends are lost (15.0l)."""

    phase = "replacement"
    left: int = 0
    verbs: ClassVar = (RESTORE, RAISE, END)

    def unfinished(self, seat: ItSeat) -> Iterable[Check]:
        """Points that would be lost."""
        return checklist.replacements_left(seat, self)

    def say(self, seat: ItSeat) -> Say:
        """How many points there are."""
        side = seat.rules.side_name(self.who)
        if not self.left:
            return say("{side} Replacement Phase: no replacements are left.", side=side)
        return counted(
            self.left,
            say("{side} Replacement Phase: one replacement point to spend.", side=side),
            say("{side} Replacement Phase: {n} replacement points to spend.", side=side, n=self.left),
        )
