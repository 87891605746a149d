"""13.1h-n, 13.3, 13.4: bridges and entrenchments under construction, what stops the work, and its completion."""

from __future__ import annotations

from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, Literal

from hexbench.engine.board import remembered
from hexbench.engine.events import Declared, MarkerChanged, Noted
from hexbench.engine.values import Value, say
from hexbench.games.iron_tide.pieces import GERMAN, Side

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas, Link
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItPlay

_BRIDGE_PHASES: Final = 2
"""13.1h: friendly Engineering Phases that a bridge takes."""
_ENTRENCHMENT_PHASES: Final = 3
"""13.3b."""
CLEAR_OF_BRIDGE: Final = 1
"""13.1j: an enemy this near to the hexside stops the work."""
CLEAR_OF_TRENCH: Final = 2
"""13.3c-d: nothing is built with an enemy nearer than three hexes."""
_CREW: Final = ("infantry", "mech_infantry")
"""13.3a: the types that build an entrenchment with the engineers."""


class Work(Value, frozen=True, kw_only=True):
    """Something under construction: by whom, and how many Engineering Phases are still needed."""

    side: Side
    engineer: str
    left: int
    fresh: bool = False
    """Begun in the Engineering Phase that is going on."""
    before: Literal["", "destroyed"] = ""
    """What the marker on the hexside said before (bridges)."""


def ends(target: str) -> tuple[str, ...]:
    """The hexes of a target: both at a hexside, or the hex itself."""
    return tuple(target.split("/"))


def is_bridge(target: str) -> bool:
    """Whether a target is a hexside."""
    return "/" in target


def standing_bridges(rules: ItRules, s: Any) -> tuple[str, ...]:
    """The hexsides with a bridge that stands: printed and not destroyed, or built."""
    return rules.facts.get("standing bridges", (s.bridges,), lambda: _standing(rules, s))


def open_river(rules: ItRules, s: Any, side: str) -> bool:
    """Whether no bridge leads over a river hexside between two hexes of the map."""
    known: dict[str, Link] = rules.memo.setdefault("river links", {})
    if side not in known:
        known[side] = rules.prices.link(*rules.atlas.side_keys(side)[0])
    return rules.prices.unbridged(known[side], s.bridges)


def _standing(rules: ItRules, s: Any) -> tuple[str, ...]:
    printed = (one.side for one in rules.atlas.sheet.hexsides if "bridge" in one.kinds)
    built = (side for side, state in s.bridges.items() if state == "built")
    return tuple(
        side for side in dict.fromkeys((*printed, *built)) if s.bridges.get(side, "built") == "built"
    )


def _printed_bridge(rules: ItRules, side: str) -> bool:
    """Whether the map has a bridge there (13.1n)."""
    return any("bridge" in rules.atlas.side_kinds.get(key, ()) for key in rules.atlas.side_keys(side))


@remembered
def rivers(rules: ItRules, at: str) -> tuple[str, ...]:
    """The river hexsides of a hex between two hexes of the map, by direction."""
    atlas, i = rules.atlas, rules.atlas.index[at]
    return tuple(
        atlas.side_of(i, direction)
        for direction, j in enumerate(atlas.around[i])
        if j >= 0 and "river" in atlas.side_kinds.get((i, direction), ())
    )


def intruder(board: ItBoard, side: str, target: str) -> str | None:
    """13.1j, 13.3c: the hex of an enemy who is too near for building, or None; commandos do not count (B36)."""
    within = CLEAR_OF_BRIDGE if is_bridge(target) else CLEAR_OF_TRENCH
    for at in ends(target):
        found = board.enemy_near(side, at, within)
        if found is not None:
            return found
    return None


def crew_at(s: Any, board: ItBoard, side: str, at: str) -> tuple[str, ...]:
    """13.3a: the infantry and mechanized infantry in a hex."""
    return tuple(u for u in board.units_at(at) if s.units[u].side == side and s.roster[u].type in _CREW)


# ---- beginning and giving up -----------------------------------------------------------------------------------------
def begin(play: ItPlay, uid: str, target: str) -> None:
    """The marker is placed; what the engineers worked on before is given up (13.0b)."""
    gone(play, uid)
    side = play.units[uid].side
    phases = _BRIDGE_PHASES if is_bridge(target) else _ENTRENCHMENT_PHASES
    before: Literal["", "destroyed"] = "destroyed" if play.bridges.get(target) == "destroyed" else ""
    play.edit("works")[target] = Work(side=side, engineer=uid, left=phases - 1, fresh=True, before=before)
    play.tell(Declared("build", (uid,), target))
    if is_bridge(target):
        play.edit("bridges")[target] = "building"
        play.tell(MarkerChanged("bridge", target, "building"))
    else:
        play.tell(MarkerChanged("entrenchment", target, "building"))


