"""13.0, 13.1h-n, 13.3: the Engineering Phase, and what engineers build in it. Demolitions are in :mod:`demolition`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final

from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Check, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.iron_tide import checklist, works
from hexbench.games.iron_tide.demolition import BURN, DEMOLISH, hexes_of
from hexbench.games.iron_tide.movement import END
from hexbench.games.iron_tide.names import called
from hexbench.games.iron_tide.pieces import FOE, GERMAN

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat

_GERMAN_BRIDGES: Final = 9
"""13.1k: bridges the Germans may build in the whole game."""


def engineers(seat: ItSeat, side: str) -> tuple[str, ...]:
    """The engineers of a side on the map."""
    roster, units, facts = seat.s.roster, seat.s.units, seat.rules.facts

    def every() -> tuple[str, ...]:
        return tuple(uid for uid, printed in roster.items() if printed.type == "engineer")

    def make() -> tuple[str, ...]:
        found = facts.get("engineers", (roster,), every)
        return tuple([uid for uid in found if (unit := units[uid]).side == side and unit.on_map])

    return facts.get(("engineers", side), (roster, seat.board.places[side]), make)


def at_hand(seat: ItSeat, step: Engineering) -> list[str]:
    """The phasing player's engineers that have not yet acted in this phase (13.0b)."""
    found: list[str] | None = seat.memo.get("engineers at hand")
    if found is None:
        busy = {*step.acted, *(uid for uid, _ in step.attempts)}
        found = [uid for uid in engineers(seat, step.who) if uid not in busy]
        seat.memo["engineers at hand"] = found
    return found


def unable(seat: ItSeat, step: Engineering | None, uid: str) -> Iterator[Reason]:
    """13.0b, and units that are not engineers."""
    s = seat.s
    unit, printed = s.units[uid], s.roster[uid]
    name = called(printed)
    if step is None:
        yield Reason("4.27b", say("Construction is possible only in an Engineering Phase."))
    elif unit.side != step.who:
        yield Reason("4.27b", say("{unit} belongs to the other player.", unit=name))
    elif uid in step.acted or any(u == uid for u, _ in step.attempts):
        yield Reason("13.0b", say("{unit} has already acted this phase.", unit=name), unit.spot)
    if printed.type != "engineer":
        yield Reason("13.1h", say("{unit} is not an engineer unit.", unit=name))
    if not unit.on_map:
        yield Reason("13.1h", say("{unit} is not on the map.", unit=name))


def _suited(
    seat: ItSeat, step: Engineering, work: str, of: tuple[Any, ...], suits: Callable[[str], bool]
) -> list[str]:
    """The engineers at hand that suit some work. Kept by where units are, by what is being built and by ``of``: it stays as it is
    while others try their demolitions, and everybody is asked again after each of them.
    """
    side, places = step.who, seat.board.places
    found = seat.rules.facts.get(
        (work, side),
        (places[side], places[FOE[side]], seat.s.works, seat.s.roster, *of),
        lambda: tuple([uid for uid in engineers(seat, side) if suits(uid)]),
    )
    return [uid for uid in at_hand(seat, step) if uid in found] if found else []


