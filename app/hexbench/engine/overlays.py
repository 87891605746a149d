"""Overlays that mean the same in every game: reach, routes, zones of control, supply, threats, the front.

A game supplies the facts (a subclass of :class:`Overlays`: how far a turn's move goes, which units are in supply, which could
attack); what is drawn from them, in which tones and with which legend and facts, is defined here once. An overlay that only
one game draws is a method of its own class, named after its kind.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from hexbench.atlas.arcs import Arcs, points
from hexbench.atlas.atlas import OFF, Atlas, front
from hexbench.atlas.hexset import bits_of
from hexbench.atlas.reach import First, Moods, Obstacles, reach
from hexbench.engine import risk
from hexbench.engine.display import Fact, Legend, Overlay, OverlayKind, Shade, Trail
from hexbench.engine.seat import Seat
from hexbench.engine.values import Reason, Say, counted, listed, say

SeatT = TypeVar("SeatT", bound=Seat)

TURNS: Final = 3
"""Number of turns that a reach overlay looks ahead."""
TONES: Final = ("reach", "reach_far", "reach_third")
NEAR: Final = 4
"""The front is drawn where a unit is at most this many hexes away."""
KINDS: Final = (
    OverlayKind(
        "reach",
        say("Reach of a unit"),
        "unit",
        help=say("Every hex the selected unit can reach this turn and in the next two, with the cost"),
    ),
    OverlayKind(
        "route",
        say("Route to the hex pointed at"),
        "way",
        help=say("The selected unit's cheapest route to the pointer, with the reason for each cost"),
    ),
    OverlayKind(
        "enemy_zoc",
        say("Zones of control: enemy"),
        help=say("Hexes in which your units must stop and which cut your supply lines"),
    ),
    OverlayKind(
        "own_zoc",
        say("Zones of control: own"),
        help=say("Hexes in which enemy units must stop and which cut their supply lines"),
    ),
    OverlayKind(
        "both_zoc",
        say("Zones of control: enemy and own"),
        help=say("Both sides' zones at once; where they overlap, both apply"),
    ),
    OverlayKind(
        "supply",
        say("Supply of all units"),
        help=say("Every unit coloured by its supply status, with the cut lines of those out of supply"),
    ),
    OverlayKind(
        "supply_unit",
        say("Supply of a unit"),
        "unit",
        help=say("The selected unit's line to its supply source, or where it is cut and by which unit"),
    ),
    OverlayKind(
        "supply_net",
        say("Where supply reaches"),
        help=say("Every hex in which one of your units would be in supply"),
    ),
    OverlayKind(
        "threat",
        say("Threat to a hex next turn"),
        "hex",
        help=say("Which enemy units could attack the hex you are looking at in their next turn"),
    ),
    OverlayKind("front", say("Front line"), help=say("Where the two sides face each other")),
)
"""The standard overlays, in the order a game shows them."""


def kinds(*only: str, **helps: Say) -> tuple[OverlayKind, ...]:
    """Standard kinds by their keys, in the order given; ``helps`` replaces the help text of a kind. Raises KeyError."""
    known = {kind.kind: kind for kind in KINDS}
    return tuple(replace(known[key], help=helps.get(key, known[key].help)) for key in only)


# ---- supply, as described by every game that has it ------------------------------------------------------------------------
class Supplies(ABC):
    """The supply of one side at one position: who is in supply now, and by which line."""

    @abstractmethod
    def fed(self) -> Mapping[str, bool]:
        """Unit -> whether it is in supply, for the side's units on the map that need supply, in their order."""

    @abstractmethod
    def line(self, uid: str) -> tuple[str, ...]:
        """The hexes of the line that supplies a unit, from its own hex on; empty where no line does."""


# ---- supplied by the game ----------------------------------------------------------------------------------------------------
class Step(NamedTuple):
    """One step of a route: the hex, the total paid so far in twelfths, and the parts of this step's cost with their clauses."""

    hex: str
    total: int
    whys: tuple[tuple[Say, str], ...] = ()

    @property
    def fact(self) -> Fact:
        """In words: "3 in all: road 1, leaving an enemy zone +1"."""
        words = listed([text for text, _ in self.whys])
        rules = tuple(dict.fromkeys(rule for _, rule in self.whys))
        return Fact(
            say("to {hex}", hex=self.hex),
            say("{total} in all: {whys}", total=points(self.total), whys=words),
            rules,
            (self.hex,),
        )