def cancel(play: ItPlay, target: str, rule: str) -> None:
    """Cancel work and remove its markers."""
    work = play.edit("works").pop(target)
    if is_bridge(target):
        bridges = play.edit("bridges")
        if work.before:
            bridges[target] = work.before
        else:
            del bridges[target]
        play.tell(MarkerChanged("bridge", target, work.before))
        text = say("Work on the bridge at {side} is abandoned.", side=target)
    else:
        play.tell(MarkerChanged("entrenchment", target, ""))
        text = say("Work on the entrenchment in {hex} is abandoned.", hex=target)
    play.tell(Noted(rule, text, ends(target)))


def gone(play: ItPlay, uid: str) -> None:
    """13.1j, B34, B35: cancel the work of engineers that leave their hex, are eliminated or do something else."""
    for target in [t for t, work in play.works.items() if work.engineer == uid]:
        cancel(play, target, "B34" if is_bridge(target) else "B35")


def disturb(play: ItPlay, side: str, at: str) -> None:
    """13.1j, 13.3d: units of ``side`` have come into a hex; enemy works near it stop at once."""
    for target, work in list(play.works.items()):
        if work.side != side and at in kept_clear(play.rules, target):
            cancel(play, target, "13.1j" if is_bridge(target) else "13.3d")


@remembered
def kept_clear(rules: ItRules, target: str) -> frozenset[str]:
    """The hexes in which no enemy may be while something is built at a target."""
    within = CLEAR_OF_BRIDGE if is_bridge(target) else CLEAR_OF_TRENCH
    atlas = rules.atlas
    near: set[str] = set()
    for end in ends(target):
        near.update(takewhile(partial(_within, atlas, end, within), atlas.nearest_first(end)))
    return frozenset(near)


def _within(atlas: Atlas, end: str, within: int, at: str) -> bool:
    return atlas.distance(at, end) <= within


def inspect_works(play: ItPlay) -> None:
    """In every Engineering Phase cancel work with an enemy too close (B34) or without its engineers or crew (B35)."""
    for target, work in list(play.works.items()):
        there = play.units[work.engineer].at
        if there not in ends(target):
            cancel(play, target, "B34" if is_bridge(target) else "B35")
        elif intruder(play.board, work.side, target) is not None:
            cancel(play, target, "13.1j" if is_bridge(target) else "13.3d")
        elif not is_bridge(target) and not crew_at(play, play.board, work.side, target):
            cancel(play, target, "B35")


# ---- going on --------------------------------------------------------------------------------------------------------
def go_on(play: ItPlay, side: str) -> None:
    """The Engineering Phase of ``side`` ends: work begun earlier is one phase closer to completion."""
    for target, work in list(play.works.items()):
        if work.side != side:
            continue
        left = work.left if work.fresh else work.left - 1
        if left:
            now = Work(side=work.side, engineer=work.engineer, left=left, before=work.before)
            play.edit("works")[target] = now
            if not work.fresh:
                play.tell(MarkerChanged("entrenchment", target, "building"))
        else:
            del play.edit("works")[target]
            _finish(play, target, work.side)


def _finish(play: ItPlay, target: str, side: Side) -> None:
    if not is_bridge(target):
        play.edit("entrenchments")[target] = side
        play.tell(MarkerChanged("entrenchment", target, side))
        return
    if side == GERMAN:
        play.set(german_bridges=(*play.german_bridges, target))
    if side != GERMAN and _printed_bridge(play.rules, target):
        del play.edit("bridges")[target]  # 13.1n
    else:
        play.edit("bridges")[target] = "built"
    play.tell(MarkerChanged("bridge", target, "built"))


def remove_empty(play: ItPlay) -> None:
    """13.4a: remove entrenchments without units at the end of movement."""
    for at, side in list(play.entrenchments.items()):
        i = play.rules.atlas.index[at]
        if not play.board.held[side][i]:
            del play.edit("entrenchments")[at]
            play.tell(MarkerChanged("entrenchment", at, ""))


def under_construction(s: Any, side: str) -> tuple[str, ...]:
    """The hexsides where ``side`` is building a bridge."""
    return tuple(t for t, work in s.works.items() if work.side == side and is_bridge(t))