class Bridge(Verb["ItSeat", "Engineering", "ItPlay"]):
    """Begin a bridge."""

    name = "bridge"
    label = say("Build a bridge")
    help = say(
        "The engineers must stay next to the river; the bridge is finished in your next Engineering Phase."
    )
    subject = "unit"
    object = "side"

    def able(self, seat: ItSeat, step: Engineering) -> Iterable[str]:
        """Engineers with a river to bridge."""
        s = seat.s

        def suits(uid: str) -> bool:
            return any(True for _ in self._sides(seat, uid))

        return _suited(seat, step, self.name, (s.bridges, s.german_bridges), suits)

    def targets(self, seat: ItSeat, step: Engineering, subject: tuple[str, ...]) -> Iterable[Target]:
        """The unbridged river hexsides of its hex."""
        if len(subject) != 1 or subject[0] not in seat.s.units or any(unable(seat, step, subject[0])):
            return
        for side in self._sides(seat, subject[0]):
            yield Target(side, says=(say("Finished in your next Engineering Phase"),), rules=("13.1h",))

    def _sides(self, seat: ItSeat, uid: str) -> Iterator[str]:
        """The hexsides of its hex where an eligible unit may build: those with no :meth:`_faults`."""
        s, rules, unit = seat.s, seat.rules, seat.s.units[uid]
        rivers = works.rivers(rules, unit.at)
        if not rivers or (unit.side == GERMAN and _bridges(s, uid) >= _GERMAN_BRIDGES):
            return
        near = seat.board.hexes_held(FOE[unit.side], works.CLEAR_OF_BRIDGE)
        for side in rivers:
            if (
                side not in s.works
                and side not in s.german_bridges
                and not near & hexes_of(rules, side)
                and works.open_river(rules, s, side)
            ):
                yield side

    def _faults(self, seat: ItSeat, uid: str, target: str) -> Iterator[Reason]:
        s, rules = seat.s, seat.rules
        unit = s.units[uid]
        try:
            keys = rules.atlas.side_keys(target)
        except ValueError:
            keys = ()
        if len(keys) != 2 or "river" not in rules.atlas.side_kinds.get(keys[0], ()):
            yield Reason("13.1h", say("{side} is not a river hexside.", side=target or "-"))
            return
        if unit.at not in works.ends(target):
            text = say("{unit} is not adjacent to {side}.", unit=called(s.roster[uid]), side=target)
            yield Reason("13.1h", text, works.ends(target))
        stands = not rules.prices.unbridged(rules.prices.link(*keys[0]), s.bridges)
        if target in s.works:
            yield Reason(
                "13.1h", say("A bridge is already being built at {side}.", side=target), works.ends(target)
            )
        elif stands:
            yield Reason(
                "13.1h", say("There is already a bridge at {side}.", side=target), works.ends(target)
            )
        near = works.intruder(seat.board, unit.side, target)
        if near is not None:
            text = say("An enemy unit in {hex} is too close to build at {side}.", hex=near, side=target)
            yield Reason("13.1j", text, (near,))
        if target in s.german_bridges and not stands:
            text = say(
                "The bridge the Germans built at {side} was destroyed and may not be rebuilt.", side=target
            )
            yield Reason("13.1l", text, works.ends(target))
        if unit.side == GERMAN and _bridges(s, uid) >= _GERMAN_BRIDGES:
            text = say("The Germans have already built all {n} of their bridges.", n=_GERMAN_BRIDGES)
            yield Reason("13.1k", text, works.ends(target))

    def reasons(self, seat: ItSeat, step: Engineering | None, action: Action) -> Iterator[Reason]:
        """13.1h-l."""
        if len(action.subject) != 1 or action.how or action.via:
            yield Reason("13.1h", say("Choose one engineer unit and a river hexside."))
            return
        if action.subject[0] not in seat.s.units:
            yield seat.rules.missing(f"unit {action.subject[0]}")
            return
        bad = list(unable(seat, step, action.subject[0]))
        yield from bad
        if not bad:
            yield from self._faults(seat, action.subject[0], action.object)

    def do(self, play: ItPlay, step: Engineering, action: Action) -> None:
        """The Building marker is placed."""
        play.swap(acted=(*step.acted, action.subject[0]))
        works.begin(play, action.subject[0], action.object)


def _bridges(s: Any, uid: str) -> int:
    """13.1k: the number of bridges the Germans have built or are building with other units."""
    others = [t for t in works.under_construction(s, GERMAN) if s.works[t].engineer != uid]
    return len(s.german_bridges) + len(others)


