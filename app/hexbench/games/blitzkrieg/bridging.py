"""DEMOLISH and BRIDGE: attempts on ends of bridges and fuel dumps by units that began the turn there (BK-BRG,
BK-SUP-22).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.atlas.atlas import OFF, side_name
from hexbench.engine.board import remembered
from hexbench.engine.events import MarkerChanged, Noted
from hexbench.engine.values import Action, Barrier, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.blitzkrieg import casualties, infiltrators, supply
from hexbench.games.blitzkrieg.pieces import ALLIED, FOE, GROUND

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.moving import Moving
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, BkPlay, BkSeat, Position

SAFE: Final = 3
"""Within this distance of a dump in hexes, an enemy unit prevents its destruction (BK-SUP-22)."""


# ---- readers ---------------------------------------------------------------------------------------------------------
def _bridges_at(rules: BkRules, at: str) -> tuple[str, ...]:
    """The hexsides of a hex on which a road crosses a river, by direction (BK-MAP-05)."""
    return _banks(rules).get(at, ())


@remembered
def _banks(rules: BkRules) -> dict[str, tuple[str, ...]]:
    """:func:`_bridges_at` for every hex that has any."""
    found: dict[str, tuple[str, ...]] = {}
    atlas = rules.atlas
    for i, label in enumerate(atlas.labels):
        sides = (atlas.side_of(i, d) for d, j in enumerate(atlas.around[i]) if j != OFF)
        ends = tuple(side for side in sides if side in rules.bridges)
        if ends:
            found[label] = ends
    return found


def _ends_at(rules: BkRules, s: Position, at: str, *, blown: bool) -> tuple[str, ...]:
    """The bridges whose end in a hex is destroyed (``blown``), or is intact."""
    return tuple(side for side in _bridges_at(rules, at) if (at in s.blown.get(side, ())) == blown)


def _with_ends(rules: BkRules, s: Position, *, blown: bool) -> frozenset[str]:
    """The hexes with any :func:`_ends_at`."""

    def make() -> frozenset[str]:
        return frozenset([at for at in _banks(rules) if _ends_at(rules, s, at, blown=blown)])

    return rules.facts.get(("ends", blown), (s.blown,), make)


def far_bank(side: str, at: str) -> str:
    """The hex at the other end of a bridge."""
    one, _, other = side.partition("/")
    return other if one == at else one


def objects(rules: BkRules, s: Position, at: str, *, build: bool) -> tuple[str, ...]:
    """What can be attempted in a hex: its own label stands for the dump, the hex across the river for a
    bridge (BK-BRG-01, BK-BRG-03).
    """
    if not build and supply.dump_at(s, at):
        return (at,)
    return tuple(far_bank(side, at) for side in _ends_at(rules, s, at, blown=build))


def enemy_adjacent(rules: BkRules, board: BkBoard, at: str, side: str) -> bool:
    """Whether an enemy ground unit is in a neighbouring hex; infiltrators do not count (BK-BRG-12)."""
    return bool(board.zones[FOE[side]].counts[rules.atlas.index[at]])


def column(rules: BkRules, s: Position, board: BkBoard, at: str, side: str, *, build: bool) -> str:
    """The column of Table 5 or 6 (BK-BRG-06, BK-BRG-07, BK-BRG-09)."""
    near = enemy_adjacent(rules, board, at, side)
    spied = not build and side == ALLIED and bool(infiltrators.spies_at(s, board, at))
    if near:
        return "enemy_adjacent_and_infiltrator_in_hex" if spied else "enemy_adjacent"
    return "infiltrator_in_hex_with_allies" if spied else "ok"


def chances(rules: BkRules, where: str, *, build: bool) -> int:
    """How many of the six rolls succeed."""
    table = rules.tables.construction if build else rules.tables.demolition
    return sum(table.cell(roll, where) for roll in range(1, 7))


def too_near(rules: BkRules, s: Position, at: str, side: str) -> Iterator[str]:
    """The hexes of enemies that prevent the destruction of a dump (BK-SUP-22)."""
    for uid, unit in s.units.items():
        counts = unit.side == FOE[side] and unit.on_map and s.roster[uid].type in GROUND
        if counts and rules.atlas.distance(unit.at, at) <= SAFE:
            yield unit.at


# ---- verbs -----------------------------------------------------------------------------------------------------------
class Demolish(Verb["BkSeat", "Moving", "BkPlay"]):
    """DEMOLISH: try to destroy a dump or an end of a bridge."""

    name = "demolish"
    label = say("Demolish")
    help = say("Try to destroy the dump, or the end of a bridge, in the hex where the unit began the turn.")
    subject = "unit"
    routed = False
    object = "choice"
    """The hex across the river, or the unit's own hex for the dump; dragging there would be a move."""
    barrier: ClassVar[Barrier] = "dice"
    build: ClassVar[bool] = False

    def able(self, seat: BkSeat, step: Moving) -> Iterable[str]:
        """Units with something to attempt in their hex."""
        s, tried = seat.s, self.tried(seat.s)
        units, ends = s.units, _with_ends(seat.rules, s, blown=self.build)
        dumps = set() if self.build else {dump.hex for dump in s.dumps.values()}
        return (
            uid
            for uid in seat.board.lists[step.who, "ground"]
            if (at := units[uid].at) == units[uid].start
            and (at in ends or (at in dumps and supply.dump_at(s, at)))  # those with any objects()
            and at not in tried
            and not any(self._bars(seat, step.who, uid))
        )

    def targets(self, seat: BkSeat, step: Moving, subject: tuple[str, ...]) -> Iterable[Target]:
        """The dump in its hex, or each bridge."""
        if len(subject) != 1 or subject[0] not in seat.s.units or any(self._bars(seat, step.who, subject[0])):
            return
        rules, s = seat.rules, seat.s
        at = s.units[subject[0]].at
        where = column(rules, s, seat.board, at, step.who, build=self.build)
        n = chances(rules, where, build=self.build)
        for found in objects(rules, s, at, build=self.build):
            odds = say("{what}: succeeds on {n} of 6 rolls.", what=self._what(rules, s, at, found), n=n)
            yield Target(found, says=(odds,), rules=(self.rule(dump=found == at),))

    def rule(self, *, dump: bool = False) -> str:
        """The clause of the table used."""
        return "BK-SUP-22" if dump else "BK-BRG-06"

    def tried(self, s: Position) -> tuple[str, ...]:
        """The hexes where it has been attempted this turn. Demolition and building are counted separately."""
        return s.tried

    def _note(self, play: BkPlay, at: str) -> None:
        play.set(tried=(*play.tried, at))

    def _what(self, rules: BkRules, s: Position, at: str, found: str) -> Say:
        if found == at:
            return say("dump at {place}", place=supply.place(rules, at))
        return say("bridge {side}", side=side_name(at, found))

    def reasons(self, seat: BkSeat, step: Moving | None, action: Action) -> Iterator[Reason]:
        """Every reason against it."""
        who = step.who if step is not None else seat.s.phasing
        if len(action.subject) != 1 or action.subject[0] not in seat.s.units:
            yield Reason(self._first(), say("Name one unit."))
            return
        uid = action.subject[0]
        barred = tuple(self._bars(seat, who, uid))
        yield from barred
        at = seat.s.units[uid].at
        found = objects(seat.rules, seat.s, at, build=self.build)
        if found and action.object not in found:
            yield from self._not_that(seat, at, action.object)

    def _not_that(self, seat: BkSeat, at: str, wanted: str) -> Iterator[Reason]:
        if not self.build and supply.dump_at(seat.s, at):
            yield Reason("BK-BRG-03", say("Demolition in {hex} must be aimed at the dump.", hex=at), (at,))
        elif not wanted:
            yield Reason(self._first(), say("Name the hex on the other bank."), (at,))
        else:
            text = say("There is no such end of a bridge between {hex} and {other}.", hex=at, other=wanted)
            yield Reason(self._first(), text, (at,))

    def _first(self) -> str:
        return "BK-BRG-08" if self.build else "BK-BRG-01"

    def _bars(self, seat: BkSeat, who: str, uid: str) -> Iterator[Reason]:
        """Why a unit may not attempt anything in its hex."""
        rules, s = seat.rules, seat.s
        unit, printed = s.units[uid], s.roster[uid]
        name = rules.title(printed)
        if unit.side != who or not unit.on_map:
            yield Reason(
                self._first(), say("{unit} is not one of your units on the map.", unit=name), unit.spot
            )
            return
        at = unit.at
        if printed.type not in GROUND:
            yield Reason("BK-BRG-13", say("{unit} cannot demolish or rebuild anything.", unit=name), (at,))
        if unit.start != at:
            rule = "BK-BRG-08" if self.build else "BK-BRG-02"
            yield Reason(rule, say("{unit} did not begin the turn in {hex}.", unit=name, hex=at), (at,))
        elif unit.arrived:
            dump = not self.build and bool(supply.dump_at(s, at))
            rule = "BK-BRG-08" if self.build else "BK-SUP-22" if dump else "BK-BRG-02"
            yield Reason(rule, say("{unit} has only arrived on the map this turn.", unit=name), (at,))
        if at in self.tried(s):
            rule = "BK-BRG-08" if self.build else "BK-BRG-04"
            yield Reason(rule, say("This has already been tried in {hex} this turn.", hex=at), (at,))
        if not objects(rules, s, at, build=self.build):
            yield from self._nothing(rules, s, at)
        elif not self.build and supply.dump_at(s, at):
            near = tuple(dict.fromkeys(too_near(rules, s, at, who)))
            if near:
                text = say("An enemy unit is within {n} hexes of the dump.", n=SAFE)
                yield Reason("BK-SUP-22", text, near)

    def _nothing(self, rules: BkRules, s: Position, at: str) -> Iterator[Reason]:
        if self.build:
            if any(dump.hex == at and not dump.number for dump in s.dumps.values()):
                yield Reason("BK-BRG-11", say("A dump cannot be rebuilt."), (at,))
            yield Reason("BK-BRG-08", say("There is no destroyed end of a bridge in {hex}.", hex=at), (at,))
        else:
            text = say("There is neither a dump nor an intact end of a bridge in {hex}.", hex=at)
            yield Reason("BK-BRG-01", text, (at,))

    def settle(self, seat: BkSeat, step: Moving, action: Action) -> Action:
        """Nothing is left to fill in."""
        return action

    def do(self, play: BkPlay, step: Moving, action: Action) -> None:
        """Roll one die; the unit is immobilised for the rest of the turn (BK-BRG-05)."""
        uid = action.subject[0]
        at = play.units[uid].at
        rules = play.rules
        where = column(rules, play, play.board, at, step.who, build=self.build)
        what = self._what(rules, play, at, action.object)
        rule = self.rule(dump=action.object == at)
        why = say(
            "{unit}: {label} the {what}", unit=rules.title(play.roster[uid]), label=self._word, what=what
        )
        roll = play.roll(why, 1, rule)
        table = rules.tables.construction if self.build else rules.tables.demolition
        self._note(play, at)
        casualties.fix(play, uid)
        if table.cell(roll, where):
            self._succeed(play, at, action.object)
        else:
            play.tell(Noted(rule, say("The attempt fails: {what}.", what=what), (uid, at)))

    _word: ClassVar[Say] = say("demolish")

    def _succeed(self, play: BkPlay, at: str, found: str) -> None:
        if found == at:
            supply.destroy(play, supply.dump_at(play, at))
            return
        side = side_name(at, found)
        blown = play.edit("blown")
        blown[side] = tuple(sorted((*blown.get(side, ()), at)))
        play.tell(MarkerChanged("bridge", side, f"destroyed in {'/'.join(blown[side])}"))


class Bridge(Demolish):
    """BRIDGE: try to rebuild an end of a bridge."""

    name = "bridge"
    label = say("Bridge")
    help = say("Try to rebuild the destroyed end of a bridge in the hex where the unit began the turn.")
    build = True
    _word = say("rebuild")

    def rule(self, *, dump: bool = False) -> str:
        """The clause of the table used."""
        return "BK-BRG-09"

    def tried(self, s: Position) -> tuple[str, ...]:
        """The hexes where building has been attempted this turn."""
        return s.built

    def _note(self, play: BkPlay, at: str) -> None:
        play.set(built=(*play.built, at))

    def _succeed(self, play: BkPlay, at: str, found: str) -> None:
        side = side_name(at, found)
        blown = play.edit("blown")
        left = tuple(end for end in blown.pop(side) if end != at)
        if left:
            blown[side] = left
        play.tell(MarkerChanged("bridge", side, f"destroyed in {'/'.join(left)}" if left else ""))


DEMOLISH: Final = Demolish()
BRIDGE: Final = Bridge()
VERBS: Final = (DEMOLISH, BRIDGE)
