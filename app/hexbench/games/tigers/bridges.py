"""Bridges built and demolished in a player's own supply phase (TG-BRG-11..14, AMB-62)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from hexbench.engine.events import Noted
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.ways import Ways
from hexbench.games.tigers import dice, ground, harm, zoc
from hexbench.games.tigers.holding import holder
from hexbench.games.tigers.pieces import FOE
from hexbench.games.tigers.works import Bridge

if TYPE_CHECKING:
    from hexbench.games.tigers.board import TgBoard
    from hexbench.games.tigers.hands import Position, TgPlay, TgSeat
    from hexbench.games.tigers.rules import TgRules

CHANCE: Final = 5
"""The highest row that succeeds (TG-BRG-11)."""


def hexes_of(side: str) -> tuple[str, ...]:
    """The two hexes of a hexside."""
    return tuple(side.split("/"))


def rivers(rules: TgRules) -> tuple[str, ...]:
    """Every river hexside, in the order of the map file."""
    found: tuple[str, ...] | None = rules.kept.get("rivers")
    if found is None:
        found = rules.kept["rivers"] = tuple(
            h.side
            for h in rules.atlas.sheet.hexsides
            if "river" in h.kinds and len(_on_map(rules, h.side)) == 2
        )
    return found


def _on_map(rules: TgRules, side: str) -> tuple[str, ...]:
    return tuple(h for h in hexes_of(side) if h in rules.atlas.index)


def within_reach(rules: TgRules, s: Position, board: TgBoard, who: str, side: str) -> bool:
    """Whether engineers of a side can work at a hexside: a combat unit of theirs is next to it, or it lies inside their lines,
    both hexes held and no enemy next to them (TG-BRG-12, AMB-62).
    """
    ours, (a, b) = zoc.stands(s, board, who), hexes_of(side)
    if a in ours or b in ours:
        return True
    unsafe = _unsafe(rules, s, board, who)
    if a in unsafe or b in unsafe:
        return False
    return holder(rules, s, a) == who == holder(rules, s, b)


def _unsafe(rules: TgRules, s: Position, board: TgBoard, who: str) -> frozenset[str]:
    """The hexes of the enemies of a side and those next to them."""
    found: frozenset[str] | None = board.memo.get(("unsafe", who))
    if found is None:
        theirs = zoc.stands(s, board, FOE[who])
        found = frozenset(at for enemy in theirs for at in (enemy, *rules.atlas.near[enemy]))
        board.memo["unsafe", who] = found
    return found


class _Work(Verb["TgSeat", Any, "TgPlay"]):
    """What building and demolishing have in common: a hexside, one try for each in a phase, five chances in six."""

    object = "side"
    barrier = "dice"

    def sites(self, seat: TgSeat) -> Iterable[str]:
        """The hexsides in question."""
        return rivers(seat.rules)

    def against(self, seat: TgSeat, who: str, side: str) -> Iterator[Reason]:
        """What is against it at one hexside, besides where it lies."""
        return iter(())

    def hindered(self, seat: TgSeat, who: str) -> Iterator[Reason]:
        """What is against it anywhere."""
        return iter(())

    def open(self, seat: TgSeat, step: Any) -> Iterator[str]:
        """The hexsides where it may be tried."""
        if any(self.hindered(seat, step.who)):
            return
        rules, s, board, who = seat.rules, seat.s, seat.board, step.who
        for side in self.sites(seat):
            near = side not in s.tries and within_reach(rules, s, board, who, side)
            if near and not any(self.against(seat, who, side)):
                yield side

    def offer(self, seat: TgSeat, step: Any) -> Offer | None:
        """While there is a hexside to try."""
        return Offer(self.name) if any(self.open(seat, step)) else None

    def targets(self, seat: TgSeat, step: Any, subject: tuple[str, ...]) -> Ways | tuple[Target, ...]:
        """Each of them."""
        if subject:
            return ()
        return Ways(
            tuple(self.open(seat, step)),
            lambda side: Target(side, says=(self.odds(seat, side),), rules=("TG-BRG-11",)),
        )

    def odds(self, seat: TgSeat, side: str) -> Say:
        """The chance, in words."""
        return say("succeeds on five in six")

    def _at(self, seat: TgSeat, who: str, side: str) -> Iterator[Reason]:
        ends = hexes_of(side)
        if side in seat.s.tries:
            yield Reason("AMB-62", say("{side} has been tried in this phase.", side=side), ends)
        if not within_reach(seat.rules, seat.s, seat.board, who, side):
            text = say("No unit is next to {side}, and it is not safely inside your lines.", side=side)
            yield Reason("TG-BRG-12", text, ends)
        yield from self.against(seat, who, side)

    def reasons(self, seat: TgSeat, step: Any | None, action: Action) -> Iterator[Reason]:
        """Every rule against it."""
        who = step.who if step is not None else seat.s.phasing
        if action.how or action.via or action.subject:
            yield Reason("TG-BRG-11", say("Name the hexside only."))
        yield from self.hindered(seat, who)
        if action.object not in rivers(seat.rules):
            yield Reason("TG-BRG-11", say("{side} is no river hexside.", side=action.object or "-"))
            return
        yield from self._at(seat, who, action.object)

    def do(self, play: TgPlay, step: Any, action: Action) -> None:
        """Roll."""
        side = action.object
        play.set(tries=(*play.tries, side))
        if dice.success(play, self.why(side), "TG-BRG-11", CHANCE):
            self.succeed(play, step.who, side)
        else:
            play.tell(Noted("TG-BRG-11", say("Nothing comes of it at {side}.", side=side), hexes_of(side)))

    def why(self, side: str) -> Say:
        """What the die is for."""
        return say("work at {side}", side=side)

    def succeed(self, play: TgPlay, who: str, side: str) -> None:
        """It is done."""


class Build(_Work):
    """Build an engineer bridge."""

    name = "build"
    label = say("Build a bridge")
    help = say(
        "An engineer bridge over a river next to a unit of yours, or well inside your lines: five chances in six."
    )

    def hindered(self, seat: TgSeat, who: str) -> Iterator[Reason]:
        """It takes a marker (TG-BRG-03)."""
        if seat.s.markers.get(who, 0) < 1:
            yield Reason("TG-BRG-03", say("No engineer bridge is in hand."))

    def against(self, seat: TgSeat, who: str, side: str) -> Iterator[Reason]:
        """Only where none stands; a blown bridge is replaced (TG-BRG-02)."""
        if ground.bridged(seat.s, *hexes_of(side)):
            yield Reason("TG-BRG-11", say("A bridge stands at {side}.", side=side), hexes_of(side))

    def why(self, side: str) -> Say:
        """What the die is for."""
        return say("building a bridge at {side}", side=side)

    def succeed(self, play: TgPlay, who: str, side: str) -> None:
        """The marker is on the map; a road there is whole again (TG-BRG-16)."""
        play.edit("markers")[who] -= 1
        harm.set_bridge(play, side, Bridge(owner="german" if who == "german" else "allied", marker=True))


class Demolish(_Work):
    """Destroy a bridge, or take up an engineer bridge of one's own."""

    name = "demolish"
    label = say("Demolish a bridge")
    help = say(
        "A bridge next to a unit of yours or well inside your lines: five chances in six. Your own engineer bridge is taken up."
    )

    def sites(self, seat: TgSeat) -> Iterable[str]:
        """The bridges that stand."""
        return tuple(side for side, bridge in seat.s.bridges.items() if bridge.intact)

    def against(self, seat: TgSeat, who: str, side: str) -> Iterator[Reason]:
        """Only where one stands."""
        if not ground.bridged(seat.s, *hexes_of(side)):
            yield Reason("TG-BRG-11", say("No bridge stands at {side}.", side=side), hexes_of(side))

    def odds(self, seat: TgSeat, side: str) -> Say:
        """The chance, and what becomes of a marker."""
        if _own(seat.s.bridges[side], seat.s.phasing):
            return say("succeeds on five in six; the engineer bridge is in hand again")
        return say("succeeds on five in six")

    def why(self, side: str) -> Say:
        """What the die is for."""
        return say("demolishing the bridge at {side}", side=side)

    def succeed(self, play: TgPlay, who: str, side: str) -> None:
        """One's own marker may be used again at once (TG-BRG-13); everything else is destroyed (TG-BRG-14)."""
        old = play.bridges[side]
        if not _own(old, who):
            harm.blow_bridge(play, side)
            return
        play.edit("markers")[who] += 1
        broken = side in play.rules.roads  # the road's own bridge was down when the engineers came
        harm.set_bridge(play, side, Bridge(owner=old.owner, intact=False) if broken else None)


def _own(bridge: Bridge, who: str) -> bool:
    return bridge.marker and bridge.pool == who


BUILD: Final = Build()
DEMOLISH: Final = Demolish()