class Entrench(Verb["ItSeat", "Engineering", "ItPlay"]):
    """Begin an entrenchment."""

    name = "entrench"
    label = say("Build an entrenchment")
    help = say("Engineers and infantry must stay together for three of your Engineering Phases.")
    subject = "unit"

    def able(self, seat: ItSeat, step: Engineering) -> Iterable[str]:
        """Engineers with infantry, clear of the enemy."""
        s, board = seat.s, seat.board
        near, index = board.hexes_held(FOE[step.who], works.CLEAR_OF_TRENCH), board.atlas.index

        def suits(uid: str) -> bool:
            at = s.units[uid].at
            clear = not near >> index[at] & 1 and bool(works.crew_at(s, board, step.who, at))
            return clear and not any(self._faults(seat, uid))

        return _suited(seat, step, self.name, (s.entrenchments,), suits)

    def targets(self, seat: ItSeat, step: Engineering, subject: tuple[str, ...]) -> Iterable[Target]:
        if not any(self.reasons(seat, step, Action(self.name, subject))):
            yield Target(says=(say("Finished two of your Engineering Phases from now"),), rules=("13.3b",))

    def reasons(self, seat: ItSeat, step: Engineering | None, action: Action) -> Iterator[Reason]:
        """13.3a, 13.3c, 13.3e."""
        s = seat.s
        if len(action.subject) != 1 or action.object or action.how or action.via:
            yield Reason("13.3a", say("Choose one engineer unit; it entrenches in its own hex."))
            return
        uid = action.subject[0]
        if uid not in s.units:
            yield seat.rules.missing(f"unit {uid}")
            return
        bad = list(unable(seat, step, uid))
        yield from bad
        if not bad:
            yield from self._faults(seat, uid)

    def _faults(self, seat: ItSeat, uid: str) -> Iterator[Reason]:
        """Why eligible engineers may not entrench in their hex."""
        s, unit = seat.s, seat.s.units[uid]
        at = unit.at
        if not works.crew_at(s, seat.board, unit.side, at):
            text = say("No infantry or mechanized infantry unit is with the engineers in {hex}.", hex=at)
            yield Reason("13.3a", text, (at,))
        near = works.intruder(seat.board, unit.side, at)
        if near is not None:
            text = say("The enemy unit in {near} is less than three hexes from {hex}.", near=near, hex=at)
            yield Reason("13.3c", text, (near, at))
        if {"town", "city"} & {*seat.board.atlas.cell(at).features}:
            yield Reason("13.3e", say("{hex} is a town or city hex.", hex=at), (at,))
        if at in s.entrenchments or at in s.works:
            yield Reason("13.3b", say("There is already an entrenchment in {hex}.", hex=at), (at,))

    def do(self, play: ItPlay, step: Engineering, action: Action) -> None:
        """Two Building markers are placed."""
        uid = action.subject[0]
        play.swap(acted=(*step.acted, uid))
        works.begin(play, uid, play.units[uid].at)


BRIDGE, ENTRENCH = Bridge(), Entrench()


class Engineering(Ask, frozen=True, kw_only=True):
    """4.27: the Engineering Phase of one player (SEQ.P.ENG). Work begun earlier continues when it ends, unless the
    engineers did something else.
    """

    phase = "engineering"
    acted: tuple[str, ...] = ()
    """The engineers that have begun something in this phase (13.0b)."""
    attempts: tuple[tuple[str, str], ...] = ()
    """Demolitions tried in this phase: (unit, bridge or depot) (13.1c-d)."""
    verbs: ClassVar = (DEMOLISH, BURN, BRIDGE, ENTRENCH, END)

    def unfinished(self, seat: ItSeat) -> Iterable[Check]:
        """Charges and works that could be begun."""
        return checklist.engineering_left(seat, self)

    def say(self, seat: ItSeat) -> Say:
        """Whose phase it is, and how much work is under way."""
        n = sum(work.side == self.who for work in seat.s.works.values())
        side = seat.rules.side_name(self.who)
        if n == 1:
            return say(
                "{side} Engineering Phase: demolish, build or entrench; one project is under way.", side=side
            )
        return say(
            "{side} Engineering Phase: demolish, build or entrench; {n} projects are under way.",
            side=side,
            n=n,
        )
