"""Building positions (TT-DEF-20..28, TT-REC-15) and clearing enemy road blocks (TT-REC-16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.events import MarkerChanged, Noted, UnitChanged
from hexbench.engine.values import Action, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.trumpets import casualties
from hexbench.games.trumpets.mission import KINDS, Building, Works

if TYPE_CHECKING:
    from hexbench.games.trumpets.mission import Kind, Mission
    from hexbench.games.trumpets.moving import Moving
    from hexbench.games.trumpets.pieces import Unit
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import Position, TtPlay, TtSeat

OPEN_ROAD: Final = "clear"
"""The object of the verb ``build`` for clearing an enemy road block."""
BETTER: Final = {"IP5": ("IP5", "IP6", "SP", "FT"), "IP6": ("IP6", "SP", "FT"), "SP": ("SP", "FT")}
"""For each position, the existing positions over which it would be no improvement (TT-DEF-21)."""


_FOOT: Final = ("IP5",)


class Build(Verb["TtSeat", "Moving", "TtPlay"]):
    """Begin building a position or clearing a road block."""

    name = "build"
    label = say("Build")
    help = say(
        "The unit does not move this turn; the position is complete at the end of the enemy's player turn."
    )
    subject = "unit"
    object = "choice"

    def able(self, seat: TtSeat, step: Moving) -> Iterator[str]:
        """Every unit that can begin something in its hex."""
        s, rules, who = seat.s, seat.rules, step.who
        # most units are front line units that can dig in anywhere there is no position as good: a fast path
        plain = rules.tables.positions["IP5"].where == "any"
        builders = _builders(rules, s.mission)
        busy = _busy(s) if s.building else ()
        roster, now = s.mission.units, s.mission.turns[s.turn - 1]
        for uid, unit in s.units.items():
            if unit.side != who or unit.spent or unit.at[:1] == "#" or uid not in builders or uid in busy:
                continue
            if unit.arrived or unit.retreated or roster[uid].turn == now:  # arrived, or retreated
                continue
            kinds = builders[uid]
            if plain and kinds == _FOOT and unit.at not in s.building:
                here = s.works.get(unit.at)
                if here is None or here.main not in BETTER["IP5"]:
                    yield uid
            elif any(not any(_why_not_here(rules, s, unit, kind)) for kind in kinds):
                yield uid

    def targets(self, seat: TtSeat, step: Moving, subject: tuple[str, ...]) -> Iterable[Target]:
        """What the unit can build."""
        for kind in (*KINDS, OPEN_ROAD):
            if not any(self.reasons(seat, step, Action(self.name, subject, kind))):
                what = (
                    say("clear the road block")
                    if kind == OPEN_ROAD
                    else say("{position}", position=seat.rules.tables.positions[kind].name)
                )
                text = say("{what}: complete at the end of the enemy's player turn", what=what)
                yield Target(kind, says=(text,), rules=("TT-REC-15",))

    def reasons(self, seat: TtSeat, step: Moving | None, action: Action) -> Iterator[Reason]:
        s, rules = seat.s, seat.rules
        if len(action.subject) != 1 or action.how or action.via:
            yield Reason("TT-DEF-20", say("Choose one unit to build."))
            return
        unit = s.units.get(action.subject[0])
        if unit is None:
            yield rules.missing(f"unit {action.subject[0]}")
            return
        who = step.who if step is not None else s.phasing
        name = rules.title(s.mission.units[action.subject[0]])
        if unit.side != who:
            yield Reason("TT-DEF-20", say("{unit} is not yours.", unit=name), unit.spot)
        if not unit.on_map:
            yield Reason("TT-DEF-20", say("{unit} is not on the map.", unit=name))
            return
        if action.object not in (*KINDS, OPEN_ROAD):
            yield Reason("TT-DEF-20", say("There is no position called {what}.", what=action.object or "?"))
            return
        yield from _why_not_build(rules, s, action.subject[0], action.object)

    def do(self, play: TtPlay, step: Moving, action: Action) -> None:
        """Record the work that is begun."""
        uid = action.subject[0]
        at = play.units[uid].at
        clears = action.object == OPEN_ROAD
        kind: Kind = "RB" if clears else action.object  # type: ignore[assignment]
        new = Building(kind=kind, builder=uid, since=play.player_turn, clears=clears)
        play.edit("building")[at] = replace(play.building[at], beside=new) if at in play.building else new
        play.tell(MarkerChanged("building", at, action.object))
        play.tell(UnitChanged(uid, "builds", action.object))


def _builders(rules: TtRules, mission: Mission) -> dict[str, tuple[str, ...]]:
    """Maps each unit that can build at all to what its type may build; cached."""

    def make() -> dict[str, tuple[str, ...]]:
        front = rules.front_units(mission)
        return {
            uid: ("IP6", "RB", "SP", OPEN_ROAD) if "engineer" in rules.tags(printed) else _FOOT
            for uid, printed in mission.units.items()
            if "engineer" in rules.tags(printed) or uid in front
        }

    return rules.facts.get("builders", (mission.units,), make)


def _why_not_build(rules: TtRules, s: Position, uid: str, kind: str) -> Iterator[Reason]:
    """Why a unit on the map may not begin a kind of position where it stands."""
    unit, printed = s.units[uid], s.mission.units[uid]
    name = rules.title(printed)
    clause = "RB" if kind == OPEN_ROAD else kind
    yield from unable(rules, s, uid, kind)
    if rules.tables.positions[clause].builder == "never":
        return
    if unit.spent:
        text = say("{unit} has already moved this turn.", unit=name)
        yield Reason(f"TT-DEF-MOB-{clause}", text, unit.spot)
    if unit.arrived or printed.turn == s.mission.turns[s.turn - 1]:
        text = say("{unit} arrived this turn.", unit=name)
        yield Reason("TT-DEF-20", text, unit.spot)
    if unit.retreated:
        text = say("{unit} has retreated this turn.", unit=name)
        yield Reason("TT-REC-15", text, unit.spot)
    if uid in _busy(s):
        text = say("{unit} is already building something.", unit=name)
        yield Reason("TT-DEF-20", text, unit.spot)
        return
    yield from _why_not_here(rules, s, unit, kind)


def unable(rules: TtRules, s: Position, uid: str, kind: str) -> Iterator[Reason]:
    """Why a unit can never build a kind of position."""
    unit, printed = s.units[uid], s.mission.units[uid]
    name = rules.title(printed)
    builder = "engineer" if kind == OPEN_ROAD else rules.tables.positions[kind].builder
    rule = "TT-REC-16" if kind == OPEN_ROAD else f"TT-DEF-BUILD-{kind}"
    if builder == "never":
        yield Reason(rule, say("A fort cannot be built."), unit.spot)
    elif builder == "front_line" and not rules.front_line(printed):
        yield Reason(rule, say("{unit} is not a front line unit.", unit=name), unit.spot)
    elif builder == "engineer" and "engineer" not in rules.tags(printed):
        yield Reason(rule, say("{unit} is not an engineer.", unit=name), unit.spot)


def _why_not_here(rules: TtRules, s: Position, unit: Unit, kind: str) -> Iterator[Reason]:
    on_road = kind in ("RB", OPEN_ROAD)
    if unit.at in s.building and any(one.on_road == on_road for one in s.building[unit.at].works):
        text = say("Something is already being built in {hex}.", hex=unit.at)
        yield Reason("TT-DEF-21", text, unit.spot)
    yield from misplaced(rules, s, unit, kind)


def misplaced(rules: TtRules, s: Position, unit: Unit, kind: str) -> Iterator[Reason]:
    """Why a kind of position cannot be built in a unit's hex: terrain, or what is already there."""
    here = s.works.get(unit.at, Works())
    if kind == OPEN_ROAD:
        if not here.road_block or here.blocker in ("", unit.side):
            text = say("There is no enemy road block in {hex}.", hex=unit.at)
            yield Reason("TT-REC-16", text, unit.spot)
        return
    spot = rules.tables.positions[kind]
    if spot.where == "road" and not rules.road_at(unit.at):
        yield Reason("TT-DEF-HEX-RB", say("There is no road in {hex}.", hex=unit.at), unit.spot)
    if kind == "RB" and here.road_block:
        text = say("There is already a road block in {hex}.", hex=unit.at)
        yield Reason("TT-DEF-21", text, unit.spot)
    if here.main in BETTER.get(kind, ()):
        text = say("{hex} already has a position at least as good.", hex=unit.at)
        yield Reason("TT-DEF-21", text, unit.spot)
    elif spot.where == "has_IP6" and here.main != "IP6":
        text = say(
            "A strong point must be built on an improved position (ER 6); {hex} has none.", hex=unit.at
        )
        yield Reason("TT-DEF-HEX-SP", text, unit.spot)


