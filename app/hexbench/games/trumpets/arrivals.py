"""Arrival of reinforcements: at their named hex, or at the nearest free hex on the same edge (TT-REC-02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import Noted, UnitPlaced
from hexbench.engine.values import Action, Check, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import END, Phase
from hexbench.games.trumpets import casualties, passage
from hexbench.games.trumpets.fight import when
from hexbench.hexes.numbering import parse

if TYPE_CHECKING:
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import Position, TtBoard, TtPlay, TtSeat


# ---- readers ---------------------------------------------------------------------------------------------------------
def waiting(s: Position, side: str) -> tuple[str, ...]:
    """The units of a side that are due but have not arrived yet."""
    now = when(s.mission.turns[s.turn - 1])
    return tuple(
        uid
        for uid, unit in s.units.items()
        if unit.side == side and unit.at.startswith("#due/") and when(unit.at.removeprefix("#due/")) <= now
    )


def gate(rules: TtRules, s: Position, board: TtBoard, uid: str) -> str:
    """The hex where a unit can enter now: its own, or the nearest legal one on the same edge; empty if
    there is none.
    """
    home = s.mission.units[uid].at
    if _takes(rules, s, board, uid, home):
        return home
    return next((at for at in _rim(rules, s, home) if _takes(rules, s, board, uid, at)), "")


def _rim(rules: TtRules, s: Position, home: str) -> tuple[str, ...]:
    """The hexes of :func:`edge`, nearest first."""

    def make() -> tuple[str, ...]:
        rim = edge(rules, s, home)
        return tuple(at for at in rules.atlas.nearest_first(home) if at in rim)

    return rules.facts.get(("rim", home), (s.mission.area,), make)


def _takes(rules: TtRules, s: Position, board: TtBoard, uid: str, at: str) -> bool:
    """Whether a hex is free of enemies, has room for the unit and has terrain that it may enter."""
    here = board.units_at(at)
    if here and s.units[here[0]].side != s.units[uid].side:
        return False
    return passage.room(rules, s, board, (uid,), at) and enterable(rules, s, uid, at)


def enterable(rules: TtRules, s: Position, uid: str, at: str) -> bool:
    """Whether a unit may enter the terrain of a hex, or a road runs through it (TT-REC-03)."""
    move = rules.template(s.mission.units[uid]).move
    cell = rules.atlas.cell(at)
    built = next((one for one in cell.features if one in passage.BUILT), cell.terrain)
    return getattr(rules.tables.costs[built], move) is not None or rules.road_at(at)


def edge(rules: TtRules, s: Position, home: str) -> frozenset[str]:
    """The hexes of the edge of the area in play nearest to a hex; west or east if two edges are equally
    near.
    """
    return rules.facts.get(("edge", home), (s.mission.area,), lambda: _edge(rules, s, home))


def _edge(rules: TtRules, s: Position, home: str) -> frozenset[str]:
    atlas = rules.atlas
    area = s.mission.area or atlas.labels
    grid = atlas.sheet.grid
    places = {at: parse(grid.numbering, at) for at in area}
    columns = [c for c, _ in places.values()]
    rows = [r for _, r in places.values()]
    col, row = parse(grid.numbering, home)
    sides = (
        (col - min(columns), 0, min(columns)),
        (max(columns) - col, 0, max(columns)),
        (row - min(rows), 1, min(rows)),
        (max(rows) - row, 1, max(rows)),
    )
    _, axis, line = min(sides, key=lambda side: (side[0], side[1]))
    return frozenset(at for at, spot in places.items() if spot[axis] == line)


# ---- the phase -------------------------------------------------------------------------------------------------------
class Arrive(Phase, frozen=True, kw_only=True):
    """The phase in which reinforcements that are due arrive (TT-REC-02)."""

    phase: ClassVar[str] = "arrivals"

    def unfinished(self, seat: TtSeat) -> Iterable[Check]:
        """Nothing: units not brought in by hand arrive automatically (TT-REC-02)."""
        return ()

    def say(self, seat: TtSeat) -> Say:
        n = len(waiting(seat.s, self.who))
        if n == 1:
            return say("Bring in the reinforcement that is due.")
        return say("Bring in {n} reinforcements.", n=n)

    def default(self, seat: TtSeat) -> Action | None:
        """End the phase: all remaining units arrive automatically."""
        return Action(END.name)

    def close(self, play: TtPlay) -> None:
        """Bring in all remaining units in order of battle order; a unit for which there is no hex waits a
        turn.
        """
        for uid in waiting(play, self.who):
            at = gate(play.rules, play, play.board, uid)
            if at:
                come(play, uid, at)
            else:
                text = say("{unit} has no hex to enter by and waits a turn.", unit=_name(play, uid))
                play.tell(Noted("TT-REC-02", text, (uid,)))
        play.pop()


def come(play: TtPlay, uid: str, at: str) -> None:
    """Place an arriving unit."""
    # a unit that arrives on the turn printed on its counter needs no mark
    play.put(uid, at=at, arrived=play.mission.units[uid].turn != play.mission.turns[play.turn - 1])
    play.tell(UnitPlaced(uid, at))
    casualties.entered(play, uid)


def _name(play: TtPlay, uid: str) -> Say:
    return play.rules.title(play.mission.units[uid])


class Enter(Verb["TtSeat", Arrive, "TtPlay"]):
    """Bring one unit in: the first to arrive takes the named hex, later ones the hexes next to it."""

    name = "enter"
    label = say("Bring in")
    help = say(
        "A unit enters at its own hex or, if that is full or enemy-held, at the "
        "nearest hex of the same edge that has room for it."
    )
    subject = "unit"
    object = "hex"

    def able(self, seat: TtSeat, step: Arrive) -> Iterable[str]:
        """Every unit that is due and has a hex to enter by."""
        return (uid for uid in waiting(seat.s, step.who) if gate(seat.rules, seat.s, seat.board, uid))

    def targets(self, seat: TtSeat, step: Arrive, subject: tuple[str, ...]) -> Iterable[Target]:
        if len(subject) == 1 and subject[0] in waiting(seat.s, step.who):
            at = gate(seat.rules, seat.s, seat.board, subject[0])
            if at:
                yield Target(at, rules=("TT-REC-02",))

    def reasons(self, seat: TtSeat, step: Arrive | None, action: Action) -> Iterator[Reason]:
        """The unit must be due, and must enter where it is allowed to."""
        s, rules = seat.s, seat.rules
        if len(action.subject) != 1 or action.how or action.via:
            yield Reason("TT-REC-02", say("Bring in one unit at a time."))
            return
        uid = action.subject[0]
        if uid not in s.units:
            yield rules.missing(f"unit {uid}")
            return
        name = rules.title(s.mission.units[uid])
        who = step.who if step is not None else s.phasing
        if s.units[uid].side != who:
            yield Reason("TT-REC-02", say("{unit} is not yours.", unit=name))
        elif uid not in waiting(s, who):
            yield Reason("TT-REC-02", say("{unit} is not due to arrive now.", unit=name), s.units[uid].spot)
        elif action.object != (at := gate(rules, s, seat.board, uid)):
            text = (
                say("{unit} arrives at {hex}.", unit=name, hex=at)
                if at
                else say("There is no hex where {unit} can enter now.", unit=name)
            )
            yield Reason("TT-REC-02", text, (at,) if at else ())

    def do(self, play: TtPlay, step: Arrive, action: Action) -> None:
        """Place the unit; the phase ends with the last one."""
        come(play, action.subject[0], action.object)
        if not waiting(play, step.who):
            play.pop()


ENTER: Final = Enter()
Arrive.verbs = (ENTER, END)
