"""One route, step by step, judged exactly as the search in :mod:`paths` does: the cost of each step and the
reasons against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.atlas.atlas import side_name
from hexbench.engine.values import Reason, Say, say
from hexbench.games.tigers import dump, ground, zoc
from hexbench.games.tigers.movers import MF, Mover, lifts_left, may_ride, mover, price_off
from hexbench.games.tigers.paths import Party, Walker, affordable
from hexbench.games.tigers.pieces import FOE, GERMAN
from hexbench.games.tigers.zoc import Effect

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import Position, TgBoard

OFF: Final = ""
"""The ``at`` of the last stage of a route that leaves the map."""
_NO_BONUS: Final = ("TG-ZOC-25", "TG-ZOC-31", "TG-ZOC-32", "TG-ZOC-29", "TG-ZOC-27")
_WORDS: Final = {
    "TG-ZOC-26": say(
        "{hex} is in the same strong zone of control as {from_}: moving directly from one to "
        "the other is not allowed."
    ),
    "TG-ZOC-27": say(
        "Moving from {from_} to {hex} within one strong zone of control must be the whole move."
    ),
    "TG-ZOC-33": say(
        "Crossing the river from {from_} to {hex} within one weak zone of control must be the whole move."
    ),
}


class Stage(NamedTuple):
    """A route up to and including one hex."""

    at: str
    """The hex entered, or OFF."""
    costs: tuple[int, ...]
    """What each mover has paid in all."""
    roads: tuple[bool, ...]
    """Which movers made the step at road rate."""
    effect: Effect
    full: tuple[int, ...]
    """What each would have paid in all with this step at full rate."""
    marker: bool = False
    """An engineer bridge is laid for it."""


def party(
    rules: TgRules,
    s: Position,
    board: TgBoard,
    subject: Sequence[str],
    *,
    lift: bool = False,
    bonus: bool = True,
) -> Party:
    """Units of one hex as they would move together from where they stand."""
    movers: list[Mover] = []
    which: list[int] = []
    for uid in subject:
        one = mover(rules, s, uid, lift=lift, bonus=bonus)
        if one not in movers:
            movers.append(one)
        which.append(movers.index(one))
    lead = s.units[subject[0]]
    foe = FOE[lead.side]
    closed = frozenset(zoc.stands(s, board, foe))
    if lead.side == GERMAN and s.dump_state == "found":
        closed |= {s.dump}
    return Party(
        side=lead.side,
        start=lead.at,
        units=tuple(subject),
        movers=tuple(movers),
        which=tuple(which),
        mood=lead.mood,
        fresh=all(s.units[u].mood == (zoc.ANEW if s.units[u].spent else 0) for u in subject),
        markers=s.markers.get(lead.side, 0),
        closed=closed,
    )


def follow(
    rules: TgRules,
    s: Position,
    board: TgBoard,
    group: Party,
    via: Sequence[str],
    *,
    road_end: bool = False,
    off: bool = False,
) -> tuple[list[Stage], list[Reason]]:
    """The stages of a route and every reason against it. A route with faults is followed as far as it makes
    sense.
    """
    walker = Walker(rules, s, board, group, zones=True)
    stages: list[Stage] = []
    reasons: list[Reason] = []
    here, mood, marks = group.start, group.mood & 15, 0
    costs = tuple(0 for _ in group.movers)
    barred = ""
    for n, to in enumerate(via):
        last = n == len(via) - 1 and not off
        if to not in rules.atlas.near.get(here, ()):
            reasons.append(Reason("TG-MOV-04", say("{hex} is not adjacent to {from_}.", hex=to, from_=here)))
            return stages, reasons
        if to in group.closed:
            reasons.append(_occupied(s, board, group.side, to))
        ways = walker.ways(here, to)
        if ways is None:
            text = say(
                "Panzers cannot cross the river from {from_} to {hex} without a bridge.", from_=here, hex=to
            )
            reasons.append(Reason("TG-RIV-04", text, (here, to)))
            return stages, reasons
        marker = any(w.marker for w in ways)
        marks += marker
        if marker and marks > group.markers:
            text = say("No engineer bridge is left to cross from {from_} to {hex}.", from_=here, hex=to)
            clause = "TG-RIV-03" if any(m.kind == "engineer" for m in group.movers) else "AMB-112"
            reasons.append(Reason(clause, text, (here, to)))
        step = walker.effect(here, to, mood, n == 0)
        if not isinstance(step, Effect):
            reasons.append(_forbidden(step.clause, here, to))
            step = Effect(mood)
        elif step.whole and (n > 0 or not last):
            clause = "TG-ZOC-33" if "TG-ZOC-33" in step.clauses else "TG-ZOC-27"
            reasons.append(_forbidden(clause, here, to))
        if step.stop and not last:
            clause = "TG-ZOC-24" if "TG-ZOC-24" in step.clauses else "TG-ZOC-20"
            reasons.append(
                Reason(clause, say("A strong enemy zone of control stops the move in {hex}.", hex=to), (to,))
            )
        barred = barred or next((c for c in _NO_BONUS if c in step.clauses and step.mood & zoc.HARD), "")
        roads = tuple(bool(w.road) and not step.stop and (road_end or not last) for w in ways)
        full = tuple(c + w.full for c, w in zip(costs, ways, strict=True))
        costs = tuple(c + (w.road if on else w.full) for c, w, on in zip(costs, ways, roads, strict=True))
        stages.append(Stage(to, costs, roads, step, full, marker))
        here, mood = to, step.mood
    if off:
        costs = tuple(c + price_off(rules, here, m.road) for c, m in zip(costs, group.movers, strict=True))
        mood = mood | zoc.HARD if mood & zoc.PASSING else mood
        stages.append(Stage(OFF, costs, tuple(False for _ in costs), Effect(mood), costs))
    if stages:
        reasons += _too_dear(group, stages[-1], barred)
    return stages, reasons


def _occupied(s: Position, board: TgBoard, side: str, to: str) -> Reason:
    if side == GERMAN and dump.stands(s, board, to):
        return Reason("AMB-78", say("The fuel dump in {hex} must be attacked first.", hex=to), (to,))
    return Reason("AMB-98", say("{hex} is occupied by the enemy.", hex=to), (to,))


def _forbidden(clause: str, here: str, to: str) -> Reason:
    text = _WORDS[clause]
    return Reason(clause, Say(text.template, (("from_", here), ("hex", to))), (here, to))


def _too_dear(group: Party, stage: Stage, barred: str) -> Iterator[Reason]:
    """Why the party cannot pay for a route."""
    if affordable(group, stage.costs, stage.effect.mood):
        return
    for cost, one in zip(stage.costs, group.movers, strict=True):
        most = one.basic + one.bonus
        if cost > most:
            text = say(
                "The move costs {price}; left: {most}.", price=in_words(cost), most=factors(max(most, 0))
            )
            yield Reason("TG-MOV-05" if one.bonus else "TG-MOV-03", text)
        elif cost > one.basic and stage.effect.mood & zoc.HARD:
            text = say(
                "The move costs {price}; only {basic} left, and enemy zones of control allow no bonus.",
                price=in_words(cost),
                basic=factors(max(one.basic, 0)),
            )
            yield Reason(barred or "TG-ZOC-36", text)


def factors(thirds: int) -> str:
    """Thirds as text in movement factors: "2", "1 1/3"."""
    whole, rest = divmod(thirds, MF)
    part = f"{rest}/{MF}" if rest else ""
    return f"{whole} {part}".strip() if whole else part or "0"


def in_words(thirds: int) -> Say:
    """Thirds as text with the noun: "one movement factor", "1/3 of a movement factor", "1 1/3 movement factors"."""
    if thirds == MF:
        return say("one movement factor")
    if 0 < thirds < MF:
        return say("{n} of a movement factor", n=factors(thirds))
    return say("{n} movement factors", n=factors(thirds))


def captures(rules: TgRules, s: Position, group: Party, via: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The steps (from, to) of a route that cross an intact enemy bridge (TG-BRG-08, TG-BRG-09)."""
    here = group.start
    for to in via:
        if enemy_bridge(rules, s, group.side, here, to):
            yield here, to
        here = to


def enemy_bridge(rules: TgRules, s: Position, side: str, a: str, b: str) -> bool:
    """Whether an intact bridge owned by the enemy of ``side`` lies between two hexes."""
    if not ground.river(rules, a, b):
        return False
    bridge = s.bridges.get(side_name(a, b))
    return bridge is not None and bridge.intact and bridge.owner != side


def lift_reasons(rules: TgRules, s: Position, subject: Sequence[str]) -> Iterator[Reason]:
    """Why units may not be carried by road (TG-MOV-14, TG-MOV-15)."""
    riders = [u for u in subject if may_ride(s.roster[u])]
    if not riders:
        clause = "TG-MOV-15" if s.units[subject[0]].side == GERMAN else "TG-MOV-14"
        yield Reason(clause, say("Only Allied infantry and airborne divisions can be carried by road."))
        return
    wanted = sum(not s.units[u].lifted for u in riders)
    if wanted > lifts_left(s):
        text = say(
            "Only two Allied divisions can be carried by road each turn; left: {n}.", n=max(lifts_left(s), 0)
        )
        yield Reason("AMB-65", text)