class Way(NamedTuple):
    """The route of a unit to a hex. Without steps there is no route, and the facts say why."""

    start: str = ""
    steps: tuple[Step, ...] = ()
    facts: tuple[Fact, ...] = ()
    """Facts to show after the steps."""
    within: bool = True
    """Whether the route can be moved this turn."""
    paid: int = 0
    """Twelfths paid before the first step; ``before`` says what for."""
    before: tuple[Fact, ...] = ()


class Attacker(NamedTuple):
    """One unit that could attack a hex: through which hexes, at what movement cost, with what strength."""

    unit: str
    via: tuple[str, ...] = ()
    cost: int = 0
    strength: str = ""
    """A number as the viewer knows it, "?" if unknown, empty if strength does not count."""
    words: Say | None = None
    """What it could do, if that is not expressed by strength and cost."""
    rules: tuple[str, ...] = ()


def added(strengths: Iterable[str]) -> str:
    """The known total and the number of unknown strengths: "12 + 2?"; empty if no strength counts."""
    given = [one for one in strengths if one]
    known = [int(one) for one in given if one.isdigit()]
    hidden = len(given) - len(known)
    parts = [str(sum(known))] if sum(known) or (known and not hidden) else []
    return " + ".join([*parts, f"{hidden}?"] if hidden else parts)


def onward(
    arcs: Arcs,
    ground: Obstacles,
    moods: Moods,
    budget: int,
    starts: Iterable[int],
    first_steps: Callable[[int], Iterable[First]],
) -> dict[int, int]:
    """hex index -> the lowest cost in one turn that begins in any of several hexes.

    Hexes with one zone are searched from at once: what leaving costs depends on the zone of the starting hex.
    """
    begun: dict[int, list[int]] = {}
    for i in starts:
        begun.setdefault(ground.zones[i], []).append(i)
    out: dict[int, int] = {}
    for group in begun.values():
        firsts: dict[tuple[int, bool], First] = {}
        for i in group:
            for step in first_steps(i):
                kept = firsts.get((step.end, step.absorbs))
                if kept is None or step.cost < kept.cost:
                    firsts[step.end, step.absorbs] = step
        if firsts:
            way = reach(arcs, ground, moods, group[0], budget, first=tuple(firsts.values()))
            for i, cost in way.costs.items():
                out[i] = min(out.get(i, cost), cost)
    return out


def overlaid(
    atlas: Atlas, first: Mapping[str, str], second: Mapping[str, str], tones: tuple[str, str, str]
) -> tuple[Shade, ...]:
    """Two sets of hexes overlaid, in the tones for the first, the second and both; the texts are the letters of each set."""
    out = []
    for at in atlas.labels:
        a, b = first.get(at), second.get(at)
        if a is not None and b is not None:
            out.append(Shade(at, tones[2], f"{a}/{b}" if a or b else ""))
        elif a is not None:
            out.append(Shade(at, tones[0], a))
        elif b is not None:
            out.append(Shade(at, tones[1], b))
    return tuple(out)


def hexes(n: int) -> Say:
    """A number of hexes in words."""
    return counted(n, say("1 hex"), say("{n} hexes", n=n))