class _StopBuilding(Pick["TtSeat", "Moving", "TtPlay"]):
    """Abandon a work, so that the builder may move again."""

    name = "stop_building"
    label = say("Stop building")
    help = say("The work is abandoned, and the unit may move.")
    rule = "TT-DEF-20"
    back = True

    def among(self, seat: TtSeat, step: Moving) -> Sequence[str]:
        """Every builder of this side."""
        return [b.builder for _, b in under_way(seat.s) if seat.s.units[b.builder].side == step.who]

    def unfit(self, seat: TtSeat, step: Moving | None, ref: str) -> Iterator[Reason]:
        """The unit must be building and belong to the acting side."""
        s, who = seat.s, step.who if step is not None else seat.s.phasing
        if s.units[ref].side != who or ref not in _busy(s):
            name = seat.rules.title(s.mission.units[ref])
            yield Reason(
                "TT-DEF-20", say("{unit} is not building anything for you.", unit=name), s.units[ref].spot
            )

    def do(self, play: TtPlay, step: Moving, action: Action) -> None:
        for at, begun in list(under_way(play)):
            if begun.builder == action.subject[0]:
                give_up(play, at, begun)


def under_way(s: Position) -> Iterator[tuple[str, Building]]:
    """Every work in progress, with its hex."""
    for at, first in s.building.items():
        for begun in first.works:
            yield at, begun


