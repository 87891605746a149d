"""Risks assessed in advance: where a unit can be attacked next turn and at what odds, and how far enemies can move.

A game supplies where a unit may end its move and how far units can move. Which enemies could move up, what they would attack
with and the expected value come from the game's hypothetical attacks (:mod:`hexbench.engine.what_if`), so the odds are those
of the code that resolves combats. Everything is computed from a view: units that are not seen are not taken into account.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade
from hexbench.engine.seat import Seat
from hexbench.engine.values import Say, counted, say
from hexbench.engine.what_if import Possible, WhatIf, with_units

SeatT = TypeVar("SeatT", bound=Seat)

RISK: Final = OverlayKind(
    "risk",
    say("Risk to a unit next turn"),
    "unit",
    help=say(
        "Every hex the selected unit can end in, coloured by how well an attack on it there "
        "would pay off for the enemy next turn, with the odds"
    ),
)
FOE_REACH: Final = OverlayKind(
    "foe_reach",
    say("Reach of an enemy next turn"),
    "unit",
    help=say(
        "Every hex the selected enemy unit can reach in its next turn, taking your "
        "zones of control into account"
    ),
)
FOE_FREE: Final = OverlayKind(
    "foe_free",
    say("Reach of an enemy, no zones"),
    "unit",
    help=say(
        "Every hex the selected enemy unit could reach in its next turn if your units had no zones of control"
    ),
)
KINDS: Final = (RISK, FOE_REACH, FOE_FREE)
"""The overlays of a game with zones of control; one without them leaves the last out."""
KEYS: Final = frozenset(kind.kind for kind in KINDS)

SAFE, POOR, FAIR, GRAVE = "good", "note", "threat", "bad"
"""Tones: nobody can attack; an attack costs the attacker more than it brings; it pays; and it hurts more often than not."""
_LEGENDS: Final = (
    Legend(SAFE, say("no enemy can attack it there")),
    Legend(POOR, say("an attack would cost the attacker more than it gains: unlikely")),
    Legend(FAIR, say("an attack would pay off: likely")),
    Legend(GRAVE, say("it would pay off and succeed more often than not: very likely")),
)


_AWAY: Final = "#eliminated"
"""Where a unit is put while the enemy's reach is computed, so that it does not hinder it."""


class Danger(NamedTuple):
    """The best attack on a unit in one hex: its odds, the chance (0 to 1) of any result in the attacker's favour, and its
    expected value for the attacker, in the steps, figures or factors of the game.
    """

    at: str
    odds: str
    chance: float
    worth: float
    units: tuple[str, ...]


class Risks(ABC, Generic[SeatT]):
    """What a seat asks of a game that works out risks (:meth:`hexbench.engine.seat.Seat.risks`)."""

    notes: ClassVar[tuple[Say, ...]] = (
        say(
            "all other units stay where they are, and each enemy unit moves up by its "
            "cheapest route, unhindered by the unit itself"
        ),
        say("artillery and aircraft that may be added, and earlier losses, are not counted"),
    )
    """What is only estimated, for the player; the odds of each attack are exact."""
    legends: ClassVar[tuple[Legend, ...]] = _LEGENDS

    def tone(self, found: Danger) -> str:
        """How likely an attack is, judged by how well it pays off for the attacker: one of the tones of :attr:`legends`."""
        if found.worth < 0:
            return POOR
        return GRAVE if found.chance >= 0.5 else FAIR

    @abstractmethod
    def ends(self, seat: SeatT, uid: str) -> Iterable[str]:
        """The hexes a unit on the map may be in at the end of its move: of this turn while it may move, else of its next."""

    @abstractmethod
    def coming(self, seat: SeatT, uid: str, *, zones: bool) -> Mapping[str, str]:
        """hex -> cost, for every hex a unit can reach in its next turn; without ``zones``, zones of control are ignored."""

    @abstractmethod
    def dangers(self, seat: SeatT, uid: str, ends: Sequence[str]) -> Iterator[Danger | None]:
        """The best attack on the unit in each of these hexes, where there is one; yields None after other pieces of work."""


BESIDE: Final = say(
    "all other units stay where they are, and each enemy unit moves up by its cheapest "
    "route, unhindered by the unit itself"
)
"""How most games estimate the risk."""


class RisksBeside(Risks[SeatT], Generic[SeatT]):
    """The risks in a game whose units attack adjacent hexes."""

    def dangers(self, seat: SeatT, uid: str, ends: Sequence[str]) -> Iterator[Danger | None]:
        """The enemies' reach is computed once, without the unit; the unit is then put into each hex in turn and attacked."""
        thought = seat.what_if()
        if not isinstance(thought, WhatIf):
            return
        units = seat.s.units
        gone = with_units(seat, {uid: replace(units[uid], at=_AWAY)})
        for foe in seat.rules.sides:
            if foe == units[uid].side:
                continue
            goals = tuple(dict.fromkeys(h for at in ends for h in thought.goals(gone, foe, at)))
            comes: dict[str, dict[str, int]] = {}
            for other in thought.fighters(gone, foe):
                comes[other] = {at: cost for cost, at in thought.ends(gone, other, goals)}
                yield None
            threatened = {units[one].at for one in comes}.union(*comes.values())
            for at in ends:
                if threatened.isdisjoint(thought.goals(gone, foe, at)):
                    continue
                yield self._danger(seat, thought, uid, at, foe, comes)

    def _danger(
        self,
        seat: SeatT,
        thought: WhatIf[Any, Any],
        uid: str,
        at: str,
        foe: str,
        comes: Mapping[str, Mapping[str, int]],
    ) -> Danger | None:
        units = seat.s.units
        there = seat
        if at != units[uid].at:
            there = with_units(seat, {uid: thought.placed(seat, uid, at)})

        def ends(_: SeatT, other: str, goals: Sequence[str]) -> Iterable[tuple[int, str]]:
            return [(comes[other][h], h) for h in goals if h in comes[other]]

        places = dict(thought.able(there, foe, at, far=True, ends=ends))
        found = thought.drafts(there, foe, at, places) if places else ()
        return best(at, (thought.possible(there, what) for what in found))