class Overlays(Generic[SeatT]):
    """The overlays of a game at one seat. ``kinds`` are the kinds it offers; each is drawn by the method of that name."""

    kinds: ClassVar[tuple[OverlayKind, ...]]
    clauses: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Kind -> the clauses cited by the first of its facts."""
    ahead: ClassVar[int] = TURNS
    """Number of turns that a reach overlay looks ahead."""
    route_words: ClassVar[tuple[Say, Say]] = (say("within reach"), say("out of reach this turn"))
    line_words: ClassVar[tuple[Say, Say]] = (say("supply line"), say("line cut by the enemy"))
    fed_words: ClassVar[Say] = say("in supply")
    unfed_words: ClassVar[Say] = say("out of supply")
    no_line: ClassVar[Say] = say("no supply line")
    net_words: ClassVar[tuple[tuple[str, Say], ...]] = (
        ("supply", say("supply road")),
        ("supplied", say("in supply, with its distance to the road in hexes")),
    )

    def __init__(self, seat: SeatT) -> None:
        self.seat = seat
        self.s: Any = seat.s
        self.rules: Any = seat.rules
        self.board: Any = seat.board
        self.atlas: Atlas = seat.rules.atlas

    def draw(self, kind: str, subject: str = "") -> Overlay | None:
        """One overlay; None when its subject is not on the map or the kind is unknown."""
        asked = next((one.subject for one in self.kinds if one.kind == kind), None)
        if asked is None:
            return None
        if kind in risk.KEYS:
            return risk.overlay(self.seat, kind, subject)
        if asked == "unit" and not (subject in self.s.units and self.shown(kind, subject)):
            return None
        if asked == "hex" and subject not in self.atlas.index:
            return None
        found: Overlay | None = getattr(self, kind)(*((subject,) if asked else ()))
        return found

    def titled(self, kind: str) -> Say:
        """The title of a kind in the list of overlays."""
        return next(one.title for one in self.kinds if one.kind == kind)

    # ---- overridden by a game, as far as its overlays need them
    @property
    def own(self) -> str:
        """The viewer's side; in the umpire's seat the phasing side, or the side to decide."""
        side: str | None = self.seat.side or getattr(self.s, "phasing", None) or self.rules.decider(self.s)
        return side or str(self.rules.sides[0])

    def foe(self, side: str) -> str:
        """The other side."""
        return next(str(other) for other in self.rules.sides if other != side)

    def heading(self, uid: str) -> Say:
        """The name of a unit in a title."""
        return self.seat.called(uid)

    def spot(self, uid: str) -> tuple[str, ...]:
        """The hex to light up when a fact mentions a unit."""
        at = str(self.s.units[uid].at)
        return (at,) if at in self.atlas.index else ()

    def shown(self, kind: str, uid: str) -> bool:
        """Whether the overlay exists for this unit; by default, if it is on the map."""
        return bool(self.s.units[uid].on_map)

    def start(self, uid: str) -> str:
        """Where a unit begins to move."""
        return str(self.s.units[uid].at)

    def turn(self, uid: str, starts: Sequence[int], n: int) -> Mapping[int, int]:
        """hex index -> twelfths, for every hex a unit can reach in its turn ``n`` (from 1), starting in any of ``starts``."""
        raise TypeError("a game with an overlay of reach says how far a turn goes")

    def moving(self, uid: str) -> Iterable[Fact]:
        """Facts about a unit's movement allowance."""
        return ()

    def reach_words(self, uid: str) -> Sequence[Say]:
        """What the shade of each turn means."""
        return say("this turn, with the cost"), say("next turn"), say("third turn")

    def kept_back(self, uid: str) -> Iterable[Reason]:
        """Why a unit cannot move this turn."""
        return ()

    def way(self, uid: str, goal: str) -> Way:
        """The route of a unit to a hex other than its own."""
        raise TypeError("a game with an overlay of ways says how one goes")

    def zone(self, side: str) -> Mapping[str, str]:
        """The hexes in a side's zones of control, each with a letter for the kind of zone, or an empty text."""
        zones = self.board.zones[side]
        return {at: "" for i, at in enumerate(self.atlas.labels) if zones.holds(i)}

    def zone_legend(self, kind: str) -> tuple[Legend, ...]:
        """What its tones mean."""
        lines = (
            Legend("own_zoc", say("own zone of control")),
            Legend("enemy_zoc", say("enemy zone of control")),
            Legend("both_zoc", say("both zones")),
        )
        return tuple(line for line in lines if kind in ("both_zoc", line.tone))

    def held(self, side: str) -> int:
        """The hexes occupied by a side, as a set (:mod:`hexbench.atlas.hexset`)."""
        index = self.atlas.index
        return bits_of({index[u.at] for u in self.s.units.values() if u.side == side and u.at in index})

    def defends(self, uid: str) -> bool:
        """Whether a unit counts as holding its hex for its side."""
        return True

    def attackers(self, at: str, side: str) -> Iterable[Attacker]:
        """The units of a side that could attack a hex in its next turn."""
        raise TypeError("a game with an overlay of threats says who could attack")

    def coming(self, one: Attacker) -> Say:
        """How an attacker gets there, in words."""
        return say("adjacent") if not one.via else say("for {cost} MP", cost=points(one.cost))

    def in_all(self, n: int, total: str) -> Say:
        """How many attackers there are, and how strong."""
        return counted(
            n,
            say("1 unit, {strength} in all", strength=total),
            say("{n} units, {strength} in all", n=n, strength=total),
        )

    def threat_words(self, at: str) -> Say:
        """What a shaded hex means."""
        return say("could attack {hex} next turn, with its factors", hex=at)

    def supplies(self, side: str) -> Supplies:
        """The supply of a side at this position."""
        found: Supplies | None = self.seat.memo.get(("supplies", side))
        if found is None:
            found = self.seat.memo["supplies", side] = self.rules.supplies(self.s, side)
        assert found is not None, "a game with overlays of supply has supply"
        return found

    def fed(self, side: str) -> Mapping[str, bool]:
        """Unit -> whether it is in supply, for those of a side that need it."""
        found: Mapping[str, bool] | None = self.seat.memo.get(("fed", side))
        if found is None:
            found = self.seat.memo["fed", side] = self.supplies(side).fed()
        return found

    def line(self, uid: str) -> tuple[str, ...]:
        """The hexes of the line that supplies a unit; empty where none does."""
        return self.supplies(self.s.units[uid].side).line(uid)

    def cut(self, uid: str) -> tuple[tuple[str, ...], str]:
        """(the line a unit out of supply would have, its first hex blocked by the enemy); empty if there is none."""
        return (), ""

    def standing(self, uid: str) -> Iterable[Fact]:
        """How a unit is supplied, and what cuts it off."""
        return ()

    def mark(self, uids: Sequence[str], *, fed: bool) -> str:
        """The text over the units in one hex that are all in supply, or all out of supply."""
        return ""

    def cut_off(self, uids: Sequence[str]) -> Iterable[Fact]:
        """Facts about the units out of supply in one hex."""
        return ()

    def stores(self, side: str) -> Iterable[Fact]:
        """Facts about the supply sources of a side, or of both (``side`` empty)."""
        return ()

    def net(self, side: str) -> Iterable[Shade]:
        """Where units of a side would be in supply, and over which roads."""
        raise TypeError("a game with an overlay of where supply reaches says where")

    # ---- the overlays
    def turns(self, uid: str) -> Mapping[int, tuple[int, int]]:
        """hex index -> (turn from 1, twelfths paid in that turn), for any unit on the map, if nobody else moves.

        Later turns begin in every hex the earlier ones end in, as far as there is something new next to it.
        """
        key = ("turns", uid)
        found: Mapping[int, tuple[int, int]] | None = self.seat.memo.get(key)
        if found is None:
            found = self.seat.memo[key] = self._turns(uid)
        return found

    def _turns(self, uid: str) -> dict[int, tuple[int, int]]:
        begin, around = self.atlas.index[self.start(uid)], self.atlas.around
        out = {begin: (1, 0)}
        starts: Collection[int] = (begin,)
        for n in range(1, self.ahead + 1):
            if not starts:
                break
            ends = self.turn(uid, tuple(starts), n)
            fresh = {i: (n, cost) for i, cost in ends.items() if i not in out}
            out.update(fresh)
            later = out if n == 1 else fresh
            starts = [i for i in later if any(j != OFF and j not in out for j in around[i])]
        return out

    def reach(self, uid: str) -> Overlay:
        """Where a unit, own or enemy, can be in this turn and later ones."""
        labels, found, start = self.atlas.labels, self.turns(uid), self.start(uid)
        shades = tuple(
            Shade(labels[i], TONES[n - 1], points(cost) if n == 1 else "")
            for i, (n, cost) in found.items()
            if labels[i] != start
        )
        used = {n for n, _ in found.values()}
        name = self.seat.called(uid)
        facts = [Fact(say("Reach"), name, (), self.spot(uid)), *self.moving(uid)]
        facts += [Fact(say("This turn"), one.text, (one.rule,), one.hexes) for one in self.kept_back(uid)]
        if self.ahead > 1:
            facts.append(Fact(say("Later turns"), say("as if no other unit moved")))
        legend = tuple(
            Legend(tone, words)
            for n, (tone, words) in enumerate(zip(TONES, self.reach_words(uid), strict=False), 1)
            if n in used
        )
        title = say("Reach of {unit}", unit=self.heading(uid))
        return Overlay("reach", title, shades, legend=legend, facts=tuple(facts))

    def route(self, subject: str) -> Overlay | None:
        """The route of a unit to a hex, "uid hex": the total paid at each hex, and why each step costs what it does."""
        uid, _, goal = subject.rpartition(" ")
        if uid not in self.s.units or not self.shown("route", uid):
            return None
        if goal not in self.atlas.index or goal == self.start(uid):
            return None
        title, found = (
            say("Route of {unit} to {hex}", unit=self.seat.called(uid), hex=goal),
            self.way(uid, goal),
        )
        if not found.steps:
            return Overlay("route", title, facts=found.facts)
        tone = "route" if found.within else "route_bad"
        texts = (points(found.paid) if found.paid else "", *(points(step.total) for step in found.steps))
        trail = Trail((found.start, *(step.hex for step in found.steps)), tone, texts)
        facts = (*found.before, *(step.fact for step in found.steps if step.whys), *found.facts)
        legend = (Legend(tone, self.route_words[0 if found.within else 1]),)
        return Overlay("route", title, trails=(trail,), legend=legend, facts=facts)

    def enemy_zoc(self) -> Overlay:
        """The zones of control of the other side."""
        return self._zones("enemy_zoc")

    def own_zoc(self) -> Overlay:
        """The zones of control of the viewer's side."""
        return self._zones("own_zoc")

    def both_zoc(self) -> Overlay:
        """The zones of both sides, and where they overlap."""
        return self._zones("both_zoc")

    def _zones(self, kind: str) -> Overlay:
        ours = self.zone(self.own) if kind != "enemy_zoc" else {}
        theirs = self.zone(self.foe(self.own)) if kind != "own_zoc" else {}
        shades = overlaid(self.atlas, ours, theirs, ("own_zoc", "enemy_zoc", "both_zoc"))
        legend = self.zone_legend(kind)
        named = {line.tone: line.text for line in reversed(legend)}
        counts = Counter(shade.tone for shade in shades)
        facts = tuple(
            Fact(named[tone], hexes(counts[tone]), self.clauses.get("zones", ())) for tone in reversed(named)
        )
        return Overlay(kind, self.titled(kind), shades, legend=legend, facts=facts)

    def front(self) -> Overlay:
        """The line between the hexes nearer to one side's units and those nearer to the other's."""
        mine = self.own
        sides = front(self.atlas, self.held(mine), self.held(self.foe(mine)), NEAR)
        n = len(sides)
        return Overlay(
            "front",
            self.titled("front"),
            sides=tuple((name, "front") for name in sides),
            legend=(Legend("front", say("midway between the units of the two sides")),),
            facts=(Fact(say("Front line"), counted(n, say("1 hexside"), say("{n} hexsides", n=n))),),
        )

    def threat(self, at: str) -> Overlay:
        """The enemies that could attack a hex next turn: enemies of the side that holds it, or of the viewer if it is empty."""
        units = self.s.units
        here = [units[u].side for u in self.board.units_at(at) if self.defends(u)]
        foe = self.foe(here[0] if here else self.own)
        found: tuple[Attacker, ...] | None = self.seat.memo.get(("threat", at, foe))
        if found is None:
            found = tuple(sorted(self.attackers(at, foe), key=lambda one: (one.cost, one.unit)))
            self.seat.memo["threat", at, foe] = found
        starts: dict[str, list[str]] = {}
        for one in found:
            starts.setdefault(units[one.unit].at, []).append(one.strength)
        total, title = added(one.strength for one in found) or "0", say("Threat to {hex}", hex=at)
        facts = [Fact(title, self.in_all(len(found), total), self.clauses.get("threat", ()), tuple(starts))]
        for one in found:
            words = one.words or say("{factor}, {where}", factor=one.strength, where=self.coming(one))
            facts.append(Fact(self.seat.called(one.unit), words, one.rules, self.spot(one.unit)))
        # attackers that share a route get a single arrow
        ways = {(units[one.unit].at, *one.via): None for one in found if one.via}
        return Overlay(
            "threat",
            title,
            (*(Shade(h, "threat", added(ones)) for h, ones in starts.items()), Shade(at, "target", total)),
            tuple(Trail((*way, at), "attack") for way in ways),
            legend=(Legend("threat", self.threat_words(at)), Legend("target", say("the hex"))),
            facts=tuple(facts),
        )

    def trail(self, uid: str) -> Trail | None:
        """The line that supplies a unit, or the one it would have, broken where the enemy cuts it."""
        line = self.line(uid)
        if line:
            return Trail(line, "supply") if len(line) > 1 else None
        path, at = self.cut(uid)
        return Trail(path, "cut", (), at) if path else None

    def supply_unit(self, uid: str) -> Overlay | None:
        """The line of one unit, or what cuts it; None of a unit that needs no supply."""
        unit = self.s.units[uid]
        fed = self.fed(unit.side).get(uid)
        if fed is None:
            return None
        trail = self.trail(uid)
        lines = (Legend(tone, text) for tone, text in zip(("supply", "cut"), self.line_words, strict=True))
        return Overlay(
            "supply_unit",
            say("Supply of {unit}", unit=self.heading(uid)),
            (Shade(unit.at, "supplied" if fed else "cut", self.mark((uid,), fed=fed)),),
            () if trail is None else (trail,),
            legend=(Legend("supplied", self.fed_words), *lines)
            if fed or trail is not None
            else (Legend("cut", self.no_line),),
            facts=tuple(self.standing(uid)),
        )

    def supply(self) -> Overlay:
        """Units by their supply if it were judged now, and the broken lines of those out of supply."""
        shades: dict[str, Shade] = {}
        cut: dict[str, list[str]] = {}
        for uid, fed in self._judged():
            at = self.s.units[uid].at
            if fed:
                shades.setdefault(at, Shade(at, "supplied", self.mark((uid,), fed=True)))
            else:
                cut.setdefault(at, []).append(uid)
        facts = [*self.stores("")]
        for at, uids in cut.items():
            shades[at] = Shade(at, "cut", self.mark(uids, fed=False))
            facts += self.cut_off(uids)
        n = sum(map(len, cut.values()))
        text = counted(n, say("1 unit"), say("{n} units", n=n))
        facts.append(Fact(say("Cut off now"), text, self.clauses.get("supply", ())))
        trails = tuple(trail for uids in cut.values() if (trail := self.trail(uids[0])) is not None)
        used = {trail.tone for trail in trails}
        lines = zip(("supply", "cut"), self.line_words, strict=True)
        legend = (
            Legend("supplied", self.fed_words),
            *(Legend(tone, text) for tone, text in lines if tone in used),
            Legend("cut", self.unfed_words),
        )
        return Overlay(
            "supply", self.titled("supply"), tuple(shades.values()), trails, legend=legend, facts=tuple(facts)
        )

    def _judged(self) -> Iterator[tuple[str, bool]]:
        for side in self.rules.sides:
            yield from self.fed(side).items()

    def supply_net(self) -> Overlay:
        """Where units of the viewer's side would be in supply."""
        mine = self.own
        title = say("Where {side} supply reaches", side=Say(self.rules.side_name(mine)))
        legend = tuple(Legend(tone, text) for tone, text in self.net_words)
        shades, facts = tuple(self.net(mine)), tuple(self.stores(mine))
        return Overlay("supply_net", title, shades, legend=legend, facts=facts)


def drawing(overlays: type[Overlays[Any]]) -> Callable[..., Overlay | None]:
    """The method of a seat that draws them (:attr:`hexbench.engine.seat.Seat.made_in`)."""

    def overlay(seat: Seat, kind: str, subject: str = "") -> Overlay | None:
        return overlays(seat).draw(kind, subject)

    return overlay