def _busy(s: Position) -> set[str]:
    """All units that are building."""
    return {begun.builder for _, begun in under_way(s)}


def give_up(play: TtPlay, at: str, begun: Building) -> None:
    """Abandon one work in a hex; another one in progress there continues."""
    first, building = play.building[at], play.edit("building")
    rest = first.beside if first.builder == begun.builder else replace(first, beside=None)
    if rest is None:
        building.pop(at)
    else:
        building[at] = rest
    play.tell(MarkerChanged("building", at, "" if rest is None else _called(rest)))


def _called(begun: Building) -> str:
    """The work's name as the object of the verb ``build``."""
    return OPEN_ROAD if begun.clears else begun.kind


def impossible(rules: TtRules, s: Position, begun: Building) -> Iterator[Reason]:
    """Why a work in progress could never have been begun (TT-DEF-BUILD, TT-DEF-HEX, TT-DEF-21)."""
    kind = _called(begun)
    yield from unable(rules, s, begun.builder, kind)
    yield from misplaced(rules, s, s.units[begun.builder], kind)


def lost_by_attacking(seat: TtSeat, units: Iterable[str]) -> Iterator[Say]:
    """A warning for each work that is lost if these units attack (TT-DEF-20)."""
    s, rules = seat.s, seat.rules
    for at, begun in under_way(s):
        if begun.builder in units and stayed(s.units[begun.builder]):
            unit = rules.title(s.mission.units[begun.builder])
            what = (
                say("clearing the road block")
                if begun.clears
                else say("{position}", position=rules.tables.positions[begun.kind].name)
            )
            yield say(
                "{unit} abandons its work in {hex} if it attacks: {what}.", unit=unit, hex=at, what=what
            )


def progress(play: TtPlay) -> None:
    """PLAYER_END: abandon works whose builder did not stay; complete those of the previous player turn
    (TT-REC-15).
    """
    for at, begun in list(under_way(play)):
        builder = play.units[begun.builder]
        if builder.at != at or not stayed(builder):
            give_up(play, at, begun)
        elif play.player_turn > begun.since:
            give_up(play, at, begun)
            _finish(play, at, begun)


def stayed(builder: Unit) -> bool:
    """Whether a builder has neither attacked nor retreated. Works without a builder are abandoned at
    PLAYER_END.
    """
    return not builder.attacked and not builder.retreated


def _finish(play: TtPlay, at: str, begun: Building) -> None:
    here = play.works.get(at, Works())
    side = play.units[begun.builder].side
    if begun.clears:
        casualties.set_works(play, at, here.opened())
        text = say("The road block in {hex} is cleared.", hex=at)
        play.tell(Noted("TT-REC-16", text, (at, begun.builder)))
        return
    casualties.set_works(play, at, here.built(begun.kind, side))
    name = play.rules.tables.positions[begun.kind].name
    play.tell(
        Noted(
            "TT-REC-15", say("{position} in {hex} is complete.", position=name, hex=at), (at, begun.builder)
        )
    )


BUILD: Final = Build()
_STOP_BUILDING: Final = _StopBuilding()
VERBS: Final = (BUILD, _STOP_BUILDING)