def best(at: str, attacks: Iterable[Possible | None]) -> Danger | None:
    """The attack with the best expected value for the attacker, as the danger of a hex; None if there is no attack."""
    one = max((found for found in attacks if found), key=lambda x: (x.worth, x.chance), default=None)
    if one is None:
        return None
    return Danger(at, one.odds, one.chance / 100, one.worth / 100, one.what.names)


# ---- as overlays --------------------------------------------------------------------------------------------------------
def overlay(seat: Seat, kind: str, uid: str) -> Overlay | None:
    """One of :data:`KINDS`; None if the unit is not on the map, or if its own side asks for its reach as an enemy."""
    found = None
    for found in steps(seat, kind, uid):  # noqa: B007 - the last is the answer
        pass
    return found


def steps(seat: Seat, kind: str, uid: str) -> Iterator[Overlay | None]:
    """The same in small steps, so that a window stays responsive: the last item is the answer."""
    risks, unit = seat.risks(), seat.s.units.get(uid)
    if isinstance(risks, Say) or unit is None or not unit.on_map or seat.face(uid) is None:
        yield None
    elif kind == RISK.kind:
        if (RISK, uid) not in seat.memo:
            yield from _work_out(seat, risks, uid)
        yield seat.memo[RISK, uid]
    else:
        yield None if seat.side == unit.side else _reach(seat, risks, uid, zones=kind == FOE_REACH.kind)


def _work_out(seat: Seat, risks: Risks[Any], uid: str) -> Iterator[None]:
    here = seat.s.units[uid].at
    ends = tuple(dict.fromkeys((here, *risks.ends(seat, uid))))
    worst: dict[str, Danger] = {}
    yield None
    for found in risks.dangers(seat, uid, ends):
        if found is not None and (found.at not in worst or worst[found.at].worth < found.worth):
            worst[found.at] = found
        yield None
    seat.memo[RISK, uid] = _picture(seat, risks, uid, ends, worst)


def _picture(
    seat: Seat, risks: Risks[Any], uid: str, ends: Sequence[str], worst: Mapping[str, Danger]
) -> Overlay:
    shades = tuple(_shade(seat, risks, at, worst.get(at)) for at in ends)
    used = {shade.tone for shade in shades}
    name, here = named(seat, uid), worst.get(seat.s.units[uid].at)
    safe = sum(shade.tone == SAFE for shade in shades)
    facts = [
        Fact(say("Where it is now"), _told(seat, here) if here else say("no enemy can attack it next turn")),
        Fact(say("Out of danger"), counted(safe, say("1 hex"), say("{n} hexes", n=safe))),
        Fact(say("Odds"), say("exact for each attack, by the rules that resolve it")),
        *(Fact(say("Estimated"), note) for note in risks.notes),
    ]
    legend = tuple(line for line in risks.legends if line.tone in used)
    return Overlay(
        RISK.kind, say("Risk to {unit} next turn", unit=name), shades, legend=legend, facts=tuple(facts)
    )


def _shade(seat: Seat, risks: Risks[Any], at: str, found: Danger | None) -> Shade:
    if found is None:
        return Shade(at, SAFE, "", say("In {hex}, no enemy can attack it next turn.", hex=at))
    tip = say("In {hex}: {danger}.", hex=at, danger=_told(seat, found))
    return Shade(at, risks.tone(found), found.odds.partition(" → ")[0], tip)


def _told(seat: Seat, found: Danger) -> Say:
    first = named(seat, found.units[0])
    more = len(found.units) - 1
    who = say("{unit} and {n} more", unit=first, n=more) if more else first
    return say(
        "{units} may attack it at {odds}, with a result in the attacker's favour in {chance} "
        "cases out of 100",
        units=who,
        odds=found.odds,
        chance=round(100 * found.chance),
    )


def _reach(seat: Seat, risks: Risks[Any], uid: str, *, zones: bool) -> Overlay:
    found, here = risks.coming(seat, uid, zones=zones), seat.s.units[uid].at
    tone = "reach" if zones else "reach_far"
    shades = tuple(Shade(at, tone, cost) for at, cost in found.items() if at != here)
    title = (
        say("Reach of {unit} next turn", unit=named(seat, uid))
        if zones
        else say("Reach of {unit} without your zones", unit=named(seat, uid))
    )
    words = say("in its next turn, with the cost") if zones else say("if there were no zones of control")
    facts = (
        Fact(say("Reach"), counted(len(shades), say("1 hex"), say("{n} hexes", n=len(shades)))),
        Fact(say("Estimated"), say("as if no other unit moved")),
    )
    kind = FOE_REACH if zones else FOE_FREE
    return Overlay(kind.kind, title, shades, legend=(Legend(tone, words),), facts=facts)


def named(seat: Seat, uid: str) -> Say | str:
    """The name of a unit as on its counter."""
    face = seat.face(uid)
    return uid if face is None else face.title
