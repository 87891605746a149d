"""Where a victorious unit may advance: hex by hex, under zones of control, rivers and forests (TG-ADV-01..06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from hexbench.engine.values import Reason, Value, say
from hexbench.games.tigers import cells, zoc
from hexbench.games.tigers.fighters import fighting
from hexbench.games.tigers.ground import bridged, river, road
from hexbench.games.tigers.pieces import FOE

if TYPE_CHECKING:
    from hexbench.games.tigers.board import TgBoard
    from hexbench.games.tigers.hands import Position
    from hexbench.games.tigers.pieces import Printed
    from hexbench.games.tigers.rules import TgRules

ASIDE: Final = "aside"
"""Into an empty hex next to the unit, not through one that was given up (TG-ADV-09)."""
FAST: Final = ("arm", "pz", "tiger", "cav")
"""TG-ADV-03: armor, panzers and armored cavalry."""


class Lane(Value, frozen=True):
    """A hex that was given up: how far an advance through it goes, for all and for the fast (TG-ADV-01, TG-ADV-03)."""

    hex: str
    reach: int
    fast: int


class Way(NamedTuple):
    """A route of an advance, the start left out."""

    via: tuple[str, ...]
    aside: bool
    disrupts: bool
    """The zones of control disrupt who goes it (TG-ZOC-25, TG-ZOC-28)."""


def allowance(printed: Printed, lane: Lane) -> int:
    """The hexes a unit may advance through a lane."""
    return lane.fast if printed.type in FAST else lane.reach


def against_hex(
    rules: TgRules, s: Position, board: TgBoard, uid: str, here: str, at: str
) -> Iterator[Reason]:
    """What keeps a unit from advancing one hex, zones of control apart."""
    printed = s.roster[uid]
    if at not in rules.atlas.near[here]:
        yield Reason("TG-ADV-01", say("{hex} is not adjacent.", hex=at), (here, at))
        return
    if fighting(s, board, FOE[printed.side], at):
        yield Reason("AMB-98", say("Enemy units stand in {hex}.", hex=at), (at,))
    if printed.mech and river(rules, here, at) and not bridged(s, here, at):
        text = say("{unit} advances over a river only at a bridge.", unit=rules.title(printed))
        yield Reason("AMB-118", text, (here, at))


def against_length(rules: TgRules, s: Position, start: str, via: Sequence[str]) -> Iterator[Reason]:
    """What denies an advance of two hexes or more (TG-ADV-04, TG-ADV-05, AMB-24)."""
    if len(via) < 2:
        return
    for here, at in zip((start, *via), via, strict=False):
        if river(rules, here, at) and not bridged(s, here, at):
            text = say("No advance of two hexes over the unbridged river before {hex}.", hex=at)
            yield Reason("TG-ADV-04", text, (here, at))
        if rules.atlas.cell(at).terrain == "forest" and not road(rules, s, here, at):
            text = say("No advance of two hexes into the forest of {hex} but along a road.", hex=at)
            yield Reason("TG-ADV-05", text, (here, at))


def zone_stop(
    rules: TgRules, s: Position, board: TgBoard, uid: str, start: str, via: Sequence[str]
) -> cells.Effect | Reason:
    """What zones of control make of a route (TG-ADV-02, TG-ZOC-41): the effect of its last step, or why not."""
    side = s.units[uid].side
    kinds = cells.Kinds(rules, s, board, side)
    found = cells.Effect(0)
    gap = rules.options.zoc_gap == "both"
    for n, (here, at) in enumerate(zip((start, *via), via, strict=False)):
        if n and (found.stop or found.whole):
            text = say("The zones of control end the advance in {hex}.", hex=here)
            return Reason(next(iter(found.clauses), "TG-ZOC-20"), text, (here,))
        step = cells.effect(
            kinds.of(here, at),
            found.mood,
            first=n == 0,
            friend=zoc.friends(s, board, side, at, (uid,)),
            left=zoc.friends(s, board, side, here, (uid,)),
            gap_disrupts=gap,
        )
        if isinstance(step, cells.Forbidden):
            text = say("The zones of control forbid the step from {here} to {hex}.", here=here, hex=at)
            return Reason(step.clause, text, (here, at))
        found = step._replace(disrupted=step.disrupted or found.disrupted)
    return found


def against_way(
    rules: TgRules, s: Position, board: TgBoard, uid: str, via: Sequence[str]
) -> cells.Effect | tuple[Reason, ...]:
    """The effect of the zones on a route, or every reason against it, its length apart."""
    start = s.units[uid].at
    out: list[Reason] = []
    for here, at in zip((start, *via), via, strict=False):
        out += against_hex(rules, s, board, uid, here, at)
    if not out:
        out += against_length(rules, s, start, via)
        effect = zone_stop(rules, s, board, uid, start, via)
        if isinstance(effect, Reason):
            out.append(effect)
        elif not out:
            return effect
    return tuple(out)


def ways(
    rules: TgRules, s: Position, board: TgBoard, lanes: Sequence[Lane], most: int, uid: str
) -> dict[tuple[str, str], Way]:
    """(hex, how) -> the way there, the shortest first, of every hex a unit may advance to; duties apart. ``most``: the hexes it can
    pay for.
    """
    unit, printed = s.units[uid], s.roster[uid]
    out: dict[tuple[str, str], Way] = {}
    if unit.disrupted or not unit.on_map:
        return out
    for lane in lanes:
        if lane.hex not in rules.atlas.near[unit.at]:
            continue
        far = min(allowance(printed, lane), most)
        fringe: list[tuple[str, ...]] = [(lane.hex,)]
        while fringe:
            via = fringe.pop(0)
            effect = against_way(rules, s, board, uid, via)
            if not isinstance(effect, cells.Effect):
                continue
            out.setdefault((via[-1], ""), Way(via, False, effect.disrupted))
            if len(via) < far and not effect.stop and not effect.whole:
                fringe += [(*via, at) for at in rules.atlas.near[via[-1]] if at != unit.at and at not in via]
    for at in rules.atlas.near[unit.at]:
        if not empty(s, board, at) or any(lane.hex == at for lane in lanes):
            continue
        effect = against_way(rules, s, board, uid, (at,))
        if isinstance(effect, cells.Effect):
            out[at, ASIDE] = Way((at,), True, effect.disrupted)
    return out


def empty(s: Position, board: TgBoard, at: str) -> bool:
    """Whether nobody stands in a hex (TG-ADV-09)."""
    return not any(s.roster[u].type != "vdh" for u in board.units_at(at))
