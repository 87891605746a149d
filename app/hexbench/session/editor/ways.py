"""Whether somebody can ever come to where the game is decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexbench.engine.values import say
from hexbench.session.editor.finding import Finding
from hexbench.session.editor.scenario import ScenarioDraft


def unreached(draft: ScenarioDraft) -> Iterator[Finding]:
    """The goals that no unit of some side can come to, enemies apart, by side."""
    rules, state, editing = draft.rules, draft.state, draft.editing
    index = rules.atlas.index
    goals = [at for at in editing.goals(rules, draft.kind, draft.content) if at in index]
    for at in editing.goals(rules, draft.kind, draft.content):
        if at not in index:
            yield Finding(
                level="error", text=say("The objective {hex} is not on this map.", hex=at or "of no hex")
            )
    if not goals:
        return
    reached: dict[str, set[str]] = {side: set() for side in rules.sides}
    for uid, start in _starts(draft).items():
        side = state.units[uid].side
        if not set(goals) <= reached[side]:
            reached[side] |= _flood(draft, uid, start)
    for side, hexes in reached.items():
        missing = tuple(dict.fromkeys(at for at in goals if at not in hexes))
        if hexes and missing:
            text = say(
                "{side}: no unit can come to {hex}.",
                side=rules.side_name(side),
                hex=", ".join(missing[:4]) + (", ..." if len(missing) > 4 else ""),
            )
            yield Finding(level="warning", text=text, hexes=missing)


def _starts(draft: ScenarioDraft) -> dict[str, list[str]]:
    """A unit of each gait -> the hexes where units of that gait begin or come in."""
    rules, state, editing, entries = draft.rules, draft.state, draft.editing, draft.entries()
    first: dict[str, str] = {}
    starts: dict[str, dict[str, None]] = {}
    for uid, unit in state.units.items():
        gait = editing.gait(rules, state, uid)
        here: Iterable[str] = (unit.at,)
        if unit.at.startswith("#"):
            here = editing.comes_by(rules, state, uid) or ()
            given = editing.place_of(rules, draft.kind, entries.get(uid, {}), uid) if not here else ""
            here = here or (given,)
        spots = [at for at in here if at in rules.atlas.index]
        if spots:
            first.setdefault(gait, uid)
            starts.setdefault(gait, {}).update(dict.fromkeys(spots))
    return {uid: list(starts[gait]) for gait, uid in first.items()}


def _flood(draft: ScenarioDraft, uid: str, start: list[str]) -> set[str]:
    """Every hex that a unit can come to from some hexes, however long it takes."""
    rules, state, passable = draft.rules, draft.state, draft.editing.passable
    near = rules.atlas.near
    found, todo = set(start), list(start)
    while todo:
        here = todo.pop()
        for there in near[here]:
            if there not in found and passable(rules, state, uid, here, there):
                found.add(there)
                todo.append(there)
    return found
